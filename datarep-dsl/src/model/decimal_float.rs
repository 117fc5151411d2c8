//! The meaning of the words of decimal floats: those of IEEE 754, and those with digits in fields.

use std::sync::LazyLock;

use super::digit_fields::{DigitFields, DigitWord};
use super::float::Class;
use super::word::mask;

/// A decimal floating-point format: `value = (-1)^S × C × 10^(E - bias)`, where `C` has [`DecimalFloat::digits`]
/// decimal digits.
///
/// In the interchange formats of IEEE 754 the sign is the top bit. Five bits follow that hold the highest two bits of
/// `E` and the first digit of `C`, then the rest of `E`, then the rest of `C`. The width determines everything else.
/// The formats of calculators have fields, which [`DigitFields`] describes. Their `E` is counted from the smallest
/// exponent of the format, and is a power of ten or of a hundred.
///
/// ```
/// use datarep_dsl::model::{DecimalFloat, SignificandCode};
/// let decimal64 = DecimalFloat { bits: 64, code: SignificandCode::Declets };
/// assert_eq!((decimal64.digits(), decimal64.bias(), decimal64.last_exponent()), (16, 398, 767));
/// assert_eq!((decimal64.exponent_bits(), decimal64.trailing_bits()), (8, 50));
/// assert_eq!(decimal64.assemble_word(false, 15, 397), 0x2234_0000_0000_0015); // 1.5
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalFloat {
    /// Bits of a word: a multiple of 32 in IEEE 754's formats.
    pub bits: u32,
    /// How the digits are written.
    pub code: SignificandCode,
}

/// How the digits of a decimal float are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a model has few formats, and this one is copied")]
pub enum SignificandCode {
    /// Densely packed decimal (DPD): the first digit beside the exponent, then three digits in each ten bits.
    Declets,
    /// Binary integer decimal (BID): the digits are one binary number.
    Binary,
    /// In fields of their own.
    Fields(DigitFields),
}

/// The meaning of a word, without its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalWord {
    /// A number, which may be zero: `C` and `E`.
    Number(u128, u128),
    /// Infinity.
    Infinity,
    /// Not a number.
    Nan,
    /// An invalid word.
    Reserved,
}

impl SignificandCode {
    /// The word of the language for this code; `None` for fields, which have a picture.
    pub fn word(self) -> Option<&'static str> {
        match self {
            SignificandCode::Declets => Some("dpd"),
            SignificandCode::Binary => Some("bid"),
            SignificandCode::Fields(_) => None,
        }
    }
}

impl DecimalFloat {
    /// The fields of the format, if it has a field for its digits.
    pub fn fields(self) -> Option<DigitFields> {
        if let SignificandCode::Fields(fields) = self.code { Some(fields) } else { None }
    }

    /// Decimal digits of `C`.
    pub fn digits(self) -> u32 {
        // IEEE 754, interchange format parameters: `p = 9 × k / 32 - 2`.
        self.fields().map_or_else(|| 9 * self.bits / 32 - 2, |fields| fields.digits())
    }

    /// Powers of ten in one step of `E`: one or two.
    pub fn tens(self) -> u32 {
        self.fields().map_or(1, |fields| fields.tens)
    }

    /// The smallest `C` whose first digit is not zero.
    pub fn smallest_normal_significand(self) -> u128 {
        // With a radix of a hundred the first digit is one of two decimal digits, and may be below ten.
        10_u128.pow(self.digits() - self.tens())
    }

    /// Whether numbers of the smallest exponent are written if their first digit is zero.
    pub fn is_gradual(self) -> bool {
        self.fields().is_none_or(|fields| fields.has_leading_zeros())
    }

    /// The smallest nonzero `C` that is written.
    pub fn smallest_significand(self) -> u128 {
        if self.is_gradual() { 1 } else { self.smallest_normal_significand() }
    }

    /// Whether there is a negative zero.
    pub fn has_negative_zero(self) -> bool {
        self.fields().is_none_or(|fields| fields.sign.has_negative_zero())
    }

    /// The declets below the first digit, in IEEE 754's formats.
    pub fn declets(self) -> u32 {
        self.digits() / 3
    }

    /// The bits below those of the exponent, which are the lowest of the word, in IEEE 754's formats.
    pub fn trailing_bits(self) -> u32 {
        10 * self.declets()
    }

    /// The bits of `E` below its highest two, in IEEE 754's formats.
    pub fn exponent_bits(self) -> u32 {
        // IEEE 754's `w`: the combination field has `w + 5` bits, of which five tell the first digit, too.
        self.bits / 16 + 4
    }

    /// The amount by which `E`, times the powers of ten in one of its steps, exceeds the power of ten.
    pub fn bias(self) -> i64 {
        match self.fields() {
            Some(fields) => -fields.least_power(),
            // IEEE 754: `bias = emax + p - 2`, with `emax = 3 × 2^(w - 1)`.
            None => (3 << (self.exponent_bits() - 1)) + i64::from(self.digits()) - 2,
        }
    }

    /// The power of ten of a unit of `C`, for a given `E`.
    pub fn power(self, exponent: i64) -> i64 {
        i64::from(self.tens()) * exponent - self.bias()
    }

    /// The largest `E`. IEEE 754's formats use three quarters of what the bits could hold.
    pub fn last_exponent(self) -> i64 {
        match self.fields() {
            Some(DigitFields { exponents: (least, most), .. }) => most - least,
            // The highest two bits of `E` are never 11, which marks large first digits and special words.
            None => (3 << self.exponent_bits()) - 1,
        }
    }

    /// The largest `C`.
    pub fn largest_significand(self) -> u128 {
        10_u128.pow(self.digits()) - 1
    }

    /// The bit of the sign, in IEEE 754's formats.
    pub fn sign_bit(self) -> u32 {
        self.bits - 1
    }

    /// The word of zero, infinity, or the quiet NaN without payload; `None` if the format has no such word.
    pub fn special_word(self, class: Class, negative: bool) -> Option<u128> {
        let sign = || u128::from(negative) << self.sign_bit();
        match (class, self.fields()) {
            (Class::Zero, Some(fields)) => Some(fields.zero_word(negative, self.bits)),
            // Zeros with every exponent exist. The one that is written has the power of ten zero, as integers do.
            (Class::Zero, None) => Some(self.assemble_word(negative, 0, self.bias().unsigned_abs().into())),
            (Class::Infinity, None) => Some(sign() | 0b11110 << (self.bits - 6)),
            // The bit below these five distinguishes signaling NaNs. It is zero here, so the NaN is quiet.
            (Class::Nan, None) => Some(sign() | 0b11111 << (self.bits - 6)),
            _ => None,
        }
    }

    /// Whether a word is negative.
    pub fn is_negative(self, word: u128) -> bool {
        match self.fields() {
            Some(fields) => fields.is_negative(word, self.bits),
            None => word >> self.sign_bit() & 1 == 1,
        }
    }

    /// The meaning of a word, without its sign.
    pub fn meaning(self, word: u128) -> DecimalWord {
        if let Some(fields) = self.fields() {
            return match fields.meaning(word, self.bits) {
                DigitWord::Number(digits, exponent) => DecimalWord::Number(digits, exponent),
                DigitWord::Reserved => DecimalWord::Reserved,
            };
        }
        // The five bits after the sign. All numbers have other ones than 11110 and 11111.
        match word >> (self.bits - 6) & 0x1F {
            0b11110 => DecimalWord::Infinity,
            0b11111 => DecimalWord::Nan,
            _ => {
                let (significand, exponent) = self.take_parts(word);
                DecimalWord::Number(significand, exponent)
            }
        }
    }

    /// The word of a number: `C`, of at most [`DecimalFloat::digits`] digits, and `E`.
    pub fn assemble_word(self, negative: bool, significand: u128, exponent: u128) -> u128 {
        if let SignificandCode::Fields(fields) = self.code {
            return fields.assemble_word(negative, significand, exponent, self.bits);
        }
        let trailing = self.trailing_bits();
        let sign = u128::from(negative) << self.sign_bit();
        let rest = self.exponent_bits();
        match self.code {
            // A significand that fits in three bits above the trailing ones is written as it is. A longer one begins
            // with the bits 100, which are implied after two ones.
            SignificandCode::Binary if significand >> (trailing + 3) == 0 => {
                sign | exponent << (trailing + 3) | significand
            }
            SignificandCode::Binary => {
                sign | 0b11 << (self.bits - 3) | exponent << (trailing + 1) | significand & mask(trailing + 1)
            }
            SignificandCode::Declets | SignificandCode::Fields(_) => {
                let (declets, first) = self.to_declets(significand);
                let (high, low) = (exponent >> rest, exponent & mask(rest));
                let combination =
                    // The digits 8 and 9 differ in their last bit alone. Two ones in front say that it is one of
                    // them.
                    if first < 8 { high << 3 | first } else { 0b11 << 3 | high << 1 | first & 1 };
                sign | combination << (self.bits - 6) | low << trailing | declets
            }
        }
    }

    /// The declets of a number, and the digit above them.
    fn to_declets(self, number: u128) -> (u128, u128) {
        let (mut word, mut rest) = (0, number);
        for place in 0..self.declets() {
            // Declets are filled from the last three digits on. What is left at the end is the first digit of the
            // number.
            word |= encode_declet(rest % 1000) << (10 * place);
            rest /= 1000;
        }
        (word, rest)
    }

    /// `C` and `E` of a word that is a number, in IEEE 754's formats. A binary `C` of too many digits is zero.
    fn take_parts(self, word: u128) -> (u128, u128) {
        let trailing = self.trailing_bits();
        let combination = word >> (self.bits - 6) & 0x1F;
        let large = combination >> 3 == 0b11;
        // After two ones the other bits move to the right by two, and the digits 100 are implied above the stored
        // ones.
        match self.code {
            SignificandCode::Binary => {
                let shift = if large { trailing + 1 } else { trailing + 3 };
                let above = if large { 8 << trailing } else { 0 };
                let significand = above | word & mask(shift);
                let exponent = word >> shift & mask(self.exponent_bits() + 2);
                // IEEE 754: a binary significand above the largest number of `p` digits is not canonical, and its
                // value is zero.
                (if significand > self.largest_significand() { 0 } else { significand }, exponent)
            }
            SignificandCode::Declets | SignificandCode::Fields(_) => {
                let (high, first) = if large {
                    (combination >> 1 & 3, 8 | combination & 1)
                } else {
                    (combination >> 3, combination & 7)
                };
                let digits = (0..self.declets())
                    // The declet with the highest place has the digits that follow the first one.
                    .rev()
                    .fold(first, |number, place| number * 1000 + decode_declet(word >> (10 * place) & 0x3FF));
                (digits, high << self.exponent_bits() | word >> trailing & mask(self.exponent_bits()))
            }
        }
    }
}

/// The smallest declet of three digits.
fn encode_declet(digits: u128) -> u128 {
    // A search takes as long as the rest of a conversion, many times over.
    static DECLETS: LazyLock<[u16; 1000]> = LazyLock::new(|| {
        let mut declets = [0; 1000];
        // Downward, so that of several declets for three digits the smallest one stays: the canonical one, whose two
        // bits without a meaning are zero.
        for declet in (0..0x400_u16).rev() {
            declets[usize::try_from(decode_declet(declet.into())).unwrap_or(0)] = declet;
        }
        declets
    });
    // The table has an entry for each number below 1000. The caller has taken a remainder.
    usize::try_from(digits).map_or(0, |digits| DECLETS[digits].into())
}

/// The three digits of a declet, by the standard's table.
fn decode_declet(declet: u128) -> u128 {
    // The standard's bits 9 to 0 are `pqr stu v wxy`: `bit(3)` is `v`, `bit(2)` and `bit(1)` are `wx`, and `bit(6)`
    // and `bit(5)` are `st`. A digit below eight needs three bits. Of an eight or a nine only the last bit is stored.
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
