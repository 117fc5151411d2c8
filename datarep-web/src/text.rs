//! A text of the language: its faults at their places, or what it describes.

use datarep::Datarep;
use datarep_dsl::diagnostic::{Diagnostic, SHOWN, describe_hidden};
use datarep_dsl::words;
use datarep_dynamic::{Record, Text};
use serde_json::{Value, json};

use crate::Request;

/// Checks a text, and with it its test lines.
pub(crate) fn check(request: &Request<'_>) -> Value {
    let source = request.text("text");
    match Text::parse(source) {
        Ok(text) => describe_text(&text),
        Err(error) => {
            let faults = error.diagnostics();
            // An error without diagnostics, such as a text that is too large, has its message alone.
            let title = faults.is_empty().then(|| error.to_string());
            let entries: Vec<Value> = faults.iter().take(SHOWN).map(|fault| entry(source, fault)).collect();
            json!({ "diagnostics": entries, "more": describe_hidden(faults, SHOWN), "title": title })
        }
    }
}

fn describe_text(text: &Text) -> Value {
    let model = text.model();
    let tests = model.tests.iter().map(|test| {
        let format = &model.formats[test.format.0];
        json!({ "format": format.name, "value": test.text, "word": words::format_hex(test.word, format.bits) })
    });
    json!({
        "diagnostics": [],
        "formats": text.formats().collect::<Vec<_>>(),
        "representations": text.representations().iter().map(Datarep::name).collect::<Vec<_>>(),
        "records": text.records().iter().map(Record::name).collect::<Vec<_>>(),
        "tests": tests.collect::<Vec<_>>(),
    })
}

fn entry(source: &str, fault: &Diagnostic) -> Value {
    let labels = fault.labels.iter().map(|label| {
        json!({
            "start": units_before(source, label.span.start),
            "end": units_before(source, label.span.end),
            "line": source[..source.floor_char_boundary(label.span.start)].matches('\n').count() + 1,
            "text": label.text,
            "primary": label.primary,
        })
    });
    json!({
        "slug": fault.slug.as_str(),
        "title": fault.title,
        "labels": labels.collect::<Vec<_>>(),
        "notes": fault.notes,
        "help": fault.help,
    })
}

/// The place of a byte in units of UTF-16, by which a browser counts.
fn units_before(source: &str, byte: usize) -> usize {
    // Spans count bytes, and slicing within a character would panic.
    source[..source.floor_char_boundary(byte.min(source.len()))].encode_utf16().count()
}
