datarep::datarep! {
    float one {
        bits 32;
        sign = bit 31;
        exponent = bits 30..=24, excess 64;
        mantissa = bits 23..=0;
        value = 0.F * 16^(E - 64);
    }

    datarep two extends big_endian {
        order big-endian;
    }
}

fn main() {}
