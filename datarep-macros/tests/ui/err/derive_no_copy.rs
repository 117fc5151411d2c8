use datarep::Datatype;

#[derive(Datatype)]
#[repr(C)]
struct Station {
    id: i16,
    x: f64,
}

fn main() {}
