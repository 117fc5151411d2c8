//! Formats and representations, as objects of Python.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::sync::Arc;

use datarep::packed::FirstBit;
use datarep_dsl::explain::{ExplainError, Question, explain};
use datarep_dsl::facts::DocComment;
use datarep_dsl::model::FormatKind;
use datarep_dsl::print;
use datarep_dsl::sheet::Sheet;
use numpy::PyArrayDescr;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString, PyTuple};

use crate::named::{FormatOrRepresentation, NamedFormat, Origin, find_named};
use crate::options::{find_type_name, read_text};

/// How numbers are stored: a format, or a representation of many types.
#[pyclass(frozen, module = "datarep", name = "Format")]
#[derive(Debug)]
pub(crate) struct PyFormat(pub(crate) Arc<NamedFormat>);

#[pymethods]
impl PyFormat {
    #[new]
    fn new(py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<PyFormat> {
        let of_type = if name.is_instance_of::<PyString>() { None } else { find_type_name(name)? };
        let name = of_type.map_or_else(|| read_text("name", name, "\"hfp32\""), Ok)?;
        Ok(PyFormat(find_named(py, &name)?))
    }

    /// Its name, as it was asked for.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// What the language calls it: `vax_f`, where the name is another program's, such as `VAX_REAL*4`.
    #[getter]
    fn _word(&self, py: Python<'_>) -> PyResult<&str> {
        Ok(&self.0.describe_format(py)?.format.name)
    }

    /// Whether it is a representation of many types. The `dtype` of a call selects one.
    #[getter]
    fn is_representation(&self) -> bool {
        matches!(self.0.kind, FormatOrRepresentation::Representation(_))
    }

    /// What it is, in a line.
    #[getter]
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match &self.0.kind {
            FormatOrRepresentation::Format(_) => {
                DocComment::parse(&self.0.describe_format(py)?.format.doc).summary
            }
            FormatOrRepresentation::Representation(datarep) => DocComment::parse(datarep.doc()).summary,
        })
    }

    /// Bits of a word.
    #[getter]
    fn bits(&self, py: Python<'_>) -> PyResult<u32> {
        Ok(self.0.describe_format(py)?.format.bits)
    }

    /// Where the first bit of a byte is, if words stand back to back and may begin at any bit: `"big"` if it is the most
    /// significant one, and `"little"` if it is the least significant.
    #[getter]
    fn _packed_from(&self) -> Option<&'static str> {
        let packed = self.0.packed.as_ref()?;
        Some(match packed.packing.layout().first_bit() {
            FirstBit::Most => "big",
            FirstBit::Least => "little",
        })
    }

    /// Digits behind the point of each number: none of an integer, a negative number where zeros come before the point.
    /// `None` for a format whose numbers are no integers and no decimals with a fixed point.
    #[getter]
    fn _scale(&self, py: Python<'_>) -> PyResult<Option<i32>> {
        let FormatOrRepresentation::Format(_) = self.0.kind else { return Ok(None) };
        Ok(match &self.0.describe_format(py)?.format.kind {
            FormatKind::Decimal(decimal) => Some(decimal.scale),
            FormatKind::Integer(integer) if integer.scale == 0 => Some(0),
            _ => None,
        })
    }

    /// Bytes of a number in a file.
    #[getter]
    fn itemsize(&self, py: Python<'_>) -> PyResult<u32> {
        let described = self.0.describe_format(py)?;
        Ok(described.order.extent(described.format.bits))
    }

    /// The order of its bytes, as the language says it.
    #[getter]
    fn order(&self, py: Python<'_>) -> PyResult<String> {
        Ok(print::format_order(&self.0.describe_format(py)?.order))
    }

    /// The NumPy type that `read` returns by default: the narrowest that holds every number, and at most an `f8`.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDescr>> {
        PyArrayDescr::new(py, self.0.default_type(py)?)
    }

    /// The lowest and the largest number, exactly; `None` if it has no numbers. Of a number of more than 400,000 digits, the
    /// first 50 are told.
    #[getter]
    fn range<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let Some([lowest, largest]) = self.0.range(py)? else { return Ok(None) };
        let decimal = PyModule::import(py, "datarep._shown")?.getattr("read_decimal")?;
        Ok(Some((decimal.call1((lowest,))?, decimal.call1((largest,))?)))
    }

    /// Facts with their titles, as `datarep show` has them.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        for (title, fact) in self.sheet(py)?.facts() {
            facts.set_item(title, fact)?;
        }
        Ok(facts)
    }

    /// One word through every step to its value, or one value to its word.
    ///
    /// An integer is a word and `bytes` are the bytes of a file; a float is a value, and so is a text, where it does not begin
    /// with `0x`, `0o`, `0b` or `[`.
    ///
    /// >>> import datarep
    /// >>> print(datarep.Format("hfp32").explain("0xC276_A000")["value"])
    /// -118.625 = -949 * 2^-3
    #[expect(clippy::doc_link_with_quotes, reason = "an example in Python")]
    fn explain<'py>(&self, what: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = what.py();
        let described = self.0.describe_format(py)?;
        let question = parse_question(what)?;
        let steps =
            explain(&described.format, &described.order, &question).map_err(|fault| explain_error(&fault))?;
        let title = (described.format.name.clone(), self.summary(py)?);
        PyModule::import(py, "datarep._shown")?.getattr("Explanation")?.call1((title, steps))
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = PyModule::import(py, "datarep._shown")?;
        let title = format!("{}: {}", self.0.name, self.summary(py)?);
        let facts = match &self.0.kind {
            FormatOrRepresentation::Format(_) => self.facts(py)?,
            FormatOrRepresentation::Representation(_) => PyDict::new(py),
        };
        module.call_method1("draw_format", (title, facts, self.draw(py)?))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.draw(py)
    }

    fn __repr__(&self) -> String {
        format!("datarep.Format({:?})", self.0.name)
    }

    /// Two formats are equal if they have the same name, of the library or of the same content of a text.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyFormat>().is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        hash_value(&self.identity())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, named) = (slf.py(), &slf.get().0);
        // A format of a text cannot be found elsewhere by its name, so the text goes with it.
        match &named.origin {
            None => Ok((slf.get_type().into_any(), (&named.name,).into_pyobject(py)?)),
            Some(Origin { name, source, record }) => {
                let again = PyModule::import(py, "datarep._again")?.getattr("find_format")?;
                Ok((again, (&**source, &**name, record.as_deref(), &named.name).into_pyobject(py)?))
            }
        }
    }
}

/// A hash of what makes two objects of Python equal.
pub(crate) fn hash_value(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl PyFormat {
    /// Its name, and the text and the record that it is of.
    fn identity(&self) -> (&str, Option<(&str, Option<&str>)>) {
        let origin = self.0.origin.as_ref();
        (&self.0.name, origin.map(|origin| (&*origin.source, origin.record.as_deref())))
    }

    /// A picture of its bits; `None` for a representation.
    fn draw(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match &self.0.kind {
            FormatOrRepresentation::Format(_) => Ok(Some(self.sheet(py)?.draw_svg())),
            FormatOrRepresentation::Representation(_) => Ok(None),
        }
    }

    fn sheet(&self, py: Python<'_>) -> PyResult<Sheet<'_>> {
        let described = self.0.describe_format(py)?;
        let order_text = self.0.named_order.as_deref();
        let tests = self.0.list_test_lines(py)?;
        Ok(Sheet { format: &described.format, order: &described.order, said: order_text, tests })
    }
}

/// The word or the value to explain.
fn parse_question(what: &Bound<'_, PyAny>) -> PyResult<Question> {
    if let Ok(bytes) = what.cast::<PyBytes>() {
        return Ok(Question::Bytes(bytes.as_bytes().to_vec()));
    }
    if let Ok(text) = what.cast::<PyString>() {
        return Question::parse(text.to_cow()?.as_ref()).map_err(|fault| explain_error(&fault));
    }
    // Before integers, because `bool` is derived from `int`.
    if what.is_instance_of::<PyBool>() {
        return Ok(Question::Value(if what.is_truthy()? { "true" } else { "false" }.to_owned()));
    }
    if what.is_instance_of::<PyInt>() {
        let word = what.extract::<u128>();
        return word
            .map(Question::Word)
            .map_err(|_| PyValueError::new_err(format!("an integer is a word, which has no sign and 128 bits at most: the number is `explain({what}.0)`")));
    }
    let number: f64 = what.extract().map_err(|_| {
        let kind = what.get_type();
        let kind = kind.name().map_or_else(|_| "that".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "a float, a word as int, `bytes` of a file or a text are explained, not {kind}"
        ))
    })?;
    Ok(Question::Value(if number.is_nan() { "nan".to_owned() } else { format!("{number:?}") }))
}

fn explain_error(fault: &ExplainError) -> PyErr {
    let parts: Vec<&str> = [fault.title.as_str()].into_iter().chain(fault.help.as_deref()).collect();
    PyValueError::new_err(parts.join(": "))
}
