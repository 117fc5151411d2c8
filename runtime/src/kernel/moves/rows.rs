//! Rows of moves at a stride on either side, compiled to vector steps on processors that permute vectors of bytes.

#![allow(unsafe_code, reason = "a function compiled for a level that the processor was asked for is called")]

use std::cell::RefCell;
use std::rc::Rc;

use super::run::{Move, copy};
use super::track::{TOGETHER, Track};
#[cfg(target_arch = "x86_64")]
use super::wide;
use crate::kernel::place::{Readable, Writable};
use crate::kernel::{Level, level};
use crate::num::count;
#[cfg(target_arch = "x86_64")]
use crate::num::index;

/// Rows of equal moves, at a stride on either side.
#[derive(Debug)]
pub(crate) struct Rows {
    compiled: Rc<Compiled>,
    /// The destination is far from the processor: its lines are prefetched before they are stored to.
    far: bool,
}

/// Rows compiled for vectors.
#[derive(Debug)]
struct Compiled {
    /// The moves of a row, in the order of their bytes on both sides.
    moves: Vec<Move>,
    /// The distance from each row to the next, on either side.
    strides: (i64, i64),
    /// The bytes that a row spans on either side, relative to its start.
    from: (i64, i64),
    to: (i64, i64),
    /// Whether the rows have no gaps on the side that is stored to.
    #[cfg(target_arch = "x86_64")]
    dense: bool,
    #[cfg(target_arch = "x86_64")]
    steps: Vec<wide::Step>,
    /// How many rows one run of the steps moves.
    #[cfg(target_arch = "x86_64")]
    times: usize,
}

impl Rows {
    /// Compiles rows of `moves`, with the strides of both sides. Rows must not overlap where they are stored.
    ///
    /// # Panics
    ///
    /// If the bytes of a move are not whole units: vectors store whole units.
    pub(crate) fn of(moves: &[Move], strides: (i64, i64)) -> Rows {
        Rows { compiled: Compiled::kept(moves, strides), far: false }
    }

    /// Sets whether the nearer caches do not hold the destination.
    pub(crate) fn afar(self, far: bool) -> Rows {
        Rows { far, ..self }
    }

    /// Moves `rows` rows, the first of which begin at the given offsets.
    ///
    /// # Panics
    ///
    /// If a row does not lie in the buffers.
    pub(crate) fn run<'f, 't>(
        &self,
        from: (impl Into<Readable<'f>>, usize),
        to: (impl Into<Writable<'t>>, usize),
        rows: usize,
    ) {
        self.run_at(level(), from, to, rows);
    }

    /// `Rows::run` at the given level, which the processor must have.
    pub(super) fn run_at<'f, 't>(
        &self,
        level: Level,
        (from, at): (impl Into<Readable<'f>>, usize),
        (to, there): (impl Into<Writable<'t>>, usize),
        rows: usize,
    ) {
        self.compiled.run((level, self.far), (from.into(), at), (to.into(), there), rows);
    }
}

thread_local! {
    /// The rows that were last used, latest first: compiling them takes as long as moving a few KiB.
    static KEPT: RefCell<Vec<Rc<Compiled>>> = const { RefCell::new(Vec::new()) };
}

impl Compiled {
    /// Returns such rows, compiled only if this thread has not used them lately.
    fn kept(moves: &[Move], strides: (i64, i64)) -> Rc<Compiled> {
        const MOST: usize = 16;
        let found = |kept: &RefCell<Vec<Rc<Compiled>>>| {
            let mut kept = kept.borrow_mut();
            let known = kept.iter().position(|known| known.strides == strides && known.moves == moves);
            if let Some(known) = known {
                kept[..=known].rotate_right(1);
            } else {
                kept.truncate(MOST - 1);
                kept.insert(0, Rc::new(Compiled::of(moves, strides)));
            }
            Rc::clone(&kept[0])
        };
        // A thread that is ending keeps nothing.
        KEPT.try_with(found).unwrap_or_else(|_| Rc::new(Compiled::of(moves, strides)))
    }

    fn of(moves: &[Move], strides: (i64, i64)) -> Compiled {
        let whole = moves.iter().all(|one| one.bytes.is_multiple_of(one.unit));
        assert!(whole, "moves are of whole units");
        let span = |begin: fn(&Move) -> i64| {
            let low = moves.iter().map(begin).min().unwrap_or(0);
            let high = moves.iter().map(|one| begin(one) + count(one.bytes)).max().unwrap_or(0);
            (low, high)
        };
        let (from, to) = (span(|one| one.from), span(|one| one.to));
        #[cfg(target_arch = "x86_64")]
        let touches = |pair: &[Move]| pair[0].to + count(pair[0].bytes) == pair[1].to;
        #[cfg(target_arch = "x86_64")]
        let dense = moves.windows(2).all(touches) && to.1 - to.0 == strides.1;
        #[cfg(target_arch = "x86_64")]
        let (steps, times) = wide::compile(moves, (from, to), strides);
        Compiled {
            moves: moves.to_vec(),
            strides,
            from,
            to,
            #[cfg(target_arch = "x86_64")]
            dense,
            #[cfg(target_arch = "x86_64")]
            steps,
            #[cfg(target_arch = "x86_64")]
            times,
        }
    }

    /// Moves the rows at the given level, which the processor must have.
    fn run(
        &self,
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_variables, reason = "one level, and no hint for such a processor")
        )]
        (level, far): (Level, bool),
        (from, at): (Readable<'_>, usize),
        (to, there): (Writable<'_>, usize),
        rows: usize,
    ) {
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
                let whole = self.whole((from, froms), tos, together);
                let to = to.as_mut_ptr();
                // SAFETY: the processor has the level, and all rows lie in their buffers:
                // `what_is_out_of_a_buffer_is_refused` tests that.
                unsafe {
                    wide::rows(&self.steps, (from.as_ptr(), froms), (to, tos), together, whole, far);
                };
                together * self.times
            }
            _ => 0,
        };
        (from_track.at, to_track.at) = (from_track.of(done, 0), to_track.of(done, 0));
        scalar_rows(&self.moves, (from, from_track), (to, to_track), rows - done);
    }

    /// How many rows can be loaded as whole vectors, and how many can be stored so without damage to bytes that are not
    /// stored again.
    #[cfg(target_arch = "x86_64")]
    fn whole(&self, (bytes, from): (Readable<'_>, Track), to: Track, rows: usize) -> wide::Whole {
        let loads = bytes.whole().map(|bytes| from.inside(rows, wide::loaded(&self.steps), bytes.len()));
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

/// Below this number of rows it is not worth loading permutations.
#[cfg(target_arch = "x86_64")]
const FEW: usize = 4;

fn scalar_rows(
    moves: &[Move],
    from: (Readable<'_>, Track),
    (mut to, to_track): (Writable<'_>, Track),
    rows: usize,
) {
    let mut row = 0;
    while row < rows {
        let next = (row + TOGETHER).min(rows);
        for one in moves {
            let each = (row..next).map(|row| (from.1.of(row, one.from), to_track.of(row, one.to)));
            match (one.unit, one.bytes) {
                (1, 1) => exact::<1>(from.0, &mut to, each, false),
                (1, 2) => exact::<2>(from.0, &mut to, each, false),
                (1, 4) => exact::<4>(from.0, &mut to, each, false),
                (1, 8) => exact::<8>(from.0, &mut to, each, false),
                (1, 16) => exact::<16>(from.0, &mut to, each, false),
                (2, 2) => exact::<2>(from.0, &mut to, each, true),
                (4, 4) => exact::<4>(from.0, &mut to, each, true),
                (8, 8) => exact::<8>(from.0, &mut to, each, true),
                (16, 16) => exact::<16>(from.0, &mut to, each, true),
                (unit, bytes) => {
                    for (begin, end) in each {
                        copy(from.0.run(begin, bytes), to.run(end, bytes), unit);
                    }
                }
            }
        }
        row = next;
    }
}

/// Moves `N` bytes for each pair of offsets.
#[inline]
fn exact<const N: usize>(
    from: Readable<'_>,
    to: &mut Writable<'_>,
    places: impl Iterator<Item = (usize, usize)>,
    reversed: bool,
) {
    for (begin, end) in places {
        let mut bytes = [0; N];
        bytes.copy_from_slice(from.run(begin, N));
        if reversed {
            bytes.reverse();
        }
        to.run(end, N).copy_from_slice(&bytes);
    }
}
