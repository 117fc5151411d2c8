//! What is built for an example. The README's first command builds one, and its reader waits.

use std::process::Command;

/// All crates of others that an example may wait for: for a picture, a command line, and the macros.
const OTHERS: [&str; 20] = [
    "adler2",
    "autocfg",
    "bitflags",
    "cfg-if",
    "crc32fast",
    "fdeflate",
    "flate2",
    "lexopt",
    "miniz_oxide",
    "num-bigint",
    "num-integer",
    "num-traits",
    "pest",
    "png",
    "proc-macro2",
    "quote",
    "simd-adler32",
    "syn",
    "ucd-trie",
    "unicode-ident",
];

/// The lines of `cargo tree` for the examples: a crate each, with its features.
fn list_crates(arguments: &[&str]) -> Vec<(String, String)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--locked", "--package", "datarep-examples", "--prefix", "none"]);
    cargo.args(["--format", "{p};{f}"]).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    let ran = cargo.output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let lines = String::from_utf8(ran.stdout).expect("cargo prints UTF-8");
    let take_apart = |line: &str| {
        let (krate, features) = line.trim_end_matches(" (*)").split_once(';')?;
        Some((krate.split(' ').next()?.to_owned(), features.to_owned()))
    };
    lines.lines().map(|line| take_apart(line).expect("a crate and its features")).collect()
}

#[test]
fn examples_wait_for_few_crates() {
    let crates = list_crates(&["--edges", "normal,build,dev"]);
    assert!(crates.iter().any(|(name, _)| name == "datarep-macros"), "{crates:?}");
    let more: Vec<&str> = crates
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| !name.starts_with("datarep") && !OTHERS.contains(name))
        .collect();
    assert!(more.is_empty(), "the README's first command builds these, too: {more:?}");
    assert!(!crates.iter().any(|(name, _)| name == "datarep-dynamic"), "the interpreter takes a minute");
}

#[test]
fn examples_take_the_runtime_without_files() {
    let crates = list_crates(&["--edges", "normal,dev", "--depth", "1"]);
    let (_, features) = crates.iter().find(|(name, _)| name == "datarep").expect("the runtime");
    let features: Vec<&str> = features.split(',').filter(|feature| *feature != "default").collect();
    assert_eq!(features, ["macros"], "the feature `file` is nine tenths of the runtime");
}

#[test]
fn macros_take_the_language_without_what_people_ask() {
    let crates = list_crates(&["--edges", "normal,build,dev"]);
    let features = crates.iter().filter(|(name, _)| name == "datarep-dsl").map(|(_, features)| features);
    let features: Vec<&String> = features.collect();
    assert!(!features.is_empty() && features.iter().all(|features| features.is_empty()), "{features:?}");
}
