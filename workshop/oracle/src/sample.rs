//! Values of fields at borders, and fields in their places.

mod digits;

use datarep_dsl::model::BitRange;
pub(crate) use digits::make_digits_valid;

use crate::reference::mask;

/// Values of a sign and significand at borders: ends, single bits, runs, and values halfway between two numbers for
/// every last place.
pub(crate) fn list_border_values(bits: u32) -> Vec<u128> {
    let all = mask::<u128>(bits);
    let mut found = vec![0, all, all / 3, all / 3 * 2];
    for bit in 0..bits {
        let one = 1_u128 << bit;
        found.extend([one, one - 1, one + 1, all ^ one, all ^ (one - 1), all ^ (one + 1)]);
        found.extend([one | (one >> 1), one | (one >> 2)]);
        // Even and odd values in the last place, each followed by a half, by a little less and by a little more.
        let (half, upper) = (one >> 1, !(one - 1));
        for above in [(all / 3) & upper, (all / 3 * 2) & upper] {
            found.extend([above | half, above | half.saturating_sub(1), above | (half + 1)]);
        }
    }
    let sign = 1_u128 << bits.saturating_sub(1);
    let other: Vec<u128> = found.iter().map(|fraction| fraction ^ sign).collect();
    found.extend(other);
    for fraction in &mut found {
        *fraction &= all;
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The word that has the bits of a number in the ranges of a field, the highest ones in the first range, and zeros elsewhere.
pub(crate) fn scatter_bits(value: u128, ranges: &[BitRange]) -> u128 {
    let mut value = value;
    ranges.iter().rev().fold(0, |word, range| {
        let part = value & mask::<u128>(range.width());
        value = if range.width() >= 128 { 0 } else { value >> range.width() };
        word | part << range.low
    })
}
