//! Records of a text: where their fields lie, and how each field is stored.

use datarep_dsl::facts::Doc;
use datarep_dsl::model::{Count, FieldKind, Model, Native, Record as Described};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;

use crate::format::PyFormat;
use crate::named::{Kind, Named, Origin};
use crate::texts::PyText;

/// A field as Python gets it: its path, its first byte, the arrays that it lies in, its type, its bytes, how it is
/// stored, what pads a shorter text, and where that is removed.
type Told = (String, usize, Vec<(usize, usize)>, String, usize, Option<PyFormat>, &'static str, &'static str);

/// The record with this name, as an object of Python.
pub(crate) fn record<'py>(py: Python<'py>, text: &PyText, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let record = text.text().record(name).ok_or_else(|| {
        let known: Vec<&str> = text.text().records().iter().map(Record::name).collect();
        PyKeyError::new_err(format!("the text has no record named `{name}`, but {}", known.join(", ")))
    })?;
    let Some(bytes) = record.bytes() else {
        return Err(PyTypeError::new_err(format!(
            "records of `{name}` differ in length, as a field says how many items another one has: NumPy has no type for them"
        )));
    };
    let mut fields = Vec::new();
    let origin = Origin { record: Some(name.to_owned()), ..text.origin().clone() };
    let mut walk = Walk { record, model: record.model(), origin, fields: &mut fields };
    walk.fields_of(record.described(), "", 0, &[])?;
    let doc = Doc::parse(record.doc()).summary;
    PyModule::import(py, "datarep._record")?.getattr("Record")?.call1((
        name,
        doc,
        bytes,
        fields,
        PyText::clone(text),
    ))
}

/// A walk through the fields of a record, including those of the records in it.
struct Walk<'w> {
    record: &'w Record,
    model: &'w Model,
    origin: Origin,
    fields: &'w mut Vec<Told>,
}

impl Walk<'_> {
    /// Adds the fields of a record that begins at byte `at`. `sides` are the arrays around it: their numbers of items,
    /// and the bytes from one item to the next.
    fn fields_of(
        &mut self,
        described: &Described,
        path: &str,
        at: usize,
        sides: &[(usize, usize)],
    ) -> PyResult<()> {
        for field in &described.fields {
            let (Some(name), Some(offset)) =
                (&field.name, field.offset.and_then(|offset| usize::try_from(offset).ok()))
            else {
                continue;
            };
            let path = format!("{path}{name}");
            let (first, counts) = (at + offset, &field.counts);
            match &field.kind {
                FieldKind::Record(inner) => {
                    let inner = &self.model.records[inner.0];
                    let bytes = usize::try_from(inner.least_bytes).unwrap_or(usize::MAX);
                    self.fields_of(inner, &format!("{path}."), first, &arrays(sides, counts, bytes))?;
                }
                FieldKind::Scalar { .. } => self.stored(path, first, (sides, counts), ("none", "none"))?,
                FieldKind::Text(text) => {
                    self.stored(path, first, (sides, counts), (text.padding.word(), text.trim.word()))?;
                }
                FieldKind::Byte => {
                    self.fields.push((
                        path,
                        first,
                        arrays(sides, counts, 1),
                        "V1".to_owned(),
                        1,
                        None,
                        "none",
                        "none",
                    ));
                }
                FieldKind::Filler(_) => {}
            }
        }
        Ok(())
    }

    fn field(&self, path: &str) -> Option<&Field> {
        self.record.field(path).map(|index| &self.record.fields()[index])
    }

    /// Adds a field of numbers or texts.
    fn stored(
        &mut self,
        path: String,
        first: usize,
        (sides, counts): (&[(usize, usize)], &[Count]),
        (padding, trim): (&'static str, &'static str),
    ) -> PyResult<()> {
        let unknown = || PyKeyError::new_err(path.clone());
        let field = self.field(&path).ok_or_else(unknown)?;
        let (Some(datarep), Some(bytes)) = (field.datarep(), field.bytes()) else { return Err(unknown()) };
        let native = match (field.native(), field.text_length()) {
            (None, Some(Dimension::Fixed(length))) => format!("U{length}"),
            (Some(native), _) => numpy_name(native).map(ToOwned::to_owned).ok_or_else(|| {
                let word = native.word();
                PyTypeError::new_err(format!(
                    "`{path}` is of type {word}, which NumPy does not have: write `as f64` or another type after its format"
                ))
            })?,
            (None, _) => return Err(unknown()),
        };
        let format = PyFormat(Named::new(&path, Kind::Representation(datarep.clone()), self.origin.clone()));
        self.fields.push((
            path,
            first,
            arrays(sides, counts, bytes),
            native,
            bytes,
            Some(format),
            padding,
            trim,
        ));
        Ok(())
    }
}

/// The arrays around a field, and then its own, with items of `bytes` bytes.
fn arrays(outer: &[(usize, usize)], counts: &[Count], bytes: usize) -> Vec<(usize, usize)> {
    let counts: Vec<usize> = counts.iter().filter_map(|count| usize::try_from(count.fixed()?).ok()).collect();
    let own = counts.iter().enumerate().map(|(side, count)| {
        let within: usize = counts[side + 1..].iter().product();
        (*count, bytes * within)
    });
    outer.iter().copied().chain(own).collect()
}

/// NumPy's name for a native type.
fn numpy_name(native: Native) -> Option<&'static str> {
    Some(match native {
        Native::I8 => "i1",
        Native::I16 => "i2",
        Native::I32 => "i4",
        Native::I64 => "i8",
        Native::U8 => "u1",
        Native::U16 => "u2",
        Native::U32 => "u4",
        Native::U64 => "u8",
        Native::F16 => "f2",
        Native::F32 => "f4",
        Native::F64 => "f8",
        Native::LongDouble if cfg!(target_arch = "x86_64") => "longdouble",
        Native::Bool => "?",
        Native::Character => "S1",
        Native::WideCharacter => "U1",
        Native::I128
        | Native::U128
        | Native::Bf16
        | Native::F128
        | Native::LongDouble
        | Native::Logical1
        | Native::Logical2
        | Native::Logical4
        | Native::Logical8
        | Native::Logical16
        | Native::Decimal => return None,
    })
}
