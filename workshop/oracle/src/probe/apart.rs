//! The rule for segments whose format cannot be determined from their bytes. It uses only the bytes and the format that
//! the corpus names.

use std::fmt;

use datarep_probe::Formats;

/// The rule in words.
pub(super) const RULE: &str = "\
apart: `constant`, the items are one word; `two words`, there are two different ones, which any format gives two values; `alike`, a narrower \
format reads the same numbers from the first bytes of each item, and its other bytes are the same in all items. What the probe finds is no part \
of the rule.";

/// Why the format of some items cannot be determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ambiguity {
    /// All items are the same word.
    Constant,
    /// The items have only two different words.
    Two,
    /// This narrower format reads the same numbers, and the bytes after it give no hint.
    Alike(String),
}

impl Ambiguity {
    /// The place of its column.
    pub(super) fn column_index(&self) -> usize {
        match self {
            Ambiguity::Constant => 0,
            Ambiguity::Two => 1,
            Ambiguity::Alike(_) => 2,
        }
    }
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ambiguity::Constant => f.write_str("all items are one word"),
            Ambiguity::Two => f.write_str("two words"),
            Ambiguity::Alike(format) => write!(f, "read alike by `{format}`"),
        }
    }
}

/// Returns why the format of items cannot be determined, or `None` if it can. `values` are the bits of their values as
/// doubles.
pub(super) fn find(items: &[u8], extent: usize, values: &[u64], formats: &Formats) -> Option<Ambiguity> {
    let mut words: Vec<&[u8]> = items.chunks_exact(extent).collect();
    words.sort_unstable();
    words.dedup();
    match words.len() {
        0 | 1 => return Some(Ambiguity::Constant),
        2 => return Some(Ambiguity::Two),
        _ => {}
    }
    let same = |byte: usize| words.iter().all(|word| word[byte] == words[0][byte]);
    let told = (0..extent).rev().find(|byte| !same(*byte)).map_or(0, |byte| byte + 1);
    (told..extent).find_map(|narrow| {
        let first: Vec<u8> = items.chunks_exact(extent).flat_map(|item| &item[..narrow]).copied().collect();
        let values: Vec<f64> = values.iter().map(|value| f64::from_bits(*value)).collect();
        formats.that_read(&first, narrow, &values).next().map(Ambiguity::Alike)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_words(words: &[[u8; 4]], values: &[f64]) -> Option<Ambiguity> {
        let formats = Formats::named(&["twos(8)", "twos(16)", "twos(32)"]).expect("they are known");
        let values: Vec<u64> = values.iter().map(|value| value.to_bits()).collect();
        find(&words.concat(), 4, &values, &formats)
    }

    #[test]
    fn what_cannot_be_told_is_a_matter_of_bytes() {
        assert_eq!(of_words(&[[1, 0, 0, 0]; 3], &[1.0; 3]), Some(Ambiguity::Constant));
        assert_eq!(
            of_words(&[[1, 0, 0, 0], [9, 0, 0, 0], [1, 0, 0, 0]], &[1.0, 9.0, 1.0]),
            Some(Ambiguity::Two)
        );
        let few = [[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]];
        assert_eq!(of_words(&few, &[1.0, 2.0, 3.0]), Some(Ambiguity::Alike("twos(8)".to_owned())));
        // Another byte gives a hint, or the narrower format reads other numbers.
        let told = [[1, 0, 0, 0], [2, 1, 0, 0], [3, 0, 1, 0]];
        assert_eq!(of_words(&told, &[1.0, 258.0, 65539.0]), None);
        assert_eq!(of_words(&few, &[0.5, 1.0, 1.5]), None);
    }
}
