//! The table of a record: a column for each of its fields, or for some of them.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, FieldRef, Fields, Schema, SchemaRef};
use datarep_dynamic::record::{Field, Rows};
use datarep_dynamic::{Error, Record};

use crate::choices::{Node, nest_arrays, nest_columns};
use crate::column::{ColumnValues, RecordColumn};
use crate::options::OnBad;

/// The columns of records.
#[derive(Debug, Clone)]
pub struct RecordTable {
    record: Record,
    /// The field of each column.
    fields: Vec<usize>,
    columns: Vec<RecordColumn>,
    /// How the columns lie in the structs of choices; `None` if each is one of the table.
    nodes: Option<Vec<Node>>,
    schema: SchemaRef,
}

impl RecordTable {
    /// The table of a record, with the fields of these paths in this order; with all if there is no list. Where bad items are
    /// missing ones, by [`OnBad::Null`], items of every field may be missing, except those of bytes.
    ///
    /// # Errors
    ///
    /// [`ArrowError::SchemaError`] for a path that no field has, or a path that is there twice, and as [`RecordColumn::new`].
    pub fn new(record: &Record, paths: Option<&[String]>, on_bad: OnBad) -> Result<RecordTable, ArrowError> {
        let fields = match paths {
            Some(paths) => find_fields(record, paths)?,
            None => (0..record.fields().len()).collect(),
        };
        let formats = record.list_formats();
        let columns = fields.iter().map(|&index| {
            let field = &record.fields()[index];
            // With `Null` a bad item becomes a missing one, and any field but one of bytes may have such an item.
            let is_nullable = field.is_nullable() || on_bad == OnBad::Null && !field.is_bytes();
            RecordColumn::new(field.path(), field, formats[index], is_nullable)
        });
        let columns = columns.collect::<Result<Vec<RecordColumn>, ArrowError>>()?;
        let described: Fields = columns.iter().map(|column| column.field().clone()).collect();
        let schema = Arc::new(Schema::new(described));
        Ok(RecordTable { record: record.clone(), fields, columns, nodes: None, schema })
    }

    /// The same table, in which the fields of a choice are inside a struct with the choice's name. In this, an alternative that is a
    /// record is a struct, too, and null where the record has another one. This is so for choices that every record makes
    /// once.
    #[must_use]
    pub fn with_structs(mut self) -> RecordTable {
        let columns: Vec<FieldRef> = self.columns.iter().map(|column| column.field().clone()).collect();
        let (nodes, fields) = nest_columns(&self.record, &columns);
        self.schema = Arc::new(Schema::new(fields));
        self.nodes = Some(nodes);
        self
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The columns' names and types.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The index of each column's field in the record.
    pub fn fields(&self) -> &[usize] {
        &self.fields
    }

    /// The columns.
    pub fn columns(&self) -> &[RecordColumn] {
        &self.columns
    }

    /// A batch of these records.
    ///
    /// # Errors
    ///
    /// The first item that a rule refuses, in an [`ArrowError::ExternalError`], and as [`RecordColumn::make_array`].
    pub fn read_batch(&self, rows: &Rows<'_>) -> Result<RecordBatch, ArrowError> {
        let fault = |error: Error| ArrowError::ExternalError(Box::new(error));
        let values = self.fields.iter().map(|&field| {
            let (values, _) = rows.values(field).map_err(fault)?;
            Ok(ColumnValues::new(values, rows, field))
        });
        self.make_batch(values.collect::<Result<Vec<_>, ArrowError>>()?, rows)
    }

    /// A batch of these records, whose values were read: those of each column.
    ///
    /// # Errors
    ///
    /// As [`RecordColumn::make_array`].
    pub fn make_batch(&self, values: Vec<ColumnValues>, rows: &Rows<'_>) -> Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter().zip(values).map(|(column, values)| {
            let name = column.field().name();
            column.make_array(values).map_err(|error| match error {
                ArrowError::InvalidArgumentError(why) => {
                    ArrowError::InvalidArgumentError(format!("`{name}`: {why}"))
                }
                error => error,
            })
        });
        let mut arrays = arrays.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        if let Some(nodes) = &self.nodes {
            arrays = nest_arrays(nodes, &arrays, rows)?;
        }
        // A table without columns has rows all the same, which Arrow cannot count by itself.
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)
    }
}

/// The fields of these paths.
fn find_fields(record: &Record, paths: &[String]) -> Result<Vec<usize>, ArrowError> {
    let mut fields = Vec::with_capacity(paths.len());
    for path in paths {
        let field = record.field(path).ok_or_else(|| {
            let name = record.name();
            let near = record.suggest_fields(path);
            if !near.is_empty() {
                let near: Vec<String> = near.iter().map(|path| format!("`{path}`")).collect();
                return ArrowError::SchemaError(format!(
                    "`{name}` has no field `{path}`: write {}",
                    near.join(" or ")
                ));
            }
            let known: Vec<&str> = record.fields().iter().map(Field::path).take(20).collect();
            let known = known.join(", ");
            ArrowError::SchemaError(format!("`{name}` has no field `{path}`: its first fields are {known}"))
        })?;
        if fields.contains(&field) {
            return Err(ArrowError::SchemaError(format!("the column `{path}` is asked for twice")));
        }
        fields.push(field);
    }
    Ok(fields)
}
