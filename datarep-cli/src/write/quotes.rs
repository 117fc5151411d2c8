//! The quotes of CSV, followed while it is read.
//!
//! The reader of the crate takes the end of a file as the end of a quoted cell, with all lines in it. So one quote that is
//! missing hides the rows behind it.

use std::io::{self, Read};

use crate::failure::CliFailure;

/// Passes on bytes of CSV, and knows at their end whether a cell in quotes is open.
#[derive(Debug)]
pub(super) struct QuoteTracker<R> {
    source: R,
    place: QuotePlace,
    /// The line of the next byte, from 1.
    line: u64,
    /// The line on which the last cell in quotes begins.
    quote_line: u64,
    /// Bytes that were read.
    bytes: u64,
    is_at_end: bool,
}

/// Where a byte is, by the rules of the crate's reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuotePlace {
    CellStart,
    /// In a cell without quotes, or behind those of a cell. A quote is a character there.
    Plain,
    Quoted,
    /// Behind a quote in quotes, which is their end, or the first of two that are one character.
    QuoteInQuotes,
}

impl QuotePlace {
    fn follow(self, byte: u8) -> QuotePlace {
        match (self, byte) {
            (QuotePlace::Quoted, b'"') => QuotePlace::QuoteInQuotes,
            (QuotePlace::Quoted, _) | (QuotePlace::CellStart | QuotePlace::QuoteInQuotes, b'"') => {
                QuotePlace::Quoted
            }
            (_, b',' | b'\n' | b'\r') => QuotePlace::CellStart,
            _ => QuotePlace::Plain,
        }
    }
}

impl<R> QuoteTracker<R> {
    pub(super) fn new(source: R) -> QuoteTracker<R> {
        let (place, line, quote_line) = (QuotePlace::CellStart, 1, 1);
        QuoteTracker { source, place, line, quote_line, bytes: 0, is_at_end: false }
    }

    /// Refuses a table that has ended inside a cell in quotes.
    pub(super) fn refuse_open_quote(&self, title: &str) -> Result<(), CliFailure> {
        if !self.is_at_end || self.place != QuotePlace::Quoted {
            return Ok(());
        }
        Err(CliFailure::new(format!(
            "{title}, line {}: a cell begins with `\"` and has no end, so that all lines behind it are part of it",
            self.quote_line
        ))
        .help("write `\"` at the end of the cell; a `\"` inside it is written as `\"\"`"))
    }

    fn follow(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.bytes += 1;
            // The mark of UTF-8 before the first cell is no part of it.
            if self.bytes <= 3 && matches!(byte, 0xEF | 0xBB | 0xBF) {
                continue;
            }
            if self.place == QuotePlace::CellStart && byte == b'"' {
                self.quote_line = self.line;
            }
            self.line += u64::from(byte == b'\n');
            self.place = self.place.follow(byte);
        }
    }
}

impl<R: Read> Read for QuoteTracker<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.is_at_end |= count == 0 && !buffer.is_empty();
        self.follow(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_open_at_the_end_if_it_began_a_cell_and_no_other_ended_it() {
        for (text, expected) in [
            ("a,b\n1,\"x\"\n", None),
            ("a,b\n1,\"x\"\"y\"\n", None),
            ("a,b\n1,x\"y\n", None),
            ("\u{FEFF}\"a\",b\n1,\"\"", None),
            ("a,b\n1,\"x\"y\"\n", None),
            ("a,b\n1,\"x\n2,y\n", Some(2)),
            ("a,b\r\n\"1\n2\",\"x\"\"\r\n", Some(3)),
            ("\u{FEFF}\"a,b\n", Some(1)),
        ] {
            let mut tracker = QuoteTracker::new(text.as_bytes());
            io::copy(&mut tracker, &mut io::sink()).expect("it is read");
            let is_open = tracker.is_at_end && tracker.place == QuotePlace::Quoted;
            assert_eq!(is_open.then_some(tracker.quote_line), expected, "{text:?}");
        }
    }
}
