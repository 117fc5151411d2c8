//! The table of docs/performance/records.md.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::super::super::goals::Verdict;
use super::super::super::peer::Peers;
use super::super::super::row::{Figure, Row, format_size};

/// A line for each work and program.
fn format_table(rows: &[Row]) -> String {
    let mut text = String::from("| work | input | who | GB/s | share of `memcpy` |\n|---|---|---|---|---|\n");
    for Row { work, size, who, figure, .. } in rows {
        let size = format_size(*size);
        let _ = match figure {
            Figure::Rate { best, share, correct, .. } => {
                let digits = if *best < 0.1 { 4 } else { 2 };
                let wrong = if *correct { "" } else { ", other values" };
                writeln!(text, "| {work} | {size} | {who} | {best:.digits$}{wrong} | {share:.3} |")
            }
            Figure::Amount { best, unit, .. } => {
                writeln!(text, "| {work} | {size} | {who} | {best:.2} {unit} | – |")
            }
            Figure::Missing(reason) => writeln!(text, "| {work} | {size} | {who} | missing: {reason} | – |"),
        };
    }
    text
}

const BEGIN: &str = "<!-- measured records: begin -->\n";
const END: &str = "<!-- measured records: end -->\n";

/// Puts the table and the goals in docs/performance/records.md, between their marks.
pub(in super::super::super) fn write_page(
    root: &Path,
    rows: &[Row],
    machine: &str,
    peers: &Peers,
    verdict: &Verdict,
) -> Result<(), String> {
    let path = root.join("docs/performance/records.md");
    let fault = |error| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let parts = text.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = parts.ok_or("docs/performance/records.md has no marks of its table")?;
    let mut versions = String::new();
    for (name, version) in peers.versions() {
        let _ = match version {
            Ok(version) => writeln!(versions, "- {name}: {version}"),
            Err(reason) => writeln!(versions, "- {name} is missing: {reason}"),
        };
    }
    let table = format_table(rows);
    let page =
        format!("{head}{BEGIN}\n{machine}.\n\n{versions}\n{table}\n```text\n{verdict}\n```\n\n{END}{tail}");
    fs::write(&path, page).map_err(fault)
}
