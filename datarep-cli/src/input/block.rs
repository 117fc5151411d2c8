//! Records in memory, with what is known of each: its number, its place in the file, its parents.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use datarep_dynamic::record::Rows;
use datarep_dynamic::{Error, Record};

use super::lineage::Lineage;
use super::records::InputFile;
use crate::failure::CliFailure;

/// Records in memory, one after the other, all of the same file.
#[derive(Debug)]
pub(crate) struct RecordBlock {
    /// Their bytes.
    pub(crate) bytes: Vec<u8>,
    /// The number of the first record in the file.
    pub(crate) first: u64,
    pub(crate) file: Arc<InputFile>,
    pub(super) places: BlockPlaces,
    /// The number of each record, if records were taken out; otherwise empty.
    pub(super) numbers: Vec<u64>,
    /// The parents of each record, if they are known; otherwise empty.
    pub(super) lineages: Vec<Arc<Lineage>>,
}

/// What is known of a record of a block beside its bytes.
#[derive(Debug, Clone)]
pub(crate) struct RecordPlace {
    /// The byte of the file at which it begins, and its number there.
    at: u64,
    number: u64,
    lineage: Option<Arc<Lineage>>,
}

impl RecordPlace {
    /// The place of a record without parents.
    pub(crate) fn new(at: u64, number: u64) -> RecordPlace {
        RecordPlace { at, number, lineage: None }
    }
}

/// Where the bytes of a block are in the file.
#[derive(Debug)]
pub(super) enum BlockPlaces {
    Stride {
        at: u64,
        extent: usize,
        stride: u64,
    },
    /// For each piece, the byte of the block at which it begins, and that byte's place in the file.
    Pieces(Vec<(usize, u64)>),
}

impl RecordBlock {
    /// The place of a byte of the block in the file.
    pub(crate) fn file_offset(&self, byte: usize) -> u64 {
        match &self.places {
            BlockPlaces::Stride { at, extent, stride } => {
                at + (byte / extent) as u64 * stride + (byte % extent) as u64
            }
            BlockPlaces::Pieces(pieces) => {
                // Pieces are in the order of their bytes, so `piece_count` counts those that begin at the byte or
                // before it, and the last of these has the byte.
                let piece_count = pieces.partition_point(|(begin, _)| *begin <= byte);
                let (begin, offset) = pieces.get(piece_count.saturating_sub(1)).copied().unwrap_or_default();
                offset + (byte - begin) as u64
            }
        }
    }
}

impl RecordBlock {
    /// The number of a record in the file.
    pub(crate) fn number(&self, record: usize) -> u64 {
        self.numbers.get(record).copied().unwrap_or(self.first + record as u64)
    }

    /// Adds the name of the file to what is wrong with a record, if there are several files.
    pub(crate) fn note_file_if_several(&self, failure: CliFailure) -> CliFailure {
        if self.file.is_one_of_several { failure.note(format!("in {}", self.file.name)) } else { failure }
    }

    /// A block without records, to which records of a file are appended.
    pub(crate) fn new_empty(file: &Arc<InputFile>) -> RecordBlock {
        RecordBlock {
            bytes: Vec::new(),
            first: 0,
            file: file.clone(),
            places: BlockPlaces::Pieces(Vec::new()),
            numbers: Vec::new(),
            lineages: Vec::new(),
        }
    }

    /// The place of a record that begins at byte `start` of the block.
    pub(crate) fn place(&self, record: usize, start: usize) -> RecordPlace {
        let lineage = self.lineages.get(record).cloned();
        RecordPlace { at: self.file_offset(start), number: self.number(record), lineage }
    }

    /// Appends a record to a block that was made empty.
    pub(crate) fn append(&mut self, bytes: &[u8], place: RecordPlace) {
        let RecordPlace { at, number, lineage } = place;
        if let BlockPlaces::Pieces(pieces) = &mut self.places {
            pieces.push((self.bytes.len(), at));
        }
        self.bytes.extend_from_slice(bytes);
        // From here on `number` asks this list, because records between the two may have been taken out.
        self.numbers.push(number);
        self.lineages.extend(lineage);
    }

    /// The parents of each record; nothing if they are not known.
    pub(crate) fn lineages(&self) -> &[Arc<Lineage>] {
        &self.lineages
    }

    /// Says which parents each record has.
    pub(crate) fn set_lineages(&mut self, lineages: Vec<Arc<Lineage>>) {
        self.lineages = lineages;
    }

    /// The block without some of its records, which begin at `starts`.
    pub(crate) fn without_records(&self, starts: &[usize], left_out: &BTreeSet<usize>) -> RecordBlock {
        self.copy_records(starts, (0..starts.len() - 1).filter(|record| !left_out.contains(record)))
    }

    /// A block of some of its records, which begin at `starts`.
    pub(crate) fn copy_records(
        &self,
        starts: &[usize],
        records: impl IntoIterator<Item = usize>,
    ) -> RecordBlock {
        let mut block = RecordBlock::new_empty(&self.file);
        for record in records {
            let start = starts[record];
            // Each record keeps its number, its place and its parents: reports and key columns name the file, and not
            // the block.
            block.append(&self.bytes[start..starts[record + 1]], self.place(record, start));
        }
        block
    }

    /// A block of records that follow one another, of all those that begin at `starts`.
    pub(crate) fn copy_part(&self, starts: &[usize], records: Range<usize>) -> RecordBlock {
        let (begin, end) = (starts[records.start], starts[records.end]);
        let places = match &self.places {
            BlockPlaces::Stride { at, extent, stride } => {
                let at = at + records.start as u64 * stride;
                BlockPlaces::Stride { at, extent: *extent, stride: *stride }
            }
            BlockPlaces::Pieces(pieces) => {
                // The piece in which the part begins may begin before it.
                let first = pieces.partition_point(|(piece, _)| *piece <= begin).saturating_sub(1);
                let next_piece = pieces.partition_point(|(piece, _)| *piece < end);
                let inside = pieces.get(first..next_piece).unwrap_or_default().iter();
                let place = |&(piece, offset): &(usize, u64)| {
                    (piece.saturating_sub(begin), offset + begin.saturating_sub(piece) as u64)
                };
                BlockPlaces::Pieces(inside.map(place).collect())
            }
        };
        RecordBlock {
            bytes: self.bytes[begin..end].to_vec(),
            first: self.first + records.start as u64,
            file: self.file.clone(),
            places,
            numbers: self.numbers.get(records.clone()).unwrap_or_default().to_vec(),
            lineages: self.lineages.get(records).unwrap_or_default().to_vec(),
        }
    }

    /// The bytes at which the records begin, and the byte at which the last one ends.
    pub(crate) fn starts(&self, record: &Record) -> Result<Vec<usize>, Error> {
        // Nothing in such a record says where it ends. Only the marks of the file do, whose pieces are known.
        if record.takes_rest() {
            return Ok(self.piece_starts());
        }
        find_starts(&self.bytes, record)
    }

    /// The bytes at which pieces of the file begin, each of which is a record, and the byte at which the last one ends.
    fn piece_starts(&self) -> Vec<usize> {
        let BlockPlaces::Pieces(pieces) = &self.places else { return vec![0, self.bytes.len()] };
        let mut starts: Vec<usize> = pieces.iter().map(|(begin, _)| *begin).collect();
        starts.push(self.bytes.len());
        starts
    }

    /// The records.
    pub(crate) fn rows<'b>(&'b self, record: &'b Record) -> Result<Rows<'b>, Error> {
        if record.takes_rest() {
            return record.rows_between(&self.bytes, &self.piece_starts()[1..]);
        }
        record.rows(&self.bytes)
    }

    /// Some of the records, which begin at `starts`.
    pub(crate) fn rows_in<'b>(
        &'b self,
        record: &'b Record,
        starts: &[usize],
        records: Range<usize>,
    ) -> Result<Rows<'b>, Error> {
        let begin = starts[records.start];
        let bytes = &self.bytes[begin..starts[records.end]];
        if record.takes_rest() {
            let ends = starts[records.start + 1..=records.end].iter().map(|end| end - begin);
            return record.rows_between(bytes, &ends.collect::<Vec<_>>());
        }
        record.rows(bytes)
    }
}

/// The bytes at which records begin that follow one another, and the byte at which the last one ends. None takes
/// all that follows it.
fn find_starts(content: &[u8], record: &Record) -> Result<Vec<usize>, Error> {
    match record.bytes() {
        Some(bytes) => Ok((0..=content.len() / bytes.max(1)).map(|index| index * bytes).collect()),
        None => Ok(record.rows(content)?.starts()),
    }
}
