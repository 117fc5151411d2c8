//! The commands of the pages in `docs` do what the pages show.
//!
//! A block after `<!-- file: NAME -->` is a file. A block of `sh` is run in a folder with these files; the block of `text` after it is what
//! the commands print. Lines that install the command are left out, and so are blocks that build something or need what is not here.

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
    for (name, block) in blocks.iter().filter_map(|block| Some((block.file?, block))) {
        fs::write(folder.join(name), &block.text)?;
    }
    let mut count = 0;
    for (index, block) in blocks.iter().enumerate() {
        let commands: String = block
            .text
            .lines()
            .filter(|line| !line.starts_with("cargo install"))
            .map(|line| format!("{line}\n"))
            .collect();
        let needs_more = ["cargo ", "LD_PRELOAD", "pip "].iter().any(|word| commands.contains(word));
        if block.language != "sh" || commands.is_empty() || needs_more {
            continue;
        }
        let place = format!("{}, line {}", page.display(), block.line);
        let script = format!("exec 2>&1\n{commands}");
        let output =
            Command::new("sh").args(["-ec", &script]).current_dir(folder).env("PATH", &path).output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        match blocks.get(index + 1).filter(|next| next.language == "text" && next.file.is_none()) {
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

/// A folder as the pages have it: a checkout with its examples, whose files lie beside the reader, too.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("examples/data");
    fs::create_dir_all(&data).expect("a folder");
    for file in ["line.sgy", "customer.cpy", "customers.dat"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/data").join(file);
        fs::copy(&from, data.join(file)).expect("an example");
        fs::copy(&from, folder.path().join(file)).expect("an example");
    }
    folder
}

#[test]
fn pages_show_what_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (page, at_least) in
        [("README.md", 1), ("docs/tutorial.md", 5), ("docs/cookbook.md", 1), ("docs/command.md", 3)]
    {
        let folder = checkout();
        let count = run(&root.join(page), folder.path()).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(count >= at_least, "{page} has {count} blocks of commands");
    }
}

/// Every text of the pages, also one that shows a single line.
#[test]
fn texts_of_the_pages_are_sound() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let folder = tempfile::tempdir().expect("a folder");
    for (page, at_least) in [("language.md", 12)] {
        let text = fs::read_to_string(docs.join(page)).expect("the page");
        let mut files = Vec::new();
        for block in blocks(&text).iter().filter(|block| block.language == "datarep") {
            let name = format!("line-{}.datarep", block.line);
            fs::write(folder.path().join(&name), &block.text).expect("a text");
            files.push(name);
        }
        assert!(files.len() >= at_least, "{page} has {} texts", files.len());
        let output = Command::new(env!("CARGO_BIN_EXE_datarep"))
            .arg("check")
            .args(&files)
            .current_dir(folder.path())
            .output()
            .expect("the command");
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(output.status.success(), "{page}: {}", said.concat());
    }
}

#[test]
fn blocks_are_found_with_their_files() {
    let found = blocks("a\n<!-- file: x -->\n```text\n1\n2\n```\n```sh\nls\n```\n");
    let parts: Vec<_> =
        found.iter().map(|block| (block.line, block.language, block.text.as_str(), block.file)).collect();
    assert_eq!(parts, [(3, "text", "1\n2\n", Some("x")), (7, "sh", "ls\n", None)]);
}
