//! The cells of lines of CSV.
//!
//! Most cells are short. They are stored in pieces of a fixed size, whether all of that is wanted or not: what lies beyond
//! the end of a cell is overwritten by the next one.

#![allow(clippy::inline_always, reason = "bodies of the loop over the cells of a column")]

use std::ops::Range;

use datarep::Decimal;
use datarep_dynamic::record::{Texts, Values};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::convert::formulas;
use crate::convert::native::NativeCell;

use super::super::column::{FieldColumn, with_values};
use super::block::LineBlock;
use super::number::{put_number, put_short_float};

/// The bytes of a piece: a word.
const PIECE: usize = 8;

/// The bytes of the longest cell that a column may have, about: a text of quotes alone has twice its characters.
pub(super) fn estimate_longest(column: &FieldColumn, records: usize) -> usize {
    /// The bytes of an item in a list, without those of its text.
    const ITEM: usize = 48;
    let longest = match column.values_with_missing() {
        Values::Text(texts) => find_longest(texts.starts().windows(2)),
        _ => 0,
    };
    match (&column.values, &column.each) {
        (Values::Bytes(bytes), None) => 2 * (bytes.len() / records.max(1)),
        (Values::Bytes(_), Some(each)) => 2 * each.iter().copied().fold(0, usize::max),
        // In a list, a control character is six.
        (_, Some(each)) => each.iter().copied().fold(0, usize::max).saturating_mul(ITEM + 6 * longest),
        (_, None) => 2 * longest,
    }
}

/// The bytes of the longest of some texts, each by its beginning and its end.
fn find_longest<'t>(texts: impl Iterator<Item = &'t [usize]>) -> usize {
    texts.map(|places| places[1] - places[0]).fold(0, usize::max)
}

/// Appends a cell for each record of a list, or of bytes that are kept as they are. `records` has the range of the items of
/// each.
pub(super) fn append_lists(
    column: &FieldColumn,
    records: impl Iterator<Item = Range<usize>>,
    lines: &mut LineBlock,
) {
    let cells: Vec<String> = match &column.values {
        Values::Bytes(bytes) => records.map(|range| format_bytes(&bytes[range])).collect(),
        _ => records.map(|range| format_list(column, range)).collect(),
    };
    lines.reserve(cells.iter().map(String::len).max().unwrap_or(0));
    lines.append_cells(cells.iter(), |cell, out| put_bytes(out, cell.as_bytes()));
}

/// Bytes as digits of hexadecimal.
fn format_bytes(bytes: &[u8]) -> String {
    let mut cell = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        put_hex(*byte, &mut cell);
    }
    cell
}

/// Items as a list.
fn format_list(column: &FieldColumn, range: Range<usize>) -> String {
    let items: Vec<String> = range.map(|index| format_list_item(column, index)).collect();
    let mut cell = String::new();
    put_quoted(&format!("[{}]", items.join(",")), &mut cell);
    cell
}

/// Appends a cell for each item of the records that have a line. The first of them begins with item `first`, and each has
/// `each` items.
pub(super) fn append_items(
    column: &FieldColumn,
    first: usize,
    each: usize,
    escapes: bool,
    lines: &mut LineBlock,
) {
    let mut cell = String::new();
    for first in first..first + each {
        let mut cells = ItemCells { lines: &mut *lines, missing: column.values.missing(), first, each };
        match column.values_with_missing() {
            // The types that files have most of get a loop of their own. All others are made by a call for each cell.
            Values::Text(texts) if !escapes => {
                cells.reserve_for(texts);
                let starts = texts.starts()[first..].windows(2);
                cells.append(starts, |starts, out| put_text(texts, starts[0]..starts[1], out));
            }
            Values::Decimal(values) => cells.append_numbers(values, &mut cell),
            Values::I8(values) => cells.append_numbers(values, &mut cell),
            Values::I16(values) => cells.append_numbers(values, &mut cell),
            Values::I32(values) => cells.append_numbers(values, &mut cell),
            Values::I64(values) => cells.append_numbers(values, &mut cell),
            Values::U8(values) => cells.append_numbers(values, &mut cell),
            Values::U16(values) => cells.append_numbers(values, &mut cell),
            Values::U32(values) => cells.append_numbers(values, &mut cell),
            Values::F32(values) => cells.append_floats(values, f32::DIGITS as usize, &mut cell),
            Values::F64(values) => cells.append_floats(values, f64::DIGITS as usize, &mut cell),
            values @ (Values::Text(_) | Values::Char(_)) => {
                if let Values::Text(texts) = values {
                    cells.reserve_for(texts);
                }
                cells
                    .append_formatted(&mut cell, |index, cell| write_text_cell(values, index, escapes, cell));
            }
            values => cells.append_formatted(&mut cell, |index, cell| write_value(values, index, cell)),
        }
    }
}

/// An item of each record that has a line.
struct ItemCells<'c> {
    lines: &'c mut LineBlock,
    missing: Option<&'c [bool]>,
    /// The item of the first record.
    first: usize,
    /// The items from one record to the next.
    each: usize,
}

impl ItemCells<'_> {
    /// Makes room for the texts, in quotes and with an apostrophe. All characters may be quotes, which are doubled. Other
    /// cells are short and have room always.
    fn reserve_for(&mut self, texts: &Texts) {
        let starts = texts.starts()[self.first..].windows(2).step_by(self.each);
        let longest = find_longest(starts.take(self.lines.len()));
        self.lines.reserve(2 * longest + 3);
    }

    /// Appends a cell for each item that is not missing, and nothing but a comma for the others. `items` are those of the
    /// column from the first one on.
    #[inline(always)]
    fn append<I>(&mut self, items: impl Iterator<Item = I>, mut put: impl FnMut(I, &mut [u8]) -> usize) {
        self.lines.reserve(0);
        // With `--on-bad null` all fields may have missing items, and few have one here.
        let item_range = self.first..self.first + (self.lines.len() - 1) * self.each + 1;
        let is_missing = |missing: &&[bool]| {
            missing[item_range].iter().step_by(self.each).fold(false, |any, one| any | one)
        };
        match self.missing.filter(is_missing) {
            // The usual column has a loop that asks for nothing else.
            None if self.each == 1 => self.lines.append_cells(items, put),
            None => self.lines.append_cells(items.step_by(self.each), put),
            Some(missing) => {
                let items = items.zip(&missing[self.first..]).step_by(self.each);
                self.lines.append_cells(
                    items,
                    |(item, is_missing), out| {
                        if *is_missing { 0 } else { put(item, out) }
                    },
                );
            }
        }
    }

    /// Appends cells that are made by a call, from the number of an item.
    #[inline(always)]
    fn append_formatted(&mut self, cell: &mut String, make: impl Fn(usize, &mut String)) {
        self.append(self.first.., |index, out| {
            cell.clear();
            make(index, cell);
            put_bytes(out, cell.as_bytes())
        });
    }

    /// Appends floats of a type that distinguishes all numbers of `most` digits.
    #[inline(always)]
    fn append_floats<F: NativeCell + Into<f64>>(&mut self, values: &[F], most: usize, cell: &mut String) {
        self.append(values[self.first..].iter(), |number, out| {
            // What people have written has few digits. What was computed has all of them.
            if let Some(length) = put_short_float(out, (*number).into(), most) {
                return length;
            }
            cell.clear();
            number.write_text(cell);
            put_bytes(out, cell.as_bytes())
        });
    }

    /// Appends numbers.
    #[inline(always)]
    fn append_numbers<N: Number>(&mut self, values: &[N], cell: &mut String) {
        self.append(values[self.first..].iter(), |number, out| {
            let (is_negative, magnitude, scale) = number.split();
            // The numbers of nearly all fields have at most 16 digits.
            if let Some(length) = magnitude.and_then(|number| put_number(out, is_negative, number, scale)) {
                return length;
            }
            cell.clear();
            number.write_text(cell);
            put_bytes(out, cell.as_bytes())
        });
    }
}

/// A number without its point, and the digits behind it.
trait Number: NativeCell {
    /// Whether it is negative, its magnitude if that has at most 64 bits, and its scale.
    fn split(self) -> (bool, Option<u64>, u32);
}

macro_rules! integers {
    ($($native:ty),*) => {$(
        impl Number for $native {
            #[inline(always)]
            fn split(self) -> (bool, Option<u64>, u32) {
                let number = i64::from(self);
                (number < 0, Some(number.unsigned_abs()), 0)
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32);

impl Number for Decimal {
    #[inline(always)]
    fn split(self) -> (bool, Option<u64>, u32) {
        let number = self.mantissa();
        (number < 0, u64::try_from(number.unsigned_abs()).ok(), self.scale())
    }
}

/// Stores bytes, and returns their number.
#[inline(always)]
fn put_bytes(out: &mut [u8], bytes: &[u8]) -> usize {
    out[..bytes.len()].copy_from_slice(bytes);
    bytes.len()
}

/// Stores a text, in quotes if that is necessary, and returns its bytes. There is room for quotes around it, for each of its
/// characters twice, and for a piece.
#[inline(always)]
fn put_text(texts: &Texts, range: Range<usize>, out: &mut [u8]) -> usize {
    let length = range.len();
    let text = &texts.as_str().as_bytes()[range.start..];
    // The last texts of a column have fewer bytes behind them than a piece.
    let Some(pieces) = text.as_chunks::<PIECE>().0.get(..length.div_ceil(PIECE)) else {
        return put_text_bytewise(&text[..length], out);
    };
    let mut marks = 0;
    for (number, (piece, place)) in pieces.iter().zip(out.as_chunks_mut().0).enumerate() {
        *place = *piece;
        marks |= mark_special_bytes(u64::from_le_bytes(*piece)) & ASKED[(length - number * PIECE).min(PIECE)];
    }
    if marks == 0 { length } else { put_quoted_text(pieces, &text[..length], out) }
}

/// Stores a text that needs quotes, given by its pieces, too, and returns its bytes. There is as much room as for
/// [`put_text`].
fn put_quoted_text(pieces: &[[u8; PIECE]], text: &[u8], out: &mut [u8]) -> usize {
    let mut quotes = 0;
    for (number, (piece, place)) in pieces.iter().zip(out[1..].as_chunks_mut().0).enumerate() {
        *place = *piece;
        let word = u64::from_le_bytes(*piece);
        quotes |= mark_byte(word, b'"') & ASKED[(text.len() - number * PIECE).min(PIECE)];
    }
    if quotes & HIGHEST != 0 {
        return put_text_bytewise(text, out);
    }
    out[0] = b'"';
    out[1 + text.len()] = b'"';
    2 + text.len()
}

/// The highest bit of each byte of a word.
const HIGHEST: u64 = u64::from_le_bytes([1 << 7; PIECE]);

/// Returns a word that has the highest bit set in each byte where `word` has this byte. Bytes
/// behind the first such one may be marked wrongly. The other bits have no meaning.
#[inline(always)]
const fn mark_byte(word: u64, byte: u8) -> u64 {
    // A byte that is zero borrows from the one behind it when one is subtracted, and had no highest bit before.
    let others = word ^ u64::from_le_bytes([byte; PIECE]);
    others.wrapping_sub(HIGHEST >> 7) & !others
}

/// The highest bit of each byte of a word that means something in CSV. Bytes behind the first such one may have it, too.
#[inline(always)]
const fn mark_special_bytes(word: u64) -> u64 {
    // With bits, and not with comparisons: of those the compiler makes a branch for each byte.
    let marks =
        mark_byte(word, b',') | mark_byte(word, b'"') | mark_byte(word, b'\n') | mark_byte(word, b'\r');
    marks & HIGHEST
}

/// For each number of bytes, the bits of the first ones of a piece. The first byte has the lowest bits.
static ASKED: [u64; PIECE + 1] = {
    let mut asked = [u64::MAX; PIECE + 1];
    let mut length = 0;
    while length < PIECE {
        asked[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    asked
};

/// Whether a byte means something in CSV.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b',' | b'"' | b'\n' | b'\r')
}

/// Stores a text, in quotes if it has a byte that means something in CSV, and returns its bytes. There is room for quotes around it, and
/// for each of its characters twice.
fn put_text_bytewise(text: &[u8], out: &mut [u8]) -> usize {
    if !text.iter().copied().any(is_special) {
        return put_bytes(out, text);
    }
    out[0] = b'"';
    let mut end = 1;
    if text.contains(&b'"') {
        for byte in text {
            // A quote is doubled. Behind any other byte, the second one is overwritten.
            out[end..end + 2].fill(*byte);
            end += 1 + usize::from(*byte == b'"');
        }
    } else {
        end += put_bytes(&mut out[1..], text);
    }
    out[end] = b'"';
    end + 1
}

/// Appends a text as a cell that may have to be made harmless.
fn write_text_cell(values: &Values, index: usize, escapes: bool, out: &mut String) {
    let mut text = format_value(values, index);
    if escapes {
        formulas::escape_formula(&mut text);
    }
    put_quoted(&text, out);
}

/// Appends a cell, in quotes if it has characters that mean something in CSV.
pub(super) fn put_quoted(cell: &str, out: &mut String) {
    if !cell.bytes().any(is_special) {
        out.push_str(cell);
        return;
    }
    // Each character twice, and two quotes.
    let mut quoted = vec![0; 2 * cell.len() + 2];
    let end = put_text_bytewise(cell.as_bytes(), &mut quoted);
    // Quotes beside whole characters leave a text a text.
    out.push_str(&String::from_utf8_lossy(&quoted[..end]));
}

fn put_hex(byte: u8, out: &mut String) {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 0xF)]);
}

/// Appends an item as a line of CSV shows it, without quotes.
fn write_value(values: &Values, index: usize, out: &mut String) {
    with_values!(
        values,
        cells => cells[index].write_text(out),
        texts => out.push_str(&texts[index]),
        bytes => put_hex(bytes[index], out),
        ()
    );
}

/// An item as a line of CSV shows it, without quotes.
pub(crate) fn format_value(values: &Values, index: usize) -> String {
    let mut text = String::new();
    write_value(values, index, &mut text);
    text
}

/// Whether the items are texts, and not numbers.
fn is_text(values: &Values) -> bool {
    matches!(values, Values::Text(_) | Values::Char(_))
}

/// An item of a list in JSON, with all of its digits. A value for which JSON has no number is a text, and a missing one `null`.
fn format_list_item(column: &FieldColumn, index: usize) -> String {
    if column.is_missing(index) {
        return "null".to_owned();
    }
    let values = column.values_with_missing();
    let text = format_value(values, index);
    // A NaN and an infinity are no numbers of JSON.
    if !is_text(values) && serde_json::from_str::<&RawValue>(&text).is_ok() {
        return text;
    }
    Value::String(text).to_string()
}

/// An item as a value of JSON. A value for which that has no number becomes a text, and a missing one `null`.
pub(in super::super) fn item_to_json(column: &FieldColumn, index: usize) -> Value {
    if column.is_missing(index) {
        return Value::Null;
    }
    let values = column.values_with_missing();
    let text = format_value(values, index);
    if is_text(values) {
        return Value::String(text);
    }
    // Integers of more than 64 bits and long decimals would become floats, and lose digits.
    let keeps_digits = |number: &Value| {
        let printed = number.to_string();
        printed == trim_trailing_zeros(&text)
    };
    let number = serde_json::from_str(&text).ok();
    number.filter(keeps_digits).unwrap_or(Value::String(text))
}

/// A number without zeros at its end, but for one behind the point, as a float is written.
fn trim_trailing_zeros(text: &str) -> String {
    if !text.contains('.') || text.contains(['e', 'E']) {
        return text.to_owned();
    }
    let text = text.trim_end_matches('0');
    if text.ends_with('.') { format!("{text}0") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::block::TOGETHER;
    use super::*;

    /// Numbers that look as if they were drawn, the same ones each time.
    fn draw() -> impl FnMut(u64) -> u64 {
        let mut state = 7_u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    /// The lines of columns with `each` items in a record, as this module makes them.
    fn make_lines(columns: &[(FieldColumn, usize)], records: usize) -> String {
        let mut lines = LineBlock::default();
        let mut csv = Vec::new();
        for first in (0..records).step_by(TOGETHER) {
            lines.begin(TOGETHER.min(records - first));
            for (column, each) in columns {
                append_items(column, first * each, *each, false, &mut lines);
            }
            lines.finish(&mut csv);
        }
        String::from_utf8(csv).expect("it is UTF-8")
    }

    /// The same, by the crate that this command reads CSV with.
    fn expect_lines(columns: &[(FieldColumn, usize)], records: usize) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for record in 0..records {
            for (column, each) in columns {
                for index in record * each..(record + 1) * each {
                    let is_missing = column.is_missing(index);
                    let cell = if is_missing {
                        String::new()
                    } else {
                        format_value(column.values_with_missing(), index)
                    };
                    writer.write_field(cell).expect("it is memory");
                }
            }
            writer.write_record(None::<&[u8]>).expect("it is memory");
        }
        String::from_utf8(writer.into_inner().expect("it is memory")).expect("it is UTF-8")
    }

    #[test]
    fn lines_are_those_of_another_writer() {
        const LETTERS: [&str; 10] = ["a", "Z", " ", "-", "é", "€", ",", "\"", "\n", "\r"];
        let mut draw = draw();
        for longest in [0, 1, 7, 8, 9, 16, 33, 200] {
            let records = 100;
            // Few of the last four, so that many texts have none.
            let mut letter =
                || LETTERS[usize::try_from(if draw(8) > 0 { draw(6) } else { draw(10) }).unwrap_or(0)];
            let mut lengths = (0..=longest).cycle();
            let mut text = || (0..lengths.next().unwrap_or(0)).map(|_| letter()).collect::<String>();
            let texts: Texts = (0..2 * records).map(|_| text()).collect();
            let number = |index: usize| (1_u64 << (index % 64)).wrapping_mul(index as u64 | 1).cast_signed();
            let numbers: Vec<i64> = (0..records).map(number).chain([0; 0]).collect();
            let decimal = |index: usize| {
                let number = i128::from(number(index))
                    * [1, -1][index % 2]
                    * if index.is_multiple_of(7) { 1 << 31 } else { 1 };
                Decimal::try_from_i128_with_scale(number, u32::try_from(index % 29).unwrap_or(0))
                    .expect("it fits")
            };
            let missing = (0..records).map(|index| index % 3 == 0).collect();
            let columns = [
                (Values::Text(texts), 2),
                (Values::Decimal((0..records).map(decimal).collect()), 1),
                (Values::Nullable { values: Box::new(Values::I64(numbers)), missing }, 1),
                (Values::F64((0..100).map(|index| 0.1 * f64::from(index) - 3.0).collect()), 1),
                (Values::U8((0..=99).map(|index: u8| index.wrapping_mul(5)).collect()), 1),
            ];
            let columns = columns.map(|(values, each)| (FieldColumn { values, each: None }, each));
            let (lines, expected) = (make_lines(&columns, records), expect_lines(&columns, records));
            assert_eq!(lines.lines().collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
            assert_eq!(lines, expected);
        }
    }

    /// In as little room as is promised.
    #[test]
    fn cells_are_quoted_where_they_have_to_be() {
        for (cell, wanted) in [
            ("", ""),
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""),
            ("\"", "\"\"\"\""),
            ("\"\"\"", "\"\"\"\"\"\"\"\""),
            ("say \"é\"", "\"say \"\"é\"\"\""),
            ("é,\u{1F600}", "\"é,\u{1F600}\""),
        ] {
            let mut out = "before ".to_owned();
            put_quoted(cell, &mut out);
            assert_eq!(out, format!("before {wanted}"));
        }
    }
}
