//! Proves by a solver that bodies of plans give what the specification says, for every word.
//!
//! A body of a plan is a straight line of typed operations, without branches and loops. So it is one formula, and a
//! solver can show that it equals another for every word. `meaning` is the specification: what words mean, written
//! from the model alone. `lower` and `primitive` turn bodies into terms, and `claim` compares the two.
//!
//! What may not be here: anything of the planner but its data, of the generator, or of the reference.

mod claim;
mod kept;
mod lemma;
mod lower;
mod meaning;
mod mutant;
mod numbers;
mod page;
mod primitive;
mod solver;
mod stretch;
mod term;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use claim::{Claim, Outcome, Shown};
use datarep_dsl::model::{Format, Model, Native};
use datarep_dsl::source::Source;
use kept::Kept;
use solver::Solver;

use crate::skipped;

/// The formats that are asked about first. The others follow, those with few exponents first.
const FIRST: [&str; 8] = ["hfp64", "hfp32", "vax_f", "vax_d", "vax_g", "f32", "f64", "bf16"];

/// What is to be proved.
#[derive(Debug, Clone)]
pub struct Options {
    /// Only formats of these names, or all.
    pub formats: Vec<String>,
    /// The time for a question.
    pub limit: Duration,
    /// The time after which no further claim is begun.
    pub seconds: Option<u64>,
    /// The most mutants of a body.
    pub mutants: usize,
    /// Whether results are kept, and those of earlier runs are taken.
    pub keeps: bool,
}

impl Default for Options {
    fn default() -> Options {
        let limit = Duration::from_secs(10);
        Options { formats: Vec::new(), limit, seconds: None, mutants: 12, keeps: true }
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
    let options = Options { seconds: Some(45), mutants: 2, keeps: false, ..Options::default() };
    run(&Options { formats: vec!["vax_f".to_owned()], ..options }, out)
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
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let claims = list_claims(&options.formats)?;
    let mut solver = Solver::start(options.limit)?;
    writeln!(out, "{} lemmas proved", lemma::prove(&mut solver)?).map_err(fault)?;
    let (mut counts, mut proved) = (Counts::default(), Vec::new());
    let start = Instant::now();
    for claim in &claims {
        let is_late = options.seconds.is_some_and(|seconds| start.elapsed().as_secs() >= seconds);
        let found = kept::find(claim).filter(|_| options.keeps);
        let told = match found {
            None if is_late => {
                counts.left += 1;
                continue;
            }
            Some(kept) => kept,
            None => {
                let kept = show_claim(claim, &mut solver)?;
                if options.keeps {
                    kept::keep(claim, &kept)?;
                }
                writeln!(out, "{}: {}", name_claim(claim), tell(&kept)).map_err(fault)?;
                kept
            }
        };
        match told.shown.outcome {
            Outcome::Proved => counts.proved += 1,
            Outcome::Refuted(_) => counts.refuted += 1,
            Outcome::Open(_) => counts.open += 1,
        }
        if told.shown.outcome == Outcome::Proved {
            proved.push(claim);
        }
    }
    for claim in proved {
        let is_late = options.seconds.is_some_and(|seconds| start.elapsed().as_secs() >= seconds);
        count_mutants(claim, options, &mut solver, &mut counts, is_late)?;
    }
    write_summary(&claims, &counts, out).map_err(fault)?;
    if counts.refuted == 0 && counts.mutants == counts.settled {
        return Ok(());
    }
    Err("bodies differ from the specification, or mutants are neither killed nor equal".to_owned())
}

fn show_claim(claim: &Claim, solver: &mut Solver) -> Result<Kept, String> {
    let start = Instant::now();
    let shown = claim.show(solver)?;
    Ok(Kept { shown, seconds: start.elapsed().as_secs_f64() })
}

/// Counts the mutants of a proved body.
fn count_mutants(
    claim: &Claim,
    options: &Options,
    solver: &mut Solver,
    counts: &mut Counts,
    is_late: bool,
) -> Result<(), String> {
    let found = kept::find_mutants(claim).filter(|_| options.keeps);
    let [all, killed, equal] = match found {
        Some(found) => found,
        None if is_late => return Ok(()),
        None => {
            let found = claim.test_mutants(solver, options.mutants)?;
            if options.keeps {
                kept::keep_mutants(claim, found)?;
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

fn tell(kept: &Kept) -> String {
    let Shown { outcome, stretches, asked } = &kept.shown;
    let word = match outcome {
        Outcome::Proved => "proved".to_owned(),
        Outcome::Refuted(word) => format!("REFUTED: {word}"),
        Outcome::Open(reason) => format!("open: {reason}"),
    };
    format!("{word} ({stretches} stretches, {asked} asked, {:.1} s)", kept.seconds)
}

fn name_claim(claim: &Claim) -> String {
    format!(
        "{} {} {}, {}",
        claim.format.name,
        if claim.reads { "to" } else { "from" },
        claim.native.name,
        if claim.is_ordinary { "ordinary" } else { "exact" }
    )
}

/// The claims of all float formats that representations of the library map.
fn list_claims(only: &[String]) -> Result<Vec<Claim>, String> {
    let natives = [(Native::F32, "f32", "0x3F80_0000"), (Native::F64, "f64", "0x3FF0_0000_0000_0000")]
        .map(|(native, name, one)| Ok::<_, String>((native, find_native(name, one)?)));
    let natives: Vec<(Native, Format)> = natives.into_iter().collect::<Result<_, _>>()?;
    let (mut claims, mut texts) = (Vec::new(), HashSet::new());
    for (name, text) in datarep_dsl::standard::datareps() {
        let model = compile(name, text)?;
        for conversion in model.datareps.iter().flat_map(|datarep| &datarep.conversions) {
            let format = &model.formats[conversion.format.0];
            if !only.is_empty() && !only.contains(&format.name) || claim::real(format).is_none() {
                continue;
            }
            for (_, native) in natives.iter().filter(|(native, _)| *native == conversion.native) {
                let all = claim::list(format, native, conversion);
                claims.extend(all.into_iter().filter(|claim| texts.insert(claim.text())));
            }
        }
    }
    if claims.is_empty() {
        return Err(format!("no representation of the library has a float `{}`", only.join("` or `")));
    }
    claims.sort_by_key(|claim| {
        let name = claim.format.name.as_str();
        let place = FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
        (place, claim::real(&claim.format).map(|real| real.float.exponent_bits()))
    });
    Ok(claims)
}

fn compile(name: &str, text: &str) -> Result<Model, String> {
    let source = Source { name: format!("standard/{name}.datarep"), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source).map_err(|failure| datarep_dsl::render::render_all(&source, &failure))
}

/// A native float as a format of the library.
fn find_native(name: &str, one: &str) -> Result<Format, String> {
    let model = compile("native", &format!("test {name} {{ 1.0 => {one}; }}"))?;
    let found = model.formats.into_iter().find(|format| format.name == name);
    found.ok_or_else(|| format!("there is no format `{name}`"))
}

/// Writes `docs/proved.md` from the results that are kept.
///
/// # Errors
///
/// The library has a fault, or the page cannot be written.
pub fn write_page(root: &std::path::Path) -> Result<(), String> {
    page::write(root, &list_claims(&[])?)
}
