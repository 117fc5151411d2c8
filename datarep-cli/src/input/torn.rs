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
pub(crate) struct TornRecords {
    records: Vec<TornRecord>,
    /// The bytes of memory that they take.
    bytes: usize,
}

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
        let passed_text =
            if bytes.len() == 1 { "1 byte is".to_owned() } else { format!("{} bytes are", bytes.len()) };
        let why = format!("{error}; {passed_text} passed over");
        TornRecord { file: file.clone(), number: 0, at, bytes, field: None, field_at: at, why }
    }
}

impl TornRecord {
    /// The bytes of memory that it takes.
    fn count_bytes(&self) -> usize {
        let field = self.field.as_ref().map_or(0, String::len);
        size_of::<TornRecord>() + self.bytes.len() + self.why.len() + field
    }

    /// The record and its field, for people.
    pub(crate) fn to_text(&self) -> String {
        let TornRecord { file, number, at, field, field_at, why, .. } = self;
        let origin = file.format_origin();
        let description = match field.as_deref() {
            None => why.clone(),
            Some("") => format!("a field without a name at byte {field_at} {why}"),
            Some(field) => format!("`{field}` at byte {field_at} {why}"),
        };
        format!("record {number} at byte {at}{origin}: {description}")
    }
}

impl TornRecords {
    pub(super) fn push(&mut self, torn: TornRecord) {
        self.bytes += torn.count_bytes();
        self.records.push(torn);
    }

    /// The bytes of memory that the records take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes those that stand before a block, or all at the end.
    pub(super) fn take_before(&mut self, block: Option<&RecordBlock>) -> Vec<TornRecord> {
        let stands_before = |torn: &TornRecord| {
            // Numbers begin again in each file. A torn record of another file than the block's is one of an earlier
            // file.
            block.is_none_or(|block| torn.number < block.first || !Arc::ptr_eq(&torn.file, &block.file))
        };
        let count = self.records.iter().take_while(|torn| stands_before(torn)).count();
        let torn_records: Vec<TornRecord> = self.records.drain(..count).collect();
        self.bytes -= torn_records.iter().map(TornRecord::count_bytes).sum::<usize>();
        torn_records
    }
}

#[cfg(test)]
mod tests {
    use datarep_dynamic::Text;

    use super::super::BLOCK;
    use super::super::records::RecordInput;
    use crate::args::ItemOptions;

    /// Of a file with nothing but torn records, a few are in memory at a time, whatever is wrong with them.
    #[test]
    fn torn_records_are_handed_out_before_the_next_good_one() {
        const MANY: usize = 100_000;
        let text = Text::parse("record r { a: u8; b: u16; }").unwrap_or_else(|error| panic!("{error}"));
        let record = text.record("r").expect("it is in the text");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("records");
        // Each is too short; then a good one.
        let mut file = [0, 6, 0, 0, 1, 2].repeat(MANY);
        file.extend([0, 7, 0, 0, 1, 2, 3]);
        std::fs::write(&path, &file).expect("a file");
        let marks = Some("rdw".parse().expect("marks"));
        let items = ItemOptions { marks, ..ItemOptions::default() };
        let mut input = RecordInput::open(&path, &items, record).unwrap_or_else(|fault| panic!("{fault}"));
        input.pass_over_torn();
        let (mut torn_count, mut calls, mut good) = (0, 0, 0);
        while let Some(block) = input.next().unwrap_or_else(|fault| panic!("{fault}")) {
            let torn = input.take_torn(Some(&block));
            let bytes: usize = torn.iter().map(super::TornRecord::count_bytes).sum();
            assert!(bytes < BLOCK + 1000, "{bytes}");
            assert!(torn.iter().zip(torn_count..).all(|(torn, number)| torn.number == number));
            torn_count += torn.len() as u64;
            calls += 1;
            good += usize::from(!input.is_behind_torn());
            assert_eq!(block.bytes.is_empty(), input.is_behind_torn());
        }
        assert_eq!((torn_count, good), (MANY as u64, 1));
        assert!(calls > 10, "{calls}");
    }
}
