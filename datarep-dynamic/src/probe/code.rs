//! How many bits the items of a reading take: the score of the probe.
//!
//! A format explains bytes well where its values are easy to tell from those before. So the score is the length of a code: each item
//! is foretold by several predictors, and costs the logarithm of how likely they held it to be. The predictors are mixed by how well
//! they did before, so that nothing is tuned: a smooth series is coded by the one that goes on with the slope, categories by the one
//! that counts words, noise by its magnitude. A predictor holds a density over real numbers; the probability of a word is that density
//! times the distance from its value to the next that the format has. This is what makes all formats comparable: each codes the
//! same bytes, and a wrong one tells of values that jump, lie in gaps, or are no numbers.
//!
//! Source: J. Rissanen, "Modeling by shortest data description"; for mixtures that forget, M. Herbster and M. Warmuth, "Tracking the best
//! expert".

use super::lattice::OnLattice;
use super::reading::{Class, Reading, to_f64};
use super::words::Words;

/// How many predictors there are: two by words, the others by values.
const EXPERTS: usize = 11;

/// The weight that each item moves from the predictors that did well to the others: a series may change its kind every 64 items.
const SHARE: f64 = 1.0 / 64.0;

/// How far back the predictors of values look for another channel.
const LAGS: usize = 4;

/// What each class of words is worth before any is seen, in items. Numbers as formats write them are the rule, zeros are common, and the
/// others are seen in one file of many.
const CLASSES: [f64; Class::COUNT] = [16.0, 2.0, 0.125, 0.125, 0.0625, 0.03125];

/// Codes a reading; returns the bits of each item.
pub(crate) fn costs(reading: &Reading, words: &Words, lattice: Option<&OnLattice>) -> Vec<f32> {
    let mut coder = Coder::new();
    let mut costs = Vec::with_capacity(reading.value.len());
    for index in 0..reading.value.len() {
        let bits = coder.item(reading, words, lattice, index);
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

    /// The probability of a cell that is off by so much, by Student's distribution of two degrees: its tails are as heavy as those of
    /// real residuals, and it has a closed form.
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
    fn key(value: f64) -> i32 {
        let exponent = i32::try_from(value.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
        2 * exponent + i32::from(value < 0.0)
    }

    /// The probability of a cell: its octave is one that was seen, or a new one, near to others or to one.
    fn probability(&self, value: f64, cell: f64) -> f64 {
        let magnitude = value.abs();
        let within = if magnitude < cell {
            1.0
        } else {
            let octave = f64::from(Octaves::key(magnitude) / 2).exp2();
            // Half of it even over the octave, half of it as Benford's law has it.
            (0.5 * cell / octave + 0.5 * cell / (magnitude * std::f64::consts::LN_2)).min(1.0)
        };
        let key = Octaves::key(value);
        let count = self.counts.iter().find(|(known, _)| *known == key).map_or(0.0, |(_, count)| *count);
        let (exponent, last) = (f64::from(key >> 1), f64::from(self.last >> 1));
        // Proportional to the power -1.5 of the distance from one: the sum over all exponents is 4.2, and there are two signs.
        let far = 0.119 / (1.0 + exponent.abs()).powf(1.5);
        let near = if self.all == 0.0 { far } else { (-(exponent - last).abs()).exp2() / 6.0 };
        let fresh = 0.5 * far + 0.5 * near;
        let unseen = 0.5 + 0.5 * to_f64(self.counts.len());
        (count + unseen * fresh) / (self.all + unseen) * within
    }

    fn learn(&mut self, value: f64) {
        let key = Octaves::key(value);
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
    weights: [f64; EXPERTS],
    classes: [f64; Class::COUNT],
    /// The last values, the nearest first; a word that is no number leaves them as they are.
    past: [f64; LAGS],
    known: usize,
    mean: f64,
    numbers: f64,
    scales: [Scale; EXPERTS],
    octaves: Octaves,
    /// How many were on the lattice, and off it.
    lattice: [f64; 2],
    /// In runs: how often another word came, and the same, behind another word and behind the same.
    runs: [[f64; 2]; 2],
    /// How many had nothing beside the value, and something.
    clean: [f64; 2],
}

impl Coder {
    fn new() -> Coder {
        Coder {
            weights: [1.0 / to_f64(EXPERTS); EXPERTS],
            classes: CLASSES,
            past: [0.0; LAGS],
            known: 0,
            mean: 0.0,
            numbers: 0.0,
            scales: [Scale::NEW; EXPERTS],
            octaves: Octaves { counts: Vec::new(), all: 0.0, last: 0 },
            // Most series are on their lattice or not at all.
            lattice: [1.0, 0.25],
            runs: [[0.5; 2]; 2],
            clean: [0.5, 0.5],
        }
    }

    /// The bits of an item, and what is learned of it.
    fn item(&mut self, reading: &Reading, words: &Words, lattice: Option<&OnLattice>, index: usize) -> f64 {
        let class = reading.class[index];
        let mut likely = [0.0; EXPERTS];
        let again = if words.runs { self.run(words, index) } else { 1.0 };
        likely[0] = f64::from(u8::from(words.same[index] && !words.runs));
        likely[1] = f64::from(words.seen[index]) / (to_f64(index) + 1.0);
        let of_class = self.classes[class as usize] / self.classes.iter().sum::<f64>();
        let beside = self.beside(reading, index);
        match class {
            Class::Normal | Class::Low if class == Class::Normal || reading.value[index] != 0.0 => {
                self.numbers_likely(reading, lattice, index, words.same[index], &mut likely);
                // A number that has another word too: which one it is takes some bits more.
                let words = if class == Class::Low { 0.125 } else { 1.0 };
                for likely in &mut likely[2..] {
                    *likely *= of_class * beside * words;
                }
            }
            Class::Zero => likely[2..].fill(of_class * beside),
            Class::Nan => likely[2..].fill(of_class * (-reading.nan_bits).exp2()),
            Class::Normal | Class::Low | Class::Extreme | Class::Invalid => {
                likely[2..].fill(of_class * (-reading.bits).exp2());
            }
        }
        self.classes[class as usize] += 1.0;
        if words.runs && words.same[index] {
            return -again.log2();
        }
        let floor = (-reading.bits).exp2() / 64.0;
        let mixed: f64 = likely.iter().zip(&self.weights).map(|(likely, weight)| likely * weight).sum();
        let mixed = mixed.max(floor).min(1.0);
        for (weight, likely) in self.weights.iter_mut().zip(&likely) {
            *weight = (1.0 - SHARE) * *weight * likely.max(floor) / mixed + SHARE / to_f64(EXPERTS);
        }
        let all: f64 = self.weights.iter().sum();
        for weight in &mut self.weights {
            *weight /= all;
        }
        -mixed.log2() - again.log2()
    }

    /// How likely a word is to be the last one again, or not to be. Runs are told apart from what follows them, so that formats differ in the
    /// words that are new alone.
    fn run(&mut self, words: &Words, index: usize) -> f64 {
        let behind = usize::from(index > 0 && words.same[index - 1]);
        let counts = &mut self.runs[behind];
        let likely = counts[usize::from(words.same[index])] / (counts[0] + counts[1]);
        counts[usize::from(words.same[index])] += 1.0;
        likely
    }

    /// How likely the bits are that the value does not tell.
    fn beside(&mut self, reading: &Reading, index: usize) -> f64 {
        if reading.slack == 0.0 {
            return 1.0;
        }
        let (clean, all) = (reading.clean[index], self.clean[0] + self.clean[1]);
        let likely = if clean { self.clean[0] / all } else { self.clean[1] / all * (-reading.slack).exp2() };
        self.clean[usize::from(!clean)] += 1.0;
        likely
    }

    /// What the predictors of values hold of a number.
    fn numbers_likely(
        &mut self,
        reading: &Reading,
        lattice: Option<&OnLattice>,
        index: usize,
        again: bool,
        likely: &mut [f64; EXPERTS],
    ) {
        let value = reading.value[index];
        let (cell, share) = self.cell(reading.cell[index], lattice, index);
        let predictions = self.predictions();
        let first = 0.125 * self.past[0].abs() + cell;
        for (expert, prediction) in predictions.into_iter().enumerate() {
            let Some(prediction) = prediction else { continue };
            let off = value - prediction;
            let scale = &mut self.scales[expert];
            likely[expert + 2] = sound(scale.probability(off, cell, first)) * share;
            // How far the next value is tells what comes where one comes: repeats have a predictor of their own.
            if !again {
                scale.learn(off, cell);
            }
        }
        if !again {
            self.ratios_likely(value, cell, share, likely);
        }
        likely[EXPERTS - 1] = sound(self.octaves.probability(value, cell)) * share;
        self.octaves.learn(value);
        self.past.rotate_right(1);
        self.past[0] = value;
        self.known = (self.known + 1).min(LAGS);
        self.numbers += 1.0;
        self.mean += (value - self.mean) / self.numbers.min(128.0);
    }

    /// A series that grows or decays by factors.
    fn ratios_likely(&mut self, value: f64, cell: f64, share: f64, likely: &mut [f64; EXPERTS]) {
        const PLACE: usize = EXPERTS - 2;
        if self.known == 0 || (value < 0.0) != (self.past[0] < 0.0) || value == 0.0 || self.past[0] == 0.0 {
            return;
        }
        let off = (value / self.past[0]).log2();
        // Where values are powers of two alone, the next one is as far as they are: no series that grows by factors.
        let width = (cell / (value.abs() * std::f64::consts::LN_2)).min(0.25);
        let scale = &mut self.scales[PLACE];
        likely[PLACE] = sound(scale.probability(off, width, 1.0)) * share;
        scale.learn(off, width);
    }

    /// The predictions of a value, where there are enough before it.
    fn predictions(&self) -> [Option<f64>; EXPERTS - 4] {
        let past = |lag: usize| (self.known >= lag).then(|| self.past[lag - 1]);
        let line = (self.known >= 2).then(|| 2.0 * self.past[0] - self.past[1]);
        let curve = (self.known >= 3).then(|| 3.0 * (self.past[0] - self.past[1]) + self.past[2]);
        let mean = (self.known >= 1).then_some(self.mean);
        [past(1), line, curve, past(2), past(3), past(4), mean]
    }

    /// The distance to the next value that can be expected, and how likely this one is to be on or off the lattice.
    fn cell(&mut self, cell: f64, lattice: Option<&OnLattice>, index: usize) -> (f64, f64) {
        let Some(lattice) = lattice else { return (cell, 1.0) };
        let all = self.lattice[0] + self.lattice[1];
        match lattice.distance[index] {
            Some(0.0) => (cell, 1.0),
            Some(step) => {
                let share = self.lattice[0] / all;
                self.lattice[0] += 1.0;
                (step, share)
            }
            None => {
                let share = self.lattice[1] / all;
                self.lattice[1] += 1.0;
                (cell, share)
            }
        }
    }
}

/// A probability, where differences of huge numbers gave none.
fn sound(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}
