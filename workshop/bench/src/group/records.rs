//! Records of mainframes to columns, to tables and back, beside what others need for them.
//!
//! `datarep` runs in this process for columns in memory, in blocks as the command reads them, and as the command for
//! files. The command writes to the null device: what is measured is not the disk. All of it runs on one core.

mod command;
mod copybook;
mod data;
mod page;

use std::hint::black_box;

use datarep_dynamic::record::Values;
use datarep_dynamic::{Record, Text};

use super::super::clock::{self, Cores};
use super::super::contest::{Buffers, Contest, SamplingLimits};
use super::super::goals::{Goal, Threshold};
use super::super::level::LevelFilter;
use super::super::peer::Peers;
use super::super::row::Row;
use command::ConvertCommand;
use copybook::CopybookProgram;
use data::{BYTES, CHOSEN, Column, FIELDS, Generated};
pub(in super::super) use page::write_page;

use crate::skipped;

pub(in super::super) const NAME: &str = "records";

pub(in super::super) const GOALS: &[Goal] = &[
    records_goal("records to columns", READ, Threshold::Rate(1.5)),
    records_goal("records to CSV", CSV, Threshold::Rate(0.5)),
    records_goal("records to Parquet", PARQUET, Threshold::Rate(0.8)),
    records_goal("columns to records", WRITE, Threshold::Rate(1.0)),
    // 0.87 of the speed is 1.15 times the time.
    records_goal("a choice costs at most 15 %", CHOICE, Threshold::Times(0.87, WITHOUT)),
    records_goal("`--on-bad null` costs at most 10 %", ON_BAD, Threshold::Times(0.91, WITHOUT)),
];

const fn records_goal(title: &'static str, works: &'static str, bar: Threshold) -> Goal {
    Goal { number: "records", title, group: NAME, works, size: SIZE, at: LevelFilter::Every, bar }
}

const READ: &str = "to columns";
const WRITE: &str = "from columns";
const CSV: &str = "to CSV";
const PARQUET: &str = "to Parquet";
const LINES: &str = "to lines of text";
const CHOICE: &str = "a choice";
const ON_BAD: &str = "`--on-bad null`";
/// The contestant that does the same work without the choice or the option.
const WITHOUT: &str = "without";

/// The approximate number of bytes of the records. Peers are slower, so they read fewer bytes.
const SIZE: usize = 64 << 20;
const PEER_SIZE: usize = 4 << 20;
/// The bytes of records that the slowest peer converts to lines of text.
const LINES_SIZE: usize = 1 << 20;

/// The bytes that the command reads at once.
const BLOCK: usize = 1 << 20;

/// What a measurement needs.
pub(in super::super) struct RecordsMeasurement<'m> {
    pub(in super::super) peers: Peers,
    pub(in super::super) buffers: Buffers,
    /// Compares only, with few records.
    pub(in super::super) checks: bool,
    pub(in super::super) show: &'m mut dyn FnMut(Row) -> Result<(), String>,
}

impl RecordsMeasurement<'_> {
    /// Measures the contestants of a work.
    fn measure_contest(&mut self, contest: Contest<'_>) -> Result<(), String> {
        let patience = if self.checks {
            SamplingLimits { rounds: 1, seconds: 0.0 }
        } else {
            SamplingLimits { rounds: 9, seconds: 10.0 }
        };
        let rows = contest.run(&mut self.peers, &mut self.buffers, patience);
        rows.into_iter().try_for_each(|row| (self.show)(row))
    }
}

/// Compares all answers with what was generated, measures, and shows the rows.
pub(in super::super) fn measure(measurement: &mut RecordsMeasurement<'_>) -> Result<(), String> {
    clock::pin_to_cores(Cores::One, std::thread::available_parallelism().map_or(1, usize::from));
    let text = Text::parse(&data::describe_records()).map_err(|error| error.to_string())?;
    let find = |name: &str| text.record(name).ok_or_else(|| format!("the text has no record `{name}`"));
    let (wide, chosen) = (find("wide")?, find("chosen")?);
    if (wide.fields().len(), wide.bytes()) != (FIELDS, Some(BYTES)) {
        return Err(format!("the records are not as said: {wide:?}, {:?} bytes", wide.bytes()));
    }
    let size = if measurement.checks { 2 * BLOCK } else { SIZE };
    let generated = data::generate_records(size / BYTES);
    measure_columns(measurement, wide, &generated)?;
    measure_choice(measurement, wide, chosen, &generated)?;
    measure_writing(measurement, wide, &generated)?;
    command::measure_conversions(measurement, &generated)?;
    let generated = data::generate_records(PEER_SIZE / BYTES);
    measure_peers(measurement, wide, &generated)?;
    measure_lines(measurement, &data::generate_records(LINES_SIZE / BYTES))
}

/// Blocks of whole records, as the command reads them.
fn split_into_blocks(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunks(BLOCK / BYTES * BYTES)
}

/// Reads all columns of all blocks, those of a block in the memory of those before.
fn read_blocks(record: &Record, bytes: &[u8]) -> Result<(), datarep_dynamic::Error> {
    let mut columns = vec![Values::default(); record.fields().len()];
    for block in split_into_blocks(black_box(bytes)) {
        let rows = record.rows(block)?;
        for (field, column) in columns.iter_mut().enumerate() {
            rows.read_column(field, column)?;
        }
        black_box(&columns);
    }
    Ok(())
}

/// All columns of records, with the values that there are and whether each is missing.
fn read_columns(record: &Record, bytes: &[u8]) -> Result<Vec<Values>, String> {
    let rows = record.rows(bytes).map_err(|error| error.to_string())?;
    let (columns, losses) = rows.columns().map_err(|error| error.to_string())?;
    if losses.is_none() { Ok(columns) } else { Err(format!("something was lost: {losses:?}")) }
}

fn measure_columns(
    measurement: &mut RecordsMeasurement<'_>,
    wide: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let read = read_columns(wide, &generated.bytes)?;
    let all = generated.columns.iter().zip(&read);
    let is_correct = all.fold(true, |all, (expected, read)| all && expected.has_values(read, |_| true));
    let bytes = generated.bytes.len();
    measurement.measure_contest(Contest::new(NAME, READ, SIZE, bytes).add_local(
        "datarep",
        is_correct,
        || {
            let _ = black_box(read_blocks(wide, &generated.bytes));
        },
    ))
}

/// The columns of the fields in the choice are there once for each alternative, and missing where it is another one.
fn measure_choice(
    measurement: &mut RecordsMeasurement<'_>,
    wide: &Record,
    chosen: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let Column::Text(kinds) = &generated.columns[0] else {
        return Err("the first field is no text".to_owned());
    };
    let read = read_columns(chosen, &generated.bytes)?;
    let mut is_correct = generated.columns[..CHOSEN]
        .iter()
        .zip(&read)
        .all(|(expected, read)| expected.has_values(read, |_| true));
    let mut rest = read[CHOSEN..].iter();
    for alternative in ["A", "B"] {
        for (expected, read) in generated.columns[CHOSEN..].iter().zip(rest.by_ref()) {
            is_correct &= expected.has_values(read, |record| kinds[record] == alternative);
        }
    }
    is_correct &= rest.len() == 1;
    let bytes = generated.bytes.len();
    measurement.measure_contest(
        Contest::new(NAME, &format!("{CHOICE}, to columns"), SIZE, bytes)
            .add_local("datarep", is_correct, || {
                let _ = black_box(read_blocks(chosen, &generated.bytes));
            })
            .add_local(WITHOUT, is_correct, || {
                let _ = black_box(read_blocks(wide, &generated.bytes));
            }),
    )
}

/// The columns of each block become records again.
fn measure_writing(
    measurement: &mut RecordsMeasurement<'_>,
    wide: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let columns: Vec<Vec<Values>> = split_into_blocks(&generated.bytes)
        .map(|block| read_columns(wide, block))
        .collect::<Result<_, String>>()?;
    let mut is_correct = true;
    for (columns, block) in columns.iter().zip(split_into_blocks(&generated.bytes)) {
        let (written, losses) = wide.to_bytes(columns).map_err(|error| error.to_string())?;
        is_correct &= written == block && losses.is_none();
    }
    let bytes = generated.bytes.len();
    measurement.measure_contest(Contest::new(NAME, WRITE, SIZE, bytes).add_local(
        "datarep",
        is_correct,
        || {
            for columns in &columns {
                let _ = black_box(wide.to_bytes(black_box(columns)));
            }
        },
    ))
}

/// The same beside other programs, of fewer records.
fn measure_peers(
    measurement: &mut RecordsMeasurement<'_>,
    wide: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let (bytes, plain) = (generated.bytes.len(), generated.to_peer_bytes());
    let fields = vec![data::describe_for_peers()];
    measurement.measure_contest(
        Contest::new(NAME, READ, PEER_SIZE, bytes)
            .with_peer_files(&generated.bytes, &plain)
            .add_local("datarep", true, || {
                let _ = black_box(read_blocks(wide, &generated.bytes));
            })
            .add_peer_with_arguments("pandas", "records to columns", fields.clone()),
    )?;
    let csv = generated.to_csv();
    let command = ConvertCommand::prepare(generated)?;
    let is_correct = command.convert_to_bytes(&["--to", "csv"])? == csv;
    measurement.measure_contest(
        Contest::new(NAME, CSV, PEER_SIZE, bytes)
            .with_peer_files(&generated.bytes, &csv)
            .add_local("datarep", is_correct, || command.convert_and_discard(&["--to", "csv"]))
            .add_peer_with_arguments("pandas", "records to CSV", fields),
    )?;
    Ok(())
}

/// Lines of CSV, beside the lines of JSON that copybook-rs makes.
fn measure_lines(measurement: &mut RecordsMeasurement<'_>, generated: &Generated) -> Result<(), String> {
    let program = match CopybookProgram::prepare(generated) {
        Ok(program) => program,
        Err(reason) => {
            skipped::report("copybook-rs", &reason);
            return Ok(());
        }
    };
    let command = ConvertCommand::prepare(generated)?;
    let is_correct = command.convert_to_bytes(&["--to", "csv"])? == generated.to_csv();
    let is_same = program.has_generated_values(generated)?;
    let bytes = generated.bytes.len();
    measurement.measure_contest(
        Contest::new(NAME, LINES, LINES_SIZE, bytes)
            .add_local("datarep", is_correct, || command.convert_and_discard(&["--to", "csv"]))
            .add_local("copybook-rs", is_same, || drop(program.decode())),
    )
}

impl Column {
    /// Whether the values that were read are these, in the records that have one.
    fn has_values(&self, read: &Values, has_value: impl Fn(usize) -> bool) -> bool {
        let missing = read.missing();
        let is_there = |record: usize| !missing.is_some_and(|missing| missing[record]);
        let same = |length: usize, is_equal: &dyn Fn(usize) -> bool| {
            read.len() == length
                && (0..length).all(|record| {
                    is_there(record) == has_value(record) && (!has_value(record) || is_equal(record))
                })
        };
        macro_rules! numbers {
            ($wanted:expr, $read:expr) => {
                same($wanted.len(), &|record| i128::from($wanted[record]) == i128::from($read[record]))
            };
        }
        match (self, read.present()) {
            (Column::Text(texts), Values::Text(read)) => {
                same(texts.len(), &|record| read[record] == texts[record])
            }
            (Column::Float(values, false), Values::F64(read)) => {
                same(values.len(), &|record| read[record].to_bits() == values[record].to_bits())
            }
            (Column::Float(values, true), Values::F32(read)) => {
                same(values.len(), &|record| f64::from(read[record]).to_bits() == values[record].to_bits())
            }
            (Column::Decimal(values, scale), Values::Decimal(read)) => same(values.len(), &|record| {
                let mut text = String::new();
                data::append_decimal(values[record], *scale, &mut text);
                read[record].to_string() == text
            }),
            (Column::Decimal(values, 0), Values::I8(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::I16(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::I32(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::I64(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::U8(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::U16(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::U32(read)) => numbers!(values, read),
            (Column::Decimal(values, 0), Values::U64(read)) => numbers!(values, read),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_they_were_generated() {
        let generated = data::generate_records(100);
        clock::pin_to_cores(Cores::One, std::thread::available_parallelism().map_or(1, usize::from));
        let text = Text::parse(&data::describe_records()).unwrap_or_else(|error| panic!("{error}"));
        let wide = text.record("wide").expect("it is in the text");
        let read = read_columns(wide, &generated.bytes).unwrap_or_else(|error| panic!("{error}"));
        for ((expected, read), name) in generated.columns.iter().zip(&read).zip(&generated.names) {
            assert!(expected.has_values(read, |_| true), "{name}: {expected:?}, {read:?}");
            assert!(!expected.has_values(read, |record| record != 7), "{name}");
        }
        let (written, _) = wide.to_bytes(&read).unwrap_or_else(|error| panic!("{error}"));
        assert!(written == generated.bytes);
    }
}
