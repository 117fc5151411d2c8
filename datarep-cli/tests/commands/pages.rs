//! The commands of the first page and of the pages in `docs` print what the pages show.
//!
//! A block after `<!-- file: NAME -->` is a file. A block of `sh` is run in a folder with these files, and the block of
//! `text` after it is what the commands print. In a block that calls Cargo, only the lines that call this program are
//! run.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Done, Place, root};

/// A fenced block of a page.
struct Block<'a> {
    /// The line at which it begins, counted from 1.
    line: usize,
    language: &'a str,
    text: String,
    /// The name in the comment before it.
    file: Option<&'a str>,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    let mut file = None;
    for (index, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => {
                let _ = writeln!(block.text, "{line}");
            }
            (None, Some(language)) => {
                open = Some(Block { line: index + 1, language, text: String::new(), file: file.take() });
            }
            (None, None) => {
                file = line.strip_prefix("<!-- file: ").and_then(|rest| rest.strip_suffix(" -->")).or(file);
            }
        }
    }
    blocks
}

/// The lines of a block that can be run.
fn script(block: &Block<'_>) -> String {
    let builds = block.text.contains("cargo ");
    let lines = block.text.lines().filter(|line| !builds || line.starts_with("datarep "));
    lines.fold(String::new(), |script, line| script + line + "\n")
}

/// Runs a script in a folder.
fn shell(place: &Place, script: &str) -> Done {
    let program = Path::new(env!("CARGO_BIN_EXE_datarep"));
    let path = format!("{}:/usr/bin:/bin", program.parent().expect("a folder").display());
    let mut shell = Command::new("sh");
    shell.args(["-ec", script]).current_dir(place.path(".")).env_clear();
    shell.env("PATH", &path).env("HOME", place.path(".")).stdin(Stdio::null());
    Done::of(shell.output().expect("a shell"))
}

/// Runs a page in a folder; returns how many of its lines were run.
fn run(place: &Place, page: &str) -> usize {
    let text = std::fs::read_to_string(root().join(page)).expect("the page");
    let blocks = blocks(&text);
    // All files are written first, because a text may stand after the commands that read it.
    for (name, block) in blocks.iter().filter_map(|block| Some((block.file?, block))) {
        place.write(name, &block.text);
    }
    let mut count = 0;
    for (index, block) in blocks.iter().enumerate() {
        if let Some(name) = block.file {
            place.write(name, &block.text);
        }
        let script = script(block);
        if block.language != "sh" || script.is_empty() {
            continue;
        }
        let line = block.line;
        let shown = blocks.get(index + 1).filter(|next| next.language == "text" && next.file.is_none());
        if let Some(shown) = shown {
            let said = shell(place, &format!("exec 2>&1\n{script}")).text();
            assert_eq!(said, shown.text, "{page}, line {line}: what the commands print, and what is shown");
        } else {
            let done = shell(place, &script);
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{page}, line {line}: {script}");
        }
        count += script.lines().count();
    }
    count
}

#[test]
fn the_first_page_is_as_it_says() {
    let place = Place::new();
    std::os::unix::fs::symlink(root().join("examples"), place.path("examples")).expect("a link");
    let count = run(&place, "README.md");
    assert!(count >= 7, "{count} lines");
    let lines = String::from_utf8(place.read("customers.csv")).expect("a text");
    insta::assert_snapshot!("customers", lines);
    assert_eq!(place.read("line.npy").len(), 128 + 120 * 500 * 8);
}

#[cfg(feature = "columnar")]
#[test]
fn the_page_of_the_command_is_as_it_says() {
    let place = Place::new();
    for name in ["line.sgy", "customer.cpy", "customers.dat"] {
        std::fs::copy(root().join("examples/data").join(name), place.path(name)).expect("a copy");
    }
    let count = run(&place, "docs/command.md");
    assert!(count >= 7, "{count} lines");
    let traces = super::tables::table(&place, "traces.parquet");
    assert_eq!(traces.iter().map(arrow_array::RecordBatch::num_rows).sum::<usize>(), 120);
}

#[test]
fn the_other_pages_show_what_commands_print() {
    for (page, at_least) in [("docs/tutorial.md", 7), ("docs/cookbook.md", 22)] {
        let place = Place::new();
        std::os::unix::fs::symlink(root().join("examples"), place.path("examples")).expect("a link");
        let count = run(&place, page);
        assert!(count >= at_least, "{page}: {count} lines");
    }
}

/// Checks every text of the page, even one that shows a single line.
#[test]
fn texts_of_the_language_are_sound() {
    let place = Place::new();
    let text = std::fs::read_to_string(root().join("docs/language.md")).expect("the page");
    let mut files = Vec::new();
    for block in blocks(&text).iter().filter(|block| block.language == "datarep") {
        let name = format!("line-{}.datarep", block.line);
        place.write(&name, &block.text);
        files.push(name);
    }
    assert!(files.len() >= 13, "{} texts", files.len());
    let done = shell(&place, &format!("datarep check {}", files.join(" ")));
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

#[test]
fn blocks_are_found_with_their_files() {
    let found = blocks("a\n<!-- file: x -->\n```text\n1\n2\n```\n```sh\nls\n```\n");
    let parts: Vec<_> =
        found.iter().map(|block| (block.line, block.language, block.text.as_str(), block.file)).collect();
    assert_eq!(parts, [(3, "text", "1\n2\n", Some("x")), (7, "sh", "ls\n", None)]);
}
