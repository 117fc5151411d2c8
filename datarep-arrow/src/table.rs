//! The table of a record: a column for each of its fields, or for some of them.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, Fields, Schema, SchemaRef};
use datarep_dynamic::record::{Field, Rows};
use datarep_dynamic::{Error, Record};

use crate::column::{ColumnValues, RecordColumn};
use crate::nesting::RecordNesting;
use crate::options::OnBad;

/// The columns of records.
#[derive(Debug, Clone)]
pub struct RecordTable {
    record: Record,
    /// The field of each column.
    fields: Vec<usize>,
    columns: Vec<RecordColumn>,
    /// How the columns lie in structs; `None` if each is one of the table.
    nesting: Option<RecordNesting>,
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
        Ok(RecordTable { record: record.clone(), fields, columns, nesting: None, schema })
    }

    /// The same table, in which groups are structs: a field that is a record is a struct with its name, and an array of records is a list of structs, of a
    /// fixed length if all records have equally many. A list in a list is one of its own, too.
    ///
    /// A choice is a struct of its alternatives, and so is an overlay. An alternative that is a record is a struct, which is null where the record has
    /// another one; an array in an alternative is empty there.
    ///
    /// ```
    /// use datarep_arrow::{OnBad, RecordTable};
    /// use datarep_dynamic::Text;
    ///
    /// let text = Text::parse("record line { part: u16; count: u8; }  record bill { n: u8; lines: [line; n]; }")?;
    /// let bill = text.record("bill").expect("it is in the text");
    /// let table = RecordTable::new(bill, None, OnBad::Error)?;
    /// let names: Vec<&str> = table.schema().fields().iter().map(|field| field.name().as_str()).collect();
    /// assert_eq!(names, ["n", "lines.part", "lines.count"]);
    /// let table = table.with_structs()?;
    /// let names: Vec<&str> = table.schema().fields().iter().map(|field| field.name().as_str()).collect();
    /// assert_eq!(names, ["n", "lines"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`RecordNesting::new`].
    pub fn with_structs(mut self) -> Result<RecordTable, ArrowError> {
        let nesting = RecordNesting::new(&self.record, &self.columns)?;
        self.schema = Arc::new(Schema::new(nesting.fields().to_vec()));
        self.nesting = Some(nesting);
        Ok(self)
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

    /// Whether columns lie in structs.
    pub(crate) fn has_structs(&self) -> bool {
        self.nesting.is_some()
    }

    /// A batch of these records.
    ///
    /// # Errors
    ///
    /// The first item that a rule refuses, in an [`ArrowError::ExternalError`], and as [`RecordColumn::make_array`].
    pub fn read_batch(&self, rows: &Rows<'_>) -> Result<RecordBatch, ArrowError> {
        let fault = |error: Error| {
            let first_error = rows.find_first_refusal(self.fields.iter().copied(), error);
            ArrowError::ExternalError(Box::new(first_error))
        };
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
        let arrays = if let Some(nesting) = &self.nesting {
            nesting.make_arrays(&self.columns, values, rows)?
        } else {
            let arrays = self.columns.iter().zip(values);
            let arrays = arrays.map(|(column, values)| {
                column.make_array(values).map_err(|error| column.add_column_name(error))
            });
            arrays.collect::<Result<Vec<ArrayRef>, ArrowError>>()?
        };
        self.make_batch_of_arrays(arrays, rows)
    }

    /// A batch of these records, whose arrays were made.
    pub(crate) fn make_batch_of_arrays(
        &self,
        arrays: Vec<ArrayRef>,
        rows: &Rows<'_>,
    ) -> Result<RecordBatch, ArrowError> {
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
            let first_paths: Vec<&str> = record.fields().iter().map(Field::path).take(20).collect();
            let first_paths = first_paths.join(", ");
            ArrowError::SchemaError(format!(
                "`{name}` has no field `{path}`: its first fields are {first_paths}"
            ))
        })?;
        if fields.contains(&field) {
            return Err(ArrowError::SchemaError(format!("the column `{path}` is asked for twice")));
        }
        fields.push(field);
    }
    Ok(fields)
}
