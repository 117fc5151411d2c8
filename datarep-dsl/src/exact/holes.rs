//! Words that are written for numbers and read as something else, and words of numbers that are never written.

use num_bigint::BigUint;

use super::machine::Machine;
use super::numbers::{Amiss, Numbers, Stray};
use super::value::Value;
use crate::model::Float;

/// A number and a word that do not correspond in both directions.
#[derive(Debug, Clone)]
pub(crate) struct Hole {
    /// The special encoding that claims the word, or other words of the same exponent if it does not claim this one;
    /// `None` if the word has no complement.
    pub(crate) special: Option<usize>,
    pub(crate) word: u128,
    pub(crate) value: Value,
    pub(crate) amiss: Amiss,
}

/// The holes of a format, at most one for each special encoding.
pub(crate) fn holes(float: &Float, bits: u32) -> Vec<Hole> {
    let numbers = Numbers::new(float);
    let machine = Machine::new(float, bits);
    let one = numbers.exponent_of_one();
    let mut strays = Vec::new();
    for &sign in numbers.signs() {
        let runs = numbers.runs(sign);
        strays.extend(runs.iter().flat_map(|&run| numbers.strays(run, one)));
        strays.extend(numbers.outside(sign, &runs, one));
        strays.extend(numbers.unwritten(sign));
    }
    strays.sort_by_key(|stray| {
        let is_outside = !matches!(stray.amiss, Amiss::Read(_));
        (stray.special, is_outside, stray.exponent.abs_diff(one), stray.sign, stray.number)
    });
    let hole = |stray: Stray| {
        let Stray { sign, exponent, weight, number, special, amiss } = stray;
        let significand = BigUint::from(number) + u8::from(numbers.is_twos(sign));
        let value = Value::Finite { negative: sign, magnitude: machine.scaled(significand, weight) };
        let word = machine.word(&numbers.fields(sign, exponent, number))?;
        // A word whose bits are all zero is its own two's complement, so it cannot belong to a negative number.
        let is_hole = matches!(amiss, Amiss::Read(_)) || machine.decode(word) == value;
        is_hole.then_some(Hole { special, word, value, amiss })
    };
    let mut holes: Vec<Hole> = strays.into_iter().filter_map(hole).collect();
    holes.dedup_by_key(|hole| hole.special);
    holes
}
