//! Options of the tables that are written.

use clap::{Args, ValueEnum};

/// How a table is written.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct TableOptions {
    /// How a file of Parquet is compressed [default: snappy].
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) compression: Option<TableCompression>,
    /// In Parquet and Arrow, write records inside records as structs, and arrays of them as lists of structs. Without it, names of columns have points.
    #[arg(long, visible_alias = "structs")]
    pub(crate) nested: bool,
}

/// How the pages of a file of Parquet are compressed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableCompression {
    /// Snappy, which every reader of Parquet knows.
    #[default]
    Snappy,
    /// Not at all, and without dictionaries, which is the fastest.
    None,
}
