//! What fields could not keep, with the first place of each event.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use datarep::Event;
use datarep::error::{Direction, ErrorKind};
use datarep_dynamic::record::{BadItem, Losses, RecordError, Values};
use datarep_dynamic::{Error, Record};

use crate::args::BadRecordAction;
use crate::failure::CliFailure;
use crate::input::{InputFile, RecordBlock, TornRecord};
use crate::output::summarize;

use super::bad::{FieldsToRead, ReadCounts, ReadFieldCounts, TolerantField};
use super::column::{FieldColumn, WrittenFieldLosses, count_missing};
use super::into::RecordMapping;

/// What could not be kept in all records so far.
#[derive(Debug, Default)]
pub(super) struct RecordReport {
    records: u64,
    lost: Vec<FieldLoss>,
    /// The number of missing items of each field that has some.
    missing: BTreeMap<usize, u64>,
    /// Records with an item that a rule refuses, if they are no errors: those that are kept, those that are left out, and those that
    /// are left out because they cannot be compared.
    bad_kept: u64,
    bad_left_out: u64,
    undecided: u64,
    /// Records that do not fit between their marks, or whose marks are wrong, and the first of them, for people.
    torn: u64,
    first_torn: Option<String>,
    /// Records that do not meet the conditions.
    passed_over: u64,
    sample: Option<DrawnRecords>,
    /// Records without a parent, by their kinds. Those that are left out count as bad.
    orphans: BTreeMap<String, OrphanCount>,
    orphans_left_out: u64,
    /// The bytes of the new files, if any were written.
    written: Option<u64>,
    /// What is said of the new files, if there are several, and of headers and trailers.
    files: Vec<String>,
    ends: Vec<String>,
    /// The index in `lost` for each field, direction, event and fate.
    loss_indexes: HashMap<(usize, Direction, Event, ItemFate), usize>,
}

/// The records of a sample, and those of which they were drawn.
#[derive(Debug, Clone, Copy)]
struct DrawnRecords {
    drawn: u64,
    offered: u64,
}

/// How many records of a kind have no parent, and what is said of them.
#[derive(Debug)]
struct OrphanCount {
    count: u64,
    description: String,
}

/// What happens to items with an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum ItemFate {
    /// They are converted, by a rule.
    Converted,
    /// A rule refuses them, which is an error.
    Refused,
    /// A rule refuses them, and they are missing.
    Missing,
    /// A rule refuses them, and their records are left out.
    LeftOut,
}

/// What one event lost in a field.
#[derive(Debug)]
struct FieldLoss {
    field: usize,
    direction: Direction,
    event: Event,
    fate: ItemFate,
    /// The number of items, or of records if it is an error.
    count: u64,
    first: ReportedPlace,
    /// The file of the first record.
    file: Arc<InputFile>,
}

/// The place of an item in the file.
#[derive(Debug, Clone, Copy)]
struct ReportedPlace {
    /// The number of the record, and the item in it.
    record: u64,
    item: usize,
    /// The item's byte in the file; a written item has none.
    byte: Option<u64>,
}

impl RecordReport {
    /// Adds the records of a block to the number of records.
    pub(super) fn count_records(&mut self, records: usize) {
        self.records += records as u64;
    }

    /// All records of the file, with bad ones that are left out, and without those that are not wanted.
    pub(super) fn all_records(&self) -> u64 {
        self.records + self.bad_left_out + self.undecided + self.torn + self.orphans_left_out
    }

    /// Returns whether the report has more to say than the number of records: losses, records that
    /// were left out, a sample, headers or trailers.
    pub(super) fn has_losses_or_skipped(&self) -> bool {
        !self.lost.is_empty()
            || self.torn > 0
            || self.passed_over > 0
            || self.sample.is_some()
            || !self.orphans.is_empty()
            || !self.ends.is_empty()
    }

    /// Counts records that do not meet the conditions.
    pub(super) fn add_passed_over(&mut self, records: usize) {
        self.passed_over += records as u64;
    }

    /// Counts the records of a block of which a condition would compare a bad item.
    pub(super) fn add_undecided(&mut self, fields: &[TolerantField], records: usize, block: &RecordBlock) {
        self.undecided += records as u64;
        self.add_bad_items(fields, ItemFate::LeftOut, block);
    }

    /// Counts a record that does not fit between its marks.
    pub(super) fn add_torn(&mut self, torn: &TornRecord) {
        self.torn += 1;
        self.first_torn.get_or_insert_with(|| torn.to_text());
    }

    /// Counts records of a kind without a parent. `first` is the place of the first one, for people.
    pub(super) fn add_orphans(
        &mut self,
        name: &str,
        parent: &str,
        count: usize,
        action: BadRecordAction,
        first: &str,
    ) {
        let fate = match action {
            BadRecordAction::Error => "which is an error",
            BadRecordAction::Null => "kept",
            BadRecordAction::Skip => "left out",
        };
        let describe = || format!("without a `{parent}` before, {fate}: {first}");
        // Only the first place is kept. Later ones add to its count.
        let entry = self.orphans.entry(name.to_owned());
        entry.or_insert_with(|| OrphanCount { count: 0, description: describe() }).count += count as u64;
        if action == BadRecordAction::Skip {
            self.orphans_left_out += count as u64;
        }
    }

    /// Says what is in headers and trailers.
    pub(super) fn set_ends(&mut self, ends: Vec<String>) {
        self.ends = ends;
    }

    /// Says what the new files are, and how many bytes they have.
    pub(super) fn set_files(&mut self, files: Vec<String>, bytes: u64) {
        (self.files, self.written) = (files, Some(bytes));
    }

    /// Says how many records were drawn, and of how many.
    pub(super) fn set_sample(&mut self, drawn: u64, offered: u64) {
        self.sample = Some(DrawnRecords { drawn, offered });
    }

    /// Counts what a field lost in records of a block, from a record on.
    fn add_losses(
        &mut self,
        field: usize,
        direction: Direction,
        losses: &Losses,
        from: usize,
        block: &RecordBlock,
    ) {
        for (event, count) in losses.loss.events() {
            let place = losses.first.iter().find(|place| place.event == event);
            // Losses have the first place of an event. Without one the block stands for it.
            let (record, item, offset) =
                place.map_or((0, 0, 0), |place| (place.record, place.item, place.offset));
            let byte = (direction == Direction::Read).then(|| block.file_offset(offset));
            self.add_loss(FieldLoss {
                field,
                direction,
                event,
                fate: ItemFate::Converted,
                count,
                first: ReportedPlace { record: block.number(from + record), item, byte },
                file: block.file.clone(),
            });
        }
    }

    /// Counts what was read of a block.
    pub(super) fn add_read_records(&mut self, counts: &ReadCounts, block: &RecordBlock) {
        self.count_records(counts.records);
        for ReadFieldCounts { field, losses, missing } in &counts.fields {
            self.add_losses(*field, Direction::Read, losses, 0, block);
            self.add_missing(*field, *missing);
        }
    }

    /// Counts what a field of a block lost, and its missing items.
    fn add_column(&mut self, field: usize, values: &Values, losses: &Losses, block: &RecordBlock) {
        self.add_losses(field, Direction::Read, losses, 0, block);
        self.add_missing(field, count_missing(values));
    }

    /// Counts the bad records of a block, and the bad items of each of their fields.
    pub(super) fn add_bad(
        &mut self,
        fields: &[TolerantField],
        records: usize,
        action: BadRecordAction,
        block: &RecordBlock,
    ) {
        let records = records as u64;
        if action == BadRecordAction::Skip {
            self.bad_left_out += records;
            self.add_bad_items(fields, ItemFate::LeftOut, block);
        } else {
            self.bad_kept += records;
            self.add_bad_items(fields, ItemFate::Missing, block);
        }
    }

    fn add_bad_items(&mut self, fields: &[TolerantField], fate: ItemFate, block: &RecordBlock) {
        for TolerantField { field, bad, .. } in fields {
            for BadItem { record, item, offset, event, .. } in bad {
                let byte = Some(block.file_offset(*offset));
                self.add_loss(FieldLoss {
                    field: *field,
                    direction: Direction::Read,
                    event: *event,
                    fate,
                    count: 1,
                    first: ReportedPlace { record: block.number(*record), item: *item, byte },
                    file: block.file.clone(),
                });
            }
        }
    }

    /// Counts missing items of a field.
    fn add_missing(&mut self, field: usize, count: u64) {
        if count > 0 {
            *self.missing.entry(field).or_default() += count;
        }
    }

    /// Counts what fields lost when the records of a block were written.
    pub(super) fn add_written(&mut self, losses: &[WrittenFieldLosses], block: &RecordBlock) {
        self.add_written_from(losses, 0, block);
    }

    /// Counts what fields lost when records of a block were written, from a record on.
    fn add_written_from(&mut self, losses_by_field: &[WrittenFieldLosses], from: usize, block: &RecordBlock) {
        for WrittenFieldLosses { field, losses } in losses_by_field {
            self.add_losses(*field, Direction::Write, losses, from, block);
        }
    }

    fn add_loss(&mut self, loss: FieldLoss) {
        let key = (loss.field, loss.direction, loss.event, loss.fate);
        if let Some(index) = self.loss_indexes.get(&key) {
            self.lost[*index].count += loss.count;
        } else {
            self.loss_indexes.insert(key, self.lost.len());
            self.lost.push(loss);
        }
    }

    /// Counts what fields of a block would lose, and the records that the rules refuse.
    pub(super) fn count_losses(
        &mut self,
        record: &Record,
        fields_to_read: &FieldsToRead,
        block: &RecordBlock,
    ) -> Result<(), CliFailure> {
        let failure = |error: Error| CliFailure::new(error.to_string());
        let rows = block.rows(record).map_err(failure)?;
        self.count_records(rows.len());
        let mut refused_fields = Vec::new();
        for (place, &field) in fields_to_read.indexes.iter().enumerate() {
            match rows.values(field) {
                Ok((mut values, losses)) => {
                    self.add_column(field, &values, &losses, block);
                    if let Some(digits) = fields_to_read.digits.get(place).copied().flatten() {
                        let wide = rows.take_wide_numbers(field, &mut values, digits);
                        self.add_wide_numbers(field, &wide, block);
                    }
                }
                // The error tells of one record. `count_losses_in_part` finds all that are refused, by halves, and only for
                // these fields.
                Err(_) => refused_fields.push(field),
            }
        }
        if refused_fields.is_empty() {
            return Ok(());
        }
        let starts = block.starts(record).map_err(failure)?;
        self.count_losses_in_part(record, block, &starts, &refused_fields, 0..starts.len() - 1)
    }

    /// Counts the records in which a number has more digits than its column.
    fn add_wide_numbers(&mut self, field: usize, wide: &[BadItem], block: &RecordBlock) {
        let Some(BadItem { record, item, offset, .. }) = wide.first() else { return };
        let records: BTreeSet<usize> = wide.iter().map(|item| item.record).collect();
        self.add_loss(FieldLoss {
            field,
            direction: Direction::Read,
            event: Event::Overflow,
            fate: ItemFate::Refused,
            count: records.len() as u64,
            first: ReportedPlace {
                record: block.number(*record),
                item: *item,
                byte: Some(block.file_offset(*offset)),
            },
            file: block.file.clone(),
        });
    }

    /// Counts what would be lost when the records of a block are written as others, and the records that the rules
    /// refuse. Those that cannot be read are not written.
    pub(super) fn count_losses_of_writing(
        &mut self,
        record: &Record,
        into: &RecordMapping,
        block: &RecordBlock,
    ) -> Result<(), CliFailure> {
        let starts = block.starts(record).map_err(|error| CliFailure::new(error.to_string()))?;
        self.count_written_part(record, into, block, &starts, 0..starts.len() - 1)
    }

    /// Counts what would be lost when columns are written as other records.
    pub(super) fn count_losses_of_columns(
        &mut self,
        into: &RecordMapping,
        columns: Vec<FieldColumn>,
        records: usize,
        block: &RecordBlock,
    ) -> Result<(), CliFailure> {
        let new_records = into.make_records(columns, records);
        let new_records = new_records.map_err(|error| CliFailure::new(error.to_string()))?;
        self.add_written_from(&new_records.losses, 0, block);
        Ok(())
    }

    fn count_written_part(
        &mut self,
        record: &Record,
        into: &RecordMapping,
        block: &RecordBlock,
        starts: &[usize],
        records: Range<usize>,
    ) -> Result<(), CliFailure> {
        let rows = block
            .rows_in(record, starts, records.clone())
            .map_err(|error| CliFailure::new(error.to_string()))?;
        let columns = rows.columns().map(|(columns, _)| {
            let columns = columns.into_iter().enumerate();
            columns.map(|(field, values)| FieldColumn::new(values, &rows, field)).collect::<Vec<_>>()
        });
        let number = block.number(records.start);
        let error = match columns.map(|columns| into.make_records(columns, rows.len())) {
            Ok(Ok(new_records)) => {
                self.add_written_from(&new_records.losses, records.start, block);
                return Ok(());
            }
            // One record that cannot be written hides what the others would lose. So the halves are tried by
            // themselves.
            _ if records.len() > 1 => {
                let middle = records.start + records.len() / 2;
                self.count_written_part(record, into, block, starts, records.start..middle)?;
                return self.count_written_part(record, into, block, starts, middle..records.end);
            }
            // A single record that cannot be read is counted by `count_losses`.
            Err(_) => return Ok(()),
            Ok(Err(error)) => error,
        };
        let failure = || CliFailure::new(format!("record {number}: {error}"));
        let Error::Record(fault) = &error else { return Err(failure()) };
        let RecordError::Item { field, item, error: item_error, .. } = fault.as_ref() else {
            return Err(failure());
        };
        let ErrorKind::Conversion { fault, .. } = item_error.kind() else { return Err(failure()) };
        let field = record.field(field).ok_or_else(failure)?;
        self.add_loss(FieldLoss {
            field,
            direction: Direction::Write,
            event: fault.event,
            fate: ItemFate::Refused,
            count: 1,
            first: ReportedPlace { record: number, item: *item, byte: None },
            file: block.file.clone(),
        });
        Ok(())
    }

    /// Counts what some records of a block would lose in fields that the rules refuse in at least one of them. The
    /// records are divided until a rule refuses none or one; they are placed once for all fields.
    fn count_losses_in_part(
        &mut self,
        record: &Record,
        block: &RecordBlock,
        starts: &[usize],
        fields: &[usize],
        records: Range<usize>,
    ) -> Result<(), CliFailure> {
        let begin = starts[records.start];
        let rows = block.rows_in(record, starts, records.clone());
        let rows = rows.map_err(|error| CliFailure::new(error.to_string()))?;
        let mut refused_fields = Vec::new();
        for &field in fields {
            match rows.values(field) {
                Ok((values, mut losses)) => {
                    for place in &mut losses.first {
                        // The rows of a part count from its own beginning, and the report needs places in the block.
                        place.record += records.start;
                        place.offset += begin;
                    }
                    self.add_column(field, &values, &losses, block);
                }
                Err(_) if records.len() > 1 => refused_fields.push(field),
                Err(error) => self.count_refused(field, &error, block, records.start, begin)?,
            }
        }
        if refused_fields.is_empty() {
            return Ok(());
        }
        let middle = records.start + records.len() / 2;
        self.count_losses_in_part(record, block, starts, &refused_fields, records.start..middle)?;
        self.count_losses_in_part(record, block, starts, &refused_fields, middle..records.end)
    }

    /// Counts a record of which a rule refuses an item, by its number in the block and its first byte there, `begin`.
    fn count_refused(
        &mut self,
        field: usize,
        error: &Error,
        block: &RecordBlock,
        record: usize,
        begin: usize,
    ) -> Result<(), CliFailure> {
        let failure = || CliFailure::new(error.to_string());
        let Error::Record(fault) = error else { return Err(failure()) };
        let RecordError::Item { item, offset, error: item_error, .. } = fault.as_ref() else {
            return Err(failure());
        };
        let ErrorKind::Conversion { fault, .. } = item_error.kind() else { return Err(failure()) };
        let byte = Some(block.file_offset(begin + offset));
        self.add_loss(FieldLoss {
            field,
            direction: Direction::Read,
            event: fault.event,
            fate: ItemFate::Refused,
            count: 1,
            first: ReportedPlace { record: block.number(record), item: *item, byte },
            file: block.file.clone(),
        });
        Ok(())
    }

    /// Adds to the report how many records are bad or not wanted.
    fn add_counts(&self, text: &mut String) {
        let record_total = self.all_records();
        let mut offered_records = record_total;
        if let Some(DrawnRecords { drawn, offered }) = self.sample {
            let plural = if offered == 1 { "" } else { "s" };
            let _ = writeln!(text, "{drawn} of {offered} record{plural} are the sample");
            // The sample is drawn from the records that meet the conditions, so those are what `--where` was asked
            // about.
            offered_records = offered;
        }
        if self.passed_over > 0 {
            let (are, plural) = if self.passed_over == 1 { ("is", "") } else { ("are", "s") };
            let (count, record_total) = (self.passed_over, self.passed_over + offered_records);
            let _ = writeln!(text, "{count} record{plural} of {record_total} {are} passed over by `--where`");
        }
        for (count, fate) in [
            (self.bad_kept, "kept, and bad items are missing"),
            (self.bad_left_out, "left out"),
            (self.undecided, "left out, because `--where` compares a bad item"),
            (self.torn, "left out, because marks and fields do not fit"),
        ] {
            if count > 0 {
                let (are, plural) = if count == 1 { ("is", "") } else { ("are", "s") };
                let _ = writeln!(text, "{count} bad record{plural} of {record_total} {are} {fate}");
            }
        }
        if let Some(first) = &self.first_torn {
            // The line that the last `writeln!` has ended goes on.
            text.truncate(text.len() - 1);
            let _ = writeln!(text, ": {first}{}", if self.torn > 1 { ", …" } else { "" });
        }
    }

    /// The report: what was converted, and what could not be kept.
    pub(super) fn format_report(&self, from: &str, record: &Record, to: &str) -> String {
        let plural = if self.records == 1 { "" } else { "s" };
        let mut text = format!("{} record{plural} of {from}: {} to {to}\n", self.records, record.name());
        self.add_counts(&mut text);
        for line in self.ends.iter().chain(&self.files) {
            let _ = writeln!(text, "{line}");
        }
        for (name, OrphanCount { count, description }) in &self.orphans {
            let (plural, ellipsis) = if *count == 1 { ("", "") } else { ("s", ", …") };
            let _ = writeln!(text, "`{name}`: {count} record{plural} {description}{ellipsis}");
        }
        for (field, count) in &self.missing {
            let plural = if *count == 1 { "" } else { "s" };
            let _ = writeln!(text, "`{}`: {count} missing item{plural}", record.fields()[*field].path());
        }
        let mut losses: Vec<&FieldLoss> = self.lost.iter().collect();
        // Stable: within a field, events stay in the order in which they were met.
        losses.sort_by_key(|loss| loss.field);
        for FieldLoss { field, direction, event, fate, count, first, file } in losses {
            let ReportedPlace { record: number, item, byte } = *first;
            let path = record.fields()[*field].path();
            let verb = match direction {
                Direction::Read => "read",
                Direction::Write => "written",
            };
            let event = event.word();
            let item = if item > 0 { format!(", item {item},") } else { String::new() };
            let byte = byte.map_or(String::new(), |byte| format!(" at byte {byte}"));
            let first = format!("record {number}{item}{byte}{}", file.format_origin());
            let plural = if *count == 1 { "" } else { "s" };
            let _ = match fate {
                ItemFate::Refused => writeln!(
                    text,
                    "`{path}`: {event} when {verb} in {count} record{plural}, which its rules refuse: {first}"
                ),
                ItemFate::Missing => {
                    writeln!(text, "`{path}`: {count} {event} when {verb}, missing now: {first}")
                }
                ItemFate::LeftOut => {
                    writeln!(text, "`{path}`: {count} {event} when {verb}, left out: {first}")
                }
                ItemFate::Converted => writeln!(text, "`{path}`: {count} {event} when {verb}: {first}"),
            };
            if *count > 1 {
                text.truncate(text.len() - 1);
                text.push_str(", …\n");
            }
        }
        // A record that is left out as a whole has no item that was lost, and is a loss all the same.
        let whole_records = self.torn + self.orphans_left_out;
        let loss_total = self.lost.iter().map(|loss| loss.count).sum::<u64>() + whole_records;
        text.push_str(&summarize(self.records, "record", self.written, loss_total));
        text
    }
}
