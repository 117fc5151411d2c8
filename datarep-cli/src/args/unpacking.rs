//! Options that say what is read of a file, and how a compressed file is unpacked.
//!
//! They have a struct of their own because the options of one struct are built in one function, which has a frame on the stack
//! for all of them in a debug build.

use clap::{Args, ValueEnum};

use super::parse_number;
use crate::progress::ByteMeter;

/// What is read of a file, and how a compressed file is unpacked.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct UnpackingOptions {
    /// How the file is compressed: `auto` finds it out by the first bytes, and `none` takes the bytes as they are.
    #[arg(long, value_enum, value_name = "KIND", default_value = "auto")]
    pub(crate) decompress: Compression,
    /// The member of a ZIP archive to read, which is needed if there are several.
    #[arg(long, value_name = "NAME")]
    pub(crate) member: Option<String>,
    /// Bytes at the end of the file that are not read.
    #[arg(long, value_name = "BYTES", default_value = "0", value_parser = parse_number)]
    pub(crate) skip_end: u64,
    /// What counts the bytes that are read.
    #[arg(skip)]
    pub(crate) meter: ByteMeter,
}

/// How a file is compressed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compression {
    /// As its first bytes say.
    #[default]
    Auto,
    /// Not at all, whatever the first bytes say.
    None,
    /// gzip, also of several members.
    Gzip,
    /// Zstandard.
    Zstd,
    /// bzip2.
    Bzip2,
    /// xz.
    Xz,
    /// A ZIP archive.
    Zip,
}
