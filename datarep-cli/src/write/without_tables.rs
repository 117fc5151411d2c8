//! Stands in for `datarep write` in a program that was built without the feature `columnar`.

use crate::args::RecordWriteOptions;
use crate::failure::CliFailure;
use crate::names::KnownNames;

/// Fails, because there are no tables.
pub(crate) fn run(_: &RecordWriteOptions, _: KnownNames) -> Result<(), CliFailure> {
    Err(CliFailure::new("this `datarep` was built without tables")
        .help("`cargo install --path datarep-cli` builds it with all features"))
}
