//! Records that become other records.

use std::borrow::Cow;

use datarep::error::ErrorKind;
use datarep_dynamic::record::{RecordError, Values};
use datarep_dynamic::{Error, Record};

use crate::convert::marked::Marker;
use crate::failure::Failure;
use crate::input::{Block, find_starts};
use crate::target::Target;

use super::column::{Column, Shape, Writer, Written};

/// A record to write, each of whose fields has the name of a field of the source.
pub(super) struct Into {
    record: Record,
    /// The column of the source for each of its fields.
    columns: Vec<usize>,
}

impl Into {
    pub(super) fn new(into: &Record, from: &Record) -> Result<Into, Failure> {
        let columns = into.fields().iter().map(|field| {
            from.field(field.path()).ok_or_else(|| {
                let (path, into, from) = (field.path(), into.name(), from.name());
                Failure::new(format!("`{from}` has no field `{path}`, which `{into}` has"))
            })
        });
        Ok(Into { columns: columns.collect::<Result<_, _>>()?, record: into.clone() })
    }

    pub(super) fn name(&self) -> &str {
        self.record.name()
    }

    /// The bytes of the new records, and what was lost, with the numbers of the source's fields.
    pub(super) fn bytes(&self, columns: &[Values]) -> Result<(Vec<u8>, Written), Error> {
        let are_same = self.columns.iter().copied().eq(0..columns.len());
        let values = if are_same {
            Cow::Borrowed(columns)
        } else {
            Cow::Owned(self.columns.iter().map(|index| columns[*index].clone()).collect())
        };
        let mut rows = self.record.rows_for(&values)?;
        let mut lost = Written::new();
        for (field, values) in values.iter().enumerate() {
            let losses = rows.write_values(field, values)?;
            if !losses.is_none() {
                lost.push((self.columns[field], losses));
            }
        }
        Ok((rows.into_bytes(), lost))
    }
}

/// Writes records as other records.
pub(super) struct Records {
    into: Into,
    target: Target,
    marker: Marker,
}

impl Records {
    pub(super) fn begin(target: Target, into: Into, marker: Marker) -> Records {
        Records { into, target, marker }
    }

    /// The failure for a record that cannot be written. Its number is that in the file.
    fn refused(&self, error: &Error, block: &Block) -> Failure {
        let name = self.into.name();
        let Error::Record(fault) = error else { return Failure::new(error.to_string()) };
        match fault.as_ref() {
            RecordError::Item { record, field, item, error, .. } => {
                let record = block.number(*record);
                let item = if *item > 0 { format!(", item {item},") } else { String::new() };
                let ErrorKind::Conversion { fault, .. } = error.kind() else {
                    return Failure::new(format!("record {record}: `{field}`{item}: {error}"));
                };
                let event = fault.event.word();
                Failure::new(format!(
                    "record {record}: `{field}`{item} cannot be written in `{}`: {event} ({})",
                    fault.format, fault.value
                ))
                .help(format!(
                    "a rule of the field in `{name}` continues: `{{ on write {{ {event} => … }} }}`; `--dry-run` counts all such items"
                ))
            }
            RecordError::TextLength { record, field, characters, length } => {
                let record = block.number(*record);
                Failure::new(format!(
                    "record {record}: `{field}` of `{name}` has {length} characters, and the text {characters}"
                ))
            }
            RecordError::Missing { record, field, item, why, .. } => {
                let record = block.number(*record);
                let item = if *item > 0 { format!(", item {item},") } else { String::new() };
                Failure::new(format!("record {record}: `{field}` of `{name}`{item} is missing: {why}"))
                    .help("add `{ null if … }` to the field, with the bytes or the number of a missing item")
            }
            other => Failure::new(format!("cannot write the records of `{name}`: {other}")),
        }
    }
}

impl Writer for Records {
    fn write(
        &mut self,
        _: &[Shape<'_>],
        columns: Vec<Column>,
        _: usize,
        block: &Block,
    ) -> Result<Written, Failure> {
        let values: Vec<Values> = columns.into_iter().map(|column| column.values).collect();
        let refused = |error: &Error| self.refused(error, block);
        let (mut bytes, lost) = self.into.bytes(&values).map_err(|error| refused(&error))?;
        if self.marker.is_marking() {
            let starts = find_starts(&bytes, &self.into.record).map_err(|error| refused(&error))?;
            self.marker.mark(&mut bytes, starts.windows(2).map(|record| record[1] - record[0]))?;
        }
        self.target.write(&bytes)?;
        Ok(lost)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.target.write(&self.marker.finish())?;
        self.target.finish()
    }
}
