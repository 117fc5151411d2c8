//! The digits of numbers, without a branch that depends on how many there are: no processor foresees that.

#![allow(clippy::inline_always, reason = "bodies of the loop over the cells of a column")]

use super::block::CELL;

/// Digits that are made at once, each in a byte.
const DIGITS: u32 = 8;

/// The numbers of so many digits are below this.
const UNIT: u64 = 10_u64.pow(DIGITS);

/// `'0'` in each byte.
const ZEROS: u64 = u64::from_le_bytes([b'0'; DIGITS as usize]);

/// Stores a number at the beginning of [`CELL`] bytes or more, with `scale` digits behind its point, and returns the bytes
/// that it has. Returns nothing for a number of more than 16 digits, or with more than 8 of them behind the point.
///
/// -12.34 are the sixteen digits `0000000000001234`, of which the last four are shown. They are stored from the left, and
/// those behind the point once more, one byte further:
///
/// ```text
/// -1234
/// -12.34
/// ```
#[inline(always)]
pub(super) fn put_number(out: &mut [u8], is_negative: bool, magnitude: u64, scale: u32) -> Option<usize> {
    put_digits(out, is_negative, magnitude, scale).map(|(length, _)| length)
}

/// Stores a number as [`put_number`] does. Returns the last eight digits, too, the last one in the lowest byte.
#[inline(always)]
fn put_digits(out: &mut [u8], is_negative: bool, magnitude: u64, scale: u32) -> Option<(usize, u64)> {
    let out = &mut out[..CELL];
    // The first digit overwrites the sign of a number that has none.
    out[0] = b'-';
    let begin = usize::from(is_negative);
    // Most numbers have few digits, and those of a field are alike: this is foreseen.
    let (digit_count, last) = if magnitude < UNIT && scale < DIGITS {
        let digits = split_digits(magnitude);
        // At least one digit stands before the point. `| 1` is a digit, too: no shift is by all bits.
        let digit_count = (DIGITS - (digits | 1).leading_zeros() / 8).max(scale + 1);
        // A digit has four bits, and `'0'` is 0x30, so that no bit is in both.
        let text = (digits | ZEROS) << (8 * (DIGITS - digit_count));
        out[begin..][..8].copy_from_slice(&text.to_be_bytes());
        (digit_count, digits)
    } else {
        let (high, low) = (magnitude / UNIT, magnitude % UNIT);
        if high >= UNIT || scale > DIGITS {
            return None;
        }
        let last = split_digits(low);
        let digits = u128::from(split_digits(high)) << 64 | u128::from(last);
        let digit_count = (2 * DIGITS - digits.leading_zeros() / 8).max(scale + 1);
        let text = (digits | u128::from(ZEROS) << 64 | u128::from(ZEROS)) << (8 * (2 * DIGITS - digit_count));
        out[begin..][..16].copy_from_slice(&text.to_be_bytes());
        (digit_count, last)
    };
    let point = begin + (digit_count - scale) as usize;
    if scale == 0 {
        return Some((point, last));
    }
    let fraction = (last | ZEROS) << (8 * (DIGITS - scale));
    out[point] = b'.';
    out[point + 1..][..8].copy_from_slice(&fraction.to_be_bytes());
    Some((point + 1 + scale as usize, last))
}

/// Stores a float that is a number of millionths, in as few digits as distinguish it from all others, and returns the bytes
/// that it has. Numbers of `digits` digits are distinguished always. Returns nothing for all other floats.
///
/// 1.5 are the digits `1.500000`. If they are those of the float again when they are read, and are few, then no other number
/// of as few digits is this float, so that these are the shortest ones but for the zeros at their end.
#[inline(always)]
pub(super) fn put_short_float(out: &mut [u8], number: f64, digits: usize) -> Option<usize> {
    const SCALE: u32 = 6;
    let magnitude = number.abs();
    // Beyond these there is an exponent, or more than 15 digits.
    if magnitude != 0.0 && !(1e-4..1e9).contains(&magnitude) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below 10^15")]
    let millionths = (magnitude * 1e6 + 0.5) as u64;
    #[expect(clippy::cast_precision_loss, reason = "it is below 10^15")]
    let is_same = (millionths as f64 / 1e6).to_bits() == magnitude.to_bits();
    if !is_same {
        return None;
    }
    let (length, last) = put_digits(out, number.is_sign_negative(), millionths, SCALE)?;
    // At most the digits behind the point.
    let zeros = ((last | 1 << (8 * SCALE)).trailing_zeros() / 8) as usize;
    // One digit stays behind the point.
    let is_short = digits >= 15 || millionths < UNITS[(digits + zeros).min(19)];
    is_short.then_some(length - zeros.min(SCALE as usize - 1))
}

/// The least numbers of one digit more.
static UNITS: [u64; 20] = {
    let mut units = [1; 20];
    let mut digits = 1;
    while digits < 20 {
        units[digits] = 10 * units[digits - 1];
        digits += 1;
    }
    units
};

/// The digits of a number below 10^8, each in a byte and the first one in the highest.
#[inline(always)]
const fn split_digits(number: u64) -> u64 {
    // `x * 10_486 >> 20` is `x / 100` below 10_000, and `x * 103 >> 10` is `x / 10` below 100: here for two numbers
    // at once, and then for four.
    let fours = (number / 10_000) << 32 | (number % 10_000);
    // 12_345_678 is 1234 and 5678 here, then 12, 34, 56 and 78, and in the end 1 to 8, each in a byte.
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007F_0000_007F;
    let pairs = hundreds << 16 | (fours - hundreds * 100);
    let tens = (pairs * 103) >> 10 & 0x000F_000F_000F_000F;
    tens << 8 | (pairs - tens * 10)
}

#[cfg(test)]
mod tests {
    use datarep::Decimal;

    use super::*;

    fn print(is_negative: bool, magnitude: u64, scale: u32) -> Option<String> {
        // Bytes of an earlier cell, which must not be seen.
        let mut out = [b'?'; CELL];
        let length = put_number(&mut out, is_negative, magnitude, scale)?;
        Some(String::from_utf8_lossy(&out[..length]).into_owned())
    }

    #[test]
    fn numbers_have_the_digits_that_decimals_print() {
        let units = (0..16).map(|digits| 10_u64.pow(digits));
        let near = |unit: u64| [unit - 1, unit, unit + 1, unit * 7 % 10_u64.pow(16), unit / 3];
        for magnitude in units.flat_map(near).chain([9_999_999_999_999_999, 1_234_567_890_123_456]) {
            for scale in 0..=8 {
                for is_negative in [false, true].into_iter().filter(|negative| !negative || magnitude > 0) {
                    let number = if is_negative { -i128::from(magnitude) } else { i128::from(magnitude) };
                    let decimal = Decimal::try_from_i128_with_scale(number, scale).expect("it fits");
                    assert_eq!(print(is_negative, magnitude, scale), Some(decimal.to_string()));
                }
            }
        }
        assert_eq!(print(false, 10_u64.pow(16), 0), None);
        assert_eq!(print(false, 1, 9), None);
    }

    #[test]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "any float is a case, also a rounded one"
    )]
    fn floats_have_the_digits_that_they_print() {
        let mut stored = 0;
        let mut compare = |number: f64, digits: usize, expected: String| {
            let mut out = [b'?'; CELL];
            if let Some(length) = put_short_float(&mut out, number, digits) {
                assert_eq!(String::from_utf8_lossy(&out[..length]), expected, "{digits}");
                stored += 1;
            }
        };
        let units = (0..16).map(|digits| 10_i64.pow(digits));
        let near =
            |unit: i64| [0, 1, -1, unit, -unit, unit - 1, unit * 7 + 1, unit / 3, unit / 8 * 3, 123_456_789];
        for number in units.flat_map(near) {
            for divisor in [1.0, 2.0, 64.0, 10.0, 1e2, 1e3, 1e5, 1e6, 1e7, 3.0, -1.0] {
                let float = number as f64 / divisor;
                for float in [float, float.next_up(), float.next_down()] {
                    compare(float, 15, format!("{float:?}"));
                    let single = float as f32;
                    for single in [single, single.next_up(), single.next_down()] {
                        compare(f64::from(single), 6, format!("{single:?}"));
                    }
                }
            }
        }
        assert!(stored > 2000, "{stored}");
        for number in [f64::NAN, f64::INFINITY, 1e9, 1e-5, 0.1 + 0.2, f64::MIN_POSITIVE] {
            assert_eq!(put_short_float(&mut [b'?'; CELL], number, 15), None);
        }
    }

    #[test]
    fn digits_of_all_pairs_of_numbers_of_four_are_split() {
        // The two halves of eight digits do not meet, so that it is enough to try all of each.
        for number in 0..10_000_u64 {
            let digits = |number: u64| {
                format!("{number:08}").bytes().fold(0, |word, one| word << 8 | u64::from(one - b'0'))
            };
            assert_eq!(split_digits(number), digits(number));
            assert_eq!(split_digits(number * 10_000 + 9_999), digits(number * 10_000 + 9_999));
        }
    }
}
