//! Stands in for tables in a program that was built without the feature `columnar`.

use datarep_dsl::model::Format;

use crate::failure::CliFailure;
use crate::target::OutputTarget;

use super::job::TableKind;

/// A native type. None can be a column.
pub(crate) trait AnyColumn {}

impl<T> AnyColumn for T {}

/// The most bytes in a row group of Parquet.
pub(crate) const GROUP: usize = 1 << 26;

/// How a table would be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableSettings {
    pub(crate) kind: TableKind,
    #[expect(dead_code, reason = "only tables have row groups")]
    pub(crate) group: usize,
    #[expect(dead_code, reason = "only tables are encoded by threads")]
    pub(crate) threads: usize,
}

/// A table, which cannot exist.
#[derive(Debug)]
pub(crate) enum AbsentTable {}

pub(crate) use AbsentTable as TableFile;

impl AbsentTable {
    /// Always `false`, so that `of_items` gives the reason.
    pub(crate) fn refuses<T: AnyColumn>(_: &Format) -> bool {
        false
    }

    /// Fails, because there are no tables.
    pub(crate) fn of_items<T: AnyColumn>(
        settings: TableSettings,
        _: OutputTarget,
        _: &Format,
        _: usize,
    ) -> Result<AbsentTable, CliFailure> {
        Err(built_without(settings.kind))
    }

    /// Writes rows of items.
    pub(crate) fn write_items<T: AnyColumn>(&mut self, _: &[T], _: usize) -> Result<(), CliFailure> {
        match *self {}
    }

    /// Ends the table.
    pub(crate) fn finish(self) -> Result<OutputTarget, CliFailure> {
        match self {}
    }
}

/// The failure that says that there are no tables.
pub(crate) fn built_without(kind: TableKind) -> CliFailure {
    let name = match kind {
        TableKind::Arrow => "Arrow",
        TableKind::Parquet(_) => "Parquet",
    };
    CliFailure::new(format!("this `datarep` was built without {name}"))
        .help("`cargo install --path datarep-cli` builds it with all features")
}
