//! The finite numbers of a float format, from the smallest to the largest: facts, no emitted code.

use datarep_dsl::ends::Ends;
use datarep_dsl::model::{ExponentCode, Float, Leading, Negation};

use super::fields::{Fields, width};
use crate::names::mask;

/// What the numbers of a format are. Between their ends every word is one: a format with other words there is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// Bits of the significand, a hidden one included; the sign of a two's-complement one not.
    pub(super) precision: u32,
    /// 1, 3 or 4.
    pub(super) radix_bits: u32,
    /// Where positive numbers begin.
    pub(super) start: Start,
    /// Where negative numbers begin.
    pub(super) negative_start: Start,
    /// At the first exponent the significand of all zeros, its leading bit apart, is not a number: zero, mostly.
    pub(super) hole: bool,
    /// The same of negative numbers; where they are two's complements, the power of two farthest from zero.
    pub(super) negative_hole: bool,
    /// The largest positive number.
    pub(super) end: End,
    /// The negative number farthest from zero; where the significand is a two's complement, one less than its magnitude.
    pub(super) negative_end: End,
    /// Significands reach down to minus 2^precision.
    pub(super) negative_one: bool,
}

/// Where the numbers of a sign begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Start {
    /// The exponent field's number at the smallest normal number.
    pub(super) first: i64,
    /// The exponent field's number of subnormals, where there are some.
    pub(super) subnormal: Option<i64>,
    /// Ends below the smallest normal one can be written.
    pub(super) gradual: bool,
    /// The power of two that a unit of the significand weighs at `first`.
    pub(super) smallest: i64,
}

/// The number farthest from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// Its exponent field's number.
    pub(super) last: i64,
    /// Its significand, leading bit included.
    pub(super) most: u128,
}

impl Line {
    pub(super) fn of(float: &Float) -> Line {
        let stored = width(&float.significand);
        let implied = float.negation == Negation::ImpliedComplement;
        let negative_one = implied || float.negation == Negation::TwosSignificand;
        let precision = float.precision();
        let radix_bits = float.radix.trailing_zeros().max(1);
        let smallest_normal = 1_u128 << (precision - radix_bits.min(precision));
        let signed = |sign: bool, exponent: i64, significand: u128| {
            let fraction = significand & mask(stored);
            let leading = significand >> stored & 1 != 0;
            Fields { sign, exponent, fraction, leading }.class(float).is_none()
        };
        let has_leading = stored > 0 && (implied || float.leading != Leading::None);
        let [positive, negative] = Ends::of(float);
        let start = |ends: Ends| Start {
            first: ends.first,
            subnormal: ends.subnormal,
            gradual: ends.gradual,
            smallest: i64::from(radix_bits) * unbiased(float, ends.first) - i64::from(float.fraction_bits),
        };
        let end = |Ends { last, most, .. }| End { last, most };
        Line {
            precision,
            radix_bits,
            start: start(positive),
            negative_start: start(negative),
            hole: has_leading && !signed(false, positive.first, smallest_normal),
            negative_hole: if negative_one {
                // The stored bits are the magnitude's complement.
                let has = |exponent: i64| signed(true, exponent, (1_u128 << precision).wrapping_neg());
                let has_negative = float.sign.is_some() && float.negation != Negation::None;
                has_negative && !has(negative.first) && has(negative.first + 1)
            } else {
                has_leading && !signed(true, negative.first, smallest_normal)
            },
            end: end(positive),
            negative_end: end(negative),
            negative_one,
        }
    }
}

/// The exponent that the field's number means.
///
/// Where negative exponents are in one's complement, the field below the bias is a second zero.
pub(super) fn unbiased(float: &Float, exponent: i64) -> i64 {
    let ones = float.code == ExponentCode::ExcessOnes && exponent < float.bias;
    exponent - float.bias + i64::from(ones)
}
