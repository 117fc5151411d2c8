//! The patterns of a row, each computed from its index.

use datarep_dsl::model::{BitRange, DigitFields, FormatKind};

use super::Extent;
use super::subject::Job;
use crate::chance::hash_index;
use crate::reference::{self, Reference, Word};
use crate::sample::{list_border_values, make_digits_valid, scatter_bits};

/// The number of low bits of the index that count neighbors, as a run of patterns whose significands follow each other.
pub(super) const NEIGHBORS: u32 = 12;

/// How many patterns are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coverage {
    /// Every one.
    All,
    /// A structured sample and random patterns, with the number of each.
    Sample { structured: u64, random: u64 },
}

impl Coverage {
    /// The coverage of a row.
    pub(super) fn from_job(job: &Job, extent: Extent) -> Coverage {
        let bits = job.source_bits();
        let strict = job.subject.set == "strict";
        // For every format except floats, the reference computes with integers of any size.
        let is_slow = !matches!(job.format.kind, FormatKind::Float(_));
        match extent {
            _ if bits <= 16 => Coverage::All,
            Extent::Slice if is_slow => Coverage::Sample { structured: 5_000, random: 5_000 },
            Extent::Slice if strict => Coverage::Sample { structured: 20_000, random: 20_000 },
            Extent::Slice => Coverage::Sample { structured: 150_000, random: 350_000 },
            Extent::Full if job.is_required() && is_slow => {
                Coverage::Sample { structured: 2_000_000, random: 10_000_000 }
            }
            Extent::Full if job.is_required() && bits <= 32 => Coverage::All,
            Extent::Full if job.is_required() => {
                Coverage::Sample { structured: 20_000_000, random: 100_000_000 }
            }
            Extent::Full => Coverage::Sample { structured: 250_000, random: 750_000 },
        }
    }
}

/// The patterns of a row.
#[derive(Debug)]
pub(super) struct Patterns<'a, W> {
    coverage: Coverage,
    bits: u32,
    frame: SampleFields,
    /// The format and the native float, if the row writes. They give patterns near numbers of the format.
    near: Option<(&'a Reference<W>, &'a Reference<W>)>,
    /// The lowest bit of a pattern into which the low bits of the index go, so that neighbors have significands that
    /// follow each other.
    low: Option<u32>,
    /// The digits of the format, and the number of bits of a word.
    digits: Option<(DigitFields, u32)>,
}

/// The fields of the source, for the structured sample.
#[derive(Debug)]
pub(crate) struct SampleFields {
    exponent: Vec<BitRange>,
    rest: Vec<BitRange>,
    exponents: u64,
    fractions: Vec<u128>,
    /// The digits of the source's words, and the number of bits of a word.
    digits: Option<(DigitFields, u32)>,
}

/// The fields of digits if the format has them, and the number of bits of a word.
fn digit_fields(format: &datarep_dsl::model::Format) -> Option<(DigitFields, u32)> {
    let FormatKind::DecimalFloat(tens) = &format.kind else { return None };
    tens.fields().map(|fields| (fields, format.bits))
}

impl<'a, W: Word> Patterns<'a, W> {
    pub(super) fn new(
        job: &Job,
        coverage: Coverage,
        source: &'a Reference<W>,
        target: &'a Reference<W>,
    ) -> Patterns<'a, W> {
        let format = if job.route.is_read() { &job.format } else { &job.native };
        Patterns {
            coverage,
            bits: job.source_bits(),
            frame: SampleFields::new(format),
            near: (!job.route.is_read()).then_some((target, source)),
            low: source
                .lowest_range()
                .filter(|&(_, width)| coverage == Coverage::All && width >= NEIGHBORS)
                .map(|(low, _)| low),
            digits: digit_fields(&job.format),
        }
    }

    /// The first of 2^[`NEIGHBORS`] patterns and the lowest bit that changes, if the patterns from `index` on are a run
    /// in which each significand is one unit above the one before.
    pub(super) fn neighbors(&self, index: u64) -> Option<(W, u32)> {
        let low = self.low.filter(|_| index.is_multiple_of(1 << NEIGHBORS))?;
        Some((self.get(index), low))
    }

    /// The number of patterns.
    pub(super) fn len(&self) -> u64 {
        match self.coverage {
            Coverage::All => 1 << self.bits,
            Coverage::Sample { structured, random } => self.frame.len().min(structured) + random,
        }
    }

    /// The pattern of an index.
    #[inline]
    pub(super) fn get(&self, index: u64) -> W {
        let Coverage::Sample { structured, .. } = self.coverage else {
            let Some(low) = self.low else { return W::low(index.into()) };
            let (above, within) = (index >> NEIGHBORS, index & ((1 << NEIGHBORS) - 1));
            let pattern = above >> low << (low + NEIGHBORS) | within << low | above & ((1 << low) - 1);
            return W::low(pattern.into());
        };
        let all = self.frame.len();
        let count = all.min(structured);
        if index < count {
            // A thinned sample covers all exponents and significands evenly.
            let place = if all > structured { hash_index(index) % all } else { index };
            return W::low(self.frame.get(place));
        }
        let noise = u128::from(hash_index(index)) << 64 | u128::from(hash_index(!index));
        let bits: W = W::low(noise) & reference::mask(self.bits);
        // Most random words have invalid digits.
        let in_digits = |word: W| match &self.digits {
            Some((fields, bits)) if !index.is_multiple_of(16) || self.near.is_some() => {
                W::low(make_digits_valid(fields, *bits, word.wide(), false))
            }
            _ => word,
        };
        match self.near {
            // Half of the patterns that are written lie near a number of the format.
            Some((format, native)) if index.is_multiple_of(2) => {
                let word = in_digits(W::low(noise) & reference::mask(format.bits()));
                let near = reference::convert(format, native, &datarep_dsl::model::Policy::DEFAULT, word).0;
                let low = hash_index(index ^ 0x55) % u64::from(self.bits);
                near ^ (bits & reference::mask(u32::try_from(low).unwrap_or(0)))
            }
            None => in_digits(bits),
            Some(_) => bits,
        }
    }
}

impl SampleFields {
    pub(crate) fn new(format: &datarep_dsl::model::Format) -> SampleFields {
        let exponent = match &format.kind {
            FormatKind::Float(float) => float.exponent.clone(),
            FormatKind::DecimalFloat(tens) if tens.fields().is_some() => {
                tens.fields().map(|fields| fields.exponent.list()).unwrap_or_default()
            }
            FormatKind::DecimalFloat(tens) => {
                vec![BitRange { high: tens.sign_bit() - 1, low: tens.trailing_bits() }]
            }
            // Short regimes are determined by three bits.
            FormatKind::Posit(posit) => vec![BitRange { high: posit.bits - 1, low: posit.bits - 3 }],
            FormatKind::PairSum(_)
            | FormatKind::Integer(_)
            | FormatKind::Decimal(_)
            | FormatKind::Logical(_)
            | FormatKind::Character(_) => Vec::new(),
        };
        let inside = |bit: u32| exponent.iter().any(|range| (range.low..=range.high).contains(&bit));
        let rest: Vec<BitRange> = (0..format.bits)
            .rev()
            .filter(|&bit| !inside(bit))
            .map(|bit| BitRange { high: bit, low: bit })
            .collect();
        let width: u32 = exponent.iter().map(|range| range.width()).sum();
        let bits = u32::try_from(rest.len()).unwrap_or(0);
        SampleFields {
            exponents: 1 << width,
            fractions: list_border_values(bits),
            exponent,
            rest,
            digits: digit_fields(format),
        }
    }

    /// Makes the digits of most random words valid if the format has digits. Otherwise nearly all would be invalid.
    pub(crate) fn make_digits_valid(&self, index: u64, word: u128) -> u128 {
        match &self.digits {
            Some((fields, bits)) if !index.is_multiple_of(16) => {
                make_digits_valid(fields, *bits, word, false)
            }
            _ => word,
        }
    }

    /// The number of words of the structured sample.
    pub(crate) fn len(&self) -> u64 {
        self.exponents * self.fractions.len() as u64
    }

    /// The word of an index.
    pub(crate) fn get(&self, index: u64) -> u128 {
        let count = self.fractions.len() as u64;
        let fraction = self.fractions[usize::try_from(index % count).unwrap_or(0)];
        let word =
            scatter_bits(u128::from(index / count), &self.exponent) | scatter_bits(fraction, &self.rest);
        match &self.digits {
            Some((fields, bits)) if !index.is_multiple_of(16) => make_digits_valid(fields, *bits, word, true),
            _ => word,
        }
    }
}
