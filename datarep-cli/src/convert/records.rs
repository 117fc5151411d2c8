//! Converts records to lines of CSV, to arrays of structures, to tables, and to other records.

mod added;
mod array;
mod bad;
mod column;
mod into;
mod lines;
mod report;
mod selection;
#[cfg(feature = "columnar")]
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use datarep_dsl::model::{FieldKind, Format, Model, Native, Record as Described};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field};

use crate::args::{self, OnBad};
use crate::failure::Failure;
use crate::input::{Block, RecordInput, refused};
use crate::names::Names;
use crate::output::{refuse_terminal, tell};
use crate::target::{Target, refuse_inputs};

use super::formulas;
use super::job::Tabular;
use super::marked::{self, Marker};
use super::pump;
use super::refuse_compression;
use added::Added;
pub(super) use bad::refuse_options as refuse_bad_options;
use bad::{BadRecords, TolerantBlock};
use column::{Column, Shape, Writer};
use into::{Into, Records};
use report::Report;
use selection::Selection;
pub(super) use selection::refuse_options as refuse_row_options;

/// The kind of the new file.
enum Sink {
    Csv,
    Npy,
    Table(Tabular),
    Records(Into),
}

/// Converts a file of records.
pub(super) fn run(convert: &args::Convert, record: &Record, names: &Names) -> Result<(), Failure> {
    refuse_options(convert)?;
    refuse_inputs(&convert.output, names.paths())?;
    let sink = sink(convert, record, names)?;
    formulas::check(convert, matches!(sink, Sink::Csv))?;
    refuse_compression(convert, matches!(sink, Sink::Table(Tabular::Parquet(_))))?;
    marked::check(convert.passage.to_marks, matches!(sink, Sink::Records(_)), &sink.name())?;
    let chosen = choose(convert, record, &sink)?;
    let fields = shapes(record, &chosen, convert.bad.on_bad == OnBad::Null);
    let added = Added::new(convert, record, &fields, &sink)?;
    let shapes: Vec<Shape<'_>> = fields.into_iter().chain(added.iter().flat_map(Added::shapes)).collect();
    check(&shapes, &sink)?;
    let selection = Selection::new(convert, record)?;
    let mut input = RecordInput::open_all(&convert.inputs, &convert.items, record)?;
    input.check()?;
    if convert.bad.on_bad != OnBad::Error {
        input.pass_over_torn();
    }
    let to = sink.name();
    let inputs: Vec<PathBuf> =
        names.paths().map(Path::to_owned).chain(convert.inputs.iter().cloned()).collect();
    let bad = BadRecords::begin(convert, &inputs)?;
    let mut pass = Pass { record, chosen, selection, bad, report: Report::default() };
    if convert.dry_run {
        pass.look(&mut input, &sink)?;
    } else {
        refuse_terminal(&convert.output, matches!(sink, Sink::Csv))?;
        let leaves_out = pass.selection.leaves_out() || convert.bad.on_bad == OnBad::Skip;
        let count = input.count().filter(|_| !leaves_out);
        let writer = writer(convert, sink, &shapes, count)?;
        pass.write(&mut input, &shapes, added.as_ref(), writer)?;
    }
    let report = &pass.report;
    tell(&report.text(&input.title(), record, &to), convert.dry_run, report.any())
}

/// What is done with the records of a file, and what is known of them so far.
struct Pass<'r> {
    record: &'r Record,
    /// The fields that become columns.
    chosen: Vec<usize>,
    selection: Selection,
    bad: Option<BadRecords>,
    report: Report,
}

impl Pass<'_> {
    /// The next records that are wanted.
    fn next(&mut self, input: &mut RecordInput<'_>) -> Result<Option<Block>, Failure> {
        self.selection.next(input, self.record, self.bad.as_mut(), &mut self.report)
    }

    /// Counts what would be lost, and the bad records.
    fn look(&mut self, input: &mut RecordInput<'_>, sink: &Sink) -> Result<(), Failure> {
        while let Some(block) = self.next(input)? {
            let Pass { record, chosen, bad, report, .. } = &mut *self;
            if let Some(bad) = bad {
                let read = bad.read(record, chosen, &block, report)?;
                if let Sink::Records(into) = sink {
                    report.look_at_columns(into, read.columns, read.block.as_ref().unwrap_or(&block))?;
                }
                continue;
            }
            report.look(record, &block)?;
            if let Sink::Records(into) = sink {
                report.look_at_writing(record, into, &block)?;
            }
        }
        self.finish()
    }

    /// Writes the records.
    fn write(
        &mut self,
        input: &mut RecordInput<'_>,
        shapes: &[Shape<'_>],
        added: Option<&Added>,
        mut writer: Box<dyn Writer>,
    ) -> Result<(), Failure> {
        let bar = pump::progress(input.bytes());
        while let Some(block) = self.next(input)? {
            let Pass { record, chosen, bad, report, .. } = &mut *self;
            let TolerantBlock { mut columns, block: kept, errors } = if let Some(bad) = bad {
                bad.read(record, chosen, &block, report)?
            } else {
                let columns = read(record, chosen, &block, report)?;
                TolerantBlock { columns, block: None, errors: BTreeMap::new() }
            };
            let written = kept.as_ref().unwrap_or(&block);
            if let Some(added) = added {
                added.append(record, written, &errors, &mut columns)?;
            }
            let lost = writer.write(shapes, columns, report.last(), written)?;
            report.add_written(&lost, written);
            bar.set_position(self.selection.bytes());
        }
        bar.finish_and_clear();
        self.finish()?;
        writer.finish()
    }

    /// Ends the files of bad records.
    fn finish(&mut self) -> Result<(), Failure> {
        match self.bad.take() {
            Some(bad) => bad.finish(self.report.all_records()),
            None => Ok(()),
        }
    }
}

/// Refuses options for which a record has words of its own.
fn refuse_options(convert: &args::Convert) -> Result<(), Failure> {
    let told = |option: &str, help: &str| {
        Err(Failure::new(format!("`{option}` is for items of one format")).help(help.to_owned()))
    };
    if convert.passage.via.is_some() {
        return told("--via", "write `as TYPE` after the format of a field");
    }
    if convert.passage.on_read.is_some() {
        return told("--on-read", "write `on read { … }` in the record");
    }
    if convert.passage.on_write.is_some() {
        return told("--on-write", "write `on write { … }` in the new record");
    }
    Ok(())
}

fn sink(convert: &args::Convert, record: &Record, names: &Names) -> Result<Sink, Failure> {
    let end = convert.output.extension().and_then(|end| end.to_str());
    Ok(match (convert.passage.to.as_deref(), end) {
        (Some("csv"), _) | (None, Some("csv")) => Sink::Csv,
        (Some("npy"), _) | (None, Some("npy")) => Sink::Npy,
        (Some("parquet"), _) | (None, Some("parquet")) => {
            Sink::Table(Tabular::Parquet(convert.tables.compression.unwrap_or_default()))
        }
        (Some("arrow"), _) | (None, Some("arrow" | "feather")) => Sink::Table(Tabular::Arrow),
        (Some(name), _) => match names.record(name) {
            Some(into) => Sink::Records(Into::new(&into, record)?),
            None => {
                return Err(Failure::new(format!("no record is named `{name}`"))
                    .help("a record becomes another one of a text, `csv`, `npy`, `parquet` or `arrow`"));
            }
        },
        (None, _) => {
            return Err(Failure::new(format!(
                "the command does not say what to write the records of `{}` as",
                record.name()
            ))
            .help("add `--to` with `csv`, `npy`, `parquet`, `arrow` or another record; or end the name with one of the first four"));
        }
    })
}

impl Sink {
    fn name(&self) -> String {
        match self {
            Sink::Csv => "csv".to_owned(),
            Sink::Npy => "npy".to_owned(),
            Sink::Table(Tabular::Parquet(_)) => "parquet".to_owned(),
            Sink::Table(Tabular::Arrow) => "arrow".to_owned(),
            Sink::Records(into) => into.name().to_owned(),
        }
    }
}

/// The fields of a record, with the formats of their items.
///
/// `tolerates`: a bad item of any field is missing.
fn shapes<'r>(record: &'r Record, chosen: &[usize], tolerates: bool) -> Vec<Shape<'r>> {
    let formats = list_formats(record);
    let shape = |index: &usize| {
        let field = &record.fields()[*index];
        let is_nullable = field.is_nullable() || tolerates && !field.is_bytes();
        Shape { field, name: field.path(), is_nullable, format: formats[*index] }
    };
    chosen.iter().map(shape).collect()
}

/// The fields that become columns.
fn choose(convert: &args::Convert, record: &Record, sink: &Sink) -> Result<Vec<usize>, Failure> {
    if convert.columns.is_empty() {
        return Ok((0..record.fields().len()).collect());
    }
    if matches!(sink, Sink::Records(_)) {
        return Err(Failure::new("`--columns` is for columns, and the new record has fields of its own")
            .help("leave it out"));
    }
    let find = |name: &String| {
        record.field(name).ok_or_else(|| {
            let known: Vec<&str> = record.fields().iter().map(Field::path).take(20).collect();
            Failure::new(format!("`{}` has no field `{name}`", record.name()))
                .note(format!("its first fields are {}", known.join(", ")))
        })
    };
    convert.columns.iter().map(find).collect()
}

/// The format of the items of each field; `None` for bytes.
fn list_formats(record: &Record) -> Vec<Option<&Format>> {
    let mut formats = Vec::new();
    collect(record.model(), record.described(), &mut formats);
    formats
}

fn collect<'m>(model: &'m Model, described: &'m Described, formats: &mut Vec<Option<&'m Format>>) {
    let format = |conversion: usize| Some(&model.formats[described.conversions[conversion].format.0]);
    for field in described.list_fields() {
        match &field.kind {
            FieldKind::Filler(_) | FieldKind::Choice(_) => {}
            FieldKind::Record(id) => collect(model, &model.records[id.0], formats),
            FieldKind::Scalar { conversion } => formats.push(format(*conversion)),
            FieldKind::Text(text) => formats.push(format(text.wide)),
            FieldKind::Byte => formats.push(None),
        }
    }
}

/// Checks that the new file can hold every field.
fn check(shapes: &[Shape<'_>], sink: &Sink) -> Result<(), Failure> {
    match sink {
        Sink::Records(_) => return Ok(()),
        Sink::Csv => lines::check_columns(shapes)?,
        Sink::Npy | Sink::Table(_) => {}
    }
    for Shape { field, name: path, is_nullable, .. } in shapes {
        let refused = match field.native() {
            Some(native @ (Native::F16 | Native::Bf16)) => Some((native, "f32")),
            Some(native @ (Native::LongDouble | Native::F128)) => Some((native, "f64")),
            Some(native @ (Native::I128 | Native::U128)) if matches!(sink, Sink::Npy) => {
                Some((native, "f64"))
            }
            _ => None,
        };
        if let Some((native, instead)) = refused {
            return Err(Failure::new(format!(
                "`{path}` is `{}`, which {} does not have",
                native.word(),
                sink.name()
            ))
            .help(format!("write `as {instead}` after its format")));
        }
        let has_nan = matches!(field.native(), Some(Native::F32 | Native::F64 | Native::Decimal));
        if *is_nullable && !has_nan && matches!(sink, Sink::Npy) {
            return Err(Failure::new(format!(
                "items of `{path}` may be missing, and an array of NumPy says that by a NaN, which its type does not have"
            ))
            .help("write `as f64` after a number's format, or use `--to parquet`, `--to arrow` or `--to csv`"));
        }
        let varies = field.items().is_none() || matches!(field.text_length(), Some(Dimension::Field(_)));
        if varies && matches!(sink, Sink::Npy) {
            return Err(Failure::new(format!(
                "`{path}` is not as long in every record, and the items of an array are"
            ))
            .help("`--to parquet` and `--to arrow` have lists of any length"));
        }
    }
    Ok(())
}

fn writer(
    convert: &args::Convert,
    sink: Sink,
    shapes: &[Shape<'_>],
    count: Option<u64>,
) -> Result<Box<dyn Writer>, Failure> {
    let target = Target::create(&convert.output, convert.writing)?;
    Ok(match sink {
        Sink::Csv => Box::new(lines::Lines::begin(target, shapes, convert.escape_formulas)?),
        Sink::Npy => Box::new(array::Array::begin(target, shapes, count)?),
        #[cfg(feature = "columnar")]
        Sink::Table(kind) => Box::new(table::Rows::begin(kind, target, shapes)?),
        #[cfg(not(feature = "columnar"))]
        Sink::Table(kind) => return Err(super::table::built_without(kind)),
        Sink::Records(into) => Box::new(Records::begin(target, into, Marker::new(convert.passage.to_marks)?)),
    })
}

/// Reads all fields of a block.
fn read(
    record: &Record,
    chosen: &[usize],
    block: &Block,
    report: &mut Report,
) -> Result<Vec<Column>, Failure> {
    let fault = |error: &datarep_dynamic::Error| block.note_file(refused(error, block));
    let rows = record.rows(&block.bytes).map_err(|error| fault(&error))?;
    report.begin(rows.len());
    let columns = chosen.iter().map(|&index| {
        let (values, losses) = rows.values(index).map_err(|error| fault(&error))?;
        report.add_column(index, &values, &losses, block);
        Ok(Column::new(values, &rows, index))
    });
    columns.collect()
}
