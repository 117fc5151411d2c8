//! `datarep explain`: one word through every step to its value, or one value to its word.

use std::io::Write;

use datarep_dsl::explain::{Question, Refused, UNWRITTEN, explain};
use datarep_dsl::facts::Doc;
use serde_json::{Map, Value, json};

use crate::args;
use crate::failure::CliFailure;
use crate::mistakes;
use crate::names::{KnownNames, NamedFormat};
use crate::output::{self, Paint as _};

/// Explains the word or the value in each format.
pub(crate) fn run(command: &args::ExplainOptions, names: &KnownNames) -> Result<(), CliFailure> {
    let asked = Question::parse(&command.what).map_err(refusal_failure)?;
    let formats = command.formats.iter().flat_map(|formats| split_names(formats));
    let formats = formats.map(|name| names.format(name)).collect::<Result<Vec<NamedFormat>, CliFailure>>()?;
    let mut out = output::stdout();
    let mut entries = Vec::new();
    let mut failed = false;
    for (index, named) in formats.iter().enumerate() {
        let steps = explain(&named.format, &named.order, &asked).map_err(|fault| {
            // Digits without `0x` are no value of some formats only, so this is asked where one has refused them.
            let digits = mistakes::explain_digits(&command.what);
            refusal_failure(Refused { help: digits.or(fault.help), ..fault })
        })?;
        mistakes::note_short_word(&command.what, &named.format.name, named.format.bits);
        // The other formats are explained before the command fails.
        failed |= steps.iter().any(|step| step.0 == UNWRITTEN);
        if command.json {
            let mut object: Map<String, Value> =
                Map::from_iter([("format".to_owned(), json!(named.format.name))]);
            object.extend(
                steps.into_iter().map(|(title, step)| (title.replace(' ', "_"), Value::String(step))),
            );
            entries.push(Value::Object(object));
            continue;
        }
        let between = if index > 0 { "\n" } else { "" };
        let summary = Doc::parse(&named.format.doc).summary;
        let colon = if summary.is_empty() { "" } else { ": " };
        write!(out, "{between}")?;
        out.paint(output::NAME, &named.format.name)?;
        writeln!(out, "{colon}{summary}")?;
        for (title, step) in steps {
            let style = if title == UNWRITTEN { output::WRONG } else { output::TITLE };
            out.paint(style, &format!("  {title:<9} "))?;
            writeln!(out, "{step}")?;
        }
    }
    if command.json {
        output::write_json(&mut out, &Value::Array(entries))?;
    }
    out.flush()?;
    if failed { Err(CliFailure::Said) } else { Ok(()) }
}

/// Splits names at the commas between them. A comma in parentheses is part of a name.
fn split_names(names: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, letter) in names.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&names[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&names[start..]);
    parts
}

fn refusal_failure(refused: Refused) -> CliFailure {
    let failure = CliFailure::new(refused.title);
    match refused.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_parentheses_are_part_of_a_name() {
        assert_eq!(
            split_names("hfp32,packed_decimal(7, 2),vax_f"),
            ["hfp32", "packed_decimal(7, 2)", "vax_f"]
        );
    }
}
