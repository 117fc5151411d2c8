datarep::datarep! {
    float short = S1 E7 F23 where value = 0.F * 16^(E - 64);
}

fn main() {}
