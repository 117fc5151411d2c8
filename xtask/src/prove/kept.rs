//! Results that are kept, so that a run goes on where it was stopped.
//!
//! A result is bound to a hash of what it is about: the body, the formats, the rules, the specification, the terms and
//! the solver. If one of them changes, the result is not found any more and the claim is shown again.

use std::fs;
use std::path::PathBuf;

use super::claim::{Claim, Outcome, Shown};
use super::solver::PACKAGE;
use crate::workspace;

/// What a result depends on besides its claim.
const TEXTS: [&str; 10] = [
    include_str!("claim.rs"),
    include_str!("lemma.rs"),
    include_str!("lower.rs"),
    include_str!("meaning.rs"),
    include_str!("numbers.rs"),
    include_str!("primitive.rs"),
    include_str!("stretch.rs"),
    include_str!("term.rs"),
    include_str!("term/print.rs"),
    PACKAGE,
];

/// A kept result.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kept {
    pub(super) shown: Shown,
    pub(super) seconds: f64,
}

/// The hash that a result of the claim is bound to.
pub(super) fn hash(claim: &Claim) -> String {
    let texts = TEXTS.iter().flat_map(|text| text.bytes());
    let hash = texts.chain(claim.text().bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn path(claim: &Claim, kind: &str) -> PathBuf {
    workspace::target().join("prove").join(format!("{}.{}.{kind}", claim.format.name, hash(claim)))
}

/// The result of an earlier run.
pub(super) fn find(claim: &Claim) -> Option<Kept> {
    let text = fs::read_to_string(path(claim, "claim")).ok()?;
    let mut lines = text.lines();
    let (word, numbers) = (lines.next()?, lines.next()?);
    let numbers: Vec<f64> = numbers.split(' ').filter_map(|number| number.parse().ok()).collect();
    let &[stretches, asked, seconds] = numbers.as_slice() else { return None };
    let reason = lines.collect::<Vec<_>>().join("\n");
    let outcome = match word {
        "proved" => Outcome::Proved,
        "open" => Outcome::Open(reason),
        _ => return None,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "written from whole numbers")]
    let [stretches, asked] = [stretches, asked].map(|number| number as usize);
    Some(Kept { shown: Shown { outcome, stretches, asked }, seconds })
}

/// Keeps a result. What is refuted is not kept: it is asked again until it is mended.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn keep(claim: &Claim, kept: &Kept) -> Result<(), String> {
    let (word, reason) = match &kept.shown.outcome {
        Outcome::Proved => ("proved", ""),
        Outcome::Open(reason) => ("open", reason.as_str()),
        Outcome::Refuted(_) => return Ok(()),
    };
    let Shown { stretches, asked, .. } = kept.shown;
    write(claim, "claim", &format!("{word}\n{stretches} {asked} {:.1}\n{reason}\n", kept.seconds))
}

/// The counts of a claim's mutants from an earlier run: all, killed and equal.
pub(super) fn find_mutants(claim: &Claim) -> Option<[usize; 3]> {
    let text = fs::read_to_string(path(claim, "mutants")).ok()?;
    let numbers: Vec<usize> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    numbers.try_into().ok()
}

/// Keeps the counts of a claim's mutants.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn keep_mutants(claim: &Claim, [all, killed, equal]: [usize; 3]) -> Result<(), String> {
    write(claim, "mutants", &format!("{all} {killed} {equal}\n"))
}

fn write(claim: &Claim, kind: &str, text: &str) -> Result<(), String> {
    let path = path(claim, kind);
    let fault = |error| format!("`{}` cannot be written: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
    fs::write(&path, text).map_err(fault)
}
