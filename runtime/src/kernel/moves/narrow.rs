//! Moves by vectors of 16 bytes: a load, a shuffle of its bytes, a store.
//!
//! Processors with AVX2 shuffle the bytes of 16, and have no quick store under a mask. So a row is compiled to *steps*,
//! each of which stores 16, 8 or 4 bytes that all belong to moves. Steps may overlap: 24 bytes are stored as two
//! vectors, of which the second ends with the run. A record of C with an `i32`, three `f64`, an `f32` and an `i16` has 34
//! bytes in 40, and its big-endian form has no gaps. To read it, four steps store 4 bytes at 0, 16 at 8, 8 at 24, and 8 at
//! 30, which are the end of the last double, the float and the short.
//!
//! Where the places have no gaps, a step may store more than it has moved, as the next one stores those bytes again. The
//! same record is written by three steps of 16 bytes, at 0, 12 and 28. All but the last rows go that way.
//!
//! Up to four steps are a *pass*, eight where the places have no gaps. Its loop knows at compile time how many steps of each
//! size there are, and goes from row to row, so that what one row waits for does not stop the next. A loop that asks for
//! the size of each step is half as fast, and so is one step for many rows after the other.
//!
//! A single word in each row is a column, of which several rows are loaded or stored by one vector if they lie without
//! gaps on one side.

#![allow(unsafe_code, reason = "loads and stores are intrinsics, in rows that were checked before")]

mod loops;

use self::loops::NarrowRows;
use super::run::{Move, find_reversal};
use super::track::TOGETHER;
use super::words::{LONG, RowsPlace};
use crate::kernel::vector::xmm::VECTOR;
use crate::num::{index, to_i64};

/// How many bytes a step stores, the largest first.
const SIZES: [usize; 3] = [VECTOR, 8, 4];

/// The most steps of a row without gaps. More are better done by passes.
const MOST_DENSE: usize = 8;

/// The most rows without gaps that are compiled together, and the most bytes of these: no more fit in as many steps.
const MOST_ROWS: i64 = 4;
const MOST_BYTES: i64 = 128;

/// A byte that is stored, and the byte of the source that it is.
#[derive(Clone, Copy)]
struct MovedByte {
    to: i64,
    from: i64,
}

/// The bytes that one store moves.
#[derive(Debug, Clone)]
struct Step {
    /// Where the bytes begin, relative to the start of the row.
    from: i64,
    to: i64,
    /// For each byte that is stored, its index among the loaded bytes.
    permutation: [u8; VECTOR],
}

/// Steps that are done together, row after row: those that store 16 bytes, then those of 8 and of 4.
#[derive(Debug)]
struct Pass {
    steps: Vec<Step>,
    /// How many steps there are of each size.
    counts: [usize; 3],
    /// Whether all steps but those of 4 bytes load 16. Otherwise each loads as much as it stores.
    windows: bool,
}

/// A word in each row, which lies without gaps on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    /// Words of eight or four bytes, without gaps where they are stored.
    GatheredPairs,
    GatheredFours,
    /// Without gaps where they are loaded.
    ScatteredPairs,
    ScatteredFours,
}

/// Rows compiled to steps.
#[derive(Debug)]
pub(super) struct NarrowSteps {
    passes: Vec<Pass>,
    column: Option<Column>,
    /// How many rows one run of the steps moves.
    pub(super) times: usize,
    /// The lowest byte that a row loads, and the end of the highest one.
    pub(super) loaded: (i64, i64),
    /// The same of what it stores, which may be bytes of the next rows.
    pub(super) stored: (i64, i64),
    /// What the steps do not move: long runs, and words of 1 and 2 bytes.
    pub(super) rest: Vec<Move>,
}

/// What a row may touch beside its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touched {
    /// Nothing.
    Items,
    /// Bytes of the source that are no items may be loaded.
    LoadedGaps,
    /// The same, and the places have no gaps, so that bytes may be stored that later rows store again.
    LoadedGapsAndDense,
}

impl NarrowSteps {
    /// Compiles rows of `moves`, which are in the order of their bytes on both sides.
    pub(super) fn from_moves(moves: &[Move], strides: (i64, i64), touched: Touched) -> NarrowSteps {
        if let Some(column) = Column::find(moves, strides, touched) {
            let Move { from, to, bytes, unit } = moves[0];
            let step = Step { from, to, permutation: *find_reversal(unit) };
            let counts = [0, usize::from(bytes == 8), usize::from(bytes == 4)];
            let passes = vec![Pass { steps: vec![step], counts, windows: false }];
            return NarrowSteps { column: Some(column), ..NarrowSteps::from_passes(passes, 1) };
        }
        let (long, moves): (Vec<Move>, Vec<Move>) = moves.iter().partition(|one| one.bytes >= LONG);
        if touched == Touched::LoadedGapsAndDense
            && long.is_empty()
            && let Some((steps, times)) = plan_dense(&moves, strides)
        {
            let counts = [steps.len(), 0, 0];
            return NarrowSteps::from_passes(vec![Pass { steps, counts, windows: true }], times);
        }
        let (passes, short) = plan_exact(&moves, touched != Touched::Items);
        NarrowSteps { rest: [long, short].concat(), ..NarrowSteps::from_passes(passes, 1) }
    }

    fn from_passes(passes: Vec<Pass>, times: usize) -> NarrowSteps {
        let find_bounds = |each: Vec<(i64, usize)>| {
            let low = each.iter().map(|(at, _)| *at).min().unwrap_or(0);
            (low, each.iter().map(|(at, bytes)| at + to_i64(*bytes)).max().unwrap_or(0))
        };
        let steps = || passes.iter().flat_map(Pass::steps_with_sizes);
        let loaded = find_bounds(steps().map(|(step, load, _)| (step.from, load)).collect());
        let stored = find_bounds(steps().map(|(step, _, store)| (step.to, store)).collect());
        NarrowSteps { passes, column: None, times, loaded, stored, rest: Vec::new() }
    }

    /// Whether nothing is moved.
    pub(super) fn is_empty(&self) -> bool {
        self.passes.is_empty()
    }

    /// How many runs go together, so that what one pass has loaded is near for the next one.
    pub(super) fn count_together(&self) -> usize {
        // A single pass reads and stores each line once.
        if self.passes.len() + self.rest.len() == 1 { usize::MAX } else { TOGETHER }
    }

    /// Moves `rows` runs of the steps.
    ///
    /// # Safety
    ///
    /// The bytes that the steps load and store lie in the buffers in each run, and the buffers do not overlap. The
    /// processor has AVX2.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn move_rows(&self, from: RowsPlace<*const u8>, to: RowsPlace<*mut u8>, rows: usize) {
        let all = NarrowRows { from, to, rows };
        if let Some(column) = self.column {
            // SAFETY: as the caller says.
            unsafe { column.move_rows(&self.passes[0].steps[0], all) };
            return;
        }
        for pass in &self.passes {
            // SAFETY: as the caller says.
            unsafe { pass.move_rows(all) };
        }
    }
}

/// The bytes of moves, in the order in which they lie where they are stored.
fn list_bytes(moves: &[Move]) -> Vec<MovedByte> {
    let bytes = moves.iter().flat_map(|one| {
        (0..one.bytes).map(|byte| {
            let there = byte / one.unit * one.unit + one.unit - 1 - byte % one.unit;
            MovedByte { to: one.to + to_i64(byte), from: one.from + to_i64(there) }
        })
    });
    bytes.collect()
}

/// The lowest byte of the source, and the end of the highest one.
fn find_span(bytes: &[MovedByte]) -> (i64, i64) {
    let low = bytes.iter().map(|byte| byte.from).min().unwrap_or(0);
    (low, bytes.iter().map(|byte| byte.from + 1).max().unwrap_or(0))
}

/// The step that stores these bytes, which lie one after another, and loads from `from` on.
fn make_step(bytes: &[MovedByte], from: i64) -> Step {
    let mut permutation = [0; VECTOR];
    for (place, byte) in permutation.iter_mut().zip(bytes) {
        // Less than 16: the bytes span no more than a vector.
        *place = index(byte.from - from).to_le_bytes()[0];
    }
    Step { from, to: bytes[0].to, permutation }
}

/// Where a vector begins that loads the bytes of `span`: at the first one, if it does not end behind all that the row loads.
fn place_window(span: (i64, i64), row: (i64, i64)) -> i64 {
    let last = row.1 - to_i64(VECTOR);
    if last >= row.0 { span.0.min(last) } else { span.0 }
}

/// Steps of whole vectors for rows without gaps, and how many rows these move: as many as need the fewest steps for each.
/// `None` if these are too many.
fn plan_dense(moves: &[Move], strides: (i64, i64)) -> Option<(Vec<Step>, usize)> {
    let most = MOST_ROWS.min(MOST_BYTES / strides.1.max(1));
    let plans = (1..=most).filter_map(|times| {
        let rows = (0..times).flat_map(|row| {
            let (from, to) = (row * strides.0, row * strides.1);
            moves.iter().map(move |one| Move { from: one.from + from, to: one.to + to, ..*one })
        });
        let bytes = list_bytes(&rows.collect::<Vec<_>>());
        let steps = plan_vectors(&bytes);
        (steps.len() <= MOST_DENSE).then_some((steps, index(times)))
    });
    // The first of equals, which leaves the fewest rows over.
    plans.min_by(|(one, times), (other, more)| (one.len() * more).cmp(&(other.len() * times)))
}

/// Each vector takes as many bytes as it can load together.
fn plan_vectors(bytes: &[MovedByte]) -> Vec<Step> {
    let (row, mut rest, mut steps) = (find_span(bytes), bytes, Vec::new());
    while !rest.is_empty() {
        let fits = |count: &usize| {
            let (low, high) = find_span(&rest[..*count]);
            high - low <= to_i64(VECTOR)
        };
        let count = (1..=rest.len().min(VECTOR)).rev().find(fits).unwrap_or(1);
        steps.push(make_step(&rest[..count], place_window(find_span(&rest[..count]), row)));
        rest = &rest[count..];
    }
    steps
}

/// Steps that store only bytes of the moves, and what is better moved without them. `windows`: they may load other bytes
/// than these.
fn plan_exact(moves: &[Move], windows: bool) -> (Vec<Pass>, Vec<Move>) {
    let bytes = list_bytes(moves);
    let (row, mut steps, mut rest) = (find_span(&bytes), Vec::new(), Vec::new());
    for run in bytes.chunk_by(|one, next| one.to + 1 == next.to) {
        let mut done = 0;
        while done < run.len() {
            let found = SIZES.into_iter().zip(0..).find_map(|(store, size)| {
                // A step that is longer than what is left ends with the run, if that is long enough.
                let begin = done.min(run.len().checked_sub(store)?);
                let stored = &run[begin..begin + store];
                let (span, loads_window) = (find_span(stored), windows && store >= 8);
                let most = if loads_window { VECTOR } else { store };
                let from = if loads_window { place_window(span, row) } else { span.0 };
                (span.1 - span.0 <= to_i64(most)).then(|| (size, make_step(stored, from), begin + store))
            });
            done = if let Some((size, step, end)) = found {
                steps.push((size, step));
                end
            } else {
                let (short, bytes) = take_short_word(&run[done..]);
                rest.push(short);
                done + bytes
            };
        }
    }
    if !windows {
        // Only steps of one size are done together.
        steps.sort_by_key(|(size, _)| *size);
    }
    let same = |one: &(usize, Step), next: &(usize, Step)| windows || one.0 == next.0;
    let chunks = steps.chunk_by(same).flat_map(|some| some.chunks(4));
    (chunks.map(|some| Pass::from_steps(some, windows)).collect(), rest)
}

/// The word of one or two bytes with which a run begins, and its number of bytes. Of longer units nothing is left, as each
/// of these is stored by steps.
fn take_short_word(run: &[MovedByte]) -> (Move, usize) {
    let MovedByte { to, from } = run[0];
    match run.get(1) {
        Some(next) if next.from + 1 == from => (Move { from: next.from, to, bytes: 2, unit: 2 }, 2),
        _ => (Move { from, to, bytes: 1, unit: 1 }, 1),
    }
}

impl Pass {
    /// The pass of these steps, each with the index of its size.
    fn from_steps(steps: &[(usize, Step)], windows: bool) -> Pass {
        let mut steps = steps.to_vec();
        steps.sort_by_key(|(size, _)| *size);
        let counts = std::array::from_fn(|size| steps.iter().filter(|step| step.0 == size).count());
        Pass { steps: steps.into_iter().map(|(_, step)| step).collect(), counts, windows }
    }

    /// Each step, and how many bytes it loads and stores.
    fn steps_with_sizes(&self) -> impl Iterator<Item = (&Step, usize, usize)> {
        let stores =
            self.counts.into_iter().zip(SIZES).flat_map(|(count, size)| std::iter::repeat_n(size, count));
        let load = |store: usize| if self.windows && store == 8 { VECTOR } else { store };
        self.steps.iter().zip(stores).map(move |(step, store)| (step, load(store), store))
    }
}

impl Column {
    /// The column that the moves are, if they are one.
    fn find(moves: &[Move], strides: (i64, i64), touched: Touched) -> Option<Column> {
        let [one] = moves else { return None };
        let is_dense = |stride: i64| stride == to_i64(one.bytes);
        match one.bytes {
            8 if is_dense(strides.1) => Some(Column::GatheredPairs),
            8 if is_dense(strides.0) => Some(Column::ScatteredPairs),
            // A vector that also loads the gap has two words if they are so near.
            4 if is_dense(strides.1) && touched != Touched::Items && strides.0.unsigned_abs() <= 12 => None,
            4 if is_dense(strides.1) => Some(Column::GatheredFours),
            4 if is_dense(strides.0) => Some(Column::ScatteredFours),
            _ => None,
        }
    }
}
