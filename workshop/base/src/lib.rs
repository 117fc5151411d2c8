//! What `xtask` and the packages beside this one share.
//!
//! What may not be here: anything that calls the language, the runtime or a command; packages and programs are known by their names.
//! It has no dependency but `clap`, so that whatever repairs the workspace can be built with it.
#![forbid(unsafe_code)]

#[cfg(feature = "arguments")]
pub mod arguments;
pub mod chance;
pub mod cross;
pub mod fnv;
pub mod mpi_libraries;
pub mod new_crate;
pub mod program;
pub mod python;
pub mod skipped;
pub mod symbols;
pub mod wheel;
pub mod workspace;
