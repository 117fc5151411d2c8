datarep::datarep! {
    use ibm::hfp23;
}

fn main() {}
