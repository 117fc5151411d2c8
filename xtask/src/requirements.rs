//! `cargo xtask requirements`: what MPI asks, where it is implemented, which test proves it.
//!
//! The page `docs/semantics.md` is made from the list and from the marks in code and tests.

mod list;
mod scan;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use list::{GROUPS, Requirement};
use scan::Mark;

const PAGE: &str = "docs/semantics.md";

const HEAD: &str = "\
# What MPI asks of data representations, and where it is answered

Made by `cargo xtask requirements` from marks in code and tests; do not edit. A test proves what its doc comment names by
its id; code implements what a line `// Requirement: …` above it names. What is asked is told in our own words, after the
draft of 1997 that calls the functions filters, MPI-2.2, \"User-Defined Data Representations\" and \"Data Access\", and
MPI 4.1, \"Datatypes for File Interoperability\".
";

/// What no table says.
const PROMISES: &str = "
## What lies between the runs of a view

Writing changes no byte outside the view. How that is kept depends on what the program promises.

- Without `MPI_MODE_UNIQUE_OPEN` each run of a view is written by itself: handles, processes and other programs may write between
  the runs meanwhile.
- With it the library may read a stretch of the file, put the runs in, and write it back by one access. All writes by handles of
  that opening take turns with this, and so do `set_size` and `preallocate`: clones of a handle and its nonblocking accesses may write between one another's runs,
  in atomic mode or not. What another opening, process or program writes there meanwhile would be undone; that there is none is the
  promise.
- The promise is checked where the system can: an opening that writes and promises takes an exclusive lock (`std::fs::File::try_lock`),
  one that writes and does not promise a shared one. Two that promise, or one that does and one that writes, so do not come together: the later
  one fails with `MPI_ERR_FILE_IN_USE`. Clones of a handle are one opening; processes of a parallel program that each open the file are
  several, of which none can promise. An opening that only reads takes no lock: it has written nothing that could be undone. The lock is held until
  the last handle of the opening is closed, after the file was deleted where its mode says so, or until the process ends.
- A stretch has holes of 16 KiB at most, and is as long as a buffer. Where its runs leave no hole it is not read. Behind the end
  of the file holes are zeros, and the file does not grow beyond the last byte of a run.
- Where a stretch cannot be read its runs are read, or written, one by one. A file that is opened for writing only is opened for reading as well, where the
  system lets it, for this alone: reading it by its handle is an error of the class `MPI_ERR_ACCESS` as ever.
- An access that fails half-way has left what lies between the runs as it was, and tells how many items before the failure are right. Of
  those behind an item that cannot be converted none is written; memory that is read into may hold some.
- In atomic mode what the handles of an opening write, and `set_size` and `preallocate`, are done one after the other, and
  not while others read; sieved or not.

Locks of the system do not replace the promise: they hold among those who ask for them, which MPI libraries and other programs do
not, and some file systems have none; there the promise is taken as it is. On Windows an exclusive lock keeps all others from reading and
writing, and no shared one is taken, as its own holder could not write. A file on a program's own `Storage` is not locked. A mapped file would be written byte by byte at the speed of memory, and a file that is cut meanwhile, or a
full device, would end the process instead of the access.
";

/// The page, and the last line of it.
#[derive(Debug)]
pub struct Report {
    page: String,
    /// `requirements: …`
    pub summary: String,
    /// Ids that no test proves.
    pub unproven: Vec<&'static str>,
}

/// Reads the workspace.
///
/// # Errors
///
/// A sentence where a mark is misplaced or names nothing that is known.
pub fn report(root: &Path) -> Result<Report, String> {
    let marks = scan::marks(root)?;
    for mark in &marks {
        for id in &mark.ids {
            if !all().any(|requirement| requirement.id == id) {
                return Err(format!(
                    "`{}` in `{}` names `{id}`, which is no requirement",
                    mark.item, mark.file
                ));
            }
        }
    }
    Ok(compose(&marks))
}

/// Writes the page; whether it was another.
///
/// # Errors
///
/// As [`report`]; where the page cannot be written.
pub fn write(root: &Path) -> Result<(bool, Report), String> {
    let report = report(root)?;
    let path = root.join(PAGE);
    let stale = fs::read_to_string(&path).ok().as_ref() != Some(&report.page);
    if stale {
        fs::write(&path, &report.page).map_err(|error| format!("`{PAGE}` cannot be written: {error}"))?;
    }
    Ok((stale, report))
}

/// Compares the page, and fails where an id has no test.
///
/// # Errors
///
/// As [`report`]; where the page is stale, or something is not proven.
pub fn check(root: &Path) -> Result<Report, String> {
    let report = report(root)?;
    if !report.unproven.is_empty() {
        return Err(format!("no test proves {}", report.unproven.join(", ")));
    }
    if fs::read_to_string(root.join(PAGE)).ok().as_ref() != Some(&report.page) {
        return Err(format!("`{PAGE}` is stale: run `cargo xtask requirements`"));
    }
    Ok(report)
}

fn all() -> impl Iterator<Item = &'static Requirement> {
    GROUPS.iter().flat_map(|(_, requirements)| *requirements)
}

fn compose(marks: &[Mark]) -> Report {
    let (mut page, mut proven, mut library, mut unproven) = (HEAD.to_owned(), 0, 0, Vec::new());
    for (title, requirements) in GROUPS {
        let _ =
            write!(page, "\n## {title}\n\n| id | asked | implemented in | proven by |\n|---|---|---|---|\n");
        for requirement in *requirements {
            let tests = places(marks, requirement.id, true);
            let proof = match (tests.is_empty(), requirement.library) {
                (false, _) => {
                    proven += 1;
                    tests
                }
                (true, "") => {
                    unproven.push(requirement.id);
                    "nothing".to_owned()
                }
                (true, why) => {
                    library += 1;
                    format!("needs an MPI library: {why}")
                }
            };
            let code = places(marks, requirement.id, false);
            let _ = writeln!(page, "| {} | {} | {code} | {proof} |", requirement.id, requirement.words);
        }
    }
    let summary = format!(
        "requirements: {proven} proven, {} without a test, {library} need an MPI library",
        unproven.len()
    );
    let _ = write!(page, "{PROMISES}\n{summary}\n");
    Report { page, summary, unproven }
}

/// The items that name the id, with links to their files.
fn places(marks: &[Mark], id: &str, test: bool) -> String {
    let marks = marks.iter().filter(|mark| mark.test == test && mark.ids.iter().any(|known| known == id));
    let mut places: Vec<String> =
        marks.map(|mark| format!("[`{}`](../{})", mark.item.replace('|', "\\|"), mark.file)).collect();
    places.dedup();
    places.join(", ")
}
