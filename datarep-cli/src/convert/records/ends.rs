//! Headers and trailers of files: what is in them, and whether the number of records in a trailer is right.

use std::path::PathBuf;

use datarep_dynamic::Record;
use datarep_dynamic::record::Values;
use serde_json::{Map, Value};

use crate::args;
use crate::failure::CliFailure;
use crate::input::{EndKind, FoundEnd, RecordBlock, RecordPlace, WantedEnds, record_failure};
use crate::names::KnownNames;
use crate::target::{OutputTarget, refuse_inputs};

use super::column::FieldColumn;
use super::lines::{format_value, item_to_json};

/// The ends of files that were read so far.
pub(super) struct FileEnds {
    wanted: WantedEnds,
    /// The field of the trailer with the number of records.
    count: Option<usize>,
    /// The file to which they are written.
    target: Option<OutputTarget>,
    /// How many ends there were, and the lines of the first ones.
    end_count: u64,
    report_lines: Vec<String>,
}

/// The most ends that the report shows.
const MOST_SHOWN: u64 = 20;

/// The most fields that the report shows of each.
const MOST_FIELDS: usize = 20;

impl FileEnds {
    /// Finds the records of these names.
    pub(super) fn new(
        convert: &args::ConvertOptions,
        record: &Record,
        names: &KnownNames,
        inputs: &[PathBuf],
    ) -> Result<FileEnds, CliFailure> {
        let args::EndOptions { header, trailer, trailer_count, ends_to } = &convert.ends;
        let find = |name: &String| {
            names.record(name).ok_or_else(|| {
                CliFailure::new(format!("no record is named `{name}`"))
                    .help(format!("define it in the text of `{}`", record.name()))
            })
        };
        let wanted = WantedEnds {
            header: header.as_ref().map(find).transpose()?,
            trailer: trailer.as_ref().map(find).transpose()?,
        };
        let count = match (trailer_count, &wanted.trailer) {
            (Some(name), Some(trailer)) => Some(find_count(name, trailer)?),
            _ => None,
        };
        if count.is_some() && convert.items.count.is_some() {
            return Err(CliFailure::new(
                "`--trailer-count` compares all records, and `--count` reads some of them",
            )
            .help("leave out one of the two"));
        }
        if ends_to.is_some() && header.is_none() && trailer.is_none() {
            return Err(
                CliFailure::new("`--ends-to` has nothing to write").help("add `--header` or `--trailer`")
            );
        }
        let create = |path: &PathBuf| {
            refuse_inputs(path, inputs.iter().map(PathBuf::as_path))?;
            if *path == convert.output {
                return Err(CliFailure::new(format!("`{}` is the new file already", path.display()))
                    .help("name another file for headers and trailers"));
            }
            OutputTarget::create(path, convert.writing)
        };
        // A dry run makes no file.
        let target = ends_to.as_ref().filter(|_| !convert.copying.dry_run).map(create).transpose()?;
        Ok(FileEnds { wanted, count, target, end_count: 0, report_lines: Vec::new() })
    }

    /// Which records at the ends of files are no rows.
    pub(super) fn wanted(&self) -> WantedEnds {
        self.wanted.clone()
    }

    /// Reads and checks a header or a trailer.
    pub(super) fn add_end(&mut self, end: FoundEnd) -> Result<(), CliFailure> {
        let FoundEnd { file, kind, bytes, at, records } = end;
        let (end_name, record) = match kind {
            EndKind::Header => ("header", &self.wanted.header),
            EndKind::Trailer => ("trailer", &self.wanted.trailer),
        };
        let Some(record) = record else { return Ok(()) };
        let mut block = RecordBlock::new_empty(&file);
        // The place of a trailer at the end of a stream is not known. Messages then count from its own first byte.
        block.append(&bytes, RecordPlace::new(at.unwrap_or_default(), 0));
        let fault = |error: datarep_dynamic::Error| {
            record_failure(&error, &block).note(format!("it is the {end_name} of {}", file.name))
        };
        let rows = record.rows(&bytes).map_err(fault)?;
        // Between marks any number of bytes may stand.
        if rows.len() != 1 {
            return Err(CliFailure::new(format!(
                "the {end_name} of {} has {} bytes, and `{}` has {}",
                file.name,
                bytes.len(),
                record.name(),
                record.least_bytes()
            )));
        }
        let columns = (0..record.fields().len()).map(|field| {
            let (values, _) = rows.values(field).map_err(fault)?;
            Ok(FieldColumn::new(values, &rows, field))
        });
        let columns = columns.collect::<Result<Vec<FieldColumn>, CliFailure>>()?;
        if let (Some(field), EndKind::Trailer) = (self.count, kind) {
            check_count(record, field, &columns[field], records, &file.name)?;
        }
        self.end_count += 1;
        // Thousands of files may have a header each, and the report is for people.
        if self.end_count <= MOST_SHOWN {
            let origin = file.format_origin();
            self.report_lines.push(format!("{end_name}{origin}: {}", describe_fields(record, &columns)));
        }
        if let Some(target) = &mut self.target {
            let fields = record.fields().iter().zip(&columns);
            let fields: Map<String, Value> = fields
                .map(|(field, column)| {
                    (field.path().to_owned(), column_to_json(column, field.shape().is_empty()))
                })
                .collect();
            let path = file.path.to_string_lossy().into_owned();
            let line = serde_json::json!({ "file": path, "end": end_name, "record": record.name(), "fields": fields });
            target.write(format!("{line}\n").as_bytes())?;
        }
        Ok(())
    }

    /// Ends the file with headers and trailers. Returns what the report says of them.
    pub(super) fn finish(&mut self) -> Result<Vec<String>, CliFailure> {
        if let Some(target) = self.target.take() {
            target.finish()?;
        }
        let mut lines = std::mem::take(&mut self.report_lines);
        if self.end_count > MOST_SHOWN {
            lines.push(format!("… {} more headers and trailers", self.end_count - MOST_SHOWN));
        }
        Ok(lines)
    }
}

/// The field with the number of records.
fn find_count(name: &str, trailer: &Record) -> Result<usize, CliFailure> {
    // The field may be named with its record, as in `trailer.count`, or alone.
    let short = name.strip_prefix(trailer.name()).and_then(|name| name.strip_prefix('.'));
    let field = trailer.field(name).or_else(|| trailer.field(short?)).ok_or_else(|| {
        CliFailure::new(format!("`{}` has no field `{name}`", trailer.name()))
            .help("name its field with the number of records")
    })?;
    let count_field = &trailer.fields()[field];
    if count_field.native().is_none() || !count_field.shape().is_empty() {
        return Err(CliFailure::new(format!("`{name}` of `{}` is no number", trailer.name()))
            .help("name its field with the number of records"));
    }
    Ok(field)
}

/// Compares the number in a trailer with that of records.
fn check_count(
    record: &Record,
    field: usize,
    column: &FieldColumn,
    records: u64,
    name: &str,
) -> Result<(), CliFailure> {
    let count_text =
        if column.is_missing(0) { String::new() } else { format_value(column.values_with_missing(), 0) };
    // A decimal with a scale is shown with its zeros: 3.00 records are 3.
    let whole = match count_text.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => whole,
        _ => count_text.as_str(),
    };
    if whole.parse() == Ok(records) {
        return Ok(());
    }
    let path = record.fields()[field].path();
    let found_count = if count_text.is_empty() { "missing".to_owned() } else { count_text };
    let plural = if records == 1 { "" } else { "s" };
    Err(CliFailure::new(format!(
        "{name} has {records} record{plural}, and `{path}` of its trailer is {found_count}"
    ))
    .help("the file may be cut or joined; leave out `--trailer-count` to convert it all the same"))
}

/// The fields of a header or a trailer, for people: `date 1999, records 3`.
fn describe_fields(record: &Record, columns: &[FieldColumn]) -> String {
    let fields = record.fields().iter().zip(columns);
    let mut words: Vec<String> = fields
        .take(MOST_FIELDS)
        .map(|(field, column)| {
            let value = column_to_json(column, field.shape().is_empty());
            format!("{} {value}", field.path())
        })
        .collect();
    if columns.len() > MOST_FIELDS {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// The items of a field as JSON: a value, a list, or hexadecimal digits for bytes.
fn column_to_json(column: &FieldColumn, is_single: bool) -> Value {
    if let Values::Bytes(bytes) = &column.values {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        return Value::String(digits.concat());
    }
    if is_single && column.values.len() == 1 {
        return item_to_json(column, 0);
    }
    Value::Array((0..column.values.len()).map(|item| item_to_json(column, item)).collect())
}
