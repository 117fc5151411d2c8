//! The code of the pages in `docs`, so that `cargo test` runs it. `README.md` lists the programs beside this file.

/// The first page.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;

/// The tutorial.
#[doc = include_str!("../docs/tutorial.md")]
#[cfg(doctest)]
pub struct Tutorial;

/// The cookbook.
#[doc = include_str!("../docs/cookbook.md")]
#[cfg(doctest)]
pub struct Cookbook;

/// MPI.
#[doc = include_str!("../docs/mpi.md")]
#[cfg(doctest)]
pub struct Mpi;

/// The first page of the package `datarep`.
#[doc = include_str!("../runtime/README.md")]
#[cfg(doctest)]
pub struct Package;

/// The first page of the package `datarep-dynamic`.
#[doc = include_str!("../datarep-dynamic/README.md")]
#[cfg(doctest)]
pub struct DynamicPackage;
