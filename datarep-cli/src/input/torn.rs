//! Records that do not fit between their marks, where the marks say at which byte the next one begins.

use std::rc::Rc;

use datarep::error::ErrorKind;
use datarep_dynamic::Error;
use datarep_dynamic::record::RecordError;

use super::records::{Block, InputFile};

/// Bytes between marks that are no whole records. They count as one record.
#[derive(Debug)]
pub(crate) struct TornRecord {
    pub(crate) file: Rc<InputFile>,
    /// The number in the file, and the byte at which it begins.
    pub(crate) number: u64,
    pub(crate) at: u64,
    pub(crate) bytes: Vec<u8>,
    /// The field that does not fit, if it has a name, and its byte.
    pub(crate) field: String,
    pub(crate) field_at: u64,
    /// What is wrong with it.
    pub(crate) why: String,
}

/// Torn records that were passed over, and are not counted yet.
#[derive(Debug, Default)]
pub(crate) struct TornRecords(Vec<TornRecord>);

impl TornRecord {
    /// The record between marks for which fields do not fit; `None` if the error says something else.
    pub(super) fn new(
        error: &Error,
        file: &Rc<InputFile>,
        number: u64,
        at: u64,
        bytes: &[u8],
    ) -> Option<TornRecord> {
        let Error::Record(error) = error else { return None };
        let (field, offset, why) = match error.as_ref() {
            RecordError::Ends { field, offset, bytes, left, .. } => {
                (field, offset, format!("needs {bytes} bytes, and {left} are left"))
            }
            RecordError::Count { field, offset, count, .. } => {
                (field, offset, format!("has no count: {count}"))
            }
            RecordError::EmptyTexts { field, offset, texts, .. } => {
                (field, offset, format!("has {texts} texts without characters"))
            }
            RecordError::Item { field, offset, error, .. } => match error.kind() {
                ErrorKind::Conversion { fault, .. } => {
                    (field, offset, format!("cannot be read: {} ({})", fault.event.word(), fault.value))
                }
                _ => return None,
            },
            _ => return None,
        };
        let (file, field, field_at) = (file.clone(), field.clone(), at + *offset as u64);
        Some(TornRecord { file, number, at, bytes: bytes.to_vec(), field, field_at, why })
    }
}

impl TornRecord {
    /// The record and its field, for people.
    pub(crate) fn to_text(&self) -> String {
        let TornRecord { file, number, at, field, field_at, why, .. } = self;
        let of = file.as_addition();
        let field = if field.is_empty() { "a field without a name".to_owned() } else { format!("`{field}`") };
        format!("record {number} at byte {at}{of}: {field} at byte {field_at} {why}")
    }
}

impl TornRecords {
    pub(super) fn push(&mut self, torn: TornRecord) {
        self.0.push(torn);
    }

    /// Takes those that stand before a block, or all at the end.
    pub(super) fn take_before(&mut self, block: Option<&Block>) -> Vec<TornRecord> {
        let stands_before = |torn: &TornRecord| {
            block.is_none_or(|block| torn.number < block.first || !Rc::ptr_eq(&torn.file, &block.file))
        };
        let count = self.0.iter().take_while(|torn| stands_before(torn)).count();
        self.0.drain(..count).collect()
    }
}
