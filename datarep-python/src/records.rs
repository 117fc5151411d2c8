//! Records of a text: where their fields lie, and how each field is stored.

use datarep_dsl::facts::DocComment;
use datarep_dsl::model::{Count, Event, FieldKind, FormatKind, Model, Native, Record as Described};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Dimension, Field};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::format::PyFormat;
use crate::named::{FormatOrRepresentation, NamedFormat, Origin};
use crate::texts::PyText;

/// A field as Python gets it: its path, its first byte, the arrays that it lies in, its type, its bytes, how it is
/// stored, what pads a shorter text, where that is removed, the numbers of its items, and of the characters of a text, and whether items may be
/// missing, and why NumPy has no such items, if so. What differs from record to record is `None`.
type FieldTuple = (
    String,
    Option<usize>,
    Vec<(usize, usize)>,
    String,
    Option<usize>,
    Option<PyFormat>,
    &'static str,
    &'static str,
    Vec<ItemCount>,
    Option<ItemCount>,
    bool,
    Option<String>,
);

/// The number of items of an array, or the field that has it.
#[derive(Debug, IntoPyObject)]
enum ItemCount {
    Fixed(usize),
    Field(String),
}

/// A side of the arrays that a field lies in.
#[derive(Debug, Clone, Copy)]
struct ArraySide {
    count: usize,
    /// The bytes from one item to the next.
    stride: usize,
}

/// The record with this name.
pub(crate) fn find_record<'t>(text: &'t PyText, name: &str) -> PyResult<&'t Record> {
    text.text().record(name).ok_or_else(|| {
        let record_names: Vec<&str> = text.text().records().iter().map(Record::name).collect();
        PyKeyError::new_err(format!("the text has no record named `{name}`, but {}", record_names.join(", ")))
    })
}

/// The paths of the fields for which the text says, at the field or at its record, what becomes of numbers that do not fit
/// when they are read.
pub(crate) fn list_ruled_fields(record: &Record) -> Vec<String> {
    let has_rule = |field: &&Field| field.described().stated_rules.read.has(Event::Overflow);
    record.fields().iter().filter(has_rule).map(|field| field.path().to_owned()).collect()
}

/// The record with this name, as an object of Python.
pub(crate) fn make_python_record<'py>(
    py: Python<'py>,
    text: &PyText,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let record = find_record(text, name)?;
    let mut fields = Vec::new();
    let origin = Origin { record: Some(name.to_owned()), ..text.origin().clone() };
    let mut walk = FieldCollector { record, model: record.model(), origin, fields: &mut fields };
    let bytes = record.bytes();
    if bytes.is_some() && !record.described().has_choice {
        walk.add_fields(record.described(), "", 0, &[])?;
    } else {
        record.fields().iter().for_each(|field| walk.add_varying(field));
    }
    let doc = DocComment::parse(record.doc()).summary;
    PyModule::import(py, "datarep._record")?.getattr("Record")?.call1((
        name,
        doc,
        bytes,
        fields,
        PyText::clone(text),
    ))
}

/// A walk through the fields of a record, including those of the records in it.
struct FieldCollector<'w> {
    record: &'w Record,
    model: &'w Model,
    origin: Origin,
    fields: &'w mut Vec<FieldTuple>,
}

impl<'w> FieldCollector<'w> {
    /// Adds the fields of a record that begins at byte `begin`. `sides` are the arrays around it.
    fn add_fields(
        &mut self,
        described: &Described,
        path: &str,
        begin: usize,
        sides: &[ArraySide],
    ) -> PyResult<()> {
        for field in &described.fields {
            let (Some(name), Some(offset)) =
                (&field.name, field.offset.and_then(|offset| usize::try_from(offset).ok()))
            else {
                continue;
            };
            let path = format!("{path}{name}");
            let (first, counts) = (begin + offset, &field.counts);
            match &field.kind {
                FieldKind::Record(inner) => {
                    let inner = &self.model.records[inner.0];
                    let bytes = usize::try_from(inner.least_bytes).unwrap_or(usize::MAX);
                    self.add_fields(inner, &format!("{path}."), first, &list_arrays(sides, counts, bytes))?;
                }
                FieldKind::Scalar { .. } | FieldKind::Text(_) | FieldKind::Byte => {
                    let unknown = || PyKeyError::new_err(path.clone());
                    let leaf = self.find_field(&path).ok_or_else(unknown)?;
                    let sides = list_arrays(sides, counts, leaf.bytes().ok_or_else(unknown)?);
                    let counts = sides.iter().map(|side| ItemCount::Fixed(side.count)).collect();
                    self.add_field(leaf, Some(first), &sides, counts);
                }
                // Records with choices do not come here.
                FieldKind::Filler(_) | FieldKind::Choice(_) => {}
            }
        }
        Ok(())
    }

    fn find_field(&self, path: &str) -> Option<&'w Field> {
        self.record.field(path).map(|index| &self.record.fields()[index])
    }

    /// Adds a field of a record that differs in length, or has a choice.
    fn add_varying(&mut self, field: &Field) {
        let counts = field.shape().iter().map(|side| self.make_item_count(*side)).collect();
        self.add_field(field, field.offset(), &[], counts);
    }

    /// Adds a field that begins at byte `begin`, if that is known, with the arrays that it lies in.
    fn add_field(
        &mut self,
        field: &Field,
        begin: Option<usize>,
        sides: &[ArraySide],
        counts: Vec<ItemCount>,
    ) {
        let (padding, trim) = match &field.described().kind {
            FieldKind::Text(text) => (text.padding.word(), text.trim.word()),
            _ => ("none", "none"),
        };
        self.fields.push((
            field.path().to_owned(),
            begin,
            sides.iter().map(|side| (side.count, side.stride)).collect(),
            find_numpy_name(field),
            field.bytes(),
            self.make_format(field),
            padding,
            trim,
            counts,
            field.text_length().map(|length| self.make_item_count(length)),
            field.is_nullable(),
            self.find_native_obstacle(field),
        ));
    }

    /// Why arrays of NumPy have no such field, and what to write; `None` if they do.
    fn find_native_obstacle(&self, field: &Field) -> Option<String> {
        let native = field.native().filter(|native| numpy_name(*native).is_none())?;
        // A float has no more than 53 bits, so that of integers and decimals with more digits it is the last choice.
        let advice = match native {
            Native::I128 | Native::U128 if self.is_decimal(field) => {
                "write `as decimal` after its format for exact numbers (`as f64` keeps 15 digits)"
            }
            Native::I128 | Native::U128 => "write `as f64` after its format, which keeps 15 digits",
            Native::Bf16 => "write `as f32` after its format",
            Native::F128 | Native::LongDouble => "write `as f64` after its format, which rounds to 15 digits",
            _ => "write `as bool` or another type after its format",
        };
        Some(format!(
            "`{}` is of type {}, which NumPy does not have: {advice}, or read the records by `datarep.scan`",
            field.path(),
            native.word()
        ))
    }

    /// Whether the numbers of a field are decimals in the file.
    fn is_decimal(&self, field: &Field) -> bool {
        let index = self.record.field(field.path());
        let format = index.and_then(|index| self.record.list_formats().get(index).copied().flatten());
        format.is_some_and(|format| matches!(format.kind, FormatKind::Decimal(_)))
    }

    fn make_item_count(&self, side: Dimension) -> ItemCount {
        match side {
            Dimension::Fixed(count) => ItemCount::Fixed(count),
            Dimension::Field(index) => ItemCount::Field(self.record.fields()[index].path().to_owned()),
            Dimension::Varying => ItemCount::Field("a computed number".to_owned()),
            // As many, or none: no field counts them.
            Dimension::Optional(count) => ItemCount::Field(format!("0 or {count}")),
        }
    }

    /// How the items of a field are stored; `None` for bytes.
    fn make_format(&self, field: &Field) -> Option<PyFormat> {
        let kind = FormatOrRepresentation::Representation(field.datarep()?.clone());
        Some(PyFormat(NamedFormat::new(field.path(), kind, self.origin.clone())))
    }
}

/// NumPy's name for the items of a field. A text whose length is a field is an object.
fn find_numpy_name(field: &Field) -> String {
    match (field.native(), field.text_length()) {
        (None, Some(Dimension::Fixed(length))) => format!("U{length}"),
        (None, Some(Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_))) => "O".to_owned(),
        (None, None) => "V1".to_owned(),
        // The word of the language stands for a type that NumPy does not have: such a field is scanned, and not read.
        (Some(native), _) => numpy_name(native).unwrap_or_else(|| native.word()).to_owned(),
    }
}

/// The arrays around a field, and then its own, with items of `bytes` bytes.
fn list_arrays(outer: &[ArraySide], counts: &[Count], bytes: usize) -> Vec<ArraySide> {
    let counts: Vec<usize> = counts.iter().filter_map(|count| usize::try_from(count.fixed()?).ok()).collect();
    let own = counts.iter().enumerate().map(|(side, count)| {
        let within: usize = counts[side + 1..].iter().product();
        ArraySide { count: *count, stride: bytes * within }
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
        // On other processors NumPy's type of this name may be any of several formats.
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
        | Native::Logical16 => return None,
        Native::Decimal => "O",
    })
}
