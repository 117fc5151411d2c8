//! Ranks the candidates of both kinds together: items side by side, and fields of records.

use super::catalog::Formats;
use super::dense::DensePart;
use super::headers::{Header, Numbers};
use super::known::KnownFormat;
use super::lattice::Lattice;
use super::layout::{
    ConstantBytes, FirstField, HEAD, LikelyField, LikelyLayout, find_frame_mark, find_record_length,
    take_column,
};
use super::reading::{FormatReading, WordClass, to_f64};
use super::reasons;
use super::report::{Candidate, FieldFound, Report};
use super::search::{
    Hypothesis, ItemKind, ItemPlaces, ScoredHypothesis, code_items, code_reading, cost_of_width,
    count_row_items, rank_side_by_side_items,
};
use super::words::{FieldPlace, WordHistory};

/// The largest number of candidates in a report.
const TOLD: usize = 10;

/// The largest number of values in a candidate.
const VALUES: usize = 4096;

/// Bits by which the first candidate must be better than the next to be certain. If the model of the data were right,
/// this would be a chance of one in sixteen million.
const MARGIN_BITS: f64 = 24.0;

/// The same margin for each byte, since the error of the model grows with the length of the data. The value was chosen
/// on random series of two seeds, where the first candidate was right in 88 of the 90 cases in which it was certain. With
/// half the margin it was right in nine of ten. Since then the costs have changed: on series of three seeds that were not
/// looked at, it is right in 130 of 136.
const MARGIN_RATE: f64 = 0.04;

/// The factor on this margin for a rare format. There are many rare formats, and an error of the model favors one of
/// them.
const RARE: f64 = 4.0;

/// What is known about bytes before they are examined.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// An item begins at the first byte. Otherwise all alignments are tried.
    pub placed: bool,
    /// Bytes of a row, if the bytes are known to be rows of items of one format. Then no records are searched.
    pub row: Option<usize>,
}

/// A candidate before it is reported.
struct RankedEntry<'a> {
    shape: ItemKind,
    /// Bytes of an item; of packed words, of eight items.
    extent: usize,
    at: usize,
    /// The part of each record in which the items are side by side.
    part: Option<&'a DensePart>,
    record: Option<usize>,
    /// Bits for each byte.
    rate: f64,
    lattice: Option<Lattice>,
}

/// Ranks the formats that the numbers in bytes may have.
///
/// ```
/// use datarep_dynamic::Format;
/// use datarep_probe::{Formats, Options, probe};
///
/// let series: Vec<f64> = (0..500).map(|index| 50.0 * (f64::from(index) / 9.0).sin()).collect();
/// let (bytes, _) = Format::named("vax_g")?.to_bytes(&series)?;
/// let formats = Formats::named(&["f64", "vax_d", "vax_g", "twos(32)"])?;
/// let report = probe(&bytes, &formats, Options { placed: true, ..Options::default() });
/// assert_eq!(report.candidates[0].format, "vax_g");
/// assert!(report.doubts.is_empty());
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
pub fn probe(bytes: &[u8], formats: &Formats, options: Options) -> Report {
    let record =
        if options.row.is_some() { None } else { find_record_length(bytes).map(|(record, _)| record) };
    let part = record.and_then(|record| DensePart::find(bytes, record, options.placed));
    let places = ItemPlaces { placed: options.placed, row: options.row.or(record), part };
    let scored = rank_side_by_side_items(bytes, formats, &places);
    // What single bytes cost is the measure for all others: a format that is no better has found no numbers.
    let plain = scored.iter().filter(|scored| scored.hypothesis.extent == 1);
    let plain = plain.map(|scored| scored.rate).fold(8.0, f64::min);
    let mut entries: Vec<RankedEntry<'_>> =
        scored.iter().map(|scored| RankedEntry::from_scored(scored, places.part.as_ref())).collect();
    let mut report = Report { plain, ..Report::default() };
    if let (Some(record), Some(best)) = (record, scored.first()) {
        // If an item begins at the first byte, so does the record.
        let frame = find_frame_mark(bytes, record).filter(|frame| !options.placed || frame.start == 0);
        let is_known = options.placed || frame.is_some();
        let frame = frame.unwrap_or_default();
        let heads = &bytes[frame.end()..];
        // Without a known beginning, the fields could begin anywhere in the record, and each shift would have to be
        // tried.
        if is_known
            && let Some(layout) = LikelyLayout::find_layout(heads, record, formats)
            && !layout.has_constant_first_field(heads)
        {
            rank_fields(
                bytes,
                formats,
                (best, places.part.as_ref()),
                (&layout, frame),
                &mut report,
                &mut entries,
            );
        }
    }
    entries.sort_by(|a, b| a.rate.total_cmp(&b.rate));
    report.candidates = describe_entries(bytes, formats, &entries);
    spread_widths(&mut report.candidates);
    let is_rare = entries.first().is_none_or(|entry| {
        entry.is_bit_packed() || entry.find_known(formats).is_none_or(KnownFormat::is_rare)
    });
    let margin = MARGIN_RATE * if is_rare { RARE } else { 1.0 };
    report.doubts = reasons::list_doubts(bytes, &report, MARGIN_BITS, margin);
    report
}

/// Adds the fields of records to the candidates, and to the report if they explain the bytes better than the best items
/// side by side. The layout is that of the bytes behind the frame's mark.
fn rank_fields<'a>(
    bytes: &[u8],
    formats: &Formats,
    (best, part): (&ScoredHypothesis, Option<&'a DensePart>),
    (layout, frame): (&LikelyLayout, ConstantBytes),
    report: &mut Report,
    entries: &mut Vec<RankedEntry<'a>>,
) {
    let start = frame.end();
    let beside = rate_items_in_heads(&bytes[start..], formats, &best.hypothesis.moved_to(start), layout);
    let row = layout.row_item_bytes();
    // Records are rated by their heads only. The same shift brings all others to the same bytes.
    let shift = beside - best.rate;
    for entry in &mut *entries {
        entry.rate += shift;
    }
    report.plain = (report.plain + shift).min(8.0);
    let is_row = row.is_some() || layout.first.first().is_some_and(|first| first.is_row);
    if !is_row && bits_per_head_byte(layout.bits, layout) < beside {
        report.record = Some(layout.record);
        report.sync = bytes[frame.start..start].to_vec();
        report.record_at = frame.start;
        let fields = layout.fields.iter();
        report.fields = fields
            .map(|field| {
                describe_field(&bytes[report.record_at..], formats, layout, field, report.sync.len())
            })
            .collect();
    }
    // A mark may be as long as the part, which then has no item behind it.
    let part = part.filter(|part| part.row_bytes(start, HEAD) > 0);
    let candidates = layout.first.iter().take(2 * TOLD);
    entries.extend(candidates.map(|first| RankedEntry::from_field(first, layout, row, part).moved_by(start)));
}

impl Report {
    /// Examines the numbers that a header names, and puts the format that the header says first. Only these numbers are
    /// examined, without the bytes between their rows. `None` if no item of the header's numbers begins at the first of
    /// the bytes, or if their format is not among `formats`. The bytes begin at byte `at` of the file.
    ///
    /// A header needs no evidence, so its format is certain, with one exception: without the header another format
    /// would be certain. The doubts then say so.
    ///
    /// ```
    /// use datarep_dynamic::Format;
    /// use datarep_probe::{Formats, Report, header};
    ///
    /// // SEG-Y: letters, a header that says "IBM's floats, four in a trace", and one trace.
    /// let mut file = vec![0x40; 3200];
    /// file[0] = 0xC3;
    /// file.resize(3840, 0);
    /// (file[3221], file[3225]) = (4, 1);
    /// file.extend(Format::named("hfp32")?.to_bytes(&[0.5, 1.5, -2.0, 0.0])?.0);
    /// let formats = Formats::named(&["hfp32", "f32", "twos(16)"])?;
    /// let header = header(&file).expect("it is known");
    /// let report = Report::from_header(&header, &file[3840..], 3840, &formats).expect("samples begin here");
    /// assert_eq!(report.candidates[0].format, "hfp32 big");
    /// assert_eq!(report.candidates[0].reasons[0], "the header says so of `samples`");
    /// assert_eq!(report.named.as_deref(), Some("samples"));
    /// assert!(report.doubts.is_empty());
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn from_header(header: &Header, bytes: &[u8], at: usize, formats: &Formats) -> Option<Report> {
        let numbers = header.numbers_at(at)?;
        let items = numbers.take_items(bytes, at, bytes.len() / numbers.bytes.max(1));
        let row = Some(numbers.row * numbers.bytes);
        let mut report = probe(&items, formats, Options { placed: true, row });
        let mut named = make_header_candidate(numbers, &items, formats)?;
        let place = report.candidates.iter().position(|candidate| candidate.reads_numbers(numbers));
        if let Some(place) = place {
            let Candidate { format, alike, rate, .. } = report.candidates.remove(place);
            (named.alike, named.rate) = (alike, rate);
            // The probe has found an equal format under another name. The header's name is shown, and the other one as
            // alike.
            if !is_title_of_format(&format, &numbers.format) {
                named.alike.retain(|alike| !is_title_of_format(alike, &numbers.format));
                named.alike.insert(0, format);
            }
        }
        named.reasons.insert(0, format!("the header says so of `{}`", numbers.name));
        // The header decides, but a person should know if the bytes speak for something else.
        let rival = report.candidates.first().filter(|_| place != Some(0) && report.doubts.is_empty());
        report.doubts = rival
            .map(|rival| format!("without the header `{}` would be certain", rival.format))
            .into_iter()
            .collect();
        for candidate in &mut report.candidates {
            candidate.record = numbers.record_bytes();
        }
        report.candidates.insert(0, named);
        report.candidates.truncate(TOLD);
        report.named = Some(numbers.name.clone());
        Some(report)
    }
}

impl Candidate {
    /// Whether the candidate reads the numbers of a header, from the first byte on.
    fn reads_numbers(&self, numbers: &Numbers) -> bool {
        let is_placed = (self.at, self.bits, self.record) == (0, 8 * numbers.bytes, None);
        is_placed
            && [&self.format]
                .into_iter()
                .chain(&self.alike)
                .any(|title| is_title_of_format(title, &numbers.format))
    }
}

/// Whether a candidate's title is the format that a header names. A header leaves out the order of a machine that has one.
fn is_title_of_format(title: &str, named: &str) -> bool {
    title == named || title.strip_suffix(" big") == Some(named)
}

/// The numbers of a header as a candidate. `None` if the format was not tried.
fn make_header_candidate(numbers: &Numbers, items: &[u8], formats: &Formats) -> Option<Candidate> {
    let format =
        formats.known.iter().find(|format| is_title_of_format(&format.option_text(), &numbers.format))?;
    let items = &items[..items.len().min(VALUES * format.extent)];
    let (reading, words) =
        (FormatReading::from_items(format, items), WordHistory::from_items(items, format.extent));
    let (bits, lattice) = code_reading(&reading, &words, cost_of_width(format), None).unwrap_or((0.0, None));
    let record = numbers.record_bytes();
    Some(Candidate {
        format: numbers.format.clone(),
        from: format.from.clone(),
        alike: Vec::new(),
        at: 0,
        bits: 8 * numbers.bytes,
        record,
        rate: bits / to_f64(items.len().max(1)),
        reasons: reasons::list_reasons(Some(format), &reading, &words, lattice, record),
        values: list_values_or_nan(&reading),
    })
}

/// The share by which a candidate may be worse than the first and still become the third because of its width.
const NEAR: f64 = 1.0 / 16.0;

/// If the first two candidates have the same width, makes the third one of another width, if one is nearly as good as
/// the first. The first two are often one integer with and without a sign, or in both orders.
fn spread_widths(candidates: &mut [Candidate]) {
    let [first, second, rest @ ..] = candidates else { return };
    let is_other = |candidate: &&Candidate| candidate.bits != first.bits && candidate.bits != second.bits;
    let near = (1.0 + NEAR) * first.rate;
    let other_width = rest.iter().position(|candidate| is_other(&candidate) && candidate.rate <= near);
    if let Some(other_width) = other_width
        && first.bits == second.bits
    {
        rest[..=other_width].rotate_right(1);
    }
}

/// The bits for each byte of the heads of records.
fn bits_per_head_byte(bits: f64, layout: &LikelyLayout) -> f64 {
    bits / to_f64(layout.head * layout.count)
}

/// The bits for each byte at the beginnings of records, if the best items side by side encode them.
fn rate_items_in_heads(bytes: &[u8], formats: &Formats, best: &Hypothesis, layout: &LikelyLayout) -> f64 {
    let Hypothesis { shape, at, extent } = *best;
    let region = &bytes[at..bytes.len().min(layout.count * layout.record)];
    let (bits, reading, words, row) = match shape {
        ItemKind::Known(index) => {
            let items = &region[..region.len() / extent * extent];
            let reading = FormatReading::from_items(&formats.known[index], items);
            (
                8 * extent,
                reading,
                WordHistory::from_items(items, extent),
                count_row_items(Some(layout.record), extent),
            )
        }
        ItemKind::BitPacked(packing) => {
            let (reading, words) = packing.read_items(region, formats);
            (packing.width as usize, reading, words, None)
        }
    };
    let (costs, _) = code_items(&reading, &words, row);
    let (mut head, mut in_head) = (0.0, 0_usize);
    for (index, cost) in costs.iter().enumerate() {
        // In bits, as packed items begin within bytes.
        let first = (at * 8 + index * bits) / 8;
        if first % layout.record < layout.head {
            head += f64::from(*cost);
            in_head += bits;
        }
    }
    head * 8.0 / to_f64(in_head.max(1))
}

impl<'a> RankedEntry<'a> {
    /// Items side by side, in a part of each record or in all bytes.
    fn from_scored(scored: &ScoredHypothesis, part: Option<&'a DensePart>) -> RankedEntry<'a> {
        let Hypothesis { shape, at, extent } = scored.hypothesis;
        RankedEntry { shape, extent, at, part, record: None, rate: scored.rate, lattice: scored.lattice }
    }

    /// The first field of records. If the records are rows of items, of `row` bytes each, the items are side by side, in
    /// a part of each record that begins with it.
    fn from_field(
        first: &FirstField,
        layout: &LikelyLayout,
        row: Option<usize>,
        part: Option<&'a DensePart>,
    ) -> RankedEntry<'a> {
        let FirstField { field, bits, is_row } = first;
        let is_row = *is_row || row == Some(field.extent);
        RankedEntry {
            shape: ItemKind::Known(field.format_index),
            extent: field.extent,
            at: field.at,
            part: part.filter(|part| is_row && part.start == 0),
            record: (!is_row).then_some(layout.record),
            rate: bits_per_head_byte(*bits, layout),
            lattice: None,
        }
    }

    /// The same items, counted from an earlier byte.
    fn moved_by(self, bytes: usize) -> RankedEntry<'a> {
        RankedEntry { at: self.at + bytes, ..self }
    }

    fn read_sample(&self, bytes: &[u8], formats: &Formats) -> (FormatReading, WordHistory) {
        let items = self.take_items(bytes);
        match self.shape {
            ItemKind::Known(index) => (
                FormatReading::from_items(&formats.known[index], &items),
                WordHistory::from_items(&items, self.extent),
            ),
            ItemKind::BitPacked(packing) => packing.read_items(&items, formats),
        }
    }

    /// The bytes of the first items.
    fn take_items(&self, bytes: &[u8]) -> Vec<u8> {
        // Eight packed items have the extent of a hypothesis.
        let most = if self.is_bit_packed() { VALUES / 8 } else { VALUES };
        if let Some(record) = self.record {
            take_column(bytes, record, FieldPlace { at: self.at, extent: self.extent }, VALUES)
        } else if let Some(part) = self.part {
            let at = self.at - part.start;
            part.take_items(bytes, at, self.extent, 0..part.count_items(bytes, at, self.extent).min(most))
        } else {
            let length = (bytes.len() - self.at).min(most * self.extent);
            let whole = if self.is_bit_packed() { length } else { length / self.extent * self.extent };
            bytes[self.at..self.at + whole].to_vec()
        }
    }

    /// Where the items are, if they fill a part of each record.
    fn describe_part(&self) -> Option<String> {
        let part = self.part?;
        let row = part.row_bytes(self.at - part.start, self.extent) * 8 / self.item_bits();
        Some(format!(
            "the other bytes of each {} change little: try `--row {row} --stride {}`",
            part.record, part.record
        ))
    }

    /// The format, if it is one of the catalog.
    fn find_known<'f>(&self, formats: &'f Formats) -> Option<&'f KnownFormat> {
        match self.shape {
            ItemKind::Known(index) => Some(&formats.known[index]),
            ItemKind::BitPacked(packing) => packing.find_known(formats),
        }
    }

    fn option_text(&self, formats: &Formats) -> String {
        match self.shape {
            ItemKind::Known(index) => formats.known[index].option_text(),
            ItemKind::BitPacked(packing) => packing.option_text(formats),
        }
    }

    fn is_bit_packed(&self) -> bool {
        matches!(self.shape, ItemKind::BitPacked(_))
    }

    fn item_bits(&self) -> usize {
        match self.shape {
            ItemKind::Known(_) => 8 * self.extent,
            ItemKind::BitPacked(packing) => packing.width as usize,
        }
    }
}

/// The candidates in words. Formats that read the same values, or the same values in another unit, are one candidate.
fn describe_entries(bytes: &[u8], formats: &Formats, entries: &[RankedEntry<'_>]) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for entry in entries {
        let (reading, words) = entry.read_sample(bytes, formats);
        let title = entry.option_text(formats);
        let values = list_values_or_nan(&reading);
        let equal_candidate = candidates.iter_mut().find_map(|candidate| {
            let place = (candidate.at, candidate.bits) == (entry.at, entry.item_bits());
            let unit = if place { find_unit_factor(&candidate.values, &values) } else { None };
            unit.map(|unit| (candidate, unit))
        });
        if let Some((candidate, unit)) = equal_candidate {
            let title =
                if unit.to_bits() == 1_f64.to_bits() { title } else { format!("{title} (times {unit:e})") };
            if candidate.format != title && !candidate.alike.contains(&title) {
                candidate.alike.push(title);
            }
            continue;
        }
        // Not the end of the loop: a further entry may read the same values as one that is told.
        if candidates.len() == TOLD {
            continue;
        }
        let format = entry.find_known(formats);
        let mut reasons = reasons::list_reasons(format, &reading, &words, entry.lattice, entry.record);
        reasons.splice(0..0, entry.describe_part());
        candidates.push(Candidate {
            format: title,
            from: format.map_or_else(String::new, |format| format.from.clone()),
            alike: Vec::new(),
            at: entry.at,
            bits: entry.item_bits(),
            record: entry.record,
            rate: entry.rate,
            reasons,
            values,
        });
    }
    candidates
}

/// The factor by which all values differ from the others, if it is one or a power of two. No byte shows which of two
/// such formats it is.
fn find_unit_factor(values: &[f64], other_values: &[f64]) -> Option<f64> {
    let pairs = || values.iter().zip(other_values);
    if values.len() == other_values.len()
        && pairs().all(|(value, other_value)| canonical_bits(*value) == canonical_bits(*other_value))
    {
        return Some(1.0);
    }
    let unit = pairs().find_map(|(value, other_value)| {
        let unit = other_value / value;
        (unit.is_finite() && unit > 0.0).then_some(unit)
    })?;
    // A power of two has no bits of fraction, and the twelve above are its sign and exponent.
    let power = unit.to_bits() << 12 == 0;
    let alike =
        |(value, other_value): (&f64, &f64)| canonical_bits(value * unit) == canonical_bits(*other_value);
    (power && values.len() == other_values.len() && pairs().all(alike)).then_some(unit)
}

/// The values of a reading, with NaN for invalid words.
fn list_values_or_nan(reading: &FormatReading) -> Vec<f64> {
    let value =
        |(value, class): (&f64, &WordClass)| if *class == WordClass::Invalid { f64::NAN } else { *value };
    reading.value.iter().zip(&reading.class).map(value).collect()
}

/// The bits of a value, which are the same for all NaN and for both zeros.
fn canonical_bits(value: f64) -> u64 {
    // -0 + 0 is +0.
    if value.is_nan() { f64::NAN.to_bits() } else { (value + 0.0).to_bits() }
}

/// A field in words. `before` is the number of bytes of a record before its head.
fn describe_field(
    bytes: &[u8],
    formats: &Formats,
    layout: &LikelyLayout,
    field: &LikelyField,
    before: usize,
) -> FieldFound {
    let format = &formats.known[field.format_index];
    let at = before + field.at;
    let items = take_column(bytes, layout.record, FieldPlace { at, extent: field.extent }, 64);
    let values = list_values_or_nan(&FormatReading::from_items(format, &items));
    FieldFound { format: format.option_text(), at, bytes: field.extent, values }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(rates: &[(usize, f64)]) -> Vec<(usize, f64)> {
        let candidate = |&(bits, rate): &(usize, f64)| Candidate {
            format: String::new(),
            from: String::new(),
            alike: Vec::new(),
            at: 0,
            bits,
            record: None,
            rate,
            reasons: Vec::new(),
            values: Vec::new(),
        };
        let mut candidates: Vec<Candidate> = rates.iter().map(candidate).collect();
        spread_widths(&mut candidates);
        candidates.into_iter().map(|candidate| (candidate.bits, candidate.rate)).collect()
    }

    #[test]
    fn the_third_candidate_is_of_another_width() {
        assert_eq!(
            order(&[(16, 4.0), (16, 4.01), (16, 4.02), (8, 4.1), (32, 4.15)]),
            [(16, 4.0), (16, 4.01), (8, 4.1), (16, 4.02), (32, 4.15)]
        );
        // There are two widths already, or the other one is much worse.
        for unchanged in
            [[(16, 4.0), (8, 4.01), (16, 4.02), (32, 4.03)], [(16, 4.0), (16, 4.01), (16, 4.02), (8, 5.0)]]
        {
            assert_eq!(order(&unchanged), unchanged);
        }
        assert_eq!(order(&[(16, 4.0)]), [(16, 4.0)]);
    }
}
