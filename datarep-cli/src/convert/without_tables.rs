//! Stands in for tables in a program that was built without the feature `columnar`.

use datarep_dsl::model::Format;

use crate::failure::Failure;
use crate::target::Target;

use super::job::Tabular;

/// A native type. None can be a column.
pub(crate) trait Column {}

impl<T> Column for T {}

/// A table, which cannot exist.
#[derive(Debug)]
pub(crate) enum Table {}

impl Table {
    /// Always `false`, so that `of_items` gives the reason.
    pub(crate) fn refuses<T: Column>(_: &Format) -> bool {
        false
    }

    /// Fails, because there are no tables.
    pub(crate) fn of_items<T: Column>(
        kind: Tabular,
        _: Target,
        _: &Format,
        _: usize,
    ) -> Result<Table, Failure> {
        Err(built_without(kind))
    }

    /// Writes rows of items.
    pub(crate) fn write_items<T: Column>(&mut self, _: &[T], _: usize) -> Result<(), Failure> {
        match *self {}
    }

    /// Ends the table.
    pub(crate) fn finish(self) -> Result<Target, Failure> {
        match self {}
    }
}

/// The failure that says that there are no tables.
pub(crate) fn built_without(kind: Tabular) -> Failure {
    let name = match kind {
        Tabular::Arrow => "Arrow",
        Tabular::Parquet(_) => "Parquet",
    };
    Failure::new(format!("this `datarep` was built without {name}"))
        .help("`cargo install --path datarep-cli` builds it with all features")
}
