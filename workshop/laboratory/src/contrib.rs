//! `cargo xtask mpi-contrib`: the programs of `contrib/mpi-tests`, which are for the people of the MPI libraries. They are
//! built by the compiler of each library. The tests run natively, where each must have the result that `testlist` and
//! `results.txt` say, and preloaded, where all must pass. The programs that show a fault must show it in the libraries of
//! `results.txt`, and in no other one.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod lists;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use datarep_workshop::mpi_libraries::{self, Library};
use datarep_workshop::workspace;

use self::lists::{ExpectedResult, ListedProgram, Results};

/// The time limit of a run in seconds.
const LIMIT: &str = "120";

/// The time limit of a run that is expected to fail. Some of these never end.
const LIMIT_OF_FAILURE: &str = "15";

/// The time in seconds for a fault that shows by chance.
const CHANCE: &str = "5";

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TestOutcome {
    Passed,
    Failed,
    /// The library has nothing that can be tested.
    Skipped,
}

/// Tests that fail preloaded by a fault of the library that is there natively, too: its slug, the beginning of the test, and
/// why.
const KNOWN: [(&str, &str, &str); 2] = [
    (
        "open-mpi-4",
        "rep_handler ",
        "`MPI_File_call_errhandler` refuses `MPI_FILE_NULL`: its handler gets another class",
    ),
    (
        "open-mpi-5",
        "rep_handler ",
        "`MPI_File_call_errhandler` refuses `MPI_FILE_NULL`: its handler gets another class",
    ),
];

/// What was counted over all libraries.
#[derive(Default)]
struct TestCounts {
    tests: usize,
    native: usize,
    preloaded: usize,
    known: usize,
    differences: usize,
}

impl TestCounts {
    fn sum_with(self, other: &TestCounts) -> TestCounts {
        TestCounts {
            tests: self.tests + other.tests,
            native: self.native + other.native,
            preloaded: self.preloaded + other.preloaded,
            known: self.known + other.known,
            differences: self.differences + other.differences,
        }
    }
}

/// Runs everything. The last line is
/// `mpi-contrib: T tests, N pass natively, 0 fail preloaded, K by a fault of the library, L libraries`.
///
/// # Errors
///
/// Returns a message if a test fails preloaded, if a native result is not the one that the lists say, or if a library
/// is not available.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let libraries = mpi_libraries::install_libraries()?;
    let folder = tests_folder();
    let tests = lists::parse_tests(&workspace::read_file(&folder.join("testlist"))?)?;
    let results = Results::parse(&workspace::read_file(&folder.join("results.txt"))?)?;
    let all = mpi_libraries::try_each(&libraries, |library| {
        let mut counts = TestCounts::default();
        for test in &tests {
            run_test(library, test, &results, &preload, &mut counts)?;
        }
        for (fault, expected) in results.list_fault_programs(&tests, library.slug) {
            run_fault(library, &fault, expected, &mut counts)?;
        }
        Ok(counts)
    })?;
    let TestCounts { tests, native, preloaded, known, differences } =
        all.iter().fold(TestCounts::default(), TestCounts::sum_with);
    if differences != 0 {
        println!("{differences} native results are not those of `contrib/mpi-tests/results.txt`");
    }
    println!(
        "mpi-contrib: {tests} tests, {native} pass natively, {preloaded} fail preloaded, {known} by a fault of the library, {} libraries",
        libraries.len()
    );
    if preloaded == 0 && differences == 0 {
        return Ok(());
    }
    Err(format!(
        "{preloaded} tests fail preloaded, and {differences} native results are other ones than listed"
    ))
}

fn tests_folder() -> PathBuf {
    workspace::root().join("contrib/mpi-tests")
}

/// Runs a test natively and preloaded.
fn run_test(
    library: &Library,
    test: &ListedProgram,
    results: &Results,
    preload: &str,
    counts: &mut TestCounts,
) -> Result<(), String> {
    let folder = tests_folder();
    let include = ["include", "io"].map(|name| format!("-I{}", folder.join(name).display()));
    let program = library.compile_with(&folder.join("io").join(format!("{}.c", test.name)), &include)?;
    let expected = results.expect_test(test, library.slug);
    let native = parse_outcome(&run_program(library, test, &[], &program, choose_limit(expected))?);
    if native == TestOutcome::Skipped {
        println!("{}, `{test}`: the library has nothing that can be tested", library.name);
        return Ok(());
    }
    counts.tests += 1;
    counts.native += usize::from(native == TestOutcome::Passed);
    if (native == TestOutcome::Passed) != (expected == ExpectedResult::Passes) {
        println!("{}, `{test}`, natively: {native:?}, where the lists say {expected:?}", library.name);
        counts.differences += 1;
    }
    // Calls for native views pass through, so what fails there natively fails preloaded.
    if test.has_native_views() && native == TestOutcome::Failed {
        return Ok(());
    }
    let variables = [preload.to_owned(), "DATAREP_EXTERNAL32=1".to_owned()];
    let output = run_program(library, test, &variables, &program, LIMIT)?;
    if parse_outcome(&output) != TestOutcome::Passed {
        let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let title = format!("{test} ");
        let known = KNOWN.iter().find(|(slug, begin, _)| *slug == library.slug && title.starts_with(begin));
        if let Some((.., reason)) = known {
            println!("{}, `{test}`, preloaded: {reason}", library.name);
            counts.known += 1;
        } else {
            println!("{}, `{test}`, preloaded: {}\n{}", library.name, output.status, said.concat());
            counts.preloaded += 1;
        }
    }
    Ok(())
}

/// Runs a program that shows a fault natively.
fn run_fault(
    library: &Library,
    fault: &ListedProgram,
    expected: ExpectedResult,
    counts: &mut TestCounts,
) -> Result<(), String> {
    let program = library.compile(&tests_folder().join("faults").join(format!("{}.c", fault.name)))?;
    let output = run_program(library, fault, &[], &program, choose_limit(expected))?;
    let is_right = output.status.success();
    println!("{}, `{fault}`: {}", library.name, if is_right { "right" } else { "the fault is there" });
    if expected != ExpectedResult::ByChance && is_right != (expected == ExpectedResult::Passes) {
        println!("the list says {expected:?}:\n{}", String::from_utf8_lossy(&output.stdout));
        counts.differences += 1;
    }
    Ok(())
}

fn choose_limit(expected: ExpectedResult) -> &'static str {
    match expected {
        ExpectedResult::Fails => LIMIT_OF_FAILURE,
        ExpectedResult::Passes | ExpectedResult::ByChance => LIMIT,
    }
}

/// Runs a program in a folder of its own, where it makes its files.
fn run_program(
    library: &Library,
    program: &ListedProgram,
    variables: &[String],
    path: &Path,
    limit: &str,
) -> Result<Output, String> {
    let folder = mpi_libraries::scratch_path(&format!("contrib-{}", library.slug));
    let fault = |error| format!("`{}` cannot be made: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(fault)?;
    let mut variables = variables.to_vec();
    variables.push("MPITEST_VERBOSE=1".to_owned());
    let argument = program.argument.as_deref().or(program.is_by_chance.then_some(CHANCE));
    let arguments: Vec<&str> = argument.into_iter().collect();
    let mut command = library.launch_command_within(limit, &variables, program.processes, path, &arguments);
    command.current_dir(&folder);
    let output = Library::collect_output(&mut command);
    fs::remove_dir_all(&folder).map_err(fault)?;
    output
}

/// How a test ended: it says so itself, as in MPICH's test suite, and a launcher may print more.
fn parse_outcome(output: &Output) -> TestOutcome {
    let printed = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || !printed.lines().any(|line| line == " No Errors") {
        TestOutcome::Failed
    } else if printed.lines().any(|line| line.starts_with("not tested: ")) {
        TestOutcome::Skipped
    } else {
        TestOutcome::Passed
    }
}

#[cfg(test)]
mod tests;
