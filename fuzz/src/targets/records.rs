//! Bytes that are read as the records that a text describes.

use datarep_dynamic::{Record, Text};

use super::input::Input;

/// Takes a text, a zero, and the bytes of records.
pub fn run(bytes: &[u8]) {
    let (text, rest) = Input::new(bytes).text();
    let Ok(text) = Text::parse(&text) else { return };
    for record in text.records().iter().take(4) {
        read(record, rest.rest());
    }
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
            // A field of bytes has a value for each byte.
            assert!(field.is_bytes() || values.len() == items, "one value for an item");
        }
    }
    let Ok((columns, losses)) = rows.columns() else { return };
    let Ok((written, lost)) = record.to_bytes(&columns) else { return };
    if losses.is_none() && lost.is_none() {
        let again = record.rows(&written).expect("what is written is whole");
        let (same, _) = again.columns().expect("what was read once is read again");
        // They are compared as texts, in which a NaN equals itself.
        assert_eq!(format!("{same:?}"), format!("{columns:?}"), "what loses nothing is the same");
    }
}
