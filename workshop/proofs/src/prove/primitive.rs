//! Primitives as terms: what the runtime's functions of arithmetic compute, step for step.
//!
//! These are the functions' texts in another notation. A test compares them with the runtime on random words, so a proof
//! is about these terms. A primitive that is not here leaves its body unproved, with its name as the reason.

pub(super) mod digits;
pub(super) mod tens;
mod zoned;

use datarep_dsl::model::{Event, Native, Rounding};
use datarep_plan::primitive::{Beyond, Primitive, RoundingTarget};
use datarep_plan::types::ResultPart;

use super::digits::{Decoded, keep};
use super::lower::{EVENT_BITS, Value, event_bits};
use super::term::{FloatNode, Term, Terms, ones};

/// The result of a primitive.
#[expect(clippy::too_many_lines, reason = "an arm for each primitive")]
pub(crate) fn call(terms: &mut Terms, primitive: Primitive, arguments: &[Value]) -> Result<Value, String> {
    let word = |index: usize| arguments[index].word();
    match primitive {
        Primitive::Unpack { native, width } => unpack(terms, native, width, word(0)?),
        Primitive::Round { targets: (target, None), rounding, .. } => {
            let number = [word(0)?, word(1)?, word(2)?];
            let rounded = round(terms, number, target, rounding);
            Ok(rounded.into_value())
        }
        Primitive::Round { targets: (target, Some(below)), rounding, .. } => {
            let number = [word(0)?, word(1)?, word(2)?];
            let (one, other) =
                (round(terms, number, below, rounding), round(terms, number, target, rounding));
            super::lower::select_value(terms, number[0], &one.into_value(), &other.into_value())
        }
        Primitive::Make { native, rounding, beyond, flush, .. } => {
            make(terms, native, [word(0)?, word(1)?, word(2)?], rounding, beyond, flush)
        }
        Primitive::Whole { rounding, .. } => Ok(whole(terms, [word(0)?, word(1)?, word(2)?], rounding)),
        Primitive::LeadingZeros(_) => Ok(Value::Word(terms.leading_zeros(word(0)?))),
        Primitive::Single | Primitive::SignedSingle => {
            Ok(Value::Word(terms.float(FloatNode::FromSigned, &[word(0)?], 32)))
        }
        Primitive::Double => Ok(Value::Word(terms.float(FloatNode::FromUnsigned, &[word(0)?], 64))),
        Primitive::SignedDouble => Ok(Value::Word(terms.float(FloatNode::FromSigned, &[word(0)?], 64))),
        Primitive::NearestDouble | Primitive::NearestSignedDouble => {
            let integer = word(0)?;
            let is_signed = primitive == Primitive::NearestSignedDouble;
            let node = if is_signed { FloatNode::FromSigned } else { FloatNode::FromUnsigned };
            let number = terms.float(node, &[integer], 64);
            let inexact = is_rounded(terms, integer, is_signed);
            Ok(Value::record([(ResultPart::Number, number), (ResultPart::Inexact, inexact)]))
        }
        Primitive::OddDouble => Ok(Value::Word(odd_double(terms, word(0)?))),
        Primitive::ReadDigits(form) => {
            let Decoded { negative, number, invalid } = match &arguments[0] {
                Value::Digits(decoded) => *decoded,
                Value::Bytes(bytes) => digits::read(terms, form, bytes, &mut keep)?,
                _ => return Err("digits of what are no bytes".to_owned()),
            };
            let number = terms.resize(number, form.width);
            Ok(Value::record([
                (ResultPart::Number, number),
                (ResultPart::Negative, negative),
                (ResultPart::Invalid, invalid),
            ]))
        }
        Primitive::WriteDigits(_) => {
            let (negative, number, invalid) = (word(0)?, word(1)?, terms.truth(false));
            Ok(Value::Digits(Decoded { negative, number, invalid }))
        }
        Primitive::NearestHexadecimal => Ok(nearest_hexadecimal(terms, word(0)?)),
        Primitive::ToBinary { scale, precision } => to_binary(terms, word(0)?, scale, precision),
        Primitive::ToDecimal { scale, rounding } => {
            to_decimal(terms, [word(0)?, word(1)?, word(2)?], scale, rounding)
        }
        Primitive::FromDeclets(_)
        | Primitive::ToDeclets(_)
        | Primitive::ToHalves(_)
        | Primitive::ToCentesimals(_)
        | Primitive::TenToTwo
        | Primitive::TwoToTen { .. } => {
            let words = arguments.iter().map(Value::word).collect::<Result<Vec<_>, _>>()?;
            tens::call(terms, primitive, &words)
        }
        other => Err(format!("the primitive `{}` has no terms yet", name(&other))),
    }
}

/// The name of a primitive, without its facts.
fn name(primitive: &Primitive) -> String {
    let text = format!("{primitive:?}");
    text.split(['(', ' ', '{']).next().unwrap_or(&text).to_owned()
}

/// Whether an integer of 64 bits is no float of 53: bits at least 53 places below its leading one are set.
fn is_rounded(terms: &mut Terms, integer: Term, is_signed: bool) -> Term {
    let width = terms.width(integer);
    let magnitude = if is_signed {
        let (negative, inverse) = (terms.part(integer, width - 1, 1), terms.negate(integer));
        terms.select(negative, inverse, integer)
    } else {
        integer
    };
    let zeros = terms.leading_zeros(magnitude);
    let zeros = terms.resize(zeros, width);
    let aligned = terms.left(magnitude, zeros);
    let rest = terms.part(aligned, 0, width - 53);
    let none = terms.equals(rest, 0);
    terms.not(none)
}

/// The float of an integer of 64 bits: its highest 53 bits, of which the last is set if a bit below them is.
fn odd_double(terms: &mut Terms, integer: Term) -> Term {
    let zeros = terms.leading_zeros(integer);
    let by = terms.resize(zeros, 64);
    let aligned = terms.left(integer, by);
    let (fraction, rest) = (terms.part(aligned, 11, 52), terms.part(aligned, 0, 11));
    let none = terms.equals(rest, 0);
    let odd = terms.not(none);
    let odd = terms.resize(odd, 52);
    let fraction = terms.or(fraction, odd);
    let (most, zeros) = (terms.constant(1023 + 63, 12), terms.resize(zeros, 12));
    let exponent = terms.subtract(most, zeros);
    let number = terms.join(exponent, fraction);
    let (is_zero, zero) = (terms.equals(integer, 0), terms.constant(0, 64));
    terms.select(is_zero, zero, number)
}

fn nearest_hexadecimal(terms: &mut Terms, word: Term) -> Value {
    let fraction = terms.part(word, 0, 23);
    let place = terms.part(word, 23, 2);
    let one = terms.constant(1, 9);
    let leading = terms.join(one, fraction);
    let place = terms.resize(place, 32);
    let eighths = terms.left(leading, place);
    let down = terms.right_by(eighths, 3);
    let (rest, half) = (terms.part(eighths, 0, 3), terms.constant(4, 3));
    let above = terms.below(half, rest);
    let (tie, odd) = (terms.equal(rest, half), terms.part(down, 0, 1));
    let tie = terms.and(tie, odd);
    let up = terms.or(above, tie);
    let up = terms.resize(up, 32);
    let significand = terms.add(down, up);
    let exact = terms.equals(rest, 0);
    let inexact = terms.not(exact);
    Value::record([(ResultPart::Significand, significand), (ResultPart::Inexact, inexact)])
}

/// The fraction bits of a native float with a hidden bit, and the largest exponent.
fn interchange(native: Native) -> Result<(u32, i64), String> {
    match native.float() {
        Some(facts) if !facts.leads => Ok((facts.fraction, facts.bias())),
        _ => Err(format!("`{}` has no terms yet", native.word())),
    }
}

fn unpack(terms: &mut Terms, native: Native, width: u32, word: Term) -> Result<Value, String> {
    let (fraction_bits, most) = interchange(native)?;
    let bits = terms.width(word);
    let top = 2 * most + 1;
    let negative = terms.part(word, bits - 1, 1);
    let field = terms.part(word, fraction_bits, bits - 1 - fraction_bits);
    let fraction = terms.part(word, 0, fraction_bits);
    let (small, none) = (terms.equals(field, 0), terms.equals(fraction, 0));
    let hidden = terms.not(small);
    let significand = terms.join(hidden, fraction);
    let significand = terms.resize(significand, width);
    let (field32, less) = (terms.resize(field, 32), terms.resize(hidden, 32));
    let exponent = terms.subtract(field32, less);
    let offset = signed(terms, 1 - most - i64::from(fraction_bits));
    let exponent = terms.add(exponent, offset);
    let is_top = terms.equals(field, u128::from(top.unsigned_abs()));
    let infinite = terms.and(is_top, none);
    let some = terms.not(none);
    let nan = terms.and(is_top, some);
    Ok(Value::record([
        (ResultPart::Negative, negative),
        (ResultPart::Significand, significand),
        (ResultPart::Exponent, exponent),
        (ResultPart::Infinite, infinite),
        (ResultPart::Nan, nan),
    ]))
}

fn signed(terms: &mut Terms, number: i64) -> Term {
    terms.constant(i128::from(number).cast_unsigned(), 32)
}

fn make(
    terms: &mut Terms,
    native: Native,
    number: [Term; 3],
    rounding: Rounding,
    beyond: Beyond,
    flush: bool,
) -> Result<Value, String> {
    let (fraction, most) = interchange(native)?;
    let target = RoundingTarget {
        precision: fraction + 1,
        radix_bits: 1,
        smallest: 1 - most - i64::from(fraction),
        steps: 2 * most - 1,
        negative_one: false,
    };
    let rounded = round(terms, number, target, rounding);
    let width = terms.width(number[1]);
    let step = terms.resize_signed(rounded.step, width);
    let step = terms.left_by(step, fraction);
    let word = terms.add(step, rounded.significand);
    let infinity = u128::from((2 * most + 1).unsigned_abs()) << fraction;
    let largest = match beyond {
        Beyond::Saturate => infinity - 1,
        Beyond::Infinity => infinity,
        Beyond::Nan => infinity | 1 << (fraction - 1),
    };
    let largest = terms.constant(largest, width);
    let lossy = if flush { terms.truth(true) } else { rounded.inexact };
    let underflow = terms.and(rounded.tiny, lossy);
    let small = if flush { terms.constant(0, width) } else { word };
    let none = terms.constant(0, EVENT_BITS);
    let [inexact, below, above] = [Event::Inexact, Event::Underflow, Event::Overflow]
        .map(|event| terms.constant(event_bits(event.into()), EVENT_BITS));
    let kinds = terms.select(rounded.inexact, inexact, none);
    let kinds = terms.select(underflow, below, kinds);
    let word = terms.select(underflow, small, word);
    let word = terms.select(rounded.overflow, largest, word);
    let kinds = terms.select(rounded.overflow, above, kinds);
    Ok(Value::record([(ResultPart::Word, word), (ResultPart::Kinds, kinds)]))
}

/// A value rounded to a target.
pub(super) struct Rounded {
    pub(super) significand: Term,
    pub(super) step: Term,
    pub(super) inexact: Term,
    pub(super) overflow: Term,
    pub(super) tiny: Term,
}

impl Rounded {
    fn into_value(self) -> Value {
        Value::record([
            (ResultPart::Significand, self.significand),
            (ResultPart::Step, self.step),
            (ResultPart::Inexact, self.inexact),
            (ResultPart::Overflow, self.overflow),
            (ResultPart::Tiny, self.tiny),
        ])
    }
}

/// The runtime's `round_u64` and `round_u128`.
fn round(
    terms: &mut Terms,
    [negative, significand, exponent]: [Term; 3],
    target: RoundingTarget,
    rounding: Rounding,
) -> Rounded {
    let bits = terms.width(significand);
    let digit = i64::from(target.radix_bits);
    let zero = terms.equals(significand, 0);
    let below = if target.negative_one { negative } else { terms.truth(false) };
    let step = find_step(terms, [significand, exponent, below, zero], target);

    // drop = smallest + digit * step - exponent
    let (digits, smallest) = (signed(terms, digit), signed(terms, target.smallest));
    let up = terms.multiply(step, digits);
    let drop = terms.add(up, smallest);
    let drop = terms.subtract(drop, exponent);
    let (nothing, most) = (signed(terms, 0), signed(terms, bits.into()));
    let shifts_right = terms.below_signed(nothing, drop);

    let left_by = terms.negate(drop);
    let left_by = clamp(terms, left_by, 0, i64::from(bits) - 1);
    let left = terms.left(significand, left_by);
    let far = terms.below_signed(most, drop);
    let sticky = terms.not(zero);
    let sticky = terms.resize(sticky, bits);
    let source = terms.select(far, sticky, significand);
    let by = clamp(terms, drop, 1, bits.into());
    let unit = signed(terms, -1);
    let by = terms.add(by, unit);
    let doubled = terms.right(source, by);
    let half = terms.part(doubled, 0, 1);
    let back = terms.left(doubled, by);
    let whole = terms.equal(back, source);
    let rest = terms.not(whole);
    let right = terms.right_by(doubled, 1);
    let kept = terms.select(shifts_right, right, left);
    let (half, rest) = (terms.and(half, shifts_right), terms.and(rest, shifts_right));
    let inexact = terms.or(half, rest);
    let up = round_up(terms, [negative, kept, half, rest, inexact], rounding);
    let up = terms.resize(up, bits);
    let kept = terms.add(kept, up);
    let (significand, step) = renormalize(terms, kept, step, below, target);

    let least = 1_u128 << (target.precision - target.radix_bits);
    let least = terms.constant(least, bits);
    let (above, equal) = (terms.below(least, significand), terms.equal(significand, least));
    let not_below = terms.not(below);
    let equal = terms.and(equal, not_below);
    let normal = terms.or(above, equal);
    let (some, small) = (terms.not(zero), terms.not(normal));
    let steps = signed(terms, target.steps);
    Rounded {
        significand,
        step,
        inexact,
        overflow: terms.below_signed(steps, step),
        tiny: terms.and(some, small),
    }
}

/// The runtime's `whole_u64` and `whole_u128`.
fn whole(terms: &mut Terms, [negative, significand, exponent]: [Term; 3], rounding: Rounding) -> Value {
    let bits = terms.width(significand);
    let zero = terms.equals(significand, 0);
    let zeros = terms.leading_zeros(significand);
    let all = signed(terms, bits.into());
    let length = terms.subtract(all, zeros);
    let up = clamp(terms, exponent, 0, i64::from(bits) - 1);
    let left = terms.left(significand, up);
    let lowest = signed(terms, -i64::from(bits));
    let far = terms.below_signed(exponent, lowest);
    let sticky = terms.not(zero);
    let sticky = terms.resize(sticky, bits);
    let source = terms.select(far, sticky, significand);
    let down = terms.negate(exponent);
    let by = clamp(terms, down, 1, bits.into());
    let unit = signed(terms, -1);
    let by = terms.add(by, unit);
    let doubled = terms.right(source, by);
    let nothing = signed(terms, 0);
    let shifts_right = terms.below_signed(exponent, nothing);
    let half = terms.part(doubled, 0, 1);
    let back = terms.left(doubled, by);
    let same = terms.equal(back, source);
    let rest = terms.not(same);
    let (half, rest) = (terms.and(half, shifts_right), terms.and(rest, shifts_right));
    let right = terms.right_by(doubled, 1);
    let kept = terms.select(shifts_right, right, left);
    let inexact = terms.or(half, rest);
    let up = round_up(terms, [negative, kept, half, rest, inexact], rounding);
    let up = terms.resize(up, bits);
    let room = terms.subtract(all, length);
    let (some, above) = (terms.not(zero), terms.below_signed(room, exponent));
    Value::record([
        (ResultPart::Magnitude, terms.add(kept, up)),
        (ResultPart::Inexact, inexact),
        (ResultPart::Beyond, terms.and(some, above)),
    ])
}

/// `to_binary`, where one division gives enough bits, or none is needed.
fn to_binary(terms: &mut Terms, number: Term, scale: i32, precision: u32) -> Result<Value, String> {
    if scale == 0 {
        // Nothing is divided.
        let exponent = signed(terms, 0);
        return Ok(Value::record([(ResultPart::Significand, number), (ResultPart::Exponent, exponent)]));
    }
    let power = 5_u128.checked_pow(scale.unsigned_abs());
    if let Some(power) = power.filter(|_| scale < 0) {
        let (significand, exponent) = (terms.times(number, power), signed(terms, -i64::from(scale)));
        return Ok(Value::record([(ResultPart::Significand, significand), (ResultPart::Exponent, exponent)]));
    }
    let power = power.filter(|power| power.leading_zeros() >= precision + 2);
    let power = power.ok_or("a power of ten that takes several divisions has no terms yet")?;
    let zeros = terms.leading_zeros(number);
    let most = terms.constant(127, 32);
    let up = terms.and(zeros, most);
    let high = terms.left(number, up);
    let power = terms.constant(power, 128);
    let (quotient, rest) = (terms.divide(high, power), terms.remainder(high, power));
    let is_whole = terms.equals(rest, 0);
    let sticky = terms.not(is_whole);
    let low = terms.part(quotient, 0, 127);
    let significand = terms.join(low, sticky);
    let offset = signed(terms, -i64::from(scale) - 1);
    let exponent = terms.subtract(offset, up);
    Ok(Value::record([(ResultPart::Significand, significand), (ResultPart::Exponent, exponent)]))
}

/// `to_decimal`, where the product has at most 128 bits: what is beyond them is zero.
fn to_decimal(
    terms: &mut Terms,
    [negative, significand, exponent]: [Term; 3],
    scale: i32,
    rounding: Rounding,
) -> Result<Value, String> {
    let bits = terms.width(significand);
    let power = 5_u128.checked_pow(scale.unsigned_abs()).ok_or("a power of ten above any word")?;
    if scale < 0 {
        return Ok(divide_by_power(terms, [negative, significand, exponent], (scale, power), rounding));
    }
    let power = Some(power).filter(|power| terms.length(significand) + power.ilog2() < bits);
    let power = power.ok_or("a product of more than 128 bits has no terms yet")?;
    let product = terms.times(significand, power);
    let places = signed(terms, scale.into());
    let exponent = terms.add(exponent, places);
    let whole = whole(terms, [negative, product, exponent], rounding);
    let part = |part| whole.part(part).and_then(Value::word);
    let (magnitude, inexact, beyond) =
        (part(ResultPart::Magnitude)?, part(ResultPart::Inexact)?, part(ResultPart::Beyond)?);
    let zero = terms.constant(0, bits);
    let number = terms.select(beyond, zero, magnitude);
    Ok(Value::record([
        (ResultPart::Number, number),
        (ResultPart::Inexact, inexact),
        (ResultPart::Beyond, beyond),
    ]))
}

/// The runtime's `divide_by_power`, and zero for a significand of zero.
fn divide_by_power(
    terms: &mut Terms,
    [negative, significand, exponent]: [Term; 3],
    (scale, power): (i32, u128),
    rounding: Rounding,
) -> Value {
    let bits = terms.width(significand);
    let places = signed(terms, scale.into());
    let exponent = terms.add(exponent, places);
    let (nothing, power) = (signed(terms, 0), terms.constant(power, bits));
    let zero = terms.equals(significand, 0);
    let some = terms.not(zero);
    let is_down = terms.below_signed(exponent, nothing);

    // Up, the remainder decides.
    let up = clamp(terms, exponent, 0, i64::from(bits) - 1);
    let high = terms.left(significand, up);
    let (whole, rest) = (terms.divide(high, power), terms.remainder(high, power));
    let double = terms.left_by(rest, 1);
    let less = terms.below(double, power);
    let half_up = terms.not(less);
    let (is_tie, is_zero) = (terms.equal(double, power), terms.equals(rest, 0));
    let none = terms.select(half_up, is_tie, is_zero);
    let more_up = terms.not(none);

    // Down, bits of the quotient do. The remainder is below all of them.
    let (quotient, rest) = (terms.divide(significand, power), terms.remainder(significand, power));
    let down = terms.negate(exponent);
    let by = clamp(terms, down, 1, i64::from(bits) + 1);
    let unit = signed(terms, -1);
    let by = terms.add(by, unit);
    let doubled = terms.right(quotient, by);
    let half_down = terms.part(doubled, 0, 1);
    let back = terms.left(doubled, by);
    let (is_same, is_whole) = (terms.equal(back, quotient), terms.equals(rest, 0));
    let none = terms.and(is_same, is_whole);
    let more_down = terms.not(none);
    let shifted = terms.right_by(doubled, 1);

    let kept = terms.select(is_down, shifted, whole);
    let half = terms.select(is_down, half_down, half_up);
    let more = terms.select(is_down, more_down, more_up);
    let inexact = terms.or(half, more);
    let carry = round_up(terms, [negative, kept, half, more, inexact], rounding);
    let carry = terms.resize(carry, bits);
    let number = terms.add(kept, carry);

    let zeros = terms.leading_zeros(significand);
    let has_room = terms.below_signed(exponent, zeros);
    let beyond = terms.not(has_room);
    let beyond = terms.and(beyond, some);
    let fits = terms.not(beyond);
    let nothing = terms.constant(0, bits);
    Value::record([
        (ResultPart::Number, terms.select(beyond, nothing, number)),
        (ResultPart::Inexact, terms.and(inexact, fits)),
        (ResultPart::Beyond, beyond),
    ])
}

/// How far the exponent is above the target's smallest one, before rounding.
fn find_step(
    terms: &mut Terms,
    [significand, exponent, below, zero]: [Term; 4],
    target: RoundingTarget,
) -> Term {
    let bits = terms.width(significand);
    let digit = i64::from(target.radix_bits);
    let zeros = terms.leading_zeros(significand);
    let all = signed(terms, bits.into());
    let length = terms.subtract(all, zeros);
    let length = if target.negative_one {
        let less = terms.constant(ones(bits), bits);
        let lower = terms.add(significand, less);
        let both = terms.and(significand, lower);
        let single = terms.equals(both, 0);
        let some = terms.not(zero);
        let is_power = terms.and(single, some);
        let shorter = terms.and(below, is_power);
        let shorter = terms.resize(shorter, 32);
        terms.subtract(length, shorter)
    } else {
        length
    };
    let above = terms.add(exponent, length);
    let offset = signed(terms, -i64::from(target.precision) - target.smallest);
    let above = terms.add(above, offset);
    let nothing = signed(terms, 0);
    let is_above = terms.below_signed(nothing, above);
    let some = terms.not(zero);
    let is_above = terms.and(is_above, some);
    let step = if digit == 1 {
        above
    } else {
        let less = signed(terms, digit - 1);
        let above = terms.add(above, less);
        if u64::try_from(digit).is_ok_and(u64::is_power_of_two) {
            let by = signed(terms, digit.trailing_zeros().into());
            terms.right_signed(above, by)
        } else {
            let digits = signed(terms, digit);
            terms.divide(above, digits)
        }
    };
    terms.select(is_above, step, nothing)
}

fn round_up(terms: &mut Terms, [negative, kept, half, rest, inexact]: [Term; 5], rounding: Rounding) -> Term {
    match rounding {
        Rounding::NearestEven => {
            let odd = terms.part(kept, 0, 1);
            let more = terms.or(rest, odd);
            terms.and(half, more)
        }
        Rounding::TowardZero => terms.truth(false),
        Rounding::NearestAway => half,
        Rounding::Up => {
            let positive = terms.not(negative);
            terms.and(inexact, positive)
        }
        Rounding::Down => terms.and(inexact, negative),
    }
}

/// The significand and the step after rounding up may have carried.
fn renormalize(
    terms: &mut Terms,
    kept: Term,
    step: Term,
    below: Term,
    target: RoundingTarget,
) -> (Term, Term) {
    let bits = terms.width(kept);
    let least = 1_u128 << (target.precision - target.radix_bits);
    let full = terms.equals(kept, least << target.radix_bits);
    let not_below = terms.not(below);
    let carry = terms.and(full, not_below);
    let shorter = terms.right_by(kept, target.radix_bits);
    let kept = terms.select(carry, shorter, kept);
    let carry = terms.resize(carry, 32);
    let step = terms.add(step, carry);
    let is_least = terms.equals(kept, least & ones(bits));
    let nothing = signed(terms, 0);
    let is_up = terms.below_signed(nothing, step);
    let lower = terms.and(is_least, is_up);
    let lower = terms.and(lower, below);
    let longer = terms.left_by(kept, target.radix_bits);
    let kept = terms.select(lower, longer, kept);
    let lower = terms.resize(lower, 32);
    (kept, terms.subtract(step, lower))
}

fn clamp(terms: &mut Terms, number: Term, least: i64, most: i64) -> Term {
    let (least, most) = (signed(terms, least), signed(terms, most));
    let (low, high) = (terms.below_signed(number, least), terms.below_signed(most, number));
    let number = terms.select(low, least, number);
    terms.select(high, most, number)
}
