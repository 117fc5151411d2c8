//! Items as the octets that they are: which types can be seen so.

#![allow(unsafe_code, reason = "items are seen as octets")]

/// Items without padding: all of their octets can be read.
///
/// # Safety
///
/// Every octet of a value of the type is initialized. Where [`Dense::ANY`] is true, any octets are a value of it.
pub unsafe trait Dense: Copy + Send + Sync + 'static {
    /// Whatever octets there are: they are a value.
    const ANY: bool;
    /// They are floats, whose conversion is a long loop body.
    const FLOATS: bool = false;
}

macro_rules! dense {
    ($any:literal, $floats:literal: $($native:ty),*) => { $(
        // SAFETY: a number, or a transparent or `repr(C)` struct of one number, of the same size. Numbers have no
        // octets that mean nothing; others are not said to be any.
        unsafe impl Dense for $native {
            const ANY: bool = $any;
            const FLOATS: bool = $floats;
        }
    )* };
}

dense!(true, false: i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, crate::Character);
dense!(true, true: f32, f64, crate::F16, crate::Bf16);
dense!(false, false: bool, char, crate::Logical);
dense!(false, true: crate::F128, crate::LongDouble);

// SAFETY: 16 octets, in each of its forms: four words of 32 bits.
unsafe impl Dense for crate::Decimal {
    const ANY: bool = false;
}

// SAFETY: an array of items without padding has none, and is any octets where its items are.
unsafe impl<T: Dense, const N: usize> Dense for [T; N] {
    const ANY: bool = T::ANY;
}

/// The items as octets.
#[inline]
pub(crate) fn octets<T: Dense>(items: &[T]) -> &[u8] {
    // SAFETY: items without padding, seen as octets for as long as they are borrowed.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast::<u8>(), size_of_val(items)) }
}

/// The items as octets, whatever is written to them.
///
/// # Panics
///
/// Where not all octets are a value.
#[inline]
pub(crate) fn octets_mut<T: Dense>(items: &mut [T]) -> &mut [u8] {
    assert!(T::ANY, "octets that are no value could be written");
    // SAFETY: as above, borrowed alone; any octets are items.
    unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast::<u8>(), size_of_val(items)) }
}
