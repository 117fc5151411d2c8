//! Why copybooks are refused, in words.

use std::error::Error;
use std::fmt;

use super::copybook::CopybookFault;
use super::lines::LinePlace;

/// Why copybooks are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopybookError {
    /// What is wrong, in one line: the only fault, or how many there are.
    pub title: String,
    /// The faults, if there are several, each with its line.
    pub faults: Vec<String>,
    /// Whether a file that is copied was not found.
    pub is_missing: bool,
}

impl CopybookError {
    pub(super) fn new(title: String) -> CopybookError {
        CopybookError { title, faults: Vec::new(), is_missing: false }
    }

    /// The error that lists all faults of copybooks.
    pub(super) fn from_faults(
        copybook_names: &[&str],
        faults: &[CopybookFault],
        is_missing: bool,
    ) -> CopybookError {
        let count = faults.len();
        let title = match (faults, copybook_names) {
            ([fault], [first, ..]) => format_fault(first, fault),
            (_, [_]) => format!("{} has {count} faults", join_names(copybook_names)),
            _ => format!("{} have {count} faults", join_names(copybook_names)),
        };
        let listed_faults = faults.iter().filter(|_| count > 1);
        let faults = listed_faults.map(|CopybookFault { place, text }| format!("{place}: {text}")).collect();
        CopybookError { title, faults, is_missing }
    }
}

impl fmt::Display for CopybookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl Error for CopybookError {}

/// A fault with its file and its line.
pub(super) fn format_fault(
    copybook_name: &str,
    CopybookFault { place: LinePlace { file, line }, text }: &CopybookFault,
) -> String {
    format!("{}:{line}: {text}", file.as_deref().unwrap_or(copybook_name))
}

/// Names for a message: `` `a`, `b` and `c` ``.
pub fn join_names(names: &[impl AsRef<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}
