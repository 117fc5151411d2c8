//! Whether values are multiples of something coarser than their format: decimals that were read from text, whole numbers in floats,
//! single precision in doubles, samples of 12 bits in 16.
#![expect(clippy::float_cmp, reason = "what is exact is asked for")]

use super::reading::{Class, Reading, to_f64};

/// What values are multiples of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lattice {
    /// This number.
    Step(f64),
    /// This number, from another one on: counts from which a mean was taken.
    From(f64, f64),
    /// So many times what the last bit of each is worth.
    Zeros(u32),
}

/// A lattice over the items of a reading.
#[derive(Debug, Clone)]
pub(crate) struct OnLattice {
    /// Which one.
    pub(crate) lattice: Lattice,
    /// For each item: `Some(distance)` to the next point where it is on one, `Some(0)` where the format is no finer, `None` where it is on none.
    pub(crate) distance: Vec<Option<f64>>,
    /// Bits that naming it costs.
    pub(crate) prior: f64,
}

/// Powers of ten that measurements are rounded to.
const TENS: std::ops::RangeInclusive<i32> = -8..=4;

/// Of a hundred values, how many are on a binary lattice at least; the others are fill values.
const SHARE: usize = 90;

/// The lattice that says most, if any says more than it costs.
pub(crate) fn best(reading: &Reading, fresh: &[bool]) -> Option<OnLattice> {
    let mut best: Option<(f64, OnLattice)> = None;
    let mut consider = |lattice: Lattice, prior: f64| {
        if !is_likely(reading, lattice, fresh) {
            return;
        }
        let on = OnLattice { lattice, distance: distances(reading, lattice), prior };
        let gain = gain(reading, &on, fresh) - prior;
        if gain > 0.0 && best.as_ref().is_none_or(|(least, _)| gain > *least) {
            best = Some((gain, on));
        }
    };
    let first = first_of(reading, fresh);
    for power in TENS {
        let (step, prior) = (10_f64.powi(power), 2.0 + 2.0 * f64::from(power.abs()).sqrt());
        consider(Lattice::Step(step), prior);
        consider(Lattice::From(step, first), prior + 24.0);
    }
    if let Some((step, zeros)) = binary(reading, fresh) {
        if step != 0 {
            let prior = 3.0 + 2.0 * (1.0 + f64::from(step.abs())).log2();
            consider(Lattice::Step(f64::from(step).exp2()), prior);
        }
        if zeros > 0 {
            consider(Lattice::Zeros(zeros), 4.0 + 6.0);
        }
    }
    best.map(|(_, on)| on)
}

/// The power of two that nearly all values are multiples of, and the zero bits that nearly all end with.
fn binary(reading: &Reading, fresh: &[bool]) -> Option<(i32, u32)> {
    let mut steps = Vec::new();
    let mut zeros = Vec::new();
    for ((value, cell), (class, fresh)) in
        reading.value.iter().zip(&reading.cell).zip(reading.class.iter().zip(fresh))
    {
        if *class != Class::Normal || !fresh || *value == 0.0 {
            continue;
        }
        let (step, trailing) = last_bit(*value, *cell);
        steps.push(step);
        zeros.push(trailing);
    }
    let low = steps.len() * (100 - SHARE) / 100;
    steps.sort_unstable();
    zeros.sort_unstable();
    Some((*steps.get(low)?, *zeros.get(low)?))
}

/// The power of two that the last one bit of a value is worth, and how many zero bits are below it.
fn last_bit(value: f64, cell: f64) -> (i32, u32) {
    let bits = value.to_bits();
    let exponent = i32::try_from(bits >> 52 & 0x7FF).unwrap_or(0);
    let fraction = bits & ((1 << 52) - 1) | 1 << 52;
    let step = exponent - 1075 + i32::try_from(fraction.trailing_zeros()).unwrap_or(0);
    let below = i32::try_from(cell.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
    (step, u32::try_from(step - below).unwrap_or(0))
}

/// The first number that is new.
fn first_of(reading: &Reading, fresh: &[bool]) -> f64 {
    let mut numbers = reading.value.iter().zip(reading.class.iter().zip(fresh));
    let found = numbers.find(|(value, (class, fresh))| **class == Class::Normal && **fresh && **value != 0.0);
    found.map_or(0.0, |(value, _)| *value)
}

/// Whether half of the first numbers are on a lattice, so that it is worth a closer look.
fn is_likely(reading: &Reading, lattice: Lattice, fresh: &[bool]) -> bool {
    let numbers =
        (0..reading.value.len()).filter(|index| fresh[*index] && reading.class[*index] == Class::Normal);
    let (mut on, mut all) = (0, 0);
    for index in numbers.take(12) {
        let distance = distance(reading.value[index], reading.cell[index], lattice);
        on += usize::from(distance.is_some_and(|distance| distance > 0.0));
        all += 1;
    }
    2 * on >= all && on > 0
}

/// How far each item is from the next point of a lattice.
fn distances(reading: &Reading, lattice: Lattice) -> Vec<Option<f64>> {
    reading.value.iter().zip(&reading.cell).map(|(value, cell)| distance(*value, *cell, lattice)).collect()
}

/// How far the next point is. A format that cuts what it cannot hold has the word below a point, one that rounds the word above too: there
/// are two words of each.
fn distance(value: f64, cell: f64, lattice: Lattice) -> Option<f64> {
    match lattice {
        Lattice::Step(step) | Lattice::From(step, _) if step < 8.0 * cell => Some(0.0),
        Lattice::Step(step) => {
            let off = (value - (value / step).round() * step).abs();
            let exact = off == 0.0 && step.fract() == 0.0;
            (off < cell).then_some(if exact { step } else { 0.5 * step })
        }
        Lattice::From(step, first) => {
            // The point itself, as a double: of one that is far away nothing is left.
            let point = first + ((value - first) / step).round() * step;
            (value != first && (point - value).abs() < cell).then_some(0.5 * step)
        }
        Lattice::Zeros(zeros) => {
            let step = cell * f64::from(zeros).exp2();
            let multiple = value / step;
            (multiple == multiple.round()).then_some(step)
        }
    }
}

/// Bits that the lattice saves: what each point has fewer neighbors, less what it takes to say which items are on it.
fn gain(reading: &Reading, on: &OnLattice, fresh: &[bool]) -> f64 {
    let (mut saved, mut yes, mut no) = (0.0, 0_usize, 0_usize);
    let items = reading.cell.iter().zip(&reading.class).zip(on.distance.iter().zip(fresh));
    for ((cell, class), (distance, fresh)) in items {
        if !fresh || *class != Class::Normal {
            continue;
        }
        match *distance {
            Some(0.0) => {}
            Some(step) => {
                saved += (step / cell).log2();
                yes += 1;
            }
            None => no += 1,
        }
    }
    let all = to_f64(yes + no);
    let entropy = |part: usize| if part == 0 { 0.0 } else { to_f64(part) * (all / to_f64(part)).log2() };
    saved - entropy(yes) - entropy(no)
}
