//! The tests of files of MPICH, ROMIO and `PnetCDF` under each library: natively, preloaded, and checked.
//! Their sources are downloaded from Debian.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod build;
mod mpich;
mod pnetcdf;
mod sources;
mod trial;

use std::fs;
use std::time::Instant;

use datarep_workshop::mpi_libraries::Library;
use datarep_workshop::{skipped, workspace};

use self::build::Suite;
use self::sources::Source;
use self::trial::Test;
use super::ClientCounts;

/// A suite: its name, the source package that has it, and how its programs are built for a library.
struct Kind {
    name: &'static str,
    package: &'static str,
    /// Programs that building takes, and Debian's packages that have them.
    tools: &'static [(&'static str, &'static str)],
    build: fn(&Library, &Source) -> Result<Suite, String>,
}

const KINDS: [Kind; 3] = [
    Kind { name: "mpich", package: "mpich", tools: &[], build: mpich::build_mpich },
    Kind { name: "romio", package: "mpich", tools: &[], build: mpich::build_romio },
    Kind { name: "pnetcdf", package: "pnetcdf", tools: &PNETCDF_TOOLS, build: pnetcdf::build },
];

/// What makes and runs the `configure` of `PnetCDF`.
const PNETCDF_TOOLS: [(&str, &str); 5] = [
    ("autoreconf", "autoconf"),
    ("automake", "automake"),
    ("libtoolize", "libtool"),
    ("m4", "m4"),
    ("make", "make"),
];

/// Runs all suites, or those that `only` names. A failure is new if the test does not fail natively.
pub(super) fn run(libraries: &[Library], preload: &str, only: &[&str]) -> Result<ClientCounts, String> {
    if let Some(unknown) = only.iter().find(|name| KINDS.iter().all(|kind| kind.name != **name)) {
        return Err(format!("`--suites` does not know `{unknown}`"));
    }
    let mut counts = ClientCounts::default();
    for kind in KINDS.iter().filter(|kind| only.is_empty() || only.contains(&kind.name)) {
        let missing = kind.tools.iter().find(|(program, _)| workspace::find_program(program).is_none());
        let found = match missing {
            Some((program, package)) => Err(skipped::name_package(program, package)),
            None => sources::download(kind.package),
        };
        let source = match found {
            Ok(source) => source,
            Err(reason) => {
                skipped::report(&format!("the tests of files of {}", kind.name), &reason);
                continue;
            }
        };
        // Processes of MPI spin while they wait, so that two libraries at once would take longer than one
        // after another.
        for library in libraries {
            let suite = (kind.build)(library, &source)?;
            counts += run_suite(library, preload, kind, &source, &suite)?;
        }
    }
    Ok(counts)
}

/// Runs the tests of a suite, and prints those that fail natively.
fn run_suite(
    library: &Library,
    preload: &str,
    kind: &Kind,
    source: &Source,
    suite: &Suite,
) -> Result<ClientCounts, String> {
    let title = format!("{}, {} ({})", library.name, kind.name, source.name);
    for name in &suite.broken {
        println!("{title}, natively: `{name}` does not compile");
    }
    let begin = Instant::now();
    let (mut compared, mut failing, mut failures) = (0, suite.broken.len(), 0);
    for test in suite.tests.iter().filter(|test| has_memory(test)) {
        let mut native = test.run(library, &[])?;
        for (what, settings) in list_runs(test) {
            if native.is_some() {
                break;
            }
            let variables: Vec<String> = [preload].iter().chain(settings).map(ToString::to_string).collect();
            compared += 1;
            if let Some(reason) = test.run(library, &variables)? {
                native = repeat_natively(library, test)?;
                if native.is_none() {
                    println!("{title}, {what}: `{}` {reason}", test.name);
                    failures += 1;
                }
            }
        }
        if let Some(reason) = native {
            println!("{title}, natively: `{}` {reason}", test.name);
            failing += 1;
        }
    }
    let (tests, seconds) = (suite.tests.len() + suite.broken.len(), begin.elapsed().as_secs());
    println!(
        "{title}: {tests} tests, {failing} fail natively; {compared} runs with the library, {failures} new \
         failures; {seconds} s"
    );
    Ok(ClientCounts { tests: compared, failures })
}

/// Runs a test natively again, which has failed with the library. Returns why it failed, or `None` if it
/// never does.
///
/// Some tests fail natively in one of a few runs: MPI libraries crash now and then, and writes in atomic mode
/// of Open MPI are seen in part.
fn repeat_natively(library: &Library, test: &Test) -> Result<Option<String>, String> {
    const TIMES: u32 = 10;
    for time in 1..=TIMES {
        if let Some(reason) = test.run(library, &[])? {
            return Ok(Some(format!("passes at first, and at try {} {reason}", time + 1)));
        }
    }
    Ok(None)
}

/// How a test is run with the library preloaded: names and settings.
///
/// No run has a forced representation. Most of these programs access files of bytes by numbers, which the
/// library refuses then, as it has to.
fn list_runs(test: &Test) -> Vec<(&'static str, &'static [&'static str])> {
    let mut runs: Vec<(_, &[_])> = vec![("preloaded", &[]), ("checked", &["DATAREP_CHECK=1"])];
    if test.name.contains("external32") {
        runs.push(("with `external32` converted", &["DATAREP_EXTERNAL32=1"]));
    }
    runs
}

/// Whether this machine has the memory that a test needs now, for the program and for its file, which is in
/// memory too.
fn has_memory(test: &Test) -> bool {
    const KIB_IN_TENTH: u64 = 100_000_000 / 1024;
    let wanted = 2 * test.memory * KIB_IN_TENTH;
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let available = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0_u64);
    if available < wanted {
        let needed = format!("it needs {} GB of free memory", wanted.div_ceil(10 * KIB_IN_TENTH));
        skipped::report(&format!("the test `{}`", test.name), &needed);
    }
    available >= wanted
}
