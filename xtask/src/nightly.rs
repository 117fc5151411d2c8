//! The nightly compiler, for tasks that only it can do: counting branches, sanitizers, interpreting, and listing
//! interfaces. The workspace itself does not need it.

use std::process::{Command, Stdio};

use crate::workspace;

/// Whether the nightly compiler is installed.
pub(crate) fn is_installed() -> bool {
    succeeds(cargo().arg("--version"))
}

/// Whether the nightly compiler has a component, by the name that `rustup component add` takes.
pub(crate) fn has_component(component: &str) -> bool {
    let mut rustup = Command::new("rustup");
    rustup
        .args(["component", "list", "--installed", "--toolchain", "nightly"])
        .env_remove("RUSTUP_TOOLCHAIN");
    let Ok(output) = rustup.stderr(Stdio::null()).stdin(Stdio::null()).output() else { return false };
    // The names of compiled components end with the target.
    let is_it = |line: &str| {
        line.strip_prefix(component).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    String::from_utf8_lossy(&output.stdout).lines().any(is_it)
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// The nightly Cargo, in the folder of the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).current_dir(workspace::root());
    // The variables that the stable Cargo has set for this process do not apply to another one.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    command
}

/// The target for which the nightly compiler compiles.
pub(crate) fn find_host_target() -> Result<String, String> {
    let output = Command::new("rustup")
        .args(["run", "nightly", "rustc", "-vV"])
        .env_remove("RUSTUP_TOOLCHAIN")
        .output()
        .map_err(|error| format!("`rustup` cannot be run: {error}"))?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
    host.ok_or_else(|| "the nightly compiler does not say for which machine it compiles".to_owned())
}
