//! The place of the workspace, and the programs that run in it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

/// The folder of the workspace: the nearest one above the package that runs in which `xtask` is.
pub fn root() -> PathBuf {
    // Cargo reports where the package is now. The place where this one was built is only a substitute.
    let built: PathBuf = env!("CARGO_MANIFEST_DIR").into();
    let now = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let found = now.iter().chain([&built]).find_map(|package| find_root_above(package));
    found.map_or_else(|| built.clone(), Path::to_owned)
}

/// The nearest folder above a package that holds the package `xtask`.
fn find_root_above(package: &Path) -> Option<&Path> {
    package.ancestors().skip(1).find(|folder| folder.join("xtask/Cargo.toml").is_file())
}

/// The path of a program of this machine, as the shell finds it.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// The Cargo that runs this process, in the folder of the workspace.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// A program in another folder, with the environment of a newcomer: without what Cargo and its proxy set for the programs that they
/// run, without flags and profiles, and without settings of our own.
pub fn make_newcomer_command(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let is_set_for_us = ["CARGO", "DATAREP_"].iter().any(|start| text.starts_with(start))
            || ["CI", "LD_LIBRARY_PATH", "RUSTFLAGS", "RUSTUP_TOOLCHAIN", "RUST_MIN_STACK"].contains(&&*text);
        if is_set_for_us && text != "CARGO_HOME" {
            command.env_remove(&name);
        }
    }
    command
}

/// The Cargo that builds programs, not optimized, as `cargo xtask test` does: what its tests have compiled is not compiled
/// again for other features.
///
/// The arguments name the programs. At least one of them must be an example, as these have the dependencies of tests.
pub fn make_tested_build_command(programs: &[&str]) -> Command {
    let mut cargo = cargo();
    cargo.args(["build", "--quiet", "--workspace"]).args(programs);
    cargo
}

/// Builds the command `datarep` that the tests of the workspace use, and returns its file.
///
/// # Errors
///
/// As [`run_command`] says.
pub fn build_command() -> Result<PathBuf, String> {
    run_command(&mut make_tested_build_command(&["--example", "one_access", "--bin", "datarep"]))?;
    Ok(target_folder().join("debug/datarep"))
}

/// Runs Cargo in the workspace. Its output goes to the output of this process.
///
/// # Errors
///
/// Returns a message if Cargo cannot be run or fails.
#[expect(clippy::print_stdout, reason = "a command speaks to who called it")]
pub fn run_cargo(arguments: &[&str]) -> Result<(), String> {
    let shown = format!("cargo {}", arguments.join(" "));
    println!("$ {shown}");
    let mut command = cargo();
    command.args(arguments);
    // Tests run in the folders of their packages, so relative paths must be made absolute.
    for folder in ["DATAREP_CORPUS", "CARGO_TARGET_DIR"] {
        if let Some(path) = std::env::var_os(folder).filter(|path| !path.is_empty()) {
            let path =
                std::path::absolute(&path).map_err(|error| format!("`{folder}` names no path: {error}"))?;
            command.env(folder, path);
        }
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
    }
}

/// The text of a file.
///
/// # Errors
///
/// Returns a message that names the file if it cannot be read or is no text.
pub fn read_file(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))
}

/// Makes a folder and those above it.
///
/// # Errors
///
/// Returns a message that names the folder if it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))
}

/// Writes a file, and makes its folder.
///
/// # Errors
///
/// Returns a message that names what cannot be made or written.
pub fn write_file(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    std::fs::write(path, text).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))
}

/// Runs a command that says itself what went wrong.
///
/// # Errors
///
/// Returns a message that names the command if it cannot be run or fails.
pub fn run_command(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?} cannot be run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} has failed: {status}")) }
}

/// Builds optimized programs, which the arguments name.
///
/// # Errors
///
/// As [`run_command`] says.
pub fn build_optimized(programs: &[&str]) -> Result<(), String> {
    run_command(cargo().args(["build", "--quiet", "--release"]).args(programs))
}

/// The arguments that name the program of the slices: `cargo xtask test` runs it first of what is optimized.
const SLICES: [&str; 5] =
    ["--package", "datarep-oracle", "--no-default-features", "--features", "datarep-oracle/slice"];

/// Whether the program of the slices is built in any case.
static SLICES_ARE_BUILT: AtomicBool = AtomicBool::new(false);

/// Lets the builds of this process share crates with the program of the slices.
pub fn assume_slices_are_built() {
    SLICES_ARE_BUILT.store(true, Ordering::Relaxed);
}

/// The arguments by which a build of another optimized program has the features of the program of the slices, where that is
/// built in any case. Then the language, its interpreter and the runtime are not compiled again for fewer features, which takes two
/// minutes of a processor. Features change no results: the tests of the workspace run with all of them, too.
pub fn slices_arguments() -> &'static [&'static str] {
    if SLICES_ARE_BUILT.load(Ordering::Relaxed) { &SLICES } else { &[] }
}

/// The folder in which Cargo builds.
pub fn target_folder() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").filter(|path| !path.is_empty()).map(PathBuf::from);
    let named = named.and_then(|path| std::path::absolute(path).ok());
    named.unwrap_or_else(|| root().join("target"))
}
