//! Real numbers that are not a single float: sums of two floats, decimal floats and posits.

use super::decimal::{BEYOND, Decimal};
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

    /// A power of ten that is above every number, and whose reciprocal is below every number other than zero.
    fn reach(&self) -> i64;
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

    fn reach(&self) -> i64 {
        // The words are at most doubles: from 4e-324 to 2e308.
        400
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

    fn reach(&self) -> i64 {
        let above = self.0.power(self.0.last_exponent()) + i64::from(self.0.digits());
        above.abs().max(self.0.power(0).abs()) + 1
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

    fn reach(&self) -> i64 {
        // A power of ten is above three powers of two.
        self.0.largest_power() / 3 + 1
    }
}

/// The word of a decimal number, or the reason why there is none.
pub(crate) fn write(format: &dyn Real, decimal: &Decimal) -> Result<u128, &'static str> {
    let zero = || format.special(Class::Zero, decimal.negative).ok_or("has no word");
    if decimal.is_zero() {
        return zero();
    }
    let reach = format.reach();
    if decimal.magnitude() > reach {
        return Err(BEYOND);
    }
    // Below the smallest number, every value has the same word.
    let small = Decimal { negative: decimal.negative, digits: "1".to_owned(), exponent: -reach - 1 };
    let decimal = if decimal.magnitude() < -reach { &small } else { decimal };
    match format.encode(decimal.negative, &decimal.ratio()) {
        Encoded::Word { word, .. } => Ok(word),
        Encoded::Zero => zero(),
        Encoded::Overflow => Err(BEYOND),
    }
}
