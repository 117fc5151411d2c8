//! The commands of this workspace.
//!
//! `cargo xtask help` lists them.
#![forbid(unsafe_code)]

pub mod bench;
#[cfg(feature = "corpus")]
pub mod book;
#[cfg(feature = "standard")]
mod chance;
#[cfg(feature = "corpus")]
pub mod charsets;
pub mod check;
#[cfg(feature = "corpus")]
pub mod copybooks;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod cross;
#[cfg(feature = "corpus")]
pub mod dist;
#[cfg(feature = "subjects")]
pub mod dynamic;
#[cfg(feature = "subjects")]
pub mod exhaustive;
#[cfg(feature = "corpus")]
pub mod faults;
#[cfg(feature = "corpus")]
pub mod first;
#[cfg(any(feature = "corpus", feature = "subjects"))]
mod fnv;
#[cfg(feature = "standard")]
pub mod formats;
#[cfg(feature = "corpus")]
pub mod frames;
#[cfg(feature = "corpus")]
pub mod fuzz;
pub mod grammar;
#[cfg(feature = "standard")]
mod library_texts;
#[cfg(feature = "corpus")]
pub mod mpi;
#[cfg(feature = "corpus")]
pub mod mpi_aarch64;
#[cfg(feature = "corpus")]
pub mod mpi_clients;
#[cfg(feature = "corpus")]
pub mod mpi_contrib;
#[cfg(feature = "corpus")]
pub mod mpi_faults;
#[cfg(feature = "corpus")]
pub mod mpi_fortran;
#[cfg(feature = "corpus")]
pub mod mpi_glibc;
pub mod mpi_libraries;
#[cfg(feature = "corpus")]
pub mod mpi_matrix;
#[cfg(feature = "corpus")]
pub mod mpi_native;
#[cfg(feature = "corpus")]
pub mod mpi_plugins;
#[cfg(feature = "corpus")]
pub mod mpi_rust;
#[cfg(feature = "corpus")]
pub mod mpi_symbols;
#[cfg(feature = "corpus")]
pub mod mpi_texts;
#[cfg(feature = "corpus")]
pub mod mutants;
#[cfg(any(feature = "bench", feature = "corpus"))]
mod new_crate;
#[cfg(feature = "corpus")]
mod nightly;
#[cfg(feature = "standard")]
pub mod optimized;
#[cfg(feature = "corpus")]
pub mod page;
#[cfg(all(doctest, feature = "hostile"))]
pub mod pages;
#[cfg(feature = "corpus")]
pub mod pairs;
#[cfg(feature = "corpus")]
pub mod pictures;
#[cfg(feature = "corpus")]
pub mod platforms;
#[cfg(feature = "probe")]
pub mod probe;
#[cfg(any(all(test, feature = "corpus"), feature = "subjects"))]
mod properties;
#[cfg(feature = "corpus")]
pub mod prove;
pub mod python;
pub mod python_package;
#[cfg(feature = "standard")]
pub mod random;
#[cfg(feature = "standard")]
pub mod reference;
#[cfg(feature = "corpus")]
pub mod requirements;
#[cfg(feature = "standard")]
mod sample;
#[cfg(feature = "corpus")]
pub mod sanitize;
#[cfg(feature = "corpus")]
pub mod scale;
pub mod skipped;
#[cfg(feature = "split")]
pub mod split;
#[cfg(feature = "standard")]
pub mod standard;
#[cfg(feature = "corpus")]
pub mod supply;
#[cfg(feature = "corpus")]
pub mod test;
#[cfg(feature = "hostile")]
mod typed;
#[cfg(any(feature = "bench", feature = "corpus"))]
pub mod vectors;
pub mod workspace;
