//! Arrays of Python's objects: exact decimals, which are converted as items of 16 bytes.

use numpy::{PyArrayDescr, PyArrayDescrMethods as _, PyUntypedArray};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Bytes of a decimal in memory.
const BYTES: usize = 16;

/// Whether items of a type are objects of Python.
pub(crate) fn is_object(dtype: &Bound<'_, PyArrayDescr>) -> bool {
    dtype.kind() == b'O'
}

/// Whether a type is that of decimals as a conversion has them.
pub(crate) fn is_raw(dtype: &Bound<'_, PyArrayDescr>) -> PyResult<bool> {
    // Most types differ in their length already.
    Ok(dtype.itemsize() == BYTES && dtype.kind() == b'V' && dtype.is_equiv_to(&raw_type(dtype.py())?))
}

/// The type of decimals as a conversion has them.
pub(crate) fn raw_type(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    static RAW: PyOnceLock<Py<PyArrayDescr>> = PyOnceLock::new();
    let raw = RAW.get_or_try_init(py, || {
        Ok::<_, PyErr>(
            import_decimals(py)?.getattr(intern!(py, "RAW"))?.cast_into::<PyArrayDescr>()?.unbind(),
        )
    })?;
    Ok(raw.bind(py).clone())
}

/// The decimals of converted items.
pub(crate) fn raw_to_decimals<'py>(raw: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    import_decimals(raw.py())?.call_method1(intern!(raw.py(), "read_raw"), (raw,))
}

/// The items of an array of decimals, to be converted.
pub(crate) fn decimals_to_raw<'py>(
    array: &Bound<'py, PyUntypedArray>,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let raw = import_decimals(array.py())?.call_method1(intern!(array.py(), "make_raw"), (array,))?;
    Ok(raw.cast_into::<PyUntypedArray>()?)
}

fn import_decimals(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    PyModule::import(py, intern!(py, "datarep._decimals"))
}
