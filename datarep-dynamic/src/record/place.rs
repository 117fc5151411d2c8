//! Where the items of a field lie.

/// How many items an array of a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// Always so many.
    Fixed(usize),
    /// As many as the field of this index says.
    Field(usize),
}

/// Items of a field that lie one after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The record.
    pub(super) record: usize,
    /// The first byte.
    pub(super) offset: usize,
    /// How many there are.
    pub(super) items: usize,
    /// Characters of each, where they are texts.
    pub(super) length: usize,
}

/// Where a field of a record of fixed length lies: arrays of groups, and the run in the innermost of them.
#[derive(Debug, Clone, Default)]
pub(super) struct Fixed {
    /// Bytes to the first item.
    pub(super) offset: usize,
    /// How many groups, and bytes from one to the next; the outermost first.
    pub(super) groups: Vec<(usize, usize)>,
    /// Items of the run.
    pub(super) items: usize,
    /// Characters of each.
    pub(super) length: usize,
}

impl Fixed {
    /// Calls for each run of one record that begins at `start`.
    pub(super) fn runs(&self, record: usize, start: usize, visit: &mut impl FnMut(Run)) {
        let Fixed { offset, groups, items, length } = self;
        let run = |offset| Run { record, offset, items: *items, length: *length };
        let all: usize = groups.iter().map(|(count, _)| count).product();
        for index in 0..all {
            let mut rest = index;
            let mut at = start + offset;
            for (count, stride) in groups.iter().rev() {
                at += rest % count * stride;
                rest /= count;
            }
            visit(run(at));
        }
    }

    /// Items of a record.
    pub(super) fn items(&self) -> usize {
        self.groups.iter().map(|(count, _)| count).product::<usize>() * self.items
    }
}

/// A number of the model, which has a limit far below what an address can be.
pub(super) fn to_size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
