//! The cells of a column of CSV: as text with their commas, record by record.

use std::ops::Range;

use datarep_dynamic::record::{Texts, Values};
use serde_json::Value;

use crate::convert::formulas;
use crate::convert::native::Cell;

use super::super::column::{Column, with_values};

/// The bytes that are moved at once, whether all of them are wanted or not: most cells have fewer. What is moved beyond a
/// cell is overwritten by the next one.
pub(super) const SLACK: usize = 16;

/// The cells of a column in some records.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// All cells, with a comma behind each.
    text: String,
    /// Where those of each record end.
    ends: Vec<usize>,
}

impl Cells {
    /// Makes the cells of a column's items, whose range in each record is given.
    pub(super) fn fill(
        &mut self,
        column: &Column,
        records: impl Iterator<Item = Range<usize>>,
        escapes: bool,
    ) {
        self.text.clear();
        self.ends.clear();
        match (&column.values, &column.each) {
            (Values::Bytes(bytes), _) => {
                for range in records {
                    bytes[range].iter().for_each(|byte| put_hex(*byte, &mut self.text));
                    self.end_cell();
                    self.end_record();
                }
            }
            (_, Some(_)) => {
                for range in records {
                    let list = range.map(|index| list_item(column, index)).collect();
                    put_quoted(&Value::Array(list).to_string(), &mut self.text);
                    self.end_cell();
                    self.end_record();
                }
            }
            (_, None) => self.fill_items(column, records, escapes),
        }
        // Behind the last cell, what is moved with it and means nothing.
        self.text.extend([' '; SLACK]);
    }

    /// Makes a cell of each item.
    fn fill_items(&mut self, column: &Column, records: impl Iterator<Item = Range<usize>>, escapes: bool) {
        let values = column.present();
        match values {
            Values::Text(texts) if !escapes => {
                let is_plain = !has_special(texts.as_str());
                self.fill_each(column, records, |index, out| put_plain(texts, index, is_plain, out));
            }
            Values::Text(_) | Values::Char(_) => {
                self.fill_each(column, records, |index, out| put_text_cell(values, index, escapes, out));
            }
            values => with_values!(
                values,
                cells => self.fill_each(column, records, |index, out| cells[index].write_text(out)),
                _texts => (),
                _bytes => (),
                self.fill_each(column, records, |_, _| ())
            ),
        }
    }

    /// Makes a cell of each item that is not missing by a call.
    fn fill_each(
        &mut self,
        column: &Column,
        records: impl Iterator<Item = Range<usize>>,
        put: impl Fn(usize, &mut String),
    ) {
        let missing = column.values.missing();
        for range in records {
            for index in range {
                if missing.is_none_or(|missing| !missing[index]) {
                    put(index, &mut self.text);
                }
                self.end_cell();
            }
            self.end_record();
        }
    }

    fn end_cell(&mut self) {
        self.text.push(',');
    }

    fn end_record(&mut self) {
        self.ends.push(self.text.len());
    }

    /// The bytes of all cells.
    pub(super) fn bytes(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Copies the cells of a record to the beginning of `out`, behind which there are at least [`SLACK`] bytes more.
    /// Returns how many bytes they have.
    #[inline]
    pub(super) fn copy_record(&self, record: usize, out: &mut [u8]) -> usize {
        let begin = if record == 0 { 0 } else { self.ends[record - 1] };
        let bytes = self.ends[record] - begin;
        let from = &self.text.as_bytes()[begin..];
        match (from.first_chunk::<SLACK>(), out.first_chunk_mut::<SLACK>()) {
            (Some(from), Some(out)) if bytes <= SLACK => *out = *from,
            _ => out[..bytes].copy_from_slice(&from[..bytes]),
        }
        bytes
    }
}

/// Appends a text as a cell. `is_plain` says that no text of the column needs quotes.
fn put_plain(texts: &Texts, index: usize, is_plain: bool, out: &mut String) {
    if is_plain {
        out.push_str(&texts[index]);
    } else {
        put_quoted(&texts[index], out);
    }
}

/// Appends a text as a cell that may have to be made harmless.
fn put_text_cell(values: &Values, index: usize, escapes: bool, out: &mut String) {
    let mut text = format_value(values, index);
    if escapes {
        formulas::escape(&mut text);
    }
    put_quoted(&text, out);
}

/// Whether a text has a character that means something in CSV.
#[allow(clippy::needless_bitwise_bool, reason = "without branches, many bytes are compared at once")]
fn has_special(text: &str) -> bool {
    let is_special = |byte: u8| (byte == b',') | (byte == b'"') | (byte == b'\n') | (byte == b'\r');
    // Without an early end, so that many bytes are compared at once.
    text.bytes().fold(false, |any, byte| any | is_special(byte))
}

/// Appends a cell, in quotes if it has characters that mean something in CSV.
pub(super) fn put_quoted(cell: &str, out: &mut String) {
    if !has_special(cell) {
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
pub(in super::super) fn format_value(values: &Values, index: usize) -> String {
    let mut text = String::new();
    put_text(values, index, &mut text);
    text
}

/// Whether the items are texts, and not numbers.
fn is_text(values: &Values) -> bool {
    matches!(values, Values::Text(_) | Values::Char(_))
}

/// An item of a list as JSON. A value for which JSON has no number becomes a text, and a missing one `null`.
pub(in super::super) fn list_item(column: &Column, index: usize) -> Value {
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
