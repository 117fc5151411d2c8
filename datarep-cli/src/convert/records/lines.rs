//! Records as lines of CSV. Each item has a column; a list whose length a field gives has one column.

use std::ops::Range;

use datarep_dynamic::record::Values;
use serde_json::Value;

use crate::convert::formulas;
use crate::convert::native::Cell;
use crate::failure::Failure;
use crate::input::Block;
use crate::target::Target;

use super::column::{Column, Shape, Writer, Written, with_values};

/// The most columns of a file. Each has a name in the first line, which is written before a record is read.
const MOST: usize = 1 << 20;

/// Checks that the lines do not have too many columns.
pub(super) fn check_columns(shapes: &[Shape<'_>]) -> Result<(), Failure> {
    let mut all = 0_usize;
    for shape in shapes {
        let before = all;
        all = all.saturating_add(columns(shape).unwrap_or(1));
        if all > MOST {
            let (path, items) = (shape.name, all - before);
            return Err(Failure::new(format!(
                "a line of CSV would have {all} columns with the {items} of `{path}`, and it has at most {MOST}"
            ))
            .help("`--to npy`, `--to parquet` and `--to arrow` have one column for an array"));
        }
    }
    Ok(())
}

/// The number of columns of a field if each of its items has one; `None` if it has one column as a whole.
fn columns(shape: &Shape<'_>) -> Option<usize> {
    let is_array = !shape.field.is_bytes() && !shape.field.shape().is_empty();
    shape.field.items().filter(|_| is_array)
}

/// Lines that are being written.
pub(super) struct Lines {
    target: Target,
    /// Whether texts that a spreadsheet would run are made harmless.
    escapes: bool,
    /// The lines of a block.
    text: String,
}

impl Lines {
    /// Writes the line with the names of the columns.
    pub(super) fn begin(target: Target, shapes: &[Shape<'_>], escapes: bool) -> Result<Lines, Failure> {
        let mut lines = Lines { target, escapes, text: String::new() };
        for shape in shapes {
            let path = shape.name;
            match columns(shape) {
                Some(count) => {
                    (0..count).for_each(|item| put_name(&format!("{path}[{item}]"), &mut lines.text));
                }
                None => put_name(path, &mut lines.text),
            }
        }
        lines.text.pop();
        lines.text.push('\n');
        lines.target.write(lines.text.as_bytes())?;
        Ok(lines)
    }
}

/// Appends the name of a column, with a comma behind it.
fn put_name(name: &str, out: &mut String) {
    put_quoted(name, out);
    out.push(',');
}

impl Writer for Lines {
    fn write(
        &mut self,
        _: &[Shape<'_>],
        columns: Vec<Column>,
        records: usize,
        _: &Block,
    ) -> Result<Written, Failure> {
        let mut items: Vec<_> = columns.iter().map(|column| column.items(records)).collect();
        self.text.clear();
        for _ in 0..records {
            let begin = self.text.len();
            for (column, items) in columns.iter().zip(&mut items) {
                self.put_items(column, items.next().unwrap_or_default());
            }
            // Each cell has a comma behind it, and the last one the end of the line. A line without anything would be none.
            self.text.pop();
            if self.text.len() == begin {
                self.text.push_str("\"\"");
            }
            self.text.push('\n');
        }
        self.target.write(self.text.as_bytes())?;
        Ok(Written::new())
    }

    fn written(&self) -> u64 {
        self.target.written()
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.target.finish()
    }
}

impl Lines {
    /// Appends the cells of a column's items in a record, with a comma behind each.
    fn put_items(&mut self, column: &Column, range: Range<usize>) {
        let text = &mut self.text;
        if let Values::Bytes(bytes) = &column.values {
            bytes[range].iter().for_each(|byte| put_hex(*byte, text));
            text.push(',');
        } else if column.each.is_some() {
            let list = range.map(|index| list_item(column, index)).collect();
            put_quoted(&Value::Array(list).to_string(), text);
            text.push(',');
        } else {
            for index in range {
                if !column.is_missing(index) {
                    put_cell(column.present(), index, self.escapes, text);
                }
                text.push(',');
            }
        }
    }
}

/// Appends an item that is not missing as a cell of its own.
fn put_cell(values: &Values, index: usize, escapes: bool, out: &mut String) {
    match values {
        Values::Text(texts) if !escapes => put_quoted(&texts[index], out),
        Values::Text(_) | Values::Char(_) => {
            let mut text = format_value(values, index);
            if escapes {
                formulas::escape(&mut text);
            }
            put_quoted(&text, out);
        }
        values => put_text(values, index, out),
    }
}

/// Appends a cell, in quotes if it has characters that mean something in CSV.
#[allow(clippy::needless_bitwise_bool, reason = "without branches, many bytes are compared at once")]
fn put_quoted(cell: &str, out: &mut String) {
    let is_special = |byte: u8| (byte == b',') | (byte == b'"') | (byte == b'\n') | (byte == b'\r');
    // Without an early end, so that many bytes are compared at once.
    if !cell.bytes().fold(false, |any, byte| any | is_special(byte)) {
        out.push_str(cell);
        return;
    }
    out.push('"');
    for (index, part) in cell.split('"').enumerate() {
        if index > 0 {
            out.push_str("\"\"");
        }
        out.push_str(part);
    }
    out.push('"');
}

fn put_hex(byte: u8, out: &mut String) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 0xF)]);
}

/// Appends an item as a line of CSV shows it, without quotes.
fn put_text(values: &Values, index: usize, out: &mut String) {
    with_values!(
        values,
        cells => cells[index].write_text(out),
        texts => out.push_str(&texts[index]),
        bytes => put_hex(bytes[index], out),
        ()
    );
}

/// An item as a line of CSV shows it, without quotes.
pub(super) fn format_value(values: &Values, index: usize) -> String {
    let mut text = String::new();
    put_text(values, index, &mut text);
    text
}

/// Whether the items are texts, and not numbers.
fn is_text(values: &Values) -> bool {
    matches!(values, Values::Text(_) | Values::Char(_))
}

/// An item of a list as JSON. A value for which JSON has no number becomes a text, and a missing one `null`.
pub(super) fn list_item(column: &Column, index: usize) -> Value {
    if column.is_missing(index) {
        return Value::Null;
    }
    let values = column.present();
    let text = format_value(values, index);
    if is_text(values) {
        return Value::String(text);
    }
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}
