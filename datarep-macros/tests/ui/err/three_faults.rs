datarep::datarep! {
    float one = S1 E7 F56 where value = 1.F * 16^(E - 64);
    float two = S1 E7 F23 where value = 0.F * 16^(E - 64);
    float three = S1 E7 S1 F23 where value = 0.F * 16^(E - 64);
}

fn main() {}
