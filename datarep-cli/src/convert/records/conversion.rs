//! What is done with records once they are read, until they are written: columns are made of them, and bytes of these.
//!
//! Most of the time of a conversion is spent here. Nothing here counts, writes, or remembers anything, so that threads
//! convert parts of a block side by side. The caller counts and writes the parts in their order:
//!
//! ```text
//! a block of the file ─┬─ part 0 ─ columns ─ bytes ─┐
//!                      ├─ part 1 ─ columns ─ bytes ─┼─ counted and written, one after the other
//!                      └─ part 2 ─ columns ─ bytes ─┘
//! ```
//!
//! Blocks and parts have the same records whatever the number of threads is. So everything that is told or written part by
//! part is the same, too: the first error, the order of bad records, and where the file of a size ends.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use datarep_dynamic::Record;

use crate::args::BadRecordAction;
use crate::convert::MOST_THREADS;
use crate::failure::CliFailure;
use crate::input::{BLOCK, RecordBlock, record_failure};

use super::added::AddedColumns;
use super::bad::{ReadCounts, ReadRecords, read_records};
use super::column::{EncodedRecords, FieldColumn, RecordEncoder};
use super::division::{Destination, DividedRecords, RecordDivision, TableColumns};

/// About how many bytes a part has: they stay in the processor's cache until they are encoded.
const PART: usize = BLOCK;

/// About how many bytes of a file are read at once: parts for several threads.
pub(super) const BYTES: usize = MOST_THREADS * PART;

/// Converts records: reads their columns and encodes them.
pub(super) struct RecordConversion<'r> {
    pub(super) record: &'r Record,
    pub(super) division: RecordDivision<'r>,
    /// The columns of each table, and what encodes them.
    pub(super) columns: Vec<TableColumns>,
    pub(super) encoders: Vec<Box<dyn RecordEncoder + 'r>>,
    pub(super) added: Option<&'r AddedColumns>,
    pub(super) on_bad: BadRecordAction,
    /// The number of parts of a block that are converted side by side.
    pub(super) threads: usize,
}

/// Records of a block that go to the same file.
pub(super) struct RecordPart {
    pub(super) destination: Destination,
    records: PartRecords,
    memory: PartMemory,
}

enum PartRecords {
    Whole(RecordBlock),
    /// Some of the records, which begin at these bytes.
    Some(Arc<(RecordBlock, Vec<usize>)>, Range<usize>),
}

/// Memory that conversions of other parts have used.
#[derive(Default)]
pub(super) struct PartMemory {
    columns: Vec<FieldColumn>,
    bytes: Vec<u8>,
}

/// Records that are to be counted and written.
pub(super) struct ConvertedPart {
    pub(super) destination: Destination,
    /// As they were read. `kept` are those that are not left out, if some are.
    pub(super) block: RecordBlock,
    pub(super) kept: Option<RecordBlock>,
    pub(super) counts: ReadCounts,
    /// The caller counts before it looks at this: `--max-bad` may end the command first.
    pub(super) encoded: Result<EncodedRecords, CliFailure>,
    columns: Vec<FieldColumn>,
}

impl RecordConversion<'_> {
    /// Divides records into parts of about so many bytes at most.
    pub(super) fn divide_into_parts(
        &self,
        records: DividedRecords,
        limit: usize,
    ) -> Result<Vec<RecordPart>, CliFailure> {
        let DividedRecords { destination, block } = records;
        let starts = self.find_starts(&block)?;
        // Each field counts as a byte: fields may be empty, and their values take memory all the same.
        let fields = self.columns[destination.table].read.indexes.len();
        let weigh = |(record, start): (usize, &usize)| *start as u64 + record as u64 * fields as u64;
        let weights: Vec<u64> = starts.iter().enumerate().map(weigh).collect();
        let (records, total_weight) = (starts.len() - 1, weights.last().copied().unwrap_or_default());
        let count = total_weight.div_ceil(PART.min(limit).max(1) as u64);
        if count <= 1 {
            return Ok(vec![RecordPart::new(destination, block)]);
        }
        let shared = Arc::new((block, starts));
        let (mut parts, mut first) = (Vec::new(), 0);
        for part in 1..=count {
            // The part ends with the record that has this byte. A single record may be longer than a part. Records without
            // bytes may be behind the last byte.
            let end = weights.partition_point(|weight| *weight < total_weight * part / count);
            let end = if part == count { records } else { end };
            if first < end {
                let records = PartRecords::Some(Arc::clone(&shared), first..end);
                let destination = destination.clone();
                parts.push(RecordPart { destination, records, memory: PartMemory::default() });
                first = end;
            }
        }
        Ok(parts)
    }

    /// The bytes of a block at which its records begin, and the end of the last one.
    pub(super) fn find_starts(&self, block: &RecordBlock) -> Result<Vec<usize>, CliFailure> {
        block.starts(self.record).map_err(|error| block.note_file_if_several(record_failure(&error, block)))
    }

    /// Converts the records of a part.
    pub(super) fn convert(&self, part: RecordPart) -> Result<ConvertedPart, CliFailure> {
        let RecordPart { destination, records, memory: PartMemory { columns, bytes } } = part;
        let table = destination.table;
        let block = records.into_block();
        let fields_to_read = &self.columns[table].read;
        let ReadRecords { mut columns, kept, counts, errors } =
            read_records(self.record, fields_to_read, &block, self.on_bad, columns)?;
        let written_block = kept.as_ref().unwrap_or(&block);
        let encoded = self
            .add_columns(table, written_block, &errors, &mut columns)
            .and_then(|()| self.encoders[table].encode(&mut columns, counts.records, written_block, bytes));
        // Columns of keys are before those of the fields, whose memory would be that of others.
        let has_keys = !self.columns[table].keys.is_empty();
        columns.truncate(if has_keys { 0 } else { self.columns[table].column_count });
        Ok(ConvertedPart { destination, block, kept, counts, encoded, columns })
    }

    /// Adds columns that are no fields to those of a table's records.
    fn add_columns(
        &self,
        table: usize,
        block: &RecordBlock,
        errors: &BTreeMap<usize, String>,
        columns: &mut Vec<FieldColumn>,
    ) -> Result<(), CliFailure> {
        let TableColumns { column_count, keys, .. } = &self.columns[table];
        // The fields behind these are names of folders. They were read so that a bad item in them makes a bad record,
        // too.
        columns.truncate(*column_count);
        if !keys.is_empty() {
            // The order is that of the shapes in `run`: what is known of parents, fields, added columns.
            columns.splice(0..0, self.division.make_key_columns(keys, block)?);
        }
        self.added.map_or(Ok(()), |added| added.append_columns(self.record, table, block, errors, columns))
    }
}

impl RecordPart {
    pub(super) fn new(destination: Destination, block: RecordBlock) -> RecordPart {
        RecordPart { destination, records: PartRecords::Whole(block), memory: PartMemory::default() }
    }

    /// Gives the conversion memory that it may use.
    pub(super) fn use_memory(&mut self, memory: PartMemory) {
        self.memory = memory;
    }

    /// The table of the records, and the records.
    pub(super) fn into_block(self) -> (usize, RecordBlock) {
        (self.destination.table, self.records.into_block())
    }
}

impl PartRecords {
    fn into_block(self) -> RecordBlock {
        match self {
            PartRecords::Whole(block) => block,
            PartRecords::Some(shared, records) => shared.0.copy_part(&shared.1, records),
        }
    }
}

impl ConvertedPart {
    /// The records that are written.
    pub(super) fn written(&self) -> &RecordBlock {
        self.kept.as_ref().unwrap_or(&self.block)
    }

    /// Takes the memory that the conversion of another part may use.
    pub(super) fn take_memory(&mut self, encoded: EncodedRecords) -> PartMemory {
        PartMemory { columns: mem::take(&mut self.columns), bytes: encoded.bytes }
    }
}
