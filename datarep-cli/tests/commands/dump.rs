//! `datarep check` and `datarep dump`.

use std::io::Write as _;
use std::process::Stdio;

use crate::{Done, Place, root};

#[test]
fn all_faults_of_all_texts_are_told() {
    let place = Place::new();
    place.write(
        "sound.datarep",
        "float a = S1 E7 F24 where value = 0.F * 16^(E - 64);\ntest a { 1.0 <=> 0x4110_0000; }\n",
    );
    place.write("odd.datarep", "float b = S1 E7 F25 where value = 0.F * 16^(E - 64);\nfloat c = S1 E7 F23 where value = 0.F * 16^(E - 64);\n");
    place.write("bytes.datarep", [0x66, 0xFF]);
    let texts = ["check", "odd.datarep", "none.datarep", "bytes.datarep", "sound.datarep"];
    insta::assert_snapshot!("check", place.show(&texts));
    insta::assert_snapshot!("check_sound", place.show(&["check", "sound.datarep"]));
    insta::assert_snapshot!("check_json", place.show(&["check", "--json", "sound.datarep", "odd.datarep"]));
}

#[test]
fn faults_in_json_are_as_many_as_a_person_is_shown() {
    let place = Place::new();
    place.write("many.datarep", "test f32 { ".to_owned() + &"1 => 0x0; ".repeat(60) + "}");
    place.write("full.datarep", "\0".repeat(1 << 20));
    let done = place.run(&["check", "--json", "many.datarep", "full.datarep"]);
    let entries: serde_json::Value = serde_json::from_slice(&done.stdout).expect("it is JSON");
    assert_eq!((entries.as_array().map(Vec::len), done.code), (Some(102), Some(1)));
    assert_eq!(
        (&entries[50]["title"], &entries[50]["more"]),
        (&"10 more faults are not shown".into(), &10.into())
    );
    assert_eq!((&entries[101]["file"], &entries[101]["more"]), (&"full.datarep".into(), &951.into()));
    assert_eq!(entries[101]["title"], "more than 950 faults are not shown");
    let told = place.run(&["check", "full.datarep"]).stderr;
    assert!(told.ends_with("error: more than 950 faults are not shown\n"), "{told}");
}

/// Words of a VAX: a number, zero, a reserved operand, a zero with a dirty fraction, and two bytes.
const VAX: [u8; 18] = [0xED, 0xC3, 0, 0x40, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 1, 0, 0x80, 0x40];

#[test]
fn items_are_printed_with_what_is_unusual() {
    let place = Place::new();
    place.write("vax.dat", VAX);
    insta::assert_snapshot!("dump_cut", place.show(&["dump", "vax.dat", "--as", "vax_f"]));
    insta::assert_snapshot!(
        "dump_partial",
        place.show(&["dump", "vax.dat", "--as", "vax_f", "--partial", "--at", "0x4"])
    );
    insta::assert_snapshot!(
        "dump_json",
        place.show(&["dump", "vax.dat", "--as", "vax_f", "--count", "3", "--json"])
    );
    insta::assert_snapshot!(
        "dump_stride",
        place.show(&["dump", "vax.dat", "--as", "twos(16) little", "--stride", "4", "--count", "4"])
    );
    insta::assert_snapshot!("dump_behind", place.show(&["dump", "vax.dat", "--as", "vax_f", "--at", "100"]));
    insta::assert_snapshot!(
        "dump_short",
        place.show(&["dump", "vax.dat", "--as", "vax_f", "--at", "8", "--count", "5"])
    );
    insta::assert_snapshot!(
        "dump_narrow_stride",
        place.show(&["dump", "vax.dat", "--as", "vax_f", "--stride", "2"])
    );
    insta::assert_snapshot!(
        "dump_no_number",
        place.show(&["dump", "vax.dat", "--as", "vax_f", "--at", "ten"])
    );
    insta::assert_snapshot!("dump_folder", place.show(&["dump", ".", "--as", "vax_f"]));
}

#[test]
fn a_section_is_dumped_as_its_picture_says() {
    let place = Place::new();
    let section = root().join("examples/data/line.sgy");
    let dumped = place.run(&[
        "dump",
        section.to_str().expect("a path"),
        "--as",
        "hfp32",
        "--at",
        "0xab3c",
        "--count",
        "3",
    ]);
    assert_eq!(dumped.code, Some(0), "{}", dumped.stderr);
    assert!(
        dumped
            .text()
            .lines()
            .next()
            .is_some_and(|line| line == "     43836  42 14 f5 80  0x4214_F580  20.95898"),
        "{}",
        dumped.text()
    );
}

#[test]
fn records_of_fortran_are_read_between_their_marks() {
    let place = Place::new();
    let record = |items: &[f32]| {
        let mark = u32::try_from(items.len() * 4).expect("it is short").to_be_bytes();
        let items: Vec<u8> = items.iter().flat_map(|item| item.to_be_bytes()).collect();
        [&mark[..], &items, &mark].concat()
    };
    place.write("fortran.dat", [record(&[1.0, -2.5]), record(&[]), record(&[1e10])].concat());
    let dump = ["dump", "fortran.dat", "--as", "f32", "--marks"];
    insta::assert_snapshot!("dump_marks", place.show(&[&dump[..], &["fortran4"]].concat()));
    insta::assert_snapshot!("dump_wrong_marks", place.show(&[&dump[..], &["fortran8,big"]].concat()));
    let whole = place.read("fortran.dat");
    place.write("fortran.dat", &whole[..whole.len() - 5]);
    insta::assert_snapshot!(
        "dump_marks_cut",
        place.show(&[&dump[..], &["fortran4,big", "--at", "4"]].concat())
    );
    insta::assert_snapshot!(
        "dump_marks_partial",
        place.show(&[&dump[..], &["fortran4", "--partial"]].concat())
    );
}

#[test]
fn standard_input_is_dumped() {
    let place = Place::new();
    let mut command = place.command(&["dump", "-", "--as", "vax_f", "--at", "4", "--count", "1"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(&VAX).expect("it is read");
    let done = Done::of(child.wait_with_output().expect("it ends"));
    assert_eq!((done.text().as_str(), done.code), ("         4  00 00 00 00  0x0000_0000  0\n", Some(0)));
}

#[test]
fn options_of_other_tools_are_understood() {
    let place = Place::new();
    place.write("in.f32", (0..6_u8).flat_map(|number| f32::from(number).to_be_bytes()).collect::<Vec<u8>>());
    let usual = place.show(&["dump", "in.f32", "--as", "f32 big", "--at", "4", "--count", "2"]);
    for options in [
        ["--format", "f32 big", "--offset", "4", "--limit", "2"],
        ["--as", "f32 big", "--skip", "4", "-n", "2"],
    ] {
        let told = place.show(&[&["dump", "in.f32"], &options[..]].concat());
        assert_eq!(told.split_once('\n').map(|told| told.1), usual.split_once('\n').map(|told| told.1));
    }
}

#[test]
fn a_row_of_characters_is_a_line() {
    let place = Place::new();
    // "AB C" twice, and a byte that is no character of the page's ASCII.
    place.write("text.dat", [0xC1, 0xC2, 0x40, 0xC3, 0xC1, 0xC2, 0x40, 0xC3, 0xC1]);
    let told = place.run(&["dump", "text.dat", "--as", "ebcdic(cp037)", "--row", "4", "--partial"]).text();
    assert_eq!(told, "         0  \"AB C\"\n         4  \"AB C\"\n");
    let told = place.run(&["dump", "text.dat", "--as", "ebcdic(cp037)", "--row", "4"]);
    assert_eq!(told.code, Some(1));
    // As before without rows.
    assert_eq!(place.run(&["dump", "text.dat", "--as", "ebcdic(cp037)"]).text().lines().count(), 9);
}

/// In JSON a value is the text itself, and its class says that it is one.
#[test]
fn texts_in_json_are_themselves() {
    let place = Place::new();
    place.write("t.dat", b"\"a\x01\xE9x");
    place.write("t.datarep", "record t { text: [latin1; 4]; letter: latin1; }");
    let done = place.run(&["dump", "t.dat", "--record", "t.datarep", "--json"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let lines: Vec<serde_json::Value> =
        done.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [text, letter] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&text["value"], &text["class"]), (&"\"a\u{1}é".into(), &"text".into()));
    assert_eq!((&letter["value"], &letter["class"]), (&"x".into(), &"text".into()));
    // For people it is in quotes.
    let done = place.run(&["dump", "t.dat", "--record", "t.datarep"]).text();
    assert!(done.contains(r#"  "\"a\u{1}é""#), "{done}");
    let done = place.run(&["dump", "t.dat", "--as", "latin1", "--at", "4", "--json"]).text();
    assert!(done.contains(r#""class":"character""#) && done.contains(r#""value":"x""#), "{done}");
}

/// Decimals of more than 16 bytes have no word that is shown, but a value.
#[test]
fn wide_decimals_have_values() {
    let place = Place::new();
    place.write("w.datarep", "record w { a: [zoned_decimal(18, 2, ascii, unsigned); 2]; b: zoned_decimal(17, 0, ascii, unsigned); }");
    place.write("w.dat", [&b"000000000000012345"[..], b"99999999999999999x", b"00000000000000007"].concat());
    let dump = ["dump", "w.dat", "--record", "w.datarep"];
    let done = place.run(&dump);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let values: Vec<String> =
        done.text().lines().skip(1).map(|line| line.rsplit(' ').next().unwrap_or("").to_owned()).collect();
    assert_eq!(values, ["123.45", "invalid", "7"]);
    let lines = place.run(&[&dump[..], &["--json"]].concat()).text();
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap_or("")).expect("JSON");
    assert_eq!((&first["value"], &first["class"]), (&"123.45".into(), &"number".into()));
}

#[test]
fn what_was_probably_meant_is_said() {
    let place = Place::new();
    place.write("book.cpy", "       01 CUSTOMER.\n          05 NAME PIC X(20).\n");
    let told = place.run(&["check", "book.cpy"]).stderr;
    assert!(told.contains("`datarep import book.cpy` makes a text of it"), "{told}");
    let told = place.run(&["explain", "C276A000", "--as", "hfp32"]).stderr;
    assert!(told.contains("write `0xC276A000` for the word, or `[C2 76 A0 00]` for the bytes"), "{told}");
    let told = place.run(&["explain", "0xC276A0", "--as", "hfp32"]).stderr;
    assert!(told.contains("`0xC276A0` has 6 of the 8 digits of a word of `hfp32`"), "{told}");
    assert_eq!(place.run(&["explain", "0xC276A000", "--as", "hfp32"]).stderr, "");
}

/// A whole file with a known header is converted as it was asked for, with a word about it.
#[test]
fn a_header_that_is_converted_too_is_told() {
    let place = Place::new();
    let line = root().join("examples/data/line.sgy");
    let line = line.to_str().expect("a path");
    let told = place.run(&["convert", line, "all.npy", "--from", "hfp32"]);
    assert_eq!(told.code, Some(0));
    assert!(told.stderr.contains("is SEG-Y, and its header is read as items too"), "{}", told.stderr);
    // The headers of all traces but the first lie between the rows.
    let told = place.run(&["convert", line, "rows.npy", "--from", "hfp32", "--at", "3840"]);
    assert_eq!(told.code, Some(0));
    let note =
        "the 240 bytes between its rows are read as items too: `--row 500 --stride 2240` passes over them";
    assert!(told.stderr.contains(note), "{}", told.stderr);
    let from = [
        "convert",
        line,
        "samples.npy",
        "--from",
        "hfp32",
        "--at",
        "3840",
        "--row",
        "500",
        "--stride",
        "2240",
    ];
    assert!(!place.run(&from).stderr.contains("header"), "nothing is said of what was asked for");
}
