//! Bytes viewed as the items that they hold.

#![allow(unsafe_code, reason = "bytes are seen as items of which any bytes are one")]

/// Types for which any bytes are a value, and all bytes of a value are initialized.
///
/// # Safety
///
/// Both must be true of the type.
pub(crate) unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    ($($native:ty),*) => { $(
        // SAFETY: a number, or a transparent or `repr(C)` struct of one number, of the same size. If a byte were
        // uninitialized, or some bytes were not a value, `bytes_are_items` would fail under Miri.
        unsafe impl Plain for $native {}
    )* };
}

plain!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64);
plain!(crate::Logical1, crate::Logical2, crate::Logical8, crate::Logical16);
plain!(crate::F16, crate::Bf16, crate::F128, crate::LongDouble, crate::Logical, crate::Character);

// SAFETY: `repr(C)`, of two items without padding. The same test checks it.
unsafe impl<T: Plain> Plain for crate::Complex<T> {}

// SAFETY: `repr(C)`, of three numbers without padding. Any numbers are a value of the struct, although not all are a
// decimal: whoever stores bytes in one has to check them. The same test checks it.
#[cfg(not(feature = "rust_decimal"))]
unsafe impl Plain for crate::Decimal {}

/// The bytes as items, or `None` unless they are aligned and hold whole items.
pub(crate) fn items<T: Plain>(bytes: &[u8]) -> Option<&[T]> {
    // SAFETY: any bytes are items. The same test checks it.
    let (before, items, after) = unsafe { bytes.align_to() };
    (before.is_empty() && after.is_empty()).then_some(items)
}

/// The bytes as mutable items, or `None` unless they are aligned and hold whole items.
pub(crate) fn items_mut<T: Plain>(bytes: &mut [u8]) -> Option<&mut [T]> {
    // SAFETY: any bytes are items, and the bytes of items are initialized. The same test checks it.
    let (before, items, after) = unsafe { bytes.align_to_mut() };
    (before.is_empty() && after.is_empty()).then_some(items)
}

/// The items as bytes.
pub(crate) fn bytes<T: Plain>(items: &[T]) -> &[u8] {
    // SAFETY: all bytes of an item are initialized. The same test checks it.
    unsafe { std::slice::from_raw_parts(items.as_ptr().cast(), size_of_val(items)) }
}

/// The items as mutable bytes.
pub(crate) fn bytes_mut<T: Plain>(items: &mut [T]) -> &mut [u8] {
    // SAFETY: as above, borrowed exclusively. Any bytes are items. The same test checks it.
    unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast(), size_of_val(items)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Bf16, Character, Complex, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16, LongDouble,
    };

    /// Bytes that are written are read as items, and items are read as initialized bytes.
    fn there_and_back<T: Plain + Default>() {
        let mut memory = [T::default(); 4];
        let seen = bytes_mut(&mut memory);
        let whole = seen.len();
        seen.iter_mut().zip(0..).for_each(|(byte, index)| *byte = index);
        if let Some(found) = items_mut::<T>(seen) {
            assert_eq!(found.len(), 4);
            found.swap(0, 3);
            found.swap(0, 3);
        }
        if let Some(found) = items::<T>(seen) {
            let copied = found.to_vec();
            assert!(bytes(&copied).iter().zip(0..).all(|(byte, index)| *byte == index));
        }
        // Neither slice holds whole items. Some are not aligned, either.
        if whole > 4 {
            assert!(items::<T>(&seen[..whole - 1]).is_none());
            assert!(items_mut::<T>(&mut seen[1..whole]).is_none());
        }
    }

    #[test]
    fn bytes_are_items() {
        macro_rules! all {
            ($($native:ty),*) => { $( there_and_back::<$native>(); )* };
        }
        all!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128, f32, f64, F16, Bf16, F128, LongDouble);
        all!(Logical, Logical1, Logical2, Logical8, Logical16, Character, Complex<f32>, Complex<LongDouble>);
        #[cfg(not(feature = "rust_decimal"))]
        all!(crate::Decimal);
    }
}
