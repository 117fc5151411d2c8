//! What tells a word from others with the same value.
//!
//! A code is only one if no word is free: what the value does not tell has to be told too. These are bits of no field and of containers,
//! bits below those of a double, and which one of several words with a value it is. What is the same in all words soon costs nothing.

use std::collections::HashMap;

use super::known::{Grain, Known};
use super::reading::{Class, Reading, to_f64};

/// For each item the bits that tell its word, when class and value are known. `finer`: how many times finer the format is than doubles are;
/// `written`: the words that are written for the values.
pub(super) fn bits(
    known: &Known,
    items: &[u8],
    reading: &Reading,
    finer: &[f64],
    written: Option<&[u8]>,
) -> Vec<f32> {
    let mut slack = Slack::of(&known.slack);
    let mut others = Others::default();
    let normal = match known.grain {
        Grain::Last { normal, .. } => normal,
        _ => 0.0,
    };
    let of = |(index, item): (usize, &[u8])| {
        let value = reading.value[index].abs();
        let bits = match reading.class[index] {
            Class::Normal | Class::Zero => slack.bits(item) + finer[index].log2(),
            Class::Low if value != 0.0 && value < normal * reading.cell[index] => {
                // Zero bits before the first one: few are likelier than many.
                let zeros = (normal * reading.cell[index] / value).log2().ceil();
                slack.bits(item) + 2.0 * (1.0 + zeros).log2()
            }
            Class::Low => {
                // Zero is what a double has for all that is too small for it.
                let low = if value == 0.0 { reading.bits } else { known.low_bits };
                let written = written.and_then(|all| all.get(index * known.extent..));
                slack.bits(item) + finer[index].log2() + others.bits(item, written, low)
            }
            Class::Nan if known.missing && item[1..].iter().all(|&byte| byte == 0) => 28_f64.log2() + 1.0,
            Class::Nan if known.missing => reading.bits,
            Class::Nan => known.nan_bits.min(reading.bits),
            Class::Extreme | Class::Invalid => reading.bits,
        };
        single(bits)
    };
    items.chunks_exact(known.extent).enumerate().map(of).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a cost is a part of a sum, single precision is enough")]
fn single(bits: f64) -> f32 {
    bits as f32
}

/// Bits that the value does not tell: all zero, or each as often one as it was before. Whichever tells more so far.
struct Slack {
    /// Byte, bit, and how often it was zero and one.
    places: Vec<(usize, u8, [f64; 2])>,
    /// How often there was something, and nothing.
    clean: [f64; 2],
    /// The weights of both.
    weights: [f64; 2],
}

impl Slack {
    fn of(masks: &[u8]) -> Slack {
        let bits = |(byte, mask): (usize, &u8)| {
            let mask = *mask;
            (0..8)
                .map(|bit| 1 << bit)
                .filter(move |bit| mask & bit != 0)
                .map(move |bit| (byte, bit, [0.5; 2]))
        };
        Slack {
            places: masks.iter().enumerate().flat_map(bits).collect(),
            clean: [0.5; 2],
            weights: [0.5; 2],
        }
    }

    fn bits(&mut self, item: &[u8]) -> f64 {
        if self.places.is_empty() {
            return 0.0;
        }
        let (mut clean, mut each) = (true, 1.0);
        for (byte, bit, counts) in &mut self.places {
            let one = usize::from(item[*byte] & *bit != 0);
            clean &= one == 0;
            each *= counts[one] / (counts[0] + counts[1]);
            counts[one] += 1.0;
        }
        let place = usize::from(clean);
        let words = if clean { 1.0 } else { (-to_f64(self.places.len())).exp2() };
        let whole = self.clean[place] / (self.clean[0] + self.clean[1]) * words;
        self.clean[place] += 1.0;
        let likely = self.weights[0] * whole + self.weights[1] * each;
        self.weights = [self.weights[0] * whole / likely, self.weights[1] * each / likely];
        -likely.log2()
    }
}

/// In which bits words differ from those that are written: unsigned decimals all have another sign.
#[derive(Default)]
struct Others {
    seen: HashMap<Vec<u8>, f64>,
    all: f64,
}

impl Others {
    fn bits(&mut self, item: &[u8], written: Option<&[u8]>, bits: f64) -> f64 {
        let written = written.unwrap_or_default();
        let different = item.iter().zip(written).map(|(a, b)| a ^ b).collect();
        let count = self.seen.entry(different).or_default();
        let likely = (*count + (-bits).exp2()) / (self.all + 1.0);
        *count += 1.0;
        self.all += 1.0;
        -likely.log2()
    }
}
