//! `datarep.read`.

use datarep::Loss;
use datarep::error::Direction;
use numpy::{PyArrayDescr, PyArrayDescrMethods as _, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::buffer::{ArrayItems, UnfilledObject};
use crate::convert::{ArrayConversion, ItemTarget, load_error};
use crate::decimals::{is_object, raw_to_decimals, raw_type};
use crate::exact::ExactFormat;
use crate::format::PyFormat;
use crate::losses::{PyLoss, Tally};
use crate::named::{NamedFormat, PackedWords};
use crate::native::{NativeType, find_dtype};
use crate::options::{
    ArrayUse, MappingArguments, RuleArguments, RunOptions, find_format, is_record, read_count, read_flag,
    read_mapping_options, read_order, read_shape, read_size, read_threads, refuse_mask, refuse_order,
};
use crate::source::Source;

/// Reads numbers of a format into an array of NumPy.
///
/// `datarep.read` in `_numbers.py` describes the arguments, and calls this function.
#[pyfunction]
#[pyo3(signature = (source, format, *, dtype=None, count=None, offset=None, out=None, order=None, shape=None, loss=None, threads=None, on_overflow=None, on_infinity=None, on_nan=None, on_reserved=None, on_underflow=None, on_inexact=None, on_negative_zero=None, on_invalid=None, on_unmapped=None, on_missing=None, on_noncanonical=None), text_signature = "(source, format, *, dtype=None, count=-1, offset=0, out=None, order=None, shape=None, loss=False, threads=1, on_overflow=None, on_infinity=None, on_nan=None, on_reserved=None, on_underflow=None, on_inexact=None, on_negative_zero=None, on_invalid=None, on_unmapped=None, on_missing=None, on_noncanonical=None)")]
#[expect(clippy::too_many_arguments, reason = "those of the function in Python")]
pub(crate) fn read<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    format: &Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    count: Option<&Bound<'py, PyAny>>,
    offset: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    order: Option<&Bound<'py, PyAny>>,
    shape: Option<&Bound<'py, PyAny>>,
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
    let (order, loss) = (read_order(order)?, read_flag("loss", loss)?);
    if is_record(format)? {
        let unknown = [
            ("dtype", dtype.is_some()),
            ("out", out.is_some()),
            ("order", order.is_some()),
            ("shape", shape.is_some()),
        ];
        let rule = rules.iter().any(Option::is_some);
        if let Some((name, _)) = unknown.into_iter().chain([("rules", rule)]).find(|(_, is_given)| *is_given)
        {
            return Err(PyTypeError::new_err(format!("{name}: a record has its own")));
        }
        // What is not given is left to the defaults of the record's method.
        let arguments = PyDict::new(py);
        for (name, argument) in [("count", count), ("offset", offset), ("threads", threads)] {
            if let Some(argument) = argument {
                arguments.set_item(name, argument)?;
            }
        }
        arguments.set_item("loss", loss)?;
        return format.call_method(intern!(py, "read"), (source,), Some(&arguments));
    }
    if let Some(out) = out {
        refuse_mask("out", out, ArrayUse::Filled)?;
    }
    let out = out.map(|out| {
        out.cast::<PyUntypedArray>().map_err(|_| PyTypeError::new_err("out is no array of NumPy"))
    });
    let request = ReadArguments {
        dtype,
        count: read_count(count)?,
        offset: read_size("offset", offset, 0)?,
        out: out.transpose()?,
        shape: read_shape(shape)?,
    };
    let arguments = MappingArguments { order: order.as_deref(), rules: &rules };
    request.read(py, source, format, arguments, RunOptions { loss, threads: read_threads(threads)? })
}

/// What a call asks for.
struct ReadArguments<'a, 'py> {
    dtype: Option<&'a Bound<'py, PyAny>>,
    count: Option<usize>,
    offset: usize,
    out: Option<&'a Bound<'py, PyUntypedArray>>,
    /// The sides of the result. One of them may be `None`, to be found from the number of items.
    shape: Option<Vec<Option<usize>>>,
}

impl<'py> ReadArguments<'_, 'py> {
    fn read(
        &self,
        py: Python<'py>,
        source: &Bound<'py, PyAny>,
        named: &Bound<'py, PyAny>,
        arguments: MappingArguments<'_, 'py>,
        options: RunOptions,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dtype = self.dtype.map(find_dtype).transpose()?;
        let dtype = dtype.or_else(|| Some(self.out?.dtype()));
        if dtype.is_some_and(|dtype| is_object(&dtype)) && find_format(named)?.packed.is_none() {
            return self.read_decimals(source, named, arguments, options);
        }
        self.read_numbers(py, source, named, arguments, options)
    }

    /// Reads decimals, which are objects of Python.
    fn read_decimals(
        &self,
        source: &Bound<'py, PyAny>,
        named: &Bound<'py, PyAny>,
        arguments: MappingArguments<'_, 'py>,
        options: RunOptions,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = source.py();
        if let (Some(out_dtype), Some(dtype)) = (self.out.map(PyUntypedArrayMethods::dtype), self.dtype)
            && !is_object(&out_dtype)
        {
            return Err(PyTypeError::new_err(format!("out has the type {out_dtype}, and dtype is {dtype}")));
        }
        let out_shape = self.out.map(|out| out.shape().iter().copied().map(Some).collect());
        let shape = out_shape.or_else(|| self.shape.clone());
        // Only for the error: what is read has the shape of `out`.
        if let (Some(out), Some(_)) = (self.out, &self.shape) {
            self.count_wanted_items(Some(out.shape()))?;
        }
        // No conversion writes to an array of objects. So the items are read into an array of their own, and `out` gets
        // the decimals at the end.
        let raw = raw_type(py)?.into_any();
        let request =
            ReadArguments { dtype: Some(&raw), count: self.count, offset: self.offset, out: None, shape };
        let exact = ExactFormat::new(py, &find_format(named)?, arguments.order)?;
        let (mut decimals, loss) = if let Some(exact) = exact {
            let decimals = request.read_exact(source, &exact, arguments.rules)?;
            // No number is rounded: a decimal of Python has as many digits as it needs.
            let loss = options.loss.then(|| Bound::new(py, PyLoss::from_places(Loss::default(), Vec::new())));
            (decimals, loss.transpose()?.map(Bound::into_any))
        } else {
            let numbers = request.read_numbers(py, source, named, arguments, options)?;
            if options.loss {
                let (raw, loss) = numbers.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
                (raw_to_decimals(&raw)?, Some(loss))
            } else {
                (raw_to_decimals(&numbers)?, None)
            }
        };
        if let Some(out) = self.out {
            out.set_item(py.Ellipsis(), decimals)?;
            decimals = out.as_any().clone();
        }
        match loss {
            None => Ok(decimals),
            Some(loss) => Ok((decimals, loss).into_pyobject(py)?.into_any()),
        }
    }

    /// Reads words as exact decimals.
    fn read_exact(
        &self,
        source: &Bound<'py, PyAny>,
        exact: &ExactFormat,
        rules: &RuleArguments<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, extent) = (source.py(), exact.extent());
        let items = self.take_items(Source::from_argument(source)?, extent, None)?;
        let mut file = vec![0; items.count * extent];
        items.source.with_bytes(items.offset, file.len(), |from| {
            py.detach(|| from.load(0, &mut file)).map_err(load_error)
        })?;
        let decimals = exact.read(py, &file, rules)?;
        match self.find_shape(&items.source, extent, items.count)? {
            Some(shape) => decimals.call_method1(intern!(py, "reshape"), (PyTuple::new(py, shape)?,)),
            None => Ok(decimals),
        }
    }

    /// The items that are asked for. `out` is the shape of the array to fill.
    fn take_items(
        &self,
        source: Source<'py>,
        extent: usize,
        out: Option<&[usize]>,
    ) -> PyResult<SourceItems<'py>> {
        let wanted_count = self.count_wanted_items(out)?;
        let bytes = wanted_count
            .map(|count| count.checked_mul(extent).ok_or_else(|| too_many_items_error(count)))
            .transpose()?;
        // A source that has a length and more items than the result is taken for a mistake, unless the call counts them.
        let wanted_items = match wanted_count {
            None => WantedItems::All,
            Some(count) if self.count.is_none() && source.known_size().is_some() => {
                WantedItems::Exactly(count)
            }
            Some(count) => WantedItems::First(count),
        };
        let (source, offset) = source.take_wanted_bytes(self.offset, bytes)?;
        source.check_rows(extent)?;
        let count = count_items(&source, offset, wanted_items, extent)?;
        Ok(SourceItems { source, offset, count })
    }

    /// Reads numbers into an array of their type.
    fn read_numbers(
        &self,
        py: Python<'py>,
        source: &Bound<'py, PyAny>,
        named: &Bound<'py, PyAny>,
        arguments: MappingArguments<'_, 'py>,
        options: RunOptions,
    ) -> PyResult<Bound<'py, PyAny>> {
        let named = find_format(named)?;
        if let Some(packed) = &named.packed {
            refuse_order(arguments.order)?;
            return self.read_packed(source, packed, arguments.rules, options);
        }
        let choice = read_mapping_options(arguments.order, arguments.rules, Direction::Read)?;
        let dtype = self.choose_dtype(py, &named)?;
        let native = NativeType::from_dtype(&dtype)?;
        // The layout of `out` is read once, here. A file object may change it later.
        let out = self
            .out
            .map(|out| Ok::<_, PyErr>((out, ArrayItems::from_writable_array(out)?, out.shape().to_vec())));
        let out = out.transpose()?;
        if out.as_ref().is_some_and(|(_, place, _)| place.item() != native.bytes()) {
            return Err(PyTypeError::new_err(format!("out has no items of the type {dtype}")));
        }
        let mapping = named.mapping(py, native.predefined, choice)?;
        let is_field = named.is_field();
        let job = ArrayConversion {
            mapping: &mapping,
            native,
            direction: Direction::Read,
            threads: options.threads,
            places: options.loss,
            is_field,
        };
        let extent = job.extent();

        let out_shape = out.as_ref().map(|(_, _, shape)| shape.as_slice());
        let items = self.take_items(Source::from_argument(source)?, extent, out_shape)?;
        if let Some((out, place, _)) = out {
            let source = items.source.copy_if_overlapping(&place)?;
            let tally = source.with_bytes(items.offset, items.count * extent, |from| {
                job.run(py, from, ItemTarget::Place(&place), items.count)
            })?;
            return result_with_loss(py, out.as_any().clone(), options.loss.then(|| PyLoss::new(tally)));
        }
        let shape = self.find_shape(&items.source, extent, items.count)?;
        let (array, tally) = read_into_new_array(py, &job, &items, dtype)?;
        let array = match shape {
            Some(shape) => array.call_method1(intern!(py, "reshape"), (PyTuple::new(py, shape)?,))?,
            None => array,
        };
        result_with_loss(py, array, options.loss.then(|| PyLoss::new(tally)))
    }

    /// Reads packed words: their bytes first, which become items of whole bytes.
    fn read_packed(
        &self,
        source: &Bound<'py, PyAny>,
        packed: &PackedWords,
        rules: &RuleArguments<'_, 'py>,
        options: RunOptions,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, packing) = (source.py(), packed.packing);
        let bits = packing.bits() as usize;
        let bytes = self
            .count
            .map(|count| count.checked_mul(bits).ok_or_else(|| too_many_items_error(count)))
            .transpose()?;
        let (count, offset) = (bytes.map(|bits| bits.div_ceil(8)), self.offset);
        let raw = ReadArguments { dtype: None, count, offset, out: None, shape: None };
        let byte = intern!(py, "unsigned(8)").as_any();
        let no_arguments = MappingArguments { order: None, rules: &RuleArguments::default() };
        let raw = raw.read(py, source, byte, no_arguments, RunOptions { loss: false, threads: 1 })?;
        let raw: Vec<u8> = raw.call_method0(intern!(py, "tobytes"))?.extract()?;
        let mut unpacked = packing.unpack(&raw);
        let words = unpacked.len() / packing.extent();
        // Zeros that fill up the last byte are no word.
        if self.count.is_none() && !packing.is_filled(&raw, words) {
            let rest = raw.len() * 8 - words * bits;
            let message = format!("the last {rest} bits are no whole word of {bits}: say `count`");
            return Err(PyValueError::new_err(message));
        }
        // The last byte may have words behind the last one that is asked for.
        unpacked.truncate(self.count.map_or(usize::MAX, |count| count.saturating_mul(packing.extent())));
        let request = ReadArguments {
            dtype: self.dtype,
            count: None,
            offset: 0,
            out: self.out,
            shape: self.shape.clone(),
        };
        let format = PyFormat(packed.items.clone()).into_pyobject(py)?;
        let arguments = MappingArguments { order: None, rules };
        request.read(py, &PyBytes::new(py, &unpacked), format.as_any(), arguments, options)
    }

    /// The type of the result.
    fn choose_dtype(&self, py: Python<'py>, named: &NamedFormat) -> PyResult<Bound<'py, PyArrayDescr>> {
        let dtype = match (self.dtype, self.out) {
            (Some(dtype), _) => find_dtype(dtype)?,
            (None, Some(out)) => out.dtype(),
            (None, None) => PyArrayDescr::new(py, named.default_type(py)?)?,
        };
        match self.out.map(PyUntypedArrayMethods::dtype).filter(|out_dtype| !out_dtype.is_equiv_to(&dtype)) {
            None => Ok(dtype),
            Some(out_dtype) => {
                Err(PyTypeError::new_err(format!("out has the type {out_dtype}, and dtype is {dtype}")))
            }
        }
    }

    /// The shape of the result, if it is not a row of all items.
    fn find_shape(&self, source: &Source<'py>, extent: usize, items: usize) -> PyResult<Option<Vec<usize>>> {
        let Some(sides) = &self.shape else {
            // Without a shape, the items of an array keep that of the array.
            let is_whole = self.count.is_none() && self.offset == 0;
            let shape = if is_whole { source.shape(extent)? } else { None };
            return Ok(shape.filter(|shape| shape.len() != 1));
        };
        let inner = sides.iter().flatten().fold(1_usize, |items, side| items.saturating_mul(*side));
        let is_full = if sides.contains(&None) {
            items == 0 || inner > 0 && items.is_multiple_of(inner)
        } else {
            items == inner
        };
        if !is_full {
            return Err(PyValueError::new_err(format!(
                "{items} items do not fill the shape {}",
                describe_shape(sides)
            )));
        }
        let missing = items.checked_div(inner).unwrap_or(0);
        Ok(Some(sides.iter().map(|side| side.unwrap_or(missing)).collect()))
    }

    /// How many items are wanted, if the call says so. `out` is the shape of the array to fill.
    fn count_wanted_items(&self, out: Option<&[usize]>) -> PyResult<Option<usize>> {
        if let (Some(sides), Some(out)) = (&self.shape, out) {
            let is_same =
                |(side, out_side): (&Option<usize>, &usize)| side.is_none_or(|side| side == *out_side);
            if sides.len() != out.len() || !sides.iter().zip(out).all(is_same) {
                return Err(PyValueError::new_err(format!(
                    "out has the shape {}, and shape is {}",
                    describe_shape(&out.iter().copied().map(Some).collect::<Vec<_>>()),
                    describe_shape(sides)
                )));
            }
        }
        let shape_items = self.shape.as_ref().filter(|sides| !sides.contains(&None)).map(|sides| {
            let items = sides.iter().flatten().try_fold(1_usize, |items, side| items.checked_mul(*side));
            items.ok_or_else(|| {
                PyValueError::new_err(format!("no array has the shape {}", describe_shape(sides)))
            })
        });
        let out_items = out.map(|shape| shape.iter().product());
        let mut counts = [self.count, shape_items.transpose()?, out_items].into_iter().flatten();
        let Some(first) = counts.next() else { return Ok(None) };
        match counts.find(|other| *other != first) {
            None => Ok(Some(first)),
            Some(other) => {
                Err(PyValueError::new_err(format!("{first} items are asked for, and {other} too")))
            }
        }
    }
}

/// A shape as Python writes it.
fn describe_shape(sides: &[Option<usize>]) -> String {
    let sides: Vec<String> =
        sides.iter().map(|side| side.map_or_else(|| "-1".to_owned(), |side| side.to_string())).collect();
    match sides.as_slice() {
        [side] => format!("({side},)"),
        sides => format!("({})", sides.join(", ")),
    }
}

/// How many items a call wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WantedItems {
    All,
    /// So many, and the source must have no more.
    Exactly(usize),
    /// So many, whatever follows them.
    First(usize),
}

/// Items of a source: the byte at which they begin, and their number.
struct SourceItems<'py> {
    source: Source<'py>,
    offset: usize,
    count: usize,
}

/// A new array with items of a source.
fn read_into_new_array<'py>(
    py: Python<'py>,
    job: &ArrayConversion<'_>,
    items: &SourceItems<'py>,
    dtype: Bound<'py, PyArrayDescr>,
) -> PyResult<(Bound<'py, PyAny>, Tally)> {
    let mut fresh = UnfilledObject::array(dtype, items.count)?;
    let to = ItemTarget::Fresh(fresh.unfilled_part());
    let bytes = items.count * job.extent();
    let tally = items.source.with_bytes(items.offset, bytes, |from| job.run(py, from, to, items.count))?;
    Ok((fresh.into_filled().into_any(), tally))
}

/// The number of items to read. Fails if the source has fewer than are wanted, or more than exactly these.
fn count_items(
    source: &Source<'_>,
    offset: usize,
    wanted_items: WantedItems,
    extent: usize,
) -> PyResult<usize> {
    let size = source.size();
    let Some(rest) = size.checked_sub(offset) else {
        return Err(PyValueError::new_err(format!(
            "the offset is {offset}, and the source has {size} bytes"
        )));
    };
    // An array gives no parts of its items.
    let unit = source.part_alignment();
    if !offset.is_multiple_of(unit) || !extent.is_multiple_of(unit) && wanted_items != WantedItems::All {
        return Err(PyValueError::new_err(format!(
            "the array has items of {unit} bytes, which cannot be divided: view it as bytes, `array.view(\"u1\")`"
        )));
    }
    match wanted_items {
        WantedItems::All if rest.is_multiple_of(extent) => Ok(rest / extent),
        WantedItems::All if rest < extent => Err(PyValueError::new_err(format!(
            "{rest} bytes are shorter than one item, which has {extent} bytes"
        ))),
        WantedItems::All => Err(PyValueError::new_err(format!(
            "{rest} bytes are {} items of {extent} bytes, and {} bytes more: say `count`",
            rest / extent,
            rest % extent
        ))),
        WantedItems::Exactly(count) if count.checked_mul(extent).is_some_and(|bytes| bytes < rest) => {
            Err(PyValueError::new_err(format!(
                "{count} items of {extent} bytes are asked for, and the source has {rest} bytes: `count={count}` reads these and no more"
            )))
        }
        WantedItems::Exactly(count) | WantedItems::First(count) => match count.checked_mul(extent) {
            Some(bytes) if bytes <= rest => Ok(count),
            _ => Err(PyValueError::new_err(format!(
                "{count} items of {extent} bytes are asked for, and the source has {rest} bytes"
            ))),
        },
    }
}

fn too_many_items_error(items: usize) -> PyErr {
    PyValueError::new_err(format!("{items} items are too many"))
}

/// The result, with the loss if the call asks for it.
pub(crate) fn result_with_loss<'py>(
    py: Python<'py>,
    result: Bound<'py, PyAny>,
    loss: Option<PyLoss>,
) -> PyResult<Bound<'py, PyAny>> {
    match loss {
        None => Ok(result),
        Some(loss) => Ok((result, Bound::new(py, loss)?).into_pyobject(py)?.into_any()),
    }
}
