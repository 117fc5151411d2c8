//! Records of a file to columns of values.

use std::mem;
use std::sync::{Mutex, PoisonError};

use datarep::interpreter::NullValue;
use datarep::{Character, Datarep, Event, Native};
use datarep_dsl::model::{Padding, Trim};

use super::choice::{AlternativeIndex, list_presence, spread_values};
use super::error::{Losses, RecordError};
use super::field::{Conversions, Field};
use super::null::{ItemFindings, RefusedItems};
use super::stride::gather_items;
use super::texts::{TextTrimmer, Texts};
use super::values::{Value, Values, for_native};
use super::{AlternativePlaces, PlacedRecords, Record, TOGETHER};
use crate::error::Error;

/// Records that lie in bytes one after another.
///
/// Each column is read on its own: the items of one field of all records.
pub struct Rows<'r> {
    pub(super) record: &'r Record,
    pub(super) file: &'r [u8],
    pub(super) placed: PlacedRecords,
    pub(super) spare: ReadBuffers,
}

/// Buffers that columns use one after the other: of their items, and of their characters.
///
/// A reader takes a buffer and puts it back. Another thread that reads a column meanwhile finds an
/// empty one.
#[derive(Default)]
pub(super) struct ReadBuffers {
    stage: Mutex<Vec<u8>>,
    characters: Mutex<Vec<Character>>,
}

fn take_buffer<T>(spare: &Mutex<Vec<T>>) -> Vec<T> {
    // An empty vector stays in its place, so that another thread allocates its own and waits for nobody.
    mem::take(&mut spare.lock().unwrap_or_else(PoisonError::into_inner))
}

fn put_buffer_back<T>(spare: &Mutex<Vec<T>>, buffer: Vec<T>) {
    *spare.lock().unwrap_or_else(PoisonError::into_inner) = buffer;
}

/// The first `count` places of a buffer, which hold anything. A buffer is never made shorter: only places that it has for
/// the first time have to be filled.
pub(super) fn grow_and_slice<T: Clone + Default>(buffer: &mut Vec<T>, count: usize) -> &mut [T] {
    if buffer.len() < count {
        buffer.resize(count, T::default());
    }
    &mut buffer[..count]
}

/// The first byte of an item that a rule refuses, and its field; `None` for other errors.
fn find_refused_item(error: &Error) -> Option<(usize, &str)> {
    let Error::Record(error) = error else { return None };
    let RecordError::Item { field, offset, .. } = error.as_ref() else { return None };
    Some((*offset, field))
}

impl<'r> Rows<'r> {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.placed.records
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The total number of bytes.
    pub fn bytes(&self) -> usize {
        self.placed.bytes
    }

    /// The bytes at which the records begin, and last the byte at which the last one ends.
    pub fn starts(&self) -> Vec<usize> {
        let placed = &self.placed;
        match placed.runs {
            Some(_) => placed.starts.iter().copied().chain([placed.bytes]).collect(),
            None => (0..=placed.records).map(|record| record * placed.stride).collect(),
        }
    }

    /// The description of the records.
    pub fn record(&self) -> &'r Record {
        self.record
    }

    /// Items of a field in all records.
    ///
    /// # Panics
    ///
    /// If there is no field with this index.
    pub fn items(&self, field: usize) -> usize {
        self.placed.count_items_and_units(self.record, field).items
    }

    /// Items of a field in each record.
    ///
    /// # Panics
    ///
    /// If there is no field with this index.
    pub fn items_of_each(&self, field: usize) -> Vec<usize> {
        let mut items = vec![0; self.len()];
        // A record may have several runs of a field: one in each group of an array.
        self.placed.for_each_run(self.record, field, |run| items[run.record] += run.items);
        items
    }

    /// For each field whose number of items is not the same in all records, the items in each record.
    pub fn varying_items(&self) -> Vec<Option<Vec<usize>>> {
        let fields = self.record.fields().iter().enumerate();
        fields.map(|(index, field)| field.items().is_none().then(|| self.items_of_each(index))).collect()
    }

    /// The values of a field, by its path.
    ///
    /// # Errors
    ///
    /// As [`Rows::read`].
    pub fn column<T: Value>(&self, path: &str) -> Result<(Vec<T>, Losses), Error> {
        let field = self.record.find_field_index(path)?;
        let mut values = vec![T::default(); self.items(field)];
        let losses = self.read(field, &mut values)?;
        Ok((values, losses))
    }

    /// The texts of a field, by its path.
    ///
    /// # Errors
    ///
    /// As [`Rows::read_texts`].
    pub fn texts(&self, path: &str) -> Result<(Vec<String>, Losses), Error> {
        self.read_texts(self.record.find_field_index(path)?)
    }

    /// Stores the values of a field, one for each of its items in the order of the file.
    ///
    /// # Errors
    ///
    /// [`RecordError::Item`](super::RecordError::Item) at the first item that a rule refuses;
    /// [`RecordError::WrongType`](super::RecordError::WrongType) if the field is not of this type,
    /// [`RecordError::Length`](super::RecordError::Length) if the number of values is not [`Rows::items`], and
    /// [`RecordError::Missing`](super::RecordError::Missing) if an item is missing: [`Rows::read_nullable`] reads such fields.
    pub fn read<T: Value>(&self, field: usize, values: &mut [T]) -> Result<Losses, Error> {
        let (missing, losses) = self.read_nullable(field, values)?;
        // The values are stored already, but a zero for a missing item must not pass for a value.
        self.refuse_missing(field, &missing)?;
        Ok(losses)
    }

    /// Stores the values of a field whose items may be missing. Also returns whether each item is missing; nothing is
    /// returned for a field whose items cannot be. The value of a missing item is zero.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record reading { depth: i16 { null if -9999 | all 0xFF; }; }")?;
    /// let reading = text.record("reading").expect("it is in the text");
    /// let rows = reading.rows(&[0, 5, 0xFF, 0xFF, 0xD8, 0xF1])?;
    /// let mut depths = [0_i16; 3];
    /// let (missing, losses) = rows.read_nullable(0, &mut depths)?;
    /// assert_eq!((depths, missing), ([5, 0, 0], vec![false, true, true]));
    /// assert!(losses.is_none());
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Rows::read`], except for missing items.
    pub fn read_nullable<T: Value>(
        &self,
        field: usize,
        values: &mut [T],
    ) -> Result<(Vec<bool>, Losses), Error> {
        let described_field = self.record.find_field(field)?;
        let datarep = described_field.scalar_datarep::<T>()?;
        if values.len() != self.items(field) {
            return Err(described_field.wrong_length_error(self.items(field), values.len()));
        }
        let ItemFindings { missing, losses, .. } =
            self.read_possibly_missing(field, datarep, values, RefusedItems::AreErrors)?;
        Ok((missing, losses))
    }

    /// The texts of a field, without their padding.
    ///
    /// # Errors
    ///
    /// As [`Rows::read`].
    pub fn read_texts(&self, field: usize) -> Result<(Vec<String>, Losses), Error> {
        let (texts, missing, losses) = self.read_nullable_texts(field)?;
        self.refuse_missing(field, &missing)?;
        Ok((texts, losses))
    }

    /// The texts of a field, and whether each is missing, as [`Rows::read_nullable`] says. A missing text is empty.
    ///
    /// # Errors
    ///
    /// As [`Rows::read_nullable`].
    pub fn read_nullable_texts(&self, field: usize) -> Result<(Vec<String>, Vec<bool>, Losses), Error> {
        let described_field = self.record.find_field(field)?;
        if !matches!(described_field.conversions, Conversions::Text { .. } | Conversions::Mixed(_)) {
            return Err(described_field.wrong_type_error("text"));
        }
        let (values, findings) = self.read_values(field, RefusedItems::AreErrors, Values::default())?;
        let Values::Text(texts) = values else { return Err(described_field.wrong_type_error("text")) };
        Ok((texts.to_strings(), findings.missing, findings.losses))
    }

    /// The values of a field that is not bytes, with a value for every missing item. They are stored in the buffers of
    /// `buffers`, if its type is theirs.
    pub(super) fn read_values(
        &self,
        field: usize,
        refused: RefusedItems,
        buffers: Values,
    ) -> Result<(Values, ItemFindings), Error> {
        let described_field = self.record.find_field(field)?;
        match &described_field.conversions {
            Conversions::None => Err(described_field.wrong_type_error("bytes")),
            Conversions::Mixed(text) => {
                let (texts, findings) = self.read_mixed(field, text, refused)?;
                Ok((Values::Text(texts.into()), findings))
            }
            Conversions::Text { wide, narrow } => {
                // Texts are converted character by character, in one call for all texts of the column.
                let units = self.placed.count_items_and_units(self.record, field).units;
                // Character sets of single bytes have this conversion, which moves a quarter of the bytes that `char`
                // needs.
                if let Some(narrow) = narrow {
                    let mut buffer = take_buffer(&self.spare.characters);
                    let characters = grow_and_slice(&mut buffer, units);
                    if self.can_be_missing(field, refused) {
                        // A missing item leaves its characters as they are, which are then those of another field.
                        characters.fill(Character::default());
                    }
                    let mut findings = self.read_possibly_missing(field, narrow, characters, refused)?;
                    self.count_cut_texts_on_read(field, characters, char::from, &mut findings);
                    // The usual column: ASCII that is filled up with spaces. It is cut a word at a time.
                    let texts = if findings.missing.is_empty() && self.is_plain_ascii(field, characters) {
                        let buffers =
                            if let Values::Text(texts) = buffers { texts } else { Texts::default() };
                        self.make_ascii_texts(field, characters, buffers)
                    } else {
                        self.make_texts(field, characters, &findings.missing, char::from)
                    };
                    put_buffer_back(&self.spare.characters, buffer);
                    return Ok((Values::Text(texts), findings));
                }
                let mut characters = vec!['\0'; units];
                let mut findings = self.read_possibly_missing(field, wide, &mut characters, refused)?;
                self.count_cut_texts_on_read(field, &characters, |character| character, &mut findings);
                let texts = self.make_texts(field, &characters, &findings.missing, |character| character);
                Ok((Values::Text(texts), findings))
            }
            Conversions::Scalar { datarep, native, .. } => for_native!(*native, T => {
                let mut values = T::from_values(buffers);
                if self.can_be_missing(field, refused) {
                    // The value of a missing item is zero.
                    values.clear();
                }
                values.resize(self.items(field), T::default());
                let findings = self.read_possibly_missing(field, datarep, &mut values, refused)?;
                Ok((T::into_values(values), findings))
            }, Err(described_field.wrong_type_error("bytes"))),
        }
    }

    /// Reads the items of a field, or the characters of its texts, some of which may be missing.
    fn read_possibly_missing<T: Native + NullValue>(
        &self,
        field: usize,
        datarep: &Datarep,
        values: &mut [T],
        refused: RefusedItems,
    ) -> Result<ItemFindings, Error> {
        if self.can_be_missing(field, refused) {
            return self.read_nullable_units(field, datarep, values, refused);
        }
        let losses = self.read_units(field, datarep, values)?;
        Ok(ItemFindings { losses, ..ItemFindings::default() })
    }

    /// Whether items of a field may be missing: it has `null if`, or bad items count as missing.
    fn can_be_missing(&self, field: usize, refused: RefusedItems) -> bool {
        refused == RefusedItems::AreBad || self.record.0.fields[field].has_nulls()
    }

    /// The bytes of a field that is bytes.
    ///
    /// # Errors
    ///
    /// [`RecordError::WrongType`](super::RecordError::WrongType) if it is not.
    pub fn read_bytes(&self, field: usize) -> Result<Vec<u8>, Error> {
        let described_field = self.record.find_field(field)?;
        if !described_field.is_bytes() {
            return Err(described_field.wrong_type_error("bytes"));
        }
        let mut bytes = Vec::with_capacity(self.items(field));
        self.placed.for_each_run(self.record, field, |run| {
            bytes.extend_from_slice(&self.file[run.offset..run.offset + run.items]);
        });
        Ok(bytes)
    }

    /// The bytes of a field as they are stored, whatever its type is: those of all its items in a record, one record after the
    /// other; and how many bytes each record has of it.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record line { n: u8; x: [packed_decimal(3, 1); n]; }")?;
    /// let line = text.record("line").expect("it is in the text");
    /// let rows = line.rows(&[2, 0x12, 0x3C, 0xFF, 0xFF, 0, 1, 0x45, 0x6D])?;
    /// // Items that are no numbers have bytes, too.
    /// assert_eq!(rows.read_stored(1)?, (vec![0x12, 0x3C, 0xFF, 0xFF, 0x45, 0x6D], vec![4, 0, 2]));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RecordError::UnknownField`](super::RecordError::UnknownField) if there is no field with this index.
    pub fn read_stored(&self, field: usize) -> Result<(Vec<u8>, Vec<usize>), Error> {
        let unit = self.record.find_field(field)?.bytes;
        let (mut bytes, mut record_bytes) = (Vec::new(), vec![0; self.len()]);
        self.placed.for_each_run(self.record, field, |run| {
            let length = run.items * run.length * unit;
            bytes.extend_from_slice(&self.file[run.offset..run.offset + length]);
            record_bytes[run.record] += length;
        });
        Ok((bytes, record_bytes))
    }

    /// The values of a field of any type. They are [`Values::Nullable`] if its items may be missing.
    ///
    /// # Errors
    ///
    /// As [`Rows::read_nullable`].
    pub fn values(&self, field: usize) -> Result<(Values, Losses), Error> {
        let mut values = Values::default();
        let losses = self.read_column(field, &mut values)?;
        Ok((values, losses))
    }

    /// As [`Rows::values`], in the place of values that are no longer needed, such as those of the same field in the
    /// records before these. Their memory is used again, which saves a good part of the time.
    ///
    /// ```
    /// use datarep_dynamic::{Text, record::Values};
    /// let text = Text::parse("record point { x: i16; y: f32; }")?;
    /// let point = text.record("point").expect("it is in the text");
    /// let mut heights = Values::default();
    /// let mut highest = f32::MIN;
    /// for block in [[0, 1, 0x3F, 0x80, 0, 0], [0, 2, 0x40, 0, 0, 0]] {
    ///     point.rows(&block)?.read_column(1, &mut heights)?;
    ///     let Values::F32(heights) = &heights else { unreachable!("the field is a float") };
    ///     highest = heights.iter().copied().fold(highest, f32::max);
    /// }
    /// assert_eq!(highest, 2.0);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Rows::read_nullable`]. What the values are then means nothing.
    pub fn read_column(&self, field: usize, values: &mut Values) -> Result<Losses, Error> {
        let described_field = self.record.find_field(field)?;
        if described_field.is_bytes() {
            *values = Values::Bytes(self.read_bytes(field)?);
            return Ok(Losses::default());
        }
        let (buffers, used_missing) = mem::take(values).into_parts();
        let (read, ItemFindings { missing, losses, .. }) =
            self.read_values(field, RefusedItems::AreErrors, buffers)?;
        let read = if described_field.has_nulls() {
            Values::Nullable { values: Box::new(read), missing }
        } else {
            read
        };
        *values = self.spread_items(field, read, used_missing);
        Ok(losses)
    }

    /// The first of the items that rules refuse in these fields, by their places in the file, where `error` is that of one
    /// of them. Columns are read one after the other, so that the first error of them need not be that of the first bad
    /// record. Other errors are given back.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record r { a: zoned_decimal(3, 0, ascii); t: [ascii; 2]; }")?;
    /// let rows = text.record("r").expect("it is in the text").rows(b"123\xFFa1x3bb")?;
    /// let error = rows.values(0).expect_err("`a` is wrong in record 1");
    /// assert!(rows.values(1).is_err(), "`t` is wrong in record 0");
    /// assert!(rows.find_first_refusal([0, 1], error).to_string().starts_with("record 0: `t`"));
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn find_first_refusal(&self, fields: impl IntoIterator<Item = usize>, error: Error) -> Error {
        let Some((mut first_offset, failed_field)) = find_refused_item(&error) else { return error };
        let failed_field = failed_field.to_owned();
        let mut first_error = error;
        for field in fields {
            if self.record.0.fields.get(field).is_none_or(|field| field.path == failed_field) {
                continue;
            }
            let Err(other) = self.values(field) else { continue };
            if let Some((offset, _)) = find_refused_item(&other)
                && offset < first_offset
            {
                (first_offset, first_error) = (offset, other);
            }
        }
        first_error
    }

    /// For a field with a single item in an alternative of a choice, whether each place of its column has an item. Its
    /// [`Rows::values`] are missing at the other places.
    ///
    /// # Panics
    ///
    /// If there is no field with this index.
    pub fn places(&self, field: usize) -> Option<Vec<bool>> {
        let AlternativeIndex { choice, alternative } = self.record.0.fields[field].alone_in?;
        Some(list_presence(&self.placed.chosen[choice], alternative).collect())
    }

    /// The values of a field's items as a column, in which those of an alternative have a place for each record. Which of
    /// them are missing is stored in `buffer`.
    pub(super) fn spread_items(&self, field: usize, values: Values, buffer: Vec<bool>) -> Values {
        let field = &self.record.0.fields[field];
        let Some(AlternativeIndex { choice, alternative }) = field.alone_in else { return values };
        let chosen = &self.placed.chosen[choice];
        // Where all places are fixed, this was found when the choice was read.
        if let Some(known) = self.placed.alternatives.get(choice) {
            return spread_values(values, &known[alternative], buffer);
        }
        let places = AlternativePlaces::from_presence(list_presence(chosen, alternative).collect());
        spread_values(values, &places, buffer)
    }

    /// The values of all fields, in their order.
    ///
    /// # Errors
    ///
    /// As [`Rows::values`].
    pub fn columns(&self) -> Result<(Vec<Values>, Losses), Error> {
        let mut total_losses = Losses::default();
        let columns = (0..self.record.fields().len()).map(|field| {
            let (values, losses) = self.values(field)?;
            total_losses.add(losses);
            Ok(values)
        });
        let columns = columns.collect::<Result<Vec<Values>, Error>>()?;
        Ok((columns, total_losses))
    }

    /// Makes texts of a field's characters.
    fn make_texts<C: Copy>(
        &self,
        field: usize,
        characters: &[C],
        missing: &[bool],
        as_char: impl Fn(C) -> char,
    ) -> Texts {
        let described = self.record.0.fields[field].text();
        self.join_texts(field, characters, |text, index, texts| {
            if !missing.get(index).is_some_and(|missing| *missing) {
                // The padding is found among characters and not bytes, as its character may have several bytes.
                let place = described.map_or(0..text.len(), |described| described.find_text(text, &as_char));
                for letter in &text[place] {
                    texts.extend_from_slice(as_char(*letter).encode_utf8(&mut [0; 4]).as_bytes());
                }
            }
        })
    }

    /// Whether all characters of a field are those of ASCII, and its texts are filled up with spaces behind.
    fn is_plain_ascii(&self, field: usize, characters: &[Character]) -> bool {
        let is_plain = self.record.0.fields[field]
            .text()
            .is_some_and(|text| text.padding == Padding::Spaces && text.trim == Trim::Right);
        // The bits of all characters at once: this is vectorized, and a search for the first other one is not.
        is_plain && characters.iter().fold(0, |bits, letter| bits | letter.0) < 0x80
    }

    /// Makes texts of such characters, in the buffers of texts that are no longer needed.
    fn make_ascii_texts(&self, field: usize, characters: &[Character], buffers: Texts) -> Texts {
        let mut rest = characters;
        let mut trimmed = TextTrimmer::new(self.items(field), characters.len(), buffers);
        self.for_each_text_run(field, |items, length| {
            let (texts, behind) = rest.split_at(items * length);
            rest = behind;
            trimmed.push_items(texts, items, length);
        });
        trimmed.finish()
    }

    /// Joins the texts of a field. `append` appends one, by its characters with their padding and its index.
    fn join_texts<C>(
        &self,
        field: usize,
        characters: &[C],
        append: impl Fn(&[C], usize, &mut Vec<u8>),
    ) -> Texts {
        let mut rest = characters;
        // Right if each character has one byte, as most have. Others make it grow.
        let mut texts = Vec::with_capacity(characters.len());
        let mut starts = Vec::with_capacity(self.items(field) + 1);
        starts.push(0);
        self.for_each_text_run(field, |items, length| {
            for _ in 0..items {
                let (text, behind) = rest.split_at(length);
                rest = behind;
                append(text, starts.len() - 1, &mut texts);
                starts.push(texts.len());
            }
        });
        Texts::from_parts(texts, starts)
    }

    /// Calls for each run of texts with the number of its items and their characters.
    pub(super) fn for_each_text_run(&self, field: usize, mut visit: impl FnMut(usize, usize)) {
        match &self.record.0.fields[field].place {
            Some(place) if self.placed.runs.is_none() => {
                // Texts of equal length need no visit for each record.
                visit(self.items(field), place.length);
            }
            _ => self.placed.for_each_run(self.record, field, |run| visit(run.items, run.length)),
        }
    }

    /// Reads the items of a field, or the characters of its texts.
    fn read_units<T: Native>(
        &self,
        field: usize,
        datarep: &Datarep,
        values: &mut [T],
    ) -> Result<Losses, Error> {
        let bytes = self.record.0.fields[field].bytes;
        let mut reader =
            FieldReader { rows: self, field, datarep, values, done_items: 0, losses: Losses::default() };
        let mut fault = Ok(());
        let mut stage = take_buffer(&self.spare.stage);
        // At a stride all items are gathered by one loop of moves, without a visit for each run. This is most of
        // the speed of records of fixed length.
        if let Some(StridedRun { stride, place, units, records }) =
            self.placed.find_stride(self.record, field)
        {
            let bytes = bytes * units;
            // About as many units as elsewhere, but whole runs, so that each move has one size.
            let together = (TOGETHER / units.max(1)).max(1);
            let count = records.map_or(self.len(), <[usize]>::len);
            for first in (0..count).step_by(together) {
                let now = first..count.min(first + together);
                let stage = grow_and_slice(&mut stage, now.len() * bytes);
                match records {
                    None => {
                        let file = &self.file[first * stride + place..];
                        gather_items(file.chunks(stride), bytes, stage);
                    }
                    Some(records) => {
                        let items = records[now].iter().map(|record| &self.file[record * stride + place..]);
                        gather_items(items, bytes, stage);
                    }
                }
                // An early return does not put the stage back. It is allocated again then, which only an error costs.
                reader.convert_items(stage)?;
            }
            put_buffer_back(&self.spare.stage, stage);
            return Ok(reader.losses);
        }
        stage.clear();
        self.placed.for_each_run(self.record, field, |run| {
            let mut run = &self.file[run.offset..run.offset + run.items * run.length * bytes];
            // A run may be longer than what the stage has left.
            while !run.is_empty() && fault.is_ok() {
                // A long run needs no copy. It may only be converted in place if nothing is staged: items are converted
                // in their order, so that the first error is the first in the file.
                if stage.is_empty() && run.len() >= TOGETHER * bytes {
                    fault = reader.convert_items(run);
                    return;
                }
                let (now, rest) = run.split_at(run.len().min(TOGETHER * bytes - stage.len()));
                stage.extend_from_slice(now);
                run = rest;
                if stage.len() == TOGETHER * bytes {
                    fault = reader.convert_items(&stage);
                    stage.clear();
                }
            }
        });
        fault?;
        // What is left of the last chunk.
        reader.convert_items(&stage)?;
        put_buffer_back(&self.spare.stage, stage);
        Ok(reader.losses)
    }
}

/// Runs that lie at the same place of records of one length.
pub(super) struct StridedRun<'p> {
    /// The bytes from one record to the next.
    pub(super) stride: usize,
    /// The byte of a record at which the run begins.
    pub(super) place: usize,
    /// The units of a run.
    pub(super) units: usize,
    /// The records that have a run; `None` if all have one.
    pub(super) records: Option<&'p [usize]>,
}

impl PlacedRecords {
    /// Where the runs of a field are, if a record has at most one of them, at a place that is the same in all.
    pub(super) fn find_stride(&self, record: &Record, field: usize) -> Option<StridedRun<'_>> {
        let field = &record.0.fields[field];
        // A field in an array of groups has several runs in each record, at distances other than the stride.
        let place = field.place.as_ref().filter(|place| self.runs.is_none() && place.groups.is_empty())?;
        let units = place.items * place.length;
        let (stride, place, records) = (self.stride, place.offset, self.find_records_with_field(field));
        (units > 0).then_some(StridedRun { stride, place, units, records })
    }
}

/// The values of a field, the first of which have been read.
struct FieldReader<'v, T> {
    rows: &'v Rows<'v>,
    field: usize,
    datarep: &'v Datarep,
    values: &'v mut [T],
    done_items: usize,
    losses: Losses,
}

impl<T: Native> FieldReader<'_, T> {
    /// Reads consecutive items.
    fn convert_items(&mut self, file: &[u8]) -> Result<(), Error> {
        let Rows { record, placed, .. } = self.rows;
        let bytes = record.0.fields[self.field].bytes;
        let count = file.len() / bytes;
        let loss = self
            .datarep
            .read(file, &mut self.values[self.done_items..self.done_items + count])
            // The index in the error counts from the beginning of the chunk. `done_items` makes it that of the field.
            .map_err(|error| placed.item_error(record, self.field, self.done_items, error))?;
        self.losses.add_items(loss, |event| {
            // Asked for the first of each event only, so that converting items one by one here costs little.
            let at = find_first_loss::<T>(self.datarep, event, file, bytes);
            placed.locate_loss(record, self.field, event, self.done_items + at)
        });
        self.done_items += count;
        Ok(())
    }
}

/// The first of the items that meets an event when it is read.
pub(super) fn find_first_loss<T: Native>(
    datarep: &Datarep,
    event: Event,
    file: &[u8],
    bytes: usize,
) -> usize {
    let meets = |item: &[u8]| datarep.loss::<T>(item).is_ok_and(|loss| loss.of(event) > 0);
    file.chunks(bytes).position(meets).unwrap_or(0)
}

impl std::fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Rows({} of {:?})", self.len(), self.record.name())
    }
}

impl Field {
    /// The conversions of a text.
    pub(super) fn text_conversions(&self) -> Option<(&Datarep, Option<&Datarep>)> {
        match &self.conversions {
            Conversions::Text { wide, narrow } => Some((wide, narrow.as_ref())),
            Conversions::Scalar { .. } | Conversions::Mixed(_) | Conversions::None => None,
        }
    }
}
