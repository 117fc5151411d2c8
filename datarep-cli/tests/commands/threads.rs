//! Conversions by several threads: the same files and reports as by one.

use std::collections::BTreeMap;
use std::path::Path;

#[cfg(feature = "columnar")]
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
#[cfg(feature = "columnar")]
use parquet::file::metadata::RowGroupMetaData;

use crate::Place;

const TEXT: &str = "\
record plain { id: u32; amount: packed_decimal(7, 2); name: [ebcdic(cp037); 20]; rest: 100 bytes; }
record customer { name: [ebcdic(cp037); 20]; }
record payment { amount: packed_decimal(7, 2); n: u8; parts: [u16; n]; }
record account { id: u32; kind: [ascii; 1]; what: choice kind { \"C\" => customer; \"P\" => payment; }; }
";

/// So many records of one length are more than a block, and of different lengths more than a part of one.
const RECORDS: u32 = 80_000;

/// Every so many records one has digits that are none.
const BAD: u32 = 30_011;

fn is_bad(id: u32) -> bool {
    id % BAD == BAD - 1
}

/// Seven digits, or bytes that are none.
fn packed(id: u32, is_bad: bool) -> [u8; 4] {
    if is_bad { [0xFF, 0x12, 0x3A, 0x5C] } else { [(id % 90) as u8 / 10, 0x12, 0x34, 0x5C] }
}

fn name(id: u32) -> [u8; 20] {
    let mut name = [0x40; 20];
    name[..(id % 20) as usize].fill(0xC1 + (id % 9) as u8);
    name
}

/// Records of one length.
fn plain() -> Vec<u8> {
    (0..RECORDS)
        .flat_map(|id| [&id.to_be_bytes()[..], &packed(id, is_bad(id)), &name(id), &[7; 100]].concat())
        .collect()
}

/// Records of different lengths, each with its length before it.
fn accounts(is_bad: impl Fn(u32) -> bool) -> Vec<u8> {
    let account = |id: u32| {
        let what = if id.is_multiple_of(3) {
            [b"P", &packed(id, is_bad(id))[..], &[2], &id.to_be_bytes()[2..], &[0, 7]].concat()
        } else {
            [&b"C"[..], &name(id)].concat()
        };
        let length = 4 + 4 + what.len();
        // A record has less than 256 bytes.
        [&[0, length.to_le_bytes()[0], 0, 0][..], &id.to_be_bytes(), &what].concat()
    };
    (0..RECORDS).flat_map(account).collect()
}

/// All files of a folder.
fn collect(folder: &Path, before: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, std::fs::read(entry.path()).expect("a file"));
        }
    }
}

/// Converts with so many threads. Returns the code, the messages, and the new files.
fn convert(threads: &str, source: &[u8], words: &[&str]) -> (Option<i32>, String, BTreeMap<String, Vec<u8>>) {
    let place = Place::new();
    place.write("t.datarep", TEXT);
    place.write("in", source);
    let line = ["convert", "in", "--record", "t.datarep", "--no-sync", "--threads", threads];
    let done = place.run(&[&line, words].concat());
    let mut files = BTreeMap::new();
    collect(place.folder.path(), "", &mut files);
    files.remove("in");
    (done.code, done.stderr, files)
}

fn compare(source: &[u8], words: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let (code, stderr, files) = convert("1", source, words);
    for threads in ["2", "3"] {
        let (other_code, other_stderr, other_files) = convert(threads, source, words);
        assert_eq!((other_code, &other_stderr), (code, &stderr), "{words:?}");
        assert_eq!(other_files.keys().collect::<Vec<_>>(), files.keys().collect::<Vec<_>>(), "{words:?}");
        for (name, bytes) in &other_files {
            assert!(files[name] == *bytes, "{name} of {words:?}, by {threads} threads");
        }
    }
    files
}

#[test]
fn records_of_one_length_are_converted_as_by_one_thread() {
    let plain = plain();
    let from = ["--from", "plain", "--columns", "id,amount,name", "--on-bad"];
    let compare = |words: &[&str]| compare(&plain, &[&from[..], words].concat());
    let files =
        compare(&["null", "-o", "out.csv", "--rejects", "bad", "--add-columns", "error,record,offset"]);
    // Every record has a line, and the bad ones are there with their bytes.
    assert_eq!(String::from_utf8_lossy(&files["out.csv"]).lines().count(), plain.len() / 128 + 1);
    let bad = (0..RECORDS).filter(|id| is_bad(*id)).count();
    assert_eq!((bad, files["bad"].len()), (2, 2 * 128));
    compare(&["skip", "-o", "out.npy", "--rejects", "bad"]);
    let files = compare(&["skip", "-o", "out.csv", "--rotate", "500K"]);
    assert!(files.len() > 4, "{:?}", files.keys());
}

/// Which of two bad records is told is up to the parts, and these are the same.
#[test]
fn the_first_failure_is_that_of_one_thread() {
    let mut plain = plain();
    plain[128 * 100 + 4] = 0xFF;
    let (code, stderr, files) = convert("1", &plain, &["-o", "out.csv", "--from", "plain"]);
    assert_eq!((code, files.contains_key("out.csv")), (Some(1), false), "{stderr}");
    assert!(stderr.contains("record 100: `amount`"), "{stderr}");
    compare(&plain, &["-o", "out.csv", "--from", "plain"]);
    compare(&plain, &["--dry-run", "-o", "out.csv", "--from", "plain"]);
    compare(&plain, &["-o", "out.csv", "--from", "plain", "--on-bad", "skip", "--max-bad", "1"]);
}

#[test]
fn records_with_choices_are_converted_as_by_one_thread() {
    let (accounts, from) = (accounts(is_bad), ["--from", "account", "--marks", "rdw", "--on-bad", "skip"]);
    let compare = |words: &[&str]| compare(&accounts, &[&from[..], words].concat());
    compare(&["-o", "out.dat", "--to", "account", "--to-marks", "rdw", "--where", "kind=P"]);
    compare(&["-o", "out", "--to", "csv", "--split-by", "what", "--add-columns", "record,offset"]);
    compare(&["-o", "out", "--to", "csv", "--partition-by", "kind", "--rejects", "bad"]);
    compare(&["-o", "out.csv", "--rows-per-file", "33000"]);
}

/// `write` makes the records of tables again.
#[cfg(feature = "columnar")]
#[test]
fn tables_become_the_records_that_they_were_made_of() {
    // Without the digits that are none.
    let good = accounts(|_| false);
    for (table, more) in [("t.parquet", &["--compression", "none"][..]), ("t.parquet", &[]), ("t.arrow", &[])]
    {
        let words = [&["-o", table, "--from", "account", "--marks", "rdw"], more].concat();
        let files = compare(&good, &words);
        let place = Place::new();
        place.write("t.datarep", TEXT);
        place.write(table, &files[table]);
        let write = ["write", table, "out", "--record", "t.datarep", "--to", "account", "--to-marks", "rdw"];
        let done = place.run(&[&write[..], &["--no-sync"]].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(place.read("out") == good, "{table} {more:?}");
    }
}

/// Groups of rows and threads are bounded, whatever a record has.
#[cfg(feature = "columnar")]
#[test]
fn a_group_of_rows_is_bounded() {
    let place = Place::new();
    place.write("t.datarep", "record r { x: u8; }");
    place.write("in", vec![5; 2_200_000]);
    let line = ["convert", "in", "t.parquet", "--record", "t.datarep", "--threads", "1024"];
    let done = place.run(&line);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let file = std::fs::File::open(place.path("t.parquet")).expect("a file");
    let table = ParquetRecordBatchReaderBuilder::try_new(file).expect("a table");
    let groups = table.metadata().row_groups();
    let rows: Vec<i64> = groups.iter().map(RowGroupMetaData::num_rows).collect();
    assert!(rows.len() == 3 && rows.iter().sum::<i64>() == 2_200_000, "{rows:?}");
}

#[test]
fn no_threads_are_refused() {
    let (code, stderr, _) = convert("0", &[0; 28], &["-o", "out.csv", "--from", "plain"]);
    assert_eq!(code, Some(2), "{stderr}");
}

/// The next file is opened while records of this one are converted. What is said of it is said in its turn, and never if an error comes before.
#[test]
fn notes_are_in_the_order_of_files() {
    let place = Place::new();
    place.write("text.datarep", "record plain { id: u16; amount: packed_decimal(3, 0); }");
    place.write("first.dat", [0, 1, 0x12, 0x3C, 0, 2, 0x12, 0x3C, 9, 9]);
    place.write("bad.dat", [0, 1, 0x12, 0x3C, 0, 2, 0x12, 0x34]);
    place.write("second.dat", [0, 3, 0x45, 0x6C, 7]);
    for threads in ["1", "2", "8"] {
        let convert = |first| {
            let options = ["--record", "text.datarep", "--partial", "--force", "--threads", threads];
            place.run(&[&["convert", first, "second.dat", "new.csv"][..], &options].concat())
        };
        let done = convert("first.dat");
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let places = ["of `first.dat` on", "of `second.dat` on"].map(|said| done.stderr.find(said));
        assert!(places[0].is_some() && places[0] < places[1], "{threads} threads: {}", done.stderr);
        assert_eq!(place.read("new.csv"), b"id,amount\n1,123\n2,123\n3,456\n");
        let done = convert("bad.dat");
        assert_ne!(done.code, Some(0));
        assert!(done.stderr.contains("`amount`") && !done.stderr.contains("second.dat"), "{}", done.stderr);
    }
}

#[test]
fn a_wrong_number_of_threads_says_what_may_be_written() {
    let place = Place::new();
    place.write("in.dat", [0; 8]);
    for wrong in ["x", "0", "-1", "1025", "70000", "1.5", ""] {
        let threads = format!("--threads={wrong}");
        let done = place.run(&["convert", "in.dat", "a.npy", "--from", "u16", &threads]);
        assert_eq!(done.code, Some(2), "{wrong}: {}", done.stderr);
        assert!(done.stderr.contains("write a number of threads from 1 to 1024"), "{wrong}: {}", done.stderr);
    }
    let done = place.run(&["convert", "in.dat", "a.npy", "--from", "u16", "--threads", "0x2"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}
