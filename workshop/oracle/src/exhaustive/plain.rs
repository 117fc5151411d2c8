//! Every float format under plain rules, for measurements: its generated code, and whether that is correct.

use datarep::Datarep;

use super::pattern::Coverage;
use super::row;
use super::subject::{Job, Route, list_jobs};

/// A format.
#[derive(Debug)]
pub struct PlainFormat {
    /// The name of the format.
    pub format: &'static str,
    /// The number of bits of a word.
    pub bits: u32,
    /// Its generated code.
    pub datarep: &'static Datarep,
    jobs: Vec<Job>,
}

/// All formats. Formats of at most 32 bits are read as `f32`, wider ones as `f64`.
///
/// # Errors
///
/// Returns a message if a text of a format is refused.
pub fn list_formats() -> Result<Vec<PlainFormat>, String> {
    let mut formats: Vec<PlainFormat> = Vec::new();
    for job in list_jobs(&[])?.into_iter().filter(|job| job.subject.set == "plain") {
        let narrow = matches!(job.route, Route::ReadF32 | Route::WriteF32);
        if narrow != (job.format.bits <= 32) {
            continue;
        }
        let format = job.subject.format;
        match formats.iter_mut().find(|plain| plain.format == format) {
            Some(plain) => plain.jobs.push(job),
            None => formats.push(PlainFormat {
                format,
                bits: job.format.bits,
                datarep: job.subject.datarep,
                jobs: vec![job],
            }),
        }
    }
    Ok(formats)
}

impl PlainFormat {
    /// Whether a sample of words agrees with the reference in both directions.
    ///
    /// # Errors
    ///
    /// Returns a message if a format is not supported by the reference.
    pub fn check_sample(&self) -> Result<bool, String> {
        let coverage = Coverage::Sample { structured: 20_000, random: 20_000 };
        for job in &self.jobs {
            if row::compare_row(job, coverage, 1, &mut |_, _| {})?.mismatches > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
