use datarep::{Datatype, standard::big_endian};

#[derive(Clone, Copy, Datatype)]
#[repr(u8)]
enum Kind {
    Land = 1,
    Marine = 2,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
union Word {
    int: i32,
    real: f32,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Unit;

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Empty {}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Point<T> {
    x: T,
    y: T,
}

fn main() {
    let _ = big_endian::to_vec::<Kind>(&[0; 8]);
    let _ = big_endian::to_vec::<Word>(&[0; 8]);
    let _ = big_endian::to_vec::<Unit>(&[0; 8]);
}
