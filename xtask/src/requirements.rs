//! Which code does what the MPI documents ask for, and which test proves it: `docs/semantics.md`.
//!
//! Code and tests say so themselves: a doc comment that names an id (`R-CONV-4`) is a mark. On a test it is a
//! proof, on anything else it tells where the requirement is met. Nothing is listed by hand but the
//! requirements themselves.

mod list;
mod marks;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use list::{PARTS, Requirement};
use marks::Mark;

/// How many requirements are proven, and how many are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// With a test.
    pub proven: usize,
    /// Without one.
    pub unproven: usize,
    /// Of these that need an MPI library, and have no test for that reason.
    pub need_library: usize,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { proven, unproven, need_library } = self;
        write!(
            f,
            "requirements: {proven} proven, {unproven} without a test, {need_library} need an MPI library"
        )
    }
}

/// Writes the page where it is another. Gives whether it was, and the counts.
///
/// # Errors
///
/// A sentence where a file cannot be read or written, or a mark names no requirement.
pub fn write(root: &Path) -> Result<(bool, Counts), String> {
    let (page, counts) = page(root)?;
    let path = path(root);
    if fs::read_to_string(&path).is_ok_and(|old| old == page) {
        return Ok((false, counts));
    }
    fs::write(&path, page).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
    Ok((true, counts))
}

/// Compares the page with what the marks say, and fails where a requirement has no test.
///
/// # Errors
///
/// As [`write`]; and where the page is another, or a requirement is not proven.
pub fn check(root: &Path) -> Result<Counts, String> {
    let (page, counts) = page(root)?;
    let path = path(root);
    if fs::read_to_string(&path).ok().as_ref() != Some(&page) {
        return Err(format!(
            "`{}` is not what the marks say: run `cargo xtask requirements`",
            path.display()
        ));
    }
    if counts.unproven > 0 {
        return Err(format!("{counts}: name the id in the doc comment of the test that proves it"));
    }
    Ok(counts)
}

fn path(root: &Path) -> PathBuf {
    root.join("docs/semantics.md")
}

/// Where each id is marked.
type Places = BTreeMap<String, Vec<Mark>>;

fn page(root: &Path) -> Result<(String, Counts), String> {
    let mut places = Places::new();
    for mark in marks::all(root)? {
        for id in &mark.ids {
            places.entry(id.clone()).or_default().push(mark.clone());
        }
    }
    let known = || PARTS.iter().flat_map(|(_, requirements)| requirements.iter());
    if let Some((id, marks)) = places.iter().find(|(id, _)| !known().any(|known| known.id == **id)) {
        let Mark { file, item, .. } = &marks[0];
        return Err(format!("`{id}` is no requirement: `{item}` in `{file}` names it"));
    }
    let mut page = String::from(HEAD);
    let mut counts = Counts { proven: 0, unproven: 0, need_library: 0 };
    for (part, requirements) in PARTS {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {part}\n\n| id | asked for | met by | proven by |\n|---|---|---|---|\n");
        for requirement in *requirements {
            let marks = places.get(requirement.id).map_or(&[][..], Vec::as_slice);
            row(&mut page, requirement, marks);
            match (marks.iter().any(|mark| mark.proof), requirement.needs_library) {
                (true, _) => counts.proven += 1,
                (false, true) => counts.need_library += 1,
                (false, false) => counts.unproven += 1,
            }
        }
    }
    let _ = write!(page, "\n`{counts}`\n");
    Ok((page, counts))
}

fn row(page: &mut String, requirement: &Requirement, marks: &[Mark]) {
    let cell = |proof: bool| {
        let marks = marks.iter().filter(|mark| mark.proof == proof);
        let links: Vec<String> = marks.map(|mark| format!("[`{}`](../{})", mark.item, mark.file)).collect();
        match (links.is_empty(), proof && requirement.needs_library) {
            (true, true) => "needs an MPI library".to_owned(),
            (true, false) => "–".to_owned(),
            (false, _) => links.join(", "),
        }
    };
    let Requirement { id, text, .. } = requirement;
    let _ = writeln!(page, "| {id} | {text} | {} | {} |", cell(false), cell(true));
}

const HEAD: &str = "# MPI's semantics, requirement by requirement

What the MPI documents ask of a user-defined data representation, which code meets it, and which test proves it. Made by
`cargo xtask requirements` from the ids that doc comments name.
";
