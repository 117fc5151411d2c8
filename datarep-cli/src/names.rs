//! Finds the format or the representation that a name stands for.
//!
//! A name is looked up in the user's texts, the last one first; then among the names of other programs that include a
//! byte order; then in the library; then among the names of other programs that the library's texts list.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use datarep_dsl::ast::{Item, ItemKind};
use datarep_dsl::diagnostic::Diagnostic;
use datarep_dsl::facts::Doc;
use datarep_dsl::model::{self as described, ByteOrder, Datarep, FieldKind, Model, RecordId, TestLine};
use datarep_dsl::sheet::Sheet;
use datarep_dsl::source::Source;
use datarep_dsl::{compile, parse, render, standard};
use datarep_dynamic::threads::side_by_side;
use datarep_dynamic::{Described, Error, Format, Record, Text, names};

use crate::alias;
use crate::args::Texts;
use crate::failure::Failure;
use crate::output;
use crate::texts::read_text;

/// The environment variable that names texts.
const VARIABLE: &str = "DATAREP_TEXTS";

/// Character sets that no text defines, with the bits of a unit.
const BUILT_IN: &[(&str, u32, &str)] = &[
    ("ascii", 8, "Characters of ASCII."),
    ("latin1", 8, "Characters of ISO 8859-1."),
    ("ucs2", 16, "Units of UTF-16."),
    ("utf32", 32, "Characters of Unicode."),
];

/// A text of the user.
#[derive(Debug)]
struct UserText {
    path: String,
    text: Text,
}

/// All names that a command accepts.
#[derive(Debug, Default)]
pub(crate) struct Names {
    texts: Vec<UserText>,
    /// Whether the formats of a text are known even if its test lines are wrong.
    is_lenient: bool,
    /// The names of which it was said that a text has replaced what the library calls so.
    said: RefCell<BTreeSet<String>>,
}

/// A format that was named.
#[derive(Debug)]
pub(crate) struct Named {
    /// The name in the language: `hfp32`, `twos(24)`.
    pub(crate) expression: String,
    /// The byte order that was named with it.
    pub(crate) said: Option<String>,
    /// The format.
    pub(crate) format: described::Format,
    /// The order of its bytes.
    pub(crate) order: ByteOrder,
    /// Its test lines.
    pub(crate) tests: Vec<TestLine>,
    /// The family or the representation of the library, or the path of the user's text; empty for built-in formats.
    pub(crate) from: String,
    /// The same format, ready to convert slices.
    pub(crate) running: Format,
}

/// Something that `list` shows.
#[derive(Debug)]
pub(crate) struct Listed {
    /// Its name.
    pub(crate) name: String,
    /// A format's bits; `None` for a representation.
    pub(crate) bits: Option<u32>,
    /// The family, or the path of the user's text.
    pub(crate) from: String,
    /// The documentation of the format or the representation.
    pub(crate) doc: Doc,
    /// The first sentence about its family or its text.
    pub(crate) family: String,
}

impl Named {
    /// The name, with the order if one was named.
    pub(crate) fn title(&self) -> String {
        match &self.said {
            Some(order) => format!("{} {order}", self.expression),
            None => self.expression.clone(),
        }
    }

    /// The facts to show about it.
    pub(crate) fn sheet(&self) -> Sheet<'_> {
        let Named { format, order, said, tests, .. } = self;
        Sheet { format, order, said: said.as_deref(), tests }
    }
}

impl Names {
    /// Reads the user's texts.
    ///
    /// A fault in a text of the configuration is reported, and the text is left out, because the command did not ask
    /// for it.
    pub(crate) fn read(texts: &Texts) -> Result<Names, Failure> {
        Names::default().with(texts)
    }

    /// Reads the user's texts for a command that describes formats and converts nothing. If only test lines of a text
    /// are wrong, they are reported, but its formats are known, because such a command is how a user finds out why a
    /// line is wrong.
    pub(crate) fn read_to_tell(texts: &Texts) -> Result<Names, Failure> {
        Names { is_lenient: true, ..Names::default() }.with(texts)
    }

    fn with(self, texts: &Texts) -> Result<Names, Failure> {
        let mut names = self;
        for path in configured() {
            if let Err(failure) = names.add(&path) {
                _ = failure.tell();
            }
        }
        let variable = env::var_os(VARIABLE);
        let named = variable.iter().flat_map(env::split_paths).filter(|path| !path.as_os_str().is_empty());
        for path in named.chain(texts.text.iter().cloned()) {
            names.add(&path)?;
        }
        Ok(names)
    }

    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let shown = path.display().to_string();
        let source = read_text(path)?;
        let text = Text::parse_named(&shown, &source).or_else(|error| {
            let failure = Failure::Text(error.to_string());
            match without_tests(&shown, &source, &error) {
                Some(text) if self.is_lenient => {
                    _ = failure.tell();
                    Ok(text)
                }
                Some(text) => Err(Failure::Text(format!("{error}{}", to_explain(&shown, &text)))),
                None => Err(failure),
            }
        })?;
        self.texts.push(UserText { path: shown, text });
        Ok(())
    }

    /// The files with the user's texts.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.texts.iter().map(|own| Path::new(&own.path))
    }

    /// The user's texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.texts.iter().map(|own| &own.text)
    }

    /// The format with this name.
    pub(crate) fn format(&self, name: &str) -> Result<Named, Failure> {
        let (base, said) = names::divided(name.trim());
        if let Some(found) = self.own(base, said)? {
            return Ok(found);
        }
        if let (Some(alias), None) = (alias::named(base), said) {
            return in_library(alias.format, Some(alias.order));
        }
        if names::is_expression(base)
            && let Ok(found) = in_library(base, said)
        {
            return Ok(found);
        }
        let own = || self.own(base, None).is_ok_and(|own| own.is_some());
        if let Some(order) = said
            && (own() || in_library(base, None).is_ok())
        {
            return Err(Failure::new(format!("`{order}` is no order of bytes of `{base}`"))
                .help("write `big`, `little`, `pdp`, or a container such as `right_justified(8)`"));
        }
        let elsewhere = named_elsewhere(base);
        match &elsewhere[..] {
            [one] => in_library(one, said),
            _ => Err(self.unknown(base, &elsewhere)),
        }
    }

    /// The record with this name in a text of the user, or of the library by its path: `segy::trace_header`.
    pub(crate) fn record(&self, name: &str) -> Option<Record> {
        let own = self.texts.iter().rev().find_map(|own| own.text.record(name)).cloned();
        own.or_else(|| Record::named(name).ok())
    }

    /// Reads a text and returns its record called `name`; by default, the only record that is part of no other.
    pub(crate) fn record_of(&mut self, path: &Path, name: Option<&str>) -> Result<Record, Failure> {
        let shown = path.display();
        if path
            .extension()
            .is_some_and(|end| ["cpy", "cbl", "cob"].iter().any(|one| end.eq_ignore_ascii_case(one)))
        {
            return Err(Failure::new(format!("`{shown}` is a COBOL copybook, not a text with a record"))
                .help(format!(
                    "`datarep import {shown} {0}` makes a text of it; then name `{0}`",
                    path.with_extension("datarep").display()
                )));
        }
        self.add(path)?;
        let text = self.texts.last().map(|own| &own.text);
        let records = text.map(Text::records).unwrap_or_default();
        let all: Vec<&str> = records.iter().map(Record::name).collect();
        if let Some(name) = name {
            let found = records.iter().find(|record| record.name() == name).cloned();
            return found.ok_or_else(|| {
                let failure = Failure::new(format!("`{shown}` has no record `{name}`"));
                match &all[..] {
                    [] => failure.note("it has none"),
                    _ => failure.help(format!("name one of its records: {}", listed(&all))),
                }
            });
        }
        let inside = |id: usize| {
            let fields = records.iter().flat_map(|record| &record.described().fields);
            fields.into_iter().any(|field| field.kind == FieldKind::Record(RecordId(id)))
        };
        let outer: Vec<usize> = (0..records.len()).filter(|id| !inside(*id)).collect();
        match &outer[..] {
            [only] => Ok(records[*only].clone()),
            [] => Err(Failure::new(format!("`{shown}` has no record"))),
            _ => {
                let outer: Vec<&str> = outer.iter().map(|id| all[*id]).collect();
                Err(Failure::new(format!("`{shown}` has several records"))
                    .help(format!("name one of them: {}", listed(&outer))))
            }
        }
    }

    /// The representation with this name, and the model that it is part of.
    pub(crate) fn representation(&self, name: &str) -> Option<(Model, Datarep)> {
        let own = self.texts.iter().rev().map(|own| (own.text.model().clone(), Some(&own.path)));
        let library = standard::datareps().iter().filter(|(known, _)| *known == name);
        let library =
            library.filter_map(|(known, text)| compiled(&format!("standard/{known}.datarep"), text).ok());
        own.chain(library.map(|model| (model, None))).find_map(|(model, path)| {
            let datarep = model.datareps.iter().find(|datarep| datarep.name == name)?.clone();
            if let Some(path) = path.filter(|_| standard::datareps().iter().any(|(known, _)| *known == name))
            {
                self.say_hidden(name, path);
            }
            Some((model, datarep))
        })
    }

    /// A format of a text of the user.
    fn own(&self, name: &str, order: Option<&str>) -> Result<Option<Named>, Failure> {
        let found = self.texts.iter().rev().find(|own| own.text.formats().any(|known| known == name));
        let Some((own, format)) = found.and_then(|own| Some((own, own.text.format(name)?))) else {
            return Ok(None);
        };
        if is_in_library(name) {
            self.say_hidden(name, &own.path);
        }
        match named(format, order, &own.path) {
            None if order.is_none() => {
                Err(Failure::new(format!("`{name}` of `{}` cannot be converted", own.path)))
            }
            named => Ok(named),
        }
    }

    /// Says once that a name of the library is that of a text of the user, who may have forgotten the text.
    fn say_hidden(&self, name: &str, path: &str) {
        if self.said.borrow_mut().insert(name.to_owned()) {
            output::note(&format!("`{name}` is that of `{path}`, which hides the one of the library"));
        }
    }

    /// Everything that has a name, with the user's own first.
    pub(crate) fn all(&self) -> Result<Vec<Listed>, Failure> {
        let mut all = Vec::new();
        for own in &self.texts {
            collect(own.text.model(), &own.path, &own.path, &mut all);
        }
        let families = standard::families()
            .iter()
            .map(|(name, text)| (format!("standard/family/{name}.datarep"), *name, *text));
        let datareps = standard::datareps()
            .iter()
            .map(|(name, text)| (format!("standard/{name}.datarep"), "standard", *text));
        let texts: Vec<(String, &str, &str)> = families.chain(datareps).collect();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let listed = |texts: &[(String, &str, &str)]| {
            let mut all = Vec::new();
            for (path, from, text) in texts {
                all.extend(listed_in(path, from, text)?);
            }
            Ok(all)
        };
        let parts: Vec<Result<Vec<Listed>, Failure>> =
            side_by_side(texts.chunks(texts.len().div_ceil(threads)).collect(), listed);
        for part in parts {
            all.extend(part?);
        }
        for (name, bits, says) in BUILT_IN {
            let (name, from, family) = ((*name).to_owned(), "built in".to_owned(), String::new());
            all.push(Listed { name, bits: Some(*bits), from, doc: Doc::parse(says), family });
        }
        Ok(all)
    }

    fn unknown(&self, name: &str, elsewhere: &[&str]) -> Failure {
        if let Some((model, datarep)) = self.representation(name) {
            let mut formats: Vec<&str> = Vec::new();
            for conversion in &datarep.conversions {
                let format = model.formats[conversion.format.0].name.as_str();
                if !formats.contains(&format) {
                    formats.push(format);
                }
            }
            return Failure::new(format!("`{name}` is a representation of many types, not a format"))
                .help(format!("name one of its formats: {}", listed(&formats)));
        }
        let failure = Failure::new(format!("no format is named `{name}`"));
        if !elsewhere.is_empty() {
            return failure.note(format!("several have that name elsewhere: {}", listed(elsewhere)));
        }
        let own = self.texts.iter().flat_map(|own| own.text.formats());
        let near = nearest(name, own.chain(standard::formats().map(|(_, format)| format)));
        // The name may be a machine's, followed by a number of bits: `ibm32`.
        let word = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
        let is_known = |word: &str| {
            standard::families().iter().any(|(_, text)| text.to_lowercase().contains(&word.to_lowercase()))
        };
        let word = if word.len() < name.len() && word.len() > 2 && is_known(word) { word } else { "WORD" };
        let to_find = format!("`datarep list {word}` finds formats by machine, maker and program");
        match &near[..] {
            [] => failure.help(to_find),
            near => failure.help(format!("did you mean {}?", listed(near))).help(to_find),
        }
    }
}

/// The text without its test lines, if nothing else in it is wrong.
fn without_tests(shown: &str, text: &str, error: &Error) -> Option<Text> {
    let (ast, _) = parse(&Source { name: shown.to_owned(), text: text.to_owned(), first_line: 1 });
    let tests = ast.items.iter().filter(|item| matches!(item.kind, ItemKind::Test(_)));
    let tests: Vec<_> = tests.map(|item| item.span.start..item.span.end).collect();
    let is_inside = |fault: &Diagnostic| tests.iter().any(|test| test.contains(&fault.span().start));
    if error.diagnostics().is_empty() || !error.diagnostics().iter().all(is_inside) {
        return None;
    }
    // Blanks replace the test lines, so that everything after them keeps its place.
    let mut bytes = text.as_bytes().to_vec();
    for test in tests {
        for byte in bytes.get_mut(test)?.iter_mut().filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
    }
    Text::parse_named(shown, &String::from_utf8(bytes).ok()?).ok()
}

/// The note and the help for a text in which only test lines are wrong.
fn to_explain(shown: &str, text: &Text) -> String {
    let name = text.formats().next().unwrap_or("NAME");
    let note = "nothing is converted while a test line fails: either the format or the line is wrong";
    let help =
        format!("`datarep explain WORD --as {name} --text {shown}` follows a word to its value all the same");
    format!("  = note: {note}\n  = help: {help}\n")
}

/// The texts in the configuration's folder, in the order of their names.
fn configured() -> Vec<PathBuf> {
    // A relative path is invalid and ignored. It would lead to the folder in which the command happens to run.
    //
    // Source: XDG Base Directory Specification, "Environment variables".
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config")));
    let Some(entries) = home.and_then(|home| fs::read_dir(home.join("datarep")).ok()) else {
        return Vec::new();
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "datarep")).collect();
    paths.sort();
    paths
}

/// Whether the library, or the language, has a format of this name.
fn is_in_library(name: &str) -> bool {
    standard::family_of(name).is_some()
        || names::in_representation(name).is_some()
        || BUILT_IN.iter().any(|(known, ..)| *known == name)
        || alias::named(name).is_some()
}

fn in_library(expression: &str, order: Option<&str>) -> Result<Named, Failure> {
    let unknown = || Failure::new(format!("no format is named `{expression}`"));
    let family = standard::family_of(expression);
    if family.is_none()
        && let Some((from, format)) = names::in_representation(expression)
        && let Some(named) = named(format, order, from)
    {
        return Ok(named);
    }
    let format = Format::named(expression).map_err(|_| unknown())?;
    let from = family.or_else(|| expression.split_once("::").map(|(family, _)| family)).unwrap_or_default();
    named(format, order, from).ok_or_else(unknown)
}

/// Describes a format in the given byte order; `None` if the format does not have that order.
fn named(running: Format, order: Option<&str>, from: &str) -> Option<Named> {
    let running = match order {
        Some(order) if names::is_order(order) => running.with_order(order),
        Some(_) => return None,
        None => running,
    };
    let Described { format, order: order_of, tests } = running.described().ok()?;
    Some(Named {
        expression: running.name().to_owned(),
        said: order.map(ToOwned::to_owned),
        format,
        order: order_of,
        tests,
        from: from.to_owned(),
        running,
    })
}

/// Compiles a text of the library, which is sound.
fn compiled(path: &str, text: &str) -> Result<Model, Failure> {
    let source = Source { name: path.to_owned(), text: text.to_owned(), first_line: 1 };
    compile(&source).map_err(|failure| Failure::Text(render::render_all(&source, &failure)))
}

fn collect(model: &Model, path: &str, from: &str, all: &mut Vec<Listed>) {
    let family = Doc::parse(&model.doc).summary;
    let own =
        model.formats.iter().filter(|format| *format.origin.source == *path && !format.name.contains('('));
    let formats = own.map(|format| (&format.name, Some(format.bits), &format.doc));
    let datareps = model.datareps.iter().map(|datarep| (&datarep.name, None, &datarep.doc));
    for (name, bits, doc) in formats.chain(datareps) {
        let (name, from, doc, family) = (name.clone(), from.to_owned(), Doc::parse(doc), family.clone());
        all.push(Listed { name, bits, from, doc, family });
    }
}

/// The formats and representations that a text of the library names. Only the formats are compiled: representations and
/// test lines are sound, and checking them takes most of the time.
fn listed_in(path: &str, from: &str, text: &str) -> Result<Vec<Listed>, Failure> {
    let (ast, _) = parse(&Source { name: path.to_owned(), text: text.to_owned(), first_line: 1 });
    let is_format =
        |item: &&Item| matches!(item.kind, ItemKind::Use(_) | ItemKind::Float(_) | ItemKind::Family(_));
    let formats = ast.items.iter().filter(is_format);
    let formats: Vec<&str> = formats.map(|item| &text[item.span.start..item.span.end]).collect();
    let model = compiled(path, &formats.join("\n"))?;
    let family = Doc::parse(&ast.doc).summary;
    let listed = ast.items.iter().filter_map(|item| {
        let (name, is_format) = match &item.kind {
            ItemKind::Float(float) => (&float.name.value, true),
            ItemKind::Family(family) => (&family.name.value, true),
            ItemKind::Datarep(datarep) => (&datarep.name.value, false),
            ItemKind::Use(_) | ItemKind::Record(_) | ItemKind::Test(_) => return None,
        };
        let format =
            model.formats.iter().find(|format| format.name == *name && *format.origin.source == *path);
        let bits = if is_format { Some(format?.bits) } else { None };
        let (name, from, family) = (name.clone(), from.to_owned(), family.clone());
        Some(Listed { name, bits, from, doc: Doc::parse(&item.doc), family })
    });
    let (mut formats, datareps): (Vec<Listed>, Vec<Listed>) =
        listed.partition(|listed| listed.bits.is_some());
    formats.extend(datareps);
    Ok(formats)
}

/// The formats of the library that another program calls by this name.
fn named_elsewhere(name: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (family, text) in standard::families() {
        if !text.to_ascii_lowercase().contains(&format!("`{}`", name.to_ascii_lowercase())) {
            continue;
        }
        let Ok(model) = compiled(family, text) else { continue };
        for (_, format) in standard::formats().filter(|(known, _)| known == family) {
            let docs =
                model.formats.iter().filter(|known| known.name == format).map(|known| Doc::parse(&known.doc));
            let mut quoted = docs.flat_map(|doc| doc.names).map(|(_, names)| names);
            if quoted.any(|names| alias::quoted(&names).any(|quoted| quoted.eq_ignore_ascii_case(name))) {
                found.push(format);
            }
        }
    }
    found
}

/// The known names nearest to an unknown one, the nearest first.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    let distance = |known: &str| strsim::damerau_levenshtein(&name, &known.to_ascii_lowercase());
    let limit = 1 + name.chars().count() / 4;
    let mut near: Vec<(usize, &str)> = names.map(|known| (distance(known), known)).collect();
    near.retain(|(distance, _)| *distance <= limit);
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// Names in backticks, with commas between them.
fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_listed_once_with_its_bits() {
        let names = Names::default();
        let all = names.all().unwrap_or_else(|failure| panic!("{failure}"));
        for (name, bits, _) in BUILT_IN {
            assert_eq!(names.format(name).map(|named| named.format.bits), Ok(*bits), "{name}");
            assert_eq!(all.iter().filter(|listed| listed.name == *name).count(), 1, "{name}");
        }
        for (family, format) in standard::formats() {
            let same = |listed: &&Listed| listed.name == format && listed.from == family;
            assert_eq!(all.iter().filter(same).count(), 1, "{family}::{format}");
        }
        let datareps = all.iter().filter(|listed| listed.bits.is_none());
        assert_eq!(datareps.count(), standard::datareps().len());
    }

    #[test]
    fn every_alias_names_a_format() {
        let names = Names::default();
        for alias in alias::ALIASES {
            let named =
                names.format(alias.name).unwrap_or_else(|failure| panic!("{}: {failure}", alias.name));
            assert_eq!(named.said.as_deref(), Some(alias.order), "{}", alias.name);
        }
        assert_eq!(names.format("h5t_vax_f64").map(|named| named.expression), Ok("vax_g".to_owned()));
    }

    #[test]
    fn every_format_of_the_library_can_be_named() {
        let names = Names::default();
        for (_, format) in standard::formats() {
            let named = names.format(format).unwrap_or_else(|failure| panic!("{format}: {failure}"));
            assert_eq!(named.format.name, format);
            assert!(!named.tests.is_empty(), "{format}");
        }
    }
}
