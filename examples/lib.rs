//! The code of the pages in `docs`, so that `cargo test` runs it. The programs beside this file are listed in `README.md`.

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
