//! The result of a probe: candidates with their reasons, the fields of records, and whether the header is contradicted.

use std::fmt;

use super::headers::Header;

/// A format that the numbers in some bytes may have.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The format as a mapping names it, with its order: `hfp32 big`, `vax_g`.
    pub format: String,
    /// The family of the library that contains the format, or the path of a text, or empty.
    pub from: String,
    /// Other formats that read the same values from these bytes.
    pub alike: Vec<String>,
    /// The byte at which the first item begins.
    pub at: usize,
    /// Bits of an item.
    pub bits: usize,
    /// Bytes of a record that contains one such item, or `None` if the items are side by side.
    pub record: Option<usize>,
    /// The bits that each byte takes if the bytes are encoded as such items. Random bytes take eight.
    pub rate: f64,
    /// The reasons, in words.
    pub reasons: Vec<String>,
    /// The first values, at most a few thousand. NaN stands for a word that is not a number.
    pub values: Vec<f64>,
}

/// A field of a record.
#[derive(Debug, Clone)]
pub struct FieldFound {
    /// The format.
    pub format: String,
    /// The byte of the record at which the field begins.
    pub at: usize,
    /// The bytes of the field.
    pub bytes: usize,
    /// The first values of the field.
    pub values: Vec<f64>,
}

/// The result of a probe.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The candidates, the likeliest first. No two of them read the same values.
    pub candidates: Vec<Candidate>,
    /// The reasons why the first candidate is not certain. Empty if it is certain.
    pub doubts: Vec<String>,
    /// The bits that each byte takes if single bytes are the items.
    pub plain: f64,
    /// Bytes of a record, if there seem to be records.
    pub record: Option<usize>,
    /// The byte at which the first record begins.
    pub record_at: usize,
    /// The bytes with which each record begins, such as the synchronization word of a telemetry frame. Empty if they
    /// differ.
    pub sync: Vec<u8>,
    /// The fields at the beginning of the records, after `sync`.
    pub fields: Vec<FieldFound>,
    /// The name of the numbers in the header, if the first candidate comes from the header.
    pub named: Option<String>,
}

/// A header that names one format, while the bytes by themselves are certainly another one.
///
/// Displayed, it is the warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The format that the header names.
    pub named: String,
    /// The format that the bytes are without the header.
    pub found: String,
    /// The options with which the command reads the numbers in that format.
    pub options: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contradiction { named, found, .. } = self;
        write!(
            f,
            "THE HEADER MAY BE WRONG: it says `{named}`, and by the bytes alone they are `{found}`, certainly"
        )
    }
}

impl Report {
    /// Compares the format that the header names with the one that the bytes have by themselves. `None` if they are the
    /// same, or the bytes leave it open, or the numbers were not those of the header.
    ///
    /// ```
    /// use datarep_probe::{Formats, Header, Numbers, Report};
    /// let (name, format) = ("samples".to_owned(), "f32 big".to_owned());
    /// let numbers = Numbers { name, format, bytes: 4, at: 0, row: 1, stride: 4, rows: None };
    /// let header = Header { name: "SEG-Y".to_owned(), says: Vec::new(), numbers: vec![numbers] };
    /// let values: Vec<f64> = (0..400).map(|index| 900.0 * (f64::from(index) / 9.0).sin()).collect();
    /// let (bytes, _) = datarep_dynamic::Format::named("hfp32")?.to_bytes(&values)?;
    /// let report = Report::from_header(&header, &bytes, 0, &Formats::named(&["f32", "hfp32"])?);
    /// let found = report.and_then(|report| report.find_contradiction(&header)).expect("it lies");
    /// assert_eq!(found.options, "samples: --as \"hfp32 big\" --at 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_contradiction(&self, header: &Header) -> Option<Contradiction> {
        let name = self.named.as_ref().filter(|_| !self.doubts.is_empty())?;
        let numbers = header.numbers.iter().find(|numbers| numbers.name == *name)?;
        // The header's own format is the first candidate, and what contradicts it is the second.
        let likely_format = &self.candidates.get(1)?.format;
        Some(Contradiction {
            named: numbers.format.clone(),
            found: likely_format.clone(),
            options: numbers.options_as(likely_format),
        })
    }
}
