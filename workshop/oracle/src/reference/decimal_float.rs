//! Decimal floats, converted by long division of integers.

use std::cmp::Ordering;

use datarep_dsl::model::{DecimalFloat, Rounding, SignificandCode};
use num_bigint::BigUint;

use super::kind::Kind;
use super::other::{Encoded, Meaning, OtherFormat, SpecialValue, power_of_five};

/// A decimal float.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tens(pub(super) DecimalFloat);

/// The sign, the digits and the power of ten of a word in declets, or `None` if the word is not a finite number other
/// than zero.
pub fn decode_declets(bits: u32, word: u128) -> Option<(bool, u128, i32)> {
    let meaning = Tens(DecimalFloat { bits, code: SignificandCode::Declets }).decode(word);
    (meaning.kind == Kind::Finite).then_some((meaning.negative, meaning.significand, meaning.ten))
}

impl Tens {
    /// The number of digits, of exponent bits below the first two, and of trailing significand bits, and the bias, from
    /// the standard's table.
    fn parameters(self) -> (u32, u32, u32, i32) {
        match self.0.bits {
            32 => (7, 6, 20, 101),
            64 => (16, 8, 50, 398),
            96 => (25, 10, 80, 1559),
            _ => (34, 12, 110, 6176),
        }
    }

    /// The word of `significand × 10^(exponent - bias)`.
    fn assemble(self, negative: bool, significand: u128, exponent: i32) -> u128 {
        let (digits, rest, trailing, _) = self.parameters();
        let bits = self.0.bits;
        let exponent = u128::from(exponent.unsigned_abs());
        let sign = u128::from(negative) << (bits - 1);
        match self.0.code {
            SignificandCode::Binary if significand < 1 << (trailing + 3) => {
                sign + (exponent << (trailing + 3)) + significand
            }
            SignificandCode::Binary => {
                sign + (3 << (bits - 3)) + (exponent << (trailing + 1)) + significand - (8 << trailing)
            }
            SignificandCode::Declets | SignificandCode::Fields(_) => {
                let first = significand / 10_u128.pow(digits - 1);
                let mut left = significand % 10_u128.pow(digits - 1);
                let mut word = 0;
                for place in 0..trailing / 10 {
                    word += pack_declet(left % 1000) << (10 * place);
                    left /= 1000;
                }
                let (high, low) = (exponent >> rest, exponent % (1 << rest));
                let combination = if first < 8 { 8 * high + first } else { 24 + 2 * high + first - 8 };
                sign + (combination << (bits - 6)) + (low << trailing) + word
            }
        }
    }
}

impl OtherFormat for Tens {
    fn bits(&self) -> u32 {
        self.0.bits
    }

    fn decode(&self, word: u128) -> Meaning {
        let (digits, rest, trailing, bias) = self.parameters();
        let bits = self.0.bits;
        let negative = word >> (bits - 1) == 1;
        let field = |low: u32, width: u32| word >> low & ((1 << width) - 1);
        let five = field(bits - 6, 5);
        let none = Meaning { kind: Kind::Zero, negative, significand: 0, ten: 0, two: 0, told: false };
        if five == 30 {
            return Meaning { kind: Kind::Infinity, ..none };
        }
        if five == 31 {
            return Meaning { kind: Kind::Nan, told: field(bits - 7, 1) + field(0, trailing) != 0, ..none };
        }
        let (significand, exponent) = match self.0.code {
            SignificandCode::Binary if five < 24 => (field(0, trailing + 3), field(trailing + 3, rest + 2)),
            SignificandCode::Binary => {
                (field(0, trailing + 1) + (8 << trailing), field(trailing + 1, rest + 2))
            }
            SignificandCode::Declets | SignificandCode::Fields(_) => {
                let (high, first) =
                    if five < 24 { (five / 8, five % 8) } else { (five / 2 % 4, 8 + five % 2) };
                let number = (0..trailing / 10)
                    .rev()
                    .fold(first, |number, place| 1000 * number + unpack_declet(field(10 * place, 10)));
                (number, (high << rest) + field(trailing, rest))
            }
        };
        if significand == 0 || significand >= 10_u128.pow(digits) {
            return none;
        }
        let ten = i32::try_from(exponent).unwrap_or(0) - bias;
        Meaning { kind: Kind::Finite, significand, ten, ..none }
    }

    fn encode(&self, negative: bool, significand: u128, exponent: i32, rounding: Rounding) -> Encoded {
        let (digits, rest, _, bias) = self.parameters();
        let (most, least) = (10_u128.pow(digits), 10_u128.pow(digits - 1));
        let last = 3 * (1 << rest) - 1;
        // Try powers of ten downward, starting near the number.
        let length = exponent + 128 - significand.leading_zeros().cast_signed();
        let mut power = (length * 3 / 10 - digits.cast_signed() + 2).max(-bias);
        let (mut number, mut order) = divide(significand, exponent, power);
        while power > -bias && number < least {
            power -= 1;
            (number, order) = divide(significand, exponent, power);
        }
        while number >= most {
            power += 1;
            (number, order) = divide(significand, exponent, power);
        }
        let inexact = order != Remainder::None;
        let up = match rounding {
            Rounding::NearestEven => {
                order == Remainder::More || order == Remainder::Half && !number.is_multiple_of(2)
            }
            Rounding::NearestAway => order == Remainder::More || order == Remainder::Half,
            Rounding::TowardZero => false,
            Rounding::Up => inexact && !negative,
            Rounding::Down => inexact && negative,
        };
        number += u128::from(up);
        if number == most {
            (number, power) = (least, power + 1);
        }
        let is_tiny = number < least;
        // Of all words of the number, choose the one whose power is nearest to zero.
        while power < 0 && number > 0 && number.is_multiple_of(10) {
            (number, power) = (number / 10, power + 1);
        }
        if power + bias > last {
            return Encoded::Overflow;
        }
        let word = self.assemble(negative, number, power + bias);
        match (is_tiny, number) {
            (true, 0) => Encoded::Tiny { word: None, inexact },
            (true, _) => Encoded::Tiny { word: Some(word), inexact },
            (false, _) => Encoded::Number { word, inexact },
        }
    }

    fn word(&self, what: SpecialValue, negative: bool) -> Option<u128> {
        let (digits, rest, _, bias) = self.parameters();
        let sign = u128::from(negative) << (self.0.bits - 1);
        Some(match what {
            SpecialValue::Zero => self.assemble(negative, 0, bias),
            SpecialValue::Infinity => sign + (30 << (self.0.bits - 6)),
            SpecialValue::Nan => sign + (31 << (self.0.bits - 6)),
            SpecialValue::Largest => self.assemble(negative, 10_u128.pow(digits) - 1, 3 * (1 << rest) - 1),
        })
    }
}

/// The remainder of a division, compared with half of the divisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remainder {
    None,
    Less,
    Half,
    More,
}

/// Returns the integer part of `significand × 2^exponent / 10^power`, and what remains.
pub(super) fn divide(significand: u128, exponent: i32, power: i32) -> (u128, Remainder) {
    let number = BigUint::from(significand);
    let twos = exponent - power;
    let (mut above, mut below) = if power >= 0 {
        (number, power_of_five(power.unsigned_abs()).clone())
    } else {
        (number * power_of_five(power.unsigned_abs()), BigUint::from(1_u8))
    };
    if twos >= 0 {
        above <<= twos.unsigned_abs();
    } else {
        below <<= twos.unsigned_abs();
    }
    let quotient = &above / &below;
    let rest = above - &quotient * &below;
    let rest = match (rest.clone() << 1_u8).cmp(&below) {
        _ if rest == BigUint::ZERO => Remainder::None,
        Ordering::Less => Remainder::Less,
        Ordering::Equal => Remainder::Half,
        Ordering::Greater => Remainder::More,
    };
    (u128::try_from(quotient).unwrap_or(u128::MAX), rest)
}

/// Three digits from ten bits, by the standard's table of large and small digits.
fn unpack_declet(declet: u128) -> u128 {
    let bit = |place: u32| declet >> (9 - place) & 1;
    // The standard's table numbers the bits from 0 to 9, from the left.
    let number = |bits: [u128; 3]| 4 * bits[0] + 2 * bits[1] + bits[2];
    let first = number([bit(0), bit(1), bit(2)]);
    let second = number([bit(3), bit(4), bit(5)]);
    let third = number([bit(7), bit(8), bit(9)]);
    let [a, b, c] = match (bit(6), bit(7), bit(8), bit(3), bit(4)) {
        (0, ..) => [first, second, third],
        (1, 0, 0, ..) => [first, second, 8 + bit(9)],
        (1, 0, 1, ..) => [first, 8 + bit(5), number([bit(3), bit(4), bit(9)])],
        (1, 1, 0, ..) => [8 + bit(2), second, number([bit(0), bit(1), bit(9)])],
        (1, 1, 1, 0, 0) => [8 + bit(2), 8 + bit(5), number([bit(0), bit(1), bit(9)])],
        (1, 1, 1, 0, 1) => [8 + bit(2), number([bit(0), bit(1), bit(5)]), 8 + bit(9)],
        (1, 1, 1, 1, 0) => [first, 8 + bit(5), 8 + bit(9)],
        _ => [8 + bit(2), 8 + bit(5), 8 + bit(9)],
    };
    100 * a + 10 * b + c
}

/// Ten bits from three digits. The rows of the standard's table are chosen by which of the digits are large.
fn pack_declet(number: u128) -> u128 {
    let bits = |digit: u128| [digit / 8, digit / 4 % 2, digit / 2 % 2, digit % 2];
    let digits = [number / 100, number / 10 % 10, number % 10].map(bits);
    let [first, second, third] = digits;
    // The upper two bits of a small digit are stored where there is room for them.
    let upper = |digit: [u128; 4]| [digit[1], digit[2]];
    let (high, middle, key, low) = match [first[0], second[0], third[0]] {
        [0, 0, 0] => (upper(first), upper(second), 0, upper(third)),
        [0, 0, _] => (upper(first), upper(second), 1, [0, 0]),
        [0, _, 0] => (upper(first), upper(third), 1, [0, 1]),
        [_, 0, 0] => (upper(third), upper(second), 1, [1, 0]),
        [_, _, 0] => (upper(third), [0, 0], 1, [1, 1]),
        [_, 0, _] => (upper(second), [0, 1], 1, [1, 1]),
        [0, _, _] => (upper(first), [1, 0], 1, [1, 1]),
        [_, _, _] => ([0, 0], [1, 1], 1, [1, 1]),
    };
    let row = [high[0], high[1], first[3], middle[0], middle[1], second[3], key, low[0], low[1], third[3]];
    row.iter().fold(0, |word, bit| 2 * word + bit)
}
