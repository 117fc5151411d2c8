//! The bits that distinguish a word from others with the same value.
//!
//! A code must account for every bit of a word, so the bits that the value does not determine cost something too. These
//! are bits outside all fields, bits of containers, bits below those of a double, the exponent of a low part, and the choice
//! among several words with the same value. Bits that are the same in all words soon cost nothing.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::known::{Grain, KnownFormat};
use super::reading::{FormatReading, WordClass, to_f64};

/// For each item, the bits that its word needs beside its class and its value. `finer` says how many times finer the
/// format is than a double, and `written` holds the words that the format writes for the values.
pub(super) fn count_extra_bits(
    format: &KnownFormat,
    items: &[u8],
    reading: &FormatReading,
    finer: &[f64],
    written: Option<&[u8]>,
) -> Vec<f32> {
    let masks: Vec<u8> =
        format.slack.iter().zip(&format.implied).map(|(slack, implied)| slack | implied).collect();
    let mut slack = SlackModel::from_masks(&masks);
    let mut differences = WordDifferences::default();
    let normal = match format.grain {
        Grain::Last { normal, .. } => normal,
        _ => 0.0,
    };
    let of = |(index, item): (usize, &[u8])| {
        let value = reading.value[index].abs();
        let written = written.and_then(|words| words.get(index * format.extent..(index + 1) * format.extent));
        // Bits that the others imply count by whether they are as the format writes them.
        let bits_beside = clear_expected_bits(format, item, written);
        let bits = match reading.class[index] {
            WordClass::Normal | WordClass::Zero => slack.code_item(&bits_beside) + finer[index].log2(),
            WordClass::Low if value != 0.0 && value < normal * reading.cell[index] => {
                // The zero bits before the first one bit: few are likelier than many.
                let zeros = (normal * reading.cell[index] / value).log2().ceil();
                // A code for the number of zeros: its probability falls with the square of the number, as 2 log2(1 + n)
                // bits.
                slack.code_item(&bits_beside) + 2.0 * (1.0 + zeros).log2()
            }
            WordClass::Low => {
                // A double holds zero for any number that is too small for it.
                let low = if value == 0.0 { reading.bits } else { format.low_bits };
                slack.code_item(&bits_beside)
                    + finer[index].log2()
                    + differences.code_item(item, written, low)
            }
            // SAS has 28 missing values: `.`, `_` and 26 letters. One bit more says that it is one of them.
            WordClass::Nan if format.missing && item[1..].iter().all(|&byte| byte == 0) => {
                28_f64.log2() + 1.0
            }
            WordClass::Nan if format.missing => reading.bits,
            WordClass::Nan => format.nan_bits.min(reading.bits),
            WordClass::Extreme | WordClass::Invalid => reading.bits,
        };
        to_f32(bits)
    };
    items.chunks_exact(format.extent).enumerate().map(of).collect()
}

/// An item in which the bits that others imply are zero where they are as the format writes them.
fn clear_expected_bits<'a>(format: &KnownFormat, item: &'a [u8], written: Option<&[u8]>) -> Cow<'a, [u8]> {
    match written.filter(|_| format.implied.iter().any(|mask| *mask != 0)) {
        Some(written) => {
            let bytes = item.iter().zip(written).zip(&format.implied);
            bytes.map(|((byte, written), implied)| byte ^ (written & implied)).collect()
        }
        None => Cow::Borrowed(item),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a cost is a part of a sum, single precision is enough")]
fn to_f32(bits: f64) -> f32 {
    bits as f32
}

/// Bits that the value does not determine. Two models are mixed by how well they did so far: all bits are zero, or each
/// is one as often as before.
struct SlackModel {
    bits: Vec<SlackBit>,
    /// How often any bit was one, and how often all were zero.
    clean: [f64; 2],
    /// The weights of the two models.
    weights: [f64; 2],
}

/// A bit of an item.
struct SlackBit {
    /// The byte of the item.
    byte: usize,
    /// The bit in the byte, as a mask.
    mask: u8,
    /// How often it was zero, and how often one.
    counts: [f64; 2],
}

impl SlackModel {
    fn from_masks(masks: &[u8]) -> SlackModel {
        let bits = |(byte, mask): (usize, &u8)| {
            let slack = *mask;
            (0..8).map(|bit| 1 << bit).filter(move |mask| slack & mask != 0).map(move |mask| SlackBit {
                byte,
                mask,
                counts: [0.5; 2],
            })
        };
        SlackModel {
            bits: masks.iter().enumerate().flat_map(bits).collect(),
            clean: [0.5; 2],
            weights: [0.5; 2],
        }
    }

    fn code_item(&mut self, item: &[u8]) -> f64 {
        if self.bits.is_empty() {
            return 0.0;
        }
        let (mut clean, mut independent) = (true, 1.0);
        for SlackBit { byte, mask, counts } in &mut self.bits {
            let bit_value = usize::from(item[*byte] & *mask != 0);
            clean &= bit_value == 0;
            independent *= counts[bit_value] / (counts[0] + counts[1]);
            counts[bit_value] += 1.0;
        }
        let place = usize::from(clean);
        // If the bits are not all zero, each other pattern is taken as equally likely.
        let words = if clean { 1.0 } else { (-to_f64(self.bits.len())).exp2() };
        let whole = self.clean[place] / (self.clean[0] + self.clean[1]) * words;
        self.clean[place] += 1.0;
        // Each model's weight becomes its share of the probability, which is Bayes' rule.
        let likely = self.weights[0] * whole + self.weights[1] * independent;
        self.weights = [self.weights[0] * whole / likely, self.weights[1] * independent / likely];
        -likely.log2()
    }
}

/// Counts the bits in which words differ from those that the format writes. All unsigned decimals have another sign.
#[derive(Default)]
struct WordDifferences {
    seen: FxHashMap<Vec<u8>, f64>,
    total: f64,
}

impl WordDifferences {
    fn code_item(&mut self, item: &[u8], written: Option<&[u8]>, bits: f64) -> f64 {
        let written = written.unwrap_or_default();
        let different = item.iter().zip(written).map(|(a, b)| a ^ b).collect();
        let count = self.seen.entry(different).or_default();
        // A difference that was seen is as likely as often it was. A new one has the chance of any word among 2^bits.
        let likely = (*count + (-bits).exp2()) / (self.total + 1.0);
        *count += 1.0;
        self.total += 1.0;
        -likely.log2()
    }
}
