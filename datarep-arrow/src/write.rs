//! Batches as records: arrays become values of fields, which are written.

use std::fmt;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType};
use datarep::{Decimal, Loss};
use datarep_dsl::model::Native;
use datarep_dynamic::record::{Dimension, Field, RecordError, Texts, Values};
use datarep_dynamic::{Error, Record};

use crate::column::RecordColumn;
use crate::find::{find_column, flatten_column, list_lengths};
use crate::options::OnBad;
use crate::table::RecordTable;

/// Records that were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Their bytes, one record after the other.
    pub bytes: Vec<u8>,
    /// The byte at which each record ends.
    pub ends: Vec<usize>,
    /// What was lost of all items.
    pub loss: Loss,
}

/// Why a batch cannot be written as records.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum WriteError {
    /// The batch has no column for a field.
    NoColumn {
        /// The path of the field.
        field: String,
    },
    /// A column has another type than that of its field.
    WrongType {
        /// The path of the field.
        field: String,
        /// The type of the field's column.
        expected: Box<DataType>,
        /// The type of the batch's column.
        found: Box<DataType>,
    },
    /// A value that no item of the field can be.
    Value {
        /// The path of the field.
        field: String,
        /// What is wrong with it.
        why: String,
    },
    /// A list that is not as long as the record says.
    Items {
        /// The path of the field.
        field: String,
        /// The row.
        row: usize,
        /// Items by the counts of the record, of all lists of the row or of one of them.
        expected: usize,
        /// Items of the list.
        found: usize,
    },
    /// The record has a field that no column can hold.
    Table {
        /// Which one, and what to write instead.
        why: String,
    },
    /// The records cannot be written.
    Record(Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NoColumn { field } => write!(f, "the batch has no column `{field}`"),
            WriteError::WrongType { field, expected, found } => {
                write!(
                    f,
                    "the column `{field}` is of type {found}, and {expected} is written: cast it before"
                )
            }
            WriteError::Value { field, why } => write!(f, "the column `{field}`: {why}"),
            WriteError::Items { field, row, expected, found } => write!(
                f,
                "row {row}: the list `{field}` has {found} items, and {expected} by the counts of the record"
            ),
            WriteError::Table { why } => f.write_str(why),
            WriteError::Record(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let WriteError::Record(error) = self { Some(error) } else { None }
    }
}

/// Writes the rows of a batch as records. Each field of the record is a column, found by its name, or a column inside structs and lists of structs. Its type is that with which
/// [`Reader`](crate::Reader) reads the field. Other columns are left out.
///
/// # Errors
///
/// A column that is not there or of another type, a null in a field that cannot be missing, a list that is not as long as the counts of the record say, and
/// a value that a rule refuses.
pub fn write_batch(record: &Record, batch: &RecordBatch) -> Result<Written, WriteError> {
    let written = write_rows(record, batch);
    match written {
        Err(WriteError::Record(error)) if is_wrong_length(&error) => {
            Err(locate_wrong_list(record, batch).unwrap_or(WriteError::Record(error)))
        }
        written => written,
    }
}

/// Whether all items of a field are more or fewer than those of the records.
fn is_wrong_length(error: &Error) -> bool {
    matches!(error, Error::Record(error) if matches!(error.as_ref(), RecordError::Length { .. }))
}

/// The first row with a list that does not fit its counts, if all lists together do not.
fn locate_wrong_list(record: &Record, batch: &RecordBatch) -> Option<WriteError> {
    let is_wrong = |error: &WriteError| match error {
        WriteError::Record(error) => is_wrong_length(error),
        WriteError::Items { .. } => true,
        _ => false,
    };
    // The first `right` rows can be written, and the first `wrong` rows cannot: every batch that
    // has the wrong row fails.
    let (mut right, mut wrong) = (0, batch.num_rows());
    while wrong - right > 1 {
        let rows = right.midpoint(wrong);
        if write_rows(record, &batch.slice(0, rows)).is_err_and(|error| is_wrong(&error)) {
            wrong = rows;
        } else {
            right = rows;
        }
    }
    let row = right;
    match write_rows(record, &batch.slice(row, wrong - right)).err()? {
        WriteError::Items { field, expected, found, .. } => {
            Some(WriteError::Items { field, row, expected, found })
        }
        WriteError::Record(Error::Record(error)) => match *error {
            RecordError::Length { field, expected, found } => {
                Some(WriteError::Items { field, row, expected, found })
            }
            _ => None,
        },
        _ => None,
    }
}

fn write_rows(record: &Record, batch: &RecordBatch) -> Result<Written, WriteError> {
    let table = RecordTable::new(record, None, OnBad::Error)
        .map_err(|error| WriteError::Table { why: error.to_string() })?;
    let (mut values, mut items, mut nested) = (Vec::new(), Vec::new(), Vec::new());
    for (field, column) in record.fields().iter().zip(table.columns()) {
        let path = || field.path().to_owned();
        let fault = |error| WriteError::Value { field: path(), why: error_text(error) };
        let array = find_column(batch, field.path());
        let array = array.ok_or_else(|| WriteError::NoColumn { field: path() })?;
        let lengths = list_lengths(&array).map_err(fault)?;
        nested.extend((!lengths.is_empty()).then(|| (field.path(), lengths)));
        let array = flatten_column(array, column).map_err(fault)?;
        let expected = column.field().data_type();
        // Without regard to names and metadata, which other programs change.
        if !expected.equals_datatype(array.data_type()) {
            let (expected, found) = (Box::new(expected.clone()), Box::new(array.data_type().clone()));
            return Err(WriteError::WrongType { field: path(), expected, found });
        }
        let (field_values, item_counts) = read_values(field, column, &array).map_err(fault)?;
        values.push(field_values);
        items.push(item_counts);
    }
    // All columns first: counts and choices in them decide where each record lies.
    let mut rows = record.rows_for_items(&values, &items).map_err(WriteError::Record)?;
    for (field, item_counts) in items.iter().enumerate() {
        let Some(item_counts) = item_counts else { continue };
        // An alternative of an overlay without any item is not given, and the bytes of another one say what is read there.
        // Other arrays without items were compared with their counts when the rows were made.
        if item_counts.iter().all(|items| *items == 0) {
            continue;
        }
        let path = record.fields()[field].path();
        check_list_lengths(path, &[item_counts], &[&rows.values_of_each(field)])?;
    }
    let mut loss = Loss::default();
    for (field, values) in values.iter().enumerate() {
        loss += rows.write_values(field, values).map_err(WriteError::Record)?.loss;
    }
    let (ends, bytes) = (rows.ends(), rows.into_bytes());
    check_nested_lists(record, (&bytes, &ends), &nested)?;
    Ok(Written { bytes, ends, loss })
}

/// Checks that lists in lists are those of the groups that were written: a count says how many items each of them has.
fn check_nested_lists(
    record: &Record,
    (bytes, ends): (&[u8], &[usize]),
    nested: &[(&str, Vec<Vec<usize>>)],
) -> Result<(), WriteError> {
    if nested.is_empty() {
        return Ok(());
    }
    let rows = if record.takes_rest() { record.rows_between(bytes, ends) } else { record.rows(bytes) };
    let rows = rows.map_err(WriteError::Record)?;
    let written_lengths = rows.array_lengths().map_err(WriteError::Record)?;
    for (path, found_lengths) in nested {
        // The arrays around the field, and the array that it is.
        let points = path.match_indices('.').map(|(dot, _)| dot).chain([path.len()]);
        let arrays = points.filter_map(|end| written_lengths.get(&path[..end]));
        let expected_lengths: Vec<&[usize]> = arrays.flatten().map(Vec::as_slice).collect();
        let found_lengths: Vec<&[usize]> = found_lengths.iter().map(Vec::as_slice).collect();
        check_list_lengths(path, &found_lengths, &expected_lengths)?;
    }
    Ok(())
}

/// Compares the lengths of lists with those of the arrays of a record, the outermost first.
fn check_list_lengths(path: &str, found: &[&[usize]], expected: &[&[usize]]) -> Result<(), WriteError> {
    for (depth, (found_here, expected_here)) in found.iter().zip(expected).enumerate() {
        let mut pairs = found_here.iter().zip(*expected_here).enumerate();
        let Some((index, (found_items, expected_items))) = pairs.find(|(_, (one, other))| one != other)
        else {
            continue;
        };
        // The row of a list in lists: at each depth the list that contains it.
        let row = found[..depth].iter().rev().fold(index, |index, lengths| {
            let mut items_before = 0;
            let mut contains = |length: &&usize| {
                items_before += **length;
                index < items_before
            };
            lengths.iter().take_while(|length| !contains(length)).count()
        });
        let (field, expected, found) = (path.to_owned(), *expected_items, *found_items);
        return Err(WriteError::Items { field, row, expected, found });
    }
    Ok(())
}

fn error_text(error: ArrowError) -> String {
    match error {
        ArrowError::InvalidArgumentError(message) => message,
        other => other.to_string(),
    }
}

/// The values of a field, with the number of items of each record where that varies.
fn read_values(
    field: &Field,
    column: &RecordColumn,
    array: &ArrayRef,
) -> Result<(Values, Option<Vec<usize>>), ArrowError> {
    if field.is_bytes() {
        return read_bytes(field, array);
    }
    let (mut items, mut each) = (array.clone(), None);
    if let DataType::List(_) = array.data_type() {
        let lists = array.as_list::<i32>();
        // A field of a record is always there, and may have no items. A null has no form in the file.
        refuse_nulls(lists, "a list cannot be missing")?;
        each = Some(lists.offsets().lengths().collect());
        let offsets = lists.value_offsets();
        // The array may be a slice, whose offsets begin anywhere in the items.
        let (first, last) = (to_size(offsets[0]), to_size(offsets[lists.len()]));
        items = lists.values().slice(first, last - first);
    } else {
        for _ in field.shape() {
            let lists = items.as_fixed_size_list();
            refuse_nulls(lists, "a list cannot be missing")?;
            let length = to_size(lists.value_length());
            // The items of a slice are not those of the whole array.
            let first = lists.value_offset_at(0);
            items = lists.values().slice(first, lists.len() * length);
        }
    }
    let missing = items.nulls().filter(|nulls| nulls.null_count() > 0);
    let missing: Option<Vec<bool>> = missing.map(|nulls| nulls.iter().map(|valid| !valid).collect());
    let values = read_items(field, column.item_type(), &items)?;
    Ok(match missing {
        Some(missing) => (Values::Nullable { values: Box::new(values), missing }, each),
        // A field in an alternative needs to be told for each record that its value is there.
        None if field.is_nullable() => {
            let missing = vec![false; values.len()];
            (Values::Nullable { values: Box::new(values), missing }, each)
        }
        None => (values, each),
    })
}

/// Bytes that are kept as they are, with their number in each record where that varies.
fn read_bytes(field: &Field, array: &ArrayRef) -> Result<(Values, Option<Vec<usize>>), ArrowError> {
    refuse_nulls(array, "bytes cannot be missing")?;
    if let Some(values) = array.as_fixed_size_binary_opt() {
        let bytes = values.iter().flatten().flatten().copied().collect();
        return Ok((Values::Bytes(bytes), None));
    }
    let values = array.as_binary::<i32>();
    let is_fixed = field.shape().iter().all(|side| matches!(side, Dimension::Fixed(_)));
    let value_lengths = (!is_fixed).then(|| values.iter().flatten().map(<[u8]>::len).collect());
    Ok((Values::Bytes(values.iter().flatten().flatten().copied().collect()), value_lengths))
}

/// The items of an array. Those that are missing have any value.
fn read_items(field: &Field, kind: &DataType, items: &ArrayRef) -> Result<Values, ArrowError> {
    fn numbers<T: ArrowPrimitiveType>(items: &ArrayRef) -> Vec<T::Native> {
        items.as_primitive::<T>().values().to_vec()
    }
    let Some(native) = field.native() else {
        let texts = items.as_string::<i32>().iter().map(Option::unwrap_or_default);
        return Ok(Values::Text(texts.collect::<Texts>()));
    };
    Ok(match native {
        Native::I8 => Values::I8(numbers::<Int8Type>(items)),
        Native::I16 => Values::I16(numbers::<Int16Type>(items)),
        Native::I32 => Values::I32(numbers::<Int32Type>(items)),
        Native::I64 => Values::I64(numbers::<Int64Type>(items)),
        Native::U8 => Values::U8(numbers::<UInt8Type>(items)),
        Native::U16 => Values::U16(numbers::<UInt16Type>(items)),
        Native::U32 => Values::U32(numbers::<UInt32Type>(items)),
        Native::U64 => Values::U64(numbers::<UInt64Type>(items)),
        Native::F32 => Values::F32(numbers::<Float32Type>(items)),
        Native::F64 => Values::F64(numbers::<Float64Type>(items)),
        Native::I128 => Values::I128(read_wide_integers(items)?),
        Native::U128 => Values::U128(read_wide_integers(items)?),
        Native::Bool => Values::Bool(items.as_boolean().values().iter().collect()),
        Native::WideCharacter => Values::Char(read_characters(items)?),
        Native::Decimal => Values::Decimal(read_decimals(items)?),
        _ => return Err(ArrowError::NotYetImplemented(format!("items of {kind}"))),
    })
}

/// Integers of 128 bits, which are decimals.
fn read_wide_integers<T: Copy + Default + TryFrom<i128> + std::str::FromStr>(
    items: &ArrayRef,
) -> Result<Vec<T>, ArrowError> {
    use arrow_array::types::{Decimal128Type, Decimal256Type};
    let unfit = |number: &dyn fmt::Display| {
        ArrowError::InvalidArgumentError(format!("{number} does not fit in 128 bits"))
    };
    // A column of these types is a `Decimal128` or a `Decimal256`, and both are read.
    if let Some(numbers) = items.as_primitive_opt::<Decimal128Type>() {
        let read = |number: Option<i128>| match number {
            Some(number) => T::try_from(number).map_err(|_| unfit(&number)),
            None => Ok(T::default()),
        };
        return numbers.iter().map(read).collect();
    }
    let read = |number: Option<arrow_buffer::i256>| match number {
        Some(number) => number.to_string().parse().map_err(|_| unfit(&number)),
        None => Ok(T::default()),
    };
    items.as_primitive::<Decimal256Type>().iter().map(read).collect()
}

fn read_decimals(items: &ArrayRef) -> Result<Vec<Decimal>, ArrowError> {
    use arrow_array::types::Decimal128Type;
    let numbers = items.as_primitive::<Decimal128Type>();
    // The type was compared before, and a scale of it is never negative.
    let scale = u32::try_from(numbers.scale()).unwrap_or_default();
    let read = |number: Option<i128>| {
        let number = number.unwrap_or_default();
        fit_decimal(number, scale).ok_or_else(|| {
            ArrowError::InvalidArgumentError(format!(
                "{number}E-{scale} has more digits than a decimal can have"
            ))
        })
    };
    numbers.iter().map(read).collect()
}

/// Makes a `Decimal`. If it has too many places, zeros at its end are left out.
fn fit_decimal(number: i128, scale: u32) -> Option<Decimal> {
    match Decimal::try_from_i128_with_scale(number, scale) {
        Ok(decimal) => Some(decimal),
        // A `Decimal` has at most 28 places, and a column may have 38. Without zeros at its end it is the same number.
        Err(_) if scale > 0 && number % 10 == 0 => fit_decimal(number / 10, scale - 1),
        Err(_) => None,
    }
}

fn read_characters(items: &ArrayRef) -> Result<Vec<char>, ArrowError> {
    let read = |text: Option<&str>| {
        let Some(text) = text else { return Ok(char::default()) };
        let mut characters = text.chars();
        // Exactly one: neither none nor two.
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(character),
            _ => Err(ArrowError::InvalidArgumentError(format!("{text:?} is not one character"))),
        }
    };
    items.as_string::<i32>().iter().map(read).collect()
}

fn refuse_nulls(array: &dyn Array, message: &str) -> Result<(), ArrowError> {
    if array.null_count() == 0 { Ok(()) } else { Err(ArrowError::InvalidArgumentError(message.to_owned())) }
}

/// A length or an offset of Arrow, which is never negative.
fn to_size(number: i32) -> usize {
    usize::try_from(number).unwrap_or_default()
}
