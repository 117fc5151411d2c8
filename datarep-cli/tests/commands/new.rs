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

/// The names of what the templates use are not taken by what they make.
#[test]
fn a_program_with_a_name_of_the_standard_library_builds() {
    for name in ["io", "fs", "env", "vec", "option"] {
        is_sound("crate", name);
    }
}

#[test]
fn a_plugin_with_a_name_of_a_folder_of_cargo_builds() {
    is_sound("plugin", "build");
}

#[test]
fn names_that_cannot_be_built_are_refused_with_the_reason() {
    let place = Place::new();
    for (kind, name, reason) in [
        ("crate", "build", "Cargo has a folder `build` where it would put the program"),
        ("crate", "deps", "Cargo has a folder `deps` where it would put the program"),
        ("crate", "examples", "Cargo has a folder `examples` where it would put the program"),
        ("crate", "incremental", "Cargo has a folder `incremental` where it would put the program"),
        ("plugin", "test", "`test` is a crate of Rust"),
        ("plugin", "core", "`core` is a crate of Rust"),
        ("crate", "std", "`std` is a crate of Rust"),
        ("crate", "alloc", "`alloc` is a crate of Rust"),
        ("crate", "proc-macro", "`proc_macro` is a crate of Rust"),
        ("crate", "datarep", "`datarep` is a crate that the new one depends on"),
        ("plugin", "datarep-macros", "`datarep_macros` is a crate that the new one depends on"),
        ("plugin", "datarep-dsl", "`datarep_dsl` is a crate that the new one depends on"),
        ("crate", "match", "`match` is a word of Rust"),
        ("crate", "f32", "`f32` is a type of Rust"),
        ("plugin", "u8", "`u8` is a type of Rust"),
        ("crate", "str", "`str` is a type of Rust"),
    ] {
        let done = place.run(&["new", kind, name]);
        assert_eq!((done.code, done.text().as_str()), (Some(1), ""), "{kind} {name}");
        let told = format!("error: `{name}` cannot be the name of this crate: {reason}\n");
        assert_eq!(done.stderr.lines().next().map(|line| format!("{line}\n")), Some(told), "{kind} {name}");
        assert_eq!(names(&place), [""; 0], "{name}");
    }
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
