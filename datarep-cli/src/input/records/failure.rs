//! What is said of records that cannot be read, with their numbers and places in the file.

use std::fmt::Write as _;

use datarep_dynamic::Error;
use datarep_dynamic::record::RecordError;

use super::super::MOST;
use super::super::block::RecordBlock;
use crate::failure::CliFailure;
use crate::output;

/// Says which bytes at the end are no whole record.
pub(super) fn note_left_out(bytes: usize, at: u64, name: &str) {
    let plural = if bytes == 1 { "" } else { "s" };
    output::note(&format!("left out: {bytes} byte{plural} from byte {at} of {name} on, no whole record"));
}

/// Says which bytes are left out because a mark promises more than the file has.
pub(super) fn note_cut(bytes: u64, at: u64, name: &str, error: &std::io::Error) {
    let plural = if bytes == 1 { "" } else { "s" };
    output::note(&format!(
        "left out: {bytes} byte{plural} from byte {at} of {name} on, to its end: {error}; if the file is not cut, a mark is wrong, and `convert --on-bad skip` looks for records behind it"
    ));
}

pub(super) fn missing_records_failure(name: &str, at: u64, missing: usize) -> CliFailure {
    CliFailure::new(format!("{name} ends at byte {at}, and {missing} more records would be needed"))
        .help("`--partial` takes the records that are there")
}

/// The failure for an error in records that begin at byte `byte` of the block, with `records` records before them.
pub(super) fn shifted_failure(error: &Error, byte: usize, records: usize, block: &RecordBlock) -> CliFailure {
    let mut error = error.clone();
    if let Error::Record(error) = &mut error
        && let Some((record, offset)) = error.place_mut()
    {
        *record += records;
        *offset += byte;
    }
    record_failure(&error, block)
}

/// The failure for a record of a block: its number, the field, and the byte of the file.
pub(crate) fn record_failure(error: &Error, block: &RecordBlock) -> CliFailure {
    let name = &block.file.name;
    let Error::Record(error) = error else { return CliFailure::new(error.to_string()) };
    match error.as_ref() {
        RecordError::Ends { record, field, offset, bytes, left } => {
            let (record, at) = (block.number(*record), block.file_offset(*offset));
            let field =
                if field.is_empty() { "a field without a name".to_owned() } else { format!("`{field}`") };
            CliFailure::new(format!(
                "{name} ends within record {record}: {field} at byte {at} has {bytes} bytes, of which there are {left}"
            ))
            .help("`--partial` takes the records that are whole")
        }
        RecordError::Item { record, field, item, offset, error } => {
            let (record, at) = (block.number(*record), block.file_offset(*offset));
            let mut title = format!("record {record}: `{field}`");
            if *item > 0 {
                let _ = write!(title, ", item {item},");
            }
            let datarep::error::ErrorKind::Conversion { fault, .. } = error.kind() else {
                return CliFailure::new(format!("{title} at byte {at}: {error}"));
            };
            let event = fault.event.word();
            CliFailure::new(format!(
                "{title} at byte {at} cannot be read in `{}`: {event} ({})",
                fault.format, fault.value
            ))
            .help(format!("a rule of the field continues: `{{ on read {{ {event} => … }} }}`, and so does `convert --on-bad null` or `skip`; `--dry-run` counts all such items"))
        }
        other => {
            // The engine counts from the begin of the block. People look for the record in the file.
            let mut other = other.clone();
            if let Some((record, offset)) = other.place_mut() {
                *record = usize::try_from(block.number(*record)).unwrap_or(usize::MAX);
                *offset = usize::try_from(block.file_offset(*offset)).unwrap_or(usize::MAX);
            }
            let failure = CliFailure::new(other.to_string());
            match other {
                RecordError::NoAlternative { selector, value, .. } if value.contains("\\0") => failure.help(format!(
                    "texts of this file seem to end with zeros: write `{{ padding zeros; }}` at `{selector}`, or import the copybook with `--padding zeros`"
                )),
                RecordError::NoAlternative { field, .. } => failure.help(format!(
                    "add an alternative for it to `{field}`, or `otherwise => _;` for all others"
                )),
                RecordError::NoneValid { field, .. } => failure.help(format!(
                    "add an alternative to `{field}` that takes other bytes, such as `raw: 8 bytes;`, or `otherwise => raw: 8 bytes;` to a choice"
                )),
                RecordError::Digits { .. } => failure
                    .help("`--on-bad null` or `skip` continues, and `--to csv` has numbers of any digits"),
                RecordError::Overfull { field, .. } => {
                    failure.help(format!("state more bytes for `{field}`, as in `choice … in 80 bytes`"))
                }
                _ => failure,
            }
        }
    }
}

/// The failure of a record that takes all of a file, and does not fit in memory.
pub(super) fn long_record_failure(file: &str) -> CliFailure {
    CliFailure::new(format!("the record of {file} has more than {MOST} bytes: it takes all of the file"))
        .help("`--marks` says how the file is divided into records")
}
