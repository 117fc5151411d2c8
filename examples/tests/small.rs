//! `quickstart`, `xport` and `voyager`.

use std::fs;
use std::path::Path;

use crate::{Folder, bad, data, good, run};

#[test]
fn quickstart_reads_and_writes() {
    let out = good("quickstart", &[]);
    assert_eq!(
        out,
        "read [-118.625, 1.0, 0.100000024], lost nothing\n\
         wrote [40, 55, 55, 56, 41, 10, 00, 00, 40, 19, 99, 9A], lost 1 inexact\n"
    );
}

#[test]
fn xport_keeps_missing_values() {
    let ran = run("xport", &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.errors);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(rows[0], "LAKE,VISITED,DEPTH,TEMP,OXYGEN,CLARITY,VOLUME,NOTE");
    assert_eq!(rows[1], "Oberer See,8035,46,17.25,8.5,6,0.135,");
    assert_eq!(rows[2], "Mittelsee,8036,12,18.5,7.75,3.5,0.0625,\"windy, waves of 0.3 m\"");
    assert!(rows[3].starts_with("Kaltwasser,8049,103,.A,.A,.,1.0"), "{}", rows[3]);
    assert!(
        rows[4].contains(",21.125,.B,0.5,") && rows[4].ends_with(",\"brown, \"\"like tea\"\"\""),
        "{}",
        rows[4]
    );
    // 33.3 in five bytes: 0x422154CCCC, the rest truncated.
    assert!(rows[5].starts_with("Salzpfanne,8051,0.75,33.299999952316284,0,._,"), "{}", rows[5]);
    assert!(
        rows[6].starts_with("Tiefensee,.,0,-0.5,") && rows[6].contains(",123456789.015625,"),
        "{}",
        rows[6]
    );
    assert!(rows[7].contains(",17,.Z,"), "{}", rows[7]);
    assert_eq!(rows.len(), 8);
    assert!(ran.errors.contains("first data set of LAKES, CREW"), "{}", ran.errors);
    assert!(ran.errors.contains("LAKES: 7 observations, loss: "), "{}", ran.errors);

    let crew = good("xport", &[Path::new("--member"), Path::new("crew")]);
    assert_eq!(crew, "NAME,YEARS\nADA,12.5\nBERT,.\nCLEO,3\n");
}

#[test]
fn xport_refuses_wrong_files() {
    let folder = Folder::new();
    let bytes = fs::read(data().join("lakes.xpt")).expect("lakes.xpt is committed");
    let with = |at: usize, other: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + other.len()].copy_from_slice(other);
        bytes
    };
    let first_description = 8 * 80;
    for (name, bytes, wanted) in [
        ("empty", Vec::new(), "the library header is missing"),
        ("text", b"HEADER RECORD*******".to_vec(), "the library header is missing"),
        ("library", bytes[..240].to_vec(), "the file has no data set"),
        ("cut-member", bytes[..400].to_vec(), "ends within the header of a data set"),
        ("cut-names", bytes[..700].to_vec(), "ends within the descriptions of data set LAKES"),
        ("cut-header", bytes[..8 * 80 + 1120].to_vec(), "no observations"),
        ("kind", with(first_description, &[0, 3]), "neither numeric nor character but of kind 3"),
        ("length", with(first_description + 140 + 4, &[0, 9]), "VISITED has 9 bytes"),
        ("position", with(first_description + 84, &[0xFF; 4]), "LAKE has no place"),
        ("count", with(240 + 4 * 80 + 54, b"no"), "is not a number of variables"),
        ("version-8", with(20, b"LIBV8   "), "only version 5"),
    ] {
        let message = bad("xport", &[&folder.write(name, &bytes)]);
        assert!(message.contains(wanted) && message.contains(name), "{name}: {message}");
    }
    for (arguments, wanted) in [
        (&[Path::new("--member"), Path::new("CATS")][..], "no data set `CATS`; there are LAKES, CREW"),
        (&[Path::new("--member")], "missing argument for option '--member'"),
        (&[Path::new("--csv")], "invalid option '--csv'"),
        (&[folder.folder()], "is not a file"),
    ] {
        let message = bad("xport", arguments);
        assert!(message.contains(wanted), "{message}");
    }
}

#[test]
fn xport_tells_where_a_file_is_cut() {
    let folder = Folder::new();
    let bytes = fs::read(data().join("lakes.xpt")).expect("lakes.xpt is committed");
    let whole = good("xport", &[]);
    let (start, extent) = (23 * 80, 66);
    let rows = whole.lines().count() - 1;
    // Wherever the file ends within its first data set, the cut is reported, or no observation is cut.
    for end in start..start + rows * extent {
        let file = folder.write("cut.xpt", &bytes[..end]);
        let done = (end - start) / extent;
        if (end - start).is_multiple_of(extent) && end.is_multiple_of(80) {
            assert_eq!(good("xport", &[&file]).lines().count(), 1 + done);
            continue;
        }
        let message = bad("xport", &[&file]);
        assert!(message.contains("the file is cut within") && message.contains("LAKES"), "{message}");
        assert!(message.contains("`--partial` prints"), "{message}");
        let partial = run("xport", &[&file, Path::new("--partial")]);
        assert_eq!(partial.code, Some(0), "{}", partial.errors);
        assert!(partial.errors.contains("note: the file is cut within"), "{}", partial.errors);
        assert!(whole.starts_with(&partial.out), "{}", partial.out);
        assert_eq!(partial.out.lines().count(), 1 + done, "{end}");
    }
}

#[test]
fn voyager_prints_the_table() {
    let out = good("voyager", &[]);
    assert!(out.contains("REALFMT   VAX\n"), "{out}");
    assert!(out.contains("THE LENS'S BEND"), "{out}");
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["1", "25.3600", "25.3100", "25.8680", "28.9270", "3.653"]), "{out}");
    assert!(rows.contains(&vec!["132", "775.3600", "773.3100", "756.8180", "757.7790", "24.187"]), "{out}");
    assert!(out.contains("132 tiepoints") && out.ends_with("loss      nothing\n"), "{out}");
}

#[test]
fn voyager_tells_reserved_operands_and_refuses_wrong_files() {
    let folder = Folder::new();
    let bytes = fs::read(data().join("reseau.dat")).expect("reseau.dat is committed");
    // The sign with exponent zero: the VAX would trap. The rule `reserved => nan` counts it.
    let mut reserved = bytes.clone();
    reserved[1536..1540].copy_from_slice(&[0x00, 0x80, 0, 0]);
    let out = good("voyager", &[&folder.write("reserved.dat", &reserved)]);
    assert!(out.ends_with("loss      1 reserved\n"), "{out}");
    assert!(out.contains("    1           NaN"), "{out}");

    let replaced = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|bytes| bytes == from.as_bytes()).expect("in the label");
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    for (name, bytes, wanted) in [
        ("empty", Vec::new(), "does not begin with LBLSIZE"),
        ("digits", b"LBLSIZE=many".to_vec(), "does not begin with LBLSIZE"),
        ("huge", b"LBLSIZE=99999999999999999999999".to_vec(), "does not begin with LBLSIZE"),
        ("cut-label", bytes[..1000].to_vec(), "the label is cut: 1000 of its 1536 bytes"),
        ("cut", bytes[..2000].to_vec(), "the table is cut: 464 of its 2112 bytes"),
        ("ieee", replaced("REALFMT='VAX'", "REALFMT='RIE'"), "REALFMT=RIE"),
        ("columns", replaced("NC=4", "NC=5"), "this table has 5"),
        ("rows", replaced("NR=132", "NR=x32"), "NR=x32, which is no number"),
        ("many", replaced("NR=132", "NR=999"), "the table is cut"),
        ("open", replaced(" L'", " L("), "the value of LAB02 does not end"),
    ] {
        let message = bad("voyager", &[&folder.write(name, &bytes)]);
        assert!(message.contains(wanted) && message.contains(name), "{name}: {message}");
    }
    for (arguments, wanted) in
        [(&[Path::new("-x")][..], "invalid option '-x'"), (&[&folder.path("missing")], "cannot open")]
    {
        let message = bad("voyager", arguments);
        assert!(message.contains(wanted), "{message}");
    }
}
