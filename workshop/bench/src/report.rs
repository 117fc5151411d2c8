//! Writes rows as JSON and as the table of docs/performance/measured.md.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::goals::Verdict;
use super::group::mpi;
use super::level::Level;
use super::peer::Peers;
use super::row::{Figure, Row, format_size};
use crate::workspace;

impl Figure {
    fn to_json(&self) -> Value {
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
    fn to_cell(&self) -> String {
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
pub(super) fn write_summary(
    rows: &[Row],
    machine: &str,
    peers: &Peers,
    level: Option<Level>,
) -> Result<(), String> {
    let rows: Vec<Value> = rows
        .iter()
        .map(|Row { group, work, size, who, figure }| {
            let mut row = json!({ "group": group, "work": work, "size": size, "who": who });
            if let (Some(row), Value::Object(figure)) = (row.as_object_mut(), figure.to_json()) {
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
    let folder = workspace::target_folder().join("bench");
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
/// separate marks for it, and the table has a line for each group instead of one for each work.
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
        Some(_) => (String::new(), summarize_groups(rows)),
        None => (list_peers(peers), format_table(rows.iter())),
    };
    fs::write(
        &path,
        format!(
            "{head}{begin}\n{machine}.\n\n{peers}{table}\n```text\n{}\n```\n\n{end}{tail}",
            verdict.to_page_text()
        ),
    )
    .map_err(fault)
}

/// A list of the peers in processes of their own, and of those that are missing.
fn list_peers(peers: &Peers) -> String {
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
fn format_table<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    // The rows of MPI libraries have a table of their own.
    let rows: Vec<&Row> = rows.filter(|row| row.group != mpi::NAME).collect();
    let mut sizes: Vec<usize> = rows.iter().map(|row| row.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut text = String::from("| group | work | who |");
    for size in &sizes {
        let _ = write!(text, " {} |", format_size(*size));
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
            text += &cell.map_or(" – |".to_owned(), |row| format!(" {} |", row.figure.to_cell()));
        }
        text.push('\n');
    }
    text
}

/// One line for each group: the number of its works, and at each size the least, the middle and the greatest share of
/// `memcpy`.
fn summarize_groups(rows: &[Row]) -> String {
    let shares = |row: &Row| match row.figure {
        Figure::Rate { share, .. } if row.who == "datarep" => Some((row.group, row.size, share)),
        _ => None,
    };
    let found: Vec<(&str, usize, f64)> = rows.iter().filter_map(shares).collect();
    let mut groups: Vec<&str> = found.iter().map(|(group, ..)| *group).collect();
    groups.dedup();
    let mut sizes: Vec<usize> = found.iter().map(|(_, size, _)| *size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut text = String::from("| group | works |");
    for size in &sizes {
        let _ = write!(text, " {} |", format_size(*size));
    }
    let _ = writeln!(text, "\n|---|---|{}", "---|".repeat(sizes.len()));
    for group in groups {
        let of_size = |wanted: usize| {
            let of_both = found.iter().filter(|(of, size, _)| (*of, *size) == (group, wanted));
            let mut shares: Vec<f64> = of_both.map(|(_, _, share)| *share).collect();
            shares.sort_by(f64::total_cmp);
            shares
        };
        let works = sizes.iter().map(|size| of_size(*size).len()).max().unwrap_or(0);
        let _ = write!(text, "| {group} | {works} |");
        for size in &sizes {
            let _ = match of_size(*size).as_slice() {
                [] => write!(text, " – |"),
                [one] => write!(text, " {one:.2} |"),
                shares @ [least, .., most] => {
                    write!(text, " {least:.2} to {most:.2}, middle {:.2} |", shares[shares.len() / 2])
                }
            };
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_has_a_line_for_each_group() {
        let row = |group, size, share, who| Row {
            group,
            work: format!("{share}"),
            size,
            who,
            figure: Figure::Rate { best: 1.0, median: 1.0, share, ours: 1.0, correct: true },
        };
        let rows = [
            row("swap", 64 << 10, 0.5, "datarep"),
            row("swap", 64 << 10, 0.9, "datarep"),
            row("swap", 64 << 10, 0.7, "datarep"),
            row("swap", 64 << 10, 0.1, "another"),
            row("read", 8 << 20, 0.25, "datarep"),
        ];
        let expected = "| group | works | 64 KiB | 8 MiB |\n|---|---|---|---|\n\
            | swap | 3 | 0.50 to 0.90, middle 0.70 | – |\n| read | 1 | – | 0.25 |\n";
        assert_eq!(summarize_groups(&rows), expected);
    }
}
