//! Items as the bytes that they are: which types can be seen so.

#![allow(unsafe_code, reason = "items are seen as bytes")]
#![expect(clippy::inline_always, reason = "bodies of vectorized loops")]

/// Items without padding: all of their bytes can be read.
///
/// # Safety
///
/// Every byte of a value of the type is initialized. Where [`Dense::ANY`] is true, any bytes are a value of it.
pub unsafe trait Dense: Copy + Send + Sync + 'static {
    /// Whatever bytes there are: they are a value.
    const ANY: bool;
    /// They are floats, whose conversion is a long loop body.
    const FLOATS: bool = false;
}

macro_rules! dense {
    ($any:literal, $floats:literal: $($native:ty),*) => { $(
        // SAFETY: a number, or a transparent or `repr(C)` struct of one number, of the same size. Numbers have no
        // bytes that mean nothing; others are not said to be any.
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

// SAFETY: 16 bytes, in each of its forms: four words of 32 bits.
unsafe impl Dense for crate::Decimal {
    const ANY: bool = false;
}

// SAFETY: an array of items without padding has none, and is any bytes where its items are.
unsafe impl<T: Dense, const N: usize> Dense for [T; N] {
    const ANY: bool = T::ANY;
}

/// The items as bytes.
#[inline]
pub(crate) fn bytes<T: Dense>(items: &[T]) -> &[u8] {
    // SAFETY: items without padding, seen as bytes for as long as they are borrowed.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast::<u8>(), size_of_val(items)) }
}

/// The items as bytes, whatever is written to them.
///
/// # Panics
///
/// Where not all bytes are a value.
#[inline]
pub(crate) fn bytes_mut<T: Dense>(items: &mut [T]) -> &mut [u8] {
    assert!(T::ANY, "bytes that are no value could be written");
    // SAFETY: as above, borrowed alone; any bytes are items.
    unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast::<u8>(), size_of_val(items)) }
}

/// The item's bytes in so many words, as they lie in memory; zeros behind them.
#[inline(always)]
pub(crate) fn to_words<T: Dense, const WORDS: usize>(item: T) -> [u64; WORDS] {
    assert!(size_of::<T>() <= 8 * WORDS, "an item is longer than its words");
    let mut words = [0; WORDS];
    let from = (&raw const item).cast::<u8>();
    // SAFETY: all bytes of an item are initialized, there are no more than those of the words, and both are values of their own.
    unsafe { std::ptr::copy_nonoverlapping(from, words.as_mut_ptr().cast::<u8>(), size_of::<T>()) };
    words
}

/// The opposite of [`to_words`]: whatever the words are, they are an item.
#[inline(always)]
pub(crate) fn from_words<T: Dense, const WORDS: usize>(words: [u64; WORDS]) -> T {
    assert!(T::ANY && size_of::<T>() <= 8 * WORDS, "words that are no value could be taken");
    // SAFETY: any bytes are an item, and the words have as many; they are loaded at any alignment.
    unsafe { words.as_ptr().cast::<T>().read_unaligned() }
}
