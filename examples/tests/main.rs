//! Runs the examples as programs, on the committed files and on the corpus that `DATAREP_CORPUS` names.

mod corpus;
mod crates;
mod data;
mod segy;
mod small;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

/// The folder of the committed files.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// A built example. Cargo builds all of them when it tests the package.
fn program(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let folder = test.parent().and_then(Path::parent).expect("a test lies in `deps` of the target folder");
    let path = folder.join("examples").join(name).with_extension(env::consts::EXE_EXTENSION);
    assert!(path.is_file(), "{} is not built: run `cargo test -p datarep-examples`", path.display());
    path
}

/// The exit code and output of a program.
struct Ran {
    code: Option<i32>,
    out: String,
    errors: String,
}

/// Runs an example.
fn run(name: &str, arguments: &[&Path]) -> Ran {
    let Output { status, stdout, stderr } =
        Command::new(program(name)).args(arguments).output().expect("an example runs");
    let text = |bytes| String::from_utf8(bytes).expect("an example prints UTF-8");
    Ran { code: status.code(), out: text(stdout), errors: text(stderr) }
}

/// Runs an example that must succeed, and returns what it printed.
fn good(name: &str, arguments: &[&Path]) -> String {
    let ran = run(name, arguments);
    assert_eq!(ran.code, Some(0), "{name} {arguments:?}: {}", ran.errors);
    ran.out
}

/// Runs an example that must fail with one line and without a panic, and returns the line.
fn bad(name: &str, arguments: &[&Path]) -> String {
    let ran = run(name, arguments);
    assert_eq!(ran.code, Some(2), "{name} {arguments:?}: {}{}", ran.out, ran.errors);
    assert!(ran.errors.starts_with("error: ") && ran.errors.lines().count() == 1, "{}", ran.errors);
    ran.errors
}

/// A temporary folder for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("datarep-examples-{}-{count}", process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Folder(path),
                // A run that was killed left it, and had this number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => panic!("the folder for temporary files can be written: {error}"),
            }
        }
    }

    fn folder(&self) -> &Path {
        &self.0
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("the folder for temporary files can be written");
        path
    }

    /// The names of the files in it, sorted.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder()).expect("the folder is there");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system, and no test fails for it.
        let _ = fs::remove_dir_all(&self.0);
    }
}
