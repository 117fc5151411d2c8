//! A new user's crate below Cargo's target folder: it is written, its dependencies are fetched, and it is built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::workspace;

/// A program with a format and a representation of its own.
pub const DESCRIBED: &str = r#"datarep::datarep! {
    float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);

    datarep seismic extends external32 {
        real { 4 => hfp32 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }
}

fn main() -> Result<(), datarep::Error> {
    let (samples, loss) = seismic::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
    println!("{samples:?}, {loss}");
    Ok(())
}
"#;

/// A program of binrw that reads one sample, as its documentation begins. It knows the byte order but not the format.
pub const BINRW: &str = r#"use binrw::{BinRead, io::Cursor};

#[derive(BinRead, Debug)]
#[br(big)]
struct Sample {
    value: f32,
}

fn main() -> binrw::BinResult<()> {
    println!("{:?}", Sample::read(&mut Cursor::new([0xC2, 0x76, 0xA0, 0x00]))?.value);
    Ok(())
}
"#;

/// The line of a manifest for binrw.
pub const BINRW_DEPENDENCY: &str = "binrw = \"0.15\"";

/// A crate to build.
#[derive(Debug, Clone)]
pub struct NewCrate {
    /// The name of its folder.
    pub name: &'static str,
    /// The lines below `[dependencies]`, and what follows them in the manifest.
    pub dependencies: String,
    /// The text of `main.rs`.
    pub program: &'static str,
}

impl NewCrate {
    /// Writes the crate and fetches its dependencies.
    ///
    /// # Errors
    ///
    /// Returns a message if it cannot be written, or if Cargo fails.
    pub fn write_and_fetch(&self) -> Result<CrateFolder, String> {
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

/// The line of a manifest for the runtime of a checkout, with these features.
pub fn name_runtime(checkout: &Path, features: &[&str]) -> String {
    format!(
        "datarep = {{ path = {:?}, features = {features:?} }}",
        checkout.join("runtime").display().to_string()
    )
}

/// A crate that has been written.
#[derive(Debug)]
pub struct CrateFolder {
    folder: PathBuf,
}

impl CrateFolder {
    /// The seconds of a release build from clean.
    ///
    /// # Errors
    ///
    /// Returns a message if it does not build, or if the program fails.
    pub fn build_from_clean(&self) -> Result<f64, String> {
        let target = self.target_folder();
        if target.exists() {
            fs::remove_dir_all(&target)
                .map_err(|error| format!("cannot remove `{}`: {error}", target.display()))?;
        }
        let seconds = self.build(&["--release"])?;
        self.run_built_program()?;
        Ok(seconds)
    }

    /// The seconds of a debug build after a change of the program.
    ///
    /// # Errors
    ///
    /// Returns a message if the program cannot be written, or if it does not build.
    pub fn rebuild_with(&self, program: &str) -> Result<f64, String> {
        let path = self.folder.join("src").join("main.rs");
        fs::write(&path, program).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        self.build(&[])
    }

    fn build(&self, profile: &[&str]) -> Result<f64, String> {
        let start = Instant::now();
        self.run_cargo(&[&["build", "--offline", "--quiet"], profile].concat())?;
        Ok(start.elapsed().as_secs_f64())
    }

    /// The output of the built program, without the line end.
    ///
    /// # Errors
    ///
    /// Returns a message if the program cannot be run or fails.
    pub fn run_built_program(&self) -> Result<String, String> {
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
        let mut command = workspace::make_newcomer_command("cargo", &self.folder);
        // A folder that the settings of this machine name is not removed before a build.
        command.args(arguments).env("CARGO_TARGET_DIR", self.target_folder());
        match command.stdout(Stdio::null()).status() {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err(format!("`cargo {}` failed in `{}`", arguments.join(" "), self.folder.display())),
            Err(error) => Err(format!("`cargo` cannot be run: {error}")),
        }
    }
}
