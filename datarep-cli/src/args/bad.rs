//! The options for records with an item that a rule refuses.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What happens to bad records: those with an item that a rule refuses.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BadRecordOptions {
    /// What happens to a record with an item that a rule refuses.
    #[arg(long, value_enum, default_value_t, value_name = "ACTION")]
    pub(crate) on_bad: BadRecordAction,
    /// The most bad records: a number, or a share such as `0.1%`. With more of them nothing is written.
    #[arg(long, value_name = "COUNT", value_parser = parse_most_bad)]
    pub(crate) max_bad: Option<BadRecordLimit>,
    /// Write the bytes of bad records to this file, and the places of their bad items to `FILE.csv`.
    #[arg(long, value_name = "FILE")]
    pub(crate) rejects: Option<PathBuf>,
}

/// What happens to a bad record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BadRecordAction {
    /// It is an error, and nothing is written.
    #[default]
    Error,
    /// Its bad items are missing.
    Null,
    /// It is left out.
    Skip,
}

/// The most bad records.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum BadRecordLimit {
    Count(u64),
    /// In hundredths.
    Percent(f64),
}

fn parse_most_bad(text: &str) -> Result<BadRecordLimit, String> {
    let limit = match text.strip_suffix('%') {
        Some(share) => share
            .trim()
            .parse()
            .ok()
            .filter(|share| (0.0..=100.0).contains(share))
            .map(BadRecordLimit::Percent),
        None => text.replace('_', "").parse().ok().map(BadRecordLimit::Count),
    };
    limit.ok_or_else(|| "write a number of records such as `100`, or a share such as `0.1%`".to_owned())
}
