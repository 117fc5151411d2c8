//! Test lines of real numbers that are not one float: sums of two, decimal floats and posits.

use super::{Answer, BEYOND, Claim, MAX_POWER, decimal_of, reads_as};
use crate::exact::{self, Encoded, Ratio, Value, decimal_float, pair, posit};
use crate::model::{Class, DecimalFloat, PairSum, Posit, Rounding, TestValue};

/// A format of real numbers.
pub(super) trait Real {
    /// What a word means.
    fn decode(&self, word: u128) -> Value;

    /// The word that a value becomes.
    fn encode(&self, negative: bool, value: &Ratio) -> Encoded;

    /// The word of a class; `None` where it has none.
    fn special(&self, class: Class, negative: bool) -> Option<u128>;
}

/// A sum of two floats.
pub(super) struct Sum<'f>(pub(super) &'f PairSum);

impl Real for Sum<'_> {
    fn decode(&self, word: u128) -> Value {
        pair::decode(self.0, word)
    }

    fn encode(&self, negative: bool, value: &Ratio) -> Encoded {
        pair::encode(self.0, negative, value)
    }

    fn special(&self, class: Class, negative: bool) -> Option<u128> {
        pair::special(self.0, class, negative)
    }
}

/// A decimal float.
pub(super) struct Tens(pub(super) DecimalFloat);

impl Real for Tens {
    fn decode(&self, word: u128) -> Value {
        decimal_float::decode(self.0, word)
    }

    fn encode(&self, negative: bool, value: &Ratio) -> Encoded {
        decimal_float::encode(self.0, negative, value, Rounding::NearestEven)
    }

    fn special(&self, class: Class, negative: bool) -> Option<u128> {
        decimal_float::special(self.0, class, negative)
    }
}

/// A posit.
pub(super) struct Regimes(pub(super) Posit);

impl Real for Regimes {
    fn decode(&self, word: u128) -> Value {
        posit::decode(self.0, word)
    }

    fn encode(&self, negative: bool, value: &Ratio) -> Encoded {
        posit::encode(self.0, negative, value, Rounding::NearestEven)
    }

    fn special(&self, class: Class, _: bool) -> Option<u128> {
        posit::special(self.0, class)
    }
}

/// What is so of a line.
pub(super) fn answer(format: &dyn Real, claim: &Claim<'_>) -> Answer {
    let means = format.decode(claim.word);
    let becomes = becomes(format, &claim.value);
    let reads = |word| reads_as(&format.decode(word), &claim.value, false);
    Answer {
        means: exact::describe(&means),
        reads: reads_as(&means, &claim.value, claim.is_rounded()),
        becomes,
        exact: becomes.is_ok_and(reads),
    }
}

/// The word that a value becomes, or why there is none.
fn becomes(format: &dyn Real, value: &TestValue) -> Result<u128, &'static str> {
    let special = |class, negative| format.special(class, negative).ok_or("has no word");
    match value {
        TestValue::Infinity(negative) => special(Class::Infinity, *negative),
        TestValue::Nan => special(Class::Nan, false),
        TestValue::Decimal { .. } => {
            let decimal = decimal_of(value);
            if decimal.is_zero() {
                return special(Class::Zero, decimal.negative);
            }
            if decimal.magnitude().abs() > MAX_POWER || decimal.exponent.abs() > MAX_POWER {
                return Err(BEYOND);
            }
            match format.encode(decimal.negative, &decimal.ratio()) {
                Encoded::Word { word, .. } => Ok(word),
                Encoded::Zero => special(Class::Zero, decimal.negative),
                Encoded::Overflow => Err(BEYOND),
            }
        }
        TestValue::Reserved | TestValue::Logical(_) | TestValue::Character(_) => Err("has no word"),
    }
}
