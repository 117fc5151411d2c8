//! `datarep show`: what a format, a representation or a record is.

mod layout;

use std::io::Write as _;

use datarep_dsl::controls::clean_line;
use datarep_dsl::facts::{self, DocComment};
use datarep_dsl::limits::Limits;
use datarep_dsl::model::{TestDirection, TestLine};
use datarep_dsl::{print, words};
use datarep_dynamic::Record;
use serde_json::{Map, Value, json};

use crate::args;
use crate::failure::CliFailure;
use crate::names::{KnownNames, NamedFormat};
use crate::output::{self, Paint};
use crate::page::{self, Page};
use crate::target::{OutputTarget, refuse_inputs};

/// Shows the record with the name, or else the format, the representation, or both.
pub(crate) fn run(show: &args::ShowOptions, names: &KnownNames) -> Result<(), CliFailure> {
    if let Some(record) = names.record(&show.name) {
        return show_record(show, &record);
    }
    let format = names.format(&show.name);
    let representation = names.representation(&show.name);
    // A name may be that of both. What is wrong with it is told if it is neither.
    let format = match (format, &representation) {
        (Ok(format), _) => Some(format),
        (Err(_), Some(_)) => None,
        (Err(failure), None) => return Err(failure),
    };
    if show.page {
        let Some(format) = &format else {
            return Err(CliFailure::new(format!(
                "`{}` is a representation, and the page shows formats",
                show.name
            ))
            .help("name one of its formats"));
        };
        return open_page(format, names);
    }
    if let Some(path) = &show.svg {
        let Some(named) = &format else {
            return Err(CliFailure::new(format!(
                "`{}` is a representation, and no bits can be drawn of it",
                show.name
            ))
            .help("draw one of its formats"));
        };
        refuse_inputs(path, names.paths())?;
        let mut target = OutputTarget::create(path, show.writing)?;
        target.write(named.sheet(&named.test_lines()?).draw_svg().as_bytes())?;
        target.finish()?;
    }
    let mut out = output::stdout();
    if show.json {
        let mut object = match &format {
            Some(named) => format_to_json(named)?,
            None => Map::new(),
        };
        if let Some((model, datarep)) = &representation {
            object
                .insert("representation".to_owned(), Value::String(print::print_one_datarep(model, datarep)));
        }
        output::write_json(&mut out, &Value::Object(object))?;
    } else if show.svg.is_none() {
        if let Some(named) = &format {
            print_format(&mut out, named)?;
        }
        if let Some((model, datarep)) = &representation {
            let separator = if format.is_some() { "\n" } else { "" };
            write!(out, "{separator}")?;
            output::write_model(&mut out, &print::print_one_datarep(model, datarep))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Opens a format in a browser: one of the library by its name, and one of a text of the user with the text.
fn open_page(named: &NamedFormat, names: &KnownNames) -> Result<(), CliFailure> {
    let page = Page::find()?;
    let title = named.title();
    let address = match &names.source_of(named)? {
        None => page.address(&[("view", "format"), ("format", &title)]),
        Some(text) => page.address(&[("view", "text"), ("format", &named.expression), ("text", text)]),
    };
    page::open(&address?)
}

/// Shows the places of a record's fields, and their conversions.
fn show_record(show: &args::ShowOptions, record: &Record) -> Result<(), CliFailure> {
    if show.page {
        return Err(CliFailure::new(format!("`{}` is a record, and the page shows formats", show.name))
            .help("name the format of one of its fields"));
    }
    if show.svg.is_some() {
        return Err(CliFailure::new(format!("`{}` is a record, and no bits can be drawn of it", show.name))
            .help("draw one of its formats"));
    }
    let record_text = print::print_one_record(record.model(), record.described());
    let mut out = output::stdout();
    if show.json {
        let mut object = layout::describe_record(record.model(), record.described());
        object.insert("record".to_owned(), json!(record_text));
        output::write_json(&mut out, &Value::Object(object))?;
    } else {
        output::write_model(&mut out, &record_text)?;
    }
    out.flush()?;
    Ok(())
}

/// Prints what a format is: its doc comment, its bits, and facts about it.
fn print_format(out: &mut impl Paint, named: &NamedFormat) -> Result<(), CliFailure> {
    let doc = DocComment::parse(&named.format.doc);
    for paragraph in
        [&doc.summary].into_iter().chain(&doc.paragraphs).filter(|paragraph| !paragraph.is_empty())
    {
        write!(out, "{paragraph}\n\n")?;
    }
    let tests = named.test_lines()?;
    output::write_model(out, &facts::draw_format(&named.format, &tests))?;
    writeln!(out)?;
    let mut print_fact = |title: &str, fact: &str| -> Result<(), CliFailure> {
        out.paint(output::TITLE, &format!("{:<12}", format!("{title}:")))?;
        Ok(writeln!(out, "{fact}")?)
    };
    for (title, fact) in named.sheet(&tests).facts() {
        print_fact(title, &fact)?;
    }
    if named.from.is_empty() { Ok(()) } else { print_fact("From", &clean_line(&named.from)) }
}

fn format_to_json(named: &NamedFormat) -> Result<Map<String, Value>, CliFailure> {
    let NamedFormat { format, order, from, .. } = named;
    let tests = named.test_lines()?;
    let doc = DocComment::parse(&format.doc);
    let facts: Map<String, Value> = named
        .sheet(&tests)
        .facts()
        .into_iter()
        .map(|(title, fact)| (title.to_lowercase(), Value::String(fact)))
        .collect();
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| drop(object.insert(key.to_owned(), value));
    set("name", json!(format.name));
    set("from", json!(from));
    set("summary", json!(doc.summary));
    set("bits", json!(format.bits));
    set("bytes", json!(order.extent(format.bits)));
    set("order", json!(print::format_order(order)));
    set("facts", Value::Object(facts));
    // Of a pair, the half is described.
    if let Some(float) = format.kind.part() {
        let pieces = print::list_pieces(float, if format.is_pair() { format.bits / 2 } else { format.bits });
        let fields = pieces
            .iter()
            .map(|(letter, range)| json!({ "field": letter, "high": range.high, "low": range.low }));
        set("fields", Value::Array(fields.collect()));
        set("formula", json!(print::format_formula(float)));
        let specials = float.specials.iter().map(|special| {
            json!({
                "class": special.class.word(),
                "condition": print::format_condition(&special.condition),
                "written": special.written.map(|word| words::format_hex(word, format.bits)),
            })
        });
        set("special", Value::Array(specials.collect()));
    }
    if let Some(limits) = Limits::from_format(format) {
        set("limits", limits_to_json(&limits));
    }
    set("examples", Value::Array(tests.iter().map(|test| test_to_json(test, format.bits)).collect()));
    Ok(object)
}

fn limits_to_json(limits: &Limits) -> Value {
    json!({
        "largest": limits.largest,
        "lowest": limits.lowest,
        "smallest": limits.smallest,
        "smallest_normal": limits.smallest_normal,
        "precision": limits.precision,
        "digits_kept": limits.digits_kept,
        "digits_needed": limits.digits_needed,
    })
}

/// A line of a test of a format with `bits` bits.
fn test_to_json(test: &TestLine, bits: u32) -> Value {
    let direction = match test.direction {
        TestDirection::Both => "both",
        TestDirection::Read => "read",
        TestDirection::Write => "write",
    };
    let mut line =
        json!({ "value": test.text, "word": words::format_hex(test.word, bits), "direction": direction });
    if let Some(bytes) = &test.bytes {
        line["bytes"] = json!(output::format_hex(bytes));
    }
    line
}
