//! The first and the last record of a file, if they have another shape than those between: a header and a trailer.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use datarep_dynamic::Record;
use datarep_dynamic::marks::Records;

use super::held::StreamWithoutTrailer;
use super::records::InputFile;
use super::{InputReader, MOST, OpenedFile, SizedFile, leave_out_end, open_source};
use crate::args::ItemOptions;
use crate::failure::CliFailure;

/// Which records at the ends of a file have another shape.
#[derive(Debug, Clone, Default)]
pub(crate) struct WantedEnds {
    pub(crate) header: Option<Record>,
    pub(crate) trailer: Option<Record>,
}

/// Which end of a file a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndKind {
    Header,
    Trailer,
}

/// A header or a trailer that was read.
#[derive(Debug)]
pub(crate) struct FoundEnd {
    pub(crate) file: Arc<InputFile>,
    pub(crate) kind: EndKind,
    /// Its bytes, and the place of the first one in the file, if it is known.
    pub(crate) bytes: Vec<u8>,
    pub(crate) at: Option<u64>,
    /// The records of the file before it.
    pub(crate) records: u64,
}

/// A trailer of a file without marks.
#[derive(Debug)]
pub(super) enum TrailerBytes {
    /// It is known, with its place.
    Known(Vec<u8>, u64),
    /// It is what is left of a stream at its end: the first bytes of those that are held back.
    Held {
        held: Rc<RefCell<VecDeque<u8>>>,
        /// Bytes of the trailer.
        bytes: usize,
        /// Bytes that the stream has at its end, with those of `--skip-end`.
        withheld: usize,
    },
}

/// A file without marks, which was opened at its first record.
pub(super) struct UnmarkedFile {
    pub(super) opened: OpenedFile,
    /// The byte at which the first record begins.
    pub(super) begin: u64,
    pub(super) header: Option<Vec<u8>>,
    pub(super) trailer: Option<TrailerBytes>,
}

/// Opens a file without marks, and reads its header, if it has one.
pub(super) fn open_unmarked(
    path: &Path,
    items: &ItemOptions,
    ends: &WantedEnds,
) -> Result<UnmarkedFile, CliFailure> {
    let skip_end = items.unpacking.skip_end;
    let mut opened = open_source(path, items.at, &items.unpacking)?;
    // The header comes first, because the room for a trailer is measured from the byte behind it.
    let header = ends.header.as_ref().map(|header| read_header(&mut opened, header, items.at)).transpose()?;
    let begin = items.at + header.as_ref().map_or(0, |header| header.len() as u64);
    let (opened, trailer) = match &ends.trailer {
        Some(trailer) => {
            let (opened, trailer) = take_trailer(opened, trailer, skip_end)?;
            (opened, Some(trailer))
        }
        None => (leave_out_end(opened, begin, skip_end)?, None),
    };
    Ok(UnmarkedFile { opened, begin, header, trailer })
}

/// The bytes of a header or a trailer without marks.
fn measure_end(end: &Record, option: &str) -> Result<usize, CliFailure> {
    end.bytes().ok_or_else(|| {
        CliFailure::new(format!("`{}` has no length of its own, so that `{option}` needs marks", end.name()))
            .help("add `--marks`, or describe it by fields of fixed length")
    })
}

/// Reads the header of a file that was opened where it begins.
fn read_header(opened: &mut OpenedFile, header: &Record, at: u64) -> Result<Vec<u8>, CliFailure> {
    let bytes = measure_end(header, "--header")?;
    let OpenedFile { name, reader, .. } = opened;
    let mut content = Vec::new();
    let read = reader.by_ref().take(bytes as u64).read_to_end(&mut content);
    read.map_err(|error| CliFailure::system(&format!("cannot read {name}"), &error))?;
    if content.len() < bytes {
        return Err(CliFailure::new(format!(
            "{name} has {} bytes from byte {at} on, and its header `{}` has {bytes}",
            content.len(),
            header.name()
        )));
    }
    Ok(content)
}

/// Leaves out the trailer of a file and `skip_end` bytes behind it.
fn take_trailer(
    opened: OpenedFile,
    trailer: &Record,
    skip_end: u64,
) -> Result<(OpenedFile, TrailerBytes), CliFailure> {
    let bytes = measure_end(trailer, "--trailer")?;
    let withheld = skip_end.saturating_add(bytes as u64);
    let OpenedFile { name, reader, length } = opened;
    match reader {
        InputReader::File(mut sized_file) => {
            let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
            // `at` is behind the header: a file too short for both must not have bytes that are read as both.
            let Some(begin) = sized_file.length.checked_sub(withheld).filter(|begin| *begin >= sized_file.at)
            else {
                return Err(CliFailure::new(format!(
                    "{name} has {} bytes, and has no room for its trailer `{}` of {bytes}",
                    sized_file.length,
                    trailer.name()
                )));
            };
            let mut content = vec![0; bytes];
            // The file below is read, and then put back: neither its place nor the meter may move for bytes behind
            // the records.
            let SizedFile { file, at, .. } = &mut sized_file;
            file.seek(SeekFrom::Start(begin)).map_err(fault)?;
            file.read_exact(&mut content).map_err(fault)?;
            file.seek(SeekFrom::Start(*at)).map_err(fault)?;
            let opened = OpenedFile { name, reader: InputReader::File(sized_file), length };
            let opened = leave_out_end(opened, 0, withheld)?;
            Ok((opened, TrailerBytes::Known(content, begin)))
        }
        InputReader::Stream(stream) => {
            let held_bytes =
                usize::try_from(withheld).ok().filter(|withheld| *withheld <= MOST).ok_or_else(|| {
                    CliFailure::new("a trailer has a GiB at most where the length of the file is not known")
                })?;
            // Only the end of a stream tells which bytes are the trailer, so the last ones are always held back and
            // shared.
            let stream = StreamWithoutTrailer::new(stream, held_bytes);
            let trailer = TrailerBytes::Held { held: stream.held_bytes(), bytes, withheld: held_bytes };
            Ok((OpenedFile::from_stream(name, stream), trailer))
        }
    }
}

impl TrailerBytes {
    /// The trailer, at the end of the file `name`.
    pub(super) fn take(self, name: &str) -> Result<(Vec<u8>, Option<u64>), CliFailure> {
        match self {
            TrailerBytes::Known(bytes, at) => Ok((bytes, Some(at))),
            TrailerBytes::Held { held, bytes, withheld } => {
                // Behind the trailer stand the bytes of `--skip-end`, which were held back with it.
                let content: Vec<u8> = held.borrow().iter().take(bytes).copied().collect();
                if held.borrow().len() < withheld {
                    return Err(CliFailure::new(format!(
                        "{name} ends before its trailer, which has {bytes} bytes"
                    )));
                }
                Ok((content, None))
            }
        }
    }
}

/// Records between marks, of which the last one may be a trailer.
pub(super) struct MarkedRecords {
    records: Records<BufReader<InputReader>>,
    /// Whether the last record is no record but a trailer, which is then read one record ahead.
    has_trailer: bool,
    ahead: Option<(Vec<u8>, u64)>,
    /// What was wrong behind the record that was read ahead, and (`begun`) what was read of the record with the fault.
    failure: Option<io::Error>,
    begun: Vec<u8>,
}

impl MarkedRecords {
    pub(super) fn new(records: Records<BufReader<InputReader>>, has_trailer: bool) -> MarkedRecords {
        MarkedRecords { records, has_trailer, ahead: None, failure: None, begun: Vec::new() }
    }

    /// Appends the next record to `bytes`; returns the place of its first byte, or nothing at the end.
    pub(super) fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<u64>> {
        if !self.has_trailer {
            return self.records.next_whole(bytes, MOST);
        }
        // The record before this fault was handed out by the last call.
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        if self.ahead.is_none() {
            self.ahead = self.read_ahead()?;
        }
        // Whether a record is the trailer shows only when the next one is asked for. So a record is handed out when
        // another one follows it.
        let next = match self.read_ahead() {
            Ok(next) => next,
            Err(error) if self.ahead.is_some() => {
                self.failure = Some(error);
                None
            }
            Err(error) => return Err(error),
        };
        // The file ends behind the record that was read ahead: it is the trailer, and stays for `take_trailer`.
        // Behind a fault the end is not known, and the record before it is one of the others.
        if next.is_none() && self.failure.is_none() {
            return Ok(None);
        }
        let Some((current, at)) = std::mem::replace(&mut self.ahead, next) else { return Ok(None) };
        bytes.extend_from_slice(&current);
        Ok(Some(at))
    }

    fn read_ahead(&mut self) -> io::Result<Option<(Vec<u8>, u64)>> {
        let mut bytes = Vec::new();
        match self.records.next_whole(&mut bytes, MOST) {
            Ok(at) => Ok(at.map(|at| (bytes, at))),
            Err(error) => {
                self.begun = bytes;
                Err(error)
            }
        }
    }

    /// Whether a trailer is still to come.
    pub(super) fn has_trailer(&self) -> bool {
        self.has_trailer
    }

    /// The trailer, once all records were read.
    pub(super) fn take_trailer(&mut self) -> Option<(Vec<u8>, u64)> {
        self.has_trailer = false;
        self.ahead.take()
    }

    /// Passes over the bytes from a wrong mark to the next one that is known.
    pub(super) fn pass_over(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<u64>> {
        bytes.append(&mut self.begun);
        self.records.pass_over(bytes)
    }

    /// Passes over a record that the end of the file cuts, as [`Records::pass_over_cut`] does.
    pub(super) fn pass_over_cut(&mut self, bytes: &mut Vec<u8>, searches: bool) -> io::Result<u64> {
        bytes.append(&mut self.begun);
        self.records.pass_over_cut(bytes, searches)
    }

    /// The byte of the file that is read next.
    pub(super) fn at(&self) -> u64 {
        self.records.at()
    }
}
