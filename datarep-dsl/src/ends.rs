//! The first and last finite numbers of a float format: facts for the checks and for the generator.

pub use crate::exact::NumberEnds;
