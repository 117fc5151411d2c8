//! Records as rows of a table of Parquet or Arrow.

use std::collections::BTreeSet;
use std::mem;
use std::ops::Range;

use arrow_array::ArrayRef;
use arrow_schema::{ArrowError, FieldRef};
use datarep_arrow::{ColumnValues, RecordColumn, RecordNesting};
use datarep_dynamic::Record;

use crate::convert::table::{TableFile, TableSettings};
use crate::failure::CliFailure;
use crate::input::{RecordBlock, record_failure};
use crate::target::OutputTarget;

use super::column::{EncodedRecords, FieldColumn, FieldShape, RecordEncoder, RecordWriter};

/// A table that is being written.
pub(super) struct RecordTableFile {
    table: TableFile,
}

/// Encodes records as columns of a table of Parquet or Arrow.
pub(super) struct TableEncoder {
    columns: Vec<RecordColumn>,
    groups: Option<TableGroups>,
}

/// The columns of a table that lie in the groups of its records.
struct TableGroups {
    record: Record,
    /// Which columns are fields of the records. Those before and behind them are columns of the table.
    own: Range<usize>,
    nesting: RecordNesting,
}

impl RecordTableFile {
    /// Begins a table with the columns of an encoder.
    pub(super) fn begin(
        settings: TableSettings,
        target: OutputTarget,
        encoder: &dyn RecordEncoder,
    ) -> Result<RecordTableFile, CliFailure> {
        Ok(RecordTableFile { table: TableFile::create(settings, target, encoder.list_columns())? })
    }
}

impl TableEncoder {
    /// Prepares a column for each field. If `nested` is given, the fields are in the groups of this record.
    pub(super) fn new(
        shapes: &[FieldShape<'_>],
        nested: Option<&Record>,
    ) -> Result<TableEncoder, CliFailure> {
        let columns = shapes.iter().map(|shape| {
            let FieldShape { field, name, is_nullable, format, .. } = shape;
            RecordColumn::new(name, field, *format, *is_nullable)
        });
        let columns = columns.collect::<Result<Vec<RecordColumn>, ArrowError>>()?;
        let groups = nested.map(|record| TableGroups::new(record, shapes, &columns)).transpose()?;
        let encoder = TableEncoder { columns, groups };
        refuse_same_names(&encoder.list_columns())?;
        Ok(encoder)
    }
}

impl TableGroups {
    fn new(
        record: &Record,
        shapes: &[FieldShape<'_>],
        columns: &[RecordColumn],
    ) -> Result<TableGroups, CliFailure> {
        let begin = shapes.iter().take_while(|shape| !shape.is_own).count();
        let end = begin + shapes[begin..].iter().take_while(|shape| shape.is_own).count();
        let nesting = RecordNesting::new(record, &columns[begin..end])?;
        Ok(TableGroups { record: record.clone(), own: begin..end, nesting })
    }

    /// The arrays of the fields of these records.
    fn make_arrays(
        &self,
        columns: &[RecordColumn],
        values: Vec<ColumnValues>,
        block: &RecordBlock,
    ) -> Result<Vec<ArrayRef>, CliFailure> {
        let rows = block.rows(&self.record);
        let rows = rows.map_err(|error| block.note_file_if_several(record_failure(&error, block)))?;
        Ok(self.nesting.make_arrays(&columns[self.own.clone()], values, &rows)?)
    }
}

/// The most digits of the numbers of each field that becomes a column, if the column cannot hold numbers with more.
pub(super) fn limit_digits(record: &Record, fields: &[usize]) -> Vec<Option<u32>> {
    let formats = record.list_formats();
    fields.iter().map(|&field| RecordColumn::limit_digits(&record.fields()[field], formats[field])).collect()
}

/// Checks that a group is not called like a column beside it. The names of fields were compared before, with the groups that
/// they are in.
fn refuse_same_names(fields: &[FieldRef]) -> Result<(), CliFailure> {
    let mut names = BTreeSet::new();
    match fields.iter().find(|field| !names.insert(field.name())) {
        Some(field) => Err(CliFailure::new(format!("two columns would have the name `{}`", field.name()))
            .help("rename the field, or leave one of the two out")),
        None => Ok(()),
    }
}

impl RecordEncoder for TableEncoder {
    fn encode(
        &self,
        columns: &mut Vec<FieldColumn>,
        records: usize,
        block: &RecordBlock,
        _: Vec<u8>,
    ) -> Result<EncodedRecords, CliFailure> {
        let values = columns.drain(..).map(|FieldColumn { values, each }| ColumnValues { values, each });
        let mut values: Vec<ColumnValues> = values.collect();
        let group_values = self.groups.as_ref().map(|groups| values.drain(groups.own.clone()).collect());
        let ungrouped = self.columns.iter().enumerate();
        let is_beside = |index: &usize| self.groups.as_ref().is_none_or(|groups| !groups.own.contains(index));
        let ungrouped = ungrouped.filter(|(index, _)| is_beside(index)).zip(values);
        let arrays = ungrouped.map(|((_, column), values)| column.make_array(values));
        let mut arrays = arrays.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        if let (Some(groups), Some(group_values)) = (&self.groups, group_values) {
            let group_values = groups.make_arrays(&self.columns, group_values, block)?;
            arrays.splice(groups.own.start..groups.own.start, group_values);
        }
        Ok(EncodedRecords { records, arrays, ..EncodedRecords::default() })
    }

    fn list_columns(&self) -> Vec<FieldRef> {
        let mut fields: Vec<FieldRef> = self.columns.iter().map(|column| column.field().clone()).collect();
        if let Some(TableGroups { own, nesting, .. }) = &self.groups {
            fields.splice(own.clone(), nesting.fields().iter().cloned());
        }
        fields
    }
}

impl RecordWriter for RecordTableFile {
    fn write(&mut self, records: &mut EncodedRecords) -> Result<(), CliFailure> {
        self.table.write(mem::take(&mut records.arrays))
    }

    fn written_bytes(&self) -> u64 {
        self.table.written_bytes()
    }

    fn finish(self: Box<Self>) -> Result<u64, CliFailure> {
        self.table.finish()?.finish()
    }
}
