datarep::datarep! {
    float vax_like {
        bits 32
        sign = bit 31;
        exponent = bits 30..=23;
        significand = bits 22..=0;
        value = 0.1F * 2^(E - 128);
    }

    datarep mine extends big_endian {
        order little
    }
}

fn main() {
    let _ = mine::to_vec::<f32>(&[0; 4]);
}
