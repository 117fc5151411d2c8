//! Overlays and choices by what is valid: in lists, dumps, tables, and other records, and from copybooks.

use crate::{Done, Place};

const SALES: &str = "\
record sale {
    id: u8;
    amount: overlay {
        packed: packed_decimal(5, 2);
        letters: [ascii; 3];
        raw: 3 bytes;
    };
    body: choice valid {
        number: packed_decimal(3, 0) { null if all 0x40; };
        text: [ascii; 2];
        otherwise => rest: 2 bytes;
    };
}
";

const ENTRIES: [&[u8]; 4] = [
    &[1, 0x12, 0x34, 0x5C, 0x07, 0x8D],
    &[2, b'a', b'b', b'c', b'x', b'y'],
    &[3, 0x99, 0x99, 0x9F, 0xFE, 0xFF],
    &[4, 0xFF, 0xFF, 0xFF, 0x40, 0x40],
];

const LINES: &str = "\
id,amount.packed,amount.letters,amount.raw,body.number,body.text,body.rest
1,123.45,\"\u{12}4\\\\\",12345c,-78,,
2,,abc,616263,,xy,
3,999.99,,99999f,,,feff
4,,,ffffff,,,
";

/// Checks that a command succeeded without a word.
fn expect_success(done: &Done) {
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

fn sales() -> Place {
    let place = Place::new();
    place.write("sales.datarep", SALES);
    place.write("sales.dat", ENTRIES.concat());
    place
}

#[test]
fn each_line_has_the_alternatives_that_are_valid() {
    let place = sales();
    expect_success(&place.run(&["convert", "sales.dat", "sales.csv", "--record", "sales.datarep"]));
    let found = String::from_utf8(place.read("sales.csv")).expect("text");
    let rows = |text: &str| {
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
    };
    let (found, expected) = (rows(&found), rows(LINES));
    for (found, expected) in found.iter().zip(&expected) {
        // The first letters are a control character, which is not compared here.
        assert_eq!((&found[..2], &found[3..]), (&expected[..2], &expected[3..]));
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!((found[2][2].as_str(), found[3][2].as_str()), ("abc", ""));
}

#[test]
fn records_are_written_as_they_were_read() {
    let place = sales();
    // The sign F of the third record is kept by its bytes, in several blocks, too.
    place.write("many.dat", ENTRIES.concat().repeat(20_000));
    let convert =
        ["convert", "many.dat", "again.dat", "--text", "sales.datarep", "--from", "sale", "--to", "sale"];
    expect_success(&place.run(&convert));
    assert!(place.read("again.dat") == ENTRIES.concat().repeat(20_000), "the same bytes");
}

#[cfg(feature = "columnar")]
#[test]
fn tables_have_nulls_for_alternatives_that_are_not_valid() {
    use arrow_array::Array as _;

    let place = sales();
    for output in ["sales.parquet", "sales.arrow"] {
        expect_success(&place.run(&["convert", "sales.dat", output, "--record", "sales.datarep"]));
        let table = &super::tables::table(&place, output)[0];
        for (name, expected) in [
            ("amount.packed", "#.#."),
            ("amount.letters", "##.."),
            ("body.number", "#..."),
            ("body.text", ".#.."),
        ] {
            let column = table.column_by_name(name).expect(name);
            let found: String =
                (0..column.len()).map(|row| if column.is_valid(row) { '#' } else { '.' }).collect();
            assert_eq!(found, expected, "{name} in {output}");
        }
    }
}

#[test]
fn dumps_show_the_alternatives_that_are_valid() {
    let place = sales();
    let text = place.run(&["dump", "sales.dat", "--record", "sales.datarep"]).text();
    let lines: Vec<String> =
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected = [
        "record 1 at byte 6, 6 bytes",
        "6 02 id 2",
        "7 61 62 63 amount.letters \"abc\"",
        "7 61 62 63 amount.raw",
        "10 78 79 body.text \"xy\"",
        "record 2 at byte 12, 6 bytes",
        "12 03 id 3",
        "13 99 99 9f amount.packed 999.99",
        "13 99 99 9f amount.raw",
        "16 fe ff body.rest",
    ];
    let begin = lines.iter().position(|line| line == expected[0]).expect("the second record");
    for (found, expected) in lines[begin..].iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}\n{expected}\n{text}");
    }
}

#[test]
fn bytes_that_no_alternative_takes_are_told_with_their_place() {
    let place = sales();
    place.write("strict.datarep", SALES.replace("        raw: 3 bytes;\n", ""));
    let Done { stderr: told, code, .. } =
        place.run(&["convert", "sales.dat", "strict.csv", "--record", "strict.datarep"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("record 3: no alternative of `amount` is valid at byte 19"), "{told}");
    assert!(told.contains("`raw: 8 bytes;`"), "{told}");
}

const COPYBOOK: &str = "\
       01  LEDGER.
           05  REC-NO          PIC 9(2).
           05  CUSTOMER.
               10  NAME        PIC X(6).
               10  SINCE       PIC 9(4) COMP.
           05  TRANSFER REDEFINES CUSTOMER.
               10  AMOUNT      PIC S9(5)V99 COMP-3.
               10  COUNTER     PIC 9(2).
           05  CODES REDEFINES CUSTOMER PIC 9(2) OCCURS 3.
           05  FILLER REDEFINES CUSTOMER PIC X(9).
           05  LAST-BYTE       PIC X.
";

#[test]
fn items_that_redefine_each_other_become_overlays() {
    let place = Place::new();
    place.write("ledger.cpy", COPYBOOK);
    let import = |options: &[&str]| {
        place.run(
            &[&["import", "ledger.cpy", "ledger.datarep", "--charset", "ascii", "--force"], options].concat(),
        )
    };
    let first = import(&[]);
    assert!(first.stderr.contains("`--redefines overlay` reads both"), "{}", first.stderr);
    let Done { stderr: notes, code, .. } = import(&["--redefines", "overlay"]);
    assert_eq!(code, Some(0), "{notes}");
    insta::assert_snapshot!("overlay_text", String::from_utf8_lossy(&place.read("ledger.datarep")));
    let file = [&b"01Adam  \x07\xCF.A"[..], b"02\x12\x34\x56\x7C42...B", b"03123456\xFF\xFF.C"].concat();
    place.write("ledger.dat", file);
    expect_success(&place.run(&["convert", "ledger.dat", "ledger.csv", "--record", "ledger.datarep"]));
    let lines = String::from_utf8(place.read("ledger.csv")).expect("text");
    let amounts: Vec<&str> = lines.lines().filter(|line| line.contains("12345.67")).collect();
    assert!(
        matches!(amounts.as_slice(), [line] if line.starts_with("2,") && line.ends_with(",B")),
        "{lines}"
    );
    assert!(lines.contains("[12,34,56]"), "{lines}");
}

/// The number of their items says whether an alternative of arrays of records alone is there.
#[test]
fn alternatives_of_arrays_of_records_come_back() {
    let place = Place::new();
    place.write(
        "a.datarep",
        "record digit { n: zoned_decimal(1, 0, ascii, unsigned); }\n\
         record two { n: [zoned_decimal(1, 0, ascii, unsigned); 2]; t: [ascii; 1]; }\n\
         record digits { rows: [digit; 4]; }\nrecord pairs { rows: [two; 2]; }\n\
         record one { id: u8; o: overlay in 4 bytes { packed: packed_decimal(7, 0); digits; }; }\n\
         record both { id: u8; o: overlay in 4 bytes { text: [ascii; 2]; digits; }; }\n\
         record deep { id: u8; o: overlay in 6 bytes { packed: packed_decimal(7, 0); pairs; }; }\n",
    );
    for (record, file) in [
        ("one", &b"\x011234\x02\x00\x01\x23\x4C\x039876"[..]),
        ("both", b"\x011234\x02ab\x00\x00\x039876"),
        ("deep", b"\x0112x34y\x02\x00\x01\x23\x4C\x00\x00\x0398a76b"),
    ] {
        place.write("a.dat", file);
        for table in ["a.csv", "a.parquet", "a.arrow"] {
            let read = ["convert", "a.dat", table, "--record", "a.datarep", "--from", record, "--force"];
            let done = place.run(&read);
            assert_eq!(done.code, Some(0), "{record} {table}: {}", done.stderr);
            let done = place.run(&["write", table, "-", "--record", "a.datarep", "--to", record]);
            assert_eq!((done.code, &done.stdout[..]), (Some(0), file), "{record} {table}: {}", done.stderr);
        }
    }
}
