//! Decimal floats of calculators and of programs: the sign, the exponent and the digits each have a field.

use super::bits::BitRange;
use super::word::{field_bits, gather, mask, scatter};

/// `value = D × radix^(E - bias)`, where `D` has [`DigitFields::digits`] decimal digits with a point among them. The
/// radix is ten or a hundred.
///
/// A digit of the radix is four bits, or a byte that holds a number below a hundred. Words with other digits are
/// reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DigitFields {
    /// The position of the sign.
    pub sign: DigitSign,
    /// The bits of `E`.
    pub exponent: BitRanges,
    /// The code of `E`.
    pub code: DigitExponentCode,
    /// The amount by which `E` exceeds the exponent of the formula.
    pub bias: i64,
    /// The smallest and the largest exponent of the formula. Words with other exponents are reserved.
    pub exponents: (i64, i64),
    /// The bits of `D`.
    pub significand: BitRanges,
    /// The code of a digit.
    pub unit: DigitUnit,
    /// Decimal digits in a digit of the radix: one or two.
    pub tens: u32,
    /// Decimal digits before the point.
    pub whole: u32,
    /// The words that are zero whatever their other digits are.
    pub zero: ZeroWords,
    /// The bits that every written word has, in fields without a meaning.
    pub constant: u128,
}

/// Up to four ranges of bits, the most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BitRanges([Option<BitRange>; 4]);

/// The position of the sign of a decimal float with fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitSign {
    /// One bit that is set in negative words.
    Bit(u32),
    /// A digit of four bits, given by its lowest bit: nine in negative words, else zero.
    Nine(u32),
    /// The given number of bits at the top of a negative word are the two's complement of those of the positive word.
    TwosTop(u32),
}

/// The code of an exponent, before the bias is subtracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitExponentCode {
    /// A binary number.
    Binary,
    /// A binary number in two's complement.
    Twos,
    /// A sign bit, and a binary number.
    SignMagnitude,
    /// Decimal digits.
    Decimal,
    /// A sign bit, and decimal digits.
    SignDecimal,
    /// Decimal digits in ten's complement.
    Tens,
}

/// The code of the digits of a significand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitUnit {
    /// A decimal digit in four bits.
    Decimal,
    /// Two decimal digits as a binary number in eight bits.
    Centesimal,
}

/// The words that are zero whatever their other digits are: those that meet every condition given here. If no condition
/// is given, the words whose digits are all zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ZeroWords {
    /// The exponent has exactly these bits.
    pub exponent: Option<u128>,
    /// The first digit of the radix is zero.
    pub first: bool,
}

/// The meaning of a word with fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitWord {
    /// A number, which may be zero: its digits without their point, and its exponent, counted from the smallest.
    Number(u128, u128),
    /// An invalid word.
    Reserved,
}

impl BitRanges {
    /// Makes ranges from a list; `None` if the list has more than four.
    pub fn from_list(ranges: &[BitRange]) -> Option<BitRanges> {
        let mut bit_ranges = BitRanges::default();
        for (place, range) in ranges.iter().enumerate() {
            // A list of fixed length keeps the type `Copy`. The check reports a field of more ranges to the user.
            *bit_ranges.0.get_mut(place)? = Some(*range);
        }
        Some(bit_ranges)
    }

    /// The ranges as a list.
    pub fn list(self) -> Vec<BitRange> {
        self.0.into_iter().flatten().collect()
    }

    /// The total number of bits.
    pub fn width(self) -> u32 {
        field_bits(&self.list())
    }
}

impl DigitExponentCode {
    /// The word of the language for this code.
    pub fn word(self) -> &'static str {
        match self {
            DigitExponentCode::Binary => "excess",
            DigitExponentCode::Twos => "twos_complement",
            DigitExponentCode::SignMagnitude => "sign_magnitude",
            DigitExponentCode::Decimal => "decimal",
            DigitExponentCode::SignDecimal => "decimal_sign_magnitude",
            DigitExponentCode::Tens => "tens_complement",
        }
    }

    /// Whether the code uses decimal digits.
    pub fn is_decimal(self) -> bool {
        matches!(self, DigitExponentCode::Decimal | DigitExponentCode::SignDecimal | DigitExponentCode::Tens)
    }

    /// Whether the highest bit is a sign.
    pub fn has_sign(self) -> bool {
        matches!(self, DigitExponentCode::SignMagnitude | DigitExponentCode::SignDecimal)
    }

    /// One more than the largest number in the bits below a sign.
    pub fn modulus(self, width: u32) -> i64 {
        let width = width - u32::from(self.has_sign());
        // A decimal exponent has at most five digits and a binary one 16 bits, so neither overflows.
        if self.is_decimal() { 10_i64.pow(width / 4) } else { 1 << width }
    }

    /// The smallest and the largest number of a field of `width` bits.
    pub fn range(self, width: u32) -> (i64, i64) {
        let count = self.modulus(width);
        match self {
            DigitExponentCode::Binary | DigitExponentCode::Decimal => (0, count - 1),
            // Ten's complement splits its range as two's complement does: of two digits, 50 to 99 are -50 to -1.
            DigitExponentCode::Twos | DigitExponentCode::Tens => (-(count / 2), count / 2 - 1),
            DigitExponentCode::SignMagnitude | DigitExponentCode::SignDecimal => (1 - count, count - 1),
        }
    }

    /// The number in a field; `None` if its digits are invalid.
    pub fn decode(self, field: u128, width: u32) -> Option<i64> {
        let (negative, digits) = if self.has_sign() {
            (field >> (width - 1) == 1, field & mask(width - 1))
        } else {
            (false, field)
        };
        // Digits above nine make the word reserved, and not the exponent zero.
        let digits = if self.is_decimal() { from_half_bytes(digits)? } else { digits };
        let number = i64::try_from(digits).ok()?;
        let count = self.modulus(width);
        Some(match self {
            DigitExponentCode::Twos | DigitExponentCode::Tens if number >= count / 2 => number - count,
            _ if negative => -number,
            _ => number,
        })
    }

    /// The field that holds `number`, which must be in the range of the field.
    pub fn encode(self, number: i64, width: u32) -> u128 {
        let count = self.modulus(width);
        let complement = matches!(self, DigitExponentCode::Twos | DigitExponentCode::Tens);
        // -1 becomes 99 in ten's complement of two digits, and 0xFF in two's complement of eight bits.
        let digits = if complement { number.rem_euclid(count) } else { number.abs() };
        let digits = u128::from(digits.unsigned_abs());
        let digits = if self.is_decimal() { to_half_bytes(digits) } else { digits };
        digits | u128::from(self.has_sign() && number < 0) << (width - 1)
    }
}

impl DigitSign {
    /// Whether there is a negative zero.
    pub fn has_negative_zero(self) -> bool {
        !matches!(self, DigitSign::TwosTop(_))
    }

    /// Whether a word of `bits` bits is negative, and the word without its sign; `None` if the sign is invalid.
    fn take_sign(self, word: u128, bits: u32) -> Option<(bool, u128)> {
        match self {
            DigitSign::Bit(bit) => Some((word >> bit & 1 == 1, word)),
            DigitSign::Nine(low) => match word >> low & 0xF {
                0 => Some((false, word)),
                9 => Some((true, word)),
                // Only zero and nine are signs. A word with another digit in their place is reserved.
                _ => None,
            },
            // The sign is the highest bit of the word: the check of the text has refused it anywhere else.
            DigitSign::TwosTop(_) if word >> (bits - 1) == 0 => Some((false, word)),
            DigitSign::TwosTop(top) => Some((true, complement_top(word, bits, top))),
        }
    }

    /// Makes a positive word of `bits` bits negative.
    fn negate(self, word: u128, bits: u32) -> u128 {
        match self {
            DigitSign::Bit(bit) => word | 1 << bit,
            DigitSign::Nine(low) => word | 9 << low,
            DigitSign::TwosTop(top) => complement_top(word, bits, top),
        }
    }
}

/// Replaces the highest `top` bits of a word by their two's complement.
fn complement_top(word: u128, bits: u32, top: u32) -> u128 {
    let below = bits - top;
    // Only these bits are the number that is complemented. Its carry ends above them, and the bits below stay.
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

    /// Bits in a digit of the radix.
    pub fn radix_bits(&self) -> u32 {
        match self.unit {
            DigitUnit::Decimal => 4 * self.tens,
            DigitUnit::Centesimal => 8,
        }
    }

    /// The power of ten of the last digit at the smallest exponent.
    pub fn least_power(&self) -> i64 {
        i64::from(self.tens) * self.exponents.0 - i64::from(self.digits()) + i64::from(self.whole)
    }

    /// Whether numbers are written with leading zeros if they are too small for a nonzero first digit. They are not if
    /// such words of the smallest exponent are zero.
    pub fn has_leading_zeros(&self) -> bool {
        let ZeroWords { exponent, first } = self.zero;
        // If words of the smallest exponent are zero as soon as their first digit is, no number there has leading
        // zeros. A condition on another exponent leaves them.
        let smallest = self.code.encode(self.exponents.0 + self.bias, self.exponent.width());
        !first || exponent.is_some_and(|exponent| exponent != smallest)
    }

    /// Whether a word of `bits` bits is negative. A word with an invalid sign is not.
    pub fn is_negative(&self, word: u128, bits: u32) -> bool {
        self.sign.take_sign(word, bits).is_some_and(|(negative, _)| negative)
    }

    /// The meaning of a word of `bits` bits, without its sign.
    pub fn meaning(&self, word: u128, bits: u32) -> DigitWord {
        let Some((_, word)) = self.sign.take_sign(word, bits) else { return DigitWord::Reserved };
        let exponent = gather(word, &self.exponent.list());
        let digits = gather(word, &self.significand.list());
        // One digit of the radix: two decimal digits if the radix is a hundred.
        let first = digits >> (self.significand.width() - self.radix_bits());
        let ZeroWords { exponent: zero, first: is_first } = self.zero;
        // Without a condition both tests below would hold for every word.
        let claims = zero.is_some() || is_first;
        // Before the digits are read: such a word is zero even if its other digits are invalid.
        if claims && zero.is_none_or(|zero| zero == exponent) && (!is_first || first == 0) {
            return DigitWord::Number(0, 0);
        }
        let digits = match self.unit {
            DigitUnit::Decimal => from_half_bytes(digits),
            DigitUnit::Centesimal => from_centesimal(digits),
        };
        let number = self.code.decode(exponent, self.exponent.width());
        let (Some(digits), Some(number)) = (digits, number) else { return DigitWord::Reserved };
        let (least, most) = self.exponents;
        let exponent = number - self.bias;
        // Before the range of exponents is tested: zero digits are zero at any exponent.
        if digits == 0 {
            DigitWord::Number(0, 0)
        } else if (least..=most).contains(&exponent) {
            DigitWord::Number(digits, u128::from((exponent - least).unsigned_abs()))
        } else {
            DigitWord::Reserved
        }
    }

    /// The word of zero, of `bits` bits. Without a negative zero the word is that of the positive zero.
    pub fn zero_word(&self, negative: bool, bits: u32) -> u128 {
        // The written zero meets the condition: the exponent has the bits that it asks for, and all digits are zero.
        let field = self.zero.exponent.unwrap_or(0);
        let word = self.constant | scatter(field, &self.exponent.list());
        // The complement of zero is zero, so a format with a complement has no negative zero to write.
        if negative && self.sign.has_negative_zero() { self.sign.negate(word, bits) } else { word }
    }

    /// The word of a number, from its digits and its exponent, which is counted from the smallest.
    pub fn assemble_word(&self, negative: bool, digits: u128, exponent: u128, bits: u32) -> u128 {
        let digits = match self.unit {
            DigitUnit::Decimal => to_half_bytes(digits),
            DigitUnit::Centesimal => to_centesimal(digits),
        };
        // The exponent comes in as a count of steps above the smallest one.
        let number = i64::try_from(exponent).unwrap_or(0) + self.exponents.0 + self.bias;
        let field = self.code.encode(number, self.exponent.width());
        let word =
            self.constant | scatter(field, &self.exponent.list()) | scatter(digits, &self.significand.list());
        if negative { self.sign.negate(word, bits) } else { word }
    }
}

/// The number whose decimal digits stand in half bytes; `None` if a half byte is no digit.
fn from_half_bytes(word: u128) -> Option<u128> {
    // All of the 128 bits are read, so that the caller need not know how many digits there are: those above are
    // zeros.
    (0..32).rev().map(|place| word >> (4 * place) & 0xF).try_fold(0_u128, |number, digit| {
        if digit > 9 { None } else { Some(number.checked_mul(10)? + digit) }
    })
}

/// The word whose half bytes are the decimal digits of a number.
fn to_half_bytes(mut number: u128) -> u128 {
    let mut word = 0;
    for place in 0..32 {
        word |= (number % 10) << (4 * place);
        number /= 10;
    }
    word
}

/// The number whose centesimal digits stand in bytes; `None` if a byte is no digit.
fn from_centesimal(word: u128) -> Option<u128> {
    let digits = word.to_be_bytes().into_iter();
    // A byte of a hundred or more is no centesimal digit. Sixteen of them are below `10^32`, so nothing overflows.
    digits.map(u128::from).try_fold(0, |number, digit| (digit < 100).then_some(number * 100 + digit))
}

/// The word whose bytes are the centesimal digits of a number.
fn to_centesimal(mut number: u128) -> u128 {
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
            (DigitExponentCode::Binary, 7, (0, 127)),
            (DigitExponentCode::Twos, 8, (-128, 127)),
            (DigitExponentCode::SignMagnitude, 8, (-127, 127)),
            (DigitExponentCode::Decimal, 8, (0, 99)),
            (DigitExponentCode::SignDecimal, 9, (-99, 99)),
            (DigitExponentCode::Tens, 12, (-500, 499)),
        ];
        for (code, width, range) in codes {
            assert_eq!(code.range(width), range, "{code:?}");
            for number in range.0..=range.1 {
                assert_eq!(code.decode(code.encode(number, width), width), Some(number), "{code:?}");
            }
        }
        assert_eq!(DigitExponentCode::Tens.encode(-1, 12), 0x999);
        assert_eq!(DigitExponentCode::SignDecimal.encode(-12, 9), 0x112);
        assert_eq!(DigitExponentCode::Tens.decode(0x9A9, 12), None);
    }

    #[test]
    fn digits_come_back() {
        let number = 12_345_678_901_234_567_890_123_456_789_012;
        assert_eq!(from_half_bytes(to_half_bytes(number)), Some(number));
        assert_eq!(from_centesimal(to_centesimal(number)), Some(number));
        assert_eq!((from_half_bytes(0x1A), from_centesimal(0x64)), (None, None));
        assert_eq!((to_half_bytes(107), to_centesimal(107)), (0x107, 0x107));
    }
}
