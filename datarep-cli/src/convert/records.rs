//! Converts records to lines of CSV, to arrays of structures, to tables, and to other records.

mod array;
mod lines;
mod report;
#[cfg(feature = "columnar")]
mod table;

use datarep_dsl::model::{FieldKind, Format, Model, Native, Record as Described};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field, Values};

use crate::args;
use crate::failure::Failure;
use crate::input::{Block, RecordInput, refused};
use crate::names::Names;

use super::target::Target;
use super::{Tabular, pump, refuse_terminal, tell};
use report::Report;

/// The kind of the new file.
enum Sink {
    Csv,
    Npy,
    Table(Tabular),
    Records(Record),
}

/// The values of a field in a block.
struct Column {
    values: Values,
    /// The number of items in each record; `None` if all records have equally many.
    each: Option<Vec<usize>>,
}

/// What a writer needs to know about a field.
#[derive(Debug)]
struct Shape<'r> {
    field: &'r Field,
    /// The format of its items; `None` for bytes.
    #[cfg_attr(
        not(feature = "columnar"),
        expect(dead_code, reason = "only the columns of tables ask for it")
    )]
    format: Option<&'r Format>,
}

/// Where records go.
trait Writer {
    /// Writes the records of a block, given as a column for each field.
    fn write(&mut self, shapes: &[Shape<'_>], columns: Vec<Column>, records: usize) -> Result<(), Failure>;

    /// Ends the file.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// Converts a file of records.
pub(super) fn run(convert: &args::Convert, record: &Record, names: &Names) -> Result<(), Failure> {
    refuse_options(convert)?;
    let sink = sink(convert, record, names)?;
    let shapes = shapes(record);
    check(&shapes, &sink)?;
    let mut input = RecordInput::open(&convert.input, &convert.items, record)?;
    input.check()?;
    let mut report = Report::default();
    if convert.dry_run {
        while let Some(block) = input.next()? {
            report.look(record, &block)?;
        }
    } else {
        refuse_terminal(&convert.output, matches!(sink, Sink::Csv))?;
        let count = input.count();
        let mut writer = writer(convert, &sink, record, &shapes, count)?;
        let bar = pump::progress(input.bytes());
        while let Some(block) = input.next()? {
            let columns = read(record, &block, &input, &mut report)?;
            writer.write(&shapes, columns, report.last())?;
            bar.inc(block.bytes.len() as u64);
        }
        bar.finish_and_clear();
        writer.finish()?;
    }
    let text = report.text(input.name(), record, &sink.name());
    tell(&text, convert.dry_run, report.any())
}

/// Refuses options for which a record has words of its own.
fn refuse_options(convert: &args::Convert) -> Result<(), Failure> {
    let told = |option: &str, help: &str| {
        Err(Failure::new(format!("`{option}` is for items of one format")).help(help.to_owned()))
    };
    if convert.via.is_some() {
        return told("--via", "write `as TYPE` after the format of a field");
    }
    if convert.on_read.is_some() {
        return told("--on-read", "write `on read { … }` in the record");
    }
    if convert.on_write.is_some() {
        return told("--on-write", "write `on write { … }` in the new record");
    }
    Ok(())
}

fn sink(convert: &args::Convert, record: &Record, names: &Names) -> Result<Sink, Failure> {
    let end = convert.output.extension().and_then(|end| end.to_str());
    Ok(match (convert.to.as_deref(), end) {
        (Some("csv"), _) | (None, Some("csv")) => Sink::Csv,
        (Some("npy"), _) | (None, Some("npy")) => Sink::Npy,
        (Some("parquet"), _) | (None, Some("parquet")) => Sink::Table(Tabular::Parquet),
        (Some("arrow"), _) | (None, Some("arrow" | "feather")) => Sink::Table(Tabular::Arrow),
        (Some(name), _) => match names.record(name) {
            Some(record) => Sink::Records(record),
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
            Sink::Table(Tabular::Parquet) => "parquet".to_owned(),
            Sink::Table(Tabular::Arrow) => "arrow".to_owned(),
            Sink::Records(record) => record.name().to_owned(),
        }
    }
}

/// The fields of a record, with the formats of their items.
fn shapes(record: &Record) -> Vec<Shape<'_>> {
    let mut formats = Vec::new();
    collect(record.model(), record.described(), &mut formats);
    record.fields().iter().zip(formats).map(|(field, format)| Shape { field, format }).collect()
}

fn collect<'m>(model: &'m Model, described: &'m Described, formats: &mut Vec<Option<&'m Format>>) {
    let format = |conversion: usize| Some(&model.formats[described.conversions[conversion].format.0]);
    for field in &described.fields {
        match &field.kind {
            FieldKind::Filler(_) => {}
            FieldKind::Record(id) => collect(model, &model.records[id.0], formats),
            FieldKind::Scalar { conversion } => formats.push(format(*conversion)),
            FieldKind::Text(text) => formats.push(format(text.wide)),
            FieldKind::Byte => formats.push(None),
        }
    }
}

/// Checks that the new file can hold every field.
fn check(shapes: &[Shape<'_>], sink: &Sink) -> Result<(), Failure> {
    if matches!(sink, Sink::Records(_)) {
        return Ok(());
    }
    for Shape { field, .. } in shapes {
        let path = field.path();
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
    sink: &Sink,
    record: &Record,
    shapes: &[Shape<'_>],
    count: Option<u64>,
) -> Result<Box<dyn Writer>, Failure> {
    let into = match sink {
        Sink::Records(into) => Some(Into::new(into, record)?),
        Sink::Csv | Sink::Npy | Sink::Table(_) => None,
    };
    let target = Target::create(&convert.output, convert.force)?;
    Ok(match (sink, into) {
        (Sink::Csv, _) => Box::new(lines::Lines::begin(target, shapes)?),
        (Sink::Npy, _) => Box::new(array::Array::begin(target, shapes, count)?),
        #[cfg(feature = "columnar")]
        (Sink::Table(kind), _) => Box::new(table::Rows::begin(*kind, target, shapes)?),
        #[cfg(not(feature = "columnar"))]
        (Sink::Table(kind), _) => return Err(super::table::built_without(*kind)),
        (Sink::Records(_), Some(into)) => Box::new(Records { into, target }),
        (Sink::Records(_), None) => return Err(Failure::new("no record is named")),
    })
}

/// Reads all fields of a block.
fn read(
    record: &Record,
    block: &Block,
    input: &RecordInput<'_>,
    report: &mut Report,
) -> Result<Vec<Column>, Failure> {
    let fault = |error: &datarep_dynamic::Error| refused(error, block, input.name());
    let rows = record.rows(&block.bytes).map_err(|error| fault(&error))?;
    report.begin(rows.len());
    let fields = record.fields().iter().enumerate();
    let columns = fields.map(|(index, field)| {
        let (values, losses) = rows.values(index).map_err(|error| fault(&error))?;
        report.add(index, "read", &losses, block);
        let each = field.items().is_none().then(|| rows.items_of_each(index));
        Ok(Column { values, each })
    });
    columns.collect()
}

impl Column {
    /// The ranges of the items of each record.
    fn items(&self, records: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let fixed = self.values.len() / records.max(1);
        let mut at = 0;
        (0..records).map(move |record| {
            let count = self.each.as_ref().map_or(fixed, |each| each[record]);
            let begin = at;
            at += count;
            begin..at
        })
    }
}

/// A record to write, each of whose fields has the name of a field of the source.
struct Into {
    record: Record,
    /// The column of the source for each of its fields.
    columns: Vec<usize>,
}

impl Into {
    fn new(into: &Record, from: &Record) -> Result<Into, Failure> {
        let columns = into.fields().iter().map(|field| {
            from.field(field.path()).ok_or_else(|| {
                let (path, into, from) = (field.path(), into.name(), from.name());
                Failure::new(format!("`{from}` has no field `{path}`, which `{into}` has"))
            })
        });
        Ok(Into { columns: columns.collect::<Result<_, _>>()?, record: into.clone() })
    }
}

/// Writes records as other records.
struct Records {
    into: Into,
    target: Target,
}

impl Writer for Records {
    fn write(&mut self, _: &[Shape<'_>], columns: Vec<Column>, _: usize) -> Result<(), Failure> {
        let Into { record, columns: wanted } = &self.into;
        let values: Vec<Values> = wanted.iter().map(|index| columns[*index].values.clone()).collect();
        let (bytes, _) = record.to_bytes(&values).map_err(|error| {
            Failure::new(format!("cannot write the records of `{}`: {error}", record.name()))
        })?;
        self.target.write(&bytes)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.target.finish()
    }
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
use with_values;
