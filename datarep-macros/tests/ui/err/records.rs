//! Faults of records, under their words.
datarep::datarep! {
    record station {
        id:   i24;
        lat:  hfp46;
        id:   i32;
        deep: [f32; 0];
        many: [f32; nr];
    }
}

datarep::datarep! {
    record traces {
        count:   u16;
        length:  u16;
        samples: [[f32; length]; count];
    }
}

fn main() {}
