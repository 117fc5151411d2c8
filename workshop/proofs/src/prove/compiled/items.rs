//! The items that functions are run on: words, or bytes of digits, and what they should become.

use std::collections::HashMap;

use crate::prove::claim::{Claim, Example};
use crate::prove::digits::{Digits, NUMBER_BITS, keep};
use crate::prove::lower::event_bits;
use crate::prove::term::{Terms, ones};

/// The bits by which a byte of digits is changed, so that it may be no digit or another sign.
const CHANGES: [u8; 12] = [0x01, 0x02, 0x03, 0x04, 0x0F, 0x10, 0x20, 0x30, 0x40, 0x80, 0xF0, 0xFF];

/// The items of digits of which each byte is changed.
const MOST_CHANGED: usize = 8;

/// Bytes of which all are the same, one of which most formats have no digits or signs for.
const INVALID: [u8; 5] = [0xFF, 0xAA, 0x00, 0x7F, 0x5B];

/// An item, and what it should become.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) example: Example,
    /// The bytes of digits that are read.
    pub(super) bytes: Vec<u8>,
}

/// What a function made of an item.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) word: u128,
    pub(super) bytes: Vec<u8>,
    pub(super) events: u128,
    pub(super) is_odd: bool,
}

/// The items of some examples. An example that no bytes can represent is left out.
///
/// # Errors
///
/// The format is not described.
pub(super) fn list_items(claim: &Claim, examples: &[Example]) -> Result<Vec<Item>, String> {
    let Some(digits) = find_digits(claim)?.filter(|_| claim.reads) else {
        return Ok(examples.iter().map(|&example| Item { example, bytes: Vec::new() }).collect());
    };
    let item = |&example: &Example| Some(Item { example, bytes: write_word(digits, example.word)? });
    Ok(examples.iter().filter_map(item).collect())
}

/// Items of digits with changed bytes: those that became invalid, and those that mean the same as before.
///
/// # Errors
///
/// As [`list_items`].
pub(super) fn list_changed_items(claim: &Claim, items: &[Item]) -> Result<Vec<Item>, String> {
    let Some(digits) = find_digits(claim)?.filter(|_| claim.reads) else { return Ok(Vec::new()) };
    let invalid = items.iter().find(|item| is_invalid(item.example.word));
    let mut all = Vec::new();
    let step = items.len().div_ceil(MOST_CHANGED).max(1);
    for item in items.iter().step_by(step) {
        for place in 0..item.bytes.len() {
            for change in CHANGES {
                let mut bytes = item.bytes.clone();
                bytes[place] ^= change;
                let word = read_bytes(digits, &bytes);
                let same = [Some(item), invalid].into_iter().flatten();
                let meant =
                    same.filter(|same| Some(same.example.word) == word).map(|same| same.example).next();
                all.extend(meant.map(|example| Item { example, bytes }));
            }
        }
    }
    Ok(all)
}

/// Whether a function has made what the specification says. What is odd is converted by the exact body.
///
/// # Errors
///
/// As [`list_items`].
pub(super) fn check_made_item(claim: &Claim, example: &Example, made: &Made) -> Result<bool, String> {
    let [wanted, events] = example.wanted;
    let same = match find_digits(claim)? {
        Some(digits) if !claim.reads => write_word(digits, wanted).as_ref() == Some(&made.bytes),
        _ => made.word == wanted,
    };
    let fails = event_bits(claim.errors) & events != 0;
    Ok(made.is_odd || made.events == events && (fails || same))
}

fn find_digits(claim: &Claim) -> Result<Option<Digits>, String> {
    Digits::from_format(&claim.format)
}

fn is_invalid(word: u128) -> bool {
    word >> (NUMBER_BITS + 1) & 1 == 1
}

/// The bytes of a sign and a number, or bytes that are invalid.
fn write_word(digits: Digits, word: u128) -> Option<Vec<u8>> {
    if is_invalid(word) {
        let all = INVALID.into_iter().map(|byte| vec![byte; digits.bytes as usize]);
        return all.into_iter().find(|bytes| read_bytes(digits, bytes) == Some(word));
    }
    let mut terms = Terms::default();
    let number = word & ones(NUMBER_BITS);
    let places = (0..digits.decimal.digits).rev().map(|place| number / 10_u128.pow(place) % 10);
    let all: Vec<_> = places.map(|digit| terms.constant(digit, 4)).collect();
    let negative = terms.constant(word >> NUMBER_BITS & 1, 1);
    let bytes = digits.write(&mut terms, negative, &all);
    let known = bytes.into_iter().map(|byte| terms.number(byte).and_then(|byte| u8::try_from(byte).ok()));
    known.collect()
}

/// What bytes of digits mean, as a word: whether they are invalid, their sign, and their number.
fn read_bytes(digits: Digits, bytes: &[u8]) -> Option<u128> {
    let mut terms = Terms::with_words(HashMap::new());
    let bytes: Vec<_> = bytes.iter().map(|&byte| terms.constant(byte.into(), 8)).collect();
    let decoded = digits.read(&mut terms, &bytes, &mut keep);
    let [invalid, negative, number] =
        [decoded.invalid, decoded.negative, decoded.number].map(|term| terms.number(term));
    Some(invalid? << (NUMBER_BITS + 1) | negative? << NUMBER_BITS | number?)
}
