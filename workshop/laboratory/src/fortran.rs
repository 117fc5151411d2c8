//! `cargo xtask mpi-fortran`: Fortran programs, with each of the three bindings, and the example of `docs/mpi.md`.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::{skipped, workspace};

/// A program in Fortran.
struct FortranProgram {
    source: &'static str,
    /// The preprocessor definition that selects a binding.
    definition: &'static str,
    /// Whether the program is linked with the library instead of preloading it.
    is_linked: bool,
}

/// A program for each binding (`mpif.h`, `use mpi`, `use mpi_f08`), and programs for the module that calls the library
/// itself.
const PROGRAMS: [FortranProgram; 5] = [
    FortranProgram { source: "handles.F90", definition: "", is_linked: false },
    FortranProgram { source: "handles.F90", definition: "MODULE", is_linked: false },
    FortranProgram { source: "typed.F90", definition: "", is_linked: false },
    FortranProgram { source: "linked.F90", definition: "", is_linked: true },
    FortranProgram { source: "linked.F90", definition: "TYPED", is_linked: true },
];

/// The representations that the example of `docs/mpi.md` is run in, whether the library must be preloaded, and the line
/// that it prints. The items of `cray` have eight bytes each.
const PENCILS: [(&str, bool, &str); 5] = [
    ("native", false, "native: 11524 bytes, 0 values differ"),
    ("external32", false, "external32: 11524 bytes, 0 values differ"),
    ("external32", true, "external32: 11524 bytes, 0 values differ"),
    ("big_endian", true, "big_endian: 11524 bytes, 0 values differ"),
    ("cray", true, "cray: 15368 bytes, 0 values differ"),
];

/// Runs the example on four processes, and compares what it prints.
fn run_pencils_example(library: &Library, preload: &str) -> Result<bool, String> {
    let source = workspace::root().join("examples/mpi/pencils.f90");
    let Some(program) = library.compile_fortran(&source, "", &[])? else { return Ok(true) };
    let mut is_right = true;
    for (representation, is_preloaded, expected) in PENCILS {
        let file = mpi_libraries::scratch_path(&format!("pencils-{}", library.slug));
        let variables: Vec<String> = is_preloaded.then(|| preload.to_owned()).into_iter().collect();
        let command =
            library.launch_command(&variables, 4, &program, &[&file.to_string_lossy(), representation]);
        let printed = library.run(command);
        // The program leaves its file behind.
        let _ = fs::remove_file(&file);
        let [printed, _] = printed?;
        if printed.trim_end() != expected {
            println!("{}, pencils.f90 in `{representation}`: {printed}", library.name);
            is_right = false;
        }
    }
    Ok(is_right)
}

/// Runs the programs under every library that has a Fortran compiler here. The last line is
/// `mpi-fortran: N programs right, 0 wrong, L libraries`.
///
/// # Errors
///
/// Returns a message if a program is wrong, or if a library is not available.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let (mut programs, mut libraries) = (CaseCounts::default(), 0);
    let folder = workspace::root().join("datarep-mpi/tests/fortran");
    for library in &mpi_libraries::install_libraries()? {
        let mut any = false;
        for FortranProgram { source, definition, is_linked } in PROGRAMS {
            let mut arguments = Vec::new();
            if is_linked {
                arguments.push(workspace::root().join("include/datarep.f90").to_string_lossy().into_owned());
                arguments.extend(mpi_libraries::linker_arguments());
            }
            let compiled = library.compile_fortran(&folder.join(source), definition, &arguments)?;
            let Some(program) = compiled else { continue };
            any = true;
            let file = mpi_libraries::scratch_path(&format!("fortran-{}", library.slug));
            let variables = if is_linked { &[][..] } else { std::slice::from_ref(&preload) };
            let judged = library.run_and_count(variables, 1, &program, &[&file.to_string_lossy()]);
            // The program leaves its file behind.
            let _ = fs::remove_file(&file);
            let cases = judged?;
            let (name, CaseCounts { right, wrong }) = (library.name, cases);
            println!("{name}, {source} {definition}: {right} right, {wrong} wrong");
            programs.count_case(wrong == 0);
        }
        if any {
            programs.count_case(run_pencils_example(library, &preload)?);
        }
        libraries += usize::from(any);
    }
    if libraries == 0 {
        skipped::report(
            "Fortran",
            "no MPI library has its Fortran compiler: install gfortran and mpich or openmpi",
        );
    }
    let CaseCounts { right, wrong } = programs;
    println!("mpi-fortran: {right} programs right, {wrong} wrong, {libraries} libraries");
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} programs are wrong")) }
}
