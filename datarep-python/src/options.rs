//! What a call asks for beside source and format: order, rules, threads.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use datarep::error::Direction;
use datarep_dsl::expression::{self, OrderExpression};
use datarep_dsl::model::{Event, RuleDirection};
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};

use crate::format::PyFormat;
use crate::named::{ChosenRule, MappingOptions, NamedFormat, find_named};

/// The events that have rules, in the order of the keywords of `read` and `write`, and the actions of each.
const EVENTS: [(Event, &[&str]); 11] = [
    (Event::Overflow, &["error", "saturate", "infinity", "nan", "wrap"]),
    (Event::Infinity, &["error", "keep", "saturate", "nan", "reserved", "missing", "zero"]),
    (Event::Nan, &["error", "zero", "keep", "reserved", "missing", "infinity"]),
    (Event::Reserved, &["error", "nan", "zero", "infinity"]),
    (Event::Underflow, &["error", "zero", "subnormal"]),
    (Event::Inexact, &["error", "nearest_even", "toward_zero", "nearest_away", "up", "down"]),
    (Event::NegativeZero, &["error", "zero", "keep"]),
    (Event::Invalid, &["error", "zero"]),
    (Event::Unmapped, &["error", "substitute(63)"]),
    (Event::Missing, &["error", "nan", "zero", "nan(payload)"]),
    (Event::Noncanonical, &["error", "keep"]),
];

/// The place of `inexact` in `EVENTS`.
pub(crate) const INEXACT: usize = 5;

/// The action that a message proposes for an event whose rule is `error`.
pub(crate) fn propose_action(event: &str) -> Option<&'static str> {
    let actions = EVENTS.iter().find(|(known, _)| known.word() == event)?.1;
    actions.iter().find(|action| !matches!(**action, "error" | "keep")).copied()
}

/// The values of the keywords for events, in the order of `EVENTS`: `on_overflow="saturate"` is first.
pub(crate) type RuleArguments<'a, 'py> = [Option<&'a Bound<'py, PyAny>>; EVENTS.len()];

/// The order and the rules that a call gives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MappingArguments<'a, 'py> {
    pub(crate) order: Option<&'a str>,
    pub(crate) rules: &'a RuleArguments<'a, 'py>,
}

/// How a call converts, whatever the format is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunOptions {
    /// Whether it returns what was lost.
    pub(crate) loss: bool,
    pub(crate) threads: usize,
}

/// The format that an argument names or is.
pub(crate) fn find_format(argument: &Bound<'_, PyAny>) -> PyResult<Arc<NamedFormat>> {
    if let Ok(name) = argument.cast::<PyString>() {
        return find_named(argument.py(), name.to_str()?);
    }
    if let Ok(format) = argument.cast::<PyFormat>() {
        return Ok(format.get().0.clone());
    }
    if let Some(name) = find_type_name(argument)? {
        return find_named(argument.py(), &name);
    }
    let kind = argument.get_type().name()?;
    Err(PyTypeError::new_err(format!("format is a name such as \"hfp32\" or a `datarep.Format`, not {kind}")))
}

/// The name of a type of NumPy, which is a format in the order of its bytes; `None` for other objects.
pub(crate) fn find_type_name(argument: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    PyModule::import(argument.py(), "datarep._mistakes")?.call_method1("name_type", (argument,))?.extract()
}

/// The exception for a text that is something else than what was wanted, with what to type; otherwise `error`. `explain` is the
/// function of `_mistakes.py` that knows what it may be.
pub(crate) fn explain_mistake(py: Python<'_>, explain: &str, text: &str, error: PyErr) -> PyErr {
    let mistakes = PyModule::import(py, "datarep._mistakes");
    let explained = mistakes.and_then(|mistakes| mistakes.call_method1(explain, (text, error.value(py))));
    explained.map_or(error, PyErr::from_value)
}

/// An argument that is a text. `example` is what it may be.
pub(crate) fn read_text(name: &str, argument: &Bound<'_, PyAny>, example: &str) -> PyResult<String> {
    if let Ok(text) = argument.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    let kind = argument.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} is a text such as {example}, not {kind}")))
}

/// The order of bytes that a call asks for.
pub(crate) fn read_order(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let order = argument.filter(|order| !order.is_none());
    order.map(|order| read_text("order", order, "\"little\"")).transpose()
}

/// A truth value.
pub(crate) fn read_flag(name: &str, argument: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    let Some(argument) = argument else { return Ok(false) };
    argument.extract().map_err(|_| {
        let kind = argument.get_type();
        let kind = kind.name().map_or_else(|_| "that".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("{name} is True or False, not {kind}"))
    })
}

/// Whether an argument is a record. A record has a `read` and a `write` of its own.
pub(crate) fn is_record(argument: &Bound<'_, PyAny>) -> PyResult<bool> {
    if argument.is_instance_of::<PyString>() || argument.is_instance_of::<PyFormat>() {
        return Ok(false);
    }
    argument.is_instance(&PyModule::import(argument.py(), "datarep._record")?.getattr("Record")?)
}

/// The order and the rules of a call. The rules are for one direction: `on_overflow="saturate"`.
pub(crate) fn read_mapping_options(
    order: Option<&str>,
    rules: &RuleArguments<'_, '_>,
    direction: Direction,
) -> PyResult<MappingOptions> {
    if let Some(order) = order.filter(|order| !is_named_order(order)) {
        return Err(PyValueError::new_err(format!(
            "order is {order:?}: it is \"big\", \"little\", \"pdp\", or a container such as \"right_justified(8)\""
        )));
    }
    let order = order.map(ToOwned::to_owned);
    let direction = match direction {
        Direction::Read => RuleDirection::Read,
        Direction::Write => RuleDirection::Write,
    };
    let mut chosen_rules = Vec::new();
    for ((event, actions), action) in EVENTS.into_iter().zip(rules) {
        let Some(action) = action.filter(|action| !action.is_none()) else { continue };
        chosen_rules.push(ChosenRule { direction, event, action: read_action(event, actions, action)? });
    }
    Ok(MappingOptions { order, rules: chosen_rules })
}

/// The words of orders.
const ORDERS: [&str; 10] = [
    "big",
    "little",
    "pdp",
    "unit",
    "packed",
    "high_density",
    "right_justified",
    "left_justified",
    "six_in_eight",
    "core_dump",
];

/// Whether an order begins with a word that the language has, or is a list of bytes. Its arguments are checked with the format.
fn is_named_order(order: &str) -> bool {
    let word = order.split(['(', '[', ' ']).next().unwrap_or_default();
    let is_known = ORDERS.contains(&word) || order.starts_with('[');
    is_known && OrderExpression::parse(order).is_ok()
}

/// The action of a rule, `on_overflow="saturate"`. Only its word is checked: an argument of it is the language's.
fn read_action(event: Event, actions: &[&str], action: &Bound<'_, PyAny>) -> PyResult<String> {
    let allowed_actions =
        || actions.iter().map(|action| format!("\"{action}\"")).collect::<Vec<_>>().join(", ");
    let Ok(text) = action.extract::<String>() else {
        let kind = action.get_type().name()?;
        let word = event.word();
        return Err(PyTypeError::new_err(format!(
            "on_{word} is a text, not {kind}: one of {}",
            allowed_actions()
        )));
    };
    let word = |action: &str| action.split('(').next().unwrap_or_default().trim().to_owned();
    // Most actions are a word. What is written with an argument has to be an action of the language's form.
    let is_one = actions.contains(&text.as_str())
        || actions.iter().any(|candidate| word(candidate) == word(&text))
            && expression::Rules::from_action(RuleDirection::Read, event, &text).is_ok();
    if !is_one {
        let word = event.word();
        return Err(PyValueError::new_err(format!(
            "on_{word} is {text:?}: it is one of {}",
            allowed_actions()
        )));
    }
    Ok(text)
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
    arguments: &Bound<'_, PyDict>,
    call: impl FnOnce(&RuleArguments<'_, '_>) -> PyResult<R>,
) -> PyResult<R> {
    let mut owned = [const { None }; EVENTS.len()];
    for (key, action) in arguments {
        let key: String = key.extract()?;
        let place = EVENTS.iter().position(|(event, _)| key.strip_prefix("on_") == Some(event.word()));
        let place = place.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "unexpected keyword argument '{key}': the rules are {}",
                EVENTS.map(|(event, _)| format!("on_{}", event.word())).join(", ")
            ))
        })?;
        owned[place] = Some(action);
    }
    call(&owned.each_ref().map(Option::as_ref))
}

/// A number of items or bytes; `usual` if the call does not give it. Wrong numbers are refused, and truth values.
pub(crate) fn read_size(name: &str, argument: Option<&Bound<'_, PyAny>>, usual: usize) -> PyResult<usize> {
    let Some(argument) = argument else { return Ok(usual) };
    // A truth value is of a type derived from `int`: it goes to the checker, which refuses it.
    if argument.is_exact_instance_of::<PyInt>()
        && let Ok(size) = argument.extract::<isize>()
        && let Ok(size) = usize::try_from(size)
    {
        return Ok(size);
    }
    find_checker("check_size", argument.py())?.call1((name, argument))?.extract()
}

/// What is done with an array that must have no masked items.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ArrayUse {
    /// Its items are taken. A file has no place for a mask.
    Taken,
    /// It is filled. The mask would hide what is read.
    Filled,
}

/// Fails if items of an array are masked.
pub(crate) fn refuse_mask(name: &str, array: &Bound<'_, PyAny>, array_use: ArrayUse) -> PyResult<()> {
    // Most arrays are of NumPy's own type, which has no mask.
    if array.is_exact_instance_of::<PyUntypedArray>() {
        return Ok(());
    }
    let array_use = match array_use {
        ArrayUse::Taken => "taken",
        ArrayUse::Filled => "filled",
    };
    find_checker("refuse_mask", array.py())?.call1((name, array, array_use)).map(drop)
}

/// The number of items that a call asks for; `None` for all.
pub(crate) fn read_count(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let Some(argument) = argument else { return Ok(None) };
    let count: isize = find_checker("check_count", argument.py())?.call1((argument,))?.extract()?;
    // It is -1 or more.
    Ok(usize::try_from(count).ok())
}

/// The sides of a shape. One of them may be -1, which is `None` here.
pub(crate) fn read_shape(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<Option<usize>>>> {
    let Some(argument) = argument else { return Ok(None) };
    let sides: Vec<isize> = find_checker("check_shape", argument.py())?.call1((argument,))?.extract()?;
    Ok(Some(sides.into_iter().map(|side| usize::try_from(side).ok()).collect()))
}

/// The number of threads: as many as the call asks for, or as the machine has if that is 0.
pub(crate) fn read_threads(argument: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    Ok(count_threads(read_size("threads", argument, 1)?))
}

/// As many threads as are asked for, or as the machine has if that is 0.
pub(crate) fn count_threads(requested: usize) -> usize {
    if requested == 0 { available_parallelism().map_or(1, NonZero::get) } else { requested }
}

/// A function of Python that checks an argument. `datarep.open` and records call the same ones.
fn find_checker<'py>(name: &str, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    PyModule::import(py, "datarep._sizes")?.getattr(name)
}
