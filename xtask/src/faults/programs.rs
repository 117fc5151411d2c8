//! The programs that meet faults, and the library that causes the faults.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace;

/// The paths of the programs and of the library.
#[derive(Debug)]
pub(super) struct Programs {
    /// The program that makes one access with the runtime.
    pub(super) access: PathBuf,
    /// The command `datarep`.
    pub(super) command: PathBuf,
    /// The library with faults.
    pub(super) shim: PathBuf,
}

impl Programs {
    /// Builds the programs and the library.
    pub(super) fn build() -> Result<Programs, String> {
        workspace::run_command(&mut workspace::make_tested_build_command(&[
            "--example",
            "one_access",
            "--bin",
            "datarep",
        ]))?;
        let target = workspace::target_folder();
        let folder = target.join("faults");
        fs::create_dir_all(&folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
        let shim = folder.join("shim.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-Wall", "-fPIC", "-shared", "-o"]).arg(&shim);
        workspace::run_command(compiler.arg(workspace::root().join("xtask/faults/shim.c")).args(["-ldl"]))?;
        let built = target.join("debug");
        Ok(Programs { access: built.join("examples/one_access"), command: built.join("datarep"), shim })
    }
}
