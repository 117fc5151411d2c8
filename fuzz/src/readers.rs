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

/// The marks of an input whose byte for them has its highest bit.
const MORE_MARKS: [&str; 16] = [
    "line",
    "fixed,block=8",
    "fixed,block=24,record=5",
    "length,at=0,bytes=1",
    "length,at=0,bytes=2,little,adjust=2",
    "length,at=0,bytes=2,digits",
    "length,at=1,bytes=1,times=2",
    "tap",
    "tap,unpadded",
    "tap,bad,file=2",
    "aws",
    "aws,file=2",
    "rdw,little",
    "rdw,exclusive",
    "bdw,block-exclusive",
    "bdw,adjust=-2,block-little",
];

/// Rules for what cannot be kept.
const RULES: [&str; 4] = ["overflow => saturate", "reserved | invalid => nan", "inexact => error", ""];

/// Words that are packed without gaps.
const PACKED: [&str; 6] = [
    "twos(12) packed",
    "unsigned(4) packed little",
    "unsigned(3), packed",
    "twos(13) packed",
    "unsigned(24) packed",
    "twos(16)",
];

/// Which items or records of a file are read, and how. The records have these names in the texts that have several.
const SELECTIONS: [&[&str]; 16] = [
    &[],
    &["--partial"],
    &["--on-bad", "skip"],
    &["--on-bad", "null", "--add-columns", "error,record"],
    &["--skip-end", "3", "--partial"],
    &["--at", "2", "--partial"],
    &["--count", "2"],
    &["--stride", "9", "--partial"],
    &["--from", "row", "--header", "head", "--trailer", "tail"],
    &["--from", "row", "--header", "head", "--trailer", "tail", "--trailer-count", "records"],
    &["--from", "row", "--header", "head", "--add-columns", "record,offset,raw"],
    &["--part", "2/3"],
    &["--add-columns", "record,offset,raw", "--sample", "3"],
    &["--from", "row", "--to", "row"],
    &["--from", "row", "--to", "row", "--to-marks", "rdw"],
    &["--on-bad", "skip", "--max-bad", "1"],
];

/// What else is asked of records. Their fields have these names.
const RECORD_OPTIONS: [&[&str]; 8] = [
    &[],
    &["--where", "n=1"],
    &["--where", "n>1", "--where", "n<=9"],
    &["--columns", "n"],
    &["--where", "n!=2", "--add-columns", "error,file,offset"],
    &["--on-bad", "skip", "--max-bad", "30%"],
    &["--decompress", "none"],
    &["--skip-end", "2"],
];

/// How the compiler of a copybook stores items, and what is read of it.
const COMPILERS: [&[&str]; 12] = [
    &[],
    &["--occurs", "maximum"],
    &["--binary-size", "1-2-4-8"],
    &["--binary-size", "1--8"],
    &["--binary-size", "2-4-8-any", "--pointers", "8"],
    &["--floats", "ieee", "--pointers", "4"],
    &["--charset", "cp930"],
    &["--charset", "latin1", "--padding", "zeros"],
    &["--redefines", "overlay"],
    &["--choice-length", "own", "--redefines", "overlay"],
    &["--choose", "KIND=A:A", "--choose", "KIND=*:_"],
    &["--choose", "REC-TYPE=C:CUSTOMER", "--choose", "REC-TYPE=*:_", "--choice-length", "own"],
];

/// What is written of a copybook.
const LAYOUTS: [&[&str]; 4] = [&[], &["--report", "text"], &["--report", "json"], &[]];

/// Places in a file, and counts.
const NUMBERS: [&str; 8] =
    ["0", "1", "3", "0x7fffffffffffffff", "18446744073709551615", "4294967296", "1000", "7"];

/// A folder for files. `cargo xtask fuzz` gives the process a temporary folder in memory, and removes it.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("datarep-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the files of the command");
    folder
});

/// The new files of commands.
const OUTPUTS: [&str; 4] = ["out.csv", "out.dat", "out.npy", "out.datarep"];

/// Takes three bytes that choose a command and its options, and the files of the command.
pub fn run(bytes: &[u8]) {
    if let Some(arguments) = arguments(bytes, &FOLDER) {
        // A failure must come with a message. Nothing more is required of an input that nobody has seen.
        if let Err(told) = datarep_cli::run(arguments) {
            assert!(!told.is_empty(), "a failure is told");
        }
    }
}

/// The new file of the command, or what it says instead. Its output for people is not looked at.
pub fn answer(bytes: &[u8]) -> String {
    let folder = &*FOLDER;
    for name in OUTPUTS {
        let _ = fs::remove_file(folder.join(name));
    }
    let Some(arguments) = arguments(bytes, folder) else { return String::new() };
    let told = match datarep_cli::run(arguments) {
        Ok(()) => "done".to_owned(),
        Err(told) => told,
    };
    let outputs = OUTPUTS.iter().filter_map(|name| Some((name, fs::read(folder.join(name)).ok()?)));
    let outputs = outputs.map(|(name, bytes)| format!("{name}: {}\n", bytes.escape_ascii()));
    // Each process has another folder.
    format!("{told}\n{}", outputs.collect::<String>()).replace(&*folder.to_string_lossy(), "")
}

/// The command of an input. The files that it reads are written to the folder.
pub fn arguments(bytes: &[u8], folder: &Path) -> Option<Vec<OsString>> {
    let (&[which, one, other], bytes) = bytes.split_first_chunk::<3>()?;
    let mut line = Line { folder, more: which / 8, one, other, words: vec!["datarep".into()] };
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
    /// A number that chooses an option.
    more: u8,
    /// A byte that chooses another one.
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

    /// Adds the words of one of several lists.
    fn say_list(&mut self, lists: &[&[&str]], number: u8) {
        self.words.extend(lists[usize::from(number) % lists.len()].iter().map(OsString::from));
    }

    /// Adds `convert` and its files.
    fn convert(&mut self, from: &str, to: &str) {
        self.say(&["convert".into(), self.place(from), self.place(to), "--force".into(), "--no-sync".into()]);
    }

    /// `import` of a copybook. Behind a zero byte stands the file that `COPY OTHER` takes in, or another record.
    fn import(&mut self, bytes: &[u8]) {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        self.file("copybook.cpy", &bytes[..end]);
        self.file("other.cpy", bytes.get(end + 1..).unwrap_or_default());
        self.say(&["import".into(), self.place("copybook.cpy")]);
        if self.other & 1 == 1 {
            self.say(&[self.place("other.cpy")]);
        }
        self.say(&[self.place("out.datarep"), "--force".into()]);
        self.say_list(&LAYOUTS, self.other >> 1);
        self.say(&["--machine".into(), pick(&["mainframe", "pc"], self.one)]);
        self.say_list(&COMPILERS, self.more);
    }

    /// `convert` of records between marks.
    fn convert_marked(&mut self, bytes: &[u8]) {
        self.file("marked.dat", bytes);
        self.convert("marked.dat", "out.csv");
        self.say(&["--marks".into(), pick(&MARKS, self.one), "--from".into(), pick(&FORMATS, self.other)]);
        // Those before the first that names a record.
        self.say_list(&SELECTIONS[..8], self.more);
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
        let formats = if self.more % 2 == 1 { &PACKED[..] } else { &FORMATS };
        self.say(&["--from".into(), pick(formats, one), "--to".into(), pick(formats, other)]);
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
            self.say(&["--marks".into(), pick_marks(self.other)]);
        }
        if self.one & 16 == 16 {
            self.say(&["--rejects".into(), self.place("out.dat")]);
        }
        self.say_list(&RECORD_OPTIONS, self.one >> 1 & 7);
        self.say_list(&SELECTIONS, self.more);
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

fn pick_marks(number: u8) -> OsString {
    if number < 128 { pick(&MARKS, number) } else { pick(&MORE_MARKS, number) }
}

fn pick(of: &[&'static str], number: u8) -> OsString {
    OsString::from(of[usize::from(number) % of.len()])
}
