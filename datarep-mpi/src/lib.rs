//! User-defined data representations under any MPI library.
//!
//! MPI lets a program register functions that convert the numbers of a file, but no MPI library calls them. This
//! library is preloaded, or linked before the MPI library. It makes `MPI_Register_datarep`, `MPI_File_set_view` and the
//! data access routines work as the standard says, for unchanged programs in C, Fortran and Python:
//!
//! ```text
//! LD_PRELOAD=libdatarep_mpi.so mpiexec -n 4 ./app
//! ```
//!
//! The program may set a view in `"ibm370"`, in any other representation of the standard library, in one of a text, or in
//! one that it has registered. One binary serves MPICH 4 and 5, Intel MPI, Open MPI 4 and 5, and the standard ABI of MPI 5. Building it
//! requires no header of an MPI library. A program that is linked with a static MPI library cannot be served.
//!
//! # How it works
//!
//! Each item in the etype and the filetype of a view is replaced by the number of bytes that it takes in the file, and
//! the view is set as a native one. So the MPI library computes offsets, shared pointers and sizes by itself. An
//! access converts to or from a buffer, and the library moves the bytes of the buffer.
//!
//! # Worth knowing
//!
//! - `MPI_File_set_view` calls the extent function once for each predefined type that is used.
//! - Independent accesses by offset or individual pointer use a buffer of at most 64 MiB, as long as the file is not
//!   atomic. Atomic, shared-pointer and collective accesses are one call underneath: their buffer is as large as the
//!   data that they move. Independent nonblocking accesses run at once. Buffers are kept until the file is closed or
//!   has another view.
//! - Split collectives run when they begin.
//! - A process that fails before a collective joins it with zero bytes, so that no other process hangs. If an item
//!   cannot be written, the items before it are.
//! - With a shared pointer the amount of data is not known in advance. So counts at the end of the file are those of
//!   the MPI library.
//!
//! # From Rust
//!
//! [`File`] is an MPI file for programs in Rust: it has the methods of [`datarep::file::File`], and a [`Communicator`]
//! that is made from the handle of any binding. It works with and without preloading. The crate is built without MPI,
//! and finds the library in the process at the first call. That library must be a shared one, linked or loaded by
//! `dlopen`.
//!
//! # Environment
//!
//! - `DATAREP_EXTERNAL32=1`: `external32` is converted by this library, in all routines and with correct sizes.
//! - `DATAREP_FORCE=name`: every view whose representation is `native` has this one instead. `external32` implies
//!   `DATAREP_EXTERNAL32=1`. An access that moves numbers in a view of bytes is refused, because the program may have
//!   converted them itself.
//! - `DATAREP_TEXTS=one.datarep:other.datarep`: texts of the language, whose representations views may name. A program
//!   may also put a text, or its path, into the info object of a view, under the key `datarep_text`. These texts, and
//!   the representations of the standard library that are not compiled in, are read by `libdatarep_mpi_texts.so`, which
//!   lies beside this library and is loaded when a name asks for it.
//! - `DATAREP_PLUGINS=one.so:other.so`: shared libraries that provide further representations. Each is a `cdylib` of
//!   ten lines: `datarep! { … }`, and [`datarep::raw::export!`] of what it defines; `examples/mpi_plugin` is a
//!   template. They are loaded when a name is first looked up. They cannot use the names of MPI and of the standard
//!   library, and a program cannot register a name that a plug-in has defined. A plug-in that cannot be loaded is
//!   reported on the standard error output, and by each call that asks for an unknown name.
//! - `DATAREP_CHECK=1`: what the standard forbids is reported, in lines on the standard error output.
//! - `DATAREP_DOCTOR=folder`: when MPI is initialized, each process prints what this library sees, tries a view in the
//!   folder, and ends. The exit code is 1 if something is wrong. `1` stands for the current folder.
//!
//! # What `DATAREP_CHECK` reports
//!
//! ```text
//! datarep check: MPI_File_write_at, rank 1: the offset is -1 (R-ACC-2; MPI 4.1, "Data Access with Explicit Offsets")
//! ```
//!
//! A line has the call, the rank of the process in the communicator of the file, what is wrong, and the rule: a
//! requirement of `docs/semantics.md`, a section of the standard. A process prints a line once. Then the call fails,
//! even if it would have succeeded without the check. It calls the error handler of the file, or, in a collective on
//! a communicator, that of the communicator:
//!
//! | misuse | class |
//! |---|---|
//! | an etype, filetype or datatype that is not committed, as far as the library knows | `MPI_ERR_TYPE` |
//! | a datatype that is not a whole number of etypes, by the names of its types: `MPI_LONG` is not `MPI_INT64_T` | `MPI_ERR_TYPE` |
//! | a negative offset or displacement | `MPI_ERR_ARG` |
//! | a filetype that is not made of etypes, or has displacements that are negative or decrease | `MPI_ERR_TYPE` |
//! | names of representations that differ between processes, or are not known alike in all of them, even if forced | `MPI_ERR_NOT_SAME` in all |
//! | etypes that take a different number of bytes of the file in different processes | `MPI_ERR_NOT_SAME` in all |
//! | use of the shared pointer of a file whose view differs between processes | `MPI_ERR_NOT_SAME` in all that use it |
//! | a collective inside a conversion function: of files, or blocking or nonblocking on a communicator | `MPI_ERR_UNSUPPORTED_OPERATION` |
//!
//! Whatever may differ by the standard is not compared: displacements, filetypes, and everything in accesses.
//! The processes compare the rest over a separate communicator, only in `MPI_File_open` and `MPI_File_set_view`, which
//! are collective anyway. A process whose own call has failed takes part. In native views only names and extents are
//! checked, as the MPI library itself reports other faults. Neighborhood and persistent collectives are not checked,
//! nor those with large counts on a communicator.
//!
//! # Programs that are linked with it
//!
//! `include/datarep.h` and `include/datarep.f90` declare further functions for such programs: the version, the
//! representations, extents without a file, why the last call failed, and how many items of a file could not be kept
//! unchanged.

// `SAFETY` comments name the tests that exercise a block. `one.c::name` is the function of a program in `tests/c`, and
// `one.F90` and `one.py` are programs beside it. `files::name` is a function of the example `files`. `cargo xtask test`
// runs all of these, and mpi4py's own tests, under MPI libraries of all families. `cargo xtask sanitize` runs the example.

// Programs and the MPI library pass an `int` where this library takes and passes a word of 64 bits, because a handle is an
// `int` in one family and a pointer in another. That is right where
//
// - an `int` among the arguments has a register, or a slot of eight bytes on the stack, of its own, and whoever is called
//   takes no more than its low half: the System V convention of x86-64 and that of 64-bit Arm leave the other half open.
//   Those of RISC-V, LoongArch, POWER, z and MIPS let a function rely on an extended sign.
// - the low half comes first where a word lies on the stack, or in a place: machines are little-endian.
// - one argument too many is in a register that the callee does not look at: both have six or more.
//
// Apple's variant for 64-bit Arm packs an `int` on the stack into four bytes. Arguments behind the eighth are a communicator
// and a place for a request in the only routines that have them (`MPI_Ialltoallv` and others), so that the slots are the
// same.
#[cfg(not(all(
    unix,
    target_pointer_width = "64",
    target_endian = "little",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
compile_error!(
    "datarep-mpi passes handles of 32 bits in registers of 64 bits, which the calling convention of this target does not \
     allow: it is for x86-64 and 64-bit Arm, little-endian, under Unix"
);

mod abi;
mod access;
mod buffer;
mod check;
mod datatype;
mod dialect;
mod doctor;
mod entry;
mod failure;
mod file;
mod files;
mod forced;
mod fortran;
mod guard;
mod in_place;
mod inquiry;
mod library;
mod lifetime;
mod losses;
mod names;
mod num;
mod plugins;
mod pointer;
mod prepared;
mod provided;
mod representation;
mod requests;
mod routine;
mod settings;
mod size;
mod small;
mod table;
mod texts;
mod values;
mod views;

use std::ffi::c_int;
use std::io::Write as _;

pub use abi::{Family, Handle, constants, datatypes, handles};
pub use file::{Communicator, File, RawCommunicator, Request, Split};

/// Prints lines on the standard error output, in one write, because other processes and threads write too. A failure to
/// write is ignored.
fn print_lines(lines: &str) {
    let _ = std::io::stderr().write_all(lines.as_bytes());
}

/// Reports that there is no MPI library. Returns the code of the routine, which is `MPI_ERR_OTHER` in most libraries.
fn absent(message: &str) -> c_int {
    print_lines(&format!("datarep: {message}\n"));
    16
}
