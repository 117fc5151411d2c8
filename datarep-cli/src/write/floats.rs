//! Numbers of CSV that become native floats.
//!
//! A fraction is seldom a float: `0.1` is the nearest one, and that is what a person means where the field is a float. Not so
//! where the field has decimal digits, or is an integer: its number would be another one than that of the text.

use std::fmt::{Display, LowerExp};
use std::str::FromStr;

use datarep_dsl::model::{Format, FormatKind};
use datarep_dsl::words::{NumberSpan, encode_value, number_span};

/// Which numbers a field takes that are no native floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nearness {
    /// None: every digit of the text is a digit of the float.
    Digits,
    /// Numbers with as many digits as a float has, as other floats are printed.
    Printed,
    /// Printed ones, and fractions, which become the nearest float.
    Fractions,
}

impl Nearness {
    /// What a field of this format takes.
    fn new(kind: Option<&FormatKind>) -> Nearness {
        match kind {
            Some(FormatKind::Float(_) | FormatKind::PairSum(_) | FormatKind::Posit(_)) => Nearness::Fractions,
            Some(FormatKind::DecimalFloat(_)) => Nearness::Printed,
            _ => Nearness::Digits,
        }
    }
}

/// A native float.
pub(super) trait NativeNumber: FromStr + Copy + Display + LowerExp + Into<f64> {
    /// Every decimal number with so many digits is that of its nearest float again.
    const DIGITS: usize;
    /// The most decimal places of a number between one and ten times a power of ten, by all of its digits.
    const PLACES: usize;

    /// The floats beside it.
    fn neighbors(self) -> [Self; 2];
}

impl NativeNumber for f32 {
    const DIGITS: usize = f32::DIGITS as usize;
    const PLACES: usize = 111;

    fn neighbors(self) -> [f32; 2] {
        [self.next_down(), self.next_up()]
    }
}

impl NativeNumber for f64 {
    const DIGITS: usize = f64::DIGITS as usize;
    const PLACES: usize = 766;

    fn neighbors(self) -> [f64; 2] {
        [self.next_down(), self.next_up()]
    }
}

/// What the numbers of a column become.
#[derive(Debug)]
pub(super) struct FloatColumn {
    nearness: Nearness,
    /// The format, if it may round a native float once more, with the range of its numbers if that is known.
    rounding: Option<(Format, Option<NumberSpan>)>,
}

impl FloatColumn {
    /// Those of a field with this format.
    pub(super) fn new(format: Option<&Format>) -> FloatColumn {
        let is_rounding =
            |format: &&Format| matches!(format.kind, FormatKind::Float(_) | FormatKind::Posit(_));
        let rounding = format.filter(is_rounding).map(|format| (format.clone(), number_span(format)));
        FloatColumn { nearness: Nearness::new(format.map(|format| &format.kind)), rounding }
    }

    /// The float that is written for a text.
    pub(super) fn parse<T: NativeNumber>(&self, text: &str) -> Option<T> {
        let number = parse_number(text, self.nearness)?;
        Some(self.rounding.as_ref().and_then(|rounding| round_once(text, number, rounding)).unwrap_or(number))
    }
}

/// Another float than the nearest one, if that is half way between two numbers of the format. The number of the text is not, and
/// the float beside it is on the side of the text.
fn round_once<T: NativeNumber>(
    text: &str,
    number: T,
    (format, span): &(Format, Option<NumberSpan>),
) -> Option<T> {
    // The words are exact, and slow to find. Most floats are not half way.
    if span.as_ref().is_some_and(|span| !is_half_way(number.into(), format, span)) {
        return None;
    }
    let word_of = |text: &str| encode_value(format, text).ok().map(|written| written.word);
    let exact_word = |number: T| word_of(&format!("{number:.*e}", T::PLACES));
    let wanted = word_of(text)?;
    if exact_word(number)? == wanted {
        return None;
    }
    number.neighbors().into_iter().find(|&neighbor| exact_word(neighbor) == Some(wanted))
}

/// Whether a float is half way between two numbers of a format: it has one bit more than these.
fn is_half_way(number: f64, format: &Format, span: &NumberSpan) -> bool {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;

    // A number below the normal ones of a double is in the range of few formats.
    if !number.is_normal() {
        return number.is_subnormal();
    }
    let fraction = number.to_bits() & ((1 << FRACTION) - 1);
    let bits = i64::from(FRACTION + 1 - (fraction | 1 << FRACTION).trailing_zeros());
    let exponent = (number.to_bits() >> FRACTION & 0x7FF).cast_signed() - 1_023;
    // The leading digit of a larger radix may begin with zeros, which are all those up to a power of the radix.
    let digit_bits = format.kind.float().map_or(1, |float| i64::from(float.radix.trailing_zeros()));
    let normal_bits = i64::from(span.bits) - (span.end - 1 - exponent).rem_euclid(digit_bits.max(1));
    bits == normal_bits.min(exponent - span.unit + 1) + 1
}

/// A float with the number of a text, or the nearest one where that is meant.
fn parse_number<T: NativeNumber>(text: &str, nearness: Nearness) -> Option<T> {
    let number = parse_float::<T>(text)?;
    // An infinity and a NaN are words, and have no digits.
    let Some(given) = DecimalDigits::parse(text) else { return Some(number) };
    if given.digits.len() <= T::DIGITS || nearness == Nearness::Fractions && given.exponent < 0 {
        return Some(number);
    }
    let places =
        usize::try_from(given.exponent.min(0).unsigned_abs()).unwrap_or(MOST_PLACES).min(MOST_PLACES);
    let is_same = |text: String| DecimalDigits::parse(&text).as_ref() == Some(&given);
    // By all of its digits, or by as many as programs print that have floats of 32 or of 64 bits.
    let is_kept = is_same(format!("{number:.places$}"))
        || nearness != Nearness::Digits
            && (is_same(format!("{number:e}")) || is_same(format!("{:e}", number.into())));
    is_kept.then_some(number)
}

/// No native float has more decimal places.
const MOST_PLACES: usize = 1_100;

/// The nearest float. `None` if there is none near: a number that is no zero is not read as zero, and none as infinity.
fn parse_float<T: FromStr + Copy + Into<f64>>(text: &str) -> Option<T> {
    let number: T = text.parse().ok()?;
    let digits = text.split(['e', 'E']).next().unwrap_or_default().as_bytes();
    let is_wrong = match number.into() {
        0.0 => digits.iter().any(|byte| matches!(byte, b'1'..=b'9')),
        value => value.is_infinite() && digits.iter().any(u8::is_ascii_digit),
    };
    (!is_wrong).then_some(number)
}

/// A decimal number in one form: its digits without zeros around them, and the power of ten of the last one.
#[derive(Debug, PartialEq, Eq)]
struct DecimalDigits {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl DecimalDigits {
    /// The number of a text that is a float. `None` if it has no digits.
    fn parse(text: &str) -> Option<DecimalDigits> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let joined = format!("{}{fraction}", whole.trim_start_matches(['-', '+']));
        if joined.is_empty() || !joined.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = joined.trim_end_matches('0');
        let end_zeros = i64::try_from(joined.len() - digits.len()).ok()?;
        let exponent = exponent.saturating_sub(i64::try_from(fraction.len()).ok()?).saturating_add(end_zeros);
        let digits = digits.trim_start_matches('0').to_owned();
        // Zero has no last digit.
        let exponent = if digits.is_empty() { 0 } else { exponent };
        Some(DecimalDigits { is_negative: whole.starts_with('-'), digits, exponent })
    }
}

#[cfg(test)]
mod tests {
    use datarep_dsl::expression::{FormatExpression, Scope};

    use super::*;

    #[test]
    fn floats_half_way_have_one_bit_more_than_the_numbers_of_a_format() {
        for (path, number, expected) in [
            ("hfp32", 1.0 + 2_f64.powi(-21), true),
            ("hfp32", 1.0 + 2_f64.powi(-20), false),
            ("hfp32", 1.0 + 3.0 * 2_f64.powi(-22), false),
            // The leading digit has one, two and no zeros.
            ("hfp32", 4.0 + 2_f64.powi(-21), true),
            ("hfp32", 2.0 + 2_f64.powi(-21), true),
            ("hfp32", -8.0 - 2_f64.powi(-21), true),
            ("hfp32", 16.0 + 2_f64.powi(-17), true),
            ("f16", 1.0 + 2_f64.powi(-11), true),
            ("f16", 1.0 + 2_f64.powi(-12), false),
            // Below the normal numbers, whose unit is 2^-24.
            ("f16", 3.0 * 2_f64.powi(-25), true),
            ("f16", 2_f64.powi(-25), true),
            ("f16", 2_f64.powi(-24), false),
            ("f16", 0.0, false),
        ] {
            let found = FormatExpression::parse(path).expect("a name").find(Scope::Library);
            let format = found.expect("it is there").format;
            let span = number_span(&format).expect("a float");
            assert_eq!(is_half_way(number, &format, &span), expected, "{path} {number:e}");
        }
    }

    #[test]
    fn a_number_is_kept_or_is_the_nearest_where_that_is_meant() {
        let single = parse_number::<f32>;
        for (text, expected) in [
            ("0.1", Some(0.1)),
            ("1e-90", None),
            ("-1e39", None),
            ("0e9", Some(0.0)),
            ("-inf", Some(f32::NEG_INFINITY)),
            ("x", None),
            ("16777217", None),
            ("16777216.0", Some(16_777_216.0)),
            ("16777216.5", Some(16_777_216.0)),
            ("0.10000000149011612", Some(0.1)),
            // The largest one: by its shortest digits, by those of a double, and by all.
            ("3.4028235e38", Some(f32::MAX)),
            ("3.4028234663852886e+38", Some(f32::MAX)),
            ("340282346638528859811704183484516925440", Some(f32::MAX)),
        ] {
            assert_eq!(single(text, Nearness::Fractions), expected, "{text}");
        }
        assert!(single("NaN", Nearness::Digits).is_some_and(f32::is_nan));
        let double = parse_number::<f64>;
        for (text, expected) in [
            ("0.1", Some(0.1)),
            ("-12345678901234567890.12", None),
            ("-12345678901234567168.00", Some(-12_345_678_901_234_567_000.0)),
            ("12345678901234567000", None),
            ("9007199254740993", None),
            ("9007199254740992.5", None),
            ("0.30000000000000001", None),
            ("0.29999999999999999", Some(0.3)),
        ] {
            assert_eq!(double(text, Nearness::Digits), expected, "{text}");
        }
        assert_eq!(double("12345678901234567000", Nearness::Printed), Some(12_345_678_901_234_567_000.0));
        assert_eq!(double("12345678901234567.25", Nearness::Printed), None);
    }
}
