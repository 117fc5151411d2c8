//! The records of a file, in blocks. They have a fixed length and a stride, follow one another, or stand between marks.

mod between;
mod failure;
mod others;
mod part;

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datarep_dynamic::record::RecordError;
use datarep_dynamic::{Error, Record};

pub(crate) use self::failure::record_failure;
use self::failure::{long_record_failure, missing_records_failure, note_cut, note_left_out, shifted_failure};
use super::block::{BlockPlaces, RecordBlock};
use super::ends::{EndKind, FoundEnd, MarkedRecords, TrailerBytes, WantedEnds, open_unmarked};
use super::torn::{TornRecord, TornRecords};
use super::{BLOCK, Input, InputReader, MOST, OpenedFile, measure_rows};
use crate::args::ItemOptions;
use crate::failure::CliFailure;

/// A file whose records are read from the first to the last.
pub(crate) struct RecordInput<'r> {
    record: &'r Record,
    file: Arc<InputFile>,
    source: RecordSource,
    /// Records that were read.
    records_read: u64,
    /// Records that were read of earlier files.
    records_before: u64,
    /// How many more records are wanted; `None` for all.
    records_left: Option<u64>,
    partial: bool,
    /// About how many bytes a block has.
    block: usize,
    /// Whether other files follow, so that there may be fewer records than are wanted.
    is_part: bool,
    /// The files that are still to be read, the last one first, and how many there are in all.
    following: Vec<PathBuf>,
    files: usize,
    items: ItemOptions,
    /// Records that do not fit between their marks, if they are passed over; otherwise such a record is an error.
    torn: Option<TornRecords>,
    /// Whether the last block has no records, because there were many torn ones.
    is_behind_torn: bool,
    /// Which records at the ends of each file have another shape, and those that were read.
    ends: WantedEnds,
    found_ends: Vec<FoundEnd>,
    /// The trailer of this file, if it has no marks.
    trailer: Option<TrailerBytes>,
}

enum RecordSource {
    /// All of the same length.
    Rows(Box<Input>),
    /// Each as long as its own counts say.
    Stream {
        reader: InputReader,
        at: u64,
        rest: Vec<u8>,
        ended: bool,
        /// What is wrong with the file, reported after the whole records before it.
        failure: Option<CliFailure>,
    },
    /// Between the marks of a file.
    Marked { records: Box<MarkedRecords>, skip: u64, is_begun: bool },
}

/// A file with records.
#[derive(Debug)]
pub(crate) struct InputFile {
    /// As it was named, or found in a folder; `-` is standard input.
    pub(crate) path: PathBuf,
    /// The name for messages.
    pub(crate) name: String,
    /// Whether it is one of several, so that messages have to name it.
    pub(crate) is_one_of_several: bool,
}

/// What was read between two marks.
enum BytesBetweenMarks {
    /// Bytes, of which the first one is at this place in the file.
    Bytes(u64),
    /// Nothing that can be used, because a mark is wrong.
    PassedOver,
    /// The end of the file.
    End,
}

impl InputFile {
    /// Returns the name of the file for the end of a message, ` of x.dat`. It is empty if there is
    /// only one file.
    pub(crate) fn format_origin(&self) -> String {
        if self.is_one_of_several { format!(" of {}", self.name) } else { String::new() }
    }
}

impl<'r> RecordInput<'r> {
    /// Opens a file, or standard input for `-`, at its first record.
    pub(crate) fn open(
        path: &Path,
        items: &ItemOptions,
        record: &'r Record,
    ) -> Result<RecordInput<'r>, CliFailure> {
        RecordInput::open_in_blocks(path, items, record, WantedEnds::default(), BLOCK)
    }

    /// Opens a file at its first record, which may have a header before it. Blocks have about so many bytes.
    fn open_in_blocks(
        path: &Path,
        items: &ItemOptions,
        record: &'r Record,
        ends: WantedEnds,
        block: usize,
    ) -> Result<RecordInput<'r>, CliFailure> {
        if items.row.is_some() {
            return Err(CliFailure::new("a record is a row, and has no rows").help("leave out `--row`"));
        }
        if items.stride.is_some() && (items.marks.is_some() || record.bytes().is_none()) {
            return Err(
                CliFailure::new("records of variable length have no stride").help("leave out `--stride`")
            );
        }
        // A part of a file without marks is a range of bytes: it is found once, and opened like any range.
        if let (Some(part), None) = (items.part, items.marks) {
            let items = part::locate_part(path, items, record, part)?;
            return RecordInput::open_in_blocks(path, &items, record, ends, block);
        }
        let (mut header, mut trailer) = (None, None);
        let (name, source) = match (items.marks, record.bytes()) {
            (Some(marks), _) => {
                let (name, records) = part::open_marked(path, items, marks)?;
                let records = Box::new(MarkedRecords::new(records, ends.trailer.is_some()));
                // `--at` counts bytes of records without their marks. So they are passed over record by record, as
                // these are read.
                (name, RecordSource::Marked { records, skip: items.at, is_begun: false })
            }
            (None, Some(bytes)) => {
                let row_sizes = measure_rows(items, bytes)?;
                let unmarked = open_unmarked(path, items, &ends)?;
                (header, trailer) = (unmarked.header, unmarked.trailer);
                // Places in messages are those in the file, with the header before the first record.
                let items = ItemOptions { at: unmarked.begin, ..items.clone() };
                let input = Input::from_opened(unmarked.opened, &items, bytes, row_sizes);
                let input = input.call_rows_records(limit_records_of_block(record, block), block);
                (input.name().to_owned(), RecordSource::Rows(Box::new(input)))
            }
            (None, None) => {
                let unmarked = open_unmarked(path, items, &ends)?;
                (header, trailer) = (unmarked.header, unmarked.trailer);
                let (OpenedFile { name, reader, .. }, at) = (unmarked.opened, unmarked.begin);
                (name, RecordSource::Stream { reader, at, rest: Vec::new(), ended: false, failure: None })
            }
        };
        let file = Arc::new(InputFile { path: path.to_owned(), name, is_one_of_several: false });
        let mut input = RecordInput {
            record,
            file,
            source,
            records_read: 0,
            records_before: 0,
            records_left: items.count,
            partial: items.partial,
            block,
            is_part: items.is_part,
            following: Vec::new(),
            files: 1,
            items: items.clone(),
            torn: None,
            is_behind_torn: false,
            ends,
            found_ends: Vec::new(),
            trailer,
        };
        // A header between marks is read by `read_marked_header`, when the first record is asked for.
        if let Some(bytes) = header {
            input.add_end(EndKind::Header, bytes, Some(items.at));
        }
        Ok(input)
    }

    /// Opens the first of several files, which are read one after the other, in blocks of about so many bytes.
    pub(crate) fn open_all(
        paths: &[PathBuf],
        items: &ItemOptions,
        record: &'r Record,
        ends: WantedEnds,
        block: usize,
    ) -> Result<RecordInput<'r>, CliFailure> {
        let mut following: Vec<PathBuf> = paths.iter().rev().cloned().collect();
        let first = following.pop().ok_or_else(|| CliFailure::new("no file is named"))?;
        // `--count` may end in a later file, so one that others follow may have fewer records.
        let is_part = !following.is_empty();
        let items = ItemOptions { is_part, ..items.clone() };
        let mut input = RecordInput::open_in_blocks(&first, &items, record, ends, block)?;
        input.set_following_files(following, paths.len());
        Ok(input)
    }

    /// Makes the file one of several, of which these are still to be read.
    fn set_following_files(&mut self, following: Vec<PathBuf>, files: usize) {
        (self.following, self.files) = (following, files);
        self.set_one_of_several(files > 1);
    }

    /// Opens the file that follows; returns whether there is one of which records are wanted.
    fn open_following(&mut self) -> Result<bool, CliFailure> {
        // Files of which nothing is wanted are not opened: they may be missing, and that is no fault then.
        if self.items.count.is_some_and(|count| count <= self.records_read) {
            return Ok(false);
        }
        let mut following = std::mem::take(&mut self.following);
        let Some(path) = following.pop() else { return Ok(false) };
        let count = self.items.count.map(|count| count - self.records_read);
        let is_part = !following.is_empty();
        let items = ItemOptions { count, is_part, ..self.items.clone() };
        let mut next =
            RecordInput::open_in_blocks(&path, &items, self.record, self.ends.clone(), self.block)?;
        next.check_length()?;
        // The next file was opened with the count that is left. The files behind it are measured by the whole count
        // again.
        next.items = self.items.clone();
        next.set_following_files(following, self.files);
        (next.records_read, next.records_before) = (self.records_read, self.records_read);
        // What was found in the files before is still to be reported, and comes first.
        next.torn = self.torn.take();
        next.found_ends.splice(0..0, self.found_ends.drain(..));
        *self = next;
        Ok(true)
    }

    /// What is read, for a report.
    pub(crate) fn title(&self) -> String {
        if self.files > 1 { format!("{} files", self.files) } else { self.file.name.clone() }
    }

    /// Passes over records that do not fit between their marks.
    pub(crate) fn pass_over_torn(&mut self) {
        self.torn = Some(TornRecords::default());
    }

    /// Takes the records that were passed over before a block, or, at the end, the last ones.
    pub(crate) fn take_torn(&mut self, block: Option<&RecordBlock>) -> Vec<TornRecord> {
        self.torn.as_mut().map_or_else(Vec::new, |torn| torn.take_before(block))
    }

    /// Checks the length of the file, if it is known, before any of it is read.
    pub(crate) fn check_length(&self) -> Result<(), CliFailure> {
        if let RecordSource::Rows(input) = &self.source { input.check_length() } else { Ok(()) }
    }

    /// Records of this file.
    fn make_block(&self, bytes: Vec<u8>, first: u64, places: BlockPlaces) -> RecordBlock {
        RecordBlock { bytes, first, places, ..RecordBlock::new_empty(&self.file) }
    }

    /// The number of records, if it is known.
    pub(crate) fn count(&self) -> Option<u64> {
        if self.files > 1 { None } else { self.count_records_in_file() }
    }

    /// The number of records of this file, if it is known.
    fn count_records_in_file(&self) -> Option<u64> {
        if let RecordSource::Rows(input) = &self.source { input.count() } else { None }
    }

    /// The byte behind the last record that is wanted, if it is known.
    pub(crate) fn end_of_rows(&self) -> Option<u64> {
        if let RecordSource::Rows(input) = &self.source { input.end_of_rows() } else { None }
    }

    /// Returns whether the last block had no records. Then the torn records before the next good
    /// one have to be taken first, because they use much memory.
    pub(crate) fn is_behind_torn(&self) -> bool {
        self.is_behind_torn
    }

    /// Reads the next records; `None` at the end.
    ///
    /// If torn records are passed over, there may be none in a block: see [`RecordInput::is_behind_torn`].
    pub(crate) fn next(&mut self) -> Result<Option<RecordBlock>, CliFailure> {
        loop {
            let block = self.read_from_file()?;
            if block.is_some() {
                return Ok(block);
            }
            // The trailer is that of this file, which the next one replaces.
            self.end_file()?;
            if !self.open_following()? {
                return Ok(None);
            }
        }
    }

    /// Reads the next records of this file.
    fn read_from_file(&mut self) -> Result<Option<RecordBlock>, CliFailure> {
        let block = match &mut self.source {
            RecordSource::Rows(input) => {
                let (at, extent, stride) = (input.at(), input.extent(), input.stride());
                let mut bytes = Vec::new();
                let count = input.next(&mut bytes)?;
                let places = BlockPlaces::Stride { at, extent, stride };
                let first = self.records_read - self.records_before;
                (count > 0).then(|| (count, self.make_block(bytes, first, places)))
            }
            RecordSource::Stream { .. } => self.read_stream_block()?,
            RecordSource::Marked { .. } => self.read_marked_block().map_err(|failure| {
                let has_ends = self.ends.header.is_some() || self.ends.trailer.is_some();
                if has_ends { failure } else { self.propose_marks(failure) }
            })?,
        };
        let Some((count, block)) = block else { return Ok(None) };
        self.is_behind_torn = count == 0;
        self.records_read += count as u64;
        self.records_left = self.records_left.map(|remaining| remaining.saturating_sub(count as u64));
        Ok(Some(block))
    }

    /// Adds to a failure of marks which others fit the file.
    fn propose_marks(&self, failure: CliFailure) -> CliFailure {
        others::propose_marks(failure, &self.file.path, &self.items, self.record)
    }

    /// The most records that are still wanted.
    fn count_wanted_records(&self) -> usize {
        self.records_left.map_or(usize::MAX, |remaining| usize::try_from(remaining).unwrap_or(usize::MAX))
    }

    fn read_stream_block(&mut self) -> Result<Option<(usize, RecordBlock)>, CliFailure> {
        let (wanted_records, first, partial) =
            (self.count_wanted_records(), self.records_read - self.records_before, self.partial);
        let file = self.file.clone();
        let make_block =
            |bytes, places| RecordBlock { bytes, first, places, ..RecordBlock::new_empty(&file) };
        let block_records = wanted_records.min(limit_records_of_block(self.record, self.block));
        let RecordSource::Stream { reader, at, rest, ended, failure } = &mut self.source else {
            return Ok(None);
        };
        if wanted_records == 0 {
            return Ok(None);
        }
        let mut bytes = std::mem::take(rest);
        let mut wanted_bytes = self.block;
        loop {
            if !*ended {
                let missing_bytes = wanted_bytes.saturating_sub(bytes.len()) as u64;
                let read = reader.by_ref().take(missing_bytes).read_to_end(&mut bytes);
                // An error ends the file, too. The whole records before it are handed out first.
                *ended = !matches!(read, Ok(read) if read as u64 == missing_bytes);
                if let Err(error) = read {
                    // Of a compressed file that is cut, `--partial` takes the whole records, as of one that is not
                    // compressed.
                    let is_accepted = partial && error.kind() == io::ErrorKind::UnexpectedEof;
                    let read_failure =
                        || CliFailure::system(&format!("cannot read {}", self.file.name), &error);
                    *failure = (!is_accepted).then(read_failure);
                }
            }
            let places = BlockPlaces::Pieces(vec![(0, *at)]);
            // A record that takes the rest ends where the file does.
            if self.record.takes_rest() && !*ended {
                wanted_bytes = 2 * wanted_bytes.max(bytes.len());
                if wanted_bytes > MOST {
                    return Err(long_record_failure(&self.file.name));
                }
                continue;
            }
            let (count, used, end) = match self.record.whole_rows(&bytes, block_records) {
                Ok((rows, end)) => (rows.len(), rows.bytes(), end),
                Err(error) => return Err(record_failure(&error, &make_block(bytes, places))),
            };
            // Not one record is whole yet. Twice as many bytes are read, so that a long record is walked few times.
            if count == 0 && !*ended && wanted_bytes < MOST {
                wanted_bytes = 2 * wanted_bytes.max(bytes.len());
                continue;
            }
            let block = make_block(bytes, places);
            if count == 0 {
                if let Some(failure) = failure.take() {
                    return Err(failure);
                }
                let at = *at;
                return self.check_stream_end(end, &block, at).map(|()| None);
            }
            let mut block = block;
            // The beginning of the next record, or those beyond the most of a block.
            *rest = block.bytes.split_off(used);
            *at += used as u64;
            return Ok(Some((count, block)));
        }
    }

    /// Says what is wrong, or left out, where no whole record is left. `end` is the record that is cut, if there is one.
    fn check_stream_end(
        &self,
        end: Option<RecordError>,
        block: &RecordBlock,
        at: u64,
    ) -> Result<(), CliFailure> {
        let name = &self.file.name;
        match end {
            Some(end) if !self.partial => Err(record_failure(&Error::from(end), block)),
            None if self.records_left.is_some() && !self.partial && !self.is_part => {
                Err(missing_records_failure(name, at, self.count_wanted_records()))
            }
            Some(_) => {
                note_left_out(block.bytes.len(), at, name);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn read_marked_block(&mut self) -> Result<Option<(usize, RecordBlock)>, CliFailure> {
        self.read_marked_header()?;
        let block_records = limit_records_of_block(self.record, self.block);
        let mut block = RecordBlock {
            first: self.records_read - self.records_before,
            ..RecordBlock::new_empty(&self.file)
        };
        let mut count = 0;
        while block.bytes.len() < self.block && count < self.count_wanted_records().min(block_records) {
            // Nothing bounds the torn records before the next good one.
            if count == 0 && self.torn.as_ref().is_some_and(|torn| torn.bytes() >= BLOCK) {
                return Ok(Some((0, block)));
            }
            let begin = block.bytes.len();
            let at = match self.read_marked_record(&mut block, count)? {
                BytesBetweenMarks::Bytes(at) => at,
                // The records of a block have numbers that follow one another, and a torn one has a number, too. So
                // it may stand before the first record of a block, and not between two.
                BytesBetweenMarks::PassedOver if count == 0 => continue,
                BytesBetweenMarks::PassedOver | BytesBetweenMarks::End => break,
            };
            // A record without bytes has no place: any number of them may follow one another.
            if let BlockPlaces::Pieces(pieces) = &mut block.places
                && begin < block.bytes.len()
            {
                pieces.push((begin, at));
            }
            // Several records may stand between two marks, but the last of them has to end there.
            let whole_rows =
                self.record.whole_rows(&block.bytes[begin..], self.count_wanted_records() - count);
            let whole_rows = whole_rows.and_then(|(rows, end)| match end {
                Some(end) => Err(Error::from(end)),
                None => Ok((rows.len(), rows.bytes())),
            });
            match whole_rows {
                Ok((rows, used)) => {
                    // `--count` may end between two records of the same marks.
                    block.bytes.truncate(begin + used);
                    count += rows;
                }
                Err(error) => {
                    self.pass_over(&error, &mut block, begin, at, count)?;
                    // The number of the record behind it does not follow those of the block.
                    if count > 0 {
                        break;
                    }
                }
            }
        }
        Ok((count > 0).then_some((count, block)))
    }

    /// Appends the bytes between the next marks to a block of `count` records.
    fn read_marked_record(
        &mut self,
        block: &mut RecordBlock,
        count: usize,
    ) -> Result<BytesBetweenMarks, CliFailure> {
        let (wanted_records, name) = (self.count_wanted_records(), &self.file.name);
        let RecordSource::Marked { records, skip, .. } = &mut self.source else {
            return Ok(BytesBetweenMarks::End);
        };
        let begin = block.bytes.len();
        let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
        let next_record = match records.read(&mut block.bytes) {
            Ok(record) => record,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && self.partial => {
                // A mark that promises more bytes than the file has may also be wrong. So records behind it are looked
                // for where wrong marks are passed over.
                let searches = self.torn.is_some();
                let at = records.pass_over_cut(&mut block.bytes, searches).map_err(fault)?;
                let bytes = block.bytes.split_off(begin);
                let left_out = records.at() - at;
                if !searches || left_out == 0 {
                    note_cut(left_out, at, name, &error);
                    return Ok(BytesBetweenMarks::End);
                }
                self.count_torn(TornRecord::from_mark(&error, &block.file, at, bytes), block, count);
                return Ok(BytesBetweenMarks::PassedOver);
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidData && self.torn.is_some() => {
                let passed_over = records.pass_over(&mut block.bytes).map_err(fault)?;
                // With some marks nothing says where the next record begins, and the rest of the file cannot be
                // divided.
                let Some(at) = passed_over else { return Err(fault(error)) };
                let bytes = block.bytes.split_off(begin);
                self.count_torn(TornRecord::from_mark(&error, &block.file, at, bytes), block, count);
                return Ok(BytesBetweenMarks::PassedOver);
            }
            Err(error) => return Err(fault(error)),
        };
        let Some(at) = next_record else {
            // With records before it, the block is handed out first, and the next call comes here with a count of 0.
            if self.records_left.is_some() && !self.partial && !self.is_part && count == 0 {
                return Err(missing_records_failure(name, records.at(), wanted_records));
            }
            return Ok(BytesBetweenMarks::End);
        };
        // `--at` may pass over several records, and end within one: each takes what it can.
        let skipped_bytes = usize::try_from(*skip).unwrap_or(usize::MAX).min(block.bytes.len() - begin);
        block.bytes.drain(begin..begin + skipped_bytes);
        *skip -= skipped_bytes as u64;
        Ok(BytesBetweenMarks::Bytes(at + skipped_bytes as u64))
    }

    /// Passes over the last bytes of a block, which do not fit between their marks, as one record behind `count` others. They begin at
    /// byte `begin` of the block and at byte `at` of the file.
    fn pass_over(
        &mut self,
        error: &Error,
        block: &mut RecordBlock,
        begin: usize,
        at: u64,
        count: usize,
    ) -> Result<(), CliFailure> {
        let torn = TornRecord::new(error, &self.file, at, &block.bytes[begin..]);
        // Errors that are not about the fields of one record, and all of them without `--on-bad`, end the command.
        let Some(torn) = torn.filter(|_| self.torn.is_some()) else {
            let failure = shifted_failure(error, begin, count, block);
            let Error::Record(error) = error else { return Err(failure) };
            let stand = block.bytes.len() - begin;
            return Err(match error.as_ref() {
                RecordError::Ends { .. } => {
                    failure.note(format!("between the marks at byte {at} stand {stand} bytes"))
                }
                _ => failure,
            });
        };
        block.bytes.truncate(begin);
        if let BlockPlaces::Pieces(pieces) = &mut block.places {
            // The piece is that of these bytes: a record without bytes, which has none, does not fail.
            pieces.pop();
        }
        self.count_torn(torn, block, count);
        Ok(())
    }

    /// Counts a record that was passed over behind `count` records of a block.
    fn count_torn(&mut self, torn: TornRecord, block: &mut RecordBlock, count: usize) {
        if let Some(torn_records) = &mut self.torn {
            torn_records.push(TornRecord { number: block.first + count as u64, ..torn });
        }
        self.records_read += 1;
        self.records_left = self.records_left.map(|remaining| remaining.saturating_sub(1));
        // A block that has no record yet begins behind the torn one.
        block.first += u64::from(count == 0);
    }
}

/// The most records in a block of about so many bytes. Each of their fields counts as a byte: fields may be empty, or missing,
/// and their values take memory all the same. So does the place of each record.
pub(crate) fn limit_records_of_block(record: &Record, block: usize) -> usize {
    (block / record.fields().len().max(1)).clamp(1, BLOCK)
}

#[cfg(test)]
mod tests {
    use datarep_dynamic::Text;
    use datarep_dynamic::marks::Marks;

    use super::*;

    fn rdw() -> Marks {
        "rdw".parse().expect("they are marks")
    }

    fn blocks(text: &str, bytes: &[u8], marks: Option<Marks>) -> Vec<(u64, RecordBlock)> {
        let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let record = text.record("r").expect("it is in the text");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("records");
        std::fs::write(&path, bytes).expect("a file");
        let items = ItemOptions {
            at: 0,
            count: None,
            row: None,
            stride: None,
            marks,
            partial: false,
            ..ItemOptions::default()
        };
        let mut input = RecordInput::open(&path, &items, record).unwrap_or_else(|fault| panic!("{fault}"));
        let mut blocks = Vec::new();
        while let Some(block) = input.next().unwrap_or_else(|fault| panic!("{fault}")) {
            blocks.push((input.records_read, block));
        }
        blocks
    }

    /// Four bytes for a record without bytes must not become sixteen in memory.
    #[test]
    fn records_without_bytes_take_no_memory() {
        let mut bytes = [0, 4, 0, 0].repeat(1 << 16);
        let empty_bytes = bytes.len() as u64;
        bytes.extend([0, 5, 0, 0, 7]);
        bytes.extend([0, 4, 0, 0].repeat(1 << 16));
        let blocks = blocks("record r { x: i8; }", &bytes, Some(rdw()));
        let [(1, block)] = &blocks[..] else { panic!("{blocks:?}") };
        assert_eq!((block.bytes.as_slice(), block.file_offset(0)), (&[7][..], empty_bytes + 4));
        let BlockPlaces::Pieces(pieces) = &block.places else { panic!("{block:?}") };
        assert_eq!(pieces.len(), 1);
    }

    /// A record of a byte may have thousands of fields, which are all empty.
    #[test]
    fn blocks_have_fewer_records_of_many_fields() {
        let fields: Vec<String> = (0..1023).map(|field| format!("x{field}: [u8; n];")).collect();
        let text = format!("record r {{ n: u8; {} }}", fields.join(" "));
        let marked = [0, 5, 0, 0, 0].repeat(2050);
        for (bytes, marks) in [(vec![0; 2050], None), (marked, Some(rdw()))] {
            let blocks = blocks(&text, &bytes, marks);
            let records: Vec<(u64, u64, usize)> =
                blocks.iter().map(|(done, block)| (block.first, *done, block.bytes.len())).collect();
            assert_eq!(records, [(0, 1024, 1024), (1024, 2048, 1024), (2048, 2050, 2)]);
        }
    }
}
