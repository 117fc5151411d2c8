//! The walk over a corpus: files of other programs, read and written by generated code.
//!
//! A corpus is a folder of folders that each have a `REF.json`, which lists numbers in files, their format and their
//! values, and a table `vectors/vectors.csv` of single words. Numbers that are read are compared bit for bit with the
//! values, rounded by code that shares nothing with the product. Words that are written are compared with the files,
//! wherever a file holds the word that writing the value gives.

mod check;
mod decided;
mod exact;
mod npy;
mod packed;
mod reference;
mod report;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use check::{Findings, check_items};
use datarep_corpus::GeneratedCode;
use decided::DecidedValue;
use exact::{BINARY64, Exact};
use reference::{Expected, Segment, Vector};
pub use report::{Row, SummaryTable};

/// The environment variable that names the corpus.
pub const VARIABLE: &str = "DATAREP_CORPUS";

/// The number of differences of a segment that are shown by default.
const SHOWN: usize = 10;

/// The findings of a walk.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The segments of files.
    pub segments: SummaryTable,
    /// The rows of the vectors.
    pub vectors: SummaryTable,
}

impl Summary {
    /// Whether there are no differences.
    pub fn is_equal(&self) -> bool {
        self.segments.total().different == 0 && self.vectors.total().different == 0
    }
}

/// The folder that [`VARIABLE`] names.
///
/// # Errors
///
/// Returns a message that says which variable to set.
pub fn root() -> Result<PathBuf, String> {
    match std::env::var_os(VARIABLE) {
        Some(root) if !root.is_empty() => Ok(PathBuf::from(root)),
        _ => Err(format!("`{VARIABLE}` is not set: let it name the folder of a corpus")),
    }
}

/// Walks a corpus, prints each difference when it is found, and prints the tables at the end.
///
/// # Errors
///
/// Returns a message if the folder is not a corpus or if the report cannot be written.
pub fn walk(root: &Path, verbose: bool, out: &mut dyn Write) -> Result<Summary, String> {
    let segments = reference::read_segments(root)?;
    let vectors = reference::read_vectors(root)?;
    let mut summary =
        Summary { segments: SummaryTable::new("segments"), vectors: SummaryTable::new("vectors") };
    let print = |error: io::Error| format!("the report cannot be written: {error}");
    let mut log = Log { out, verbose };
    for segment in &segments {
        compare_segment(root, segment, &mut summary.segments, &mut log).map_err(print)?;
    }
    for vector in &vectors {
        compare_vector(vector, &mut summary.vectors, &mut log).map_err(print)?;
    }
    writeln!(log.out, "{}", summary.segments).map_err(print)?;
    write!(log.out, "{}", summary.vectors).map_err(print)?;
    Ok(summary)
}

/// Where the findings of a walk are printed.
struct Log<'a> {
    out: &'a mut dyn Write,
    /// Whether each segment is named, and all of its differences.
    verbose: bool,
}

impl Log<'_> {
    fn print_if_verbose(&mut self, text: &str) -> io::Result<()> {
        if self.verbose { writeln!(self.out, "{text}") } else { Ok(()) }
    }
}

fn compare_segment(
    root: &Path,
    segment: &Segment,
    table: &mut SummaryTable,
    log: &mut Log<'_>,
) -> io::Result<()> {
    let place = format!("{}, segment `{}` ({})", segment.file.display(), segment.name, segment.format);
    let row = table.row(&segment.format);
    row.items += segment.items();
    if let (Some(width), Some(offset)) = (packed::parse_width(&segment.format), segment.offset) {
        let findings = segment.read_expected(root).and_then(|expected| {
            let bytes = segment.read_rest(root, offset)?;
            packed::check_packed_words(width, &bytes, &expected)
        });
        return count_findings(row, &place, segment.items(), findings, log);
    }
    let generated = match datarep_corpus::find_generated_code(&segment.format) {
        Ok(generated) => generated,
        Err(reason) => {
            row.unsupported += 1;
            row.reason = Some(reason);
            return log.print_if_verbose(&format!("{place}: not yet supported: {reason}"));
        }
    };
    let Some(offset) = segment.offset else {
        let reason = "not at a place of the file";
        row.unsupported += 1;
        row.reason = Some(reason);
        return log.print_if_verbose(&format!("{place}: skipped: {reason}"));
    };
    let findings = segment.read_expected(root).and_then(|expected| {
        let bytes = segment.read_items(root, offset, generated.bytes())?;
        check_items(&generated, &bytes, &expected)
    });
    count_findings(row, &place, segment.items(), findings, log)
}

fn compare_vector(vector: &Vector, table: &mut SummaryTable, log: &mut Log<'_>) -> io::Result<()> {
    let place = format!("vectors.csv, line {} ({} {})", vector.line, vector.format, vector.hex);
    let row = table.row(&vector.format);
    row.items += 1;
    let generated = match datarep_corpus::find_generated_code(&vector.format) {
        Ok(generated) => generated,
        Err(reason) => {
            row.unsupported += 1;
            row.reason = Some(reason);
            return log.print_if_verbose(&format!("{place}: not yet supported: {reason}"));
        }
    };
    let decided = match decided::decide(vector) {
        Ok(decided) => decided,
        Err(fault) => return count_findings(row, &place, 1, Err(fault), log),
    };
    if let Some(reason) = decided.otherwise {
        row.otherwise += 1;
        let table = if vector.exact.is_empty() { "a number" } else { &vector.exact };
        writeln!(log.out, "{place}: not {table}: {reason}")?;
    }
    count_findings(row, &place, 1, check_vector(&generated, vector, decided), log)
}

fn check_vector(
    generated: &GeneratedCode,
    vector: &Vector,
    decided: DecidedValue,
) -> Result<Findings, String> {
    if let Some(exact) = Exact::parse(&vector.exact).filter(|_| !vector.exact.is_empty()) {
        check_vector_columns(vector, &exact)?;
    }
    // A word that does not fill its bytes is given as one number, so it belongs in the low end of the bytes.
    let hex = match &vector.hex {
        hex if vector.format.ends_with("_word") || hex.len() % 2 == 1 => {
            format!("{hex:0>width$}", width = 2 * generated.bytes())
        }
        hex => hex.clone(),
    };
    let bytes = parse_hex(&hex).ok_or("the bytes are not hexadecimal digits")?;
    if bytes.len() != generated.bytes() {
        return Err(format!("there are {} bytes, an item has {}", bytes.len(), generated.bytes()));
    }
    check_items(generated, &bytes, &[Expected::Exact(decided.value)])
}

/// Checks that the two columns of the table agree.
fn check_vector_columns(vector: &Vector, exact: &Exact) -> Result<(), String> {
    // A NaN has no nearest number.
    if vector.nearest.is_empty() && exact.is_nan() {
        return Ok(());
    }
    let nearest: f64 = vector.nearest.parse().map_err(|_| format!("`{}` is not a number", vector.nearest))?;
    let rounded = exact.nearest_bits(BINARY64);
    if rounded == u128::from(nearest.to_bits()) || (nearest.is_nan() && exact.is_nan()) {
        return Ok(());
    }
    let rounded = f64::from_bits(u64::try_from(rounded).unwrap_or(u64::MAX));
    Err(format!("the table rounds {} to {nearest:e}, it is {rounded:e}", vector.exact))
}

fn parse_hex(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        hex.chars().map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    Some(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Counts a segment or a row, and prints its differences.
fn count_findings(
    row: &mut Row,
    place: &str,
    items: usize,
    findings: Result<Findings, String>,
    log: &mut Log<'_>,
) -> io::Result<()> {
    let findings = match findings {
        Ok(findings) => findings,
        Err(fault) => {
            row.different += 1;
            return writeln!(log.out, "{place}: different: {fault}");
        }
    };
    row.written += findings.written;
    if findings.differences.is_empty() {
        row.equal += 1;
        let written = findings.written;
        return log.print_if_verbose(&format!("{place}: {items} items equal, {written} also written"));
    }
    row.different += 1;
    let shown = if log.verbose { usize::MAX } else { SHOWN };
    for difference in findings.differences.iter().take(shown) {
        writeln!(log.out, "{place}, item {}: different: {}", difference.item, difference.what)?;
    }
    match findings.differences.len().saturating_sub(shown) {
        0 => Ok(()),
        more => writeln!(log.out, "{place}: {more} more differences; `--verbose` shows all"),
    }
}
