//! `cargo xtask supply`: checks the dependencies of the crates, and the form in which the crates are published.
//!
//! Dependencies are checked as by `cargo deny`: licenses, sources, and several versions of one crate. Each crate on
//! which a published one depends is in a committed list, so that a reviewer of a change sees a new dependency.
//! Advisories are not checked, as their database is not part of the registry. Published crates are built with the
//! oldest compiler that they name and with the oldest dependencies that they allow, and their interface is compared
//! with the committed one.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod builds;
mod dependencies;
mod interface;

use std::path::Path;

/// The checks to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The checks that need only the lock file.
    Quick,
    /// All checks.
    Full,
    /// Writes the list of dependencies instead of comparing it.
    Write,
    /// Compares the public items, from pages that `cargo doc` has built.
    Interfaces,
    /// Writes the lists of public items.
    WriteInterfaces,
}

/// The result of a check.
enum CheckOutcome {
    /// The check passed, with a summary.
    Passed(String),
    /// The check could not run, for this reason.
    NotRun(&'static str),
}

type Check = (&'static str, fn(&Path, Extent) -> Result<CheckOutcome, String>);

/// The checks, the cheapest first.
const CHECKS: [Check; 4] = [
    ("dependencies", dependencies::check),
    ("interfaces", interface::check),
    ("the oldest compiler", builds::check_by_oldest_compiler),
    ("the oldest dependencies", builds::check_with_oldest_dependencies),
];

/// Runs the checks. The last line is `supply: N checks passed, M not run`.
///
/// # Errors
///
/// Returns a message that names the checks that failed. Their faults have been printed.
pub fn run(root: &Path, extent: Extent) -> Result<(), String> {
    let (mut passed, mut not_run, mut failed) = (0, 0, Vec::new());
    let checks = match extent {
        Extent::Quick | Extent::Write => &CHECKS[..1],
        Extent::Interfaces | Extent::WriteInterfaces => &CHECKS[1..2],
        Extent::Full => &CHECKS,
    };
    for (name, check) in checks {
        match check(root, extent) {
            Ok(CheckOutcome::Passed(seen)) => {
                passed += 1;
                println!("passed: {name}: {seen}");
            }
            Ok(CheckOutcome::NotRun(missing)) => {
                not_run += 1;
                crate::skipped::report(name, missing);
            }
            Err(fault) => {
                println!("failed: {name}: {fault}");
                failed.push(*name);
            }
        }
    }
    println!("supply: {passed} checks passed, {not_run} not run");
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}
