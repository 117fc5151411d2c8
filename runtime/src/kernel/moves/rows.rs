//! Rows of moves at a stride on either side, compiled to vector steps on processors that permute vectors of bytes.

#![allow(unsafe_code, reason = "a function compiled for a level that the processor was asked for is called")]

#[cfg(target_arch = "x86_64")]
use std::cell::OnceCell;
use std::cell::RefCell;
use std::rc::Rc;

use super::place::{Readable, Writable};
use super::run::Move;
use super::track::RowStarts;
use super::words::{self, RowsPlace};
#[cfg(target_arch = "x86_64")]
use super::{
    narrow::{NarrowSteps, Touched},
    wide,
};
use crate::kernel::{Level, level};
#[cfg(target_arch = "x86_64")]
use crate::num::index;
use crate::num::to_i64;

/// Rows of equal moves, at a stride on either side.
#[derive(Debug)]
pub(crate) struct MovedRows {
    compiled: Rc<CompiledRows>,
    /// The destination is far from the processor: its lines are prefetched before they are stored to.
    far: bool,
}

/// Rows compiled for vectors.
#[derive(Debug)]
struct CompiledRows {
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
    /// The steps for processors that permute 64 bytes, and how many rows one run of them moves.
    #[cfg(target_arch = "x86_64")]
    wide: OnceCell<(Vec<wide::VectorStep>, usize)>,
    /// The steps for processors that shuffle 16: those that load nothing but items, and those that also load gaps.
    #[cfg(target_arch = "x86_64")]
    narrow: [OnceCell<NarrowSteps>; 2],
}

impl MovedRows {
    /// Compiles rows of `moves`, with the strides of both sides. Rows must not overlap where they are stored.
    ///
    /// # Panics
    ///
    /// If the bytes of a move are not whole units: vectors store whole units.
    pub(crate) fn from_moves(moves: &[Move], strides: (i64, i64)) -> MovedRows {
        MovedRows { compiled: CompiledRows::find_or_compile(moves, strides), far: false }
    }

    /// Sets whether the nearer caches do not hold the destination.
    pub(crate) fn with_far_destination(self, far: bool) -> MovedRows {
        MovedRows { far, ..self }
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

    /// `MovedRows::run` at the given level, which the processor must have.
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
    static KEPT: RefCell<Vec<Rc<CompiledRows>>> = const { RefCell::new(Vec::new()) };
}

impl CompiledRows {
    /// Returns the compiled rows of these moves. They are compiled only if this thread has not used
    /// them lately.
    fn find_or_compile(moves: &[Move], strides: (i64, i64)) -> Rc<CompiledRows> {
        const MOST: usize = 16;
        let found = |kept: &RefCell<Vec<Rc<CompiledRows>>>| {
            let mut kept = kept.borrow_mut();
            let known = kept.iter().position(|known| known.strides == strides && known.moves == moves);
            if let Some(known) = known {
                // Latest first: what is cut off below is what was unused for the longest time.
                kept[..=known].rotate_right(1);
            } else {
                kept.truncate(MOST - 1);
                kept.insert(0, Rc::new(CompiledRows::from_moves(moves, strides)));
            }
            Rc::clone(&kept[0])
        };
        // A thread that is ending keeps nothing.
        KEPT.try_with(found).unwrap_or_else(|_| Rc::new(CompiledRows::from_moves(moves, strides)))
    }

    fn from_moves(moves: &[Move], strides: (i64, i64)) -> CompiledRows {
        let whole = moves.iter().all(|one| one.bytes.is_multiple_of(one.unit));
        assert!(whole, "moves are of whole units");
        let span = |begin: fn(&Move) -> i64| {
            let low = moves.iter().map(begin).min().unwrap_or(0);
            let high = moves.iter().map(|one| begin(one) + to_i64(one.bytes)).max().unwrap_or(0);
            (low, high)
        };
        let (from, to) = (span(|one| one.from), span(|one| one.to));
        #[cfg(target_arch = "x86_64")]
        // Without gaps, whole vectors may be stored: what one stores in excess, the next one stores again.
        let touches = |pair: &[Move]| pair[0].to + to_i64(pair[0].bytes) == pair[1].to;
        #[cfg(target_arch = "x86_64")]
        let dense = moves.windows(2).all(touches) && to.1 - to.0 == strides.1;
        CompiledRows {
            moves: moves.to_vec(),
            strides,
            from,
            to,
            #[cfg(target_arch = "x86_64")]
            dense,
            #[cfg(target_arch = "x86_64")]
            wide: OnceCell::new(),
            #[cfg(target_arch = "x86_64")]
            narrow: [const { OnceCell::new() }; 2],
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
        let from_track = RowStarts { at, stride: self.strides.0 };
        let to_track = RowStarts { at: there, stride: self.strides.1 };
        let inside =
            from_track.is_inside(rows, self.from, from.len()) && to_track.is_inside(rows, self.to, to.len());
        // All that follows uses pointers. This is the check on which it relies.
        assert!(inside, "rows lie in their buffers");
        let done = match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the level, and all rows lie in their buffers.
            Level::Avx512 => unsafe { self.run_wide((from, from_track), (&to, to_track), rows, far) },
            _ => 0,
        };
        let (from_track, to_track) = (from_track.skip_rows(done), to_track.skip_rows(done));
        let rows = rows - done;
        let done = match level {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the level, and all rows lie in their buffers.
            Level::Avx2 | Level::Avx512 if rows > 0 => unsafe {
                self.run_narrow(level, (from, from_track), (&to, to_track), rows)
            },
            _ => 0,
        };
        if done == rows {
            return;
        }
        let (from, to) = (
            RowsPlace { begin: from.as_ptr(), track: from_track.skip_rows(done) },
            RowsPlace { begin: to.as_mut_ptr(), track: to_track.skip_rows(done) },
        );
        // SAFETY: the level is that of the processor. All rows lie in their buffers: the assertion above.
        // `what_is_out_of_a_buffer_is_refused` tests it, and `rows_with_gaps_are_moved` under the address sanitizer.
        unsafe { move_by_words(level, &self.moves, from, to, rows - done) };
    }

    /// Moves rows by steps of 64 bytes, under masks where that is needed. Returns how many rows.
    ///
    /// # Safety
    ///
    /// The processor has AVX-512. All rows lie in the buffers.
    #[cfg(target_arch = "x86_64")]
    unsafe fn run_wide(
        &self,
        (from, from_track): (Readable<'_>, RowStarts),
        (to, to_track): (&Writable<'_>, RowStarts),
        rows: usize,
        far: bool,
    ) -> usize {
        let compile = || wide::compile_steps(&self.moves, (self.from, self.to), self.strides);
        let (steps, times) = self.wide.get_or_init(compile);
        // The rows that are left over go by shorter steps.
        let together = rows / times;
        if steps.is_empty() || together < FEW {
            return 0;
        }
        let (froms, tos) = (from_track.every_nth(*times), to_track.every_nth(*times));
        let whole = self.count_whole_rows(steps, (from, froms), tos, together);
        let to = to.as_mut_ptr();
        // SAFETY: the processor has the level, and all rows lie in their buffers: `what_is_out_of_a_buffer_is_refused` tests
        // that.
        unsafe {
            wide::move_rows(steps, (from.as_ptr(), froms), (to, tos), together, whole, far);
        }
        together * times
    }

    /// Moves rows by steps of 16 bytes, and what these leave by words. Returns how many rows.
    ///
    /// # Safety
    ///
    /// The processor has the level. All rows lie in the buffers.
    #[cfg(target_arch = "x86_64")]
    unsafe fn run_narrow(
        &self,
        level: Level,
        (from, from_track): (Readable<'_>, RowStarts),
        (to, to_track): (&Writable<'_>, RowStarts),
        rows: usize,
    ) -> usize {
        let loads_gaps = from.as_slice().is_some();
        let steps = self.narrow[usize::from(loads_gaps)].get_or_init(|| {
            let touched = match (loads_gaps, self.dense) {
                (false, _) => Touched::Items,
                (true, false) => Touched::LoadedGaps,
                (true, true) => Touched::LoadedGapsAndDense,
            };
            NarrowSteps::from_moves(&self.moves, self.strides, touched)
        });
        if steps.is_empty() {
            return 0;
        }
        let all = self.count_narrow_runs(steps, (from, from_track), (to.len(), to_track), rows);
        let some = steps.count_together();
        let mut done = 0;
        while done < all {
            let runs = some.min(all - done);
            let track = |track: RowStarts| track.skip_rows(done * steps.times).every_nth(steps.times);
            let from = RowsPlace { begin: from.as_ptr(), track: track(from_track) };
            let to = RowsPlace { begin: to.as_mut_ptr(), track: track(to_track) };
            // SAFETY: as the caller says. Gaps are loaded only from slices, and all that these rows load and store is in the
            // buffers: `count_narrow_runs`. `rows_with_gaps_are_moved` tests it under the address sanitizer.
            unsafe { steps.move_rows(from, to, runs) };
            if !steps.rest.is_empty() {
                // SAFETY: as the caller says. Only where one run is one row, something is left.
                unsafe { move_by_words(level, &steps.rest, from, to, runs) };
            }
            done += runs;
        }
        all * steps.times
    }

    /// How many runs of the steps there are, from the first row on, that load only from the buffer, and that store nothing
    /// behind the last row.
    #[cfg(target_arch = "x86_64")]
    fn count_narrow_runs(
        &self,
        steps: &NarrowSteps,
        (from, from_track): (Readable<'_>, RowStarts),
        (bytes, to_track): (usize, RowStarts),
        rows: usize,
    ) -> usize {
        let is_inside = |one: (i64, i64), all: (i64, i64)| all.0 <= one.0 && one.1 <= all.1;
        if steps.times == 1 && is_inside(steps.loaded, self.from) && is_inside(steps.stored, self.to) {
            // As all rows do, which was checked.
            return rows;
        }
        let together = rows / steps.times;
        let (froms, tos) = (from_track.every_nth(steps.times), to_track.every_nth(steps.times));
        let end = if self.dense { self.find_dense_end(to_track, rows) } else { bytes };
        let loads = froms.count_inside(together, steps.loaded, from.len());
        loads.min(tos.count_inside(together, steps.stored, end))
    }

    /// The end of the last of some rows without gaps. A row is as long as the stride, so the last one ends where one more
    /// would begin.
    #[cfg(target_arch = "x86_64")]
    fn find_dense_end(&self, to: RowStarts, rows: usize) -> usize {
        index(to_i64(to.at) + to.stride * to_i64(rows) + self.to.0)
    }

    /// How many rows can be loaded as whole vectors, and how many can be stored so without damage to bytes that are not
    /// stored again.
    #[cfg(target_arch = "x86_64")]
    fn count_whole_rows(
        &self,
        steps: &[wide::VectorStep],
        (bytes, from): (Readable<'_>, RowStarts),
        to: RowStarts,
        rows: usize,
    ) -> wide::WholeRows {
        let loads =
            bytes.as_slice().map(|bytes| from.count_inside(rows, wide::loaded_bounds(steps), bytes.len()));
        let stores = if self.dense {
            to.count_inside(rows, wide::stored_bounds(steps), self.find_dense_end(to, rows))
        } else {
            0
        };
        wide::WholeRows { loads, stores }
    }
}

/// Below this number of rows it is not worth loading permutations.
#[cfg(target_arch = "x86_64")]
const FEW: usize = 4;

/// [`words::move_rows`] at the given level, which the processor must have.
///
/// # Safety
///
/// As it says.
unsafe fn move_by_words(
    level: Level,
    moves: &[Move],
    from: RowsPlace<*const u8>,
    to: RowsPlace<*mut u8>,
    rows: usize,
) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn move_at_avx2(moves: &[Move], from: RowsPlace<*const u8>, to: RowsPlace<*mut u8>, rows: usize) {
        // SAFETY: as the caller says.
        unsafe { words::move_rows(moves, from, to, rows) }
    }
    match level {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the level. Otherwise as the caller says.
        Level::Avx2 | Level::Avx512 => unsafe { move_at_avx2(moves, from, to, rows) },
        // SAFETY: as the caller says.
        _ => unsafe { words::move_rows(moves, from, to, rows) },
    }
}
