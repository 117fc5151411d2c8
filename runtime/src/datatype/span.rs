//! The bytes that some items touch, computed without a look at each item.

use super::committed::Committed;
use super::nest::{Nest, NestForm};
use crate::num::index;

/// The lowest byte, and after the highest. In 128 bits nothing wraps.
#[derive(Debug, Clone, Copy)]
struct ByteSpan {
    low: i128,
    high: i128,
}

impl ByteSpan {
    /// The span of all items of a nest.
    fn from_nest(nest: &Nest) -> ByteSpan {
        ByteSpan { low: nest.low.into(), high: nest.high.into() }
    }

    fn shift(self, by: i128) -> ByteSpan {
        ByteSpan { low: self.low + by, high: self.high + by }
    }

    fn join(self, other: ByteSpan) -> ByteSpan {
        ByteSpan { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

impl Committed {
    /// The bytes that these items touch: the lowest byte, and after the highest.
    ///
    /// `count` must be more than zero, and [`Committed::span`] must have succeeded.
    pub(crate) fn exact_span(&self, position: i64, count: i64) -> (i128, i128) {
        let span = span_of_copies(self.nest(), self.extent(), position, position + count);
        (span.low, span.high)
    }
}

/// The span of the items `from..to`, which are at least one.
fn span_of_items(nest: &Nest, from: i64, to: i64) -> ByteSpan {
    // All items of a nest, known without a walk. In a long range this is most of its parts.
    if (from, to) == (0, nest.items) {
        return ByteSpan::from_nest(nest);
    }
    match &nest.form {
        NestForm::Run { bytes, .. } => ByteSpan { low: (from * bytes).into(), high: (to * bytes).into() },
        NestForm::Loop { stride, body, .. } => span_of_copies(body, *stride, from, to),
        NestForm::Scatter { displacements, body } => {
            let at = |copy: i64| i128::from(displacements[index(copy)]);
            span_of_copies_at(body, from, to, at, |first, last| {
                // A list need not ascend: each displacement in the range may be the lowest or the highest.
                let between = displacements[index(first)..=index(last)].iter().copied();
                let low = between.clone().min().unwrap_or(0);
                (low.into(), between.max().unwrap_or(0).into())
            })
        }
        NestForm::Blocks { bytes, blocks, .. } => {
            let (first, last) = (blocks.find_block(from), blocks.find_block(to - 1));
            let part = |block: usize| {
                let (displacement, items) = blocks.run(block);
                let before = blocks.first(block);
                let (from, to) = ((from - before).max(0), (to - before).min(items));
                ByteSpan { low: (from * bytes).into(), high: (to * bytes).into() }.shift(displacement.into())
            };
            (first + 1..=last).map(part).fold(part(first), ByteSpan::join)
        }
        NestForm::Sequence { parts } => {
            let first = parts.partition_point(|part| part.first <= from) - 1;
            // Here `<` and not `<=`: the part that begins at `to` has no item in the range.
            let last = parts.partition_point(|part| part.first < to) - 1;
            let part = |at: usize| {
                let part = &parts[at];
                let (from, to) = ((from - part.first).max(0), (to - part.first).min(part.body.items));
                span_of_items(&part.body, from, to).shift(part.displacement.into())
            };
            (first + 1..=last).map(part).fold(part(first), ByteSpan::join)
        }
    }
}

/// The span of some items of copies at a stride.
fn span_of_copies(body: &Nest, stride: i64, from: i64, to: i64) -> ByteSpan {
    let at = |copy: i64| i128::from(copy) * i128::from(stride);
    span_of_copies_at(body, from, to, at, |first, last| (at(first).min(at(last)), at(first).max(at(last))))
}

/// The span of some items of copies. `among` returns the lowest and the highest displacement of a range of copies.
fn span_of_copies_at(
    body: &Nest,
    from: i64,
    to: i64,
    at: impl Fn(i64) -> i128,
    among: impl FnOnce(i64, i64) -> (i128, i128),
) -> ByteSpan {
    let items = body.items;
    let (first, last) = (from / items, (to - 1) / items);
    // How many items of the last copy are in the range: from 1 to all of them.
    let end = (to - 1) % items + 1;
    if first == last {
        return span_of_items(body, from % items, end).shift(at(first));
    }
    let ends = span_of_items(body, from % items, items)
        .shift(at(first))
        .join(span_of_items(body, 0, end).shift(at(last)));
    if last - first == 1 {
        return ends;
    }
    // The copies between the two at the ends are whole. Their span is that of the lowest and the highest one.
    let (lowest, highest) = among(first + 1, last - 1);
    let whole = ByteSpan::from_nest(body);
    ends.join(whole.shift(lowest)).join(whole.shift(highest))
}
