//! The door for who converts without generated code: loops at the processor's level, conversions as objects, and what a
//! representation is assembled of.
//!
//! It is no part of the interface for programs.

pub use crate::assembled::{Assembled, AssembledType, Name, Work};
pub use crate::convert::Tally;
pub use crate::error::{Direction, Fault};
pub use crate::kernel::columns::{Task, run};
pub use crate::kernel::stream::{
    copy as copy_past_caches, finish as finish_past_caches, is_worth as goes_past_caches,
};
pub use crate::kernel::table::{Table, look_up};
pub use crate::memory::{Bytes, Conversion, Stop, not_an_item};
pub use crate::native::{decimal_from_parts, decimal_to_parts};

use crate::loss::{Event, Kinds, Loss};

/// A set of events as bits, in the order of [`Event::ALL`].
pub const fn bits_of(kinds: Kinds) -> u32 {
    kinds.bits()
}

/// The set of these bits.
pub const fn kinds_of(bits: u32) -> Kinds {
    Kinds::from_bits(bits)
}

/// Counts the events of an item.
pub fn count(loss: &mut Loss, kinds: Kinds) {
    loss.count(kinds);
}

/// The event that an error names, of an item with these events: the first whose rule is `error`.
pub fn first_error(kinds: Kinds, errors: Kinds) -> Option<Event> {
    kinds.first_of(errors)
}

/// Adds what was counted to what is counted so far.
pub fn add_loss(tally: &mut Tally, loss: Loss) {
    tally.lost(loss);
}
