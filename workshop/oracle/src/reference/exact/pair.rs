//! Sums of two floats.

use datarep_dsl::model::{NativeFloat, OverflowRule, Policy, Rounding, SpecialRule, UnderflowRule, ZeroRule};

use super::super::kind::{Events, INEXACT, INFINITY, NAN, NEGATIVE_ZERO, OVERFLOW, UNDERFLOW};
use super::{Fraction, RoundedFloat, Value, decode as decode_float, nan_word, round_to_float};

/// The sum of two numbers with signs.
fn add_signed(one: (bool, &Fraction), other: (bool, &Fraction)) -> (bool, Fraction) {
    if one.0 == other.0 {
        return (one.0, one.1.sum(other.1));
    }
    let (magnitude, is_less) = one.1.absolute_difference(other.1);
    (if is_less { other.0 } else { one.0 }, magnitude)
}

/// The meaning of both words.
pub(super) fn decode(part: NativeFloat, word: u128) -> Value {
    let mask = (1_u128 << part.bits) - 1;
    let [high, low] = [word >> part.bits, word & mask].map(|word| decode_float(part, word));
    match (&high, &low) {
        (Value::Nan { .. }, _) => high,
        (_, Value::Nan { .. }) => low,
        (Value::Infinity { negative }, Value::Infinity { negative: other }) if negative != other => {
            Value::Nan { negative: *negative, payload: 0, width: part.fraction }
        }
        (Value::Infinity { .. }, _) => high,
        (_, Value::Infinity { .. }) => low,
        (Value::Number { negative, magnitude }, Value::Number { negative: below, magnitude: rest }) => {
            let zeros = magnitude.is_zero() && rest.is_zero();
            let (sign, sum) = add_signed((*negative, magnitude), (*below, rest));
            // Numbers that cancel are a positive zero.
            let sign = if zeros { *negative } else { sign && !sum.is_zero() };
            Value::Number { negative: sign, magnitude: sum }
        }
        _ => Value::Invalid,
    }
}

/// The words of a number: rounded to a sum, of which the high word is the nearest float.
struct SplitPair {
    high: u128,
    low: u128,
    inexact: bool,
    overflow: bool,
}

fn split_pair(part: NativeFloat, negative: bool, magnitude: &Fraction, rounding: Rounding) -> SplitPair {
    let value = |word: u128| match decode_float(part, word) {
        Value::Number { magnitude, .. } => magnitude,
        _ => Fraction::new(0_u8),
    };
    let near = round_to_float(part, negative, magnitude, Rounding::NearestEven);
    if near.overflow {
        return SplitPair { high: near.word, low: 0, inexact: true, overflow: true };
    }
    let (rest, is_less) = magnitude.absolute_difference(&value(near.word));
    // The rest is rounded as the value: upward if that is the value's direction.
    let below = negative != is_less;
    let tie_down = rounding == Rounding::NearestAway && is_less;
    let by_rule = match rounding {
        Rounding::TowardZero if negative => Rounding::Up,
        Rounding::TowardZero => Rounding::Down,
        other => other,
    };
    let mut low = round_to_float(part, below, &rest, by_rule);
    if tie_down {
        // The neighbor nearer to zero is the one away from zero for the value, if the two are equally far.
        let under = round_to_float(part, below, &rest, Rounding::TowardZero);
        let [up, down] = [&low, &under].map(|near| rest.absolute_difference(&value(near.word)).0);
        if up.absolute_difference(&down).0.is_zero() {
            low = RoundedFloat { inexact: low.inexact, ..under };
        }
    }
    let (_, sum) = add_signed((false, &value(near.word)), (is_less, &value(low.word)));
    let whole = round_to_float(part, negative, &sum, Rounding::NearestEven);
    if whole.overflow {
        return SplitPair { high: whole.word, low: 0, inexact: true, overflow: true };
    }
    let (left, is_less) = sum.absolute_difference(&value(whole.word));
    let low_word = round_to_float(part, false, &left, Rounding::NearestEven).word;
    let low_sign = low_word != 0 && negative != is_less;
    let sign = |negative: bool| u128::from(negative) << (part.bits - 1);
    SplitPair {
        high: whole.word | sign(negative),
        low: low_word | sign(low_sign),
        inexact: low.inexact,
        overflow: false,
    }
}

/// The word for a value, and the events.
pub(super) fn write(part: NativeFloat, value: &Value, policy: &Policy) -> (u128, Events) {
    let sign = |negative: bool| u128::from(negative) << (part.bits - 1);
    let words = |high: u128, low: u128| high << part.bits | low;
    let keeps = policy.negative_zero == ZeroRule::Keep;
    // The low word of the largest number is the float below half a unit of the high one.
    let largest = |negative: bool| {
        let top = u128::from(part.largest_exponent_field().unsigned_abs());
        let half = (top - 2 - u128::from(part.fraction)) << part.fraction;
        words(part.largest_word() | sign(negative), (half - 1) | sign(negative))
    };
    let infinity = |negative: bool| words(part.infinity_word() | sign(negative), 0);
    let quiet = |negative: bool| words(part.quiet_nan_word() | sign(negative), 0);
    let special = |negative: bool, rule: SpecialRule, kept: u128| match rule {
        SpecialRule::Keep => kept,
        SpecialRule::Nan => quiet(negative),
        SpecialRule::Infinity => infinity(negative),
        SpecialRule::Saturate => largest(negative),
        SpecialRule::Error | SpecialRule::Zero | SpecialRule::Reserved | SpecialRule::Missing => 0,
    };
    match value {
        Value::Number { negative, magnitude } if magnitude.is_zero() => {
            let lost = *negative && !keeps;
            (words(sign(*negative && keeps), 0), if lost { NEGATIVE_ZERO } else { 0 })
        }
        Value::Number { negative, magnitude } => {
            let SplitPair { high, low, inexact, overflow } =
                split_pair(part, *negative, magnitude, policy.rounding);
            if overflow {
                let word = match policy.overflow {
                    OverflowRule::Infinity => infinity(*negative),
                    OverflowRule::Nan => quiet(*negative),
                    OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => largest(*negative),
                };
                return (word, OVERFLOW);
            }
            let tiny = (high & !sign(true)) >> part.fraction == 0;
            let vanishes = tiny && policy.underflow != UnderflowRule::Subnormal;
            let is_zero = vanishes || high & !sign(true) == 0;
            let high = if is_zero { sign(*negative && keeps) } else { high };
            let events = match (tiny, inexact) {
                (true, inexact) if vanishes || inexact => UNDERFLOW,
                (_, true) => INEXACT,
                _ => 0,
            };
            (words(high, if is_zero { 0 } else { low }), events)
        }
        Value::Infinity { negative } => {
            let kept = policy.infinity == SpecialRule::Keep;
            (special(*negative, policy.infinity, infinity(*negative)), if kept { 0 } else { INFINITY })
        }
        Value::Nan { negative, payload, width } => {
            let (word, lost) = nan_word(part, *payload, *width);
            let kept = policy.nan == SpecialRule::Keep;
            let word = special(*negative, policy.nan, words(word | sign(*negative), 0));
            (word, if kept && !lost { 0 } else { NAN })
        }
        Value::Invalid => (0, 0),
    }
}
