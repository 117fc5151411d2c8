//! What some bytes of a file hold: by its header, by runs of text, and by the bytes that are left.

use std::ops::Range;

use super::catalog::Formats;
use super::headers::{Header, header};
use super::rank::{Options, probe};
use super::report::Report;
use super::text::{Kind, Run, runs};

/// What was found in bytes of a file.
#[derive(Debug, Clone)]
pub struct Found {
    /// The kind of file, where its beginning says it.
    pub header: Option<Header>,
    /// The bytes by their kinds: text, the same byte again and again, and others.
    pub runs: Vec<Run>,
    /// The bytes that were looked at for numbers; empty where there are none but text and bytes that are all the same.
    pub region: Range<usize>,
    /// What these numbers may be.
    pub report: Report,
}

impl Found {
    /// Looks at `bytes`, which begin at the byte `at` of a file that begins with `beginning`.
    ///
    /// Where `placed`, an item begins at the first byte, and all are looked at. Otherwise the numbers that a header names are looked at, and without
    /// such a header the longest run that is not text.
    ///
    /// ```
    /// use datarep_dynamic::probe::{Formats, Found};
    ///
    /// let title = "station 17, depths in metres; ".repeat(10);
    /// let depths: Vec<u8> = (0..100).flat_map(|step| f32::to_be_bytes(50.0 * (step as f32 / 9.0).sin())).collect();
    /// let file = [title.as_bytes(), &depths].concat();
    /// let found = Found::new(&file, &file, 0, false, &Formats::named(&["f32", "twos(32)"])?);
    /// assert_eq!(found.region.end, 700);
    /// assert_eq!(found.report.candidates[0].format, "f32 big");
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn new(beginning: &[u8], bytes: &[u8], at: usize, placed: bool, formats: &Formats) -> Found {
        let (header, runs) = (header(beginning), runs(bytes));
        let longest = runs.iter().filter(|run| run.kind == Kind::Other).max_by_key(|run| run.end - run.start);
        let named = header.as_ref().and_then(|header| header.numbers.first());
        let named = named.map(|numbers| numbers.range(bytes.len()));
        let named = named.filter(|range| !placed && !range.is_empty());
        let placed = placed || named.is_some();
        let region = match (named, longest) {
            (Some(range), _) => range,
            _ if placed => 0..bytes.len(),
            (None, Some(run)) => run.start..run.end,
            (None, None) => 0..0,
        };
        let mut report = Report::default();
        if !region.is_empty() {
            let bytes = &bytes[region.clone()];
            report = probe(bytes, formats, Options { placed });
            if let (Some(header), true) = (&header, placed) {
                report.follow(header, bytes, at + region.start, formats);
            }
        }
        Found { header, runs, region, report }
    }
}
