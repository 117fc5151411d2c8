//! `datarep probe`.

use crate::{Done, Place};

/// A wave of 400 numbers in the format of IBM's mainframes.
pub(crate) fn section() -> Vec<u8> {
    let wave = |index: u32| 900.0 * (f64::from(index) / 9.0).sin() + 300.0 * (f64::from(index) / 3.1).cos();
    let values: Vec<f64> = (0..400).map(wave).collect();
    datarep_dynamic::Format::named("hfp32").expect("a format").to_bytes(&values).expect("all fit").0
}

#[test]
fn the_best_candidates_are_told_with_reasons() {
    let place = Place::new();
    place.write("section.dat", section());
    let told = place.show(&["probe", "section.dat", "--at", "0"]);
    assert!(told.contains("1. hfp32 big") && told.contains("magnitudes"), "{told}");
}

#[test]
fn the_same_is_drawn_and_told_in_json() {
    let place = Place::new();
    let title = [0xE3, 0xC9, 0xE3, 0xD3, 0xC5, 0x40, 0x40, 0x40].repeat(80);
    place.write("section.dat", [title, section()].concat());
    let drawn = ["probe", "section.dat", "--json", "--svg", "series.svg", "--png", "series.png"];
    let Done { stdout, stderr, code } = place.run(&drawn);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    let json: serde_json::Value = serde_json::from_slice(&stdout).expect("JSON");
    assert_eq!(json["candidates"][0]["format"], "hfp32 big");
    assert_eq!(json["candidates"][0]["at"], 640);
    assert_eq!(json["runs"][0]["kind"], "text in EBCDIC");
    assert_eq!(json["certain"], true);
    assert!(place.read("series.png").starts_with(b"\x89PNG\r\n\x1a\n"));
    let svg = String::from_utf8(place.read("series.svg")).expect("text");
    assert!(svg.starts_with("<svg") && svg.contains("<polyline") && svg.contains("hfp32 big"));
}

#[test]
fn bytes_at_the_end_are_left_out() {
    let place = Place::new();
    let trailer: Vec<u8> = (0_u32..700).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[1]).collect();
    place.write("section.dat", [section(), trailer].concat());
    let told = place.show(&["probe", "section.dat", "--at", "0", "--skip-end", "700"]);
    assert!(told.contains("bytes 0 to 1600") && told.contains("1. hfp32 big"), "{told}");
    let told = place.run(&["probe", "section.dat", "--skip-end", "2301"]);
    assert_eq!((told.code, told.stdout.len()), (Some(1), 0));
    assert!(told.stderr.contains("`--skip-end` leaves out 2301"), "{}", told.stderr);
}

#[test]
fn what_a_header_says_is_first() {
    let place = Place::new();
    // SEG-Y: letters in EBCDIC, format code 1, 100 samples in a trace; four traces.
    let mut file = vec![0x40; 3200];
    file[0] = 0xC3;
    file.resize(3600, 0);
    (file[3221], file[3225]) = (100, 1);
    for trace in section().chunks(400) {
        file.extend([0; 240]);
        file.extend(trace);
    }
    place.write("line.sgy", file);
    let told = place.show(&["probe", "line.sgy"]);
    for said in [
        "kind of file: SEG-Y",
        "samples: --as \"hfp32 big\" --at 3840 --row 100 --stride 640",
        "bytes 3840 to 6160",
        "1. hfp32 big",
        "the header says so of `samples`",
        "the first is what the header says of `samples`",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let json = place.run(&["probe", "line.sgy", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((&json["named"], &json["header"]["numbers"][0]["stride"]), (&"samples".into(), &640.into()));
    // The options in the report are those of the other commands.
    let dumped = place.run(&[
        "dump",
        "line.sgy",
        "--as",
        "hfp32 big",
        "--at",
        "3840",
        "--row",
        "100",
        "--stride",
        "640",
    ]);
    assert_eq!((dumped.code, dumped.stderr.as_str()), (Some(0), ""));
}

/// The code in the header says IBM, and the samples are IEEE floats. Both are told, and each can be drawn.
#[test]
fn a_header_that_lies_is_told() {
    let place = Place::new();
    let values: Vec<f64> = (0..400).map(|index| 900.0 * (f64::from(index) / 9.0).sin()).collect();
    let format = datarep_dynamic::Format::named("f32").expect("a format").with_order("big");
    let samples = format.to_bytes(&values).expect("all fit").0;
    let mut file = vec![0x40; 3200];
    file[0] = 0xC3;
    file.resize(3600, 0);
    (file[3221], file[3225]) = (100, 1);
    for trace in samples.chunks(400) {
        file.extend([0; 240]);
        file.extend(trace);
    }
    place.write("line.sgy", file);
    let told = place.show(&["probe", "line.sgy", "--as", "f32 big", "--svg", "line.svg"]);
    for said in [
        "THE HEADER MAY BE WRONG: it says `hfp32 big`, and by the bytes alone they are `f32 big`, certainly:\n  samples: --as \"f32 big\" --at 3840 --row 100 --stride 640",
        "1. hfp32 big",
        "2. f32 big",
        "not certain: without the header `f32 big` would be",
        "drawn as f32 big:",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let svg = String::from_utf8(place.read("line.svg")).expect("text");
    assert!(svg.contains("f32 big, "), "{svg}");
    // Without its order a format is the first candidate of that name.
    assert!(place.show(&["probe", "line.sgy", "--as", "f32"]).contains("drawn as f32 big:"));
    let refused = place.run(&["probe", "line.sgy", "--as", "f33"]);
    assert!(
        refused.stderr.contains("`f33` is no candidate") && refused.stderr.contains("`f32 big`"),
        "{}",
        refused.stderr
    );
}

/// The columns of a SAS transport file are listed with the options that read them.
#[test]
fn the_variables_of_a_transport_file_are_listed() {
    let Some(corpus) = std::env::var_os("DATAREP_CORPUS").filter(|path| !path.is_empty()) else { return };
    let file = std::path::PathBuf::from(corpus).join("xport/test2.xpt");
    let file = file.to_str().expect("a name in UTF-8");
    let place = Place::new();
    let json = place.run(&["probe", file, "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let numbers = &json["header"]["numbers"][0];
    let [at, stride] = ["at", "stride"].map(|key| numbers[key].to_string());
    let options = ["--at", &at, "--stride", &stride, "--count", "2"];
    let format = numbers["format"].as_str().expect("a name");
    let shown = place.run(&[&["dump", file, "--as", format], &options[..]].concat());
    assert_eq!((shown.code, shown.text().lines().count()), (Some(0), 2), "{}", shown.stderr);
    // The same options are those of `convert`.
    let converted =
        place.run(&[&["convert", file, "-", "--to", "csv", "--as", format], &options[..]].concat());
    assert_eq!((converted.code, converted.text().lines().count()), (Some(0), 2), "{}", converted.stderr);
}

#[test]
fn what_cannot_be_told_is_said() {
    let place = Place::new();
    place.write("empty.dat", []);
    place.write("text.txt", "Nothing but words, again and again.\n".repeat(30));
    for (arguments, said) in [
        (["probe", "empty.dat"].as_slice(), "nothing here looks like numbers"),
        (&["probe", "text.txt"], "nothing here looks like numbers"),
        (&["probe", "text.txt", "--at", "9999"], "and none at byte 9999"),
        (&["probe", "none.dat"], "cannot read `none.dat`"),
    ] {
        let told = place.show(arguments);
        assert!(told.contains(said), "{told}");
    }
}

/// A table of 16 VAX floats in rows of four, behind a header of 40 bytes; its label is a file of its own.
#[test]
fn labels_of_archives_are_followed() {
    let place = Place::new();
    let floats: Vec<f64> = (0..400).map(|index| 3.0 + (f64::from(index) / 7.0).sin()).collect();
    let floats =
        datarep_dynamic::Format::named("vax_f").expect("a format").to_bytes(&floats).expect("all fit").0;
    place.write("TABLE.DAT", [vec![b'x'; 40], floats.clone()].concat());
    let label = "PDS_VERSION_ID = PDS3\r\nRECORD_BYTES = 16\r\n^TABLE = (\"TABLE.DAT\", 41 <BYTES>)\r\nOBJECT = TABLE\r\n\
        INTERCHANGE_FORMAT = BINARY\r\nROWS = 100\r\nROW_BYTES = 16\r\nOBJECT = COLUMN\r\nNAME = LINE\r\n\
        DATA_TYPE = VAX_REAL\r\nSTART_BYTE = 1\r\nBYTES = 16\r\nITEMS = 4\r\nEND_OBJECT\r\nEND_OBJECT\r\nEND\r\n";
    place.write("TABLE.LBL", label);
    let told = place.show(&["probe", "TABLE.DAT"]);
    for said in [
        "kind of file: PDS3, by its label `TABLE.LBL`",
        "LINE: --as vax_f --at 40 --row 4 --count 100",
        "the first is what the header says of `LINE`",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    // The label alone leads to the file.
    let told = place.show(&["probe", "TABLE.LBL"]);
    assert!(told.contains("its numbers are in the file TABLE.DAT: probe that file"), "{told}");
    // A label within the file.
    let vicar = format!("{:1000}", "LBLSIZE=1000 FORMAT='REAL' NL=20 NS=20 RECSIZE=80 REALFMT='VAX' ");
    place.write("image.vic", [vicar.as_bytes(), &floats].concat());
    let told = place.show(&["probe", "image.vic"]);
    assert!(told.contains("1. vax_f") && told.contains("bytes 1000 to 2600"), "{told}");
}

/// Zeros at the beginning are the same in all formats, so that values behind them are printed.
#[test]
fn values_behind_zeros_are_printed() {
    let place = Place::new();
    let zeros = std::iter::repeat_n(0.0, 40);
    let values: Vec<f64> = zeros.chain((0..400).map(|index| 50.0 * (f64::from(index) / 9.0).cos())).collect();
    let format = datarep_dynamic::Format::named("hfp32").expect("a format");
    place.write("late.dat", format.to_bytes(&values).expect("all fit").0);
    let told = place.show(&["probe", "late.dat", "--at", "0"]);
    assert!(told.contains("   from item 40 on: 50, 49.69"), "{told}");
}
