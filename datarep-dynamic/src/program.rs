//! Programs: bodies of plans as steps over columns.
//!
//! A body is a straight line, so a program is a list of loops. Each step of the body is a loop over a column of items, which reads the
//! columns of earlier steps and writes its own; constants are part of the loop. The bytes of items come in by the first steps
//! and go out by the last. What the plan decides is not asked again here, and nothing is decided but how a step is computed.
//!
//! # An example
//!
//! IBM's short float, `S1 E7 F24 where value = 0.F * 16^(E - 64)`, is read as an `f32` by these loops, over some hundred items at a time:
//!
//! ```text
//! word      = bytes, the most significant first      41 1a 00 00   00 00 00 00   0x411a0000   0x00000000
//! sign      = word >> 31 << 31                                                   0            0
//! scaled    = (word >> 24 & 0x7f) << 2                                           260          0
//! digits    = word & 0x00ffffff                                                  0x1a0000     0
//! power     = (scaled + -153) << 23                                              2^-20        no number
//! integer   = digits as a float                                                  1703936.0    0.0
//! number    = integer * power                                                    1.625        0.0
//! beyond    = power > 227 << 23                                                  0            ones
//! rest      = word & 0x7fffffff                                                  0x411a0000   0
//! some      = rest != 0                                                          ones         0
//! odd       = beyond & some                                                      0            0
//! bits      = number & 0x7fffffff                                                1.625        0.0
//! made      = bits | sign                                                        1.625        0.0
//! ```
//!
//! What is taken from the word, counted and moved is one loop, as far as it goes (`chain`). The columns stay in the nearest cache: that of a value which
//! nobody reads any more is the place of another. With vectors of 64 bytes an item takes 0.6 ns.

mod arithmetic;
mod bytes;
mod chain;
mod compiler;
pub(crate) use compiler::{bytes_of, kinds};
mod primitive;
mod tens;

use datarep_dsl::model::Native;
use datarep_plan::body::Body;
use datarep_plan::plan::Plan;

use crate::columns::{Column, Columns, Counts, Word, of_width};
use crate::loops::{self, Bytes, Step};
use compiler::Compiler;

/// Bytes of all columns: what the nearest cache holds, the bytes of the items beside them.
const CACHE: usize = 24 << 10;

/// The fewest and the most items of a column.
const ITEMS: (usize, usize) = (64, 4096);

/// A word of an item that is known, or in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Known(u128),
    Column(Column),
}

/// Steps from the bytes of items of one side to those of the other.
pub(crate) struct Program {
    steps: Vec<Step>,
    counts: Counts,
    /// Columns that hold the same number for all items.
    filled: Vec<(Column, u128)>,
    /// What an exact body says of its items.
    kinds: Slot,
    /// What an ordinary body says of its items.
    odd: Slot,
    inexact: Slot,
    tiny: Slot,
    overflow: Slot,
    /// Items of a column.
    items: usize,
}

impl Program {
    /// File to native, by this body.
    pub(crate) fn reading(plan: &Plan, native: Native, body: &Body) -> Program {
        let mut compiler = Compiler::default();
        let bytes = Compiler::bytes_of_input(&plan.load);
        let word = compiler.body(&plan.load, bytes).item;
        let made = compiler.body(body, word);
        compiler.store_native(native, &made.item);
        compiler.finish(&made)
    }

    /// Native to file, by this body.
    pub(crate) fn writing(plan: &Plan, native: Native, body: &Body) -> Program {
        let mut compiler = Compiler::default();
        let item = compiler.load_native(native);
        let made = compiler.body(body, item);
        let bytes = compiler.body(&plan.store, made.item.clone()).item;
        compiler.store_bytes(&bytes);
        compiler.finish(&made)
    }

    /// Items that are converted together at most.
    pub(crate) fn items(&self) -> usize {
        self.items
    }

    /// Its columns, for calls of at most so many items.
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

    /// Converts so many items, as many as a column has at most.
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

    /// Whether one of the items met an event.
    pub(crate) fn has_kinds(&self, columns: &Columns, items: usize) -> bool {
        has(self.kinds, columns, items)
    }

    /// Whether one of the items is odd.
    pub(crate) fn has_odd(&self, columns: &Columns, items: usize) -> bool {
        has(self.odd, columns, items)
    }

    /// Whether an item is odd.
    pub(crate) fn is_odd(&self, columns: &Columns, item: usize) -> bool {
        holds(self.odd, columns, item)
    }

    /// Whether an ordinary item may be below the normal numbers, or beyond the largest.
    pub(crate) fn goes_beyond(&self) -> bool {
        self.tiny != Slot::Known(0) || self.overflow != Slot::Known(0)
    }

    /// How many items are rounded.
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

    /// Whether an ordinary item is rounded, below the normal numbers, beyond the largest.
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
