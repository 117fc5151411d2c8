//! Overlays and choices by what is valid, in the interpreter: what is read, what is written, and what is refused.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::Decimal;
use datarep_dynamic::record::{RecordError, Values};
use datarep_dynamic::{Error, Record, Text};

const TEXT: &str = "
record sale {
    id: u8;
    amount: overlay {
        packed: packed_decimal(5, 2);
        letters: [ascii; 3];
        parts;
    };
    end: u8;
}
record parts { code: [ascii; 1]; rest: packed_decimal(3, 0) as decimal; }

record reading {
    id: u8;
    body: choice valid {
        number: packed_decimal(5, 0) as decimal { null if all 0x40; };
        part: parts;
        text: [ascii; 3];
        otherwise => raw: 3 bytes;
    };
    end: u8;
}
";

fn find(text: &str, name: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.record(name).expect("it is in the text").clone()
}

/// A column as texts, in which a missing value is a dash.
fn show(values: &Values) -> Vec<String> {
    let shown: Vec<String> = match values.present() {
        Values::Decimal(all) => all.iter().map(ToString::to_string).collect(),
        Values::Text(all) => all.to_strings(),
        Values::U8(all) => all.iter().map(ToString::to_string).collect(),
        other => vec![format!("{other:?}")],
    };
    match values.missing() {
        Some(missing) => shown
            .into_iter()
            .zip(missing)
            .map(|(one, missing)| if *missing { "-".to_owned() } else { one })
            .collect(),
        None => shown,
    }
}

fn show_columns(record: &Record, file: &[u8]) -> Result<Vec<(String, Vec<String>)>, Error> {
    let (columns, _) = record.rows(file)?.columns()?;
    Ok(record
        .fields()
        .iter()
        .zip(&columns)
        .map(|(field, values)| (field.path().to_owned(), show(values)))
        .collect())
}

#[test]
fn each_alternative_of_an_overlay_is_there_if_it_is_valid() -> Result<(), Error> {
    let sale = find(TEXT, "sale");
    // A packed number that is no text, a text and parts of it, a text alone, and a number that is a text, too.
    let file = [
        &[1, 0x12, 0x34, 0x5C, 9][..],
        &[2, b'J', 0x01, 0x2C, 9],
        &[3, b'a', b'b', b'c', 9],
        &[4, 0x12, 0x34, 0x5D, 8],
    ]
    .concat();
    let columns = show_columns(&sale, &file)?;
    let expected = [
        ("id", ["1", "2", "3", "4"]),
        ("amount.packed", ["123.45", "-", "-", "-123.45"]),
        ("amount.letters", ["\u{12}4\\", "J\u{1},", "abc", "\u{12}4]"]),
        ("amount.parts.code", ["\u{12}", "J", "-", "\u{12}"]),
        ("amount.parts.rest", ["345", "12", "-", "-345"]),
        ("end", ["9", "9", "9", "8"]),
    ];
    for ((path, found), (name, expected)) in columns.iter().zip(expected) {
        assert_eq!((path.as_str(), found.as_slice()), (name, expected.map(str::to_owned).as_slice()));
    }
    assert_eq!(sale.to_bytes(&sale.rows(&file)?.columns()?.0)?.0, file);
    Ok(())
}

#[test]
fn an_overlay_without_a_valid_alternative_is_refused_with_its_place() {
    let sale = find(TEXT, "sale");
    let error = sale.rows(&[1, 0x12, 0x34, 0x5C, 9, 2, 0xFF, 0xFF, 0xFF, 9]).expect_err("nothing is valid");
    assert_eq!(error.to_string(), "record 1: no alternative of `amount` is valid at byte 6");
}

#[test]
fn the_first_alternative_that_is_valid_is_chosen() -> Result<(), Error> {
    let reading = find(TEXT, "reading");
    let file = [
        &[1, 0x12, 0x34, 0x5C, 9][..],
        &[2, b'J', 0x01, 0x2C, 9],
        &[3, b'a', b'b', b'c', 9],
        &[4, 0xFF, 0xFE, 0xFD, 9],
        &[5, 0x40, 0x40, 0x40, 9],
    ]
    .concat();
    let columns = show_columns(&reading, &file)?;
    let expected = [
        ("body.number", vec!["12345", "-", "-", "-", "-"]),
        ("body.part.code", vec!["-", "J", "-", "-", "-"]),
        ("body.part.rest", vec!["-", "12", "-", "-", "-"]),
        ("body.text", vec!["-", "-", "abc", "-", "-"]),
        ("body.raw", vec!["Bytes([255, 254, 253])"]),
    ];
    for (name, expected) in expected {
        let (_, found) = columns.iter().find(|(path, _)| path == name).expect(name);
        assert_eq!(found, &expected, "{name}");
    }
    // Which records have the bytes of `raw`, is said by the number of items.
    let rows = reading.rows(&file)?;
    assert_eq!(reading.to_bytes_of_items(&rows.columns()?.0, &rows.varying_items())?.0, file);
    Ok(())
}

/// The columns of one record of `sale`.
fn sale(packed: Option<&str>, letters: Option<&str>, parts: Option<(&str, &str)>) -> Vec<Values> {
    let decimal = |text: Option<&str>| {
        let number = text.unwrap_or("0").parse::<Decimal>().expect("a number");
        Values::Nullable { values: Box::new(Values::Decimal(vec![number])), missing: vec![text.is_none()] }
    };
    let text = |text: Option<&str>| {
        let values = Values::Text(vec![text.unwrap_or("").to_owned()].into());
        Values::Nullable { values: Box::new(values), missing: vec![text.is_none()] }
    };
    vec![
        Values::U8(vec![1]),
        decimal(packed),
        text(letters),
        text(parts.map(|parts| parts.0)),
        decimal(parts.map(|parts| parts.1)),
        Values::U8(vec![9]),
    ]
}

#[test]
fn an_overlay_is_written_by_the_alternative_that_keeps_all_values() -> Result<(), Error> {
    let record = find(TEXT, "sale");
    let write = |columns: Vec<Values>| record.to_bytes(&columns).map(|(bytes, _)| bytes);
    assert_eq!(write(sale(Some("123.45"), None, None))?, [1, 0x12, 0x34, 0x5C, 9]);
    assert_eq!(write(sale(None, Some("abc"), None))?, *b"\x01abc\x09");
    assert_eq!(write(sale(None, Some("J\u{1},"), Some(("J", "12"))))?, [1, b'J', 1, 0x2C, 9]);
    // The sign F of a number without one is kept by the text, which is written instead of the number.
    let unsigned = [1, 0x12, 0x34, 0x5F, 9];
    assert_eq!(write(record.rows(&unsigned)?.columns()?.0)?, unsigned);

    let told = |columns| match write(columns) {
        Err(Error::Record(error)) => *error,
        other => panic!("{other:?}"),
    };
    let error = told(sale(Some("123.45"), Some("abc"), None));
    assert_eq!(
        error.to_string(),
        "record 0: the bytes of `amount` are those of `packed`, and do not have the value that is given for `amount.letters`"
    );
    let error = told(sale(Some("123.45"), None, Some(("A", "345"))));
    assert!(
        matches!(&error, RecordError::NotReadBack { other, .. } if other == "amount.parts.code"),
        "{error}"
    );
    let error = told(sale(None, None, None));
    assert_eq!(
        error.to_string(),
        "record 0: the values do not say which alternative of `amount` is there: none has a value"
    );
    Ok(())
}

#[test]
fn what_would_be_read_as_another_alternative_is_refused() {
    let record = find(TEXT, "reading");
    let decimal = |number: Option<&str>| {
        let value = number.unwrap_or("0").parse::<Decimal>().expect("a number");
        Values::Nullable { values: Box::new(Values::Decimal(vec![value])), missing: vec![number.is_none()] }
    };
    let text = |text: Option<&str>| {
        let values = Values::Text(vec![text.unwrap_or("").to_owned()].into());
        Values::Nullable { values: Box::new(values), missing: vec![text.is_none()] }
    };
    let columns = |number, code, rest, letters, raw: &[u8]| {
        vec![
            Values::U8(vec![1]),
            decimal(number),
            text(code),
            decimal(rest),
            text(letters),
            Values::Bytes(raw.to_vec()),
            Values::U8(vec![9]),
        ]
    };
    let told = |columns: Vec<Values>| record.to_bytes(&columns).expect_err("it is refused").to_string();
    assert_eq!(
        told(columns(None, None, None, Some("\u{12}4\\"), &[])),
        "record 0: the bytes that are written for `body`, which is `text`, would be read as `number`"
    );
    assert_eq!(
        told(columns(None, None, None, None, &[0x61, 0x62, 0x63])),
        "record 0: the values do not say which alternative of `body` is there: \
         the items of `raw` are those of this record or of a later one, and `number` may be missing"
    );
    assert_eq!(
        told(columns(Some("1"), Some("A"), Some("2"), None, &[])),
        "record 0: the values do not say which alternative of `body` is there: `number` and `part` have values"
    );
}

#[test]
fn alternatives_that_do_not_fit_are_invalid_where_the_bytes_are_stated() -> Result<(), Error> {
    let text = "
        record r { n: u8; body: overlay in 4 bytes { items: [packed_decimal(1, 0); n]; raw: 4 bytes; }; }
        record open { body: choice valid { a: packed_decimal(3, 0); b: [ascii; 1]; }; }
    ";
    let record = find(text, "r");
    let file = [2, 0x1C, 0x2C, 0, 0, 5, 0x1C, 0x1C, 0x1C, 0x1C, 1, 0xFF, 0, 0, 0];
    let rows = record.rows(&file)?;
    assert_eq!(rows.items_of_each(1), [2, 0, 0]);
    assert_eq!(rows.items_of_each(2), [4, 4, 4]);
    assert_eq!(record.to_bytes(&rows.columns()?.0)?.0, file);
    // Without stated bytes the file may go on, so the record is incomplete.
    let open = find(text, "open");
    assert_eq!(show_columns(&open, &[b'x', 0x12, 0x12, 0x3C])?[1].1, ["x", "\u{12}", "-"]);
    let (rows, end) = open.whole_rows(&[0x12, 0x3C, 0x12], usize::MAX)?;
    assert_eq!((rows.len(), rows.bytes()), (1, 2));
    assert!(matches!(end, Some(RecordError::Ends { offset: 2, .. })), "{end:?}");
    Ok(())
}

/// A choice in a choice, of which a record has an array alone: the array of the inner one says that the outer one is there.
#[test]
fn arrays_in_nested_alternatives_say_that_they_are_there() -> Result<(), Error> {
    let text = "
        record row { outer: choice valid { inner: body; }; }
        record body { b: choice valid { list: [packed_decimal(1, 0); 1]; digit: zoned_decimal(1, 2, ascii); }; }
    ";
    let record = find(text, "row");
    let file = [0x0C, 0x5D, b'E', 0x7D];
    let rows = record.rows(&file)?;
    let columns = rows.columns()?.0;
    assert_eq!(record.to_bytes_of_items(&columns, &rows.varying_items())?.0, file);
    Ok(())
}

/// The number of items says which records have an array, and nothing else does.
#[test]
fn arrays_alone_in_an_overlay_say_that_they_are_there() -> Result<(), Error> {
    let text = "
        record row { both: overlay { number: packed_decimal(7, 0); list: [packed_decimal(3, 0); 2]; }; end: u8; }
        record part { both: overlay { number: packed_decimal(5, 0); rest: pair; }; end: u8; }
        record pair { code: packed_decimal(1, 0) { null if 0x0C; }; list: [packed_decimal(3, 0); 1]; }
    ";
    // Only the number is valid, then only the array, twice.
    let file = [0x12, 0x34, 0x56, 0x7C, 1, 0x12, 0x3C, 0x45, 0x6D, 2, 0, 0, 0, 0x0C, 3, 0, 0x1C, 0, 0x2C, 4];
    let record = find(text, "row");
    let rows = record.rows(&file)?;
    assert_eq!(rows.items_of_each(1), [0, 2, 0, 2]);
    assert_eq!(record.to_bytes_of_items(&rows.columns()?.0, &rows.varying_items())?.0, file);
    let told = record.to_bytes(&rows.columns()?.0).expect_err("nothing says which records have the array");
    assert!(told.to_string().contains("none has a value"), "{told}");
    // An array that the bytes of the number are not is refused, and not left out.
    let columns = vec![
        Values::Nullable { values: Box::new(Values::I32(vec![5])), missing: vec![false] },
        Values::I16(vec![1, 2]),
        Values::U8(vec![1]),
    ];
    let told = record.to_bytes_of_items(&columns, &[None, Some(vec![2]), None]).expect_err("both cannot be");
    assert!(told.to_string().contains("do not have the value that is given for"), "{told}");
    // An array beside a missing item.
    let (file, record) = ([0x0C, 0x12, 0x3C, 1, 0x12, 0x34, 0x5C, 2], find(text, "part"));
    let rows = record.rows(&file)?;
    assert_eq!(record.to_bytes_of_items(&rows.columns()?.0, &rows.varying_items())?.0, file);
    Ok(())
}

/// Bytes beside a missing item say that their alternative is there, in a choice by a field too.
#[test]
fn bytes_beside_a_missing_item_say_that_they_are_there() -> Result<(), Error> {
    let text = r#"
        record row { kind: [ascii; 1]; body: choice kind { "0" => a: pair; otherwise => _: 1 bytes; }; }
        record pair { first: choice valid { one: part; otherwise => _: 3 bytes; }; }
        record part { a: [ascii; 1] { padding none; null if low_values; }; b: 2 bytes; }
    "#;
    let record = find(text, "row");
    // A missing text with its bytes, one that is there, and another kind.
    let file = b"0\0\x11\x220a\x33\x441\xFF";
    let rows = record.rows(file)?;
    let columns = rows.columns()?.0;
    let (written, _) = record.to_bytes_of_items(&columns, &rows.varying_items())?;
    assert_eq!(written, b"0\0\x11\x220a\x33\x441\0");
    Ok(())
}

#[test]
fn a_longer_alternative_may_become_valid_by_zeros() -> Result<(), Error> {
    let record = find("record r { both: overlay { a: u8; c: [ascii; 8]; }; }", "r");
    let file = *b"\x12<El\xffe \n";
    let (columns, losses) = record.rows(&file)?.columns()?;
    assert!(losses.is_none());
    assert_eq!(columns.iter().map(show).collect::<Vec<_>>(), [["18"], ["-"]]);

    let (written, losses) = record.to_bytes(&columns)?;
    assert_eq!((written.as_slice(), losses.is_none()), (&b"\x12\0\0\0\0\0\0\0"[..], true));
    assert_eq!(show_columns(&record, &written)?[1].1, ["\x12\0\0\0\0\0\0\0"]);
    Ok(())
}
