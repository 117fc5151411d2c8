//! Items of one format side by side. All formats are tried at all alignments on few bytes, then the best ones on more.

use std::ops::Range;

use super::catalog::Formats;
use super::code::{Series, code_series};
use super::dense::DensePart;
use super::digits::refutes_ieee;
use super::known::KnownFormat;
use super::lattice::{self, Lattice, LatticeFit};
use super::packing::PackedWords;
use super::prior;
use super::reading::{FormatReading, to_f64};
use super::words::WordHistory;

/// The bytes that each stage reads: for all formats, for the best ones, and for the best of these.
const BUDGETS: [usize; 3] = [1280, 8192, 40_960];

/// The number of candidates that the second and the third stage try.
const KEPT: [usize; 2] = [40, 10];

/// The cost of naming packed words. They are as rare as formats of forgotten machines, and have a width.
const PACKED: f64 = 12.0;

/// The cost of each doubling of the width of items. Items twice as wide are half as many, so fewer of them can be
/// wrong.
const WIDTH: f64 = 4.0;

/// The number of pieces of the file that each stage reads.
const PIECES: [usize; 3] = [4, 4, 2];

/// The kind of items in a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    /// The format with this index in the catalog.
    Known(usize),
    /// Words without gaps.
    BitPacked(PackedWords),
}

/// A hypothesis: the kind of the items, their beginning and their size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hypothesis {
    /// The kind of the items.
    pub(crate) shape: ItemKind,
    /// The byte at which the first item begins.
    pub(crate) at: usize,
    /// Bytes of an item; of packed words, of eight items.
    pub(crate) extent: usize,
}

impl Hypothesis {
    /// The same items for bytes that begin `start` bytes later.
    pub(crate) fn moved_to(self, start: usize) -> Hypothesis {
        // `start` is taken modulo the width first, so that nothing is below zero.
        Hypothesis { at: (self.at + self.extent - start % self.extent) % self.extent, ..self }
    }
}

/// A hypothesis and its cost.
#[derive(Debug, Clone)]
pub(crate) struct ScoredHypothesis {
    /// The hypothesis.
    pub(crate) hypothesis: Hypothesis,
    /// Bits for each byte.
    pub(crate) rate: f64,
    /// The lattice that the values are on, if any.
    pub(crate) lattice: Option<Lattice>,
}

/// The places of items side by side.
#[derive(Debug, Clone)]
pub(crate) struct ItemPlaces {
    /// The first item begins at the first byte.
    pub(crate) placed: bool,
    /// The number of bytes after which the bytes resemble the earlier ones.
    pub(crate) row: Option<usize>,
    /// The part of each record in which the items are. All bytes are items if there is none.
    pub(crate) part: Option<DensePart>,
}

/// Ranks the formats of items side by side, the best first.
pub(crate) fn rank_side_by_side_items(
    bytes: &[u8],
    formats: &Formats,
    places: &ItemPlaces,
) -> Vec<ScoredHypothesis> {
    let mut hypotheses = Vec::new();
    for (index, format) in formats.known.iter().enumerate() {
        let last = if places.placed { 1 } else { format.extent };
        for at in 0..last {
            hypotheses.push(Hypothesis { shape: ItemKind::Known(index), at, extent: format.extent });
        }
    }
    for packing in PackedWords::list_all(formats) {
        hypotheses.push(Hypothesis {
            shape: ItemKind::BitPacked(packing),
            at: 0,
            extent: packing.width as usize,
        });
    }
    // Each stage reads more bytes of fewer hypotheses: all of them on all bytes would take too long.
    for (stage, limit) in KEPT.into_iter().enumerate() {
        let mut scored = score_hypotheses(bytes, formats, &hypotheses, stage, places);
        scored.truncate(limit);
        hypotheses = scored.into_iter().map(|scored| scored.hypothesis).collect();
    }
    let mut scored = score_hypotheses(bytes, formats, &hypotheses, KEPT.len(), places);
    for ScoredHypothesis { hypothesis, .. } in &mut scored {
        hypothesis.at += places.part.as_ref().map_or(0, |part| part.start);
    }
    scored
}

/// A sample of the items of one width and one first byte, which all formats of that width share.
struct SampledItems {
    extent: usize,
    at: usize,
    bytes: Vec<u8>,
    words: WordHistory,
}

fn score_hypotheses(
    bytes: &[u8],
    formats: &Formats,
    hypotheses: &[Hypothesis],
    stage: usize,
    places: &ItemPlaces,
) -> Vec<ScoredHypothesis> {
    // Items and words are the same for all formats of a width.
    let mut cache: Vec<SampledItems> = Vec::new();
    let mut scored = Vec::new();
    for hypothesis in hypotheses {
        let Hypothesis { shape, at, extent } = *hypothesis;
        let score = match shape {
            ItemKind::Known(index) => {
                if !cache.iter().any(|items| (items.extent, items.at) == (extent, at)) {
                    let bytes = places.take_sample(bytes, at, extent, stage);
                    cache.push(SampledItems {
                        extent,
                        at,
                        words: WordHistory::from_items(&bytes, extent),
                        bytes,
                    });
                }
                let items = cache.iter().find(|items| (items.extent, items.at) == (extent, at));
                let Some(SampledItems { bytes, words, .. }) = items else { continue };
                score_known(
                    &formats.known[index],
                    bytes,
                    words,
                    *hypothesis,
                    places.row_bytes_from(at, extent),
                )
            }
            ItemKind::BitPacked(packing) => {
                let items = places.take_sample(bytes, at, extent, stage);
                score_packed(packing, &items, *hypothesis, formats)
            }
        };
        scored.extend(score.map(|scored| match &places.part {
            Some(part) => ScoredHypothesis { rate: part.rate_part(scored.rate, at, extent), ..scored },
            None => scored,
        }));
    }
    scored.sort_by(|a, b| a.rate.total_cmp(&b.rate));
    scored
}

fn score_known(
    format: &KnownFormat,
    items: &[u8],
    words: &WordHistory,
    hypothesis: Hypothesis,
    row: Option<usize>,
) -> Option<ScoredHypothesis> {
    let reading = FormatReading::from_items(format, items);
    let (bits, lattice) =
        code_reading(&reading, words, cost_of_width(format), count_row_items(row, format.extent))?;
    // A format that is refuted explains the bytes no better than noise.
    let is_refuted = format.binary_order.is_some_and(|order| refutes_ieee(items, order));
    let rate = if is_refuted { 8.0 } else { bits / to_f64(items.len()) };
    Some(ScoredHypothesis { hypothesis, rate, lattice })
}

/// The cost of naming a format whose items have its width.
pub(crate) fn cost_of_width(format: &KnownFormat) -> f64 {
    format.prior + WIDTH * to_f64(format.extent).log2()
}

fn score_packed(
    packing: PackedWords,
    items: &[u8],
    hypothesis: Hypothesis,
    formats: &Formats,
) -> Option<ScoredHypothesis> {
    let (reading, words) = packing.read_items(items, formats);
    let prior = packing.find_known(formats).map_or(PACKED, |format| format.prior.max(PACKED));
    let (bits, lattice) = code_reading(&reading, &words, prior, None)?;
    Some(ScoredHypothesis { hypothesis, rate: bits / to_f64(items.len()), lattice })
}

/// The number of items in a row, if it consists of whole items.
pub(crate) fn count_row_items(row: Option<usize>, extent: usize) -> Option<usize> {
    row.filter(|row| row.is_multiple_of(extent)).map(|row| row / extent)
}

/// The bits of a reading, including those that name its format and its lattice.
pub(crate) fn code_reading(
    reading: &FormatReading,
    words: &WordHistory,
    prior: f64,
    row: Option<usize>,
) -> Option<(f64, Option<Lattice>)> {
    if reading.value.len() < 4 {
        return None;
    }
    let (costs, lattice) = code_items(reading, words, row);
    let bits: f64 = costs.iter().map(|cost| f64::from(*cost)).sum();
    let prior = prior::cost_of_name(prior, reading.median_exponent(), reading.value.len());
    let lattice_bits = lattice.as_ref().map_or(0.0, |lattice| lattice.prior);
    Some((bits + prior + 1.0 + lattice_bits, lattice.map(|lattice| lattice.lattice)))
}

/// The bits of each item.
pub(crate) fn code_items(
    reading: &FormatReading,
    words: &WordHistory,
    row: Option<usize>,
) -> (Vec<f32>, Option<LatticeFit>) {
    // A word that repeats counts once: a constant or a fill value must not make a lattice by itself.
    let fresh: Vec<bool> = words.seen.iter().map(|times| *times == 0).collect();
    let lattice = lattice::find_best_lattice(reading, &fresh);
    (code_series(Series { reading, words, lattice: lattice.as_ref(), row }), lattice)
}

/// The least number of rows in a piece, and how many times its usual bytes a stage may read for that.
const ROWS: usize = 2;
const MORE: usize = 3;

impl ItemPlaces {
    /// Bytes of a row of items that begin `at` bytes after the first place.
    fn row_bytes_from(&self, at: usize, extent: usize) -> Option<usize> {
        match &self.part {
            Some(part) => Some(part.row_bytes(at, extent)).filter(|row| *row > 0),
            None => self.row,
        }
    }

    /// A sample of the items for a stage.
    fn take_sample(&self, bytes: &[u8], at: usize, extent: usize, stage: usize) -> Vec<u8> {
        let row = self.row_bytes_from(at, extent);
        if let Some(part) = &self.part {
            let pieces = choose_pieces(part.count_items(bytes, at, extent), extent, stage, row);
            return pieces.flat_map(|piece| part.take_items(bytes, at, extent, piece)).collect();
        }
        let items = bytes.get(at..).unwrap_or_default();
        let pieces = choose_pieces(items.len() / extent, extent, stage, row);
        pieces.flat_map(|piece| &items[piece.start * extent..piece.end * extent]).copied().collect()
    }
}

/// The items of a sample for a stage, in pieces between the beginning and the end of all `count` items. If there are
/// rows, each piece begins with a row and contains several, since a predictor uses the same place in the row before.
fn choose_pieces(
    count: usize,
    extent: usize,
    stage: usize,
    row: Option<usize>,
) -> impl Iterator<Item = Range<usize>> {
    let (budget, pieces) = (BUDGETS[stage], PIECES[stage]);
    let (row, pieces, piece_bytes) = match row {
        _ if count * extent <= budget => (extent, 1, count * extent),
        // Two pieces with two rows each are the least that shows how rows resemble each other.
        Some(row) if 2 * ROWS * row <= MORE * budget => {
            let pieces = (budget / (ROWS * row)).clamp(2, pieces);
            (row, pieces, (budget / pieces / row).max(ROWS) * row)
        }
        _ => (extent, pieces, budget / pieces),
    };
    let piece_items = (piece_bytes / extent).max(1).min(count);
    (0..pieces).map(move |piece| {
        // Rounded down to the beginning of a row, and of an item. A single piece has all items.
        let first =
            (count - piece_items) * piece / pieces.saturating_sub(1).max(1) * extent / row * row / extent;
        first..first + piece_items
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of a source whose bits are known: byte `i` has `masks[i % masks.len()]` random bits and zeros elsewhere.
    fn draw_bytes(masks: &[u8], count: usize) -> Vec<u8> {
        let mut word = 0x1234_5678_9ABC_DEF1_u64;
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            (word >> 32).to_le_bytes()[0]
        };
        (0..count).map(|index| next() & masks[index % masks.len()]).collect()
    }

    /// No code is shorter than what is random, whatever the format: one that were would win over the right format.
    #[test]
    fn no_format_needs_fewer_bits_than_are_random() {
        let formats = Formats::standard().expect("the library");
        // All bits; floats of four bytes; floats of eight bytes, an item of a wider format beginning at their second byte.
        let sources: [&[u8]; 3] =
            [&[0xFF], &[0x81, 0xFF, 0xFF, 0xFF], &[0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81]];
        for masks in sources {
            let bytes = draw_bytes(masks, 1920);
            for format in &formats.known {
                let items = &bytes[..bytes.len() / format.extent * format.extent];
                let words = WordHistory::from_items(items, format.extent);
                let (costs, _) = code_items(&FormatReading::from_items(format, items), &words, None);
                let bits: f64 = costs.iter().map(|cost| f64::from(*cost)).sum();
                let random: u32 = (0..items.len()).map(|index| masks[index % masks.len()].count_ones()).sum();
                // One series in 2^32 is so short by chance. A fault is some bits for each item.
                let title = format.option_text();
                assert!(
                    bits > f64::from(random) - 32.0,
                    "`{title}` needs {bits} bits of {random} of {masks:02X?}"
                );
            }
        }
    }
}
