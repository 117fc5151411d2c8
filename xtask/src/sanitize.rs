//! `cargo xtask sanitize`: runs code with manual memory accesses under tools that detect faults which a processor
//! ignores.
//!
//! Each run uses one tool: Miri, which interprets the code; the address or the thread sanitizer, which is compiled in;
//! or valgrind, which runs unchanged programs. Tools that a machine does not have are reported as skipped.
//!
//! MPI libraries are not compiled for these tools. They are known to leak memory and to synchronize in ways that the
//! tools do not see. Reports are suppressed if all their calls are those of an MPI library: `xtask/sanitize` has a line
//! for each library, and none for this project's code.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod runs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use crate::mpi_libraries::{self, CaseCounts, Library};
use crate::{nightly, skipped, workspace};
use runs::{RUNS, RunSubject};

/// A tool that checks accesses to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Miri,
    Address,
    Thread,
    Valgrind,
}

/// The flags of Miri. Files and times are those of the machine; all other checks are as strict as possible.
const MIRI: &str = "-Zmiri-disable-isolation -Zmiri-strict-provenance -Zmiri-symbolic-alignment-check";

/// Runs all of them, or only those that take seconds. The last line is `sanitize: N runs clean`.
///
/// # Errors
///
/// Returns a message that names the runs that are not clean. The output of the tools has been printed.
pub fn run(quick: bool) -> Result<(), String> {
    let (mut clean, mut faults) = (0, Vec::new());
    for run in RUNS.iter().filter(|run| run.quick || !quick) {
        let (tool, what) = (run.tool, run.what);
        if let Some(missing) = tool.reason_if_missing() {
            skipped::report(&format!("{tool:?}, {what}"), missing);
            continue;
        }
        let start = Instant::now();
        let result = match &run.subject {
            RunSubject::Tests { names, keeps } => run_tests(tool, names, *keeps),
            RunSubject::Accesses(operations) => run_accesses(operations),
            RunSubject::Conversions(conversions) => run_conversions(conversions),
            RunSubject::Arrays => run_array_tests(tool),
            RunSubject::Engine => run_files_example(tool),
        };
        let seconds = start.elapsed().as_secs();
        match result {
            Ok(done) => {
                clean += 1;
                println!("clean: {tool:?}, {what}: {done}, {seconds} s");
            }
            Err(fault) => {
                println!("wrong: {tool:?}, {what}: {fault}");
                faults.push(format!("{tool:?}, {what}"));
            }
        }
    }
    println!("sanitize: {clean} runs clean");
    if faults.is_empty() { Ok(()) } else { Err(format!("not clean: {}", faults.join("; "))) }
}

impl Tool {
    /// The reason why the tool is not available, or `None` if it is.
    fn reason_if_missing(self) -> Option<&'static str> {
        let nightly = nightly::is_installed();
        match self {
            Tool::Miri
                if !nightly || !nightly::has_component("miri") || !nightly::has_component("rust-src") =>
            {
                Some(
                    "install a nightly compiler and `rustup component add --toolchain nightly miri rust-src`",
                )
            }
            Tool::Address if !nightly => Some("`rustup toolchain install nightly`"),
            // The standard library must be compiled with the sanitizer, or its synchronization is not seen.
            Tool::Thread if !nightly || !nightly::has_component("rust-src") => {
                Some("install a nightly compiler and `rustup component add --toolchain nightly rust-src`")
            }
            Tool::Valgrind if !succeeds(Command::new("valgrind").arg("--version")) => {
                Some("install valgrind")
            }
            Tool::Miri | Tool::Address | Tool::Thread | Tool::Valgrind => None,
        }
    }

    /// The nightly Cargo with the tool, for the given command.
    fn make_cargo_command(self, command: &str) -> Result<Command, String> {
        let mut cargo = nightly::cargo();
        if self == Tool::Miri {
            cargo.env("MIRIFLAGS", MIRI).arg("miri");
        }
        cargo.args([command, "--target", &nightly::find_host_target()?]);
        match self {
            Tool::Address => {
                cargo.env("RUSTFLAGS", "-Zsanitizer=address");
            }
            Tool::Thread => {
                cargo.env("RUSTFLAGS", "-Zsanitizer=thread").arg("-Zbuild-std");
            }
            // Only macros run the language, and to optimize it for them takes most of a minute.
            Tool::Miri => {
                cargo.arg("--config=profile.dev.package.datarep-dsl.opt-level=0");
            }
            Tool::Valgrind => {}
        }
        cargo.env("CARGO_TARGET_DIR", workspace::target_folder().join(format!("sanitize/{self:?}")));
        cargo.env_remove("CARGO_ENCODED_RUSTFLAGS").env("CARGO_INCREMENTAL", "0");
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1").env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
        Ok(cargo)
    }
}

/// Runs unit tests of the runtime.
fn run_tests(tool: Tool, names: &[&str], keeps: bool) -> Result<String, String> {
    let mut cargo = tool.make_cargo_command("test")?;
    cargo.args(["--package", "datarep", "--lib", "--"]).args(names);
    if keeps {
        cargo.env("MIRIFLAGS", format!("{MIRI} -Zmiri-ignore-leaks")).env("ASAN_OPTIONS", "detect_leaks=0");
    }
    check_passed(&run_program_to_text(&mut cargo)?, names)
}

/// Runs the tests of the memory of arrays, which need no interpreter.
fn run_array_tests(tool: Tool) -> Result<String, String> {
    let mut cargo = tool.make_cargo_command("test")?;
    cargo.args(["--package", "datarep-python", "--test", "memory"]);
    check_passed(
        &run_program_to_text(&mut cargo)?,
        &["runs_at_any_address", "threads_store_and_load_at_once", "parts_are_filled"],
    )
}

/// The number of passed tests, from their output. A name without a passed test is a fault.
fn check_passed(printed: &str, names: &[&str]) -> Result<String, String> {
    let is_of = |line: &&str| line.starts_with("test ") && line.ends_with(" ... ok");
    let tests: Vec<&str> = printed.lines().filter(is_of).collect();
    let has_none = |name: &&&str| !tests.iter().any(|line| line.contains(**name));
    match names.iter().find(has_none) {
        Some(name) => Err(format!("no test of the name `{name}` has passed\n{printed}")),
        None => Ok(format!("{} tests", tests.len())),
    }
}

/// The folder for files that are written and read.
fn make_files_folder() -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("sanitize/files");
    fs::create_dir_all(&folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    Ok(folder)
}

/// A file of 3000 items of eight bytes.
fn write_input_file() -> Result<PathBuf, String> {
    let file = make_files_folder()?.join("file.dat");
    fs::write(&file, vec![0x41; 24_000]).map_err(|error| format!("`{}`: {error}", file.display()))?;
    Ok(file)
}

/// Valgrind, which fails if it finds an error or lost memory.
///
/// The handle of a thread would be reported as possibly lost, because Rust's library keeps only a pointer into it.
const VALGRIND: [&str; 6] = [
    "valgrind",
    "--quiet",
    "--error-exitcode=9",
    "--leak-check=full",
    "--show-leak-kinds=definite",
    "--errors-for-leak-kinds=definite",
];

fn make_valgrind_command() -> Command {
    let mut command = Command::new(VALGRIND[0]);
    command.args(&VALGRIND[1..]);
    command
}

/// Runs accesses to one file in turn, by a program that is built as usual. Each reads what an earlier one wrote.
fn run_accesses(operations: &[&str]) -> Result<String, String> {
    run_program_to_text(&mut workspace::make_tested_build_command(&["--example", "one_access"]))?;
    let program = workspace::target_folder().join("debug/examples/one_access");
    let file = write_input_file()?;
    for operation in operations {
        let printed = run_program_to_text(make_valgrind_command().arg(&program).arg(operation).arg(&file))?;
        if !printed.starts_with("0 done ") {
            return Err(format!("`{operation}` printed {printed}"));
        }
    }
    Ok(format!("{} operations", operations.len()))
}

/// Runs conversions by the command.
fn run_conversions(conversions: &[&[&str]]) -> Result<String, String> {
    run_program_to_text(&mut workspace::make_tested_build_command(&[
        "--example",
        "one_access",
        "--bin",
        "datarep",
    ]))?;
    let program = workspace::target_folder().join("debug/datarep");
    for (arguments, name) in conversions.iter().zip(["out.csv", "out.dat", "out.npy"]) {
        let mut command = make_valgrind_command();
        command.arg(&program).arg("convert").arg(write_input_file()?).arg(make_files_folder()?.join(name));
        run_program_to_text(command.arg("--force").args(*arguments))?;
    }
    Ok(format!("{} conversions", conversions.len()))
}

/// Runs the example `files` on two processes, under MPICH.
fn run_files_example(tool: Tool) -> Result<String, String> {
    let library = mpi_libraries::install_libraries()?.into_iter().find(|library| library.slug == "mpich-5");
    let library = library.ok_or("there is no MPICH")?;
    let (mut cargo, built) = if tool == Tool::Valgrind {
        let mut cargo = workspace::cargo();
        cargo.args(["build", "--quiet"]);
        (cargo, workspace::target_folder())
    } else {
        let built =
            workspace::target_folder().join(format!("sanitize/{tool:?}")).join(nightly::find_host_target()?);
        (tool.make_cargo_command("build")?, built)
    };
    run_program_to_text(cargo.args(["--package", "datarep-mpi", "--example", "files"]))?;
    let program = built.join("debug/examples/files").to_string_lossy().into_owned();
    let file = mpi_libraries::scratch_path("sanitize");
    let arguments = [&*program, &library.object, library.family, &file.to_string_lossy()];
    let judged = library.run_command_and_count(make_launch_command(tool, &library, &arguments));
    for name in ["", ".local-0", ".local-1"] {
        // A program that failed left its files behind.
        let _ = fs::remove_file(format!("{}{name}", file.display()));
    }
    match judged? {
        (CaseCounts { right, wrong: 0 }, _) => Ok(format!("{right} cases")),
        (CaseCounts { wrong, .. }, told) => Err(format!("{wrong} cases are wrong\n{told}")),
    }
}

/// The command that runs a program on two processes. The program is the first argument.
fn make_launch_command(tool: Tool, library: &Library, arguments: &[&str]) -> Command {
    let left_out = |name: &str| workspace::root().join("xtask/sanitize").join(name).display().to_string();
    let (program, rest) = (Path::new(arguments[0]), &arguments[1..]);
    match tool {
        Tool::Valgrind => {
            let mut all = VALGRIND[1..].to_vec();
            let file = format!("--suppressions={}", left_out("valgrind.supp"));
            all.push(&file);
            all.extend(arguments);
            library.launch_command(&[], 2, Path::new(VALGRIND[0]), &all)
        }
        Tool::Address => {
            let options =
                format!("LSAN_OPTIONS=print_suppressions=0:suppressions={}", left_out("leaks.supp"));
            library.launch_command(&[options], 2, program, rest)
        }
        Tool::Thread | Tool::Miri => {
            let options = format!("TSAN_OPTIONS=suppressions={}", left_out("races.supp"));
            library.launch_command(&[options], 2, program, rest)
        }
    }
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Returns the output of a command. If the command fails, the error contains all its output.
fn run_program_to_text(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output();
    let Output { status, stdout, stderr } =
        output.map_err(|error| format!("{command:?} cannot be run: {error}"))?;
    let [printed, told] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if status.success() { Ok(printed) } else { Err(format!("{command:?}: {status}\n{printed}{told}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_test_is_a_fault() {
        let printed = "running 2 tests\ntest file::one ... ok\ntest raw::two ... ok\n\ntest result: ok.";
        assert_eq!(check_passed(printed, &["file", "two"]), Ok("2 tests".to_owned()));
        assert!(check_passed(printed, &["file", "three"]).is_err());
        assert!(check_passed("running 1 test\ntest file::one ... FAILED\n", &["file"]).is_err());
    }
}
