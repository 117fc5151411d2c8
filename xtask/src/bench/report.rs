//! Rows as text, as JSON, and as the table of docs/performance.md.

use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;

use serde_json::json;

use super::goals::Verdict;

/// What was measured.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// `swap`, `integer`, `read`, `write`, `other`, `struct`.
    pub(super) group: &'static str,
    /// What is converted.
    pub(super) work: String,
    /// Octets of native items.
    pub(super) size: usize,
    /// Who converts.
    pub(super) who: &'static str,
    /// Octets a nanosecond, of the best sample and the median one.
    pub(super) rate: f64,
    pub(super) median: f64,
    /// Of the rate of `memcpy`.
    pub(super) share: f64,
    /// Compared with the reference.
    pub(super) correct: bool,
}

/// `64 KiB`
pub(super) fn size_name(size: usize) -> String {
    if size >= 1 << 20 { format!("{} MiB", size >> 20) } else { format!("{} KiB", size >> 10) }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { group, work, size, who, rate, median, share, correct } = self;
        let size = size_name(*size);
        let correct = if *correct { "" } else { "  NOT CHECKED" };
        write!(
            f,
            "{group:8} {size:>8}  {work:36} {who:13} {rate:7.2} GB/s (median {median:7.2})  {share:5.2} of memcpy{correct}"
        )
    }
}

/// Writes `target/bench/summary.json`.
pub(super) fn write(root: &Path, rows: &[Row]) -> Result<(), String> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "group": row.group, "work": row.work, "size": row.size, "who": row.who, "gb_per_s": row.rate,
                "median_gb_per_s": row.median, "share_of_memcpy": row.share, "correct": row.correct,
            })
        })
        .collect();
    let folder = root.join("target").join("bench");
    let path = folder.join("summary.json");
    let fault = |error| format!("cannot write `{}`: {error}", path.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    fs::write(&path, format!("{:#}\n", json!({ "rows": rows }))).map_err(fault)
}

const BEGIN: &str = "<!-- measured: begin -->\n";
const END: &str = "<!-- measured: end -->\n";

/// Puts the table and the goals in docs/performance.md, between its marks.
pub(super) fn write_page(root: &Path, rows: &[Row], verdict: &Verdict) -> Result<(), String> {
    let path = root.join("docs").join("performance.md");
    let fault = |error| format!("`{}`: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(fault)?;
    let (head, rest) =
        text.split_once(BEGIN).ok_or("docs/performance.md has no mark where the table begins")?;
    let (_, tail) = rest.split_once(END).ok_or("docs/performance.md has no mark where the table ends")?;
    let table = table(rows);
    fs::write(&path, format!("{head}{BEGIN}\n{table}\n```text\n{verdict}\n```\n\n{END}{tail}")).map_err(fault)
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
            text += &cell.map_or(" – |".to_owned(), |row| format!(" {:.1} ({:.2}) |", row.rate, row.share));
        }
        text.push('\n');
    }
    text
}
