//! Conversion of numbers between radix ten and radix two, rounded once.
//!
//! Decimals and floats are converted by exact integer arithmetic: five to the power of the scale has at most 89 bits.
//! Nothing is allocated.

#![expect(
    clippy::inline_always,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bodies of loops; every cast is of a number whose width is known"
)]

use crate::float::Rounding;
use crate::loss::Kinds;
use crate::native::{Decimal, decimal_from_parts, decimal_to_parts};

/// The powers of ten that fit in 128 bits.
pub(super) const TEN: [u128; 39] = powers(10);

/// Powers of five, for all scales.
const FIVE: [u128; 39] = powers(5);

const fn powers(base: u128) -> [u128; 39] {
    let mut powers = [1; 39];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * base;
        index += 1;
    }
    powers
}

/// A significand and a power of two that round to `number × 10^-scale` in any float of at most `precision` bits.
///
/// The lowest bit of the significand stands for all that is below it.
#[inline(always)]
pub fn to_binary(number: u128, scale: i32, precision: u32) -> (u128, i32) {
    let power = FIVE[scale.unsigned_abs() as usize];
    if scale <= 0 {
        // The product has at most 128 bits.
        return (number.wrapping_mul(power), -scale);
    }
    // The quotient has as many bits as the power has leading zeros, or one more. Each further division adds that number
    // of bits.
    let lacks = power.leading_zeros();
    // Zero has 128 leading zeros, and such a shift is not possible. Zero stays zero by any other.
    let up = number.leading_zeros() & 127;
    let high = number << up;
    let (mut quotient, mut rest) = (high / power, high % power);
    let (mut bits, mut added) = (lacks + 1, 0);
    // The quotient may have one bit fewer than `bits` counts. So two bits or more are below the precision, and then
    // the sticky one.
    while bits < precision + 3 {
        // The remainder has as many leading zeros as the power, so the shift loses nothing. 126 leaves room for the
        // sticky bit.
        let more = lacks.min(126 - bits);
        rest <<= more;
        quotient = (quotient << more) | (rest / power);
        rest %= power;
        (bits, added) = (bits + more, added + more);
    }
    (quotient << 1 | u128::from(rest != 0), -scale - (up + added + 1) as i32)
}

/// A number rounded to a decimal's last digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// The digits as a number without a point.
    pub number: u128,
    /// Whether the value was between two numbers.
    pub inexact: bool,
    /// Whether the number is beyond 128 bits, and so beyond any decimal.
    pub beyond: bool,
}

#[inline(always)]
pub(super) fn round(number: u128, half: bool, rest: bool, negative: bool, rounding: Rounding) -> Whole {
    let inexact = half || rest;
    let up = match rounding {
        Rounding::NearestEven => half && (rest || number & 1 != 0),
        Rounding::TowardZero => false,
        Rounding::NearestAway => half,
        Rounding::Up => inexact && !negative,
        Rounding::Down => inexact && negative,
    };
    // Only a number of 128 ones overflows here.
    let (number, beyond) = number.overflowing_add(u128::from(up));
    Whole { number, inexact, beyond }
}

pub(super) const BEYOND: Whole = Whole { number: 0, inexact: false, beyond: true };

/// The product of two numbers: its high half and its low half.
#[inline(always)]
fn multiply_wide(left: u128, right: u128) -> (u128, u128) {
    const LOW: u128 = 0xFFFF_FFFF_FFFF_FFFF;
    let (left_high, left_low) = (left >> 64, left & LOW);
    let (right_high, right_low) = (right >> 64, right & LOW);
    let low = left_low * right_low;
    // No sum overflows: (2^64 - 1)^2 + 2 (2^64 - 1) is 2^128 - 1.
    let middle = left_high * right_low + (low >> 64);
    let other = left_low * right_high + (middle & LOW);
    (left_high * right_high + (middle >> 64) + (other >> 64), other << 64 | low & LOW)
}

/// `significand × 2^exponent × 10^scale`, rounded to a whole number.
#[inline(always)]
pub fn to_decimal(negative: bool, significand: u128, exponent: i32, scale: i32, rounding: Rounding) -> Whole {
    if significand == 0 {
        return Whole { number: 0, inexact: false, beyond: false };
    }
    let power = FIVE[scale.unsigned_abs() as usize];
    // 10^scale is 5^scale times 2^scale.
    let exponent = exponent + scale;
    if scale < 0 {
        return divide_by_power(negative, significand, power, exponent, rounding);
    }
    let (high, low) = multiply_wide(significand, power);
    if exponent >= 0 {
        let up = exponent as u32;
        let fits = high == 0 && low.leading_zeros() >= up;
        return if fits { round(low << up, false, false, negative, rounding) } else { BEYOND };
    }
    let down = exponent.unsigned_abs();
    match down {
        // The part left of the point, the bit after it, and whether there is more.
        1..=127 => {
            let number = high << (128 - down) | low >> down;
            let half = low >> (down - 1) & 1 != 0;
            let rest = low & ((1 << (down - 1)) - 1) != 0;
            if high >> down != 0 { BEYOND } else { round(number, half, rest, negative, rounding) }
        }
        128 => round(high, low >> 127 != 0, low << 1 != 0, negative, rounding),
        129..=255 => {
            let number = high >> (down - 128);
            let half = high >> (down - 129) & 1 != 0;
            let rest = high & ((1 << (down - 129)) - 1) != 0 || low != 0;
            round(number, half, rest, negative, rounding)
        }
        // All of the product is below the point. Its top bit is the half.
        256 => round(0, high >> 127 != 0, high << 1 != 0 || low != 0, negative, rounding),
        _ => round(0, false, true, negative, rounding),
    }
}

/// `significand × 2^exponent / power`, rounded to a whole number.
#[inline(always)]
fn divide_by_power(
    negative: bool,
    significand: u128,
    power: u128,
    exponent: i32,
    rounding: Rounding,
) -> Whole {
    if exponent >= 0 {
        let up = exponent as u32;
        // The compiler allows 38 digits, with the zeros that a negative scale adds. So a value of 2^127 fits in no
        // format.
        if significand.leading_zeros() <= up {
            return BEYOND;
        }
        let high = significand << up;
        return quotient(high, power, negative, rounding);
    }
    let down = exponent.unsigned_abs();
    let (number, rest) = (significand / power, !significand.is_multiple_of(power));
    if down > 128 {
        return round(0, false, true, negative, rounding);
    }
    // The bits of the quotient below the point, and what the division left: together they are what is rounded.
    let half = number >> (down - 1) & 1 != 0;
    let rest = rest || number & ((1 << (down - 1)) - 1) != 0;
    let number = if down == 128 { 0 } else { number >> down };
    round(number, half, rest, negative, rounding)
}

/// `number / divisor`, rounded. The divisor is below 2^127.
#[inline(always)]
pub(super) fn quotient(number: u128, divisor: u128, negative: bool, rounding: Rounding) -> Whole {
    let rest = number % divisor;
    // The rest is below 2^127, so the product fits.
    let half = 2 * rest >= divisor;
    let more = if half { 2 * rest != divisor } else { rest != 0 };
    round(number / divisor, half, more, negative, rounding)
}

/// The largest number of a native decimal.
pub(super) const NATIVE: u128 = (1 << 96) - 1;

/// The native decimal of `number × 10^-scale`. A number that is too large becomes the largest one.
#[inline]
pub fn to_native_decimal(negative: bool, number: u128, scale: i32, rounding: Rounding) -> (Decimal, Kinds) {
    let number = if scale < 0 { number.wrapping_mul(TEN[scale.unsigned_abs() as usize]) } else { number };
    let scale = scale.max(0) as u32;
    // A native decimal has at most 28 places. From there on places are dropped until the number fits in 96 bits.
    let first = scale.saturating_sub(28);
    for less in first..=scale {
        let whole = quotient(number, TEN[less as usize], negative, rounding);
        if whole.number <= NATIVE {
            let decimal = decimal_from_parts(negative && whole.number != 0, whole.number, scale - less);
            return (decimal, Kinds::INEXACT.when(whole.inexact));
        }
    }
    (decimal_from_parts(negative, NATIVE, 0), Kinds::OVERFLOW)
}

/// Whether a native decimal is negative, and its absolute value as a whole number of units of the last digit.
#[inline]
pub fn from_native_decimal(value: Decimal, scale: i32, rounding: Rounding) -> (bool, Whole) {
    let (negative, number, places) = decimal_to_parts(value);
    let up = scale - places as i32;
    let power = TEN.get(up.unsigned_abs() as usize);
    let whole = match (power, up >= 0) {
        (Some(power), true) => match number.checked_mul(*power) {
            Some(number) => round(number, false, false, negative, rounding),
            None => BEYOND,
        },
        (Some(power), false) => quotient(number, *power, negative, rounding),
        // A power of ten beyond 38: the value is far below half a unit of the last digit.
        (None, _) => round(0, false, number != 0, negative, rounding),
    };
    (negative, whole)
}
