//! The numbers that a field can have: a value beyond them is a mistake in a condition, and would be met by no record. And
//! which fields can have no bad item, because every word is a value of the native type.

use datarep_dsl::model::{Format, FormatKind, IntegerSign, Native, NativeKind};
use datarep_dynamic::record::Field;

/// The numbers of a format that has its digits exactly: `number * 10^-scale`.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberRange {
    /// The numbers farthest from zero, without the point and without the sign.
    below_zero: u128,
    above_zero: u128,
    scale: i32,
}

/// A number as it is written.
#[derive(Debug, PartialEq, Eq)]
struct WrittenNumber {
    is_negative: bool,
    /// Its digits without the point, and how many of them are behind it. The last one behind it is not zero.
    digits: u128,
    places: u32,
}

impl NumberRange {
    /// The numbers of a format; `None` if its numbers are not decimals or integers.
    pub(super) fn new(format: &Format) -> Option<NumberRange> {
        let power = |bits: u32| 1_u128.checked_shl(bits).unwrap_or(0);
        match &format.kind {
            FormatKind::Decimal(decimal) => Some(NumberRange {
                below_zero: decimal.largest(true),
                above_zero: decimal.largest(false),
                scale: decimal.scale,
            }),
            FormatKind::Integer(integer) if integer.scale == 0 && (1..=128).contains(&format.bits) => {
                let (below_zero, above_zero) = match integer.sign {
                    IntegerSign::Unsigned => (0, power(format.bits).wrapping_sub(1)),
                    IntegerSign::Twos => (power(format.bits - 1), power(format.bits - 1) - 1),
                    _ => return None,
                };
                Some(NumberRange { below_zero, above_zero, scale: 0 })
            }
            _ => None,
        }
    }

    /// Whether a number that is written in digits is one of them. What is no such number is not known here.
    pub(super) fn contains(self, text: &str) -> bool {
        let Some(WrittenNumber { is_negative, digits, places }) = WrittenNumber::parse(text) else {
            return true;
        };
        let largest = if is_negative && digits > 0 { self.below_zero } else { self.above_zero };
        let shift = self.scale - i32::try_from(places).unwrap_or(i32::MAX);
        let power = 10_u128.checked_pow(shift.unsigned_abs());
        match (power, shift >= 0) {
            (Some(power), true) => digits.checked_mul(power).is_some_and(|number| number <= largest),
            // More places than the format has, or digits where it has zeros before the point.
            (Some(power), false) => digits % power == 0 && digits / power <= largest,
            (None, _) => digits == 0,
        }
    }

    /// Whether a native type has all of its numbers.
    fn fits_in(self, native: Native) -> bool {
        let NativeKind::Integer { signed, bits } = native.kind() else { return false };
        let magnitude_bits = if signed { bits - 1 } else { bits };
        let largest = u128::MAX >> (128 - magnitude_bits);
        let lowest = if signed { largest + 1 } else { 0 };
        self.scale == 0 && self.above_zero <= largest && self.below_zero <= lowest
    }

    /// What its numbers are, for a message.
    pub(super) fn describe(self) -> String {
        let lowest = match self.below_zero {
            0 => "0".to_owned(),
            number => format!("-{}", format_number(number, self.scale)),
        };
        let highest = format_number(self.above_zero, self.scale);
        match self.scale {
            0 => format!("an integer from {lowest} to {highest}"),
            1 => format!("a number from {lowest} to {highest} with 1 place behind the point"),
            scale if scale > 0 => {
                format!("a number from {lowest} to {highest} with {scale} places behind the point")
            }
            scale => {
                let zeros = "0".repeat(scale.unsigned_abs() as usize);
                format!("a multiple of 1{zeros} from {lowest} to {highest}")
            }
        }
    }
}

impl WrittenNumber {
    fn parse(text: &str) -> Option<WrittenNumber> {
        let is_negative = text.starts_with('-');
        let text = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, places) = text.split_once('.').unwrap_or((text, ""));
        let places = places.trim_end_matches('0');
        let digits = format!("{whole}{places}");
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        // More digits than 128 bits have are more than any format has, and stay so.
        let digits = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u128::MAX) };
        Some(WrittenNumber { is_negative, digits, places: u32::try_from(places.len()).ok()? })
    }
}

/// Whether no item of a field can be bad, as every word is one of its values.
pub(super) fn is_never_bad(field: &Field, format: Option<&Format>) -> bool {
    let Some(format) = format else { return field.is_bytes() };
    match (&format.kind, field.native()) {
        // A text is made of characters, but one with shifts between sets is read as a whole.
        (FormatKind::Character(_), None) => {
            field.datarep().is_some() && format.kind.is_always_valid(Native::WideCharacter)
        }
        (FormatKind::Integer(_) | FormatKind::Decimal(_), Some(native)) => {
            format.kind.is_always_valid(native)
                && NumberRange::new(format).is_some_and(|range| range.fits_in(native))
        }
        _ => false,
    }
}

/// An integer without the zeros that are behind its point: `10.0` is `10`.
pub(super) fn strip_zero_places(text: &str) -> &str {
    match text.split_once('.') {
        Some((whole, places)) if !whole.is_empty() && places.bytes().all(|digit| digit == b'0') => whole,
        _ => text,
    }
}

/// A number with `scale` of its digits behind the point, or with zeros before it.
fn format_number(number: u128, scale: i32) -> String {
    let digits = number.to_string();
    match usize::try_from(scale) {
        Ok(0) => digits,
        Ok(places) => {
            let digits = format!("{digits:0>width$}", width = places + 1);
            let (whole, behind) = digits.split_at(digits.len() - places);
            format!("{whole}.{behind}")
        }
        Err(_) => format!("{digits}{}", "0".repeat(scale.unsigned_abs() as usize)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_the_range_by_their_value() {
        let range = |below_zero, above_zero, scale| NumberRange { below_zero, above_zero, scale };
        let amount = range(99999, 99999, 2);
        for (text, is_in) in [
            ("999.99", true),
            ("-999.990", true),
            ("1e3", true),
            ("1000", false),
            ("0.001", false),
            ("-0.0000", true),
            ("99999999999999999999999999999999999999999", false),
        ] {
            assert_eq!(amount.contains(text), is_in, "{text}");
        }
        assert!(!range(0, 99, 0).contains("-1") && range(0, 99, 0).contains("-0"));
        assert!(range(0, 99, -3).contains("99000") && !range(0, 99, -3).contains("99500"));
        assert!(range(0, 99, 4).contains("0.0099") && !range(0, 99, 4).contains("0.01"));
        assert_eq!(amount.describe(), "a number from -999.99 to 999.99 with 2 places behind the point");
        assert_eq!(range(0, 99, -3).describe(), "a multiple of 1000 from 0 to 99000");
        assert_eq!(range(0, 99, 4).describe(), "a number from 0 to 0.0099 with 4 places behind the point");
        let fits = |range: NumberRange, natives: [Native; 2]| natives.map(|native| range.fits_in(native));
        assert_eq!(fits(range(128, 127, 0), [Native::I8, Native::U8]), [true, false]);
        assert_eq!(fits(range(0, 255, 0), [Native::I8, Native::U8]), [false, true]);
        assert_eq!(fits(range(1 << 127, u128::MAX >> 1, 0), [Native::I128, Native::U128]), [true, false]);
        assert_eq!(
            ["10.0", "10.", "10", ".0", "1.5"].map(strip_zero_places),
            ["10", "10", "10", ".0", "1.5"]
        );
    }
}
