//! Writes values by what was drawn.
//!
//! What an overlay holds is written by the first of its alternatives from whose bytes all values are read again that are
//! there. A choice by what is valid must be read as the alternative that was written.

use super::value::Value;
use super::walk::read_choice;
use super::{Choice, CountExpression, Decision, Field, FieldContent, Null, Number, Shape};

/// Why values are not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// A value has no bytes.
    Refused,
    /// It depends on more than the reference looks at.
    Unknown,
}

type Written = Result<Vec<u8>, Refusal>;

/// The bytes of a record.
pub(super) fn write_record(shape: &Shape, record: usize, values: &[(usize, Value)]) -> Written {
    let fields = &shape.records[record];
    let written: Result<Vec<Vec<u8>>, Refusal> =
        values.iter().map(|(index, value)| write_field(shape, &fields[*index], value)).collect();
    Ok(written?.concat())
}

fn write_field(shape: &Shape, field: &Field, value: &Value) -> Written {
    match (value, &field.stored) {
        (Value::List(items), _) => {
            let items: Result<Vec<Vec<u8>>, Refusal> =
                items.iter().map(|item| write_field(shape, field, item)).collect();
            Ok(items?.concat())
        }
        (Value::Filler(bytes), _) => Ok(vec![0; *bytes]),
        (Value::Bytes(bytes), _) => Ok(bytes.clone()),
        (Value::Record(record, values), _) => write_record(shape, *record, values),
        (Value::Choice(chosen, value), FieldContent::Choice(choice)) => {
            write_choice(shape, choice, *chosen, value.as_deref())
        }
        (Value::Overlay(values), FieldContent::Choice(choice)) => write_overlay(shape, choice, values),
        (Value::Missing(bytes), _) => {
            field.nulls.iter().find_map(|null| null.missing_bytes(field, *bytes)).ok_or(Refusal::Refused)
        }
        (value, FieldContent::Number(number)) => number.encode(value).ok_or(Refusal::Refused),
        (Value::Text(text, length), FieldContent::Text(described)) => {
            // A text up to the end of its record is as long as it is.
            let length = if matches!(described.length, CountExpression::Rest) { None } else { Some(*length) };
            described.encode(text, length).ok_or(Refusal::Refused)
        }
        _ => Err(Refusal::Refused),
    }
}

fn pad_choice(choice: &Choice, mut bytes: Vec<u8>) -> Written {
    let Some(stated) = choice.bytes else { return Ok(bytes) };
    if bytes.len() > stated {
        return Err(Refusal::Refused);
    }
    bytes.resize(stated, 0);
    Ok(bytes)
}

fn write_alternative(shape: &Shape, choice: &Choice, index: usize, value: Option<&Value>) -> Written {
    let field = choice.alternatives[index].field.as_ref();
    let bytes = match (field, value) {
        (Some(field), Some(value)) => write_field(shape, field, value)?,
        (field, _) => vec![0; shape.fixed_field_bytes(field).ok_or(Refusal::Unknown)?],
    };
    pad_choice(choice, bytes)
}

fn write_choice(shape: &Shape, choice: &Choice, chosen: usize, value: Option<&Value>) -> Written {
    let bytes = write_alternative(shape, choice, chosen, value)?;
    if choice.decision == Decision::FirstValid {
        let lengths = choice.alternatives.iter().map(|one| shape.fixed_field_bytes(one.field.as_ref()));
        let is_plain = choice.bytes.is_some() || lengths.into_iter().all(|one| one == Some(bytes.len()));
        if !is_plain || depends_on_outer_field(choice) {
            // Whether another one is valid depends on the bytes behind it.
            return Err(Refusal::Unknown);
        }
        match read_choice(shape, choice, &bytes) {
            Ok(Value::Choice(again, _)) if again == chosen => {}
            _ => return Err(Refusal::Refused),
        }
    }
    Ok(bytes)
}

fn write_overlay(shape: &Shape, choice: &Choice, values: &[Option<Value>]) -> Written {
    let bytes = choice.bytes.or_else(|| shape.longest_alternative_bytes(choice)).ok_or(Refusal::Unknown)?;
    if depends_on_outer_field(choice) {
        return Err(Refusal::Unknown);
    }
    let stated = Choice { bytes: Some(bytes), ..choice.clone() };
    // A value that is not written is compared with what is read back, or refused: the forms may do either.
    let written = values.iter().enumerate().map(|(index, value)| {
        let value = value.as_ref()?;
        Some(write_alternative(shape, &stated, index, Some(value)).map_err(|_| Refusal::Unknown))
    });
    let written: Vec<Vec<u8>> = written.flatten().collect::<Result<_, _>>()?;
    for bytes in written {
        let Ok(Value::Overlay(again)) = read_choice(shape, &stated, &bytes) else { continue };
        let mut is_kept = true;
        for (other, (value, again)) in values.iter().zip(&again).enumerate() {
            let Some(value) = value else { continue };
            let write = |value: &Value| write_alternative(shape, &stated, other, Some(value));
            is_kept &= match again {
                Some(again) => again == value || write(again)? == write(value)?,
                None => false,
            };
        }
        if is_kept {
            return Ok(bytes);
        }
    }
    Err(Refusal::Refused)
}

impl Null {
    /// The bytes that are written for a missing item of so many bytes, if this case says any.
    fn missing_bytes(&self, field: &Field, bytes: usize) -> Option<Vec<u8>> {
        let number = match &field.stored {
            FieldContent::Number(number) => Some(*number),
            _ => None,
        };
        match self {
            Null::Spaces => Some(vec![field.space_byte()?; bytes]),
            Null::LowValues => Some(vec![0; bytes]),
            Null::HighValues => Some(vec![0xFF; bytes]),
            Null::All(byte) => Some(vec![*byte; bytes]),
            Null::Bytes(pattern) => Some(pattern.clone()),
            Null::Invalid => None,
            Null::Nan => match number? {
                Number::Single { .. } => number?.encode(&Value::Single(f32::NAN.to_bits())),
                _ => number?.encode(&Value::Double(f64::NAN.to_bits())),
            },
            Null::Number(units, scale) => {
                let (negative, magnitude) = (*units < 0, units.unsigned_abs());
                let number = number?;
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                let value = match number {
                    Number::Single { .. } => Value::Single((*units as f32).to_bits()),
                    Number::Double { .. } | Number::Vax => Value::Double((*units as f64).to_bits()),
                    _ => Value::Number { negative, units: magnitude, places: Some(*scale) },
                };
                number.encode(&value)
            }
        }
    }
}

/// Whether an alternative is counted or decided by a field outside of it.
fn depends_on_outer_field(choice: &Choice) -> bool {
    choice.alternatives.iter().any(|one| {
        let Some(field) = &one.field else { return false };
        let is_outside =
            |count: &CountExpression| !matches!(count, CountExpression::Number(_) | CountExpression::Rest);
        match &field.stored {
            _ if field.array.as_ref().is_some_and(is_outside) => true,
            FieldContent::Text(text) => is_outside(&text.length),
            FieldContent::Bytes(count) => is_outside(count),
            FieldContent::Choice(_) | FieldContent::Number(_) | FieldContent::Record(_) => false,
        }
    })
}

/// Where a value is, which decides whether tables say how many items an array has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValuePlace {
    /// In no array and in no overlay.
    Direct,
    /// In an item of an array, or in an overlay, however deep.
    Nested,
}

/// Whether a value can be seen among the values of a table: a missing one cannot. The number of items of an array is that of
/// a whole record, so it says nothing if the array lies in another one, and in an overlay arrays are only compared.
fn is_visible(value: &Value, place: ValuePlace) -> bool {
    let inner = |value: &Value| is_visible(value, place);
    match value {
        Value::Missing(_) | Value::Bad | Value::Filler(_) | Value::Choice(_, None) => false,
        Value::Number { .. } | Value::Single(_) | Value::Double(_) | Value::Text(..) => true,
        Value::Bytes(bytes) => !bytes.is_empty() && place == ValuePlace::Direct,
        Value::List(items) => !items.is_empty() && place == ValuePlace::Direct,
        Value::Record(_, values) => values.iter().any(|(_, value)| inner(value)),
        Value::Choice(_, Some(value)) => inner(value),
        Value::Overlay(values) => values.iter().flatten().any(inner),
    }
}

/// Whether tables say of all alternatives that are found by what is valid which ones are there.
pub(super) fn has_visible_alternatives(
    shape: &Shape,
    field: Option<&Field>,
    value: &Value,
    place: ValuePlace,
) -> bool {
    let inner = |field, value| has_visible_alternatives(shape, field, value, place);
    let choice = match field {
        Some(Field { stored: FieldContent::Choice(choice), .. }) => Some(choice),
        _ => None,
    };
    match (value, choice) {
        (Value::Record(record, values), _) => {
            values.iter().all(|(index, value)| inner(Some(&shape.records[*record][*index]), value))
        }
        (Value::List(items), _) => {
            items.iter().all(|item| has_visible_alternatives(shape, field, item, ValuePlace::Nested))
        }
        (Value::Choice(chosen, value), Some(choice)) => {
            let by_field = matches!(choice.decision, Decision::Field(_));
            let value = value.as_deref();
            let alternative = choice.alternatives[*chosen].field.as_ref();
            (by_field || value.is_some_and(|value| is_visible(value, place)))
                && value.is_none_or(|value| inner(alternative, value))
        }
        (Value::Overlay(values), Some(choice)) => {
            values.iter().zip(&choice.alternatives).all(|(value, one)| {
                let (field, place) = (one.field.as_ref(), ValuePlace::Nested);
                let inner = |value| has_visible_alternatives(shape, field, value, place);
                value.as_ref().is_none_or(|value| is_visible(value, place) && inner(value))
            })
        }
        _ => true,
    }
}
