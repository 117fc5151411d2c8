//! The cells of lines of CSV, in a buffer of bytes.
//!
//! Most cells are short. They are moved in pieces of a fixed size, whether all of that is wanted or not: what lies beyond
//! the end of a cell is overwritten by the next one. So the buffer has room behind its end.

#![allow(clippy::inline_always, reason = "bodies of the loop over the cells of a line")]

use std::ops::Range;

use datarep::Decimal;
use datarep_dynamic::record::{Texts, Values};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::convert::formulas;
use crate::convert::native::NativeCell;

use super::super::column::{FieldColumn, with_values};

/// The bytes of a piece.
const PIECE: usize = 16;
/// The most bytes of a number, and of what is moved with it.
const NUMBER: usize = 64;
/// Digits that are made at once, each in a byte.
const DIGITS: u32 = 8;
/// The powers of ten up to that of so many digits.
const UNITS: [u64; DIGITS as usize + 1] =
    [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// Cells, and behind them bytes that mean nothing.
#[derive(Debug, Default)]
pub(super) struct CellBuffer {
    bytes: Vec<u8>,
    end: usize,
    /// A cell in the making.
    cell: String,
}

impl CellBuffer {
    pub(super) fn clear(&mut self) {
        self.end = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.end
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// Appends what stands behind a cell.
    #[inline(always)]
    pub(super) fn end_cell(&mut self) {
        self.put_byte(b',');
    }

    /// Ends the line that begins at a byte. Each cell has a comma behind it, and the last one the end of the line. A line
    /// without anything would be none.
    pub(super) fn end_line(&mut self, begin: usize) {
        // Readers pass over an empty line. A record whose only cell is empty needs quotes to stay one.
        if self.end <= begin + 1 {
            self.end = begin;
            self.put_slice(b"\"\",");
        }
        self.bytes[self.end - 1] = b'\n';
    }

    /// The bytes behind the end, at least so many.
    #[inline(always)]
    fn reserve(&mut self, more: usize) -> &mut [u8] {
        if self.bytes.len() - self.end < more {
            self.grow(more);
        }
        &mut self.bytes[self.end..]
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        self.bytes.resize((self.end + more).next_power_of_two(), 0);
    }

    #[inline(always)]
    fn put_byte(&mut self, byte: u8) {
        self.reserve(1)[0] = byte;
        self.end += 1;
    }

    fn put_slice(&mut self, text: &[u8]) {
        self.reserve(text.len())[..text.len()].copy_from_slice(text);
        self.end += text.len();
    }

    /// Appends bytes as digits of hexadecimal.
    pub(super) fn put_bytes(&mut self, bytes: &[u8]) {
        self.put_made(|cell| bytes.iter().for_each(|byte| put_hex(*byte, cell)));
    }

    /// Appends items as a list.
    pub(super) fn put_list(&mut self, column: &FieldColumn, range: Range<usize>) {
        let items: Vec<String> = range.map(|index| write_list_item(column, index)).collect();
        self.put_made(|cell| put_quoted(&format!("[{}]", items.join(",")), cell));
    }

    /// Appends the cells of a column in a record.
    #[inline(always)]
    pub(super) fn put_cells(&mut self, cells: &CsvCells, record: usize) {
        let (begin, end) = (cells.starts[record], cells.starts[record + 1]);
        self.put_piece(&cells.text.bytes[begin..], end - begin);
    }

    /// Appends the first bytes of a text.
    #[inline(always)]
    fn put_piece(&mut self, text: &[u8], bytes: usize) {
        if let Some(piece) = text.first_chunk::<PIECE>()
            && bytes <= PIECE
            && let Some(out) = self.reserve(PIECE).first_chunk_mut()
        {
            *out = *piece;
            self.end += bytes;
        } else {
            self.put_slice(&text[..bytes]);
        }
    }

    /// Appends a cell that a call makes.
    fn put_made(&mut self, make: impl FnOnce(&mut String)) {
        let mut cell = std::mem::take(&mut self.cell);
        cell.clear();
        make(&mut cell);
        self.put_slice(cell.as_bytes());
        self.cell = cell;
    }

    /// Appends a text, in quotes if that is necessary.
    #[inline(always)]
    fn put_text(&mut self, texts: &Texts, index: usize) {
        let (begin, end) = (texts.starts()[index], texts.starts()[index + 1]);
        let text = &texts.as_str().as_bytes()[begin..];
        // Within a piece, bytes behind the text are asked, too. A special one among them only sends the text to
        // `put_quoted`, which looks again.
        let is_special = match text.first_chunk::<PIECE>() {
            Some(piece) if end - begin <= PIECE => has_special(piece),
            _ => has_special(&text[..end - begin]),
        };
        if is_special {
            self.put_made(|cell| put_quoted(&texts[index], cell));
        } else {
            self.put_piece(text, end - begin);
        }
    }

    #[inline(always)]
    fn put_integer(&mut self, number: i64) {
        // Room for all that follows: 20 digits, a sign, and the bytes of a word that are written and not used.
        self.reserve(NUMBER);
        if number < 0 {
            self.put_byte(b'-');
        }
        self.put_magnitude(number.unsigned_abs());
    }

    /// Appends a decimal with all of its digits behind the point.
    #[inline(always)]
    fn put_decimal(&mut self, number: Decimal) {
        let scale = number.scale();
        let number = match i64::try_from(number.mantissa()) {
            Ok(number) if scale <= DIGITS => number,
            _ => return self.put_made(|cell| number.write_text(cell)),
        };
        if scale == 0 {
            return self.put_integer(number);
        }
        self.reserve(NUMBER);
        if number < 0 {
            self.put_byte(b'-');
        }
        let (magnitude, unit) = (number.unsigned_abs(), UNITS[scale as usize]);
        self.put_magnitude(magnitude / unit);
        self.put_byte(b'.');
        self.put_digits(magnitude % unit, scale);
    }

    /// Appends a number without leading zeros. There is room for it.
    #[inline(always)]
    fn put_magnitude(&mut self, number: u64) {
        const MOST: u64 = 10_u64.pow(DIGITS);
        if number >= MOST {
            // A `u64` has 20 digits at most: up to 4, then 8, then 8.
            let above = number / MOST;
            if above >= MOST {
                self.put_digits(above / MOST, (above / MOST).ilog10() + 1);
                self.put_digits(above % MOST, DIGITS);
            } else {
                self.put_digits(above, above.ilog10() + 1);
            }
            return self.put_digits(number % MOST, DIGITS);
        }
        // The zeros that lead are shifted out, but for the last digit.
        let digits = split_digits(number);
        // `| 1` leaves the last digit of a zero: 63 leading bits are 7 bytes.
        let zeros = (digits | 1).leading_zeros() / 8;
        self.put_digit_bytes(digits << (8 * zeros), DIGITS - zeros);
    }

    /// Appends the lowest digits of a number below 10^8. There is room for them.
    #[inline(always)]
    fn put_digits(&mut self, number: u64, digits: u32) {
        // The wanted digits are the lowest bytes, and those that are written first are the highest.
        self.put_digit_bytes(split_digits(number) << (8 * (DIGITS - digits)), digits);
    }

    /// Appends the first `count` of eight digits, whose values are in the bytes of `digits`, the first one in the highest.
    /// There is room for eight bytes.
    #[inline(always)]
    fn put_digit_bytes(&mut self, digits: u64, count: u32) {
        // A digit has four bits, and `'0'` is 0x30, so that no bit is in both.
        let word = (digits | u64::from_be_bytes([b'0'; 8])).to_be_bytes();
        self.bytes[self.end..][..8].copy_from_slice(&word);
        self.end += count as usize;
    }
}

/// The cells of a column in some records.
#[derive(Debug, Default)]
pub(super) struct CsvCells {
    /// All cells, with a comma behind each.
    text: CellBuffer,
    /// Where those of each record begin, and last where those of the last one end.
    starts: Vec<usize>,
}

impl CsvCells {
    /// Makes the cells of a column's items, whose range in each record is given.
    pub(super) fn fill(
        &mut self,
        column: &FieldColumn,
        records: impl Iterator<Item = Range<usize>>,
        escapes: bool,
    ) {
        self.text.clear();
        self.starts.clear();
        self.starts.push(0);
        match (&column.values, &column.each) {
            (Values::Bytes(bytes), _) => {
                self.fill_records(records, |text, range| text.put_bytes(&bytes[range]));
            }
            (_, Some(_)) => self.fill_records(records, |text, range| text.put_list(column, range)),
            (_, None) => self.fill_items(column, records, escapes),
        }
    }

    /// Makes a cell of all items of a record.
    fn fill_records(
        &mut self,
        records: impl Iterator<Item = Range<usize>>,
        put: impl Fn(&mut CellBuffer, Range<usize>),
    ) {
        for range in records {
            put(&mut self.text, range);
            self.text.end_cell();
            self.starts.push(self.text.len());
        }
    }

    /// Makes a cell of each item.
    fn fill_items(
        &mut self,
        column: &FieldColumn,
        records: impl Iterator<Item = Range<usize>>,
        escapes: bool,
    ) {
        macro_rules! fill {
            ($text:ident, $index:ident => $put:expr) => {
                self.fill_each(column, records, |$text, $index| $put)
            };
        }
        match column.present() {
            // The types that files have most of get a loop of their own. All others are made by a call for each cell.
            Values::Text(texts) if !escapes => fill!(text, index => text.put_text(texts, index)),
            Values::Decimal(values) => fill!(text, index => text.put_decimal(values[index])),
            Values::I8(values) => fill!(text, index => text.put_integer(values[index].into())),
            Values::I16(values) => fill!(text, index => text.put_integer(values[index].into())),
            Values::I32(values) => fill!(text, index => text.put_integer(values[index].into())),
            Values::I64(values) => fill!(text, index => text.put_integer(values[index])),
            Values::U8(values) => fill!(text, index => text.put_integer(values[index].into())),
            Values::U16(values) => fill!(text, index => text.put_integer(values[index].into())),
            Values::U32(values) => fill!(text, index => text.put_integer(values[index].into())),
            values @ (Values::Text(_) | Values::Char(_)) => {
                fill!(text, index => text.put_made(|cell| put_text_cell(values, index, escapes, cell)));
            }
            values => fill!(text, index => text.put_made(|cell| put_text(values, index, cell))),
        }
    }

    /// Makes a cell of each item that is not missing by a call.
    #[inline(always)]
    fn fill_each(
        &mut self,
        column: &FieldColumn,
        records: impl Iterator<Item = Range<usize>>,
        put: impl Fn(&mut CellBuffer, usize),
    ) {
        let missing = column.values.missing();
        for range in records {
            for index in range {
                if missing.is_none_or(|missing| !missing[index]) {
                    put(&mut self.text, index);
                }
                self.text.end_cell();
            }
            self.starts.push(self.text.len());
        }
    }
}

/// The digits of a number below 10^8, each in a byte and the first one in the highest.
#[inline(always)]
const fn split_digits(number: u64) -> u64 {
    // `x * 10_486 >> 20` is `x / 100` below 10_000, and `x * 103 >> 10` is `x / 10` below 100: here for two numbers
    // at once, and then for four.
    let fours = (number / 10_000) << 32 | (number % 10_000);
    // 12_345_678 is 1234 and 5678 here, then 12, 34, 56 and 78, and in the end 1 to 8, each in a byte.
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007F_0000_007F;
    let pairs = hundreds << 16 | (fours - hundreds * 100);
    let tens = (pairs * 103) >> 10 & 0x000F_000F_000F_000F;
    tens << 8 | (pairs - tens * 10)
}

/// Appends a text as a cell that may have to be made harmless.
fn put_text_cell(values: &Values, index: usize, escapes: bool, out: &mut String) {
    let mut text = format_value(values, index);
    if escapes {
        formulas::escape_formula(&mut text);
    }
    put_quoted(&text, out);
}

/// Whether a text has a byte that means something in CSV.
#[inline(always)]
fn has_special(text: &[u8]) -> bool {
    // Without an early end and in bytes, so that many are compared at once.
    let mark = |byte: u8, special: u8| if byte == special { 0xFF } else { 0 };
    let marks = text.iter().fold(0_u8, |marks, byte| {
        marks | mark(*byte, b',') | mark(*byte, b'"') | mark(*byte, b'\n') | mark(*byte, b'\r')
    });
    marks != 0
}

/// Appends a cell, in quotes if it has characters that mean something in CSV.
pub(super) fn put_quoted(cell: &str, out: &mut String) {
    if !has_special(cell.as_bytes()) {
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

/// An item of a list in JSON, with all of its digits. A value for which JSON has no number is a text, and a missing one `null`.
fn write_list_item(column: &FieldColumn, index: usize) -> String {
    if column.is_missing(index) {
        return "null".to_owned();
    }
    let values = column.present();
    let text = format_value(values, index);
    // A NaN and an infinity are no numbers of JSON.
    if !is_text(values) && serde_json::from_str::<&RawValue>(&text).is_ok() {
        return text;
    }
    Value::String(text).to_string()
}

/// An item as a value of JSON. A value for which that has no number becomes a text, and a missing one `null`.
pub(in super::super) fn list_item(column: &FieldColumn, index: usize) -> Value {
    if column.is_missing(index) {
        return Value::Null;
    }
    let values = column.present();
    let text = format_value(values, index);
    if is_text(values) {
        return Value::String(text);
    }
    // Integers of more than 64 bits and long decimals would become floats, and lose digits.
    let keeps_digits = |number: &Value| {
        let printed = number.to_string();
        printed == remove_zeros(&text)
    };
    let number = serde_json::from_str(&text).ok();
    number.filter(keeps_digits).unwrap_or(Value::String(text))
}

/// A number without zeros at its end, but for one behind the point, as a float is written.
fn remove_zeros(text: &str) -> String {
    if !text.contains('.') || text.contains(['e', 'E']) {
        return text.to_owned();
    }
    let text = text.trim_end_matches('0');
    if text.ends_with('.') { format!("{text}0") } else { text.to_owned() }
}
