//! Random datatypes, made by the runtime and by a real MPI library: sizes, bounds and packed octets are the same.

use std::process::Stdio;

use crate::{python, workspace};

/// What is compared with: MPICH, driven from Python.
const PACKAGES: [&str; 2] = ["mpich==5.0.2", "mpi4py==4.1.2"];

/// How many datatypes are made. Some have types that the library lacks; those that are compared are above 10,000.
const DATATYPES: &str = "12000";

/// The comparison.
///
/// # Errors
///
/// A sentence where a datatype differs, or one of the two cannot be run.
pub fn compare() -> Result<(), String> {
    let python = python::environment("mpi", &PACKAGES)?;
    let mut ours = workspace::cargo();
    ours.args(["run", "--quiet", "--package", "datarep", "--example", "random_types", "--", DATATYPES, "1"]);
    let mut ours = ours
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the example `random_types` cannot be run: {error}"))?;
    let types = ours.stdout.take().ok_or("the example `random_types` has no output")?;
    let theirs = python::script(&python, "runtime/tests/mpi/compare.py").stdin(types).status();
    let ended = ours.wait().map_err(|error| format!("the example `random_types` was lost: {error}"))?;
    match theirs {
        Ok(status) if status.success() && ended.success() => Ok(()),
        Ok(status) if ended.success() => Err(format!("the MPI library differs: {status}")),
        Ok(_) => Err(format!("the example `random_types` ended with {ended}")),
        Err(error) => Err(format!("`{}` cannot be run: {error}", python.display())),
    }
}
