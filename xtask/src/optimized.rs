//! Commands in a program of their own, which is optimized and has the code that they need.

use datarep_workshop::workspace;

/// Runs `cargo xtask exhaustive`, optimized, with the code that it compares. A slice needs less code.
///
/// # Errors
///
/// Returns a message if the command fails. The differences have been printed.
pub fn run_exhaustive(arguments: &[&str]) -> Result<(), String> {
    let feature = if arguments.contains(&"--slice") { "slice" } else { "exhaustive" };
    run_oracle(feature, "exhaustive", arguments)
}

/// Runs a command of `datarep-oracle` that needs a feature, optimized.
///
/// # Errors
///
/// Returns a message if the command fails.
pub fn run_oracle(feature: &str, name: &str, arguments: &[&str]) -> Result<(), String> {
    run("datarep-oracle", feature, &[&[name], arguments].concat())
}

/// Runs `cargo xtask bench` by `datarep-bench` with a feature, optimized.
///
/// # Errors
///
/// Returns a message if the command fails.
pub fn run_bench(feature: &str, arguments: &[&str]) -> Result<(), String> {
    run("datarep-bench", feature, arguments)
}

fn run(package: &str, feature: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = vec!["run", "--release", "--quiet", "--package", package, "--no-default-features"];
    command.extend(["--features", feature, "--"]);
    command.extend(arguments);
    workspace::run_cargo(&command)
}
