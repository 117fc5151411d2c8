//! Several files: folders, patterns, one new file or one for each; columns, and trailers that are left out.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Place;

const ITEMS: [&str; 4] = ["--from", "twos(16)", "--to", "csv"];

/// A place with three files in a folder, one of them compressed.
fn place() -> Place {
    let place = Place::new();
    std::fs::create_dir(place.path("in")).expect("a folder");
    place.write("in/a.dat", [0, 1, 0, 2]);
    place.write("in/c.dat", [0, 5]);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&[0, 3, 0, 4]).expect("it is compressed");
    place.write("in/b.dat.gz", encoder.finish().expect("it is compressed"));
    place.write("in/.hidden", [9]);
    place.write("x.datarep", "record r { a: u8; b: u8; }\nrecord v { n: u8; x: [u8; n]; }");
    place
}

#[test]
fn several_files_become_one() {
    let place = place();
    for files in [&["in"][..], &["in/a.dat", "in/b.dat.gz", "in/c.dat"], &["in/[ab].*", "in/c*"]] {
        let done = place.run(&[&["convert"], files, &["-"], &ITEMS[..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{files:?}");
        assert_eq!(done.text(), "1\n2\n3\n4\n5\n", "{files:?}");
        let records = ["--output", "-", "--to", "csv", "--record", "x.datarep", "--from", "r"];
        let done = place.run(&[&["convert"], files, &records[..]].concat());
        assert_eq!(done.text(), "a,b\n0,1\n0,2\n0,3\n0,4\n0,5\n", "{}", done.stderr);
    }
    // A number of rows is that of all files.
    for (count, lines) in [("0", 0), ("1", 1), ("2", 2), ("3", 3), ("5", 5)] {
        let done = place.run(&[&["convert", "in", "-", "--count", count], &ITEMS[..]].concat());
        assert_eq!((done.code, done.text().lines().count()), (Some(0), lines), "{count}: {}", done.stderr);
        let records = ["--to", "csv", "--record", "x.datarep", "--from", "r", "--count", count];
        let done = place.run(&[&["convert", "in", "-"], &records[..]].concat());
        assert_eq!(
            (done.code, done.text().lines().count()),
            (Some(0), lines + 1),
            "{count}: {}",
            done.stderr
        );
    }
    let done = place.run(&[&["convert", "in", "-", "--count", "6"], &ITEMS[..]].concat());
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("and 1 more item would be needed"), "{}", done.stderr);
    // An array has a header with the number of all items, and the marks go on.
    let done = place.run(&["convert", "in", "all.npy", "--from", "twos(16)"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(String::from_utf8_lossy(&place.read("all.npy")).contains("'shape': (5,)"));
    let marked = ["--from", "twos(16)", "--to", "twos(16)", "--to-marks", "bdw"];
    let done = place.run(&[&["convert", "in", "-"], &marked[..]].concat());
    assert_eq!(done.stdout[..10], [0, 34, 0, 0, 0, 6, 0, 0, 0, 1]);
    // An item that cannot be converted is in a file.
    place.write("in/d.dat", [1]);
    let done = place.run(&[&["convert", "in", "out.csv"], &ITEMS[..]].concat());
    assert!(done.stderr.contains("`in/d.dat` ends within an item"), "{}", done.stderr);
    assert!(!place.path("out.csv").exists());
    place.write("big.dat", [0, 1, 1, 44]);
    let small = ["--from", "twos(16)", "--to", "unsigned(8)"];
    let done = place.run(&[&["convert", "in/a.dat", "big.dat", "out.dat"], &small[..]].concat());
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("byte 2") && done.stderr.contains("in `big.dat`"), "{}", done.stderr);
}

#[test]
fn each_file_becomes_one_of_its_own() {
    let place = place();
    std::fs::create_dir(place.path("out")).expect("a folder");
    let done = place.run(&[&["convert", "in", "out"], &ITEMS[..]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("out/a.csv"), b"1\n2\n");
    assert_eq!(place.read("out/b.csv"), b"3\n4\n");
    assert_eq!(place.read("out/c.csv"), b"5\n");
    let done = place.run(&["convert", "in", "-o", "out/x-{}.npy", "--from", "twos(16)"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(place.path("out/x-a.npy").exists() && place.path("out/x-b.npy").exists());
    place.write("in/a.bin", [0, 1]);
    let done = place.run(&[&["convert", "in", "-o", "out/y-{}.csv"], &ITEMS[..]].concat());
    assert!(done.stderr.contains("would be the new file of `in/a.bin` and of `in/a.dat`"), "{}", done.stderr);
    let done = place.run(&["convert", "in", "out", "--from", "twos(16)"]);
    assert!(done.stderr.contains("whose name does not say what to write"), "{}", done.stderr);
    let done = place.run(&[&["convert", "in/*.none", "out.csv"], &ITEMS[..]].concat());
    assert!(done.stderr.contains("`in/*.none` stands for no file"), "{}", done.stderr);
    let done = place.run(&[&["convert", "in/a.dat"], &ITEMS[..]].concat());
    assert!(done.stderr.contains("the new file is not named"), "{}", done.stderr);
}

#[test]
fn columns_are_chosen() {
    let place = place();
    let columns = ["--to", "csv", "--record", "x.datarep", "--from", "r", "--columns"];
    let done = place.run(&[&["convert", "in", "-"], &columns[..], &["b"]].concat());
    assert_eq!(done.text(), "b\n1\n2\n3\n4\n5\n", "{}", done.stderr);
    let done = place.run(&[&["convert", "in/a.dat", "-"], &columns[..], &["b,a"]].concat());
    assert_eq!(done.text(), "b,a\n1,0\n2,0\n", "{}", done.stderr);
    let done = place.run(&[&["convert", "in/a.dat", "-"], &columns[..], &["c"]].concat());
    assert!(done.stderr.contains("`r` has no field `c`"), "{}", done.stderr);
    assert!(done.stderr.contains("its first fields are a, b"), "{}", done.stderr);
    let done = place.run(&[&["convert", "in/a.dat", "-", "--columns", "a"], &ITEMS[..]].concat());
    assert!(done.stderr.contains("`--columns` is for records"), "{}", done.stderr);
}

#[test]
fn trailers_are_left_out() {
    let place = place();
    place.write("in/a.dat", [7, 0, 1, 0, 2, 8, 8, 8]);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&place.read("in/a.dat")).expect("it is compressed");
    place.write("a.gz", encoder.finish().expect("it is compressed"));
    let around = ["--at", "1", "--skip-end", "3"];
    for file in ["in/a.dat", "a.gz"] {
        let done = place.run(&[&["convert", file, "-"], &around[..], &ITEMS].concat());
        assert_eq!((done.code, done.text().as_str()), (Some(0), "1\n2\n"), "{file}: {}", done.stderr);
        let text = ["--to", "csv", "--record", "x.datarep", "--from", "r"];
        let done = place.run(&[&["convert", file, "-"], &around[..], &text].concat());
        assert_eq!((done.code, done.text().lines().count()), (Some(0), 3), "{file}: {}", done.stderr);
    }
    place.write("v.dat", [7, 1, 5, 0, 8, 8, 8]);
    let text = ["--to", "csv", "--record", "x.datarep", "--from", "v"];
    let done = place.run(&[&["convert", "v.dat", "-"], &around[..], &text].concat());
    assert_eq!((done.code, done.text().lines().count()), (Some(0), 3), "{}", done.stderr);
    let done = place.run(&[&["convert", "in/a.dat", "-", "--skip-end", "9"], &ITEMS[..]].concat());
    assert!(done.stderr.contains("has 8 bytes, and `--skip-end` leaves out 9"), "{}", done.stderr);
}

/// If one of several inputs fails, no new file is there, and no old one is replaced.
#[test]
fn new_files_of_several_inputs_appear_together() {
    let place = place();
    std::fs::create_dir(place.path("out")).expect("a folder");
    place.write("out/a.csv", "old");
    place.write("in/z.dat", [0]);
    let files = ["convert", "in", "--output", "out/{}.csv"];
    let names = || {
        let entries = std::fs::read_dir(place.path("out")).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        names
    };
    let done = place.run(&[&files[..], &ITEMS, &["--force"]].concat());
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    assert_eq!((names(), place.read("out/a.csv")), (vec!["a.csv".to_owned()], b"old".to_vec()));
    place.write("in/z.dat", [0, 7]);
    let done = place.run(&[&files[..], &ITEMS, &["--force"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(names(), ["a.csv", "b.csv", "c.csv", "z.csv"]);
    assert_eq!((place.read("out/a.csv"), place.read("out/z.csv")), (b"1\n2\n".to_vec(), b"7\n".to_vec()));
}

/// A pattern takes hidden files only if it names them, as in shells.
#[test]
fn patterns_take_no_hidden_files() {
    let place = place();
    for (pattern, lines) in [("in/*", "1\n2\n3\n4\n5\n"), ("in/.*", "2304\n"), ("in/.h[i]*", "2304\n")] {
        place.write("in/.hidden", [9, 0]);
        let done = place.run(&[&["convert", pattern, "-"], &ITEMS[..]].concat());
        assert_eq!((done.code, done.text().as_str()), (Some(0), lines), "{pattern}: {}", done.stderr);
    }
}
