//! The tables of a label as a text of the language: a record for each table, with a field for each column.

use std::fmt::{self, Write as _};

use datarep_dsl::controls::clean_line;
use datarep_dsl::identifiers::{TakenNames, make_identifier};

use super::table::{LabelColumn, LabelTable, StoredColumn, UnplacedColumn};
use super::types::qualify_format;
use super::{pds3, pds4, vicar};

/// A text that is made of a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelText {
    /// The text, which nobody has compiled yet.
    pub text: String,
    /// Remarks about columns that are not converted, each a sentence without a full stop.
    pub notes: Vec<String>,
}

/// What is wrong with a label of which no text can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelError {
    /// The fault, a sentence without a full stop.
    pub title: String,
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for LabelError {}

/// Whether bytes begin as a label of PDS3, PDS4 or VICAR does. Some hundred bytes are enough.
///
/// ```
/// use datarep_probe::is_label;
/// assert!(is_label(b"PDS_VERSION_ID = PDS3\r\nRECORD_BYTES = 40\r\n"));
/// assert!(!is_label(b"       01  CUSTOMER-RECORD.\n"));
/// ```
pub fn is_label(beginning: &[u8]) -> bool {
    pds3::is_pds3(beginning) || pds4::is_pds4(beginning) || vicar::is_vicar(beginning)
}

/// Makes a text of the tables of a label: a record for each, with a field for each column. The label may be the beginning
/// of the file with the rows. `label_name` is the name of the file of the label, for people.
///
/// ```
/// use datarep_probe::import_label;
///
/// let label = "PDS_VERSION_ID = PDS3\r\nRECORD_BYTES = 6\r\n^TABLE = (\"A.DAT\", 2)\r\nOBJECT = TABLE\r\n\
///     INTERCHANGE_FORMAT = BINARY\r\nROWS = 5\r\nROW_BYTES = 6\r\n\
///     OBJECT = COLUMN\r\nNAME = DEPTH\r\nDATA_TYPE = VAX_REAL\r\nSTART_BYTE = 3\r\nBYTES = 4\r\nEND_OBJECT\r\n\
///     END_OBJECT = TABLE\r\nEND\r\n";
/// let made = import_label(label.as_bytes(), "a.lbl")?;
/// assert!(made.text.contains("depth: dec::vax_f at 2;"), "{}", made.text);
/// # Ok::<(), datarep_probe::LabelError>(())
/// ```
///
/// # Errors
///
/// [`LabelError`] if the bytes are no label, if it describes no table with columns, and if columns overlap.
pub fn import_label(label: &[u8], label_name: &str) -> Result<LabelText, LabelError> {
    let label_name = clean_line(label_name);
    let read_other_tables = || pds4::list_tables(label).or_else(|| vicar::list_tables(label));
    let (tables, notes) = pds3::list_tables(label)
        .or_else(|| read_other_tables().map(|tables| (tables, Vec::new())))
        .ok_or_else(|| {
            let title = if is_label(label) {
                format!("`{label_name}` begins as a label, and is cut, or cannot be read as one")
            } else {
                format!("`{label_name}` is no label of PDS3, PDS4 or VICAR")
            };
            LabelError { title }
        })?;
    let tables: Vec<LabelTable> = tables.into_iter().filter(|table| !table.columns.is_empty()).collect();
    if tables.is_empty() {
        let title = format!("the label `{label_name}` has no table with columns that are followed");
        return Err(LabelError { title });
    }
    let notes = notes.iter().map(|note| clean_line(note).into_owned()).collect();
    let mut writer = RecordWriter { names: TakenNames::default(), text: String::new(), notes };
    let _ = writeln!(writer.text, "// From the label `{label_name}`.");
    for table in &tables {
        writer.write_table(table, &label_name)?;
    }
    Ok(LabelText { text: writer.text, notes: writer.notes })
}

/// The text so far.
struct RecordWriter {
    /// The names of records.
    names: TakenNames,
    text: String,
    notes: Vec<String>,
}

impl RecordWriter {
    fn write_table(&mut self, table: &LabelTable, label_name: &str) -> Result<(), LabelError> {
        let name = clean_line(&table.name);
        if let Some((first, next)) = table.find_overlap() {
            let (first, next) = (clean_line(first), clean_line(next));
            let title = format!("in `{label_name}` the columns `{first}` and `{next}` of {name} overlap");
            return Err(LabelError { title });
        }
        let stride = table.stride().ok_or_else(|| LabelError {
            title: format!("in `{label_name}` the rows of {name} have more bytes than can be counted"),
        })?;
        for UnplacedColumn { name: column, reason } in &table.unplaced {
            self.notes.push(format!("`{}` of {name} is left out, as {reason}", clean_line(column)));
        }
        let end = table.before.saturating_add(table.bytes);
        let mut fields = RecordFields::default();
        self.add_columns(&mut fields, &table.columns, table.before, end);
        fields.add_filler_to(stride);
        let own = self.names.take(make_identifier(&table.name));
        let file = table
            .file
            .as_deref()
            .map_or("the file of the label".to_owned(), |file| format!("`{}`", clean_line(file)));
        let (rows, at) = (table.rows, table.at);
        let _ = writeln!(
            self.text,
            "\n/// {name}: {rows} rows of {stride} bytes in {file}, to be read with `--at {at} --count {rows}`.\n\
             record {own} {{\n{}}}",
            fields.text
        );
        Ok(())
    }

    /// Adds the columns in the order of their places. The first byte of the columns is `base` of the record, and `end` is
    /// behind their last one.
    fn add_columns(&mut self, fields: &mut RecordFields, columns: &[LabelColumn], base: usize, end: usize) {
        let mut sorted: Vec<&LabelColumn> = columns.iter().collect();
        sorted.sort_by_key(|column| column.start);
        for column in sorted {
            let at = base + column.start;
            fields.add_filler_to(at);
            let (stored, clauses) = self.write_column_type(column);
            let name = fields.names.take(make_identifier(&column.name));
            let about = clean_line(&column.about);
            let comment = if about.is_empty() { String::new() } else { format!(" // {about}") };
            let _ = writeln!(fields.text, "    {name}: {stored} at {at}{clauses};{comment}");
            fields.end = at + column.bytes;
        }
        fields.add_filler_to(end);
    }

    /// What a column stores, in the language, and the clauses of its field.
    fn write_column_type(&mut self, column: &LabelColumn) -> (String, &'static str) {
        let repeat =
            |item: String, times: usize| if times == 1 { item } else { format!("[{item}; {times}]") };
        let stored = match &column.stored {
            StoredColumn::Numbers { format, items, parts, .. } => {
                repeat(repeat(qualify_format(format), *parts), *items)
            }
            StoredColumn::Texts { charset, bytes, items, is_number } => {
                // Numbers stand at the right of their columns.
                let trim = if *is_number { " { trim left; }" } else { "" };
                return (repeat(format!("[{charset}; {bytes}]"), *items), trim);
            }
            StoredColumn::Group { bytes, times, columns } => {
                let mut fields = RecordFields::default();
                self.add_columns(&mut fields, columns, 0, *bytes);
                let own = self.names.take(make_identifier(&column.name));
                let _ = writeln!(self.text, "\nrecord {own} {{\n{}}}", fields.text);
                repeat(own, *times)
            }
            StoredColumn::Bytes { why } => {
                let name = clean_line(&column.name);
                self.notes.push(format!("`{name}` is kept as bytes, as {}", clean_line(why)));
                format!("{} bytes", column.bytes)
            }
        };
        (stored, "")
    }
}

/// The fields of a record so far.
#[derive(Default)]
struct RecordFields {
    names: TakenNames,
    text: String,
    end: usize,
}

impl RecordFields {
    /// Adds bytes without meaning up to a byte of the record.
    fn add_filler_to(&mut self, at: usize) {
        if let Some(bytes @ 1..) = at.checked_sub(self.end) {
            let _ = writeln!(self.text, "    _: {bytes} bytes;");
            self.end = at;
        }
    }
}
