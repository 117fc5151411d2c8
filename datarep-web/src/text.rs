//! A text of the language: its faults at their places, or what it describes.

use std::cell::RefCell;
use std::rc::Rc;

use datarep::Datarep;
use datarep_dsl::diagnostic::{Diagnostic, SHOWN, describe_hidden};
use datarep_dsl::highlight::{Part, list_parts};
use datarep_dsl::words;
use datarep_dynamic::{Error, Record, Text};
use serde_json::{Value, json};

use crate::Request;

/// The most parts that are colored. A text with more is no description that a person edits.
const COLORED: usize = 20_000;

thread_local! {
    /// The text that was sound last. After each key the page asks for its faults, for a format of it, and for a word.
    static LAST: RefCell<Option<(String, Rc<Text>)>> = const { RefCell::new(None) };
}

/// Parses and checks a text, unless it is the one that was sound last.
pub(crate) fn parse_text(source: &str) -> Result<Rc<Text>, Error> {
    let last = LAST.with_borrow(|last| {
        last.as_ref().filter(|(before, _)| before == source).map(|(_, text)| Rc::clone(text))
    });
    if let Some(text) = last {
        return Ok(text);
    }
    let text = Rc::new(Text::parse(source)?);
    LAST.set(Some((source.to_owned(), Rc::clone(&text))));
    Ok(text)
}

/// Checks a text, and with it its test lines. The answer has the parts that an editor colors, too.
pub(crate) fn check(request: &Request<'_>) -> Value {
    let source = request.text("text");
    let mut answer = check_source(source);
    answer["parts"] = list_highlights(source);
    answer
}

/// Returns the colored parts of a text as one flat list of starts, ends and kinds, because there
/// are many.
fn list_highlights(source: &str) -> Value {
    let mut units = Vec::new();
    let mut place = Utf16Cursor { source, byte: 0, unit: 0 };
    for (span, part) in list_parts(source).into_iter().take(COLORED) {
        let kind = match part {
            Part::Keyword => "k",
            Part::Number => "n",
            Part::Text => "t",
            Part::Comment => "c",
            // Without a color until it has one here.
            _ => continue,
        };
        units.extend([json!(place.advance(span.start)), json!(place.advance(span.end)), json!(kind)]);
    }
    Value::Array(units)
}

/// A place that only moves on, so that each character is counted once.
struct Utf16Cursor<'s> {
    source: &'s str,
    byte: usize,
    unit: usize,
}

impl Utf16Cursor<'_> {
    /// Moves to a byte, and returns its place in units of UTF-16, by which a browser counts.
    fn advance(&mut self, byte: usize) -> usize {
        self.unit += self.source[self.byte..byte].encode_utf16().count();
        self.byte = byte;
        self.unit
    }
}

fn check_source(source: &str) -> Value {
    match parse_text(source) {
        Ok(text) => describe_text(&text),
        Err(error) => {
            let faults = error.diagnostics();
            // An error without diagnostics, such as a text that is too large, has its message alone.
            let title = faults.is_empty().then(|| error.to_string());
            let entries: Vec<Value> =
                faults.iter().take(SHOWN).map(|fault| fault_to_json(source, fault)).collect();
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

fn fault_to_json(source: &str, fault: &Diagnostic) -> Value {
    let labels = fault.labels.iter().map(|label| {
        json!({
            "start": count_units_before(source, label.span.start),
            "end": count_units_before(source, label.span.end),
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
fn count_units_before(source: &str, byte: usize) -> usize {
    // Spans count bytes, and slicing within a character would panic.
    source[..source.floor_char_boundary(byte.min(source.len()))].encode_utf16().count()
}
