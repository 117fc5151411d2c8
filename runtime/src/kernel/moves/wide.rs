//! Moves by vectors of 64 bytes: one or two loads, a permutation, a store.
//!
//! Masks leave alone what is not of a row. Where nothing can be hurt, whole vectors are loaded and stored: what is
//! stored too much is stored again by the next row. Beyond the nearest cache that is twice as fast. Of a buffer that is no
//! slice nothing but items is loaded: a masked load does not touch the other bytes, not even where they are no memory.

use std::arch::x86_64::{
    __m512i, _MM_HINT_ET0, _MM_HINT_T0, _bzhi_u64, _mm_prefetch, _mm512_loadu_si512, _mm512_mask_storeu_epi8,
    _mm512_maskz_loadu_epi8, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use std::ops::Range;

use super::run::Move;
use super::track::{TOGETHER, Track};
use crate::kernel::place::{Readable, Writable};
use crate::kernel::vector::{VECTOR, load, store};
use crate::num::{count, index};

/// What goes by one store.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// Where the vectors begin, from where the row does.
    from: i64,
    to: i64,
    /// The bytes that are loaded, of the vector there and of the one after it.
    load: [u64; 2],
    store: u64,
    /// Which byte of the one each byte of the other is.
    permutation: [u8; VECTOR],
}

/// Bytes that are reversed together.
#[derive(Clone, Copy)]
struct Unit {
    from: i64,
    to: i64,
    bytes: i64,
}

/// The steps of rows of such moves, and how many rows they are for: as many as go by one step. None where each byte
/// would need a vector of its own.
pub(super) fn compile(
    moves: &[Move],
    (from, to): ((i64, i64), (i64, i64)),
    strides: (i64, i64),
) -> (Vec<Step>, usize) {
    let times = |room: usize, (low, high): (i64, i64), stride: i64| {
        let left = count(room) - (high - low);
        // Rows that follow none, or too far away, are alone.
        if left < 0 { 0 } else { left.unsigned_abs().checked_div(stride.unsigned_abs()).unwrap_or(0) }
    };
    let more = times(2 * VECTOR, from, strides.0).min(times(VECTOR, to, strides.1));
    let times = index(more.cast_signed()) + 1;
    let all: Vec<Move> = (0..count(times))
        .flat_map(|row| {
            let (from, to) = (row * strides.0, row * strides.1);
            moves.iter().map(move |one| Move { from: one.from + from, to: one.to + to, ..*one })
        })
        .collect();
    let units: usize = all.iter().map(|one| one.bytes.div_ceil(one.unit.max(8))).sum();
    let steps = steps(&all);
    (if steps.len() < units { steps } else { Vec::new() }, times)
}

/// The moves in as few steps as their order allows.
fn steps(moves: &[Move]) -> Vec<Step> {
    let units = moves.iter().flat_map(|one| {
        let each = (0..count(one.bytes)).step_by(one.unit);
        each.map(|within| Unit { from: one.from + within, to: one.to + within, bytes: count(one.unit) })
    });
    let (mut steps, mut filled) = (Vec::new(), Filled::default());
    for unit in units {
        if !filled.takes(unit) {
            steps.push(filled.step());
            filled = Filled::default();
            filled.takes(unit);
        }
    }
    if !filled.units.is_empty() {
        steps.push(filled.step());
    }
    steps
}

/// A step that is being filled.
#[derive(Default)]
struct Filled {
    units: Vec<Unit>,
    /// Lowest byte, and after the highest.
    from: (i64, i64),
    to: (i64, i64),
}

impl Filled {
    /// Adds a unit, where it is within two vectors here and one there.
    fn takes(&mut self, unit: Unit) -> bool {
        let span = |(low, high): (i64, i64), at: i64| {
            if self.units.is_empty() {
                (at, at + unit.bytes)
            } else {
                (low.min(at), high.max(at + unit.bytes))
            }
        };
        let (from, to) = (span(self.from, unit.from), span(self.to, unit.to));
        let vector = count(VECTOR);
        let fits = from.1 - from.0 <= 2 * vector && to.1 - to.0 <= vector;
        if fits {
            (self.from, self.to) = (from, to);
            self.units.push(unit);
        }
        fits
    }

    fn step(&self) -> Step {
        let (from, to) = (self.from.0, self.to.0);
        let mut step = Step { from, to, load: [0; 2], store: 0, permutation: [0; VECTOR] };
        for unit in &self.units {
            for byte in 0..unit.bytes {
                // Less than 128 and 64: see `takes`.
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

/// Where the vectors of a row begin that is loaded from, and after the last: where whole ones are loaded.
pub(super) fn loaded(steps: &[Step]) -> (i64, i64) {
    let low = steps.iter().map(|step| step.from).min().unwrap_or(0);
    let vectors = |step: &Step| if step.load[1] == 0 { 1 } else { 2 };
    let high = steps.iter().map(|step| step.from + count(vectors(step) * VECTOR)).max().unwrap_or(0);
    (low, high)
}

/// The same of a row that is stored to.
pub(super) fn stored(steps: &[Step]) -> (i64, i64) {
    let low = steps.iter().map(|step| step.to).min().unwrap_or(0);
    let high = steps.iter().map(|step| step.to + count(VECTOR)).max().unwrap_or(0);
    (low, high)
}

/// Which rows go by whole vectors: from the first on.
#[derive(Clone, Copy)]
pub(super) struct Whole {
    /// Loads of so many; `None` where nothing but items may be loaded.
    pub(super) loads: Option<usize>,
    /// Stores of so many, each row's steps in the order of their bytes.
    pub(super) stores: usize,
}

/// Rows of one buffer that go to those of another.
#[derive(Clone, Copy)]
struct Rows<'a> {
    steps: &'a [Step],
    from: *const u8,
    from_track: Track,
    to: *mut u8,
    to_track: Track,
    far: bool,
}

/// See [`super::Rows::run`].
///
/// # Safety
///
/// The bytes of the moves lie in the buffers, of each row; those of whole vectors too, of the rows that are said to
/// go by these.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn rows(
    steps: &[Step],
    (from, from_track): (*const u8, Track),
    (to, to_track): (*mut u8, Track),
    rows: usize,
    whole: Whole,
    far: bool,
) {
    let all = Rows { steps, from, from_track, to, to_track, far };
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
impl Rows<'_> {
    /// `PAIRS`: steps may load two vectors.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run<const PAIRS: bool>(self, rows: usize, Whole { loads, stores }: Whole) {
        // SAFETY: as the caller says.
        unsafe {
            let Some(loads) = loads else {
                let whole = self.any::<PAIRS, true>(stores);
                return self.masked::<PAIRS, true>(whole..rows);
            };
            let whole = self.any::<PAIRS, false>(loads.min(stores));
            self.masked::<PAIRS, false>(whole..loads.max(whole));
            self.masked::<PAIRS, true>(loads.max(whole)..rows);
        }
    }

    /// [`Rows::whole`] of as many steps as there are.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn any<const PAIRS: bool, const LOADS: bool>(self, rows: usize) -> usize {
        // SAFETY: as the caller says.
        unsafe {
            match self.steps.len() {
                1 => self.whole::<PAIRS, LOADS, 1, 4>(rows),
                2 => self.whole::<PAIRS, LOADS, 2, 2>(rows),
                3 => self.whole::<PAIRS, LOADS, 3, 1>(rows),
                4 => self.whole::<PAIRS, LOADS, 4, 1>(rows),
                _ => 0,
            }
        }
    }

    /// The first rows, as many as whole vectors are enough for; how many. All that belongs together is loaded before
    /// it is stored, in the order of its bytes. `LOADS`: nothing but the bytes of the moves is loaded.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn whole<const PAIRS: bool, const LOADS: bool, const STEPS: usize, const GROUP: usize>(
        self,
        rows: usize,
    ) -> usize {
        let Some(steps) = self.steps.first_chunk::<STEPS>() else { return 0 };
        let Rows { from, to, from_track, to_track, .. } = self;
        let mut permutations = [_mm512_setzero_si512(); STEPS];
        let (mut froms, mut tos) = ([from; STEPS], [to; STEPS]);
        for (step, at) in steps.iter().zip(0..STEPS) {
            permutations[at] = load(&step.permutation);
            froms[at] = from.wrapping_add(from_track.of(0, step.from));
            tos[at] = to.wrapping_add(to_track.of(0, step.to));
        }
        for _ in 0..rows / GROUP {
            let mut made = [[_mm512_setzero_si512(); STEPS]; GROUP];
            for (row, made) in made.iter_mut().enumerate() {
                for step in 0..STEPS {
                    let from = froms[step].wrapping_offset(from_track.ahead(count(row)));
                    // SAFETY: whole vectors are in the buffer, and bytes under the masks are those of moves. Where they are not,
                    // `rows_with_gaps_are_moved` fails under the address sanitizer, and `gaps_need_not_be_memory` ends with a fault.
                    made[step] = unsafe { taken::<PAIRS, LOADS>(from, &steps[step], permutations[step]) };
                }
            }
            for (row, made) in made.iter().enumerate() {
                for step in 0..STEPS {
                    let to = tos[step].wrapping_offset(to_track.ahead(count(row)));
                    // SAFETY: as above; what is stored too much is stored again, or `rows_are_moved` fails.
                    unsafe { put::<false>(to, &steps[step], made[step]) };
                }
            }
            froms = froms.map(|from| from.wrapping_offset(from_track.ahead(count(GROUP))));
            tos = tos.map(|to| to.wrapping_offset(to_track.ahead(count(GROUP))));
        }
        rows / GROUP * GROUP
    }

    /// Some rows, of which nothing but the bytes of the moves is stored. `LOADS`: nor loaded.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn masked<const PAIRS: bool, const LOADS: bool>(self, rows: Range<usize>) {
        let Rows { steps, from_track, to_track, far, .. } = self;
        let mut row = rows.start;
        while row < rows.end {
            let next = (row + TOGETHER).min(rows.end);
            for step in steps {
                let permutation = load(&step.permutation);
                let mut from = self.from.wrapping_add(from_track.of(row, step.from));
                let mut to = self.to.wrapping_add(to_track.of(row, step.to));
                let mut left = next - row;
                while left >= 4 {
                    let there = |row| from.wrapping_offset(from_track.ahead(row));
                    let here = |row| to.wrapping_offset(to_track.ahead(row));
                    // SAFETY: bytes under the masks are those of moves; whole vectors are in the buffers. The tests that `whole` names ask.
                    unsafe {
                        let a = taken::<PAIRS, LOADS>(from, step, permutation);
                        let b = taken::<PAIRS, LOADS>(there(1), step, permutation);
                        let c = taken::<PAIRS, LOADS>(there(2), step, permutation);
                        let d = taken::<PAIRS, LOADS>(there(3), step, permutation);
                        if far {
                            for row in 0..4 {
                                fetch(here(AHEAD + row));
                            }
                        }
                        put::<true>(to, step, a);
                        put::<true>(here(1), step, b);
                        put::<true>(here(2), step, c);
                        put::<true>(here(3), step, d);
                    }
                    (from, to, left) = (there(4), here(4), left - 4);
                }
                for _ in 0..left {
                    // SAFETY: as above.
                    unsafe { put::<true>(to, step, taken::<PAIRS, LOADS>(from, step, permutation)) };
                    from = from.wrapping_offset(from_track.ahead(1));
                    to = to.wrapping_offset(to_track.ahead(1));
                }
            }
            row = next;
        }
    }
}

/// Rows that are fetched before they are stored to: stores under masks do not have the processor look ahead.
const AHEAD: i64 = 64;

/// The same of runs of any lengths, and the longest for which that is worth it: of others the processor looks ahead itself.
const AHEAD_BYTES: usize = 1 << 10;
const SPARSE: usize = 512;

/// Has the line of an address come into the nearest cache to be written.
#[inline]
fn fetch(address: *const u8) {
    // SAFETY: a hint, which does nothing where there is no memory.
    unsafe { _mm_prefetch::<_MM_HINT_ET0>(address.cast()) };
}

/// Has lines of bytes come into the nearest cache, of those that lie in the buffer.
#[inline]
pub(super) fn expect<const STORES: bool>(begin: *const u8, bytes: usize, range: Range<usize>) {
    let (mut at, end) = (range.start, range.end.min(bytes));
    while at < end {
        let line = begin.wrapping_add(at);
        if STORES {
            fetch(line);
        } else {
            // SAFETY: a hint, which does nothing where there is no memory.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) };
        }
        at += VECTOR;
    }
}

/// What a step stores.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn taken<const PAIRS: bool, const MASKED: bool>(
    from: *const u8,
    step: &Step,
    permutation: __m512i,
) -> __m512i {
    // SAFETY: as the caller says.
    let bytes = unsafe { vector::<MASKED>(from, step.load[0]) };
    if !PAIRS {
        return _mm512_permutexvar_epi8(permutation, bytes);
    }
    // SAFETY: as the caller says.
    let behind = unsafe { vector::<MASKED>(from.wrapping_add(VECTOR), step.load[1]) };
    _mm512_permutex2var_epi8(bytes, permutation, behind)
}

/// Stores it, whole or under a mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn put<const MASKED: bool>(to: *mut u8, step: &Step, bytes: __m512i) {
    if MASKED {
        // SAFETY: as the caller says.
        unsafe { _mm512_mask_storeu_epi8(to.cast(), step.store, bytes) };
    } else {
        // SAFETY: as the caller says.
        unsafe { _mm512_storeu_si512(to.cast(), bytes) };
    }
}

/// A vector, whole or under a mask; none where the mask is empty.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn vector<const MASKED: bool>(from: *const u8, mask: u64) -> __m512i {
    if MASKED {
        // SAFETY: as the caller says.
        unsafe { _mm512_maskz_loadu_epi8(mask, from.cast()) }
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
    let permutation = reversal(unit);
    let mut rest = to;
    for (at, bytes) in runs {
        let run = &from[at..];
        // What a vector stores after the run is stored again by the runs that follow.
        let whole = bytes.next_multiple_of(VECTOR);
        if bytes <= 2 * VECTOR && run.len() >= 2 * VECTOR && rest.len() >= 2 * VECTOR {
            // Without asking which: short runs of several lengths would be guessed wrongly.
            let (a, b) = (load(first(run)), load(first(&run[VECTOR..])));
            store(first_mut(rest), _mm512_permutexvar_epi8(permutation, a));
            store(first_mut(&mut rest[VECTOR..]), _mm512_permutexvar_epi8(permutation, b));
        } else if whole <= run.len() && whole <= rest.len() {
            vectors(&run[..whole], &mut rest[..whole], permutation);
        } else {
            run_exactly(&run[..bytes], &mut rest[..bytes], permutation);
        }
        rest = &mut rest[bytes..];
    }
}

/// The same, and nothing but the runs is loaded.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn gather_items(
    from: Readable<'_>,
    to: &mut [u8],
    unit: usize,
    runs: impl Iterator<Item = (usize, usize)>,
) {
    let permutation = reversal(unit);
    let mut rest = to;
    for (at, bytes) in runs {
        let run = from.run(at, bytes);
        if bytes <= 2 * VECTOR && rest.len() >= 2 * VECTOR {
            // As above, under masks.
            let (a, b) = (first_bytes(bytes.min(VECTOR)), first_bytes(bytes.saturating_sub(VECTOR)));
            // SAFETY: the bytes under the mask are those of the run. Where they are not, `runs_are_moved` fails under the address
            // sanitizer, and `gaps_need_not_be_memory` ends with a fault.
            let a = unsafe { _mm512_maskz_loadu_epi8(a, run.as_ptr().cast()) };
            // SAFETY: as above; the mask is empty where the run ends before.
            let b = unsafe { _mm512_maskz_loadu_epi8(b, run.as_ptr().wrapping_add(VECTOR).cast()) };
            store(first_mut(rest), _mm512_permutexvar_epi8(permutation, a));
            store(first_mut(&mut rest[VECTOR..]), _mm512_permutexvar_epi8(permutation, b));
        } else {
            run_exactly(run, &mut rest[..bytes], permutation);
        }
        rest = &mut rest[bytes..];
    }
}

/// The mask of so many bytes, 64 at most.
#[inline]
#[target_feature(enable = "bmi2")]
#[expect(clippy::cast_possible_truncation, reason = "64 at most")]
fn first_bytes(bytes: usize) -> u64 {
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
    let permutation = reversal(unit);
    let mut rest = from;
    for (at, bytes) in runs {
        let (run, after) = rest.split_at(bytes);
        if FAR && bytes <= SPARSE {
            // What follows lies as densely, most likely.
            expect::<true>(to.as_mut_ptr(), to.len(), at + AHEAD_BYTES..at + AHEAD_BYTES + bytes);
        }
        run_exactly(run, to.run(at, bytes), permutation);
        rest = after;
    }
}

/// Whole vectors. Several are loaded before they are stored.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn vectors(from: &[u8], to: &mut [u8], permutation: __m512i) {
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

/// The permutation that reverses the bytes of each unit.
#[target_feature(enable = "avx512f")]
fn reversal(unit: usize) -> __m512i {
    let bytes: [u8; VECTOR] = std::array::from_fn(|byte| (byte ^ (unit - 1)).to_le_bytes()[0]);
    load(&bytes)
}

/// One run, of which nothing beyond its bytes is touched: what is less than a vector at its end goes with what is before
/// it once more. Masks are for what is shorter.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
fn run_exactly(from: &[u8], to: &mut [u8], permutation: __m512i) {
    let to = &mut to[..from.len()];
    let (Some(one), Some(four)) = (from.first_chunk(), from.last_chunk()) else {
        return short_run(from, to, permutation);
    };
    if from.len() <= 2 * VECTOR {
        let (one, four) = (load(one), load(four));
        store(first_mut(to), _mm512_permutexvar_epi8(permutation, one));
        store(last_mut(to), _mm512_permutexvar_epi8(permutation, four));
        return;
    }
    if from.len() <= 4 * VECTOR {
        let before = from.len() - 2 * VECTOR;
        let (second, third) = (load(first(&from[VECTOR..])), load(first(&from[before..])));
        let (one, four) = (load(one), load(four));
        store(first_mut(to), _mm512_permutexvar_epi8(permutation, one));
        store(first_mut(&mut to[VECTOR..]), _mm512_permutexvar_epi8(permutation, second));
        store(first_mut(&mut to[before..]), _mm512_permutexvar_epi8(permutation, third));
        store(last_mut(to), _mm512_permutexvar_epi8(permutation, four));
        return;
    }
    let whole = from.len() / VECTOR * VECTOR;
    vectors(&from[..whole], &mut to[..whole], permutation);
    store(last_mut(to), _mm512_permutexvar_epi8(permutation, load(four)));
}

/// The same of less than a vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi2")]
fn short_run(from: &[u8], to: &mut [u8], permutation: __m512i) {
    let bytes = from.len().min(to.len()).min(VECTOR);
    let mask = first_bytes(bytes);
    // SAFETY: the bytes under the mask are those of the slice. Where they are not, `runs_are_moved` fails under the address sanitizer.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(mask, from.as_ptr().cast()) };
    let bytes = _mm512_permutexvar_epi8(permutation, bytes);
    // SAFETY: as above; the two are as long.
    unsafe { _mm512_mask_storeu_epi8(to.as_mut_ptr().cast(), mask, bytes) };
}

/// The first vector of bytes that are as many.
#[inline]
fn first(bytes: &[u8]) -> &[u8; VECTOR] {
    bytes.first_chunk().expect("a vector is there")
}

#[inline]
fn first_mut(bytes: &mut [u8]) -> &mut [u8; VECTOR] {
    bytes.first_chunk_mut().expect("a vector is there")
}

#[inline]
fn last_mut(bytes: &mut [u8]) -> &mut [u8; VECTOR] {
    bytes.last_chunk_mut().expect("a vector is there")
}
