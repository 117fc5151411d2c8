//! Fields whose numbers lie at borders, and fields in their places.

mod digits;

use datarep_dsl::model::BitRange;
pub(crate) use digits::with_digits;

use crate::reference::mask;

/// Sign and significand bits that lie at a border: ends, single bits, runs, and halves of any last place.
pub(crate) fn fractions(bits: u32) -> Vec<u128> {
    let all = mask::<u128>(bits);
    let mut found = vec![0, all, all / 3, all / 3 * 2];
    for bit in 0..bits {
        let one = 1_u128 << bit;
        found.extend([one, one - 1, one + 1, all ^ one, all ^ (one - 1), all ^ (one + 1)]);
        found.extend([one | (one >> 1), one | (one >> 2)]);
        // Odd and even ones in the last place, and a half behind it, a little less, a little more.
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

/// The bits of a number in the places of a field, whose most significant range is the first.
pub(crate) fn spread(value: u128, ranges: &[BitRange]) -> u128 {
    let mut value = value;
    ranges.iter().rev().fold(0, |word, range| {
        let part = value & mask::<u128>(range.width());
        value = if range.width() >= 128 { 0 } else { value >> range.width() };
        word | part << range.low
    })
}
