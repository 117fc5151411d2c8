//! `cargo xtask test`: runs all checks step by step. A step that fails does not stop the others.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use datarep_laboratory as laboratory;
use datarep_oracle::random;
use datarep_proofs::prove;

use crate::{
    book, charsets, faults, formats, fuzz, grammar, optimized, page, python_package, requirements, sanitize,
    scale, skipped, standard, vectors, workspace,
};

type Step = (&'static str, Lane, fn() -> Result<(), String>);

/// A lane of steps that run one after another, beside other lanes.
///
/// Cargo builds in one profile at a time, and a build ends with a few files that take long. So the steps of the two
/// profiles are in separate lanes, which run beside each other. After them come the steps with MPI libraries, one after
/// another, some with two libraries at once. They leave a part of two processors to the Python package, which runs beside them.
///
/// One more lane is for those who ask for it: its steps compile most of the workspace again, by a nightly compiler, to look at
/// what a change seldom breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// The tests of the workspace, not optimized, steps with programs that these have built, and quick steps.
    Debug,
    /// The optimized steps, beside `Debug`.
    Release,
    /// The steps that need MPI libraries.
    Mpi,
    /// The Python package, beside `Mpi`.
    Python,
    /// What a nightly compiler alone can do. `.ci/nightly` runs it, and [`run`] does not: the tests of the workspace take the
    /// committed inputs of the campaigns, and valgrind runs in the lane `Debug`.
    Nightly,
}

impl Lane {
    /// The name of a lane. It is used on the command line and for the file of its output.
    fn name(self) -> &'static str {
        match self {
            Lane::Debug => "debug",
            Lane::Release => "release",
            Lane::Mpi => "mpi",
            Lane::Python => "python",
            Lane::Nightly => "nightly",
        }
    }
}

const STEPS: &[Step] = &[
    ("Python 3 is there, for the data of the examples", Lane::Debug, check_python),
    ("the parser is what the grammar gives", Lane::Debug, check_parser),
    ("the code pages are those of CPython and of the C library", Lane::Debug, check_code_pages),
    ("the standard library's generated code is up to date", Lane::Debug, check_standard),
    ("the page of formats is up to date", Lane::Debug, check_formats),
    ("every requirement of MPI has a test", Lane::Debug, check_requirements),
    ("the book builds, and its links and those of the README lead somewhere", Lane::Debug, build_book),
    ("tests of the workspace: units, documentation, compile errors, examples", Lane::Debug, test_workspace),
    ("no function needs much of the stack in a debug build", Lane::Debug, check_frames),
    ("conversions between pairs of formats and exact arithmetic: a slice", Lane::Debug, run_pairs_slice),
    ("the runtime builds without macros", Lane::Debug, check_runtime_without_macros),
    ("the runtime without macros compiles no parser", Lane::Debug, check_no_runtime_dependencies),
    ("the corpus", Lane::Debug, run_corpus),
    ("copybooks and their files, as another reader has them", Lane::Debug, run_copybooks),
    ("bodies of plans and the specification: a slice of the proofs", Lane::Debug, run_proofs_slice),
    ("crates of others: licenses, sources, versions", Lane::Debug, check_dependencies),
    ("generated code and the reference: a slice of all patterns", Lane::Release, run_exhaustive_slice),
    ("interpreted conversions and generated code: a slice of all items", Lane::Release, run_dynamic_slice),
    ("the probe over the corpus", Lane::Release, check_probe),
    ("random files of records in parts: a part of them", Lane::Release, run_quick_split),
    ("the runtime's loops are vectorized", Lane::Release, check_loops),
    ("formats at the corners, optimized", Lane::Release, test_optimized_corners),
    ("random formats and the reference", Lane::Release, run_random_formats),
    ("2 GiB through a file in bounded memory", Lane::Release, run_bounded_memory),
    ("accesses to files with faults below: a part of them", Lane::Debug, run_quick_faults),
    ("accesses to files under valgrind", Lane::Debug, run_quick_sanitize),
    ("random datatypes and an MPI library", Lane::Mpi, laboratory::datatypes::compare),
    ("every MPI library with representations: routines and layouts", Lane::Mpi, run_mpi_matrix),
    ("every MPI library with representations: as in native views", Lane::Mpi, laboratory::native::run),
    ("every MPI library with representations: faults", Lane::Mpi, laboratory::faults::run),
    ("every MPI library with representations: Fortran", Lane::Mpi, laboratory::fortran::run),
    ("every MPI library with representations: plug-ins", Lane::Mpi, laboratory::plugins::run),
    ("every MPI library with representations: texts", Lane::Mpi, laboratory::texts::run),
    ("every MPI library with representations: files for Rust", Lane::Mpi, laboratory::rust::run),
    (
        "every MPI library with representations: mpi4py's own tests of files",
        Lane::Mpi,
        run_mpi_clients_of_files,
    ),
    (
        "every MPI library by itself and with representations: tests for its own people",
        Lane::Mpi,
        laboratory::contrib::run,
    ),
    (
        "the Python package: its wheel, and its tests in a virtual environment",
        Lane::Python,
        python_package::run,
    ),
    ("engines of tables and arrays: the same rows by each", Lane::Python, scale::run),
    ("the page of formats, in real browsers", Lane::Python, page::check),
    ("`unsafe` under Miri, two sanitizers and valgrind", Lane::Nightly, run_sanitize),
    ("campaigns of fuzzing: a minute each", Lane::Nightly, run_fuzz_campaigns),
];

/// The beginning of the last lines of a run. They hold a word, the seconds and the title of each step.
const SUMMARY: &str = "== summary";

/// What stands before the fault of a step.
const FAULT: &str = "== FAILED: ";

/// Runs all steps.
///
/// # Errors
///
/// Returns the faults of the steps that failed. All other steps have run too.
pub fn run() -> Result<(), String> {
    workspace::assume_slices_are_built();
    let mut done = LaneResult::default();
    for (lane, other) in [(Lane::Debug, Lane::Release), (Lane::Mpi, Lane::Python)] {
        let beside = LaneProcess::start(other)?;
        done.append(run_steps(STEPS, lane));
        done.append(beside.wait()?);
    }
    done.summary = sort_by_time(&done.summary);
    done.write_summary()?;
    done.print_and_check()
}

/// Runs only the steps of the lane with this name.
///
/// # Errors
///
/// As [`run`], or that no lane has the name.
pub fn run_line(name: &str) -> Result<(), String> {
    let lane = STEPS.iter().map(|step| step.1).find(|lane| lane.name() == name);
    let lane = lane.ok_or_else(|| format!("no line of steps is called `{name}`"))?;
    workspace::assume_slices_are_built();
    run_steps(STEPS, lane).print_and_check()
}

/// The process that runs the steps of a lane beside those of another. Its output is printed after it has ended.
struct LaneProcess {
    lane: Lane,
    process: Child,
    log: PathBuf,
}

impl LaneProcess {
    fn start(lane: Lane) -> Result<LaneProcess, String> {
        let name = lane.name();
        let fault = |error: io::Error| format!("the steps of the line `{name}` cannot be started: {error}");
        let folder = workspace::target_folder().join("tests");
        fs::create_dir_all(&folder).map_err(fault)?;
        let log = folder.join(name).with_extension("log");
        let file = File::create(&log).map_err(fault)?;
        // If Cargo has built this program meanwhile, another file is in its place.
        let itself = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
        let program = if itself.exists() { itself } else { std::env::current_exe().map_err(fault)? };
        let mut command = Command::new(&program);
        // Processes of MPI spin while they wait for each other: where others take the processor, they wait for a turn at each
        // message, and what takes 5 seconds takes minutes.
        if lane == Lane::Python && workspace::find_program("nice").is_some() {
            command = Command::new("nice");
            command.args(["-n", "5"]).arg(&program);
        }
        let process = command
            .args(["test", "--line", name])
            .stdin(Stdio::null())
            .stdout(file.try_clone().map_err(fault)?)
            .stderr(file)
            .spawn()
            .map_err(fault)?;
        println!("the steps of the line `{name}` run beside the others: `{}`", log.display());
        Ok(LaneProcess { lane, process, log })
    }

    /// Waits until the process has ended, and prints its output.
    fn wait(mut self) -> Result<LaneResult, String> {
        let name = self.lane.name();
        let fault = |error: io::Error| format!("the steps of the line `{name}` are lost: {error}");
        let status = self.process.wait().map_err(fault)?;
        let text = String::from_utf8_lossy(&fs::read(&self.log).map_err(fault)?).into_owned();
        let (text, summary) = text.split_once(SUMMARY).unwrap_or((&text, ""));
        println!("{text}");
        let is_row = |line: &&str| ["ok ", "skipped ", "FAILED "].iter().any(|word| line.starts_with(word));
        let summary: String = summary.lines().filter(is_row).flat_map(|line| [line, "\n"]).collect();
        let all = STEPS.iter().filter(|(_, lane, _)| *lane == self.lane).count();
        let mut faults = Vec::new();
        if !status.success() || summary.lines().count() != all {
            faults.push(format!("steps of the line `{name}` ({status})"));
            faults.extend(text.lines().filter_map(|line| line.strip_prefix(FAULT)).map(str::to_owned));
        }
        Ok(LaneResult { summary, faults })
    }
}

/// The steps that have run: a line for each, and the faults of those that failed.
#[derive(Debug, Default, PartialEq, Eq)]
struct LaneResult {
    summary: String,
    faults: Vec<String>,
}

impl LaneResult {
    fn append(&mut self, other: LaneResult) {
        self.summary.push_str(&other.summary);
        self.faults.extend(other.faults);
    }

    /// Prints the summary.
    fn print_and_check(self) -> Result<(), String> {
        println!("\n{SUMMARY}\n{}", self.summary);
        if self.faults.is_empty() { Ok(()) } else { Err(self.faults.join("\nerror: ")) }
    }

    /// Writes the summary and the faults to a file, as they are lost in a long output that goes on.
    fn write_summary(&self) -> Result<(), String> {
        let path = workspace::target_folder().join("tests/summary.txt");
        let faults: String = self.faults.iter().flat_map(|fault| ["error: ", fault, "\n"]).collect();
        fs::write(&path, self.summary.clone() + &faults)
            .map_err(|error| format!("`{}`: {error}", path.display()))
    }
}

/// The rows of a summary, the slowest step first.
fn sort_by_time(summary: &str) -> String {
    let seconds = |row: &str| row.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let mut rows: Vec<&str> = summary.lines().collect();
    rows.sort_by(|one, other| f64::total_cmp(&seconds(other), &seconds(one)));
    rows.into_iter().flat_map(|row| [row, "\n"]).collect()
}

fn run_steps(steps: &[Step], lane: Lane) -> LaneResult {
    let mut done = LaneResult::default();
    for (index, (title, _, step)) in steps.iter().enumerate().filter(|(_, step)| step.1 == lane) {
        println!("\n== {} of {}: {title}", index + 1, steps.len());
        let (start, before) = (Instant::now(), processor_time());
        let result = step();
        let skipped = skipped::take_reports();
        let (word, reasons) = match &result {
            Err(_) => ("FAILED", String::new()),
            Ok(()) if skipped.is_empty() => ("ok", String::new()),
            Ok(()) => ("skipped", format!(": {}", skipped.join("; "))),
        };
        let seconds = start.elapsed().as_secs_f64();
        let worked = match (before, processor_time()) {
            (Some(before), Some(after)) => {
                format!(", {:6.1} s of a processor", after.saturating_sub(before).as_secs_f64())
            }
            _ => String::new(),
        };
        let _ = writeln!(done.summary, "{word:7} {seconds:6.1} s{worked}  {title}{reasons}");
        if let Err(fault) = refuse_skipped(result, &skipped, is_ci()) {
            // Print the fault at once, too, beside the output of the step.
            println!("{FAULT}{fault}");
            done.faults.push(format!("step {} ({title}): {fault}", index + 1));
        }
    }
    done
}

/// The time for which processors have worked for this process and for its children that have ended, where the system
/// says them. Where two lanes share the processors, a step's time says less than this.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may hold blanks, and ends with the last parenthesis.
    let (_, fields) = text.rsplit_once(')')?;
    // `utime`, `stime`, `cutime` and `cstime`, the fields 14 to 17 of `proc(5)`; the first one here is the third.
    let ticks = fields.split_whitespace().skip(11).take(4).map(str::parse::<u64>);
    let ticks: u64 = ticks.sum::<Result<u64, _>>().ok()?;
    // `USER_HZ`, which is 100 on all architectures that Linux has today but Alpha.
    Some(Duration::from_millis(10 * ticks))
}

/// Whether this runs where nothing may be skipped.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// Returns the result of a step. In CI, a step that skipped something fails.
fn refuse_skipped(result: Result<(), String>, skipped: &[String], is_ci: bool) -> Result<(), String> {
    result?;
    if is_ci && !skipped.is_empty() {
        return Err(format!("skipped, where nothing may be: {}", skipped.join("; ")));
    }
    Ok(())
}

fn check_python() -> Result<(), String> {
    let version = Command::new("python3")
        .args(["-c", "import sys; print(sys.version.split()[0]); sys.exit(sys.version_info < (3, 8))"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| {
            format!("`python3` cannot be run ({error}): install Python 3.8 or later and put it on the path")
        })?;
    let name = String::from_utf8_lossy(&version.stdout);
    if version.status.success() {
        println!("Python {}", name.trim());
        Ok(())
    } else {
        Err(format!("Python 3.8 or later is needed, `python3` is {}", name.trim()))
    }
}

fn check_parser() -> Result<(), String> {
    grammar::check(&workspace::root())
}

fn check_code_pages() -> Result<(), String> {
    println!("{}", charsets::check(&workspace::root())?);
    Ok(())
}

fn check_standard() -> Result<(), String> {
    let count = standard::check(&workspace::root())?;
    println!("{count} files are what the generator makes");
    Ok(())
}

fn check_formats() -> Result<(), String> {
    let counts = formats::check(&workspace::root())?;
    println!("{counts}; docs/formats.md and the pages of families are what the generator makes");
    Ok(())
}

fn check_requirements() -> Result<(), String> {
    let report = requirements::check(&workspace::root())?;
    println!("{}", report.summary);
    Ok(())
}

fn build_book() -> Result<(), String> {
    let page = book::build(&workspace::root())?;
    println!("built `{}`", page.display());
    Ok(())
}

/// Uses the crates of [`test_optimized_corners`].
fn run_bounded_memory() -> Result<(), String> {
    run_cargo_for_optimized_runtime("build", &["--example", "bounded_memory"])?;
    workspace::run_command(&mut Command::new(
        workspace::target_folder().join("release/examples/bounded_memory"),
    ))
}

fn run_mpi_matrix() -> Result<(), String> {
    laboratory::matrix::run(false)
}

/// Faults of the optimizer occur only in an optimized build.
fn test_optimized_corners() -> Result<(), String> {
    run_cargo_for_optimized_runtime("test", &["--test", "corners", "--test", "machines"])
}

/// The largest crates of the runtime's benches and of its other tests. Optimizing them takes longer than the steps that call none of
/// them.
const UNCALLED: [&str; 6] = ["clap_builder", "divan", "proptest", "regex-lite", "regex-syntax", "rustix"];

/// Builds or tests programs of the runtime, optimized.
fn run_cargo_for_optimized_runtime(command: &str, programs: &[&str]) -> Result<(), String> {
    let mut arguments = vec![command, "--release", "--quiet", "--package", "datarep"];
    arguments.extend(programs.iter().chain(workspace::slices_arguments()));
    let settings = UNCALLED.map(|name| format!("--config=profile.release.package.{name}.opt-level=0"));
    arguments.extend(settings.iter().map(String::as_str));
    workspace::run_cargo(&arguments)
}

/// Runs with the types of other crates and with slices that are divided: the feature `shared` of `xtask` asks for them. No
/// feature may change the results of code that works without it. They are not named here, as Cargo would then give the
/// runtime to each package that may have it, and compile these packages for the second time.
fn test_workspace() -> Result<(), String> {
    workspace::run_cargo(&["test", "--workspace", "--no-fail-fast"])
}

fn run_proofs_slice() -> Result<(), String> {
    prove::run_slice(&mut io::stdout().lock())
}

fn run_mpi_clients_of_files() -> Result<(), String> {
    laboratory::clients::run(laboratory::clients::Extent::Files)
}

fn check_runtime_without_macros() -> Result<(), String> {
    workspace::run_cargo(&["check", "--package", "datarep"])
}

fn check_no_runtime_dependencies() -> Result<(), String> {
    let arguments = ["tree", "--package", "datarep", "--edges", "normal,build"];
    let tree = workspace::cargo().args(arguments).stderr(Stdio::inherit()).output();
    let tree = tree.map_err(|error| format!("`cargo tree` cannot be run: {error}"))?;
    let tree = String::from_utf8_lossy(&tree.stdout);
    print!("{tree}");
    match tree.lines().count() {
        1 => Ok(()),
        0 => Err("`cargo tree` says nothing".to_owned()),
        _ => Err("without features the runtime has no dependencies, and here are some".to_owned()),
    }
}

fn check_loops() -> Result<(), String> {
    println!("{}", vectors::check()?);
    Ok(())
}

fn run_exhaustive_slice() -> Result<(), String> {
    optimized::run_oracle("slice", &["exhaustive", "--slice"])
}

/// Runs in the program that the slice of `exhaustive` has built.
fn run_dynamic_slice() -> Result<(), String> {
    optimized::run_oracle("slice", &["dynamic", "--slice"])
}

/// Runs in the program that the slices of `exhaustive` and `dynamic` share.
fn run_quick_split() -> Result<(), String> {
    optimized::run_oracle("slice", &["split", "--quick"])
}

fn run_random_formats() -> Result<(), String> {
    // All formats are built in one round. The seed is fixed, so that a difference is one of the change. Runs that look for
    // new differences are started by hand: `cargo xtask random --interpreted`.
    let options = random::Options { formats: 120, seed: Some(9), ..random::Options::default() };
    random::run(options, &mut io::stdout().lock())
}

fn run_quick_faults() -> Result<(), String> {
    faults::run(true)
}

fn run_quick_sanitize() -> Result<(), String> {
    sanitize::run(true)
}

fn run_sanitize() -> Result<(), String> {
    sanitize::run(false)
}

fn run_fuzz_campaigns() -> Result<(), String> {
    fuzz::run(&fuzz::Options { extent: fuzz::Extent::Seconds(60), only: Vec::new() })
}

fn check_probe() -> Result<(), String> {
    if std::env::var_os("DATAREP_CORPUS").is_none() {
        skipped::report("the probe", "set `DATAREP_CORPUS` to the folder of the corpus");
        return Ok(());
    }
    // This uses the same program as the slices.
    optimized::run_oracle("slice", &["probe", "--check"])
}

/// Looks at what the tests of the workspace have built.
fn check_frames() -> Result<(), String> {
    println!("{}", crate::frames::check()?);
    Ok(())
}

/// Runs the command that the tests of the workspace have built.
fn run_pairs_slice() -> Result<(), String> {
    use crate::pairs::{self, Options};
    let options = Options { every: Some(Options::SLICE), ..Options::default() };
    pairs::run(&options, &mut io::stdout().lock())
}

fn run_corpus() -> Result<(), String> {
    use crate::corpus;
    if std::env::var_os(corpus::VARIABLE).is_none() {
        skipped::report("the corpus", &format!("set `{}` to its folder", corpus::VARIABLE));
        return Ok(());
    }
    let summary = corpus::walk(&corpus::root()?, false, &mut io::stdout().lock())?;
    if summary.is_equal() { Ok(()) } else { Err("numbers of the corpus are different".to_owned()) }
}

fn run_copybooks() -> Result<(), String> {
    use crate::{copybooks, corpus};
    if std::env::var_os(corpus::VARIABLE).is_none() {
        skipped::report("copybooks", &format!("set `{}` to the folder of the corpus", corpus::VARIABLE));
        return Ok(());
    }
    copybooks::run(&mut io::stdout().lock())
}

fn check_dependencies() -> Result<(), String> {
    use crate::supply::{self, Extent};
    supply::run(&workspace::root(), Extent::Quick)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Reports of what is skipped are those of the process, so that these tests take turns.
    static TURN: Mutex<()> = Mutex::new(());

    #[test]
    fn a_step_that_fails_does_not_hide_the_others() {
        let _turn = TURN.lock();
        let steps: &[Step] = &[
            ("one", Lane::Debug, || Err("the first fault".to_owned())),
            ("two", Lane::Debug, || Ok(())),
            ("other", Lane::Mpi, || Err("of another lane".to_owned())),
            ("three", Lane::Debug, || Err("the last fault".to_owned())),
        ];
        let done = run_steps(steps, Lane::Debug);
        assert_eq!(done.summary.lines().count(), 3);
        assert_eq!(
            done.print_and_check(),
            Err("step 1 (one): the first fault\nerror: step 4 (three): the last fault".to_owned())
        );
        assert_eq!(run_steps(&steps[1..2], Lane::Debug).print_and_check(), Ok(()));
    }

    #[test]
    fn the_slowest_step_comes_first() {
        let summary = "ok         1.5 s  one\nFAILED  1431.0 s  two\nskipped   57.7 s  three: why\n";
        let sorted = sort_by_time(summary);
        assert_eq!(sorted, "FAILED  1431.0 s  two\nskipped   57.7 s  three: why\nok         1.5 s  one\n");
    }

    #[test]
    fn a_step_that_looked_at_nothing_is_skipped_and_not_ok() {
        let _turn = TURN.lock();
        let steps: &[Step] = &[
            ("one", Lane::Python, || {
                skipped::report("all of it", "install what is missing");
                Ok(())
            }),
            ("two", Lane::Python, || Ok(())),
        ];
        let summary = run_steps(steps, Lane::Python).summary;
        let rows: Vec<&str> = summary.lines().collect();
        assert!(
            rows[0].starts_with("skipped ") && rows[0].ends_with("one: all of it: install what is missing")
        );
        assert!(rows[1].starts_with("ok ") && rows[1].ends_with("two"), "{summary}");
        let told = ["all of it: install what is missing".to_owned()];
        assert_eq!(refuse_skipped(Ok(()), &told, false), Ok(()));
        assert!(refuse_skipped(Ok(()), &told, true).is_err_and(|fault| fault.contains("install")));
    }
}
