//! `cargo xtask mpi-native`: programs that are right in native views of an MPI library must be right with the library
//! preloaded, in native views and in those with a representation. Each program runs unaided first. Then tools count the
//! calls of a program, libraries call themselves by other names, and the library tells of itself.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod cost;
mod doctor;
mod named;
mod tools;

use std::fs;
use std::path::Path;

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// A program of `datarep-mpi/tests/c`, whose arguments are a file and the name of a representation.
struct NativeProgram {
    source: &'static str,
    /// The representations that it has beside `native`.
    names: &'static [&'static str],
    /// The variable that gives the representation to all views, or nothing if the program names it itself.
    forced_by: Option<&'static str>,
}

/// A program that names the representation of its views.
const fn make_program(source: &'static str, names: &'static [&'static str]) -> NativeProgram {
    NativeProgram { source, names, forced_by: None }
}

const PROGRAMS: [NativeProgram; 12] = [
    // Two threads with one handle.
    make_program("handle.c", &["big_endian", "ibm370"]),
    // Datatypes that are freed while an access goes on.
    make_program("freed.c", &["big_endian", "mine"]),
    // Accesses of few items, in a representation that Open MPI lacks, too.
    make_program("small.c", &["big_endian", "ibm370", "cray", "internal"]),
    // Views that are refused.
    make_program("refused.c", &["big_endian"]),
    // The error in a status.
    make_program("statuses.c", &["big_endian"]),
    // Accesses that the mode of a file forbids.
    make_program("modes.c", &["big_endian"]),
    // Handlers of no file, and names that cannot be registered.
    make_program("handlers.c", &["big_endian"]),
    // The end of a file whose size changes.
    make_program("sizes.c", &["big_endian"]),
    // A process without memory.
    make_program("memory.c", &["big_endian"]),
    // MPI begins again.
    make_program("sessions.c", &[]),
    // Native views that have another representation.
    NativeProgram {
        source: "forced.c",
        names: &["external32", "big_endian"],
        forced_by: Some("DATAREP_FORCE"),
    },
    // The same with types that differ from those of the view.
    NativeProgram {
        source: "unequal.c",
        names: &["ibm370", "external32", "cray", "little_endian"],
        forced_by: Some("DATAREP_FORCE"),
    },
];

/// What has been compared so far.
#[derive(Default)]
struct Tally {
    tests: u32,
    differ: u32,
    /// The cases that differ, by name, for the end of a long output.
    titles: Vec<String>,
}

impl Tally {
    /// Prints and adds a case. `known` of its wrong tests are wrong without the library, too.
    fn print_and_add(&mut self, title: &str, cases: CaseCounts, known: u32) {
        let CaseCounts { right, wrong } = cases;
        println!("{title}: {right} right, {wrong} wrong");
        self.tests += right + wrong;
        let differ = wrong.saturating_sub(known);
        if differ != 0 {
            self.differ += differ;
            self.titles.push(format!("{title}: {differ}"));
        }
    }

    fn append_tally(&mut self, other: Tally) {
        self.tests += other.tests;
        self.differ += other.differ;
        self.titles.extend(other.titles);
    }
}

/// Runs the programs on two processes. The last line is `mpi-native: T tests, 0 differ from native, L libraries`.
///
/// # Errors
///
/// Returns a message if a program is wrong preloaded that is right unaided, if it hangs, or if a library is not
/// available.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let libraries = mpi_libraries::install_libraries()?;
    let command = doctor::build_command()?;
    let tallies = mpi_libraries::try_each(&libraries, |library| {
        let mut tally = Tally::default();
        for program in &PROGRAMS {
            compare_with_unaided(library, program, &preload, &mut tally)?;
        }
        tools::run(library, &preload, &mut tally)?;
        named::run(library, &preload, &mut tally)?;
        doctor::run(library, &preload, &command, &mut tally)?;
        Ok(tally)
    })?;
    let mut tally = Tally::default();
    for one in tallies {
        tally.append_tally(one);
    }
    if let Some(first) = libraries.first() {
        cost::run(first, &preload, &mut tally)?;
    }
    let Tally { tests, differ, titles } = tally;
    println!("mpi-native: {tests} tests, {differ} differ from native, {} libraries", libraries.len());
    if titles.is_empty() { Ok(()) } else { Err(format!("right only unaided: {}", titles.join("; "))) }
}

/// Runs a program unaided, then preloaded in native views and in those of its representations.
fn compare_with_unaided(
    library: &Library,
    program: &NativeProgram,
    preload: &str,
    tally: &mut Tally,
) -> Result<(), String> {
    let source = workspace::root().join("datarep-mpi/tests/c").join(program.source);
    let path = library.compile(&source)?;
    let CaseCounts { right, wrong: unaided } = run_program(library, &path, &[], "native")?;
    if unaided != 0 {
        println!("{}: {unaided} of {} in `{}` fail unaided", library.name, right + unaided, program.source);
    }
    for name in ["native"].iter().chain(program.names) {
        let mut variables = vec![preload.to_owned()];
        let forced = program.forced_by.filter(|_| *name != "native");
        variables.extend(forced.map(|variable| format!("{variable}={name}")));
        let judged = run_program(library, &path, &variables, name)?;
        // A fault of the library itself is there in its native views, and nowhere else.
        let known = if *name == "native" { unaided } else { 0 };
        tally.print_and_add(&format!("{}, `{}`, view `{name}`", library.name, program.source), judged, known);
    }
    Ok(())
}

fn run_program(
    library: &Library,
    program: &Path,
    variables: &[String],
    name: &str,
) -> Result<CaseCounts, String> {
    let file = mpi_libraries::scratch_path(&format!("native-{}", library.slug));
    let judged = library.run_and_count(variables, 2, program, &[&file.to_string_lossy(), name]);
    // A program that failed left its files behind.
    for end in ["", ".0", ".1"] {
        let _ = fs::remove_file(format!("{}{end}", file.display()));
    }
    judged
}
