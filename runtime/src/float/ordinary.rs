//! Integers as floats by the processor's own arithmetic, in loops that are vectorized.

#![expect(clippy::inline_always, reason = "bodies of vectorized loops")]

use crate::kernel::{Processor, cast};

/// 2^52 and 2^84 as words: the lowest bit of their significands stands for 1 and 2^32.
const UNITS: u64 = 0x4330_0000_0000_0000;
const HIGH_UNITS: u64 = 0x4530_0000_0000_0000;

/// 2^52 + 2^51: signed integers are added to it in both directions.
const SIGNED_UNITS: u64 = 0x4338_0000_0000_0000;

/// 2^84 + 2^52 and 2^84 + 2^63 + 2^52. Subtracting one of them from the high half of an integer is exact, and leaves
/// the half minus the units that the low half contains.
const BOTH_UNITS: u64 = 0x4530_0000_0010_0000;
const SIGNED_BOTH_UNITS: u64 = 0x4530_0000_8010_0000;

/// Converts an integer of at most 24 bits.
#[inline(always)]
pub fn single(integer: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    let exact = integer.cast_signed() as f32;
    exact
}

/// Converts an integer below 2^52.
///
/// Processors without an instruction for this put the integer in the significand of 2^52, and subtract 2^52.
#[inline(always)]
pub fn double<P: Processor>(integer: u64) -> f64 {
    if P::CONVERTS_LONGS {
        return cast::nearest(integer).0;
    }
    f64::from_bits(integer | UNITS) - f64::from_bits(UNITS)
}

/// Converts a signed integer of at most 24 bits, with any number of zeros below them.
#[inline(always)]
pub fn signed_single(integer: i32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "24 bits are exact")]
    let exact = integer as f32;
    exact
}

/// Converts a signed integer of at least -2^51 and less than 2^51.
///
/// Processors without an instruction for this add the integer to the significand of 2^52 + 2^51, and subtract that
/// number.
#[inline(always)]
pub fn signed_double<P: Processor>(integer: i64) -> f64 {
    if P::CONVERTS_LONGS {
        return cast::nearest_signed(integer).0;
    }
    let counted = integer.cast_unsigned().wrapping_add(SIGNED_UNITS);
    f64::from_bits(counted) - f64::from_bits(SIGNED_UNITS)
}

/// The hexadecimal significand nearest to a number, ties to even, and whether it differs from the number.
///
/// The lowest 23 bits of `word` are the number's fraction. The two bits above say where its leading one stands in the
/// first of the six digits. Higher bits are ignored.
#[inline(always)]
pub fn nearest_hexadecimal(word: u32) -> (u32, bool) {
    cast::nearest_hexadecimal(word)
}

/// The float nearest to a signed integer above -2^62 and below 2^62, ties to even, and whether it differs from the
/// integer.
#[inline(always)]
#[expect(clippy::float_cmp, reason = "all are exact but the sum")]
pub fn nearest_signed_double<P: Processor>(integer: i64) -> (f64, bool) {
    if P::CONVERTS_LONGS {
        return cast::nearest_signed(integer);
    }
    // Adding 2^63 makes both halves positive. `SIGNED_BOTH_UNITS` takes it away again.
    let counted = integer.cast_unsigned() ^ 1 << 63;
    let high = f64::from_bits(counted >> 32 | HIGH_UNITS) - f64::from_bits(SIGNED_BOTH_UNITS);
    let low = f64::from_bits((counted & 0xFFFF_FFFF) | UNITS);
    let sum = high + low;
    (sum, sum - high != low)
}

/// The float nearest to an integer, ties to even, and whether it differs from the integer.
///
/// Both halves are exact; the low one includes the units that were subtracted from the high one. Their sum is rounded
/// once. The sum minus the high half is an integer below 2^53, and so exact: if it is not the low half, the sum was
/// rounded.
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

/// The integer as a float if that is exact, otherwise its neighbor, below or above, whose last bit is set.
///
/// If this float is rounded to 51 bits or fewer, the result is that of rounding the integer itself.
///
/// Source: Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd".
#[inline(always)]
pub fn odd_double(integer: u64) -> f64 {
    let high = f64::from_bits(integer >> 32 | HIGH_UNITS) - f64::from_bits(BOTH_UNITS);
    let low = f64::from_bits((integer & 0xFFFF_FFFF) | UNITS);
    let sum = high + low;
    let added = sum - high;
    let word = sum.to_bits();
    // Only an even neighbor is left: towards the integer, so that its last bit is set.
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

        /// Integers are the oracle: the lowest three bits of a number of 27 bits count eighths.
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
