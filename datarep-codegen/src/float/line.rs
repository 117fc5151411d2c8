//! The finite numbers of a float format, from the smallest to the largest: facts, no emitted code.

use std::collections::BTreeSet;

use datarep_dsl::ends::Ends;
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
    /// Ends below the smallest normal one can be written.
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
        let smallest_normal = 1_u128 << (precision - radix_bits.min(precision));
        let signed = |sign: bool, exponent: i64, significand: u128| {
            let fraction = significand & mask(stored);
            let leading = significand >> stored & 1 != 0;
            match (Fields { sign, exponent, fraction, leading }).class(float) {
                None => true,
                // Where all numbers are subnormal, their stored leading bit may be set.
                Some(Class::Subnormal) => matches!(float.leading, Leading::Explicit(_)),
                Some(_) => false,
            }
        };
        let has_leading = stored > 0 && (implied || float.leading != Leading::None);
        let [positive, negative] = Ends::of(float);
        let start = |ends: Ends| Start {
            first: ends.first,
            subnormal: ends.subnormal,
            gradual: ends.gradual,
            smallest: i64::from(radix_bits) * unbiased(float, ends.first) - i64::from(float.fraction_bits),
        };
        let end = |Ends { last, most, .. }| End { last, most };
        Line {
            precision,
            radix_bits,
            start: start(positive),
            negative_start: start(negative),
            hole: has_leading && !signed(false, positive.first, smallest_normal),
            negative_hole: if negative_one {
                // The stored bits are the magnitude's complement.
                let has = |exponent: i64| signed(true, exponent, (1_u128 << precision).wrapping_neg());
                let has_negative = float.sign.is_some() && float.negation != Negation::None;
                let is_last = negative.first == exponents(float).1;
                has_negative && !is_last && !has(negative.first) && has(negative.first + 1)
            } else {
                has_leading && !signed(true, negative.first, smallest_normal)
            },
            end: end(positive),
            negative_end: end(negative),
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
    fn compared(condition: &Condition, numbers: &mut Vec<i128>) {
        match condition {
            Condition::Compare(Field::Exponent, _, number) => numbers.push(*number),
            Condition::Compare(..) => {}
            Condition::And(left, right) | Condition::Or(left, right) => {
                compared(left, numbers);
                compared(right, numbers);
            }
        }
    }
    let (low, high) = exponents(float);
    let mut numbers = Vec::new();
    for special in &float.specials {
        compared(&special.condition, &mut numbers);
    }
    let beside =
        numbers.into_iter().flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]);
    let beside = beside.filter_map(|number| i64::try_from(number).ok());
    beside.filter(|number| (low..=high).contains(number)).chain([low, high]).collect()
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
