//! Positive numbers of any size, without rounding.

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::model::Rounding;

/// A positive number: `numerator / denominator * 2^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ratio {
    pub(crate) numerator: BigUint,
    pub(crate) denominator: BigUint,
    pub(crate) exponent: i64,
}

impl Ratio {
    /// `significand * 2^exponent`.
    pub(crate) fn from_binary(significand: BigUint, exponent: i64) -> Self {
        Ratio { numerator: significand, denominator: BigUint::from(1_u8), exponent }
    }

    /// A power of two that the number is at least. The number is below four times that power.
    pub(crate) fn rough_binary_exponent(&self) -> i64 {
        // A numerator of `n` bits is at least `2^(n - 1)`, and a denominator of `d` bits is below `2^d`.
        count_bits(&self.numerator) - count_bits(&self.denominator) - 1 + self.exponent
    }

    /// A shorter number that every format with significands of `bits` bits rounds to the same
    /// result. It has at most `bits + 4` bits, whatever the exponent is.
    pub(crate) fn shorten(&self, bits: u32) -> Ratio {
        let (target_bits, above) =
            (i64::from(bits) + 2, count_bits(&self.numerator) - count_bits(&self.denominator));
        if count_bits(&self.denominator) == 1 && above <= target_bits {
            return self.clone();
        }
        let shift = target_bits - above;
        let quotient = divide_rounded(self, shift, false, Rounding::TowardZero);
        // The last bit says that there is something behind it.
        let numerator = quotient.value * 2_u8 + u8::from(!quotient.is_exact);
        Ratio::from_binary(numerator, self.exponent - shift - 1)
    }

    /// The product of two numbers.
    pub(crate) fn multiply(&self, other: &Ratio) -> Ratio {
        Ratio {
            numerator: &self.numerator * &other.numerator,
            denominator: &self.denominator * &other.denominator,
            exponent: self.exponent + other.exponent,
        }
    }

    /// Combines two numbers as integers over one denominator and one power of two.
    pub(crate) fn combine(&self, other: &Ratio, combine: impl FnOnce(BigUint, BigUint) -> BigUint) -> Ratio {
        let exponent = self.exponent.min(other.exponent);
        let raised = |number: BigUint, from: i64| number << (from - exponent).unsigned_abs();
        let first = raised(&self.numerator * &other.denominator, self.exponent);
        let second = raised(&other.numerator * &self.denominator, other.exponent);
        Ratio {
            numerator: combine(first, second),
            denominator: &self.denominator * &other.denominator,
            exponent,
        }
    }

    /// A number between this one and the next larger one of any format: larger by less than a part in `2^300`.
    pub(crate) fn nudge_up(&self) -> Ratio {
        self.nudge(|numerator| numerator + 1_u8)
    }

    /// A number between this one and the next smaller one of any format: smaller by less than a part in `2^300`.
    pub(crate) fn nudge_down(&self) -> Ratio {
        self.nudge(|numerator| numerator - 1_u8)
    }

    fn nudge(&self, change: impl FnOnce(BigUint) -> BigUint) -> Ratio {
        const BITS: u32 = 320;
        let numerator = change(&self.numerator << BITS);
        let exponent = self.exponent - i64::from(BITS);
        Ratio { numerator, denominator: self.denominator.clone(), exponent }
    }

    /// Compares two numbers without expanding powers of two that differ greatly.
    pub(crate) fn compare(&self, other: &Ratio) -> Ordering {
        let (left, right) = (self.rough_binary_exponent(), other.rough_binary_exponent());
        // Each number is below four times its power of two, so these powers decide.
        if left.abs_diff(right) > 2 {
            return left.cmp(&right);
        }
        let mut left = &self.numerator * &other.denominator;
        let mut right = &other.numerator * &self.denominator;
        let shift = self.exponent - other.exponent;
        if shift >= 0 {
            left <<= shift.unsigned_abs();
        } else {
            right <<= shift.unsigned_abs();
        }
        left.cmp(&right)
    }
}

/// Bits of a big integer, as a signed number.
pub(super) fn count_bits(number: &BigUint) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX / 4)
}

/// The result of a rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rounded<T> {
    pub(crate) value: T,
    /// Whether it is known that no digit was rounded away.
    pub(crate) is_exact: bool,
}

impl<T> Rounded<T> {
    /// The same result in another form.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> U) -> Rounded<U> {
        Rounded { value: convert(self.value), is_exact: self.is_exact }
    }
}

/// `ratio.numerator * 2^shift / ratio.denominator`, rounded to an integer.
pub(crate) fn divide_rounded(
    ratio: &Ratio,
    shift: i64,
    negative: bool,
    rounding: Rounding,
) -> Rounded<BigUint> {
    let magnitude = count_bits(&ratio.numerator) - count_bits(&ratio.denominator) + shift;
    // The quotient is below one half. Shifting the denominator by a far exponent would take memory without need.
    if magnitude < -2 {
        let up = rounds_up(rounding, negative, Ordering::Less, false);
        return Rounded { value: BigUint::from(u8::from(up)), is_exact: false };
    }
    if count_bits(&ratio.denominator) == 1 {
        return shift_rounded(&ratio.numerator, shift, negative, rounding);
    }
    let (mut numerator, mut denominator) = (ratio.numerator.clone(), ratio.denominator.clone());
    if shift >= 0 {
        numerator <<= shift.unsigned_abs();
    } else {
        denominator <<= shift.unsigned_abs();
    }
    // The rest is computed from the quotient: two divisions would take twice the time.
    let quotient = &numerator / &denominator;
    let rest = numerator - &quotient * &denominator;
    if rest == BigUint::ZERO {
        return Rounded { value: quotient, is_exact: true };
    }
    let up = rounds_up(rounding, negative, (rest * 2_u8).cmp(&denominator), quotient.bit(0));
    Rounded { value: quotient + u8::from(up), is_exact: false }
}

/// [`divide_rounded`] for a denominator of 1: most numbers are binary, and bits are cut off in a tenth of the time of a division.
fn shift_rounded(numerator: &BigUint, shift: i64, negative: bool, rounding: Rounding) -> Rounded<BigUint> {
    let dropped_bits = shift.unsigned_abs();
    if shift >= 0 {
        return Rounded { value: numerator << dropped_bits, is_exact: true };
    }
    let quotient = numerator >> dropped_bits;
    // The bits that are cut off, without those that are zero at the end.
    let last = numerator.trailing_zeros().unwrap_or(dropped_bits);
    if last >= dropped_bits {
        return Rounded { value: quotient, is_exact: true };
    }
    let half = match (numerator.bit(dropped_bits - 1), last == dropped_bits - 1) {
        // The first bit that is cut off is worth one half, and the bits below it less than that.
        (false, _) => Ordering::Less,
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Greater,
    };
    let up = rounds_up(rounding, negative, half, quotient.bit(0));
    Rounded { value: if up { quotient + 1_u8 } else { quotient }, is_exact: false }
}

/// Whether a number between two multiples of a unit becomes the one farther from zero. `half` compares the number with
/// the middle between them, and `is_odd` belongs to the multiple nearer to zero.
pub(super) fn rounds_up(rounding: Rounding, negative: bool, half: Ordering, is_odd: bool) -> bool {
    match (rounding, half) {
        (Rounding::NearestEven, Ordering::Equal) => is_odd,
        (Rounding::NearestAway, Ordering::Equal)
        | (Rounding::NearestEven | Rounding::NearestAway, Ordering::Greater) => true,
        (Rounding::NearestEven | Rounding::NearestAway, Ordering::Less) | (Rounding::TowardZero, _) => false,
        (Rounding::Up, _) => !negative,
        (Rounding::Down, _) => negative,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same value with a denominator of 3 goes through the division.
    #[test]
    fn bits_are_cut_off_as_a_division_would() {
        const RULES: [Rounding; 5] = [
            Rounding::NearestEven,
            Rounding::NearestAway,
            Rounding::TowardZero,
            Rounding::Up,
            Rounding::Down,
        ];
        for (numerator, shift) in (1_u32..200).flat_map(|number| (-10..4).map(move |shift| (number, shift))) {
            let binary = Ratio::from_binary(numerator.into(), 0);
            let thirds = Ratio { numerator: (3 * numerator).into(), denominator: 3_u8.into(), exponent: 0 };
            for (rounding, negative) in RULES.into_iter().flat_map(|rule| [(rule, false), (rule, true)]) {
                let shifted = divide_rounded(&binary, shift, negative, rounding);
                let divided = divide_rounded(&thirds, shift, negative, rounding);
                assert_eq!(shifted, divided, "{numerator} * 2^{shift}, {rounding:?}, negative: {negative}");
            }
        }
    }
}
