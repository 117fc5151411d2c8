//! Missing items: fields of records whose text says `null if …`.
//!
//! A missing item is not converted, and none of its events is counted. Whether it is missing depends on its bytes, on the value
//! that they have, or on there being no value. So a value is first read with counts of its own, which are added if it is kept.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use std::marker::PhantomData;

use super::blocks::{self, Read};
use super::plan::{Plan, Scalar};
use super::record::TextOf;
use super::scalar::Convert;
use super::tally::Tally;
use crate::chars::{Chars, Padding};
use crate::error::{Direction, Fault};
use crate::loss::{Event, Kinds};
use crate::native::{Bf16, Decimal, F16, F128, LongDouble};

/// Which items of a field are missing.
pub trait NullRule: 'static {
    /// The patterns of bytes of missing items. A pattern is an item, or is repeated to fill it.
    const BYTES: &'static [&'static [u8]];
    /// Items whose values mean that an item is missing.
    const NUMBERS: &'static [&'static [u8]] = &[];
    /// Whether a NaN is a missing item.
    const NAN: bool = false;
    /// Whether bytes that are no value of the format are a missing item.
    const INVALID: bool = false;
    /// The pattern that is written for a missing item.
    const WRITTEN: Option<&'static [u8]>;
}

/// Whether the bytes of an item are a pattern, once or repeated. No bytes are no item.
///
/// ```
/// use datarep::codegen::is_repeated;
/// assert!(is_repeated(b"    ", b" "));
/// assert!(is_repeated(b"\0 \0 ", b"\0 "));
/// assert!(!is_repeated(b"  x ", b" ") && !is_repeated(b"", b" "));
/// ```
#[inline]
pub fn is_repeated(item: &[u8], pattern: &[u8]) -> bool {
    // An item without bytes is not missing, and only whole copies of the pattern fill one.
    if pattern.is_empty() || item.is_empty() || !item.len().is_multiple_of(pattern.len()) {
        return false;
    }
    item.chunks_exact(pattern.len()).all(|part| part == pattern)
}

/// Fills an item with a pattern.
#[inline]
pub fn fill_repeated(item: &mut [u8], pattern: &[u8]) {
    for part in item.chunks_mut(pattern.len().max(1)) {
        // The last part may be shorter than the pattern, where a count says how long the field is.
        part.copy_from_slice(&pattern[..part.len()]);
    }
}

/// A native value that may stand for a missing one.
pub trait NullValue: Copy {
    /// Whether it is a NaN.
    fn is_nan(self) -> bool;

    /// Whether it is the same number. Zeros are equal whatever their signs are.
    fn is_number(self, other: Self) -> bool;
}

macro_rules! whole_values {
    ($($ty:ty)*) => { $(
        impl NullValue for $ty {
            #[inline(always)]
            fn is_nan(self) -> bool {
                false
            }

            #[inline(always)]
            fn is_number(self, other: $ty) -> bool {
                self == other
            }
        }
    )* };
}

whole_values!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 bool char Decimal crate::native::Character);

macro_rules! float_values {
    ($($ty:ty)*) => { $(
        impl NullValue for $ty {
            #[inline(always)]
            fn is_nan(self) -> bool {
                <$ty>::is_nan(self)
            }

            #[inline(always)]
            #[expect(clippy::float_cmp, reason = "the same number, not a near one")]
            fn is_number(self, other: $ty) -> bool {
                self == other
            }
        }
    )* };
}

float_values!(f32 f64);

macro_rules! bit_values {
    // The bits from the sign up, and an infinity without them.
    ($($ty:ty, $sign:literal, $infinity:expr;)*) => { $(
        impl NullValue for $ty {
            #[inline(always)]
            fn is_nan(self) -> bool {
                // The shift drops the sign, and for a long double also the bits above it. What is beyond infinity is a
                // NaN.
                self.to_bits() << $sign > $infinity << $sign
            }

            #[inline(always)]
            fn is_number(self, other: $ty) -> bool {
                let (bits, others) = (self.to_bits(), other.to_bits());
                // As IEEE 754 compares: a NaN is no number, and zeros of both signs are one.
                bits == others && !NullValue::is_nan(self) || (bits | others) << $sign == 0
            }
        }
    )* };
}

bit_values! {
    F16, 1, 0x7C00;
    Bf16, 1, 0x7F80;
    F128, 1, 0x7FFF << 112;
    LongDouble, 49, 0x7FFF << 64 | 1 << 63;
}

/// A plan whose items may be missing.
pub trait NullablePlan: Plan {
    /// Whether the bytes are no value of the format.
    fn is_invalid(file: &[u8]) -> bool;

    /// Whether the value means that the item is missing.
    fn is_missing<N: NullRule>(value: &Self::Native) -> bool;
}

/// The events of bytes that are no value of a format.
pub(super) const INVALID: Kinds = Kinds::INVALID.and(Kinds::RESERVED).and(Kinds::UNMAPPED);

impl<C: Convert> NullablePlan for Scalar<C>
where
    C::Native: NullValue,
{
    #[inline(always)]
    fn is_invalid(file: &[u8]) -> bool {
        blocks::exact::<Read<C>>(super::plan::first_item::<C>(file)).1.meets(INVALID)
    }

    #[inline(always)]
    fn is_missing<N: NullRule>(value: &C::Native) -> bool {
        // `NUMBERS` has words of the format. They are read in the same way as the item.
        let is_number = |bytes: &&[u8]| {
            let number = blocks::exact::<Read<C>>(super::plan::first_item::<C>(bytes)).0;
            value.is_number(number)
        };
        N::NAN && value.is_nan() || N::NUMBERS.iter().any(is_number)
    }
}

impl<C: Convert<Native = char>, P: Padding, const L: usize> NullablePlan for TextOf<C, P, L> {
    #[inline(always)]
    fn is_invalid(file: &[u8]) -> bool {
        has_invalid_character::<C>(file)
    }

    #[inline(always)]
    fn is_missing<N: NullRule>(_: &Chars<L, P>) -> bool {
        false
    }
}

/// The plan of an item that may be missing.
#[derive(Debug)]
pub struct Nullable<P, N>(PhantomData<(P, N)>);

impl<P: NullablePlan, N: NullRule> Nullable<P, N> {
    /// Whether the bytes alone say that the item is missing.
    #[inline(always)]
    fn has_no_value(file: &[u8]) -> bool {
        has_null_bytes::<N>(file) || N::INVALID && P::is_invalid(file)
    }
}

impl<P: NullablePlan, N: NullRule> Plan for Nullable<P, N> {
    type Native = Option<P::Native>;
    const EXTENT: usize = P::EXTENT;

    #[inline(always)]
    fn read(file: &[u8], tally: &mut Tally) -> Option<P::Native> {
        if Self::has_no_value(file) {
            return None;
        }
        // No value is a sign of missing here, so the item can be counted at once.
        if !N::NAN && N::NUMBERS.is_empty() {
            return Some(P::read(file, tally));
        }
        // Counted apart: the events of an item that turns out to be missing must not be counted.
        let mut own = Tally::default();
        let value = P::read(file, &mut own);
        // A refused item has no value: what was read is only what stands in its place.
        if !own.failed && P::is_missing::<N>(&value) {
            return None;
        }
        tally.add(own);
        Some(value)
    }

    #[inline(always)]
    fn write(native: &Option<P::Native>, file: &mut [u8], tally: &mut Tally) {
        match (native, N::WRITTEN) {
            (Some(value), _) => P::write(value, file, tally),
            (None, Some(pattern)) => fill_repeated(file, pattern),
            // No bytes stand for a missing item. It is always an error, whatever the rules say of others.
            (None, None) => tally.count(Kinds::MISSING, Kinds::MISSING),
        }
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        let mut tally = Tally::default();
        // A missing item has no fault, even if its bytes are no value.
        Self::read(file, &mut tally)?;
        P::fault_read(file)
    }

    #[cold]
    fn fault_write(native: &Option<P::Native>) -> Option<Fault> {
        match native {
            Some(value) => P::fault_write(value),
            None if N::WRITTEN.is_some() => None,
            None => Some(Fault {
                item: 0,
                path: String::new(),
                event: Event::Missing,
                value: "None".to_owned(),
                format: "null if invalid".into(),
                mapping: "null if invalid".into(),
                direction: Direction::Write,
            }),
        }
    }
}

/// Whether the bytes of an item are a pattern of missing items.
#[inline(always)]
fn has_null_bytes<N: NullRule>(file: &[u8]) -> bool {
    N::BYTES.iter().any(|pattern| is_repeated(file, pattern))
}

/// Whether a character of a text has no place in its set.
#[inline(always)]
fn has_invalid_character<C: Convert<Native = char>>(file: &[u8]) -> bool {
    file.chunks_exact(Scalar::<C>::EXTENT).any(Scalar::<C>::is_invalid)
}

/// Whether the characters of a text, whose length a field says, are a missing item.
pub(super) fn is_missing_text<C: Convert<Native = char>, N: NullRule>(file: &[u8]) -> bool {
    has_null_bytes::<N>(file) || N::INVALID && has_invalid_character::<C>(file)
}
