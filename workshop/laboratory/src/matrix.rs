//! `cargo xtask mpi-matrix`: every data access routine in every layout, under every MPI library.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::Path;
use std::time::Instant;

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// The number of layouts on four processes, where MPICH spins. `--full` runs all layouts.
const LAYOUTS_ON_FOUR: &str = "2";
const ALL_LAYOUTS: &str = "12";

/// Runs the matrix and the large accesses. The last line is `mpi-matrix: N cases right, 0 wrong, L libraries`.
///
/// # Errors
///
/// Returns a message if a case is wrong, if a constant differs from a header, or if a library is not available.
pub fn run(full: bool) -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let libraries = mpi_libraries::install_libraries()?;
    let mut found = CaseCounts::default();
    for library in &libraries {
        println!(
            "{}: {} entries of the tables are those of its header",
            library.name,
            check_constant_tables(library)?
        );
        let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/matrix.c"))?;
        let on_four = if full { ALL_LAYOUTS } else { LAYOUTS_ON_FOUR };
        for run in [
            MatrixRun { ranks: 1, layouts: ALL_LAYOUTS, name: "ibm370" },
            // With a forced representation, the view names `native`.
            MatrixRun { ranks: 1, layouts: ALL_LAYOUTS, name: "native" },
            MatrixRun { ranks: 2, layouts: ALL_LAYOUTS, name: "ibm370" },
            MatrixRun { ranks: 4, layouts: on_four, name: "ibm370" },
        ] {
            let start = Instant::now();
            let cases = run_cases(library, &preload, &program, &run)?;
            let (MatrixRun { ranks, name: view, .. }, seconds) = (run, start.elapsed().as_secs_f64());
            let (name, CaseCounts { right, wrong }) = (library.name, cases);
            println!(
                "{name}, {ranks} processes, view `{view}`: {right} cases right, {wrong} wrong, {seconds:.1} s"
            );
            found += cases;
        }
        let cases = run_large_accesses(library, &preload)?;
        let CaseCounts { right, wrong } = cases;
        println!("{}, pieces and large counts: {right} cases right, {wrong} wrong", library.name);
        found += cases;
    }
    let CaseCounts { right, wrong } = found;
    println!("mpi-matrix: {right} cases right, {wrong} wrong, {} libraries", libraries.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} cases are wrong")) }
}

/// A run of the program.
struct MatrixRun {
    ranks: u32,
    layouts: &'static str,
    /// The representation that the view names.
    name: &'static str,
}

fn run_cases(
    library: &Library,
    preload: &str,
    program: &Path,
    run: &MatrixRun,
) -> Result<CaseCounts, String> {
    let file = mpi_libraries::scratch_path(&format!("matrix-{}", library.slug));
    let mut variables = vec![preload.to_owned(), "DATAREP_EXTERNAL32=1".to_owned()];
    if run.name == "native" {
        variables.push("DATAREP_FORCE=ibm370".to_owned());
    }
    let arguments = [&*file.to_string_lossy(), run.layouts, run.name];
    let judged = library.run_and_count(&variables, run.ranks, program, &arguments);
    // A program that failed left its file behind.
    let _ = fs::remove_file(&file);
    judged
}

/// Runs accesses that are split into pieces, and counts that do not fit in an `int`.
fn run_large_accesses(library: &Library, preload: &str) -> Result<CaseCounts, String> {
    let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/large.c"))?;
    let file = mpi_libraries::scratch_path(&format!("large-{}", library.slug));
    let judged = library.run_and_count(&[preload.to_owned()], 2, &program, &[&file.to_string_lossy()]);
    let _ = fs::remove_file(&file);
    judged
}

/// Compares the tables of constants with the library's header, and returns the number of entries.
fn check_constant_tables(library: &Library) -> Result<u32, String> {
    let arguments = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "datarep-mpi",
        "--example",
        "tables",
        "--",
        library.family,
    ];
    let made = workspace::cargo().args(arguments).output();
    let made = made.map_err(|error| format!("`cargo` cannot be run: {error}"))?;
    if !made.status.success() {
        return Err(format!("the example `tables` fails: {}", String::from_utf8_lossy(&made.stderr)));
    }
    let folder = workspace::target_folder().join("mpi");
    let source = folder.join(format!("tables-{}.c", library.slug));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&source, made.stdout));
    written.map_err(|error| format!("`{}` cannot be written: {error}", source.display()))?;
    let program = library.compile(&source)?;
    // The program calls no MPI routine, so it needs no launcher.
    match library.run_and_count(&[], 1, &program, &[])? {
        CaseCounts { right, wrong: 0 } => Ok(right),
        CaseCounts { wrong, .. } => {
            Err(format!("{wrong} constants of {} are others than in its header", library.name))
        }
    }
}
