//! Marks that fit a file whose records do not lie between the marks that were named.

use std::io;
use std::path::Path;

use datarep_dynamic::Record;
use datarep_dynamic::marks::{Marks, Records};

use crate::args::ItemOptions;
use crate::failure::CliFailure;
use crate::mistakes;

/// Bytes at the beginning of a file that are tried.
const TRIED: u64 = 1 << 20;

/// The fewest records that show that marks fit: one may fit by chance.
const FEWEST: usize = 2;

/// Marks that are mistaken for each other, with usual options. The likelier ones come first.
const OTHERS: [&str; 10] = [
    "rdw",
    "rdw,exclusive",
    "bdw",
    "bdw,block-exclusive",
    "bdw,exclusive",
    "bdw,exclusive,block-exclusive",
    "rdw,little",
    "rdw,little,exclusive",
    "fortran4",
    "fortran8",
];

/// Marks that fit the beginning of a file.
struct FittingMarks {
    marks: &'static str,
    /// The number of records there.
    count: usize,
    /// Whether that is the whole file.
    is_whole: bool,
}

/// Adds to a failure which other marks fit all records at the beginning of the file, if any do.
pub(super) fn propose_marks(
    failure: CliFailure,
    path: &Path,
    items: &ItemOptions,
    record: &Record,
) -> CliFailure {
    let CliFailure::Message { title, notes, mut help } = failure else { return failure };
    let fitting_marks = items.marks.and_then(|named| find_fitting_marks(path, items, record, named));
    if let Some(FittingMarks { marks, count, is_whole }) = fitting_marks {
        let extent =
            if is_whole { format!("all {count} records") } else { format!("the first {count} records") };
        // Before the others: they make do with what the wrong marks give.
        help.insert(0, format!("`--marks {marks}` fits {extent} of the file"));
    }
    CliFailure::Message { title, notes, help }
}

/// Other marks that fit the beginning of a file.
fn find_fitting_marks(
    path: &Path,
    items: &ItemOptions,
    record: &Record,
    named: Marks,
) -> Option<FittingMarks> {
    if items.part.is_some() || items.at > 0 {
        return None;
    }
    let beginning = mistakes::read_ahead(path, &items.unpacking, 0, TRIED)?;
    let is_whole = (beginning.len() as u64) < TRIED;
    // The fault may be further on. Marks that are right so far are not changed by chance.
    if count_records_between_marks(&beginning, is_whole, named, record).is_some() {
        return None;
    }
    OTHERS.into_iter().find_map(|name| {
        let marks: Marks = name.parse().ok()?;
        let count =
            (marks != named).then(|| count_records_between_marks(&beginning, is_whole, marks, record))??;
        Some(FittingMarks { marks: name, count, is_whole })
    })
}

/// The number of records between marks; `None` if marks or records do not fit, or if there are few marks: many records between two
/// marks may be there by chance. Of a file that goes on, the last record may
/// be cut.
fn count_records_between_marks(
    beginning: &[u8],
    is_whole: bool,
    marks: Marks,
    record: &Record,
) -> Option<usize> {
    let (mut records, mut count, mut marked) = (Records::new(beginning, marks), 0, 0);
    loop {
        let mut bytes = Vec::new();
        match records.next_whole(&mut bytes, beginning.len()) {
            Ok(Some(_)) => {}
            Err(error) if !is_whole && error.kind() == io::ErrorKind::UnexpectedEof => break,
            Ok(None) => break,
            Err(_) => return None,
        }
        let (rows, end) = record.whole_rows(&bytes, usize::MAX).ok()?;
        // A record without bytes fits between all marks, and says nothing.
        if end.is_some() || rows.is_empty() {
            return None;
        }
        count += rows.len();
        marked += 1;
    }
    (marked >= FEWEST).then_some(count)
}
