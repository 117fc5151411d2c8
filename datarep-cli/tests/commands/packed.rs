//! Packed words, as `probe` names them, and names of other programs as formats.

use crate::Place;

/// 1, -2, 3 in twelve bits each, and four bits of zero.
const WORDS: [u8; 5] = [0x00, 0x1F, 0xFE, 0x00, 0x30];

#[test]
fn what_probe_prints_can_be_typed() {
    let place = Place::new();
    place.write("in.dat", WORDS);
    insta::assert_snapshot!("dump_packed", place.show(&["dump", "in.dat", "--as", "twos(12) packed"]));
    insta::assert_snapshot!(
        "dump_packed_json",
        place.show(&["dump", "in.dat", "--as", "unsigned(12), packed", "--count", "2", "--json"])
    );
    let done = place.run(&["convert", "in.dat", "-", "--from", "twos(12), packed", "--to", "csv"]);
    assert_eq!(done.text(), "1\n-2\n3\n", "{}", done.stderr);
    let back = ["convert", "in.dat", "out.dat", "--from", "twos(12) packed", "--to", "twos(12), packed"];
    assert_eq!(place.run(&back).code, Some(0));
    assert_eq!(place.read("out.dat"), WORDS);
    // Two words of 36 bits in nine bytes, through a file of doubles and back.
    // 1.0 is octal 201400000000, and -1.0 its two's complement, 576400000000.
    let words = [0x40, 0xC0, 0x00, 0x00, 0x0B, 0xF4, 0x00, 0x00, 0x00];
    place.write("pdp.dat", words);
    let out = ["convert", "pdp.dat", "f64.dat", "--from", "pdp10_36 high_density", "--to", "f64"];
    assert_eq!(place.run(&out).code, Some(0));
    assert_eq!(place.read("f64.dat"), [1.0_f64.to_be_bytes(), (-1.0_f64).to_be_bytes()].concat());
    let back = ["convert", "f64.dat", "again.dat", "--from", "f64", "--to", "pdp10_36 high_density"];
    assert_eq!(place.run(&back).code, Some(0));
    assert_eq!(place.read("again.dat"), words);
}

/// More words than are unpacked together, so that blocks meet inside bytes.
#[test]
fn packed_words_are_shown_as_such() {
    let place = Place::new();
    let shown = place.show(&["show", "twos(12) packed"]);
    assert!(shown.contains("In a file:  words of 12 bits without gaps, packed\n"), "{shown}");
    let told = place.run(&["list", "CDAB"]).stderr;
    assert!(told.contains("it is an order of bytes, and follows the format: `f32 CDAB`"), "{told}");
}

/// The bytes that are asked for are those that `dump` shows as the first word.
#[test]
fn packed_words_are_explained_by_the_bytes_of_a_file() {
    let place = Place::new();
    for (name, question, bytes, word) in [
        ("unsigned(12), packed", "[AB C0]", "AB C0 (packed: the first word of a file)", "0xABC"),
        ("unsigned(12) packed little", "[BC 0A]", "BC 0A (packed little: the first word of a file)", "0xABC"),
        ("unsigned(16) packed little", "0xABCD", "CD AB (packed little: the first word of a file)", "0xABCD"),
    ] {
        let shown = place.show(&["explain", question, "--as", name]);
        assert!(shown.contains(&format!("bytes     {bytes}\n  word      {word}\n")), "{name}: {shown}");
    }
    let tape = place.show(&["explain", "1", "--as", "pdp10_36 high_density"]);
    assert!(tape.contains("bytes     40 C0 00 00 00 (high_density: the first word of a file)"), "{tape}");
    let several = place.show(&["explain", "5", "--as", "unsigned(12), packed,f16 [1, 0]"]);
    assert!(
        several.contains("bytes     00 50 (packed") && several.contains("bytes     00 45 (order"),
        "{several}"
    );
}

#[test]
fn many_packed_words_come_back() {
    let place = Place::new();
    let bytes: Vec<u8> = (0_u32..39_000).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    place.write("in.dat", &bytes);
    for name in ["unsigned(12) packed", "twos(13) packed", "unsigned(24) packed", "unsigned(4) packed little"]
    {
        let done = place.run(&["convert", "in.dat", "out.dat", "--force", "--from", name, "--to", name]);
        assert_eq!(done.code, Some(0), "{name}: {}", done.stderr);
        assert!(place.read("out.dat") == bytes, "{name}");
    }
}

#[test]
fn rows_of_packed_words_begin_at_bytes() {
    let place = Place::new();
    let row = [0x00, 0x10, 0x02, 0x00, 0x3F, 0xEE, 0xEE];
    place.write("in.dat", [&[9, 9], &row[..], &row[..]].concat());
    let arguments =
        ["--from", "unsigned(12) packed", "--at", "2", "--row", "3", "--stride", "7", "--to", "csv"];
    let done = place.run(&[&["convert", "in.dat", "-"], &arguments[..]].concat());
    assert_eq!(done.text(), "1,2,3\n1,2,3\n", "{}", done.stderr);
    let small = ["dump", "in.dat", "--as", "unsigned(12) packed", "--row", "3", "--stride", "4"];
    insta::assert_snapshot!("packed_small_stride", place.show(&small));
}

#[test]
fn a_file_that_ends_within_a_packed_word_is_refused() {
    let place = Place::new();
    place.write("in.dat", [0x00, 0x1F, 0xFE, 0x00]);
    insta::assert_snapshot!("packed_end", place.show(&["dump", "in.dat", "--as", "twos(12) packed"]));
    let done = place.run(&["dump", "in.dat", "--as", "twos(12) packed", "--partial"]);
    assert_eq!((done.code, done.text().lines().count()), (Some(0), 2), "{}", done.stderr);
    // The bits that fill the last byte are at the end of it that the words reach last.
    for (name, filled, cut) in [
        ("unsigned(12) packed", [0xAB, 0xC0], [0xAB, 0xC5]),
        ("unsigned(12) packed little", [0xBC, 0x0A], [0xBC, 0x5A]),
    ] {
        place.write("filled.dat", filled);
        place.write("cut.dat", cut);
        let done = place.run(&["dump", "filled.dat", "--as", name]);
        assert_eq!(
            (done.code, done.text().contains("0xABC  2748")),
            (Some(0), true),
            "{name}: {}",
            done.stderr
        );
        assert_eq!(place.run(&["dump", "cut.dat", "--as", name]).code, Some(1), "{name}");
    }
}

/// Places and numbers are those of the file, and not those of the words when they are unpacked.
#[test]
fn the_end_of_packed_words_is_told_in_words() {
    let place = Place::new();
    place.write("in.dat", [9, 0x00, 0x10, 0x02, 0x00, 0x3F, 0xFF]);
    let told = |options: &[&str]| {
        let dump = ["dump", "in.dat", "--as", "unsigned(12) packed", "--at", "1"];
        let done = place.run(&[&dump, options].concat());
        (done.code, done.stderr.lines().next().unwrap_or_default().to_owned())
    };
    for (options, title) in [
        (&["--count", "9"][..], "error: `in.dat` has 4 words of 12 bits, and 5 more would be needed"),
        (
            &["--row", "3"],
            "error: `in.dat` ends within a row: 1 of its 3 words of 12 bits from bit 4 of byte 5 on",
        ),
        (
            &["--row", "2", "--count", "3"],
            "error: `in.dat` has 2 rows of 2 words of 12 bits, and 1 more would be needed",
        ),
    ] {
        assert_eq!(told(options), (Some(1), title.to_owned()));
    }
    // A row whose gap is not there any more ends the file, and not the gap.
    let done = place.run(&["dump", "in.dat", "--as", "u16", "--at", "1", "--stride", "4", "--count", "3"]);
    assert!(
        done.stderr.contains("`in.dat` ends at byte 7, and 1 more item would be needed"),
        "{}",
        done.stderr
    );
}

#[test]
fn names_of_other_programs_are_read_and_written() {
    let place = Place::new();
    let one = |name: &str| {
        place.write("f64.dat", 1.0_f64.to_be_bytes());
        let done = place.run(&["convert", "f64.dat", "-", "--from", "f64", "--to", name]);
        assert_eq!(done.code, Some(0), "{name}: {}", done.stderr);
        done.stdout
    };
    assert_eq!(one(">f4"), [0x3F, 0x80, 0, 0]);
    assert_eq!(one("PC_REAL*4"), [0, 0, 0x80, 0x3F]);
    assert_eq!(one("VAX_REAL*4"), [0x80, 0x40, 0, 0]);
    assert_eq!(one("H5T_VAX_F64"), [0x10, 0x40, 0, 0, 0, 0, 0, 0]);
    assert_eq!(one("segy 1"), [0x41, 0x10, 0, 0]);
    assert_eq!(one("float32 CDAB"), [0, 0, 0x3F, 0x80]);
    assert_eq!(one("PIC S9(5)V99 COMP-3"), [0, 0, 0x10, 0x0C]);
    let single = 1.0_f32;
    let of_machine = if cfg!(target_endian = "little") { single.to_le_bytes() } else { single.to_be_bytes() };
    assert_eq!(one("float32"), of_machine);
    // The order of this machine is said, because the file may be of another one.
    place.write("f32.dat", of_machine);
    let done = place.run(&["dump", "f32.dat", "--as", "float"]);
    assert!(done.stderr.contains("in the order of this machine"), "{}", done.stderr);
    let done = place.run(&["dump", "f32.dat", "--as", "float big"]);
    assert_eq!(done.stderr, "");
}
