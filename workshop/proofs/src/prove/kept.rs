//! Results that are kept, so that a run goes on where it was stopped.
//!
//! A result belongs to a claim by the hash of its body, its formats and its rules. It holds as long as the specification,
//! the terms and the solver are the same, of which it has a hash too. If they are not, the questions are made again: a
//! proof whose questions are the same ones still holds, and is not asked again.
//!
//! A run keeps each result below the target folder at once. [`Store::write_all`] collects those of all claims in a file of the
//! project, from which a run on another machine goes on.

use std::sync::OnceLock;

use super::claim::{Claim, Outcome, Shown};
use super::solver::PACKAGE;
use super::store::Store;
use crate::fnv::{BASIS, hash_bytes};

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

/// The results: `claim texts questions outcome cases asked seconds mutants killed equal name` in each line, the first three
/// as hashes, and behind a tab the reason why a claim is open. Mutants that were not tried are three dashes.
pub(super) static STORE: Store = Store::new("workshop/proofs/kept/results.txt", "prove");

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

/// The hash of what all results depend on.
fn hash_texts() -> u64 {
    static TEXTS_HASH: OnceLock<u64> = OnceLock::new();
    *TEXTS_HASH.get_or_init(|| hash_bytes(BASIS, TEXTS.iter().flat_map(|text| text.bytes())))
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
    read_line(&STORE.find_line(claim)?)
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
    STORE.keep_line(claim, &line)
}
