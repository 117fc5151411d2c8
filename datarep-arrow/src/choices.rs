//! The fields of a choice as a struct, in which an alternative that is a record is a struct of its own.
//!
//! So a row says which alternative its record has: the struct of every other one is null. This is so for choices that each record
//! makes once. Fields of a choice in an array or in another choice stay columns with a path as their name, and so do those of an
//! overlay, whose alternatives may all be there.

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, RecordBatch, StructArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field as Described, FieldRef, Fields};
use datarep_dsl::model::{Choice, Decision, FieldKind, Model, RecordField};
use datarep_dynamic::Record;
use datarep_dynamic::record::Rows;

/// A column of the table, or columns inside a struct.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// The column with this index.
    Column(usize),
    Struct {
        field: FieldRef,
        nodes: Vec<Node>,
        /// The path of a choice and the alternative for which the struct is there; `None` if it always is.
        taken: Option<(String, usize)>,
    },
}

/// The tree of columns, of which these are the fields.
pub(crate) fn nest_columns(record: &Record, columns: &[FieldRef]) -> (Vec<Node>, Vec<FieldRef>) {
    let mut choices = Vec::new();
    for field in &record.described().fields {
        collect_unrepeated_choices(record.model(), field, "", &mut choices);
    }
    let mut nodes = Vec::new();
    let mut fields = Vec::new();
    let mut begun = Vec::new();
    for (index, field) in columns.iter().enumerate() {
        let of_choice = choices.iter().find(|(path, _)| find_rest(field.name(), path).is_some());
        let Some((path, choice)) = of_choice else {
            nodes.push(Node::Column(index));
            fields.push(field.clone());
            continue;
        };
        // The struct stands where the first column of its choice was, and has taken the others.
        if begun.contains(path) {
            continue;
        }
        begun.push(path.clone());
        let (node, described) = nest_choice(path, choice, columns);
        nodes.push(node);
        fields.push(described);
    }
    (nodes, fields)
}

/// The struct of a choice.
fn nest_choice(path: &str, choice: &Choice, columns: &[FieldRef]) -> (Node, FieldRef) {
    let mut nodes = Vec::new();
    let mut fields = Vec::new();
    for (index, alternative) in choice.alternatives.iter().enumerate() {
        let Some(field) = &alternative.field else { continue };
        let Some(name) = &field.name else { continue };
        let inside = format!("{path}.{name}");
        // An array of records has columns of lists, which a struct with one value for each row cannot hold.
        let is_record = matches!(field.kind, FieldKind::Record(_)) && field.counts.is_empty();
        let mut within = (Vec::new(), Vec::new());
        for (column, described) in columns.iter().enumerate() {
            let rest = find_rest(described.name(), &inside);
            match rest {
                Some(rest) if is_record => {
                    within.0.push(Node::Column(column));
                    within.1.push(rename(described, rest));
                }
                Some(_) => {
                    nodes.push(Node::Column(column));
                    fields.push(rename(described, &described.name()[path.len() + 1..]));
                }
                None if *described.name() == inside => {
                    nodes.push(Node::Column(column));
                    fields.push(rename(described, name));
                }
                None => {}
            }
        }
        let (within, described) = within;
        if !within.is_empty() {
            let kind = DataType::Struct(Fields::from(described));
            let field = Arc::new(Described::new(name, kind, true));
            fields.push(field.clone());
            nodes.push(Node::Struct { field, nodes: within, taken: Some((path.to_owned(), index)) });
        }
    }
    // The struct of the choice itself is never null: each record makes the choice.
    let field = Arc::new(Described::new(path, DataType::Struct(Fields::from(fields)), false));
    (Node::Struct { field: field.clone(), nodes, taken: None }, field)
}

fn rename(field: &FieldRef, name: &str) -> FieldRef {
    Arc::new(field.as_ref().clone().with_name(name))
}

/// What follows a path and a point.
fn find_rest<'p>(path: &'p str, outer: &str) -> Option<&'p str> {
    path.strip_prefix(outer)?.strip_prefix('.')
}

/// Adds the choices that each record makes exactly once, with their paths. Those in arrays and in alternatives are left out.
fn collect_unrepeated_choices<'m>(
    model: &'m Model,
    field: &'m RecordField,
    outer: &str,
    found: &mut Vec<(String, &'m Choice)>,
) {
    let path = format!("{outer}{}", field.name.as_deref().unwrap_or_default());
    // An array has a choice in each element, and one struct for a row cannot say which alternatives they have.
    if !field.counts.is_empty() {
        return;
    }
    match &field.kind {
        FieldKind::Choice(choice) if choice.decision != Decision::AllValid => found.push((path, choice)),
        FieldKind::Record(id) => {
            for field in &model.records[id.0].fields {
                collect_unrepeated_choices(model, field, &format!("{path}."), found);
            }
        }
        // An alternative of a choice is not entered: a choice inside of it is made in some records only.
        _ => {}
    }
}

/// The arrays of nodes, from those of all columns.
pub(crate) fn nest_arrays(
    nodes: &[Node],
    arrays: &[ArrayRef],
    rows: &Rows<'_>,
) -> Result<Vec<ArrayRef>, ArrowError> {
    let nest = |node: &Node| match node {
        Node::Column(index) => Ok(arrays[*index].clone()),
        Node::Struct { field, nodes, taken } => {
            let DataType::Struct(fields) = field.data_type() else {
                return Err(ArrowError::SchemaError(format!("`{}` is no struct", field.name())));
            };
            let inside = nest_arrays(nodes, arrays, rows)?;
            let nulls = taken.as_ref().map(|(path, alternative)| {
                // A struct is valid where its alternative was chosen, whatever the columns in it hold.
                let made = rows.alternatives(path).unwrap_or_default();
                made.iter().map(|one| *one == Some(*alternative)).collect::<NullBuffer>()
            });
            Ok(Arc::new(StructArray::try_new(fields.clone(), inside, nulls)?) as ArrayRef)
        }
    };
    nodes.iter().map(nest).collect()
}

/// The column of a field by its path: one of the batch, or one inside a struct, whose nulls it has then.
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
    find_within(&columns.map(|(field, array)| (field.name().as_str(), array)).collect::<Vec<_>>(), path)
}

fn find_within(columns: &[(&str, &ArrayRef)], path: &str) -> Option<ArrayRef> {
    if let Some((_, array)) = columns.iter().find(|(name, _)| *name == path) {
        return Some((*array).clone());
    }
    columns.iter().find_map(|(name, array)| {
        let rest = find_rest(path, name)?;
        let outer = array.as_any().downcast_ref::<StructArray>()?;
        let inside = outer.fields().iter().zip(outer.columns());
        let inside: Vec<(&str, &ArrayRef)> =
            inside.map(|(field, array)| (field.name().as_str(), array)).collect();
        let found = find_within(&inside, rest)?;
        // A value inside a null struct means nothing in Arrow, so that it is missing for whoever reads the column
        // alone.
        let Some(nulls) = outer.nulls() else { return Some(found) };
        let nulls = NullBuffer::union(Some(nulls), found.nulls());
        Some(make_array(found.to_data().into_builder().nulls(nulls).build().ok()?))
    })
}
