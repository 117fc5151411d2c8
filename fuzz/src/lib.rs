//! Hostile bytes as inputs: a function for each campaign, which panics if a promise is broken.
//!
//! All modules except [`plugins`] and [`readers`] are also modules of the tests of `xtask`, which run the committed
//! inputs once with a stable compiler. The tests of `datarep-cli` do the same with the inputs of [`readers`].

pub mod plugins;
pub mod readers;
pub mod targets;
