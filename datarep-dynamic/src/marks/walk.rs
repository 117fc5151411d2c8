//! From mark to mark: the borders of a file, found by its marks alone.
//!
//! The bytes between marks are passed over. Where records are long, they are not even read: the file is read again at the next mark.
//! Where they are short, the file is read in large blocks, because a call for each mark takes longer than copying a few kilobytes.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use super::read::Records;
use super::{Border, Marks, Reached};

/// Bytes that are read at once, if marks are near each other and if they are not.
const NEAR: usize = 1 << 18;
const FAR: usize = 1 << 9;

/// Marks are far from each other if more bytes than these are between them. Copying so many takes as long as a call.
const GAP: u64 = 1 << 13;

/// A file of which parts are passed over.
#[derive(Debug)]
pub(super) struct SkippingReader<R> {
    file: R,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// Bytes that are to be passed over before more is read.
    ahead: u64,
    /// Bytes that were read.
    read: u64,
    is_near: bool,
}

/// Walks from mark to mark.
#[derive(Debug)]
pub(super) struct MarkWalk<R> {
    records: Records<SkippingReader<R>>,
    length: u64,
}

impl<R: Read + Seek> SkippingReader<R> {
    /// Passes over bytes, which may be behind the end of the file.
    fn skip_bytes(&mut self, bytes: u64) {
        // What is in the buffer is passed over there. The rest is for a seek at the next read, and several such rests
        // become one seek.
        let ready = (self.end - self.at) as u64;
        if let Ok(buffered_bytes) = usize::try_from(bytes.min(ready)) {
            self.at += buffered_bytes;
        }
        self.ahead += bytes.saturating_sub(ready);
        // The last distance is taken for the next one: records of a file have similar lengths.
        self.is_near = bytes <= GAP;
    }
}

impl<R: Read + Seek> Read for SkippingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read + Seek> BufRead for SkippingReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.end {
            if let Ok(ahead) = i64::try_from(self.ahead)
                && ahead > 0
            {
                // Relative to the file's own place, which is behind the buffer. That is where `ahead` counts from.
                self.file.seek(SeekFrom::Current(ahead))?;
            }
            self.ahead = 0;
            let size = if self.is_near { NEAR } else { FAR };
            // Allocated with the first read, and of one size, so that it is never moved.
            self.buffer.resize(NEAR, 0);
            (self.at, self.end) = (0, 0);
            self.end = loop {
                match self.file.read(&mut self.buffer[..size]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
            self.read += self.end as u64;
        }
        Ok(&self.buffer[self.at..self.end])
    }

    fn consume(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.end);
    }
}

impl<R: Read + Seek> MarkWalk<R> {
    /// Begins a walk at a border that is known.
    pub(super) fn new(mut file: R, length: u64, marks: Marks, begin: Border) -> io::Result<MarkWalk<R>> {
        file.seek(SeekFrom::Start(begin.at))?;
        let buffer = Vec::new();
        // A file of short records is the worse case if the guess is wrong: each mark would be a call.
        let reader = SkippingReader { file, buffer, at: 0, end: 0, ahead: 0, read: 0, is_near: true };
        Ok(MarkWalk { records: Records::resume(reader, marks, begin, begin.at), length })
    }

    /// Goes to the first border at byte `until` or behind it. Returns nothing if more than `most` bytes were read by then.
    pub(super) fn walk_to_border(&mut self, until: u64, most: u64) -> io::Result<Option<Reached>> {
        self.records.until = until;
        while self.skip_record()? {
            // The limit is looked at between records only, so that the walk stands at a border when it stops.
            if self.bytes_read() > most {
                return Ok(None);
            }
        }
        Ok(Some(self.records.reached()))
    }

    /// The border at which the walk stands.
    pub(super) fn border(&self) -> Border {
        self.records.border()
    }

    /// Bytes that were read.
    pub(super) fn bytes_read(&self) -> u64 {
        self.records.file.read
    }

    /// Passes over the next record with all its parts; returns whether there is one.
    fn skip_record(&mut self) -> io::Result<bool> {
        let records = &mut self.records;
        if !records.begin_part()? {
            return Ok(false);
        }
        loop {
            let ready = records.pending.len() as u64;
            let behind = records.part_left.saturating_sub(ready);
            // A seek behind the end is no error. Lines have their bytes read already.
            if records.at.saturating_add(records.part_left) > self.length {
                return Err(records.truncation_error());
            }
            records.file.skip_bytes(behind);
            // What `Records` does when bytes are read is done here for bytes that are passed over: the place, the rest,
            // and what was taken.
            records.at += records.part_left;
            records.part_left = 0;
            records.pending_read = records.pending.len();
            let goes_on = records.goes_on;
            records.end_part(goes_on)?;
            if !goes_on {
                return Ok(true);
            }
            if !records.begin_part()? {
                return Err(records.truncation_error());
            }
        }
    }
}
