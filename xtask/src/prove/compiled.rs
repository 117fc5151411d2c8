//! Bodies and their mutants as compiled code.
//!
//! A proof is about terms, and a program runs what the generator prints and the Rust compiler makes of it. This prints each
//! body as a function, as the generator does, compiles all of them, and runs them on words of some cases. A body has to give
//! what the specification says. A mutant that a word has killed has to be wrong for that word.
//!
//! What may not be here: a meaning of a body or a word. Those are of `claim`.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{fs, iter};

use datarep_codegen::{find_input, find_item, print_events, print_function};
use datarep_plan::types::Type;
use quote::format_ident;

use super::claim::{Claim, Example, Outcome, Refutation};
use super::digits::{Digits, NUMBER_BITS, keep};
use super::solver::Solver;
use super::subjects::Rules;
use super::term::{Terms, ones};
use crate::workspace;

/// The most cases of a body whose words it is run on.
const MOST_CASES: usize = 60;

/// The functions of one file. The compiler works on several files at once.
const FUNCTIONS_OF_FILE: usize = 128;

/// A function, the words that it is run on, and what they should become.
struct Trial<'c> {
    claim: Cow<'c, Claim>,
    examples: Vec<Example>,
    /// Whether the function is a mutant, which is wrong for its word.
    is_mutant: bool,
}

/// What a function made of a word.
#[derive(Debug)]
struct Made {
    word: u128,
    bytes: Vec<u8>,
    events: u128,
    is_odd: bool,
}

/// The counts of a run.
#[derive(Debug, Default)]
struct Counts {
    bodies: usize,
    mutants: usize,
    words: usize,
    /// Mutants that differ in bytes of digits, which belong to no word of the source, or in a number of more digits than
    /// there are, which has no bytes.
    spelled: usize,
    equal: usize,
    /// Mutants that the solver has no answer to, and bodies that are not described.
    open: usize,
    skipped: usize,
    /// Mutants that the compiler refuses.
    refused: usize,
    different: Vec<String>,
}

/// Compiles the bodies of claims, and mutants of those by the rules of the library, and runs them.
///
/// # Errors
///
/// A body does not give what the specification says, a mutant does, or the functions cannot be compiled.
pub(super) fn run(
    claims: &[Claim],
    mutants: usize,
    solver: &mut Solver,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut counts = Counts::default();
    let mut trials = Vec::new();
    for claim in claims {
        // What is not described has no examples.
        let Ok(examples) = claim.list_examples(MOST_CASES) else {
            counts.skipped += 1;
            continue;
        };
        counts.bodies += 1;
        trials.push(Trial { claim: Cow::Borrowed(claim), examples, is_mutant: false });
        if claim.rules != Rules::Shipped {
            continue;
        }
        for mutant in claim.list_mutants(mutants) {
            match mutant.try_mutant(solver)? {
                Outcome::Refuted(Refutation::Word(example)) if has_digits(&mutant, &example)? => {
                    counts.mutants += 1;
                    let claim = Cow::Owned(mutant);
                    trials.push(Trial { claim, examples: vec![example], is_mutant: true });
                }
                Outcome::Refuted(_) => counts.spelled += 1,
                Outcome::Proved => counts.equal += 1,
                Outcome::Open(_) => counts.open += 1,
            }
        }
    }
    let program = build(&mut trials, &mut counts)?;
    compare(&program, &trials, &mut counts)?;
    let Counts { bodies, mutants, words, spelled, equal, open, skipped, refused, different } = counts;
    for one in different.iter().take(20) {
        writeln!(out, "{one}").map_err(|error| super::report_fault(&error))?;
    }
    writeln!(
        out,
        "compiled: {bodies} bodies and {mutants} mutants, {words} words, {} different; \
         {spelled} mutants differ in digits alone, {refused} are refused by the compiler, {equal} are equal, \
         {open} have no answer; {skipped} bodies are not described",
        different.len()
    )
    .map_err(|error| super::report_fault(&error))?;
    if different.is_empty() { Ok(()) } else { Err("compiled code differs from the specification".to_owned()) }
}

/// Builds a program of all functions. A mutant that the compiler refuses is taken out of the trials: it is killed, and has
/// nothing to run.
fn build(trials: &mut Vec<Trial<'_>>, counts: &mut Counts) -> Result<PathBuf, String> {
    let folder = workspace::target().join("prove/compiled");
    loop {
        let lines = write_program(&folder, trials)?;
        let mut cargo = workspace::cargo();
        // The folder is not part of the workspace, and its build not part of what the workspace is measured by.
        cargo.current_dir(&folder).args([
            "build",
            "--quiet",
            "--release",
            "--message-format=short",
            "--target-dir",
        ]);
        let output = cargo.arg(folder.join("target")).output();
        let output = output.map_err(|error| format!("Cargo cannot be run: {error}"))?;
        if output.status.success() {
            return Ok(folder.join("target/release/compiled_bodies"));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let refused: BTreeSet<usize> = said.lines().filter_map(|line| find_refused(line, &lines)).collect();
        let is_mutant = |&index: &usize| trials[index].is_mutant;
        if refused.is_empty() || !refused.iter().all(is_mutant) {
            return Err(format!("the functions of bodies cannot be compiled:\n{said}"));
        }
        counts.refused += refused.len();
        counts.mutants -= refused.len();
        let mut index = 0..;
        trials.retain(|_| index.next().is_some_and(|index| !refused.contains(&index)));
    }
}

/// Writes the program of all functions, and returns the file and the line of each.
fn write_program(folder: &Path, trials: &[Trial<'_>]) -> Result<HashMap<(String, usize), usize>, String> {
    let source = folder.join("src");
    // Files of an earlier run, of which there may have been more.
    let _ = fs::remove_dir_all(&source);
    let write = |path: &Path, text: &str| {
        let fault = |error| format!("`{}` cannot be written: {error}", path.display());
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
        fs::write(path, text).map_err(fault)
    };
    write(&folder.join("Cargo.toml"), &print_manifest(&workspace::root().join("runtime")))?;
    let (mut arms, mut modules, mut lines) = (String::new(), String::new(), HashMap::new());
    for (file, chunk) in trials.chunks(FUNCTIONS_OF_FILE).enumerate() {
        let name = format!("src/part{file}.rs");
        let mut text = "use crate::{Input, Output};\nuse datarep::codegen as rt;\n".to_owned();
        for (place, trial) in chunk.iter().enumerate() {
            let index = file * FUNCTIONS_OF_FILE + place;
            let first = text.lines().count() + 1;
            text.push_str(&print_caller(index, &trial.claim));
            lines.extend((first..=text.lines().count()).map(|line| ((name.clone(), line), index)));
            let _ = writeln!(arms, "{index} => part{file}::run{index}(input),");
        }
        let _ = writeln!(modules, "mod part{file};");
        write(&folder.join(&name), &text)?;
    }
    let main = include_str!("compiled/main.txt")
        .replace("/*MODULES*/", &modules)
        .replace("/*EVENTS*/", &print_events().to_string())
        .replace("/*ARMS*/", &arms);
    write(&source.join("main.rs"), &main)?;
    Ok(lines)
}

/// The function in which the compiler found an error, from a line such as `src/part0.rs:75:673: error[E0034]: …`.
fn find_refused(line: &str, lines: &HashMap<(String, usize), usize>) -> Option<usize> {
    let mut words = line.splitn(4, ':');
    let (file, number, _) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
    words.next()?.trim_start().strip_prefix("error")?;
    lines.get(&(file.to_owned(), number)).copied()
}

fn print_manifest(runtime: &Path) -> String {
    format!(
        "[package]\nname = \"compiled_bodies\"\nedition = \"2024\"\n\n[dependencies]\n\
         datarep = {{ path = '{}', default-features = false }}\n\n[profile.release]\n\
         opt-level = 1\noverflow-checks = true\n\n[workspace]\n",
        runtime.display()
    )
}

/// A function by its number that passes a word to the body, and what that gives back. `print_caller` and `main.txt` agree
/// on the types `Input` and `Output`.
fn print_caller(index: usize, claim: &Claim) -> String {
    let name = format_ident!("body{index}");
    let function = print_function(&name, &claim.body);
    let input = match find_input(&claim.body) {
        Type::Unsigned(bits) => format!("input.word as u{bits}"),
        Type::Signed(bits) => format!("input.word as u{bits} as i{bits}"),
        Type::Single => "f32::from_bits(input.word as u32)".to_owned(),
        Type::Double => "f64::from_bits(input.word as u64)".to_owned(),
        Type::Bytes(count) => format!("input.first::<{count}>()"),
        other => format!("compile_error!(\"an input of {other:?}\")"),
    };
    let item = match find_item(&claim.body) {
        Type::Unsigned(_) => "(item as u128, vec![])".to_owned(),
        Type::Signed(bits) => format!("(item as u{bits} as u128, vec![])"),
        Type::Single | Type::Double => "(item.to_bits() as u128, vec![])".to_owned(),
        Type::Bytes(_) => "(0, item.to_vec())".to_owned(),
        other => format!("compile_error!(\"an item of {other:?}\")"),
    };
    let take = if claim.is_ordinary { "Output::from_ordinary" } else { "Output::from_exact" };
    format!(
        "{function}\npub(crate) fn run{index}(input: &Input) -> Output {{\n    \
         {take}(body{index}::<rt::AnyProcessor>({input}), |item| {item})\n}}\n"
    )
}

/// Runs all functions on their words and compares what they make.
fn compare(program: &Path, trials: &[Trial<'_>], counts: &mut Counts) -> Result<(), String> {
    let mut asked = String::new();
    let mut order = Vec::new();
    for (index, trial) in trials.iter().enumerate() {
        for example in &trial.examples {
            let Some(bytes) = write_bytes(&trial.claim, example.word)? else { continue };
            let _ = write!(asked, "{index} {:x} -", example.word);
            for byte in &bytes {
                let _ = write!(asked, "{byte:02x}");
            }
            asked.push('\n');
            order.push((trial, example));
        }
    }
    let path = program.with_file_name("words.txt");
    fs::write(&path, asked).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
    let words = fs::File::open(&path).map_err(|error| error.to_string())?;
    let mut command = std::process::Command::new(program);
    let output = command.stdin(words).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("`{}` cannot be run: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("`{}` failed: {}", program.display(), output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    if text.lines().count() != order.len() {
        return Err(format!("{} answers to {} words", text.lines().count(), order.len()));
    }
    for (line, (trial, example)) in iter::zip(text.lines(), order) {
        counts.words += 1;
        let is_right = match read_made(line) {
            Some(made) => is_right(&trial.claim, example, &made)?,
            // A fault may be one of the processor's arithmetic, too.
            None if line == "panic" => false,
            None => return Err(format!("the program says `{line}`")),
        };
        if is_right == trial.is_mutant {
            let kind = if trial.is_mutant { "a mutant that is right" } else { "wrong" };
            let function = print_function(&format_ident!("body"), &trial.claim.body);
            let name = trial.claim.name();
            counts.different.push(format!("{name}, {kind}: `{line}` for {example}\n    {function}"));
        }
    }
    Ok(())
}

/// Whether an example's number has no more digits than the format, if that has some.
fn has_digits(claim: &Claim, example: &Example) -> Result<bool, String> {
    let digits = Digits::from_format(&claim.format)?.filter(|_| !claim.reads);
    let number = example.made[0] & ones(NUMBER_BITS);
    Ok(digits.is_none_or(|digits| number < 10_u128.pow(digits.decimal.digits)))
}

/// What a function made, from a line of the program.
fn read_made(line: &str) -> Option<Made> {
    let mut words = line.split(' ');
    let word = u128::from_str_radix(words.next()?, 16).ok()?;
    let digits = words.next()?.strip_prefix('-')?;
    let pairs = digits.as_bytes().chunks_exact(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    let bytes = bytes.collect::<Option<Vec<u8>>>()?;
    let events = u128::from_str_radix(words.next()?, 16).ok()?;
    Some(Made { word, bytes, events, is_odd: words.next()? == "odd" })
}

/// Whether a function has made what the specification says. What is odd is converted by the exact body.
fn is_right(claim: &Claim, example: &Example, made: &Made) -> Result<bool, String> {
    let [wanted, events] = example.wanted;
    let word = match Digits::from_format(&claim.format)? {
        Some(digits) if !claim.reads => read_bytes(digits, &made.bytes),
        _ => Some(made.word),
    };
    let fails = super::lower::event_bits(claim.errors) & events != 0;
    Ok(made.is_odd || made.events == events && (fails || word == Some(wanted)))
}

/// The bytes of an item of digits, for a body that reads it: none if it is read as a word, and `None` if there are no bytes
/// for the word.
fn write_bytes(claim: &Claim, word: u128) -> Result<Option<Vec<u8>>, String> {
    let Some(digits) = Digits::from_format(&claim.format)?.filter(|_| claim.reads) else {
        return Ok(Some(Vec::new()));
    };
    let is_invalid = word >> (NUMBER_BITS + 1) & 1 == 1;
    if is_invalid {
        // No digit and no sign is all ones, but some signs have a byte of their own.
        return Ok(None);
    }
    let mut terms = Terms::default();
    let count = digits.decimal.digits;
    let number = word & ones(NUMBER_BITS);
    let places = (0..count).rev().map(|place| number / 10_u128.pow(place) % 10);
    let all: Vec<_> = places.map(|digit| terms.constant(digit, 4)).collect();
    let negative = terms.constant(word >> NUMBER_BITS & 1, 1);
    let bytes = digits.write(&mut terms, negative, &all);
    let known = bytes.into_iter().map(|byte| terms.number(byte).and_then(|byte| u8::try_from(byte).ok()));
    Ok(known.collect())
}

/// The sign and the number of bytes of digits, as a word, if they are valid.
fn read_bytes(digits: Digits, bytes: &[u8]) -> Option<u128> {
    let mut terms = Terms::with_words(HashMap::new());
    let bytes: Vec<_> = bytes.iter().map(|&byte| terms.constant(byte.into(), 8)).collect();
    let decoded = digits.read(&mut terms, &bytes, &mut keep);
    let [invalid, negative, number] =
        [decoded.invalid, decoded.negative, decoded.number].map(|term| terms.number(term));
    (invalid? == 0).then_some(())?;
    Some(negative? << NUMBER_BITS | number?)
}
