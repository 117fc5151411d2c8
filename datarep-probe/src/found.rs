//! The content of some bytes of a file: from its header, from runs of text, and from the remaining bytes.

use std::ops::Range;

use super::catalog::Formats;
use super::headers::Header;
use super::rank::{Options, probe};
use super::report::Report;
use super::text::{Kind, Run, runs};

/// The result of examining bytes of a file.
#[derive(Debug, Clone)]
pub struct Found {
    /// The kind of file, if its beginning identifies it.
    pub header: Option<Header>,
    /// The bytes by kind: text, one repeated byte, and others.
    pub runs: Vec<Run>,
    /// The bytes that were examined for numbers; empty if there are only text and repeated bytes.
    pub region: Range<usize>,
    /// The candidates for these numbers.
    pub report: Report,
}

impl Found {
    /// Examines `bytes`, which begin at the byte `at` of a file. `header` is what [`header`](super::header) found at the
    /// file's beginning, or [`read_label`](super::read_label) in a label beside it.
    ///
    /// If `placed`, an item begins at the first byte, and all bytes are examined. Otherwise the numbers that a header
    /// names are examined, or without such a header the longest run that is not text.
    ///
    /// ```
    /// use datarep_probe::{Formats, Found};
    ///
    /// let title = "station 17, depths in metres; ".repeat(10);
    /// let depths: Vec<u8> = (0..100).flat_map(|step| f32::to_be_bytes(50.0 * (step as f32 / 9.0).sin())).collect();
    /// let file = [title.as_bytes(), &depths].concat();
    /// let found = Found::new(None, &file, 0, false, &Formats::named(&["f32", "twos(32)"])?);
    /// assert_eq!(found.region.end, 700);
    /// assert_eq!(found.report.candidates[0].format, "f32 big");
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn new(header: Option<Header>, bytes: &[u8], at: usize, placed: bool, formats: &Formats) -> Found {
        let runs = runs(bytes);
        // The longest run that is no text has the best chance to be numbers, and most items to tell by.
        let longest = runs.iter().filter(|run| run.kind == Kind::Other).max_by_key(|run| run.end - run.start);
        let named = header.as_ref().and_then(|header| header.numbers.first());
        // What a header says of its numbers is better than any search.
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
            let (bytes, first) = (&bytes[region.clone()], at + region.start);
            let named = header.as_ref().and_then(|header| Report::from_header(header, bytes, first, formats));
            report = named.unwrap_or_else(|| probe(bytes, formats, Options { placed, ..Options::default() }));
            // The kind of file is known, but not where its numbers are: what was found may be something else in it.
            if let (Some(header), None) = (&header, &report.named) {
                report.doubts.push(format!("the file is {}, whose header is not followed here", header.name));
            }
        }
        Found { header, runs, region, report }
    }
}
