//! Structs in files: nested, in arrays, with padding in memory and none in the file.
#![deny(warnings)]
#![deny(missing_docs, unreachable_pub, unused_qualifications)]

use datarep::standard::{big_endian, ibm370, little_endian};
use datarep::{Character, Complex, Datatype};

/// A named struct.
#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
pub struct Position {
    /// East.
    pub x: f64,
    y: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Pair(u8, i16);

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(transparent)]
struct Id(u16);

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C, align(32))]
struct Station {
    flag: bool,
    id: Id,
    r#type: i16,
    position: Position,
    pairs: [Pair; 2],
    grid: [[f32; 2]; 2],
    name: [Character; 3],
    letter: char,
    file: Complex<f32>,
    tally: u8,
    native: u8,
    part: u8,
}

/// Names that the derive might have for itself.
#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct R {
    rt: Option_,
}

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Option_ {
    t: T,
    datatype: T,
}

type T = u8;

/// A public struct of private parts.
#[derive(Debug, Clone, Copy, PartialEq, Default, Datatype)]
#[repr(C)]
pub struct Outer {
    inner: [Inner; 1],
}

#[derive(Debug, Clone, Copy, PartialEq, Default, Datatype)]
#[repr(C)]
struct Inner {
    number: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Levels {
    id: i32,
    grid: [[f32; 2]; 2],
    place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Place {
    inner: [Pair; 1],
    height: f64,
}

/// Structs that another macro makes, in which types come in invisible groups.
macro_rules! structs {
    ($($name:ident { $($field:ident: $ty:ty),* })*) => {
        $(#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
        #[repr(C)]
        struct $name { $($field: $ty),* })*
    };
}

structs! { Header { count: u32, scale: [f32; 2] } }

/// The same with formats of their own.
macro_rules! stored_structs {
    ($($name:ident { $($field:ident: $ty:ty),* })*) => {
        $(#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
        #[repr(C)]
        struct $name { $(#[datarep(format = "f32 little")] $field: $ty),* })*
    };
}

stored_structs! { Stored { scale: [f32; 2], one: f32 } }

fn main() -> Result<(), datarep::Error> {
    let station = Station {
        flag: true,
        id: Id(0x0102),
        r#type: -1,
        position: Position { x: 1.5, y: -0.25 },
        pairs: [Pair(1, 2), Pair(3, 4)],
        grid: [[0.0, 1.0], [2.0, 3.0]],
        name: [Character(b'a'), Character(b'b'), Character(b'c')],
        letter: 'x',
        file: Complex { re: 1.0, im: -1.0 },
        tally: 7,
        native: 8,
        part: 9,
    };
    let (big, loss) = big_endian::to_bytes(&[station, station])?;
    assert!(loss.is_none());
    let extent = big_endian::extent::<Station>();
    assert_eq!(big.len(), 2 * extent);
    assert_eq!(big[extent - 3..extent], [7, 8, 9]);
    assert_eq!(big_endian::to_vec::<Station>(&big)?.0, [station, station]);

    let (little, _) = little_endian::to_bytes(&[station])?;
    assert_eq!(little_endian::to_vec::<Station>(&little)?.0, [station]);
    assert_ne!(little, big[..extent]);

    let (file, _) = big_endian::to_bytes(&[Pair(1, 2)])?;
    assert_eq!(file, [1, 0, 2]);
    assert_eq!(big_endian::to_bytes(&[R { rt: Option_ { t: 1, datatype: 2 } }])?.0, [1, 2]);
    assert_eq!(big_endian::extent::<Outer>(), 8);
    assert_eq!(big_endian::to_bytes(&[Outer::default()])?.0, [0; 8]);
    let header = Header { count: 1, scale: [1.0, 0.5] };
    assert_eq!(big_endian::to_vec::<Header>(&big_endian::to_bytes(&[header])?.0)?.0, [header]);

    let near = Levels { id: 1, grid: [[0.0; 2]; 2], place: Place { inner: [Pair(0, 0)], height: 1.0 } };
    let far = Levels { grid: [[0.0, 0.0], [0.0, f32::NAN]], ..near };
    let error = ibm370::to_bytes(&[near, far]).expect_err("no NaN in such a file");
    assert!(error.to_string().contains("grid[1][1]"), "{error}");
    let high = Levels { place: Place { height: f64::MAX, ..near.place }, ..near };
    let error = ibm370::to_bytes(&[near, near, high]).expect_err("no such height in the file");
    assert!(error.to_string().contains("place.height"), "{error}");
    Ok(())
}
