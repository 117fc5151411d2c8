//! Records that do not fit between their marks, or whose marks are wrong, where the marks say at which byte the next one begins.

use std::io;
use std::sync::Arc;

use datarep::error::ErrorKind;
use datarep_dynamic::Error;
use datarep_dynamic::record::RecordError;

use super::block::RecordBlock;
use super::records::InputFile;

/// Bytes between marks that are no whole records, or from a wrong mark to the next one that is known. They count as one record.
#[derive(Debug)]
pub(crate) struct TornRecord {
    pub(crate) file: Arc<InputFile>,
    /// The number in the file, and the byte at which it begins.
    pub(crate) number: u64,
    pub(crate) at: u64,
    pub(crate) bytes: Vec<u8>,
    /// The field that does not fit, which may have no name, and its byte; nothing if it is a mark that is wrong.
    pub(crate) field: Option<String>,
    pub(crate) field_at: u64,
    /// What is wrong with it.
    pub(crate) why: String,
}

/// Torn records that were passed over, and are not counted yet.
#[derive(Debug, Default)]
pub(crate) struct TornRecords(Vec<TornRecord>);

impl TornRecord {
    /// The record between marks for which fields do not fit; `None` if the error says something else. Its number is given later.
    pub(super) fn new(error: &Error, file: &Arc<InputFile>, at: u64, bytes: &[u8]) -> Option<TornRecord> {
        let Error::Record(error) = error else { return None };
        let (field, offset, why) = match error.as_ref() {
            RecordError::Ends { field, offset, bytes, left, .. } => {
                (field, offset, format!("needs {bytes} bytes, and {left} are left"))
            }
            RecordError::Count { field, offset, count, .. } => {
                (field, offset, format!("has no count: {count}"))
            }
            RecordError::WrongCount { field, offset, count, why, .. } => {
                (field, offset, format!("has the count `{count}`, which {why}"))
            }
            RecordError::EmptyTexts { field, offset, texts, .. } => {
                (field, offset, format!("has {texts} texts without characters"))
            }
            // The field that decides has the wrong value, and not the choice.
            RecordError::NoAlternative { field, offset, selector, value, .. } => {
                (selector, offset, format!("is {value}, for which `{field}` has no alternative"))
            }
            RecordError::NoneValid { field, offset, .. } => {
                (field, offset, "has no valid alternative".to_owned())
            }
            RecordError::Overfull { field, offset, bytes, .. } => {
                (field, offset, format!("is longer than its {bytes} bytes"))
            }
            RecordError::Item { field, offset, error, .. } => match error.kind() {
                ErrorKind::Conversion { fault, .. } => {
                    (field, offset, format!("cannot be read: {} ({})", fault.event.word(), fault.value))
                }
                _ => return None,
            },
            _ => return None,
        };
        let (file, field, field_at) = (file.clone(), Some(field.clone()), at + *offset as u64);
        Some(TornRecord { file, number: 0, at, bytes: bytes.to_vec(), field, field_at, why })
    }

    /// The bytes that are passed over because of a wrong mark.
    pub(super) fn from_mark(error: &io::Error, file: &Arc<InputFile>, at: u64, bytes: Vec<u8>) -> TornRecord {
        let passed =
            if bytes.len() == 1 { "1 byte is".to_owned() } else { format!("{} bytes are", bytes.len()) };
        let why = format!("{error}; {passed} passed over");
        TornRecord { file: file.clone(), number: 0, at, bytes, field: None, field_at: at, why }
    }
}

impl TornRecord {
    /// The record and its field, for people.
    pub(crate) fn to_text(&self) -> String {
        let TornRecord { file, number, at, field, field_at, why, .. } = self;
        let of = file.as_addition();
        let what = match field.as_deref() {
            None => why.clone(),
            Some("") => format!("a field without a name at byte {field_at} {why}"),
            Some(field) => format!("`{field}` at byte {field_at} {why}"),
        };
        format!("record {number} at byte {at}{of}: {what}")
    }
}

impl TornRecords {
    pub(super) fn push(&mut self, torn: TornRecord) {
        self.0.push(torn);
    }

    /// Takes those that stand before a block, or all at the end.
    pub(super) fn take_before(&mut self, block: Option<&RecordBlock>) -> Vec<TornRecord> {
        let stands_before = |torn: &TornRecord| {
            // Numbers begin again in each file. A torn record of another file than the block's is one of an earlier
            // file.
            block.is_none_or(|block| torn.number < block.first || !Arc::ptr_eq(&torn.file, &block.file))
        };
        let count = self.0.iter().take_while(|torn| stands_before(torn)).count();
        self.0.drain(..count).collect()
    }
}
