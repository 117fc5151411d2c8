//! Reads records and arrays by the engines that the Python package has modules for, and compares them row by row.
//!
//! The engines are in a virtual environment of their own, as the largest of them, Spark, is larger than all other packages together.
//! `datarep-python/tests/scale` has the tests, and their last line says how much was compared.

#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::Path;
use std::process::{Command, Stdio};

use datarep_workshop::wheel;

use crate::{python_package, skipped, workspace};

/// The engines, and what builds and tests the package.
const PACKAGES: &[&str] = &[
    "maturin==1.16.0",
    "numpy==2.4.6",
    "pytest==9.2.0",
    "hypothesis==6.170.15",
    "pyarrow==26.0.1",
    "pandas==3.1.1",
    "pyspark==4.3.0",
    "dask[array,dataframe,distributed]==2026.8.0",
    "polars==2.1.0",
    "duckdb==2.0.1",
    "datafusion==55.0.0",
    "xarray==2026.9.0",
    "zarr==3.1.6",
    "virtualizarr==2.5.1",
    "ray==2.60.0",
    "mpich==5.0.2",
    "mpi4py==4.1.2",
];

/// What the last line of the tests begins with.
const RESULT: &str = "scale: ";

/// What the lines begin with that say how much memory a file took.
const MEMORY: &str = "memory: ";

/// Runs the tests of all engines. Without Java, those of Spark are skipped.
///
/// # Errors
///
/// Returns a message if something cannot be built, if tests fail, or if nothing was compared.
pub fn run() -> Result<(), String> {
    let python = wheel::build_environment("scale", PACKAGES, "dev")?;
    if !has_java() {
        skipped::report("Spark", "Java is not installed: `apt-get install default-jre-headless`");
    }
    let mut tests = Command::new(&python);
    tests.current_dir(workspace::root().join("datarep-python"));
    tests.args(["-m", "pytest", "-p", "no:cacheprovider", "tests/scale"]);
    prepare_tests(&mut tests)?;
    let done = tests.stderr(Stdio::inherit()).output();
    let done = done.map_err(|error| format!("`pytest` cannot be run: {error}"))?;
    let report = String::from_utf8_lossy(&done.stdout);
    let result = report.lines().rev().find(|line| line.starts_with(RESULT));
    if !done.status.success() {
        print!("{report}");
        return Err("tests of the engines fail".to_owned());
    }
    let result = result.ok_or("the tests of the engines do not say what they compared")?;
    for line in report.lines().filter(|line| line.starts_with(MEMORY)) {
        println!("{line}");
    }
    println!("{result}");
    check_result(result)
}

/// Measures how fast the engines read records, on one thread and on two, and prints a table.
///
/// # Errors
///
/// Returns a message if something cannot be built or an engine fails.
pub fn measure() -> Result<(), String> {
    let python = wheel::build_environment("scale", PACKAGES, "release")?;
    let mut measuring = Command::new(&python);
    measuring.current_dir(workspace::root().join("datarep-python"));
    measuring.arg(Path::new("tests").join("scale").join("measure.py"));
    prepare_tests(&mut measuring)?;
    workspace::run_command(&mut measuring)
}

fn prepare_tests(command: &mut Command) -> Result<(), String> {
    python_package::set_test_variables(command)?;
    command.env("DATAREP_COMMAND", workspace::build_command()?);
    Ok(())
}

/// Whether there is a Java that runs.
fn has_java() -> bool {
    let java = std::env::var_os("JAVA_HOME")
        .map_or_else(|| "java".into(), |home| Path::new(&home).join("bin").join("java"));
    let version = Command::new(java).arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Fails if rows differ, or if none were compared.
fn check_result(result: &str) -> Result<(), String> {
    let numbers: Vec<u64> = result.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match numbers.as_slice() {
        [engines, rows, 0] if *engines > 0 && *rows > 0 => Ok(()),
        _ => Err(format!("the engines do not agree, or nothing was compared: `{result}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_without_rows_and_with_different_ones_are_faults() {
        assert_eq!(check_result("scale: 7 engines, 12345 rows compared, 0 different"), Ok(()));
        assert!(check_result("scale: 7 engines, 12345 rows compared, 1 different").is_err());
        assert!(check_result("scale: 0 engines, 0 rows compared, 0 different").is_err());
    }
}
