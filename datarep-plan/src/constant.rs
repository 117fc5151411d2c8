//! Numbers that are known when a plan is made, and how people see them.

use crate::body::Show;

/// A number, and how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant {
    /// In two's complement of as many bits as it is used in.
    pub(crate) bits: u128,
    pub(crate) show: Show,
}

/// A decimal number.
pub fn decimal(number: impl Into<i128>) -> Constant {
    Constant { bits: number.into().cast_unsigned(), show: Show::Decimal }
}

/// A number in as many hexadecimal digits as it needs; one below ten in decimal.
pub fn hex(number: u128) -> Constant {
    let bits = 128 - number.leading_zeros();
    let show = if number < 10 { Show::Decimal } else { Show::Hex(bits) };
    Constant { bits: number, show }
}

/// A number in hexadecimal digits for so many bits, zero as `0`.
pub fn word(number: u128, bits: u32) -> Constant {
    Constant { bits: number, show: if number == 0 { Show::Decimal } else { Show::Hex(bits) } }
}

/// A number that may be below zero, of a type that has none: what is added to words.
pub fn signed(number: impl Into<i128>) -> Constant {
    Constant { bits: number.into().cast_unsigned(), show: Show::Signed }
}

/// An exponent, that may be below zero, moved up to where exponents stand.
pub fn shifted(number: impl Into<i128>, up: u32) -> Constant {
    let number = number.into();
    let show = if number == 0 || up == 0 { Show::Signed } else { Show::Shifted(up) };
    Constant { bits: number.cast_unsigned() << up, show }
}

/// The same less one.
pub fn shifted_less(number: impl Into<i128>, up: u32) -> Constant {
    Constant { bits: (number.into().cast_unsigned() << up).wrapping_sub(1), show: Show::ShiftedLess(up) }
}

impl Constant {
    /// The number below zero with this magnitude.
    #[must_use]
    pub fn negated(self) -> Constant {
        Constant { bits: self.bits.wrapping_neg(), show: self.show }
    }
}
