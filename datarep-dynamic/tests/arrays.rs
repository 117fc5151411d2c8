//! The lengths of arrays, at any depth and in alternatives, as they were written by hand.

use std::collections::BTreeMap;

use datarep_dynamic::record::Rows;
use datarep_dynamic::{Record, Text};

fn record(text: &str, name: &str) -> Record {
    let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    text.record(name).expect("it is in the text").clone()
}

fn lengths(rows: &Rows<'_>) -> BTreeMap<String, Vec<Vec<usize>>> {
    let lengths = rows.array_lengths().expect("they were found before");
    lengths.into_iter().map(|(path, lengths)| (path.to_owned(), lengths)).collect()
}

fn expect<const N: usize>(pairs: [(&str, Vec<Vec<usize>>); N]) -> BTreeMap<String, Vec<Vec<usize>>> {
    pairs.into_iter().map(|(path, lengths)| (path.to_owned(), lengths)).collect()
}

#[test]
fn arrays_in_arrays_have_a_length_each() {
    let bill = record(
        "record item { m: u8; marks: [u8; m]; raw: m * 2 bytes; _: 1 byte; }
         record line { k: u8; items: [item; k]; }
         record bill { n: u8; lines: [line; n]; grid: [[[u8; 2]; n]; 2]; }",
        "bill",
    );
    let first: &[u8] = &[
        2, // lines
        1, 2, 7, 7, 1, 1, 1, 1, 0, // one item of two marks
        2, 0, 0, 1, 9, 5, 5, 0, // items of no mark and of one
        1, 2, 3, 4, 5, 6, 7, 8, // 2 × 2 × 2 numbers
    ];
    let second: &[u8] = &[0];
    let file = [first, second, &[1, 0, 1, 2, 3, 4]].concat();
    let rows = bill.rows(&file).expect("three bills");
    assert_eq!(
        lengths(&rows),
        expect([
            ("lines", vec![vec![2, 0, 1]]),
            ("lines.items", vec![vec![1, 2, 0]]),
            ("lines.items.marks", vec![vec![2, 0, 1]]),
            ("lines.items.raw", vec![vec![4, 0, 2]]),
            ("grid", vec![vec![2, 2, 2], vec![2, 2, 0, 0, 1, 1], vec![2, 2, 2, 2, 2, 2]]),
        ])
    );
}

#[test]
fn arrays_of_other_alternatives_are_empty() {
    let text = "
        record pair { a: u8; two: [u8; 2]; deep: choice a { 1 => ones: [u8; 1]; otherwise => _; }; }
        record r {
            kind: u8;
            what: choice kind { 1 => pair; 2 => pairs: [pair; 2]; otherwise => rest: [[u8; 2]; kind - 2]; };
        }";
    let r = record(text, "r");
    let rows = r.rows(&[1, 1, 5, 6, 7, 2, 0, 5, 6, 1, 5, 6, 7, 3, 8, 9, 1, 0, 5, 6]);
    let rows = rows.expect("four records");
    assert_eq!(
        lengths(&rows),
        expect([
            ("what.pair.two", vec![vec![2, 0, 0, 2]]),
            ("what.pair.deep.ones", vec![vec![1, 0, 0, 0]]),
            ("what.pairs", vec![vec![0, 2, 0, 0]]),
            // Only the second record has pairs, and so arrays in them.
            ("what.pairs.two", vec![vec![2, 2]]),
            ("what.pairs.deep.ones", vec![vec![0, 1]]),
            ("what.rest", vec![vec![0, 0, 1, 0], vec![2]]),
        ])
    );
    assert_eq!(rows.find_alternative("what", 1), Some(vec![false, true, false, false]));
    assert_eq!(rows.find_alternative("what.pair.deep", 0), Some(vec![true, false, false, false]));
    assert_eq!(rows.find_alternative("what.pairs.deep", 0), Some(vec![false, true]));
    assert_eq!(rows.find_alternative("kind", 0), None);
}

/// What was tried and was no value has no arrays.
#[test]
fn arrays_of_alternatives_that_are_not_valid_are_empty() {
    let text = "
        record digits { n: u8; of: [packed_decimal(1, 0); n]; }
        record r { what: choice valid in 3 bytes { digits; otherwise => raw: [u8; 3]; }; }
        record both { part: overlay in 3 bytes { digits; raw: 3 bytes; }; }";
    let file = [2, 0x1C, 0x2C, 2, 0x1C, 0xFF, 1, 0x3C, 0];
    let chosen = record(text, "r");
    let rows = chosen.rows(&file).expect("three records");
    assert_eq!(
        lengths(&rows),
        expect([("what.digits.of", vec![vec![2, 0, 1]]), ("what.raw", vec![vec![0, 3, 0]])])
    );
    let both = record(text, "both");
    let rows = both.rows(&file).expect("three records");
    assert_eq!(
        lengths(&rows),
        expect([("part.digits.of", vec![vec![2, 0, 1]]), ("part.raw", vec![vec![3, 3, 3]])])
    );
    assert_eq!(rows.find_alternative("part", 0), Some(vec![true, false, true]));
    assert_eq!(rows.find_alternative("part", 2), None);
}

#[test]
fn arrays_up_to_the_end_have_what_there_is() {
    let text = "
        record item { n: u8; x: [u8; n]; }
        record couple { x: u8; y: u8; }
        record varying { id: u8; items: [item; ..]; }
        record known { id: u8; items: [couple; ..]; }";
    let varying = record(text, "varying");
    let rows = varying.rows_between(&[7, 1, 5, 0, 8, 9, 0], &[4, 5, 7]).expect("three records");
    assert_eq!(lengths(&rows), expect([("items", vec![vec![2, 0, 1]]), ("items.x", vec![vec![1, 0, 0]])]));
    let known = record(text, "known");
    let rows = known.rows(&[7, 1, 2, 3, 4]).expect("one record");
    assert_eq!(lengths(&rows), expect([("items", vec![vec![2]])]));
}

/// Lists without items take no bytes: nothing but this limit would bound their number.
#[test]
fn lists_without_items_have_a_limit() {
    let record = record("record r { m: u32; n: u32; grid: [[u8; n]; m]; id: u8; }", "r");
    // With addresses of 32 bits, no more can be counted than their half.
    let most = if usize::BITS < 64 { i32::MAX.unsigned_abs() } else { 4_000_000_000 };
    let make = |lists: u32| [&lists.to_be_bytes()[..], &[0, 0, 0, 0, 7]].concat();
    let file = [make(3), make(most)].concat();
    let rows = record.rows(&file).expect("no list has bytes");
    let error = rows.array_lengths().expect_err("that many lists");
    let message = error.to_string();
    assert!(
        message.starts_with(&format!("record 1: `grid` at byte 9: the count `{most}` is of lists")),
        "{message}"
    );
    let file = make(3);
    assert_eq!(lengths(&record.rows(&file).expect("no list has bytes"))["grid"], [vec![3], vec![0, 0, 0]]);
}
