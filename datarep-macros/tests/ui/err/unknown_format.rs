datarep::datarep! {
    float hfp64 = S1 E7 F56 where value = 0.F * 16^(E - 64);

    datarep ibm extends external32 {
        real { 8 => hfp46 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error }
    }
}

fn main() {
    let _ = ibm::to_vec::<f64>(&[0; 8]);
}
