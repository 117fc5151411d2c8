//! Records as rows of a table of Parquet or Arrow.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{Array as _, ArrayRef, BinaryArray, ListArray, StringArray, make_array};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field as Described};
use datarep_dsl::model::Native;
use datarep_dynamic::record::{Dimension, Texts, Values};

use crate::convert::Tabular;
use crate::convert::columns::{self, Column as _};
use crate::convert::table::Table;
use crate::failure::Failure;
use crate::input::Block;
use crate::target::Target;

use super::column::{Column, Shape, Writer, Written, with_values};

/// A table that is being written.
pub(super) struct Rows {
    table: Table,
    /// The type of an item of each field.
    kinds: Vec<DataType>,
}

impl Rows {
    /// Begins a table with a column for each field, and so many bytes in a row group of Parquet.
    pub(super) fn begin(
        kind: (Tabular, usize),
        target: Target,
        shapes: &[Shape<'_>],
    ) -> Result<Rows, Failure> {
        let kinds = shapes.iter().map(|shape| {
            let none = || Failure::new(format!("no column has the items of `{}`", shape.name));
            item(shape).ok_or_else(none)
        });
        let kinds = kinds.collect::<Result<Vec<DataType>, Failure>>()?;
        let columns = shapes.iter().zip(&kinds).map(|(shape, kind)| {
            // The items of a list may be missing, and not the list.
            let is_nullable = shape.is_nullable && shape.field.shape().is_empty();
            let kind = column_kind(shape, kind.clone())?;
            Ok(Described::new(shape.name, kind, is_nullable).with_metadata(list_facts(shape)))
        });
        let columns = columns.collect::<Result<Vec<_>, Failure>>()?;
        Ok(Rows { table: Table::create(kind, target, columns)?, kinds })
    }
}

/// What readers of the table may ask of a field in the file of records: its words in the text, the byte of its first item,
/// and the bytes of an item. Added columns have none, which their names tell.
fn list_facts(shape: &Shape<'_>) -> HashMap<String, String> {
    let field = shape.field;
    if field.path() != shape.name {
        return HashMap::new();
    }
    let words = &field.described().origin.text;
    let format = words.split_once(':').map_or(words.as_str(), |(_, format)| format.trim());
    let offset = field.offset().map(|offset| ("datarep.offset", offset.to_string()));
    let bytes = if field.is_bytes() { field.items() } else { field.bytes() };
    let bytes = bytes.map(|bytes| ("datarep.bytes", bytes.to_string()));
    [Some(("datarep.format", format.trim_end_matches(';').to_owned())), offset, bytes]
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The type of an item of a field; for a field of bytes, of all its bytes.
fn item(shape: &Shape<'_>) -> Option<DataType> {
    if shape.field.is_bytes() {
        let bytes = shape.field.items().and_then(|bytes| i32::try_from(bytes).ok());
        return Some(bytes.map_or(DataType::Binary, DataType::FixedSizeBinary));
    }
    let Some(native) = shape.field.native() else { return Some(DataType::Utf8) };
    let format = shape.format?;
    match native {
        Native::I8 => i8::kind(format),
        Native::I16 => i16::kind(format),
        Native::I32 => i32::kind(format),
        Native::I64 => i64::kind(format),
        Native::I128 => i128::kind(format),
        Native::U8 => u8::kind(format),
        Native::U16 => u16::kind(format),
        Native::U32 => u32::kind(format),
        Native::U64 => u64::kind(format),
        Native::U128 => u128::kind(format),
        Native::F32 => f32::kind(format),
        Native::F64 => f64::kind(format),
        Native::Bool => bool::kind(format),
        Native::WideCharacter => char::kind(format),
        Native::Decimal => datarep::Decimal::kind(format),
        _ => None,
    }
}

/// The type of a column: lists of items, one list within the other for each array that the field lies in.
fn column_kind(shape: &Shape<'_>, item: DataType) -> Result<DataType, ArrowError> {
    let field = shape.field;
    if field.is_bytes() {
        return Ok(item);
    }
    if field.items().is_none() {
        return Ok(DataType::List(Arc::new(Described::new_list_field(item, shape.is_nullable))));
    }
    field.shape().iter().rev().enumerate().try_fold(item, |kind, (depth, count)| match count {
        Dimension::Fixed(count) => columns::list_of(kind, *count, depth == 0 && shape.is_nullable),
        Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_) => Ok(kind),
    })
}

impl Writer for Rows {
    fn write(
        &mut self,
        shapes: &[Shape<'_>],
        columns: Vec<Column>,
        _: usize,
        _: &Block,
    ) -> Result<Written, Failure> {
        let arrays = shapes.iter().zip(&self.kinds).zip(&columns);
        let arrays = arrays.map(|((shape, kind), column)| array(shape, kind, column));
        let arrays = arrays.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        self.table.write(arrays)?;
        Ok(Written::new())
    }

    fn written(&self) -> u64 {
        self.table.written()
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.table.finish()?.finish()
    }
}

/// A field as a column of the table.
fn array(shape: &Shape<'_>, kind: &DataType, column: &Column) -> Result<ArrayRef, ArrowError> {
    if let Values::Bytes(all) = &column.values {
        return bytes(kind, all, column.each.as_deref());
    }
    let none = || Err(ArrowError::NotYetImplemented(format!("a column of {kind}")));
    let items: ArrayRef = with_values!(
        column.present(),
        cells => columns::Column::column(cells, 1, kind)?,
        texts => make_strings(texts)?,
        _bytes => return none(),
        return none()
    );
    let is_nullable = shape.is_nullable;
    let items = match column.values.missing() {
        Some(missing) => {
            let nulls: NullBuffer = missing.iter().map(|missing| !missing).collect();
            make_array(items.to_data().into_builder().nulls(Some(nulls)).build()?)
        }
        None => items,
    };
    if let Some(each) = &column.each {
        let field = Arc::new(Described::new_list_field(items.data_type().clone(), is_nullable));
        let offsets = OffsetBuffer::from_lengths(each.iter().copied());
        return Ok(Arc::new(ListArray::try_new(field, offsets, items, None)?));
    }
    shape.field.shape().iter().rev().enumerate().try_fold(items, |items, (depth, count)| match count {
        Dimension::Fixed(count) => columns::lists_of(items, *count, depth == 0 && is_nullable),
        Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_) => Ok(items),
    })
}

/// A column of texts, which lie in one buffer there, too.
fn make_strings(texts: &Texts) -> Result<ArrayRef, ArrowError> {
    let starts = texts.starts().iter().map(|start| i32::try_from(*start));
    let starts = starts.collect::<Result<Vec<i32>, _>>().map_err(|_| {
        ArrowError::InvalidArgumentError("the texts of a block have more than 2 GiB".to_owned())
    })?;
    let bytes = Buffer::from(texts.as_str().as_bytes());
    Ok(Arc::new(StringArray::try_new(OffsetBuffer::new(starts.into()), bytes, None)?))
}

/// A column of bytes. `each` is the number of bytes in each record, if the records differ.
fn bytes(kind: &DataType, all: &[u8], each: Option<&[usize]>) -> Result<ArrayRef, ArrowError> {
    if let (DataType::FixedSizeBinary(length), None) = (kind, each) {
        let size = usize::try_from(*length).unwrap_or_default();
        let mut builder = FixedSizeBinaryBuilder::with_capacity(all.len() / size.max(1), *length);
        all.chunks(size.max(1)).try_for_each(|bytes| builder.append_value(bytes))?;
        return Ok(Arc::new(builder.finish()));
    }
    let mut rest = all;
    let parts = each.unwrap_or_default().iter().map(|count| {
        let (now, behind) = rest.split_at(*count);
        rest = behind;
        now
    });
    Ok(Arc::new(BinaryArray::from_iter_values(parts)))
}
