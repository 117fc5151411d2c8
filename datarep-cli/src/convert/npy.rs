//! The header of a NumPy array.
//!
//! It has eight bytes (`\x93NUMPY` and a version), the length of what follows, and a dictionary in Python's notation,
//! padded to a multiple of 64 bytes.
//!
//! Source: NumPy, "NPY format", `numpy.lib.format`.

use std::io::Read as _;
use std::path::Path;

use crate::args::UnpackingOptions;
use crate::failure::CliFailure;
use crate::input::{self, OpenedFile};
use crate::target::OutputTarget;

/// The bytes with which a file begins.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The header is padded to a multiple of this.
const ALIGNMENT: usize = 64;

/// The most digits of a number of rows.
const DIGITS: usize = 20;

/// The most bytes that are read to find a header.
const LONGEST: usize = 1 << 16;

/// The header of an array that is read.
#[derive(Debug)]
pub(super) struct NpyHeader {
    /// The type of its items: NumPy's name, which is also an alias of a format here.
    pub(super) format: String,
    /// The number of rows, and (`row`) of items in each.
    pub(super) rows: u64,
    pub(super) row: u64,
    /// The number of bytes before the first item.
    pub(super) bytes: u64,
}

/// The header of a file that is being written.
#[derive(Debug)]
pub(super) struct StartedArray {
    /// The type of its items, in Python's notation.
    descr: String,
    row: usize,
    /// The number of rows in the header; `None` if it is only known at the end.
    rows: Option<u64>,
}

/// Writes a header. `descr` is the type of the items in Python's notation. If `rows` is `None`, the header is written
/// again at the end.
pub(super) fn begin_array(
    target: &mut OutputTarget,
    descr: String,
    rows: Option<u64>,
    row: usize,
) -> Result<StartedArray, CliFailure> {
    // `finish` has to write the header a second time.
    if rows.is_none() && !target.can_seek() {
        return Err(CliFailure::new(
            "the header of an array needs the number of items, which is not known yet",
        )
        .help("add `--count`, or name a file to write"));
    }
    target.write(&format_header(&descr, rows.unwrap_or(0), row))?;
    Ok(StartedArray { descr, row, rows })
}

/// Whether a file has the name of an array: `x.npy`, or `x.npy.gz` and the like. A member of an archive has a name of its
/// own.
pub(super) fn is_npy_name(path: &Path, member: Option<&str>) -> bool {
    let name = member.map_or_else(|| input::strip_ending(path), Path::new);
    name.extension().is_some_and(|end| end == "npy")
}

impl StartedArray {
    /// Makes the header give the number of rows that were written.
    pub(super) fn finish(self, target: &mut OutputTarget, rows: u64) -> Result<(), CliFailure> {
        if self.rows == Some(rows) {
            Ok(())
        } else {
            target.rewrite(&format_header(&self.descr, rows, self.row))
        }
    }
}

fn format_header(descr: &str, rows: u64, row: usize) -> Vec<u8> {
    let shape = if row == 1 { format!("({rows},)") } else { format!("({rows}, {row})") };
    // Blanks make the header equally long for any number of rows, because it may be written again at the end.
    let spare = " ".repeat(DIGITS - rows.to_string().len());
    let mut text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}{spare}");
    // The length of what follows has two bytes in the first version, and four in the second.
    let pad_length = |prefix_bytes: usize| {
        // One more for the line feed at the end. The length in the header does not count the magic number and itself.
        (MAGIC.len() + prefix_bytes + text.len() + 1).next_multiple_of(ALIGNMENT) - MAGIC.len() - prefix_bytes
    };
    let (length, mut bytes) = if let Ok(length) = u16::try_from(pad_length(4)) {
        (pad_length(4), [MAGIC, &[1, 0], &length.to_le_bytes()].concat())
    } else {
        let length = u32::try_from(pad_length(6)).unwrap_or(u32::MAX);
        (pad_length(6), [MAGIC, &[2, 0], &length.to_le_bytes()].concat())
    };
    text.push_str(&" ".repeat(length - 1 - text.len()));
    text.push('\n');
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

impl NpyHeader {
    /// Reads the header of a file.
    pub(super) fn read(path: &Path, unpacking: &UnpackingOptions) -> Result<NpyHeader, CliFailure> {
        let OpenedFile { name, reader, .. } = input::open_source(path, 0, unpacking)?;
        let fault = |error| CliFailure::system(&format!("cannot read {name}"), &error);
        let mut bytes = Vec::new();
        reader.take(LONGEST as u64).read_to_end(&mut bytes).map_err(fault)?;
        let header = NpyHeader::parse(&bytes);
        // Their kinds of items, behind the order of bytes.
        let kind = header.as_ref().map(|header| header.format.trim_start_matches(['<', '>', '|', '=']));
        if let Some(kind) = kind.filter(|kind| kind.starts_with(['U', 'S', 'c', 'M', 'm', 'O', 'V'])) {
            let failure =
                CliFailure::new(format!("the items of {name} are `{kind}`, which are no plain numbers"));
            return Err(match kind.as_bytes() {
                [b'c', ..] => failure.help("save the parts of complex numbers, `array.view(\"f8\")`"),
                _ => failure.help("arrays of numbers and truth values are converted"),
            });
        }
        header.ok_or_else(|| {
            CliFailure::new(format!("{name} is no array of NumPy in C order with items of one plain type"))
                .help("say the format by `--from`, and where the items begin by `--at`")
        })
    }

    fn parse(bytes: &[u8]) -> Option<NpyHeader> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (version, rest) = rest.split_first_chunk::<2>()?;
        // Versions 2 and 3 have four bytes for the length. They differ in the characters of names, which a plain
        // array has none of.
        let (length, before) = if version[0] == 1 {
            (usize::from(u16::from_le_bytes(*rest.first_chunk()?)), MAGIC.len() + 4)
        } else {
            (usize::try_from(u32::from_le_bytes(*rest.first_chunk()?)).ok()?, MAGIC.len() + 6)
        };
        let text = std::str::from_utf8(bytes.get(before..before.checked_add(length)?)?).ok()?;
        let after = |key: &str| Some(text.split_once(&format!("'{key}':"))?.1.trim_start());
        // An array of structures has a list in brackets here, which is no single format.
        let format = after("descr")?.strip_prefix('\'')?.split_once('\'')?.0.to_owned();
        if !after("fortran_order")?.starts_with("False") {
            return None;
        }
        let shape = after("shape")?.strip_prefix('(')?.split_once(')')?.0;
        let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty()).map(str::parse);
        let sizes: Vec<u64> = sizes.collect::<Result<_, _>>().ok()?;
        // The shape `()` is that of a single item.
        let (rows, rest) = sizes.split_first().map_or((1, &[][..]), |(rows, rest)| (*rows, rest));
        // A shape such as `(3, 0)` has no items. It is taken for no rows, because a row of no items cannot be read.
        let (rows, row) = if rest.contains(&0) {
            (0, 1)
        } else {
            (rows, rest.iter().try_fold(1_u64, |product, size| product.checked_mul(*size))?)
        };
        Some(NpyHeader { format, rows, row, bytes: (before + length) as u64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_they_are_written() {
        for (rows, row) in [(0, 1), (20_000, 1), (u64::MAX, 1), (7, 500)] {
            let bytes = format_header("'<f8'", rows, row);
            assert_eq!(bytes.len() % ALIGNMENT, 0);
            let header = NpyHeader::parse(&bytes).expect("a header");
            assert_eq!((header.format.as_str(), header.rows, header.row), ("<f8", rows, row as u64));
            assert_eq!(header.bytes, bytes.len() as u64);
            assert_eq!(bytes.len(), format_header("'<f8'", 0, row).len());
        }
        assert!(NpyHeader::parse(b"\x93NUMPY\x01\x00\x10\x00{'descr': 'O'}\n").is_none());
    }
}
