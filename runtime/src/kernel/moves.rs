//! Moves bytes from one buffer to another and keeps or reverses the bytes of each item: runs, and rows of runs at a
//! stride.
//!
//! Items that lie in a buffer as a datatype describes are gathered before they are converted, or scattered afterwards.
//! A conversion that only reverses bytes needs nothing but these moves. On processors that permute the bytes of a
//! 64-byte vector, moves within two vectors of the source and one of the destination take one or two loads, one
//! permutation and one store, with masks that leave the gaps alone. Those that shuffle 16 bytes do the same with shorter
//! vectors and without masks. Other processors move the items one by one.
//!
//! Nothing between items is stored to. Gaps are loaded only from slices: see `place`.

#![allow(unsafe_code, reason = "loads and stores under masks are intrinsics; levels are asked for before")]

#[cfg(target_arch = "x86_64")]
mod narrow;
pub(crate) mod place;
mod rows;
mod run;
#[cfg(target_arch = "x86_64")]
mod runs;
mod track;
#[cfg(target_arch = "x86_64")]
mod wide;
mod words;

use place::{Readable, Writable};
pub(crate) use rows::MovedRows;
pub(crate) use run::Move;
use run::copy_run;

use std::ops::Range;

use super::{Level, level};

/// Gathers runs of `from` to `to`, where the items lie without gaps. `runs` holds the start and the number of bytes of
/// each run.
///
/// # Panics
///
/// If a run does not lie in its buffer.
pub(crate) fn gather(
    from: Readable<'_>,
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    gather_at(level(), from, to, unit, runs);
}

/// [`gather`] at the given level, which the processor must have.
#[inline]
fn gather_at(
    level: Level,
    from: Readable<'_>,
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => match from.as_slice() {
            // SAFETY: the processor has the level: see `kernel::run`.
            Some(from) => unsafe { wide::gather(from, to, unit, runs) },
            // SAFETY: as above.
            None => unsafe { wide::gather_items(from, to, unit, runs) },
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => unsafe { runs::gather(from, to, unit, runs) },
        _ => gather_runs(from, to, unit, runs),
    }
}

/// Gathers one run after the other.
fn gather_runs(from: Readable<'_>, to: &mut [u8], unit: usize, runs: impl Iterator<Item = (usize, usize)>) {
    let mut rest = to;
    for (at, bytes) in runs {
        let (out, after) = rest.split_at_mut(bytes);
        copy_run(from.run(at, bytes), out, unit);
        rest = after;
    }
}

/// Scatters items that lie without gaps in `from` to runs of `to`: the mirror of [`gather`]. `far` says that the nearer
/// caches do not hold `to`.
///
/// # Panics
///
/// If a run does not lie in its buffer.
pub(crate) fn scatter(
    from: &[u8],
    (to, far): (Writable<'_>, bool),
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    scatter_at(level(), from, (to, far), unit, runs);
}

/// `scatter` at the given level, which the processor must have.
#[inline]
fn scatter_at(
    level: Level,
    from: &[u8],
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_variables, reason = "no hint for such a processor")
    )]
    (to, far): (Writable<'_>, bool),
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the level: see `kernel::run`.
        Level::Avx512 if far => unsafe { wide::scatter::<true>(from, to, unit, runs) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx512 => unsafe { wide::scatter::<false>(from, to, unit, runs) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => unsafe { runs::scatter(from, to, unit, runs) },
        _ => scatter_runs(from, to, unit, runs),
    }
}

/// Scatters one run after the other: the mirror of [`gather_runs`].
fn scatter_runs(from: &[u8], mut to: Writable<'_>, unit: usize, runs: impl Iterator<Item = (usize, usize)>) {
    let mut rest = from;
    for (at, bytes) in runs {
        let (bytes, after) = rest.split_at(bytes);
        copy_run(bytes, to.run(at, bytes.len()), unit);
        rest = after;
    }
}

/// Prefetches the lines of `range` that lie in the buffer to the nearest cache, for loads that follow soon.
#[inline]
pub(crate) fn prefetch_for_loads(bytes: Readable<'_>, range: Range<usize>) {
    #[cfg(target_arch = "x86_64")]
    wide::prefetch_range::<false>(bytes.as_ptr(), bytes.len(), range);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, range);
}

/// Prefetches the lines of `range` that lie in the buffer to the nearest cache, for stores that follow soon.
#[inline]
pub(crate) fn prefetch_for_stores(bytes: &Writable<'_>, range: Range<usize>) {
    #[cfg(target_arch = "x86_64")]
    wide::prefetch_range::<true>(bytes.as_mut_ptr(), bytes.len(), range);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, range);
}

#[cfg(test)]
mod tests;
