//! `cargo xtask test`: everything, step by step. A step that fails does not keep the others from running.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fmt::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{
    book, formats, grammar, mpi, mpi_clients, mpi_faults, mpi_fortran, mpi_matrix, mpi_plugins, mpi_rust,
    python_package, random, requirements, standard, vectors, workspace,
};

type Step = (&'static str, fn() -> Result<(), String>);

const STEPS: &[Step] = &[
    ("Python 3 is there, for the data of the examples", python),
    ("the parser is what the grammar gives", parser_is_up_to_date),
    ("the standard library's generated code is up to date", standard_is_up_to_date),
    ("the page of formats is up to date", formats_are_up_to_date),
    ("every requirement of MPI has a test", requirements_are_proven),
    ("the book builds, and its links and those of the README lead somewhere", the_book),
    ("tests of the workspace: units, documentation, compile errors, examples", workspace_tests),
    ("tests of the runtime with `half`, `num-complex` and `parallel`", runtime_with_features),
    ("the runtime builds without macros", runtime_without_macros),
    ("the runtime without macros compiles no parser", runtime_without_parser),
    ("the runtime's loops are vectorized", loops_are_vectorized),
    ("generated code and the reference: a slice of all patterns", exhaustive_slice),
    ("interpreted conversions and generated code: a slice of all items", dynamic_slice),
    ("random formats and the reference", random_formats),
    ("random datatypes and an MPI library", mpi::compare),
    ("every MPI library with representations: routines and layouts", every_mpi_library),
    ("every MPI library with representations: faults", mpi_faults::run),
    ("every MPI library with representations: Fortran", mpi_fortran::run),
    ("every MPI library with representations: plug-ins", mpi_plugins::run),
    ("every MPI library with representations: files for Rust", mpi_rust::run),
    ("every MPI library with representations: mpi4py's own tests", mpi_clients::run),
    ("the Python package: its wheel, and its tests in a virtual environment", python_package::run),
    ("2 GiB through a file in bounded memory", bounded_memory),
    ("formats at the corners, optimized", optimized_corners),
    ("the corpus", corpus),
    ("the probe over the corpus", probe),
];

/// Runs all steps.
///
/// # Errors
///
/// The steps that failed, each with its fault; all others have run too.
pub fn run() -> Result<(), String> {
    run_steps(STEPS)
}

fn run_steps(steps: &[Step]) -> Result<(), String> {
    let mut summary = String::new();
    let mut faults = Vec::new();
    for (index, (title, step)) in steps.iter().enumerate() {
        println!("\n== {} of {}: {title}", index + 1, steps.len());
        let start = Instant::now();
        let result = step();
        let word = if result.is_ok() { "ok    " } else { "FAILED" };
        let _ = writeln!(summary, "{word}  {:6.1} s  {title}", start.elapsed().as_secs_f64());
        if let Err(fault) = result {
            // Told at once, too, beside what the step printed.
            println!("== FAILED: {fault}");
            faults.push(format!("step {} ({title}): {fault}", index + 1));
        }
    }
    println!("\n== summary\n{summary}");
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\nerror: ")) }
}

fn python() -> Result<(), String> {
    let version = Command::new("python3")
        .args(["-c", "import sys; print(sys.version.split()[0]); sys.exit(sys.version_info < (3, 8))"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| {
            format!("`python3` cannot be run ({error}): install Python 3.8 or later and put it on the path")
        })?;
    let name = String::from_utf8_lossy(&version.stdout);
    if version.status.success() {
        println!("Python {}", name.trim());
        Ok(())
    } else {
        Err(format!("Python 3.8 or later is needed, `python3` is {}", name.trim()))
    }
}

fn parser_is_up_to_date() -> Result<(), String> {
    grammar::check(&workspace::root())
}

fn standard_is_up_to_date() -> Result<(), String> {
    let count = standard::check(&workspace::root())?;
    println!("{count} files are what the generator makes");
    Ok(())
}

fn formats_are_up_to_date() -> Result<(), String> {
    let counts = formats::check(&workspace::root())?;
    println!("{counts}; `docs/formats.md` is what the generator makes");
    Ok(())
}

fn requirements_are_proven() -> Result<(), String> {
    let report = requirements::check(&workspace::root())?;
    println!("{}", report.summary);
    Ok(())
}

fn the_book() -> Result<(), String> {
    let page = book::build(&workspace::root())?;
    println!("built `{}`", page.display());
    Ok(())
}

fn bounded_memory() -> Result<(), String> {
    cargo(&["run", "--release", "--quiet", "--package", "datarep", "--example", "bounded_memory"])
}

fn every_mpi_library() -> Result<(), String> {
    mpi_matrix::run(false)
}

/// A fault of the optimizer shows here alone.
fn optimized_corners() -> Result<(), String> {
    cargo(&[
        "test",
        "--release",
        "--quiet",
        "--package",
        "datarep",
        "--test",
        "corners",
        "--test",
        "machines",
    ])
}

fn workspace_tests() -> Result<(), String> {
    cargo(&["test", "--workspace", "--no-fail-fast"])
}

/// Examples of the documentation and most tests are the same with these types, and are tried without them: here are those of the types and of
/// slices that are divided.
fn runtime_with_features() -> Result<(), String> {
    let features = "half,num-complex,parallel";
    cargo(&[
        "test",
        "--no-fail-fast",
        "--package",
        "datarep",
        "--lib",
        "--test",
        "derive",
        "--test",
        "unusual",
        "--features",
        features,
    ])
}

fn runtime_without_macros() -> Result<(), String> {
    cargo(&["check", "--package", "datarep"])
}

fn runtime_without_parser() -> Result<(), String> {
    let arguments = ["tree", "--package", "datarep", "--edges", "normal,build"];
    let tree = workspace::cargo().args(arguments).stderr(Stdio::inherit()).output();
    let tree = tree.map_err(|error| format!("`cargo tree` cannot be run: {error}"))?;
    let tree = String::from_utf8_lossy(&tree.stdout);
    print!("{tree}");
    match tree.lines().count() {
        1 => Ok(()),
        0 => Err("`cargo tree` says nothing".to_owned()),
        _ => Err("without features the runtime has no dependencies, and here are some".to_owned()),
    }
}

fn loops_are_vectorized() -> Result<(), String> {
    println!("{}", vectors::check()?);
    Ok(())
}

fn exhaustive_slice() -> Result<(), String> {
    exhaustive(&["--slice"])
}

/// The program is that of the step before.
fn dynamic_slice() -> Result<(), String> {
    optimized("slice", "dynamic", &["--slice"])
}

fn random_formats() -> Result<(), String> {
    random::run(random::Options::default(), &mut std::io::stdout().lock())
}

/// Runs `cargo xtask exhaustive`, optimized, with the code that it compares, of which a slice needs less.
///
/// # Errors
///
/// A sentence where it fails; what is different has been printed.
pub fn exhaustive(arguments: &[&str]) -> Result<(), String> {
    let feature = if arguments.contains(&"--slice") { "slice" } else { "exhaustive" };
    optimized(feature, "exhaustive", arguments)
}

/// Runs a command that needs a feature, optimized.
///
/// # Errors
///
/// A sentence where it fails.
pub fn optimized(feature: &str, name: &str, arguments: &[&str]) -> Result<(), String> {
    let mut command = vec!["run", "--release", "--quiet", "--package", "xtask", "--no-default-features"];
    command.extend(["--features", feature, "--", name]);
    command.extend(arguments);
    cargo(&command)
}

#[cfg(feature = "corpus")]
fn corpus() -> Result<(), String> {
    use crate::corpus;
    if std::env::var_os(corpus::VARIABLE).is_none() {
        println!("skipped: `{}` names no corpus", corpus::VARIABLE);
        return Ok(());
    }
    let summary = corpus::walk(&corpus::root()?, false, &mut std::io::stdout().lock())?;
    if summary.is_equal() { Ok(()) } else { Err("numbers of the corpus are different".to_owned()) }
}

#[cfg(not(feature = "corpus"))]
fn corpus() -> Result<(), String> {
    Err("this was built without the feature `corpus`".to_owned())
}

fn probe() -> Result<(), String> {
    if std::env::var_os("DATAREP_CORPUS").is_none() {
        println!("skipped: `DATAREP_CORPUS` names no corpus");
        return Ok(());
    }
    // The program is that of the slices.
    optimized("slice", "probe", &["--check"])
}

/// Runs Cargo in the workspace; its output goes where this one's goes.
fn cargo(arguments: &[&str]) -> Result<(), String> {
    let shown = format!("cargo {}", arguments.join(" "));
    println!("$ {shown}");
    let mut command = workspace::cargo();
    command.args(arguments);
    // Tests run in the folders of their packages.
    for folder in ["DATAREP_CORPUS", "CARGO_TARGET_DIR"] {
        if let Some(path) = std::env::var_os(folder).filter(|path| !path.is_empty()) {
            let path =
                std::path::absolute(&path).map_err(|error| format!("`{folder}` names no path: {error}"))?;
            command.env(folder, path);
        }
    }
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("`{shown}` failed")),
        Err(error) => Err(format!("`{shown}` cannot be run: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_fails_does_not_hide_the_others() {
        let steps: &[Step] = &[
            ("one", || Err("the first fault".to_owned())),
            ("two", || Ok(())),
            ("three", || Err("the last fault".to_owned())),
        ];
        assert_eq!(
            run_steps(steps),
            Err("step 1 (one): the first fault\nerror: step 3 (three): the last fault".to_owned())
        );
        assert_eq!(run_steps(&steps[1..2]), Ok(()));
    }
}
