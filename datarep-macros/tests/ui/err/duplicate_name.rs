datarep::datarep! {
    float a = S1 E7 F24 where value = 0.F * 16^(E - 64);
    integer a = twos(24);

    datarep mine extends external32 {}
    datarep mine extends big_endian {}
}

fn main() {
    let _ = mine::DATAREP.name();
}
