//! Formats that are not floats with a radix that is a power of two. Each format decodes its own words and finds the
//! nearest word for a number; the rules are applied here, once for all of them.

use std::fmt::Debug;
use std::sync::OnceLock;

use datarep_dsl::model::{OverflowRule, Policy, Rounding, SpecialRule, UnderflowRule, ZeroRule};
use num_bigint::BigUint;

use super::kind::{
    Decoded, Events, INEXACT, INFINITY, Kind, NAN, NEGATIVE_ZERO, OVERFLOW, RESERVED, UNDERFLOW,
};
use super::table::Table;
use super::word::Word;

/// A format of this kind.
pub trait OtherFormat: Debug + Send + Sync {
    /// The number of bits of a word.
    fn bits(&self) -> u32;

    /// Whether the numbers are multiples of powers of two.
    fn is_in_twos(&self) -> bool {
        false
    }

    /// The meaning of a word.
    fn decode(&self, word: u128) -> Meaning;

    /// The word nearest to `significand × 2^exponent`, which is not zero.
    fn encode(&self, negative: bool, significand: u128, exponent: i32, rounding: Rounding) -> Encoded;

    /// The word of a special value, of zero, or of the largest number, or `None` if the format has no such word.
    fn word(&self, what: SpecialValue, negative: bool) -> Option<u128>;
}

/// A value that has a word of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialValue {
    Zero,
    Infinity,
    Nan,
    Largest,
}

/// The meaning of a word. A number is `significand × 10^ten × 2^two`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    pub(super) kind: Kind,
    pub(super) negative: bool,
    pub(super) significand: u128,
    pub(super) ten: i32,
    pub(super) two: i32,
    /// Whether a NaN carries information that another format does not keep.
    pub(super) told: bool,
}

/// The word of a number, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoded {
    /// A normal number.
    Number { word: u128, inexact: bool },
    /// Below the normal numbers: the word if small numbers are kept, or `None` for zero.
    Tiny { word: Option<u128>, inexact: bool },
    /// Beyond the largest number.
    Overflow,
}

/// Five to the power `power`, up to the power of the smallest decimal number.
pub(super) fn power_of_five(power: u32) -> &'static BigUint {
    static POWERS: OnceLock<Vec<BigUint>> = OnceLock::new();
    let powers = POWERS.get_or_init(|| {
        std::iter::successors(Some(BigUint::from(1_u8)), |power| Some(power * 5_u8)).take(6200).collect()
    });
    &powers[power as usize]
}

impl Meaning {
    /// The number as a significand of `bits` bits and a power of two. The lowest bit also stands for everything below
    /// it.
    fn to_binary(self, bits: u64) -> (u128, i32) {
        if self.ten == 0 {
            return (self.significand, self.two);
        }
        let number = BigUint::from(self.significand);
        let (above, below) = if self.ten > 0 {
            (number * power_of_five(self.ten.unsigned_abs()), BigUint::from(1_u8))
        } else {
            (number, power_of_five(self.ten.unsigned_abs()).clone())
        };
        let length = |number: &BigUint| i64::try_from(number.bits()).unwrap_or(0);
        let up = i64::try_from(bits).unwrap_or(0) - 2 - length(&above) + length(&below);
        let (above, below) =
            if up >= 0 { (above << up.unsigned_abs(), below) } else { (above, below << up.unsigned_abs()) };
        let quotient = &above / &below;
        let rest = u128::from(&quotient * &below != above);
        let quotient = u128::try_from(quotient).unwrap_or(u128::MAX);
        (quotient << 1 | rest, self.ten + self.two - i32::try_from(up + 1).unwrap_or(0))
    }
}

/// Returns the native float's word for a word of the format, and the events.
pub(super) fn read<W: Word>(
    source: &dyn OtherFormat,
    target: &Table<W>,
    policy: &Policy,
    word: u128,
) -> (W, Events) {
    let meaning = source.decode(word);
    let negative = meaning.negative;
    let side = &target.sides[usize::from(negative)];
    match meaning.kind {
        Kind::Finite => {
            let (significand, exponent) = meaning.to_binary(u64::from(W::BITS) - 4);
            let value = Decoded { kind: Kind::Finite, negative, significand: W::low(significand), exponent };
            target.round_finite(value, policy)
        }
        Kind::Zero => target.zero_word(negative, policy.negative_zero),
        Kind::Infinity => match (policy.infinity, side.infinity) {
            (SpecialRule::Keep, Some(word)) => (word, 0),
            (rule, _) => (target.replacement_word(negative, rule), INFINITY),
        },
        Kind::Nan => match (policy.nan, side.nan) {
            (SpecialRule::Keep, Some(word)) => (word, if meaning.told { NAN } else { 0 }),
            (rule, _) => (target.replacement_word(negative, rule), NAN),
        },
        Kind::Reserved | Kind::Missing | Kind::Overflow | Kind::Underflow => {
            (target.replacement_word(negative, policy.reserved), RESERVED)
        }
    }
}

/// Returns the format's word for a native float's word, and the events.
pub(super) fn write<W: Word>(
    source: &Table<W>,
    target: &dyn OtherFormat,
    policy: &Policy,
    word: W,
) -> (u128, Events) {
    let Decoded { kind, negative, significand, exponent } = source.decode(word);
    let zero = |negative| target.word(SpecialValue::Zero, negative).unwrap_or(0);
    // The word for a value that is zero or was rounded to zero.
    let signed_zero = zero(negative && policy.negative_zero == ZeroRule::Keep);
    let largest = target.word(SpecialValue::Largest, negative).unwrap_or(0);
    let replaced = |rule: SpecialRule| {
        let word = match rule {
            SpecialRule::Nan => target.word(SpecialValue::Nan, negative),
            SpecialRule::Infinity => target.word(SpecialValue::Infinity, negative),
            SpecialRule::Saturate => Some(largest),
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Reserved
            | SpecialRule::Missing => None,
        };
        word.unwrap_or(zero(false))
    };
    match kind {
        Kind::Finite => match target.encode(negative, significand.wide(), exponent, policy.rounding) {
            Encoded::Number { word, inexact } => (word, INEXACT * u32::from(inexact)),
            Encoded::Tiny { word, inexact } if policy.underflow == UnderflowRule::Subnormal => {
                (word.unwrap_or(signed_zero), UNDERFLOW * u32::from(inexact))
            }
            Encoded::Tiny { .. } => (signed_zero, UNDERFLOW),
            Encoded::Overflow => {
                let word = match policy.overflow {
                    OverflowRule::Infinity => target.word(SpecialValue::Infinity, negative),
                    OverflowRule::Nan => target.word(SpecialValue::Nan, negative),
                    OverflowRule::Error | OverflowRule::Saturate | OverflowRule::Wrap => None,
                };
                (word.unwrap_or(largest), OVERFLOW)
            }
        },
        Kind::Zero => {
            let kept = !negative || signed_zero != zero(false);
            (signed_zero, if kept { 0 } else { NEGATIVE_ZERO })
        }
        Kind::Infinity => match (policy.infinity, target.word(SpecialValue::Infinity, negative)) {
            (SpecialRule::Keep, Some(word)) => (word, 0),
            (rule, _) => (replaced(rule), INFINITY),
        },
        Kind::Nan => match (policy.nan, target.word(SpecialValue::Nan, negative)) {
            (SpecialRule::Keep, Some(word)) => {
                let told = significand.wide() & !(1 << (source.significand.width - 1)) != 0;
                (word, if told { NAN } else { 0 })
            }
            (rule, _) => (replaced(rule), NAN),
        },
        Kind::Reserved | Kind::Missing | Kind::Overflow | Kind::Underflow => {
            (replaced(policy.reserved), RESERVED)
        }
    }
}
