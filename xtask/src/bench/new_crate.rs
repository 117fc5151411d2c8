//! A new user's crate below Cargo's target folder: it is written, its dependencies are fetched, and it is built from
//! clean.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::workspace;

/// A crate to build.
#[derive(Debug, Clone)]
pub(super) struct NewCrate {
    /// The name of its folder.
    pub(super) name: &'static str,
    /// The lines below `[dependencies]`, and what follows them in the manifest.
    pub(super) dependencies: String,
    pub(super) program: &'static str,
}

impl NewCrate {
    /// Writes the crate and fetches its dependencies.
    pub(super) fn write_and_fetch(&self) -> Result<CrateFolder, String> {
        let folder = workspace::target_folder().join("bench").join("build").join(self.name);
        let manifest = format!(
            "[package]\nname = \"new-user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\n{}\n\n[workspace]\n",
            self.dependencies
        );
        let source = folder.join("src");
        fs::create_dir_all(&source)
            .map_err(|error| format!("cannot make `{}`: {error}", source.display()))?;
        for (path, text) in [(folder.join("Cargo.toml"), &*manifest), (source.join("main.rs"), self.program)]
        {
            fs::write(&path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        }
        let made = CrateFolder { folder };
        made.run_cargo(&["fetch", "--quiet"])?;
        Ok(made)
    }
}

/// A crate that has been written.
#[derive(Debug)]
pub(super) struct CrateFolder {
    folder: PathBuf,
}

impl CrateFolder {
    /// The seconds of a release build from clean.
    pub(super) fn build_from_clean(&self) -> Result<f64, String> {
        let target = self.target_folder();
        if target.exists() {
            fs::remove_dir_all(&target)
                .map_err(|error| format!("cannot remove `{}`: {error}", target.display()))?;
        }
        let start = Instant::now();
        self.run_cargo(&["build", "--release", "--offline", "--quiet"])?;
        let seconds = start.elapsed().as_secs_f64();
        self.run_built_program()?;
        Ok(seconds)
    }

    /// The output of the built program, without the line end.
    pub(super) fn run_built_program(&self) -> Result<String, String> {
        let program =
            self.target_folder().join("release").join(format!("new-user{}", std::env::consts::EXE_SUFFIX));
        let output = Command::new(&program)
            .output()
            .map_err(|error| format!("`{}` cannot be run: {error}", program.display()))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(format!("`{}` ended with {}", program.display(), output.status))
        }
    }

    fn target_folder(&self) -> PathBuf {
        self.folder.join("target")
    }

    fn run_cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let mut command = cargo_without_settings(&self.folder);
        // Build as a user does, without the folder, flags or profile of this workspace.
        command.args(arguments).env("CARGO_TARGET_DIR", self.target_folder());
        match command.stdout(Stdio::null()).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("`cargo {}` failed in `{}`", arguments.join(" "), self.folder.display())),
            Err(error) => Err(format!("`cargo` cannot be run: {error}")),
        }
    }
}

/// Cargo in another folder, without the settings of this workspace.
fn cargo_without_settings(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).env_remove("RUSTFLAGS").env_remove("CARGO_INCREMENTAL");
    for (name, _) in
        std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PROFILE_"))
    {
        command.env_remove(name);
    }
    command
}
