//! The commands of this workspace.
//!
//! `cargo xtask help` lists them.
#![forbid(unsafe_code)]

pub mod build_time;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(feature = "exhaustive")]
pub mod exhaustive;
pub mod formats;
pub mod reference;
pub mod standard;
pub mod test;
pub mod workspace;
