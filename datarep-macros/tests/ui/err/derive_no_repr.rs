use datarep::{Datatype, standard::big_endian};

#[derive(Clone, Copy, Datatype)]
struct Station {
    id: i16,
    x: f64,
}

fn main() {
    let _ = big_endian::to_vec::<Station>(&[0; 10]);
}
