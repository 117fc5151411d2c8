//! Tables of CSV: lines of cells, as `convert` writes them.
//!
//! The first line names the columns. A field has a column of its path, and an array of a fixed length one for each item,
//! `path[0]` and on; an array of another length is one cell with a list of JSON. Bytes are digits of hexadecimal. An empty
//! cell is a missing item where the field may have one, an empty text where it holds text, and else a fault.

use std::io::Read;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Decimal128Array, Decimal256Array, FixedSizeBinaryArray,
    FixedSizeListArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, ListArray,
    RecordBatch, StringArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use csv::{Reader, ReaderBuilder, StringRecord};
use datarep_arrow::RecordTable;
use serde_json::value::RawValue;

use crate::failure::CliFailure;
use crate::output::parse_hex;

use super::alternatives::{TextPresence, set_text_presences};
use super::fit::find_innermost;
use super::floats::FloatColumn;
use super::quotes::QuoteTracker;
use super::source::ROWS;

/// About how many bytes the lines of a batch have, and how many a cell costs beside its text.
const BYTES: usize = 1 << 26;
const CELL: usize = 64;

/// Lines that are being read.
pub(super) struct CsvRows {
    reader: Reader<QuoteTracker<Box<dyn Read>>>,
    title: String,
    names: Vec<String>,
    columns: Vec<CsvColumn>,
}

/// A field that is read from lines.
pub(super) struct CsvColumn {
    pub(super) path: String,
    pub(super) kind: DataType,
    is_nullable: bool,
    /// The cells of a line: one for each item, or a single one with a list or bytes.
    pub(super) cells: Vec<usize>,
    /// For a text that is missing only where the record has another alternative.
    pub(super) presence: TextPresence,
    /// What numbers become where the native type is a float.
    floats: FloatColumn,
}

/// Where a cell is, for messages.
struct CellPlace<'a> {
    title: &'a str,
    line: u64,
    name: &'a str,
    /// The type of the field's column.
    kind: &'a DataType,
}

/// The cells of a column in some lines. That of a missing item is `None`.
#[derive(Debug, Default)]
struct Cells {
    texts: Vec<Option<String>>,
    /// The line and the number of each cell.
    places: Vec<(u64, usize)>,
}

impl CsvRows {
    /// Reads the names of the columns.
    pub(super) fn open(
        source: Box<dyn Read>,
        title: &str,
        table: &RecordTable,
    ) -> Result<CsvRows, CliFailure> {
        let mut reader = ReaderBuilder::new().from_reader(QuoteTracker::new(source));
        let names = reader.headers().cloned();
        // What follows an open quote is one cell, of which any other fault would be said.
        reader.get_ref().refuse_open_quote(title)?;
        let names = names.map_err(|error| read_failure(title, &error))?;
        let names: Vec<String> = names.iter().map(str::to_owned).collect();
        let mut columns = Vec::new();
        let formats = table.record().list_formats();
        for ((field, column), format) in table.record().fields().iter().zip(table.columns()).zip(formats) {
            let (path, kind) = (field.path(), column.field().data_type());
            let find = |name: &str| find_column(&names, name, title);
            let cells = match count_items(kind) {
                Some(items) => {
                    (0..items).map(|item| find(&format!("{path}[{item}]"))).collect::<Result<_, _>>()?
                }
                None => vec![find(path)?],
            };
            columns.push(CsvColumn {
                path: path.to_owned(),
                kind: kind.clone(),
                is_nullable: field.is_nullable(),
                cells,
                presence: TextPresence::default(),
                floats: FloatColumn::new(format),
            });
        }
        set_text_presences(table, &mut columns);
        Ok(CsvRows { reader, title: title.to_owned(), names, columns })
    }

    /// The names of the columns.
    pub(super) fn column_names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// The names of the columns from which no field is written.
    pub(super) fn other_names(&self) -> Vec<String> {
        let used_cells: Vec<usize> =
            self.columns.iter().flat_map(|column| column.cells.iter().copied()).collect();
        let others = self.names.iter().enumerate().filter(|(cell, _)| !used_cells.contains(cell));
        others.map(|(_, name)| name.clone()).collect()
    }

    /// The next rows; `None` at the end.
    pub(super) fn read_batch(&mut self) -> Result<Option<RecordBatch>, CliFailure> {
        let (mut lines, mut bytes, mut line) = (Vec::new(), 0, StringRecord::new());
        while lines.len() < ROWS && bytes < BYTES {
            let is_line = self.reader.read_record(&mut line);
            self.reader.get_ref().refuse_open_quote(&self.title)?;
            if !is_line.map_err(|error| read_failure(&self.title, &error))? {
                break;
            }
            bytes += line.as_slice().len() + CELL * line.len();
            lines.push(line.clone());
        }
        if lines.is_empty() {
            return Ok(None);
        }
        let mut arrays = Vec::new();
        for column in &self.columns {
            let array = column.read_array(&lines, &self.title, &self.names)?;
            arrays.push((column.path.as_str(), array, true));
        }
        Ok(Some(RecordBatch::try_from_iter_with_nullable(arrays)?))
    }
}

/// The place of a column by its name.
fn find_column(names: &[String], name: &str, title: &str) -> Result<usize, CliFailure> {
    let mut places = (0..names.len()).filter(|&place| names[place] == name);
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => Err(CliFailure::new(format!("{title} has two columns `{name}`"))
            .help("leave out the one that is not to be written, or give it another name")),
        (None, _) => Err(CliFailure::new(format!("{title} has no column `{name}`")).note(match names {
            [] => "it is empty, and its first line would name the columns".to_owned(),
            _ => format!("its first line names {}", names.join(", ")),
        })),
    }
}

fn read_failure(title: &str, error: &csv::Error) -> CliFailure {
    if let csv::ErrorKind::UnequalLengths { pos, expected_len, len } = error.kind() {
        let line = pos.as_ref().map_or(0, csv::Position::line);
        let count = |number: u64, noun| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
        let (names, cells) = (count(*expected_len, "column"), count(*len, "cell"));
        return CliFailure::new(format!(
            "{title}, line {line}: the first line names {names}, and this one has {cells}"
        ))
        .help("a cell with a comma or a line end in it stands in quotes");
    }
    CliFailure::new(format!("cannot read {title}: {error}"))
}

/// The number of items that have a column each; `None` if one column holds all.
fn count_items(kind: &DataType) -> Option<usize> {
    let DataType::FixedSizeList(item, length) = kind else { return None };
    let length = usize::try_from(*length).unwrap_or_default();
    Some(length.saturating_mul(count_items(item.data_type()).unwrap_or(1)))
}

/// The line on which a record begins.
fn find_line(record: &StringRecord) -> u64 {
    record.position().map_or(0, csv::Position::line)
}

impl CsvColumn {
    /// The values of the lines. `names` are those of all cells.
    fn read_array(
        &self,
        lines: &[StringRecord],
        title: &str,
        names: &[String],
    ) -> Result<ArrayRef, CliFailure> {
        let place =
            |(line, cell): (u64, usize)| CellPlace { title, line, name: &names[cell], kind: &self.kind };
        let mut cells = Cells::default();
        if let DataType::List(item) = &self.kind {
            let mut lengths = Vec::new();
            for record in lines {
                let place_of_cell = (find_line(record), self.cells[0]);
                let text = &record[place_of_cell.1];
                // A record with another alternative has no items of this one.
                let list = if text.is_empty() { Vec::new() } else { read_list(text, &place(place_of_cell))? };
                if !self.is_nullable && list.contains(&None) {
                    return Err(place(place_of_cell).cell_failure(text));
                }
                lengths.push(list.len());
                cells.places.extend(list.iter().map(|_| place_of_cell));
                cells.texts.extend(list);
            }
            let items = self.make_array(item.data_type(), &cells, &place)?;
            let offsets = OffsetBuffer::from_lengths(lengths);
            return Ok(Arc::new(ListArray::try_new(item.clone(), offsets, items, None)?));
        }
        for record in lines {
            for (index, &cell) in self.cells.iter().enumerate() {
                cells.texts.push(self.read_cell(record, index));
                cells.places.push((find_line(record), cell));
            }
        }
        self.make_lists(&self.kind, &cells, &place)
    }

    /// The text of the cell with this number in the column, if there is an item in it.
    fn read_cell(&self, record: &StringRecord, index: usize) -> Option<String> {
        let text = &record[self.cells[index]];
        let is_there = !text.is_empty()
            || !self.is_nullable
            || self.presence.is_empty_text(record, index, self.cells.len());
        is_there.then(|| text.to_owned())
    }

    /// The items, in lists of fixed lengths.
    fn make_lists<'a>(
        &self,
        kind: &DataType,
        cells: &Cells,
        place: &dyn Fn((u64, usize)) -> CellPlace<'a>,
    ) -> Result<ArrayRef, CliFailure> {
        let DataType::FixedSizeList(item, length) = kind else { return self.make_array(kind, cells, place) };
        let items = self.make_lists(item.data_type(), cells, place)?;
        Ok(Arc::new(FixedSizeListArray::try_new(item.clone(), *length, items, None)?))
    }

    /// The items of cells.
    fn make_array<'a>(
        &self,
        kind: &DataType,
        cells: &Cells,
        place: &dyn Fn((u64, usize)) -> CellPlace<'a>,
    ) -> Result<ArrayRef, CliFailure> {
        macro_rules! collect {
            ($array:ident, $parse:expr) => {
                Arc::new(cells.parse(place, $parse)?.into_iter().collect::<$array>())
            };
        }
        Ok(match kind {
            // Some programs write integers as floats where one of them is missing: `7.0`.
            DataType::Int8 => collect!(Int8Array, |text| parse_decimal(text, 0)),
            DataType::Int16 => collect!(Int16Array, |text| parse_decimal(text, 0)),
            DataType::Int32 => collect!(Int32Array, |text| parse_decimal(text, 0)),
            DataType::Int64 => collect!(Int64Array, |text| parse_decimal(text, 0)),
            DataType::UInt8 => collect!(UInt8Array, |text| parse_decimal(text, 0)),
            DataType::UInt16 => collect!(UInt16Array, |text| parse_decimal(text, 0)),
            DataType::UInt32 => collect!(UInt32Array, |text| parse_decimal(text, 0)),
            DataType::UInt64 => collect!(UInt64Array, |text| parse_decimal(text, 0)),
            DataType::Float32 => collect!(Float32Array, |text| self.floats.parse(text)),
            DataType::Float64 => collect!(Float64Array, |text| self.floats.parse(text)),
            DataType::Boolean => collect!(BooleanArray, |text| text.parse().ok()),
            DataType::Utf8 => collect!(StringArray, |text| Some(text.to_owned())),
            DataType::Binary => collect!(BinaryArray, parse_hex),
            DataType::Decimal128(precision, scale) => {
                let numbers = cells.parse(place, |text| parse_decimal(text, *scale))?;
                Arc::new(Decimal128Array::from(numbers).with_precision_and_scale(*precision, *scale)?)
            }
            DataType::Decimal256(precision, scale) => {
                let numbers = cells.parse(place, |text| parse_decimal(text, *scale))?;
                Arc::new(Decimal256Array::from(numbers).with_precision_and_scale(*precision, *scale)?)
            }
            DataType::FixedSizeBinary(bytes) => {
                let length = usize::try_from(*bytes).unwrap_or_default();
                let values =
                    cells.parse(place, |text| parse_hex(text).filter(|bytes| bytes.len() == length))?;
                let values = values.into_iter().map(Option::unwrap_or_default);
                Arc::new(FixedSizeBinaryArray::try_from_iter(values)?)
            }
            other => {
                return Err(CliFailure::new(format!("`{}` of type {other} is not read from CSV", self.path))
                    .help("write a table of Parquet or Arrow"));
            }
        })
    }
}

impl Cells {
    /// The values of all cells. Where a cell is none, the message says on which line.
    fn parse<'a, T>(
        &self,
        place: &dyn Fn((u64, usize)) -> CellPlace<'a>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<Option<T>>, CliFailure> {
        let values = self.texts.iter().zip(&self.places).map(|(text, cell_place)| match text {
            None => Ok(None),
            Some(text) => parse(text).map(Some).ok_or_else(|| place(*cell_place).cell_failure(text)),
        });
        values.collect()
    }
}

impl CellPlace<'_> {
    fn cell_failure(&self, text: &str) -> CliFailure {
        let CellPlace { title, line, name, .. } = self;
        if text.is_empty() {
            let failure = CliFailure::new(format!("{title}, line {line}: `{name}` is empty"));
            let is_bytes = matches!(self.kind, DataType::FixedSizeBinary(_) | DataType::Binary);
            return if is_bytes {
                failure.note(format!("the field takes {}", describe_values(self.kind)))
            } else {
                failure.help("`{ null if … }` at the field says how a missing item is written")
            };
        }
        let failure = CliFailure::new(format!("{title}, line {line}: `{name}` cannot be \"{text}\""));
        let is_float = matches!(find_innermost(self.kind), DataType::Float32 | DataType::Float64);
        if is_float && text.parse().is_ok_and(f64::is_finite) {
            return failure.note(format!("{} does not hold that number", find_innermost(self.kind))).help(
                "change the value, or the type of the field: `as decimal` holds 28 digits, `as f64` 15",
            );
        }
        failure.note(format!("the field takes {}", describe_values(self.kind)))
    }
}

/// What the cells of a column can be.
fn describe_values(kind: &DataType) -> String {
    match kind {
        DataType::Decimal128(_, 0) | DataType::Decimal256(_, 0) => "whole numbers".to_owned(),
        DataType::Decimal128(_, scale) | DataType::Decimal256(_, scale) => {
            format!("numbers with at most {scale} decimal places, with a point before them")
        }
        kind if kind.is_integer() => format!("whole numbers of type {kind}"),
        DataType::Float32 | DataType::Float64 => "numbers, with a point before the decimal places".to_owned(),
        DataType::Boolean => "`true` and `false`".to_owned(),
        DataType::FixedSizeBinary(bytes) => format!("{bytes} bytes, each as two digits of hexadecimal"),
        DataType::Binary => "bytes, each as two digits of hexadecimal".to_owned(),
        DataType::FixedSizeList(item, _) => describe_values(item.data_type()),
        DataType::List(item) => {
            format!("a list of JSON, `[1,2]`, whose items are {}", describe_values(item.data_type()))
        }
        _ => "texts".to_owned(),
    }
}

/// The items of a list in JSON.
fn read_list(text: &str, place: &CellPlace<'_>) -> Result<Vec<Option<String>>, CliFailure> {
    let list: Vec<&RawValue> = serde_json::from_str(text).map_err(|_| place.cell_failure(text))?;
    let is_text = matches!(place.kind, DataType::List(item) if *item.data_type() == DataType::Utf8);
    // A number keeps all of its digits, which one of JSON's numbers might not. What JSON has no number for is in quotes.
    let read = |item: &&RawValue| match item.get() {
        "null" => Ok(None),
        quoted if quoted.starts_with('"') => {
            serde_json::from_str(quoted).map(Some).map_err(|_| place.cell_failure(text))
        }
        other if is_text || other.starts_with(['[', '{']) => Err(place.cell_failure(text)),
        number => Ok(Some(number.to_owned())),
    };
    list.iter().map(read).collect()
}

/// A number with a scale, in units of its last place. `None` if it has more places: none may be lost.
pub(super) fn parse_decimal<T: FromStr>(text: &str, scale: i8) -> Option<T> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
    if !is_digits(digits) || !is_digits(fraction) || digits.len() + fraction.len() == 0 {
        return None;
    }
    let sign = if whole.starts_with('-') { "-" } else { "" };
    let joined_digits = format!("{digits}{fraction}");
    // Places behind the last digit that the number has: zeros are added, or taken off.
    let added_zeros =
        i64::from(scale).saturating_add(exponent).saturating_sub(i64::try_from(fraction.len()).ok()?);
    let units = match usize::try_from(added_zeros) {
        Ok(added_zeros) if added_zeros <= 80 => format!("{joined_digits}{}", "0".repeat(added_zeros)),
        Ok(_) => return joined_digits.bytes().all(|byte| byte == b'0').then(|| "0".parse().ok())?,
        Err(_) => {
            let kept_length =
                joined_digits.len().saturating_sub(usize::try_from(added_zeros.unsigned_abs()).ok()?);
            let (kept, lost) = joined_digits.split_at(kept_length);
            if lost.bytes().any(|byte| byte != b'0') {
                return None;
            }
            kept.to_owned()
        }
    };
    let units = units.trim_start_matches('0');
    format!("{sign}{}", if units.is_empty() { "0" } else { units }).parse().ok()
}

#[cfg(test)]
mod tests {
    use arrow_buffer::i256;

    use super::*;

    #[test]
    fn decimals_keep_every_place_or_are_refused() {
        let cases: [(&str, i8, Option<i128>); 15] = [
            ("1.5", 2, Some(150)),
            ("-1.50", 2, Some(-150)),
            ("1.500", 2, Some(150)),
            ("1.505", 2, None),
            (".5", 1, Some(5)),
            ("7", 0, Some(7)),
            ("1e3", 0, Some(1000)),
            ("1.25E1", 1, Some(125)),
            ("1e-3", 2, None),
            ("0e99", 2, Some(0)),
            ("1e99", 2, None),
            ("1e9223372036854775807", 9, None),
            ("", 2, None),
            ("1,5", 2, None),
            (
                "99999999999999999999999999999999999999",
                0,
                Some(99_999_999_999_999_999_999_999_999_999_999_999_999),
            ),
        ];
        for (text, scale, expected) in cases {
            assert_eq!(parse_decimal::<i128>(text, scale), expected, "{text} with scale {scale}");
        }
        let whole = ["7.0", "-7", "7.5", "300"].map(|text| parse_decimal::<u8>(text, 0));
        assert_eq!(whole, [Some(7), None, None, None]);
        assert_eq!(parse_decimal::<i256>("-12.0", 0), Some(i256::from_i128(-12)));
        assert_eq!(parse_hex("00fF"), Some(vec![0, 255]));
        assert_eq!((parse_hex("0"), parse_hex("zz")), (None, None));
    }
}
