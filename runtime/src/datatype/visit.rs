//! The items of a typemap from a position on, as pieces: runs of one type, and records.

use std::ops::Range;

use super::nest::{Nest, NestForm, RunStart, RunStarts, SequencePart, run_of};
use crate::num::{index, to_i64};
use crate::predefined::Predefined;

/// Runs of one type, in the order of their items.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunsPiece<'a> {
    pub(crate) predefined: Predefined,
    /// Bytes of an item.
    pub(crate) bytes: i64,
    pub(crate) runs: PieceRuns<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum PieceRuns<'a> {
    /// Runs of `items` items each.
    Alike { items: i64, place: CopyStarts<'a> },
    /// Runs of several lengths, at `base` plus the displacement of each block. The last block only marks their end.
    Blocks { base: i64, blocks: &'a [RunStart] },
}

/// The displacements at which copies begin. Intermediate sums may wrap. The results fit in 64 bits.
#[derive(Debug, Clone, Copy)]
pub(crate) enum CopyStarts<'a> {
    /// Copies at a stride.
    Strided { displacement: i64, copies: i64, stride: i64 },
    /// Copies at `base` plus each of the displacements.
    Listed { base: i64, displacements: &'a [i64] },
}

impl<'a> RunsPiece<'a> {
    /// The items of all runs.
    pub(crate) fn items(&self) -> i64 {
        match self.runs {
            PieceRuns::Alike { items, place } => items * place.copies(),
            PieceRuns::Blocks { blocks, .. } => blocks[blocks.len() - 1].first - blocks[0].first,
        }
    }

    /// The number of runs.
    pub(crate) fn count(&self) -> i64 {
        match self.runs {
            PieceRuns::Alike { place, .. } => place.copies(),
            PieceRuns::Blocks { blocks, .. } => to_i64(blocks.len() - 1),
        }
    }

    /// The displacement of a run, and its number of items.
    #[inline]
    pub(crate) fn run(&self, run: i64) -> (i64, i64) {
        match self.runs {
            PieceRuns::Alike { items, place } => (place.displacement_of(run), items),
            PieceRuns::Blocks { base, blocks } => {
                let (displacement, items) = run_of(blocks, index(run));
                (base.wrapping_add(displacement), items)
            }
        }
    }

    /// The displacement and the number of items of each run.
    pub(crate) fn list_runs(self) -> impl Iterator<Item = (i64, i64)> + use<'a> {
        (0..self.count()).map(move |run| self.run(run))
    }
}

impl PieceRuns<'_> {
    /// One run.
    pub(crate) fn from_run(displacement: i64, items: i64) -> Self {
        PieceRuns::Alike { items, place: CopyStarts::Strided { displacement, copies: 1, stride: 0 } }
    }
}

impl<'a> CopyStarts<'a> {
    /// The copies `from..to`.
    pub(crate) fn part(&self, from: i64, to: i64) -> CopyStarts<'a> {
        match *self {
            CopyStarts::Strided { stride, .. } => {
                CopyStarts::Strided { displacement: self.displacement_of(from), copies: to - from, stride }
            }
            CopyStarts::Listed { base, displacements } => {
                CopyStarts::Listed { base, displacements: &displacements[index(from)..index(to)] }
            }
        }
    }

    pub(crate) fn copies(&self) -> i64 {
        match self {
            CopyStarts::Strided { copies, .. } => *copies,
            CopyStarts::Listed { displacements, .. } => to_i64(displacements.len()),
        }
    }

    /// Where a copy begins.
    #[inline]
    pub(crate) fn displacement_of(&self, copy: i64) -> i64 {
        match *self {
            CopyStarts::Strided { displacement, stride, .. } => {
                displacement.wrapping_add(copy.wrapping_mul(stride))
            }
            CopyStarts::Listed { base, displacements } => base.wrapping_add(displacements[index(copy)]),
        }
    }
}

/// What [`Committed::visit`](super::Committed) calls, in the order of the items.
pub(crate) trait TypemapVisitor<'a>: Sized {
    /// Why the visit stops.
    type Error;

    /// Visits runs of one type.
    fn visit_piece(&mut self, piece: RunsPiece<'a>) -> Result<(), Self::Error>;

    /// Visits records. By default, visits their pieces one by one.
    fn visit_records(&mut self, records: RecordCopies<'a>) -> Result<(), Self::Error> {
        visit_record_pieces(self, &records)
    }
}

/// Visits records piece by piece.
pub(crate) fn visit_record_pieces<'a, V: TypemapVisitor<'a>>(
    visitor: &mut V,
    records: &RecordCopies<'a>,
) -> Result<(), V::Error> {
    (0..records.copies)
        .try_for_each(|copy| records.pieces(copy).try_for_each(|piece| visitor.visit_piece(piece)))
}

/// A function as a visitor of pieces.
pub(crate) struct PieceVisitor<F>(pub(crate) F);

impl<'a, E, F: FnMut(RunsPiece<'a>) -> Result<(), E>> TypemapVisitor<'a> for PieceVisitor<F> {
    type Error = E;

    fn visit_piece(&mut self, piece: RunsPiece<'a>) -> Result<(), E> {
        (self.0)(piece)
    }
}

/// Copies of a few short runs that do not overlap: an array of structs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordCopies<'a> {
    /// A run, or a sequence of runs, which each record repeats.
    body: &'a Nest,
    /// How often a record has the body, and at which stride.
    times: (i64, i64),
    pub(crate) displacement: i64,
    pub(crate) copies: i64,
    pub(crate) stride: i64,
}

/// A run of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordRun {
    pub(crate) predefined: Predefined,
    /// Bytes of an item.
    pub(crate) bytes: i64,
    pub(crate) items: i64,
    pub(crate) displacement: i64,
}

impl<'a> RecordCopies<'a> {
    /// Copies of `body` at a stride, if they are records.
    fn from_body(body: &'a Nest, displacement: i64, copies: i64, stride: i64) -> Option<RecordCopies<'a>> {
        let apart =
            |low: i64, high: i64, stride: i64| i128::from(high) - i128::from(low) <= i128::from(stride).abs();
        let (inner, times) = match &body.form {
            // Records of records, such as an array of structs within a struct: one level of copies is a record, too.
            NestForm::Loop { count, stride, body: inner }
                if *stride > 0 && apart(inner.low, inner.high, *stride) =>
            {
                (&**inner, (*count, *stride))
            }
            _ => (body, (1, 0)),
        };
        // Copies that interleave are no records: a field of one copy could lie in the next, and moving them together
        // would mix their order.
        let records = body.items <= MOST_ITEMS && is_record(inner) && apart(body.low, body.high, stride);
        records.then_some(RecordCopies { body: inner, times, displacement, copies, stride })
    }

    /// The copies `from..to`.
    pub(crate) fn part(&self, from: i64, to: i64) -> RecordCopies<'a> {
        let displacement = self.displacement.wrapping_add(from.wrapping_mul(self.stride));
        RecordCopies { displacement, copies: to - from, ..*self }
    }

    /// The items of a copy.
    pub(crate) fn items(&self) -> i64 {
        self.body.items * self.times.0
    }

    /// The runs of a copy, in the order of their displacements.
    pub(crate) fn fields(&self) -> impl Iterator<Item = RecordRun> + use<'a> {
        let (body, (times, stride)) = (self.body, self.times);
        (0..times).flat_map(move |time| {
            // A body that is a run has no parts. It is its own only field.
            let one = matches!(body.form, NestForm::Run { .. }).then_some((0, body));
            let runs = one
                .into_iter()
                .chain(sequence_parts(body).iter().map(|part| (part.displacement, &*part.body)));
            runs.filter_map(move |(displacement, run)| {
                let NestForm::Run { predefined, bytes } = run.form else { return None };
                let displacement = displacement.wrapping_add(time.wrapping_mul(stride));
                Some(RecordRun { predefined, bytes, items: run.items, displacement })
            })
        })
    }

    /// The runs of one copy, as pieces.
    pub(crate) fn pieces(&self, copy: i64) -> impl Iterator<Item = RunsPiece<'a>> + use<'a> {
        let base = self.part(copy, copy + 1).displacement;
        self.fields().map(move |RecordRun { predefined, bytes, items, displacement }| {
            let runs = PieceRuns::from_run(base.wrapping_add(displacement), items);
            RunsPiece { predefined, bytes, runs }
        })
    }

    /// Whether the copies of both are alike. Looks only at the identity of the bodies, so that it is fast.
    pub(crate) fn has_same_body(&self, other: &RecordCopies<'_>) -> bool {
        std::ptr::eq(self.body, other.body) && (self.times, self.stride) == (other.times, other.stride)
    }
}

/// The most items that a record has.
const MOST_ITEMS: i64 = 256;

fn sequence_parts(nest: &Nest) -> &[SequencePart] {
    if let NestForm::Sequence { parts } = &nest.form { parts } else { &[] }
}

/// Whether the nest is a run, or runs one after another.
fn is_record(body: &Nest) -> bool {
    let run = |part: &SequencePart| matches!(part.body.form, NestForm::Run { .. });
    // Ascending and without overlap, so that fields can be moved by columns, in any order.
    let apart = |pair: &[SequencePart]| pair[0].displacement + pair[0].body.high <= pair[1].displacement;
    match &body.form {
        NestForm::Run { .. } => true,
        NestForm::Sequence { parts } => parts.iter().all(run) && parts.windows(2).all(apart),
        NestForm::Loop { .. } | NestForm::Scatter { .. } | NestForm::Blocks { .. } => false,
    }
}

impl Nest {
    /// Calls `f` with the pieces of the items `from..to`. Displacements wrap on the way, but their results do not.
    pub(super) fn visit<'a, V: TypemapVisitor<'a>>(
        &'a self,
        base: i64,
        from: i64,
        to: i64,
        f: &mut V,
    ) -> Result<(), V::Error> {
        match &self.form {
            NestForm::Run { predefined, bytes } => {
                let runs = PieceRuns::from_run(base.wrapping_add(from * bytes), to - from);
                f.visit_piece(RunsPiece { predefined: *predefined, bytes: *bytes, runs })
            }
            NestForm::Loop { stride, body, .. } => visit_copies(body, *stride, base, from, to, f),
            NestForm::Scatter { displacements, body } => {
                visit_scattered(body, displacements, base, from, to, f)
            }
            NestForm::Blocks { predefined, bytes, blocks } => {
                let (predefined, bytes) = (*predefined, *bytes);
                visit_blocks(blocks, bytes, base, from..to, |runs| {
                    f.visit_piece(RunsPiece { predefined, bytes, runs })
                })
            }
            NestForm::Sequence { parts } => {
                // Parts before the range are skipped by bisection: an access from far inside begins at once.
                let first = parts.partition_point(|part| part.first <= from).saturating_sub(1);
                for part in &parts[first..] {
                    if part.first >= to {
                        break;
                    }
                    let (from, to) = ((from - part.first).max(0), (to - part.first).min(part.body.items));
                    part.body.visit(base.wrapping_add(part.displacement), from, to, f)?;
                }
                Ok(())
            }
        }
    }
}

/// Visits items of blocks: whole blocks together, and a partial block at either end alone.
fn visit_blocks<'a, E>(
    blocks: &'a RunStarts,
    bytes: i64,
    base: i64,
    Range { start: from, end: to }: Range<i64>,
    mut f: impl FnMut(PieceRuns<'a>) -> Result<(), E>,
) -> Result<(), E> {
    if from >= to {
        return Ok(());
    }
    let part = |block: usize, from: i64, to: i64| {
        let within = (from - blocks.first(block)) * bytes;
        PieceRuns::from_run(base.wrapping_add(blocks.run(block).0).wrapping_add(within), to - from)
    };
    // `to - 1` is the last item of the range. `to` itself may lie after all blocks.
    let (first, last) = (blocks.find_block(from), blocks.find_block(to - 1));
    if first == last {
        return f(part(first, from, to));
    }
    let head = if from > blocks.first(first) { first + 1 } else { first };
    let tail = if to < blocks.first(last + 1) { last } else { last + 1 };
    if head > first {
        f(part(first, from, blocks.first(head)))?;
    }
    // Whole blocks go as one piece, however many there are.
    if head < tail {
        f(PieceRuns::Blocks { base, blocks: blocks.part(head..tail) })?;
    }
    if tail == last {
        f(part(last, blocks.first(last), to))?;
    }
    Ok(())
}

// Requirement: R-CONV-4, R-CONV-5.
pub(super) fn visit_copies<'a, V: TypemapVisitor<'a>>(
    body: &'a Nest,
    stride: i64,
    base: i64,
    from: i64,
    to: i64,
    f: &mut V,
) -> Result<(), V::Error> {
    if from >= to {
        return Ok(());
    }
    let items = body.items;
    let at = |copy: i64| base.wrapping_add(copy.wrapping_mul(stride));
    let NestForm::Run { predefined, bytes } = body.form else {
        let (head, tail) = find_whole_copies(items, from, to);
        // At least two whole copies, or there is nothing to move together.
        if tail > head + 1
            // The copies from zero on: `part` below takes the whole ones.
            && let Some(records) = RecordCopies::from_body(body, base, tail, stride)
        {
            return visit_ends(body, at, from..to, f, |head, tail, f| {
                f.visit_records(records.part(head, tail))
            });
        }
        for copy in from / items..=(to - 1) / items {
            let (from, to) = ((from - copy * items).max(0), (to - copy * items).min(items));
            body.visit(at(copy), from, to, f)?;
        }
        return Ok(());
    };
    // Copies that touch are one run, also where it begins and ends within a copy.
    if stride == items * bytes {
        let runs = PieceRuns::from_run(base.wrapping_add(from.wrapping_mul(bytes)), to - from);
        return f.visit_piece(RunsPiece { predefined, bytes, runs });
    }
    visit_ends(body, at, from..to, f, |head, tail, f| {
        let place = CopyStarts::Strided { displacement: at(head), copies: tail - head, stride };
        f.visit_piece(RunsPiece { predefined, bytes, runs: PieceRuns::Alike { items, place } })
    })
}

fn visit_scattered<'a, V: TypemapVisitor<'a>>(
    body: &'a Nest,
    displacements: &'a [i64],
    base: i64,
    from: i64,
    to: i64,
    f: &mut V,
) -> Result<(), V::Error> {
    let items = body.items;
    let at = |copy: i64| base.wrapping_add(displacements[index(copy)]);
    let NestForm::Run { predefined, bytes } = body.form else {
        // Copies of a body that is no run: each is visited by itself, the first and the last one in part.
        for copy in from / items..=(to - 1) / items {
            let (from, to) = ((from - copy * items).max(0), (to - copy * items).min(items));
            body.visit(at(copy), from, to, f)?;
        }
        return Ok(());
    };
    visit_ends(body, at, from..to, f, |head, tail, f| {
        let place = CopyStarts::Listed { base, displacements: &displacements[index(head)..index(tail)] };
        f.visit_piece(RunsPiece { predefined, bytes, runs: PieceRuns::Alike { items, place } })
    })
}

/// Visits items of the copies of a body: whole copies together by `whole`, and a partial copy at either end by the
/// body.
fn visit_ends<'a, V: TypemapVisitor<'a>>(
    body: &'a Nest,
    at: impl Fn(i64) -> i64,
    Range { start: from, end: to }: Range<i64>,
    f: &mut V,
    whole: impl FnOnce(i64, i64, &mut V) -> Result<(), V::Error>,
) -> Result<(), V::Error> {
    let items = body.items;
    let (head, tail) = find_whole_copies(items, from, to);
    // All items are within one copy, which is not whole.
    if head > tail {
        return body.visit(at(from / items), from % items, from % items + (to - from), f);
    }
    if from % items != 0 {
        body.visit(at(head - 1), from % items, items, f)?;
    }
    if head < tail {
        whole(head, tail, f)?;
    }
    if to % items != 0 {
        body.visit(at(tail), 0, to % items, f)?;
    }
    Ok(())
}

/// The first copy whose items are all among `from..to`, and the first later copy for which this is false. The first
/// result is greater if all items are within one copy.
fn find_whole_copies(items: i64, from: i64, to: i64) -> (i64, i64) {
    (from / items + i64::from(from % items != 0), to / items)
}
