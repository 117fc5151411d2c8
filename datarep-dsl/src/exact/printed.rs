//! Printed numbers, exactly: the bytes of a number, and the number of bytes.
//!
//! A number is laid out as cells without regard to leading zeros. Which of the cells are printed is found afterwards, from where
//! the number begins. Bytes are read by looking for a beginning with which they would have been printed.

use std::ops::Range;

use super::value::Signed;
use crate::model::{DigitSet, PrintedPicture, PrintedStyle};

/// A byte of a printed number, if no leading zero takes its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PrintedCell {
    /// A digit, and whether it is printed as a leading zero, too.
    Digit(u8, bool),
    /// The place of the sign or currency sign that floats.
    FloatingSpace,
    /// A character between digits.
    Between(u8),
    /// A character outside of them.
    Outside(u8),
    /// A sign of one character.
    Sign(u8),
    /// The point.
    Point(u8),
}

/// A number that is laid out.
struct PrintedLayout {
    cells: Vec<PrintedCell>,
    /// The cells before the point that leading zeros can have.
    zone: Range<usize>,
    /// What stands before the first digit.
    float: Vec<u8>,
    /// What leading zeros are replaced by.
    fill: u8,
    space: u8,
    /// What is printed for zero, if that is not this number.
    zero: Option<Vec<u8>>,
}

/// A character of pictures as a byte.
pub(crate) fn picture_byte(set: DigitSet, character: char) -> u8 {
    match (set, character) {
        (DigitSet::Ebcdic, ' ') => 0x40,
        (DigitSet::Ebcdic, '.') => 0x4B,
        (DigitSet::Ebcdic, '+') => 0x4E,
        (DigitSet::Ebcdic, '*') => 0x5C,
        (DigitSet::Ebcdic, '-') => 0x60,
        (DigitSet::Ebcdic, '/') => 0x61,
        (DigitSet::Ebcdic, ',') => 0x6B,
        (DigitSet::Ebcdic, 'B') => 0xC2,
        (DigitSet::Ebcdic, 'C') => 0xC3,
        (DigitSet::Ebcdic, 'D') => 0xC4,
        (DigitSet::Ebcdic, 'R') => 0xD9,
        // Of the symbols of pictures only digits are left.
        (DigitSet::Ebcdic, digit) => 0xF0 | u8::try_from(digit).unwrap_or(0) & 0xF,
        (DigitSet::Ascii, character) => u8::try_from(character).unwrap_or(b'?'),
    }
}

/// The bytes of a number without its point. `digits`: as many as the picture has, the first digit first.
pub(super) fn write_printed(picture: &PrintedPicture, negative: bool, digits: &[u8]) -> Vec<u8> {
    let is_zero = digits.iter().all(|digit| *digit == 0);
    let layout = lay_out_number(picture, negative && !is_zero, digits);
    if let Some(zero) = layout.zero.filter(|_| is_zero) {
        return zero;
    }
    let begins =
        |cell: &PrintedCell| matches!(cell, PrintedCell::Digit(1.., _) | PrintedCell::Digit(_, true));
    let begin = find_begin(&layout.cells, &layout.zone, begins);
    let mut bytes = Vec::new();
    for (index, cell) in layout.cells.iter().enumerate() {
        bytes.push(if layout.zone.contains(&index) && index < begin {
            layout.fill
        } else {
            cell.byte(picture, layout.space)
        });
    }
    let start = begin.saturating_sub(layout.float.len());
    if !layout.float.is_empty() {
        bytes.splice(start..begin, layout.float);
    }
    bytes
}

/// The sign and the digits of an item; `None` if no number is printed so.
pub(super) fn read_printed(picture: &PrintedPicture, bytes: &[u8]) -> Option<Signed<Vec<u8>>> {
    let zero = picture_byte(picture.style().charset, '0');
    let blank = lay_out_number(picture, false, &[0; 38]);
    let is_digit = |(_, cell): &(usize, &PrintedCell)| matches!(cell, PrintedCell::Digit(..));
    let digits: Vec<u8> = blank
        .cells
        .iter()
        .enumerate()
        .filter(is_digit)
        .map(|(index, _)| bytes.get(index).map_or(0, |byte| byte ^ zero))
        // What is no digit must be a leading zero, which is looked at below.
        .map(|digit| if digit < 10 { digit } else { 0 })
        .collect();
    let is_zero = digits.iter().all(|digit| *digit == 0);
    if blank.zero.as_deref() == Some(bytes) {
        return Some(Signed { negative: false, magnitude: vec![0; digits.len()] });
    }
    // Zero may be printed with either sign.
    let signs = [false, true].into_iter().find(|negative| {
        let layout = lay_out_number(picture, *negative, &digits);
        layout.is_printed(picture, bytes)
    });
    signs.map(|negative| Signed { negative: negative && !is_zero, magnitude: digits })
}

/// Where the printed part of a number begins: at the first digit that is no leading zero, or behind the cells that leading
/// zeros can have. `begins` says which digits are no leading zeros.
fn find_begin(cells: &[PrintedCell], zone: &Range<usize>, begins: fn(&PrintedCell) -> bool) -> usize {
    cells.iter().take(zone.end).position(begins).unwrap_or(zone.end)
}

impl PrintedCell {
    fn byte(self, picture: &PrintedPicture, space: u8) -> u8 {
        match self {
            PrintedCell::Digit(digit, _) => picture_byte(picture.style().charset, '0') | digit,
            PrintedCell::FloatingSpace => space,
            PrintedCell::Between(byte)
            | PrintedCell::Outside(byte)
            | PrintedCell::Sign(byte)
            | PrintedCell::Point(byte) => byte,
        }
    }
}

impl PrintedLayout {
    /// Whether the bytes are this number with more or fewer leading zeros than the picture prints.
    fn is_printed(&self, picture: &PrintedPicture, bytes: &[u8]) -> bool {
        if bytes.len() != self.cells.len() {
            return false;
        }
        // As if the picture suppressed every zero.
        let latest = find_begin(&self.cells, &self.zone, |cell| matches!(cell, PrintedCell::Digit(1.., _)));
        let ends_at_point = self.cells.len() > self.zone.end;
        let begins = |begin: &usize| match self.cells.get(*begin) {
            // A number without a point has a digit at least.
            _ if *begin == self.zone.end => ends_at_point && has_point(picture),
            cell => matches!(cell, Some(PrintedCell::Digit(..))),
        };
        (self.zone.start..=latest).filter(begins).any(|begin| {
            let fills = [self.fill, self.space];
            fills.into_iter().any(|fill| self.begins_at(picture, bytes, begin, fill))
        })
    }

    /// Whether the bytes are this number, printed from `begin` on.
    fn begins_at(&self, picture: &PrintedPicture, bytes: &[u8], begin: usize, fill: u8) -> bool {
        let stays = [picture_byte(picture.style().charset, '/'), picture_byte(picture.style().charset, '0')];
        let [plus, minus] = ['+', '-'].map(|sign| picture_byte(picture.style().charset, sign));
        // A plus may be printed or blank, whatever the picture says.
        let is_plus =
            |printed_sign: u8, byte: u8| printed_sign != minus && (byte == plus || byte == self.space);
        let is_cell = |index: usize| {
            let (cell, byte) = (self.cells[index], bytes[index]);
            if !self.zone.contains(&index) || index >= begin {
                let is_sign = matches!(cell, PrintedCell::Sign(printed_sign) if is_plus(printed_sign, byte));
                return is_sign || byte == cell.byte(picture, self.space);
            }
            // Some compilers print these characters among leading zeros, too.
            byte == fill
                || matches!(cell, PrintedCell::Between(between) if between == byte && stays.contains(&byte))
        };
        let is_sign = matches!(picture.floating_symbol(), Some('+' | '-'));
        let is_positive = is_sign && self.float != [minus];
        let length = self.float.len();
        if length == 0 || is_positive && (0..bytes.len()).all(is_cell) {
            return (0..bytes.len()).all(is_cell);
        }
        let float = if is_positive { &[plus][..] } else { &self.float };
        let mut starts = self.zone.start..=begin.saturating_sub(length);
        begin >= length
            && starts.any(|start| {
                let place = start..start + length;
                bytes[place.clone()] == *float
                    && (0..bytes.len()).filter(|index| !place.contains(index)).all(is_cell)
            })
    }
}

/// Whether the picture has a point, at which leading zeros end.
fn has_point(picture: &PrintedPicture) -> bool {
    picture.symbols().contains(['.', 'V'])
}

/// Lays out a number.
fn lay_out_number(picture: &PrintedPicture, negative: bool, digits: &[u8]) -> PrintedLayout {
    let PrintedStyle { charset, currency, comma, blank } = picture.style();
    let byte = |character: char| picture_byte(charset, character);
    let floating = picture.floating_symbol();
    let (symbols, mut digits) = (picture.symbols(), digits.iter().copied());
    let float = match floating {
        Some('$') => currency.bytes().to_vec(),
        Some(sign) => vec![byte(sign_character(sign, negative))],
        None => Vec::new(),
    };
    let (mut cells, mut first, mut stop) = (Vec::new(), None, None);
    for symbol in symbols.chars() {
        let is_leading = matches!(symbol, '9' | 'Z' | '*') || floating == Some(symbol);
        let is_first = first.is_none() && is_leading;
        if is_first {
            first = Some(cells.len());
        }
        match symbol {
            _ if is_first && floating == Some(symbol) => {
                cells.extend(vec![PrintedCell::FloatingSpace; float.len()]);
            }
            _ if is_leading => cells.push(PrintedCell::Digit(digits.next().unwrap_or(0), symbol == '9')),
            'V' => stop = Some(cells.len()),
            '.' => {
                stop = Some(cells.len());
                cells.push(PrintedCell::Point(byte(if comma { ',' } else { '.' })));
            }
            '$' => cells.extend(currency.bytes().iter().map(|byte| PrintedCell::Outside(*byte))),
            '+' | '-' => cells.push(PrintedCell::Sign(byte(sign_character(symbol, negative)))),
            'c' | 'd' => {
                let letters = if symbol == 'c' { "CR" } else { "DB" };
                let blank = byte(' ');
                cells.extend(
                    letters
                        .chars()
                        .map(|letter| PrintedCell::Outside(if negative { byte(letter) } else { blank })),
                );
            }
            'B' => cells.push(PrintedCell::Between(byte(' '))),
            ',' => cells.push(PrintedCell::Between(byte(if comma { '.' } else { ',' }))),
            _ => cells.push(PrintedCell::Between(byte(symbol))),
        }
    }
    let last =
        cells.iter().rposition(|cell| matches!(cell, PrintedCell::Digit(..))).map_or(0, |last| last + 1);
    let zone = first.unwrap_or(0)..stop.unwrap_or(last);
    let has_stars = symbols.contains('*');
    let (space, fill) = (byte(' '), byte(if has_stars { '*' } else { ' ' }));
    let is_left_out = blank || !symbols.contains('9') && (floating.is_some() || symbols.contains(['Z', '*']));
    let zero = is_left_out.then(|| {
        let left_out = cells.iter().map(|cell| match cell {
            PrintedCell::Point(point) if has_stars => *point,
            _ => fill,
        });
        left_out.collect()
    });
    PrintedLayout { cells, zone, float, fill, space, zero }
}

/// The character of a sign.
fn sign_character(symbol: char, negative: bool) -> char {
    match (symbol, negative) {
        (_, true) => '-',
        ('+', false) => '+',
        (_, false) => ' ',
    }
}
