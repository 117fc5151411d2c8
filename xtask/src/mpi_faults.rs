//! `cargo xtask mpi-faults`: what goes wrong in one process, under every MPI library.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;

use crate::{mpi_libraries, workspace};

/// Runs the faults on two processes. The last line is `mpi-faults: N faults, 0 hung, 0 wrong, L libraries`.
///
/// # Errors
///
/// A sentence where a fault is told in another way, a process hangs, or a library cannot be had.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::preload()?;
    let libraries = mpi_libraries::all()?;
    let (mut faults, mut wrong, mut hung) = (0, 0, 0);
    for library in &libraries {
        let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/faults.c"))?;
        let file = mpi_libraries::scratch(&format!("faults-{}", library.slug));
        let judged = library.judge(std::slice::from_ref(&preload), 2, &program, &[&file.to_string_lossy()]);
        // Where it has failed it has left its file.
        let _ = fs::remove_file(&file);
        match judged {
            Ok((right, bad)) => {
                println!("{}: {right} right, {bad} wrong", library.name);
                (faults, wrong) = (faults + right + bad, wrong + bad);
            }
            // It has printed where, and has ended itself.
            Err(fault) if fault.contains(" hangs in ") => {
                println!("{fault}");
                hung += 1;
            }
            Err(fault) => return Err(fault),
        }
    }
    println!("mpi-faults: {faults} faults, {hung} hung, {wrong} wrong, {} libraries", libraries.len());
    if hung == 0 && wrong == 0 { Ok(()) } else { Err("faults hang, or are told in another way".to_owned()) }
}
