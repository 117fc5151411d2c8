//! Missing items: fields whose text says `null if …`.
//!
//! A missing item is not converted, and none of its events is counted. The items of a chunk are found in up to three steps.
//! First, by their bytes: such items are not even staged. Second, by events, if bytes that are no value are missing items: a
//! chunk without such events, which a count of its losses tells, has none. Third, by their values: the chunk is converted, and
//! the items with these values are taken out before it is converted again. In most chunks nothing is taken out, and then one
//! conversion is all.
//!
//! A tolerant reading also takes out the items that a rule refuses, after the conversion of their chunk has failed.

use std::mem;

use datarep::error::ErrorKind;
use datarep::interpreter::{NullValue, fill_repeated, is_repeated};
use datarep::{Datarep, Event, Loss, Native};
use datarep_dsl::model::{NullCase, Nulls};

use super::error::{Losses, RecordError};
use super::field::Conversions;
use super::read::find_first_loss;
use super::values::{Value as _, Values, for_native};
use super::write::{find_first_loss_on_write, narrow_characters};
use super::{ItemLocation, PlacedRecords, Record, Rows, RowsMut, TOGETHER, find_failed_unit};
use crate::error::Error;

/// The events of bytes that are no value of a format.
const INVALID: [Event; 3] = [Event::Invalid, Event::Reserved, Event::Unmapped];

/// Whether the bytes of an item say that it is missing.
pub(super) fn has_null_bytes(nulls: &Nulls, item: &[u8]) -> bool {
    nulls.cases.iter().any(|case| match case {
        NullCase::Bytes(pattern) => is_repeated(item, pattern),
        // These are found by the value or by events, which need a conversion.
        NullCase::Number(_) | NullCase::Nan | NullCase::Invalid => false,
    })
}

pub(super) fn has_invalid_event(loss: Loss) -> bool {
    INVALID.iter().any(|event| loss.of(*event) > 0)
}

/// An item that a rule refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadItem {
    /// The record.
    pub record: usize,
    /// The index of the item in its record; for a text, of the character.
    pub item: usize,
    /// The first byte of the item, or of the character.
    pub offset: usize,
    /// The event whose rule is `error`.
    pub event: Event,
    /// The item, as the error of its conversion shows it.
    pub value: String,
}

/// The values of a field, with what a rule refuses.
#[derive(Debug, Clone, PartialEq)]
pub struct TolerantValues {
    /// The values. They are [`Values::Nullable`], except those of bytes that are kept as they are.
    pub values: Values,
    /// What was lost of the items that are left.
    pub losses: Losses,
    /// The items that a rule refuses, in the order of the file. They are missing in the values.
    pub bad: Vec<BadItem>,
}

/// What becomes of items that a rule refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RefusedItems {
    AreErrors,
    /// They are listed, and missing in the values.
    AreBad,
}

/// The missing items of a column that is written.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MissingItems<'m> {
    /// Whether each item is missing; empty if none is.
    pub(super) missing: &'m [bool],
    /// The bytes that are written for them.
    pub(super) pattern: &'m [u8],
}

/// A field whose items are never missing.
pub(super) static NO_NULLS: Nulls = Nulls { cases: Vec::new(), written: None };

/// An item that is staged: its index among all items of the field, its first unit, and how many units it has.
#[derive(Debug, Clone, Copy)]
struct StagedItem {
    item: usize,
    first: usize,
    units: usize,
}

/// Reads the items of a field, some of which are missing.
struct NullableReader<'v, T> {
    record: &'v Record,
    placed: &'v PlacedRecords,
    field: usize,
    datarep: &'v Datarep,
    /// The native values that mean a missing item.
    numbers: Vec<T>,
    takes_nan: bool,
    takes_invalid: bool,
    refused: RefusedItems,
    values: &'v mut [T],
    stage: Vec<u8>,
    staged: Vec<StagedItem>,
    findings: ItemFindings,
}

/// What is found while items are read.
#[derive(Debug, Default)]
pub(super) struct ItemFindings {
    /// Whether each item is missing; empty for a field whose items cannot be.
    pub(super) missing: Vec<bool>,
    pub(super) losses: Losses,
    /// The items that a rule refuses, which are missing, too.
    pub(super) bad: Vec<BadItem>,
}

impl Rows<'_> {
    /// The values of a field, in which an item that a rule refuses is missing and not an error.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record sale { amount: packed_decimal(3, 1); }")?;
    /// let sale = text.record("sale").expect("it is in the text");
    /// let read = sale.rows(&[0x12, 0x3C, 0x1F, 0x40, 0x00, 0x5D])?.tolerant_values(0)?;
    /// assert_eq!(read.values.missing(), Some(&[false, true, false][..]));
    /// let bad = &read.bad[0];
    /// assert_eq!((read.bad.len(), bad.record, bad.offset, bad.event.word()), (1, 1, 2, "invalid"));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RecordError::UnknownField`] if there is no field with this index.
    pub fn tolerant_values(&self, field: usize) -> Result<TolerantValues, Error> {
        let described_field = self.record.find_field(field)?;
        // No rule can refuse a byte.
        if described_field.is_bytes() {
            let (values, losses) = self.values(field)?;
            return Ok(TolerantValues { values, losses, bad: Vec::new() });
        }
        let (values, findings) = self.read_values(field, RefusedItems::AreBad, Values::default())?;
        let ItemFindings { missing, losses, bad } = findings;
        let values = Values::Nullable { values: Box::new(values), missing };
        let values = self.spread_items(field, values, Vec::new());
        Ok(TolerantValues { values, losses, bad })
    }

    /// Reads the items of a field, or the characters of its texts.
    pub(super) fn read_nullable_units<T: Native + NullValue>(
        &self,
        field: usize,
        datarep: &Datarep,
        values: &mut [T],
        refused: RefusedItems,
    ) -> Result<ItemFindings, Error> {
        // A tolerant reading is asked of fields without `null if`, too.
        let nulls = self.record.0.fields[field].described.nulls.as_ref().unwrap_or(&NO_NULLS);
        let mut reader = NullableReader {
            record: self.record,
            placed: &self.placed,
            field,
            datarep,
            numbers: convert_null_numbers(nulls, datarep, values)?,
            takes_nan: nulls.cases.contains(&NullCase::Nan),
            takes_invalid: nulls.cases.contains(&NullCase::Invalid),
            refused,
            values,
            stage: Vec::new(),
            staged: Vec::new(),
            findings: ItemFindings::default(),
        };
        reader.read_runs(self.file, nulls)?;
        Ok(reader.findings)
    }

    /// Returns an error if an item is missing.
    pub(super) fn refuse_missing(&self, field: usize, missing: &[bool]) -> Result<(), Error> {
        let Some(item) = missing.iter().position(|missing| *missing) else { return Ok(()) };
        let advice = "read the field by a function for missing items, or with them by its values";
        Err(self.placed.missing_error(self.record, field, item, advice))
    }
}

/// The native values of the numbers that mean a missing item.
fn convert_null_numbers<T: Native + NullValue>(
    nulls: &Nulls,
    datarep: &Datarep,
    values: &[T],
) -> Result<Vec<T>, Error> {
    // `T` has no default here. Any value serves as room for one that is read.
    let Some(any) = values.first() else { return Ok(Vec::new()) };
    let mut numbers = Vec::new();
    for case in &nulls.cases {
        if let NullCase::Number(item) = case {
            let mut number = [*any];
            datarep.read(item, &mut number)?;
            numbers.extend(number);
        }
    }
    Ok(numbers)
}

impl<T: Native + NullValue> NullableReader<'_, T> {
    /// Reads all items of the field.
    fn read_runs(&mut self, file: &[u8], nulls: &Nulls) -> Result<(), Error> {
        let (record, placed, field) = (self.record, self.placed, self.field);
        let bytes = record.0.fields[field].bytes;
        let mut first = 0;
        let mut fault = Ok(());
        placed.for_each_run(record, field, |run| {
            let item_bytes = run.length * bytes;
            for index in 0..run.items {
                if fault.is_err() {
                    return;
                }
                let start = run.offset + index * item_bytes;
                let item = &file[start..start + item_bytes];
                let is_missing = has_null_bytes(nulls, item);
                // A text without characters has no bytes, and is neither missing nor converted.
                if !is_missing && run.length > 0 {
                    self.stage.extend_from_slice(item);
                    let item = self.findings.missing.len();
                    self.staged.push(StagedItem { item, first, units: run.length });
                }
                self.findings.missing.push(is_missing);
                first += run.length;
                // Whole items only, so that a text is never divided between two chunks.
                if self.stage.len() >= TOGETHER * bytes {
                    fault = self.convert_staged(bytes);
                }
            }
        });
        fault?;
        self.convert_staged(bytes)
    }

    /// Converts the staged items, and stores their values.
    fn convert_staged(&mut self, bytes: usize) -> Result<(), Error> {
        // One dry run for the chunk, and one for each item only if something is invalid.
        if self.takes_invalid && has_invalid_event(self.datarep.loss::<T>(&self.stage)?) {
            self.drop_staged_items(bytes, |reader, item, _| {
                Ok(has_invalid_event(reader.datarep.loss::<T>(item)?))
            })?;
        }
        let units = self.stage.len() / bytes;
        let Some(any) = self.values.first().copied() else { return Ok(()) };
        let mut converted = vec![any; units];
        let mut result = self.datarep.read(&self.stage, &mut converted);
        if self.takes_nan || !self.numbers.is_empty() {
            // After an error, the values behind its item are unknown.
            let is_failed = result.is_err();
            if is_failed || converted.iter().any(|value| self.is_missing_value(*value)) {
                self.drop_staged_items(bytes, |reader, item, unit| {
                    let mut value = [converted[unit]];
                    // An item that cannot be read has no value that could mean missing. Its error comes up again below.
                    let is_read = !is_failed || reader.datarep.read(item, &mut value).is_ok();
                    Ok(is_read && reader.is_missing_value(value[0]))
                })?;
                converted.truncate(self.stage.len() / bytes);
                result = self.datarep.read(&self.stage, &mut converted);
            }
        }
        // A refused item ends a conversion. So the bad ones are found one by one, and the rest is converted again.
        if result.is_err() && self.refused == RefusedItems::AreBad {
            self.drop_bad_items(bytes)?;
            converted.truncate(self.stage.len() / bytes);
            result = self.datarep.read(&self.stage, &mut converted);
        }
        let loss = result.map_err(|error| self.item_error(error))?;
        // Taken out, because finding a place borrows the reader.
        let mut losses = mem::take(&mut self.findings.losses);
        losses.add_items(loss, |event| {
            let unit = find_first_loss::<T>(self.datarep, event, &self.stage, bytes);
            self.placed.locate_loss(self.record, self.field, event, self.unit_in_field(unit))
        });
        self.findings.losses = losses;
        let mut rest = converted.as_slice();
        // Missing items lie between the staged ones, so that each goes to its own place.
        for staged in &self.staged {
            let (now, behind) = rest.split_at(staged.units);
            self.values[staged.first..staged.first + staged.units].copy_from_slice(now);
            rest = behind;
        }
        self.stage.clear();
        self.staged.clear();
        Ok(())
    }

    /// Removes the staged items that a rule refuses, and lists them as bad.
    fn drop_bad_items(&mut self, bytes: usize) -> Result<(), Error> {
        let Some(any) = self.values.first().copied() else { return Ok(()) };
        let mut bad_items = Vec::new();
        let is_bad = |reader: &Self, item: &[u8], unit: usize| {
            let mut values = vec![any; item.len() / bytes];
            let Err(error) = reader.datarep.read(item, &mut values) else { return Ok(false) };
            let ErrorKind::Conversion { fault, .. } = error.kind() else { return Err(error.into()) };
            let ItemLocation { record, item, offset } =
                // `fault.item` counts within this item: a character of a text.
                reader.placed.locate_unit(reader.record, reader.field, reader.unit_in_field(unit + fault.item));
            bad_items.push(BadItem { record, item, offset, event: fault.event, value: fault.value.clone() });
            Ok(true)
        };
        self.drop_staged_items(bytes, is_bad)?;
        self.findings.bad.append(&mut bad_items);
        Ok(())
    }

    fn is_missing_value(&self, value: T) -> bool {
        self.takes_nan && value.is_nan() || self.numbers.iter().any(|number| value.is_number(*number))
    }

    /// Removes the staged items for which `is_missing` returns true, and marks them as missing. The
    /// closure gets the bytes of an item and its first unit. `bytes` is the size of a unit.
    fn drop_staged_items(
        &mut self,
        bytes: usize,
        mut is_missing: impl FnMut(&Self, &[u8], usize) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        let (mut stage, mut staged) = (Vec::with_capacity(self.stage.len()), Vec::new());
        let mut unit = 0;
        for staged_item in &self.staged {
            let item = &self.stage[unit * bytes..(unit + staged_item.units) * bytes];
            if is_missing(self, item, unit)? {
                self.findings.missing[staged_item.item] = true;
            } else {
                stage.extend_from_slice(item);
                staged.push(*staged_item);
            }
            unit += staged_item.units;
        }
        // Not earlier, because `is_missing` locates units by the old list.
        (self.stage, self.staged) = (stage, staged);
        Ok(())
    }

    /// The unit of the field that is at a unit of the stage.
    fn unit_in_field(&self, unit: usize) -> usize {
        find_staged_unit(self.staged.iter().map(|staged| (staged.first, staged.units)), unit)
    }

    fn item_error(&self, error: datarep::Error) -> Error {
        self.placed.unit_error(self.record, self.field, self.unit_in_field(find_failed_unit(&error)), error)
    }
}

impl PlacedRecords {
    /// The error of a missing item of a field.
    fn missing_error(&self, record: &Record, field: usize, item: usize, why: &'static str) -> Error {
        let ItemLocation { record: index, item, offset } = self.locate_item(record, field, item);
        let field = record.0.fields[field].path.clone();
        RecordError::Missing { record: index, field, item, offset, why }.into()
    }
}

impl RowsMut<'_> {
    /// Writes the values of a field whose items may be missing.
    pub(super) fn write_nullable(
        &mut self,
        field: usize,
        values: &Values,
        missing: &[bool],
    ) -> Result<Losses, Error> {
        let record = self.record;
        let described_field = record.find_field(field)?;
        let first = missing.iter().position(|missing| *missing);
        let written = described_field.described.nulls.as_ref().map(|nulls| nulls.written.as_deref());
        let pattern = match (first, written) {
            // Without missing items the column is written as one, which is faster and gives the same bytes.
            (None, _) => return self.write_items(field, values),
            (Some(_), Some(Some(pattern))) => pattern,
            (Some(item), Some(None)) => {
                let why = "no bytes are said for missing items, as in `null if all 0xFF`";
                return Err(self.placed.missing_error(record, field, item, why));
            }
            (Some(item), None) => {
                let why = "the field has no `null if`";
                return Err(self.placed.missing_error(record, field, item, why));
            }
        };
        if missing.len() != self.items(field) || values.len() != missing.len() {
            return Err(described_field.wrong_length_error(self.items(field), missing.len()));
        }
        let items = MissingItems { missing, pattern };
        match (&described_field.conversions, values) {
            (Conversions::Text { wide, narrow }, Values::Text(texts)) => {
                let characters = self.pad_texts(field, texts.iter(), missing)?;
                // Most texts have characters of one byte each, whose conversion is faster.
                match narrow.as_ref().zip(narrow_characters(&characters)) {
                    Some((narrow, characters)) => self.write_present_items(field, narrow, &characters, items),
                    None => self.write_present_items(field, wide, &characters, items),
                }
            }
            (Conversions::Mixed(text), Values::Text(texts)) => {
                self.write_mixed(field, text, texts.iter(), items)
            }
            (Conversions::Scalar { datarep, native, .. }, _) => for_native!(*native, T => {
                match T::of_values(values) {
                    Some(values) => self.write_present_items(field, datarep, values, items),
                    None => Err(described_field.wrong_type_error(values.type_name())),
                }
            }, Err(described_field.wrong_type_error(values.type_name()))),
            _ => Err(described_field.wrong_type_error(values.type_name())),
        }
    }

    /// Writes the units of a field, and the pattern in the place of missing items.
    fn write_present_items<T: Native>(
        &mut self,
        field: usize,
        datarep: &Datarep,
        values: &[T],
        MissingItems { missing, pattern }: MissingItems<'_>,
    ) -> Result<Losses, Error> {
        let RowsMut { record, placed, file, .. } = self;
        let bytes = record.0.fields[field].bytes;
        let mut writer = NullableWriter {
            record,
            placed,
            field,
            datarep,
            staged: Vec::new(),
            places: Vec::new(),
            losses: Losses::default(),
        };
        let (mut first, mut missing) = (0, missing.iter());
        let mut fault = Ok(());
        placed.for_each_run(record, field, |run| {
            let item_bytes = run.length * bytes;
            for (index, is_missing) in (0..run.items).zip(missing.by_ref()) {
                let start = run.offset + index * item_bytes;
                if *is_missing {
                    fill_repeated(&mut file[start..start + item_bytes], pattern);
                } else {
                    writer.staged.extend_from_slice(&values[first..first + run.length]);
                    writer.places.push(PlacedItem { first, start, units: run.length });
                }
                first += run.length;
                // After a fault the walk over runs cannot be left. No more is converted, so that the first fault stays.
                if writer.staged.len() >= TOGETHER && fault.is_ok() {
                    fault = writer.convert_staged(bytes, file);
                }
            }
        });
        fault?;
        writer.convert_staged(bytes, file)?;
        Ok(writer.losses)
    }
}

/// An item that is staged to be written: its first unit, its first byte, and how many units it has.
#[derive(Debug, Clone, Copy)]
struct PlacedItem {
    first: usize,
    start: usize,
    units: usize,
}

/// Writes the items of a field that are not missing.
struct NullableWriter<'v, T> {
    record: &'v Record,
    placed: &'v PlacedRecords,
    field: usize,
    datarep: &'v Datarep,
    staged: Vec<T>,
    places: Vec<PlacedItem>,
    losses: Losses,
}

impl<T: Native> NullableWriter<'_, T> {
    /// Converts the staged values, and stores their bytes.
    fn convert_staged(&mut self, bytes: usize, file: &mut [u8]) -> Result<(), Error> {
        let mut converted = vec![0; self.staged.len() * bytes];
        let loss = self.datarep.write(&self.staged, &mut converted).map_err(|error| {
            self.placed.unit_error(
                self.record,
                self.field,
                self.unit_in_field(find_failed_unit(&error)),
                error,
            )
        })?;
        let mut losses = mem::take(&mut self.losses);
        losses.add_items(loss, |event| {
            let unit = find_first_loss_on_write(self.datarep, event, &self.staged);
            self.placed.locate_loss(self.record, self.field, event, self.unit_in_field(unit))
        });
        self.losses = losses;
        let mut rest = converted.as_slice();
        for place in &self.places {
            let (now, behind) = rest.split_at(place.units * bytes);
            file[place.start..place.start + now.len()].copy_from_slice(now);
            rest = behind;
        }
        self.staged.clear();
        self.places.clear();
        Ok(())
    }

    /// The unit of the field that is at a unit of the stage.
    fn unit_in_field(&self, unit: usize) -> usize {
        find_staged_unit(self.places.iter().map(|place| (place.first, place.units)), unit)
    }
}

/// The unit of a field that is at a unit of a stage, whose items have these first units and numbers of units.
fn find_staged_unit(items: impl Iterator<Item = (usize, usize)>, unit: usize) -> usize {
    let mut before = 0;
    for (first, units) in items {
        if unit < before + units {
            return first + unit - before;
        }
        before += units;
    }
    0
}
