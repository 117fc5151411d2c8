//! `cargo xtask mpi-rust`: `datarep_mpi::File` compared with the local `File`, under every MPI library.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::PathBuf;

use datarep_workshop::mpi_libraries::{self, CaseCounts};
use datarep_workshop::workspace;

/// Runs the example `files` on two processes. One executable loads each library. The last line is
/// `mpi-rust: N cases right, 0 wrong, L libraries`.
///
/// # Errors
///
/// Returns a message if a case is wrong, if a process hangs, or if a library is not available.
pub fn run() -> Result<(), String> {
    let program = build_program()?;
    let libraries = mpi_libraries::install_libraries()?;
    let counts = mpi_libraries::try_each(&libraries, |library| {
        let file = mpi_libraries::scratch_path(&format!("rust-{}", library.slug));
        let arguments = [&library.object, library.family, &file.to_string_lossy()];
        let judged = library.run_and_count(&[], 2, &program, &arguments);
        // A program that failed left its files behind.
        for name in ["", ".local-0", ".local-1"] {
            let _ = fs::remove_file(format!("{}{name}", file.display()));
        }
        let cases = judged?;
        println!("{}: {} cases right, {} wrong", library.name, cases.right, cases.wrong);
        Ok(cases)
    })?;
    let CaseCounts { right, wrong } = mpi_libraries::add_cases(&counts);
    println!("mpi-rust: {right} cases right, {wrong} wrong, {} libraries", libraries.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} cases are wrong")) }
}

/// Builds the example with the same features as the preloaded library.
fn build_program() -> Result<PathBuf, String> {
    workspace::build_optimized(&["--package", "datarep-mpi", "--example", "files"])?;
    Ok(workspace::target_folder().join("release/examples/files"))
}
