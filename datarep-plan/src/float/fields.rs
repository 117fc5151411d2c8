//! Fields of a word as values, and conditions on them.

use std::cmp::Ordering;

use datarep_dsl::model::{BitRange, Condition, Field};

use crate::builder::{Cond, Value, decimal, hex};
use crate::types::mask;

/// The fields of a word. The exponent is a signed number of 32 bits. The other fields have the type of the word.
#[derive(Clone, Copy)]
pub(crate) struct FieldValues<'b> {
    pub(crate) sign: Value<'b>,
    pub(crate) exponent: Value<'b>,
    pub(crate) fraction: Value<'b>,
    pub(crate) leading: Value<'b>,
}

/// The bits of a word in the ranges, put together. The first range is the most significant.
pub(crate) fn gather_field<'b>(word: Value<'b>, ranges: &[BitRange]) -> Value<'b> {
    // The place of a part in the field, from the most significant part down.
    let mut below: u32 = ranges.iter().map(|range| range.width()).sum();
    ranges.iter().fold(word.zero(), |all, range| {
        below -= range.width();
        all | (word >> range.low & mask(range.width())) << below
    })
}

/// A value whose bits lie in the ranges, the highest ones in the first range. All other bits are zero.
pub(crate) fn scatter_field<'b>(value: Value<'b>, ranges: &[BitRange]) -> Value<'b> {
    let mut below: u32 = ranges.iter().map(|range| range.width()).sum();
    ranges.iter().fold(value.zero(), |all, range| {
        below -= range.width();
        all | (value >> below & mask(range.width())) << range.low
    })
}

/// A condition on the fields.
pub(crate) fn build_condition<'b>(condition: &Condition, fields: FieldValues<'b>) -> Cond<'b> {
    match condition {
        Condition::Compare(field, comparison, number) => {
            let (value, bits) = match field {
                Field::Sign => (fields.sign, 1),
                // The exponent is a signed number of 32 bits, so numbers of 31 bits are the ends of what it can be.
                Field::Exponent => (fields.exponent, 31),
                Field::Significand => (fields.fraction, fields.fraction.ty().integer_bits().unwrap_or(128)),
                Field::Leading => (fields.leading, 1),
            };
            let most = mask(bits);
            match u128::try_from(*number) {
                // A number that the field cannot hold is above all of its values.
                Ok(number) if number > most => Cond::from_truth(comparison.holds_for(Ordering::Less)),
                _ if *field == Field::Exponent && *number >= -(1 << 31) => {
                    value.compare_to(*comparison, decimal(*number))
                }
                Ok(number) => value.compare_to(*comparison, hex(number)),
                // The other fields are not negative, so they are above every negative number.
                Err(_) => Cond::from_truth(comparison.holds_for(Ordering::Greater)),
            }
        }
        Condition::And(left, right) => build_condition(left, fields) & build_condition(right, fields),
        Condition::Or(left, right) => build_condition(left, fields) | build_condition(right, fields),
    }
}
