//! Finds out whether values are multiples of a step that is coarser than their format: decimals that were read from
//! text, whole numbers in floats, single precision in doubles, samples of 12 bits in 16.
#![expect(clippy::float_cmp, reason = "what is exact is asked for")]

use super::reading::{FormatReading, WordClass, to_f64};

/// A step that values are multiples of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Lattice {
    /// Multiples of this number.
    Step(f64),
    /// Multiples of `step`, added to `first`, which is known to within `cell`: counts from which a mean was subtracted.
    From { step: f64, first: f64, cell: f64 },
    /// Each significand ends with this number of zero bits.
    Zeros(u32),
}

/// A lattice over the items of a reading.
#[derive(Debug, Clone)]
pub(crate) struct LatticeFit {
    /// The lattice.
    pub(crate) lattice: Lattice,
    /// For each item, the distance to the next point if the item is on one, zero if the format is not finer than the
    /// lattice, or `None` if the item is off the lattice.
    pub(crate) distance: Vec<Option<f64>>,
    /// The bits that naming the lattice costs.
    pub(crate) prior: f64,
}

/// A number of a reading.
#[derive(Debug, Clone, Copy)]
struct MeasuredNumber {
    value: f64,
    /// The distance to the next value of the format.
    cell: f64,
}

/// Powers of ten that measurements are rounded to.
const TENS: std::ops::RangeInclusive<i32> = -8..=4;

/// The least number of a hundred values that must be on a binary lattice. The others are fill values.
const SHARE: usize = 90;

/// The lattice that saves most bits, if any saves more than it costs.
pub(crate) fn find_best_lattice(reading: &FormatReading, fresh: &[bool]) -> Option<LatticeFit> {
    let mut best: Option<(f64, LatticeFit)> = None;
    let mut consider = |lattice: Lattice, prior: f64| {
        // A dozen items show whether it is worth looking at all of them.
        if !is_likely_lattice(reading, lattice, fresh) {
            return;
        }
        let on = LatticeFit { lattice, distance: list_distances(reading, lattice), prior };
        let gain = measure_gain(reading, &on, fresh) - prior;
        if gain > 0.0 && best.as_ref().is_none_or(|(least, _)| gain > *least) {
            best = Some((gain, on));
        }
    };
    let first = find_smallest_number(reading, fresh);
    for power in TENS {
        // Hundredths and tenths are likelier than millionths, so that they cost less.
        let (step, prior) = (10_f64.powi(power), 2.0 + 2.0 * f64::from(power.abs()).sqrt());
        consider(Lattice::Step(step), prior);
        if let Some(MeasuredNumber { value: first, cell }) = first {
            // The first value has to be named, too, which costs 24 bits.
            consider(Lattice::From { step, first, cell }, prior + 24.0);
        }
    }
    if let Some((step, zeros)) = find_binary_step(reading, fresh) {
        // Whole numbers are among the powers of ten.
        if step != 0 {
            let prior = 3.0 + 2.0 * (1.0 + f64::from(step.abs())).log2();
            consider(Lattice::Step(f64::from(step).exp2()), prior);
        }
        if zeros > 0 {
            consider(Lattice::Zeros(zeros), 4.0 + 6.0);
        }
    }
    if let Some(step) = find_common_unit(reading, fresh) {
        consider(Lattice::Step(step), UNIT_BITS);
    }
    best.map(|(_, on)| on)
}

/// The power of two that nearly all values are multiples of, and the number of zero bits that nearly all end with.
fn find_binary_step(reading: &FormatReading, fresh: &[bool]) -> Option<(i32, u32)> {
    let mut steps = Vec::new();
    let mut zeros = Vec::new();
    for ((value, cell), (class, fresh)) in
        reading.value.iter().zip(&reading.cell).zip(reading.class.iter().zip(fresh))
    {
        if *class != WordClass::Normal || !fresh || *value == 0.0 {
            continue;
        }
        let (step, trailing) = find_last_one_bit(*value, *cell);
        steps.push(step);
        zeros.push(trailing);
    }
    // The tenth part with the lowest steps is left out, as fill values among them.
    let low = steps.len() * (100 - SHARE) / 100;
    steps.sort_unstable();
    zeros.sort_unstable();
    Some((*steps.get(low)?, *zeros.get(low)?))
}

/// The power of two that the last one bit of a value is worth, and the number of zero bits below it.
fn find_last_one_bit(value: f64, cell: f64) -> (i32, u32) {
    let bits = value.to_bits();
    let exponent = i32::try_from(bits >> 52 & 0x7FF).unwrap_or(0);
    let fraction = bits & ((1 << 52) - 1) | 1 << 52;
    // 1075 = 1023 + 52: the bias of the exponent, and the bits of the fraction.
    let step = exponent - 1075 + i32::try_from(fraction.trailing_zeros()).unwrap_or(0);
    let below = i32::try_from(cell.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
    (step, u32::try_from(step - below).unwrap_or(0))
}

/// The smallest of the fresh numbers. A format represents the smallest number most exactly.
fn find_smallest_number(reading: &FormatReading, fresh: &[bool]) -> Option<MeasuredNumber> {
    let numbers = list_fresh_numbers(reading, fresh).filter(|index| reading.value[*index] != 0.0);
    let best = numbers.min_by(|a, b| reading.value[*a].abs().total_cmp(&reading.value[*b].abs()))?;
    Some(MeasuredNumber { value: reading.value[best], cell: reading.cell[best] })
}

fn list_fresh_numbers(reading: &FormatReading, fresh: &[bool]) -> impl Iterator<Item = usize> {
    (0..reading.value.len()).filter(|index| fresh[*index] && reading.class[*index] == WordClass::Normal)
}

/// The number of values that are searched for a unit.
const UNIT_NUMBERS: usize = 96;

/// The bits of a unit that is not a power of two or ten: its digits, and the multiple that the first value is.
const UNIT_BITS: f64 = 40.0;

/// A number that all values may be multiples of, such as the worth of one count of a converter. It begins as the
/// smallest difference of two values, and larger and larger values make it more exact.
fn find_common_unit(reading: &FormatReading, fresh: &[bool]) -> Option<f64> {
    let mut numbers: Vec<MeasuredNumber> = list_fresh_numbers(reading, fresh)
        .take(UNIT_NUMBERS)
        .map(|index| MeasuredNumber { value: reading.value[index].abs(), cell: reading.cell[index] })
        .collect();
    numbers.sort_by(|a, b| a.value.total_cmp(&b.value));
    let mut last = 0.0;
    let mut unit = f64::INFINITY;
    for MeasuredNumber { value, cell } in &numbers {
        let difference = value - last;
        // A difference that rounding may have caused does not count.
        if difference > 16.0 * cell && difference < unit {
            unit = difference;
        }
        last = *value;
    }
    // The smallest difference may be two or three times the unit.
    unit = find_largest_divisor(&numbers, unit);
    // First by the differences from the least value, since small differences are a few times the unit. Then by the
    // interval that all values allow.
    let least = numbers.first().map_or(0.0, |first| first.value);
    for MeasuredNumber { value, .. } in &numbers {
        let times = ((value - least) / unit).round();
        if (value - least - times * unit).abs() < 0.125 * unit && times > 0.0 {
            unit = (value - least) / times;
        }
    }
    let mut allowed = (0.0_f64, f64::INFINITY);
    for MeasuredNumber { value, cell } in &numbers {
        let times = (value / unit).round();
        let narrower = (allowed.0.max((value - cell) / times), allowed.1.min((value + cell) / times));
        if times > 0.0 && (value - times * unit).abs() < 0.125 * unit && narrower.0 < narrower.1 {
            allowed = narrower;
            unit = 0.5 * (allowed.0 + allowed.1);
        }
    }
    (unit.is_finite() && unit > 0.0 && numbers.len() > 8).then_some(unit)
}

/// The largest number that all small differences of neighbors are multiples of, by Euclid's algorithm: each remainder
/// is tried next. If the differences have no such number, the result soon is as small as rounding errors.
fn find_largest_divisor(numbers: &[MeasuredNumber], first: f64) -> f64 {
    let mut unit = first;
    for pair in numbers.windows(2) {
        let (low, high, cell) = (pair[0].value, pair[1].value, pair[1].cell);
        let times = ((high - low) / unit).round();
        let remainder = (high - low - times * unit).abs();
        // A remainder that rounding of the values or an inexact unit may have caused does not count.
        if times < FEW_TIMES && remainder > 16.0 * cell && remainder > 0.125 * unit {
            unit = remainder;
        }
    }
    unit
}

/// Multiples of a roughly known unit can be counted below this number.
const FEW_TIMES: f64 = 64.0;

/// Whether at least half of the first numbers are on the lattice, so that it is worth a closer look.
fn is_likely_lattice(reading: &FormatReading, lattice: Lattice, fresh: &[bool]) -> bool {
    let numbers = list_fresh_numbers(reading, fresh);
    let (mut on, mut total) = (0, 0);
    for index in numbers.take(12) {
        let distance = point_distance(reading.value[index], reading.cell[index], lattice);
        on += usize::from(distance.is_some_and(|distance| distance > 0.0));
        total += 1;
    }
    2 * on >= total && on > 0
}

/// The distances of all items, as `distance` defines them.
fn list_distances(reading: &FormatReading, lattice: Lattice) -> Vec<Option<f64>> {
    reading
        .value
        .iter()
        .zip(&reading.cell)
        .map(|(value, cell)| point_distance(*value, *cell, lattice))
        .collect()
}

/// The distance to the next point if the value is on one, zero if the lattice is not coarser than the format, or
/// `None`. A format that truncates has the word below a point, and one that rounds may have the word above. So most
/// points have two words, and each gets half of the step.
fn point_distance(value: f64, cell: f64, lattice: Lattice) -> Option<f64> {
    match lattice {
        Lattice::Step(step) if step < 8.0 * cell => Some(0.0),
        Lattice::From { step, cell: first_cell, .. } if step < 8.0 * cell.max(first_cell) => Some(0.0),
        Lattice::Step(step) => {
            let off = (value - nearest_point(value, step)).abs();
            let exact = off == 0.0 && step.fract() == 0.0;
            (off < cell).then_some(if exact { step } else { 0.5 * step })
        }
        Lattice::From { step, first, cell: first_cell } => {
            // The point itself as a double, since the offset may be lost in a large value.
            let point = first + ((value - first) / step).round() * step;
            let near = cell.max(first_cell);
            (value != first && (point - value).abs() < near).then_some(0.5 * step * cell / near)
        }
        Lattice::Zeros(zeros) => {
            let step = cell * f64::from(zeros).exp2();
            let multiple = value / step;
            (multiple == multiple.round()).then_some(step)
        }
    }
}

/// The multiple of a step that is nearest to a value. It is exact if the step is the reciprocal of a whole number, such
/// as a hundredth.
fn nearest_point(value: f64, step: f64) -> f64 {
    let times = (value / step).round();
    let parts = (1.0 / step).round();
    if step < 1.0 && parts.recip() == step { times / parts } else { times * step }
}

impl LatticeFit {
    /// For a value that is one of the two words at a point: whether it is the word nearer to the point, and whether it
    /// is the word nearer to zero. `None` if the point has a single word.
    pub(crate) fn compare_sides(&self, value: f64, cell: f64, distance: f64) -> Option<[bool; 2]> {
        let Lattice::Step(step) = self.lattice else { return None };
        let off = value - nearest_point(value, step);
        (distance < step).then(|| [off.abs() <= 0.5 * cell, off * value <= 0.0])
    }
}

/// The bits that the lattice saves, since it has fewer points than the format has values, less the bits that say which
/// items are on it.
fn measure_gain(reading: &FormatReading, on: &LatticeFit, fresh: &[bool]) -> f64 {
    let (mut saved, mut yes, mut no) = (0.0, 0_usize, 0_usize);
    let items = reading.cell.iter().zip(&reading.class).zip(on.distance.iter().zip(fresh));
    for ((cell, class), (distance, fresh)) in items {
        if !fresh || *class != WordClass::Normal {
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
    let total = to_f64(yes + no);
    let entropy = |part: usize| if part == 0 { 0.0 } else { to_f64(part) * (total / to_f64(part)).log2() };
    saved - entropy(yes) - entropy(no)
}
