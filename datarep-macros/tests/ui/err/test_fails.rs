datarep::datarep! {
    use ibm::hfp32;

    test hfp32 {
        -118.625 <=> 0xC276_A001;
        1.0 <=> 0x4110_0000;
    }
}

fn main() {}
