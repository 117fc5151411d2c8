//! The candidates of both kinds in one order: items side by side, and fields of records.

use super::catalog::{Formats, Known};
use super::lattice::Lattice;
use super::layout::{Field, Layout, column, record};
use super::reading::{Class, Reading, to_f64};
use super::reasons;
use super::search::{Hypothesis, Scored, Shape, itemized, side_by_side};
use super::words::Words;

/// Candidates that are told.
const TOLD: usize = 10;

/// Values of a candidate that are kept.
const VALUES: usize = 4096;

/// Bytes of records that are compared with items side by side.
const COMPARED: usize = 1 << 18;

/// Bits by which one candidate must be better than the next to be certain: a chance of one in sixteen million, were the model of the data right.
const MARGIN_BITS: f64 = 24.0;

/// The same for each byte: what the model misses of real data grows with their length. A judgement, not measured yet: wrong formats were first by
/// more than this in some segments of the corpus.
const MARGIN_RATE: f64 = 0.02;

/// What is known of bytes before they are looked at.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// An item begins at the first byte. Otherwise all alignments are tried.
    pub placed: bool,
}

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
}

/// A candidate before it is told.
struct Entry {
    known: Option<usize>,
    width: usize,
    at: usize,
    record: Option<usize>,
    /// Bits for each byte.
    rate: f64,
    /// The same on the terms of items side by side, by which all are ranked.
    order: f64,
    lattice: Option<Lattice>,
}

/// Ranks what the numbers in bytes may be.
///
/// ```
/// use datarep_dynamic::Format;
/// use datarep_dynamic::probe::{Formats, Options, probe};
///
/// let series: Vec<f64> = (0..500).map(|index| 50.0 * (f64::from(index) / 9.0).sin()).collect();
/// let (bytes, _) = Format::named("vax_g")?.to_bytes(&series)?;
/// let formats = Formats::named(&["f64", "vax_d", "vax_g", "twos(32)"])?;
/// let report = probe(&bytes, &formats, Options { placed: true });
/// assert_eq!(report.candidates[0].format, "vax_g");
/// assert!(report.doubts.is_empty());
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
pub fn probe(bytes: &[u8], formats: &Formats, options: Options) -> Report {
    let scored = side_by_side(bytes, formats, options.placed);
    let plain = scored.iter().filter(|scored| scored.hypothesis.extent == 1);
    let plain = plain.map(|scored| scored.rate).fold(8.0, f64::min);
    let mut entries: Vec<Entry> = scored.iter().map(Entry::beside).collect();
    let mut report = Report { plain, ..Report::default() };
    let record = if options.placed { record(bytes) } else { None };
    if let (Some((record, by_columns)), Some(best)) = (record, scored.first())
        && let Some(layout) = Layout::of(bytes, record, formats)
    {
        let beside = Beside::of(bytes, formats, best, &layout);
        let head = rate_of(layout.first.first().map_or(layout.bits, |first| first.1), &layout);
        // Records, where each byte is better foretold from other records than from its neighbors; or items side by side between headers, where
        // what stands here is not like the items elsewhere.
        // A record of the same items is a row of them.
        let beside_head = beside.head;
        let row = layout.first.first().is_some_and(|(field, _)| {
            let same = |scored: &&Scored| {
                scored.hypothesis.shape == Shape::Known(field.known) && scored.hypothesis.at == 0
            };
            let beside = scored.iter().find(same);
            record.is_multiple_of(field.extent)
                && head > 0.7 * beside_head
                && beside.is_some_and(|beside| beside.rate < 1.05 * best.rate)
        });
        let table = by_columns < beside.mean && head < 0.8 * beside.head;
        let header = beside.head > 1.1 * beside.mean && head < 0.7 * beside.head;
        let fields = (table || header) && !row && !layout.is_constant(bytes);
        let shift = if fields { best.rate - beside.head } else { 1.02 * best.rate - head };
        if fields {
            report.record = Some(layout.record);
            report.fields = layout.fields.iter().map(|field| found(bytes, formats, &layout, field)).collect();
        }
        for (field, bits) in layout.first.iter().take(if fields { TOLD } else { 1 }) {
            let rate = rate_of(*bits, &layout);
            entries.push(Entry {
                known: Some(field.known),
                width: field.extent,
                at: field.at,
                record: Some(layout.record),
                rate,
                order: rate + shift,
                lattice: None,
            });
        }
    }
    entries.sort_by(|a, b| a.order.total_cmp(&b.order));
    report.candidates = told(bytes, formats, &entries);
    report.doubts = reasons::doubts(bytes, &report, MARGIN_BITS, MARGIN_RATE);
    report
}

/// Bits for each byte of the heads of records.
fn rate_of(bits: f64, layout: &Layout) -> f64 {
    bits / to_f64(layout.head * layout.count)
}

/// What bytes cost each, told as items side by side.
struct Beside {
    /// Those at the beginnings of records.
    head: f64,
    /// All.
    mean: f64,
}

impl Beside {
    fn of(bytes: &[u8], formats: &Formats, best: &Scored, layout: &Layout) -> Beside {
        let Hypothesis { shape, at, extent } = best.hypothesis;
        let region = &bytes[at..bytes.len().min(COMPARED)];
        let (bits, reading, words) = match shape {
            Shape::Known(index) => {
                let items = &region[..region.len() / extent * extent];
                let reading = Reading::of(&formats.known[index], items);
                (8 * extent, reading, Words::of(items, extent))
            }
            Shape::Packed(width) => {
                let reading = Reading::packed(width, region);
                let words = Words::count(reading.value.iter().map(|value| value.to_bits()));
                (width as usize, reading, words)
            }
        };
        let (costs, _) = itemized(&reading, &words);
        let (mut head, mut in_head, mut all) = (0.0, 0_usize, 0.0);
        for (index, cost) in costs.iter().enumerate() {
            let first = (at * 8 + index * bits) / 8;
            all += f64::from(*cost);
            if first % layout.record < layout.head {
                head += f64::from(*cost);
                in_head += bits;
            }
        }
        Beside {
            head: head * 8.0 / to_f64(in_head.max(1)),
            mean: all * 8.0 / to_f64((costs.len() * bits).max(1)),
        }
    }
}

impl Entry {
    fn beside(scored: &Scored) -> Entry {
        let Hypothesis { shape, at, extent } = scored.hypothesis;
        Entry {
            known: if let Shape::Known(index) = shape { Some(index) } else { None },
            width: extent,
            at,
            record: None,
            rate: scored.rate,
            order: scored.rate,
            lattice: scored.lattice,
        }
    }

    fn reading(&self, bytes: &[u8], formats: &Formats) -> (Reading, Words) {
        let Some(known) = self.known.map(|known| &formats.known[known]) else {
            let most = bytes.len().min(VALUES * self.width / 8);
            let reading = Reading::packed(u32::try_from(self.width).unwrap_or(1), &bytes[..most]);
            let words = Words::count(reading.value.iter().map(|value| value.to_bits()));
            return (reading, words);
        };
        let items = if let Some(record) = self.record {
            column(bytes, record, self.at, self.width, VALUES)
        } else {
            let count = ((bytes.len() - self.at) / self.width).min(VALUES);
            bytes[self.at..self.at + count * self.width].to_vec()
        };
        (Reading::of(known, &items), Words::of(&items, self.width))
    }
}

/// The candidates in words. Those that read the same values are one.
fn told(bytes: &[u8], formats: &Formats, entries: &[Entry]) -> Vec<Candidate> {
    let mut told: Vec<(Candidate, Vec<u64>)> = Vec::new();
    for entry in entries {
        let (reading, words) = entry.reading(bytes, formats);
        let same: Vec<u64> = reading.value.iter().map(|value| canonical(*value)).collect();
        let title = entry.known.map_or_else(
            || format!("unsigned({}), packed", entry.width),
            |known| formats.known[known].title(),
        );
        let known = told.iter_mut().find(|(candidate, values)| {
            let place = (candidate.at, candidate.record) == (entry.at, entry.record);
            place && candidate.bits == entry.bits() && *values == same
        });
        if let Some((candidate, _)) = known {
            candidate.alike.push(title);
            continue;
        }
        if told.len() == TOLD {
            continue;
        }
        let known: Option<&Known> = entry.known.map(|known| &formats.known[known]);
        let reasons = reasons::of(known, &reading, &words, entry.lattice, entry.record);
        let candidate = Candidate {
            format: title,
            from: known.map_or_else(String::new, |known| known.from.clone()),
            alike: Vec::new(),
            at: entry.at,
            bits: entry.bits(),
            record: entry.record,
            rate: entry.rate,
            reasons,
            values: values(&reading),
        };
        told.push((candidate, same));
    }
    told.into_iter().map(|(candidate, _)| candidate).collect()
}

impl Entry {
    fn bits(&self) -> usize {
        if self.known.is_some() { 8 * self.width } else { self.width }
    }
}

/// The values of a reading; NaN for what is none.
fn values(reading: &Reading) -> Vec<f64> {
    let value = |(value, class): (&f64, &Class)| if *class == Class::Invalid { f64::NAN } else { *value };
    reading.value.iter().zip(&reading.class).map(value).collect()
}

/// The bits of a value; of all that are no numbers the same.
fn canonical(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { (value + 0.0).to_bits() }
}

fn found(bytes: &[u8], formats: &Formats, layout: &Layout, field: &Field) -> FieldFound {
    let known = &formats.known[field.known];
    let items = column(bytes, layout.record, field.at, field.extent, 64);
    let values = values(&Reading::of(known, &items));
    FieldFound { format: known.title(), at: field.at, bytes: field.extent, values }
}
