//! Integers and fixed point.

use datarep_dsl::model::{Integer, IntegerSign, NativeKind, OverflowRule, Policy, SpecialRule, ZeroRule};
use num_bigint::{BigInt, BigUint, Sign};

use super::super::kind::{Events, INEXACT, INFINITY, NAN, NEGATIVE_ZERO, OVERFLOW};
use super::{Fraction, Value, decode as decode_float, low_bits, to_float};

/// The low bits of a number in two's complement.
pub(super) fn wrap_to_bits(number: &BigInt, bits: u32) -> u128 {
    let modulus = BigInt::from(1_u8) << bits;
    let rest = ((number % &modulus) + &modulus) % &modulus;
    low_bits(rest.magnitude())
}

/// The number of a native integer's bits.
pub(super) fn native_number(native: u128, signed: bool, bits: u32) -> BigInt {
    let number = BigInt::from(native);
    let is_negative = signed && native >> (bits - 1) & 1 != 0;
    if is_negative { number - (BigInt::from(1_u8) << bits) } else { number }
}

/// The smallest and the largest number of a native integer.
pub(super) fn native_limits(signed: bool, bits: u32) -> (BigInt, BigInt) {
    let power = |bits: u32| BigInt::from(1_u8) << bits;
    if signed { (-power(bits - 1), power(bits - 1) - 1) } else { (BigInt::ZERO, power(bits) - 1) }
}

/// The bits of a native integer for a number, by the rule, and the events.
pub(super) fn to_native(number: &BigInt, signed: bool, bits: u32, policy: &Policy) -> (u128, Events) {
    let (least, most) = native_limits(signed, bits);
    if *number >= least && *number <= most {
        return (wrap_to_bits(number, bits), 0);
    }
    let stored = match policy.overflow {
        OverflowRule::Wrap => number.clone(),
        _ => number.clone().clamp(least, most),
    };
    (wrap_to_bits(&stored, bits), OVERFLOW)
}

/// The number of a word, and whether it has a minus sign.
fn decode_number(integer: Integer, bits: u32, word: u128) -> (bool, BigInt) {
    let whole = BigInt::from(word);
    let top = word >> (bits - 1) & 1 != 0;
    let all = BigInt::from(1_u8) << bits;
    match integer.sign {
        IntegerSign::Twos if top => (true, whole - all),
        IntegerSign::Ones if top => (true, whole - all + 1),
        IntegerSign::SignMagnitude if top => (true, -(whole - (all >> 1_u32))),
        IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Ones | IntegerSign::SignMagnitude => {
            (false, whole)
        }
        IntegerSign::Offset(offset) => {
            let number = whole - offset;
            (number.sign() == Sign::Minus, number)
        }
        IntegerSign::Words(words) => {
            let parts: Vec<(bool, BigInt, u32)> = words
                .places()
                .map(|(place, power)| {
                    let sign = if words.ones { IntegerSign::Ones } else { IntegerSign::SignMagnitude };
                    let word = word >> place & ((1 << words.bits) - 1);
                    let (negative, part) = decode_number(Integer { sign, scale: 0 }, words.bits, word);
                    (negative, part, power)
                })
                .collect();
            let sum: BigInt = parts.iter().map(|(_, part, power)| part << *power).sum();
            let is_zero = parts.iter().all(|(negative, part, _)| *negative && part.sign() == Sign::NoSign);
            (sum.sign() == Sign::Minus || is_zero, sum)
        }
    }
}

/// The word of a sign and a number, which fits.
fn encode_number(integer: Integer, bits: u32, negative: bool, number: &BigInt) -> u128 {
    let magnitude = low_bits(number.magnitude());
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    match integer.sign {
        IntegerSign::Unsigned | IntegerSign::Twos => wrap_to_bits(number, bits),
        IntegerSign::Ones if negative => !magnitude & mask,
        IntegerSign::SignMagnitude if negative => magnitude | 1 << (bits - 1),
        IntegerSign::Ones | IntegerSign::SignMagnitude => magnitude,
        IntegerSign::Offset(offset) => wrap_to_bits(&(number + offset), bits),
        IntegerSign::Words(words) => words.places().fold(0, |all, (place, power)| {
            let part = magnitude >> power & ((1 << (words.bits - 1)) - 1);
            let part = match (negative, words.ones) {
                (false, _) => part,
                (true, true) => part ^ ((1 << words.bits) - 1),
                (true, false) => part | 1 << (words.bits - 1),
            };
            all | part << place
        }),
    }
}

/// The smallest and the largest number of a format.
fn format_limits(integer: Integer, bits: u32) -> (BigInt, BigInt) {
    let power = |bits: u32| BigInt::from(1_u8) << bits;
    match integer.sign {
        IntegerSign::Unsigned => (BigInt::ZERO, power(bits) - 1),
        IntegerSign::Twos => (-power(bits - 1), power(bits - 1) - 1),
        IntegerSign::Ones | IntegerSign::SignMagnitude => (1 - power(bits - 1), power(bits - 1) - 1),
        IntegerSign::Offset(offset) => (-BigInt::from(offset), power(bits) - 1 - offset),
        IntegerSign::Words(words) => {
            let digits = words.count * (words.bits - 1);
            (1 - power(digits), power(digits) - 1)
        }
    }
}

pub(super) fn read(
    integer: Integer,
    bits: u32,
    word: u128,
    native: NativeKind,
    policy: &Policy,
) -> (u128, Events) {
    let (negative, number) = decode_number(integer, bits, word);
    match native {
        NativeKind::Float(float) => {
            let magnitude = Fraction::new(number.magnitude().clone()).scaled(2, -i64::from(integer.scale));
            to_float(float, &Value::Number { negative, magnitude }, policy)
        }
        NativeKind::Integer { signed, bits } => {
            let zero = if negative && number.sign() == Sign::NoSign { NEGATIVE_ZERO } else { 0 };
            let (native, events) = to_native(&number, signed, bits, policy);
            (native, events | zero)
        }
        _ => (0, 0),
    }
}

pub(super) fn write(
    integer: Integer,
    bits: u32,
    native: u128,
    kind: NativeKind,
    policy: &Policy,
) -> (u128, Events) {
    let (least, most) = format_limits(integer, bits);
    match kind {
        NativeKind::Integer { signed, bits: of_native } => {
            let number = native_number(native, signed, of_native);
            if number >= least && number <= most {
                return (encode_number(integer, bits, number.sign() == Sign::Minus, &number), 0);
            }
            let number =
                if policy.overflow == OverflowRule::Wrap { number } else { number.clamp(least, most) };
            (encode_number(integer, bits, number.sign() == Sign::Minus, &number), OVERFLOW)
        }
        NativeKind::Float(float) => {
            let limits = [most, least].map(|end| end.magnitude().clone());
            let has_zero = integer.sign.has_two_zeros();
            let scaled = |magnitude: Fraction| magnitude.scaled(2, i64::from(integer.scale));
            let (negative, magnitude, events) =
                round_to_units(&decode_float(float, native), scaled, &limits, has_zero, policy);
            let signed = if negative { Sign::Minus } else { Sign::Plus };
            (encode_number(integer, bits, negative, &BigInt::from_biguint(signed, magnitude)), events)
        }
        _ => (0, 0),
    }
}

/// A value as a whole number of units within `limits`, the largest positive and the largest negative magnitude: its
/// sign, its magnitude and the events.
pub(super) fn round_to_units(
    value: &Value,
    scaled: impl Fn(Fraction) -> Fraction,
    limits: &[BigUint; 2],
    has_negative_zero: bool,
    policy: &Policy,
) -> (bool, BigUint, Events) {
    let keeps = has_negative_zero && policy.negative_zero == ZeroRule::Keep;
    match value {
        Value::Number { negative, magnitude } => {
            if magnitude.is_zero() {
                let lost = if *negative && !keeps { NEGATIVE_ZERO } else { 0 };
                return (*negative && keeps, BigUint::ZERO, lost);
            }
            let (number, inexact) = scaled(magnitude.clone()).round(*negative, policy.rounding);
            let limit = &limits[usize::from(*negative)];
            let (number, events) = if number > *limit {
                (limit.clone(), OVERFLOW)
            } else {
                (number, if inexact { INEXACT } else { 0 })
            };
            (*negative && (keeps || number != BigUint::ZERO), number, events)
        }
        Value::Infinity { negative } if policy.infinity == SpecialRule::Saturate => {
            let limit = limits[usize::from(*negative)].clone();
            (*negative && (keeps || limit != BigUint::ZERO), limit, INFINITY)
        }
        Value::Infinity { .. } => (false, BigUint::ZERO, INFINITY),
        Value::Nan { .. } => (false, BigUint::ZERO, NAN),
        Value::Invalid => (false, BigUint::ZERO, 0),
    }
}
