//! What is known of a format that was asked for.

use super::range::Facts;
use crate::model::Format;
use crate::source::Span;

/// What is known of a format that was asked for.
pub(super) enum Slot {
    /// A fault was reported.
    Broken,
    /// It is sound.
    Known(Box<Known>),
}

/// A sound format.
pub(super) struct Known {
    /// The text that defines it.
    pub(super) unit: usize,
    /// The words that define its range, if the user wrote them.
    pub(super) shown: Option<Span>,
    /// Whether its significand is written as a fraction.
    pub(super) fraction: bool,
    pub(super) format: Format,
    /// It is said to be `packed` or the like, and has no place in a file of items of its own.
    pub(super) packed: Option<String>,
    pub(super) facts: Facts,
}

impl Known {
    /// The name that the model has for it.
    pub(super) fn name(&self) -> &str {
        &self.format.name
    }

    /// Whether the format says its own order.
    pub(super) fn has_order(&self) -> bool {
        self.format.order.is_some()
    }
}
