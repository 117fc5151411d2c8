//! The commands of this workspace.
//!
//! `cargo xtask help` lists them.
#![forbid(unsafe_code)]

#[cfg(feature = "corpus")]
pub mod corpus;
pub mod standard;
pub mod test;
pub mod workspace;
