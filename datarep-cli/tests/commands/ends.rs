//! Headers and trailers of files, which are records of their own shape.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::division::{expect_failure, lines};
use crate::{Done, Place};

const LEDGER: &str = "\
record head { magic: [ascii; 2]; day: u16; }
record row { n: u8; x: packed_decimal(3, 1); }
record list { n: u8; x: [u8; n]; }
record tail { magic: [ascii; 2]; records: u8; sums: [u16; 2]; }
record long { n: u8; x: [u8; n]; }
";

fn row(n: u8) -> Vec<u8> {
    vec![n, 0x12, 0x3C]
}

fn tail(records: u8) -> Vec<u8> {
    vec![b'T', b'L', records, 0, 7, 0, 8]
}

const HEAD: &[u8] = b"HD\x01\x02";

fn ledger() -> Place {
    let place = Place::new();
    place.write("x.datarep", LEDGER);
    place.write("x.dat", [HEAD, &row(1), &row(2), &row(3), &tail(3)].concat());
    place
}

fn convert(place: &Place, files: &[&str], options: &[&str]) -> Done {
    let record = ["--record", "x.datarep", "--to", "csv", "--from"];
    place.run(&[&["convert"], files, &record[..], options].concat())
}

const ENDS: [&str; 7] = ["row", "--header", "head", "--trailer", "tail", "--trailer-count", "records"];

const TOLD: &str = "header: magic \"HD\", day 258\ntrailer: magic \"TL\", records 3, sums [7,8]\n";

#[test]
fn ends_of_files_are_no_rows() {
    let place = ledger();
    let rows = "n,x\n1,12.3\n2,12.3\n3,12.3\n";
    let done = convert(&place, &["x.dat", "-"], &ENDS);
    assert_eq!((done.code, done.text().as_str()), (Some(0), rows), "{}", done.stderr);
    assert!(done.stderr.contains(TOLD), "{}", done.stderr);
    // As a stream, whose end is not known; and with bytes around all of it.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&place.read("x.dat")).expect("it is compressed");
    place.write("x.gz", encoder.finish().expect("it is compressed"));
    place.write("y.dat", [&[9, 9], &place.read("x.dat")[..], &[8]].concat());
    for (file, around) in [("x.gz", &[][..]), ("y.dat", &["--at", "2", "--skip-end", "1"])] {
        let done = convert(&place, &[file, "-"], &[&ENDS[..], around].concat());
        assert_eq!((done.code, done.text().as_str()), (Some(0), rows), "{file}: {}", done.stderr);
        assert!(done.stderr.contains(TOLD), "{}", done.stderr);
    }
    // A stream with room for the trailer, and not for the bytes behind it.
    let done = convert(&place, &["x.gz", "-"], &[&ENDS[..], &["--skip-end", "1000"]].concat());
    assert!(done.code == Some(1) && done.stderr.contains("ends before its trailer"), "{}", done.stderr);
    // Places are those of the file, and numbers those of records without the header.
    let done = convert(&place, &["x.dat", "-"], &[&ENDS[..], &["--add-columns", "record,offset"]].concat());
    assert_eq!(done.text(), "n,x,_record,_offset\n1,12.3,0,4\n2,12.3,1,7\n3,12.3,2,10\n");
    // The text needs no name of the record if the others are header and trailer.
    place.write(
        "three.datarep",
        LEDGER
            .replace("record list { n: u8; x: [u8; n]; }\n", "")
            .replace("record long { n: u8; x: [u8; n]; }\n", ""),
    );
    let done = place
        .run(&[&["convert", "x.dat", "-", "--to", "csv", "--record", "three.datarep"], &ENDS[1..]].concat());
    assert_eq!(done.text(), rows, "{}", done.stderr);
    // Some of the records: the end is not looked at.
    let done =
        convert(&place, &["x.dat", "-"], &["row", "--header", "head", "--trailer", "tail", "--count", "2"]);
    assert_eq!(done.text(), "n,x\n1,12.3\n2,12.3\n");
    let done = convert(&place, &["x.dat", "-"], &[&ENDS[..], &["--where", "n=2"]].concat());
    assert_eq!((done.code, done.text().as_str()), (Some(0), "n,x\n2,12.3\n"), "{}", done.stderr);
}

#[test]
fn records_of_any_length_and_marks_have_ends() {
    let place = ledger();
    let list: [&[u8]; 3] = [&[2, 5, 6], &[0], &[1, 7]];
    place.write("v.dat", [HEAD, list[0], list[1], list[2], &tail(3)].concat());
    let rows = "n,x\n2,\"[5,6]\"\n0,[]\n1,[7]\n";
    let options = [&["list"], &ENDS[1..]].concat();
    let done = convert(&place, &["v.dat", "-"], &options);
    assert_eq!((done.code, done.text().as_str()), (Some(0), rows), "{}", done.stderr);
    let marked = |records: &[&[u8]]| {
        let mark = |record: &&[u8]| {
            let bytes = u16::try_from(record.len() + 4).expect("a short record").to_be_bytes();
            [&bytes[..], &[0, 0], record].concat()
        };
        records.iter().map(mark).collect::<Vec<_>>().concat()
    };
    let records = [HEAD, list[0], list[1], list[2], &tail(3)];
    place.write("m.dat", marked(&records));
    let done = convert(&place, &["m.dat", "-"], &[&options[..], &["--marks", "rdw"]].concat());
    assert_eq!((done.code, done.text().as_str()), (Some(0), rows), "{}", done.stderr);
    assert!(done.stderr.contains(TOLD), "{}", done.stderr);
    for sample in ["3", "100%"] {
        let done = convert(
            &place,
            &["m.dat", "-"],
            &[&options[..], &["--marks", "rdw", "--sample", sample]].concat(),
        );
        assert_eq!((done.code, done.text().as_str()), (Some(0), rows), "{sample}: {}", done.stderr);
    }
    // A torn record before the trailer counts, and is passed over with its own number.
    let torn: &[u8] = &[9, 1];
    place.write("t.dat", marked(&[HEAD, list[0], torn, list[2], &tail(3)]));
    let more = ["--marks", "rdw", "--on-bad", "skip", "--add-columns", "record"];
    let done = convert(&place, &["t.dat", "-"], &[&options[..], &more].concat());
    assert_eq!(
        (done.code, done.text().as_str()),
        (Some(0), "n,x,_record\n2,\"[5,6]\",0\n1,[7],2\n"),
        "{}",
        done.stderr
    );
    assert!(done.stderr.contains("record 1 at byte 19"), "{}", done.stderr);
    // A header of any length stands between marks alone.
    let long = ["list", "--header", "long", "--marks", "rdw"];
    place.write("l.dat", marked(&[&[1, 9], list[0]]));
    let done = convert(&place, &["l.dat", "-"], &long);
    assert!(done.stderr.contains("header: n 1, x [9]\n"), "{}", done.stderr);
    expect_failure(
        &place,
        &convert(&place, &["l.dat", "x.csv"], &long[..3]),
        &["`long` has no length of its own"],
    );
}

#[test]
fn each_file_has_ends_of_its_own() {
    let place = ledger();
    place.write("y.dat", [b"HD\x00\x05", &row(4)[..], &tail(1)].concat());
    let options = [&ENDS[..], &["--ends-to", "ends.json"]].concat();
    let done = convert(&place, &["x.dat", "y.dat", "-"], &options);
    assert_eq!((done.code, done.text().lines().count()), (Some(0), 5), "{}", done.stderr);
    assert!(
        done.stderr.contains("header of `y.dat`: magic \"HD\", day 5\ntrailer of `y.dat`"),
        "{}",
        done.stderr
    );
    let written = lines(&place, "ends.json");
    let ends: Vec<serde_json::Value> =
        written.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let seen: Vec<String> = ends.iter().map(|end| format!("{} {}", end["file"], end["end"])).collect();
    assert_eq!(
        seen,
        ["\"x.dat\" \"header\"", "\"x.dat\" \"trailer\"", "\"y.dat\" \"header\"", "\"y.dat\" \"trailer\""]
    );
    assert_eq!(ends[1]["fields"], serde_json::json!({ "magic": "TL", "records": 3, "sums": [7, 8] }));
    // A trailer that does not fit leaves nothing.
    place.write("z.dat", [HEAD, &row(4), &row(5), &tail(1)].concat());
    let done = convert(&place, &["x.dat", "z.dat", "z.csv"], &[&ENDS[..], &["--ends-to", "z.json"]].concat());
    expect_failure(&place, &done, &["`z.dat` has 2 records, and `records` of its trailer is 1"]);
    assert!(!place.path("z.csv").exists() && !place.path("z.json").exists());
    let done = convert(&place, &["x.dat", "z.dat", "z.csv"], &[&ENDS[..], &["--dry-run"]].concat());
    assert!(done.stderr.contains("`z.dat` has 2 records"), "{}", done.stderr);
}

#[test]
fn wrong_ends_are_told() {
    let place = ledger();
    place.write("bad.dat", [b"H\xFF\x01\x02", &row(1)[..], &tail(1)].concat());
    place.write("short.dat", b"HD");
    place.write("none.dat", [HEAD, &[1, 2]].concat());
    for (file, options, words) in [
        ("x.dat", &["row", "--header", "hed"][..], "no record is named `hed`"),
        (
            "x.dat",
            &["row", "--trailer", "tail", "--trailer-count", "magic"],
            "`magic` of `tail` is no number",
        ),
        ("x.dat", &["row", "--trailer", "tail", "--trailer-count", "n"], "`tail` has no field `n`"),
        ("x.dat", &[&ENDS[..], &["--count", "3"]].concat(), "`--trailer-count` compares all records"),
        ("x.dat", &["row", "--ends-to", "e.json"], "`--ends-to` has nothing to write"),
        ("x.dat", &["row", "--header", "long"], "so that `--header` needs marks"),
        ("bad.dat", &ENDS, "record 0: `magic`, item 1, at byte 1 cannot be read"),
        ("bad.dat", &ENDS, "it is the header of `bad.dat`"),
        ("short.dat", &ENDS, "`short.dat` has 2 bytes from byte 0 on, and its header `head` has 4"),
        ("none.dat", &ENDS, "has no room for its trailer `tail` of 7"),
        (
            "x.dat",
            &["row", "--header", "head"],
            "`x.dat`: 16 bytes from byte 4 on are 5 records of 3 bytes, and 1 byte more",
        ),
    ] {
        expect_failure(&place, &convert(&place, &[file, "out.csv"], options), &[words]);
        assert!(!place.path("out.csv").exists());
    }
    let done = place.run(&["convert", "x.dat", "x.npy", "--from", "u8", "--header", "head"]);
    expect_failure(&place, &done, &["`--header` is for records"]);
}
