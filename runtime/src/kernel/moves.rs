//! Bytes moved from one buffer to another, each item's order kept or reversed: runs, and rows of runs at a stride.
//!
//! What lies in a buffer as a datatype says is gathered from there, or scattered to there, before or after it is
//! converted; where a conversion is nothing but the order of bytes, that is all there is to do. On processors that
//! permute the bytes of a vector of 64, what is within 64 bytes on both sides is one load, one permutation and one
//! store, with masks that leave alone what is between. Elsewhere items go one by one.
//!
//! Nothing between items is stored to. It is loaded only from slices: see `place`.

#![allow(unsafe_code, reason = "loads and stores under masks are intrinsics; levels are asked for before")]

mod rows;
mod run;
mod track;
#[cfg(target_arch = "x86_64")]
mod wide;

pub(crate) use rows::Rows;
pub(crate) use run::Move;
use run::copy;

use std::ops::Range;

use super::place::{Readable, Writable};
use super::{Level, level};

/// Runs of one side, the items of the other without gaps. `runs`: begin and bytes of each.
///
/// # Panics
///
/// Where one does not lie in its buffer.
pub(crate) fn gather(
    from: Readable<'_>,
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    gather_at(level(), from, to, unit, runs);
}

/// At a level that the processor has.
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
        Level::Avx512 => match from.whole() {
            // SAFETY: the processor has the level: see `kernel::run`.
            Some(from) => unsafe { wide::gather(from, to, unit, runs) },
            // SAFETY: as above.
            None => unsafe { wide::gather_items(from, to, unit, runs) },
        },
        _ => {
            let mut rest = to;
            for (at, bytes) in runs {
                let (out, after) = rest.split_at_mut(bytes);
                copy(from.run(at, bytes), out, unit);
                rest = after;
            }
        }
    }
}

/// The mirror of [`gather`]: the runs are those of `to`. `far`: the nearer caches do not hold it.
///
/// # Panics
///
/// Where one does not lie in its buffer.
pub(crate) fn scatter(
    from: &[u8],
    (to, far): (Writable<'_>, bool),
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    scatter_at(level(), from, (to, far), unit, runs);
}

/// At a level that the processor has.
#[inline]
fn scatter_at(
    level: Level,
    from: &[u8],
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_variables, reason = "no hint for such a processor")
    )]
    (mut to, far): (Writable<'_>, bool),
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
        _ => {
            let mut rest = from;
            for (at, bytes) in runs {
                let (bytes, after) = rest.split_at(bytes);
                copy(bytes, to.run(at, bytes.len()), unit);
                rest = after;
            }
        }
    }
}

/// Has lines come into the nearest cache that are loaded soon: those of the bytes that lie in the buffer.
#[inline]
pub(crate) fn expect_loads(bytes: Readable<'_>, range: Range<usize>) {
    #[cfg(target_arch = "x86_64")]
    wide::expect::<false>(bytes.as_ptr(), bytes.len(), range);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, range);
}

/// The same of lines that are stored to soon.
#[inline]
pub(crate) fn expect_stores(bytes: &Writable<'_>, range: Range<usize>) {
    #[cfg(target_arch = "x86_64")]
    wide::expect::<true>(bytes.as_mut_ptr(), bytes.len(), range);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, range);
}

#[cfg(test)]
mod tests;
