//! Decimal floats: the value of a word, and the word of a value.

use num_bigint::BigUint;

use super::decimal::{Decimal, first_digit_power, power_of_ten, scale_by_tens};
use super::ratio::{Ratio, Rounded, divide_rounded};
use super::tens::SmallDecimal;
use super::value::{EncodeResult, ExactValue};
use crate::model::{Class, DecimalFloat, DecimalWord, Rounding};

/// The value of a word.
pub(crate) fn decode(format: DecimalFloat, word: u128) -> ExactValue {
    let negative = format.is_negative(word);
    match format.meaning(word) {
        DecimalWord::Infinity => ExactValue::Infinity { negative },
        DecimalWord::Nan => ExactValue::Nan,
        DecimalWord::Reserved => ExactValue::Reserved,
        // The sign of a zero counts only where a negative zero can be written.
        DecimalWord::Number(0, _) => ExactValue::Zero { negative: negative && format.has_negative_zero() },
        DecimalWord::Number(significand, exponent) => {
            ExactValue::Finite { negative, magnitude: compute_number(format, significand, exponent) }
        }
    }
}

/// `significand × 10^power`
fn compute_number(format: DecimalFloat, significand: u128, exponent: u128) -> Ratio {
    let exponent = i64::try_from(exponent).unwrap_or(i64::MAX / 4);
    scale_by_tens(BigUint::from(significand), format.power(exponent))
}

/// The word of a class, of either sign; `None` if the class is never written.
pub(crate) fn special_word(format: DecimalFloat, class: Class, negative: bool) -> Option<u128> {
    format.special_word(class, negative)
}

/// The word of a value. Several words may have the same number. The formats of IEEE 754 write the one whose exponent is
/// nearest to zero, the others the one whose first digit is not zero.
pub(crate) fn encode(
    format: DecimalFloat,
    negative: bool,
    value: &Ratio,
    rounding: Rounding,
) -> EncodeResult {
    encode_from_first(format, negative, first_digit_power(value), |power| {
        // Nothing is rounded before the last step.
        let quotient = value.multiply(&power_of_ten(-power));
        let units = divide_rounded(&quotient, quotient.exponent, negative, rounding);
        units.map(|units| u128::try_from(units).unwrap_or(u128::MAX))
    })
}

/// As [`encode`], of a number in decimal digits, without big integers.
pub(crate) fn encode_tens(format: DecimalFloat, value: SmallDecimal, rounding: Rounding) -> EncodeResult {
    encode_from_first(format, value.negative, value.first_digit_power(), |power| {
        value.round_to_units(power, rounding)
    })
}

/// Whether the number of a word is below the smallest normal one.
pub(crate) fn is_tiny(format: DecimalFloat, word: u128) -> bool {
    let DecimalWord::Number(significand, exponent) = format.meaning(word) else { return false };
    let zeros = exponent.saturating_mul(format.tens().into());
    // The power of the first digit, counted from the last digit at the smallest exponent.
    let first = significand.checked_ilog10().map(|digit| u128::from(digit).saturating_add(zeros));
    first.is_none_or(|first| first < u128::from(format.digits() - format.tens()))
}

/// The word of a decimal number, rounded to nearest even. Its digits are those of the word, so that no power of ten is
/// computed.
pub(crate) fn encode_decimal(format: DecimalFloat, decimal: &Decimal) -> EncodeResult {
    encode_from_first(format, decimal.negative, decimal.first_digit_power(), |power| {
        // At most one digit more than the format has is before this unit, and that has 34: there is no larger number.
        // No caller asks whether a word is exact.
        Rounded { value: decimal.count_units(power).unwrap_or(u128::MAX), is_exact: false }
    })
}

/// The word of a value whose first digit has a power of ten. `count` gives the number of units of a power of ten.
fn encode_from_first(
    format: DecimalFloat,
    negative: bool,
    first: i64,
    count: impl FnOnce(i64) -> Rounded<u128>,
) -> EncodeResult {
    let (digits, tens) = (i64::from(format.digits()), i64::from(format.tens()));
    // The exponent that leaves room for all digits, or the smallest exponent.
    // The `E` at which the last digit of the number is the last of `C`.
    let above = first - (digits - 1) + format.bias();
    // Rounded up to a step of `E`: with a radix of a hundred a step is two digits. Below zero there is no exponent,
    // so the number keeps fewer digits.
    let mut exponent = (above + tens - 1).div_euclid(tens).max(0);
    if exponent > format.last_exponent() {
        return EncodeResult::Overflow;
    }
    let Rounded { value: mut significand, is_exact } = count(format.power(exponent));
    // Rounding has carried into a new digit, as 9999999.5 does in seven digits.
    if significand > format.largest_significand() {
        (significand, exponent) = (format.smallest_normal_significand(), exponent + 1);
    }
    if significand < format.smallest_significand() {
        return EncodeResult::Zero;
    }
    // IEEE 754 prefers the exponent nearest to that of integers. Zeros at the end move into the exponent until it is
    // there.
    while format.fields().is_none() && exponent < format.bias() && significand.is_multiple_of(10) {
        (significand, exponent) = (significand / 10, exponent + 1);
    }
    // Only now: a carry may have raised the exponent beyond the last one.
    if exponent > format.last_exponent() {
        return EncodeResult::Overflow;
    }
    let word = format.assemble_word(negative, significand, exponent.unsigned_abs().into());
    EncodeResult::Word { word, is_exact }
}

/// The largest number, the smallest normal one, and the smallest of all.
pub(crate) fn find_limits(format: DecimalFloat) -> [Ratio; 3] {
    let last = u128::from(format.last_exponent().unsigned_abs());
    let smallest = compute_number(format, format.smallest_significand(), 0);
    [
        compute_number(format, format.largest_significand(), last),
        compute_number(format, format.smallest_normal_significand(), 0),
        smallest,
    ]
}

/// The smallest number that a word means.
pub(crate) fn smallest_read(format: DecimalFloat) -> Ratio {
    compute_number(format, 1, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SignificandCode;

    const CODES: [SignificandCode; 2] = [SignificandCode::Declets, SignificandCode::Binary];

    #[test]
    fn numbers_are_those_of_the_standard() {
        // 1, 0.1, -7.50 and a third, from the standard and from implementations.
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
            let encoded = encode(format, decimal.negative, &decimal.to_ratio(), Rounding::NearestEven);
            assert_eq!(encoded, EncodeResult::Word { word, is_exact: true }, "{text} in {format:?}");
        }
    }

    #[test]
    fn a_decimal_number_has_the_word_of_its_value() {
        let digits =
            ["1", "5", "25", "15", "95", "99999995", "99999985", "123456789012345678901234567890123456789"];
        for code in CODES {
            let format = DecimalFloat { bits: 32, code };
            for digits in digits {
                for (zeros, exponent) in
                    [0, 1, 9, 30].iter().flat_map(|zeros| (-140..120).map(|at| (*zeros, at)))
                {
                    let digits = format!("{digits}{}", "0".repeat(zeros));
                    let decimal = Decimal { negative: exponent % 2 == 0, digits, exponent };
                    let word = |encoded| match encoded {
                        EncodeResult::Word { word, .. } => Some(word),
                        EncodeResult::Zero => Some(u128::MAX),
                        EncodeResult::Overflow => None,
                    };
                    let value = encode(format, decimal.negative, &decimal.to_ratio(), Rounding::NearestEven);
                    assert_eq!(word(encode_decimal(format, &decimal)), word(value), "{decimal:?}");
                }
            }
        }
    }

    #[test]
    fn every_word_of_32_bits_comes_back_as_the_same_number() {
        for code in CODES {
            let format = DecimalFloat { bits: 32, code };
            for word in (0..1_u128 << 32).step_by(1_000_003) {
                let ExactValue::Finite { negative, magnitude } = decode(format, word) else { continue };
                let encoded = encode(format, negative, &magnitude, Rounding::Down);
                let EncodeResult::Word { word: reencoded, is_exact: true } = encoded else {
                    panic!("{word:#x}: {encoded:?}")
                };
                let ExactValue::Finite { magnitude: back, .. } = decode(format, reencoded) else {
                    panic!("{word:#x}")
                };
                assert!(back.compare(&magnitude).is_eq(), "{word:#x}: {reencoded:#x}");
            }
        }
    }
}
