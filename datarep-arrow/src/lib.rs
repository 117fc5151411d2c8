//! Records of other machines as batches of Apache Arrow, and back.
//!
//! ```
//! use arrow_array::cast::AsArray as _;
//! use arrow_array::types::Int16Type;
//! use datarep_arrow::{ReadOptions, Reader};
//! use datarep_dynamic::Text;
//!
//! let text = Text::parse("record sale { amount: packed_decimal(5, 2); shop: i16; }")?;
//! let sale = text.record("sale").expect("it is in the text");
//! let file = [0x12, 0x34, 0x5C, 0x00, 0x07, 0x00, 0x00, 0x1D, 0x00, 0x08];
//! let batches = Reader::new(&file[..], sale, &ReadOptions::default())?.collect::<Result<Vec<_>, _>>()?;
//! let shops = batches[0].column(1).as_primitive::<Int16Type>();
//! assert_eq!(shops.values(), &[7, 8]);
//!
//! let back = datarep_arrow::write_batch(sale, &batches[0])?;
//! assert_eq!(back.bytes, file);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Reader`] takes the records of any [`Read`](std::io::Read) a block at a time, in bounded memory, with or without marks
//! around them ([`datarep_dynamic::marks`]). Each block becomes a batch. [`OnBad`] says what happens to items that a rule
//! refuses, and [`ReadCounts`] how many there were. [`write_batch`] makes records of a batch.
//!
//! A column is named after its field. [`RecordColumn`] says which type it has. Its metadata say how the field is stored:
//! `datarep.format`, the words of the text; `datarep.offset`, the first byte in the record, if it is always the same; and
//! `datarep.bytes`, the bytes of an item.
#![forbid(unsafe_code)]

mod batch;
mod blocks;
mod column;
mod counts;
mod error;
mod find;
mod memory;
pub mod native;
mod nesting;
mod options;
mod plain;
mod reader;
mod table;
mod write;

pub use crate::column::{ColumnValues, RecordColumn};
pub use crate::counts::ReadCounts;
pub use crate::error::ReadError;
pub use crate::find::find_column;
pub use crate::nesting::RecordNesting;
pub use crate::options::{OnBad, ReadOptions};
pub use crate::reader::Reader;
pub use crate::table::RecordTable;
pub use crate::write::{WriteError, Written, write_batch};

/// The first page of the package, whose example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
