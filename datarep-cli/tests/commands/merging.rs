//! `datarep import` with several copybooks, whose records begin at the same byte.

use crate::{Done, Place};

/// The items up to the one that decides have names of their own in each copybook, and in the last one other pictures.
const COPYBOOKS: [(&str, &str); 3] = [
    (
        "customer.cpy",
        "\
\x20      01  CUSTOMER-REC.
           05  CUST-KEY.
               10  CUST-BRANCH  PIC 9(3).
               10  CUST-TYPE    PIC X.
               10  CUST-NO      PIC 9(4) COMP.
           05  CUST-NAME        PIC X(8).
           66  CUST-ID RENAMES CUST-NO THRU CUST-NAME.
           66  CUST-HEAD RENAMES CUST-BRANCH THRU CUST-TYPE.
",
    ),
    (
        "order.cpy",
        "\
\x20      01  ORDER-REC.
           05  ORD-BRANCH       PIC 9(3).
           05  ORD-TYPE         PIC X.
           05  ORD-AMOUNT       PIC S9(5)V99 COMP-3.
           05  ORD-STATE        PIC X(2).
           05  ORD-RATE REDEFINES ORD-STATE PIC 9(4) COMP.
",
    ),
    (
        "end.cpy",
        "\
\x20          05  END-MARK         PIC X(3).
           05  END-TYPE         PIC X(1).
",
    ),
];

const CHOICES: [&str; 6] = [
    "--choose",
    "CUST-TYPE=C:CUSTOMER-REC",
    "--choose",
    "cust-type=O,P:order-rec",
    "--choose",
    "CUST-TYPE=9:end",
];

fn import(place: &Place, options: &[&str]) -> Done {
    for (name, text) in COPYBOOKS {
        place.write(name, text);
    }
    let files =
        ["import", "customer.cpy", "order.cpy", "end.cpy", "bank.datarep", "--charset", "ascii", "--force"];
    place.run(&[&files[..], options].concat())
}

fn expect_success(done: &Done) {
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}

fn text(place: &Place) -> String {
    String::from_utf8_lossy(&place.read("bank.datarep")).into_owned()
}

#[test]
fn records_of_several_copybooks_become_a_choice() {
    let place = Place::new();
    let done = import(&place, &CHOICES);
    expect_success(&done);
    for note in [
        "end.cpy:1: the first 4 bytes of `end` are read as `CUSTOMER-REC` has them",
        "customer.cpy:8: `CUST-HEAD` renames items that stand before the choice, and is left out",
    ] {
        assert!(done.stderr.contains(note), "{}", done.stderr);
    }
    insta::assert_snapshot!("merge_choice", text(&place));
    // Records of 14 bytes, the length of the longest one.
    let file = [&b"001C\x07\xCFAda     "[..], b"002O\x12\x34\x56\x7DOK\0\0\0\0", b"0039\0\0\0\0\0\0\0\0\0\0"];
    place.write("bank.dat", file.concat());
    let convert = ["convert", "bank.dat", "-", "--to", "csv", "--record", "bank.datarep"];
    let done = place.run(&convert);
    expect_success(&done);
    assert_eq!(
        done.text(),
        "cust_branch,cust_type,by_cust_type.customer_rec.cust_no,by_cust_type.customer_rec.cust_name,\
         by_cust_type.order_rec.ord_amount,by_cust_type.order_rec.ord_state\n\
         1,C,1999,Ada,,\n2,O,,,-12345.67,OK\n3,9,,,,\n"
    );
}

#[test]
fn records_between_marks_have_the_length_of_their_own_copybook() {
    let place = Place::new();
    expect_success(&import(
        &place,
        &[&CHOICES[..], &["--choice-length", "own", "--redefines", "overlay"]].concat(),
    ));
    let records = [&b"001C\x07\xCFAda     "[..], b"002P\x12\x34\x56\x7C\x00\x07", b"0039"];
    let marked = records.map(|record| {
        let length = u16::try_from(record.len() + 4).expect("a short record");
        [&length.to_be_bytes()[..], &[0, 0], record].concat()
    });
    place.write("bank.dat", marked.concat());
    let columns = "cust_type,by_cust_type.customer_rec.cust_name,by_cust_type.order_rec.ord_amount,\
         by_cust_type.order_rec.ord_state_overlay.ord_rate";
    let convert = ["convert", "bank.dat", "-", "--to", "csv", "--record", "bank.datarep", "--marks", "rdw"];
    let done = place.run(&[&convert[..], &["--columns", columns]].concat());
    expect_success(&done);
    assert_eq!(done.text().lines().skip(1).collect::<Vec<_>>(), ["C,Ada,,", "P,,12345.67,7", "9,,,"]);
    let back =
        ["convert", "bank.dat", "again.dat", "--text", "bank.datarep", "--from", "bank", "--to", "bank"];
    let done = place.run(&[&back[..], &["--marks", "rdw", "--to-marks", "rdw"]].concat());
    expect_success(&done);
    assert!(place.read("again.dat") == marked.concat(), "the same bytes");
}

/// Without a field that decides, each record is read where its bytes are valid.
#[test]
fn records_of_several_copybooks_become_an_overlay() {
    let place = Place::new();
    expect_success(&import(&place, &[]));
    insta::assert_snapshot!("merge_overlay", text(&place));
    place.write("bank.dat", [&b"001C\x07\xCFAda     "[..], b"002O\x12\x34\x56\x7DOK\0\0\0\0"].concat());
    let columns = "customer_rec_overlay.order_rec.ord_amount,customer_rec_overlay.end.end_mark,\
         customer_rec_overlay.customer_rec.cust_no";
    let convert =
        ["convert", "bank.dat", "-", "--to", "csv", "--record", "bank.datarep", "--columns", columns];
    let done = place.run(&convert);
    expect_success(&done);
    // The letters `Ad` are digits of no packed number.
    assert_eq!(done.text().lines().skip(1).collect::<Vec<_>>(), [",001,1999", "-12345.67,002,4660"]);
}

#[test]
fn copybooks_that_do_not_fit_together_are_told_with_their_names() {
    let place = Place::new();
    let done = import(&place, &["--choose", "ORD-AMOUNT=1:ORDER-REC"]);
    assert_eq!(done.code, Some(1));
    for fault in [
        "line 1 of end.cpy: `--choose` decides by `ORD-AMOUNT`, which ends at byte 8, and `end` has no item that ends there: it has 4 bytes",
        "line 1 of customer.cpy: `--choose` decides by `ORD-AMOUNT`, which ends at byte 8, and `CUSTOMER-REC` has no item that ends there: `CUST-NAME` ends at byte 14",
    ] {
        assert!(done.stderr.contains(fault), "{}", done.stderr);
    }
    assert!(done.stderr.contains("`customer.cpy`, `order.cpy` and `end.cpy` have "), "{}", done.stderr);
    for (options, fault) in [
        (
            ["--choose", "KIND=C:CUSTOMER-REC"],
            "decides by `KIND`, which does not stand before `CUSTOMER-REC`",
        ),
        (
            ["--choose", "CUST-TYPE=C:CUSTOMER"],
            "names `CUSTOMER`, which neither redefines an item nor is redefined",
        ),
    ] {
        let done = import(&place, &options);
        assert_eq!((done.code, done.stderr.contains(fault)), (Some(1), true), "{}", done.stderr);
    }
    place.write(
        "broken.cpy",
        "       01  CUSTOMER-REC.\n           05  A PIC X(4).\n           05  B PIC Q.\n",
    );
    let done = place.run(&["import", "customer.cpy", "broken.cpy", "-"]);
    assert!(done.stderr.contains("broken.cpy:3: `Q` is no picture"), "{}", done.stderr);
    place.write("note.cpy", "       01  NOTE PIC X(14).\n");
    let done = place.run(&["import", "customer.cpy", "note.cpy", "-", "--choose", "CUST-TYPE=N:NOTE"]);
    let fault = "note.cpy:1: `--choose` decides by `CUST-TYPE`, which ends at byte 4, and `NOTE` has no item that ends there: it has no items";
    assert!(done.stderr.contains(fault), "{}", done.stderr);
    place.write("broken.cpy", "       01  CUSTOMER-REC.\n           05  A PIC X(4).\n");
    let done = place.run(&["import", "customer.cpy", "broken.cpy", "-", "--choose", "A=C:CUSTOMER-REC"]);
    assert!(
        done.stderr.contains(
            "broken.cpy:1: `--choose` names `CUSTOMER-REC`, and two copybooks have a record of this name"
        ),
        "{}",
        done.stderr
    );
    // The last file is the new text, and a list of copybooks has none.
    let done = place.run(&["import", "customer.cpy", "order.cpy", "--force"]);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("`order.cpy` would be the new text"), "{}", done.stderr);
    assert_eq!(String::from_utf8_lossy(&place.read("order.cpy")), COPYBOOKS[1].1);
    let done = place.run(&["import", "customer.cpy", "order.cpy", "--output", "-"]);
    assert!(done.text().contains("record all_records {\n"), "{}", done.text());
}
