//! The errors of routines.

use datarep::error::ErrorKind;
use datarep::{Error, ErrorClass};

use crate::failure::{Failure, find_class, find_error_text};
use crate::library::Library;

/// The error of a routine that refuses a call.
pub(super) fn refusal_error(
    routine: &'static str,
    path: &str,
    class: ErrorClass,
    reason: impl Into<String>,
    items: i64,
) -> Error {
    ErrorKind::File { routine, path: path.to_owned(), class, reason: reason.into(), items }.into()
}

/// The error of a routine that has failed after `items` items.
pub(super) fn failure_error(
    library: &'static Library,
    routine: &'static str,
    path: &str,
    failure: Failure,
    items: i64,
) -> Error {
    match failure {
        Failure::Runtime(error) => error,
        Failure::Detected(class, reason) => refusal_error(routine, path, class, reason, items),
        Failure::NotSame(reason) => refusal_error(routine, path, ErrorClass::Arg, reason, items),
        Failure::Library(code) => {
            let reason = find_error_text(library, code).map_or_else(
                || format!("the MPI library returns {code}"),
                |message| message.to_string_lossy().into_owned(),
            );
            refusal_error(routine, path, find_class(library, code), reason, items)
        }
    }
}
