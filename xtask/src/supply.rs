//! `cargo xtask supply`: what comes with the crates, and what they are published as.
//!
//! What others have written is looked at as `cargo deny` does: licenses, sources, several versions of one crate; and
//! each crate that comes with a published one stands in a committed list, so that a new one is seen by who reads a
//! change. There is no look at advisories, as their database is none of the registry's. What is published is built by
//! the oldest compiler that it names and with the oldest dependencies that it allows, and its interface is compared
//! with the committed one.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod builds;
mod dependencies;
mod interface;

use std::path::Path;

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// What needs nothing but the lock file.
    Quick,
    /// Everything.
    Full,
    /// Writes the list of dependencies, in place of comparing it.
    Write,
    /// The public items, by the pages that `cargo doc` has built before.
    Interfaces,
    /// Writes the lists of these.
    WriteInterfaces,
}

/// What a check has come to.
enum Outcome {
    /// What it has seen.
    Passed(String),
    /// What is missing here.
    NotRun(&'static str),
}

type Check = (&'static str, fn(&Path, Extent) -> Result<Outcome, String>);

/// In the order of what they cost.
const CHECKS: [Check; 4] = [
    ("dependencies", dependencies::check),
    ("interfaces", interface::check),
    ("the oldest compiler", builds::oldest_compiler),
    ("the oldest dependencies", builds::oldest_dependencies),
];

/// Looks at all of it. The last line is `supply: N checks passed, M not run`.
///
/// # Errors
///
/// A sentence with the checks that have failed; what is wrong has been printed.
pub fn run(root: &Path, extent: Extent) -> Result<(), String> {
    let (mut passed, mut not_run, mut failed) = (0, 0, Vec::new());
    let checks = match extent {
        Extent::Quick | Extent::Write => &CHECKS[..1],
        Extent::Interfaces | Extent::WriteInterfaces => &CHECKS[1..2],
        Extent::Full => &CHECKS,
    };
    for (name, check) in checks {
        match check(root, extent) {
            Ok(Outcome::Passed(seen)) => {
                passed += 1;
                println!("passed: {name}: {seen}");
            }
            Ok(Outcome::NotRun(missing)) => {
                not_run += 1;
                println!("not run: {name}: {missing}");
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
