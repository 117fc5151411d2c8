//! A record as JSON, for programs: where each field is, and what it holds.
//!
//! It says what the table for people says, in the same order. An offset counts from the first byte of the record that
//! has the field, so that a record which is an item of an array is described once. What differs from record to record
//! is `null`: the offset behind an array whose count is a field, and the length of that array.

use datarep_dsl::model::{
    Alternative, Case, Choice, Conversion, Count, Decision, FieldKind, Model, NullCase, Record, RecordField,
    TextField,
};
use datarep_dsl::print;
use serde_json::{Map, Value, json};

/// The description of a record of a model.
pub(super) fn describe_record(model: &Model, record: &Record) -> Map<String, Value> {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| drop(object.insert(key.to_owned(), value));
    set("name", json!(record.name));
    set("doc", json!(record.doc));
    // A record that takes the rest of a file is as long as the file.
    set("bytes", json!((record.is_fixed && !record.takes_rest).then_some(record.least_bytes)));
    set("least_bytes", json!(record.least_bytes));
    set("fields", describe_fields(model, record));
    object
}

fn describe_fields(model: &Model, record: &Record) -> Value {
    record.fields.iter().map(|field| Value::Object(describe_field(model, record, field))).collect()
}

fn describe_field(model: &Model, record: &Record, field: &RecordField) -> Map<String, Value> {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| drop(object.insert(key.to_owned(), value));
    set("name", json!(field.name));
    set("offset", json!(field.offset));
    set("bytes", json!(field.bytes));
    set("counts", field.counts.iter().map(|count| describe_count(record, *count)).collect());
    if let Some(nulls) = &field.nulls {
        set("missing", nulls.cases.iter().map(describe_missing).collect());
    }
    let kind = match &field.kind {
        FieldKind::Scalar { conversion } => {
            describe_conversion(model, &record.conversions[*conversion], &mut set);
            "item"
        }
        FieldKind::Text(text) => {
            describe_conversion(model, &record.conversions[text.wide], &mut set);
            describe_text(record, text, &mut set);
            "text"
        }
        FieldKind::Record(id) => {
            let inner = &model.records[id.0];
            set("record", json!(inner.name));
            set("fields", describe_fields(model, inner));
            "record"
        }
        FieldKind::Byte => "byte",
        FieldKind::Filler(_) => "filler",
        FieldKind::Choice(choice) => {
            set("decision", describe_decision(model, record, choice));
            let alternatives = choice.alternatives.iter();
            set(
                "alternatives",
                alternatives.map(|alternative| describe_alternative(model, record, alternative)).collect(),
            );
            if choice.decision == Decision::AllValid { "overlay" } else { "choice" }
        }
    };
    set("kind", json!(kind));
    object
}

fn describe_conversion(model: &Model, conversion: &Conversion, set: &mut impl FnMut(&str, Value)) {
    let format = &model.formats[conversion.format.0];
    set("format", json!(format.name));
    set("bits", json!(format.bits));
    set("order", json!(print::format_order(&conversion.order)));
    set("native", json!(conversion.native.word()));
}

fn describe_text(record: &Record, text: &TextField, set: &mut impl FnMut(&str, Value)) {
    set("native", json!("text"));
    set("length", describe_count(record, text.length));
    set("padding", json!(text.padding.word()));
    set("trim", json!(text.trim.word()));
}

/// A number, or what the language writes: the name of a field, a condition, or `..` for all that is left.
fn describe_count(record: &Record, count: Count) -> Value {
    count.fixed().map_or_else(|| json!(count.to_text(record)), |count| json!(count))
}

fn describe_missing(case: &NullCase) -> Value {
    let hexadecimal = |bytes: &[u8]| {
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        bytes.concat()
    };
    match case {
        NullCase::Bytes(bytes) => json!({ "bytes": hexadecimal(bytes) }),
        NullCase::Number(bytes) => json!({ "number": hexadecimal(bytes) }),
        NullCase::Nan => json!("nan"),
        NullCase::Invalid => json!("invalid"),
    }
}

fn describe_decision(model: &Model, record: &Record, choice: &Choice) -> Value {
    match choice.decision {
        Decision::Field(_) => json!({ "field": choice.selector_path(record, &model.records) }),
        Decision::FirstValid => json!("first valid"),
        Decision::AllValid => json!("all valid"),
    }
}

/// An alternative. Its field is `null` where the record has nothing. Its cases are those of the deciding field, or `null`
/// for the alternative that is taken if no other is.
fn describe_alternative(model: &Model, record: &Record, alternative: &Alternative) -> Value {
    let cases = alternative.cases.as_ref().map(|cases| cases.iter().map(describe_case).collect::<Value>());
    let field = alternative.field.as_ref().map(|field| describe_field(model, record, field));
    json!({ "cases": cases, "field": field })
}

fn describe_case(case: &Case) -> Value {
    match case {
        Case::Text(text) => json!(text),
        Case::Integers(range) if range.start() == range.end() => describe_integer(*range.start()),
        Case::Integers(range) => {
            json!({ "from": describe_integer(*range.start()), "to": describe_integer(*range.end()) })
        }
    }
}

/// A number, or its digits if JSON's readers cannot be expected to hold it.
fn describe_integer(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| json!(number.to_string()), |number| json!(number))
}
