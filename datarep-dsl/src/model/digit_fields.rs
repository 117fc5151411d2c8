//! Decimal floats of calculators and of programs: a sign, an exponent and digits in fields of their own.

use super::bits::BitRange;
use super::word::{field_bits, gather, mask, scatter};

/// `value = D × radix^(E - bias)`, with a `D` of so many decimal digits and its point among them. The radix is ten or a hundred.
///
/// A digit is four bits, or two are a byte that holds a number below a hundred. Words with other digits are reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigitFields {
    /// Where the sign is.
    pub sign: DigitSign,
    /// The bits of `E`.
    pub exponent: Ranges,
    /// What they mean.
    pub code: DigitExponent,
    /// What `E` exceeds the exponent of the formula by.
    pub bias: i64,
    /// The smallest and the largest exponent of the formula; words with others are reserved.
    pub exponents: (i64, i64),
    /// The bits of `D`.
    pub significand: Ranges,
    /// How a digit is written.
    pub unit: DigitUnit,
    /// Decimal digits of a digit of the radix: one or two.
    pub tens: u32,
    /// Decimal digits before the point.
    pub whole: u32,
    /// Words that are zero whatever their other digits are.
    pub zero: ZeroWords,
    /// Bits that every written word has, in fields that mean nothing.
    pub constant: u128,
}

/// Up to four ranges of bits, the most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ranges([Option<BitRange>; 4]);

/// Where the sign of a decimal float with fields is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitSign {
    /// A bit that is set in negative words.
    Bit(u32),
    /// A digit of four bits, the lowest of which is this one: nine in negative words, else zero.
    Nine(u32),
    /// So many bits at the top of a negative word are the two's complement of those of the positive one.
    TwosTop(u32),
}

/// What the exponent's bits mean, the bias not taken off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitExponent {
    /// A binary number.
    Binary,
    /// A binary number in two's complement.
    Twos,
    /// A sign, and a binary number.
    SignMagnitude,
    /// Decimal digits.
    Decimal,
    /// A sign of one bit, and decimal digits.
    SignDecimal,
    /// Decimal digits in ten's complement.
    Tens,
}

/// How the digits of a significand are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitUnit {
    /// A decimal digit in four bits.
    Decimal,
    /// Two decimal digits as a binary number in eight bits.
    Centesimal,
}

/// Words that are zero whatever their other digits are: those for which all holds that is said here. Where nothing is, the words whose
/// digits all are zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ZeroWords {
    /// The bits of the exponent are these.
    pub exponent: Option<u128>,
    /// The first digit of the radix is zero.
    pub first: bool,
}

/// What a word with fields means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitWord {
    /// A number, which may be zero: its digits without their point, and its exponent, counted from the smallest.
    Number(u128, u128),
    /// Nothing.
    Reserved,
}

impl Ranges {
    /// Of a list; `None` where it has more.
    pub fn of(ranges: &[BitRange]) -> Option<Ranges> {
        let mut all = Ranges::default();
        for (place, range) in ranges.iter().enumerate() {
            *all.0.get_mut(place)? = Some(*range);
        }
        Some(all)
    }

    /// As a list.
    pub fn list(self) -> Vec<BitRange> {
        self.0.into_iter().flatten().collect()
    }

    /// Their bits.
    pub fn width(self) -> u32 {
        field_bits(&self.list())
    }
}

impl DigitExponent {
    /// Its word in a text.
    pub fn word(self) -> &'static str {
        match self {
            DigitExponent::Binary => "excess",
            DigitExponent::Twos => "twos_complement",
            DigitExponent::SignMagnitude => "sign_magnitude",
            DigitExponent::Decimal => "decimal",
            DigitExponent::SignDecimal => "decimal_sign_magnitude",
            DigitExponent::Tens => "tens_complement",
        }
    }

    /// Whether it is written in decimal digits.
    pub fn is_decimal(self) -> bool {
        matches!(self, DigitExponent::Decimal | DigitExponent::SignDecimal | DigitExponent::Tens)
    }

    /// Whether its highest bit is a sign.
    pub fn has_sign(self) -> bool {
        matches!(self, DigitExponent::SignMagnitude | DigitExponent::SignDecimal)
    }

    /// One more than the largest number of the bits below a sign.
    pub fn count(self, width: u32) -> i64 {
        let width = width - u32::from(self.has_sign());
        if self.is_decimal() { 10_i64.pow(width / 4) } else { 1 << width }
    }

    /// The smallest and the largest number of a field of so many bits.
    pub fn range(self, width: u32) -> (i64, i64) {
        let count = self.count(width);
        match self {
            DigitExponent::Binary | DigitExponent::Decimal => (0, count - 1),
            DigitExponent::Twos | DigitExponent::Tens => (-(count / 2), count / 2 - 1),
            DigitExponent::SignMagnitude | DigitExponent::SignDecimal => (1 - count, count - 1),
        }
    }

    /// The number of a field; `None` where its digits are none.
    pub fn number(self, field: u128, width: u32) -> Option<i64> {
        let (negative, digits) = if self.has_sign() {
            (field >> (width - 1) == 1, field & mask(width - 1))
        } else {
            (false, field)
        };
        let digits = if self.is_decimal() { from_halves(digits)? } else { digits };
        let number = i64::try_from(digits).ok()?;
        let count = self.count(width);
        Some(match self {
            DigitExponent::Twos | DigitExponent::Tens if number >= count / 2 => number - count,
            _ if negative => -number,
            _ => number,
        })
    }

    /// The field of a number that it can be.
    pub fn field(self, number: i64, width: u32) -> u128 {
        let count = self.count(width);
        let complement = matches!(self, DigitExponent::Twos | DigitExponent::Tens);
        let digits = if complement { number.rem_euclid(count) } else { number.abs() };
        let digits = u128::from(digits.unsigned_abs());
        let digits = if self.is_decimal() { to_halves(digits) } else { digits };
        digits | u128::from(self.has_sign() && number < 0) << (width - 1)
    }
}

impl DigitSign {
    /// Whether there is a negative zero.
    pub fn has_negative_zero(self) -> bool {
        !matches!(self, DigitSign::TwosTop(_))
    }

    /// Whether a word of so many bits is negative, and the word without that; `None` where the sign is none.
    fn take(self, word: u128, bits: u32) -> Option<(bool, u128)> {
        match self {
            DigitSign::Bit(bit) => Some((word >> bit & 1 == 1, word)),
            DigitSign::Nine(low) => match word >> low & 0xF {
                0 => Some((false, word)),
                9 => Some((true, word)),
                _ => None,
            },
            DigitSign::TwosTop(_) if word >> (bits - 1) == 0 => Some((false, word)),
            DigitSign::TwosTop(top) => Some((true, complement(word, bits, top))),
        }
    }

    /// A positive word of so many bits made negative.
    fn negate(self, word: u128, bits: u32) -> u128 {
        match self {
            DigitSign::Bit(bit) => word | 1 << bit,
            DigitSign::Nine(low) => word | 9 << low,
            DigitSign::TwosTop(top) => complement(word, bits, top),
        }
    }
}

/// A word whose highest bits, so many of them, are the two's complement of what they were.
fn complement(word: u128, bits: u32, top: u32) -> u128 {
    let below = bits - top;
    let high = (word >> below).wrapping_neg() & mask(top);
    high << below | word & mask(below)
}

impl DigitFields {
    /// Decimal digits of the significand.
    pub fn digits(&self) -> u32 {
        match self.unit {
            DigitUnit::Decimal => self.significand.width() / 4,
            DigitUnit::Centesimal => self.significand.width() / 8 * 2,
        }
    }

    /// Bits of a digit of the radix.
    pub fn radix_bits(&self) -> u32 {
        match self.unit {
            DigitUnit::Decimal => 4 * self.tens,
            DigitUnit::Centesimal => 8,
        }
    }

    /// The power of ten that the last digit weighs at the smallest exponent.
    pub fn least_power(&self) -> i64 {
        i64::from(self.tens) * self.exponents.0 - i64::from(self.digits()) + i64::from(self.whole)
    }

    /// Whether a word of so many bits is negative; one without a sign is not.
    pub fn is_negative(&self, word: u128, bits: u32) -> bool {
        self.sign.take(word, bits).is_some_and(|(negative, _)| negative)
    }

    /// What a word of so many bits means, its sign apart.
    pub fn meaning(&self, word: u128, bits: u32) -> DigitWord {
        let Some((_, word)) = self.sign.take(word, bits) else { return DigitWord::Reserved };
        let exponent = gather(word, &self.exponent.list());
        let digits = gather(word, &self.significand.list());
        let first = digits >> (self.significand.width() - self.radix_bits());
        let ZeroWords { exponent: zero, first: is_first } = self.zero;
        let claims = zero.is_some() || is_first;
        if claims && zero.is_none_or(|zero| zero == exponent) && (!is_first || first == 0) {
            return DigitWord::Number(0, 0);
        }
        let digits = match self.unit {
            DigitUnit::Decimal => from_halves(digits),
            DigitUnit::Centesimal => from_bytes(digits),
        };
        let number = self.code.number(exponent, self.exponent.width());
        let (Some(digits), Some(number)) = (digits, number) else { return DigitWord::Reserved };
        let (least, most) = self.exponents;
        let exponent = number - self.bias;
        if digits == 0 {
            DigitWord::Number(0, 0)
        } else if (least..=most).contains(&exponent) {
            DigitWord::Number(digits, u128::from((exponent - least).unsigned_abs()))
        } else {
            DigitWord::Reserved
        }
    }

    /// The word of zero, of so many bits. One that is negative has the bits of the positive one, where there is no negative zero.
    pub fn zero_word(&self, negative: bool, bits: u32) -> u128 {
        let field = self.zero.exponent.unwrap_or(0);
        let word = self.constant | scatter(field, &self.exponent.list());
        if negative && self.sign.has_negative_zero() { self.sign.negate(word, bits) } else { word }
    }

    /// The word of a number: digits, and an exponent counted from the smallest.
    pub fn word(&self, negative: bool, digits: u128, exponent: u128, bits: u32) -> u128 {
        let digits = match self.unit {
            DigitUnit::Decimal => to_halves(digits),
            DigitUnit::Centesimal => to_bytes(digits),
        };
        let number = i64::try_from(exponent).unwrap_or(0) + self.exponents.0 + self.bias;
        let field = self.code.field(number, self.exponent.width());
        let word =
            self.constant | scatter(field, &self.exponent.list()) | scatter(digits, &self.significand.list());
        if negative { self.sign.negate(word, bits) } else { word }
    }
}

/// The number of digits in half bytes; `None` where one is none.
fn from_halves(word: u128) -> Option<u128> {
    (0..32).rev().map(|place| word >> (4 * place) & 0xF).try_fold(0_u128, |number, digit| {
        if digit > 9 { None } else { Some(number.checked_mul(10)? + digit) }
    })
}

/// The digits of a number in half bytes.
fn to_halves(mut number: u128) -> u128 {
    let mut word = 0;
    for place in 0..32 {
        word |= (number % 10) << (4 * place);
        number /= 10;
    }
    word
}

/// The number of digits to a hundred in bytes; `None` where one is none.
fn from_bytes(word: u128) -> Option<u128> {
    let digits = word.to_be_bytes().into_iter();
    digits.map(u128::from).try_fold(0, |number, digit| (digit < 100).then_some(number * 100 + digit))
}

/// The digits to a hundred of a number in bytes.
fn to_bytes(mut number: u128) -> u128 {
    let mut word = 0;
    for place in 0..16 {
        word |= (number % 100) << (8 * place);
        number /= 100;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_come_back() {
        let codes = [
            (DigitExponent::Binary, 7, (0, 127)),
            (DigitExponent::Twos, 8, (-128, 127)),
            (DigitExponent::SignMagnitude, 8, (-127, 127)),
            (DigitExponent::Decimal, 8, (0, 99)),
            (DigitExponent::SignDecimal, 9, (-99, 99)),
            (DigitExponent::Tens, 12, (-500, 499)),
        ];
        for (code, width, range) in codes {
            assert_eq!(code.range(width), range, "{code:?}");
            for number in range.0..=range.1 {
                assert_eq!(code.number(code.field(number, width), width), Some(number), "{code:?}");
            }
        }
        assert_eq!(DigitExponent::Tens.field(-1, 12), 0x999);
        assert_eq!(DigitExponent::SignDecimal.field(-12, 9), 0x112);
        assert_eq!(DigitExponent::Tens.number(0x9A9, 12), None);
    }

    #[test]
    fn digits_come_back() {
        let number = 12_345_678_901_234_567_890_123_456_789_012;
        assert_eq!(from_halves(to_halves(number)), Some(number));
        assert_eq!(from_bytes(to_bytes(number)), Some(number));
        assert_eq!((from_halves(0x1A), from_bytes(0x64)), (None, None));
        assert_eq!((to_halves(107), to_bytes(107)), (0x107, 0x107));
    }
}
