//! The committed table of finished rows.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::row::Row;
use super::{folder, subject};

const HEAD: &str = "\
# Every pattern

Generated code compared with the reference, an interpreter of the formats in exact arithmetic that shares no code with
the generator. Written by `cargo xtask exhaustive --write-report`.

For each format of the standard library: every word read to `f32` and `f64`, and every `f32` written, where there are at
most 2^32; else a sample with all exponents and the significands at the borders, and 10^8 random patterns. Compared are
the bits of each result and the counts of what was lost. The rules `plain` round to nearest even and keep what can be kept;
`directed`, `away` and `truncate` round and replace in other ways; by `strict` everything that is lost is an error. The
code is a hash of the generated conversion and of the runtime's arithmetic.

";

/// The path of the table.
fn path(root: &Path) -> PathBuf {
    root.join("docs").join("exhaustive.md")
}

/// Writes the table from the finished rows.
///
/// # Errors
///
/// A sentence where it cannot be written.
pub fn write(root: &Path, out: &mut dyn io::Write) -> Result<(), String> {
    let jobs = subject::jobs(&[])?;
    let mut text = HEAD.to_owned();
    let mut rows = Vec::new();
    let mut missing = Vec::new();
    for job in &jobs {
        match Row::kept(&folder(root), job).filter(|row| row.code == job.code()) {
            Some(row) => rows.push(row),
            None => missing.push(job.to_string()),
        }
    }
    let fault = |error| format!("cannot write the table: {error}");
    text += "| format | direction | rules | patterns | which | mismatches | code |\n|---|---|---|---:|---|---:|---|\n";
    for row in &rows {
        let which = if row.all { "all" } else { "sample" };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {which} | {} | `{}` |",
            row.format, row.direction, row.set, row.patterns, row.mismatches, row.code
        );
    }
    if !missing.is_empty() {
        let _ = write!(text, "\nNot run to the end yet: {} rows.\n\n", missing.len());
        for row in &missing {
            let _ = writeln!(text, "- {row}");
        }
    }
    for (format, reason) in subject::LEFT_OUT {
        let _ = write!(text, "\n`{format}` is not compared: {reason}.\n");
    }
    let _ = write!(text, "\n{}\n", Totals::of(&rows));
    fs::write(path(root), &text).map_err(fault)?;
    writeln!(out, "wrote `docs/exhaustive.md`: {} rows, {} not run yet", rows.len(), missing.len()).map_err(fault)
}

/// Prints the committed table, the rows that the present code has left behind, and the totals.
///
/// # Errors
///
/// A sentence where there is no table, or one of its rows has mismatches.
pub fn print(root: &Path, out: &mut dyn io::Write) -> Result<(), String> {
    let path = path(root);
    let text = fs::read_to_string(&path).map_err(|error| {
        format!("cannot read `{}`: {error}; `cargo xtask exhaustive --write-report` writes it", path.display())
    })?;
    let fault = |error| format!("cannot print the table: {error}");
    let rows = parse(&text)?;
    let body = text.rsplit_once("\nexhaustive: ").map_or(text.as_str(), |(body, _)| body);
    writeln!(out, "{}", body.trim_end()).map_err(fault)?;
    let jobs = subject::jobs(&[])?;
    let is = |row: &Row, job: &subject::Job| {
        row.format == job.subject.format && row.set == job.subject.set && row.direction == job.direction.name()
    };
    let stale = jobs.iter().filter(|job| rows.iter().any(|row| is(row, job) && row.code != job.code()));
    let stale: Vec<String> = stale.map(ToString::to_string).collect();
    for row in &stale {
        writeln!(out, "\nthe code has changed since: {row}").map_err(fault)?;
    }
    writeln!(out, "\n{}", Totals::of(&rows)).map_err(fault)?;
    if rows.iter().any(|row| row.mismatches > 0) {
        return Err("generated code and the reference are different".to_owned());
    }
    Ok(())
}

/// The rows of a table.
fn parse(text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let fault = || format!("a line of the table is not one of its rows: {line}");
        let [_, format, direction, set, patterns, which, mismatches, code, _] = cells.as_slice() else {
            return Err(fault());
        };
        rows.push(Row {
            format: (*format).to_owned(),
            set: (*set).to_owned(),
            direction: (*direction).to_owned(),
            all: *which == "all",
            patterns: patterns.parse().map_err(|_| fault())?,
            mismatches: mismatches.parse().map_err(|_| fault())?,
            code: (*code).to_owned(),
            examples: Vec::new(),
        });
    }
    Ok(rows)
}

/// `exhaustive: F formats, P patterns, M mismatches`.
struct Totals {
    formats: usize,
    patterns: u64,
    mismatches: u64,
}

impl Totals {
    fn of(rows: &[Row]) -> Totals {
        let mut formats: Vec<&str> = rows.iter().map(|row| row.format.as_str()).collect();
        formats.sort_unstable();
        formats.dedup();
        Totals {
            formats: formats.len(),
            patterns: rows.iter().map(|row| row.patterns).sum(),
            mismatches: rows.iter().map(|row| row.mismatches).sum(),
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Totals { formats, patterns, mismatches } = self;
        write!(f, "exhaustive: {formats} formats, {patterns} patterns, {mismatches} mismatches")
    }
}
