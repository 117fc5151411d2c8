//! The text of a report, and the failure of the call.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use datarep::ErrorClass;

use crate::failure::Failure;
use crate::guard;
use crate::library::library;
use crate::settings;

/// The rules that reports cite.
pub(super) mod rule {
    pub(in super::super) const COMMITTED: &str = "R-ACC-7; MPI 4.1, \"Commit and Free\"";
    pub(in super::super) const SIGNATURE: &str = "R-ACC-7; MPI 4.1, \"File Views\"";
    pub(in super::super) const OFFSET: &str = "R-ACC-2; MPI 4.1, \"Data Access with Explicit Offsets\"";
    pub(in super::super) const VIEW: &str = "MPI 4.1, \"File Views\"";
    pub(in super::super) const EXTENT: &str = "R-EXT-5; MPI 4.1, \"File Views\"";
    pub(in super::super) const SHARED: &str = "MPI 4.1, \"Data Access with Shared File Pointers\"";
    pub(in super::super) const INSIDE: &str = "R-CONV-13; MPI 4.1, \"Datarep Conversion Functions\"";
}

/// Whether the checks are enabled. Those of an unknown MPI library cannot be made.
pub(crate) fn is_on() -> bool {
    settings::get().check && library().is_ok()
}

/// Prints a report, once for each text.
pub(super) fn report(call: &str, rank: i32, message: &str, rule: &str) {
    static TOLD: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    let line = format!("datarep check: {call}, rank {rank}: {message} ({rule})\n");
    let mut reported_lines = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let reported_lines = reported_lines.get_or_insert_default();
    if !reported_lines.contains(&line) {
        crate::print_lines(&line);
        reported_lines.insert(line);
    }
}

/// Prints a report, and returns the failure of the call.
pub(super) fn report_broken_rule(
    call: &str,
    rank: i32,
    class: ErrorClass,
    message: &str,
    rule: &str,
) -> Failure {
    report(call, rank, message, rule);
    Failure::new(class, format!("`{call}`: {message}"))
}

// Requirement: R-CONV-13.
/// Fails if a collective routine is called inside a conversion function.
pub(super) fn refuse_inside_function(call: &str, rank: impl FnOnce() -> i32) -> Result<(), Failure> {
    if !guard::is_in_function() || guard::is_in_library() {
        return Ok(());
    }
    let message = "it is collective, and is called inside a conversion function";
    Err(report_broken_rule(call, rank(), ErrorClass::UnsupportedOperation, message, rule::INSIDE))
}
