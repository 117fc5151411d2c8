//! Integers whose width differs between memory and file. Values that do not fit are detected.

use datarep::standard::{cray, external32};
use datarep::{Datarep, Predefined};

use super::super::Bench;
use super::super::clock::Cores;
use super::super::data::{low_half_as_i16, make_numbers};
use super::super::goals::share_goals;
use super::Group;
use super::slice::{Others, Slice};

pub(super) const GROUP: Group = Group {
    name: "integer",
    cores: Cores::One,
    measure,
    goals: &share_goals("integer", "integer width changes", [0.9, 0.95, 0.9]),
};

const EXTERNAL: &Datarep = external32::DATAREP;
const CRAY: &Datarep = cray::DATAREP;

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    for &size in bench.sizes_in_bytes() {
        let native: &[i64] = &make_numbers(size / 8, |bits| i64::from(bits.cast_signed()));
        let check =
            |item: &i64, bytes: &[u8]| i32::try_from(*item).is_ok_and(|item| item.to_be_bytes() == bytes);
        let others = Others {
            readers: &[
                ("loops", "read i32 as i64"),
                ("numpy", "read i32 as i64"),
                ("h5py", "read i32 as i64"),
            ],
            writers: &[
                ("loops", "write i64 as i32"),
                ("numpy", "write i64 as i32"),
                ("h5py", "write i64 as i32"),
            ],
            ..Others::NONE
        };
        Slice { name: "i64 as 32 bits", datarep: EXTERNAL, predefined: Predefined::Long, native, size }
            .check_and_measure(bench, "integer", check, &others)?;
        let native: &[u64] = &make_numbers(size / 8, u64::from);
        let check =
            |item: &u64, bytes: &[u8]| u32::try_from(*item).is_ok_and(|item| item.to_be_bytes() == bytes);
        Slice {
            name: "u64 as 32 bits",
            datarep: EXTERNAL,
            predefined: Predefined::UnsignedLong,
            native,
            size,
        }
        .check_and_measure(bench, "integer", check, &Others::NONE)?;
        let native: &[i32] = &make_numbers(size / 4, u32::cast_signed);
        let check = |item: &i32, bytes: &[u8]| i64::from(*item).to_be_bytes() == bytes;
        Slice { name: "i32 as 64 bits", datarep: CRAY, predefined: Predefined::Int32T, native, size }
            .check_and_measure(bench, "integer", check, &Others::NONE)?;
        let native: &[i16] = &make_numbers(size / 2, low_half_as_i16);
        let check = |item: &i16, bytes: &[u8]| i64::from(*item).to_be_bytes() == bytes;
        Slice { name: "i16 as 64 bits", datarep: CRAY, predefined: Predefined::Int16T, native, size }
            .check_and_measure(bench, "integer", check, &Others::NONE)?;
    }
    Ok(())
}
