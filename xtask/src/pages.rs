//! The code of the pages in `docs`, so that `cargo test` runs it.
//!
//! The pages name crates that the programs in `examples` do without. So they are here, and building an example does not
//! build these crates.

/// The first page.
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// The tutorial.
#[doc = include_str!("../../docs/tutorial.md")]
pub struct Tutorial;

/// The cookbook.
#[doc = include_str!("../../docs/cookbook.md")]
pub struct Cookbook;

/// MPI.
#[doc = include_str!("../../docs/mpi.md")]
pub struct Mpi;

/// The first page of the package `datarep`.
#[doc = include_str!("../../runtime/README.md")]
pub struct Package;

/// The first page of the package `datarep-dynamic`.
#[doc = include_str!("../../datarep-dynamic/README.md")]
pub struct DynamicPackage;
