//! The division of a large file, whose bytes are made when they are read.

use std::io::{self, Read, Seek, SeekFrom};
use std::time::Instant;

use datarep_dynamic::marks::Marks;
use datarep_dynamic::marks::split::{Effort, split};

use super::files::{MARKS, MarkKind, draw_long};
use crate::chance::Chance;

/// Bytes of the file, and its parts.
const BYTES: u64 = 10_000_000_000;
const PARTS: usize = 64;

/// The most bytes that may be read for a division.
const MOST: u64 = BYTES / 100;

/// The same records again and again.
#[derive(Debug)]
struct RepeatedRecords {
    records: Vec<u8>,
    length: u64,
    at: u64,
}

impl Read for RepeatedRecords {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let all = self.records.len() as u64;
        let begin = usize::try_from(self.at % all).unwrap_or(0);
        let left = usize::try_from(self.length.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let count = buffer.len().min(self.records.len() - begin).min(left);
        buffer[..count].copy_from_slice(&self.records[begin..begin + count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for RepeatedRecords {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::other("a place before the file"))?;
        Ok(self.at)
    }
}

/// Divides 10 GB of records of about a KiB with different marks, and says what it takes.
pub(super) fn measure_division() -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    for (name, shape) in MARKS {
        if !matches!(shape, MarkKind::Rdw | MarkKind::Bdw(27_000) | MarkKind::Fortran4Little | MarkKind::Line)
        {
            continue;
        }
        let marks: Marks = name.parse().map_err(|error| format!("{error}"))?;
        let records = draw_long(shape, 16 << 10, &mut Chance::new(1));
        let length = BYTES / records.len() as u64 * records.len() as u64;
        let mut file = RepeatedRecords { records, length, at: 0 };
        let fault = |error: io::Error| format!("`{name}`: {error}");
        let begin = Instant::now();
        let mut division =
            split(&mut file, length, marks, PARTS, Effort::for_length(length)).map_err(fault)?;
        let (seconds, read) = (begin.elapsed().as_secs_f64(), division.bytes_read());
        let all = division.parts();
        let proved = all.iter().flatten().filter(|part| part.is_proved).count();
        let begin = Instant::now();
        division.prove(&mut file).map_err(fault)?;
        let walk = begin.elapsed().as_secs_f64();
        lines.push(format!(
            "{name}: {length} bytes, {PARTS} parts: {seconds:.3} s, {read} bytes read, {proved} of {} borders proved; all by a walk: \
             {walk:.3} s, {} bytes read",
            all.iter().flatten().count(),
            division.bytes_read() - read
        ));
        if read > MOST {
            return Err(format!("`{name}`: {read} bytes were read to divide the file"));
        }
        if all.iter().flatten().count() < PARTS {
            return Err(format!("`{name}`: borders of the file were not found"));
        }
    }
    Ok(lines)
}
