//! The errors of this crate: a text has faults, or a conversion fails.

use std::fmt;
use std::sync::Arc;

use datarep_dsl::diagnostic::{Diagnostic, Failure};
use datarep_dsl::expression::ExpressionFault;
use datarep_dsl::render::render_all;
use datarep_dsl::source::Source;

use crate::record::error::RecordError;

/// The reason why a text cannot be used, or items cannot be converted.
///
/// `Display` and `Debug` print the message for people. That of a text shows its lines, with carets below the faults. It is
/// drawn when it is printed, as that takes longer than to find the faults.
///
/// ```
/// use datarep_dynamic::Text;
/// let error = Text::parse("float x = S1 E8 F22 where value = 1.F * 2^(E - 127);").unwrap_err();
/// assert!(error.to_string().starts_with("error"));
/// assert_eq!(error.diagnostics().len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum Error {
    /// The text does not follow the language, or does not make sense.
    Text {
        /// The faults, in the order of the text.
        diagnostics: Vec<Diagnostic>,
        /// The text.
        source: Arc<Source>,
    },
    /// The text is too large.
    TooLarge {
        /// The kind of things of which there are too many.
        what: &'static str,
        /// The number that was found.
        found: usize,
        /// The largest number that is allowed.
        most: usize,
    },
    /// No format has this name.
    Unknown {
        /// The name.
        name: String,
        /// Suggestions, each of one thing to type instead, as in the language's diagnostics.
        help: Vec<String>,
    },
    /// A format cannot have an order of bytes.
    Order {
        /// What is wrong.
        title: String,
        /// What to write instead.
        help: String,
    },
    /// Items cannot be converted.
    Conversion(datarep::Error),
    /// Records cannot be read or written.
    Record(Box<RecordError>),
}

impl Error {
    /// The faults of a text; empty if the error is not about a text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Text { diagnostics, .. } => diagnostics,
            Error::TooLarge { .. }
            | Error::Unknown { .. }
            | Error::Order { .. }
            | Error::Conversion(_)
            | Error::Record(_) => &[],
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Text { diagnostics, source } => {
                let failure = Failure { diagnostics: diagnostics.clone(), datareps: Vec::new() };
                f.write_str(&render_all(source, &failure))
            }
            Error::TooLarge { what, found, most } => {
                write!(f, "the text has {found} {what}, and may have {most}: divide it into several")
            }
            Error::Unknown { name, help } => {
                write!(f, "no format is named `{name}`")?;
                help.iter().try_for_each(|help| write!(f, "; {help}"))
            }
            Error::Order { title, help } => write!(f, "{title}; {help}"),
            Error::Conversion(error) => error.fmt(f),
            Error::Record(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `unwrap` and tests print with `Debug`. A list of diagnostics without the lines would help nobody.
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Conversion(error) => Some(error),
            Error::Record(error) => Some(error),
            Error::Text { .. } | Error::TooLarge { .. } | Error::Unknown { .. } | Error::Order { .. } => None,
        }
    }
}

impl From<ExpressionFault> for Error {
    fn from(fault: ExpressionFault) -> Error {
        Error::Text { diagnostics: fault.diagnostics, source: Arc::new(fault.source) }
    }
}

impl From<datarep::Error> for Error {
    fn from(error: datarep::Error) -> Error {
        Error::Conversion(error)
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        Error::Record(Box::new(error))
    }
}
