//! Where bytes come from: `bytes`, arrays and other buffers, paths, file objects.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::buffer::Place;
use crate::convert::From;
use crate::layout::Layout;
use crate::storage::Storage;

/// The bytes to read.
#[derive(Debug)]
pub(crate) enum Source<'py> {
    /// Bytes that nobody changes.
    Bytes(Bound<'py, PyBytes>),
    /// Bytes that were read from a file that is not regular.
    Owned(Vec<u8>),
    Array(Bound<'py, PyUntypedArray>, Box<Place>),
    File(Arc<File>, usize),
    /// An object with the method `read`, from its position on.
    Reader(Bound<'py, PyAny>),
}

impl<'py> Source<'py> {
    /// The source that an argument stands for.
    pub(crate) fn of(argument: &Bound<'py, PyAny>) -> PyResult<Source<'py>> {
        let py = argument.py();
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            return Ok(Source::Bytes(bytes.clone()));
        }
        if let Ok(array) = argument.cast::<PyUntypedArray>() {
            return Ok(Source::Array(array.clone(), Box::new(Place::of(array)?)));
        }
        if argument.is_instance_of::<PyString>() || argument.hasattr(intern!(py, "__fspath__"))? {
            let path: PathBuf = argument.extract()?;
            return Source::path(py, &path);
        }
        if argument.hasattr(intern!(py, "readinto"))? && !argument.hasattr(intern!(py, "find"))?
            || argument.hasattr(intern!(py, "read"))? && !is_buffer(argument)
        {
            return Ok(Source::Reader(argument.clone()));
        }
        let array = as_array(argument)?;
        let place = Box::new(Place::of(&array)?);
        Ok(Source::Array(array, place))
    }

    fn path(py: Python<'py>, path: &Path) -> PyResult<Source<'py>> {
        let named = |error: std::io::Error| refused(&error, path);
        let mut file = py.detach(|| File::open(path)).map_err(named)?;
        let about = file.metadata().map_err(named)?;
        if about.is_file() {
            let size = usize::try_from(about.len()).unwrap_or(usize::MAX);
            return Ok(Source::File(Arc::new(file), size));
        }
        let mut bytes = Vec::new();
        py.detach(|| file.read_to_end(&mut bytes)).map_err(named)?;
        Ok(Source::Owned(bytes))
    }

    /// The number of bytes. A reader has none before `taken` reads them.
    pub(crate) fn size(&self) -> usize {
        match self {
            Source::Bytes(bytes) => bytes.as_bytes().len(),
            Source::Owned(bytes) => bytes.len(),
            Source::Array(_, place) => place.bytes(),
            Source::File(_, size) => *size,
            Source::Reader(_) => 0,
        }
    }

    /// Reads from a reader as many bytes as are wanted, or all; another source stays what it is. Returns the source and
    /// the offset in it.
    pub(crate) fn taken(self, offset: usize, wanted: Option<usize>) -> PyResult<(Source<'py>, usize)> {
        let Source::Reader(reader) = self else { return Ok((self, offset)) };
        let helpers = PyModule::import(reader.py(), "datarep._files")?;
        let bytes = helpers.call_method1("take", (reader, offset, wanted))?;
        Ok((Source::Bytes(bytes.cast_into::<PyBytes>()?), 0))
    }

    /// The array, if the source is one.
    pub(crate) fn array(&self) -> Option<&Bound<'py, PyUntypedArray>> {
        match self {
            Source::Array(array, _) => Some(array),
            _ => None,
        }
    }

    /// The shape of an array in items of `extent` bytes; `None` if the source is no array, or is a single item of
    /// another length.
    pub(crate) fn shape(&self, extent: usize) -> PyResult<Option<Vec<usize>>> {
        let Some(array) = self.array() else { return Ok(None) };
        let (mut shape, item) = (array.shape().to_vec(), array.dtype_size());
        if item == extent {
            return Ok(Some(shape));
        }
        let Some(last) = shape.last_mut() else { return Ok(None) };
        let bytes = last.saturating_mul(item);
        if !bytes.is_multiple_of(extent) {
            return Err(PyValueError::new_err(format!(
                "a row of the array has {bytes} bytes, which are no items of {extent} bytes"
            )));
        }
        *last = bytes / extent;
        Ok(Some(shape))
    }

    /// Calls `run` with `wanted` bytes from byte `offset` on.
    pub(crate) fn with<R>(
        &self,
        offset: usize,
        wanted: usize,
        run: impl FnOnce(From<'_>) -> PyResult<R>,
    ) -> PyResult<R> {
        match self {
            Source::Bytes(bytes) => run(From::Slice(&bytes.as_bytes()[offset..][..wanted])),
            Source::Owned(bytes) => run(From::Slice(&bytes[offset..][..wanted])),
            Source::Array(_, place) => run(From::Place(place, offset)),
            Source::File(file, _) => {
                let layout = Layout::new(&[wanted], &[1], 1);
                run(From::Storage(&Storage::new(file.clone(), offset as u64, layout)))
            }
            Source::Reader(_) => Err(PyTypeError::new_err("nothing was read")),
        }
    }

    /// A part of the source can begin only at a multiple of this number of bytes.
    pub(crate) fn unit(&self) -> usize {
        match self {
            Source::Array(_, place) => place.item().max(1),
            _ => 1,
        }
    }
}

/// The exception for a file that cannot be opened. Python derives its class, such as `FileNotFoundError`, from the
/// error's number.
pub(crate) fn refused(error: &std::io::Error, path: &Path) -> PyErr {
    let text = error.to_string();
    match error.raw_os_error() {
        Some(number) => {
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.to_owned()))
        }
        None => PyOSError::new_err(text),
    }
}

trait ItemSize {
    fn dtype_size(&self) -> usize;
}

impl ItemSize for Bound<'_, PyUntypedArray> {
    fn dtype_size(&self) -> usize {
        use numpy::PyArrayDescrMethods as _;
        self.dtype().itemsize()
    }
}

fn is_buffer(argument: &Bound<'_, PyAny>) -> bool {
    pyo3::types::PyMemoryView::from(argument).is_ok()
}

/// The bytes of another object, as an array that shares them.
pub(crate) fn as_array<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let helpers = PyModule::import(argument.py(), "datarep._files")?;
    Ok(helpers.call_method1("as_array", (argument,))?.cast_into::<PyUntypedArray>()?)
}
