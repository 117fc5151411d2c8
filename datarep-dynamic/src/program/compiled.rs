//! A program: loops, and the columns that they read and write.

use super::value::WordSlot;
use crate::columns::{ColumnCounts, ColumnId, ColumnWord, Columns, of_width};
use crate::loops::{self, ByteArray, Step};

/// Bytes of all columns together: the nearest cache holds them and the bytes of the items.
pub(super) const CACHE: usize = 24 << 10;

/// The fewest and the most items of a column.
pub(super) const ITEMS: (usize, usize) = (64, 4096);

/// Steps that convert the bytes of file items to native items, or native items to bytes.
pub(crate) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) counts: ColumnCounts,
    /// Columns that hold the same number for all items.
    pub(super) filled: Vec<(ColumnId, u128)>,
    /// The events of each item, of an exact body.
    pub(super) kinds: WordSlot,
    /// Whether each item is odd, of an ordinary body. The next three fields are of an ordinary body too.
    pub(super) odd: WordSlot,
    pub(super) inexact: WordSlot,
    pub(super) tiny: WordSlot,
    pub(super) overflow: WordSlot,
    /// Items of a column.
    pub(super) items: usize,
}

impl Program {
    /// The largest number of items that are converted together.
    pub(crate) fn items_at_once(&self) -> usize {
        self.items
    }

    /// New columns for calls of at most `items` items.
    pub(crate) fn make_columns(&self, items: usize) -> Columns {
        // Filling long columns would take longer than the conversion of a few items.
        let items = items.min(self.items);
        let mut columns = Columns::new(self.counts, items);
        // No step writes to these columns, so they are filled once and hold for all calls.
        for &(column, number) in &self.filled {
            for item in 0..items {
                columns.set_number(column, item, number);
            }
        }
        columns
    }

    /// Converts `items` items, which must fit in the columns.
    pub(crate) fn convert_items(&self, columns: &mut Columns, input: &[u8], output: &mut [u8], items: usize) {
        // The steps are in the order of the body. Every one reads what earlier ones have written, and none reads a
        // column that was given to another value since: the compiler has assigned the places so.
        let mut bytes = ByteArray { input, output };
        for step in &self.steps {
            step(columns, &mut bytes, items);
        }
    }

    /// The events of an item that was converted exactly, as bits.
    pub(crate) fn exact_events(&self, columns: &Columns, item: usize) -> u32 {
        let bits = match self.kinds {
            WordSlot::Known(bits) => bits,
            WordSlot::Column(column) => columns.get(column, item),
        };
        u32::from_low_bits(bits)
    }

    /// Whether no item can meet an event.
    pub(crate) fn has_no_events(&self) -> bool {
        self.kinds == WordSlot::Known(0)
    }

    /// Whether an item met an event.
    pub(crate) fn has_any_event(&self, columns: &Columns, items: usize) -> bool {
        is_slot_set_for_any(self.kinds, columns, items)
    }

    /// Whether any of the items is odd.
    pub(crate) fn has_odd(&self, columns: &Columns, items: usize) -> bool {
        is_slot_set_for_any(self.odd, columns, items)
    }

    /// Whether the item `item` is odd.
    pub(crate) fn is_odd(&self, columns: &Columns, item: usize) -> bool {
        is_slot_set(self.odd, columns, item)
    }

    /// Whether an ordinary item can be below the normal numbers or beyond the largest number.
    pub(crate) fn can_underflow_or_overflow(&self) -> bool {
        self.tiny != WordSlot::Known(0) || self.overflow != WordSlot::Known(0)
    }

    /// The number of items that are rounded.
    pub(crate) fn count_inexact(&self, columns: &Columns, items: usize) -> u64 {
        let count = match self.inexact {
            WordSlot::Known(0) => 0,
            // A known truth value other than zero means that each item of the conversion is rounded.
            WordSlot::Known(_) => items,
            WordSlot::Column(column) => {
                of_width!(column.width, T => loops::count_masks(columns.words_of::<T>(column.index, items)))
            }
        };
        count as u64
    }

    /// Whether an ordinary item is rounded, whether it is below the normal numbers, and whether it is beyond the
    /// largest number.
    pub(crate) fn ordinary_events(&self, columns: &Columns, item: usize) -> [bool; 3] {
        [self.inexact, self.tiny, self.overflow].map(|slot| is_slot_set(slot, columns, item))
    }
}

fn is_slot_set(slot: WordSlot, columns: &Columns, item: usize) -> bool {
    match slot {
        WordSlot::Known(truth) => truth != 0,
        WordSlot::Column(column) => columns.get(column, item) != 0,
    }
}

fn is_slot_set_for_any(slot: WordSlot, columns: &Columns, items: usize) -> bool {
    match slot {
        WordSlot::Known(truth) => truth != 0,
        WordSlot::Column(column) => {
            of_width!(column.width, T => loops::has_set_mask(columns.words_of::<T>(column.index, items)))
        }
    }
}
