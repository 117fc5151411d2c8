//! Floating point in tens: from `number × 10^power` to powers of two and back, each rounded once.
//!
//! # Why there is no big integer here
//!
//! A decimal float of 128 bits reaches from 10^-6176 to 10^6144, and five to such a power has 14,000 bits. Most of them
//! are not needed. A product `number × 5^power` is computed with the first 320 bits of the power ([`power::five`]). The
//! part that is left out is less than 2^-300 of the product. That is enough for any rounding, because of a fact about
//! these numbers:
//!
//! *With a number below 2^113 and a power from -6176 to 6176, the product is either exactly a number of 128 bits (times
//! a power of two), or its relative distance from each of them is more than 2^-280.*
//!
//! The number of pairs is finite, and for each power continued fractions yield the number that comes nearest;
//! `cargo test -p xtask` checks all powers. The targets of rounding are coarser than 128 bits: a binary significand and
//! its halves, or a whole number below 10^35 and its halves. So a product that lies within 2^-290 above a border is on
//! the border, and no other product can have been moved across one.
//!
//! # An example
//!
//! 0.1 as a `decimal32` is `1 × 10^-1`. [`ten_to_two`] takes 1, shifted up until its top bit is set, times the 320 bits
//! of 5^-1, `0xCCCC…CCC`. Then it adds 2^148, which is less than the distance of any number from a border. The sum is
//! `0x6666…`. Its first 128 bits are the significand, whose lowest bit stands for everything below; the power of two
//! follows from the shift. The runtime rounds the significand to `0x3DCC_CCCD` or to any other float.
//!
//! In the other direction [`two_to_ten`] has that float, `0xCCCCCD × 2^-27`, and needs seven digits. The float's first
//! bit stands for 2^-4, so its first digit is that of 10^-2 or the next. The function takes 10^-8 as the unit. A
//! multiplication by 5^8 and a shift by the remaining powers of two yield 10000000, which has eight digits, and a rest
//! of 0.149…. One digit is dropped, and the dropped part is less than half: 1000000 × 10^-7. A number has many words.
//! The one that is written is the one whose power is nearest to zero, here 1 × 10^-1. So a number that is read and
//! written again has its first word again.
//!
//! Source: IEEE 754-2019, "Conversion operations"; for the bound, C. Clinger, "How to read floating point numbers
//! accurately", 1990, and M. Hack, "On intermediate precision required for correctly-rounding decimal-to-binary
//! floating-point conversion", 2004.

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

/// The numbers of a decimal float: `C × 10^(tens × step - bias)`, where `C` has `digits` digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecimalTarget {
    /// Decimal digits of the significand.
    pub digits: u32,
    /// What is subtracted from `tens × step` to obtain the power of ten.
    pub bias: i32,
    /// The largest step.
    pub steps: i32,
    /// The powers of ten in a step: one, or two if the radix is a hundred.
    pub tens: u32,
    /// If set, the first digit of the radix is not zero, unless the number is too small for that. If not, the power is
    /// as near to zero as possible.
    pub normalized: bool,
}

impl DecimalTarget {
    /// The smallest power of a step that is not below `power`.
    #[inline]
    fn power_from(self, power: i32) -> i32 {
        let tens = self.tens as i32;
        // Rounded up to a whole step. Below the smallest power, step 0 is all there is.
        let step = (power + self.bias + tens - 1).div_euclid(tens).max(0);
        tens * step - self.bias
    }

    /// The step of a power.
    #[inline]
    fn step_of(self, power: i32) -> i32 {
        (power + self.bias) / self.tens as i32
    }

    /// One more than the largest `C`, and the smallest `C` whose first digit of the radix is not zero.
    #[inline]
    fn ends(self) -> (u128, u128) {
        (TEN[self.digits as usize], TEN[(self.digits - self.tens) as usize])
    }
}

/// The first bits of `number × 5^power`, and whether there are more below.
struct Product {
    /// The first 128 bits, of which the highest may be clear.
    top: u128,
    /// Whether a bit below them is set.
    rest: bool,
    /// The power of two that the lowest of the bits stands for, apart from that of the number.
    exponent: i32,
}

/// The product of a number that is not zero.
#[inline]
fn product(number: u128, power: i32) -> Product {
    let up = number.leading_zeros();
    let (limbs, exponent) = five(power);
    let mut product = times(number << up, limbs);
    // More than the part that is left out, and less than the distance of any number from a border.
    let mut carry = 1 << 20;
    for limb in &mut product[2..] {
        let (sum, more) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(more));
    }
    // The lowest bits are what was left out and what was added. By the fact above, no product differs from a border
    // only there.
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
    // The last bit stands for all below it: rounding asks only whether that is zero.
    (top >> 1 | u128::from(rest || top & 1 != 0), exponent + power + 1)
}

/// `significand × 2^exponent` rounded to the numbers of a decimal float, with the power that is nearest to zero.
///
/// `significand`: that of a native float. `exponent`: the value must be at least 2^-16500 and less than 2^16500.
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
    let first = first_digit(exponent + 127 - significand.leading_zeros() as i32);
    let power = target.power_from(first + 1 - target.digits as i32);
    let Product { top, rest, exponent: weight } = product(significand, -power);
    // The whole number is left of the point, which is `down` bits up. The number is below `10^(digits + tens)`, as its first
    // digit is at most one above the estimate, and so below 2^117. As 127 bits of the product or more are there, `down` is
    // at least nine.
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
    // No smaller step suffices: with one step less the number would have a digit of the radix more, which is too many.
    // Otherwise the estimate was the power below, and the number has one digit of the radix too many.
    if number < most {
        return finish((negative, number, half, rest), power, 0, target, rounding);
    }
    let unit = TEN[target.tens as usize];
    let digit = number % unit;
    let parts = (negative, number / unit, digit >= unit / 2, !digit.is_multiple_of(unit / 2) || half || rest);
    finish(parts, power + target.tens as i32, 0, target, rounding)
}

/// The power of ten of the first digit of a number from `2^exponent` to twice that, or the one below.
#[inline]
fn first_digit(exponent: i32) -> i32 {
    // 2^-32 × 1292913986 is slightly less than the logarithm of two.
    ((i64::from(exponent) * 1_292_913_986 - 65_536) >> 32) as i32
}

/// Rounds a number of digits with the part below it. The power comes as near to `preferred` from below as possible.
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
    // 9.99… has become 10: one more power, and the first digit is a one.
    let carries = whole.number == most;
    let number = if carries { least } else { whole.number };
    let power = if carries { power + target.tens as i32 } else { power };
    let tiny = number < least;
    let (significand, power) =
        if target.normalized { (number, power) } else { without_zeros(number, power, preferred) };
    let step = target.step_of(power);
    Rounded { significand, step, inexact: whole.inexact, overflow: step > target.steps, tiny }
}

/// Removes zeros from the end of a number, as long as its power is below the preferred one.
#[inline]
fn without_zeros(mut number: u128, mut power: i32, preferred: i32) -> (u128, i32) {
    // Up to 47 zeros, more than any number here has, in six steps.
    for zeros in [16, 16, 8, 4, 2, 1] {
        let fits = power + zeros <= preferred;
        if fits && number.is_multiple_of(TEN[zeros as usize]) {
            number /= TEN[zeros as usize];
            power += zeros;
        }
    }
    (number, power)
}

/// `number × 10^power` rounded to the numbers of a decimal float, with a power as near to the given one as possible.
///
/// `number`, `power`: those of a native decimal, which is in the range of every decimal float.
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
        return normalize_digits(digits, power, target, rounding);
    }
    let drops = length.saturating_sub(target.digits as usize);
    let unit = TEN[drops];
    let rest = number % unit;
    // A rest that is a multiple of half the unit is zero or exactly half. `max` is for a unit of one, which leaves no
    // rest.
    let parts =
        (negative, number / unit, drops > 0 && rest >= unit / 2, !rest.is_multiple_of((unit / 2).max(1)));
    let rounded = finish(parts, power + drops as i32, power, target, rounding);
    Rounded { tiny: false, ..rounded }
}

/// [`ten_to_ten`] for normalized targets. `length`: how many digits the number has.
#[inline]
fn normalize_digits(
    (negative, number, length): (bool, u128, i32),
    power: i32,
    target: DecimalTarget,
    rounding: Rounding,
) -> Rounded<u128> {
    let last = target.power_from(power + length - target.digits as i32);
    let parts = match usize::try_from(last - power) {
        // The number has fewer digits than the target, and gets zeros behind them.
        Err(_) => (negative, number * TEN[(power - last) as usize], false, false),
        Ok(0) => (negative, number, false, false),
        Ok(drops) => match TEN.get(drops) {
            Some(unit) => {
                let rest = number % unit;
                (negative, number / unit, rest >= unit / 2, !rest.is_multiple_of(unit / 2))
            }
            // More digits are dropped than any number has: something below half a unit remains.
            None => (negative, 0, false, true),
        },
    };
    finish(parts, last, last, target, rounding)
}

/// The native decimal of `number × 10^power`. It keeps as many digits right of its point as the power says, if they
/// fit. A number that is too large becomes the largest one.
///
/// `number`: below 10^34.
#[inline]
pub fn ten_to_native(negative: bool, number: u128, power: i32, rounding: Rounding) -> (Decimal, Kinds) {
    let largest = (decimal_from_parts(negative, NATIVE, 0), Kinds::OVERFLOW);
    // A native zero has a scale, but the sign of a decimal float's zero is not kept.
    if number == 0 {
        return (decimal_from_parts(false, 0, power.clamp(-28, 0).unsigned_abs()), Kinds::NONE);
    }
    if power > 0 {
        let whole = TEN.get(power as usize).and_then(|ten| number.checked_mul(*ten));
        let whole = whole.filter(|whole| *whole <= NATIVE);
        return whole.map_or(largest, |whole| (decimal_from_parts(negative, whole, 0), Kinds::NONE));
    }
    let scale = power.unsigned_abs();
    // At most six digits are beyond the capacity of 96 bits.
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

/// The sign of a native decimal, its number, and the power of ten that its last digit stands for.
#[inline]
pub fn native_to_ten(value: Decimal) -> (bool, u128, i32) {
    let (negative, number, places) = decimal_to_parts(value);
    (negative, number, -(places as i32))
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    #[test]
    fn first_digits_are_near_the_logarithm() {
        let one = BigUint::from(1_u8);
        let mut tens = vec![one.clone()];
        for power in 0..4970 {
            tens.push(&tens[power] * 10_u8);
        }
        for exponent in 0..=16_500_i32 {
            // `10^first <= 2^exponent`, and `2^(exponent + 1) <= 10^(first + 2)`.
            let two = &one << exponent;
            if exponent > 0 {
                let first = first_digit(exponent) as usize;
                assert!(tens[first] <= two && (&two << 1_u8) <= tens[first + 2], "{exponent}");
            }
            // The same of `2^-exponent`, by its reciprocal.
            let first = first_digit(-exponent).unsigned_abs() as usize;
            assert!(two <= tens[first], "-{exponent}");
            assert!(first < 2 || exponent == 0 || tens[first - 2] <= (&two >> 1_u8), "-{exponent}");
        }
    }

    #[test]
    fn all_zeros_that_may_be_removed_are() {
        for zeros in 0..=36_u32 {
            for room in 0..=60_i32 {
                let number = 7 * TEN[zeros as usize];
                let (rest, power) = without_zeros(number, -room, 0);
                let removed = (zeros as i32).min(room);
                assert_eq!((rest, power), (number / TEN[removed as usize], removed - room), "{zeros} {room}");
            }
        }
    }
}
