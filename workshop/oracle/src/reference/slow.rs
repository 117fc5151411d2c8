//! The check of the reference: words and values as integers of any size, with every exponent field tried in turn.
//!
//! Nothing here is precomputed, and nothing is found by counting bits. A word's value is computed by the formula, and
//! the neighbors of a value are found by trying every exponent field.

use std::cmp::Ordering;

use datarep_dsl::model::{
    BitRange, Class, Comparison, Condition, ExponentCode, Field, Float, LeadingBit, Negation, Rounding,
};
use num_bigint::BigUint;

/// `digits × 2^exponent`.
#[derive(Debug, Clone)]
pub(super) struct Dyadic {
    pub(super) digits: BigUint,
    pub(super) exponent: i64,
}

impl Dyadic {
    pub(super) fn new(digits: u128, exponent: i64) -> Dyadic {
        Dyadic { digits: digits.into(), exponent }
    }

    /// Both values as integers in the same unit.
    fn aligned(&self, other: &Dyadic) -> (BigUint, BigUint) {
        let unit = self.exponent.min(other.exponent);
        let by = |value: &Dyadic| &value.digits << u64::try_from(value.exponent - unit).unwrap();
        (by(self), by(other))
    }

    /// The distance between two values.
    fn distance(&self, other: &Dyadic) -> Dyadic {
        let (one, two) = self.aligned(other);
        let digits = if one > two { one - two } else { two - one };
        Dyadic { digits, exponent: self.exponent.min(other.exponent) }
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Dyadic) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Dyadic {}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let (one, two) = self.aligned(other);
        one.cmp(&two)
    }
}

/// The meaning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    Number { negative: bool, value: Dyadic },
    Special(Class),
}

fn bits(word: u128, ranges: &[BitRange]) -> Vec<bool> {
    ranges
        .iter()
        .flat_map(|range| (range.low..=range.high).rev().map(move |bit| word >> bit & 1 == 1))
        .collect()
}

fn unsigned(bits: &[bool]) -> i128 {
    bits.iter().fold(0, |number, &bit| 2 * number + i128::from(bit))
}

/// The number that an exponent field represents.
fn exponent(code: ExponentCode, field: &[bool]) -> i128 {
    let Some((&top, rest)) = field.split_first() else { return 0 };
    match code {
        ExponentCode::Excess | ExponentCode::ExcessOnes => unsigned(field),
        ExponentCode::Twos => unsigned(rest) - if top { 1 << rest.len() } else { 0 },
        ExponentCode::Ones if top => -(rest.iter().fold(0, |all, bit| all * 2 + i128::from(!bit))),
        ExponentCode::SignMagnitude if top => -unsigned(rest),
        ExponentCode::Ones | ExponentCode::SignMagnitude => unsigned(rest),
        ExponentCode::Rotated => {
            let (sign, rest) = (field[field.len() - 1], &field[..field.len() - 1]);
            unsigned(rest) - if sign { 1 << rest.len() } else { 0 }
        }
    }
}

fn holds(condition: &Condition, look: &dyn Fn(Field) -> i128) -> bool {
    match condition {
        Condition::And(one, two) => holds(one, look) && holds(two, look),
        Condition::Or(one, two) => holds(one, look) || holds(two, look),
        Condition::Compare(field, comparison, number) => {
            let order = look(*field).cmp(number);
            match comparison {
                Comparison::Equal => order.is_eq(),
                Comparison::NotEqual => order.is_ne(),
                Comparison::Less => order.is_lt(),
                Comparison::LessOrEqual => order.is_le(),
                Comparison::Greater => order.is_gt(),
                Comparison::GreaterOrEqual => order.is_ge(),
            }
        }
    }
}

/// The weight of a unit of the significand, for an exponent field with the given number.
fn unit(float: &Float, number: i128) -> i64 {
    let bias = i128::from(float.bias);
    let power = match float.code {
        ExponentCode::ExcessOnes if number < bias => number + 1 - bias,
        _ => number - bias,
    };
    let digit = match float.radix {
        2 => 1,
        4 => 2,
        8 => 3,
        16 => 4,
        32 => 5,
        256 => 8,
        65536 => 16,
        radix => panic!("a radix of {radix}"),
    };
    i64::try_from(digit * power).unwrap() - i64::from(float.fraction_bits)
}

/// The word of the magnitude of a negative word. The complement is taken of the bits of all fields, side by side as one
/// number, or of those of the sign and the significand alone.
fn complement(float: &Float, width: u32, word: u128) -> u128 {
    let low = float.low.iter().flat_map(|low| &low.exponent);
    let others = float.exponent.iter().chain(low).filter(|_| float.negation != Negation::OnesSignificand);
    let ranges: Vec<BitRange> = others.chain(&float.significand).copied().collect();
    let in_field = |bit: &u32| {
        ranges.iter().any(|range| (range.low..=range.high).contains(bit))
            || float.sign == Some(*bit)
            || float.leading == LeadingBit::Explicit(*bit)
            || float.low.as_ref().is_some_and(|low| low.sign == *bit)
    };
    let places: Vec<u32> = (0..width).filter(in_field).collect();
    let number = places
        .iter()
        .rev()
        .fold(BigUint::ZERO, |number, place| number << 1 | BigUint::from(word >> place & 1));
    let all = BigUint::from(1_u8) << places.len();
    let number = match float.negation {
        Negation::TwosWord => &all - number,
        Negation::OnesWord | Negation::OnesSignificand => &all - 1_u8 - number,
        _ => return word,
    };
    let others = places.iter().fold(word, |word, place| word & !(1 << place));
    places.iter().zip(0_u64..).fold(others, |word, (place, bit)| word | u128::from(number.bit(bit)) << place)
}

/// The meaning of a word of `width` bits.
pub(super) fn decode(float: &Float, width: u32, word: u128) -> Meaning {
    let negative = float.sign.is_some_and(|bit| word >> bit & 1 == 1);
    let word = if negative { complement(float, width, word) } else { word };
    let number = exponent(float.code, &bits(word, &float.exponent));
    let stored = bits(word, &float.significand);
    let fraction = stored.iter().fold(0_u128, |number, &bit| number << 1 | u128::from(bit));
    let leading = matches!(float.leading, LeadingBit::Explicit(bit) if word >> bit & 1 == 1);
    let look = |field: Field| match field {
        Field::Sign => i128::from(negative),
        Field::Exponent => number,
        Field::Significand => i128::try_from(fraction).unwrap(),
        Field::Leading => i128::from(leading),
    };
    let special = float.specials.iter().find(|special| holds(&special.condition, &look));
    let one = BigUint::from(1_u8) << stored.len();
    let plain = BigUint::from(fraction);
    let with_leading = if leading { &one + &plain } else { plain.clone() };
    match special.map(|special| special.class) {
        Some(Class::Subnormal) => {
            // Subnormals have the smallest exponent of the words that are not special.
            let exponents = 0..1_i128 << float.exponent.iter().map(|range| range.width()).sum::<u32>();
            let smallest = exponents.filter(|&number| {
                let look = |field: Field| match field {
                    Field::Exponent => number,
                    Field::Leading => 1,
                    Field::Sign | Field::Significand => 0,
                };
                !float.specials.iter().any(|special| holds(&special.condition, &look))
            });
            let smallest = smallest.map(|number| unit(float, number)).min().unwrap();
            Meaning::Number { negative, value: Dyadic { digits: with_leading, exponent: smallest } }
        }
        Some(class) => Meaning::Special(class),
        None => {
            let digits = match (float.negation, float.leading) {
                (Negation::TwosSignificand, _) if negative => one - plain,
                (Negation::ImpliedComplement, _) if negative => &one + &one - plain,
                (Negation::ImpliedComplement, _) | (_, LeadingBit::Hidden) => one + plain,
                _ => with_leading,
            };
            Meaning::Number { negative, value: Dyadic { digits, exponent: unit(float, number) } }
        }
    }
}

/// The number of the given sign that is nearest to zero, among all words of a format of at most 16 bits.
pub(super) fn smallest(float: &Float, width: u32, wanted: bool) -> Dyadic {
    assert!(width <= 16, "too many words to try");
    let numbers = (0..1_u128 << width).filter_map(|word| match decode(float, width, word) {
        Meaning::Number { negative, value } if negative == wanted => Some(value),
        Meaning::Number { .. } | Meaning::Special(_) => None,
    });
    numbers.min().unwrap()
}

/// A value rounded to the numbers of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rounded {
    /// One of its numbers.
    Number(Dyadic),
    /// Below the smallest normal number after rounding; the number is one of the format's, if it has such numbers.
    Tiny(Dyadic),
    /// Beyond the largest number.
    Beyond,
}

/// A number of a format, and whether its significand is even.
#[derive(Debug, Clone)]
struct Candidate {
    value: Dyadic,
    even: bool,
}

/// The number of bits of a field.
fn width(field: &[BitRange]) -> u32 {
    field.iter().map(|range| range.width()).sum()
}

/// The number that each exponent field represents.
fn exponents(float: &Float) -> Vec<i128> {
    let width = width(&float.exponent);
    let number = |pattern: u128| {
        let bits: Vec<bool> = (0..width).rev().map(|bit| pattern >> bit & 1 == 1).collect();
        exponent(float.code, &bits)
    };
    (0..1_u128 << width).map(number).collect()
}

/// Whether the number with this sign, exponent and significand is ordinary, which means not special.
fn is_ordinary(float: &Float, negative: bool, number: i128, significand: u128) -> bool {
    let stored = width(&float.significand);
    let fraction = match float.negation {
        Negation::TwosSignificand if negative => (1_u128 << stored) - significand,
        Negation::ImpliedComplement if negative => (2_u128 << stored) - significand,
        _ => significand & ((1 << stored) - 1),
    };
    let look = |field: Field| match field {
        Field::Sign => i128::from(negative),
        Field::Exponent => number,
        Field::Significand => i128::try_from(fraction & ((1 << stored) - 1)).unwrap(),
        Field::Leading => i128::from(significand >> stored & 1 == 1),
    };
    !float.specials.iter().any(|special| holds(&special.condition, &look))
}

/// The numbers of one sign with a normalized significand. A level is the numbers with the same unit.
#[derive(Debug)]
struct Levels {
    /// The number of bits of a digit of the radix.
    digit: u32,
    /// The least normalized significand.
    least: u128,
    /// The greatest significand.
    most: u128,
    /// The weight of the unit of the bottom level, which is the one with the smallest numbers.
    bottom: i64,
    /// The weight of the unit of the top level.
    top: i64,
    /// The weight of the unit of every level, in increasing order.
    units: Vec<i64>,
    /// The smallest number of the bottom level.
    smallest: Dyadic,
    /// The largest number of the top level.
    largest: Dyadic,
}

impl Levels {
    fn new(float: &Float, negative: bool) -> Levels {
        let stored = width(&float.significand);
        let digit = float.radix.ilog2();
        let implied = float.negation == Negation::ImpliedComplement;
        let precision = stored + u32::from(implied || float.leading != LeadingBit::None);
        let numbers = exponents(float);
        let ordinary = |number: i128, significand: u128| is_ordinary(float, negative, number, significand);
        // Some machines refuse a two's complement significand with only the sign bit set.
        let is_twos = float.negation == Negation::TwosSignificand;
        let reaches =
            implied || is_twos && negative && numbers.iter().any(|&number| ordinary(number, 1 << stored));
        let (least, most) = if reaches && negative {
            ((1_u128 << (precision - digit)) + 1, 1_u128 << precision)
        } else {
            (1_u128 << (precision - digit), (1_u128 << precision) - 1)
        };
        let mut levels: Vec<(i64, i128)> = numbers
            .into_iter()
            .filter(|&number| {
                [least, least + 1, most - 1, most].iter().any(|&significand| {
                    (least..=most).contains(&significand) && ordinary(number, significand)
                })
            })
            .map(|number| (unit(float, number), number))
            .collect();
        levels.sort_unstable();
        levels.dedup_by_key(|level| level.0);
        let (bottom, top) = (levels[0], levels[levels.len() - 1]);
        let smallest = (least..=least + 2).find(|&significand| ordinary(bottom.1, significand)).unwrap();
        let largest =
            (0..4).map(|less| most - less).find(|&significand| ordinary(top.1, significand)).unwrap();
        Levels {
            digit,
            least,
            most,
            bottom: bottom.0,
            top: top.0,
            units: levels.into_iter().map(|level| level.0).collect(),
            smallest: Dyadic::new(smallest, bottom.0),
            largest: Dyadic::new(largest, top.0),
        }
    }

    /// The two numbers on either side of a value, or `None` if the value is far above the largest number. They are
    /// chosen from all numbers with a normalized significand, continued below the smallest exponent and above the
    /// largest.
    fn neighbors(&self, value: &Dyadic) -> Option<Neighbors> {
        let mut below = Candidate { value: Dyadic::new(0, 0), even: true };
        let mut above: Option<Candidate> = None;
        let mut offer = |significand: BigUint, unit: i64| {
            let even = !significand.bit(0);
            let candidate = Candidate { value: Dyadic { digits: significand, exponent: unit }, even };
            if candidate.value <= *value && candidate.value > below.value {
                below = candidate;
            } else if candidate.value > *value
                && above.as_ref().is_none_or(|found| candidate.value < found.value)
            {
                above = Some(candidate);
            }
        };
        // Two more levels above distinguish values that round to the largest number from values beyond it.
        let more = (1..=2).map(|more| self.top + more * i64::from(self.digit));
        for unit in self.units.iter().copied().chain(more) {
            let lowest = if unit == self.bottom { 0 } else { self.least };
            let whole = if value.exponent >= unit {
                &value.digits << u64::try_from(value.exponent - unit).unwrap()
            } else {
                &value.digits >> u64::try_from(unit - value.exponent).unwrap()
            };
            for significand in [whole.clone(), whole + 1_u8, lowest.into(), self.most.into()] {
                if significand >= lowest.into() && significand <= self.most.into() {
                    offer(significand, unit);
                }
            }
        }
        above.map(|above| Neighbors { below, above })
    }
}

/// The numbers on either side of a value.
#[derive(Debug)]
struct Neighbors {
    /// The largest number that is not above the value.
    below: Candidate,
    /// The smallest number above the value.
    above: Candidate,
}

impl Neighbors {
    /// The neighbor that a value is rounded to.
    fn pick(self, negative: bool, value: &Dyadic, rounding: Rounding) -> Dyadic {
        let Neighbors { below, above } = self;
        let (down, up) = (value.distance(&below.value), above.value.distance(value));
        let upper = match rounding {
            _ if below.value == *value => false,
            Rounding::NearestEven => up < down || (up == down && !below.even),
            Rounding::NearestAway => up <= down,
            Rounding::TowardZero => false,
            Rounding::Up => !negative,
            Rounding::Down => negative,
        };
        if upper { above.value } else { below.value }
    }
}

/// Rounds a value that is not zero to one of its two neighbors.
pub(super) fn round(float: &Float, negative: bool, value: &Dyadic, rounding: Rounding) -> Rounded {
    let levels = Levels::new(float, negative);
    let Some(neighbors) = levels.neighbors(value) else { return Rounded::Beyond };
    let result = neighbors.pick(negative, value, rounding);
    if result > levels.largest {
        Rounded::Beyond
    } else if result < levels.smallest {
        Rounded::Tiny(result)
    } else {
        Rounded::Number(result)
    }
}
