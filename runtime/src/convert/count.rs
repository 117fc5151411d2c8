//! Arithmetic of counts, for records whose counts are computed from their fields.

use std::fmt::{self, Debug, Display};

/// Why there is no count.
#[derive(Debug)]
pub enum CountFault {
    /// It has more than 127 bits.
    Overflow,
    /// A division by zero.
    ByZero,
    /// A division that leaves a remainder.
    Remainder(i128, i128),
    /// No case for the value of the field that decides.
    NoCase(String),
}

impl Display for CountFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountFault::Overflow => f.write_str("is too large"),
            CountFault::ByZero => f.write_str("is divided by zero"),
            CountFault::Remainder(left, right) => write!(f, "is no whole number: {left} / {right}"),
            CountFault::NoCase(value) => write!(f, "has no case for {value}"),
        }
    }
}

impl CountFault {
    /// No case for a value.
    #[cold]
    pub fn no_case(value: &dyn Debug) -> CountFault {
        CountFault::NoCase(format!("{value:?}"))
    }
}

/// The value of a field.
///
/// # Errors
///
/// If it has more than 127 bits.
pub fn to_count(value: impl TryInto<i128>) -> Result<i128, CountFault> {
    value.try_into().map_err(|_| CountFault::Overflow)
}

/// The sum.
///
/// # Errors
///
/// If it has more than 127 bits, as in the functions below.
pub fn add_counts(left: i128, right: i128) -> Result<i128, CountFault> {
    left.checked_add(right).ok_or(CountFault::Overflow)
}

/// The difference.
///
/// # Errors
///
/// As [`add_counts`].
pub fn subtract_counts(left: i128, right: i128) -> Result<i128, CountFault> {
    left.checked_sub(right).ok_or(CountFault::Overflow)
}

/// The product.
///
/// # Errors
///
/// As [`add_counts`].
pub fn multiply_counts(left: i128, right: i128) -> Result<i128, CountFault> {
    left.checked_mul(right).ok_or(CountFault::Overflow)
}

/// The quotient, which must be a whole number.
///
/// # Errors
///
/// If it is none.
pub fn divide_counts(left: i128, right: i128) -> Result<i128, CountFault> {
    if right == 0 {
        return Err(CountFault::ByZero);
    }
    // The least number divided by -1 does not fit, and has no remainder either.
    match left.checked_rem(right) {
        Some(0) => left.checked_div(right).ok_or(CountFault::Overflow),
        Some(_) => Err(CountFault::Remainder(left, right)),
        None => Err(CountFault::Overflow),
    }
}

/// The remainder of a division, which is not below zero.
///
/// # Errors
///
/// If the divisor is zero.
pub fn count_remainder(left: i128, right: i128) -> Result<i128, CountFault> {
    if right == 0 {
        return Err(CountFault::ByZero);
    }
    // Euclid's remainder is never negative, so that `(4 - n % 4) % 4` is a number of bytes.
    left.checked_rem_euclid(right).ok_or(CountFault::Overflow)
}
