//! What a probe found: candidates with their reasons, and the fields of records.

/// What the numbers in some bytes may be.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The format as a mapping names it, with its order: `hfp32 big`, `vax_g`.
    pub format: String,
    /// The family of the library that has it, the path of a text, or nothing.
    pub from: String,
    /// Other formats that read the same values here.
    pub alike: Vec<String>,
    /// The byte at which the first item begins.
    pub at: usize,
    /// Bits of an item.
    pub bits: usize,
    /// Bytes of a record that has one such item; `None` where items are side by side.
    pub record: Option<usize>,
    /// Bits for each byte that the bytes take, told as such items. Bytes without any order take eight.
    pub rate: f64,
    /// Why, in words.
    pub reasons: Vec<String>,
    /// The first values, at most some thousands; NaN where a word is no number.
    pub values: Vec<f64>,
}

/// A field of a record.
#[derive(Debug, Clone)]
pub struct FieldFound {
    /// The format.
    pub format: String,
    /// The byte of the record at which it begins.
    pub at: usize,
    /// Its bytes.
    pub bytes: usize,
    /// Its first values.
    pub values: Vec<f64>,
}

/// What a probe found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// What the numbers may be, the likeliest first; no two read the same values.
    pub candidates: Vec<Candidate>,
    /// Why the first candidate is not certain; empty where it is.
    pub doubts: Vec<String>,
    /// Bits for each byte, told as bytes that have nothing to do with their neighbors.
    pub plain: f64,
    /// Bytes of a record, where there seem to be records.
    pub record: Option<usize>,
    /// The fields at the beginning of the records.
    pub fields: Vec<FieldFound>,
    /// What a header calls the numbers, where the first candidate is what it says of them.
    pub named: Option<String>,
}
