//! Finds the format or the representation that a name stands for.
//!
//! A name is looked up in the user's texts, the last one first; then as `datarep_dynamic::names` does: in the library, and
//! among the names of other programs.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use datarep_dsl::ast::{Item, ItemKind};
use datarep_dsl::diagnostic::Diagnostic;
use datarep_dsl::facts::DocComment;
use datarep_dsl::model::{
    self as described, ByteOrder, Datarep, DigitCode, FieldKind, FormatKind, Model, RecordId, TestLine,
};
use datarep_dsl::sheet::Sheet;
use datarep_dsl::source::Source;
use datarep_dsl::{compile, parse, render, standard};
use datarep_dynamic::names::{self, Packing, Resolved};
use datarep_dynamic::threads::side_by_side;
use datarep_dynamic::{Described, Error, Format, Record, Text};

use crate::args::TextOptions;
use crate::failure::CliFailure;
use crate::mistakes::Contents;
use crate::output;
use crate::texts::read_text;

/// The environment variable that names texts.
const VARIABLE: &str = "DATAREP_TEXTS";

/// The most records of a text that a message lists.
const LISTED: usize = 10;

/// A text of the user.
#[derive(Debug)]
struct UserText {
    path: String,
    text: Text,
}

/// All names that a command accepts.
#[derive(Debug, Default)]
pub(crate) struct KnownNames {
    texts: Vec<UserText>,
    /// Whether the formats of a text are known even if its test lines are wrong.
    is_lenient: bool,
    /// The names of which it was said that a text has replaced what the library calls so.
    noted_names: RefCell<BTreeSet<String>>,
}

/// A format that was named.
#[derive(Debug)]
pub(crate) struct NamedFormat {
    /// The name in the language: `hfp32`, `twos(24)`.
    pub(crate) expression: String,
    /// The byte order that was named with it.
    pub(crate) named_order: Option<String>,
    /// The format.
    pub(crate) format: described::Format,
    /// The order of its bytes.
    pub(crate) order: ByteOrder,
    /// The family or the representation of the library, or the path of the user's text; empty for built-in formats.
    pub(crate) from: String,
    /// The same format, ready to convert slices. If words are packed, it reads unpacked items.
    pub(crate) running: Format,
    /// How words are packed, if they are.
    pub(crate) packing: Option<Packing>,
}

/// Something that `list` shows.
#[derive(Debug)]
pub(crate) struct ListedName {
    /// Its name.
    pub(crate) name: String,
    /// A format's bits; `None` for a representation.
    pub(crate) bits: Option<u32>,
    /// The family, or the path of the user's text.
    pub(crate) from: String,
    /// The documentation of the format or the representation.
    pub(crate) doc: DocComment,
    /// The documentation of its family or its text.
    pub(crate) family: DocComment,
}

impl NamedFormat {
    /// The name, with the order if one was named.
    pub(crate) fn title(&self) -> String {
        match &self.named_order {
            Some(order) => format!("{} {order}", self.expression),
            None => self.expression.clone(),
        }
    }

    /// Returns whether a file of its items may look like text to a person.
    pub(crate) fn contents(&self) -> Contents {
        let bytes = u64::from(self.order.extent(self.format.bits));
        let is_text = match &self.format.kind {
            FormatKind::Character(_) => true,
            FormatKind::Decimal(decimal) => {
                matches!(decimal.code, DigitCode::Zoned { .. } | DigitCode::Printed(_))
            }
            _ => bytes == 1,
        };
        if is_text { Contents::Characters(bytes) } else { Contents::Items(bytes) }
    }

    /// The facts to show about it. `tests`: its test lines.
    pub(crate) fn sheet<'s>(&'s self, tests: &'s [TestLine]) -> Sheet<'s> {
        let NamedFormat { format, order, named_order, .. } = self;
        Sheet { format, order, said: named_order.as_deref(), tests }
    }

    /// Returns its test lines. Only commands that show them call this, because finding them takes
    /// much longer than converting a small file.
    pub(crate) fn test_lines(&self) -> Result<Vec<TestLine>, CliFailure> {
        self.running.test_lines().map_err(|error| refused_name_failure(&error))
    }
}

impl KnownNames {
    /// Reads the user's texts.
    ///
    /// A fault in a text of the configuration is reported, and the text is left out, because the command did not ask
    /// for it.
    pub(crate) fn read(texts: &TextOptions) -> Result<KnownNames, CliFailure> {
        KnownNames::default().add_texts(texts)
    }

    /// Reads the user's texts for a command that describes formats and converts nothing. If only test lines of a text
    /// are wrong, they are reported, but its formats are known, because such a command is how a user finds out why a
    /// line is wrong.
    pub(crate) fn read_to_tell(texts: &TextOptions) -> Result<KnownNames, CliFailure> {
        KnownNames { is_lenient: true, ..KnownNames::default() }.add_texts(texts)
    }

    fn add_texts(self, texts: &TextOptions) -> Result<KnownNames, CliFailure> {
        let mut names = self;
        for path in list_configured_texts() {
            // The folder is read by each command. A fault in it must not stop those that do not need the text.
            if let Err(failure) = names.add_text(&path) {
                _ = failure.print();
            }
        }
        let variable = env::var_os(VARIABLE);
        let variable_paths =
            variable.iter().flat_map(env::split_paths).filter(|path| !path.as_os_str().is_empty());
        // The last text that defines a name counts: the command line is nearer to the user than the environment, and
        // that nearer than the configuration.
        for path in variable_paths.chain(texts.text.iter().cloned()) {
            names.add_text(&path)?;
        }
        Ok(names)
    }

    fn add_text(&mut self, path: &Path) -> Result<(), CliFailure> {
        let path_text = path.display().to_string();
        let source = read_text(path)?;
        let text = Text::parse_named(&path_text, &source).or_else(|error| {
            let failure = CliFailure::from_text(&error);
            match without_tests(&path_text, &source, &error) {
                Some(text) if self.is_lenient => {
                    _ = failure.print();
                    Ok(text)
                }
                // The fault is of a test line alone. Conversions are refused, because the line may be right and the
                // format wrong.
                Some(text) => Err(advise_test(CliFailure::Text(error.to_string()), &path_text, &text)),
                None => Err(failure),
            }
        })?;
        self.texts.push(UserText { path: path_text, text });
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
    pub(crate) fn format(&self, name: &str) -> Result<NamedFormat, CliFailure> {
        let name = name.trim();
        let (base, order) = names::divided(name);
        // A name of the user hides one of the library, which is what a correction of a format needs.
        if let Some(user_format) = self.find_user_format(base.trim_end_matches(','), order)? {
            return Ok(user_format);
        }
        match names::resolve(name) {
            Ok(resolved) => {
                self.note_machine_order(name, &resolved);
                let from = resolved.from.clone();
                describe_resolved(resolved, from)
            }
            Err(Error::Unknown { help, .. }) => Err(self.unknown_name_failure(name, &help)),
            Err(error) => Err(refused_name_failure(&error)),
        }
    }

    /// Says once that a name means the order of the machine on which this runs: the file may be of another one.
    fn note_machine_order(&self, name: &str, resolved: &Resolved) {
        let Some(order) = resolved.order.as_deref() else { return };
        if !resolved.foreign.as_ref().is_some_and(|foreign| foreign.is_of_machine)
            || !self.noted_names.borrow_mut().insert(name.to_owned())
        {
            return;
        }
        let other_order = if order == "little" { "big" } else { "little" };
        let format = resolved.format.name();
        output::note(&format!(
            "`{name}` is `{format} {order}`, in the order of this machine; `{format} {other_order}` is the other"
        ));
    }

    /// What is written in the text of the user that has a format; `None` if the format is of the library.
    pub(crate) fn source_of(&self, named: &NamedFormat) -> Result<Option<String>, CliFailure> {
        let has = |user_text: &&UserText| {
            user_text.path == named.from
                && user_text.text.formats().any(|known_format| known_format == named.expression)
        };
        let user_text = self.texts.iter().find(has);
        user_text.map(|user_text| read_text(Path::new(&user_text.path))).transpose()
    }

    /// The record with this name in a text of the user, or of the library by its path: `segy::trace_header`.
    pub(crate) fn record(&self, name: &str) -> Option<Record> {
        let own = self.texts.iter().rev().find_map(|own| own.text.record(name)).cloned();
        own.or_else(|| Record::named(name).ok())
    }

    /// Reads a text and returns its record called `name`; by default, the only record that is part of no other, and none of
    /// `besides`.
    pub(crate) fn read_record(
        &mut self,
        path: &Path,
        name: Option<&str>,
        besides: &[&str],
    ) -> Result<Record, CliFailure> {
        let path_text = path.display();
        let is_copybook = path
            .extension()
            .is_some_and(|end| ["cpy", "cbl", "cob"].iter().any(|ending| end.eq_ignore_ascii_case(ending)));
        // Of a file that is not there, that is said first.
        if is_copybook && path.exists() {
            return Err(CliFailure::new(format!(
                "`{path_text}` is a COBOL copybook, not a text with a record"
            ))
            .help(format!(
                "`datarep import {path_text} {0}` makes a text of it; then name `{0}`",
                path.with_extension("datarep").display()
            )));
        }
        // Formats of the text may be named by other options, so it stays among the user's texts.
        self.add_text(path)?;
        let text = self.texts.last().map(|user_text| &user_text.text);
        let records = text.map(Text::records).unwrap_or_default();
        let record_names: Vec<&str> = records.iter().map(Record::name).collect();
        if let Some(name) = name {
            let record = records.iter().find(|record| record.name() == name).cloned();
            return record.ok_or_else(|| {
                let failure = CliFailure::new(format!("`{path_text}` has no record `{name}`"));
                match &record_names[..] {
                    [] => failure.note("it has none"),
                    _ => failure.help(format!("name one of its records: {}", list_names(&record_names))),
                }
            });
        }
        let inside = |id: usize| {
            let fields = records.iter().flat_map(|record| record.described().list_fields());
            fields.into_iter().any(|field| field.kind == FieldKind::Record(RecordId(id)))
        };
        // A record inside another one is seldom what a file begins with. Headers and trailers are named by options of
        // their own.
        let is_outer = |id: &usize| !inside(*id) && !besides.contains(&records[*id].name());
        let outer: Vec<usize> = (0..records.len()).filter(is_outer).collect();
        match &outer[..] {
            [only] => Ok(records[*only].clone()),
            [] => Err(CliFailure::new(format!("`{path_text}` has no record"))),
            _ => {
                let outer: Vec<&str> = outer.iter().map(|id| record_names[*id]).collect();
                Err(CliFailure::new(format!("`{path_text}` has several records"))
                    .help(format!("name one of them: {}", list_names(&outer))))
            }
        }
    }

    /// The representation with this name, and the model that it is part of.
    pub(crate) fn representation(&self, name: &str) -> Option<(Model, Datarep)> {
        let own = self.texts.iter().rev().map(|own| (own.text.model().clone(), Some(&own.path)));
        let library = standard::datareps().iter().filter(|(known, _)| *known == name);
        let library = library.filter_map(|(known, text)| {
            compile_standard_text(&format!("standard/{known}.datarep"), text).ok()
        });
        own.chain(library.map(|model| (model, None))).find_map(|(model, path)| {
            let datarep = model.datareps.iter().find(|datarep| datarep.name == name)?.clone();
            if let Some(path) = path.filter(|_| standard::datareps().iter().any(|(known, _)| *known == name))
            {
                self.note_hidden_name(name, path);
            }
            Some((model, datarep))
        })
    }

    /// A format of a text of the user.
    fn find_user_format(&self, name: &str, order: Option<&str>) -> Result<Option<NamedFormat>, CliFailure> {
        let user_text =
            self.texts.iter().rev().find(|user_text| user_text.text.formats().any(|known| known == name));
        let Some((user_text, format)) =
            user_text.and_then(|user_text| Some((user_text, user_text.text.format(name)?)))
        else {
            return Ok(None);
        };
        if is_in_library(name) {
            self.note_hidden_name(name, &user_text.path);
        }
        let resolved = names::arrange(format, order).map_err(|error| refused_name_failure(&error))?;
        match describe_resolved(resolved, user_text.path.clone()) {
            Err(_) if order.is_none() => {
                Err(CliFailure::new(format!("`{name}` of `{}` cannot be converted", user_text.path)))
            }
            named => named.map(Some),
        }
    }

    /// Notes once that a text of the user hides a name of the library. The user may have forgotten
    /// the text.
    fn note_hidden_name(&self, name: &str, path: &str) {
        if self.noted_names.borrow_mut().insert(name.to_owned()) {
            output::note(&format!("`{name}` is that of `{path}`, which hides the one of the library"));
        }
    }

    /// Everything that has a name, with the user's own first.
    pub(crate) fn list_all(&self) -> Result<Vec<ListedName>, CliFailure> {
        let mut names_found = Vec::new();
        for own in &self.texts {
            collect_names(own.text.model(), &own.path, &own.path, &mut names_found);
        }
        let families = standard::families()
            .iter()
            .map(|(name, text)| (format!("standard/family/{name}.datarep"), *name, *text));
        let datareps = standard::datareps()
            .iter()
            .map(|(name, text)| (format!("standard/{name}.datarep"), "standard", *text));
        let texts: Vec<(String, &str, &str)> = families.chain(datareps).collect();
        // Compiling the families takes most of the time of `list`.
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let list_texts = |texts: &[(String, &str, &str)]| {
            let mut list = Vec::new();
            for (path, from, text) in texts {
                list.extend(list_text(path, from, text)?);
            }
            Ok(list)
        };
        let parts: Vec<Result<Vec<ListedName>, CliFailure>> =
            side_by_side(texts.chunks(texts.len().div_ceil(threads)).collect(), list_texts);
        for part in parts {
            names_found.extend(part?);
        }
        for (name, bits, says) in names::list_built_in() {
            let (name, from, family) = (name.clone(), "built in".to_owned(), DocComment::default());
            names_found.push(ListedName {
                name,
                bits: Some(*bits),
                from,
                doc: DocComment::parse(says),
                family,
            });
        }
        Ok(names_found)
    }

    /// The records of the user's texts, in a sentence; `None` if there are none.
    fn describe_records(&self) -> Option<String> {
        let sentences = self.texts.iter().filter_map(|own| {
            let records: Vec<&str> = own.text.records().iter().map(Record::name).take(LISTED).collect();
            let more = own.text.records().len().saturating_sub(LISTED);
            let more_text = if more > 0 { format!(" and {more} more") } else { String::new() };
            let (path, noun) = (&own.path, if records.len() == 1 { "record" } else { "records" });
            (!records.is_empty())
                .then(|| format!("`{path}` has the {noun} {}{more_text}", list_names(&records)))
        });
        let sentences: Vec<String> = sentences.collect();
        (!sentences.is_empty()).then(|| sentences.join("; "))
    }

    /// Describes what a name that is no format stands for: a record, or a file.
    fn describe_other(&self, name: &str) -> Option<String> {
        if self.record(name).is_some() {
            return Some(format!(
                "`{name}` is a record: `datarep dump FILE --as {name}` and `datarep convert --from {name}` read it"
            ));
        }
        let path = Path::new(name);
        if !path.is_file() {
            return None;
        }
        let is_text = path.extension().is_some_and(|end| end == "datarep");
        Some(if is_text {
            format!(
                "`{name}` is a file: `--record {name}` reads records that it describes, and `--text {name}` makes its formats and records known by their names"
            )
        } else {
            format!(
                "`{name}` is a file, and a format belongs here, such as `hfp32`: files are named without an option"
            )
        })
    }

    /// The failure for an unknown name. `help` says what to write instead, as far as the library knows.
    fn unknown_name_failure(&self, name: &str, help: &[String]) -> CliFailure {
        // A representation is a likely mistake: it has formats for many types, and names of them are what is wanted.
        if let Some((model, datarep)) = self.representation(name) {
            let mut formats: Vec<&str> = Vec::new();
            for conversion in &datarep.conversions {
                let format = model.formats[conversion.format.0].name.as_str();
                if !formats.contains(&format) {
                    formats.push(format);
                }
            }
            return CliFailure::new(format!("`{name}` is a representation of many types, not a format"))
                .help(format!("name one of its formats: {}", list_names(&formats)));
        }
        let failure = CliFailure::new(format!("no format is named `{name}`"));
        if let Some(help) = self.describe_other(name) {
            return failure.help(help);
        }
        let to_find = "`datarep list WORD` finds formats by machine, maker and program";
        let failure = match self.describe_records() {
            Some(records) => failure.help(records),
            None => failure,
        };
        let own = self.texts.iter().flat_map(|own| own.text.formats());
        match &find_nearest(name, own)[..] {
            [] => {}
            near => return failure.help(format!("did you mean {}?", list_names(near))).help(to_find),
        }
        let failure = help.iter().fold(failure, |failure, help| failure.help(help.clone()));
        failure.help(to_find)
    }
}

/// The text without its test lines, if nothing else in it is wrong.
fn without_tests(path_text: &str, text: &str, error: &Error) -> Option<Text> {
    let (ast, _) = parse(&Source { name: path_text.to_owned(), text: text.to_owned(), first_line: 1 });
    let tests = ast.items.iter().filter(|item| matches!(item.kind, ItemKind::Test(_)));
    let tests: Vec<_> = tests.map(|item| item.span.start..item.span.end).collect();
    let is_inside = |fault: &Diagnostic| tests.iter().any(|test| test.contains(&fault.span().start));
    // One fault elsewhere is enough: then the formats may be wrong, too.
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
    Text::parse_named(path_text, &String::from_utf8(bytes).ok()?).ok()
}

/// Adds to the faults of a text what they mean, if only test lines are wrong.
fn advise_test(faults: CliFailure, path_text: &str, text: &Text) -> CliFailure {
    let name = text.formats().next().unwrap_or("NAME");
    faults.note("nothing is converted while a test line fails: either the format or the line is wrong").help(
        format!(
            "`datarep explain WORD --as {name} --text {path_text}` follows a word to its value all the same"
        ),
    )
}

/// The texts in the configuration's folder, in the order of their names.
fn list_configured_texts() -> Vec<PathBuf> {
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
        || names::list_built_in().iter().any(|(known, ..)| known == name)
}

/// The failure for a name of a format whose order is wrong or missing.
fn refused_name_failure(error: &Error) -> CliFailure {
    if let Error::Order { title, help } = error {
        return CliFailure::new(title.clone()).help(help.clone());
    }
    // The name stands on the command line, so that the title and the help are enough.
    match error.diagnostics() {
        [first, ..] => {
            let failure = CliFailure::new(first.title.clone());
            let failure = first.help.iter().fold(failure, |failure, help| failure.help(help.clone()));
            // The language has no order for words that stand back to back.
            let is_packed = first.title.starts_with("nothing says how the");
            if is_packed { failure.help("or `packed`, if words stand back to back") } else { failure }
        }
        [] => CliFailure::new(error.to_string()),
    }
}

/// Describes a format, which is of a family or of a text.
fn describe_resolved(resolved: Resolved, from: String) -> Result<NamedFormat, CliFailure> {
    let Resolved { format: running, order: named_order, packing, .. } = resolved;
    let Described { format, order } = running.described().map_err(|error| refused_name_failure(&error))?;
    let expression = running.name().to_owned();
    Ok(NamedFormat { expression, named_order, format, order, from, running, packing })
}

/// Compiles a text of the standard library. An error would be a fault of ours.
fn compile_standard_text(path: &str, text: &str) -> Result<Model, CliFailure> {
    let source = Source { name: path.to_owned(), text: text.to_owned(), first_line: 1 };
    compile(&source).map_err(|failure| CliFailure::Text(render::render_all(&source, &failure)))
}

fn collect_names(model: &Model, path: &str, from: &str, names_found: &mut Vec<ListedName>) {
    let family = DocComment::parse(&model.doc);
    let own_formats =
        model.formats.iter().filter(|format| *format.origin.source == *path && !format.name.contains('('));
    let formats = own_formats.map(|format| (&format.name, Some(format.bits), &format.doc));
    let datareps = model.datareps.iter().map(|datarep| (&datarep.name, None, &datarep.doc));
    for (name, bits, doc) in formats.chain(datareps) {
        let (name, from, doc, family) =
            (name.clone(), from.to_owned(), DocComment::parse(doc), family.clone());
        names_found.push(ListedName { name, bits, from, doc, family });
    }
}

/// The formats and representations that a text of the library names. Only the formats are compiled: representations and
/// test lines are sound, and checking them takes most of the time.
fn list_text(path: &str, from: &str, text: &str) -> Result<Vec<ListedName>, CliFailure> {
    let (ast, _) = parse(&Source { name: path.to_owned(), text: text.to_owned(), first_line: 1 });
    let is_format =
        |item: &&Item| matches!(item.kind, ItemKind::Use(_) | ItemKind::Float(_) | ItemKind::Family(_));
    let formats = ast.items.iter().filter(is_format);
    let formats: Vec<&str> = formats.map(|item| &text[item.span.start..item.span.end]).collect();
    let model = compile_standard_text(path, &formats.join("\n"))?;
    let family = DocComment::parse(&ast.doc);
    let names_in_text = ast.items.iter().filter_map(|item| {
        let (name, is_format) = match &item.kind {
            ItemKind::Float(float) => (&float.name.value, true),
            ItemKind::Family(family) => (&family.name.value, true),
            ItemKind::Datarep(datarep) => (&datarep.name.value, false),
            ItemKind::Use(_) | ItemKind::Record(_) | ItemKind::Test(_) => return None,
        };
        let format =
            model.formats.iter().find(|format| format.name == *name && *format.origin.source == *path);
        // A family with arguments is no format by itself, so that none is found for it.
        let bits = if is_format { Some(format?.bits) } else { None };
        let (name, from, family) = (name.clone(), from.to_owned(), family.clone());
        Some(ListedName { name, bits, from, doc: DocComment::parse(&item.doc), family })
    });
    let (mut formats, datareps): (Vec<ListedName>, Vec<ListedName>) =
        names_in_text.partition(|listed| listed.bits.is_some());
    formats.extend(datareps);
    Ok(formats)
}

/// The known names nearest to an unknown one, the nearest first.
pub(crate) fn find_nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let name = name.to_ascii_lowercase();
    let distance = |known_name: &str| strsim::damerau_levenshtein(&name, &known_name.to_ascii_lowercase());
    // One mistake, and another one for each four letters. Otherwise all short names would be near.
    let limit = 1 + name.chars().count() / 4;
    let mut near: Vec<(usize, &str)> = names.map(|known_name| (distance(known_name), known_name)).collect();
    near.retain(|(distance, _)| *distance <= limit);
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// Names in backticks, with commas between them.
fn list_names(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_listed_once_with_its_bits() {
        let known = KnownNames::default();
        let names_listed = known.list_all().unwrap_or_else(|failure| panic!("{failure}"));
        for (name, bits, _) in names::list_built_in() {
            assert_eq!(known.format(name).map(|named| named.format.bits), Ok(*bits), "{name}");
            assert_eq!(names_listed.iter().filter(|listed| listed.name == *name).count(), 1, "{name}");
        }
        for (family, format) in standard::formats() {
            let same = |listed: &&ListedName| listed.name == format && listed.from == family;
            assert_eq!(names_listed.iter().filter(same).count(), 1, "{family}::{format}");
        }
        let datareps = names_listed.iter().filter(|listed| listed.bits.is_none());
        assert_eq!(datareps.count(), standard::datareps().len());
    }

    #[test]
    fn names_of_other_programs_are_formats() {
        let known = KnownNames::default();
        for alias in names::list_aliases() {
            let named =
                known.format(alias.name).unwrap_or_else(|failure| panic!("{}: {failure}", alias.name));
            assert_eq!(named.title(), alias.meaning(), "{}", alias.name);
        }
    }

    #[test]
    fn every_format_of_the_library_can_be_named() {
        let names = KnownNames::default();
        for (_, format) in standard::formats() {
            let named = names.format(format).unwrap_or_else(|failure| panic!("{format}: {failure}"));
            assert_eq!(named.format.name, format);
            assert!(!named.test_lines().expect("test lines").is_empty(), "{format}");
        }
    }
}
