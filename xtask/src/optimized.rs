//! Commands in a program of their own, which is optimized and has the code that they need.

use crate::workspace;

/// Runs `cargo xtask exhaustive`, optimized, with the code that it compares. A slice needs less code.
///
/// # Errors
///
/// Returns a message if the command fails. The differences have been printed.
pub fn run_exhaustive(arguments: &[&str]) -> Result<(), String> {
    let feature = if arguments.contains(&"--slice") { "slice" } else { "exhaustive" };
    run(feature, "exhaustive", arguments)
}

/// Runs a command that needs a feature in an optimized program.
///
/// # Errors
///
/// Returns a message if the command fails.
pub fn run(feature: &str, name: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = vec!["run", "--release", "--quiet", "--package", "xtask", "--no-default-features"];
    command.extend(["--features", feature, "--", name]);
    command.extend(arguments);
    workspace::run_cargo(&command)
}
