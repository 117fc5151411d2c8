//! Functions for programs that are linked with this library: `include/datarep.h` and `include/datarep.f90`.
#![allow(unsafe_code, reason = "functions of C by their names, and places of the program")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::transmute;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use datarep::ErrorClass;

use crate::abi::{Family, Word};
use crate::datatype::find_datatype;
use crate::failure::{self, Failure};
use crate::library::{Function, Library, find, library};
use crate::losses::{self, KINDS};
use crate::representation;

/// Why a call of this thread last failed. The text is valid until the next failure, and empty if no call has failed.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn datarep_last_error() -> *const c_char {
    failure::last_error()
}

/// The version of this library.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn datarep_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// The name of a representation that views may have, counted from zero, or null after the last one.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn datarep_name(index: c_int) -> *const c_char {
    let name = catch_unwind(|| {
        let names = representation::list_names();
        intern_name(names.get(usize::try_from(index).ok()?)?)
    });
    name.ok().flatten().map_or(std::ptr::null(), CStr::as_ptr)
}

/// A text that lives as long as the process: names are never removed.
fn intern_name(name: &str) -> Option<&'static CStr> {
    static NAMES: Mutex<Vec<&'static CStr>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(interned_name) =
        names.iter().find(|interned_name| interned_name.to_bytes() == name.as_bytes())
    {
        return Some(interned_name);
    }
    let new: &'static CStr = Box::leak(CString::new(name).ok()?.into_boxed_c_str());
    names.push(new);
    Some(new)
}

/// Runs a function that may fail. No error handler is called, because these are not routines of MPI.
fn answer_inquiry(run: impl FnOnce(&'static Library) -> Result<(), Failure>) -> c_int {
    let library = match library() {
        Ok(library) => library,
        Err(message) => return crate::absent(message),
    };
    match catch_unwind(AssertUnwindSafe(|| run(library))) {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => failure::make_code(library, failure),
        Err(_) => library.abi.constants.err_intern,
    }
}

/// The extent of a datatype in files of a representation.
///
/// # Safety
///
/// `name`: a text that ends with a zero; `extent`: a place for a number.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn datarep_extent(
    name: *const c_char,
    datatype: Word,
    extent: *mut i64,
) -> c_int {
    // SAFETY: the caller passes a text that ends with a zero. Tests: `linked.c::extents`, `linked.F90`.
    let name = unsafe { CStr::from_ptr(name) };
    answer_inquiry(|library| {
        let file_extent = find_file_extent(library, &name.to_string_lossy(), datatype)?;
        // SAFETY: the caller passes a place for the extent. Tests: `linked.c::extents`, `linked.F90`.
        unsafe { extent.write(file_extent) };
        Ok(())
    })
}

/// [`datarep_extent`] with Fortran's handle.
///
/// # Safety
///
/// See [`datarep_extent`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn datarep_extent_f(
    name: *const c_char,
    datatype: c_int,
    extent: *mut i64,
) -> c_int {
    let mut handle = 0;
    let code = answer_inquiry(|library| {
        handle = match library.abi.family {
            // Handles of Fortran and C are the same numbers there.
            Family::Mpich => datatype.cast_unsigned() as Word,
            _ => from_fortran(c"PMPI_Type_f2c", datatype)?,
        };
        Ok(())
    });
    if code != 0 {
        return code;
    }
    // SAFETY: both functions have the same requirements for `name` and `extent`, and these are the arguments of this
    // one. Test: `linked.F90`.
    unsafe { datarep_extent(name, handle, extent) }
}

// Requirement: R-EXT-2, R-EXT-3.
fn find_file_extent(library: &'static Library, name: &str, handle: Word) -> Result<i64, Failure> {
    let unknown = || {
        let message = format!("no representation is named `{name}`");
        Failure::new(ErrorClass::UnsupportedDatarep, message)
    };
    let representation = representation::find_representation(name)?.ok_or_else(unknown)?;
    let datatype = find_datatype(library, handle)?;
    let extent = representation.datarep().type_extent(&datatype.calls)?;
    Ok(extent.unwrap_or(i64::from(library.abi.constants.undefined)))
}

/// The losses of a file's items since it was opened, or of all files since the process began.
///
/// # Safety
///
/// `losses`: a place for the counts.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn datarep_losses(file: Word, losses: *mut [u64; KINDS]) -> c_int {
    answer_inquiry(|library| {
        let counts = if file == library.abi.file_null {
            losses::PROCESS.read_counts()
        } else {
            losses::find_losses(file).map_or([0; KINDS], |losses| losses.read_counts())
        };
        // SAFETY: the caller passes a place for the counts. Tests: `linked.c::losses`, `linked.F90`.
        unsafe { losses.write(counts) };
        Ok(())
    })
}

/// [`datarep_losses`] with Fortran's handle.
///
/// # Safety
///
/// See [`datarep_losses`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn datarep_losses_f(file: c_int, losses: *mut [u64; KINDS]) -> c_int {
    let mut handle = 0;
    let code = answer_inquiry(|_| {
        handle = from_fortran(c"PMPI_File_f2c", file)?;
        Ok(())
    });
    if code != 0 {
        return code;
    }
    // SAFETY: both functions have the same requirement for `losses`, and this is the argument of this one. Test:
    // `linked.F90`.
    unsafe { datarep_losses(handle, losses) }
}

/// The handle of C for a handle of Fortran, by the library's own function.
fn from_fortran(function: &CStr, handle: c_int) -> Result<Word, Failure> {
    let missing = || {
        let message = format!("the MPI library has no `{}`", function.to_string_lossy());
        Failure::new(ErrorClass::UnsupportedOperation, message)
    };
    // Some libraries have it under only one of its names.
    let plain = CStr::from_bytes_with_nul(&function.to_bytes_with_nul()[1..]).unwrap_or(function);
    let address = find(function).or_else(|| find(plain)).ok_or_else(missing)?;
    // SAFETY: MPI declares both functions with an `int` and a handle. A handle of a file is a pointer in all families,
    // and one of a datatype is a pointer in those families that come here. Test: `linked.F90`.
    let convert = unsafe { transmute::<Function, unsafe extern "C" fn(c_int) -> *mut c_void>(address) };
    // SAFETY: the function only takes a number: a handle of Fortran, which the program is required to pass. Test:
    // `linked.F90`.
    Ok(unsafe { convert(handle) }.addr())
}
