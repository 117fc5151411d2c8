//! The options for headers and trailers of files.
//!
//! They have a struct of their own, as `UnpackingOptions` has.

use std::path::PathBuf;

use clap::Args;

/// The first and the last record of each file.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct EndOptions {
    /// The first record of each file is one of this name, and no row: it is read and checked, and the report shows it.
    #[arg(long, value_name = "RECORD")]
    pub(crate) header: Option<String>,
    /// The same for the last record of each file.
    #[arg(long, value_name = "RECORD")]
    pub(crate) trailer: Option<String>,
    /// A field of the trailer that has to be the number of records between header and trailer.
    #[arg(long, value_name = "FIELD", requires = "trailer")]
    pub(crate) trailer_count: Option<String>,
    /// Write headers and trailers to this file: a line of JSON for each.
    #[arg(long, value_name = "FILE")]
    pub(crate) ends_to: Option<PathBuf>,
}

impl EndOptions {
    /// The first of the options that is given.
    pub(crate) fn find_given_option(&self) -> Option<&'static str> {
        match self {
            EndOptions { header: Some(_), .. } => Some("--header"),
            EndOptions { trailer: Some(_), .. } => Some("--trailer"),
            EndOptions { ends_to: Some(_), .. } => Some("--ends-to"),
            _ => None,
        }
    }

    /// The names of the records.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.header.iter().chain(&self.trailer).map(String::as_str).collect()
    }
}
