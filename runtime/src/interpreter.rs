//! An internal interface for conversions without generated code: loops at the processor's level, conversions as
//! objects, and the parts that a representation is assembled of.
//!
//! It is not part of the interface for programs.

pub use crate::assembled::{Assembled, AssembledType, Name, TypeConversion};
pub use crate::convert::Tally;
pub use crate::convert::null::{NullValue, fill_repeated, is_repeated};
pub use crate::error::{Direction, Fault};
pub use crate::kernel::columns::{Task, run};
pub use crate::kernel::table::Table;
pub use crate::memory::{Bytes, Conversion, ConversionStop, invalid_item_fault};
pub use crate::text::mixed::{MixedFaults, MixedForm, MixedPage, MixedSet};

use crate::kernel::large::{self, Way};
use crate::kernel::{stream, table};
use crate::loss::{Event, Kinds, Loss};
use crate::native::{self, Decimal};

/// A native decimal of the given sign, number of at most 96 bits, and number of digits after the point, at most 28.
pub fn decimal_from_parts(negative: bool, number: u128, scale: u32) -> Decimal {
    native::decimal_from_parts(negative, number, scale)
}

/// The sign of a native decimal, its number, and the number of digits after its point.
pub fn decimal_to_parts(value: Decimal) -> (bool, u128, u32) {
    native::decimal_to_parts(value)
}

/// Looks up as many bytes as the shorter slice has.
pub fn look_up(table: &Table, from: &[u8], to: &mut [u8]) {
    table::look_up(table, from, to);
}

/// Whether an output of `bytes` bytes is stored past the caches.
pub fn goes_past_caches(bytes: usize) -> bool {
    large::is_large(bytes) && large::way() == Way::Past
}

/// Stores bytes past the caches.
///
/// # Panics
///
/// If the two slices differ in length.
pub fn copy_past_caches(from: &[u8], to: &mut [u8]) {
    stream::copy(from, to);
}

/// Orders all stores past the caches before later stores.
pub fn finish_past_caches() {
    stream::finish();
}

/// A set of events as bits, in the order of [`Event::ALL`].
pub const fn kinds_to_bits(kinds: Kinds) -> u32 {
    kinds.0
}

/// The set of the given bits.
pub const fn kinds_from_bits(bits: u32) -> Kinds {
    Kinds(bits)
}

/// Counts the events of an item.
pub fn count_events(loss: &mut Loss, kinds: Kinds) {
    loss.count(kinds);
}

/// The event that an error names for an item with these events: the first whose rule is `error`.
pub fn first_error(kinds: Kinds, errors: Kinds) -> Option<Event> {
    kinds.first_common_event(errors)
}

/// Bytes in the form in which messages show them.
pub fn format_bytes(bytes: &[u8]) -> String {
    crate::error::format_bytes(bytes)
}

/// Adds counts to a tally.
pub fn add_loss(tally: &mut Tally, loss: Loss) {
    tally.loss += loss;
}

/// The loss of items that had one event.
pub fn loss_of_event(event: Event, items: u64) -> Loss {
    let counts: Vec<u64> = Event::ALL.iter().map(|one| if *one == event { items } else { 0 }).collect();
    Loss::from_counts(&counts)
}
