use datarep::Datatype;

#[derive(Clone, Copy, Datatype)]
#[repr(C, packed(2))]
struct Station {
    id: i16,
    x: f64,
}

fn main() {}
