//! What is wrong, as exceptions of Python.

use datarep::error::{Direction, ErrorKind};
use pyo3::exceptions::{PyEOFError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::{Job, Stop};

pyo3::import_exception!(datarep._errors, ConversionError);
pyo3::import_exception!(datarep._errors, TextError);
pyo3::import_exception!(datarep._errors, UnknownFormatError);

/// The exception for items that were not converted.
pub(crate) fn raised(py: Python<'_>, job: &Job<'_>, stop: Stop) -> PyErr {
    let (error, found) = match stop {
        Stop::Conversion(error, found) => (error, found),
        file @ Stop::File(_) => return not_loaded(file),
    };
    let (ErrorKind::Conversion { fault, .. }, Some((index, bytes))) = (error.kind(), found) else {
        return of_runtime(&error);
    };
    let message = format!("item {index}: {fault}");
    let direction = match job.direction {
        Direction::Read => "read",
        Direction::Write => "write",
    };
    let bytes = PyBytes::new(py, &bytes).unbind();
    let (event, value, format) = (fault.event.word(), fault.value.clone(), fault.format.to_string());
    ConversionError::new_err((message, index, bytes, event, value, format, direction))
}

/// The exception for bytes that were not even loaded.
pub(crate) fn not_loaded(stop: Stop) -> PyErr {
    match stop {
        Stop::Conversion(error, _) => of_runtime(&error),
        Stop::File(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            PyEOFError::new_err(error.to_string())
        }
        Stop::File(error) => error.into(),
    }
}

/// The exception for an error of the runtime.
pub(crate) fn of_runtime(error: &datarep::Error) -> PyErr {
    match error.kind() {
        ErrorKind::Unsupported { .. } | ErrorKind::Native { .. } => PyTypeError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for an error of a text.
pub(crate) fn of_text(error: &datarep_dynamic::Error) -> PyErr {
    match error {
        datarep_dynamic::Error::Conversion(error) => of_runtime(error),
        datarep_dynamic::Error::Unknown { .. } => UnknownFormatError::new_err(error.to_string()),
        datarep_dynamic::Error::Text { rendered, diagnostics } => {
            let titles: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.title.clone()).collect();
            TextError::new_err((rendered.clone(), titles))
        }
        datarep_dynamic::Error::Record(error) => PyValueError::new_err(error.to_string()),
        datarep_dynamic::Error::TooLarge { .. } => {
            TextError::new_err((error.to_string(), Vec::<String>::new()))
        }
    }
}
