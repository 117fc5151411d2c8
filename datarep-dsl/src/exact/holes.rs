//! Words that are written for numbers and read as something else, and words of numbers that are never written.

use num_bigint::BigUint;

use super::machine::FloatMachine;
use super::numbers::{Amiss, Stray, WrittenNumbers};
use super::value::{Encoded, ExactValue};
use crate::model::word::Fields;
use crate::model::{Float, Rounding};

/// A number and a word that do not correspond in both directions.
#[derive(Debug, Clone)]
pub(crate) struct Hole {
    /// The special encoding that claims the word, or other words of the same exponent if it does not claim this one;
    /// `None` if the word has no complement.
    pub(crate) special: Option<usize>,
    pub(crate) word: u128,
    pub(crate) value: ExactValue,
    pub(crate) amiss: Amiss,
}

/// The holes of a format, at most one for each special encoding.
pub(crate) fn find_holes(float: &Float, bits: u32) -> Vec<Hole> {
    let numbers = WrittenNumbers::new(float);
    let machine = FloatMachine::new(float, bits);
    let one = numbers.exponent_of_one();
    let mut strays = Vec::new();
    for &sign in numbers.list_signs() {
        let runs = numbers.list_runs(sign);
        strays.extend(runs.iter().flat_map(|&run| numbers.find_strays(run, one)));
        strays.extend(numbers.find_outside(sign, &runs, one));
        strays.extend(numbers.below_others(sign));
    }
    strays.sort_by_key(|stray| {
        let is_outside = !matches!(stray.amiss, Amiss::Read(_));
        (stray.special, is_outside, stray.exponent.abs_diff(one), stray.sign, stray.number)
    });
    let hole = |stray: Stray| {
        let Stray { sign, exponent, weight, number, special, amiss } = stray;
        let significand = BigUint::from(number) + u8::from(numbers.is_twos(sign));
        let value =
            ExactValue::Finite { negative: sign, magnitude: machine.scale_significand(significand, weight) };
        let word = machine.assemble_word(&numbers.make_fields(sign, exponent, number))?;
        // A word whose bits are all zero is its own two's complement, so it cannot belong to a negative number.
        let is_hole = matches!(amiss, Amiss::Read(_)) || machine.decode(word) == value;
        is_hole.then_some(Hole { special, word, value, amiss })
    };
    let mut holes: Vec<Hole> = strays.into_iter().filter_map(hole).collect();
    holes.dedup_by_key(|hole| hole.special);
    if holes.is_empty() {
        holes.extend(
            numbers.list_unnormalized().iter().find_map(|fields| try_word(&numbers, &machine, fields)),
        );
    }
    holes
}

/// Reads a word, writes its number and what is rounded to it, and reads that word; returns the number's hole if it has
/// become another one.
fn try_word(numbers: &WrittenNumbers<'_>, machine: &FloatMachine<'_>, fields: &Fields) -> Option<Hole> {
    let value = machine.compute_value(fields);
    let ExactValue::Finite { negative, magnitude } = &value else { return None };
    let own = machine.assemble_word(fields)?;
    let near = [magnitude.clone(), magnitude.nudge(true), magnitude.nudge(false)];
    let (word, amiss) = near.iter().find_map(|magnitude| {
        match machine.encode(*negative, magnitude, Rounding::NearestEven) {
            Encoded::Word { word, .. } if is_same(&machine.decode(word), &value) => None,
            Encoded::Word { word, exact: true } => Some((word, Amiss::Read(machine.class_of(word)))),
            Encoded::Word { .. } => Some((own, Amiss::Rounds)),
            Encoded::Zero => Some((own, Amiss::Vanishes)),
            Encoded::Overflow => Some((own, Amiss::Overflows)),
        }
    })?;
    Some(Hole { special: numbers.find_claimant(fields), word, value, amiss })
}

/// Whether two values are the same number, which may have two significands.
fn is_same(left: &ExactValue, right: &ExactValue) -> bool {
    match (left, right) {
        (
            ExactValue::Finite { negative: left, magnitude: first },
            ExactValue::Finite { negative: right, magnitude: second },
        ) => left == right && first.compare(second).is_eq(),
        _ => left == right,
    }
}
