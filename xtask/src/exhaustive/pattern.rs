//! Which patterns of a row are compared, each found by its index.

use datarep_dsl::model::{BitRange, FormatKind};

use super::Extent;
use super::subject::Job;
use crate::reference::{self, Reference, Word};

/// How many patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coverage {
    /// Every one.
    All,
    /// A structured sample, and so many random ones.
    Sample { structured: u64, random: u64 },
}

impl Coverage {
    /// What a row gets.
    pub(super) fn of(job: &Job, extent: Extent) -> Coverage {
        let bits = job.source_bits();
        let strict = job.subject.set == "strict";
        match extent {
            _ if bits <= 16 => Coverage::All,
            Extent::Slice if strict => Coverage::Sample { structured: 20_000, random: 20_000 },
            Extent::Slice => Coverage::Sample { structured: 150_000, random: 350_000 },
            Extent::Full if strict => Coverage::Sample { structured: 2_000_000, random: 2_000_000 },
            Extent::Full if bits <= 32 && job.subject.set == "plain" => Coverage::All,
            Extent::Full => Coverage::Sample { structured: 20_000_000, random: 100_000_000 },
        }
    }
}

/// The patterns of a row.
#[derive(Debug)]
pub(super) struct Patterns<'a, W> {
    coverage: Coverage,
    bits: u32,
    frame: Frame,
    /// Where a pattern near the target's own words comes from, and how to get there.
    near: Option<(&'a Reference<W>, &'a Reference<W>)>,
}

/// The fields of the source, for the structured sample.
#[derive(Debug)]
struct Frame {
    exponent: Vec<BitRange>,
    rest: Vec<BitRange>,
    exponents: u64,
    fractions: Vec<u128>,
}

impl<'a, W: Word> Patterns<'a, W> {
    pub(super) fn new(
        job: &Job,
        coverage: Coverage,
        source: &'a Reference<W>,
        target: &'a Reference<W>,
    ) -> Patterns<'a, W> {
        let format = if job.direction.reads() { &job.format } else { &job.native };
        Patterns {
            coverage,
            bits: job.source_bits(),
            frame: Frame::new(format),
            near: (!job.direction.reads()).then_some((target, source)),
        }
    }

    /// How many.
    pub(super) fn len(&self) -> u64 {
        match self.coverage {
            Coverage::All => 1 << self.bits,
            Coverage::Sample { structured, random } => self.frame.len().min(structured) + random,
        }
    }

    /// The pattern of an index.
    #[inline]
    pub(super) fn get(&self, index: u64) -> W {
        let Coverage::Sample { structured, .. } = self.coverage else { return W::low(u128::from(index)) };
        let all = self.frame.len();
        let count = all.min(structured);
        if index < count {
            // A thinned sample goes through all exponents and significands alike.
            let place = if all > structured { scatter(index) % all } else { index };
            return W::low(self.frame.get(place));
        }
        let noise = u128::from(scatter(index)) << 64 | u128::from(scatter(!index));
        let bits: W = W::low(noise) & reference::mask(self.bits);
        match self.near {
            // Half of what is written lies near a number of the format.
            Some((format, native)) if index % 2 == 0 => {
                let word = W::low(noise) & reference::mask(format.bits());
                let near = reference::convert(format, native, &datarep_dsl::model::Policy::DEFAULT, word).0;
                let low = scatter(index ^ 0x55) % u64::from(self.bits);
                near ^ (bits & reference::mask(u32::try_from(low).unwrap_or(0)))
            }
            _ => bits,
        }
    }
}

impl Frame {
    fn new(format: &datarep_dsl::model::Format) -> Frame {
        let exponent = match &format.kind {
            FormatKind::Float(float) => float.exponent.clone(),
            FormatKind::Pair(_) | FormatKind::Integer(_) | FormatKind::Decimal(_) | FormatKind::Logical(_) | FormatKind::Character(_) => {
                Vec::new()
            },
        };
        let inside = |bit: u32| exponent.iter().any(|range| (range.low..=range.high).contains(&bit));
        let rest: Vec<BitRange> = (0..format.bits)
            .rev()
            .filter(|&bit| !inside(bit))
            .map(|bit| BitRange { high: bit, low: bit })
            .collect();
        let width: u32 = exponent.iter().map(|range| range.width()).sum();
        let bits = u32::try_from(rest.len()).unwrap_or(0);
        Frame { exponents: 1 << width, fractions: fractions(bits), exponent, rest }
    }

    fn len(&self) -> u64 {
        self.exponents * self.fractions.len() as u64
    }

    fn get(&self, index: u64) -> u128 {
        let count = self.fractions.len() as u64;
        let fraction = self.fractions[usize::try_from(index % count).unwrap_or(0)];
        spread(u128::from(index / count), &self.exponent) | spread(fraction, &self.rest)
    }
}

/// Sign and significand bits that lie at a border: ends, single bits, runs, and halves of any last place.
fn fractions(bits: u32) -> Vec<u128> {
    let all = reference::mask::<u128>(bits);
    let mut found = vec![0, all, all / 3, all / 3 * 2];
    for bit in 0..bits {
        let one = 1_u128 << bit;
        found.extend([one, one - 1, one + 1, all ^ one, all ^ (one - 1), all ^ (one + 1), one | one >> 1]);
        found.extend([one | one >> 2, (all / 3 & !(one - 1)) | one >> 1, (all / 3 & !(one - 1)) | (one >> 1) + 1]);
        found.extend([(all / 3 & !(one - 1)) | (one >> 1).saturating_sub(1)]);
    }
    let sign = 1_u128 << bits.saturating_sub(1);
    let other: Vec<u128> = found.iter().map(|fraction| fraction ^ sign).collect();
    found.extend(other);
    found.iter_mut().for_each(|fraction| *fraction &= all);
    found.sort_unstable();
    found.dedup();
    found
}

fn spread(value: u128, ranges: &[BitRange]) -> u128 {
    let mut value = value;
    ranges.iter().rev().fold(0, |word, range| {
        let part = value & reference::mask::<u128>(range.width());
        value = if range.width() >= 128 { 0 } else { value >> range.width() };
        word | part << range.low
    })
}

/// A number for an index, as if by chance: the finalizer of `SplitMix64`.
fn scatter(index: u64) -> u64 {
    let mixed = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
