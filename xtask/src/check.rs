//! `cargo xtask check`: what can be wrong after a change in one crate, within a minute: the format of all code, and the
//! lints and tests of the packages that have changed files. It does not test what uses these packages.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::workspace;

/// Checks the packages with files that differ from a commit.
///
/// # Errors
///
/// Returns which checks failed, or that the files that differ are not known.
pub fn run(since: &str) -> Result<(), String> {
    let root = workspace::root();
    let files = list_changes(&root, since)?;
    let changes = ChangedPackages::from_files(&root, &files);
    println!("{} files differ from `{since}`", files.len());
    if !changes.others.is_empty() {
        println!("not checked, as they are in no package: {}", changes.others.join(", "));
    }
    let mut steps = vec![("format", vec!["fmt".to_owned(), "--all".to_owned(), "--check".to_owned()])];
    if !changes.packages.is_empty() {
        let packages = changes.packages.iter().flat_map(|name| ["--package".to_owned(), name.clone()]);
        let command = |first: &[&str], last: &[&str]| {
            let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
            [words(first), packages.clone().collect(), words(last)].concat()
        };
        steps.push(("lints", command(&["clippy", "--quiet"], &["--all-targets", "--", "-D", "warnings"])));
        steps.push(("tests", command(&["test", "--quiet"], &[])));
    }
    run_steps(&steps)
}

/// Runs all steps, and prints how long each took, the slowest first.
fn run_steps(steps: &[(&str, Vec<String>)]) -> Result<(), String> {
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for (title, arguments) in steps {
        println!("$ cargo {}", arguments.join(" "));
        let start = Instant::now();
        let result = workspace::run_command(workspace::cargo().args(arguments));
        rows.push((start.elapsed(), if result.is_ok() { "ok" } else { "FAILED" }, title));
        if result.is_err() {
            failed.push(*title);
        }
    }
    rows.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    for (time, word, title) in rows {
        println!("{word:7} {:6.1} s  {title}", time.as_secs_f64());
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("{} failed", failed.join(" and "))) }
}

/// The files that differ from a commit, and those that Git does not know yet, from the root of the workspace on.
fn list_changes(root: &Path, since: &str) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for arguments in [
        &["diff", "--name-only", "--relative", since, "--"][..],
        &["ls-files", "--others", "--exclude-standard"],
    ] {
        let mut git = Command::new("git");
        let output = git.current_dir(root).args(arguments).output();
        let output = output.map_err(|error| format!("`git` cannot be run: {error}"))?;
        if !output.status.success() {
            let fault = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("Git does not say what differs from `{since}`: {}", fault.trim()));
        }
        files.extend(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned));
    }
    Ok(files)
}

/// What has changed.
#[derive(Debug, Default, PartialEq, Eq)]
struct ChangedPackages {
    /// The names of packages of the workspace.
    packages: BTreeSet<String>,
    /// Files outside of these.
    others: Vec<String>,
}

impl ChangedPackages {
    fn from_files(root: &Path, files: &[String]) -> ChangedPackages {
        let mut changes = ChangedPackages::default();
        for file in files {
            // The folders that contain the file, the nearest first, without the root.
            let folders = Path::new(file).ancestors().skip(1).filter(|folder| *folder != Path::new(""));
            let manifest =
                folders.map(|folder| root.join(folder).join("Cargo.toml")).find(|path| path.is_file());
            match manifest.and_then(|manifest| read_workspace_member(&manifest)) {
                Some(name) => _ = changes.packages.insert(name),
                None => changes.others.push(file.clone()),
            }
        }
        changes
    }
}

/// The name of a package of the workspace. A package whose manifest begins a workspace is not in this one.
fn read_workspace_member(manifest: &Path) -> Option<String> {
    let text = fs::read_to_string(manifest).ok()?;
    if text.lines().any(|line| line.trim() == "[workspace]") {
        return None;
    }
    let mut lines = text.lines().skip_while(|line| line.trim() != "[package]").skip(1);
    let name = lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_those_of_their_packages() {
        let files = [
            "datarep-dsl/src/check/number.rs",
            "runtime/Cargo.toml",
            "examples/mpi_plugin/src/lib.rs",
            "examples/segy.rs",
            "fuzz/src/lib.rs",
            "docs/mpi.md",
            "README.md",
        ]
        .map(str::to_owned);
        let changes = ChangedPackages::from_files(&workspace::root(), &files);
        let names = ["datarep", "datarep-dsl", "datarep-examples", "mpi_plugin"].map(str::to_owned);
        assert_eq!(changes.packages, BTreeSet::from(names));
        assert_eq!(changes.others, ["fuzz/src/lib.rs", "docs/mpi.md", "README.md"]);
    }

    #[test]
    fn a_commit_that_is_not_there_is_named() {
        let fault = list_changes(&workspace::root(), "no-such-commit").expect_err("no such commit");
        assert!(fault.contains("`no-such-commit`"), "{fault}");
    }

    #[test]
    fn a_step_that_fails_is_named() {
        let arguments = |word: &str| vec![word.to_owned()];
        let steps = [("one", arguments("--no-such-flag")), ("two", arguments("--version"))];
        assert_eq!(run_steps(&steps), Err("one failed".to_owned()));
        assert_eq!(run_steps(&steps[1..]), Ok(()));
    }
}
