//! The words of `cargo xtask`. All commands are here, whatever the program is built with.
#![expect(clippy::doc_markdown, reason = "comments are shown as help")]

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};
use datarep_bench::BenchArguments;
use datarep_workshop::arguments::OracleCommand;

/// The commands of this workspace
#[derive(Debug, Parser)]
#[command(
    name = "xtask",
    bin_name = "cargo xtask",
    next_display_order = None,
    after_help = "If the runtime does not build, `cargo run -p xtask --no-default-features --features standard -- \
                  standard` can still repair it; if the language does not, `cargo run -p xtask --no-default-features \
                  -- grammar`."
)]
pub struct Xtask {
    /// What is done. Without it the commands are listed.
    #[command(subcommand)]
    pub command: Option<XtaskCommand>,
}

/// The commands.
#[derive(Debug, Subcommand)]
#[command(next_display_order = None)]
pub enum XtaskCommand {
    /// Compares conversions with copying, other crates and other languages, and checks every speed goal
    Bench(BenchArguments),
    /// Checks the format of all code, and lints and tests of the packages whose files differ from a commit
    ///
    /// `cargo check-changes` does the same, and builds no other crate of this workspace before.
    Check {
        /// The commit with which files are compared
        #[arg(default_value = "HEAD")]
        commit: String,
    },
    /// Writes the parser that is generated from datarep-dsl/src/grammar.pest
    Grammar(CheckArguments),
    /// What an optimized program does.
    #[command(flatten)]
    Oracle(OracleCommand),
    /// What needs the feature `standard`.
    #[command(flatten)]
    Library(LibraryCommand),
    /// What needs the feature `corpus`.
    #[command(flatten)]
    Chore(ChoreCommand),
}

/// The commands that need the language, and not the runtime.
#[derive(Debug, Subcommand)]
pub enum LibraryCommand {
    /// Writes docs/formats.md and docs/formats/FAMILY.md, the pages of the standard library
    Formats(CheckArguments),
    /// Writes the generated code of the standard library in runtime/src/standard
    Standard(CheckArguments),
}

/// The commands that test, build and install things, and that write pages.
#[derive(Debug, Subcommand)]
pub enum ChoreCommand {
    /// Builds the book of docs with mdBook, which it installs below target/
    ///
    /// A warning is an error.
    Book,
    /// Writes the data of code pages, from the converters of CPython and of the C library
    ///
    /// `--check` compares with those converters that the machine has.
    Charsets(CheckArguments),
    /// Imports the copybooks of the corpus, reads their files, and compares each value with that of another reader
    ///
    /// The corpus is the folder that DATAREP_CORPUS names. Nothing is written, with `--check` and without.
    Copybooks(CheckArguments),
    /// Reads and writes every number of the corpus by generated code, and compares the results with the references
    ///
    /// The corpus is the folder that DATAREP_CORPUS names.
    Corpus {
        /// Prints each segment
        #[arg(long)]
        verbose: bool,
    },
    /// Makes what people install who have no Rust, in target/dist, with checksums, and tries each thing
    ///
    /// docs/installing.md says what the parts are.
    Dist {
        /// The parts to make, and the machines for which they are made: all by default
        #[arg(value_name = "PART|MACHINE", value_parser = DIST_NAMES)]
        only: Vec<String>,
    },
    /// Accesses files and converts whole files, with a fault at each system call in turn
    Faults(FaultsArguments),
    /// Measures how long the first commands of a newcomer take
    ///
    /// Each is run in a clone of the last commit and with an empty folder of Cargo. All of them take an hour.
    First {
        /// The rows to measure: all by default
        #[arg(value_name = "ROW", value_parser = FIRST_ROWS)]
        rows: Vec<String>,
    },
    /// Reads from debug builds how much of the stack each function takes
    ///
    /// More than 64 KiB is an error.
    Frames,
    /// Runs the fuzzing campaigns of fuzz/
    ///
    /// They look for inputs that make the language, conversions, datatypes, files or the command panic, hang or take more
    /// memory than allowed. They need a nightly compiler.
    Fuzz(FuzzArguments),
    /// Compares 12,000 random datatypes, and their items in external32, with a real MPI library
    ///
    /// The library is installed below target/.
    Mpi,
    /// Cross-builds the MPI library for 64-bit Arm, and runs its tests and programs under an emulator
    ///
    /// Debian's MPI libraries of that machine are unpacked below target/.
    MpiAarch64,
    /// Runs real programs with each MPI library, preloaded and checked beside unaided
    ///
    /// These are all tests of mpi4py, and those of files of MPICH, ROMIO and PnetCDF; tests of files with a forced
    /// representation; functions of C and Python; a linked program; the program of the README.
    MpiClients(ClientsArguments),
    /// Runs the tests of contrib/mpi-tests natively and preloaded, and the programs that show faults
    ///
    /// Natively, each must have the result that is listed for the MPI library. Preloaded, all must pass.
    MpiContrib,
    /// Makes one process of two fail: that process must report the error, and the other one must not hang
    ///
    /// There are also misuses, full devices, killed processes, MPI calls that fail, and calls from threads.
    MpiFaults,
    /// Uses representations in programs through the three Fortran bindings
    ///
    /// Each MPI library is used whose Fortran compiler is installed.
    MpiFortran,
    /// Builds the MPI libraries for glibc 2.28, and reads from the files which version they need
    MpiGlibc,
    /// Runs every data access routine through representations, in twelve layouts, under each MPI library
    ///
    /// It does so on one, two and four processes of each available MPI library.
    MpiMatrix {
        /// Runs all layouts on four processes, too
        #[arg(long)]
        full: bool,
    },
    /// Runs programs unaided and preloaded, on two processes of each available MPI library
    ///
    /// What is right in native views must be right preloaded, in native views and in others.
    MpiNative,
    /// Tests representations from shared libraries, and libraries that cannot be loaded, under each MPI library
    MpiPlugins,
    /// Compares MPI files of Rust programs with local files, on two processes of each available MPI library
    MpiRust,
    /// Uses all representations of the library, and texts of one's own, on two processes of each MPI library
    MpiTexts,
    /// Plants 200 faults in parser, checker and readers, one at a time, and counts how many the campaigns find
    ///
    /// It needs a nightly compiler.
    Mutants(MutantsArguments),
    /// Builds the page of formats in a browser
    ///
    /// It is target/page/index.html in one file, and target/page/split for a server.
    Page(PageArguments),
    /// Converts words between every two number formats by the command, and compares them with exact arithmetic
    Pairs(PairsArguments),
    /// Draws the pictures of the book in docs/pictures
    Pictures(CheckArguments),
    /// Runs the tests of the language, the generator, the runtime and the command on other processors and systems
    ///
    /// They run by emulators.
    Platforms {
        /// The beginnings of the targets to test, such as s390x: all by default
        #[arg(value_name = "TARGET")]
        only: Vec<String>,
    },
    /// Proves by a solver that bodies of plans give what the specification says for every word
    ///
    /// It installs the solver below target/, plants faults in the bodies, too, and goes on where it was stopped.
    Prove(ProveArguments),
    /// Builds the wheel of the Python package, installs it below target/ and runs its tests there
    Python,
    /// Draws random formats with rules, and compares their generated code with the reference
    ///
    /// Both forms, every level of the processor and both directions are compared. Then come texts of records with files,
    /// some of them damaged. The seed is printed.
    Random(RandomArguments),
    /// Writes docs/semantics.md: what MPI requires, where it is implemented, which test proves it
    ///
    /// It fails if a requirement is not proven.
    Requirements(CheckArguments),
    /// Runs tests under Miri, the address sanitizer, the thread sanitizer and valgrind
    ///
    /// These are tests of the runtime, accesses to files, conversions and MPI files. It needs a nightly compiler with `miri`
    /// and `rust-src`, and skips tools that are not installed.
    Sanitize {
        /// Runs only what takes seconds: accesses to files under valgrind
        #[arg(long)]
        quick: bool,
    },
    /// Reads records and arrays by Spark, Dask, Polars and other engines, and compares them row by row
    ///
    /// The engines are installed below target/.
    Scale {
        /// Measures instead how fast each engine is
        #[arg(long)]
        measure: bool,
    },
    /// Checks licenses, sources and versions of all dependencies, and the public items of published crates
    ///
    /// Dependencies of published crates and public items are compared with committed lists. The crates are built with the
    /// oldest compiler and with the oldest dependencies.
    Supply(SupplyArguments),
    /// Runs everything: generated files, tests, documentation, examples, and the corpus if DATAREP_CORPUS is set
    ///
    /// What needs a nightly compiler is a lane of its own, which runs only if it is named: `--line nightly`.
    Test {
        /// Runs only one lane of steps, as the command does by a process of its own
        #[arg(long, hide = true)]
        line: Option<String>,
    },
    /// Checks in the compiler's assembly whether the runtime's loops are vectorized
    Vectors,
}

/// The names that `dist` takes: parts, and then kinds of machines.
pub(crate) const DIST_NAMES: [&str; 9] =
    ["command", "mpi", "wheel", "debian", "sbom", "crates", "recipes", "x86_64", "aarch64"];

/// The names of the rows of `first`.
pub(crate) const FIRST_ROWS: [&str; 6] = ["picture", "command", "python", "crate", "change", "tests"];

/// The campaigns of `fuzz`, by the names of their programs.
pub(crate) const FUZZ_TARGETS: [&str; 11] = [
    "text",
    "dynamic",
    "records",
    "shapes",
    "formats",
    "datatypes",
    "files",
    "words",
    "readers",
    "probe",
    "plugins",
];

/// The option of a command that writes files.
#[derive(Debug, Clone, Copy, Args)]
pub struct CheckArguments {
    /// Only compares, and writes nothing
    #[arg(long)]
    pub check: bool,
}

/// The options of `faults`.
#[derive(Debug, Clone, Copy, Args)]
#[group(multiple = false)]
pub struct FaultsArguments {
    /// Accesses files with faults at some of the calls only
    #[arg(long)]
    pub quick: bool,
    /// Writes docs/reliability.md instead
    #[arg(long)]
    pub write: bool,
    /// Compares docs/reliability.md instead
    #[arg(long)]
    pub check: bool,
}

/// The options of `fuzz`.
#[derive(Debug, Clone, Args)]
pub struct FuzzArguments {
    /// The seconds of each campaign
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub seconds: u64,
    /// Runs each until it has found no new branch for ten million executions and eight hours, of earlier runs too
    #[arg(long, conflicts_with = "seconds")]
    pub until_quiet: bool,
    /// The campaigns to run: all by default but `shapes`, which runs only where it is named
    #[arg(value_name = "TARGET", value_parser = FUZZ_TARGETS)]
    pub only: Vec<String>,
}

/// The options of `mpi-clients`.
#[derive(Debug, Clone, Args)]
#[group(multiple = false)]
pub struct ClientsArguments {
    /// Runs of others' tests only mpi4py's of files
    #[arg(long)]
    pub files: bool,
    /// Runs only the suites of MPICH, ROMIO and PnetCDF, or those that are named
    #[arg(long, value_name = "NAME", num_args = 0.., value_parser = ["mpich", "romio", "pnetcdf"])]
    pub suites: Option<Vec<String>>,
}

/// The options of `mutants`.
#[derive(Debug, Clone, Copy, Args)]
pub struct MutantsArguments {
    /// The seconds of each campaign for each fault
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub seconds: u64,
    /// Plants at most so many faults now, and the next run goes on
    #[arg(long, value_name = "N")]
    pub most: Option<usize>,
    /// Does without what committed inputs are known to give
    #[arg(long)]
    pub without_answers: bool,
}

/// The options of `page`.
#[derive(Debug, Clone, Copy, Args)]
#[group(multiple = false)]
pub struct PageArguments {
    /// Tests the page in the system's Chromium and Firefox, too
    #[arg(long)]
    pub test: bool,
    /// Draws the pictures of the page in docs/pictures, in Chromium, too
    #[arg(long)]
    pub pictures: bool,
}

/// The options of `pairs`.
#[derive(Debug, Clone, Args)]
pub struct PairsArguments {
    /// Converts between one pair of 41, for continuous integration
    #[arg(long)]
    pub slice: bool,
    /// Converts only between pairs with FORMAT, such as `dec::vax_g`
    #[arg(long, value_name = "FORMAT")]
    pub only: Option<String>,
    /// The command to run, which is not built then
    #[arg(long, value_name = "PATH")]
    pub program: Option<PathBuf>,
}

/// The options of `prove`.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are options, of which most exclude each other")]
pub struct ProveArguments {
    /// Proves only formats of this name, and of others if it is repeated
    #[arg(long = "format", value_name = "NAME")]
    pub formats: Vec<String>,
    /// Proves only by the rules of the library's representations
    #[arg(long)]
    pub shipped: bool,
    /// The seconds for one question
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..))]
    pub limit: u64,
    /// Begins nothing more after so many seconds
    #[arg(long, value_name = "N")]
    pub seconds: Option<u64>,
    /// Proves a part, for continuous integration
    #[arg(long, exclusive = true)]
    pub slice: bool,
    /// Runs the bodies and their mutants as compiled code on some words instead
    #[arg(long)]
    pub compiled: bool,
    /// Writes docs/proved.md and workshop/proofs/kept/results.txt from what is proved
    #[arg(long, exclusive = true)]
    pub write: bool,
}

/// The options of `random`.
#[derive(Debug, Clone, Copy, Args)]
pub struct RandomArguments {
    /// The number of formats
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub formats: usize,
    /// The number of texts of records: a tenth as many by default, or a quarter if nothing is compiled
    #[arg(long, value_name = "N")]
    pub records: Option<usize>,
    /// Repeats the run with this seed
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Skips the rounds within the first N formats
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub after: usize,
    /// Compiles nothing, for thousands of formats in a minute
    #[arg(long)]
    pub interpreted: bool,
}

/// The options of `supply`.
#[derive(Debug, Clone, Copy, Args)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "they are options, of which one is given at most")]
pub struct SupplyArguments {
    /// Checks only the dependencies
    #[arg(long)]
    pub quick: bool,
    /// Writes the list of dependencies
    #[arg(long)]
    pub write: bool,
    /// Compares only the public items, from what `cargo doc` has built
    #[arg(long)]
    pub interfaces: bool,
    /// Writes the lists of public items, from what `cargo doc` has built
    #[arg(long)]
    pub write_interfaces: bool,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use clap::CommandFactory as _;

    use super::*;
    use crate::workspace;

    /// The calls in a text, without their first words. They end where code, a string or a comment does, or a column of a table.
    fn list_calls(text: &str) -> impl Iterator<Item = &str> {
        let follow = |line| ["cargo xtask ", "debug/xtask\" "].map(|before| str::split(line, before).skip(1));
        let calls = text.lines().flat_map(follow).flatten();
        calls.filter_map(|rest| rest.split(['`', '"', '#', ')', '|']).next()?.split("  ").next())
    }

    /// The documentation, the scripts and the comments of the workspace.
    fn read_documents() -> Vec<String> {
        let mut git = Command::new("git");
        git.args([
            "ls-files",
            "*.md",
            "*.rs",
            "*.py",
            "*.yml",
            ".ci",
            "datarep-dsl/src/model/page",
            "xtask/supply",
        ]);
        let told = git.current_dir(workspace::root()).output().expect("`git` runs");
        let paths = String::from_utf8(told.stdout).expect("paths are texts");
        paths.lines().filter_map(|path| std::fs::read_to_string(workspace::root().join(path)).ok()).collect()
    }

    fn find_fault(call: &str) -> Option<String> {
        let words = ["xtask"].into_iter().chain(call.split_whitespace());
        match Xtask::try_parse_from(words) {
            Ok(Xtask { command: Some(XtaskCommand::Bench(options)) }) => options.choose_measurement().err(),
            Err(error) if error.use_stderr() => Some(error.to_string()),
            _ => None,
        }
    }

    #[test]
    fn commands_are_described_without_contradictions() {
        Xtask::command().debug_assert();
    }

    #[test]
    fn every_call_in_documents_is_accepted() {
        let documents = read_documents();
        let calls: BTreeSet<&str> =
            documents.iter().flat_map(|text| list_calls(text)).map(str::trim).collect();
        assert!(calls.len() > 80, "{calls:?}");
        let is_call = |call: &&&str| **call != "COMMAND";
        let faults: Vec<String> = calls.iter().filter(is_call).filter_map(|call| find_fault(call)).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        for call in [
            "formats --write",
            "faults --quick --write",
            "supply --write --interfaces",
            "page --test --pictures",
            "mpi-clients --files --suites",
            "mpi-clients --suites mpich none",
            "fuzz --seconds 1 --until-quiet",
            "fuzz nothing",
            "fuzz --seconds many",
            "dist wheels",
            "first none",
            "prove --slice --shipped",
            "exhaustive --slice --properties",
            "exhaustive --report hfp32",
            "dynamic --items 0",
            "check a b",
            "split --slow",
            "bench --group none",
            "bench --beyond --quick",
            "none",
        ] {
            assert!(find_fault(call).is_some(), "{call}");
        }
    }
}
