//! Columns of records as objects of Python: arrays of NumPy, lists of texts, bytes.

use datarep_dsl::model::Native;
use datarep_dynamic::record::{Field, Values};
use numpy::{Element, PyArray1, PyArrayMethods as _, PyUntypedArray};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::decimals::{raw_to_decimals, raw_type};

/// The values of a field of many records, one after another.
pub(crate) fn read_column(py: Python<'_>, values: Values) -> PyResult<Bound<'_, PyAny>> {
    Ok(match values {
        Values::I8(values) => to_array(py, values),
        Values::I16(values) => to_array(py, values),
        Values::I32(values) => to_array(py, values),
        Values::I64(values) => to_array(py, values),
        Values::U8(values) => to_array(py, values),
        Values::U16(values) => to_array(py, values),
        Values::U32(values) => to_array(py, values),
        Values::U64(values) => to_array(py, values),
        Values::F32(values) => to_array(py, values),
        Values::F64(values) => to_array(py, values),
        Values::Bool(values) => to_array(py, values),
        // The crate `numpy` has no `Element` for the types of this arm and the next.
        Values::F16(values) => {
            let words = to_array(py, values.into_iter().map(datarep::F16::to_bits).collect::<Vec<u16>>());
            words.call_method1(intern!(py, "view"), (intern!(py, "f2"),))?
        }
        Values::Char(values) => {
            let words = to_array(py, values.into_iter().map(u32::from).collect::<Vec<u32>>());
            words.call_method1(intern!(py, "view"), (intern!(py, "U1"),))?
        }
        Values::Decimal(values) => {
            let bytes: Vec<u8> = values.into_iter().flat_map(pack_decimal).collect();
            raw_to_decimals(&to_array(py, bytes).call_method1(intern!(py, "view"), (raw_type(py)?,))?)?
        }
        Values::Text(values) => PyList::new(py, values.iter())?.into_any(),
        Values::Bytes(values) => PyBytes::new(py, &values).into_any(),
        // Which items are missing is told beside the column.
        Values::Nullable { values, .. } => return read_column(py, *values),
        other => return Err(missing_type_error(other.native())),
    })
}

/// The values of a field, from what `datarep._varying` has made of them: an array of the type of the field, a list of
/// texts, or bytes.
pub(crate) fn make_values(field: &Field, column: &Bound<'_, PyAny>) -> PyResult<Values> {
    let py = column.py();
    let Some(native) = field.native() else {
        return Ok(if field.is_bytes() {
            Values::Bytes(column.extract()?)
        } else {
            Values::Text(column.extract::<Vec<String>>()?.into())
        });
    };
    let words = |name: &str| column.call_method1(intern!(py, "view"), (name,));
    Ok(match native {
        Native::I8 => Values::I8(to_vec(column)?),
        Native::I16 => Values::I16(to_vec(column)?),
        Native::I32 => Values::I32(to_vec(column)?),
        Native::I64 => Values::I64(to_vec(column)?),
        Native::U8 => Values::U8(to_vec(column)?),
        Native::U16 => Values::U16(to_vec(column)?),
        Native::U32 => Values::U32(to_vec(column)?),
        Native::U64 => Values::U64(to_vec(column)?),
        Native::F32 => Values::F32(to_vec(column)?),
        Native::F64 => Values::F64(to_vec(column)?),
        Native::Bool => Values::Bool(to_vec(column)?),
        Native::F16 => {
            Values::F16(to_vec::<u16>(&words("u2")?)?.into_iter().map(datarep::F16::from_bits).collect())
        }
        Native::WideCharacter => {
            // A text of NumPy may have half of a surrogate pair, which is no character.
            let characters = to_vec::<u32>(&words("u4")?)?;
            Values::Char(
                characters.into_iter().map(|character| char::from_u32(character).unwrap_or('\0')).collect(),
            )
        }
        Native::Decimal => {
            // `_varying` has made items of 16 bytes of the objects. Their type has fields, so they are seen as bytes.
            let bytes = to_vec::<u8>(&words("u1")?)?;
            let (items, _) = bytes.as_chunks::<16>();
            Values::Decimal(items.iter().map(unpack_decimal).collect::<PyResult<_>>()?)
        }
        other => return Err(missing_type_error(Some(other))),
    })
}

fn to_array<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyAny> {
    PyArray1::from_vec(py, values).into_any()
}

fn to_vec<T: Element>(column: &Bound<'_, PyAny>) -> PyResult<Vec<T>> {
    let column = column.cast::<PyUntypedArray>()?;
    Ok(column.cast::<PyArray1<T>>()?.to_vec()?)
}

fn missing_type_error(native: Option<Native>) -> PyErr {
    PyTypeError::new_err(format!("NumPy has no type for {}", native.map_or("this", Native::word)))
}

/// A decimal as `datarep._decimals.RAW` has it.
fn pack_decimal(value: datarep::Decimal) -> [u8; 16] {
    let (number, negative) = (value.mantissa().unsigned_abs(), value.mantissa() < 0);
    let flags = value.scale() | u32::from(negative) << 31;
    // The number has 96 bits, so that the flags are behind it.
    let word = number | u128::from(flags) << 96;
    if cfg!(target_endian = "little") {
        return word.to_le_bytes();
    }
    let mut bytes = [0; 16];
    let [low, high] = [word.to_be_bytes(), (word >> 64).to_be_bytes()];
    bytes[..8].copy_from_slice(&low[8..]);
    bytes[8..12].copy_from_slice(&high[12..]);
    bytes[12..].copy_from_slice(&flags.to_be_bytes());
    bytes
}

fn unpack_decimal(bytes: &[u8; 16]) -> PyResult<datarep::Decimal> {
    let part = |range: std::ops::Range<usize>| {
        let bytes = bytes[range].iter();
        let add = |word: u128, byte: &u8| word << 8 | u128::from(*byte);
        if cfg!(target_endian = "little") { bytes.rev().fold(0, add) } else { bytes.fold(0, add) }
    };
    let (number, flags) = (part(0..8) | part(8..12) << 64, part(12..16));
    // The parts are those of a number of 96 bits.
    let number = i128::try_from(number).unwrap_or(i128::MAX);
    let number = if flags >> 31 == 1 { -number } else { number };
    let scale = u32::try_from(flags & 0xFF).unwrap_or(0);
    datarep::Decimal::try_from_i128_with_scale(number, scale)
        .map_err(|error| PyTypeError::new_err(error.to_string()))
}
