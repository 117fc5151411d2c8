//! What the words of IEEE 754's decimal floats mean.

use super::word::mask;

/// A decimal interchange format: `value = (-1)^S × C × 10^(E - bias)`, with a `C` of so many decimal digits.
///
/// Below the sign come five bits that have the highest two of `E` and the first of `C`, then the rest of `E`, then the rest of
/// `C`. All that differs between widths follows from the width.
///
/// ```
/// use datarep_dsl::model::{DecimalFloat, SignificandCode};
/// let decimal64 = DecimalFloat { bits: 64, code: SignificandCode::Declets };
/// assert_eq!((decimal64.digits(), decimal64.bias(), decimal64.last_exponent()), (16, 398, 767));
/// assert_eq!((decimal64.exponent_bits(), decimal64.trailing_bits()), (8, 50));
/// assert_eq!(decimal64.word(false, 15, 397), 0x2234_0000_0000_0015); // 1.5
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalFloat {
    /// Bits of a word: a multiple of 32.
    pub bits: u32,
    /// How the digits are written.
    pub code: SignificandCode,
}

/// How the digits of a decimal float are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignificandCode {
    /// Densely packed decimal (DPD): the first digit beside the exponent, then three digits in each ten bits.
    Declets,
    /// Binary integer decimal (BID): as one binary number.
    Binary,
}

impl SignificandCode {
    /// Its word in a text.
    pub fn word(self) -> &'static str {
        match self {
            SignificandCode::Declets => "dpd",
            SignificandCode::Binary => "bid",
        }
    }
}

impl DecimalFloat {
    /// Decimal digits of `C`.
    pub fn digits(self) -> u32 {
        9 * self.bits / 32 - 2
    }

    /// Declets below the first digit.
    pub fn declets(self) -> u32 {
        self.digits() / 3
    }

    /// Bits below those of the exponent, the lowest of the word.
    pub fn trailing_bits(self) -> u32 {
        10 * self.declets()
    }

    /// Bits of `E` below its highest two.
    pub fn exponent_bits(self) -> u32 {
        self.bits / 16 + 4
    }

    /// What `E` exceeds the power of ten by.
    pub fn bias(self) -> i64 {
        (3 << (self.exponent_bits() - 1)) + i64::from(self.digits()) - 2
    }

    /// The largest `E`. It has three quarters of what its bits could say.
    pub fn last_exponent(self) -> i64 {
        (3 << self.exponent_bits()) - 1
    }

    /// The largest `C`.
    pub fn most(self) -> u128 {
        10_u128.pow(self.digits()) - 1
    }

    /// The bit of the sign.
    pub fn sign_bit(self) -> u32 {
        self.bits - 1
    }

    /// The word of infinity.
    pub fn infinity(self) -> u128 {
        0b11110 << (self.bits - 6)
    }

    /// The word of the quiet NaN without payload.
    pub fn quiet(self) -> u128 {
        0b11111 << (self.bits - 6)
    }

    /// The word of a number: `C`, of at most so many digits, and `E`.
    pub fn word(self, negative: bool, significand: u128, exponent: u128) -> u128 {
        let trailing = self.trailing_bits();
        let sign = u128::from(negative) << self.sign_bit();
        let rest = self.exponent_bits();
        match self.code {
            SignificandCode::Binary if significand >> (trailing + 3) == 0 => {
                sign | exponent << (trailing + 3) | significand
            }
            SignificandCode::Binary => {
                sign | 0b11 << (self.bits - 3) | exponent << (trailing + 1) | significand & mask(trailing + 1)
            }
            SignificandCode::Declets => {
                let (declets, first) = self.to_declets(significand);
                let (high, low) = (exponent >> rest, exponent & mask(rest));
                let combination =
                    if first < 8 { high << 3 | first } else { 0b11 << 3 | high << 1 | first & 1 };
                sign | combination << (self.bits - 6) | low << trailing | declets
            }
        }
    }

    /// The declets of a number, and the digit above them.
    fn to_declets(self, number: u128) -> (u128, u128) {
        let declet = |digits: u128| (0..0x400).find(|&declet| number_of(declet) == digits).unwrap_or(0);
        let (mut word, mut rest) = (0, number);
        for place in 0..self.declets() {
            word |= declet(rest % 1000) << (10 * place);
            rest /= 1000;
        }
        (word, rest)
    }

    /// `C` and `E` of a word that is a number. A binary `C` of too many digits is zero.
    pub fn number(self, word: u128) -> (u128, u128) {
        let trailing = self.trailing_bits();
        let combination = word >> (self.bits - 6) & 0x1F;
        let large = combination >> 3 == 0b11;
        match self.code {
            SignificandCode::Binary => {
                let shift = if large { trailing + 1 } else { trailing + 3 };
                let above = if large { 8 << trailing } else { 0 };
                let significand = above | word & mask(shift);
                let exponent = word >> shift & mask(self.exponent_bits() + 2);
                (if significand > self.most() { 0 } else { significand }, exponent)
            }
            SignificandCode::Declets => {
                let (high, first) = if large {
                    (combination >> 1 & 3, 8 | combination & 1)
                } else {
                    (combination >> 3, combination & 7)
                };
                let digits = (0..self.declets())
                    .rev()
                    .fold(first, |number, place| number * 1000 + number_of(word >> (10 * place) & 0x3FF));
                (digits, high << self.exponent_bits() | word >> trailing & mask(self.exponent_bits()))
            }
        }
    }
}

/// The three digits of ten bits, by the standard's table.
fn number_of(declet: u128) -> u128 {
    let bit = |place: u32| declet >> place & 1;
    let three = |place: u32| declet >> place & 7;
    let pair = |high: u32, low: u128| 4 * bit(high) + 2 * bit(high - 1) + low;
    let (a, b, c) = match (bit(3), bit(2), bit(1), bit(6), bit(5)) {
        (0, ..) => (three(7), three(4), three(0)),
        (_, 0, 0, ..) => (three(7), three(4), 8 + bit(0)),
        (_, 0, ..) => (three(7), 8 + bit(4), pair(6, bit(0))),
        (_, _, 0, ..) => (8 + bit(7), three(4), pair(9, bit(0))),
        (_, _, _, 0, 0) => (8 + bit(7), 8 + bit(4), pair(9, bit(0))),
        (_, _, _, 0, _) => (8 + bit(7), pair(9, bit(4)), 8 + bit(0)),
        (_, _, _, _, 0) => (three(7), 8 + bit(4), 8 + bit(0)),
        _ => (8 + bit(7), 8 + bit(4), 8 + bit(0)),
    };
    100 * a + 10 * b + c
}
