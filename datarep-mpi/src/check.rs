//! `DATAREP_CHECK=1`: what the standard forbids and no library tells.
//!
//! A report is one line on the standard error output: the call, the rank of the process in the communicator of the file, what is
//! wrong, and the rule. A process prints a line once, however often it is so. Then the call fails with the class that the
//! standard has for it, by the error handler of the file (or of the communicator), also where it would go well without the check;
//! in a collective the process takes part with no bytes, so that the others do not wait.
//!
//! What needs the other processes is compared in calls that are collective anyway, over a communicator of the check's own: see
//! [`files`].
#![allow(unsafe_code, reason = "calls of the MPI library")]

pub(crate) mod collectives;
pub(crate) mod files;

use std::collections::HashSet;
use std::io::Write as _;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use datarep::{ErrorClass, engine};

use crate::abi::Word;
use crate::access::{Call, Place, Routine, Way, abandon};
use crate::datatype::datatype;
use crate::failure::Failure;
use crate::files::File;
use crate::guard;
use crate::library::Library;
use crate::settings;

/// What a report cites.
mod rule {
    pub(super) const COMMITTED: &str = "R-ACC-7; MPI 4.1, \"Commit and Free\"";
    pub(super) const SIGNATURE: &str = "R-ACC-7; MPI 4.1, \"File Views\"";
    pub(super) const OFFSET: &str = "R-ACC-2; MPI 4.1, \"Data Access with Explicit Offsets\"";
    pub(super) const VIEW: &str = "MPI 4.1, \"File Views\"";
    pub(super) const EXTENT: &str = "R-EXT-5; MPI 4.1, \"File Views\"";
    pub(super) const SHARED: &str = "MPI 4.1, \"Data Access with Shared File Pointers\"";
    pub(super) const INSIDE: &str = "R-CONV-13; MPI 4.1, \"Datarep Conversion Functions\"";
}

/// Whether anything is checked.
pub(crate) fn is_on() -> bool {
    settings::get().check
}

/// Prints a report: once for each text.
fn report(call: &str, rank: i32, message: &str, rule: &str) {
    static TOLD: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    let line = format!("datarep check: {call}, rank {rank}: {message} ({rule})\n");
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let told = told.get_or_insert_default();
    if !told.contains(&line) {
        // In one piece, as other processes write too. Where nobody listens nothing is told.
        let _ = std::io::stderr().write_all(line.as_bytes());
        told.insert(line);
    }
}

/// A report, and the failure of the call.
fn broken(call: &str, rank: i32, class: ErrorClass, message: &str, rule: &str) -> Failure {
    report(call, rank, message, rule);
    Failure::new(class, format!("`{call}`: {message}"))
}

// Requirement: R-CONV-13.
/// A collective routine that takes this communicator or file is called. Fails inside a conversion function.
fn outside_of_functions(call: &str, rank: impl FnOnce() -> i32) -> Result<(), Failure> {
    if !guard::is_in_function() || guard::is_in_library() {
        return Ok(());
    }
    let message = "it is collective, and is called inside a conversion function";
    Err(broken(call, rank(), ErrorClass::UnsupportedOperation, message, rule::INSIDE))
}

/// A routine of data access is called. `large`: by its form with large counts. `file`: where its view is one of ours; of others the
/// MPI library itself tells what is wrong.
pub(crate) fn access(
    library: &'static Library,
    file: Option<&Arc<File>>,
    routine: &'static Routine,
    call: &Call,
    large: bool,
) -> Result<(), Failure> {
    let name = format!("{}{}", routine.name, if large { "_c" } else { "" });
    if routine.collective {
        files::outside(&name, call.file)?;
    }
    let Some(file) = file else { return Ok(()) };
    let checked = arguments(library, file, routine, call, &name);
    if checked.is_err() && routine.collective {
        abandon(library, routine, call);
    }
    checked
}

// Requirement: R-ACC-2, R-ACC-7.
fn arguments(
    library: &'static Library,
    file: &Arc<File>,
    routine: &'static Routine,
    call: &Call,
    name: &str,
) -> Result<(), Failure> {
    if matches!(routine.way, Way::End) {
        return Ok(());
    }
    let rank = files::rank(call.file);
    if routine.place == Place::Offset && call.offset < 0 {
        let message = format!("the offset is {}", call.offset);
        return Err(broken(name, rank, ErrorClass::Arg, &message, rule::OFFSET));
    }
    let known = files::find(call.file);
    if let Some(known) = &known {
        if routine.place == Place::Shared && !known.views_are_same.load(Ordering::Relaxed) {
            let message = "the file has a shared pointer, and another view in another process";
            report(name, rank, message, rule::SHARED);
            return Err(Failure::NotSame(format!("`{name}`: {message}")));
        }
        committed(library, known, call.datatype, name, "datatype")?;
    }
    let datatype = datatype(library, call.datatype)?;
    engine::check_copies_by_name(&file.view, &datatype.memory, call.count.max(0))
        .map_err(|error| broken(name, rank, error.class(), &error.to_string(), rule::SIGNATURE))
}

/// Whether a datatype is committed: no routine tells, but the library refuses to pack what is not, also where it is nothing.
fn committed(
    library: &'static Library,
    file: &files::Checked,
    handle: Word,
    call: &str,
    role: &str,
) -> Result<(), Failure> {
    if library.abi.leaf(handle).is_some() {
        return Ok(());
    }
    let (from, mut to, mut position) = ([0_u64; 2], [0_u64; 2], 0);
    let (from, to) = (from.as_ptr().cast(), to.as_mut_ptr().cast());
    // SAFETY: no item of the datatype is read, and there is room for none of them.
    let code = guard::in_library(|| unsafe {
        (library.functions.pack)(from, 0, handle, to, 16, &raw mut position, file.communicator)
    });
    if code == 0 {
        return Ok(());
    }
    let message = format!("the {role} is not committed");
    Err(broken(call, file.rank, ErrorClass::Type, &message, rule::COMMITTED))
}
