//! Finds the places of records in bytes: by arithmetic, by the fields that decide, or by walking over them.

use super::choice::{ChosenAlternative, DecisionCache, SelectorItem};
use super::count::{CountedUnits, FieldValue};
use super::error::RecordError;
use super::field::{Field, to_item_count};
use super::layout::{LayoutVisitor, LayoutWalk};
use super::place::ItemRun;
use super::read::{ReadBuffers, Rows};
use super::valid::{Attempts, VisitedPart, invalid_item_error};
use super::{AlternativePlaces, PlacedRecords, Record};
use crate::error::Error;

impl Record {
    /// The records that the bytes consist of.
    ///
    /// # Errors
    ///
    /// [`RecordError::Ends`] if the last record is incomplete, and [`RecordError::Count`] and
    /// [`RecordError::EmptyTexts`] as [`Record::whole_rows`] says.
    pub fn rows<'r>(&'r self, file: &'r [u8]) -> Result<Rows<'r>, Error> {
        let (rows, end) = self.whole_rows(file, usize::MAX)?;
        match end {
            Some(end) => Err(end.into()),
            None => Ok(rows),
        }
    }

    /// The whole records at the beginning of the bytes, at most `most`. If the bytes after them begin an incomplete
    /// record, the error that it causes is returned too. [`Rows::bytes`] is the length of the whole records.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record pair { a: i8; b: i16; }")?;
    /// let pair = text.record("pair").expect("it is in the text");
    /// let (rows, end) = pair.whole_rows(&[1, 0, 2, 3, 0], usize::MAX)?;
    /// assert_eq!((rows.len(), rows.bytes()), (1, 3));
    /// let message = "the bytes end within record 1: `b` at byte 4 has 2 bytes, of which there are 1";
    /// assert_eq!(end.expect("it is not whole").to_string(), message);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RecordError::Count`] if the value of a count field is invalid, and [`RecordError::EmptyTexts`] if an array has
    /// too many texts that take no bytes.
    pub fn whole_rows<'r>(
        &'r self,
        file: &'r [u8],
        most: usize,
    ) -> Result<(Rows<'r>, Option<RecordError>), Error> {
        let (placed, end) = match self.bytes_without_choice() {
            Some(bytes) => {
                // By arithmetic alone: no byte is read.
                let records = (file.len() / bytes.max(1)).min(most);
                let (stride, bytes) = (bytes, records * bytes);
                let placed = PlacedRecords { records, bytes, stride, ..PlacedRecords::default() };
                // If the caller wanted no more records, bytes behind them are no fault.
                let end = (records < most && placed.bytes < file.len())
                    .then(|| self.torn_error(file, &placed))
                    .flatten();
                (placed, end)
            }
            // The fast way first. It gives nothing where anything is unusual, and the walk then finds the places or the
            // fault.
            None => match self.place_by_choices(file, most) {
                Some(placed) => (placed, None),
                None => self.place_by_walking(file, most)?,
            },
        };
        Ok((Rows { record: self, file, placed, spare: ReadBuffers::default() }, end))
    }

    /// Records that end at these bytes, as marks say. A record with a field that takes the rest needs to know that.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record note { id: u8; words: [ascii; ..]; }")?;
    /// let note = text.record("note").expect("it is in the text");
    /// let rows = note.rows_between(b"\x01hello\x02world!", &[6, 13])?;
    /// assert_eq!(rows.texts("words")?.0, ["hello", "world!"]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Record::rows`]; [`RecordError::Ends`] also if there are no bytes up to an end, or a record ends elsewhere.
    pub fn rows_between<'r>(&'r self, file: &'r [u8], ends: &[usize]) -> Result<Rows<'r>, Error> {
        let mut reader = PlaceReader::new(self, file);
        let mut at = 0;
        for (record, end) in ends.iter().enumerate() {
            let end = (*end).min(file.len());
            // The end is that of the record and not of the file: what does not fit will not fit with more bytes either.
            let mut walk =
                LayoutWalk { end, visitor: &mut reader, record, is_bounded: true, notes_arrays: false };
            let begin = std::mem::replace(&mut at, end);
            let reached_end = self.0.layout.walk_record(&mut walk, begin)?;
            // Bytes that no field takes are a fault: the marks and the record do not belong together.
            if reached_end < end {
                let (field, left) = (self.name().to_owned(), end - begin);
                let bytes = reached_end - begin;
                return Err(RecordError::Ends { record, field, offset: begin, bytes, left }.into());
            }
        }
        let PlaceReader { runs, chosen, .. } = reader;
        let starts = std::iter::once(0).chain(ends.iter().copied()).take(ends.len()).collect();
        let (records, runs) = (ends.len(), Some(runs));
        let (bytes, is_between) = (at, true);
        let placed =
            PlacedRecords { records, bytes, runs, starts, chosen, is_between, ..PlacedRecords::default() };
        Ok(Rows { record: self, file, placed, spare: ReadBuffers::default() })
    }

    /// The error for an incomplete record of fixed length at the end.
    fn torn_error(&self, file: &[u8], placed: &PlacedRecords) -> Option<RecordError> {
        // The walk of the incomplete record says at which field the bytes end.
        let mut reader = PlaceReader::new(self, file);
        let mut walk = LayoutWalk {
            end: file.len(),
            visitor: &mut reader,
            record: placed.records,
            is_bounded: false,
            notes_arrays: false,
        };
        self.0.layout.walk_record(&mut walk, placed.bytes).err()
    }

    /// The places of whole records that have the same length and a choice that each of them makes. Only the fields that
    /// decide are read. Returns nothing for other records, and if something is wrong with one: a walk then says what.
    fn place_by_choices(&self, file: &[u8], most: usize) -> Option<PlacedRecords> {
        let stride = self.0.layout.bytes.filter(|bytes| *bytes > 0)?;
        let records = (file.len() / stride).min(most);
        // Texts without characters have a limit that only a walk checks.
        let has_place = |field: &Field| field.place.as_ref().is_some_and(|place| place.length > 0);
        if records < most && !file.len().is_multiple_of(stride) || !self.0.fields.iter().all(has_place) {
            return None;
        }
        let mut chosen = Vec::with_capacity(self.0.choices.len());
        let mut lists = Vec::with_capacity(self.0.choices.len());
        for choice in &self.0.choices {
            let deciding = choice.selector()?;
            let selector = &self.0.fields[deciding];
            // A selector that is itself in an alternative, or a choice in an array, is made several times or not at all
            // for a record.
            let place = selector.place.as_ref().filter(|_| choice.is_single && selector.within.is_none())?;
            if !place.groups.is_empty() || place.items != 1 {
                return None;
            }
            let mut alternatives = Vec::with_capacity(records);
            let mut list = vec![Vec::new(); choice.described.alternatives.len()];
            let mut cache = DecisionCache::default();
            for record in 0..records {
                let item = SelectorItem { record, offset: record * stride + place.offset };
                // A value without an alternative is an error of the walk, which says where it is.
                let alternative = choice.choose_by_bytes(self, file, item, deciding, &mut cache).ok()?;
                alternatives.push(ChosenAlternative { record, alternative: Some(alternative) });
                list.get_mut(alternative)?.push(record);
            }
            chosen.push(alternatives);
            let places = list.into_iter().map(|places| AlternativePlaces::from_places(places, records));
            lists.push(places.collect());
        }
        Some(PlacedRecords {
            records,
            bytes: records * stride,
            stride,
            chosen,
            alternatives: lists,
            ..PlacedRecords::default()
        })
    }

    fn place_by_walking(
        &self,
        file: &[u8],
        most: usize,
    ) -> Result<(PlacedRecords, Option<RecordError>), Error> {
        let mut reader = PlaceReader::new(self, file);
        let (mut records, mut bytes) = (0, 0);
        let mut starts = Vec::new();
        let mut end = None;
        // The language refuses records that may have no bytes, so that each round goes on.
        while bytes < file.len() && records < most {
            let mut walk = LayoutWalk {
                end: file.len(),
                visitor: &mut reader,
                record: records,
                is_bounded: false,
                notes_arrays: false,
            };
            match self.0.layout.walk_record(&mut walk, bytes) {
                Ok(next) => {
                    starts.push(bytes);
                    (bytes, records) = (next, records + 1);
                }
                Err(torn @ RecordError::Ends { .. }) => {
                    // The whole fields of the incomplete record have already added runs, which are removed.
                    reader.drop_record(records);
                    end = Some(torn);
                    break;
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        let PlaceReader { runs, chosen, .. } = reader;
        let runs = Some(runs);
        Ok((PlacedRecords { records, bytes, runs, starts, chosen, ..PlacedRecords::default() }, end))
    }
}

/// Finds the places of records in bytes.
pub(super) struct PlaceReader<'r> {
    record: &'r Record,
    file: &'r [u8],
    /// The runs of each field.
    runs: Vec<Vec<ItemRun>>,
    /// The alternatives of each choice.
    chosen: Vec<Vec<ChosenAlternative>>,
    decisions: Vec<DecisionCache>,
    /// The first byte of the item of each field that was visited last.
    last: Vec<usize>,
    /// For each array and each of its dimensions, how many items it has each time that it is there, if that is noted.
    pub(super) arrays: Vec<Vec<Vec<usize>>>,
    attempts: Attempts,
}

impl<'r> PlaceReader<'r> {
    pub(super) fn new(record: &'r Record, file: &'r [u8]) -> PlaceReader<'r> {
        let (fields, choices) = (record.0.fields.len(), record.0.choices.len());
        PlaceReader {
            record,
            file,
            runs: vec![Vec::new(); fields],
            chosen: vec![Vec::new(); choices],
            decisions: vec![DecisionCache::default(); choices],
            last: vec![0; fields],
            arrays: Vec::new(),
            attempts: Attempts::default(),
        }
    }

    /// Forgets the places found so far, for callers that only need the lengths of arrays.
    pub(super) fn clear_places(&mut self) {
        self.runs.iter_mut().for_each(Vec::clear);
        self.chosen.iter_mut().for_each(Vec::clear);
    }

    fn push_chosen(&mut self, choice: usize, record: usize, alternative: Option<usize>) {
        self.chosen[choice].push(ChosenAlternative { record, alternative });
        self.attempts.note_visited(VisitedPart::Choice(choice));
    }

    /// Forgets what was found of a record.
    fn drop_record(&mut self, record: usize) {
        for runs in &mut self.runs {
            // Runs are in the order of their records, so that those of the last one are at the end.
            runs.truncate(runs.partition_point(|run| run.record < record));
        }
        for chosen in &mut self.chosen {
            chosen.truncate(chosen.partition_point(|entry| entry.record < record));
        }
    }
}

impl LayoutVisitor for PlaceReader<'_> {
    fn visit_run(&mut self, field: usize, run: ItemRun) -> Result<(), RecordError> {
        // Only where an alternative is tried. Elsewhere an invalid item is found when its column is read, by its rule.
        if self.attempts.is_open() && !self.record.0.fields[field].is_valid_run(self.file, run) {
            return Err(invalid_item_error(run));
        }
        // An array without items takes no bytes of the file, and must take no memory either.
        if run.items > 0 {
            self.runs[field].push(run);
            self.attempts.note_visited(VisitedPart::Run(field));
        }
        // A count refers to the last item that was visited: in an array of records, that of the same record.
        self.last[field] = run.offset;
        Ok(())
    }

    fn last_count(&mut self, record: usize, field: usize) -> Result<usize, RecordError> {
        let number = self.last_number(record, field)?;
        to_item_count(record, &self.record.0.fields[field], self.last[field], number)
    }

    fn last_number(&mut self, record: usize, field: usize) -> Result<i128, RecordError> {
        self.record.read_integer(self.file, record, field, self.last[field])
    }

    fn last_value(&mut self, record: usize, field: usize) -> Result<FieldValue, RecordError> {
        self.record.read_value(self.file, record, field, self.last[field])
    }

    fn count_rest(&mut self, _: usize, _: Option<usize>, _: CountedUnits) -> Result<usize, RecordError> {
        // The end of the bytes is known.
        Ok(0)
    }

    fn choose_alternative(&mut self, record: usize, choice: usize) -> Result<Option<usize>, RecordError> {
        let placed_choice = &self.record.0.choices[choice];
        let Some(selector) = placed_choice.selector() else { return Ok(None) };
        let item = SelectorItem { record, offset: self.last[selector] };
        let decisions = &mut self.decisions[choice];
        let chosen = placed_choice.choose_by_bytes(self.record, self.file, item, selector, decisions)?;
        self.push_chosen(choice, record, Some(chosen));
        Ok(Some(chosen))
    }

    fn skip_choice(&mut self, record: usize, choice: usize) {
        self.push_chosen(choice, record, None);
    }

    fn note_array(&mut self, array: usize, dimension: usize, items: usize) {
        self.arrays[array][dimension].push(items);
        self.attempts.note_visited(VisitedPart::Array { array, dimension });
    }

    fn begin_attempt(&mut self) -> usize {
        self.attempts.begin()
    }

    fn end_attempt(&mut self, attempt: usize, is_valid: bool) {
        // The last first, so that each `pop` takes what the attempt has pushed.
        for visited in self.attempts.end(attempt, is_valid) {
            match visited {
                VisitedPart::Run(field) => drop(self.runs[field].pop()),
                VisitedPart::Choice(choice) => drop(self.chosen[choice].pop()),
                VisitedPart::Array { array, dimension } => drop(self.arrays[array][dimension].pop()),
            }
        }
    }

    fn note_first_valid(
        &mut self,
        record: usize,
        choice: usize,
        offset: usize,
        alternative: Option<usize>,
    ) -> Result<(), RecordError> {
        if alternative.is_none() {
            return Err(self.record.0.choices[choice].none_valid_error(record, offset));
        }
        self.push_chosen(choice, record, alternative);
        Ok(())
    }

    fn end_overlay(&mut self, record: usize, overlay: usize, offset: usize) -> Result<(), RecordError> {
        let choices = &self.record.0.overlays[overlay];
        let is_there =
            |choice: &usize| self.chosen[*choice].last().is_some_and(|chosen| chosen.alternative == Some(0));
        match choices.first() {
            Some(first) if !choices.iter().any(is_there) => {
                Err(self.record.0.choices[*first].none_valid_error(record, offset))
            }
            _ => Ok(()),
        }
    }
}
