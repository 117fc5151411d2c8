//! The finite numbers of a float format, from the smallest to the largest. There are no steps here.

use datarep_dsl::ends::NumberEnds;
use datarep_dsl::model::word::Fields;
use datarep_dsl::model::{Class, Float, Format, LeadingBit, NativeFloat, Negation};

use crate::types::mask;

/// The numbers of a format. Between their ends every word is a number: a format with other words there is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NumberRange {
    /// Bits of the significand, including a hidden one. The sign of a two's complement is not included.
    pub(crate) precision: u32,
    /// Bits of a digit of the radix.
    pub(crate) radix_bits: u32,
    /// The start of the positive numbers.
    pub(crate) start: NumberRangeStart,
    /// The start of the negative numbers.
    pub(crate) negative_start: NumberRangeStart,
    /// Whether the significand of zeros, apart from its leading bit, is not a number at the first exponent. Usually
    /// that word is zero.
    pub(crate) hole: bool,
    /// As `hole`, for negative numbers, unless significands reach down to minus one.
    pub(crate) negative_hole: bool,
    /// The largest positive number.
    pub(crate) end: NumberRangeEnd,
    /// The negative number farthest from zero. If significands reach down to minus one, `most` is one less than its
    /// magnitude.
    pub(crate) negative_end: NumberRangeEnd,
    /// Whether significands reach down to minus 2^precision.
    pub(crate) negative_one: bool,
}

/// The start of the numbers of a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NumberRangeStart {
    /// The exponent field's number at the smallest normal number.
    pub(crate) first: i64,
    /// The exponent field's number of subnormals, if there are any.
    pub(crate) subnormal: Option<i64>,
    /// Whether numbers below the smallest normal one can be written.
    pub(crate) gradual: bool,
    /// The power of two that a unit of the significand stands for at `first`.
    pub(crate) smallest: i64,
}

/// The number farthest from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NumberRangeEnd {
    /// Its exponent field's number.
    pub(crate) last: i64,
    /// Its significand, including the leading bit.
    pub(crate) most: u128,
}

impl NumberRange {
    pub(crate) fn from_float(float: &Float) -> NumberRange {
        let stored = float.stored_bits();
        let implied = float.negation == Negation::ImpliedComplement;
        let negative_one = float.has_minus_one();
        let precision = float.precision();
        let radix_bits = float.digit_bits();
        // A digit of the radix is not zero in a normalized number.
        let smallest_normal = 1_u128 << (precision - radix_bits.min(precision));
        let signed = |sign: bool, exponent: i64, significand: u128| {
            // The bit above the stored ones, if the format stores it.
            let leading = significand >> stored & 1 != 0;
            let fields = Fields { sign, exponent, significand: significand & mask(stored), leading };
            match float.class_of(&fields) {
                None => true,
                // If all numbers are subnormal, their stored leading bit may be set.
                Some(Class::Subnormal) => matches!(float.leading, LeadingBit::Explicit(_)),
                Some(_) => false,
            }
        };
        let has_leading = stored > 0 && (implied || float.leading != LeadingBit::None);
        let [positive, negative] = NumberEnds::from_float(float);
        let start = |ends: NumberEnds| NumberRangeStart {
            first: ends.first,
            subnormal: ends.subnormal,
            gradual: ends.gradual,
            smallest: i64::from(radix_bits) * float.exponent_of_number(ends.first)
                - i64::from(float.fraction_bits),
        };
        let end = |NumberEnds { last, most, .. }| NumberRangeEnd { last, most };
        NumberRange {
            precision,
            radix_bits,
            start: start(positive),
            negative_start: start(negative),
            // Without a leading bit a significand of zeros is zero by the formula, which is no hole.
            hole: has_leading && !signed(false, positive.first, smallest_normal),
            negative_hole: has_leading && !negative_one && !signed(true, negative.first, smallest_normal),
            end: end(positive),
            negative_end: end(negative),
            negative_one,
        }
    }
}

impl NumberRange {
    /// Bits of the words for a conversion with a native float: 64 if everything fits, otherwise 128.
    pub(crate) fn word_width(&self, format: &Format, native: NativeFloat) -> u32 {
        let fits = format.bits <= 64 && self.precision <= 62 && native.bits <= 64;
        if fits { 64 } else { 128 }
    }

    /// The stored significand of the negative number farthest from zero, if it is a two's
    /// complement.
    pub(crate) fn farthest_negative_bits(&self) -> u128 {
        let most = self.negative_end.most;
        // The significand is one less than its magnitude then, so inverting it gives the two's complement.
        if self.negative_one { !most } else { most.wrapping_neg() }
    }

    /// The start of the numbers of a sign.
    pub(crate) fn start_for_sign(&self, negative: bool) -> NumberRangeStart {
        if negative { self.negative_start } else { self.start }
    }

    /// The number of exponents above the smallest, for a sign.
    pub(crate) fn count_steps(&self, float: &Float, negative: bool) -> i64 {
        let (start, end) =
            if negative { (self.negative_start, self.negative_end) } else { (self.start, self.end) };
        float.exponent_of_number(end.last) - float.exponent_of_number(start.first)
    }
}
