//! `datarep._datarep`: the module of Rust behind the Python package `datarep`.
//!
//! The conversions are those of `datarep-dynamic`, and of the representations that are compiled in the runtime. This
//! crate brings bytes from Python's objects to them and back. `docs/python.md` describes it for users.

mod batches;
mod buffer;
mod columns;
mod convert;
mod copybooks;
mod decimals;
mod exact;
mod faults;
mod format;
mod layout;
mod losses;
mod memory;
mod named;
mod native;
mod options;
mod probe;
mod read;
mod records;
mod scan;
mod source;
mod storage;
mod stored;
mod texts;
mod varying;
mod write;

use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::prelude::*;

/// Names of all formats of the library, with their families.
#[pyfunction]
fn formats() -> Vec<(&'static str, &'static str)> {
    datarep_dsl::standard::formats().map(|(family, format)| (format, family)).collect()
}

/// Formats of the library that have these words: machines, makers, languages, kinds of files, and names in other programs. The nearest is
/// first.
///
/// >>> import datarep
/// >>> [format.name for format in datarep.find("vax")]
/// ['vax_f', 'vax_d', 'vax_g', 'vax_h']
/// >>> datarep.find("float32")[0].summary
/// 'IEEE 754 binary32, single precision.'
#[expect(clippy::doc_link_with_quotes, reason = "an example in Python")]
#[pyfunction]
fn find(py: Python<'_>, words: &Bound<'_, PyAny>) -> PyResult<Vec<format::PyFormat>> {
    let words = options::read_text("words", words, "\"vax\"")?;
    let found = py.detach(|| datarep_dynamic::names::search(&words));
    found.iter().map(|found| Ok(format::PyFormat(named::find_named(py, &found.name)?))).collect()
}

/// Names of all representations of the library.
#[pyfunction]
fn representations() -> Vec<&'static str> {
    datarep_dsl::standard::datareps().iter().map(|(name, _)| *name).collect()
}

#[pymodule(gil_used = true)]
fn _datarep(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // Import now what would be imported when it is first needed: an interrupt during that import could not be reported.
    PyModule::import(module.py(), "numpy")?;
    drop(PyArray1::<u8>::zeros(module.py(), [0], false).try_readwrite());
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(read::read, module)?)?;
    module.add_function(wrap_pyfunction!(write::write, module)?)?;
    module.add_function(wrap_pyfunction!(probe::probe, module)?)?;
    module.add_function(wrap_pyfunction!(formats, module)?)?;
    module.add_function(wrap_pyfunction!(find, module)?)?;
    module.add_function(wrap_pyfunction!(representations, module)?)?;
    module.add_function(wrap_pyfunction!(scan::open_stream, module)?)?;
    module.add_function(wrap_pyfunction!(scan::open_schema, module)?)?;
    module.add_function(wrap_pyfunction!(scan::list_columns, module)?)?;
    module.add_function(wrap_pyfunction!(scan::split_marks, module)?)?;
    module.add_function(wrap_pyfunction!(copybooks::import_copybooks, module)?)?;
    module.add_class::<scan::ScanCounts>()?;
    module.add_class::<batches::BatchWriter>()?;
    module.add_class::<stored::Numbers>()?;
    module.add_class::<stored::Stored>()?;
    module.add_class::<texts::PyText>()?;
    module.add_class::<format::PyFormat>()?;
    module.add_class::<losses::PyLoss>()
}
