//! Formats of the library by words: machines, makers, languages, kinds of files, names in other programs.

use std::sync::OnceLock;

use datarep_dsl::ast::{Ast, ItemKind};
use datarep_dsl::diagnostic::{Diagnostic, Slug};
use datarep_dsl::facts::DocComment;
use datarep_dsl::model::{CodePage, PageFamily};
use datarep_dsl::source::Source;
use datarep_dsl::standard;

use crate::format::Format;

use super::foreign::{ForeignMeaning, find_foreign};

/// How many formats a suggestion names.
const SUGGESTED: usize = 4;

/// From this rank on, the documentation of an entry or of its family only mentions a word.
const MENTIONED: u8 = 5;

/// What is searched of a format or a representation.
#[derive(Debug, Clone, Copy)]
pub struct SearchEntry<'e> {
    /// Its name.
    pub name: &'e str,
    /// The family, or the text.
    pub from: &'e str,
    /// Its documentation.
    pub doc: &'e DocComment,
    /// The documentation of its family or text.
    pub family: &'e DocComment,
}

/// A format that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFormat {
    /// Its name.
    pub name: String,
    /// The family that has it; empty for built-in formats.
    pub from: &'static str,
    /// What it is, in a line.
    pub summary: String,
    /// Where the words were found: the smaller, the nearer to the name.
    pub rank: u8,
}

/// A format of the library with what is said of it.
struct IndexedFormat {
    name: String,
    from: &'static str,
    doc: DocComment,
    /// The place of its family's documentation.
    family: usize,
}

/// All formats of the library, and the documentation of their families.
struct LibraryIndex {
    entries: Vec<IndexedFormat>,
    families: Vec<DocComment>,
}

/// Formats that no text of the library defines, except code pages, with their bits and a doc comment.
const BUILT_IN: &[(&str, u32, &str)] = &[
    ("ascii", 8, "Characters of ASCII.\n\nMachines: text."),
    ("latin1", 8, "Characters of ISO 8859-1.\n\nMachines: text, ISO 8859-1, cp819."),
    ("ucs2", 16, "Units of UTF-16.\n\nMachines: text, Unicode, UTF-16."),
    ("utf32", 32, "Characters of Unicode.\n\nMachines: text, Unicode, UTF-32, UCS-4."),
    (
        "twos(16)",
        16,
        "An integer in two's complement; any number of bits.\n\nMachines: integer, signed, int, Modbus register.",
    ),
    (
        "unsigned(16)",
        16,
        "An integer without a sign; any number of bits.\n\nMachines: integer, unsigned, uint, Modbus register.",
    ),
];

/// Formats that no text of the library defines and that people look for: name, bits, and a doc comment.
/// Code pages are among them.
pub fn list_built_in() -> &'static [(String, u32, String)] {
    static ALL: OnceLock<Vec<(String, u32, String)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let fixed = BUILT_IN.iter().map(|(name, bits, doc)| ((*name).to_owned(), *bits, (*doc).to_owned()));
        fixed.chain(CodePage::all().map(|page| (page.format(), 8, write_page_doc(page)))).collect()
    })
}

/// The doc comment of a page.
fn write_page_doc(page: CodePage) -> String {
    // People who look for a mainframe find the pages that most of them have.
    let usual = ["cp037", "cp500", "cp1047", "cp1140"].contains(&page.name());
    let (set, machines) = match page.family() {
        PageFamily::Ebcdic if usual => ("of EBCDIC", "EBCDIC, IBM mainframe, text"),
        PageFamily::Ebcdic => ("of EBCDIC", "EBCDIC, text"),
        PageFamily::CodePage => ("of a code page", "code page, text"),
    };
    let names: Vec<&str> = std::iter::once(page.name()).chain(page.other_names()).collect();
    format!("Characters {set}: {}.\n\nMachines: {machines}, {}.", page.title(), names.join(", "))
}

fn library_index() -> &'static LibraryIndex {
    static SHELF: OnceLock<LibraryIndex> = OnceLock::new();
    SHELF.get_or_init(|| {
        // The first is for formats without a family, which have the place 0.
        let mut shelf = LibraryIndex { entries: Vec::new(), families: vec![DocComment::default()] };
        for (family, text) in standard::families() {
            let source = Source { name: (*family).to_owned(), text: (*text).to_owned(), first_line: 1 };
            // Parsed and not checked: names and doc comments are all that is searched.
            let (ast, _) = datarep_dsl::parse(&source);
            shelf.add_family(family, &ast);
        }
        for (name, _, doc) in list_built_in() {
            shelf.entries.push(IndexedFormat {
                name: name.clone(),
                from: "",
                doc: DocComment::parse(doc),
                family: 0,
            });
        }
        shelf
    })
}

impl LibraryIndex {
    fn add_family(&mut self, from: &'static str, ast: &Ast) {
        self.families.push(DocComment::parse(&ast.doc));
        for item in &ast.items {
            let name = match &item.kind {
                ItemKind::Float(float) => &float.name.value,
                ItemKind::Family(family) => &family.name.value,
                ItemKind::Use(_) | ItemKind::Datarep(_) | ItemKind::Record(_) | ItemKind::Test(_) => continue,
            };
            let (name, doc) = (name.clone(), DocComment::parse(&item.doc));
            self.entries.push(IndexedFormat { name, from, doc, family: self.families.len() - 1 });
        }
    }
}

/// The formats of the library that have all of these words, the nearest first.
///
/// ```
/// use datarep_dynamic::names::search;
/// let names: Vec<String> = search("ibm mainframe").into_iter().map(|found| found.name).collect();
/// assert_eq!(names[..2], ["hfp32", "hfp64"]);
/// ```
pub fn search(words: &str) -> Vec<FoundFormat> {
    let LibraryIndex { entries, families } = library_index();
    let mut matches: Vec<FoundFormat> = entries
        .iter()
        .filter_map(|IndexedFormat { name, from, doc, family }| {
            let entry = SearchEntry { name, from, doc, family: &families[*family] };
            let rank = rank_entry(&entry, words)?;
            Some(FoundFormat { name: name.clone(), from, summary: doc.summary.clone(), rank })
        })
        .collect();
    // The sort is stable, so that formats of one rank stay in the order of the library, the usual ones first.
    matches.sort_by_key(|format| format.rank);
    // If the words are a name or a machine of a format, formats that only mention them are left out.
    if matches.first().is_some_and(|first| first.rank <= 1) {
        matches.retain(|format| format.rank < MENTIONED);
    }
    matches
}

/// Where an entry has all words: 0 if they are a name of it, otherwise the farther from the name, the larger; `None` if it
/// lacks one of them.
pub fn rank_entry(entry: &SearchEntry<'_>, words: &str) -> Option<u8> {
    let words = words.trim().to_lowercase();
    if is_name_of(entry, &words) {
        return Some(0);
    }
    if words.is_empty() {
        return Some(1);
    }
    words
        .split_whitespace()
        .map(|word| rank_word(entry, word))
        // The farthest word decides: all of them have to be near for a format to be near.
        .try_fold(0, |worst, rank| Some(worst.max(rank?)))
}

/// Whether the words are a name of the entry, here or in another program.
fn is_name_of(entry: &SearchEntry<'_>, words: &str) -> bool {
    let foreign = || match find_foreign(words) {
        Some(ForeignMeaning::Format(foreign)) => foreign.format == entry.name,
        Some(ForeignMeaning::Open(_)) | None => false,
    };
    entry.name.to_lowercase() == words
        || list_foreign_names(entry.doc).any(|quoted| quoted.to_lowercase() == words)
        || (!words.is_empty() && foreign())
        || CodePage::guess(words).is_some_and(|page| page.format() == entry.name)
}

fn rank_word(entry: &SearchEntry<'_>, word: &str) -> Option<u8> {
    let SearchEntry { name, from, doc, family } = entry;
    let has = |text: &str| text.to_lowercase().contains(word);
    let has_word = |text: &str| has_whole_word(&text.to_lowercase(), word);
    let programs =
        |has: &dyn Fn(&str) -> bool| doc.names.iter().any(|(program, names)| has(program) || has(names));
    // From the name outward. The index of the first place that has the word is its rank.
    let places = [
        has_word(name) || has_word(&doc.machines),
        name.to_lowercase().starts_with(word),
        from.to_lowercase() == word
            || has_word(&family.machines)
            || list_foreign_names(doc).any(has)
            || programs(&has_word),
        has(name) || has_word(&doc.summary),
        has_word(&family.summary) || doc.paragraphs.iter().any(|paragraph| has_word(paragraph)),
        has(from) || has(&doc.machines) || has(&family.machines) || programs(&has),
        has(&doc.summary) || doc.paragraphs.iter().any(|paragraph| has(paragraph)),
        has(&family.summary) || has(&doc.source),
    ];
    // 0 is left for a whole name, which `rank_entry` finds.
    places.iter().zip(1..).find_map(|(is_match, rank)| is_match.then_some(rank))
}

/// Whether the text has the word with no letter or digit beside it. Both are in lower case.
fn has_whole_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

/// The names in backticks that other programs have: `X` and `Y` in ``HDF5 `X`, `Y` ``.
fn list_foreign_names(doc: &DocComment) -> impl Iterator<Item = &str> {
    // Between backticks are the parts with odd numbers.
    doc.names.iter().flat_map(|(_, names)| names.split('`').skip(1).step_by(2))
}

/// The formats of the library whose texts have this name of another program.
pub(super) fn find_by_foreign_name(name: &str) -> Vec<&'static str> {
    let is_one = |entry: &&IndexedFormat| {
        list_foreign_names(&entry.doc).any(|quoted| quoted.eq_ignore_ascii_case(name))
    };
    library_index().entries.iter().filter(is_one).map(|entry| entry.name.as_str()).collect()
}

/// What to write instead of an unknown name: formats of a machine that the name begins with, the nearest spelling, or formats
/// that have the words.
///
/// ```
/// use datarep_dynamic::names::suggest;
/// assert_eq!(suggest("vaxg"), ["write `vax_g`"]);
/// assert_eq!(suggest("commodore_float"), ["write `mbf40`"]);
/// assert_eq!(suggest("ibmfloat"), suggest("ibm"));
/// // No guess is better than a format of another size.
/// assert!(suggest("f24").is_empty() && suggest("quad24").is_empty());
/// ```
pub fn suggest(name: &str) -> Vec<String> {
    let by_words = |most: u8| {
        // `vaxg64` => `vaxg`: digits are looked at apart, as a size in a name is often written in another way.
        let words = name.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| word.len() > 1);
        let number: String = name.chars().filter(char::is_ascii_digit).collect();
        let find = |word: &str| {
            Some(search(word)).filter(|matches| matches.first().is_some_and(|first| first.rank <= most))
        };
        let mut matches =
            words.clone().find_map(|word| find(word).map(|matches| (word, matches))).or_else(|| {
                // `ibmfloat` => `ibm`
                let machines =
                    words.filter_map(|word| strip_number_kind(&word.to_ascii_lowercase()).map(str::to_owned));
                machines.into_iter().find_map(|word| find(&word).map(|matches| (&*name, matches)))
            });
        // A size that a format does not have makes it another one than was meant, if nothing else of the name is its own.
        if let Some((word, matches)) = &mut matches
            && !number.is_empty()
        {
            let word = word.to_ascii_lowercase();
            let is_other = |format_name: &str| {
                format_name.contains(|letter: char| letter.is_ascii_digit())
                    && !format_name.ends_with(&number)
            };
            matches.retain(|format| format.name.contains(&word) || !is_other(&format.name));
        }
        let mut matches = matches.map(|(_, matches)| matches).unwrap_or_default();
        if let Some(best) = matches.first().map(|first| first.rank) {
            matches.retain(|format| format.rank <= best.max(1));
        }
        // A size in the name chooses among several formats of a machine, but never leaves none.
        if !number.is_empty() && matches.iter().any(|format| format.name.ends_with(&number)) {
            matches.retain(|format| format.name.ends_with(&number));
        }
        matches.into_iter().take(SUGGESTED).map(|format| format.name).collect::<Vec<String>>()
    };
    let faults = Format::find_name_faults(name);
    // The library knows the word before the parenthesis, and not with these numbers.
    if let Some(fault) = faults.iter().find(|fault| fault.slug == Slug::Number) {
        return advise_numbers(fault);
    }
    // Machines first: a spelling near to that of another machine's format would mislead.
    let of_machine = by_words(1);
    if !of_machine.is_empty() {
        return vec![advise_names(&of_machine)];
    }
    let help: Vec<String> = faults.into_iter().flat_map(|fault| fault.help).collect();
    if !help.is_empty() {
        return help;
    }
    let mentioned = by_words(MENTIONED);
    if mentioned.is_empty() { Vec::new() } else { vec![advise_names(&mentioned)] }
}

/// A word without the kind of number that is written together with it, as in `ibmfloat`.
fn strip_number_kind(word: &str) -> Option<&str> {
    const KINDS: [&str; 8] = ["floating", "float", "real", "double", "single", "integer", "number", "int"];
    let rest = KINDS.iter().find_map(|kind| word.strip_suffix(kind).or_else(|| word.strip_prefix(kind)));
    rest.filter(|rest| rest.len() > 1)
}

/// What is wrong with the numbers of a name, and what to write, if the fault says it. If not, its label says which numbers may be.
fn advise_numbers(fault: &Diagnostic) -> Vec<String> {
    let label = fault.labels.iter().find(|label| label.primary && !label.text.is_empty());
    match label.filter(|_| fault.help.is_empty()) {
        Some(label) => vec![format!("{}: {}", fault.title, label.text)],
        None => [&fault.title].into_iter().chain(&fault.help).cloned().collect(),
    }
}

/// ``write `a`, `b` or `c` ``
pub(super) fn advise_names(names: &[impl AsRef<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match &names[..] {
        [ahead @ .., last] if !ahead.is_empty() => format!("write {} or {last}", ahead.join(", ")),
        names => format!("write {}", names.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &str) -> Vec<String> {
        search(words).into_iter().map(|format| format.name).collect()
    }

    #[test]
    fn machines_and_languages_are_found() {
        for (words, first) in [
            ("ibm", "hfp32"),
            ("mainframe", "hfp32"),
            ("360", "hfp32"),
            ("commodore", "mbf40"),
            ("amiga", "ffp32"),
            ("pl/i", "packed7"),
            ("float32", "f32"),
            ("double", "f64"),
            ("cp1047", "ebcdic(cp1047)"),
            ("ibm-273", "ebcdic(cp273)"),
            ("windows-1252", "codepage(cp1252)"),
            ("latin2", "codepage(iso8859_2)"),
            ("ukraine", "ebcdic(cp1123)"),
            ("modbus", "f32"),
            ("vax", "vax_f"),
            ("cobol", "packed7"),
            ("sas", "xport64"),
            ("H5T_VAX_F64", "vax_g"),
            ("seismic", "hfp32"),
            ("spectrum", "sinclair40"),
            ("ibm 7090", "ibm7090"),
        ] {
            assert_eq!(names(words).first().map(String::as_str), Some(first), "{words}: {:?}", names(words));
        }
        let ibm = names("ibm");
        for format in ["hfp32", "hfp64", "hfp128", "xport16", "xport64", "ibm7090"] {
            assert!(ibm.iter().any(|name| name == format), "{format}: {ibm:?}");
        }
        assert_eq!(names("qqq machine"), Vec::<String>::new());
    }

    #[test]
    fn suggestions_are_formats_of_the_machine() {
        for (name, expected) in [
            ("ibm_real32", "write `hfp32` or `xport32`"),
            ("vax_float", "write `vax_f`, `vax_d`, `vax_g` or `vax_h`"),
            ("hfp33", "write `hfp32`"),
        ] {
            assert_eq!(suggest(name), [expected], "{name}");
        }
        assert!(suggest("qqq").is_empty());
    }
}
