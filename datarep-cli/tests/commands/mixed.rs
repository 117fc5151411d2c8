//! Copybooks whose texts have characters of two bytes, from the copybook to a table and back.

use crate::Place;

const COPYBOOK: &str = "\
       01  CUSTOMER.
           05  KIND                 PIC X.
           05  NAME                 PIC X(12).
           05  STREET               PIC G(3) DISPLAY-1.
           05  CITY                 PIC N(2) USAGE DISPLAY-1.
           05  UNI                  PIC N(2) USAGE NATIONAL.
";

/// Two customers. The name of the first is A日本B, and the second has the street 日.
const CUSTOMERS: [u8; 54] = [
    0xD7, 0xC1, 0x0E, 0x45, 0x62, 0x45, 0x66, 0x0F, 0xC2, 0x40, 0x40, 0x40, 0x40, // P, A日本B
    0x45, 0x62, 0x45, 0x66, 0x40, 0x40, 0x45, 0x66, 0x45, 0x62, 0x65, 0xE5, 0x00,
    0x20, // 日本, 本日, 日
    0xC3, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, // C
    0x45, 0x62, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40, 0x00, 0x20, 0x00, 0x20, // 日
];

const TABLE: &str = "kind,name,street,city,uni\nP,A日本B,日本,本日,日\nC,,日,,\n";

fn prepare(charset: &[&str]) -> Place {
    let place = Place::new();
    place.write("customer.cpy", COPYBOOK);
    place.write("customers.bin", CUSTOMERS);
    let mut words = vec!["import", "customer.cpy", "customer.datarep"];
    words.extend(charset);
    let done = place.run(&words);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    place
}

#[test]
fn a_copybook_becomes_mixed_texts() {
    let place = prepare(&["--charset", "ibm-930"]);
    let text = String::from_utf8(place.read("customer.datarep")).unwrap();
    for line in [
        "kind: [mixed_ebcdic(cp930); 1];",
        "name: [mixed_ebcdic(cp930); 12];",
        "street: [double_byte(cp930); 6];",
        "city: [double_byte(cp930); 4];",
        "uni: [utf16; 2];",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    let done = place.run(&["convert", "customers.bin", "customers.csv", "--record", "customer.datarep"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(String::from_utf8(place.read("customers.csv")).unwrap(), TABLE);
    let done = place.run(&["dump", "customers.bin", "--record", "customer.datarep"]);
    assert!(done.text().contains("\"A日本B\"") && !done.text().contains("unmapped"), "{}", done.text());
}

/// Records of one text as those of another one: the same bytes, other places of the pages, and a field that is too short.
#[test]
fn records_become_other_records() {
    let place = prepare(&["--charset", "930"]);
    let mut text = String::from_utf8(place.read("customer.datarep")).unwrap();
    text.push_str("record latin { name: [mixed_ebcdic(cp939); 12]; }\nrecord short { name: [mixed_ebcdic(cp930); 7]; }\n");
    place.write("all.datarep", text);
    let convert = |to: &str, file: &str| {
        place.run(&[
            "convert",
            "customers.bin",
            file,
            "--text",
            "all.datarep",
            "--from",
            "customer",
            "--to",
            to,
        ])
    };
    assert_eq!(convert("customer", "same.bin").code, Some(0));
    assert_eq!(place.read("same.bin"), CUSTOMERS);
    assert_eq!(convert("latin", "latin.bin").code, Some(0));
    assert_eq!(place.read("latin.bin")[..12], CUSTOMERS[1..13]);
    let done = convert("short", "short.bin");
    assert!(done.stderr.contains("`name` of `short` has 7 bytes, and the text takes 8"), "{}", done.stderr);
}

/// The page of wide characters is said alone, where texts have another one.
#[test]
fn a_page_of_pairs_stands_beside_another_page() {
    let place = prepare(&["--double-byte", "930", "--padding", "zeros"]);
    let text = String::from_utf8(place.read("customer.datarep")).unwrap();
    for line in [
        "name: [ebcdic(cp037); 12] { padding zeros; };",
        "street: [double_byte(cp930); 6] { padding zeros; };",
        "uni: [utf16; 2] { padding zeros; };",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    let refused = place.run(&["import", "customer.cpy", "--double-byte", "cp037"]);
    assert!(refused.stderr.contains("cp930, cp933"), "{}", refused.stderr);
    // Without a page, wide characters are kept as bytes.
    let kept = place.run(&["import", "customer.cpy"]);
    assert!(kept.text().contains("street: 6 bytes;"), "{}", kept.text());
}

#[test]
fn faults_are_counted_and_refused() {
    let place = prepare(&["--charset", "cp930"]);
    let mut torn = CUSTOMERS;
    torn[7] = 0x40;
    place.write("torn.bin", torn);
    let words = ["convert", "torn.bin", "torn.csv", "--record", "customer.datarep"];
    let done = place.run(&words);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("`name`") && done.stderr.contains("unmapped"), "{}", done.stderr);
    let done = place.run(&[&words[..], &["--on-bad", "null", "--force"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let table = String::from_utf8(place.read("torn.csv")).unwrap();
    assert!(table.contains("\nP,,日本,本日,日\nC,,日"), "{table}");
}
