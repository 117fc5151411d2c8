//! Items of a file as arrays of bytes, so that a run of items is a slice of arrays.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use crate::kernel::dense::Dense;

/// The bytes of one item.
pub trait Bytes: Dense + AsRef<[u8]> {
    /// How many bytes an item has.
    const COUNT: usize;

    /// The bytes as whole items. A remainder is left out.
    fn items(file: &[u8]) -> &[Self];

    /// The mutable `Bytes::items`.
    fn items_mut(file: &mut [u8]) -> &mut [Self];
}

impl<const N: usize> Bytes for [u8; N] {
    const COUNT: usize = N;

    #[inline(always)]
    fn items(file: &[u8]) -> &[Self] {
        file.as_chunks().0
    }

    #[inline(always)]
    fn items_mut(file: &mut [u8]) -> &mut [Self] {
        file.as_chunks_mut().0
    }
}
