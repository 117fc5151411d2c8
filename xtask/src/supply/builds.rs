//! Builds published crates with the oldest compiler that they name, and with the oldest dependencies that they allow.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::interface::run_program_to_text;
use super::{CheckOutcome, Extent, dependencies};
use crate::{nightly, workspace};

/// Entries of the workspace that are not copied.
const LEFT_OUT: [&str; 5] = [".git", "target", "book", "Cargo.lock", "rust-toolchain.toml"];

/// Checks each published crate, with all features, by the compiler that its `rust-version` names.
pub(super) fn check_by_oldest_compiler(_root: &Path, _extent: Extent) -> Result<CheckOutcome, String> {
    let mut by_version: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, version) in dependencies::list_published()? {
        by_version.entry(version).or_default().push(name);
    }
    let mut told = Vec::new();
    for (version, names) in by_version {
        let toolchain = format!("{version}.0");
        if !is_toolchain_installed(&toolchain) && !install_toolchain(&toolchain) {
            return Ok(CheckOutcome::NotRun("the toolchain cannot be installed"));
        }
        let mut cargo = make_toolchain_cargo(&toolchain);
        cargo.env("CARGO_TARGET_DIR", workspace::target_folder().join("supply").join(&toolchain));
        cargo.current_dir(workspace::root()).args(["check", "--quiet", "--locked", "--all-features"]);
        for name in &names {
            cargo.args(["--package", name]);
        }
        run_program_to_text(&mut cargo)?;
        told.push(format!("{} crates by Rust {version}", names.len()));
    }
    Ok(CheckOutcome::Passed(told.join(", ")))
}

/// Checks published crates with the oldest versions that their manifests allow, in a copy of the workspace with a lock
/// file of its own.
pub(super) fn check_with_oldest_dependencies(root: &Path, _extent: Extent) -> Result<CheckOutcome, String> {
    if !nightly::is_installed() {
        return Ok(CheckOutcome::NotRun(
            "there is no nightly compiler, which alone finds the oldest versions",
        ));
    }
    let folder = workspace::target_folder().join("supply/oldest");
    let _ = fs::remove_dir_all(&folder);
    copy_workspace(root, &folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    let mut lock = nightly::cargo();
    run_program_to_text(lock.current_dir(&folder).args([
        "generate-lockfile",
        "--quiet",
        "-Zdirect-minimal-versions",
    ]))?;
    let names = dependencies::list_published()?;
    let mut cargo = workspace::cargo();
    cargo.current_dir(&folder).args(["check", "--quiet", "--locked", "--all-features"]);
    for (name, _) in &names {
        cargo.args(["--package", name]);
    }
    run_program_to_text(
        cargo.env("CARGO_TARGET_DIR", workspace::target_folder().join("supply/oldest-built")),
    )?;
    Ok(CheckOutcome::Passed(format!("{} crates", names.len())))
}

/// Whether a toolchain is installed. One that is there is not installed again: other compilers may run from it.
fn is_toolchain_installed(toolchain: &str) -> bool {
    run_program_to_text(make_toolchain_cargo(toolchain).arg("--version")).is_ok()
}

fn install_toolchain(toolchain: &str) -> bool {
    let mut install = Command::new("rustup");
    install.args(["toolchain", "install", "--no-self-update", "--profile", "minimal", toolchain]);
    run_program_to_text(install.env_remove("RUSTUP_TOOLCHAIN")).is_ok()
}

/// The Cargo of a toolchain.
fn make_toolchain_cargo(toolchain: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo"]);
    // The variables that another Cargo has set for this process do not apply.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

fn copy_workspace(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy_workspace(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}
