//! Python packages for comparisons in tests, in a virtual environment below the target folder.
//!
//! Nothing outside of that folder is changed, and no administrator's rights are needed.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace;

/// The Python of an environment in which `packages` (`name==version`) are installed. The environment is created if it
/// does not exist.
///
/// # Errors
///
/// Returns a message if the environment cannot be created. The first time, the usual reason is a missing network.
pub fn environment(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("python").join(name);
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = folder.join("packages.txt");
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let fault = |error: std::io::Error| format!("`{}` cannot be made: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(fault)?;
    }
    run_installer(Command::new("python3").args(["-m", "venv"]).arg(&folder), "a virtual environment")?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    run_installer(&mut install, &packages.join(", "))?;
    fs::write(&stamp, wanted).map_err(fault)?;
    Ok(python)
}

/// The command that runs a script of the workspace.
pub fn script(python: &Path, script: &str) -> Command {
    let mut command = Command::new(python);
    command.current_dir(workspace::root()).arg(script);
    command
}

fn run_installer(command: &mut Command, what: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what} cannot be installed: `pip` or `venv` ended with {status}")),
        Err(error) => Err(format!("`python3` cannot be run: {error}")),
    }
}

/// The search path of programs, with the programs of a Python's environment first.
///
/// # Errors
///
/// Returns a message if the path of the environment cannot be in a search path.
pub fn search_path_with_python(python: &Path) -> Result<OsString, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = python.parent().map(Path::to_owned);
    std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)))
        .map_err(|error| format!("`PATH` cannot be set: {error}"))
}
