//! NumPy's types, and the predefined types that they stand for.

use std::fmt::Display;

use datarep::Predefined;
use numpy::{PyArrayDescr, PyArrayDescrMethods as _, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::decimals::is_raw;

/// Significant bytes of a `long double` on x86-64. The bytes after them may have any value.
const EXTENDED: usize = 10;

/// NumPy's type for an argument.
///
/// The most frequent names are known here, because NumPy takes as long to understand one as to convert a hundred items.
pub(crate) fn find_dtype<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDescr>> {
    let py = argument.py();
    if let Ok(descr) = argument.cast::<PyArrayDescr>() {
        return Ok(descr.clone());
    }
    let Ok(name) = argument.cast::<PyString>() else { return PyArrayDescr::new(py, argument) };
    Ok(match name.to_str()? {
        "f4" | "float32" => dtype::<f32>(py),
        "f8" | "float64" => dtype::<f64>(py),
        "i1" | "int8" => dtype::<i8>(py),
        "i2" | "int16" => dtype::<i16>(py),
        "i4" | "int32" => dtype::<i32>(py),
        "i8" | "int64" => dtype::<i64>(py),
        "u1" | "uint8" => dtype::<u8>(py),
        "u2" | "uint16" => dtype::<u16>(py),
        "u4" | "uint32" => dtype::<u32>(py),
        "u8" | "uint64" => dtype::<u64>(py),
        _ => PyArrayDescr::new(py, argument)?,
    })
}

/// A NumPy type as a conversion sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NativeType {
    pub(crate) predefined: Predefined,
    /// Items of the predefined type in one item of the array: the characters of a text, or the two numbers of a complex
    /// one.
    pub(crate) parts: usize,
    /// Bytes of a part.
    part: usize,
    /// Whether the bytes of a part are in the other order than the machine's.
    is_swapped: bool,
}

impl NativeType {
    /// The native type for the type of an array.
    pub(crate) fn from_dtype(dtype: &Bound<'_, PyArrayDescr>) -> PyResult<NativeType> {
        let (kind, bytes) = (char::from(dtype.kind()), dtype.itemsize());
        // Before the kinds: these are structured items, which are no numbers otherwise.
        if is_raw(dtype)? {
            let predefined = Predefined::Decimal;
            return Ok(NativeType { predefined, parts: 1, part: bytes, is_swapped: false });
        }
        let (part, parts) = match kind {
            'c' => (bytes / 2, 2),
            'S' => (1, bytes),
            'U' => (4, bytes / 4),
            _ => (bytes, 1),
        };
        if parts == 0 {
            return Err(PyTypeError::new_err(format!("{dtype} has no length: say `S8` or `U8`")));
        }
        let predefined = find_predefined(kind, part).ok_or_else(|| unknown_type_error(dtype))?;
        let is_swapped = dtype.is_native_byteorder() == Some(false);
        Ok(NativeType { predefined, parts, part, is_swapped })
    }

    /// Bytes of an item of the array.
    pub(crate) fn bytes(&self) -> usize {
        self.part * self.parts
    }

    /// Whether items of the array differ from those of a conversion.
    pub(crate) fn is_staged(&self) -> bool {
        self.is_swapped || self.predefined == Predefined::LongDouble
    }

    /// Turns items of the array into those of a conversion.
    pub(crate) fn stage_items(&self, items: &mut [u8]) {
        // Reversing bytes twice gives them back.
        self.unstage_items(items);
        if self.predefined == Predefined::LongDouble {
            for item in items.chunks_exact_mut(self.part) {
                item[EXTENDED..].fill(0);
            }
        }
    }

    /// Turns items of a conversion into those of the array.
    pub(crate) fn unstage_items(&self, items: &mut [u8]) {
        if self.is_swapped {
            for part in items.chunks_exact_mut(self.part) {
                part.reverse();
            }
        }
    }
}

/// The predefined type for items of `bytes` bytes of one of NumPy's kinds.
fn find_predefined(kind: char, bytes: usize) -> Option<Predefined> {
    Some(match (kind, bytes) {
        ('b', 1) => Predefined::CBool,
        ('i', 1) => Predefined::Int8T,
        ('i', 2) => Predefined::Int16T,
        ('i', 4) => Predefined::Int32T,
        ('i', 8) => Predefined::Int64T,
        ('u', 1) => Predefined::Uint8T,
        ('u', 2) => Predefined::Uint16T,
        ('u', 4) => Predefined::Uint32T,
        ('u', 8) => Predefined::Uint64T,
        ('f' | 'c', 2) => Predefined::Real2,
        ('f' | 'c', 4) => Predefined::Float,
        ('f' | 'c', 8) => Predefined::Double,
        ('f' | 'c', 16) if cfg!(target_arch = "x86_64") => Predefined::LongDouble,
        ('f' | 'c', 16) => Predefined::Real16,
        ('S', 1) => Predefined::Char,
        ('U', 4) => Predefined::Wchar,
        _ => return None,
    })
}

/// NumPy's name for a predefined type, for messages.
pub(crate) fn describe_type(predefined: Predefined) -> String {
    use Predefined::{
        CBool, Char, Decimal, Double, Float, Int8T, Int16T, Int32T, Int64T, LongDouble, Real2, Real16,
        Uint8T, Uint16T, Uint32T, Uint64T, Wchar,
    };
    let name = match predefined {
        CBool => "bool",
        Int8T => "int8",
        Int16T => "int16",
        Int32T => "int32",
        Int64T => "int64",
        Uint8T => "uint8",
        Uint16T => "uint16",
        Uint32T => "uint32",
        Uint64T => "uint64",
        Real2 => "float16",
        Float => "float32",
        Double => "float64",
        LongDouble | Real16 => "longdouble",
        Char => "S",
        Wchar => "U",
        Decimal => "object",
        other => return other.to_string(),
    };
    name.to_owned()
}

fn unknown_type_error(dtype: &impl Display) -> PyErr {
    PyTypeError::new_err(format!(
        "no number format is read as {dtype} or written from it: numbers, complex numbers, truth values and texts (`S8`, `U8`) are"
    ))
}

/// Whether a number in this format has the bytes of the type in memory, so that nothing is converted.
pub(crate) fn is_memory(format: &str, predefined: Predefined) -> bool {
    use Predefined::{Double, Float, Int8T, Int16T, Int32T, Int64T, Uint8T, Uint16T, Uint32T, Uint64T};
    let name = match predefined {
        Int8T => return format == "twos(8)",
        Uint8T => return format == "unsigned(8)",
        Int16T => "twos(16) little",
        Int32T => "twos(32) little",
        Int64T => "twos(64) little",
        Uint16T => "unsigned(16) little",
        Uint32T => "unsigned(32) little",
        Uint64T => "unsigned(64) little",
        Float => "f32 little",
        Double => "f64 little",
        _ => return false,
    };
    cfg!(target_endian = "little") && format == name
}
