//! Records with choices, in generated code: an enum of the alternatives, which an earlier field decides.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::ErrorClass;

datarep::datarep! {
    use ibm::hfp32;

    /// A line of a ledger.
    record entry {
        head: header;
        count: u8;
        body: choice head.kind {
            "C" => customer;
            "T" | "t" => transfer;
            "N" => number: i32 { null if -1; };
            "L" => list: [i16; 3];
            "R" => rest: 3 bytes;
            "E" => events: [event; count];
            "W" => words: [ascii; count];
            "Z" => _;
            otherwise => _: 2 bytes;
        };
        end: u8;
    }

    record header {
        kind: [ebcdic(cp037); 2];
        id: u16;
    }

    record customer {
        name: [ebcdic(cp037); 4];
        size: u8 { null if 0; };
    }

    record transfer {
        amount: packed_decimal(5, 2);
        n: u8;
        items: [u8; n];
        tail: choice n { 0 => _; 1..=9 => code: u8; };
    }

    /// Its alternatives lie in six bytes.
    record event {
        kind: i8;
        body: choice kind in 6 bytes {
            -1 => wide: f32 as f64;
            0 | 2..=5 => number: hfp32 { null if low_values; };
            1 => text: [ascii; 6] { null if spaces; };
        };
    }
}

const C: u8 = 0xC3;
const E: u8 = 0xC5;
const L: u8 = 0xD3;
const N: u8 = 0xD5;
const Q: u8 = 0xD8;
const R: u8 = 0xD9;
const T: u8 = 0xE3;
const SMALL_T: u8 = 0xA3;
const W: u8 = 0xE6;
const Z: u8 = 0xE9;
const SPACE: u8 = 0x40;

/// A record of every alternative, and its content as `Debug` prints it.
const RECORDS: [(&[u8], &str); 13] = [
    (
        &[C, SPACE, 0, 1, 9, 0xC1, 0xC2, 0xC3, SPACE, 7, 0xFF],
        r#"Customer(Customer { name: "ABC", size: Some(7) })"#,
    ),
    (
        &[C, SPACE, 0, 1, 9, 0xC1, 0xC2, 0xC3, 0xC4, 0, 0xFF],
        r#"Customer(Customer { name: "ABCD", size: None })"#,
    ),
    (
        &[T, SPACE, 0, 2, 0, 0x12, 0x34, 0x5C, 2, 10, 11, 99, 0xFE],
        "Transfer(Transfer { amount: 123.45, n: 2, items: [10, 11], tail: Code(99) })",
    ),
    (
        &[SMALL_T, SPACE, 0, 2, 0, 0x12, 0x34, 0x5D, 0, 0xFE],
        "Transfer(Transfer { amount: -123.45, n: 0, items: [], tail: Nothing })",
    ),
    (&[N, SPACE, 0, 3, 0, 0, 0, 1, 0, 0xFD], "Number(Some(256))"),
    (&[N, SPACE, 0, 3, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFD], "Number(None)"),
    (&[L, SPACE, 0, 4, 0, 0, 1, 0xFF, 0xFE, 0, 3, 0xFC], "List([1, -2, 3])"),
    (&[R, SPACE, 0, 5, 0, b'x', b'y', b'z', 0xFB], "Rest([120, 121, 122])"),
    (
        &[
            E, SPACE, 0, 6, 4, // four events
            0xFF, 0x3F, 0xC0, 0, 0, 0, 0, // 1.5 in four of six bytes
            5, 0xC2, 0x76, 0xA0, 0x00, 0, 0, // -118.625
            1, b'o', b'n', b'e', b' ', b' ', b' ', //
            1, b' ', b' ', b' ', b' ', b' ', b' ', //
            0xFA,
        ],
        "Events([Event { kind: -1, body: Wide(1.5) }, Event { kind: 5, body: Number(Some(-118.625)) }, Event { kind: 1, body: Text(Some(\"one\")) }, Event { kind: 1, body: Text(None) }])",
    ),
    (&[E, SPACE, 0, 6, 0, 0xFA], "Events([])"),
    (&[W, SPACE, 0, 7, 3, b'a', b'b', b' ', 0xF9], r#"Words("ab")"#),
    (&[Z, SPACE, 0, 8, 0, 0xF8], "Nothing"),
    (&[Q, Q, 0, 9, 0, 0, 0, 0xF7], "Otherwise"),
];

#[test]
fn each_record_has_the_alternative_of_its_kind() -> Result<(), datarep::Error> {
    for (bytes, body) in RECORDS {
        let (record, rest, loss) = entry::first(bytes)?;
        assert_eq!(format!("{:?}", record.body), body, "{bytes:02X?}");
        assert_eq!(record.end, bytes[bytes.len() - 1], "{body}");
        assert!(rest.is_empty() && loss.is_none(), "{body}");
        assert_eq!(entry::to_bytes(&[record])?.0, bytes, "{body}");
    }
    Ok(())
}

#[test]
fn records_of_all_alternatives_follow_each_other() -> Result<(), datarep::Error> {
    let all: Vec<u8> = RECORDS.iter().flat_map(|(bytes, _)| *bytes).copied().collect();
    let (records, loss) = entry::to_vec(&all)?;
    assert_eq!(records.len(), RECORDS.len());
    assert!(loss.is_none());
    for (record, (_, body)) in records.iter().zip(RECORDS) {
        assert_eq!(format!("{:?}", record.body), body);
    }
    assert_eq!(entry::to_bytes(&records)?.0, all);
    assert!(matches!(&records[2].body, EntryBody::Transfer(Transfer { tail: TransferTail::Code(99), .. })));
    Ok(())
}

#[test]
fn a_value_without_an_alternative_is_refused_with_its_field() {
    // `body` of the second event: kind 6.
    let bytes = [E, SPACE, 0, 6, 2, 1, b'o', b'n', b'e', b' ', b' ', b' ', 6, 0, 0, 0, 0, 0, 0, 0xFA];
    let error = entry::to_vec(&bytes).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Count);
    let expected = "record 0: `body.events[1].body` has no alternative for `kind`, which is 6";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn a_file_that_ends_within_a_choice_is_refused() {
    let bytes = RECORDS[8].0;
    let error = entry::to_vec(&bytes[..9]).unwrap_err();
    assert!(error.to_string().contains("`body.events[0].body` takes 6 bytes, and 3 are left"), "{error}");
}

#[test]
fn an_alternative_that_is_not_that_of_the_kind_is_not_written() -> Result<(), datarep::Error> {
    let (mut record, ..) = entry::first(RECORDS[0].0)?;
    record.body = EntryBody::Number(Some(1));
    let error = entry::to_bytes(std::slice::from_ref(&record)).unwrap_err();
    let expected = "record 0: `body` is another alternative than that for `head.kind`, which is \"C\"";
    assert!(error.to_string().contains(expected), "{error}");
    record.head.kind = "N".try_into()?;
    assert_eq!(entry::to_bytes(&[record])?.0[..9], [N, SPACE, 0, 1, 9, 0, 0, 0, 1]);
    Ok(())
}

#[test]
fn a_missing_value_of_an_alternative_is_written_as_its_text_says() -> Result<(), datarep::Error> {
    let one = Event { kind: 3, body: EventBody::Number(None) };
    assert_eq!(event::to_bytes(&[one])?.0, [3, 0, 0, 0, 0, 0, 0]);
    Ok(())
}
