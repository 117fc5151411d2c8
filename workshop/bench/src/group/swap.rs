//! Numbers in another byte order.

use datarep::standard::big_endian::DATAREP;
use datarep::{Native, Predefined};
use zerocopy::{Immutable, IntoBytes};

use super::super::clock::Cores;
use super::super::data::{double_from_bits, low_half_as_i16, make_numbers};
use super::super::goals::share_goals;
use super::super::{Bench, crates};
use super::Group;
use super::slice::{Others, Slice};

pub(super) const GROUP: Group = Group {
    name: "swap",
    cores: Cores::One,
    measure,
    goals: &share_goals("swap", "swaps", [0.95, 0.95, 0.9]),
};

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    for &size in bench.sizes_in_bytes() {
        measure_floats(bench, size)?;
        measure_integers(bench, size)?;
    }
    Ok(())
}

fn measure_floats(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let doubles = make_numbers(size / 8, double_from_bits);
    measure_swap(
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
    let floats = make_numbers(size / 4, f32::from_bits);
    measure_swap(
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

fn measure_integers(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let longs = make_numbers(size / 8, i64::from);
    measure_swap(
        bench,
        size,
        "i64",
        Predefined::Int64T,
        &longs,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others::NONE,
    )?;
    let ints = make_numbers(size / 4, u32::cast_signed);
    measure_swap(
        bench,
        size,
        "i32",
        Predefined::Int32T,
        &ints,
        |item, bytes| item.to_be_bytes() == bytes,
        &Others::NONE,
    )?;
    let shorts = make_numbers(size / 2, low_half_as_i16);
    measure_swap(
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
    let bytes = make_numbers(size, |bits| bits.to_le_bytes()[0]);
    measure_swap(bench, size, "u8", Predefined::Uint8T, &bytes, |item, bytes| [*item] == bytes, &Others::NONE)
}

fn measure_swap<T: Native + Default + PartialEq + IntoBytes + Immutable>(
    bench: &mut Bench<'_>,
    size: usize,
    name: &str,
    predefined: Predefined,
    native: &[T],
    check: impl Fn(&T, &[u8]) -> bool,
    others: &Others<'_, T>,
) -> Result<(), String> {
    Slice { name, datarep: DATAREP, predefined, native, size }.check_and_measure(bench, "swap", check, others)
}
