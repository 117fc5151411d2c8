//! A file of records as batches: one for each block, with what happens to bad items.

use std::collections::BTreeSet;
use std::io::Read;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use datarep_dynamic::record::{BadItem, Losses, RecordError, Rows, TolerantValues, Values};
use datarep_dynamic::{Error, Record};

use crate::blocks::{Block, Blocks, FilePlace};
use crate::column::ColumnValues;
use crate::counts::ReadCounts;
use crate::error::ReadError;
use crate::options::{OnBad, ReadOptions};
use crate::table::RecordTable;

/// The records of a file, batch by batch.
///
/// It ends with the first error.
#[derive(Debug)]
pub struct Reader<R> {
    table: RecordTable,
    blocks: Blocks<R>,
    on_bad: OnBad,
    counts: ReadCounts,
    is_ended: bool,
}

/// A field of a block.
struct FieldValues {
    field: usize,
    values: Values,
    losses: Losses,
    bad: Vec<BadItem>,
}

impl<R: Read> Reader<R> {
    /// Reads records from a file, from its position on.
    ///
    /// # Errors
    ///
    /// As [`RecordTable::new`].
    pub fn new(file: R, record: &Record, options: &ReadOptions) -> Result<Reader<R>, ArrowError> {
        let table = RecordTable::new(record, options.columns.as_deref(), options.on_bad)?;
        let table = if options.has_structs { table.with_structs()? } else { table };
        Ok(Reader::of_table(file, table, options))
    }

    /// Reads records from a file whose table is known already: one of several files.
    pub fn of_table(file: R, table: RecordTable, options: &ReadOptions) -> Reader<R> {
        let blocks = Blocks::new(file, table.record(), options);
        Reader { table, blocks, on_bad: options.on_bad, counts: ReadCounts::default(), is_ended: false }
    }

    /// What was found so far.
    pub fn counts(&self) -> &ReadCounts {
        &self.counts
    }

    /// Reads the next records; `None` at the end.
    fn read_next(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let block = self.blocks.next();
        // Before the block's own error is returned, so that the counts have what was passed over before it.
        self.counts.add_torn(&self.blocks.take_torn());
        let Some(block) = block? else { return Ok(None) };
        let batch = self.read_block(&block)?;
        self.blocks.recycle(block);
        Ok(Some(batch))
    }

    fn read_block(&mut self, block: &Block) -> Result<RecordBatch, ArrowError> {
        let Reader { table, blocks, on_bad, counts, .. } = self;
        let record = table.record();
        let fault = |error: &Error| {
            ReadError::from_record(blocks.name(), error, |row, byte| block.locate_byte(row, byte))
        };
        let rows = block.rows(record).map_err(|error| fault(&error))?;
        let chosen = table.fields();
        let fields = read_fields(&rows, chosen, *on_bad).map_err(|error| fault(&error))?;
        let bad = find_bad_records(&fields);
        if let Some(text) = describe_first(&fields, &rows, block, blocks.name()) {
            counts.first.get_or_insert(text);
        }
        counts.add_bad(fields.iter().map(|one| (record.fields()[one.field].path(), &one.bad[..])));
        // With `Null` the values have the bad items as missing already.
        if bad.is_empty() || *on_bad != OnBad::Skip {
            return make_batch(table, counts, &rows, fields);
        }
        counts.left_out += bad.len() as u64;
        // The records without the bad ones are read again. This is rare, and all columns stay as long as each other
        // without a filter for each type.
        let (bytes, ends) = block.keep(&rows, |record| !bad.contains(&record));
        let kept = if record.takes_rest() { record.rows_between(&bytes, &ends) } else { record.rows(&bytes) };
        let kept = kept.map_err(|error| fault(&error))?;
        let fields = read_fields(&kept, chosen, *on_bad).map_err(|error| fault(&error))?;
        make_batch(table, counts, &kept, fields)
    }
}

/// The batch of records whose fields were read, which are counted.
fn make_batch(
    table: &RecordTable,
    counts: &mut ReadCounts,
    rows: &Rows<'_>,
    fields: Vec<FieldValues>,
) -> Result<RecordBatch, ArrowError> {
    counts.records += rows.len() as u64;
    let columns = fields.into_iter().map(|FieldValues { field, values, losses, .. }| {
        counts.add_losses(rows.record().fields()[field].path(), &losses);
        ColumnValues::new(values, rows, field)
    });
    let columns = columns.collect();
    table.make_batch(columns, rows)
}

/// Reads fields. Only a field with bad items is read as one that has some.
fn read_fields(rows: &Rows<'_>, chosen: &[usize], on_bad: OnBad) -> Result<Vec<FieldValues>, Error> {
    let read = |&field: &usize| match rows.values(field) {
        Ok((values, losses)) => Ok(FieldValues { field, values, losses, bad: Vec::new() }),
        // The tolerant reading is slower, so that it is only for a field that needs it.
        Err(Error::Record(fault)) if on_bad != OnBad::Error && matches!(*fault, RecordError::Item { .. }) => {
            let TolerantValues { values, losses, bad } = rows.tolerant_values(field)?;
            Ok(FieldValues { field, values, losses, bad })
        }
        Err(error) => Err(error),
    };
    chosen.iter().map(read).collect()
}

/// The records with a bad item in one of the fields.
fn find_bad_records(fields: &[FieldValues]) -> BTreeSet<usize> {
    fields.iter().flat_map(|field| &field.bad).map(|item| item.record).collect()
}

/// The first bad item, for people.
fn describe_first(fields: &[FieldValues], rows: &Rows<'_>, block: &Block, file: &str) -> Option<String> {
    let items = fields.iter().flat_map(|one| one.bad.iter().map(|item| (one.field, item)));
    // By the place in the file, as fields are read one after the other.
    let (field, item) = items.min_by_key(|(_, item)| (item.record, item.offset))?;
    let FilePlace { record: number, byte: at } = block.locate_byte(item.record, item.offset);
    let path = rows.record().fields()[field].path();
    Some(format!("{file}: record {number}: `{path}` at byte {at}: {} ({})", item.event.word(), item.value))
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if self.is_ended {
            return None;
        }
        let next = self.read_next().transpose();
        // After an error the next record is not known to begin anywhere, so that nothing more is read.
        self.is_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl<R: Read> RecordBatchReader for Reader<R> {
    fn schema(&self) -> SchemaRef {
        self.table.schema().clone()
    }
}
