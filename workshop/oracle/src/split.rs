//! `cargo xtask split`: divides random files of records into parts, and compares borders and records with what was written.
//!
//! The files are written here, without the library's code. Some of the records imitate marks: they contain chains of records that are
//! none. The parts are compared twice: as they are claimed and joined, and as they are proved. At the end a file of 10 GB, whose bytes
//! are made when they are read, is divided, and the time and the bytes that were read are printed.

mod files;
mod large;

use std::io::{self, Cursor, Write};

use datarep_dynamic::marks::split::{Division, Effort, Join, Part, Step, split};
use datarep_dynamic::marks::{Marks, Reached, Records};

use crate::chance::Chance;
use files::{MARKS, RandomFile, draw_file};

/// Files of a campaign, and the records of each.
const FILES: u32 = 10_000;
const RECORDS: usize = 100_000;

/// Records of each file that imitate marks.
const IMITATIONS: usize = 100;

/// More than any record has.
const MOST: usize = 1 << 24;

/// The counts of the campaign.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    files: u64,
    records: u64,
    imitations: u64,
    /// Borders within files: all, those that were proved by the search alone, and those that were claimed and void.
    borders: u64,
    proved: u64,
    void: u64,
    wrong: u64,
}

/// Runs the campaign; `is_quick`: a hundredth of it.
///
/// # Errors
///
/// Returns a message if a border or a record is wrong.
pub fn run(is_quick: bool, out: &mut dyn Write) -> Result<(), String> {
    let print = |error: io::Error| format!("the report cannot be written: {error}");
    let files = if is_quick { FILES / 100 } else { FILES };
    let mut all = Counts::default();
    for file in 0..files {
        let (name, marks) = MARKS[file as usize % MARKS.len()];
        let mut chance = Chance::new(u64::from(file));
        let drawn = draw_file(marks, RECORDS, IMITATIONS, &mut chance);
        check_division(&drawn, name, &mut chance, &mut all)
            .map_err(|fault| format!("file {file}, `{name}`: {fault}"))?;
        if file % 1000 == 999 {
            writeln!(out, "{} files, {} records", file + 1, all.records).map_err(print)?;
        }
    }
    for line in large::measure_division()? {
        writeln!(out, "{line}").map_err(print)?;
    }
    let Counts { files, records, imitations, borders, proved, void, wrong } = all;
    writeln!(out, "{imitations} records that imitate marks; {borders} borders, {proved} proved without a walk, {void} claimed and void")
        .map_err(print)?;
    writeln!(out, "split: {files} files, {records} records, {wrong} wrong borders").map_err(print)?;
    if wrong > 0 { Err("borders are wrong".to_owned()) } else { Ok(()) }
}

/// Divides a file, and compares its parts with what was written.
fn check_division(
    drawn: &RandomFile,
    name: &str,
    chance: &mut Chance,
    all: &mut Counts,
) -> Result<(), String> {
    let marks: Marks = name.parse().map_err(|error| format!("{error}"))?;
    let fault = |error: io::Error| error.to_string();
    let (file, length) = (&drawn.bytes, drawn.bytes.len() as u64);
    let parts = 2 + chance.draw_below(40) as usize;
    let search = chance.draw_one(&[1 << 14, 1 << 17, 1 << 20]);
    let effort = Effort { walk: if chance.percent(10) { 1 << 20 } else { 0 }, search };
    let division = split(&mut Cursor::new(file), length, marks, parts, effort).map_err(fault)?;
    all.files += 1;
    all.records += drawn.records.len() as u64;
    all.imitations += drawn.imitations as u64;
    let claimed: Vec<Part> = division.parts().into_iter().flatten().skip(1).collect();
    all.borders += claimed.len() as u64;
    all.proved += claimed.iter().filter(|part| part.is_proved).count() as u64;
    all.wrong +=
        claimed.iter().filter(|part| part.is_proved && !drawn.has_border(part.begin.at())).count() as u64;
    all.void += compare_joined(drawn, marks, &division)?;
    let mut proved = division;
    proved.prove(&mut Cursor::new(file)).map_err(fault)?;
    let mut next = 0;
    for part in proved.parts().into_iter().flatten() {
        all.wrong += u64::from(part.begin.at() > 0 && !drawn.has_border(part.begin.at()));
        read_part(drawn, marks, part, &mut next)?;
    }
    drawn.check_record_count(next)
}

/// Compares the parts as they are claimed and joined; returns how many of them are void.
fn compare_joined(drawn: &RandomFile, marks: Marks, division: &Division) -> Result<u64, String> {
    let mut void = division.parts().iter().flatten().count() as u64;
    let mut join = Join::new(division);
    let (mut step, mut next) = (join.first_step(), 0);
    loop {
        let part = match step {
            Step::Done => break,
            Step::Keep(part) => {
                void -= 1;
                division.part(part).ok_or("an empty part was met")?
            }
            Step::Read(part) => part,
        };
        step = join.next_step(read_part(drawn, marks, part, &mut next)?);
    }
    drawn.check_record_count(next)?;
    Ok(void)
}

/// Reads a part, whose first record has the number `next`, and compares the place and the length of each.
fn read_part(drawn: &RandomFile, marks: Marks, part: Part, next: &mut usize) -> Result<Reached, String> {
    let from = usize::try_from(part.begin.at()).map_err(|_| "a border is not in the file")?;
    let mut records = Records::resume(&drawn.bytes[from..], marks, part.begin, part.until);
    let mut bytes = Vec::new();
    while let Some(at) = records.next_whole(&mut bytes, MOST).map_err(|error| error.to_string())? {
        let written = drawn.records.get(*next).copied();
        if written != Some((at, bytes.len() as u64)) {
            return Err(format!(
                "record {next} is at byte {at} with {} bytes, and {written:?} was written",
                bytes.len()
            ));
        }
        *next += 1;
        bytes.clear();
    }
    Ok(records.reached())
}
