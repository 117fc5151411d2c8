//! The columns of a block of records, and the traits of what encodes and writes them.

#[cfg(feature = "columnar")]
use arrow_array::ArrayRef;
use datarep_dsl::model::Format;
use datarep_dynamic::record::{Field, Losses, Rows, Values};

use crate::failure::CliFailure;
use crate::input::RecordBlock;

/// The values of a field in a block.
#[derive(Clone)]
pub(super) struct FieldColumn {
    pub(super) values: Values,
    /// The number of values in each record; `None` if all records have equally many.
    pub(super) each: Option<Vec<usize>>,
}

/// What a writer needs to know about a field.
#[derive(Debug)]
pub(super) struct FieldShape<'r> {
    pub(super) field: &'r Field,
    /// The name of its column.
    pub(super) name: &'r str,
    /// Whether its items may be missing.
    pub(super) is_nullable: bool,
    /// Whether it is a field of these records, and no column beside them.
    #[cfg_attr(
        not(feature = "columnar"),
        expect(dead_code, reason = "only the structs of tables ask for it")
    )]
    pub(super) is_own: bool,
    /// The format of its items; `None` for bytes.
    #[cfg_attr(
        not(feature = "columnar"),
        expect(dead_code, reason = "only the columns of tables ask for it")
    )]
    pub(super) format: Option<&'r Format>,
}

/// What a field lost when it was written.
pub(super) struct WrittenFieldLosses {
    /// The number of the field in the source.
    pub(super) field: usize,
    pub(super) losses: Losses,
}

/// Records in the form of the new file.
#[derive(Default)]
pub(super) struct EncodedRecords {
    /// How many there are.
    pub(super) records: usize,
    /// Their bytes, but for those of a table.
    pub(super) bytes: Vec<u8>,
    /// The byte at which each ends, if marks may be put between them.
    pub(super) ends: Vec<usize>,
    /// The columns of a table.
    #[cfg(feature = "columnar")]
    pub(super) arrays: Vec<ArrayRef>,
    /// What was lost.
    pub(super) losses: Vec<WrittenFieldLosses>,
}

impl EncodedRecords {
    /// Records with these bytes.
    pub(super) fn new(records: usize, bytes: Vec<u8>) -> EncodedRecords {
        EncodedRecords { records, bytes, ..EncodedRecords::default() }
    }
}

/// Encodes records in the form of the new file. An encoder has no state, so that several threads
/// can use it at once.
pub(super) trait RecordEncoder: Sync {
    /// Encodes the records of a block, given as a column for each field. `bytes` is memory that may be used. An encoder may keep
    /// columns; the memory of those that it leaves is used for other blocks.
    fn encode(
        &self,
        columns: &mut Vec<FieldColumn>,
        records: usize,
        block: &RecordBlock,
        bytes: Vec<u8>,
    ) -> Result<EncodedRecords, CliFailure>;

    /// The columns of a table of Parquet or Arrow.
    #[cfg(feature = "columnar")]
    fn list_columns(&self) -> Vec<arrow_schema::FieldRef> {
        Vec::new()
    }
}

/// Where records go.
pub(super) trait RecordWriter {
    /// Writes records, which the encoder of the same kind of file has made.
    fn write(&mut self, records: &mut EncodedRecords) -> Result<(), CliFailure>;

    /// About how many bytes the file has by now.
    fn written_bytes(&self) -> u64;

    /// Ends the file, and returns its bytes.
    fn finish(self: Box<Self>) -> Result<u64, CliFailure>;
}

impl FieldColumn {
    /// The values of a field of records.
    pub(super) fn new(values: Values, rows: &Rows<'_>, field: usize) -> FieldColumn {
        let varies = rows.record().fields()[field].items().is_none();
        FieldColumn { values, each: varies.then(|| rows.values_of_each(field)) }
    }

    /// The values, including those of missing items, which mean nothing.
    pub(super) fn values_with_missing(&self) -> &Values {
        self.values.present()
    }

    /// Whether an item is missing.
    pub(super) fn is_missing(&self, index: usize) -> bool {
        self.values.missing().is_some_and(|missing| missing[index])
    }

    /// The ranges of the items of each record.
    pub(super) fn item_ranges(&self, records: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let fixed = self.values.len() / records.max(1);
        let mut position = 0;
        (0..records).map(move |record| {
            let count = self.each.as_ref().map_or(fixed, |counts| counts[record]);
            let begin = position;
            position += count;
            begin..position
        })
    }
}

/// The number of missing items.
pub(super) fn count_missing(values: &Values) -> u64 {
    values.missing().map_or(0, |missing| missing.iter().filter(|is_missing| **is_missing).count() as u64)
}

/// Evaluates an expression for the values of a field, by their type.
macro_rules! with_values {
    ($values:expr, $cells:ident => $body:expr, $texts:ident => $of_texts:expr, $bytes:ident => $of_bytes:expr, $other:expr) => {
        match $values {
            ::datarep_dynamic::record::Values::I8($cells) => $body,
            ::datarep_dynamic::record::Values::I16($cells) => $body,
            ::datarep_dynamic::record::Values::I32($cells) => $body,
            ::datarep_dynamic::record::Values::I64($cells) => $body,
            ::datarep_dynamic::record::Values::I128($cells) => $body,
            ::datarep_dynamic::record::Values::U8($cells) => $body,
            ::datarep_dynamic::record::Values::U16($cells) => $body,
            ::datarep_dynamic::record::Values::U32($cells) => $body,
            ::datarep_dynamic::record::Values::U64($cells) => $body,
            ::datarep_dynamic::record::Values::U128($cells) => $body,
            ::datarep_dynamic::record::Values::F32($cells) => $body,
            ::datarep_dynamic::record::Values::F64($cells) => $body,
            ::datarep_dynamic::record::Values::Bool($cells) => $body,
            ::datarep_dynamic::record::Values::Char($cells) => $body,
            ::datarep_dynamic::record::Values::Decimal($cells) => $body,
            ::datarep_dynamic::record::Values::Text($texts) => $of_texts,
            ::datarep_dynamic::record::Values::Bytes($bytes) => $of_bytes,
            _ => $other,
        }
    };
}
pub(super) use with_values;
