//! `cargo xtask vectors`: checks that the loops of the standard library are vectorized, and that their code is short.
//!
//! The check reads the compiler's assembly of a program that names every representation, so no time is measured. Each
//! loop of a mapping must use vectors of its level's width and must stay short. The loops for aarch64 are checked too,
//! if that target is installed.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;
use std::thread;

use datarep_workshop::symbols::mapping_name;

use crate::{cross, skipped, workspace};

/// A target of the compiler.
struct Target {
    /// The triple, or `None` for the machine's own target.
    triple: Option<&'static str>,
    levels: &'static [Level],
}

/// A level for which each loop is compiled.
struct Level {
    /// The function into which a loop is compiled.
    function: &'static str,
    /// The registers that it must use.
    registers: &'static [&'static str],
    /// The greatest number of instructions of a loop.
    longest: usize,
}

/// The limits allow 2 KiB for a loop. An instruction has 6 bytes on average at AVX-512, and 5.25 at AVX2.
const X86_64: Target = Target {
    triple: None,
    levels: &[
        Level { function: "run_avx512", registers: &["zmm", "ymm"], longest: 340 },
        Level { function: "run_avx2", registers: &["ymm"], longest: 390 },
    ],
};

/// aarch64 has one level. Three loops for items of 64 bits have up to 2.25 KiB, because the vectors are half as wide as
/// those of AVX2 and the compiler unrolls the loops.
const AARCH64: Target = Target {
    triple: Some("aarch64-unknown-linux-gnu"),
    levels: &[Level { function: "run_baseline", registers: &[".16b", ".8h", ".4s", ".2d"], longest: 600 }],
};

/// Loops that need no vectors, and the reasons.
const SCALAR: [(&str, &str); 4] = [
    ("external32 Character1 Read", "copied by the library's `memcpy`, as ISO 8859-1 is the native set"),
    ("16 ", "items of 128 bits are swapped by two instructions"),
    ("Logical", "a truth value is compared and widened fourfold or more"),
    ("little_endian ", "copied by the library's `memcpy`, where the processor has the same order"),
];

/// A loop of one mapping, one direction and one level.
#[derive(Debug, PartialEq, Eq)]
struct Loop {
    /// A name such as `ibm370 Real8 Read`.
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
/// Returns the loops that are not vectorized or too long, or says what cannot be compiled.
pub fn check() -> Result<String, String> {
    // Each target is one unit of code, which uses one processor. So both are compiled at the same time.
    let (here, there) = thread::scope(|scope| {
        let here = scope.spawn(|| {
            if cfg!(target_arch = "x86_64") {
                check_target(&X86_64)
            } else {
                skipped::report("loops of x86-64", "its levels are found on such a processor only");
                Ok("not looked at".to_owned())
            }
        });
        let there = if cross::has_target("aarch64-unknown-linux-gnu") {
            check_target(&AARCH64)
        } else {
            skipped::report("loops of aarch64", "`rustup target add aarch64-unknown-linux-gnu`");
            Ok("not looked at".to_owned())
        };
        (here.join().unwrap_or_else(|_| Err("the comparison panicked".to_owned())), there)
    });
    let (here, there) = (here?, there?);
    Ok(format!("x86-64: {here}\naarch64: {there}"))
}

fn check_target(target: &Target) -> Result<String, String> {
    let loops = find_loops(&compile(target.triple)?, target);
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
    let folder = workspace::target_folder().join("vectors");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    // Two compilers at once must not write to one folder.
    let made = folder.join(format!("assembly-{}", triple.unwrap_or("here")));
    // Cargo would compile what other examples and the tests need, too. The feature is that of the engine for MPI, which
    // needs the same build.
    let mut library = workspace::cargo();
    library.args(["build", "--release", "--quiet", "--package", "datarep", "--lib", "--features", "file"]);
    let mut built = workspace::target_folder();
    if let Some(triple) = triple {
        // Builds in one folder wait for each other, so this one has its own.
        built = folder.join(triple);
        library.args(["--target", triple]).arg("--target-dir").arg(&built);
        built.push(triple);
    }
    workspace::run_command(&mut library)?;
    let library = built.join("release/libdatarep.rlib");
    let mut program = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    program.current_dir(workspace::root()).arg("runtime/examples/representations.rs");
    program.args(["--edition", "2024", "--crate-name", "representations", "-C", "opt-level=3"]);
    program.arg("--extern").arg(format!("datarep={}", library.display()));
    if let Some(triple) = triple {
        program.args(["--target", triple]);
    }
    program.arg("--emit=asm").arg("--out-dir").arg(&made);
    // The symbols must name the mapping, and all code must be in one file.
    program.args(["-C", "codegen-units=1", "-C", "symbol-mangling-version=v0"]);
    workspace::run_command(&mut program)?;
    let path = made.join("representations.s");
    fs::read_to_string(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

/// The loops in an assembly.
fn find_loops(assembly: &str, target: &Target) -> Vec<Loop> {
    let mut found = Vec::new();
    let mut lines = assembly.lines();
    while let Some(line) = lines.next() {
        let Some(symbol) = line.strip_suffix(':').filter(|line| line.starts_with("_R")) else { continue };
        let level = target.levels.iter().find(|level| symbol.contains(level.function));
        let (Some(level), Some(name)) = (level, mapping_name(symbol)) else { continue };
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
        assert_eq!(find_loops(text, &X86_64), [expected]);
        assert!(!find_loops(&text.replace("ymm", "xmm"), &X86_64)[0].is_good());
    }
}
