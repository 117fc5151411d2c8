//! `datarep.read`.

use datarep::error::Direction;
use numpy::{PyArrayDescr, PyArrayDescrMethods as _, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::buffer::{Fresh, Place};
use crate::convert::{Job, To};
use crate::losses::{PyLoss, Tally};
use crate::named::Named;
use crate::native::{NativeType, descr};
use crate::options::{Rules, choice, format, is_record, threads};
use crate::source::Source;

/// Reads numbers of a format into an array of NumPy.
///
/// Parameters
/// ----------
/// source
///     Where the bytes are: a path; a file object, which is read from its current position; `bytes`, `memoryview`, `mmap` or another buffer; an
///     array, whose last axis is divided into numbers, or whose items are one number each.
/// format
///     A format by name (`datarep.formats()`), with a byte order if needed (`"f32 little"`); a `datarep.Format`, such as
///     one of a `datarep.Text`; or a representation, with `dtype`.
/// dtype
///     The type of the result: numbers of any width and either byte order, complex numbers, truth values, texts (`"S8"`, `"U8"`). By
///     default the narrowest that holds every number of the format, and at most `"f8"`.
/// count, offset
///     The number of items, or -1 for all, and the number of bytes before the first one.
/// out
///     An array with any strides, which is filled and returned.
/// order
///     The order of the bytes, as in the language: `"big"`, `"little"`, `"pdp"`, …
/// shape
///     The shape of the result. One side may be -1.
/// loss
///     Whether to return `(array, Loss)`.
/// threads
///     The number of threads that convert large arrays; 0 for the number of processors.
/// on_overflow, on_infinity, on_nan, …
///     The rules for numbers that `dtype` cannot hold: `on_overflow="saturate"`, `on_nan="zero"`, and so on with the events and actions of the
///     language. By default, overflow gives infinity and reserved words give NaN.
///
/// Raises
/// ------
/// ConversionError
///     At the first item that a rule refuses.
/// UnknownFormatError
///     If there is no format with this name.
/// ValueError
///     If the last item is incomplete, or if there are too few bytes.
/// TypeError
///     If the format has no items of this type.
///
/// Examples
/// --------
/// >>> import datarep, io
/// >>> data = bytes.fromhex("C276A000 41100000")
/// >>> datarep.read(data, "hfp32", dtype="f4")
/// array([-118.625,    1.   ], dtype=float32)
/// >>> datarep.read(io.BytesIO(data), "hfp32", count=1)
/// array([-118.625])
/// >>> largest, loss = datarep.read(bytes.fromhex("7FFFFFFF"), "hfp32", dtype="f4", loss=True)
/// >>> print(largest, loss, loss.first)
/// [inf] 1 overflow {'overflow': [0]}
/// >>> datarep.read(bytes.fromhex("7FFFFFFF"), "hfp32", dtype="f4", on_overflow="saturate")
/// array([3.4028235e+38], dtype=float32)
#[pyfunction]
#[pyo3(signature = (source, format, *, dtype=None, count=-1, offset=0, out=None, order=None, shape=None, loss=false, threads=1, on_overflow=None, on_infinity=None, on_nan=None, on_reserved=None, on_underflow=None, on_inexact=None, on_negative_zero=None, on_invalid=None, on_unmapped=None, on_missing=None, on_noncanonical=None))]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
#[expect(clippy::doc_markdown, reason = "Python's sections of a docstring have names without backticks")]
pub(crate) fn read<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    format: &Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    count: isize,
    offset: usize,
    out: Option<&Bound<'py, PyAny>>,
    order: Option<&str>,
    shape: Option<&Bound<'py, PyAny>>,
    loss: bool,
    threads: usize,
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
    let rules = [
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
    if is_record(format)? {
        let unknown = [
            ("dtype", dtype.is_some()),
            ("out", out.is_some()),
            ("order", order.is_some()),
            ("shape", shape.is_some()),
        ];
        let rule = rules.iter().any(Option::is_some);
        if let Some((name, _)) = unknown.into_iter().chain([("rules", rule)]).find(|(_, said)| *said) {
            return Err(PyTypeError::new_err(format!("{name}: a record has its own")));
        }
        let arguments = PyDict::new(py);
        arguments.set_item("count", count)?;
        arguments.set_item("offset", offset)?;
        arguments.set_item("loss", loss)?;
        arguments.set_item("threads", threads)?;
        return format.call_method(intern!(py, "read"), (source,), Some(&arguments));
    }
    let asked = Asked { dtype, count, offset, out, shape };
    asked.read(py, source, format, (order, &rules), (loss, threads))
}

/// What a call asks for.
struct Asked<'a, 'py> {
    dtype: Option<&'a Bound<'py, PyAny>>,
    count: isize,
    offset: usize,
    out: Option<&'a Bound<'py, PyAny>>,
    shape: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Asked<'_, 'py> {
    fn read(
        &self,
        py: Python<'py>,
        source: &Bound<'py, PyAny>,
        named: &Bound<'py, PyAny>,
        (order, rules): (Option<&str>, &Rules<'_, 'py>),
        (places, count_of_threads): (bool, usize),
    ) -> PyResult<Bound<'py, PyAny>> {
        let named = format(named)?;
        let choice = choice(order, rules, Direction::Read)?;
        let out = self.out.map(|out| {
            out.cast::<PyUntypedArray>().map_err(|_| PyTypeError::new_err("out is no array of NumPy"))
        });
        let out = out.transpose()?;
        let dtype = self.dtype(py, &named, out)?;
        let native = NativeType::of(&dtype)?;
        let mapping = named.mapping(native.predefined, choice)?;
        let job = Job {
            mapping: &mapping,
            native,
            direction: Direction::Read,
            threads: threads(count_of_threads),
            places,
        };

        let source = apart(Source::of(source)?, out)?;
        let wanted = self.wanted(out)?;
        let bytes = wanted
            .map(|wanted| wanted.checked_mul(job.extent()).ok_or_else(|| too_many(wanted)))
            .transpose()?;
        let (source, offset) = source.taken(self.offset, bytes)?;
        let count = items(&source, offset, wanted, job.extent())?;
        if let Some(out) = out {
            let place = Place::writable(out)?;
            let tally = source
                .with(offset, count * job.extent(), |from| job.run(py, from, To::Place(&place), count))?;
            return told(py, out.as_any().clone(), places.then(|| PyLoss::new(tally)));
        }
        let shape = self.shape_of(&source, job.extent())?;
        let (made, tally) = fresh(py, &job, (&source, offset, count), dtype)?;
        let made = match shape {
            Some(shape) => made.call_method1(intern!(py, "reshape"), (shape,))?,
            None => made,
        };
        told(py, made, places.then(|| PyLoss::new(tally)))
    }

    /// The type of the result.
    fn dtype(
        &self,
        py: Python<'py>,
        named: &Named,
        out: Option<&Bound<'py, PyUntypedArray>>,
    ) -> PyResult<Bound<'py, PyArrayDescr>> {
        let dtype = match (self.dtype, out) {
            (Some(dtype), _) => descr(dtype)?,
            (None, Some(out)) => out.dtype(),
            (None, None) => PyArrayDescr::new(py, named.default_type()?)?,
        };
        match out.map(PyUntypedArrayMethods::dtype).filter(|of_out| !of_out.is_equiv_to(&dtype)) {
            None => Ok(dtype),
            Some(of_out) => {
                Err(PyTypeError::new_err(format!("out has the type {of_out}, and dtype is {dtype}")))
            }
        }
    }

    /// The shape of the result, if it is not a row of all items.
    fn shape_of(&self, source: &Source<'py>, extent: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        match (self.shape, source.array()) {
            (Some(shape), _) => Ok(Some(shape.clone())),
            (None, Some(array)) if self.count < 0 && self.offset == 0 => {
                // Without a shape, the result is a row of all items.
                let shape = source.shape(extent)?.filter(|shape| shape.len() != 1);
                shape.map(|shape| PyTuple::new(array.py(), shape).map(Bound::into_any)).transpose()
            }
            (None, _) => Ok(None),
        }
    }

    /// How many items are wanted, if the call says so.
    fn wanted(&self, out: Option<&Bound<'py, PyUntypedArray>>) -> PyResult<Option<usize>> {
        let said = usize::try_from(self.count).ok();
        let of_shape = self.shape.map(of_shape).transpose()?.flatten();
        let of_out = out.map(PyUntypedArrayMethods::len);
        let mut all = [said, of_shape, of_out].into_iter().flatten();
        let Some(first) = all.next() else { return Ok(None) };
        match all.find(|other| *other != first) {
            None => Ok(Some(first)),
            Some(other) => {
                Err(PyValueError::new_err(format!("{first} items are asked for, and {other} too")))
            }
        }
    }
}

/// A new array with the items of a source from a byte on.
fn fresh<'py>(
    py: Python<'py>,
    job: &Job<'_>,
    (source, offset, count): (&Source<'py>, usize, usize),
    dtype: Bound<'py, PyArrayDescr>,
) -> PyResult<(Bound<'py, PyAny>, Tally)> {
    let mut fresh = Fresh::array(dtype, count)?;
    let to = To::Fresh(fresh.memory());
    let tally = source.with(offset, count * job.extent(), |from| job.run(py, from, to, count))?;
    Ok((fresh.filled().into_any(), tally))
}

/// The number of items in a shape; `None` if one of its sides is -1.
fn of_shape(shape: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    let sides: Vec<isize> = match shape.extract::<isize>() {
        Ok(side) => vec![side],
        Err(_) => shape.extract()?,
    };
    if sides.contains(&-1) {
        return Ok(None);
    }
    let product =
        sides.iter().try_fold(1_usize, |product, side| product.checked_mul(usize::try_from(*side).ok()?));
    product.map(Some).ok_or_else(|| PyValueError::new_err(format!("no array has the shape {sides:?}")))
}

/// The number of items to read. Fails if the source does not have them all.
fn items(source: &Source<'_>, offset: usize, wanted: Option<usize>, extent: usize) -> PyResult<usize> {
    let size = source.size();
    let Some(rest) = size.checked_sub(offset) else {
        return Err(PyValueError::new_err(format!(
            "the offset is {offset}, and the source has {size} bytes"
        )));
    };
    let unit = source.unit();
    if !offset.is_multiple_of(unit) || !extent.is_multiple_of(unit) && wanted.is_some() {
        return Err(PyValueError::new_err(format!(
            "the array has items of {unit} bytes, which cannot be divided: view it as bytes, `array.view(\"u1\")`"
        )));
    }
    match wanted {
        None if rest.is_multiple_of(extent) => Ok(rest / extent),
        None => Err(PyValueError::new_err(format!(
            "{rest} bytes are {} items of {extent} bytes, and {} bytes more: say `count`",
            rest / extent,
            rest % extent
        ))),
        Some(wanted) if wanted.checked_mul(extent).is_some_and(|bytes| bytes <= rest) => Ok(wanted),
        Some(wanted) => Err(PyValueError::new_err(format!(
            "{wanted} items of {extent} bytes are asked for, and the source has {rest} bytes"
        ))),
    }
}

/// The source, or a copy of it if it shares memory with the array to fill.
fn apart<'py>(source: Source<'py>, out: Option<&Bound<'py, PyUntypedArray>>) -> PyResult<Source<'py>> {
    let (Some(array), Some(out)) = (source.array(), out) else { return Ok(source) };
    let py = out.py();
    let shares = PyModule::import(py, intern!(py, "numpy"))?
        .call_method1(intern!(py, "may_share_memory"), (array, out))?;
    if !shares.is_truthy()? {
        return Ok(source);
    }
    let copy = array.call_method0(intern!(py, "copy"))?;
    Source::of(&copy)
}

fn too_many(items: usize) -> PyErr {
    PyValueError::new_err(format!("{items} items are too many"))
}

/// The result, with the loss if the call asks for it.
pub(crate) fn told<'py>(
    py: Python<'py>,
    made: Bound<'py, PyAny>,
    loss: Option<PyLoss>,
) -> PyResult<Bound<'py, PyAny>> {
    match loss {
        None => Ok(made),
        Some(loss) => Ok((made, Bound::new(py, loss)?).into_pyobject(py)?.into_any()),
    }
}
