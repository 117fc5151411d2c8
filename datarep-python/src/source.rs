//! Where bytes come from: `bytes`, arrays and other buffers, paths, file objects.

use std::fs::{self, File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::{PyArrayDescrMethods as _, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::buffer::ArrayItems;
use crate::convert::ItemSource;
use crate::layout::Layout;
use crate::options::{ArrayUse, refuse_mask};
use crate::storage::FileItems;

/// The bytes to read.
#[derive(Debug)]
pub(crate) enum Source<'py> {
    /// Bytes that nobody changes.
    Bytes(Bound<'py, PyBytes>),
    /// A copy of bytes that lie in the array to fill.
    Owned(Vec<u8>),
    /// The items of an array, and its shape.
    Array(Box<ArrayItems>, Vec<usize>),
    File(Arc<File>, usize),
    /// A file of which the system does not tell how long it is: a pipe, a device, or a file such as those in `/proc`.
    Stream(Bound<'py, PyString>),
    /// An object with the method `read`, from its position on.
    Reader(Bound<'py, PyAny>),
}

impl<'py> Source<'py> {
    /// The source that an argument stands for.
    pub(crate) fn from_argument(argument: &Bound<'py, PyAny>) -> PyResult<Source<'py>> {
        let py = argument.py();
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            return Ok(Source::Bytes(bytes.clone()));
        }
        if let Ok(array) = argument.cast::<PyUntypedArray>() {
            return Source::from_array(array);
        }
        // Before paths, because it is a text, too.
        if argument.cast::<PyString>().is_ok_and(|path| path.to_string_lossy().contains("://")) {
            let helpers = PyModule::import(py, "datarep._files")?;
            return Ok(Source::Reader(helpers.call_method1("open_url", (argument,))?));
        }
        if argument.is_instance_of::<PyString>() || argument.hasattr(intern!(py, "__fspath__"))? {
            let path: PathBuf = argument.extract()?;
            return Source::from_path(py, &path);
        }
        // A file object. An `mmap` has a `read`, too, but is a buffer and is taken as memory.
        if argument.hasattr(intern!(py, "readinto"))? && !argument.hasattr(intern!(py, "find"))?
            || argument.hasattr(intern!(py, "read"))? && !is_buffer(argument)
        {
            return Ok(Source::Reader(argument.clone()));
        }
        let helpers = PyModule::import(py, "datarep._files")?;
        Source::from_array(&helpers.call_method1("as_source", (argument,))?.cast_into::<PyUntypedArray>()?)
    }

    /// The bytes of an array. Items of several bytes must be without a type: numbers are not taken apart in silence.
    fn from_array(array: &Bound<'py, PyUntypedArray>) -> PyResult<Source<'py>> {
        let dtype = array.dtype();
        let is_bytes = match dtype.kind() {
            b'V' | b'S' => true,
            b'u' | b'i' => dtype.itemsize() == 1,
            _ => false,
        };
        if !is_bytes && !dtype.has_object() {
            let helpers = PyModule::import(array.py(), "datarep._files")?;
            helpers.call_method1("raise_numbers", (dtype.str()?, "source.view(\"u1\")"))?;
        }
        refuse_mask("source", array.as_any(), ArrayUse::Taken)?;
        Ok(Source::Array(Box::new(ArrayItems::from_array(array)?), array.shape().to_vec()))
    }

    fn from_path(py: Python<'py>, path: &Path) -> PyResult<Source<'py>> {
        let regular_file = py.detach(|| {
            // A pipe is not opened here: that would wait until somebody writes to it, and could not be interrupted.
            if !is_of_known_length(&fs::metadata(path)?) {
                return Ok(None);
            }
            let file = File::open(path)?;
            let about = file.metadata()?;
            Ok(is_of_known_length(&about).then_some((file, about.len())))
        });
        match regular_file.map_err(|error| open_error(&error, path))? {
            Some((file, size)) => {
                Ok(Source::File(Arc::new(file), usize::try_from(size).unwrap_or(usize::MAX)))
            }
            None => Ok(Source::Stream(path.as_os_str().into_pyobject(py)?)),
        }
    }

    /// The number of bytes; `None` if it is known only when all have been read.
    pub(crate) fn known_size(&self) -> Option<usize> {
        match self {
            Source::Bytes(bytes) => Some(bytes.as_bytes().len()),
            Source::Owned(bytes) => Some(bytes.len()),
            Source::Array(place, _) => Some(place.bytes()),
            Source::File(_, size) => Some(*size),
            Source::Stream(_) | Source::Reader(_) => None,
        }
    }

    /// The number of bytes. A stream or a reader has none before `taken` reads them.
    pub(crate) fn size(&self) -> usize {
        self.known_size().unwrap_or(0)
    }

    /// Reads from a stream or a reader as many bytes as are wanted, or all; another source stays what it is. Returns the
    /// source and the offset in it.
    pub(crate) fn take_wanted_bytes(
        self,
        offset: usize,
        wanted_bytes: Option<usize>,
    ) -> PyResult<(Source<'py>, usize)> {
        let (name, from) = match self {
            Source::Reader(reader) => ("take", reader),
            Source::Stream(path) => ("take_path", path.into_any()),
            source => return Ok((source, offset)),
        };
        let helpers = PyModule::import(from.py(), "datarep._files")?;
        let bytes = helpers.call_method1(name, (from, offset, wanted_bytes))?;
        match bytes.cast_into::<PyBytes>() {
            Ok(bytes) => Ok((Source::Bytes(bytes), 0)),
            // If they came in parts, they are a `bytearray`, which nobody else has.
            Err(other) => Ok((Source::from_array(&as_array(&other.into_inner())?)?, 0)),
        }
    }

    /// The source, or a copy of its bytes if they may be those of the array to fill.
    pub(crate) fn copy_if_overlapping(self, out: &ArrayItems) -> PyResult<Source<'py>> {
        match &self {
            Source::Array(place, _) if place.may_overlap(out) => Ok(Source::Owned(place.copy()?)),
            _ => Ok(self),
        }
    }

    /// The shape of an array in items of `extent` bytes; `None` if the source is no array, or is a single item of
    /// another length.
    pub(crate) fn shape(&self, extent: usize) -> PyResult<Option<Vec<usize>>> {
        let Source::Array(place, shape) = self else { return Ok(None) };
        let (mut shape, item) = (shape.clone(), place.item());
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

    /// Fails if an item of `extent` bytes would begin in a row of an array and end in the next one.
    pub(crate) fn check_rows(&self, extent: usize) -> PyResult<()> {
        let Source::Array(place, shape) = self else { return Ok(()) };
        let [_, .., last] = shape.as_slice() else { return Ok(()) };
        let bytes = last.saturating_mul(place.item());
        if place.item() == extent || bytes.is_multiple_of(extent) {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "a row of the array has {bytes} bytes, which are no items of {extent} bytes: items go along the last axis, axis {}, and `array.reshape(-1)` is one row",
            shape.len() - 1
        )))
    }

    /// Calls `run` with `length` bytes from byte `offset` on.
    pub(crate) fn with_bytes<R>(
        &self,
        offset: usize,
        length: usize,
        run: impl FnOnce(ItemSource<'_>) -> PyResult<R>,
    ) -> PyResult<R> {
        match self {
            Source::Bytes(bytes) => run(ItemSource::Slice(&bytes.as_bytes()[offset..][..length])),
            Source::Owned(bytes) => run(ItemSource::Slice(&bytes[offset..][..length])),
            Source::Array(place, _) => run(ItemSource::Place(place, offset)),
            Source::File(file, _) => {
                let layout = Layout::new(&[length], &[1], 1);
                run(ItemSource::Storage(&FileItems::new(file.clone(), offset as u64, layout)))
            }
            Source::Stream(_) | Source::Reader(_) => Err(PyTypeError::new_err("nothing was read")),
        }
    }

    /// A part of the source can begin only at a multiple of this number of bytes.
    pub(crate) fn part_alignment(&self) -> usize {
        match self {
            Source::Array(place, _) => place.item().max(1),
            _ => 1,
        }
    }
}

/// The exception for a file that cannot be opened. Python derives its class, such as `FileNotFoundError`, from the
/// error's number.
pub(crate) fn open_error(error: &std::io::Error, path: &Path) -> PyErr {
    let text = error.to_string();
    match error.raw_os_error() {
        Some(number) => {
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.as_os_str().to_owned()))
        }
        None => PyOSError::new_err(text),
    }
}

/// Whether the system knows how many bytes a file has. It says of some files that they have none, and gives bytes then.
fn is_of_known_length(about: &Metadata) -> bool {
    about.is_file() && about.len() > 0
}

fn is_buffer(argument: &Bound<'_, PyAny>) -> bool {
    pyo3::types::PyMemoryView::from(argument).is_ok()
}

/// The bytes of another object, as an array that shares them.
pub(crate) fn as_array<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let helpers = PyModule::import(argument.py(), "datarep._files")?;
    Ok(helpers.call_method1("as_array", (argument,))?.cast_into::<PyUntypedArray>()?)
}
