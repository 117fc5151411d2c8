//! A field of records as a column: its type in Arrow, and its values as an array.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{
    Array as _, ArrayRef, BinaryArray, FixedSizeBinaryArray, ListArray, StringArray, make_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field as Described, FieldRef};
use datarep_dsl::model::{Format, Native};
use datarep_dynamic::record::{Dimension, Field, Rows, Texts, Values};

use crate::native::{self, Column as _, list_of, lists_of};

/// A column of a table: how a field of records is there.
///
/// A number is a number of the same type. An exact decimal is a `Decimal128`, an integer of 128 bits a `Decimal128` or
/// `Decimal256`. A text is a `Utf8`, and bytes that are kept as they are a `FixedSizeBinary` or `Binary`. The items of an array
/// are a list for each dimension, or one list if the records differ in their number.
#[derive(Debug, Clone)]
pub struct RecordColumn {
    field: FieldRef,
    /// The type of an item; of a field of bytes, of all its bytes.
    item: DataType,
    is_nullable: bool,
    /// The most digits of a number, if words of the field hold numbers with more.
    most_digits: Option<u32>,
    /// The items of each dimension, the outermost first.
    shape: Vec<usize>,
}

/// The values of a field of records.
#[derive(Debug, Clone)]
pub struct ColumnValues {
    /// A value for each item.
    pub values: Values,
    /// The number of values in each record; `None` if all records have equally many.
    pub each: Option<Vec<usize>>,
}

impl ColumnValues {
    /// The values of a field of these records.
    pub fn new(values: Values, rows: &Rows<'_>, field: usize) -> ColumnValues {
        ColumnValues { values, each: ColumnValues::count_values_by_record(rows, field) }
    }

    /// The number of values in each record; `None` if all records have equally many.
    pub(crate) fn count_values_by_record(rows: &Rows<'_>, field: usize) -> Option<Vec<usize>> {
        let varies = rows.record().fields()[field].items().is_none();
        varies.then(|| rows.values_of_each(field))
    }
}

impl RecordColumn {
    /// The column with this name for a field whose items are of a format, which is `None` for bytes. `is_nullable` says whether
    /// its items may be missing.
    ///
    /// # Errors
    ///
    /// [`ArrowError::NotYetImplemented`] if no column can hold its items, such as floats of 128 bits.
    pub fn new(
        name: &str,
        field: &Field,
        format: Option<&Format>,
        is_nullable: bool,
    ) -> Result<RecordColumn, ArrowError> {
        let item = find_item_type(field, format).ok_or_else(|| {
            let of = field.native().map_or_else(String::new, |native| format!(" of type {}", native.word()));
            ArrowError::NotYetImplemented(format!(
                "no column has the items of `{name}`{of}: write `as f64` or another type after its format"
            ))
        })?;
        // The items of a list may be missing, and not the list.
        let whole_is_nullable = is_nullable && field.shape().is_empty();
        let kind = find_column_type(field, item.clone(), is_nullable)?;
        let described =
            Described::new(name, kind, whole_is_nullable).with_metadata(column_metadata(name, field));
        // Only sides of a fixed length are lists of fixed length. Others make one list of all items.
        let shape = field.shape().iter().filter_map(|side| match side {
            Dimension::Fixed(count) => Some(*count),
            Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_) => None,
        });
        let most_digits = RecordColumn::limit_digits(field, format);
        Ok(RecordColumn {
            field: Arc::new(described),
            item,
            is_nullable,
            most_digits,
            shape: shape.collect(),
        })
    }

    /// Its name, its type, and facts of the field in the file of records, which the crate lists.
    pub fn field(&self) -> &FieldRef {
        &self.field
    }

    /// The type of an item of its lists; of a column without lists, its own type.
    pub(crate) fn item_type(&self) -> &DataType {
        &self.item
    }

    /// The most digits that a number of such a field has in its column, if words of the field hold numbers with more:
    /// engines know decimals of 38 digits at most, and a picture has fewer than its binary word. `None` if each number has a
    /// place in the column.
    pub fn limit_digits(field: &Field, format: Option<&Format>) -> Option<u32> {
        let has_digits = matches!(field.native(), Some(Native::I128 | Native::U128 | Native::Decimal));
        format.filter(|_| has_digits).and_then(native::limit_digits)
    }

    /// The result of [`RecordColumn::limit_digits`] for this column.
    pub(crate) fn most_digits(&self) -> Option<u32> {
        self.most_digits
    }

    /// Whether an item may be missing.
    pub(crate) fn is_nullable(&self) -> bool {
        self.is_nullable
    }

    /// The items of the field as an array without lists, however many a record has.
    pub(crate) fn make_item_array(&self, values: Values) -> Result<ArrayRef, ArrowError> {
        let (values, missing) = match values {
            Values::Nullable { values, missing } => (*values, Some(missing)),
            values => (values, None),
        };
        // Without a missing item the array needs no bits for validity, which many consumers handle faster.
        let nulls = missing.filter(|missing| missing.contains(&true)).map(|missing| {
            NullBuffer::new(BooleanBuffer::collect_bool(missing.len(), |index| !missing[index]))
        });
        make_item_array(values, &self.item, nulls)
    }

    /// The error of an array, with the name of the column.
    pub(crate) fn add_column_name(&self, error: ArrowError) -> ArrowError {
        match error {
            ArrowError::InvalidArgumentError(message) => {
                ArrowError::InvalidArgumentError(format!("`{}`: {message}", self.field.name()))
            }
            error => error,
        }
    }

    /// The values of the field as an array.
    ///
    /// # Errors
    ///
    /// A value that the column cannot hold, such as a decimal of more digits, or texts of more than 2 GiB.
    pub fn make_array(&self, column: ColumnValues) -> Result<ArrayRef, ArrowError> {
        let ColumnValues { values, each: item_counts } = column;
        // Bytes are never missing, and a whole array of them is one value.
        if let Values::Bytes(bytes) = values {
            return make_bytes_array(&self.item, bytes, item_counts.as_deref());
        }
        let items = self.make_item_array(values)?;
        self.nest_items_in_lists(items, item_counts)
    }

    /// The items of the field as its array: lists of them where a record has several. `item_counts` is their number in
    /// each record, if records differ.
    pub(crate) fn nest_items_in_lists(
        &self,
        items: ArrayRef,
        item_counts: Option<Vec<usize>>,
    ) -> Result<ArrayRef, ArrowError> {
        // Where records differ in their number of items, all arrays of a record are one list.
        if let Some(item_counts) = item_counts {
            let field = Arc::new(Described::new_list_field(items.data_type().clone(), self.is_nullable));
            let offsets = OffsetBuffer::from_lengths(item_counts);
            return Ok(Arc::new(ListArray::try_new(field, offsets, items, None)?));
        }
        // The innermost dimension first: each step makes lists of what the step before has made.
        self.shape
            .iter()
            .rev()
            .enumerate()
            .try_fold(items, |items, (depth, count)| lists_of(items, *count, depth == 0 && self.is_nullable))
    }
}

/// What readers of a table may ask of a field in the file of records: its words in the text, the byte of its first item,
/// and the bytes of an item. A column that is no field has none, which its name tells.
fn column_metadata(name: &str, field: &Field) -> HashMap<String, String> {
    if field.path() != name {
        return HashMap::new();
    }
    let words = &field.described().origin.text;
    let format = words.split_once(':').map_or(words.as_str(), |(_, format)| format.trim());
    let offset = field.offset().map(|offset| ("datarep.offset", offset.to_string()));
    // A field of bytes is one value of as many bytes as it has items.
    let bytes = if field.is_bytes() { field.items() } else { field.bytes() };
    let bytes = bytes.map(|bytes| ("datarep.bytes", bytes.to_string()));
    [Some(("datarep.format", format.trim_end_matches(';').to_owned())), offset, bytes]
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

/// The type of an item of a field; for a field of bytes, of all its bytes.
fn find_item_type(field: &Field, format: Option<&Format>) -> Option<DataType> {
    if field.is_bytes() {
        // Arrow's sizes have 32 bits. Longer ones, and those that vary, take the type with offsets.
        let bytes = field.items().and_then(|bytes| i32::try_from(bytes).ok());
        return Some(bytes.map_or(DataType::Binary, DataType::FixedSizeBinary));
    }
    let Some(native) = field.native() else { return Some(DataType::Utf8) };
    let format = format?;
    match native {
        Native::I8 => i8::data_type(format),
        Native::I16 => i16::data_type(format),
        Native::I32 => i32::data_type(format),
        Native::I64 => i64::data_type(format),
        Native::I128 => i128::data_type(format),
        Native::U8 => u8::data_type(format),
        Native::U16 => u16::data_type(format),
        Native::U32 => u32::data_type(format),
        Native::U64 => u64::data_type(format),
        Native::U128 => u128::data_type(format),
        Native::F32 => f32::data_type(format),
        Native::F64 => f64::data_type(format),
        Native::Bool => bool::data_type(format),
        Native::WideCharacter => char::data_type(format),
        Native::Decimal => datarep::Decimal::data_type(format),
        _ => None,
    }
}

/// The type of a column: lists of items, one list within the other for each array that the field lies in.
fn find_column_type(field: &Field, item: DataType, is_nullable: bool) -> Result<DataType, ArrowError> {
    if field.is_bytes() {
        return Ok(item);
    }
    if field.items().is_none() {
        return Ok(DataType::List(Arc::new(Described::new_list_field(item, is_nullable))));
    }
    field.shape().iter().rev().enumerate().try_fold(item, |kind, (depth, count)| match count {
        Dimension::Fixed(count) => list_of(kind, *count, depth == 0 && is_nullable),
        Dimension::Field(_) | Dimension::Varying | Dimension::Optional(_) => Ok(kind),
    })
}

/// The items of a field as an array, in which some are missing.
fn make_item_array(
    values: Values,
    kind: &DataType,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    use crate::native::Column;
    let items = match values {
        Values::Text(texts) => return make_string_array(texts, nulls),
        Values::I8(items) => Column::column(items, 1, kind)?,
        Values::I16(items) => Column::column(items, 1, kind)?,
        Values::I32(items) => Column::column(items, 1, kind)?,
        Values::I64(items) => Column::column(items, 1, kind)?,
        Values::I128(items) => Column::column(items, 1, kind)?,
        Values::U8(items) => Column::column(items, 1, kind)?,
        Values::U16(items) => Column::column(items, 1, kind)?,
        Values::U32(items) => Column::column(items, 1, kind)?,
        Values::U64(items) => Column::column(items, 1, kind)?,
        Values::U128(items) => Column::column(items, 1, kind)?,
        Values::F32(items) => Column::column(items, 1, kind)?,
        Values::F64(items) => Column::column(items, 1, kind)?,
        Values::Bool(items) => Column::column(items, 1, kind)?,
        Values::Char(items) => Column::column(items, 1, kind)?,
        Values::Decimal(items) => Column::column(items, 1, kind)?,
        _ => return Err(ArrowError::NotYetImplemented(format!("a column of {kind}"))),
    };
    match nulls {
        // The arrays are made without nulls, from the vectors as they are. Validity is added without a copy.
        Some(nulls) => Ok(make_array(items.to_data().into_builder().nulls(Some(nulls)).build()?)),
        None => Ok(items),
    }
}

/// A column of texts, which lie in one buffer there, too.
fn make_string_array(texts: Texts, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let (text, starts) = texts.into_parts();
    // The offsets of `Utf8` have 32 bits. A smaller block mends this.
    if i32::try_from(text.len()).is_err() {
        let message = "the texts of a block have more than 2 GiB";
        return Err(ArrowError::InvalidArgumentError(message.to_owned()));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "the last one is small enough"
    )]
    let starts: Vec<i32> = starts.iter().map(|start| *start as i32).collect();
    let bytes = Buffer::from_vec(text.into_bytes());
    Ok(Arc::new(StringArray::try_new(OffsetBuffer::new(starts.into()), bytes, nulls)?))
}

/// A column of bytes. `value_lengths` is the number of bytes of each value, if they differ.
pub(crate) fn make_bytes_array(
    kind: &DataType,
    bytes: Vec<u8>,
    value_lengths: Option<&[usize]>,
) -> Result<ArrayRef, ArrowError> {
    if let (DataType::FixedSizeBinary(length), None) = (kind, value_lengths) {
        if *length > 0 {
            return Ok(Arc::new(FixedSizeBinaryArray::try_new(*length, Buffer::from_vec(bytes), None)?));
        }
        return Ok(Arc::new(FixedSizeBinaryBuilder::new(*length).finish()));
    }
    // The offsets of `Binary` have 32 bits, as those of texts.
    if i32::try_from(bytes.len()).is_err() {
        let message = "the bytes of a block have more than 2 GiB";
        return Err(ArrowError::InvalidArgumentError(message.to_owned()));
    }
    let offsets = OffsetBuffer::from_lengths(value_lengths.unwrap_or_default().iter().copied());
    Ok(Arc::new(BinaryArray::try_new(offsets, Buffer::from_vec(bytes), None)?))
}
