//! `cargo xtask mpi-faults`: errors in one process, uses that the standard forbids, files that cannot grow, processes
//! that are killed, MPI calls that fail, and threads, under every MPI library.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// Runs the faults on two processes. The last line is `mpi-faults: N faults, 0 hung, 0 wrong, L libraries`.
///
/// # Errors
///
/// Returns a message if a fault is reported in another way, a process hangs, or a library is not available.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let libraries = mpi_libraries::install_libraries()?;
    let folder = workspace::target_folder().join("mpi/mounted");
    fs::create_dir_all(&folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    let mount = Mount { folder: &folder, size: "64k" };
    let mounts = mount.is_allowed();
    if !mounts {
        println!("note: no file system can be mounted here: limits and `/dev/full` are tried without it");
    }
    let (mut all, mut prepared) = (Vec::new(), Vec::new());
    for library in &libraries {
        let faults = FaultRunner { library, preload: &preload, folder: &folder, mounts };
        let mut found = MpiFaultCounts::default();
        faults.try_faults_in_one_process(&mut found)?;
        faults.try_misuse_reports(&mut found)?;
        faults.try_files_that_cannot_grow(&mut found)?;
        faults.try_threads(&mut found)?;
        faults.try_killed_processes(&mut found)?;
        let calls = faults.compile_failing_calls()?;
        faults.try_failing_calls(&calls, &mut found)?;
        all.push(found);
        prepared.push((faults, calls));
    }
    // These are many short programs, of which each waits for its launcher most of the time.
    let first_calls = mpi_libraries::try_each(&prepared, |(faults, calls)| {
        let mut found = MpiFaultCounts::default();
        faults.try_failing_first_calls(calls, &mut found)?;
        Ok(found)
    })?;
    let mut found = MpiFaultCounts::default();
    for ((library, mut sum), other) in libraries.iter().zip(all).zip(first_calls) {
        sum += other;
        println!("{}: {} right, {} wrong", library.name, sum.cases.right, sum.cases.wrong);
        found += sum;
    }
    let MpiFaultCounts { cases: CaseCounts { right, wrong }, hung } = found;
    println!(
        "mpi-faults: {} faults, {hung} hung, {wrong} wrong, {} libraries",
        right + wrong,
        libraries.len()
    );
    if hung == 0 && wrong == 0 { Ok(()) } else { Err("faults hang, or are told in another way".to_owned()) }
}

#[derive(Debug, Default, Clone, Copy)]
struct MpiFaultCounts {
    cases: CaseCounts,
    hung: u32,
}

impl AddAssign for MpiFaultCounts {
    fn add_assign(&mut self, other: MpiFaultCounts) {
        self.cases += other.cases;
        self.hung += other.hung;
    }
}

impl MpiFaultCounts {
    /// Adds the results of a program. A program that hangs has printed where, and has ended itself.
    fn add_program_result(&mut self, judged: Result<(CaseCounts, String), String>) -> Result<String, String> {
        match judged {
            Ok((cases, told)) => {
                self.cases += cases;
                Ok(told)
            }
            Err(fault) if fault.contains(" hangs in ") => {
                println!("{fault}");
                self.hung += 1;
                Ok(String::new())
            }
            Err(fault) => Err(fault),
        }
    }
}

/// The beginning of a report of `DATAREP_CHECK`.
const REPORT: &str = "datarep check:";

/// The moments at which the second process is killed.
const DEATHS: [&str; 4] = ["before", "inside", "between", "alone"];

/// The number of values that each process writes before it is killed, as in the program.
const NUMBERS: i32 = 1000;

/// The time limit of a run in which a process is killed. A run that reaches it counts as hanging.
/// Usually it takes two seconds on a busy machine.
const LONGEST: Duration = Duration::from_mins(2);

/// The program whose MPI calls fail, and what is preloaded for it: our library, and the one that lets calls fail.
struct FailingCalls {
    program: PathBuf,
    preload: String,
}

struct FaultRunner<'a> {
    library: &'a Library,
    preload: &'a str,
    /// The folder where a file system may be mounted, if the system allows that.
    folder: &'a Path,
    mounts: bool,
}

impl FaultRunner<'_> {
    fn compile(&self, name: &str) -> Result<PathBuf, String> {
        self.library.compile(&workspace::root().join("datarep-mpi/tests/c").join(name))
    }

    fn scratch_file(&self, what: &str) -> PathBuf {
        mpi_libraries::scratch_path(&format!("{what}-{}", self.library.slug))
    }

    /// Runs a program on two processes, and removes the file that it leaves if it fails.
    fn run_program(
        &self,
        source: &str,
        variables: &[&str],
        arguments: &[&str],
        found: &mut MpiFaultCounts,
    ) -> Result<String, String> {
        let program = self.compile(source)?;
        let file = self.scratch_file(source);
        let variables: Vec<String> =
            [self.preload].iter().chain(variables).map(ToString::to_string).collect();
        let path = file.to_string_lossy();
        let arguments: Vec<&str> = [&*path].into_iter().chain(arguments.iter().copied()).collect();
        let judged = self
            .library
            .run_command_and_count(self.library.launch_command(&variables, 2, &program, &arguments));
        let _ = fs::remove_file(&file);
        found.add_program_result(judged)
    }

    /// Runs the faults in one process. There must be no report unless `DATAREP_CHECK` requests it.
    fn try_faults_in_one_process(&self, found: &mut MpiFaultCounts) -> Result<(), String> {
        let told = self.run_program("faults.c", &[], &[], found)?;
        if told.contains(REPORT) {
            println!("{}: there are reports, though nobody asked:\n{told}", self.library.name);
        }
        found.cases.count_case(!told.contains(REPORT));
        Ok(())
    }

    /// Checks that each misuse is reported, and that correct programs have no reports.
    fn try_misuse_reports(&self, found: &mut MpiFaultCounts) -> Result<(), String> {
        self.run_program("check.c", &["DATAREP_CHECK=1"], &[], found)?;
        self.run_program("check.c", &["DATAREP_CHECK=1"], &["forced"], found)?;
        for variables in [
            ["DATAREP_CHECK=1", "DATAREP_EXTERNAL32=1", "DATAREP_FORCE="],
            ["DATAREP_CHECK=1", "DATAREP_EXTERNAL32=1", "DATAREP_FORCE=ibm370"],
        ] {
            let name = if variables[2].ends_with('=') { "ibm370" } else { "native" };
            let told = self.run_program("matrix.c", &variables, &["12", name], found)?;
            let reports: Vec<&str> = told.lines().filter(|line| line.starts_with(REPORT)).collect();
            if !reports.is_empty() {
                println!("{}: a right program is reported:\n{}", self.library.name, reports.join("\n"));
            }
            found.cases.count_case(reports.is_empty());
        }
        Ok(())
    }

    /// Tries files that cannot grow. `RLIMIT_FSIZE` and `/dev/full` need no administrator's rights. The first ends an
    /// access in the middle, and the second fails it with `ENOSPC`. A full file system does both. It is mounted if the
    /// system allows this user to.
    fn try_files_that_cannot_grow(&self, found: &mut MpiFaultCounts) -> Result<(), String> {
        self.run_program("full.c", &[], &[], found)?;
        let program = self.compile("full.c")?;
        let variables = [self.preload.to_owned()];
        let full = self.library.launch_command(&variables, 2, &program, &["/dev/full"]);
        found.add_program_result(self.library.run_command_and_count(full))?;
        if self.mounts {
            let file = self.folder.join("file");
            let arguments = [&*file.to_string_lossy(), "full"];
            let launched = self.library.launch_command(&variables, 2, &program, &arguments);
            let mount = Mount { folder: self.folder, size: "64k" };
            found.add_program_result(self.library.run_command_and_count(mount.wrap_command(&launched)))?;
        }
        Ok(())
    }

    fn try_threads(&self, found: &mut MpiFaultCounts) -> Result<(), String> {
        self.run_program("threads.c", &[], &[], found).map(|_| ())
    }

    /// Lets each MPI call of our library fail in turn: in one process, in the last of two, and with the checks, which make
    /// calls of their own. The processes wait for each other thousands of times, so that nothing may run beside them: they
    /// take 5 seconds by themselves, and minutes beside the same of another library.
    fn try_failing_calls(&self, calls: &FailingCalls, found: &mut MpiFaultCounts) -> Result<(), String> {
        for (ranks, check) in [(1, ""), (2, ""), (1, "1"), (2, "1")] {
            self.run_failing_calls(calls, ranks, check, None, found)?;
        }
        Ok(())
    }

    /// Lets each MPI call of the first use of a file in a process fail, each in a process of its own.
    fn try_failing_first_calls(
        &self,
        calls: &FailingCalls,
        found: &mut MpiFaultCounts,
    ) -> Result<(), String> {
        let at_once = 8;
        let mut call = 1;
        while self.run_failing_calls(calls, at_once, "1", Some(call), found)? {
            call += at_once;
        }
        Ok(())
    }

    fn compile_failing_calls(&self) -> Result<FailingCalls, String> {
        let failing = workspace::root().join("datarep-mpi/tests/c/failing.c");
        let failing = self.library.compile_with(&failing, &["-shared", "-fPIC"].map(str::to_owned))?;
        let preload = format!("{} {}", self.preload, failing.display());
        Ok(FailingCalls { program: self.compile("calls.c")?, preload })
    }

    /// Runs the program whose calls fail: all of them in turn, or those from one on, one in each process. Returns whether
    /// there were any.
    fn run_failing_calls(
        &self,
        calls: &FailingCalls,
        ranks: u32,
        check: &str,
        from: Option<u32>,
        found: &mut MpiFaultCounts,
    ) -> Result<bool, String> {
        let file = self.scratch_file("calls");
        let variables = [calls.preload.clone(), format!("DATAREP_CHECK={check}")];
        let arguments = [file.to_string_lossy().into_owned(), "big_endian".to_owned()];
        let arguments: Vec<String> = arguments.into_iter().chain(from.map(|call| call.to_string())).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let launched = self.library.launch_command(&variables, ranks, &calls.program, &arguments);
        let judged = self.library.run_command_and_count(launched);
        let _ = fs::remove_file(&file);
        let before = found.cases;
        found.add_program_result(judged).map(|_| found.cases != before)
    }

    /// Kills processes. Data that was complete must be in the file, and no process may wait, except where the library
    /// itself does.
    fn try_killed_processes(&self, found: &mut MpiFaultCounts) -> Result<(), String> {
        let program = self.compile("killed.c")?;
        for death in DEATHS {
            let ended = self.run_with_killed_process(&program, death, "killer", found)?;
            let mut uncounted = MpiFaultCounts::default();
            if !ended && self.run_with_killed_process(&program, death, "external32", &mut uncounted)? {
                println!("{}: hangs where a process is killed: {death}", self.library.name);
                found.hung += 1;
            }
        }
        Ok(())
    }

    /// Whether a run ends by itself. The file is checked too. Its exit code does not tell: where a process is killed,
    /// Open MPI's launcher ends with the code that `timeout` has when it kills.
    fn run_with_killed_process(
        &self,
        program: &Path,
        death: &str,
        name: &str,
        found: &mut MpiFaultCounts,
    ) -> Result<bool, String> {
        let file = self.folder.with_file_name(format!("killed-{}", self.library.slug));
        let arguments = [&*file.to_string_lossy(), death, name];
        let variables = [self.preload.to_owned()];
        let mut command = self.library.launch_command_within(
            &LONGEST.as_secs().to_string(),
            &variables,
            2,
            program,
            &arguments,
        );
        if self.mounts {
            // If a process is killed, libraries leave their shared memory behind.
            command = Mount { folder: Path::new("/dev/shm"), size: "1g" }.wrap_command(&command);
        }
        let begin = Instant::now();
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let ended = begin.elapsed() < LONGEST;
        let status = status.map_err(|error| format!("`timeout` cannot be run: {error}"))?;
        let bytes = fs::read(&file).unwrap_or_default();
        let _ = fs::remove_file(&file);
        let expected: Vec<u8> =
            [0, 70_000].iter().flat_map(|&from| from..from + NUMBERS).flat_map(i32::to_be_bytes).collect();
        let is_right = bytes.starts_with(&expected) && !status.success();
        if !is_right {
            println!(
                "{}, killed {death}: what was complete is not in the file ({status})",
                self.library.name
            );
        }
        found.cases.count_case(is_right);
        Ok(ended)
    }
}

/// A file system in memory that only one command sees. The system may allow everybody to mount one, or nobody.
struct Mount<'a> {
    folder: &'a Path,
    size: &'a str,
}

impl Mount<'_> {
    const SCRIPT: &'static str = "mount -t tmpfs -o size=$0 tmpfs \"$1\" && shift && exec \"$@\"";

    fn is_allowed(&self) -> bool {
        let mut tried = self.wrap_command(&Command::new("true"));
        tried.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// The command with the file system mounted around it.
    fn wrap_command(&self, command: &Command) -> Command {
        let mut around = Command::new("unshare");
        around.args(["--user", "--map-root-user", "--mount", "sh", "-c", Self::SCRIPT, self.size]);
        around.arg(self.folder).arg(command.get_program()).args(command.get_args());
        let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
        around.envs(set).stdin(Stdio::null());
        around
    }
}
