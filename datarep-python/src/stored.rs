//! Numbers of an open file, on which `datarep.open` is built.

use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use datarep::error::Direction;
use numpy::{PyArrayDescr, PyUntypedArray, PyUntypedArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::buffer::ArrayItems;
use crate::convert::{ArrayConversion, ItemSource, ItemTarget};
use crate::layout::Layout;
use crate::losses::PyLoss;
use crate::named::{Mapping, NamedFormat};
use crate::native::NativeType;
use crate::options::{find_format, read_mapping_options, read_order, read_threads, with_rules};
use crate::storage::FileItems;

/// How the numbers of a file are stored and converted. No file is needed to know that, nor to find what is wrong with it.
#[pyclass(frozen, module = "datarep._datarep", name = "Numbers")]
#[derive(Debug)]
pub(crate) struct Numbers {
    dtype: Py<PyArrayDescr>,
    native: NativeType,
    reads: Arc<Mapping>,
    writes: Option<Arc<Mapping>>,
    threads: usize,
}

#[pymethods]
impl Numbers {
    /// Numbers to be read and, if `writes` is true, to be written.
    #[new]
    #[pyo3(signature = (format, dtype, writes, order, threads, rules))]
    fn new<'py>(
        py: Python<'py>,
        format: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
        writes: bool,
        order: Option<&Bound<'py, PyAny>>,
        threads: &Bound<'py, PyAny>,
        rules: &Bound<'py, PyDict>,
    ) -> PyResult<Numbers> {
        let named: Arc<NamedFormat> = find_format(format)?;
        let dtype = match dtype {
            Some(dtype) => PyArrayDescr::new(py, dtype)?,
            None => PyArrayDescr::new(py, named.default_type(py)?)?,
        };
        let native = NativeType::from_dtype(&dtype)?;
        let order = read_order(order)?;
        let mapping = |direction| {
            with_rules(rules, |rules| {
                named.mapping(
                    py,
                    native.predefined,
                    read_mapping_options(order.as_deref(), rules, direction)?,
                )
            })
        };
        // Both are made now, so that what is wrong with the call is said before a file is opened.
        let reads = mapping(Direction::Read)?;
        let writes = if writes { Some(mapping(Direction::Write)?) } else { None };
        let threads = read_threads(Some(threads))?;
        Ok(Numbers { dtype: dtype.unbind(), native, reads, writes, threads })
    }

    /// The type of the numbers in arrays.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDescr> {
        self.dtype.bind(py).clone()
    }

    /// Bytes of a number in the file.
    #[getter]
    fn extent(&self) -> usize {
        self.reads.extent * self.native.parts
    }

    /// Opens a file that exists, for reading and, if the numbers are to be written, for writing.
    #[expect(clippy::needless_pass_by_value, reason = "what is made of an argument of Python is owned")]
    fn open(slf: &Bound<'_, Self>, path: PathBuf) -> PyResult<Stored> {
        let writes = slf.get().writes.is_some();
        let file = slf.py().detach(|| OpenOptions::new().read(true).write(writes).open(&path));
        let file = file.map_err(|error| crate::source::open_error(&error, &path))?;
        Ok(Stored { file: Arc::new(file), numbers: slf.clone().unbind() })
    }
}

/// Numbers of an open file, which are read and written at their places.
#[pyclass(frozen, module = "datarep._datarep", name = "Stored")]
#[derive(Debug)]
pub(crate) struct Stored {
    file: Arc<File>,
    numbers: Py<Numbers>,
}

#[pymethods]
#[expect(clippy::needless_pass_by_value, reason = "what is made of an argument of Python is owned")]
impl Stored {
    /// Bytes of the file.
    #[getter]
    fn size(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(py.detach(|| {
            let about = self.file.metadata()?;
            // The length of a disk is only known from where its end is.
            if about.is_file() { Ok(about.len()) } else { (&*self.file).seek(SeekFrom::End(0)) }
        })?)
    }

    /// Reads into an array: its first item from byte `first` on, the others at `strides`. Returns what was lost.
    fn read<'py>(
        &self,
        py: Python<'py>,
        out: &Bound<'py, PyUntypedArray>,
        first: u64,
        strides: Vec<isize>,
    ) -> PyResult<PyLoss> {
        let numbers = self.numbers.get();
        let job = numbers.make_conversion(&numbers.reads, Direction::Read);
        let (storage, to) =
            (self.locate_items(&job, out, first, &strides)?, ArrayItems::from_writable_array(out)?);
        job.run(py, ItemSource::Storage(&storage), ItemTarget::Place(&to), to.items()).map(PyLoss::new)
    }

    /// Writes an array: its first item from byte `first` on, the others at `strides`. Returns what was lost.
    fn write<'py>(
        &self,
        py: Python<'py>,
        array: &Bound<'py, PyUntypedArray>,
        first: u64,
        strides: Vec<isize>,
    ) -> PyResult<PyLoss> {
        let numbers = self.numbers.get();
        let Some(writes) = &numbers.writes else {
            return Err(PyValueError::new_err("the file is open for reading: open it with mode \"r+\""));
        };
        let job = numbers.make_conversion(writes, Direction::Write);
        let (storage, from) =
            (self.locate_items(&job, array, first, &strides)?, ArrayItems::from_array(array)?);
        job.run(py, ItemSource::Place(&from, 0), ItemTarget::Storage(&storage), from.items()).map(PyLoss::new)
    }

    /// Waits until all that was written is on the device.
    fn sync(&self, py: Python<'_>) -> PyResult<()> {
        Ok(py.detach(|| self.file.sync_data())?)
    }
}

impl Numbers {
    fn make_conversion<'m>(&self, mapping: &'m Mapping, direction: Direction) -> ArrayConversion<'m> {
        ArrayConversion {
            mapping,
            native: self.native,
            direction,
            threads: self.threads,
            places: false,
            is_field: false,
        }
    }
}

impl Stored {
    /// The places of an array's items in the file.
    fn locate_items(
        &self,
        job: &ArrayConversion<'_>,
        array: &Bound<'_, PyUntypedArray>,
        first: u64,
        strides: &[isize],
    ) -> PyResult<FileItems> {
        if NativeType::from_dtype(&array.dtype())? != job.native {
            return Err(PyValueError::new_err(format!("the array has the type {}", array.dtype())));
        }
        if strides.len() != array.ndim() {
            return Err(PyIndexError::new_err("as many strides as dimensions"));
        }
        Ok(FileItems::new(self.file.clone(), first, Layout::new(array.shape(), strides, job.extent())))
    }
}
