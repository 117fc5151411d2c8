datarep::datarep! {
    float hfp64 = S1 E7 F56 where value = 1.F * 16^(E - 64);
}

fn main() {}
