//! Makes errors of accesses from errors of the system.

use std::io;

use crate::error::{Error, ErrorClass, ErrorKind};

/// The routine and the file of an access, to make its errors.
#[derive(Debug, Clone, Copy)]
pub(super) struct FailedAccess<'a> {
    pub(super) routine: &'static str,
    pub(super) path: &'a str,
}

impl FailedAccess<'_> {
    /// The error of the access for an error of the system. `items` were moved before.
    pub(super) fn io_error(&self, error: &io::Error, items: i64) -> Error {
        let FailedAccess { routine, path } = *self;
        let (path, class, reason) = (path.to_owned(), classify_error(error), error.to_string());
        ErrorKind::File { routine, path, class, reason, items }.into()
    }
}

/// MPI's class of an error of the system.
fn classify_error(error: &io::Error) -> ErrorClass {
    match error.kind() {
        io::ErrorKind::NotFound => ErrorClass::NoSuchFile,
        io::ErrorKind::AlreadyExists => ErrorClass::FileExists,
        io::ErrorKind::PermissionDenied => ErrorClass::Access,
        io::ErrorKind::StorageFull => ErrorClass::NoSpace,
        io::ErrorKind::QuotaExceeded => ErrorClass::Quota,
        io::ErrorKind::ReadOnlyFilesystem => ErrorClass::ReadOnly,
        // A buffer could not be allocated.
        io::ErrorKind::OutOfMemory => ErrorClass::NoMemory,
        io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename => {
            ErrorClass::BadFile
        }
        io::ErrorKind::Unsupported | io::ErrorKind::NotSeekable => ErrorClass::UnsupportedOperation,
        // MPI has no class for any other error of a system.
        _ => ErrorClass::Io,
    }
}
