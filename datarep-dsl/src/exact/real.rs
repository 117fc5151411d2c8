//! Real numbers that are not a single float: sums of two floats, decimal floats and posits.

use num_bigint::BigUint;

use super::decimal::{BEYOND, Decimal};
use super::machine::Machine;
use super::ratio::Ratio;
use super::value::{Encoded, Value};
use super::{decimal_float, pair, posit};
use crate::model::{Class, DecimalFloat, PairSum, Posit, Rounding};

/// A format of real numbers.
pub(crate) trait Real {
    /// The value of a word.
    fn decode(&self, word: u128) -> Value;

    /// The word of a decimal number other than zero.
    fn encode(&self, decimal: &Decimal) -> Encoded;

    /// The word of a class; `None` if it has none.
    fn special(&self, class: Class, negative: bool) -> Option<u128>;
}

/// A sum of two floats.
pub(crate) struct Sum<'f>(Machine<'f>);

impl<'f> Sum<'f> {
    /// Prepares the sum.
    pub(crate) fn new(pair: &'f PairSum) -> Self {
        Sum(Machine::new(&pair.part, pair.part_bits))
    }
}

impl Real for Sum<'_> {
    fn decode(&self, word: u128) -> Value {
        pair::decode(&self.0, word)
    }

    fn encode(&self, decimal: &Decimal) -> Encoded {
        match self.0.far(decimal) {
            Some(far) => far,
            None if decimal.is_far() => Encoded::Overflow,
            None => pair::encode(&self.0, decimal.negative, &decimal.ratio()),
        }
    }

    fn special(&self, class: Class, negative: bool) -> Option<u128> {
        pair::special(&self.0, class, negative)
    }
}

/// A decimal float.
pub(crate) struct Tens(pub(crate) DecimalFloat);

impl Real for Tens {
    fn decode(&self, word: u128) -> Value {
        decimal_float::decode(self.0, word)
    }

    fn encode(&self, decimal: &Decimal) -> Encoded {
        decimal_float::encode_decimal(self.0, decimal)
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

    fn encode(&self, decimal: &Decimal) -> Encoded {
        let power = self.0.largest_power();
        let value = match decimal.far(Some(power), Some(-power)) {
            // No number becomes zero: one that is nearer to it than all others is as good as any.
            Some(Encoded::Zero) => Ratio::binary(BigUint::from(1_u8), -power - 1),
            Some(far) => return far,
            None => decimal.ratio(),
        };
        posit::encode(self.0, decimal.negative, &value, Rounding::NearestEven)
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
    match format.encode(decimal) {
        Encoded::Word { word, .. } => Ok(word),
        Encoded::Zero => zero(),
        Encoded::Overflow => Err(BEYOND),
    }
}
