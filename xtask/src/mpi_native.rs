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

use crate::mpi_libraries::{self, Library};
use crate::workspace;

/// A program of `datarep-mpi/tests/c`, whose arguments are a file and the name of a representation.
struct Program {
    source: &'static str,
    /// The representations that it has beside `native`.
    names: &'static [&'static str],
    /// The variable that gives the representation to all views, or nothing if the program names it itself.
    forced_by: Option<&'static str>,
}

/// A program that names the representation of its views.
const fn program(source: &'static str, names: &'static [&'static str]) -> Program {
    Program { source, names, forced_by: None }
}

const PROGRAMS: [Program; 12] = [
    // Two threads with one handle.
    program("handle.c", &["big_endian", "ibm370"]),
    // Datatypes that are freed while an access goes on.
    program("freed.c", &["big_endian", "mine"]),
    // Accesses of few items, in a representation that Open MPI lacks, too.
    program("small.c", &["big_endian", "ibm370", "cray", "internal"]),
    // Views that are refused.
    program("refused.c", &["big_endian"]),
    // The error in a status.
    program("statuses.c", &["big_endian"]),
    // Accesses that the mode of a file forbids.
    program("modes.c", &["big_endian"]),
    // Handlers of no file, and names that cannot be registered.
    program("handlers.c", &["big_endian"]),
    // The end of a file whose size changes.
    program("sizes.c", &["big_endian"]),
    // A process without memory.
    program("memory.c", &["big_endian"]),
    // MPI begins again.
    program("sessions.c", &[]),
    // Native views that have another representation.
    Program { source: "forced.c", names: &["external32", "big_endian"], forced_by: Some("DATAREP_FORCE") },
    // The same with types that differ from those of the view.
    Program {
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
    fn add(&mut self, title: &str, (right, wrong): (u32, u32), known: u32) {
        println!("{title}: {right} right, {wrong} wrong");
        self.tests += right + wrong;
        let differ = wrong.saturating_sub(known);
        if differ != 0 {
            self.differ += differ;
            self.titles.push(format!("{title}: {differ}"));
        }
    }

    fn join(&mut self, other: Tally) {
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
    let preload = mpi_libraries::preload()?;
    let libraries = mpi_libraries::all()?;
    let command = doctor::build_command()?;
    let tallies = mpi_libraries::try_each(&libraries, |library| {
        let mut tally = Tally::default();
        for program in &PROGRAMS {
            compare(library, program, &preload, &mut tally)?;
        }
        tools::run(library, &preload, &mut tally)?;
        named::run(library, &preload, &mut tally)?;
        doctor::run(library, &preload, &command, &mut tally)?;
        Ok(tally)
    })?;
    let mut tally = Tally::default();
    for one in tallies {
        tally.join(one);
    }
    if let Some(first) = libraries.first() {
        cost::run(first, &preload, &mut tally)?;
    }
    let Tally { tests, differ, titles } = tally;
    println!("mpi-native: {tests} tests, {differ} differ from native, {} libraries", libraries.len());
    if titles.is_empty() { Ok(()) } else { Err(format!("right only unaided: {}", titles.join("; "))) }
}

/// Runs a program unaided, then preloaded in native views and in those of its representations.
fn compare(library: &Library, program: &Program, preload: &str, tally: &mut Tally) -> Result<(), String> {
    let source = workspace::root().join("datarep-mpi/tests/c").join(program.source);
    let path = library.compile(&source)?;
    let (right, unaided) = judge(library, &path, &[], "native")?;
    if unaided != 0 {
        println!("{}: {unaided} of {} in `{}` fail unaided", library.name, right + unaided, program.source);
    }
    for name in ["native"].iter().chain(program.names) {
        let mut variables = vec![preload.to_owned()];
        let forced = program.forced_by.filter(|_| *name != "native");
        variables.extend(forced.map(|variable| format!("{variable}={name}")));
        let judged = judge(library, &path, &variables, name)?;
        // A fault of the library itself is there in its native views, and nowhere else.
        let known = if *name == "native" { unaided } else { 0 };
        tally.add(&format!("{}, `{}`, view `{name}`", library.name, program.source), judged, known);
    }
    Ok(())
}

fn judge(library: &Library, program: &Path, variables: &[String], name: &str) -> Result<(u32, u32), String> {
    let file = mpi_libraries::scratch(&format!("native-{}", library.slug));
    let judged = library.judge(variables, 2, program, &[&file.to_string_lossy(), name]);
    // A program that failed left its files behind.
    for end in ["", ".0", ".1"] {
        let _ = fs::remove_file(format!("{}{end}", file.display()));
    }
    judged
}
