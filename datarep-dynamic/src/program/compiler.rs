//! Collects the loops of a program: what they read and write, and which columns can share a place.

use std::collections::HashMap;

use super::chain::Chain;
use super::compiled::{CACHE, ITEMS, Program};
use super::value::{Lane, Slot, Value, column, known};
use crate::columns::{Column, Counts, Width, Word, of_width};
use crate::loops::{self, Step};

/// The results of a body.
pub(super) struct Made {
    pub(super) item: Value,
    pub(super) kinds: Slot,
    pub(super) odd: Slot,
    pub(super) inexact: Slot,
    pub(super) tiny: Slot,
    pub(super) overflow: Slot,
}

/// Makes a step when the places of its columns are known.
type Make = Box<dyn FnOnce(&Places) -> Step>;

/// A step whose columns have no places yet.
struct Pending {
    reads: Vec<Column>,
    writes: Vec<Column>,
    make: Make,
}

/// The place of each column. Several columns may use one place, one after the other.
pub(super) struct Places([Vec<usize>; 5]);

impl Places {
    pub(super) fn of(&self, column: Column) -> usize {
        self.0[column.width as usize][column.index]
    }

    pub(super) fn column(&self, column: Column) -> Column {
        Column { index: self.of(column), ..column }
    }

    pub(super) fn slot(&self, slot: Slot) -> Slot {
        match slot {
            Slot::Column(column) => Slot::Column(self.column(column)),
            Slot::Known(_) => slot,
        }
    }
}

/// The steps of a program that is not yet complete.
#[derive(Default)]
pub(super) struct Compiler {
    steps: Vec<Pending>,
    counts: Counts,
    filled: Vec<(Column, u128)>,
    /// The chains that compute words, by the words' columns.
    pub(super) chains: HashMap<(usize, Width), Chain>,
    /// Truth values that were converted to another width.
    widened: HashMap<(usize, Width, Width), Lane>,
}

impl Compiler {
    pub(super) fn finish(mut self, made: &Made) -> Program {
        let outcome = [made.kinds, made.odd, made.inexact, made.tiny, made.overflow];
        self.leave_out_unread(&outcome);
        let (places, counts) = self.places(&outcome);
        let items = (CACHE / counts.bytes().max(1)).clamp(ITEMS.0, ITEMS.1) / ITEMS.0 * ITEMS.0;
        let [kinds, odd, inexact, tiny, overflow] = outcome.map(|slot| places.slot(slot));
        Program {
            steps: self.steps.into_iter().map(|step| (step.make)(&places)).collect(),
            counts,
            filled: self.filled.iter().map(|&(column, number)| (places.column(column), number)).collect(),
            kinds,
            odd,
            inexact,
            tiny,
            overflow,
            items,
        }
    }

    /// Removes the steps whose columns nothing reads.
    fn leave_out_unread(&mut self, outcome: &[Slot]) {
        let mut read = self.counts.each(|_| false);
        for slot in outcome {
            if let Slot::Column(column) = slot {
                read[column.width as usize][column.index] = true;
            }
        }
        let mut kept = Vec::new();
        while let Some(step) = self.steps.pop() {
            let is_read = |column: &Column| read[column.width as usize][column.index];
            if step.writes.is_empty() || step.writes.iter().any(is_read) {
                for column in &step.reads {
                    read[column.width as usize][column.index] = true;
                }
                kept.push(step);
            }
        }
        kept.reverse();
        self.steps = kept;
    }

    /// The place of each column, and the number of places. The place of a column is free again after the last step that
    /// reads it.
    fn places(&self, outcome: &[Slot]) -> (Places, Counts) {
        let mut last = self.counts.each(|_| 0);
        for (number, step) in self.steps.iter().enumerate() {
            for column in step.reads.iter().chain(&step.writes) {
                last[column.width as usize][column.index] = number;
            }
        }
        let kept = self.filled.iter().map(|(column, _)| *column);
        let read = outcome.iter().filter_map(|slot| match slot {
            Slot::Column(column) => Some(*column),
            Slot::Known(_) => None,
        });
        for column in kept.clone().chain(read) {
            last[column.width as usize][column.index] = usize::MAX;
        }
        let mut places = Places(self.counts.each(|_| usize::MAX));
        let mut counts = Counts::default();
        let mut free: [Vec<usize>; 5] = Default::default();
        for column in kept {
            places.0[column.width as usize][column.index] = counts.column(column.width).index;
        }
        for (number, step) in self.steps.iter().enumerate() {
            for column in &step.writes {
                let found = free[column.width as usize].pop();
                places.0[column.width as usize][column.index] =
                    found.unwrap_or_else(|| counts.column(column.width).index);
            }
            let mut over: Vec<Column> = step.reads.iter().chain(&step.writes).copied().collect();
            over.sort_by_key(|column| (column.width, column.index));
            over.dedup();
            for column in over {
                if last[column.width as usize][column.index] == number {
                    free[column.width as usize].push(places.of(column));
                }
            }
        }
        (places, counts)
    }

    /// A new column.
    pub(super) fn column(&mut self, width: Width) -> Column {
        self.counts.column(width)
    }

    /// Adds a step that reads and writes these columns. `make` is called when the places of the columns are known.
    pub(super) fn push(
        &mut self,
        reads: &[Column],
        writes: &[Column],
        make: impl FnOnce(&Places) -> Step + 'static,
    ) {
        self.push_pending(reads, writes, Box::new(make));
    }

    /// [`Compiler::push`] without the type of the step, so that it is compiled once and not for each of 600 loops.
    #[inline(never)]
    fn push_pending(&mut self, reads: &[Column], writes: &[Column], make: Make) {
        self.steps.push(Pending { reads: reads.to_vec(), writes: writes.to_vec(), make });
    }

    /// The column of a word. A known word gets a new column, which is filled with it.
    pub(super) fn in_column(&mut self, lane: Lane) -> Column {
        match lane.slot {
            Slot::Column(column) => column,
            Slot::Known(number) => {
                let column = self.column(lane.width);
                self.filled.push((column, number));
                column
            }
        }
    }

    /// The word that `f` makes of two words of the same type.
    pub(super) fn apply<T: Word, Y: Word>(
        &mut self,
        one: Lane,
        other: Lane,
        f: impl Fn(T, T) -> Y + Copy + Send + Sync + 'static,
    ) -> Lane {
        match (one.slot, other.slot) {
            (Slot::Column(one), Slot::Column(other)) => {
                let y = self.column(Y::WIDTH);
                self.push(&[one, other], &[y], move |at| loops::two(at.of(one), at.of(other), at.of(y), f));
                column(y)
            }
            (Slot::Column(_), Slot::Known(other)) => {
                let other = T::low(other);
                self.convert::<T, Y>(one, move |one| f(one, other))
            }
            (Slot::Known(one), _) => {
                let one = T::low(one);
                self.convert::<T, Y>(other, move |other| f(one, other))
            }
        }
    }

    /// The word that `f` makes of a word.
    pub(super) fn convert<T: Word, Y: Word>(
        &mut self,
        one: Lane,
        f: impl Fn(T) -> Y + Copy + Send + Sync + 'static,
    ) -> Lane {
        let one = match one.slot {
            Slot::Column(one) => one,
            Slot::Known(one) => return known(f(T::low(one)).wide(), Y::WIDTH),
        };
        let y = self.column(Y::WIDTH);
        self.push(&[one], &[y], move |at| loops::one(at.of(one), at.of(y), f));
        column(y)
    }

    /// A word in another width, extended with its sign if `signed`, or with zeros.
    pub(super) fn resized(&mut self, lane: Lane, width: Width, signed: bool) -> Lane {
        if lane.width == width {
            return lane;
        }
        of_width!(lane.width, A => of_width!(width, B => self.resize::<A, B>(lane, signed)))
    }

    /// [`Compiler::resized`] to another width. Loops that no width needs are not compiled: low bits are the same with and
    /// without a sign.
    fn resize<A: Word, B: Word>(&mut self, lane: Lane, signed: bool) -> Lane {
        if const { A::BYTES == B::BYTES } {
            lane
        } else if const { A::BYTES > B::BYTES } {
            self.convert::<A, B>(lane, |word| B::low(word.wide()))
        } else if signed {
            self.convert::<A, B>(lane, |word| B::low(word.extended()))
        } else {
            self.convert::<A, B>(lane, |word| B::low(word.wide()))
        }
    }

    /// A truth value in another width.
    pub(super) fn truth_in(&mut self, lane: Lane, width: Width) -> Lane {
        let column = match lane.slot {
            Slot::Known(_) => return Lane { width, ..lane },
            Slot::Column(column) => column,
        };
        let key = (column.index, column.width, width);
        if let Some(found) = self.widened.get(&key) {
            return *found;
        }
        let found = self.resized(lane, width, true);
        self.widened.insert(key, found);
        found
    }
}
