//! What the committed inputs give, so that a campaign finds a program that is wrong and does not crash.
//!
//! A checker that accepts what it must refuse breaks no promise that holds for each input. So the meaning of known inputs
//! is kept: `answers/CAMPAIGN` has a line for each, with its path and a hash of its answer. A campaign compares them once
//! when it begins. The tests compare them too, and write them if `DATAREP_ANSWERS` is `write`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// What an input gives, as a text.
pub type Answer = fn(&[u8]) -> String;

/// The paths below which the inputs of a campaign lie, seen from the folder `fuzz`.
fn folders(campaign: &str) -> Vec<String> {
    let mut folders = vec![format!("corpus/{campaign}")];
    if campaign == "text" {
        let known =
            ["standard", "standard/family", "tests/samples", "tests/samples/checks", "tests/samples/faults"];
        folders.extend(known.map(|folder| format!("../datarep-dsl/{folder}")));
    }
    folders
}

/// Compares what the committed inputs of a campaign give with what they gave. `home` is the folder `fuzz`.
///
/// # Errors
///
/// Returns the inputs with another answer.
pub fn compare(home: &Path, campaign: &str, answer: Answer) -> Result<(), String> {
    let known = fs::read_to_string(path(home, campaign)).map_err(|error| format!("{campaign}: {error}"))?;
    let mut wrong = String::new();
    for input in inputs(home, campaign) {
        let bytes = fs::read(home.join(&input)).map_err(|error| format!("{input}: {error}"))?;
        let told = answer(&bytes);
        let line = line(&input, &told);
        if !known.lines().any(|known| known == line) {
            let _ = writeln!(
                wrong,
                "`{input}` gives another answer: {}",
                told.chars().take(300).collect::<String>()
            );
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// Writes the answers of a campaign.
///
/// # Errors
///
/// Returns what the system says if a file cannot be read or written.
pub fn write(home: &Path, campaign: &str, answer: Answer) -> Result<(), String> {
    let mut lines = String::new();
    for input in inputs(home, campaign) {
        let bytes = fs::read(home.join(&input)).map_err(|error| format!("{input}: {error}"))?;
        lines += &line(&input, &answer(&bytes));
        lines.push('\n');
    }
    fs::write(path(home, campaign), lines).map_err(|error| format!("{campaign}: {error}"))
}

fn path(home: &Path, campaign: &str) -> PathBuf {
    home.join("answers").join(campaign)
}

/// The inputs in the order of their names.
fn inputs(home: &Path, campaign: &str) -> Vec<String> {
    let mut inputs = Vec::new();
    for folder in folders(campaign) {
        let entries = fs::read_dir(home.join(&folder)).into_iter().flatten().flatten();
        let files = entries.filter(|entry| entry.path().is_file());
        inputs.extend(files.map(|entry| format!("{folder}/{}", entry.file_name().to_string_lossy())));
    }
    inputs.sort();
    inputs
}

fn line(input: &str, answer: &str) -> String {
    // FNV-1a: answers are compared with themselves, and nobody chooses them.
    let hash = answer.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x} {input}")
}
