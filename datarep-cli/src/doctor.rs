//! `datarep mpi doctor`: starts a program with `libdatarep_mpi.so`, whose processes tell what they see and end, and checks
//! that each of them has told it. A process that tells nothing has not got the library.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::args;
use crate::failure::CliFailure;
use crate::output;

/// The library that is preloaded.
const LIBRARY: &str = "libdatarep_mpi.so";

/// How the last line of a process begins.
const NAME: &str = "datarep doctor: ";

/// Starts the program and checks what its processes tell.
pub(crate) fn run(doctor: &args::DoctorOptions) -> Result<(), CliFailure> {
    let folder = doctor.folder.as_deref().unwrap_or(Path::new("."));
    let folder = std::path::absolute(folder).map_err(|error| {
        CliFailure::system(&format!("cannot use the folder `{}`", folder.display()), &error)
    })?;
    let [program, words @ ..] = &*doctor.command else { return Err(CliFailure::new("no command is given")) };
    let mut command = Command::new(program);
    command.args(words).env("LD_PRELOAD", find_preload(doctor)?).env("DATAREP_DOCTOR", folder);
    let program_name = program.to_string_lossy().into_owned();
    let fault = |error: std::io::Error| CliFailure::system(&format!("cannot run `{program_name}`"), &error);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(fault)?;
    let mut reports = ProcessReports::default();
    if let Some(child_output) = child.stdout.take() {
        let mut out = output::stdout();
        // By bytes: what other processes print need not be UTF-8.
        for line in BufReader::new(child_output).split(b'\n') {
            let line = line.map_err(fault)?;
            let line = String::from_utf8_lossy(&line);
            reports.read_line(&line);
            writeln!(out, "{line}")?;
            // A launcher that waits for a lost process is ended by its user, who has then seen the others.
            out.flush()?;
        }
    }
    let status = child.wait().map_err(fault)?;
    reports.check_all_processes().map_err(|failure| match failure {
        CliFailure::Message { .. } => failure.note(format!("`{program_name}` ended with {status}")),
        failure => failure,
    })
}

/// The value of `LD_PRELOAD`. What is preloaded already stays, in its order.
fn find_preload(doctor: &args::DoctorOptions) -> Result<OsString, CliFailure> {
    let set = std::env::var_os("LD_PRELOAD").unwrap_or_default();
    // What the user has preloaded is what shall be examined.
    let is_set = set.to_string_lossy().contains(LIBRARY);
    if let (None, true) = (&doctor.library, is_set) {
        return Ok(set);
    }
    let library = doctor.library.clone().or_else(find_library_beside).ok_or_else(|| {
        CliFailure::new(format!("`{LIBRARY}` is not beside this program"))
            .help("`cargo build --release --package datarep-mpi` makes it in a checkout")
            .help("name it by `--library FILE`, or in `LD_PRELOAD`")
    })?;
    // A relative path would be searched for in the folder of each process.
    let library = std::fs::canonicalize(&library)
        .map_err(|error| CliFailure::system(&format!("cannot use `{}`", library.display()), &error))?;
    let mut preload = library.into_os_string();
    if !set.is_empty() {
        preload.push(":");
        preload.push(set);
    }
    Ok(preload)
}

/// The library in the folder of this program.
fn find_library_beside() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    Some(own.parent()?.join(LIBRARY)).filter(|library| library.exists())
}

/// What the processes have told.
#[derive(Debug, Default)]
struct ProcessReports {
    /// How many processes there are, as each says.
    processes: u64,
    /// Whether all is well, by process.
    verdicts: BTreeMap<u64, bool>,
    /// Whether a process could not say which one it is.
    is_nameless: bool,
}

impl ProcessReports {
    /// Reads a line. Launchers put words before it.
    fn read_line(&mut self, line: &str) {
        let Some((_, message)) = line.split_once(NAME) else { return };
        let Some((process, verdict)) = message.trim_end().rsplit_once(": ") else { return };
        let is_well = match verdict.split_once(' ') {
            Some((_, "is well")) => true,
            Some((_, "fault" | "faults")) => false,
            // Another line of a program that happens to have these words in it.
            _ => return,
        };
        let mut words = process.split(' ');
        let numbers = match [(); 4].map(|()| words.next()) {
            [Some("process"), Some(rank), Some("of"), Some(processes)] => {
                rank.parse().ok().zip(processes.parse().ok())
            }
            _ => None,
        };
        match numbers {
            Some((rank, processes)) => {
                self.processes = self.processes.max(processes);
                let verdict_so_far = self.verdicts.entry(rank).or_insert(true);
                *verdict_so_far &= is_well;
            }
            None => self.is_nameless = true,
        }
    }

    fn check_all_processes(&self) -> Result<(), CliFailure> {
        let report_count = u64::try_from(self.verdicts.len()).unwrap_or(u64::MAX);
        if report_count == 0 && !self.is_nameless {
            return Err(lost_library_failure("no process has told what it sees".to_owned()).help(
                "the program has to call `MPI_Init` or `MPI_Init_thread`, and may not run with the rights of its owner",
            ));
        }
        // Each process that has told says how many there are, so that one is enough to miss the others.
        if report_count < self.processes {
            return Err(lost_library_failure(format!(
                "{} of {} processes have told nothing",
                self.processes - report_count,
                self.processes
            )));
        }
        if self.is_nameless || self.verdicts.values().any(|is_well| !is_well) {
            // The processes have told the faults.
            return Err(CliFailure::AlreadyReported);
        }
        Ok(())
    }
}

/// Processes have not got the library.
fn lost_library_failure(title: String) -> CliFailure {
    CliFailure::new(title)
        .help("the launcher has to pass `LD_PRELOAD` and `DATAREP_DOCTOR` on: `-x LD_PRELOAD -x DATAREP_DOCTOR` with Open MPI, `-genvall` with MPICH and Intel MPI, `--export=ALL` with Slurm")
        .help("the library has to be there under the same path on each machine")
        .help("`ldd PROGRAM` has to list an MPI library: a program with a static one cannot be served")
}
