//! The columns of the values that the reference reads.

use std::collections::BTreeMap;

use super::value::Value;
use super::{Field, FieldContent, Shape};

/// For each field its items: `None` for a missing one, and for one in an alternative that is not there.
pub(super) type Columns = BTreeMap<String, Vec<Option<String>>>;

/// The columns of all records.
pub(super) fn to_columns(shape: &Shape, records: &[Value]) -> Columns {
    let mut columns = Columns::new();
    for record in records {
        if let Value::Record(index, values) = record {
            add_record(shape, *index, values, "", &mut columns);
        }
    }
    columns
}

fn add_record(shape: &Shape, record: usize, values: &[(usize, Value)], path: &str, columns: &mut Columns) {
    for (index, value) in values {
        let field = &shape.records[record][*index];
        let Some(name) = &field.name else { continue };
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        add_value(shape, field, value, &path, columns);
    }
}

fn add_value(shape: &Shape, field: &Field, value: &Value, path: &str, columns: &mut Columns) {
    let mut push = |item: Option<String>| columns.entry(path.to_owned()).or_default().push(item);
    match (value, &field.stored) {
        (Value::Filler(_), _) => {}
        (Value::Missing(_) | Value::Bad, _) => push(None),
        (Value::Bytes(bytes), _) => bytes.iter().for_each(|byte| push(Some(byte.to_string()))),
        (Value::List(items), _) => items.iter().for_each(|item| add_value(shape, field, item, path, columns)),
        (Value::Record(record, values), _) => add_record(shape, *record, values, path, columns),
        (Value::Choice(chosen, value), FieldContent::Choice(choice)) => {
            for (index, alternative) in choice.alternatives.iter().enumerate() {
                let value = value.as_deref().filter(|_| index == *chosen);
                add_alternative(shape, alternative.field.as_ref(), value, path, columns);
            }
        }
        (Value::Overlay(values), FieldContent::Choice(choice)) => {
            for (value, alternative) in values.iter().zip(&choice.alternatives) {
                add_alternative(shape, alternative.field.as_ref(), value.as_ref(), path, columns);
            }
        }
        _ => push(Some(value.show_scalar())),
    }
}

fn add_alternative(
    shape: &Shape,
    field: Option<&Field>,
    value: Option<&Value>,
    path: &str,
    columns: &mut Columns,
) {
    let Some(field) = field else { return };
    let Some(name) = &field.name else { return };
    let path = format!("{path}.{name}");
    match value {
        Some(value) => add_value(shape, field, value, &path, columns),
        None => add_absent(shape, field, &path, columns),
    }
}

/// Adds what a table has for a field that is not there: nothing for the items of arrays, else a missing value.
fn add_absent(shape: &Shape, field: &Field, path: &str, columns: &mut Columns) {
    match &field.stored {
        _ if field.array.is_some() => {}
        FieldContent::Bytes(_) => {}
        FieldContent::Number(_) | FieldContent::Text(_) => {
            columns.entry(path.to_owned()).or_default().push(None);
        }
        FieldContent::Record(record) => {
            for field in &shape.records[*record] {
                let Some(name) = &field.name else { continue };
                add_absent(shape, field, &format!("{path}.{name}"), columns);
            }
        }
        FieldContent::Choice(choice) => {
            for field in choice.alternatives.iter().filter_map(|one| one.field.as_ref()) {
                let Some(name) = &field.name else { continue };
                add_absent(shape, field, &format!("{path}.{name}"), columns);
            }
        }
    }
}
