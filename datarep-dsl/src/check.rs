//! From a text as written to a text as meant: every check of the language.
//!
//! The passes, in order, each with what holds when it is done:
//!
//! 1. `names`: every name of an item is known once, and every `use` and `extends` leads somewhere.
//! 2. `layout`: the fields of a format lie in its word, cover it, and do not overlap.
//! 3. `number`: formula, codes and conditions agree with the fields, and make a number format.
//! 4. `mapping`: every type of every representation has one place, and every loss has a rule.
//! 5. `record`: every field has a place and a conversion.
//! 6. `lines`: every test line is true.
//!
//! Faults are collected; whatever depends on something faulty is passed over in silence, so that
//! each fault is told once. Texts of the standard library go through the same passes, as far as the
//! user's text names them.

mod capability;
mod condition;
mod decimal;
mod decimal_float;
mod digit_fields;
mod event;
mod float;
mod hole;
mod layout;
mod lines;
mod mapping;
mod names;
mod native;
mod number;
mod order;
mod pair;
mod policy;
mod posit;
mod range;
mod record;
mod special;
mod synonyms;
mod unit;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::ast::{Ast, Head};
use crate::diagnostic::{Diagnostic, Label, Slug};
use crate::model::{Format, FormatId, Model};
use crate::source::{Origin, Source, Span};

use names::Budget;
use number::Slot;
use unit::{Text, Unit};

/// Checks `ast`, the parsed form of `source`.
///
/// # Errors
///
/// All faults, in the order of the text.
pub(crate) fn check(source: &Source, ast: &Ast) -> Result<Model, Vec<Diagnostic>> {
    let mut context = Context::new(source, ast);
    names::check(&mut context);
    number::check(&mut context);
    let datareps = mapping::check(&mut context);
    let records = record::check(&mut context);
    let tests = lines::check(&mut context);
    if !context.faults.is_empty() {
        context.faults.sort_by_key(Diagnostic::span);
        return Err(context.faults);
    }
    let mut model = Model { doc: ast.doc.clone(), formats: Vec::new(), datareps, records, tests };
    context.number_formats(&mut model);
    Ok(model)
}

/// Where something was written: the text, and the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    unit: usize,
    span: Span,
}

/// The text under check, the texts it names, and what is known of their formats.
struct Context<'a> {
    /// The user's text is the first.
    units: Vec<Unit<'a>>,
    faults: Vec<Diagnostic>,
    /// Formats that were asked for.
    slots: Vec<Slot>,
    /// The slot of each item: by text and item.
    items: BTreeMap<(usize, usize), usize>,
    /// The slot of each built-in format, by its name.
    builtins: BTreeMap<String, usize>,
    budget: Budget,
}

impl<'a> Context<'a> {
    fn new(source: &'a Source, ast: &'a Ast) -> Self {
        Context {
            units: vec![Unit::new(Text::Own(source, ast))],
            faults: Vec::new(),
            slots: Vec::new(),
            items: BTreeMap::new(),
            builtins: BTreeMap::new(),
            budget: Budget::default(),
        }
    }

    /// Collects a fault. One of the standard library would be a fault of this program; it is told all
    /// the same, without its words.
    fn report(&mut self, unit: usize, mut fault: Diagnostic) {
        if unit != 0 {
            let name = self.units[unit].name();
            fault.title = format!("in the standard library, `{name}`: {}", fault.title);
            fault.labels = vec![Label { span: Span::default(), text: String::new(), primary: true }];
        }
        self.faults.push(fault);
    }

    fn fault(&mut self, place: Place, slug: Slug, title: impl Into<String>, label: impl Into<String>) {
        self.report(place.unit, Diagnostic::new(slug, title, place.span, label));
    }

    fn origin(&self, place: Place) -> Origin {
        self.units[place.unit].origin(place.span)
    }

    /// The formats of the user's text in its order, then those that are named only; ids of slots become ids of the
    /// model.
    fn number_formats(&self, model: &mut Model) {
        let mut ids: BTreeMap<FormatId, FormatId> = BTreeMap::new();
        let text = self.units[0].text;
        let own = (0..text.len())
            .filter(|item| matches!(text.head(*item), Head::Format(_)))
            .filter_map(|item| self.items.get(&(0, item)).map(|slot| FormatId(*slot)));
        let mapped = model.datareps.iter().flat_map(|rep| rep.conversions.iter().map(|one| one.format));
        let stored = model.records.iter().flat_map(|record| record.conversions.iter().map(|one| one.format));
        let tested = model.tests.iter().map(|test| test.format);
        let mut formats: Vec<Format> = Vec::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for slot in own.chain(mapped).chain(stored).chain(tested) {
            let Slot::Known(known) = &self.slots[slot.0] else { continue };
            if ids.contains_key(&slot) {
                continue;
            }
            let mut format = known.format.clone();
            if taken.contains(&format.name) {
                format.name = format!("{}::{}", self.units[known.unit].name(), format.name);
            }
            taken.insert(format.name.clone());
            ids.insert(slot, FormatId(formats.len()));
            formats.push(format);
        }
        for conversion in model.datareps.iter_mut().flat_map(|rep| &mut rep.conversions) {
            conversion.format = ids[&conversion.format];
        }
        for conversion in model.records.iter_mut().flat_map(|record| &mut record.conversions) {
            conversion.format = ids[&conversion.format];
        }
        for test in &mut model.tests {
            test.format = ids[&test.format];
        }
        model.formats = formats;
    }
}

/// Joins words as a sentence lists them: `a`, `b` and `c`.
fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// The words in back-ticks, as a sentence lists them.
fn quoted(words: &[String], last: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    list(&words, last)
}

/// The name of a source, shared by all that was written in it.
fn shared(name: &str) -> Arc<str> {
    Arc::from(name)
}
