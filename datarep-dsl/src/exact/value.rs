//! The values of words, and the results of writing values.

use super::decimal::show;
use super::ratio::Ratio;

/// The value of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
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
pub(crate) enum Encoded {
    /// This word. `exact` says whether it is exactly the value.
    Word { word: u128, exact: bool },
    /// The value is nearer to zero than to any number of the format.
    Zero,
    /// The value is beyond the format's range.
    Overflow,
}

/// The value of a word, as a person would write it.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::Zero { negative: false } => "0".to_owned(),
        Value::Zero { negative: true } => "-0".to_owned(),
        Value::Finite { negative, magnitude } => {
            let sign = if *negative { "-" } else { "" };
            let (digits, exact) = show(magnitude, 20, 12);
            if exact {
                return format!("{sign}{digits}");
            }
            format!("about {sign}{}", show(magnitude, 17, 12).0)
        }
        Value::Infinity { negative: false } => "infinity".to_owned(),
        Value::Infinity { negative: true } => "negative infinity".to_owned(),
        Value::Nan => "NaN".to_owned(),
        Value::Reserved => "reserved".to_owned(),
        Value::Overflow => "above the range of exponents".to_owned(),
        Value::Underflow => "below the range of exponents".to_owned(),
    }
}
