//! Copybooks with printed numbers, from the copybook to a table and back.

use crate::Place;

const COPYBOOK: &str = "\
       01  BILL.
           05  NUMBER               PIC 9(4).
           05  AMOUNT               PIC $$,$$9.99CR.
           05  RATE                 PIC -9.9(3).
           05  CHECKED              PIC ***,**9.99.
           05  BOOKED               PIC 99/99/9999.
           05  REST                 PIC ZZZ.ZZ BLANK WHEN ZERO.
           05  NOTE                 PIC XXBXX.
";

/// As a program of COBOL writes these records with the code page of `GnuCOBOL`'s machine.
const BILLS: &str = concat!(
    "0001$1,234.50CR-0.125*****12.5028/11/2026  1.50AB CD",
    "0002    $0.00   1.000*****99.9901/02/1999      EF GH",
);

const TABLE: &str = "\
    number,amount,rate,checked,booked,rest,note\n\
    1,-1234.50,-0.125,12.50,28112026,1.50,AB CD\n\
    2,0.00,1.000,99.99,1021999,0.00,EF GH\n";

fn prepare(words: &[&str]) -> Place {
    let place = Place::new();
    place.write("bill.cpy", COPYBOOK);
    let done = place.run(&[&["import", "bill.cpy", "bill.datarep"], words].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    place
}

fn convert(place: &Place, words: &[&str]) {
    let done = place.run(&[&["convert"], words].concat());
    assert_eq!(done.code, Some(0), "{words:?}: {}", done.stderr);
}

fn write(place: &Place, words: &[&str]) {
    let done = place.run(&[&["write"], words].concat());
    assert_eq!(done.code, Some(0), "{words:?}: {}", done.stderr);
}

/// The bytes of a text in EBCDIC.
fn encode(place: &Place, text: &str) -> Vec<u8> {
    place.write("plain.txt", text);
    convert(place, &["plain.txt", "ebcdic.bin", "--from", "ascii", "--to", "ebcdic(cp037)"]);
    place.read("ebcdic.bin")
}

#[test]
fn printed_numbers_become_tables_and_come_back() {
    for words in [&["--machine", "pc"][..], &[]] {
        let place = prepare(words);
        let bills = if words.is_empty() { encode(&place, BILLS) } else { BILLS.as_bytes().to_vec() };
        place.write("bills.dat", &bills);
        convert(&place, &["bills.dat", "bills.csv", "--record", "bill.datarep"]);
        assert_eq!(String::from_utf8(place.read("bills.csv")).expect("a text"), TABLE);
        write(&place, &["bills.csv", "again.dat", "--record", "bill.datarep"]);
        assert_eq!(place.read("again.dat"), bills);
        #[cfg(feature = "columnar")]
        for table in ["bills.parquet", "bills.arrow"] {
            convert(&place, &["bills.dat", table, "--record", "bill.datarep"]);
            let again = format!("{table}.dat");
            write(&place, &[table, &again, "--record", "bill.datarep"]);
            assert_eq!(place.read(&again), bills, "{table}");
        }
    }
}

#[test]
fn what_no_picture_prints_is_bad() {
    let place = prepare(&["--machine", "pc"]);
    place.write("bills.dat", BILLS.replace("*****12.50", "****12.5  ").replace("   1.000", "    .000"));
    let way = ["bills.dat", "bills.csv", "--record", "bill.datarep"];
    let done = place.run(&[&["convert"], &way[..]].concat());
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.contains("`checked`") && done.stderr.contains("invalid (2a 2a 2a 2a 31 32 2e 35 20 20)"),
        "{}",
        done.stderr
    );
    convert(&place, &[&way[..], &["--on-bad", "null"]].concat());
    let table = String::from_utf8(place.read("bills.csv")).expect("a text");
    assert_eq!(table, TABLE.replace(",12.50,", ",,").replace(",1.000,", ",0.000,"));
}

#[test]
fn a_number_that_is_too_long_for_its_picture_is_an_error() {
    let place = prepare(&["--machine", "pc"]);
    place.write("bills.csv", TABLE.replace("-1234.50", "123456.00"));
    let done = place.run(&["write", "bills.csv", "bills.dat", "--record", "bill.datarep"]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.contains("cannot be written in `printed_decimal(\"$$,$$9.99CR\", ascii)`: overflow"),
        "{}",
        done.stderr
    );
}

/// Formats of single numbers, as `dump` and `explain` take them.
#[test]
fn a_picture_is_a_format_of_its_own() {
    let place = Place::new();
    place.write("report.txt", "    1.50     2.50-1,234.56-");
    let done = place.run(&["dump", "report.txt", "--as", "printed_decimal(\"Z,ZZ9.99-\", ascii)"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let done = place.run(&[
        "convert",
        "report.txt",
        "-",
        "--from",
        "printed_decimal(\"Z,ZZ9.99-\", ascii)",
        "--to",
        "csv",
    ]);
    assert_eq!((done.code, done.text().as_str()), (Some(0), "1.50\n-2.50\n-1234.56\n"), "{}", done.stderr);
}

/// A page without the currency sign of a picture says nothing about what the bytes are. The text says which page helps.
#[test]
fn a_currency_sign_that_the_page_does_not_have_is_told() {
    let place = Place::new();
    place.write("a.cpy", "       01  A.\n           05  PRICE PIC €€9.99.\n           05  N PIC 99.\n");
    for (options, said) in [
        (&["--charset", "cp037"][..], Some(("`€` is no character of `ebcdic(cp037)`", "`--charset cp1140`"))),
        (&["--charset", "cp273"], Some(("`€` is no character of `ebcdic(cp273)`", "`--charset cp1141`"))),
        (&["--machine", "pc"], Some(("`€` is no character of `ascii`", "`--charset cp1252`"))),
        (&["--charset", "latin1"], Some(("`€` is no character of `latin1`", "`--charset "))),
        (
            &["--charset", "cp930"],
            Some(("the byte of `€` in `mixed_ebcdic(cp930)` is not known", "with a page")),
        ),
        (&["--charset", "cp1140"], None),
        (&["--charset", "cp1252", "--machine", "pc"], None),
    ] {
        let done = place.run(&[&["import", "a.cpy", "a.datarep", "--force"], options].concat());
        assert_eq!(done.code, Some(0), "{options:?}: {}", done.stderr);
        let text = String::from_utf8(place.read("a.datarep")).expect("a text");
        if let Some((why, advice)) = said {
            let note = "note: a.cpy:2: `PRICE` PIC €€9.99: a number as it is printed: kept as a text, since ";
            for part in [note, why, advice] {
                assert!(done.stderr.contains(part), "{options:?}: {}", done.stderr);
            }
            assert!(text.contains("price: ["), "{text}");
        } else {
            assert_eq!(done.stderr, "", "{options:?}");
            assert!(text.contains("price: printed_decimal(\"€€9.99\", \"€\", cp"), "{text}");
        }
        assert_eq!(place.run(&["check", "a.datarep"]).code, Some(0), "{text}");
    }
}

/// ISO 8859-1 has it, and ASCII does not.
#[test]
fn the_pound_sign_is_one_of_latin_1() {
    let place = Place::new();
    place.write("a.cpy", "       01  A.\n           05  PRICE PIC ££9.99.\n");
    let done = place.run(&["import", "a.cpy", "a.datarep", "--charset", "latin1"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    place.write("a.dat", b"\xA312.50 \xA33.00");
    let done = place.run(&["convert", "a.dat", "-", "--to", "csv", "--record", "a.datarep"]);
    assert_eq!((done.text().as_str(), done.stderr.as_str()), ("price\n12.50\n3.00\n", ""));
    let done = place.run(&["import", "a.cpy", "-", "--charset", "ascii"]);
    assert!(done.stderr.contains("`£` is no character of `ascii`"), "{}", done.stderr);
}

/// Compilers refuse the clause there.
#[test]
fn blank_when_zero_is_told_where_it_has_no_meaning() {
    let place = Place::new();
    let text = "`BLANK WHEN ZERO` is left out, which compilers take of printed numbers and of digits without a sign alone\n";
    for (item, is_told) in [
        ("PIC S9(4) BLANK WHEN ZERO", true),
        ("PIC 9(4) SIGN LEADING SEPARATE BLANK WHEN ZERO", true),
        ("PIC 9(4) COMP-3 BLANK ZERO", true),
        ("PIC 9(4) COMP BLANK WHEN ZEROES", true),
        ("PIC X(4) BLANK WHEN ZERO", true),
        ("COMP-1 BLANK WHEN ZERO", true),
        ("BLANK WHEN ZERO.\n             10 B PIC 9", true),
        ("PIC 9(4) BLANK WHEN ZERO", false),
        ("PIC ZZ9 BLANK WHEN ZERO", false),
    ] {
        place.write("a.cpy", format!("       01  A.\n           05  X {item}.\n"));
        let done = place.run(&["import", "a.cpy", "-"]);
        assert_eq!(done.code, Some(0), "{item}: {}", done.stderr);
        assert_eq!(done.stderr.ends_with(text), is_told, "{item}: {}", done.stderr);
        assert!(is_told || done.stderr.is_empty(), "{item}: {}", done.stderr);
    }
    // Digits that are blank are a printed number, also if these are kept as texts.
    place.write("a.cpy", "       01  A.\n           05  X PIC 9(4) BLANK WHEN ZERO.\n");
    let done = place.run(&["import", "a.cpy", "-", "--edited", "texts"]);
    assert!(done.text().contains("x: [ebcdic(cp037); 4];"), "{}", done.text());
}
