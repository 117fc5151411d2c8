//! Vectors of 64 bytes, loaded and stored; in modules those of 32 and of 16.

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

/// Vectors of 32 bytes.
pub(super) mod ymm {
    use std::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_storeu_si256};

    /// The size of a vector, in bytes.
    pub(in crate::kernel) const VECTOR: usize = 32;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::kernel) fn load(bytes: &[u8; VECTOR]) -> __m256i {
        // SAFETY: 32 bytes that are borrowed, at any alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::kernel) fn store(bytes: &mut [u8; VECTOR], value: __m256i) {
        // SAFETY: 32 bytes that are borrowed to be written, at any alignment. `every_level_looks_up_what_the_table_says`
        // checks the bytes behind them.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), value) };
    }
}

/// Vectors of 16 bytes.
pub(super) mod xmm {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128};

    /// The size of a vector, in bytes.
    pub(in crate::kernel) const VECTOR: usize = 16;

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::kernel) fn load(bytes: &[u8; VECTOR]) -> __m128i {
        // SAFETY: 16 bytes that are borrowed, at any alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[cfg(feature = "file")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(in crate::kernel) fn store(bytes: &mut [u8; VECTOR], value: __m128i) {
        use std::arch::x86_64::_mm_storeu_si128;

        // SAFETY: 16 bytes that are borrowed to be written, at any alignment. `runs_are_moved` checks the bytes behind them.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), value) };
    }
}
