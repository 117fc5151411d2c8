//! The statements `COPY` and `REPLACE`, word by word.

use super::super::lines::CopybookWord;
use super::super::replace::{ReplaceRule, ReplacedPart};

/// The most pairs of words of a statement, and the most words of one of them.
const MOST: usize = 1000;

/// Words that are read one after the other.
pub(super) struct WordReader<'w> {
    words: &'w [CopybookWord],
    position: usize,
}

impl<'w> WordReader<'w> {
    pub(super) fn new(words: &'w [CopybookWord]) -> WordReader<'w> {
        WordReader { words, position: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'w CopybookWord> {
        self.words.get(self.position)
    }

    pub(super) fn next(&mut self) -> Option<&'w CopybookWord> {
        let word = self.peek()?;
        self.position += 1;
        Some(word)
    }

    /// Goes on behind the next full stop.
    pub(super) fn skip_sentence(&mut self) {
        while self.next().is_some_and(|word| !word.is_full_stop()) {}
    }

    /// Takes the next word of the sentence.
    fn next_in_sentence(&mut self) -> Option<&'w CopybookWord> {
        let word = self.peek().filter(|word| !word.is_full_stop())?;
        self.position += 1;
        Some(word)
    }

    fn skip_one_of(&mut self, words: &[&str]) -> bool {
        let found = self.peek().is_some_and(|word| words.iter().any(|expected| word.is(expected)));
        self.position += usize::from(found);
        found
    }

    /// Takes a name or a literal, with all of its parts.
    fn take_name(&mut self, what: &str) -> Result<String, String> {
        let first = self.next_in_sentence().filter(|word| !word.is_pseudo_text_delimiter());
        let first = first.ok_or_else(|| format!("{what} is missing"))?;
        if first.is_literal() {
            return Ok(first.text.trim_matches(['"', '\'']).to_owned());
        }
        let mut name = first.text.clone();
        while let Some(next) = self.peek().filter(|next| next.is_glued && !next.is_full_stop()) {
            name.push_str(&next.text);
            self.position += 1;
        }
        Ok(name)
    }

    /// Takes the words between `==` and `==`, or a single word with what belongs to it.
    fn take_operand(&mut self) -> Result<Vec<CopybookWord>, String> {
        let missing = "words to replace, or those to put in their place, are missing";
        let first = self.next_in_sentence().ok_or(missing)?;
        let mut operand = Vec::new();
        if first.is_pseudo_text_delimiter() {
            loop {
                // A full stop between `==` and `==` is one of the words, and does not end the statement.
                match self.next() {
                    Some(word) if word.is_pseudo_text_delimiter() => break,
                    Some(word) => operand.push(word.clone()),
                    None => return Err("`==` has no end".to_owned()),
                }
            }
        } else {
            operand.push(first.clone());
            // `NAME (1)`, `NAME OF GROUP`
            while let Some(next) = self.peek().filter(|next| !next.is_full_stop()) {
                let is_qualified = next.is("OF") || next.is("IN");
                if !is_qualified && !next.is_glued {
                    break;
                }
                operand.push(next.clone());
                self.position += 1;
                if is_qualified {
                    operand.push(self.next_in_sentence().ok_or(missing)?.clone());
                }
            }
        }
        if operand.len() > MOST {
            return Err(format!("more than {MOST} words are replaced at once"));
        }
        if let Some(first) = operand.first_mut() {
            // Whether the words stand behind a space is up to the place where they are put.
            first.is_glued = false;
        }
        Ok(operand)
    }

    /// Takes pairs of words, up to the full stop.
    fn take_replace_rules(&mut self) -> Result<Vec<ReplaceRule>, String> {
        let mut rules = Vec::new();
        while self.peek().is_some_and(|word| !word.is_full_stop()) {
            let part = match self.peek() {
                Some(word) if word.is("LEADING") => ReplacedPart::Leading,
                Some(word) if word.is("TRAILING") => ReplacedPart::Trailing,
                _ => ReplacedPart::Words,
            };
            // `LEADING` and `TRAILING` are taken, and any other word is the first of the operand.
            self.position += usize::from(part != ReplacedPart::Words);
            let from = self.take_operand()?;
            if !self.skip_one_of(&["BY"]) {
                return Err("`BY` is missing behind the words to replace".to_owned());
            }
            let to = self.take_operand()?;
            if from.is_empty() {
                return Err("there are no words between `==` and `==` to replace".to_owned());
            }
            if part != ReplacedPart::Words && (from.len() > 1 || to.len() > 1) {
                return Err("`LEADING` and `TRAILING` replace a part of one word by another".to_owned());
            }
            rules.push(ReplaceRule { part, from, to });
            if rules.len() > MOST {
                return Err(format!("more than {MOST} pairs of words are replaced"));
            }
        }
        self.take_full_stop()?;
        Ok(rules)
    }

    fn take_full_stop(&mut self) -> Result<(), String> {
        match self.next() {
            Some(word) if word.is_full_stop() => Ok(()),
            Some(word) => Err(format!("`{}` is not understood", word.text)),
            None => Err("the full stop is missing".to_owned()),
        }
    }
}

/// The statement `COPY`.
#[derive(Debug)]
pub(super) struct CopyStatement {
    pub(super) name: String,
    pub(super) library: Option<String>,
    pub(super) rules: Vec<ReplaceRule>,
}

impl CopyStatement {
    /// Reads the statement behind its first word.
    pub(super) fn parse(words: &mut WordReader<'_>) -> Result<CopyStatement, String> {
        let name = words.take_name("the name after `COPY`")?;
        let is_in = words.skip_one_of(&["OF", "IN"]);
        let library = is_in.then(|| words.take_name("the library of `COPY`")).transpose()?;
        if words.skip_one_of(&["SUPPRESS"]) {
            words.skip_one_of(&["PRINTING"]);
        }
        let rules = if words.skip_one_of(&["REPLACING"]) {
            words.take_replace_rules()?
        } else {
            words.take_full_stop()?;
            Vec::new()
        };
        Ok(CopyStatement { name, library, rules })
    }
}

/// The statement `REPLACE`.
#[derive(Debug)]
pub(super) enum ReplaceStatement {
    Off,
    By(Vec<ReplaceRule>),
}

impl ReplaceStatement {
    /// Reads the statement behind its first word.
    pub(super) fn parse(words: &mut WordReader<'_>) -> Result<ReplaceStatement, String> {
        if words.skip_one_of(&["OFF"]) {
            words.take_full_stop()?;
            return Ok(ReplaceStatement::Off);
        }
        let rules = words.take_replace_rules()?;
        if rules.is_empty() {
            Err("`REPLACE` has no words to replace".to_owned())
        } else {
            Ok(ReplaceStatement::By(rules))
        }
    }
}
