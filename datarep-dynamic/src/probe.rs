//! What the numbers in unknown bytes may be: bytes in, ranked candidates with reasons out.
//!
//! No file is read here, and nothing is printed.

mod beside;
mod catalog;
mod code;
mod headers;
mod lattice;
mod layout;
mod prior;
mod rank;
mod reading;
mod reasons;
mod search;
mod text;
mod words;

pub use catalog::Formats;
pub use headers::{Header, Numbers, header};
pub use rank::{Candidate, FieldFound, Options, Report, probe};
pub use text::{Kind, Run, runs};
