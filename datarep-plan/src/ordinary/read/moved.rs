//! Radix 2 with a leading one: exponent and significand are moved to their places in the native float.

use datarep_dsl::model::{Class, ExponentCode, LeadingBit, Negation};

use super::reader::OrdinaryReader;
use crate::builder::{Cond, Value, hex, shift_up};
use crate::conversion::OrdinaryBody;
use crate::ordinary::facts::{OrdinaryFacts, rounds_to_nearest};
use crate::ordinary::fields::{decode_count, gather_field, is_outside, shift_count_up};
use crate::ordinary::formula;
use crate::primitive::Primitive;
use crate::types::{Type, mask};

/// The move of exponents and significands.
struct ReadMove {
    /// Bits of the significand that are dropped, and zeros that are added below it.
    down: u32,
    up: u32,
    /// The amount by which the native exponent field exceeds the count.
    shift: i64,
    /// The first and the last count for which the move is right.
    first: i64,
    last: i64,
}

/// The form for radix 2 with a leading one.
///
/// `None` if numbers are rounded and not to the nearest, or if the format has both a stored leading bit and negative
/// exponents in one's complement: `unclear` checks only one of them.
pub(super) fn plan_form(reader: &OrdinaryReader<'_, '_>) -> Option<OrdinaryBody> {
    let facts = reader.facts;
    if matches!((facts.float.leading, facts.float.code), (LeadingBit::Explicit(_), ExponentCode::ExcessOnes))
    {
        return None;
    }
    let moves = ReadMove::from_facts(facts)?;
    if moves.down > 0 && !rounds_to_nearest(reader.policy) {
        return None;
    }
    let (has_zero, _) = reader.classify_zero_words();
    // The count before the range is zero, which subnormal numbers have.
    if moves.first == 1 && has_zero && moves.down == 0 && has_plain_subnormals(facts) {
        return Some(plan_with_subnormals(reader, &moves));
    }
    Some(plan_normal(reader, &moves))
}

impl ReadMove {
    fn from_facts(facts: &OrdinaryFacts<'_>) -> Option<ReadMove> {
        let OrdinaryFacts { native, stored, excess, .. } = facts;
        let (down, up) = (stored.saturating_sub(native.fraction), native.fraction.saturating_sub(*stored));
        // A number has the same power of two on both sides, which fixes the difference of the fields.
        let shift = i64::from(*stored) - facts.fraction_bits() - excess + native.bias();
        // Rounding up may carry into the next exponent, which must be finite too.
        let most = native.largest_exponent_field() - 1 - i64::from(down > 0) - shift;
        // If exponent and significand fill the integer, rounding up the largest numbers would wrap to zero.
        let full = down > 0 && stored + facts.field == facts.lane;
        let most = if full { most.min(facts.largest_count() - 1) } else { most };
        // The native exponent must be one of a normal number, so at least one.
        let (first, last) = facts.find_longest_regular_run((1 - shift, most), 0)?;
        Some(ReadMove { down, up, shift, first, last })
    }

    /// The magnitude at its place in the native float. Its exponent is not changed.
    fn move_magnitude<'b>(&self, magnitude: Value<'b>) -> Value<'b> {
        if self.down == 0 {
            return magnitude << self.up;
        }
        let half = hex((1 << (self.down - 1)) - 1);
        // The bit that stays lowest decides a tie.
        let even = (magnitude >> self.down & 1) + half;
        let moved = magnitude.add_wrapping(even) >> self.down;
        moved
            .with_name("rounded")
            .with_reason("To the nearest: half of the last bit is added, one less if that bit is even.")
    }

    /// The number with the exponent of the native float.
    fn rebias_exponent<'b>(&self, moved: Value<'b>, facts: &OrdinaryFacts<'_>) -> Value<'b> {
        let OrdinaryFacts { native, stored, excess, .. } = facts;
        let behind = facts.fraction_bits() - i64::from(*stored);
        let equation = formula::format_sum(self.shift, &[(1, native.bias()), (-1, *excess), (-1, behind)]);
        let wrapped = formula::format_wrapped(self.shift, facts.lane - native.fraction);
        let reason = format!("The native exponent field exceeds this one by {equation}{wrapped}.");
        // Wrapping addition takes a negative difference as well.
        let number = moved.add_wrapping(shift_up(self.shift, native.fraction)).with_name("number");
        if self.shift == 0 { number } else { number.with_reason(reason) }
    }
}

/// The form for zero and numbers with their leading one.
fn plan_normal(reader: &OrdinaryReader<'_, '_>, moves: &ReadMove) -> OrdinaryBody {
    let facts = reader.facts;
    let magnitude = join_count(reader).with_name("magnitude");
    let unclear = reader.has_unclear_exponent();
    let (has_zero, keeps) = reader.classify_zero_words();
    let zero = if has_zero {
        let none = shift_count_up(facts.count_of_zeros(), facts.stored, facts.lane);
        // Where a condition makes a word unclear, zero is unclear as well, and tested with it.
        let all = match unclear {
            Cond::Never => magnitude.equals(none),
            unclear => magnitude.equals(none) & unclear,
        };
        reader.is_zero_word(keeps, all).with_name("zero")
    } else {
        Cond::Never
    };
    // Zero is ordinary although its exponent is outside the range.
    let odd = (is_outside(magnitude, (moves.first, moves.last), facts.stored) | unclear) & !zero;
    let odd = odd.with_name("odd");
    let number = moves.rebias_exponent(moves.move_magnitude(magnitude), facts);
    // The move of a word of zero gives a small normal number.
    let number = zero.select(number.zero(), number).with_name("number");
    let lost = (magnitude & mask(moves.down)).differs(0);
    reader.finish_form(reader.apply_sign(number), odd, lost, describe_form(facts, moves))
}

/// The form that also reads numbers without their hidden bit, which are integers times the smallest unit.
fn plan_with_subnormals(reader: &OrdinaryReader<'_, '_>, moves: &ReadMove) -> OrdinaryBody {
    let facts = reader.facts;
    let magnitude = join_count(reader).with_name("magnitude");
    let (_, keeps) = reader.classify_zero_words();
    // A negative zero that is not kept has an event, which only the exact body reports.
    let minus = if keeps { Cond::Never } else { magnitude.equals(0) & reader.is_negative() };
    let odd = is_outside(magnitude, (0, moves.last), facts.stored) | minus;
    let odd = odd.with_name("odd");
    // Subnormal numbers have the power of the first normal count.
    let weight = 1 + facts.unit_power();
    let unit = shift_up(facts.native.bias() + weight, facts.native.fraction);
    let unit = reader.builder.constant(Type::Unsigned(32), unit).float_from_bits(Type::Single);
    // Exact, because the significand has few bits, and the result is a normal `f32`.
    let small = reader.builder.call_primitive(Primitive::Single, &[magnitude]) * unit;
    let small = small.with_name("small").with_reason(format!("Without a hidden bit: F × 2^{weight}."));
    let normal = moves.rebias_exponent(moves.move_magnitude(magnitude), facts).with_name("normal");
    // An exponent field of zero leaves nothing above the significand.
    let hidden = magnitude.is_below(shift_up(1, facts.stored));
    let number = hidden.select(small.to_bits(), normal).with_name("number");
    reader.finish_form(reader.apply_sign(number), odd, Cond::Never, describe_form(facts, moves))
}

/// Whether all numbers without their hidden bit are subnormal numbers of the format and normal in the native float.
/// Only short formats are considered, because such numbers are rare in others.
fn has_plain_subnormals(facts: &OrdinaryFacts<'_>) -> bool {
    let OrdinaryFacts { format, float, stored, lane, .. } = facts;
    let all = [false, true].iter().all(|&sign| {
        // Without a sign bit there is no negative word to test.
        (float.sign.is_none() && sign)
            // The check allows no special word between two numbers, so that both ends stand for all.
            || [1, mask(*stored)]
                .iter()
                .all(|&fraction| facts.classify_word(sign, 0, fraction) == Some(Class::Subnormal))
    });
    format.bits <= 16
        && facts.item == Type::Single
        && *lane == 32
        && all
        && matches!(float.negation, Negation::None | Negation::SignMagnitude)
        && facts.native.bias() + 1 + facts.unit_power() > 0
        && float.leading == LeadingBit::Hidden
        && float.code == ExponentCode::Excess
}

/// The count of the exponent field, with the stored significand below it.
fn join_count<'b>(reader: &OrdinaryReader<'_, 'b>) -> Value<'b> {
    let OrdinaryFacts { float, stored, field, .. } = reader.facts;
    let word = reader.positive;
    // In one run of bits, with the field as its own count, no part has to be moved.
    if let (Some(low), ExponentCode::Excess) = (reader.facts.find_joined_shift(), float.code) {
        return word >> low & mask(stored + field);
    }
    let exponent = decode_count(reader.facts, word).with_name("exponent");
    exponent << *stored | gather_field(word, &float.significand).with_name("fraction")
}

fn describe_form(facts: &OrdinaryFacts<'_>, moves: &ReadMove) -> [String; 3] {
    let OrdinaryFacts { native, stored, .. } = facts;
    let exponent = formula::format_linear(1, "E", moves.shift);
    let fraction = if *stored == 0 {
        "zero".to_owned()
    } else if moves.down > 0 {
        format!("`F × 2^-{}`, rounded", moves.down)
    } else if moves.up > 0 {
        format!("`F × 2^{}`", moves.up)
    } else {
        "`F`".to_owned()
    };
    let native = format!(
        "The native float's exponent field is `{exponent}`, its {} bits of fraction {fraction}.",
        native.fraction
    );
    [formula::format_range(facts, (moves.first, moves.last)), formula::format_value(facts), native]
}
