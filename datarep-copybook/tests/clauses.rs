//! Clauses and lines that compilers take, with the layouts that they give.

use datarep_copybook::{CobolMachine, Copybook, ImportedText, Options, import_copybooks};

fn import_text(text: &str, options: &Options) -> ImportedText {
    import_copybooks(&[Copybook::new("a.cpy", "a", text)], "a", options)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refuse_text(text: &str) -> String {
    import_copybooks(&[Copybook::new("a.cpy", "a", text)], "a", &Options::default())
        .expect_err("it is refused")
        .to_string()
}

/// The name and the length of each item.
fn list_lengths(imported: &ImportedText) -> Vec<(&str, u64)> {
    imported.rows.iter().map(|row| (row.name.as_deref().unwrap_or("FILLER"), row.bytes)).collect()
}

/// `GnuCOBOL` 3.1 and 4.0 give these lengths.
#[test]
fn the_sign_of_a_group_is_for_items_with_a_sign() {
    let text = "\
       01  R SIGN LEADING SEPARATE.
           05  A PIC 9(5).
           05  B PIC 9(9) COMP.
           05  C PIC S9(3).
           05  D PIC 9(3) COMP-3.
           05  E PIC 9(3) BLANK WHEN ZERO.
";
    let imported = import_text(text, &Options::default());
    let lengths = [("R", 18), ("A", 5), ("B", 4), ("C", 4), ("D", 2), ("E", 3)];
    assert_eq!(list_lengths(&imported), lengths);
    for field in [
        "a: zoned_decimal(5, 0, unsigned);",
        "b: u32;",
        "c: zoned_decimal(3, 0, leading, separate);",
        "d: packed_decimal(3, 0, unsigned);",
        "e: printed_decimal(\"9(3)\", blank_when_zero);",
    ] {
        assert!(imported.text.contains(field), "{field}\n{}", imported.text);
    }
}

/// `GnuCOBOL` with `-std=ibm` gives these lengths.
#[test]
fn levels_may_differ_below_a_group() {
    let text = "\
       01  R.
           05  A.
               10  B PIC X.
           04  C.
               08  D PIC XX.
";
    let lengths = [("R", 3), ("A", 1), ("B", 1), ("C", 2), ("D", 2)];
    assert_eq!(list_lengths(&import_text(text, &Options::default())), lengths);
    let text = "       01  R.\n           04  A PIC X.\n           05  B PIC X.\n";
    assert!(refuse_text(text).contains("`A` has a picture, and items below it"));
}

/// Source: Enterprise COBOL for z/OS, Language Reference, "GLOBAL clause", "GROUP-USAGE clause", "VOLATILE clause" and
/// "TITLE statement".
#[test]
fn clauses_without_bytes_are_passed_over() {
    let text = "\
       01  R IS GLOBAL.
           05  A PIC X VOLATILE.
           TITLE 'THE SECOND PART'.
           05  B GROUP-USAGE IS NATIONAL.
               10  C PIC N(3).
               10  D PIC 9(2).
       01  S IS EXTERNAL.
           05  TITLE PIC X.
           05  VOLATILE PIC X.
";
    let imported = import_text(text, &Options::default());
    let lengths =
        [("R", 11), ("A", 1), ("B", 10), ("C", 6), ("D", 4), ("S", 2), ("TITLE", 1), ("VOLATILE", 1)];
    assert_eq!(list_lengths(&imported), lengths);
    assert!(refuse_text("       01  R IS X.\n").contains("`IS` is not understood"));
}

/// Which lines are taken depends on the options of the compiler. To take all of them would shift the fields behind.
#[test]
fn lines_that_depend_on_the_compiler_are_refused() {
    for (begin, middle, end) in
        [(">>IF WIDE IS DEFINED", ">>ELSE", ">>END-IF"), ("$IF WIDE DEFINED", "$ELSE", "$END")]
    {
        for indent in ["       ", "000100 ", "      "] {
            let text = format!(
                "       01  R.\n{indent}{begin}\n           05  A PIC X(9).\n{indent}{middle}\n           05  A PIC X.\n{indent}{end}\n           05  B PIC X.\n"
            );
            let told = refuse_text(&text);
            let word = begin.split(' ').next().expect("a word");
            assert!(
                told.contains(&format!("line 2: which lines a compiler takes between `{word}`")),
                "{told}"
            );
        }
    }
    // Other directives say nothing of the items.
    let text = "       >>DEFINE WIDE\n       01  R.\n       >>PAGE\n           05  A PIC X.\n";
    assert_eq!(list_lengths(&import_text(text, &Options::default())), [("R", 1), ("A", 1)]);
}

/// `GnuCOBOL` 3.1 and 4.0 have `C` at byte 7 of each `T`, and not at 5.
#[test]
fn slack_at_the_end_of_groups_is_noted_on_a_pc() {
    let text = "\
       01  R.
           05  T OCCURS 2.
               10  A PIC S9(9) COMP SYNC.
               10  B PIC X.
               10  C PIC X.
";
    let note = "a.cpy:2: each `T` ends with 2 bytes, so that the next one is synchronized: \
                GnuCOBOL has them before `C`. If it wrote the file, move them there";
    let options = Options { machine: CobolMachine::Pc, ..Options::default() };
    assert_eq!(import_text(text, &options).notes, [note]);
    assert!(import_text(text, &Options::default()).notes.is_empty());
}

/// `GnuCOBOL` 3.1 and 4.0 with `-fbinary-size=2-4-8` give these lengths. On a mainframe all have two bytes.
#[test]
fn short_numbers_of_the_machine_have_one_byte_on_a_pc() {
    let text = "\
       01  REC.
           05  A PIC 9 COMP-5.
           05  B PIC S9(2) COMP-5.
           05  C PIC V9 COMP-5 OCCURS 3.
           05  D PIC 9 COMP.
           05  E PIC 9(3) COMP-5.
";
    let options = Options { machine: CobolMachine::Pc, ..Options::default() };
    let lengths = [("REC", 9), ("A", 1), ("B", 1), ("C", 1), ("D", 2), ("E", 2)];
    assert_eq!(list_lengths(&import_text(text, &options)), lengths);
    let lengths = [("REC", 14), ("A", 2), ("B", 2), ("C", 2), ("D", 2), ("E", 2)];
    assert_eq!(list_lengths(&import_text(text, &Options::default())), lengths);
}

/// `GnuCOBOL` 3.1 and 4.0 with `-fbinary-size=1--8` give these places.
#[test]
fn binary_numbers_of_odd_lengths_have_no_boundary_on_a_pc() {
    let text = "\
       01  R.
           05  F0 PIC X.
           05  F1 PIC S9(6) COMP SYNC.
           05  F2 PIC S9(10) COMP SYNC.
           05  F3 PIC S9(13) COMP SYNC.
           05  F4 PIC S9(16) COMP SYNC.
           05  F5 PIC S9(4) COMP SYNC.
           05  F6 PIC X.
           05  F7 PIC S9(9) COMP SYNC.
           05  F8 PIC X.
           05  F9 PIC S9(18) COMP SYNC.
";
    let options = Options {
        machine: CobolMachine::Pc,
        binaries: Some(datarep_copybook::BinarySizes::Any),
        ..Options::default()
    };
    let offsets: Vec<u64> = import_text(text, &options).rows.iter().map(|row| row.offset).collect();
    assert_eq!(offsets, [0, 0, 1, 4, 9, 15, 22, 24, 28, 32, 40]);
}

/// `GnuCOBOL` 3.1 gives these lengths.
#[test]
fn names_of_constants_stand_for_their_values() {
    let text = "\
       FILE SECTION.
       FD  ORDERS RECORD CONTAINS 283 CHARACTERS
           LABEL RECORDS ARE STANDARD.
       78  MOST            VALUE 10.
       78  TWICE           VALUE MOST * 2.
       01  WIDE CONSTANT AS 12.
       01  REC.
           05  N   PIC 9(3).
               88 FULL VALUE MOST.
           05  T   OCCURS MOST TIMES PIC X(WIDE).
           05  U   PIC S9(WIDE)V9(3) COMP-3 OCCURS TWICE.
";
    let imported = import_text(text, &Options::default());
    assert_eq!(list_lengths(&imported), [("REC", 283), ("N", 3), ("T", 12), ("U", 8)]);
    for field in ["88 FULL: 10", "t: [[ebcdic(cp037); 12]; 10];", "u: [packed_decimal(15, 3); 20];"] {
        assert!(imported.text.contains(field), "{field}\n{}", imported.text);
    }
    let refused =
        refuse_text("       78  MOST VALUE LENGTH OF T.\n       01  R.\n           05  N PIC X(MOST).\n");
    assert!(refused.contains("line 1: the value of the constant `MOST` is not understood"), "{refused}");
    assert!(refused.contains("line 3: `X(MOST)` is no picture"), "{refused}");
}

/// `GnuCOBOL` 3.1 and 4.0 give these lengths. Micro Focus has a byte more for the first four.
#[test]
fn short_binary_numbers_have_the_bytes_of_their_digits() {
    let text = "\
       01  R.
           05  A PIC S9(7) COMP-X.
           05  B PIC S9(12) COMP-X.
           05  C PIC S9(7) COMP-N.
           05  D PIC S9(5)V99 COMP-X.
           05  E PIC 9(7) COMP-X.
           05  F PIC S9(8) COMP-X.
";
    let imported = import_text(text, &Options { machine: CobolMachine::Pc, ..Options::default() });
    let lengths = [("R", 21), ("A", 3), ("B", 5), ("C", 3), ("D", 3), ("E", 3), ("F", 4)];
    assert_eq!(list_lengths(&imported), lengths);
    assert_eq!(imported.notes.len(), 4, "{:?}", imported.notes);
    let note = "`A` PIC S9(7): 3 bytes, as in GnuCOBOL; Micro Focus takes 4: check the length of the record";
    assert!(imported.notes[0].ends_with(note), "{:?}", imported.notes);
    assert!(imported.text.contains("d: binary_decimal(24, 2);"), "{}", imported.text);
}

/// `GnuCOBOL` 3.1 gives these lengths.
#[test]
fn short_binary_numbers_are_aligned_on_pcs() {
    let usages = [
        "9(2) COMP-X",
        "9(4) COMP-X",
        "9(7) COMP-X",
        "9(9) COMP-N",
        "9(12) COMP-X",
        "X(4) COMP-X",
        "9(18) COMP-N",
    ];
    let lengths = [2, 4, 4, 8, 6, 8, 16];
    for (usage, length) in usages.into_iter().zip(lengths) {
        let text = format!("       01  R.\n           05  F PIC X.\n           05  G PIC {usage} SYNC.\n");
        let imported = import_text(&text, &Options { machine: CobolMachine::Pc, ..Options::default() });
        assert_eq!(imported.rows[0].bytes, length, "{usage}");
    }
}

/// An item that is swallowed would shift all fields behind it.
#[test]
fn a_missing_full_stop_is_told() {
    for (before, line) in [
        ("05  A PIC X(2) VALUE 'A'", 3),
        ("05  A PIC X(2)", 3),
        ("05  A PIC 99 VALUE 05", 3),
        ("05  A PIC X OCCURS 2 INDEXED BY I", 3),
        ("05  A PIC X OCCURS 2 ASCENDING KEY IS A", 3),
        ("05  A PIC X.\n               88 OK VALUE 'A'", 4),
        ("05  A PIC 9.\n               88 OK VALUE 1 THRU 3", 4),
    ] {
        for next in ["05  B PIC X(5).", "05  PIC X(5).", "88  OTHER VALUE 'B'.", "05  FILLER PIC X."] {
            let text =
                format!("       01  R.\n           {before}\n           {next}\n           05  C PIC X.\n");
            let refused = refuse_text(&text);
            let told =
                format!("line {line}: `{}` is not understood: a full stop is missing before it", &next[..2]);
            let told = if refused.starts_with("a.cpy:") { told.replace("line ", "a.cpy:") } else { told };
            assert!(refused.contains(&told), "{text}{refused}");
        }
    }
    // Numbers of a list may begin lines, and clauses stand behind a value.
    let text = "\
       01  R.
           05  A PIC 99 VALUE
               05
               COMP-3.
               88 SOME VALUES 01 02
                  03 THRU 05
                  10 ALL '1'
                  88 ZERO.
           05  B PIC X(3) VALUE ALL
               'x'.
";
    let imported = import_text(text, &Options::default());
    assert_eq!(list_lengths(&imported), [("R", 5), ("A", 2), ("B", 3)]);
}

#[test]
fn clauses_that_stand_twice_are_refused() {
    for (item, clause) in [
        ("PIC X PIC X(2)", "PIC"),
        ("PIC 9 COMP USAGE COMP-3", "USAGE"),
        ("PIC 9 USAGE COMP COMP-3", "USAGE"),
        ("PIC 9 OCCURS 2 OCCURS 3", "OCCURS"),
    ] {
        let refused = refuse_text(&format!("       01  R.\n           05  A {item}.\n"));
        assert!(refused.contains(&format!("the item has `{clause}` twice")), "{refused}");
    }
}
