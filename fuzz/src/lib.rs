//! What is done with bytes of strangers: a function for each campaign, which panics where a promise is broken.
//!
//! All but [`plugins`] and [`readers`] is also a module of the tests of `xtask`, which take the committed inputs once,
//! by a stable compiler; the tests of `datarep-cli` do that with the inputs of [`readers`].

pub mod plugins;
pub mod readers;
pub mod targets;
