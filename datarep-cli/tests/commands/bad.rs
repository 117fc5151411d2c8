//! Bad records: those with an item that a rule refuses, as an error, with missing items, or left out.

use std::collections::BTreeMap;

use crate::{Done, Place};

const SALE: &str = "\
record sale {
    id:     u32;
    amount: packed_decimal(3, 1) { null if low_values; };
    name:   [ascii; 2];
    _:      20 bytes;
    count:  u8;
    sums:   [zoned_decimal(2, 0); count];
}

record plain {
    id:     u32;
    amount: packed_decimal(3, 1) as f64;
}

record copy {
    id:     u32 little;
    amount: packed_decimal(3, 1) { null if low_values; };
}
";

/// A file of sales, and what was damaged in it.
pub(crate) struct Damaged {
    pub(crate) bytes: Vec<u8>,
    /// The first byte of each record, and the end of the last.
    pub(crate) starts: Vec<usize>,
    /// For each bad record: the field, the item, its byte and its event.
    pub(crate) items: BTreeMap<usize, Vec<(&'static str, usize, usize, &'static str)>>,
}

/// Sales, of which some have a bad item at one of four places.
pub(crate) fn damaged_sales(count: usize) -> Damaged {
    let mut made = Damaged { bytes: Vec::new(), starts: vec![0], items: BTreeMap::new() };
    for number in 0..count {
        let mut bad = |field, item, at, event| {
            made.items.entry(number).or_default().push((field, item, at, event));
        };
        let bytes = &mut made.bytes;
        bytes.extend(u32::try_from(number).expect("few").to_be_bytes());
        match number % 7 {
            0 => bytes.extend([0, 0]),
            _ if number % 101 == 5 => {
                bad("amount", 0, bytes.len(), "invalid");
                bytes.extend([0x1F, 0x40]);
            }
            _ => bytes.extend([0x12, 0x3D]),
        }
        if number % 97 == 6 {
            bad("name", 1, bytes.len() + 1, "unmapped");
            bytes.extend(b"A\x80");
        } else {
            bytes.extend(b"OK");
        }
        bytes.extend([0; 20]);
        let sums = number % 4;
        bytes.push(u8::try_from(sums).expect("few"));
        for item in 0..sums {
            if number % 89 == 7 && item > 0 {
                bad("sums", item, bytes.len(), "invalid");
                bytes.extend([0xF1, 0x3F]);
            } else {
                bytes.extend([0xF1, 0xC2]);
            }
        }
        made.starts.push(made.bytes.len());
    }
    made
}

pub(crate) fn place_with(bytes: &[u8]) -> Place {
    let place = Place::new();
    place.write("sale.datarep", SALE);
    place.write("sale.dat", bytes);
    place
}

pub(crate) fn convert(place: &Place, to: &str, more: &[&str]) -> Done {
    let from = ["convert", "sale.dat", to, "--text", "sale.datarep", "--from", "sale"];
    place.run(&[&from[..], more].concat())
}

/// The lines of a file of CSV without its first one.
pub(crate) fn lines(place: &Place, name: &str) -> Vec<String> {
    let text = String::from_utf8(place.read(name)).expect("text");
    text.lines().skip(1).map(str::to_owned).collect()
}

/// More than one block, so that records and bytes of later blocks are numbered, too.
pub(crate) const MANY: usize = 36_000;

#[test]
fn bad_items_are_missing_and_their_places_are_told() {
    let damaged = damaged_sales(MANY);
    let place = place_with(&damaged.bytes);
    let done = convert(&place, "sale.csv", &["--on-bad", "null", "--rejects", "bad.dat"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let bad = damaged.items.len();
    assert!(bad > 800, "{bad}");
    assert!(
        done.stderr.contains(&format!("{bad} bad records of {MANY} are kept, and bad items are missing\n")),
        "{}",
        done.stderr
    );
    let is_bad = |number: usize, field: &str| {
        damaged.items.get(&number).is_some_and(|items| items.iter().any(|item| item.0 == field))
    };
    let rows = lines(&place, "sale.csv");
    assert_eq!(rows.len(), MANY);
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<&str> = row.splitn(5, ',').collect();
        let amount = if number % 7 == 0 || is_bad(number, "amount") { "" } else { "-12.3" };
        let name = if is_bad(number, "name") { "" } else { "OK" };
        let count = (number % 4).to_string();
        assert_eq!(cells[..4], [&*number.to_string(), amount, name, &count], "{row}");
        assert_eq!(cells[4].contains("null"), is_bad(number, "sums"), "{row}");
    }
    // Every bad record as it stands, and a line for every bad item.
    let records: Vec<u8> = damaged
        .items
        .keys()
        .flat_map(|number| &damaged.bytes[damaged.starts[*number]..damaged.starts[*number + 1]])
        .copied()
        .collect();
    assert_eq!(place.read("bad.dat"), records);
    let expected = damaged.items.iter().flat_map(|(number, items)| {
        let (start, end) = (damaged.starts[*number], damaged.starts[*number + 1]);
        let line = move |item: &(&str, usize, usize, &str)| {
            let (field, item, at, event) = item;
            format!("{number},{start},{},{field},{item},{at},{event},", end - start)
        };
        items.iter().map(line)
    });
    let expected: Vec<String> = expected.collect();
    let found = lines(&place, "bad.dat.csv");
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.starts_with(expected), "{found}, not {expected}");
    }
}

#[test]
fn bad_records_are_left_out_and_the_rest_is_as_without_them() {
    let damaged = damaged_sales(MANY);
    let good: Vec<u8> = (0..MANY)
        .filter(|number| !damaged.items.contains_key(number))
        .flat_map(|number| &damaged.bytes[damaged.starts[number]..damaged.starts[number + 1]])
        .copied()
        .collect();
    let place = place_with(&damaged.bytes);
    let done = convert(&place, "sale.csv", &["--on-bad", "skip"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let bad = damaged.items.len();
    let told = format!("{bad} bad records of {MANY} are left out\n");
    assert!(done.stderr.contains(&told), "{}", done.stderr);
    let other = place_with(&good);
    let done = convert(&other, "sale.csv", &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert_eq!(place.read("sale.csv"), other.read("sale.csv"));
    let dry = convert(&place, "x.csv", &["--on-bad", "skip", "--dry-run"]);
    assert!(String::from_utf8_lossy(&dry.stdout).contains(&told));
    // The same in the records of another text.
    let done = convert(&place, "copy.dat", &["--on-bad", "skip", "--to", "copy"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("copy.dat").len(), 6 * (MANY - bad));
}

#[test]
fn too_many_bad_records_are_an_error_and_nothing_is_written() {
    let damaged = damaged_sales(1000);
    let place = place_with(&damaged.bytes);
    let bad = damaged.items.len();
    let over = |most: &str| {
        convert(&place, "sale.csv", &["--on-bad", "skip", "--max-bad", most, "--rejects", "bad.dat"])
    };
    for most in ["0", "10", "2.5%"] {
        let done = over(most);
        assert_eq!(done.code, Some(1));
        let told = format!("error: {bad} bad records, and `--max-bad` allows {most}\n");
        assert!(done.stderr.starts_with(&told), "{}", done.stderr);
        let first = "note: the first: record 5: `amount` at byte 161: invalid (1f 40)";
        assert!(done.stderr.contains(first), "{}", done.stderr);
        for name in ["sale.csv", "bad.dat", "bad.dat.csv"] {
            assert!(!place.path(name).exists(), "{name}");
        }
    }
    for most in [&bad.to_string(), "10%"] {
        assert_eq!(over(most).code, Some(0));
        for name in ["sale.csv", "bad.dat", "bad.dat.csv"] {
            std::fs::remove_file(place.path(name)).expect("it was written");
        }
    }
}

#[test]
fn options_that_do_nothing_are_refused() {
    let place = place_with(&damaged_sales(50).bytes);
    let told = |more: &[&str]| {
        let done = convert(&place, "sale.csv", more);
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        done.stderr
    };
    assert!(
        told(&["--max-bad", "3"])
            .starts_with("error: `--max-bad` does nothing while a bad record is an error")
    );
    assert!(
        told(&["--rejects", "x"])
            .starts_with("error: `--rejects` does nothing while a bad record is an error")
    );
    let both = ["--on-bad", "skip", "--rejects", "sale.csv"];
    assert!(told(&both).starts_with("error: `sale.csv` is the new file already"));
    let over = ["--on-bad", "skip", "--rejects", "sale.dat", "--force"];
    assert!(told(&over).starts_with("error: `sale.dat` is what is read"));
    let items = place.run(&["convert", "sale.dat", "x.npy", "--from", "u8", "--on-bad", "skip"]);
    assert!(items.stderr.starts_with("error: `--on-bad` is for records"), "{}", items.stderr);
    let wrong = convert(&place, "x.csv", &["--on-bad", "skip", "--max-bad", "ten"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains("such as `100`, or a share such as `0.1%`"), "{}", wrong.stderr);
    // Without these options a bad record is an error, which names them.
    assert!(told(&[]).contains("`convert --on-bad null` or `skip`"));
}

/// The error is that of the first bad record, whatever the order of the columns is.
#[test]
fn the_first_bad_record_is_told() {
    let place = Place::new();
    place.write("r.datarep", "record r { a: zoned_decimal(3, 0, ascii); t: [ascii; 2]; }");
    let told = |bytes: &[u8], more: &[&str]| {
        place.write("r.dat", bytes);
        let done =
            place.run(&[&["convert", "r.dat", "-", "--to", "csv", "--record", "r.datarep"], more].concat());
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        done.stderr
    };
    let bytes = b"123\xFFa1x3bb";
    for more in [&[][..], &["--columns", "t,a"]] {
        let error = told(bytes, more);
        assert!(error.starts_with("error: record 0: `t` at byte 3 cannot be read"), "{error}");
    }
    // In one record, the first field.
    for more in [&[][..], &["--columns", "t,a"]] {
        let error = told(b"1x3\xFFa", more);
        assert!(error.starts_with("error: record 0: `a` at byte 0 cannot be read"), "{error}");
    }
}

/// A binary word may hold more digits than its picture, and the column of a table has those of the picture.
#[cfg(feature = "columnar")]
#[test]
fn numbers_with_too_many_digits_are_bad_in_tables() {
    let place = Place::new();
    place.write("r.datarep", "record r { n: u8; a: [binary_decimal(128, 0, 20); 2]; }");
    let record = |number: u8, one: i128, other: i128| {
        [&[number][..], &one.to_be_bytes(), &other.to_be_bytes()].concat()
    };
    place.write("r.dat", [record(1, 5, -6), record(2, 7, 10_i128.pow(25)), record(3, 8, 9)].concat());
    let convert = |to: &str, more: &[&str]| {
        place.run(&[&["convert", "r.dat", to, "--record", "r.datarep", "--force"], more].concat())
    };
    for to in ["r.parquet", "r.arrow"] {
        let done = convert(to, &[]);
        assert_eq!(done.code, Some(1));
        let told = "error: record 1: `a`, item 1, at byte 50: 10000000000000000000000000 has more than the 20 digits of its column\n  = help: `--on-bad null`";
        assert!(done.stderr.starts_with(told), "{}", done.stderr);
        let done = convert(to, &["--on-bad", "skip", "--rejects", "bad.dat"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains("1 bad record of 3 is left out"), "{}", done.stderr);
        assert_eq!(place.read("bad.dat"), place.read("r.dat")[33..66]);
        let places = String::from_utf8(place.read("bad.dat.csv")).expect("a text");
        assert!(places.contains("\n1,33,33,a,1,50,overflow,10000000000000000000000000,r.dat\n"), "{places}");
        let done = convert(to, &["--on-bad", "null"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains("`a`: 1 overflow when read, missing now: record 1"), "{}", done.stderr);
        let done = convert(to, &["--dry-run"]);
        assert!(done.text().contains("`a`: overflow when read in 1 record"), "{}", done.text());
    }
    assert_eq!(convert("r.csv", &[]).code, Some(0));
}

#[test]
fn bad_floats_are_nan_in_arrays() {
    let place = place_with(&[0, 0, 0, 1, 0x12, 0x3C, 0, 0, 0, 2, 0x1F, 0x40, 0, 0, 0, 3, 0x00, 0x5D]);
    let from = ["convert", "sale.dat", "sale.npy", "--text", "sale.datarep", "--from", "plain"];
    // The numbers of the records are integers, which have no NaN, and are never bad.
    let done = place.run(&[&from[..], &["--on-bad", "null"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let array = place.read("sale.npy");
    let rows = &array[array.len() - 3 * 12..];
    let ids: Vec<u8> = (0..3).map(|row| rows[12 * row]).collect();
    let is_missing =
        |row: usize| f64::from_le_bytes(rows[12 * row + 4..][..8].try_into().expect("eight bytes")).is_nan();
    assert_eq!((ids, [0, 1, 2].map(is_missing)), (vec![1, 2, 3], [false, true, false]));
    // Digits may be bad, and a text of ASCII.
    for field in
        ["a: packed_decimal(3, 0)", "a: [ascii; 2]", "a: u16 as u8 { on read { overflow => error } }"]
    {
        place.write("other.datarep", format!("record other {{ {field}; }}"));
        let other = ["convert", "sale.dat", "other.npy", "--record", "other.datarep", "--on-bad", "null"];
        let done = place.run(&other);
        assert_eq!(done.code, Some(1), "{field}");
        assert!(done.stderr.starts_with("error: items of `a` may be missing"), "{field}: {}", done.stderr);
    }
    let done = place.run(&[&from[..], &["--force", "--on-bad", "skip"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let array = place.read("sale.npy");
    let rows = &array[array.len() - 2 * 12..];
    let amount = |row: usize| f64::from_le_bytes(rows[12 * row + 4..][..8].try_into().expect("eight bytes"));
    assert_eq!([amount(0), amount(1)].map(f64::to_bits), [12.3_f64, -0.5].map(f64::to_bits));
}
