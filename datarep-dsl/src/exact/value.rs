//! The values of words, and the results of writing values.

use super::decimal::format_digits;
use super::ratio::Ratio;

/// A number, or its digits, with a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Signed<T> {
    pub(crate) negative: bool,
    pub(crate) magnitude: T,
}

/// The value of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ExactValue {
    /// Zero, with its sign.
    Zero { negative: bool },
    /// A number other than zero.
    Finite { negative: bool, magnitude: Ratio },
    /// Infinity, with its sign.
    Infinity { negative: bool },
    /// Not a number.
    Nan,
    /// A reserved operand or an invalid word.
    Reserved,
    /// An exponent above the machine's range.
    Overflow,
    /// An exponent below the machine's range.
    Underflow,
}

/// The result of writing a value in a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EncodeResult {
    /// This word. `is_exact` says whether it is known to be exactly the value.
    Word { word: u128, is_exact: bool },
    /// The value is nearer to zero than to any number of the format.
    Zero,
    /// The value is beyond the format's range.
    Overflow,
}

/// The value of a word, as a person would write it.
pub(crate) fn describe_value(value: &ExactValue) -> String {
    match value {
        ExactValue::Zero { negative: false } => "0".to_owned(),
        ExactValue::Zero { negative: true } => "-0".to_owned(),
        ExactValue::Finite { negative, magnitude } => {
            let sign = if *negative { "-" } else { "" };
            let digits = format_digits(magnitude, 20, 12);
            // Up to 20 digits are shown if they are all. Of others 17 are, as many as distinguish the numbers of
            // binary64.
            if digits.is_exact {
                return format!("{sign}{}", digits.value);
            }
            format!("about {sign}{}", format_digits(magnitude, 17, 12).value)
        }
        ExactValue::Infinity { negative: false } => "infinity".to_owned(),
        ExactValue::Infinity { negative: true } => "negative infinity".to_owned(),
        ExactValue::Nan => "NaN".to_owned(),
        ExactValue::Reserved => "reserved".to_owned(),
        ExactValue::Overflow => "above the range of exponents".to_owned(),
        ExactValue::Underflow => "below the range of exponents".to_owned(),
    }
}
