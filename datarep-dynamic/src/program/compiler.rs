//! Collects the loops of a program: what they read and write, and which columns can share a place.

use std::collections::HashMap;

use super::chain::FieldMove;
use super::compiled::{CACHE, ITEMS, Program};
use super::value::{Lane, LaneValue, WordSlot, column_word, known_word};
use crate::columns::{ColumnCounts, ColumnId, ColumnWord, Width, of_width};
use crate::loops::{self, Step};

/// The results of a body.
pub(super) struct BodyResults {
    pub(super) item: LaneValue,
    pub(super) kinds: WordSlot,
    pub(super) odd: WordSlot,
    pub(super) inexact: WordSlot,
    pub(super) tiny: WordSlot,
    pub(super) overflow: WordSlot,
}

/// Makes a step when the places of its columns are known.
type MakeStep = Box<dyn FnOnce(&ColumnPlaces) -> Step>;

/// A step whose columns have no places yet.
struct PendingStep {
    reads: Vec<ColumnId>,
    writes: Vec<ColumnId>,
    make: MakeStep,
}

/// What a word has in the bits that a wider one has more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    Sign,
    Zeros,
}

/// The place of each column. Several columns may use one place, one after the other.
pub(super) struct ColumnPlaces([Vec<usize>; 5]);

impl ColumnPlaces {
    pub(super) fn place_of(&self, column: ColumnId) -> usize {
        self.0[column.width as usize][column.index]
    }

    pub(super) fn place_column(&self, column: ColumnId) -> ColumnId {
        ColumnId { index: self.place_of(column), ..column }
    }

    pub(super) fn place_slot(&self, slot: WordSlot) -> WordSlot {
        match slot {
            WordSlot::Column(column) => WordSlot::Column(self.place_column(column)),
            WordSlot::Known(_) => slot,
        }
    }
}

/// The steps of a program that is not yet complete.
#[derive(Default)]
pub(super) struct StepCompiler {
    steps: Vec<PendingStep>,
    counts: ColumnCounts,
    filled: Vec<(ColumnId, u128)>,
    /// The chains that compute words, by the words' columns.
    pub(super) chains: HashMap<(usize, Width), FieldMove>,
    /// Truth values that were converted to another width.
    widened: HashMap<(usize, Width, Width), Lane>,
}

impl StepCompiler {
    pub(super) fn finish_program(mut self, results: &BodyResults) -> Program {
        let outcome = [results.kinds, results.odd, results.inexact, results.tiny, results.overflow];
        // Unread steps go first, so that they take no places, and the columns get longer.
        self.remove_unread_steps(&outcome);
        let (places, counts) = self.assign_places(&outcome);
        // A multiple of 64 items fills whole vectors of every width, so that only the last call has a rest that is not
        // vectorized.
        let items = (CACHE / counts.total_bytes().max(1)).clamp(ITEMS.0, ITEMS.1) / ITEMS.0 * ITEMS.0;
        let [kinds, odd, inexact, tiny, overflow] = outcome.map(|slot| places.place_slot(slot));
        Program {
            steps: self.steps.into_iter().map(|step| (step.make)(&places)).collect(),
            counts,
            filled: self
                .filled
                .iter()
                .map(|&(column, number)| (places.place_column(column), number))
                .collect(),
            kinds,
            odd,
            inexact,
            tiny,
            overflow,
            items,
        }
    }

    /// Removes the steps whose columns nothing reads.
    fn remove_unread_steps(&mut self, outcome: &[WordSlot]) {
        let mut read = self.counts.make_each(|_| false);
        for slot in outcome {
            if let WordSlot::Column(column) = slot {
                read[column.width as usize][column.index] = true;
            }
        }
        let mut read_steps = Vec::new();
        // From the last step to the first: a step's readers are all behind it, and have marked its columns when its
        // turn comes.
        while let Some(step) = self.steps.pop() {
            let is_read = |column: &ColumnId| read[column.width as usize][column.index];
            // A step that writes no column stores the output, so it always stays.
            if step.writes.is_empty() || step.writes.iter().any(is_read) {
                for column in &step.reads {
                    read[column.width as usize][column.index] = true;
                }
                read_steps.push(step);
            }
        }
        read_steps.reverse();
        self.steps = read_steps;
    }

    /// The place of each column, and the number of places. The place of a column is free again after the last step that
    /// reads it.
    fn assign_places(&self, outcome: &[WordSlot]) -> (ColumnPlaces, ColumnCounts) {
        // A column that is written and never read is over with its own step.
        let mut last = self.counts.make_each(|_| 0);
        for (number, step) in self.steps.iter().enumerate() {
            for column in step.reads.iter().chain(&step.writes) {
                last[column.width as usize][column.index] = number;
            }
        }
        let filled_columns = self.filled.iter().map(|(column, _)| *column);
        let read = outcome.iter().filter_map(|slot| match slot {
            WordSlot::Column(column) => Some(*column),
            WordSlot::Known(_) => None,
        });
        // Filled columns and results are never over: the former hold for later calls, the latter are read when all
        // steps are done.
        for column in filled_columns.clone().chain(read) {
            last[column.width as usize][column.index] = usize::MAX;
        }
        // A place that was not assigned would be out of bounds at its first use, and not that of another column.
        let mut places = ColumnPlaces(self.counts.make_each(|_| usize::MAX));
        let mut counts = ColumnCounts::default();
        let mut free: [Vec<usize>; 5] = Default::default();
        for column in filled_columns {
            places.0[column.width as usize][column.index] = counts.add_column(column.width).index;
        }
        for (number, step) in self.steps.iter().enumerate() {
            // Places are assigned to what a step writes before those that it reads get free. A loop takes out the
            // column that it writes, so it cannot read the same one.
            for column in &step.writes {
                let free_place = free[column.width as usize].pop();
                places.0[column.width as usize][column.index] =
                    free_place.unwrap_or_else(|| counts.add_column(column.width).index);
            }
            // A step may read a column twice, but its place must be free only once: otherwise two columns would get it.
            let mut over: Vec<ColumnId> = step.reads.iter().chain(&step.writes).copied().collect();
            over.sort_by_key(|column| (column.width, column.index));
            over.dedup();
            for column in over {
                if last[column.width as usize][column.index] == number {
                    free[column.width as usize].push(places.place_of(column));
                }
            }
        }
        (places, counts)
    }

    /// A new column.
    pub(super) fn add_column(&mut self, width: Width) -> ColumnId {
        self.counts.add_column(width)
    }

    /// Adds a step that reads and writes these columns. `make` is called when the places of the columns are known.
    pub(super) fn push_step(
        &mut self,
        reads: &[ColumnId],
        writes: &[ColumnId],
        make: impl FnOnce(&ColumnPlaces) -> Step + 'static,
    ) {
        self.push_pending(reads, writes, Box::new(make));
    }

    /// [`StepCompiler::push`] without the type of the step, so that it is compiled once and not for each of 600 loops.
    #[inline(never)]
    fn push_pending(&mut self, reads: &[ColumnId], writes: &[ColumnId], make: MakeStep) {
        self.steps.push(PendingStep { reads: reads.to_vec(), writes: writes.to_vec(), make });
    }

    /// The column of a word. A known word gets a new column, which is filled with it.
    pub(super) fn ensure_column(&mut self, lane: Lane) -> ColumnId {
        match lane.slot {
            WordSlot::Column(column) => column,
            WordSlot::Known(number) => {
                // Few steps need a column of a constant: most loops have it in their function.
                let column = self.add_column(lane.width);
                self.filled.push((column, number));
                column
            }
        }
    }

    /// The word that `f` makes of two words of the same type.
    pub(super) fn apply_to_two<T: ColumnWord, Y: ColumnWord>(
        &mut self,
        left: Lane,
        right: Lane,
        f: impl Fn(T, T) -> Y + Copy + Send + Sync + 'static,
    ) -> Lane {
        match (left.slot, right.slot) {
            (WordSlot::Column(left), WordSlot::Column(right)) => {
                let y = self.add_column(Y::WIDTH);
                self.push_step(&[left, right], &[y], move |at| {
                    loops::step_of_two(at.place_of(left), at.place_of(right), at.place_of(y), f)
                });
                column_word(y)
            }
            (WordSlot::Column(_), WordSlot::Known(right)) => {
                let right = T::from_low_bits(right);
                self.apply_to_one::<T, Y>(left, move |left| f(left, right))
            }
            // If both are known, `apply_to_one` computes the word at once, and there is no step.
            (WordSlot::Known(left), _) => {
                let left = T::from_low_bits(left);
                self.apply_to_one::<T, Y>(right, move |right| f(left, right))
            }
        }
    }

    /// The word that `f` makes of a word.
    pub(super) fn apply_to_one<T: ColumnWord, Y: ColumnWord>(
        &mut self,
        operand: Lane,
        f: impl Fn(T) -> Y + Copy + Send + Sync + 'static,
    ) -> Lane {
        let operand = match operand.slot {
            WordSlot::Column(operand) => operand,
            WordSlot::Known(operand) => return known_word(f(T::from_low_bits(operand)).to_wide(), Y::WIDTH),
        };
        let y = self.add_column(Y::WIDTH);
        self.push_step(&[operand], &[y], move |at| {
            loops::step_of_one(at.place_of(operand), at.place_of(y), f)
        });
        column_word(y)
    }

    /// A word in another width.
    pub(super) fn resize_lane(&mut self, lane: Lane, width: Width, extension: Extension) -> Lane {
        if lane.width == width {
            return lane;
        }
        of_width!(lane.width, A => of_width!(width, B => self.resize_words::<A, B>(lane, extension)))
    }

    /// [`StepCompiler::resize_lane`] to another width. Loops that no width needs are not compiled: low bits are the same with and
    /// without a sign.
    fn resize_words<A: ColumnWord, B: ColumnWord>(&mut self, lane: Lane, extension: Extension) -> Lane {
        if const { A::BYTES == B::BYTES } {
            lane
        } else if const { A::BYTES > B::BYTES } {
            self.apply_to_one::<A, B>(lane, |word| B::from_low_bits(word.to_wide()))
        } else if extension == Extension::Sign {
            self.apply_to_one::<A, B>(lane, |word| B::from_low_bits(word.extend_sign()))
        } else {
            self.apply_to_one::<A, B>(lane, |word| B::from_low_bits(word.to_wide()))
        }
    }

    /// A truth value in another width.
    pub(super) fn resize_truth(&mut self, lane: Lane, width: Width) -> Lane {
        let column = match lane.slot {
            WordSlot::Known(_) => return Lane { width, ..lane },
            WordSlot::Column(column) => column,
        };
        let key = (column.index, column.width, width);
        // Several selections need one condition in the same width. A second loop would make the same column.
        if let Some(widened_lane) = self.widened.get(&key) {
            return *widened_lane;
        }
        // The extension of the sign makes a mask of ones of a mask of ones.
        let widened_lane = self.resize_lane(lane, width, Extension::Sign);
        self.widened.insert(key, widened_lane);
        widened_lane
    }
}
