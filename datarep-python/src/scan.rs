//! What `datarep.scan` stands on: records of files as a stream of Arrow, in the capsules that other packages take.
//!
//! A batch is made when it is asked for, by whichever thread asks, and by others if the scan has threads. The interpreter's lock is held only to
//! look for an interrupt, and to read from a file object of Python.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use datarep::Loss;
use datarep_arrow::{OnBad, ReadCounts, ReadError, ReadOptions, Reader, RecordTable};
use datarep_dsl::controls::clean_text;
use datarep_dynamic::marks::split::{self, Effort};
use datarep_dynamic::marks::{Border, Marks};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::losses::PyLoss;
use crate::options::count_threads;
use crate::records::{find_record, list_ruled_fields};
use crate::texts::PyText;

/// The most bytes that are asked of a file object at once.
const ASKED: usize = 1 << 20;

/// A part of a file, as Python passes it: a tuple of these, in this order.
#[derive(Debug)]
pub(crate) struct PartArguments {
    /// Its name for messages.
    name: String,
    /// Its path, or a function that opens it.
    source: Py<PyAny>,
    /// Its first byte.
    begin: u64,
    /// The number of its bytes, if it is not read to the end.
    length: Option<u64>,
    /// The number of its first record.
    first: u64,
    /// The border at which it begins, if it is a part of a file with marks.
    border: Option<String>,
}

/// A part of a file with marks: the border at which it begins, its first byte, and the number of its bytes, if it is not the last one.
type MarkedPart = (String, u64, Option<u64>);

/// How the records of a scan are read, as Python passes it: a tuple of these, in this order.
#[derive(Debug)]
pub(crate) struct ScanOptions {
    marks: Option<String>,
    columns: Option<Vec<String>>,
    /// What happens to bad records.
    on_bad: String,
    /// The most rows of a batch.
    batch_rows: usize,
    /// Whether groups and choices are structs.
    has_structs: bool,
    /// The number of threads; 0 for as many as the machine has.
    threads: usize,
}

impl FromPyObject<'_, '_> for PartArguments {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<PartArguments> {
        let (name, source, begin, length, first, border) = object.extract()?;
        Ok(PartArguments { name, source, begin, length, first, border })
    }
}

impl FromPyObject<'_, '_> for ScanOptions {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<ScanOptions> {
        let (marks, columns, on_bad, batch_rows, has_structs, threads) = object.extract()?;
        Ok(ScanOptions { marks, columns, on_bad, batch_rows, has_structs, threads })
    }
}

/// A part of a file that is still to be read.
#[derive(Debug)]
struct FilePart {
    name: String,
    source: PartSource,
    begin: u64,
    length: Option<u64>,
    first: u64,
    border: Option<Border>,
}

#[derive(Debug)]
enum PartSource {
    Path(PathBuf),
    /// A function without arguments that returns a file object, which stands at the first byte.
    Opener(Py<PyAny>),
}

/// What was found in the records that a stream has read.
#[pyclass(frozen, module = "datarep")]
#[derive(Debug)]
pub(crate) struct ScanCounts(Arc<Mutex<ReadCounts>>);

/// Records of several files, one after the other.
struct RecordStream {
    table: RecordTable,
    options: ReadOptions,
    parts: VecDeque<FilePart>,
    current: Option<Reader<Box<dyn Read + Send>>>,
    /// What was found in the files that were read, and with the current one.
    finished_counts: ReadCounts,
    counts: Arc<Mutex<ReadCounts>>,
    is_ended: bool,
    /// The fields for which the text has a rule. At the end nobody is warned of them.
    ruled_fields: Vec<String>,
    /// The name of the record, for the warning.
    record: String,
}

/// A file object of Python.
struct PyFile {
    object: Py<PyAny>,
    /// The bytes that were read last, and how many of them were taken.
    bytes: Vec<u8>,
    taken_bytes: usize,
}

/// A stream of the records in parts of files, in a capsule, and what will be found in them.
#[pyfunction]
#[pyo3(name = "_scan_stream")]
pub(crate) fn open_stream<'py>(
    py: Python<'py>,
    text: &PyText,
    record: &str,
    parts: Vec<PartArguments>,
    options: ScanOptions,
) -> PyResult<(Bound<'py, PyCapsule>, ScanCounts)> {
    let (table, options) = plan_scan(text, record, options)?;
    let parts =
        parts.into_iter().map(|part| FilePart::new(py, part)).collect::<PyResult<VecDeque<FilePart>>>()?;
    let counts = Arc::new(Mutex::new(ReadCounts::default()));
    let finished_counts = ReadCounts::default();
    let stream = RecordStream {
        table,
        options,
        parts,
        current: None,
        finished_counts,
        counts: counts.clone(),
        is_ended: false,
        ruled_fields: list_ruled_fields(find_record(text, record)?),
        record: record.to_owned(),
    };
    let stream = FFI_ArrowArrayStream::new(Box::new(stream));
    // Importers look for a capsule of this name, as Arrow's interface for Python says.
    Ok((PyCapsule::new_with_value(py, stream, c"arrow_array_stream")?, ScanCounts(counts)))
}

/// The schema of the records, in a capsule.
#[pyfunction]
#[pyo3(name = "_scan_schema")]
pub(crate) fn open_schema<'py>(
    py: Python<'py>,
    text: &PyText,
    record: &str,
    options: ScanOptions,
) -> PyResult<Bound<'py, PyCapsule>> {
    let (table, _) = plan_scan(text, record, options)?;
    let schema = FFI_ArrowSchema::try_from(table.schema().as_ref()).map_err(|error| column_error(&error))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The columns of the records: the name and the type of each, and whether items may be missing.
#[pyfunction]
#[pyo3(name = "_scan_columns")]
pub(crate) fn list_columns(
    text: &PyText,
    record: &str,
    options: ScanOptions,
) -> PyResult<Vec<(String, String, bool)>> {
    let (table, _) = plan_scan(text, record, options)?;
    let fields = table.schema().fields().iter();
    Ok(fields
        .map(|field| (field.name().clone(), field.data_type().to_string(), field.is_nullable()))
        .collect())
}

/// Divides a file with marks into at most `parts` parts, whose borders are proved.
#[pyfunction]
#[pyo3(name = "_split_marks")]
pub(crate) fn split_marks(
    py: Python<'_>,
    path: PathBuf,
    marks: &str,
    parts: usize,
) -> PyResult<Vec<MarkedPart>> {
    let marks = parse_marks(marks)?;
    let divided = py.detach(|| {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut division = split::split(&mut file, length, marks, parts, Effort::for_length(length))?;
        division.prove(&mut file)?;
        Ok(division.parts())
    });
    let divided = divided.map_err(|error: io::Error| PyErr::from(error))?;
    let parts = divided.into_iter().flatten().map(|part| {
        let begin = part.begin.at();
        // The last part has no length: it is read to the end of the file.
        (part.begin.to_string(), begin, (part.until != u64::MAX).then(|| part.until - begin))
    });
    Ok(parts.collect())
}

pub(crate) fn parse_marks(marks: &str) -> PyResult<Marks> {
    marks.parse().map_err(|error| PyValueError::new_err(format!("marks: {error}")))
}

/// The table of a scan, and how it is read.
fn plan_scan(text: &PyText, record: &str, options: ScanOptions) -> PyResult<(RecordTable, ReadOptions)> {
    let ScanOptions { marks, columns, on_bad, batch_rows, has_structs, threads } = options;
    let on_bad = match on_bad.as_str() {
        "error" => OnBad::Error,
        "null" => OnBad::Null,
        "skip" => OnBad::Skip,
        other => {
            let message = format!("on_bad is \"error\", \"null\" or \"skip\", not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    if batch_rows == 0 {
        return Err(PyValueError::new_err("batch_rows is 1 or more"));
    }
    let marks = marks.as_deref().map(parse_marks).transpose()?;
    let table = RecordTable::new(find_record(text, record)?, columns.as_deref(), on_bad);
    let mut table = table.map_err(|error| column_error(&error))?;
    if has_structs {
        table = table.with_structs().map_err(|error| column_error(&error))?;
    }
    let threads = count_threads(threads);
    Ok((
        table,
        ReadOptions { marks, columns, has_structs, on_bad, batch_rows, threads, ..ReadOptions::default() },
    ))
}

/// The exception for columns that cannot be.
fn column_error(error: &ArrowError) -> PyErr {
    match error {
        ArrowError::SchemaError(message) => PyValueError::new_err(clean_text(message).into_owned()),
        ArrowError::NotYetImplemented(message) => PyTypeError::new_err(clean_text(message).into_owned()),
        other => PyValueError::new_err(clean_text(&other.to_string()).into_owned()),
    }
}

impl FilePart {
    fn new(py: Python<'_>, part: PartArguments) -> PyResult<FilePart> {
        let PartArguments { name, source, begin, length, first, border } = part;
        let source = match source.bind(py) {
            opener if opener.is_callable() => PartSource::Opener(source),
            path => PartSource::Path(path.extract()?),
        };
        let border = border.map(|border| border.parse::<Border>()).transpose();
        let border = border.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(FilePart { name, source, begin, length, first, border })
    }

    /// Describes a part of a file with marks to the reader.
    fn to_split_part(&self) -> Option<split::Part> {
        let until = self.length.map_or(u64::MAX, |length| self.begin.saturating_add(length));
        self.border.map(|begin| split::Part { begin, until, is_proved: true })
    }

    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match &self.source {
            PartSource::Path(path) => {
                let mut file = File::open(path)?;
                if self.begin > 0 {
                    file.seek(SeekFrom::Start(self.begin))?;
                }
                // The last record of a part of a file with marks may end behind it.
                Ok(match self.length.filter(|_| self.border.is_none()) {
                    Some(length) => Box::new(file.take(length)),
                    None => Box::new(file),
                })
            }
            PartSource::Opener(opener) => Python::attach(|py| {
                let object = opener.call0(py).map_err(|error| to_io_error(py, &error))?;
                Ok(Box::new(PyFile { object, bytes: Vec::new(), taken_bytes: 0 }) as Box<dyn Read + Send>)
            }),
        }
    }
}

impl Read for PyFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.taken_bytes == self.bytes.len() {
            self.read_next_bytes(to.len())?;
        }
        let rest = &self.bytes[self.taken_bytes..];
        let count = rest.len().min(to.len());
        to[..count].copy_from_slice(&rest[..count]);
        self.taken_bytes += count;
        Ok(count)
    }
}

impl PyFile {
    /// Reads the next bytes; none at the end.
    fn read_next_bytes(&mut self, wanted: usize) -> io::Result<()> {
        // A file object that is asked for no bytes gives none, which would be taken for the end.
        let requested = wanted.clamp(1, ASKED);
        Python::attach(|py| {
            let part = PyModule::import(py, "datarep._files")
                .and_then(|files| files.call_method1("read_part", (&self.object, requested, 0)));
            let part = part.map_err(|error| to_io_error(py, &error))?;
            let bytes = part.cast::<PyBytes>().map_err(|error| io::Error::other(error.to_string()))?;
            self.bytes.clear();
            self.bytes.extend_from_slice(bytes.as_bytes());
            self.taken_bytes = 0;
            Ok(())
        })
    }
}

/// An exception as an error of the source. If it is an interrupt by the user, who asks for the next batch may hide it behind an
/// exception of its own. So it is raised again when Python's code goes on.
fn to_io_error(py: Python<'_>, error: &PyErr) -> io::Error {
    if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) {
        if let Ok(thread) = PyModule::import(py, "_thread") {
            // Where no thread is the main one, there is nothing to be interrupted.
            let _ = thread.call_method0("interrupt_main");
        }
        return io::Error::new(io::ErrorKind::Interrupted, "interrupted by the user");
    }
    io::Error::other(error.to_string())
}

impl RecordStream {
    /// The next batch; `None` at the end.
    fn read_next(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        loop {
            if let Some(reader) = &mut self.current {
                let batch = reader.next().transpose().map_err(hide_crate_errors);
                let current_counts = reader.counts().clone();
                let mut total_counts = self.finished_counts.clone();
                total_counts.add(current_counts);
                if matches!(batch, Ok(None)) {
                    self.finished_counts = total_counts.clone();
                    self.current = None;
                }
                // Before an error is returned: the counts are asked for after it, too.
                *self.counts.lock().unwrap_or_else(PoisonError::into_inner) = total_counts;
                if let Some(batch) = batch? {
                    return Ok(Some(batch));
                }
            }
            let Some(part) = self.parts.pop_front() else { return Ok(None) };
            let file =
                part.open().map_err(|error| ArrowError::IoError(format!("{}: {error}", part.name), error))?;
            let (begin, split_part) = ((part.begin, part.first), part.to_split_part());
            let options = ReadOptions { name: part.name, begin, part: split_part, ..self.options.clone() };
            self.current = Some(Reader::of_table(file, self.table.clone(), &options));
        }
    }
}

impl RecordStream {
    /// Warns of what all records have lost. A filter of warnings may make it an error.
    fn warn_losses(&self, py: Python<'_>) -> Result<(), ArrowError> {
        if self.finished_counts.losses.is_empty() {
            return Ok(());
        }
        let losses: BTreeMap<String, PyLoss> = list_losses(&self.finished_counts);
        let warned = PyModule::import(py, "datarep._losses").and_then(|module| {
            let records = self.finished_counts.records;
            module.call_method1("warn_scan", (&self.ruled_fields, &self.record, records, losses))
        });
        warned.map(drop).map_err(|error| {
            let error = to_io_error(py, &error);
            ArrowError::IoError(error.to_string(), error)
        })
    }
}

/// What was lost of the items of a field, by its path.
fn list_losses(counts: &ReadCounts) -> BTreeMap<String, PyLoss> {
    let lost = |loss: &Loss| PyLoss::from_places(*loss, Vec::new());
    counts.losses.iter().map(|(path, loss)| (path.clone(), lost(loss))).collect()
}

/// Replaces an error by one whose message names no crate. The importer of the stream turns it into
/// an exception.
fn hide_crate_errors(error: ArrowError) -> ArrowError {
    let ArrowError::ExternalError(source) = &error else { return error };
    let Some(read_error) = source.downcast_ref::<ReadError>() else { return error };
    let message = clean_text(&read_error.to_string()).into_owned();
    match read_error.io() {
        Some(source) => ArrowError::IoError(message, io::Error::from(source.kind())),
        None => ArrowError::InvalidArgumentError(message),
    }
}

impl Iterator for RecordStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if self.is_ended {
            return None;
        }
        let next = Python::attach(|py| {
            // Who asks is compiled code of another package, which need not look for an interrupt.
            py.check_signals().map_err(|error| {
                let error = to_io_error(py, &error);
                ArrowError::IoError(error.to_string(), error)
            })?;
            let next = py.detach(|| self.read_next())?;
            if next.is_none() {
                self.warn_losses(py)?;
            }
            Ok(next)
        });
        let next = next.transpose();
        // No batch follows an error. Importers may ask for one.
        self.is_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl RecordBatchReader for RecordStream {
    fn schema(&self) -> SchemaRef {
        self.table.schema().clone()
    }
}

impl ScanCounts {
    fn get<T>(&self, find: impl FnOnce(&ReadCounts) -> T) -> T {
        find(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl ScanCounts {
    /// Records in the batches.
    #[getter]
    fn records(&self) -> u64 {
        self.get(|counts| counts.records)
    }

    /// Records with an item that a rule refuses.
    #[getter]
    fn bad(&self) -> u64 {
        self.get(|counts| counts.bad)
    }

    /// Records that were left out.
    #[getter]
    fn left_out(&self) -> u64 {
        self.get(|counts| counts.left_out)
    }

    /// Of those, the records that do not fit between their marks.
    #[getter]
    fn torn(&self) -> u64 {
        self.get(|counts| counts.torn)
    }

    /// How many items of a field a rule refuses, by its path.
    #[getter]
    fn bad_items(&self) -> BTreeMap<String, u64> {
        self.get(|counts| counts.bad_items.clone())
    }

    /// What was lost of the items of a field, by its path: without the fields of which nothing was lost.
    #[getter]
    fn losses(&self) -> BTreeMap<String, PyLoss> {
        self.get(list_losses)
    }

    /// The first bad record, for people.
    #[getter]
    fn first(&self) -> Option<String> {
        self.get(|counts| counts.first.as_deref().map(|first| clean_text(first).into_owned()))
    }

    fn __repr__(&self) -> String {
        self.get(|counts| {
            let ReadCounts { records, bad, left_out, torn, losses, .. } = counts;
            let loss_text =
                losses.iter().fold(String::new(), |loss_text, (path, loss)| format!("{loss_text}; {path}: {loss}"));
            let loss_text = clean_text(&loss_text);
            format!(
                "<datarep.ScanCounts: {records} records, {bad} bad, {torn} torn, {left_out} left out{loss_text}>"
            )
        })
    }
}
