//! The words of the language, and the ones that a wrong word resembles.

use crate::ast::Word;
use crate::diagnostic::{Diagnostic, Slug};
use crate::keywords;
use crate::spelling::edit_distance;

/// The words with which an item starts.
pub(super) const ITEMS: [&str; 8] =
    ["use", "float", "integer", "logical", "character", "datarep", "record", "test"];

/// The fields of the long form.
pub(super) const FIELDS: [&str; 7] =
    ["sign", "exponent", "significand", "leading", "digits", "centesimals", "unused"];

/// The classes of words that a float may set apart.
pub(super) const SPECIALS: [&str; 9] =
    ["zero", "subnormal", "infinity", "nan", "reserved", "invalid", "overflow", "underflow", "missing"];

/// The words with which a clause of a float starts.
pub(super) const CLAUSES: [&str; 21] = [
    "order",
    "bits",
    "numbering",
    "value",
    "negative",
    "exponent",
    "quiet",
    "ieee",
    "sign",
    "significand",
    "leading",
    "digits",
    "centesimals",
    "unused",
    "zero",
    "subnormal",
    "infinity",
    "nan",
    "reserved",
    "overflow",
    "underflow",
];

/// The words with which a clause of an integer, logical or character starts.
pub(super) const FAMILY_CLAUSES: [&str; 3] = ["order", "true", "write"];

/// The words with which a line of a record starts, except the names of fields.
pub(super) const RECORD_LINES: [&str; 2] = ["order", "on"];

/// The words with which a clause of a field starts.
pub(super) const FIELD_CLAUSES: [&str; 4] = ["padding", "trim", "null", "on"];

/// The words with which a line of a representation starts, except MPI names.
pub(super) const ENTRIES: [&str; 10] = [
    "order",
    "on",
    "integer",
    "unsigned",
    "real",
    "complex",
    "logical",
    "character",
    "wide_character",
    "others",
];

/// The fault of `name` as the name of a format or a representation, if there is one.
pub(super) fn bad_name_fault(name: &Word) -> Option<Diagnostic> {
    let label = if keywords::is_of_language(&name.value) {
        "a word of the language"
    } else if keywords::is_of_rust(&name.value) || name.value == "_" {
        // Generated code makes a Rust name of it. `_` is a word of Rust, too, and no name.
        "a word of Rust"
    } else {
        return None;
    };
    let title = format!("`{}` cannot be a name", name.value);
    Some(Diagnostic::new(Slug::Syntax, title, name.span, label))
}

/// The fault of `name` as the name of a field, if there is one. Only words that Rust forbids as names are faults.
pub(super) fn bad_field_name_fault(name: &Word) -> Option<Diagnostic> {
    let title = format!("`{}` cannot be the name of a field", name.value);
    keywords::is_never_raw(&name.value)
        .then(|| Diagnostic::new(Slug::Syntax, title, name.span, "a word of Rust"))
}

/// The fault of a word that is none of `candidates`.
pub(super) fn unknown_word_fault(kind: &str, word: &Word, candidates: &[&'static str]) -> Diagnostic {
    let title = format!("`{}` is no {kind}", word.value);
    let fault = Diagnostic::new(Slug::UnknownWord, title, word.span, "not known");
    if let Some(near) = find_near(&word.value, candidates) {
        return fault.help(format!("write `{near}`"));
    }
    let list: Vec<String> = candidates.iter().map(|word| format!("`{word}`")).collect();
    fault.note(format!("there are {}", list.join(", ")))
}

/// The one of `candidates` that `word` probably stands for.
pub(super) fn find_near(word: &str, candidates: &[&'static str]) -> Option<&'static str> {
    let longest = candidates.iter().map(|candidate| candidate.len()).max().unwrap_or(0);
    // Such a word is farther from all of them than the limit below allows.
    if word.len() > longest + 2 {
        return None;
    }
    let lower = word.to_lowercase();
    let distances = candidates.iter().map(|candidate| (edit_distance(&lower, candidate), *candidate));
    let (distance, near) = distances.min_by_key(|(distance, _)| *distance)?;
    // One letter in four may be wrong, and one in a short word.
    (distance <= near.len().div_ceil(4)).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_words_are_offered() {
        assert_eq!(find_near("flaot", &ITEMS), Some("float"));
        assert_eq!(find_near("Float", &ITEMS), Some("float"));
        assert_eq!(find_near("banana", &ITEMS), None);
    }
}
