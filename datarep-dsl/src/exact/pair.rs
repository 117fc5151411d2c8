//! Pairs of floats whose values are added: the value of two words, and the two words of a value. The machine is that of
//! one part.

use std::cmp::Ordering;

use super::machine::FloatConverter;
use super::ratio::Ratio;
use super::value::{EncodeResult, ExactValue};
use crate::model::word::mask;
use crate::model::{Class, Rounding};

/// The value of the high and the low word together.
pub(crate) fn decode(machine: &FloatConverter<'_>, word: u128) -> ExactValue {
    let high = machine.decode(word >> machine.bits());
    let low = machine.decode(word & mask(machine.bits()));
    match (high, low) {
        (ExactValue::Nan, _) | (_, ExactValue::Nan) => ExactValue::Nan,
        (ExactValue::Infinity { negative }, ExactValue::Infinity { negative: low_negative })
            if negative != low_negative =>
        {
            ExactValue::Nan
        }
        (ExactValue::Infinity { negative }, _) | (_, ExactValue::Infinity { negative }) => {
            ExactValue::Infinity { negative }
        }
        // Before the sums: if both parts are zeros, the result has the sign of the high one.
        (high, ExactValue::Zero { .. }) => high,
        (ExactValue::Zero { .. }, low) => low,
        (
            ExactValue::Finite { negative, magnitude },
            ExactValue::Finite { negative: low_negative, magnitude: low },
        ) => {
            if negative == low_negative {
                return ExactValue::Finite { negative, magnitude: add_ratios(&magnitude, &low) };
            }
            match magnitude.compare(&low) {
                // IEEE 754: the sum of a number and its negative is positive zero.
                Ordering::Equal => ExactValue::Zero { negative: false },
                Ordering::Greater => {
                    ExactValue::Finite { negative, magnitude: subtract_ratios(&magnitude, &low) }
                }
                Ordering::Less => ExactValue::Finite {
                    negative: low_negative,
                    magnitude: subtract_ratios(&low, &magnitude),
                },
            }
        }
        (high, _) => high,
    }
}

fn add_ratios(left: &Ratio, right: &Ratio) -> Ratio {
    left.combine(right, |left, right| left + right)
}

/// The difference of a larger and a smaller number.
fn subtract_ratios(larger: &Ratio, smaller: &Ratio) -> Ratio {
    larger.combine(smaller, |larger, smaller| larger - smaller)
}

/// The words of a number: the high one is nearest to it, and the low one is nearest to the remainder.
pub(crate) fn encode(machine: &FloatConverter<'_>, negative: bool, magnitude: &Ratio) -> EncodeResult {
    let (high, is_exact) = match machine.encode(negative, magnitude, Rounding::NearestEven) {
        EncodeResult::Word { word, is_exact } => (word, is_exact),
        other => return other,
    };
    let place = |low: u128, is_exact| EncodeResult::Word { word: high << machine.bits() | low, is_exact };
    // The low word of such a number is a positive zero, whatever the sign of the high one.
    if is_exact {
        return place(0, true);
    }
    let ExactValue::Finite { magnitude: nearest, .. } = machine.decode(high) else {
        return EncodeResult::Overflow;
    };
    let (below, rest) = match magnitude.compare(&nearest) {
        Ordering::Equal => return place(0, true),
        Ordering::Greater => (negative, subtract_ratios(magnitude, &nearest)),
        Ordering::Less => (!negative, subtract_ratios(&nearest, magnitude)),
    };
    match machine.encode(below, &rest, Rounding::NearestEven) {
        EncodeResult::Word { word, is_exact } => place(word, is_exact),
        // What is left is below the smallest number of a part. It is lost, and the pair is not exact.
        EncodeResult::Zero | EncodeResult::Overflow => place(0, false),
    }
}

/// The words of a class: that of the high part, and zero.
pub(crate) fn special_word(machine: &FloatConverter<'_>, class: Class, negative: bool) -> Option<u128> {
    let word = match class {
        Class::Zero => machine.zero_word(negative),
        Class::Infinity => machine.infinity_word(negative),
        class => machine.written_word(class),
    };
    word.map(|word| word << machine.bits())
}
