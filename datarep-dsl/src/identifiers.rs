//! Names of the language for items that have a name elsewhere, as in a copybook or a label.

use std::collections::{BTreeMap, BTreeSet};

use crate::keywords;

/// Words that have a meaning in a record and cannot be names there, in addition to the keywords.
const IN_RECORDS: [&str; 3] = ["bool", "char", "padding"];

/// A name of COBOL or of a label in the form that the language has for names.
///
/// ```
/// use datarep_dsl::identifiers::make_identifier;
/// assert_eq!(make_identifier("ORDER-COUNT"), "order_count");
/// assert_eq!(make_identifier("1ST-DATE"), "n_1st_date");
/// assert_eq!(make_identifier("TYPE"), "type_");
/// ```
pub fn make_identifier(name: &str) -> String {
    let mut name: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' })
        .collect();
    // COBOL has names that begin with a digit, such as `1ST-DATE`.
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        name.insert_str(0, "n_");
    }
    // Words of Rust, too, because a program may be generated from the text, with a field of this name.
    let is_taken = keywords::is_of_language(&name) || keywords::is_of_rust(&name);
    if is_taken || IN_RECORDS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// Names that are taken.
///
/// ```
/// use datarep_dsl::identifiers::TakenNames;
/// let mut taken = TakenNames::default();
/// let names = ["line", "line", "line"].map(|name| taken.take(name.to_owned()));
/// assert_eq!(names, ["line", "line_2", "line_3"]);
/// ```
#[derive(Debug, Default)]
pub struct TakenNames {
    all: BTreeSet<String>,
    /// The number to try next after a name that is taken. Those below it are taken, too.
    next: BTreeMap<String, u64>,
}

impl TakenNames {
    /// Whether a field has the name.
    pub fn has(&self, name: &str) -> bool {
        self.all.contains(name)
    }

    /// Takes the name; if it is taken already, the name with a number after it.
    pub fn take(&mut self, name: String) -> String {
        if self.all.insert(name.clone()) {
            return name;
        }
        let next = self.next.entry(name.clone()).or_insert(2);
        loop {
            let numbered = format!("{name}_{next}");
            *next += 1;
            if self.all.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_names_get_the_next_number() {
        let mut taken = TakenNames::default();
        let names = ["a_3", "a", "a", "a", "a_3", "a"].map(|name| taken.take(name.to_owned()));
        assert_eq!(names, ["a_3", "a", "a_2", "a_4", "a_3_2", "a_5"]);
        // A search from the first number on would not end.
        for _ in 0..100_000 {
            taken.take("b".to_owned());
        }
        assert!(taken.has("b_100000") && !taken.has("b_100001"));
    }
}
