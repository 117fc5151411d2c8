//! Floating point in tens: from `number × 10^power` to powers of two and back, each rounded once.
//!
//! # Why there is no big integer here
//!
//! A decimal float of 128 bits reaches from 10^-6176 to 10^6144, and five to such a power has 14,000 bits. None of them are
//! needed. A product `number × 5^power` is made with the first 320 bits of the power ([`power::five`]), all that is left out being
//! less than 2^-300 of it. That is enough for any rounding, by a fact about these numbers:
//!
//! *With a number below 2^113 and a power from -6176 to 6176, the product is either exactly a number of 128 bits (times a power
//! of two), or farther than 2^-280 of itself from each of them.*
//!
//! There are only so many pairs, and for each power continued fractions tell which number comes nearest; `cargo test -p xtask`
//! asks all of them. What is rounded to is coarser than 128 bits: a binary significand and its halves, or a whole number below
//! 10^35 and its halves. So a product that lies within 2^-290 above a border is on it, and no other can have been moved across one.
//!
//! # One number, followed
//!
//! 0.1 as a `decimal32` is `1 × 10^-1`. [`ten_to_two`] takes 1, moved up until its top bit is set, times the 320 bits of 5^-1,
//! `0xCCCC…CCC`. The sum with 2^148, less than any number is away from a border, is `0x6666…`: its first 128 bits are the
//! significand, the lowest of them set for all that follows; the power of two is what was moved. The runtime rounds that to
//! `0x3DCC_CCCD` or to any other float.
//!
//! The other way [`two_to_ten`] has that float, `0xCCCCCD × 2^-27`, and wants seven digits. Its first bit weighs 2^-4, so its first
//! digit is that of 10^-2 or the next. It takes 10^-8 for the unit: times 5^8, and a shift by the powers of two that are left,
//! give 10000000, eight digits, the rest being 0.149…; one digit is dropped, and the rest is less than half: 1000000 × 10^-7.
//! A number has many words, and one of them is written: that whose power is nearest to zero, here 1 × 10^-1. So what is written is
//! written again as it was.
//!
//! Source: IEEE 754-2019, "Conversion operations"; for the bound, C. Clinger, "How to read floating point numbers accurately",
//! 1990, and M. Hack, "On intermediate precision required for correctly-rounding decimal-to-binary floating-point conversion", 2004.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "every cast is of a number whose width is known"
)]

use super::power::{LIMBS, five, times};
use super::scale::{NATIVE, TEN, quotient, round};
use crate::float::{Rounded, Rounding};
use crate::loss::Kinds;
use crate::native::{Decimal, decimal_from_parts, decimal_to_parts};

/// The numbers of a decimal float: `C × 10^(tens × step - bias)`, `C` with so many digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalTarget {
    /// Decimal digits of the significand.
    pub digits: u32,
    /// What the powers of the steps exceed that of ten by.
    pub bias: i32,
    /// The largest step.
    pub steps: i32,
    /// Powers of ten in a step: one, or two where the radix is a hundred.
    pub tens: u32,
    /// A number has its first digit of the radix, where it is not too small for that; else its power is as near to zero as it can be.
    pub normalized: bool,
}

impl DecimalTarget {
    /// The smallest power of a step that is no smaller than this one.
    #[inline]
    fn power_from(self, power: i32) -> i32 {
        let tens = self.tens as i32;
        let step = (power + self.bias + tens - 1).div_euclid(tens).max(0);
        tens * step - self.bias
    }

    /// The step of a power.
    #[inline]
    fn step_of(self, power: i32) -> i32 {
        (power + self.bias) / self.tens as i32
    }

    /// One more than the largest `C`, and the smallest that has the first digit of the radix.
    #[inline]
    fn ends(self) -> (u128, u128) {
        (TEN[self.digits as usize], TEN[(self.digits - self.tens) as usize])
    }
}

/// The first bits of `number × 5^power`, and what is below them.
struct Product {
    /// The first 128 bits; the highest two may be clear.
    top: u128,
    /// There is something below them.
    rest: bool,
    /// The power of two that the lowest of the bits weighs, beside that of the number.
    exponent: i32,
}

/// The product of a number that is not zero.
#[inline]
fn product(number: u128, power: i32) -> Product {
    let up = number.leading_zeros();
    let (limbs, exponent) = five(power);
    let mut product = times(number << up, limbs);
    // More than is left out, and less than any number is away from a border.
    let mut carry = 1 << 20;
    for limb in &mut product[2..] {
        let (sum, more) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(more));
    }
    let rest = product[2] >> 30 | product[3] | product[4] != 0;
    Product {
        top: u128::from(product[6]) << 64 | u128::from(product[5]),
        rest,
        exponent: exponent - up as i32 + 64 * LIMBS as i32,
    }
}

/// A significand and a power of two that round to `number × 10^power` in any float of at most 120 bits.
///
/// The lowest bit of the significand stands for all that is below it.
///
/// `number`: below 2^113; `power`: from -6176 to 6176.
#[inline]
pub fn ten_to_two(number: u128, power: i32) -> (u128, i32) {
    if number == 0 {
        return (0, 0);
    }
    let Product { top, rest, exponent } = product(number, power);
    (top >> 1 | u128::from(rest || top & 1 != 0), exponent + power + 1)
}

/// `significand × 2^exponent` rounded to the numbers of a decimal float, with the power that is nearest to zero.
///
/// `significand`: a native float's; `exponent`: such that the value is from 2^-16500 on, and below 2^16500.
#[inline]
pub fn two_to_ten(
    negative: bool,
    significand: u128,
    exponent: i32,
    target: DecimalTarget,
    rounding: Rounding,
) -> Rounded<u128> {
    if significand == 0 {
        return Rounded {
            significand: 0,
            step: target.step_of(0),
            inexact: false,
            overflow: false,
            tiny: false,
        };
    }
    // The power of ten below the first digit, or the one before it: 2^-32 × 1292913986 is a little less than the logarithm of two.
    let first = exponent + 127 - significand.leading_zeros() as i32;
    let first = ((i64::from(first) * 1_292_913_986 - 65_536) >> 32) as i32;
    let power = target.power_from(first + 1 - target.digits as i32);
    let Product { top, rest, exponent: weight } = product(significand, -power);
    // A whole number is what lies left of the point, which is so many bits up: at least nine, as it is below 2^117.
    let down = -(weight + exponent - power);
    let (number, half, rest) = match down {
        1..=127 => {
            let half = top >> (down - 1) & 1 != 0;
            (top >> down, half, rest || top & ((1 << (down - 1)) - 1) != 0)
        }
        128 => (0, top >> 127 != 0, rest || top << 1 != 0),
        _ => (0, false, true),
    };
    let (most, _) = target.ends();
    if number < most {
        return finish((negative, number, half, rest), power, 0, target, rounding);
    }
    let unit = TEN[target.tens as usize];
    let digit = number % unit;
    let parts = (negative, number / unit, digit >= unit / 2, !digit.is_multiple_of(unit / 2) || half || rest);
    finish(parts, power + target.tens as i32, 0, target, rounding)
}

/// A number of digits and what is after them, rounded, with a power that is as near to `preferred` as it can be from below.
#[inline]
fn finish(
    (negative, number, half, rest): (bool, u128, bool, bool),
    power: i32,
    preferred: i32,
    target: DecimalTarget,
    rounding: Rounding,
) -> Rounded<u128> {
    let (most, least) = target.ends();
    let whole = round(number, half, rest, negative, rounding);
    let carries = whole.number == most;
    let number = if carries { least } else { whole.number };
    let power = if carries { power + target.tens as i32 } else { power };
    let tiny = number < least;
    let (significand, power) =
        if target.normalized { (number, power) } else { without_zeros(number, power, preferred) };
    let step = target.step_of(power);
    Rounded { significand, step, inexact: whole.inexact, overflow: step > target.steps, tiny }
}

/// A number without zeros at its end, as long as its power is below the preferred one.
#[inline]
fn without_zeros(mut number: u128, mut power: i32, preferred: i32) -> (u128, i32) {
    for zeros in [16, 16, 8, 4, 2, 1] {
        let fits = power + zeros <= preferred;
        if fits && number.is_multiple_of(TEN[zeros as usize]) {
            number /= TEN[zeros as usize];
            power += zeros;
        }
    }
    (number, power)
}

/// `number × 10^power` rounded to the numbers of a decimal float, with a power that is as near to the given one as it can be.
///
/// `number`: a native decimal's, as is `power`: beyond no decimal float.
#[inline]
pub fn ten_to_ten(
    negative: bool,
    number: u128,
    power: i32,
    target: DecimalTarget,
    rounding: Rounding,
) -> Rounded<u128> {
    if number == 0 {
        return Rounded {
            significand: 0,
            step: target.step_of(power),
            inexact: false,
            overflow: false,
            tiny: false,
        };
    }
    let length = TEN.iter().take_while(|ten| number >= **ten).count();
    if target.normalized {
        let digits = (negative, number, length as i32);
        return normalized(digits, power, target, rounding);
    }
    let drops = length.saturating_sub(target.digits as usize);
    let unit = TEN[drops];
    let rest = number % unit;
    let parts =
        (negative, number / unit, drops > 0 && rest >= unit / 2, !rest.is_multiple_of((unit / 2).max(1)));
    let rounded = finish(parts, power + drops as i32, power, target, rounding);
    Rounded { tiny: false, ..rounded }
}

/// [`ten_to_ten`] for numbers that have their first digit; a number of so many digits.
#[inline]
fn normalized(
    (negative, number, length): (bool, u128, i32),
    power: i32,
    target: DecimalTarget,
    rounding: Rounding,
) -> Rounded<u128> {
    let last = target.power_from(power + length - target.digits as i32);
    let parts = match usize::try_from(last - power) {
        Err(_) => (negative, number * TEN[(power - last) as usize], false, false),
        Ok(0) => (negative, number, false, false),
        Ok(drops) => match TEN.get(drops) {
            Some(unit) => {
                let rest = number % unit;
                (negative, number / unit, rest >= unit / 2, !rest.is_multiple_of(unit / 2))
            }
            None => (negative, 0, false, true),
        },
    };
    finish(parts, last, last, target, rounding)
}

/// The native decimal of `number × 10^power`, with as many digits right of its point as the power says, where it can have
/// them. What is too large becomes the largest.
///
/// `number`: below 10^34.
#[inline]
pub fn ten_to_native(negative: bool, number: u128, power: i32, rounding: Rounding) -> (Decimal, Kinds) {
    let largest = (decimal_from_parts(negative, NATIVE, 0), Kinds::OVERFLOW);
    if number == 0 {
        return (decimal_from_parts(false, 0, power.clamp(-28, 0).unsigned_abs()), Kinds::NONE);
    }
    if power > 0 {
        let whole = TEN.get(power as usize).and_then(|ten| number.checked_mul(*ten));
        let whole = whole.filter(|whole| *whole <= NATIVE);
        return whole.map_or(largest, |whole| (decimal_from_parts(negative, whole, 0), Kinds::NONE));
    }
    let scale = power.unsigned_abs();
    // No more than six digits are beyond what 96 bits hold.
    let first = scale.saturating_sub(28);
    for less in first..=scale.min(first + 6) {
        let whole = match TEN.get(less as usize) {
            Some(unit) => quotient(number, *unit, negative, rounding),
            None => round(0, false, true, negative, rounding),
        };
        if whole.number <= NATIVE {
            let decimal = decimal_from_parts(negative && whole.number != 0, whole.number, scale - less);
            return (decimal, Kinds::INEXACT.when(whole.inexact));
        }
    }
    largest
}

/// A native decimal's sign, its number and the power of ten that its last digit weighs.
#[inline]
pub fn native_to_ten(value: Decimal) -> (bool, u128, i32) {
    let (negative, number, places) = decimal_to_parts(value);
    (negative, number, -(places as i32))
}
