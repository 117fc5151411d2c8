//! A typemap compiled into loops, as a committed datatype contains it.
//!
//! Runs of equal items are at the leaves, with loops, lists and sequences above them. A regular typemap is small
//! whatever its number of items. Only displacements that follow no rule take memory.

use std::sync::Arc;

use super::course::Course;
use crate::num::index;
use crate::predefined::Predefined;

/// A part of a typemap, with facts about it. The facts are stored because many other parts may share it.
#[derive(Debug)]
pub(crate) struct Nest {
    pub(super) form: NestForm,
    /// More than zero, except for the nest of a typemap without items.
    pub(super) items: i64,
    /// The lowest byte of an item, and after the highest.
    pub(super) low: i64,
    pub(super) high: i64,
    /// The number of items of each type, in the order of the types.
    pub(super) tally: Box<[(Predefined, i64)]>,
    /// How the displacements follow one another, or `None` without items.
    pub(super) course: Option<Course>,
}

#[derive(Debug)]
pub(super) enum NestForm {
    /// Items of one type without gaps, the first at zero.
    Run { predefined: Predefined, bytes: i64 },
    /// Copies at a stride.
    Loop { count: i64, stride: i64, body: Arc<Nest> },
    /// Copies at displacements that follow no rule.
    Scatter { displacements: Box<[i64]>, body: Arc<Nest> },
    /// Runs of one type and of several lengths, at displacements that follow no rule.
    Blocks { predefined: Predefined, bytes: i64, blocks: RunStarts },
    /// Parts one after the other.
    Sequence { parts: Box<[SequencePart]> },
}

#[derive(Debug, Clone)]
pub(super) struct SequencePart {
    /// The number of items before the part.
    pub(super) first: i64,
    pub(super) displacement: i64,
    pub(super) body: Arc<Nest>,
}

/// Runs of one type, in the order of their items.
#[derive(Debug)]
pub(super) struct RunStarts(Box<[RunStart]>);

/// Where a run begins. It ends at the item with which the next block begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunStart {
    /// The number of items before the run.
    pub(crate) first: i64,
    pub(crate) displacement: i64,
}

impl RunStarts {
    /// `runs`: displacement and items of each run. The sum of the items fits in 64 bits.
    pub(super) fn from_runs(runs: &[(i64, i64)]) -> RunStarts {
        let mut first = 0;
        let mut blocks = Vec::with_capacity(runs.len() + 1);
        for &(displacement, items) in runs {
            blocks.push(RunStart { first, displacement });
            first += items;
        }
        // Marks the end of the last run.
        blocks.push(RunStart { first, displacement: 0 });
        RunStarts(blocks.into())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len() - 1
    }

    /// The block that contains the item at `position`.
    pub(super) fn find_block(&self, position: i64) -> usize {
        // The last entry only marks the end. The first one has no items before it, so at least one block is found.
        self.0[..self.len()].partition_point(|block| block.first <= position) - 1
    }

    /// The displacement of a block, and its number of items.
    pub(super) fn run(&self, block: usize) -> (i64, i64) {
        run_of(&self.0, block)
    }

    /// The number of items before a block.
    pub(super) fn first(&self, block: usize) -> i64 {
        self.0[block].first
    }

    /// The displacement and the number of items of each block.
    pub(super) fn runs(&self) -> impl Iterator<Item = (i64, i64)> {
        (0..self.len()).map(|block| self.run(block))
    }

    /// Some of the blocks, and one more that marks the end of the last of them.
    pub(super) fn part(&self, blocks: std::ops::Range<usize>) -> &[RunStart] {
        &self.0[blocks.start..=blocks.end]
    }
}

/// The displacement and the number of items of a block that has another block after it.
#[inline]
pub(super) fn run_of(blocks: &[RunStart], block: usize) -> (i64, i64) {
    (blocks[block].displacement, blocks[block + 1].first - blocks[block].first)
}

impl Nest {
    pub(super) fn from_form(
        form: NestForm,
        items: i64,
        (low, high): (i64, i64),
        tally: Box<[(Predefined, i64)]>,
    ) -> Arc<Nest> {
        let course = compute_course(&form, items);
        Arc::new(Nest { form, items, low, high, tally, course })
    }

    /// Calls `f` with types and the number of items of each that follow. A part of one type is one call.
    pub(super) fn visit_types<E>(
        &self,
        f: &mut impl FnMut(Predefined, i64) -> Result<(), E>,
    ) -> Result<(), E> {
        // Otherwise a loop of billions of copies of one type would be billions of calls.
        if let [(predefined, items)] = *self.tally {
            return f(predefined, items);
        }
        match &self.form {
            // These have items of a single type, which is handled above.
            NestForm::Run { .. } | NestForm::Blocks { .. } => Ok(()),
            NestForm::Loop { body, .. } | NestForm::Scatter { body, .. } => {
                (0..self.items / body.items).try_for_each(|_| body.visit_types(f))
            }
            NestForm::Sequence { parts } => parts.iter().try_for_each(|part| part.body.visit_types(f)),
        }
    }

    /// The type and the displacement of an item. Displacements wrap on the way, but the result does not.
    pub(super) fn locate(&self, position: i64) -> (Predefined, i64) {
        let (mut nest, mut position, mut base) = (self, position, 0_i64);
        loop {
            match &nest.form {
                NestForm::Run { predefined, bytes } => {
                    // The position is within the nest, so the product is at most its size, which fits.
                    return (*predefined, base.wrapping_add(position * bytes));
                }
                NestForm::Loop { stride, body, .. } => {
                    base = base.wrapping_add((position / body.items).wrapping_mul(*stride));
                    (nest, position) = (body, position % body.items);
                }
                NestForm::Scatter { displacements, body } => {
                    base = base.wrapping_add(displacements[index(position / body.items)]);
                    (nest, position) = (body, position % body.items);
                }
                NestForm::Blocks { predefined, bytes, blocks } => {
                    let block = blocks.find_block(position);
                    let within = position - blocks.first(block);
                    return (
                        *predefined,
                        base.wrapping_add(blocks.run(block).0).wrapping_add(within * bytes),
                    );
                }
                NestForm::Sequence { parts } => {
                    let part = &parts[parts.partition_point(|part| part.first <= position) - 1];
                    base = base.wrapping_add(part.displacement);
                    (nest, position) = (&part.body, position - part.first);
                }
            }
        }
    }

    /// The bytes of all items in a file.
    pub(super) fn file_bytes(&self, extent_of: &impl Fn(Predefined) -> i64) -> i128 {
        self.tally
            .iter()
            .map(|&(predefined, items)| i128::from(items) * i128::from(extent_of(predefined)))
            .sum()
    }

    pub(super) fn bytes_before(&self, position: i64, extent_of: &impl Fn(Predefined) -> i64) -> i128 {
        let (mut nest, mut position, mut bytes) = (self, position, 0_i128);
        loop {
            // With one type only the number of items counts, at any depth.
            if let [(predefined, _)] = *nest.tally {
                return bytes + i128::from(position) * i128::from(extent_of(predefined));
            }
            match &nest.form {
                NestForm::Run { predefined, .. } | NestForm::Blocks { predefined, .. } => {
                    return bytes + i128::from(position) * i128::from(extent_of(*predefined));
                }
                NestForm::Loop { body, .. } | NestForm::Scatter { body, .. } => {
                    bytes += i128::from(position / body.items) * body.file_bytes(extent_of);
                    (nest, position) = (body, position % body.items);
                }
                NestForm::Sequence { parts } => {
                    // Sums are not stored, because they differ with each representation, and parts of several types are
                    // the few fields of structs.
                    // A sequence without parts has no items, and no bytes before its end.
                    let Some(last) = parts.partition_point(|part| part.first <= position).checked_sub(1)
                    else {
                        return bytes;
                    };
                    bytes += parts[..last].iter().map(|part| part.body.file_bytes(extent_of)).sum::<i128>();
                    (nest, position) = (&parts[last].body, position - parts[last].first);
                }
            }
        }
    }
}

/// How the displacements of a form with `items` items follow one another, computed from its parts. `None` without
/// items.
fn compute_course(form: &NestForm, items: i64) -> Option<Course> {
    match form {
        NestForm::Run { bytes, .. } => Some(Course::from_run(items, *bytes)),
        NestForm::Loop { count, stride, body } => {
            let body = body.course?;
            // If the second copy follows the first in order, so does each later one: all are one stride apart.
            let pair = body.append(body.shift(*stride));
            Some(Course { last: body.shift(stride.wrapping_mul(count - 1)).last, ..pair })
        }
        NestForm::Scatter { displacements, body } => {
            let body = body.course?;
            displacements.iter().map(|&displacement| body.shift(displacement)).reduce(Course::append)
        }
        NestForm::Blocks { bytes, blocks, .. } => {
            let runs = blocks
                .runs()
                .map(|(displacement, items)| Course::from_run(items, *bytes).shift(displacement));
            runs.reduce(Course::append)
        }
        NestForm::Sequence { parts } => {
            let parts = parts.iter().map(|part| Some(part.body.course?.shift(part.displacement)));
            // `nest_sequence` keeps no parts without items, so this is `None` only for the empty sequence.
            parts.collect::<Option<Vec<_>>>()?.into_iter().reduce(Course::append)
        }
    }
}
