//! What a header says: the kind of the file, and where its numbers are.

use std::fmt::Write as _;

/// A kind of file that is identified by its first bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The kind of file.
    pub name: String,
    /// The statements of its header about numbers, each a sentence without a full stop.
    pub says: Vec<String>,
    /// The places and formats of numbers. Empty if the header does not give them, or is not fully understood.
    pub numbers: Vec<Numbers>,
}

/// Numbers that a header names: rows of items of one format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// Their name in the file: the name of a variable, `samples`.
    pub name: String,
    /// The format as a mapping names it, with its order: `hfp32 big`, `vax_f`.
    pub format: String,
    /// Bytes of an item.
    pub bytes: usize,
    /// The byte of the file at which the first item begins.
    pub at: usize,
    /// Items of a row, side by side.
    pub row: usize,
    /// Bytes from the beginning of a row to that of the next.
    pub stride: usize,
    /// The number of rows; `None` if they continue to the end of the file.
    pub rows: Option<usize>,
}

/// The shape of items in rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowShape {
    /// Items of a row.
    pub(super) row: usize,
    /// The number of rows.
    pub(super) rows: usize,
}

/// The statement about files with big-endian numbers.
pub(super) const BIG: &str = "numbers are big-endian: integers in two's complement, IEEE floats";

/// The largest number of kinds of numbers in `says`. Tables may have thousands of columns.
const SAID: usize = 8;

impl Header {
    pub(super) fn new(name: &str, statements: &[&str]) -> Header {
        let statements = statements.iter().map(|&text| text.to_owned()).collect();
        Header { name: name.to_owned(), says: statements, numbers: Vec::new() }
    }

    /// Adds numbers, and the options with which the command reads them.
    pub(super) fn with_numbers(mut self, numbers: Vec<Numbers>) -> Header {
        self.says.extend(numbers.iter().take(SAID).map(|numbers| numbers.options_as(&numbers.format)));
        // All numbers are kept for the probe. Only the sentences are limited.
        if numbers.len() > SAID {
            self.says.push(format!("and {} more", numbers.len() - SAID));
        }
        self.numbers = numbers;
        self
    }

    /// Adds the number of rows of a SAS transport file of one member, which its header does not have. `length` are the bytes of
    /// the file, and `blanks` those at its end that are spaces: they fill the last card of 80 bytes.
    ///
    /// Rows of spaces at the end cannot be told from the filling, and are not counted.
    #[must_use]
    pub fn with_end(mut self, length: u64, blanks: u64) -> Header {
        if self.name != "SAS XPORT" || self.numbers.iter().any(|numbers| numbers.rows.is_some()) {
            return self;
        }
        let end = usize::try_from(length.saturating_sub(blanks)).unwrap_or(usize::MAX);
        // A row is there if one of its items begins before the filling.
        let count = |numbers: &Numbers| end.saturating_sub(numbers.at).div_ceil(numbers.stride.max(1));
        let Some(rows) = self.numbers.iter().map(count).max() else { return self };
        for numbers in &mut self.numbers {
            let before = numbers.options_as(&numbers.format);
            numbers.rows = Some(rows);
            let after = numbers.options_as(&numbers.format);
            self.says
                .iter_mut()
                .filter(|statement| **statement == before)
                .for_each(|statement| statement.clone_from(&after));
        }
        self
    }

    /// The numbers of which an item begins at a byte of the file.
    pub(in super::super) fn numbers_at(&self, byte: usize) -> Option<&Numbers> {
        self.numbers.iter().find(|numbers| numbers.begins_item_at(byte))
    }
}

impl Numbers {
    /// Items that are side by side from a byte on.
    pub(super) fn contiguous_rows(
        name: &str,
        format: &str,
        bytes: usize,
        at: usize,
        RowShape { row, rows }: RowShape,
    ) -> Numbers {
        let (name, format) = (name.to_owned(), format.to_owned());
        Numbers { name, format, bytes, at, row, stride: row.saturating_mul(bytes), rows: Some(rows) }
    }

    /// The bytes of the file from the first item to the last, in a file of `length` bytes.
    pub fn range(&self, length: usize) -> std::ops::Range<usize> {
        // The last row ends with its items and not with its stride, which the file may not have to its end.
        let last = |rows: usize| {
            let before = rows.saturating_sub(1).saturating_mul(self.stride).saturating_add(self.at);
            before.saturating_add(if rows == 0 { 0 } else { self.row.saturating_mul(self.bytes) })
        };
        self.at.min(length)..self.rows.map_or(length, last).min(length)
    }

    /// Bytes of a record that contains one item, or `None` if items are side by side.
    pub(in super::super) fn record_bytes(&self) -> Option<usize> {
        (self.row == 1 && self.stride != self.bytes).then_some(self.stride)
    }

    /// Whether an item begins at a byte of the file.
    fn begins_item_at(&self, byte: usize) -> bool {
        let Some(place) = byte.checked_sub(self.at) else { return false };
        // A stride of zero would be rows without an end at one place.
        let (row, place) = match self.stride {
            0 => return false,
            stride => (place / stride, place % stride),
        };
        self.rows.is_none_or(|rows| row < rows)
            && place.is_multiple_of(self.bytes)
            && place / self.bytes < self.row
    }

    /// The bytes of at most `most` items. `bytes` begins at byte `at` of the file, where an item begins.
    pub(in super::super) fn take_items(&self, bytes: &[u8], at: usize, most: usize) -> Vec<u8> {
        // `numbers_at` has found an item at `at`, so that it is not before the first one.
        let first = at - self.at;
        let (row, item) = (first / self.stride, first % self.stride / self.bytes);
        let place = |index: usize| {
            let (rows, items) = ((item + index) / self.row, (item + index) % self.row);
            let is_there = self.rows.is_none_or(|row_count| row + rows < row_count);
            let place = (row + rows).checked_mul(self.stride)? + items * self.bytes - first;
            bytes.get(place..place + self.bytes).filter(|_| is_there)
        };
        (0..most).map_while(place).flatten().copied().collect()
    }

    /// The options with which the command reads the numbers, with a format that is not that of the header, for example.
    ///
    /// ```
    /// use datarep_probe::Numbers;
    ///
    /// let (name, format) = ("samples".to_owned(), "f32 big".to_owned());
    /// let samples = Numbers { name, format, bytes: 4, at: 3840, row: 500, stride: 2240, rows: None };
    /// assert_eq!(samples.options_as("hfp32 big"), "samples: --as \"hfp32 big\" --at 3840 --row 500 --stride 2240");
    /// ```
    pub fn options_as(&self, format: &str) -> String {
        let Numbers { name, at, row, stride, .. } = self;
        // A shell would take apart what has a blank or parentheses.
        let quote = if format.contains([' ', '(']) { "\"" } else { "" };
        let mut text = format!("{name}: --as {quote}{format}{quote} --at {at}");
        if *row > 1 {
            let _ = write!(text, " --row {row}");
        }
        if *stride != row * self.bytes {
            let _ = write!(text, " --stride {stride}");
        }
        if let Some(rows) = self.rows {
            let _ = write!(text, " --count {rows}");
        }
        text
    }
}

/// The numbers in a header, in its byte order. A place beyond the end has no number.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeaderFields<'a> {
    pub(super) file: &'a [u8],
    pub(super) is_big: bool,
}

impl HeaderFields<'_> {
    /// The unsigned number of `bytes` bytes at `place`. There are at most eight.
    pub(super) fn read_number(&self, place: usize, bytes: usize) -> Option<usize> {
        let bytes = self.file.get(place..place.checked_add(bytes)?)?;
        let fold = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        let number = if self.is_big { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) };
        usize::try_from(number).ok()
    }

    /// The format with the order of the header.
    pub(super) fn add_order(&self, format: &str) -> String {
        format!("{format} {}", if self.is_big { "big" } else { "little" })
    }
}

/// A name that ends with a zero byte or with its field. `None` if it is not printable ASCII.
pub(super) fn read_field_name(field: &[u8]) -> Option<String> {
    let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    let name = std::str::from_utf8(&field[..end]).ok()?;
    (!name.is_empty() && name.chars().all(|letter| letter.is_ascii_graphic())).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_know_where_their_items_begin() {
        let numbers = Numbers {
            row: 3,
            stride: 10,
            rows: Some(2),
            ..Numbers::contiguous_rows("x", "f16 big", 2, 4, RowShape { row: 3, rows: 2 })
        };
        let begins: Vec<usize> = (0..40).filter(|byte| numbers.begins_item_at(*byte)).collect();
        assert_eq!(begins, [4, 6, 8, 14, 16, 18]);
        assert_eq!((numbers.range(100), numbers.range(7)), (4..20, 4..7));
        let file: Vec<u8> = (0..40).collect();
        assert_eq!(numbers.take_items(&file[6..], 6, 9), [6, 7, 8, 9, 14, 15, 16, 17, 18, 19]);
        assert_eq!(numbers.take_items(&file[6..16], 6, 9), [6, 7, 8, 9, 14, 15]);
        assert_eq!(numbers.take_items(&file[6..], 6, 1), [6, 7]);
        assert_eq!(
            numbers.options_as(&numbers.format),
            "x: --as \"f16 big\" --at 4 --row 3 --stride 10 --count 2"
        );
    }
}
