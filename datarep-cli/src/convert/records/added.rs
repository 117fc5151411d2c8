//! Columns that are no fields of the record: its bad items, its number, its file, its place there, and its bytes.
//!
//! What writes columns knows them by fields. So these columns are the fields of a record of their own, which is never read.

use std::collections::BTreeMap;

use datarep_dynamic::record::{Texts, Values};
use datarep_dynamic::{Record, Text};

use crate::args::{self, AddedColumn};
use crate::failure::Failure;
use crate::input::Block;

use super::column::{Column, Shape};
use super::{Sink, list_formats};

/// The columns that are added.
pub(super) struct Added {
    kinds: Vec<AddedColumn>,
    described: Record,
}

impl AddedColumn {
    /// The name of the column.
    fn name(self) -> &'static str {
        match self {
            AddedColumn::Error => "_error",
            AddedColumn::Record => "_record",
            AddedColumn::File => "_file",
            AddedColumn::Offset => "_offset",
            AddedColumn::Raw => "_raw",
        }
    }

    /// The path of its field in the record that describes the columns.
    fn path(self, is_fixed: bool) -> &'static str {
        match self {
            AddedColumn::Error => "error",
            AddedColumn::Record => "number",
            AddedColumn::File => "file",
            AddedColumn::Offset => "offset",
            AddedColumn::Raw if is_fixed => "raw",
            AddedColumn::Raw => "raw.part",
        }
    }
}

impl Added {
    /// Finds the columns, and checks that the new file can have them beside its fields.
    pub(super) fn new(
        convert: &args::Convert,
        record: &Record,
        fields: &[Shape<'_>],
        sink: &Sink,
    ) -> Result<Option<Added>, Failure> {
        let kinds = &convert.rows.add_columns;
        if kinds.is_empty() {
            return Ok(None);
        }
        if matches!(sink, Sink::Records(_)) {
            return Err(Failure::new(
                "`--add-columns` is for columns, and the new record has fields of its own",
            )
            .help("use `--to csv`, `--to parquet` or `--to arrow`"));
        }
        for (index, kind) in kinds.iter().enumerate() {
            let name = kind.name();
            if kinds[..index].contains(kind) {
                return Err(Failure::new(format!("`--add-columns` names `{name}` twice")));
            }
            if fields.iter().any(|shape| shape.name == name) {
                return Err(Failure::new(format!(
                    "`{}` has a field `{name}`, which is the name of the column that `--add-columns` adds",
                    record.name()
                ))
                .help("rename the field, or leave it out of `--columns`"));
            }
            if matches!(kind, AddedColumn::Error | AddedColumn::File) && matches!(sink, Sink::Npy) {
                return Err(Failure::new(format!(
                    "`{name}` has texts of any length, which an array of NumPy does not have"
                ))
                .help("use `--to csv`, `--to parquet` or `--to arrow`"));
            }
        }
        Ok(Some(Added { kinds: kinds.clone(), described: describe(record)? }))
    }

    /// What writers need to know of the columns.
    pub(super) fn shapes(&self) -> impl Iterator<Item = Shape<'_>> {
        let formats = list_formats(&self.described);
        self.kinds.iter().filter_map(move |kind| {
            let index = self.find_field(*kind)?;
            let field = &self.described.fields()[index];
            let is_nullable = *kind == AddedColumn::Error;
            Some(Shape { field, name: kind.name(), is_nullable, format: formats[index] })
        })
    }

    fn find_field(&self, kind: AddedColumn) -> Option<usize> {
        self.described.field(kind.path(true)).or_else(|| self.described.field(kind.path(false)))
    }

    /// Appends the columns for the records of a block. `errors` says what is wrong with those that are bad.
    pub(super) fn append(
        &self,
        record: &Record,
        block: &Block,
        errors: &BTreeMap<usize, String>,
        columns: &mut Vec<Column>,
    ) -> Result<(), Failure> {
        let starts = block.starts(record).map_err(|error| Failure::new(error.to_string()))?;
        let records = starts.len() - 1;
        columns.extend(self.kinds.iter().map(|kind| {
            let values = match kind {
                AddedColumn::Error => {
                    let error = |record: usize| errors.get(&record).map_or("", String::as_str);
                    let texts = (0..records).map(error).collect();
                    let missing = (0..records).map(|record| !errors.contains_key(&record)).collect();
                    Values::Nullable { values: Box::new(Values::Text(texts)), missing }
                }
                AddedColumn::Record => Values::U64((0..records).map(|record| block.number(record)).collect()),
                AddedColumn::File => Values::Text(Texts::repeat(&block.file.path.to_string_lossy(), records)),
                AddedColumn::Offset => {
                    Values::U64(starts[..records].iter().map(|start| block.offset(*start)).collect())
                }
                AddedColumn::Raw => Values::Bytes(block.bytes[..starts[records]].to_vec()),
            };
            let varies = *kind == AddedColumn::Raw && record.bytes().is_none();
            let each = varies.then(|| starts.windows(2).map(|record| record[1] - record[0]).collect());
            Column { values, each }
        }));
        Ok(())
    }
}

/// A record with a field for each column that may be added to those of `record`.
fn describe(record: &Record) -> Result<Record, Failure> {
    let raw = match record.bytes() {
        Some(bytes) => format!("{bytes} bytes"),
        None => "[bytes_of_record; length]".to_owned(),
    };
    let text = format!(
        "record added {{
            length: u32; error: [utf32; length]; file: [utf32; length]; number: u64; offset: u64; raw: {raw};
        }}
        record bytes_of_record {{ part: 1 byte; }}"
    );
    let fault = |error: String| Failure::new(format!("the record cannot be a column: {error}"));
    let text = Text::parse(&text).map_err(|error| fault(error.to_string()))?;
    text.record("added").cloned().ok_or_else(|| fault("its text has no record".to_owned()))
}
