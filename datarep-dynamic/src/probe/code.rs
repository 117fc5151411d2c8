//! How many bits the items of a reading take: the score of the probe.
//!
//! A format explains bytes well where its values are easy to tell from those before. So the score is the length of a
//! code: each item is foretold by several predictors, and costs the logarithm of how likely they held it to be. The
//! predictors are mixed by how well they did before, so that nothing is tuned: a smooth series is coded by the one that
//! goes on with the slope, categories by the one that counts words, noise by its magnitude. A predictor holds a density
//! over real numbers; the probability of a word is that density times the distance from its value to the next that the
//! format has. This is what makes all formats comparable: each codes the same bytes, and a wrong one tells of values
//! that jump, lie in gaps, or are no numbers.
//!
//! Source: J. Rissanen, "Modeling by shortest data description"; for mixtures that forget, M. Herbster and M. Warmuth,
//! "Tracking the best expert".

use super::lattice::OnLattice;
use super::reading::{Class, Reading, to_f64};
use super::words::Words;

/// How many predictors there are: by words, by values, and by what values are before.
const EXPERTS: usize = VALUES + 12;

/// The word of the item before, where what stands before both is the same, and where it is not.
const SAME: [usize; 2] = [0, 1];
/// A word by how often it was seen.
const SEEN: usize = 2;
/// A word by how often it was seen after one byte, and after four.
const BEHIND: [usize; 2] = [3, 4];
/// A word byte by byte.
const BYTES: usize = 5;
/// The first predictor of values: those that tell a value and an amount by which they are off, one after another.
const VALUES: usize = 6;
/// How many these are.
const NEAR: usize = 7;
/// The value of the item a row before, and that with what the last value was off by.
const ROW: [usize; 2] = [VALUES + NEAR, VALUES + NEAR + 1];
/// A series that grows by factors.
const RATIOS: usize = VALUES + 9;
/// A value by its power of two.
const OCTAVES: usize = VALUES + 10;
/// A value as likely as any other between the least and the largest so far.
const RANGE: usize = VALUES + 11;

/// The weight that each item moves from the predictors that did well to the others: a series may change its kind every
/// 64 items.
const SHARE: f64 = 1.0 / 64.0;

/// What the predictor by bytes is worth beside the others: it says nothing of what words mean, and would hide that
/// values are odd.
const MEANINGLESS: f64 = 1.0 / 1024.0;

/// So many different words are told as words.
const FEW: usize = 8;

/// How far back the predictors of values look for another channel.
const LAGS: usize = 4;

/// What each class of words is worth before any is seen, in items. Numbers as formats write them are the rule, zeros
/// are common, and the others are seen in one file of many.
const CLASSES: [f64; Class::COUNT] = [16.0, 2.0, 0.125, 0.125, 0.0625, 0.03125];

/// How likely each class of words is at most, whatever was seen: a format whose words are mostly no numbers is not that
/// of numbers.
const MOST: [f64; Class::COUNT] = [1.0, 1.0, 0.25, 0.0625, 0.015_625, 0.003_906_25];

/// The items of a format, with what is known of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Series<'a> {
    /// What they are in the format.
    pub(crate) reading: &'a Reading,
    /// What they are without it.
    pub(crate) words: &'a Words,
    /// What the values are multiples of.
    pub(crate) lattice: Option<&'a OnLattice>,
    /// Items in a row: what stands there before this one may be like it.
    pub(crate) row: Option<usize>,
}

/// Codes a series; returns the bits of each item.
pub(crate) fn costs(series: Series<'_>) -> Vec<f32> {
    let mut coder = Coder::new(series.row.unwrap_or(0));
    let mut costs = Vec::with_capacity(series.reading.value.len());
    for index in 0..series.reading.value.len() {
        let bits = coder.item(series, index);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a cost is a sum's part, single precision is enough"
        )]
        costs.push(bits as f32);
    }
    costs
}

/// A predictor that is off by an amount of a scale that it learns.
#[derive(Debug, Clone, Copy)]
struct Scale {
    /// The logarithm of the scale.
    log: f64,
    /// How many amounts it has seen.
    seen: f64,
}

impl Scale {
    const NEW: Scale = Scale { log: 0.0, seen: 0.0 };

    /// The probability of a cell that is off by so much, by Student's distribution of two degrees: its tails are as
    /// heavy as those of real residuals, and it has a closed form.
    fn probability(&self, off: f64, cell: f64, first: f64) -> f64 {
        let scale = if self.seen == 0.0 { first } else { self.log.exp2() }.max(cell * 0.125);
        let x = off / scale;
        let width = cell / scale;
        if width < 0.25 {
            return width / ((2.0 + x * x) * (2.0 + x * x).sqrt());
        }
        let below = |x: f64| 0.5 + 0.5 * x / (2.0 + x * x).sqrt();
        below(x + 0.5 * width) - below(x - 0.5 * width)
    }

    fn learn(&mut self, off: f64, cell: f64) {
        let log = (off.abs() + 0.0625 * cell).log2();
        if log.is_finite() {
            self.seen += 1.0;
            self.log += (log - self.log) / self.seen.min(24.0);
        }
    }
}

/// Counts of values by sign and power of two.
#[derive(Debug, Clone)]
struct Octaves {
    counts: Vec<(i32, f64)>,
    all: f64,
    last: i32,
}

impl Octaves {
    /// Zero is in the octave of half a cell: no farther from one than one is from two.
    fn key(value: f64, cell: f64) -> i32 {
        let magnitude = value.abs().max(0.5 * cell);
        let exponent = i32::try_from(magnitude.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
        2 * exponent + i32::from(value < 0.0)
    }

    /// The probability of a cell: its octave is one that was seen, or a new one, near to others or to one.
    fn probability(&self, value: f64, cell: f64) -> f64 {
        let magnitude = value.abs();
        let within = if magnitude < cell {
            1.0
        } else {
            let octave = f64::from(Octaves::key(magnitude, 0.0) / 2).exp2();
            // Half of it even over the octave, half of it as Benford's law has it.
            (0.5 * cell / octave + 0.5 * cell / (magnitude * std::f64::consts::LN_2)).min(1.0)
        };
        let key = Octaves::key(value, cell);
        let count = self.counts.iter().find(|(known, _)| *known == key).map_or(0.0, |(_, count)| *count);
        let (exponent, last) = (f64::from(key >> 1), f64::from(self.last >> 1));
        // Proportional to the power -1.5 of the distance from one: the sum over all exponents is 4.2, and there are two
        // signs.
        let far = 0.119 / (1.0 + exponent.abs()).powf(1.5);
        let near = if self.all == 0.0 { far } else { (-(exponent - last).abs()).exp2() / 6.0 };
        let fresh = 0.5 * far + 0.5 * near;
        let unseen = 0.5 + 0.5 * to_f64(self.counts.len());
        (count + unseen * fresh) / (self.all + unseen) * within
    }

    fn learn(&mut self, value: f64, cell: f64) {
        let key = Octaves::key(value, cell);
        self.all += 1.0;
        self.last = key;
        match self.counts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1.0,
            None => self.counts.push((key, 1.0)),
        }
    }
}

/// The state between items.
#[derive(Debug, Clone)]
struct Coder {
    /// For all words alike; for those that were seen before, and for those that are new.
    mixers: [Mixer; 3],
    /// How often a word was new, and seen before: after a word that was, and where what stands before has changed.
    novelty: [[f64; 2]; 4],
    /// Whether words are told alike, or new ones apart from the others.
    ways: [f64; 2],
    classes: [f64; Class::COUNT],
    /// The last values, the nearest first; a word that is no number leaves them as they are.
    past: [f64; LAGS],
    known: usize,
    mean: f64,
    numbers: f64,
    /// The least and the largest value.
    range: (f64, f64),
    scales: [Scale; EXPERTS],
    /// Those of the predictors by rows, for each place in a row.
    rows: Vec<[Scale; ROW.len()]>,
    octaves: Octaves,
    /// How many were on the lattice, and off it.
    lattice: [f64; 2],
    /// Of words at a point of a lattice: how often one was not the nearer one, or not the one nearer to zero, and was;
    /// and what each rule is worth.
    sides: [[f64; 2]; 2],
    rules: [f64; 2],
    /// In runs: how often another word came, and the same; after another word and after the same, and after other bytes
    /// and the same.
    runs: [[[f64; 2]; 2]; 2],
}

/// How likely each predictor holds an item to be; `None` where it has nothing to say.
type Likely = [Option<f64>; EXPERTS];

/// Predictors that are mixed.
#[derive(Debug, Clone)]
struct Mixer {
    weights: [f64; EXPERTS],
    /// What each predictor is worth before it did anything.
    base: [f64; EXPERTS],
}

impl Mixer {
    fn new() -> Mixer {
        let mut base = [1.0; EXPERTS];
        base[BYTES] = MEANINGLESS;
        let all: f64 = base.iter().sum();
        let base = base.map(|weight| weight / all);
        Mixer { weights: base, base }
    }

    /// How likely all predictors together hold an item to be, and what each is worth from now on. Those that have
    /// nothing to say keep what they were worth.
    fn mixed(&mut self, likely: &Likely, floor: f64) -> f64 {
        let (mut mixed, mut awake) = (0.0, 0.0);
        for (likely, weight) in likely.iter().zip(&self.weights) {
            if let Some(likely) = likely {
                mixed += likely * weight;
                awake += weight;
            }
        }
        let mixed = (mixed / awake).max(floor).min(1.0);
        for ((weight, base), likely) in self.weights.iter_mut().zip(&self.base).zip(likely) {
            let done = likely.map_or(1.0, |likely| likely.max(floor) / mixed);
            *weight = (1.0 - SHARE) * *weight * done + SHARE * base;
        }
        let all: f64 = self.weights.iter().sum();
        for weight in &mut self.weights {
            *weight /= all;
        }
        mixed
    }
}

impl Coder {
    fn new(row: usize) -> Coder {
        Coder {
            mixers: [Mixer::new(), Mixer::new(), Mixer::new()],
            novelty: [[0.5; 2]; 4],
            ways: [0.5; 2],
            classes: CLASSES,
            past: [0.0; LAGS],
            known: 0,
            mean: 0.0,
            numbers: 0.0,
            range: (f64::INFINITY, f64::NEG_INFINITY),
            scales: [Scale::NEW; EXPERTS],
            rows: vec![[Scale::NEW; ROW.len()]; row],
            octaves: Octaves { counts: Vec::new(), all: 0.0, last: 0 },
            // Most series are on their lattice or not at all.
            lattice: [1.0, 0.25],
            sides: [[0.5; 2]; 2],
            rules: [0.5; 2],
            runs: [[[0.5; 2]; 2]; 2],
        }
    }

    /// The bits of an item, and what is learned of it.
    fn item(&mut self, series: Series<'_>, index: usize) -> f64 {
        let Series { reading, words, .. } = series;
        let class = reading.class[index];
        let mut likely = [None; EXPERTS];
        let again = if words.runs { self.run(words, index) } else { 1.0 };
        // In runs, values are foretold from other values: what they grow by is between runs.
        if words.runs && words.same[index] {
            return -again.log2();
        }
        likely_words(words, index, &mut likely);
        let of_class = self.classes[class as usize] / self.classes.iter().sum::<f64>();
        let of_class = of_class.min(MOST[class as usize]);
        let beside = (-f64::from(reading.beside[index])).exp2();
        let predictions = self.predictions(series, index);
        let is_number = class == Class::Normal || (class == Class::Low && reading.value[index] != 0.0);
        if is_number {
            self.numbers_likely(series, index, predictions, &mut likely);
        } else {
            // No value to be near to: whatever they expect, they hold this class as likely.
            let (near, ratios) = (predictions.map(|known| known.map(|_| 1.0)), self.ratio().map(|_| 1.0));
            likely[VALUES..VALUES + near.len()].copy_from_slice(&near);
            (likely[RATIOS], likely[OCTAVES]) = (ratios, Some(1.0));
            likely[RANGE] = (self.numbers > 0.0).then_some(1.0);
        }
        for likely in likely[VALUES..].iter_mut().flatten() {
            *likely *= of_class * beside;
        }
        // A few words that come again and again are names of something: in which order they do tells nothing of what
        // each is worth.
        if words.distinct <= FEW && words.seen[index] > 0 {
            likely[VALUES..].fill(None);
        }
        likely[BYTES] = words.bytewise.get(index).map(|likely| likely * MOST[class as usize]);
        self.classes[class as usize] += 1.0;
        -self.either(words, index, likely, (-reading.bits).exp2() / 64.0).log2() - again.log2()
    }

    /// How likely an item is, told both ways. Where words repeat, what is new is mostly foretold by what stands before,
    /// and by other predictors than what is not.
    fn either(&mut self, words: &Words, index: usize, mut likely: Likely, floor: f64) -> f64 {
        let alike = self.mixers[0].mixed(&likely, floor);
        let seen = usize::from(words.seen[index] > 0);
        let last = usize::from(index > 0 && words.seen[index - 1] > 0);
        let counts = &mut self.novelty[2 * usize::from(words.steady[index]) + last];
        let novelty = counts[seen] / (counts[0] + counts[1]);
        counts[seen] += 1.0;
        if seen == 0 {
            likely[..BYTES].fill(None);
        }
        let apart = novelty * self.mixers[2 - seen].mixed(&likely, floor);
        let mixed = self.ways[0] * alike + self.ways[1] * apart;
        for (way, likely) in self.ways.iter_mut().zip([alike, apart]) {
            *way = (1.0 - SHARE) * *way * likely / mixed + 0.5 * SHARE;
        }
        mixed
    }

    /// How likely a word is to be the last one again, or not to be. Runs are distinguished from what follows them, so
    /// that formats differ in the words that are new alone.
    fn run(&mut self, words: &Words, index: usize) -> f64 {
        let behind = usize::from(index > 0 && words.same[index - 1]);
        let counts = &mut self.runs[usize::from(words.steady[index])][behind];
        let likely = counts[usize::from(words.same[index])] / (counts[0] + counts[1]);
        counts[usize::from(words.same[index])] += 1.0;
        likely
    }

    /// What the predictors of values hold of a number.
    fn numbers_likely(
        &mut self,
        series: Series<'_>,
        index: usize,
        predictions: [Option<f64>; NEAR + ROW.len()],
        likely: &mut Likely,
    ) {
        let Series { reading, words, lattice, row } = series;
        let (value, again) = (reading.value[index], words.same[index]);
        let (cell, share) = self.cell((value, reading.cell[index]), lattice, index);
        let first = 0.125 * self.past[0].abs() + cell;
        for (expert, prediction) in predictions.into_iter().enumerate() {
            let Some(prediction) = prediction else { continue };
            let off = value - prediction;
            let scale = match (expert.checked_sub(NEAR), row) {
                (Some(way), Some(row)) => &mut self.rows[index % row][way],
                _ => &mut self.scales[expert],
            };
            likely[VALUES + expert] = Some(sound(scale.probability(off, cell, first)) * share);
            // How far the next value is tells what comes where one comes: repeats have a predictor of their own.
            if !again {
                scale.learn(off, cell);
            }
        }
        likely[RATIOS] =
            self.ratio().map(|last| self.ratios_likely(value / last, value, cell, again) * share);
        likely[OCTAVES] = Some(sound(self.octaves.probability(value, cell)) * share);
        self.octaves.learn(value, cell);
        likely[RANGE] = (self.numbers > 0.0).then(|| self.range_likely(value, cell) * share);
        self.range = (self.range.0.min(value), self.range.1.max(value));
        self.past.rotate_right(1);
        self.past[0] = value;
        self.known = (self.known + 1).min(LAGS);
        self.numbers += 1.0;
        self.mean += (value - self.mean) / self.numbers.min(128.0);
    }

    /// Values between the extremes; the more were seen, the fewer are beyond.
    fn range_likely(&self, value: f64, cell: f64) -> f64 {
        let (least, most) = self.range;
        let inside = self.numbers / (self.numbers + 2.0);
        if (least..=most).contains(&value) { sound(inside * cell / (most - least + cell)) } else { 0.0 }
    }

    /// The value that the next one may be a multiple of.
    fn ratio(&self) -> Option<f64> {
        (self.known > 0 && self.past[0] != 0.0).then(|| self.past[0])
    }

    /// A series that grows or decays by factors.
    fn ratios_likely(&mut self, ratio: f64, value: f64, cell: f64, again: bool) -> f64 {
        let off = ratio.log2();
        if !off.is_finite() {
            return 0.0;
        }
        // Where values are powers of two alone, the next one is as far as they are: no series that grows by factors.
        let width = (cell / (value.abs() * std::f64::consts::LN_2)).min(0.25);
        let scale = &mut self.scales[NEAR];
        let likely = sound(scale.probability(off, width, 1.0));
        if !again {
            scale.learn(off, width);
        }
        likely
    }

    /// The predictions of a value, where there are enough before it.
    fn predictions(&self, series: Series<'_>, index: usize) -> [Option<f64>; NEAR + ROW.len()] {
        let past = |lag: usize| (self.known >= lag).then(|| self.past[lag - 1]);
        let line = (self.known >= 2).then(|| 2.0 * self.past[0] - self.past[1]);
        let curve = (self.known >= 3).then(|| 3.0 * (self.past[0] - self.past[1]) + self.past[2]);
        let mean = (self.known >= 1).then_some(self.mean);
        let before = |lag: usize| index.checked_sub(lag).map(|past| series.reading.value[past]);
        let before = |lag: usize| before(lag).filter(|value| value.is_finite());
        let row = series.row.filter(|row| *row > LAGS);
        let above = row.and_then(before);
        let carried = row.and_then(|row| Some(before(row)? + self.past[0] - before(row + 1)?));
        [past(1), line, curve, past(2), past(3), past(4), mean, above, carried]
    }

    /// The distance to the next value that can be expected, and how likely this one is to be on or off the lattice.
    fn cell(&mut self, (value, cell): (f64, f64), lattice: Option<&OnLattice>, index: usize) -> (f64, f64) {
        let Some(lattice) = lattice else { return (cell, 1.0) };
        let all = self.lattice[0] + self.lattice[1];
        match lattice.distance[index] {
            Some(0.0) => (cell, 1.0),
            Some(step) => {
                let share = self.lattice[0] / all;
                self.lattice[0] += 1.0;
                match lattice.sides(value, cell, step) {
                    Some(sides) => (2.0 * step, share * self.side(sides)),
                    None => (step, share),
                }
            }
            None => {
                let share = self.lattice[1] / all;
                self.lattice[1] += 1.0;
                (cell, share)
            }
        }
    }
}

impl Coder {
    /// How likely the one of the two words at a point is: a format rounds to the nearer one or cuts, and all items are
    /// alike in this.
    fn side(&mut self, sides: [bool; 2]) -> f64 {
        let mut each = [0.0; 2];
        for ((counts, side), likely) in self.sides.iter_mut().zip(sides).zip(&mut each) {
            *likely = counts[usize::from(side)] / (counts[0] + counts[1]);
            counts[usize::from(side)] += 1.0;
        }
        let likely = self.rules[0] * each[0] + self.rules[1] * each[1];
        self.rules = [self.rules[0] * each[0] / likely, self.rules[1] * each[1] / likely];
        likely
    }
}

/// What the predictors by words hold of an item.
fn likely_words(words: &Words, index: usize, likely: &mut Likely) {
    if !words.runs {
        let same = f64::from(u8::from(words.same[index]));
        likely[SAME[usize::from(words.steady[index])]] = Some(same);
    }
    likely[SEEN] = Some(f64::from(words.seen[index]) / (to_f64(index) + 1.0));
    for (expert, behind) in BEHIND.into_iter().zip(&words.behind) {
        let (together, alone) = behind[index];
        likely[expert] = (alone > 0).then(|| f64::from(together) / (f64::from(alone) + 1.0));
    }
}

/// A probability, where differences of huge numbers gave none.
fn sound(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}
