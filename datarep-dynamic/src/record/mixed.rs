//! Texts with characters of one and of two bytes, which are converted as a whole.
//!
//! Their units are bytes. A fault is the event `unmapped` of its byte, as a code without a character is in other texts, and
//! the field's rule decides what becomes of it. A text that has more bytes than its field is an error and is never cut.

use datarep::Event;
use datarep::error::ErrorKind;
use datarep::interpreter::{
    Direction, Fault, MixedFaults, MixedForm, MixedPage, MixedSet, fill_repeated, loss_of_event,
};
use datarep_dsl::model::{self, Conversion, Model, NullCase, Nulls, TextField, Trim, UnmappedRule};

use super::error::{LossPlace, Losses, RecordError};
use super::null::{BadItem, ItemFindings, MissingItems, NO_NULLS, RefusedItems, has_null_bytes};
use super::{ItemLocation, Rows, RowsMut};
use crate::error::Error;

/// How the texts of a field are converted.
#[derive(Debug, Clone)]
pub(super) struct MixedText {
    set: MixedSet,
    read: UnmappedRule,
    write: UnmappedRule,
    /// The names of the record, the format and the conversion in messages.
    record: String,
    format: String,
    title: String,
}

/// The set of the language, as the runtime knows it.
fn to_runtime_set(set: model::MixedSet) -> MixedSet {
    let form = match set.form {
        model::MixedForm::Mixed => MixedForm::Mixed,
        model::MixedForm::Pairs => MixedForm::Pairs,
    };
    MixedSet { page: MixedPage::new(set.page.index()), form }
}

/// The characters of a mixed text, and how many faults it has. In the place of each of them is `substitute`.
///
/// ```
/// use datarep_dsl::model::{MixedForm, MixedPage, MixedSet};
/// let page = MixedPage::find("cp930").expect("it is a page");
/// let set = MixedSet { page, form: MixedForm::Mixed };
/// let bytes = [0xC1, 0x0E, 0x45, 0x62, 0x0F, 0xC2];
/// assert_eq!(datarep_dynamic::record::read_mixed_text(set, &bytes, '?'), (vec!['A', '日', 'B'], 0));
/// ```
pub fn read_mixed_text(set: model::MixedSet, bytes: &[u8], substitute: char) -> (Vec<char>, u64) {
    let mut text = Vec::new();
    let faults = to_runtime_set(set).decode(bytes, substitute, |character| text.push(character));
    (text, faults.count)
}

/// The character that a rule puts in the place of others; `None` if they are errors.
fn find_substitute(rule: UnmappedRule) -> Option<char> {
    match rule {
        UnmappedRule::Error => None,
        UnmappedRule::Substitute(code) => char::from_u32(code),
    }
}

/// What fills up a text, and whether it stands before the text.
fn find_padding(described: &TextField) -> (Option<char>, bool) {
    (described.padding.character(), described.trim == Trim::Left)
}

/// The bytes of a fault, in hexadecimal.
fn format_fault_bytes(bytes: &[u8], first: usize) -> String {
    let digits: Vec<String> = bytes.iter().skip(first).take(2).map(|byte| format!("{byte:02x}")).collect();
    digits.join(" ")
}

impl MixedText {
    pub(super) fn new(
        model: &Model,
        record: &str,
        conversion: &Conversion,
        set: model::MixedSet,
    ) -> MixedText {
        MixedText {
            set: to_runtime_set(set),
            read: conversion.read.unmapped,
            write: conversion.write.unmapped,
            record: record.to_owned(),
            format: model.formats[conversion.format.0].name.clone(),
            title: conversion.title.clone(),
        }
    }

    /// The bytes of a text in a field of `length` bytes; `None` if it does not fit, or has a character without a code.
    pub(super) fn encode(&self, text: &[char], described: &TextField, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        // The substitute does not matter: a text with a fault has no bytes that it could be compared with.
        let faults = self.set.encode_field(text, ' ', find_padding(described), &mut bytes).ok()?;
        (faults.count == 0).then_some(bytes)
    }

    /// Whether every code of a text has a character.
    pub(super) fn is_valid(&self, bytes: &[u8]) -> bool {
        self.set.decode(bytes, '\0', |_| {}).first.is_none()
    }

    /// The text of a single item, without its padding.
    pub(super) fn decode_item(
        &self,
        bytes: &[u8],
        described: Option<TextField>,
    ) -> Result<String, datarep::Error> {
        let substitute = find_substitute(self.read);
        let mut letters = Vec::new();
        let decoded = self.set.decode(bytes, substitute.unwrap_or('\0'), |character| letters.push(character));
        // Without a substitute a fault is an error, as for any character without a mapping.
        if let Some(first) = decoded.first.filter(|_| substitute.is_none()) {
            return Err(self.make_unmapped_error(0, format_fault_bytes(bytes, first), Direction::Read));
        }
        let place = described.map_or(0..letters.len(), |text| text.find_text(&letters, |letter| letter));
        Ok(letters[place].iter().collect())
    }

    /// The error of a text that a rule refuses.
    fn make_unmapped_error(&self, item: usize, value: String, direction: Direction) -> datarep::Error {
        let fault = Fault {
            item,
            path: String::new(),
            event: Event::Unmapped,
            value,
            format: self.format.clone().into(),
            mapping: self.title.clone().into(),
            direction,
        };
        ErrorKind::Conversion { datarep: self.record.clone().into(), fault }.into()
    }
}

/// Reads the texts of a field.
struct MixedReader<'v> {
    rows: &'v Rows<'v>,
    field: usize,
    text: &'v MixedText,
    described: Option<TextField>,
    nulls: &'v Nulls,
    refused: RefusedItems,
    texts: Vec<String>,
    findings: ItemFindings,
    /// The characters of a text.
    letters: Vec<char>,
    /// The bytes of the field before the text.
    before: usize,
}

impl Rows<'_> {
    /// The texts of a field, and which are missing.
    pub(super) fn read_mixed(
        &self,
        field: usize,
        text: &MixedText,
        refused: RefusedItems,
    ) -> Result<(Vec<String>, ItemFindings), Error> {
        let described_field = &self.record.0.fields[field];
        let mut reader = MixedReader {
            rows: self,
            field,
            text,
            described: described_field.text(),
            nulls: described_field.described.nulls.as_ref().unwrap_or(&NO_NULLS),
            refused,
            texts: Vec::with_capacity(self.items(field)),
            findings: ItemFindings::default(),
            letters: Vec::new(),
            before: 0,
        };
        let mut fault = Ok(());
        self.placed.for_each_run(self.record, field, |run| {
            for index in 0..run.items {
                if fault.is_ok() {
                    let start = run.offset + index * run.length;
                    fault = reader.read_text(&self.file[start..start + run.length]);
                }
            }
        });
        fault?;
        // Callers take an empty list to say that no item can be missing.
        if refused == RefusedItems::AreErrors && !described_field.has_nulls() {
            reader.findings.missing.clear();
        }
        Ok((reader.texts, reader.findings))
    }
}

impl MixedReader<'_> {
    fn read_text(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let before = self.before;
        self.before += bytes.len();
        // By the bytes first: they need not be characters.
        let is_missing = has_null_bytes(self.nulls, bytes) || self.decode_text(bytes, before)?;
        self.findings.missing.push(is_missing);
        let place = match self.described {
            _ if is_missing => 0..0,
            Some(described) => described.find_text(&self.letters, |letter| letter),
            None => 0..self.letters.len(),
        };
        self.texts.push(self.letters[place].iter().collect());
        Ok(())
    }

    /// Decodes a text, and returns whether it is missing. `before`: the bytes of the field before it.
    fn decode_text(&mut self, bytes: &[u8], before: usize) -> Result<bool, Error> {
        let substitute = find_substitute(self.text.read);
        self.letters.clear();
        let letters = &mut self.letters;
        let faults =
            self.text.set.decode(bytes, substitute.unwrap_or('\0'), |character| letters.push(character));
        let Some(first) = faults.first else { return Ok(false) };
        if self.nulls.cases.contains(&NullCase::Invalid) {
            return Ok(true);
        }
        let Rows { record, placed, .. } = self.rows;
        // A text may end within a pair. The fault is then at its last byte.
        let first = first.min(bytes.len().saturating_sub(1));
        if substitute.is_some() {
            self.findings.losses.add_items(loss_of_event(Event::Unmapped, faults.count), |event| {
                placed.locate_loss(record, self.field, event, before + first)
            });
            return Ok(false);
        }
        let value = format_fault_bytes(bytes, first);
        if self.refused == RefusedItems::AreErrors {
            let error = self.text.make_unmapped_error(before + first, value, Direction::Read);
            return Err(placed.unit_error(record, self.field, before + first, error));
        }
        let ItemLocation { record: index, item, offset } =
            placed.locate_unit(record, self.field, before + first);
        self.findings.bad.push(BadItem { record: index, item, offset, event: Event::Unmapped, value });
        Ok(true)
    }
}

impl RowsMut<'_> {
    /// Writes the texts of a field, some of which may be missing.
    pub(super) fn write_mixed<'t>(
        &mut self,
        field: usize,
        text: &MixedText,
        texts: impl ExactSizeIterator<Item = &'t str>,
        MissingItems { missing, pattern }: MissingItems<'_>,
    ) -> Result<Losses, Error> {
        let record = self.record;
        let described_field = record.find_field(field)?;
        if texts.len() != self.items(field) {
            return Err(described_field.wrong_length_error(self.items(field), texts.len()));
        }
        let Some(described) = described_field.text() else {
            return Err(described_field.wrong_type_error("text"));
        };
        let filling = find_padding(&described);
        let substitute = find_substitute(text.write);
        let mut losses = Losses::default();
        let mut fault = Ok(());
        let mut texts = texts.enumerate();
        let RowsMut { placed, file, .. } = self;
        placed.for_each_run(record, field, |run| {
            for index in 0..run.items {
                // After a fault the walk over runs cannot be left, so it goes on without writing.
                let Some((item, value)) = texts.next().filter(|_| fault.is_ok()) else { return };
                let start = run.offset + index * run.length;
                let bytes = &mut file[start..start + run.length];
                if missing.get(item).is_some_and(|missing| *missing) {
                    fill_repeated(bytes, pattern);
                    continue;
                }
                let letters: Vec<char> = value.chars().collect();
                // Without a substitute any character will do here: the count of faults is looked at, and the first one
                // is an error.
                let written = text.set.encode_field(&letters, substitute.unwrap_or(' '), filling, bytes);
                let place = |event| LossPlace {
                    event,
                    record: run.record,
                    field: described_field.path.clone(),
                    item: index,
                    offset: start,
                };
                fault = match written {
                    Ok(MixedFaults { first: None, .. }) => Ok(()),
                    Ok(MixedFaults { count, .. }) if substitute.is_some() => {
                        losses.add_items(loss_of_event(Event::Unmapped, count), place);
                        Ok(())
                    }
                    Ok(MixedFaults { first, .. }) => {
                        let letter = first.and_then(|first| letters.get(first)).copied().unwrap_or_default();
                        let error = text.make_unmapped_error(index, format!("{letter:?}"), Direction::Write);
                        let (record, field) = (run.record, described_field.path.clone());
                        Err(RecordError::Item { record, field, item: index, offset: start, error }.into())
                    }
                    Err(taken) => {
                        let (record, field) = (run.record, described_field.path.clone());
                        Err(RecordError::TextBytes { record, field, taken, bytes: run.length }.into())
                    }
                };
            }
        });
        fault.map(|()| losses)
    }
}
