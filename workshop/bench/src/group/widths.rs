//! Formats of widths other than 8, 16, 32 and 64 bits, and decimals, beside conversions written by hand for each.

use std::hint::black_box;

use datarep::standard::big_endian;
use datarep::{Datarep, Native};
use zerocopy::{Immutable, IntoBytes};

use super::super::Bench;
use super::super::contest::Contest;
use super::super::data::{double_from_bits, low_half_as_i16, make_numbers};
use super::super::naive::{self, BitField, ExponentCode, FloatLayout, NegativeForm};
use super::super::place::{PageOffset, PlacedSlice};
use super::slice::{CrateReader, CrateWriter, Others, Slice};

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
    datarep int72   extends widths { integer { 8 => twos(72) } }
    datarep int96   extends widths { integer { 8 => twos(96) } }
    datarep int128  extends widths { integer { 8 => twos(128) } }
    datarep word36  extends widths { real { 8 => pdp10_36 right_justified(5) } }
    datarep word48  extends widths { real { 8 => m1750_48 } }
    datarep word60  extends widths { real { 8 => cdc60 right_justified(8) } }
    datarep word80  extends widths { real { 8 => x87_80 big } }
    datarep word128 extends widths { real { 8 => f128 } }
    datarep comp3_4 extends widths { integer { 8 => packed7 } }
    datarep comp3_8 extends widths { integer { 8 => packed15 } }
    datarep comp3_10   extends widths { integer { 8 => packed_decimal(18, 0) } }
    datarep display    extends widths { integer { 8 => zoned9 } }
    datarep display_16 extends widths { integer { 8 => zoned_decimal(16, 0) } }
    datarep display_18 extends widths { integer { 8 => zoned_decimal(18, 0) } }
}

const WORD36: FloatLayout = FloatLayout {
    bytes: 5,
    bits: 36,
    negative: NegativeForm::TwosOfWord,
    exponent: BitField { low: 27, bits: 8 },
    code: ExponentCode::Excess(128),
    significand: [BitField { low: 0, bits: 27 }, BitField::NONE],
    hidden: false,
    whole: 0,
};

const WORD48: FloatLayout = FloatLayout {
    bytes: 6,
    bits: 48,
    negative: NegativeForm::TwosOfSignificand,
    exponent: BitField { low: 16, bits: 8 },
    code: ExponentCode::TwosComplement,
    significand: [BitField { low: 24, bits: 23 }, BitField { low: 0, bits: 16 }],
    hidden: false,
    whole: 0,
};

const WORD60: FloatLayout = FloatLayout {
    bytes: 8,
    bits: 60,
    negative: NegativeForm::OnesOfWord,
    exponent: BitField { low: 48, bits: 11 },
    code: ExponentCode::SplitExcess(1024),
    significand: [BitField { low: 0, bits: 48 }, BitField::NONE],
    hidden: false,
    whole: 48,
};

const WORD80: FloatLayout = FloatLayout {
    bytes: 10,
    bits: 80,
    negative: NegativeForm::Sign,
    exponent: BitField { low: 64, bits: 15 },
    code: ExponentCode::Excess(16383),
    significand: [BitField { low: 0, bits: 64 }, BitField::NONE],
    hidden: false,
    whole: 1,
};

const WORD128: FloatLayout = FloatLayout {
    bytes: 16,
    bits: 128,
    negative: NegativeForm::Sign,
    exponent: BitField { low: 112, bits: 15 },
    code: ExponentCode::Excess(16383),
    significand: [BitField { low: 0, bits: 112 }, BitField::NONE],
    hidden: true,
    whole: 1,
};

/// The sizes are below this. If items are slower than memory, a slice beyond the caches would show the same and take
/// minutes.
pub(super) const LARGEST: usize = 64 << 20;

/// Measures all formats of this group.
pub(super) fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    for &size in bench.sizes_in_bytes().iter().filter(|size| **size < LARGEST) {
        compare_integers(bench, size)?;
        compare_floats_of_odd_widths(bench, size)?;
        compare_decimals(bench, size)?;
    }
    Ok(())
}

/// The functions written by hand that read and write a format.
type HandwrittenLoops<T> = (fn(&[u8], &mut [T]), fn(&[T], &mut [u8]));

/// Integers. Those of more than eight bytes use loops of 128 bits, which run as AVX2 at AVX-512 too.
fn compare_integers(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let native = make_numbers(size / 4, |bits| bits.cast_signed() >> 9);
    let by_hand: HandwrittenLoops<i32> = (naive::read_int24, naive::write_int24);
    compare_with_handwritten(bench, "integers (24 bits)", int24::DATAREP, size, &native, by_hand)?;
    let native = make_numbers(size / 8, to_18_digits);
    let works: [(_, _, HandwrittenLoops<i64>); 3] = [
        ("integers (72 bits)", int72::DATAREP, (naive::read_wide::<9>, naive::write_wide::<9>)),
        ("integers (96 bits)", int96::DATAREP, (naive::read_wide::<12>, naive::write_wide::<12>)),
        ("integers (128 bits)", int128::DATAREP, (naive::read_wide::<16>, naive::write_wide::<16>)),
    ];
    for (name, datarep, by_hand) in works {
        compare_with_handwritten(bench, name, datarep, size, &native, by_hand)?;
    }
    compare_swapped_i128(bench, size)
}

/// Integers of 128 bits in memory and in the file, in the other byte order.
fn compare_swapped_i128(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let native = make_numbers(size / 16, |bits| i128::from(to_18_digits(bits)) << 57 | i128::from(bits));
    let (file, _) = big_endian::to_bytes::<i128>(&native).map_err(|error| error.to_string())?;
    let file = PlacedSlice::from_slice(PageOffset::INPUT, &file);
    let (mut back, mut by_hand) = (
        PlacedSlice::new(PageOffset::OUTPUT, native.len(), 0),
        PlacedSlice::new(PageOffset::OUTPUT, native.len(), 0),
    );
    big_endian::read::<i128>(&file, &mut back).map_err(|error| error.to_string())?;
    naive::read_i128(&file, &mut by_hand);
    let (ours, theirs) = (*back == *native, *by_hand == *native);
    bench.measure_contest(
        Contest::new("other", "i128 swapped, read", size, size)
            .add_local("datarep", ours, || {
                drop(black_box(big_endian::read::<i128>(black_box(&file), &mut back)));
            })
            .add_local("naive", theirs, || naive::read_i128(black_box(&file), black_box(&mut by_hand))),
    )?;
    let (mut out, mut by_hand) = (
        PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0),
        PlacedSlice::new(PageOffset::OUTPUT, file.len(), 0),
    );
    naive::write_i128(&native, &mut by_hand);
    let same = *by_hand == *file;
    bench.measure_contest(
        Contest::new("other", "i128 swapped, write", size, size)
            .add_local("datarep", ours, || {
                drop(black_box(big_endian::write::<i128>(black_box(&native), &mut out)));
            })
            .add_local("naive", same, || naive::write_i128(black_box(&native), black_box(&mut by_hand))),
    )
}

fn compare_floats_of_odd_widths(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    let native = make_numbers(size / 8, double_from_bits);
    let works: [(_, _, HandwrittenLoops<f64>); 5] = [
        (
            "pdp10_36 (36 bits)",
            word36::DATAREP,
            (|file, native| WORD36.read_items(file, native), |native, file| WORD36.write_items(native, file)),
        ),
        (
            "m1750_48 (48 bits)",
            word48::DATAREP,
            (|file, native| WORD48.read_items(file, native), |native, file| WORD48.write_items(native, file)),
        ),
        (
            "cdc60 (60 bits)",
            word60::DATAREP,
            (|file, native| WORD60.read_items(file, native), |native, file| WORD60.write_items(native, file)),
        ),
        (
            "x87_80 (80 bits)",
            word80::DATAREP,
            (|file, native| WORD80.read_items(file, native), |native, file| WORD80.write_items(native, file)),
        ),
        (
            "f128 (128 bits)",
            word128::DATAREP,
            (
                |file, native| WORD128.read_items(file, native),
                |native, file| WORD128.write_items(native, file),
            ),
        ),
    ];
    works.into_iter().try_for_each(|(name, datarep, by_hand)| {
        compare_with_handwritten(bench, name, datarep, size, &native, by_hand)
    })
}

fn compare_decimals(bench: &mut Bench<'_>, size: usize) -> Result<(), String> {
    type Amount = fn(u32) -> i64;
    let works: [(_, _, Amount, HandwrittenLoops<i64>); 6] = [
        (
            "packed decimals (7 digits)",
            comp3_4::DATAREP,
            |bits| i64::from(bits.cast_signed()) % 10_000_000,
            (naive::read_packed::<4>, naive::write_packed::<4>),
        ),
        (
            "packed decimals (15 digits)",
            comp3_8::DATAREP,
            |bits| i64::from(bits.cast_signed()) * i64::from(low_half_as_i16(bits)),
            (naive::read_packed::<8>, naive::write_packed::<8>),
        ),
        (
            "packed decimals (18 digits)",
            comp3_10::DATAREP,
            to_18_digits,
            (naive::read_packed::<10>, naive::write_packed::<10>),
        ),
        (
            "zoned decimals (9 digits)",
            display::DATAREP,
            |bits| i64::from(bits.cast_signed()) % 1_000_000_000,
            (naive::read_zoned::<9>, naive::write_zoned::<9>),
        ),
        (
            "zoned decimals (16 digits)",
            display_16::DATAREP,
            |bits| to_18_digits(bits) / 100,
            (naive::read_zoned::<16>, naive::write_zoned::<16>),
        ),
        (
            "zoned decimals (18 digits)",
            display_18::DATAREP,
            to_18_digits,
            (naive::read_zoned::<18>, naive::write_zoned::<18>),
        ),
    ];
    works.into_iter().try_for_each(|(name, datarep, amount, by_hand)| {
        compare_with_handwritten(bench, name, datarep, size, &make_numbers(size / 8, amount), by_hand)
    })
}

/// A number of up to 18 digits.
fn to_18_digits(bits: u32) -> i64 {
    i64::from(bits.cast_signed()) * 465_661_287 + i64::from(low_half_as_i16(bits))
}

/// Measures one format in both directions. Writing is correct if it equals the result by hand, and reading if it
/// returns what was written.
fn compare_with_handwritten<T: Native + Default + PartialEq + IntoBytes + Immutable>(
    bench: &mut Bench<'_>,
    name: &str,
    datarep: &'static Datarep,
    size: usize,
    native: &[T],
    (read, write): HandwrittenLoops<T>,
) -> Result<(), String> {
    let slice = Slice { name, datarep, predefined: T::PREDEFINED, native, size };
    let file = slice.make_file()?;
    let (mut by_hand, mut back) = (file.to_vec(), vec![T::default(); native.len()]);
    by_hand.fill(0);
    write(native, &mut by_hand);
    read(&file, &mut back);
    let mut ours = vec![T::default(); native.len()];
    datarep.read(&file, &mut ours).map_err(|error| error.to_string())?;
    let correct = by_hand == *file && back == ours;
    let crates: &[CrateReader<T>] = &[("naive", read)];
    let writers: &[CrateWriter<T>] = &[("naive", write)];
    let others = Others { crates, crate_writers: writers, ..Others::NONE };
    slice.measure_read(bench, "other", &file, correct, &others)?;
    slice.measure_write(bench, "other", &file, correct, &others)
}
