//! Bytes seen as the items that they are.

#![allow(unsafe_code, reason = "bytes are seen as items of which any bytes are one")]

/// Types of which any bytes are a value, and all of a value's bytes are initialized.
///
/// # Safety
///
/// As it says.
pub(crate) unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    ($($native:ty),*) => { $(
        // SAFETY: a number, or a transparent or `repr(C)` struct of one number, of the same size.
        unsafe impl Plain for $native {}
    )* };
}

plain!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64);
plain!(crate::Logical1, crate::Logical2, crate::Logical8, crate::Logical16);
plain!(crate::F16, crate::Bf16, crate::F128, crate::LongDouble, crate::Logical, crate::Character);

// SAFETY: `repr(C)`, of two items without padding.
unsafe impl<T: Plain> Plain for crate::Complex<T> {}

/// The bytes as items, where they lie at their alignment and are whole ones.
pub(crate) fn items<T: Plain>(bytes: &[u8]) -> Option<&[T]> {
    // SAFETY: any bytes are items.
    let (before, items, after) = unsafe { bytes.align_to() };
    (before.is_empty() && after.is_empty()).then_some(items)
}

/// The same, to be changed.
pub(crate) fn items_mut<T: Plain>(bytes: &mut [u8]) -> Option<&mut [T]> {
    // SAFETY: any bytes are items, and those of items are initialized.
    let (before, items, after) = unsafe { bytes.align_to_mut() };
    (before.is_empty() && after.is_empty()).then_some(items)
}

/// The items as bytes.
pub(crate) fn bytes<T: Plain>(items: &[T]) -> &[u8] {
    // SAFETY: all bytes of an item are initialized.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) }
}

/// The same, to be changed.
pub(crate) fn bytes_mut<T: Plain>(items: &mut [T]) -> &mut [u8] {
    // SAFETY: as above, borrowed alone; any bytes are items.
    unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast(), size_of_val(items)) }
}
