//! The names of records. COBOL has none for formats, so that an item may have the name of a format of the language, which
//! no record can have.

use std::collections::BTreeMap;

use datarep_dsl::expression::is_format_word;
use datarep_dsl::identifiers::{TakenNames, make_identifier};

/// The names of all records of a text.
#[derive(Default)]
pub(super) struct RecordNames {
    taken: TakenNames,
    /// The formats in whose place records have other names, by these.
    formats: BTreeMap<String, String>,
}

impl RecordNames {
    /// Takes a name for the record of an item, by the name of the item.
    pub(super) fn take(&mut self, item_name: &str) -> String {
        let identifier = make_identifier(item_name);
        // A record may hide an integer of the machine, such as `i32`, and then fields of the text would be records.
        if !is_format_word(&identifier) {
            return self.taken.take(identifier);
        }
        // As the compiler of the language proposes it.
        let name = self.taken.take(format!("{identifier}_record"));
        self.formats.insert(name.clone(), identifier);
        name
    }

    /// The format whose name a record would have, if it was given another one.
    pub(super) fn find_format(&self, record_name: &str) -> Option<&str> {
        self.formats.get(record_name).map(String::as_str)
    }

    /// The comment on a record that was given another name.
    pub(super) fn describe_change(&self, record_name: &str, item_name: &str) -> String {
        self.find_format(record_name).map_or_else(String::new, |format| {
            format!("/// `{item_name}` of the copybook: `{format}` is the name of a format.\n")
        })
    }
}
