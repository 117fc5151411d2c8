//! Casts between the numbers of MPI, 64 bits with a sign, and those of memory.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "each of these is used where the value is known to fit"
)]

/// A number of things in memory, or an index of one. `value`: not negative, and within a buffer.
#[inline]
pub(crate) const fn index(value: i64) -> usize {
    debug_assert!(value >= 0);
    value as usize
}

/// The length of something in memory, or a place in it as a program tells it: any number.
#[cfg(feature = "file")]
#[inline]
pub(crate) const fn wide(length: usize) -> i128 {
    length as i128
}

/// The length of something in memory.
#[inline]
pub(crate) const fn count(length: usize) -> i64 {
    length as i64
}
