//! What a caller says about the records to read.

use datarep_dynamic::marks::Marks;
use datarep_dynamic::marks::split::Part;

/// How records are read.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// The name of the file, for errors.
    pub name: String,
    /// The marks around the records, if there are some.
    pub marks: Option<Marks>,
    /// The part of a file with marks that is read, at whose beginning the file stands; `None` for all of it.
    pub part: Option<Part>,
    /// The paths of the fields that become columns; `None` for all.
    pub columns: Option<Vec<String>>,
    /// Whether groups and choices are structs, as [`RecordTable::with_structs`](crate::RecordTable::with_structs) says.
    pub has_structs: bool,
    /// What happens to records with an item that a rule refuses.
    pub on_bad: OnBad,
    /// The most records in a batch.
    pub batch_rows: usize,
    /// About how many bytes of records a batch has at most. A longer record is a batch of its own. The default is a mebibyte: the caches of a core
    /// hold what is made of it, and larger batches are slower.
    pub batch_bytes: usize,
    /// The number of threads that make batches side by side. Batches, counts and errors are the same for any number. With more than one, the file is read
    /// ahead by as many batches.
    pub threads: usize,
    /// The byte of the file that is read first, and the number of the record there. Errors count from them. The bytes of a
    /// part are counted from the beginning of the file in any case.
    pub begin: (u64, u64),
}

/// What happens to records with an item that a rule refuses, and to records that do not fit between their marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnBad {
    /// Reading ends with an error.
    #[default]
    Error,
    /// The item is missing. A record that does not fit between its marks is left out.
    Null,
    /// The record is left out.
    Skip,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            name: "the file".to_owned(),
            marks: None,
            part: None,
            columns: None,
            has_structs: false,
            on_bad: OnBad::Error,
            batch_rows: 1 << 16,
            batch_bytes: 1 << 20,
            threads: 1,
            begin: (0, 0),
        }
    }
}
