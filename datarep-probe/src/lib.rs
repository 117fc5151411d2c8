//! Proposes what the numbers in unknown bytes are: takes bytes, and returns ranked candidates with reasons.
//!
//! ```
//! use datarep_probe::{Formats, Options, probe};
//!
//! let bytes: Vec<u8> = (0..500).flat_map(|item| f64::from(item).sin().to_be_bytes()).collect();
//! let report = probe(&bytes, &Formats::standard()?, Options::default());
//! assert_eq!(report.candidates[0].format, "f64 big");
//! # Ok::<(), datarep_dynamic::Error>(())
//! ```
//!
//! [`header`] reads the headers of files that say what they are, [`import_label`] labels of planetary data, and [`probe()`]
//! ranks formats by the bytes alone. [`Found`] does all of it for the bytes of a file.
//!
//! No file is read here, and nothing is printed.
#![forbid(unsafe_code)]

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

/// The first page of the package, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
