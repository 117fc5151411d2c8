//! What a call asks for beside source and format: order, rules, threads.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use datarep::error::Direction;
use datarep_dynamic::names::{is_expression, is_order};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};

use crate::format::PyFormat;
use crate::named::{Choice, Named, named};

/// The events that have rules, in the order of the keywords of `read` and `write`.
const EVENTS: [&str; 11] = [
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

/// The values of the keywords for events, in the order of `EVENTS`: `on_overflow="saturate"` is first.
pub(crate) type Rules<'a, 'py> = [Option<&'a Bound<'py, PyAny>>; EVENTS.len()];

/// The format that an argument names or is.
pub(crate) fn format(argument: &Bound<'_, PyAny>) -> PyResult<Arc<Named>> {
    if let Ok(name) = argument.cast::<PyString>() {
        return named(argument.py(), name.to_str()?);
    }
    if let Ok(format) = argument.cast::<PyFormat>() {
        return Ok(format.get().0.clone());
    }
    let kind = argument.get_type();
    Err(PyTypeError::new_err(format!("a format is a name or a `datarep.Format`, not {kind}")))
}

/// Whether an argument is a record. A record has a `read` and a `write` of its own.
pub(crate) fn is_record(argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    if argument.is_instance_of::<PyString>() || argument.is_instance_of::<PyFormat>() {
        return Ok(false);
    }
    argument.is_instance(&PyModule::import(argument.py(), "datarep._record")?.getattr("Record")?)
}

/// The order and the rules of a call. The rules are for one direction: `on_overflow="saturate"`.
pub(crate) fn choice(order: Option<&str>, rules: &Rules<'_, '_>, direction: Direction) -> PyResult<Choice> {
    let order = match order {
        Some(order) if !order.is_empty() && is_order(order) => Some(order.to_owned()),
        Some(order) => {
            return Err(PyValueError::new_err(format!(
                "`{order}` is no order of bytes: write `big`, `little`, `pdp`, or a container such as `right_justified(8)`"
            )));
        }
        None => None,
    };
    let mut said = Vec::new();
    for (event, action) in EVENTS.into_iter().zip(rules) {
        let Some(action) = action.filter(|action| !action.is_none()) else { continue };
        let action: String = action
            .extract()
            .map_err(|_| PyTypeError::new_err(format!("on_{event} is a word, such as \"error\"")))?;
        if !is_expression(&action) {
            return Err(PyValueError::new_err(format!("`{action}` is no action for {event}")));
        }
        said.push(format!("{event} => {action}"));
    }
    said.sort_unstable();
    let rules = (!said.is_empty()).then(|| format!("on {direction} {{ {} }}", said.join(", ")));
    Ok(Choice { order, rules })
}

/// Refuses an order beside a format whose words are packed.
pub(crate) fn refuse_order(order: Option<&str>) -> PyResult<()> {
    match order {
        None => Ok(()),
        Some(_) => Err(PyValueError::new_err(
            "packed words have no order of bytes: write `packed little` in the format's name",
        )),
    }
}

/// Calls a function with the rules in a dictionary: `{"on_overflow": "saturate"}`.
pub(crate) fn with_rules<R>(
    said: &Bound<'_, PyDict>,
    call: impl FnOnce(&Rules<'_, '_>) -> PyResult<R>,
) -> PyResult<R> {
    let mut owned = EVENTS.map(|_| None);
    for (key, action) in said {
        let key: String = key.extract()?;
        let place = EVENTS.iter().position(|event| key.strip_prefix("on_") == Some(event));
        let place =
            place.ok_or_else(|| PyTypeError::new_err(format!("unexpected keyword argument '{key}'")))?;
        owned[place] = Some(action);
    }
    call(&owned.each_ref().map(Option::as_ref))
}

/// A number of items or bytes; `usual` if the call does not give it. Wrong numbers are refused, and truth values.
pub(crate) fn read_size(name: &str, argument: Option<&Bound<'_, PyAny>>, usual: usize) -> PyResult<usize> {
    let Some(argument) = argument else { return Ok(usual) };
    if argument.is_exact_instance_of::<PyInt>()
        && let Ok(size) = argument.extract::<isize>()
        && let Ok(size) = usize::try_from(size)
    {
        return Ok(size);
    }
    check("check_size", argument.py())?.call1((name, argument))?.extract()
}

/// The number of items that a call asks for; `None` for all.
pub(crate) fn read_count(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let Some(argument) = argument else { return Ok(None) };
    let count: isize = check("check_count", argument.py())?.call1((argument,))?.extract()?;
    // It is -1 or more.
    Ok(usize::try_from(count).ok())
}

/// The sides of a shape. One of them may be -1, which is `None` here.
pub(crate) fn read_shape(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<Option<usize>>>> {
    let Some(argument) = argument else { return Ok(None) };
    let sides: Vec<isize> = check("check_shape", argument.py())?.call1((argument,))?.extract()?;
    Ok(Some(sides.into_iter().map(|side| usize::try_from(side).ok()).collect()))
}

/// The number of threads: as many as the call asks for, or as the machine has if that is 0.
pub(crate) fn read_threads(argument: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    Ok(match read_size("threads", argument, 1)? {
        0 => available_parallelism().map_or(1, NonZero::get),
        some => some,
    })
}

/// A function of Python that checks an argument. `datarep.open` and records call the same ones.
fn check<'py>(name: &str, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(py, "datarep._sizes")?.getattr(name)
}
