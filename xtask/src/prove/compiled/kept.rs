//! What compiled bodies and mutants made of words, kept so that a run goes on where it was stopped.
//!
//! A result belongs to a claim by its hash, and holds as long as the functions that are printed of the body and its mutants
//! are the same. What a run finds is kept below the target folder at once, and [`write_all`] collects it in a file of the
//! project.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use datarep_codegen::print_function;
use quote::format_ident;

use crate::fnv::{BASIS, hash_bytes};
use crate::prove::claim::Claim;
use crate::prove::kept::{hash_claim, read_lines};
use crate::workspace;

/// The file of the project: `claim functions words wrong refused equal hidden name` in each line, the first two as hashes.
const FILE: &str = "xtask/prove/compiled.txt";

/// What became of the functions of a claim, none of which was otherwise than it should be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::prove) struct Ran {
    /// The words that the body was run on.
    pub(in crate::prove) words: usize,
    /// Mutants that are wrong for a word, that the compiler refuses, and that are the same for every word.
    pub(in crate::prove) wrong: usize,
    pub(in crate::prove) refused: usize,
    pub(in crate::prove) equal: usize,
    /// Mutants that give other digits or another sign than they should where no byte has them: a sign that is not written,
    /// or more digits than there are where that is an error.
    pub(in crate::prove) hidden: usize,
}

/// The hash of the functions that are printed of a body and of its mutants.
fn hash_functions(claim: &Claim, mutants: usize) -> u64 {
    let name = format_ident!("body");
    let mutants = if mutants == 0 { Vec::new() } else { claim.list_mutants(mutants).collect() };
    [claim]
        .into_iter()
        .chain(&mutants)
        .fold(BASIS, |hash, claim| hash_bytes(hash, print_function(&name, &claim.body).to_string().bytes()))
}

/// The lines of [`FILE`] by their hashes.
fn read_file() -> &'static HashMap<String, String> {
    static LINES: OnceLock<HashMap<String, String>> = OnceLock::new();
    LINES.get_or_init(|| read_lines(FILE))
}

fn name_path(claim: &Claim) -> PathBuf {
    workspace::target().join("prove/ran").join(hash_claim(claim))
}

/// The line of an earlier run about the claim, without its hash.
fn find_line(claim: &Claim) -> Option<String> {
    fs::read_to_string(name_path(claim)).ok().or_else(|| read_file().get(&hash_claim(claim)).cloned())
}

/// The result of an earlier run with at most so many mutants, if it holds.
pub(in crate::prove) fn find(claim: &Claim, mutants: usize) -> Option<Ran> {
    let line = find_line(claim)?;
    let mut words = line.split(' ');
    let functions = u64::from_str_radix(words.next()?, 16).ok()?;
    let mut number = || words.next()?.parse().ok();
    let [words, wrong, refused, equal, hidden] = [number()?, number()?, number()?, number()?, number()?];
    let ran = Ran { words, wrong, refused, equal, hidden };
    (functions == hash_functions(claim, mutants)).then_some(ran)
}

/// Keeps the result of a claim.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn keep(claim: &Claim, mutants: usize, ran: Ran) -> Result<(), String> {
    let Ran { words, wrong, refused, equal, hidden } = ran;
    let functions = hash_functions(claim, mutants);
    let path = name_path(claim);
    let fault = |error| format!("`{}` cannot be written: {error}", path.display());
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
    let line = format!("{functions:016x} {words} {wrong} {refused} {equal} {hidden} {}\n", claim.name());
    fs::write(&path, line).map_err(fault)
}

/// Writes the results of all claims to the project's file.
///
/// # Errors
///
/// The file cannot be written.
pub(in crate::prove) fn write_all(root: &std::path::Path, claims: &[Claim]) -> Result<(), String> {
    let found = claims.iter().filter_map(|claim| Some((claim.name(), hash_claim(claim), find_line(claim)?)));
    let mut lines: Vec<_> = found.collect();
    lines.sort();
    let text = lines.iter().fold(String::new(), |mut text, (_, hash, line)| {
        let _ = writeln!(text, "{hash} {}", line.trim_end());
        text
    });
    let path = root.join(FILE);
    fs::write(&path, text).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
}
