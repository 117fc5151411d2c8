//! The wheel of the Python package, built and installed in a virtual environment below the target folder.
//!
//! It is built as by `pip install ./datarep-python`, through the hooks of its `pyproject.toml`, but by packages that are already
//! installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{python, workspace};

/// The Python of an environment with the package, newly built in the given profile.
///
/// # Errors
///
/// Returns a message if something cannot be installed or built.
pub fn build_environment(name: &str, packages: &[&str], profile: &str) -> Result<PathBuf, String> {
    let python = python::environment(name, packages)?;
    let wheels = workspace::target_folder().join("python").join("wheels").join(profile);
    // Remove older builds of the same name.
    let _ = fs::remove_dir_all(&wheels);
    build_wheel(&python, &wheels, profile)?;
    let wheel = fs::read_dir(&wheels)
        .map_err(|error| format!("`{}` cannot be read: {error}", wheels.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
        .ok_or("`pip` made no wheel")?;
    let mut install = Command::new(&python);
    install.args(PIP).args(["install", "--force-reinstall", "--no-deps"]);
    workspace::run_command(install.arg(&wheel))
        .map_err(|fault| format!("the wheel cannot be installed: {fault}"))?;
    Ok(python)
}

const PIP: [&str; 4] = ["-m", "pip", "--quiet", "--disable-pip-version-check"];

/// Builds the wheel with the workspace's target folder, so that nothing is compiled twice. For tests it shares crates with those
/// of the workspace.
fn build_wheel(python: &Path, wheels: &Path, profile: &str) -> Result<(), String> {
    let mut build = Command::new(python);
    build.current_dir(workspace::root());
    build.args(PIP).args(["wheel", "--no-build-isolation", "--no-deps", "--wheel-dir"]).arg(wheels);
    build.arg("./datarep-python");
    build.env("CARGO_TARGET_DIR", workspace::target_folder());
    let shared = if profile == "dev" { " --features shared" } else { "" };
    build.env("MATURIN_PEP517_ARGS", format!("--profile {profile}{shared} --quiet --auditwheel skip"));
    // The hooks search the path for `maturin`.
    workspace::run_command(build.env("PATH", python::search_path_with_python(python)?))
        .map_err(|fault| format!("the wheel cannot be built: {fault}"))
}
