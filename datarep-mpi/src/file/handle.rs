//! The library's calls on an open file, except for data access.
#![allow(unsafe_code, reason = "calls of the MPI library")]

use std::ffi::{CStr, c_int};

use crate::abi::Word;
use crate::failure::{Failure, check};
use crate::guard;
use crate::library::Library;

/// An open file of the library. Dropping it closes the file.
pub(super) struct Handle {
    pub(super) library: &'static Library,
    pub(super) word: Word,
}

impl Handle {
    /// `MPI_File_open`. Later failures on the file are returned, and do not end the program.
    pub(super) fn open(
        library: &'static Library,
        communicator: Word,
        path: &CStr,
        mode: c_int,
    ) -> Result<Handle, Failure> {
        let (mut word, abi) = (library.abi.file_null, &library.abi);
        // SAFETY: a communicator, a text that ends with a zero, and a place for the handle.
        check(guard::in_library(|| unsafe {
            (library.functions.file_open)(communicator, path.as_ptr(), mode, abi.info_null, &raw mut word)
        }))?;
        let handle = Handle { library, word };
        // SAFETY: the file is open, and the handler one of the library's.
        check(guard::in_library(|| unsafe {
            (library.functions.file_set_errhandler)(word, abi.errors_return)
        }))?;
        Ok(handle)
    }

    /// `MPI_File_close`.
    pub(super) fn close(self) -> Result<(), Failure> {
        let (library, mut word) = (self.library, self.word);
        std::mem::forget(self);
        // SAFETY: the file is open, and not used any more.
        check(guard::in_library(|| unsafe { (library.functions.file_close)(&raw mut word) }))
    }

    /// `MPI_File_get_size`.
    pub(super) fn size(&self) -> Result<i64, Failure> {
        let mut size = 0;
        // SAFETY: the file is open; a place for the size.
        self.call(|| unsafe { (self.library.functions.file_get_size)(self.word, &raw mut size) })?;
        Ok(size)
    }

    /// `MPI_File_set_size`.
    pub(super) fn set_size(&self, size: i64) -> Result<(), Failure> {
        // SAFETY: the file is open.
        self.call(|| unsafe { (self.library.functions.file_set_size)(self.word, size) })
    }

    /// `MPI_File_preallocate`.
    pub(super) fn preallocate(&self, size: i64) -> Result<(), Failure> {
        // SAFETY: the file is open.
        self.call(|| unsafe { (self.library.functions.file_preallocate)(self.word, size) })
    }

    /// `MPI_File_sync`.
    pub(super) fn sync(&self) -> Result<(), Failure> {
        // SAFETY: the file is open.
        self.call(|| unsafe { (self.library.functions.file_sync)(self.word) })
    }

    /// `MPI_File_set_atomicity`.
    pub(super) fn set_atomicity(&self, atomic: bool) -> Result<(), Failure> {
        // SAFETY: the file is open.
        self.call(|| unsafe { (self.library.functions.file_set_atomicity)(self.word, c_int::from(atomic)) })
    }

    /// `MPI_File_set_view`, with datatypes of bytes.
    pub(super) fn set_view(&self, displacement: i64, etype: Word, filetype: Word) -> Result<(), Failure> {
        let (name, info) = (c"native".as_ptr(), self.library.abi.info_null);
        let function = self.library.functions.file_set_view;
        // SAFETY: the file is open; datatypes of the library, and a text that ends with a zero.
        self.call(|| unsafe { function(self.word, displacement, etype, filetype, name, info) })
    }

    /// `MPI_File_seek_shared`, relative to zero.
    pub(super) fn seek_shared(&self, offset: i64) -> Result<(), Failure> {
        let set = self.library.abi.seek_set;
        // SAFETY: the file is open.
        self.call(|| unsafe { (self.library.functions.file_seek_shared)(self.word, offset, set) })
    }

    /// `MPI_File_get_position_shared`.
    pub(super) fn position_shared(&self) -> Result<i64, Failure> {
        let (function, mut position) = (self.library.functions.file_get_position_shared, 0);
        // SAFETY: the file is open; a place for the position.
        self.call(|| unsafe { function(self.word, &raw mut position) })?;
        Ok(position)
    }

    #[expect(clippy::unused_self, reason = "what is called is called on this file")]
    fn call(&self, call: impl FnOnce() -> c_int) -> Result<(), Failure> {
        check(guard::in_library(call))
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // If this process panics, the others may never close the file. After MPI is finalized nothing may be called.
        if std::thread::panicking() || !is_running(self.library) {
            return;
        }
        let library = self.library;
        // SAFETY: the file is open, and not used any more. A program that needs the error calls `File::close`.
        guard::in_library(|| unsafe { (library.functions.file_close)(&raw mut self.word) });
    }
}

/// `MPI_File_delete`.
pub(super) fn delete(library: &'static Library, path: &CStr) -> Result<(), Failure> {
    // SAFETY: a text that ends with a zero.
    check(guard::in_library(|| unsafe {
        (library.functions.file_delete)(path.as_ptr(), library.abi.info_null)
    }))
}

/// Whether MPI is initialized, and not finalized.
pub(super) fn is_running(library: &'static Library) -> bool {
    let (mut initialized, mut finalized) = (0, 0);
    // SAFETY: a place for the flag. The function may be called at any time, in any thread.
    let asked = guard::in_library(|| unsafe { (library.functions.initialized)(&raw mut initialized) });
    // SAFETY: as above.
    let again = guard::in_library(|| unsafe { (library.functions.finalized)(&raw mut finalized) });
    asked == 0 && again == 0 && initialized != 0 && finalized == 0
}

/// Whether this thread may call MPI, which must be running.
pub(super) fn may_call(library: &'static Library) -> bool {
    let (mut level, mut main) = (0, 0);
    // SAFETY: a place for the level. The function may be called in any thread.
    let asked = guard::in_library(|| unsafe { (library.functions.query_thread)(&raw mut level) });
    // SAFETY: a place for the flag. The function may be called in any thread.
    let again = guard::in_library(|| unsafe { (library.functions.is_thread_main)(&raw mut main) });
    asked == 0 && again == 0 && (main != 0 || level >= library.abi.constants.thread_multiple)
}
