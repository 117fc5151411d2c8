//! Failures: their classes in the library's numbers, their messages, and the error handler of the file.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_int};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use datarep::{Error, ErrorClass};

use crate::abi::{Constants, Family, Word};
use crate::dialect::find_errors_return;
use crate::guard;
use crate::library::Library;

/// Why a call failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The library has failed, and has called the error handler.
    Library(c_int),
    /// Detected here.
    Detected(ErrorClass, String),
    /// Processes differ in what must be the same for all of them.
    NotSame(String),
    /// The runtime has failed.
    Runtime(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Runtime(error)
    }
}

impl Failure {
    pub(crate) fn new(class: ErrorClass, message: impl Into<String>) -> Failure {
        Failure::Detected(class, message.into())
    }

    /// The position of the item that could not be converted, if it is known. The items before it are converted.
    pub(crate) fn item(&self) -> Option<i64> {
        match self {
            Failure::Runtime(error) => error.items_done(),
            Failure::Library(_) | Failure::Detected(..) | Failure::NotSame(_) => None,
        }
    }
}

/// Turns the code of a library call into a result.
pub(crate) fn check(code: c_int) -> Result<(), Failure> {
    if code == 0 { Ok(()) } else { Err(Failure::Library(code)) }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// The last failure in this thread: valid until the next failure.
pub(crate) fn last_error() -> *const std::ffi::c_char {
    LAST.with_borrow(|message| message.as_ptr())
}

/// Notes why a call of the library has failed, where it cannot say so itself.
pub(crate) fn set_last_error(message: String) {
    // A text with a zero would end there.
    LAST.set(CString::new(message).unwrap_or_default());
}

/// How many messages get a code of their own. A program with more different failures gets the code of the class.
const MESSAGES: usize = 256;

/// The code for a failure, with its message for `MPI_Error_string`. No error handler is called.
pub(crate) fn make_code(library: &'static Library, failure: Failure) -> c_int {
    match failure {
        Failure::Library(code) => code,
        Failure::Detected(class, message) => {
            find_or_add_code(library, class_number(library.abi.constants, class), &message)
        }
        Failure::Runtime(error) => {
            find_or_add_code(library, class_number(library.abi.constants, error.class()), &error.to_string())
        }
        Failure::NotSame(message) => find_or_add_code(library, library.abi.constants.err_not_same, &message),
    }
}

/// The codes of messages.
static CODES: Mutex<Option<HashMap<String, c_int>>> = Mutex::new(None);

/// Forgets all codes: the library forgets them when it ends.
pub(crate) fn forget_codes() {
    *CODES.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

fn find_or_add_code(library: &'static Library, class: c_int, message: &str) -> c_int {
    let Ok(text) = CString::new(message) else { return class };
    LAST.set(text.clone());
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    let codes = codes.get_or_insert_default();
    if let Some(&code) = codes.get(message) {
        return code;
    }
    if codes.len() >= MESSAGES {
        return class;
    }
    let mut code = 0;
    // SAFETY: `code` is a place for the new code, and the function only takes a number besides. Test: `faults.c::main`.
    let added = guard::in_library(|| unsafe { (library.functions.add_error_code)(class, &raw mut code) });
    if added != 0 {
        return class;
    }
    // The shortest `MPI_MAX_ERROR_STRING` is 256.
    let short = CString::new(truncate_text(message, 255)).unwrap_or(text);
    // SAFETY: the text ends with a zero, and has at most 255 bytes, so no library refuses its length. Test:
    // `faults.c::main`.
    let named = guard::in_library(|| unsafe { (library.functions.add_error_string)(code, short.as_ptr()) });
    if named != 0 || !has_message(library, code, &short) {
        return class;
    }
    codes.insert(message.to_owned(), code);
    code
}

/// Whether the library returns this message for the code. MPICH 4.0 returns another one for its own classes.
fn has_message(library: &'static Library, code: c_int, message: &CStr) -> bool {
    find_error_text(library, code).as_deref() == Some(message)
}

/// The text that `MPI_Error_string` returns for the code.
pub(crate) fn find_error_text(library: &'static Library, code: c_int) -> Option<CString> {
    // The longest `MPI_MAX_ERROR_STRING` is 1024.
    let (mut text, mut length) = (vec![0_u8; 4096], 0);
    // SAFETY: `text` has 4096 bytes, more than the longest text of a library, and `length` is a place for its length.
    // Test: `files::errors::openings`.
    let error_string_code = guard::in_library(|| unsafe {
        (library.functions.error_string)(code, text.as_mut_ptr().cast(), &raw mut length)
    });
    let text = CStr::from_bytes_until_nul(&text).ok()?;
    (error_string_code == 0).then(|| text.to_owned())
}

/// The class of a code of the library.
pub(crate) fn find_class(library: &'static Library, code: c_int) -> ErrorClass {
    const CLASSES: [ErrorClass; 20] = [
        ErrorClass::Conversion,
        ErrorClass::Count,
        ErrorClass::Type,
        ErrorClass::DupDatarep,
        ErrorClass::Buffer,
        ErrorClass::ValueTooLarge,
        ErrorClass::Arg,
        ErrorClass::Access,
        ErrorClass::Amode,
        ErrorClass::BadFile,
        ErrorClass::FileExists,
        ErrorClass::FileInUse,
        ErrorClass::NoSuchFile,
        ErrorClass::NoMemory,
        ErrorClass::NoSpace,
        ErrorClass::Quota,
        ErrorClass::ReadOnly,
        ErrorClass::UnsupportedDatarep,
        ErrorClass::UnsupportedOperation,
        ErrorClass::Request,
    ];
    let mut class = 0;
    // SAFETY: `class` is a place for the class. Test: `files::errors::openings`.
    let query_code = guard::in_library(|| unsafe { (library.functions.error_class)(code, &raw mut class) });
    let has_number = |candidate: &&ErrorClass| class_number(library.abi.constants, **candidate) == class;
    CLASSES.iter().find(has_number).filter(|_| query_code == 0).map_or(ErrorClass::Io, |class| *class)
}

/// As much of the text as fits in `bytes` bytes.
fn truncate_text(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The class as a number of the library.
fn class_number(constants: &Constants, class: ErrorClass) -> c_int {
    match class {
        ErrorClass::Conversion => constants.err_conversion,
        ErrorClass::Count => constants.err_count,
        ErrorClass::Type => constants.err_type,
        ErrorClass::DupDatarep => constants.err_dup_datarep,
        ErrorClass::Buffer => constants.err_buffer,
        ErrorClass::ValueTooLarge => constants.err_value_too_large,
        ErrorClass::Arg => constants.err_arg,
        ErrorClass::UnsupportedDatarep => constants.err_unsupported_datarep,
        ErrorClass::UnsupportedOperation => constants.err_unsupported_operation,
        ErrorClass::Request => constants.err_request,
        ErrorClass::Access => constants.err_access,
        ErrorClass::Amode => constants.err_amode,
        ErrorClass::BadFile => constants.err_bad_file,
        ErrorClass::FileExists => constants.err_file_exists,
        ErrorClass::FileInUse => constants.err_file_in_use,
        ErrorClass::NoSuchFile => constants.err_no_such_file,
        ErrorClass::NoMemory => constants.err_no_mem,
        ErrorClass::NoSpace => constants.err_no_space,
        ErrorClass::Quota => constants.err_quota,
        ErrorClass::ReadOnly => constants.err_read_only,
        // Other failures of the system, and classes that are unknown here.
        _ => constants.err_io,
    }
}

/// Calls the error handler of the file. For the null file, that is the initial handler of files.
///
/// Returns the code that the routine must return.
pub(crate) fn raise(library: &'static Library, file: Word, failure: Failure) -> c_int {
    if let Failure::Library(code) = failure {
        return code;
    }
    let code = make_code(library, failure);
    // The handler that returns need not be called.
    let mut handler = 0;
    // SAFETY: the file is the program's or the null file, and `handler` is a place for the handle of its handler. Test:
    // `check.c::expect_in`.
    let query_code =
        guard::in_library(|| unsafe { (library.functions.file_get_errhandler)(file, &raw mut handler) });
    let abi = &library.abi;
    let returns = query_code == 0 && abi.key(handler) == abi.key(find_errors_return(library));
    if query_code == 0 {
        // SAFETY: `handler` holds a handle that the library has returned above, and that is freed once. Test:
        // `check.c::expect_in`.
        guard::in_library(|| unsafe { (library.functions.errhandler_free)(&raw mut handler) });
    }
    if returns {
        return code;
    }
    if abi.family == Family::OpenMpi && abi.key(file) == abi.key(abi.file_null) {
        call_null_handler(library, code);
    } else {
        // SAFETY: the file is the program's or the null file, and the function only takes a code besides. The handler
        // is the program's: routines that it calls are calls of the program, so they must not pass through. Test:
        // `check.c::expect_in`.
        unsafe { (library.functions.file_call_errhandler)(file, code) };
    }
    code
}

/// Lets Open MPI call the handler of the null file. It takes that file for an invalid one in `MPI_File_call_errhandler`,
/// and ends the program. So a routine is called that fails and calls the handler. The handler gets the code of that
/// failure: that of an argument, or `MPI_ERR_OTHER` for all other classes.
fn call_null_handler(library: &'static Library, code: c_int) {
    let mut class = 0;
    // SAFETY: `class` is a place for the class. Test: `handlers.c::register_each`.
    guard::in_library(|| unsafe { (library.functions.error_class)(code, &raw mut class) });
    let name = if class == library.abi.constants.err_arg { ptr::null() } else { c"native".as_ptr() };
    let null = ptr::null_mut();
    // SAFETY: the functions are null, and the library registers no representation: it refuses every call. The handler is
    // the program's: routines that it calls are calls of the program, so they must not pass through. Test:
    // `handlers.c::register_each`.
    unsafe { (library.functions.register_datarep)(name, null, null, null, null) };
}
