//! Clauses and lines that compilers take, with the layouts that they give.

use datarep_copybook::{Copybook, ImportedText, Options, import_copybooks};

fn import_text(text: &str, options: &Options) -> ImportedText {
    import_copybooks(&[Copybook::new("a.cpy", "a", text)], "a", options)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
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
