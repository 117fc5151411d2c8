//! `datarep probe`.

use crate::{Done, Place};

/// A wave of 400 numbers as IBM's mainframes have them.
fn section() -> Vec<u8> {
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
