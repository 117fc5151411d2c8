//! Reads a copybook: items with their clauses, nested by their levels.

use super::lines::Word;
use datarep_dynamic::names::{Picture, parse_picture};

/// The most characters of a name. COBOL allows 31; names of fields are joined with those of the groups around them.
const LONGEST_NAME: usize = 128;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) text: String,
}

/// An item: a group of others, or a field.
#[derive(Debug, Clone, Default)]
pub(super) struct Item {
    pub(super) line: usize,
    pub(super) level: u32,
    /// `None` for `FILLER`.
    pub(super) name: Option<String>,
    pub(super) redefines: Option<String>,
    pub(super) picture: Option<Picture>,
    /// The picture as it is written.
    pub(super) shown: String,
    pub(super) usage: Option<Usage>,
    pub(super) sign: Option<Sign>,
    pub(super) occurs: Option<Occurs>,
    pub(super) is_aligned: bool,
    pub(super) items: Vec<Item>,
}

/// How a number is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    Display,
    /// `COMP`, `COMP-4`, `BINARY`
    Binary,
    /// `COMP-5`: in the order of the machine.
    NativeBinary,
    /// `COMP-1`
    Single,
    /// `COMP-2`
    Double,
    /// `COMP-3`, `PACKED-DECIMAL`
    Packed,
    /// `COMP-6`: packed without a sign.
    UnsignedPacked,
    /// `DISPLAY-1`, `NATIONAL`: the picture says which.
    Wide,
    /// `INDEX`: four bytes in a form that the compiler chooses.
    Index,
}

/// Where the sign of digits stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) is_leading: bool,
    pub(super) is_separate: bool,
}

/// How often an item occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Occurs {
    pub(super) most: u64,
    /// The item that holds the number.
    pub(super) depending: Option<String>,
}

/// The items of a text: those of the highest level, with the others nested in them.
pub(super) fn items(words: &[Word]) -> Result<Vec<Item>, Vec<Fault>> {
    let (mut flat, mut faults) = (Vec::new(), Vec::new());
    for sentence in words.split(Word::is_stop).filter(|sentence| !sentence.is_empty()) {
        match (Sentence { words: sentence, at: 0 }).item() {
            Ok(Some(item)) => flat.push(item),
            Ok(None) => {}
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut rest = flat.into_iter().peekable();
    let mut items: Vec<Item> = Vec::new();
    while let Some(first) = rest.peek() {
        let (line, level) = (first.line, first.level);
        if items.first().is_some_and(|top: &Item| top.level != level && level != 77) {
            return Err(vec![Fault { line, text: format!("level {level} is above that of the first item") }]);
        }
        items.extend(below(&mut rest, level, &mut faults));
    }
    if faults.is_empty() { Ok(items) } else { Err(faults) }
}

/// Takes the next item, which has this level, with all items below it.
fn below(
    rest: &mut std::iter::Peekable<impl Iterator<Item = Item>>,
    level: u32,
    faults: &mut Vec<Fault>,
) -> Option<Item> {
    let mut item = rest.next()?;
    while let Some(next) = rest.peek() {
        if next.level <= level || next.level == 77 {
            break;
        }
        let (line, below_it) = (next.line, next.level);
        if item.items.first().is_some_and(|first| first.level != below_it) {
            let first = item.items[0].level;
            let text = format!("level {below_it} stands beside level {first}");
            faults.push(Fault { line, text });
        }
        item.items.extend(below(rest, below_it, faults));
    }
    if !item.items.is_empty() && item.picture.is_some() {
        let text = format!("`{}` has a picture, and items below it", item.shown_name());
        faults.push(Fault { line: item.line, text });
    }
    Some(item)
}

impl Item {
    /// The name for messages.
    pub(super) fn shown_name(&self) -> &str {
        self.name.as_deref().unwrap_or("FILLER")
    }
}

/// The words of one item.
struct Sentence<'w> {
    words: &'w [Word],
    at: usize,
}

impl<'w> Sentence<'w> {
    fn peek(&self) -> Option<&'w Word> {
        self.words.get(self.at)
    }

    fn next(&mut self) -> Option<&'w Word> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Passes over the next word if it is one of these, and returns whether it is.
    fn skip(&mut self, words: &[&str]) -> bool {
        let found = self.peek().is_some_and(|word| words.iter().any(|known| word.is(known)));
        self.at += usize::from(found);
        found
    }

    fn fault(&self, text: impl Into<String>) -> Fault {
        let word = self.words.get(self.at.min(self.words.len()).saturating_sub(1));
        Fault { line: word.map_or(0, |word| word.line), text: text.into() }
    }

    /// Takes the next word, which must exist. `what` names it in a message.
    fn wanted(&mut self, what: &str) -> Result<&'w Word, Fault> {
        let fault = self.fault(format!("{what} is missing"));
        self.next().ok_or(fault)
    }

    fn number(&mut self, what: &str) -> Result<u64, Fault> {
        let word = self.wanted(what)?;
        let parsed = word.text.parse().ok().filter(|number| *number > 0);
        parsed.ok_or_else(|| self.fault(format!("`{}` is no {what}", word.text)))
    }

    /// Reads the item; `None` if it describes no bytes.
    fn item(mut self) -> Result<Option<Item>, Fault> {
        while self.skip(&["EJECT", "SKIP1", "SKIP2", "SKIP3"]) {}
        let Some(first) = self.next() else { return Ok(None) };
        if first.is("COPY") || first.is("REPLACE") {
            return Err(self.fault(format!("`{}` is not followed: put the text in its place", first.text)));
        }
        let level: u32 = match first.text.parse() {
            Ok(88 | 66) => return Ok(None),
            Ok(level @ (1..=49 | 77)) => level,
            _ => return Err(self.fault(format!("`{}` is no level number", first.text))),
        };
        let mut item = Item { line: first.line, level, ..Item::default() };
        if let Some(name) = self.peek().filter(|word| !is_clause(word)) {
            self.at += 1;
            let plain =
                name.text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
            if name.text.len() > LONGEST_NAME {
                return Err(self.fault(format!(
                    "a name has {} characters, and may have {LONGEST_NAME}",
                    name.text.chars().count()
                )));
            }
            if !plain {
                return Err(self.fault(format!("`{}` is no name", name.text)));
            }
            item.name = Some(name.text.clone()).filter(|_| !name.is("FILLER"));
        }
        while let Some(word) = self.next() {
            self.clause(word, &mut item)?;
        }
        Ok(Some(item))
    }

    fn clause(&mut self, word: &Word, item: &mut Item) -> Result<(), Fault> {
        match word.text.to_ascii_uppercase().as_str() {
            "REDEFINES" => item.redefines = Some(self.wanted("the name after `REDEFINES`")?.text.clone()),
            "PIC" | "PICTURE" => {
                self.skip(&["IS"]);
                let shown = &self.wanted("the picture")?.text;
                let read =
                    parse_picture(shown).ok_or_else(|| self.fault(format!("`{shown}` is no picture")))?;
                (item.picture, item.shown) = (Some(read), shown.clone());
            }
            "USAGE" => {
                self.skip(&["IS"]);
                let word = self.wanted("the usage")?;
                item.usage = Some(usage(word).ok_or_else(|| self.unknown_usage(word))?);
            }
            "SIGN" => {
                self.skip(&["IS"]);
                let word = self.wanted("`LEADING` or `TRAILING`")?;
                self.sign(word, item)?;
            }
            "LEADING" | "TRAILING" => self.sign(word, item)?,
            "OCCURS" => self.occurs(item)?,
            "SYNC" | "SYNCHRONIZED" => {
                self.skip(&["LEFT", "RIGHT"]);
                item.is_aligned = true;
            }
            "VALUE" | "VALUES" => {
                self.skip(&["IS", "ARE"]);
                // Literals and words such as `ZERO`, up to the next clause.
                while self.peek().is_some_and(|word| !is_clause(word)) {
                    self.at += 1;
                }
            }
            "JUST" | "JUSTIFIED" => {
                self.skip(&["RIGHT"]);
            }
            "BLANK" => {
                self.skip(&["WHEN"]);
                self.skip(&["ZERO", "ZEROS", "ZEROES"]);
            }
            "EXTERNAL" | "GLOBAL" => {}
            _ => match usage(word) {
                Some(usage) => item.usage = Some(usage),
                None => return Err(self.unknown(word)),
            },
        }
        Ok(())
    }

    fn sign(&mut self, word: &Word, item: &mut Item) -> Result<(), Fault> {
        if !word.is("LEADING") && !word.is("TRAILING") {
            return Err(self.unknown(word));
        }
        let is_separate = self.skip(&["SEPARATE"]);
        self.skip(&["CHARACTER"]);
        item.sign = Some(Sign { is_leading: word.is("LEADING"), is_separate });
        Ok(())
    }

    fn occurs(&mut self, item: &mut Item) -> Result<(), Fault> {
        let Ok(mut most) = self.wanted("the number after `OCCURS`")?.text.parse() else {
            return Err(self.fault("the number after `OCCURS` is missing"));
        };
        if self.skip(&["TO"]) {
            most = self.number("number after `TO`")?;
        }
        self.skip(&["TIMES"]);
        let mut depending = None;
        loop {
            if self.skip(&["DEPENDING"]) {
                self.skip(&["ON"]);
                depending = Some(self.wanted("the name after `DEPENDING`")?.text.clone());
            } else if self.skip(&["ASCENDING", "DESCENDING"]) {
                self.skip(&["KEY"]);
                self.skip(&["IS"]);
                self.names();
            } else if self.skip(&["INDEXED"]) {
                self.skip(&["BY"]);
                self.names();
            } else {
                break;
            }
        }
        if most == 0 {
            return Err(self.fault("`OCCURS 0` leaves the item no bytes"));
        }
        item.occurs = Some(Occurs { most, depending });
        Ok(())
    }

    /// Passes over names, up to the next clause.
    fn names(&mut self) {
        while self.peek().is_some_and(|word| !is_clause(word)) {
            self.at += 1;
        }
    }

    fn unknown(&self, word: &Word) -> Fault {
        self.fault(format!("`{}` is not understood", word.text))
    }

    fn unknown_usage(&self, word: &Word) -> Fault {
        self.fault(format!("how many bytes `{}` has is not known", word.text))
    }
}

/// Whether a word begins a clause.
fn is_clause(word: &Word) -> bool {
    const CLAUSES: &[&str] = &[
        "REDEFINES",
        "PIC",
        "PICTURE",
        "USAGE",
        "SIGN",
        "LEADING",
        "TRAILING",
        "OCCURS",
        "SYNC",
        "SYNCHRONIZED",
        "VALUE",
        "VALUES",
        "JUST",
        "JUSTIFIED",
        "BLANK",
        "EXTERNAL",
        "GLOBAL",
        "DEPENDING",
        "ASCENDING",
        "DESCENDING",
        "INDEXED",
        "POINTER",
        "PROCEDURE-POINTER",
        "FUNCTION-POINTER",
    ];
    CLAUSES.iter().any(|clause| word.is(clause)) || usage(word).is_some()
}

/// The usage that a word names.
fn usage(word: &Word) -> Option<Usage> {
    let upper = word.text.to_ascii_uppercase();
    let short = upper.replace("COMPUTATIONAL", "COMP");
    Some(match short.as_str() {
        "DISPLAY" => Usage::Display,
        "COMP" | "COMP-0" | "COMP-4" | "BINARY" => Usage::Binary,
        "COMP-5" => Usage::NativeBinary,
        "COMP-1" => Usage::Single,
        "COMP-2" => Usage::Double,
        "COMP-3" | "PACKED-DECIMAL" => Usage::Packed,
        "COMP-6" => Usage::UnsignedPacked,
        "DISPLAY-1" | "NATIONAL" => Usage::Wide,
        "INDEX" => Usage::Index,
        _ => return None,
    })
}
