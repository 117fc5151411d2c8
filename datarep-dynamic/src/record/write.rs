//! Columns of values to records of a file.

use std::collections::BTreeMap;
use std::mem;

use datarep::{Character, Datarep, Event, Native};
use datarep_dsl::model::{Padding, Trim};

use super::choice::{AlternativeIndex, ChosenAlternative, Decider, SelectorItem};
use super::count::{CountedUnits, FieldValue};
use super::error::{Losses, RecordError};
use super::field::{Conversions, to_item_count};
use super::hidden::count_cut_texts_on_write;
use super::layout::{LayoutVisitor, LayoutWalk, UNBOUNDED};
use super::null::MissingItems;
use super::overlay::{OverlayPlace, OverlayTracker, WrittenOverlays};
use super::place::ItemRun;
use super::read::{StridedRun, grow_and_slice};
use super::stride::scatter_items;
use super::texts::Texts;
use super::values::{Value, Values, for_native};
use super::{PlacedRecords, Record, TOGETHER};
use crate::error::Error;

/// Records that are written, a column at a time. Fields without a written column are zero.
pub struct RowsMut<'r> {
    pub(super) record: &'r Record,
    pub(super) placed: PlacedRecords,
    pub(super) file: Vec<u8>,
    /// The byte at which each record ends; empty if all have the same length.
    pub(super) ends: Vec<usize>,
    /// For each run of each field, the overlay whose bytes are written by another alternative than that of the field. Empty
    /// if the record has no overlay.
    pub(super) unwritten: Vec<Vec<Option<OverlayPlace>>>,
    /// The fields that are never written: [`Record::list_only_compared`].
    pub(super) compared: Vec<usize>,
    pub(super) spare: WriteBuffers,
}

/// Buffers that columns use one after the other: of their characters, and of their items. They hold anything.
#[derive(Default)]
pub(super) struct WriteBuffers {
    characters: Vec<Character>,
    stage: Vec<u8>,
}

impl Record {
    /// The bytes of records, from the values of all fields in their order.
    ///
    /// # Errors
    ///
    /// As [`RowsMut::write_values`]; [`RecordError::Length`] also if columns are missing, and [`RecordError::Count`] and
    /// [`RecordError::EmptyTexts`] as [`Record::whole_rows`] says.
    pub fn to_bytes(&self, columns: &[Values]) -> Result<(Vec<u8>, Losses), Error> {
        if columns.len() != self.fields().len() {
            let (field, expected) = (self.name().to_owned(), self.fields().len());
            return Err(RecordError::Length { field, expected, found: columns.len() }.into());
        }
        self.to_bytes_of_items(columns, &[])
    }

    /// As [`Record::to_bytes`], with the numbers of items that [`Record::rows_for_items`] asks for.
    ///
    /// # Errors
    ///
    /// As [`Record::to_bytes`].
    pub fn to_bytes_of_items(
        &self,
        columns: &[Values],
        items: &[Option<Vec<usize>>],
    ) -> Result<(Vec<u8>, Losses), Error> {
        let mut rows = self.rows_for_items(columns, items)?;
        let mut total_losses = Losses::default();
        for (field, values) in columns.iter().enumerate() {
            total_losses.add(rows.write_values(field, values)?);
        }
        Ok((rows.into_bytes(), total_losses))
    }

    /// Makes `records` records of zeros, to be written.
    ///
    /// # Errors
    ///
    /// [`RecordError::Count`] if the records do not all have the same length, or have a choice; see [`Record::rows_for`].
    pub fn blank_rows(&self, records: usize) -> Result<RowsMut<'_>, Error> {
        // The number of records is a caller's and may be any: the product is checked before it is allocated.
        let bytes = self.bytes_without_choice().and_then(|bytes| bytes.checked_mul(records));
        let Some(bytes) = bytes.filter(|bytes| isize::try_from(*bytes).is_ok()) else {
            let (field, count) = (self.name().to_owned(), records.to_string());
            return Err(RecordError::Count { record: 0, field, offset: 0, count }.into());
        };
        Ok(RowsMut {
            record: self,
            placed: PlacedRecords {
                records,
                bytes,
                stride: self.bytes_without_choice().unwrap_or(0),
                ..PlacedRecords::default()
            },
            file: allocate_zeros(records, bytes)?,
            ends: Vec::new(),
            unwritten: Vec::new(),
            compared: Vec::new(),
            spare: WriteBuffers::default(),
        })
    }

    /// Records of zeros for these columns, one for each field. The first field that has the same number of items in all
    /// records determines the number of records. The fields that are counts determine the length of each.
    ///
    /// An alternative of an overlay, or of a choice by what is valid, is there if one of its items is not missing. Of an
    /// overlay the first alternative is written whose bytes have the values that are given for the others. So these columns
    /// are written here already, and read back.
    ///
    /// # Errors
    ///
    /// As [`Record::to_bytes`]; [`RecordError::NoneThere`] if the values do not say which alternative is there, and
    /// [`RecordError::NotReadBack`] if they would not be read back.
    pub fn rows_for(&self, columns: &[Values]) -> Result<RowsMut<'_>, Error> {
        self.rows_for_items(columns, &[])
    }

    /// As [`Record::rows_for`], with the number of items of each field in each record, where that varies:
    /// [`Rows::varying_items`](super::Rows::varying_items) gives them. They say which records have an alternative that has only
    /// arrays, and where the array of the next record begins if one takes the rest of its record.
    ///
    /// # Errors
    ///
    /// As [`Record::rows_for`]; [`RecordError::UnknownItems`] if they are not known, and there are several records.
    pub fn rows_for_items(
        &self,
        columns: &[Values],
        items: &[Option<Vec<usize>>],
    ) -> Result<RowsMut<'_>, Error> {
        // A field with the same number of items in all records tells how many records there are.
        let pairs = self.fields().iter().zip(columns);
        let item_counts = pairs.filter_map(|(field, values)| Some((field.items()?, values.len())));
        let records = item_counts.map(|(per_record, values)| values / per_record.max(1)).next();
        // A record may have arrays of varying length alone. Then the lists of their items do.
        let records = records.or(items.iter().flatten().map(Vec::len).next()).unwrap_or(0);
        if self.bytes_without_choice().is_some() {
            return self.blank_rows(records);
        }
        // No field says which alternative these have, so that the values have to be tried.
        if self.0.choices.iter().any(|choice| choice.selector().is_none()) {
            return self.make_verified_rows(columns, items, records);
        }
        Ok(self.place_rows(columns, items, records, &BTreeMap::new())?.0)
    }

    /// Records of zeros. `skips` says how many alternatives of an overlay that are there are not to be written.
    pub(super) fn place_rows(
        &self,
        columns: &[Values],
        items: &[Option<Vec<usize>>],
        records: usize,
        skips: &BTreeMap<OverlayPlace, usize>,
    ) -> Result<(RowsMut<'_>, WrittenOverlays), Error> {
        let mut writer = PlaceWriter::new(self, columns, items, records, skips);
        let mut bytes = 0;
        let mut ends = Vec::with_capacity(records);
        for record in 0..records {
            // The file is as long as its records will be.
            let mut walk = LayoutWalk {
                end: UNBOUNDED,
                visitor: &mut writer,
                record,
                is_bounded: false,
                notes_arrays: false,
            };
            bytes = self.0.layout.walk_record(&mut walk, bytes)?;
            ends.push(bytes);
        }
        let PlaceWriter { runs, chosen, overlays, .. } = writer;
        let OverlayTracker { unwritten, placed: written_overlays, .. } = overlays;
        let runs = Some(runs);
        let placed = PlacedRecords { records, bytes, runs, chosen, ..PlacedRecords::default() };
        let (file, spare) = (allocate_zeros(records, bytes)?, WriteBuffers::default());
        let compared = self.list_only_compared(items);
        Ok((RowsMut { record: self, placed, file, ends, unwritten, compared, spare }, written_overlays))
    }

    /// Checks that a field has values for its first `items` items.
    fn check_enough_values(&self, field: usize, items: usize, values: &Values) -> Result<(), RecordError> {
        let field = &self.0.fields[field];
        if items <= values.len() { Ok(()) } else { Err(field.length_fault(items, values.len())) }
    }
}

/// The bytes of records before they are written.
///
/// Runs without values are refused before. But filler has no values: its length is that of a field, so that one wrong
/// number may ask for more memory than there is.
pub(super) fn allocate_zeros(records: usize, bytes: usize) -> Result<Vec<u8>, Error> {
    /// Bytes from which on it is tried first whether there is memory.
    const LARGE: usize = 1 << 26;

    if bytes >= LARGE {
        // `vec!` gets zeros from the system without writing them, and ends the process if there is no memory. This says
        // so instead. The compiler must not see that nothing is done with what is reserved.
        let mut probe: Vec<u8> = Vec::new();
        let is_refused = std::hint::black_box(&mut probe).try_reserve_exact(bytes).is_err();
        if std::hint::black_box(is_refused) {
            return Err(RecordError::NoMemory { records, bytes }.into());
        }
    }
    Ok(vec![0; bytes])
}

/// Finds the places of records by the values that will be written.
pub(super) struct PlaceWriter<'r> {
    pub(super) record: &'r Record,
    pub(super) columns: &'r [Values],
    /// The number of items of each field in each record, where it is known.
    pub(super) known_items: &'r [Option<Vec<usize>>],
    runs: Vec<Vec<ItemRun>>,
    pub(super) chosen: Vec<Vec<ChosenAlternative>>,
    /// Items of each field so far.
    pub(super) items: Vec<usize>,
    records: usize,
    /// The item of each field that was visited last.
    last: Vec<VisitedItem>,
    pub(super) overlays: OverlayTracker<'r>,
}

/// An item that was visited.
#[derive(Debug, Clone, Copy, Default)]
struct VisitedItem {
    /// The index of its value in the column.
    value: usize,
    /// Its first byte.
    offset: usize,
}

impl<'r> PlaceWriter<'r> {
    fn new(
        record: &'r Record,
        columns: &'r [Values],
        known_items: &'r [Option<Vec<usize>>],
        records: usize,
        skips: &'r BTreeMap<OverlayPlace, usize>,
    ) -> PlaceWriter<'r> {
        let (fields, choices) = (record.0.fields.len(), record.0.choices.len());
        PlaceWriter {
            record,
            columns,
            known_items,
            runs: vec![Vec::new(); fields],
            chosen: vec![Vec::new(); choices],
            items: vec![0; fields],
            records,
            last: vec![VisitedItem::default(); fields],
            overlays: OverlayTracker::new(record, skips),
        }
    }

    fn push_chosen(&mut self, choice: usize, record: usize, alternative: Option<usize>) {
        self.chosen[choice].push(ChosenAlternative { record, alternative });
        self.overlays.note_choice(choice);
    }

    /// The number of values of a field so far: a field in an alternative has one for each time that the choice was made.
    fn count_values(&self, field: usize) -> usize {
        match self.record.0.fields[field].alone_in {
            Some(AlternativeIndex { choice, .. }) => self.chosen[choice].len(),
            None => self.items[field],
        }
    }
}

impl LayoutVisitor for PlaceWriter<'_> {
    fn visit_run(&mut self, field: usize, run: ItemRun) -> Result<(), RecordError> {
        // A wrong count must not allocate memory that no value fills.
        self.items[field] += run.items;
        let values = self.count_values(field);
        // Asked before the run is kept: a wrong count is an error at its first item too many.
        self.record.check_enough_values(field, values, &self.columns[field])?;
        self.runs[field].push(run);
        // The last value of the run: a field that counts or decides has one item.
        self.last[field] = VisitedItem { value: values.saturating_sub(1), offset: run.offset };
        self.overlays.note_run(field);
        Ok(())
    }

    fn last_count(&mut self, record: usize, field: usize) -> Result<usize, RecordError> {
        let number = self.last_number(record, field)?;
        to_item_count(record, &self.record.0.fields[field], self.last[field].offset, number)
    }

    fn last_number(&mut self, _record: usize, field: usize) -> Result<i128, RecordError> {
        // A count that is missing or no integer is refused by `to_item_count` as -1 is.
        Ok(self.columns[field].integer_at(self.last[field].value).unwrap_or(-1))
    }

    fn last_value(&mut self, _record: usize, field: usize) -> Result<FieldValue, RecordError> {
        Ok(self.columns[field].field_value_at(self.last[field].value))
    }

    fn count_rest(
        &mut self,
        record: usize,
        field: Option<usize>,
        units: CountedUnits,
    ) -> Result<usize, RecordError> {
        // Bytes without a name are none.
        let Some(field) = field else { return Ok(0) };
        let described_field = &self.record.0.fields[field];
        if units == CountedUnits::Characters {
            let next = match described_field.alone_in {
                // The choice was noted already, so that its number of values includes this text.
                Some(_) => self.count_values(field).saturating_sub(1),
                None => self.count_values(field),
            };
            return Ok(self.columns[field].characters_at(next));
        }
        let items = match self.known_items.get(field).and_then(Option::as_ref) {
            Some(items) => items.get(record).copied(),
            // With one record, all values are its own.
            None => (self.records == 1).then(|| self.columns[field].len()),
        };
        items.ok_or_else(|| RecordError::UnknownItems { field: described_field.path.clone() })
    }

    fn choose_alternative(&mut self, record: usize, choice: usize) -> Result<Option<usize>, RecordError> {
        let placed_choice = &self.record.0.choices[choice];
        let chosen = match placed_choice.decider {
            Decider::Field(selector) => {
                let last = self.last[selector];
                let value = self.columns[selector].field_value_at(last.value);
                let item = SelectorItem { record, offset: last.offset };
                placed_choice.choose_by_value(item, &self.record.0.fields, &value)?
            }
            Decider::FirstValid => self.find_given_alternative(record, choice)?,
            // The choice of an overlay is between its alternative (0) and nothing (1).
            Decider::Overlay { number, .. } => usize::from(!self.overlays.begin_alternative(number)),
        };
        self.push_chosen(choice, record, Some(chosen));
        Ok(Some(chosen))
    }

    fn skip_choice(&mut self, record: usize, choice: usize) {
        self.push_chosen(choice, record, None);
    }

    fn begin_overlay(&mut self, record: usize, overlay: usize) -> Result<(), RecordError> {
        self.open_overlay(record, overlay)
    }

    fn end_overlay(&mut self, _: usize, _: usize, _: usize) -> Result<(), RecordError> {
        self.overlays.close_overlay();
        Ok(())
    }
}

impl RowsMut<'_> {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.placed.records
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The byte at which each record ends.
    pub fn ends(&self) -> Vec<usize> {
        match self.record.bytes_without_choice() {
            Some(bytes) => (1..=self.len()).map(|records| records * bytes).collect(),
            None => self.ends.clone(),
        }
    }

    /// The bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.file
    }

    /// Items of a field in all records.
    ///
    /// # Panics
    ///
    /// If there is no field with this index.
    pub fn items(&self, field: usize) -> usize {
        self.placed.count_items_and_units(self.record, field).items
    }

    /// Writes the values of a field, one for each of its items.
    ///
    /// # Errors
    ///
    /// [`RecordError::Item`] at the first item that a rule refuses; [`RecordError::WrongType`] if the field is not of
    /// this type, and [`RecordError::Length`] if the number of values is not [`RowsMut::items`].
    pub fn write<T: Value>(&mut self, field: usize, values: &[T]) -> Result<Losses, Error> {
        let described_field = self.record.find_field(field)?;
        let datarep = described_field.scalar_datarep::<T>()?;
        if values.len() != self.items(field) {
            return Err(described_field.wrong_length_error(self.items(field), values.len()));
        }
        // Some items lie where another alternative of an overlay is written. These are left out.
        if self.has_unwritten(field) {
            return self.write_except_overlaid(field, &T::into_values(values.to_vec()));
        }
        self.write_units(field, datarep, values)
    }

    /// Writes texts, each followed by the field's padding.
    ///
    /// # Errors
    ///
    /// As [`RowsMut::write`]; [`RecordError::TextLength`] if a text is longer than the field, or shorter and the field
    /// has no padding; [`RecordError::TextBytes`] likewise for a text that is converted as a whole.
    pub fn write_texts(&mut self, field: usize, texts: &[impl AsRef<str>]) -> Result<Losses, Error> {
        self.write_text_items(field, &texts.iter().collect())
    }

    /// Writes texts, one for each item of the field.
    fn write_text_items(&mut self, field: usize, texts: &Texts) -> Result<Losses, Error> {
        let record = self.record;
        let described_field = record.find_field(field)?;
        if !matches!(described_field.conversions, Conversions::Text { .. } | Conversions::Mixed(_)) {
            return Err(described_field.wrong_type_error("text"));
        }
        if texts.len() != self.items(field) {
            return Err(described_field.wrong_length_error(self.items(field), texts.len()));
        }
        if self.has_unwritten(field) {
            return self.write_except_overlaid(field, &Values::Text(texts.clone()));
        }
        if let Conversions::Mixed(text) = &described_field.conversions {
            return self.write_mixed(field, text, texts.iter(), MissingItems::default());
        }
        let Some((wide, narrow)) = described_field.text_conversions() else {
            return Err(described_field.wrong_type_error("text"));
        };
        // Three ways, the fastest first: ASCII by words, characters of single bytes, and any others.
        if let Some(narrow) = narrow {
            let mut buffer = mem::take(&mut self.spare.characters);
            let padded = self.pad_ascii(field, texts, &mut buffer);
            let written = padded.map(|characters| self.write_units(field, narrow, characters));
            self.spare.characters = buffer;
            if let Some(written) = written {
                return written;
            }
        }
        let characters = self.pad_texts(field, texts.iter(), &[])?;
        let mut losses = match narrow.zip(narrow_characters(&characters)) {
            Some((narrow, characters)) => self.write_units(field, narrow, &characters),
            None => self.write_units(field, wide, &characters),
        }?;
        count_cut_texts_on_write(&self.placed, record, field, texts, &mut losses);
        Ok(losses)
    }

    /// Writes the bytes of a field that is bytes.
    ///
    /// # Errors
    ///
    /// [`RecordError::WrongType`] and [`RecordError::Length`] as [`RowsMut::write`] says.
    pub fn write_bytes(&mut self, field: usize, bytes: &[u8]) -> Result<(), Error> {
        let described_field = self.record.find_field(field)?;
        if !described_field.is_bytes() {
            return Err(described_field.wrong_type_error("bytes"));
        }
        if bytes.len() != self.items(field) {
            return Err(described_field.wrong_length_error(self.items(field), bytes.len()));
        }
        if self.has_unwritten(field) {
            return self.write_except_overlaid(field, &Values::Bytes(bytes.to_vec())).map(drop);
        }
        let mut rest = bytes;
        let RowsMut { record, placed, file, .. } = self;
        placed.for_each_run(record, field, |run| {
            let (now, behind) = rest.split_at(run.items);
            file[run.offset..run.offset + run.items].copy_from_slice(now);
            rest = behind;
        });
        Ok(())
    }

    /// Writes the values of a field of any type.
    ///
    /// # Errors
    ///
    /// As [`RowsMut::write`] and [`RowsMut::write_texts`].
    pub fn write_values(&mut self, field: usize, values: &Values) -> Result<Losses, Error> {
        self.record.find_field(field)?;
        // Its bytes are those of another alternative. They were compared when the rows were made.
        if self.is_only_compared(field) {
            return Ok(Losses::default());
        }
        // A column of an alternative has a value for each place. Only those with an item are written.
        let gathered = self.gather_values(field, values)?;
        self.write_except_overlaid(field, gathered.as_ref().unwrap_or(values))
    }

    /// Writes values, one for each item of the field.
    pub(super) fn write_items(&mut self, field: usize, values: &Values) -> Result<Losses, Error> {
        let described_field = self.record.find_field(field)?;
        match (&described_field.conversions, values) {
            (Conversions::None, Values::Bytes(bytes)) => {
                self.write_bytes(field, bytes)?;
                Ok(Losses::default())
            }
            (_, Values::Nullable { values, missing }) => self.write_nullable(field, values, missing),
            (Conversions::Text { .. } | Conversions::Mixed(_), Values::Text(texts)) => {
                self.write_text_items(field, texts)
            }
            (Conversions::Scalar { native, .. }, _) => for_native!(*native, T => {
                match T::of_values(values) {
                    Some(values) => self.write(field, values),
                    None => Err(described_field.wrong_type_error(values.type_name())),
                }
            }, Err(described_field.wrong_type_error(values.type_name()))),
            _ => Err(described_field.wrong_type_error(values.type_name())),
        }
    }

    /// The characters of texts, each as long as its field. Those of a missing text mean nothing.
    pub(super) fn pad_texts<'t>(
        &self,
        field: usize,
        texts: impl Iterator<Item = &'t str>,
        missing: &[bool],
    ) -> Result<Vec<char>, Error> {
        let described = self.record.0.fields[field].text();
        let padding = described.and_then(|described| described.padding.character());
        let mut characters = Vec::with_capacity(self.placed.count_items_and_units(self.record, field).units);
        let mut texts = texts.enumerate();
        let mut fault = None;
        self.placed.for_each_run(self.record, field, |run| {
            for (index, text) in texts.by_ref().take(run.items) {
                let begin = characters.len();
                let is_missing = missing.get(index).is_some_and(|missing| *missing);
                // A missing text has the places of its characters, which are overwritten by the pattern.
                characters.extend(text.chars().filter(|_| !is_missing));
                let count = characters.len() - begin;
                let is_short = count < run.length && padding.is_none() && !is_missing;
                if count > run.length || is_short {
                    // The walk over runs cannot be left, and the first fault is the one to report.
                    fault.get_or_insert(RecordError::TextLength {
                        record: run.record,
                        field: self.record.0.fields[field].path.clone(),
                        characters: count,
                        length: run.length,
                    });
                }
                // Also after a fault, so that the next text begins where it should.
                match described {
                    Some(described) => described.fill_field(&mut characters, begin, run.length),
                    None => characters.resize(begin + run.length, ' '),
                }
            }
        });
        fault.map_or(Ok(characters), |fault| Err(fault.into()))
    }

    /// The characters of texts that have those of ASCII alone, in a field that is filled up with spaces behind them.
    /// Returns nothing if a text is another one or too long, or if the field is another one.
    fn pad_ascii<'b>(
        &self,
        field: usize,
        texts: &Texts,
        buffer: &'b mut Vec<Character>,
    ) -> Option<&'b [Character]> {
        let described_field = &self.record.0.fields[field];
        let described = described_field.text()?;
        // Only where all texts have one length.
        let place = described_field.place.as_ref().filter(|_| self.placed.runs.is_none())?;
        if described.padding != Padding::Spaces || described.trim == Trim::Left {
            return None;
        }
        texts.pad_ascii(place.length, buffer)
    }

    /// Writes the items of a field, or the characters of its texts.
    fn write_units<T: Native>(
        &mut self,
        field: usize,
        datarep: &Datarep,
        values: &[T],
    ) -> Result<Losses, Error> {
        let RowsMut { record, placed, file, spare, .. } = self;
        let bytes = record.0.fields[field].bytes;
        let mut writer = FieldWriter {
            record,
            placed,
            field,
            datarep,
            values,
            done_items: 0,
            together: TOGETHER,
            losses: Losses::default(),
        };
        if let Some(StridedRun { stride, place, units, records: None }) = placed.find_stride(record, field) {
            let stage = grow_and_slice(&mut spare.stage, TOGETHER.max(units).min(values.len()) * bytes);
            // Whole runs, because each is moved as one piece.
            writer.together = TOGETHER.max(units) / units * units;
            // Without records there is no byte at `place`.
            let mut file = file.get_mut(place..).unwrap_or_default();
            while writer.done_items < values.len() {
                let converted_bytes = writer.convert_values(stage, bytes)?;
                scatter_items(&stage[..converted_bytes], stride, units * bytes, file);
                // The last record ends before another stride would.
                let moved = (converted_bytes / (units * bytes) * stride).min(file.len());
                file = &mut file[moved..];
            }
            return Ok(writer.losses);
        }
        let stage = grow_and_slice(&mut spare.stage, TOGETHER.min(values.len()) * bytes);
        // The bytes that are converted and not yet in their place.
        let mut ready = 0..0;
        let mut fault = Ok(());
        placed.for_each_run(record, field, |run| {
            let mut place = &mut file[run.offset..run.offset + run.items * run.length * bytes];
            while !place.is_empty() && fault.is_ok() {
                // Values are converted in chunks that end anywhere in a run, and are then taken as the runs need them.
                if ready.is_empty() {
                    match writer.convert_values(stage, bytes) {
                        Ok(converted_bytes) => ready = 0..converted_bytes,
                        Err(error) => fault = Err(error),
                    }
                    continue;
                }
                let now = ready.len().min(place.len());
                let (out, rest) = place.split_at_mut(now);
                out.copy_from_slice(&stage[ready.start..ready.start + now]);
                ready.start += now;
                place = rest;
            }
        });
        fault?;
        Ok(writer.losses)
    }
}

/// The characters as single bytes, if each has one.
pub(super) fn narrow_characters(characters: &[char]) -> Option<Vec<Character>> {
    characters.iter().map(|letter| Character::try_from(*letter).ok()).collect()
}

/// The values of a field, the first of which have been written.
struct FieldWriter<'v, T> {
    record: &'v Record,
    placed: &'v PlacedRecords,
    field: usize,
    datarep: &'v Datarep,
    values: &'v [T],
    done_items: usize,
    /// The number of values that are converted at once.
    together: usize,
    losses: Losses,
}

impl<T: Native> FieldWriter<'_, T> {
    /// Converts the next values, and returns the number of their bytes.
    fn convert_values(&mut self, stage: &mut [u8], bytes: usize) -> Result<usize, Error> {
        let FieldWriter { record, placed, field, done_items, .. } = *self;
        let values = &self.values[done_items..self.values.len().min(done_items + self.together)];
        let converted_bytes = values.len() * bytes;
        let loss = self
            .datarep
            .write(values, &mut stage[..converted_bytes])
            .map_err(|error| placed.item_error(record, field, done_items, error))?;
        self.losses.add_items(loss, |event| {
            let at = find_first_loss_on_write(self.datarep, event, values);
            placed.locate_loss(record, field, event, done_items + at)
        });
        self.done_items += values.len();
        Ok(converted_bytes)
    }
}

/// The first of the values that meets an event when it is written.
pub(super) fn find_first_loss_on_write<T: Native>(datarep: &Datarep, event: Event, values: &[T]) -> usize {
    let meets = |value: &[T]| datarep.loss_on_write(value).is_ok_and(|loss| loss.of(event) > 0);
    values.chunks(1).position(meets).unwrap_or(0)
}

impl std::fmt::Debug for RowsMut<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RowsMut({} of {:?})", self.len(), self.record.name())
    }
}
