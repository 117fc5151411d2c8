//! The options of `datarep write`.

use std::path::PathBuf;

use clap::Args;
use datarep_dynamic::marks::Marks;

use super::{MarksParser, WriteOptions};

/// `datarep write`
#[derive(Debug, Args)]
pub(crate) struct RecordWriteOptions {
    /// The table: a file of Parquet or Arrow, or of CSV with the names of the columns in its first line; `-` is CSV from
    /// standard input.
    #[arg(value_name = "TABLE")]
    pub(crate) table: PathBuf,
    /// The new file with records; `-` is standard output.
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The text with the record. Each of its fields is written from the column of its name.
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<PathBuf>,
    /// The name of the record, if the text has several, or without `--record` that of a record of the library.
    #[arg(long, value_name = "RECORD")]
    pub(crate) to: Option<String>,
    /// Marks around the records of the new file, as `--marks` of `convert` names them.
    #[arg(long, value_name = "MARKS", value_parser = MarksParser, hide_possible_values = true)]
    pub(crate) to_marks: Option<Marks>,
    /// Write nothing, and report what would be lost.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// How the new file is written.
    #[command(flatten)]
    pub(crate) writing: WriteOptions,
}
