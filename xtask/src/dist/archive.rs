//! Archives that are the same on every machine and day.

use std::path::Path;
use std::process::Command;

use super::run_program;
use crate::workspace;

/// Packs the folder `name` in `parent` into a compressed archive beside it, `NAME.tar.gz`.
pub(super) fn pack_folder(parent: &Path, name: &str) -> Result<(), String> {
    let mut tar = Command::new("tar");
    tar.current_dir(parent).args(["--create", "--gzip", "--sort=name", "--owner=0", "--group=0"]);
    // The compressor writes no time of its own then.
    tar.args(["--numeric-owner", "--mode=go=u,go-w", &format!("--mtime=@{}", find_source_date()?)]);
    tar.env("GZIP", "-n9").args(["--file", &format!("{name}.tar.gz"), name]);
    run_program(&mut tar).map(|_| ())
}

/// The time of the sources in seconds: that of the last commit, or what `SOURCE_DATE_EPOCH` says.
pub(super) fn find_source_date() -> Result<String, String> {
    if let Ok(date) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(date);
    }
    let mut git = Command::new("git");
    let date = run_program(git.current_dir(workspace::root()).args(["log", "-1", "--format=%ct"]))?;
    Ok(String::from_utf8_lossy(&date).trim().to_owned())
}
