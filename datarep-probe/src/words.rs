//! Facts about items that do not depend on their format: which items are the same word, and which bytes precede each.
//!
//! All formats of the same bytes share these facts, so that formats differ only in their values. A number that is cut
//! in two costs about the same in halves as whole.

use rustc_hash::FxHashMap;

/// The numbers of bytes before an item that serve as its context.
pub(crate) const BEHIND: [usize; 2] = [1, 4];

/// The factor on the probability of a byte that is predicted without a meaning: such a byte costs one bit more. So a
/// format that predicts values wins against single bytes that are predicted equally well.
const MEANINGLESS: f64 = 0.5;

/// For each item, whether its word occurred before, and after which bytes.
#[derive(Debug, Clone, Default)]
pub(crate) struct WordHistory {
    /// How often the word occurred before.
    pub(crate) seen: Vec<u32>,
    /// Whether the word is that of the item before.
    pub(crate) same: Vec<bool>,
    /// Whether the bytes before the item are those before the last item.
    pub(crate) steady: Vec<bool>,
    /// For one byte and for four before the item, how often the word and these bytes occurred.
    pub(crate) behind: [Vec<ContextCount>; BEHIND.len()],
    /// The probability of the word when it is predicted byte by byte from the left.
    pub(crate) bytewise: Vec<f64>,
    /// The number of different words.
    pub(crate) distinct: usize,
    /// Whether most items have the word of the item before.
    pub(crate) runs: bool,
}

/// How often the bytes before an item occurred before it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ContextCount {
    /// With the word of the item behind them.
    pub(crate) together: u32,
    /// With any word behind them.
    pub(crate) alone: u32,
}

/// The place of a field in each record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldPlace {
    /// Its first byte.
    pub(crate) at: usize,
    /// The number of its bytes.
    pub(crate) extent: usize,
}

/// The four bytes before an item.
type PrecedingBytes = [u8; 4];

impl WordHistory {
    /// The words of consecutive items of `extent` bytes.
    pub(crate) fn from_items(items: &[u8], extent: usize) -> WordHistory {
        let places = (0..items.len() / extent).map(|index| index * extent);
        let mut words = WordHistory::from_places(items, places.clone(), extent);
        let mut models = vec![BytePredictor::new(); extent];
        let likely = |place: usize| {
            let bytes = models.iter_mut().enumerate();
            bytes.map(|(byte, model)| model.learn_byte(items, place + byte)).product::<f64>()
        };
        words.bytewise = places.map(likely).collect();
        words
    }

    /// The words of a field. `head_bits` holds the costs of the records' single bytes.
    pub(crate) fn from_field(
        bytes: &[u8],
        record: usize,
        FieldPlace { at, extent }: FieldPlace,
        count: usize,
        head_bits: &HeadBits,
    ) -> WordHistory {
        let places = (0..count).map(|index| index * record + at);
        let mut words = WordHistory::from_places(bytes, places, extent);
        words.bytewise = (0..count)
            .map(|index| head_bits.bits[at..at + extent].iter().map(|bits| bits[index]).sum::<f64>())
            .map(|bits| (-bits).exp2())
            .collect();
        words
    }

    fn from_places(bytes: &[u8], places: impl Iterator<Item = usize>, extent: usize) -> WordHistory {
        WordHistory::count_words(
            places.map(|place| (bytes_before(bytes, place), &bytes[place..place + extent])),
        )
    }

    /// The words of numbers, which may have fewer bits than a byte.
    pub(crate) fn from_numbers(values: &[f64]) -> WordHistory {
        let words = values.iter().map(|value| value.to_bits());
        // The number before stands for the bytes before, of which a packed item has no whole ones.
        let before = [f64::NAN].iter().chain(values).map(|value| value.to_bits().to_be_bytes());
        WordHistory::count_words(before.map(|before| [before[0], before[1], before[2], before[3]]).zip(words))
    }

    fn count_words<T: std::hash::Hash + Eq + Copy>(
        items: impl Iterator<Item = (PrecedingBytes, T)>,
    ) -> WordHistory {
        let mut words = WordHistory::default();
        let mut counts = FxHashMap::<T, u32>::default();
        let mut together: [FxHashMap<(PrecedingBytes, T), u32>; BEHIND.len()] = Default::default();
        let mut alone: [FxHashMap<PrecedingBytes, u32>; BEHIND.len()] = Default::default();
        let mut last = None;
        for (before, item) in items {
            let count = counts.entry(item).or_default();
            words.seen.push(*count);
            *count += 1;
            words.same.push(last.is_some_and(|(_, last)| last == item));
            words.steady.push(last.is_some_and(|(last, _)| last == before));
            for (place, length) in BEHIND.into_iter().enumerate() {
                // The nearest bytes are at the end, and zeros stand for those that do not belong to the context.
                let mut context = [0; 4];
                context[4 - length..].copy_from_slice(&before[4 - length..]);
                let together = together[place].entry((context, item)).or_default();
                let alone = alone[place].entry(context).or_default();
                // The counts before this item: a prediction must not know what it predicts.
                words.behind[place].push(ContextCount { together: *together, alone: *alone });
                *together += 1;
                *alone += 1;
            }
            last = Some((before, item));
        }
        words.distinct = counts.len();
        words.runs = 2 * words.same.iter().filter(|same| **same).count() > words.same.len();
        words
    }
}

/// The bytes before a place; zeros before the first byte.
fn bytes_before(bytes: &[u8], place: usize) -> PrecedingBytes {
    let mut before = [0; 4];
    let count = place.min(4);
    before[4 - count..].copy_from_slice(&bytes[place - count..place]);
    before
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, Default)]
struct ByteCounts {
    total: f64,
    /// The number of different ones.
    kinds: f64,
}

/// Predicts the bytes at one place of items, each by the byte before it.
#[derive(Debug, Clone)]
struct BytePredictor {
    /// The count of each byte, by the byte before it.
    pairs: FxHashMap<(u8, u8), f64>,
    /// The bytes behind each byte.
    contexts: [ByteCounts; 256],
    /// The count of each byte.
    bytes: [f64; 256],
    /// All bytes.
    totals: ByteCounts,
}

impl BytePredictor {
    fn new() -> BytePredictor {
        BytePredictor {
            pairs: FxHashMap::default(),
            contexts: [ByteCounts::default(); 256],
            bytes: [0.0; 256],
            totals: ByteCounts::default(),
        }
    }

    /// The probability of the byte at `place`, which is then counted. The weight of a new byte grows with the number of
    /// different ones.
    fn learn_byte(&mut self, bytes: &[u8], place: usize) -> f64 {
        let (before, byte) = (place.checked_sub(1).map_or(0, |before| bytes[before]), bytes[place]);
        let ByteCounts { total, kinds } = &mut self.totals;
        let count = &mut self.bytes[usize::from(byte)];
        // Any of 256 bytes is possible, and more likely the more different ones came up so far.
        let byte_probability = (*count + (*kinds + 1.0) / 256.0) / (*total + *kinds + 1.0);
        *total += 1.0;
        *kinds += f64::from(u8::from(*count == 0.0));
        *count += 1.0;
        let ByteCounts { total, kinds } = &mut self.contexts[usize::from(before)];
        let count = self.pairs.entry((before, byte)).or_default();
        // The same within the bytes that followed this one. What was not seen there falls back to `byte_probability`.
        let pair_probability = (*count + (*kinds + 1.0) * byte_probability) / (*total + *kinds + 1.0);
        *total += 1.0;
        *kinds += f64::from(u8::from(*count == 0.0));
        *count += 1.0;
        pair_probability * MEANINGLESS
    }
}

/// The bits that the bytes of records take when each is predicted by the byte before it, without a format.
#[derive(Debug, Clone)]
pub(crate) struct HeadBits {
    /// The number of records.
    pub(crate) count: usize,
    /// The bits for each place in the record, and each record.
    pub(crate) bits: Vec<Vec<f64>>,
}

impl HeadBits {
    /// The bits of the first `head` bytes of `count` records.
    pub(crate) fn from_records(bytes: &[u8], record: usize, head: usize, count: usize) -> HeadBits {
        let column = |at: usize| {
            let mut model = BytePredictor::new();
            (0..count).map(|index| -model.learn_byte(bytes, index * record + at).log2()).collect()
        };
        HeadBits { count, bits: (0..head).map(column).collect() }
    }

    /// The bits at a place in all records.
    pub(crate) fn bits_at(&self, place: usize) -> f64 {
        self.bits[place].iter().sum()
    }
}
