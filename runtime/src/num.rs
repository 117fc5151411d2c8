//! Casts between MPI's numbers, which are signed and have 64 bits, and sizes in memory.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "each of these is used where the value is known to fit"
)]

/// A size or an index in memory. `value` must not be negative, and must lie within a buffer.
#[inline]
pub(crate) const fn index(value: i64) -> usize {
    debug_assert!(value >= 0);
    value as usize
}

/// A length or an index in memory, of any size that a program passes.
#[inline]
pub(crate) const fn to_i128(length: usize) -> i128 {
    length as i128
}

/// The length of an object in memory.
#[inline]
pub(crate) const fn to_i64(length: usize) -> i64 {
    length as i64
}
