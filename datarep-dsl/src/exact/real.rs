//! Real numbers that are not a single float: sums of two floats, decimal floats and posits.

use num_bigint::BigUint;

use super::decimal::{BEYOND, Decimal};
use super::machine::FloatConverter;
use super::ratio::Ratio;
use super::value::{EncodeResult, ExactValue};
use super::{decimal_float, pair, posit};
use crate::model::{Class, DecimalFloat, PairSum, Posit, Rounding};

/// A format of real numbers.
pub(crate) trait RealFormat {
    /// The value of a word.
    fn decode(&self, word: u128) -> ExactValue;

    /// The word of a decimal number other than zero.
    fn encode_nonzero(&self, decimal: &Decimal) -> EncodeResult;

    /// The word of a class; `None` if it has none.
    fn special_word(&self, class: Class, negative: bool) -> Option<u128>;
}

/// A sum of two floats.
pub(crate) struct PairSumReal<'f>(FloatConverter<'f>);

impl<'f> PairSumReal<'f> {
    /// Prepares the sum.
    pub(crate) fn new(pair: &'f PairSum) -> Self {
        PairSumReal(FloatConverter::new(&pair.part, pair.part_bits))
    }
}

impl RealFormat for PairSumReal<'_> {
    fn decode(&self, word: u128) -> ExactValue {
        pair::decode(&self.0, word)
    }

    fn encode_nonzero(&self, decimal: &Decimal) -> EncodeResult {
        match self.0.encode_if_far(decimal) {
            Some(far) => far,
            None if decimal.is_far() => EncodeResult::Overflow,
            None => pair::encode(&self.0, decimal.negative, &decimal.to_ratio()),
        }
    }

    fn special_word(&self, class: Class, negative: bool) -> Option<u128> {
        pair::special_word(&self.0, class, negative)
    }
}

/// A decimal float.
pub(crate) struct DecimalFloatReal(pub(crate) DecimalFloat);

impl RealFormat for DecimalFloatReal {
    fn decode(&self, word: u128) -> ExactValue {
        decimal_float::decode(self.0, word)
    }

    fn encode_nonzero(&self, decimal: &Decimal) -> EncodeResult {
        decimal_float::encode_decimal(self.0, decimal)
    }

    fn special_word(&self, class: Class, negative: bool) -> Option<u128> {
        decimal_float::special_word(self.0, class, negative)
    }
}

/// A posit.
pub(crate) struct PositReal(pub(crate) Posit);

impl RealFormat for PositReal {
    fn decode(&self, word: u128) -> ExactValue {
        posit::decode(self.0, word)
    }

    fn encode_nonzero(&self, decimal: &Decimal) -> EncodeResult {
        let power = self.0.largest_power();
        let value = match decimal.encode_if_far(Some(power), Some(-power)) {
            // No number becomes zero: one that is nearer to it than all others is as good as any.
            Some(EncodeResult::Zero) => Ratio::from_binary(BigUint::from(1_u8), -power - 1),
            Some(far) => return far,
            None => decimal.to_ratio(),
        };
        posit::encode(self.0, decimal.negative, &value, Rounding::NearestEven)
    }

    fn special_word(&self, class: Class, _: bool) -> Option<u128> {
        posit::special_word(self.0, class)
    }
}

/// The word of a decimal number, or the reason why there is none.
pub(crate) fn encode_decimal(format: &dyn RealFormat, decimal: &Decimal) -> Result<u128, &'static str> {
    let zero = || format.special_word(Class::Zero, decimal.negative).ok_or("has no word");
    if decimal.is_zero() {
        return zero();
    }
    match format.encode_nonzero(decimal) {
        EncodeResult::Word { word, .. } => Ok(word),
        EncodeResult::Zero => zero(),
        EncodeResult::Overflow => Err(BEYOND),
    }
}
