//! Texts, as objects of Python.

use datarep_dynamic::Text;
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::faults::text_error;
use crate::format::{PyFormat, hash_value};
use crate::named::{FormatOrRepresentation, NamedFormat, Origin};
use crate::options::{explain_mistake, read_text};
use crate::records::{find_record, list_ruled_fields, make_python_record};
use crate::varying::{self, FieldLosses, ReadRecords, WrittenColumn};

/// A text in the language of formats, parsed and checked: what is in it, or its path, as a `pathlib.Path`.
#[pyclass(frozen, module = "datarep", name = "Text")]
#[derive(Debug, Clone)]
pub(crate) struct PyText {
    origin: Origin,
    text: Text,
}

#[pymethods]
impl PyText {
    #[new]
    #[pyo3(signature = (source, name = None))]
    #[pyo3(text_signature = "(source, name='text')")]
    fn new(py: Python<'_>, source: &Bound<'_, PyAny>, name: Option<&Bound<'_, PyAny>>) -> PyResult<PyText> {
        let (source, path) = read_source(source)?;
        let name = name.map(|name| read_text("name", name, "\"mine.datarep\"")).transpose()?;
        let (source, name) = (&*source, &*name.or(path).unwrap_or_else(|| "text".to_owned()));
        // A long text takes seconds.
        let text = py.detach(|| Text::parse_named(name, source));
        let text = text.map_err(|error| explain_mistake(py, "explain_source", source, text_error(&error)))?;
        Ok(PyText { origin: Origin { name: name.into(), source: source.into(), record: None }, text })
    }

    /// The text that is made of a copybook of COBOL: what the command `datarep import` writes.
    ///
    /// `copybook` is a path, or what is in it, if it has more than one line. Several in a list become one record called `name`. `include` are folders
    /// with files that `COPY` names, after the folder of the copybook.
    ///
    /// The other keywords are options of that command: `machine="pc"`, `floats="ieee"`, `occurs="maximum"`, `binary_size="1--8"`, `pointers=8`,
    /// `charset="cp1047"`, `double_byte="cp930"`, `padding="zeros"`, `edited="texts"`, `decimal_point="comma"`, `choose=["REC-TYPE=C:CUSTOMER"]`, `choice_length="own"`, `redefines="overlay"`.
    ///
    /// What the text leaves out, such as items that redefine others, is a warning. `Text.source` is the text itself.
    ///
    /// >>> import datarep
    /// >>> text = datarep.Text.from_copybook("""
    /// ...     01 SALE.
    /// ...        05 AMOUNT PIC S9(3)V99 COMP-3.
    /// ...        05 SHOP PIC 9(4) COMP.
    /// ... """)
    /// >>> datarep.read(bytes.fromhex("12345C0007"), text.records["sale"])["shop"]
    /// array([7], dtype=uint16)
    #[expect(clippy::doc_link_with_quotes, reason = "an example in Python")]
    #[staticmethod]
    #[pyo3(signature = (copybook, **options))]
    #[pyo3(
        text_signature = "(copybook, *, name='all_records', include=(), machine='mainframe', floats=None, occurs='counted', binary_size=None, pointers=None, charset=None, double_byte=None, padding='spaces', edited='numbers', decimal_point='point', choose=(), choice_length='longest', redefines='first', groups='flat', signs='lenient')"
    )]
    fn from_copybook<'py>(
        py: Python<'py>,
        copybook: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyModule::import(py, "datarep._copybooks")?.getattr("parse_copybook")?.call((copybook,), options)
    }

    /// The text itself.
    #[getter]
    fn source(&self) -> &str {
        &self.origin.source
    }

    /// The names of the formats that the text defines, in its order.
    #[getter]
    fn formats(&self) -> Vec<String> {
        self.text.formats().map(ToOwned::to_owned).collect()
    }

    /// The names of the representations that the text defines, in its order.
    #[getter]
    fn representations(&self) -> Vec<String> {
        self.text.representations().iter().map(|datarep| datarep.name().to_owned()).collect()
    }

    /// The records that the text defines, by their names.
    #[getter]
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names: Vec<&str> = self.text.records().iter().map(datarep_dynamic::Record::name).collect();
        PyModule::import(py, "datarep._record")?.getattr("Records")?.call1((names, PyText::clone(self)))
    }

    /// The record of this name.
    fn _record<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        make_python_record(py, self, name)
    }

    /// Reads records that differ in length: the columns, what was lost, and the number of bytes.
    fn _read_records<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        file: &[u8],
        most: Option<usize>,
    ) -> PyResult<ReadRecords<'py>> {
        varying::read_records(py, find_record(self, name)?, file, most.unwrap_or(usize::MAX))
    }

    /// Writes records that differ in length: their bytes, and what was lost.
    #[expect(clippy::needless_pass_by_value, reason = "what is made of an argument of Python is owned")]
    fn _write_records<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        columns: Vec<WrittenColumn<'py>>,
    ) -> PyResult<(Bound<'py, PyBytes>, FieldLosses)> {
        varying::write_records(py, find_record(self, name)?, &columns)
    }

    /// The bytes of a record; `None` if its records differ in length. It is known of records with items that NumPy does not
    /// have, too.
    fn _measure_record(&self, name: &str) -> PyResult<Option<usize>> {
        Ok(find_record(self, name)?.bytes())
    }

    /// See [`list_ruled_fields`].
    fn _list_ruled_fields(&self, name: &str) -> PyResult<Vec<String>> {
        Ok(list_ruled_fields(find_record(self, name)?))
    }

    /// The names of all records.
    fn _list_records(&self) -> Vec<String> {
        self.text.records().iter().map(|record| record.name().to_owned()).collect()
    }

    /// The format or the representation of this name.
    fn __getitem__(&self, name: &Bound<'_, PyAny>) -> PyResult<PyFormat> {
        let name = &*read_text("the key of a text", name, "\"logger\"")?;
        let format = self.text.format(name).map(FormatOrRepresentation::Format);
        let kind = format
            .or_else(|| self.text.representation(name).cloned().map(FormatOrRepresentation::Representation));
        let kind = kind.ok_or_else(|| {
            if self.text.record(name).is_some() {
                return PyKeyError::new_err(format!("`{name}` is a record: `text.records[\"{name}\"]`"));
            }
            let names = [self.formats(), self.representations()].concat().join(", ");
            PyKeyError::new_err(format!(
                "the text has no format or representation named `{name}`, but {names}"
            ))
        })?;
        Ok(PyFormat(NamedFormat::new(name, kind, self.origin.clone())))
    }

    fn __contains__(&self, name: &str) -> bool {
        self.text.format(name).is_some() || self.text.representation(name).is_some()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String, String)) {
        let Origin { name, source, .. } = &slf.get().origin;
        (slf.get_type().into_any().unbind(), (source.to_string(), name.to_string()))
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let records = self.text.records().iter().map(|record| ("record", record.name().to_owned()));
        let formats = self.formats().into_iter().map(|name| ("format", name));
        let representations = self.representations().into_iter().map(|name| ("representation", name));
        let defined: Vec<(&str, String)> = formats.chain(representations).chain(records).collect();
        PyModule::import(py, "datarep._shown")?.call_method1("draw_text", (&*self.origin.name, defined))
    }

    /// Two texts are equal if they have the same content, whatever they are called.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyText>().is_ok_and(|other| self.origin.source == other.get().origin.source)
    }

    fn __hash__(&self) -> u64 {
        hash_value(&self.origin.source)
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.formats().into_iter().chain(self.representations()).collect();
        format!("<datarep.Text {:?}: {}>", self.origin.name, names.join(", "))
    }
}

/// The text that an argument is, and its path, if it is the text of a file. Bytes are a mistake.
fn read_source(source: &Bound<'_, PyAny>) -> PyResult<(String, Option<String>)> {
    if let Ok(text) = source.cast::<PyString>() {
        return Ok((text.to_cow()?.into_owned(), None));
    }
    if source.hasattr("__fspath__")? {
        let texts = PyModule::import(source.py(), "datarep._again")?;
        return texts.call_method1("load_text", (source,))?.extract();
    }
    let kind = source.get_type().name()?;
    let help = if source.hasattr("decode")? {
        ": `source.decode()` makes one of bytes"
    } else if source.hasattr("read")? {
        ": `source.read()` reads a file"
    } else {
        ""
    };
    Err(PyTypeError::new_err(format!("source is a text in the language of formats, not {kind}{help}")))
}

impl PyText {
    /// Its name and its content.
    pub(crate) fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The parsed text.
    pub(crate) fn text(&self) -> &Text {
        &self.text
    }
}
