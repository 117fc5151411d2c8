//! Runs of any lengths, moved by vectors of 32 bytes for processors with AVX2.
//!
//! A run is whole units, and so is a vector. So one permutation reverses the bytes of all of them, and a last vector that
//! ends with the run overlaps the one before without harm. Where runs are gathered, a vector may also store more than the
//! run, as the runs that follow store these bytes again. Then there is no branch on the length, which the processor would
//! often predict wrongly.

use std::arch::x86_64::{__m256i, _mm_shuffle_epi8, _mm256_castsi256_si128, _mm256_shuffle_epi8};

use super::place::{Readable, Writable};
use super::run::{copy_run, find_reversal};
use crate::kernel::vector::xmm;
use crate::kernel::vector::ymm::{VECTOR, load, store};

/// See [`super::gather`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn gather(
    from: Readable<'_>,
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    let reversal = load(find_reversal(unit));
    let Some(from) = from.as_slice() else { return gather_items(from, to, reversal, unit, runs) };
    let mut rest = to;
    for (at, bytes) in runs {
        let run = &from[at..];
        let room = run.len().min(rest.len());
        if bytes <= 2 * VECTOR && room >= 2 * VECTOR {
            move_vectors::<2>(run, rest, reversal);
        } else if bytes <= 4 * VECTOR && room >= 4 * VECTOR {
            move_vectors::<4>(run, rest, reversal);
        } else {
            move_any_run(&run[..bytes], &mut rest[..bytes], reversal, unit);
        }
        rest = &mut rest[bytes..];
    }
}

/// [`gather`], which loads nothing but the runs.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn gather_items(
    from: Readable<'_>,
    to: &mut [u8],
    reversal: __m256i,
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    let mut rest = to;
    for (at, bytes) in runs {
        let (out, after) = rest.split_at_mut(bytes);
        move_any_run(from.run(at, bytes), out, reversal, unit);
        rest = after;
    }
}

/// See [`super::scatter`].
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn scatter(
    from: &[u8],
    mut to: Writable<'_>,
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    let reversal = load(find_reversal(unit));
    let mut rest = from;
    for (at, bytes) in runs {
        let (run, after) = rest.split_at(bytes);
        move_any_run(run, to.run(at, bytes), reversal, unit);
        rest = after;
    }
}

/// Moves one run and touches nothing beyond its bytes. Single words are moved here, without a call.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn move_any_run(from: &[u8], to: &mut [u8], reversal: __m256i, unit: usize) {
    if from.len() < xmm::VECTOR {
        copy_run(from, to, unit);
    } else {
        move_run(from, to, reversal);
    }
}

/// Moves a run of at least half a vector. The last vector ends with the run.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn move_run(from: &[u8], to: &mut [u8], reversal: __m256i) {
    let to = &mut to[..from.len()];
    let (Some(first), Some(last)) = (from.first_chunk(), from.last_chunk()) else {
        return move_short_run(from, to, reversal);
    };
    let (first, last) =
        (_mm256_shuffle_epi8(load(first), reversal), _mm256_shuffle_epi8(load(last), reversal));
    if from.len() > 4 * VECTOR {
        let inner = VECTOR..from.len() - 1;
        for (from, to) in from[inner.clone()].as_chunks().0.iter().zip(to[inner].as_chunks_mut().0) {
            store(to, _mm256_shuffle_epi8(load(from), reversal));
        }
    } else if from.len() > 2 * VECTOR {
        // Two vectors, which may overlap: no branch on how many there are.
        let inner = from.len() - 2 * VECTOR;
        let (Some(second), Some(third)) = (from[VECTOR..].first_chunk(), from[inner..].first_chunk()) else {
            return;
        };
        let (second, third) =
            (_mm256_shuffle_epi8(load(second), reversal), _mm256_shuffle_epi8(load(third), reversal));
        if let Some(to) = to[VECTOR..].first_chunk_mut() {
            store(to, second);
        }
        if let Some(to) = to[inner..].first_chunk_mut() {
            store(to, third);
        }
    }
    if let Some(to) = to.first_chunk_mut() {
        store(to, first);
    }
    if let Some(to) = to.last_chunk_mut() {
        store(to, last);
    }
}

/// Moves the first vectors of the bytes. There must be as many on both sides.
#[inline]
#[target_feature(enable = "avx2")]
fn move_vectors<const COUNT: usize>(from: &[u8], to: &mut [u8], reversal: __m256i) {
    let (from, to) = (&from.as_chunks().0[..COUNT], &mut to.as_chunks_mut().0[..COUNT]);
    let mut moved = [reversal; COUNT];
    for at in 0..COUNT {
        moved[at] = _mm256_shuffle_epi8(load(&from[at]), reversal);
    }
    for at in 0..COUNT {
        store(&mut to[at], moved[at]);
    }
}

/// [`move_run`] for less than a vector: by two halves that overlap.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn move_short_run(from: &[u8], to: &mut [u8], reversal: __m256i) {
    let reversal = _mm256_castsi256_si128(reversal);
    let (Some(first), Some(last)) = (from.first_chunk(), from.last_chunk()) else { return };
    let (first, last) =
        (_mm_shuffle_epi8(xmm::load(first), reversal), _mm_shuffle_epi8(xmm::load(last), reversal));
    if let Some(to) = to.first_chunk_mut() {
        xmm::store(to, first);
    }
    if let Some(to) = to.last_chunk_mut() {
        xmm::store(to, last);
    }
}
