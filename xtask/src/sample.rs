//! Fields whose numbers lie at borders, and fields in their places.

use datarep_dsl::model::word::{gather, scatter};
use datarep_dsl::model::{BitRange, DigitFields, DigitSign, DigitUnit};

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

/// A word of so many bits whose digits are some: those that are none become the last one, or others as by chance.
pub(crate) fn with_digits(fields: &DigitFields, bits: u32, word: u128, last: bool) -> u128 {
    let units = |field: u128, width: u32, unit: u32| {
        let radix = if unit == 4 { 10 } else { 100 };
        (0..width / unit).fold(field, |field, place| {
            let digit = field >> (unit * place) & mask::<u128>(unit);
            let other = if last { digit.min(radix - 1) } else { digit % radix };
            field ^ (digit ^ other) << (unit * place)
        })
    };
    let in_place = |word: u128, ranges: &[BitRange], unit: u32| {
        let width = ranges.iter().map(|range| range.width()).sum();
        let field = gather(word, ranges);
        word ^ scatter(field ^ units(field, width, unit), ranges)
    };
    let negative = match fields.sign {
        DigitSign::TwosTop(_) => word >> (bits - 1) == 1,
        DigitSign::Bit(_) | DigitSign::Nine(_) => false,
    };
    let mut word = word;
    if let DigitSign::Nine(low) = fields.sign {
        word = word & !(0xF << low) | (if word >> low & 1 == 1 { 9 } else { 0 }) << low;
    }
    if negative {
        word ^= 1 << (bits - 1);
    }
    let unit = if fields.unit == DigitUnit::Decimal { 4 } else { 8 };
    let mut word = in_place(word, &fields.significand.list(), unit);
    if fields.code.is_decimal() {
        word = in_place(word, &fields.exponent.list(), 4);
    }
    match fields.sign {
        DigitSign::TwosTop(top) if negative => {
            let below = bits - top;
            let high = (word >> below).wrapping_neg() & mask::<u128>(top);
            high << below | word & mask::<u128>(below)
        }
        _ => word,
    }
}
