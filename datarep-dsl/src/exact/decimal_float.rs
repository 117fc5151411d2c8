//! Decimal floats: what a word means, and which word a value becomes.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::decimal::scaled;
use super::machine::{Encoded, Value};
use super::ratio::{Ratio, divide};
use crate::model::{Class, DecimalFloat, Rounding};

/// What a word means.
pub(crate) fn decode(format: DecimalFloat, word: u128) -> Value {
    let negative = word >> format.sign_bit() & 1 == 1;
    match word >> (format.bits - 6) & 0x1F {
        0b11110 => Value::Infinity { negative },
        0b11111 => Value::Nan,
        _ => match format.number(word) {
            (0, _) => Value::Zero { negative },
            (significand, exponent) => {
                Value::Finite { negative, magnitude: number(format, significand, exponent) }
            }
        },
    }
}

/// `significand × 10^(exponent - bias)`
fn number(format: DecimalFloat, significand: u128, exponent: u128) -> Ratio {
    let exponent = i64::try_from(exponent).unwrap_or(i64::MAX / 4);
    scaled(BigUint::from(significand), exponent - format.bias())
}

/// The word of a class, of either sign; `None` where it is never written.
pub(crate) fn special(format: DecimalFloat, class: Class, negative: bool) -> Option<u128> {
    let sign = u128::from(negative) << format.sign_bit();
    match class {
        Class::Zero => Some(format.word(negative, 0, format.bias().unsigned_abs().into())),
        Class::Infinity => Some(sign | format.infinity()),
        Class::Nan => Some(sign | format.quiet()),
        Class::Subnormal
        | Class::Reserved
        | Class::Invalid
        | Class::Overflow
        | Class::Underflow
        | Class::Missing => None,
    }
}

/// The word that a value becomes: of all with that number the one whose exponent is nearest to zero.
pub(crate) fn encode(format: DecimalFloat, negative: bool, value: &Ratio, rounding: Rounding) -> Encoded {
    let digits = i64::from(format.digits());
    let one = || BigUint::from(1_u8);
    // The power of ten of the first digit.
    let mut power = (value.magnitude() * 1233).div_euclid(4096);
    while value.compare(&scaled(one(), power + 1)) != Ordering::Less {
        power += 1;
    }
    while value.compare(&scaled(one(), power)) == Ordering::Less {
        power -= 1;
    }
    let mut power = (power - (digits - 1)).max(-format.bias());
    let unit = scaled(one(), power);
    let quotient = Ratio {
        numerator: &value.numerator * unit.denominator,
        denominator: &value.denominator * unit.numerator,
        exponent: value.exponent - unit.exponent,
    };
    let (rounded, exact) = divide(&quotient, quotient.exponent, negative, rounding);
    let mut significand = u128::try_from(rounded).unwrap_or(u128::MAX);
    if significand > format.most() {
        (significand, power) = (significand / 10, power + 1);
    }
    if significand == 0 {
        return Encoded::Zero;
    }
    while power < 0 && significand.is_multiple_of(10) {
        (significand, power) = (significand / 10, power + 1);
    }
    let exponent = power + format.bias();
    if exponent > format.last_exponent() {
        return Encoded::Overflow;
    }
    let word = format.word(negative, significand, exponent.unsigned_abs().into());
    Encoded::Word { word, exact }
}

/// The largest number, the smallest normal one, and the smallest of all.
pub(crate) fn limits(format: DecimalFloat) -> [Ratio; 3] {
    let first = 10_u128.pow(format.digits() - 1);
    let last = u128::from(format.last_exponent().unsigned_abs());
    [number(format, format.most(), last), number(format, first, 0), number(format, 1, 0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Decimal;
    use crate::model::SignificandCode;

    const CODES: [SignificandCode; 2] = [SignificandCode::Declets, SignificandCode::Binary];

    #[test]
    fn numbers_are_those_of_the_standard() {
        // 1, 0.1, -7.50 and a third, of the standard and of implementations.
        let cases = [
            (32, SignificandCode::Declets, "1", 0x2250_0001),
            (32, SignificandCode::Binary, "1", 0x3280_0001),
            (64, SignificandCode::Declets, "-7.5", 0xA234_0000_0000_0075),
            (64, SignificandCode::Binary, "1", 0x31C0_0000_0000_0001),
            (64, SignificandCode::Declets, "9999999999999999", 0x6E38_FF3F_CFF3_FCFF),
            (64, SignificandCode::Binary, "9999999999999999", 0x6C73_86F2_6FC0_FFFF),
            (128, SignificandCode::Declets, "1", 0x2208_0000_0000_0000_0000_0000_0000_0001),
            (128, SignificandCode::Binary, "1", 0x3040_0000_0000_0000_0000_0000_0000_0001),
        ];
        for (bits, code, text, word) in cases {
            let format = DecimalFloat { bits, code };
            let decimal = Decimal::parse(text).expect("a number");
            let made = encode(format, decimal.negative, &decimal.ratio(), Rounding::NearestEven);
            assert_eq!(made, Encoded::Word { word, exact: true }, "{text} in {format:?}");
        }
    }

    #[test]
    fn every_word_of_32_bits_comes_back_as_the_same_number() {
        for code in CODES {
            let format = DecimalFloat { bits: 32, code };
            for word in (0..1_u128 << 32).step_by(1_000_003) {
                let Value::Finite { negative, magnitude } = decode(format, word) else { continue };
                let made = encode(format, negative, &magnitude, Rounding::Down);
                let Encoded::Word { word: again, exact: true } = made else { panic!("{word:#x}: {made:?}") };
                let Value::Finite { magnitude: back, .. } = decode(format, again) else {
                    panic!("{word:#x}")
                };
                assert!(back.compare(&magnitude).is_eq(), "{word:#x}: {again:#x}");
            }
        }
    }
}
