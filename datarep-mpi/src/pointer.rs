//! The individual pointer of a file with a view of ours.
//!
//! An access takes its part of the file at once: it reads the pointer and moves it to the end of its items, under one
//! lock. Then it runs at an offset. So accesses of several threads with one handle never meet, although each takes
//! several calls of the library. The library's own pointer is only asked when the view is new: it stays there.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

use datarep::{ErrorClass, engine};

use crate::abi::{Family, Word};
use crate::dialect::find_dialect;
use crate::failure::{Failure, check};
use crate::files::ViewedFile;
use crate::guard;
use crate::library::Library;

/// A position in etypes, or `None` until it is needed: the library then has it, or refuses the call in sequential mode.
#[derive(Debug, Default)]
pub(crate) struct Pointer(Mutex<Option<i64>>);

/// The etypes that an access has reserved by moving the pointer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReservedEtypes {
    pub(crate) begin: i64,
    end: i64,
}

impl Pointer {
    /// Changes the pointer. No call of the library is made under the lock, because it could call an error handler of
    /// the program, which may use the file.
    fn change<R>(
        &self,
        library: &'static Library,
        file: Word,
        change: impl FnOnce(&mut i64) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = if lock().is_none() { read_library_pointer(library, file)? } else { 0 };
        change(lock().get_or_insert(first))
    }

    /// Where the pointer is.
    pub(crate) fn position(&self, library: &'static Library, file: Word) -> Result<i64, Failure> {
        self.change(library, file, |position| Ok(*position))
    }

    /// Moves the pointer to a position.
    pub(crate) fn set(&self, position: i64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(position);
    }

    /// Moves the pointer by `etypes`, which an access reserves.
    pub(crate) fn advance(
        &self,
        library: &'static Library,
        file: Word,
        etypes: i64,
    ) -> Result<ReservedEtypes, Failure> {
        self.change(library, file, |position| {
            let large = || Failure::new(ErrorClass::ValueTooLarge, "an offset does not fit in 64 bits");
            let begin = *position;
            *position = begin.checked_add(etypes).ok_or_else(large)?;
            Ok(ReservedEtypes { begin, end: *position })
        })
    }

    /// Moves the pointer back to where the etypes begin, because the access is refused, unless it was moved since.
    pub(crate) fn undo_advance(&self, reserved: ReservedEtypes) {
        let mut position = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *position == Some(reserved.end) {
            *position = Some(reserved.begin);
        }
    }
}

/// The library's own pointer.
fn read_library_pointer(library: &'static Library, file: Word) -> Result<i64, Failure> {
    let mut position = 0;
    // SAFETY: the file is one that the program has opened, and `position` is a place for the position. Test:
    // `matrix.c::read_case`.
    check(guard::in_library(|| unsafe { (library.functions.file_get_position)(file, &raw mut position) }))?;
    Ok(position)
}

/// `MPI_SEEK_END` of Open MPI.
const SEEK_END: c_int = 604;

/// The position that lies `offset` etypes after the end of the file. Open MPI 4 fails to compute it in views of derived
/// etypes, which those of ours are unless all items of one predefined type keep their size.
fn position_from_end(viewed_file: &ViewedFile, file: Word, offset: i64) -> Result<i64, Failure> {
    let (mut size, get_size) = (0, viewed_file.library.functions.file_get_size);
    // SAFETY: the file is one that the program has opened, and `size` is a place for the size. Tests:
    // `handle.c::main`, `rep_size` of `contrib/mpi-tests`.
    check(guard::in_library(|| unsafe { get_size(file, &raw mut size) }))?;
    let sought = engine::find_etype_at_end(&viewed_file.view, size)?.checked_add(offset);
    sought.filter(|sought| *sought >= 0).ok_or_else(|| {
        let message = format!("`MPI_File_seek`: cannot move by {offset} from the end of the file");
        Failure::new(ErrorClass::Arg, message)
    })
}

/// `MPI_File_seek` of a file of ours.
pub(crate) fn seek(viewed_file: &ViewedFile, file: Word, offset: i64, whence: c_int) -> Result<(), Failure> {
    let library = viewed_file.library;
    if whence == find_dialect(library).seek_current() {
        return viewed_file.pointer.change(library, file, |position| {
            let sought = position.checked_add(offset).filter(|sought| *sought >= 0);
            *position = sought.ok_or_else(|| {
                let message = format!("`MPI_File_seek`: cannot move by {offset} from etype {position}");
                Failure::new(ErrorClass::Arg, message)
            })?;
            Ok(())
        });
    }
    let (offset, whence) = if library.abi.family == Family::OpenMpi && whence == SEEK_END {
        (position_from_end(viewed_file, file, offset)?, find_dialect(library).seek_set())
    } else {
        (offset, whence)
    };
    // The library knows what is wrong with the arguments, and most know the end of the file.
    // SAFETY: the arguments are those of the program, for which MPI has the same requirements. Test:
    // `handle.c::reads_or_seeks`.
    check(guard::in_library(|| unsafe { (library.functions.file_seek)(file, offset, whence) }))?;
    viewed_file.pointer.set(read_library_pointer(library, file)?);
    Ok(())
}
