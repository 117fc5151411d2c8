//! Items that go from word to word, for sources whose numbers no native type holds.
//!
//! No native float has the numbers of `decimal128_dpd`, and an `f64` has no 0.1. What such a source's numbers are to
//! the target is decided by exact arithmetic: [`Between`] has the exact number between both words, and the target
//! rounds it once. Items that a native type holds exactly may go through that type, which is faster and the same, and
//! so do those that are no numbers.
//!
//! A number beyond the target's range has no word there, and neither has one that becomes a zero. What is written for it
//! is up to the target's rules, which look at its sign alone. So another number that the native type holds, and that is
//! far beyond the range or next to zero, is written in its place. The number itself could be rounded to one that is not
//! beyond the range, and would be counted a second time.

use datarep::error::Direction;
use datarep::{Event, Loss};
use datarep_dsl::model::{self as described, ByteOrder, OverflowRule, Policy, UnderflowRule};
use datarep_dsl::words::{ConvertError, WordConverter};

use crate::args::ViaType;
use crate::failure::CliFailure;
use crate::names::NamedFormat;

use super::job::{ConversionJob, ItemSink};
use super::losses::ConversionLosses;
use super::native::{self, NativeCell};
use super::pump::{
    BlockRows, ConvertedBlock, convert_through, format_item_value, refused_value_failure, write_items,
};

/// An item of the target.
struct ConvertedItem {
    bytes: Vec<u8>,
    /// What its number lost.
    lost_event: Option<described::Event>,
}

/// How many items are looked at together. If a native type holds all of them, they go through that type.
const TOGETHER: usize = 128;

/// Both formats of a pair.
#[derive(Debug)]
pub(super) struct ExactPair {
    converter: WordConverter,
    rules: Policy,
    from_order: ByteOrder,
    to_order: ByteOrder,
    /// Bits of a word of the target.
    bits: u32,
}

impl ExactPair {
    /// Whether items have to go from word to word, because the native type would round them before the target does.
    pub(super) fn is_needed(via: ViaType, from: &NamedFormat, to: &NamedFormat, has_rules: bool) -> bool {
        // If both floats have the same numbers, reading rounds as writing would.
        let has_same_numbers =
            || native::is_within(via, &from.format) && native::has_numbers_of(via, &to.format);
        !native::holds_all(via, &from.format) && (has_rules || !has_same_numbers())
    }

    /// Prepares a conversion under the target's rules; `None` if a format has no numbers.
    pub(super) fn new(from: &NamedFormat, to: &NamedFormat, rules: Policy) -> Option<ExactPair> {
        Some(ExactPair {
            converter: WordConverter::new(&from.format, &to.format, &rules)?,
            rules,
            from_order: from.order.clone(),
            to_order: to.order.clone(),
            bits: to.format.bits,
        })
    }

    /// The word for an item, if it is a number that is written without the native type.
    fn convert(&self, item: &[u8], bits: u32) -> Result<ConvertedItem, ConvertError> {
        let (bytes, lost_event) = self.converter.convert_bytes(&self.from_order.load_bytes(item, bits))?;
        Ok(ConvertedItem { bytes: self.to_order.store_bytes(&bytes, self.bits), lost_event })
    }

    /// A native number for which the same is written as for one that has no word; `None` if there is none.
    fn find_stand_in<T: NativeCell>(&self, missed: ConvertError, sink: &ItemSink) -> Option<T> {
        let (events, stand_in) = match missed {
            // A rule that wraps keeps the low digits of the number itself, which a stand-in does not have.
            ConvertError::Beyond { .. } if self.rules.overflow == OverflowRule::Wrap => return None,
            ConvertError::Beyond { negative } => (&[Event::Overflow][..], T::farthest(negative)?),
            ConvertError::Vanished { negative } => {
                (&[Event::Underflow, Event::Inexact][..], T::nearest(negative)?)
            }
            ConvertError::NoNumber => return None,
        };
        let ItemSink::Raw { format, .. } = sink else { return None };
        // The stand-in is written and counted in place of the number. So it has to lose what the number loses, and
        // nothing else.
        let loss = format.loss_on_write(&[stand_in]).ok()?;
        let is_lost = loss.events().any(|(event, _)| events.contains(&event));
        (is_lost && loss.events().all(|(event, _)| events.contains(&event))).then_some(stand_in)
    }

    /// Whether the rules refuse a number that loses this.
    fn refuses(&self, event: Event) -> bool {
        self.rules.inexact_error || event == Event::Underflow && self.rules.underflow == UnderflowRule::Error
    }
}

/// Returns whether the native type would lose only the value of the number. That does not matter
/// here, because the number goes from word to word.
fn loses_only_number(loss: Loss) -> bool {
    loss.events().all(|(event, _)| matches!(event, Event::Inexact | Event::Underflow | Event::Overflow))
}

/// Returns whether the native type would round the item, or cannot hold a number of its size.
fn has_rounding_loss(loss: Loss) -> bool {
    loss.inexact + loss.underflow + loss.overflow > 0
}

/// Converts items from word to word, and the runs of others by way of `T`.
pub(super) fn convert_words<T: NativeCell>(
    job: &ConversionJob,
    exact: &ExactPair,
    items: &[u8],
    block: &mut ConvertedBlock<'_, T>,
    places: BlockRows,
    losses: &mut ConversionLosses,
) -> Result<(), CliFailure> {
    let extent = places.extent;
    let count_losses = |items: &[u8]| job.from.loss::<T>(items).unwrap_or_default();
    let count = items.len() / extent;
    // The first item that is still to go through the native type.
    let mut first_unconverted = 0;
    for (part, part_items) in items.chunks(TOGETHER * extent).enumerate() {
        let loss = count_losses(part_items);
        // The native type holds these numbers. But between two decimal floats a number is not all: 1.0 and 1.00 are
        // two words, which no native type tells apart.
        if !has_rounding_loss(loss) && !exact.converter.keeps_exponents() {
            continue;
        }
        // If nothing in the part is lost but numbers, no item has to be asked by itself.
        let are_numbers = loses_only_number(loss);
        for (index, item) in part_items.chunks_exact(extent).enumerate() {
            let index = part * TOGETHER + index;
            let conversion = exact.convert(item, job.named.format.bits);
            let stand_in =
                conversion.as_ref().err().and_then(|error| exact.find_stand_in::<T>(*error, &job.sink));
            let has_word = conversion.is_ok() || stand_in.is_some();
            if !has_word || !are_numbers && !loses_only_number(count_losses(item)) {
                continue;
            }
            // The items before this one go first, because the report shows the first places of an event.
            if first_unconverted < index {
                let run = places.advance(first_unconverted);
                convert_through(job, &items[first_unconverted * extent..index * extent], block, run, losses)?;
            }
            first_unconverted = index + 1;
            let place = places.advance(index);
            match (conversion, stand_in) {
                (Ok(arrival), _) => store_word(job, exact, &arrival, item, block, place, losses)?,
                (Err(_), Some(stand_in)) => {
                    write_items(
                        job,
                        &[stand_in],
                        block.bytes,
                        place,
                        &|_| format_item_value(&job.named, item),
                        losses,
                    )?;
                }
                // Such an item has gone on above.
                (Err(_), None) => {}
            }
        }
    }
    if first_unconverted == count {
        return Ok(());
    }
    let run = places.advance(first_unconverted);
    convert_through(job, &items[first_unconverted * extent..], block, run, losses)
}

/// Stores the word of an item, and counts what its number lost.
fn store_word<T: NativeCell>(
    job: &ConversionJob,
    exact: &ExactPair,
    converted: &ConvertedItem,
    item: &[u8],
    block: &mut ConvertedBlock<'_, T>,
    places: BlockRows,
    losses: &mut ConversionLosses,
) -> Result<(), CliFailure> {
    if let Some(lost_event) = converted.lost_event {
        let event = if lost_event == described::Event::Underflow { Event::Underflow } else { Event::Inexact };
        let format_value = || format_item_value(&job.named, item);
        // A dry run counts the item instead.
        if let (true, false, ItemSink::Raw { name, .. }) = (exact.refuses(event), job.dry, &job.sink) {
            return Err(refused_value_failure(
                Direction::Write,
                places.locate(0),
                name,
                event,
                &format_value(),
                T::PREDEFINED,
            ));
        }
        let is_tiny = event == Event::Underflow;
        let mut loss = Loss::default();
        loss.underflow = u64::from(is_tiny);
        loss.inexact = u64::from(!is_tiny);
        losses.count_loss(Direction::Write, loss, 1, &|_| loss, &|_| (places.locate(0), format_value()));
    }
    if !job.dry {
        let word = &converted.bytes;
        let start = places.first * word.len();
        block.bytes[start..][..word.len()].copy_from_slice(word);
    }
    Ok(())
}
