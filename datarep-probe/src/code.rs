//! The number of bits that the items of a reading take: the score of the probe.
//!
//! A format explains bytes well if its values are easy to predict from the earlier ones. So the score is the length of
//! a code. Several predictors predict each item, and the item costs the logarithm of the probability that they gave it.
//! The predictors are weighted by their earlier success, so that nothing has to be tuned: a smooth series is coded by
//! the predictor that continues the slope, categories by the one that counts words, noise by its magnitude. A predictor
//! is a density over real numbers. The probability of a word is that density times the distance from its value to the
//! next value of the format. This makes all formats comparable: each codes the same bytes, and with a wrong format the
//! values jump, lie in gaps, or are not numbers.
//!
//! Source: J. Rissanen, "Modeling by shortest data description"; for mixtures that forget, M. Herbster and M. Warmuth,
//! "Tracking the best expert".

use super::lattice::LatticeFit;
use super::reading::{FormatReading, WordClass, to_f64};
use super::words::{ContextCount, WordHistory};

/// The number of predictors: by words, by values near an earlier one, and by other properties of values.
const EXPERTS: usize = VALUES + 12;

/// The word of the item before: where the bytes before the two items differ, and where they are the same.
const SAME: [usize; 2] = [0, 1];
/// A word by how often it was seen.
const SEEN: usize = 2;
/// A word by how often it was seen after one byte, and after four.
const BEHIND: [usize; 2] = [3, 4];
/// A word byte by byte.
const BYTES: usize = 5;
/// The first of the predictors that predict a value and learn how far off they are.
const VALUES: usize = 6;
/// The number of these predictors.
const NEAR: usize = 7;
/// The value of the item one row before, and that value plus the last value's difference from the row before.
const ROW: [usize; 2] = [VALUES + NEAR, VALUES + NEAR + 1];
/// A series that grows by factors.
const RATIOS: usize = VALUES + 9;
/// A value by its power of two.
const OCTAVES: usize = VALUES + 10;
/// All values between the least and the largest so far, equally likely.
const RANGE: usize = VALUES + 11;

/// The share of the weights that each item distributes anew: a series may change its kind every 64 items.
const SHARE: f64 = 1.0 / 64.0;

/// The weight of the predictor by bytes. It ignores the meaning of words, and with more weight would hide odd values.
const MEANINGLESS: f64 = 1.0 / 1024.0;

/// Up to this number of different words, a repeated word is predicted as a word only.
const FEW: usize = 8;

/// A word is a mark, such as -99 for a missing value, if it is this many times likelier by how often it was seen than by
/// the values before it, and stands out among all words that are repeated: by its share of the items, and of the repeats.
const MARK: f64 = 64.0;
const MARK_SHARE: f64 = 1.0 / 64.0;
const MARK_REPEATS: f64 = 1.0 / 8.0;

/// The number of items that the predictors of values look back, for series of several channels.
const LAGS: usize = 4;

/// The initial count of each class of words, in items. Normal numbers are the rule, zeros are common, and the other
/// classes are rare.
const CLASSES: [f64; WordClass::COUNT] = [16.0, 2.0, 0.125, 0.125, 0.0625, 0.03125];

/// The largest probability of each class of words. A format in which most words are not numbers is not the right one.
const MOST: [f64; WordClass::COUNT] = [1.0, 1.0, 0.25, 0.0625, 0.015_625, 0.003_906_25];

/// The items of a format, and what is known about them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Series<'a> {
    /// The items in the format.
    pub(crate) reading: &'a FormatReading,
    /// The words of the items, independent of the format.
    pub(crate) words: &'a WordHistory,
    /// The lattice of the values.
    pub(crate) lattice: Option<&'a LatticeFit>,
    /// Items in a row. An item may resemble the one a row before.
    pub(crate) row: Option<usize>,
}

/// Codes a series; returns the bits of each item.
pub(crate) fn code_series(series: Series<'_>) -> Vec<f32> {
    let mut coder = Coder::new(series.row.unwrap_or(0));
    let mut costs = Vec::with_capacity(series.reading.value.len());
    for index in 0..series.reading.value.len() {
        let bits = coder.code_item(series, index);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a cost is a sum's part, single precision is enough"
        )]
        costs.push(bits as f32);
    }
    costs
}

/// The scale of a predictor's errors, which it learns.
#[derive(Debug, Clone, Copy)]
struct Scale {
    /// The logarithm of the scale.
    log: f64,
    /// The number of errors that it has learned from.
    seen: f64,
}

impl Scale {
    const NEW: Scale = Scale { log: 0.0, seen: 0.0 };

    /// The probability of a cell at the distance `off`, by Student's distribution with two degrees of freedom. Its
    /// tails are as heavy as those of real residuals, and it has a closed form.
    fn predict_cell(&self, off: f64, cell: f64, first: f64) -> f64 {
        // Without a floor, a series that was predicted exactly would make any other value impossible. The longer it was
        // predicted, the lower the floor: what each item costs above nothing counts once for each, and so would speak
        // for wide items, which are fewer.
        let floor = cell / (8.0 + 0.25 * self.seen).min(64.0);
        let scale = if self.seen == 0.0 { first } else { self.log.exp2() }.max(floor);
        let x = off / scale;
        let width = cell / scale;
        // For a narrow cell the density is exact enough. The difference of two nearly equal probabilities would be lost
        // in rounding.
        if width < 0.25 {
            return width / ((2.0 + x * x) * (2.0 + x * x).sqrt());
        }
        // The probability of all values below `x`, in closed form.
        let below = |x: f64| 0.5 + 0.5 * x / (2.0 + x * x).sqrt();
        below(x + 0.5 * width) - below(x - 0.5 * width)
    }

    fn learn_distance(&mut self, off: f64, cell: f64) {
        // A part of the cell is added, so that the logarithm of an exact prediction is finite.
        let log = (off.abs() + 0.0625 * cell).log2();
        if log.is_finite() {
            self.seen += 1.0;
            // The mean of all logarithms at first, and then mostly of the last 24: the scale of a series may change.
            self.log += (log - self.log) / self.seen.min(24.0);
        }
    }
}

/// Counts of values by sign and power of two.
#[derive(Debug, Clone)]
struct Octaves {
    counts: Vec<(i32, f64)>,
    total: f64,
    last: i32,
}

impl Octaves {
    /// The key of a value's octave. Zero is in the octave of half a cell, so that it is as near to one cell as that is
    /// to two.
    fn octave_key(value: f64, cell: f64) -> i32 {
        let magnitude = value.abs().max(0.5 * cell);
        let exponent = i32::try_from(magnitude.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
        // `key >> 1` is the exponent again, also of a negative one.
        2 * exponent + i32::from(value < 0.0)
    }

    /// The probability of a cell. Its octave was seen before, or is a new one near the last octave or near one.
    fn predict_cell(&self, value: f64, cell: f64) -> f64 {
        let magnitude = value.abs();
        // Below one cell there is a single value in the octave.
        let within = if magnitude < cell {
            1.0
        } else {
            let octave = f64::from(Octaves::octave_key(magnitude, 0.0) / 2).exp2();
            // Half of the probability is even over the octave, and half follows Benford's law.
            (0.5 * cell / octave + 0.5 * cell / (magnitude * std::f64::consts::LN_2)).min(1.0)
        };
        let key = Octaves::octave_key(value, cell);
        let count =
            self.counts.iter().find(|(listed_key, _)| *listed_key == key).map_or(0.0, |(_, count)| *count);
        let (exponent, last) = (f64::from(key >> 1), f64::from(self.last >> 1));
        // Proportional to the power -1.5 of the distance from one: the sum over all exponents is 4.2, and there are two
        // signs.
        let distance = 1.0 + exponent.abs();
        let far = 0.119 / (distance * distance.sqrt());
        // The sum of 2^-|d| over all distances d is 3, and there are two signs.
        let near = if self.total == 0.0 { far } else { (-(exponent - last).abs()).exp2() / 6.0 };
        let fresh = 0.5 * far + 0.5 * near;
        // The more octaves came up, the more are expected that did not yet.
        let unseen = 0.5 + 0.5 * to_f64(self.counts.len());
        (count + unseen * fresh) / (self.total + unseen) * within
    }

    fn learn_value(&mut self, value: f64, cell: f64) {
        let key = Octaves::octave_key(value, cell);
        self.total += 1.0;
        self.last = key;
        match self.counts.iter_mut().find(|(listed_key, _)| *listed_key == key) {
            Some((_, count)) => *count += 1.0,
            None => self.counts.push((key, 1.0)),
        }
    }
}

/// What the coder has learned from the items so far.
#[derive(Debug, Clone)]
struct Coder {
    /// One mixer for all words, one for words that were seen before, and one for new words.
    mixers: [Mixer; 3],
    /// How often a word was new, and how often it had been seen before. The counts are separate by whether the bytes
    /// before the item are the same as before the last one, and by whether the last word had been seen before.
    novelty: [[f64; 2]; 4],
    /// The weights of two ways: to predict all words alike, or new words separately from the others.
    ways: [f64; 2],
    classes: [f64; WordClass::COUNT],
    /// The last values, the nearest first. A word that is not a number does not change them, nor does a mark.
    past: [f64; LAGS],
    past_count: usize,
    mean: f64,
    numbers: f64,
    /// The number of numbers in words that had been seen before.
    repeats: f64,
    /// The least and the largest value.
    range: (f64, f64),
    scales: [Scale; EXPERTS],
    /// The scales of the predictors by rows, for each place in a row.
    rows: Vec<[Scale; ROW.len()]>,
    octaves: Octaves,
    /// The number of items on the lattice, and off it.
    lattice: [f64; 2],
    /// For each of two rules, the nearer word and the word nearer to zero: how often a word at a point of the lattice
    /// broke the rule, and how often it followed it. `rules` holds the weights of the two.
    sides: [[f64; 2]; 2],
    rules: [f64; 2],
    /// In runs: how often another word followed, and how often the same. The counts are separate by whether the bytes
    /// before are the same, and by whether the last word was a repeated one.
    runs: [[[f64; 2]; 2]; 2],
}

/// The probability that each predictor gives an item, or `None` if it makes no prediction.
type Probabilities = [Option<f64>; EXPERTS];

/// A weighted mixture of predictors.
#[derive(Debug, Clone)]
struct Mixer {
    weights: [f64; EXPERTS],
    /// The initial weight of each predictor.
    base: [f64; EXPERTS],
}

impl Mixer {
    fn new() -> Mixer {
        let mut base = [1.0; EXPERTS];
        base[BYTES] = MEANINGLESS;
        let total: f64 = base.iter().sum();
        let base = base.map(|weight| weight / total);
        Mixer { weights: base, base }
    }

    /// The probability that all predictors together give an item. Also updates their weights. Predictors without a
    /// prediction keep their weights.
    fn mix_predictions(&mut self, likely: &Probabilities, floor: f64) -> f64 {
        let (mut mixed, mut awake) = (0.0, 0.0);
        for (likely, weight) in likely.iter().zip(&self.weights) {
            if let Some(likely) = likely {
                mixed += likely * weight;
                awake += weight;
            }
        }
        // The floor keeps an item that all predictors exclude from costing without end.
        let mixed = (mixed / awake).max(floor).min(1.0);
        let success = mixed.recip();
        for ((weight, base), likely) in self.weights.iter_mut().zip(&self.base).zip(likely) {
            // A predictor without a prediction is taken to have been as good as the mixture, which leaves its share as
            // it is.
            let gain = likely.map_or(1.0, |likely| likely.max(floor) * success);
            *weight = (1.0 - SHARE) * *weight * gain + SHARE * base;
        }
        let whole = self.weights.iter().sum::<f64>().recip();
        for weight in &mut self.weights {
            *weight *= whole;
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
            past_count: 0,
            mean: 0.0,
            numbers: 0.0,
            repeats: 0.0,
            range: (f64::INFINITY, f64::NEG_INFINITY),
            scales: [Scale::NEW; EXPERTS],
            rows: vec![[Scale::NEW; ROW.len()]; row],
            octaves: Octaves { counts: Vec::new(), total: 0.0, last: 0 },
            // Most items of a series are on its lattice.
            lattice: [1.0, 0.25],
            sides: [[0.5; 2]; 2],
            rules: [0.5; 2],
            runs: [[[0.5; 2]; 2]; 2],
        }
    }

    /// The bits of an item, from which the predictors then learn.
    fn code_item(&mut self, series: Series<'_>, index: usize) -> f64 {
        let Series { reading, words, .. } = series;
        let class = reading.class[index];
        let mut likely = [None; EXPERTS];
        let run_probability = if words.runs { self.code_run(words, index) } else { 1.0 };
        // In runs, only the first item of a run is predicted by its value, from the first items of earlier runs.
        if words.runs && words.same[index] {
            return -run_probability.log2();
        }
        store_word_probabilities(words, index, &mut likely);
        // How often words of this class came up so far decides, with a limit for those that are no numbers.
        let of_class = self.classes[class as usize] / self.classes.iter().sum::<f64>();
        let of_class = of_class.min(MOST[class as usize]);
        let beside = (-f64::from(reading.beside[index])).exp2();
        let predictions = self.predict_values(series, index);
        let is_number =
            class == WordClass::Normal || (class == WordClass::Low && reading.value[index] != 0.0);
        if is_number {
            self.store_number_probabilities(series, index, predictions, &mut likely);
        } else {
            // There is no value to predict, so every predictor gives this class the same probability.
            let (near, ratios) =
                (predictions.map(|prediction| prediction.map(|_| 1.0)), self.ratio_base().map(|_| 1.0));
            likely[VALUES..VALUES + near.len()].copy_from_slice(&near);
            (likely[RATIOS], likely[OCTAVES]) = (ratios, Some(1.0));
            likely[RANGE] = (self.numbers > 0.0).then_some(1.0);
        }
        // A predicted value leaves open the class and the bits beside the value. All ways to predict a value share that
        // cost.
        for likely in likely[VALUES..].iter_mut().flatten() {
            *likely *= of_class * beside;
        }
        // A few words that repeat are names of something. Their order says nothing about their values.
        if words.distinct <= FEW && words.seen[index] > 0 {
            likely[VALUES..].fill(None);
        }
        likely[BYTES] = words.bytewise.get(index).map(|likely| likely * MOST[class as usize]);
        self.classes[class as usize] += 1.0;
        // A 64th of the chance of any word among all: no item costs more than six bits over its size.
        -self.predict_both_ways(words, index, likely, (-reading.bits).exp2() / 64.0).log2()
            - run_probability.log2()
    }

    /// The probability of an item, from both ways. Where words repeat, the bytes before an item often show that its
    /// word is new, and new words have other good predictors than repeated ones.
    fn predict_both_ways(
        &mut self,
        words: &WordHistory,
        index: usize,
        mut likely: Probabilities,
        floor: f64,
    ) -> f64 {
        let alike = self.mixers[0].mix_predictions(&likely, floor);
        let was_seen = usize::from(words.seen[index] > 0);
        let last = usize::from(index > 0 && words.seen[index - 1] > 0);
        let counts = &mut self.novelty[2 * usize::from(words.steady[index]) + last];
        let novelty = counts[was_seen] / (counts[0] + counts[1]);
        counts[was_seen] += 1.0;
        // Predictors by words give a new word no chance. Here it is known to be new, so they are not asked.
        if was_seen == 0 {
            likely[..BYTES].fill(None);
        }
        // Mixer 1 is for words that were seen, and mixer 2 for new ones.
        let apart = novelty * self.mixers[2 - was_seen].mix_predictions(&likely, floor);
        let mixed = self.ways[0] * alike + self.ways[1] * apart;
        for (way, likely) in self.ways.iter_mut().zip([alike, apart]) {
            *way = (1.0 - SHARE) * *way * likely / mixed + 0.5 * SHARE;
        }
        mixed
    }

    /// The probability that a word repeats the last one or, if it does not, that it differs. Runs are coded separately
    /// from the words that follow them, so that formats differ only in the costs of new words.
    fn code_run(&mut self, words: &WordHistory, index: usize) -> f64 {
        let behind = usize::from(index > 0 && words.same[index - 1]);
        let counts = &mut self.runs[usize::from(words.steady[index])][behind];
        let likely = counts[usize::from(words.same[index])] / (counts[0] + counts[1]);
        counts[usize::from(words.same[index])] += 1.0;
        likely
    }

    /// Stores the probabilities that the predictors of values give a number.
    fn store_number_probabilities(
        &mut self,
        series: Series<'_>,
        index: usize,
        predictions: [Option<f64>; NEAR + ROW.len()],
        likely: &mut Probabilities,
    ) {
        let Series { reading, words, lattice, row } = series;
        let (value, is_repeat) = (reading.value[index], words.same[index]);
        let (cell, share) = self.code_cell((value, reading.cell[index]), lattice, index);
        // The scale before anything was learned: an eighth of the value, as changes of most series are smaller than the
        // values.
        let first = 0.125 * self.past[0].abs() + cell;
        let mut nearest = 0.0_f64;
        for (expert, prediction) in predictions.into_iter().enumerate() {
            let Some(prediction) = prediction else { continue };
            let scale = self.scale_of_predictor(expert, index, row);
            let probability = clamp_probability(scale.predict_cell(value - prediction, cell, first)) * share;
            likely[VALUES + expert] = Some(probability);
            nearest = nearest.max(probability);
        }
        let seen_count = f64::from(words.seen[index]);
        self.repeats += f64::from(u8::from(seen_count > 0.0));
        let is_mark = likely[SEEN].is_some_and(|share| share > (MARK * nearest).max(MARK_SHARE))
            && seen_count > MARK_REPEATS * self.repeats;
        // The scale is that of changes: repeats have their own predictor, and marks are no changes.
        let is_change = !is_repeat && !is_mark;
        for (expert, prediction) in predictions.into_iter().enumerate() {
            if let Some(prediction) = prediction.filter(|_| is_change) {
                self.scale_of_predictor(expert, index, row).learn_distance(value - prediction, cell);
            }
        }
        likely[RATIOS] =
            // Asked before `past` has this value.
            self.ratio_base().map(|last| self.ratio_probability(value / last, value, cell, is_change) * share);
        likely[OCTAVES] = Some(clamp_probability(self.octaves.predict_cell(value, cell)) * share);
        self.octaves.learn_value(value, cell);
        likely[RANGE] = (self.numbers > 0.0).then(|| self.range_probability(value, cell) * share);
        self.range = (self.range.0.min(value), self.range.1.max(value));
        if is_mark {
            return;
        }
        self.past.rotate_right(1);
        self.past[0] = value;
        self.past_count = (self.past_count + 1).min(LAGS);
        self.numbers += 1.0;
        self.mean += (value - self.mean) / self.numbers.min(128.0);
    }

    /// The scale of a predictor of values, which is one for each place in a row if it predicts by rows.
    fn scale_of_predictor(&mut self, expert: usize, index: usize, row: Option<usize>) -> &mut Scale {
        match (expert.checked_sub(NEAR), row) {
            (Some(way), Some(row)) => &mut self.rows[index % row][way],
            _ => &mut self.scales[expert],
        }
    }

    /// The probability by the range so far. The more values were seen, the fewer are expected beyond it.
    fn range_probability(&self, value: f64, cell: f64) -> f64 {
        let (least, most) = self.range;
        // After `n` numbers the next one is beyond them with a chance of 2 in `n + 2`.
        let inside = self.numbers / (self.numbers + 2.0);
        if (least..=most).contains(&value) {
            clamp_probability(inside * cell / (most - least + cell))
        } else {
            0.0
        }
    }

    /// The value that the next one may be a multiple of.
    fn ratio_base(&self) -> Option<f64> {
        (self.past_count > 0 && self.past[0] != 0.0).then(|| self.past[0])
    }

    /// The probability by the ratio to the last value, for a series that grows or decays by factors.
    fn ratio_probability(&mut self, ratio: f64, value: f64, cell: f64, is_change: bool) -> f64 {
        let off = ratio.log2();
        if !off.is_finite() {
            return 0.0;
        }
        // A cell that is as wide as the value itself, as among powers of two, says nothing about growth by factors.
        let width = (cell / (value.abs() * std::f64::consts::LN_2)).min(0.25);
        // This place is free, as the predictors by rows have scales for each place in a row.
        let scale = &mut self.scales[NEAR];
        let likely = clamp_probability(scale.predict_cell(off, width, 1.0));
        if is_change {
            scale.learn_distance(off, width);
        }
        likely
    }

    /// The predictions of a value. Each is `None` if there are not enough values before it.
    fn predict_values(&self, series: Series<'_>, index: usize) -> [Option<f64>; NEAR + ROW.len()] {
        let past = |lag: usize| (self.past_count >= lag).then(|| self.past[lag - 1]);
        // Continues the last two values by a straight line, and the last three by a parabola.
        let line = (self.past_count >= 2).then(|| 2.0 * self.past[0] - self.past[1]);
        let curve = (self.past_count >= 3).then(|| 3.0 * (self.past[0] - self.past[1]) + self.past[2]);
        let mean = (self.past_count >= 1).then_some(self.mean);
        let before = |lag: usize| index.checked_sub(lag).map(|past| series.reading.value[past]);
        let before = |lag: usize| before(lag).filter(|value| value.is_finite());
        // Shorter rows are covered by the predictors that look back a few items.
        let row = series.row.filter(|row| *row > LAGS);
        let above = row.and_then(before);
        let carried = row.and_then(|row| Some(before(row)? + self.past[0] - before(row + 1)?));
        [past(1), line, curve, past(2), past(3), past(4), mean, above, carried]
    }

    /// The distance to the next value that can be expected, and the probability that this one is on the lattice or off
    /// it.
    fn code_cell(
        &mut self,
        (value, cell): (f64, f64),
        lattice: Option<&LatticeFit>,
        index: usize,
    ) -> (f64, f64) {
        let Some(lattice) = lattice else { return (cell, 1.0) };
        let total = self.lattice[0] + self.lattice[1];
        match lattice.distance[index] {
            Some(0.0) => (cell, 1.0),
            Some(step) => {
                let share = self.lattice[0] / total;
                self.lattice[0] += 1.0;
                // A point with two words has half a step for each. Which of the two it is has its own cost, and then
                // the point has a whole step.
                match lattice.compare_sides(value, cell, step) {
                    Some(sides) => (2.0 * step, share * self.code_side(sides)),
                    None => (step, share),
                }
            }
            None => {
                let share = self.lattice[1] / total;
                self.lattice[1] += 1.0;
                (cell, share)
            }
        }
    }
}

impl Coder {
    /// The probability of one of the two words at a point. All items are rounded to the nearer word, or all are
    /// truncated.
    fn code_side(&mut self, sides: [bool; 2]) -> f64 {
        let mut by_rule = [0.0; 2];
        for ((counts, side), likely) in self.sides.iter_mut().zip(sides).zip(&mut by_rule) {
            *likely = counts[usize::from(side)] / (counts[0] + counts[1]);
            counts[usize::from(side)] += 1.0;
        }
        let likely = self.rules[0] * by_rule[0] + self.rules[1] * by_rule[1];
        self.rules = [self.rules[0] * by_rule[0] / likely, self.rules[1] * by_rule[1] / likely];
        likely
    }
}

/// Stores the probabilities that the predictors by words give an item.
fn store_word_probabilities(words: &WordHistory, index: usize, likely: &mut Probabilities) {
    if !words.runs {
        let same_probability = f64::from(u8::from(words.same[index]));
        likely[SAME[usize::from(words.steady[index])]] = Some(same_probability);
    }
    likely[SEEN] = Some(f64::from(words.seen[index]) / (to_f64(index) + 1.0));
    for (expert, behind) in BEHIND.into_iter().zip(&words.behind) {
        let ContextCount { together, alone } = behind[index];
        likely[expert] = (alone > 0).then(|| f64::from(together) / (f64::from(alone) + 1.0));
    }
}

/// The probability, or zero if differences of huge numbers made it not finite.
fn clamp_probability(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}
