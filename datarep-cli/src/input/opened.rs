//! Files at a place: opened, unpacked if they are compressed, and without what is left out at their end.

use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::Path;

use crate::args::{Compression, UnpackingOptions};
use crate::failure::CliFailure;
use crate::progress::ByteMeter;

use super::MOST;
use super::compressed::{CompressionKind, LONGEST_MAGIC, UnpackedStream, find_compression, open_member};
use super::held::StreamWithoutTrailer;
use super::reader::{CountedStream, InputReader, SizedFile};

/// A file that was opened at a place.
pub(crate) struct OpenedFile {
    /// The name for messages.
    pub(crate) name: String,
    /// The bytes from the place on.
    pub(crate) reader: InputReader,
    /// The length of the file, if it is known.
    pub(crate) length: Option<u64>,
}

impl OpenedFile {
    /// A file of which neither the length is known nor a place can be sought.
    pub(super) fn from_stream(name: String, stream: impl Read + 'static) -> OpenedFile {
        OpenedFile { name, reader: InputReader::Stream(Box::new(stream)), length: None }
    }
}

/// Opens a file, or standard input, at a byte. What is compressed is unpacked, and the byte is one of what was compressed.
pub(crate) fn open_source(
    path: &Path,
    at: u64,
    unpacking: &UnpackingOptions,
) -> Result<OpenedFile, CliFailure> {
    let opened = unpack_source(open_file(path, &unpacking.meter)?, unpacking)?;
    let OpenedFile { name, mut reader, length } = opened;
    match (&mut reader, length) {
        // Seeking behind the end succeeds, so that the length has to be asked. A stream counts what it passes over.
        (InputReader::File(_), Some(length)) if at > length => {
            return Err(behind_end_failure(&name, at, length));
        }
        (InputReader::File(file), _) => {
            file.pass(at).map_err(|error| CliFailure::system(&format!("cannot read {name}"), &error))?;
        }
        (InputReader::Stream(stream), _) => skip_bytes(&name, stream, at)?,
    }
    Ok(OpenedFile { name, reader, length })
}

/// Opens a file, or standard input, at its first byte.
fn open_file(path: &Path, meter: &ByteMeter) -> Result<OpenedFile, CliFailure> {
    let count_bytes = |stream: Box<dyn Read>| CountedStream { stream, meter: meter.clone() };
    if path == Path::new("-") {
        let stream = count_bytes(Box::new(io::stdin().lock()));
        return Ok(OpenedFile::from_stream("standard input".to_owned(), stream));
    }
    let name = format!("`{}`", path.display());
    let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
    let mut file = File::open(path).map_err(fault)?;
    let data = file.metadata().map_err(fault)?;
    if data.is_dir() {
        return Err(CliFailure::new(format!("cannot read {name}: it is a directory")));
    }
    // A pipe or a device cannot seek.
    if !data.is_file() {
        return Ok(OpenedFile::from_stream(name, count_bytes(Box::new(file))));
    }
    // The system says that a file has no bytes if it makes them when they are read, as those of `/proc` are.
    if data.len() == 0 {
        let mut first = Vec::new();
        file.by_ref().take(1).read_to_end(&mut first).map_err(fault)?;
        if !first.is_empty() {
            let stream = count_bytes(Box::new(io::Cursor::new(first).chain(file)));
            return Ok(OpenedFile::from_stream(name, stream));
        }
    }
    let length = data.len();
    let reader = InputReader::File(SizedFile { file, at: 0, length, end: length, meter: meter.clone() });
    Ok(OpenedFile { name, reader, length: Some(length) })
}

/// Opens a file at a byte, without the bytes at its end that are left out.
pub(crate) fn open_without_end(
    path: &Path,
    at: u64,
    unpacking: &UnpackingOptions,
) -> Result<OpenedFile, CliFailure> {
    leave_out_end(open_source(path, at, unpacking)?, at, unpacking.skip_end)
}

/// Leaves out bytes at the end of a file, of which `passed` bytes were read.
pub(super) fn leave_out_end(opened: OpenedFile, passed: u64, bytes: u64) -> Result<OpenedFile, CliFailure> {
    if bytes == 0 {
        return Ok(opened);
    }
    let OpenedFile { name, reader, .. } = opened;
    let held_bytes = usize::try_from(bytes).ok().filter(|bytes| *bytes <= MOST);
    match (reader, held_bytes) {
        (InputReader::File(mut sized_file), _) => {
            let Some(end) = sized_file.length.checked_sub(bytes) else {
                let length = sized_file.length;
                return Err(CliFailure::new(format!(
                    "{name} has {length} bytes, and `--skip-end` leaves out {bytes}"
                )));
            };
            // `--at` may already be behind that byte. Then there are no rows, and not fewer than none.
            sized_file.end = end.max(sized_file.at);
            let end = sized_file.end;
            Ok(OpenedFile { name, reader: InputReader::File(sized_file), length: Some(end) })
        }
        (InputReader::Stream(stream), Some(held_bytes)) => {
            let stream = StreamWithoutTrailer::new(stream, held_bytes).refuse_shorter(passed);
            Ok(OpenedFile::from_stream(name, stream))
        }
        (InputReader::Stream(_), None) => Err(CliFailure::new(format!("`--skip-end {bytes}` is too much"))
            .help("it is a GiB at most where the length of the file is not known")),
    }
}

/// Unpacks what is compressed.
fn unpack_source(opened: OpenedFile, unpacking: &UnpackingOptions) -> Result<OpenedFile, CliFailure> {
    let OpenedFile { name, mut reader, length } = opened;
    let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
    let mut compression = unpacking.decompress;
    if compression == Compression::Auto {
        let mut head = Vec::new();
        reader.by_ref().take(LONGEST_MAGIC as u64).read_to_end(&mut head).map_err(fault)?;
        compression = find_compression(&head);
        // The bytes that were looked at are read again. A file goes back to them, and must not count them twice; a
        // stream gets them put before the rest.
        reader = match reader {
            InputReader::File(mut sized_file) => {
                sized_file.file.rewind().map_err(fault)?;
                unpacking.meter.take_back(sized_file.at);
                InputReader::File(SizedFile { at: 0, ..sized_file })
            }
            InputReader::Stream(stream) => InputReader::Stream(Box::new(io::Cursor::new(head).chain(stream))),
        };
    }
    if unpacking.member.is_some() && compression != Compression::Zip {
        return Err(CliFailure::new(format!("{name} is no ZIP archive, and has no members"))
            .help("leave out `--member`"));
    }
    let kind = match compression {
        // `Auto` is replaced above by what the first bytes say.
        Compression::Auto | Compression::None => return Ok(OpenedFile { name, reader, length }),
        Compression::Zip => {
            let file = match reader {
                InputReader::File(sized_file) => sized_file.file,
                // The directory of an archive is at its end.
                InputReader::Stream(mut stream) => {
                    let mut file = tempfile::tempfile().map_err(fault)?;
                    io::copy(&mut stream, &mut file).map_err(fault)?;
                    file
                }
            };
            let (name, member) = open_member(&name, file, unpacking.member.as_deref(), &unpacking.meter)?;
            return Ok(OpenedFile::from_stream(name, member));
        }
        Compression::Gzip => CompressionKind::Gzip,
        Compression::Zstd => CompressionKind::Zstd,
        Compression::Bzip2 => CompressionKind::Bzip2,
        Compression::Xz => CompressionKind::Xz,
    };
    Ok(OpenedFile::from_stream(name, UnpackedStream::new(kind, Box::new(reader))))
}

/// Passes over the first bytes of a reader that cannot seek.
pub(super) fn skip_bytes(name: &str, reader: &mut impl Read, bytes: u64) -> Result<(), CliFailure> {
    let skipped = io::copy(&mut reader.by_ref().take(bytes), &mut io::sink());
    let skipped = skipped.map_err(|error| CliFailure::system(&format!("cannot read {name}"), &error))?;
    if skipped == bytes { Ok(()) } else { Err(behind_end_failure(name, bytes, skipped)) }
}

fn behind_end_failure(name: &str, at: u64, length: u64) -> CliFailure {
    CliFailure::new(format!("{name} has {length} bytes, and the first item would begin at byte {at}"))
}
