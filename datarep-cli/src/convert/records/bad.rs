//! Bad records: those with an item that a rule refuses, if the command says what happens to them.
//!
//! In a block without bad items this is one reading of each field. Otherwise the fields with bad items are read again, with
//! those items as missing ones. A record that is left out is taken from the bytes of the block, and the rest is read as always.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use datarep_dynamic::record::{BadItem, Losses, RecordError, Rows, TolerantValues, Values};
use datarep_dynamic::{Error, Record};

use crate::args::{self, BadRecordAction, BadRecordLimit};
use crate::failure::CliFailure;
use crate::input::{RecordBlock, TornRecord, record_failure};
use crate::target::{OutputTarget, refuse_inputs};

use super::column::{FieldColumn, count_missing};
use super::report::RecordReport;

/// The bad records of a file so far.
pub(super) struct BadRecords {
    action: BadRecordAction,
    limit: Option<BadRecordLimit>,
    rejects: Option<RejectFiles>,
    /// How many records there were.
    record_count: u64,
    /// The first bad item, for people.
    first: Option<String>,
}

/// The files with bad records.
struct RejectFiles {
    records: OutputTarget,
    places: OutputTarget,
}

/// The columns of a block, and what there is to count.
pub(super) struct ReadRecords {
    pub(super) columns: Vec<FieldColumn>,
    /// The block without the records that are left out, if there are some.
    pub(super) kept: Option<RecordBlock>,
    pub(super) counts: ReadCounts,
    /// What is wrong with records that are kept, by their places in the block.
    pub(super) errors: BTreeMap<usize, String>,
}

/// What there is to count in records that were read.
pub(super) struct ReadCounts {
    /// The records, without those that are left out.
    pub(super) records: usize,
    pub(super) fields: Vec<ReadFieldCounts>,
    /// The fields with bad items.
    pub(super) bad: Vec<TolerantField>,
}

/// What a field lost, and how many of its items are missing.
pub(super) struct ReadFieldCounts {
    pub(super) field: usize,
    pub(super) losses: Losses,
    pub(super) missing: u64,
}

/// The fields that are read.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldsToRead {
    pub(super) indexes: Vec<usize>,
    /// The most digits of the numbers of each field, if the new file cannot hold numbers with more; none for the fields
    /// behind the last one.
    pub(super) digits: Vec<Option<u32>>,
}

impl FieldsToRead {
    /// Fields whose numbers may be any.
    pub(super) fn without_limits(indexes: Vec<usize>) -> FieldsToRead {
        FieldsToRead { indexes, digits: Vec::new() }
    }
}

/// A field of a block.
pub(super) struct TolerantField {
    pub(super) field: usize,
    values: Values,
    losses: Losses,
    pub(super) bad: Vec<BadItem>,
}

/// Refuses the options where they mean nothing.
pub(in crate::convert) fn refuse_options(convert: &args::ConvertOptions) -> Result<(), CliFailure> {
    let args::BadRecordOptions { on_bad, max_bad, rejects } = &convert.bad;
    let option = match (on_bad, max_bad, rejects) {
        (BadRecordAction::Null | BadRecordAction::Skip, _, _) => "--on-bad",
        (_, Some(_), _) => "--max-bad",
        (_, _, Some(_)) => "--rejects",
        (BadRecordAction::Error, None, None) => return Ok(()),
    };
    Err(CliFailure::new(format!("`{option}` is for records"))
        .help("`--on-read` has the rules for items of one format, such as `--on-read \"invalid => zero\"`"))
}

impl BadRecords {
    /// Prepares the files with bad records. Returns nothing if a bad record is an error.
    pub(super) fn begin(
        convert: &args::ConvertOptions,
        inputs: &[PathBuf],
    ) -> Result<Option<BadRecords>, CliFailure> {
        let args::BadRecordOptions { on_bad, max_bad, rejects } = &convert.bad;
        if *on_bad == BadRecordAction::Error {
            let option = match (max_bad, rejects) {
                (None, None) => return Ok(None),
                (Some(_), _) => "--max-bad",
                (None, Some(_)) => "--rejects",
            };
            return Err(CliFailure::new(format!("`{option}` does nothing while a bad record is an error"))
                .help("add `--on-bad null` or `--on-bad skip`"));
        }
        let rejects = match rejects.as_deref().filter(|_| !convert.copying.dry_run) {
            Some(path) => Some(RejectFiles::create(path, convert, inputs)?),
            None => None,
        };
        Ok(Some(BadRecords { action: *on_bad, limit: *max_bad, rejects, record_count: 0, first: None }))
    }

    /// Counts the bad records among those that were read, and writes them to the files of bad records.
    pub(super) fn add_bad_records(
        &mut self,
        record: &Record,
        block: &RecordBlock,
        fields: &[TolerantField],
        report: &mut RecordReport,
    ) -> Result<(), CliFailure> {
        if fields.is_empty() {
            return Ok(());
        }
        let starts = block
            .starts(record)
            .map_err(|error| block.note_file_if_several(record_failure(&error, block)))?;
        self.set_aside(record, block, &starts, fields)?;
        report.add_bad(fields, find_bad_records(fields).len(), self.action, block);
        Ok(())
    }

    /// Counts the records with a bad item in these fields, and writes them to the files of bad records.
    pub(super) fn set_aside(
        &mut self,
        record: &Record,
        block: &RecordBlock,
        starts: &[usize],
        fields: &[TolerantField],
    ) -> Result<(), CliFailure> {
        self.write_bad_records(record, block, starts, fields)?;
        self.record_count += find_bad_records(fields).len() as u64;
        self.refuse_too_many(None)
    }

    /// Writes bad records and the places of their bad items.
    fn write_bad_records(
        &mut self,
        record: &Record,
        block: &RecordBlock,
        starts: &[usize],
        fields: &[TolerantField],
    ) -> Result<(), CliFailure> {
        // A record may have bad items in several fields. Its bytes are written once, and each item gets a line.
        let mut by_record: BTreeMap<usize, Vec<(usize, &BadItem)>> = BTreeMap::new();
        for TolerantField { field, bad, .. } in fields {
            for item in bad {
                by_record.entry(item.record).or_default().push((*field, item));
            }
        }
        for (index, items) in by_record {
            let (start, end) = (starts[index], starts[index + 1]);
            let number = block.number(index);
            for (field, item) in &items {
                let path = record.fields()[*field].path();
                let offset = block.file_offset(item.offset);
                let event = item.event.word();
                self.first.get_or_insert_with(|| {
                    let origin = block.file.format_origin();
                    format!("record {number}{origin}: `{path}` at byte {offset}: {event} ({})", item.value)
                });
                if let Some(rejects) = &mut self.rejects {
                    let (begin, bytes) = (block.file_offset(start), end - start);
                    let cells = [
                        number.to_string(),
                        begin.to_string(),
                        bytes.to_string(),
                        path.to_owned(),
                        item.item.to_string(),
                        offset.to_string(),
                        event.to_owned(),
                        item.value.clone(),
                        block.file.path.to_string_lossy().into_owned(),
                    ];
                    rejects.places.write(&format_csv_line(&cells)?)?;
                }
            }
            if let Some(rejects) = &mut self.rejects {
                rejects.records.write(&block.bytes[start..end])?;
            }
        }
        Ok(())
    }

    /// Counts a record that does not fit between its marks, and writes it to the files of bad records.
    pub(super) fn add_torn(&mut self, torn: &TornRecord) -> Result<(), CliFailure> {
        self.record_count += 1;
        self.first.get_or_insert_with(|| torn.to_text());
        if let Some(rejects) = &mut self.rejects {
            let cells = [
                torn.number.to_string(),
                torn.at.to_string(),
                torn.bytes.len().to_string(),
                torn.field.clone().unwrap_or_default(),
                "0".to_owned(),
                torn.field_at.to_string(),
                "torn".to_owned(),
                torn.why.clone(),
                torn.file.path.to_string_lossy().into_owned(),
            ];
            rejects.places.write(&format_csv_line(&cells)?)?;
            rejects.records.write(&torn.bytes)?;
        }
        self.refuse_too_many(None)
    }

    /// Counts records of a kind that have no parent, and writes them to the files of bad records.
    pub(super) fn add_orphans(
        &mut self,
        block: &RecordBlock,
        starts: &[usize],
        orphans: &BTreeSet<usize>,
        kind: &str,
        why: &str,
    ) -> Result<(), CliFailure> {
        self.record_count += orphans.len() as u64;
        for &index in orphans {
            let (start, end) = (starts[index], starts[index + 1]);
            let (number, at) = (block.number(index), block.file_offset(start));
            self.first.get_or_insert_with(|| {
                format!("record {number} at byte {at}{}: `{kind}` has {why}", block.file.format_origin())
            });
            let Some(rejects) = &mut self.rejects else { continue };
            let cells = [
                number.to_string(),
                at.to_string(),
                (end - start).to_string(),
                kind.to_owned(),
                // An orphan is bad as a whole, so its first item and its first byte stand for it.
                "0".to_owned(),
                at.to_string(),
                "orphan".to_owned(),
                why.to_owned(),
                block.file.path.to_string_lossy().into_owned(),
            ];
            rejects.places.write(&format_csv_line(&cells)?)?;
            rejects.records.write(&block.bytes[start..end])?;
        }
        self.refuse_too_many(None)
    }

    /// Fails if there are more bad records than allowed. A share is that of all records, `record_total`, at the end.
    fn refuse_too_many(&self, record_total: Option<u64>) -> Result<(), CliFailure> {
        let (is_over, limit_text) = match (self.limit, record_total) {
            (Some(BadRecordLimit::Count(limit)), _) => (self.record_count > limit, limit.to_string()),
            #[expect(clippy::cast_precision_loss, reason = "counts of records are far below 2^53")]
            (Some(BadRecordLimit::Percent(share)), Some(record_total)) => {
                (self.record_count as f64 * 100.0 > record_total as f64 * share, format!("{share}%"))
            }
            // The number of all records is known at the end.
            (Some(BadRecordLimit::Percent(_)) | None, _) => return Ok(()),
        };
        if !is_over {
            return Ok(());
        }
        let (count, plural) = (self.record_count, if self.record_count == 1 { "" } else { "s" });
        let first = self.first.as_deref().unwrap_or_default();
        Err(CliFailure::new(format!("{count} bad record{plural}, and `--max-bad` allows {limit_text}"))
            .note(format!("the first: {first}"))
            .help("`--dry-run` counts the bad items of each field"))
    }

    /// Checks the share of bad records among `record_total`, and ends their files.
    pub(super) fn finish(self, record_total: u64) -> Result<(), CliFailure> {
        self.refuse_too_many(Some(record_total))?;
        let Some(rejects) = self.rejects else { return Ok(()) };
        rejects.records.finish()?;
        rejects.places.finish().map(drop)
    }
}

impl RejectFiles {
    fn create(
        path: &Path,
        convert: &args::ConvertOptions,
        inputs: &[PathBuf],
    ) -> Result<RejectFiles, CliFailure> {
        let mut places = path.as_os_str().to_owned();
        // Appended, as `with_extension` would give `a.dat` and `a.bin` the same file.
        places.push(".csv");
        let places = PathBuf::from(places);
        for path in [path, &places] {
            if *path == *convert.output {
                return Err(CliFailure::new(format!("`{}` is the new file already", path.display()))
                    .help("name another file for the bad records"));
            }
            refuse_inputs(path, inputs.iter().map(PathBuf::as_path))?;
        }
        let mut rejects = RejectFiles {
            records: OutputTarget::create(path, convert.writing)?,
            places: OutputTarget::create(&places, convert.writing)?,
        };
        let head = ["record", "byte", "bytes", "field", "item", "at", "event", "value", "file"];
        rejects.places.write(&format_csv_line(&head.map(str::to_owned))?)?;
        Ok(rejects)
    }
}

impl TolerantField {
    /// Takes the values out.
    pub(super) fn take_values(&mut self) -> Values {
        std::mem::replace(&mut self.values, Values::Bytes(Vec::new()))
    }
}

/// Reads the chosen fields of a block, in the memory of columns that are no longer needed. Nothing is counted.
pub(super) fn read_records(
    record: &Record,
    fields_to_read: &FieldsToRead,
    block: &RecordBlock,
    on_bad: BadRecordAction,
    reusable_columns: Vec<FieldColumn>,
) -> Result<ReadRecords, CliFailure> {
    let fault = |error: Error, block: &RecordBlock| block.note_file_if_several(record_failure(&error, block));
    let rows = block.rows(record).map_err(|error| fault(error, block))?;
    let fate = BadItemFate::from_action(on_bad);
    let mut fields =
        read_fields(&rows, fields_to_read, fate, reusable_columns).map_err(|error| fault(error, block))?;
    let records = find_bad_records(&fields);
    if records.is_empty() {
        return Ok(ReadRecords::new(&rows, fields));
    }
    let bad = take_bad(&mut fields);
    if on_bad == BadRecordAction::Null {
        let errors = describe_errors(record, &bad);
        let mut records_with_nulls = ReadRecords::new(&rows, fields);
        (records_with_nulls.counts.bad, records_with_nulls.errors) = (bad, errors);
        return Ok(records_with_nulls);
    }
    // The fields are read again without the bad records: their losses must not be counted, and items of arrays lie
    // elsewhere now.
    let starts = block.starts(record).map_err(|error| fault(error, block))?;
    let kept_block = block.without_records(&starts, &records);
    let rows = kept_block.rows(record).map_err(|error| fault(error, &kept_block))?;
    let fields =
        read_fields(&rows, fields_to_read, fate, Vec::new()).map_err(|error| fault(error, &kept_block))?;
    let mut remaining_records = ReadRecords::new(&rows, fields);
    (remaining_records.counts.bad, remaining_records.kept) = (bad, Some(kept_block));
    Ok(remaining_records)
}

/// Takes the bad items out of fields, of which those without any are left out.
fn take_bad(fields: &mut [TolerantField]) -> Vec<TolerantField> {
    let bad_fields = fields.iter_mut().filter(|field| !field.bad.is_empty());
    let take = |field: &mut TolerantField| TolerantField {
        field: field.field,
        values: Values::default(),
        losses: Losses::default(),
        bad: std::mem::take(&mut field.bad),
    };
    bad_fields.map(take).collect()
}

impl ReadRecords {
    fn new(rows: &Rows<'_>, fields: Vec<TolerantField>) -> ReadRecords {
        let mut field_counts = Vec::with_capacity(fields.len());
        let columns = fields.into_iter().map(|TolerantField { field, values, losses, .. }| {
            field_counts.push(ReadFieldCounts { field, losses, missing: count_missing(&values) });
            FieldColumn::new(values, rows, field)
        });
        let columns = columns.collect();
        let counts = ReadCounts { records: rows.len(), fields: field_counts, bad: Vec::new() };
        ReadRecords { columns, kept: None, counts, errors: BTreeMap::new() }
    }
}

/// The records with a bad item in one of the fields.
fn find_bad_records(fields: &[TolerantField]) -> BTreeSet<usize> {
    fields.iter().flat_map(|field| &field.bad).map(|item| item.record).collect()
}

/// What is wrong with each bad record: `amount: invalid (1f 40); sums[1]: invalid (f1 3f)`.
fn describe_errors(record: &Record, fields: &[TolerantField]) -> BTreeMap<usize, String> {
    let mut errors: BTreeMap<usize, String> = BTreeMap::new();
    for TolerantField { field, bad, .. } in fields {
        let field = &record.fields()[*field];
        // The items of a text are its characters, and the number of a bad one tells where it is.
        let is_single = field.shape().is_empty() && field.text_length().is_none();
        for BadItem { record, item, event, value, .. } in bad {
            let text = errors.entry(*record).or_default();
            if !text.is_empty() {
                text.push_str("; ");
            }
            text.push_str(field.path());
            if !is_single {
                let _ = write!(text, "[{item}]");
            }
            let _ = write!(text, ": {} ({value})", event.word());
        }
    }
    errors
}

/// How a bad item of a field is read: as an error, or as a missing item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BadItemFate {
    Error,
    Missing,
}

impl BadItemFate {
    /// Returns how bad items are read if their records are treated in this way.
    pub(super) fn from_action(on_bad: BadRecordAction) -> BadItemFate {
        match on_bad {
            BadRecordAction::Error => BadItemFate::Error,
            BadRecordAction::Null | BadRecordAction::Skip => BadItemFate::Missing,
        }
    }
}

/// Reads fields, in the memory of columns that are no longer needed. If bad items are missing ones, only a field that has some is read
/// as one with bad items.
pub(super) fn read_fields(
    rows: &Rows<'_>,
    fields_to_read: &FieldsToRead,
    fate: BadItemFate,
    reusable_columns: Vec<FieldColumn>,
) -> Result<Vec<TolerantField>, Error> {
    let FieldsToRead { indexes, digits } = fields_to_read;
    let mut reusable_columns = reusable_columns.into_iter();
    let read_field = |(place, &field): (usize, &usize)| {
        let values = reusable_columns.next().map(|column| column.values).unwrap_or_default();
        let mut tolerant = read_field(rows, field, fate, values)?;
        if let Some(digits) = digits.get(place).copied().flatten() {
            let wide = rows.take_wide_numbers(field, &mut tolerant.values, digits);
            if let (BadItemFate::Error, Some(first)) = (fate, wide.first()) {
                return Err(rows.wide_number_error(field, first, digits));
            }
            tolerant.bad.extend(wide);
        }
        Ok(tolerant)
    };
    // Fields are read one after the other, and people look for the first bad record.
    let fields: Result<Vec<TolerantField>, Error> = indexes.iter().enumerate().map(read_field).collect();
    fields.map_err(|error| rows.find_first_refusal(indexes.iter().copied(), error))
}

/// Reads a field, in the memory of values that are no longer needed.
fn read_field(
    rows: &Rows<'_>,
    field: usize,
    fate: BadItemFate,
    mut values: Values,
) -> Result<TolerantField, Error> {
    match (fate, rows.read_column(field, &mut values)) {
        (BadItemFate::Error, result) => Ok(TolerantField { field, values, losses: result?, bad: Vec::new() }),
        (BadItemFate::Missing, Ok(losses)) => {
            Ok(TolerantField { field, values: make_nullable(values), losses, bad: Vec::new() })
        }
        (BadItemFate::Missing, Err(Error::Record(fault))) if matches!(*fault, RecordError::Item { .. }) => {
            let TolerantValues { values, losses, bad } = rows.tolerant_values(field)?;
            Ok(TolerantField { field, values, losses, bad })
        }
        (BadItemFate::Missing, Err(error)) => Err(error),
    }
}

/// The values as those of a field whose items may be missing. Bytes that are kept as they are stay so.
fn make_nullable(values: Values) -> Values {
    match values {
        Values::Nullable { .. } | Values::Bytes(_) => values,
        values => {
            let missing = vec![false; values.len()];
            Values::Nullable { values: Box::new(values), missing }
        }
    }
}

/// A line of CSV.
fn format_csv_line(cells: &[String]) -> Result<Vec<u8>, CliFailure> {
    let fault =
        |error: &dyn std::error::Error| CliFailure::new(format!("cannot write a line of CSV: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells).map_err(|error| fault(&error))?;
    writer.into_inner().map_err(|error| fault(&error))
}
