//! Test lines of decimal floats.

use super::{Answer, BEYOND, Claim, MAX_POWER, decimal_of, reads_as};
use crate::exact::{self, Encoded, decimal_float};
use crate::model::{Class, DecimalFloat, Rounding, TestValue};

/// What is so of a line.
pub(super) fn answer(format: DecimalFloat, claim: &Claim<'_>) -> Answer {
    let means = decimal_float::decode(format, claim.word);
    let becomes = becomes(format, &claim.value);
    let reads = |word| reads_as(&decimal_float::decode(format, word), &claim.value, false);
    Answer {
        means: exact::describe(&means),
        reads: reads_as(&means, &claim.value, claim.is_rounded()),
        becomes,
        exact: becomes.is_ok_and(reads),
    }
}

/// The word that a value becomes, or why there is none.
fn becomes(format: DecimalFloat, value: &TestValue) -> Result<u128, &'static str> {
    let special = |class, negative| decimal_float::special(format, class, negative).ok_or("has no word");
    match value {
        TestValue::Infinity(negative) => special(Class::Infinity, *negative),
        TestValue::Nan => special(Class::Nan, false),
        TestValue::Decimal { .. } => {
            let decimal = decimal_of(value);
            if decimal.is_zero() {
                return special(Class::Zero, decimal.negative);
            }
            if decimal.magnitude().abs() > MAX_POWER || decimal.exponent.abs() > MAX_POWER {
                let beyond = decimal.magnitude() > 0;
                return if beyond { Err(BEYOND) } else { special(Class::Zero, decimal.negative) };
            }
            match decimal_float::encode(format, decimal.negative, &decimal.ratio(), Rounding::NearestEven) {
                Encoded::Word { word, .. } => Ok(word),
                Encoded::Zero => special(Class::Zero, decimal.negative),
                Encoded::Overflow => Err(BEYOND),
            }
        }
        TestValue::Reserved | TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    }
}
