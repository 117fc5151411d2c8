//! The package of generated code of records, and what its programs do with files.
//!
//! Its programs print what they read and write; it is compared by the process that drew the records. They are compiled with
//! overflow checks only, as records are structure more than arithmetic.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{Package, Profile, describe_failed_program, number_bytes, parse_hex};
use crate::random::shape::{Outcome, REFUSED, ShapeJob};
use crate::workspace;

/// The number of texts in a program.
const TEXTS: usize = 6;

/// The package.
#[derive(Debug)]
pub(in crate::random) struct RecordPackage(Package);

impl RecordPackage {
    /// Writes everything except the records.
    pub(in crate::random) fn new() -> Result<RecordPackage, String> {
        let folder = workspace::target_folder().join("random");
        // The compiled runtime is that of the formats.
        let package = Package { target: folder.join("target"), folder: folder.join("records") };
        package.write_manifest("random-records")?;
        package.write(Path::new("src/lib.rs"), include_str!("record_driver.rs"))?;
        Ok(RecordPackage(package))
    }

    /// Compiles the code of all texts, and returns what it does with each file of each.
    pub(in crate::random) fn run(&self, jobs: &[&ShapeJob]) -> Result<Vec<Vec<Outcome>>, String> {
        if jobs.is_empty() {
            return Ok(Vec::new());
        }
        self.write_programs(jobs)?;
        let told = self.0.build(Profile::Debug)?;
        if let Some(first) = told.first() {
            let source = &jobs[first.job].source;
            return Err(format!("the code of a record is a {}: {}\n{source}", first.form, first.what));
        }
        let mut outcomes = Vec::new();
        for (index, program) in jobs.chunks(TEXTS).enumerate() {
            outcomes.append(&mut self.run_one(index, program)?);
        }
        Ok(outcomes)
    }

    fn write_programs(&self, jobs: &[&ShapeJob]) -> Result<(), String> {
        self.0.remove_programs()?;
        for (index, program) in jobs.chunks(TEXTS).enumerate() {
            let folder = PathBuf::from(format!("src/bin/{}", program_name(index)));
            let mut main = String::from("use random_records::{run, subject};\n\n");
            let mut table = String::new();
            for (place, job) in program.iter().enumerate() {
                let place = index * TEXTS + place;
                self.0.write(&folder.join(format!("format{place}.rs")), &job.code)?;
                let _ = writeln!(
                    main,
                    "#[allow(dead_code, reason = \"not all of it is called\")]\nmod format{place};"
                );
                let record = format!("format{place}::{}", job.name);
                let _ = writeln!(table, "        subject({record}::to_vec, {record}::to_bytes),");
            }
            let _ = write!(main, "\nfn main() {{\n    run(&[\n{table}    ]);\n}}\n");
            self.0.write(&folder.join("main.rs"), &main)?;
        }
        Ok(())
    }

    fn run_one(&self, index: usize, program: &[&ShapeJob]) -> Result<Vec<Vec<Outcome>>, String> {
        let mut input = Vec::new();
        for job in program {
            input.extend(number_bytes(job.files.len()));
            for file in &job.files {
                input.extend(number_bytes(file.len()));
                input.extend(file);
            }
        }
        let (path, output) = self.0.run_program(Profile::Debug, &program_name(index), input)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut outcomes = vec![Vec::new(); program.len()];
        for line in text.lines() {
            let words: Vec<&str> = line.split('\t').collect();
            let [subject, counts, values, written] = words.as_slice() else { continue };
            let outcome = Outcome {
                read: (*values != REFUSED).then(|| ((*counts).to_owned(), (*values).to_owned())),
                written: (*written != REFUSED).then(|| parse_hex(written)),
            };
            let place = subject.parse::<usize>().ok().and_then(|subject| outcomes.get_mut(subject));
            place.ok_or_else(|| describe_failed_program(&path, &output))?.push(outcome);
        }
        let is_whole = outcomes.iter().zip(program).all(|(made, job)| made.len() == job.files.len());
        if is_whole { Ok(outcomes) } else { Err(describe_failed_program(&path, &output)) }
    }
}

/// The name of a program.
fn program_name(index: usize) -> String {
    format!("records{index}")
}
