//! `datarep write`: the rows of a table become records, the other way of `convert --record`.
//!
//! A table is read in batches. The columns that have the names of fields are brought to the fields' types, where that
//! changes no value, and written. Memory is that of a batch: those of Parquet and CSV have a bounded number of rows, and those
//! of Arrow are as long as they were written.

mod alternatives;
mod fit;
mod floats;
mod lines;
mod quotes;
mod source;

use std::fmt::Write as _;

use arrow_array::RecordBatch;
use datarep::{Event, Loss};
use datarep_arrow::{OnBad, RecordTable, WriteError, Written, write_batch};
use datarep_dynamic::Record;

use crate::args::RecordWriteOptions;
use crate::convert::{RowMarker, refused_record_failure};
use crate::failure::CliFailure;
use crate::names::KnownNames;
use crate::output::{CommandReport, note, refuse_terminal, summarize};
use crate::progress::ProgressLine;
use crate::target::{OutputTarget, refuse_inputs};

use fit::fit_batch;
use source::{ROWS, TableSource};

/// Writes the records.
pub(crate) fn run(options: &RecordWriteOptions, mut names: KnownNames) -> Result<(), CliFailure> {
    let record = find_record(options, &mut names)?;
    if record.fields().is_empty() {
        return Err(CliFailure::new(format!("`{}` has no field that a column could fill", record.name())));
    }
    refuse_inputs(&options.output, names.paths().chain([options.table.as_path()]))?;
    let table = RecordTable::new(&record, None, OnBad::Error)
        .map_err(|error| CliFailure::new(format!("`{}` cannot be written: {error}", record.name())))?;
    let mut source = TableSource::open(&options.table, &table)?;
    if let Some(empty) = source.empty_batch() {
        // Columns that are not there or of a wrong type are faults before anything is written.
        write_rows(&table, &empty, &source, 0)?;
    }
    note_other_columns(&source.other_names(&record), &record, &source);
    let progress = ProgressLine::of_work(format!("writing records of `{}`", record.name()));
    let mut marker = RowMarker::new(options.to_marks)?;
    let mut target = None;
    if !options.dry_run {
        refuse_terminal(&options.output)?;
        target = Some(OutputTarget::create(&options.output, options.writing)?);
    }
    let (mut rows, mut loss) = (0, Loss::default());
    while let Some(batch) = source.read_batch()? {
        // Some programs write all rows as one batch.
        for first in (0..batch.num_rows()).step_by(ROWS) {
            let part = batch.slice(first, ROWS.min(batch.num_rows() - first));
            let Written { mut bytes, ends, loss: part_loss } = write_rows(&table, &part, &source, rows)?;
            marker.mark_up_to(&mut bytes, &ends)?;
            if let Some(target) = &mut target {
                target.write(&bytes)?;
            }
            loss += part_loss;
            rows += part.num_rows() as u64;
        }
    }
    let written = match target {
        Some(mut target) => {
            target.write(&marker.finish())?;
            Some(target.finish()?)
        }
        None => None,
    };
    progress.finish();
    let event_counts: Vec<(Event, u64)> =
        Event::ALL.iter().map(|&event| (event, loss.of(event))).filter(|(_, count)| *count > 0).collect();
    let mut report = format!("{} to records of `{}`\n", source.title(), record.name());
    for (event, count) in &event_counts {
        let _ = writeln!(report, "{count} {} when written", event.word());
    }
    report.push_str(&summarize(rows, "record", written, event_counts.iter().map(|(_, count)| count).sum()));
    let (is_dry_run, has_losses) = (options.dry_run, !event_counts.is_empty());
    CommandReport { text: &report, is_dry_run, has_losses }.print()
}

/// The record of the text, or of the library.
fn find_record(options: &RecordWriteOptions, names: &mut KnownNames) -> Result<Record, CliFailure> {
    match (&options.record, &options.to) {
        (Some(text), name) => names.read_record(text, name.as_deref(), &[]),
        (None, Some(name)) => names.record(name).ok_or_else(|| {
            CliFailure::new(format!("no record is called `{name}`")).help(
                "`--record TEXT` names the text with it; a record of the library has its family before it, as `segy::trace_header` has",
            )
        }),
        (None, None) => Err(CliFailure::new("the record is not named").help(
            "add `--record TEXT`, a text with `record name { … }`; `datarep import` makes one of a copybook",
        )),
    }
}

/// The records of a batch. `rows_before` is the number of rows before it.
fn write_rows(
    table: &RecordTable,
    batch: &RecordBatch,
    source: &TableSource,
    rows_before: u64,
) -> Result<Written, CliFailure> {
    let batch = fit_batch(table, batch, rows_before)?;
    write_batch(table.record(), &batch).map_err(|error| match error {
        WriteError::Record(error) => {
            refused_record_failure(table.record().name(), &error, &|row| rows_before + row as u64, "")
        }
        WriteError::NoColumn { field } => {
            let column_names = source.column_names().join(", ");
            CliFailure::new(format!("{} has no column `{field}`", source.title()))
                .note(format!("`{}` has that field; the columns are {column_names}", table.record().name()))
        }
        WriteError::Items { field, row, expected, found } => {
            let row = usize::try_from(rows_before).unwrap_or(usize::MAX).saturating_add(row);
            let error = WriteError::Items { field, row, expected, found };
            CliFailure::new(format!("cannot write {}: {error}", source.title()))
                .help("the field that counts the items, and the list, have to agree")
        }
        other => CliFailure::new(format!("cannot write {}: {other}", source.title())),
    })
}

/// Notes the columns from which no field is written.
fn note_other_columns(others: &[String], record: &Record, source: &TableSource) {
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
        note(&format!("{}: no field of `{}` is called {}", source.title(), record.name(), others.join(", ")));
    }
}
