//! `DATAREP_CHECK=1`: reports what the standard forbids and no library reports.
//!
//! A report is one line on the standard error output: the call, the rank of the process in the communicator of the
//! file, what is wrong, and the rule. A process prints a line once, however often the fault occurs. Then the call fails
//! with the class that the standard has for it, even if it would succeed without the check. It calls the error handler
//! of the file or of the communicator. In a collective the process takes part without data, so that the others do not
//! wait.
//!
//! Checks that need the other processes are made in calls that are collective anyway, over a separate communicator: see
//! [`files`].

pub(crate) mod collectives;
pub(crate) mod files;
mod report;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use datarep::{ErrorClass, engine};

pub(crate) use self::report::is_on;
use self::report::{report, report_broken_rule, rule};
use crate::datatype::find_datatype;
use crate::failure::Failure;
use crate::files::ViewedFile;
use crate::library::Library;
use crate::routine::{Call, Place, Routine, Way, join_abandoned};

/// Checks the call of a data access routine. `large`: the form with large counts was called. `file`: the file, if its
/// view is one of ours. For other files the MPI library itself reports faults.
pub(crate) fn check_access(
    library: &'static Library,
    file: Option<&Arc<ViewedFile>>,
    routine: &'static Routine,
    call: &Call,
    large: bool,
) -> Result<(), Failure> {
    let name = format!("{}{}", routine.name, if large { "_c" } else { "" });
    if routine.collective {
        files::refuse_nested_collective(&name, call.file)?;
    }
    let Some(file) = file else { return Ok(()) };
    let checked = check_arguments(library, file, routine, call, &name);
    if checked.is_err() && routine.collective {
        join_abandoned(library, routine, call);
    }
    checked
}

// Requirement: R-ACC-2, R-ACC-7.
fn check_arguments(
    library: &'static Library,
    file: &Arc<ViewedFile>,
    routine: &'static Routine,
    call: &Call,
    name: &str,
) -> Result<(), Failure> {
    if matches!(routine.way, Way::End) {
        return Ok(());
    }
    let rank = files::find_rank(call.file);
    if routine.place == Place::Offset && call.offset < 0 {
        let message = format!("the offset is {}", call.offset);
        return Err(report_broken_rule(name, rank, ErrorClass::Arg, &message, rule::OFFSET));
    }
    let checked_file = files::find_checked(call.file);
    if let Some(checked_file) = &checked_file {
        if routine.place == Place::Shared && !checked_file.views_are_same.load(Ordering::Relaxed) {
            let message = "the file has a shared pointer, and another view in another process";
            report(name, rank, message, rule::SHARED);
            return Err(Failure::NotSame(format!("`{name}`: {message}")));
        }
        files::check_committed(library, checked_file, call.datatype, name, "datatype")?;
    }
    let datatype = find_datatype(library, call.datatype)?;
    engine::check_copies_by_name(&file.view, &datatype.memory, call.count.max(0))
        .map_err(|error| report_broken_rule(name, rank, error.class(), &error.to_string(), rule::SIGNATURE))
}
