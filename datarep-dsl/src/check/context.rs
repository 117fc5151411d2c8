//! The state that all passes share: the texts, the known formats, and the faults so far.

use std::collections::BTreeMap;

use super::near::NameSearchBudget;
use super::slot::FormatSlot;
use super::unit::{NameScope, Unit, UnitText};
use crate::ast::Ast;
use crate::diagnostic::{Diagnostic, Label, Slug};
use crate::faults::Faults;
use crate::source::{Origin, Source, Span};

/// A place: the text, and the words in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextPlace {
    pub(super) unit: usize,
    pub(super) span: Span,
}

/// The text under check, the texts that it names, and the formats that are known.
pub(super) struct Context<'a> {
    /// The user's text is the first.
    pub(super) units: Vec<Unit<'a>>,
    pub(super) faults: Faults,
    /// The faults of expressions that a program asks for, each with the number of its text.
    pub(super) asked_faults: Vec<(usize, Diagnostic)>,
    /// The formats that were requested.
    pub(super) slots: Vec<FormatSlot>,
    /// The slot of each item, by text and item.
    pub(super) items: BTreeMap<(usize, usize), usize>,
    /// The slot of each built-in format, by its name.
    pub(super) builtins: BTreeMap<String, usize>,
    pub(super) budget: NameSearchBudget,
}

impl<'a> Context<'a> {
    pub(super) fn new(source: &'a Source, ast: &'a Ast) -> Self {
        Context {
            units: vec![Unit::new(UnitText::Own(source, ast))],
            faults: Faults::default(),
            asked_faults: Vec::new(),
            slots: Vec::new(),
            items: BTreeMap::new(),
            builtins: BTreeMap::new(),
            budget: NameSearchBudget::default(),
        }
    }

    /// Records a fault. A fault in the standard library is a fault of this program. It is still reported, without its
    /// words.
    pub(super) fn report(&mut self, unit: usize, mut fault: Diagnostic) {
        if let UnitText::Expression(..) = self.units[unit].text {
            self.asked_faults.push((unit, fault));
            return;
        }
        // The user sees only the own text. A span of the library would point into it at a random place.
        if unit != 0 {
            let name = self.units[unit].name();
            fault.title = format!("in the standard library, `{name}`: {}", fault.title);
            fault.labels = vec![Label { span: Span::default(), text: String::new(), primary: true }];
        }
        self.faults.push(fault);
    }

    /// Enters an expression that a program asks for, and returns the number of its text.
    pub(super) fn enter_expression(&mut self, source: &'a Source, scope: NameScope) -> usize {
        let mut unit = Unit::new(UnitText::Expression(source, scope));
        if scope == NameScope::Text {
            // The names of the text, its imports included, are known as they are at its end.
            let own = &self.units[0];
            (unit.formats, unit.faulty) = (own.formats.clone(), own.faulty.clone());
            unit.records.clone_from(&own.records);
        }
        self.units.push(unit);
        self.units.len() - 1
    }

    pub(super) fn report_at(
        &mut self,
        place: TextPlace,
        slug: Slug,
        title: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.report(place.unit, Diagnostic::new(slug, title, place.span, label));
    }

    pub(super) fn origin(&self, place: TextPlace) -> Origin {
        self.units[place.unit].origin(place.span)
    }
}

/// Joins words into the list of a sentence: `a`, `b` and `c`.
pub(super) fn list_words(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Joins words in back-ticks into the list of a sentence.
pub(super) fn quote_words(words: &[String], last: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    list_words(&words, last)
}
