//! `cargo xtask mpi`: random datatypes, and what an MPI library says of them.
//!
//! The library comes as a Python package into a virtual environment under the target folder: nothing else of the
//! machine is used or changed.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace;

/// Names a Python that has mpi4py and a library, to be used instead.
const VARIABLE: &str = "DATAREP_MPI_PYTHON";

const PACKAGES: [&str; 2] = ["mpich==5.0.2", "mpi4py==4.1.2"];

/// Of these a few are left out: types that the library has not.
const TYPES: &str = "12000";

/// Compares.
///
/// # Errors
///
/// A sentence where the library cannot be had; what is different has been printed.
pub fn run() -> Result<(), String> {
    let python = match std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        Some(path) => PathBuf::from(path),
        None => environment(&target().join("mpi").join("venv"))?,
    };
    let mut types = workspace::cargo()
        .args(["run", "--quiet", "--package", "datarep", "--example", "random_types", "--", TYPES, "1"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`cargo run` cannot be run: {error}"))?;
    let input = types.stdout.take().ok_or("`random_types` says nothing")?;
    let compared = Command::new(&python)
        .arg(workspace::root().join("runtime/tests/mpi/compare.py"))
        .stdin(input)
        .status()
        .map_err(|error| format!("`{}` cannot be run: {error}", python.display()))?;
    let made = types.wait().map_err(|error| format!("`random_types` was lost: {error}"))?;
    match (made.success(), compared.success()) {
        (true, true) => Ok(()),
        (false, _) => Err("`random_types` failed".to_owned()),
        (true, false) => Err("an MPI library says something else of some datatypes".to_owned()),
    }
}

/// Cargo's target folder.
fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").filter(|path| !path.is_empty());
    named.map_or_else(|| workspace::root().join("target"), PathBuf::from)
}

/// The Python of a virtual environment that has the packages; it is made where it is not there.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let has_packages = || {
        let output = Command::new(&python).args(["-c", "from mpi4py import MPI"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if has_packages() {
        return Ok(python);
    }
    println!("installing {} into `{}`", PACKAGES.join(" and "), folder.display());
    let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder).status();
    if !made.is_ok_and(|status| status.success()) {
        return Err(format!(
            "`python3 -m venv` failed: install Python's venv, or name a Python in `{VARIABLE}`"
        ));
    }
    let installed = Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES).status();
    if installed.is_ok_and(|status| status.success()) && has_packages() {
        return Ok(python);
    }
    Err(format!(
        "{} cannot be installed: go online, or name a Python that has mpi4py in `{VARIABLE}`",
        PACKAGES.join(" and ")
    ))
}
