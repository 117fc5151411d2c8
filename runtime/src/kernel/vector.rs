//! Vectors of 64 bytes, loaded and stored.

#![allow(unsafe_code, reason = "loads and stores are intrinsics")]

use std::arch::x86_64::{__m512i, _mm512_loadu_si512, _mm512_storeu_si512};

/// The size of a vector, in bytes.
pub(super) const VECTOR: usize = 64;

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(bytes: &[u8; VECTOR]) -> __m512i {
    // SAFETY: 64 bytes that are borrowed, at any alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(bytes: &mut [u8; VECTOR], value: __m512i) {
    // SAFETY: 64 bytes that are borrowed to be written, at any alignment. `every_level_looks_up_what_the_table_says`
    // checks the bytes behind them.
    unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), value) };
}
