//! The two widths of integers that the reference computes in.

use std::fmt::{Debug, LowerHex};
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// An unsigned integer that holds a word and a significand.
pub trait Word:
    Copy
    + Ord
    + Debug
    + LowerHex
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The number of bits of the type.
    const BITS: u32;
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// The low bits of `wide`.
    fn low(wide: u128) -> Self;

    /// The word as a `u128`.
    fn wide(self) -> u128;

    /// The low 32 bits, as an index.
    fn index(self) -> usize;

    /// One if the condition holds, else zero.
    fn one_if(condition: bool) -> Self;

    /// The number of bits up to the highest set bit.
    fn length(self) -> u32;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the low bits are asked for")]
            fn low(wide: u128) -> Self {
                wide as $word
            }

            #[inline]
            #[allow(clippy::cast_lossless, reason = "one of the two is as wide already")]
            fn wide(self) -> u128 {
                self as u128
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "the low bits are asked for")]
            fn index(self) -> usize {
                self as u32 as usize
            }

            #[inline]
            fn one_if(condition: bool) -> Self {
                Self::from(condition)
            }

            #[inline]
            fn length(self) -> u32 {
                <$word>::BITS - self.leading_zeros()
            }
        }
    )*};
}

words!(u64, u128);

/// The lowest `bits` bits set.
#[inline]
pub fn mask<W: Word>(bits: u32) -> W {
    if bits >= W::BITS { !W::ZERO } else { (W::ONE << bits) - W::ONE }
}
