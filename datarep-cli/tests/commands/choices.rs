//! Choices in records: in lists, dumps, tables, and other records.

use crate::{Done, Place};

const LEDGER: &str = "\
record entry {
    kind: [ebcdic(cp037); 1];
    id:   u16;
    body: choice kind {
        \"C\" => customer;
        \"T\" | \"t\" => transfer;
        \"N\" => number: i32 { null if -1; };
        \"L\" => list: [i16; 3];
        \"R\" => rest: 3 bytes;
        \"Z\" => _;
        otherwise => _: 2 bytes;
    };
    end: u8;
}
record customer { name: [ebcdic(cp037); 4]; size: u8 { null if 0; }; }
record transfer { amount: packed_decimal(5, 2); n: u8; items: [u8; n]; }
";

const ENTRIES: [&[u8]; 8] = [
    &[0xC3, 0, 1, 0xC1, 0xC2, 0xC3, 0x40, 7, 0xFF],
    &[0xE3, 0, 2, 0x12, 0x34, 0x5C, 2, 10, 11, 0xFE],
    &[0xD5, 0, 3, 0, 0, 1, 0, 0xFD],
    &[0xD5, 0, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFC],
    &[0xD3, 0, 5, 0, 1, 0, 2, 0, 3, 0xFB],
    &[0xD9, 0, 6, b'x', b'y', b'z', 0xFA],
    &[0xE9, 0, 7, 0xF9],
    &[0xD8, 0, 8, 0, 0, 0xF8],
];

const LINES: &str = "\
kind,id,body.customer.name,body.customer.size,body.transfer.amount,body.transfer.n,body.transfer.items,body.number,body.list,body.rest,end
C,1,ABC,7,,,[],,[],,255
T,2,,,123.45,2,\"[10,11]\",,[],,254
N,3,,,,,[],256,[],,253
N,4,,,,,[],,[],,252
L,5,,,,,[],,\"[1,2,3]\",,251
R,6,,,,,[],,[],78797a,250
Z,7,,,,,[],,[],,249
Q,8,,,,,[],,[],,248
";

/// Checks that a command succeeded without a word.
fn expect_success(done: &Done) {
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

fn ledger() -> Place {
    let place = Place::new();
    place.write("ledger.datarep", LEDGER);
    place.write("ledger.dat", ENTRIES.concat());
    place
}

#[test]
fn each_line_has_the_fields_of_its_alternative() {
    let place = ledger();
    expect_success(&place.run(&["convert", "ledger.dat", "ledger.csv", "--record", "ledger.datarep"]));
    assert_eq!(place.read("ledger.csv"), LINES.as_bytes());
    // The same records between marks, and many of them in several blocks.
    place.write("many.dat", ENTRIES.concat().repeat(40_000));
    expect_success(&place.run(&["convert", "many.dat", "many.csv", "--record", "ledger.datarep"]));
    let (head, lines) = LINES.split_once('\n').expect("a line of names");
    assert_eq!(place.read("many.csv"), format!("{head}\n{}", lines.repeat(40_000)).as_bytes());
}

#[test]
fn records_are_written_by_the_alternative_that_is_there() {
    let place = ledger();
    let convert = [
        "convert",
        "ledger.dat",
        "again.dat",
        "--text",
        "ledger.datarep",
        "--from",
        "entry",
        "--to",
        "entry",
    ];
    expect_success(&place.run(&convert));
    assert_eq!(place.read("again.dat"), ENTRIES.concat());
}

#[cfg(feature = "columnar")]
#[test]
fn tables_have_nulls_for_other_alternatives() {
    use arrow_array::Array as _;

    let place = ledger();
    for output in ["ledger.parquet", "ledger.arrow"] {
        expect_success(&place.run(&["convert", "ledger.dat", output, "--record", "ledger.datarep"]));
        let table = &super::tables::table(&place, output)[0];
        let list_valid = |name: &str| {
            let column = table.column_by_name(name).expect(name);
            (0..column.len()).map(|row| if column.is_valid(row) { '#' } else { '.' }).collect::<String>()
        };
        for (name, expected) in [
            ("kind", "########"),
            ("body.customer.name", "#......."),
            ("body.customer.size", "#......."),
            ("body.transfer.amount", ".#......"),
            ("body.number", "..#....."),
            ("end", "########"),
        ] {
            assert_eq!(list_valid(name), expected, "{name} in {output}");
        }
    }
}

#[test]
fn dumps_show_the_alternative_that_is_there() {
    let place = ledger();
    let text = place.run(&["dump", "ledger.dat", "--record", "ledger.datarep"]).text();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    for expected in [
        "3 c1 c2 c3 40 body.customer.name \"ABC\"",
        "12 12 34 5c body.transfer.amount 123.45",
        "17 0b body.transfer.items[1] 11",
        "30 ff ff ff ff body.number -1 missing",
        "48 78 79 7a body.rest",
        "59 00 00 body._",
    ] {
        let words: Vec<&str> = expected.split_whitespace().collect();
        assert!(lines.contains(&words), "{expected}\n{text}");
    }
}

#[test]
fn a_value_without_an_alternative_is_told_with_its_place() {
    let place = ledger();
    place.write("short.datarep", LEDGER.replace("otherwise => _: 2 bytes;", ""));
    let Done { stderr: told, code, .. } =
        place.run(&["convert", "ledger.dat", "short.csv", "--record", "short.datarep"]);
    assert_eq!(code, Some(1));
    assert!(
        told.contains("record 7: `kind` at byte 56 is \"Q\", for which `body` has no alternative"),
        "{told}"
    );
    assert!(told.contains("`otherwise => _;`"), "{told}");
    assert!(!place.path("short.csv").exists());
}

#[test]
fn records_of_an_unknown_kind_are_passed_over_between_marks() {
    let place = ledger();
    place.write("short.datarep", LEDGER.replace("otherwise => _: 2 bytes;", ""));
    let mut file = Vec::new();
    for entry in ENTRIES {
        let bytes = u16::try_from(entry.len() + 4).expect("a short record");
        file.extend([&bytes.to_be_bytes()[..], &[0, 0], entry].concat());
    }
    place.write("marked.dat", &file);
    let convert = |on_bad: &'static str| {
        let options =
            ["--record", "short.datarep", "--marks", "rdw", "--on-bad", on_bad, "--rejects", "bad.dat"];
        place.run(&[&["convert", "marked.dat", "marked.csv", "--force"], &options[..]].concat())
    };
    for on_bad in ["skip", "null"] {
        let Done { stderr: told, code, .. } = convert(on_bad);
        assert_eq!(code, Some(0), "{told}");
        assert!(told.contains("`kind` at byte 88 is \"Q\", for which `body` has no alternative"), "{told}");
        let lines = String::from_utf8(place.read("marked.csv")).expect("text");
        let expected = LINES.rsplit_once("Q,8").expect("the last line").0;
        assert_eq!(lines, expected, "{on_bad}");
        assert_eq!(place.read("bad.dat"), ENTRIES[7], "{on_bad}");
    }
}

#[test]
fn a_column_has_the_name_of_the_alternative() {
    let place = ledger();
    let run = |options: &[&str]| {
        place.run(
            &[&["convert", "ledger.dat", "-", "--to", "csv", "--record", "ledger.datarep"], options].concat(),
        )
    };
    let done = run(&["--columns", "id", "--add-columns", "alternative,record"]);
    let expected = "id,_alternative,_record\n1,customer,0\n2,transfer,1\n3,number,2\n4,number,3\n5,list,4\n6,rest,5\n7,,6\n8,,7\n";
    assert_eq!((done.code, done.text().as_str()), (Some(0), expected), "{}", done.stderr);
    place.write("two.datarep", "record r { a: u8; b: choice a { 1 => x: u8; otherwise => _; }; c: choice a { 1 => y: u8; otherwise => _; }; }");
    for (text, record, words) in [
        ("two.datarep", "r", "`r` has several choices, and `_alternative` is the alternative of one: b, c"),
        ("ledger.datarep", "customer", "`customer` has no choice that each record makes once"),
    ] {
        let options = ["--from", record, "--add-columns", "alternative", "--to", "csv", "--record", text];
        let done = place.run(&[&["convert", "ledger.dat", "-"], &options[..]].concat());
        assert_eq!(done.code, Some(1));
        assert!(done.stderr.contains(words), "{}", done.stderr);
    }
}

/// A choice in an array of a counted length has a value for each element, also where that has another alternative.
#[test]
fn choices_in_counted_arrays_have_a_value_each_time() {
    let place = Place::new();
    let text = "record part { kind: u8; what: choice kind { 1 => small: u8; 2 => wide: u16; }; }\n\
                record event { n: u8; parts: [part; n]; }\n";
    place.write("event.datarep", text);
    let file = [2, 1, 5, 2, 0, 6, 1, 2, 0, 9, 0, 2, 1, 1, 1, 2];
    place.write("events.dat", file);
    let done = place.run(&["convert", "events.dat", "events.csv", "--record", "event.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let lines = "n,parts.kind,parts.what.small,parts.what.wide\n\
                 2,\"[1,2]\",\"[5,null]\",\"[null,6]\"\n\
                 1,[2],[null],[9]\n\
                 0,[],[],[]\n\
                 2,\"[1,1]\",\"[1,2]\",\"[null,null]\"\n";
    assert_eq!(String::from_utf8_lossy(&place.read("events.csv")), lines);
    // Records that are made of records, too.
    let done =
        place.run(&["convert", "events.dat", "same.dat", "--record", "event.datarep", "--to", "event"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("same.dat"), file);
    for table in ["events.csv", "events.arrow"].into_iter().filter(|_| cfg!(feature = "columnar")) {
        place.run(&["convert", "events.dat", table, "--record", "event.datarep", "--force"]);
        let done = place.run(&["write", table, "back.dat", "--record", "event.datarep", "--force"]);
        assert_eq!(done.code, Some(0), "{table}: {}", done.stderr);
        assert_eq!(place.read("back.dat"), file, "{table}");
    }
}
