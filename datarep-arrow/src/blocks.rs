//! The records of a file in blocks: they follow one another, or stand between marks. Memory is bounded by the longest record.

use std::io::{self, BufReader, Read};

use datarep_dynamic::marks::Records;
use datarep_dynamic::record::Rows;
use datarep_dynamic::{Error, Record};

use crate::error::ReadError;
use crate::options::{OnBad, ReadOptions};

/// The most bytes of one record.
const MOST: usize = 1 << 30;

/// Bytes of a file with marks that are read at once.
const BUFFER: usize = 1 << 18;

/// Whole records in memory, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    /// The number of the first one in the file.
    first: u64,
    /// For each piece, the byte of the block at which it begins, and that byte's place in the file.
    pieces: Vec<(usize, u64)>,
}

/// A file that is read block by block.
#[derive(Debug)]
pub(crate) struct Blocks<R> {
    record: Record,
    name: String,
    source: RecordSource<R>,
    /// The number of the record that comes next.
    next: u64,
    /// The most records and bytes of a block.
    rows: usize,
    bytes: usize,
    /// Whether records that do not fit between their marks are passed over.
    passes_over: bool,
    /// The records that were passed over since somebody asked last.
    torn: TornRecords,
    /// The memory of blocks that are not needed any more.
    free: Vec<Vec<u8>>,
}

#[derive(Debug)]
enum RecordSource<R> {
    /// One record after the other. `rest` was read already; its first byte is at `offset` in the file.
    Plain { file: R, offset: u64, rest: Vec<u8>, is_ended: bool },
    /// Between marks, whose bytes are counted from byte `begin` of the file on.
    Marked { records: Box<Records<BufReader<R>>>, begin: u64 },
}

/// The records that were passed over: their number, and the error of the first one. There may be
/// any number of them, so that not all errors are kept.
#[derive(Debug, Default)]
pub(crate) struct TornRecords {
    pub(crate) count: u64,
    /// Why the first one was passed over.
    pub(crate) first: Option<ReadError>,
}

impl TornRecords {
    fn add(&mut self, error: ReadError) {
        self.count += 1;
        self.first.get_or_insert(error);
    }
}

/// What was read between two marks.
enum MarkedContent {
    /// Records.
    Records(usize),
    /// Nothing that can be used.
    PassedOver,
    /// The end of the file.
    End,
}

/// A byte of a file, and the record that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FilePlace {
    /// The number of the record in the file.
    pub(crate) record: u64,
    /// The place of the byte in the file.
    pub(crate) byte: u64,
}

impl Block {
    /// The records.
    pub(crate) fn rows<'b>(&'b self, record: &'b Record) -> Result<Rows<'b>, Error> {
        // A record that takes the rest would take the whole block. The marks say where each one
        // ends.
        if record.takes_rest() {
            return record.rows_between(&self.bytes, &self.piece_ends());
        }
        record.rows(&self.bytes)
    }

    /// The bytes of the records.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes at which pieces of the file end.
    fn piece_ends(&self) -> Vec<usize> {
        // Each piece ends where the next one begins.
        let begins = self.pieces.iter().skip(1).map(|(begin, _)| *begin);
        begins.chain([self.bytes.len()]).collect()
    }

    /// Finds where a byte of the block is in the file. `record` is the record of the block that has the byte.
    pub(crate) fn locate_byte(&self, record: usize, byte: usize) -> FilePlace {
        // The last piece that begins at the byte or before it has the byte.
        let next_piece = self.pieces.partition_point(|(begin, _)| *begin <= byte);
        let (begin, offset) = self.pieces.get(next_piece.saturating_sub(1)).copied().unwrap_or_default();
        FilePlace { record: self.first + record as u64, byte: offset + (byte - begin) as u64 }
    }

    /// The records of the block that are kept, as bytes with the ends of the records.
    pub(crate) fn copy_kept_records(
        &self,
        rows: &Rows<'_>,
        is_kept: impl Fn(usize) -> bool,
    ) -> (Vec<u8>, Vec<usize>) {
        let record = rows.record();
        // Records of one length start by arithmetic. Where a record takes the rest, each piece is one record.
        let starts = match record.bytes() {
            Some(bytes) => (0..=rows.len()).map(|index| index * bytes).collect(),
            None if record.takes_rest() => {
                self.pieces.iter().map(|(begin, _)| *begin).chain([self.bytes.len()]).collect()
            }
            None => rows.starts(),
        };
        let (mut bytes, mut ends) = (Vec::with_capacity(self.bytes.len()), Vec::new());
        for (index, pair) in starts.windows(2).enumerate().filter(|(index, _)| is_kept(*index)) {
            debug_assert!(index < rows.len(), "each record has a start");
            bytes.extend_from_slice(&self.bytes[pair[0]..pair[1]]);
            ends.push(bytes.len());
        }
        (bytes, ends)
    }
}

impl<R: Read> Blocks<R> {
    pub(crate) fn new(file: R, record: &Record, options: &ReadOptions) -> Blocks<R> {
        let (file_offset, next) = options.begin;
        let source = match options.marks {
            Some(marks) => {
                let file = BufReader::with_capacity(BUFFER, file);
                let (records, begin) = match options.part {
                    Some(part) => (Records::resume(file, marks, part.begin, part.until), 0),
                    None => (Records::new(file, marks), file_offset),
                };
                RecordSource::Marked { records: Box::new(records), begin }
            }
            None => RecordSource::Plain { file, offset: file_offset, rest: Vec::new(), is_ended: false },
        };
        // Each field counts as a byte: fields may be empty, and their values take memory all the same.
        let fields = record.fields().len().max(1);
        Blocks {
            record: record.clone(),
            name: options.name.clone(),
            source,
            next,
            rows: options.batch_rows.min(options.batch_bytes / fields).max(1),
            bytes: options.batch_bytes.clamp(1, MOST),
            // A record that does not fit between its marks has no items of which one could be missing, so `Null` leaves
            // it out, too.
            passes_over: options.on_bad != OnBad::Error,
            torn: TornRecords::default(),
            free: Vec::new(),
        }
    }

    /// Takes the records that were passed over since the last call.
    pub(crate) fn take_torn(&mut self) -> TornRecords {
        std::mem::take(&mut self.torn)
    }

    /// Gives back a block whose records were read.
    pub(crate) fn recycle(&mut self, block: Block) {
        self.free.push(block.bytes);
    }

    /// Reads the next records; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Block>, ReadError> {
        match self.source {
            RecordSource::Plain { .. } => self.read_plain_block(),
            RecordSource::Marked { .. } => self.read_marked_block(),
        }
    }

    /// About how many bytes are read for a block. Of records that are all of the same length, only whole ones.
    fn wanted_bytes(&self) -> usize {
        match self.record.bytes().filter(|bytes| *bytes > 0) {
            // Whole records leave no rest to be moved to the next block.
            Some(bytes) => bytes.saturating_mul((self.bytes / bytes).clamp(1, self.rows)),
            None => self.bytes,
        }
    }

    fn read_plain_block(&mut self) -> Result<Option<Block>, ReadError> {
        let mut target_bytes = self.wanted_bytes();
        let mut bytes = self.free.pop().unwrap_or_default();
        bytes.clear();
        let RecordSource::Plain { file, offset, rest, is_ended } = &mut self.source else { return Ok(None) };
        // The rest of the last block comes first: it is the beginning of a record.
        bytes.append(rest);
        loop {
            if !*is_ended && bytes.len() < target_bytes {
                let missing_bytes = (target_bytes - bytes.len()) as u64;
                let read_bytes = file.by_ref().take(missing_bytes).read_to_end(&mut bytes);
                let read_bytes =
                    read_bytes.map_err(|error| ReadError::from_io(&self.name, self.next, error))?;
                // `read_to_end` comes back early at the end of the file only.
                *is_ended = (read_bytes as u64) < missing_bytes;
            }
            let block = Block { bytes, first: self.next, pieces: vec![(0, *offset)] };
            let is_whole = !self.record.takes_rest() || *is_ended;
            let whole_records = if is_whole {
                let whole_records = self.record.whole_rows(&block.bytes, self.rows);
                let whole_records = whole_records.map(|(rows, end)| (rows.len(), rows.bytes(), end));
                whole_records.map_err(|error| {
                    ReadError::from_record(&self.name, &error, |record, byte| block.locate_byte(record, byte))
                })?
            } else {
                // A record that takes the rest ends where the file does.
                (0, 0, None)
            };
            let (count, used, end) = whole_records;
            // Bytes behind the last whole record, and records beyond the limit, are kept for the next block.
            if count > 0 {
                let mut block = block;
                rest.extend_from_slice(&block.bytes[used..]);
                block.bytes.truncate(used);
                *offset += used as u64;
                self.next += count as u64;
                return Ok(Some(block));
            }
            // Nothing more will come, so that an incomplete record is a fault and no reason to read on.
            if *is_ended {
                return match end {
                    Some(end) => {
                        let error = Error::from(end);
                        Err(ReadError::from_record(&self.name, &error, |record, byte| {
                            block.locate_byte(record, byte)
                        }))
                    }
                    None => Ok(None),
                };
            }
            // A wrong count may ask for a record without end. This bounds the memory.
            if target_bytes >= MOST {
                return Err(ReadError::new(
                    &self.name,
                    format!("{}: record {} has more than {MOST} bytes", self.name, self.next),
                ));
            }
            bytes = block.bytes;
            // Doubled, so that a long record is walked over a few times and not for each of its pieces.
            target_bytes = 2 * target_bytes.max(bytes.len());
        }
    }

    fn read_marked_block(&mut self) -> Result<Option<Block>, ReadError> {
        let mut bytes = self.free.pop().unwrap_or_default();
        bytes.clear();
        let mut block = Block { bytes, first: self.next, pieces: Vec::new() };
        let mut count = 0;
        while block.bytes.len() < self.bytes && count < self.rows {
            match self.read_marked_records(&mut block, count)? {
                MarkedContent::Records(records) => {
                    count += records;
                    self.next += records as u64;
                }
                MarkedContent::PassedOver => {
                    self.next += 1;
                    // The number of the record behind it does not follow those of the block.
                    if count > 0 {
                        break;
                    }
                    block.first = self.next;
                }
                MarkedContent::End => break,
            }
        }
        Ok((count > 0).then_some(block))
    }

    /// Appends the records between the next marks to a block of `count` records.
    fn read_marked_records(&mut self, block: &mut Block, count: usize) -> Result<MarkedContent, ReadError> {
        let RecordSource::Marked { records, begin: file_begin } = &mut self.source else {
            return Ok(MarkedContent::End);
        };
        let begin = block.bytes.len();
        let offset = match records.next_whole(&mut block.bytes, MOST) {
            Ok(Some(offset)) => *file_begin + offset,
            Ok(None) => return Ok(MarkedContent::End),
            Err(error) => {
                // Only a wrong mark is passed over. A file that cannot be read, or that ends, would give the same error
                // again.
                let is_passable = self.passes_over && error.kind() == io::ErrorKind::InvalidData;
                let fault = |error| ReadError::from_io(&self.name, self.next, error);
                let passed_over =
                    if is_passable { records.pass_over(&mut block.bytes).map_err(fault)? } else { None };
                if passed_over.is_none() {
                    return Err(fault(error));
                }
                // With what was read of the record, which is no part of the block.
                let passed_bytes = block.bytes.len() - begin;
                block.bytes.truncate(begin);
                let message = format!("{error}; {passed_bytes} bytes are passed over");
                self.torn.add(fault(io::Error::new(error.kind(), message)));
                return Ok(MarkedContent::PassedOver);
            }
        };
        // A record without bytes has no place: any number of them may follow one another.
        if begin < block.bytes.len() {
            block.pieces.push((begin, offset));
        }
        // Several records may lie between two marks, but they have to fill the place exactly.
        let record_count = self.record.whole_rows(&block.bytes[begin..], usize::MAX);
        let record_count = record_count.and_then(|(rows, end)| match end {
            Some(end) => Err(Error::from(end)),
            None => Ok(rows.len()),
        });
        let error = match record_count {
            Ok(records) => return Ok(MarkedContent::Records(records)),
            Err(error) => error,
        };
        let fault = ReadError::from_record(&self.name, &error, |record, byte| {
            block.locate_byte(count + record, begin + byte)
        });
        // Errors of fields say that a record does not fit between its marks, or cannot be divided into fields.
        if !self.passes_over || fault.field().is_none() {
            return Err(fault);
        }
        block.bytes.truncate(begin);
        block.pieces.pop_if(|(piece_begin, _)| *piece_begin == begin);
        self.torn.add(fault);
        Ok(MarkedContent::PassedOver)
    }
}
