//! The commands of the first page and of the page of the command run, with the files that they name.

use std::process::{Command, Stdio};

use crate::{Done, Place, root};

/// The lines of a page that run this program, of blocks of a shell.
fn commands(page: &str) -> Vec<&str> {
    let mut is_shell = false;
    let lines = page.lines().filter(|line| {
        if let Some(language) = line.strip_prefix("```") {
            is_shell = language == "sh";
        }
        is_shell && line.starts_with("datarep ")
    });
    lines.collect()
}

/// Runs commands one after the other in a folder that has the examples.
fn run(place: &Place, commands: &[&str]) {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_datarep"));
    let path = format!("{}:/usr/bin:/bin", program.parent().expect("a folder").display());
    for command in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(place.path(".")).env_clear();
        shell.env("PATH", &path).env("HOME", place.path(".")).stdin(Stdio::null());
        let done = Done::of(shell.output().expect("a shell"));
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{command}");
    }
}

#[test]
fn the_first_page_is_as_it_says() {
    let place = Place::new();
    std::os::unix::fs::symlink(root().join("examples"), place.path("examples")).expect("a link");
    let page = std::fs::read_to_string(root().join("README.md")).expect("the page");
    let commands = commands(&page);
    assert!(commands.len() >= 7, "{commands:?}");
    run(&place, &commands);
    let lines = String::from_utf8(place.read("customers.csv")).expect("a text");
    insta::assert_snapshot!("customers", lines);
    assert_eq!(place.read("line.npy").len(), 128 + 120 * 500 * 8);
}

#[cfg(feature = "columnar")]
#[test]
fn the_page_of_the_command_is_as_it_says() {
    let place = Place::new();
    for name in ["line.sgy", "customer.cpy", "customers.dat"] {
        std::fs::copy(root().join("examples/data").join(name), place.path(name)).expect("a copy");
    }
    let page = std::fs::read_to_string(root().join("docs/command.md")).expect("the page");
    let (_, trace) = page.split_once("<!-- file: trace.datarep -->\n```text\n").expect("a text");
    place.write("trace.datarep", trace.split_once("```").expect("its end").0);
    let commands = commands(&page);
    assert!(commands.len() >= 7, "{commands:?}");
    run(&place, &commands);
    let traces = super::tables::table(&place, "traces.parquet");
    assert_eq!(traces.iter().map(arrow_array::RecordBatch::num_rows).sum::<usize>(), 120);
}
