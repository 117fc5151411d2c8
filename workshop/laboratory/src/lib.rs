//! The laboratory for MPI: `datarep-mpi` under every MPI library that this machine can have, beside the same library alone.
//!
//! Each module is a command of `cargo xtask`, and prints what it has found. [`datatypes`] compares the runtime itself with an MPI
//! library. The libraries are installed by `datarep_workshop::mpi_libraries`. The programs that are run under them are in
//! `datarep-mpi/tests`, `contrib/mpi-tests` and `runtime/tests/mpi`.
//!
//! What may not be here: tests that need no MPI library, and measurements, which are in `datarep-bench`.
#![forbid(unsafe_code)]

pub mod aarch64;
pub mod clients;
pub mod contrib;
pub mod datatypes;
pub mod faults;
pub mod fortran;
pub mod glibc;
pub mod matrix;
pub mod native;
pub mod plugins;
pub mod rust;
mod symbols;
pub mod texts;
