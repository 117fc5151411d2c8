//! The measurements of `cargo xtask bench`, as an optimized program: `cargo xtask` builds it, and runs it with the words after `bench`.
//!
//! `--beyond` needs the feature `beyond`, `--group records` needs `records`, and all else `bench`. `cargo xtask help` says what they do.
//! What needs no optimized program, `cargo xtask` does by the library.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use datarep_workshop::program::to_exit_code;
#[cfg(feature = "beyond")]
use datarep_workshop::workspace;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    to_exit_code(run(&arguments))
}

fn run(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        #[cfg(feature = "beyond")]
        ["--beyond", rest @ ..] => measure_beyond(rest),
        #[cfg(feature = "records")]
        ["--group", "records", rest @ ..] => measure_records(rest),
        #[cfg(feature = "bench")]
        ["--first"] => print_first_item(),
        #[cfg(feature = "bench")]
        arguments => run_bench(arguments),
        #[cfg(not(feature = "bench"))]
        arguments => {
            Err(format!("this program is built without `bench {}`: call `cargo xtask`", arguments.join(" ")))
        }
    }
}

/// What `bench` asks a program that has just started.
#[cfg(feature = "bench")]
fn print_first_item() -> Result<(), String> {
    use std::io::Write;
    let seconds = datarep_bench::start::measure_first_item()?;
    writeln!(std::io::stdout(), "{seconds}").map_err(|error| format!("it cannot be told: {error}"))
}

#[cfg(feature = "beyond")]
fn measure_beyond(arguments: &[&str]) -> Result<(), String> {
    use datarep_bench::{PageUpdate, beyond};
    let mut out = std::io::stdout().lock();
    match arguments {
        [] => beyond::run(&workspace::root(), PageUpdate::Keep, &mut out),
        ["--write"] => beyond::run(&workspace::root(), PageUpdate::Write, &mut out),
        ["--start"] => beyond::run_start(&mut out),
        _ => Err(format!("`bench --beyond` does not know `{}`", arguments.join(" "))),
    }
}

#[cfg(feature = "records")]
fn measure_records(arguments: &[&str]) -> Result<(), String> {
    use datarep_bench::{Outcome, run_records};
    let outcome = match arguments {
        [] => Outcome::Print,
        ["--check"] => Outcome::Check,
        ["--write"] => Outcome::Write,
        _ => return Err(format!("`bench --group records` does not know `{}`", arguments.join(" "))),
    };
    run_records(&workspace::root(), outcome, &mut std::io::stdout().lock())
}

#[cfg(feature = "bench")]
fn run_bench(arguments: &[&str]) -> Result<(), String> {
    use datarep_bench::{Level, Options};
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            "--quick" => options.quick = true,
            "--check" => options.check = true,
            "--write" => options.write = true,
            "--build" => options.group = Some("build".to_owned()),
            "--level" => {
                let level = rest.next().ok_or("`--level` is followed by the name of a level")?;
                let fault = || format!("there is no level `{level}`: baseline, avx2, avx512");
                options.level = Some(Level::from_name(level).ok_or_else(fault)?);
            }
            "--group" => {
                let group = rest.next().ok_or("`--group` is followed by the name of a group")?;
                options.group = Some((*group).to_owned());
            }
            other => return Err(format!("`bench` does not know `{other}`")),
        }
    }
    datarep_bench::run(&workspace::root(), &options, &mut std::io::stdout().lock())
}
