//! Proofs by a solver, for `cargo xtask prove`.
//!
//! All of it is in [`prove`], and the results of earlier runs are in `kept`. The texts of the modules are part of what a result
//! is bound to, so that they name each other as `crate::prove`, and what they share with other packages by the names below.
//!
//! What may not be here: anything of the planner but its data, of the generator, or of the reference, except in tests and in
//! `prove::compiled`.
#![forbid(unsafe_code)]

pub mod prove;

#[cfg(test)]
use datarep_oracle::reference;
use datarep_workshop::{chance, fnv, python, skipped, workspace};
