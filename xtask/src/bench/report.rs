//! Writes rows as JSON and as the table of docs/performance/measured.md.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::goals::Verdict;
use super::group::mpi;
use super::level::Level;
use super::peer::Peers;
use super::row::{Figure, Row, size_name};
use crate::workspace;

impl Figure {
    fn json(&self) -> Value {
        match self {
            Figure::Rate { best, median, share, ours, correct } => json!({
                "gb_per_s": best, "median_gb_per_s": median, "share_of_memcpy": share, "ours_to_this": ours,
                "correct": correct,
            }),
            Figure::Amount { best, median, unit } => {
                json!({ "amount": best, "median": median, "unit": unit })
            }
            Figure::Missing(reason) => json!({ "missing": reason }),
        }
    }

    /// A cell of the table.
    fn cell(&self) -> String {
        match self {
            Figure::Rate { best, share, correct, .. } => {
                let wrong = if *correct { "" } else { ", wrong" };
                // Below a tenth, more digits are significant.
                let digits = if *best < 0.1 { 3 } else { 1 };
                format!("{best:.digits$} ({share:.2}{wrong})")
            }
            Figure::Amount { best, unit, .. } => format!("{best:.2} {unit}"),
            Figure::Missing(_) => "missing".to_owned(),
        }
    }
}

/// Writes `bench/summary.json` in Cargo's target folder, or `bench/summary-LEVEL.json` if a level was given.
pub(super) fn write(rows: &[Row], machine: &str, peers: &Peers, level: Option<Level>) -> Result<(), String> {
    let rows: Vec<Value> = rows
        .iter()
        .map(|Row { group, work, size, who, figure }| {
            let mut row = json!({ "group": group, "work": work, "size": size, "who": who });
            if let (Some(row), Value::Object(figure)) = (row.as_object_mut(), figure.json()) {
                row.extend(figure);
            }
            row
        })
        .collect();
    let peers: serde_json::Map<String, Value> = peers
        .versions()
        .map(|(name, version)| {
            (name.to_owned(), version.map_or_else(|reason| json!({ "missing": reason }), |text| json!(text)))
        })
        .collect();
    let folder = workspace::target().join("bench");
    let path = folder.join(match level {
        Some(level) => format!("summary-{}.json", level.name()),
        None => "summary.json".to_owned(),
    });
    let fault = |error| format!("cannot write `{}`: {error}", path.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    fs::write(&path, format!("{:#}\n", json!({ "machine": machine, "peers": peers, "rows": rows })))
        .map_err(fault)
}

/// Writes the table and the goals to docs/performance/measured.md, between its marks. If a level was given, there are
/// separate marks for it, and the table has no other contestants.
pub(super) fn write_page(
    root: &Path,
    rows: &[Row],
    machine: &str,
    peers: &Peers,
    verdict: &Verdict,
    level: Option<Level>,
) -> Result<(), String> {
    let path = root.join("docs/performance/measured.md");
    let fault = |error| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let what = level.map_or("measured".to_owned(), |level| format!("measured at {}", level.name()));
    let (begin, end) = (format!("<!-- {what}: begin -->\n"), format!("<!-- {what}: end -->\n"));
    let (head, rest) =
        text.split_once(&begin).ok_or("docs/performance/measured.md has no mark where the table begins")?;
    let (_, tail) =
        rest.split_once(&end).ok_or("docs/performance/measured.md has no mark where the table ends")?;
    let (peers, table) = match level {
        Some(_) => (String::new(), table(rows.iter().filter(|row| row.who == "datarep"))),
        None => (list(peers), table(rows.iter())),
    };
    fs::write(
        &path,
        format!("{head}{begin}\n{machine}.\n\n{peers}{table}\n```text\n{verdict}\n```\n\n{end}{tail}"),
    )
    .map_err(fault)
}

/// A list of the peers in processes of their own, and of those that are missing.
fn list(peers: &Peers) -> String {
    let mut text = String::new();
    for (name, version) in peers.versions() {
        let _ = match version {
            Ok(version) => writeln!(text, "- {name}: {version}"),
            Err(reason) => writeln!(text, "- {name} is missing: {reason}"),
        };
    }
    if text.is_empty() { text } else { text + "\n" }
}

/// One line for each work and contestant, with the sizes side by side.
fn table<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    // The rows of MPI libraries have a table of their own.
    let rows: Vec<&Row> = rows.filter(|row| row.group != mpi::NAME).collect();
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut text = String::from("| group | work | who |");
    for size in &sizes {
        let _ = write!(text, " {} |", size_name(*size));
    }
    text += "\n|---|---|---|";
    text += &"---|".repeat(sizes.len());
    text.push('\n');
    let mut seen: Vec<(&str, &str, &str)> = Vec::new();
    for row in &rows {
        let key = (row.group, row.work.as_str(), row.who);
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let _ = write!(text, "| {} | {} | {} |", row.group, row.work, row.who);
        for size in &sizes {
            let cell = rows
                .iter()
                .find(|other| (other.group, other.work.as_str(), other.who) == key && other.size == *size);
            text += &cell.map_or(" – |".to_owned(), |row| format!(" {} |", row.figure.cell()));
        }
        text.push('\n');
    }
    text
}
