//! The formats of the library: a list by words, and what one of them is.

use datarep_dsl::facts::DocComment;
use datarep_dsl::limits::Limits;
use datarep_dsl::model::{Format as Kind, TestDirection, TestLine};
use datarep_dsl::sheet::Sheet;
use datarep_dsl::{print, words};
use datarep_dynamic::names::{self, Resolved, resolve};
use datarep_dynamic::{Described, Format};
use serde_json::{Value, json};

use crate::text::parse_text;
use crate::{Fault, Request, bits};

/// A format that was asked for, with what the library or a text says of it.
pub(crate) struct RequestedFormat {
    pub(crate) described: Described,
    /// The same format, ready to convert slices.
    pub(crate) running: Format,
    order: Option<String>,
    from: String,
    /// The name in another program that was typed.
    foreign: Option<String>,
}

impl RequestedFormat {
    /// The format that the request names: one of its text if there is such a one, otherwise one of the library.
    pub(crate) fn find(request: &Request<'_>) -> Result<RequestedFormat, Fault> {
        RequestedFormat::find_by_name(request.text("format"), request.text("source"))
    }

    pub(crate) fn find_by_name(name: &str, source: &str) -> Result<RequestedFormat, Fault> {
        let (base, order) = names::divided(name.trim());
        let text = (!source.is_empty()).then(|| parse_text(source)).transpose()?;
        // A format of the person's own text hides one of the library with its name.
        let own = text.as_ref().and_then(|text| text.format(base));
        let Resolved { format, order, from, foreign, .. } = match own {
            Some(format) => names::arrange(format, order)?,
            None => resolve(name)?,
        };
        // As it was typed: the page shows it beside the library's name.
        let foreign = foreign.map(|_| name.trim().to_owned());
        Ok(RequestedFormat { described: format.described()?, running: format, order, from, foreign })
    }
}

/// The formats that have all of the words, or all formats.
pub(crate) fn list(request: &Request<'_>) -> Value {
    let matches = names::search(request.text("words"));
    let entries = matches
        .iter()
        .map(|format| json!({ "name": format.name, "from": format.from, "summary": format.summary }));
    json!({ "formats": entries.collect::<Vec<_>>() })
}

/// What a format is, for a page about it.
pub(crate) fn describe(request: &Request<'_>) -> Result<Value, Fault> {
    let requested_format = RequestedFormat::find(request)?;
    let Described { format, order, .. } = &requested_format.described;
    let doc = DocComment::parse(&format.doc);
    let sheet = Sheet { format, order, said: requested_format.order.as_deref(), tests: &[] };
    let facts = sheet.facts().into_iter().map(|(title, fact)| json!({ "title": title, "fact": fact }));
    Ok(json!({
        "name": format.name,
        "from": requested_format.from,
        "foreign": requested_format.foreign,
        "summary": doc.summary,
        "paragraphs": doc.paragraphs,
        "machines": doc.machines,
        "bits": format.bits,
        // Longer ones are decimals, which are converted and not explained.
        "has_words": format.bits <= u128::BITS,
        "bytes": order.extent(format.bits),
        "order": print::format_order(order),
        "fields": bits::list_fields(format),
        "places": bits::list_places(order, format.bits),
        "formula": format.kind.part().map(print::format_formula),
        "special": list_specials(format),
        "facts": facts.collect::<Vec<_>>(),
        "ends": list_ends(format),
    }))
}

/// Words that are known of a format: its test lines. All of its family is checked for them, which takes much longer than
/// to say what the format is.
pub(crate) fn list_examples(request: &Request<'_>) -> Result<Value, Fault> {
    let RequestedFormat { described: Described { format, .. }, running, .. } =
        RequestedFormat::find(request)?;
    let tests = running.test_lines()?;
    let mut examples: Vec<Value> = Vec::new();
    for example in tests.iter().filter_map(|test| example_to_json(test, format.bits)) {
        // A line by bytes may say of the order what another one says of the word.
        if !examples.contains(&example) {
            examples.push(example);
        }
    }
    Ok(json!({ "examples": examples }))
}

fn list_specials(format: &Kind) -> Vec<Value> {
    let specials = format.kind.part().map(|float| &float.specials[..]).unwrap_or_default();
    let entries = specials.iter().map(|special| {
        json!({ "class": special.class.word(), "condition": print::format_condition(&special.condition) })
    });
    entries.collect()
}

/// The ends of the range, with their titles.
fn list_ends(format: &Kind) -> Vec<Value> {
    let Some(limits) = Limits::from_format(format) else { return Vec::new() };
    let ends = [
        ("largest", Some(limits.largest)),
        ("smallest with full precision", limits.smallest_normal),
        ("smallest above zero", limits.smallest),
        ("lowest", limits.lowest),
    ];
    ends.into_iter()
        .filter_map(|(title, value)| value.map(|value| json!({ "title": title, "value": value })))
        .collect()
}

/// A test line that goes both ways or is read.
fn example_to_json(test: &TestLine, bits: u32) -> Option<Value> {
    // A line that is only written may have a value that the word does not mean exactly.
    let reads = test.direction != TestDirection::Write;
    reads.then(|| json!({ "value": test.text, "word": words::format_hex(test.word, bits) }))
}
