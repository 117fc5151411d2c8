//! Communicators: the processes that open a file together.
#![allow(unsafe_code, reason = "a handle is what the program says it is")]

use std::marker::PhantomData;

use datarep::Error;

use super::find_callable_library;
use crate::abi::Word;
use crate::num::low_half;

/// The processes that open a file together: a communicator of the MPI library in this process.
///
/// It is a handle, and does not own the communicator. A file keeps a duplicate, so that the communicator may be freed
/// when [`File::open`](super::File::open) has returned.
#[derive(Debug, Clone, Copy)]
pub struct Communicator {
    pub(super) handle: Word,
    /// Keeps the type out of other threads: few programs initialize MPI so that any thread may call it.
    thread: PhantomData<*const ()>,
}

/// The types that bindings use for `MPI_Comm`: an `int` or a pointer, depending on the library.
pub trait RawCommunicator: sealed::Sealed {
    #[doc(hidden)]
    fn word(self) -> usize;
}

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for i32 {}

impl RawCommunicator for i32 {
    fn word(self) -> usize {
        low_half(usize::from_le_bytes(i64::from(self).to_le_bytes()))
    }
}

impl<T> sealed::Sealed for *mut T {}

impl<T> RawCommunicator for *mut T {
    fn word(self) -> usize {
        self.expose_provenance()
    }
}

impl<T> sealed::Sealed for *const T {}

impl<T> RawCommunicator for *const T {
    fn word(self) -> usize {
        self.expose_provenance()
    }
}

impl Communicator {
    /// All processes: `MPI_COMM_WORLD`.
    ///
    /// # Errors
    ///
    /// Class `UnsupportedOperation` if there is no MPI library in the process, if it is not initialized or already
    /// finalized, or if this thread may not call it. Without `MPI_THREAD_MULTIPLE` only the main thread may.
    pub fn world() -> Result<Communicator, Error> {
        Ok(Communicator::new(find_callable_library("world", "MPI_COMM_WORLD")?.abi.world))
    }

    /// This process alone: `MPI_COMM_SELF`.
    ///
    /// # Errors
    ///
    /// See [`Communicator::world`].
    pub fn itself() -> Result<Communicator, Error> {
        Ok(Communicator::new(find_callable_library("itself", "MPI_COMM_SELF")?.abi.itself))
    }

    /// Makes a communicator from the handle of any binding: an `int` in MPICH's family of libraries, a pointer in Open
    /// MPI and the standard ABI.
    ///
    /// # Safety
    ///
    /// - The handle is a communicator of the MPI library in this process, and of processes that can do I/O together.
    ///   It is not an intercommunicator.
    /// - It is not freed before the last [`File::open`](super::File::open) with it has returned.
    pub unsafe fn from_raw(handle: impl RawCommunicator) -> Communicator {
        Communicator::new(handle.word())
    }

    fn new(handle: Word) -> Communicator {
        Communicator { handle, thread: PhantomData }
    }
}
