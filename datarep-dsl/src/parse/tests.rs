//! Texts beyond the limits are refused, and no text makes the grammar read it repeatedly.

use std::cell::Cell;

use super::parse;
use crate::ast::Ast;
use crate::diagnostic::{Diagnostic, Slug};
use crate::faults;
use crate::source::Source;

const MIB: usize = 1 << 20;

thread_local! {
    /// The number of bytes that the grammar was given.
    static READ: Cell<usize> = const { Cell::new(0) };
}

/// Counts bytes that the grammar is given.
pub(super) fn count(bytes: usize) {
    READ.set(READ.get() + bytes);
}

/// The largest number of times that a text is read, however long it is: as an item, line by line if the item has a
/// fault, and each line once more after each of its faults, in a slice of 64 tokens.
const MOST_READ: usize = 64;

/// Parses a text, and checks how much the grammar was given.
fn answered(text: &str) -> (Ast, Vec<Diagnostic>) {
    let source = Source { name: "long.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    READ.set(0);
    let parsed = parse(&source);
    let (bytes, read) = (text.len(), READ.get());
    assert!(
        read <= MOST_READ * bytes,
        "{bytes} bytes were read as {read}: {}…",
        &text[..text.floor_char_boundary(60)]
    );
    (parsed.ast, parsed.diagnostics.into_sorted())
}

/// Repeats `part` up to the length of the longest text that is read.
fn repeated(part: &str) -> String {
    part.repeat(MIB / part.len())
}

fn slugs(faults: &[Diagnostic]) -> Vec<Slug> {
    faults.iter().map(|fault| fault.slug).collect()
}

#[test]
fn ten_thousand_items_are_read() {
    let items: Vec<String> =
        (0..10_000).map(|n| format!("float f{n} = S1 E8 F23 where value = 1.F * 2^(E - 127);\n")).collect();
    let text = items.concat();
    let (ast, faults) = answered(&text);
    assert_eq!(faults, []);
    assert_eq!(ast.items.len(), 10_000);
}

#[test]
fn ten_thousand_faulty_items_are_told_of() {
    let (ast, faults) = answered(&"datarep d { order big }\n".repeat(10_000));
    assert_eq!(ast.items, []);
    assert_eq!(faults.len(), faults::MOST + 1);
}

#[test]
fn a_hundred_thousand_items_are_read_and_one_more_is_refused() {
    let text = "use a::b;\n".repeat(100_000);
    let (ast, faults) = answered(&text);
    assert_eq!((ast.items.len(), faults.len()), (100_000, 0));
    let (ast, faults) = answered(&format!("{text}use c::d;"));
    assert_eq!(ast.items, []);
    assert_eq!(slugs(&faults), [Slug::TooLarge]);
    assert_eq!(faults[0].span().start, text.len());
}

#[test]
fn a_mebibyte_is_read_and_a_byte_more_is_refused() {
    let text = format!("use a::b;{}", " ".repeat(MIB - 9));
    assert_eq!(answered(&text).1, []);
    let (ast, faults) = answered(&format!("{text} "));
    assert_eq!(ast.items, []);
    assert_eq!(slugs(&faults), [Slug::TooLarge]);
}

#[test]
fn sixty_four_brackets_are_read_and_one_more_is_refused() {
    let nested =
        |depth: usize| format!("float a {{ zero if {}E == 0{}; }}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(answered(&nested(63)).1, []);
    assert_eq!(slugs(&answered(&nested(64)).1), [Slug::TooLarge]);
    for bracket in ["(", "[", "{", "([{"] {
        assert_eq!(slugs(&answered(&repeated(bracket)).1), [Slug::TooLarge], "{bracket}");
    }
}

#[test]
fn sixty_four_comments_are_read_and_one_more_is_refused() {
    let nested =
        |depth: usize| format!("float a {{ {}{} zero if E == 0; }}", "/*".repeat(depth), "*/".repeat(depth));
    assert_eq!(answered(&nested(64)).1, []);
    assert_eq!(slugs(&answered(&nested(65)).1), [Slug::TooLarge]);
    assert_eq!(slugs(&answered(&repeated("/*")).1), [Slug::TooLarge]);
}

#[test]
fn no_short_piece_repeated_takes_long() {
    let pieces = [
        "float ",
        "float a ",
        "datarep a {",
        "datarep a { order big ",
        "datarep a ",
        "a",
        "a ",
        "0",
        "1_",
        "\"",
        "'",
        "}",
        ")",
        "];",
        "({)}",
        "{}",
        "{};",
        "/// a\n",
        "//! a\n",
        "// a\n",
        "/**/",
        "/*",
        "*/",
        "use a::",
        "a b\n",
        "E == 0 && ",
        "0.",
        "é",
        "\u{2028}",
        "=",
        "<",
        "| ",
        "\\",
        "x\"",
        "-",
        "order big-endian ",
        "on ",
        "} character a",
        "character => a; }",
        "test a { [",
        "; ",
        "{ ;",
    ];
    for piece in pieces {
        answered(&piece.repeat(MIB / 2 / piece.len()));
    }
}

#[test]
fn no_long_line_of_an_item_takes_long() {
    let insides = [
        ("float a = S1 where value = F { ", "order big ", " }"),
        ("float a { ", "order big\n", " }"),
        ("float a { ", "order big; ", " }"),
        ("float a { zero if ", "E == 0 && ", "E == 0; }"),
        ("float a { zero if ", "(E == 0) || ", "; }"),
        ("float a = ", "F1 ", ";"),
        ("float a = ", "F1 ", ""),
        ("datarep a { ", "real { 4 => a }\n", " }"),
        ("datarep a { ", "MPI_INT => a\n", " }"),
        ("datarep a { on read { ", "nan => error, ", " } }"),
        ("datarep a { on read { ", "nan | ", " } }"),
        ("datarep a { ", "order big-endian;", " }"),
        ("test a { ", "1.0 <=> 0x1; ", " }"),
        ("test a { ", "1.0 <=> 0x1\n", " }"),
        ("test a { [", "1, ", "] => 1; }"),
        ("use a::{", "b as c, ", "};"),
        ("use a::{", "b as c ", "};"),
        ("integer a = twos(", "1, ", ");"),
    ];
    for (before, inside, behind) in insides {
        let count = MIB / 2 / inside.len();
        answered(&format!("{before}{}{behind}", inside.repeat(count)));
    }
}
