use std::collections::HashMap;
use std::marker::PhantomData;

use datarep::Datatype;

#[derive(Datatype)]
#[repr(C)]
struct Owned {
    text: String,
    list: Vec<f32>,
    boxed: Box<f64>,
    map: HashMap<u8, u8>,
    shared: std::sync::Arc<i32>,
    slice: &'static mut [u8],
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Plain {
    maybe: Option<f32>,
    count: usize,
    offset: isize,
    nested: [[usize; 2]; 3],
    reference: &'static f64,
    text: &'static str,
    pointer: *const u8,
    function: fn(u8) -> u8,
    pair: (u8, f64),
    unit: (),
    nothing: PhantomData<f32>,
}

fn main() {}
