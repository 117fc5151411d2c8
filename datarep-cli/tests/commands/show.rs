//! `datarep show` and `datarep explain`.

use serde_json::{Value, json};

use crate::{Done, Place};

#[test]
fn formats_and_representations_are_shown() {
    let place = Place::new();
    for (name, of) in [
        ("show_hfp32", "hfp32"),
        ("show_own_order", "twos(24) little"),
        ("show_decimal", "packed_decimal(7, 2)"),
        ("show_both", "vax_g"),
        ("show_unknown", "hpf32"),
        ("show_by_machine", "ibm_real32"),
        ("show_open_name", "VAX_REAL"),
        ("show_no_container", "unsigned(12)"),
        ("show_wrong_order", "hfp32 litle"),
        ("show_pair", "double_double"),
    ] {
        insta::assert_snapshot!(name, place.show(&["show", of]));
    }
    insta::assert_snapshot!("show_json", place.show(&["show", "m68881_96", "--json"]));
}

/// A line by bytes says what the order of the bytes is, also beside a line with the same word.
#[test]
fn test_lines_by_bytes_are_shown() {
    let place = Place::new();
    place.write(
        "own.datarep",
        "float own = S1 E8 F23 where value = 1.F * 2^(E - 127) { order little; }\n\
         test own { 1.0 <=> 0x3F80_0000; [0x00, 0x00, 0x80, 0x3F] <=> 1.0; [0, 0, 0, 0xC0] => -2.0; }\n",
    );
    let shown = place.run(&["show", "own", "--text", "own.datarep"]).text();
    for line in
        ["1.0 <=> 0x3F80_0000", "1.0 <=> [0x00, 0x00, 0x80, 0x3F]", "[0x00, 0x00, 0x00, 0xC0] => -2.0"]
    {
        assert!(shown.contains(line), "{shown}");
    }
    let done = place.run(&["show", "own", "--text", "own.datarep", "--json"]);
    let shown: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let found = |line: &&Value| line["word"] == "0xC000_0000";
    let lines = shown.as_object().expect("an object").values().filter_map(Value::as_array).flatten();
    assert_eq!(lines.clone().find(found).expect("the last line")["bytes"], "00 00 00 c0");
    assert_eq!(lines.filter(|line| line["word"] == "0x3F80_0000").count(), 2);
}

/// What a person reads in a text, a program reads in JSON.
#[test]
fn a_record_is_described_for_programs() {
    let place = Place::new();
    place.write(
        "account.datarep",
        "/// A line of an order.
record line { price: packed_decimal(5, 2) { null if invalid; }; code: [ebcdic(cp037); 4]; }
record personal { born: u16 big; }
record company { floor: f32 big; _: 2 bytes; }
record account {
    kind: [ebcdic(cp037); 1]; n: u8; name: [ascii; n] { trim both; }; lines: [line; 3];
    body: choice kind { \"P\" => personal; \"C\" | \"D\" => company; otherwise => _; };
}
",
    );
    let done = place.run(&["show", "account", "--text", "account.datarep", "--json"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let shown: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(
        (&shown["name"], &shown["bytes"], &shown["least_bytes"]),
        (&json!("account"), &Value::Null, &json!(23))
    );
    let fields = &shown["fields"];
    assert_eq!(fields[1]["native"], "u8");
    let name = json!({
        "name": "name", "kind": "text", "offset": 2, "bytes": null, "counts": [], "length": "n", "native": "text",
        "format": "ascii", "bits": 8, "order": fields[2]["order"], "padding": "spaces", "trim": "both",
    });
    assert_eq!(fields[2], name);
    let lines = &fields[3];
    let places = ["offset", "bytes", "counts", "kind", "record"].map(|key| &lines[key]);
    assert_eq!(json!(places), json!([null, 21, [3], "record", "line"]));
    assert_eq!(lines["fields"][0]["format"], "packed_decimal(5, 2)");
    assert_eq!(lines["fields"][0]["missing"], json!(["invalid"]));
    assert_eq!((&lines["fields"][1]["offset"], &lines["fields"][1]["bytes"]), (&json!(3), &json!(4)));
    let choice = &fields[4];
    assert_eq!(choice["decision"], json!({ "field": "kind" }));
    let cases: Vec<&Value> = (0..3).map(|index| &choice["alternatives"][index]["cases"]).collect();
    assert_eq!(json!(cases), json!([["P"], ["C", "D"], null]));
    assert_eq!(choice["alternatives"][1]["field"]["fields"][0]["native"], "f32");
    assert_eq!(choice["alternatives"][1]["field"]["fields"][1]["kind"], "filler");
    assert_eq!(choice["alternatives"][2]["field"], Value::Null);
}

/// A user with a wrong test line wants to see the value that the format gives the word.
#[test]
fn a_format_whose_test_lines_are_wrong_is_explained() {
    let place = Place::new();
    let text =
        "float mine = S1 E7 F24 where value = 0.F * 16^(E - 64);\ntest mine { 2.0 <=> 0x4110_0000; }\n";
    place.write("mine.datarep", text);
    insta::assert_snapshot!(
        "explain_wrong_test",
        place.show(&["explain", "0x41100000", "--as", "mine", "--text", "mine.datarep"])
    );
    place.write("two.dat", [0x41, 0x10, 0, 0]);
    insta::assert_snapshot!(
        "dump_wrong_test",
        place.show(&["dump", "two.dat", "--as", "mine", "--text", "mine.datarep"])
    );
    // Any other fault stops every command.
    place.write("mine.datarep", text.replace("F24", "F23"));
    let done = place.run(&["explain", "0x41100000", "--as", "mine", "--text", "mine.datarep"]);
    assert_eq!((done.code, done.text().as_str()), (Some(1), ""), "{}", done.stderr);
}

#[test]
fn a_format_of_ones_own_is_shown_as_any_other() {
    let place = Place::new();
    place.write("mine.datarep", "/// Mine.\n///\n/// Source: my manual.\nfloat mine = S1 E7 F24 where value = 0.F * 16^(E - 64);\ntest mine { 1.0 <=> 0x4110_0000; }\n");
    insta::assert_snapshot!("show_own", place.show(&["show", "mine", "--text", "mine.datarep"]));
    insta::assert_snapshot!(
        "explain_own",
        place.show(&["explain", "--text", "mine.datarep", "--as", "mine", "1"])
    );
}

#[test]
fn each_line_of_a_file_is_explained() {
    let place = Place::new();
    place.write("words.txt", "0xC276A000\n\n 1e99 \n0x1_0000_0000\n0xZ\n[42 10 00 00]\n");
    let asked = ["explain", "--lines", "words.txt", "--as", "hfp32,packed_decimal(7, 2)"];
    let done = place.run(&[&asked[..], &["--json"]].concat());
    // One of the lines has no word, and all are explained.
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ""));
    let told: Value = serde_json::from_str(&done.text()).expect("it is JSON");
    let told = told.as_array().expect("a list");
    let lines: Vec<&str> = told.iter().filter_map(|entry| entry["line"].as_str()).collect();
    let expected = ["0xC276A000", "1e99", "0x1_0000_0000", "0xZ", "[42 10 00 00]"];
    assert_eq!(lines, expected.map(|line| [line; 2]).concat());
    // What the command says of the word alone.
    let alone = place.run(&["explain", "0xC276A000", "--as", "hfp32", "--json"]);
    let mut alone: Value = serde_json::from_str(&alone.text()).expect("it is JSON");
    alone[0]["line"] = "0xC276A000".into();
    assert_eq!(alone[0], told[0]);
    assert_eq!(told[2]["no_word"], "1e99 is beyond the format's range");
    assert_eq!(told[4]["refused"], "0x1_0000_0000 does not fit in the 32 bits of `hfp32`");
    assert_eq!(told[4]["help"], "a word of it has 8 hexadecimal digits");
    assert_eq!(told[6]["refused"], "`0xZ` is no word of at most 128 bits");
    assert_eq!(told[8]["value"], "16 = 1 * 2^4");
    let text = place.run(&asked).text();
    assert!(
        text.contains("\n\n0x1_0000_0000 in hfp32: ") && text.contains("\n  refused   `0xZ` is no"),
        "{text}"
    );
    let done = place.run(&["explain", "1", "--lines", "words.txt", "--as", "hfp32"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
}

#[test]
fn a_picture_has_a_box_for_each_field() {
    let place = Place::new();
    insta::assert_snapshot!("svg", place.show(&["show", "x87_80", "--svg", "-"]));
    assert_eq!(place.run(&["show", "vax_f", "--svg", "vax.svg"]).code, Some(0));
    let svg = String::from_utf8(place.read("vax.svg")).expect("a text");
    assert!(
        svg.starts_with("<svg ") && svg.contains(">E8</text>") && svg.contains("value = 0.1F * 2^(E - 128)")
    );
    insta::assert_snapshot!("svg_nowhere", place.show(&["show", "vax_f", "--svg", "none/vax.svg"]));
    insta::assert_snapshot!("svg_of_a_representation", place.show(&["show", "ibm370", "--svg", "x.svg"]));
}

#[test]
fn words_are_followed_to_their_values() {
    let place = Place::new();
    for (name, word, format) in [
        ("explain_word", "0xC276A000", "hfp32"),
        ("explain_reserved", "0x80000000", "vax_f"),
        ("explain_bytes", "[00 40 00 00]", "vax_f"),
        ("explain_complement", "0o577400000000", "pdp10_36"),
        ("explain_not_in_f64", "0x3FFF_8000_0000_0000_0001", "x87_80"),
        ("explain_digits", "0x0012345B", "packed_decimal(7, 2)"),
        ("explain_no_digits", "0x0012A45C", "packed_decimal(7, 2)"),
        ("explain_too_wide", "0x1_0000_0000", "hfp32"),
        ("explain_wrong_bytes", "[00 40]", "vax_f"),
    ] {
        insta::assert_snapshot!(name, place.show(&["explain", word, "--as", format]));
    }
}

#[test]
fn values_are_followed_to_their_words() {
    let place = Place::new();
    for (name, value, format) in [
        ("explain_value", "-118.625", "hfp32,vax_f,cray64"),
        ("explain_rounded", "0.1", "f32 little"),
        ("explain_infinity", "-inf", "f32"),
        ("explain_beyond", "1e99", "vax_f,packed_decimal(7, 2)"),
        ("explain_character", "A", "ebcdic(cp037)"),
        ("explain_logical", "true", "cray_logical"),
        ("explain_no_value", "ten", "hfp32"),
        ("explain_alias", "1", ">f4"),
    ] {
        insta::assert_snapshot!(name, place.show(&["explain", value, "--as", format]));
    }
    insta::assert_snapshot!("explain_json", place.show(&["explain", "--json", "--as", "hfp32", "0.1"]));
}

/// A text in the folder in which the command runs must not change what a name means, and a text that does is named.
#[test]
fn names_of_the_library_are_not_replaced_in_silence() {
    let place = Place::new();
    let folder = place.path("datarep");
    std::fs::create_dir_all(place.path(".config/datarep")).expect("a folder");
    std::fs::create_dir(&folder).expect("a folder");
    let text =
        "float hfp32 = S1 E8 F23 where value = 1.F * 2^(E - 127);\ndatarep cray extends external32 { }\n";
    place.write("datarep/own.datarep", text);
    place.write(".config/datarep/own.datarep", text);
    let arguments = ["explain", "0x41100000", "--as", "hfp32"];
    for (name, value) in
        [("HOME", ""), ("HOME", "."), ("XDG_CONFIG_HOME", "."), ("XDG_CONFIG_HOME", "datarep/..")]
    {
        let mut command = place.command(&arguments);
        command.env_remove("HOME").env(name, value);
        let done = Done::of(command.output().expect("it runs"));
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{name}={value}");
        assert!(done.text().contains("0.F * 16^(E - 64)"), "{}", done.text());
    }
    let note = |name: &str, path: &str| {
        format!("note: `{name}` is that of `{path}`, which hides the one of the library\n")
    };
    let configured = place.path(".config/datarep/own.datarep").display().to_string();
    place.write("in.dat", [0x41, 0x10, 0, 0]);
    for arguments in [
        &arguments[..],
        &["show", "hfp32"],
        &["dump", "in.dat", "--as", "hfp32"],
        &["convert", "in.dat", "-", "--from", "hfp32", "--to", "hfp32"],
    ] {
        let done = place.run(arguments);
        assert_eq!((done.code, done.stderr), (Some(0), note("hfp32", &configured)), "{arguments:?}");
    }
    let done = place.run(&["show", "cray", "--text", "datarep/own.datarep"]);
    assert_eq!((done.code, done.stderr), (Some(0), note("cray", "datarep/own.datarep")));
    // A name that the library does not have is nobody else's.
    place.write("mine.datarep", text.replace("hfp32", "mine"));
    let done = place.run(&["show", "mine", "--text", "mine.datarep"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_record_of_the_library_is_shown_and_reads_a_file() {
    let place = Place::new();
    let done = place.run(&["show", "segy::trace_extension"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let shown = done.text();
    let field = |name| shown.lines().find(|line| line.split_whitespace().nth(2) == Some(name)).expect(name);
    assert!(shown.contains("record trace_extension: 240 bytes"), "{shown}");
    assert!(field("samples").trim_start().starts_with("136 "), "{shown}");
    assert!(field("header_name").contains("text of 8 ascii"), "{shown}");
    let mut header = vec![0; 400];
    header[16..18].copy_from_slice(&4000_u16.to_be_bytes());
    header[20..22].copy_from_slice(&1500_u16.to_be_bytes());
    place.write("header.dat", header);
    let done = place.run(&["convert", "header.dat", "header.csv", "--from", "segy::binary_header_rev1"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let table = String::from_utf8(place.read("header.csv")).expect("a text");
    let (names, values) = table.trim_end().split_once('\n').expect("two lines");
    let column = |name| names.trim_end().split(',').position(|known| known == name).expect("a column");
    let values: Vec<&str> = values.split(',').collect();
    assert_eq!((values[column("interval")], values[column("samples")]), ("4000", "1500"));
    let done = place.run(&["show", "segy::trace_header", "--svg", "-"]);
    assert_eq!((done.code, done.text().as_str()), (Some(1), ""), "{}", done.stderr);
}
