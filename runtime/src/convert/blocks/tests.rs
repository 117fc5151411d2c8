//! Large outputs have the items and the counts of small ones, in each way and at each level.

use crate::kernel::dense::{self, Dense};
use crate::kernel::large::{Way, force_way, run_in_parts_of};
use crate::kernel::{force_level, levels};
use crate::standard::{big_endian, cray, ibm370, vax_g};
use crate::{Character, Datarep, Loss, Native};

/// The bytes of an output: large enough to be a part of something large, and of a length that is no multiple of anything.
const BYTES: usize = 70_001;

/// A number between -1 and 1 without a pattern.
#[expect(clippy::cast_precision_loss, reason = "any number will do")]
fn draw_fraction(index: usize) -> f64 {
    let mixed = (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D;
    (mixed.wrapping_mul(6_364_136_223_846_793_005) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Writes and reads with slices of a few items.
fn convert_small<T: Native + Default>(
    datarep: &Datarep,
    items: &[T],
    extent: usize,
) -> (Vec<u8>, Vec<T>, Loss) {
    let mut file = vec![0; items.len() * extent];
    let mut read = vec![T::default(); items.len()];
    let mut loss = Loss::default();
    for ((items, file), read) in items.chunks(7).zip(file.chunks_mut(7 * extent)).zip(read.chunks_mut(7)) {
        loss += datarep.write(items, file).expect("the format holds the numbers");
        loss += datarep.read(file, read).expect("the type holds what was written");
    }
    (file, read, loss)
}

fn compare<T: Native + Dense + Default>(datarep: &Datarep, extent: usize, item: impl Fn(usize) -> T) {
    let items: Vec<T> = (0..BYTES.div_ceil(size_of::<T>().min(extent))).map(item).collect();
    let (expected_file, expected, expected_loss) = convert_small(datarep, &items, extent);
    for way in [Way::Through, Way::Past] {
        for level in levels() {
            force_level(level);
            force_way(way);
            // Outputs at any address, so that lines do not begin where items do.
            let mut file = vec![0xA5; expected_file.len() + 5];
            let mut read = vec![T::default(); items.len() + 3];
            let loss = run_in_parts_of(usize::MAX, || {
                let mut loss = datarep.write(&items, &mut file[5..]).expect("as above");
                loss += datarep.read(&file[5..], &mut read[3..]).expect("as above");
                loss
            });
            let name = std::any::type_name::<T>();
            assert!(file[5..] == expected_file, "{name}, {way:?}, {level}: written");
            assert_eq!(file[..5], [0xA5; 5]);
            assert!(dense::bytes(&read[3..]) == dense::bytes(&expected), "{name}, {way:?}, {level}: read");
            assert_eq!(loss, expected_loss, "{name}, {way:?}, {level}");
        }
    }
}

#[test]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any numbers will do")]
fn large_outputs_are_those_of_small_ones() {
    // Some numbers are zero, and some are subnormal as an `f32`, which is for the exact form.
    let double = |index| match index % 500 {
        0 => 0.0,
        7 => draw_fraction(index) * 1e-40,
        _ => draw_fraction(index) * 10_f64.powi(i32::try_from(index % 60).unwrap_or(0) - 30),
    };
    let single = |index| double(index) as f32;
    compare(ibm370::DATAREP, 4, single);
    compare(ibm370::DATAREP, 8, double);
    compare(vax_g::DATAREP, 8, double);
    compare(cray::DATAREP, 8, double);
    compare(cray::DATAREP, 8, |index| (draw_fraction(index) * 2e9) as i32);
    compare(big_endian::DATAREP, 4, single);
    compare(big_endian::DATAREP, 8, double);
    compare(big_endian::DATAREP, 2, |index| (draw_fraction(index) * 3e4) as i16);
    compare(big_endian::DATAREP, 1, |index| (draw_fraction(index) * 100.0) as i8);
    // EBCDIC, by a table.
    compare(ibm370::DATAREP, 1, |index| Character(b' ' + (draw_fraction(index).abs() * 90.0) as u8));
}
