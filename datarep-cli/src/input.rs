//! The items of a file, read in rows from a place on and at a stride, with a check of the end.
//!
//! A row is one item by default.

mod block;
mod compressed;
mod ends;
mod following;
mod held;
mod lengths;
mod lineage;
mod opened;
mod packed;
mod reader;
mod records;
mod torn;

use std::io;
use std::path::Path;

use datarep_dynamic::marks::Records;
use datarep_dynamic::names::Packing;

use crate::args::ItemOptions;
use crate::failure::CliFailure;
use crate::names::NamedFormat;
use crate::output;

pub(crate) use block::{RecordBlock, RecordPlace};
pub(crate) use compressed::strip_ending;
pub(crate) use ends::{EndKind, FoundEnd, WantedEnds};
use following::ConcatenatedFiles;
use lengths::record_length_failure;
pub(crate) use lineage::{Lineage, ParentRecord};
pub(crate) use opened::{OpenedFile, open_source, open_without_end};
use opened::{leave_out_end, skip_bytes};
use packed::UnpackedWords;
pub(crate) use packed::{BitPlace, PackedPlaces, Packer};
pub(crate) use reader::InputReader;
use reader::SizedFile;
pub(crate) use records::{InputFile, RecordInput, limit_records_of_block, record_failure};
pub(crate) use torn::TornRecord;

/// About how many bytes of items are read at once. They stay in the processor's cache until they are written, and a block takes
/// longer than waking the thread that writes.
pub(crate) const BLOCK: usize = 1 << 20;

/// The most bytes of a row, of a stride, and of what is in memory at once.
pub(crate) const MOST: usize = 1 << 30;

/// Writes a number of bytes for a message: `1 byte`, `8 bytes`.
fn format_byte_count(bytes: usize) -> String {
    format!("{bytes} byte{}", if bytes == 1 { "" } else { "s" })
}

/// What is accepted at the end of a file, and whether the user was already told that it is cut.
#[derive(Debug, Clone, Copy)]
struct EndOfInput {
    /// Whether rows that are not whole are left out.
    partial: bool,
    /// Whether the file ends within a record between marks, and that was said.
    is_cut: bool,
    /// Whether other files follow, so that there may be fewer rows than are wanted.
    is_part: bool,
}

/// A file whose rows of items are read from the first to the last.
pub(crate) struct Input {
    name: String,
    reader: InputReader,
    /// The length of the file, if it is known.
    length: Option<u64>,
    /// Bytes of an item. A row has `extent` bytes, and each row begins `stride` bytes after the one before it.
    item: usize,
    extent: usize,
    stride: usize,
    /// The bytes at which the first row and the next one begin.
    begin: u64,
    at: u64,
    /// How many more rows are wanted; `None` for all.
    remaining_rows: Option<u64>,
    end: EndOfInput,
    /// Whether messages call a row a record.
    of_records: bool,
    /// The most rows that are read at once, and about how many bytes.
    together: usize,
    block: usize,
    /// Where the words are if they are packed. The reader then gives unpacked items.
    packed: Option<PackedPlaces>,
    /// What is wrong with the file, reported after the whole rows before it.
    failure: Option<CliFailure>,
    /// Rows as they are in the file, with the bytes between them.
    raw: Vec<u8>,
    /// The byte of the first row that was read last.
    block_at: u64,
    /// The files that follow.
    following: Option<ConcatenatedFiles>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("name", &self.name).field("at", &self.at).finish_non_exhaustive()
    }
}

impl Input {
    /// Opens a file, or standard input for `-`, at its first row. An item has `item` bytes.
    pub(crate) fn open(path: &Path, items: &ItemOptions, item: usize) -> Result<Input, CliFailure> {
        let row_sizes = measure_rows(items, item)?;
        let opened = match items.marks {
            None => open_without_end(path, items.at, &items.unpacking)?,
            Some(marks) => {
                let OpenedFile { name, reader, .. } = open_without_end(path, 0, &items.unpacking)?;
                let mut records = Records::new(io::BufReader::new(reader), marks);
                skip_bytes(&name, &mut records, items.at)?;
                OpenedFile::from_stream(name, records)
            }
        };
        Ok(Input::from_opened(opened, items, item, row_sizes))
    }

    /// The rows of a file that was opened at its first row.
    fn from_opened(opened: OpenedFile, items: &ItemOptions, item: usize, row_sizes: RowSizes) -> Input {
        let OpenedFile { name, reader, length } = opened;
        let RowSizes { extent, stride } = row_sizes;
        let (at, remaining_rows) = (items.at, items.count);
        Input {
            name,
            reader,
            length,
            item,
            extent,
            stride,
            begin: at,
            at,
            remaining_rows,
            end: EndOfInput { partial: items.partial, is_cut: false, is_part: items.is_part },
            of_records: false,
            together: usize::MAX,
            block: BLOCK,
            packed: None,
            failure: None,
            raw: Vec::new(),
            block_at: at,
            following: None,
        }
    }

    /// Opens a file at the first item of a format, whose words may be packed.
    pub(crate) fn open_items(
        path: &Path,
        items: &ItemOptions,
        named: &NamedFormat,
    ) -> Result<Input, CliFailure> {
        Input::open_packed(path, items, named.order.extent(named.format.bits) as usize, named.packing)
    }

    fn open_packed(
        path: &Path,
        items: &ItemOptions,
        extent: usize,
        packing: Option<Packing>,
    ) -> Result<Input, CliFailure> {
        let Some(packing) = packing else { return Input::open(path, items, extent) };
        let places = PackedPlaces::new(packing, items.at, items.row.unwrap_or(1), items.stride);
        if let Some(stride) = items.stride.filter(|stride| *stride < places.row_bytes()) {
            return Err(CliFailure::new(format!("a stride of {stride} bytes is too small"))
                .help(format!("a row has {} bytes", places.row_bytes())));
        }
        // `input` counts unpacked items, which lie back to back whatever the stride of the packed rows is:
        // `UnpackedWords` obeys that stride.
        let mut input = Input::open(path, &ItemOptions { stride: None, ..items.clone() }, packing.extent())?;
        let file = io::BufReader::new(std::mem::replace(
            &mut input.reader,
            InputReader::Stream(Box::new(io::empty())),
        ));
        input.reader = InputReader::Stream(Box::new(UnpackedWords::new(file, places)));
        // The length is that of the packed bytes, from which `count` would compute a wrong number of unpacked rows.
        (input.length, input.packed) = (None, Some(places));
        Ok(input)
    }

    /// Where the words are if they are packed.
    pub(crate) fn packed_places(&self) -> Option<PackedPlaces> {
        self.packed
    }

    /// Makes each row a record: messages call it so, and at most `together` records, of about
    /// `block` bytes, are read at once.
    #[must_use]
    fn call_rows_records(self, together: usize, block: usize) -> Input {
        Input { of_records: true, together, block, ..self }
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The byte at which the first of the rows that were read last begins.
    pub(crate) fn block_start(&self) -> u64 {
        self.block_at
    }

    /// The byte at which the next row begins.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Bytes of a row.
    pub(crate) fn extent(&self) -> usize {
        self.extent
    }

    /// Bytes from one row to the next.
    pub(crate) fn stride(&self) -> u64 {
        self.stride as u64
    }

    /// The number of rows, if the length of the file is known.
    pub(crate) fn count(&self) -> Option<u64> {
        if self.following.is_some() { None } else { self.count_rows_in_file() }
    }

    /// The byte behind the last row that is wanted, if the length of the file is known.
    pub(crate) fn end_of_rows(&self) -> Option<u64> {
        Some(self.at + self.count()? * self.stride())
    }

    /// The number of rows of this file, if its length is known.
    fn count_rows_in_file(&self) -> Option<u64> {
        let length = self.length?.saturating_sub(self.at);
        let extent = self.extent as u64;
        // The last row needs no gap behind it: 11 bytes hold (11 - 3) / 8 + 1 rows of 3 bytes at a stride of 8.
        let rows = if length < extent { 0 } else { (length - extent) / self.stride() + 1 };
        Some(self.remaining_rows.map_or(rows, |remaining| remaining.min(rows)))
    }

    /// Reads the next rows of this file.
    fn read_from_file(&mut self, items: &mut Vec<u8>) -> Result<usize, CliFailure> {
        // The last call has handed out the whole rows before this fault.
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        // A stride may be longer than a block: then one row is read at a time.
        let most_rows = (self.block / self.stride).clamp(1, self.together.max(1));
        let count = self
            .remaining_rows
            .map_or(most_rows, |remaining| usize::try_from(remaining).unwrap_or(most_rows).min(most_rows));
        if count == 0 {
            return Ok(0);
        }
        // After the last row that is asked for, the rest of the stride may be missing. If the rows are far from one
        // another, the bytes between them are passed over.
        let is_far = self.stride > self.block;
        let is_last = self.remaining_rows == Some(count as u64);
        let wanted_bytes =
            if is_far || is_last { (count - 1) * self.stride + self.extent } else { count * self.stride };
        let read_bytes = self.fill_raw(wanted_bytes);
        let whole_rows =
            if read_bytes < self.extent { 0 } else { (read_bytes - self.extent) / self.stride + 1 }
                .min(count);
        // Without gaps the bytes are the items, and the two buffers change places: nothing is copied, and the
        // caller's old buffer is filled next.
        if self.stride == self.extent {
            self.raw.truncate(whole_rows * self.extent);
            std::mem::swap(items, &mut self.raw);
        } else {
            items.clear();
            for record in self.raw[..read_bytes].chunks(self.stride).take(whole_rows) {
                items.extend_from_slice(&record[..self.extent]);
            }
        }
        if is_far && whole_rows > 0 && !is_last {
            self.pass_between_rows();
        }
        // If the gap behind the last row is missing, the rows' strides are longer than what was read, and nothing is
        // left over.
        let rest = read_bytes.saturating_sub(whole_rows * self.stride);
        self.at += (whole_rows * self.stride) as u64;
        self.remaining_rows = self.remaining_rows.map(|remaining| remaining - whole_rows as u64);
        if read_bytes < wanted_bytes {
            if self.end.partial && rest > 0 && !self.end.is_cut {
                self.note_left_out(rest);
            }
            let fault = self.find_end_failure(self.at, self.remaining_rows, rest as u64);
            self.failure = self.failure.take().or(fault);
            // A short read is the end, also where a terminal would give more: what came later would be read at a
            // wrong place.
            self.remaining_rows = Some(0);
        }
        // A result of 0 rows would mean that the file ends well.
        if whole_rows == 0
            && let Some(failure) = self.failure.take()
        {
            return Err(failure);
        }
        Ok(whole_rows)
    }

    /// The bytes after the last whole row, if the length of the file is known; otherwise 0.
    fn count_bytes_after_rows(&self) -> u64 {
        let (Some(length), Some(count)) = (self.length, self.count_rows_in_file()) else { return 0 };
        length.saturating_sub(self.at + count * self.stride())
    }

    /// Checks the length of the file, if it is known, before any of it is read.
    pub(crate) fn check_length(&self) -> Result<(), CliFailure> {
        let Some(count) = self.count_rows_in_file() else { return Ok(()) };
        let rest = self.count_bytes_after_rows();
        // All rows that are wanted are there. What stands behind them need not be a row.
        if self.remaining_rows == Some(count) {
            return Ok(());
        }
        let (at, remaining) =
            (self.at + count * self.stride(), self.remaining_rows.map(|remaining| remaining - count));
        self.find_end_failure(at, remaining, rest).map_or(Ok(()), Err)
    }

    /// What is wrong with the end of the file, if anything. The whole rows end at byte `at`, `rest` bytes follow them,
    /// and `remaining_rows` more rows were wanted.
    fn find_end_failure(&self, at: u64, remaining_rows: Option<u64>, rest: u64) -> Option<CliFailure> {
        let missing = remaining_rows.filter(|remaining_rows| *remaining_rows > 0 && !self.end.is_part);
        let Input { name, extent, .. } = self;
        let row_word = self.describe_row();
        let row_with_article = format!("{} {row_word}", if row_word == "item" { "an" } else { "a" });
        let title = match missing {
            _ if self.end.partial => return None,
            // A row that is cut says more about the file than the number of missing rows, so it is told first.
            _ if rest > 0 && self.of_records && self.stride == self.extent => {
                let bytes = self.begin..at + rest;
                return Some(record_length_failure(name, bytes, *extent as u64));
            }
            _ if rest > 0 => {
                format!(
                    "{name} ends within {row_with_article}: {rest} of the {extent} bytes from byte {at} on"
                )
            }
            Some(missing) => {
                // The next row would begin behind a gap that the file does not have any more.
                let end = self.length.map_or(at, |length| length.min(at));
                format!(
                    "{name} ends at byte {end}, and {missing} more {row_word}{} would be needed: {row_with_article} has {extent} bytes",
                    if missing == 1 { "" } else { "s" }
                )
            }
            None => return None,
        };
        // Bytes of unpacked words are not those of the file.
        let title = match self.packed {
            Some(places) => places.describe_end(name, at, rest, self.item as u64, missing),
            None => title,
        };
        Some(CliFailure::new(title).help(format!("`--partial` takes the {row_word}s that are whole")))
    }

    /// Says which bytes at the end `partial` leaves out.
    fn note_left_out(&self, rest: usize) {
        let Input { at, name, .. } = self;
        let bytes = if rest == 1 { "byte" } else { "bytes" };
        let row_word = self.describe_row();
        output::note(&format!("left out: {rest} {bytes} from byte {at} of {name} on, no whole {row_word}"));
    }

    /// What a row is.
    fn describe_row(&self) -> &'static str {
        match self.of_records {
            true => "record",
            false if self.extent == self.item => "item",
            false => "row",
        }
    }

    /// Passes over the bytes between a row and the next one.
    fn pass_between_rows(&mut self) {
        // `read_from_file` has read the row without its gap. A gap that is cut shows when the next row is read.
        if let Err(error) = self.reader.pass((self.stride - self.extent) as u64) {
            self.keep_error(&error);
        }
    }

    /// Reads `wanted_bytes` bytes into `raw`, or as many as there are.
    fn fill_raw(&mut self, wanted_bytes: usize) -> usize {
        self.raw.clear();
        while self.raw.len() < wanted_bytes {
            // A row may be as long as a GiB, and the file may have few bytes: memory grows with what was read.
            let missing_bytes = wanted_bytes.min(self.block.max(2 * self.raw.len())) - self.raw.len();
            match self.reader.append(&mut self.raw, missing_bytes) {
                Ok(read_bytes) if read_bytes == missing_bytes => {}
                Ok(_) => break,
                Err(error) => {
                    self.keep_error(&error);
                    break;
                }
            }
        }
        self.raw.len()
    }

    /// Keeps an error of the file, to be reported after the bytes that were read before it.
    fn keep_error(&mut self, error: &io::Error) {
        if error.kind() != io::ErrorKind::UnexpectedEof || !self.end.partial {
            self.failure = Some(CliFailure::system(&format!("cannot read {}", self.name), error));
        } else {
            // `note_left_out` then stays silent: the bytes of an item that is cut are part of what this note says.
            self.end.is_cut = true;
            output::note(&format!("{} is not whole: {error}", self.name));
        }
    }
}

/// The bytes of a row, and those from one row to the next.
#[derive(Debug, Clone, Copy)]
struct RowSizes {
    extent: usize,
    stride: usize,
}

/// The sizes of rows of items of `item` bytes.
fn measure_rows(items: &ItemOptions, item: usize) -> Result<RowSizes, CliFailure> {
    let row = items.row.unwrap_or(1).max(1);
    let extent = usize::try_from(row).ok().and_then(|row| row.checked_mul(item)).filter(|row| *row <= MOST);
    let Some(extent) = extent else {
        return Err(CliFailure::new(format!("a row of {row} items of {item} bytes is too long"))
            .help("a row has a GiB at most"));
    };
    // A stride beyond `usize` becomes the largest one, which is refused below.
    let stride = items.stride.map_or(Ok(extent), usize::try_from).unwrap_or(usize::MAX);
    if stride < extent || stride > MOST {
        let fault = if stride < extent { "small" } else { "large" };
        return Err(CliFailure::new(format!("a stride of {} is too {fault}", format_byte_count(stride)))
            .help(format!("a row has {}, and a stride from that to a GiB", format_byte_count(extent))));
    }
    Ok(RowSizes { extent, stride })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(bytes: usize, extent: usize, items: &ItemOptions) -> Input {
        let mut input = Input::open(Path::new("/dev/null"), items, extent).expect("it can be opened");
        let content: Vec<u8> = (0..=u8::MAX).cycle().take(bytes).collect();
        input.reader = InputReader::Stream(Box::new(io::Cursor::new(content)));
        input.name = "it".to_owned();
        input.length = Some(bytes as u64);
        input
    }

    /// The bytes up to the end, and the title of the failure there, if any.
    fn all(mut input: Input) -> (Vec<u8>, Option<String>) {
        let early = input.check_length().err();
        let (mut content, mut block) = (Vec::new(), Vec::new());
        loop {
            match input.next(&mut block) {
                Ok(0) => {
                    assert_eq!(early, None);
                    return (content, None);
                }
                Ok(_) => content.extend_from_slice(&block),
                Err(failure) => {
                    assert_eq!(early, Some(failure));
                    let Some(CliFailure::Message { title, .. }) = early else { unreachable!("it is told") };
                    return (content, Some(title));
                }
            }
        }
    }

    /// Neither the bytes between rows that are far from one another nor rows that are not there take memory.
    #[test]
    fn memory_is_bounded_by_what_is_read() {
        let items = |row, stride| ItemOptions { row, stride, partial: true, ..ItemOptions::default() };
        let far = items(None, Some(MOST as u64));
        let mut input = input(4, 4, &far);
        let mut block = Vec::new();
        assert_eq!((input.next(&mut block), block.as_slice()), (Ok(1), &[0, 1, 2, 3][..]));
        assert_eq!(input.next(&mut block), Ok(0));
        assert!(input.raw.capacity() <= BLOCK, "{}", input.raw.capacity());
        let wide = items(Some(MOST as u64 / 4), None);
        let mut input = self::input(400, 4, &wide);
        assert_eq!(input.next(&mut block), Ok(0));
        assert!(input.raw.capacity() <= BLOCK, "{}", input.raw.capacity());
    }

    /// A file that can seek gives the same rows as one that cannot.
    #[test]
    fn rows_that_are_far_from_one_another_are_read_one_by_one() {
        let stride = 2 * BLOCK as u64;
        let items = |count| ItemOptions { count, stride: Some(stride), ..ItemOptions::default() };
        let bytes = 5 * BLOCK;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("far");
        let content: Vec<u8> = (0..=u8::MAX).cycle().take(bytes).collect();
        std::fs::write(&path, &content).expect("a file");
        let row = |row: usize| &content[2 * BLOCK * row..][..3];
        for count in [None, Some(3), Some(2)] {
            let rows = if count == Some(2) { 2 } else { 3 };
            let expected: Vec<u8> = (0..rows).flat_map(row).copied().collect();
            let seeking = Input::open(&path, &items(count), 3).expect("it can be opened");
            assert_eq!(all(seeking), (expected.clone(), None));
            assert_eq!(all(input(bytes, 3, &items(count))), (expected, None));
        }
        let message = "it ends at byte 5242880, and 1 more item would be needed: an item has 3 bytes";
        assert_eq!(all(input(bytes, 3, &items(Some(4)))).1.as_deref(), Some(message));
    }

    #[test]
    fn items_are_taken_at_a_stride() {
        let items = |count, stride, partial| ItemOptions { stride, count, partial, ..ItemOptions::default() };
        let message = |text: &str| Some(text.to_owned());
        assert_eq!(all(input(8, 4, &items(None, None, false))), (vec![0, 1, 2, 3, 4, 5, 6, 7], None));
        assert_eq!(all(input(8, 2, &items(None, Some(3), false))), (vec![0, 1, 3, 4, 6, 7], None));
        assert_eq!(all(input(9, 2, &items(None, Some(3), false))), (vec![0, 1, 3, 4, 6, 7], None));
        assert_eq!(
            all(input(7, 2, &items(None, Some(3), false))),
            (vec![0, 1, 3, 4], message("it ends within an item: 1 of the 2 bytes from byte 6 on"))
        );
        assert_eq!(all(input(7, 2, &items(None, Some(3), true))), (vec![0, 1, 3, 4], None));
        assert_eq!(all(input(7, 2, &items(Some(1), None, false))), (vec![0, 1], None));
        assert_eq!(
            all(input(4, 2, &items(Some(3), None, false))),
            (
                vec![0, 1, 2, 3],
                message("it ends at byte 4, and 1 more item would be needed: an item has 2 bytes")
            )
        );
        assert_eq!(
            all(input(0, 2, &items(Some(3), None, false))),
            (vec![], message("it ends at byte 0, and 3 more items would be needed: an item has 2 bytes"))
        );
        assert_eq!(all(input(0, 2, &items(None, None, false))), (vec![], None));
        let (content, fault) = all(input(3 * BLOCK + 1, 4, &items(None, None, false)));
        assert_eq!(
            (content.len(), fault),
            (3 * BLOCK, message("it ends within an item: 1 of the 4 bytes from byte 3145728 on"))
        );
    }
}
