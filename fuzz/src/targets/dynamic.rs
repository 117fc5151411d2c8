//! Hostile texts that are interpreted, with hostile words. The results must be those of the reference, bit for bit.

use super::input::Input;

/// The most words of an input, because the reference is slow.
const WORDS: usize = 96;

/// Takes a text, a zero, and words of the formats that it maps.
pub fn run(bytes: &[u8]) {
    let (text, mut rest) = Input::new(bytes).text();
    let mut words = vec![0, 1, u128::MAX, u128::MAX / 3];
    while !rest.is_empty() && words.len() < WORDS {
        words.push(u128::from(rest.word()) << 64 | u128::from(rest.word()));
    }
    if let Some(different) = datarep_oracle::random::of_text(&text, &words) {
        panic!("{different}\n{text}");
    }
}
