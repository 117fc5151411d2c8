//! `cargo xtask mpi-matrix`: every routine of data access, in every layout, under every MPI library.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::mpi_libraries::{self, Library};
use crate::workspace;

/// Layouts on four processes, where MPICH spins: all with `--full`.
const LAYOUTS_ON_FOUR: &str = "2";
const ALL_LAYOUTS: &str = "12";

/// Runs the matrix. The last line is `mpi-matrix: N cases right, 0 wrong, L libraries`.
///
/// # Errors
///
/// A sentence where a case is wrong, a constant differs from a header, or a library cannot be had.
pub fn run(full: bool) -> Result<(), String> {
    let preload = mpi_libraries::preloaded()?;
    let libraries = mpi_libraries::all()?;
    let (mut right, mut wrong) = (0, 0);
    for library in &libraries {
        println!("{}: {} entries of the tables are those of its header", library.name, tables(library)?);
        let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/matrix.c"))?;
        let on_four = if full { ALL_LAYOUTS } else { LAYOUTS_ON_FOUR };
        for (ranks, layouts) in [(1, ALL_LAYOUTS), (2, ALL_LAYOUTS), (4, on_four)] {
            let start = Instant::now();
            let (good, bad) = cases(library, &preload, &program, ranks, layouts)?;
            let seconds = start.elapsed().as_secs_f64();
            println!("{}, {ranks} processes: {good} cases right, {bad} wrong, {seconds:.1} s", library.name);
            (right, wrong) = (right + good, wrong + bad);
        }
    }
    println!("mpi-matrix: {right} cases right, {wrong} wrong, {} libraries", libraries.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} cases are wrong")) }
}

fn cases(
    library: &Library,
    preload: &Path,
    program: &Path,
    ranks: u32,
    layouts: &str,
) -> Result<(u32, u32), String> {
    let file = mpi_libraries::scratch(&format!("matrix-{}-{ranks}", library.slug));
    let printed = library.run(preload, ranks, program, &[&file.to_string_lossy(), layouts]);
    // Where it has failed it has left its file.
    let _ = fs::remove_file(&file);
    let printed = printed?;
    let (last, others) = summary(&printed)?;
    print!("{others}");
    Ok(last)
}

/// The numbers of the line "R right, W wrong", which is the last one, and what is before it.
fn summary(printed: &str) -> Result<((u32, u32), &str), String> {
    let trimmed = printed.trim_end();
    let (others, last) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
    let numbers = last
        .split_once(" right, ")
        .and_then(|(right, rest)| Some((right.parse().ok()?, rest.strip_suffix(" wrong")?.parse().ok()?)));
    let numbers = numbers.ok_or_else(|| format!("the last line is no summary:\n{printed}"))?;
    Ok((numbers, if others.is_empty() { others } else { &trimmed[..=others.len()] }))
}

/// Compares the tables of constants with the library's header, and tells how many entries there are.
fn tables(library: &Library) -> Result<u32, String> {
    let arguments =
        ["run", "--quiet", "--package", "datarep-mpi", "--example", "tables", "--", library.family];
    let made = workspace::cargo().args(arguments).output();
    let made = made.map_err(|error| format!("`cargo` cannot be run: {error}"))?;
    if !made.status.success() {
        return Err(format!("the example `tables` fails: {}", String::from_utf8_lossy(&made.stderr)));
    }
    let folder = workspace::target().join("mpi");
    let source = folder.join(format!("tables-{}.c", library.slug));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&source, made.stdout));
    written.map_err(|error| format!("`{}` cannot be written: {error}", source.display()))?;
    let program = library.compile(&source)?;
    // It calls no routine of MPI, so that it needs no launcher.
    let printed = library.run(Path::new(""), 1, &program, &[])?;
    let ((right, _), _) = summary(&printed)?;
    Ok(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_summary() {
        assert_eq!(summary("a fault\nanother\n12 right, 2 wrong\n"), Ok(((12, 2), "a fault\nanother\n")));
        assert_eq!(summary("5 right, 0 wrong"), Ok(((5, 0), "")));
        assert!(summary("5 right").is_err());
        assert!(summary("").is_err());
    }
}
