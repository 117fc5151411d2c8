use datarep::{Chars, Character, Datatype};

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Unknown {
    #[datarep(format = "hfp46")]
    a: f32,
    #[datarep(format = "hfp32")]
    b: i32,
    #[datarep(format = "twos(32)")]
    c: [i16; 2],
    #[datarep(format = "f32 { on write { overflow => saturat } }")]
    d: f32,
    #[datarep(format = "f32 littel")]
    e: f32,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Arrays {
    #[datarep(format = "[hfp32; 3]")]
    array: [f32; 3],
    #[datarep(format = "[ascii; 4]")]
    text: Chars<4>,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Shapes {
    #[datarep(format = "hfp32")]
    text: Chars<4>,
    #[datarep(format = "ascii { padding zeros; }")]
    zeros: Chars<4>,
    #[datarep(format = "16 bytes")]
    bytes: Chars<16>,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Words {
    #[datarep(format = "hfp32; b: i8")]
    several: f32,
    #[datarep(format = "ascii")]
    character: Character,
    #[datarep(formatted = "hfp32")]
    other: f32,
    #[datarep(format = "hfp32", representation = u8)]
    both: f32,
    #[datarep(format = hfp32)]
    unquoted: f32,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
#[datarep(text = "float mine = S1 E7 F24 where value = 0.F * 16^(E - 64);")]
struct Nothing {
    a: f32,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
#[datarep(text = "float mine = S1 E7 F24 where value = 1.F * 16^(E - 64);")]
#[datarep(record = "order pdpp;")]
struct Text {
    #[datarep(format = "mine")]
    a: f32,
}

fn main() {}
