//! User-defined data representations under any MPI library.
//!
//! MPI lets a program register functions that convert the numbers of a file, but no MPI library calls them. This library is preloaded,
//! or linked before the MPI library. It makes `MPI_Register_datarep`, `MPI_File_set_view` and the data access routines do what the
//! standard says, for programs in C, Fortran and Python, without changes to them:
//!
//! ```text
//! LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./app
//! ```
//!
//! The program may set a view in `"ibm370"`, in any other representation of the standard library, or in one that it has registered.
//! One binary serves MPICH 4 and 5, Intel MPI, Open MPI 4 and 5, and the standard ABI of MPI 5: no header of an MPI
//! library is needed to build it. A program that is linked with a static MPI library cannot be served.
//!
//! # How it works
//!
//! Each item in the etype and the filetype of a view is replaced by as many bytes as it takes in the file, and the view is set as a native
//! one. So the MPI library gets offsets, pointers and sizes right by itself. An access converts to or from a buffer, and the library moves the
//! bytes of the buffer.
//!
//! # Worth knowing
//!
//! - The extent function is called by `MPI_File_set_view`, once for each predefined type that is used.
//! - Independent accesses by offset or individual pointer use a buffer of at most 64 MiB, as long as the file is
//!   not atomic. Atomic, shared-pointer and collective accesses are one call underneath: their buffer is as large as
//!   what they move. Independent nonblocking accesses run at once. Buffers are kept until the file is closed or has another view.
//! - Split collectives run when they begin.
//! - A process that fails before a collective joins it with zero bytes, so that no other process hangs. If an item cannot be written, the items
//!   before it are.
//! - With a shared pointer the amount of data is not known in advance. So counts at the end of the file are those of the MPI library.
//!
//! # From Rust
//!
//! [`File`] is a file of MPI for programs in Rust: the methods of [`datarep::file::File`], over a [`Communicator`] that is made
//! from the handle of any binding. It works without preloading, and with it. The crate is built without MPI, and finds the library in the
//! process when it is first called. That library must be a shared one: linked, or loaded by `dlopen`.
//!
//! # Environment
//!
//! - `DATAREP_EXTERNAL32=1`: `external32` is converted here, in all routines and with right sizes.
//! - `DATAREP_FORCE=name`: every view that says `native` has that representation.
//! - `DATAREP_PLUGINS=one.so:other.so`: shared libraries that bring representations of one's own. Each is a `cdylib` of ten lines:
//!   `datarep! { … }`, and [`datarep::raw::export!`] of what it defines; `examples/mpi_plugin` is a template. They are loaded when a name
//!   is first looked for. The names of MPI and of the standard library are taken, and what a plug-in has defined a program
//!   cannot register again. What cannot be loaded is told on the standard error output, and by each call that asks for an unknown name.
//! - `DATAREP_CHECK=1`: what the standard forbids is told, in lines on the standard error output.
//!
//! # What `DATAREP_CHECK` tells
//!
//! ```text
//! datarep check: MPI_File_write_at, rank 1: the offset is -1 (R-ACC-2; MPI 4.1, "Data Access with Explicit Offsets")
//! ```
//!
//! A line has the call, the rank of the process in the communicator of the file, what is wrong, and the rule: a requirement of
//! `docs/semantics.md`, a section of the standard. A process prints a line once. Then the call fails, by the error handler of the file (of the
//! communicator, where a collective has one), also where it would have gone well without the check:
//!
//! | misuse | class |
//! |---|---|
//! | an etype, filetype or datatype that is not committed, as far as the library knows | `MPI_ERR_TYPE` |
//! | a datatype that is no whole number of etypes, by the names of its types: `MPI_LONG` is not `MPI_INT64_T` | `MPI_ERR_TYPE` |
//! | a negative offset or displacement | `MPI_ERR_ARG` |
//! | a filetype that is not made of etypes, or has displacements that are negative or decrease | `MPI_ERR_TYPE` |
//! | names of representations that differ between processes, that are known in some of them, or known otherwise; a forced one too | `MPI_ERR_NOT_SAME` in all |
//! | etypes that take another number of bytes of the file in another process | `MPI_ERR_NOT_SAME` in all |
//! | the shared pointer of a file with another view in another process | `MPI_ERR_NOT_SAME` in all that use it |
//! | a collective inside a conversion function: of files, or blocking or nonblocking on a communicator | `MPI_ERR_UNSUPPORTED_OPERATION` |
//!
//! What the standard lets differ is not compared: displacements, filetypes, and everything in accesses. What has to be compared goes over a
//! communicator of the check's own, in `MPI_File_open` and `MPI_File_set_view` alone, which are collective anyway; a process whose own call has
//! failed takes part. In native views only names and extents are looked at, as the MPI library itself tells the rest. Neighborhood and
//! persistent collectives are not seen, nor those with large counts on a communicator.
//!
//! # Programs that are linked with it
//!
//! `include/datarep.h` and `include/datarep.f90` say what a program may ask: the version, the representations, extents without a file, why the last
//! call failed, and how many items of a file could not be kept as they were.

mod abi;
mod access;
mod buffer;
mod check;
mod datatype;
mod entry;
mod failure;
mod file;
mod files;
mod fortran;
mod guard;
mod in_place;
mod inquiry;
mod library;
mod losses;
mod names;
mod num;
mod plugins;
mod prepared;
mod representation;
mod requests;
mod routine;
mod settings;
mod values;
mod views;

use std::ffi::c_int;

pub use abi::{Family, Handle, constants, datatypes, handles};
pub use file::{Communicator, File, RawCommunicator, Request, Split};

/// The code of a routine where there is no library to ask: `MPI_ERR_OTHER` of most.
#[expect(clippy::print_stderr, reason = "there is no library that could tell it")]
fn absent(message: &str) -> c_int {
    eprintln!("datarep: {message}");
    16
}
