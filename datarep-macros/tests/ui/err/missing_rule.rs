datarep::datarep! {
    float hfp64 = S1 E7 F56 where value = 0.F * 16^(E - 64);

    datarep ibm extends external32 {
        real { 8 => hfp64 }
        on write { overflow => error }
    }
}

fn main() {}
