//! How one scalar is converted: what generated code defines.

#![expect(
    clippy::inline_always,
    reason = "a conversion is one loop body: a call left in it would keep it from being vectorized"
)]

use std::fmt::Debug;

use super::ordinary::Ordinary;
use crate::bytes::Bytes;
use crate::kernel::Processor;
use crate::kernel::dense::Dense;
use crate::kernel::table::Table;
use crate::loss::Kinds;

/// The order in which the bytes of a word lie in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteOrder {
    /// The most significant byte first.
    Big,
    /// The least significant byte first.
    Little,
    /// Any other order, such as 32-bit words with the most significant first, each with its least significant byte
    /// first.
    Mixed,
}

/// How one scalar is converted. The generator emits an implementation for each mapping.
pub trait Convert: 'static {
    /// The native type.
    type Native: Dense + Debug;
    /// The bytes of an item of the file.
    type File: Bytes;
    /// The mapping as written, such as `real 8 => hfp64`.
    const MAPPING: &'static str;
    /// The file's format.
    const FORMAT: &'static str;
    /// The events whose rule is `error`, file to native.
    const READ_ERRORS: Kinds;
    /// The events whose rule is `error`, native to file.
    const WRITE_ERRORS: Kinds;

    /// File to native, by the rules of reading.
    fn read(file: Self::File) -> (Self::Native, Kinds);

    /// Native to file, by the rules of writing.
    fn write(native: Self::Native) -> (Self::File, Kinds);

    /// The order of the file's bytes, if they are the bytes of the native item for every value. Nothing can be lost
    /// then.
    const ORDER: Option<ByteOrder> = None;

    /// [`Convert::read`] as a table, if an item is one byte on both sides. Nothing is lost except at the byte that the
    /// table does not map.
    const READ_TABLE: Option<&'static Table> = None;
    /// [`Convert::write`] as a table, if an item is one byte on both sides.
    const WRITE_TABLE: Option<&'static Table> = None;

    /// [`Convert::read_ordinary`] is the body of a loop that can be vectorized.
    const READS_IN_BLOCKS: bool = false;
    /// [`Convert::write_ordinary`] is the body of a loop that can be vectorized.
    const WRITES_IN_BLOCKS: bool = false;

    /// Results of [`Convert::write_ordinary`] may be rounded, but never underflow or overflow. Rounded items are then
    /// worth counting on their own.
    const WRITES_ROUNDED: bool = false;
    /// Results of [`Convert::write_ordinary`] may underflow or overflow.
    const WRITES_BEYOND: bool = false;

    /// File to native. Returns what [`Convert::read`] returns for ordinary items, and marks all others as odd.
    #[inline(always)]
    fn read_ordinary<P: Processor>(file: Self::File) -> Ordinary<Self::Native> {
        Ordinary::of(Self::read(file))
    }

    /// Native to file. Returns what [`Convert::write`] returns for ordinary items, and marks all others as odd.
    #[inline(always)]
    fn write_ordinary(native: Self::Native) -> Ordinary<Self::File> {
        Ordinary::of(Self::write(native))
    }
}
