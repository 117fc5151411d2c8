//! Why records cannot be read: the file, the record and the field.

use std::fmt;
use std::io;

use arrow_schema::ArrowError;
use datarep::error::ErrorKind;
use datarep_dynamic::Error;
use datarep_dynamic::record::RecordError;

use crate::blocks::FilePlace;

/// Why the records of a file cannot be read.
///
/// It is the source of the [`ArrowError::ExternalError`] that a [`Reader`](crate::Reader) returns.
#[derive(Debug)]
pub struct ReadError {
    file: String,
    record: Option<u64>,
    field: Option<String>,
    message: String,
    source: Option<io::Error>,
}

impl ReadError {
    /// The error of a block of records. `locate` says where a byte of a record of the block is in the file.
    pub(crate) fn from_record(
        file: &str,
        error: &Error,
        locate: impl FnOnce(usize, usize) -> FilePlace,
    ) -> ReadError {
        let mut error = error.clone();
        let record = match &mut error {
            // The error counts from the beginning of the block, and a person looks in the file.
            Error::Record(error) => error.place_mut().map(|(record, offset)| {
                let place = locate(*record, *offset);
                (*record, *offset) = (
                    place.record.try_into().unwrap_or(usize::MAX),
                    place.byte.try_into().unwrap_or(usize::MAX),
                );
                place.record
            }),
            _ => None,
        };
        let field = match &error {
            Error::Record(error) => find_faulty_field(error).map(str::to_owned),
            _ => None,
        };
        ReadError {
            file: file.to_owned(),
            record,
            field,
            message: describe_error(file, &error),
            source: None,
        }
    }

    /// The error of a file that cannot be read at all, or whose marks are wrong.
    pub(crate) fn from_io(file: &str, record: u64, error: io::Error) -> ReadError {
        let message = format!("cannot read {file} at record {record}: {error}");
        ReadError { file: file.to_owned(), record: Some(record), field: None, message, source: Some(error) }
    }

    /// An error with a message of its own.
    pub(crate) fn new(file: &str, message: String) -> ReadError {
        ReadError { file: file.to_owned(), record: None, field: None, message, source: None }
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The number of the record in the file, counted from 0, if it is known.
    pub fn record(&self) -> Option<u64> {
        self.record
    }

    /// The path of the field, if the error is that of a field.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }

    /// The error of the source of bytes.
    pub fn io(&self) -> Option<&io::Error> {
        self.source.as_ref()
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The message has the text of the error itself, so that its own cause is the next one to show.
        self.source.as_ref().and_then(io::Error::source)
    }
}

impl From<ReadError> for ArrowError {
    fn from(error: ReadError) -> ArrowError {
        ArrowError::ExternalError(Box::new(error))
    }
}

/// What is wrong, with the names of the file, the record and the field.
fn describe_error(file: &str, error: &Error) -> String {
    let Error::Record(error) = error else { return format!("{file}: {error}") };
    match error.as_ref() {
        RecordError::Ends { record, field, offset, bytes, left } => {
            let field =
                if field.is_empty() { "a field without a name".to_owned() } else { format!("`{field}`") };
            format!(
                "{file} ends within record {record}: {field} at byte {offset} has {bytes} bytes, of which there are {left}"
            )
        }
        RecordError::Item { record, field, item, offset, error } => {
            // Most fields have one item, for which a number would only be noise.
            let item = if *item > 0 { format!(", item {item},") } else { String::new() };
            let title = format!("{file}: record {record}: `{field}`{item} at byte {offset}");
            let ErrorKind::Conversion { fault, .. } = error.kind() else {
                return format!("{title}: {error}");
            };
            let (event, format, value) = (fault.event.word(), &fault.format, &fault.value);
            format!("{title} cannot be read in `{format}`: {event} ({value})")
        }
        other => format!("{file}: {other}"),
    }
}

/// The field that is wrong.
fn find_faulty_field(error: &RecordError) -> Option<&str> {
    match error {
        RecordError::Ends { field, .. }
        | RecordError::Count { field, .. }
        | RecordError::WrongCount { field, .. }
        | RecordError::EmptyTexts { field, .. }
        | RecordError::Item { field, .. }
        | RecordError::Digits { field, .. }
        | RecordError::NoAlternative { field, .. }
        | RecordError::NoneValid { field, .. }
        | RecordError::Overfull { field, .. } => Some(field),
        _ => None,
    }
}
