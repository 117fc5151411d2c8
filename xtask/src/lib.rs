//! The commands of this workspace.
//!
//! `cargo xtask help` lists them.
#![forbid(unsafe_code)]

pub mod build_time;
#[cfg(feature = "corpus")]
pub mod corpus;
pub mod grammar;
#[cfg(feature = "standard")]
pub mod standard;
pub mod test;
pub mod workspace;
