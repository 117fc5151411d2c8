//! A program: loops, and the columns that they read and write.

use super::value::Slot;
use crate::columns::{Column, Columns, Counts, Word, of_width};
use crate::loops::{self, Bytes, Step};

/// Bytes of all columns together: the nearest cache holds them and the bytes of the items.
pub(super) const CACHE: usize = 24 << 10;

/// The fewest and the most items of a column.
pub(super) const ITEMS: (usize, usize) = (64, 4096);

/// Steps that convert the bytes of file items to native items, or native items to bytes.
pub(crate) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) counts: Counts,
    /// Columns that hold the same number for all items.
    pub(super) filled: Vec<(Column, u128)>,
    /// The events of each item, of an exact body.
    pub(super) kinds: Slot,
    /// Whether each item is odd, of an ordinary body. The next three fields are of an ordinary body too.
    pub(super) odd: Slot,
    pub(super) inexact: Slot,
    pub(super) tiny: Slot,
    pub(super) overflow: Slot,
    /// Items of a column.
    pub(super) items: usize,
}

impl Program {
    /// The largest number of items that are converted together.
    pub(crate) fn items(&self) -> usize {
        self.items
    }

    /// New columns for calls of at most `items` items.
    pub(crate) fn columns(&self, items: usize) -> Columns {
        let items = items.min(self.items);
        let mut columns = Columns::new(self.counts, items);
        for &(column, number) in &self.filled {
            for item in 0..items {
                columns.set(column, item, number);
            }
        }
        columns
    }

    /// Converts `items` items, which must fit in the columns.
    pub(crate) fn run(&self, columns: &mut Columns, input: &[u8], output: &mut [u8], items: usize) {
        let mut bytes = Bytes { input, output };
        for step in &self.steps {
            step(columns, &mut bytes, items);
        }
    }

    /// The events of an item that was converted exactly, as bits.
    pub(crate) fn kinds(&self, columns: &Columns, item: usize) -> u32 {
        let bits = match self.kinds {
            Slot::Known(bits) => bits,
            Slot::Column(column) => columns.get(column, item),
        };
        u32::low(bits)
    }

    /// Whether no item can meet an event.
    pub(crate) fn meets_nothing(&self) -> bool {
        self.kinds == Slot::Known(0)
    }

    /// Whether an item met an event.
    pub(crate) fn has_kinds(&self, columns: &Columns, items: usize) -> bool {
        has(self.kinds, columns, items)
    }

    /// Whether any of the items is odd.
    pub(crate) fn has_odd(&self, columns: &Columns, items: usize) -> bool {
        has(self.odd, columns, items)
    }

    /// Whether the item `item` is odd.
    pub(crate) fn is_odd(&self, columns: &Columns, item: usize) -> bool {
        holds(self.odd, columns, item)
    }

    /// Whether an ordinary item can be below the normal numbers or beyond the largest number.
    pub(crate) fn goes_beyond(&self) -> bool {
        self.tiny != Slot::Known(0) || self.overflow != Slot::Known(0)
    }

    /// The number of items that are rounded.
    pub(crate) fn count_inexact(&self, columns: &Columns, items: usize) -> u64 {
        let count = match self.inexact {
            Slot::Known(0) => 0,
            Slot::Known(_) => items,
            Slot::Column(column) => {
                of_width!(column.width, T => loops::count(columns.of::<T>(column.index, items)))
            }
        };
        count as u64
    }

    /// Whether an ordinary item is rounded, whether it is below the normal numbers, and whether it is beyond the
    /// largest number.
    pub(crate) fn met(&self, columns: &Columns, item: usize) -> [bool; 3] {
        [self.inexact, self.tiny, self.overflow].map(|slot| holds(slot, columns, item))
    }
}

fn holds(slot: Slot, columns: &Columns, item: usize) -> bool {
    match slot {
        Slot::Known(truth) => truth != 0,
        Slot::Column(column) => columns.get(column, item) != 0,
    }
}

fn has(slot: Slot, columns: &Columns, items: usize) -> bool {
    match slot {
        Slot::Known(truth) => truth != 0,
        Slot::Column(column) => {
            of_width!(column.width, T => loops::any(columns.of::<T>(column.index, items)))
        }
    }
}
