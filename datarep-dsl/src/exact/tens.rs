//! Numbers of few decimal digits, without big integers.

use std::cmp::Ordering;

use num_bigint::BigUint;

use super::decimal::scale_by_tens;
use super::ratio::{Ratio, Rounded, rounds_up};
use crate::model::Rounding;

/// The largest power of ten below `2^128`.
const MOST: u32 = 38;

/// A number other than zero: `digits * 10^power`, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SmallDecimal {
    pub(crate) negative: bool,
    pub(crate) digits: u128,
    pub(crate) power: i64,
}

impl SmallDecimal {
    /// The power of ten of the first digit.
    pub(crate) fn first_digit_power(self) -> i64 {
        self.power + i64::from(self.digits.checked_ilog10().unwrap_or(0))
    }

    /// The number in units of `10^power`, rounded to an integer. An integer beyond 128 bits becomes the largest one.
    pub(crate) fn round_to_units(self, power: i64, rounding: Rounding) -> Rounded<u128> {
        let shift = self.power - power;
        // `10^38` is the largest power of ten in 128 bits. A larger shift has no factor.
        let factor = u32::try_from(shift.unsigned_abs()).ok().filter(|count| *count <= MOST);
        let factor = factor.map(|count| 10_u128.pow(count));
        if shift >= 0 {
            // The largest integer stands for what is beyond. No digit is rounded away there.
            let product = factor.and_then(|factor| self.digits.checked_mul(factor));
            return Rounded { value: product.unwrap_or(u128::MAX), is_exact: true };
        }
        // Half of the next power of ten, `10^39`, is above all digits.
        let Some(factor) = factor else {
            let up = rounds_up(rounding, self.negative, Ordering::Less, false);
            return Rounded { value: up.into(), is_exact: false };
        };
        let (quotient, rest) = (self.digits / factor, self.digits % factor);
        if rest == 0 {
            // Only after this can something be lost.
            return Rounded { value: quotient, is_exact: true };
        }
        let up = rounds_up(rounding, self.negative, (rest * 2).cmp(&factor), quotient % 2 == 1);
        Rounded { value: quotient + u128::from(up), is_exact: false }
    }

    /// Its magnitude.
    pub(crate) fn to_ratio(self) -> Ratio {
        scale_by_tens(BigUint::from(self.digits), self.power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::divide_rounded;

    /// The same as by big integers, at every distance between a digit and the unit.
    #[test]
    fn units_are_those_of_big_integers() {
        let digits = [1, 4, 5, 6, 15, 25, 49, 50, 51, 10_u128.pow(38), 5 * 10_u128.pow(37), u128::MAX];
        let roundings = [
            Rounding::NearestEven,
            Rounding::TowardZero,
            Rounding::NearestAway,
            Rounding::Up,
            Rounding::Down,
        ];
        let mut checked = 0;
        for (digits, power) in
            digits.into_iter().flat_map(|digits| (-45..3).map(move |power| (digits, power)))
        {
            for (rounding, negative) in roundings.into_iter().flat_map(|rule| [(rule, false), (rule, true)]) {
                let tens = SmallDecimal { negative, digits, power };
                let ratio = tens.to_ratio();
                let whole = divide_rounded(&ratio, ratio.exponent, negative, rounding);
                let whole = whole.map(|whole| u128::try_from(whole).unwrap_or(u128::MAX));
                assert_eq!(tens.round_to_units(0, rounding), whole, "{tens:?} {rounding:?}");
                checked += 1;
            }
        }
        assert_eq!(checked, 12 * 48 * 10);
    }
}
