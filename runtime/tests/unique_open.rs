//! Two openings of a file of which one promises to be the only one, in one process and in two.

use std::path::{Path, PathBuf};
use std::process::Command;

use datarep::datatype::Typemap;
use datarep::file::{File, Mode};
use datarep::{Datarep, ErrorClass, Predefined};

/// In the other process: the file, and the mode to open it with.
const PATH: &str = "DATAREP_TEST_PATH";
const MODE: &str = "DATAREP_TEST_MODE";

const MODES: [&str; 4] = ["unique", "plain", "written", "read"];

fn mode(name: &str) -> Mode {
    match name {
        "unique" => Mode::RDWR | Mode::UNIQUE_OPEN,
        "plain" => Mode::RDWR,
        "written" => Mode::WRONLY,
        "read" => Mode::RDONLY,
        other => panic!("no mode is called {other}"),
    }
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("datarep-{}-{name}", std::process::id()));
        std::fs::write(&path, [0; 100]).expect("a temporary file");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn opens_here(path: &Path, name: &str) -> bool {
    match File::open(path, mode(name)) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.class(), ErrorClass::FileInUse, "{error}");
            false
        }
    }
}

/// Whether the file can be opened in another process, which runs this test.
fn opens_elsewhere(path: &Path, name: &str) -> bool {
    let test = std::env::current_exe().expect("the test's own path");
    let other = Command::new(test)
        .args(["--exact", "unique_open::openings_that_undo_one_another_do_not_come_together"])
        .env(PATH, path)
        .env(MODE, name)
        .output()
        .expect("another process");
    other.status.success()
}

/// R-ACC-7: an opening that promises to be the only one is refused if the file is open, in another process too.
#[test]
fn openings_that_undo_one_another_do_not_come_together() {
    if let (Some(path), Ok(name)) = (std::env::var_os(PATH), std::env::var(MODE)) {
        assert!(opens_here(path.as_ref(), &name), "it is in use");
        return;
    }
    let scratch = Scratch::new("in-use");
    for (first, allowed) in [
        ("unique", ["read"].as_slice()),
        ("plain", &["plain", "written", "read"]),
        ("written", &["plain", "written", "read"]),
        ("read", &["unique", "plain", "written", "read"]),
    ] {
        let file = File::open(&scratch.0, mode(first)).expect("nobody else has it open");
        // Clones belong to the same opening, and keep it.
        let clone = file.clone();
        file.close().expect("nothing is pending");
        for second in MODES {
            let expected = allowed.contains(&second);
            assert_eq!(opens_here(&scratch.0, second), expected, "{first}, then {second}");
            assert_eq!(opens_elsewhere(&scratch.0, second), expected, "{first}, then {second} elsewhere");
        }
        clone.close().expect("nothing is pending");
    }
    assert!(opens_elsewhere(&scratch.0, "unique"));
}

/// A refused opening changes nothing, and its error says what to do. A file that is deleted when it is closed can be
/// made again.
#[test]
fn an_opening_that_is_refused_leaves_the_file_as_it_was() {
    let scratch = Scratch::new("refused");
    let deleted = mode("unique") | Mode::CREATE | Mode::DELETE_ON_CLOSE;
    let file = File::open(&scratch.0, deleted).expect("nobody else has it open");
    let error = File::open(&scratch.0, deleted).expect_err("it is promised twice");
    let message = "UNIQUE_OPEN promises that the file is open nowhere else, but it is open for writing";
    assert_eq!(error.to_string(), format!("`open` of `{}`: {message}", scratch.0.display()));
    let error = File::open(&scratch.0, Mode::RDWR).expect_err("it is promised");
    let message = "it is open elsewhere with UNIQUE_OPEN, which may undo writes here: close it there first";
    assert_eq!(error.to_string(), format!("`open` of `{}`: {message}", scratch.0.display()));
    assert_eq!(std::fs::read(&scratch.0).expect("it is there"), [0; 100]);
    file.close().expect("nothing is pending");
    assert!(!scratch.0.exists());
    File::open(&scratch.0, deleted).expect("it is made again").close().expect("nothing is pending");
}

/// If two write between one another's items, no item is lost: the second one writes when the first has closed.
#[test]
fn no_item_is_lost() {
    const EACH: i32 = 2000;
    let scratch = Scratch::new("lost");
    let int = Typemap::from(Predefined::Int32T);
    let every_second = Typemap::resized(0, 8, &int).expect("small");
    std::thread::scope(|scope| {
        for part in 0..2 {
            let (scratch, int, every_second) = (&scratch, &int, &every_second);
            scope.spawn(move || {
                let file = loop {
                    match File::open(&scratch.0, mode("unique")) {
                        Ok(file) => break file,
                        Err(error) => assert_eq!(error.class(), ErrorClass::FileInUse),
                    }
                    std::thread::yield_now();
                };
                file.set_view(part * 4, int, every_second, "native").expect("a view");
                for item in 0..EACH {
                    file.write(&[item + 1]).expect("there is space");
                }
            });
        }
    });
    let file = File::open(&scratch.0, Mode::RDONLY).expect("it is there");
    file.set_view_of::<i32>(0, &Datarep::NATIVE).expect("a view");
    let mut back = vec![0; 2 * usize::try_from(EACH).expect("few")];
    file.read(&mut back).expect("all is there");
    assert!(back.into_iter().eq((0..2 * EACH).map(|item| item / 2 + 1)));
}
