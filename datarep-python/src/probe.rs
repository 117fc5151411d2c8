//! `datarep.probe`: what the numbers in unknown bytes may be.

use std::fs::File;
use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use datarep_dynamic::Text;
use datarep_probe::{
    Formats, Found as Probed, Header, Kind, Report, Run, header, list_label_names, read_label,
};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::convert::load_error;
use crate::faults::text_error;
use crate::format::PyFormat;
use crate::named::find_named;
use crate::options::{read_size, read_text};
use crate::source::Source;
use crate::texts::PyText;

/// How many bytes are examined by default.
const MOST: usize = 4 << 20;

/// How many bytes at the beginning of a file may say what it is.
const BEGINNING: usize = 1 << 16;

/// How many bytes of a label beside a file are read.
const LABEL: u64 = 4 << 20;

/// What was found in some bytes of a source.
struct ProbeResult {
    header: Option<Header>,
    runs: Vec<Run>,
    /// The byte of the source at which the examined bytes begin.
    at: usize,
    /// The bytes that were taken for numbers, counted from `at` on.
    region: Range<usize>,
    report: Report,
}

/// The bytes of a source that are looked at.
struct SourceParts {
    /// Its beginning, which may say what it is.
    beginning: Vec<u8>,
    /// The bytes that may be numbers.
    examined: Vec<u8>,
}

/// Finds out what the numbers in unknown bytes may be: formats, the likeliest first.
///
/// Every format of the library is tried in its byte orders. The score is how many bits each byte takes when the bytes are encoded as such numbers.
/// The fewer, the better the format explains them.
///
/// Parameters
/// ----------
/// source
///     Where the bytes are, as for `read`. At most 4 MiB are examined.
/// at
///     The byte at which the first number begins. By default, the numbers that a header names are examined, or without a header the longest run
///     that is neither text nor fill, at all alignments.
/// length
///     The number of bytes to examine.
/// formats
///     The names of the formats to try, or formats of the library: by default, all of the library.
/// texts
///     Texts whose formats are tried as well.
///
/// Returns
/// -------
/// A `Probe`. It is printed as a report.
///
/// Examples
/// --------
/// >>> import datarep, numpy as np
/// >>> data = datarep.write(50 * np.sin(np.arange(500) / 9), "vax_g")
/// >>> found = datarep.probe(data, at=0, formats=["f64", "vax_d", "vax_g"])
/// >>> found.candidates[0].format, found.is_certain
/// ('vax_g', True)
#[pyfunction]
#[pyo3(signature = (source, *, at=None, length=None, formats=None, texts=None), text_signature = "(source, *, at=None, length=None, formats=None, texts=())")]
#[expect(clippy::doc_link_with_quotes, reason = "an example in Python")]
pub(crate) fn probe<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    at: Option<&Bound<'py, PyAny>>,
    length: Option<&Bound<'py, PyAny>>,
    formats: Option<&Bound<'py, PyAny>>,
    texts: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let at = at.map(|at| read_size("at", Some(at), 0)).transpose()?;
    let length = read_size("length", length, MOST)?;
    if length == 0 {
        return Err(PyValueError::new_err(
            "length is 0, and must be 1 or more: without it, at most 4 MiB are examined",
        ));
    }
    let parts = read_source_parts(py, source, at.unwrap_or(0), length)?;
    let path = source.extract::<PathBuf>().ok();
    let formats = formats.filter(|formats| !formats.is_none()).map(read_formats).transpose()?;
    let texts = texts.map_or(Ok(Vec::new()), read_texts)?;
    let result = py.detach(|| {
        let formats = select_formats(formats.as_deref(), &texts)?;
        let header = header(&parts.beginning).or_else(|| read_label_beside(path.as_deref()?));
        Ok(ProbeResult::new(header, &parts.examined, at, &formats))
    });
    result.map_err(|error| text_error(&error))?.to_python(py)
}

/// The names of the formats to try.
fn read_formats(argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let kind = argument.get_type().name()?;
    let type_error = || {
        PyTypeError::new_err(format!("formats is a list of names such as [\"hfp32\", \"vax_f\"], not {kind}"))
    };
    if argument.is_instance_of::<PyString>() {
        let name = argument.repr()?;
        return Err(PyTypeError::new_err(format!(
            "formats is a list of names, not one of them: `formats=[{name}]`"
        )));
    }
    let mut names = Vec::new();
    for item in argument.try_iter().map_err(|_| type_error())? {
        let item = item?;
        names.push(match item.cast::<PyFormat>() {
            Ok(format) if format.get().0.origin.is_some() => {
                return Err(PyValueError::new_err(format!(
                    "`{}` is of a text, and formats are of the library: `texts=[text]` tries those of a text",
                    format.get().0.name
                )));
            }
            Ok(format) => format.get().0.name.clone(),
            Err(_) => read_text("a format", &item, "\"hfp32\"")?,
        });
        // An unknown name is told with what it may mean.
        find_named(argument.py(), names.last().map_or("", String::as_str))?;
    }
    if names.is_empty() {
        return Err(PyValueError::new_err(
            "formats is empty: without it, all formats of the library are tried",
        ));
    }
    Ok(names)
}

/// The texts whose formats are tried.
fn read_texts(argument: &Bound<'_, PyAny>) -> PyResult<Vec<Text>> {
    let type_error = |object: &Bound<'_, PyAny>| -> PyErr {
        match object.get_type().name() {
            Ok(kind) => {
                PyTypeError::new_err(format!("texts is a list of `datarep.Text`, such as [text], not {kind}"))
            }
            Err(error) => error,
        }
    };
    if argument.is_instance_of::<PyText>() {
        return Err(type_error(argument));
    }
    let mut texts = Vec::new();
    for item in argument.try_iter().map_err(|_| type_error(argument))? {
        let item = item?;
        texts.push(item.cast::<PyText>().map_err(|_| type_error(&item))?.get().text().clone());
    }
    Ok(texts)
}

/// The beginning of a source, and the bytes of it that are examined.
fn read_source_parts(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    at: usize,
    length: usize,
) -> PyResult<SourceParts> {
    let source = Source::from_argument(source)?;
    // A stream is read only once, so this is enough for both parts.
    let needed_bytes = at.saturating_add(length).max(BEGINNING);
    let (source, _) = source.take_wanted_bytes(0, Some(needed_bytes))?;
    let size = source.size();
    if at > size {
        return Err(PyValueError::new_err(format!("the source has {size} bytes, and none at byte {at}")));
    }
    let copy = |range: Range<usize>| {
        let mut bytes = vec![0; range.len()];
        source.with_bytes(range.start, range.len(), |from| {
            py.detach(|| from.load(0, &mut bytes)).map_err(load_error)
        })?;
        Ok(bytes)
    };
    let unit = source.part_alignment();
    if !at.is_multiple_of(unit) {
        return Err(PyValueError::new_err(format!(
            "the array has items of {unit} bytes, which cannot be divided: view it as bytes, `array.view(\"u1\")`"
        )));
    }
    // An array gives no parts of its items.
    let whole = |end: usize| end.min(size) / unit * unit;
    let beginning: PyResult<Vec<u8>> = copy(0..whole(BEGINNING));
    Ok(SourceParts { beginning: beginning?, examined: copy(at..whole(at.saturating_add(length)).max(at))? })
}

/// Reads the label of a file whose numbers are described by a file beside it, as archives of planetary data do. A label
/// that cannot be read is passed over, as the file itself is what was asked for.
fn read_label_beside(path: &Path) -> Option<Header> {
    let name = path.file_name()?.to_str()?;
    list_label_names(name).into_iter().find_map(|label| {
        let path = path.with_file_name(&label);
        let mut bytes = Vec::new();
        // Opening a FIFO would wait.
        let file = path.is_file().then(|| File::open(&path).ok()).flatten()?;
        file.take(LABEL).read_to_end(&mut bytes).ok()?;
        let mut header = read_label(&bytes, name)?;
        header.name = format!("{}, by its label `{label}`", header.name);
        Some(header)
    })
}

/// The formats to try. Those of the library are compiled once.
fn select_formats(names: Option<&[String]>, texts: &[Text]) -> Result<Formats, datarep_dynamic::Error> {
    static STANDARD: OnceLock<Formats> = OnceLock::new();
    let mut formats = match (names, STANDARD.get()) {
        (Some(names), _) => Formats::named(&names.iter().map(String::as_str).collect::<Vec<_>>())?,
        (None, Some(formats)) => formats.clone(),
        // Not in `get_or_init`, because compiling may fail.
        (None, None) => {
            let formats = Formats::standard()?;
            STANDARD.get_or_init(|| formats).clone()
        }
    };
    for text in texts {
        formats.add(text)?;
    }
    Ok(formats)
}

impl ProbeResult {
    fn new(header: Option<Header>, bytes: &[u8], at: Option<usize>, formats: &Formats) -> ProbeResult {
        let first = at.unwrap_or(0);
        let probed = Probed::new(header, bytes, first, at.is_some(), formats);
        let Probed { header, runs, region, report } = probed;
        ProbeResult { header, runs, at: first, region, report }
    }

    /// The result as an object of Python.
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ProbeResult { header, runs, at, region, report } = self;
        let module = PyModule::import(py, "datarep._probe")?;
        // The report counts bytes from the region on, and Python gets their places in the source.
        let first = at + region.start;
        let candidates = report.candidates.iter().map(|candidate| {
            let fields = PyDict::new(py);
            fields.set_item("format", &candidate.format)?;
            fields.set_item("source", &candidate.from)?;
            fields.set_item("alike", &candidate.alike)?;
            fields.set_item("at", first + candidate.at)?;
            fields.set_item("bits", candidate.bits)?;
            fields.set_item("record", candidate.record)?;
            fields.set_item("score", candidate.rate)?;
            fields.set_item("reasons", &candidate.reasons)?;
            fields.set_item("values", PyArray1::from_slice(py, &candidate.values))?;
            module.getattr("Candidate")?.call((), Some(&fields))
        });
        let record_fields = report.fields.iter().map(|field| {
            let values = PyArray1::from_slice(py, &field.values);
            module.getattr("RecordField")?.call1((field.at, field.bytes, &field.format, values))
        });
        let arguments = PyDict::new(py);
        arguments.set_item("header", header.as_ref().map(|header| (&header.name, &header.says)))?;
        let runs: Vec<_> =
            runs.iter().map(|run| (at + run.start, at + run.end, name_run_kind(run.kind))).collect();
        arguments.set_item("runs", runs)?;
        arguments.set_item("region", (first, at + region.end))?;
        arguments.set_item("plain", report.plain)?;
        arguments.set_item("doubts", &report.doubts)?;
        let warning = header.as_ref().and_then(|header| report.find_contradiction(header));
        arguments.set_item("warning", warning.map(|contradiction| contradiction.to_string()))?;
        arguments.set_item("candidates", PyList::new(py, candidates.collect::<PyResult<Vec<_>>>()?)?)?;
        arguments.set_item("record", report.record)?;
        arguments.set_item("record_at", report.record.map(|_| first + report.record_at))?;
        arguments.set_item("sync", PyBytes::new(py, &report.sync))?;
        arguments.set_item("fields", PyList::new(py, record_fields.collect::<PyResult<Vec<_>>>()?)?)?;
        module.getattr("Probe")?.call((), Some(&arguments))
    }
}

/// A word for the bytes of a run.
fn name_run_kind(kind: Kind) -> String {
    match kind {
        Kind::Ascii => "ascii".to_owned(),
        Kind::Ebcdic => "ebcdic".to_owned(),
        Kind::Fill(byte) => format!("fill {byte:02X}"),
        Kind::Other => "other".to_owned(),
    }
}
