//! Results that are kept, so that a run goes on where it was stopped.
//!
//! A result belongs to a claim by the hash of its body, its formats and its rules. It holds as long as the specification,
//! the terms and the solver are the same, of which it has a hash too. If they are not, the questions are made again: a
//! proof whose questions are the same ones still holds, and is not asked again.
//!
//! A run keeps each result below the target folder at once. [`write_all`] collects those of all claims in a file of the
//! project, from which a run on another machine goes on.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::claim::{Claim, Outcome, Shown};
use super::solver::PACKAGE;
use crate::fnv::{BASIS, hash_bytes};
use crate::workspace;

/// What a result depends on besides its claim.
const TEXTS: [&str; 27] = [
    include_str!("claim.rs"),
    include_str!("digits.rs"),
    include_str!("integer.rs"),
    include_str!("joining.rs"),
    include_str!("lemma.rs"),
    include_str!("lower.rs"),
    include_str!("meaning.rs"),
    include_str!("nearest.rs"),
    include_str!("numbers.rs"),
    include_str!("posit.rs"),
    include_str!("primitive.rs"),
    include_str!("primitive/digits.rs"),
    include_str!("primitive/tens.rs"),
    include_str!("primitive/zoned.rs"),
    include_str!("solver.rs"),
    include_str!("specification.rs"),
    include_str!("spelling.rs"),
    include_str!("stretch.rs"),
    include_str!("target.rs"),
    include_str!("tens.rs"),
    include_str!("tens/target.rs"),
    include_str!("term.rs"),
    include_str!("term/bits.rs"),
    include_str!("term/float.rs"),
    include_str!("term/print.rs"),
    include_str!("term/unknown.rs"),
    PACKAGE,
];

/// The file of the project with the results of earlier runs: `claim texts questions outcome cases asked seconds mutants
/// killed equal name` in each line, the first three as hashes, and behind a tab the reason why a claim is open. Mutants
/// that were not tried are three dashes.
const FILE: &str = "xtask/prove/results.txt";

/// A kept result.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kept {
    pub(super) shown: Shown,
    pub(super) seconds: f64,
}

/// The counts of a claim's mutants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mutants {
    pub(super) all: usize,
    pub(super) killed: usize,
    pub(super) equal: usize,
}

/// The hash by which a claim is found.
pub(super) fn hash_claim(claim: &Claim) -> String {
    format!("{:016x}", hash_bytes(BASIS, claim.text().bytes()))
}

/// The hash of what all results depend on.
fn hash_texts() -> u64 {
    static TEXTS_HASH: OnceLock<u64> = OnceLock::new();
    *TEXTS_HASH.get_or_init(|| hash_bytes(BASIS, TEXTS.iter().flat_map(|text| text.bytes())))
}

/// The lines of [`FILE`] by their hashes.
fn read_file() -> &'static HashMap<String, String> {
    static LINES: OnceLock<HashMap<String, String>> = OnceLock::new();
    LINES.get_or_init(|| read_lines(FILE))
}

/// The lines of a file of the project by the hash with which each begins. None if there is no file.
pub(super) fn read_lines(file: &str) -> HashMap<String, String> {
    let text = fs::read_to_string(workspace::root().join(file)).unwrap_or_default();
    let split = |line: &str| line.split_once(' ').map(|(hash, line)| (hash.to_owned(), line.to_owned()));
    text.lines().filter_map(split).collect()
}

fn name_path(hash: &str) -> PathBuf {
    workspace::target().join("prove").join(hash)
}

/// The line of an earlier run about the claim, without its hash.
fn find_line(claim: &Claim) -> Option<String> {
    let hash = hash_claim(claim);
    fs::read_to_string(name_path(&hash)).ok().or_else(|| read_file().get(&hash).cloned())
}

/// An earlier run's result about a claim.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Earlier {
    pub(super) kept: Kept,
    pub(super) mutants: Option<Mutants>,
    /// Whether everything that it depends on is the same.
    pub(super) holds: bool,
}

/// The result of an earlier run.
pub(super) fn find(claim: &Claim) -> Option<Earlier> {
    read_line(&find_line(claim)?)
}

fn read_line(line: &str) -> Option<Earlier> {
    let (line, reason) = line.trim_end().split_once('\t').unwrap_or((line.trim_end(), ""));
    let mut words = line.split(' ');
    let texts = u64::from_str_radix(words.next()?, 16).ok()?;
    let questions = u64::from_str_radix(words.next()?, 16).ok()?;
    let outcome = match words.next()? {
        "proved" => Outcome::Proved,
        "open" => Outcome::Open(reason.to_owned()),
        _ => return None,
    };
    let cases = words.next()?.parse().ok()?;
    let asked = words.next()?.parse().ok()?;
    let seconds = words.next()?.parse().ok()?;
    let mut number = || words.next().and_then(|word| word.parse().ok());
    let mutants = match (number(), number(), number()) {
        (Some(all), Some(killed), Some(equal)) => Some(Mutants { all, killed, equal }),
        _ => None,
    };
    let kept = Kept { shown: Shown { outcome, cases, asked, questions }, seconds };
    Some(Earlier { kept, mutants, holds: texts == hash_texts() })
}

/// The line of a result, without the hash of its claim. What is refuted has none: it is asked again until it is mended.
fn write_line(claim: &Claim, kept: &Kept, mutants: Option<Mutants>) -> Option<String> {
    let (word, reason) = match &kept.shown.outcome {
        Outcome::Proved => ("proved", String::new()),
        Outcome::Open(reason) => ("open", format!("\t{}", reason.replace(['\n', '\t'], " "))),
        Outcome::Refuted(_) => return None,
    };
    let Shown { cases, asked, questions, .. } = kept.shown;
    let mutants = mutants
        .map_or("- - -".to_owned(), |Mutants { all, killed, equal }| format!("{all} {killed} {equal}"));
    Some(format!(
        "{:016x} {questions:016x} {word} {cases} {asked} {:.1} {mutants} {}{reason}",
        hash_texts(),
        kept.seconds,
        claim.name()
    ))
}

/// Keeps a result, and the counts of its mutants if they were tried.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn keep(claim: &Claim, kept: &Kept, mutants: Option<Mutants>) -> Result<(), String> {
    let Some(line) = write_line(claim, kept, mutants) else { return Ok(()) };
    write(&name_path(&hash_claim(claim)), &line)
}

/// Writes the results of all claims to the project's file.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn write_all(root: &Path, claims: &[Claim]) -> Result<(), String> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for claim in claims {
        if let Some(line) = find_line(claim) {
            lines.push((claim.name(), format!("{} {}", hash_claim(claim), line.trim_end())));
        }
    }
    lines.sort();
    let text = lines.iter().fold(String::new(), |mut text, (_, line)| {
        let _ = writeln!(text, "{line}");
        text
    });
    write(&root.join(FILE), &text)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fault = |error| format!("`{}` cannot be written: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
    fs::write(path, text).map_err(fault)
}
