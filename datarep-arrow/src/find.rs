//! The columns of fields in a batch: beside one another, or inside structs and lists of structs.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{
    Array as _, ArrayRef, BinaryArray, FixedSizeBinaryArray, FixedSizeListArray, GenericListArray, ListArray,
    OffsetSizeTrait, RecordBatch, StructArray, make_array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field as Described};

use crate::column::RecordColumn;

/// The column of a field by its path: one of the batch, or one inside a struct, whose nulls it has then. Inside a list of structs it is a list of the
/// field's items.
///
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::{ArrayRef, Int16Array, RecordBatch};
///
/// let shops: ArrayRef = Arc::new(Int16Array::from(vec![7, 8]));
/// let batch = RecordBatch::try_from_iter([("shop", shops.clone())])?;
/// assert_eq!(datarep_arrow::find_column(&batch, "shop"), Some(shops));
/// assert_eq!(datarep_arrow::find_column(&batch, "amount"), None);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
pub fn find_column(batch: &RecordBatch, path: &str) -> Option<ArrayRef> {
    let columns = batch.schema_ref().fields().iter().zip(batch.columns());
    find_in_columns(&columns.map(|(field, array)| (field.as_ref(), array)).collect::<Vec<_>>(), path)
        .map(|column| column.array)
}

/// The array of a field in the form that it has in a table without structs: lists in lists are one list, if not all of them have a fixed length, and
/// the bytes of several groups are one value. Items of other types stay as they are.
///
/// # Errors
///
/// A list that is missing.
pub(crate) fn flatten_column(array: ArrayRef, column: &RecordColumn) -> Result<ArrayRef, ArrowError> {
    let column_type = column.field().data_type();
    let array = match column_type {
        DataType::List(_) => flatten_lists(&array)?,
        DataType::Binary | DataType::FixedSizeBinary(_) => join_bytes(&array, column_type)?,
        _ => array,
    };
    Ok(adopt_nullability(array, column_type))
}

/// The lengths of lists, and of the lists in them: a list of lengths for each depth, the outermost first. There are none if lists are only one deep, or all
/// of a fixed length.
pub(crate) fn list_lengths(array: &ArrayRef) -> Result<Vec<Vec<usize>>, ArrowError> {
    let (mut lengths_by_depth, mut array, mut varies) = (Vec::new(), Arc::clone(array), false);
    while is_list(array.data_type()) {
        varies |= !matches!(array.data_type(), DataType::FixedSizeList(..));
        let ListItems { items, lengths, .. } = split_list(&array)?;
        lengths_by_depth.push(lengths);
        array = items;
    }
    Ok(if varies && lengths_by_depth.len() > 1 { lengths_by_depth } else { Vec::new() })
}

/// A column that was found, and whether its items may be missing.
struct FoundColumn {
    array: ArrayRef,
    is_nullable: bool,
}

fn find_in_columns(columns: &[(&Described, &ArrayRef)], path: &str) -> Option<FoundColumn> {
    if let Some((field, array)) = columns.iter().find(|(field, _)| field.name() == path) {
        return Some(FoundColumn { array: Arc::clone(array), is_nullable: field.is_nullable() });
    }
    columns.iter().find_map(|(field, array)| {
        let rest = path.strip_prefix(field.name().as_str())?.strip_prefix('.')?;
        find_in_array(array, rest)
    })
}

/// The column of a path inside a struct, or inside the structs of lists.
fn find_in_array(array: &ArrayRef, path: &str) -> Option<FoundColumn> {
    match array.data_type() {
        DataType::Struct(_) => {
            let outer = array.as_struct();
            let inside = outer.fields().iter().zip(outer.columns());
            let inside: Vec<(&Described, &ArrayRef)> =
                inside.map(|(field, array)| (field.as_ref(), array)).collect();
            let column = find_in_columns(&inside, path)?;
            apply_struct_nulls(column, outer)
        }
        DataType::List(_) => find_in_lists(array.as_list::<i32>(), path),
        DataType::LargeList(_) => find_in_lists(array.as_list::<i64>(), path),
        DataType::FixedSizeList(_, length) => {
            let lists = array.as_fixed_size_list();
            let FoundColumn { array: items, is_nullable } = find_in_array(lists.values(), path)?;
            let item = Arc::new(Described::new_list_field(items.data_type().clone(), is_nullable));
            let array = FixedSizeListArray::try_new(item, *length, items, lists.nulls().cloned()).ok()?;
            Some(FoundColumn { array: Arc::new(array), is_nullable: false })
        }
        _ => None,
    }
}

fn find_in_lists<O: OffsetSizeTrait>(lists: &GenericListArray<O>, path: &str) -> Option<FoundColumn> {
    let FoundColumn { array: items, is_nullable } = find_in_array(lists.values(), path)?;
    let item = Arc::new(Described::new_list_field(items.data_type().clone(), is_nullable));
    let (offsets, nulls) = (lists.offsets().clone(), lists.nulls().cloned());
    let array = GenericListArray::<O>::try_new(item, offsets, items, nulls).ok()?;
    Some(FoundColumn { array: Arc::new(array), is_nullable: false })
}

/// A column of a struct, without what lies under the struct's nulls. A value there means nothing in Arrow, so that it is missing
/// for whoever reads the column alone. Lists and bytes are empty there, and not missing.
fn apply_struct_nulls(column: FoundColumn, outer: &StructArray) -> Option<FoundColumn> {
    let Some(hidden) = outer.nulls().filter(|nulls| nulls.null_count() > 0) else { return Some(column) };
    let FoundColumn { array, is_nullable } = column;
    let is_empty = |row: usize| match array.data_type() {
        DataType::List(_) => array.as_list::<i32>().value_length(row) == 0,
        DataType::LargeList(_) => array.as_list::<i64>().value_length(row) == 0,
        DataType::Binary => array.as_binary::<i32>().value_length(row) == 0,
        DataType::LargeBinary => array.as_binary::<i64>().value_length(row) == 0,
        DataType::BinaryView => array.as_binary_view().value(row).is_empty(),
        _ => false,
    };
    let are_empty = (0..array.len()).all(|row| hidden.is_valid(row) || is_empty(row));
    let nulls = if are_empty {
        let own_nulls = array.nulls();
        let is_there =
            |row: usize| hidden.is_null(row) || own_nulls.is_none_or(|own_nulls| own_nulls.is_valid(row));
        let nulls: NullBuffer = (0..array.len()).map(is_there).collect();
        Some(nulls).filter(|nulls| nulls.null_count() > 0)
    } else {
        NullBuffer::union(Some(hidden), array.nulls())
    };
    let is_nullable = is_nullable || !are_empty;
    let array = make_array(array.to_data().into_builder().nulls(nulls).build().ok()?);
    Some(FoundColumn { array, is_nullable })
}

/// Whether arrays of a type are lists.
fn is_list(kind: &DataType) -> bool {
    matches!(kind, DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..))
}

/// Lists in lists as one list for each row, with the items of the innermost ones.
fn flatten_lists(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let is_flat = matches!(array.data_type(), DataType::List(item) if !is_list(item.data_type()));
    // What is no list is refused where the types are compared.
    if is_flat || !is_list(array.data_type()) {
        return Ok(Arc::clone(array));
    }
    let ListItems { items, lengths, is_nullable } = flatten_innermost_items(array)?;
    let item = Arc::new(Described::new_list_field(items.data_type().clone(), is_nullable));
    Ok(Arc::new(ListArray::try_new(item, OffsetBuffer::from_lengths(lengths), items, None)?))
}

/// The items of lists, one list behind the other.
struct ListItems {
    items: ArrayRef,
    /// How many items each row has.
    lengths: Vec<usize>,
    /// Whether items may be missing.
    is_nullable: bool,
}

/// The innermost items of lists.
fn flatten_innermost_items(array: &ArrayRef) -> Result<ListItems, ArrowError> {
    let outer = split_list(array)?;
    if !is_list(outer.items.data_type()) {
        return Ok(outer);
    }
    let inner = flatten_innermost_items(&outer.items)?;
    let mut rest = inner.lengths.as_slice();
    let sum = |length: &usize| {
        let (own, behind) = rest.split_at(*length);
        rest = behind;
        own.iter().sum()
    };
    let lengths = outer.lengths.iter().map(sum).collect();
    Ok(ListItems { lengths, ..inner })
}

/// The items of lists, which may be lists themselves.
fn split_list(array: &ArrayRef) -> Result<ListItems, ArrowError> {
    fn split<O: OffsetSizeTrait>(lists: &GenericListArray<O>) -> (ArrayRef, Vec<usize>) {
        let offsets = lists.value_offsets();
        // The array may be a slice, whose offsets begin anywhere in the items.
        let (first, last) = (offsets[0].as_usize(), offsets[lists.len()].as_usize());
        (lists.values().slice(first, last - first), lists.offsets().lengths().collect())
    }
    // A field of a record is always there, and may have no items. A null has no form in the file.
    if array.null_count() > 0 {
        return Err(ArrowError::InvalidArgumentError("a list cannot be missing".to_owned()));
    }
    let (item, (items, lengths)) = match array.data_type() {
        DataType::List(item) => (item, split(array.as_list::<i32>())),
        DataType::LargeList(item) => (item, split(array.as_list::<i64>())),
        DataType::FixedSizeList(item, length) => {
            let lists = array.as_fixed_size_list();
            let length = to_size(*length);
            // The items of a slice are not those of the whole array.
            let items = lists.values().slice(lists.value_offset_at(0), lists.len() * length);
            (item, (items, vec![length; lists.len()]))
        }
        other => return Err(ArrowError::InvalidArgumentError(format!("{other} is no list"))),
    };
    Ok(ListItems { items, lengths, is_nullable: item.is_nullable() })
}

/// Lists of bytes as one value for each row, with all their bytes.
fn join_bytes(array: &ArrayRef, column_type: &DataType) -> Result<ArrayRef, ArrowError> {
    if !matches!(array.data_type(), DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..))
    {
        return Ok(Arc::clone(array));
    }
    let ListItems { items, lengths, .. } = flatten_innermost_items(array)?;
    let values: Vec<&[u8]> = match items.data_type() {
        DataType::FixedSizeBinary(_) => items.as_fixed_size_binary().iter().flatten().collect(),
        DataType::Binary => items.as_binary::<i32>().iter().flatten().collect(),
        DataType::LargeBinary => items.as_binary::<i64>().iter().flatten().collect(),
        DataType::BinaryView => items.as_binary_view().iter().flatten().collect(),
        // It is refused where the types are compared.
        _ => return Ok(Arc::clone(array)),
    };
    if values.len() != items.len() {
        return Err(ArrowError::InvalidArgumentError("bytes cannot be missing".to_owned()));
    }
    let mut rest = values.as_slice();
    let joined = lengths.iter().map(|count| {
        let (row_values, following) = rest.split_at(*count);
        rest = following;
        row_values.concat()
    });
    let joined: Vec<Vec<u8>> = joined.collect();
    Ok(match column_type {
        // Bytes of another length stay what they are, which is refused where the types are compared.
        DataType::FixedSizeBinary(size) if joined.iter().all(|bytes| bytes.len() == to_size(*size)) => {
            let mut builder =
                arrow_array::builder::FixedSizeBinaryBuilder::with_capacity(joined.len(), *size);
            joined.iter().try_for_each(|bytes| builder.append_value(bytes))?;
            Arc::new(builder.finish()) as Arc<FixedSizeBinaryArray>
        }
        _ => Arc::new(BinaryArray::from_iter_values(joined)),
    })
}

/// Gives lists the nullability of the wanted type. A list that has missing items stays as it is.
fn adopt_nullability(array: ArrayRef, column_type: &DataType) -> ArrayRef {
    let adopted = match (array.data_type(), column_type) {
        (DataType::List(_), DataType::List(item)) => {
            let (_, offsets, items, nulls) = array.as_list::<i32>().clone().into_parts();
            let items = adopt_nullability(items, item.data_type());
            let item = Arc::new(item.as_ref().clone().with_data_type(items.data_type().clone()));
            ListArray::try_new(item, offsets, items, nulls).map(|lists| Arc::new(lists) as ArrayRef)
        }
        (DataType::FixedSizeList(_, length), DataType::FixedSizeList(item, _)) => {
            let length = *length;
            let (_, _, items, nulls) = array.as_fixed_size_list().clone().into_parts();
            let items = adopt_nullability(items, item.data_type());
            let item = Arc::new(item.as_ref().clone().with_data_type(items.data_type().clone()));
            FixedSizeListArray::try_new(item, length, items, nulls).map(|lists| Arc::new(lists) as ArrayRef)
        }
        _ => return array,
    };
    // An item that is missing stays one, and is refused where the types are compared.
    adopted.unwrap_or(array)
}

/// A length or an offset of Arrow, which is never negative.
fn to_size(number: i32) -> usize {
    usize::try_from(number).unwrap_or_default()
}
