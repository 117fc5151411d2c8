//! Columns as a record needs them: of the fields' types, with the same values.
//!
//! Other programs have other types for the same values: integers of 64 bits, texts with long offsets or by a dictionary, lists
//! without a fixed length. A column is cast to the type of its field and back, and has to come back as it was. So a number
//! that the type cannot hold, a fraction that an integer would lose and a digit that a decimal has no place for are errors,
//! whatever rules a cast has for them.

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_cast::display::array_value_to_string;
use arrow_cast::{CastOptions, can_cast_types, cast_with_options};
use arrow_schema::{DataType, Field, Schema};
use datarep_arrow::{RecordTable, find_column};

use crate::failure::CliFailure;

/// What a type holds. Values of one kind are cast to each other, and of different kinds never: a text of digits is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Bytes,
    Truth,
    Nothing,
    Other,
}

impl Kind {
    /// The kind of a type, or of the items of a list.
    fn new(kind: &DataType) -> Kind {
        match kind {
            DataType::Null => Kind::Nothing,
            DataType::Boolean => Kind::Truth,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Kind::Text,
            DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
            | DataType::FixedSizeBinary(_) => Kind::Bytes,
            DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
                Kind::new(item.data_type())
            }
            DataType::Dictionary(_, values) => Kind::new(values),
            kind if kind.is_numeric() => Kind::Number,
            _ => Kind::Other,
        }
    }
}

/// The columns of the record's fields, with their types. `before` is the number of rows before the batch.
pub(super) fn fit_batch(
    table: &RecordTable,
    batch: &RecordBatch,
    before: u64,
) -> Result<RecordBatch, CliFailure> {
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for (field, column) in table.record().fields().iter().zip(table.columns()) {
        // `write_batch` says of a column that it is not there.
        let Some(array) = find_column(batch, field.path()) else { continue };
        let kind = column.field().data_type();
        let array = if kind.equals_datatype(array.data_type()) {
            array
        } else {
            cast_column(&array, kind, field.path(), before)?
        };
        fields.push(Field::new(field.path(), array.data_type().clone(), true));
        columns.push(array);
    }
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
}

/// A column as another type, if no value changes.
fn cast_column(array: &ArrayRef, kind: &DataType, name: &str, before: u64) -> Result<ArrayRef, CliFailure> {
    let safe = CastOptions::default();
    let array = match array.data_type() {
        // Not every cast goes back into a dictionary.
        DataType::Dictionary(_, values) => &cast_with_options(array, values, &safe)?,
        _ => array,
    };
    let found = array.data_type();
    let (from, to) = (Kind::new(found), Kind::new(kind));
    if (from != to && from != Kind::Nothing) || from == Kind::Other || !can_cast_types(found, kind) {
        return Err(CliFailure::new(format!(
            "the column `{name}` is of type {found}, and its field takes {kind}"
        ))
        .help("cast the column in the program that wrote the table"));
    }
    let made = cast_with_options(array, kind, &safe)?;
    if from == Kind::Nothing {
        return Ok(made);
    }
    let back = cast_with_options(&made, found, &safe)?;
    if array.to_data() == back.to_data() {
        return Ok(made);
    }
    let is_same = |row: usize| array.slice(row, 1).to_data() == back.slice(row, 1).to_data();
    let Some(row) = (0..array.len()).find(|&row| !is_same(row)) else { return Ok(made) };
    let shown = array_value_to_string(array, row)?;
    let row = before + row as u64;
    Err(CliFailure::new(format!("row {row}: `{name}` is {shown}, which {kind} does not hold"))
        .help("change the value, or the format of the field"))
}
