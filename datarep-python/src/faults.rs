//! Errors as exceptions of Python.

use std::fmt::Display;

use datarep::error::ErrorKind;
use datarep_dsl::controls::clean_text;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

pyo3::import_exception!(datarep._errors, ConversionError);
pyo3::import_exception!(datarep._errors, TextError);
pyo3::import_exception!(datarep._errors, UnknownFormatError);

/// The exception for an error of the runtime.
pub(crate) fn runtime_error(error: &datarep::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Unsupported { .. } | ErrorKind::Native { .. } => PyTypeError::new_err(format_error(error)),
        _ => PyValueError::new_err(format_error(error)),
    }
}

/// The exception for an error of a text.
pub(crate) fn text_error(error: &datarep_dynamic::Error) -> PyErr {
    match error {
        datarep_dynamic::Error::Conversion(error) => runtime_error(error),
        datarep_dynamic::Error::Unknown { .. } | datarep_dynamic::Error::Order { .. } => {
            UnknownFormatError::new_err(format_error(error))
        }
        datarep_dynamic::Error::Text { diagnostics, .. } => {
            let titles: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.title.clone()).collect();
            TextError::new_err((error.to_string(), titles))
        }
        datarep_dynamic::Error::Record(error) => PyValueError::new_err(format_error(error)),
        datarep_dynamic::Error::TooLarge { .. } => {
            TextError::new_err((format_error(error), Vec::<String>::new()))
        }
    }
}

/// The message of an error. It may quote names and texts of others, and ends up on a terminal.
fn format_error(error: &impl Display) -> String {
    clean_text(&error.to_string()).into_owned()
}
