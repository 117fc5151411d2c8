//! The records of a block as a batch, with what happens to bad items, and what there is to count.
//!
//! A conversion keeps no state but memory that is used again, so that threads make batches of
//! several blocks side by side. The reader counts them in their order.

use std::collections::BTreeSet;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use datarep_dynamic::Error;
use datarep_dynamic::record::{BadItem, Losses, RecordError, Rows, TolerantValues};

use crate::blocks::{Block, FilePlace};
use crate::column::{ColumnValues, RecordColumn};
use crate::counts::ReadCounts;
use crate::error::ReadError;
use crate::memory::BatchMemory;
use crate::options::OnBad;
use crate::plain::{PlainColumn, read_plain_columns};
use crate::table::RecordTable;

/// What makes batches of blocks.
#[derive(Debug)]
pub(crate) struct BatchMaker {
    pub(crate) table: RecordTable,
    pub(crate) on_bad: OnBad,
    /// The name of the file.
    pub(crate) name: String,
}

/// A field of a block.
struct FieldValues {
    field: usize,
    column: FieldArray,
    losses: Losses,
    bad_items: Vec<BadItem>,
}

/// The values of a field: the array that they are, or what a struct will be made of.
enum FieldArray {
    /// An array that cannot be is an error only if all fields can be read.
    Array(Result<ArrayRef, ArrowError>),
    Values(ColumnValues),
}

impl BatchMaker {
    /// The batch of a block. What there is to count is added to `counts`, also if there is an error.
    pub(crate) fn make_block_batch(
        &self,
        block: &Block,
        counts: &mut ReadCounts,
        memory: &mut BatchMemory,
    ) -> Result<RecordBatch, ArrowError> {
        let record = self.table.record();
        let fault = |error: &Error| {
            ReadError::from_record(&self.name, error, |row, byte| block.locate_byte(row, byte))
        };
        let rows = block.rows(record).map_err(|error| fault(&error))?;
        let fields = self.read_fields(&rows, block.bytes(), memory).map_err(|error| {
            // Fields are read one after the other, and people look for the first bad record.
            fault(&rows.find_first_refusal(self.table.fields().iter().copied(), error))
        })?;
        let bad = find_bad_records(&fields);
        if let Some(text) = describe_first_bad_item(&fields, &rows, block, &self.name) {
            counts.first.get_or_insert(text);
        }
        counts.add_bad(
            fields.iter().map(|values| (record.fields()[values.field].path(), &values.bad_items[..])),
        );
        // With `Null` the values have the bad items as missing already.
        if bad.is_empty() || self.on_bad != OnBad::Skip {
            return self.make_batch(counts, &rows, fields);
        }
        counts.left_out += bad.len() as u64;
        // The records without the bad ones are read again. This is rare, and all columns stay as long as each other
        // without a filter for each type.
        let (bytes, ends) = block.copy_kept_records(&rows, |record| !bad.contains(&record));
        let kept_rows =
            if record.takes_rest() { record.rows_between(&bytes, &ends) } else { record.rows(&bytes) };
        let kept_rows = kept_rows.map_err(|error| fault(&error))?;
        let fields = self.read_values(&kept_rows).map_err(|error| fault(&error))?;
        self.make_batch(counts, &kept_rows, fields)
    }

    /// The batch of records whose fields were read, which are counted.
    fn make_batch(
        &self,
        counts: &mut ReadCounts,
        rows: &Rows<'_>,
        fields: Vec<FieldValues>,
    ) -> Result<RecordBatch, ArrowError> {
        counts.records += rows.len() as u64;
        let (mut arrays, mut values) = (Vec::with_capacity(fields.len()), Vec::new());
        for FieldValues { field, column, losses, .. } in fields {
            counts.add_losses(rows.record().fields()[field].path(), &losses);
            match column {
                FieldArray::Array(array) => arrays.push(array),
                FieldArray::Values(column_values) => values.push(column_values),
            }
        }
        if self.table.has_structs() {
            return self.table.make_batch(values, rows);
        }
        self.table.make_batch_of_arrays(arrays.into_iter().collect::<Result<_, _>>()?, rows)
    }

    /// Reads the fields of the columns, in memory that may be used again.
    fn read_fields(
        &self,
        rows: &Rows<'_>,
        bytes: &[u8],
        memory: &mut BatchMemory,
    ) -> Result<Vec<FieldValues>, Error> {
        if self.table.has_structs() {
            return self.read_values(rows);
        }
        let Some(plain) = read_plain_columns(&self.table, rows, bytes, memory) else {
            return self.read_values(rows);
        };
        let columns = self.table.fields().iter().zip(self.table.columns()).zip(plain);
        let read_column = |((&field, column), plain): ((&usize, &RecordColumn), Option<PlainColumn>)| {
            let Some(mut plain) = plain else {
                memory.keep_buffers(None);
                return self.read_field(rows, field, column);
            };
            let losses = std::mem::take(&mut plain.losses);
            let items = plain.into_array(column);
            memory.keep_buffers(items.as_ref().ok());
            let item_counts = ColumnValues::count_values_by_record(rows, field);
            let array = items.and_then(|items| column.nest_items_in_lists(items, item_counts));
            let array = array.map_err(|error| column.add_column_name(error));
            Ok(FieldValues { field, column: FieldArray::Array(array), losses, bad_items: Vec::new() })
        };
        columns.map(read_column).collect()
    }

    /// Reads the fields of the columns one after the other, whatever is in them.
    fn read_values(&self, rows: &Rows<'_>) -> Result<Vec<FieldValues>, Error> {
        let columns = self.table.fields().iter().zip(self.table.columns());
        columns.map(|(&field, column)| self.read_field(rows, field, column)).collect()
    }

    /// Reads a field. If an item is bad and that is no error, the field is read again by a slower
    /// function that tolerates bad items.
    fn read_field(&self, rows: &Rows<'_>, field: usize, column: &RecordColumn) -> Result<FieldValues, Error> {
        let (mut values, losses, mut bad) = match rows.values(field) {
            Ok((values, losses)) => (values, losses, Vec::new()),
            // The tolerant reading is slower, so that it is only for a field that needs it.
            Err(Error::Record(fault))
                if self.on_bad != OnBad::Error && matches!(*fault, RecordError::Item { .. }) =>
            {
                let TolerantValues { values, losses, bad } = rows.tolerant_values(field)?;
                (values, losses, bad)
            }
            Err(error) => return Err(error),
        };
        if let Some(digits) = column.most_digits() {
            let wide = rows.take_wide_numbers(field, &mut values, digits);
            if let (OnBad::Error, Some(first)) = (self.on_bad, wide.first()) {
                return Err(rows.wide_number_error(field, first, digits));
            }
            bad.extend(wide);
        }
        let values = ColumnValues::new(values, rows, field);
        let column = if self.table.has_structs() {
            FieldArray::Values(values)
        } else {
            FieldArray::Array(column.make_array(values).map_err(|error| column.add_column_name(error)))
        };
        Ok(FieldValues { field, column, losses, bad_items: bad })
    }
}

/// The records with a bad item in one of the fields.
fn find_bad_records(fields: &[FieldValues]) -> BTreeSet<usize> {
    fields.iter().flat_map(|field| &field.bad_items).map(|item| item.record).collect()
}

/// The first bad item, for people.
fn describe_first_bad_item(
    fields: &[FieldValues],
    rows: &Rows<'_>,
    block: &Block,
    file: &str,
) -> Option<String> {
    let items = fields.iter().flat_map(|values| values.bad_items.iter().map(|item| (values.field, item)));
    // By the place in the file, as fields are read one after the other.
    let (field, item) = items.min_by_key(|(_, item)| (item.record, item.offset))?;
    let FilePlace { record: number, byte } = block.locate_byte(item.record, item.offset);
    let path = rows.record().fields()[field].path();
    Some(format!("{file}: record {number}: `{path}` at byte {byte}: {} ({})", item.event.word(), item.value))
}
