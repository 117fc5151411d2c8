//! Reads and writes numbers in the formats of other machines, exactly.
//!
//! A *representation* says how numbers are stored in a file: byte order, widths, float formats, character sets. You
//! describe it in a small language. `datarep!` or a `build.rs` compiles the description to conversion functions for
//! slices and structs. With the feature `file` it is also an MPI data representation, which views of files use by its
//! name.
//!
//! ```
//! datarep::datarep! {
//!     use ibm::*;
//!
//!     /// Mainframe reals in an otherwise big-endian file.
//!     datarep mainframe extends external32 {
//!         real { 4 => hfp32, 8 => hfp64 }
//!         on read  { overflow => infinity }
//!         on write { overflow => error, infinity | nan => error, underflow => zero }
//!     }
//! }
//!
//! let file = [0xC2, 0x76, 0xA0, 0x00, 0x41, 0x10, 0x00, 0x00];
//! let (values, loss) = mainframe::to_vec::<f32>(&file)?;
//! assert_eq!(values, [-118.625, 1.0]);
//! assert!(loss.is_none());
//! assert_eq!(mainframe::to_bytes(&values)?.0, file);
//! # Ok::<(), datarep::Error>(())
//! ```
//!
//! The representations that most programs need come with the crate: see [`standard`].
//!
//! # Modules
//!
//! The root has the names that programs with slices and structs use: [`Datarep`], the traits of types, the native types
//! that Rust lacks, [`Error`] and [`Loss`]. The rest is in modules:
//!
//! - [`standard`]: the representations of the standard library.
//! - [`packed`]: words back to back, which need not begin at a byte.
//! - [`stream`]: items that are converted while a reader is read.
//! - [`error`]: what exactly failed, and where.
#![cfg_attr(
    feature = "file",
    doc = "- [`datatype`]: MPI's derived datatypes, made at run time.",
    doc = "- [`file`](mod@file): files with MPI's access routines and views.",
    doc = "- [`registry`]: representations by name.",
    doc = "- [`functions`]: representations by a program's own conversion functions; [`raw`]: the same with C."
)]
//!
//! # Features
//!
//! - `file`: MPI's datatypes, views and files, representations by name, and a program's own conversion functions.
//!   Slices need no feature, and structs need only `macros`.
//! - `macros`: `datarep!` and `#[derive(Datatype)]`. Without it no part of the compiler is built.
//! - `parallel`: all threads of rayon's pool convert large slices, and a call waits for them. The caller must not hold
//!   a lock that other work of that pool waits for.
//! - `half`: [`F16`] and [`Bf16`] are the types of the crate `half`.
//! - `num-complex`: [`Complex`] is the type of the crate `num-complex`.
//! - `rust_decimal`: [`Decimal`] is the type of the crate `rust_decimal`.
#![cfg_attr(docsrs, feature(doc_cfg))]

// Generated code names this crate by its outer path, even inside the crate.
extern crate self as datarep;

#[cfg(feature = "file")]
mod assembled;
mod bytes;
pub mod chars;
#[doc(hidden)]
pub mod codegen;
mod convert;
#[cfg(feature = "file")]
pub mod datatype;
mod decimal;
mod descriptor;
#[cfg(feature = "file")]
#[doc(hidden)]
pub mod engine;
pub mod error;
#[cfg(feature = "file")]
pub mod file;
mod float;
#[cfg(feature = "file")]
pub mod functions;
#[cfg(feature = "file")]
#[doc(hidden)]
pub mod interpreter;
mod item;
mod kernel;
mod loss;
#[cfg(feature = "file")]
mod memory;
mod native;
#[cfg(feature = "file")]
mod num;
pub mod packed;
mod predefined;
#[cfg(feature = "file")]
pub mod raw;
#[cfg(feature = "file")]
pub mod registry;
mod representation;
mod slices;
pub mod standard;
pub mod stream;
mod text;
#[cfg(feature = "file")]
mod transfer;
#[cfg(feature = "file")]
mod typed;
#[cfg(feature = "file")]
mod view;

pub use crate::chars::Chars;
pub use crate::convert::Datatype;
pub use crate::error::{Error, ErrorClass};
pub use crate::item::{Item, Representation};
pub use crate::loss::{Event, Loss};
#[cfg(not(feature = "rust_decimal"))]
pub use crate::native::ParseDecimalError;
pub use crate::native::{
    Bf16, Character, Complex, Decimal, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16,
    LongDouble, Text,
};
pub use crate::predefined::Predefined;
pub use crate::representation::Datarep;
pub use crate::slices::Native;
#[cfg(feature = "macros")]
pub use datarep_macros::{Datatype, datarep};
