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

/// A folder for files, which is in memory if the system allows it.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = parent.join(format!("datarep-fuzz-{}", std::process::id()));
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
    let place = |name: &str| folder.join(name).into_os_string();
    let file =
        |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("the file can be written");
    let pick = |of: &[&'static str], number: u8| OsString::from(of[usize::from(number) % of.len()]);
    let mut words: Vec<OsString> = vec!["datarep".into()];
    let mut say = |more: &[OsString]| words.extend_from_slice(more);
    match which % 8 {
        0 => {
            file("copybook.cpy", bytes);
            say(&["import".into(), place("copybook.cpy"), place("out.datarep"), "--force".into()]);
            say(&["--machine".into(), pick(&["mainframe", "pc"], one)]);
        }
        1 => {
            file("marked.dat", bytes);
            say(&["convert".into(), place("marked.dat"), place("out.csv"), "--force".into()]);
            say(&["--marks".into(), pick(&MARKS, one), "--from".into(), pick(&FORMATS, other)]);
        }
        2 => {
            file("array.npy", bytes);
            say(&["convert".into(), place("array.npy"), place("out.csv"), "--force".into()]);
        }
        3 => {
            file("items.dat", bytes);
            say(&[
                "convert".into(),
                place("items.dat"),
                place("out.dat"),
                "--force".into(),
                "--partial".into(),
            ]);
            say(&["--from".into(), pick(&FORMATS, one), "--to".into(), pick(&FORMATS, other)]);
            say(&["--on-write".into(), pick(&RULES, one / 8), "--on-read".into(), pick(&RULES, other / 8)]);
        }
        4 => {
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            file("record.datarep", &bytes[..end]);
            file("records.dat", bytes.get(end + 1..).unwrap_or_default());
            say(&["convert".into(), place("records.dat"), place("out.csv"), "--force".into()]);
            say(&["--record".into(), place("record.datarep")]);
            if one & 1 == 1 {
                say(&["--marks".into(), pick(&MARKS, other)]);
            }
        }
        5 => {
            file("items.dat", bytes);
            let numbers =
                ["0", "1", "3", "0x7fffffffffffffff", "18446744073709551615", "4294967296", "1000", "7"];
            say(&["convert".into(), place("items.dat"), place("out.npy"), "--force".into()]);
            say(&["--from".into(), pick(&FORMATS, one), "--at".into(), pick(&numbers, one / 8)]);
            say(&["--row".into(), pick(&numbers, other), "--stride".into(), pick(&numbers, other / 8)]);
            say(&["--count".into(), pick(&numbers, one ^ other)]);
        }
        6 => {
            let what = String::from_utf8_lossy(bytes).into_owned();
            say(&["explain".into(), what.into(), "--as".into(), pick(&FORMATS, one)]);
        }
        _ => {
            file("text.datarep", bytes);
            say(&["check".into(), place("text.datarep")]);
        }
    }
    Some(words)
}
