//! Rows moved word by word, for processors that do not permute the bytes of long vectors.
//!
//! A row of moves is a set of *columns*: words of 1, 2, 4, 8 or 16 bytes, each at the same place of every row. A column is
//! moved for some rows before the next one. Its loop is a load, a byte swap and a store for each word, at two strides, and
//! checks nothing: that all rows lie in their buffers is known before. Runs of many words are moved as a whole, row
//! after row.
//!
//! AVX2 swaps the bytes of all words of a vector by one instruction. Runs of 16 bytes and more are columns of vectors
//! then, the last of which ends with the run and overlaps the one before. If single words lie without gaps where they
//! are stored, two of eight bytes or four of four are loaded into one vector and stored together.

#![allow(unsafe_code, reason = "words are loaded and stored by pointers, in rows that were checked before")]
#![expect(clippy::inline_always, reason = "compiled for the level of the caller")]
#![expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "the words of a group are loaded and stored for one reason"
)]

use super::run::{Move, copy_run};
use super::track::{RowStarts, TOGETHER};
use crate::num::to_i64;

/// The number of bytes of a run from which on it is moved as a whole.
const LONG: usize = 96;

/// Rows in a buffer: where it begins, and where the rows are in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowsPlace<P> {
    pub(super) begin: P,
    pub(super) track: RowStarts,
}

/// Moves `rows` rows.
///
/// # Safety
///
/// The bytes of the moves lie in the buffers in each row. Those of `from` can be loaded, those of `to` can be stored to,
/// and the two do not overlap.
#[inline(always)]
pub(super) unsafe fn move_rows<const VECTORS: bool>(
    moves: &[Move],
    from: RowsPlace<*const u8>,
    to: RowsPlace<*mut u8>,
    rows: usize,
) {
    // A single column reads and stores each line once.
    let is_one = matches!(moves, [one] if one.bytes <= 16);
    let mut row = 0;
    while row < rows {
        let together = if is_one { rows } else { TOGETHER.min(rows - row) };
        for one in moves {
            // SAFETY: some of the caller's rows.
            unsafe { move_runs::<VECTORS>(*one, from, to, (row, together)) };
        }
        row += together;
    }
}

/// Moves the run of some rows: of `rows` rows, from the given one on.
#[inline(always)]
unsafe fn move_runs<const VECTORS: bool>(
    one: Move,
    from: RowsPlace<*const u8>,
    to: RowsPlace<*mut u8>,
    (row, rows): (usize, usize),
) {
    if one.bytes >= LONG {
        for row in row..row + rows {
            let begin = from.begin.wrapping_add(from.track.offset_in_row(row, one.from));
            let end = to.begin.wrapping_add(to.track.offset_in_row(row, one.to));
            // SAFETY: the bytes of a move in a row, which the caller says can be loaded.
            let run = unsafe { std::slice::from_raw_parts(begin, one.bytes) };
            // SAFETY: as above, to be stored to; nothing else refers to them.
            let place = unsafe { std::slice::from_raw_parts_mut(end, one.bytes) };
            copy_run(run, place, one.unit);
        }
        return;
    }
    let column = |within: usize| WordColumn {
        from: from.begin.wrapping_add(from.track.offset_in_row(row, one.from + to_i64(within))),
        to: to.begin.wrapping_add(to.track.offset_in_row(row, one.to + to_i64(within))),
        steps: (from.track.distance_ahead(1), to.track.distance_ahead(1)),
        rows,
    };
    #[cfg(target_arch = "x86_64")]
    if VECTORS && one.bytes >= 16 {
        for within in (0..one.bytes).step_by(16) {
            // The last vector begins with a word, as both vectors and runs are whole words long.
            let column = column(within.min(one.bytes - 16));
            // SAFETY: 16 bytes of a move in each of the caller's rows. `VECTORS` says that the processor has AVX2.
            unsafe { vectors::move_vectors(column, one.unit) };
        }
        return;
    }
    let mut done = 0;
    while done < one.bytes {
        let bytes = next_word_size(one.unit, one.bytes - done);
        let column = column(done);
        // SAFETY: a word of a move in each of the caller's rows.
        unsafe {
            match (bytes, one.unit > 1) {
                (16, true) => column.move_words::<u128, true>(),
                (16, false) => column.move_words::<u128, false>(),
                (8, true) => column.move_eights::<VECTORS, true>(),
                (8, false) => column.move_eights::<VECTORS, false>(),
                (4, true) => column.move_fours::<VECTORS, true>(),
                (4, false) => column.move_fours::<VECTORS, false>(),
                (2, true) => column.move_words::<u16, true>(),
                (2, false) => column.move_words::<u16, false>(),
                _ => column.move_words::<u8, false>(),
            }
        }
        done += bytes;
    }
}

/// The size in bytes of the next word that is moved, if `left` bytes of the run are left.
fn next_word_size(unit: usize, left: usize) -> usize {
    match (unit, left) {
        // What is swapped together is one word. Bytes that keep their order go by the widest word that fits.
        (2.., _) => unit,
        (_, 16..) => 16,
        (_, 8..) => 8,
        (_, 4..) => 4,
        (_, 2..) => 2,
        _ => 1,
    }
}

/// An integer as wide as a word.
trait SwapWord: Copy {
    fn swap(self) -> Self;
}

macro_rules! words {
    ($($native:ty),*) => { $(
        impl SwapWord for $native {
            #[inline(always)]
            fn swap(self) -> Self {
                self.swap_bytes()
            }
        }
    )* };
}

words!(u8, u16, u32, u64, u128);

/// A word in each of some rows.
#[derive(Debug, Clone, Copy)]
struct WordColumn {
    from: *const u8,
    to: *mut u8,
    /// The distance from each word to the next, on either side.
    steps: (isize, isize),
    rows: usize,
}

impl WordColumn {
    /// The column without its first `rows` rows.
    #[inline(always)]
    fn skip_rows(self, rows: usize) -> Self {
        let step = |step: isize| step.wrapping_mul(rows.cast_signed());
        Self {
            from: self.from.wrapping_offset(step(self.steps.0)),
            to: self.to.wrapping_offset(step(self.steps.1)),
            rows: self.rows - rows,
            ..self
        }
    }

    #[inline(always)]
    unsafe fn load<W: SwapWord, const SWAP: bool>(self, row: isize) -> W {
        // SAFETY: a word of the column, as the caller says, at any alignment.
        let word =
            unsafe { self.from.wrapping_offset(self.steps.0.wrapping_mul(row)).cast::<W>().read_unaligned() };
        if SWAP { word.swap() } else { word }
    }

    #[inline(always)]
    unsafe fn store<W: SwapWord>(self, row: isize, word: W) {
        // SAFETY: as above.
        unsafe { self.to.wrapping_offset(self.steps.1.wrapping_mul(row)).cast::<W>().write_unaligned(word) };
    }

    /// Moves words one by one. Four are loaded before they are stored, as the compiler does not know that the sides do not
    /// overlap.
    #[inline(always)]
    unsafe fn move_words<W: SwapWord, const SWAP: bool>(mut self) {
        while self.rows >= 4 {
            // SAFETY: the next four words of the column.
            unsafe {
                let words = [
                    self.load::<W, SWAP>(0),
                    self.load::<W, SWAP>(1),
                    self.load::<W, SWAP>(2),
                    self.load::<W, SWAP>(3),
                ];
                self.store(0, words[0]);
                self.store(1, words[1]);
                self.store(2, words[2]);
                self.store(3, words[3]);
            }
            self = self.skip_rows(4);
        }
        while self.rows > 0 {
            // SAFETY: the next word of the column.
            unsafe { self.store(0, self.load::<W, SWAP>(0)) };
            self = self.skip_rows(1);
        }
    }

    /// Moves words of eight bytes.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "no vectors for such a processor"))]
    unsafe fn move_eights<const VECTORS: bool, const SWAP: bool>(mut self) {
        #[cfg(target_arch = "x86_64")]
        // The places lie without gaps, so that two words are stored by one vector.
        if VECTORS && self.steps.1 == 8 {
            // SAFETY: words of the column, two at a time. `VECTORS` says that the processor has AVX2.
            self = unsafe { vectors::move_eights::<SWAP>(self) };
        }
        // SAFETY: what is left of the column.
        unsafe { self.move_words::<u64, SWAP>() };
    }

    /// Moves words of four bytes.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "no vectors for such a processor"))]
    unsafe fn move_fours<const VECTORS: bool, const SWAP: bool>(mut self) {
        #[cfg(target_arch = "x86_64")]
        // The places lie without gaps, so that four words are stored by one vector.
        if VECTORS && self.steps.1 == 4 {
            // SAFETY: words of the column, four at a time. `VECTORS` says that the processor has AVX2.
            self = unsafe { vectors::move_fours::<SWAP>(self) };
        }
        // SAFETY: what is left of the column.
        unsafe { self.move_words::<u32, SWAP>() };
    }
}

/// Columns of vectors.
#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::{
        __m128i, _mm_cvtsi32_si128, _mm_loadl_epi64, _mm_loadu_si128, _mm_setr_epi8, _mm_shuffle_epi8,
        _mm_storeu_si128, _mm_unpacklo_epi32, _mm_unpacklo_epi64,
    };

    use super::WordColumn;

    /// For each byte of a vector of words of `unit` bytes, the byte that takes its place if the words are swapped.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn swap_permutation(unit: usize) -> __m128i {
        // Reversed within each unit: for a unit of 4, `byte ^ 3` takes 0, 1, 2, 3 to 3, 2, 1, 0.
        let bytes: [u8; 16] = std::array::from_fn(|byte| (byte ^ (unit - 1)).to_le_bytes()[0]);
        // SAFETY: 16 bytes of an array.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    /// Moves a column of 16 bytes, in which words of `unit` bytes are swapped.
    ///
    /// # Safety
    ///
    /// The 16 bytes can be loaded and stored to in each row, and the processor has AVX2.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn move_vectors(mut column: WordColumn, unit: usize) {
        let swap = swap_permutation(unit);
        let load = |column: WordColumn, row: isize| {
            let at = column.from.wrapping_offset(column.steps.0.wrapping_mul(row));
            // SAFETY: the bytes of the column in a row.
            _mm_shuffle_epi8(unsafe { _mm_loadu_si128(at.cast()) }, swap)
        };
        let store = |column: WordColumn, row: isize, bytes: __m128i| {
            let at = column.to.wrapping_offset(column.steps.1.wrapping_mul(row));
            // SAFETY: as above.
            unsafe { _mm_storeu_si128(at.cast(), bytes) };
        };
        while column.rows >= 4 {
            // All four are loaded before the first is stored: the compiler must assume that the sides overlap.
            let rows = [load(column, 0), load(column, 1), load(column, 2), load(column, 3)];
            store(column, 0, rows[0]);
            store(column, 1, rows[1]);
            store(column, 2, rows[2]);
            store(column, 3, rows[3]);
            column = column.skip_rows(4);
        }
        while column.rows > 0 {
            store(column, 0, load(column, 0));
            column = column.skip_rows(1);
        }
    }

    /// Moves pairs of words. Returns the column that is left.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn move_eights<const SWAP: bool>(mut column: WordColumn) -> WordColumn {
        let swap = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
        let pair = |column: WordColumn, row: isize| {
            let at = |row: isize| column.from.wrapping_offset(column.steps.0.wrapping_mul(row));
            // SAFETY: two words of the column.
            // Two loads of eight bytes and one joining: the words lie apart in the source.
            let (one, other) =
                unsafe { (_mm_loadl_epi64(at(row).cast()), _mm_loadl_epi64(at(row + 1).cast())) };
            let words = _mm_unpacklo_epi64(one, other);
            if SWAP { _mm_shuffle_epi8(words, swap) } else { words }
        };
        while column.rows >= 8 {
            let pairs = [pair(column, 0), pair(column, 2), pair(column, 4), pair(column, 6)];
            for (index, pair) in pairs.into_iter().enumerate() {
                // SAFETY: two places of the column, one after the other.
                unsafe { _mm_storeu_si128(column.to.wrapping_add(16 * index).cast(), pair) };
            }
            column = column.skip_rows(8);
        }
        column
    }

    /// Moves groups of four words. Returns the column that is left.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn move_fours<const SWAP: bool>(mut column: WordColumn) -> WordColumn {
        let swap = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
        let group = |column: WordColumn, row: isize| {
            let word = |row: isize| {
                let at = column.from.wrapping_offset(column.steps.0.wrapping_mul(row));
                // SAFETY: a word of the column.
                _mm_cvtsi32_si128(unsafe { at.cast::<i32>().read_unaligned() })
            };
            let low = _mm_unpacklo_epi32(word(row), word(row + 1));
            let high = _mm_unpacklo_epi32(word(row + 2), word(row + 3));
            let words = _mm_unpacklo_epi64(low, high);
            if SWAP { _mm_shuffle_epi8(words, swap) } else { words }
        };
        while column.rows >= 8 {
            let groups = [group(column, 0), group(column, 4)];
            for (index, group) in groups.into_iter().enumerate() {
                // SAFETY: four places of the column, one after the other.
                unsafe { _mm_storeu_si128(column.to.wrapping_add(16 * index).cast(), group) };
            }
            column = column.skip_rows(8);
        }
        column
    }
}
