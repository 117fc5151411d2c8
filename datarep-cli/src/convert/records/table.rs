//! Records as rows of a table of Parquet or Arrow.

use arrow_array::ArrayRef;
use arrow_schema::ArrowError;
use datarep_arrow::{ColumnValues, RecordColumn};

use crate::convert::Tabular;
use crate::convert::table::Table;
use crate::failure::Failure;
use crate::input::Block;
use crate::target::Target;

use super::column::{Column, Shape, Writer, Written};

/// A table that is being written.
pub(super) struct Rows {
    table: Table,
    columns: Vec<RecordColumn>,
}

impl Rows {
    /// Begins a table with a column for each field, and so many bytes in a row group of Parquet.
    pub(super) fn begin(
        kind: (Tabular, usize),
        target: Target,
        shapes: &[Shape<'_>],
    ) -> Result<Rows, Failure> {
        let columns = shapes.iter().map(|shape| {
            let Shape { field, name, is_nullable, format } = shape;
            RecordColumn::new(name, field, *format, *is_nullable)
        });
        let columns = columns.collect::<Result<Vec<RecordColumn>, ArrowError>>()?;
        let fields = columns.iter().map(|column| column.field().clone());
        Ok(Rows { table: Table::create(kind, target, fields)?, columns })
    }
}

impl Writer for Rows {
    fn write(
        &mut self,
        _: &[Shape<'_>],
        columns: Vec<Column>,
        _: usize,
        _: &Block,
    ) -> Result<Written, Failure> {
        let arrays = self
            .columns
            .iter()
            .zip(columns)
            .map(|(column, Column { values, each })| column.make_array(ColumnValues { values, each }));
        let arrays = arrays.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        self.table.write(arrays)?;
        Ok(Written::new())
    }

    fn written_bytes(&self) -> u64 {
        self.table.written_bytes()
    }

    fn finish(self: Box<Self>) -> Result<u64, Failure> {
        self.table.finish()?.finish()
    }
}
