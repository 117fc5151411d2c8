//! Bytes that may be anything: their headers, their runs of text, and what the numbers in them may be.

use std::sync::LazyLock;

use datarep_probe::{
    Formats, Options, header, import_label, list_label_names, probe, read_header, read_label, runs,
};

use super::input::hash;

const NAMES: [&str; 5] = ["hfp32", "f64", "vax_d", "twos(16)", "packed_decimal(7, 2)"];

/// All formats, and each alone.
static FORMATS: LazyLock<Vec<Formats>> = LazyLock::new(|| {
    let alone = NAMES.iter().map(std::slice::from_ref);
    let sets = std::iter::once(&NAMES[..]).chain(alone);
    sets.map(|names| Formats::named(names).expect("formats of the library")).collect()
});

/// The bytes that a campaign reads, by all formats and by one. The time grows with the bytes and with the formats, and few
/// branches need many of either.
const MANY: usize = 1 << 10;
const FEW: usize = 1 << 7;

/// The bytes that the tests read.
const MOST: usize = 1 << 16;

/// A campaign probes the numbers of one input of this many. That takes a hundred times as long as to find headers and
/// texts.
const PROBED_IN: u32 = 20;

/// Takes a byte of options, and the beginning of a file. Of a few inputs a part is read by a format that the options name.
pub fn run(bytes: &[u8]) {
    let which = usize::from(bytes.first().map_or(0, |how| how >> 2));
    match (hash(bytes).is_multiple_of(PROBED_IN), which % 16) {
        (false, _) => look_at(bytes, &FORMATS[0], 0),
        (true, 15) => look_at(bytes, &FORMATS[0], MANY),
        (true, _) => look_at(bytes, &FORMATS[1 + which % NAMES.len()], FEW),
    }
}

/// Takes a byte of options, and the beginning of a file, which is read by all formats.
pub fn run_whole(bytes: &[u8]) {
    look_at(bytes, &FORMATS[0], MOST);
}

/// The file whose label an input may be.
const LABELLED: &str = "A.DAT";

/// What a file says as a header, as the label of another file, and as text; and if its options ask for numbers, the candidates
/// in their order. Scores are left out, as their last digits are those of a machine.
pub fn answer(bytes: &[u8]) -> String {
    let Some((how, bytes)) = bytes.split_first() else { return String::new() };
    let told = format!("{:?}\n{:?}\n{:?}", header(bytes), read_label(bytes, LABELLED), runs(bytes));
    if how & 1 == 0 {
        return told;
    }
    let report = probe(
        &bytes[..bytes.len().min(MANY)],
        &FORMATS[0],
        Options { placed: how & 2 == 0, ..Options::default() },
    );
    let candidates = report.candidates.iter().map(|candidate| (&candidate.format, candidate.at));
    let candidates: Vec<_> = candidates.collect();
    format!("{told}\n{candidates:?} {:?}", report.record)
}

fn look_at(bytes: &[u8], formats: &Formats, most: usize) {
    let Some((how, bytes)) = bytes.split_first() else { return };
    let header = read_header(bytes, u64::try_from(bytes.len()).ok());
    let _ = (header, read_label(bytes, LABELLED), list_label_names(LABELLED), import_label(bytes, LABELLED));
    for run in runs(bytes) {
        assert!(bytes.get(run.start..run.end).is_some(), "a run of text lies in the bytes");
    }
    if how & 1 == 0 || most == 0 {
        return;
    }
    let report = probe(
        &bytes[..bytes.len().min(most)],
        formats,
        Options { placed: how & 2 == 0, ..Options::default() },
    );
    for candidate in &report.candidates {
        assert!(candidate.rate.is_finite() && candidate.rate >= 0.0, "a score is a number");
        assert!(candidate.at <= bytes.len(), "an item begins in the bytes");
    }
}
