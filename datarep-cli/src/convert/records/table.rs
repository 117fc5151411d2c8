//! Records as rows of a table of Parquet or Arrow.

use arrow_array::ArrayRef;
use arrow_schema::ArrowError;
use datarep_arrow::{ColumnValues, RecordColumn};

use crate::convert::TableKind;
use crate::convert::table::TableFile;
use crate::failure::CliFailure;
use crate::input::RecordBlock;
use crate::target::OutputTarget;

use super::column::{FieldColumn, FieldShape, RecordWriter, WriteLosses};

/// A table that is being written.
pub(super) struct RecordTableFile {
    table: TableFile,
    columns: Vec<RecordColumn>,
}

impl RecordTableFile {
    /// Begins a table with a column for each field, and so many bytes in a row group of Parquet.
    pub(super) fn begin(
        kind: (TableKind, usize),
        target: OutputTarget,
        shapes: &[FieldShape<'_>],
    ) -> Result<RecordTableFile, CliFailure> {
        let columns = shapes.iter().map(|shape| {
            let FieldShape { field, name, is_nullable, format } = shape;
            RecordColumn::new(name, field, *format, *is_nullable)
        });
        let columns = columns.collect::<Result<Vec<RecordColumn>, ArrowError>>()?;
        let fields = columns.iter().map(|column| column.field().clone());
        Ok(RecordTableFile { table: TableFile::create(kind, target, fields)?, columns })
    }
}

impl RecordWriter for RecordTableFile {
    fn write(
        &mut self,
        _: &[FieldShape<'_>],
        columns: &mut Vec<FieldColumn>,
        _: usize,
        _: &RecordBlock,
    ) -> Result<WriteLosses, CliFailure> {
        let arrays =
            self.columns.iter().zip(columns.drain(..)).map(|(column, FieldColumn { values, each })| {
                column.make_array(ColumnValues { values, each })
            });
        let arrays = arrays.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        self.table.write(arrays)?;
        Ok(WriteLosses::new())
    }

    fn written_bytes(&self) -> u64 {
        self.table.written_bytes()
    }

    fn finish(self: Box<Self>) -> Result<u64, CliFailure> {
        self.table.finish()?.finish()
    }
}
