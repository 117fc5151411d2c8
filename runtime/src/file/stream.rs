//! A view as a stream of bytes: the items of etypes one after another, wherever they lie in the file.
//!
//! Without holes it is one access. With holes the runs that lie near one another are found as strips. What is read
//! is covered by few large accesses, holes included, from which the runs are copied: sieving. What is written is
//! sieved too where the program has promised that the file is open nowhere else: what lies between the runs is read
//! and written back, under a lock that all writes of the file's handles take. Without the promise it is written run by
//! run: bytes between them may be another's, and no lock of this process keeps others from changing them.

use std::io;
use std::sync::{PoisonError, RwLock};

use crate::datatype::{Items, Piece, Pieces};
use crate::error::Error;
use crate::num::index;
use crate::view::View;

use super::storage::{Storage, read_all, write_all};
use super::strip::{Cover, Strip, Strips};

/// Part of a stream: `units` units from `first` on, items of etypes or bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) first: i64,
    pub(super) units: i64,
}

/// A view of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stream<'a> {
    pub(super) storage: &'a dyn Storage,
    pub(super) view: &'a View,
    /// Bytes of the buffer through which runs are read and written.
    pub(super) window: usize,
    /// Held by all who write where the file is open nowhere else: alone by who writes back what it has read.
    pub(super) writing: Option<&'a RwLock<()>>,
}

impl Stream<'_> {
    /// Whether the bytes of the part have offsets in 64 bits, none of them negative.
    pub(super) fn check(&self, part: Part) -> Result<(), Error> {
        if part.units == 0 {
            return Ok(());
        }
        self.view.check_offsets(part.first, part.units)
    }

    /// Reads the part, up to the end of the file: how many bytes there are. `bytes`: those of the part.
    pub(super) fn read(&self, part: Part, bytes: &mut [u8], window: &mut Vec<u8>) -> io::Result<usize> {
        if self.view.is_dense() {
            return read_all(self.storage, bytes, self.dense(part)?);
        }
        let mut end = None;
        let displacement = self.view.displacement();
        let mut strips = Strips::new(self.window, |strips: &[Strip<'_>], cover: &Cover| {
            end = if let [one] = strips
                && one.runs() == 1
            {
                let (stream, offset) = one.run(0, displacement);
                let read = read_all(self.storage, &mut bytes[stream], offset)?;
                one.first_beyond(cover, read)
            } else {
                let window = provide(window, cover.bytes())?;
                match read_all(self.storage, window, cover.offset(displacement)) {
                    Ok(read) => {
                        for strip in strips {
                            strip.gather(window, cover, bytes);
                        }
                        first_beyond(strips, cover, read)
                    }
                    // A hole that cannot be read is no reason not to read around it.
                    Err(_) => self.read_strips(strips, bytes)?,
                }
            };
            Ok::<_, io::Error>(end.is_none())
        });
        let visited = self.view.in_file().visit(part.first, part.units, &mut strips);
        match visited.and_then(|()| strips.finish()) {
            Ok(()) | Err(None) => Ok(end.unwrap_or(bytes.len())),
            Err(Some(error)) => Err(error),
        }
    }

    /// Reads the strips run by run; the first byte of the stream that is after the end of the file.
    fn read_strips(&self, strips: &[Strip<'_>], bytes: &mut [u8]) -> io::Result<Option<usize>> {
        let mut end: Option<usize> = None;
        for strip in strips {
            for run in 0..strip.runs() {
                let (stream, offset) = strip.run(run, self.view.displacement());
                let whole = stream.end;
                let read = stream.start + read_all(self.storage, &mut bytes[stream], offset)?;
                if read < whole {
                    end = Some(end.map_or(read, |end| end.min(read)));
                    break;
                }
            }
        }
        Ok(end)
    }

    /// Writes the part. The error comes with how many bytes were written.
    pub(super) fn write(
        &self,
        part: Part,
        bytes: &[u8],
        window: &mut Vec<u8>,
    ) -> Result<(), (usize, io::Error)> {
        let begun = |error| (0, error);
        let Some(writing) = self.writing else {
            return if self.view.is_dense() {
                write_all(self.storage, bytes, self.dense(part).map_err(begun)?)
            } else {
                self.write_runs(part, bytes)
            };
        };
        if self.view.is_dense() {
            let _shared = writing.read().unwrap_or_else(PoisonError::into_inner);
            return write_all(self.storage, bytes, self.dense(part).map_err(begun)?);
        }
        let mut strips = Strips::new(self.window, |strips: &[Strip<'_>], cover: &Cover| {
            self.write_back(strips, cover, bytes, window, writing).map(|()| true)
        });
        let visited = self.view.in_file().visit(part.first, part.units, &mut strips);
        match visited.and_then(|()| strips.finish()) {
            Ok(()) | Err(None) => Ok(()),
            Err(Some(error)) => Err(error),
        }
    }

    /// Writes the strips by one access, with what lies between them as it is.
    fn write_back(
        &self,
        strips: &[Strip<'_>],
        cover: &Cover,
        bytes: &[u8],
        window: &mut Vec<u8>,
        writing: &RwLock<()>,
    ) -> Result<(), (usize, io::Error)> {
        let offset = cover.offset(self.view.displacement());
        let stopped = |(written, error)| (first_beyond(strips, cover, written).unwrap_or(0), error);
        if let [one] = strips
            && one.runs() == 1
        {
            let _shared = writing.read().unwrap_or_else(PoisonError::into_inner);
            let (stream, offset) = one.run(0, self.view.displacement());
            return write_all(self.storage, &bytes[stream], offset).map_err(stopped);
        }
        let begun = |error| (strips.iter().map(Strip::begin).min().unwrap_or(0), error);
        let window = provide(window, cover.bytes()).map_err(begun)?;
        let holes = strips.iter().map(Strip::size).sum::<usize>() < window.len();
        let shared = (!holes).then(|| writing.read().unwrap_or_else(PoisonError::into_inner));
        let alone = holes.then(|| writing.write().unwrap_or_else(PoisonError::into_inner));
        if holes {
            match read_all(self.storage, window, offset) {
                // What is not there yet will be zeros.
                Ok(read) => window[read..].fill(0),
                // A hole that cannot be read is no reason not to write around it.
                Err(_) => return self.write_strips(strips, bytes),
            }
        }
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
                    let later = strips[which + 1..].iter().map(Strip::begin);
                    (later.fold(at + written, usize::min), error)
                })?;
            }
        }
        Ok(())
    }

    /// Writes the part run by run.
    fn write_runs(&self, part: Part, bytes: &[u8]) -> Result<(), (usize, io::Error)> {
        // What is known to lie without a hole, and is to be written: where it begins, from where to where in the stream.
        let mut pending = (0, 0..0_usize);
        let write = |(offset, stream): &(u64, std::ops::Range<usize>)| {
            let at = stream.start;
            write_all(self.storage, &bytes[stream.clone()], *offset)
                .map_err(|(written, error)| (at + written, error))
        };
        let mut pieces = Pieces(|piece: Piece<'_>| {
            for (displacement, items) in piece.each() {
                // The offsets are checked: they are not negative, and fit.
                let offset = (displacement + self.view.displacement()).unsigned_abs();
                let end = pending.1.end;
                if pending.0 + pending.1.len() as u64 != offset {
                    write(&pending)?;
                    pending = (offset, end..end);
                }
                pending.1.end += index(items * piece.bytes);
            }
            Ok(())
        });
        self.view.in_file().visit(part.first, part.units, &mut pieces)?;
        write(&pending)
    }

    /// Where a part without holes begins. Its offset is checked.
    fn dense(&self, part: Part) -> io::Result<u64> {
        let before = self.view.datarep().file_size(Items {
            datatype: self.view.in_file(),
            count: part.first,
            position: 0,
        });
        let begin = self.view.displacement() + self.view.in_file().typemap().true_lb();
        Ok(begin.unsigned_abs() + before.map_err(io::Error::other)?.unsigned_abs())
    }
}

/// The first byte of the stream that is not among the first `bytes` of the cover.
fn first_beyond(strips: &[Strip<'_>], cover: &Cover, bytes: usize) -> Option<usize> {
    if bytes == cover.bytes() {
        return None;
    }
    strips.iter().filter_map(|strip| strip.first_beyond(cover, bytes)).min()
}

/// So many bytes of the buffer, which grows where it is smaller.
pub(super) fn provide(buffer: &mut Vec<u8>, bytes: usize) -> io::Result<&mut [u8]> {
    if let Some(more) = bytes.checked_sub(buffer.len()) {
        buffer.try_reserve_exact(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
        buffer.resize(bytes, 0);
    }
    Ok(&mut buffer[..bytes])
}
