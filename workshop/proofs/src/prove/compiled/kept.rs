//! What compiled bodies and mutants made of words, kept so that a run goes on where it was stopped.
//!
//! A result belongs to a claim by its hash, and holds as long as the functions that are printed of the body and its mutants
//! are the same. What a run finds is kept below the target folder at once, and [`Store::write_all`] collects it in a file of the
//! project.

use datarep_codegen::print_function;
use quote::format_ident;

use crate::fnv::{BASIS, hash_bytes};
use crate::prove::claim::Claim;
use crate::prove::store::Store;

/// The results: `claim functions words wrong refused equal hidden name` in each line, the first two as hashes.
pub(in crate::prove) static STORE: Store = Store::new("workshop/proofs/kept/compiled.txt", "prove/ran");

/// The counts of a claim's functions. Only claims whose functions all behaved as expected have such
/// a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::prove) struct RunCounts {
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

/// The result of an earlier run with at most so many mutants, if it holds.
pub(in crate::prove) fn find(claim: &Claim, mutants: usize) -> Option<RunCounts> {
    let line = STORE.find_line(claim)?;
    let mut words = line.split(' ');
    let functions = u64::from_str_radix(words.next()?, 16).ok()?;
    let mut number = || words.next()?.parse().ok();
    let [words, wrong, refused, equal, hidden] = [number()?, number()?, number()?, number()?, number()?];
    let ran = RunCounts { words, wrong, refused, equal, hidden };
    (functions == hash_functions(claim, mutants)).then_some(ran)
}

/// Keeps the result of a claim.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn keep(claim: &Claim, mutants: usize, ran: RunCounts) -> Result<(), String> {
    let RunCounts { words, wrong, refused, equal, hidden } = ran;
    let functions = hash_functions(claim, mutants);
    let line = format!("{functions:016x} {words} {wrong} {refused} {equal} {hidden} {}\n", claim.name());
    STORE.keep_line(claim, &line)
}
