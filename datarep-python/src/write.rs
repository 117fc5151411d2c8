//! `datarep.write`.

use std::sync::Arc;

use datarep::error::Direction;
use numpy::{PyArrayDescrMethods as _, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::buffer::{ArrayItems, UnfilledObject};
use crate::convert::{ArrayConversion, ItemSource, ItemTarget};
use crate::decimals::{decimals_to_raw, is_object};
use crate::exact::{ExactFormat, put_bytes};
use crate::losses::{PyLoss, Tally};
use crate::named::{FormatOrRepresentation, MappingOptions, NamedFormat};
use crate::native::NativeType;
use crate::options::{
    ArrayUse, INEXACT, RunOptions, find_format, is_record, read_flag, read_mapping_options, read_order,
    read_threads, refuse_mask, refuse_order,
};
use crate::read::result_with_loss;
use crate::source::as_array;

/// Writes the values of a record by the record's own method.
fn write_record<'py>(
    record: &Bound<'py, PyAny>,
    values: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    loss: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = record.py();
    let arguments = PyDict::new(py);
    arguments.set_item("loss", loss)?;
    if let Some(threads) = threads {
        arguments.set_item("threads", threads)?;
    }
    record.call_method(intern!(py, "write"), (values, out), Some(&arguments))
}

/// Writes the numbers of an array in a format.
///
/// `datarep.write` in `_numbers.py` describes the arguments, and calls this function.
#[pyfunction]
#[pyo3(signature = (array, format, out=None, *, order=None, loss=None, threads=None, on_overflow=None, on_infinity=None, on_nan=None, on_reserved=None, on_underflow=None, on_inexact=None, on_negative_zero=None, on_invalid=None, on_unmapped=None, on_missing=None, on_noncanonical=None), text_signature = "(array, format, out=None, *, order=None, loss=False, threads=1, on_overflow=None, on_infinity=None, on_nan=None, on_reserved=None, on_underflow=None, on_inexact=None, on_negative_zero=None, on_invalid=None, on_unmapped=None, on_missing=None, on_noncanonical=None)")]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn write<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
    format: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
    order: Option<&Bound<'py, PyAny>>,
    loss: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    on_overflow: Option<&Bound<'py, PyAny>>,
    on_infinity: Option<&Bound<'py, PyAny>>,
    on_nan: Option<&Bound<'py, PyAny>>,
    on_reserved: Option<&Bound<'py, PyAny>>,
    on_underflow: Option<&Bound<'py, PyAny>>,
    on_inexact: Option<&Bound<'py, PyAny>>,
    on_negative_zero: Option<&Bound<'py, PyAny>>,
    on_invalid: Option<&Bound<'py, PyAny>>,
    on_unmapped: Option<&Bound<'py, PyAny>>,
    on_missing: Option<&Bound<'py, PyAny>>,
    on_noncanonical: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut rules = [
        on_overflow,
        on_infinity,
        on_nan,
        on_reserved,
        on_underflow,
        on_inexact,
        on_negative_zero,
        on_invalid,
        on_unmapped,
        on_missing,
        on_noncanonical,
    ];
    let (order, loss) = (read_order(order)?, read_flag("loss", loss)?);
    let order = order.as_deref();
    if is_record(format)? {
        if order.is_some() || rules.iter().any(Option::is_some) {
            return Err(PyTypeError::new_err("a record has an order and rules of its own"));
        }
        return write_record(format, array, out, loss, threads);
    }
    let named = find_format(format)?;
    let threads = read_threads(threads)?;
    refuse_mask("array", array, ArrayUse::Taken)?;
    let mut array = pad_texts(to_number_array(py, array)?, &named)?;
    let exact = intern!(py, "error").as_any();
    if is_object(&array.dtype()) {
        if let Some(exact) = ExactFormat::new(py, named.item_format(), order)? {
            let (file, losses) = exact.write(&array, &rules, loss)?;
            let file = match &named.packed {
                Some(packed) => packed.packing.pack(&file),
                None => file,
            };
            return result_with_loss(py, put_bytes(py, &file, out)?, loss.then_some(losses));
        }
        array = decimals_to_raw(&array)?;
        // Nobody writes decimals to have them rounded in silence.
        if !loss && matches!(named.kind, FormatOrRepresentation::Format(_)) {
            rules[INEXACT].get_or_insert(exact);
        }
    }
    if named.packed.is_some() {
        refuse_order(order)?;
    }
    let choice = read_mapping_options(order, &rules, Direction::Write)?;
    write_numbers(&array, &named, out, choice, RunOptions { loss, threads })
}

/// Writes numbers of a native type. Of packed words the items come first, whose words are then put back to back.
fn write_numbers<'py>(
    array: &Bound<'py, PyUntypedArray>,
    named: &Arc<NamedFormat>,
    out: Option<&Bound<'py, PyAny>>,
    choice: MappingOptions,
    options: RunOptions,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, items) = (array.py(), named.item_format());
    // Type and layout are read once, and together. An object that is asked for its methods below may change them.
    let (native, place) = (NativeType::from_dtype(&array.dtype())?, ArrayItems::from_array(array)?);
    let mapping = items.mapping(py, native.predefined, choice)?;
    let job = ArrayConversion {
        mapping: &mapping,
        native,
        direction: Direction::Write,
        threads: options.threads,
        places: options.loss,
        is_field: items.is_field(),
    };
    let (output, tally) = match &named.packed {
        None => convert_to_target(py, &job, &place, out)?,
        Some(packed) => {
            let (unpacked, tally) = convert_to_bytes(py, &job, &place)?;
            (put_bytes(py, &packed.packing.pack(unpacked.as_bytes()), out)?, tally)
        }
    };
    result_with_loss(py, output, options.loss.then(|| PyLoss::new(tally)))
}

/// Converts the array to `out`, and returns what `write` returns for it.
fn convert_to_target<'py>(
    py: Python<'py>,
    job: &ArrayConversion<'_>,
    place: &ArrayItems,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Tally)> {
    Ok(match out {
        None => {
            let (bytes, tally) = convert_to_bytes(py, job, place)?;
            (bytes.into_any(), tally)
        }
        // A file object has a `write`. So has an `mmap`, but its memory can be filled.
        Some(out)
            if is_path(out)?
                || out.cast::<PyUntypedArray>().is_err()
                    && out.hasattr(intern!(py, "write"))?
                    && !is_buffer(out) =>
        {
            // All is converted before a byte is written, so that a refused item leaves the file as it was.
            let (bytes, tally) = convert_to_bytes(py, job, place)?;
            (PyModule::import(py, "datarep._files")?.call_method1("put", (out, bytes))?, tally)
        }
        Some(out) => {
            let buffer = match out.cast::<PyUntypedArray>() {
                Ok(array) => array.clone(),
                Err(_) => as_array(out)?,
            };
            refuse_numbers(&buffer)?;
            (out.clone(), convert_into_array(py, job, place, &buffer)?)
        }
    })
}

/// Refuses a buffer whose items are numbers of this machine, because it gets bytes of a file. Integers without a sign may hold
/// words.
fn refuse_numbers(out: &Bound<'_, PyUntypedArray>) -> PyResult<()> {
    let dtype = out.dtype();
    if !matches!(dtype.kind(), b'f' | b'c' | b'i' | b'M' | b'm') || dtype.itemsize() == 1 {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "out is an array of {dtype}, and gets bytes of a file, which are no numbers of this type: `out=array.view(\"u1\")` stores them in its memory"
    )))
}

/// The array of numbers that an argument is, or that NumPy makes from it.
fn to_number_array<'py>(py: Python<'py>, array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    if let Ok(array) = array.cast::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let array = PyModule::import(py, intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (array,))?;
    Ok(array.cast_into::<PyUntypedArray>()?)
}

/// Texts that are all as long as their type says. A shorter one gets blanks, which each set of characters has, where NumPy
/// has zeros. The fields of a record were padded as its text says.
fn pad_texts<'py>(
    array: Bound<'py, PyUntypedArray>,
    named: &NamedFormat,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let dtype = array.dtype();
    let width = match dtype.kind() {
        b'S' => dtype.itemsize(),
        b'U' => dtype.itemsize() / 4,
        _ => 0,
    };
    if width == 0 || named.is_field() {
        return Ok(array);
    }
    let module = PyModule::import(array.py(), intern!(array.py(), "numpy.char"))?;
    let longer = module.call_method1(intern!(array.py(), "ljust"), (array, width))?;
    // NumPy makes a scalar of an array without sides.
    let padded = PyModule::import(longer.py(), "numpy")?
        .call_method1(intern!(longer.py(), "asarray"), (longer, dtype))?;
    Ok(padded.cast_into::<PyUntypedArray>()?)
}

fn is_path(out: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(out.is_instance_of::<PyString>() || out.hasattr(intern!(out.py(), "__fspath__"))?)
}

fn is_buffer(out: &Bound<'_, PyAny>) -> bool {
    pyo3::types::PyMemoryView::from(out).is_ok()
}

fn convert_to_bytes<'py>(
    py: Python<'py>,
    job: &ArrayConversion<'_>,
    place: &ArrayItems,
) -> PyResult<(Bound<'py, PyBytes>, Tally)> {
    let count = place.items();
    let size =
        count.checked_mul(job.extent()).ok_or_else(|| PyValueError::new_err("the array is too large"))?;
    let mut fresh = UnfilledObject::bytes(py, size)?;
    let tally = job.run(py, ItemSource::Place(place, 0), ItemTarget::Fresh(fresh.unfilled_part()), count)?;
    Ok((fresh.into_filled(), tally))
}

fn convert_into_array(
    py: Python<'_>,
    job: &ArrayConversion<'_>,
    place: &ArrayItems,
    buffer: &Bound<'_, PyUntypedArray>,
) -> PyResult<Tally> {
    let to = ArrayItems::from_writable_array(buffer)?;
    let count = place.items();
    let size = count.saturating_mul(job.extent());
    if to.bytes() != size || to.item() != 0 && !job.extent().is_multiple_of(to.item()) {
        return Err(PyValueError::new_err(format!(
            "{count} items of {} bytes are {size} bytes, and out has {} bytes in items of {}",
            job.extent(),
            to.bytes(),
            to.item()
        )));
    }
    // An item could be overwritten before it is read.
    if place.may_overlap(&to) {
        let copy = place.copy()?;
        return job.run(py, ItemSource::Slice(&copy), ItemTarget::Place(&to), count);
    }
    job.run(py, ItemSource::Place(place, 0), ItemTarget::Place(&to), count)
}
