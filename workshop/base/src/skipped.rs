//! What a step of the tests could not look at on this machine.
//!
//! A step that looks at nothing must not pass for one that found nothing wrong. So whatever leaves something out
//! reports it here. It is printed at once, and `cargo xtask test` collects it for the step's line of the summary. With
//! `CI` set such a step has failed.

#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::sync::{Mutex, PoisonError};

static SKIPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Reports that something is not looked at. `reason` says why, and what to install or to set.
pub fn report(what: &str, reason: &str) {
    let told = format!("{what}: {reason}");
    println!("skipped: {told}");
    SKIPPED.lock().unwrap_or_else(PoisonError::into_inner).push(told);
}

/// The reason that a program of Debian is missing, and how to install it.
pub fn name_package(program: &str, package: &str) -> String {
    format!("there is no `{program}`: Debian's package `{package}` has it")
}

/// Takes what was reported since the last call, each report once.
pub fn take_reports() -> Vec<String> {
    let mut all = std::mem::take(&mut *SKIPPED.lock().unwrap_or_else(PoisonError::into_inner));
    all.sort();
    all.dedup();
    all
}
