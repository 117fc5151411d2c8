//! Where the finite numbers of a float format begin and end: facts for the checks and for the generator.

pub use crate::exact::Ends;
