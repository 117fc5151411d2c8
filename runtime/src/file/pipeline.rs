//! A transfer in bounded buffers, by as many threads as are worthwhile.
//!
//! The items of a transfer are divided into chunks that fit the processor's second-level cache. Each thread takes the
//! next chunk, and reads and converts it, or converts and writes it, in its own buffer. So no byte moves from one
//! processor to another, and while one thread waits for the file, another converts. Steps that must keep an order take
//! turns: a chunk is stored when all chunks before it were read wholly, and written when all before it are written.
//! Memory does not grow with the transfer.

use std::io;
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::datatype::{Committed, ItemExtents, Items};
use crate::error::Error;
use crate::kernel::large::run_in_parts_of;
use crate::loss::Loss;
use crate::num::{index, to_i64 as length};
use crate::representation::Datarep;

use super::buffer::{ItemTarget, Sink, Source};
use super::failed::FailedAccess;
use super::lock::lock;
use super::status::Status;
use super::stream::{StreamPart, ViewStream, grow_to};
use super::turns::Turns;

/// The most threads of a transfer. Each has a buffer and a window.
const MOST_THREADS: usize = 4;

/// How many chunks there must be for each thread.
const CHUNKS_OF_ONE: i64 = 4;

/// The largest useful buffer: its bytes are still in the second-level cache when they are converted.
const MOST_BYTES: usize = 1 << 19;

/// The smallest value that [`File::set_buffer_size`](super::File::set_buffer_size) accepts, and the default.
pub(super) const LEAST_BUFFER: usize = 1 << 12;
pub(super) const DEFAULT_BUFFER: usize = 2 * MOST_THREADS * MOST_BYTES;

/// The items of a transfer whose arguments were checked.
pub(super) struct Transfer<'a> {
    pub(super) stream: ViewStream<'a>,
    pub(super) datatype: &'a Committed,
    /// The number of items.
    pub(super) count: i64,
    /// The unit of the stream at which the items begin.
    pub(super) first: i64,
    /// The bytes of a buffer.
    pub(super) chunk: usize,
    pub(super) failed: &'a FailedAccess<'a>,
    /// Whether the file is only read or written from start to end.
    pub(super) sequential: bool,
}

/// The bytes of one buffer, if all buffers together have `bytes`. The window of a stream has the same size.
pub(super) fn chunk_buffer_size(bytes: usize) -> usize {
    (bytes / (2 * MOST_THREADS)).clamp(1, MOST_BYTES)
}

/// The most threads that a transfer may have: as many as run at once, but at least two, because threads wait for the
/// file.
fn most_threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    let threads = || thread::available_parallelism().map_or(1, usize::from).clamp(2, MOST_THREADS);
    *THREADS.get_or_init(threads)
}

/// Items that pass through one buffer together.
#[derive(Debug, Clone, Copy)]
struct Chunk {
    /// The number of chunks before it.
    ticket: usize,
    position: i64,
    count: i64,
    bytes: usize,
    part: StreamPart,
}

/// What the threads of a transfer share.
struct TransferTeam<T> {
    queue: Mutex<ChunkQueue<T>>,
    turns: Turns,
    outcome: Mutex<TransferOutcome>,
}

/// The chunks that no thread has taken.
struct ChunkQueue<T> {
    ticket: usize,
    position: i64,
    stopped: bool,
    /// The place where items that are read are stored.
    target: T,
}

/// The status of the transfer, and the first chunk that failed.
struct TransferOutcome {
    status: Status,
    failed: Option<(usize, Error)>,
}

impl<T> TransferTeam<T> {
    /// Stops the transfer, because the chunk with this ticket has failed.
    fn stop_with_error(&self, ticket: usize, error: Error) {
        lock(&self.queue).stopped = true;
        let mut outcome = lock(&self.outcome);
        // Threads fail in any order. The error of the first chunk is the one that a single thread would have found.
        if outcome.failed.as_ref().is_none_or(|(first, _)| ticket < *first) {
            outcome.failed = Some((ticket, error));
        }
    }
}

/// The buffers of a thread: items in the file's format, and a window of the file.
#[derive(Default)]
struct ChunkBuffers {
    bytes: Vec<u8>,
    window: Vec<u8>,
}

impl<'a> Transfer<'a> {
    fn datarep(&self) -> &'a Datarep {
        self.stream.view.datarep()
    }

    fn file_bytes(&self, count: i64, position: i64) -> Result<i64, Error> {
        self.datarep().file_size(Items { datatype: self.datatype, count, position })
    }

    /// Whether chunks are whole copies of the datatype.
    fn has_whole_copies(&self) -> Result<bool, Error> {
        let items = self.datatype.items();
        // A copy larger than a buffer is divided between chunks, so its target cannot be split off.
        Ok(items > 0 && items <= self.count && self.file_bytes(items, 0)? <= length(self.chunk))
    }

    /// How many threads are worthwhile.
    fn count_threads(&self) -> Result<usize, Error> {
        // A program's functions are called in the caller's thread, in order.
        // Several threads read ahead of their turn, which a file in sequential mode does not bear.
        if self.sequential || self.datarep().functions().is_some() {
            return Ok(1);
        }
        // With few chunks for each thread, starting the thread takes longer than its share of the work.
        let chunks = self.file_bytes(self.count, 0)? / length(self.chunk);
        Ok(index(chunks / CHUNKS_OF_ONE).clamp(1, most_threads()))
    }

    /// The chunk that begins at `position`. `copies`: see [`Transfer::has_whole_copies`].
    fn find_chunk(&self, position: i64, ticket: usize, copies: bool) -> Result<Option<Chunk>, Error> {
        let rest = self.count - position;
        if rest == 0 {
            return Ok(None);
        }
        let most = length(self.chunk);
        // With a single type, a division finds the number of items at any position, without a walk through the
        // datatype.
        let mut fit = match *self.datatype.tally() {
            [(predefined, _)] => most.checked_div(self.datarep().extent_of(predefined)?).unwrap_or(most),
            _ => self.datarep().items_within(self.datatype, position, most)?,
        };
        // The target of such a chunk is split off, which works for whole copies only. `has_whole_copies` has checked that one
        // fits.
        if copies {
            fit -= fit % self.datatype.items();
        }
        // An item that is larger than the buffer still needs a chunk, or the transfer would never end.
        self.make_chunk(position, fit.clamp(1, rest), ticket).map(Some)
    }

    // Requirement: R-CONV-6.
    fn make_chunk(&self, position: i64, count: i64, ticket: usize) -> Result<Chunk, Error> {
        let bytes = self.file_bytes(count, position)?;
        // In a view of bytes a unit is a byte. So the part depends on the sizes of the items in the representation.
        let part = if self.stream.view.is_bytes() {
            StreamPart { first: self.first + self.file_bytes(position, 0)?, units: bytes }
        } else {
            StreamPart { first: self.first + position, units: count }
        };
        Ok(Chunk { ticket, position, count, bytes: index(bytes), part })
    }

    /// Takes the next chunk of the queue, and the part of the target that `part` splits off for its items.
    fn take_chunk<T, P>(
        &self,
        team: &TransferTeam<T>,
        copies: bool,
        part: impl FnOnce(&mut T, i64) -> P,
    ) -> Option<(Chunk, P)> {
        let mut queue = lock(&team.queue);
        if queue.stopped {
            return None;
        }
        let ticket = queue.ticket;
        match self.find_chunk(queue.position, ticket, copies) {
            Ok(chunk) => {
                let chunk = chunk?;
                queue.ticket += 1;
                queue.position += chunk.count;
                // Still under the lock of the queue: parts of the target are split off in the order of their chunks.
                let part = part(&mut queue.target, chunk.count);
                Some((chunk, part))
            }
            Err(error) => {
                // `stop_with_error` takes this lock as well, and would wait for ever.
                drop(queue);
                team.stop_with_error(ticket, error);
                None
            }
        }
    }

    /// Runs `work` in `threads` threads, and returns the outcome.
    fn run_team<T: Send>(
        &self,
        threads: usize,
        target: T,
        work: impl Fn(&TransferTeam<T>) + Sync,
    ) -> Result<Status, Error> {
        let status = Status { asked: self.count, items_of_one: self.datatype.items(), ..Status::default() };
        let team = TransferTeam {
            queue: Mutex::new(ChunkQueue { ticket: 0, position: 0, stopped: false, target }),
            turns: Turns::default(),
            outcome: Mutex::new(TransferOutcome { status, failed: None }),
        };
        // If a thread panics, its ticket never gets its turn. Without the stop, all others would wait for it.
        let work = || team.turns.stop_on_panic(|| work(&team));
        if threads == 1 {
            // The caller's thread is one of the team: nothing is started for a transfer of one thread.
            work();
        } else {
            thread::scope(|scope| {
                // If the system cannot start a thread, fewer threads run.
                let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
                let others: Vec<_> = (1..threads).filter_map(start).collect();
                work();
                for other in others {
                    // A storage of the program may panic. The panic goes on in the thread that asked for the access.
                    other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                }
            });
        }
        let TransferOutcome { status, failed } =
            team.outcome.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        failed.map_or(Ok(status), |(_, error)| Err(error))
    }

    /// Reads the items, or as many as come before the end of the file.
    pub(super) fn read(&self, sink: &mut dyn Sink) -> Result<Status, Error> {
        let (threads, copies) = (self.count_threads()?, self.has_whole_copies()?);
        let target = sink.target();
        // Parts of a target that interleave cannot be given to several threads. Then the threads still read side by
        // side, and store one after the other.
        if threads > 1 && copies && target.is_divisible() {
            self.run_team(threads, target, |team| self.read_divided(team))
        } else {
            let target = Mutex::new(target);
            self.run_team(threads, (), |team| self.read_in_order(team, &target))
        }
    }

    /// Reads and converts chunks, each into its own part of the target.
    fn read_divided<'t>(&self, team: &TransferTeam<Box<dyn ItemTarget<'t> + 't>>) {
        let mut buffers = ChunkBuffers::default();
        while let Some((chunk, mut part)) =
            self.take_chunk(team, true, |target, count| target.split_off(count))
        {
            let read = self.read_chunk(&chunk, &mut buffers);
            // The turn comes when all chunks before were read wholly. After one that was not, nothing may be stored.
            let Some(turn) = team.turns.wait_for_turn(chunk.ticket) else { return };
            let whole = matches!(read, Ok(read) if read == chunk.bytes);
            if whole {
                // The part belongs to this thread alone. So the next chunk need not wait for its conversion.
                turn.pass();
            } else {
                // Chunks that were read already, but come after the end of the file, are stopped here.
                drop(turn);
                lock(&team.queue).stopped = true;
            }
            if let Err(error) = self.store_chunk(&chunk, &mut buffers.bytes, read, &mut *part, &team.outcome)
            {
                return team.stop_with_error(chunk.ticket, error);
            }
        }
    }

    /// Reads chunks, and converts them one after the other.
    fn read_in_order<'t>(&self, team: &TransferTeam<()>, target: &Mutex<Box<dyn ItemTarget<'t> + 't>>) {
        let mut buffers = ChunkBuffers::default();
        while let Some((chunk, ())) = self.take_chunk(team, false, |(), _| ()) {
            let read = self.read_chunk(&chunk, &mut buffers);
            let Some(turn) = team.turns.wait_for_turn(chunk.ticket) else { return };
            // Only the thread whose turn it is comes here, so this lock never waits. It is there for the compiler.
            let target = &mut **lock(target);
            // The turn is passed after storing: an item that fails keeps all later ones from being stored.
            match self.store_chunk(&chunk, &mut buffers.bytes, read, target, &team.outcome) {
                Ok(true) => turn.pass(),
                Ok(false) => return lock(&team.queue).stopped = true,
                Err(error) => return team.stop_with_error(chunk.ticket, error),
            }
        }
    }

    fn read_chunk(&self, chunk: &Chunk, buffers: &mut ChunkBuffers) -> io::Result<usize> {
        let bytes = grow_to(&mut buffers.bytes, chunk.bytes)?;
        self.stream.read(chunk.part, bytes, &mut buffers.window)
    }

    /// Converts the part of a chunk that was read. Returns whether that was the whole chunk.
    fn store_chunk(
        &self,
        chunk: &Chunk,
        bytes: &mut [u8],
        read: io::Result<usize>,
        target: &mut dyn ItemTarget<'_>,
        outcome: &Mutex<TransferOutcome>,
    ) -> Result<bool, Error> {
        let read = read.map_err(|error| self.failed.io_error(&error, chunk.position))?;
        let (mut count, mut whole) = (chunk.count, chunk.bytes);
        // The file ends within the chunk. Whole items are converted, and the rest is only counted.
        if read < chunk.bytes {
            count =
                self.datarep().items_within(self.datatype, chunk.position, length(read))?.min(chunk.count);
            whole = index(self.file_bytes(count, chunk.position)?);
        }
        // The native items have about as many bytes.
        let all = index(self.file_bytes(self.count, 0)?);
        // Stores past the caches are worthwhile by the size of the whole transfer. A chunk alone always fits the
        // caches.
        let convert = || target.convert(self.datarep(), count, chunk.position, &mut bytes[..whole]);
        let loss = run_in_parts_of(all, convert)?;
        let status = &mut lock(outcome).status;
        status.loss += loss;
        status.items += count;
        status.bytes += length(whole);
        status.left += length(read - whole);
        Ok(read == chunk.bytes)
    }

    /// Writes the items. If an item cannot be converted, the items before it are written.
    pub(super) fn write(&self, source: &dyn Source) -> Result<Status, Error> {
        self.run_team(self.count_threads()?, (), |team| self.write_chunks(team, source))
    }

    /// Converts chunks, and writes each after those before it.
    fn write_chunks(&self, team: &TransferTeam<()>, source: &dyn Source) {
        let mut buffers = ChunkBuffers::default();
        while let Some((chunk, ())) = self.take_chunk(team, false, |(), _| ()) {
            // Conversion is done before the turn, side by side with that of other threads.
            let (made, converted) = self.convert_chunk(chunk, source, &mut buffers.bytes);
            let Some(turn) = team.turns.wait_for_turn(chunk.ticket) else { return };
            // First the write, then the error of the conversion: the items before the one that failed belong in the
            // file.
            if let Some(made) = made
                && let Err(stop) =
                    self.stream.write(made.part, &buffers.bytes[..made.bytes], &mut buffers.window)
            {
                return team.stop_with_error(chunk.ticket, self.write_error(&made, stop));
            }
            match converted {
                Ok(loss) => {
                    let status = &mut lock(&team.outcome).status;
                    status.loss += loss;
                    status.items += chunk.count;
                    status.bytes += length(chunk.bytes);
                    turn.pass();
                }
                Err(error) => return team.stop_with_error(chunk.ticket, error),
            }
        }
    }

    /// Converts a chunk. If an item fails, the chunk is cut to the items before it.
    fn convert_chunk(
        &self,
        chunk: Chunk,
        source: &dyn Source,
        bytes: &mut Vec<u8>,
    ) -> (Option<Chunk>, Result<Loss, Error>) {
        let bytes = match grow_to(bytes, chunk.bytes) {
            Ok(bytes) => bytes,
            Err(error) => return (None, Err(self.failed.io_error(&error, chunk.position))),
        };
        match source.convert(self.datarep(), chunk.count, chunk.position, bytes) {
            Ok(loss) => (Some(chunk), Ok(loss)),
            Err(error) => {
                // The error counts from the first item of the access. If it names no item of this chunk, nothing of it
                // is written.
                let before = error.items_done().map_or(0, |item| item - chunk.position);
                let before = Some(before).filter(|before| (1..chunk.count).contains(before));
                let chunk =
                    before.and_then(|before| self.make_chunk(chunk.position, before, chunk.ticket).ok());
                (chunk, Err(error))
            }
        }
    }

    /// The error of a chunk of which `written` bytes were written.
    fn write_error(&self, chunk: &Chunk, (written, error): (usize, io::Error)) -> Error {
        // An item of which only some bytes were written does not count as written.
        let items = self.datarep().items_within(self.datatype, chunk.position, length(written)).unwrap_or(0);
        self.failed.io_error(&error, chunk.position + items.min(chunk.count))
    }
}
