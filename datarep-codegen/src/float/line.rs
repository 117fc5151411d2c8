//! The finite numbers of a float format, from the smallest to the largest: facts, no emitted code.
//!
//! `exact::holes` of the language finds the same ends, to refuse formats with other words between them or beyond: they change
//! together.

use std::collections::BTreeSet;

use datarep_dsl::model::{
    BitRange, Class, Condition, ExponentCode, Field, Float, Format, Leading, Negation, Quiet,
};

use super::fields::{Fields, width};
use crate::names::mask;

/// What the numbers of a format are. Between their ends every word is one: a format with other words there is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// Bits of the significand, a hidden one included; the sign of a two's-complement one not.
    pub(super) precision: u32,
    /// 1, 3 or 4.
    pub(super) radix_bits: u32,
    /// Where positive numbers begin.
    pub(super) start: Start,
    /// Where negative numbers begin.
    pub(super) negative_start: Start,
    /// At the first exponent the significand of all zeros, its leading bit apart, is not a number: zero, mostly.
    pub(super) hole: bool,
    /// The same of negative numbers; where they are two's complements, the power of two farthest from zero.
    pub(super) negative_hole: bool,
    /// The largest positive number.
    pub(super) end: End,
    /// The negative number farthest from zero; where the significand is a two's complement, one less than its magnitude.
    pub(super) negative_end: End,
    /// Significands reach down to minus 2^precision.
    pub(super) negative_one: bool,
}

/// Where the numbers of a sign begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Start {
    /// The exponent field's number at the smallest normal number.
    pub(super) first: i64,
    /// The exponent field's number of subnormals, where there are some.
    pub(super) subnormal: Option<i64>,
    /// Numbers below the smallest normal one can be written.
    pub(super) gradual: bool,
    /// The power of two that a unit of the significand weighs at `first`.
    pub(super) smallest: i64,
}

/// The number farthest from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    /// Its exponent field's number.
    pub(super) last: i64,
    /// Its significand, leading bit included.
    pub(super) most: u128,
}

impl Line {
    pub(super) fn of(float: &Float) -> Line {
        let stored = width(&float.significand);
        let implied = float.negation == Negation::ImpliedComplement;
        let negative_one = implied || float.negation == Negation::TwosSignificand;
        let precision = float.precision();
        let radix_bits = float.radix.trailing_zeros().max(1);
        let turns = turns(float);
        let (low, high) = exponents(float);
        let smallest_normal = 1_u128 << (precision - radix_bits.min(precision));
        let signed = |sign: bool, exponent: i64, significand: u128| {
            let fraction = significand & mask(stored);
            let leading = significand >> stored & 1 != 0;
            Fields { sign, exponent, fraction, leading }.class(float).is_none()
        };
        // Of two's complement the stored bits are the magnitude's complement, and the smallest normal one is one more.
        let twos = |sign: bool| sign && negative_one;
        let has = |sign: bool, exponent: i64, magnitude: u128| {
            let magnitude = if twos(sign) { magnitude.wrapping_neg() } else { magnitude };
            signed(sign, exponent, magnitude)
        };
        let has_leading = stored > 0 && (implied || float.leading != Leading::None);
        let first = |sign: bool| {
            let least = smallest_normal + u128::from(twos(sign));
            let starts =
                |&exponent: &i64| has(sign, exponent, least) || has_leading && has(sign, exponent, least + 1);
            turns.iter().copied().find(starts).map(|exponent| written(float, exponent))
        };
        let subnormal = |sign: bool| {
            let is_subnormal = |&exponent: &i64| {
                let fields = Fields { sign, exponent, fraction: 1, leading: false };
                fields.class(float) == Some(Class::Subnormal)
            };
            turns.iter().copied().find(is_subnormal)
        };
        let positive = first(false).unwrap_or(low);
        let has_negative = float.sign.is_some() && float.negation != Negation::None;
        let negative = if has_negative { first(true).unwrap_or(positive) } else { positive };
        let start = |sign: bool, first: i64| {
            // They weigh what the smallest positive numbers do.
            let subnormal = subnormal(sign).filter(|_| first == positive);
            let unnormalized = !matches!(float.leading, Leading::Hidden)
                && !implied
                && precision > radix_bits
                && has(sign, first, 1);
            Start {
                first,
                subnormal,
                gradual: subnormal.is_some() && !implied || unnormalized,
                smallest: i64::from(radix_bits) * unbiased(float, first) - i64::from(float.fraction_bits),
            }
        };
        let most = mask(precision);
        let mut compared = Vec::new();
        for special in &float.specials {
            numbers_of(Field::Significand, &special.condition, &mut compared);
        }
        let compared: Vec<_> = compared
            .into_iter()
            .flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)])
            .filter_map(|number| u128::try_from(number).ok().filter(|&fraction| fraction <= mask(stored)))
            .collect();
        let end = |sign: bool| {
            // Of two's complement the magnitude is one more, and the stored bits are its complement.
            let is_number =
                |exponent: i64, most: u128| signed(sign, exponent, if twos(sign) { !most } else { most });
            // A significand that a condition names ends the numbers where all below it are some.
            let named = compared.iter().map(|&fraction| {
                let fraction = if twos(sign) { !fraction & mask(stored) } else { fraction };
                fraction | most & !mask(stored)
            });
            let named: BTreeSet<_> =
                named.chain([smallest_normal]).filter(|&named| named >= smallest_normal).collect();
            let last_of = |exponent: i64| {
                let near = (0..4).map(|less| most.saturating_sub(less));
                near.into_iter()
                    .find(|&most| is_number(exponent, most))
                    .or_else(|| named.iter().copied().take_while(|&named| is_number(exponent, named)).last())
            };
            let mut ends = turns.range(positive.min(negative)..).rev();
            let found = ends.find_map(|&last| last_of(last).map(|most| End { last, most }));
            // Subnormals alone end where their bits do.
            let subnormals = || {
                let is_subnormal = |&most: &u128| {
                    let fraction = if twos(sign) { !most } else { most } & mask(stored);
                    let fields = Fields { sign, exponent: positive, fraction, leading: false };
                    fields.class(float) == Some(Class::Subnormal)
                };
                let mut near = (0..4).map(|less| mask(stored).saturating_sub(less));
                let most = near.find(is_subnormal).filter(|_| first(sign).is_none())?;
                Some(End { last: positive, most })
            };
            found.or_else(subnormals).unwrap_or(End { last: high, most })
        };
        Line {
            precision,
            radix_bits,
            start: start(false, positive),
            negative_start: start(has_negative, negative),
            hole: has_leading && !signed(false, positive, smallest_normal),
            negative_hole: if negative_one {
                let most = 1 << precision;
                has_negative && !has(true, negative, most) && has(true, negative + 1, most)
            } else {
                has_leading && !signed(true, negative, smallest_normal)
            },
            end: end(false),
            negative_end: end(has_negative),
            negative_one,
        }
    }
}

/// The exponent that the field's number means.
///
/// Where negative exponents are in one's complement, the field below the bias is a second zero.
pub(super) fn unbiased(float: &Float, exponent: i64) -> i64 {
    let ones = float.code == ExponentCode::ExcessOnes && exponent < float.bias;
    exponent - float.bias + i64::from(ones)
}

/// The field's number that is written for an exponent: never the second zero.
fn written(float: &Float, exponent: i64) -> i64 {
    let is_second = float.code == ExponentCode::ExcessOnes && exponent == float.bias - 1;
    exponent + i64::from(is_second)
}

/// The smallest and the largest number that the exponent field stands for.
fn exponents(float: &Float) -> (i64, i64) {
    let bits = width(&float.exponent);
    if bits == 0 {
        return (0, 0);
    }
    let half = 1_i64 << (bits - 1);
    match float.code {
        ExponentCode::Excess | ExponentCode::ExcessOnes => (0, 2 * half - 1),
        ExponentCode::Twos | ExponentCode::Rotated => (-half, half - 1),
        ExponentCode::SignMagnitude => (1 - half, half - 1),
    }
}

/// Exponents among which are the first and the last of any fields that are of one class, or meet one condition.
///
/// These change only beside numbers that the exponent is compared with.
pub(super) fn turns(float: &Float) -> BTreeSet<i64> {
    let (low, high) = exponents(float);
    let mut numbers = Vec::new();
    for special in &float.specials {
        numbers_of(Field::Exponent, &special.condition, &mut numbers);
    }
    let beside =
        numbers.into_iter().flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]);
    let beside = beside.filter_map(|number| i64::try_from(number).ok());
    beside.filter(|number| (low..=high).contains(number)).chain([low, high]).collect()
}

/// The numbers that a condition compares a field with.
fn numbers_of(field: Field, condition: &Condition, numbers: &mut Vec<i128>) {
    match condition {
        Condition::Compare(compared, _, number) if *compared == field => numbers.push(*number),
        Condition::Compare(..) => {}
        Condition::And(left, right) | Condition::Or(left, right) => {
            numbers_of(field, left, numbers);
            numbers_of(field, right, numbers);
        }
    }
}

/// Whether the format is the IEEE interchange format of so many bits and fraction bits.
pub(super) fn is_ieee(format: &Format, float: &Float, bits: u32, fraction: u32) -> bool {
    let exponent = bits - 1 - fraction;
    let top = (1_i64 << exponent) - 1;
    let probe = |exponent: i64, fraction: u128| {
        [false, true].map(|sign| Fields { sign, exponent, fraction, leading: false }.class(float))
    };
    let most = mask(fraction);
    format.bits == bits
        && float.negation == Negation::SignMagnitude
        && float.sign == Some(bits - 1)
        && float.exponent == [BitRange { high: bits - 2, low: fraction }]
        && float.code == ExponentCode::Excess
        && float.bias == (top - 1) / 2
        && float.significand == [BitRange { high: fraction - 1, low: 0 }]
        && float.leading == Leading::Hidden
        && i64::from(float.fraction_bits) == i64::from(fraction)
        && float.radix == 2
        && float.quiet == Quiet::Set
        && probe(0, 0).iter().all(|class| matches!(class, Some(Class::Zero | Class::Subnormal)))
        && [1, most].iter().all(|&fraction| probe(0, fraction) == [Some(Class::Subnormal); 2])
        && [0, 1, most].iter().all(|&fraction| probe(1, fraction) == [None; 2])
        && [0, 1, most].iter().all(|&fraction| probe(top - 1, fraction) == [None; 2])
        && probe(top, 0) == [Some(Class::Infinity); 2]
        && [1, most].iter().all(|&fraction| probe(top, fraction) == [Some(Class::Nan); 2])
}

#[cfg(test)]
mod tests {
    use datarep_dsl::model::FormatKind;
    use datarep_dsl::source::Source;

    use super::*;

    /// Between two neighbors of `turns` nothing changes, in any format of the standard library.
    #[test]
    fn classes_change_at_turns_alone() {
        let mut floats = 0;
        for (name, text) in datarep_dsl::standard::families() {
            let source = Source { name: (*name).to_owned(), text: (*text).to_owned(), first_line: 1 };
            let model = datarep_dsl::compile(&source).expect("a text of the library is sound");
            for format in &model.formats {
                let FormatKind::Float(float) = &format.kind else { continue };
                floats += 1;
                let turns = Vec::from_iter(turns(float));
                assert_eq!((turns[0], turns[turns.len() - 1]), exponents(float), "{}", format.name);
                let most = mask(width(&float.significand));
                let classes = |exponent: i64| {
                    [(false, 0), (false, 1), (false, most), (true, 0), (true, most)].map(
                        |(sign, fraction)| {
                            Fields { sign, exponent, fraction, leading: fraction != 0 }.class(float)
                        },
                    )
                };
                for pair in turns.windows(2) {
                    let between = pair[0] + 1..pair[1];
                    let first = between.clone().next().map(classes);
                    let same = between.into_iter().all(|exponent| Some(classes(exponent)) == first);
                    assert!(same, "{}: {pair:?}", format.name);
                }
            }
        }
        assert!(floats > 50, "{floats} formats");
    }
}
