//! What `xtask` and the packages beside this one share.
//!
//! What may not be here: anything that knows the language, the runtime or a command. It has no dependencies, so that whatever
//! repairs the workspace can be built with it.
#![forbid(unsafe_code)]

pub mod chance;
pub mod fnv;
pub mod python;
pub mod skipped;
pub mod workspace;
