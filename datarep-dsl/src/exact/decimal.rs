//! Decimal numbers, as test lines write them and as messages show them.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::fives::power_of_five;
use super::ratio::{Ratio, Rounded, divide_rounded};
use super::value::EncodeResult;
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
        // `_` separates groups of digits, before and behind the point.
        let digits: String = whole.chars().chain(fraction.chars()).filter(|c| *c != '_').collect();
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let places = fraction.bytes().filter(u8::is_ascii_digit).count();
        // Each digit behind the point lowers the power of the last digit by one.
        let exponent = power.checked_sub(i64::try_from(places).ok()?)?;
        Some(match digits.trim_start_matches('0') {
            // Zero has one form, so that `0.000` and `0e9` are the same number.
            "" => Decimal { negative, digits: "0".to_owned(), exponent: 0 },
            digits => Decimal { negative, digits: digits.to_owned(), exponent },
        })
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.digits == "0"
    }

    /// The power of ten of the first digit.
    pub(crate) fn first_digit_power(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX)).saturating_sub(1)
    }

    /// The power of ten of the last digit that is not zero.
    pub(crate) fn last_digit_power(&self) -> i64 {
        let zeros = self.digits.len() - self.digits.trim_end_matches('0').len();
        self.exponent.saturating_add(i64::try_from(zeros).unwrap_or(i64::MAX))
    }

    /// Its exact magnitude. The caller must ensure that the exponent is small.
    pub(crate) fn to_ratio(&self) -> Ratio {
        let digits = BigUint::parse_bytes(self.digits.as_bytes(), 10).unwrap_or_default();
        scale_by_tens(digits, self.exponent)
    }

    /// Whether the number has a power of ten that is not computed.
    pub(crate) fn is_far(&self) -> bool {
        self.first_digit_power().abs() > MAX_POWER || self.exponent.abs() > MAX_POWER
    }

    /// The result for a number that is clearly outside a range, so that it need not be computed: above `2^largest` it
    /// overflows, and below `2^smallest` it becomes zero. `None` if it must be computed.
    pub(super) fn encode_if_far(&self, largest: Option<i64>, smallest: Option<i64>) -> Option<EncodeResult> {
        // Ten is above the third power of two and below the fourth. The reverse holds for a tenth.
        let twos =
            |power: i64, above: i64, below: i64| power.saturating_mul(if power < 0 { below } else { above });
        let power = self.first_digit_power();
        // One power of ten and two powers of two are left between: the bounds are rough, and only clear cases are
        // decided here.
        if largest.is_some_and(|largest| twos(power - 1, 3, 4) > largest + 2) {
            return Some(EncodeResult::Overflow);
        }
        let is_below = |smallest: i64| twos(power + 1, 4, 3) < smallest - 2;
        smallest.is_some_and(is_below).then_some(EncodeResult::Zero)
    }

    /// Whether the number clearly differs from `value`, so that no exact comparison is needed.
    pub(crate) fn is_clearly_unequal(&self, value: &Ratio) -> bool {
        let power = value.rough_binary_exponent();
        // A text can have many lines. Far numbers would each cost a power of five with thousands of digits.
        self.encode_if_far(Some(power + 2), Some(power)).is_some()
            || self.first_digit_power().abs() > MAX_POWER
    }

    /// The number in units of `10^power`, rounded to nearest even. `None` if the result has more
    /// than 128 bits.
    pub(super) fn count_units(&self, power: i64) -> Option<u128> {
        let shift = self.exponent.saturating_sub(power);
        let number = |digits: &str| if digits.is_empty() { Some(0) } else { digits.parse::<u128>().ok() };
        if let Ok(zeros) = usize::try_from(shift) {
            // With 39 zeros it is beyond 128 bits, and more of them change nothing.
            return number(&format!("{}{}", self.digits, "0".repeat(zeros.min(39))));
        }
        let dropped_digits = usize::try_from(shift.unsigned_abs()).unwrap_or(usize::MAX);
        // All digits are behind the unit, and the first of them more than one place: less than half of a unit.
        let Some(kept_digits) = self.digits.len().checked_sub(dropped_digits) else { return Some(0) };
        let (whole, rest) = self.digits.split_at(kept_digits);
        let whole = number(whole)?;
        // A tie has the digit 5 and zeros behind it. Any other digit behind it is above the tie.
        let half = rest.bytes().next().cmp(&Some(b'5'));
        let half = half.then_with(|| rest[1..].bytes().any(|digit| digit != b'0').cmp(&false));
        let up = half.is_gt() || half.is_eq() && !whole.is_multiple_of(2);
        whole.checked_add(u128::from(up))
    }

    /// Whether `value` is within half a unit of the last digit of this number.
    pub(crate) fn is_rounding_of(&self, value: &Ratio) -> bool {
        let digits = BigUint::parse_bytes(self.digits.as_bytes(), 10).unwrap_or_default() * 2_u8;
        let half = |digits: BigUint| {
            let mut bound = scale_by_tens(digits, self.exponent);
            // The digits were doubled, so halving by the exponent gives half a unit exactly.
            bound.exponent -= 1;
            bound
        };
        value.compare(&half(&digits - 1_u8)) != Ordering::Less
            && value.compare(&half(digits + 1_u8)) != Ordering::Greater
    }
}

/// `decimal * 2^scale` as an integer; `None` if it is not whole and `scale` is zero.
pub(crate) fn to_scaled_integer(decimal: &Decimal, scale: u32, rounding: Rounding) -> Option<BigUint> {
    let is_nearest = matches!(rounding, Rounding::NearestEven | Rounding::NearestAway);
    // The other rules round a tiny number up to one unit, so that only these two may skip the division.
    if is_nearest && decimal.encode_if_far(None, Some(-i64::from(scale))).is_some() {
        return (scale > 0).then_some(BigUint::ZERO);
    }
    let ratio = decimal.to_ratio();
    let shift = ratio.exponent + i64::from(scale);
    let integer = divide_rounded(&ratio, shift, decimal.negative, rounding);
    // A number that is not whole has no word in an integer format. A fixed-point format rounds it.
    (integer.is_exact || scale > 0).then_some(integer.value)
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
    // A quarter of the range of 64 bits leaves room for sums with other powers.
    let power = digits.parse().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if negative { -power } else { power })
}

/// `digits * 10^exponent`.
pub(super) fn scale_by_tens(digits: BigUint, exponent: i64) -> Ratio {
    // `10^n = 5^n × 2^n`: the twos go into the exponent, where they cost nothing.
    let fives = power_of_five(exponent.unsigned_abs());
    let one = BigUint::from(1_u8);
    if exponent >= 0 {
        Ratio { numerator: digits * fives, denominator: one, exponent }
    } else {
        Ratio { numerator: digits, denominator: fives, exponent }
    }
}

/// `10^power`
pub(crate) fn power_of_ten(power: i64) -> Ratio {
    scale_by_tens(BigUint::from(1_u8), power)
}

/// The power of ten of the first digit.
pub(super) fn first_digit_power(value: &Ratio) -> i64 {
    // 1233 / 4096 is the decimal logarithm of two, slightly too small. For negative powers the same factor makes the
    // estimate too large, so the loops correct it in both directions by exact comparisons.
    let mut power = (value.rough_binary_exponent() * 1233).div_euclid(4096);
    while value.compare(&power_of_ten(power + 1)) != Ordering::Less {
        power += 1;
    }
    while value.compare(&power_of_ten(power)) == Ordering::Less {
        power -= 1;
    }
    power
}

/// A number with two digits: `7.2e75`.
pub(crate) fn format_roughly(number: &Ratio) -> String {
    format_digits(number, 2, 0).value
}

/// A number with at most `digits` digits, without a power of ten if it is neither large nor small.
pub(crate) fn format_rounded(number: &Ratio, digits: u32) -> String {
    format_digits(number, digits, i64::from(digits)).value
}

/// The number with at most `digits` digits. Numbers from 0.0001 to `10^plain` are written without a power of ten.
pub(crate) fn format_digits(number: &Ratio, digits: u32, plain: i64) -> Rounded<String> {
    let magnitude = number.rough_binary_exponent();
    if magnitude.abs() > SHOWN_EXPONENT {
        // The digits of such a number would take long, and tell people less than a power of two.
        return Rounded { value: format!("2^{magnitude}"), is_exact: false };
    }
    let mut power = first_digit_power(number);
    let Rounded { value: mut rounded_digits, is_exact } =
        round_to_places(number, i64::from(digits) - 1 - power);
    // Rounding may carry into a new digit: 9.99 with two digits becomes 10.
    if rounded_digits.len() > digits as usize {
        power += 1;
    }
    // At least one digit stays. The zeros behind it are part of the power.
    let length = rounded_digits.trim_end_matches('0').len().max(1);
    rounded_digits.truncate(length);
    Rounded { value: insert_point(&rounded_digits, power, plain), is_exact }
}

/// `number * 10^places` rounded to an integer, as digits.
fn round_to_places(number: &Ratio, places: i64) -> Rounded<String> {
    let product = number.multiply(&power_of_ten(places));
    let integer = divide_rounded(&product, product.exponent, false, Rounding::NearestEven);
    integer.map(|integer| integer.to_string())
}

/// Inserts the point into `digits`, whose first digit weighs `10^power`.
fn insert_point(digits: &str, power: i64, plain: i64) -> String {
    let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if (0..plain).contains(&power) {
        let whole = usize::try_from(power + 1).unwrap_or(0);
        // The digits end before the point, so the places between are zeros.
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
