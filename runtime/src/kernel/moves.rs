//! Octets moved from one buffer to another, each item's order kept or reversed: runs, and rows of runs at a stride.
//!
//! What lies in a buffer as a datatype says is gathered from there, or scattered to there, before or after it is
//! converted; where a conversion is nothing but the order of octets, that is all there is to do. On processors that
//! permute the octets of a vector of 64, what is within 64 octets on both sides is one load, one permutation and one
//! store, with masks that leave alone what is between. Elsewhere items go one by one.

#![allow(unsafe_code, reason = "loads and stores under masks are intrinsics; levels are asked for before")]

#[cfg(target_arch = "x86_64")]
mod wide;

use super::{Level, level};
use crate::num::count;
#[cfg(target_arch = "x86_64")]
use crate::num::index;

/// Octets that lie one behind the other on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    /// Where they begin, from where the row does.
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) octets: usize,
    /// Octets of which the order is reversed: 1, where all stay as they are, 2, 4, 8 or 16.
    pub(crate) unit: usize,
}

/// Where rows begin in a buffer.
#[derive(Debug, Clone, Copy)]
struct Track {
    /// The first one.
    at: usize,
    stride: i64,
}

impl Track {
    #[inline]
    #[expect(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "wraps; the sum is in the buffer"
    )]
    fn of(self, row: usize, within: i64) -> usize {
        self.at.wrapping_add((self.stride as usize).wrapping_mul(row)).wrapping_add(within as usize)
    }

    /// Whether what lies from `low` to `high` of each row is in a buffer of so many octets.
    fn is_inside(self, rows: usize, (low, high): (i64, i64), octets: usize) -> bool {
        let last = i128::from(self.stride) * (i128::from(count(rows)) - 1);
        let at = i128::from(count(self.at));
        let (low, high) = (at + i128::from(low) + last.min(0), at + i128::from(high) + last.max(0));
        low >= 0 && high <= i128::from(count(octets))
    }

    /// How many rows, from the first on, are inside with what lies from `low` to `high` of them.
    #[cfg(target_arch = "x86_64")]
    fn inside(self, rows: usize, span: (i64, i64), octets: usize) -> usize {
        if self.is_inside(rows, span, octets) {
            return rows;
        }
        // Of rows that go forward those near the end are not.
        let (room, stride) =
            (count(octets).saturating_sub(span.1).saturating_sub(count(self.at)), self.stride);
        let first = if stride > 0 && room >= 0 { index(room / stride) + 1 } else { 0 };
        let first = first.min(rows);
        if first > 0 && self.is_inside(first, span, octets) { first } else { 0 }
    }

    /// Of so many rows the first.
    #[cfg(target_arch = "x86_64")]
    fn every(self, rows: usize) -> Track {
        Track { stride: self.stride.wrapping_mul(count(rows)), ..self }
    }

    /// Octets from a row to the one so many rows behind.
    #[inline]
    #[cfg(target_arch = "x86_64")]
    #[expect(clippy::cast_possible_truncation, reason = "wraps; what is used of it is in the buffer")]
    fn ahead(self, rows: i64) -> isize {
        self.stride.wrapping_mul(rows) as isize
    }
}

/// Rows of the same moves, at a stride on either side; compiled for vectors.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    /// Those of a row, in the order of their octets on both sides.
    moves: Vec<Move>,
    /// How far a row is from the one before it.
    strides: (i64, i64),
    /// Octets that a row spans on either side.
    from: (i64, i64),
    to: (i64, i64),
    /// Rows without gaps on the side that is stored to.
    #[cfg(target_arch = "x86_64")]
    dense: bool,
    /// That side is far from the processor: its lines are fetched before they are stored to.
    #[cfg(target_arch = "x86_64")]
    far: bool,
    #[cfg(target_arch = "x86_64")]
    steps: Vec<wide::Step>,
    /// Rows that go by the steps together.
    #[cfg(target_arch = "x86_64")]
    times: usize,
}

impl Rows {
    /// `strides`: of both sides. Rows do not overlap where they are stored.
    ///
    /// # Panics
    ///
    /// Where octets of a move are no whole units: vectors store whole ones.
    pub(crate) fn of(moves: Vec<Move>, strides: (i64, i64)) -> Rows {
        let whole = moves.iter().all(|one| one.octets.is_multiple_of(one.unit));
        assert!(whole, "moves are of whole units");
        let span = |begin: fn(&Move) -> i64| {
            let low = moves.iter().map(begin).min().unwrap_or(0);
            let high = moves.iter().map(|one| begin(one) + count(one.octets)).max().unwrap_or(0);
            (low, high)
        };
        let (from, to) = (span(|one| one.from), span(|one| one.to));
        #[cfg(target_arch = "x86_64")]
        let touches = |pair: &[Move]| pair[0].to + count(pair[0].octets) == pair[1].to;
        #[cfg(target_arch = "x86_64")]
        let dense = moves.windows(2).all(touches) && to.1 - to.0 == strides.1;
        #[cfg(target_arch = "x86_64")]
        let (steps, times) = wide::compile(&moves, (from, to), strides);
        Rows {
            moves,
            strides,
            from,
            to,
            #[cfg(target_arch = "x86_64")]
            dense,
            #[cfg(target_arch = "x86_64")]
            far: false,
            #[cfg(target_arch = "x86_64")]
            steps,
            #[cfg(target_arch = "x86_64")]
            times,
        }
    }

    /// The same, to a side that the nearer caches do not hold.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "no hint for such a processor"))]
    pub(crate) fn afar(mut self, far: bool) -> Rows {
        #[cfg(target_arch = "x86_64")]
        {
            self.far = far;
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = far;
        self
    }

    /// Moves so many rows, of which the first begin at these places.
    ///
    /// # Panics
    ///
    /// Where one does not lie in the buffers.
    pub(crate) fn run(&self, from: (&[u8], usize), to: (&mut [u8], usize), rows: usize) {
        self.run_at(level(), from, to, rows);
    }

    /// At a level that the processor has.
    fn run_at(&self, level: Level, (from, at): (&[u8], usize), (to, there): (&mut [u8], usize), rows: usize) {
        if rows == 0 || self.moves.is_empty() {
            return;
        }
        let mut from_track = Track { at, stride: self.strides.0 };
        let mut to_track = Track { at: there, stride: self.strides.1 };
        let inside =
            from_track.is_inside(rows, self.from, from.len()) && to_track.is_inside(rows, self.to, to.len());
        assert!(inside, "rows lie in their buffers");
        let done = match level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 if !self.steps.is_empty() && rows / self.times >= FEW => {
                let together = rows / self.times;
                let (froms, tos) = (from_track.every(self.times), to_track.every(self.times));
                let whole = self.whole(froms, from.len(), tos, together);
                // SAFETY: the processor has the level, and all rows are in their buffers.
                unsafe { wide::rows(&self.steps, (from, froms), (&mut *to, tos), together, whole, self.far) };
                together * self.times
            }
            _ => 0,
        };
        (from_track.at, to_track.at) = (from_track.of(done, 0), to_track.of(done, 0));
        scalar_rows(&self.moves, (from, from_track), (to, to_track), rows - done);
    }

    /// The rows of steps of which whole vectors can be loaded, and stored without hurting what is not stored again.
    #[cfg(target_arch = "x86_64")]
    fn whole(&self, from: Track, octets: usize, to: Track, rows: usize) -> wide::Whole {
        let loads = from.inside(rows, wide::loaded(&self.steps), octets);
        let stores = if self.dense {
            // To the end of the last row.
            let end = index(count(to.at) + to.stride * count(rows) + self.to.0);
            to.inside(rows, wide::stored(&self.steps), end)
        } else {
            0
        };
        wide::Whole { loads, stores }
    }
}

/// Rows for which it is not worth to load permutations.
#[cfg(target_arch = "x86_64")]
const FEW: usize = 4;

/// Rows whose moves are done one after the other, so that they stay in the nearest cache.
const TOGETHER: usize = 64;

fn scalar_rows(moves: &[Move], from: (&[u8], Track), (to, to_track): (&mut [u8], Track), rows: usize) {
    let mut row = 0;
    while row < rows {
        let next = (row + TOGETHER).min(rows);
        for one in moves {
            let each = (row..next).map(|row| (from.1.of(row, one.from), to_track.of(row, one.to)));
            match (one.unit, one.octets) {
                (1, 1) => exact::<1>(from.0, to, each, false),
                (1, 2) => exact::<2>(from.0, to, each, false),
                (1, 4) => exact::<4>(from.0, to, each, false),
                (1, 8) => exact::<8>(from.0, to, each, false),
                (1, 16) => exact::<16>(from.0, to, each, false),
                (2, 2) => exact::<2>(from.0, to, each, true),
                (4, 4) => exact::<4>(from.0, to, each, true),
                (8, 8) => exact::<8>(from.0, to, each, true),
                (16, 16) => exact::<16>(from.0, to, each, true),
                (unit, octets) => {
                    for (begin, end) in each {
                        copy(&from.0[begin..begin + octets], &mut to[end..end + octets], unit);
                    }
                }
            }
        }
        row = next;
    }
}

/// So many octets of each place.
#[inline]
fn exact<const N: usize>(
    from: &[u8],
    to: &mut [u8],
    places: impl Iterator<Item = (usize, usize)>,
    reversed: bool,
) {
    for (begin, end) in places {
        let mut octets = [0; N];
        octets.copy_from_slice(&from[begin..begin + N]);
        if reversed {
            octets.reverse();
        }
        to[end..end + N].copy_from_slice(&octets);
    }
}

/// One run of octets, as many on both sides.
#[inline]
fn copy(from: &[u8], to: &mut [u8], unit: usize) {
    match unit {
        2 => reverse::<2>(from, to),
        4 => reverse::<4>(from, to),
        8 => reverse::<8>(from, to),
        16 => reverse::<16>(from, to),
        _ => to.copy_from_slice(from),
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the level of its caller")]
fn reverse<const N: usize>(from: &[u8], to: &mut [u8]) {
    for (from, to) in from.as_chunks::<N>().0.iter().zip(to.as_chunks_mut::<N>().0) {
        let mut octets = *from;
        octets.reverse();
        *to = octets;
    }
}

/// Runs of one side, the items of the other without gaps. `runs`: begin and octets of each.
///
/// # Panics
///
/// Where one does not lie in its buffer.
pub(crate) fn gather(from: &[u8], to: &mut [u8], unit: usize, runs: impl Iterator<Item = (usize, usize)>) {
    gather_at(level(), from, to, unit, runs);
}

/// At a level that the processor has.
#[inline]
fn gather_at(
    level: Level,
    from: &[u8],
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the level.
        Level::Avx512 => unsafe { wide::gather(from, to, unit, runs) },
        _ => {
            let mut rest = to;
            for (at, octets) in runs {
                let (out, after) = rest.split_at_mut(octets);
                copy(&from[at..at + octets], out, unit);
                rest = after;
            }
        }
    }
}

/// The mirror of [`gather`]: the runs are those of `to`.
///
/// # Panics
///
/// Where one does not lie in its buffer.
pub(crate) fn scatter(from: &[u8], to: &mut [u8], unit: usize, runs: impl Iterator<Item = (usize, usize)>) {
    scatter_at(level(), from, to, unit, runs);
}

/// At a level that the processor has.
#[inline]
fn scatter_at(
    level: Level,
    from: &[u8],
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the level.
        Level::Avx512 => unsafe { wide::scatter(from, to, unit, runs) },
        _ => {
            let mut rest = from;
            for (at, octets) in runs {
                let (octets, after) = rest.split_at(octets);
                copy(octets, &mut to[at..at + octets.len()], unit);
                rest = after;
            }
        }
    }
}

#[cfg(test)]
mod tests;
