use datarep::Datatype;

#[derive(Clone, Copy)]
#[repr(C)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Station {
    id: i16,
    place: Point,
    corners: [Point; 4],
}

fn main() {}
