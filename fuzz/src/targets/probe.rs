//! Bytes that may be anything: their headers, their runs of text, and what the numbers in them may be.

use std::sync::LazyLock;

use datarep_dynamic::probe::{Formats, Options, header, probe, runs};

static FORMATS: LazyLock<Formats> = LazyLock::new(|| {
    Formats::named(&["hfp32", "f64", "vax_d", "twos(16)", "packed_decimal(7, 2)"])
        .expect("formats of the library")
});

/// Takes a byte of options, and the beginning of a file.
pub fn run(bytes: &[u8]) {
    let Some((how, bytes)) = bytes.split_first() else { return };
    let _ = header(bytes);
    for run in runs(bytes) {
        assert!(bytes.get(run.start..run.end).is_some(), "a run of text lies in the bytes");
    }
    if how & 1 == 0 {
        return;
    }
    let report = probe(&bytes[..bytes.len().min(1 << 16)], &FORMATS, Options { placed: how & 2 == 0 });
    for candidate in &report.candidates {
        assert!(candidate.rate.is_finite() && candidate.rate >= 0.0, "a score is a number");
        assert!(candidate.at <= bytes.len(), "an item begins in the bytes");
    }
}
