//! A part of a file of records: found by arithmetic, or by marks whose borders are proved.

use std::io::{self, Seek as _, SeekFrom};
use std::path::Path;

use datarep_dynamic::Record;
use datarep_dynamic::marks::split::{Effort, split, split_rows};
use datarep_dynamic::marks::{Border, Marks, Records};

use super::super::{InputReader, OpenedFile, RowSizes, SizedFile, measure_rows, open_without_end};
use crate::args::{ItemOptions, PartNumber};
use crate::failure::CliFailure;

impl io::Seek for SizedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

/// Opens a file with marks, at the first record of the part that is wanted.
pub(super) fn open_marked(
    path: &Path,
    items: &ItemOptions,
    marks: Marks,
) -> Result<(String, Records<io::BufReader<InputReader>>), CliFailure> {
    if let Some(part) = items.part {
        return open_part(path, items, marks, part);
    }
    let opened = open_without_end(path, 0, &items.unpacking)?;
    Ok((opened.name, Records::new(io::BufReader::new(opened.reader), marks)))
}

/// Opens a file with marks at the first record of a part. Another process that opens another part finds the same border between them.
fn open_part(
    path: &Path,
    items: &ItemOptions,
    marks: Marks,
    part: PartNumber,
) -> Result<(String, Records<io::BufReader<InputReader>>), CliFailure> {
    let OpenedFile { name, reader, length } = open_without_end(path, 0, &items.unpacking)?;
    let (InputReader::File(mut file), Some(length)) = (reader, length) else {
        return Err(stream_part_failure(&name));
    };
    let fault = |error: io::Error| CliFailure::system(&format!("cannot read {name}"), &error);
    let effort = Effort::for_length(length);
    let mut division = split(&mut file, length, marks, part.count, effort).map_err(fault)?;
    // A border that is only claimed would give a record to two parts, or to none. A proof walks from mark to mark, so
    // that neighbors agree without asking one another.
    let part = division.prove_part(&mut file, part.index).map_err(fault)?;
    // A part without records is read from the first border up to byte 0, which gives none.
    let (begin, until) = part.map_or((Border::first(marks), 0), |part| (part.begin, part.until));
    file.seek(SeekFrom::Start(begin.at())).map_err(fault)?;
    let file = io::BufReader::new(InputReader::File(file));
    Ok((name, Records::resume(file, marks, begin, until)))
}

/// Which records of a file without marks are those of a part, and where they begin.
pub(super) fn locate_part(
    path: &Path,
    items: &ItemOptions,
    record: &Record,
    part: PartNumber,
) -> Result<ItemOptions, CliFailure> {
    let Some(bytes) = record.bytes() else {
        return Err(CliFailure::new("records of variable length have no borders that can be found")
            .help("`--part` needs `--marks`, or records of one length"));
    };
    let RowSizes { extent, stride } = measure_rows(items, bytes)?;
    let OpenedFile { name, reader, length } = open_without_end(path, items.at, &items.unpacking)?;
    let (InputReader::File(_), Some(length)) = (reader, length) else {
        return Err(stream_part_failure(&name));
    };
    let (bytes_left, extent, stride) = (length.saturating_sub(items.at), extent as u64, stride as u64);
    let rows = if bytes_left < extent { 0 } else { (bytes_left - extent) / stride + 1 };
    // Computed from the length alone, so that processes on different machines agree.
    let range = split_rows(rows, part.count)[part.index].clone();
    // The last part reads to the end of the file, which may be within a record.
    let count = (part.index + 1 < part.count).then_some(range.end - range.start);
    Ok(ItemOptions { at: items.at + range.start * stride, count, part: None, ..items.clone() })
}

fn stream_part_failure(name: &str) -> CliFailure {
    CliFailure::new(format!("{name} can only be read from its beginning on, and has no parts"))
        .help("`--part` needs a file that is not compressed; unpack it first")
}
