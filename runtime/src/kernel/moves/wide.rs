//! Moves by vectors of 64 bytes: one or two loads, a permutation, a store.
//!
//! Masks leave bytes outside a row alone. Where no other bytes can be damaged, whole vectors are loaded and stored: the
//! bytes that are stored in excess are stored again by the next row. Beyond the nearest cache that is twice as fast.
//! From a buffer that is not a slice only items are loaded: a masked load does not touch the other bytes, even where
//! there is no memory.

use std::arch::x86_64::{
    __m512i, _MM_HINT_ET0, _MM_HINT_T0, _bzhi_u64, _mm_prefetch, _mm512_loadu_si512, _mm512_mask_storeu_epi8,
    _mm512_maskz_loadu_epi8, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use std::ops::Range;

use super::place::{Readable, Writable};
use super::run::{Move, find_reversal};
use super::track::{RowStarts, TOGETHER};
use crate::kernel::vector::{VECTOR, load, store};
use crate::num::{index, to_i64};

/// The bytes that one store moves.
#[derive(Debug, Clone)]
pub(super) struct VectorStep {
    /// Where the vectors begin, relative to the start of the row.
    from: i64,
    to: i64,
    /// The bytes that are loaded from the vector at `from` and from the one after it.
    load: [u64; 2],
    store: u64,
    /// For each byte that is stored, its index among the loaded bytes.
    permutation: [u8; VECTOR],
}

/// Bytes that are reversed together.
#[derive(Clone, Copy)]
struct ReversedUnit {
    from: i64,
    to: i64,
    bytes: i64,
}

/// Compiles rows of `moves` to steps. Also returns how many rows the steps move: as many as fit in one step. There are
/// no steps if each byte would need a vector of its own.
pub(super) fn compile_steps(
    moves: &[Move],
    (from, to): ((i64, i64), (i64, i64)),
    strides: (i64, i64),
) -> (Vec<VectorStep>, usize) {
    let times = |room: usize, (low, high): (i64, i64), stride: i64| {
        let left = to_i64(room) - (high - low);
        // Rows without stride, or too far apart, do not share a step.
        if left < 0 { 0 } else { left.unsigned_abs().checked_div(stride.unsigned_abs()).unwrap_or(0) }
    };
    // A row's bytes must be within two vectors of the source, and one of the destination: see `try_add`.
    let more = times(2 * VECTOR, from, strides.0).min(times(VECTOR, to, strides.1));
    let times = index(more.cast_signed()) + 1;
    let all: Vec<Move> = (0..to_i64(times))
        .flat_map(|row| {
            let (from, to) = (row * strides.0, row * strides.1);
            moves.iter().map(move |one| Move { from: one.from + from, to: one.to + to, ..*one })
        })
        .collect();
    // As many moves by words. If the steps are no fewer, words are faster, as they need no permutation.
    let units: usize = all.iter().map(|one| one.bytes.div_ceil(one.unit.max(8))).sum();
    let steps = plan_steps(&all);
    (if steps.len() < units { steps } else { Vec::new() }, times)
}

/// Puts the moves in as few steps as their order allows.
fn plan_steps(moves: &[Move]) -> Vec<VectorStep> {
    let units = moves.iter().flat_map(|one| {
        let each = (0..to_i64(one.bytes)).step_by(one.unit);
        each.map(|within| ReversedUnit {
            from: one.from + within,
            to: one.to + within,
            bytes: to_i64(one.unit),
        })
    });
    let (mut steps, mut filled) = (Vec::new(), StepBuilder::default());
    for unit in units {
        if !filled.try_add(unit) {
            steps.push(filled.build());
            filled = StepBuilder::default();
            // An empty step takes any unit: none is longer than 16 bytes.
            filled.try_add(unit);
        }
    }
    if !filled.units.is_empty() {
        steps.push(filled.build());
    }
    steps
}

/// A step that is being filled.
#[derive(Default)]
struct StepBuilder {
    units: Vec<ReversedUnit>,
    /// The lowest byte, and the end of the highest one.
    from: (i64, i64),
    to: (i64, i64),
}

impl StepBuilder {
    /// Adds a unit if the step then spans at most two vectors of the source and one of the destination.
    fn try_add(&mut self, unit: ReversedUnit) -> bool {
        let span = |(low, high): (i64, i64), at: i64| {
            if self.units.is_empty() {
                (at, at + unit.bytes)
            } else {
                (low.min(at), high.max(at + unit.bytes))
            }
        };
        let (from, to) = (span(self.from, unit.from), span(self.to, unit.to));
        let vector = to_i64(VECTOR);
        let fits = from.1 - from.0 <= 2 * vector && to.1 - to.0 <= vector;
        if fits {
            (self.from, self.to) = (from, to);
            self.units.push(unit);
        }
        fits
    }

    fn build(&self) -> VectorStep {
        let (from, to) = (self.from.0, self.to.0);
        let mut step = VectorStep { from, to, load: [0; 2], store: 0, permutation: [0; VECTOR] };
        for unit in &self.units {
            for byte in 0..unit.bytes {
                // `here` is less than 128, `there` less than 64: see `try_add`.
                let here = index(unit.from - from + byte);
                let there = index(unit.to - to + unit.bytes - 1 - byte);
                step.load[here / VECTOR] |= 1 << (here % VECTOR);
                step.store |= 1 << there;
                step.permutation[there] = here.to_le_bytes()[0];
            }
        }
        step
    }
}

/// The start of the first vector and the end of the last one that a row is loaded from, if whole vectors are loaded.
pub(super) fn loaded_bounds(steps: &[VectorStep]) -> (i64, i64) {
    let low = steps.iter().map(|step| step.from).min().unwrap_or(0);
    let vectors = |step: &VectorStep| if step.load[1] == 0 { 1 } else { 2 };
    let high = steps.iter().map(|step| step.from + to_i64(vectors(step) * VECTOR)).max().unwrap_or(0);
    (low, high)
}

/// The start of the first vector and the end of the last one that a row is stored to, if whole vectors are stored.
pub(super) fn stored_bounds(steps: &[VectorStep]) -> (i64, i64) {
    let low = steps.iter().map(|step| step.to).min().unwrap_or(0);
    let high = steps.iter().map(|step| step.to + to_i64(VECTOR)).max().unwrap_or(0);
    (low, high)
}

/// How many rows, from the first one, go by whole vectors.
#[derive(Clone, Copy)]
pub(super) struct WholeRows {
    /// The rows that are loaded as whole vectors, or `None` if only items may be loaded.
    pub(super) loads: Option<usize>,
    /// The rows that are stored as whole vectors. Each row's steps are in the order of their bytes.
    pub(super) stores: usize,
}

/// Rows of one buffer that are moved to rows of another.
#[derive(Clone, Copy)]
struct VectorRows<'a> {
    steps: &'a [VectorStep],
    from: *const u8,
    from_track: RowStarts,
    to: *mut u8,
    to_track: RowStarts,
    far: bool,
}

/// See [`super::MovedRows::run`].
///
/// # Safety
///
/// The bytes of the moves lie in the buffers, for each row. So do whole vectors, for the rows that `whole` counts.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn move_rows(
    steps: &[VectorStep],
    (from, from_track): (*const u8, RowStarts),
    (to, to_track): (*mut u8, RowStarts),
    rows: usize,
    whole: WholeRows,
    far: bool,
) {
    let all = VectorRows { steps, from, from_track, to, to_track, far };
    // Without a second vector the loop has no load of it, and a cheaper permutation.
    if steps.iter().any(|step| step.load[1] != 0) {
        // SAFETY: as the caller says.
        unsafe { all.run::<true>(rows, whole) };
    } else {
        // SAFETY: as the caller says.
        unsafe { all.run::<false>(rows, whole) };
    }
}

#[expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "loads and stores of the same rows have the same argument"
)]
impl VectorRows<'_> {
    /// `PAIRS`: steps may load two vectors.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run<const PAIRS: bool>(self, rows: usize, WholeRows { loads, stores }: WholeRows) {
        // SAFETY: as the caller says.
        unsafe {
            let Some(loads) = loads else {
                let whole = self.move_whole_vectors::<PAIRS, true>(stores);
                return self.move_masked::<PAIRS, true>(whole..rows);
            };
            // First the rows of whole vectors on both sides, then those that are stored under masks, at last those
            // that are loaded so, too.
            let whole = self.move_whole_vectors::<PAIRS, false>(loads.min(stores));
            self.move_masked::<PAIRS, false>(whole..loads.max(whole));
            self.move_masked::<PAIRS, true>(loads.max(whole)..rows);
        }
    }

    /// Calls [`VectorRows::move_whole_steps`] with the number of steps as a constant.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn move_whole_vectors<const PAIRS: bool, const LOADS: bool>(self, rows: usize) -> usize {
        // SAFETY: as the caller says.
        unsafe {
            match self.steps.len() {
                // Up to four vectors are loaded before they are stored, so that their loads overlap. Rows of more
                // steps go under masks.
                1 => self.move_whole_steps::<PAIRS, LOADS, 1, 4>(rows),
                2 => self.move_whole_steps::<PAIRS, LOADS, 2, 2>(rows),
                3 => self.move_whole_steps::<PAIRS, LOADS, 3, 1>(rows),
                4 => self.move_whole_steps::<PAIRS, LOADS, 4, 1>(rows),
                _ => 0,
            }
        }
    }

    /// Moves the first rows, as many as whole vectors suffice for, and returns how many. All vectors of a group are
    /// loaded before any of them is stored, in the order of their bytes. `LOADS`: only the bytes of the moves are
    /// loaded.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn move_whole_steps<
        const PAIRS: bool,
        const LOADS: bool,
        const STEPS: usize,
        const GROUP: usize,
    >(
        self,
        rows: usize,
    ) -> usize {
        let Some(steps) = self.steps.first_chunk::<STEPS>() else { return 0 };
        let VectorRows { from, to, from_track, to_track, .. } = self;
        let mut permutations = [_mm512_setzero_si512(); STEPS];
        let (mut froms, mut tos) = ([from; STEPS], [to; STEPS]);
        // The permutations and the places are computed once for all rows.
        for (step, at) in steps.iter().zip(0..STEPS) {
            permutations[at] = load(&step.permutation);
            froms[at] = from.wrapping_add(from_track.offset_in_row(0, step.from));
            tos[at] = to.wrapping_add(to_track.offset_in_row(0, step.to));
        }
        for _ in 0..rows / GROUP {
            let mut made = [[_mm512_setzero_si512(); STEPS]; GROUP];
            for (row, made) in made.iter_mut().enumerate() {
                for step in 0..STEPS {
                    let from = froms[step].wrapping_offset(from_track.distance_ahead(to_i64(row)));
                    // SAFETY: whole vectors are in the buffer, and the bytes under the masks belong to moves. If they
                    // did not, `rows_with_gaps_are_moved` would fail under the address sanitizer, and
                    // `gaps_need_not_be_memory` would end with a fault.
                    made[step] = unsafe { load_step::<PAIRS, LOADS>(from, &steps[step], permutations[step]) };
                }
            }
            for (row, made) in made.iter().enumerate() {
                // In the order of the bytes: what a store writes in excess belongs to a later step, or to the next
                // row.
                for step in 0..STEPS {
                    let to = tos[step].wrapping_offset(to_track.distance_ahead(to_i64(row)));
                    // SAFETY: as above. Bytes stored in excess are stored again, or `rows_are_moved` fails.
                    unsafe { store_step::<false>(to, &steps[step], made[step]) };
                }
            }
            froms = froms.map(|from| from.wrapping_offset(from_track.distance_ahead(to_i64(GROUP))));
            tos = tos.map(|to| to.wrapping_offset(to_track.distance_ahead(to_i64(GROUP))));
        }
        rows / GROUP * GROUP
    }

    /// Moves some rows and stores only the bytes of the moves. `LOADS`: only these bytes are loaded, too.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn move_masked<const PAIRS: bool, const LOADS: bool>(self, rows: Range<usize>) {
        let VectorRows { steps, from_track, to_track, far, .. } = self;
        let mut row = rows.start;
        while row < rows.end {
            let next = (row + TOGETHER).min(rows.end);
            // One step for some rows, then the next one for the same rows: their lines are still in the nearest cache.
            for step in steps {
                let permutation = load(&step.permutation);
                let mut from = self.from.wrapping_add(from_track.offset_in_row(row, step.from));
                let mut to = self.to.wrapping_add(to_track.offset_in_row(row, step.to));
                let mut left = next - row;
                while left >= 4 {
                    let there = |row| from.wrapping_offset(from_track.distance_ahead(row));
                    let here = |row| to.wrapping_offset(to_track.distance_ahead(row));
                    // SAFETY: the bytes under the masks belong to moves, and whole vectors are in the buffers. The
                    // tests that `move_whole_steps` names check it.
                    unsafe {
                        let a = load_step::<PAIRS, LOADS>(from, step, permutation);
                        let b = load_step::<PAIRS, LOADS>(there(1), step, permutation);
                        let c = load_step::<PAIRS, LOADS>(there(2), step, permutation);
                        let d = load_step::<PAIRS, LOADS>(there(3), step, permutation);
                        if far {
                            for row in 0..4 {
                                prefetch_line(here(AHEAD + row));
                            }
                        }
                        store_step::<true>(to, step, a);
                        store_step::<true>(here(1), step, b);
                        store_step::<true>(here(2), step, c);
                        store_step::<true>(here(3), step, d);
                    }
                    (from, to, left) = (there(4), here(4), left - 4);
                }
                for _ in 0..left {
                    // SAFETY: as above.
                    unsafe {
                        store_step::<true>(to, step, load_step::<PAIRS, LOADS>(from, step, permutation));
                    }
                    from = from.wrapping_offset(from_track.distance_ahead(1));
                    to = to.wrapping_offset(to_track.distance_ahead(1));
                }
            }
            row = next;
        }
    }
}

/// How many rows ahead lines are prefetched for stores: masked stores do not make the processor prefetch.
const AHEAD: i64 = 64;

/// How many bytes ahead lines are prefetched for runs of any lengths, and the longest run for which that is worth it.
/// For longer runs the processor prefetches by itself.
const AHEAD_BYTES: usize = 1 << 10;
const SPARSE: usize = 512;

/// Prefetches the line of an address to the nearest cache, to be written.
#[inline]
fn prefetch_line(address: *const u8) {
    // SAFETY: a hint, which does nothing where there is no memory. No test could fail.
    unsafe { _mm_prefetch::<_MM_HINT_ET0>(address.cast()) };
}

/// Prefetches the lines of `range` that lie in the buffer to the nearest cache.
#[inline]
pub(super) fn prefetch_range<const STORES: bool>(begin: *const u8, bytes: usize, range: Range<usize>) {
    let (mut at, end) = (range.start, range.end.min(bytes));
    while at < end {
        let line = begin.wrapping_add(at);
        if STORES {
            prefetch_line(line);
        } else {
            // SAFETY: a hint, which does nothing where there is no memory. No test could fail.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        }
        at += VECTOR;
    }
}

/// Loads and permutes the bytes that a step stores.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn load_step<const PAIRS: bool, const MASKED: bool>(
    from: *const u8,
    step: &VectorStep,
    permutation: __m512i,
) -> __m512i {
    // SAFETY: as the caller says.
    let bytes = unsafe { load_vector::<MASKED>(from, step.load[0]) };
    if !PAIRS {
        return _mm512_permutexvar_epi8(permutation, bytes);
    }
    // SAFETY: as the caller says.
    let behind = unsafe { load_vector::<MASKED>(from.wrapping_add(VECTOR), step.load[1]) };
    _mm512_permutex2var_epi8(bytes, permutation, behind)
}

/// Stores the bytes of a step, whole or under its mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn store_step<const MASKED: bool>(to: *mut u8, step: &VectorStep, bytes: __m512i) {
    if MASKED {
        // SAFETY: as the caller says.
        unsafe { _mm512_mask_storeu_epi8(to.cast(), step.store, bytes) };
    } else {
        // SAFETY: as the caller says.
        unsafe { _mm512_storeu_si512(to.cast(), bytes) };
    }
}

/// Loads a vector, whole or under a mask. If the mask is empty, nothing is loaded.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn load_vector<const MASKED: bool>(from: *const u8, mask: u64) -> __m512i {
    if MASKED {
        // SAFETY: as the caller says.
        unsafe { _mm512_maskz_loadu_epi8(mask, from.cast()) }
    // A step without a second vector: there may be no memory where it would be.
    } else if mask == 0 {
        _mm512_setzero_si512()
    } else {
        // SAFETY: as the caller says.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
}

/// See [`super::gather`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn gather(from: &[u8], to: &mut [u8], unit: usize, runs: impl Iterator<Item = (usize, usize)>) {
    let permutation = load(find_reversal(unit));
    let mut rest = to;
    for (at, bytes) in runs {
        let run = &from[at..];
        // The bytes that a vector stores after the run are stored again by the runs that follow.
        let whole = bytes.next_multiple_of(VECTOR);
        if bytes <= 2 * VECTOR && run.len() >= 2 * VECTOR && rest.len() >= 2 * VECTOR {
            // No branch on the length: short runs of several lengths would be predicted wrongly.
            let (a, b) = (load(first_vector(run)), load(first_vector(&run[VECTOR..])));
            store(first_vector_mut(rest), _mm512_permutexvar_epi8(permutation, a));
            store(first_vector_mut(&mut rest[VECTOR..]), _mm512_permutexvar_epi8(permutation, b));
        } else if whole <= run.len() && whole <= rest.len() {
            move_vectors(&run[..whole], &mut rest[..whole], permutation);
        } else {
            move_run_exactly(&run[..bytes], &mut rest[..bytes], permutation);
        }
        rest = &mut rest[bytes..];
    }
}

/// `gather`, which loads nothing but the runs.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn gather_items(
    from: Readable<'_>,
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    let permutation = load(find_reversal(unit));
    let mut rest = to;
    for (at, bytes) in runs {
        let run = from.run(at, bytes);
        if bytes <= 2 * VECTOR && rest.len() >= 2 * VECTOR {
            // As above, under masks.
            let (a, b) =
                (first_bytes_mask(bytes.min(VECTOR)), first_bytes_mask(bytes.saturating_sub(VECTOR)));
            // SAFETY: the bytes under the mask belong to the run. If they did not, `runs_are_moved` would fail under
            // the address sanitizer, and `gaps_need_not_be_memory` would end with a fault.
            let a = unsafe { _mm512_maskz_loadu_epi8(a, run.as_ptr().cast()) };
            // SAFETY: as above. The mask is empty if the run ends before this vector.
            let b = unsafe { _mm512_maskz_loadu_epi8(b, run.as_ptr().wrapping_add(VECTOR).cast()) };
            store(first_vector_mut(rest), _mm512_permutexvar_epi8(permutation, a));
            store(first_vector_mut(&mut rest[VECTOR..]), _mm512_permutexvar_epi8(permutation, b));
        } else {
            move_run_exactly(run, &mut rest[..bytes], permutation);
        }
        rest = &mut rest[bytes..];
    }
}

/// The mask of the first `bytes` bytes, 64 at most.
#[inline]
#[target_feature(enable = "bmi2")]
#[expect(clippy::cast_possible_truncation, reason = "64 at most")]
fn first_bytes_mask(bytes: usize) -> u64 {
    _bzhi_u64(u64::MAX, bytes as u32)
}

/// See [`super::scatter`].
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn scatter<const FAR: bool>(
    from: &[u8],
    mut to: Writable<'_>,
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    let permutation = load(find_reversal(unit));
    let mut rest = from;
    for (at, bytes) in runs {
        let (run, after) = rest.split_at(bytes);
        if FAR && bytes <= SPARSE {
            // The runs that follow most likely lie as densely.
            prefetch_range::<true>(to.as_mut_ptr(), to.len(), at + AHEAD_BYTES..at + AHEAD_BYTES + bytes);
        }
        move_run_exactly(run, to.run(at, bytes), permutation);
        rest = after;
    }
}

/// Moves whole vectors. Several are loaded before they are stored.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn move_vectors(from: &[u8], to: &mut [u8], permutation: __m512i) {
    const TOGETHER: usize = 4;
    let (from, to) = (from.as_chunks::<VECTOR>().0, to.as_chunks_mut::<VECTOR>().0);
    let (from, last_from) = from.as_chunks::<TOGETHER>();
    let (to, last_to) = to.as_chunks_mut::<TOGETHER>();
    for (from, to) in from.iter().zip(to) {
        let [a, b, c, d] = [load(&from[0]), load(&from[1]), load(&from[2]), load(&from[3])];
        store(&mut to[0], _mm512_permutexvar_epi8(permutation, a));
        store(&mut to[1], _mm512_permutexvar_epi8(permutation, b));
        store(&mut to[2], _mm512_permutexvar_epi8(permutation, c));
        store(&mut to[3], _mm512_permutexvar_epi8(permutation, d));
    }
    for (from, to) in last_from.iter().zip(last_to) {
        store(to, _mm512_permutexvar_epi8(permutation, load(from)));
    }
}

/// Moves one run and touches nothing beyond its bytes. A rest of less than a vector is moved by a vector that ends with
/// the run and overlaps the one before. Masks are used for runs shorter than a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
fn move_run_exactly(from: &[u8], to: &mut [u8], permutation: __m512i) {
    let to = &mut to[..from.len()];
    // The last vector begins at a unit, as both the run and a vector are whole units long. So the overlap is stored
    // alike twice.
    let (Some(one), Some(four)) = (from.first_chunk(), from.last_chunk()) else {
        return move_short_run(from, to, permutation);
    };
    if from.len() <= 2 * VECTOR {
        let (one, four) = (load(one), load(four));
        store(first_vector_mut(to), _mm512_permutexvar_epi8(permutation, one));
        store(last_vector_mut(to), _mm512_permutexvar_epi8(permutation, four));
        return;
    }
    if from.len() <= 4 * VECTOR {
        let before = from.len() - 2 * VECTOR;
        let (second, third) = (load(first_vector(&from[VECTOR..])), load(first_vector(&from[before..])));
        let (one, four) = (load(one), load(four));
        store(first_vector_mut(to), _mm512_permutexvar_epi8(permutation, one));
        store(first_vector_mut(&mut to[VECTOR..]), _mm512_permutexvar_epi8(permutation, second));
        store(first_vector_mut(&mut to[before..]), _mm512_permutexvar_epi8(permutation, third));
        store(last_vector_mut(to), _mm512_permutexvar_epi8(permutation, four));
        return;
    }
    let whole = from.len() / VECTOR * VECTOR;
    move_vectors(&from[..whole], &mut to[..whole], permutation);
    store(last_vector_mut(to), _mm512_permutexvar_epi8(permutation, load(four)));
}

/// `move_run_exactly` for less than a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
fn move_short_run(from: &[u8], to: &mut [u8], permutation: __m512i) {
    let bytes = from.len().min(to.len()).min(VECTOR);
    let mask = first_bytes_mask(bytes);
    // SAFETY: the bytes under the mask belong to the slice. If they did not, `runs_are_moved` would fail under the
    // address sanitizer.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(mask, from.as_ptr().cast()) };
    let bytes = _mm512_permutexvar_epi8(permutation, bytes);
    // SAFETY: as above. The two slices are equally long.
    unsafe { _mm512_mask_storeu_epi8(to.as_mut_ptr().cast(), mask, bytes) };
}

/// The first vector of the bytes. There must be at least one vector.
#[inline]
fn first_vector(bytes: &[u8]) -> &[u8; VECTOR] {
    bytes.first_chunk().expect("a vector is there")
}

#[inline]
fn first_vector_mut(bytes: &mut [u8]) -> &mut [u8; VECTOR] {
    bytes.first_chunk_mut().expect("a vector is there")
}

#[inline]
fn last_vector_mut(bytes: &mut [u8]) -> &mut [u8; VECTOR] {
    bytes.last_chunk_mut().expect("a vector is there")
}
