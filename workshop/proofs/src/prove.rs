//! Proves by a solver that bodies of plans give what the specification says, for every word.
//!
//! A body of a plan is a straight line of typed operations, without branches and loops. So it is one formula, and a
//! solver can show that it equals another for every word. `meaning` is the specification: what words mean, written
//! from the model alone. `lower` and `primitive` turn bodies into terms, and `claim` compares the two.
//!
//! What may not be here: anything of the planner but its data, of the generator, or of the reference. Only `compiled` prints
//! bodies as the generator does, and it proves nothing.

mod claim;
mod compiled;
mod digits;
mod examples;
mod integer;
mod joining;
mod kept;
mod lemma;
mod lower;
mod meaning;
mod mutant;
mod nearest;
mod numbers;
mod order;
mod page;
mod posit;
mod primitive;
mod solver;
mod specification;
mod spelling;
mod store;
mod stretch;
mod subjects;
mod target;
mod tens;
mod term;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use claim::{Claim, Outcome, Shown};
use kept::{Earlier, Kept, Mutants};
use solver::Solver;

use crate::skipped;

/// What is to be proved.
#[derive(Debug, Clone)]
pub struct Options {
    /// Only formats of these names, or all.
    pub formats: Vec<String>,
    /// Whether only the rules of the library's representations are asked about.
    pub is_shipped: bool,
    /// The time for a question.
    pub limit: Duration,
    /// The time after which no further claim is begun.
    pub seconds: Option<u64>,
    /// The most mutants of a body. With none, only bodies of which an earlier run has a result are shown.
    pub mutants: usize,
    /// Whether results are kept, and those of earlier runs are taken.
    pub keeps: bool,
}

impl Default for Options {
    fn default() -> Options {
        let limit = Duration::from_secs(10);
        Options { formats: Vec::new(), is_shipped: false, limit, seconds: None, mutants: 12, keeps: true }
    }
}

/// The claims that a change is tested with, in less than a minute. Without a solver they are skipped.
///
/// # Errors
///
/// As [`run`] says.
pub fn run_slice(out: &mut dyn Write) -> Result<(), String> {
    if let Err(reason) = solver::find_python() {
        skipped::report("proofs by a solver", &reason);
        return Ok(());
    }
    // What the committed results do not hold for any more, as far as there is time.
    let changed = Options { seconds: Some(20), mutants: 0, is_shipped: true, ..Options::default() };
    let mut solver = start_solver(&changed, out)?;
    prove_claims(&changed, &mut solver, out)?;
    let formats = vec!["vax_f".to_owned()];
    let anew = Options { formats, seconds: Some(30), mutants: 2, keeps: false, ..changed };
    prove_claims(&anew, &mut solver, out)
}

/// The counts of a run.
#[derive(Debug, Default)]
struct Counts {
    proved: usize,
    refuted: usize,
    open: usize,
    /// Claims that there was no time for.
    left: usize,
    /// Mutants, and those that are killed or equal.
    mutants: usize,
    settled: usize,
}

/// Proves the claims.
///
/// # Errors
///
/// A claim is refuted, or the solver fails.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), String> {
    let mut solver = start_solver(options, out)?;
    prove_claims(options, &mut solver, out)
}

/// Compiles the bodies of claims and their mutants and compares what they make of words with the specification.
///
/// # Errors
///
/// Compiled code differs, or it cannot be made.
pub fn run_compiled(options: &Options, out: &mut dyn Write) -> Result<(), String> {
    let mut solver = Solver::start(options.limit)?;
    let claims = subjects::list_claims(&options.formats, options.is_shipped)?;
    compiled::run(&claims, options, &mut solver, out)
}

fn describe_write_error(error: &io::Error) -> String {
    format!("the report cannot be written: {error}")
}

/// Starts the solver, and proves what all claims rest on.
fn start_solver(options: &Options, out: &mut dyn Write) -> Result<Solver, String> {
    let mut solver = Solver::start(options.limit)?;
    writeln!(out, "{} lemmas proved", lemma::prove(&mut solver)?)
        .map_err(|error| describe_write_error(&error))?;
    writeln!(out, "{} orders of bytes proved", order::prove(&mut solver)?)
        .map_err(|error| describe_write_error(&error))?;
    Ok(solver)
}

fn prove_claims(options: &Options, solver: &mut Solver, out: &mut dyn Write) -> Result<(), String> {
    let claims = subjects::list_claims(&options.formats, options.is_shipped)?;
    let mut counts = Counts::default();
    let start = Instant::now();
    for claim in &claims {
        let is_late = options.seconds.is_some_and(|seconds| start.elapsed().as_secs() >= seconds);
        let found = kept::find(claim).filter(|_| options.keeps);
        let told = match found {
            Some(earlier) if earlier.holds => earlier.kept,
            None if options.mutants == 0 => {
                // A slice does not begin what may take minutes: it asks again what an earlier run has proved.
                counts.left += 1;
                continue;
            }
            _ if is_late => {
                counts.left += 1;
                continue;
            }
            earlier => {
                let kept = prove_claim(claim, earlier.as_ref(), solver)?;
                if options.keeps {
                    // Mutants are of the body, which is the same.
                    kept::keep(claim, &kept, earlier.and_then(|earlier| earlier.mutants))?;
                }
                writeln!(out, "{}: {}", claim.name(), describe_result(&kept))
                    .map_err(|error| describe_write_error(&error))?;
                kept
            }
        };
        match told.shown.outcome {
            Outcome::Proved => counts.proved += 1,
            Outcome::Refuted(_) => counts.refuted += 1,
            Outcome::Open(_) => counts.open += 1,
        }
        if told.shown.outcome == Outcome::Proved && claim.rules.have_mutants() {
            count_mutants((claim, &told), options, solver, &mut counts, is_late)?;
        }
    }
    write_summary(&claims, &counts, out).map_err(|error| describe_write_error(&error))?;
    if counts.refuted == 0 && counts.mutants == counts.settled {
        return Ok(());
    }
    Err("bodies differ from the specification, or mutants are neither killed nor equal".to_owned())
}

/// Proves a claim. If an earlier run proved it by the same questions, they are not asked again, and
/// the seconds of that run are kept.
fn prove_claim(claim: &Claim, earlier: Option<&Earlier>, solver: &mut Solver) -> Result<Kept, String> {
    let start = Instant::now();
    let earlier = earlier.filter(|earlier| earlier.kept.shown.outcome == Outcome::Proved);
    let questions = earlier.map(|earlier| earlier.kept.shown.questions);
    let shown = claim.show(solver, questions)?;
    let is_same = questions == Some(shown.questions);
    let seconds = match earlier {
        Some(earlier) if is_same => earlier.kept.seconds,
        _ => start.elapsed().as_secs_f64(),
    };
    Ok(Kept { shown, seconds })
}

/// Counts the mutants of a proved body.
fn count_mutants(
    (claim, kept): (&Claim, &Kept),
    options: &Options,
    solver: &mut Solver,
    counts: &mut Counts,
    is_late: bool,
) -> Result<(), String> {
    let found = kept::find(claim).and_then(|earlier| earlier.mutants).filter(|_| options.keeps);
    let Mutants { all, killed, equal } = match found {
        Some(found) => found,
        None if is_late || options.mutants == 0 => return Ok(()),
        None => {
            let found = claim.test_mutants(solver, options.mutants)?;
            if options.keeps {
                kept::keep(claim, kept, Some(found))?;
            }
            found
        }
    };
    counts.mutants += all;
    counts.settled += killed + equal;
    Ok(())
}

fn write_summary(claims: &[Claim], counts: &Counts, out: &mut dyn Write) -> io::Result<()> {
    let formats: HashSet<&str> = claims.iter().map(|claim| claim.format.name.as_str()).collect();
    let Counts { proved, refuted, open, left, mutants, settled } = counts;
    if *left > 0 {
        writeln!(out, "{left} bodies were left for another run")?;
    }
    writeln!(
        out,
        "prove: {} formats, {} bodies, {proved} proved, {refuted} refuted, {open} open; \
         {mutants} mutants, {settled} killed or equal",
        formats.len(),
        claims.len(),
    )
}

fn describe_result(kept: &Kept) -> String {
    let Shown { outcome, cases, asked, .. } = &kept.shown;
    let word = match outcome {
        Outcome::Proved => "proved".to_owned(),
        Outcome::Refuted(word) => format!("REFUTED: {word}"),
        Outcome::Open(reason) => format!("open: {reason}"),
    };
    format!("{word} ({cases} cases, {asked} asked, {:.1} s)", kept.seconds)
}

/// Writes `docs/proved.md` and the project's file of results from those that are kept.
///
/// # Errors
///
/// The library has a fault, or a file cannot be written.
pub fn write_page(root: &std::path::Path) -> Result<(), String> {
    let claims = subjects::list_claims(&[], false)?;
    kept::STORE.write_all(root, &claims)?;
    compiled::kept::STORE.write_all(root, &claims)?;
    page::write(root, &claims)
}
