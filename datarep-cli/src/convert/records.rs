//! Converts records to lines of CSV, to arrays of structures, to tables, and to other records.

mod added;
mod array;
mod bad;
mod choices;
mod column;
mod division;
mod ends;
mod into;
mod lines;
mod outputs;
mod parents;
mod part;
mod report;
mod selection;
#[cfg(feature = "columnar")]
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use datarep_dsl::model::Native;
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field};

use crate::args::{self, OnBad};
use crate::failure::Failure;
use crate::input::{Block, RecordInput, record_failure};
use crate::names::Names;
use crate::output::{refuse_terminal, tell};
use crate::progress::Progress;
use crate::target::{Target, refuse_inputs};

use super::formulas;
use super::job::Tabular;
use super::marked::{self, Marker};
use super::refuse_compression;
#[cfg(feature = "columnar")]
use super::table::GROUP;
use added::Added;
pub(super) use bad::refuse_options as refuse_bad_options;
use bad::{BadRecords, TolerantBlock};
use column::{Column, Shape, Writer};
use division::{Division, Piece, TableColumns};
use ends::Ends;
use into::{Into, Records};
use outputs::{OutputTable, Outputs};
use parents::describe_numbers;
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
    let items = part::locate(convert)?;
    refuse_inputs(&convert.output, names.paths())?;
    let sink = sink(convert, record, names)?;
    formulas::check(convert, matches!(sink, Sink::Csv))?;
    refuse_compression(convert, matches!(sink, Sink::Table(Tabular::Parquet(_))))?;
    marked::check(convert.passage.to_marks, matches!(sink, Sink::Records(_)), &sink.name())?;
    let division = Division::new(convert, record, &sink)?;
    let columns = (0..division.tables().len()).map(|table| division.find_columns(table, convert, &sink));
    let columns = columns.collect::<Result<Vec<TableColumns>, Failure>>()?;
    let key_names = division.name_keys(&columns);
    let numbers = describe_numbers()?;
    let added = Added::new(convert, record, &columns, &division.make_shapes(&columns[0]), &sink)?;
    let shapes: Vec<Vec<Shape<'_>>> = columns
        .iter()
        .zip(&key_names)
        .enumerate()
        .map(|(table, (columns, names))| {
            let keys = division.make_key_shapes(columns, names, &numbers);
            let fields = division.make_shapes(columns);
            keys.into_iter().chain(fields).chain(added.iter().flat_map(|added| added.shapes(table))).collect()
        })
        .collect();
    for shapes in &shapes {
        check(shapes, &sink)?;
        check_names(shapes)?;
    }
    let mut selection = Selection::new(convert, record)?;
    selection.follow_parents(division.make_tracker());
    let texts: Vec<PathBuf> = names.paths().map(Path::to_owned).collect();
    let inputs: Vec<PathBuf> = texts.iter().chain(&convert.inputs).cloned().collect();
    let ends = Ends::new(convert, record, names, &inputs)?;
    let mut input = RecordInput::open_all(&convert.inputs, &items, record, ends.select_wanted())?;
    input.check()?;
    if convert.bad.on_bad != OnBad::Error {
        input.pass_over_torn();
    }
    let to = sink.name();
    let bad = BadRecords::begin(convert, &inputs)?;
    let leaves_out = selection.leaves_out() || convert.bad.on_bad == OnBad::Skip;
    let added = added.as_ref();
    let report = Report::default();
    let progress = Progress::of_files(&convert.inputs, &items, input.end_of_rows(), &convert.output);
    let mut pass = Pass { record, division, columns, added, selection, bad, ends, report, progress };
    if convert.dry_run {
        pass.look(&mut input, &sink)?;
    } else {
        refuse_terminal(&convert.output, matches!(sink, Sink::Csv))?;
        let count = input.count().filter(|_| !leaves_out);
        let tables: Vec<String> = pass.division.tables().map(str::to_owned).collect();
        let tables = tables.iter().zip(&shapes).map(|(name, shapes)| OutputTable { name, shapes });
        let tables: Vec<OutputTable<'_>> = tables.collect();
        let outputs = Outputs::begin(convert, &sink, &tables, (texts, count))?;
        pass.write(&mut input, &tables, outputs)?;
    }
    pass.progress.finish();
    let report = &pass.report;
    tell(&report.text(&input.title(), record, &to), convert.dry_run, report.any())
}

/// What is done with the records of a file, and what is known of them so far.
struct Pass<'r> {
    record: &'r Record,
    division: Division<'r>,
    /// The columns of each table.
    columns: Vec<TableColumns>,
    added: Option<&'r Added>,
    selection: Selection,
    bad: Option<BadRecords>,
    ends: Ends,
    report: Report,
    progress: Progress,
}

impl Pass<'_> {
    /// The next records that are wanted, divided by the files to which they go.
    fn next(&mut self, input: &mut RecordInput<'_>) -> Result<Option<Vec<Piece>>, Failure> {
        let Pass { record, division, selection, bad, ends, report, progress, .. } = self;
        let next = selection.next(input, record, bad.as_mut(), report)?;
        progress.advance();
        input.take_ends().into_iter().try_for_each(|end| ends.add(end))?;
        match next {
            Some(block) => division.divide(block, bad.as_mut(), report).map(Some),
            None => Ok(None),
        }
    }

    /// Counts what would be lost, and the bad records.
    fn look(&mut self, input: &mut RecordInput<'_>, sink: &Sink) -> Result<(), Failure> {
        while let Some(pieces) = self.next(input)? {
            for Piece { table, block, .. } in pieces {
                let Pass { record, columns, bad, report, .. } = &mut *self;
                let chosen = &columns[table].read;
                if let Some(bad) = bad {
                    let read = bad.read(record, chosen, &block, report)?;
                    if let Sink::Records(into) = sink {
                        let kept = read.block.as_ref().unwrap_or(&block);
                        let starts = kept.starts(record).map_err(|error| Failure::new(error.to_string()))?;
                        report.look_at_columns(into, (read.columns, starts.len() - 1), kept)?;
                    }
                    continue;
                }
                report.look(record, chosen, &block)?;
                if let Sink::Records(into) = sink {
                    report.look_at_writing(record, into, &block)?;
                }
            }
        }
        self.finish()
    }

    /// Writes the records.
    fn write(
        &mut self,
        input: &mut RecordInput<'_>,
        tables: &[OutputTable<'_>],
        mut outputs: Outputs<'_>,
    ) -> Result<(), Failure> {
        while let Some(pieces) = self.next(input)? {
            for Piece { table, folder, block } in pieces {
                self.write_piece(&(table, folder), &block, tables[table].shapes, &mut outputs)?;
            }
        }
        self.finish()?;
        let (said, bytes) = outputs.finish()?;
        self.report.set_files(said, bytes);
        Ok(())
    }

    /// Writes records that go to the same table and folder, in as many files as they need.
    fn write_piece(
        &mut self,
        key: &(usize, String),
        block: &Block,
        shapes: &[Shape<'_>],
        outputs: &mut Outputs<'_>,
    ) -> Result<(), Failure> {
        if outputs.room(key) == (usize::MAX, usize::MAX) {
            return self.write_block(key, block, shapes, outputs);
        }
        let starts =
            block.starts(self.record).map_err(|error| block.note_file(record_failure(&error, block)))?;
        let mut first = 0;
        while first + 1 < starts.len() {
            let (records, bytes) = outputs.room(key);
            let fitting = starts[first + 1..].partition_point(|end| end - starts[first] <= bytes);
            let end = first + fitting.min(records).max(1);
            self.write_block(key, &block.with_records(&starts, first..end), shapes, outputs)?;
            first = end;
        }
        Ok(())
    }

    /// Reads records, and writes them to one file.
    fn write_block(
        &mut self,
        key: &(usize, String),
        block: &Block,
        shapes: &[Shape<'_>],
        outputs: &mut Outputs<'_>,
    ) -> Result<(), Failure> {
        let Pass { record, division, columns, added, bad, report, .. } = self;
        let TableColumns { read: chosen, kept, keys } = &columns[key.0];
        let TolerantBlock { columns: mut fields, block: rest, errors } = if let Some(bad) = bad {
            bad.read(record, chosen, block, report)?
        } else {
            let columns = read(record, chosen, block, report)?;
            TolerantBlock { columns, block: None, errors: BTreeMap::new() }
        };
        let written = rest.as_ref().unwrap_or(block);
        fields.truncate(*kept);
        if !keys.is_empty() {
            fields.splice(0..0, division.make_key_columns(keys, written)?);
        }
        if let Some(added) = added {
            added.append(record, key.0, written, &errors, &mut fields)?;
        }
        let lost = outputs.write(key, shapes, fields, report.last(), written)?;
        report.add_written(&lost, written);
        Ok(())
    }

    /// Ends the files of bad records, and those of headers and trailers.
    fn finish(&mut self) -> Result<(), Failure> {
        self.report.set_ends(self.ends.finish()?);
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

    /// The ending of names of its files.
    fn ending(&self) -> &'static str {
        match self {
            Sink::Csv => "csv",
            Sink::Npy => "npy",
            Sink::Table(Tabular::Parquet(_)) => "parquet",
            Sink::Table(Tabular::Arrow) => "arrow",
            Sink::Records(_) => "dat",
        }
    }
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

/// Checks that no two columns have the same name.
fn check_names(shapes: &[Shape<'_>]) -> Result<(), Failure> {
    let mut known = BTreeSet::new();
    match shapes.iter().find(|shape| !known.insert(shape.name)) {
        Some(shape) => Err(Failure::new(format!("two columns would have the name `{}`", shape.name))
            .help("rename the field, or leave one of the two out")),
        None => Ok(()),
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
        let varies = field.items().is_none()
            || matches!(field.text_length(), Some(Dimension::Field(_) | Dimension::Varying));
        if varies && matches!(sink, Sink::Npy) {
            return Err(Failure::new(format!(
                "`{path}` is not as long in every record, and the items of an array are"
            ))
            .help("`--to parquet` and `--to arrow` have lists of any length"));
        }
    }
    Ok(())
}

/// Begins a new file.
fn begin_writer(
    convert: &args::Convert,
    target: Target,
    sink: &Sink,
    shapes: &[Shape<'_>],
    count: Option<u64>,
) -> Result<Box<dyn Writer>, Failure> {
    Ok(match sink {
        Sink::Csv => Box::new(lines::Lines::begin(target, shapes, convert.escape_formulas)?),
        Sink::Npy => Box::new(array::Array::begin(target, shapes, count)?),
        #[cfg(feature = "columnar")]
        Sink::Table(kind) => {
            // Each open file has a row group in memory.
            let group = if convert.division.is_folder() { GROUP / 8 } else { GROUP };
            Box::new(table::Rows::begin((*kind, group), target, shapes)?)
        }
        #[cfg(not(feature = "columnar"))]
        Sink::Table(kind) => return Err(super::table::built_without(*kind)),
        Sink::Records(into) => {
            Box::new(Records::begin(target, into.clone(), Marker::new(convert.passage.to_marks)?))
        }
    })
}

/// Reads all fields of a block.
fn read(
    record: &Record,
    chosen: &[usize],
    block: &Block,
    report: &mut Report,
) -> Result<Vec<Column>, Failure> {
    let fault = |error: &datarep_dynamic::Error| block.note_file(record_failure(error, block));
    let rows = block.rows(record).map_err(|error| fault(&error))?;
    report.begin(rows.len());
    let columns = chosen.iter().map(|&index| {
        let (values, losses) = rows.values(index).map_err(|error| fault(&error))?;
        report.add_column(index, &values, &losses, block);
        Ok(Column::new(values, &rows, index))
    });
    columns.collect()
}
