//! `cargo xtask bench`: conversions against copying, and against what others have.
//!
//! Every figure is a rate of octets, those of the native items or of the file, whichever are more, and a share of
//! `memcpy` of as many octets in the same run: the two are
//! measured in turn, many times, and the best of each counts, so that what else the machine does hits both alike. What is
//! measured has been compared with the reference before. The code is compiled for the baseline of the
//! architecture, as a user's is who asks for nothing.

mod clock;
mod goals;
mod peers;
mod report;
mod work;

use std::io::Write;
use std::path::Path;
use std::process::Command;

use report::Row;

/// What is measured.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Fewer formats, fewer rounds.
    pub quick: bool,
    /// Only this group.
    pub group: Option<String>,
    /// Also docs/performance.md.
    pub write: bool,
}

/// Sizes in octets of native items: within the second cache, within the last one, and beyond.
const SIZES: [usize; 3] = [64 << 10, 8 << 20, 256 << 20];

const PINNED: &str = "DATAREP_BENCH_PINNED";

/// Measures, prints every row and every goal, and writes `target/bench/summary.json`.
///
/// # Errors
///
/// What differs from the reference, what cannot be written; not a goal that is not met.
pub fn run(root: &Path, options: &Options, out: &mut dyn Write) -> Result<(), String> {
    if std::env::var_os(PINNED).is_none() && pinned()? {
        return Ok(());
    }
    let fault = |error| format!("the report cannot be written: {error}");
    let mut rows: Vec<Row> = Vec::new();
    for size in SIZES {
        let mut show = |row: Row| -> Result<(), String> {
            writeln!(out, "{row}").map_err(fault)?;
            rows.push(row);
            Ok(())
        };
        work::measure(size, options, &mut show)?;
    }
    report::write(root, &rows)?;
    let verdict = goals::judge(&rows, options);
    if options.write {
        report::write_page(root, &rows, &verdict)?;
    }
    writeln!(out, "\n{verdict}").map_err(fault)
}

/// Runs itself on one core, where the system has a command for that.
fn pinned() -> Result<bool, String> {
    let me = std::env::current_exe().map_err(|error| format!("where this program is: {error}"))?;
    let last = std::thread::available_parallelism().map_or(0, |count| count.get() - 1);
    let mut command = Command::new("taskset");
    command.arg("-c").arg(last.to_string()).arg(me).args(std::env::args_os().skip(1)).env(PINNED, "1");
    match command.status() {
        Ok(status) if status.success() => Ok(true),
        Ok(_) => Err("the measurement failed".to_owned()),
        // Not pinned then: the figures are less steady.
        Err(_) => Ok(false),
    }
}
