use datarep::Datatype;

// One fault for each field, none for the lifetime that only they need.
#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Borrowed<'a> {
    x: &'a f64,
    name: &'a str,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Sized<const N: usize> {
    x: [f64; N],
}

fn main() {}
