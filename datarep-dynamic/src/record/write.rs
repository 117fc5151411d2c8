//! Columns of values to records of a file.

use datarep::{Character, Datarep, Event, Native};
use datarep_dsl::model::{Padding, Trim};

use super::choice::ChosenAlternative;
use super::error::{Losses, RecordError};
use super::field::{Conversions, count_of};
use super::layout::{LayoutWalk, Visitor};
use super::place::ItemRun;
use super::stride::scatter_items;
use super::values::{Value, Values, for_native};
use super::{PlacedRecords, Record, TOGETHER};
use crate::error::Error;

/// Records that are written, a column at a time. Fields without a written column are zero.
pub struct RowsMut<'r> {
    pub(super) record: &'r Record,
    pub(super) placed: PlacedRecords,
    pub(super) file: Vec<u8>,
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
        let mut rows = self.rows_for(columns)?;
        let mut all = Losses::default();
        for (field, values) in columns.iter().enumerate() {
            all.add(rows.write_values(field, values)?);
        }
        Ok((rows.into_bytes(), all))
    }

    /// Makes `records` records of zeros, to be written.
    ///
    /// # Errors
    ///
    /// [`RecordError::Count`] if the records do not all have the same length; see [`Record::rows_for`].
    pub fn blank_rows(&self, records: usize) -> Result<RowsMut<'_>, Error> {
        let bytes = self.bytes().and_then(|bytes| bytes.checked_mul(records));
        let Some(bytes) = bytes.filter(|bytes| isize::try_from(*bytes).is_ok()) else {
            let (field, count) = (self.name().to_owned(), records.to_string());
            return Err(RecordError::Count { record: 0, field, offset: 0, count }.into());
        };
        Ok(RowsMut {
            record: self,
            placed: PlacedRecords {
                records,
                bytes,
                runs: None,
                stride: self.bytes().unwrap_or(0),
                starts: Vec::new(),
                chosen: Vec::new(),
            },
            file: vec![0; bytes],
        })
    }

    /// Records of zeros for these columns, one for each field. The first field that has the same number of items in all
    /// records determines the number of records. The fields that are counts determine the length of each.
    ///
    /// # Errors
    ///
    /// As [`Record::to_bytes`].
    pub fn rows_for(&self, columns: &[Values]) -> Result<RowsMut<'_>, Error> {
        let known = self.fields().iter().zip(columns);
        let counted = known.filter_map(|(field, values)| Some((field.items()?, values.len())));
        let records = counted.map(|(each, values)| values / each.max(1)).next().unwrap_or(0);
        if self.bytes().is_some() {
            return self.blank_rows(records);
        }
        let mut writer = PlaceWriter::new(self, columns);
        let mut bytes = 0;
        for record in 0..records {
            let mut walk = LayoutWalk { end: isize::MAX.unsigned_abs(), visitor: &mut writer, record };
            bytes = self.0.layout.walk_record(&mut walk, bytes)?;
        }
        let PlaceWriter { runs, chosen, .. } = writer;
        let placed =
            PlacedRecords { records, bytes, runs: Some(runs), stride: 0, starts: Vec::new(), chosen };
        Ok(RowsMut { record: self, placed, file: vec![0; bytes] })
    }

    /// Checks that a field has values for its first `items` items.
    fn check_enough(&self, field: usize, items: usize, values: &Values) -> Result<(), RecordError> {
        let field = &self.0.fields[field];
        if items <= values.len() { Ok(()) } else { Err(field.length_fault(items, values.len())) }
    }
}

/// Finds the places of records by the values that will be written.
struct PlaceWriter<'r> {
    record: &'r Record,
    columns: &'r [Values],
    runs: Vec<Vec<ItemRun>>,
    chosen: Vec<Vec<ChosenAlternative>>,
    /// Items of each field so far.
    items: Vec<usize>,
    /// The value that decides each choice, and the first byte of its item.
    deciding: Vec<(usize, usize)>,
}

impl<'r> PlaceWriter<'r> {
    fn new(record: &'r Record, columns: &'r [Values]) -> PlaceWriter<'r> {
        let (fields, choices) = (record.0.fields.len(), record.0.choices.len());
        PlaceWriter {
            record,
            columns,
            runs: vec![Vec::new(); fields],
            chosen: vec![Vec::new(); choices],
            items: vec![0; fields],
            deciding: vec![(0, 0); choices],
        }
    }

    /// The number of values of a field so far: a field in an alternative has one for each time that the choice was made.
    fn count_values(&self, field: usize) -> usize {
        match self.record.0.fields[field].choice {
            Some((choice, _)) => self.chosen[choice].len(),
            None => self.items[field],
        }
    }
}

impl Visitor for PlaceWriter<'_> {
    fn visit(&mut self, field: usize, run: ItemRun) -> Result<(), RecordError> {
        // A wrong count must not allocate memory that no value fills.
        self.items[field] += run.items;
        let values = self.count_values(field);
        self.record.check_enough(field, values, &self.columns[field])?;
        self.runs[field].push(run);
        for choice in &self.record.0.fields[field].decides {
            self.deciding[*choice] = (values.saturating_sub(1), run.offset);
        }
        Ok(())
    }

    fn count(&mut self, record: usize, field: usize, offset: usize) -> Result<usize, RecordError> {
        let value = self.columns[field].integer_at(self.count_values(field).saturating_sub(1));
        count_of(record, &self.record.0.fields[field], offset, value.unwrap_or(-1))
    }

    fn choose(&mut self, record: usize, choice: usize) -> Result<usize, RecordError> {
        let known = &self.record.0.choices[choice];
        let (place, offset) = self.deciding[choice];
        let values = &self.columns[known.selector];
        let chosen = known.choose_by_value(self.record, values, place, (record, offset))?;
        self.chosen[choice].push(ChosenAlternative { record, alternative: Some(chosen) });
        Ok(chosen)
    }

    fn skip(&mut self, record: usize, choice: usize) {
        self.chosen[choice].push(ChosenAlternative { record, alternative: None });
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
        self.placed.count_items(self.record, field).0
    }

    /// Writes the values of a field, one for each of its items.
    ///
    /// # Errors
    ///
    /// [`RecordError::Item`] at the first item that a rule refuses; [`RecordError::WrongType`] if the field is not of
    /// this type, and [`RecordError::Length`] if the number of values is not [`RowsMut::items`].
    pub fn write<T: Value>(&mut self, field: usize, values: &[T]) -> Result<Losses, Error> {
        let known = self.record.find_field(field)?;
        let datarep = known.scalar_datarep::<T>()?;
        if values.len() != self.items(field) {
            return Err(known.wrong_length(self.items(field), values.len()));
        }
        self.write_units(field, datarep, values)
    }

    /// Writes texts, each followed by the field's padding.
    ///
    /// # Errors
    ///
    /// As [`RowsMut::write`]; [`RecordError::TextLength`] if a text is longer than the field, or shorter and the field
    /// has no padding.
    pub fn write_texts(&mut self, field: usize, texts: &[impl AsRef<str>]) -> Result<Losses, Error> {
        self.write_text_items(field, texts.iter().map(AsRef::as_ref))
    }

    /// Writes texts, one for each item of the field.
    fn write_text_items<'t>(
        &mut self,
        field: usize,
        texts: impl ExactSizeIterator<Item = &'t str> + Clone,
    ) -> Result<Losses, Error> {
        let record = self.record;
        let known = record.find_field(field)?;
        let Some((wide, narrow)) = known.text_conversions() else { return Err(known.wrong_type("text")) };
        if texts.len() != self.items(field) {
            return Err(known.wrong_length(self.items(field), texts.len()));
        }
        if let Some((narrow, characters)) = narrow.zip(self.pad_ascii(field, texts.clone())) {
            return self.write_units(field, narrow, &characters);
        }
        let characters = self.pad_texts(field, texts, &[])?;
        match narrow.zip(narrow_characters(&characters)) {
            Some((narrow, characters)) => self.write_units(field, narrow, &characters),
            None => self.write_units(field, wide, &characters),
        }
    }

    /// Writes the bytes of a field that is bytes.
    ///
    /// # Errors
    ///
    /// [`RecordError::WrongType`] and [`RecordError::Length`] as [`RowsMut::write`] says.
    pub fn write_bytes(&mut self, field: usize, bytes: &[u8]) -> Result<(), Error> {
        let known = self.record.find_field(field)?;
        if !known.is_bytes() {
            return Err(known.wrong_type("bytes"));
        }
        if bytes.len() != self.items(field) {
            return Err(known.wrong_length(self.items(field), bytes.len()));
        }
        let mut rest = bytes;
        let RowsMut { record, placed, file } = self;
        placed.for_runs(record, field, |run| {
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
        match self.gather_values(field, values)? {
            Some(items) => self.write_items(field, &items),
            None => self.write_items(field, values),
        }
    }

    /// Writes values, one for each item of the field.
    pub(super) fn write_items(&mut self, field: usize, values: &Values) -> Result<Losses, Error> {
        let known = self.record.find_field(field)?;
        match (&known.conversions, values) {
            (Conversions::None, Values::Bytes(bytes)) => {
                self.write_bytes(field, bytes)?;
                Ok(Losses::default())
            }
            (_, Values::Nullable { values, missing }) => self.write_nullable(field, values, missing),
            (Conversions::Text { .. }, Values::Text(texts)) => self.write_text_items(field, texts.iter()),
            (Conversions::Scalar { native, .. }, _) => for_native!(*native, T => {
                match T::of_values(values) {
                    Some(values) => self.write(field, values),
                    None => Err(known.wrong_type(values.type_name())),
                }
            }, Err(known.wrong_type(values.type_name()))),
            _ => Err(known.wrong_type(values.type_name())),
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
        let mut characters = Vec::with_capacity(self.placed.count_items(self.record, field).1);
        let mut texts = texts.enumerate();
        let mut fault = None;
        self.placed.for_runs(self.record, field, |run| {
            for (index, text) in texts.by_ref().take(run.items) {
                let begin = characters.len();
                let is_missing = missing.get(index).is_some_and(|missing| *missing);
                characters.extend(text.chars().filter(|_| !is_missing));
                let count = characters.len() - begin;
                let is_short = count < run.length && padding.is_none() && !is_missing;
                if count > run.length || is_short {
                    fault.get_or_insert(RecordError::TextLength {
                        record: run.record,
                        field: self.record.0.fields[field].path.clone(),
                        characters: count,
                        length: run.length,
                    });
                }
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
    fn pad_ascii<'t>(&self, field: usize, texts: impl Iterator<Item = &'t str>) -> Option<Vec<Character>> {
        let known = &self.record.0.fields[field];
        let described = known.text()?;
        let place = known.place.as_ref().filter(|_| self.placed.runs.is_none())?;
        if described.padding != Padding::Spaces || described.trim == Trim::Left {
            return None;
        }
        let mut characters = Vec::with_capacity(self.len() * place.count_items() * place.length);
        let mut all = 0;
        for text in texts {
            let end = characters.len() + place.length;
            let bytes = text.as_bytes();
            if bytes.len() > place.length {
                return None;
            }
            characters.extend(bytes.iter().map(|byte| Character(*byte)));
            all = bytes.iter().fold(all, |all, byte| all | byte);
            characters.resize(end, Character(b' '));
        }
        (all < 0x80).then_some(characters)
    }

    /// Writes the items of a field, or the characters of its texts.
    fn write_units<T: Native>(
        &mut self,
        field: usize,
        datarep: &Datarep,
        values: &[T],
    ) -> Result<Losses, Error> {
        let RowsMut { record, placed, file } = self;
        let bytes = record.0.fields[field].bytes;
        let mut writer = FieldWriter {
            record,
            placed,
            field,
            datarep,
            values,
            done: 0,
            together: TOGETHER,
            losses: Losses::default(),
        };
        if let Some((stride, place, units)) = placed.find_stride(record, field) {
            let mut stage = vec![0; TOGETHER.max(units).min(values.len()) * bytes];
            writer.together = TOGETHER.max(units) / units * units;
            let mut file = file.get_mut(place..).unwrap_or_default();
            while writer.done < values.len() {
                let made = writer.convert_values(&mut stage, bytes)?;
                scatter_items(&stage[..made], stride, units * bytes, file);
                let moved = (made / (units * bytes) * stride).min(file.len());
                file = &mut file[moved..];
            }
            return Ok(writer.losses);
        }
        let mut stage = vec![0; TOGETHER.min(values.len()) * bytes];
        // The bytes that are converted and not yet in their place.
        let mut ready = 0..0;
        let mut fault = Ok(());
        placed.for_runs(record, field, |run| {
            let mut place = &mut file[run.offset..run.offset + run.items * run.length * bytes];
            while !place.is_empty() && fault.is_ok() {
                if ready.is_empty() {
                    match writer.convert_values(&mut stage, bytes) {
                        Ok(made) => ready = 0..made,
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
    characters.iter().map(|one| Character::try_from(*one).ok()).collect()
}

/// The values of a field, the first of which have been written.
struct FieldWriter<'v, T> {
    record: &'v Record,
    placed: &'v PlacedRecords,
    field: usize,
    datarep: &'v Datarep,
    values: &'v [T],
    done: usize,
    /// The number of values that are converted at once.
    together: usize,
    losses: Losses,
}

impl<T: Native> FieldWriter<'_, T> {
    /// Converts the next values, and returns the number of their bytes.
    fn convert_values(&mut self, stage: &mut [u8], bytes: usize) -> Result<usize, Error> {
        let FieldWriter { record, placed, field, done, .. } = *self;
        let values = &self.values[done..self.values.len().min(done + self.together)];
        let made = values.len() * bytes;
        let loss = self
            .datarep
            .write(values, &mut stage[..made])
            .map_err(|error| placed.item_error(record, field, done, error))?;
        self.losses.add_items(loss, |event| {
            let at = find_loss_on_write(self.datarep, event, values);
            placed.loss_place(record, field, event, done + at)
        });
        self.done += values.len();
        Ok(made)
    }
}

/// The first of the values that meets an event when it is written.
pub(super) fn find_loss_on_write<T: Native>(datarep: &Datarep, event: Event, values: &[T]) -> usize {
    let meets = |value: &[T]| datarep.loss_on_write(value).is_ok_and(|loss| loss.of(event) > 0);
    values.chunks(1).position(meets).unwrap_or(0)
}

impl std::fmt::Debug for RowsMut<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RowsMut({} of {:?})", self.len(), self.record.name())
    }
}
