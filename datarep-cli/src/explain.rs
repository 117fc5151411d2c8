//! `datarep explain`: one word through every step to its value, or one value to its word.

use std::io::Write as _;

use datarep::packed::FirstBit;
use datarep_dsl::explain::{ExplainError, Question, Steps, UNWRITTEN, explain, explain_ordered};
use datarep_dsl::facts::DocComment;
use datarep_dsl::model::{ByteOrder, Container};
use serde_json::{Map, Value, json};

use crate::args;
use crate::failure::CliFailure;
use crate::mistakes;
use crate::names::{KnownNames, NamedFormat};
use crate::output::{self, Paint as _};
use crate::texts::read_source;

/// The title of a step that says why a line has no others.
const REFUSED: &str = "refused";

/// Explains the word or the value in each format, or each line of a file.
pub(crate) fn run(command: &args::ExplainOptions, names: &KnownNames) -> Result<(), CliFailure> {
    // Before the formats are found: a wrong word is the nearer mistake.
    let question = command.what.as_deref().map(|what| Ok::<_, ExplainError>((what, Question::parse(what)?)));
    let question = question.transpose().map_err(refusal_failure)?;
    let formats = command.formats.iter().flat_map(|formats| split_names(formats));
    let formats = formats.map(|name| names.format(name)).collect::<Result<Vec<NamedFormat>, CliFailure>>()?;
    let mut writer = ExplanationWriter::new(command.json);
    if let Some((what, question)) = question {
        explain_one(what, &question, &formats, &mut writer)?;
    }
    if let Some(file) = &command.lines {
        let text = read_source(file)?.text;
        explain_lines(&text, &formats, &mut writer)?;
    }
    writer.finish()
}

/// Explains one word or value. A format that has no such word is a failure of the command.
fn explain_one(
    what: &str,
    question: &Question,
    formats: &[NamedFormat],
    writer: &mut ExplanationWriter,
) -> Result<(), CliFailure> {
    for named in formats {
        let steps = explain_in_file(named, question).map_err(|fault| {
            // Digits without `0x` are no value of some formats only, so this is asked where one has refused them.
            // A wider format has no word at all.
            let digits = (named.format.bits <= u128::BITS).then(|| mistakes::explain_digits(what)).flatten();
            refusal_failure(ExplainError { help: digits.or(fault.help), ..fault })
        })?;
        mistakes::note_short_word(what, &named.format.name, named.format.bits);
        writer.write(None, named, steps)?;
    }
    Ok(())
}

/// Explains one word or value. Of words that are packed, the bytes are those of the first word of a file.
fn explain_in_file(named: &NamedFormat, question: &Question) -> Result<Steps, ExplainError> {
    let Some(packing) = named.packing else { return explain(&named.format, &named.order, question) };
    let bytes = u32::try_from(packing.extent()).unwrap_or(u32::MAX);
    // The word begins where the first byte does, and not where an unpacked item has it.
    let order = match (packing.layout().first_bit(), packing.bits().is_multiple_of(8)) {
        (FirstBit::Most, true) => ByteOrder::Big,
        (FirstBit::Least, true) => ByteOrder::Little,
        (FirstBit::Most, false) => ByteOrder::Contained(Container::LeftJustified { bytes, big: true }),
        (FirstBit::Least, false) => ByteOrder::Contained(Container::RightJustified { bytes, big: false }),
    };
    let words = named.named_order.as_deref().unwrap_or("packed");
    explain_ordered(&named.format, &order, &format!("{words}: the first word of a file"), question)
}

/// Explains lines. What cannot be explained says so in its place.
fn explain_lines(
    text: &str,
    formats: &[NamedFormat],
    writer: &mut ExplanationWriter,
) -> Result<(), CliFailure> {
    for what in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let question = Question::parse(what);
        for named in formats {
            let steps = question.clone().and_then(|question| explain_in_file(named, &question));
            let steps = steps.unwrap_or_else(|fault| {
                let help = fault.help.map(|help| ("help", help));
                [(REFUSED, fault.title)].into_iter().chain(help).collect()
            });
            writer.write(Some(what), named, steps)?;
        }
    }
    Ok(())
}

/// Writes explanations one after the other, as text or as JSON.
struct ExplanationWriter {
    json: bool,
    out: output::Stdout,
    entries: Vec<Value>,
    /// Whether something was written before.
    follows: bool,
    /// Whether something has no word. The other formats are explained before the command fails.
    failed: bool,
}

impl ExplanationWriter {
    fn new(json: bool) -> ExplanationWriter {
        ExplanationWriter { json, out: output::stdout(), entries: Vec::new(), follows: false, failed: false }
    }

    /// Writes the steps in one format; `what` is the line of a list.
    fn write(&mut self, what: Option<&str>, named: &NamedFormat, steps: Steps) -> Result<(), CliFailure> {
        self.failed |= steps.iter().any(|step| matches!(step.0, UNWRITTEN | REFUSED));
        let name = &named.format.name;
        if self.json {
            let mut object: Map<String, Value> = Map::from_iter([("format".to_owned(), json!(name))]);
            object.extend(what.map(|what| ("line".to_owned(), json!(what))));
            object.extend(
                steps.into_iter().map(|(title, step)| (title.replace(' ', "_"), Value::String(step))),
            );
            self.entries.push(Value::Object(object));
            return Ok(());
        }
        if std::mem::replace(&mut self.follows, true) {
            writeln!(self.out)?;
        }
        if let Some(what) = what {
            write!(self.out, "{what} in ")?;
        }
        let summary = DocComment::parse(&named.format.doc).summary;
        let colon = if summary.is_empty() { "" } else { ": " };
        self.out.paint(output::NAME, name)?;
        writeln!(self.out, "{colon}{summary}")?;
        for (title, step) in steps {
            let style = if matches!(title, UNWRITTEN | REFUSED) { output::WRONG } else { output::TITLE };
            self.out.paint(style, &format!("  {title:<9} "))?;
            writeln!(self.out, "{step}")?;
        }
        Ok(())
    }

    /// Writes what is left, and fails if something has no word.
    fn finish(mut self) -> Result<(), CliFailure> {
        if self.json {
            output::write_json(&mut self.out, &Value::Array(self.entries))?;
        }
        self.out.flush()?;
        if self.failed { Err(CliFailure::AlreadyReported) } else { Ok(()) }
    }
}

/// Splits names at the commas between them. A comma in brackets is part of a name, and so is that of
/// `unsigned(12), packed`.
fn split_names(names: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, letter) in names.char_indices() {
        let is_packed = || {
            let word = names[at + 1..].trim_start().split([' ', ',']).next();
            word == Some("packed")
        };
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && !is_packed() => {
                parts.push(&names[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&names[start..]);
    parts
}

fn refusal_failure(refusal: ExplainError) -> CliFailure {
    let failure = CliFailure::new(refusal.title);
    match refusal.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_are_part_of_a_name() {
        assert_eq!(
            split_names("hfp32,packed_decimal(7, 2),vax_f"),
            ["hfp32", "packed_decimal(7, 2)", "vax_f"]
        );
        assert_eq!(split_names("f32 [1, 0, 3, 2],f16"), ["f32 [1, 0, 3, 2]", "f16"]);
        assert_eq!(
            split_names("unsigned(12), packed,twos(12), packed little,f16"),
            ["unsigned(12), packed", "twos(12), packed little", "f16"]
        );
    }
}
