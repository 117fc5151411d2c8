//! Parts of a file, converted one by one: together they are the whole.

use crate::division::{expect_failure, expect_success, lines};
use crate::{Done, Place};

const ENTRY: &str = "record entry { number: u16; rest: [u8; 2]; }";

fn convert(place: &Place, input: &str, output: &str, options: &[&str]) -> Done {
    place.run(&[&["convert", input, output, "--record", "entry.datarep"], options].concat())
}

/// Files with 500 records each, by the marks that they have.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let records: Vec<Vec<u8>> = (0..500_u16)
        .map(|number| {
            let [high, low] = number.to_be_bytes();
            // Some records look like marks.
            if number % 7 == 0 { vec![high, low, 0, 8] } else { vec![high, low, 0, 0] }
        })
        .collect();
    let join = |wrap: &dyn Fn(&[u8]) -> Vec<u8>| records.iter().flat_map(|record| wrap(record)).collect();
    vec![
        ("", records.concat()),
        ("rdw", join(&|record| [&[0, 8, 0, 0], record].concat())),
        ("bdw", join(&|record| [&[0, 20, 0, 0, 0, 8, 0, 0], record, &[0, 8, 0, 0], record].concat())),
        ("fortran4", join(&|record| [&[4, 0, 0, 0], record, &[4, 0, 0, 0]].concat())),
        (
            "fortran8,big",
            join(&|record| [&[0, 0, 0, 0, 0, 0, 0, 4], record, &[0, 0, 0, 0, 0, 0, 0, 4]].concat()),
        ),
        (
            "fixed,block=10,record=4",
            records.chunks(2).flat_map(|two| [two.concat(), vec![0, 0]].concat()).collect(),
        ),
        ("tap", join(&|record| [&[4, 0, 0, 0], record, &[4, 0, 0, 0]].concat())),
    ]
}

#[test]
fn parts_are_together_the_whole() {
    let place = Place::new();
    place.write("entry.datarep", ENTRY);
    for (marks, bytes) in files() {
        place.write("in.dat", bytes);
        let marks: &[&str] = if marks.is_empty() { &[] } else { &["--marks", marks] };
        expect_success(&convert(&place, "in.dat", "whole.csv", &[marks, &["--force"]].concat()));
        let whole = lines(&place, "whole.csv");
        assert!(whole.lines().count() > 500, "{marks:?}");
        let (head, rows) = whole.split_once('\n').expect("a line");
        for count in [1, 3, 7] {
            let mut all = String::new();
            for part in 1..=count {
                let part = format!("{part}/{count}");
                let options = [marks, &["--force", "--part", &part]].concat();
                expect_success(&convert(&place, "in.dat", "part.csv", &options));
                let rows = lines(&place, "part.csv");
                let rows = rows.strip_prefix(head).and_then(|rows| rows.strip_prefix('\n'));
                let rows = rows.expect("the same head");
                assert!(rows.lines().count() < 1001 / count + 100, "{marks:?} {part}");
                all.push_str(rows);
            }
            assert!(all == rows, "{marks:?}, {count} parts");
        }
    }
}

#[test]
fn there_may_be_more_parts_than_records() {
    let place = Place::new();
    place.write("entry.datarep", ENTRY);
    for (marks, bytes) in [
        ("rdw", &b"\0\x08\0\0\0\x01ab\0\x08\0\0\0\x02cd"[..]),
        ("", b"\0\x01ab\0\x02cd"),
        ("rdw", b""),
        ("", b""),
    ] {
        place.write("in.dat", bytes);
        let marks: &[&str] = if marks.is_empty() { &[] } else { &["--marks", marks] };
        let mut rows = 0;
        for part in 1..=9 {
            let part = format!("{part}/9");
            let options = [marks, &["--force", "--part", &part]].concat();
            expect_success(&convert(&place, "in.dat", "part.csv", &options));
            rows += lines(&place, "part.csv").lines().count() - 1;
        }
        assert_eq!(rows, if bytes.is_empty() { 0 } else { 2 }, "{marks:?}");
    }
}

/// The part with the fault fails, as the file does.
#[test]
fn a_torn_file_is_torn_in_its_last_part() {
    let place = Place::new();
    place.write("entry.datarep", ENTRY);
    let told = ["1003 bytes from byte 996 on are 250 records of 4 bytes, and 3 bytes more", "ends within"];
    for ((marks, bytes), told) in files().into_iter().zip(told) {
        place.write("in.dat", &bytes[..bytes.len() - 1]);
        let marks: &[&str] = if marks.is_empty() { &[] } else { &["--marks", marks] };
        let run = |part: &str, option: &str| {
            convert(&place, "in.dat", "part.csv", &[marks, &["--force", option, "--part", part]].concat())
        };
        expect_success(&run("1/2", "--no-sync"));
        expect_failure(&place, &run("2/2", "--no-sync"), &[told]);
        let done = run("2/2", "--partial");
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains("left out"), "{}", done.stderr);
    }
}

/// A choice whose alternatives all have the same length leaves the records one length. So they have borders, and a stride.
#[test]
fn records_with_a_choice_of_one_length_have_parts() {
    let place = Place::new();
    place.write(
        "entry.datarep",
        "record entry { number: u16; kind: u8; body: choice kind { 1 => a: u16; 2 => b: [u8; 2]; }; \
         all: overlay { one: packed_decimal(3, 0); raw: 2 bytes; }; }",
    );
    let entries: Vec<u8> =
        (0..100_u8).flat_map(|number| [0, number, number % 2 + 1, 7, number, 0x12, 0x3C]).collect();
    place.write("in.dat", entries);
    expect_success(&convert(&place, "in.dat", "whole.csv", &[]));
    let whole = lines(&place, "whole.csv");
    let rows = |part: &str| {
        expect_success(&convert(&place, "in.dat", "part.csv", &["--force", "--part", part]));
        lines(&place, "part.csv").lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let parts: Vec<Vec<String>> = ["1/3", "2/3", "3/3"].into_iter().map(rows).collect();
    assert!(parts.iter().all(|part| (33..=34).contains(&part.len())), "{parts:?}");
    assert_eq!(parts.concat(), whole.lines().skip(1).collect::<Vec<_>>());
    // Every second record.
    expect_success(&convert(&place, "in.dat", "odd.csv", &["--at", "7", "--stride", "14"]));
    let odd = lines(&place, "odd.csv");
    assert_eq!(odd.lines().skip(1).collect::<Vec<_>>(), whole.lines().skip(2).step_by(2).collect::<Vec<_>>());
}

#[test]
fn what_a_part_cannot_have_is_told() {
    let place = Place::new();
    place.write("entry.datarep", ENTRY);
    place.write("in.dat", [0, 8, 0, 0, 0, 1, 2, 3]);
    place.write("free.datarep", "record free { count: u8; rest: [u8; count]; }");
    for (option, words) in [
        (&["--marks", "rdw", "--at", "1"][..], "`--at` needs what is before a part"),
        (&["--marks", "rdw", "--on-bad", "skip"], "`--on-bad` needs what is before a part"),
        (&["--count", "1"], "`--count` needs"),
        (&["--sample", "1"], "`--sample` needs"),
        (&["--add-columns", "record"], "`--add-columns record` needs"),
    ] {
        let done = convert(&place, "in.dat", "out.csv", &[option, &["--part", "1/2"]].concat());
        expect_failure(&place, &done, &[words, "convert the whole file"]);
    }
    let done = place.run(&["convert", "in.dat", "out.csv", "--record", "free.datarep", "--part", "1/2"]);
    expect_failure(&place, &done, &["records of variable length have no borders", "`--marks`"]);
    let done = place.run(&["convert", "in.dat", "out.csv", "--from", "u16", "--part", "1/2"]);
    expect_failure(&place, &done, &["`--part` is for records"]);
    let done = place.run(&["convert", "-", "out.csv", "--record", "entry.datarep", "--part", "1/2"]);
    expect_failure(&place, &done, &["can only be read from its beginning on"]);
    let done =
        place.run(&["convert", "in.dat", "in.dat", "out.csv", "--record", "entry.datarep", "--part", "1/2"]);
    expect_failure(&place, &done, &["several are named"]);
    let done = convert(&place, "in.dat", "out.csv", &["--part", "3/2"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("write a part such as `1/64`"), "{}", done.stderr);
}
