//! The Python package: built, installed in a virtual environment below the target folder, and tested there.

#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{python, workspace};

/// What builds and tests the package.
const PACKAGES: &[&str] = &[
    "maturin==1.16.0",
    "numpy==2.4.6",
    "pytest==9.2.0",
    "hypothesis==6.170.15",
    "dask[array]==2026.8.0",
    "xarray==2026.9.0",
];

/// Whom it is measured beside.
const PEERS: &[&str] = &[
    "maturin==1.16.0",
    // It was compiled against the interface of NumPy 1.
    "ibm2ieee==1.3.3",
    "numpy==1.26.4",
    "segyio==1.9.14",
];

/// Builds the wheel, installs it, and runs the tests.
///
/// It is built as tests are, not optimized: that takes half the time of both.
///
/// # Errors
///
/// A sentence where it cannot be built, or where tests fail.
pub fn run() -> Result<(), String> {
    let python = environment("package", PACKAGES, "dev")?;
    let root = workspace::root();
    let mut tests = Command::new(&python);
    tests.current_dir(root.join("datarep-python"));
    tests.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    // Examples that hypothesis keeps, and compiled scripts, belong below the target folder.
    let folder = workspace::target().join("python").join("tests");
    tests.env("HYPOTHESIS_STORAGE_DIRECTORY", folder.join("hypothesis")).env("PYTHONDONTWRITEBYTECODE", "1");
    if let Some(corpus) = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty()) {
        let corpus = std::path::absolute(&corpus)
            .map_err(|error| format!("`DATAREP_CORPUS` names no path: {error}"))?;
        tests.env("DATAREP_CORPUS", corpus);
    }
    let done = tests.stderr(Stdio::inherit()).output();
    let done = done.map_err(|error| format!("`pytest` cannot be run: {error}"))?;
    let report = String::from_utf8_lossy(&done.stdout);
    let last = report.lines().last().unwrap_or_default();
    let count = |word: &str| counted(last, word);
    let (passed, failed) = (count("passed"), count("failed") + count("error") + count("errors"));
    if !done.status.success() {
        print!("{report}");
    }
    println!("python: {} tests, {failed} failed", passed + failed);
    if done.status.success() && passed > 0 {
        Ok(())
    } else {
        Err("tests of the Python package fail".to_owned())
    }
}

/// Measures the package beside others: the table of `docs/python.md`.
///
/// # Errors
///
/// A sentence where it cannot be built, or where a comparison fails.
pub fn bench() -> Result<(), String> {
    let python = environment("package-bench", PEERS, "release")?;
    let mut example = workspace::cargo();
    example.args(["build", "--quiet", "--release", "--package", "datarep-dynamic", "--example", "slices"]);
    succeed(&mut example, "the calls in Rust cannot be built")?;
    let program = workspace::target().join("release").join("examples").join("slices");
    let mut script = python::script(&python, "xtask/peers/python/beside.py");
    succeed(script.arg(program), "the comparison fails")
}

/// The Python of an environment that has the package as it is now, built in a profile.
fn environment(name: &str, packages: &[&str], profile: &str) -> Result<PathBuf, String> {
    let python = python::environment(name, packages)?;
    let wheels = workspace::target().join("python").join("wheels").join(profile);
    // What was built before is another version of the same name.
    let _ = std::fs::remove_dir_all(&wheels);
    build(&python, &wheels, profile)?;
    let wheel = std::fs::read_dir(&wheels)
        .map_err(|error| format!("`{}` cannot be read: {error}", wheels.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
        .ok_or("`maturin` made no wheel")?;
    let mut install = Command::new(&python);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--force-reinstall",
        "--no-deps",
    ]);
    succeed(install.arg(&wheel), "the wheel cannot be installed")?;
    Ok(python)
}

/// Builds the wheel with the workspace's own target folder, so that what is compiled already is not compiled again.
fn build(python: &Path, wheels: &Path, profile: &str) -> Result<(), String> {
    let mut build = Command::new(python);
    build.current_dir(workspace::root().join("datarep-python"));
    build
        .args(["-m", "maturin", "build", "--profile", profile, "--quiet", "--auditwheel", "skip", "--out"])
        .arg(wheels);
    build.arg("--interpreter").arg(python);
    build.env("CARGO_TARGET_DIR", workspace::target());
    succeed(&mut build, "the wheel cannot be built")
}

fn succeed(command: &mut Command, fault: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{fault}: {status}")),
        Err(error) => Err(format!("{fault}: {error}")),
    }
}

/// The number before a word of pytest's last line.
fn counted(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line.split([' ', ',', '=']).filter(|word| !word.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_pytest_is_understood() {
        let line = "1 failed, 104 passed, 2 skipped in 8.15s";
        assert_eq!((counted(line, "passed"), counted(line, "failed"), counted(line, "errors")), (104, 1, 0));
        assert_eq!(counted("=== 3 passed in 0.1s ===", "passed"), 3);
    }
}
