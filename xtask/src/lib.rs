//! The commands of this workspace.
//!
//! `cargo xtask help` lists them.
#![forbid(unsafe_code)]

pub mod arguments;
#[cfg(feature = "corpus")]
pub mod book;
#[cfg(feature = "corpus")]
pub mod charsets;
pub mod check;
#[cfg(feature = "corpus")]
pub mod copybooks;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(feature = "corpus")]
pub mod dist;
#[cfg(feature = "corpus")]
pub mod faults;
#[cfg(feature = "corpus")]
pub mod first;
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
pub mod mutants;
#[cfg(feature = "corpus")]
mod nightly;
pub mod optimized;
#[cfg(feature = "corpus")]
pub mod page;
#[cfg(all(doctest, feature = "corpus"))]
pub mod pages;
#[cfg(feature = "corpus")]
pub mod pairs;
#[cfg(feature = "corpus")]
pub mod pictures;
#[cfg(feature = "corpus")]
pub mod platforms;
#[cfg(feature = "corpus")]
pub mod python_package;
#[cfg(feature = "corpus")]
pub mod requirements;
#[cfg(feature = "corpus")]
pub mod sanitize;
#[cfg(feature = "corpus")]
pub mod scale;
#[cfg(feature = "standard")]
pub mod standard;
#[cfg(feature = "corpus")]
pub mod supply;
#[cfg(feature = "corpus")]
pub mod test;
#[cfg(feature = "corpus")]
pub mod vectors;

use datarep_workshop::workspace;
#[cfg(feature = "corpus")]
use datarep_workshop::{cross, mpi_libraries, new_crate, python, skipped};
