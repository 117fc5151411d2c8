//! The interface for `build.rs`: the files that it writes, its errors, and that it writes nothing if there is an error.

use std::fs;
use std::path::PathBuf;

use datarep_codegen::Builder;

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// The error for the files. Nothing may be written.
fn told(name: &str, files: &[&str]) -> String {
    let folder = folder(name);
    let builder = files.iter().fold(Builder::new().out_dir(&folder), |builder, file| builder.file(*file));
    let error = builder.build().expect_err("a fault");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "something was written");
    assert_eq!(format!("{error:?}"), format!("\n{error}"));
    error.to_string().replace(&folder.display().to_string(), "OUT")
}

#[test]
fn a_file_becomes_the_items_of_its_model() {
    let folder = folder("sound");
    let builder = Builder::new().file("tests/cases/ibm.datarep").file("tests/cases/text.datarep");
    builder.out_dir(&folder).build().expect("two sound texts");
    for name in ["ibm", "text"] {
        let written = fs::read_to_string(folder.join(format!("{name}.rs"))).expect("a file");
        let text = fs::read_to_string(format!("tests/cases/{name}.datarep")).expect("a case");
        let name = format!("tests/cases/{name}.datarep");
        let source = datarep_dsl::source::Source { name, text, first_line: 1 };
        let model = datarep_dsl::compile(&source).expect("a sound text");
        assert!(written == datarep_codegen::format(&model), "`{}` is not what the text says", source.name);
    }
}

#[test]
fn all_faults_of_all_files_are_told() {
    let files = ["tests/faults/two.datarep", "tests/cases/ibm.datarep", "tests/faults/radix.datarep"];
    insta::assert_snapshot!(told("faults", &files));
}

#[test]
fn files_that_cannot_be_texts_are_told() {
    insta::assert_snapshot!(told(
        "not_texts",
        &["tests/faults/latin1.datarep", "tests/faults/no_such.datarep", "/"]
    ));
}

#[test]
fn two_texts_do_not_share_a_file() {
    let other = folder("other").join("ibm.datarep");
    fs::copy("tests/cases/ibm.datarep", &other).expect("a copy");
    let other = other.to_str().expect("a path in UTF-8");
    insta::assert_snapshot!(told("twins", &["tests/cases/ibm.datarep", other]));
}

#[test]
fn a_script_without_a_text_is_told() {
    assert_eq!(told("none", &[]).trim(), "no text is named: call `file` before `build`");
}
