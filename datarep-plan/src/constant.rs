//! Numbers that are known when a plan is made, and their notation for people.

use crate::body::Notation;

/// A number and its notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant {
    /// The bits, in two's complement of the width in which the number is used.
    pub(crate) bits: u128,
    pub(crate) show: Notation,
}

/// A decimal number.
pub fn decimal(number: impl Into<i128>) -> Constant {
    Constant { bits: number.into().cast_unsigned(), show: Notation::Decimal }
}

/// A number in as many hexadecimal digits as it needs, or in decimal if it is below ten.
pub fn hex(number: u128) -> Constant {
    let bits = 128 - number.leading_zeros();
    // Below ten both notations have one digit.
    let show = if number < 10 { Notation::Decimal } else { Notation::Hex(bits) };
    Constant { bits: number, show }
}

/// A number in hexadecimal digits for `bits` bits; zero is `0`.
pub fn word(number: u128, bits: u32) -> Constant {
    Constant { bits: number, show: if number == 0 { Notation::Decimal } else { Notation::Hex(bits) } }
}

/// A number that may be negative although its type has no negative numbers. It is added to words.
pub fn signed(number: impl Into<i128>) -> Constant {
    Constant { bits: number.into().cast_unsigned(), show: Notation::Signed }
}

/// An exponent that may be negative, shifted to its place in the word.
pub fn shift_up(number: impl Into<i128>, up: u32) -> Constant {
    let number = number.into();
    // `0 << 52` and a shift by nothing would say less than the number.
    let show = if number == 0 || up == 0 { Notation::Signed } else { Notation::Shifted(up) };
    Constant { bits: number.cast_unsigned() << up, show }
}

/// As [`shift_up`], less one.
pub fn shift_up_less_one(number: impl Into<i128>, up: u32) -> Constant {
    Constant { bits: (number.into().cast_unsigned() << up).wrapping_sub(1), show: Notation::ShiftedLess(up) }
}

impl Constant {
    /// The negative number with this magnitude.
    #[must_use]
    pub fn negate(self) -> Constant {
        Constant { bits: self.bits.wrapping_neg(), show: self.show }
    }
}
