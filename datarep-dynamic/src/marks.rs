//! Records of variable length in files, by the marks around them: read, and written.
//!
//! [`Marks`] are parsed from a name with options, such as `fortran4,little` or `rdw,exclusive`. [`Records`] takes the
//! records of a file out of its marks, which are checked. [`MarkWriter`] puts marks around records.
//!
//! ```
//! use datarep_dynamic::marks::{MarkWriter, Marks, Records};
//!
//! let marks: Marks = "rdw".parse()?;
//! let mut file = Vec::new();
//! let mut writer = MarkWriter::new(marks)?;
//! writer.write(b"ab", &mut file)?;
//! writer.finish(&mut file);
//! assert_eq!(file, b"\x00\x06\x00\x00ab");
//!
//! let mut record = Vec::new();
//! let place = Records::new(&file[..], marks).next_whole(&mut record, 100)?;
//! assert_eq!((place, &record[..]), (Some(4), &b"ab"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod again;
mod border;
mod descriptors;
mod parse;
mod plain;
mod read;
pub mod split;
mod tape;
mod walk;
mod write;

use std::fmt;

pub use border::{Border, Reached};
pub use parse::NAMES;
pub use read::Records;
pub use write::MarkWriter;

use crate::order::Endianness;

/// How the records of a file are marked. It is parsed from a name with options, which [`NAMES`] lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    kind: MarkKind,
}

/// Why a name is not one of marks, or a record cannot be written with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarksError {
    message: String,
}

impl MarksError {
    fn new(message: impl Into<String>) -> MarksError {
        MarksError { message: message.into() }
    }
}

impl fmt::Display for MarksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MarksError {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkKind {
    /// The length of a record, in a number of `bytes` bytes, before and after it. An order that is not given is found.
    /// Longer records than `most` bytes are written in parts.
    Fortran { bytes: usize, order: Option<Endianness>, most: u64 },
    /// IBM's descriptors.
    Descriptors(Descriptors),
    /// Lines of text.
    Line,
    /// Records of equal length in blocks of equal length, whose last bytes may be filled.
    Fixed { block: u64, record: u64 },
    /// The length of a record is in the record.
    Field(LengthField),
    /// A tape image of SIMH.
    Tap { file: Option<u64>, form: TapForm },
    /// A tape image of AWS.
    Aws { file: Option<u64> },
}

/// Descriptors of IBM's variable records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Descriptors {
    record: DescriptorForm,
    /// The descriptors of blocks, if there are blocks.
    block: Option<DescriptorForm>,
    /// The most bytes of a block that is written, its descriptor included.
    most: u64,
}

/// How a descriptor holds a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DescriptorForm {
    is_little: bool,
    /// Whether the length is without the descriptor.
    is_exclusive: bool,
    /// What is added to the length that is read.
    adjust: i64,
}

/// What differs between tapes in the format of SIMH.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TapForm {
    /// Whether a record of an odd number of bytes is filled up by one.
    is_padded: bool,
    /// Whether records with errors are taken.
    takes_bad: bool,
}

/// A number in a record that tells the length of the record: bytes of a number, or digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LengthField {
    at: usize,
    bytes: usize,
    order: Endianness,
    is_digits: bool,
    times: u64,
    adjust: i64,
}
