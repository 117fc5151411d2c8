//! Counts that are computed, in the interpreter.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep_dynamic::record::{Dimension, Values};
use datarep_dynamic::{Error, Record, Text};

fn record(text: &str, name: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.record(name).expect("it is in the text").clone()
}

/// Reads records, writes them again, and returns the values of a field as text.
fn read_back(record: &Record, bytes: &[u8], field: &str) -> Result<String, Error> {
    let rows = record.rows(bytes)?;
    let (columns, _) = rows.columns()?;
    assert_eq!(record.to_bytes(&columns)?.0, bytes, "{}", record.name());
    let index = record.field(field).expect("it is in the record");
    Ok(format!("{:?}", columns[index]))
}

fn message(record: &Record, bytes: &[u8]) -> String {
    match record.rows(bytes).map(|rows| rows.len()) {
        Err(error) => error.to_string(),
        Ok(records) => panic!("{records} records"),
    }
}

#[test]
fn lengths_include_themselves() -> Result<(), Error> {
    let packet = record("record packet { length: u16; data: length - 2 bytes; end: u8; }", "packet");
    assert_eq!(packet.bytes(), None);
    assert_eq!(packet.fields()[1].shape(), [Dimension::Varying]);
    assert_eq!(read_back(&packet, &[0, 2, 7, 0, 4, 8, 9, 6], "end")?, "U8([7, 6])");
    assert_eq!(
        message(&packet, &[0, 2, 7, 0, 1, 7]),
        "record 1: `data` at byte 5: the count `length - 2` is -1"
    );
    Ok(())
}

#[test]
fn counts_lie_in_records_before_them() -> Result<(), Error> {
    let text = "
        record page { head: header; lines: [line; head.sizes.lines]; }
        record header { id: u8; sizes: size; }
        record size { lines: u8; letters: u8; }
        record line { n: u8; words: [ascii; n * 2 % 5]; }
    ";
    let page = record(text, "page");
    let bytes = [1, 2, 0, 1, b'a', b'b', 3, b'c', 9, 0, 0];
    assert_eq!(read_back(&page, &bytes, "lines.words")?, r#"Text(["ab", "c"])"#);
    Ok(())
}

#[test]
fn tables_say_how_many_items_a_kind_has() -> Result<(), Error> {
    let text = r#"
        record entry {
            kind: [ascii; 2];
            n: i8;
            codes: [u8; choice kind { "A" | "AB" => 3; "N" => n + 1; otherwise => 0 * n; }];
            flags: [u8; choice n { 0..=9 => 1; -1 => 2; }];
        }
    "#;
    let entry = record(text, "entry");
    let bytes = [b"AB\x01\x01\x02\x03\x09".as_slice(), b"N \xFF\x08\x09", b"ZZ\x09\x07"].concat();
    assert_eq!(read_back(&entry, &bytes, "codes")?, "U8([1, 2, 3])");
    assert_eq!(read_back(&entry, &bytes, "flags")?, "U8([9, 8, 9, 7])");
    assert_eq!(
        message(&entry, b"ZZ\x0A"),
        "record 0: `flags` at byte 3: the count `choice n { 0..=9 => 1; -1 => 2; }` has no case for 10"
    );
    Ok(())
}

#[test]
fn fields_begin_at_computed_places() -> Result<(), Error> {
    let text = "record file { begin: u16; name: [ascii; 3]; data: u16 at begin * 4; }";
    let file = record(text, "file");
    let bytes = [0, 2, b'a', b'b', b'c', 0, 0, 0, 1, 2];
    assert_eq!(read_back(&file, &bytes, "data")?, "U16([258])");
    let packed = [0, 2, b'a', b'b', b'c', 9, 9, 9, 1, 2];
    let (columns, _) = file.rows(&packed)?.columns()?;
    assert_eq!(file.to_bytes(&columns)?.0, bytes, "what lies between is zero");
    assert_eq!(
        message(&file, &[0, 1, b'a', b'b', b'c', 0, 0]),
        "record 0: bytes without a name at byte 5: the count `begin * 4 - the bytes before it` is -1"
    );
    // In an array of records, a place is that in its record.
    let text = "record all { n: u8; files: [file; n]; } record file { begin: u8; data: u8 at begin + 1; }";
    let all = record(text, "all");
    assert_eq!(read_back(&all, &[2, 1, 0, 7, 0, 8], "files.data")?, "U8([7, 8])");
    Ok(())
}

#[test]
fn the_last_field_takes_what_is_left() -> Result<(), Error> {
    let note = record("record note { id: u8; words: [ascii; ..]; }", "note");
    assert!(note.takes_rest());
    assert_eq!(read_back(&note, b"\x01one two ", "words")?, r#"Text(["one two "])"#);
    let ends = [1, 4, 9];
    let bytes = b"\x01\x02ab\x03cd  ";
    let rows = note.rows_between(bytes, &ends)?;
    assert_eq!(rows.texts("words")?.0, ["", "ab", "cd  "]);
    let (columns, _) = rows.columns()?;
    let mut written = note.rows_for(&columns)?;
    for (field, values) in columns.iter().enumerate() {
        written.write_values(field, values)?;
    }
    assert_eq!((written.ends(), written.into_bytes()), (ends.to_vec(), bytes.to_vec()));
    Ok(())
}

#[test]
fn items_that_no_field_counts_are_told() -> Result<(), Error> {
    let list = record("record list { id: u8; codes: [u16; ..]; }", "list");
    let ends = [3, 4, 9];
    let bytes = [1, 0, 7, 2, 3, 0, 8, 0, 9];
    let rows = list.rows_between(&bytes, &ends)?;
    let (columns, _) = rows.columns()?;
    assert_eq!(columns[1], Values::U16(vec![7, 8, 9]));
    let told = list.rows_for(&columns).map(|rows| rows.len()).expect_err("which are whose?").to_string();
    assert_eq!(told, "`codes` takes the rest of each record, and no field says how many items that are");
    let items = rows.varying_items();
    assert_eq!(items, [None, Some(vec![1, 0, 2])]);
    let mut written = list.rows_for_items(&columns, &items)?;
    for (field, values) in columns.iter().enumerate() {
        written.write_values(field, values)?;
    }
    assert_eq!(written.into_bytes(), bytes);
    assert_eq!(
        message(&list, &[1, 2, 3, 4]),
        "the bytes end within record 0: `codes` at byte 1 has 4 bytes, of which there are 3"
    );
    Ok(())
}

#[test]
fn groups_take_what_is_left() -> Result<(), Error> {
    let text = "record tree { id: u8; leaves: [leaf; ..]; } record leaf { n: u8; codes: [u8; n]; }";
    let tree = record(text, "tree");
    let bytes = [9, 1, 7, 0, 2, 5, 6];
    assert_eq!(read_back(&tree, &bytes, "leaves.n")?, "U8([1, 0, 2])");
    assert_eq!(read_back(&tree, &bytes, "leaves.codes")?, "U8([7, 5, 6])");
    assert_eq!(
        message(&tree, &[9, 1, 7, 2, 5]),
        "the bytes end within record 0: `codes` at byte 4 has 2 bytes, of which there are 1"
    );
    let pairs = record("record pairs { id: u8; all: [pair; ..]; } record pair { a: u8; b: u8; }", "pairs");
    assert_eq!(read_back(&pairs, &[1, 2, 3, 4, 5], "all.b")?, "U8([3, 5])");
    Ok(())
}

#[test]
fn alternatives_take_the_rest_of_their_bytes() -> Result<(), Error> {
    let text = "record boxed {
        id: u8;
        body: choice id in 4 bytes { 1 => text: [ascii; ..]; 2 => codes: [u16; ..]; otherwise => _; };
    }";
    let boxed = record(text, "boxed");
    let bytes = [b"\x01abcd".as_slice(), &[2, 0, 1, 0, 2], &[3, 0, 0, 0, 0]].concat();
    assert_eq!(
        read_back(&boxed, &bytes, "body.text")?,
        r#"Nullable { values: Text(["abcd", "", ""]), missing: [false, true, true] }"#
    );
    assert_eq!(read_back(&boxed, &bytes, "body.codes")?, "U16([1, 2])");
    Ok(())
}

/// A count in an alternative names fields of the record, which is also where it looks for them.
#[test]
fn counts_in_alternatives_are_those_of_the_record() -> Result<(), Error> {
    let text = "
record row { parts: [part; 2]; last: u8; }
record part {
    first: u8;
    head: head;
    kind: u8;
    body: choice kind {
        1 => items: [item; head.n];
        2 => bytes: head.n * 2 bytes;
        3 => words: [u8; choice head.n { 2 => 1; otherwise => first; }];
    };
}
record head { n: u8; }
record item { value: u8; }
";
    let row = record(text, "row");
    for (file, column, items) in [
        (&[99, 2, 1, 7, 8, 99, 1, 1, 9, 0][..], "parts.body.items.value", 3),
        (&[99, 1, 2, 7, 8, 99, 0, 2, 9], "parts.body.bytes", 2),
        (&[99, 2, 3, 7, 2, 5, 3, 8, 9, 9], "parts.body.words", 3),
    ] {
        let rows = row.rows(file)?;
        let (columns, _) = rows.columns()?;
        let found = row.field(column).map(|field| columns[field].len());
        assert_eq!(found, Some(items), "{column}");
        assert_eq!(row.to_bytes_of_items(&columns, &rows.varying_items())?.0, file, "{column}");
    }
    Ok(())
}

/// The length of a choice counts the items of its arrays once.
#[test]
fn choices_of_arrays_are_as_long_as_their_items() -> Result<(), Error> {
    let text = "
record row { kind: u8; body: choice kind { 1 => words: [u16; 3]; 2 => raw: 7 bytes; }; }
record sale { amount: overlay { parts; number: i32; }; end: u8; }
record parts { code: u8; body: choice valid { number: [packed_decimal(1, 0); 2]; raw: 2 bytes; }; }
";
    assert_eq!(record(text, "row").least_bytes(), 7);
    assert_eq!(record(text, "parts").least_bytes(), 3);
    let sale = record(text, "sale");
    assert_eq!(sale.least_bytes(), 5);
    assert_eq!(sale.rows(&[1, 0x1C, 0x2C, 4, 9, 5, 6, 7, 8, 9])?.column::<u8>("end")?.0, [9, 9]);
    Ok(())
}
