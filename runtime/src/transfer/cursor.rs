//! The place of a transfer in the runs of a piece. Items that go through a stage may end inside a run.

use std::ops::Range;

use super::stage::BLOCK;
use crate::datatype::{CopyStarts, PieceRuns, RunStart, RunsPiece};
use crate::num::{index, to_i64};

/// A place in the runs of a piece, from the first item on.
#[derive(Clone)]
pub(super) struct RunCursor<'a> {
    rest: RemainingRuns<'a>,
    /// The bytes of an item.
    bytes: i64,
    /// In the current run: the displacement of its next item, and how many items are left.
    displacement: i64,
    left: i64,
}

/// The runs after the current one.
#[derive(Clone)]
enum RemainingRuns<'a> {
    Strided {
        items: i64,
        next: i64,
        stride: i64,
    },
    Listed {
        items: i64,
        base: i64,
        displacements: &'a [i64],
    },
    /// The last block only marks the end of the one before.
    Blocks {
        base: i64,
        blocks: &'a [RunStart],
    },
}

impl<'a> RunCursor<'a> {
    /// A cursor before the first run.
    pub(super) fn from_piece(piece: &RunsPiece<'a>) -> RunCursor<'a> {
        let rest = match piece.runs {
            PieceRuns::Alike { items, place: CopyStarts::Strided { displacement, stride, .. } } => {
                RemainingRuns::Strided { items, next: displacement, stride }
            }
            PieceRuns::Alike { items, place: CopyStarts::Listed { base, displacements } } => {
                RemainingRuns::Listed { items, base, displacements }
            }
            PieceRuns::Blocks { base, blocks } => RemainingRuns::Blocks { base, blocks },
        };
        RunCursor { rest, bytes: piece.bytes, displacement: 0, left: 0 }
    }

    /// The displacement of the next item, and the number of items of its run from it on. The caller
    /// takes no more items than there are, so there is a next item.
    #[inline]
    pub(super) fn current_run(&mut self) -> (i64, i64) {
        // The next run is only looked at when an item of it is asked for. Behind the last run there is none.
        if self.left == 0 {
            (self.displacement, self.left) = self.rest.next();
        }
        (self.displacement, self.left)
    }

    /// The displacement after the last item that was taken.
    #[inline]
    pub(super) fn last_end(&self) -> i64 {
        self.displacement
    }

    /// How many of `items` items are converted in place: all of them, or whole blocks, or none.
    #[inline]
    pub(super) fn count_in_place(&mut self, items: i64) -> i64 {
        let (_, left) = self.current_run();
        // Whole blocks only, so that the conversion never has a rest in the middle of a piece.
        if left >= items { items } else { left - left % to_i64(BLOCK) }
    }

    /// Skips items of the current run.
    #[inline]
    pub(super) fn skip(&mut self, items: i64) {
        self.displacement = self.displacement.wrapping_add(items * self.bytes);
        self.left -= items;
    }

    /// Takes the next `items` items, as displacement and bytes of each stretch without gaps. The items exist.
    #[inline]
    pub(super) fn take_items(&mut self, items: i64) -> TakenRuns<'_, 'a> {
        TakenRuns { cursor: self.clone(), home: self, items }
    }
}

/// See [`RunCursor::take_items`]. The cursor is a copy, so that it stays in registers, and is stored back when this is dropped.
pub(super) struct TakenRuns<'c, 'a> {
    cursor: RunCursor<'a>,
    home: &'c mut RunCursor<'a>,
    items: i64,
}

impl Iterator for TakenRuns<'_, '_> {
    type Item = (i64, i64);

    #[inline]
    fn next(&mut self) -> Option<(i64, i64)> {
        if self.items == 0 {
            return None;
        }
        let (displacement, left) = self.cursor.current_run();
        let items = left.min(self.items);
        self.cursor.skip(items);
        self.items -= items;
        Some((displacement, items * self.cursor.bytes))
    }
}

impl Drop for TakenRuns<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        *self.home = self.cursor.clone();
    }
}

impl RemainingRuns<'_> {
    /// The displacement and the number of items of the next run. There is one.
    #[inline]
    fn next(&mut self) -> (i64, i64) {
        match self {
            RemainingRuns::Strided { items, next, stride } => {
                let displacement = *next;
                *next = displacement.wrapping_add(*stride);
                (displacement, *items)
            }
            RemainingRuns::Listed { items, base, displacements } => {
                let displacement = base.wrapping_add(displacements[0]);
                // The caller takes no more items than the piece has, so the list is never empty here.
                *displacements = &displacements[1..];
                (displacement, *items)
            }
            RemainingRuns::Blocks { base, blocks } => {
                let (displacement, items) =
                    (base.wrapping_add(blocks[0].displacement), blocks[1].first - blocks[0].first);
                *blocks = &blocks[1..];
                (displacement, items)
            }
        }
    }
}

/// The index of a run in a buffer whose displacement zero is at `origin`, and its bytes.
#[inline]
pub(super) fn to_buffer_run(origin: i64, (displacement, bytes): (i64, i64)) -> (usize, usize) {
    (index(origin.wrapping_add(displacement)), index(bytes))
}

/// The probable place of the next access, if its step equals that from `from` to `to`. Empty if the step is long.
pub(super) fn guess_next(origin: i64, from: i64, to: i64) -> Range<usize> {
    const NEAR: u64 = 32 << 10;
    // A guess for a hint to the processor. So a wrong one costs time and nothing else.
    let after = to.wrapping_add(to.wrapping_sub(from));
    let place = |displacement: i64| usize::try_from(origin.wrapping_add(displacement)).unwrap_or(0);
    if to.abs_diff(from) > NEAR { 0..0 } else { place(to.min(after))..place(to.max(after)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::predefined::Predefined;

    const BYTES: i64 = 4;

    /// The displacement of each item of the runs.
    fn items(runs: impl Iterator<Item = (i64, i64)>) -> Vec<i64> {
        runs.flat_map(|(displacement, bytes)| (0..bytes / BYTES).map(move |item| displacement + item * BYTES))
            .collect()
    }

    proptest! {
        /// The items are those of the piece, in order, no matter how many are taken at once or skipped.
        #[test]
        fn items_are_those_of_the_piece(
            lengths in prop::collection::vec((1..9_i64, 0..50_i64), 1..20),
            parts in prop::collection::vec((1..30_i64, any::<bool>()), 0..40),
            form in 0..3,
        ) {
            let (mut at, mut first, mut blocks, mut displacements) = (0, 0, Vec::new(), Vec::new());
            for &(items, gap) in &lengths {
                blocks.push(RunStart { first, displacement: at });
                displacements.push(at);
                first += items;
                at += (items + gap) * BYTES;
            }
            blocks.push(RunStart { first, displacement: 0 });
            let (each, copies) = (lengths[0].0, to_i64(lengths.len()));
            let stride = (each + lengths[0].1) * BYTES;
            let runs = match form {
                0 => PieceRuns::Alike { items: each, place: CopyStarts::Strided { displacement: 7, copies, stride } },
                1 => PieceRuns::Alike { items: each, place: CopyStarts::Listed { base: 7, displacements: &displacements } },
                _ => PieceRuns::Blocks { base: 7, blocks: &blocks },
            };
            let piece = RunsPiece { predefined: Predefined::Float, bytes: BYTES, runs };
            let expected = items(piece.list_runs().map(|(displacement, items)| (displacement, items * BYTES)));
            let (mut cursor, mut found, mut left) = (RunCursor::from_piece(&piece), Vec::new(), piece.items());
            for (wanted, skips) in parts.into_iter().chain(std::iter::once((i64::MAX, false))) {
                let wanted = wanted.min(left);
                if skips && left > 0 {
                    let (displacement, long) = cursor.current_run();
                    let wanted = wanted.min(long);
                    found.extend(items(std::iter::once((displacement, wanted * BYTES))));
                    cursor.skip(wanted);
                    left -= wanted;
                } else {
                    found.extend(items(cursor.take_items(wanted)));
                    left -= wanted;
                }
            }
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_follows_lies_as_far_behind() {
        assert_eq!(guess_next(100, 0, 50), 150..200);
        assert_eq!(guess_next(100, 0, -50), 0..50);
        // Outside the buffer, and far away.
        assert_eq!(guess_next(0, 50, -100), 0..0);
        assert_eq!(guess_next(0, 0, 1 << 40), 0..0);
    }
}
