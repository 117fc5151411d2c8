//! Commands of Cargo that only `dist` needs, in a folder below the target folder.

use std::path::PathBuf;

use crate::{cross, workspace};

/// A command of Cargo.
pub(super) struct Tool {
    name: &'static str,
    version: &'static str,
    features: &'static [&'static str],
}

/// Makes lists of what is in a program.
pub(super) const CYCLONEDX: Tool = Tool { name: "cargo-cyclonedx", version: "0.5.9", features: &[] };

/// Installs a tool if it is not there. Returns its program. It is not optimized: it runs for a second, and building it so
/// takes minutes less.
///
/// # Errors
///
/// Returns a message if it cannot be built, of which a missing network is the usual reason.
pub(super) fn install_tool(tool: &Tool) -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("tools");
    let program = folder.join("bin").join(tool.name);
    let mut cargo = workspace::cargo();
    cargo.args(["install", "--quiet", "--debug", "--locked", tool.name, "--version", tool.version]);
    cargo
        .args(tool.features)
        .arg("--root")
        .arg(&folder)
        .env("CARGO_TARGET_DIR", cross::build_folder().join("tools"));
    workspace::run_command(&mut cargo)?;
    Ok(program)
}
