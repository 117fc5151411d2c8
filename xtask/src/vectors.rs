//! `cargo xtask vectors`: whether the loops of the standard library are vectorized, and how long their code is.
//!
//! It looks at the assembly that the compiler makes of a program that names all of it, so that no clock is asked. Each loop of a
//! mapping has to have vectors of its level's width, and to stay short.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::workspace;

/// Instructions of a loop at most: 2 KiB, as its instructions have six octets on average.
const LONGEST: usize = 340;

/// The levels: the function that a loop is compiled into, and the registers that it has to use.
const LEVELS: [(&str, &[&str]); 2] = [("run_avx512", &["zmm", "ymm"]), ("run_avx2", &["ymm"])];

/// Loops that need no vectors, and why.
const SCALAR: [(&str, &str); 4] = [
    ("Character", "looked up in a table"),
    ("16 ", "items of 128 bits are swapped by two instructions"),
    ("Logical", "a truth value is compared and widened fourfold or more"),
    ("little_endian ", "copied by the library's `memcpy`, where the processor has the same order"),
];

/// A loop of one mapping, one direction and one level.
#[derive(Debug, PartialEq, Eq)]
struct Loop {
    /// `ibm370 Real8 Read`.
    name: String,
    level: &'static str,
    instructions: usize,
    vectorized: bool,
}

/// Compiles all conversions of the runtime and looks at every loop.
///
/// # Errors
///
/// The loops that are not vectorized or too long; what cannot be compiled.
pub fn check() -> Result<String, String> {
    if !cfg!(target_arch = "x86_64") {
        return Ok("skipped: the levels are those of x86-64".to_owned());
    }
    let loops = loops(&compile()?);
    let bad: Vec<&Loop> = loops.iter().filter(|found| !found.is_good()).collect();
    let counts: Vec<usize> =
        LEVELS.iter().map(|(level, _)| loops.iter().filter(|found| found.level == *level).count()).collect();
    if counts.contains(&0) {
        return Err(format!("there are no loops of a level: {counts:?}"));
    }
    if bad.is_empty() {
        let longest = loops.iter().map(|found| found.instructions).max().unwrap_or(0);
        return Ok(format!("{} loops are vectorized; the longest has {longest} instructions", loops.len()));
    }
    let mut fault = String::from("loops that are not as they should be:");
    for Loop { name, level, instructions, vectorized } in bad {
        let vectors = if *vectorized { "" } else { ", not vectorized" };
        let _ = write!(fault, "\n  {name}, {level}: {instructions} instructions{vectors}");
    }
    Err(fault)
}

impl Loop {
    fn is_good(&self) -> bool {
        let scalar = SCALAR.iter().any(|(name, _)| self.name.contains(name));
        (self.vectorized || scalar) && self.instructions <= LONGEST
    }
}

/// The assembly of a program that names every representation of the runtime, optimized as for a user.
fn compile() -> Result<String, String> {
    let folder = workspace::target().join("vectors");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let path = folder.join("datarep.s");
    let mut command: Command = workspace::cargo();
    command.args([
        "rustc",
        "--release",
        "--quiet",
        "--package",
        "datarep",
        "--example",
        "representations",
        "--",
    ]);
    command.arg(format!("--emit=asm={}", path.display()));
    // Symbols that name the mapping, and all code in one file.
    command.args(["-C", "codegen-units=1", "-C", "symbol-mangling-version=v0"]);
    let status = command.status().map_err(|error| format!("`cargo rustc` cannot be run: {error}"))?;
    if !status.success() {
        return Err("the example `representations` cannot be compiled".to_owned());
    }
    fs::read_to_string(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

/// The loops in an assembly.
fn loops(assembly: &str) -> Vec<Loop> {
    let mut found = Vec::new();
    let mut lines = assembly.lines();
    while let Some(line) = lines.next() {
        let Some(symbol) = line.strip_suffix(':').filter(|line| line.starts_with("_R")) else { continue };
        let Some((level, registers)) = LEVELS.iter().find(|(level, _)| symbol.contains(level)) else {
            continue;
        };
        let Some(name) = mapping(symbol) else { continue };
        let mut body = Loop { name, level, instructions: 0, vectorized: false };
        for line in lines.by_ref().take_while(|line| !line.starts_with(".Lfunc_end")) {
            let is_instruction = line.starts_with('\t') && !line.trim_start().starts_with(['.', '#']);
            body.instructions += usize::from(is_instruction);
            body.vectorized |= is_instruction && registers.iter().any(|register| line.contains(register));
        }
        found.push(body);
    }
    found
}

/// `ibm370 Real8 Read` of a symbol, where it is of a mapping.
fn mapping(symbol: &str) -> Option<String> {
    let direction = if symbol.contains("4Read") { "Read" } else { "Write" };
    let (before, after) = symbol.split_once("11conversions")?;
    let representation = before.rsplit_once("8standard")?.1;
    Some(format!("{} {} {direction}", word(representation)?, word(after)?))
}

/// A name behind its length: `6ibm370` as `ibm370`.
fn word(text: &str) -> Option<&str> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    // A name that ends in digits follows its length at once, so the length is what fits the rest.
    (1..=digits).find_map(|split| {
        let length: usize = text[..split].parse().ok()?;
        let name = text[split..].get(..length)?;
        name.starts_with(|letter: char| letter.is_ascii_alphabetic()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_found_in_assembly() {
        let text = "_RINvNtCs6_7datarep6kernel8run_avx2INtNtNtB4_7convert6blocks6BlocksINtBM_4Read\
                    NtNtNtNtB4_8standard6ibm37011conversions5Real8EKj40_EEB4_:\n\t.cfi_startproc\n\
                    \tvmovdqu\t(%rdi), %ymm0\n\tvzeroupper\n.Lfunc_end0:\n";
        let expected = Loop {
            name: "ibm370 Real8 Read".to_owned(),
            level: "run_avx2",
            instructions: 2,
            vectorized: true,
        };
        assert_eq!(loops(text), [expected]);
        assert!(!loops(&text.replace("ymm", "xmm"))[0].is_good());
    }
}
