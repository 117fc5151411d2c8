//! All tests of mpi4py, natively beside preloaded beside checked.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::{ClientCounts, Extent};
use datarep_workshop::mpi_libraries::{Library, MPI4PY};
use datarep_workshop::workspace;

/// The modules with tests that use files, as arguments.
const FILES: [&str; 6] = ["-i", "test_io", "-i", "test_file", "-i", "test_cco"];

/// Runs tests preloaded and checked, and those of files in a forced representation. A failure is new if the test does not
/// fail unaided.
pub(super) fn run(
    library: &Library,
    python: &Path,
    preload: &str,
    extent: Extent,
) -> Result<ClientCounts, String> {
    let script = download_script(python)?;
    let suite = Suite { library, python, script: &script };
    let with =
        |variables: &[&str]| [preload].iter().chain(variables).map(ToString::to_string).collect::<Vec<_>>();
    let chosen = match extent {
        Extent::Files => FILES.map(str::to_owned).to_vec(),
        Extent::All => suite.exclude_ending_modules()?,
    };
    let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
    let runs = [("preloaded", with(&[])), ("checked", with(&["DATAREP_CHECK=1"]))];
    let mut counts = suite.compare_with_unaided(&chosen, &runs)?;
    let runs = [("in `big_endian`", with(&["DATAREP_FORCE=big_endian"]))];
    counts += suite.compare_with_unaided(&FILES, &runs)?;
    Ok(counts)
}

/// The tests under a library.
struct Suite<'a> {
    library: &'a Library,
    python: &'a Path,
    script: &'a Path,
}

/// How many tests ran, and those that failed. Nothing if the process was ended.
type SuiteOutcome = Option<(usize, BTreeSet<String>)>;

impl Suite<'_> {
    /// Arguments that leave out the modules in which the library ends the process unaided. These are printed.
    fn exclude_ending_modules(&self) -> Result<Vec<String>, String> {
        if self.run_tests(&[], &[])?.is_some() {
            return Ok(Vec::new());
        }
        let mut arguments = Vec::new();
        for module in self.list_modules()? {
            let pattern = format!("/{module}");
            if self.run_tests(&["-i", &pattern], &[])?.is_none() {
                println!("{}, unaided: `{module}` ends the process, and is left out", self.library.name);
                arguments.extend(["-e".to_owned(), pattern]);
            }
        }
        Ok(arguments)
    }

    /// The file names of all modules.
    fn list_modules(&self) -> Result<Vec<String>, String> {
        let folder = self.script.parent().unwrap_or(Path::new("."));
        let fault = |error: std::io::Error| format!("`{}` cannot be read: {error}", folder.display());
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(fault)? {
            let name = entry.map_err(fault)?.file_name().to_string_lossy().into_owned();
            if name.starts_with("test_")
                && Path::new(&name).extension().is_some_and(|extension| extension == "py")
            {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Compares runs with the unaided one, whose failures are listed.
    fn compare_with_unaided(
        &self,
        arguments: &[&str],
        runs: &[(&str, Vec<String>)],
    ) -> Result<ClientCounts, String> {
        let (name, mut counts) = (self.library.name, ClientCounts::default());
        let ended = |what: &str| format!("{name}, {what}: the tests of {MPI4PY} do not end");
        let (unaided, known) = self.run_tests(arguments, &[])?.ok_or_else(|| ended("unaided"))?;
        for test in &known {
            println!("{name}, unaided: {test}");
        }
        for (what, variables) in runs {
            let (count, failed) = self.run_tests(arguments, variables)?.ok_or_else(|| ended(what))?;
            let new: Vec<&String> = failed.difference(&known).collect();
            for test in &new {
                println!("{name}, {what}: {test} fails");
            }
            println!(
                "{name}, {what}: {count} tests, {} unaided failures, {} new ones",
                known.len(),
                new.len()
            );
            if count != unaided {
                return Err(format!("{name}, {what}: {count} tests are run, not {unaided}"));
            }
            counts += ClientCounts { tests: count, failures: new.len() };
        }
        Ok(counts)
    }

    /// Runs tests in one process.
    fn run_tests(&self, arguments: &[&str], variables: &[String]) -> Result<SuiteOutcome, String> {
        let script = self.script.to_string_lossy();
        let words: Vec<&str> = [&*script, "-q"].into_iter().chain(arguments.iter().copied()).collect();
        let output =
            Library::collect_output(&mut self.library.launch_command(variables, 1, self.python, &words))?;
        let printed =
            String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        let failed = printed.lines().filter(|line| line.starts_with("ERROR: ") || line.starts_with("FAIL: "));
        Ok(parse_test_count(&printed).map(|count| (count, failed.map(str::to_owned).collect())))
    }
}

/// The script that runs the tests, from the source package. The package is downloaded if it is missing.
fn download_script(python: &Path) -> Result<PathBuf, String> {
    // The tests of two libraries begin at the same time, and one of them has to download.
    static DOWNLOAD: Mutex<()> = Mutex::new(());
    let _alone = DOWNLOAD.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = workspace::target_folder().join("mpi");
    let name = MPI4PY.replace("==", "-");
    let script = folder.join(&name).join("test/main.py");
    if script.is_file() {
        return Ok(script);
    }
    fs::create_dir_all(&folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    pip.args(["--no-binary", "mpi4py", "--dest"]).arg(&folder).arg(MPI4PY);
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(folder.join(format!("{name}.tar.gz"))).arg("-C").arg(&folder);
    for command in [&mut pip, &mut tar] {
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(format!("the source of {MPI4PY} cannot be had: {status}")),
            Err(error) => return Err(format!("the source of {MPI4PY} cannot be had: {error}")),
        }
    }
    Ok(script)
}

/// The number in the line `Ran N tests in …`.
fn parse_test_count(printed: &str) -> Option<usize> {
    printed.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted() {
        assert_eq!(parse_test_count("..\n---\nRan 89 tests in 0.6s\n\nOK"), Some(89));
        assert_eq!(parse_test_count("it was killed"), None);
    }
}
