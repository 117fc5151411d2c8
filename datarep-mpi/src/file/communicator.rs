//! Communicators: whose processes open a file together.
#![allow(unsafe_code, reason = "a handle is what the program says it is")]

use std::marker::PhantomData;

use datarep::Error;

use super::running;
use crate::abi::Word;
use crate::num::low_half;

/// The processes that open a file together: a communicator of the MPI library in this process.
///
/// It is a handle, and does not own the communicator. A file has a duplicate, so that the
/// communicator may be freed when [`File::open`](super::File::open) has returned.
#[derive(Debug, Clone, Copy)]
pub struct Communicator {
    pub(super) handle: Word,
    /// MPI lets any thread call it in few programs.
    thread: PhantomData<*const ()>,
}

/// What bindings have for `MPI_Comm`: an `int` or a pointer, by the library.
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
    /// Class `UnsupportedOperation` where there is no MPI library in the process, where it is not initialized or is
    /// finalized, and in a thread that may not call it: with less than `MPI_THREAD_MULTIPLE` that is every one but the main
    /// thread.
    pub fn world() -> Result<Communicator, Error> {
        Ok(Communicator::new(running("world", "MPI_COMM_WORLD")?.abi.world))
    }

    /// This process alone: `MPI_COMM_SELF`.
    ///
    /// # Errors
    ///
    /// As [`Communicator::world`] says.
    pub fn itself() -> Result<Communicator, Error> {
        Ok(Communicator::new(running("itself", "MPI_COMM_SELF")?.abi.itself))
    }

    /// The communicator of a handle as any binding has it: an `int` in MPICH's family of libraries, a pointer in
    /// Open MPI and the standard ABI.
    ///
    /// # Safety
    ///
    /// - It is a communicator of the MPI library in this process, and of processes that can do I/O together: no
    ///   intercommunicator.
    /// - It is not freed before the last [`File::open`](super::File::open) with it has returned.
    pub unsafe fn from_raw(handle: impl RawCommunicator) -> Communicator {
        Communicator::new(handle.word())
    }

    fn new(handle: Word) -> Communicator {
        Communicator { handle, thread: PhantomData }
    }
}
