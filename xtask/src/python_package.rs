//! Builds the Python package, installs it in a virtual environment below the target folder, and tests it there.
//!
//! The package is built as by `pip install ./datarep-python`, through the hooks of its `pyproject.toml`. But the build
//! uses packages that are already installed, and does not optimize, as for tests. This halves the time of the build and
//! of the tests.

#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use datarep_workshop::wheel::build_environment;

use crate::{mpi_libraries, workspace};

/// The packages that build and test the package.
const PACKAGES: &[&str] = &[
    "maturin==1.16.0",
    "numpy==2.4.6",
    "pytest==9.2.0",
    "hypothesis==6.170.15",
    "dask[array]==2026.8.0",
    "xarray==2026.9.0",
    // What takes a stream of Arrow.
    "pyarrow==26.0.1",
    "polars==2.1.0",
    "duckdb==2.0.1",
    "pandas==3.1.1",
    "datafusion==55.0.0",
    // For checking types.
    "mypy==2.4.1",
    // For running the notebook and drawing its pictures.
    "matplotlib==3.11.2",
    "nbclient==0.11.0",
    "ipykernel==7.4.0",
];

/// The place in the workspace from which a wheel takes the library for MPI.
const CARRIED: &str = "datarep-python/python/datarep/libdatarep_mpi.so";

/// Builds the wheel with the library for MPI, installs it, and runs the tests. Then runs a program under an MPI
/// library.
///
/// # Errors
///
/// Returns a message if the wheel cannot be built or if tests fail.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let carried = CarriedLibrary::copy_to_package(Path::new(
        preload.split_once('=').map_or(&*preload, |(_, path)| path),
    ))?;
    let python = build_environment("package", PACKAGES, "dev")?;
    drop(carried);
    run_tests(&python)?;
    let rows = run_under_mpi(&python)?;
    println!("python: {rows} numbers under MPI, by the library of the wheel");
    Ok(())
}

/// Runs the tests of the package.
fn run_tests(python: &Path) -> Result<(), String> {
    let root = workspace::root();
    let mut tests = Command::new(python);
    tests.current_dir(root.join("datarep-python"));
    tests.args(["-m", "pytest", "-p", "no:cacheprovider"]);
    set_test_variables(&mut tests)?;
    // Texts of copybooks are compared with those of the command.
    tests.env("DATAREP_COMMAND", workspace::build_command()?);
    tests.env("DATAREP_PICTURES", tests_folder()).env("MPLBACKEND", "agg");
    let done = tests.stderr(Stdio::inherit()).output();
    let done = done.map_err(|error| format!("`pytest` cannot be run: {error}"))?;
    let report = String::from_utf8_lossy(&done.stdout);
    let last = report.lines().last().unwrap_or_default();
    let count = |word: &str| parse_count(last, word);
    let (passed, failed) = (count("passed"), count("failed") + count("error") + count("errors"));
    if !done.status.success() {
        print!("{report}");
    }
    println!("python: {} tests, {failed} failed", passed + failed);
    if done.status.success() && passed > 0 {
        Ok(())
    } else {
        Err("tests of the Python package fail".to_owned())
    }
}

/// Where the examples that hypothesis keeps, and pictures, belong.
fn tests_folder() -> PathBuf {
    workspace::target_folder().join("python").join("tests")
}

/// Tells tests in Python where the corpus is, and that what they leave behind belongs below the target folder.
///
/// # Errors
///
/// Returns a message if the variable of the corpus names no path.
pub fn set_test_variables(tests: &mut Command) -> Result<(), String> {
    tests.env("HYPOTHESIS_STORAGE_DIRECTORY", tests_folder().join("hypothesis"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    if let Some(corpus) = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty()) {
        let corpus = std::path::absolute(&corpus)
            .map_err(|error| format!("`DATAREP_CORPUS` names no path: {error}"))?;
        tests.env("DATAREP_CORPUS", corpus);
    }
    Ok(())
}

/// The library for MPI, at the place from which the build of a wheel takes it. Dropping this removes the file.
pub(crate) struct CarriedLibrary(PathBuf);

impl CarriedLibrary {
    /// Copies a library there.
    pub(crate) fn copy_to_package(library: &Path) -> Result<CarriedLibrary, String> {
        let place = workspace::root().join(CARRIED);
        match fs::copy(library, &place) {
            Ok(_) => Ok(CarriedLibrary(place)),
            Err(error) => {
                let (from, to) = (library.display(), place.display());
                Err(format!("`{from}` cannot be copied to `{to}`: {error}"))
            }
        }
    }
}

impl Drop for CarriedLibrary {
    fn drop(&mut self) {
        // A file that remains does no harm.
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes a file in a representation under an MPI library, with the library in the wheel, and reads it with the
/// package. Returns the number of values in the file.
pub(crate) fn run_under_mpi(python: &Path) -> Result<u64, String> {
    let mut asked = Command::new(python);
    asked.args(["-m", "datarep", "mpi-library"]);
    let path = run_program_to_text(&mut asked)?;
    let library = mpi_libraries::install_libraries()?
        .into_iter()
        .find_map(|library| Some((library.python.clone()?, library)));
    let (with_mpi, library) = library.ok_or("there is no MPI library with `mpi4py`")?;
    let tests = workspace::root().join("datarep-python/tests/mpi");
    let file = mpi_libraries::scratch_path("python-package");
    let [write, read] =
        ["write.py", "read.py"].map(|script| tests.join(script).to_string_lossy().into_owned());
    let place = file.to_string_lossy();
    let variables = [format!("LD_PRELOAD={}", path.trim_end())];
    let written = library.run(library.launch_command(&variables, 2, &with_mpi, &[&write, &place]));
    let mut reader = Command::new(python);
    reader.args([&*read, &place]);
    let found = written.and_then(|_| run_program_to_text(&mut reader));
    let _ = fs::remove_file(&file);
    let found = found?;
    found.trim().parse().map_err(|_| format!("`{read}` prints {found}"))
}

/// The output of a program, which must succeed.
fn run_program_to_text(command: &mut Command) -> Result<String, String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("`{command:?}` cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("`{command:?}` ended with {}", output.status))
}

/// The number before a word in pytest's last line.
pub(crate) fn parse_count(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line.split([' ', ',', '=']).filter(|word| !word.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_pytest_is_understood() {
        let line = "1 failed, 104 passed, 2 skipped in 8.15s";
        assert_eq!(
            (parse_count(line, "passed"), parse_count(line, "failed"), parse_count(line, "errors")),
            (104, 1, 0)
        );
        assert_eq!(parse_count("=== 3 passed in 0.1s ===", "passed"), 3);
    }
}
