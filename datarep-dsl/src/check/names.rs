//! Pass 1: the names of a text.
//!
//! Afterwards the name of every item is unique, every `use` leads to formats of the standard library, and every
//! `extends` leads to a representation, without a cycle.

use std::collections::BTreeMap;

use super::context::{Context, TextPlace, quote_words};
use super::family::{FAMILIES, add_string_help, is_string, list_argument_texts};
use super::synonyms;
use super::unit::{ItemId, NameScope, Unit, UnitText, to_one_line};
use crate::ast::{DatarepItem, FormatCall, ItemHead, ItemKind, Use, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::source::Span;
use crate::standard::{self, StandardText};

/// Collects the names of the user's text and resolves its `use` and `extends`.
pub(super) fn check_names(context: &mut Context<'_>) {
    context.enter_unit(0);
    super::record::enter_records(context);
    check_parents(context);
}

impl<'a> Context<'a> {
    /// Collects the names of a text.
    fn enter_unit(&mut self, unit: usize) {
        let text = self.units[unit].text;
        let mut named: BTreeMap<&str, Span> = BTreeMap::new();
        let mut datareps: BTreeMap<&str, Span> = BTreeMap::new();
        for index in 0..text.len() {
            let name = match text.head(index) {
                ItemHead::Format(name) => name,
                ItemHead::Datarep(name) => {
                    if let Some(first) = datareps.insert(&name.value, name.span) {
                        self.report_duplicate(unit, "representation", name, first);
                        // The first one stays the known one, for the report about a third.
                        datareps.insert(&name.value, first);
                    } else {
                        self.units[unit].datareps.insert(name.value.clone(), index);
                    }
                    continue;
                }
                ItemHead::Use | ItemHead::Record(_) | ItemHead::Test => continue,
            };
            // A call such as `twos(24)` is read as a family, so a format of that name could never be named.
            if FAMILIES.contains(&name.value.as_str()) {
                let title = format!("`{}` is a word of the language", name.value);
                self.report(
                    unit,
                    Diagnostic::new(Slug::DuplicateName, title, name.span, "cannot be defined")
                        .help(format!("choose another name, such as `my_{}`", name.value)),
                );
            } else if self.report_hidden_format(unit, name, (unit, index)) {
                // The fault is reported. The name still is known, so that its uses are not reported as well.
                self.units[unit].formats.insert(name.value.clone(), (unit, index));
            } else if let Some(first) = named.insert(&name.value, name.span) {
                self.report_duplicate(unit, "format", name, first);
                named.insert(&name.value, first);
            } else {
                self.units[unit].formats.insert(name.value.clone(), (unit, index));
            }
        }
        // Imports come last: a name that the text defines itself is known by then, wherever its line stands.
        for index in (0..text.len()).filter(|index| text.head(*index) == ItemHead::Use) {
            if let ItemKind::Use(import) = &text.item(index).kind {
                self.resolve_import(unit, import, &mut named);
            }
        }
    }

    /// Whether an item would replace another format that is known without `use`. If so, that is reported.
    fn report_hidden_format(&mut self, unit: usize, name: &Word, item: ItemId) -> bool {
        let Some(ieee) =
            StandardText::find_family("ieee").filter(|_| self.units[unit].text.library().is_none())
        else {
            return false;
        };
        let ieee = self.load_library(ieee);
        let Some(ieee_item) = self.units[ieee].formats.get(&name.value) else { return false };
        let definition = |(unit, index): ItemId| {
            let unit = &self.units[unit];
            to_one_line(unit.slice_text(unit.text.item(index).span))
        };
        // A copy of the library's definition, as in a text that was printed, changes nothing.
        if definition(item) == definition(*ieee_item) {
            return false;
        }
        let title = format!("`{}` is a format of the family `ieee`, known without `use`", name.value);
        let fault = Diagnostic::new(Slug::DuplicateName, title, name.span, "would hide it");
        self.report(unit, fault.help(format!("choose another name, such as `my_{}`", name.value)));
        true
    }

    /// Whether a name is that of a format that is known without `use`.
    pub(super) fn is_ieee_format(&mut self, name: &str) -> bool {
        let unit = StandardText::find_family("ieee").map(|library| self.load_library(library));
        unit.is_some_and(|unit| self.units[unit].has_format(name))
    }

    fn report_duplicate(&mut self, unit: usize, kind: &str, name: &Word, first: Span) {
        let title = format!("{kind} `{}` is defined twice", name.value);
        self.report(
            unit,
            Diagnostic::new(Slug::DuplicateName, title, name.span, "defined again here")
                .label(first, "first defined here")
                .help("give one of the two another name"),
        );
    }

    fn resolve_import(&mut self, unit: usize, import: &'a Use, named: &mut BTreeMap<&'a str, Span>) {
        let wanted_names: Vec<&str> =
            import.names.iter().flatten().map(|(name, _)| name.value.as_str()).collect();
        let Some(family) = self.resolve_family(unit, &import.family, &wanted_names) else {
            // Names of an import that leads nowhere are faulty and not unknown, so that each use of them stays
            // silent.
            let names = import.names.iter().flatten();
            let names = names.map(|(name, rename)| rename.as_ref().unwrap_or(name).value.clone());
            self.units[unit].faulty.extend(names);
            return;
        };
        let Some(names) = &import.names else {
            for (name, item) in self.units[family].formats.clone() {
                // The text's own formats win over those of a whole family, which nobody has named one by one.
                self.units[unit].formats.entry(name).or_insert(item);
            }
            return;
        };
        for (name, rename) in names {
            let Some(item) = self.units[family].formats.get(&name.value).copied() else {
                self.report_unknown_import(unit, family, name);
                let local_name = rename.as_ref().unwrap_or(name);
                self.units[unit].faulty.insert(local_name.value.clone());
                continue;
            };
            let local_name = rename.as_ref().unwrap_or(name);
            match named.get(local_name.value.as_str()) {
                // The same item by two imports is no conflict.
                Some(first) if self.units[unit].formats.get(&local_name.value) != Some(&item) => {
                    let title = format!("format `{}` is defined twice", local_name.value);
                    let fault = Diagnostic::new(Slug::DuplicateName, title, local_name.span, "imported here")
                        .label(*first, "also defined here")
                        .help(format!("write `{} as other_name`", name.value));
                    self.report(unit, fault);
                }
                _ if self.report_hidden_format(unit, local_name, item) => {}
                _ => {
                    named.insert(&local_name.value, local_name.span);
                    self.units[unit].formats.insert(local_name.value.clone(), item);
                }
            }
        }
    }

    fn report_unknown_import(&mut self, unit: usize, family: usize, name: &Word) {
        let names: Vec<String> = self.units[family].formats.keys().cloned().collect();
        let near = self.budget.find_nearest(&name.value, names.iter().map(String::as_str)).map(str::to_owned);
        let family = self.units[family].name();
        let title = format!("no format named `{}` in family `{family}`", name.value);
        let fault = Diagnostic::new(Slug::UnknownImport, title, name.span, "not in this family");
        let elsewhere = find_library_path(&name.value);
        let fault = match (elsewhere, near) {
            // The exact name in another family is more likely meant than a similar one in this family.
            (Some(path), _) => fault.help(format!("take it from another family, as `{path}`")),
            (None, Some(near)) => fault.help(format!("write `{near}`")),
            (None, None) => fault.note(format!("`{family}` has {}", quote_words(&names, "and"))),
        };
        self.report(unit, fault);
    }

    /// The text of a family, from which formats are wanted.
    fn resolve_family(&mut self, unit: usize, name: &Word, wanted_names: &[&str]) -> Option<usize> {
        if let Some(library) = StandardText::find_family(&name.value) {
            return Some(self.load_library(library));
        }
        let families: Vec<String> = standard::families().iter().map(|(name, _)| (*name).to_owned()).collect();
        let title = format!("no family named `{}` in the standard library", name.value);
        let fault = Diagnostic::new(Slug::UnknownImport, title, name.span, "not a family");
        let guess = guess_family(&name.value, wanted_names).map(str::to_owned).or_else(|| {
            self.budget.find_nearest(&name.value, families.iter().map(String::as_str)).map(str::to_owned)
        });
        let fault = match guess {
            Some(family) => fault.help(format!("write `{family}`")),
            None => fault.note(format!("the families are {}", quote_words(&families, "and"))),
        };
        self.report(unit, fault);
        None
    }

    /// The text of the standard library, parsed and entered.
    pub(super) fn load_library(&mut self, library: &'static StandardText) -> usize {
        let loaded_unit = self
            .units
            .iter()
            // A text of the library is entered once, so that its formats have one slot however they are named.
            .position(|unit| {
                unit.text.library().is_some_and(|loaded_library| std::ptr::eq(loaded_library, library))
            });
        loaded_unit.unwrap_or_else(|| {
            self.units.push(Unit::new(UnitText::Library(library)));
            let unit = self.units.len() - 1;
            self.enter_unit(unit);
            unit
        })
    }

    /// The item that `call` names. Built-in families have none.
    pub(super) fn resolve_item(&mut self, unit: usize, call: &FormatCall) -> Option<ItemId> {
        if let Some(family) = &call.family {
            let family = self.resolve_family(unit, family, &[&call.name.value])?;
            let item = self.units[family].formats.get(&call.name.value).copied();
            if item.is_none() {
                self.report_unknown_import(unit, family, &call.name);
            }
            return item;
        }
        if let Some(item) = self.units[unit].formats.get(&call.name.value) {
            return Some(*item);
        }
        // Its import was reported.
        if self.units[unit].faulty.contains(&call.name.value) {
            return None;
        }
        if let UnitText::Expression(_, NameScope::Library) = self.units[unit].text
            && let Some(library) = StandardText::find_format(&call.name.value)
        {
            let unit = self.load_library(library);
            return self.units[unit].formats.get(&call.name.value).copied();
        }
        // `ieee` is the family that needs no `use`.
        let ieee = StandardText::find_family("ieee").map(|library| self.load_library(library))?;
        let item = self.units[ieee].formats.get(&call.name.value).copied();
        if item.is_none() {
            self.report_unknown_format(unit, ieee, call);
        }
        item
    }

    fn report_unknown_format(&mut self, unit: usize, ieee: usize, call: &FormatCall) {
        let name = &call.name;
        // Before similar names are sought: the name is known, and only of the wrong kind.
        if self.units[unit].records.contains_key(&name.value) {
            let title = format!("`{}` is a record, not a format", name.value);
            let fault =
                Diagnostic::new(Slug::UnknownFormat, title, name.span, "only a field can be a record");
            return self.report(unit, fault);
        }
        let title = format!("no format named `{}`", name.value);
        let fault = Diagnostic::new(Slug::UnknownFormat, title, name.span, "not defined");
        if name.value == "pair" {
            let help = "define a format first, as in `float doubled = pair(f64, f64);`, and write its name";
            return self.report(unit, fault.help(help));
        }
        // The more certain advice first: the library has the name, another language has it, and only then what looks
        // like it.
        if let Some(path) = find_library_path(&name.value) {
            return self.report(unit, fault.help(format!("add `use {path};` at the top")));
        }
        if let Some(format) = synonyms::find_format(&name.value, &list_argument_texts(&call.arguments)) {
            return self.report(unit, fault.help(format!("write `{format}`")));
        }
        if is_string(&name.value) {
            return self.report(unit, add_string_help(fault));
        }
        let own = self.units[unit].formats.keys().map(String::as_str);
        let candidates =
            own.chain(self.units[ieee].formats.keys().map(String::as_str)).chain(FAMILIES.iter().copied());
        let candidates = candidates.chain(self.units[unit].records.keys().map(String::as_str));
        if let Some(near) = self.budget.find_nearest(&name.value, candidates) {
            let near = near.to_owned();
            let fault = match self.find_definition(unit, &near) {
                Some(span) => fault.label(span, "a format with a similar name"),
                None => fault,
            };
            return self.report(unit, fault.help(format!("write `{near}`")));
        }
        // Names of the whole library come last: among hundreds of them something always looks similar.
        let names: Vec<&str> = standard::formats().map(|(_, name)| name).collect();
        let near = self.budget.find_nearest(&name.value, names.into_iter());
        let path = near.and_then(find_library_path);
        let is_of_library = matches!(self.units[unit].text, UnitText::Expression(_, NameScope::Library));
        let fault = match (near, path) {
            (Some(near), _) if is_of_library => fault.help(format!("write `{near}`")),
            (Some(near), Some(path)) => fault.help(format!("write `{near}`, with `use {path};` at the top")),
            _ => fault,
        };
        self.report(unit, fault);
    }

    /// The place where the user's text defines a format.
    fn find_definition(&self, unit: usize, name: &str) -> Option<Span> {
        // A format of the library has no place in the user's text that could be shown, and an expression is another text.
        let ((0, item), 0) = (*self.units[unit].formats.get(name)?, unit) else { return None };
        match self.units[0].text.head(item) {
            ItemHead::Format(name) => Some(name.span),
            ItemHead::Use | ItemHead::Datarep(_) | ItemHead::Record(_) | ItemHead::Test => None,
        }
    }

    /// The representation with the name `name`.
    pub(super) fn find_datarep(&mut self, unit: usize, name: &str) -> Option<ItemId> {
        // A text's own representation hides one of the library with the same name.
        if let Some(item) = self.units[unit].datareps.get(name) {
            return Some((unit, *item));
        }
        let unit = StandardText::find_datarep(name).map(|library| self.load_library(library))?;
        self.units[unit].datareps.get(name).map(|item| (unit, *item))
    }

    pub(super) fn datarep_item(&self, (unit, item): ItemId) -> &'a DatarepItem {
        match &self.units[unit].text.item(item).kind {
            ItemKind::Datarep(rep) => rep,
            other => unreachable!("the item of a representation is one, not {other:?}"),
        }
    }
}

/// Reports an `extends` of an undefined representation, and cycles.
fn check_parents(context: &mut Context<'_>) {
    let text = context.units[0].text;
    let mut parents: BTreeMap<usize, usize> = BTreeMap::new();
    for index in 0..text.len() {
        let ItemKind::Datarep(DatarepItem { parent: Some(parent), .. }) = &text.item(index).kind else {
            continue;
        };
        match context.find_datarep(0, &parent.value) {
            // Only parents in the user's text can be part of a circle.
            Some((0, parent_index)) => {
                parents.insert(index, parent_index);
            }
            Some(_) => {}
            None => report_unknown_datarep(context, parent),
        }
    }
    // Each representation is visited once: a path that meets a settled one ends, so the walk takes linear time.
    let mut settled = vec![false; text.len()];
    for &start in parents.keys() {
        let mut path = Vec::new();
        let mut at = Some(start);
        while let Some(index) = at.filter(|index| !settled[*index]) {
            settled[index] = true;
            path.push(index);
            at = parents.get(&index).copied();
        }
        // The path may lead into the circle from outside. Only what is behind the meeting point is in it.
        if let Some(meets) =
            at.and_then(|index| path.iter().position(|visited_index| *visited_index == index))
        {
            report_circle(context, &path[meets..]);
        }
    }
}

fn report_circle(context: &mut Context<'_>, members: &[usize]) {
    // The member that stands first in the text begins the report, wherever the walk came in.
    let first =
        members.iter().min().and_then(|least| members.iter().position(|member| member == least)).unwrap_or(0);
    let rep = |at: usize| context.datarep_item((0, members[(first + at) % members.len()]));
    let start = rep(0);
    let parent = |rep: &DatarepItem| rep.parent.as_ref().map_or(rep.name.span, |parent| parent.span);
    let title = if members.len() == 1 {
        format!("representation `{}` extends itself", start.name.value)
    } else {
        format!("representation `{}` extends itself through others", start.name.value)
    };
    let mut fault = Diagnostic::new(Slug::ExtendsCycle, title, parent(start), "extended here");
    // A circle may have hundreds of members. Five labels show how it goes.
    for at in 1..members.len().min(5) {
        fault = fault.label(parent(rep(at)), format!("`{}` extends this", rep(at).name.value));
    }
    if members.len() > 5 {
        fault = fault.note(format!("{} representations are in the circle", members.len()));
    }
    let fault = fault.help(match StandardText::find_datarep("external32") {
        Some(library) => {
            format!("let one of them extend a complete one, such as `extends {}`", library.name())
        }
        None => "let one of them extend a complete one".to_owned(),
    });
    context.report(0, fault);
}

fn report_unknown_datarep(context: &mut Context<'_>, name: &Word) {
    let library: Vec<String> = standard::datareps().iter().map(|(name, _)| (*name).to_owned()).collect();
    let own = context.units[0].datareps.keys().map(String::as_str);
    let near = context.budget.find_nearest(&name.value, own.chain(library.iter().map(String::as_str)));
    let near = near.map(str::to_owned);
    let title = format!("no representation named `{}`", name.value);
    let mut fault = Diagnostic::new(Slug::UnknownDatarep, title, name.span, "not defined");
    if let Some(near) = near {
        if let Some(item) = context.units[0].datareps.get(&near) {
            let span = context.datarep_item((0, *item)).name.span;
            fault = fault.label(span, "a representation with a similar name");
        }
        fault = fault.help(format!("write `{near}`"));
    } else {
        fault = fault.note(format!("the standard library has {}", quote_words(&library, "and")));
    }
    context.report(0, fault);
}

/// The path by which a format of the standard library is imported.
fn find_library_path(name: &str) -> Option<String> {
    standard::family_of(name).map(|family| format!("{family}::{name}"))
}

/// The family that has one of the wanted formats, or else the only family with formats that start with the word: `dec`
/// for `vax`.
fn guess_family(word: &str, wanted_names: &[&str]) -> Option<&'static str> {
    // The family that has the format that is wanted is sure. A family whose names begin with the word is a guess.
    let exact = standard::formats().find(|(_, name)| wanted_names.contains(name));
    let of_word = |name: &str| name.strip_prefix(word).is_some_and(|rest| rest.starts_with('_'));
    let mut starting = standard::formats().filter(|(_, name)| of_word(name)).map(|(family, _)| family);
    let first = starting.next();
    // Only if all of them are in one family.
    let only_family = first.filter(|first| starting.all(|family| family == *first));
    exact.map(|(family, _)| family).or(only_family)
}

impl Context<'_> {
    /// Reports a word that is none of `candidates`.
    pub(super) fn report_unknown_word(
        &mut self,
        place: TextPlace,
        kind: &str,
        word: &str,
        candidates: &[&str],
    ) {
        let near = self.budget.find_nearest(word, candidates.iter().copied()).map(str::to_owned);
        let title = format!("no {kind} named `{word}`");
        let fault = Diagnostic::new(Slug::UnknownWord, title, place.span, "not known");
        let candidates: Vec<String> = candidates.iter().map(|word| (*word).to_owned()).collect();
        let fault = match near {
            Some(near) => fault.help(format!("write `{near}`")),
            // Long lists are no help in a message.
            None if candidates.len() <= 16 => fault.help(format!("write {}", quote_words(&candidates, "or"))),
            None => fault,
        };
        self.report(place.unit, fault);
    }
}
