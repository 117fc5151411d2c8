//! Where the bytes of a file come from: a file that can seek, or a stream.

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};

use crate::progress::ByteMeter;

/// The bytes of a file.
pub(crate) enum InputReader {
    /// A file that can seek.
    File(SizedFile),
    /// Anything else.
    Stream(Box<dyn Read>),
}

impl InputReader {
    /// Passes over bytes. Returns how many they are: fewer if the end is before, which a file that can seek does not tell.
    pub(crate) fn pass(&mut self, bytes: u64) -> io::Result<u64> {
        match self {
            InputReader::File(file) => {
                file.pass(bytes)?;
                Ok(bytes)
            }
            // A pipe cannot seek: its bytes have to be read to come behind them.
            InputReader::Stream(stream) => io::copy(&mut stream.take(bytes), &mut io::sink()),
        }
    }

    /// Appends so many bytes, or those up to the end. They are appended as well if an error comes behind them.
    pub(super) fn append(&mut self, to: &mut Vec<u8>, bytes: usize) -> io::Result<usize> {
        match self {
            InputReader::File(file) => file.append(to, bytes),
            InputReader::Stream(stream) => {
                to.reserve_exact(bytes);
                stream.take(bytes as u64).read_to_end(to)
            }
        }
    }
}

impl Read for InputReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            InputReader::File(file) => file.read(buffer),
            InputReader::Stream(stream) => stream.read(buffer),
        }
    }
}

/// A file whose length is known. If it ends before that, it was cut while it was read, and what comes of it would be cut,
/// too.
#[derive(Debug)]
pub(crate) struct SizedFile {
    pub(super) file: File,
    /// The byte of the file that is read next. It may be behind the end.
    pub(super) at: u64,
    pub(super) length: u64,
    /// The byte at which reading ends.
    pub(super) end: u64,
    pub(super) meter: ByteMeter,
}

impl SizedFile {
    /// Passes over bytes.
    pub(super) fn pass(&mut self, bytes: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Current(i64::try_from(bytes).unwrap_or(i64::MAX)))?;
        self.at = self.at.saturating_add(bytes);
        self.meter.add(bytes);
        Ok(())
    }

    /// Appends so many bytes, or those up to the end. The system stores them where nothing was before, which is faster than
    /// to clear that place for [`Read::read`].
    fn append(&mut self, to: &mut Vec<u8>, bytes: usize) -> io::Result<usize> {
        let remaining_bytes = usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX);
        // As in `read`, a file may grow.
        let bytes = if self.end < self.length { bytes.min(remaining_bytes) } else { bytes };
        to.reserve_exact(bytes);
        let begin = to.len();
        let result = (&self.file).take(bytes as u64).read_to_end(to);
        let count = to.len() - begin;
        self.at += count as u64;
        self.meter.add(count as u64);
        result?;
        if count < bytes && self.at < self.length { Err(self.describe_cut()) } else { Ok(count) }
    }

    /// Somebody has cut the file while it was read.
    fn describe_cut(&self) -> io::Error {
        let SizedFile { at, length, .. } = self;
        io::Error::other(format!("it ended after {at} of {length} bytes"))
    }
}

impl Read for SizedFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let remaining_bytes =
            usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX).min(to.len());
        // `--skip-end` makes reading stop at `end`. Without it, a file may grow while it is read, and all of it
        // counts.
        let to = if self.end < self.length { &mut to[..remaining_bytes] } else { to };
        let read = self.file.read(to)?;
        self.at += read as u64;
        self.meter.add(read as u64);
        // An empty `to` is the wanted end at `self.end`, where nothing is asked of the file. That the file itself
        // ends before its length means that somebody has cut it meanwhile.
        if read == 0 && !to.is_empty() && self.at < self.length {
            return Err(self.describe_cut());
        }
        Ok(read)
    }
}

/// The bytes of what is no file that can seek, which are counted.
pub(super) struct CountedStream {
    pub(super) stream: Box<dyn Read>,
    pub(super) meter: ByteMeter,
}

impl Read for CountedStream {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(to)?;
        self.meter.add(read as u64);
        Ok(read)
    }
}
