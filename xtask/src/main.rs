//! `cargo xtask COMMAND`.
//!
//! Without the feature `corpus`, the [chores] are missing, and without `standard` also the commands that need the language.
//! `grammar` remains, which repairs a language crate that does not build.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks to who called it")]

#[cfg(feature = "corpus")]
mod chores;

use std::process::ExitCode;

use datarep_bench::PageUpdate;
use datarep_workshop::program::to_exit_code;
use datarep_workshop::workspace;
use xtask::{check, grammar};
#[cfg(feature = "standard")]
use xtask::{formats, optimized, standard};

const HELP: &str = "\
cargo xtask COMMAND

  book                builds the book of docs with mdBook, which it installs below target/; a warning is an error
  charsets [--check]  writes the data of code pages, from the converters of CPython and of the C library; `--check` only
                      compares, with those converters that the machine has
  check [COMMIT]      the format of all code, and lints and tests of the packages whose files differ from a commit, HEAD by
                      default. `cargo check-changes` does the same, and builds no crate of this workspace before
  copybooks [--check]
                      imports the copybooks of the corpus that DATAREP_CORPUS names, reads their files, and compares each
                      value with that of another reader; writes nothing, with `--check` and without
  corpus [--verbose]  reads and writes every number of the corpus that DATAREP_CORPUS names, by generated
                      code, and compares the results with the references; `--verbose` names each segment
  dist [PART…] [MACHINE…]
                      makes what people install who have no Rust, in target/dist, with checksums, and tries each thing:
                      all, or command, mpi, wheel, debian, sbom, crates, recipes, for x86_64 and aarch64 or for one of
                      them. docs/installing.md says what they are
  dynamic [--items N] [--slice] [--only NAME]
                      compares interpreted conversions with generated code, for each mapping of the library in both
                      directions, on at most a million random items and as many structured ones; `--slice`: few enough
                      items for CI; `--only`: only representations whose names contain NAME
  exhaustive [FORMAT…]
                      compares generated code with the reference on every pattern of at most 32 bits; takes hours,
                      and resumes where it was stopped. `--slice`: a part that takes about a minute, for CI;
                      `--properties`: only properties of the generated code itself: round trips, order, signs, counts;
                      `--write-report`: writes the table in docs/exhaustive.md, `--report`: prints it
  faults [--quick | --write | --check]
                      accesses files and converts whole files, with a fault at each system call in turn; `--quick`:
                      at some of the calls only; `--write`: writes docs/reliability.md, `--check` only compares that page
  first [ROW…]        measures how long the first commands of a newcomer take, each in a clone of the last commit and with an
                      empty folder of Cargo: picture, tests, command, python, crate, change; all of them in an hour
  frames              reads from debug builds how much of the stack each function takes; more than 64 KiB is an error
  formats [--check]   writes docs/formats.md and docs/formats/FAMILY.md, the pages of the standard library; `--check` only compares
  standard [--check]  writes the generated code of the standard library in runtime/src/standard;
                      `--check` only compares
  fuzz [--seconds N | --until-quiet] [TARGET…]
                      runs the fuzzing campaigns of fuzz/, 20 seconds each by default: looks for inputs that make the
                      language, conversions, datatypes, files or the command panic, hang or take more memory than
                      allowed; needs a nightly compiler. `--until-quiet`: each until it has found no new branch for ten
                      million executions and eight hours, of earlier runs too. `shapes` runs only where it is named
  mutants [--seconds N] [--most N] [--without-answers]
                      plants 200 faults in parser, checker and readers, one at a time, and counts how many the campaigns
                      find in 600 seconds each by default; needs a nightly compiler. `--most`: so many faults now, and
                      the next run goes on; `--without-answers`: without what committed inputs are known to give
  mpi                 compares 12,000 random datatypes, and their items in external32, with a real MPI library, which it
                      installs below target/
  mpi-aarch64         cross-builds the MPI library for 64-bit Arm, and runs its tests and programs under an emulator, with
                      Debian's MPI libraries of that machine, which it unpacks below target/
  mpi-clients [--files | --suites [NAME…]]
                      runs real programs: all tests of mpi4py, and MPICH's, ROMIO's and PnetCDF's of files, preloaded and
                      checked beside unaided; tests of files with a forced representation; functions of C and Python; a
                      linked program; the program of the README; `--files`: of others' tests only mpi4py's of files;
                      `--suites`: only those of mpich, romio and pnetcdf, or of those named
  mpi-contrib         runs the tests of contrib/mpi-tests, natively by each available MPI library, where each must have the
                      result that is listed, and preloaded, where all must pass; also the programs that show faults
  mpi-faults          makes one process of two fail: that process must report the error, and the other one must not
                      hang; also misuses, full devices, killed processes, MPI calls that fail, and calls from threads
  mpi-fortran         uses representations in programs through the three Fortran bindings, with each MPI library whose
                      Fortran compiler is installed
  mpi-glibc           builds the MPI libraries for glibc 2.28, and reads from the files which version they need
  mpi-matrix [--full] runs every data access routine through representations, in twelve layouts, on one, two and four
                      processes of each available MPI library; `--full`: all layouts on four processes, too
  mpi-native          runs programs unaided and preloaded, on two processes of each available MPI library: what is right
                      in native views must be right preloaded, in native views and in others
  mpi-plugins         tests representations from shared libraries, and libraries that cannot be loaded, under each MPI
                      library
  mpi-rust            compares MPI files of Rust programs with local files, on two processes of each available MPI library
  mpi-texts           uses all representations of the library, and texts of one's own, on two processes of each available
                      MPI library
  page [--test|--pictures]
                      builds the page of formats in a browser: target/page/index.html in one file, and target/page/split for
                      a server; `--test`: tests it in the system's Chromium and Firefox; `--pictures`: draws the pictures
                      of it in docs/pictures, in Chromium
  pairs [--slice] [--only FORMAT] [--program PATH]
                      converts words between every two number formats of the library by the command, and compares them
                      with exact arithmetic; `--slice`: one pair of 41, for CI; `--only`: only pairs with FORMAT, such as
                      `dec::vax_g`; `--program`: the command to run, which is not built then
  pictures [--check]  draws the pictures of the book in docs/pictures; `--check` only compares
  platforms [TARGET…]
                      runs the tests of the language, the generator, the runtime, the interpreter and the command on other
                      processors and systems, by emulators: all, or targets that begin with one of the words, such as s390x
  probe [--verbose] [--check]
                      counts how often `datarep probe` names the format of a segment of the corpus that DATAREP_CORPUS
                      names, first or among the first three; `--verbose` names each segment, `--check`: too few are an error
  prove [--format NAME] [--shipped] [--limit SECONDS] [--seconds N] [--slice | --compiled | --write]
                      proves by a solver, which it installs below target/, that bodies of plans give what the
                      specification says for every word, and plants faults in them; goes on where it was stopped.
                      `--format`: only formats of this name, more than once if wanted; `--shipped`: only by the rules of
                      the library's representations; `--limit`: for one question, 10 seconds by default; `--seconds`:
                      begins nothing more then; `--slice`: a part for CI; `--compiled`: runs the bodies and
                      their mutants as compiled code on some words; `--write`: writes docs/proved.md and
                      workshop/proofs/kept/results.txt from what is proved
  python              builds the wheel of the Python package, installs it below target/ and runs its tests there
  random [--formats N] [--records N] [--seed S] [--after N] [--interpreted]
                      draws N random formats with rules, 300 by default, and compares their generated code with the
                      reference: both forms, every level of the processor, both directions; then N texts of records, a
                      tenth as many by default, or a quarter if nothing is compiled, with files, some of them damaged. The seed is printed;
                      `--seed` repeats a run, and `--after` then skips the rounds within the first N formats;
                      `--interpreted`: compiles nothing, for thousands of formats in a minute
  requirements [--check]
                      writes docs/semantics.md: what MPI requires, where it is implemented, which test proves it; fails
                      if a requirement is not proven. `--check` only compares
  sanitize [--quick]  runs tests of the runtime under Miri, the address sanitizer and the thread sanitizer, and accesses
                      to files, conversions and MPI files under the sanitizers and valgrind; needs a nightly compiler
                      with `miri` and `rust-src`, and skips tools that are not installed; `--quick`: a part for CI
  scale [--measure]   reads records and arrays by Spark, Dask, Polars and other engines, which it installs below target/, and
                      compares them row by row; `--measure`: measures instead how fast each is
  split [--quick]     divides random files of records into parts, and compares the borders and records of all parts with what was
                      written: 10^9 records in 10^4 files, of which 10^6 imitate marks; measures the division of 10 GB; `--quick`:
                      a hundredth of the files
  supply [--quick | --write | --interfaces | --write-interfaces]
                      checks licenses, sources and versions of all dependencies, and the list of those that come with
                      published crates; compares public items with the committed lists; builds with the oldest compiler
                      and with the oldest dependencies. `--quick`: only the dependencies; `--write`: writes their list;
                      `--interfaces`: only the public items, from what `cargo doc` has built; `--write-interfaces`:
                      writes their lists
  test                runs everything: checks that generated files are up to date, runs all tests of the workspace with
                      all features of the runtime, its documentation and examples, and the corpus if DATAREP_CORPUS is set
  bench [--quick] [--check] [--group GROUP] [--level LEVEL] [--build] [--write] [--front]
                      compares conversions with copying, other crates and other languages, and checks every speed goal;
                      `--quick`: only the best-known formats, `--check`: only whether all answers are right, `--group`:
                      swap, integer, text, struct, datatype, read, write, other, dynamic, file, parallel, mpi, python,
                      records or build, `--level`: as on a processor of that level: baseline, avx2 or avx512, `--build`: what building
                      costs; `--write`: writes the tables in docs/performance, one for each level measured; `--front`:
                      writes only the first page, from the tables already there
  bench --beyond [--write]
                      compares conversions of 256 MiB with copying, in seven starts of the program: the median and the
                      worst, and each way to memory; `--write`: writes the table of this machine
  vectors             checks in the compiler's assembly whether the runtime's loops are vectorized
  grammar [--check]   writes the parser that is generated from datarep-dsl/src/grammar.pest; `--check` only compares
  help                prints this list

If the runtime does not build, `cargo run -p xtask --no-default-features --features standard -- standard` can
still repair it; if the language does not, `cargo run -p xtask --no-default-features -- grammar`.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["grammar"] => write_grammar(),
        ["grammar", "--check"] => {
            grammar::check(&workspace::root()).map(|()| println!("the parser is what the grammar gives"))
        }
        // This group needs no optimized code except the library's.
        ["bench", "--group", "mpi"] => measure_mpi(PageUpdate::Keep),
        ["bench", "--group", "mpi", "--write"] => measure_mpi(PageUpdate::Write),
        ["check"] => check::run("HEAD"),
        ["check", commit] if !commit.starts_with('-') => check::run(commit),
        ["check", rest @ ..] => Err(format!("`check` takes one commit, and not `{}`", rest.join(" "))),
        ["bench", "--front"] => datarep_bench::front::write(&workspace::root()),
        ["bench", "--group", "python"] => measure_python(PageUpdate::Keep),
        ["bench", "--group", "python", "--write"] => measure_python(PageUpdate::Write),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        #[cfg(feature = "corpus")]
        arguments if let Some(result) = chores::run(arguments) => result,
        arguments => return run_other_command(arguments),
    };
    to_exit_code(result)
}

fn measure_mpi(page: PageUpdate) -> Result<(), String> {
    datarep_bench::run_mpi(&workspace::root(), page, &mut std::io::stdout().lock())
}

fn measure_python(page: PageUpdate) -> Result<(), String> {
    datarep_bench::run_python(&workspace::root(), page, &mut std::io::stdout().lock())
}

#[cfg(not(feature = "standard"))]
fn run_other_command(arguments: &[&str]) -> ExitCode {
    to_exit_code(Err(format!("`{}` needs the feature `standard`", arguments.join(" "))))
}

#[cfg(feature = "standard")]
fn run_other_command(arguments: &[&str]) -> ExitCode {
    let result = match arguments {
        ["bench", "--beyond", ..] => optimized::run_bench("beyond", &arguments[1..]),
        // No other group is built for it.
        ["bench", "--group", "records", ..] => optimized::run_bench("records", &arguments[1..]),
        ["bench", rest @ ..] => run_bench(rest),
        ["dynamic", rest @ ..] => run_dynamic(rest),
        ["exhaustive", rest @ ..] => optimized::run_exhaustive(rest),
        ["formats"] => write_formats(),
        ["formats", "--check"] => formats::check(&workspace::root()).map(|counts| {
            println!("{counts}; docs/formats.md and the pages of families are what the generator makes");
        }),
        ["standard"] => write_standard(),
        ["standard", "--check"] => standard::check(&workspace::root())
            .map(|count| println!("{count} files are what the generator makes")),
        // It tries some hundred formats on each segment.
        ["probe", rest @ ..] => optimized::run_oracle("probe", "probe", rest),
        ["split", rest @ ..] if matches!(rest, [] | ["--quick"]) => {
            optimized::run_oracle("split", "split", rest)
        }
        [
            command @ ("book" | "copybooks" | "corpus" | "formats" | "mpi" | "mpi-aarch64" | "mpi-clients"
            | "mpi-contrib" | "mpi-faults" | "mpi-fortran" | "mpi-glibc" | "mpi-matrix"
            | "mpi-native" | "mpi-plugins" | "mpi-rust" | "mpi-texts" | "page" | "pictures"
            | "python" | "requirements" | "scale" | "split" | "standard" | "test" | "vectors"
            | "grammar" | "help"),
            rest @ ..,
        ] => {
            eprintln!("error: `{command}` does not know `{}`\n\n{HELP}", rest.join(" "));
            return ExitCode::from(2);
        }
        _ => {
            eprintln!("error: there is no command `{}`\n\n{HELP}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    to_exit_code(result)
}

fn write_grammar() -> Result<(), String> {
    match grammar::write(&workspace::root())? {
        Some(path) => println!("wrote `{}`", path.display()),
        None => println!("nothing to write: the parser is what the grammar gives"),
    }
    Ok(())
}

#[cfg(feature = "standard")]
fn write_formats() -> Result<(), String> {
    let (written, counts) = formats::write(&workspace::root())?;
    println!("{counts}");
    match written.as_slice() {
        [] => println!("nothing to write"),
        written => written.iter().for_each(|path| println!("wrote `{}`", path.display())),
    }
    Ok(())
}

#[cfg(feature = "standard")]
fn write_standard() -> Result<(), String> {
    let written = standard::write(&workspace::root())?;
    for path in &written {
        println!("wrote `{}`", path.display());
    }
    if written.is_empty() {
        println!("nothing to write: all files are what the generator makes");
    }
    Ok(())
}

/// Runs the comparison in the optimized program that `exhaustive` uses, so that both commands share one build.
#[cfg(feature = "standard")]
fn run_dynamic(arguments: &[&str]) -> Result<(), String> {
    // A slice uses only formats that the program of `exhaustive` contains anyway.
    let features = if arguments.contains(&"--slice") { "slice" } else { "exhaustive,others" };
    optimized::run_oracle(features, "dynamic", arguments)
}

/// Measures in an optimized program, which is built for this command only.
#[cfg(feature = "standard")]
fn run_bench(arguments: &[&str]) -> Result<(), String> {
    // Only these groups measure every format, so only they pay for a build with all formats.
    let every = !arguments.iter().any(|argument| ["--quick", "--check", "--build"].contains(argument))
        && arguments
            .iter()
            .position(|argument| *argument == "--group")
            .and_then(|index| arguments.get(index + 1))
            .is_none_or(|group| ["read", "write", "other"].contains(group));
    optimized::run_bench(if every { "bench-all" } else { "bench" }, arguments)
}
