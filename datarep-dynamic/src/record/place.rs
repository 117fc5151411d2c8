//! The places of a field's items.

/// The number of items of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// Always this number.
    Fixed(usize),
    /// The value of the field with this index.
    Field(usize),
    /// A number that is computed, or all that there is up to the end of the record.
    Varying,
    /// This number in the records that have the alternative which contains the array, and none in the others.
    Optional(usize),
}

/// Consecutive items of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ItemRun {
    /// The index of the record.
    pub(super) record: usize,
    /// The byte of the first item.
    pub(super) offset: usize,
    /// The number of items.
    pub(super) items: usize,
    /// The number of characters of each item if the items are texts, otherwise one.
    pub(super) length: usize,
}

/// An array of groups.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupArray {
    /// The number of groups.
    pub(super) count: usize,
    /// Bytes from one group to the next.
    pub(super) stride: usize,
}

/// The place of a field in a record of fixed length: arrays of groups, and the run in the innermost group.
#[derive(Debug, Clone, Default)]
pub(super) struct FixedPlaces {
    /// Bytes to the first item.
    pub(super) offset: usize,
    /// The arrays of groups, the outermost first.
    pub(super) groups: Vec<GroupArray>,
    /// The number of items of the run.
    pub(super) items: usize,
    /// The number of characters of each item if the items are texts, otherwise one.
    pub(super) length: usize,
}

impl FixedPlaces {
    /// Calls `visit` with each run of the record that begins at `start`.
    pub(super) fn visit_runs(&self, record: usize, start: usize, visit: &mut impl FnMut(ItemRun)) {
        let FixedPlaces { offset, groups, items, length } = self;
        let run = |offset| ItemRun { record, offset, items: *items, length: *length };
        // The product of no groups is 1: a single run.
        let run_count: usize = groups.iter().map(|group| group.count).product();
        for index in 0..run_count {
            let mut rest = index;
            let mut at = start + offset;
            // The index as a number whose digits are the indexes of the arrays, the innermost last. So runs come in the
            // order of the file.
            for GroupArray { count, stride } in groups.iter().rev() {
                at += rest % count * stride;
                rest /= count;
            }
            visit(run(at));
        }
    }

    /// The number of items in a record.
    pub(super) fn count_items(&self) -> usize {
        self.groups.iter().map(|group| group.count).product::<usize>() * self.items
    }
}

/// A number of the model as a `usize`. The language limits it to far less than `usize::MAX`.
pub(super) fn to_size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
