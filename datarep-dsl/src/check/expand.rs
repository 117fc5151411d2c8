//! Pass 0: records of the standard library take the place of the `use` that names them.
//!
//! `use segy::trace_header;` means the same as the record itself, written there. Every word of it has the place of its name in
//! the `use`, so that a fault in its surroundings is shown in the user's text. The records of the library name no formats
//! that need a `use` of their own, and no other record.
//!
//! Afterwards no `use` names a text of records.

use std::borrow::Cow;

use super::near::NameSearchBudget;
use crate::ast::{
    Argument, Ast, ChoiceExpr, CountExpr, CountKind, DecisionExpr, FieldItem, FormatCall, Item, ItemKind,
    OrderExpr, OrderKind, RecordItem, RecordLine, RulesExpr, StoredItem, StoredKind, Use, Word,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;
use crate::standard::StandardText;

/// The text with its records of the library in place.
///
/// # Errors
///
/// The faults of names that a text of records does not have.
pub(super) fn expand_records(ast: &Ast) -> Result<Cow<'_, Ast>, Vec<Diagnostic>> {
    let library = |item: &Item| match &item.kind {
        ItemKind::Use(import) => StandardText::find_file(&import.family.value),
        _ => None,
    };
    // Most texts use no records of the library, and are not copied.
    if !ast.items.iter().any(|item| library(item).is_some()) {
        return Ok(Cow::Borrowed(ast));
    }
    let (mut items, mut faults) = (Vec::new(), Vec::new());
    for item in &ast.items {
        match (&item.kind, library(item)) {
            (ItemKind::Use(import), Some(library)) => {
                add_used_records(library, import, &mut items, &mut faults);
            }
            // Items keep their order, so that a record stands before those that contain it.
            _ => items.push(item.clone()),
        }
    }
    if faults.is_empty() { Ok(Cow::Owned(Ast { doc: ast.doc.clone(), items })) } else { Err(faults) }
}

/// Adds the records that a `use` names.
fn add_used_records(
    library: &'static StandardText,
    import: &Use,
    items: &mut Vec<Item>,
    faults: &mut Vec<Diagnostic>,
) {
    let Some(names) = &import.names else {
        let records = library.records().map(|(index, name)| {
            let name = Word { value: name.to_owned(), span: import.family.span };
            copy_record(library, index, name)
        });
        return items.extend(records);
    };
    for (name, rename) in names {
        let library_record = library.records().find(|(_, library_record)| *library_record == name.value);
        match library_record {
            Some((index, _)) => {
                // A renamed record is known by its new name alone, as another format or record may have the old one.
                items.push(copy_record(library, index, rename.as_ref().unwrap_or(name).clone()));
            }
            None => faults.push(unknown_record_fault(library, name)),
        }
    }
}

fn unknown_record_fault(library: &'static StandardText, name: &Word) -> Diagnostic {
    let text = library.name();
    let title = format!("no record named `{}` in `{text}`", name.value);
    let fault = Diagnostic::new(Slug::UnknownImport, title, name.span, "not in this text");
    let names: Vec<&str> = library.records().map(|(_, name)| name).collect();
    if let Some(near) = NameSearchBudget::default().find_nearest(&name.value, names.iter().copied()) {
        return fault.help(format!("write `{near}`"));
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    fault.note(format!("`{text}` has {}", names.join(", ")))
}

/// A record of the library as an item of the user's text.
fn copy_record(library: &'static StandardText, index: usize, name: Word) -> Item {
    let item = library.outline().item(index);
    let span = name.span;
    let ItemKind::Record(record) = &item.kind else { unreachable!("`Library::records` finds records") };
    let lines = record.lines.iter().map(|line| SpanReplacer(span).move_line(line)).collect();
    Item { doc: item.doc.clone(), span, kind: ItemKind::Record(RecordItem { name, lines }) }
}

/// Copies parts of a record, and gives every word of the copy the same span.
struct SpanReplacer(Span);

impl SpanReplacer {
    fn move_line(&self, line: &RecordLine) -> RecordLine {
        match line {
            RecordLine::Field(field) => RecordLine::Field(Box::new(self.move_field(field))),
            RecordLine::Order(order) => RecordLine::Order(self.move_order(order)),
            RecordLine::Rules(rules) => RecordLine::Rules(self.move_rules(rules)),
        }
    }

    fn move_field(&self, field: &FieldItem) -> FieldItem {
        let mut moved = field.clone();
        moved.span = self.0;
        moved.name.span = self.0;
        moved.stored = self.move_stored(&field.stored);
        // Words that only records have are moved here. Parts that other items share have functions of their own.
        for word in moved.native.iter_mut().chain(&mut moved.padding).chain(&mut moved.trim) {
            word.span = self.0;
        }
        for clause in &mut moved.nulls {
            clause.span = self.0;
            for case in &mut clause.cases {
                case.span = self.0;
            }
        }
        moved.offset = field.offset.as_ref().map(|offset| self.move_count(offset));
        moved.rules = field.rules.iter().map(|rules| self.move_rules(rules)).collect();
        moved
    }

    fn move_stored(&self, stored: &StoredItem) -> StoredItem {
        let kind = match &stored.kind {
            StoredKind::Format { call, order } => StoredKind::Format {
                call: self.move_call(call),
                order: order.as_deref().map(|order| Box::new(self.move_order(order))),
            },
            StoredKind::Bytes(bytes) => StoredKind::Bytes(self.move_count(bytes)),
            StoredKind::Array(item, count) => {
                StoredKind::Array(Box::new(self.move_stored(item)), self.move_count(count))
            }
            StoredKind::Choice(choice) => StoredKind::Choice(Box::new(self.move_choice(choice))),
        };
        StoredItem { kind, span: self.0 }
    }

    fn move_count(&self, count: &CountExpr) -> CountExpr {
        let move_words = |words: &[Word]| {
            words.iter().map(|word| Word { value: word.value.clone(), span: self.0 }).collect::<Vec<Word>>()
        };
        let kind = match &count.kind {
            // Only words have places. The number of a count is shown with the place of the whole count.
            CountKind::Number(_) | CountKind::Rest => count.kind.clone(),
            CountKind::Field(words) => CountKind::Field(move_words(words)),
            CountKind::Operation(operator, left, right) => CountKind::Operation(
                *operator,
                Box::new(self.move_count(left)),
                Box::new(self.move_count(right)),
            ),
            CountKind::Choice(choice) => {
                let mut moved = choice.clone();
                moved.selector = move_words(&choice.selector);
                for case in &mut moved.cases {
                    case.span = self.0;
                    case.count = self.move_count(&case.count);
                    for value in case.cases.iter_mut().flatten() {
                        value.span = self.0;
                    }
                }
                CountKind::Choice(moved)
            }
        };
        CountExpr { kind, span: self.0 }
    }

    fn move_choice(&self, choice: &ChoiceExpr) -> ChoiceExpr {
        let mut moved = choice.clone();
        if let DecisionExpr::Field(selector) = &mut moved.decision {
            for word in selector {
                word.span = self.0;
            }
        }
        if let Some(bytes) = &mut moved.bytes {
            bytes.span = self.0;
        }
        for alternative in &mut moved.alternatives {
            alternative.span = self.0;
            for case in alternative.cases.iter_mut().flatten() {
                case.span = self.0;
            }
            alternative.field = alternative.field.as_ref().map(|field| self.move_field(field));
        }
        moved
    }

    fn move_call(&self, call: &FormatCall) -> FormatCall {
        let mut call = call.clone();
        call.span = self.0;
        for word in call.family.iter_mut().chain([&mut call.name]) {
            word.span = self.0;
        }
        for argument in &mut call.arguments {
            match argument {
                Argument::Number(number) => number.span = self.0,
                Argument::Word(word) | Argument::Text(word) => word.span = self.0,
            }
        }
        call
    }

    fn move_rules(&self, rules: &RulesExpr) -> RulesExpr {
        let mut rules = rules.clone();
        rules.span = self.0;
        rules.direction.span = self.0;
        for rule in &mut rules.rules {
            for event in &mut rule.events {
                event.span = self.0;
            }
            rule.action = self.move_call(&rule.action);
        }
        rules
    }

    fn move_order(&self, order: &OrderExpr) -> OrderExpr {
        let kind = match &order.kind {
            OrderKind::Named(call) => OrderKind::Named(self.move_call(call)),
            OrderKind::Bytes(bytes) => {
                let mut bytes = bytes.clone();
                for byte in &mut bytes {
                    byte.span = self.0;
                }
                OrderKind::Bytes(bytes)
            }
        };
        OrderExpr { kind, span: self.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Record, RecordField};
    use crate::source::Source;
    use crate::{compile, standard};

    fn source(text: &str) -> Source {
        Source { name: "text".to_owned(), text: text.to_owned(), first_line: 1 }
    }

    #[test]
    fn every_text_of_records_is_sound_and_each_record_means_the_same_where_it_is_used() {
        for (name, text) in standard::files() {
            let whole = compile(&source(text)).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
            let imported_model = compile(&source(&format!("use {name}::*;"))).expect(name);
            assert!(!whole.records.is_empty(), "{name}");
            assert_eq!(whole.records.len(), imported_model.records.len(), "{name}");
            for (record, imported_record) in whole.records.iter().zip(&imported_model.records) {
                let single_model =
                    compile(&source(&format!("use {name}::{} as other;", record.name))).expect(name);
                assert_eq!(
                    (imported_record.name.as_str(), single_model.records[0].name.as_str()),
                    (record.name.as_str(), "other")
                );
                for copy in [&single_model.records[0], imported_record] {
                    assert_eq!(copy.doc, record.doc, "{}", record.name);
                    assert_eq!(list_places(copy), list_places(record), "{}", record.name);
                }
            }
        }
    }

    fn list_places(record: &Record) -> Vec<(Option<&str>, Option<u64>, Option<u64>)> {
        let place = |field: &'_ RecordField| (field.offset, field.bytes);
        let names = record.fields.iter().map(|field| field.name.as_deref());
        names
            .zip(record.fields.iter().map(place))
            .map(|(name, (offset, bytes))| (name, offset, bytes))
            .collect()
    }

    #[test]
    fn an_unknown_record_and_one_that_is_defined_twice_are_reported_at_the_use() {
        let failure = compile(&source("use segy::{trace_heder, trace_header};")).expect_err("a fault");
        assert_eq!(failure.diagnostics.len(), 1);
        assert_eq!(failure.diagnostics[0].title, "no record named `trace_heder` in `segy`");
        assert_eq!(failure.diagnostics[0].help, ["write `trace_header`"]);
        let text = "use segy::trace_header;\nrecord trace_header { x: i8; }";
        let failure = compile(&source(text)).expect_err("a fault");
        assert_eq!(failure.diagnostics[0].title, "`trace_header` is defined twice");
        assert_eq!(failure.diagnostics[0].labels[1].span, Span { start: 10, end: 22 });
    }
}
