//! `datarep import --choose`: items that redefine each other become choices.

use crate::{Done, Place};

const COPYBOOK: &str = "\
       01  LEDGER.
           05  REC-TYPE        PIC X(2).
           05  CODE-NO         PIC 9(2).
           05  CUSTOMER.
               10  NAME        PIC X(8).
               10  SINCE       PIC 9(4) COMP.
           05  TRANSFER REDEFINES CUSTOMER.
               10  AMOUNT      PIC S9(5)V99 COMP-3.
               10  TAX-KIND    PIC X.
               10  TAX         PIC S9(3)V99 COMP-3.
               10  RATE REDEFINES TAX PIC 9(6) COMP.
           05  NOTE REDEFINES CUSTOMER PIC X(6) OCCURS 2.
           05  OLD-FORM REDEFINES CUSTOMER PIC X(3).
           05  LAST-BYTE       PIC X.
";

fn import(place: &Place, options: &[&str]) -> Done {
    place.write("ledger.cpy", COPYBOOK);
    place.run(
        &[&["import", "ledger.cpy", "ledger.datarep", "--charset", "ascii", "--force"], options].concat(),
    )
}

const CHOICES: [&str; 12] = [
    "--choose",
    "REC-TYPE=C,CC:CUSTOMER",
    "--choose",
    "rec-type=T:transfer",
    "--choose",
    "REC-TYPE=N:NOTE",
    "--choose",
    "REC-TYPE=*:_",
    "--choose",
    "TAX-KIND=R:RATE",
    "--choose",
    "TAX-KIND=*:TAX",
];

/// A customer, two transfers, notes, and a record of another type: what stands before the items, and the item.
const RECORDS: [(&[u8], &[u8]); 5] = [
    (b"CC01", b"Adam    \x07\xCF"),
    (b"T 02", b"\x12\x34\x56\x7CA\x12\x34\x5C"),
    (b"T 02", b"\x12\x34\x56\x7DR\0\0\0\x09"),
    (b"N 03", b"ab    cdef  "),
    (b"X 04", b""),
];

fn shown(done: Done) -> String {
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    done.stderr
}

#[test]
fn items_that_redefine_each_other_become_choices() {
    let place = Place::new();
    let notes = shown(import(&place, &CHOICES));
    assert!(notes.contains("`OLD-FORM` has no value in `--choose`"), "{notes}");
    insta::assert_snapshot!("choose_text", String::from_utf8_lossy(&place.read("ledger.datarep")));
    let own = [&CHOICES[..], &["--choice-length", "own"]].concat();
    shown(import(&place, &own));
    insta::assert_snapshot!("choose_own", String::from_utf8_lossy(&place.read("ledger.datarep")));
}

#[test]
fn records_are_as_long_as_the_longest_item_or_as_their_own() {
    const COLUMNS: &str = "rec_type,by_rec_type.customer.name,by_rec_type.customer.since,by_rec_type.transfer.amount,\
        by_rec_type.transfer.by_tax_kind.tax,by_rec_type.transfer.by_tax_kind.rate,last_byte";
    let place = Place::new();
    for (length, room) in [("own", 0), ("longest", 12)] {
        let mut file = Vec::new();
        for (number, (head, item)) in RECORDS.iter().enumerate() {
            let mut item = item.to_vec();
            item.resize(item.len().max(room), 0);
            file.extend([head, item.as_slice(), number.to_string().as_bytes()].concat());
        }
        place.write("ledger.dat", file);
        shown(import(&place, &[&CHOICES[..], &["--choice-length", length]].concat()));
        let convert = ["convert", "ledger.dat", "ledger.csv", "--text", "ledger.datarep", "--from", "ledger"];
        shown(place.run(&[&convert[..], &["--columns", COLUMNS, "--force"]].concat()));
        let lines = String::from_utf8_lossy(&place.read("ledger.csv")).into_owned();
        let expected = "CC,Adam,1999,,,,0\nT,,,12345.67,123.45,,1\nT,,,-12345.67,,9,2\nN,,,,,,3\nX,,,,,,4\n";
        assert_eq!(lines.split_once('\n').expect("a head").1, expected, "{length}");
    }
}

/// The group is as long as the longest of the items that share its bytes, also where it shares them itself.
#[test]
fn an_item_may_be_longer_than_the_one_it_redefines() {
    let place = Place::new();
    let copybook = "\
       01  A.
           05  KIND            PIC X.
           05  FIRST-ONE.
               10  SHORT       PIC X(2).
               10  LONG-ONE REDEFINES SHORT PIC X(6).
           05  SECOND-ONE REDEFINES FIRST-ONE PIC X(4).
           05  LAST-BYTE       PIC X.
";
    place.write("a.cpy", copybook);
    let choose = ["--choose", "KIND=1:FIRST-ONE", "--choose", "KIND=2:SECOND-ONE"];
    let done = place.run(&[&["import", "a.cpy", "a.datarep", "--charset", "ascii"], &choose[..]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    place.write("a.dat", "1ab----!2wxyz--?");
    let done = place.run(&["convert", "a.dat", "-", "--to", "csv", "--record", "a.datarep"]);
    assert_eq!(
        done.text(),
        "kind,by_kind.first_one.short,by_kind.second_one,last_byte\n1,ab,,!\n2,,wxyz,?\n",
        "{}",
        done.stderr
    );
}

/// Also of items that are chosen, each must redefine one that stands right before it.
#[test]
fn an_item_that_redefines_another_one_than_that_before_it_is_told() {
    let place = Place::new();
    place.write("ledger.cpy", COPYBOOK.replace("NOTE REDEFINES CUSTOMER", "NOTE REDEFINES CODE-NO"));
    for options in [&[][..], &CHOICES[..]] {
        let words = ["import", "ledger.cpy", "ledger.datarep", "--charset", "ascii"];
        let done = place.run(&[&words[..], options].concat());
        assert_eq!(done.code, Some(1), "{options:?}");
        let told = "`NOTE` redefines `CODE-NO`, which does not stand right before it";
        assert!(done.stderr.contains(told), "{options:?}: {}", done.stderr);
    }
}

#[test]
fn choices_that_cannot_be_made_are_told() {
    let place = Place::new();
    for (options, expected) in [
        (
            &["--choose", "REC-TYPE=C:CUSTOMMER"][..],
            "`--choose` names `CUSTOMMER`, which neither redefines an item nor is redefined",
        ),
        (
            &["--choose", "REC-TIPE=C:CUSTOMER"],
            "decides by `REC-TIPE`, which does not stand before `CUSTOMER` in its record",
        ),
        (
            &["--choose", "REC-TYPE=C:CUSTOMER", "--choose", "CODE-NO=1:TRANSFER"],
            "by `REC-TYPE` and by `CODE-NO`: name one field",
        ),
        (&["--choose", "CODE-NO=C:CUSTOMER"], "`C` is no number, and the field that decides is one"),
        (&["--choose", "LAST-BYTE=C:CUSTOMER"], "which does not stand before `CUSTOMER` in its record"),
        (&["--choose", "REC-TYPE=LONG:CUSTOMER"], "the field that decides never has this text"),
        (&["--choose", "REC-TYPE=*:_"], "`--choose` decides by `REC-TYPE`, and no item is chosen by it"),
    ] {
        let done = import(&place, options);
        assert_eq!(done.code, Some(1), "{options:?}");
        assert!(done.stderr.contains(expected), "{options:?}: {}", done.stderr);
        assert!(!place.path("ledger.datarep").exists());
    }
    for wrong in ["REC-TYPE:CUSTOMER", "REC-TYPE=C", "=C:CUSTOMER", "REC-TYPE=C,:CUSTOMER", "REC-TYPE=C:"] {
        let done = import(&place, &["--choose", wrong]);
        assert_eq!(done.code, Some(2), "{wrong}: {}", done.stderr);
    }
}
