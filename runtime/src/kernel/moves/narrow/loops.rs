//! The loops over rows: each knows how many steps there are, and of which sizes.

#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "loads and stores of the same rows have the same argument"
)]

use std::arch::x86_64::{
    __m128i, _mm_castsi128_pd, _mm_cvtsi32_si128, _mm_cvtsi128_si32, _mm_extract_epi32, _mm_loadl_epi64,
    _mm_loadu_si128, _mm_setzero_si128, _mm_shuffle_epi8, _mm_storeh_pd, _mm_storel_epi64, _mm_storeu_si128,
    _mm_unpacklo_epi32, _mm_unpacklo_epi64,
};

use super::super::words::RowsPlace;
use super::{Column, Pass, Step, VECTOR};
use crate::kernel::vector::xmm;

/// The distance from a vector of words without gaps to the next.
const DENSE: isize = 16;

impl Pass {
    /// Moves some rows by a loop that knows how many steps there are of each size.
    ///
    /// # Safety
    ///
    /// As [`NarrowSteps::move_rows`].
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn move_rows(&self, rows: NarrowRows) {
        /// A loop for each of the given numbers of steps.
        macro_rules! run {
            ($($wholes:literal + $halves:literal + $fours:literal,)*) => {
                // SAFETY: as the caller says.
                unsafe {
                    match (self.counts, self.windows) {
                        ([0, _, 0], false) => rows.run_few::<8, 8>(&self.steps),
                        ([0, _, 0], true) => rows.run_few::<VECTOR, 8>(&self.steps),
                        ([0, 0, _], _) => rows.run_few::<4, 4>(&self.steps),
                        $(([$wholes, $halves, $fours], _) => rows.run_mixed::<$wholes, $halves, $fours>(&self.steps),)*
                        ([5, ..], _) => _ = rows.run::<VECTOR, VECTOR, 5, 1>(&self.steps),
                        ([6, ..], _) => _ = rows.run::<VECTOR, VECTOR, 6, 1>(&self.steps),
                        ([7, ..], _) => _ = rows.run::<VECTOR, VECTOR, 7, 1>(&self.steps),
                        ([8, ..], _) => _ = rows.run::<VECTOR, VECTOR, 8, 1>(&self.steps),
                        _ => rows.run_few::<VECTOR, VECTOR>(&self.steps),
                    }
                }
            };
        }
        run! {
            1 + 1 + 0, 1 + 2 + 0, 1 + 3 + 0, 2 + 1 + 0, 2 + 2 + 0, 3 + 1 + 0,
            1 + 0 + 1, 1 + 0 + 2, 1 + 0 + 3, 2 + 0 + 1, 2 + 0 + 2, 3 + 0 + 1,
            0 + 1 + 1, 0 + 1 + 2, 0 + 1 + 3, 0 + 2 + 1, 0 + 2 + 2, 0 + 3 + 1,
            1 + 1 + 1, 1 + 1 + 2, 1 + 2 + 1, 2 + 1 + 1,
        }
    }
}

/// Some rows on both sides.
#[derive(Clone, Copy)]
pub(super) struct NarrowRows {
    pub(super) from: RowsPlace<*const u8>,
    pub(super) to: RowsPlace<*mut u8>,
    pub(super) rows: usize,
}

impl NarrowRows {
    /// The same rows without the first ones.
    fn skip_rows(self, rows: usize) -> NarrowRows {
        let NarrowRows { from, to, rows: all } = self;
        NarrowRows {
            from: RowsPlace { track: from.track.skip_rows(rows), ..from },
            to: RowsPlace { track: to.track.skip_rows(rows), ..to },
            rows: all - rows,
        }
    }

    /// The permutations and the places of steps, computed once for all rows.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn place_steps<const STEPS: usize>(self, steps: &[Step; STEPS]) -> PlacedSteps<STEPS> {
        let NarrowRows { from, to, .. } = self;
        let mut placed = PlacedSteps {
            permutations: [_mm_setzero_si128(); STEPS],
            froms: [from.begin; STEPS],
            tos: [to.begin; STEPS],
        };
        for (at, step) in steps.iter().enumerate() {
            placed.permutations[at] = xmm::load(&step.permutation);
            placed.froms[at] = from.begin.wrapping_add(from.track.offset_in_row(0, step.from));
            placed.tos[at] = to.begin.wrapping_add(to.track.offset_in_row(0, step.to));
        }
        placed
    }

    /// Moves the rows by at most four steps.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run_few<const LOAD: usize, const STORE: usize>(self, steps: &[Step]) {
        // SAFETY: as the caller says.
        unsafe {
            match steps.len() {
                1 => {
                    let done = self.run::<LOAD, STORE, 1, 4>(steps);
                    self.skip_rows(done).run::<LOAD, STORE, 1, 1>(steps);
                }
                2 => {
                    let done = self.run::<LOAD, STORE, 2, 2>(steps);
                    self.skip_rows(done).run::<LOAD, STORE, 2, 1>(steps);
                }
                3 => _ = self.run::<LOAD, STORE, 3, 1>(steps),
                _ => _ = self.run::<LOAD, STORE, 4, 1>(steps),
            }
        }
    }

    /// Moves groups of rows, and returns how many rows these are. All vectors of a group are loaded before any of them is
    /// stored, so that a store does not stop loads whose places look like its own to the processor.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run<const LOAD: usize, const STORE: usize, const STEPS: usize, const GROUP: usize>(
        self,
        steps: &[Step],
    ) -> usize {
        let Some(steps) = steps.first_chunk::<STEPS>() else { return 0 };
        let NarrowRows { from, to, rows, .. } = self;
        let steps = self.place_steps(steps);
        // Two distances grow, and not a pointer for each step: there are not so many registers.
        let (mut ahead, mut there) = (0_isize, 0_isize);
        for _ in 0..rows / GROUP {
            let mut moved = [[_mm_setzero_si128(); STEPS]; GROUP];
            for moved in &mut moved {
                // SAFETY: as the caller says.
                *moved = unsafe { steps.load::<LOAD>(ahead) };
                ahead = ahead.wrapping_add(from.track.distance_ahead(1));
            }
            for moved in moved {
                // SAFETY: as the caller says.
                unsafe { steps.store::<STORE>(there, moved) };
                there = there.wrapping_add(to.track.distance_ahead(1));
            }
        }
        rows / GROUP * GROUP
    }

    /// Moves the rows by steps of several sizes, of which those of 16 and 8 bytes load 16.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn run_mixed<const WHOLES: usize, const HALVES: usize, const FOURS: usize>(self, steps: &[Step]) {
        let (wholes, rest) = steps.split_at(WHOLES);
        let (halves, fours) = rest.split_at(HALVES);
        let (Some(wholes), Some(halves), Some(fours)) =
            (wholes.first_chunk::<WHOLES>(), halves.first_chunk::<HALVES>(), fours.first_chunk::<FOURS>())
        else {
            return;
        };
        let (wholes, halves, fours) =
            (self.place_steps(wholes), self.place_steps(halves), self.place_steps(fours));
        let (mut ahead, mut there) = (0_isize, 0_isize);
        for _ in 0..self.rows {
            // SAFETY: as in `run`.
            unsafe {
                let bytes =
                    (wholes.load::<VECTOR>(ahead), halves.load::<VECTOR>(ahead), fours.load::<4>(ahead));
                wholes.store::<VECTOR>(there, bytes.0);
                halves.store::<8>(there, bytes.1);
                fours.store::<4>(there, bytes.2);
            }
            ahead = ahead.wrapping_add(self.from.track.distance_ahead(1));
            there = there.wrapping_add(self.to.track.distance_ahead(1));
        }
    }
}

/// Steps with their places in the first row.
#[derive(Clone, Copy)]
struct PlacedSteps<const STEPS: usize> {
    permutations: [__m128i; STEPS],
    froms: [*const u8; STEPS],
    tos: [*mut u8; STEPS],
}

impl<const STEPS: usize> PlacedSteps<STEPS> {
    /// The vectors of a row, which is `ahead` of the first one, loaded and shuffled.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn load<const LOAD: usize>(&self, ahead: isize) -> [__m128i; STEPS] {
        let mut moved = self.permutations;
        for (moved, from) in moved.iter_mut().zip(self.froms) {
            // SAFETY: the bytes of a step in a row are in the buffer. If they were not, `rows_with_gaps_are_moved` would
            // fail under the address sanitizer.
            *moved = _mm_shuffle_epi8(unsafe { load::<LOAD>(from.wrapping_offset(ahead)) }, *moved);
        }
        moved
    }

    /// Stores the vectors of a row, which is `there` behind the first one.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn store<const STORE: usize>(&self, there: isize, moved: [__m128i; STEPS]) {
        for (to, moved) in self.tos.into_iter().zip(moved) {
            // SAFETY: as above. Bytes stored in excess are stored again, or `rows_are_moved` fails.
            unsafe { store::<STORE>(to.wrapping_offset(there), moved) };
        }
    }
}

/// Loads 16, 8 or 4 bytes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load<const BYTES: usize>(from: *const u8) -> __m128i {
    // SAFETY: as the caller says, at any alignment.
    unsafe {
        match BYTES {
            16 => _mm_loadu_si128(from.cast()),
            8 => _mm_loadl_epi64(from.cast()),
            _ => _mm_cvtsi32_si128(i32::from_le_bytes(from.cast::<[u8; 4]>().read())),
        }
    }
}

/// Stores the lowest 16, 8 or 4 bytes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store<const BYTES: usize>(to: *mut u8, bytes: __m128i) {
    // SAFETY: as the caller says, at any alignment.
    unsafe {
        match BYTES {
            16 => _mm_storeu_si128(to.cast(), bytes),
            8 => _mm_storel_epi64(to.cast(), bytes),
            _ => to.cast::<[u8; 4]>().write(_mm_cvtsi128_si32(bytes).to_le_bytes()),
        }
    }
}

impl Column {
    /// Moves the words of all rows.
    ///
    /// # Safety
    ///
    /// As [`NarrowSteps::move_rows`].
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn move_rows(self, step: &Step, rows: NarrowRows) {
        let (pairs, fours) = (rows.rows / 2, rows.rows / 4);
        let one = std::slice::from_ref(step);
        // SAFETY: as the caller says. The words that are left over go one by one.
        unsafe {
            match self {
                Column::GatheredPairs => rows.gather_pairs(step, pairs),
                Column::GatheredFours => rows.gather_fours(step, fours),
                Column::ScatteredPairs => rows.scatter_pairs(step, pairs),
                Column::ScatteredFours => rows.scatter_fours(step, fours),
            }
            match self {
                Column::GatheredPairs | Column::ScatteredPairs => {
                    _ = rows.skip_rows(2 * pairs).run::<8, 8, 1, 1>(one);
                }
                Column::GatheredFours | Column::ScatteredFours => {
                    _ = rows.skip_rows(4 * fours).run::<4, 4, 1, 1>(one);
                }
            }
        }
    }
}

impl NarrowRows {
    /// Calls `load` for the first word of each of `vectors` vectors, and `store` for its place. The next ones are ahead by the
    /// given distances. Four are loaded before they are stored: see [`NarrowRows::run`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for the level of the caller")]
    fn for_each_vector(
        self,
        step: &Step,
        vectors: usize,
        (ahead_by, there_by): (isize, isize),
        load: impl Fn(*const u8) -> __m128i,
        store: impl Fn(*mut u8, __m128i),
    ) {
        let NarrowRows { from, to, .. } = self;
        let mut ahead = from.begin.wrapping_add(from.track.offset_in_row(0, step.from));
        let mut there = to.begin.wrapping_add(to.track.offset_in_row(0, step.to));
        let mut load_next = || {
            let moved = load(ahead);
            ahead = ahead.wrapping_offset(ahead_by);
            moved
        };
        let mut store_next = |moved| {
            store(there, moved);
            there = there.wrapping_offset(there_by);
        };
        for _ in 0..vectors / 4 {
            let moved = [load_next(), load_next(), load_next(), load_next()];
            moved.into_iter().for_each(&mut store_next);
        }
        for _ in 0..vectors % 4 {
            store_next(load_next());
        }
    }

    /// Moves words of eight bytes to places without gaps, two by one vector.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn gather_pairs(self, step: &Step, vectors: usize) {
        let (swap, stride) = (xmm::load(&step.permutation), self.from.track.distance_ahead(1));
        let pair = |from: *const u8| {
            // SAFETY: the words of two rows.
            let (one, other) = unsafe { (load::<8>(from), load::<8>(from.wrapping_offset(stride))) };
            _mm_shuffle_epi8(_mm_unpacklo_epi64(one, other), swap)
        };
        // SAFETY: two places.
        self.for_each_vector(step, vectors, (2 * stride, DENSE), pair, |to, words| unsafe {
            store::<VECTOR>(to, words);
        });
    }

    /// Moves words of four bytes to places without gaps, four by one vector.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn gather_fours(self, step: &Step, vectors: usize) {
        let (swap, stride) = (xmm::load(&step.permutation), self.from.track.distance_ahead(1));
        let four = |from: *const u8| {
            // SAFETY: the words of four rows.
            let word = |row| unsafe { load::<4>(from.wrapping_offset(row * stride)) };
            let low = _mm_unpacklo_epi32(word(0), word(1));
            let high = _mm_unpacklo_epi32(word(2), word(3));
            _mm_shuffle_epi8(_mm_unpacklo_epi64(low, high), swap)
        };
        // SAFETY: four places.
        self.for_each_vector(step, vectors, (4 * stride, DENSE), four, |to, words| unsafe {
            store::<VECTOR>(to, words);
        });
    }

    /// Moves words of eight bytes from places without gaps, two by one vector.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn scatter_pairs(self, step: &Step, vectors: usize) {
        let (swap, stride) = (xmm::load(&step.permutation), self.to.track.distance_ahead(1));
        // SAFETY: two words.
        let pair = |from| _mm_shuffle_epi8(unsafe { load::<VECTOR>(from) }, swap);
        self.for_each_vector(step, vectors, (DENSE, 2 * stride), pair, |to, words| {
            // SAFETY: the places of two rows.
            unsafe {
                _mm_storel_epi64(to.cast(), words);
                _mm_storeh_pd(to.wrapping_offset(stride).cast(), _mm_castsi128_pd(words));
            }
        });
    }

    /// Moves words of four bytes from places without gaps, four by one vector.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn scatter_fours(self, step: &Step, vectors: usize) {
        let (swap, stride) = (xmm::load(&step.permutation), self.to.track.distance_ahead(1));
        // SAFETY: four words.
        let four = |from| _mm_shuffle_epi8(unsafe { load::<VECTOR>(from) }, swap);
        self.for_each_vector(step, vectors, (DENSE, 4 * stride), four, |to, words| {
            let place = |row| to.wrapping_offset(row * stride).cast::<[u8; 4]>();
            // SAFETY: the places of four rows.
            unsafe {
                place(0).write(_mm_cvtsi128_si32(words).to_le_bytes());
                place(1).write(_mm_extract_epi32::<1>(words).to_le_bytes());
                place(2).write(_mm_extract_epi32::<2>(words).to_le_bytes());
                place(3).write(_mm_extract_epi32::<3>(words).to_le_bytes());
            }
        });
    }
}
