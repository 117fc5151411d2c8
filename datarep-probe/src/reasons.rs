//! The reasons for a candidate, and the reasons why it is not certain, in words.

use super::known::{Grain, KnownFormat};
use super::lattice::Lattice;
use super::reading::{FormatReading, WordClass, to_f64};
use super::report::Report;
use super::words::WordHistory;

/// With fewer items the evidence is thin.
const FEW: usize = 64;

/// Fewer different values say little about their format.
const FEW_VALUES: usize = 8;

/// The reasons for a format or against it.
pub(super) fn list_reasons(
    format: Option<&KnownFormat>,
    reading: &FormatReading,
    words: &WordHistory,
    lattice: Option<Lattice>,
    record: Option<usize>,
) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(record) = record {
        reasons.push(format!("one in each record of {record} bytes"));
    }
    reasons.extend(lattice.map(describe_lattice));
    reasons.extend(describe_spread(reading));
    reasons.extend(describe_smoothness(reading));
    reasons.extend(describe_repeats(words));
    reasons.extend(describe_odd_words(format, reading));
    reasons
}

fn describe_lattice(lattice: Lattice) -> String {
    match lattice {
        Lattice::Step(1.0) => "whole numbers".to_owned(),
        Lattice::Step(step) if !(1e-3..=1e6).contains(&step) => format!("multiples of {step:e}"),
        Lattice::Step(step) => format!("multiples of {step}"),
        Lattice::From { step, first, .. } => format!("multiples of {step} from {first} on"),
        Lattice::Zeros(zeros) => format!("significands end with {zeros} zero bits"),
    }
}

/// The range of powers of two that contains nine of ten numbers.
fn describe_spread(reading: &FormatReading) -> Option<String> {
    let mut powers: Vec<f64> = reading
        .value
        .iter()
        .filter(|value| value.is_finite() && **value != 0.0)
        .map(|value| value.abs().log2().floor())
        .collect();
    if powers.len() < 8 {
        return None;
    }
    powers.sort_by(f64::total_cmp);
    // A twentieth on each side is left out.
    let (low, high) = (powers[powers.len() / 20], powers[powers.len() - 1 - powers.len() / 20]);
    Some(format!("nine of ten are from 2^{low} to 2^{}", high + 1.0))
}

/// A reason if neighbors differ little.
fn describe_smoothness(reading: &FormatReading) -> Option<String> {
    let values: Vec<f64> = reading.value.iter().copied().filter(|value| value.is_finite()).collect();
    let median = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len() / 2).copied()
    };
    // Medians, because a few wild values must not hide a smooth series.
    let center = median(values.clone())?;
    let width = median(values.iter().map(|value| (value - center).abs()).collect())?;
    let step = median(values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect())?;
    (width > 0.0 && step < 0.5 * width)
        .then(|| format!("a smooth series: neighbors differ by {:.0} % of its spread", 100.0 * step / width))
}

fn describe_repeats(words: &WordHistory) -> Option<String> {
    let word_count = words.seen.len();
    let most = words.seen.iter().max().map_or(0, |most| *most as usize + 1);
    match words.distinct {
        1 => Some("all words are the same".to_owned()),
        distinct if distinct * 4 < word_count && distinct < 64 => {
            Some(format!("only {distinct} different words"))
        }
        _ if most * 10 > word_count => {
            Some(format!("the commonest word is {:.0} % of all", 100.0 * to_f64(most) / to_f64(word_count)))
        }
        _ => None,
    }
}

/// Reasons from words that arithmetic does not produce.
fn describe_odd_words(format: Option<&KnownFormat>, reading: &FormatReading) -> Vec<String> {
    let count = |class: WordClass| reading.class.iter().filter(|item_class| **item_class == class).count();
    let (not_numbers, low) = (
        count(WordClass::Nan) + count(WordClass::Extreme) + count(WordClass::Invalid),
        count(WordClass::Low),
    );
    let mut reasons = Vec::new();
    if not_numbers > 0 {
        reasons.push(format!("{not_numbers} words are not numbers"));
    }
    if low > 0 {
        reasons.push(format!("{low} numbers are not normalized"));
    }
    let normalized =
        format.is_some_and(|format| matches!(format.grain, Grain::Last { normal, .. } if normal > 0.0));
    if normalized && not_numbers + low == 0 {
        reasons.push("every word is one that arithmetic produces".to_owned());
    }
    let zeros = count(WordClass::Zero);
    if zeros * 20 > reading.value.len() {
        reasons.push(format!("{:.0} % are zero", 100.0 * to_f64(zeros) / to_f64(reading.value.len())));
    }
    reasons
}

/// The reasons why the first candidate is not certain.
pub(super) fn list_doubts(bytes: &[u8], report: &Report, margin_bits: f64, margin_rate: f64) -> Vec<String> {
    let Some(first) = report.candidates.first() else {
        return vec![format!("{} bytes are too few", bytes.len())];
    };
    let mut doubts = Vec::new();
    // By their bits, as NaN is not equal to itself.
    let mut different: Vec<u64> = first.values.iter().map(|value| value.to_bits()).collect();
    different.sort_unstable();
    different.dedup();
    let items = first.values.len();
    if items < FEW {
        doubts.push(format!("there are only {items} items"));
    }
    if different.len() < FEW_VALUES {
        doubts.push(format!("there are only {} different values", different.len()));
    }
    // The margin is reached by bits of all items, and by bits of each byte: few items and weak differences both leave
    // doubts.
    let looked_at = to_f64(items * first.bits / 8);
    let close = |rate: f64| rate < margin_rate || rate * looked_at < margin_bits;
    if let Some(second) = report.candidates.get(1).filter(|second| close(second.rate - first.rate)) {
        doubts.push(format!("`{}` explains the bytes about as well", second.format));
    }
    if first.bits > 8 && close(report.plain - first.rate) {
        doubts.push("single bytes explain the data about as well, as in noise or compressed data".to_owned());
    }
    doubts.extend(find_signed_twin(report).map(|twin| {
        format!("`{twin}` has the same bits: kinds of files without unsigned types keep such numbers in it")
    }));
    doubts
}

/// The signed format of the same width and order, if the first candidate is unsigned. FITS and classic netCDF, for
/// example, have only signed integers, and a scale in their headers makes them unsigned.
fn find_signed_twin(report: &Report) -> Option<&str> {
    let first = report.candidates.first()?;
    let arguments = first.format.strip_prefix("unsigned(")?;
    let is_twin = |format: &&str| format.strip_prefix("twos(") == Some(arguments);
    report.candidates.iter().skip(1).map(|candidate| candidate.format.as_str()).find(is_twin)
}
