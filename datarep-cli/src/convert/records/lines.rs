//! Records as lines of CSV. Each item has a column; a list whose length a field gives has one column.

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
}

impl Lines {
    /// Writes the line with the names of the columns.
    pub(super) fn begin(target: Target, shapes: &[Shape<'_>], escapes: bool) -> Result<Lines, Failure> {
        let mut lines = Lines { target, escapes };
        let names = shapes.iter().flat_map(|shape| {
            let path = shape.name;
            match columns(shape) {
                Some(count) => (0..count).map(|item| format!("{path}[{item}]")).collect(),
                None => vec![path.to_owned()],
            }
        });
        lines.put(std::iter::once(names.collect()))?;
        Ok(lines)
    }

    fn put(&mut self, lines: impl Iterator<Item = Vec<String>>) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let fault =
            |error: &dyn std::error::Error| Failure::new(format!("cannot write a line of CSV: {error}"));
        for line in lines {
            writer.write_record(line).map_err(|error| fault(&error))?;
        }
        let bytes = writer.into_inner().map_err(|error| fault(&error))?;
        self.target.write(&bytes)
    }
}

impl Writer for Lines {
    fn write(
        &mut self,
        shapes: &[Shape<'_>],
        columns: Vec<Column>,
        records: usize,
        _: &Block,
    ) -> Result<Written, Failure> {
        let mut items: Vec<_> = columns.iter().map(|column| column.items(records)).collect();
        let escapes = self.escapes;
        let lines = (0..records).map(|_| {
            let mut line = Vec::with_capacity(shapes.len());
            for (column, items) in columns.iter().zip(&mut items) {
                let range = items.next().unwrap_or_default();
                if let Values::Bytes(bytes) = &column.values {
                    let bytes: Vec<String> = bytes[range].iter().map(|byte| format!("{byte:02x}")).collect();
                    line.push(bytes.concat());
                } else if column.each.is_some() {
                    let list = range.map(|index| list_item(column, index)).collect();
                    line.push(Value::Array(list).to_string());
                } else {
                    line.extend(range.map(|index| cell(column, index, escapes)));
                }
            }
            line
        });
        self.put(lines)?;
        Ok(Written::new())
    }

    fn written(&self) -> u64 {
        self.target.written()
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.target.finish()
    }
}

/// An item in a cell of its own. That of a missing item is empty.
fn cell(column: &Column, index: usize, escapes: bool) -> String {
    if column.is_missing(index) {
        return String::new();
    }
    let values = column.present();
    let mut text = format_value(values, index);
    if escapes && is_text(values) {
        formulas::escape(&mut text);
    }
    text
}

/// An item as a line of CSV shows it.
pub(super) fn format_value(values: &Values, index: usize) -> String {
    with_values!(
        values,
        cells => cells[index].text(),
        texts => texts[index].clone(),
        bytes => format!("{:02x}", bytes[index]),
        String::new()
    )
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
