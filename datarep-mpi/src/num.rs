//! Casts between MPI's numbers and those of memory.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "each of these is used where the value is known to fit, or where a half is meant"
)]

/// The low half of a word: a handle of 32 bits.
pub(crate) const fn low_half(word: usize) -> usize {
    word as u32 as usize
}

/// A length in memory. `value`: the length of a buffer, and so not negative.
pub(crate) const fn to_usize(value: i64) -> usize {
    value as usize
}

/// A length in memory as MPI has it.
pub(crate) const fn to_i64(value: usize) -> i64 {
    value as i64
}

/// A count that a caller passed as a C `int`: only the low half of its register is defined.
pub(crate) const fn count_from_register(register: i64) -> i64 {
    register as i32 as i64
}

/// A number whose high bits depend on all bits of a handle: the product with the golden ratio of 64 bits.
pub(crate) const fn hash_handle(handle: u64) -> u64 {
    handle.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A number below 64 that depends on all bits of a handle.
pub(crate) const fn handle_slot(handle: usize) -> usize {
    (hash_handle(handle as u64) >> 58) as usize
}
