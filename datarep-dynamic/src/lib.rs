//! Descriptions of datarep that run at once, without a compiler and without generated code.
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
//! A [`Text`] is parsed and checked as by `datarep!`, and has the same error messages. What it describes can be used at
//! once:
//!
//! - a [`Format`] converts slices of any native type that it can be mapped to. It is a format of the text, or one of
//!   the standard library by its name ([`Format::named`]);
//! - a representation is a [`Datarep`](datarep::Datarep), and can be used like a compiled one: for slices, datatypes,
//!   views, files, and by its name in the registry;
//! - a [`Record`] reads and writes fields of different formats, a column at a time ([`record`]).
//!
//! Results, counts and errors are the same as those of generated code, bit for bit. Floats are converted at a tenth of
//! its speed or more, several gigabytes per second. Byte swaps and single-byte characters are as fast as generated
//! code. With the feature `compiled`, the crate also has generated code for ten formats of the library, which
//! `Format::compiled` selects.
//!
//! # How it works
//!
//! `datarep-plan` plans a conversion as it does for generated code: one sequence of typed operations for ordinary
//! items, and one for all others. Here each operation is a loop over a column of some hundred items. The loops are
//! compiled in advance, for every level of the processor. No machine code is made at run time.
//!
//! # Untrusted texts
//!
//! A text can only describe formats; it cannot run code. [`Text::parse`] refuses a text that is larger than
//! [`Text::MAX_BYTES`], or that has more than [`Text::MAX_ITEMS`] formats, representations and tests. The time to check
//! a text is proportional to its size.
#![forbid(unsafe_code)]

mod columns;
mod compile;
#[cfg(feature = "compiled")]
mod compiled;
mod conversion;
mod described;
mod direct;
mod error;
mod format;
mod loops;
pub mod marks;
pub mod names;
mod order;
mod program;
pub mod record;
mod text;
pub mod threads;

pub use crate::compile::assemble_mapping;
pub use crate::described::Described;
pub use crate::error::Error;
pub use crate::format::Format;
pub use crate::order::Endianness;
pub use crate::record::Record;
pub use crate::text::Text;
