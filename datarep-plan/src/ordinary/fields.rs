//! Steps that take fields out of a word and put fields into a word.

use datarep_dsl::model::word::field_bits;
use datarep_dsl::model::{BitRange, ExponentCode, Negation};

use super::facts::OrdinaryFacts;
use crate::builder::{Cond, Constant, Value, decimal, hex, shift_up};
use crate::types::mask;

/// The bits of a word in the ranges, put together. The first range is the most significant.
pub(super) fn gather_field<'b>(word: Value<'b>, ranges: &[BitRange]) -> Value<'b> {
    let mut below = field_bits(ranges);
    // The place of each range is the number of bits in the ranges after it.
    let parts = ranges.iter().map(|range| {
        below -= range.width();
        (word >> range.low & mask(range.width())) << below
    });
    parts.fold(word.zero(), |above, part| above | part)
}

/// A value whose bits lie in the ranges, the highest ones in the first range. It has no more bits than they do.
pub(super) fn scatter_field<'b>(value: Value<'b>, ranges: &[BitRange]) -> Value<'b> {
    // One run of bits needs no mask, because nothing is above the value.
    if let [range] = ranges {
        return value << range.low;
    }
    let mut below = field_bits(ranges);
    let parts = ranges.iter().map(|range| {
        below -= range.width();
        (value >> below & mask(range.width())) << range.low
    });
    parts.fold(value.zero(), |above, part| above | part)
}

/// The condition that the exponent of a magnitude is not in a range. Below the exponent are `behind` bits of
/// significand.
pub(super) fn is_outside(magnitude: Value<'_>, (first, last): (i64, i64), behind: u32) -> Cond<'_> {
    let count = last - first + 1;
    let bits = magnitude.ty().integer_bits().unwrap_or(128);
    // The range contains every exponent.
    if u128::from(count.unsigned_abs()) > mask(bits - behind) {
        return Cond::Never;
    }
    // Numbers below the range wrap to large ones, so that one comparison tests both ends.
    magnitude
        .sub_wrapping(shift_count_up(first, behind, bits))
        .is_at_least(shift_count_up(count, behind, bits))
}

/// A count above `behind` bits of significand, for comparisons with unsigned words of `bits` bits.
pub(super) fn shift_count_up(count: i64, behind: u32, bits: u32) -> Constant {
    let number = (i128::from(count).cast_unsigned() << behind) & mask(bits);
    // A count whose highest bit is set is shown as a word, because it may stand for a negative number.
    if number >> (bits - 1) == 0 { shift_up(count, behind) } else { hex(number) }
}

/// The complement of a word, in the bits that belong to a field.
pub(super) fn complement_word<'b>(facts: &OrdinaryFacts<'_>, word: Value<'b>) -> Value<'b> {
    let unused = facts.float.unused_bits(facts.format.bits);
    let used = hex(mask(facts.format.bits) & !unused);
    match facts.float.negation {
        Negation::OnesWord => !word & used,
        Negation::OnesSignificand => word ^ hex(facts.float.inverted_bits(facts.format.bits)),
        // Without unused bits the complement is the negative of the integer.
        _ if unused == 0 => word.negate() & used,
        // Unused bits are set, so that a carry passes through them.
        _ => (!word | hex(unused)).add_wrapping(1) & used,
    }
}

/// The exponent field of a word as a count from its smallest number.
pub(super) fn decode_count<'b>(facts: &OrdinaryFacts<'_>, word: Value<'b>) -> Value<'b> {
    let field = gather_field(word, &facts.float.exponent);
    let half = 1_u128 << (facts.field - 1);
    match facts.float.code {
        ExponentCode::Excess => field,
        ExponentCode::Twos => field ^ half,
        ExponentCode::Ones => {
            let field = field.with_name("field");
            let negative = field.is_at_least(hex(half)).to_value(field.builder());
            // A negative number in one's complement reads as one less in two's complement.
            (field ^ half) + negative.cast(field.ty())
        }
        ExponentCode::Rotated => {
            let field = field.with_name("field");
            // The lowest bit is the sign. It goes above the others, as in two's complement.
            (field >> 1 | (field & 1) << (facts.field - 1)) ^ half
        }
        ExponentCode::SignMagnitude => {
            let field = field.with_name("field");
            // A positive number counts up from the middle, and a negative one down from it.
            let [half, all] = [half, 2 * half].map(|count| decimal(count.cast_signed()));
            let all = field.builder().constant(field.ty(), all);
            field.is_below(half).select(field + half, all - field)
        }
        ExponentCode::ExcessOnes => {
            let field = field.with_name("field");
            let below = field.is_below(decimal(facts.float.bias)).to_value(field.builder());
            // The fields below the bias are one less, as two of them stand for zero.
            field + below.cast(field.ty())
        }
    }
}

/// The exponent field for a count.
pub(super) fn encode_count<'b>(facts: &OrdinaryFacts<'_>, count: Value<'b>) -> Value<'b> {
    let half = 1_u128 << (facts.field - 1);
    let all = mask(facts.field);
    match facts.float.code {
        ExponentCode::Excess => count,
        ExponentCode::Twos => count ^ half,
        ExponentCode::Ones => {
            let count = count.with_name("count");
            // The inverse of reading: the field of a negative number is one less.
            let negative = count.is_below(hex(half)).to_value(count.builder());
            count.sub_wrapping(hex(half)).sub_wrapping(negative.cast(count.ty())) & all
        }
        ExponentCode::Rotated => {
            let number = (count ^ half).with_name("number");
            // The sign goes from the top to the lowest bit.
            (number << 1 | (number & all) >> (facts.field - 1)) & all
        }
        ExponentCode::SignMagnitude => {
            let count = count.with_name("count");
            let half = decimal(half.cast_signed());
            // Modulo the field, the negative of the count has the sign set.
            count.is_below(half).select(count.negate() & all, count.sub_wrapping(half))
        }
        ExponentCode::ExcessOnes => {
            let count = count.with_name("count");
            let below = count.is_below(decimal(facts.float.bias)).to_value(count.builder());
            count.sub_wrapping(below.cast(count.ty()))
        }
    }
}
