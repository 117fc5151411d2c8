//! Compares interpreted conversions with the reference, for arbitrary texts and words.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use datarep::Predefined;
use datarep_dsl::model::{Conversion, Format, Model, Native, TypeMapping};
use datarep_dynamic::Text as Interpreted;

use super::interpreted;
use super::job::{ExpectedItems, NativeFormats};
use super::text::Text;
use crate::chance::Chance;
use crate::reference::{Reference, mask, rules};
use crate::typed::TypedCalls;

/// The greatest number of conversions that are compared for a text. A text inherits some hundred.
const CONVERSIONS: usize = 6;

/// The widest exponent for which tables are made quickly. `BITS` is the widest word.
const EXPONENT: u32 = 12;
const BITS: u32 = 128;

static NATIVES: LazyLock<Option<NativeFormats>> = LazyLock::new(|| NativeFormats::new().ok());

/// The difference found for the random text whose choices are made from `bytes`, or `None`.
pub fn of_bytes(bytes: &[u8]) -> Option<String> {
    let mut chance = Chance::from_bytes(bytes);
    let source = Text::random(&mut chance).render();
    let words: Vec<u128> = (0..64).map(|_| chance.next_u128()).collect();
    of_text(&source, &words).map(|different| format!("{different}\n{source}"))
}

/// The difference found for random records whose choices are made from `bytes`, or `None`. The interpreter reads and writes
/// their files, and the reference walks over the bytes by the tree from which the text was written.
pub fn of_record_bytes(bytes: &[u8]) -> Option<String> {
    super::shape::find_difference(&mut Chance::from_bytes(bytes))
}

/// The difference found for words of a text's formats and for native numbers. Returns `None` if nothing differs or if
/// the text is refused.
pub fn of_text(source: &str, words: &[u128]) -> Option<String> {
    let text = Interpreted::parse(source).ok()?;
    let model = text.model();
    for (datarep, described) in text.representations().iter().zip(&model.datareps) {
        let mut seen = BTreeSet::new();
        // Both lists are in the order of the predefined types.
        for (predefined, entry) in Predefined::all().zip(&described.types) {
            let TypeMapping::Scalar(index) = entry.mapping else { continue };
            if seen.len() >= CONVERSIONS || !seen.insert(index) {
                continue;
            }
            let conversion = &described.conversions[index];
            let side = TextConversion { model, conversion, predefined };
            if let Some(different) = side.compare_words(datarep, words) {
                return Some(format!("`{}`, {}: {different}", described.name, conversion.title));
            }
        }
    }
    None
}

/// A conversion of a text.
struct TextConversion<'a> {
    model: &'a Model,
    conversion: &'a Conversion,
    predefined: Predefined,
}

impl TextConversion<'_> {
    fn format(&self) -> &Format {
        &self.model.formats[self.conversion.format.0]
    }

    fn compare_words(&self, datarep: &datarep::Datarep, words: &[u128]) -> Option<String> {
        let typed = TypedCalls::for_native(self.conversion.native, 1)?;
        let format = self.format();
        let extent = self.conversion.order.extent(format.bits) as usize;
        let known = self.expect_items(words);
        let Some([read, write]) = known else {
            // The reference does not support this format. Check only that a dry run counts the same events as the
            // conversion.
            let items: Vec<u8> = words.iter().flat_map(|word| self.store_word(*word)).collect();
            let made = (typed.read)(datarep, self.predefined, &items, words.len());
            let loss = made.result.ok()?;
            let dry = (typed.loss)(datarep, self.predefined, &items).ok();
            return (dry != Some(loss)).then(|| format!("a dry run counts {dry:?}, not {loss:?}"));
        };
        for (direction, records) in [("read", &read), ("write", &write)] {
            let found =
                interpreted::find_differences(datarep, self.predefined, typed, extent, direction, records);
            if let Some((item, what)) = found.into_iter().next() {
                return Some(format!("{direction} of {item:02x?}: {what}"));
            }
        }
        None
    }

    /// The bytes of a word of the format. If the format has more than 128 bits, the word is repeated.
    fn store_word(&self, word: u128) -> Vec<u8> {
        let format = self.format();
        let extent = self.conversion.order.extent(format.bits) as usize;
        if format.bits <= BITS {
            return self.conversion.order.store(word & mask::<u128>(format.bits), format.bits);
        }
        word.to_be_bytes().into_iter().cycle().take(extent).collect()
    }

    /// The reference's results for the words in both directions, or `None` if the reference does not support the
    /// format.
    fn expect_items(&self, words: &[u128]) -> Option<[ExpectedItems; 2]> {
        let format = self.format();
        let exponent =
            format.kind.part().map_or(0, |float| float.exponent.iter().map(|range| range.width()).sum());
        let is_float = [Native::F32, Native::F64, Native::F128].contains(&self.conversion.native);
        if !is_float || exponent > EXPONENT || format.bits > BITS || format.kind.part().is_none() {
            return None;
        }
        let native = NATIVES.as_ref()?.format(self.conversion.native);
        let file = Reference::<u128>::new(format).ok()?;
        let numbers = Reference::<u128>::new(native).ok()?;
        let Conversion { read, write, .. } = self.conversion;
        let (mut reads, mut writes) = (ExpectedItems::default(), ExpectedItems::default());
        let store_native = |value: u128| value.to_le_bytes()[..native.bits as usize / 8].to_vec();
        for word in words {
            let word = *word & mask::<u128>(format.bits);
            let (value, events) = rules::convert(&file, &numbers, read, Some(write), word);
            let error = rules::first_error(events, rules::error_events(read));
            reads.push([&self.store_word(word), &store_native(value)], events, error);
            for value in [value, value ^ 1, word & mask::<u128>(native.bits)] {
                let (made, events) = rules::convert(&numbers, &file, write, None, value);
                let error = rules::first_error(events, rules::error_events(write));
                writes.push([&store_native(value), &self.store_word(made)], events, error);
            }
        }
        Some([reads, writes])
    }
}
