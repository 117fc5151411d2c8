//! Compares a real MPI library with the runtime. Random datatypes must have the same sizes, bounds and packed bytes,
//! and each must read the other's files in `external32`.

use std::path::Path;
use std::process::{Command, Stdio};

use datarep_workshop::{python, workspace};

/// The library for the comparison: MPICH, driven from Python.
const PACKAGES: [&str; 2] = ["mpich==5.0.2", "mpi4py==4.1.2"];

/// The number of datatypes. Some have types that the library lacks; more than 10,000 are compared.
const DATATYPES: &str = "12000";

/// Makes both comparisons.
///
/// # Errors
///
/// Returns a message if a datatype or a file differs, or if one of the two cannot be run.
pub fn compare() -> Result<(), String> {
    let python = python::environment("mpi", &PACKAGES)?;
    workspace::run_command(&mut workspace::make_tested_build_command(&[
        "--example",
        "random_types",
        "--example",
        "external32",
    ]))?;
    compare_datatypes(&python)?;
    compare_files(&python)
}

fn compare_datatypes(python: &Path) -> Result<(), String> {
    let mut ours = make_example_command("random_types", &[DATATYPES, "1"]);
    let mut ours = ours
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the example `random_types` cannot be run: {error}"))?;
    let types = ours.stdout.take().ok_or("the example `random_types` has no output")?;
    let theirs = python::script(python, "runtime/tests/mpi/compare.py").stdin(types).status();
    let ended = ours.wait().map_err(|error| format!("the example `random_types` was lost: {error}"))?;
    match theirs {
        Ok(status) if status.success() && ended.success() => Ok(()),
        Ok(status) if ended.success() => Err(format!("the MPI library differs: {status}")),
        Ok(_) => Err(format!("the example `random_types` ended with {ended}")),
        Err(error) => Err(format!("`{}` cannot be run: {error}", python.display())),
    }
}

/// Compares files in `external32`: each side must read the file that the other writes.
fn compare_files(python: &Path) -> Result<(), String> {
    let folder = workspace::target_folder().join("external32");
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    let (ours, theirs) = (folder.join("ours"), folder.join("theirs"));
    let (ours, theirs) = (ours.to_string_lossy(), theirs.to_string_lossy());
    let script = |what: &str, file: &str| {
        let mut script = python::script(python, "runtime/tests/mpi/external32.py");
        script.args([what, file]);
        script
    };
    for (what, mut command) in [
        ("our file cannot be written", make_example_command("external32", &["write", &ours])),
        ("the MPI library reads our file in another way", script("check", &ours)),
        ("the MPI library cannot write its file", script("write", &theirs)),
        (
            "we read the MPI library's file in another way",
            make_example_command("external32", &["check", &theirs]),
        ),
    ] {
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("{what}: {status}")),
            Err(error) => return Err(format!("{what}: {error}")),
        }
    }
    Ok(())
}

/// The command that runs an example of the runtime, which [`compare`] has built.
fn make_example_command(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(workspace::target_folder().join("debug/examples").join(name));
    command.args(arguments);
    command
}
