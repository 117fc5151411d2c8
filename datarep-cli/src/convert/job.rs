//! A conversion of items of one format: the source, and the kind of the new file.

use datarep_dsl::expression::Rules;
use datarep_dynamic::Format;
use datarep_dynamic::marks::Marks;
use datarep_dynamic::names::Packing;

use crate::args::TableCompression;
use crate::names::NamedFormat;
use crate::progress::ProgressLine;

use super::exact::ExactPair;
use super::kept::KeptBytes;
use super::narrow::NarrowFloat;

/// The kind of the new file.
#[derive(Debug)]
pub(super) enum ItemSink {
    /// Items of a format, whose words may be packed.
    Raw { format: Format, name: String, packing: Option<Packing> },
    /// An array of NumPy.
    Npy,
    /// A line for each row.
    Csv,
    /// A table with one column.
    Table(TableKind),
}

/// The kinds of files that hold a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    Parquet(TableCompression),
    /// The file format of Arrow's IPC, also called Feather.
    Arrow,
}

/// A conversion to run.
#[derive(Debug)]
pub(super) struct ConversionJob {
    pub(super) from: Format,
    pub(super) named: NamedFormat,
    pub(super) sink: ItemSink,
    /// The float that is tried first.
    pub(super) narrow: Option<NarrowFloat>,
    /// The target, if items go from word to word where they can.
    pub(super) words: Option<NamedFormat>,
    /// What converts these items, when it is prepared.
    pub(super) exact: Option<ExactPair>,
    /// The rules for writing, if the user gives any.
    pub(super) on_write: Option<Rules>,
    /// Items in a row.
    pub(super) row: usize,
    /// Whether texts that a spreadsheet would run are made harmless.
    pub(super) escapes: bool,
    /// The marks around the rows of the new file.
    pub(super) marks: Option<Marks>,
    /// The bytes around the items that are copied, if they are.
    pub(super) kept: Option<KeptBytes>,
    pub(super) dry: bool,
    /// How many threads convert.
    pub(super) threads: usize,
    /// The line that shows how far the conversion is.
    pub(super) progress: ProgressLine,
}

impl ItemSink {
    /// How the words of the new file are packed, if they are.
    pub(super) fn packing(&self) -> Option<Packing> {
        match self {
            ItemSink::Raw { packing, .. } => *packing,
            ItemSink::Npy | ItemSink::Csv | ItemSink::Table(_) => None,
        }
    }

    /// The name for a report.
    pub(super) fn name(&self) -> &str {
        match self {
            ItemSink::Raw { name, .. } => name.as_str(),
            ItemSink::Npy => "npy",
            ItemSink::Csv => "csv",
            ItemSink::Table(TableKind::Parquet(_)) => "parquet",
            ItemSink::Table(TableKind::Arrow) => "arrow",
        }
    }
}
