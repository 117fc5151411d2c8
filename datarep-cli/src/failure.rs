//! Why a command fails, printed in the style of the language's diagnostics.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::process::ExitCode;

use anstyle::{AnsiColor, Effects, Style};
use datarep_dsl::controls::{clean_line, clean_text};
use datarep_dsl::diagnostic::Failure as Faults;
use datarep_dsl::render;
use datarep_dynamic::Error;

/// The exit code that shells report for a program that wrote into a closed pipe.
const CLOSED_PIPE: u8 = 141;

/// Why a command fails.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CliFailure {
    /// What is wrong, and what to type.
    Message {
        /// The fault in one line, without a full stop.
        title: String,
        /// Facts about it.
        notes: Vec<String>,
        /// What to type, one thing in each.
        help: Vec<String>,
    },
    /// Diagnostics of a text, already rendered.
    Text(String),
    /// The reader of the output has closed it.
    ClosedOutput,
    /// The command has failed and has already reported everything.
    AlreadyReported,
}

impl CliFailure {
    /// A fault in one line.
    pub(crate) fn new(title: impl Into<String>) -> CliFailure {
        CliFailure::Message { title: title.into(), notes: Vec::new(), help: Vec::new() }
    }

    /// What is wrong with a text, with carets at the places in it.
    pub(crate) fn from_text(error: &Error) -> CliFailure {
        match error {
            Error::Text { diagnostics, source } => {
                let faults = Faults { diagnostics: diagnostics.clone(), datareps: Vec::new() };
                CliFailure::Text(render::render_all_in_color(source, &faults))
            }
            Error::TooLarge { .. }
            | Error::Unknown { .. }
            | Error::Order { .. }
            | Error::Conversion(_)
            | Error::Record(_) => CliFailure::new(error.to_string()),
        }
    }

    /// The fault in one line.
    pub(crate) fn title(&self) -> String {
        match self {
            CliFailure::Message { title, .. } => title.clone(),
            CliFailure::Text(rendered) => rendered.clone(),
            CliFailure::ClosedOutput | CliFailure::AlreadyReported => String::new(),
        }
    }

    /// Adds a note with a fact.
    #[must_use]
    pub(crate) fn note(mut self, note: impl Into<String>) -> CliFailure {
        match &mut self {
            CliFailure::Message { notes, .. } => notes.push(note.into()),
            CliFailure::Text(rendered) => {
                let _ = writeln!(rendered, "  = note: {}", clean_text(&note.into()));
            }
            CliFailure::ClosedOutput | CliFailure::AlreadyReported => {}
        }
        self
    }

    /// Adds a help line with something to type.
    #[must_use]
    pub(crate) fn help(mut self, text: impl Into<String>) -> CliFailure {
        match &mut self {
            CliFailure::Message { help, .. } => help.push(text.into()),
            CliFailure::Text(rendered) => {
                let _ = writeln!(rendered, "  = help: {}", clean_text(&text.into()));
            }
            CliFailure::ClosedOutput | CliFailure::AlreadyReported => {}
        }
        self
    }

    /// A failure of the system, with what was tried: ``cannot read `FILE` ``.
    pub(crate) fn system(attempt: &str, error: &io::Error) -> CliFailure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return CliFailure::ClosedOutput;
        }
        let text = error.to_string();
        // Rust puts the number of the system's error behind its text, and begins it with a capital letter, which
        // titles do not.
        let reason = text.split(" (os error").next().unwrap_or(&text);
        let mut letters = reason.chars();
        let reason: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        CliFailure::new(format!("{attempt}: {reason}"))
    }

    /// Reports the failure on standard error and returns the exit code.
    pub(crate) fn print(&self) -> ExitCode {
        let code = match self {
            CliFailure::ClosedOutput => return ExitCode::from(CLOSED_PIPE),
            CliFailure::AlreadyReported => return ExitCode::FAILURE,
            CliFailure::Message { .. } | CliFailure::Text(_) => ExitCode::FAILURE,
        };
        // If standard error is closed, there is nowhere left to report to.
        let _ = write!(anstream::stderr(), "{self}");
        code
    }
}

impl fmt::Display for CliFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliFailure::Message { title, notes, help } => {
                let red = Style::new().fg_color(Some(AnsiColor::Red.into())).effects(Effects::BOLD);
                let bold = Style::new().bold();
                // Names of files and bytes of texts are in these lines, and a terminal must not obey what is in them.
                writeln!(f, "{red}error{red:#}{bold}: {}{bold:#}", clean_line(title))?;
                for note in notes {
                    writeln!(f, "  = {bold}note{bold:#}: {}", clean_text(note))?;
                }
                for help in help {
                    writeln!(f, "  = {bold}help{bold:#}: {}", clean_text(help))?;
                }
                Ok(())
            }
            CliFailure::Text(rendered) => f.write_str(rendered),
            CliFailure::ClosedOutput | CliFailure::AlreadyReported => Ok(()),
        }
    }
}

/// A failure to write standard output.
impl From<io::Error> for CliFailure {
    fn from(error: io::Error) -> CliFailure {
        CliFailure::system("cannot write standard output", &error)
    }
}
