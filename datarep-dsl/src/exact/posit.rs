//! Posits: the value of a word, and the word of a value.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::ratio::Ratio;
use super::value::{EncodeResult, ExactValue};
use crate::model::{Class, Posit, Rounding};

/// The value of a word.
pub(crate) fn decode(format: Posit, word: u128) -> ExactValue {
    if word == format.not_real_word() {
        return ExactValue::Nan;
    }
    let negative = word > format.not_real_word();
    let magnitude = if negative { format.negate_word(word) } else { word };
    match compute_number(format, magnitude) {
        Some(magnitude) => ExactValue::Finite { negative, magnitude },
        None => ExactValue::Zero { negative: false },
    }
}

fn compute_number(format: Posit, word: u128) -> Option<Ratio> {
    let (significand, exponent) = format.decode(word)?;
    Some(Ratio::from_binary(BigUint::from(significand), exponent))
}

/// The word of a class; `None` if it has none.
pub(crate) fn special_word(format: Posit, class: Class) -> Option<u128> {
    match class {
        Class::Zero => Some(0),
        Class::Nan => Some(format.not_real_word()),
        Class::Infinity
        | Class::Subnormal
        | Class::Reserved
        | Class::Invalid
        | Class::Overflow
        | Class::Underflow
        | Class::Missing => None,
    }
}

/// The word of a value. The word with one bit more lies between two words, and its value decides to which of them a
/// value is rounded. No number becomes zero. A number beyond the largest is an overflow.
pub(crate) fn encode(format: Posit, negative: bool, value: &Ratio, rounding: Rounding) -> EncodeResult {
    let value = &value.shorten(format.bits + 1);
    let [largest, smallest] = find_limits(format);
    if value.compare(&largest) == Ordering::Greater {
        return EncodeResult::Overflow;
    }
    let signed = |word: u128| if negative { format.negate_word(word) } else { word };
    // The Posit Standard rounds no number to zero: what is smaller than the smallest number becomes that number.
    if value.compare(&smallest) == Ordering::Less {
        return EncodeResult::Word { word: signed(1), is_exact: false };
    }
    // The largest word that is not above the value.
    let (mut low, mut high) = (1, format.not_real_word());
    // The words of positive numbers are in the order of the numbers.
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let is_above =
            compute_number(format, middle).is_some_and(|number| number.compare(value) == Ordering::Greater);
        if is_above { high = middle } else { low = middle }
    }
    let is_exact = compute_number(format, low).is_some_and(|number| number.compare(value) == Ordering::Equal);
    // The Posit Standard rounds the bits of the word. The border between two words is the number with a one behind
    // the lower word, which is not their mean where bits of the exponent are cut off.
    let longer = Posit { bits: format.bits + 1, ..format };
    let border = compute_number(longer, 2 * low + 1).map_or(Ordering::Less, |border| value.compare(&border));
    let up = !is_exact
        && match (rounding, border) {
            (Rounding::NearestEven, Ordering::Equal) => low % 2 == 1,
            (Rounding::NearestAway, Ordering::Equal)
            | (Rounding::NearestEven | Rounding::NearestAway, Ordering::Greater) => true,
            (Rounding::NearestEven | Rounding::NearestAway, Ordering::Less) | (Rounding::TowardZero, _) => {
                false
            }
            (Rounding::Up, _) => !negative,
            (Rounding::Down, _) => negative,
        };
    EncodeResult::Word { word: signed(low + u128::from(up)), is_exact }
}

/// The largest and the smallest number.
pub(crate) fn find_limits(format: Posit) -> [Ratio; 2] {
    let power = format.largest_power();
    [power, -power].map(|power| Ratio::from_binary(BigUint::from(1_u8), power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_back() {
        for (bits, exponent_bits) in [(8, 2), (8, 0), (5, 1), (10, 3), (3, 2)] {
            let format = Posit { bits, exponent_bits };
            for word in 0..1_u128 << bits {
                let ExactValue::Finite { negative, magnitude } = decode(format, word) else { continue };
                let encoded = encode(format, negative, &magnitude, Rounding::Down);
                assert_eq!(encoded, EncodeResult::Word { word, is_exact: true }, "{format:?}");
            }
        }
    }

    #[test]
    fn halfway_between_two_words_is_the_longer_one_between_them() {
        // Posit8 ends with 2^16, 2^20 and 2^24. Values between the last two are divided at 2^22.
        let format = Posit { bits: 8, exponent_bits: 2 };
        let of = |power: i64| {
            encode(format, false, &Ratio::from_binary(BigUint::from(1_u8), power), Rounding::NearestEven)
        };
        assert_eq!(of(22), EncodeResult::Word { word: 0x7E, is_exact: false });
        assert_eq!(of(23), EncodeResult::Word { word: 0x7F, is_exact: false });
        assert_eq!(of(24), EncodeResult::Word { word: 0x7F, is_exact: true });
        assert_eq!(of(25), EncodeResult::Overflow);
        assert_eq!(of(-60), EncodeResult::Word { word: 0x01, is_exact: false });
    }
}
