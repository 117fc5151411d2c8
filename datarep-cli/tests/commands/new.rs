//! `datarep new`. Cargo checks what it makes.

use std::process::Command;

use crate::{Place, root};

/// The names in a folder.
fn names(place: &Place) -> Vec<String> {
    let entries = std::fs::read_dir(place.path(".")).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

/// Makes a crate, and has Cargo check it in a target folder that both tests share.
fn is_sound(kind: &str, name: &str) {
    let place = Place::new();
    let done = place.run(&["new", kind, name]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    // The lock file asks for the versions of this workspace, which are available offline.
    std::fs::copy(root().join("Cargo.lock"), place.path(name).join("Cargo.lock")).expect("a copy");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["check", "--quiet", "--offline"]).current_dir(place.path(name));
    cargo
        .env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/new"))
        .env("RUSTFLAGS", "-D warnings");
    let checked = cargo.output().expect("Cargo runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    assert_eq!(names(&place), [name]);
}

#[test]
fn a_plugin_builds() {
    is_sound("plugin", "my-seismic");
}

#[test]
fn a_program_builds() {
    is_sound("crate", "readings");
}

#[test]
fn nothing_is_overwritten_and_nothing_is_left() {
    let place = Place::new();
    std::fs::create_dir(place.path("there")).expect("a folder");
    for (name, arguments) in [
        ("new_there", vec!["new", "crate", "there"]),
        ("new_keyword", vec!["new", "crate", "match"]),
        ("new_no_name", vec!["new", "crate", "Zwölf"]),
        ("new_library", vec!["new", "plugin", "cray"]),
        ("new_nowhere", vec!["new", "plugin", "none/mine"]),
        ("new_no_source", vec!["new", "plugin", "mine", "--datarep", "there"]),
        ("new_no_kind", vec!["new", "program", "mine"]),
    ] {
        insta::assert_snapshot!(name, place.show(&arguments));
        assert_eq!(names(&place), ["there"], "{name}");
    }
    let source = root().to_str().expect("a path");
    insta::assert_snapshot!("new", place.show(&["new", "plugin", "mine"]));
    assert_eq!(place.run(&["new", "crate", "there/other", "--datarep", source]).code, Some(0));
    let manifest = String::from_utf8(place.read("there/other/Cargo.toml")).expect("a text");
    assert!(
        manifest.contains("datarep = { path = \"") && manifest.contains("runtime\", features"),
        "{manifest}"
    );
    assert!(!manifest.contains("[workspace]"), "{manifest}");
    // A new crate inside a package is not part of that package.
    assert_eq!(place.run(&["new", "crate", "mine/inner"]).code, Some(0));
    let manifest = String::from_utf8(place.read("mine/inner/Cargo.toml")).expect("a text");
    assert!(manifest.ends_with("\n[workspace]\n"), "{manifest}");
}
