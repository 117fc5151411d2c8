//! Bytes that are read as the records that a text describes.
//!
//! A text takes a hundred times as long to parse as a few records to read. So texts are kept, and of the texts that are
//! not committed one of [`PARSED_IN`] is parsed, which its bytes decide: the campaign `text` is about texts. The tests
//! parse all of them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::LazyLock;

use datarep_dsl::source::Source;
use datarep_dynamic::{Record, Text};

use super::input::{Input, hash};

/// The most texts that are kept. All are forgotten when there is one more.
const KEPT: usize = 64;

thread_local! {
    /// Texts that were parsed, and those that are faulty as `None`.
    static TEXTS: RefCell<HashMap<String, Option<Rc<Text>>>> = RefCell::default();
}

/// One text of this many is parsed, of those that are new.
const PARSED_IN: u32 = 16;

/// The texts of the committed inputs.
static COMMITTED: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/records"));
    let inputs = folder.into_iter().flatten().flatten().filter_map(|entry| std::fs::read(entry.path()).ok());
    inputs.map(|bytes| Input::new(&bytes).text().0).collect()
});

/// Takes a text, a zero, and the bytes of records. Most new texts are passed over.
pub fn run(bytes: &[u8]) {
    let (text, rest) = Input::new(bytes).text();
    if COMMITTED.contains(&text) || hash(text.as_bytes()).is_multiple_of(PARSED_IN) {
        read_all(text, rest.rest());
    }
}

/// Takes a text, a zero, and the bytes of records.
pub fn run_whole(bytes: &[u8]) {
    let (text, rest) = Input::new(bytes).text();
    read_all(text, rest.rest());
}

/// The records that a text describes, and what the bytes mean as each of them.
pub fn answer(bytes: &[u8]) -> String {
    let (text, rest) = Input::new(bytes).text();
    let Some(text) = parse_once(text) else { return "faulty".to_owned() };
    let read = |record: &Record| match record.whole_rows(rest.rest(), usize::MAX) {
        Ok((rows, end)) => {
            let columns = rows.columns().map_err(|error| error.to_string());
            let written = columns.as_ref().ok().map(|(columns, _)| record.to_bytes(columns).ok());
            format!("{} bytes, {end:?}: {columns:?}, {written:?}", rows.bytes())
        }
        Err(error) => error.to_string(),
    };
    let told: Vec<String> =
        text.records().iter().map(|record| format!("{}: {}", record.name(), read(record))).collect();
    told.join("\n")
}

fn read_all(text: String, file: &[u8]) {
    let Some(text) = parse_once(text) else { return };
    for record in text.records().iter().take(4) {
        read(record, file);
    }
}

/// Parses the text, or finds it among those that are kept.
fn parse_once(source: String) -> Option<Rc<Text>> {
    TEXTS.with_borrow_mut(|texts| {
        if !texts.contains_key(&source) && texts.len() >= KEPT {
            texts.clear();
        }
        texts.entry(source).or_insert_with_key(|source| parse_text(source)).clone()
    })
}

/// Parses a text. The faults of one that is not sound are not drawn, which would take longer than to find them.
fn parse_text(text: &str) -> Option<Rc<Text>> {
    let source = Source { name: "fuzz.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    datarep_dsl::compile(&source).ok()?;
    Text::parse(text).ok().map(Rc::new)
}

fn read(record: &Record, file: &[u8]) {
    let Ok((rows, end)) = record.whole_rows(file, usize::MAX) else {
        assert!(record.rows(file).is_err(), "what fails in part fails as a whole");
        return;
    };
    assert!(rows.bytes() <= file.len(), "records lie in the bytes");
    assert_eq!(end.is_none(), record.rows(file).is_ok(), "an end that is told is one");
    for (index, field) in record.fields().iter().enumerate() {
        let items = rows.items(index);
        assert_eq!(rows.items_of_each(index).iter().sum::<usize>(), items, "items of all records");
        if let Ok((values, _)) = rows.values(index) {
            // A field of bytes has a value for each byte, and one in an alternative also a missing one where that is not there.
            let is_one = values.len() == items || (values.len() > items && values.missing().is_some());
            assert!(field.is_bytes() || is_one, "one value for an item");
        }
    }
    let Ok((columns, losses)) = rows.columns() else { return };
    let Ok((written, lost)) = record.to_bytes(&columns) else { return };
    if losses.is_none() && lost.is_none() {
        let again = record.rows(&written).expect("what is written is whole");
        let (same, _) = again.columns().expect("what was read once is read again");
        // They are compared as texts, in which a NaN equals itself.
        let (mut same_text, mut text) = (format!("{same:?}"), format!("{columns:?}"));
        if same_text != text && has_overlay(record) {
            // Behind the longest alternative that is there zeros are written, by which a longer one may become valid. The
            // second time nothing becomes valid any more.
            let (written, _) = record.to_bytes(&same).expect("what was read from written bytes is written");
            let again = record.rows(&written).expect("what is written is whole");
            let (third, _) = again.columns().expect("what was read twice is read again");
            (same_text, text) = (format!("{third:?}"), same_text);
        }
        assert_eq!(same_text, text, "what loses nothing is the same");
    }
}

/// Whether the same bytes are read in several ways somewhere in a record.
fn has_overlay(record: &Record) -> bool {
    // A record has choices in records in arrays. The model prints all of them.
    format!("{:?}", record.described()).contains("AllValid")
}
