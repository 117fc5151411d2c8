//! Reads columns without missing items, one part of the records after the other, into the memory of
//! earlier batches.
//!
//! The columns of a part are read while its records are in the processor's cache. They are appended to the arrays of the batch, which may be
//! larger than any cache:
//!
//! ```text
//! records ─┬─ part 0 ─┬─ column 0 ─ array 0
//!          ├─ part 1 ─┼─ column 1 ─ array 1
//!          └─ part 2 ─┴─ column 2 ─ array 2
//! ```
//!
//! Nothing here locates an error. If an item cannot be read, the caller reads the block again,
//! column by column, and reports the error.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use datarep_dsl::model::Native;
use datarep_dynamic::Record;
use datarep_dynamic::record::{Field, Losses, Rows, Texts, Value, Values};

use crate::column::RecordColumn;
use crate::memory::{BatchMemory, ColumnBuffers, SpareValues};
use crate::native::{append_decimals, wrap_decimals};
use crate::table::RecordTable;

/// About how many bytes of records are a part. Smaller ones cost time for each of their columns, and larger ones leave the cache that a
/// core has for itself, which is a mebibyte or two.
const PART: usize = 512 << 10;

/// A column in the making.
#[derive(Debug)]
pub(crate) struct PlainColumn {
    field: usize,
    items: PlainItems,
    /// How many numbers were read. What is behind them means nothing.
    numbers: usize,
    pub(crate) losses: Losses,
}

/// The items of a column.
#[derive(Debug)]
enum PlainItems {
    Numbers(Values),
    Decimals { numbers: Vec<i128>, precision: u8, scale: i8 },
    Texts { bytes: Vec<u8>, offsets: Vec<i32> },
}

/// Reads the plain columns of a table; `None` stands for each of the others. Nothing is returned if an item cannot be read, or is not one
/// for its column. `bytes` are those of the rows.
pub(crate) fn read_plain_columns(
    table: &RecordTable,
    rows: &Rows<'_>,
    bytes: &[u8],
    memory: &mut BatchMemory,
) -> Option<Vec<Option<PlainColumn>>> {
    memory.begin_batch();
    // After a block with an odd item, the next block is not tried, as it may be like it. The block
    // after that is tried again, so that one odd item does not slow down the rest of a large file.
    if std::mem::take(&mut memory.was_odd) {
        return None;
    }
    let record = table.record();
    let fields = table.fields().iter().zip(table.columns()).enumerate();
    let mut columns: Vec<Option<PlainColumn>> = fields
        .map(|(index, (&field, column))| {
            PlainColumn::new(field, &record.fields()[field], column, memory.take_free_buffers(index))
        })
        .collect();
    let mut append = |rows: &Rows<'_>| {
        columns.iter_mut().flatten().try_for_each(|column| column.append_items(rows, &mut memory.spare))
    };
    let is_read = match part_bytes(record) {
        // A block that is not much larger than a part is one itself.
        Some(part) if 3 * part < bytes.len() => {
            bytes.chunks(part).try_for_each(|part| append(&record.rows(part).ok()?))
        }
        _ => append(rows),
    };
    memory.was_odd = is_read.is_none();
    is_read.map(|()| columns)
}

/// The bytes of a part, if the record has a length of its own.
fn part_bytes(record: &Record) -> Option<usize> {
    let record_bytes = record.bytes().filter(|bytes| *bytes > 0)?;
    Some((PART / record_bytes).max(1) * record_bytes)
}

impl PlainColumn {
    /// A column without items, in buffers that are no longer needed; `None` if it is no plain one.
    fn new(
        index: usize,
        field: &Field,
        column: &RecordColumn,
        mut buffers: ColumnBuffers,
    ) -> Option<PlainColumn> {
        if field.is_nullable() || field.is_bytes() {
            return None;
        }
        let items = match (field.native(), column.item_type()) {
            (None, DataType::Utf8) => {
                let (mut offsets, mut bytes): (Vec<i32>, Vec<u8>) =
                    (buffers.take_numbers_or_offsets(), buffers.take_text_bytes());
                offsets.clear();
                offsets.push(0);
                bytes.clear();
                PlainItems::Texts { bytes, offsets }
            }
            (Some(Native::Decimal), DataType::Decimal128(precision, scale)) => {
                let mut numbers: Vec<i128> = buffers.take_numbers_or_offsets();
                numbers.clear();
                PlainItems::Decimals { numbers, precision: *precision, scale: *scale }
            }
            (Some(native), _) => PlainItems::Numbers(take_numbers(native, &mut buffers)?),
            _ => return None,
        };
        Some(PlainColumn { field: index, items, numbers: 0, losses: Losses::default() })
    }

    /// Appends the items of more records. Nothing is returned if one is odd.
    fn append_items(&mut self, rows: &Rows<'_>, spare: &mut SpareValues) -> Option<()> {
        let losses = match &mut self.items {
            PlainItems::Numbers(values) => {
                let end = self.numbers + rows.items(self.field);
                let losses = read_numbers(rows, self.field, values, self.numbers..end)?;
                self.numbers = end;
                losses
            }
            PlainItems::Decimals { numbers, precision, scale } => {
                let losses = rows.read_column(self.field, &mut spare.decimals).ok()?;
                let Values::Decimal(items) = &spare.decimals else { return None };
                append_decimals(items, numbers, *precision, *scale).then_some(losses)?
            }
            PlainItems::Texts { bytes, offsets } => {
                let losses = rows.read_column(self.field, &mut spare.texts).ok()?;
                let Values::Text(texts) = &spare.texts else { return None };
                append_texts(texts, bytes, offsets)?;
                losses
            }
        };
        self.losses.add(losses);
        Some(())
    }

    /// The items as an array.
    pub(crate) fn into_array(self, column: &RecordColumn) -> Result<ArrayRef, ArrowError> {
        match self.items {
            PlainItems::Numbers(values) => column.make_item_array(cut_numbers(values, self.numbers)),
            PlainItems::Decimals { numbers, precision, scale } => wrap_decimals(numbers, precision, scale),
            PlainItems::Texts { bytes, offsets } => {
                let (offsets, bytes) = (OffsetBuffer::new(offsets.into()), Buffer::from_vec(bytes));
                Ok(Arc::new(StringArray::try_new(offsets, bytes, None)?))
            }
        }
    }
}

/// Appends texts to those of a column. Nothing is returned if they are too long for it.
fn append_texts(texts: &Texts, bytes: &mut Vec<u8>, offsets: &mut Vec<i32>) -> Option<()> {
    let begin = i32::try_from(bytes.len()).ok()?;
    // Then all offsets fit.
    i32::try_from(bytes.len() + texts.as_str().len()).ok()?;
    bytes.extend_from_slice(texts.as_str().as_bytes());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "the last one is small enough"
    )]
    offsets.extend(texts.starts()[1..].iter().map(|start| begin + *start as i32));
    Some(())
}

macro_rules! define_number_functions {
    ($($variant:ident)*) => {
        /// Numbers of a type, in a buffer that is no longer needed; `None` if they are not stored in an array as they are.
        fn take_numbers(native: Native, buffers: &mut ColumnBuffers) -> Option<Values> {
            match native {
                $(Native::$variant => Some(Values::$variant(buffers.take_numbers_or_offsets())),)*
                _ => None,
            }
        }

        /// Stores the numbers of a field at places of a column, which ends there then.
        fn read_numbers(
            rows: &Rows<'_>,
            field: usize,
            values: &mut Values,
            places: std::ops::Range<usize>,
        ) -> Option<Losses> {
            match values {
                $(Values::$variant(values) => read_into(rows, field, values, places),)*
                _ => None,
            }
        }

        /// The first numbers of a column.
        fn cut_numbers(values: Values, count: usize) -> Values {
            match values {
                $(Values::$variant(mut values) => {
                    values.truncate(count);
                    Values::$variant(values)
                })*
                values => values,
            }
        }
    };
}

define_number_functions! { I8 I16 I32 I64 U8 U16 U32 U64 F32 F64 }

fn read_into<T: Value>(
    rows: &Rows<'_>,
    field: usize,
    values: &mut Vec<T>,
    places: std::ops::Range<usize>,
) -> Option<Losses> {
    if values.len() < places.end {
        values.resize(places.end, T::default());
    }
    rows.read(field, &mut values[places]).ok()
}
