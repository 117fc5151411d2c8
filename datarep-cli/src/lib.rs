//! The command `datarep`, for people who have a file with numbers in the format of another machine.
//!
//! Each command has a module. It takes the command's arguments, asks [`names`] for the format that a name stands for,
//! and writes to standard output. `datarep-dsl` defines what a word means exactly; `datarep-dynamic` converts many
//! items at once.
//!
//! The command is a library so that a program can run it without starting a process, as those do that look for inputs
//! that the readers do not expect. It is no interface for other programs.
#![forbid(unsafe_code)]

mod args;
mod check;
mod convert;
mod doctor;
mod dump;
mod explain;
mod failure;
mod import;
mod input;
mod interrupt;
mod list;
mod mistakes;
mod names;
mod new;
mod output;
mod page;
mod probe;
mod progress;
mod show;
mod target;
mod texts;
mod unfinished;
#[cfg(feature = "columnar")]
mod write;
#[cfg(not(feature = "columnar"))]
#[path = "write/without_tables.rs"]
mod write;

use std::cell::RefCell;
use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser as _};

use args::foreign::replace_tip;
use args::{Cli, Command, FileCommand, MpiCommand, OwnCommand, TextOptions};
use failure::CliFailure;
use names::KnownNames;

/// Runs the command that the process was started with.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().collect();
    let cli = Cli::try_parse_from(&words).unwrap_or_else(|error| replace_tip(error, &words).exit());
    match run_command(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(),
    }
}

/// Runs a command from its words, the first of which is the name of the program.
///
/// # Errors
///
/// Returns what the command would print on standard error, or a word if it would print nothing more.
pub fn run(words: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    thread_local! {
        /// The description of all options, which takes longer to build than most commands take to run.
        static OPTIONS: RefCell<clap::Command> = RefCell::new(Cli::command());
    }
    let parsed = OPTIONS.with_borrow_mut(|options| {
        let matches = options.try_get_matches_from_mut(words)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(options))
    });
    // No error ends the process here, as `Cli::parse` would.
    let cli = parsed.map_err(|error| error.to_string())?;
    run_command(&cli).map_err(|failure| match failure {
        CliFailure::AlreadyReported => "said".to_owned(),
        CliFailure::ClosedOutput => "closed".to_owned(),
        failure => failure.to_string(),
    })
}

fn run_command(cli: &Cli) -> Result<(), CliFailure> {
    output::set_printing(cli.printing);
    // By closures: commands that need no names do not read the user's texts, whose faults would stop them.
    let to_tell = || KnownNames::read_to_tell(&cli.texts);
    match &cli.command {
        Command::List(list) => list::run(list, &to_tell()?),
        Command::Show(show) => show::run(show, &to_tell()?),
        Command::Explain(explain) => explain::run(explain, &to_tell()?),
        Command::Check(check) => check::run(check),
        Command::Mpi(MpiCommand::Doctor(doctor)) => doctor::run(doctor),
        Command::Files(command) => run_file_command(command, &cli.texts),
        Command::Own(OwnCommand::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "datarep", &mut script);
            output::write_all(&script)
        }
        Command::Own(OwnCommand::Manual { of }) => print_manual(of.as_deref()),
    }
}

fn run_file_command(command: &FileCommand, texts: &TextOptions) -> Result<(), CliFailure> {
    let names = || KnownNames::read(texts);
    match command {
        FileCommand::Dump(dump) => dump::run(dump, names()?),
        FileCommand::Convert(convert) => convert::run(convert, names()?),
        FileCommand::Write(write) => write::run(write, names()?),
        FileCommand::Import(import) => import::run(import),
        FileCommand::New(new) => new::run(new),
        FileCommand::Probe(probe) => probe::run(probe, &names()?),
    }
}

/// Prints the manual page of the command, or of one of its commands.
fn print_manual(command_name: Option<&str>) -> Result<(), CliFailure> {
    let mut command = Cli::command();
    // This gives each command the options that are global, which its page has to list.
    command.build();
    let page = match command_name {
        None => clap_mangen::Man::new(command),
        Some(name) => {
            let subcommand =
                command.get_subcommands().find(|subcommand| subcommand.get_name() == name).cloned();
            let unknown = || {
                CliFailure::new(format!("no command is named `{name}`")).help("`datarep --help` lists them")
            };
            clap_mangen::Man::new(subcommand.ok_or_else(unknown)?)
        }
    };
    let mut text = Vec::new();
    page.render(&mut text)?;
    output::write_all(&text)
}
