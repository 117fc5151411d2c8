datarep::datarep! {
    float my_cray {
        bits        64;
        sign        = bit 63;
        exponent    = bits 62..=49;
        significand = bits 47..=0;
        value       = 0.F * 2^(E - 16384);
    }
}

fn main() {}
