//! Words that are written for numbers and read as something else, and words of numbers that are never written.

use num_bigint::BigUint;

use super::machine::Machine;
use super::numbers::{Amiss, Numbers, Stray};
use super::value::{Encoded, Value};
use crate::model::word::Fields;
use crate::model::{Float, Rounding};

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
        strays.extend(numbers.below_others(sign));
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
    if holes.is_empty() {
        holes.extend(numbers.unnormalized().iter().find_map(|fields| try_word(&numbers, &machine, fields)));
    }
    holes
}

/// Reads a word, writes its number and what is rounded to it, and reads that word; returns the number's hole if it has
/// become another one.
fn try_word(numbers: &Numbers<'_>, machine: &Machine<'_>, fields: &Fields) -> Option<Hole> {
    let value = machine.value(fields);
    let Value::Finite { negative, magnitude } = &value else { return None };
    let own = machine.word(fields)?;
    let near = [magnitude.clone(), magnitude.nudged(true), magnitude.nudged(false)];
    let (word, amiss) = near.iter().find_map(|magnitude| {
        match machine.encode(*negative, magnitude, Rounding::NearestEven) {
            Encoded::Word { word, .. } if is_same(&machine.decode(word), &value) => None,
            Encoded::Word { word, exact: true } => Some((word, Amiss::Read(machine.class_of(word)))),
            Encoded::Word { .. } => Some((own, Amiss::Rounds)),
            Encoded::Zero => Some((own, Amiss::Vanishes)),
            Encoded::Overflow => Some((own, Amiss::Overflows)),
        }
    })?;
    Some(Hole { special: numbers.claimant(fields), word, value, amiss })
}

/// Whether two values are the same number, which may have two significands.
fn is_same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (
            Value::Finite { negative: left, magnitude: first },
            Value::Finite { negative: right, magnitude: second },
        ) => left == right && first.compare(second).is_eq(),
        _ => left == right,
    }
}
