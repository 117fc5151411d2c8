//! One run of one test: in a folder of its own, within a time limit, and without processes that outlive it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use datarep_workshop::mpi_libraries::{self, Library};
use datarep_workshop::workspace::make_folder;

/// The time limit of a program in seconds, natively.
const NATIVE_LIMIT: &str = "60";

/// The time limit of a program that ends natively. It is a long one, as a busy machine is no failure.
const LIBRARY_LIMIT: &str = "300";

/// The exit code of `timeout` for a program that exceeds the limit.
const TIMED_OUT: i32 = 124;

/// The environment variable by which the processes of a run are found. Its value is the folder of the run.
const MARK: &str = "DATAREP_SUITE_FOLDER";

/// The settings of Open MPI 5 and 4 that say where files of shared memory are.
const BACKING_FOLDERS: [&str; 2] =
    ["OMPI_MCA_btl_sm_backing_directory", "OMPI_MCA_btl_vader_backing_directory"];

/// A program, and how it is started.
pub(super) struct Start {
    pub(super) program: PathBuf,
    pub(super) ranks: u32,
    pub(super) arguments: Vec<String>,
}

/// A test: programs that run one after another in the same folder.
pub(super) struct Test {
    pub(super) name: String,
    pub(super) starts: Vec<Start>,
    /// Whether a program that found no error has to say so.
    pub(super) says_no_errors: bool,
    /// What judges the files that are left, by name.
    pub(super) validator: Option<PathBuf>,
    /// What it needs, in tenths of a gigabyte.
    pub(super) memory: u64,
}

impl Test {
    /// Runs the test with the environment `variables`. Returns why it failed, or `None` if it passed.
    pub(super) fn run(&self, library: &Library, variables: &[String]) -> Result<Option<String>, String> {
        let run = Run::begin(library)?;
        for start in &self.starts {
            if let Some(reason) = run.start_program(start, variables, self.says_no_errors)? {
                return Ok(Some(reason));
            }
        }
        match &self.validator {
            Some(validator) => run.validate_files(validator),
            None => Ok(None),
        }
    }
}

/// The folder of a run, which is removed with all processes that still use it.
struct Run<'a> {
    library: &'a Library,
    folder: PathBuf,
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        end_processes(&self.mark());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl<'a> Run<'a> {
    fn begin(library: &'a Library) -> Result<Run<'a>, String> {
        let folder = mpi_libraries::scratch_path(&format!("suite-{}", library.slug));
        let run = Run { library, folder };
        make_folder(&run.files())?;
        Ok(run)
    }

    /// The folder in which the programs run.
    fn files(&self) -> PathBuf {
        self.folder.join("files")
    }

    fn mark(&self) -> String {
        format!("{MARK}={}", self.folder.display())
    }

    /// Starts a program and waits for it. Returns why it failed.
    fn start_program(
        &self,
        start: &Start,
        variables: &[String],
        says_no_errors: bool,
    ) -> Result<Option<String>, String> {
        let limit = if variables.is_empty() { NATIVE_LIMIT } else { LIBRARY_LIMIT };
        let mut output = self.collect_output(start, variables, limit)?;
        if mpi_libraries::is_launcher_lost(&output) {
            output = self.collect_output(start, variables, limit)?;
        }
        let [printed, told] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        if output.status.code() == Some(TIMED_OUT) {
            return Ok(Some(format!("does not end within {limit} seconds")));
        }
        let has_said = printed.lines().any(|line| line.trim().eq_ignore_ascii_case("no errors"));
        if !output.status.success() {
            return Ok(Some(format!("ended with {}{}", output.status, quote_words(&printed, &told))));
        }
        if says_no_errors && !has_said {
            return Ok(Some(format!("finds errors{}", quote_words(&printed, &told))));
        }
        // The library speaks of faults alone, and the test has none.
        let remark =
            told.lines().find(|line| line.contains("datarep check: ") || line.starts_with("datarep: "));
        Ok(remark.map(|line| format!("passes, and `datarep` says: {line}")))
    }

    fn collect_output(&self, start: &Start, variables: &[String], limit: &str) -> Result<Output, String> {
        let fault = |error: std::io::Error| format!("`timeout` cannot be run: {error}");
        let mark = self.mark();
        let variables: Vec<String> = variables.iter().cloned().chain([mark.clone()]).collect();
        let arguments: Vec<&str> = start.arguments.iter().map(String::as_str).collect();
        let mut command =
            self.library.launch_command_within(limit, &variables, start.ranks, &start.program, &arguments);
        // A process that outlives its launcher keeps a pipe open, and the wait for its end would be one for
        // that process. The output goes to files instead.
        let paths = ["printed", "told"].map(|name| self.folder.join(name));
        let create = |path: &Path| File::create(path).map_err(fault);
        command.current_dir(self.files()).stdout(create(&paths[0])?).stderr(create(&paths[1])?);
        // What launchers put into the folder for temporary files goes with the run.
        command.env(MARK, &self.folder).env("TMPDIR", &self.folder);
        // So do segments of memory that a process of Open MPI leaves behind if it crashes.
        for setting in BACKING_FOLDERS {
            command.env(setting, &self.folder);
        }
        let status = command.status().map_err(fault)?;
        end_processes(&mark);
        let [stdout, stderr] = paths.map(|path| fs::read(path).map_err(fault));
        Ok(Output { status, stdout: stdout?, stderr: stderr? })
    }

    /// Judges every file of the run. Returns why one is wrong.
    fn validate_files(&self, validator: &Path) -> Result<Option<String>, String> {
        let files = self.files();
        let fault = |error: std::io::Error| format!("`{}` cannot be read: {error}", files.display());
        for entry in fs::read_dir(&files).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            let output = Command::new(validator).arg("-q").arg(&path).output();
            let output =
                output.map_err(|error| format!("`{}` cannot be run: {error}", validator.display()))?;
            if !output.status.success() {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let told = String::from_utf8_lossy(&output.stderr);
                let printed = String::from_utf8_lossy(&output.stdout);
                return Ok(Some(format!("left a wrong file `{name}`{}", quote_words(&printed, &told))));
            }
        }
        Ok(None)
    }
}

/// The first line of an output that says something, in brief.
fn quote_words(printed: &str, told: &str) -> String {
    const MOST: usize = 160;
    let says = |line: &&str| line.chars().any(char::is_alphabetic);
    let line = told.lines().chain(printed.lines()).find(says);
    let quote =
        |line: &str| line.trim().chars().filter(|each| !each.is_control()).take(MOST).collect::<String>();
    line.map(|line| format!(": {}", quote(line))).unwrap_or_default()
}

/// Ends all processes whose environment has the mark. A launcher that was killed leaves its programs behind,
/// which turn in circles.
fn end_processes(mark: &str) {
    const ROUNDS: u32 = 50;
    for _ in 0..ROUNDS {
        let found = find_processes(mark);
        if found.is_empty() {
            return;
        }
        // One that has ended meanwhile is no fault.
        let _ = Command::new("kill").arg("-KILL").args(&found).output();
        thread::sleep(Duration::from_millis(20));
    }
}

/// The numbers of all processes whose environment has the mark.
fn find_processes(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        // A process of another user cannot be read, and is none of ours.
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes()) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_end_with_their_run() {
        let mark = format!("{MARK}=of a test {}", std::process::id());
        let mut child = Command::new("sleep").arg("600").env(MARK, &mark[MARK.len() + 1..]).spawn().unwrap();
        // A process exists a little earlier than its environment can be read.
        while find_processes(&mark).is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        end_processes(&mark);
        assert!(!child.wait().unwrap().success());
        assert!(find_processes(&mark).is_empty());
    }

    #[test]
    fn the_first_line_that_says_something_is_quoted() {
        assert_eq!(quote_words("a result\n", "-----\n  a fault\nmore\n"), ": a fault");
        assert_eq!(quote_words("", ""), "");
    }
}
