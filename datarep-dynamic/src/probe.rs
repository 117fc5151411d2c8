//! Proposes what the numbers in unknown bytes are: takes bytes, and returns ranked candidates with reasons.
//!
//! No file is read here, and nothing is printed.

mod beside;
mod catalog;
mod code;
mod dense;
mod digits;
mod found;
mod headers;
mod known;
mod lattice;
mod layout;
mod packing;
mod prior;
mod rank;
mod read;
mod reading;
mod reasons;
mod report;
mod search;
mod text;
mod words;

pub use catalog::Formats;
pub use found::Found;
pub use headers::{
    Header, LabelError, LabelText, Numbers, find_segy_code, header, import_label, is_label, list_label_names,
    read_header, read_label,
};
pub use rank::{Options, probe};
pub use report::{Candidate, Contradiction, FieldFound, Report};
pub use text::{Kind, Run, runs};
