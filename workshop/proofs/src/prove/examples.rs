//! Words on which bodies are run: some of each case, and of decimal floats those at which a fault shows.
//!
//! A mutant that is wrong for few words is found by the solver, but not if it changes what is not looked into. So the words
//! of decimal floats are chosen: halves between two numbers of the target, numbers at the ends of a format, each kind of
//! digit, powers of ten far and near.

use std::collections::HashMap;

use datarep_dsl::model::{Class, DecimalFloat, Format, FormatKind};

use super::specification::Case;
use super::stretch::{Digits, Stretch};
use super::tens::TensCase;
use super::term::ones;
use crate::chance::Chance;

/// Numbers of the free words of a case.
pub(super) type Words = HashMap<String, u128>;

/// The words of decimal floats that are drawn by chance.
const DRAWN: usize = 300;

/// A few words of at most so many of the cases.
pub(super) fn list(source: &Format, target: &Format, cases: &[Case], most: usize) -> Vec<(Case, Words)> {
    match (&source.kind, &target.kind) {
        (&FormatKind::DecimalFloat(decimal), _) => {
            let native = fraction_bits(target.bits) + 1;
            let words = list_decimals(decimal, native).into_iter();
            let word = |word| (Case::Tens(TensCase::Known), HashMap::from([("word".to_owned(), word)]));
            words.map(word).collect()
        }
        (_, &FormatKind::DecimalFloat(decimal)) => {
            let fraction = fraction_bits(source.bits);
            let words = list_floats(decimal, source.bits).into_iter();
            words.filter_map(|word| find_case(cases, word, source.bits, fraction)).collect()
        }
        _ => list_patterns(cases, most).collect(),
    }
}

/// Words that have few patterns of digits, of at most so many of the cases.
fn list_patterns(cases: &[Case], most: usize) -> impl Iterator<Item = (Case, Words)> {
    // Bits by which a rest is a half, more or less, and all or none.
    const DIGITS: [u128; 6] = [0, u128::MAX, 0x5555_5555_5555_5555, 3 << 28, 1 << 27, 1 << 10];
    let step = cases.len().div_ceil(most).max(1);
    cases.iter().enumerate().step_by(step).flat_map(|(index, &case)| {
        let digits = DIGITS[index % DIGITS.len()];
        let shorter = u32::try_from(index % 64).unwrap_or(0);
        // Of joined exponents the first, and one of the others.
        let steps = [0, case.steps() / 2];
        [digits, digits ^ ones(shorter)].into_iter().zip(steps).map(move |(digits, steps)| {
            (case, HashMap::from([("digits".to_owned(), digits), ("steps".to_owned(), steps)]))
        })
    })
}

fn fraction_bits(bits: u32) -> u32 {
    if bits == 32 { 23 } else { 52 }
}

/// Words of a decimal float that is read as a float with significands of `precision` bits.
pub(super) fn list_decimals(format: DecimalFloat, precision: u32) -> Vec<u128> {
    let last = format.last_exponent().unsigned_abs();
    let most = format.largest_significand();
    let mut numbers: Vec<(u128, u64)> = Vec::new();
    // Each kind of digit at a few powers, and at the first and the last ones.
    let digits =
        [1, 5, 10, most / 3, most / 9 * 8, most / 7, most - 1, most, format.smallest_normal_significand()];
    let near_one = format.bias().unsigned_abs() / u64::from(format.tens());
    let spread = (0..=16).map(|part| last * part / 16);
    // Powers near one, and where floats of either size end.
    let powers = [-330..-300, -50..-30, -15..15, 30..42, 300..312].into_iter().flatten();
    let near =
        powers.map(|power: i64| ((power + format.bias()) / i64::from(format.tens())).max(0).unsigned_abs());
    let steps: Vec<u64> = spread.chain(near).collect();
    for (index, &step) in steps.iter().enumerate() {
        let chosen = [digits[index % digits.len()], digits[(index * 4 + 1) % digits.len()]];
        numbers.extend(chosen.map(|digits| (digits, step.min(last))));
    }
    // An odd number of one bit more than a significand has is half-way between two floats.
    for fives in 0..=25_u32 {
        let five = 5_u128.pow(fives);
        let first = (1_u128 << precision).div_ceil(five) | 1;
        let step = near_one + u64::from(fives / format.tens());
        let is_whole = fives.is_multiple_of(format.tens()) && first * five < 2 << precision;
        if is_whole && first + 2 <= most && step <= last {
            numbers.extend([0, 2].map(|more| (first + more, step)));
        }
    }
    let written = numbers.iter().enumerate();
    let mut words: Vec<u128> = written
        .map(|(index, &(digits, step))| format.assemble_word(index % 3 == 0, digits, step.into()))
        .collect();
    for class in [Class::Zero, Class::Infinity, Class::Nan] {
        let special = [false, true].into_iter().filter_map(|negative| format.special_word(class, negative));
        // With bits set where they mean nothing, or where they are a payload.
        words.extend(special.flat_map(|word| [word, word | 1, word | 1 << (format.bits - 7)]));
    }
    let mut chance = Chance::new(39);
    for _ in 0..DRAWN {
        let drawn = chance.next_u128() & ones(format.bits);
        // A number with one part of another word: an exponent, digits or a sign that may be no such thing.
        let number =
            words[usize::try_from(chance.draw_below(u32::try_from(words.len()).unwrap_or(1))).unwrap_or(0)];
        let part = ones(chance.draw_between(1, 8)) << chance.draw_below(format.bits);
        words.extend([drawn, number & !part | drawn & part & ones(format.bits)]);
    }
    words
}

/// Words of native floats that are written as a decimal float.
pub(super) fn list_floats(format: DecimalFloat, bits: u32) -> Vec<u128> {
    let word = |number: f64| -> u128 {
        if bits == 32 { u128::from(to_single(number).to_bits()) } else { u128::from(number.to_bits()) }
    };
    let mut words: Vec<u128> = Vec::new();
    for power in -330..=310 {
        let factor =
            [1.0, 1.5, 9.999_999, 1.234_567_890_123_456_7][usize::try_from(power + 330).unwrap_or(0) % 4];
        words.extend(parse_scaled(factor, power).map(word));
    }
    // The ends of the format.
    let last = format.power(format.last_exponent());
    let digits = i64::from(format.digits());
    for end in [last + digits, format.power(0) + digits - 1, format.power(0), format.power(0) - 1] {
        for factor in [1.0, 5.0, 4.999_999, 9.999_999_9] {
            words.extend(i32::try_from(end).ok().and_then(|end| parse_scaled(factor, end)).map(word));
        }
        let near: Vec<u128> = words[words.len().saturating_sub(4)..].to_vec();
        words.extend(near.iter().flat_map(|word| [word.saturating_sub(1), word + 1]));
    }
    // A fraction whose last digit is a five just behind the digits of the format is half-way between two numbers.
    let precision = fraction_bits(bits) + 1;
    for places in 1..=45_i32 {
        let Some(five) = 5_u128.checked_pow(places.unsigned_abs()) else { break };
        let first = 10_u128.pow(format.digits()).div_ceil(five) | 1;
        for odd in [first, first + 2, first + 4, first + 6] {
            if odd < 1 << precision && odd * five < 10_u128.pow(format.digits() + 1) {
                let number = u64::try_from(odd).unwrap_or(0);
                // Exact, as it has no more bits than a significand.
                words.push(word(to_double(number) / 2_f64.powi(places)));
            }
        }
    }
    let sign = 1_u128 << (bits - 1);
    let infinity = word(f64::INFINITY);
    words.extend([
        0,
        1,
        infinity,
        infinity - 1,
        infinity | 1,
        infinity | 1 << (precision - 2),
        infinity | 3 << (precision - 3),
    ]);
    let negative: Vec<u128> = words.iter().map(|word| word | sign).collect();
    words.into_iter().chain(negative).collect()
}

/// The float nearest to a factor times a power of ten.
fn parse_scaled(factor: f64, power: i32) -> Option<f64> {
    format!("{factor}e{power}").parse().ok()
}

#[expect(clippy::cast_possible_truncation, reason = "a number that is rounded on purpose")]
fn to_single(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_precision_loss, reason = "a number of at most 53 bits")]
fn to_double(number: u64) -> f64 {
    number as f64
}

/// The case of a word of an IEEE float, and the numbers of its free words.
fn find_case(cases: &[Case], word: u128, bits: u32, fraction_bits: u32) -> Option<(Case, Words)> {
    let (sign, field) = (word >> (bits - 1) & 1 == 1, word >> fraction_bits & ones(bits - 1 - fraction_bits));
    let fraction = word & ones(fraction_bits);
    let has_digits = |digits: Digits| match digits {
        Digits::All => true,
        Digits::Some => fraction != 0,
        Digits::None => fraction == 0,
        Digits::Top(top) => fraction.checked_ilog2() == Some(top),
    };
    let is_here = |case: &&Case| match case {
        Case::Float(Stretch { sign: other, field: first, last, stride, digits }) => {
            *other == sign
                && (*first..=*last).contains(&field)
                && (field - first).is_multiple_of(*stride)
                && has_digits(*digits)
        }
        _ => false,
    };
    let case = *cases.iter().find(is_here)?;
    let Case::Float(Stretch { field: first, stride, digits, .. }) = case else { return None };
    let free = if let Digits::Top(top) = digits { fraction & ones(top) } else { fraction };
    let steps = (field - first) / stride;
    Some((case, HashMap::from([("digits".to_owned(), free), ("steps".to_owned(), steps)])))
}
