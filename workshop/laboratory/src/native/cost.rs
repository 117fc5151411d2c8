//! What a small read costs, in instructions that `valgrind` counts: under the first library, unaided and preloaded.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::Path;
use std::process::Command;

use super::Tally;
use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

/// How many reads a run makes.
const MORE_READS: u64 = 1500;
/// How many reads the run makes whose instructions are subtracted.
const FEWER_READS: u64 = 500;

/// The most that a read may cost, in hundredths of a native one, in native and in converted views. Counts differ by
/// up to two in a hundred from run to run.
const MOST: [(&str, u64); 2] = [("native", 105), ("big_endian", 155)];

/// Compares the instructions of a small read, unaided and preloaded. Without `valgrind`, nothing is
/// compared.
pub(super) fn run(library: &Library, preload: &str, tally: &mut Tally) -> Result<(), String> {
    if !Command::new("valgrind").arg("--version").output().is_ok_and(|told| told.status.success()) {
        println!("{}: there is no `valgrind` to count instructions", library.name);
        return Ok(());
    }
    let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/cost.c"))?;
    let unaided = count_read_instructions(library, &program, &[], "native")?;
    for (view, most) in MOST {
        let preloaded = count_read_instructions(library, &program, &[preload.to_owned()], view)?;
        let title = format!(
            "{}, a read of 8 bytes, view `{view}`: {preloaded} instructions, {unaided} unaided",
            library.name
        );
        let mut found = CaseCounts::default();
        found.count_case(preloaded * 100 <= most * unaided);
        tally.print_and_add(&title, found, 0);
    }
    Ok(())
}

/// The instructions of a read. Threads of the library only add to those of a run, so the least of three runs counts.
fn count_read_instructions(
    library: &Library,
    program: &Path,
    variables: &[String],
    view: &str,
) -> Result<u64, String> {
    let least = |reads| -> Result<u64, String> {
        let mut least = u64::MAX;
        for _ in 0..3 {
            least = least.min(count_run_instructions(library, program, variables, view, reads)?);
        }
        Ok(least)
    };
    let (more, fewer) = (least(MORE_READS)?, least(FEWER_READS)?);
    Ok(more.saturating_sub(fewer) / (MORE_READS - FEWER_READS))
}

/// The instructions of a run.
fn count_run_instructions(
    library: &Library,
    program: &Path,
    variables: &[String],
    view: &str,
    reads: u64,
) -> Result<u64, String> {
    let file = mpi_libraries::scratch_path(&format!("cost-{}", library.slug));
    let reads = reads.to_string();
    let (program, file) = (program.to_string_lossy(), file.to_string_lossy());
    let counted = ["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=main"];
    let arguments: Vec<&str> = counted.into_iter().chain([&*program, &*file, view, &*reads]).collect();
    let [_, told] = library.run(library.launch_command(variables, 1, Path::new("valgrind"), &arguments))?;
    let number = told.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    number.ok_or_else(|| format!("`valgrind` tells no number of instructions:\n{told}"))
}
