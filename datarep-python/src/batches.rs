//! Batches of Arrow as records of a file.
//!
//! A batch comes as the bytes of a stream of Arrow's files, which is read without trust in whoever made it. The structures that other
//! packages hand over in memory could be taken without a copy, but only by code that believes their addresses.

use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use arrow_ipc::reader::StreamReader;
use datarep_arrow::write_batch;
use datarep_dsl::controls::clean_text;
use datarep_dynamic::marks::MarkWriter;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::records::find_record;
use crate::scan::parse_marks;
use crate::texts::PyText;

/// Writes batches as records of a file, with marks around them if they are asked for.
#[pyclass(frozen, module = "datarep", name = "_BatchWriter")]
#[derive(Debug)]
pub(crate) struct BatchWriter {
    text: Py<PyText>,
    record: String,
    /// `None` if there are no marks, or the file has ended.
    marks: Mutex<Option<MarkWriter>>,
}

#[pymethods]
impl BatchWriter {
    #[new]
    #[pyo3(signature = (text, record, marks = None))]
    fn new(text: Py<PyText>, record: String, marks: Option<&str>) -> PyResult<BatchWriter> {
        find_record(text.get(), &record)?;
        let marks =
            marks.map(|marks| MarkWriter::new(parse_marks(marks)?).map_err(|error| batch_error(&error)));
        Ok(BatchWriter { text, record, marks: Mutex::new(marks.transpose()?) })
    }

    /// The bytes of the records in a stream of Arrow's files, and their number.
    fn write<'py>(&self, py: Python<'py>, stream: &[u8]) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let record = find_record(self.text.get(), &self.record)?;
        let encoded = py.detach(|| {
            let reader =
                StreamReader::try_new(Cursor::new(stream), None).map_err(|error| error.to_string())?;
            let (mut bytes, mut rows) = (Vec::new(), 0);
            for batch in reader {
                let batch = batch.map_err(|error| error.to_string())?;
                let written = write_batch(record, &batch).map_err(|error| error.to_string())?;
                rows += written.ends.len();
                // `finish` takes this lock while it holds the interpreter's. This thread asks for nothing of Python
                // under it, so neither waits for ever.
                let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(marks) = &mut *marks else {
                    bytes.extend_from_slice(&written.bytes);
                    continue;
                };
                let mut begin = 0;
                for end in written.ends {
                    marks.write(&written.bytes[begin..end], &mut bytes).map_err(|error| error.to_string())?;
                    begin = end;
                }
            }
            Ok((bytes, rows))
        });
        let (bytes, rows) = encoded.map_err(|error: String| batch_error(&error))?;
        Ok((PyBytes::new(py, &bytes), rows))
    }

    /// What follows the last record: the end of a block or of a tape.
    fn finish<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut bytes = Vec::new();
        if let Some(marks) = self.marks.lock().unwrap_or_else(PoisonError::into_inner).take() {
            marks.finish(&mut bytes);
        }
        PyBytes::new(py, &bytes)
    }
}

fn batch_error(error: &impl ToString) -> PyErr {
    PyValueError::new_err(clean_text(&error.to_string()).into_owned())
}
