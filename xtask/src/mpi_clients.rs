//! `cargo xtask mpi-clients`: the tests of files that mpi4py brings, unaided, preloaded, and with a forced representation.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::mpi_libraries::{self, Library, MPI4PY};
use crate::workspace;

/// Runs the tests. The last line is `mpi-clients: N tests, 0 new failures, L libraries`.
///
/// # Errors
///
/// A sentence where a test fails that does not fail unaided, or something cannot be had.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::preload()?;
    let (mut tests, mut failures, mut libraries) = (0, 0, 0);
    for library in &mpi_libraries::all()? {
        let Some(python) = &library.python else { continue };
        let script = source(python)?;
        let (unaided, known) = outcome(library, python, &script, &[])?;
        let forced = [preload.clone(), "DATAREP_FORCE=big_endian".to_owned()];
        for (what, variables) in [("preloaded", &forced[..1]), ("in `big_endian`", &forced[..])] {
            let (count, failed) = outcome(library, python, &script, variables)?;
            let new: Vec<&String> = failed.difference(&known).collect();
            for test in &new {
                println!("{}, {what}: {test} fails", library.name);
            }
            println!("{}, {what}: {count} tests, {} new failures", library.name, new.len());
            if count != unaided {
                return Err(format!("{}, {what}: {count} tests are run, not {unaided}", library.name));
            }
            (tests, failures) = (tests + count, failures + new.len());
        }
        libraries += 1;
    }
    println!("mpi-clients: {tests} tests, {failures} new failures, {libraries} libraries");
    if failures == 0 { Ok(()) } else { Err(format!("{failures} tests fail that do not fail unaided")) }
}

/// The script that runs the tests, from the source package, which is downloaded where it is not there.
fn source(python: &Path) -> Result<PathBuf, String> {
    let folder = workspace::target().join("mpi");
    let name = MPI4PY.replace("==", "-");
    let script = folder.join(&name).join("test/main.py");
    if script.is_file() {
        return Ok(script);
    }
    fs::create_dir_all(&folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--no-binary", "mpi4py", "--dest"]).arg(&folder).arg(MPI4PY);
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(folder.join(format!("{name}.tar.gz"))).arg("-C").arg(&folder);
    for command in [&mut pip, &mut tar] {
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("the source of {MPI4PY} cannot be had: {status}")),
            Err(error) => return Err(format!("the source of {MPI4PY} cannot be had: {error}")),
        }
    }
    Ok(script)
}

/// How many tests have run, and which have failed.
fn outcome(
    library: &Library,
    python: &Path,
    script: &Path,
    variables: &[String],
) -> Result<(usize, BTreeSet<String>), String> {
    let script = script.to_string_lossy();
    let arguments = [&*script, "-i", "test_io", "-i", "test_file"];
    let output = library.launch(variables, 1, python, &arguments).output();
    let output = output.map_err(|error| format!("`timeout` cannot be run: {error}"))?;
    let printed =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    let count = count(&printed);
    let count =
        count.ok_or_else(|| format!("{}: the tests of {MPI4PY} do not end:\n{printed}", library.name))?;
    let failed = printed.lines().filter(|line| line.starts_with("ERROR: ") || line.starts_with("FAIL: "));
    Ok((count, failed.map(str::to_owned).collect()))
}

/// Of the line `Ran N tests in …`.
fn count(printed: &str) -> Option<usize> {
    printed.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted() {
        assert_eq!(count("..\n---\nRan 89 tests in 0.6s\n\nOK"), Some(89));
        assert_eq!(count("it was killed"), None);
    }
}
