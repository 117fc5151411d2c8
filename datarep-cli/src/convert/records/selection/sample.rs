//! A sample of records: a number of them, or a share.
//!
//! Each record gets a random number that depends on the seed and on its place among the records that are offered. A share takes the
//! records whose number is below it. A sample of N records has those with the N lowest numbers, so each set of N records is equally
//! probable, and only N records are in memory.

use std::collections::BTreeMap;
use std::collections::btree_map::IntoValues;
use std::iter::Peekable;
use std::sync::Arc;

use datarep_dynamic::Record;

use crate::args::SampleSize;
use crate::input::{BLOCK, InputFile, RecordBlock, RecordPlace, limit_records_of_block};

/// A sample that is being drawn.
pub(super) struct SampleDraw {
    sample: SampleSize,
    seed: u64,
    /// Records that were offered, and those of them that are drawn.
    offered: u64,
    drawn: u64,
    /// Records that are held, by their random numbers and their places among those offered.
    held_records: BTreeMap<(u64, u64), HeldRecord>,
    /// The held records in the order of the file, once all records were offered.
    ordered: Option<Peekable<IntoValues<u64, HeldRecord>>>,
    /// The most records that are handed out at once.
    block_records: usize,
}

/// A record that may be drawn.
struct HeldRecord {
    bytes: Vec<u8>,
    place: RecordPlace,
    file: Arc<InputFile>,
}

impl SampleDraw {
    pub(super) fn new(sample: SampleSize, seed: u64, record: &Record) -> SampleDraw {
        let block_records = limit_records_of_block(record, BLOCK);
        SampleDraw {
            sample,
            seed,
            offered: 0,
            drawn: 0,
            held_records: BTreeMap::new(),
            ordered: None,
            block_records,
        }
    }

    /// Records that were offered.
    pub(super) fn count_offered(&self) -> u64 {
        self.offered
    }

    /// Records that were drawn.
    pub(super) fn count_drawn(&self) -> u64 {
        self.drawn
    }

    /// Offers the records of a block, which begin at `starts`. Returns those that are drawn, if that is known already.
    pub(super) fn draw(&mut self, block: &RecordBlock, starts: &[usize]) -> Option<RecordBlock> {
        let mut drawn = RecordBlock::new_empty(&block.file);
        let drawn_before = self.drawn;
        for (record, range) in starts.windows(2).enumerate() {
            let order = self.offered;
            self.offered += 1;
            let random = mix_random(self.seed, order);
            let bytes = &block.bytes[range[0]..range[1]];
            match self.sample {
                SampleSize::Percent(share) => {
                    if as_percent(random) < share {
                        drawn.append(bytes, block.place(record, range[0]));
                        self.drawn += 1;
                    }
                }
                SampleSize::Count(count) => {
                    // The place makes keys different if two random numbers are equal.
                    let key = (random, order);
                    let is_full = self.held_records.len() as u64 >= count;
                    // The record is not among those with the lowest numbers. With a count of 0 there is no last one.
                    if is_full && self.held_records.last_key_value().is_none_or(|(last, _)| *last < key) {
                        continue;
                    }
                    if is_full {
                        self.held_records.pop_last();
                    }
                    let (place, file) = (block.place(record, range[0]), block.file.clone());
                    self.held_records.insert(key, HeldRecord { bytes: bytes.to_vec(), place, file });
                }
            }
        }
        (self.drawn > drawn_before).then_some(drawn)
    }

    /// The next records of those that were held, once all were offered.
    pub(super) fn next_held(&mut self) -> Option<RecordBlock> {
        let held_records = &mut self.held_records;
        let ordered = self.ordered.get_or_insert_with(|| {
            // Held by their random numbers, and handed out by their places: a sample stays in the order of the files.
            let by_place =
                std::mem::take(held_records).into_iter().map(|((_, place), record)| (place, record));
            by_place.collect::<BTreeMap<_, _>>().into_values().peekable()
        });
        let mut block = RecordBlock::new_empty(&ordered.peek()?.file);
        let mut records = 0;
        while let Some(HeldRecord { bytes, place, .. }) = ordered.next_if(|next| {
            // A block has records of one file.
            Arc::ptr_eq(&next.file, &block.file) && block.bytes.len() < BLOCK && records < self.block_records
        }) {
            block.append(&bytes, place);
            records += 1;
        }
        self.drawn += records as u64;
        Some(block)
    }
}

/// A random number for a place: the output of `SplitMix64` that has its number, from a state that the seed decides.
fn mix_random(seed: u64, place: u64) -> u64 {
    // The steps and the two multipliers are those of its definition.
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
    let finish = |state: u64| {
        let state = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let state = (state ^ state >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        state ^ state >> 31
    };
    // Mixed first: seeds that differ by a multiple of the step would draw the same records one place apart.
    finish(finish(seed.wrapping_add(STEP)).wrapping_add(place.wrapping_add(1).wrapping_mul(STEP)))
}

/// A random number as hundredths, below 100.
fn as_percent(random: u64) -> f64 {
    let upper = u32::try_from(random >> 32).unwrap_or(u32::MAX);
    f64::from(upper) * 100.0 / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers have to be spread evenly, also for neighboring seeds and places.
    #[test]
    fn random_numbers_are_spread() {
        for seed in [0, 1, 2, u64::MAX] {
            let mut counts = [0_u32; 10];
            for place in 0..100_000 {
                let percent = as_percent(mix_random(seed, place));
                let tenth =
                    (0..10).rfind(|tenth| percent >= 10.0 * f64::from(*tenth)).expect("it is not negative");
                counts[usize::try_from(tenth).expect("a tenth")] += 1;
            }
            assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        }
    }
}
