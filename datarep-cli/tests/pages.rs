//! The commands of the pages in `docs` do what the pages show.
//!
//! A block that `<!-- file: NAME -->` stands before is a file. A block of `sh` is run in a folder of its own, where these files are; the
//! block of `text` behind it is what the commands print. What installs something is not run.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A fenced block of a page.
struct Block<'a> {
    /// The line that it begins at, from 1.
    line: usize,
    language: &'a str,
    text: String,
    /// As the comment before it names it.
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

/// Runs a page; gives how many blocks were run.
fn run(page: &Path, folder: &Path) -> Result<usize, Box<dyn Error>> {
    let text = fs::read_to_string(page)?;
    let blocks = blocks(&text);
    let program = PathBuf::from(env!("CARGO_BIN_EXE_datarep"));
    let programs = program.parent().ok_or("the program is in a folder")?;
    let path = env::join_paths(
        [programs.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )?;
    let mut count = 0;
    for (index, block) in blocks.iter().enumerate() {
        if let Some(name) = block.file {
            fs::write(folder.join(name), &block.text)?;
        }
        if block.language != "sh" || block.text.contains("cargo ") {
            continue;
        }
        let place = format!("{}, line {}", page.display(), block.line);
        let script = format!("exec 2>&1\n{}", block.text);
        let output =
            Command::new("sh").args(["-ec", &script]).current_dir(folder).env("PATH", &path).output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        match blocks.get(index + 1).filter(|next| next.language == "text") {
            Some(shown) if said != shown.text => {
                return Err(
                    format!("{place}: the commands print\n{said}and the page shows\n{}", shown.text).into()
                );
            }
            None if !output.status.success() => return Err(format!("{place}: {said}").into()),
            Some(_) | None => {}
        }
        count += 1;
    }
    Ok(count)
}

#[test]
fn pages_show_what_commands_print() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (page, at_least) in [("tutorial.md", 5), ("cookbook.md", 1)] {
        let folder = tempfile::tempdir().expect("a folder");
        let count = run(&docs.join(page), folder.path()).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(count >= at_least, "{page} has {count} blocks of commands");
    }
}

#[test]
fn blocks_are_found_with_their_files() {
    let found = blocks("a\n<!-- file: x -->\n```text\n1\n2\n```\n```sh\nls\n```\n");
    let parts: Vec<_> =
        found.iter().map(|block| (block.line, block.language, block.text.as_str(), block.file)).collect();
    assert_eq!(parts, [(3, "text", "1\n2\n", Some("x")), (7, "sh", "ls\n", None)]);
}
