//! The findings of a walk, as tables.

use std::collections::BTreeMap;
use std::fmt;

/// The counts of one format.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// The number of segments, or of rows of the vectors, that are equal.
    pub equal: usize,
    /// The number of those that are different.
    pub different: usize,
    /// The number of those whose format is not supported yet.
    pub unsupported: usize,
    /// The number of items of all of them.
    pub items: usize,
    /// The number of items that were also written and compared with the file.
    pub written: usize,
    /// The number of those whose value follows a manual that contradicts the corpus. They are also counted as equal or
    /// different.
    pub otherwise: usize,
    /// The reason why the format is not supported yet.
    pub reason: Option<&'static str>,
}

/// A table by format.
#[derive(Debug, Clone)]
pub struct SummaryTable {
    /// `segments` or `vectors`.
    what: &'static str,
    rows: BTreeMap<String, Row>,
}

impl SummaryTable {
    /// An empty table of `segments` or `vectors`.
    pub fn new(what: &'static str) -> SummaryTable {
        SummaryTable { what, rows: BTreeMap::new() }
    }

    /// The counts of a format.
    pub fn row(&mut self, format: &str) -> &mut Row {
        self.rows.entry(format.to_owned()).or_default()
    }

    /// The counts of all formats.
    pub fn total(&self) -> Row {
        self.rows.values().fold(Row::default(), |total, row| Row {
            equal: total.equal + row.equal,
            different: total.different + row.different,
            unsupported: total.unsupported + row.unsupported,
            items: total.items + row.items,
            written: total.written + row.written,
            otherwise: total.otherwise + row.otherwise,
            reason: None,
        })
    }
}

/// The table, and its line of totals.
impl fmt::Display for SummaryTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.keys().map(String::len).max().unwrap_or(0).max("format".len());
        writeln!(
            f,
            "{:width$} {:>8} {:>8} {:>8} {:>6} {:>9}  not yet supported",
            "format", self.what, "items", "written", "equal", "different"
        )?;
        for (format, row) in &self.rows {
            let Row { equal, different, unsupported, items, written, otherwise: _, reason } = row;
            let count = equal + different + unsupported;
            write!(f, "{format:width$} {count:>8} {items:>8} {written:>8} {equal:>6} {different:>9}")?;
            match reason {
                Some(reason) => writeln!(f, "  {unsupported}: {reason}")?,
                None => writeln!(f)?,
            }
        }
        let Row { equal, different, unsupported, otherwise, .. } = self.total();
        if otherwise > 0 {
            writeln!(
                f,
                "{}: {otherwise} of them by a manual that says otherwise than the corpus",
                self.what
            )?;
        }
        writeln!(f, "{}: {equal} equal, {different} different, {unsupported} not yet supported", self.what)
    }
}
