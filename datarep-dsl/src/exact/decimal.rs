//! Decimal numbers, as test lines write them and as messages show them.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::ratio::{Ratio, divide};
use crate::model::Rounding;

/// The most digits that a decimal number may have: the widest format needs 11,563.
pub(crate) const MAX_DIGITS: usize = 12_000;

/// Numbers beyond this power of ten are not searched for a binary float's word, and not compared in test lines: a text
/// can have many.
pub(crate) const MAX_POWER: i64 = 20_000;

/// Why a large value has no word.
pub(crate) const BEYOND: &str = "is beyond the format's range";

/// Numbers beyond this power of two are shown as a power of two. The decimal formats of the library have numbers from
/// `1e-50000` to `1e50000`.
const SHOWN_EXPONENT: i64 = 180_000;

/// A decimal number: `digits * 10^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    pub(crate) negative: bool,
    /// Without point and leading zeros; `0` for zero.
    pub(crate) digits: String,
    pub(crate) exponent: i64,
}

impl Decimal {
    /// Parses `-118.625` or `1e-3`; `None` if the text is no such number.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text),
        };
        let (digits, power) = match text.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, parse_power(power)?),
            None => (text, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let digits: String = whole.chars().chain(fraction.chars()).filter(|c| *c != '_').collect();
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let places = fraction.bytes().filter(u8::is_ascii_digit).count();
        let exponent = power.checked_sub(i64::try_from(places).ok()?)?;
        Some(match digits.trim_start_matches('0') {
            "" => Decimal { negative, digits: "0".to_owned(), exponent: 0 },
            digits => Decimal { negative, digits: digits.to_owned(), exponent },
        })
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.digits == "0"
    }

    /// The power of ten of the first digit.
    pub(crate) fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX)).saturating_sub(1)
    }

    /// Its exact magnitude. The caller must ensure that the exponent is small.
    pub(crate) fn ratio(&self) -> Ratio {
        let digits = BigUint::parse_bytes(self.digits.as_bytes(), 10).unwrap_or_default();
        scaled(digits, self.exponent)
    }

    /// Whether `value` is within half a unit of the last digit of this number.
    pub(crate) fn rounds_from(&self, value: &Ratio) -> bool {
        let digits = BigUint::parse_bytes(self.digits.as_bytes(), 10).unwrap_or_default() * 2_u8;
        let half = |digits: BigUint| {
            let mut bound = scaled(digits, self.exponent);
            bound.exponent -= 1;
            bound
        };
        value.compare(&half(&digits - 1_u8)) != Ordering::Less
            && value.compare(&half(digits + 1_u8)) != Ordering::Greater
    }
}

/// `decimal * 2^scale` as an integer; `None` if it is not whole and `scale` is zero.
pub(crate) fn scaled_integer(decimal: &Decimal, scale: u32, rounding: Rounding) -> Option<BigUint> {
    let ratio = decimal.ratio();
    let shift = ratio.exponent + i64::from(scale);
    let (integer, exact) = divide(&ratio, shift, decimal.negative, rounding);
    (exact || scale > 0).then_some(integer)
}

fn parse_power(text: &str) -> Option<i64> {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits.strip_prefix('+').unwrap_or(&digits)),
    };
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let power = digits.parse().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if negative { -power } else { power })
}

/// `digits * 10^exponent`.
pub(super) fn scaled(digits: BigUint, exponent: i64) -> Ratio {
    let fives = BigUint::from(5_u8).pow(u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX));
    let one = BigUint::from(1_u8);
    if exponent >= 0 {
        Ratio { numerator: digits * fives, denominator: one, exponent }
    } else {
        Ratio { numerator: digits, denominator: fives, exponent }
    }
}

/// A number with two digits: `7.2e75`.
pub(crate) fn approximate(number: &Ratio) -> String {
    show(number, 2, 0).0
}

/// A number with at most `digits` digits, without a power of ten if it is neither large nor small.
pub(crate) fn rounded_to(number: &Ratio, digits: u32) -> String {
    show(number, digits, i64::from(digits)).0
}

/// The number with at most `digits` digits, and whether that is exact. Numbers from 0.001 to `10^plain` are
/// written without a power of ten.
pub(crate) fn show(number: &Ratio, digits: u32, plain: i64) -> (String, bool) {
    let magnitude = number.magnitude();
    if magnitude.abs() > SHOWN_EXPONENT {
        return (format!("2^{magnitude}"), false);
    }
    // 1233 / 4096 is slightly below the logarithm of two, so the estimate is too small by one at most.
    let mut power = (magnitude * 1233).div_euclid(4096);
    while number.compare(&scaled(BigUint::from(1_u8), power + 1)) != Ordering::Less {
        power += 1;
    }
    while number.compare(&scaled(BigUint::from(1_u8), power)) == Ordering::Less {
        power -= 1;
    }
    let (mut all, exact) = rounded(number, i64::from(digits) - 1 - power);
    if all.len() > digits as usize {
        power += 1;
    }
    let kept = all.trim_end_matches('0').len().max(1);
    all.truncate(kept);
    (place(&all, power, plain), exact)
}

/// `number * 10^places` rounded to an integer, as digits, and whether that is exact.
fn rounded(number: &Ratio, places: i64) -> (String, bool) {
    let power = scaled(BigUint::from(1_u8), places);
    let product = Ratio {
        numerator: &number.numerator * power.numerator,
        denominator: &number.denominator * power.denominator,
        exponent: number.exponent + power.exponent,
    };
    let (integer, exact) = divide(&product, product.exponent, false, Rounding::NearestEven);
    (integer.to_string(), exact)
}

/// Inserts the point into `digits`, whose first digit weighs `10^power`.
fn place(digits: &str, power: i64, plain: i64) -> String {
    let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if (0..plain).contains(&power) {
        let whole = usize::try_from(power + 1).unwrap_or(0);
        if count <= power + 1 {
            return format!("{digits}{}", "0".repeat(whole - digits.len()));
        }
        return format!("{}.{}", &digits[..whole], &digits[whole..]);
    }
    if plain > 0 && (-4..0).contains(&power) {
        let zeros = usize::try_from(-power - 1).unwrap_or(0);
        return format!("0.{}{digits}", "0".repeat(zeros));
    }
    let (first, rest) = digits.split_at(1);
    if rest.is_empty() { format!("{first}e{power}") } else { format!("{first}.{rest}e{power}") }
}
