//! The facts about a format that was requested.

use super::range::RangeFacts;
use crate::model::Format;
use crate::source::Span;

/// The result for a format that was requested.
pub(super) enum FormatSlot {
    /// It has a fault, which was reported.
    Broken,
    /// It is sound.
    Known(Box<CheckedFormat>),
}

/// A sound format.
pub(super) struct CheckedFormat {
    /// The text that defines it.
    pub(super) unit: usize,
    /// The words that define its range, if the user wrote them.
    pub(super) range_span: Option<Span>,
    /// Whether its significand is written as a fraction.
    pub(super) fraction: bool,
    pub(super) format: Format,
    /// The word of the order, such as `packed`, if the words of the format lie back to back. Such
    /// words begin inside bytes, so they are no items of a file.
    pub(super) packed: Option<String>,
    pub(super) facts: RangeFacts,
}

impl CheckedFormat {
    /// Its name in the model.
    pub(super) fn format_name(&self) -> &str {
        &self.format.name
    }

    /// Whether the format states its own order.
    pub(super) fn has_order(&self) -> bool {
        self.format.order.is_some()
    }
}
