//! A transfer in bounded buffers: conversion and access to the file at the same time.
//!
//! The items of a transfer come in chunks. Where there is more than one, a second thread reads ahead or
//! writes behind, and a few buffers go round between the two. No memory grows with the transfer.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::datatype::{Committed, Extents};
use crate::error::{Error, ErrorKind};
use crate::num::{count as length, index};
use crate::transfer::AnyDatarep;

use super::Failed;
use super::buffer::{Items, Sink, Source};
use super::status::Status;
use super::stream::{Part, Stream};

/// Buffers that go round.
const BUFFERS: usize = 3;

/// The least that [`File::set_buffer_size`](super::File::set_buffer_size) takes, and what is used without it.
pub(super) const LEAST_BUFFER: usize = 1 << 12;
pub(super) const DEFAULT_BUFFER: usize = 4 << 20;

/// Items of a transfer, of which all was checked.
pub(super) struct Transfer<'a> {
    pub(super) stream: Stream<'a>,
    pub(super) items: &'a Items,
    /// How many items.
    pub(super) count: i64,
    /// The unit of the stream where they begin.
    pub(super) first: i64,
    /// Octets of a buffer.
    pub(super) chunk: usize,
    pub(super) failed: &'a Failed<'a>,
}

/// Octets for all buffers as those of one; the window of a stream is the last part.
pub(super) fn part_of_buffer(octets: usize) -> usize {
    (octets / (BUFFERS + 1)).max(1)
}

/// Items that pass through one buffer.
#[derive(Debug, Clone, Copy)]
struct Chunk {
    position: i64,
    count: i64,
    octets: usize,
    part: Part,
}

impl<'a> Transfer<'a> {
    fn datarep(&self) -> &'a AnyDatarep {
        self.stream.view.datarep()
    }

    fn datatype(&self) -> &'a Committed {
        &self.items.datatype
    }

    fn octets(&self, count: i64, position: i64) -> Result<i64, Error> {
        self.datarep().file_size(self.datatype(), count, position)
    }

    /// The chunk behind so many items.
    fn chunk(&self, position: i64) -> Result<Option<Chunk>, Error> {
        let rest = self.count - position;
        if rest == 0 {
            return Ok(None);
        }
        let most = length(self.chunk);
        let fit = match *self.datatype().tally() {
            [(predefined, _)] => most.checked_div(self.datarep().extent_of(predefined)?).unwrap_or(most),
            _ => self.datarep().items_within(self.datatype(), position, most)?,
        };
        self.chunk_of(position, fit.clamp(1, rest)).map(Some)
    }

    // Requirement: R-CONV-6.
    fn chunk_of(&self, position: i64, count: i64) -> Result<Chunk, Error> {
        let octets = self.octets(count, position)?;
        let part = if self.stream.view.is_octets() {
            Part { first: self.first + self.octets(position, 0)?, units: octets }
        } else {
            Part { first: self.first + position, units: count }
        };
        Ok(Chunk { position, count, octets: index(octets), part })
    }

    fn status(&self) -> Status {
        Status { asked: self.count, items_of_one: self.datatype().items(), ..Status::default() }
    }

    /// Reads the items, or those before the end of the file.
    pub(super) fn read(&self, sink: &mut dyn Sink) -> Result<Status, Error> {
        let mut status = self.status();
        let Some(first) = self.chunk(0)? else { return Ok(status) };
        if first.count == self.count {
            let (mut octets, mut window) = (Vec::new(), Vec::new());
            let read = self.fetch(&first, &mut octets, &mut window);
            self.take(&first, &mut octets, read, sink, &mut status)?;
            return Ok(status);
        }
        thread::scope(|scope| {
            let (filled, fetched) = channel();
            let (emptied, empty) = channel();
            for _ in 0..BUFFERS {
                // The other end is there.
                let _ = emptied.send(Vec::new());
            }
            let ahead = thread::Builder::new().spawn_scoped(scope, move || self.read_ahead(&empty, &filled));
            ahead.map_err(|error| self.failed.by(&error, 0))?;
            for fetched in fetched {
                let Fetched { chunk, mut octets, read } = fetched?;
                if !self.take(&chunk, &mut octets, read, sink, &mut status)? {
                    break;
                }
                // Where the reader is done it needs no more.
                let _ = emptied.send(octets);
            }
            Ok(status)
        })
    }

    /// Fills buffers until all is read, the file ends, or nobody wants them.
    fn read_ahead(&self, empty: &Receiver<Vec<u8>>, filled: &Sender<Result<Fetched, Error>>) {
        let (mut position, mut window) = (0, Vec::new());
        while let Ok(mut octets) = empty.recv() {
            let chunk = match self.chunk(position) {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return,
                Err(error) => {
                    let _ = filled.send(Err(error));
                    return;
                }
            };
            let read = self.fetch(&chunk, &mut octets, &mut window);
            let whole = matches!(read, Ok(read) if read == chunk.octets);
            if filled.send(Ok(Fetched { chunk, octets, read })).is_err() || !whole {
                return;
            }
            position += chunk.count;
        }
    }

    fn fetch(&self, chunk: &Chunk, octets: &mut Vec<u8>, window: &mut Vec<u8>) -> io::Result<usize> {
        provide(octets, chunk.octets)?;
        self.stream.read(chunk.part, octets, window)
    }

    /// Converts what was read of a chunk; whether that was all of it.
    fn take(
        &self,
        chunk: &Chunk,
        octets: &mut [u8],
        read: io::Result<usize>,
        sink: &mut dyn Sink,
        status: &mut Status,
    ) -> Result<bool, Error> {
        let read = read.map_err(|error| self.failed.by(&error, status.items))?;
        let (mut count, mut whole) = (chunk.count, chunk.octets);
        if read < chunk.octets {
            count =
                self.datarep().items_within(self.datatype(), chunk.position, length(read))?.min(chunk.count);
            whole = index(self.octets(count, chunk.position)?);
        }
        status.loss += sink.convert(self.datarep(), count, chunk.position, &mut octets[..whole])?;
        status.items += count;
        status.octets += length(whole);
        status.left = length(read - whole);
        Ok(read == chunk.octets)
    }

    /// Writes the items. Where one cannot be converted those before it are written.
    pub(super) fn write(&self, source: &dyn Source) -> Result<Status, Error> {
        let mut status = self.status();
        let Some(first) = self.chunk(0)? else { return Ok(status) };
        if first.count == self.count {
            let mut octets = Vec::new();
            let (chunk, outcome) = self.make(first, source, &mut octets, &mut status);
            if let Some(chunk) = chunk {
                let written = self.stream.write(chunk.part, &octets[..chunk.octets]);
                written.map_err(|stop| self.stopped(&chunk, stop))?;
            }
            return outcome.map(|()| status);
        }
        thread::scope(|scope| {
            let (filled, made) = channel::<(Chunk, Vec<u8>)>();
            let (emptied, empty) = channel();
            for _ in 0..BUFFERS {
                // The other end is there.
                let _ = emptied.send(Vec::new());
            }
            let behind =
                thread::Builder::new().spawn_scoped(scope, move || self.write_behind(&made, &emptied));
            let behind = behind.map_err(|error| self.failed.by(&error, 0))?;
            let mut outcome = Ok(());
            let mut position = 0;
            while outcome.is_ok()
                && position < self.count
                && let Ok(mut octets) = empty.recv()
            {
                let chunk;
                (chunk, outcome) = match self.chunk(position) {
                    Ok(Some(chunk)) => self.make(chunk, source, &mut octets, &mut status),
                    Ok(None) => break,
                    Err(error) => (None, Err(error)),
                };
                if let Some(chunk) = chunk {
                    position += chunk.count;
                    // Where the writer has stopped its error comes below.
                    let _ = filled.send((chunk, octets));
                }
            }
            drop(filled);
            // What failed in the file lies before what failed in the conversion.
            behind.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            outcome.map(|()| status)
        })
    }

    /// Empties buffers until there are no more.
    fn write_behind(
        &self,
        made: &Receiver<(Chunk, Vec<u8>)>,
        emptied: &Sender<Vec<u8>>,
    ) -> Result<(), Error> {
        for (chunk, octets) in made {
            self.stream
                .write(chunk.part, &octets[..chunk.octets])
                .map_err(|stop| self.stopped(&chunk, stop))?;
            // Where all is converted no more is needed.
            let _ = emptied.send(octets);
        }
        Ok(())
    }

    /// Converts a chunk; where an item fails it is the chunk of those before it.
    fn make(
        &self,
        chunk: Chunk,
        source: &dyn Source,
        octets: &mut Vec<u8>,
        status: &mut Status,
    ) -> (Option<Chunk>, Result<(), Error>) {
        if let Err(error) = provide(octets, chunk.octets) {
            return (None, Err(self.failed.by(&error, chunk.position)));
        }
        match source.convert(self.datarep(), chunk.count, chunk.position, &mut octets[..chunk.octets]) {
            Ok(loss) => {
                status.loss += loss;
                status.items += chunk.count;
                status.octets += length(chunk.octets);
                (Some(chunk), Ok(()))
            }
            Err(error) => {
                let before = error.items_done().map_or(0, |item| item - chunk.position);
                let before = Some(before).filter(|before| (1..chunk.count).contains(before));
                let chunk = before.and_then(|before| self.chunk_of(chunk.position, before).ok());
                (chunk, Err(error))
            }
        }
    }

    /// The error of a chunk of which so many octets were written.
    fn stopped(&self, chunk: &Chunk, (written, error): (usize, io::Error)) -> Error {
        let items =
            self.datarep().items_within(self.datatype(), chunk.position, length(written)).unwrap_or(0);
        self.failed.by(&error, chunk.position + items.min(chunk.count))
    }
}

struct Fetched {
    chunk: Chunk,
    octets: Vec<u8>,
    read: io::Result<usize>,
}

/// Makes the buffer one of so many octets.
fn provide(buffer: &mut Vec<u8>, octets: usize) -> io::Result<()> {
    if let Some(more) = octets.checked_sub(buffer.len()) {
        buffer.try_reserve_exact(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
    }
    buffer.resize(octets, 0);
    Ok(())
}

impl Failed<'_> {
    /// The error of the access, for one of the system's.
    pub(super) fn by(&self, error: &io::Error, items: i64) -> Error {
        let Failed { routine, path } = *self;
        let (path, class, reason) = (path.to_owned(), super::class_of(error), error.to_string());
        ErrorKind::File { routine, path, class, reason, items }.into()
    }
}
