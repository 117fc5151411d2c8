//! The library's calls on an open file, except for data access.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CStr, c_int};

use crate::abi::Word;
use crate::dialect::{find_dialect, find_errors_return};
use crate::failure::{Failure, check};
use crate::guard;
use crate::library::Library;

/// An open file of the library. Dropping it closes the file.
pub(super) struct OpenHandle {
    pub(super) library: &'static Library,
    pub(super) word: Word,
}

impl OpenHandle {
    /// `MPI_File_open`. Later failures on the file are returned, and do not end the program.
    pub(super) fn open(
        library: &'static Library,
        communicator: Word,
        path: &CStr,
        mode: c_int,
    ) -> Result<OpenHandle, Failure> {
        let (mut word, abi, returns) = (library.abi.file_null, &library.abi, find_errors_return(library));
        // SAFETY: the callers have checked that MPI is running and that this thread may call it. The communicator is
        // one of the library, as the caller of `Communicator::from_raw` has promised, or a predefined one. The path
        // ends with a zero, the info is the null handle, and `word` is a place for the handle. Tests:
        // `files::rest::sizes`, `files::errors::openings`.
        check(guard::in_library(|| unsafe {
            (library.functions.file_open)(communicator, path.as_ptr(), mode, abi.info_null, &raw mut word)
        }))?;
        let handle = OpenHandle { library, word };
        // SAFETY: the file was opened above, and the handler is a predefined one. Test: `files::rest::sizes`.
        check(guard::in_library(|| unsafe { (library.functions.file_set_errhandler)(word, returns) }))?;
        Ok(handle)
    }

    /// `MPI_File_close`.
    pub(super) fn close(self) -> Result<(), Failure> {
        let (library, mut word) = (self.library, self.word);
        std::mem::forget(self);
        // SAFETY: the file is open, and `word` is the place of its handle. `forget` keeps the handle from being closed
        // a second time. Test: `files::rest::sizes`.
        check(guard::in_library(|| unsafe { (library.functions.file_close)(&raw mut word) }))
    }

    /// `MPI_File_get_size`.
    pub(super) fn size(&self) -> Result<i64, Failure> {
        let mut size = 0;
        // SAFETY: the file is open as long as the handle lives, and `size` is a place for the size. Test:
        // `files::rest::sizes`.
        self.call(|| unsafe { (self.library.functions.file_get_size)(self.word, &raw mut size) })?;
        Ok(size)
    }

    /// `MPI_File_set_size`.
    pub(super) fn set_size(&self, size: i64) -> Result<(), Failure> {
        // SAFETY: the file is open as long as the handle lives, and the function only takes numbers besides. Test:
        // `files::rest::sizes`.
        self.call(|| unsafe { (self.library.functions.file_set_size)(self.word, size) })
    }

    /// `MPI_File_preallocate`.
    pub(super) fn preallocate(&self, size: i64) -> Result<(), Failure> {
        // SAFETY: the file is open as long as the handle lives, and the function only takes numbers besides. Test:
        // `files::rest::sizes`.
        self.call(|| unsafe { (self.library.functions.file_preallocate)(self.word, size) })
    }

    /// `MPI_File_sync`.
    pub(super) fn sync(&self) -> Result<(), Failure> {
        // SAFETY: the file is open as long as the handle lives, and the function only takes numbers besides. Test:
        // `files::rest::views`.
        self.call(|| unsafe { (self.library.functions.file_sync)(self.word) })
    }

    /// `MPI_File_set_atomicity`.
    pub(super) fn set_atomicity(&self, atomic: bool) -> Result<(), Failure> {
        // SAFETY: the file is open as long as the handle lives, and the function only takes numbers besides. Test:
        // `files::rest::sizes`.
        self.call(|| unsafe { (self.library.functions.file_set_atomicity)(self.word, c_int::from(atomic)) })
    }

    /// `MPI_File_set_view`, with datatypes of bytes.
    pub(super) fn set_view(&self, displacement: i64, etype: Word, filetype: Word) -> Result<(), Failure> {
        let (name, info) = (c"native".as_ptr(), self.library.abi.info_null);
        let function = self.library.functions.file_set_view;
        // SAFETY: the file is open as long as the handle lives, the datatypes are ones of the library that the callers
        // keep, and the name ends with a zero. Test: `files::rest::views`.
        self.call(|| unsafe { function(self.word, displacement, etype, filetype, name, info) })
    }

    /// `MPI_File_seek_shared`, relative to zero.
    pub(super) fn seek_shared(&self, offset: i64) -> Result<(), Failure> {
        let set = find_dialect(self.library).seek_set();
        // SAFETY: the file is open as long as the handle lives, and the function only takes numbers besides. Test:
        // `files::rest::sizes`.
        self.call(|| unsafe { (self.library.functions.file_seek_shared)(self.word, offset, set) })
    }

    /// `MPI_File_get_position_shared`.
    pub(super) fn position_shared(&self) -> Result<i64, Failure> {
        let (function, mut position) = (self.library.functions.file_get_position_shared, 0);
        // SAFETY: the file is open as long as the handle lives, and `position` is a place for the position. Test:
        // `files::rest::sizes`.
        self.call(|| unsafe { function(self.word, &raw mut position) })?;
        Ok(position)
    }

    #[expect(clippy::unused_self, reason = "what is called is called on this file")]
    fn call(&self, call: impl FnOnce() -> c_int) -> Result<(), Failure> {
        check(guard::in_library(call))
    }
}

impl Drop for OpenHandle {
    fn drop(&mut self) {
        // If this process panics, the others may never close the file. After MPI is finalized nothing may be called.
        if std::thread::panicking() || !is_running(self.library) {
            return;
        }
        let library = self.library;
        // SAFETY: the file is open, and `word` is the place of its handle, which is not used after the drop. MPI is
        // running. A program that needs the error calls `File::close`. Test: `files::errors::pending`.
        guard::in_library(|| unsafe { (library.functions.file_close)(&raw mut self.word) });
    }
}

/// `MPI_File_delete`.
pub(super) fn delete(library: &'static Library, path: &CStr) -> Result<(), Failure> {
    // SAFETY: the path ends with a zero, and the info is the null handle. Test: `files::errors::openings`.
    check(guard::in_library(|| unsafe {
        (library.functions.file_delete)(path.as_ptr(), library.abi.info_null)
    }))
}

/// Whether MPI is initialized, and not finalized.
pub(super) fn is_running(library: &'static Library) -> bool {
    let (mut initialized, mut finalized) = (0, 0);
    // SAFETY: `initialized` is a place for the flag, and the function may be called at any time, in any thread. Test:
    // `files::early`.
    let initialized_code =
        guard::in_library(|| unsafe { (library.functions.initialized)(&raw mut initialized) });
    // SAFETY: `finalized` is a place for the flag, and the function may be called at any time, in any thread. Test:
    // `files::early`.
    let finalized_code = guard::in_library(|| unsafe { (library.functions.finalized)(&raw mut finalized) });
    initialized_code == 0 && finalized_code == 0 && initialized != 0 && finalized == 0
}

/// Whether this thread may call MPI, which must be running.
pub(super) fn can_call(library: &'static Library) -> bool {
    let (mut level, mut main) = (0, 0);
    // SAFETY: `level` is a place for the level, and the function may be called in any thread while MPI is running.
    // Test: `files::errors::openings`.
    let level_code = guard::in_library(|| unsafe { (library.functions.query_thread)(&raw mut level) });
    // SAFETY: `main` is a place for the flag, and the function may be called in any thread while MPI is running. Test:
    // `files::errors::openings`.
    let main_code = guard::in_library(|| unsafe { (library.functions.is_thread_main)(&raw mut main) });
    level_code == 0 && main_code == 0 && (main != 0 || level >= library.abi.constants.thread_multiple)
}
