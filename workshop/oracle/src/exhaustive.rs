//! Compares generated code with the reference: every pattern if there are at most 2^32, otherwise a structured sample
//! and random patterns.
//!
//! The code under test is what a user gets: representations compiled from texts, reached through their descriptors, in
//! whole slices. The bits of every item and the counts of every slice are compared. If a slice differs, its items are
//! converted one by one, so that the report names the pattern.
//!
//! A row is a format, a set of rules and a route. Finished rows are kept in `exhaustive` in Cargo's target folder, each
//! with a hash of its generated code, so that an interrupted run can be continued.

mod pattern;
pub mod plain;
mod report;
mod row;
mod subject;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use datarep::{Datarep, Predefined};
use datarep_dsl::model::{ByteOrder, Rounding};
use pattern::Coverage;
pub(crate) use pattern::SampleFields;
pub use report::{print, write};
use row::Row;
use subject::{Job, Route};

use crate::properties::{Subject as Properties, Traits};
use crate::workspace;

/// How much is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The number of patterns that continuous integration has time for.
    Slice,
    /// Every pattern of at most 32 bits, and 10^8 random patterns of wider formats.
    Full,
}

/// Every representation that is compared, preceded by its text.
pub fn representations() -> impl Iterator<Item = (&'static str, &'static Datarep)> {
    subject::SUBJECTS.iter().map(|subject| (subject.text, subject.datarep))
}

/// The number of threads that compare.
const THREADS: usize = 2;

/// The folder of finished rows.
fn results_folder() -> PathBuf {
    let target = std::env::var_os("DATAREP_EXHAUSTIVE").filter(|path| !path.is_empty());
    target.map_or_else(|| workspace::target_folder().join("exhaustive"), PathBuf::from)
}

/// Compares the unfinished rows of the formats in `only`, or of all formats if `only` is empty.
///
/// # Errors
///
/// Returns a message that names the rows that differ, or says what cannot be compared or kept.
pub fn run(extent: Extent, only: &[&str], out: &mut dyn Write) -> Result<(), String> {
    check_comparison_detects_faults()?;
    let jobs = subject::list_jobs(only)?;
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let start = Instant::now();
    let (mut patterns, mut different, mut skipped) = (0_u64, 0_u64, 0_usize);
    for (index, job) in jobs.iter().enumerate() {
        let coverage = Coverage::from_job(job, extent);
        if extent == Extent::Full
            && let Some(row) = Row::read_kept(&results_folder(), job).filter(|row| row.settles(job, coverage))
        {
            skipped += 1;
            patterns += row.patterns;
            different += row.mismatches;
            continue;
        }
        let begun = Instant::now();
        let row = row::compare_row(job, coverage, THREADS, &mut |done, all| {
            eprint_progress(index, jobs.len(), job, done, all, begun.elapsed());
        })?;
        patterns += row.patterns;
        different += row.mismatches;
        for example in &row.examples {
            writeln!(out, "different: {example}").map_err(fault)?;
        }
        if extent == Extent::Full {
            row.keep(&results_folder())?;
            let nanoseconds = begun.elapsed().as_secs_f64() * 1e9 / to_f64(row.patterns.max(1));
            writeln!(
                out,
                "{} of {}: {job}: {} patterns, {} different, {:.1} s, {nanoseconds:.1} ns a pattern",
                index + 1,
                jobs.len(),
                row.patterns,
                row.mismatches,
                begun.elapsed().as_secs_f64(),
            )
            .map_err(fault)?;
        }
    }
    let mut formats: Vec<&str> = jobs.iter().map(|job| job.subject.format).collect();
    formats.sort_unstable();
    formats.dedup();
    if skipped > 0 {
        writeln!(out, "{skipped} rows were finished already").map_err(fault)?;
    }
    for (format, reason) in subject::LEFT_OUT {
        writeln!(out, "left out: `{format}`: {reason}").map_err(fault)?;
    }
    writeln!(
        out,
        "exhaustive: {} formats, {patterns} patterns, {different} mismatches ({:.0} s)",
        formats.len(),
        start.elapsed().as_secs_f64()
    )
    .map_err(fault)?;
    let kept = check_properties(&jobs, extent, out);
    if different == 0 { kept } else { Err("generated code and the reference are different".to_owned()) }
}

/// Checks the properties of every conversion on the generated code of the formats in `only`, or of all formats if
/// `only` is empty. The reference is not used.
///
/// # Errors
///
/// Returns a message if a conversion lacks a property; `out` names the item.
pub fn properties(extent: Extent, only: &[&str], out: &mut dyn Write) -> Result<(), String> {
    check_properties(&subject::list_jobs(only)?, extent, out)
}

fn check_properties(jobs: &[Job], extent: Extent, out: &mut dyn Write) -> Result<(), String> {
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let count = if extent == Extent::Slice { 1500 } else { 8000 };
    let (mut mappings, mut items, mut broken) = (0, 0, 0);
    for job in jobs.iter().filter(|job| !job.route.is_read()) {
        let predefined = if job.route.native_bits() == 32 { Predefined::Float } else { Predefined::Double };
        let traits = Traits::from_mapping(job.route.native(), &job.format, &job.back, &job.policy);
        let name = job.subject.representation;
        let subject = Properties::new(job.subject.datarep, predefined, name, traits)?;
        let subject = subject.ok_or_else(|| format!("{job}: there is no such conversion"))?;
        mappings += 1;
        match subject.check(count, 0xC0DE) {
            Ok(checked) => items += checked.total(),
            Err(found) => {
                broken += 1;
                writeln!(out, "broken: {found}").map_err(fault)?;
            }
        }
    }
    writeln!(out, "properties: {mappings} mappings, asked {items} times, {broken} broken").map_err(fault)?;
    if broken == 0 { Ok(()) } else { Err("generated code does not keep its promises".to_owned()) }
}

/// Checks that a difference is found, with two comparisons that must fail: the reference truncates where the generated
/// code rounds to nearest, and the reference assumes another byte order.
fn check_comparison_detects_faults() -> Result<(), String> {
    let coverage = Coverage::Sample { structured: 2000, random: 2000 };
    let wrong: [fn(&mut Job); 2] =
        [|job| job.policy.rounding = Rounding::TowardZero, |job| job.order = ByteOrder::Little];
    for make_wrong in wrong {
        for mut job in subject::list_jobs(&["hfp32"])?.into_iter().filter(|job| job.subject.set == "plain") {
            make_wrong(&mut job);
            // Every word of 32 bits is exact as a double.
            let exact = job.route == Route::ReadF64 && job.order != ByteOrder::Little;
            if (row::compare_row(&job, coverage, 1, &mut |_, _| {})?.mismatches == 0) != exact {
                return Err(format!("the comparison does not work: {job} against a reference that is wrong"));
            }
        }
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "a number for people")]
fn to_f64(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::print_stderr, reason = "progress is for who waits")]
fn eprint_progress(index: usize, jobs: usize, job: &Job, done: u64, all: u64, time: Duration) {
    let percent = done.saturating_mul(100) / all.max(1);
    eprintln!("  {} of {jobs}: {job}: {percent} % in {:.0} s", index + 1, time.as_secs_f64());
}
