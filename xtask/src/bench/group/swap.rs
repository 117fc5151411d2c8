//! Numbers in another byte order.

use datarep::standard::big_endian::DATAREP;
use datarep::{Native, Predefined};
use zerocopy::{Immutable, IntoBytes};

use super::super::clock::Cores;
use super::super::data::{double, half, numbers};
use super::super::goals::shares;
use super::super::{Bench, crates};
use super::Group;
use super::slice::{Others, Slice};

pub(super) const GROUP: Group =
    Group { name: "swap", cores: Cores::One, measure, goals: &shares("swap", "swaps", [0.95, 0.95, 0.9]) };

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    for &size in bench.sizes() {
        floats(bench, size)?;
        integers(bench, size)?;
    }
    Ok(())
}

fn floats(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let doubles = numbers(size / 8, double);
    swap(
        bench,
        size,
        "f64",
        Predefined::Double,
        &doubles,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others {
            crates: &[
                ("byteorder", crates::read_doubles_by_byteorder),
                ("binrw", crates::read_doubles_by_binrw),
                ("deku", crates::read_doubles_by_deku),
            ],
            readers: &[
                ("loops", "swap 8"),
                ("numpy", "read f64"),
                ("h5py", "read f64"),
                ("MPICH", "read f64"),
            ],
            writers: &[("loops", "swap 8"), ("MPICH", "write f64")],
            ..Others::NONE
        },
    )?;
    let floats = numbers(size / 4, f32::from_bits);
    swap(
        bench,
        size,
        "f32",
        Predefined::Float,
        &floats,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others {
            crates: &[("byteorder", crates::read_floats_by_byteorder)],
            readers: &[
                ("loops", "swap 4"),
                ("numpy", "read f32"),
                ("h5py", "read f32"),
                ("MPICH", "read f32"),
            ],
            ..Others::NONE
        },
    )
}

fn integers(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let longs = numbers(size / 8, i64::from);
    swap(
        bench,
        size,
        "i64",
        Predefined::Int64T,
        &longs,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others::NONE,
    )?;
    let ints = numbers(size / 4, u32::cast_signed);
    swap(
        bench,
        size,
        "i32",
        Predefined::Int32T,
        &ints,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others::NONE,
    )?;
    let shorts = numbers(size / 2, half);
    swap(
        bench,
        size,
        "i16",
        Predefined::Int16T,
        &shorts,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others {
            crates: &[("byteorder", crates::read_shorts_by_byteorder)],
            readers: &[("loops", "swap 2"), ("numpy", "read i16"), ("MPICH", "read i16")],
            ..Others::NONE
        },
    )?;
    let bytes = numbers(size, |bits| bits.to_le_bytes()[0]);
    swap(bench, size, "u8", Predefined::Uint8T, &bytes, |item, bytes| [*item] == bytes, &Others::NONE)
}

fn swap<T: Native + Default + PartialEq + IntoBytes + Immutable>(
    bench: &mut Bench<'_>,
    size: usize,
    name: &str,
    predefined: Predefined,
    native: &[T],
    check: impl Fn(&T, &[u8]) -> bool,
    others: &Others<'_, T>,
) -> Result<(), String> {
    Slice { name, datarep: DATAREP, predefined, native, size }.both(bench, "swap", check, others)
}
