//! What is asked for beside source and format: order, rules, threads.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use datarep::error::Direction;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::named::{Choice, Named, is_expression, named};
use crate::texts::PyFormat;

/// The events that rules are for.
const EVENTS: &[&str] = &[
    "overflow",
    "infinity",
    "nan",
    "reserved",
    "underflow",
    "inexact",
    "negative_zero",
    "invalid",
    "unmapped",
    "missing",
    "noncanonical",
];

/// The format that an argument names or is.
pub(crate) fn format(argument: &Bound<'_, PyAny>) -> PyResult<Arc<Named>> {
    if let Ok(name) = argument.cast::<PyString>() {
        return named(name.to_cow()?.as_ref());
    }
    if let Ok(format) = argument.cast::<PyFormat>() {
        return Ok(format.get().0.clone());
    }
    let kind = argument.get_type();
    Err(PyTypeError::new_err(format!("a format is a name or a `datarep.Format`, not {kind}")))
}

/// The record that an argument is, which reads and writes by itself.
pub(crate) fn is_record(argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    if argument.is_instance_of::<PyString>() || argument.is_instance_of::<PyFormat>() {
        return Ok(false);
    }
    argument.is_instance(&PyModule::import(argument.py(), "datarep._record")?.getattr("Record")?)
}

/// Order and rules: `on_overflow="saturate"` is a rule of the direction that is asked for.
pub(crate) fn choice(
    order: Option<&str>,
    rules: Option<&Bound<'_, PyDict>>,
    direction: Direction,
) -> PyResult<Choice> {
    let order = match order {
        Some(order) if is_expression(order) => Some(order.to_owned()),
        Some(order) => {
            return Err(PyValueError::new_err(format!(
                "`{order}` is no order of bytes: write `big`, `little`, `pdp`, or a container such as `right_justified(8)`"
            )));
        }
        None => None,
    };
    let mut said = Vec::new();
    for (key, action) in rules.into_iter().flatten() {
        let key: String = key.extract()?;
        let Some(event) = key.strip_prefix("on_").filter(|event| EVENTS.contains(event)) else {
            return Err(PyTypeError::new_err(format!("unexpected keyword argument '{key}'")));
        };
        if action.is_none() {
            continue;
        }
        let action: String = action
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("{key} is a word, such as \"error\"")))?;
        if !is_expression(&action) {
            return Err(PyValueError::new_err(format!("`{action}` is no action for {event}")));
        }
        said.push(format!("{event} => {action}"));
    }
    said.sort_unstable();
    let rules = (!said.is_empty()).then(|| format!("on {direction} {{ {} }}", said.join(", ")));
    Ok(Choice { order, rules })
}

/// So many threads; all that the machine has, for 0.
pub(crate) fn threads(asked: usize) -> usize {
    match asked {
        0 => available_parallelism().map_or(1, NonZero::get),
        some => some,
    }
}
