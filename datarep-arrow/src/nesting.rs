//! Columns in the groups of their records: a record inside a record is a struct, and an array of records a list of structs.
//!
//! The columns of a table without structs have all items of a field, one after another. They stay as they are, and structs and lists are
//! laid around them: an array of a fixed length is a list of that length, and any other one a list with offsets, which are the
//! lengths of all arrays of these records ([`Rows::array_lengths`]).
//!
//! A choice is a struct of its alternatives. So a row says which alternative its record has: the struct of every other one is null. An
//! overlay is one, too, and its alternatives may all be there. An array in an alternative that a record does not have is
//! an empty list.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field as Described, FieldRef, Fields};
use datarep_dsl::model::{Choice, Count, FieldKind, Model, RecordField};
use datarep_dynamic::Record;
use datarep_dynamic::record::{Rows, Values};

use crate::column::{ColumnValues, RecordColumn, make_bytes_array};
use crate::native::{list_of, lists_of};

/// How columns lie in the groups of a record.
///
/// [`RecordTable::with_structs`](crate::RecordTable::with_structs) uses it. It is for tables that have other columns, too.
#[derive(Debug, Clone)]
pub struct RecordNesting {
    nodes: Vec<NestingNode>,
    fields: Vec<FieldRef>,
    /// The bytes of each column, if it is one of bytes.
    bytes: Vec<Option<GroupedBytes>>,
    /// Whether the lengths of arrays have to be asked for.
    needs_lengths: bool,
}

/// The bytes of a field in one group.
#[derive(Debug, Clone)]
struct GroupedBytes {
    kind: DataType,
    /// The path of the field, if its number of bytes varies.
    varying: Option<String>,
}

/// What an array is made of.
#[derive(Debug, Clone)]
enum NestingNode {
    /// The items of the column with this index.
    Items(usize),
    Struct {
        fields: Fields,
        nodes: Vec<NestingNode>,
        /// The path of a choice or overlay and the alternative for which the struct is there; `None` if it always is.
        condition: Option<(String, usize)>,
    },
    /// Lists of what the node has.
    List { item: FieldRef, node: Box<NestingNode>, length: ListLength },
}

#[derive(Debug, Clone)]
enum ListLength {
    Fixed(usize),
    /// That of a dimension of the array with this path.
    Varying {
        path: String,
        dimension: usize,
    },
}

/// A node with its Arrow field, before it becomes a part of a struct or a list.
struct NestedField {
    node: NestingNode,
    field: FieldRef,
    /// The first of its columns, by which nodes are ordered.
    first: usize,
}

/// Lengths of arrays, as [`Rows::array_lengths`] gives them.
type ArrayLengths<'r> = BTreeMap<&'r str, Vec<Vec<usize>>>;

impl RecordNesting {
    /// Lays columns of a record, which are named by the paths of their fields, in its groups.
    ///
    /// # Errors
    ///
    /// An array that is too long for a list.
    pub fn new(record: &Record, columns: &[RecordColumn]) -> Result<RecordNesting, ArrowError> {
        let mut maker = NestingBuilder {
            model: record.model(),
            columns,
            by_path: columns
                .iter()
                .enumerate()
                .map(|(index, column)| (column.field().name().as_str(), index))
                .collect(),
            bytes: vec![None; columns.len()],
            needs_lengths: false,
        };
        let nested = maker.nest_fields(record.described().fields.iter(), "", false)?;
        let NestingBuilder { bytes, needs_lengths, .. } = maker;
        let (nodes, fields) =
            nested.into_iter().map(|nested_field| (nested_field.node, nested_field.field)).unzip();
        Ok(RecordNesting { nodes, fields, bytes, needs_lengths })
    }

    /// The columns of the table: a field for each group, and for each column that is in none.
    pub fn fields(&self) -> &[FieldRef] {
        &self.fields
    }

    /// The arrays of the table, from the values of all columns in the records.
    ///
    /// # Errors
    ///
    /// As [`RecordColumn::make_array`]; an error of the records is in an [`ArrowError::ExternalError`].
    pub fn make_arrays(
        &self,
        columns: &[RecordColumn],
        values: Vec<ColumnValues>,
        rows: &Rows<'_>,
    ) -> Result<Vec<ArrayRef>, ArrowError> {
        let lengths = if self.needs_lengths {
            rows.array_lengths().map_err(|error| ArrowError::ExternalError(Box::new(error)))?
        } else {
            ArrayLengths::new()
        };
        let items = columns.iter().zip(values).zip(&self.bytes).map(|((column, values), bytes)| {
            let array = match (values.values, bytes) {
                (Values::Bytes(content), Some(GroupedBytes { kind, varying })) => {
                    let value_lengths = varying.as_ref().map(|path| count_bytes(&lengths[path.as_str()]));
                    make_bytes_array(kind, content, value_lengths.as_deref())
                }
                (values, _) => column.make_item_array(values),
            };
            array.map_err(|error| column.add_column_name(error))
        });
        let items = items.collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        let arrays = ArrayMaker { items, lengths, rows };
        self.nodes.iter().map(|node| arrays.make_array(node)).collect()
    }
}

/// The number of bytes each time that a field of bytes is there: those of all its dimensions.
fn count_bytes(lengths: &[Vec<usize>]) -> Vec<usize> {
    let Some((innermost, outer)) = lengths.split_last() else { return Vec::new() };
    outer.iter().rev().fold(innermost.clone(), |inner, lengths| {
        let mut rest = inner.as_slice();
        let sum = |length: &usize| {
            let (own, behind) = rest.split_at(*length);
            rest = behind;
            own.iter().sum()
        };
        lengths.iter().map(sum).collect()
    })
}

/// What makes nodes, from the fields of a record.
struct NestingBuilder<'m> {
    model: &'m Model,
    columns: &'m [RecordColumn],
    by_path: BTreeMap<&'m str, usize>,
    bytes: Vec<Option<GroupedBytes>>,
    needs_lengths: bool,
}

impl NestingBuilder<'_> {
    /// The nodes of fields whose paths begin with `outer`, in the order of their columns. `is_optional` says that they are in an
    /// alternative, with no array between.
    fn nest_fields<'f>(
        &mut self,
        fields: impl Iterator<Item = &'f RecordField>,
        outer: &str,
        is_optional: bool,
    ) -> Result<Vec<NestedField>, ArrowError> {
        let mut nested_fields = Vec::new();
        for field in fields {
            nested_fields.extend(self.nest_field(field, outer, is_optional, None)?);
        }
        nested_fields.sort_by_key(|nested| nested.first);
        Ok(nested_fields)
    }

    /// The node of a field; `None` if none of its columns is there. `condition` is the alternative that the field is,
    /// if it is one.
    fn nest_field(
        &mut self,
        field: &RecordField,
        outer: &str,
        is_optional: bool,
        condition: Option<(String, usize)>,
    ) -> Result<Option<NestedField>, ArrowError> {
        let Some(name) = &field.name else { return Ok(None) };
        let path = format!("{outer}{name}");
        let is_array = !field.counts.is_empty();
        // An array says by its length that it is not there.
        let condition = condition.filter(|_| !is_array);
        let inside = format!("{path}.");
        let nested = match &field.kind {
            FieldKind::Record(id) => {
                let fields = &self.model.records[id.0].fields;
                let nested = self.nest_fields(fields.iter(), &inside, is_optional && !is_array)?;
                make_struct(name, nested, condition)
            }
            FieldKind::Choice(choice) => make_struct(name, self.nest_choice(choice, &path)?, condition),
            FieldKind::Filler(_) => None,
            FieldKind::Byte => return Ok(self.nest_bytes(field, &path, is_optional)),
            FieldKind::Scalar { .. } | FieldKind::Text(_) => self.find_column(name, &path),
        };
        let Some(nested) = nested else { return Ok(None) };
        self.nest_array(field, &path, is_optional, nested).map(Some)
    }

    /// The alternatives of a choice.
    fn nest_choice(&mut self, choice: &Choice, path: &str) -> Result<Vec<NestedField>, ArrowError> {
        let inside = format!("{path}.");
        let mut nested_fields = Vec::new();
        for (index, alternative) in choice.alternatives.iter().enumerate() {
            if let Some(field) = &alternative.field {
                nested_fields.extend(self.nest_field(
                    field,
                    &inside,
                    true,
                    Some((path.to_owned(), index)),
                )?);
            }
        }
        nested_fields.sort_by_key(|nested| nested.first);
        Ok(nested_fields)
    }

    /// The column of a path, as its items.
    fn find_column(&self, name: &str, path: &str) -> Option<NestedField> {
        let index = *self.by_path.get(path)?;
        let column = &self.columns[index];
        let field = Described::new(name, column.item_type().clone(), column.is_nullable());
        let field = Arc::new(field.with_metadata(column.field().metadata().clone()));
        Some(NestedField { node: NestingNode::Items(index), field, first: index })
    }

    /// The column of a field of bytes, all of which in one group are one value.
    fn nest_bytes(&mut self, field: &RecordField, path: &str, is_optional: bool) -> Option<NestedField> {
        let nested = self.find_column(field.name.as_deref()?, path)?;
        let sizes =
            field.counts.iter().map(|count| count.fixed().and_then(|count| i32::try_from(count).ok()));
        let size =
            sizes.reduce(|product, count| product?.checked_mul(count?)).flatten().filter(|_| !is_optional);
        let varying = size.is_none().then(|| path.to_owned());
        self.needs_lengths |= varying.is_some();
        let kind = size.map_or(DataType::Binary, DataType::FixedSizeBinary);
        let mut facts = nested.field.metadata().clone();
        // What the column says of itself is the number of bytes in all groups.
        facts.remove("datarep.bytes");
        facts.extend(size.map(|size| ("datarep.bytes".to_owned(), size.to_string())));
        self.bytes[nested.first] = Some(GroupedBytes { kind: kind.clone(), varying });
        let field = nested.field.as_ref().clone().with_data_type(kind).with_metadata(facts);
        Some(NestedField { field: Arc::new(field), ..nested })
    }

    /// Lists around a node, one for each dimension of the array that the field is.
    fn nest_array(
        &mut self,
        field: &RecordField,
        path: &str,
        is_optional: bool,
        nested: NestedField,
    ) -> Result<NestedField, ArrowError> {
        let NestedField { mut node, field: mut described, first } = nested;
        for (dimension, count) in field.counts.iter().enumerate().rev() {
            let kind = described.data_type().clone();
            let item = Described::new_list_field(kind.clone(), described.is_nullable());
            let item = Arc::new(item);
            let (length, kind) = match count {
                // In an alternative the outermost array is there or not.
                Count::Fixed(count) if !is_optional || dimension > 0 => {
                    // Longer ones are refused by `list_of`.
                    let count = usize::try_from(*count).unwrap_or(usize::MAX);
                    (ListLength::Fixed(count), list_of(kind, count, described.is_nullable())?)
                }
                Count::Fixed(_) | Count::Field(_) | Count::Computed(_) | Count::Rest => {
                    self.needs_lengths = true;
                    let path = path.to_owned();
                    (ListLength::Varying { path, dimension }, DataType::List(Arc::clone(&item)))
                }
            };
            let outer = described.as_ref().clone().with_data_type(kind).with_nullable(false);
            described = Arc::new(outer);
            node = NestingNode::List { item, node: Box::new(node), length };
        }
        Ok(NestedField { node, field: described, first })
    }
}

/// A struct of nodes, if there are some.
fn make_struct(
    name: &str,
    nested: Vec<NestedField>,
    condition: Option<(String, usize)>,
) -> Option<NestedField> {
    let first = nested.iter().map(|nested_field| nested_field.first).min()?;
    let (nodes, fields): (Vec<NestingNode>, Vec<FieldRef>) =
        nested.into_iter().map(|nested_field| (nested_field.node, nested_field.field)).unzip();
    let fields = Fields::from(fields);
    let field = Arc::new(Described::new(name, DataType::Struct(fields.clone()), condition.is_some()));
    Some(NestedField { node: NestingNode::Struct { fields, nodes, condition }, field, first })
}

/// The arrays of some records, while they are put together.
struct ArrayMaker<'a, 'r> {
    items: Vec<ArrayRef>,
    lengths: ArrayLengths<'a>,
    rows: &'a Rows<'r>,
}

impl ArrayMaker<'_, '_> {
    fn make_array(&self, node: &NestingNode) -> Result<ArrayRef, ArrowError> {
        match node {
            NestingNode::Items(column) => Ok(Arc::clone(&self.items[*column])),
            NestingNode::Struct { fields, nodes, condition } => {
                let inside = nodes.iter().map(|node| self.make_array(node)).collect::<Result<Vec<_>, _>>()?;
                let nulls = condition.as_ref().map(|(path, alternative)| {
                    // A struct is valid where its alternative was chosen, whatever the columns in it hold.
                    let validity = self.rows.find_alternative(path, *alternative).unwrap_or_default();
                    NullBuffer::from(validity)
                });
                Ok(Arc::new(StructArray::try_new(fields.clone(), inside, nulls)?))
            }
            NestingNode::List { item, node, length } => {
                let items = self.make_array(node)?;
                match length {
                    ListLength::Fixed(count) => lists_of(items, *count, item.is_nullable()),
                    ListLength::Varying { path, dimension } => {
                        let lengths = &self.lengths[path.as_str()][*dimension];
                        let offsets = OffsetBuffer::from_lengths(lengths.iter().copied());
                        Ok(Arc::new(ListArray::try_new(Arc::clone(item), offsets, items, None)?))
                    }
                }
            }
        }
    }
}
