//! Significands in two's complement. They are signed integers, which the processor converts together with their sign.

use datarep_dsl::model::{Class, ExponentCode, LeadingBit, Negation};

use super::power::{PowerOfTwo, ProductFloat, find_significand_bits};
use super::reader::OrdinaryReader;
use crate::builder::{Cond, Value, hex, signed};
use crate::conversion::OrdinaryBody;
use crate::ordinary::facts::OrdinaryFacts;
use crate::ordinary::{fields, formula};

/// The treatment of zero, apart from its significand.
struct ZeroTreatment<'b> {
    /// The condition that the number must be replaced by zero.
    is: Cond<'b>,
    /// The condition that the word is odd.
    odd: Cond<'b>,
    /// The power of two. For the exponent of zero it is finite and positive.
    power: Value<'b>,
}

/// The form for a signed integer times a power of two. The processor converts the integer to a float. Zero needs no
/// step of its own if its exponent is in the range.
///
/// `None` if the sign is not directly above the significand, if integers are too long, if the count of an exponent does
/// not determine its number, or if a special number differs from an ordinary one only in its sign.
pub(super) fn plan_form(reader: &OrdinaryReader<'_, '_>) -> Option<OrdinaryBody> {
    let facts = reader.facts;
    let float = facts.float;
    let implied = float.negation == Negation::ImpliedComplement;
    // A leading bit apart from the two's complement would be no digit of it.
    let plain = implied || (float.negation == Negation::TwosSignificand && float.leading == LeadingBit::None);
    if !plain || !reader.has_unclear_exponent().is_never() {
        return None;
    }
    let [significand] = *float.significand.as_slice() else { return None };
    let made = ProductFloat::from_facts(facts)?;
    // On the way to an `f32`, more than 53 bits would be rounded twice.
    let fits = facts.lane <= 64 && (find_significand_bits(facts) <= 53 || made == ProductFloat::Rounded);
    if float.sign != Some(significand.high + 1) || !fits {
        return None;
    }
    // For an `f32`, the integer may stay at the top of the word, because zeros below its bits do not matter.
    let left = facts.lane - 2 - significand.high;
    let right = left + significand.low;
    let in_place = made == ProductFloat::Single && !implied && significand.low == 0;
    let raised = if in_place { i64::from(right) } else { 0 };
    let power_of_two = PowerOfTwo { facts, made, raised, less: exponent_number_offset(facts) };
    let range = power_of_two.find_range(u128::from(!implied), reader.policy)?;
    // The range was not tested with a significand of zero, which is minus one if the sign is set.
    let clean = |&count: &i64| implied || facts.classify_word(true, count, 0).is_none();
    if !facts.boundary_counts_within(range).iter().all(clean) {
        return None;
    }

    let exponent = decode_exponent_number(reader).with_name("exponent");
    let integer = shift_signed(reader.word, left, if in_place { 0 } else { right });
    // The implied bit is the inverse of the sign, which the shift has put in its place.
    let integer = if implied { integer ^ hex(1 << facts.stored) } else { integer };
    let integer = integer.with_name("significand");
    let power = power_of_two.plan_steps(exponent);
    let ZeroTreatment { is: zero, odd, power } = treat_zero(reader, &power_of_two, power, exponent, range)?;
    let (number, inexact) = made.multiply_power(integer, power, find_significand_bits(facts));
    let number = number.with_name("number");
    let item = zero.select(reader.builder.float_constant(facts.item, 0.0), number);
    // It does not matter whether a zero's significand was rounded.
    let inexact = if made.may_round() { inexact & !zero } else { inexact };
    Some(reader.finish_form(
        item,
        odd,
        inexact,
        [formula::format_range(facts, range), formula::format_value(facts)],
    ))
}

/// The treatment of zero, or `None` if the form cannot make it.
fn treat_zero<'b>(
    reader: &OrdinaryReader<'_, 'b>,
    power_of_two: &PowerOfTwo<'_>,
    power: Value<'b>,
    exponent: Value<'b>,
    (first, last): (i64, i64),
) -> Option<ZeroTreatment<'b>> {
    let facts = reader.facts;
    let beyond = power_of_two.is_outside(power, exponent, (first, last));
    // The exponent below the range means zero with every significand, so one comparison finds all zeros.
    if first > 0 && is_always_zero(facts, first - 1) {
        let least = signed(first - 1 - power_of_two.less);
        let is = exponent.equals(least).with_name("zero");
        return Some(ZeroTreatment { is, odd: (beyond & !is).with_name("odd"), power });
    }
    let count = facts.count_of_zeros();
    let has_zero = facts.class_of(0) == Some(Class::Zero);
    // The implied one makes a number of the word of zeros.
    if facts.float.negation == Negation::ImpliedComplement && has_zero {
        return None;
    }
    // Zero times a finite power is zero, without any step.
    if !has_zero || (first..=last).contains(&count) {
        return Some(ZeroTreatment { is: Cond::Never, odd: beyond.with_name("odd"), power });
    }
    // Zero times infinity is a NaN.
    if power_of_two.is_infinite_or_nan(count) {
        return None;
    }
    // The condition depends on the power as it was computed, so it is made before the sign is removed.
    let odd = (beyond & reader.word.differs(0)).with_name("odd");
    // A power with its sign set would make a negative zero.
    let turns = power_of_two.is_negative(count);
    let power = if turns { power_of_two.without_sign(power).with_name("power") } else { power };
    Some(ZeroTreatment { is: Cond::Never, odd, power })
}

/// Whether an exponent means zero with every sign and significand.
fn is_always_zero(facts: &OrdinaryFacts<'_>, count: i64) -> bool {
    let mut fractions = facts.boundary_fractions();
    // Conditions may distinguish zero from all other significands.
    fractions.extend([0, 1]);
    let is_zero = |sign, fraction| facts.classify_word(sign, count, fraction) == Some(Class::Zero);
    fractions.iter().all(|&fraction| is_zero(false, fraction) && is_zero(true, fraction))
}

/// The number that the exponent field stands for if it is one run of bits in two's complement, otherwise its count.
fn decode_exponent_number<'b>(reader: &OrdinaryReader<'_, 'b>) -> Value<'b> {
    let facts = reader.facts;
    match facts.float.exponent.as_slice() {
        [field] if facts.float.code == ExponentCode::Twos => {
            // One pair of shifts takes the field out and extends its sign.
            let left = facts.lane - 1 - field.high;
            shift_signed(reader.word, left, left + field.low)
        }
        _ => fields::decode_count(facts, reader.word),
    }
}

/// The amount by which a count exceeds the result of `decode_exponent_number`.
fn exponent_number_offset(facts: &OrdinaryFacts<'_>) -> i64 {
    let is_signed = facts.float.code == ExponentCode::Twos && facts.float.exponent.len() == 1;
    if is_signed { 1 << (facts.field - 1) } else { 0 }
}

/// A signed integer shifted up, so that its sign is at the top, and down again.
fn shift_signed(word: Value<'_>, left: u32, right: u32) -> Value<'_> {
    (word << left).cast_signed() >> right
}
