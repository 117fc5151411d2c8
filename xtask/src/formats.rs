//! The pages of the standard library: `docs/formats.md` with all formats and representations, and a page in
//! `docs/formats` for each family.
//!
//! Numbers are computed from the model. Facts from manuals (sources, confidence, other names) come from the doc
//! comments of the library. A format that lacks one of these, or has fewer than five test lines, is reported as a
//! fault.

mod left_out;
mod page;
mod sources;

use std::fs;
use std::path::{Path, PathBuf};

use datarep_dsl::facts::DocComment;
use datarep_dsl::model::{Datarep, Format, FormatId, Model, TestLine};
use datarep_dsl::source::Source;
use datarep_dsl::{compile, render, standard};

use crate::library_texts;

/// The least number of test lines of a format.
const TESTS: usize = 5;

/// The numbers of entries on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Formats of all families.
    pub formats: usize,
    /// Families.
    pub families: usize,
    /// Representations.
    pub datareps: usize,
    /// Test lines of the formats.
    pub tests: usize,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} formats in {} families, with {} test lines; {} representations",
            self.formats, self.families, self.tests, self.datareps
        )
    }
}

/// A family and its definitions.
struct Family {
    name: &'static str,
    doc: DocComment,
    entries: Vec<Entry>,
}

/// A format of a family.
struct Entry {
    format: Format,
    doc: DocComment,
    tests: Vec<TestLine>,
}

/// A representation, and the model with its conversions.
struct Representation {
    datarep: Datarep,
    model: Model,
    doc: DocComment,
    text: DocComment,
    shipped: bool,
}

/// Everything on the page.
struct Library {
    families: Vec<Family>,
    representations: Vec<Representation>,
}

impl Library {
    fn count_entries(&self) -> Counts {
        let entries = || self.families.iter().flat_map(|family| &family.entries);
        Counts {
            formats: entries().count(),
            families: self.families.len(),
            datareps: self.representations.len(),
            tests: entries().map(|entry| entry.tests.len()).sum(),
        }
    }
}

/// Writes the pages that differ. Returns their paths, and the counts of all entries.
///
/// # Errors
///
/// Returns the faults of the library's texts, or the reason why a page cannot be written.
pub fn write(root: &Path) -> Result<(Vec<PathBuf>, Counts), String> {
    let (pages, counts) = make_pages()?;
    let mut written = Vec::new();
    for (path, text) in pages {
        let target = root.join(&path);
        if fs::read_to_string(&target).ok().as_ref() == Some(&text) {
            continue;
        }
        let fault = |error| format!("cannot write `{}`: {error}", path.display());
        target.parent().map_or(Ok(()), fs::create_dir_all).map_err(fault)?;
        fs::write(&target, text).map_err(fault)?;
        written.push(path);
    }
    Ok((written, counts))
}

/// Compares the pages with the generator's output, and the book's table of contents with the pages.
///
/// # Errors
///
/// Returns the faults of the library's texts, or the command to run.
pub fn check(root: &Path) -> Result<Counts, String> {
    let (pages, counts) = make_pages()?;
    let is_old =
        |(path, text): &&(PathBuf, String)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(text);
    let old: Vec<String> =
        pages.iter().filter(is_old).map(|(path, _)| format!("`{}`", path.display())).collect();
    if !old.is_empty() {
        return Err(format!(
            "not what the generator makes from the standard library: {}\nrun `cargo xtask formats` and commit what it \
             writes",
            old.join(", ")
        ));
    }
    let contents = fs::read_to_string(root.join("docs/SUMMARY.md")).unwrap_or_default();
    let is_missing = |name: &&str| !contents.contains(&format!("(formats/{name}.md)"));
    let missing: Vec<&str> = standard::families().iter().map(|(name, _)| *name).filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(counts);
    }
    Err(format!("docs/SUMMARY.md has no line for the page of these families: {}", missing.join(", ")))
}

/// The page of all formats, and then a page for each family, with their paths in the workspace.
fn make_pages() -> Result<(Vec<(PathBuf, String)>, Counts), String> {
    library_texts::check_lists()?;
    let library = read_library()?;
    let docs = Path::new("docs");
    let mut pages = vec![(docs.join("formats.md"), page::write_overview(&library))];
    pages.extend(library.families.iter().map(|family| {
        let path = docs.join("formats").join(family.name).with_extension("md");
        (path, page::write_family(family))
    }));
    Ok((pages, library.count_entries()))
}

fn read_library() -> Result<Library, String> {
    let mut faults = Vec::new();
    let mut families = Vec::new();
    for (name, text) in standard::families() {
        families.push(read_family(name, text, &mut faults)?);
    }
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    let representations = standard::datareps().iter().map(|(name, text)| read_representation(name, text));
    Ok(Library { families, representations: representations.collect::<Result<_, _>>()? })
}

fn compile_model(path: String, text: &str) -> Result<Model, String> {
    let source = Source { name: path, text: text.to_owned(), first_line: 1 };
    compile(&source).map_err(|failure| render::render_all(&source, &failure))
}

fn read_family(name: &'static str, text: &str, faults: &mut Vec<String>) -> Result<Family, String> {
    let path = format!("datarep-dsl/standard/family/{name}.datarep");
    let model = compile_model(path.clone(), text)?;
    if DocComment::parse(&model.doc).machines.is_empty() {
        faults.push(format!("{path}: has no line `Machines: …` by which people find its formats"));
    }
    let mut entries = Vec::new();
    for (index, format) in model.formats.iter().enumerate() {
        let tests: Vec<TestLine> =
            model.tests.iter().filter(|test| test.format == FormatId(index)).cloned().collect();
        // A built-in format that is only tested here has no text of its own.
        if format.origin.source.as_ref() != path || format.name.contains('(') {
            continue;
        }
        let entry = Entry { format: format.clone(), doc: DocComment::parse(&format.doc), tests };
        report_lacks(&path, &entry, faults);
        entries.push(entry);
    }
    Ok(Family { name, doc: DocComment::parse(&model.doc), entries })
}

/// Reports what the doc comment and the tests of a format lack.
fn report_lacks(path: &str, entry: &Entry, faults: &mut Vec<String>) {
    let mut fault = |what: String| faults.push(format!("{path}: `{}` {what}", entry.format.name));
    if entry.doc.summary.is_empty() {
        fault("has no doc comment".to_owned());
    }
    if entry.doc.source.is_empty() {
        fault("has no line `Source: …` in its doc comment".to_owned());
    }
    if !matches!(entry.doc.confidence.as_str(), "A" | "B") {
        fault("has no line `Confidence: A.` or `Confidence: B.` in its doc comment".to_owned());
    }
    if entry.tests.len() < TESTS {
        fault(format!("has {} test lines, and {TESTS} are needed", entry.tests.len()));
    }
}

fn read_representation(name: &str, text: &str) -> Result<Representation, String> {
    let model = compile_model(format!("standard/{name}.datarep"), text)?;
    let datarep = model.datareps.iter().find(|datarep| datarep.name == name).cloned();
    let datarep = datarep
        .ok_or_else(|| format!("standard/{name}.datarep does not define the representation `{name}`"))?;
    let (doc, text) = (DocComment::parse(&datarep.doc), DocComment::parse(&model.doc));
    Ok(Representation { datarep, model, doc, text, shipped: standard::is_shipped(name) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_has_pages() {
        let (pages, counts) = make_pages().expect("the library is sound");
        assert!(counts.formats >= 80, "{counts}");
        assert_eq!(pages.len(), 1 + counts.families);
        let text: String = pages.iter().map(|(_, text)| text.as_str()).collect();
        for line in [
            "| [`hfp32`](formats/ibm.md#hfp32) ",
            "| [`x87_80`](formats/intel.md#x87_80) ",
            "## `cdc60`",
            "| `ibm370` ",
        ] {
            assert!(text.contains(line), "{line}");
        }
        assert!(!text.contains("Confidence:"), "confidence is shown in the tables and lists only");
    }

    #[test]
    fn what_a_format_lacks_is_told() {
        let text = "
            /// One.
            ///
            /// Source: a manual.
            /// Confidence: C.
            float one = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }
            integer two = twos(16);
            test one { 1.0 <=> 0x3F80_0000; }
        ";
        let mut faults = Vec::new();
        read_family("odd", text, &mut faults).expect("the text is sound");
        assert_eq!(
            faults,
            [
                "datarep-dsl/standard/family/odd.datarep: has no line `Machines: …` by which people find its formats",
                "datarep-dsl/standard/family/odd.datarep: `one` has no line `Confidence: A.` or `Confidence: B.` in its doc comment",
                "datarep-dsl/standard/family/odd.datarep: `one` has 1 test lines, and 5 are needed",
                "datarep-dsl/standard/family/odd.datarep: `two` has no doc comment",
                "datarep-dsl/standard/family/odd.datarep: `two` has no line `Source: …` in its doc comment",
                "datarep-dsl/standard/family/odd.datarep: `two` has no line `Confidence: A.` or `Confidence: B.` in its doc comment",
                "datarep-dsl/standard/family/odd.datarep: `two` has 0 test lines, and 5 are needed",
            ]
        );
    }

    #[test]
    fn a_page_that_differs_is_written_once() {
        let root = std::env::temp_dir().join(format!("datarep-formats-{}", std::process::id()));
        let fault = check(&root).expect_err("nothing is there");
        assert!(fault.ends_with("run `cargo xtask formats` and commit what it writes"), "{fault}");
        let (written, counts) = write(&root).expect("all pages");
        assert_eq!(written.len(), 1 + counts.families);
        assert_eq!(write(&root).map(|(written, _)| written), Ok(Vec::new()));
        let fault = check(&root).expect_err("there is no table of contents");
        assert!(
            fault.starts_with("docs/SUMMARY.md has no line for the page of these families: ieee, "),
            "{fault}"
        );
        fs::write(
            root.join("docs/SUMMARY.md"),
            fs::read_to_string(crate::workspace::root().join("docs/SUMMARY.md")).unwrap(),
        )
        .unwrap();
        assert!(check(&root).is_ok());
        let page = root.join("docs/formats/ibm.md");
        fs::write(&page, fs::read_to_string(&page).unwrap().replace("7.23701e75", "7.23702e75")).unwrap();
        let fault = check(&root).expect_err("it differs");
        assert!(fault.contains("`docs/formats/ibm.md`"), "{fault}");
        fs::remove_dir_all(&root).unwrap();
    }
}
