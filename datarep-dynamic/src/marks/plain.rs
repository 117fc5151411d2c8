//! Records without marks of their own: lines, records in filled blocks, and records that hold their length.

use std::io::{self, BufRead, Read as _};

use super::LengthField;
use super::read::Records;
use crate::order::Endianness;

/// The most bytes of a line.
const LONGEST_LINE: u64 = 1 << 30;

impl<R: BufRead> Records<R> {
    /// Reads a line, and returns its length without its end; `None` at the end of the file.
    pub(super) fn read_line(&mut self) -> io::Result<Option<u64>> {
        self.pending.clear();
        self.pending_read = 0;
        // Without a limit, a file without line ends would be read into memory as a whole.
        self.file.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.pending)?;
        let read_bytes = self.pending.len();
        if read_bytes == 0 {
            return Ok(None);
        }
        if self.pending.last() == Some(&b'\n') {
            self.pending.pop();
            // CR LF is one end of a line. A CR alone stays in the line, as in Unix texts.
            if self.pending.last() == Some(&b'\r') {
                self.pending.pop();
            }
        } else if read_bytes as u64 == LONGEST_LINE {
            let text =
                format!("the line that begins at byte {} has more than {LONGEST_LINE} bytes", self.began);
            return Err(self.mark_error(&text, "these may be no lines of text"));
        }
        // The end of the line is read already. `end_part` adds it to the place when the line is over.
        self.behind = (read_bytes - self.pending.len()) as u64;
        Ok(Some(self.pending.len() as u64))
    }

    /// Goes to the next record in blocks of records of equal length; `None` at the end of the file.
    pub(super) fn next_fixed_record(&mut self, block: u64, record: u64) -> io::Result<Option<u64>> {
        // No record goes on in the next block, so that less than a record is what fills the block up.
        if self.block.saturating_sub(self.at) < record {
            let fill = self.block.saturating_sub(self.at);
            let passed_bytes = io::copy(&mut self.file.by_ref().take(fill), &mut io::sink())?;
            self.at += passed_bytes;
            // The last block may be without what fills it up.
            if passed_bytes < fill && passed_bytes > 0 {
                return Err(self.truncation_error());
            }
            self.block = self.at + block;
            self.began = self.at;
        }
        // At the end of the file there is no record. A file that ends within a record is found when
        // the record is read.
        Ok(if self.file.fill_buf()?.is_empty() { None } else { Some(record) })
    }

    /// Reads the length in a record; `None` at the end of the file.
    pub(super) fn read_length_field(&mut self, field: LengthField) -> io::Result<Option<u64>> {
        let head = field.at + field.bytes;
        let mut bytes = vec![0; head];
        if !self.fill(&mut bytes)? {
            return Ok(None);
        }
        // They are part of the record.
        self.at -= head as u64;
        let stored = &bytes[field.at..];
        let length = field.decode_number(stored).and_then(|number| field.length_from_number(number));
        // A length below the head would be a record that ends before its own length, and the reader would not go on.
        let Some(length) = length.filter(|length| *length >= head as u64) else {
            // Kept for `pass_over`.
            self.pending.clone_from(&bytes);
            let digits: Vec<String> = stored.iter().map(|byte| format!("{byte:02x}")).collect();
            let at = self.began + field.at as u64;
            let text = format!(
                "the record that begins at byte {} has {} at byte {at}, which is no length: {head} bytes at least",
                self.began,
                digits.join(" ")
            );
            return Err(self.mark_error(
                &text,
                "see `at`, `bytes`, `little`, `digits`, `times` and `adjust` of `length`",
            ));
        };
        // The head comes first when the record is read.
        (self.pending, self.pending_read) = (bytes, 0);
        Ok(Some(length))
    }
}

impl LengthField {
    /// The number that is stored; `None` if digits are none.
    pub(super) fn decode_number(self, stored: &[u8]) -> Option<u64> {
        if !self.is_digits {
            // The check of `bytes` lets at most eight pass, so that no byte is shifted out.
            let join = |number: u64, byte: &u8| (number << 8) | u64::from(*byte);
            return Some(match self.order {
                Endianness::Big => stored.iter().fold(0, join),
                Endianness::Little => stored.iter().rev().fold(0, join),
            });
        }
        let mut number = None;
        for byte in stored {
            match byte {
                // Digits of ASCII and of EBCDIC. No byte is a digit in both, so that no option has
                // to say which set it is.
                0x30..=0x39 | 0xF0..=0xF9 => number = Some(number.unwrap_or(0) * 10 + u64::from(byte & 15)),
                // Numbers of fixed width often have blanks before them. A blank behind a digit is a fault.
                b' ' | 0x40 if number.is_none() => {}
                _ => return None,
            }
        }
        number
    }

    pub(super) fn length_from_number(self, number: u64) -> Option<u64> {
        number.checked_mul(self.times)?.checked_add_signed(self.adjust)
    }
}
