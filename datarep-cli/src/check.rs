//! `datarep check`: texts and their faults.

use std::io::Write as _;

use datarep_dsl::controls::clean_line;
use datarep_dsl::diagnostic::{Diagnostic, SHOWN, describe_hidden};
use datarep_dynamic::{Error, Text};
use serde_json::{Value, json};

use crate::args;
use crate::failure::CliFailure;
use crate::mistakes;
use crate::output;
use crate::progress::ProgressLine;
use crate::texts::{NamedText, read_source};

/// Checks all files. Sound texts are reported on standard output, and faults on standard error unless they are printed
/// as JSON.
pub(crate) fn run(check: &args::CheckOptions) -> Result<(), CliFailure> {
    let mut out = output::stdout();
    let mut faults = Vec::new();
    let mut sound = true;
    let progress = ProgressLine::of_work("checking".to_owned());
    for (index, path) in check.files.iter().enumerate() {
        let path_text = clean_line(&path.to_string_lossy()).into_owned();
        progress.set_message(format!("checking `{path_text}`, {} of {}", index + 1, check.files.len()));
        let NamedText { name: shown, text } = match read_source(path) {
            Ok(named_text) => named_text,
            Err(failure) => {
                sound = false;
                // The texts before this one were reported on standard output, and come first where both go to one
                // terminal.
                out.flush()?;
                _ = failure.print();
                continue;
            }
        };
        match Text::parse_named(&shown, &text) {
            Ok(content) if !check.json => {
                writeln!(out, "{}: {}", clean_line(&shown), describe_content(&content))?;
            }
            Ok(_) => {}
            Err(error) => {
                sound = false;
                if check.json {
                    faults.extend(describe_faults(&shown, &text, &error));
                } else {
                    // The texts before this one are sound, and are reported first.
                    out.flush()?;
                    _ = CliFailure::from_text(&error).print();
                    if mistakes::is_copybook(&text) {
                        output::note(&format!(
                            "`{shown}` is a copybook of COBOL: `datarep import {shown}` makes a text of it"
                        ));
                    }
                }
            }
        }
    }
    if check.json {
        output::write_json(&mut out, &Value::Array(faults))?;
    }
    out.flush()?;
    if sound { Ok(()) } else { Err(CliFailure::AlreadyReported) }
}

/// What a sound text contains.
fn describe_content(text: &Text) -> String {
    let count_phrase = |count: usize, noun: &str| match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        _ => Some(format!("{count} {noun}s")),
    };
    let parts = [
        count_phrase(text.formats().count(), "format"),
        count_phrase(text.representations().len(), "representation"),
        count_phrase(text.records().len(), "record"),
        count_phrase(text.model().tests.len(), "test line"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nothing is in it".to_owned() } else { format!("sound, with {}", parts.join(", ")) }
}

/// The faults of a text, as many as a person is shown, and then the number of the others.
fn describe_faults(file: &str, text: &str, error: &Error) -> Vec<Value> {
    if error.diagnostics().is_empty() {
        return vec![json!({ "file": file, "title": error.to_string() })];
    }
    let faults = error.diagnostics();
    let mut entries: Vec<Value> =
        faults.iter().take(SHOWN).map(|diagnostic| describe_fault(file, text, diagnostic)).collect();
    if let Some(hidden) = describe_hidden(faults, SHOWN) {
        entries.push(json!({ "file": file, "title": hidden, "more": faults.len() - SHOWN }));
    }
    entries
}

fn describe_fault(file: &str, text: &str, diagnostic: &Diagnostic) -> Value {
    let labels = diagnostic.labels.iter().map(|label| {
        let (line, column) = find_line_and_column(text, label.span.start);
        // The end is behind the last character, as editors mark a range.
        let (end_line, end_column) = find_line_and_column(text, label.span.end);
        json!({
            "line": line, "column": column, "end_line": end_line, "end_column": end_column,
            "text": label.text, "primary": label.primary,
        })
    });
    json!({
        "file": file,
        "slug": diagnostic.slug.as_str(),
        "title": diagnostic.title,
        "labels": labels.collect::<Vec<_>>(),
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
}

/// The line and the column of a byte, both counted from one. A column is a character.
fn find_line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let beginning = &text[..text.floor_char_boundary(byte.min(text.len()))];
    let line = beginning.matches('\n').count() + 1;
    let start = beginning.rfind('\n').map_or(0, |newline| newline + 1);
    (line, beginning[start..].chars().count() + 1)
}
