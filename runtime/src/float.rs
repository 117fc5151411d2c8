//! Exact arithmetic of finite numbers: rounding to a target's significand, and the bits of native floats.
//!
//! Everything here is integer arithmetic on `significand × 2^exponent`, without branches that would prevent
//! vectorization. This module does not know the formats of the language: generated code takes their fields apart and
//! puts them together.
//!
//! Source: IEEE 754-2019, "Attributes and rounding".

#![expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bodies of vectorized loops; every cast is of a field whose width is known"
)]

mod ordinary;

pub use self::ordinary::{
    double, nearest_double, nearest_hexadecimal, nearest_signed_double, odd_double, signed_double,
    signed_single, single,
};
use crate::loss::Kinds;
use crate::native::{Bf16, F16, F128, LongDouble};

/// The neighbor to which a value between two numbers is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// The nearer one, or in a tie the one with an even significand.
    NearestEven,
    /// The one nearer to zero.
    TowardZero,
    /// The nearer one, or in a tie the one farther from zero.
    NearestAway,
    /// The larger.
    Up,
    /// The smaller.
    Down,
}

/// The result for a finite value beyond the range of a native float.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    /// The largest finite number.
    Saturate,
    /// Infinity.
    Infinity,
    /// NaN.
    Nan,
}

/// The numbers of a target: `M × 2^(smallest + radix_bits × step)`, with `M < 2^precision`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Bits of the significand, including the hidden one.
    pub precision: u32,
    /// Bits of a digit of the radix, 1 to 16.
    pub radix_bits: u32,
    /// The power of two that a unit of the significand stands for at the smallest exponent.
    pub smallest: i32,
    /// How many exponents there are above the smallest.
    pub steps: i32,
    /// Whether negative significands reach down to minus 2^precision (two's complement).
    pub negative_one: bool,
}

/// A value rounded to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounded<W> {
    /// The significand as an integer.
    pub significand: W,
    /// How far the exponent is above the target's smallest one.
    pub step: i32,
    /// Whether the value was rounded.
    pub inexact: bool,
    /// Whether the step is above the target's largest.
    pub overflow: bool,
    /// Whether the value is not normalized, and was not zero before rounding.
    pub tiny: bool,
}

/// The fields of a native float: `significand × 2^exponent` if it is finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpacked<W> {
    /// The sign.
    pub negative: bool,
    /// The significand as an integer, zero for zero.
    pub significand: W,
    /// The power of two that a unit of the significand stands for.
    pub exponent: i32,
    /// Whether it is an infinity.
    pub infinite: bool,
    /// Whether it is a NaN.
    pub nan: bool,
}

/// A word under construction, and its losses so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made<W> {
    /// The word.
    pub word: W,
    /// The events.
    pub kinds: Kinds,
}

/// A value rounded to a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integral<W> {
    /// The number without its sign.
    pub magnitude: W,
    /// Whether the value was rounded.
    pub inexact: bool,
    /// Whether the number does not fit in the integer. If so, `magnitude` is not the number.
    pub beyond: bool,
}

macro_rules! words {
    ($word:ident, $signed:ident, $round:ident, $whole:ident, $bits:literal) => {
        /// Rounds `significand × 2^exponent` to a whole number.
        #[inline(always)]
        pub fn $whole(
            negative: bool,
            significand: $word,
            exponent: i32,
            rounding: Rounding,
        ) -> Integral<$word> {
            let zero = significand == 0;
            let length = $bits - significand.leading_zeros() as i32;
            // A shift by the size of the word is not possible. `beyond` says that such a number is not used.
            let left = significand << exponent.clamp(0, $bits - 1);
            // Bits shifted out of the word matter only in so far as they are not zero.
            let far = exponent < -$bits;
            let near = $word::from(far).wrapping_sub(1);
            let source = (significand & near) | $word::from(far && !zero);
            // One bit more than the result is kept: the lowest bit of `doubled` is the half.
            let by = (-exponent).clamp(1, $bits) - 1;
            let doubled = source >> by;
            let shifts_right = exponent < 0;
            let half = shifts_right && doubled & 1 != 0;
            let rest = shifts_right && source & (((1 as $word) << by) - 1) != 0;
            let kept = if shifts_right { doubled >> 1 } else { left };
            let inexact = half || rest;
            let up = match rounding {
                Rounding::NearestEven => half && (rest || kept & 1 != 0),
                Rounding::TowardZero => false,
                Rounding::NearestAway => half,
                Rounding::Up => inexact && !negative,
                Rounding::Down => inexact && negative,
            };
            Integral {
                magnitude: kept + $word::from(up),
                inexact,
                beyond: !zero && exponent > $bits - length,
            }
        }

        /// Rounds `significand × 2^exponent` to the target.
        #[inline(always)]
        pub fn $round(
            negative: bool,
            significand: $word,
            exponent: i32,
            target: Target,
            rounding: Rounding,
        ) -> Rounded<$word> {
            let zero = significand == 0;
            let length = $bits - significand.leading_zeros() as i32;
            let below = target.negative_one && negative;
            // In two's complement, minus a power of two needs one bit less than plus the same power.
            let length = length - i32::from(below && significand.is_power_of_two());
            let digit = target.radix_bits as i32;
            let above = exponent + length - target.precision as i32 - target.smallest;
            // Rounded up to whole digits of the radix. Zero has no length, and the smallest step.
            let step = if above > 0 && !zero { (above + digit - 1) / digit } else { 0 };
            let drop = target.smallest + digit * step - exponent;

            // A shift to the left loses nothing.
            let left = significand << (-drop).clamp(0, $bits - 1);
            // A shift to the right: bits shifted out of the word matter only in so far as they are not zero.
            let far = drop > $bits;
            let near = $word::from(far).wrapping_sub(1);
            let source = (significand & near) | $word::from(far && !zero);
            // One bit more than the result is kept: the lowest bit of `doubled` is the half.
            let by = drop.clamp(1, $bits) - 1;
            let doubled = source >> by;
            let half = doubled & 1 != 0;
            let rest = source & (((1 as $word) << by) - 1) != 0;
            let right = doubled >> 1;

            let shifts_right = drop > 0;
            // A mask and no branch, so that the loop over items can be vectorized.
            let mask = $word::from(shifts_right).wrapping_neg();
            let kept = (right & mask) | (left & !mask);
            let half = half && shifts_right;
            let rest = rest && shifts_right;
            let inexact = half || rest;
            let up = match rounding {
                Rounding::NearestEven => half && (rest || kept & 1 != 0),
                Rounding::TowardZero => false,
                Rounding::NearestAway => half,
                Rounding::Up => inexact && !negative,
                Rounding::Down => inexact && negative,
            };
            let kept = kept + $word::from(up);

            let least = (1 as $word) << (target.precision - target.radix_bits);
            let most = least << target.radix_bits;
            // Rounding up has made one more digit. All below it is zero, so the shift loses nothing.
            let carry = kept == most && !below;
            let kept = kept >> (i32::from(carry) * digit);
            let step = step + i32::from(carry);
            // Minus the inverse of the radix equals minus one at the next smaller exponent.
            let lower = below && kept == least && step > 0;
            let kept = kept << (i32::from(lower) * digit);
            let step = step - i32::from(lower);

            let normal = kept > least || (kept == least && !below);
            Rounded {
                significand: kept,
                step,
                inexact,
                overflow: step > target.steps,
                tiny: !zero && !normal,
            }
        }

        impl Made<$word> {
            /// A word that lost nothing.
            #[inline(always)]
            pub fn new(word: $word) -> Self {
                Made { word, kinds: Kinds::NONE }
            }

            /// A rounded number's word, inexact where it is.
            #[inline(always)]
            pub fn rounded(word: $word, inexact: bool) -> Self {
                Made { word, kinds: Kinds::INEXACT.when(inexact) }
            }

            /// Where the condition holds another word and other events instead.
            #[inline(always)]
            #[must_use]
            pub fn or(self, condition: bool, word: $word, kinds: Kinds) -> Self {
                let mask = $word::from(condition).wrapping_neg();
                Made { word: (self.word & !mask) | (word & mask), kinds: self.kinds.or(condition, kinds) }
            }

            /// Where the condition holds the same word with other events.
            #[inline(always)]
            #[must_use]
            pub fn but(self, condition: bool, kinds: Kinds) -> Self {
                Made { word: self.word, kinds: self.kinds.or(condition, kinds) }
            }
        }
    };
}

words!(u64, i64, round_u64, whole_u64, 64);
words!(u128, i128, round_u128, whole_u128, 128);

impl From<Unpacked<u64>> for Unpacked<u128> {
    #[inline(always)]
    fn from(value: Unpacked<u64>) -> Self {
        Unpacked {
            negative: value.negative,
            significand: u128::from(value.significand),
            exponent: value.exponent,
            infinite: value.infinite,
            nan: value.nan,
        }
    }
}

/// Whether a rounded number counts as an underflow.
#[inline(always)]
fn has_underflowed<W>(rounded: &Rounded<W>, flush: bool) -> bool {
    rounded.tiny && (flush || rounded.inexact)
}

macro_rules! interchange {
    ($native:ty, $bits:ident, $word:ident, $round:ident, $make:ident, $unpack:ident, $precision:literal, $max:literal,
     $sign:literal) => {
        /// The native float nearest to `significand × 2^exponent`, its sign apart.
        ///
        /// With `flush`, what is below the smallest normal number becomes zero.
        #[inline(always)]
        pub fn $make(
            negative: bool,
            significand: $word,
            exponent: i32,
            rounding: Rounding,
            beyond: Beyond,
            flush: bool,
        ) -> Made<$word> {
            const FRACTION: u32 = $precision - 1;
            const INFINITY: $word = (2 * $max + 1) << FRACTION;
            let target = Target {
                precision: $precision,
                radix_bits: 1,
                smallest: 1 - $max - FRACTION as i32,
                steps: 2 * $max - 1,
                negative_one: false,
            };
            let rounded = $round(negative, significand, exponent, target, rounding);
            // A significand with its hidden bit adds one to the exponent field. If the sum overflows, the word is not
            // used and may wrap.
            let word = ((rounded.step as $word) << FRACTION).wrapping_add(rounded.significand);
            let largest = match beyond {
                // The word before infinity is the largest finite number.
                Beyond::Saturate => INFINITY - 1,
                Beyond::Infinity => INFINITY,
                Beyond::Nan => INFINITY | 1 << (FRACTION - 1),
            };
            let underflow = has_underflowed(&rounded, flush);
            let small = if flush { 0 } else { word };
            Made::<$word>::rounded(word, rounded.inexact).or(underflow, small, Kinds::UNDERFLOW).or(
                rounded.overflow,
                largest,
                Kinds::OVERFLOW,
            )
        }

        /// Takes a native float apart.
        #[inline(always)]
        pub fn $unpack(value: $native) -> Unpacked<$word> {
            const FRACTION: u32 = $precision - 1;
            const TOP: i32 = 2 * $max + 1;
            let bits = $word::from(value.to_bits());
            let field = ((bits >> FRACTION) & TOP as $word) as i32;
            let fraction = bits & ((1 << FRACTION) - 1);
            // Field 0 means zero and subnormals: no hidden bit, and the exponent of field 1.
            let hidden = $word::from(field != 0);
            Unpacked {
                negative: bits >> $sign != 0,
                significand: fraction | hidden << FRACTION,
                exponent: field - i32::from(field != 0) + 1 - $max - FRACTION as i32,
                infinite: field == TOP && fraction == 0,
                nan: field == TOP && fraction != 0,
            }
        }
    };
}

interchange!(F16, u16, u64, round_u64, make_f16, unpack_f16, 11, 15, 15);
interchange!(Bf16, u16, u64, round_u64, make_bf16, unpack_bf16, 8, 127, 15);
interchange!(f32, u32, u64, round_u64, make_f32, unpack_f32, 24, 127, 31);
interchange!(f64, u64, u64, round_u64, make_f64, unpack_f64, 53, 1023, 63);
interchange!(F128, u128, u128, round_u128, make_f128, unpack_f128, 113, 16383, 127);
interchange!(F16, u16, u128, round_u128, make_wide_f16, unpack_wide_f16, 11, 15, 15);
interchange!(Bf16, u16, u128, round_u128, make_wide_bf16, unpack_wide_bf16, 8, 127, 15);
interchange!(f32, u32, u128, round_u128, make_wide_f32, unpack_wide_f32, 24, 127, 31);
interchange!(f64, u64, u128, round_u128, make_wide_f64, unpack_wide_f64, 53, 1023, 63);

/// The 80-bit extended float nearest to `significand × 2^exponent`, without its sign.
#[inline(always)]
pub fn make_long_double(
    negative: bool,
    significand: u128,
    exponent: i32,
    rounding: Rounding,
    beyond: Beyond,
    flush: bool,
) -> Made<u128> {
    const INFINITY: u128 = 0x7FFF_8000_0000_0000_0000;
    let target = Target {
        precision: 64,
        radix_bits: 1,
        smallest: 1 - 16383 - 63,
        steps: 2 * 16383 - 1,
        negative_one: false,
    };
    let rounded = round_u128(negative, significand, exponent, target, rounding);
    // The leading bit is stored: a subnormal has exponent field zero, a normal one at least one.
    let field = rounded.step as u128 + (rounded.significand >> 63);
    let word = field << 64 | rounded.significand;
    let largest = match beyond {
        Beyond::Saturate => 0x7FFE_FFFF_FFFF_FFFF_FFFF,
        Beyond::Infinity => INFINITY,
        // The bit below the leading one makes a NaN quiet.
        Beyond::Nan => INFINITY | 1 << 62,
    };
    let underflow = has_underflowed(&rounded, flush);
    let small = if flush { 0 } else { word };
    Made::<u128>::rounded(word, rounded.inexact).or(underflow, small, Kinds::UNDERFLOW).or(
        rounded.overflow,
        largest,
        Kinds::OVERFLOW,
    )
}

/// Whether the processor treats an 80-bit extended float as invalid: its leading bit is clear where it must be set.
#[inline(always)]
pub fn is_invalid(value: LongDouble) -> bool {
    let bits = value.to_bits();
    bits >> 64 & 0x7FFF != 0 && bits >> 63 & 1 == 0
}

/// Takes an 80-bit extended float apart. A float that the processor treats as invalid is the quiet NaN without payload,
/// which the processor's own instructions return for it.
#[inline(always)]
pub fn unpack_long_double(value: LongDouble) -> Unpacked<u128> {
    let bits = value.to_bits();
    let field = ((bits >> 64) & 0x7FFF) as i32;
    let invalid = is_invalid(value);
    let significand = if invalid { 0xC000_0000_0000_0000 } else { bits & 0xFFFF_FFFF_FFFF_FFFF };
    let fraction = significand & 0x7FFF_FFFF_FFFF_FFFF;
    let top = field == 0x7FFF;
    Unpacked {
        negative: bits >> 79 & 1 != 0,
        significand,
        exponent: field - i32::from(field != 0) + 1 - 16383 - 63,
        infinite: top && fraction == 0,
        nan: (top && fraction != 0) || invalid,
    }
}

/// The sum of two unpacked floats, with significands of at most `precision` bits. It is exact, except for bits that
/// matter only in so far as they are not zero.
#[inline(always)]
fn sum(high: Unpacked<u64>, low: Unpacked<u64>, precision: i32) -> Unpacked<u128> {
    // How far the larger significand is shifted up: it then has 123 bits, and a native float has at most 113.
    let most = 123 - precision;
    // The exponent of a zero says nothing of its size.
    let swap = high.significand == 0 || (low.significand != 0 && low.exponent > high.exponent);
    let (large, small) = if swap { (low, high) } else { (high, low) };
    let apart = (large.exponent - small.exponent).max(0);
    let up = apart.min(most);
    let first = u128::from(large.significand) << up;
    // Beyond 64 bits all of the smaller one is below the larger one, and only one bit of it is left.
    let down = (apart - up).min(64);
    let whole = u128::from(small.significand);
    let second = whole >> down;
    // What is shifted out stays as one bit, for whoever rounds the sum.
    let second = second | u128::from(second << down != whole);
    let opposite = large.negative != small.negative;
    let difference = first.abs_diff(second);
    let significand = if opposite { difference } else { first + second };
    let negative = if opposite && first < second { small.negative } else { large.negative };
    let zero = significand == 0;
    let both = high.significand == 0 && low.significand == 0;
    let nan = high.nan || low.nan || (high.infinite && low.infinite && high.negative != low.negative);
    let infinite = (high.infinite || low.infinite) && !nan;
    // As IEEE 754 recommends, the NaN of a sum is that of an operand: the first one, if both are NaNs.
    let special = if high.nan || (high.infinite && !low.nan) { high } else { low };
    if nan || infinite {
        return Unpacked {
            negative: special.negative,
            significand: if special.nan { u128::from(special.significand) } else { 0 },
            exponent: 0,
            infinite,
            nan,
        };
    }
    Unpacked {
        negative: if zero { both && high.negative } else { negative },
        significand,
        exponent: large.exponent - up,
        infinite: false,
        nan: false,
    }
}

macro_rules! pairs {
    ($native:ty, $word:ident, $unpack:ident, $make_wide:ident, $sum:ident, $split:ident, $bits:literal, $fraction:literal) => {
        /// The sum of two floats, from their words.
        #[inline(always)]
        pub fn $sum(high: $word, low: $word) -> Unpacked<u128> {
            sum($unpack(<$native>::from_bits(high)), $unpack(<$native>::from_bits(low)), $fraction + 1)
        }

        /// The words of the float nearest to a finite value and of the one nearest to what is left; and whether the
        /// value is below the smallest normal number.
        ///
        /// What is left is rounded by the rule. If that makes it half a unit of the float or more, the float is the one nearest
        /// to the rounded value: so each sum has one pair of words.
        #[inline(always)]
        pub fn $split(value: Unpacked<u128>, rounding: Rounding) -> (Made<u128>, bool) {
            let Unpacked { negative, significand, exponent, .. } = value;
            let near =
                $make_wide(negative, significand, exponent, Rounding::NearestEven, Beyond::Infinity, false);
            let high = <$native>::from_bits(near.word as $word);
            let parts = $unpack(high);
            // Both as multiples of the smaller unit. The nearest float has no more bits than the value.
            let apart = parts.exponent - exponent;
            let nearest =
                u128::from(parts.significand).checked_shl(apart.max(0).cast_unsigned()).unwrap_or(0);
            // Both are now multiples of one unit, so their difference is exact.
            let mine = significand << (-apart).clamp(0, 127);
            let below = negative != (mine < nearest);
            // The rule applies to the value, even if the rest has the other sign.
            let by_rule = match rounding {
                Rounding::TowardZero if negative => Rounding::Up,
                Rounding::TowardZero => Rounding::Down,
                other => other,
            };
            let make_rest = |rest: u128, exponent: i32| {
                $make_wide(below, rest, exponent, by_rule, Beyond::Infinity, false)
            };
            let (left, unit) = (mine.abs_diff(nearest), exponent.min(parts.exponent));
            let rest = make_rest(left, unit);
            let rest = if rounding == Rounding::NearestAway && below != negative && rest.kinds != Kinds::NONE
            {
                // Away from zero for the value is toward zero for the rest: a tie has to lie below the border.
                make_rest(left.wrapping_mul(2).wrapping_sub(1), unit - 1)
            } else {
                rest
            };
            let sign = |negative: bool| $word::from(negative) << ($bits - 1);
            let high = <$native>::from_bits(high.to_bits() | sign(negative));
            let low = <$native>::from_bits(rest.word as $word | sign(below && rest.word != 0));
            // A rest that was rounded up to half a unit belongs to the high part. Both steps are exact.
            let whole = high + low;
            let low = low - (whole - high);
            let low = if low == 0.0 { 0.0 } else { low };
            let overflow = near.kinds.meets(Kinds::OVERFLOW) || whole.is_infinite();
            // A sum of zeros is positive, but a value that was rounded to zero has a sign.
            let whole = if whole == 0.0 { whole.copysign(high) } else { whole };
            let word = u128::from(whole.to_bits()) << $bits | u128::from(low.to_bits());
            let made = Made::<u128>::rounded(word, rest.kinds != Kinds::NONE);
            let tiny = significand != 0 && (whole.to_bits() << 1) >> ($fraction + 1) == 0;
            (made.but(overflow, Kinds::OVERFLOW), tiny)
        }
    };
}

pairs!(f32, u32, unpack_f32, make_wide_f32, sum_f32, split_f32, 32, 23);
pairs!(f64, u64, unpack_f64, make_wide_f64, sum_f64, split_f64, 64, 52);

#[cfg(test)]
mod tests;
