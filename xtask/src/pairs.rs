//! `cargo xtask pairs`: converts words between every two number formats of the library by the command, and compares the
//! results with exact arithmetic.
//!
//! The words of a source are written to a file, which `datarep convert` converts. What becomes of a number is decided
//! by `WordConverter`, and checked by the target's neighboring numbers (`words::neighbors`): a number that the target
//! has must be there, and any other must have become the nearest one. The losses that the command reports must be as
//! many as the numbers that changed. Numbers that have no word in the target are in a second file, for a dry run, which
//! must report each of them.

mod judge;
mod words;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fs, thread};

use datarep_dsl::model::{ByteOrder, Format, FormatKind};
use datarep_dsl::standard;

use crate::workspace;
use judge::{DividedWords, Target, Verdict};
use words::Words;

/// The pairs to look at.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Looks at one pair of so many.
    pub every: Option<usize>,
    /// Looks only at pairs with this format.
    pub only: Option<String>,
    /// The command to run. By default it is built.
    pub program: Option<PathBuf>,
}

impl Options {
    /// One pair of so many is looked at by `cargo xtask test`.
    pub const SLICE: usize = 41;
}

/// A number format of the library.
#[derive(Debug)]
struct LibraryFormat {
    /// As the command line names it.
    name: String,
    format: Format,
    order: ByteOrder,
}

/// The counts of pairs and items, and the faults found.
#[derive(Debug, Default)]
struct PairCounts {
    pairs: usize,
    items: usize,
    /// Pairs that lose what the target holds.
    wrong: usize,
    faults: Vec<String>,
}

/// Converts between all pairs, prints what is wrong, and in the last line how many pairs lose what the target holds.
///
/// # Errors
///
/// Returns a message if a pair is wrong, or if the command cannot be run.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), String> {
    let fault = |error: io::Error| format!("the report cannot be written: {error}");
    let program = find_program(options)?;
    let formats = list_formats()?;
    let sources: Vec<Words> = formats.iter().map(|known| Words::new(&known.format)).collect();
    let all = formats.len() * formats.len();
    let is_wanted = |pair: &usize| {
        let is_named = |index: usize| options.only.as_ref().is_none_or(|only| *only == formats[index].name);
        pair.is_multiple_of(options.every.unwrap_or(1))
            && (is_named(pair / formats.len()) || is_named(pair % formats.len()))
    };
    let pairs: Vec<usize> = (0..all).filter(is_wanted).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(PairCounts::default());
    let folder = workspace::target_folder().join("pairs");
    let work = |place: &Path| -> Result<(), String> {
        fs::create_dir_all(place).map_err(|error| format!("`{}`: {error}", place.display()))?;
        while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (from, to) = (pair / formats.len(), pair % formats.len());
            let verdict = convert_pair(&program, place, &formats[from], &sources[from], &formats[to])?;
            found.lock().unwrap_or_else(PoisonError::into_inner).add(verdict);
        }
        Ok(())
    };
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads)
            .map(|index| folder.join(index.to_string()))
            .map(|place| scope.spawn(move || work(&place)))
            .collect();
        threads.into_iter().try_for_each(|one| one.join().map_err(|_| "a thread has panicked".to_owned())?)
    })?;
    let PairCounts { pairs, items, wrong, mut faults } =
        found.into_inner().unwrap_or_else(PoisonError::into_inner);
    faults.sort();
    for one in &faults {
        writeln!(out, "{one}").map_err(fault)?;
    }
    writeln!(out, "pairs: {pairs} pairs of formats, {items} items, {wrong} that lose what the target holds")
        .map_err(fault)?;
    if faults.is_empty() && pairs > 0 { Ok(()) } else { Err(format!("{} faults", faults.len())) }
}

impl PairCounts {
    fn add(&mut self, verdict: Verdict) {
        self.pairs += 1;
        self.items += verdict.items;
        self.wrong += usize::from(!verdict.faults.is_empty());
        self.faults.extend(verdict.faults);
    }
}

/// The command: the one that is named, or the one that the tests of the workspace use.
fn find_program(options: &Options) -> Result<PathBuf, String> {
    if let Some(program) = &options.program {
        return Ok(program.clone());
    }
    workspace::build_command()
}

/// Formats that the library has as calls of built-in ones: with places left and right of the point, and of any width.
const CALLS: &[&str] = &[
    "twos(64)",
    "unsigned(128)",
    "fixed(32, 16)",
    "offset(8, 255)",
    "packed_decimal(7, 2)",
    "packed_decimal(15, -2)",
    "packed_decimal(31, 10)",
    "zoned_decimal(9, 4)",
];

/// The number formats of the library.
fn list_formats() -> Result<Vec<LibraryFormat>, String> {
    let mut known = Vec::new();
    let of_families = standard::formats().map(|(family, name)| format!("{family}::{name}"));
    for name in of_families.chain(CALLS.iter().map(|&name| name.to_owned())) {
        let described = datarep_dynamic::Format::named(&name).and_then(|format| format.described());
        let described = described.map_err(|error| format!("`{name}`: {error}"))?;
        let is_number = !matches!(described.format.kind, FormatKind::Logical(_) | FormatKind::Character(_));
        if is_number && described.format.bits <= u128::BITS {
            known.push(LibraryFormat { name, format: described.format, order: described.order });
        }
    }
    Ok(known)
}

/// Converts the words of a source to a target.
fn convert_pair(
    program: &Path,
    place: &Path,
    from: &LibraryFormat,
    words: &Words,
    to: &LibraryFormat,
) -> Result<Verdict, String> {
    let target = Target::new(from, to)?;
    let DividedWords { held, others } = target.divide_words(words);
    let mut verdict = Verdict { items: held.len() + others.len(), faults: Vec::new() };
    let pair = format!("{} to {}", from.name, to.name);
    let (input, output) = (place.join("in"), place.join("out"));
    let run = |words: &[u128], more: &[&str]| {
        let bytes: Vec<u8> =
            words.iter().flat_map(|word| from.order.store(*word, from.format.bits)).collect();
        fs::write(&input, bytes).map_err(|error| format!("`{}`: {error}", input.display()))?;
        let done = Command::new(program)
            .arg("convert")
            .args([&input, &output])
            .args(["--force", "--from", &from.name, "--to", &to.name])
            .args(more)
            .output()
            .map_err(|error| format!("`{}` cannot be run: {error}", program.display()))?;
        let text =
            format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        Ok::<_, String>((done.status.success(), text))
    };
    let (is_done, text) = run(&held, &[])?;
    if is_done {
        let bytes = fs::read(&output).map_err(|error| format!("`{}`: {error}", output.display()))?;
        let extent = to.order.extent(to.format.bits) as usize;
        let made = bytes.chunks_exact(extent).map(|item| to.order.load(item, to.format.bits));
        target.judge_converted(&held, &made.collect::<Vec<u128>>(), &text, &mut verdict);
    } else {
        verdict.faults.push(format!("{pair}: refused: {}", text.lines().next().unwrap_or_default()));
    }
    if !others.is_empty() && is_done {
        let (is_done, text) = run(&others, &["--dry-run"])?;
        target.judge_lost(&others, is_done, &text, &mut verdict);
    }
    for fault in &mut verdict.faults {
        if !fault.starts_with(&pair) {
            fault.insert_str(0, &format!("{pair}: "));
        }
    }
    // The first ones are enough to find the cause.
    let more = verdict.faults.len().saturating_sub(3);
    verdict.faults.truncate(3);
    if let (Some(last), 1..) = (verdict.faults.last_mut(), more) {
        let _ = write!(last, " (and {more} more)");
    }
    Ok(verdict)
}
