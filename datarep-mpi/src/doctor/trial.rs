//! A view that is tried: a number is written and read as a program does it, and the bytes of the file are looked at.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CStr, CString, c_int};
use std::fs;
use std::path::{Path, PathBuf};

use datarep::Predefined;

use crate::abi::{Leaf, Status, Word};
use crate::entry::{READ_AT, WRITE_AT};
use crate::failure;
use crate::library::{self, Functions, Library};
use crate::routine::{Call, Routine};

/// The number that is written, and its bytes in the file.
const NUMBER: i32 = 0x0102_0304;

/// A file that is removed when it is dropped.
struct ScratchFile(PathBuf);

impl Drop for ScratchFile {
    fn drop(&mut self) {
        // If it cannot be removed, four bytes stay.
        let _ = fs::remove_file(&self.0);
    }
}

/// Tries a view in a folder. Returns what was seen, or why the view is not converted.
pub(super) fn try_view(library: &'static Library, folder: &Path, host: &str) -> Result<String, String> {
    let path = folder.join(format!("datarep-doctor-{host}-{}", std::process::id()));
    let fault = |error: std::io::Error| format!("`{}`: {error}", path.display());
    // A file or a link of somebody else is not written to.
    fs::OpenOptions::new().write(true).create_new(true).open(&path).map_err(fault)?;
    let scratch = ScratchFile(path.clone());
    let functions =
        library::find_program_functions().map_err(|missing| format!("the program finds no `{missing}`"))?;
    let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|_| "its path has a zero byte")?;
    let check_code = |routine: &str, code: c_int| match code {
        0 => Ok(()),
        code => {
            let reason = failure::find_error_text(library, code).unwrap_or_default();
            Err(format!("{routine} fails: {}", reason.to_string_lossy()))
        }
    };
    let (abi, mut file) = (&library.abi, 0);
    // SAFETY: the communicator is the predefined one of this process, the path ends with a zero, the info is the null
    // handle, and `file` is a place for the handle. Test: `doctor.c`.
    let opened = unsafe {
        (functions.file_open)(
            abi.itself,
            name.as_ptr(),
            abi.constants.mode_rdwr,
            abi.info_null,
            &raw mut file,
        )
    };
    check_code("MPI_File_open", opened)?;
    let moved = write_and_read_number(library, &functions, file, &check_code);
    // SAFETY: the file was opened above and is not used any more. Test: `doctor.c`.
    let closed = unsafe { (functions.file_close)(&raw mut file) };
    let back = moved?;
    check_code("MPI_File_close", closed)?;
    let bytes = fs::read(&scratch.0).map_err(fault)?;
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let description = format!("{NUMBER:#010x} in `big_endian` is {} in the file", digits.join(" "));
    if bytes == NUMBER.to_be_bytes() && back == NUMBER {
        Ok(format!("converted: {description}, and is read back"))
    } else {
        Err(format!("{description}, and is read as {back:#010x}"))
    }
}

/// Writes the number, and reads it.
fn write_and_read_number(
    library: &'static Library,
    functions: &Functions,
    file: Word,
    check_code: &dyn Fn(&str, c_int) -> Result<(), String>,
) -> Result<i32, String> {
    let integer = library.abi.handle(Leaf::One(Predefined::Int)).ok_or("the library has no `MPI_INT`")?;
    let (name, info) = (c"big_endian".as_ptr(), library.abi.info_null);
    // SAFETY: the file is open, the datatypes are predefined, the name ends with a zero, and the info is the null handle.
    // Test: `doctor.c`.
    let code = unsafe { (functions.file_set_view)(file, 0, integer, integer, name, info) };
    check_code("MPI_File_set_view", code)?;
    let (mut number, mut back) = (NUMBER, 0);
    for (routine, symbol, item) in
        [(&WRITE_AT, c"PMPI_File_write_at", &raw mut number), (&READ_AT, c"PMPI_File_read_at", &raw mut back)]
    {
        let mut status = Status::EMPTY;
        let call = Call {
            file,
            offset: 0,
            buffer: item.cast(),
            count: 1,
            datatype: integer,
            out: status.as_mut_ptr(),
        };
        check_code(
            routine.name,
            call_as_program(routine, symbol, &call).ok_or("the program finds no such routine")?,
        )?;
    }
    Ok(back)
}

/// Calls a routine as the program does.
fn call_as_program(routine: &Routine, symbol: &'static CStr, call: &Call) -> Option<c_int> {
    library::find_program_function(symbol).map(|function| routine.call_function(function, call))
}
