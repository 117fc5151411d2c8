//! Files that records of one length do not fill.

use std::ops::Range;

use crate::failure::CliFailure;

/// The longest record for which other lengths are looked for: each of them takes a division.
const LONGEST: u64 = 1 << 16;

/// The failure of records of `extent` bytes that do not fill these bytes of a file.
///
/// A record of a wrong length gives wrong values in all records but the first. So that is asked before `--partial` is named,
/// which would take them.
#[cold]
pub(super) fn record_length_failure(name: &str, bytes: Range<u64>, extent: u64) -> CliFailure {
    let length = bytes.end - bytes.start;
    let from = if bytes.start > 0 { format!(" from byte {} on", bytes.start) } else { String::new() };
    let (whole_records, rest) = (length / extent, length % extent);
    let (records, rest_plural) =
        (if whole_records == 1 { "" } else { "s" }, if rest == 1 { "" } else { "s" });
    let failure = CliFailure::new(format!(
        "{name}: {length} bytes{from} are {whole_records} record{records} of {extent} bytes, and {rest} byte{rest_plural} more"
    ));
    let failure = match list_near_lengths(length, extent) {
        near if near.is_empty() => failure,
        near => failure.note(format!("lengths near it that fill the file: {}", near.join(", "))),
    };
    failure
        .help(
            "check the length of the record first: `datarep show` lists its fields. Of a copybook, `datarep import --binary-size` \
             decides how long binary items are, of more than 18 digits above all, and `SYNC` adds bytes before items",
        )
        .help("if the record is right, and the file was cut, `--partial` takes the records that are whole")
}

/// The next shorter and the next longer length, of records that fill so many bytes. They differ from `extent` by a quarter of
/// it at most: a layout is rarely wrong by more.
fn list_near_lengths(bytes: u64, extent: u64) -> Vec<String> {
    if extent > LONGEST {
        return Vec::new();
    }
    let fills = |length: &u64| bytes.is_multiple_of(*length);
    let shorter = (extent - extent / 4..extent).rev().find(fills);
    let longer = (extent + 1..=extent + extent / 4).find(fills);
    let lengths = shorter.into_iter().chain(longer);
    lengths.map(|length| format!("{length} bytes ({} records)", bytes / length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_near_that_of_the_record_are_listed() {
        // 149300 = 100 * 1493, and no other divisor is near.
        assert_eq!(list_near_lengths(149_300, 1543), ["1493 bytes (100 records)"]);
        assert_eq!(list_near_lengths(1000, 24), ["20 bytes (50 records)", "25 bytes (40 records)"]);
        assert!(list_near_lengths(1009, 24).is_empty(), "it is a prime number");
        assert!(list_near_lengths(3, 1).is_empty());
    }
}
