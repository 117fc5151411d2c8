//! A transfer in bounded buffers, by as many threads as pay.
//!
//! The items of a transfer come in chunks that fit the processor's second cache. Each thread takes the next chunk, and
//! reads and converts it, or converts and writes it, in a buffer of its own: no byte goes from one processor to another, and while
//! one thread waits for the file the other converts. What has an order is done in turns: chunks are stored when all
//! before them were read wholly, and written when all before them are written. No memory grows with the transfer.

use std::io;
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::datatype::{Committed, Extents, Items};
use crate::error::Error;
use crate::kernel::stream::in_parts_of;
use crate::loss::Loss;
use crate::num::{count as length, index};
use crate::representation::Datarep;

use super::buffer::{Sink, Source, Target};
use super::failed::Failed;
use super::lock::lock;
use super::status::Status;
use super::stream::{Part, Stream, provide};
use super::turns::Turns;

/// The most threads of a transfer, each of which has a buffer and a window.
const MOST_THREADS: usize = 4;

/// Chunks for each thread from which on there is one more.
const CHUNKS_OF_ONE: i64 = 4;

/// The largest buffer that is of use: what is read into it is in the second cache when it is converted.
const MOST_BYTES: usize = 1 << 19;

/// The least that [`File::set_buffer_size`](super::File::set_buffer_size) takes, and what is used without it.
pub(super) const LEAST_BUFFER: usize = 1 << 12;
pub(super) const DEFAULT_BUFFER: usize = 2 * MOST_THREADS * MOST_BYTES;

/// Items of a transfer, of which all was checked.
pub(super) struct Transfer<'a> {
    pub(super) stream: Stream<'a>,
    pub(super) datatype: &'a Committed,
    /// How many items.
    pub(super) count: i64,
    /// The unit of the stream where they begin.
    pub(super) first: i64,
    /// Bytes of a buffer.
    pub(super) chunk: usize,
    pub(super) failed: &'a Failed<'a>,
    /// Whether the file is only read or written from the begin to the end.
    pub(super) sequential: bool,
}

/// Bytes for all buffers as those of one; the window of a stream is as large.
pub(super) fn part_of_buffer(bytes: usize) -> usize {
    (bytes / (2 * MOST_THREADS)).clamp(1, MOST_BYTES)
}

/// Threads that a transfer may have: those that run at once, and two where there is one processor, for a file lets
/// wait.
fn most_threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    let threads = || thread::available_parallelism().map_or(1, usize::from).clamp(2, MOST_THREADS);
    *THREADS.get_or_init(threads)
}

/// Items that pass through one buffer.
#[derive(Debug, Clone, Copy)]
struct Chunk {
    /// How many chunks are before it.
    ticket: usize,
    position: i64,
    count: i64,
    bytes: usize,
    part: Part,
}

/// A transfer in the threads that do it: what they take from it, and give to it.
struct Team<T> {
    queue: Mutex<Queue<T>>,
    turns: Turns,
    outcome: Mutex<Outcome>,
}

/// The chunks that are not taken.
struct Queue<T> {
    ticket: usize,
    position: i64,
    stopped: bool,
    /// Where the items go that are read.
    target: T,
}

/// What was done, and the first chunk that failed.
struct Outcome {
    status: Status,
    failed: Option<(usize, Error)>,
}

impl<T> Team<T> {
    /// Nothing more is to be taken: the chunk of this ticket has failed.
    fn fail(&self, ticket: usize, error: Error) {
        lock(&self.queue).stopped = true;
        let mut outcome = lock(&self.outcome);
        if outcome.failed.as_ref().is_none_or(|(first, _)| ticket < *first) {
            outcome.failed = Some((ticket, error));
        }
    }
}

/// The buffers of a thread: items as they are in the file, and a window of it.
#[derive(Default)]
struct Buffers {
    bytes: Vec<u8>,
    window: Vec<u8>,
}

impl<'a> Transfer<'a> {
    fn datarep(&self) -> &'a Datarep {
        self.stream.view.datarep()
    }

    fn bytes(&self, count: i64, position: i64) -> Result<i64, Error> {
        self.datarep().file_size(Items { datatype: self.datatype, count, position })
    }

    /// Whether chunks are whole copies of the datatype.
    fn in_copies(&self) -> Result<bool, Error> {
        let items = self.datatype.items();
        Ok(items > 0 && items <= self.count && self.bytes(items, 0)? <= length(self.chunk))
    }

    /// How many threads pay.
    fn threads(&self) -> Result<usize, Error> {
        // A program's functions are called in its own thread, in order.
        if self.sequential || self.datarep().functions().is_some() {
            return Ok(1);
        }
        let chunks = self.bytes(self.count, 0)? / length(self.chunk);
        Ok(index(chunks / CHUNKS_OF_ONE).clamp(1, most_threads()))
    }

    /// The chunk after so many items. `copies`: see [`Transfer::in_copies`].
    fn chunk(&self, position: i64, ticket: usize, copies: bool) -> Result<Option<Chunk>, Error> {
        let rest = self.count - position;
        if rest == 0 {
            return Ok(None);
        }
        let most = length(self.chunk);
        let mut fit = match *self.datatype.tally() {
            [(predefined, _)] => most.checked_div(self.datarep().extent_of(predefined)?).unwrap_or(most),
            _ => self.datarep().items_within(self.datatype, position, most)?,
        };
        if copies {
            fit -= fit % self.datatype.items();
        }
        self.chunk_of(position, fit.clamp(1, rest), ticket).map(Some)
    }

    // Requirement: R-CONV-6.
    fn chunk_of(&self, position: i64, count: i64, ticket: usize) -> Result<Chunk, Error> {
        let bytes = self.bytes(count, position)?;
        let part = if self.stream.view.is_bytes() {
            Part { first: self.first + self.bytes(position, 0)?, units: bytes }
        } else {
            Part { first: self.first + position, units: count }
        };
        Ok(Chunk { ticket, position, count, bytes: index(bytes), part })
    }

    /// Takes the next chunk of the queue, and the part of the target that `part` takes for so many items.
    fn next<T, P>(
        &self,
        team: &Team<T>,
        copies: bool,
        part: impl FnOnce(&mut T, i64) -> P,
    ) -> Option<(Chunk, P)> {
        let mut queue = lock(&team.queue);
        if queue.stopped {
            return None;
        }
        let ticket = queue.ticket;
        match self.chunk(queue.position, ticket, copies) {
            Ok(chunk) => {
                let chunk = chunk?;
                queue.ticket += 1;
                queue.position += chunk.count;
                let part = part(&mut queue.target, chunk.count);
                Some((chunk, part))
            }
            Err(error) => {
                drop(queue);
                team.fail(ticket, error);
                None
            }
        }
    }

    /// Runs `work` in so many threads, and tells what they have done.
    fn run<T: Send>(
        &self,
        threads: usize,
        target: T,
        work: impl Fn(&Team<T>) + Sync,
    ) -> Result<Status, Error> {
        let status = Status { asked: self.count, items_of_one: self.datatype.items(), ..Status::default() };
        let team = Team {
            queue: Mutex::new(Queue { ticket: 0, position: 0, stopped: false, target }),
            turns: Turns::default(),
            outcome: Mutex::new(Outcome { status, failed: None }),
        };
        let work = || team.turns.stop_on_panic(|| work(&team));
        if threads == 1 {
            work();
        } else {
            thread::scope(|scope| {
                // Where the system has no thread left there are fewer.
                let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
                let others: Vec<_> = (1..threads).filter_map(start).collect();
                work();
                for other in others {
                    other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                }
            });
        }
        let Outcome { status, failed } =
            team.outcome.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.map_or(Ok(status), |(_, error)| Err(error))
    }

    /// Reads the items, or those before the end of the file.
    pub(super) fn read(&self, sink: &mut dyn Sink) -> Result<Status, Error> {
        let (threads, copies) = (self.threads()?, self.in_copies()?);
        let target = sink.target();
        if threads > 1 && copies && target.is_divisible() {
            self.run(threads, target, |team| self.read_divided(team))
        } else {
            let target = Mutex::new(target);
            self.run(threads, (), |team| self.read_in_order(team, &target))
        }
    }

    /// Reads and converts chunks, each into a part of the target that no other has.
    fn read_divided<'t>(&self, team: &Team<Box<dyn Target<'t> + 't>>) {
        let mut buffers = Buffers::default();
        while let Some((chunk, mut part)) = self.next(team, true, |target, count| target.take(count)) {
            let read = self.fetch(&chunk, &mut buffers);
            let Some(turn) = team.turns.wait(chunk.ticket) else { return };
            let whole = matches!(read, Ok(read) if read == chunk.bytes);
            if whole {
                turn.pass();
            } else {
                drop(turn);
                lock(&team.queue).stopped = true;
            }
            if let Err(error) = self.store(&chunk, &mut buffers.bytes, read, &mut *part, &team.outcome) {
                return team.fail(chunk.ticket, error);
            }
        }
    }

    /// Reads chunks, and converts one after the other.
    fn read_in_order<'t>(&self, team: &Team<()>, target: &Mutex<Box<dyn Target<'t> + 't>>) {
        let mut buffers = Buffers::default();
        while let Some((chunk, ())) = self.next(team, false, |(), _| ()) {
            let read = self.fetch(&chunk, &mut buffers);
            let Some(turn) = team.turns.wait(chunk.ticket) else { return };
            let target = &mut **lock(target);
            match self.store(&chunk, &mut buffers.bytes, read, target, &team.outcome) {
                Ok(true) => turn.pass(),
                Ok(false) => return lock(&team.queue).stopped = true,
                Err(error) => return team.fail(chunk.ticket, error),
            }
        }
    }

    fn fetch(&self, chunk: &Chunk, buffers: &mut Buffers) -> io::Result<usize> {
        let bytes = provide(&mut buffers.bytes, chunk.bytes)?;
        self.stream.read(chunk.part, bytes, &mut buffers.window)
    }

    /// Converts what was read of a chunk; whether that was all of it.
    fn store(
        &self,
        chunk: &Chunk,
        bytes: &mut [u8],
        read: io::Result<usize>,
        target: &mut dyn Target<'_>,
        outcome: &Mutex<Outcome>,
    ) -> Result<bool, Error> {
        let read = read.map_err(|error| self.failed.by(&error, chunk.position))?;
        let (mut count, mut whole) = (chunk.count, chunk.bytes);
        if read < chunk.bytes {
            count =
                self.datarep().items_within(self.datatype, chunk.position, length(read))?.min(chunk.count);
            whole = index(self.bytes(count, chunk.position)?);
        }
        // As many bytes of native items, or about.
        let all = index(self.bytes(self.count, 0)?);
        let convert = || target.convert(self.datarep(), count, chunk.position, &mut bytes[..whole]);
        let loss = in_parts_of(all, convert)?;
        let status = &mut lock(outcome).status;
        status.loss += loss;
        status.items += count;
        status.bytes += length(whole);
        status.left += length(read - whole);
        Ok(read == chunk.bytes)
    }

    /// Writes the items. Where one cannot be converted those before it are written.
    pub(super) fn write(&self, source: &dyn Source) -> Result<Status, Error> {
        self.run(self.threads()?, (), |team| self.write_chunks(team, source))
    }

    /// Converts chunks, and writes each when those before it are written.
    fn write_chunks(&self, team: &Team<()>, source: &dyn Source) {
        let mut buffers = Buffers::default();
        while let Some((chunk, ())) = self.next(team, false, |(), _| ()) {
            let (made, converted) = self.make(chunk, source, &mut buffers.bytes);
            let Some(turn) = team.turns.wait(chunk.ticket) else { return };
            if let Some(made) = made
                && let Err(stop) =
                    self.stream.write(made.part, &buffers.bytes[..made.bytes], &mut buffers.window)
            {
                return team.fail(chunk.ticket, self.stopped(&made, stop));
            }
            match converted {
                Ok(loss) => {
                    let status = &mut lock(&team.outcome).status;
                    status.loss += loss;
                    status.items += chunk.count;
                    status.bytes += length(chunk.bytes);
                    turn.pass();
                }
                Err(error) => return team.fail(chunk.ticket, error),
            }
        }
    }

    /// Converts a chunk; where an item fails it is the chunk of those before it.
    fn make(
        &self,
        chunk: Chunk,
        source: &dyn Source,
        bytes: &mut Vec<u8>,
    ) -> (Option<Chunk>, Result<Loss, Error>) {
        let bytes = match provide(bytes, chunk.bytes) {
            Ok(bytes) => bytes,
            Err(error) => return (None, Err(self.failed.by(&error, chunk.position))),
        };
        match source.convert(self.datarep(), chunk.count, chunk.position, bytes) {
            Ok(loss) => (Some(chunk), Ok(loss)),
            Err(error) => {
                let before = error.items_done().map_or(0, |item| item - chunk.position);
                let before = Some(before).filter(|before| (1..chunk.count).contains(before));
                let chunk =
                    before.and_then(|before| self.chunk_of(chunk.position, before, chunk.ticket).ok());
                (chunk, Err(error))
            }
        }
    }

    /// The error of a chunk of which so many bytes were written.
    fn stopped(&self, chunk: &Chunk, (written, error): (usize, io::Error)) -> Error {
        let items = self.datarep().items_within(self.datatype, chunk.position, length(written)).unwrap_or(0);
        self.failed.by(&error, chunk.position + items.min(chunk.count))
    }
}
