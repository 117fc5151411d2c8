//! Records: how long they are, and what stands in each.
//!
//! A period shows in bytes that are equal at a distance. What the fields are is a path through the record: each field costs the bits of its
//! items, and naming it, and the cheapest path is taken. A format is ranked by the cheapest path that begins with it, so that all of
//! them tell of the same bytes.

use super::catalog::Formats;
use super::reading::{Reading, to_f64};
use super::search::{coded, itemized};
use super::words::Words;

/// Bytes in which periods are looked for, and the longest period.
const WINDOW: usize = 1 << 15;
const LONGEST: usize = 4096;

/// Bytes of a record whose fields are looked for.
const HEAD: usize = 32;

/// Records on which all formats are tried, and on which the best are.
const RECORDS: [usize; 2] = [40, 320];

/// Formats of one width at one place that are tried on more records.
const KEPT: usize = 3;

/// Bits that a field costs in each record. Two halves of a number that are foretold one by one often fit as well as the number, as each has
/// a model of its own; so a split must save more than half a bit.
const FIELD: f64 = 0.5;

/// A field of a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    /// The format's place in the catalog.
    pub(crate) known: usize,
    /// The byte of the record.
    pub(crate) at: usize,
    /// Its bytes.
    pub(crate) extent: usize,
    /// Bits of all its items, and of naming it.
    pub(crate) bits: f64,
}

/// Records of one length.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// Bytes of a record.
    pub(crate) record: usize,
    /// Bytes of its head that were looked at.
    pub(crate) head: usize,
    /// How many records were looked at.
    pub(crate) count: usize,
    /// The cheapest fields.
    pub(crate) fields: Vec<Field>,
    /// What each format at the beginning makes the whole cost, the cheapest first.
    pub(crate) first: Vec<(Field, f64)>,
    /// Bits of the cheapest fields.
    pub(crate) bits: f64,
}

/// Records shorter than this are channels of items side by side, which the predictors of these know.
const SHORTEST: usize = 9;

/// The length that records most likely have, and the bits that each byte takes by its place in the record.
pub(crate) fn record(bytes: &[u8]) -> Option<(usize, f64)> {
    let rated = periods(bytes).into_iter().map(|record| (record, by_columns(bytes, record)));
    rated.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Bits for each byte, where each is foretold from those at the same place of other records.
fn by_columns(bytes: &[u8], record: usize) -> f64 {
    let count = (bytes.len().min(WINDOW) / record).max(1);
    let column = |at: usize| {
        let items = || (0..count).map(move |index| bytes[index * record + at]);
        let (costs, _) = itemized(&Reading::bytes(items()), &Words::count(items()));
        costs.iter().map(|cost| f64::from(*cost)).sum::<f64>()
    };
    let bits: f64 = (0..record).map(column).sum();
    (bits + 2.0 * to_f64(record).log2()) / to_f64(count * record)
}

/// Lengths that records may have, the likeliest first.
fn periods(bytes: &[u8]) -> Vec<usize> {
    let window = &bytes[..bytes.len().min(WINDOW)];
    let longest = LONGEST.min(window.len() / 6);
    let rate = |lag: usize| {
        let pairs = window.iter().zip(&window[lag..]);
        let (mut equal, mut all) = (0_usize, 0_usize);
        for (a, b) in pairs {
            equal += usize::from(a == b);
            all += 1;
        }
        to_f64(equal) / to_f64(all.max(1))
    };
    let rates: Vec<(usize, f64)> = (SHORTEST..=longest).map(|lag| (lag, rate(lag))).collect();
    let mean = rates.iter().map(|(_, rate)| rate).sum::<f64>() / to_f64(rates.len().max(1));
    let mut best: Vec<(usize, f64)> = Vec::new();
    let mut sorted = rates;
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for (lag, rate) in sorted.into_iter().take(64) {
        if rate <= mean * 1.02 {
            break;
        }
        // A multiple of a period that is as good says nothing more.
        if !best.iter().any(|(known, _)| lag % known == 0) {
            best.retain(|(known, other)| known % lag != 0 || *other > rate + 0.02);
            best.push((lag, rate));
        }
    }
    best.into_iter().take(4).map(|(lag, _)| lag).collect()
}

impl Layout {
    /// The fields at the beginning of records of this length.
    pub(crate) fn of(bytes: &[u8], record: usize, formats: &Formats) -> Option<Layout> {
        let head = record.min(HEAD);
        let count = (bytes.len() + record - head) / record;
        // What is the same in all records tells nothing of its format.
        let is_same = |index: usize| bytes[index * record..][..head] == bytes[..head];
        if count < 8 || (1..count).all(is_same) {
            return None;
        }
        let count = count.min(RECORDS[1]);
        let naming = to_f64(formats.known.len()).log2() + FIELD * to_f64(count);
        let mut tables: Vec<Vec<Field>> = vec![Vec::new(); head];
        for (at, table) in tables.iter_mut().enumerate() {
            *table = fields_at(bytes, record, head, at, count, formats, naming);
        }
        // From the end to the beginning: the cheapest way to tell what follows a place.
        let mut rest: Vec<(f64, Option<usize>)> = vec![(0.0, None); head + 1];
        for at in (0..head).rev() {
            let costs = tables[at].iter().map(|field| field.bits + rest[at + field.extent].0).enumerate();
            let best = costs.min_by(|a, b| a.1.total_cmp(&b.1))?;
            rest[at] = (best.1, Some(best.0));
        }
        let mut fields = Vec::new();
        let mut at = 0;
        while let Some(index) = rest[at].1 {
            let field = tables[at][index].clone();
            at += field.extent;
            fields.push(field);
        }
        let with = |field: &Field| field.bits + rest[field.extent].0;
        let mut first: Vec<(Field, f64)> =
            tables[0].iter().map(|field| (field.clone(), with(field))).collect();
        first.sort_by(|a, b| a.1.total_cmp(&b.1));
        let bits = rest[0].0 + 2.0 * to_f64(record).log2();
        Some(Layout { record, head, count, fields, first, bits })
    }
}

impl Layout {
    /// Whether the first field is one word in all records, which tells nothing of its format.
    pub(crate) fn is_constant(&self, bytes: &[u8]) -> bool {
        let extent = self.first.first().map_or(1, |(field, _)| field.extent);
        let items = column(bytes, self.record, 0, extent, self.count);
        items.chunks_exact(extent).all(|item| *item == items[..extent])
    }
}

/// The formats that may stand at a place, the cheapest of each width.
fn fields_at(
    bytes: &[u8],
    record: usize,
    head: usize,
    at: usize,
    count: usize,
    formats: &Formats,
    naming: f64,
) -> Vec<Field> {
    let mut extents: Vec<usize> = formats.known.iter().map(|known| known.extent).collect();
    extents.sort_unstable();
    extents.dedup();
    let mut fields = Vec::new();
    for extent in extents.into_iter().filter(|extent| at + extent <= head) {
        let mut kept: Vec<usize> =
            (0..formats.known.len()).filter(|index| formats.known[*index].extent == extent).collect();
        for (stage, records) in RECORDS.iter().enumerate() {
            let items = column(bytes, record, at, extent, count.min(*records));
            let words = Words::of(&items, extent);
            let mut scored: Vec<Field> = kept
                .iter()
                .filter_map(|&index| {
                    let known = &formats.known[index];
                    let reading = Reading::of(known, &items);
                    let (bits, _) = coded(&reading, &words, known.prior)?;
                    let bits = bits + naming;
                    Some(Field { known: index, at, extent, bits })
                })
                .collect();
            scored.sort_by(|a, b| a.bits.total_cmp(&b.bits));
            if stage == 0 && count > *records {
                kept = scored.iter().take(KEPT).map(|field| field.known).collect();
            } else {
                fields.extend(scored);
                break;
            }
        }
    }
    fields
}

/// The same bytes of each record.
pub(crate) fn column(bytes: &[u8], record: usize, at: usize, extent: usize, count: usize) -> Vec<u8> {
    let item = |index: usize| bytes.get(index * record + at..index * record + at + extent);
    (0..count).filter_map(item).flatten().copied().collect()
}
