//! The options of the commands that run as optimized programs: `xtask` parses them to refuse what is wrong before it builds anything,
//! and the programs parse the same words.
#![expect(clippy::doc_markdown, reason = "comments are shown as help")]

use clap::{Args, Parser, Subcommand, value_parser};

/// The program of `datarep-oracle`.
#[derive(Debug, Parser)]
#[command(name = "datarep-oracle")]
pub struct Oracle {
    /// What it does.
    #[command(subcommand)]
    pub command: OracleCommand,
}

/// The commands of `datarep-oracle`.
#[derive(Debug, Subcommand)]
pub enum OracleCommand {
    /// Compares interpreted conversions with generated code
    ///
    /// Each mapping of the library is compared in both directions, on random items and on structured ones.
    Dynamic(DynamicArguments),
    /// Compares generated code with the reference on every pattern of at most 32 bits
    ///
    /// It takes hours, and resumes where it was stopped.
    Exhaustive(ExhaustiveArguments),
    /// Counts how often `datarep probe` names the format of a segment of the corpus
    ///
    /// The corpus is the folder that DATAREP_CORPUS names. The format counts if it is first, or among the first three.
    Probe(ProbeArguments),
    /// Divides random files of records into parts, and compares them with what was written
    ///
    /// The borders and records of all parts are compared: 10^9 records in 10^4 files, of which 10^6 imitate marks. Then
    /// the division of 10 GB is measured.
    Split(SplitArguments),
}

/// The options of `dynamic`.
#[derive(Debug, Clone, Args)]
pub struct DynamicArguments {
    /// The number of random items of each mapping in each direction, and of structured ones at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    items: u64,
    /// Compares few enough items for continuous integration
    #[arg(long, conflicts_with = "items")]
    pub slice: bool,
    /// Compares only representations whose names contain NAME
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
}

impl DynamicArguments {
    /// The number of random items of each mapping in each direction.
    pub fn item_count(&self) -> u64 {
        if self.slice { 10_000 } else { self.items }
    }
}

/// The options of `exhaustive`.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are options, of which one is given at most")]
pub struct ExhaustiveArguments {
    /// The formats to compare: all by default
    #[arg(value_name = "FORMAT")]
    pub formats: Vec<String>,
    /// Compares a part that takes about a minute, for continuous integration
    #[arg(long)]
    pub slice: bool,
    /// Checks only properties of the generated code itself: round trips, order, signs, counts
    #[arg(long, conflicts_with = "slice")]
    pub properties: bool,
    /// Prints the table of what has been compared
    #[arg(long, exclusive = true)]
    pub report: bool,
    /// Writes the table in docs/exhaustive.md
    #[arg(long, exclusive = true)]
    pub write_report: bool,
}

/// The options of `probe`.
#[derive(Debug, Clone, Copy, Args)]
pub struct ProbeArguments {
    /// Prints each segment
    #[arg(long)]
    pub verbose: bool,
    /// Fails if there are too few right segments, and omits the synthetic series to save time
    #[arg(long)]
    pub check: bool,
}

/// The options of `split`.
#[derive(Debug, Clone, Copy, Args)]
pub struct SplitArguments {
    /// Divides a hundredth of the files
    #[arg(long)]
    pub quick: bool,
}
