//! Pass 3, floats: words that are written for numbers and would be read as something else, and the reverse.

use super::context::Context;
use crate::ast::{FloatClause, FloatItem};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{self, ExactValue, FloatConverter, Hole, HoleKind, describe_value, format_hex};
use crate::model::{Class, Float};
use crate::source::Span;

impl Context<'_> {
    /// Reports the holes of a float. `spans` has the places of its special encodings.
    pub(super) fn report_holes(
        &mut self,
        unit: usize,
        item: &FloatItem,
        bits: u32,
        float: &Float,
        spans: &[Span],
    ) {
        let mut last_span = None;
        for hole in self.find_holes(unit, float, bits) {
            let span = hole.special.map(|special| spans[special]);
            // A clause such as `ieee` makes several encodings.
            // The holes come sorted by their encoding, so clauses with one place follow each other.
            if last_span.replace(span) == Some(span) {
                continue;
            }
            let machine = FloatConverter::new(float, bits);
            let (value, word) = (describe_value(&hole.value), format_hex(hole.word, bits));
            let HoleKind::Read(class) = hole.amiss else {
                let fate = describe_fate(&machine, &hole, bits);
                let fault = incomplete_claim_fault(item, &word, span);
                self.report(unit, fault.note(format!("{word} is read as {value}, which would {fate}")));
                continue;
            };
            let fault = match (span, class) {
                (None, _) => missing_complement_fault(item),
                (Some(span), None) => Diagnostic::new(
                    Slug::Condition,
                    "the clause leaves out subnormal numbers",
                    span,
                    format!("does not claim {word}"),
                )
                .help("claim all words of that exponent: the first clause that fits a word decides"),
                // The zero that a format has without a clause is placed at its name, for lack of a clause.
                (Some(span), Some(_)) if span == item.name.span => default_zero_fault(item, float, &hole),
                (Some(span), Some(class)) => claim_fault(item, float, &hole, class, span),
            };
            let read = match class {
                Some(class) => describe_class(class).to_owned(),
                None => describe_value(&machine.decode(hole.word)),
            };
            self.report(
                unit,
                fault.note(format!("{value} is written as {word}, and would be read as {read}")),
            );
        }
    }

    /// The holes of a format. Texts of the library are not searched: the search takes most of the
    /// time of a check, and a test checks each of these texts as a user's.
    fn find_holes(&self, unit: usize, float: &Float, bits: u32) -> Vec<Hole> {
        if self.units[unit].text.library().is_some() { Vec::new() } else { exact::find_holes(float, bits) }
    }
}

/// The fault of a clause that claims some words of an exponent at which numbers begin or end, but not all.
fn incomplete_claim_fault(item: &FloatItem, word: &str, span: Option<Span>) -> Diagnostic {
    let title = format!("the clause leaves out numbers of format `{}`", item.name.value);
    let label = format!("does not claim {word}");
    Diagnostic::new(Slug::Condition, title, span.unwrap_or(item.name.span), label)
        .help("claim all words of that exponent, or none that a number has")
}

/// The result of writing a number that is not written as its word.
fn describe_fate(machine: &FloatConverter<'_>, hole: &Hole, bits: u32) -> String {
    let negative = matches!(hole.value, ExactValue::Finite { negative: true, .. });
    match (hole.amiss, machine.underflow_word(negative)) {
        (HoleKind::Vanishes, Some(word)) => format!("be written as {}", format_hex(word, bits)),
        (HoleKind::Vanishes, None) => "underflow".to_owned(),
        (HoleKind::Rounds, _) => "be rounded to another number".to_owned(),
        (HoleKind::Overflows | HoleKind::Read(_), _) => "overflow".to_owned(),
    }
}

fn claim_fault(item: &FloatItem, float: &Float, hole: &Hole, class: Class, span: Span) -> Diagnostic {
    let title = format!("the clause claims words of numbers of format `{}`", item.name.value);
    let label = format!("claims the word of {}", describe_value(&hole.value));
    let fault = Diagnostic::new(Slug::Condition, title, span, label);
    if float.exponent.is_empty() {
        return fault.help("remove the clause");
    }
    let end = match class {
        Class::Zero | Class::Subnormal | Class::Underflow => format_smallest_exponent(float),
        Class::Infinity
        | Class::Nan
        | Class::Reserved
        | Class::Invalid
        | Class::Overflow
        | Class::Missing => "E == max".to_owned(),
    };
    fault.help(format!("claim words that no number has, such as all with `{end}`, or remove the clause"))
}

/// The fault of the zero that a format has by default.
fn default_zero_fault(item: &FloatItem, float: &Float, hole: &Hole) -> Diagnostic {
    let title = format!(
        "the word of zero is that of {} in format `{}`",
        describe_value(&hole.value),
        item.name.value
    );
    let label = "without a clause zero is all bits zero but the sign";
    Diagnostic::new(Slug::Condition, title, item.name.span, label)
        .help(format!("put a clause `zero if {} && F == 0;`", format_smallest_exponent(float)))
}

/// The fault of zeros below the sign, which are their own two's complement.
fn missing_complement_fault(item: &FloatItem) -> Diagnostic {
    let clause = item.clauses.iter().find_map(|clause| match clause {
        FloatClause::Negative(word, _) => Some(word.span),
        _ => None,
    });
    let title = format!("a number of format `{}` has no complement", item.name.value);
    let label = "the complement of zeros below the sign is zeros";
    Diagnostic::new(Slug::Condition, title, clause.unwrap_or(item.name.span), label)
        .help("let `zero if …;` claim the words with zeros below the sign, or write `ones_complement`")
}

fn format_smallest_exponent(float: &Float) -> String {
    format!("E == {}", float.exponent_range().0)
}

/// The phrase for the value of a word of a class.
fn describe_class(class: Class) -> &'static str {
    match class {
        Class::Zero => "a zero",
        Class::Subnormal => "a subnormal number",
        Class::Infinity => "an infinity",
        Class::Nan => "a NaN",
        Class::Reserved => "a reserved operand",
        Class::Invalid => "an invalid word",
        Class::Overflow => "an overflow",
        Class::Underflow => "an underflow",
        Class::Missing => "a missing value",
    }
}
