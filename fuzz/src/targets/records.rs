//! Records that a text describes, and bytes that should be some.

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
            // Texts have many bytes, bytes are values.
            assert!(field.is_bytes() || values.len() == items, "one value for an item");
        }
    }
    let Ok((columns, losses)) = rows.columns() else { return };
    let Ok((written, lost)) = record.to_bytes(&columns) else { return };
    if losses.is_none() && lost.is_none() {
        let again = record.rows(&written).expect("what is written is whole");
        let (same, _) = again.columns().expect("what was read once is read again");
        // As texts, where NaNs are themselves.
        assert_eq!(format!("{same:?}"), format!("{columns:?}"), "what loses nothing is the same");
    }
}
