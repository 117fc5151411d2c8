//! What a conversion could not keep, with the first places of each event.

use std::fmt::Write as _;

use datarep::error::Direction;
use datarep::{Event, Loss};

use crate::names::NamedFormat;
use crate::output::summarize;

/// How many places are reported for each event.
const SHOWN: usize = 3;

/// A place where something was lost.
#[derive(Debug)]
struct LossPosition {
    item: u64,
    byte: u64,
    value: String,
}

/// What one event lost, either on read or on write.
#[derive(Debug)]
struct EventLoss {
    direction: Direction,
    event: Event,
    count: u64,
    places: Vec<LossPosition>,
}

/// What a conversion could not keep.
#[derive(Debug)]
pub(super) struct ConversionLosses {
    /// The number of items that were converted.
    items: u64,
    event_losses: Vec<EventLoss>,
}

/// Where an item is.
#[derive(Debug, Clone, Copy)]
pub(super) struct ItemPosition {
    /// The number of items before it.
    pub(super) item: u64,
    /// Its first byte.
    pub(super) byte: u64,
}

impl ConversionLosses {
    /// Begins with no items and no losses.
    pub(super) fn new() -> ConversionLosses {
        ConversionLosses { items: 0, event_losses: Vec::new() }
    }

    /// The number of items that were converted.
    pub(super) fn items(&self) -> u64 {
        self.items
    }

    /// Counts converted items.
    pub(super) fn count_items(&mut self, items: usize) {
        self.items += items as u64;
    }

    /// Whether anything was lost.
    pub(super) fn has_losses(&self) -> bool {
        !self.event_losses.is_empty()
    }

    /// Counts what was lost in `items` items. `part` returns the loss in a range of them; `place` returns where an item
    /// is and what its value was.
    pub(super) fn count_loss(
        &mut self,
        direction: Direction,
        loss: Loss,
        items: usize,
        part: &dyn Fn(std::ops::Range<usize>) -> Loss,
        place: &dyn Fn(usize) -> (ItemPosition, String),
    ) {
        for &event in Event::ALL {
            let count = loss.of(event);
            if count == 0 {
                continue;
            }
            // A list and no map: there are few events, and their order is that of the first loss.
            let known_index =
                self.event_losses.iter().position(|loss| loss.direction == direction && loss.event == event);
            let index = known_index.unwrap_or_else(|| {
                self.event_losses.push(EventLoss { direction, event, count: 0, places: Vec::new() });
                self.event_losses.len() - 1
            });
            let event_loss = &mut self.event_losses[index];
            event_loss.count += count;
            // To find a place, the losses of many parts of the block are asked for. Once enough are known, none is
            // looked for.
            let missing_places = SHOWN.saturating_sub(event_loss.places.len());
            let mut lost_indexes = Vec::new();
            find_lost_items(0..items, missing_places, &|range| part(range).of(event) > 0, &mut lost_indexes);
            event_loss.places.extend(lost_indexes.into_iter().map(|index| {
                let (ItemPosition { item, byte }, value) = place(index);
                LossPosition { item, byte, value }
            }));
        }
    }

    /// The report: what was converted, and what could not be kept, in the same order whatever the pieces were. `written` are
    /// the bytes of the new file, if there is one.
    pub(super) fn report(
        &self,
        from: &str,
        named: &NamedFormat,
        via: &str,
        to: &str,
        written: Option<u64>,
    ) -> String {
        let plural = if self.items == 1 { "" } else { "s" };
        let mut text =
            format!("{} item{plural} of {from}: {} to {to}, through {via}\n", self.items, named.title());
        let mut losses: Vec<&EventLoss> = self.event_losses.iter().collect();
        // Events are met in an order that depends on where pieces begin.
        losses.sort_by_key(|loss| (matches!(loss.direction, Direction::Write), loss.event));
        for EventLoss { direction, event, count, places } in losses {
            let when = match direction {
                Direction::Read => "when read",
                Direction::Write => "when written",
            };
            let places: Vec<String> = places
                .iter()
                .map(|LossPosition { item, byte, value }| format!("item {item} at byte {byte} ({value})"))
                .collect();
            let ellipsis = if (places.len() as u64) < *count { ", …" } else { "" };
            let _ = writeln!(text, "{count} {} {when}: {}{ellipsis}", event.word(), places.join(", "));
        }
        let total_losses = self.event_losses.iter().map(|loss| loss.count).sum();
        text.push_str(&summarize(self.items, "item", written, total_losses));
        text
    }
}

/// Appends the items of a range in which something is lost to `lost_indexes`, until it has `limit`.
fn find_lost_items(
    range: std::ops::Range<usize>,
    limit: usize,
    is_lossy: &dyn Fn(std::ops::Range<usize>) -> bool,
    lost_indexes: &mut Vec<usize>,
) {
    // The first half is searched before the second one, so what is found are the first items.
    if range.is_empty() || lost_indexes.len() >= limit || !is_lossy(range.clone()) {
        return;
    }
    if range.len() == 1 {
        lost_indexes.push(range.start);
        return;
    }
    let middle = range.start + range.len() / 2;
    find_lost_items(range.start..middle, limit, is_lossy, lost_indexes);
    find_lost_items(middle..range.end, limit, is_lossy, lost_indexes);
}
