//! Records: their length and their fields.
//!
//! A period shows in bytes that are equal at a distance. The fields are a path through the record. Each field costs the
//! bits of its items and of its name, and the cheapest path is taken. A format is ranked by the cheapest path that
//! begins with it, so that all formats are compared on the same bytes.

use super::catalog::Formats;
use super::prior::UNUSUAL;
use super::reading::{FormatReading, to_f64};
use super::search::{code_items, code_reading, cost_of_width};
use super::words::{FieldPlace, HeadBits, WordHistory};

/// The number of bytes that are searched for periods, and the longest period.
const WINDOW: usize = 1 << 15;
const LONGEST: usize = 4096;

/// The bytes at the beginning of a record, the head, that are searched for fields.
pub(crate) const HEAD: usize = 32;

/// Fields may end less than this number of bytes before the end of the head. The rest is encoded byte by byte.
const TAIL: usize = 8;

/// The number of records on which all formats are tried, and on which the best ones are.
const RECORDS: [usize; 2] = [40, 320];

/// The number of bytes of a file in which records are examined.
const REGION: usize = 1 << 18;

/// The number of formats of one width at one place that are tried on more records: at the first byte, and elsewhere.
const KEPT: [usize; 2] = [8, 3];

/// Bits that a field costs in each record.
const FIELD: f64 = 0.02;

/// A field of a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LikelyField {
    /// The index of the format in the catalog.
    pub(crate) format_index: usize,
    /// The byte of the record at which the field begins.
    pub(crate) at: usize,
    /// The bytes of the field.
    pub(crate) extent: usize,
    /// The bits of all its items and of its name.
    pub(crate) bits: f64,
}

/// A field at the beginning of records.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FirstField {
    /// The field.
    pub(crate) field: LikelyField,
    /// The bits of all heads with this first field.
    pub(crate) bits: f64,
    /// Whether the bits are fewest if all following items have the same format, so that the record is a row of items.
    pub(crate) is_row: bool,
}

/// The number of formats at the first byte that are tried as rows.
const ROWS: usize = 12;

/// Records of one length.
#[derive(Debug, Clone)]
pub(crate) struct LikelyLayout {
    /// Bytes of a record.
    pub(crate) record: usize,
    /// Bytes of its head, which were examined.
    pub(crate) head: usize,
    /// The number of records that were examined.
    pub(crate) count: usize,
    /// The cheapest fields.
    pub(crate) fields: Vec<LikelyField>,
    /// The formats at the beginning, each with the cost of the whole head, the cheapest first.
    pub(crate) first: Vec<FirstField>,
    /// Bits of the cheapest fields.
    pub(crate) bits: f64,
}

/// The shortest record. Shorter ones are channels of items side by side, which the predictors of such items cover.
const SHORTEST: usize = 9;

/// The most likely length of records, and the bits for each byte when it is predicted by its place in the record.
pub(crate) fn find_record_length(bytes: &[u8]) -> Option<(usize, f64)> {
    let rated = list_periods(bytes).into_iter().map(|record| (record, rate_by_columns(bytes, record)));
    rated.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Bytes that are the same in all records, such as the synchronization word of a telemetry frame. By default there are
/// none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ConstantBytes {
    /// The byte at which the first one begins.
    pub(crate) start: usize,
    length: usize,
}

/// The least length of a frame's mark. Shorter runs of equal bytes are common in numbers.
const MARK: usize = 2;

/// Where there are several runs, a mark is longer than this, and longer than the others.
const LONG: usize = 2;

/// The least number of records in which a mark must be found.
const MARKED: usize = 16;

impl ConstantBytes {
    /// The byte behind the mark.
    pub(crate) fn end(&self) -> usize {
        self.start + self.length
    }
}

/// Finds the mark of records: the longest run of bytes that are the same in all records. If several runs have that
/// length, they are parts of numbers that vary little. Bytes such as 0 and 0xFF fill unused space, so a run of them is no mark.
pub(crate) fn find_frame_mark(bytes: &[u8], record: usize) -> Option<ConstantBytes> {
    let count = bytes.len().min(REGION) / record;
    if count < MARKED {
        return None;
    }
    let is_same = |at: &usize| (1..count).all(|index| bytes[index * record + at] == bytes[*at]);
    let is_constant: Vec<bool> = (0..record).map(|at| is_same(&at)).collect();
    // A run begins where the byte before it, which may be that of the last record, is not the same.
    let begins = |at: &usize| is_constant[*at] && !is_constant[(at + record - 1) % record];
    let length = |at: usize| (0..record).take_while(|step| is_constant[(at + step) % record]).count();
    let runs = (0..record).filter(begins).map(|start| ConstantBytes { start, length: length(start) });
    let is_fill = |run: &ConstantBytes| {
        let first = bytes[run.start];
        // Zero, all ones, and the spaces and leading zeros of ASCII and of EBCDIC.
        let is_usual = matches!(first, 0 | 0xFF | b' ' | 0x40 | b'0' | 0xF0);
        is_usual && (0..run.length).all(|step| bytes[(run.start + step) % record] == first)
    };
    let mut marks: Vec<ConstantBytes> = runs.filter(|run| run.length >= MARK && !is_fill(run)).collect();
    marks.sort_by_key(|run| std::cmp::Reverse(run.length));
    match marks.as_slice() {
        [mark] => Some(*mark),
        [mark, next, ..] if mark.length > LONG && mark.length > next.length => Some(*mark),
        _ => None,
    }
}

/// The bits for each byte when it is predicted from the bytes at the same place of other records.
fn rate_by_columns(bytes: &[u8], record: usize) -> f64 {
    let rates: f64 = list_column_costs(bytes, record).iter().sum();
    // A longer record is an unlikelier one: 2 log2(n) bits are a code for any whole number.
    (rates + 2.0 * to_f64(record).log2() / to_f64(count_records_in_window(bytes, record))) / to_f64(record)
}

/// The number of records that are searched for periods.
fn count_records_in_window(bytes: &[u8], record: usize) -> usize {
    (bytes.len().min(WINDOW) / record).max(1)
}

/// The bits for each byte at each place of the record, predicted from the bytes at this place before.
pub(crate) fn list_column_costs(bytes: &[u8], record: usize) -> Vec<f64> {
    let count = count_records_in_window(bytes, record);
    let column = |at: usize| {
        let items: Vec<u8> = (0..count).map(|index| bytes[index * record + at]).collect();
        let (costs, _) = code_items(
            &FormatReading::from_bytes(items.iter().copied()),
            &WordHistory::from_items(&items, 1),
            None,
        );
        costs.iter().map(|cost| f64::from(*cost)).sum::<f64>() / to_f64(count)
    };
    (0..record).map(column).collect()
}

/// The possible lengths of records, the likeliest first.
fn list_periods(bytes: &[u8]) -> Vec<usize> {
    let window = &bytes[..bytes.len().min(WINDOW)];
    // With fewer than six records nothing can be said of a period.
    let longest = LONGEST.min(window.len() / 6);
    let rate = |lag: usize| {
        let pairs = window.iter().zip(&window[lag..]);
        let (mut equal, mut total) = (0_usize, 0_usize);
        for (a, b) in pairs {
            equal += usize::from(a == b);
            total += 1;
        }
        to_f64(equal) / to_f64(total.max(1))
    };
    let rates: Vec<(usize, f64)> = (SHORTEST..=longest).map(|lag| (lag, rate(lag))).collect();
    let mean = rates.iter().map(|(_, rate)| rate).sum::<f64>() / to_f64(rates.len().max(1));
    let mut best: Vec<(usize, f64)> = Vec::new();
    let mut sorted = rates;
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for (lag, rate) in sorted.into_iter().take(64) {
        // A true period makes clearly more bytes equal than other distances do.
        if rate <= mean * 1.02 {
            break;
        }
        // A multiple of a period adds nothing.
        if !best.iter().any(|(listed_lag, _)| lag % listed_lag == 0) {
            // A divisor that was found later takes the place of its multiples, unless one of them is clearly better.
            best.retain(|(listed_lag, listed_rate)| listed_lag % lag != 0 || *listed_rate > rate + 0.02);
            best.push((lag, rate));
        }
    }
    best.into_iter().take(4).map(|(lag, _)| lag).collect()
}

impl LikelyLayout {
    /// The fields at the beginning of records of this length.
    pub(crate) fn find_layout(bytes: &[u8], record: usize, formats: &Formats) -> Option<LikelyLayout> {
        let head = record.min(HEAD);
        let count = (bytes.len() + record - head) / record;
        // Bytes that are the same in all records say nothing about their format.
        let is_same = |index: usize| bytes[index * record..][..head] == bytes[..head];
        if count < 8 || (1..count).all(is_same) {
            return None;
        }
        let count = count.min(RECORDS[1]).min((REGION / record).max(8));
        let naming = to_f64(formats.known.len()).log2() + FIELD * to_f64(count);
        let head_bits = HeadBits::from_records(bytes, record, head, count);
        let place = RecordHeads { bytes, record, head, head_bits: &head_bits, formats, naming };
        let tables: Vec<Vec<LikelyField>> = (0..head).map(|at| place.try_fields(at)).collect();
        // From the end to the beginning: the cheapest encoding of the bytes from each place on.
        let mut rest: Vec<(f64, Option<usize>)> = vec![(0.0, None); head + 1];
        for at in (0..head).rev() {
            let costs = tables[at].iter().map(|field| field.bits + rest[at + field.extent].0).enumerate();
            let best = costs.min_by(|a, b| a.1.total_cmp(&b.1));
            rest[at] = best.map_or((f64::INFINITY, None), |best| (best.1, Some(best.0)));
            // Near the end of the head, a field may reach beyond it. Its bytes are then taken without a meaning.
            let tail: f64 = (at..head).map(|at| head_bits.bits_at(at)).sum();
            if head < record && at + TAIL > head && tail < rest[at].0 {
                rest[at] = (tail, None);
            }
        }
        if rest[0].0.is_infinite() {
            return None;
        }
        let mut fields = Vec::new();
        let mut at = 0;
        // The cheapest choice at each place leads through the head.
        while let Some(index) = rest[at].1 {
            let field = tables[at][index].clone();
            at += field.extent;
            fields.push(field);
        }
        let of = |field: &LikelyField| FirstField {
            field: field.clone(),
            bits: field.bits + rest[field.extent].0,
            is_row: false,
        };
        let mut first: Vec<FirstField> = tables[0].iter().map(of).collect();
        first.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        for first in first.iter_mut().take(ROWS) {
            // A row names its format once, while a path through the head names it for each item.
            let behind = first.field.extent * (head / first.field.extent);
            if let Some(bits) = place.cost_of_row(&first.field).map(|bits| bits + rest[behind].0)
                && bits < first.bits
            {
                (first.bits, first.is_row) = (bits, true);
            }
        }
        first.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        let bits = first.first().map_or(rest[0].0, |first| first.bits) + 2.0 * to_f64(record).log2();
        Some(LikelyLayout { record, head, count, fields, first, bits })
    }
}

impl LikelyLayout {
    /// The bytes of the first field, if most of the head has its format: a row of items, not a record.
    pub(crate) fn row_item_bytes(&self) -> Option<usize> {
        let first = self.fields.first()?;
        let alike = self.fields.iter().filter(|field| field.format_index == first.format_index).count();
        let whole = self.record.is_multiple_of(first.extent);
        (whole && 2 * alike * first.extent > self.head && alike > 1).then_some(first.extent)
    }

    /// Whether the first field has the same word in all records, which says nothing about its format.
    pub(crate) fn has_constant_first_field(&self, bytes: &[u8]) -> bool {
        let extent = self.first.first().map_or(1, |first| first.field.extent);
        let items = take_column(bytes, self.record, FieldPlace { at: 0, extent }, self.count);
        items.chunks_exact(extent).all(|item| *item == items[..extent])
    }
}

/// The heads of records, in which fields are tried.
struct RecordHeads<'a> {
    bytes: &'a [u8],
    record: usize,
    head: usize,
    head_bits: &'a HeadBits,
    formats: &'a Formats,
    naming: f64,
}

impl RecordHeads<'_> {
    /// The formats that a field at `at` may have, the cheapest of each width. Rare formats are tried at the first byte
    /// only.
    fn try_fields(&self, at: usize) -> Vec<LikelyField> {
        let usual = |index: &usize| at == 0 || self.formats.known[*index].prior < UNUSUAL;
        let candidates: Vec<usize> = (0..self.formats.known.len()).filter(usual).collect();
        let mut extents: Vec<usize> =
            candidates.iter().map(|index| self.formats.known[*index].extent).collect();
        extents.sort_unstable();
        extents.dedup();
        let mut fields = Vec::new();
        for extent in extents.into_iter().filter(|extent| at + extent <= self.head) {
            let place = FieldPlace { at, extent };
            let of_extent = |index: &usize| self.formats.known[*index].extent == extent;
            let mut shortlist: Vec<usize> = candidates.iter().copied().filter(of_extent).collect();
            let record_count = self.head_bits.count;
            if record_count > RECORDS[0] && shortlist.len() > KEPT[usize::from(at > 0)] {
                let scored = self.score_formats(&shortlist, place, RECORDS[0]);
                shortlist =
                    scored.iter().take(KEPT[usize::from(at > 0)]).map(|field| field.format_index).collect();
            }
            fields.extend(self.score_formats(&shortlist, place, record_count));
        }
        fields
    }

    /// The cost of the heads if they consist of items of the field's format, which is named once. The bytes after the
    /// last whole item are not included.
    fn cost_of_row(&self, field: &LikelyField) -> Option<f64> {
        if !self.record.is_multiple_of(field.extent) || self.head < 2 * field.extent {
            return None;
        }
        let format = &self.formats.known[field.format_index];
        let mut total_bits = field.bits;
        for at in (field.extent..=self.head - field.extent).step_by(field.extent) {
            let place = FieldPlace { at, extent: field.extent };
            let count = self.head_bits.count;
            let items = take_column(self.bytes, self.record, place, count);
            let words = WordHistory::from_field(self.bytes, self.record, place, count, self.head_bits);
            total_bits += code_reading(&FormatReading::from_items(format, &items), &words, 0.0, None)?.0;
        }
        Some(total_bits)
    }

    /// The formats of a width as fields with their costs, the cheapest first.
    fn score_formats(&self, candidates: &[usize], place: FieldPlace, count: usize) -> Vec<LikelyField> {
        let FieldPlace { at, extent } = place;
        let items = take_column(self.bytes, self.record, place, count);
        let words = WordHistory::from_field(self.bytes, self.record, place, count, self.head_bits);
        let score = |&index: &usize| {
            let format = &self.formats.known[index];
            let prior = cost_of_width(format);
            let (bits, _) = code_reading(&FormatReading::from_items(format, &items), &words, prior, None)?;
            Some(LikelyField { format_index: index, at, extent, bits: bits + self.naming })
        };
        let mut scored: Vec<LikelyField> = candidates.iter().filter_map(score).collect();
        scored.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        scored
    }
}

/// The bytes at a place of each of the first `count` records.
pub(crate) fn take_column(bytes: &[u8], record: usize, place: FieldPlace, count: usize) -> Vec<u8> {
    let FieldPlace { at, extent } = place;
    let item = |index: usize| bytes.get(index * record + at..index * record + at + extent);
    (0..count).filter_map(item).flatten().copied().collect()
}
