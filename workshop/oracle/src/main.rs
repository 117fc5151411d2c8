//! What is compared with the reference, or compares generated code, as an optimized program: `cargo xtask` builds it and runs it.
//!
//! Each command needs the feature of its name, and `dynamic` needs `subjects`. `cargo xtask help` says what they do.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use datarep_workshop::program::to_exit_code;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    to_exit_code(run(&arguments))
}

fn run(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        #[cfg(feature = "subjects")]
        ["dynamic", rest @ ..] => run_dynamic(rest),
        #[cfg(feature = "slice")]
        ["exhaustive", rest @ ..] => run_exhaustive(rest),
        #[cfg(feature = "probe")]
        ["probe", rest @ ..] => run_probe(rest),
        #[cfg(feature = "split")]
        ["split", rest @ ..] => run_split(rest),
        arguments => {
            Err(format!("this program is built without `{}`: call `cargo xtask`", arguments.join(" ")))
        }
    }
}

#[cfg(feature = "slice")]
fn run_exhaustive(arguments: &[&str]) -> Result<(), String> {
    use datarep_oracle::exhaustive::{self, Extent};
    let root = datarep_workshop::workspace::root();
    let mut out = std::io::stdout().lock();
    match arguments {
        ["--report"] => exhaustive::print(&root, &mut out),
        ["--write-report"] => exhaustive::write(&root, &mut out),
        ["--slice", only @ ..] => exhaustive::run(Extent::Slice, only, &mut out),
        ["--properties", only @ ..] => exhaustive::properties(Extent::Full, only, &mut out),
        only => exhaustive::run(Extent::Full, only, &mut out),
    }
}

#[cfg(feature = "subjects")]
fn run_dynamic(arguments: &[&str]) -> Result<(), String> {
    use datarep_oracle::dynamic::{self, Options};
    let mut options = Options::default();
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("`{argument}` is followed by a value"));
        match argument {
            "--slice" => options.items = Options::SLICE,
            "--items" => {
                let number = value()?;
                options.items = number.parse().map_err(|_| format!("`{number}` is no number of items"))?;
            }
            "--only" => options.only = Some((*value()?).to_owned()),
            other => return Err(format!("`dynamic` does not know `{other}`")),
        }
    }
    dynamic::run(&options, &mut std::io::stdout().lock())
}

#[cfg(feature = "split")]
fn run_split(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        [] | ["--quick"] => datarep_oracle::split::run(!arguments.is_empty(), &mut std::io::stdout().lock()),
        other => Err(format!("`split` does not know `{}`", other.join(" "))),
    }
}

#[cfg(feature = "probe")]
fn run_probe(arguments: &[&str]) -> Result<(), String> {
    if let Some(other) = arguments.iter().find(|argument| !["--verbose", "--check"].contains(argument)) {
        return Err(format!("`probe` does not know `{other}`"));
    }
    let root = std::env::var_os("DATAREP_CORPUS").filter(|root| !root.is_empty());
    let root = root.ok_or("`DATAREP_CORPUS` is not set: let it name the folder of a corpus")?;
    let options = datarep_oracle::probe::RunOptions {
        verbose: arguments.contains(&"--verbose"),
        check: arguments.contains(&"--check"),
    };
    datarep_oracle::probe::run(root.as_ref(), options, &mut std::io::stdout().lock())
}
