//! `COPY` and `REPLACE`: the files that a copybook takes in, and words that are replaced.
//!
//! Sources: ISO/IEC 1989:2014, "Text manipulation"; Enterprise COBOL for z/OS, Language Reference, "COPY statement" and "REPLACE
//! statement".

mod statement;

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use datarep_dynamic::Text;

use super::copybook::CopybookFault;
use super::lines::{self, CopybookWord, SourceFormat};
use super::replace::{MOST_COMPARISONS, ReplaceBudget, replace_words};

use statement::{CopyStatement, ReplaceStatement, WordReader};

/// How many files may be copied into one another.
const DEEPEST: usize = 32;

/// The most statements `COPY` that are followed. A file that is copied twice counts twice.
const MOST_STATEMENTS: usize = 4096;

/// Endings of names of copybooks, which are tried in small and in capital letters.
const ENDINGS: [&str; 5] = ["cpy", "cbl", "cob", "copy", "txt"];

/// What reads a file that is copied. The error is a message, which names the file.
pub type ReadText = fn(&Path) -> Result<String, String>;

/// The folders where the files are that a copybook copies, and what reads them. By default there is no folder.
#[derive(Debug, Clone)]
pub struct CopyFolders {
    folders: Vec<PathBuf>,
    read_text: ReadText,
}

impl Default for CopyFolders {
    fn default() -> CopyFolders {
        CopyFolders::new(Vec::new(), |path| Err(format!("`{}` is not looked for", path.display())))
    }
}

impl CopyFolders {
    /// Folders, of which the first one that has a file counts.
    pub fn new(folders: Vec<PathBuf>, read_text: ReadText) -> CopyFolders {
        CopyFolders { folders, read_text }
    }

    /// The file with a name, in a library, which is a folder in one of the folders. A folder that has none of this name is
    /// passed over.
    fn find_file(&self, copy: &CopyStatement) -> Option<PathBuf> {
        let libraries = copy.library.as_deref().map(list_case_variants).unwrap_or_default();
        let places = self.folders.iter().flat_map(|folder| {
            let inside = libraries.iter().map(|library| folder.join(library));
            inside.chain(std::iter::once(folder.clone())).collect::<Vec<PathBuf>>()
        });
        let is_file = |path: &PathBuf| fs::metadata(path).is_ok_and(|data| data.is_file());
        // COBOL does not tell small and capital letters apart, and most file systems do.
        let mut paths = places.flat_map(|place| {
            let names = list_case_variants(&copy.name).into_iter().flat_map(|name| {
                let endings =
                    ENDINGS.iter().flat_map(|ending| [(*ending).to_owned(), ending.to_ascii_uppercase()]);
                let long: Vec<String> = endings.map(|ending| format!("{name}.{ending}")).collect();
                std::iter::once(name).chain(long)
            });
            names.map(|name| place.join(name)).collect::<Vec<PathBuf>>()
        });
        paths.find(is_file)
    }

    /// The folders for a message.
    fn describe(&self) -> String {
        let show = |folder: &PathBuf| match folder.display().to_string() {
            // The folder of `a.cpy` is the empty path.
            path if path.is_empty() => "`.`".to_owned(),
            path => format!("`{path}`"),
        };
        let names: Vec<String> = self.folders.iter().map(show).collect();
        match names.as_slice() {
            [] => "no folder".to_owned(),
            [name] => name.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

/// Whether a file has the name of a copybook, as editors and compilers know it.
pub fn is_copybook(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|extension| *extension != "txt" && extension.eq_ignore_ascii_case(ending))
}

/// A name as it is written, in small, and in capital letters.
fn list_case_variants(name: &str) -> Vec<String> {
    let mut cases = vec![name.to_owned()];
    for variant in [name.to_ascii_lowercase(), name.to_ascii_uppercase()] {
        if !cases.contains(&variant) {
            cases.push(variant);
        }
    }
    cases
}

/// The words of a copybook with everything that it copies.
#[derive(Debug)]
pub(super) struct ExpandedCopybook {
    pub(super) words: Vec<CopybookWord>,
    pub(super) faults: Vec<CopybookFault>,
    /// The files that were copied.
    pub(super) files: Vec<PathBuf>,
    /// Whether a file was not found.
    pub(super) is_missing: bool,
}

/// Expands a copybook: puts the words of files in the place of `COPY`, and replaces words.
///
/// `format` is that of the copybook; each file may have another one. `file` is the name of the
/// copybook, if it is one of several.
pub(super) fn expand_copybook(
    text: &str,
    format: SourceFormat,
    library: &CopyFolders,
    file: Option<&Rc<str>>,
) -> ExpandedCopybook {
    let mut expander = CopyExpander {
        format,
        library,
        budget: ReplaceBudget { bytes: 4 * Text::MAX_BYTES, comparisons: MOST_COMPARISONS },
        open_files: Vec::new(),
        files: Vec::new(),
        faults: Vec::new(),
        statements: 0,
        is_missing: false,
        is_exhausted: false,
    };
    let words = expander.expand_copy_statements(lines::read_words(text, format, file));
    let words = expander.apply_replace_statements(words);
    // Parts are joined last, because `REPLACING` replaces parts of words.
    ExpandedCopybook {
        words: lines::join_word_parts(words),
        faults: expander.faults,
        files: expander.files,
        is_missing: expander.is_missing,
    }
}

struct CopyExpander<'l> {
    format: SourceFormat,
    library: &'l CopyFolders,
    budget: ReplaceBudget,
    /// The files whose words are being read, from the outermost on, with the names for messages.
    open_files: Vec<(PathBuf, String)>,
    files: Vec<PathBuf>,
    faults: Vec<CopybookFault>,
    /// The statements `COPY` so far.
    statements: usize,
    is_missing: bool,
    /// Whether more was copied than is allowed, so that nothing more is.
    is_exhausted: bool,
}

impl CopyExpander<'_> {
    /// Puts files in the place of the statements that name them.
    fn expand_copy_statements(&mut self, words: Vec<CopybookWord>) -> Vec<CopybookWord> {
        if !words.iter().any(|word| word.is("COPY")) {
            return words;
        }
        let mut out = Vec::new();
        let mut rest = WordReader::new(&words);
        while let Some(word) = rest.next() {
            // A part of a longer word, as in `:TAG:COPY`, is no statement. But a literal or a full stop may follow
            // `COPY` without a space.
            if !word.is("COPY")
                || word.is_glued
                || rest.peek().is_some_and(|next| next.is_glued && !next.is_literal() && !next.is_full_stop())
            {
                out.push(word.clone());
                continue;
            }
            match CopyStatement::parse(&mut rest) {
                Ok(copy) => out.extend(self.copy_file(word, &copy)),
                Err(text) => {
                    self.faults.push(CopybookFault { place: word.place.clone(), text });
                    rest.skip_sentence();
                }
            }
            if self.is_exhausted {
                break;
            }
        }
        out
    }

    /// The words of a file. What is wrong is noted, and there are no words then.
    fn copy_file(&mut self, word: &CopybookWord, copy: &CopyStatement) -> Vec<CopybookWord> {
        match self.load_copied_words(copy) {
            Ok(words) => words,
            // The rest is read all the same, so that one run tells of all faults.
            Err(text) => {
                self.faults.push(CopybookFault {
                    place: word.place.clone(),
                    text: format!("`COPY {}`: {text}", copy.name),
                });
                Vec::new()
            }
        }
    }

    fn load_copied_words(&mut self, copy: &CopyStatement) -> Result<Vec<CopybookWord>, String> {
        self.statements += 1;
        if self.statements > MOST_STATEMENTS {
            self.is_exhausted = true;
            return Err(format!(
                "more than {MOST_STATEMENTS} files are copied: divide the copybook into several"
            ));
        }
        // Copybooks come from others. A name such as `../../key` must not make their text a part of the output.
        for name in std::iter::once(&copy.name).chain(&copy.library) {
            let mut components = Path::new(name).components();
            if name.is_empty()
                || !components.all(|component| matches!(component, Component::Normal(_) | Component::CurDir))
            {
                return Err(format!("`{name}` leads out of the folders with copybooks"));
            }
        }
        let Some(path) = self.library.find_file(copy) else {
            self.is_missing = true;
            return Err(format!("no such file in {}", self.library.describe()));
        };
        // Compared by the real path: a copybook may copy itself by another name, through a link.
        let real_path = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if let Some(first) = self.open_files.iter().position(|(open_path, _)| *open_path == real_path) {
            let names: Vec<&str> = self.open_files[first..].iter().map(|(_, name)| name.as_str()).collect();
            return Err(format!("it copies itself: {}, {}", names.join(", "), copy.name));
        }
        if self.open_files.len() >= DEEPEST {
            self.is_exhausted = true;
            return Err(format!("more than {DEEPEST} files are copied into one another"));
        }
        let text = (self.library.read_text)(&path)?;
        // Counted for each statement: a few lines could otherwise copy the same large file thousands of times.
        if !self.budget.take_bytes(text.len()) {
            self.is_exhausted = true;
            return Err(
                "the copybook becomes too large with all that it copies: divide it into several".to_owned()
            );
        }
        if !self.files.contains(&path) {
            self.files.push(path.clone());
        }
        let words = self.split_file_words(&text, &path);
        // What the text copies is taken in before its words are replaced, so that `REPLACING` holds for that, too.
        self.open_files.push((real_path, copy.name.clone()));
        let words = self.expand_copy_statements(words);
        self.open_files.pop();
        let replaced = replace_words(words, &copy.rules, &mut self.budget);
        replaced.ok_or_else(|| {
            self.is_exhausted = true;
            "its words are replaced too often: divide the copybook into several".to_owned()
        })
    }

    /// The words of a copied file. Its format, fixed or free, is the one in which all sentences
    /// begin with a level. If neither fits, it is that of the copybook that copies the file.
    fn split_file_words(&self, text: &str, path: &Path) -> Vec<CopybookWord> {
        let name: Rc<str> = path.display().to_string().into();
        let read = |format| lines::read_words(text, format, Some(&name));
        let likely = lines::find_likely_format(text);
        let words = [likely, likely.other()].into_iter().map(read).find(|words| begins_with_levels(words));
        words.unwrap_or_else(|| read(self.format))
    }

    /// Applies each statement `REPLACE` to the words that follow it.
    fn apply_replace_statements(&mut self, words: Vec<CopybookWord>) -> Vec<CopybookWord> {
        if !words.iter().any(|word| word.is("REPLACE")) {
            return words;
        }
        let (mut out, mut segment, mut rules) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = WordReader::new(&words);
        let mut is_first = true;
        while let Some(word) = rest.next() {
            // Only the first word of a sentence is the statement. Elsewhere it may be a name.
            if !is_first || !word.is("REPLACE") {
                is_first = word.is_full_stop();
                segment.push(word.clone());
                continue;
            }
            let place = word.place.clone();
            // The words before this statement are those of the rules before it.
            let replaced = replace_words(std::mem::take(&mut segment), &rules, &mut self.budget);
            let Some(replaced) = replaced else {
                let text =
                    "words are replaced too often before this: divide the copybook into several".to_owned();
                self.faults.push(CopybookFault { place, text });
                return out;
            };
            out.extend(replaced);
            match ReplaceStatement::parse(&mut rest) {
                Ok(ReplaceStatement::Off) => rules.clear(),
                Ok(ReplaceStatement::By(new_rules)) => rules = new_rules,
                Err(text) => {
                    self.faults.push(CopybookFault { place, text });
                    rest.skip_sentence();
                }
            }
        }
        match replace_words(segment, &rules, &mut self.budget) {
            Some(replaced) => out.extend(replaced),
            None => self.faults.push(CopybookFault {
                place: words.last().map(|word| word.place.clone()).unwrap_or_default(),
                text: "words are replaced too often: divide the copybook into several".to_owned(),
            }),
        }
        out
    }
}

/// Whether all sentences begin as those of a copybook do. A sequence number has more digits than a level.
fn begins_with_levels(words: &[CopybookWord]) -> bool {
    let mut sentences =
        words.split(CopybookWord::is_full_stop).filter_map(<[CopybookWord]>::first).peekable();
    let is_level =
        |word: &CopybookWord| word.text.len() <= 2 && word.text.bytes().all(|letter| letter.is_ascii_digit());
    let is_other = |word: &CopybookWord| {
        ["COPY", "REPLACE", "EJECT", "SKIP1", "SKIP2", "SKIP3"].iter().any(|keyword| word.is(keyword))
    };
    sentences.peek().is_some() && sentences.all(|word| is_level(word) || is_other(word))
}
