//! The folder in which programs leave files, and the run of a program in it.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::case::Case;
use super::programs::Programs;

/// The time limit of a program that has little to do.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns the output and the status of a process. A process that hangs is killed.
///
/// The output is read while the process runs: a process that prints much waits for its reader, and would seem to hang.
/// To keep the output short, panics print no backtrace.
pub(super) fn run_with_time_limit(command: &mut Command) -> Result<Output, String> {
    let fault = |error: std::io::Error| format!("a program cannot be run: {error}");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("RUST_BACKTRACE", "0");
    let mut child = command.spawn().map_err(fault)?;
    let readers = (read_in_thread(child.stdout.take()), read_in_thread(child.stderr.take()));
    let end = Instant::now() + PATIENCE;
    let mut hangs = false;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(fault)? {
            break status;
        }
        if Instant::now() > end {
            hangs = true;
            child.kill().map_err(fault)?;
            break child.wait().map_err(fault)?;
        }
        thread::sleep(Duration::from_micros(300));
    };
    let [stdout, stderr] = [readers.0, readers.1].map(|reader| reader.join().unwrap_or_default());
    let stderr = if hangs { b"it hangs".to_vec() } else { stderr };
    Ok(Output { status, stdout, stderr })
}

/// Reads a pipe to its end, in a thread.
fn read_in_thread(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // Output that cannot be read is treated as missing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// The files that a program has left.
#[derive(Debug)]
pub(super) struct RunResult {
    /// Whether the fault was met.
    pub(super) met: bool,
    pub(super) output: Output,
    /// The file that is written or read, or `None` if it does not exist.
    pub(super) file: Option<Vec<u8>>,
    /// The contents of the file before the run.
    pub(super) before: Option<Vec<u8>>,
    /// The names of all other files.
    pub(super) others: Vec<String>,
    /// The path of the file.
    pub(super) path: PathBuf,
}

/// A folder of its own, which is removed at the end.
#[derive(Debug)]
pub(super) struct FaultFolder {
    folder: PathBuf,
}

impl FaultFolder {
    pub(super) fn new() -> Result<FaultFolder, String> {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = parent.join(format!("datarep-faults-{}", std::process::id()));
        fs::create_dir_all(folder.join("files"))
            .map_err(|error| format!("`{}`: {error}", folder.display()))?;
        Ok(FaultFolder { folder })
    }

    /// The folder whose files meet faults.
    pub(super) fn files_folder(&self) -> PathBuf {
        self.folder.join("files")
    }

    /// Empties the folder.
    pub(super) fn empty_files_folder(&self) -> Result<(), String> {
        let fault = |error: std::io::Error| format!("`{}`: {error}", self.files_folder().display());
        fs::remove_dir_all(self.files_folder()).map_err(fault)?;
        fs::create_dir_all(self.files_folder()).map_err(fault)
    }

    /// Runs a case, with or without a fault at a call.
    pub(super) fn run_case(
        &self,
        programs: &Programs,
        case: &Case,
        fault: Option<(&str, u64)>,
    ) -> Result<RunResult, String> {
        self.empty_files_folder()?;
        let path = self.files_folder().join(case.file);
        let unreadable = |error: std::io::Error| format!("`{}`: {error}", path.display());
        let before = case.bytes_before_run();
        if let Some(bytes) = &before {
            fs::write(&path, bytes).map_err(unreadable)?;
        }
        if let Some((name, bytes)) = case.input_file() {
            fs::write(self.files_folder().join(name), bytes).map_err(unreadable)?;
        }
        let met = self.folder.join("met");
        let _ = fs::remove_file(&met);
        let mut command = case.make_command(programs, &self.files_folder());
        if let Some((name, call)) = fault {
            command.env("LD_PRELOAD", &programs.shim).env("DATAREP_FAULT", name);
            command
                .env("DATAREP_FAULT_AT", call.to_string())
                .env("DATAREP_FAULT_FOLDER", self.files_folder());
            command.env("DATAREP_FAULT_MET", &met);
        }
        let output = run_with_time_limit(&mut command)?;
        self.collect_result(case, path, before, output, met.exists())
    }

    /// Collects the files in the folder.
    pub(super) fn collect_result(
        &self,
        case: &Case,
        path: PathBuf,
        before: Option<Vec<u8>>,
        output: Output,
        met: bool,
    ) -> Result<RunResult, String> {
        let entries =
            fs::read_dir(self.files_folder()).map_err(|error| format!("`{}`: {error}", path.display()))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let input = case.input_file().map(|(name, _)| name);
        let others = names.filter(|name| name != case.file && Some(name.as_str()) != input).collect();
        Ok(RunResult { met, output, file: fs::read(&path).ok(), before, others, path })
    }
}

impl Drop for FaultFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe holds only 64 KiB.
    #[test]
    fn a_program_that_tells_much_does_not_hang() {
        let mut shell = Command::new("sh");
        let output = run_with_time_limit(shell.args(["-c", "head -c 300000 /dev/zero >&2; echo done"]))
            .expect("it runs");
        assert!(output.status.success());
        assert_eq!((&*output.stdout, output.stderr.len()), (&b"done\n"[..], 300_000));
    }
}
