//! `--keep`: a copy of a file in which only the items are converted.
//!
//! The file is read twice at the same time: once for its rows, which are converted, and once for the bytes around them. Each
//! block of converted rows gets the bytes that stand between its rows, so that memory is bounded.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use datarep_probe::{Contradiction, Formats, Header, Numbers, Report, find_segy_code};

use crate::args::{self, ItemOptions, UnpackingOptions};
use crate::failure::CliFailure;
use crate::input::{self, InputReader};
use crate::mistakes;
use crate::names::NamedFormat;
use crate::output;
use crate::progress::ByteMeter;

use super::job::ItemSink;

/// Bytes that are copied at once.
const PIECE: u64 = 1 << 20;

/// Bytes of the samples that are compared with what the header says of them.
const SAMPLE: u64 = 1 << 18;

/// The byte of SEG-Y's header with the format code of the samples, an integer of two bytes.
const SEGY_CODE: usize = 3224;

/// The bytes of a file that are kept.
#[derive(Debug)]
pub(super) struct KeptBytes {
    path: PathBuf,
    unpacking: UnpackingOptions,
    /// The byte of the first row, the bytes of a row, and those between two rows.
    at: u64,
    row: usize,
    gap: usize,
    /// The format code in the header of SEG-Y from now on, if it is another one.
    code: Option<[u8; 2]>,
}

/// What takes the bytes of the new file.
type ByteSink<'s> = dyn FnMut(&mut Vec<u8>) -> Result<(), CliFailure> + 's;

/// [`KeptBytes`] that are being read.
pub(super) struct KeptReader<'k> {
    kept: &'k KeptBytes,
    name: String,
    reader: InputReader,
}

/// Refuses `--keep` of records.
pub(super) fn refuse_keep_of_records(convert: &args::ConvertOptions) -> Result<(), CliFailure> {
    if !convert.copying.keep {
        return Ok(());
    }
    Err(CliFailure::new("`--keep` is for items, and not for records")
        .help("name the items by `--from`, `--at`, `--row` and `--stride`"))
}

/// The format and the place of the items that a header names, where the options say no place. The format may be one that a
/// user knows better.
pub(super) fn find_header_items(
    convert: &args::ConvertOptions,
    header: &Header,
) -> Option<(String, ItemOptions)> {
    let ItemOptions { at, row, stride, .. } = convert.items;
    let [numbers] = header.numbers.as_slice() else { return None };
    if at != 0 || row.is_some() || stride.is_some() {
        return None;
    }
    let items = ItemOptions {
        at: numbers.at as u64,
        row: Some(numbers.row as u64),
        stride: Some(numbers.stride as u64),
        count: convert.items.count.or(numbers.rows.map(|rows| rows as u64)),
        ..convert.items.clone()
    };
    let format = convert.passage.from.as_ref().unwrap_or(&numbers.format);
    Some((format.clone(), items))
}

impl KeptBytes {
    /// Finds the bytes that are kept, if `--keep` is given.
    pub(super) fn find(
        convert: &args::ConvertOptions,
        items: &ItemOptions,
        named: &NamedFormat,
        (sink, to): (&ItemSink, Option<&NamedFormat>),
        header: Option<&Header>,
    ) -> Result<Option<KeptBytes>, CliFailure> {
        if !convert.copying.keep {
            return Ok(None);
        }
        let [path] = convert.inputs.as_slice() else {
            return Err(CliFailure::new("`--keep` copies one file").help("name one file and the new one"));
        };
        if path.as_os_str() == "-" {
            return Err(CliFailure::new("`--keep` reads the file twice, which standard input cannot be")
                .help("write it into a file"));
        }
        let (ItemSink::Raw { .. }, Some(to)) = (sink, to) else {
            return Err(CliFailure::new(format!("`--keep` makes no file of kind `{}`", sink.name()))
                .help("name the format of the new items by `--to`"));
        };
        if named.packing.is_some()
            || to.packing.is_some()
            || items.marks.is_some()
            || convert.passage.to_marks.is_some()
        {
            return Err(CliFailure::new(
                "`--keep` is for items of whole bytes, and not for marks or packed words",
            )
            .help("leave it out"));
        }
        let [old, new] = [named, to].map(|named| named.order.extent(named.format.bits) as usize);
        if old != new {
            return Err(CliFailure::new(format!(
                "items of `{}` have {old} bytes, and those of `{}` {new}: the bytes around them cannot be kept in their places",
                named.title(),
                to.title()
            ))
            .help("leave out `--keep`, or name a format of as many bytes"));
        }
        let row = usize::try_from(items.row.unwrap_or(1)).unwrap_or(usize::MAX).saturating_mul(old);
        let stride = items.stride.map_or(row, |stride| usize::try_from(stride).unwrap_or(usize::MAX));
        Ok(Some(KeptBytes {
            path: path.clone(),
            unpacking: UnpackingOptions {
                meter: ByteMeter::default(),
                skip_end: 0,
                ..convert.items.unpacking.clone()
            },
            at: items.at,
            row,
            gap: stride.saturating_sub(row),
            code: header.and_then(|header| find_new_format_code(header, items, to, convert.copying.dry_run)),
        }))
    }

    /// Opens the file a second time.
    pub(super) fn open(&self) -> Result<KeptReader<'_>, CliFailure> {
        let opened = input::open_source(&self.path, 0, &self.unpacking)?;
        Ok(KeptReader { kept: self, name: opened.name, reader: opened.reader })
    }
}

/// Whether the items are all those that a header names.
fn has_all_items(header: &Header, items: &ItemOptions) -> bool {
    let is_same = |numbers: &Numbers| {
        let place = (numbers.at as u64, Some(numbers.row as u64), Some(numbers.stride as u64));
        let rows = numbers.rows.map(|rows| rows as u64);
        place == (items.at, items.row, items.stride) && (items.count.is_none() || items.count == rows)
    };
    matches!(header.numbers.as_slice(), [numbers] if is_same(numbers))
}

/// Notes that the format is that of the header, and warns if the first samples contradict it. Wrong samples would be
/// converted without any other sign.
pub(super) fn note_source(convert: &args::ConvertOptions, header: &Header) {
    let ([numbers], None, false) = (header.numbers.as_slice(), &convert.passage.from, output::is_quiet())
    else {
        return;
    };
    output::note(&format!("read as `{}`, as the header says", numbers.format));
    let [path] = convert.inputs.as_slice() else { return };
    let Some(contradiction) = find_contradiction(path, &convert.items.unpacking, header, numbers) else {
        return;
    };
    output::note(&format!(
        "{contradiction}: `--from \"{}\"` reads them so, and `datarep probe {}` compares both",
        contradiction.found,
        path.display()
    ));
}

/// Returns how the first samples contradict the format of the header, if they certainly do. A file
/// that cannot be read is reported later, when it is converted.
fn find_contradiction(
    path: &Path,
    unpacking: &UnpackingOptions,
    header: &Header,
    numbers: &Numbers,
) -> Option<Contradiction> {
    let sample = mistakes::read_ahead(path, unpacking, numbers.at as u64, SAMPLE)?;
    let report = Report::from_header(header, &sample, numbers.at, &Formats::standard().ok()?)?;
    report.find_contradiction(header)
}

/// Returns the SEG-Y format code of the new items; `None` if the header stays as it is. Prints a
/// note on what the header contains then, or would contain after a dry run.
fn find_new_format_code(
    header: &Header,
    items: &ItemOptions,
    to: &NamedFormat,
    dry: bool,
) -> Option<[u8; 2]> {
    if header.name != "SEG-Y" {
        output::note(&format!(
            "the header is that of {} as before: `--keep` changes none of its bytes",
            header.name
        ));
        return None;
    }
    if !has_all_items(header, items) {
        output::note("not all samples are converted: the header says what it said before");
        return None;
    }
    let is_big = header.numbers.iter().all(|numbers| !numbers.format.ends_with("little"));
    let order = if is_big { "big" } else { "little" };
    let title = if to.named_order.is_some() { to.title() } else { format!("{} {order}", to.expression) };
    let Some(code) = find_segy_code(&title, is_big) else {
        output::note(&format!(
            "no format code of SEG-Y is `{}` in the order of this file: the header says what it said before",
            to.title()
        ));
        return None;
    };
    output::note(&if dry {
        format!("the header's format code would be {code}")
    } else {
        format!("the header's format code is {code} now")
    });
    Some(if is_big { code.to_be_bytes() } else { code.to_le_bytes() })
}

impl KeptReader<'_> {
    fn read_failure(&self, error: &io::Error) -> CliFailure {
        CliFailure::system(&format!("cannot read {}", self.name), error)
    }

    /// Writes the bytes before the first row.
    pub(super) fn write_head(&mut self, sink: &mut ByteSink<'_>) -> Result<(), CliFailure> {
        let code = self.kept.code;
        let change = |header: &mut [u8]| {
            // The first piece has the whole header.
            if let (Some(code), Some(place)) = (code, header.get_mut(SEGY_CODE..SEGY_CODE + 2)) {
                place.copy_from_slice(&code);
            }
        };
        self.copy_bytes(self.kept.at, change, sink)
    }

    /// Puts the bytes between rows into a block of whole rows.
    pub(super) fn insert_gaps(&mut self, bytes: &mut Vec<u8>) -> Result<(), CliFailure> {
        let (row, stride) = (self.kept.row, self.kept.row + self.kept.gap);
        let rows = bytes.len() / row;
        // The gap behind the last row of the file may be missing.
        let mut with_gaps = Vec::with_capacity(rows * stride);
        let length = (rows * stride) as u64;
        (&mut self.reader)
            .take(length)
            .read_to_end(&mut with_gaps)
            .map_err(|error| self.read_failure(&error))?;
        for (index, converted) in bytes.chunks_exact(row).enumerate() {
            let place = with_gaps.get_mut(index * stride..index * stride + row);
            let place = place.ok_or_else(|| {
                CliFailure::new(format!("{} has become shorter while it was read", self.name))
                    .help("run the command again, when nothing writes the file")
            })?;
            place.copy_from_slice(converted);
        }
        *bytes = with_gaps;
        Ok(())
    }

    /// Writes the bytes behind the last row.
    pub(super) fn write_tail(&mut self, sink: &mut ByteSink<'_>) -> Result<(), CliFailure> {
        self.copy_bytes(u64::MAX, |_| {}, sink)
    }

    /// Writes the next `limit` bytes as they are, or those up to the end of the file. `change` gets the first piece
    /// of them.
    fn copy_bytes(
        &mut self,
        limit: u64,
        change: impl FnOnce(&mut [u8]),
        sink: &mut ByteSink<'_>,
    ) -> Result<(), CliFailure> {
        let (mut remaining, mut change) = (limit, Some(change));
        loop {
            let mut bytes = Vec::new();
            let piece = (&mut self.reader).take(remaining.min(PIECE)).read_to_end(&mut bytes);
            piece.map_err(|error| self.read_failure(&error))?;
            if bytes.is_empty() {
                return Ok(());
            }
            if let Some(change) = change.take() {
                change(&mut bytes);
            }
            remaining -= bytes.len() as u64;
            sink(&mut bytes)?;
        }
    }
}
