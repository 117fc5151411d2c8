//! `cargo xtask mpi-clients`: programs like those of users. These are all tests of mpi4py, run unaided, with the library
//! preloaded, and with its checks, and those of files with a forced representation; the tests of files of MPICH, ROMIO
//! and `PnetCDF`; functions in C and in Python; a program that is linked with the library; and the program of the README,
//! in C, Fortran and Python.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod mpi4py;
mod suites;

use std::fs;
use std::ops::AddAssign;

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::workspace;

use crate::symbols;

/// Which tests of others are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Those of mpi4py that use files: a minute.
    Files,
    /// All of them: many minutes, which the tests of each change do not have.
    All,
}

/// Runs the tests. The last line is `mpi-clients: N tests, 0 new failures, L libraries`.
///
/// # Errors
///
/// Returns a message if a test fails that does not fail unaided, or if something is not available.
pub fn run(extent: Extent) -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    println!("{} symbols are exported, no more and no less", symbols::check()?);
    let libraries = mpi_libraries::install_libraries()?;
    let counts = mpi_libraries::try_each(&libraries, |library| {
        let mut counts = run_own_programs(library, &preload)?;
        if let Some(python) = &library.python {
            counts += mpi4py::run(library, python, &preload, extent)?;
        }
        Ok(counts)
    })?;
    let mut sum = ClientCounts::default();
    for one in counts {
        sum += one;
    }
    if extent == Extent::All {
        sum += suites::run(&libraries, &preload, &[])?;
    }
    sum.report(libraries.len())
}

/// Runs the tests of files of MPICH, ROMIO and `PnetCDF`, or of those that `only` names. The last line is as [`run`] says.
///
/// # Errors
///
/// As [`run`] says.
pub fn run_suites(only: &[&str]) -> Result<(), String> {
    let preload = mpi_libraries::build_preload_setting()?;
    let libraries = mpi_libraries::install_libraries()?;
    suites::run(&libraries, &preload, only)?.report(libraries.len())
}

/// How many tests were run, and how many of them have a new failure.
#[derive(Debug, Clone, Copy, Default)]
struct ClientCounts {
    tests: usize,
    failures: usize,
}

impl ClientCounts {
    /// Prints the last line.
    fn report(self, libraries: usize) -> Result<(), String> {
        let ClientCounts { tests, failures } = self;
        println!("mpi-clients: {tests} tests, {failures} new failures, {libraries} libraries");
        if failures == 0 { Ok(()) } else { Err(format!("{failures} tests fail that do not fail unaided")) }
    }
}

impl AddAssign for ClientCounts {
    fn add_assign(&mut self, other: ClientCounts) {
        self.tests += other.tests;
        self.failures += other.failures;
    }
}

/// Runs this project's own programs.
fn run_own_programs(library: &Library, preload: &str) -> Result<ClientCounts, String> {
    let folder = workspace::root().join("datarep-mpi/tests");
    let preloaded = [preload.to_owned()];
    let functions = library.compile(&folder.join("c/functions.c"))?;
    let linked = library.compile_with(&folder.join("c/linked.c"), &mpi_libraries::linker_arguments())?;
    let mut found = run_readme_program(library, &preloaded)?;
    let script = folder.join("python/functions.py").to_string_lossy().into_owned();
    let requests = library.compile(&folder.join("c/requests.c"))?;
    let mut runs = vec![
        (&preloaded[..], 1, functions, None),
        (&preloaded[..], 2, requests, None),
        (&[][..], 2, linked, None),
    ];
    if let Some(python) = &library.python {
        runs.push((&preloaded, 2, python.clone(), Some(&*script)));
    }
    for (variables, ranks, program, script) in runs {
        let file = mpi_libraries::scratch_path(&format!("clients-{}", library.slug));
        let path = file.to_string_lossy();
        let arguments: Vec<&str> = script.into_iter().chain([&*path]).collect();
        let judged = library.run_and_count(variables, ranks, &program, &arguments);
        // A program that failed left its file behind.
        let _ = fs::remove_file(&file);
        found += judged?;
    }
    let CaseCounts { right, wrong } = found;
    println!("{}, own programs: {right} right, {wrong} wrong", library.name);
    Ok(ClientCounts { tests: (right + wrong) as usize, failures: wrong as usize })
}

/// The file of a Cray holds the numbers from 1 to this.
const NUMBERS: u64 = 1000;

/// Runs the program of the README with the README's commands, and the same in Fortran and in Python.
fn run_readme_program(library: &Library, preloaded: &[String]) -> Result<CaseCounts, String> {
    let readme = fs::read_to_string(workspace::root().join("README.md"))
        .map_err(|error| format!("`README.md` cannot be read: {error}"))?;
    for command in [
        "cargo build --release --package datarep-mpi\n",
        "mpicc examples/mpi/cray.c -o cray\n",
        "LD_PRELOAD=target/release/libdatarep_mpi.so mpiexec -n 2 ./cray numbers.cray ",
    ] {
        if !readme.contains(command) {
            return Err(format!(
                "`README.md` has no line `{}`, which is what is tried here",
                command.trim_end()
            ));
        }
    }
    let examples = workspace::root().join("examples/mpi");
    let script = examples.join("cray.py").to_string_lossy().into_owned();
    let fortran = library.compile_fortran(&examples.join("cray.f90"), "FORTRAN", &[])?;
    let python = library.python.clone().map(|python| (python, Some(&*script)));
    let programs =
        [Some((library.compile(&examples.join("cray.c"))?, None)), fortran.map(|path| (path, None)), python];
    let file = mpi_libraries::scratch_path(&format!("cray-{}", library.slug));
    let bytes: Vec<u8> = (1..=NUMBERS).flat_map(|number| cray_word(number).to_be_bytes()).collect();
    fs::write(&file, bytes).map_err(|error| format!("`{}` cannot be written: {error}", file.display()))?;
    let path = file.to_string_lossy();
    let mut found = CaseCounts::default();
    for (program, script) in programs.into_iter().flatten() {
        let arguments: Vec<&str> = script.into_iter().chain([&*path]).collect();
        let output = library.launch_command(preloaded, 4, &program, &arguments).output();
        let output = output.map_err(|error| format!("`timeout` cannot be run: {error}"))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        // Fortran prints zeros at the end.
        let mean = printed.trim_end().trim_end_matches('0');
        let is_right = output.status.success() && mean == "1000 numbers, mean 500.5";
        found.count_case(is_right);
        if !is_right {
            let (name, told) = (library.name, String::from_utf8_lossy(&output.stderr));
            println!(
                "{name}: `{}` ended with {}, and said\n{printed}{told}",
                program.display(),
                output.status
            );
        }
    }
    let _ = fs::remove_file(&file);
    Ok(found)
}

/// The word of an integer on a Cray: a sign, an exponent of 15 bits with a bias of 16384, and a fraction of 48 bits
/// after the point.
fn cray_word(number: u64) -> u64 {
    let bits = u64::from(u64::BITS - number.leading_zeros());
    ((16384 + bits) << 48) | (number << (48 - bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 and 5, as the words are in Cray's manual.
    #[test]
    fn numbers_of_a_cray() {
        assert_eq!(cray_word(1), 0x4001_8000_0000_0000);
        assert_eq!(cray_word(5), 0x4003_A000_0000_0000);
    }
}
