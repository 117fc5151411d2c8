//! Columns that are no fields of the record: its bad items, its number, its file, its place there, its bytes, those of each
//! field, and the name of its alternative.
//!
//! What writes columns knows them by fields. So these columns are the fields of a record of their own, which is never read.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use datarep_dsl::ast::{Ast, CountExpr, CountKind, ItemKind, RecordLine, StoredKind};
use datarep_dsl::source::Source;
use datarep_dynamic::Record;
use datarep_dynamic::record::{Texts, Values};

use crate::args::{self, AddedColumn};
use crate::failure::CliFailure;
use crate::input::{RecordBlock, record_failure};

use super::RecordSink;
use super::choices::{find_choice, list_choices, list_names};
use super::column::{FieldColumn, FieldShape};
use super::division::TableColumns;

/// The columns that are added.
pub(super) struct AddedColumns {
    kinds: Vec<AddedColumn>,
    described: Record,
    /// For each table the fields whose bytes are columns, with the names of these columns.
    stored_columns: Vec<Vec<(usize, String)>>,
    /// The choice whose alternatives have names in a column, with these names.
    choice: Option<(String, Vec<Option<String>>)>,
}

impl AddedColumn {
    /// The name of the column.
    fn name(self) -> &'static str {
        match self {
            AddedColumn::Error => "_error",
            AddedColumn::Record => "_record",
            AddedColumn::File => "_file",
            AddedColumn::Bytes => "_bytes",
            AddedColumn::Offset => "_offset",
            AddedColumn::Raw => "_raw",
            AddedColumn::Alternative => "_alternative",
        }
    }

    /// The paths that its field may have in the record that describes the columns.
    fn paths(self) -> &'static [&'static str] {
        match self {
            AddedColumn::Error => &["error"],
            AddedColumn::Record => &["number"],
            AddedColumn::File => &["file"],
            AddedColumn::Bytes => &["bytes.part"],
            AddedColumn::Offset => &["offset"],
            // A field of a fixed length or an array, as the record is.
            AddedColumn::Raw => &["raw", "raw.part"],
            AddedColumn::Alternative => &["alternative"],
        }
    }
}

impl AddedColumns {
    /// Finds the columns, and checks that the new file can have them beside its fields.
    pub(super) fn new(
        convert: &args::ConvertOptions,
        record: &Record,
        columns: &[TableColumns],
        fields: &[FieldShape<'_>],
        sink: &RecordSink,
    ) -> Result<Option<AddedColumns>, CliFailure> {
        let kinds = &convert.rows.add_columns;
        if kinds.is_empty() {
            return Ok(None);
        }
        if matches!(sink, RecordSink::Records(_)) {
            return Err(CliFailure::new(
                "`--add-columns` is for columns, and the new record has fields of its own",
            )
            .help("use `--to csv`, `--to parquet` or `--to arrow`"));
        }
        for (index, kind) in kinds.iter().enumerate() {
            let name = kind.name();
            if kinds[..index].contains(kind) {
                return Err(CliFailure::new(format!("`--add-columns` names `{name}` twice")));
            }
            if fields.iter().any(|shape| shape.name == name) {
                return Err(CliFailure::new(format!(
                    "`{}` has a field `{name}`, which is the name of the column that `--add-columns` adds",
                    record.name()
                ))
                .help("rename the field, or leave it out of `--columns`"));
            }
            let is_text = matches!(kind, AddedColumn::Error | AddedColumn::File | AddedColumn::Alternative);
            if is_text && matches!(sink, RecordSink::Npy) {
                return Err(CliFailure::new(format!(
                    "`{name}` has texts of any length, which an array of NumPy does not have"
                ))
                .help("use `--to csv`, `--to parquet` or `--to arrow`"));
            }
        }
        let is_wanted = kinds.contains(&AddedColumn::Alternative);
        let choice = is_wanted.then(|| name_alternatives(convert, record)).transpose()?;
        let are_wanted = kinds.contains(&AddedColumn::Bytes);
        // Tables have different fields, and so different columns of bytes.
        let stored_columns = columns
            .iter()
            .map(|columns| if are_wanted { name_stored_columns(record, columns) } else { Vec::new() });
        let stored_columns = stored_columns.collect();
        Ok(Some(AddedColumns {
            kinds: kinds.clone(),
            described: make_columns_record(record)?,
            stored_columns,
            choice,
        }))
    }

    /// What writers need to know of the columns of a table.
    pub(super) fn shapes(&self, table: usize) -> Vec<FieldShape<'_>> {
        let formats = self.described.list_formats();
        let mut shapes = Vec::new();
        for kind in &self.kinds {
            let Some(index) = self.find_field(*kind) else { continue };
            let field = &self.described.fields()[index];
            let is_nullable = matches!(kind, AddedColumn::Error | AddedColumn::Alternative);
            let shape = |name| FieldShape { field, name, is_nullable, is_own: false, format: formats[index] };
            match kind {
                AddedColumn::Bytes => {
                    shapes.extend(self.stored_columns[table].iter().map(|(_, name)| shape(name.as_str())));
                }
                kind => shapes.push(shape(kind.name())),
            }
        }
        shapes
    }

    fn find_field(&self, kind: AddedColumn) -> Option<usize> {
        // `make_columns_record` makes a field of only one of them.
        kind.paths().iter().find_map(|path| self.described.field(path))
    }

    /// Appends the columns of a table for the records of a block. `errors` says what is wrong with those that are bad.
    pub(super) fn append_columns(
        &self,
        record: &Record,
        table: usize,
        block: &RecordBlock,
        errors: &BTreeMap<usize, String>,
        columns: &mut Vec<FieldColumn>,
    ) -> Result<(), CliFailure> {
        let starts = block.starts(record).map_err(|error| CliFailure::new(error.to_string()))?;
        let records = starts.len() - 1;
        let alternatives = self.list_alternatives(record, block)?;
        for kind in &self.kinds {
            let values = match kind {
                AddedColumn::Bytes => {
                    columns.extend(self.read_stored(record, table, block)?);
                    continue;
                }
                AddedColumn::Error => {
                    let error = |record: usize| errors.get(&record).map_or("", String::as_str);
                    let texts = (0..records).map(error).collect();
                    let missing = (0..records).map(|record| !errors.contains_key(&record)).collect();
                    Values::Nullable { values: Box::new(Values::Text(texts)), missing }
                }
                AddedColumn::Record => Values::U64((0..records).map(|record| block.number(record)).collect()),
                AddedColumn::File => Values::Text(Texts::repeat(&block.file.path.to_string_lossy(), records)),
                AddedColumn::Offset => {
                    Values::U64(starts[..records].iter().map(|start| block.file_offset(*start)).collect())
                }
                AddedColumn::Raw => Values::Bytes(block.bytes[..starts[records]].to_vec()),
                AddedColumn::Alternative => {
                    let texts = alternatives.iter().map(|name| name.unwrap_or_default().to_owned()).collect();
                    let missing = alternatives.iter().map(Option::is_none).collect();
                    Values::Nullable { values: Box::new(Values::Text(texts)), missing }
                }
            };
            // Records without a length of their own have different numbers of bytes, which a column has as lists.
            let varies = *kind == AddedColumn::Raw && record.bytes().is_none();
            let lengths = varies.then(|| starts.windows(2).map(|record| record[1] - record[0]).collect());
            columns.push(FieldColumn { values, each: lengths });
        }
        Ok(())
    }

    /// The bytes of the fields of a table, as they are in the file.
    fn read_stored(
        &self,
        record: &Record,
        table: usize,
        block: &RecordBlock,
    ) -> Result<Vec<FieldColumn>, CliFailure> {
        let rows =
            block.rows(record).map_err(|error| block.note_file_if_several(record_failure(&error, block)))?;
        let read_one = |(field, _): &(usize, String)| {
            let (bytes, lengths) =
                rows.read_stored(*field).map_err(|error| CliFailure::new(error.to_string()))?;
            // A list, because a record without the field has no bytes of it.
            Ok(FieldColumn { values: Values::Bytes(bytes), each: Some(lengths) })
        };
        self.stored_columns[table].iter().map(read_one).collect()
    }

    /// The name of the alternative that each record of a block has, if they are wanted.
    fn list_alternatives(
        &self,
        record: &Record,
        block: &RecordBlock,
    ) -> Result<Vec<Option<&str>>, CliFailure> {
        let Some((path, names)) = &self.choice else { return Ok(Vec::new()) };
        let rows =
            block.rows(record).map_err(|error| block.note_file_if_several(record_failure(&error, block)))?;
        let alternatives = rows.alternatives(path).unwrap_or_default();
        let name = |alternative: Option<usize>| names.get(alternative?)?.as_deref();
        Ok(alternatives.into_iter().map(name).collect())
    }
}

/// The fields whose bytes are columns beside them, with the names of these columns. Fields that are bytes need none.
fn name_stored_columns(record: &Record, columns: &TableColumns) -> Vec<(usize, String)> {
    let fields = columns.read.indexes[..columns.column_count].iter().copied();
    let fields = fields.map(|index| (index, &record.fields()[index])).filter(|(_, field)| !field.is_bytes());
    fields.map(|(index, field)| (index, format!("{}_bytes", field.path()))).collect()
}

/// The choice whose alternatives have names in a column: that by which records are divided, or the only one.
fn name_alternatives(
    convert: &args::ConvertOptions,
    record: &Record,
) -> Result<(String, Vec<Option<String>>), CliFailure> {
    let choices = list_choices(record);
    let single: Vec<&str> =
        choices.iter().filter(|(_, choice)| choice.is_single).map(|(path, _)| path.as_str()).collect();
    // Several choices are no fault if `--split-by` names one of them.
    let path = match (&convert.division.split_by, &single[..]) {
        (Some(path), _) => path.as_str(),
        (None, [path]) => path,
        (None, []) => {
            return Err(CliFailure::new(format!(
                "`{}` has no choice that each record makes once, so that there is no column `_alternative`",
                record.name()
            ))
            .help("leave `alternative` out of `--add-columns`"));
        }
        (None, paths) => {
            return Err(CliFailure::new(format!(
                "`{}` has several choices, and `_alternative` is the alternative of one: {}",
                record.name(),
                paths.join(", ")
            ))
            .help("divide the records by one of them with `--split-by`, or leave `alternative` out"));
        }
    };
    let names = list_names(find_choice(record, path)?);
    Ok((path.to_owned(), names.into_iter().map(|name| name.map(str::to_owned)).collect()))
}

/// A record with a field for each column that may be added to those of `record`.
fn make_columns_record(record: &Record) -> Result<Record, CliFailure> {
    let source = Source { name: "added".to_owned(), text: ADDED.to_owned(), first_line: 1 };
    let (mut ast, _) = datarep_dsl::parse(&source);
    // Where all records have one length, their bytes are a column of that width.
    if let Some(bytes) = record.bytes() {
        set_raw_bytes(&mut ast, bytes as u64);
    }
    let fault = |error: &dyn Display| CliFailure::new(format!("the record cannot be a column: {error}"));
    let model = datarep_dsl::check(&source, &ast).map_err(|faults| match faults.first() {
        Some(first) => fault(&first.title),
        None => fault(&"its text is not sound"),
    })?;
    let added = Record::from_model(&Arc::new(model), "added").map_err(|error| fault(&error))?;
    added.ok_or_else(|| fault(&"its text has no record"))
}

/// Gives the field for the bytes of a record a length that is known.
fn set_raw_bytes(ast: &mut Ast, bytes: u64) {
    let records = ast.items.iter_mut().filter_map(|item| match &mut item.kind {
        ItemKind::Record(record) => Some(record),
        _ => None,
    });
    for line in records.flat_map(|record| &mut record.lines) {
        if let RecordLine::Field(field) = line
            && field.name.value == "raw"
        {
            let span = field.stored.span;
            field.stored.kind = StoredKind::Bytes(CountExpr { kind: CountKind::Number(bytes), span });
        }
    }
}

/// A field for each column that may be added.
const ADDED: &str = "
record added {
    length: u32; error: [utf32; length]; file: [utf32; length]; alternative: [utf32; length]; number: u64; offset: u64;
    raw: [bytes_of_record; length]; bytes: [bytes_of_record; length];
}
record bytes_of_record { part: 1 byte; }
";
