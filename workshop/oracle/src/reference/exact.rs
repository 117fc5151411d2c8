//! The reference of formats that are no table: integers, fixed point, decimals and sums of two floats.
//!
//! Values are fractions of integers of any size. Each format decodes its items to values and finds the number for a
//! value; nothing is computed faster than it can be read. The rules are applied as the book describes them.

mod digits;
mod pair;
mod whole;

use datarep_dsl::model::{
    Decimal, Format, FormatKind, Integer, Native, NativeFloat, NativeKind, OverflowRule, PairSum, Policy,
    Rounding, SpecialRule, UnderflowRule, ZeroRule,
};
use num_bigint::BigUint;

use super::kind::{Events, INEXACT, INFINITY, NAN, NEGATIVE_ZERO, OVERFLOW, UNDERFLOW};

/// A number without a sign: `numerator / denominator`, not always in lowest terms.
#[derive(Debug, Clone)]
pub(super) struct Fraction {
    numerator: BigUint,
    denominator: BigUint,
}

/// `base` to the power `power`.
fn power(base: u8, power: i64) -> BigUint {
    BigUint::from(base).pow(u32::try_from(power).unwrap_or(0))
}

impl Fraction {
    fn new(number: impl Into<BigUint>) -> Fraction {
        Fraction { numerator: number.into(), denominator: BigUint::from(1_u8) }
    }

    /// The fraction times a power.
    fn scaled(mut self, base: u8, exponent: i64) -> Fraction {
        if exponent >= 0 {
            self.numerator *= power(base, exponent);
        } else {
            self.denominator *= power(base, -exponent);
        }
        self
    }

    fn is_zero(&self) -> bool {
        self.numerator == BigUint::ZERO
    }

    /// The power of two at or below the fraction, which is not zero.
    fn binary_exponent(&self) -> i64 {
        let length = |number: &BigUint| i64::try_from(number.bits()).unwrap_or(0);
        let guess = length(&self.numerator) - length(&self.denominator);
        let one = self.clone().scaled(2, -guess);
        guess - i64::from(one.numerator < one.denominator)
    }

    /// The whole number that a rule makes of the fraction, and whether the fraction was not that number.
    fn round(&self, negative: bool, rounding: Rounding) -> (BigUint, bool) {
        let below = &self.numerator / &self.denominator;
        let rest = &self.numerator - &below * &self.denominator;
        let twice = &rest * 2_u8;
        let up = match rounding {
            Rounding::NearestEven => twice > self.denominator || twice == self.denominator && below.bit(0),
            Rounding::NearestAway => twice >= self.denominator,
            Rounding::TowardZero => false,
            Rounding::Up => rest != BigUint::ZERO && !negative,
            Rounding::Down => rest != BigUint::ZERO && negative,
        };
        (below + u8::from(up), rest != BigUint::ZERO)
    }

    /// The difference of two fractions without its sign, and whether the other one is larger.
    fn absolute_difference(&self, other: &Fraction) -> (Fraction, bool) {
        let (mine, theirs) = (&self.numerator * &other.denominator, &other.numerator * &self.denominator);
        let denominator = &self.denominator * &other.denominator;
        let is_less = mine < theirs;
        let numerator = if is_less { theirs - mine } else { mine - theirs };
        (Fraction { numerator, denominator }, is_less)
    }

    fn sum(&self, other: &Fraction) -> Fraction {
        Fraction {
            numerator: &self.numerator * &other.denominator + &other.numerator * &self.denominator,
            denominator: &self.denominator * &other.denominator,
        }
    }
}

/// The meaning of an item.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Number {
        negative: bool,
        magnitude: Fraction,
    },
    Infinity {
        negative: bool,
    },
    /// The payload is that of a fraction of `width` bits.
    Nan {
        negative: bool,
        payload: u128,
        width: u32,
    },
    /// The digits or the sign are invalid.
    Invalid,
}

/// The low 128 bits of a number.
fn low_bits(number: &BigUint) -> u128 {
    let mut digits = number.iter_u64_digits();
    let low = digits.next().unwrap_or(0);
    u128::from(digits.next().unwrap_or(0)) << 64 | u128::from(low)
}

/// The meaning of a native float's word.
fn decode(float: NativeFloat, word: u128) -> Value {
    let negative = word >> (float.bits - 1) & 1 != 0;
    let fraction = word & ((1 << float.fraction) - 1);
    let field = i64::try_from(word >> float.fraction).unwrap_or(0) & float.largest_exponent_field();
    if field == float.largest_exponent_field() {
        return match fraction {
            0 => Value::Infinity { negative },
            payload => Value::Nan { negative, payload, width: float.fraction },
        };
    }
    let hidden = if field == 0 { 0 } else { 1 << float.fraction };
    let exponent = field.max(1) - float.bias() - i64::from(float.fraction);
    Value::Number { negative, magnitude: Fraction::new(fraction | hidden).scaled(2, exponent) }
}

/// A number rounded to a float's precision, whatever the rules say of small and large ones.
struct RoundedFloat {
    /// The float's word without a sign. For a number that is too large, the word of infinity.
    word: u128,
    inexact: bool,
    /// Below the smallest normal number.
    tiny: bool,
    overflow: bool,
}

fn round_to_float(
    float: NativeFloat,
    negative: bool,
    magnitude: &Fraction,
    rounding: Rounding,
) -> RoundedFloat {
    if magnitude.is_zero() {
        return RoundedFloat { word: 0, inexact: false, tiny: false, overflow: false };
    }
    let fraction = i64::from(float.fraction);
    let least = 1 - float.bias() - fraction;
    let unit = (magnitude.binary_exponent() - fraction).max(least);
    let (significand, inexact) = magnitude.clone().scaled(2, -unit).round(negative, rounding);
    // The hidden bit adds one to the exponent's field.
    let word = (BigUint::from((unit - least).unsigned_abs()) << float.fraction) + significand;
    let infinity = BigUint::from(float.infinity_word());
    let overflow = word >= infinity;
    let word = low_bits(&word.min(infinity));
    RoundedFloat { word, inexact, tiny: word >> float.fraction == 0, overflow }
}

/// The word of a payload's NaN, without a sign, and whether bits were lost.
fn nan_word(float: NativeFloat, payload: u128, width: u32) -> (u128, bool) {
    let cut = width.saturating_sub(float.fraction);
    let kept = payload >> cut << float.fraction.saturating_sub(width);
    let word = if kept == 0 { float.quiet_nan_word() } else { float.infinity_word() | kept };
    (word, payload & ((1 << cut) - 1) != 0)
}

/// The word of a native float for a value, and the events. Invalid digits are not a value here.
fn to_float(float: NativeFloat, value: &Value, policy: &Policy) -> (u128, Events) {
    let sign = |negative: bool| u128::from(negative) << (float.bits - 1);
    let keeps = policy.negative_zero == ZeroRule::Keep;
    let special = |negative: bool, rule: SpecialRule, kept: u128| match rule {
        SpecialRule::Keep => kept | sign(negative),
        SpecialRule::Zero => 0,
        SpecialRule::Infinity => float.infinity_word() | sign(negative),
        SpecialRule::Saturate => float.largest_word() | sign(negative),
        SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => {
            float.quiet_nan_word() | sign(negative)
        }
    };
    match value {
        Value::Number { negative, magnitude } if magnitude.is_zero() => {
            (sign(*negative && keeps), if *negative && !keeps { NEGATIVE_ZERO } else { 0 })
        }
        Value::Number { negative, magnitude } => {
            let near = round_to_float(float, *negative, magnitude, policy.rounding);
            if near.overflow {
                let word = match policy.overflow {
                    OverflowRule::Infinity | OverflowRule::Error | OverflowRule::Wrap => {
                        float.infinity_word()
                    }
                    OverflowRule::Nan => float.quiet_nan_word(),
                    OverflowRule::Saturate => float.largest_word(),
                };
                return (word | sign(*negative), OVERFLOW);
            }
            let vanishes = near.tiny && policy.underflow != UnderflowRule::Subnormal;
            let word = if vanishes { 0 } else { near.word };
            let events = match (near.tiny, near.inexact) {
                (true, inexact) if vanishes || inexact => UNDERFLOW,
                (_, true) => INEXACT,
                _ => 0,
            };
            (word | sign(*negative && (keeps || word != 0)), events)
        }
        Value::Infinity { negative } => {
            let kept = policy.infinity == SpecialRule::Keep;
            (special(*negative, policy.infinity, float.infinity_word()), if kept { 0 } else { INFINITY })
        }
        Value::Nan { negative, payload, width } => {
            let (word, lost) = nan_word(float, *payload, *width);
            let kept = policy.nan == SpecialRule::Keep;
            (special(*negative, policy.nan, word), if kept && !lost { 0 } else { NAN })
        }
        Value::Invalid => (0, 0),
    }
}

/// The kinds of formats.
#[derive(Debug, Clone)]
enum Kind {
    Integer(Integer),
    Decimal(Decimal),
    Pair(NativeFloat),
}

/// A format and a native type.
#[derive(Debug, Clone)]
pub struct ExactReference {
    kind: Kind,
    bits: u32,
    native: NativeKind,
}

impl ExactReference {
    /// The reference of a format and a native type, or `None` if it is one for a table.
    pub fn new(format: &Format, native: Native) -> Option<ExactReference> {
        let kind = match &format.kind {
            FormatKind::Integer(integer) => Kind::Integer(*integer),
            FormatKind::Decimal(decimal) => Kind::Decimal(*decimal),
            FormatKind::PairSum(PairSum { part_bits: 32, .. }) => Kind::Pair(Native::F32.float()?),
            FormatKind::PairSum(_) => Kind::Pair(Native::F64.float()?),
            FormatKind::Float(_)
            | FormatKind::DecimalFloat(_)
            | FormatKind::Posit(_)
            | FormatKind::Logical(_)
            | FormatKind::Character(_) => return None,
        };
        Some(ExactReference { kind, bits: format.bits, native: native.kind() })
    }

    /// The bytes of a number that is as long as the format's digits, or shorter; `None` if the format has no digits.
    pub fn encode_digits(&self, negative: bool, number: u128) -> Option<Vec<u8>> {
        let Kind::Decimal(decimal) = &self.kind else { return None };
        Some(digits::encode_item(*decimal, self.bits.div_ceil(8) as usize, negative, number))
    }

    /// The native item for an item of the file, and the events. The file's bytes are in the order in which a manual
    /// prints them, and a native item is its bits.
    pub fn read(&self, file: &[u8], policy: &Policy) -> (u128, Events) {
        let word = || file.iter().fold(0, |word, byte| word << 8 | u128::from(*byte));
        match &self.kind {
            Kind::Integer(integer) => whole::read(*integer, self.bits, word(), self.native, policy),
            Kind::Decimal(decimal) => digits::read(*decimal, file, self.native, policy),
            Kind::Pair(part) => match self.native {
                NativeKind::Float(float) => to_float(float, &pair::decode(*part, word()), policy),
                _ => (0, 0),
            },
        }
    }

    /// The item of the file for a native one, and the events.
    pub fn write(&self, native: u128, policy: &Policy) -> (Vec<u8>, Events) {
        let bytes = self.bits.div_ceil(8) as usize;
        let stored = |(word, events): (u128, Events)| (word.to_be_bytes()[16 - bytes..].to_vec(), events);
        match &self.kind {
            Kind::Integer(integer) => stored(whole::write(*integer, self.bits, native, self.native, policy)),
            Kind::Decimal(decimal) => digits::write(*decimal, bytes, native, self.native, policy),
            Kind::Pair(part) => match self.native {
                NativeKind::Float(float) => stored(pair::write(*part, &decode(float, native), policy)),
                _ => (Vec::new(), 0),
            },
        }
    }
}
