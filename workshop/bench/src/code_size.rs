//! The amount of machine code of a mapping: the sizes of the symbols of a program that names every representation of
//! the runtime.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use datarep_workshop::symbols;

use crate::workspace;

/// The functions into which a loop is compiled, one for each level.
const LEVELS: [&str; 3] = ["run_baseline", "run_avx2", "run_avx512"];

/// The bytes of a mapping's loops in both directions, at one level.
#[derive(Debug)]
pub(super) struct CodeSize {
    pub(super) largest: f64,
    /// The mapping with the largest loops.
    pub(super) mapping: String,
    pub(super) mean: f64,
    /// The number of combinations of mapping, direction and level whose loop exists more than once.
    pub(super) twice: f64,
}

/// Compiles the representations and asks `nm` for the sizes.
pub(super) fn compile_and_measure() -> Result<CodeSize, String> {
    let folder = workspace::target_folder().join("bench");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let object = folder.join("representations.o");
    let mut cargo = workspace::cargo();
    cargo.args([
        "rustc",
        "--release",
        "--quiet",
        "--package",
        "datarep",
        "--example",
        "representations",
        "--",
    ]);
    cargo.arg(format!("--emit=obj={}", object.display()));
    // The symbols must name the mapping, and all code must be in one file.
    cargo.args(["-C", "codegen-units=1", "-C", "symbol-mangling-version=v0"]);
    match cargo.status() {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("the example `representations` cannot be compiled".to_owned()),
        Err(error) => return Err(format!("`cargo rustc` cannot be run: {error}")),
    }
    let symbols = Command::new("nm").args(["--print-size", "--radix=d"]).arg(&object).output();
    let symbols = symbols.map_err(|error| format!("`nm` cannot be run, install binutils: {error}"))?;
    parse_symbol_sizes(&String::from_utf8_lossy(&symbols.stdout))
}

/// Parses a listing of symbols: address, size, kind and name.
fn parse_symbol_sizes(symbols: &str) -> Result<CodeSize, String> {
    // The sizes by mapping and level, and the number of times that each loop exists.
    let (mut mappings, mut loops) = (BTreeMap::<_, u64>::new(), BTreeMap::<_, u32>::new());
    for line in symbols.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [_, size, _, symbol] = words.as_slice() else { continue };
        let Some(level) = LEVELS.iter().find(|level| symbol.contains(**level)) else { continue };
        let Some(name) = symbols::mapping_name(symbol) else { continue };
        let Some((mapping, _)) = name.rsplit_once(' ') else { continue };
        let size: u64 = size.parse().map_err(|_| format!("`nm` says `{line}`"))?;
        *mappings.entry((mapping.to_owned(), *level)).or_default() += size;
        *loops.entry((name.clone(), *level)).or_default() += 1;
    }
    let largest = mappings.iter().max_by_key(|(_, size)| **size);
    let ((mapping, level), largest) = largest.ok_or("there are no loops among the symbols")?;
    let twice = loops.values().filter(|count| **count > 1).count();
    let mean = bytes_to_f64(mappings.values().sum()) / bytes_to_f64(mappings.len() as u64);
    let mapping = format!("{mapping}, {}", level.trim_start_matches("run_"));
    Ok(CodeSize { largest: bytes_to_f64(*largest), mapping, mean, twice: bytes_to_f64(twice as u64) })
}

#[expect(clippy::cast_precision_loss, reason = "a number of bytes, below 2^53")]
fn bytes_to_f64(bytes: u64) -> f64 {
    bytes as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_added_up() {
        let symbol = |direction: &str, level: &str, tail: &str| {
            format!(
                "_RINvNtCs6_7datarep6kernel8{level}INtNtNtB4_7convert6blocks6BlocksINtBM_{direction}\
                 NtNtNtNtB4_8standard6ibm37011conversions5Real8EKj40_EEB4_{tail}"
            )
        };
        let read = symbol("4Read", "run_avx2", "");
        let write = symbol("5Write", "run_avx2", "");
        let text = format!("0000 0100 t {read}\n0100 0200 t {write}\n0300 0050 t main\n");
        let found = parse_symbol_sizes(&text).expect("loops");
        assert_eq!(found.mapping, "ibm370 Real8, avx2");
        assert_eq!((found.largest, found.mean, found.twice), (300.0, 300.0, 0.0));
        let again = symbol("4Read", "run_avx2", "x");
        assert_eq!(
            parse_symbol_sizes(&format!("{text}0400 0100 t {again}\n")).map(|found| found.twice),
            Ok(1.0)
        );
        assert!(parse_symbol_sizes("0300 0050 t main\n").is_err());
    }
}
