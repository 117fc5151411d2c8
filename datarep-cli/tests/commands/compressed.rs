//! Compressed files, which are read like what was compressed.

use std::io::Write as _;
use std::process::Stdio;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{Done, Place};

// 300 big-endian integers of two bytes, the remainders of 0 to 299 by 7, as Python's modules and `zstd --check` compress them.
const GZIP: &str = "1f8b080000000000020363606060646062606660616065606318e58df2a8c20300c9e385a458020000";
const ZSTD: &str = "28b52ffd0458ad0000700000000100020003000400050006010047a29a4afe25875f";
const BZIP2: &str = concat!(
    "425a683931415926535958ceceeb00001540007f0020005086002954664d49bfa93949da4ca4da4c49900f0bb9229c28",
    "482c67677580",
);
const XZ: &str = concat!(
    "fd377a585a000004e6d6b4460200210116000000742fe5a3e0025700175d000067fe9fff3e27972fd61a4e75aeb6d7dc",
    "0b2f5b3800000000d811721f45636a85000133d80400000011025c77b1c467fb020000000004595a",
);
const ZIP: &str = concat!(
    "504b030414000000080000002100c9e385a4170000005802000005000000782e64617463606060646062606660616065",
    "606318e58df2a8c20300504b0102140314000000080000002100c9e385a4170000005802000005000000000000000000",
    "0000800100000000782e646174504b05060000000001000100330000003a0000000000",
);
const ZIP_OF_BZIP2: &str = concat!(
    "504b03042e0000000c0000002100c9e385a4360000005802000005000000782e646174425a683931415926535958cece",
    "eb00001540007f0020005086002954664d49bfa93949da4ca4da4c49900f0bb9229c28482c67677580504b01022e032e",
    "0000000c0000002100c9e385a43600000058020000050000000000000000000000800100000000782e646174504b0506",
    "000000000100010033000000590000000000",
);
const ZIP_OF_TWO: &str = concat!(
    "504b030414000000080000002100c9e385a4170000005802000005000000782e64617463606060646062606660616065",
    "606318e58df2a8c20300504b0304140000000800000021006922de36040000000200000007000000792f7a2e64617463",
    "600400504b0102140314000000080000002100c9e385a417000000580200000500000000000000000000008001000000",
    "00782e646174504b01021403140000000800000021006922de3604000000020000000700000000000000000000008001",
    "3a000000792f7a2e646174504b0506000000000200020068000000630000000000",
);

fn bytes(hex: &str) -> Vec<u8> {
    let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    (0..hex.len()).step_by(2).map(digits).collect()
}

fn content() -> Vec<u8> {
    (0..300_u16).flat_map(|item| (item % 7).to_be_bytes()).collect()
}

const FILES: [(&str, &str); 6] = [
    ("x.gz", GZIP),
    ("x.zst", ZSTD),
    ("x.bz2", BZIP2),
    ("x.xz", XZ),
    ("x.zip", ZIP),
    ("y.zip", ZIP_OF_BZIP2),
];

const COPY: [&str; 4] = ["--from", "twos(16)", "--to", "twos(16)"];

/// Converts standard input.
fn pipe(place: &Place, input: &[u8], options: &[&str]) -> Done {
    let mut command = place.command(&[&["convert", "-", "-"], &COPY[..], options].concat());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    // A command that refuses the input closes it.
    let _ = stdin.write_all(input);
    drop(stdin);
    Done::of(child.wait_with_output().expect("it ends"))
}

/// A stream shows only at its end that it is shorter than what is left out of it.
#[test]
fn streams_shorter_than_what_is_left_out_are_refused() {
    let place = Place::new();
    place.write("x.gz", bytes(GZIP));
    let told = "it has 600 bytes, and `--skip-end` leaves out 602";
    let done = place.run(&[&["convert", "x.gz", "-", "--skip-end", "602"], &COPY[..]].concat());
    assert!(done.code == Some(1) && done.stderr.contains(told), "{}", done.stderr);
    let done = pipe(&place, &content(), &["--skip-end", "602", "--at", "2"]);
    assert!(done.code == Some(1) && done.stderr.contains(told), "{}", done.stderr);
    for (at, skipped, left) in [("0", "600", 0), ("598", "4", 0), ("2", "4", 594)] {
        let done = pipe(&place, &content(), &["--skip-end", skipped, "--at", at]);
        assert_eq!((done.code, done.stdout.len()), (Some(0), left), "{}", done.stderr);
    }
}

#[test]
fn compressed_files_are_read_as_what_was_compressed() {
    let place = Place::new();
    let content = content();
    for (name, hex) in FILES {
        place.write(name, bytes(hex));
        let done = place.run(&[&["convert", name, "-"], &COPY[..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(done.stdout == content, "{name}");
        let piped = pipe(&place, &bytes(hex), &[]);
        assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(piped.stdout == content, "{name}");
        // Places are those of what was compressed.
        let dumped = place.run(&["dump", name, "--as", "twos(16)", "--at", "26", "--count", "2"]).text();
        let lines: Vec<Vec<&str>> =
            dumped.lines().map(|line| line.split_whitespace().take(3).collect()).collect();
        assert_eq!(lines, [["26", "00", "06"], ["28", "00", "00"]], "{name}");
        let probed = place.run(&["probe", name]);
        assert_eq!(probed.code, Some(0), "{name}: {}", probed.stderr);
        assert!(!probed.text().contains("compressed"), "{}", probed.text());
        // `none` takes the bytes as they are.
        let raw = place.run(&[
            "convert",
            name,
            "-",
            "--decompress",
            "none",
            "--from",
            "unsigned(8)",
            "--to",
            "unsigned(8)",
        ]);
        assert!(raw.stdout == bytes(hex), "{name}: {}", raw.stderr);
    }
    let said = place.run(&["dump", "x.gz", "--as", "twos(16)", "--decompress", "zstd"]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.stderr.contains("cannot read `x.gz`: its zstd data is damaged behind the 0 bytes"),
        "{}",
        said.stderr
    );
}

#[test]
fn records_of_compressed_files_are_read() {
    let place = Place::new();
    let descriptors: Vec<u8> = content().chunks(2).flat_map(|item| [0, 6, 0, 0, item[0], item[1]]).collect();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&descriptors).expect("it is compressed");
    place.write("marked.gz", encoder.finish().expect("it is compressed"));
    place.write("x.datarep", "record item { number: twos(16); }\nrecord list { n: u8; x: [u8; n]; }");
    for (name, hex) in FILES {
        place.write(name, bytes(hex));
        let done =
            place.run(&["convert", name, "-", "--to", "csv", "--record", "x.datarep", "--from", "item"]);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let lines = done.text();
        assert_eq!(lines.lines().count(), 301, "{name}");
        assert!(lines.starts_with("number\n0\n1\n2\n3\n4\n5\n6\n0\n"), "{lines}");
    }
    let marked = ["convert", "marked.gz", "-", "--marks", "rdw"];
    assert!(place.run(&[&marked[..], &COPY].concat()).stdout == content());
    let records = ["--to", "csv", "--record", "x.datarep", "--from", "item"];
    assert_eq!(place.run(&[&marked[..], &records].concat()).text().lines().count(), 301);
    // Whole records before a torn end are shown, and taken with `--partial`.
    let lists = [[2, 7, 8], [2, 9, 10]].concat();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&lists).expect("it is compressed");
    let mut torn = encoder.finish().expect("it is compressed");
    torn.truncate(torn.len() - 9);
    place.write("torn.gz", torn);
    let dump = ["dump", "torn.gz", "--record", "x.datarep", "--as", "list"];
    let done = place.run(&dump);
    assert_eq!(done.code, Some(1));
    assert!(done.text().starts_with("record 0 at byte 0, 3 bytes\n"), "{}", done.text());
    assert!(done.stderr.contains("cannot read `torn.gz`: its gzip data ends early"), "{}", done.stderr);
    let done = place.run(&[&dump[..], &["--partial"]].concat());
    let told = "note: left out: 2 bytes from byte 3 of `torn.gz` on, no whole record\n";
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), told));
    assert!(done.text().starts_with("record 0 at byte 0, 3 bytes\n"), "{}", done.text());
}

#[test]
fn several_members_are_one_file() {
    let place = Place::new();
    let twice = content().repeat(2);
    for (name, hex) in &FILES[..4] {
        let one = bytes(hex);
        // Blocks of a tape are filled up with zeros; xz has them by fours.
        place.write(name, [&one[..], &one, &[0; 512]].concat());
        let done = place.run(&[&["convert", name, "-"], &COPY[..]].concat());
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(done.stdout == twice, "{name}");
        place.write(name, [&one[..], b"rest of something"].concat());
        let done = place.run(&[&["convert", name, "out.dat"], &COPY[..]].concat());
        assert_eq!(done.code, Some(1), "{name}");
        assert!(
            done.stderr.contains("data is damaged behind the 600 bytes that were unpacked"),
            "{}",
            done.stderr
        );
        assert!(!place.path("out.dat").exists());
    }
    // A frame of Zstandard without content, as programs that work in parts write one first.
    place.write("x.zst", [&[0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9][..], &bytes(ZSTD)].concat());
    assert!(place.run(&[&["convert", "x.zst", "-"], &COPY[..]].concat()).stdout == content());
}

#[test]
fn torn_and_damaged_files_are_refused() {
    let place = Place::new();
    for (name, hex) in &FILES[..4] {
        let whole = bytes(hex);
        let cut = whole.len() - 3;
        place.write(name, &whole[..cut]);
        let done = place.run(&[&["convert", name, "out.dat"], &COPY[..]].concat());
        assert_eq!(done.code, Some(1), "{name}");
        assert!(done.stderr.contains("data ends early: "), "{name}: {}", done.stderr);
        assert!(!place.path("out.dat").exists());
        // The sum at the end is wrong, or what it is made of.
        let mut wrong = whole.clone();
        let at = if *name == "x.xz" { 20 } else { whole.len() - 2 };
        wrong[at] ^= 0x10;
        place.write(name, wrong);
        let done = place.run(&[&["convert", name, "out.dat"], &COPY[..]].concat());
        assert_eq!(done.code, Some(1), "{name}");
        assert!(done.stderr.contains("is damaged behind"), "{name}: {}", done.stderr);
        assert!(!place.path("out.dat").exists());
    }
    // What was unpacked is printed before the error, and `--partial` accepts it.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(&[0, 1, 0, 2, 0, 3]).expect("it is compressed");
    let mut torn = encoder.finish().expect("it is compressed");
    torn.truncate(torn.len() - 9);
    place.write("torn.gz", torn);
    insta::assert_snapshot!("compressed_torn", place.show(&["dump", "torn.gz", "--as", "twos(16)"]));
    let partial = ["dump", "torn.gz", "--as", "twos(16)", "--partial"];
    insta::assert_snapshot!("compressed_torn_partial", place.show(&partial));
}

#[test]
fn members_of_archives_are_chosen_by_name() {
    let place = Place::new();
    place.write("two.zip", bytes(ZIP_OF_TWO));
    let dump = ["dump", "two.zip", "--as", "twos(16)", "--count", "1"];
    insta::assert_snapshot!("compressed_several", place.show(&dump));
    insta::assert_snapshot!("compressed_member", place.show(&[&dump[..], &["--member", "y/z.dat"]].concat()));
    insta::assert_snapshot!(
        "compressed_no_member",
        place.show(&[&dump[..], &["--member", "z.dat"]].concat())
    );
    place.write("cut.zip", &bytes(ZIP_OF_TWO)[..200]);
    insta::assert_snapshot!("compressed_cut", place.show(&["dump", "cut.zip", "--as", "twos(16)"]));
    place.write("x.gz", bytes(GZIP));
    let done = place.run(&["dump", "x.gz", "--as", "unsigned(8)", "--member", "x.dat"]);
    assert!(done.stderr.contains("`x.gz` is no ZIP archive, and has no members"), "{}", done.stderr);
    // The sum of the member is wrong.
    let mut wrong = bytes(ZIP);
    let sum = wrong.len() - 22 - 51 + 16;
    wrong[sum] ^= 1;
    place.write("wrong.zip", wrong);
    let done = place.run(&[&["convert", "wrong.zip", "out.dat"], &COPY[..]].concat());
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.contains("its length or its check sum is not that of the archive"),
        "{}",
        done.stderr
    );
    assert!(!place.path("out.dat").exists());
}

#[test]
fn compressed_arrays_are_known() {
    let place = Place::new();
    place.write("x.dat", content());
    let done = place.run(&["convert", "x.dat", "x.npy", "--from", "twos(16)"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&place.read("x.npy")).expect("it is compressed");
    place.write("y.npy.gz", encoder.finish().expect("it is compressed"));
    let done = place.run(&["convert", "y.npy.gz", "-", "--to", "twos(16)"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stdout == content());
}
