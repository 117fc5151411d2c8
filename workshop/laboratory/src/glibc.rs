//! `cargo xtask mpi-glibc`: the MPI libraries built for machines with glibc 2.28, which clusters have that are some years
//! old. A linker takes the newest version of each symbol that the building machine has, so these builds are linked by Zig,
//! which has the symbols of older versions. What they need is read from the files.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::Path;

use datarep_workshop::cross::{self, OLDEST_GLIBC};
use datarep_workshop::mpi_libraries::{self, CaseCounts};
use datarep_workshop::{skipped, workspace};

use crate::aarch64;

/// The packages of the libraries.
pub const PACKAGES: [&str; 2] = ["datarep-mpi", "datarep-mpi-texts"];

/// What is built of them: file names in the folder of a target.
pub const LIBRARIES: [&str; 2] = ["libdatarep_mpi.so", "libdatarep_mpi_texts.so"];

/// Builds the libraries and reads which glibc they need. Then programs run with those of this machine. The last line is
/// `mpi-glibc: N libraries need glibc 2.28 or older; C cases right, 0 wrong`.
///
/// # Errors
///
/// Returns a message if a library needs a newer glibc, or if a case is wrong.
pub fn run() -> Result<(), String> {
    let python = match cross::install_zig() {
        Ok(python) => python,
        Err(reason) => {
            skipped::report("builds for an older glibc", &reason);
            return Ok(());
        }
    };
    let own = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let targets = [own.as_str(), aarch64::TARGET];
    let mut count = 0;
    for target in targets.iter().take(if own == aarch64::TARGET { 1 } else { 2 }) {
        if !cross::has_target(target) {
            skipped::report("builds for an older glibc", &format!("`rustup target add {target}`"));
            continue;
        }
        let folder = cross::build_for_old_glibc(&python, target, &PACKAGES)?;
        for name in LIBRARIES {
            let needed = cross::find_needed_glibc(&folder.join(name))?;
            println!("{target}, `{name}`: glibc {needed}");
            if needed > OLDEST_GLIBC {
                return Err(format!("`{name}` for {target} needs glibc {needed}"));
            }
            count += 1;
        }
    }
    let CaseCounts { right, wrong } =
        run_with_built_library(&cross::build_folder().join(&own).join("release"))?;
    println!(
        "mpi-glibc: {count} libraries need glibc {OLDEST_GLIBC} or older; {right} cases right, {wrong} wrong"
    );
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} cases are wrong")) }
}

/// Runs a program with the library in a folder.
fn run_with_built_library(folder: &Path) -> Result<CaseCounts, String> {
    let mut found = CaseCounts::default();
    let Some(library) = mpi_libraries::install_libraries()?.into_iter().next() else { return Ok(found) };
    let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/small.c"))?;
    let preload = format!("LD_PRELOAD={}", folder.join(LIBRARIES[0]).display());
    for view in ["ibm370", "big_endian"] {
        let file = mpi_libraries::scratch_path("glibc");
        let judged = library.run_and_count(
            std::slice::from_ref(&preload),
            2,
            &program,
            &[&file.to_string_lossy(), view],
        );
        // A program that failed left its file behind.
        let _ = std::fs::remove_file(&file);
        found += judged?;
    }
    Ok(found)
}
