//! The page `docs/proved.md`, from the results that are kept.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use datarep_dsl::model::FormatKind;

use super::Options;
use super::claim::{Claim, Outcome};
use super::compiled;
use super::kept::{self, Mutants};
use super::solver::PACKAGE;
use super::subjects::Rules;

const INTRODUCTION: &str = include_str!("page.md");

/// The results of one format, direction, native type and kind of body, under several rules.
#[derive(Default)]
struct Row {
    bodies: usize,
    proved: usize,
    /// Bodies about which nothing is known yet.
    left: usize,
    cases: usize,
    asked: usize,
    seconds: f64,
    mutants: usize,
    killed: usize,
    equal: usize,
    /// Bodies that were run as compiled code, and their mutants that were wrong then, or that the compiler refused.
    ran: usize,
    wrong: usize,
    refused: usize,
    hidden: usize,
    reasons: Vec<String>,
}

/// Rows by the text of their first cells.
type Rows = BTreeMap<String, Row>;

/// Writes the page.
///
/// # Errors
///
/// The page cannot be written.
pub(super) fn write(root: &Path, claims: &[Claim]) -> Result<(), String> {
    let mut sums: BTreeMap<Rules, Row> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, (HashSet<&str>, Row)> = BTreeMap::new();
    let [mut shipped, mut own] = [Rows::new(), Rows::new()];
    for claim in claims {
        let (format, native) = (&claim.format.name, &claim.native.name);
        let direction = if claim.reads { "to" } else { "from" };
        let body = if claim.is_ordinary { "ordinary" } else { "exact" };
        let row = if claim.rules == Rules::Shipped {
            shipped.entry(format!("`{format}` | {direction} `{native}` | {body}")).or_default()
        } else {
            own.entry(format!("`{format}` | {direction}")).or_default()
        };
        add_claim(row, claim);
        add_claim(sums.entry(claim.rules).or_default(), claim);
        let (formats, row) = kinds.entry(name_kind(&claim.format.kind)).or_default();
        formats.insert(format);
        add_claim(row, claim);
    }
    let text = format!(
        "{INTRODUCTION}\n{}\n{}\n### By the rules of the library\n\n{}\n### By rules of their own\n\n{}",
        print_sums(claims, &sums),
        print_kinds(&kinds),
        print_rows("format | direction | body", &shipped),
        print_rows("format | direction", &own)
    );
    let path = root.join("docs/proved.md");
    fs::write(&path, text).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
}

/// What the page calls formats of this kind.
fn name_kind(kind: &FormatKind) -> &'static str {
    match kind {
        FormatKind::DecimalFloat(_) => "decimal floats",
        FormatKind::Decimal(_) => "decimals, packed, zoned and binary",
        FormatKind::Integer(_) => "integers and fixed point",
        FormatKind::Posit(_) => "posits",
        _ => "binary floats of every radix and code",
    }
}

fn add_claim(row: &mut Row, claim: &Claim) {
    row.bodies += 1;
    let mutants = compiled::count_mutants(claim, Options::default().mutants);
    if let Some(ran) = compiled::kept::find(claim, mutants) {
        row.ran += 1;
        row.wrong += ran.wrong;
        row.refused += ran.refused;
        row.hidden += ran.hidden;
    }
    let Some(found) = kept::find(claim).filter(|found| found.holds) else {
        row.left += 1;
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

/// The counts of each set of rules.
fn print_sums(claims: &[Claim], sums: &BTreeMap<Rules, Row>) -> String {
    let formats: HashSet<&str> = claims.iter().map(|claim| claim.format.name.as_str()).collect();
    let all = |count: fn(&Row) -> usize| sums.values().map(count).sum::<usize>();
    let mut text = format!(
        "{} formats, {} bodies, of which {} are proved and {} not asked yet; {} mutants, of which {} are killed and {} \
         equal. The solver is `{PACKAGE}`.\n\n\
         | rules | bodies | proved | open | not asked yet | mutants | killed | equal |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
        formats.len(),
        all(|row| row.bodies),
        all(|row| row.proved),
        all(|row| row.left),
        all(|row| row.mutants),
        all(|row| row.killed),
        all(|row| row.equal),
    );
    for (rules, row) in sums {
        let Row { bodies, proved, left, mutants, killed, equal, .. } = row;
        let open = bodies - proved - left;
        let _ = writeln!(
            text,
            "| {} | {bodies} | {proved} | {open} | {left} | {mutants} | {killed} | {equal} |",
            match rules {
                Rules::Shipped => "of the library".to_owned(),
                own @ Rules::Own(_) => format!("`inexact => {}`", own.word()),
            }
        );
    }
    text
}

/// The counts of each kind of format, and what was compiled.
fn print_kinds(kinds: &BTreeMap<&str, (HashSet<&str>, Row)>) -> String {
    let mut text = "| kind | formats | bodies | proved | of 100 | open | not asked yet |\n\
                    |---|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for (kind, (formats, row)) in kinds {
        let Row { bodies, proved, left, .. } = row;
        let (open, percent) = (bodies - proved - left, proved * 1000 / bodies);
        let _ = writeln!(
            text,
            "| {kind} | {} | {bodies} | {proved} | {}.{} | {open} | {left} |",
            formats.len(),
            percent / 10,
            percent % 10
        );
    }
    let all = |count: fn(&Row) -> usize| kinds.values().map(|(_, row)| count(row)).sum::<usize>();
    let _ = writeln!(
        text,
        "\nAs compiled code {} bodies gave what the specification says for each word that they were run on. Of the mutants \
         that are killed, {} were compiled: {} of them were wrong for a word, {} the compiler \
         refuses, and {} differ only in a sign or a digit that no byte has.",
        all(|row| row.ran),
        all(|row| row.wrong + row.refused + row.hidden),
        all(|row| row.wrong),
        all(|row| row.refused),
        all(|row| row.hidden)
    );
    text
}

fn print_rows(heads: &str, rows: &Rows) -> String {
    let numbers = "---:|".repeat(7);
    let lines = "---|".repeat(heads.split('|').count());
    let mut text = format!(
        "| {heads} | bodies | proved | cases | by the solver | s | mutants | wrong | open, and why |\n\
         |{lines}{numbers}---|\n"
    );
    for (first, row) in rows {
        let mut reasons = row.reasons.clone();
        reasons.sort();
        reasons.dedup();
        if row.left > 0 {
            reasons.push(format!("{} not asked yet", row.left));
        }
        let Row { bodies, proved, cases, asked, seconds, mutants, wrong, .. } = row;
        let _ = writeln!(
            text,
            "| {first} | {bodies} | {proved} | {cases} | {asked} | \
             {seconds:.0} | {mutants} | {wrong} | {} |",
            reasons.join("; ").replace('|', "\\|")
        );
    }
    text
}
