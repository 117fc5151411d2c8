//! Lists of what is in the command and in the libraries, in the form of `CycloneDX`, by `cargo cyclonedx`.
//!
//! That tool writes into the folders of all packages, so it works in a copy of the sources. Its lists have the features of all
//! packages and targets. What `cargo tree` does not have is left out of them, and they are compared with it and with the
//! schema.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{DistBuild, VERSION, archive, make_empty_folder, run_program, run_program_to_text, tools};
use crate::{cross, python, skipped, workspace};

/// The Python package that validates a list.
const JUDGES: [&str; 1] = ["cyclonedx-python-lib[json-validation]==11.12.0"];

/// The version of the schema of `CycloneDX`.
const FORM: &str = "1.5";

/// The packages that are built for people who have no Rust, the folder of each, and for which target.
const LISTED: [(&str, &str); 4] = [
    ("datarep-cli", "x86_64-unknown-linux-musl"),
    ("datarep-mpi", "x86_64-unknown-linux-gnu"),
    ("datarep-mpi-texts", "x86_64-unknown-linux-gnu"),
    ("datarep-python", "x86_64-unknown-linux-gnu"),
];

/// Makes the lists and compares them.
pub(super) fn make_lists(dist: &mut DistBuild) -> Result<(), String> {
    let found = tools::install_tool(&tools::CYCLONEDX)
        .and_then(|tool| Ok((tool, python::environment("dist-sbom", &JUDGES)?)));
    let (tool, judge) = match found {
        Ok(found) => found,
        Err(reason) => {
            skipped::report("lists of what is in the command and the libraries", &reason);
            return Ok(());
        }
    };
    let sources = cross::build_folder().join("sources");
    copy_sources(&sources)?;
    for (package, target) in LISTED {
        let mut cargo = Command::new(&tool);
        let file = format!("{package}.cdx");
        cargo.current_dir(sources.join(package)).args(["cyclonedx", "--quiet", "--format", "json", "--all"]);
        cargo.args(["--spec-version", FORM, "--target", target, "--no-build-deps"]);
        cargo.args(["--override-filename", &file]).env("SOURCE_DATE_EPOCH", archive::find_source_date()?);
        run_program(&mut cargo)?;
        let name = format!("{package}-{VERSION}.cdx.json");
        let list = sources.join(package).join(format!("{file}.json"));
        let built = list_built_crates(package, target)?;
        remove_unbuilt_crates(&judge, &list, &sources, &built)?;
        let list = dist.put_file(&list, &name)?;
        let count = compare_list(&judge, &list, &built)?;
        dist.count_tried(
            &name,
            &format!("follows the schema of CycloneDX {FORM}; {count} crates, as `cargo tree`"),
        );
    }
    Ok(())
}

/// Copies all files that are under version control.
fn copy_sources(to: &Path) -> Result<(), String> {
    make_empty_folder(to)?;
    let files = run_program(Command::new("git").current_dir(workspace::root()).args(["ls-files", "-z"]))?;
    for file in files.split(|byte| *byte == 0).filter(|file| !file.is_empty()) {
        let file = String::from_utf8_lossy(file);
        let from = workspace::root().join(&*file);
        // Git also lists a file that was removed without a commit.
        if from.is_file() {
            super::copy_file(&from, &to.join(&*file))?;
        }
    }
    Ok(())
}

/// Leaves out of a list what is not built, and where the sources were.
fn remove_unbuilt_crates(
    judge: &Path,
    list: &Path,
    sources: &Path,
    built: &BTreeSet<String>,
) -> Result<(), String> {
    let mut cut = python::script(judge, "xtask/peers/python/cyclonedx_cut.py");
    cut.arg(list).arg(sources).stdin(Stdio::piped());
    let fault = |error: io::Error| format!("`{}` cannot be cut: {error}", list.display());
    let mut process = cut.spawn().map_err(fault)?;
    let lines: Vec<&str> = built.iter().map(String::as_str).collect();
    if let Some(mut input) = process.stdin.take() {
        input.write_all(lines.join("\n").as_bytes()).map_err(fault)?;
    }
    let status = process.wait().map_err(fault)?;
    if status.success() { Ok(()) } else { Err(format!("`{}` cannot be cut", list.display())) }
}

/// Compares a list with the schema, and its crates with those that Cargo would build. Returns how many there are.
fn compare_list(judge: &Path, list: &Path, built: &BTreeSet<String>) -> Result<usize, String> {
    let told = run_program_to_text(python::script(judge, "xtask/peers/python/cyclonedx_peer.py").arg(list))?;
    let listed: BTreeSet<String> = told.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if let Some(missing) = built.difference(&listed).next() {
        return Err(format!("`{}` does not list `{missing}`", list.display()));
    }
    if let Some(more) = listed.difference(built).next() {
        return Err(format!("`{}` lists `{more}`, which is not built", list.display()));
    }
    Ok(listed.len())
}

/// The crates that Cargo would build into a package for a target.
fn list_built_crates(package: &str, target: &str) -> Result<BTreeSet<String>, String> {
    let mut tree = workspace::cargo();
    tree.args(["tree", "--locked", "--package", package, "--target", target]);
    tree.args(["--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    Ok(run_program_to_text(&mut tree)?.lines().filter_map(parse_tree_line).collect())
}

/// The name and the version of a crate in a line of `cargo tree`: `half v2.7.1`, `datarep v0.1.0 (/path)`.
fn parse_tree_line(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, version) = (words.next()?, words.next()?);
    Some(format!("{name} {}", version.strip_prefix('v')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_tree_name_crates() {
        assert_eq!(parse_tree_line("half v2.7.1"), Some("half 2.7.1".to_owned()));
        assert_eq!(parse_tree_line("quote v1.0.47 (proc-macro) (*)"), Some("quote 1.0.47".to_owned()));
        assert_eq!(parse_tree_line(""), None);
    }
}
