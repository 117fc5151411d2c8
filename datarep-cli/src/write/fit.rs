//! Columns as a record needs them: of the fields' types, with the same values.
//!
//! Other programs have other types for the same values: integers of 64 bits, texts with long offsets or by a dictionary, lists
//! without a fixed length. A column is cast to the type of its field and back, and has to come back as it was. So a number
//! that the type cannot hold, a fraction that an integer would lose and a digit that a decimal has no place for are errors,
//! whatever rules a cast has for them.
//!
//! Floats and decimals are cast by way of their digits. Arrow's own cast multiplies a float by a power of ten, which rounds, and
//! divides on the way back, which may round to the number of before.

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_cast::display::array_value_to_string;
use arrow_cast::{CastOptions, can_cast_types, cast_with_options};
use arrow_schema::{ArrowError, DataType, Field};
use datarep_arrow::{RecordTable, find_column};

use crate::failure::CliFailure;

/// What a type holds. Values of one kind are cast to each other, and of different kinds never: a text of digits is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Number,
    Text,
    Bytes,
    Truth,
    Nothing,
    Other,
}

impl ValueKind {
    /// The kind of a type, or of the items of a list.
    fn new(kind: &DataType) -> ValueKind {
        match kind {
            DataType::Null => ValueKind::Nothing,
            DataType::Boolean => ValueKind::Truth,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => ValueKind::Text,
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => ValueKind::Bytes,
            DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
                ValueKind::new(item.data_type())
            }
            DataType::Dictionary(_, values) => ValueKind::new(values),
            kind if kind.is_numeric() => ValueKind::Number,
            _ => ValueKind::Other,
        }
    }
}

/// The columns of the record's fields, with their types. `rows_before` is the number of rows before the batch.
pub(super) fn fit_batch(
    table: &RecordTable,
    batch: &RecordBatch,
    rows_before: u64,
) -> Result<RecordBatch, CliFailure> {
    let mut columns = Vec::new();
    for (field, column) in table.record().fields().iter().zip(table.columns()) {
        // `write_batch` says of a column that it is not there.
        let Some(array) = find_column(batch, field.path()) else { continue };
        let kind = choose_cast_type(array.data_type(), column.field().data_type());
        let array = if kind.equals_datatype(array.data_type()) {
            array
        } else {
            cast_column(&array, &kind, field.path(), rows_before)?
        };
        columns.push((field.path(), array, true));
    }
    // `write_batch` says what is missing of a table that has none of the columns.
    if columns.is_empty() {
        return Ok(batch.clone());
    }
    Ok(RecordBatch::try_from_iter_with_nullable(columns)?)
}

/// The type to which a column is cast. Lists in lists stay as they are where the field has one list of all items, and lists of bytes where the field has
/// bytes: `write_batch` puts them together, and compares their lengths with those of the record.
fn choose_cast_type(column_type: &DataType, kind: &DataType) -> DataType {
    match (column_type, kind) {
        (DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..), DataType::List(item))
            if !matches!(column_type, DataType::List(inner) if find_list_item(inner.data_type()).is_none()) =>
        {
            with_nullable_items(column_type, Some(item.data_type()))
        }
        (_, DataType::Binary | DataType::FixedSizeBinary(_))
            if find_list_item(column_type).is_some() && ValueKind::new(column_type) == ValueKind::Bytes =>
        {
            column_type.clone()
        }
        _ => kind.clone(),
    }
}

/// A column as another type, if no value changes.
fn cast_column(
    array: &ArrayRef,
    kind: &DataType,
    name: &str,
    rows_before: u64,
) -> Result<ArrayRef, CliFailure> {
    let array = match array.data_type() {
        // There is no cast back into every dictionary, and none from views of bytes to bytes of a fixed length.
        DataType::Dictionary(_, values) => cast_or_null(array, values)?,
        DataType::BinaryView => cast_or_null(array, &DataType::Binary)?,
        _ => Arc::clone(array),
    };
    let column_type = array.data_type();
    let (from, to) = (ValueKind::new(column_type), ValueKind::new(kind));
    let is_refused = from != to && from != ValueKind::Nothing
        || from == ValueKind::Other
        || find_list_item(column_type).is_some() != find_list_item(kind).is_some()
        || !can_cast_types(column_type, kind);
    if is_refused {
        return Err(CliFailure::new(format!(
            "the column `{name}` is of type {column_type}, and its field takes {kind}"
        ))
        .help("cast the column in the program that wrote the table"));
    }
    if from == ValueKind::Nothing {
        return Ok(cast_or_null(&array, kind)?);
    }
    // A value that does not fit becomes a null, for which the items of lists need room.
    let array = cast_or_null(&array, &with_nullable_items(column_type, None))?;
    let cast_array = cast_exactly(&array, &with_nullable_items(kind, None))?;
    let round_trip = cast_exactly(&cast_array, array.data_type())?;
    let differs = |row: &usize| array.slice(*row, 1).to_data() != round_trip.slice(*row, 1).to_data();
    let is_whole = array.to_data() == round_trip.to_data();
    if !is_whole && let Some(row) = (0..array.len()).find(differs) {
        let value_text = array_value_to_string(&array, row)?;
        let row = rows_before + row as u64;
        return Err(CliFailure::new(format!(
            "row {row}: `{name}` is {value_text}, which {kind} does not hold"
        ))
        .help("change the value, or the format of the field"));
    }
    cast_or_null(&cast_array, kind).map_err(|_| {
        let is_wrong = |row: &usize| cast_or_null(&cast_array.slice(*row, 1), kind).is_err();
        let row = rows_before + (0..cast_array.len()).find(is_wrong).unwrap_or_default() as u64;
        CliFailure::new(format!("row {row}: an item of the list `{name}` is missing"))
            .help("`{ null if … }` at the field says how a missing item is written")
    })
}

/// A cast in which a value that does not fit becomes a null.
fn cast_or_null(array: &ArrayRef, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    cast_with_options(array, kind, &CastOptions::default())
}

/// Casts a column, floats to decimals and back by way of their digits. A value that does not fit
/// becomes a null.
fn cast_exactly(array: &ArrayRef, kind: &DataType) -> Result<ArrayRef, ArrowError> {
    let (source_type, target_type) = (find_innermost(array.data_type()), find_innermost(kind));
    if source_type.is_floating() && target_type.is_decimal()
        || source_type.is_decimal() && target_type.is_floating()
    {
        let texts = with_nullable_items(array.data_type(), Some(&DataType::Utf8));
        return cast_or_null(&cast_or_null(array, &texts)?, kind);
    }
    cast_or_null(array, kind)
}

/// The items of a list.
fn find_list_item(kind: &DataType) -> Option<&Arc<Field>> {
    match kind {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => Some(item),
        _ => None,
    }
}

/// The type of what lists contain.
pub(super) fn find_innermost(kind: &DataType) -> &DataType {
    find_list_item(kind).map_or(kind, |item| find_innermost(item.data_type()))
}

/// A type whose items may be missing, with others in the innermost lists if they are given.
fn with_nullable_items(kind: &DataType, items: Option<&DataType>) -> DataType {
    let within = |item: &Arc<Field>| {
        let kind = with_nullable_items(item.data_type(), items);
        Arc::new(item.as_ref().clone().with_nullable(true).with_data_type(kind))
    };
    match kind {
        DataType::List(item) => DataType::List(within(item)),
        DataType::LargeList(item) => DataType::LargeList(within(item)),
        DataType::FixedSizeList(item, length) => DataType::FixedSizeList(within(item), *length),
        kind => items.unwrap_or(kind).clone(),
    }
}
