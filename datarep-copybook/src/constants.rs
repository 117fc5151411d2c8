//! Named constants, and sentences around items: what a copybook says without describing a byte.
//!
//! A constant is `78 MOST VALUE 10.` or `01 MOST CONSTANT AS 10.`. Its name stands for its value in what follows, as in
//! `OCCURS MOST TIMES` and `PIC X(MOST)`. So names are replaced in the words of a sentence before its clauses are read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::copybook::CopybookFault;
use super::lines::CopybookWord;

/// The constants that stand before a sentence, by their names in capital letters. A value is a literal.
#[derive(Debug, Default)]
pub(super) struct NamedConstants(BTreeMap<String, String>);

impl NamedConstants {
    /// Returns a sentence with the values of constants in the place of their names.
    pub(super) fn replace_names<'w>(&self, sentence: &'w [CopybookWord]) -> Cow<'w, [CopybookWord]> {
        // The first words are the level of an item and its own name.
        let (head, clauses) = sentence.split_at(sentence.len().min(2));
        if self.0.is_empty() || !clauses.iter().any(|word| self.replace_in_word(&word.text).is_some()) {
            return Cow::Borrowed(sentence);
        }
        let replaced = clauses.iter().map(|word| CopybookWord {
            text: self.replace_in_word(&word.text).unwrap_or_else(|| word.text.clone()),
            ..word.clone()
        });
        Cow::Owned(head.iter().cloned().chain(replaced).collect())
    }

    /// A word with values in the place of names, or `None` if it has none. In a picture, names stand between parentheses.
    fn replace_in_word(&self, word: &str) -> Option<String> {
        let find = |name: &str| self.0.get(&name.to_ascii_uppercase()).map(String::as_str);
        if let Some(value) = find(word) {
            return Some(value.to_owned());
        }
        if word.starts_with(['"', '\'']) {
            return None;
        }
        let pieces: Vec<&str> = word.split_inclusive(['(', ')']).collect();
        let is_named = |piece: &str| piece.strip_suffix(')').and_then(find);
        pieces.iter().any(|piece| is_named(piece).is_some()).then(|| {
            let replace =
                |piece: &&str| is_named(piece).map_or((*piece).to_owned(), |value| format!("{value})"));
            pieces.iter().map(replace).collect()
        })
    }

    /// Notes the constant that a sentence defines. Returns whether it is one, or what is wrong with it.
    pub(super) fn define(&mut self, sentence: &[CopybookWord]) -> Result<bool, CopybookFault> {
        let [level, name, keyword, value @ ..] = sentence else { return Ok(false) };
        let is_78 = level.text == "78" && (keyword.is("VALUE") || keyword.is("VALUES"));
        if !is_78 && !keyword.is("CONSTANT") {
            return Ok(false);
        }
        let is_noise =
            |word: &&CopybookWord| ["IS", "ARE", "GLOBAL", "AS"].iter().any(|noise| word.is(noise));
        let noise = value.iter().take_while(is_noise).count();
        let value = evaluate_constant(&value[noise..]).ok_or_else(|| {
            let text = format!(
                "the value of the constant `{}` is not understood: write its number or its text",
                name.text
            );
            CopybookFault { place: name.place.clone(), text }
        })?;
        self.0.insert(name.text.to_ascii_uppercase(), value);
        Ok(true)
    }
}

/// The literal that some words are: a literal, or numbers with signs between them.
///
/// Compilers differ in what comes first in `2 + 3 * 4`, so that signs of both kinds together have no value.
fn evaluate_constant(words: &[CopybookWord]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    if rest.is_empty() {
        let is_number =
            first.text.trim_start_matches(['+', '-']).starts_with(|digit: char| digit.is_ascii_digit());
        // A literal may have a letter before it: `X'40'`.
        return (is_number || first.text.ends_with(['"', '\''])).then(|| first.text.clone());
    }
    let mut value: i64 = first.text.parse().ok()?;
    let is_sum = |word: &CopybookWord| ["+", "-"].contains(&word.text.as_str());
    for pair in rest.chunks(2) {
        let [sign, number] = pair else { return None };
        let number: i64 = number.text.parse().ok()?;
        value = match sign.text.as_str() {
            "+" => value.checked_add(number)?,
            "-" => value.checked_sub(number)?,
            "*" => value.checked_mul(number)?,
            "/" => value.checked_div(number)?,
            _ => return None,
        };
        if is_sum(sign) != is_sum(&rest[0]) {
            return None;
        }
    }
    Some(value.to_string())
}

/// Whether a sentence is about the file or the part of a program that has the items: `FD ORDERS RECORD CONTAINS 80 CHARACTERS`,
/// `FILE SECTION`. The lengths that it states are those of the items, which follow.
pub(super) fn is_around_items(sentence: &[CopybookWord]) -> bool {
    const PARTS: [&str; 5] = ["DATA", "FILE", "WORKING-STORAGE", "LOCAL-STORAGE", "LINKAGE"];
    match sentence {
        [first, second] if second.is("SECTION") || second.is("DIVISION") => {
            PARTS.iter().any(|part| first.is(part))
        }
        [first, _, ..] => first.is("FD") || first.is("SD"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::LinePlace;
    use super::*;

    fn split(sentence: &str) -> Vec<CopybookWord> {
        let word =
            |text: &str| CopybookWord { text: text.to_owned(), place: LinePlace::default(), is_glued: false };
        sentence.split_whitespace().map(word).collect()
    }

    #[test]
    fn names_become_values() {
        let mut constants = NamedConstants::default();
        for definition in [
            "78 MOST VALUE 10",
            "01 Wide CONSTANT IS GLOBAL AS 12",
            "78 TWICE VALUE IS 10 * 2 * 1",
            "78 LESS VALUE 10 - 3 + 1",
            "78 KIND VALUE 'A'",
        ] {
            let sentence = split(definition);
            let replaced = constants.replace_names(&sentence).into_owned();
            assert_eq!(constants.define(&replaced), Ok(true), "{definition}");
        }
        for (sentence, wanted) in [
            ("05 T OCCURS most TIMES PIC X(WIDE)", "05 T OCCURS 10 TIMES PIC X(12)"),
            ("05 T PIC S9(less)V9(TWICE)", "05 T PIC S9(8)V9(20)"),
            ("88 MOST VALUE KIND", "88 MOST VALUE 'A'"),
            ("05 T PIC X(MOSTLY) VALUE '(MOST)'", "05 T PIC X(MOSTLY) VALUE '(MOST)'"),
        ] {
            let words: Vec<String> =
                constants.replace_names(&split(sentence)).iter().map(|word| word.text.clone()).collect();
            assert_eq!(words.join(" "), wanted);
        }
        for unknown in
            ["78 X VALUE LENGTH OF T", "78 X VALUE 1 + 2 * 3", "78 X VALUE", "01 X CONSTANT FROM Y"]
        {
            assert!(constants.define(&split(unknown)).is_err(), "{unknown}");
        }
        for item in ["05 T PIC X", "78 T", "01 T PIC 9 VALUE 1"] {
            assert_eq!(constants.define(&split(item)), Ok(false), "{item}");
        }
    }

    #[test]
    fn sentences_around_items_are_known() {
        for (sentence, wanted) in [
            ("FD ORDERS RECORD CONTAINS 80 CHARACTERS", true),
            ("SD WORK", true),
            ("FILE SECTION", true),
            ("data division", true),
            ("PROCEDURE DIVISION", false),
            ("05 FD PIC X", false),
            ("MAIN SECTION", false),
        ] {
            assert_eq!(is_around_items(&split(sentence)), wanted, "{sentence}");
        }
    }
}
