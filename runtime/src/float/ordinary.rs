//! Integers as floats by the processor's own arithmetic, in loops that are vectorized.

#![expect(clippy::inline_always, reason = "bodies of vectorized loops")]

use crate::kernel::{Processor, cast};

/// 2^52 and 2^84 as words: the significand's lowest bit weighs 1 and 2^32.
const UNITS: u64 = 0x4330_0000_0000_0000;
const HIGH_UNITS: u64 = 0x4530_0000_0000_0000;

/// 2^52 + 2^51 and 2^84 + 2^63, from which signed integers are counted in both directions.
const SIGNED_UNITS: u64 = 0x4338_0000_0000_0000;

/// 2^84 + 2^52 and 2^84 + 2^63 + 2^52: taken from the high half of an integer, which is exact, they leave it less what the units
/// of the low half add.
const BOTH_UNITS: u64 = 0x4530_0000_0010_0000;
const SIGNED_BOTH_UNITS: u64 = 0x4530_0000_8010_0000;

/// An integer of at most 24 bits.
#[inline(always)]
pub fn single(integer: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    let exact = integer.cast_signed() as f32;
    exact
}

/// An integer below 2^52.
///
/// It is put in the significand of 2^52, which is then taken away, where the processor has no instruction.
#[inline(always)]
pub fn double<P: Processor>(integer: u64) -> f64 {
    if P::CONVERTS_LONGS {
        return cast::nearest(integer).0;
    }
    f64::from_bits(integer | UNITS) - f64::from_bits(UNITS)
}

/// A signed integer of at most 24 bits, and any number of zeros below them.
#[inline(always)]
pub fn signed_single(integer: i32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    let exact = integer as f32;
    exact
}

/// A signed integer from -2^51 on and below 2^51.
///
/// It is counted from the significand of 2^52 + 2^51, which is then taken away, where the processor has no instruction.
#[inline(always)]
pub fn signed_double<P: Processor>(integer: i64) -> f64 {
    if P::CONVERTS_LONGS {
        return cast::nearest_signed(integer).0;
    }
    let counted = integer.cast_unsigned().wrapping_add(SIGNED_UNITS);
    f64::from_bits(counted) - f64::from_bits(SIGNED_UNITS)
}

/// The hexadecimal significand nearest to a number, to nearest even, and whether it is another number.
///
/// The lowest 23 bits of `word` are the number's fraction, the two above them the place of its leading one in the first of the
/// six digits. What is above is ignored.
#[inline(always)]
pub fn nearest_hexadecimal(word: u32) -> (u32, bool) {
    cast::nearest_hexadecimal(word)
}

/// The float nearest to a signed integer above -2^62 and below 2^62, to nearest even, and whether it is another number.
#[inline(always)]
#[expect(clippy::float_cmp, reason = "all are exact but the sum")]
pub fn nearest_signed_double<P: Processor>(integer: i64) -> (f64, bool) {
    if P::CONVERTS_LONGS {
        return cast::nearest_signed(integer);
    }
    let counted = integer.cast_unsigned() ^ 1 << 63;
    let high = f64::from_bits(counted >> 32 | HIGH_UNITS) - f64::from_bits(SIGNED_BOTH_UNITS);
    let low = f64::from_bits((counted & 0xFFFF_FFFF) | UNITS);
    let sum = high + low;
    (sum, sum - high != low)
}

/// The float nearest to an integer, to nearest even, and whether it is another number.
///
/// Both halves are exact, the low one with the units that the high one lacks; their sum is rounded once. Without the high half it is
/// an integer below 2^53, and so exact: where it is not the low half, the sum was rounded.
#[inline(always)]
#[expect(clippy::float_cmp, reason = "all are exact but the sum")]
pub fn nearest_double<P: Processor>(integer: u64) -> (f64, bool) {
    if P::CONVERTS_LONGS {
        return cast::nearest(integer);
    }
    let high = f64::from_bits(integer >> 32 | HIGH_UNITS) - f64::from_bits(BOTH_UNITS);
    let low = f64::from_bits((integer & 0xFFFF_FFFF) | UNITS);
    let sum = high + low;
    (sum, sum - high != low)
}

/// The float below or above an integer, the one whose last bit is set, unless it is the integer itself.
///
/// Rounded again to 51 bits or less it gives what the integer itself would.
///
/// Source: Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd".
#[inline(always)]
pub fn odd_double(integer: u64) -> f64 {
    let high = f64::from_bits(integer >> 32 | HIGH_UNITS) - f64::from_bits(BOTH_UNITS);
    let low = f64::from_bits((integer & 0xFFFF_FFFF) | UNITS);
    let sum = high + low;
    let added = sum - high;
    let word = sum.to_bits();
    let even = !word & 1;
    let word = if added < low { word + even } else { word };
    f64::from_bits(if added > low { word - even } else { word })
}

#[cfg(test)]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "the processor's conversions are the oracle"
)]
mod tests {
    use super::*;
    use crate::kernel::{AnyProcessor, Avx512Processor};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// The processor's conversion of one integer is the oracle.
        #[test]
        fn integers_are_those_of_the_processor(integer: u64, by in 0_u32..64, near in 0_u64..5) {
            for integer in [integer >> by, !integer >> by, ((1_u64 << 63) >> by).wrapping_add(near).wrapping_sub(2), u64::MAX - (integer >> by)] {
                let (number, inexact) = nearest_double::<AnyProcessor>(integer);
                prop_assert_eq!(number, integer as f64);
                prop_assert_eq!(inexact, integer as f64 as u128 != u128::from(integer));
                prop_assert_eq!(nearest_double::<Avx512Processor>(integer), (number, inexact));
                let signed = integer.cast_signed() >> 2;
                let near = (signed as f64, signed as f64 as i128 != i128::from(signed));
                prop_assert_eq!(nearest_signed_double::<AnyProcessor>(signed), near);
                prop_assert_eq!(nearest_signed_double::<Avx512Processor>(signed), near);
                let short = signed >> 10;
                prop_assert_eq!(signed_double::<AnyProcessor>(short), short as f64);
                prop_assert_eq!(signed_double::<Avx512Processor>(short), short as f64);
                let shorter = (short >> 29) as i32;
                prop_assert_eq!(signed_single(shorter), shorter as f32);
                prop_assert_eq!(signed_single(shorter << 9), (shorter << 9) as f32);
                let odd = odd_double(integer);
                prop_assert_eq!(odd as f32, integer as f32);
                prop_assert_eq!(odd == number, !inexact || number.to_bits() & 1 != 0);
                prop_assert_eq!(odd as u128 == u128::from(integer), !inexact);
                if integer >> 52 == 0 {
                    prop_assert_eq!(double::<AnyProcessor>(integer), integer as f64);
                    prop_assert_eq!(double::<Avx512Processor>(integer), integer as f64);
                }
                if integer >> 24 == 0 {
                    prop_assert_eq!(single(integer as u32), integer as f32);
                }
            }
        }
    }
    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Integers are the oracle: of a number of 27 bits, the lowest three count eighths.
        #[test]
        fn hexadecimal_significands_are_nearest(fraction in 0_u32..1 << 23, place in 0_u32..4, above: u32) {
            for fraction in [fraction, fraction & !7, fraction & !7 | 1 << (2 - place.min(2)), 0x7F_FFFF - (fraction & 15)] {
                let eighths = (1 << 23 | fraction) << place;
                let (down, lost) = (eighths >> 3, eighths & 7);
                let nearest = down + u32::from(lost > 4 || lost == 4 && down & 1 != 0);
                let word = above << 25 | place << 23 | fraction;
                prop_assert_eq!(nearest_hexadecimal(word), (nearest, lost != 0));
            }
        }
    }
}
