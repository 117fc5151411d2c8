//! Rounding and construction of floats, compared with the processor's own arithmetic.

#![expect(clippy::cast_precision_loss, clippy::float_cmp, reason = "the processor's rounding is the oracle")]

use super::*;
use proptest::prelude::*;

const NEAREST: Rounding = Rounding::NearestEven;

fn through_f32(value: f64) -> (u32, Kinds) {
    let parts = unpack_f64(value);
    let made = make_f32(parts.negative, parts.significand, parts.exponent, NEAREST, Beyond::Infinity, false);
    (made.word as u32 | u32::from(parts.negative) << 31, made.kinds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// The processor's own narrowing is the oracle.
    #[test]
    fn f64_to_f32_rounds_as_the_processor(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        let (ours, kinds) = through_f32(value);
        let theirs = value as f32;
        prop_assert_eq!(ours, theirs.to_bits());
        prop_assert_eq!(kinds == Kinds::NONE, f64::from(theirs).to_bits() == bits);
    }

    /// Near the limits of f32, which random bits seldom reach.
    #[test]
    fn f64_to_f32_rounds_at_the_borders(exponent in -160_i32..=130, fraction: u64, low in 0_u32..=52) {
        let fraction = fraction >> 12 >> low << low;
        let value = f64::from_bits(((exponent + 1023) as u64) << 52 | fraction);
        prop_assert_eq!(through_f32(value).0, (value as f32).to_bits());
    }

    /// Integers to floats, by the processor's conversion.
    #[test]
    fn integers_round_as_the_processor(integer: u64, by in 0_u32..64) {
        let integer = integer >> by;
        let made = make_f64(false, integer, 0, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(made.word, (integer as f64).to_bits());
        let made = make_f32(false, integer, 0, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(made.word as u32, (integer as f32).to_bits());
    }

    /// The wide path has the same results as the narrow one.
    #[test]
    fn both_widths_agree(significand: u64, exponent in -1200_i32..1100, negative: bool) {
        for rounding in [NEAREST, Rounding::TowardZero, Rounding::NearestAway, Rounding::Up, Rounding::Down] {
            let narrow = make_f64(negative, significand, exponent, rounding, Beyond::Infinity, false);
            let wide =
                make_wide_f64(negative, u128::from(significand), exponent, rounding, Beyond::Infinity, false);
            prop_assert_eq!(u128::from(narrow.word), wide.word);
            prop_assert_eq!(narrow.kinds, wide.kinds);
        }
    }

    /// Every f64 is exactly a binary128 and an 80-bit extended, and comes back.
    #[test]
    fn wide_natives_keep_f64(bits: u64) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        let parts = unpack_wide_f64(value);
        let quad = make_f128(parts.negative, parts.significand, parts.exponent, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(quad.kinds, Kinds::NONE);
        let again = unpack_f128(F128::from_bits(quad.word));
        let back = make_wide_f64(false, again.significand, again.exponent, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(back.word, u128::from(bits & !(1 << 63)));
        let long = make_long_double(parts.negative, parts.significand, parts.exponent, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(long.kinds, Kinds::NONE);
        let again = unpack_long_double(LongDouble::from_bits(long.word));
        let back = make_wide_f64(false, again.significand, again.exponent, NEAREST, Beyond::Infinity, false);
        prop_assert_eq!(back.word, u128::from(bits & !(1 << 63)));
    }
}

#[test]
fn directed_rounding_and_ties() {
    // 2^53 + 1 lies between two; 2^53 + 3 is a tie whose even neighbor is above.
    let cases = [
        (Rounding::NearestEven, 0, 4),
        (Rounding::NearestAway, 2, 4),
        (Rounding::TowardZero, 0, 2),
        (Rounding::Up, 2, 4),
        (Rounding::Down, 0, 2),
    ];
    for (rounding, one, three) in cases {
        for (add, expected) in [(1_u64, one), (3, three)] {
            let made = make_f64(false, (1 << 53) + add, 0, rounding, Beyond::Infinity, false);
            assert_eq!(f64::from_bits(made.word), ((1_u64 << 53) + expected) as f64, "{rounding:?} {add}");
            assert_eq!(made.kinds, Kinds::INEXACT);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// The processor's addition is the oracle.
    #[test]
    fn sums_round_as_the_processor(high: u64, low: u64, near in 0_u64..160, close: bool) {
        // Random words are far apart, so half of them are moved near each other.
        let field = ((high >> 52) & 0x7FF).saturating_sub(near);
        let low = if close { (low & 0x800F_FFFF_FFFF_FFFF) | field << 52 } else { low };
        let expected = f64::from_bits(high) + f64::from_bits(low);
        let value = sum_f64(high, low);
        prop_assert_eq!(value.nan, expected.is_nan());
        if !expected.is_nan() {
            let made = make_wide_f64(
                value.negative, value.significand, value.exponent, NEAREST, Beyond::Infinity, false,
            );
            let word = if value.infinite { 0x7FF << 52 } else { made.word as u64 };
            prop_assert_eq!(word | u64::from(value.negative) << 63, expected.to_bits());
        }
        let (high, low) = (high as u32, low as u32);
        let value = sum_f32(high, low);
        let expected = f32::from_bits(high) + f32::from_bits(low);
        prop_assert_eq!(value.nan, expected.is_nan());
        if expected.is_finite() {
            let made = make_wide_f32(
                value.negative, value.significand, value.exponent, NEAREST, Beyond::Infinity, false,
            );
            prop_assert_eq!(made.word as u32 | u32::from(value.negative) << 31, expected.to_bits());
        }
    }

    /// Values that two words hold come back, and a quadruple number is as near as two words can be.
    #[test]
    fn quadruple_numbers_split(bits: u128, field in 15_300_u128..17_400) {
        let bits = (bits & !(0x7FFF << 112)) | field << 112;
        let value = unpack_f128(F128::from_bits(bits));
        for rounding in [NEAREST, Rounding::TowardZero, Rounding::Up, Rounding::Down] {
            let (made, tiny) = split_f64(value, rounding);
            if made.kinds.meets(Kinds::OVERFLOW) {
                continue;
            }
            let (high, low) = ((made.word >> 64) as u64, made.word as u64);
            let (first, second) = (f64::from_bits(high), f64::from_bits(low));
            prop_assert_eq!(first + second, first, "the high word is the nearest");
            let back = sum_f64(high, low);
            let again = make_f128(
                back.negative, back.significand, back.exponent, NEAREST, Beyond::Infinity, false,
            );
            let magnitude = bits & !(1 << 127);
            prop_assert_eq!(made.kinds == Kinds::NONE, again.word == magnitude && again.kinds == Kinds::NONE);
            let negative = bits >> 127 != 0;
            match rounding {
                Rounding::TowardZero => prop_assert!(again.word <= magnitude),
                Rounding::Up | Rounding::Down if negative == (rounding == Rounding::Down) => {
                    prop_assert!(again.word >= magnitude);
                }
                Rounding::Up | Rounding::Down => prop_assert!(again.word <= magnitude),
                _ => {}
            }
            if !tiny && rounding == NEAREST {
                // Within a 2^106th of the value, or a step of the smallest subnormal number.
                let apart = again.word.abs_diff(magnitude);
                prop_assert!(apart <= 1 << 7 || first.abs() < 2e-290);
            }
        }
    }

    /// The processor's rounding to whole numbers is the oracle.
    #[test]
    fn whole_numbers_are_those_of_the_processor(bits: u64, exponent in -70_i32..=70) {
        let value = f64::from_bits((bits & 0x800F_FFFF_FFFF_FFFF) | ((exponent + 1023) as u64) << 52);
        let parts = unpack_f64(value);
        let cases = [
            (Rounding::NearestEven, value.abs().round_ties_even()),
            (Rounding::TowardZero, value.abs().trunc()),
            (Rounding::NearestAway, value.abs().round()),
            (Rounding::Up, value.ceil().abs()),
            (Rounding::Down, value.floor().abs()),
        ];
        for (rounding, expected) in cases {
            let whole = whole_u64(parts.negative, parts.significand, parts.exponent, rounding);
            let wide = whole_u128(parts.negative, u128::from(parts.significand), parts.exponent, rounding);
            prop_assert_eq!(wide.magnitude, expected as u128);
            prop_assert_eq!(wide.inexact, value.fract() != 0.0);
            prop_assert!(!wide.beyond);
            prop_assert_eq!(whole.beyond, exponent >= 64);
            prop_assert_eq!(whole.inexact, wide.inexact);
            prop_assert!(whole.beyond || u128::from(whole.magnitude) == wide.magnitude);
        }
    }
}

#[test]
fn two_complement_significands_reach_minus_one() {
    // MIL-STD-1750A: 23 fraction bits, exponents from -128.
    let target = Target { precision: 23, radix_bits: 1, smallest: -151, steps: 255, negative_one: true };
    let minus_one = round_u64(true, 1, 0, target, NEAREST);
    assert_eq!((minus_one.significand, minus_one.step), (1 << 23, 128));
    let plus_one = round_u64(false, 1, 0, target, NEAREST);
    assert_eq!((plus_one.significand, plus_one.step), (1 << 22, 129));
}

/// Powers of two far beyond the target, and those around its end.
#[test]
fn numbers_far_beyond_are_infinite() {
    for exponent in (-900..1100).chain((1100..40_000).step_by(7)) {
        for significand in [1, (1 << 48) - 1, u64::MAX] {
            let made = make_f64(false, significand, exponent, NEAREST, Beyond::Infinity, false);
            let half = exponent.min(1100) / 2;
            let expected = significand as f64 * 2_f64.powi(half) * 2_f64.powi(exponent.min(1100) - half);
            assert_eq!(made.word, expected.to_bits(), "{significand} × 2^{exponent}");
        }
    }
}

/// A value between half of the smallest number of `f64` and that number becomes a zero with its sign when it is rounded
/// toward zero: the nearest number and the rest cancel each other.
#[test]
fn two_words_that_cancel_are_a_zero() {
    for negative in [false, true] {
        let value = F128::from_bits(15_308 << 112 | 1 | u128::from(negative) << 127);
        let (made, tiny) = split_f64(unpack_f128(value), Rounding::TowardZero);
        assert_eq!(made.word, u128::from(negative) << 127);
        assert!(tiny && made.kinds.meets(Kinds::INEXACT));
    }
}
