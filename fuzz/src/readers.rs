//! Inputs of the command `datarep`: copybooks, records between marks, arrays of NumPy, texts, items in any format.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The formats of items.
const FORMATS: [&str; 8] = [
    "hfp32",
    "xport64",
    "f64 little",
    "twos(24)",
    "packed_decimal(7, 2)",
    "ebcdic(cp037)",
    "vax_d",
    "posit32",
];

/// Marks of records.
const MARKS: [&str; 6] = ["fortran4", "fortran8", "fortran4,big", "rdw", "bdw", "fortran8,little"];

/// Rules for what cannot be kept.
const RULES: [&str; 4] = ["overflow => saturate", "reserved | invalid => nan", "inexact => error", ""];

/// Places in a file, and counts.
const NUMBERS: [&str; 8] =
    ["0", "1", "3", "0x7fffffffffffffff", "18446744073709551615", "4294967296", "1000", "7"];

/// A folder for files. `cargo xtask fuzz` gives the process a temporary folder in memory, and removes it.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("datarep-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the files of the command");
    folder
});

/// Takes three bytes that choose a command and its options, and the files of the command.
pub fn run(bytes: &[u8]) {
    if let Some(arguments) = arguments(bytes, &FOLDER) {
        // A failure must come with a message. Nothing more is required.
        if let Err(told) = datarep_cli::run(arguments) {
            assert!(!told.is_empty(), "a failure is told");
        }
    }
}

/// The command of an input. The files that it reads are written to the folder.
pub fn arguments(bytes: &[u8], folder: &Path) -> Option<Vec<OsString>> {
    let (&[which, one, other], bytes) = bytes.split_first_chunk::<3>()?;
    let mut line = Line { folder, one, other, words: vec!["datarep".into()] };
    match which % 8 {
        0 => line.import(bytes),
        1 => line.convert_marked(bytes),
        2 => line.convert_array(bytes),
        3 => line.convert_items(bytes),
        4 => line.convert_records(bytes),
        5 => line.convert_items_at(bytes),
        6 => line.explain(bytes),
        _ => line.check(bytes),
    }
    Some(line.words)
}

/// A command line.
struct Line<'a> {
    /// The folder of the files.
    folder: &'a Path,
    /// A byte that chooses an option.
    one: u8,
    /// Another such byte.
    other: u8,
    words: Vec<OsString>,
}

impl Line<'_> {
    fn place(&self, name: &str) -> OsString {
        self.folder.join(name).into_os_string()
    }

    fn file(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.join(name), bytes).expect("the file can be written");
    }

    fn say(&mut self, more: &[OsString]) {
        self.words.extend_from_slice(more);
    }

    /// Adds `convert` and its files.
    fn convert(&mut self, from: &str, to: &str) {
        self.say(&["convert".into(), self.place(from), self.place(to), "--force".into(), "--no-sync".into()]);
    }

    /// `import` of a copybook.
    fn import(&mut self, bytes: &[u8]) {
        self.file("copybook.cpy", bytes);
        self.say(&["import".into(), self.place("copybook.cpy"), self.place("out.datarep"), "--force".into()]);
        self.say(&["--machine".into(), pick(&["mainframe", "pc"], self.one)]);
    }

    /// `convert` of records between marks.
    fn convert_marked(&mut self, bytes: &[u8]) {
        self.file("marked.dat", bytes);
        self.convert("marked.dat", "out.csv");
        self.say(&["--marks".into(), pick(&MARKS, self.one), "--from".into(), pick(&FORMATS, self.other)]);
    }

    /// `convert` of an array of NumPy.
    fn convert_array(&mut self, bytes: &[u8]) {
        self.file("array.npy", bytes);
        self.convert("array.npy", "out.csv");
    }

    /// `convert` of items from one format to another.
    fn convert_items(&mut self, bytes: &[u8]) {
        let (one, other) = (self.one, self.other);
        self.file("items.dat", bytes);
        self.convert("items.dat", "out.dat");
        self.say(&["--partial".into()]);
        self.say(&["--from".into(), pick(&FORMATS, one), "--to".into(), pick(&FORMATS, other)]);
        self.say(&["--on-write".into(), pick(&RULES, one / 8), "--on-read".into(), pick(&RULES, other / 8)]);
    }

    /// `convert` of records. Their description and a zero byte come before them.
    fn convert_records(&mut self, bytes: &[u8]) {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        self.file("record.datarep", &bytes[..end]);
        self.file("records.dat", bytes.get(end + 1..).unwrap_or_default());
        self.convert("records.dat", "out.csv");
        self.say(&["--record".into(), self.place("record.datarep")]);
        if self.one & 1 == 1 {
            self.say(&["--marks".into(), pick(&MARKS, self.other)]);
        }
    }

    /// `convert` of the items at some places of a file.
    fn convert_items_at(&mut self, bytes: &[u8]) {
        let (one, other) = (self.one, self.other);
        self.file("items.dat", bytes);
        self.convert("items.dat", "out.npy");
        self.say(&["--from".into(), pick(&FORMATS, one), "--at".into(), pick(&NUMBERS, one / 8)]);
        self.say(&["--row".into(), pick(&NUMBERS, other), "--stride".into(), pick(&NUMBERS, other / 8)]);
        self.say(&["--count".into(), pick(&NUMBERS, one ^ other)]);
    }

    /// `explain` of a text.
    fn explain(&mut self, bytes: &[u8]) {
        let what = String::from_utf8_lossy(bytes).into_owned();
        self.say(&["explain".into(), what.into(), "--as".into(), pick(&FORMATS, self.one)]);
    }

    /// `check` of a text.
    fn check(&mut self, bytes: &[u8]) {
        self.file("text.datarep", bytes);
        self.say(&["check".into(), self.place("text.datarep")]);
    }
}

fn pick(of: &[&'static str], number: u8) -> OsString {
    OsString::from(of[usize::from(number) % of.len()])
}
