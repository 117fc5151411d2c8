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
use super::super::contest::{Buffers, Contest, Patience};
use super::super::goals::{Bar, Goal};
use super::super::level::At;
use super::super::peer::Peers;
use super::super::row::Row;
use command::Command;
use copybook::CopybookProgram;
use data::{BYTES, CHOSEN, Column, FIELDS, Generated};
pub(in super::super) use page::write_page;

use crate::skipped;

pub(in super::super) const NAME: &str = "records";

pub(in super::super) const GOALS: &[Goal] = &[
    goal("records to columns", READ, Bar::Rate(1.5)),
    goal("records to CSV", CSV, Bar::Rate(0.5)),
    goal("records to Parquet", PARQUET, Bar::Rate(0.8)),
    goal("columns to records", WRITE, Bar::Rate(1.0)),
    // 0.87 of the speed is 1.15 times the time.
    goal("a choice costs at most 15 %", CHOICE, Bar::Times(0.87, WITHOUT)),
    goal("`--on-bad null` costs at most 10 %", ON_BAD, Bar::Times(0.91, WITHOUT)),
];

const fn goal(title: &'static str, works: &'static str, bar: Bar) -> Goal {
    Goal { number: "records", title, group: NAME, works, size: SIZE, at: At::Every, bar }
}

const READ: &str = "to columns";
const WRITE: &str = "from columns";
const CSV: &str = "to CSV";
const PARQUET: &str = "to Parquet";
const LINES: &str = "to lines of text";
const CHOICE: &str = "a choice";
const ON_BAD: &str = "`--on-bad null`";
/// The same without what the work is about.
const WITHOUT: &str = "without";

/// The bytes of records that are measured, about, and those that peers read, which are slower.
const SIZE: usize = 64 << 20;
const PEER_SIZE: usize = 4 << 20;
/// Those that the slowest of them makes lines of.
const LINES_SIZE: usize = 1 << 20;

/// The bytes that the command reads at once.
const BLOCK: usize = 1 << 20;

/// What a measurement needs.
pub(in super::super) struct Measurement<'m> {
    pub(in super::super) peers: Peers,
    pub(in super::super) buffers: Buffers,
    /// Compares only, with few records.
    pub(in super::super) checks: bool,
    pub(in super::super) show: &'m mut dyn FnMut(Row) -> Result<(), String>,
}

impl Measurement<'_> {
    /// Measures the contestants of a work.
    fn compare(&mut self, contest: Contest<'_>) -> Result<(), String> {
        let patience = if self.checks {
            Patience { rounds: 1, seconds: 0.0 }
        } else {
            Patience { rounds: 9, seconds: 10.0 }
        };
        let rows = contest.run(&mut self.peers, &mut self.buffers, patience);
        rows.into_iter().try_for_each(|row| (self.show)(row))
    }
}

/// Compares all answers with what was generated, measures, and shows the rows.
pub(in super::super) fn measure(measurement: &mut Measurement<'_>) -> Result<(), String> {
    clock::pin(Cores::One, std::thread::available_parallelism().map_or(1, usize::from));
    let text = Text::parse(&data::describe()).map_err(|error| error.to_string())?;
    let find = |name: &str| text.record(name).ok_or_else(|| format!("the text has no record `{name}`"));
    let (wide, chosen) = (find("wide")?, find("chosen")?);
    if (wide.fields().len(), wide.bytes()) != (FIELDS, Some(BYTES)) {
        return Err(format!("the records are not as said: {wide:?}, {:?} bytes", wide.bytes()));
    }
    let size = if measurement.checks { 2 * BLOCK } else { SIZE };
    let generated = data::generate(size / BYTES);
    measure_columns(measurement, wide, &generated)?;
    measure_choice(measurement, (wide, chosen), &generated)?;
    measure_writing(measurement, wide, &generated)?;
    command::measure(measurement, &generated)?;
    let generated = data::generate(PEER_SIZE / BYTES);
    measure_peers(measurement, wide, &generated)?;
    measure_lines(measurement, &data::generate(LINES_SIZE / BYTES))
}

/// Blocks of whole records, as the command reads them.
fn blocks(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunks(BLOCK / BYTES * BYTES)
}

/// Reads all columns of all blocks, those of a block in the memory of those before.
fn read_blocks(record: &Record, bytes: &[u8]) -> Result<(), datarep_dynamic::Error> {
    let mut columns = vec![Values::default(); record.fields().len()];
    for block in blocks(black_box(bytes)) {
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
    measurement: &mut Measurement<'_>,
    wide: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let read = read_columns(wide, &generated.bytes)?;
    let all = generated.columns.iter().zip(&read);
    let is_correct = all.fold(true, |all, (expected, read)| all && expected.is_same(read, |_| true));
    let bytes = generated.bytes.len();
    measurement.compare(Contest::new(NAME, READ, SIZE, bytes).here("datarep", is_correct, || {
        let _ = black_box(read_blocks(wide, &generated.bytes));
    }))
}

/// The columns of the fields in the choice are there once for each alternative, and missing where it is another one.
fn measure_choice(
    measurement: &mut Measurement<'_>,
    (wide, chosen): (&Record, &Record),
    generated: &Generated,
) -> Result<(), String> {
    let Column::Text(kinds) = &generated.columns[0] else {
        return Err("the first field is no text".to_owned());
    };
    let read = read_columns(chosen, &generated.bytes)?;
    let mut is_correct = generated.columns[..CHOSEN]
        .iter()
        .zip(&read)
        .all(|(expected, read)| expected.is_same(read, |_| true));
    let mut rest = read[CHOSEN..].iter();
    for alternative in ["A", "B"] {
        for (expected, read) in generated.columns[CHOSEN..].iter().zip(rest.by_ref()) {
            is_correct &= expected.is_same(read, |record| kinds[record] == alternative);
        }
    }
    is_correct &= rest.len() == 1;
    let bytes = generated.bytes.len();
    measurement.compare(
        Contest::new(NAME, &format!("{CHOICE}, to columns"), SIZE, bytes)
            .here("datarep", is_correct, || {
                let _ = black_box(read_blocks(chosen, &generated.bytes));
            })
            .here(WITHOUT, is_correct, || {
                let _ = black_box(read_blocks(wide, &generated.bytes));
            }),
    )
}

/// The columns of each block become records again.
fn measure_writing(
    measurement: &mut Measurement<'_>,
    wide: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let columns: Vec<Vec<Values>> =
        blocks(&generated.bytes).map(|block| read_columns(wide, block)).collect::<Result<_, String>>()?;
    let mut is_correct = true;
    for (columns, block) in columns.iter().zip(blocks(&generated.bytes)) {
        let (written, losses) = wide.to_bytes(columns).map_err(|error| error.to_string())?;
        is_correct &= written == block && losses.is_none();
    }
    let bytes = generated.bytes.len();
    measurement.compare(Contest::new(NAME, WRITE, SIZE, bytes).here("datarep", is_correct, || {
        for columns in &columns {
            let _ = black_box(wide.to_bytes(black_box(columns)));
        }
    }))
}

/// The same beside other programs, of fewer records.
fn measure_peers(
    measurement: &mut Measurement<'_>,
    wide: &Record,
    generated: &Generated,
) -> Result<(), String> {
    let (bytes, plain) = (generated.bytes.len(), generated.to_plain());
    let fields = vec![data::list_for_peers()];
    measurement.compare(
        Contest::new(NAME, READ, PEER_SIZE, bytes)
            .files(&generated.bytes, &plain)
            .here("datarep", true, || {
                let _ = black_box(read_blocks(wide, &generated.bytes));
            })
            .there_with("pandas", "records to columns", fields.clone()),
    )?;
    let csv = generated.to_csv();
    let command = Command::prepare(generated)?;
    let is_correct = command.convert_to_bytes(&["--to", "csv"])? == csv;
    measurement.compare(
        Contest::new(NAME, CSV, PEER_SIZE, bytes)
            .files(&generated.bytes, &csv)
            .here("datarep", is_correct, || command.convert(&["--to", "csv"]))
            .there_with("pandas", "records to CSV", fields),
    )?;
    Ok(())
}

/// Lines of CSV, beside the lines of JSON that copybook-rs makes.
fn measure_lines(measurement: &mut Measurement<'_>, generated: &Generated) -> Result<(), String> {
    let program = match CopybookProgram::prepare(generated) {
        Ok(program) => program,
        Err(reason) => {
            skipped::report("copybook-rs", &reason);
            return Ok(());
        }
    };
    let command = Command::prepare(generated)?;
    let is_correct = command.convert_to_bytes(&["--to", "csv"])? == generated.to_csv();
    let is_same = program.compare(generated)?;
    let bytes = generated.bytes.len();
    measurement.compare(
        Contest::new(NAME, LINES, LINES_SIZE, bytes)
            .here("datarep", is_correct, || command.convert(&["--to", "csv"]))
            .here("copybook-rs", is_same, || drop(program.decode())),
    )
}

impl Column {
    /// Whether the values that were read are these, in the records that have one.
    fn is_same(&self, read: &Values, has_value: impl Fn(usize) -> bool) -> bool {
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
                data::put_decimal(values[record], *scale, &mut text);
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
        let generated = data::generate(100);
        clock::pin(Cores::One, std::thread::available_parallelism().map_or(1, usize::from));
        let text = Text::parse(&data::describe()).unwrap_or_else(|error| panic!("{error}"));
        let wide = text.record("wide").expect("it is in the text");
        let read = read_columns(wide, &generated.bytes).unwrap_or_else(|error| panic!("{error}"));
        for ((expected, read), name) in generated.columns.iter().zip(&read).zip(&generated.names) {
            assert!(expected.is_same(read, |_| true), "{name}: {expected:?}, {read:?}");
            assert!(!expected.is_same(read, |record| record != 7), "{name}");
        }
        let (written, _) = wide.to_bytes(&read).unwrap_or_else(|error| panic!("{error}"));
        assert!(written == generated.bytes);
    }
}
