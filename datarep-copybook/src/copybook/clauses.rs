//! Reads one item of a copybook: its level, its name and its clauses.

use datarep_dynamic::names::parse_picture;

use super::super::lines::{CopybookWord, LinePlace, is_compiler_condition};
use super::super::usage::{AddressUsage, CobolUsage, find_usage, suggest_usage};
use super::{
    ConditionName, CopybookFault, CopybookItem, ItemReference, OccursClause, RenamesEntry, SignClause,
    ZeroClause,
};

/// The most characters of a name. COBOL allows 31; names of fields are joined with those of the groups around them.
const LONGEST_NAME: usize = 128;

/// What a sentence describes.
pub(super) enum CopybookEntry {
    Item(CopybookItem),
    Condition(ConditionName),
    Renames(RenamesEntry),
}

/// The words of one item.
pub(super) struct CopybookSentence<'w> {
    words: &'w [CopybookWord],
    position: usize,
    faults: &'w mut Vec<CopybookFault>,
}

impl<'w> CopybookSentence<'w> {
    pub(super) fn new(words: &'w [CopybookWord], faults: &'w mut Vec<CopybookFault>) -> CopybookSentence<'w> {
        CopybookSentence { words, position: 0, faults }
    }

    /// Reads the sentence. What is wrong is noted; `None` if it describes no bytes, or if nothing is known of them.
    pub(super) fn read(mut self) -> Option<CopybookEntry> {
        let entry = self.read_entry();
        entry.unwrap_or_else(|fault| {
            self.faults.push(fault);
            None
        })
    }

    fn peek(&self) -> Option<&'w CopybookWord> {
        self.words.get(self.position)
    }

    fn next(&mut self) -> Option<&'w CopybookWord> {
        let word = self.peek()?;
        self.position += 1;
        Some(word)
    }

    /// Passes over the next word if it is one of these, and returns whether it is.
    fn skip_one_of(&mut self, words: &[&str]) -> bool {
        let found = self.peek().is_some_and(|word| words.iter().any(|expected| word.is(expected)));
        self.position += usize::from(found);
        found
    }

    fn make_fault(&self, text: impl Into<String>) -> CopybookFault {
        // The word that was taken last is the one that is wrong. At the end it is the last one of the sentence.
        let word = self.words.get(self.position.min(self.words.len()).saturating_sub(1));
        CopybookFault {
            place: word.map_or_else(LinePlace::default, |word| word.place.clone()),
            text: text.into(),
        }
    }

    /// Takes the next word, which must exist. `what` names it in a message.
    fn take_required_word(&mut self, what: &str) -> Result<&'w CopybookWord, CopybookFault> {
        let fault = self.make_fault(format!("{what} is missing"));
        self.next().ok_or(fault)
    }

    fn take_number(&mut self, what: &str) -> Result<u64, CopybookFault> {
        let word = self.take_required_word(what)?;
        let number = word.text.parse().ok().filter(|number| *number > 0);
        number.ok_or_else(|| self.make_fault(format!("`{}` is no {what}", word.text)))
    }

    fn read_entry(&mut self) -> Result<Option<CopybookEntry>, CopybookFault> {
        // These statements are about the compiler's listing. They may lack a full stop, and then stand before the
        // next item.
        while self.skip_one_of(&["EJECT", "SKIP1", "SKIP2", "SKIP3"]) {}
        if self.skip_one_of(&["TITLE"]) {
            self.next();
        }
        let Some(first) = self.next() else { return Ok(None) };
        let level: u32 = match first.text.parse() {
            Ok(88) => {
                return self.read_condition().map(|condition| Some(CopybookEntry::Condition(condition)));
            }
            Ok(66) => return self.read_renames().map(|renames| Some(CopybookEntry::Renames(renames))),
            Ok(level @ (1..=49 | 77)) => level,
            _ => return Err(self.explain_missing_level(first)),
        };
        let mut item = CopybookItem { place: first.place.clone(), level, ..CopybookItem::default() };
        if let Some(name) = self.peek().filter(|word| !is_clause_word(word)) {
            self.position += 1;
            match self.check_name(name) {
                Ok(()) => item.name = Some(name.text.clone()).filter(|_| !name.is("FILLER")),
                Err(fault) => self.note_item_fault(&mut item, fault),
            }
        }
        while let Some(word) = self.next() {
            if let Err(fault) = self.read_clause(word, &mut item) {
                self.note_item_fault(&mut item, fault);
                // The words of the clause that is wrong are passed over, so that the next clause is read as one.
                self.skip_names();
            }
        }
        Ok(Some(CopybookEntry::Item(item)))
    }

    /// Notes a fault of an item, whose other clauses are read all the same.
    fn note_item_fault(&mut self, item: &mut CopybookItem, fault: CopybookFault) {
        item.is_broken = true;
        self.faults.push(fault);
    }

    /// What is wrong with a sentence that begins with this word.
    fn explain_missing_level(&self, first: &CopybookWord) -> CopybookFault {
        let text = &first.text;
        if is_compiler_condition(text) {
            return self.make_fault(format!(
                "which lines a compiler takes between `{text}` and its end is not known here: \
                 leave those lines in the copybook, without the directives"
            ));
        }
        self.make_fault(format!("`{text}` is no level number"))
    }

    fn check_name(&self, name: &CopybookWord) -> Result<(), CopybookFault> {
        let is_plain =
            name.text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
        if name.text.len() > LONGEST_NAME {
            return Err(self.make_fault(format!(
                "a name has {} characters, and may have {LONGEST_NAME}",
                name.text.chars().count()
            )));
        }
        if is_plain { Ok(()) } else { Err(self.make_fault(format!("`{}` is no name", name.text))) }
    }

    /// Reads a name for values behind its level, 88.
    fn read_condition(&mut self) -> Result<ConditionName, CopybookFault> {
        let name = self.take_required_word("the name after `88`")?;
        self.check_name(name)?;
        if !self.skip_one_of(&["VALUE", "VALUES"]) {
            return Err(self.make_fault(format!("`{}` has no `VALUE`", name.text)));
        }
        self.skip_one_of(&["IS", "ARE"]);
        let mut values = String::new();
        while let Some(word) = self.next() {
            if word.is("WHEN") || word.is("IN") {
                // `WHEN SET TO FALSE IS 'N'`, and the alphabet by which values are compared.
                break;
            }
            if !values.is_empty() && self.is_level(self.position - 1) {
                return Err(self.unknown_word_fault(word));
            }
            let is_range = word.is("THRU") || word.is("THROUGH");
            let is_behind_word = values.is_empty() || values.ends_with([' ']);
            if is_range && is_behind_word {
                return Err(self.make_fault(format!("the value before `{}` is missing", word.text)));
            }
            values.push_str(match (is_range, is_behind_word) {
                (true, _) => " to ",
                (false, true) => "",
                (false, false) => ", ",
            });
            if is_range {
                continue;
            }
            values.push_str(&format_literal(&word.text));
            // `ALL "X"` is one value of two words: the blank keeps the literal from becoming a value of its own.
            if word.is("ALL") {
                values.push(' ');
            }
        }
        if values.is_empty() || values.ends_with(' ') {
            return Err(self.make_fault(format!("a value of `{}` is missing", name.text)));
        }
        Ok(ConditionName { name: name.text.clone(), values })
    }

    /// Reads another name for fields behind its level, 66.
    fn read_renames(&mut self) -> Result<RenamesEntry, CopybookFault> {
        let name = self.take_required_word("the name after `66`")?;
        self.check_name(name)?;
        if !self.skip_one_of(&["RENAMES"]) {
            return Err(self.make_fault(format!("`RENAMES` is missing behind `{}`", name.text)));
        }
        let first = self.read_reference()?;
        let last = self.skip_one_of(&["THRU", "THROUGH"]).then(|| self.read_reference()).transpose()?;
        if let Some(word) = self.next() {
            return Err(self.unknown_word_fault(word));
        }
        Ok(RenamesEntry { place: name.place.clone(), name: name.text.clone(), first, last })
    }

    fn read_reference(&mut self) -> Result<ItemReference, CopybookFault> {
        let name = self.take_required_word("the name of an item")?.text.clone();
        let mut groups = Vec::new();
        while self.skip_one_of(&["OF", "IN"]) {
            groups.push(self.take_required_word("the name of a group")?.text.clone());
        }
        Ok(ItemReference { name, groups })
    }

    fn read_clause(&mut self, word: &CopybookWord, item: &mut CopybookItem) -> Result<(), CopybookFault> {
        match word.text.to_ascii_uppercase().as_str() {
            "REDEFINES" => {
                item.redefines = Some(self.take_required_word("the name after `REDEFINES`")?.text.clone());
            }
            "PIC" | "PICTURE" => {
                self.refuse_second("PIC", item.picture.is_some())?;
                self.skip_one_of(&["IS"]);
                let picture_text = &self.take_required_word("the picture")?.text;
                let picture = parse_picture(picture_text)
                    .ok_or_else(|| self.make_fault(format!("`{picture_text}` is no picture")))?;
                (item.picture, item.picture_text) = (Some(picture), picture_text.clone());
            }
            "USAGE" => {
                self.refuse_second("USAGE", item.usage.is_some())?;
                self.skip_one_of(&["IS"]);
                let word = self.take_required_word("the usage")?;
                let usage = find_usage(&word.text).ok_or_else(|| self.unknown_usage_fault(word))?;
                self.read_usage(usage, item);
            }
            "SIGN" => {
                self.skip_one_of(&["IS"]);
                let word = self.take_required_word("`LEADING` or `TRAILING`")?;
                self.read_sign(word, item)?;
            }
            "LEADING" | "TRAILING" => self.read_sign(word, item)?,
            "OCCURS" => {
                self.refuse_second("OCCURS", item.occurs.is_some())?;
                self.read_occurs(item)?;
            }
            "SYNC" | "SYNCHRONIZED" => {
                self.skip_one_of(&["LEFT", "RIGHT"]);
                item.is_aligned = true;
            }
            "VALUE" | "VALUES" => {
                self.skip_one_of(&["IS", "ARE"]);
                // Literals and words such as `ZERO`, up to the next clause.
                self.skip_names();
            }
            "JUST" | "JUSTIFIED" => {
                self.skip_one_of(&["RIGHT"]);
            }
            "BLANK" => {
                self.skip_one_of(&["WHEN"]);
                self.skip_one_of(&["ZERO", "ZEROS", "ZEROES"]);
                item.zero = ZeroClause::Blanks;
            }
            // `IS GLOBAL`
            "IS" if self.peek().is_some_and(|next| next.is("EXTERNAL") || next.is("GLOBAL")) => {}
            "EXTERNAL" | "GLOBAL" | "VOLATILE" => {}
            "GROUP-USAGE" => self.read_group_usage(item)?,
            _ => match find_usage(&word.text) {
                Some(usage) => {
                    self.refuse_second("USAGE", item.usage.is_some())?;
                    self.read_usage(usage, item);
                }
                None => return Err(self.unknown_word_fault(word)),
            },
        }
        Ok(())
    }

    /// Reads the usage of a group whose items are national ones. It has no bytes of its own.
    fn read_group_usage(&mut self, item: &mut CopybookItem) -> Result<(), CopybookFault> {
        self.skip_one_of(&["IS"]);
        let word = self.take_required_word("`NATIONAL`")?;
        if !word.is("NATIONAL") {
            return Err(self.unknown_usage_fault(word));
        }
        item.usage = Some(CobolUsage::National);
        Ok(())
    }

    /// Takes the words that belong to a usage.
    fn read_usage(&mut self, usage: CobolUsage, item: &mut CopybookItem) {
        item.usage = Some(match usage {
            CobolUsage::Sized { bytes, is_signed } => {
                let is_unsigned = self.skip_one_of(&["UNSIGNED"]);
                self.skip_one_of(&["SIGNED"]);
                CobolUsage::Sized { bytes, is_signed: is_signed && !is_unsigned }
            }
            CobolUsage::Address(AddressUsage::Object) => {
                self.skip_one_of(&["REFERENCE"]);
                // The class, and words about it.
                self.skip_names();
                usage
            }
            CobolUsage::Address(_) => {
                if self.skip_one_of(&["TO"]) {
                    self.skip_names();
                }
                usage
            }
            usage => usage,
        });
    }

    fn read_sign(&mut self, word: &CopybookWord, item: &mut CopybookItem) -> Result<(), CopybookFault> {
        if !word.is("LEADING") && !word.is("TRAILING") {
            return Err(self.unknown_word_fault(word));
        }
        let is_separate = self.skip_one_of(&["SEPARATE"]);
        self.skip_one_of(&["CHARACTER"]);
        item.sign = Some(SignClause { is_leading: word.is("LEADING"), is_separate });
        Ok(())
    }

    fn read_occurs(&mut self, item: &mut CopybookItem) -> Result<(), CopybookFault> {
        // Not by `take_number`, because `OCCURS 0 TO 9 DEPENDING ON` may begin with zero.
        let word = self.take_required_word("the number after `OCCURS`")?;
        let Ok(mut maximum) = word.text.parse() else {
            return Err(self.make_fault(format!("`{}` is no number after `OCCURS`", word.text)));
        };
        if self.skip_one_of(&["TO"]) {
            maximum = self.take_number("number after `TO`")?;
        }
        self.skip_one_of(&["TIMES"]);
        let mut depending = None;
        // The phrases about the count, the keys and the indexes come in any order.
        loop {
            if self.skip_one_of(&["DEPENDING"]) {
                self.skip_one_of(&["ON"]);
                depending = Some(self.read_reference()?);
            } else if self.skip_one_of(&["ASCENDING", "DESCENDING"]) {
                self.skip_one_of(&["KEY"]);
                self.skip_one_of(&["IS"]);
                self.skip_names();
            } else if self.skip_one_of(&["INDEXED"]) {
                self.skip_one_of(&["BY"]);
                self.skip_names();
            } else {
                break;
            }
        }
        if maximum == 0 {
            return Err(self.make_fault("`OCCURS 0` leaves the item no bytes"));
        }
        item.occurs = Some(OccursClause { maximum, depending });
        Ok(())
    }

    /// Passes over names and literals, up to the next clause, or to the next item where a full stop is missing.
    fn skip_names(&mut self) {
        let begin = self.position;
        while self.peek().is_some_and(|word| !is_clause_word(word)) {
            if self.position > begin && self.is_level(self.position) {
                return;
            }
            self.position += 1;
        }
    }

    /// Whether a word behind a name or a value is the level of another item, because a full stop is missing. A value may
    /// be such a number, too, and begin a line, but no name stands behind it.
    fn is_level(&self, position: usize) -> bool {
        let [before, word, after, ..] = &self.words[position.saturating_sub(1)..] else { return false };
        let is_level = word.text.len() <= 2
            && word.text.parse().is_ok_and(|level: u32| matches!(level, 1..=49 | 66 | 77 | 78 | 88));
        let is_name = after.text.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && !after.text.ends_with(['"', '\''])
            && !is_value_word(after);
        is_level && is_name && before.place != word.place
    }

    fn unknown_word_fault(&self, word: &CopybookWord) -> CopybookFault {
        let advice = if self.position > 1 && self.is_level(self.position - 1) {
            ": a full stop is missing before it".to_owned()
        } else {
            advise_usage(word)
        };
        self.make_fault(format!("`{}` is not understood{advice}", word.text))
    }

    /// Refuses a clause that an item has already. Which of the two is meant is not known.
    fn refuse_second(&self, clause: &str, is_there: bool) -> Result<(), CopybookFault> {
        if is_there { Err(self.make_fault(format!("the item has `{clause}` twice"))) } else { Ok(()) }
    }

    fn unknown_usage_fault(&self, word: &CopybookWord) -> CopybookFault {
        self.make_fault(format!("how many bytes `{}` has is not known{}", word.text, advise_usage(word)))
    }
}

/// What to write in the place of a word that is nearly a usage.
fn advise_usage(word: &CopybookWord) -> String {
    suggest_usage(&word.text).map_or_else(String::new, |usage| format!(": write `{usage}`"))
}

/// A literal as people read it: `'it''s'` is `"it's"`.
fn format_literal(text: &str) -> String {
    let quote = text.chars().next().filter(|first| ['"', '\''].contains(first));
    let Some(quote) = quote else { return text.to_owned() };
    let inside = text.strip_prefix(quote).unwrap_or(text);
    let inside = inside.strip_suffix(quote).unwrap_or(inside);
    format!("\"{}\"", inside.replace(&format!("{quote}{quote}"), &quote.to_string()))
}

/// Whether a word can stand in a list of values.
fn is_value_word(word: &CopybookWord) -> bool {
    const VALUES: &[&str] = &[
        "ALL",
        "THRU",
        "THROUGH",
        "ZERO",
        "ZEROS",
        "ZEROES",
        "SPACE",
        "SPACES",
        "HIGH-VALUE",
        "HIGH-VALUES",
        "LOW-VALUE",
        "LOW-VALUES",
        "QUOTE",
        "QUOTES",
        "NULL",
        "NULLS",
        "WHEN",
        "IN",
        "TRUE",
        "FALSE",
    ];
    VALUES.iter().any(|value| word.is(value))
}

/// Whether a word begins a clause.
fn is_clause_word(word: &CopybookWord) -> bool {
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
        "IS",
        "GROUP-USAGE",
        "DEPENDING",
        "ASCENDING",
        "DESCENDING",
        "INDEXED",
    ];
    // A usage is a clause without the word `USAGE`: `05 A PIC S9(5) COMP-3`.
    CLAUSES.iter().any(|clause| word.is(clause)) || find_usage(&word.text).is_some()
}
