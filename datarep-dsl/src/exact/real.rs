//! Real numbers that are not a single float: sums of two floats, decimal floats and posits.

use super::decimal::{BEYOND, Decimal, MAX_POWER};
use super::ratio::Ratio;
use super::value::{Encoded, Value};
use super::{decimal_float, pair, posit};
use crate::model::{Class, DecimalFloat, PairSum, Posit, Rounding};

/// A format of real numbers.
pub(crate) trait Real {
    /// The value of a word.
    fn decode(&self, word: u128) -> Value;

    /// The word of a value.
    fn encode(&self, negative: bool, value: &Ratio) -> Encoded;

    /// The word of a class; `None` if it has none.
    fn special(&self, class: Class, negative: bool) -> Option<u128>;
}

/// A sum of two floats.
pub(crate) struct Sum<'f>(pub(crate) &'f PairSum);

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
pub(crate) struct Tens(pub(crate) DecimalFloat);

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
pub(crate) struct Regimes(pub(crate) Posit);

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

/// The word of a decimal number, or the reason why there is none.
pub(crate) fn write(format: &dyn Real, decimal: &Decimal) -> Result<u128, &'static str> {
    let zero = || format.special(Class::Zero, decimal.negative).ok_or("has no word");
    if decimal.is_zero() {
        return zero();
    }
    if decimal.magnitude().abs() > MAX_POWER || decimal.exponent.abs() > MAX_POWER {
        return Err(BEYOND);
    }
    match format.encode(decimal.negative, &decimal.ratio()) {
        Encoded::Word { word, .. } => Ok(word),
        Encoded::Zero => zero(),
        Encoded::Overflow => Err(BEYOND),
    }
}
