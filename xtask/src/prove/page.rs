//! The page `docs/proved.md`, from the results that are kept.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::claim::{Claim, Outcome};
use super::kept::{self, Mutants};
use super::solver::PACKAGE;

const INTRODUCTION: &str = include_str!("page.md");

/// The results of one format, direction, native type and kind of body, under all rules that the library has for it.
#[derive(Default)]
struct Row {
    bodies: usize,
    proved: usize,
    cases: usize,
    asked: usize,
    seconds: f64,
    mutants: usize,
    killed: usize,
    equal: usize,
    reasons: Vec<String>,
}

/// Writes the page.
///
/// # Errors
///
/// The page cannot be written.
pub(super) fn write(root: &Path, claims: &[Claim]) -> Result<(), String> {
    let mut rows: BTreeMap<[&str; 4], Row> = BTreeMap::new();
    for claim in claims {
        let key = [
            claim.format.name.as_str(),
            if claim.reads { "to" } else { "from" },
            claim.native.name.as_str(),
            if claim.is_ordinary { "ordinary" } else { "exact" },
        ];
        add_claim(rows.entry(key).or_default(), claim);
    }
    let text = format!("{INTRODUCTION}\n{}", print_rows(&rows));
    let path = root.join("docs/proved.md");
    fs::write(&path, text).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
}

fn add_claim(row: &mut Row, claim: &Claim) {
    row.bodies += 1;
    let Some(found) = kept::find(claim).filter(|found| found.holds) else {
        row.reasons.push("not asked yet".to_owned());
        return;
    };
    match found.kept.shown.outcome {
        Outcome::Proved => row.proved += 1,
        Outcome::Open(reason) => row.reasons.push(reason),
        Outcome::Refuted(word) => row.reasons.push(format!("refuted: {word}")),
    }
    row.cases += found.kept.shown.cases;
    row.asked += found.kept.shown.asked;
    row.seconds += found.kept.seconds;
    if let Some(Mutants { all, killed, equal }) = found.mutants {
        row.mutants += all;
        row.killed += killed;
        row.equal += equal;
    }
}

fn print_rows(rows: &BTreeMap<[&str; 4], Row>) -> String {
    let all = |count: fn(&Row) -> usize| rows.values().map(count).sum::<usize>();
    let formats: HashSet<&str> = rows.keys().map(|key| key[0]).collect();
    let mut text = format!(
        "{} formats, {} bodies, of which {} are proved; {} mutants, of which {} are killed and {} equal. \
         The solver is `{PACKAGE}`.\n\n\
         | format | direction | body | bodies | proved | cases | by the solver | s | mutants | open, and why |\n\
         |---|---|---|---:|---:|---:|---:|---:|---:|---|\n",
        formats.len(),
        all(|row| row.bodies),
        all(|row| row.proved),
        all(|row| row.mutants),
        all(|row| row.killed),
        all(|row| row.equal),
    );
    for ([format, direction, native, body], row) in rows {
        let mut reasons = row.reasons.clone();
        reasons.sort();
        reasons.dedup();
        let Row { bodies, proved, cases, asked, seconds, mutants, .. } = row;
        let _ = writeln!(
            text,
            "| `{format}` | {direction} `{native}` | {body} | {bodies} | {proved} | {cases} | {asked} | \
             {seconds:.0} | {mutants} | {} |",
            reasons.join("; ").replace('|', "\\|")
        );
    }
    text
}
