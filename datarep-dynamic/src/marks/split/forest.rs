//! Records in blocks: whether the descriptors from a place on fill a block exactly, known for all places at once.
//!
//! A block proves itself by its records: the descriptor of each leads to that of the next one, and the last one to the end of the block.
//! To walk them again for each place at which a block may begin takes as many steps as there are places, times the records of a
//! block: bytes that look like many blocks around one another would be walked a thousand times.
//!
//! But from each place there is one way on, and always forwards. So the places are the nodes of trees, in which each place stands below
//! that to which it leads, and the descriptors lead to the end of a block if that place is above the first one. Nodes are numbered so that all
//! those below a place follow it: then two comparisons tell, and each descriptor is read once.

use super::super::DescriptorForm;
use super::super::descriptors::DESCRIPTOR;
use super::chain::{place_behind, read_word_at};

/// Where the descriptors of records lead to, from all places in bytes.
#[derive(Debug)]
pub(super) struct RecordForest {
    /// The place at which the descriptors from each place end.
    roots: Vec<u32>,
    /// The number of each place. Those of all places that lead to it follow.
    numbers: Vec<u32>,
    /// The number of places that lead to each one, and the place itself.
    sizes: Vec<u32>,
    /// For a root, where its descriptor leads to, behind the bytes; nothing if it is none.
    ends: Vec<RootEnd>,
    /// The descriptors that were read.
    #[cfg(test)]
    pub(super) steps: usize,
}

/// How descriptors end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RootEnd {
    /// The descriptor leads to another one in the bytes.
    Goes,
    /// There is no descriptor.
    Wrong,
    /// The bytes end within the descriptor.
    Cut,
    /// The descriptor leads to this place, behind the bytes.
    Behind(usize),
}

impl RecordForest {
    /// The forest of these bytes. `None` if there are too many.
    pub(super) fn new(record: DescriptorForm, bytes: &[u8]) -> Option<RecordForest> {
        let count = bytes.len() + 1;
        u32::try_from(count).ok()?;
        let mut forest = RecordForest {
            roots: vec![0; count],
            numbers: vec![0; count],
            sizes: vec![1; count],
            ends: vec![RootEnd::Goes; count],
            #[cfg(test)]
            steps: 0,
        };
        let mut next = vec![0_u32; count];
        // From the end on, so that the root of the next place is known.
        for at in (0..count).rev() {
            let place = u32::try_from(at).ok()?;
            (next[at], forest.roots[at]) = (place, place);
            forest.ends[at] = match read_word_at(bytes, at) {
                None => RootEnd::Cut,
                Some(word) => {
                    #[cfg(test)]
                    {
                        forest.steps += 1;
                    }
                    match record
                        .read_segment(word)
                        .and_then(|(length, _)| place_behind(at, DESCRIPTOR, length))
                    {
                        None => RootEnd::Wrong,
                        Some(end) if end < count => {
                            (next[at], forest.roots[at]) = (u32::try_from(end).ok()?, forest.roots[end]);
                            RootEnd::Goes
                        }
                        Some(end) => RootEnd::Behind(end),
                    }
                }
            };
        }
        forest.number_places(&next);
        Some(forest)
    }

    /// Numbers all places, from where each leads to.
    fn number_places(&mut self, next: &[u32]) {
        // All that leads to a place stands before it, so that its size is known when it is added.
        for (at, next) in next.iter().enumerate() {
            if *next as usize != at {
                self.sizes[*next as usize] += self.sizes[at];
            }
        }
        // The number that comes next below each place, or behind all trees so far.
        let (mut below, mut free) = (vec![0_u32; next.len()], 0);
        for at in (0..next.len()).rev() {
            let above = next[at] as usize;
            let counter = if above == at { &mut free } else { &mut below[above] };
            let number = *counter;
            *counter += self.sizes[at];
            self.numbers[at] = number;
            below[at] = number + 1;
        }
    }

    /// Whether the records from `first` on, which is in the bytes, fill a block that ends at `end`, as far as the bytes go.
    pub(super) fn records_fill_block(&self, first: usize, end: usize) -> bool {
        let (Some(number), Some(root)) = (self.numbers.get(first), self.roots.get(first)) else {
            return false;
        };
        if let (Some(above), Some(size)) = (self.numbers.get(end), self.sizes.get(end))
            && (*above..above + size).contains(number)
        {
            return true;
        }
        // The descriptors do not come to the end. They step over it, or the bytes end before.
        let root = *root as usize;
        root < end
            && match self.ends.get(root) {
                Some(RootEnd::Cut) => true,
                Some(RootEnd::Behind(behind)) => *behind <= end,
                Some(RootEnd::Wrong | RootEnd::Goes) | None => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Border, Marks};
    use super::super::chain::{MarkChain, NextMark, PlacedChain};
    use super::*;

    const RECORD: DescriptorForm = DescriptorForm { is_little: false, is_exclusive: false, adjust: 0 };

    fn chain() -> MarkChain {
        let marks: Marks = "bdw".parse().expect("marks");
        MarkChain::new(marks, Border::first(marks)).expect("a chain")
    }

    /// What a block's descriptor leads to, by a walk over its records, and the steps of the walk.
    fn walk(bytes: &[u8], at: usize) -> (NextMark, usize) {
        let word = |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk::<4>()).copied();
        let short = |word: [u8; 4]| 256 * usize::from(word[0]) + usize::from(word[1]);
        let Some(block) = word(at) else { return (NextMark::Unknown, 0) };
        let length = match block {
            [0x80..=0xFF, _, third, fourth] => {
                ((short(block) - 0x8000) << 16) + 256 * usize::from(third) + usize::from(fourth)
            }
            [_, _, 0, 0] => short(block),
            _ => 0,
        };
        if length < 4 {
            return (NextMark::Dead, 0);
        }
        let (end, mut inside, mut steps) = (at + length, at + 4, 0);
        while inside < end {
            steps += 1;
            match word(inside) {
                None => break,
                Some(record @ [_, _, 0..=3, 0]) if short(record) >= 4 && inside + short(record) <= end => {
                    inside += short(record);
                }
                Some(_) => return (NextMark::Dead, steps),
            }
        }
        (NextMark::At(end), steps)
    }

    fn compare(bytes: &[u8]) -> usize {
        let placed = PlacedChain::new(chain(), bytes);
        let mut steps = 0;
        for at in 0..=bytes.len() {
            let (expected, more) = walk(bytes, at);
            steps += more;
            assert_eq!(placed.follow(at), expected, "byte {at} of {bytes:?}");
        }
        steps
    }

    /// All texts of a few bytes that may be parts of descriptors, and longer ones by chance.
    #[test]
    fn blocks_are_filled_as_a_walk_finds_them() {
        const PARTS: [u8; 4] = [0, 4, 6, 9];
        for number in 0..4_usize.pow(8) {
            let bytes: Vec<u8> = (0..8).map(|digit| PARTS[(number >> (2 * digit)) & 3]).collect();
            compare(&bytes);
        }
        let mut state = 1_u64;
        for _ in 0..3000 {
            let words = (0..24).flat_map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let small = u8::try_from(state >> 60).unwrap_or(0);
                match (state >> 40) & 15 {
                    0 => vec![0, 7 + small, 0, 0, small],
                    1 => vec![0, 60 + small, 0, 0],
                    2 => vec![0x80, 0, 0, 40 + small],
                    3 => vec![0, small, 4, 0],
                    _ => vec![0, 4 + small / 4 * 4, 0, 0],
                }
            });
            compare(&words.collect::<Vec<u8>>());
        }
    }

    /// Every eighth byte begins a block of a thousand records, which is right: walks would read each descriptor a thousand
    /// times.
    #[test]
    fn each_descriptor_is_read_once() {
        // A block of 8188 bytes, and a record of eight, which ends before the next such record.
        let bytes = [0x1F, 0xFC, 0, 0, 0, 8, 0, 0].repeat(1 << 11);
        let forest = RecordForest::new(RECORD, &bytes).expect("few bytes");
        assert_eq!(forest.steps, bytes.len() - 3);
        let walked = compare(&bytes);
        assert!(walked > 50 * bytes.len(), "{walked}");
        assert!((0..1000).all(|at| forest.records_fill_block(8 * at + 4, 8 * at + 8188)));
    }
}
