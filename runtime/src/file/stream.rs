//! A view as a stream of bytes: the items of etypes one after another, wherever they lie in the file.
//!
//! A part without holes is one access. In a part with holes, runs that lie near one another are found as strips. To
//! read, few large accesses cover the strips and their holes, and the runs are copied from them: this is sieving.
//! Writing is sieved too if the program has promised that the file is open nowhere else. The bytes between the runs are
//! then read and written back, under a lock that all writes of the file's handles take. Without the promise each run is
//! written alone. The bytes between the runs may belong to others, and no lock of this process keeps others from
//! changing them.

use std::io;
use std::sync::{PoisonError, RwLock};

use crate::datatype::{Items, PieceVisitor, RunsPiece};
use crate::error::Error;
use crate::num::index;
use crate::view::View;

use super::storage::{Storage, read_all, write_all};
use super::strip::{CoveredRange, Strip, StripGatherer};

/// A part of a stream: `units` units from `first` on. A unit is an item of an etype, or a byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct StreamPart {
    pub(super) first: i64,
    pub(super) units: i64,
}

/// A view of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct ViewStream<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) view: &'a View,
    /// The bytes of the buffer through which runs are read and written.
    pub(super) window: usize,
    /// A lock for files that are open nowhere else. Every write holds it, and a write that writes back what it has read
    /// holds it alone.
    pub(super) writing: Option<&'a RwLock<()>>,
}

impl ViewStream<'_> {
    /// Checks that the bytes of the part have offsets that fit in 64 bits and are not negative.
    pub(super) fn check_offsets(&self, part: StreamPart) -> Result<(), Error> {
        if part.units == 0 {
            return Ok(());
        }
        self.view.check_offsets(part.first, part.units)
    }

    /// Reads the part, up to the end of the file, and returns how many bytes it read. `bytes` has room for the whole
    /// part.
    pub(super) fn read(&self, part: StreamPart, bytes: &mut [u8], window: &mut Vec<u8>) -> io::Result<usize> {
        if self.view.is_dense() {
            return read_all(self.storage, bytes, self.compute_dense_offset(part)?);
        }
        let mut end = None;
        let displacement = self.view.displacement();
        let mut strips = StripGatherer::new(self.window, |strips: &[Strip<'_>], cover: &CoveredRange| {
            // A single run goes straight to its place. It is also the only one that may be longer than the window.
            end = if let [one] = strips
                && one.runs() == 1
            {
                let (stream, offset) = one.run(0, displacement);
                let read = read_all(self.storage, &mut bytes[stream], offset)?;
                one.find_first_missing(cover, read)
            } else {
                let window = grow_to(window, cover.bytes())?;
                match read_all(self.storage, window, cover.offset(displacement)) {
                    Ok(read) => {
                        for strip in strips {
                            strip.gather(window, cover, bytes);
                        }
                        find_first_missing(strips, cover, read)
                    }
                    // If a hole cannot be read, the runs around it may still be.
                    Err(_) => self.read_strips(strips, bytes)?,
                }
            };
            // Nothing after the first missing byte of the stream counts as read, even if its runs lie earlier in the
            // file.
            Ok::<_, io::Error>(end.is_none())
        });
        let visited = self.view.filetype_in_file().visit(part.first, part.units, &mut strips);
        match visited.and_then(|()| strips.finish()) {
            Ok(()) | Err(None) => Ok(end.unwrap_or(bytes.len())),
            Err(Some(error)) => Err(error),
        }
    }

    /// Reads the strips run by run. Returns the first byte of the stream that is after the end of the file.
    fn read_strips(&self, strips: &[Strip<'_>], bytes: &mut [u8]) -> io::Result<Option<usize>> {
        let mut end: Option<usize> = None;
        for strip in strips {
            for run in 0..strip.runs() {
                let (stream, offset) = strip.run(run, self.view.displacement());
                let whole = stream.end;
                let read = stream.start + read_all(self.storage, &mut bytes[stream], offset)?;
                if read < whole {
                    end = Some(end.map_or(read, |end| end.min(read)));
                    // Only this strip has ended. Strips of records interleave, so the next one may miss a byte that
                    // comes earlier.
                    break;
                }
            }
        }
        Ok(end)
    }

    /// Writes the part. The error comes with the number of bytes written.
    pub(super) fn write(
        &self,
        part: StreamPart,
        bytes: &[u8],
        window: &mut Vec<u8>,
    ) -> Result<(), (usize, io::Error)> {
        let begun = |error| (0, error);
        // Without the promise of UNIQUE_OPEN only the bytes of the runs are written.
        let Some(writing) = self.writing else {
            return if self.view.is_dense() {
                write_all(self.storage, bytes, self.compute_dense_offset(part).map_err(begun)?)
            } else {
                self.write_runs(part, bytes)
            };
        };
        if self.view.is_dense() {
            // A write that writes back must not run meanwhile: it would put back what was there before this write.
            let _shared = writing.read().unwrap_or_else(PoisonError::into_inner);
            return write_all(self.storage, bytes, self.compute_dense_offset(part).map_err(begun)?);
        }
        let mut strips = StripGatherer::new(self.window, |strips: &[Strip<'_>], cover: &CoveredRange| {
            self.write_back(strips, cover, bytes, window, writing).map(|()| true)
        });
        let visited = self.view.filetype_in_file().visit(part.first, part.units, &mut strips);
        match visited.and_then(|()| strips.finish()) {
            Ok(()) | Err(None) => Ok(()),
            Err(Some(error)) => Err(error),
        }
    }

    /// Writes the strips by one access, which writes the bytes between them back unchanged.
    fn write_back(
        &self,
        strips: &[Strip<'_>],
        cover: &CoveredRange,
        bytes: &[u8],
        window: &mut Vec<u8>,
        writing: &RwLock<()>,
    ) -> Result<(), (usize, io::Error)> {
        let offset = cover.offset(self.view.displacement());
        // The window was written up to some byte. What counts is the first byte of the stream that was not.
        let stopped = |(written, error)| (find_first_missing(strips, cover, written).unwrap_or(0), error);
        if let [one] = strips
            && one.runs() == 1
        {
            // One run has no hole, so other such writes may run at the same time.
            let _shared = writing.read().unwrap_or_else(PoisonError::into_inner);
            let (stream, offset) = one.run(0, self.view.displacement());
            return write_all(self.storage, &bytes[stream], offset).map_err(stopped);
        }
        let begun = |error| (strips.iter().map(Strip::begin).min().unwrap_or(0), error);
        let window = grow_to(window, cover.bytes()).map_err(begun)?;
        // `check_writable_at` refuses views that overlap themselves. So without a hole the sizes add up to the cover.
        let holes = strips.iter().map(Strip::size).sum::<usize>() < window.len();
        let shared = (!holes).then(|| writing.read().unwrap_or_else(PoisonError::into_inner));
        let alone = holes.then(|| writing.write().unwrap_or_else(PoisonError::into_inner));
        if holes {
            match read_all(self.storage, window, offset) {
                // Bytes after the end of the file become zeros.
                Ok(read) => window[read..].fill(0),
                // If a hole cannot be read, the runs around it may still be written.
                Err(_) => return self.write_strips(strips, bytes),
            }
        }
        // Bytes between the strips stay as they were read.
        for strip in strips {
            strip.scatter(bytes, window, cover);
        }
        let written = write_all(self.storage, window, offset).map_err(stopped);
        drop((shared, alone));
        written
    }

    /// Writes the strips run by run.
    fn write_strips(&self, strips: &[Strip<'_>], bytes: &[u8]) -> Result<(), (usize, io::Error)> {
        for (which, strip) in strips.iter().enumerate() {
            for run in 0..strip.runs() {
                let (stream, offset) = strip.run(run, self.view.displacement());
                let at = stream.start;
                write_all(self.storage, &bytes[stream], offset).map_err(|(written, error)| {
                    // Later strips may begin earlier in the stream, where nothing was written. All before the smallest
                    // of these places was.
                    let later = strips[which + 1..].iter().map(Strip::begin);
                    (later.fold(at + written, usize::min), error)
                })?;
            }
        }
        Ok(())
    }

    /// Writes the part run by run.
    fn write_runs(&self, part: StreamPart, bytes: &[u8]) -> Result<(), (usize, io::Error)> {
        // Bytes without a hole that are still to be written: their offset in the file, and their range in the stream.
        let mut pending = (0, 0..0_usize);
        let write = |(offset, stream): &(u64, std::ops::Range<usize>)| {
            let at = stream.start;
            write_all(self.storage, &bytes[stream.clone()], *offset)
                .map_err(|(written, error)| (at + written, error))
        };
        let mut pieces = PieceVisitor(|piece: RunsPiece<'_>| {
            for (displacement, items) in piece.list_runs() {
                // Offsets were checked: they are not negative, and fit.
                let offset = (displacement + self.view.displacement()).unsigned_abs();
                let end = pending.1.end;
                // Runs that follow one another in the file are one write. The first run ends an empty one, which
                // writes nothing.
                if pending.0 + pending.1.len() as u64 != offset {
                    write(&pending)?;
                    pending = (offset, end..end);
                }
                pending.1.end += index(items * piece.bytes);
            }
            Ok(())
        });
        self.view.filetype_in_file().visit(part.first, part.units, &mut pieces)?;
        // The last bytes are followed by no run that would write them.
        write(&pending)
    }

    /// The byte of the file where a part without holes begins. The offset was checked.
    fn compute_dense_offset(&self, part: StreamPart) -> io::Result<u64> {
        let before = self.view.datarep().file_size(Items {
            datatype: self.view.filetype_in_file(),
            count: part.first,
            position: 0,
        });
        let begin = self.view.displacement() + self.view.filetype_in_file().typemap().true_lb();
        Ok(begin.unsigned_abs() + before.map_err(io::Error::other)?.unsigned_abs())
    }
}

/// The first byte of the stream that is missing if only the first `bytes` bytes of the cover are
/// there.
fn find_first_missing(strips: &[Strip<'_>], cover: &CoveredRange, bytes: usize) -> Option<usize> {
    if bytes == cover.bytes() {
        return None;
    }
    strips.iter().filter_map(|strip| strip.find_first_missing(cover, bytes)).min()
}

/// The first `bytes` bytes of the buffer, which grows if it is smaller.
pub(super) fn grow_to(buffer: &mut Vec<u8>, bytes: usize) -> io::Result<&mut [u8]> {
    if let Some(more) = bytes.checked_sub(buffer.len()) {
        // The size comes from the program's datatype. A buffer that does not fit is an error, not the end of the
        // process.
        buffer.try_reserve_exact(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
        buffer.resize(bytes, 0);
    }
    Ok(&mut buffer[..bytes])
}
