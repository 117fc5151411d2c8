//! A file of records as batches: one for each block, in the order of the file.
//!
//! ```text
//! the file ─┬─ block 0 ─ batch 0 ─┐
//!           ├─ block 1 ─ batch 1 ─┼─ counted and handed out, one after the other
//!           └─ block 2 ─ batch 2 ─┘
//! ```
//!
//! Several threads make the batches of several blocks, while the next blocks are read. Blocks are the same whatever the number of threads
//! is, and nothing is counted before its batch is handed out. So batches, counts and the first error are the same, too.

use std::collections::VecDeque;
use std::io::Read;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use datarep_dynamic::Record;
use datarep_dynamic::threads::side_by_side_while;

use crate::batch::BatchMaker;
use crate::blocks::{Block, Blocks, TornRecords};
use crate::counts::ReadCounts;
use crate::error::ReadError;
use crate::memory::BatchMemory;
use crate::options::ReadOptions;
use crate::table::RecordTable;

/// The most threads of a reader: each of them has a block, a batch and the memory of those before.
const MOST_THREADS: usize = 256;

/// The records of a file, batch by batch.
///
/// It ends with the first error. It keeps the last batches, too, and uses their memory again once nobody else has them.
#[derive(Debug)]
pub struct Reader<R> {
    conversion: BatchMaker,
    blocks: Blocks<R>,
    /// Whether the last block was read, or none can be.
    is_read: bool,
    /// Blocks of which batches are made next.
    waiting: Vec<ReadBlock>,
    /// Batches that were made and not handed out.
    ready_batches: VecDeque<MadeBatch>,
    /// One for each block of which a batch is made at the same time.
    memories: Vec<BatchMemory>,
    counts: ReadCounts,
    is_ended: bool,
}

/// What was read of a file at once.
#[derive(Debug)]
struct ReadBlock {
    /// What was passed over before it.
    torn: TornRecords,
    /// `None` at the end.
    block: Result<Option<Block>, ReadError>,
}

/// A batch, and what there is to count once it is handed out.
#[derive(Debug)]
struct MadeBatch {
    counts: ReadCounts,
    batch: Result<Option<RecordBatch>, ArrowError>,
}

impl<R: Read> Reader<R> {
    /// Reads records from a file, from its position on.
    ///
    /// # Errors
    ///
    /// As [`RecordTable::new`].
    pub fn new(file: R, record: &Record, options: &ReadOptions) -> Result<Reader<R>, ArrowError> {
        let table = RecordTable::new(record, options.columns.as_deref(), options.on_bad)?;
        let table = if options.has_structs { table.with_structs()? } else { table };
        Ok(Reader::of_table(file, table, options))
    }

    /// Reads records from a file whose table is known already: one of several files.
    pub fn of_table(file: R, table: RecordTable, options: &ReadOptions) -> Reader<R> {
        let blocks = Blocks::new(file, table.record(), options);
        Reader {
            conversion: BatchMaker { table, on_bad: options.on_bad, name: options.name.clone() },
            blocks,
            is_read: false,
            waiting: Vec::new(),
            ready_batches: VecDeque::new(),
            memories: (0..options.threads.clamp(1, MOST_THREADS)).map(|_| BatchMemory::default()).collect(),
            counts: ReadCounts::default(),
            is_ended: false,
        }
    }

    /// What was found in the batches so far.
    pub fn counts(&self) -> &ReadCounts {
        &self.counts
    }

    /// The next batch; `None` at the end.
    fn read_next(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.ready_batches.is_empty() {
            self.make_batches();
        }
        let Some(MadeBatch { counts, batch }) = self.ready_batches.pop_front() else { return Ok(None) };
        self.counts.add(counts);
        batch
    }

    /// Makes batches of the next blocks, side by side.
    fn make_batches(&mut self) {
        let Reader { conversion, blocks, is_read, waiting, ready_batches, memories, .. } = self;
        let threads = memories.len();
        if waiting.is_empty() {
            *waiting = read_blocks(blocks, threads, is_read);
        }
        // One thread reads nothing before it is asked for.
        let ahead = if threads > 1 { threads } else { 0 };
        let parts = std::mem::take(waiting).into_iter().zip(memories.iter_mut()).collect();
        let make = |(read_block, memory): (ReadBlock, &mut BatchMemory)| {
            make_counted_batch(conversion, read_block, memory)
        };
        let read_ahead = || read_blocks(blocks, ahead, is_read);
        let (batches, next) = side_by_side_while(threads - 1, parts, make, read_ahead);
        *waiting = next;
        for (batch, block) in batches {
            ready_batches.push_back(batch);
            if let Some(block) = block {
                blocks.recycle(block);
            }
        }
    }
}

/// Reads so many blocks at most, up to the end of the file or the first error, which is the last of them.
fn read_blocks<R: Read>(blocks: &mut Blocks<R>, limit: usize, is_read: &mut bool) -> Vec<ReadBlock> {
    let mut next_blocks = Vec::new();
    while next_blocks.len() < limit && !*is_read {
        let block = blocks.next();
        *is_read = !matches!(block, Ok(Some(_)));
        next_blocks.push(ReadBlock { torn: blocks.take_torn(), block });
    }
    next_blocks
}

/// The batch of a block, and the block, whose memory is free now.
fn make_counted_batch(
    conversion: &BatchMaker,
    read_block: ReadBlock,
    memory: &mut BatchMemory,
) -> (MadeBatch, Option<Block>) {
    let mut counts = ReadCounts::default();
    counts.add_torn(&read_block.torn);
    let block = match read_block.block {
        Ok(Some(block)) => block,
        Ok(None) => return (MadeBatch { counts, batch: Ok(None) }, None),
        Err(error) => return (MadeBatch { counts, batch: Err(error.into()) }, None),
    };
    let batch = conversion.make_block_batch(&block, &mut counts, memory).map(Some);
    (MadeBatch { counts, batch }, Some(block))
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if self.is_ended {
            return None;
        }
        let next = self.read_next().transpose();
        // After an error the next record is not known to begin anywhere, so that nothing more is read.
        self.is_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl<R: Read> RecordBatchReader for Reader<R> {
    fn schema(&self) -> SchemaRef {
        self.conversion.table.schema().clone()
    }
}
