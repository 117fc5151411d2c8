//! Rows as text, as JSON, and as the table of docs/performance.md.

use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::goals::Verdict;
use super::peer::Peers;
use crate::workspace;

/// What was measured.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// As the groups are named.
    pub(super) group: &'static str,
    /// What is done.
    pub(super) work: String,
    /// Bytes of native items; 0 where a size is no part of the work.
    pub(super) size: usize,
    /// Who does it: `datarep`, or a peer.
    pub(super) who: &'static str,
    pub(super) figure: Figure,
}

/// What came out.
#[derive(Debug, Clone)]
pub(super) enum Figure {
    /// Bytes a nanosecond, of the best sample and the median one.
    Rate {
        best: f64,
        median: f64,
        /// Of the rate of `memcpy` in the same process.
        share: f64,
        /// How many times as fast as this ours is.
        ours: f64,
        /// Whether what came out is what the reference says.
        correct: bool,
    },
    /// Something of which less is better.
    Amount { best: f64, median: f64, unit: &'static str },
    /// Why there is nothing.
    Missing(String),
}

/// `64 KiB`; nothing where there is no size.
pub(super) fn size_name(size: usize) -> String {
    match size {
        0 => String::new(),
        0x4000_0000.. => format!("{} GiB", size >> 30),
        0x10_0000.. => format!("{} MiB", size >> 20),
        _ => format!("{} KiB", size >> 10),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { group, work, size, who, figure } = self;
        write!(f, "{group:8} {:>8}  {work:36} {who:13} {figure}", size_name(*size))
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Rate { best, median, share, correct, .. } => {
                let wrong = if *correct { "" } else { "  WRONG" };
                write!(f, "{best:7.2} GB/s (median {median:7.2})  {share:5.2} of memcpy{wrong}")
            }
            Figure::Amount { best, median, unit } => write!(f, "{best:7.2} {unit} (median {median:7.2})"),
            Figure::Missing(reason) => write!(f, "missing: {reason}"),
        }
    }
}

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
                // Below a tenth a digit more tells something.
                let digits = if *best < 0.1 { 3 } else { 1 };
                format!("{best:.digits$} ({share:.2}{wrong})")
            }
            Figure::Amount { best, unit, .. } => format!("{best:.2} {unit}"),
            Figure::Missing(_) => "missing".to_owned(),
        }
    }
}

/// Writes `bench/summary.json` in Cargo's target folder.
pub(super) fn write(rows: &[Row], machine: &str, peers: &Peers) -> Result<(), String> {
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
    let path = folder.join("summary.json");
    let fault = |error| format!("cannot write `{}`: {error}", path.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    fs::write(&path, format!("{:#}\n", json!({ "machine": machine, "peers": peers, "rows": rows })))
        .map_err(fault)
}

const BEGIN: &str = "<!-- measured: begin -->\n";
const END: &str = "<!-- measured: end -->\n";

/// Puts the table and the goals in docs/performance.md, between its marks.
pub(super) fn write_page(
    root: &Path,
    rows: &[Row],
    machine: &str,
    peers: &Peers,
    verdict: &Verdict,
) -> Result<(), String> {
    let path = root.join("docs").join("performance.md");
    let fault = |error| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let (head, rest) =
        text.split_once(BEGIN).ok_or("docs/performance.md has no mark where the table begins")?;
    let (_, tail) = rest.split_once(END).ok_or("docs/performance.md has no mark where the table ends")?;
    let (peers, table) = (list(peers), table(rows));
    fs::write(
        &path,
        format!("{head}{BEGIN}\n{machine}.\n\n{peers}{table}\n```text\n{verdict}\n```\n\n{END}{tail}"),
    )
    .map_err(fault)
}

/// The peers in processes of their own, and those that are missing.
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

/// One line for each work and who does it, its sizes side by side.
fn table(rows: &[Row]) -> String {
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
    for row in rows {
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
