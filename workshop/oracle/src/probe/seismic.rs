//! IBM or IEEE floats, by the bytes alone: the question that each SEG-Y file with a doubtful header asks. Real samples
//! are cut into segments and written in both formats and both orders.

use std::path::Path;

use datarep_dynamic::Format;
use datarep_probe::{Candidate, Formats, Options, probe};

use super::segment::{Segment, Truth, read_segments};

/// Samples of a segment, the usual number of a trace.
const SAMPLES: usize = 2000;

/// The number of segments of a file, spread over it.
const SEGMENTS: usize = 8;

/// The formats and orders in which the samples are written.
const WRITTEN: [(&str, &str); 4] = [("hfp32", "big"), ("hfp32", "little"), ("f32", "big"), ("f32", "little")];

/// A segment that is written in a format.
#[derive(Debug, Clone)]
pub(super) struct Case {
    place: String,
    format: String,
    bytes: Vec<u8>,
}

/// What became of a case: a line about it, whether the right one of the two formats is before the other, and whether it is
/// before all formats.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    pub(super) line: String,
    pub(super) is_right: bool,
    pub(super) is_first: bool,
}

/// All segments in all formats.
///
/// # Errors
///
/// Returns a message if the corpus cannot be read.
pub(super) fn list_cases(root: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for segment in read_segments(root, SAMPLES)?.iter().filter(|segment| segment.file.starts_with("segy")) {
        let samples = read_samples(root, segment)?;
        let step = (samples.len() / SAMPLES).div_ceil(SEGMENTS).max(1);
        for (index, samples) in samples.chunks_exact(SAMPLES).enumerate().step_by(step) {
            if is_mostly_one_value(samples) || is_wrapped(samples) {
                continue;
            }
            for (name, order) in WRITTEN {
                let format = Format::named(name).map_err(|error| error.to_string())?.with_order(order);
                let (bytes, _) = format.to_bytes(samples).map_err(|error| error.to_string())?;
                let place = format!("{}, segment {index}", segment.file.display());
                cases.push(Case { place, format: format!("{name} {order}"), bytes });
            }
        }
    }
    Ok(cases)
}

/// Whether half of the samples are the same, as where traces are muted.
fn is_mostly_one_value(samples: &[f64]) -> bool {
    let mut bits: Vec<u64> = samples.iter().map(|sample| sample.to_bits()).collect();
    bits.sort_unstable();
    bits.chunk_by(|a, b| a == b).any(|same| 2 * same.len() > samples.len())
}

/// Whether the samples jump from one end of their range to the other, as signed numbers do that are called unsigned. One
/// file of the corpus has such samples, which are no signal.
fn is_wrapped(samples: &[f64]) -> bool {
    let low = samples.iter().copied().fold(f64::INFINITY, f64::min);
    let high = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let jumps = samples.windows(2).filter(|pair| (pair[1] - pair[0]).abs() > 0.9 * (high - low)).count();
    100 * jumps > samples.len()
}

/// The samples of a segment of the corpus, one after the other.
fn read_samples(root: &Path, segment: &Segment) -> Result<Vec<f64>, String> {
    let path = root.join(&segment.file);
    let file = std::fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let Truth::Format(name, order, extent) = segment.find_truth()? else { return Ok(Vec::new()) };
    let item = |place: usize| file.get(segment.offset + place..segment.offset + place + extent);
    let items: Vec<u8> =
        segment.list_item_offsets(extent).into_iter().filter_map(item).flatten().copied().collect();
    let format = Format::named(&name).map_err(|error| error.to_string())?;
    let format = match order {
        Some(order) => format.with_order(order),
        None => format,
    };
    format.to_vec::<f64>(&items).map(|(values, _)| values).map_err(|error| error.to_string())
}

/// Probes a case.
pub(super) fn probe_case(case: &Case, formats: &Formats) -> Verdict {
    let report = probe(&case.bytes, formats, Options { placed: true, ..Options::default() });
    let place = |title: &String| {
        let is_title = |candidate: &Candidate| candidate.format == *title || candidate.alike.contains(title);
        report.candidates.iter().position(is_title)
    };
    let right = place(&case.format);
    let others =
        WRITTEN.iter().map(|(name, order)| format!("{name} {order}")).filter(|other| *other != case.format);
    let other = others.filter_map(|other| place(&other)).min();
    let first = report.candidates.first().map_or("nothing", |first| first.format.as_str());
    let certain = if report.doubts.is_empty() { ", certain" } else { "" };
    Verdict {
        line: format!("{} as `{}`: first is `{first}`{certain}", case.place, case.format),
        is_right: right.is_some_and(|right| other.is_none_or(|other| right < other)),
        is_first: right == Some(0),
    }
}
