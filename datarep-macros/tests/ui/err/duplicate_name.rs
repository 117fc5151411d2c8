datarep::datarep! {
    float a = S1 E7 F24 where value = 0.F * 16^(E - 64);
    integer a = twos(24);
}

fn main() {}
