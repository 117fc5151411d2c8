//! Builds published crates with the oldest compiler that they name, and with the oldest dependencies that they allow.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::interface::done;
use super::{Extent, Outcome, dependencies};
use crate::{nightly, workspace};

/// Entries of the workspace that are not copied.
const LEFT_OUT: [&str; 5] = [".git", "target", "book", "Cargo.lock", "rust-toolchain.toml"];

/// Checks each published crate, with all features, by the compiler that its `rust-version` names.
pub(super) fn oldest_compiler(_root: &Path, _extent: Extent) -> Result<Outcome, String> {
    let mut by_version: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, version) in dependencies::published()? {
        by_version.entry(version).or_default().push(name);
    }
    let mut told = Vec::new();
    for (version, names) in by_version {
        let toolchain = format!("{version}.0");
        if !is_there(&toolchain) && !install(&toolchain) {
            return Ok(Outcome::NotRun("the toolchain cannot be installed"));
        }
        let mut cargo = by(&toolchain);
        cargo.env("CARGO_TARGET_DIR", workspace::target().join("supply").join(&toolchain));
        cargo.current_dir(workspace::root()).args(["check", "--quiet", "--locked", "--all-features"]);
        for name in &names {
            cargo.args(["--package", name]);
        }
        done(&mut cargo)?;
        told.push(format!("{} crates by Rust {version}", names.len()));
    }
    Ok(Outcome::Passed(told.join(", ")))
}

/// Checks published crates with the oldest versions that their manifests allow, in a copy of the workspace with a lock
/// file of its own.
pub(super) fn oldest_dependencies(root: &Path, _extent: Extent) -> Result<Outcome, String> {
    if !nightly::is_there() {
        return Ok(Outcome::NotRun("there is no nightly compiler, which alone finds the oldest versions"));
    }
    let folder = workspace::target().join("supply/oldest");
    let _ = fs::remove_dir_all(&folder);
    copy(root, &folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    let mut lock = nightly::cargo();
    done(lock.current_dir(&folder).args(["generate-lockfile", "--quiet", "-Zdirect-minimal-versions"]))?;
    let names = dependencies::published()?;
    let mut cargo = workspace::cargo();
    cargo.current_dir(&folder).args(["check", "--quiet", "--locked", "--all-features"]);
    for (name, _) in &names {
        cargo.args(["--package", name]);
    }
    done(cargo.env("CARGO_TARGET_DIR", workspace::target().join("supply/oldest-built")))?;
    Ok(Outcome::Passed(format!("{} crates", names.len())))
}

/// Whether a toolchain is installed. One that is there is not installed again: other compilers may run from it.
fn is_there(toolchain: &str) -> bool {
    done(by(toolchain).arg("--version")).is_ok()
}

fn install(toolchain: &str) -> bool {
    let mut install = Command::new("rustup");
    install.args(["toolchain", "install", "--no-self-update", "--profile", "minimal", toolchain]);
    done(install.env_remove("RUSTUP_TOOLCHAIN")).is_ok()
}

/// The Cargo of a toolchain.
fn by(toolchain: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", toolchain, "cargo"]);
    // The variables that another Cargo has set for this process do not apply.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(name))?;
        } else {
            fs::copy(entry.path(), to.join(name))?;
        }
    }
    Ok(())
}
