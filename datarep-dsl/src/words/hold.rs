//! The word of one format that holds exactly what a word of another means.
//!
//! No native type is between the two: a number goes from word to word as a ratio of big integers. Between decimal floats
//! the digits and the exponent go as they are, so that 1.10 stays 1.10 where the target has that word.

use num_bigint::{BigInt, BigUint, Sign};

use super::{Meaning, Number, decimal, meaning};
use crate::exact::{self, Decimal, Encoded, Machine};
use crate::model::{DecimalFloat, DecimalWord, Format, FormatKind, Rounding};

/// The word of `to` whose number is exactly that of the word of `from`; `None` if there is none, and for words that are
/// zero or no number. A format of more than 128 bits has no words here.
///
/// Zeros of decimal floats have a word where the exponent has one.
pub fn hold(from: &Format, to: &Format, word: u128) -> Option<u128> {
    if from.bits > 128 || to.bits > 128 {
        return None;
    }
    if let (FormatKind::DecimalFloat(from), FormatKind::DecimalFloat(to)) = (&from.kind, &to.kind)
        && let Some(word) = move_digits(*from, *to, word)
    {
        return Some(word);
    }
    let Meaning::Number(number) = meaning(from, word) else { return None };
    let word = write(to, &number)?;
    // Encoders round: the word's number says whether it is the same.
    let Meaning::Number(written) = meaning(to, word) else { return None };
    (written.negative == number.negative && written.less(&number).magnitude.is_none()).then_some(word)
}

/// The same digits and power of ten as a word of another decimal float.
fn move_digits(from: DecimalFloat, to: DecimalFloat, word: u128) -> Option<u128> {
    let DecimalWord::Number(significand, exponent) = from.meaning(word) else { return None };
    // Formats with a field for their digits have one word for a number, which is found by its value.
    if from.fields().is_some() || to.fields().is_some() || significand > to.most() {
        return None;
    }
    let power = from.power(i64::try_from(exponent).ok()?);
    let exponent = power - to.power(0);
    if exponent < 0 || exponent > to.last_exponent() || to.power(exponent) != power {
        return None;
    }
    Some(to.word(from.is_negative(word), significand, exponent.unsigned_abs().into()))
}

/// The word of a number other than zero, which may be rounded.
fn write(to: &Format, number: &Number) -> Option<u128> {
    let (negative, magnitude) = (number.negative, number.magnitude.as_ref()?);
    let nearest = Rounding::NearestEven;
    let encoded = match &to.kind {
        FormatKind::Float(float) => Machine::new(float, to.bits).encode(negative, magnitude, nearest),
        FormatKind::PairSum(pair) => {
            exact::pair::encode(&Machine::new(&pair.part, pair.part_bits), negative, magnitude)
        }
        FormatKind::DecimalFloat(tens) => exact::decimal_float::encode(*tens, negative, magnitude, nearest),
        FormatKind::Posit(posit) => exact::posit::encode(*posit, negative, magnitude, nearest),
        FormatKind::Integer(integer) => {
            let scale = i64::from(integer.scale);
            let units = units(number, &power_of_two(scale), to.bits)?;
            let fives = BigInt::from(5_u8).pow(integer.scale);
            return exact::write_integer(*integer, to.bits, &decimal(&(units * fives), -scale)).ok();
        }
        FormatKind::Decimal(digits) => {
            let scale = i64::from(digits.scale);
            let power = Decimal { negative: false, digits: "1".to_owned(), exponent: scale }.ratio();
            // No digit takes less than a bit, or more than eight.
            let units = units(number, &power, to.bits.saturating_mul(4))?;
            return exact::write_digits(*digits, &decimal(&units, -scale)).ok();
        }
        FormatKind::Logical(_) | FormatKind::Character(_) => return None,
    };
    match encoded {
        Encoded::Word { word, .. } => Some(word),
        Encoded::Zero | Encoded::Overflow => None,
    }
}

fn power_of_two(power: i64) -> exact::Ratio {
    exact::Ratio::binary(BigUint::from(1_u8), power)
}

/// How many units a number is, if it is a whole number of them, below `2^bits`.
fn units(number: &Number, per_one: &exact::Ratio, bits: u32) -> Option<BigInt> {
    let product = number.magnitude.as_ref()?.times(per_one);
    // A far exponent would make an integer of as many bits.
    if product.magnitude() > i64::from(bits) {
        return None;
    }
    let (units, is_whole) = exact::divide(&product, product.exponent, false, Rounding::NearestEven);
    let sign = if number.negative { Sign::Minus } else { Sign::Plus };
    is_whole.then(|| BigInt::from_biguint(sign, units))
}
