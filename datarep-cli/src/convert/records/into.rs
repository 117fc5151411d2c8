//! Records that become other records.

mod widths;

use std::mem;

use datarep::error::ErrorKind;
use datarep_dsl::model::Native;
use datarep_dynamic::record::{RecordError, Values};
use datarep_dynamic::{Error, Record};

use crate::convert::marked::RowMarker;
use crate::failure::CliFailure;
use crate::input::RecordBlock;
use crate::target::OutputTarget;

use super::column::{EncodedRecords, FieldColumn, RecordEncoder, RecordWriter, WrittenFieldLosses};

/// A record to write, each of whose fields has the name of a field of the source.
#[derive(Clone)]
pub(super) struct RecordMapping {
    record: Record,
    /// The column of the source for each of its fields.
    columns: Vec<usize>,
    /// The type of each field, if the column has narrower integers.
    wider: Vec<Option<Native>>,
}

impl RecordMapping {
    pub(super) fn new(into: &Record, from: &Record) -> Result<RecordMapping, CliFailure> {
        let (mut columns, mut wider) = (Vec::new(), Vec::new());
        for field in into.fields() {
            let (path, into, name) = (field.path(), into.name(), from.name());
            let column = from.field(path).ok_or_else(|| {
                CliFailure::new(format!("`{name}` has no field `{path}`, which `{into}` has"))
            })?;
            columns.push(column);
            wider.push(widths::find_wider_type(&from.fields()[column], field, into)?);
        }
        Ok(RecordMapping { columns, wider, record: into.clone() })
    }

    pub(super) fn name(&self) -> &str {
        self.record.name()
    }

    /// The new records of as many records' columns.
    pub(super) fn make_records(
        &self,
        columns: Vec<FieldColumn>,
        records: usize,
    ) -> Result<NewRecords, Error> {
        // Often the new record has the fields of the source in their order. Then the columns are moved and not
        // copied.
        let are_same = self.columns.iter().copied().eq(0..columns.len());
        let columns = if are_same {
            columns
        } else {
            self.columns.iter().map(|index| columns[*index].clone()).collect()
        };
        let fields = self.record.fields().iter();
        let items = columns.iter().zip(fields).map(|(column, field)| match &column.each {
            Some(counts) => Some(counts.clone()),
            // The source has equally many items in each record, but the field of the new record varies, and needs a
            // number for each.
            None => field.items().is_none().then(|| vec![column.values.len() / records.max(1); records]),
        });
        let items: Vec<Option<Vec<usize>>> = items.collect();
        let values =
            columns.into_iter().zip(&self.wider).map(|(FieldColumn { values, .. }, wider)| match wider {
                Some(wider) => widths::widen_integers(values, *wider),
                None => values,
            });
        let values: Vec<Values> = values.collect();
        let mut rows = self.record.rows_for_items(&values, &items)?;
        let mut losses_by_field = Vec::new();
        for (field, values) in values.iter().enumerate() {
            let losses = rows.write_values(field, values)?;
            if !losses.is_none() {
                losses_by_field.push(WrittenFieldLosses { field: self.columns[field], losses });
            }
        }
        Ok(NewRecords { ends: rows.ends(), bytes: rows.into_bytes(), losses: losses_by_field })
    }
}

/// Records that were made of others.
pub(super) struct NewRecords {
    bytes: Vec<u8>,
    /// The byte at which each ends.
    ends: Vec<usize>,
    /// What was lost.
    pub(super) losses: Vec<WrittenFieldLosses>,
}

/// What else can be done about items that a rule refuses.
const ADVICE: &str = "; `--dry-run` counts all such items";

/// Writes records as other records.
pub(super) struct RecordFile {
    target: OutputTarget,
    marker: RowMarker,
}

impl RecordFile {
    pub(super) fn begin(target: OutputTarget, marker: RowMarker) -> RecordFile {
        RecordFile { target, marker }
    }
}

/// The failure for a record of `name` that cannot be written. `number` gives the number of a record in the file, and `advice`
/// is what else can be done about items that a rule refuses, behind the advice on rules.
pub(crate) fn refused_record_failure(
    name: &str,
    error: &Error,
    number: &dyn Fn(usize) -> u64,
    advice: &str,
) -> CliFailure {
    let Error::Record(fault) = error else { return CliFailure::new(error.to_string()) };
    match fault.as_ref() {
        RecordError::Item { record, field, item, error, .. } => {
            let record = number(*record);
            let item = if *item > 0 { format!(", item {item},") } else { String::new() };
            let ErrorKind::Conversion { fault, .. } = error.kind() else {
                return CliFailure::new(format!("record {record}: `{field}`{item}: {error}"));
            };
            let event = fault.event.word();
            CliFailure::new(format!(
                "record {record}: `{field}`{item} cannot be written in `{}`: {event} ({})",
                fault.format, fault.value
            ))
            .help(format!(
                "a rule of the field in `{name}` continues: `{{ on write {{ {event} => … }} }}`{advice}"
            ))
        }
        RecordError::TextLength { record, field, characters, length } => {
            let record = number(*record);
            CliFailure::new(format!(
                "record {record}: `{field}` of `{name}` has {length} characters, and the text {characters}"
            ))
        }
        RecordError::TextBytes { record, field, taken, bytes } => {
            let record = number(*record);
            CliFailure::new(format!(
                "record {record}: `{field}` of `{name}` has {bytes} bytes, and the text takes {taken}"
            ))
        }
        RecordError::Missing { record, field, item, why, .. } => {
            let record = number(*record);
            let item = if *item > 0 { format!(", item {item},") } else { String::new() };
            CliFailure::new(format!("record {record}: `{field}` of `{name}`{item} is missing: {why}"))
                .help("add `{ null if … }` to the field, with the bytes or the number of a missing item")
        }
        other => {
            let mut other = other.clone();
            // These two know only the number in the block. People look for the record in the file.
            if let RecordError::NotReadBack { record, .. } | RecordError::NoneThere { record, .. } =
                &mut other
            {
                *record = usize::try_from(number(*record)).unwrap_or(usize::MAX);
            }
            CliFailure::new(format!("cannot write the records of `{name}`: {other}"))
        }
    }
}

impl RecordEncoder for RecordMapping {
    fn encode(
        &self,
        columns: &mut Vec<FieldColumn>,
        records: usize,
        block: &RecordBlock,
        _: Vec<u8>,
    ) -> Result<EncodedRecords, CliFailure> {
        let result = self.make_records(mem::take(columns), records);
        let NewRecords { bytes, ends, losses } = result.map_err(|error| {
            refused_record_failure(self.name(), &error, &|record| block.number(record), ADVICE)
        })?;
        let mut encoded = EncodedRecords::new(records, bytes);
        (encoded.ends, encoded.losses) = (ends, losses);
        Ok(encoded)
    }
}

impl RecordWriter for RecordFile {
    fn write(&mut self, records: &mut EncodedRecords) -> Result<(), CliFailure> {
        self.marker.mark_up_to(&mut records.bytes, &records.ends)?;
        self.target.write(&records.bytes)
    }

    fn written_bytes(&self) -> u64 {
        self.target.written_bytes()
    }

    fn finish(mut self: Box<Self>) -> Result<u64, CliFailure> {
        self.target.write(&self.marker.finish())?;
        self.target.finish()
    }
}
