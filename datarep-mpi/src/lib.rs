//! User-defined data representations under any MPI library.
//!
//! MPI lets a program register functions that convert the numbers of a file, and no MPI library runs them. This one, preloaded
//! or linked before the library, makes `MPI_Register_datarep`, `MPI_File_set_view` and the routines of data access do
//! what the standard says, for programs in C, Fortran and Python, as they are:
//!
//! ```text
//! LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./app
//! ```
//!
//! The program may set the view `"ibm370"`, any other representation of the standard library, or one that it has registered.
//! One binary serves MPICH 4 and 5, Intel MPI, Open MPI 4 and 5, and the standard ABI of MPI 5: no header of an MPI
//! library is needed to build it. A program that is linked with a static MPI library cannot be served.
//!
//! # How it works
//!
//! Etype and filetype of a view are made again with bytes in place of items, as many as an item takes in the file, and the
//! view is set as a native one. So offsets, pointers and sizes are right without any help. An access converts to or
//! from a buffer, and the library moves its bytes.
//!
//! # What is as the standard says, but worth knowing
//!
//! - The extent function is called by `MPI_File_set_view`, once for each predefined type that is used.
//! - Independent accesses by offset or individual pointer use a buffer of at most 64 MiB, as long as the file is
//!   not atomic. Atomic, shared-pointer and collective accesses are one call underneath: their buffer is as large as
//!   what they move. Independent nonblocking accesses run at once. Buffers are kept until the file is closed or has another view.
//! - Split collectives run when they begin.
//! - A process that fails before a collective joins it with no bytes, so that nobody hangs.
//! - With a shared pointer nobody knows before how much there is: counts at the end of the file are the library's.
//!
//! # Environment
//!
//! - `DATAREP_EXTERNAL32=1`: `external32` is converted here, in all routines and with right sizes.
//! - `DATAREP_FORCE=name`: every view that says `native` has that representation.

mod abi;
mod access;
mod check;
mod datatype;
mod entry;
mod failure;
mod files;
mod fortran;
mod guard;
mod inquiry;
mod library;
mod losses;
mod num;
mod representation;
mod requests;
mod settings;

use std::ffi::c_int;

pub use abi::{Family, Handle, constants, datatypes, handles};

/// The code of a routine where there is no library to ask: `MPI_ERR_OTHER` of most.
#[expect(clippy::print_stderr, reason = "there is no library that could tell it")]
fn absent(message: &str) -> c_int {
    eprintln!("datarep: {message}");
    16
}
