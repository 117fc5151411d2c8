//! `cargo xtask COMMAND`.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command speaks to who called it")]

use std::process::ExitCode;

use xtask::{build_time, grammar, test, workspace};

const HELP: &str = "\
cargo xtask COMMAND

  corpus [--verbose]  reads and writes every number of the corpus that DATAREP_CORPUS names, by generated
                      code, and compares with the references; `--verbose` names each segment
  standard [--check]  writes the generated code of the standard library in runtime/src/standard;
                      `--check` only compares
  test                everything: `standard --check`, all tests of the workspace with all features of the
                      runtime, its documentation and examples, and the corpus where DATAREP_CORPUS names one
  build-time          how long a new user's crate takes to build from clean, beside binrw
  grammar [--check]   writes the parser that is made from datarep-dsl/src/grammar.pest; `--check` only compares
  help                this list

Where the runtime does not build, `cargo run -p xtask --no-default-features --features standard -- standard` can
still mend it; where the language does not, `cargo run -p xtask --no-default-features -- grammar`.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["corpus"] => corpus(false),
        ["corpus", "--verbose"] => corpus(true),
        ["standard"] => write_standard(),
        ["standard", "--check"] => test::standard_is_up_to_date(),
        ["test"] => test::run(),
        ["grammar"] => write_grammar(),
        ["grammar", "--check"] => grammar::check(&workspace::root())
            .map(|()| println!("the parser is what the grammar gives")),
        ["build-time"] => build_time::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        [command @ ("corpus" | "standard" | "test" | "build-time" | "grammar" | "help"), rest @ ..] => {
            eprintln!("error: `{command}` does not know `{}`\n\n{HELP}", rest.join(" "));
            return ExitCode::from(2);
        }
        [command, ..] => {
            eprintln!("error: there is no command `{command}`\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn write_grammar() -> Result<(), String> {
    match grammar::write(&workspace::root())? {
        Some(path) => println!("wrote `{}`", path.display()),
        None => println!("nothing to write: the parser is what the grammar gives"),
    }
    Ok(())
}

#[cfg(feature = "standard")]
fn write_standard() -> Result<(), String> {
    use xtask::standard;
    let written = standard::write(&workspace::root())?;
    for path in &written {
        println!("wrote `{}`", path.display());
    }
    if written.is_empty() {
        println!("nothing to write: all files are what the generator makes");
    }
    Ok(())
}

#[cfg(not(feature = "standard"))]
fn write_standard() -> Result<(), String> {
    Err("this was built without the feature `standard`".to_owned())
}

#[cfg(feature = "corpus")]
fn corpus(verbose: bool) -> Result<(), String> {
    use xtask::corpus;
    let mut out = std::io::stdout().lock();
    let summary = corpus::walk(&corpus::root()?, verbose, &mut out)?;
    if summary.is_equal() {
        return Ok(());
    }
    Err("numbers of the corpus are read or written in another way than their references say".to_owned())
}

#[cfg(not(feature = "corpus"))]
fn corpus(_verbose: bool) -> Result<(), String> {
    Err("this was built without the feature `corpus`".to_owned())
}
