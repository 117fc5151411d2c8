//! Pass 4: the conversion of each predefined type in each representation.
//!
//! Afterwards every type of every representation is converted, copied or unsupported. Every conversion can be
//! generated, and has a rule for every possible loss.

mod conversion;
mod faults;
mod field;
mod line;
mod single;

use std::collections::BTreeSet;
use std::rc::Rc;

pub(super) use self::field::{FieldMapping, RecordConversions};
use self::line::{CLASSES, LineTarget, MappingLine, MappingLines, ResolvedDatarep};
pub(super) use self::single::RequestedFormat;
use super::context::{Context, TextPlace, quote_words};
use super::order::StatedOrder;
use super::unit::ItemId;
use crate::ast::{DatarepEntry, ItemKind, MappingExpr, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::Datarep;
use crate::predefined::{Predefined, TypeClass};
use crate::source::Span;

/// What the lines of one representation state, without what it inherits.
struct StatedLines {
    /// For each type, the line of its class.
    by_class: Vec<Option<usize>>,
    /// For each type, the line with its own name. It precedes that of the class.
    by_name: Vec<Option<usize>>,
    others: Option<usize>,
    order: Option<StatedOrder>,
}

/// The largest number of representations in a text. Each becomes a module of thousands of lines.
const MAX_DATAREPS: usize = 256;

/// Checks the representations of the user's text.
pub(super) fn check_mappings(context: &mut Context<'_>) -> Vec<Datarep> {
    resolve_datareps(context, &mut MappingLines::default())
}

fn resolve_datareps(context: &mut Context<'_>, lines: &mut MappingLines) -> Vec<Datarep> {
    let text = context.units[0].text;
    // Only the user's text. Representations of the library are resolved when one of them is extended.
    let mut datareps = Vec::new();
    for index in 0..text.len() {
        let item = text.item(index);
        let ItemKind::Datarep(rep) = &item.kind else { continue };
        if datareps.len() == MAX_DATAREPS {
            let title = format!("the text has more than {MAX_DATAREPS} representations");
            let fault = Diagnostic::new(Slug::TooLarge, title, rep.name.span, "one too many");
            context.report(0, fault.help("divide the text into several"));
            break;
        }
        let resolved = context.resolve_rep(lines, (0, index));
        // The place in messages and documents ends before the brace.
        let header = Span {
            start: item.span.start,
            end: rep.parent.as_ref().map_or(rep.name.span.end, |parent| parent.span.end),
        };
        let origin = context.origin(TextPlace { unit: 0, span: header });
        let (types, conversions) = context.convert_types(lines, &resolved, rep, &origin);
        datareps.push(Datarep {
            name: rep.name.value.clone(),
            doc: item.doc.clone(),
            origin,
            parent: rep.parent.as_ref().map(|parent| parent.value.clone()),
            conversions,
            types,
        });
    }
    datareps
}

/// Resolves the lines of representations, and those that they inherit.
impl Context<'_> {
    /// The representation `id`. Its parents are resolved first, without recursion.
    fn resolve_rep(&mut self, lines: &mut MappingLines, id: ItemId) -> Rc<ResolvedDatarep> {
        // From the representation up to a parent that is resolved, then down again. A recursion could be as deep as
        // the text.
        let mut path = vec![id];
        let mut circle = false;
        while let Some(parent) = self.resolve_parent(path[path.len() - 1]) {
            if lines.reps.contains_key(&parent) {
                break;
            }
            // A path longer than the number of items is a cycle, which was reported before.
            if path.len() > self.units.iter().map(|unit| unit.text.len()).sum() {
                circle = true;
                break;
            }
            path.push(parent);
        }
        for id in path.into_iter().rev() {
            if lines.reps.contains_key(&id) {
                continue;
            }
            let parent = self.resolve_parent(id).and_then(|parent| lines.reps.get(&parent).cloned());
            let named = self.datarep_item(id).parent.is_some();
            // A parent that is not known may have had the lines that seem to be missing here.
            let faulty = named && parent.is_none() || circle;
            let rep = self.build_rep(lines, id, parent.as_deref(), faulty);
            lines.reps.insert(id, Rc::new(rep));
        }
        lines.reps[&id].clone()
    }

    fn resolve_parent(&mut self, id: ItemId) -> Option<ItemId> {
        let parent = self.datarep_item(id).parent.as_ref()?;
        self.find_datarep(id.0, &parent.value)
    }

    fn build_rep(
        &mut self,
        lines: &mut MappingLines,
        id: ItemId,
        parent: Option<&ResolvedDatarep>,
        faulty: bool,
    ) -> ResolvedDatarep {
        let (unit, item) = (id.0, self.datarep_item(id));
        let stated = self.resolve_stated_lines(lines, unit, &item.entries);
        let blocks = item.entries.iter().filter_map(|entry| match entry {
            DatarepEntry::Rules(rules) => Some(rules),
            DatarepEntry::Order(_) | DatarepEntry::Class { .. } | DatarepEntry::Name { .. } => None,
        });
        let own = self.resolve_rules(unit, blocks);
        let inherited = |at: usize| parent.and_then(|parent| parent.table[at]);
        let order = stated.order.or_else(|| parent.and_then(|parent| parent.order.clone()));
        let no_rules = !item.entries.iter().any(|entry| matches!(entry, DatarepEntry::Rules(_)));
        // Shared with the parent where nothing is added, as many representations may extend one another.
        let rules = match parent {
            Some(parent) if no_rules => parent.rules.clone(),
            Some(parent) => Rc::new(own.prepend_to(&parent.rules)),
            None => Rc::new(own),
        };
        let own =
            // A line for a single type precedes that of its class, wherever it stands.
            stated.by_name.iter().zip(&stated.by_class).map(|(by_name, by_class)| by_name.or(*by_class));
        ResolvedDatarep {
            table: own.enumerate().map(|(at, own)| own.or_else(|| inherited(at))).collect(),
            others: stated.others.or(parent.and_then(|parent| parent.others)),
            setting: lines.add_setting(order.as_ref(), &rules),
            order,
            rules,
            faulty: faulty || parent.is_some_and(|parent| parent.faulty),
        }
    }

    /// Resolves the lines of a representation, except its rules.
    fn resolve_stated_lines(
        &mut self,
        lines: &mut MappingLines,
        unit: usize,
        entries: &[DatarepEntry],
    ) -> StatedLines {
        let types = Predefined::all().len();
        let mut stated = StatedLines {
            by_class: vec![None; types],
            by_name: vec![None; types],
            others: None,
            order: None,
        };
        for entry in entries {
            match entry {
                DatarepEntry::Rules(_) => {}
                DatarepEntry::Order(expr) => {
                    let arranged = self.resolve_order(unit, expr);
                    // The second order is resolved as well, for its own faults, and then dropped.
                    match &stated.order {
                        Some(first) => {
                            let first = first.place.span;
                            self.report_repeated_order(unit, expr.span, first);
                        }
                        None => stated.order = arranged,
                    }
                }
                DatarepEntry::Class { class, sizes } => {
                    let Some(named) = self.resolve_type_class(unit, class) else { continue };
                    for (size, mapping) in sizes {
                        let span = Span { start: size.span.start, end: mapping.span.end };
                        // An unknown size covers no type, and was reported. The line is still resolved, so that its
                        // format is checked.
                        let covered_types = self.resolve_types(unit, named, Some(size));
                        let subject = format!("{} {}", class.value, size.value);
                        let line = self.resolve_line(lines, unit, subject, span, mapping);
                        self.enter_line(lines, line, &covered_types, &mut stated.by_class, size.span);
                    }
                }
                DatarepEntry::Name { name, mapping } => {
                    self.resolve_named_line(lines, unit, name, mapping, &mut stated);
                }
            }
        }
        stated
    }

    /// Resolves the line of a whole class, of a type, or of all others.
    fn resolve_named_line(
        &mut self,
        lines: &mut MappingLines,
        unit: usize,
        name: &Word,
        mapping: &MappingExpr,
        stated: &mut StatedLines,
    ) {
        let span = Span { start: name.span.start, end: mapping.span.end };
        let subject = name.value.clone();
        // Classes before types: the word of a class is no name of MPI.
        if let Some(class) = CLASSES.into_iter().find(|class| class.word() == name.value) {
            let covered_types = self.resolve_types(unit, class, None);
            let line = self.resolve_line(lines, unit, subject, span, mapping);
            self.enter_line(lines, line, &covered_types, &mut stated.by_class, name.span);
        } else if let Some(predefined) = Predefined::from_name(&name.value) {
            let line = self.resolve_line(lines, unit, subject, span, mapping);
            // `MPI_BYTE` and `MPI_PACKED` are bytes by the MPI standard, in every representation.
            if predefined.class() == TypeClass::Bytes {
                self.report_copied_type(unit, name);
            } else {
                self.enter_line(lines, line, &[predefined], &mut stated.by_name, name.span);
            }
        } else if name.value == "others" {
            let line = self.resolve_line(lines, unit, subject, span, mapping);
            self.resolve_others(lines, unit, line, name, mapping, &mut stated.others);
        } else {
            self.report_unknown_type(unit, name);
        }
    }

    fn report_repeated_order(&mut self, unit: usize, span: Span, first: Span) {
        let fault =
            Diagnostic::new(Slug::ConflictingClauses, "`order` is given twice", span, "given again here")
                .label(first, "first given here")
                .help("remove one of the two");
        self.report(unit, fault);
    }

    fn resolve_type_class(&mut self, unit: usize, class: &Word) -> Option<TypeClass> {
        let type_class = CLASSES.into_iter().find(|candidate| candidate.word() == class.value);
        if type_class.is_none() {
            let place = TextPlace { unit, span: class.span };
            self.report_unknown_word(place, "class of types", &class.value, &CLASSES.map(TypeClass::word));
        }
        type_class
    }

    /// The types of a class, of one size or all.
    fn resolve_types(
        &mut self,
        unit: usize,
        class: TypeClass,
        size: Option<&Spanned<u64>>,
    ) -> Vec<Predefined> {
        let types_of_class = || Predefined::all().filter(|predefined| predefined.class() == class);
        let Some(size) = size else { return types_of_class().collect() };
        let types: Vec<_> =
            types_of_class().filter(|predefined| u64::from(predefined.native_size()) == size.value).collect();
        if types.is_empty() {
            let sizes: BTreeSet<u32> = types_of_class().map(Predefined::native_size).collect();
            let sizes: Vec<String> = sizes.into_iter().map(|size| size.to_string()).collect();
            let title = format!("no `{}` type has {} bytes", class.word(), size.value);
            let fault = Diagnostic::new(Slug::UnknownWord, title, size.span, "not a size of it")
                .note("the size is that of the native type, in bytes")
                .help(format!("write {}", quote_words(&sizes, "or")));
            self.report(unit, fault);
        }
        types
    }

    /// Resolves a mapping into a line.
    fn resolve_line(
        &mut self,
        lines: &mut MappingLines,
        unit: usize,
        subject: String,
        span: Span,
        mapping: &MappingExpr,
    ) -> usize {
        let call = &mapping.format;
        let order = mapping.order.as_ref().and_then(|order| self.resolve_order(unit, order));
        let unsupported = call.family.is_none() && call.name.value == "unsupported";
        let target = if unsupported {
            self.check_unsupported(unit, mapping);
            LineTarget::Unsupported
        } else if mapping.order.is_some() && order.is_none() {
            // The order was refused. Without it the line would be judged by an order that the user did not mean.
            LineTarget::Broken
        } else {
            match self.resolve_format(unit, call) {
                Some(slot) => LineTarget::Slot(slot),
                None => LineTarget::Broken,
            }
        };
        let end = mapping.order.as_ref().map_or(call.span.end, |order| order.span.end);
        let words = self.origin(TextPlace { unit, span: Span { start: call.span.start, end } }).text;
        // Also for a line whose format is broken, so that all faults of a line are seen at once.
        let rules = self.resolve_rules(unit, mapping.rules.iter());
        lines.all.push(MappingLine {
            title: format!("{subject} => {words}"),
            subject,
            origin: self.origin(TextPlace { unit, span: Span { start: span.start, end } }),
            place: TextPlace { unit, span: Span { start: span.start, end } },
            target,
            order,
            rules,
            is_field: false,
        });
        lines.all.len() - 1
    }

    fn check_unsupported(&mut self, unit: usize, mapping: &MappingExpr) {
        let call = &mapping.format;
        let more = !call.arguments.is_empty() || mapping.order.is_some() || !mapping.rules.is_empty();
        if more {
            let title = "an unsupported type has no order and no rules";
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, mapping.span, "says more");
            self.report(unit, fault.help("write `unsupported`"));
        }
    }

    fn enter_line(
        &mut self,
        lines: &MappingLines,
        line: usize,
        covered_types: &[Predefined],
        table: &mut [Option<usize>],
        span: Span,
    ) {
        // A class may cover many types that are taken. One report names the first.
        let mut first: Option<usize> = None;
        for predefined in covered_types {
            match table[*predefined as usize] {
                Some(earlier_line) => first = first.or(Some(earlier_line)),
                None => table[*predefined as usize] = Some(line),
            }
        }
        let Some(first) = first else { return };
        let (new, old) = (&lines.all[line], &lines.all[first]);
        // Of a class and one of its sizes, the size names the types that are mapped twice.
        let subject = if old.subject.starts_with(&new.subject) { &old.subject } else { &new.subject };
        let start = old.place.span.start;
        let old_span = Span { start, end: start + self.first_word_len(old.place) };
        let title = format!("`{subject}` is mapped twice");
        let fault = Diagnostic::new(Slug::DuplicateMapping, title, span, "mapped again here")
            .label(old_span, "first mapped here")
            .note("each predefined datatype has one file format in a datarep")
            .help("remove one of the two lines");
        self.report(new.place.unit, fault);
    }

    /// The length in bytes of the first word at a place.
    fn first_word_len(&self, place: TextPlace) -> usize {
        let words = self.units[place.unit].slice_text(place.span);
        words.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(words.len())
    }

    fn report_copied_type(&mut self, unit: usize, name: &Word) {
        let title = format!("`{}` is always copied as it is", name.value);
        let fault = Diagnostic::new(Slug::WrongKind, title, name.span, "cannot be mapped");
        self.report(unit, fault.help("remove the line"));
    }

    fn resolve_others(
        &mut self,
        lines: &mut MappingLines,
        unit: usize,
        line: usize,
        name: &Word,
        mapping: &MappingExpr,
        others_line: &mut Option<usize>,
    ) {
        match (&lines.all[line].target, *others_line) {
            (LineTarget::Broken, _) => {}
            (LineTarget::Slot(_), _) => {
                let title = "other types can only be unsupported";
                let fault =
                    Diagnostic::new(Slug::WrongKind, title, mapping.span, "types of every kind are meant");
                self.report(unit, fault.help("write `others => unsupported;`"));
                lines.all[line].target = LineTarget::Broken;
            }
            (LineTarget::Unsupported, Some(first)) => {
                let first = lines.all[first].place.span;
                let fault = Diagnostic::new(
                    Slug::DuplicateMapping,
                    "`others` is given twice",
                    name.span,
                    "given again here",
                )
                .label(Span { start: first.start, end: first.start + "others".len() }, "first given here")
                .help("remove one of the two lines");
                self.report(unit, fault);
            }
            (LineTarget::Unsupported, None) => *others_line = Some(line),
        }
        // Even a faulty line counts as the one for other types. Else every type without a line would be reported,
        // too.
        if others_line.is_none() {
            *others_line = Some(line);
        }
    }

    fn report_unknown_type(&mut self, unit: usize, name: &Word) {
        let names: Vec<&str> = Predefined::all()
            .map(Predefined::name)
            .chain(CLASSES.map(TypeClass::word))
            .chain(["others"])
            .collect();
        // MPI's pair types for MAXLOC and MINLOC, such as `MPI_FLOAT_INT`. They are built of two types, and not
        // predefined here.
        let pair = ["FLOAT", "DOUBLE", "LONG", "2", "SHORT", "LONG_DOUBLE"].iter().any(|first| {
            let member = |second: &str| name.value == format!("MPI_{first}{second}");
            member("_INT")
                || member("INT")
                || member("INTEGER")
                || member("REAL")
                || member("DOUBLE_PRECISION")
        });
        if pair {
            let title = format!("`{}` follows its members", name.value);
            let fault = Diagnostic::new(Slug::UnknownWord, title, name.span, "cannot be mapped")
                .note("a pair type is its two members, each mapped as its own type")
                .help("remove the line");
            self.report(unit, fault);
        } else {
            self.report_unknown_word(
                TextPlace { unit, span: name.span },
                "type or class",
                &name.value,
                &names,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;
    use crate::source::Source;

    /// The number of conversions that are decided for a line, in representations of which each extends the one before
    /// it.
    fn decided(count: usize) -> usize {
        let child = |number: usize| {
            let rule =
                if number.is_multiple_of(2) { "on read { overflow => saturate }" } else { "order little;" };
            format!("datarep r{number} extends r{} {{ {rule} }}\n", number - 1)
        };
        let first = "datarep r0 extends ibm370 { on write { underflow => error } }\n".to_owned();
        let text = std::iter::once(first).chain((1..count).map(child)).collect();
        let source = Source { name: "line.datarep".to_owned(), text, first_line: 1 };
        let parsed = parse::parse(&source);
        let mut context = Context::new(&source, &parsed.ast);
        super::super::names::check_names(&mut context);
        super::super::number::check_numbers(&mut context);
        let mut lines = MappingLines::default();
        assert_eq!(resolve_datareps(&mut context, &mut lines).len(), count);
        assert!(context.faults.is_empty());
        lines.decided.len()
    }

    #[test]
    fn what_comes_to_the_same_is_decided_once() {
        let decision_count = decided(5);
        assert!(decision_count > 100, "{decision_count}");
        assert_eq!(decided(250), decision_count);
    }
}
