//! Words that are written for numbers and read as something else, and words of numbers that are never written.

use std::cell::RefCell;

use num_bigint::BigUint;

use super::machine::FloatConverter;
use super::numbers::{HoleKind, StrayNumber, WrittenNumbers};
use super::value::{EncodeResult, ExactValue};
use crate::model::word::Fields;
use crate::model::{Float, Rounding, SpecialEncoding};

/// A number and a word that do not correspond in both directions.
#[derive(Debug, Clone)]
pub(crate) struct Hole {
    /// The special encoding that claims the word, or other words of the same exponent if it does not claim this one;
    /// `None` if the word has no complement.
    pub(crate) special: Option<usize>,
    pub(crate) word: u128,
    pub(crate) value: ExactValue,
    pub(crate) amiss: HoleKind,
}

/// The number of formats whose holes are kept in each thread.
const KEPT: usize = 64;

/// A format that was searched.
struct FormatHoles {
    float: Float,
    bits: u32,
    holes: Vec<Hole>,
}

/// The formats that were searched last, and the place of the next one.
///
/// Programs that check texts again and again meet the same formats: an editor after each key, a campaign of `fuzz/`, and the
/// advice for a test line that fails, which tries the same changes of a format for each text. The search takes a fifth of the
/// time of a check.
struct HoleCache {
    searched: Vec<FormatHoles>,
    next: usize,
}

thread_local! {
    static MEMORY: RefCell<HoleCache> = const { RefCell::new(HoleCache { searched: Vec::new(), next: 0 }) };
}

/// The holes of a format, at most one for each special encoding.
pub(crate) fn find_holes(float: &Float, bits: u32) -> Vec<Hole> {
    let is_it = |entry: &&FormatHoles| entry.bits == bits && has_same_words(&entry.float, float);
    let remembered_holes = MEMORY
        .with_borrow(|memory| memory.searched.iter().find(is_it).map(|searched| searched.holes.clone()));
    remembered_holes.unwrap_or_else(|| {
        let holes = search_holes(float, bits);
        let searched = FormatHoles { float: float.clone(), bits, holes: holes.clone() };
        MEMORY.with_borrow_mut(|memory| {
            // The places are used in turn: the format that was searched longest ago gives way.
            match memory.searched.get_mut(memory.next) {
                Some(oldest) => *oldest = searched,
                None => memory.searched.push(searched),
            }
            memory.next = (memory.next + 1) % KEPT;
        });
        holes
    })
}

/// Whether all words of two formats have the same meaning, and are written for the same values, by the same clauses. The
/// places of the clauses in their texts do not matter.
fn has_same_words(left: &Float, right: &Float) -> bool {
    // Every field is named, so that a new one cannot be forgotten in the comparison.
    let Float {
        negation,
        sign,
        exponent,
        code,
        bias,
        significand,
        leading,
        fraction_bits,
        radix,
        specials,
        quiet,
        low,
    } = left;
    // `origin` is left out: the same format stands at different places in the texts of an editor.
    let is_same = |left: &SpecialEncoding, right: &SpecialEncoding| {
        let SpecialEncoding { class, condition, written, named, origin: _ } = left;
        (*class, *written, *named) == (right.class, right.written, right.named)
            && *condition == right.condition
    };
    (*sign, *bias, *fraction_bits, *radix) == (right.sign, right.bias, right.fraction_bits, right.radix)
        && (*negation, *code, *leading, *quiet) == (right.negation, right.code, right.leading, right.quiet)
        && *exponent == right.exponent
        && *significand == right.significand
        && *low == right.low
        && specials.len() == right.specials.len()
        && specials.iter().zip(&right.specials).all(|(left, right)| is_same(left, right))
}

/// Searches the holes of a format.
fn search_holes(float: &Float, bits: u32) -> Vec<Hole> {
    let numbers = WrittenNumbers::new(float);
    let machine = FloatConverter::new(float, bits);
    // Numbers near one are easiest to read in a message, so the stray nearest to it is shown.
    let exponent_of_one = numbers.exponent_of_one();
    let mut strays = Vec::new();
    for &sign in numbers.list_signs() {
        let runs = numbers.list_runs(sign);
        strays.extend(runs.iter().flat_map(|&run| numbers.find_strays(run, exponent_of_one)));
        strays.extend(numbers.find_strays_outside(sign, &runs, exponent_of_one));
        strays.extend(numbers.find_stray_below(sign));
    }
    // `dedup` keeps the first of each special encoding: a word that is read wrongly before one that is never written.
    strays.sort_by_key(|stray| {
        let is_outside = !matches!(stray.amiss, HoleKind::Read(_));
        (stray.special, is_outside, stray.exponent.abs_diff(exponent_of_one), stray.sign, stray.number)
    });
    let hole = |stray: StrayNumber| {
        let StrayNumber { sign, exponent, weight, number, special, amiss } = stray;
        // In a two's complement that reaches minus one the number is one less than its magnitude.
        let significand = BigUint::from(number) + u8::from(numbers.stores_magnitude_less_one(sign));
        let value =
            ExactValue::Finite { negative: sign, magnitude: machine.scale_significand(significand, weight) };
        let word = machine.assemble_word(&numbers.make_fields(sign, exponent, number))?;
        // A word whose bits are all zero is its own two's complement, so it cannot belong to a negative number.
        let is_hole = matches!(amiss, HoleKind::Read(_)) || machine.decode(word) == value;
        is_hole.then_some(Hole { special, word, value, amiss })
    };
    let mut holes: Vec<Hole> = strays.into_iter().filter_map(hole).collect();
    holes.dedup_by_key(|hole| hole.special);
    // Words that are not normalized are tried only if every word that is written is sound.
    if holes.is_empty() {
        holes.extend(
            numbers
                .list_unnormalized()
                .iter()
                .find_map(|fields| find_round_trip_hole(&numbers, &machine, fields)),
        );
    }
    holes
}

/// Reads a word, writes its number and values close to it, and reads the results. Returns the hole
/// if one of them is not the number any more.
fn find_round_trip_hole(
    numbers: &WrittenNumbers<'_>,
    machine: &FloatConverter<'_>,
    fields: &Fields,
) -> Option<Hole> {
    let value = machine.compute_value(fields);
    let ExactValue::Finite { negative, magnitude } = &value else { return None };
    let own = machine.assemble_word(fields)?;
    // Values beside the number show whether what is rounded to it comes back as it.
    let near = [magnitude.clone(), magnitude.nudge_up(), magnitude.nudge_down()];
    let (word, amiss) = near.iter().find_map(|magnitude| {
        match machine.encode(*negative, magnitude, Rounding::NearestEven) {
            // The way back gives the same number, so nothing is wrong with this value.
            EncodeResult::Word { word, .. } if is_same_number(&machine.decode(word), &value) => None,
            // Written for exactly this number, and read as something else.
            EncodeResult::Word { word, is_exact: true } => {
                Some((word, HoleKind::Read(machine.class_of(word))))
            }
            EncodeResult::Word { .. } => Some((own, HoleKind::Rounds)),
            EncodeResult::Zero => Some((own, HoleKind::Vanishes)),
            EncodeResult::Overflow => Some((own, HoleKind::Overflows)),
        }
    })?;
    Some(Hole { special: numbers.find_claiming_special(fields), word, value, amiss })
}

/// Whether two values are the same number, which may have two significands.
fn is_same_number(left: &ExactValue, right: &ExactValue) -> bool {
    match (left, right) {
        (
            ExactValue::Finite { negative: left, magnitude: first },
            ExactValue::Finite { negative: right, magnitude: second },
        ) => left == right && first.compare(second).is_eq(),
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FormatKind, Model};
    use crate::source::Source;

    fn parse_floats(text: &str) -> Vec<(Float, u32)> {
        let source = Source { name: "a".to_owned(), text: text.to_owned(), first_line: 1 };
        let Model { formats, .. } = crate::compile(&source).expect("a sound text");
        let floats = formats.into_iter().filter_map(|format| match format.kind {
            FormatKind::Float(float) => Some((float, format.bits)),
            _ => None,
        });
        floats.collect()
    }

    /// What is remembered is what is searched, for more formats than are kept, and for some that differ in one clause.
    #[test]
    fn remembered_holes_are_those_of_the_format() {
        let line = |number: u32, clauses: &str| {
            format!("float g{number} = S1 E8 F7 where value = 1.F * 2^(E - {number}) {{ {clauses} }}\n")
        };
        let text: String = (0..100).map(|number| line(number, "zero if E == 0;")).collect();
        let mut floats = parse_floats(&text);
        // A hole: all words with the lowest exponent are zero, except those that other clauses claim.
        let holed = |class| {
            let mut float = floats[3].0.clone();
            float.specials[0].class = class;
            float.specials[0].origin = crate::source::Origin::default();
            (float, 16)
        };
        let changed = [crate::model::Class::Zero, crate::model::Class::Reserved, crate::model::Class::Nan];
        let changed: Vec<_> = changed.into_iter().map(holed).collect();
        floats.extend(changed);
        for _ in 0..2 {
            for (float, bits) in floats.iter().chain(floats.iter().rev()) {
                let (remembered, searched) = (find_holes(float, *bits), search_holes(float, *bits));
                assert_eq!(format!("{remembered:?}"), format!("{searched:?}"));
            }
        }
        assert_eq!(MEMORY.with_borrow(|memory| memory.searched.len()), KEPT);
    }
}
