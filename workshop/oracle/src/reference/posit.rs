//! Posits, converted by trying words. A value is rounded to one of the two words beside it, by comparing it with the
//! word of one more bit that lies between them.

use std::cmp::Ordering;

use datarep_dsl::model::{Posit, Rounding};

use super::kind::Kind;
use super::other::{Encoded, Meaning, OtherFormat, SpecialValue};

/// A posit.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositFormat(pub(super) Posit);

/// `significand × 2^exponent`
type Number = (u128, i32);

/// The number of a positive word of `bits` bits, including the sign. The word is read bit by bit, as if zeros followed
/// the last bit.
fn decode_number(word: u128, bits: u32, exponent_bits: u32) -> Number {
    let mut left = (0..bits - 1).rev().map(|place| word >> place & 1 == 1);
    let first = left.next().unwrap_or(false);
    let mut run = 1;
    for bit in left.by_ref() {
        if bit != first {
            break;
        }
        run += 1;
    }
    let regime = if first { run - 1 } else { -run };
    let mut exponent = 0;
    for _ in 0..exponent_bits {
        exponent = 2 * exponent + i32::from(left.next().unwrap_or(false));
    }
    let mut significand = 1;
    let mut fraction_bits = 0;
    for bit in left {
        significand = 2 * significand + u128::from(bit);
        fraction_bits += 1;
    }
    (significand, (regime << exponent_bits) + exponent - fraction_bits)
}

/// Compares two numbers that are not zero.
fn compare_numbers(one: Number, other: Number) -> Ordering {
    // Shift both so that the highest bit is at the top.
    let top = |(significand, exponent): Number| {
        let up = significand.leading_zeros();
        (exponent - up.cast_signed(), significand << up)
    };
    top(one).cmp(&top(other))
}

impl OtherFormat for PositFormat {
    fn bits(&self) -> u32 {
        self.0.bits
    }

    fn is_in_twos(&self) -> bool {
        true
    }

    fn decode(&self, word: u128) -> Meaning {
        let Posit { bits, exponent_bits } = self.0;
        let middle = 1 << (bits - 1);
        let none = Meaning { kind: Kind::Zero, negative: false, significand: 0, ten: 0, two: 0, told: false };
        if word == 0 {
            return none;
        }
        if word == middle {
            return Meaning { kind: Kind::Nan, ..none };
        }
        let negative = word > middle;
        let (significand, two) =
            decode_number(if negative { 2 * middle - word } else { word }, bits, exponent_bits);
        Meaning { kind: Kind::Finite, negative, significand, two, ..none }
    }

    fn encode(&self, negative: bool, significand: u128, exponent: i32, rounding: Rounding) -> Encoded {
        let Posit { bits, exponent_bits } = self.0;
        let middle = 1_u128 << (bits - 1);
        let value = (significand, exponent);
        let signed = |word: u128| if negative { 2 * middle - word } else { word };
        let against = |word: u128| compare_numbers(value, decode_number(word, bits, exponent_bits));
        if against(middle - 1) == Ordering::Greater {
            return Encoded::Overflow;
        }
        if against(1) == Ordering::Less {
            return Encoded::Tiny { word: Some(signed(1)), inexact: true };
        }
        // Find the largest word that is not above the value, bit by bit.
        let word = (0..bits - 1).rev().fold(0, |word, place| {
            let with = word | 1 << place;
            if against(with) == Ordering::Less { word } else { with }
        });
        let inexact = against(word) != Ordering::Equal;
        let border = compare_numbers(value, decode_number(2 * word + 1, bits + 1, exponent_bits));
        let up = match rounding {
            _ if !inexact => false,
            Rounding::NearestEven => {
                border == Ordering::Greater || border == Ordering::Equal && word % 2 == 1
            }
            Rounding::NearestAway => border != Ordering::Less,
            Rounding::TowardZero => false,
            Rounding::Up => !negative,
            Rounding::Down => negative,
        };
        Encoded::Number { word: signed(word + u128::from(up)), inexact }
    }

    fn word(&self, what: SpecialValue, negative: bool) -> Option<u128> {
        let middle = 1 << (self.0.bits - 1);
        match what {
            SpecialValue::Zero => Some(0),
            SpecialValue::Infinity => None,
            SpecialValue::Nan => Some(middle),
            SpecialValue::Largest if negative => Some(middle + 1),
            SpecialValue::Largest => Some(middle - 1),
        }
    }
}
