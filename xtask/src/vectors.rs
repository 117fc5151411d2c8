//! `cargo xtask vectors`: whether the loops of the standard library are vectorized, and how long their code is.
//!
//! It looks at the assembly that the compiler makes of a program that names all of it, so that no clock is asked. Each
//! loop of a mapping has to have vectors of its level's width, and to stay short. So have those for aarch64, where that
//! target is installed.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::workspace;

/// What is compiled for.
struct Target {
    /// That of the machine where there is none.
    triple: Option<&'static str>,
    levels: &'static [Level],
}

/// A level, which each loop is compiled for.
struct Level {
    /// The function that a loop is compiled into.
    function: &'static str,
    /// The registers that it has to use.
    registers: &'static [&'static str],
    /// Instructions of a loop at most.
    longest: usize,
}

/// 2 KiB a loop: instructions have 6 bytes on average at the one level, and 5.25 at the other.
const X86_64: Target = Target {
    triple: None,
    levels: &[
        Level { function: "run_avx512", registers: &["zmm", "ymm"], longest: 340 },
        Level { function: "run_avx2", registers: &["ymm"], longest: 390 },
    ],
};

/// One level. Three loops for items of 64 bits have up to 2.25 KiB: the vectors are half as wide as those of AVX2, and
/// the compiler unrolls them.
const AARCH64: Target = Target {
    triple: Some("aarch64-unknown-linux-gnu"),
    levels: &[Level { function: "run_baseline", registers: &[".16b", ".8h", ".4s", ".2d"], longest: 600 }],
};

/// Loops that need no vectors, and why.
const SCALAR: [(&str, &str); 4] = [
    ("external32 Character1 Read", "copied by the library's `memcpy`, as ISO 8859-1 is the native set"),
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
    short: bool,
}

/// Compiles all conversions of the runtime and looks at every loop.
///
/// # Errors
///
/// The loops that are not vectorized or too long; what cannot be compiled.
pub fn check() -> Result<String, String> {
    // Each is one unit of code, which takes one processor: both at a time.
    let (here, there) = thread::scope(|scope| {
        let here = scope.spawn(|| {
            if cfg!(target_arch = "x86_64") {
                check_target(&X86_64)
            } else {
                Ok("skipped: the levels are those of x86-64".to_owned())
            }
        });
        let there = if is_installed("aarch64-unknown-linux-gnu") {
            check_target(&AARCH64)
        } else {
            Ok("skipped, as it is not installed: `rustup target add aarch64-unknown-linux-gnu`".to_owned())
        };
        (here.join().unwrap_or_else(|_| Err("the comparison panicked".to_owned())), there)
    });
    let (here, there) = (here?, there?);
    Ok(format!("x86-64: {here}\naarch64: {there}"))
}

/// Whether programs can be compiled for the target.
fn is_installed(triple: &str) -> bool {
    let folder = Command::new("rustc").args(["--print", "target-libdir", "--target", triple]).output();
    folder.is_ok_and(|folder| Path::new(String::from_utf8_lossy(&folder.stdout).trim()).is_dir())
}

fn check_target(target: &Target) -> Result<String, String> {
    let loops = loops(&compile(target.triple)?, target);
    let bad: Vec<&Loop> = loops.iter().filter(|found| !found.is_good()).collect();
    let of_level = |level: &str| loops.iter().filter(|found| found.level == level).count();
    let counts: Vec<usize> = target.levels.iter().map(|level| of_level(level.function)).collect();
    if counts.contains(&0) {
        return Err(format!("there are no loops of a level: {counts:?}"));
    }
    if bad.is_empty() {
        let longest = loops.iter().map(|found| found.instructions).max().unwrap_or(0);
        return Ok(format!("{} loops are vectorized; the longest has {longest} instructions", loops.len()));
    }
    let mut fault = String::from("loops that are not as they should be:");
    for Loop { name, level, instructions, vectorized, .. } in bad {
        let vectors = if *vectorized { "" } else { ", not vectorized" };
        let _ = write!(fault, "\n  {name}, {level}: {instructions} instructions{vectors}");
    }
    Err(fault)
}

impl Loop {
    fn is_good(&self) -> bool {
        let scalar = SCALAR.iter().any(|(name, _)| self.name.contains(name));
        (self.vectorized || scalar) && self.short
    }
}

/// The assembly of a program that names every representation of the runtime, optimized as for a user.
fn compile(triple: Option<&str>) -> Result<String, String> {
    let folder = workspace::target().join("vectors");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let path = folder.join(format!("{}.s", triple.unwrap_or("datarep")));
    let mut command: Command = workspace::cargo();
    command.args(["rustc", "--release", "--quiet", "--package", "datarep", "--example", "representations"]);
    if let Some(triple) = triple {
        // A folder of its own: builds in one wait for each other.
        command.args(["--target", triple]).arg("--target-dir").arg(folder.join(triple));
    }
    command.arg("--");
    if triple.is_some() {
        // Only the assembly is wanted: there may be no linker for that target.
        command.args(["-C", "linker=true"]);
    }
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
fn loops(assembly: &str, target: &Target) -> Vec<Loop> {
    let mut found = Vec::new();
    let mut lines = assembly.lines();
    while let Some(line) = lines.next() {
        let Some(symbol) = line.strip_suffix(':').filter(|line| line.starts_with("_R")) else { continue };
        let level = target.levels.iter().find(|level| symbol.contains(level.function));
        let (Some(level), Some(name)) = (level, mapping(symbol)) else { continue };
        let Level { function, registers, longest } = *level;
        let mut body = Loop { name, level: function, instructions: 0, vectorized: false, short: true };
        for line in lines.by_ref().take_while(|line| !line.starts_with(".Lfunc_end")) {
            let is_instruction = line.starts_with('\t') && !line.trim_start().starts_with(['.', '#']);
            body.instructions += usize::from(is_instruction);
            body.vectorized |= is_instruction && registers.iter().any(|register| line.contains(register));
        }
        body.short = body.instructions <= longest;
        found.push(body);
    }
    found
}

/// `ibm370 Real8 Read` of a symbol, where it is of a mapping.
pub(crate) fn mapping(symbol: &str) -> Option<String> {
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
            short: true,
        };
        assert_eq!(loops(text, &X86_64), [expected]);
        assert!(!loops(&text.replace("ymm", "xmm"), &X86_64)[0].is_good());
    }
}
