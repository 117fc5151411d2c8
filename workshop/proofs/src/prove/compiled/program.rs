//! A program of functions: printed, compiled and run.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{fs, iter};

use datarep_codegen::{find_input, find_item, print_events, print_function};
use datarep_plan::types::Type;
use quote::format_ident;

use super::Trial;
use super::items::{Item, Made, check_made_item};
use crate::prove::claim::Claim;
use crate::workspace;

/// The functions of one file. The compiler works on several files at once.
const FUNCTIONS_OF_FILE: usize = 64;

/// Builds a program of all functions. The mutants that the compiler refuses, by their numbers, are taken out of it: they are
/// killed, and have nothing to run.
///
/// # Errors
///
/// A body cannot be compiled.
pub(super) fn build(trials: &[Trial<'_>]) -> Result<(PathBuf, BTreeSet<usize>), String> {
    let folder = workspace::target_folder().join("prove/compiled");
    let mut refused = BTreeSet::new();
    loop {
        let lines = write_program(&folder, trials, &refused)?;
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
            return Ok((folder.join("target/release/compiled_bodies"), refused));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let more: BTreeSet<usize> = said.lines().filter_map(|line| find_refused(line, &lines)).collect();
        let is_mutant = |&index: &usize| trials[index].is_mutant;
        if more.is_empty() || !more.iter().all(is_mutant) {
            return Err(format!("the functions of bodies cannot be compiled:\n{said}"));
        }
        refused.extend(more);
    }
}

/// Writes the program of all functions, and returns the file and the line of each.
fn write_program(
    folder: &Path,
    trials: &[Trial<'_>],
    refused: &BTreeSet<usize>,
) -> Result<HashMap<(String, usize), usize>, String> {
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
            if refused.contains(&index) {
                continue;
            }
            let first = text.lines().count() + 1;
            text.push_str(&print_caller(index, &trial.claim));
            lines.extend((first..=text.lines().count()).map(|line| ((name.clone(), line), index)));
            let _ = writeln!(arms, "{index} => part{file}::run{index}(input),");
        }
        let _ = writeln!(modules, "mod part{file};");
        write(&folder.join(&name), &text)?;
    }
    let main = include_str!("main.txt")
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

/// The manifest of the program. The level of optimization is low, because each function runs on a
/// few words only and most of the time is spent in the compiler.
fn print_manifest(runtime: &Path) -> String {
    format!(
        "[package]\nname = \"compiled_bodies\"\nedition = \"2024\"\n\n[dependencies]\n\
         datarep = {{ path = '{}', default-features = false }}\n\n[profile.release]\n\
         opt-level = 1\noverflow-checks = true\nincremental = false\n\n[workspace]\n",
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

/// Runs all functions on their items, and returns for each item of each trial whether it was right. Where it was not, there
/// is what was made.
///
/// # Errors
///
/// The program fails, or it gives what cannot be read.
pub(super) fn run(
    program: &Path,
    trials: &[Trial<'_>],
    refused: &BTreeSet<usize>,
) -> Result<HashMap<usize, Vec<Option<String>>>, String> {
    let mut asked = String::new();
    let mut order: Vec<(usize, &Item)> = Vec::new();
    let all = trials.iter().enumerate().filter(|(index, _)| !refused.contains(index));
    for (index, trial) in all {
        for item in &trial.items {
            let _ = write!(asked, "{index} {:x} -", item.example.word);
            for byte in &item.bytes {
                let _ = write!(asked, "{byte:02x}");
            }
            asked.push('\n');
            order.push((index, item));
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
        return Err(format!("{} answers to {} items", text.lines().count(), order.len()));
    }
    let mut found: HashMap<usize, Vec<Option<String>>> = HashMap::new();
    for (line, (index, item)) in iter::zip(text.lines(), order) {
        let is_right = match read_made(line) {
            Some(made) => check_made_item(&trials[index].claim, &item.example, &made)?,
            // A fault may be one of the processor's arithmetic, too.
            None if line == "panic" => false,
            None => return Err(format!("the program says `{line}`")),
        };
        let wrong = (!is_right).then(|| format!("`{line}` for {} {:02x?}", item.example, item.bytes));
        found.entry(index).or_default().push(wrong);
    }
    Ok(found)
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
