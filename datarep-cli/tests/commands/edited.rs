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
