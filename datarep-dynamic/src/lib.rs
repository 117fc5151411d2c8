//! Descriptions of datarep that run in the moment they are written: no compiler, no generated code.
//!
//! ```
//! use datarep_dynamic::Text;
//!
//! let text = Text::parse("float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);")?;
//! let format = text.format("hfp32").expect("it is in the text");
//! let (values, loss) = format.to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00, 0x41, 0x10, 0x00, 0x00])?;
//! assert_eq!(values, [-118.625, 1.0]);
//! assert!(loss.is_none());
//! # Ok::<(), datarep_dynamic::Error>(())
//! ```
//!
//! A [`Text`] is parsed and checked as by `datarep!`, and a fault in it is told with the same words and carets. What it describes can
//! be used at once:
//!
//! - a [`Format`] converts slices of any native type that its values can be mapped to: the formats of the text, and those of the
//!   standard library by their names ([`Format::named`]);
//! - a representation is a [`Datarep`](datarep::Datarep), so it serves wherever a compiled one does: slices, datatypes, views, files, and by
//!   its name in the registry;
//! - a [`Record`] reads and writes fields of different formats, a column at a time ([`record`]).
//!
//! Results, counts and errors are those of generated code, bit for bit. Floats are converted at a tenth of its speed or more, several
//! gigabytes a second; bytes that are only reordered, and single-byte characters, are as fast.
//!
//! # How it works
//!
//! A conversion is planned as it is for generated code, by `datarep-plan`: a straight line of typed operations for ordinary items, and one
//! for all others. Here each operation is a loop over a column of some hundred items, compiled in advance for every level of the
//! processor. No machine code is made at run time.
//!
//! # Texts of strangers
//!
//! A text cannot do anything but describe. [`Text::parse`] refuses what is larger than [`Text::MAX_BYTES`], and what has more than
//! [`Text::MAX_ITEMS`] formats, representations and tests; checking takes time in proportion to the text.
#![forbid(unsafe_code)]

mod columns;
mod conversion;
mod described;
mod direct;
mod error;
mod format;
mod loops;
pub mod names;
mod order;
pub mod probe;
mod program;
pub mod record;
mod text;

pub use crate::described::Described;
pub use crate::error::Error;
pub use crate::format::Format;
pub use crate::record::Record;
pub use crate::text::Text;
