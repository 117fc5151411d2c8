//! Records as lines of CSV. Each item has a column; a list whose length a field gives has one column.
//!
//! Some lines are made side by side, column by column: a loop for each type appends a cell to each of them.

mod block;
mod cells;
mod number;

use datarep_dynamic::record::Values;

use crate::failure::CliFailure;
use crate::input::RecordBlock;
use crate::target::OutputTarget;

use super::column::{EncodedRecords, FieldColumn, FieldShape, RecordEncoder, RecordWriter};
use block::{LineBlock, MOST as MOST_BYTES, TOGETHER};
pub(crate) use cells::format_value;
pub(super) use cells::item_to_json;
use cells::{append_items, append_lists, estimate_longest, put_quoted};

/// The most columns of a file. Each has a name in the first line, which is written before a record is read.
const MOST: usize = 1 << 20;

/// Checks that the lines do not have too many columns.
pub(super) fn check_columns(shapes: &[FieldShape<'_>]) -> Result<(), CliFailure> {
    let mut column_total = 0_usize;
    for shape in shapes {
        let columns_before = column_total;
        // Several long arrays may have more items together than a `usize` can count.
        column_total = column_total.saturating_add(count_columns(shape).unwrap_or(1));
        if column_total > MOST {
            let (path, items) = (shape.name, column_total - columns_before);
            return Err(CliFailure::new(format!(
                "a line of CSV would have {column_total} columns with the {items} of `{path}`, and it has at most {MOST}"
            ))
            .help("`--to npy`, `--to parquet` and `--to arrow` have one column for an array"));
        }
    }
    Ok(())
}

/// The number of columns of a field if each of its items has one; `None` if it has one column as a whole.
fn count_columns(shape: &FieldShape<'_>) -> Option<usize> {
    let is_array = !shape.field.is_bytes() && !shape.field.shape().is_empty();
    shape.field.items().filter(|_| is_array)
}

/// Encodes records as lines of CSV.
pub(super) struct LineEncoder {
    /// Whether texts that a spreadsheet would run are made harmless.
    pub(super) escapes: bool,
}

/// Lines that are being written.
pub(super) struct CsvLines {
    target: OutputTarget,
}

impl CsvLines {
    /// Writes the line with the names of the columns.
    pub(super) fn begin(mut target: OutputTarget, shapes: &[FieldShape<'_>]) -> Result<CsvLines, CliFailure> {
        let mut names = String::new();
        for shape in shapes {
            let path = shape.name;
            match count_columns(shape) {
                Some(count) => {
                    (0..count).for_each(|item| put_name(&format!("{path}[{item}]"), &mut names));
                }
                None => put_name(path, &mut names),
            }
        }
        // The comma behind the last name becomes the end of the line.
        names.pop();
        names.push('\n');
        target.write(names.as_bytes())?;
        Ok(CsvLines { target })
    }
}

/// Appends the name of a column, with a comma behind it.
fn put_name(name: &str, out: &mut String) {
    put_quoted(name, out);
    out.push(',');
}

impl RecordEncoder for LineEncoder {
    fn encode(
        &self,
        columns: &mut Vec<FieldColumn>,
        records: usize,
        _: &RecordBlock,
        mut bytes: Vec<u8>,
    ) -> Result<EncodedRecords, CliFailure> {
        bytes.clear();
        let mut lines = LineBlock::default();
        let mut items: Vec<_> = columns.iter().map(|column| column.item_ranges(records)).collect();
        // Few lines at a time if they may be long, as each has as much room as the longest.
        let longest = columns.iter().map(|column| estimate_longest(column, records)).fold(0, usize::max);
        let lines_at_once = (MOST_BYTES / longest.saturating_mul(2).max(1)).clamp(1, TOGETHER);
        for first in (0..records).step_by(lines_at_once) {
            let line_count = lines_at_once.min(records - first);
            lines.begin(line_count);
            for (column, items) in columns.iter().zip(&mut items) {
                if column.each.is_some() || matches!(column.values, Values::Bytes(_)) {
                    append_lists(column, items.take(line_count), &mut lines);
                } else {
                    let items_per_record = column.values.len() / records;
                    append_items(
                        column,
                        first * items_per_record,
                        items_per_record,
                        self.escapes,
                        &mut lines,
                    );
                }
            }
            lines.finish(&mut bytes);
        }
        Ok(EncodedRecords::new(records, bytes))
    }
}

impl RecordWriter for CsvLines {
    fn write(&mut self, records: &mut EncodedRecords) -> Result<(), CliFailure> {
        self.target.write(&records.bytes)
    }

    fn written_bytes(&self) -> u64 {
        self.target.written_bytes()
    }

    fn finish(self: Box<Self>) -> Result<u64, CliFailure> {
        self.target.finish()
    }
}
