//! The commands of this workspace.
//!
//! `cargo xtask help` lists them.
#![forbid(unsafe_code)]

pub mod bench;
pub mod book;
#[cfg(feature = "standard")]
mod chance;
pub mod charsets;
pub mod check;
#[cfg(feature = "corpus")]
pub mod copybooks;
#[cfg(feature = "corpus")]
pub mod corpus;
mod cross;
pub mod dist;
#[cfg(feature = "subjects")]
pub mod dynamic;
#[cfg(feature = "subjects")]
pub mod exhaustive;
pub mod faults;
mod fnv;
#[cfg(feature = "standard")]
pub mod formats;
#[cfg(feature = "corpus")]
pub mod frames;
pub mod fuzz;
pub mod grammar;
#[cfg(feature = "standard")]
mod library_texts;
#[cfg(feature = "standard")]
pub mod mpi;
pub mod mpi_aarch64;
pub mod mpi_clients;
pub mod mpi_contrib;
pub mod mpi_faults;
pub mod mpi_fortran;
pub mod mpi_glibc;
pub mod mpi_libraries;
pub mod mpi_matrix;
pub mod mpi_native;
pub mod mpi_plugins;
pub mod mpi_rust;
pub mod mpi_symbols;
#[cfg(feature = "hostile")]
pub mod mpi_texts;
#[cfg(feature = "corpus")]
pub mod mutants;
mod nightly;
pub mod page;
#[cfg(all(doctest, feature = "hostile"))]
pub mod pages;
#[cfg(feature = "hostile")]
pub mod pairs;
#[cfg(feature = "standard")]
pub mod pictures;
pub mod platforms;
#[cfg(feature = "probe")]
pub mod probe;
#[cfg(any(all(test, feature = "corpus"), feature = "subjects"))]
mod properties;
#[cfg(feature = "standard")]
pub mod prove;
pub mod python;
pub mod python_package;
#[cfg(feature = "standard")]
pub mod random;
#[cfg(feature = "standard")]
pub mod reference;
pub mod requirements;
#[cfg(feature = "standard")]
mod sample;
pub mod sanitize;
pub mod scale;
pub mod skipped;
#[cfg(feature = "split")]
pub mod split;
#[cfg(feature = "standard")]
pub mod standard;
#[cfg(feature = "corpus")]
pub mod supply;
#[cfg(feature = "standard")]
pub mod test;
#[cfg(feature = "hostile")]
mod typed;
#[cfg(feature = "standard")]
pub mod vectors;
pub mod workspace;
