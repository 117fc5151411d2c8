//! `cargo xtask requirements`: MPI's requirements, the code that implements them, and the tests that prove them.
//!
//! The page `docs/semantics.md` is made from the list and from the marks in code and tests.

mod list;
mod scan;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use list::{GROUPS, Requirement};
use scan::{Mark, MarkKind};

const PAGE: &str = "docs/semantics.md";

const HEAD: &str = "\
# What MPI requires of data representations, and where it is answered

This page is made by `cargo xtask requirements` from marks in code and tests; do not edit it. A test proves the requirements whose ids are in its doc
comment. Code implements those in a line `// Requirement: …` above it. The requirements are in our own words, after three sources: the draft of 1997, which calls
conversion functions filters; MPI-2.2, \"User-Defined Data Representations\" and \"Data Access\"; MPI 4.1, \"Datatypes for File Interoperability\".
";

/// The text after the tables.
const PROMISES: &str = "
## Bytes between the runs of a view

A write changes no byte outside the view. How the library ensures this depends on what the program promises when it opens the file.

- **Without `MPI_MODE_UNIQUE_OPEN`** each run of a view is written by itself. Other handles, processes and programs may write between the runs at the same time.
- **With `MPI_MODE_UNIQUE_OPEN`** the library may read a stretch of the file, put the runs in, and write the stretch back in one access. All writes by handles of
  that opening take turns with this, and so do `set_size` and `preallocate`. So clones of a handle, and its nonblocking accesses, may write between each other's runs,
  in atomic mode or not. Writes there by another opening, process or program would be undone. The program promises that there are none.

The promise is checked if the system can check it. An opening that writes and promises takes an exclusive lock (`std::fs::File::try_lock`). An opening that
writes without the promise takes a shared lock. So two openings conflict if both promise, or if one promises and the other writes: the later one fails with
`MPI_ERR_FILE_IN_USE`. Clones of a handle are one opening. Processes of a parallel program that each open the file are several openings, and none of them can promise. An
opening that only reads takes no lock, because it writes nothing that could be undone. The lock is held until the last handle of the opening is closed, after
the file is deleted if its mode says so, or until the process ends.

How a stretch is accessed:

- It is at most as long as a buffer, and its holes have at most 16 KiB. If its runs leave no hole it is not read. After the end of the file
  holes are zeros, and the file does not grow beyond the last byte of a run.
- If it cannot be read, its runs are read or written one by one. A file that is opened only for writing is opened for reading too, if the
  system allows it, for this purpose alone. Reading it by its handle is still an error of the class `MPI_ERR_ACCESS`.
- An access that fails half-way leaves what lies between the runs as it was, and reports how many items before the failure are right. No item after one that
  cannot be converted is written. Memory that is read into may hold some of them.
- In atomic mode the writes of the handles of an opening, `set_size` and `preallocate` are done one after the other, and not while others read.

The system's locks do not replace the promise. They bind only programs that ask for them, which MPI libraries and other programs do
not, and some file systems have none. There the promise is trusted. On Windows an exclusive lock keeps everybody else from reading and
writing, and no shared lock is taken, because its own holder could not write. A file on a program's own `Storage` is not locked.

Files are not mapped into memory, although single bytes between runs could then be written at the speed of memory: if a mapped file is cut, or the device is full, the process
ends instead of the access.
";

/// The page and its summary.
#[derive(Debug)]
pub struct Report {
    page: String,
    /// The line `requirements: …`.
    pub summary: String,
    /// The ids of requirements that no test proves.
    pub unproven: Vec<&'static str>,
}

/// Makes the page from the workspace.
///
/// # Errors
///
/// Returns a message if a mark is misplaced or names an unknown requirement.
pub fn make_report(root: &Path) -> Result<Report, String> {
    let marks = scan::find_marks(root)?;
    for mark in &marks {
        for id in &mark.ids {
            if !all_requirements().any(|requirement| requirement.id == id) {
                return Err(format!(
                    "`{}` in `{}` names `{id}`, which is no requirement",
                    mark.item, mark.file
                ));
            }
        }
    }
    Ok(compose_report(&marks))
}

/// Writes the page, and returns whether it differed.
///
/// # Errors
///
/// As [`make_report`]. Also returns a message if the page cannot be written.
pub fn write(root: &Path) -> Result<(bool, Report), String> {
    let report = make_report(root)?;
    let path = root.join(PAGE);
    let stale = fs::read_to_string(&path).ok().as_ref() != Some(&report.page);
    if stale {
        fs::write(&path, &report.page).map_err(|error| format!("`{PAGE}` cannot be written: {error}"))?;
    }
    Ok((stale, report))
}

/// Compares the page, and checks that every id has a test.
///
/// # Errors
///
/// As [`make_report`]. Also returns a message if the page is out of date or if a requirement has no test.
pub fn check(root: &Path) -> Result<Report, String> {
    let report = make_report(root)?;
    if !report.unproven.is_empty() {
        return Err(format!("no test proves {}", report.unproven.join(", ")));
    }
    if fs::read_to_string(root.join(PAGE)).ok().as_ref() != Some(&report.page) {
        return Err(format!("`{PAGE}` is stale: run `cargo xtask requirements`"));
    }
    Ok(report)
}

fn all_requirements() -> impl Iterator<Item = &'static Requirement> {
    GROUPS.iter().flat_map(|(_, requirements)| *requirements)
}

fn compose_report(marks: &[Mark]) -> Report {
    let (mut page, mut proven, mut library, mut unproven) = (HEAD.to_owned(), 0, 0, Vec::new());
    for (title, requirements) in GROUPS {
        let _ = write!(
            page,
            "\n## {title}\n\n| id | required | implemented in | proven by |\n|---|---|---|---|\n"
        );
        for requirement in *requirements {
            let tests = link_marks(marks, requirement.id, MarkKind::Proves);
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
            let code = link_marks(marks, requirement.id, MarkKind::Implements);
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

/// The items of a kind that name the id, with links to their files.
fn link_marks(marks: &[Mark], id: &str, kind: MarkKind) -> String {
    let marks = marks.iter().filter(|mark| mark.kind == kind && mark.ids.iter().any(|known| known == id));
    let mut places: Vec<String> =
        marks.map(|mark| format!("[`{}`](../{})", mark.item.replace('|', "\\|"), mark.file)).collect();
    places.dedup();
    places.join(", ")
}
