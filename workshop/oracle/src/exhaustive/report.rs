//! The committed table of finished rows.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::row::Row;
use super::subject::Job;
use super::{results_folder, subject};
use crate::fnv::{BASIS, hash_bytes};

const HEAD: &str = "\
# Every pattern

Generated code is compared with the reference, an interpreter of the formats in exact arithmetic that shares no code with
the generator. `cargo xtask exhaustive --write-report` writes this page, and `cargo xtask exhaustive --report` prints it.

The rules are the usual ones: values are rounded to nearest even, and subnormals, infinities and NaN are kept. What a format does not have becomes its largest
number, or zero for a NaN. Thirteen formats belong to no machine (`workshop/oracle/build/corners.datarep`). They use what the language can express and no format of the library
needs. The comparison covers the bits of each result and the counts of what was lost, in slices of 4096 items as programs convert them. 262144 items of each row are also compared one by one, in
calls of their own.

| a row | which patterns |
|---|---|
| a format of at most 32 bits, to `f32`, to `f64` | every word |
| the same, from `f32` | every `f32` |
| a wider format, to `f64`, from `f64` | all exponents with the significands at the borders (ends, single bits, runs, halves of any last place and their neighbors), 20 million at most; and 10^8 random ones. Of those to be written, half lie near a number of the format |
| a format of decimal digits or a posit, if the source has more than 16 bits | the same, 2 million at most; and 10^7 random ones: the reference computes with long integers, at some microseconds an item |

## What a pattern is compared with

The reference makes a table of each format: what each exponent field means, and between which limits its significands are numbers.
It finds the numbers that can be written by decoding words, so that writing is by construction the inverse of reading. In the
tests of `datarep-oracle` a second version, on integers of any size and without tables, checks the reference. So do the published words.

If all patterns of 32 bits are compared, the reference is asked for 4096 neighbors at once: words with consecutive significands
whose ends are numbers of one sign and exponent. Decoding is monotone there, so that everything between is the next number. For reading, the
processor's own arithmetic makes the neighbors: an integer times a power of two, which is rounded as IEEE 754 says. For writing, neighbors
are rounded with one shift if both ends are on the same level of the format's numbers. Writing is monotone, so that all of them vanish or overflow if both ends
do. Some words of each stretch are also compared with the reference's own answer. Everything else goes word by word: ends of levels, subnormals, zeros, special words.

The code of a row is a hash of the generated conversion and of the runtime's arithmetic. `--report` names the rows whose code has changed since.

";

const REQUIRED: &str = "\
## Every format

| format | direction | patterns | which | mismatches | code |
|---|---|---:|---|---:|---|
";

const OTHERS: &str = "
## Other rules

With `directed`, `away` and `truncate`, which round and replace in other ways, with `strict`, which makes an error of every loss, and in the other
directions: a million patterns a row, or every one of at most 16 bits.

| format | rows | patterns | mismatches | code |
|---|---:|---:|---:|---|
";

/// The path of the table.
fn table_path(root: &Path) -> PathBuf {
    root.join("docs").join("exhaustive.md")
}

/// One line of the table.
#[derive(Debug)]
struct Line {
    format: String,
    /// The route of a row, or `None` for the line of a format's other rules.
    route: Option<String>,
    patterns: u64,
    mismatches: u64,
    code: String,
}

/// A hash of the code of a format's other rows, all together.
fn hash_other_code(jobs: &[&Job]) -> String {
    let code = hash_bytes(BASIS, jobs.iter().flat_map(|job| job.hash_code().into_bytes()));
    format!("{code:016x}")
}

/// The formats of the jobs, in the order of the jobs.
fn list_formats(jobs: &[Job]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for job in jobs {
        if !found.contains(&job.subject.format) {
            found.push(job.subject.format);
        }
    }
    found
}

/// Writes the table from the finished rows.
///
/// # Errors
///
/// Returns a message if the table cannot be written.
pub fn write(root: &Path, out: &mut dyn io::Write) -> Result<(), String> {
    let jobs = subject::list_jobs(&[])?;
    let kept = |job: &Job| Row::read_kept(&results_folder(), job).filter(|row| row.code == job.hash_code());
    let mut text = HEAD.to_owned() + REQUIRED;
    let mut lines = Vec::new();
    let mut missing = Vec::new();
    for job in jobs.iter().filter(|job| job.is_required()) {
        let Some(row) = kept(job) else {
            missing.push(format!("`{}` {}", job.subject.format, job.route.name()));
            continue;
        };
        let which = if row.all { "all" } else { "sample" };
        let Row { format, route, patterns, mismatches, code, .. } = row;
        let _ = writeln!(text, "| `{format}` | {route} | {patterns} | {which} | {mismatches} | `{code}` |");
        lines.push(Line { format, route: Some(route), patterns, mismatches, code });
    }
    text += OTHERS;
    for format in list_formats(&jobs) {
        let others: Vec<&Job> =
            jobs.iter().filter(|job| job.subject.format == format && !job.is_required()).collect();
        let rows: Vec<Row> = others.iter().filter_map(|job| kept(job)).collect();
        if rows.len() < others.len() {
            missing.push(format!("`{format}` by {} other rows", others.len() - rows.len()));
            continue;
        }
        let (patterns, mismatches) =
            rows.iter().fold((0, 0), |sum, row| (sum.0 + row.patterns, sum.1 + row.mismatches));
        let (count, code) = (rows.len(), hash_other_code(&others));
        let _ = writeln!(text, "| `{format}` | {count} | {patterns} | {mismatches} | `{code}` |");
        lines.push(Line { format: format.to_owned(), route: None, patterns, mismatches, code });
    }
    if !missing.is_empty() {
        let _ = write!(text, "\nNot run to the end yet: {}.\n", missing.join(", "));
    }
    for (format, reason) in subject::LEFT_OUT {
        let _ = write!(text, "\n`{format}` is not compared: {reason}.\n");
    }
    let _ = write!(text, "\n{}\n", Totals::from_lines(&lines));
    fs::write(table_path(root), &text).map_err(|error| format!("cannot write the table: {error}"))?;
    let (count, left) = (lines.len(), missing.len());
    writeln!(out, "wrote `docs/exhaustive.md`: {count} lines, {left} not run to the end yet")
        .map_err(|error| format!("cannot write: {error}"))
}

/// Prints the committed table, the lines that are out of date for the present code, and the totals.
///
/// # Errors
///
/// Returns a message if there is no table, or if one of its lines has mismatches.
pub fn print(root: &Path, out: &mut dyn io::Write) -> Result<(), String> {
    let path = table_path(root);
    let text = fs::read_to_string(&path).map_err(|error| {
        format!(
            "cannot read `{}`: {error}; `cargo xtask exhaustive --write-report` writes it",
            path.display()
        )
    })?;
    let fault = |error| format!("cannot print the table: {error}");
    let lines = parse_lines(&text)?;
    let body = text.rsplit_once("\nexhaustive: ").map_or(text.as_str(), |(body, _)| body);
    writeln!(out, "{}", body.trim_end()).map_err(fault)?;
    let jobs = subject::list_jobs(&[])?;
    for line in lines.iter().filter(|line| is_stale(line, &jobs)) {
        let what = line.route.as_deref().unwrap_or("by other rules");
        writeln!(out, "\nthe code has changed since: `{}` {what}", line.format).map_err(fault)?;
    }
    writeln!(out, "\n{}", Totals::from_lines(&lines)).map_err(fault)?;
    if lines.iter().any(|line| line.mismatches > 0) {
        return Err("generated code and the reference are different".to_owned());
    }
    Ok(())
}

/// Whether a line is about code other than the present code.
fn is_stale(line: &Line, jobs: &[Job]) -> bool {
    let of_format = jobs.iter().filter(|job| job.subject.format == line.format);
    let Some(route) = &line.route else {
        let others: Vec<&Job> = of_format.filter(|job| !job.is_required()).collect();
        return hash_other_code(&others) != line.code;
    };
    let is = |job: &&Job| job.is_required() && job.route.name() == route;
    of_format.into_iter().find(is).map(Job::hash_code).as_ref() != Some(&line.code)
}

/// The lines of a table.
fn parse_lines(text: &str) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let (format, route, patterns, mismatches, code) = match cells.as_slice() {
            [_, format, route, patterns, _, mismatches, code, _] => {
                (format, Some((*route).to_owned()), patterns, mismatches, code)
            }
            [_, format, _, patterns, mismatches, code, _] => (format, None, patterns, mismatches, code),
            _ => return Err(format!("a line of the table is not one of its rows: {line}")),
        };
        let number = |cell: &str| cell.parse().map_err(|_| format!("`{cell}` is not a number: {line}"));
        lines.push(Line {
            format: (*format).to_owned(),
            route,
            patterns: number(patterns)?,
            mismatches: number(mismatches)?,
            code: (*code).to_owned(),
        });
    }
    Ok(lines)
}

/// `exhaustive: F formats, P patterns, M mismatches`.
struct Totals {
    formats: usize,
    patterns: u64,
    mismatches: u64,
}

impl Totals {
    fn from_lines(lines: &[Line]) -> Totals {
        let mut formats: Vec<&str> = lines.iter().map(|line| line.format.as_str()).collect();
        formats.sort_unstable();
        formats.dedup();
        Totals {
            formats: formats.len(),
            patterns: lines.iter().map(|line| line.patterns).sum(),
            mismatches: lines.iter().map(|line| line.mismatches).sum(),
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Totals { formats, patterns, mismatches } = self;
        write!(f, "exhaustive: {formats} formats, {patterns} patterns, {mismatches} mismatches")
    }
}
