//! Rows moved word by word, for processors that do not permute the bytes of long vectors.
//!
//! A row of moves is a set of *columns*: words of 1, 2, 4, 8 or 16 bytes, each at the same place of every row. A column is
//! moved for some rows before the next one. Its loop is a load, a byte swap and a store for each word, at two strides, and
//! checks nothing: that all rows lie in their buffers is known before. Runs of many words are moved as a whole, row
//! after row.

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
pub(super) const LONG: usize = 96;

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
pub(super) unsafe fn move_rows(
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
            unsafe { move_runs(*one, from, to, (row, together)) };
        }
        row += together;
    }
}

/// Moves the run of some rows: of `rows` rows, from the given one on.
#[inline(always)]
unsafe fn move_runs(
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
    let mut done = 0;
    while done < one.bytes {
        let bytes = next_word_size(one.unit, one.bytes - done);
        let column = column(done);
        // SAFETY: a word of a move in each of the caller's rows.
        unsafe {
            match (bytes, one.unit > 1) {
                (16, true) => column.move_words::<u128, true>(),
                (16, false) => column.move_words::<u128, false>(),
                (8, true) => column.move_words::<u64, true>(),
                (8, false) => column.move_words::<u64, false>(),
                (4, true) => column.move_words::<u32, true>(),
                (4, false) => column.move_words::<u32, false>(),
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
}
