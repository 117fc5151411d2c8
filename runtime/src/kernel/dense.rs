//! Items viewed as their bytes, and the types that allow it.

#![allow(unsafe_code, reason = "items are seen as bytes")]
#![expect(clippy::inline_always, reason = "bodies of vectorized loops")]

/// Items without padding: all of their bytes can be read.
///
/// # Safety
///
/// Every byte of a value of the type is initialized. Where [`Dense::ANY`] is true, any bytes are a value of it.
pub unsafe trait Dense: Copy + Send + Sync + 'static {
    /// Any bytes are a value of the type.
    const ANY: bool;
    /// The items are floats, whose conversion is a long loop body.
    const FLOATS: bool = false;
}

macro_rules! dense {
    ($any:literal, $floats:literal: $($native:ty),*) => { $(
        // SAFETY: a number, or a transparent or `repr(C)` struct of one number, of the same size. Numbers have no bytes
        // without meaning; `ANY` is false for the types of which not all bytes are a value. If a byte were
        // uninitialized, or some bytes were not a value, `items_are_their_bytes` would fail under Miri.
        unsafe impl Dense for $native {
            const ANY: bool = $any;
            const FLOATS: bool = $floats;
        }
    )* };
}

dense!(true, false: i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, crate::Character);
dense!(true, true: f32, f64, crate::F16, crate::Bf16);
dense!(false, false: bool, char, crate::Logical, crate::Logical1, crate::Logical2, crate::Logical8, crate::Logical16);
dense!(false, true: crate::F128, crate::LongDouble);

// SAFETY: 16 bytes in each of its forms: four words of 32 bits. The same test checks it.
unsafe impl Dense for crate::Decimal {
    const ANY: bool = false;
}

// SAFETY: an array of items without padding has none, and may hold any bytes if its items may. The same test checks it.
unsafe impl<T: Dense, const N: usize> Dense for [T; N] {
    const ANY: bool = T::ANY;
}

/// The items as bytes.
#[inline]
pub(crate) fn bytes<T: Dense>(items: &[T]) -> &[u8] {
    // SAFETY: items without padding, viewed as bytes for as long as they are borrowed. The test below checks it.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast::<u8>(), size_of_val(items)) }
}

/// The items as bytes, to which anything may be written.
///
/// # Panics
///
/// If some bytes are not a value of the type.
#[inline]
pub(crate) fn bytes_mut<T: Dense>(items: &mut [T]) -> &mut [u8] {
    // A constant of the type: the check is gone from what is compiled.
    assert!(T::ANY, "bytes that are no value could be written");
    // SAFETY: as above, borrowed exclusively. Any bytes are items. The same test checks it.
    unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast::<u8>(), size_of_val(items)) }
}

/// The item's bytes in `WORDS` words, as they lie in memory, followed by zeros.
#[inline(always)]
pub(crate) fn to_words<T: Dense, const WORDS: usize>(item: T) -> [u64; WORDS] {
    assert!(size_of::<T>() <= 8 * WORDS, "an item is longer than its words");
    let mut words = [0; WORDS];
    let from = (&raw const item).cast::<u8>();
    // SAFETY: all bytes of an item are initialized, the words have at least as many, and both are separate values. If
    // not, `items_are_their_bytes` would fail under Miri.
    unsafe { std::ptr::copy_nonoverlapping(from, words.as_mut_ptr().cast::<u8>(), size_of::<T>()) };
    words
}

/// The opposite of [`to_words`]: any words are an item.
#[inline(always)]
pub(crate) fn from_words<T: Dense, const WORDS: usize>(words: [u64; WORDS]) -> T {
    assert!(T::ANY && size_of::<T>() <= 8 * WORDS, "words that are no value could be taken");
    // SAFETY: any bytes are an item, and the words have at least as many. They are loaded at any alignment. The same
    // test checks it.
    unsafe { words.as_ptr().cast::<T>().read_unaligned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Bf16, Character, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16, LongDouble,
    };

    /// Reads each byte: an interpreter reports one that is uninitialized.
    fn read<T: Dense + Default>() {
        let items = [T::default(); 3];
        let seen = bytes(&items);
        assert_eq!(seen.len(), 3 * size_of::<T>());
        assert!(seen.iter().all(|byte| *byte == 0), "what is nothing is zeros");
        assert_eq!(to_words::<T, 4>(items[0]), [0; 4]);
    }

    /// Writes any bytes, which are then copied as values.
    fn written<T: Dense + Default>() {
        read::<T>();
        let mut items = [T::default(); 3];
        for (index, byte) in bytes_mut(&mut items).iter_mut().enumerate() {
            *byte = !index.to_le_bytes()[0];
        }
        let copied = items;
        assert!(bytes(&copied).iter().enumerate().all(|(index, byte)| *byte == !index.to_le_bytes()[0]));
        for item in items {
            let back: T = from_words(to_words::<T, 4>(item));
            assert_eq!(bytes(&[back]), bytes(&[item]));
        }
    }

    #[test]
    fn items_are_their_bytes() {
        macro_rules! all {
            ($each:ident: $($native:ty),*) => { $( $each::<$native>(); )* };
        }
        all!(written: i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, Character, f32, f64, F16, Bf16);
        all!(written: [u8; 3], [i16; 3], [f64; 3]);
        all!(read: bool, char, Logical, Logical1, Logical2, Logical8, Logical16, F128, LongDouble, Decimal);
        all!(read: [bool; 3], [LongDouble; 2]);
    }
}
