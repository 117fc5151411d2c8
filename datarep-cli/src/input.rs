//! The items of a file, read in rows from a place on and at a stride, with a check of the end.
//!
//! A row is one item by default.

mod block;
mod compressed;
mod ends;
mod following;
mod held;
mod lineage;
mod packed;
mod records;
mod torn;

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;

use datarep_dynamic::marks::Records;
use datarep_dynamic::names::Packing;

use crate::args::{Compression, Unpacking, Where};
use crate::failure::Failure;
use crate::names::Named;
use crate::output;
use crate::progress::Meter;

pub(crate) use block::{Block, RecordPlace};
pub(crate) use compressed::strip_ending;
use compressed::{Kind, LONGEST_MAGIC, Unpacked as Decompressed, find_compression, open_member};
pub(crate) use ends::{FoundEnd, WantedEnds};
use following::Following;
use held::Held;
pub(crate) use lineage::{Lineage, ParentRecord};
use packed::Unpacked;
pub(crate) use packed::{PackedPlaces, Packer};
pub(crate) use records::{InputFile, RecordInput, record_failure};
pub(crate) use torn::TornRecord;

/// About how many bytes are read at once. They stay in the processor's cache until they are written, and a block takes
/// longer than waking the thread that writes.
const BLOCK: usize = 1 << 20;

/// The most bytes of a row, of a stride, and of what is in memory at once.
pub(crate) const MOST: usize = 1 << 30;

/// So many bytes, in words.
fn format_byte_count(bytes: usize) -> String {
    format!("{bytes} byte{}", if bytes == 1 { "" } else { "s" })
}

/// The bytes of a file.
pub(crate) enum Reader {
    /// A file that can seek.
    File(Whole),
    /// Anything else.
    Stream(Box<dyn Read>),
}

impl Reader {
    /// Passes over bytes. Returns how many they are: fewer if the end is before, which a file that can seek does not tell.
    pub(crate) fn pass(&mut self, bytes: u64) -> io::Result<u64> {
        match self {
            Reader::File(file) => {
                file.pass(bytes)?;
                Ok(bytes)
            }
            Reader::Stream(stream) => io::copy(&mut stream.take(bytes), &mut io::sink()),
        }
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Reader::File(file) => file.read(buffer),
            Reader::Stream(stream) => stream.read(buffer),
        }
    }
}

/// A file whose length is known. If it ends before that, it was cut while it was read, and what comes of it would be cut,
/// too.
#[derive(Debug)]
pub(crate) struct Whole {
    file: File,
    /// The byte of the file that is read next. It may be behind the end.
    at: u64,
    length: u64,
    /// The byte at which reading ends.
    end: u64,
    meter: Meter,
}

impl Whole {
    /// Passes over bytes.
    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Current(i64::try_from(bytes).unwrap_or(i64::MAX)))?;
        self.at = self.at.saturating_add(bytes);
        self.meter.add(bytes);
        Ok(())
    }
}

impl Read for Whole {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.end.saturating_sub(self.at)).unwrap_or(usize::MAX).min(to.len());
        // A file may grow while it is read.
        let to = if self.end < self.length { &mut to[..most] } else { to };
        let read = self.file.read(to)?;
        self.at += read as u64;
        self.meter.add(read as u64);
        if read == 0 && !to.is_empty() && self.at < self.length {
            let Whole { at, length, .. } = &*self;
            return Err(io::Error::other(format!("it ended after {at} of {length} bytes")));
        }
        Ok(read)
    }
}

/// The bytes of what is no file that can seek, which are counted.
struct Counted {
    stream: Box<dyn Read>,
    meter: Meter,
}

impl Read for Counted {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(to)?;
        self.meter.add(read as u64);
        Ok(read)
    }
}

/// What is accepted at the end of a file, and what was said of it.
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
    reader: Reader,
    /// The length of the file, if it is known.
    length: Option<u64>,
    /// Bytes of an item. A row has `extent` bytes, and each row begins `stride` bytes after the one before it.
    item: usize,
    extent: usize,
    stride: usize,
    /// The byte at which the next row begins.
    at: u64,
    /// How many more rows are wanted; `None` for all.
    left: Option<u64>,
    end: EndOfInput,
    /// Whether messages call a row a record.
    of_records: bool,
    /// Where the words are if they are packed. The reader then gives unpacked items.
    packed: Option<PackedPlaces>,
    /// What is wrong with the file, reported after the whole rows before it.
    failure: Option<Failure>,
    /// Rows as they are in the file, with the bytes between them.
    raw: Vec<u8>,
    /// The byte of the first row that was read last.
    block_at: u64,
    /// The files that follow.
    following: Option<Following>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("name", &self.name).field("at", &self.at).finish_non_exhaustive()
    }
}

impl Input {
    /// Opens a file, or standard input for `-`, at its first row. An item has `item` bytes.
    pub(crate) fn open(path: &Path, items: &Where, item: usize) -> Result<Input, Failure> {
        let measured = measure_rows(items, item)?;
        let opened = match items.marks {
            None => hold_back(source(path, items.at, &items.unpacking)?, items.unpacking.skip_end)?,
            Some(marks) => {
                let (name, file, _) =
                    hold_back(source(path, 0, &items.unpacking)?, items.unpacking.skip_end)?;
                let mut records = Records::new(io::BufReader::new(file), marks);
                skip(&name, &mut records, items.at)?;
                (name, Reader::Stream(Box::new(records)), None)
            }
        };
        Ok(Input::from_opened(opened, items, item, measured))
    }

    /// The rows of a file that was opened at its first row. A row has `extent` bytes.
    fn from_opened(opened: Opened, items: &Where, item: usize, (extent, stride): (usize, usize)) -> Input {
        let (name, reader, length) = opened;
        let (at, left) = (items.at, items.count);
        Input {
            name,
            reader,
            length,
            item,
            extent,
            stride,
            at,
            left,
            end: EndOfInput { partial: items.partial, is_cut: false, is_part: items.is_part },
            of_records: false,
            packed: None,
            failure: None,
            raw: Vec::new(),
            block_at: at,
            following: None,
        }
    }

    /// Opens a file at the first item of a format, whose words may be packed.
    pub(crate) fn open_items(path: &Path, items: &Where, named: &Named) -> Result<Input, Failure> {
        Input::open_packed(path, items, (named.order.extent(named.format.bits) as usize, named.packing))
    }

    fn open_packed(
        path: &Path,
        items: &Where,
        (extent, packing): (usize, Option<Packing>),
    ) -> Result<Input, Failure> {
        let Some(packing) = packing else { return Input::open(path, items, extent) };
        let places = PackedPlaces::new(packing, items.at, items.row.unwrap_or(1), items.stride);
        if let Some(stride) = items.stride.filter(|stride| *stride < places.row_bytes()) {
            return Err(Failure::new(format!("a stride of {stride} bytes is too small"))
                .help(format!("a row has {} bytes", places.row_bytes())));
        }
        let mut input = Input::open(path, &Where { stride: None, ..items.clone() }, packing.extent())?;
        let file =
            io::BufReader::new(std::mem::replace(&mut input.reader, Reader::Stream(Box::new(io::empty()))));
        input.reader = Reader::Stream(Box::new(Unpacked::new(file, places)));
        (input.length, input.packed) = (None, Some(places));
        Ok(input)
    }

    /// Where the words are if they are packed.
    pub(crate) fn packed(&self) -> Option<PackedPlaces> {
        self.packed
    }

    /// Makes messages call the rows records.
    #[must_use]
    fn of_records(self) -> Input {
        Input { of_records: true, ..self }
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The byte at which the first of the rows that were read last begins.
    pub(crate) fn block_at(&self) -> u64 {
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
        if self.following.is_some() { None } else { self.count_here() }
    }

    /// The byte behind the last row that is wanted, if the length of the file is known.
    pub(crate) fn end_of_rows(&self) -> Option<u64> {
        Some(self.at + self.count()? * self.stride())
    }

    /// The number of rows of this file, if its length is known.
    fn count_here(&self) -> Option<u64> {
        let length = self.length?.saturating_sub(self.at);
        let extent = self.extent as u64;
        let whole = if length < extent { 0 } else { (length - extent) / self.stride() + 1 };
        Some(self.left.map_or(whole, |left| left.min(whole)))
    }

    /// Reads the next rows of this file.
    fn next_here(&mut self, items: &mut Vec<u8>) -> Result<usize, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let most = (BLOCK / self.stride).max(1);
        let count = self.left.map_or(most, |left| usize::try_from(left).unwrap_or(most).min(most));
        if count == 0 {
            return Ok(0);
        }
        // After the last row that is asked for, the rest of the stride may be missing. If the rows are far from one another,
        // the bytes between them are passed over.
        let is_far = self.stride > BLOCK;
        let is_last = self.left == Some(count as u64);
        let wanted =
            if is_far || is_last { (count - 1) * self.stride + self.extent } else { count * self.stride };
        let read = self.fill(wanted);
        let whole = if read < self.extent { 0 } else { (read - self.extent) / self.stride + 1 }.min(count);
        if self.stride == self.extent {
            self.raw.truncate(whole * self.extent);
            std::mem::swap(items, &mut self.raw);
        } else {
            items.clear();
            for record in self.raw[..read].chunks(self.stride).take(whole) {
                items.extend_from_slice(&record[..self.extent]);
            }
        }
        if is_far && whole > 0 && !is_last {
            self.pass_between_rows();
        }
        let rest = read.saturating_sub(whole * self.stride);
        self.at += (whole * self.stride) as u64;
        self.left = self.left.map(|left| left - whole as u64);
        if read < wanted {
            if self.end.partial && rest > 0 && !self.end.is_cut {
                self.note_rest(rest);
            }
            let fault = self.fault_of_end(self.at, self.left, rest as u64);
            self.failure = self.failure.take().or(fault);
            self.left = Some(0);
        }
        if whole == 0
            && let Some(failure) = self.failure.take()
        {
            return Err(failure);
        }
        Ok(whole)
    }

    /// The bytes after the last whole row, if the length of the file is known; otherwise 0.
    fn rest(&self) -> u64 {
        let (Some(length), Some(count)) = (self.length, self.count_here()) else { return 0 };
        length.saturating_sub(self.at + count * self.stride())
    }

    /// Checks the length of the file, if it is known, before any of it is read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let Some(count) = self.count_here() else { return Ok(()) };
        let rest = self.rest();
        if self.left == Some(count) {
            return Ok(());
        }
        let (at, left) = (self.at + count * self.stride(), self.left.map(|left| left - count));
        self.fault_of_end(at, left, rest).map_or(Ok(()), Err)
    }

    /// What is wrong with the end of the file, if anything. The whole rows end at byte `at`, `rest` bytes follow them,
    /// and `left` more rows were wanted.
    fn fault_of_end(&self, at: u64, left: Option<u64>, rest: u64) -> Option<Failure> {
        let missing = left.filter(|left| *left > 0 && !self.end.is_part);
        let Input { name, extent, .. } = self;
        let whole = self.describe_row();
        let what = format!("{} {whole}", if whole == "item" { "an" } else { "a" });
        let title = match missing {
            _ if self.end.partial => return None,
            _ if rest > 0 => {
                format!("{name} ends within {what}: {rest} of the {extent} bytes from byte {at} on")
            }
            Some(missing) => format!(
                "{name} ends at byte {at}, and {missing} more would be needed: {what} has {extent} bytes"
            ),
            None => return None,
        };
        Some(Failure::new(title).help(format!("`--partial` takes the {whole}s that are whole")))
    }

    /// Says which bytes at the end `partial` leaves out.
    fn note_rest(&self, rest: usize) {
        let Input { at, name, .. } = self;
        let bytes = if rest == 1 { "byte" } else { "bytes" };
        let what = self.describe_row();
        output::note(&format!("left out: {rest} {bytes} from byte {at} of {name} on, no whole {what}"));
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
        if let Err(error) = self.reader.pass((self.stride - self.extent) as u64) {
            self.fail(&error);
        }
    }

    /// Reads `wanted` bytes into `raw`, or as many as there are.
    fn fill(&mut self, wanted: usize) -> usize {
        let mut read = 0;
        while read < wanted {
            // A row may be as long as a GiB, and the file may have few bytes: memory grows with what was read.
            let room = wanted.min(BLOCK.max(2 * read));
            if self.raw.len() < room {
                self.raw.resize(room, 0);
            }
            match self.reader.read(&mut self.raw[read..room]) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.fail(&error);
                    break;
                }
            }
        }
        read
    }

    /// Keeps an error of the file, to be reported after the bytes that were read before it.
    fn fail(&mut self, error: &io::Error) {
        if error.kind() != io::ErrorKind::UnexpectedEof || !self.end.partial {
            self.failure = Some(Failure::system(&format!("cannot read {}", self.name), error));
        } else {
            // Bytes of the record that are no whole item are part of this.
            self.end.is_cut = true;
            output::note(&format!("{} is not whole: {error}", self.name));
        }
    }
}

/// The bytes of a row of items of `item` bytes, and those from one row to the next.
fn measure_rows(items: &Where, item: usize) -> Result<(usize, usize), Failure> {
    let row = items.row.unwrap_or(1).max(1);
    let extent = usize::try_from(row).ok().and_then(|row| row.checked_mul(item)).filter(|row| *row <= MOST);
    let Some(extent) = extent else {
        return Err(Failure::new(format!("a row of {row} items of {item} bytes is too long"))
            .help("a row has a GiB at most"));
    };
    let stride = items.stride.map_or(Ok(extent), usize::try_from).unwrap_or(usize::MAX);
    if stride < extent || stride > MOST {
        let fault = if stride < extent { "small" } else { "large" };
        return Err(Failure::new(format!("a stride of {} is too {fault}", format_byte_count(stride)))
            .help(format!("a row has {}, and a stride from that to a GiB", format_byte_count(extent))));
    }
    Ok((extent, stride))
}

/// A file's name for messages, its bytes from a place on, and its length if it is known.
pub(crate) type Opened = (String, Reader, Option<u64>);

/// Opens a file, or standard input, at a byte. What is compressed is unpacked, and the byte is one of what was compressed.
pub(crate) fn source(path: &Path, at: u64, unpacking: &Unpacking) -> Result<Opened, Failure> {
    let (name, mut reader, length) = unpack(open(path, &unpacking.meter)?, unpacking)?;
    match (&mut reader, length) {
        (Reader::File(_), Some(length)) if at > length => return Err(behind(&name, at, length)),
        (Reader::File(file), _) => {
            file.pass(at).map_err(|error| Failure::system(&format!("cannot read {name}"), &error))?;
        }
        (Reader::Stream(stream), _) => skip(&name, stream, at)?,
    }
    Ok((name, reader, length))
}

/// Opens a file, or standard input, at its first byte.
fn open(path: &Path, meter: &Meter) -> Result<Opened, Failure> {
    let stream = |stream: Box<dyn Read>| Reader::Stream(Box::new(Counted { stream, meter: meter.clone() }));
    if path == Path::new("-") {
        return Ok(("standard input".to_owned(), stream(Box::new(io::stdin().lock())), None));
    }
    let name = format!("`{}`", path.display());
    let fault = |error: io::Error| Failure::system(&format!("cannot read {name}"), &error);
    let mut file = File::open(path).map_err(fault)?;
    let data = file.metadata().map_err(fault)?;
    if data.is_dir() {
        return Err(Failure::new(format!("cannot read {name}: it is a directory")));
    }
    // A pipe or a device cannot seek.
    if !data.is_file() {
        return Ok((name, stream(Box::new(file)), None));
    }
    // The system says that a file has no bytes if it makes them when they are read, as those of `/proc` are.
    if data.len() == 0 {
        let mut first = Vec::new();
        file.by_ref().take(1).read_to_end(&mut first).map_err(fault)?;
        if !first.is_empty() {
            return Ok((name, stream(Box::new(io::Cursor::new(first).chain(file))), None));
        }
    }
    let length = data.len();
    Ok((name, Reader::File(Whole { file, at: 0, length, end: length, meter: meter.clone() }), Some(length)))
}

/// Leaves out bytes at the end of a file.
fn hold_back((name, reader, length): Opened, bytes: u64) -> Result<Opened, Failure> {
    if bytes == 0 {
        return Ok((name, reader, length));
    }
    let held = usize::try_from(bytes).ok().filter(|bytes| *bytes <= MOST);
    match (reader, held) {
        (Reader::File(mut whole), _) => {
            let Some(end) = whole.length.checked_sub(bytes) else {
                let length = whole.length;
                return Err(Failure::new(format!(
                    "{name} has {length} bytes, and `--skip-end` leaves out {bytes}"
                )));
            };
            whole.end = end.max(whole.at);
            let end = whole.end;
            Ok((name, Reader::File(whole), Some(end)))
        }
        (Reader::Stream(stream), Some(held)) => {
            Ok((name, Reader::Stream(Box::new(Held::new(stream, held))), None))
        }
        (Reader::Stream(_), None) => Err(Failure::new(format!("`--skip-end {bytes}` is too much"))
            .help("it is a GiB at most where the length of the file is not known")),
    }
}

/// Unpacks what is compressed.
fn unpack((name, reader, length): Opened, unpacking: &Unpacking) -> Result<Opened, Failure> {
    let fault = |error: io::Error| Failure::system(&format!("cannot read {name}"), &error);
    let (mut reader, mut compression) = (reader, unpacking.decompress);
    if compression == Compression::Auto {
        let mut head = Vec::new();
        reader.by_ref().take(LONGEST_MAGIC as u64).read_to_end(&mut head).map_err(fault)?;
        compression = find_compression(&head);
        reader = match reader {
            Reader::File(mut whole) => {
                whole.file.rewind().map_err(fault)?;
                unpacking.meter.take_back(whole.at);
                Reader::File(Whole { at: 0, ..whole })
            }
            Reader::Stream(stream) => Reader::Stream(Box::new(io::Cursor::new(head).chain(stream))),
        };
    }
    if unpacking.member.is_some() && compression != Compression::Zip {
        return Err(Failure::new(format!("{name} is no ZIP archive, and has no members"))
            .help("leave out `--member`"));
    }
    let kind = match compression {
        Compression::Auto | Compression::None => return Ok((name, reader, length)),
        Compression::Zip => {
            let file = match reader {
                Reader::File(whole) => whole.file,
                // The directory of an archive is at its end.
                Reader::Stream(mut stream) => {
                    let mut file = tempfile::tempfile().map_err(fault)?;
                    io::copy(&mut stream, &mut file).map_err(fault)?;
                    file
                }
            };
            let (name, member) = open_member(&name, file, unpacking.member.as_deref(), &unpacking.meter)?;
            return Ok((name, Reader::Stream(Box::new(member)), None));
        }
        Compression::Gzip => Kind::Gzip,
        Compression::Zstd => Kind::Zstd,
        Compression::Bzip2 => Kind::Bzip2,
        Compression::Xz => Kind::Xz,
    };
    Ok((name, Reader::Stream(Box::new(Decompressed::new(kind, Box::new(reader)))), None))
}

/// Passes over the first bytes of a reader that cannot seek.
fn skip(name: &str, reader: &mut impl Read, bytes: u64) -> Result<(), Failure> {
    let skipped = io::copy(&mut reader.by_ref().take(bytes), &mut io::sink());
    let skipped = skipped.map_err(|error| Failure::system(&format!("cannot read {name}"), &error))?;
    if skipped == bytes { Ok(()) } else { Err(behind(name, bytes, skipped)) }
}

fn behind(name: &str, at: u64, length: u64) -> Failure {
    Failure::new(format!("{name} has {length} bytes, and the first item would begin at byte {at}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(bytes: usize, extent: usize, items: &Where) -> Input {
        let mut input = Input::open(Path::new("/dev/null"), items, extent).expect("it can be opened");
        let content: Vec<u8> = (0..=u8::MAX).cycle().take(bytes).collect();
        input.reader = Reader::Stream(Box::new(io::Cursor::new(content)));
        input.name = "it".to_owned();
        input.length = Some(bytes as u64);
        input
    }

    /// The bytes up to the end, and the title of the failure there, if any.
    fn all(mut input: Input) -> (Vec<u8>, Option<String>) {
        let early = input.check().err();
        let (mut all, mut block) = (Vec::new(), Vec::new());
        loop {
            match input.next(&mut block) {
                Ok(0) => {
                    assert_eq!(early, None);
                    return (all, None);
                }
                Ok(_) => all.extend_from_slice(&block),
                Err(failure) => {
                    assert_eq!(early, Some(failure));
                    let Some(Failure::Told { title, .. }) = early else { unreachable!("it is told") };
                    return (all, Some(title));
                }
            }
        }
    }

    /// Neither the bytes between rows that are far from one another nor rows that are not there take memory.
    #[test]
    fn memory_is_bounded_by_what_is_read() {
        let items = |row, stride| Where { row, stride, partial: true, ..Where::default() };
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
        let items = |count| Where { count, stride: Some(stride), ..Where::default() };
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
        let told = "it ends at byte 6291456, and 1 more would be needed: an item has 3 bytes";
        assert_eq!(all(input(bytes, 3, &items(Some(4)))).1.as_deref(), Some(told));
    }

    #[test]
    fn items_are_taken_at_a_stride() {
        let items = |count, stride, partial| Where { stride, count, partial, ..Where::default() };
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(all(input(8, 4, &items(None, None, false))), (vec![0, 1, 2, 3, 4, 5, 6, 7], None));
        assert_eq!(all(input(8, 2, &items(None, Some(3), false))), (vec![0, 1, 3, 4, 6, 7], None));
        assert_eq!(all(input(9, 2, &items(None, Some(3), false))), (vec![0, 1, 3, 4, 6, 7], None));
        assert_eq!(
            all(input(7, 2, &items(None, Some(3), false))),
            (vec![0, 1, 3, 4], told("it ends within an item: 1 of the 2 bytes from byte 6 on"))
        );
        assert_eq!(all(input(7, 2, &items(None, Some(3), true))), (vec![0, 1, 3, 4], None));
        assert_eq!(all(input(7, 2, &items(Some(1), None, false))), (vec![0, 1], None));
        assert_eq!(
            all(input(4, 2, &items(Some(3), None, false))),
            (vec![0, 1, 2, 3], told("it ends at byte 4, and 1 more would be needed: an item has 2 bytes"))
        );
        assert_eq!(
            all(input(0, 2, &items(Some(3), None, false))),
            (vec![], told("it ends at byte 0, and 3 more would be needed: an item has 2 bytes"))
        );
        assert_eq!(all(input(0, 2, &items(None, None, false))), (vec![], None));
        let (read, fault) = all(input(3 * BLOCK + 1, 4, &items(None, None, false)));
        assert_eq!(
            (read.len(), fault),
            (3 * BLOCK, told("it ends within an item: 1 of the 4 bytes from byte 3145728 on"))
        );
    }
}
