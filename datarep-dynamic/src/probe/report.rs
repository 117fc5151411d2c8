//! The result of a probe: candidates with their reasons, and the fields of records.

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
