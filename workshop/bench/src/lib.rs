//! `cargo xtask bench`: measures conversions beside copying and beside other programs.
//!
//! Every figure is a rate of bytes, and a share of the rate of `memcpy` for as many bytes in the same process. The
//! bytes are those of the native items or of the file, whichever are more. A conversion and a copy are measured in
//! turn, many times. The best sample of each counts, and the median of their ratios in a round, so that other work on
//! the machine affects both alike. Everything that is measured is first compared with the reference. The code is
//! compiled for the baseline of the architecture, like the code of a user who sets no flags.
//!
//! What may not be here: what is right, which is `datarep-oracle`'s; chores of the project, which are `xtask`'s.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "bench"),
    expect(dead_code, reason = "without the runtime there is one group, which needs little of it")
)]

mod arguments;
#[cfg(feature = "beyond")]
pub mod beyond;
mod clock;
#[cfg(feature = "bench")]
mod code_size;
#[cfg(feature = "records")]
mod contest;
#[cfg(feature = "bench")]
mod crates;
#[cfg(feature = "beyond")]
mod data;
pub mod front;
#[cfg(feature = "bench")]
mod full;
mod goals;
mod group;
mod level;
mod machine;
#[cfg(feature = "bench")]
mod naive;
#[cfg(feature = "records")]
mod peer;
#[cfg(feature = "beyond")]
mod place;
#[cfg(feature = "bench")]
mod report;
mod row;
#[cfg(feature = "bench")]
pub mod start;

use std::io::Write;
use std::path::Path;

pub use arguments::{BenchArguments, Measurement, Program};
#[cfg(feature = "records")]
use datarep_workshop::skipped;
use datarep_workshop::{python, workspace};
#[cfg(feature = "bench")]
use full::Bench;
#[cfg(feature = "bench")]
pub use full::run;
pub use level::Level;

/// Sizes in bytes of native items: within the second cache, within the last one, and beyond.
const SIZES: [usize; 3] = [64 << 10, 8 << 20, 256 << 20];

/// What a measurement does with its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageUpdate {
    /// The page stays as it is.
    Keep,
    /// What was measured is written to the page.
    Write,
}

/// Measures only the group `mpi`, which needs neither the runtime nor generated code, and prints its rows and goals. Its
/// page is docs/performance/mpi.md.
///
/// # Errors
///
/// Returns a message if something is missing or cannot be measured, or if a result of `datarep` is wrong. A missed goal
/// is not an error.
pub fn run_mpi(root: &Path, page: PageUpdate, out: &mut dyn Write) -> Result<(), String> {
    let machine = machine::describe_machine(std::thread::available_parallelism().map_or(1, usize::from));
    writeln!(out, "{machine}\n").map_err(report_fault)?;
    let mut rows = Vec::new();
    group::mpi::measure(&mut |row| {
        writeln!(out, "{row}").map_err(report_fault)?;
        rows.push(row);
        Ok(())
    })?;
    // These goals are set at every level.
    let verdict = goals::judge_goals(group::mpi::GOALS, Level::Avx512, &rows);
    if page == PageUpdate::Write {
        group::mpi::write_page(root, &rows, &machine, &verdict)?;
    }
    writeln!(out, "\n{verdict}").map_err(report_fault)
}

/// Measures the Python package beside others, and prints its rows and goals. Its page is docs/performance/python.md.
///
/// # Errors
///
/// Returns a message if something is missing or cannot be measured, or if numbers of the package are wrong. A missed
/// goal is not an error.
pub fn run_python(root: &Path, page: PageUpdate, out: &mut dyn Write) -> Result<(), String> {
    let machine = machine::describe_machine(std::thread::available_parallelism().map_or(1, usize::from));
    writeln!(out, "{machine}\n").map_err(report_fault)?;
    let mut rows = Vec::new();
    let about = group::python::measure(&mut |row| {
        rows.push(row);
        Ok(())
    })?;
    write!(out, "{}", group::python::format_table(&rows)).map_err(report_fault)?;
    let verdict = goals::judge_goals(group::python::GOALS, Level::Avx512, &rows);
    if page == PageUpdate::Write {
        group::python::write_page(root, &rows, &machine, &about, &verdict)?;
    }
    writeln!(out, "\n{verdict}").map_err(report_fault)
}

/// What is done with the rows of a group that is measured alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The rows and the goals are printed.
    Print,
    /// Answers are compared, and nothing else.
    Check,
    /// The rows and the goals are also written to the group's page.
    Write,
}

/// Measures records of mainframes beside other programs, and prints the rows and goals.
///
/// # Errors
///
/// Returns a message if something is missing or cannot be measured, or if an answer of `datarep` is wrong. A missed goal
/// is not an error.
#[cfg(feature = "records")]
pub fn run_records(root: &Path, outcome: Outcome, out: &mut dyn Write) -> Result<(), String> {
    use group::records;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = machine::describe_machine(cores);
    writeln!(out, "{machine}\n").map_err(report_fault)?;
    let mut rows = Vec::new();
    let mut show = |row: row::Row| {
        writeln!(out, "{row}").map_err(report_fault)?;
        rows.push(row);
        Ok(())
    };
    let mut measurement = records::RecordsMeasurement {
        peers: peer::Peers::new(None),
        buffers: contest::Buffers::default(),
        checks: outcome == Outcome::Check,
        show: &mut show,
    };
    let measured = records::measure(&mut measurement);
    let peers = measurement.peers;
    clock::pin_to_cores(clock::Cores::All, cores);
    measured?;
    let wrong = |row: &&row::Row| {
        row.who == "datarep" && matches!(row.figure, row::Figure::Rate { correct: false, .. })
    };
    if let Some(row) = rows.iter().find(wrong) {
        return Err(format!("what we give is wrong: {}", row.work));
    }
    if outcome == Outcome::Check {
        return writeln!(out, "all answers of datarep are right").map_err(report_fault);
    }
    let verdict = goals::judge_goals(records::GOALS, Level::Avx512, &rows);
    if outcome == Outcome::Write {
        records::write_page(root, &rows, &machine, &peers, &verdict)?;
    }
    for (name, version) in peers.versions() {
        if let Err(reason) = version {
            writeln!(out, "\n{name} is missing: {reason}").map_err(report_fault)?;
        }
    }
    writeln!(out, "\n{verdict}").map_err(report_fault)
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn report_fault(error: std::io::Error) -> String {
    format!("the report cannot be written: {error}")
}
