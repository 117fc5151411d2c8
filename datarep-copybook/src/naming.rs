//! The names of records. COBOL has none for formats, so that an item may have the name of a format of the language, which
//! no record can have.

use std::collections::BTreeMap;

use datarep_dsl::compile;
use datarep_dsl::identifiers::{TakenNames, make_identifier};
use datarep_dsl::source::Source;

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
        if !is_format_name(&identifier) {
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

/// Whether a name is that of a format. The compiler decides, which alone knows all of them.
fn is_format_name(name: &str) -> bool {
    let is_sound = |text: String| compile(&Source { name: String::new(), text, first_line: 1 }).is_ok();
    let is_integer = || {
        // A record may hide an integer of the machine, and then fields of the text would be records.
        name.strip_prefix(['i', 'u']).is_some_and(|bits| bits.bytes().all(|digit| digit.is_ascii_digit()))
            && is_sound(format!("record holder {{\n    item: {name};\n}}\n"))
    };
    !is_sound(format!("record {name} {{\n    _: 1 bytes;\n}}\n")) || is_integer()
}
