//! `datarep list`.

use std::fs::File;
use std::process::Stdio;

use crate::{Done, Place, root};

#[test]
fn formats_are_found_by_name_machine_and_other_names() {
    let place = Place::new();
    for (name, word) in [
        ("list_vaxg", "VAXG"),
        ("list_hdf5", "H5T_VAX"),
        ("list_numpy", ">f4"),
        ("list_machine", "univac"),
        ("list_exact", "hfp32"),
        ("list_nothing", "hfp46"),
    ] {
        insta::assert_snapshot!(name, place.show(&["list", word]));
    }
}

/// The words that people type first, and the format that they should see first.
#[test]
fn machines_languages_and_kinds_of_files_are_found() {
    let place = Place::new();
    for (word, first) in [
        ("ibm", "hfp32"),
        ("mainframe", "hfp32"),
        ("360", "hfp32"),
        ("commodore", "mbf40"),
        ("amiga", "ffp32"),
        ("pl/i", "packed7"),
        ("float32", "f32"),
        ("double", "f64"),
        ("cp1047", "ebcdic(cp1047)"),
        ("modbus", "f32"),
        ("sas transport", "xport64"),
    ] {
        let text = place.run(&["list", word]).text();
        let formats = text.lines().skip_while(|line| !line.starts_with("FORMAT")).nth(1);
        let found = formats.and_then(|line| line.split_whitespace().next());
        assert_eq!(found, Some(first), "{word}: {text}");
    }
    let ibm = place.run(&["list", "ibm"]).text();
    for format in ["hfp64", "hfp128", "xport16", "xport64", "ibm7090"] {
        assert!(ibm.lines().any(|line| line.starts_with(&format!("{format} "))), "{format}: {ibm}");
    }
}

#[test]
fn all_is_listed() {
    let all = Place::new().run(&["list"]).text();
    let pages = std::fs::read_dir(root().join("docs/formats")).expect("the pages of all families");
    let read =
        |page: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(page.expect("a page").path());
    let text: String = pages.map(|page| read(page).expect("a page")).collect();
    let named = text.lines().filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`'));
    let mut count = 0;
    for name in named {
        assert!(all.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn json_is_for_programs() {
    let place = Place::new();
    insta::assert_snapshot!("list_json", place.show(&["list", "vax_f", "--json"]));
}

#[test]
fn texts_of_the_user_come_first() {
    let place = Place::new();
    std::fs::create_dir_all(place.path(".config/datarep")).expect("a folder");
    place.write(
        ".config/datarep/mine.datarep",
        "/// A float of mine.\nfloat mine = S1 E7 F24 where value = 0.F * 16^(E - 64);\n",
    );
    place.write(".config/datarep/odd.datarep", "float odd = S1 E7 F24;\n");
    place.write(
        "other.datarep",
        "/// Another one.\nfloat mine_too = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }\n",
    );
    let done = place.run(&["list", "mine", "--text", "other.datarep"]);
    let named: Vec<String> = done
        .text()
        .lines()
        .skip(1)
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect();
    assert_eq!(named[..1], ["mine"], "{}", done.text());
    assert!(done.stderr.contains("odd.datarep:1:"), "{}", done.stderr);
    assert_eq!(done.code, Some(0));

    let done = place.run(&["list", "mine_too", "--text", "none.datarep"]);
    assert_eq!((done.code, done.text().as_str()), (Some(1), ""));
    assert!(
        done.stderr.ends_with("error: cannot read `none.datarep`: no such file or directory\n"),
        "{}",
        done.stderr
    );
}

#[test]
fn what_cannot_be_written_is_told_and_a_closed_pipe_is_not() {
    let place = Place::new();
    let full = File::options().write(true).open("/dev/full").expect("/dev/full");
    let done = Done::of(place.command(&["list"]).stdout(full).output().expect("it runs"));
    assert_eq!(done.code, Some(1));
    assert_eq!(done.stderr, "error: cannot write standard output: no space left on device\n");

    let mut child =
        place.command(&["list"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let done = Done::of(child.wait_with_output().expect("it ends"));
    assert_eq!((done.code, done.stderr.as_str()), (Some(141), ""));
}

#[test]
fn a_wrong_command_line_is_told() {
    let place = Place::new();
    insta::assert_snapshot!("usage", place.show(&["lits"]));
    assert_eq!(place.run(&["--version"]).code, Some(0));
    assert!(place.run(&["--help"]).text().contains("Exit codes: 0 success"));
}
