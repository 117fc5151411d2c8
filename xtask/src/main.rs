//! `cargo xtask COMMAND`.
//!
//! Without the feature `corpus`, the [chores] are missing, and without `standard` also the commands that need the language.
//! `grammar` remains, which repairs a language crate that does not build.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

#[cfg(feature = "corpus")]
mod chores;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use datarep_bench::{BenchArguments, Measurement};
use datarep_workshop::program::to_exit_code;
use datarep_workshop::workspace;
#[cfg(feature = "standard")]
use xtask::arguments::LibraryCommand;
use xtask::arguments::{Xtask, XtaskCommand};
use xtask::{check, grammar, optimized};
#[cfg(feature = "standard")]
use xtask::{formats, standard};

fn main() -> ExitCode {
    to_exit_code(match Xtask::parse().command {
        Some(command) => run(command),
        None => Xtask::command().print_help().map_err(|error| format!("help cannot be printed: {error}")),
    })
}

fn run(command: XtaskCommand) -> Result<(), String> {
    match command {
        XtaskCommand::Bench(options) => run_bench(&options),
        XtaskCommand::Check { commit } => check::run(&commit),
        XtaskCommand::Grammar(options) if options.check => {
            grammar::check(&workspace::root()).map(|()| println!("the parser is what the grammar gives"))
        }
        XtaskCommand::Grammar(_) => write_grammar(),
        XtaskCommand::Oracle(command) => {
            optimized::run_oracle(optimized::name_features(&command), &read_words(1))
        }
        #[cfg(feature = "standard")]
        XtaskCommand::Library(command) => run_library_command(&command),
        #[cfg(feature = "corpus")]
        XtaskCommand::Chore(command) => chores::run(command),
        #[cfg(not(feature = "corpus"))]
        other => {
            let feature = if matches!(other, XtaskCommand::Library(_)) { "standard" } else { "corpus" };
            Err(format!("`{}` needs the feature `{feature}`", read_words(1).join(" ")))
        }
    }
}

/// The words with which this program was called, from one of them on. Other programs parse them again.
fn read_words(from: usize) -> Vec<String> {
    std::env::args().skip(from).collect()
}

/// Measures by the library, or in an optimized program that is built for what is measured.
fn run_bench(options: &BenchArguments) -> Result<(), String> {
    let (root, out) = (workspace::root(), &mut std::io::stdout());
    let feature = match options.choose_measurement()? {
        Measurement::Front => return datarep_bench::front::write(&root),
        // These groups need no optimized code except the library's.
        Measurement::Mpi(page) => return datarep_bench::run_mpi(&root, page, out),
        Measurement::Python(page) => return datarep_bench::run_python(&root, page, out),
        Measurement::Beyond(_) => "beyond",
        Measurement::Records(_) => "records",
        Measurement::Groups => "bench",
        Measurement::AllGroups => "bench-all",
    };
    optimized::run_bench(feature, &read_words(2))
}

#[cfg(feature = "standard")]
fn run_library_command(command: &LibraryCommand) -> Result<(), String> {
    match command {
        LibraryCommand::Formats(options) if options.check => {
            let counts = formats::check(&workspace::root())?;
            println!("{counts}; docs/formats.md and the pages of families are what the generator makes");
            Ok(())
        }
        LibraryCommand::Formats(_) => write_formats(),
        LibraryCommand::Standard(options) if options.check => standard::check(&workspace::root())
            .map(|count| println!("{count} files are what the generator makes")),
        LibraryCommand::Standard(_) => write_standard(),
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
fn write_formats() -> Result<(), String> {
    let (written, counts) = formats::write(&workspace::root())?;
    println!("{counts}");
    match written.as_slice() {
        [] => println!("nothing to write"),
        written => written.iter().for_each(|path| println!("wrote `{}`", path.display())),
    }
    Ok(())
}

#[cfg(feature = "standard")]
fn write_standard() -> Result<(), String> {
    let written = standard::write(&workspace::root())?;
    for path in &written {
        println!("wrote `{}`", path.display());
    }
    if written.is_empty() {
        println!("nothing to write: all files are what the generator makes");
    }
    Ok(())
}
