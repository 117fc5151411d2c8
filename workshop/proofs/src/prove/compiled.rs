//! Bodies and their mutants as compiled code.
//!
//! A proof is about terms, and a program runs what the generator prints and the Rust compiler makes of it. This prints each
//! body as a function, as the generator does, compiles them, and runs them on words of some cases. A body has to give what
//! the specification says. A mutant that a word has killed has to be wrong for that word. One that is killed by how it
//! spells digits, of which the solver speaks in parts, has to be wrong for some bytes of them.
//!
//! Claims are taken some at a time, and their results are kept, so that a run goes on where it was stopped.
//!
//! What may not be here: a meaning of a body or a word. Those are of `claim`.

mod items;
pub(super) mod kept;
mod program;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::time::Instant;

use datarep_codegen::print_function;
use datarep_dsl::model::{Format, FormatKind};
use quote::format_ident;

use self::items::Item;
use self::kept::RunCounts;
use super::Options;
use super::claim::{Claim, Example, Outcome, Refutation};
use super::digits::Digits;
use super::solver::Solver;
use super::specification::Case;
use super::stretch::Stretch;
use super::term::ones;

/// The most cases of a body whose words it is run on.
const MOST_CASES: usize = 60;

/// The functions of a program at least, if there are as many. All of a claim are in the same one.
const FUNCTIONS_OF_PROGRAM: usize = 600;

/// A function, and the items that it is run on.
struct Trial<'c> {
    claim: Cow<'c, Claim>,
    items: Vec<Item>,
    /// Whether the function is a mutant, which is wrong for one of the items at least.
    is_mutant: bool,
}

/// The functions of a claim, as a range of trials, and what is known of its mutants before they run.
struct Group<'c> {
    claim: &'c Claim,
    first: usize,
    end: usize,
    ran: RunCounts,
    /// Mutants that the solver has no answer to.
    open: usize,
}

/// The counts of a run.
#[derive(Debug, Default)]
struct Counts {
    bodies: usize,
    words: usize,
    wrong: usize,
    refused: usize,
    equal: usize,
    hidden: usize,
    open: usize,
    /// Bodies that are not described, and those that there was no time for.
    skipped: usize,
    left: usize,
    different: usize,
}

/// Compiles the bodies of claims and their mutants, and runs them.
///
/// # Errors
///
/// A body does not give what the specification says, a mutant does, or the functions cannot be compiled.
pub(super) fn run(
    claims: &[Claim],
    options: &Options,
    solver: &mut Solver,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut counts = Counts::default();
    let mut rest = Vec::new();
    for claim in claims {
        match kept::find(claim, count_mutants(claim, options.mutants)).filter(|_| options.keeps) {
            Some(ran) => counts.add(ran, 0),
            None => rest.push(claim),
        }
    }
    let start = Instant::now();
    let mut rest = rest.into_iter();
    while rest.len() > 0 {
        if options.seconds.is_some_and(|seconds| start.elapsed().as_secs() >= seconds) {
            counts.left = rest.len();
            break;
        }
        let (mut trials, mut groups) = (Vec::new(), Vec::new());
        while trials.len() < FUNCTIONS_OF_PROGRAM
            && let Some(claim) = rest.next()
        {
            let first = trials.len();
            match list_trials(claim, count_mutants(claim, options.mutants), solver)? {
                None => counts.skipped += 1,
                Some((of_claim, ran, open)) => {
                    trials.extend(of_claim);
                    groups.push(Group { claim, first, end: trials.len(), ran, open });
                }
            }
        }
        run_groups(&groups, &trials, options, &mut counts, out)?;
    }
    write_summary(&counts, out).map_err(|error| super::describe_write_error(&error))?;
    if counts.different == 0 {
        Ok(())
    } else {
        Err("compiled code differs from the specification".to_owned())
    }
}

/// The most mutants of a claim that are run.
pub(super) fn count_mutants(claim: &Claim, most: usize) -> usize {
    if claim.rules.have_mutants() { most } else { 0 }
}

impl Counts {
    fn add(&mut self, RunCounts { words, wrong, refused, equal, hidden }: RunCounts, open: usize) {
        self.bodies += 1;
        self.words += words;
        self.wrong += wrong;
        self.refused += refused;
        self.equal += equal;
        self.hidden += hidden;
        self.open += open;
    }
}

fn write_summary(counts: &Counts, out: &mut dyn Write) -> std::io::Result<()> {
    let Counts { bodies, words, wrong, refused, equal, hidden, open, skipped, left, different } = counts;
    if *left > 0 {
        writeln!(out, "{left} bodies were left for another run")?;
    }
    writeln!(
        out,
        "compiled: {bodies} bodies, {words} words, {different} functions otherwise than they should be; \
         {wrong} mutants are wrong, {refused} are refused by the compiler, {hidden} differ in what has no bytes, \
         {equal} are equal, {open} have no answer; {skipped} bodies are not described",
    )
}

/// The functions of a claim: its mutants that are not equal, and the body. With them is what is known before they run, and
/// how many mutants the solver has no answer to. `None`: the formats are not described.
///
/// # Errors
///
/// The solver failed.
fn list_trials<'c>(
    claim: &'c Claim,
    most: usize,
    solver: &mut Solver,
) -> Result<Option<(Vec<Trial<'c>>, RunCounts, usize)>, String> {
    let Ok(mut examples) = claim.list_examples(MOST_CASES) else { return Ok(None) };
    examples.extend(list_limit_examples(claim)?);
    let mut items = items::list_items(claim, &examples)?;
    items.extend(items::list_changed_items(claim, &items)?);
    let ran = RunCounts { words: items.len(), ..RunCounts::default() };
    let (mut trials, mut open) = (Vec::new(), 0);
    let mut equal = 0;
    if most > 0 {
        for (mutant, fate) in judge_mutants(claim, most, solver)? {
            match fate {
                MutantFate::Equal => equal += 1,
                MutantFate::Unknown => open += 1,
                MutantFate::Killed(example) => {
                    let mut own = items::list_items(&mutant, example.as_slice())?;
                    // A mutant that spells digits otherwise does so in one of many items.
                    if Digits::from_format(&claim.format)?.is_some() {
                        own.extend(items.clone());
                    }
                    trials.push(Trial { claim: Cow::Owned(mutant), items: own, is_mutant: true });
                }
            }
        }
    }
    trials.push(Trial { claim: Cow::Borrowed(claim), items, is_mutant: false });
    Ok(Some((trials, RunCounts { equal, ..ran }, open)))
}

/// Whether the items of a claim are digits that are written.
fn writes_digits(claim: &Claim) -> Result<bool, String> {
    Ok(!claim.reads && Digits::from_format(&claim.format)?.is_some())
}

/// Examples at the limits of digits. To read, an invalid item. To write, those beside the largest number: a mutant whose
/// largest number is another one, where more than that is an error, is wrong for one of these.
fn list_limit_examples(claim: &Claim) -> Result<Vec<Example>, String> {
    let Some(digits) = Digits::from_format(&claim.format)? else { return Ok(Vec::new()) };
    let specification = claim.specify()?;
    if claim.reads {
        let invalid = claim.run_words(&specification, Case::Invalid, HashMap::new())?;
        return Ok(invalid.into_iter().collect());
    }
    let beyond = 10_u128.pow(digits.decimal.digits);
    let float = find_power(&claim.native, digits.decimal.digits, digits.decimal.scale);
    let mut all = Vec::new();
    for case in specification.list_cases() {
        let words: Vec<[u128; 2]> = match (case, float) {
            (Case::Integer(_), _) => [beyond - 1, beyond, beyond + 1].map(|number| [number, 0]).to_vec(),
            (Case::Float(Stretch { field, last, stride, .. }), Some((exponent, fraction)))
                if (field..=last).contains(&exponent) && (exponent - field) % stride == 0 =>
            {
                let fractions = [fraction.wrapping_sub(1), fraction, fraction + 1];
                fractions.map(|fraction| [fraction, (exponent - field) / stride]).to_vec()
            }
            _ => Vec::new(),
        };
        for [digits, steps] in words {
            let words = HashMap::from([("digits".to_owned(), digits), ("steps".to_owned(), steps)]);
            all.extend(claim.run_words(&specification, case, words)?);
        }
    }
    Ok(all)
}

/// The exponent field and the digits of the native float nearest to the power of ten above the largest number.
fn find_power(native: &Format, digits: u32, scale: i32) -> Option<(u128, u128)> {
    let number: f64 = format!("1e{}", i64::from(digits) - i64::from(scale)).parse().ok()?;
    let (word, fraction) = match native.bits {
        32 => (u128::from(format!("{number:e}").parse::<f32>().ok()?.to_bits()), 23),
        _ => (u128::from(number.to_bits()), 52),
    };
    matches!(native.kind, FormatKind::Float(_)).then_some((word >> fraction, word & ones(fraction)))
}

/// What the terms and the solver show about a mutant.
enum MutantFate {
    /// It is killed, by this word if by one.
    Killed(Option<Example>),
    Equal,
    Unknown,
}

/// The mutants of a claim. Where an earlier run knows how many are killed, and as many are found by a few words, the others
/// are equal.
fn judge_mutants(
    claim: &Claim,
    most: usize,
    solver: &mut Solver,
) -> Result<Vec<(Claim, MutantFate)>, String> {
    let specification = claim.specify()?;
    let cases = specification.list_cases();
    let (mut judged, mut others) = (Vec::new(), Vec::new());
    for mutant in claim.list_mutants(most) {
        match mutant.find_difference(&specification, &cases)? {
            Some(example) => judged.push((mutant, MutantFate::Killed(Some(example)))),
            None => others.push(mutant),
        }
    }
    let known = super::kept::find(claim).and_then(|earlier| earlier.mutants);
    let known = known.filter(|known| known.all == judged.len() + others.len());
    let mut killed = judged.len();
    for mutant in others {
        let fate = if known.is_some_and(|known| known.killed == killed) {
            MutantFate::Equal
        } else {
            match mutant.show(solver, None)?.outcome {
                Outcome::Proved => MutantFate::Equal,
                Outcome::Open(_) => MutantFate::Unknown,
                Outcome::Refuted(Refutation::Word(example)) => MutantFate::Killed(Some(example)),
                Outcome::Refuted(Refutation::Part(_)) => MutantFate::Killed(None),
            }
        };
        killed += usize::from(matches!(fate, MutantFate::Killed(_)));
        judged.push((mutant, fate));
    }
    Ok(judged)
}

/// Builds and runs the functions of some claims, and keeps the results of those that are as they should be.
fn run_groups(
    groups: &[Group<'_>],
    trials: &[Trial<'_>],
    options: &Options,
    counts: &mut Counts,
    out: &mut dyn Write,
) -> Result<(), String> {
    if trials.is_empty() {
        return Ok(());
    }
    let (program, refused) = program::build(trials)?;
    let found = program::run(&program, trials, &refused)?;
    for &Group { claim, first, end, mut ran, open } in groups {
        let mut different = Vec::new();
        for (index, trial) in trials.iter().enumerate().take(end).skip(first) {
            if refused.contains(&index) {
                ran.refused += 1;
                continue;
            }
            let wrong = found.get(&index).and_then(|made| made.iter().flatten().next());
            match (trial.is_mutant, wrong) {
                (true, Some(_)) => ran.wrong += 1,
                (true, None) if writes_digits(claim)? => ran.hidden += 1,
                (true, None) => different.push((index, "a mutant that is right".to_owned())),
                (false, Some(made)) => different.push((index, format!("wrong: {made}"))),
                (false, None) => {}
            }
        }
        for (index, text) in &different {
            let function = print_function(&format_ident!("body"), &trials[*index].claim.body);
            writeln!(out, "{}, {text}\n    {function}", claim.name())
                .map_err(|error| super::describe_write_error(&error))?;
        }
        counts.different += different.len();
        counts.add(ran, open);
        if different.is_empty() && open == 0 && options.keeps {
            kept::keep(claim, count_mutants(claim, options.mutants), ran)?;
        }
    }
    writeln!(out, "{} bodies with {} functions ran", groups.len(), trials.len())
        .map_err(|error| super::describe_write_error(&error))
}
