//! Converts records to lines of CSV, to arrays of structures, to tables, and to other records.

mod added;
mod array;
mod bad;
mod choices;
mod column;
mod conversion;
mod division;
mod ends;
mod into;
mod lines;
mod outputs;
mod parents;
mod part;
mod range;
mod report;
mod selection;
#[cfg(feature = "columnar")]
mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use datarep_dsl::model::Native;
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field};
use datarep_dynamic::threads::side_by_side_while;

use crate::args::{self, BadRecordAction};
use crate::failure::CliFailure;
use crate::input::RecordInput;
use crate::mistakes::{self, Contents};
use crate::names::KnownNames;
use crate::output::{self, CommandReport, refuse_terminal};
use crate::progress::ProgressLine;
use crate::target::{OutputTarget, refuse_inputs};

use super::formulas;
use super::job::TableKind;
use super::marked::{self, RowMarker};
#[cfg(feature = "columnar")]
use super::table::{GROUP, TableSettings};
use super::{MOST_THREADS, refuse_compression};
use added::AddedColumns;
pub(super) use bad::refuse_options as refuse_bad_options;
use bad::{BadRecords, read_records};
use column::{EncodedRecords, FieldShape, RecordEncoder, RecordWriter};
use conversion::{BYTES, ConvertedPart, PartMemory, RecordConversion, RecordPart};
use division::{DividedRecords, RecordDivision, TableColumns};
use ends::FileEnds;
#[cfg(feature = "columnar")]
pub(crate) use into::refused_record_failure;
use into::{RecordFile, RecordMapping};
pub(crate) use lines::format_value;
use outputs::{OutputTable, RecordOutputs, WriteLimits};
use parents::make_number_record;
use report::RecordReport;
use selection::RecordSelection;
pub(super) use selection::refuse_options as refuse_row_options;

/// The kind of the new file.
enum RecordSink {
    Csv,
    Npy,
    /// A table. The groups of the record are structs, if one is given.
    Table(
        TableKind,
        #[cfg_attr(not(feature = "columnar"), expect(dead_code, reason = "only tables are nested"))]
        Option<Record>,
    ),
    Records(RecordMapping),
}

/// Notes what is before the first record, unless the options name it.
fn note_contents(convert: &args::ConvertOptions, items: &args::ItemOptions) {
    if let (Some(first), true) = (convert.inputs.first(), convert.ends.names().is_empty()) {
        mistakes::note_contents(first, items, Contents::Records);
    }
}

/// Converts a file of records.
pub(super) fn run(
    convert: &args::ConvertOptions,
    record: &Record,
    names: &KnownNames,
) -> Result<(), CliFailure> {
    refuse_options(convert)?;
    let items = part::select_items(convert)?;
    refuse_inputs(&convert.output, names.paths())?;
    let sink = choose_sink(convert, record, names)?;
    formulas::refuse_escapes(convert, matches!(sink, RecordSink::Csv))?;
    refuse_compression(convert, matches!(sink, RecordSink::Table(TableKind::Parquet(_), _)))?;
    refuse_structs(convert, &sink)?;
    marked::refuse_marks(convert.passage.to_marks, matches!(sink, RecordSink::Records(_)), &sink.name())?;
    let division = RecordDivision::new(convert, record, &sink)?;
    let columns = (0..division.tables().len()).map(|table| division.find_columns(table, convert, &sink));
    let columns = columns.collect::<Result<Vec<TableColumns>, CliFailure>>()?;
    let key_names = division.name_keys(&columns);
    let numbers = make_number_record()?;
    // Names are compared with those of the first table, to help early. `check_names` compares the columns of each
    // one.
    let added = AddedColumns::new(convert, record, &columns, &division.make_shapes(&columns[0]), &sink)?;
    let shapes = make_shapes(&division, &columns, &key_names, &numbers, added.as_ref());
    refuse_unnamed_record(record, &shapes, &sink)?;
    shapes.iter().try_for_each(|shapes| check_shapes(shapes, &sink))?;
    let mut selection = RecordSelection::new(convert, record)?;
    selection.set_parent_tracker(division.make_tracker());
    let texts: Vec<PathBuf> = names.paths().map(Path::to_owned).collect();
    let inputs: Vec<PathBuf> = texts.iter().chain(&convert.inputs).cloned().collect();
    let ends = FileEnds::new(convert, record, names, &inputs)?;
    let threads = convert.copying.count_threads().min(MOST_THREADS);
    let mut input = RecordInput::open_all(&convert.inputs, &items, record, ends.wanted(), BYTES)?;
    note_contents(convert, &items);
    input.check_length()?;
    if convert.bad.on_bad != BadRecordAction::Error {
        input.pass_over_torn();
    }
    let to = sink.name();
    let bad = BadRecords::begin(convert, &inputs)?;
    let leaves_out = selection.leaves_out() || convert.bad.on_bad == BadRecordAction::Skip;
    let encoders = shapes.iter().map(|shapes| make_encoder(convert, &sink, shapes));
    let encoders = encoders.collect::<Result<Vec<_>, CliFailure>>()?;
    let (added, on_bad) = (added.as_ref(), convert.bad.on_bad);
    let conversion = RecordConversion { record, division, columns, encoders, added, on_bad, threads };
    let (memory, report) = (Vec::new(), RecordReport::default());
    let progress = ProgressLine::of_files(&convert.inputs, &items, input.end_of_rows(), &convert.output);
    let mut pass = RecordPass { conversion: &conversion, memory, selection, bad, ends, report, progress };
    if convert.copying.dry_run {
        pass.count_losses(&mut input, &sink)?;
    } else {
        if !matches!(sink, RecordSink::Csv) {
            refuse_terminal(&convert.output)?;
        }
        // A header that is written first needs the number of rows, which is not known if records may be left out.
        let count = input.count().filter(|_| !leaves_out);
        let tables: Vec<String> = conversion.division.tables().map(str::to_owned).collect();
        let tables = tables.iter().zip(&shapes).zip(&conversion.encoders);
        let tables =
            tables.map(|((name, shapes), encoder)| OutputTable { name, shapes, encoder: encoder.as_ref() });
        let tables: Vec<OutputTable<'_>> = tables.collect();
        let outputs = RecordOutputs::begin(convert, &sink, &tables, texts, count)?;
        pass.write(&mut input, outputs)?;
    }
    pass.progress.finish();
    let report = &pass.report;
    let text = report.format_report(&input.title(), record, &to);
    let (is_dry_run, has_losses) = (convert.copying.dry_run, report.has_losses_or_skipped());
    CommandReport { text: &text, is_dry_run, has_losses }.print()
}

/// What is known of the columns of each table: those about parents, fields, and added ones.
fn make_shapes<'s>(
    division: &RecordDivision<'s>,
    columns: &[TableColumns],
    key_names: &'s [Vec<String>],
    numbers: &'s Record,
    added: Option<&'s AddedColumns>,
) -> Vec<Vec<FieldShape<'s>>> {
    let mut shapes = Vec::new();
    for (table, (columns, names)) in columns.iter().zip(key_names).enumerate() {
        let keys = division.make_key_shapes(columns, names, numbers);
        let fields = division.make_shapes(columns);
        shapes.push(
            keys.into_iter()
                .chain(fields)
                .chain(added.iter().flat_map(|added| added.shapes(table)))
                .collect(),
        );
    }
    shapes
}

/// The state of one pass over all records: how they are converted, which of them are selected,
/// which are bad, and the report.
struct RecordPass<'r> {
    conversion: &'r RecordConversion<'r>,
    /// Memory of parts that were written, with their tables: that of a part for each thread.
    memory: Vec<(usize, PartMemory)>,
    selection: RecordSelection,
    bad: Option<BadRecords>,
    ends: FileEnds,
    report: RecordReport,
    progress: ProgressLine,
}

impl RecordPass<'_> {
    /// The next records that are wanted, divided by the files to which they go.
    fn next(&mut self, input: &mut RecordInput<'_>) -> Result<Option<Vec<DividedRecords>>, CliFailure> {
        let RecordPass { conversion, selection, bad, ends, report, progress, .. } = self;
        let next = selection.next(input, conversion.record, bad.as_mut(), report)?;
        progress.update_position();
        // The header of a file is told before its records, and its trailer before those of the next file.
        input.take_ends().into_iter().try_for_each(|end| ends.add_end(end))?;
        match next {
            Some(block) => conversion.division.divide(block, bad.as_mut(), report).map(Some),
            None => Ok(None),
        }
    }

    /// Counts what would be lost, and the bad records.
    fn count_losses(&mut self, input: &mut RecordInput<'_>, sink: &RecordSink) -> Result<(), CliFailure> {
        while let Some(pieces) = self.next(input)? {
            for piece in pieces {
                for part in self.conversion.divide_into_parts(piece, usize::MAX)? {
                    self.count_part(part, sink)?;
                }
            }
        }
        self.finish()
    }

    /// Counts what would be lost of some records, and the bad ones.
    fn count_part(&mut self, part: RecordPart, sink: &RecordSink) -> Result<(), CliFailure> {
        let RecordPass { conversion: RecordConversion { record, columns, on_bad, .. }, report, .. } = self;
        let (table, block) = part.into_block();
        let fields_to_read = &columns[table].read;
        // With `--on-bad`, a dry run reads as the real one does: what is left out loses nothing, and is not written.
        if let Some(bad) = &mut self.bad {
            let read_part = read_records(record, fields_to_read, &block, *on_bad, Vec::new())?;
            bad.add_bad_records(record, &block, &read_part.counts.bad, report)?;
            let kept_block = read_part.kept.as_ref().unwrap_or(&block);
            report.add_read_records(&read_part.counts, kept_block);
            if let RecordSink::Records(into) = sink {
                let records = read_part.counts.records;
                report.count_losses_of_columns(into, read_part.columns, records, kept_block)?;
            }
            return Ok(());
        }
        report.count_losses(record, fields_to_read, &block)?;
        if let RecordSink::Records(into) = sink {
            report.count_losses_of_writing(record, into, &block)?;
        }
        Ok(())
    }

    /// Writes the records.
    fn write(
        &mut self,
        input: &mut RecordInput<'_>,
        mut outputs: RecordOutputs<'_>,
    ) -> Result<(), CliFailure> {
        let mut next = self.next(input)?;
        while let Some(pieces) = next.take() {
            let mut parts = Vec::new();
            for piece in pieces {
                match outputs.limit_next_write(&piece.destination) {
                    WriteLimits { records: usize::MAX, bytes } => {
                        parts.extend(self.conversion.divide_into_parts(piece, bytes)?);
                    }
                    // Which records the next file has is only known when those of this one are written.
                    _ => self.write_in_fitting_parts(piece, &mut outputs)?,
                }
            }
            next = self.write_parts(parts, input, &mut outputs)?;
        }
        self.finish()?;
        let (file_lines, bytes) = outputs.finish()?;
        self.report.set_files(file_lines, bytes);
        Ok(())
    }

    /// Converts parts side by side, and writes them in their order. Returns the records behind them.
    fn write_parts(
        &mut self,
        parts: Vec<RecordPart>,
        input: &mut RecordInput<'_>,
        outputs: &mut RecordOutputs<'_>,
    ) -> Result<Option<Vec<DividedRecords>>, CliFailure> {
        let conversion = self.conversion;
        let threads = conversion.threads;
        let mut parts = parts.into_iter().peekable();
        while parts.peek().is_some() {
            let mut batch: Vec<RecordPart> = parts.by_ref().take(threads).collect();
            for part in &mut batch {
                part.use_memory(self.take_memory(part.destination.table));
            }
            let convert = |part| conversion.convert(part);
            // The files of bad records are in the order of the file, so that nothing behind these parts is looked at
            // before they are counted.
            if threads > 1 && self.bad.is_none() && parts.peek().is_none() {
                // What is said of the records behind them, or of the next file, is printed behind what is said of these.
                let read_ahead = || output::capture_notes(|| self.next(input));
                let (converted, (next, notes)) = side_by_side_while(threads, batch, convert, read_ahead);
                self.write_converted(converted, outputs)?;
                for text in &notes {
                    output::note(text);
                }
                return next;
            }
            let (converted, ()) = side_by_side_while(threads - 1, batch, convert, || ());
            self.write_converted(converted, outputs)?;
        }
        self.next(input)
    }

    /// Memory for a part of a table's records.
    fn take_memory(&mut self, table: usize) -> PartMemory {
        let memory_index = self.memory.iter().position(|(table_index, _)| *table_index == table);
        memory_index.map_or_else(PartMemory::default, |index| self.memory.swap_remove(index).1)
    }

    /// Counts and writes records that were converted.
    fn write_converted(
        &mut self,
        parts: Vec<Result<ConvertedPart, CliFailure>>,
        outputs: &mut RecordOutputs<'_>,
    ) -> Result<(), CliFailure> {
        for part in parts {
            let mut part = part?;
            if let Some(bad) = &mut self.bad {
                bad.add_bad_records(self.conversion.record, &part.block, &part.counts.bad, &mut self.report)?;
            }
            self.report.add_read_records(&part.counts, part.written());
            let mut encoded = std::mem::replace(&mut part.encoded, Ok(EncodedRecords::default()))?;
            outputs.write(&part.destination, &mut encoded)?;
            self.report.add_written(&encoded.losses, part.written());
            if self.memory.len() >= self.conversion.threads {
                self.memory.remove(0);
            }
            self.memory.push((part.destination.table, part.take_memory(encoded)));
        }
        Ok(())
    }

    /// Writes records that go to the same table and folder, in as many files as they need.
    fn write_in_fitting_parts(
        &mut self,
        piece: DividedRecords,
        outputs: &mut RecordOutputs<'_>,
    ) -> Result<(), CliFailure> {
        let starts = self.conversion.find_starts(&piece.block)?;
        let DividedRecords { destination, block } = piece;
        let mut first = 0;
        while first + 1 < starts.len() {
            let WriteLimits { records, bytes } = outputs.limit_next_write(&destination);
            let fitting = starts[first + 1..].partition_point(|end| end - starts[first] <= bytes);
            // A single record may be longer than the room. It is written all the same, or this would never end.
            let end = first + fitting.min(records).max(1);
            let mut part = RecordPart::new(destination.clone(), block.copy_part(&starts, first..end));
            part.use_memory(self.take_memory(destination.table));
            let converted = self.conversion.convert(part);
            self.write_converted(vec![converted], outputs)?;
            first = end;
        }
        Ok(())
    }

    /// Ends the files of bad records, and those of headers and trailers.
    fn finish(&mut self) -> Result<(), CliFailure> {
        self.report.set_ends(self.ends.finish()?);
        match self.bad.take() {
            Some(bad) => bad.finish(self.report.all_records()),
            None => Ok(()),
        }
    }
}

/// Refuses `--via`, `--on-read` and `--on-write`: for records, their text says the same.
fn refuse_options(convert: &args::ConvertOptions) -> Result<(), CliFailure> {
    let refuse = |option: &str, help: &str| {
        Err(CliFailure::new(format!("`{option}` is for items of one format")).help(help.to_owned()))
    };
    if convert.passage.via.is_some() {
        return refuse("--via", "write `as TYPE` after the format of a field");
    }
    if convert.passage.on_read.is_some() {
        return refuse("--on-read", "write `on read { … }` in the record");
    }
    if convert.passage.on_write.is_some() {
        return refuse("--on-write", "write `on write { … }` in the new record");
    }
    Ok(())
}

fn choose_sink(
    convert: &args::ConvertOptions,
    record: &Record,
    names: &KnownNames,
) -> Result<RecordSink, CliFailure> {
    let end = convert.output.extension().and_then(|end| end.to_str());
    let nested = convert.tables.nested.then(|| record.clone());
    Ok(match (convert.passage.to.as_deref(), end) {
        (Some("csv"), _) | (None, Some("csv")) => RecordSink::Csv,
        (Some("npy"), _) | (None, Some("npy")) => RecordSink::Npy,
        (Some("parquet"), _) | (None, Some("parquet")) => {
            RecordSink::Table(TableKind::Parquet(convert.tables.compression.unwrap_or_default()), nested)
        }
        (Some("arrow"), _) | (None, Some("arrow" | "feather")) => RecordSink::Table(TableKind::Arrow, nested),
        // The four words above come first, so that a record of such a name does not change what a command does.
        (Some(name), _) => match names.record(name) {
            Some(into) => RecordSink::Records(RecordMapping::new(&into, record)?),
            None => {
                return Err(CliFailure::new(format!("no record is named `{name}`"))
                    .help("a record becomes another one of a text, `csv`, `npy`, `parquet` or `arrow`"));
            }
        },
        (None, _) => {
            return Err(CliFailure::new(format!(
                "the command does not say what to write the records of `{}` as",
                record.name()
            ))
            .help("add `--to` with `csv`, `npy`, `parquet`, `arrow` or another record; or end the name with one of the first four"));
        }
    })
}

impl RecordSink {
    fn name(&self) -> String {
        match self {
            RecordSink::Csv => "csv".to_owned(),
            RecordSink::Npy => "npy".to_owned(),
            RecordSink::Table(TableKind::Parquet(_), _) => "parquet".to_owned(),
            RecordSink::Table(TableKind::Arrow, _) => "arrow".to_owned(),
            RecordSink::Records(into) => into.name().to_owned(),
        }
    }

    /// The ending of names of its files.
    fn ending(&self) -> &'static str {
        match self {
            RecordSink::Csv => "csv",
            RecordSink::Npy => "npy",
            RecordSink::Table(TableKind::Parquet(_), _) => "parquet",
            RecordSink::Table(TableKind::Arrow, _) => "arrow",
            RecordSink::Records(_) => "dat",
        }
    }
}

/// Refuses `--nested` for a new file that has no structs.
fn refuse_structs(convert: &args::ConvertOptions, sink: &RecordSink) -> Result<(), CliFailure> {
    if !convert.tables.nested || matches!(sink, RecordSink::Table(..)) {
        return Ok(());
    }
    Err(CliFailure::new(format!(
        "`--nested` is for tables of Parquet and Arrow, and {} has no structs",
        sink.name()
    ))
    .help("leave it out, or use `--to parquet` or `--to arrow`"))
}

/// The fields that become columns.
fn choose_fields(
    convert: &args::ConvertOptions,
    record: &Record,
    sink: &RecordSink,
) -> Result<Vec<usize>, CliFailure> {
    if convert.columns.is_empty() {
        return Ok((0..record.fields().len()).collect());
    }
    if matches!(sink, RecordSink::Records(_)) {
        return Err(CliFailure::new("`--columns` is for columns, and the new record has fields of its own")
            .help("leave it out"));
    }
    let find = |name: &String| {
        record.field(name).ok_or_else(|| {
            add_field_suggestions(
                CliFailure::new(format!("`{}` has no field `{name}`", record.name())),
                record,
                name,
            )
        })
    };
    convert.columns.iter().map(find).collect()
}

/// Adds to a failure which fields a name may mean that none has, or those that there are.
pub(super) fn add_field_suggestions(failure: CliFailure, record: &Record, name: &str) -> CliFailure {
    let near = record.suggest_fields(name);
    if !near.is_empty() {
        let near: Vec<String> = near.iter().map(|path| format!("`{path}`")).collect();
        return failure.help(format!("write {}", near.join(" or ")));
    }
    let known_paths: Vec<&str> = record.fields().iter().map(Field::path).take(20).collect();
    failure.note(format!("its first fields are {}", known_paths.join(", ")))
}

/// Checks that no two columns have the same name.
fn check_names(shapes: &[FieldShape<'_>]) -> Result<(), CliFailure> {
    let mut names = BTreeSet::new();
    match shapes.iter().find(|shape| !names.insert(shape.name)) {
        Some(shape) => Err(CliFailure::new(format!("two columns would have the name `{}`", shape.name))
            .help("rename the field, or leave one of the two out")),
        None => Ok(()),
    }
}

/// Refuses a record without named fields, of which nothing could become a column.
fn refuse_unnamed_record(
    record: &Record,
    shapes: &[Vec<FieldShape<'_>>],
    sink: &RecordSink,
) -> Result<(), CliFailure> {
    let has_columns = shapes.iter().any(|shapes| !shapes.is_empty()) || !record.fields().is_empty();
    if has_columns || matches!(sink, RecordSink::Records(_)) {
        return Ok(());
    }
    let name = record.name();
    Err(CliFailure::new(format!("the new file would have no column: `{name}` has no field with a name"))
        .help("give a field a name: one that is called `_` is passed over"))
}

/// Checks that the new file can hold every field, and that no two have the same name.
fn check_shapes(shapes: &[FieldShape<'_>], sink: &RecordSink) -> Result<(), CliFailure> {
    check_names(shapes)?;
    match sink {
        // A new record has fields of its own, which `RecordMapping::new` has compared by their names. Values are up
        // to rules.
        RecordSink::Records(_) => return Ok(()),
        RecordSink::Csv => lines::check_columns(shapes)?,
        RecordSink::Npy | RecordSink::Table(..) => {}
    }
    for FieldShape { field, name: path, is_nullable, .. } in shapes {
        let unsupported = match field.native() {
            Some(native @ (Native::F16 | Native::Bf16)) => Some((native, "f32")),
            Some(native @ (Native::LongDouble | Native::F128)) => Some((native, "f64")),
            Some(native @ (Native::I128 | Native::U128)) if matches!(sink, RecordSink::Npy) => {
                Some((native, "f64"))
            }
            _ => None,
        };
        if let Some((native, replacement)) = unsupported {
            return Err(CliFailure::new(format!(
                "`{path}` is `{}`, which {} does not have",
                native.word(),
                sink.name()
            ))
            .help(format!("write `as {replacement}` after its format")));
        }
        // `array` makes a double of a decimal.
        let has_nan = matches!(field.native(), Some(Native::F32 | Native::F64 | Native::Decimal));
        if *is_nullable && !has_nan && matches!(sink, RecordSink::Npy) {
            return Err(CliFailure::new(format!(
                "items of `{path}` may be missing, and an array of NumPy says that by a NaN, which its type does not have"
            ))
            .help("write `as f64` after a number's format, or use `--to parquet`, `--to arrow` or `--to csv`"));
        }
        let varies = field.items().is_none()
            || matches!(field.text_length(), Some(Dimension::Field(_) | Dimension::Varying));
        if varies && matches!(sink, RecordSink::Npy) {
            return Err(CliFailure::new(format!(
                "`{path}` is not as long in every record, and the items of an array are"
            ))
            .help("`--to parquet` and `--to arrow` have lists of any length"));
        }
    }
    Ok(())
}

/// Makes what encodes the records of a table.
fn make_encoder<'w>(
    convert: &args::ConvertOptions,
    sink: &RecordSink,
    shapes: &'w [FieldShape<'w>],
) -> Result<Box<dyn RecordEncoder + 'w>, CliFailure> {
    Ok(match sink {
        RecordSink::Csv => Box::new(lines::LineEncoder { escapes: convert.copying.escape_formulas }),
        RecordSink::Npy => Box::new(array::StructureEncoder { shapes }),
        #[cfg(feature = "columnar")]
        RecordSink::Table(_, nested) => Box::new(table::TableEncoder::new(shapes, nested.as_ref())?),
        #[cfg(not(feature = "columnar"))]
        RecordSink::Table(kind, _) => return Err(super::table::built_without(*kind)),
        RecordSink::Records(into) => Box::new(into.clone()),
    })
}

/// Begins a new file.
fn begin_writer(
    convert: &args::ConvertOptions,
    target: OutputTarget,
    sink: &RecordSink,
    table: &OutputTable<'_>,
    count: Option<u64>,
) -> Result<Box<dyn RecordWriter>, CliFailure> {
    let shapes = table.shapes;
    Ok(match sink {
        RecordSink::Csv => Box::new(lines::CsvLines::begin(target, shapes)?),
        RecordSink::Npy => Box::new(array::StructuredArray::begin(target, shapes, count)?),
        #[cfg(feature = "columnar")]
        RecordSink::Table(kind, _) => {
            // Each open file has a row group in memory.
            let group = if convert.division.is_folder() { GROUP / 8 } else { GROUP };
            let settings = TableSettings { kind: *kind, group, threads: convert.copying.count_threads() };
            Box::new(table::RecordTableFile::begin(settings, target, table.encoder)?)
        }
        #[cfg(not(feature = "columnar"))]
        RecordSink::Table(kind, _) => return Err(super::table::built_without(*kind)),
        RecordSink::Records(_) => {
            Box::new(RecordFile::begin(target, RowMarker::new(convert.passage.to_marks)?))
        }
    })
}
