//! Prints records for people: the place and content of each field, and its conversions.

use std::fmt::{self, Display, Formatter};

use super::conversion::{OrderText, print_conversion};
use super::drawing::print_doc;
use crate::model::{
    Alternative, Case, Decision, FieldKind, Model, NullCase, Nulls, Padding, Record, RecordField, Trim,
};

/// Prints a record of a model: the places of its fields, and its conversions.
pub fn print_one_record(model: &Model, record: &Record) -> String {
    struct PrintedRecord<'m>(&'m Model, &'m Record);
    impl Display for PrintedRecord<'_> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            print_record(f, self.0, self.1)
        }
    }
    PrintedRecord(model, record).to_string()
}

pub(super) fn print_record(f: &mut Formatter<'_>, model: &Model, record: &Record) -> fmt::Result {
    print_doc(f, "///", &record.doc)?;
    // The least length is all that is known where fields decide about it.
    let bytes = if record.is_fixed { "" } else { "or more " };
    writeln!(f, "record {}: {} {bytes}bytes", record.name, record.least_bytes)?;
    writeln!(f, "    {:>6} {:>6}  {:<20} {:<12} stored as", "offset", "bytes", "field", "native")?;
    for field in &record.fields {
        print_field(f, model, record, field, "")?;
        // Alternatives follow their choice, at the same offset.
        if let FieldKind::Choice(choice) = &field.kind {
            for alternative in &choice.alternatives {
                let cases = match (&choice.decision, &alternative.cases) {
                    (Decision::Field(_), _) => format!("if {}: ", format_cases(alternative)),
                    (Decision::FirstValid | Decision::AllValid, Some(_)) => "if valid: ".to_owned(),
                    (Decision::FirstValid | Decision::AllValid, None) => "otherwise: ".to_owned(),
                };
                match &alternative.field {
                    Some(inside) => print_field(f, model, record, inside, &cases)?,
                    None => writeln!(f, "    {:>6} {:>6}  {:<20} {:<12} {cases}nothing", "", "0", "_", "-")?,
                }
            }
        }
    }
    for (index, conversion) in record.conversions.iter().enumerate() {
        print_conversion(f, model, index, conversion)?;
    }
    Ok(())
}

/// Prints the line of a field. `when` says for which values of another field it is there.
fn print_field(
    f: &mut Formatter<'_>,
    model: &Model,
    record: &Record,
    field: &RecordField,
    when: &str,
) -> fmt::Result {
    let offset = field.offset.map_or("?".to_owned(), |offset| offset.to_string());
    let bytes = field.bytes.map_or("?".to_owned(), |bytes| bytes.to_string());
    let name = field.name.as_deref().unwrap_or("_");
    let (native, stored) = describe_stored(model, record, field);
    writeln!(f, "    {offset:>6} {bytes:>6}  {name:<20} {native:<12} {when}{stored}")
}

/// The values for which an alternative is chosen, as the language writes them.
fn format_cases(alternative: &Alternative) -> String {
    let Some(cases) = &alternative.cases else { return "otherwise".to_owned() };
    let cases = cases.iter().map(|case| match case {
        // As the language reads it: a backslash first, so that those before quotes are not doubled.
        Case::Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        Case::Integers(range) if range.start() == range.end() => range.start().to_string(),
        Case::Integers(range) => format!("{}..={}", range.start(), range.end()),
    });
    cases.collect::<Vec<_>>().join(" | ")
}

/// The native type of an item, and the stored format.
fn describe_stored(model: &Model, record: &Record, field: &RecordField) -> (String, String) {
    let format = |conversion: usize| {
        let conversion = &record.conversions[conversion];
        format!("{} {}", model.formats[conversion.format.0].name, OrderText(&conversion.order))
    };
    let (native, item) = match &field.kind {
        FieldKind::Scalar { conversion } => (
            record.conversions[*conversion].native.word().to_owned(),
            format!("{} [{conversion}]", format(*conversion)),
        ),
        FieldKind::Text(text) => {
            let count = text.length.to_text(record);
            let padding = text.padding.word();
            // What the padding implies is not said again.
            let usual = if text.padding == Padding::None { Trim::None } else { Trim::Right };
            let trim =
                if text.trim == usual { String::new() } else { format!(", trim {}", text.trim.word()) };
            let narrow = text.narrow.map_or(String::new(), |narrow| format!(", {narrow}"));
            let item = format!(
                "text of {count} {}, padding {padding}{trim} [{}{narrow}]",
                format(text.wide),
                text.wide
            );
            ("text".to_owned(), item)
        }
        FieldKind::Record(id) => {
            let name = &model.records[id.0].name;
            (name.clone(), format!("record {name}"))
        }
        FieldKind::Byte => ("u8".to_owned(), "byte".to_owned()),
        FieldKind::Filler(_) => ("-".to_owned(), "nothing".to_owned()),
        FieldKind::Choice(choice) => {
            let stored = match &choice.decision {
                Decision::Field(_) => {
                    let selector = choice.selector_path(record, &model.records);
                    format!("choice by {}", selector.unwrap_or_default())
                }
                Decision::FirstValid => "the first that is valid".to_owned(),
                Decision::AllValid => "all that are valid".to_owned(),
            };
            let kind = if choice.decision == Decision::AllValid { "overlay" } else { "choice" };
            (kind.to_owned(), stored)
        }
    };
    let stored =
        // From the innermost array outward, so that the outermost count stands first.
        field.counts.iter().rev().fold(item, |item, count| format!("{} × {item}", count.to_text(record)));
    let missing = field.nulls.as_ref().map_or(String::new(), |nulls| format!(", {}", format_nulls(nulls)));
    (native, stored + &missing)
}

fn format_nulls(nulls: &Nulls) -> String {
    let hexadecimal = |bytes: &[u8]| {
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        bytes.concat()
    };
    let cases = nulls.cases.iter().map(|case| match case {
        NullCase::Bytes(bytes) => format!("bytes {}", hexadecimal(bytes)),
        NullCase::Number(bytes) => format!("the number {}", hexadecimal(bytes)),
        NullCase::Nan => "nan".to_owned(),
        NullCase::Invalid => "invalid".to_owned(),
    });
    format!("missing if {}", cases.collect::<Vec<_>>().join(" or "))
}
