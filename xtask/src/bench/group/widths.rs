//! Formats of other widths than 8, 16, 32 and 64 bits, and decimals, beside what somebody writes by hand for each.

use datarep::{Datarep, Native};
use zerocopy::{Immutable, IntoBytes};

use super::super::Bench;
use super::super::data::{double, half, numbers};
use super::super::naive::{self, Exponent, Fields, Negative};
use super::slice::{Crate, Others, Slice, Writer};

datarep::datarep! {
    use aerospace::m1750_48;
    use cdc::cdc60;
    use dec::pdp10_36;
    use decimal::{packed7, packed15, zoned9};
    use ieee::f128;
    use imaging::pxr24;
    use intel::x87_80;

    datarep widths {
        order big;
        others => unsupported;
        on read  { overflow => error, reserved => nan }
        on write { overflow => error, infinity => error, nan => error, underflow => zero }
    }

    datarep int24   extends widths { integer { 4 => twos(24) } }
    datarep word36  extends widths { real { 8 => pdp10_36 right_justified(5) } }
    datarep word48  extends widths { real { 8 => m1750_48 } }
    datarep word60  extends widths { real { 8 => cdc60 right_justified(8) } }
    datarep word80  extends widths { real { 8 => x87_80 big } }
    datarep word128 extends widths { real { 8 => f128 } }
    datarep comp3_4 extends widths { integer { 8 => packed7 } }
    datarep comp3_8 extends widths { integer { 8 => packed15 } }
    datarep display extends widths { integer { 8 => zoned9 } }
}

const WORD36: Fields = Fields {
    bytes: 5,
    bits: 36,
    negative: Negative::TwosOfWord,
    exponent: (27, 8),
    code: Exponent::Excess(128),
    significand: [(0, 27), (0, 0)],
    hidden: false,
    whole: 0,
};

const WORD48: Fields = Fields {
    bytes: 6,
    bits: 48,
    negative: Negative::TwosOfSignificand,
    exponent: (16, 8),
    code: Exponent::TwosComplement,
    significand: [(24, 23), (0, 16)],
    hidden: false,
    whole: 0,
};

const WORD60: Fields = Fields {
    bytes: 8,
    bits: 60,
    negative: Negative::OnesOfWord,
    exponent: (48, 11),
    code: Exponent::SplitExcess(1024),
    significand: [(0, 48), (0, 0)],
    hidden: false,
    whole: 48,
};

const WORD80: Fields = Fields {
    bytes: 10,
    bits: 80,
    negative: Negative::Sign,
    exponent: (64, 15),
    code: Exponent::Excess(16383),
    significand: [(0, 64), (0, 0)],
    hidden: false,
    whole: 1,
};

const WORD128: Fields = Fields {
    bytes: 16,
    bits: 128,
    negative: Negative::Sign,
    exponent: (112, 15),
    code: Exponent::Excess(16383),
    significand: [(0, 112), (0, 0)],
    hidden: true,
    whole: 1,
};

/// Where items are slower than memory, a slice beyond the caches would tell the same and take minutes: sizes are below this.
pub(super) const LARGEST: usize = 64 << 20;

/// Measures them.
pub(super) fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    for &size in bench.sizes().iter().filter(|size| **size < LARGEST) {
        let integers = numbers(size / 4, |bits| bits.cast_signed() >> 9);
        compare(
            bench,
            ("integers (24 bits)", int24::DATAREP),
            size,
            &integers,
            naive::read_int24,
            naive::write_int24,
        )?;
        let floats = numbers(size / 8, double);
        compare(
            bench,
            ("pdp10_36 (36 bits)", word36::DATAREP),
            size,
            &floats,
            |file, native| WORD36.read(file, native),
            |native, file| WORD36.write(native, file),
        )?;
        compare(
            bench,
            ("m1750_48 (48 bits)", word48::DATAREP),
            size,
            &floats,
            |file, native| WORD48.read(file, native),
            |native, file| WORD48.write(native, file),
        )?;
        compare(
            bench,
            ("cdc60 (60 bits)", word60::DATAREP),
            size,
            &floats,
            |file, native| WORD60.read(file, native),
            |native, file| WORD60.write(native, file),
        )?;
        compare(
            bench,
            ("x87_80 (80 bits)", word80::DATAREP),
            size,
            &floats,
            |file, native| WORD80.read(file, native),
            |native, file| WORD80.write(native, file),
        )?;
        compare(
            bench,
            ("f128 (128 bits)", word128::DATAREP),
            size,
            &floats,
            |file, native| WORD128.read(file, native),
            |native, file| WORD128.write(native, file),
        )?;
        let amounts = numbers(size / 8, |bits| i64::from(bits.cast_signed()) % 10_000_000);
        compare(
            bench,
            ("packed decimals (7 digits)", comp3_4::DATAREP),
            size,
            &amounts,
            naive::read_packed::<4>,
            naive::write_packed::<4>,
        )?;
        let amounts = numbers(size / 8, |bits| i64::from(bits.cast_signed()) * i64::from(half(bits)));
        compare(
            bench,
            ("packed decimals (15 digits)", comp3_8::DATAREP),
            size,
            &amounts,
            naive::read_packed::<8>,
            naive::write_packed::<8>,
        )?;
        let amounts = numbers(size / 8, |bits| i64::from(bits.cast_signed()) % 1_000_000_000);
        compare(
            bench,
            ("zoned decimals (9 digits)", display::DATAREP),
            size,
            &amounts,
            naive::read_zoned::<9>,
            naive::write_zoned::<9>,
        )?;
    }
    Ok(())
}

/// One format both ways. Ours is correct where writing gives what is written by hand, and reading what was written.
fn compare<T: Native + Default + PartialEq + IntoBytes + Immutable>(
    bench: &mut Bench<'_>,
    (name, datarep): (&str, &'static Datarep),
    size: usize,
    native: &[T],
    read: fn(&[u8], &mut [T]),
    write: fn(&[T], &mut [u8]),
) -> Result<(), String> {
    let slice = Slice { name, datarep, predefined: T::PREDEFINED, native, size };
    let file = slice.file()?;
    let (mut by_hand, mut back) = (file.to_vec(), vec![T::default(); native.len()]);
    by_hand.fill(0);
    write(native, &mut by_hand);
    read(&file, &mut back);
    let mut ours = vec![T::default(); native.len()];
    datarep.read(&file, &mut ours).map_err(|error| error.to_string())?;
    let correct = by_hand == *file && back == ours;
    let crates: &[Crate<T>] = &[("naive", read)];
    let writers: &[Writer<T>] = &[("naive", write)];
    let others = Others { crates, crate_writers: writers, ..Others::NONE };
    slice.read(bench, "other", &file, correct, &others)?;
    slice.write(bench, "other", &file, correct, &others)
}
