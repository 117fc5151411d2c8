//! What the digits of a decimal mean.

use super::printed::PrintedPicture;
use super::word::mask;

/// A number with a decimal point: `value = (-1)^negative * number * 10^-scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    /// The number of digits, at most 38; of a binary number, those of the number that is farthest from zero, at most 39.
    pub digits: u32,
    /// Digits right of the decimal point. The scale exceeds `digits` if zeros follow the point, and is negative if
    /// zeros precede it.
    pub scale: i32,
    /// How a digit is written.
    pub code: DigitCode,
    /// How the sign is written.
    pub sign: DecimalSign,
}

impl Decimal {
    /// Whether there are negative numbers.
    pub fn is_signed(&self) -> bool {
        !matches!(self.sign, DecimalSign::None | DecimalSign::Digit { plus: Plus::Only | Plus::Absent, .. })
    }

    /// Whether zero has a word with a sign.
    pub fn has_negative_zero(&self) -> bool {
        // A printed zero has no sign: the sign is that of the number, and not of its digits.
        self.is_signed() && !self.is_binary() && self.sign != DecimalSign::Printed
    }

    /// Whether the number is a binary integer.
    pub fn is_binary(&self) -> bool {
        matches!(self.code, DigitCode::Binary { .. })
    }

    /// The number farthest from zero that a word has, on one side of zero and without its sign.
    ///
    /// ```
    /// use datarep_dsl::model::{Decimal, DecimalSign, DigitCode};
    /// let code = DigitCode::Binary { bits: 16, most: Some(4) };
    /// let decimal = Decimal { digits: 5, scale: 2, code, sign: DecimalSign::TwosComplement };
    /// assert_eq!([false, true].map(|negative| decimal.largest(negative)), [32767, 32768]);
    /// assert_eq!([false, true].map(|negative| decimal.largest_written(negative)), [9999, 9999]);
    /// ```
    pub fn largest(&self, negative: bool) -> u128 {
        match self.code {
            // Before the binary numbers: one without a sign has all its bits for the magnitude.
            _ if negative && !self.is_signed() => 0,
            // Two's complement reaches one farther below zero than above it.
            DigitCode::Binary { bits, .. } if negative => 1 << (bits - 1),
            DigitCode::Binary { bits, .. } if self.is_signed() => mask(bits - 1),
            DigitCode::Binary { bits, .. } => mask(bits),
            // At most 38 digits, so the power is below `2^128`.
            DigitCode::Packed | DigitCode::PackedLow | DigitCode::Zoned { .. } | DigitCode::Printed(_) => {
                10_u128.pow(self.digits) - 1
            }
        }
    }

    /// The largest number of digits that is written. A binary word may hold one with more digits,
    /// which is read.
    pub fn usual_digits(&self) -> u32 {
        match self.code {
            DigitCode::Binary { most: Some(most), .. } => most.min(self.digits),
            _ => self.digits,
        }
    }

    /// The number farthest from zero that is written, on one side of zero and without its sign.
    pub fn largest_written(&self, negative: bool) -> u128 {
        let largest = self.largest(negative);
        match self.code {
            // COBOL's `PIC S9(4) COMP` has 16 bits and writes four digits, unless its compiler is told otherwise.
            DigitCode::Binary { most: Some(digits), .. } => largest.min(10_u128.pow(digits) - 1),
            _ => largest,
        }
    }

    /// Bytes that do not depend on the order: digits, signs and unused nibbles.
    pub fn bytes(&self) -> u32 {
        match (self.code, self.sign) {
            (DigitCode::Binary { bits, .. }, _) => bits.div_ceil(8),
            // An odd number of digits leaves the first half byte unused.
            (DigitCode::Packed | DigitCode::PackedLow, DecimalSign::None) => self.digits.div_ceil(2),
            // The sign has a byte of its own in x87's format: 18 digits and the sign are ten bytes.
            (DigitCode::Packed | DigitCode::PackedLow, DecimalSign::TopByte) => self.digits.div_ceil(2) + 1,
            // The sign is a half byte beside the digits, so an even number of digits leaves the first half byte
            // unused.
            (DigitCode::Packed | DigitCode::PackedLow, _) => self.digits / 2 + 1,
            (DigitCode::Zoned { point, .. }, sign) => {
                let separate = matches!(sign, DecimalSign::Separate { .. });
                self.digits + u32::from(point) + u32::from(separate)
            }
            // At most 64.
            (DigitCode::Printed(picture), _) => u32::try_from(picture.bytes()).unwrap_or(0),
        }
    }
}

/// How a decimal digit is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitCode {
    /// Two digits in a byte, the first in the high half.
    Packed,
    /// Two digits in a byte, the first in the low half.
    PackedLow,
    /// One digit in a byte, as a character.
    Zoned {
        /// The character set of the digits and the signs.
        charset: DigitSet,
        /// Whether the decimal point is written, as a byte.
        point: bool,
    },
    /// As people read numbers, with characters among the digits.
    Printed(PrintedPicture),
    /// All digits are one binary integer.
    Binary {
        /// The width of the integer.
        bits: u32,
        /// The most digits of a number that is written, where not every word is. Every word is read.
        most: Option<u32>,
    },
}

/// A character set of digits and signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigitSet {
    /// EBCDIC: digits from 0xF0, a sign in the high half of its digit.
    Ebcdic,
    /// ASCII: digits from 0x30. A sign that shares the byte of its digit uses the characters that EBCDIC has there:
    /// `{`, `A` to `I`, `}`, `J` to `R`; with [`Plus::Bit`] a minus is `p` to `y`.
    Ascii,
}

/// How a decimal number's sign is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalSign {
    /// There is no sign.
    None,
    /// The sign is with a digit. Packed: the last half of a byte. Zoned: in the byte of the first or the last digit.
    Digit {
        /// Whether the sign is with the first digit.
        leading: bool,
        /// How a plus sign is written.
        plus: Plus,
    },
    /// The sign has a byte of its own, `+` or `-`.
    Separate {
        /// Whether the sign stands before the first digit.
        leading: bool,
    },
    /// 0xD before the first digit that is not a leading zero, and 0xF in the remaining halves (IBM 4690).
    Floating,
    /// The top bit of a separate byte above the digits (x87).
    TopByte,
    /// That of a binary integer in two's complement.
    TwosComplement,
    /// Where the picture of a printed number has it.
    Printed,
}

/// How a plus sign that shares a byte with a digit is written. Reading accepts every sign that IBM's instructions
/// accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plus {
    /// As 0xC.
    Preferred,
    /// As 0xF; in ASCII as the plain digit.
    Plain,
    /// As [`Plus::Plain`], and there is no minus sign.
    Only,
    /// There is no sign at all: every other form than that of [`Plus::Plain`] is invalid, that of a plus, too.
    Absent,
    /// As [`Plus::Plain`], and a minus sets the bit 0x40 of its digit, as compilers of COBOL for PCs have it. In ASCII
    /// alone. The letters of other forms are read, too.
    Bit,
}
