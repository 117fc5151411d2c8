//! What can be said of items without their format: which ones are the same word.

use std::collections::HashMap;

/// For each item whether its word came before. Formats of the same width share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// How often the word came before.
    pub(crate) seen: Vec<u32>,
    /// It is the word of the item before.
    pub(crate) same: Vec<bool>,
    /// How many words there are.
    pub(crate) distinct: usize,
    /// Most items are the word of the item before.
    pub(crate) runs: bool,
}

impl Words {
    /// Of items of so many bytes.
    pub(crate) fn of(items: &[u8], extent: usize) -> Words {
        Words::count(items.chunks_exact(extent))
    }

    /// Of any items.
    pub(crate) fn count<T: std::hash::Hash + Eq + Copy>(items: impl Iterator<Item = T>) -> Words {
        let mut words = Words::default();
        let mut counts: HashMap<T, u32> = HashMap::new();
        let mut last = None;
        for item in items {
            let count = counts.entry(item).or_default();
            words.seen.push(*count);
            *count += 1;
            words.same.push(last == Some(item));
            last = Some(item);
        }
        words.distinct = counts.len();
        words.runs = 2 * words.same.iter().filter(|same| **same).count() > words.same.len();
        words
    }
}
