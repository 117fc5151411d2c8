//! `cargo xtask mpi-fortran`: programs in Fortran, by each of its three bindings.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;

use crate::{mpi_libraries, workspace};

/// Source and arguments of the compiler, for each binding: `mpif.h`, `use mpi`, `use mpi_f08`.
const PROGRAMS: [(&str, &[&str]); 3] =
    [("handles.F90", &[]), ("handles.F90", &["-DMODULE"]), ("typed.F90", &[])];

/// Runs the programs under every library that has a compiler of Fortran here. The last line is
/// `mpi-fortran: N programs right, 0 wrong, L libraries`.
///
/// # Errors
///
/// A sentence where a program is wrong, or a library cannot be had.
pub fn run() -> Result<(), String> {
    let preload = mpi_libraries::preload()?;
    let (mut right, mut wrong, mut libraries) = (0, 0, 0);
    let folder = workspace::root().join("datarep-mpi/tests/fortran");
    for library in &mpi_libraries::all()? {
        let mut any = false;
        for (source, arguments) in PROGRAMS {
            let Some(program) = library.compile_fortran(&folder.join(source), arguments)? else { continue };
            any = true;
            let file = mpi_libraries::scratch(&format!("fortran-{}", library.slug));
            let judged =
                library.judge(std::slice::from_ref(&preload), 1, &program, &[&file.to_string_lossy()]);
            // A program leaves its file.
            let _ = fs::remove_file(&file);
            let (good, bad) = judged?;
            println!("{}, {source} {}: {good} right, {bad} wrong", library.name, arguments.concat());
            if bad == 0 { right += 1 } else { wrong += 1 }
        }
        libraries += usize::from(any);
    }
    println!("mpi-fortran: {right} programs right, {wrong} wrong, {libraries} libraries");
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} programs are wrong")) }
}
