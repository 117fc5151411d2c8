//! What can go wrong. An error has a kind, which says in parts what failed, and one of MPI's error classes.

use std::borrow::Cow;
use std::fmt;

use crate::loss::Event;
use crate::predefined::Predefined;

/// The longest name of a representation, in bytes.
pub(crate) const MAX_NAME: usize = 128;

/// MPI's class of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorClass {
    /// `MPI_ERR_CONVERSION`: an item cannot be converted, and its rule is `error`.
    Conversion,
    /// `MPI_ERR_COUNT`: buffers whose lengths do not match.
    Count,
    /// `MPI_ERR_TYPE`: a type that the representation does not support.
    Type,
    /// `MPI_ERR_DUP_DATAREP`: the name is defined already.
    DupDatarep,
    /// `MPI_ERR_BUFFER`: items that lie outside the buffer.
    Buffer,
    /// `MPI_ERR_VALUE_TOO_LARGE`: a number that does not fit in 64 bits.
    ValueTooLarge,
    /// `MPI_ERR_ARG`: another argument, such as a name that is empty or too long.
    Arg,
    /// `MPI_ERR_ACCESS`: permission denied, or an access that the mode of the file does not allow.
    Access,
    /// `MPI_ERR_AMODE`: modes of a file that exclude each other.
    Amode,
    /// `MPI_ERR_BAD_FILE`: a path that names no file, such as the path of a directory.
    BadFile,
    /// `MPI_ERR_FILE_EXISTS`: the file exists already.
    FileExists,
    /// `MPI_ERR_FILE_IN_USE`: the file is open elsewhere, and one of the two has the mode `UNIQUE_OPEN`.
    FileInUse,
    /// `MPI_ERR_NO_SUCH_FILE`: there is no such file.
    NoSuchFile,
    /// `MPI_ERR_NO_SPACE`: the device is full.
    NoSpace,
    /// `MPI_ERR_QUOTA`: the quota is exceeded.
    Quota,
    /// `MPI_ERR_READ_ONLY`: a file, or a file system, that can only be read.
    ReadOnly,
    /// `MPI_ERR_UNSUPPORTED_DATAREP`: no representation has this name.
    UnsupportedDatarep,
    /// `MPI_ERR_UNSUPPORTED_OPERATION`: an operation that this file, or the place of the call, does not allow.
    UnsupportedOperation,
    /// `MPI_ERR_REQUEST`: accesses that have begun are not completed.
    Request,
    /// `MPI_ERR_NO_MEM`: the system has no memory for a buffer.
    NoMemory,
    /// `MPI_ERR_IO`: another failure of the operating system.
    Io,
}

impl ErrorClass {
    /// The name of the class in MPI.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorClass::Conversion => "MPI_ERR_CONVERSION",
            ErrorClass::Count => "MPI_ERR_COUNT",
            ErrorClass::Type => "MPI_ERR_TYPE",
            ErrorClass::DupDatarep => "MPI_ERR_DUP_DATAREP",
            ErrorClass::Buffer => "MPI_ERR_BUFFER",
            ErrorClass::ValueTooLarge => "MPI_ERR_VALUE_TOO_LARGE",
            ErrorClass::Arg => "MPI_ERR_ARG",
            ErrorClass::Access => "MPI_ERR_ACCESS",
            ErrorClass::Amode => "MPI_ERR_AMODE",
            ErrorClass::BadFile => "MPI_ERR_BAD_FILE",
            ErrorClass::FileExists => "MPI_ERR_FILE_EXISTS",
            ErrorClass::FileInUse => "MPI_ERR_FILE_IN_USE",
            ErrorClass::NoSuchFile => "MPI_ERR_NO_SUCH_FILE",
            ErrorClass::NoSpace => "MPI_ERR_NO_SPACE",
            ErrorClass::Quota => "MPI_ERR_QUOTA",
            ErrorClass::ReadOnly => "MPI_ERR_READ_ONLY",
            ErrorClass::UnsupportedDatarep => "MPI_ERR_UNSUPPORTED_DATAREP",
            ErrorClass::UnsupportedOperation => "MPI_ERR_UNSUPPORTED_OPERATION",
            ErrorClass::Request => "MPI_ERR_REQUEST",
            ErrorClass::NoMemory => "MPI_ERR_NO_MEM",
            ErrorClass::Io => "MPI_ERR_IO",
        }
    }
}

/// Why a call failed.
///
/// ```
/// use datarep::{ErrorClass, standard::ibm370};
/// let error = ibm370::to_bytes(&[1.0, 1e300]).unwrap_err();
/// assert_eq!(error.class(), ErrorClass::Conversion);
/// assert_eq!(
///     error.to_string(),
///     "item 1 of datarep `ibm370`: 1e300 does not fit in `hfp64` (`real 8 => hfp64`, on write: overflow => error)",
/// );
/// ```
///
/// `Debug` gives the same text, because a program whose `main` returns the error prints that. [`Error::kind`] has the
/// parts.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<ErrorKind>);

/// The kinds of failures.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An item met an event whose rule is `error`. The items before it are converted.
    Conversion {
        /// The representation's name.
        datarep: Cow<'static, str>,
        /// What happened.
        fault: Fault,
    },
    /// The bytes are not a whole number of items.
    Straddle {
        /// Bytes given.
        bytes: usize,
        /// Bytes of one item.
        extent: usize,
    },
    /// The number of bytes is not that of the native items.
    Length {
        /// Bytes given.
        bytes: usize,
        /// Native items given.
        items: usize,
        /// Bytes of one item.
        extent: usize,
    },
    /// The representation does not support the type.
    Unsupported {
        /// The representation's name.
        datarep: Cow<'static, str>,
        /// The type.
        predefined: Predefined,
    },
    /// The native type does not match the predefined type.
    Native {
        /// The Rust type given.
        native: &'static str,
        /// The type.
        predefined: Predefined,
    },
    /// The name is defined already.
    Duplicate {
        /// The name.
        name: String,
    },
    /// The name is empty or too long.
    Name {
        /// The name.
        name: String,
    },
    /// A bound, an extent or a count of a datatype that does not fit in 64 bits.
    TooLarge {
        /// The name of the number.
        what: &'static str,
    },
    /// An invalid count.
    Count {
        /// The constructor or the call.
        routine: &'static str,
        /// What is wrong, and with which entry.
        reason: String,
    },
    /// Another invalid argument.
    Argument {
        /// The constructor or the call.
        routine: &'static str,
        /// What is wrong, and with which entry.
        reason: String,
    },
    /// Constructors nested too deep.
    Nesting {
        /// The deepest that is allowed.
        deepest: usize,
    },
    /// Items that lie outside the native buffer. Nothing is converted.
    Bounds {
        /// The lowest byte that the items touch, as an index of the buffer.
        low: i128,
        /// The index after the highest byte that they touch.
        high: i128,
        /// Bytes of the buffer.
        bytes: usize,
    },
    /// The number of bytes of the file is not that of the items. Nothing is converted.
    FileLength {
        /// Bytes given.
        bytes: usize,
        /// Bytes that the items take.
        needed: i128,
        /// Items asked for.
        items: i64,
    },
    /// A conversion function of a user failed.
    Function {
        /// The representation's name.
        datarep: String,
        /// Which of its functions failed.
        direction: Direction,
        /// The position of the item, or of the first item of the call.
        item: i64,
        /// The message of the function, or of its panic.
        message: String,
    },
    /// A datatype that the standard calls erroneous in its role.
    View {
        /// The role of the datatype in the view or the access.
        role: Role,
        /// What is wrong, and with which entry.
        reason: String,
    },
    /// An extent function of a user failed or returned an invalid extent.
    Extent {
        /// The representation's name.
        datarep: String,
        /// The type.
        predefined: Predefined,
        /// What is wrong.
        message: String,
    },
    /// An access to a file that failed or is not allowed.
    File {
        /// The routine.
        routine: &'static str,
        /// The file.
        path: String,
        /// MPI's class.
        class: ErrorClass,
        /// What is wrong.
        reason: String,
        /// Items that were read or written before the failure. They are correct.
        items: i64,
    },
}

/// Which way items are converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// File to native.
    Read,
    /// Native to file.
    Write,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Read => "read",
            Direction::Write => "write",
        })
    }
}

/// The role of a datatype in a view or an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The etype of a view.
    Etype,
    /// The filetype of a view.
    Filetype,
    /// The datatype of the buffer of an access.
    Buffer,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Etype => "etype",
            Role::Filetype => "filetype",
            Role::Buffer => "datatype of the buffer",
        })
    }
}

/// An item that could not be converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Index of the item in the call.
    pub item: usize,
    /// The field of a struct or the element of an array, such as `header.scale[2]`. Empty for a plain item.
    pub path: String,
    /// What happened.
    pub event: Event,
    /// The native value, or the bytes of the file.
    pub value: String,
    /// The file's format.
    pub format: Cow<'static, str>,
    /// The mapping, such as `real 8 => hfp64`.
    pub mapping: Cow<'static, str>,
    /// Whether the item was read or written.
    pub direction: Direction,
}

/// Bytes in hexadecimal, for messages.
pub(crate) fn format_bytes(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

impl Fault {
    /// This fault, with its path extended by `field`, the struct's field that contains the item.
    #[must_use]
    pub fn within(mut self, field: &str) -> Fault {
        // An index follows its field without a point: `field[3].re`.
        let separator = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{field}{separator}{}", self.path);
        self
    }
}

impl Error {
    /// MPI's class of the error.
    pub fn class(&self) -> ErrorClass {
        match self.kind() {
            // Whatever fails in a program's function is a failed conversion to MPI.
            ErrorKind::Conversion { .. } | ErrorKind::Function { .. } | ErrorKind::Extent { .. } => {
                ErrorClass::Conversion
            }
            ErrorKind::Straddle { .. }
            | ErrorKind::Length { .. }
            | ErrorKind::FileLength { .. }
            | ErrorKind::Count { .. } => ErrorClass::Count,
            ErrorKind::Unsupported { .. }
            | ErrorKind::Native { .. }
            | ErrorKind::View { .. }
            | ErrorKind::Nesting { .. } => ErrorClass::Type,
            ErrorKind::Duplicate { .. } => ErrorClass::DupDatarep,
            ErrorKind::Name { .. } | ErrorKind::Argument { .. } => ErrorClass::Arg,
            ErrorKind::TooLarge { .. } => ErrorClass::ValueTooLarge,
            ErrorKind::Bounds { .. } => ErrorClass::Buffer,
            ErrorKind::File { class, .. } => *class,
        }
    }

    /// What failed, in parts.
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// How many items of the call were read or written before the failure, if the error says so. They are correct.
    ///
    /// ```
    /// use datarep::standard::ibm370;
    /// assert_eq!(ibm370::to_bytes(&[1.0, 1e300]).unwrap_err().items_done(), Some(1));
    /// ```
    pub fn items_done(&self) -> Option<i64> {
        match self.kind() {
            ErrorKind::Conversion { fault, .. } => i64::try_from(fault.item).ok(),
            ErrorKind::Function { item, .. } | ErrorKind::File { items: item, .. } => Some(*item),
            _ => None,
        }
    }

    /// This error, for a call that begins `items` items earlier.
    pub(crate) fn after(self, items: usize) -> Error {
        self.shift_items(i64::try_from(items).unwrap_or(i64::MAX))
    }

    /// This error, for a call that begins `items` items earlier.
    pub(crate) fn shift_items(mut self, items: i64) -> Error {
        match &mut *self.0 {
            ErrorKind::Conversion { fault, .. } => {
                // Saturates: a wrong place in a message is better than a panic.
                fault.item = fault.item.saturating_add(usize::try_from(items).unwrap_or(usize::MAX));
            }
            ErrorKind::Function { item, .. } => *item = item.saturating_add(items),
            // No other error counts items from the start of the call.
            _ => {}
        }
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Error {
        Error(Box::new(kind))
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A program whose `main` returns the error prints it by `Debug`, and should print a sentence.
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ErrorKind::Conversion { datarep, fault } => {
                write!(f, "item {} of datarep `{datarep}`: {fault}", fault.item)
            }
            ErrorKind::Straddle { bytes, extent } => {
                // No division by zero: `count_whole_items` reports an extent of zero as `Length`.
                let (whole, rest) = (bytes / extent, bytes % extent);
                write!(
                    f,
                    "{} are {} of {}, and {rest} more: the last item is incomplete",
                    CountedNoun(bytes, "byte"),
                    CountedNoun(whole, "whole item"),
                    CountedNoun(extent, "byte"),
                )
            }
            ErrorKind::Length { bytes, items, extent } => {
                let [bytes, extent] = [bytes, extent].map(|bytes| CountedNoun(bytes, "byte"));
                let verb = if *items == 1 { "does" } else { "do" };
                write!(f, "{} of {extent} {verb} not fit {bytes} of file", CountedNoun(items, "item"))
            }
            ErrorKind::Unsupported { datarep, predefined } => {
                write!(f, "`{predefined}` is unsupported in datarep `{datarep}`")
            }
            ErrorKind::Native { native, predefined } => {
                write!(f, "`{native}` is not the native type of `{predefined}`")
            }
            ErrorKind::Duplicate { name } => write!(f, "a datarep named `{name}` is defined already"),
            ErrorKind::Name { name } if name.is_empty() => f.write_str("a datarep's name cannot be empty"),
            ErrorKind::Name { name } => {
                let max = MAX_NAME;
                write!(f, "the name of a datarep has at most {max} bytes, this one has {}", name.len())
            }
            ErrorKind::TooLarge { what } => write!(f, "the {what} does not fit in 64 bits"),
            ErrorKind::Count { routine, reason } | ErrorKind::Argument { routine, reason } => {
                write!(f, "`{routine}`: {reason}")
            }
            ErrorKind::View { role, reason } => write!(f, "the {role} {reason}"),
            ErrorKind::Nesting { deepest } => write!(f, "more than {deepest} datatypes are nested"),
            ErrorKind::Bounds { low, high, bytes } => {
                write!(f, "the items lie at {low}..{high}, the buffer has {}", CountedNoun(bytes, "byte"))
            }
            ErrorKind::FileLength { bytes, needed, items } => {
                let verb = if *items == 1 { "takes" } else { "take" };
                let (items, needed) = (CountedNoun(items, "item"), CountedNoun(needed, "byte"));
                write!(f, "{items} {verb} {needed} of file, not {bytes}")
            }
            ErrorKind::Function { datarep, direction, item, message } => {
                write!(f, "item {item} of datarep `{datarep}`: its {direction} function: {message}")
            }
            ErrorKind::File { routine, path, reason, items, .. } => {
                write!(f, "`{routine}` of `{path}`: {reason}")?;
                if *items == 0 { Ok(()) } else { write!(f, ", after {}", CountedNoun(items, "item")) }
            }
            ErrorKind::Extent { datarep, predefined, message } => {
                write!(f, "the extent of `{predefined}` in datarep `{datarep}`: {message}")
            }
        }
    }
}

/// A count and its noun, in the singular or the plural.
pub(crate) struct CountedNoun<N>(pub(crate) N, pub(crate) &'static str);

impl<N: fmt::Display> fmt::Display for CountedNoun<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CountedNoun(number, noun) = self;
        let number = number.to_string();
        let plural = if number == "1" { "" } else { "s" };
        write!(f, "{number} {noun}{plural}")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "`{}`: ", self.path)?;
        }
        let Fault { value, format, mapping, direction, event, .. } = self;
        match (*event, *direction) {
            (Event::Inexact, Direction::Write) => write!(f, "{value} is not exactly a value of `{format}`")?,
            (Event::Inexact, _) => write!(f, "the {value} of `{format}` is not exactly a native value")?,
            // On writing, the value is the program's number. On reading, it is the bytes of the file, which need the
            // word "the".
            (Event::Overflow | Event::Underflow, Direction::Write) => {
                write!(f, "{value} does not fit in `{format}`")?;
            }
            (Event::Overflow | Event::Underflow, _) => {
                write!(f, "the {value} of `{format}` does not fit in the native type")?;
            }
            (Event::Reserved, _) => write!(f, "{value} is a reserved operand of `{format}`")?,
            (Event::Infinity | Event::Nan | Event::NegativeZero, Direction::Write) => {
                write!(f, "{value} cannot be kept in `{format}`")?;
            }
            (Event::Infinity | Event::Nan | Event::NegativeZero, _) => {
                write!(f, "the {value} of `{format}` cannot be kept")?;
            }
            (Event::Invalid, _) => write!(f, "{value} are not decimal digits of `{format}`")?,
            (Event::Missing, _) => write!(f, "{value} is a missing value of `{format}`")?,
            (Event::Noncanonical, _) => write!(f, "{value} is not how `{format}` writes that value")?,
            (Event::Unmapped, Direction::Write) => write!(f, "{value} has no place in `{format}`")?,
            (Event::Unmapped, _) => write!(f, "the {value} of `{format}` has no meaning")?,
        }
        // The mapping, the direction and the rule are what a text must change so that the item is no fault.
        write!(f, " (`{mapping}`, on {direction}: {event} => error)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_main_prints_is_the_message() {
        let error = Error::from(ErrorKind::Length { bytes: 1, items: 2, extent: 4 });
        assert_eq!(format!("{error:?}"), error.to_string());
        assert_eq!(format!("{error:#?}"), error.to_string());
    }

    #[test]
    fn one_is_not_many() {
        let text = |kind: ErrorKind| Error::from(kind).to_string();
        let length = |items, extent| text(ErrorKind::Length { bytes: 1, items, extent });
        assert_eq!(length(1, 4), "1 item of 4 bytes does not fit 1 byte of file");
        assert_eq!(length(2, 1), "2 items of 1 byte do not fit 1 byte of file");
        let file = |items| text(ErrorKind::FileLength { bytes: 1, needed: 4, items });
        assert_eq!(file(1), "1 item takes 4 bytes of file, not 1");
        assert_eq!(file(0), "0 items take 4 bytes of file, not 1");
        assert_eq!(
            text(ErrorKind::Straddle { bytes: 5, extent: 4 }),
            "5 bytes are 1 whole item of 4 bytes, and 1 more: the last item is incomplete"
        );
    }
}
