//! A member of a ZIP archive.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use datarep_dsl::controls::clean_line;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder};

use crate::failure::CliFailure;

use crate::input::reader::CountedStream;
use crate::progress::ByteMeter;

use super::{CompressionKind, ExpectedMember, UnpackedStream};

/// The most members that an error lists.
const SHOWN: usize = 20;

/// What the directory of an archive says about a member.
#[derive(Clone, Copy)]
struct DirectoryEntry {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    bytes: u64,
    sum: u32,
    is_encrypted: bool,
}

/// The members with the wanted name, and the names of all members.
#[derive(Default)]
struct ArchiveDirectory {
    matches: Vec<(String, DirectoryEntry)>,
    names: Vec<String>,
    members: usize,
}

/// Opens the member of an archive that has a name, or the only one. Returns its name for messages, too.
pub(in crate::input) fn open_member(
    archive: &str,
    file: File,
    wanted_name: Option<&str>,
    meter: &ByteMeter,
) -> Result<(String, UnpackedStream), CliFailure> {
    let fault = |error: rawzip::Error| {
        CliFailure::new(format!("cannot read {archive} as a ZIP archive: {error}"))
            .note("the directory of an archive is at its end: it may be cut")
            .help("`--decompress none` takes the bytes as they are")
    };
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let zip = ZipArchive::from_file(file, &mut buffer).map_err(fault)?;
    let mut directory = ArchiveDirectory::default();
    let mut entries = zip.entries(&mut buffer);
    while let Some(entry) = entries.next_entry().map_err(fault)? {
        if entry.is_dir() {
            continue;
        }
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        directory.members += 1;
        // Two are enough to see that a name is not the only one, and an archive may have millions of members.
        if wanted_name.is_none_or(|wanted_name| wanted_name == name) && directory.matches.len() < 2 {
            let entry_facts = DirectoryEntry {
                place: entry.wayfinder(),
                method: entry.compression_method(),
                bytes: entry.uncompressed_size_hint(),
                sum: entry.crc32(),
                is_encrypted: entry.flags().is_encrypted(),
            };
            directory.matches.push((name.clone(), entry_facts));
        }
        if directory.names.len() < SHOWN {
            directory.names.push(name);
        }
    }
    let (name, entry_facts) = directory.choose(archive, wanted_name)?;
    let kind = find_kind(archive, &name, entry_facts)?;
    let (start, end) = zip.get_entry(entry_facts.place).map_err(fault)?.compressed_data_range();
    // The directory is not needed any more: the member is read by a plain reader of its range of the file.
    let mut file = zip.into_inner().into_inner();
    let seek = file.seek(SeekFrom::Start(start));
    seek.map_err(|error| CliFailure::system(&format!("cannot read {archive}"), &error))?;
    let bytes = end.saturating_sub(start);
    // Progress is counted against the length of the file. The other members are taken off it.
    meter.note_partial_read(file.metadata().map_or(bytes, |data| data.len()), bytes);
    let counted = CountedStream { stream: Box::new(file.take(bytes)), meter: meter.clone() };
    let mut unpacked = UnpackedStream::new(kind, Box::new(counted));
    unpacked.expected = Some(ExpectedMember {
        bytes: entry_facts.bytes,
        sum: entry_facts.sum,
        computed_sum: flate2::Crc::new(),
    });
    Ok((format!("`{}` in {archive}", clean_line(&name)), unpacked))
}

impl ArchiveDirectory {
    /// The one member that is meant.
    fn choose(
        mut self,
        archive: &str,
        wanted_name: Option<&str>,
    ) -> Result<(String, DirectoryEntry), CliFailure> {
        if self.matches.len() == 1
            && let Some(member) = self.matches.pop()
        {
            return Ok(member);
        }
        let title = match (wanted_name, self.matches.len()) {
            (Some(wanted_name), 0) => format!("{archive} has no member `{wanted_name}`"),
            (Some(wanted_name), _) => format!("{archive} has several members `{wanted_name}`"),
            (None, 0) => return Err(CliFailure::new(format!("{archive} is an archive without files"))),
            (None, _) => format!("{archive} is an archive with {} files", self.members),
        };
        let mut names = self.names.join(", ");
        if self.members > self.names.len() {
            names.push_str(", …");
        }
        Err(CliFailure::new(title)
            .note(format!("its members are {names}"))
            .help("`--member NAME` reads one of them"))
    }
}

/// How a member is compressed, if it can be unpacked.
fn find_kind(archive: &str, name: &str, entry: DirectoryEntry) -> Result<CompressionKind, CliFailure> {
    if entry.is_encrypted {
        return Err(CliFailure::new(format!("`{name}` in {archive} is encrypted")).help("decrypt it first"));
    }
    Ok(match entry.method {
        CompressionMethod::STORE => CompressionKind::Stored,
        CompressionMethod::DEFLATE => CompressionKind::Deflate,
        CompressionMethod::BZIP2 => CompressionKind::Bzip2,
        CompressionMethod::ZSTD | CompressionMethod::ZSTD_DEPRECATED => CompressionKind::Zstd,
        CompressionMethod::XZ => CompressionKind::Xz,
        other => {
            return Err(CliFailure::new(format!(
                "`{name}` in {archive} is compressed by {other}, which is not known here"
            ))
            .help("unpack it first"));
        }
    })
}
