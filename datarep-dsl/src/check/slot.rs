//! The facts about a format that was requested.

use super::range::RangeFacts;
use crate::model::Format;
use crate::source::Span;

/// The result for a format that was requested.
pub(super) enum Slot {
    /// It has a fault, which was reported.
    Broken,
    /// It is sound.
    Known(Box<KnownFormatSlot>),
}

/// A sound format.
pub(super) struct KnownFormatSlot {
    /// The text that defines it.
    pub(super) unit: usize,
    /// The words that define its range, if the user wrote them.
    pub(super) shown: Option<Span>,
    /// Whether its significand is written as a fraction.
    pub(super) fraction: bool,
    pub(super) format: Format,
    /// Set if the text declares it `packed` or similar. It then has no place of its own in a file of items.
    pub(super) packed: Option<String>,
    pub(super) facts: RangeFacts,
}

impl KnownFormatSlot {
    /// Its name in the model.
    pub(super) fn format_name(&self) -> &str {
        &self.format.name
    }

    /// Whether the format states its own order.
    pub(super) fn has_order(&self) -> bool {
        self.format.order.is_some()
    }
}
