//! Commands in a program of their own, which is optimized and has the code that they need.

use datarep_workshop::arguments::OracleCommand;
use datarep_workshop::workspace;

/// The features of `datarep-oracle` that a command needs. A slice needs less code, and `dynamic` shares a build with `exhaustive`.
pub fn name_features(command: &OracleCommand) -> &'static str {
    match command {
        OracleCommand::Dynamic(options) if options.slice => "slice",
        OracleCommand::Dynamic(_) => "exhaustive,others",
        OracleCommand::Exhaustive(options) if options.slice => "slice",
        OracleCommand::Exhaustive(_) => "exhaustive",
        OracleCommand::Probe(_) => "probe",
        OracleCommand::Split(_) => "split",
    }
}

/// Runs a command of `datarep-oracle` with features, optimized. The words begin with its name.
///
/// # Errors
///
/// Returns a message if the command fails.
pub fn run_oracle(features: &str, words: &[impl AsRef<str>]) -> Result<(), String> {
    run("datarep-oracle", features, words)
}

/// Runs `cargo xtask bench` by `datarep-bench` with a feature, optimized. The words are those after `bench`.
///
/// # Errors
///
/// Returns a message if the command fails.
pub fn run_bench(feature: &str, words: &[impl AsRef<str>]) -> Result<(), String> {
    run("datarep-bench", feature, words)
}

fn run(package: &str, features: &str, words: &[impl AsRef<str>]) -> Result<(), String> {
    let mut command = vec!["run", "--release", "--quiet", "--package", package, "--no-default-features"];
    command.extend(["--features", features, "--"]);
    command.extend(words.iter().map(AsRef::as_ref));
    workspace::run_cargo(&command)
}
