//! Short exponent fields. In such formats, numbers below the smallest normal one and beyond the largest are as common
//! as others.
//!
//! A large number is added to the magnitude. It is so large that the last bit of the sum is worth a unit of the
//! format's significand, and never less than the unit of the smallest number. So the processor rounds there, and the
//! last bits of the sum are the significand as an integer. In the same bits, the added number contains the steps of the
//! exponent. So the sum contains a count of the format's numbers, which begins at zero. In this count, rounding
//! carries, subnormal numbers come first, and a value beyond the largest number has a larger count.
//!
//! For example, `S1 E3 F4 where value = 1.F * 2^(E - 3)` has eight bits. Its smallest normal number is 2^-2, and the
//! unit below that is 2^-6. To 0.1 as an `f32`, 2^17 is added, whose last bit is worth 2^-6. The sum is
//! 2^17 + 6 × 2^-6, so the count is 6, which is the word of the subnormal number 0.09375. To 3, whose exponent is three
//! above the smallest, 2^20 + 48 × 2^-3 is added: 2^20, because its last bit is worth 2^-3, and 48 for three steps of
//! 16 units each. The sum contains 48 + 24 units of 2^-3, and 72 is `0x48`: E is 4, F is 8, and 1.5 × 2^(4 - 3) is 3.

use datarep_dsl::ends::NumberEnds;
use datarep_dsl::model::{Class, ExponentCode, LeadingBit, Negation};

use super::writer::OrdinaryWriter;
use crate::builder::{Cond, Value, hex, shift_up};
use crate::conversion::{Meets, OrdinaryBody};
use crate::ordinary::facts::{OrdinaryFacts, rounds_to_nearest};
use crate::ordinary::fields::scatter_field;
use crate::ordinary::formula;
use crate::types::mask;

/// Bits of the longest exponent field for which the form is used.
const SHORT: u32 = 4;

/// The least exponent that the smallest normal number may have. If it is lower, subnormal numbers are rare.
const LEAST: i64 = -4;

/// What is needed to compute the count of a number.
struct GradualCount {
    /// The ends of the positive and of the negative numbers.
    ends: [NumberEnds; 2],
    /// Bits of the count below the steps of the exponent: those of the significand except the leading one.
    behind: u32,
    /// Bits of the native significand that are dropped.
    down: u32,
    /// The native exponent field of the smallest normal number.
    first: i64,
    /// The native exponent field from which on numbers are odd.
    end: i64,
}

/// The word of a count, and the conditions that go with it.
struct CountWord<'b> {
    word: Value<'b>,
    odd: Cond<'b>,
    tiny: Cond<'b>,
    overflow: Cond<'b>,
    /// The native exponent field from which on numbers are odd.
    end: i64,
}

/// The form for all finite numbers, if the format has a short exponent field and subnormal numbers.
pub(super) fn plan_form(writer: &OrdinaryWriter<'_, '_>) -> Option<OrdinaryBody> {
    let facts = writer.facts;
    let gradual = GradualCount::from_writer(writer)?;
    let (count, inexact) = gradual.compute_count(writer);
    let CountWord { word, odd, tiny, overflow, end } = match (facts.float.negation, facts.float.leading) {
        // These two are the layouts in which the count gives the word with few steps.
        (Negation::SignMagnitude, LeadingBit::Hidden) => gradual.build_word_with_sign_bit(writer, count)?,
        (Negation::TwosSignificand, LeadingBit::None) if facts.float.has_minus_one() => {
            gradual.build_complement_word(writer, count)?
        }
        _ => return None,
    };
    let word = writer.narrow_word(word);
    let (last, behind) = (end - 1, gradual.behind);
    let doc = vec![
        format!("Ordinary: native exponent fields up to {last}, and zero."),
        formula::format_value(facts),
        format!(
            "The count of the format's numbers from zero on has the exponent above {behind} bits, and below the significand."
        ),
    ];
    let conditions = [odd.with_name("odd"), inexact, tiny.with_name("tiny"), overflow.with_name("overflow")];
    let body = writer.builder.finish_ordinary_with_beyond(word, conditions, doc);
    Some(OrdinaryBody::Form { body, meets: Meets::Beyond })
}

/// Whether the significand of zeros is not a number at the first exponent of a sign.
fn has_hole(facts: &OrdinaryFacts<'_>, sign: bool, first: i64) -> bool {
    let is_special = |count: i64| facts.classify_word(sign, count, 0).is_some();
    match facts.float.leading {
        LeadingBit::None => {
            // Without a leading bit only the negative of a power of two has a significand of zeros.
            sign && facts.has_signed_significand() && is_special(first) && !is_special(first + 1)
        }
        LeadingBit::Hidden | LeadingBit::Explicit(_) => facts.stored > 0 && is_special(first),
    }
}

impl GradualCount {
    /// The parts of the count, or `None` if the form cannot be used.
    fn from_writer(writer: &OrdinaryWriter<'_, '_>) -> Option<GradualCount> {
        let facts = writer.facts;
        let OrdinaryFacts { format, float, native, lane, field, .. } = facts;
        // The count goes on in the exponent only in a code that counts upward from its smallest field.
        let is_short = float.radix == 2
            && float.code == ExponentCode::Excess
            && float.low.is_none()
            && *field <= SHORT
            && format.bits < *lane
            && facts.item.is_float();
        if !is_short {
            return None;
        }
        let ends = NumberEnds::from_float(float);
        let [positive, negative] = ends;
        // One count serves both signs, so both must begin at the same number.
        let plain = !(has_hole(facts, false, positive.first) || has_hole(facts, true, negative.first))
            && (positive.first, positive.subnormal, positive.gradual)
                == (negative.first, negative.subnormal, negative.gradual)
            && positive.gradual
            && !writer.policy.underflow.discards_subnormals()
            && rounds_to_nearest(writer.policy)
            && writer.zero_word().is_some_and(|(word, _)| word == 0);
        if !plain {
            return None;
        }
        let behind = float.precision() - 1;
        // Below the units of the sum there must be room for the steps of the exponent.
        let down = native.fraction.checked_sub(behind).filter(|&down| down > 1)?;
        let first = positive.first + facts.unit_power() + i64::from(behind) + native.bias();
        // From here on, the power of two that is added is not finite, or the count is longer than the fraction.
        let end = (native.largest_exponent_field() - i64::from(down)).min(first + (1 << down) - 2);
        // The count must reach beyond all exponents of a short field, so that overflow is found in it.
        let reaches = first >= native.bias() + LEAST && first + (1 << SHORT) < end;
        reaches.then_some(GradualCount { ends, behind, down, first, end })
    }

    /// The count of the rounded number, and the condition that the number was rounded.
    fn compute_count<'b>(&self, writer: &OrdinaryWriter<'_, 'b>) -> (Value<'b>, Cond<'b>) {
        let facts = writer.facts;
        let (native, down) = (facts.native, i64::from(self.down));
        let fraction = native.fraction;
        let exponents = mask(native.bits - 1) & !mask(fraction);
        // Below the smallest normal number the unit does not shrink any more.
        let scale = (writer.bits & exponents).maximum(shift_up(self.first, fraction)).with_name("scale");
        let scale = scale.with_reason("The power of two of the number, or of the smallest normal one.");
        // The exponent goes into the low bits as well, where it counts steps.
        let steps = scale.add_wrapping(scale >> self.down);
        // The sum is to drop `down` bits, so its power of two is as many above that of the number.
        let steps = steps.add_wrapping(shift_up(down, fraction));
        // The count begins at zero with the smallest exponent.
        let steps = steps.add_wrapping(shift_up(-self.first, self.behind));
        let steps = steps.float_from_bits(facts.item).with_name("steps");
        let steps = steps.with_reason(
            "Its last bit is a unit of the format's significand there, and its lowest bits count the steps of the exponent.",
        );
        let magnitude = writer.magnitude.float_from_bits(facts.item);
        // The only operation that rounds.
        let sum = (magnitude + steps).with_name("sum");
        // The subtraction is exact, so a difference is what rounding took.
        let inexact = (sum - steps).differs(magnitude).with_name("inexact");
        // The exponent of the sum is not part of the count.
        let count = (sum.to_bits() & hex(mask(fraction))).with_name("count");
        (count, inexact)
    }

    /// The word for a format with a sign bit and with exponent and significand in one run of bits, as in IEEE formats.
    /// The count is the word without its sign.
    fn build_word_with_sign_bit<'b>(
        &self,
        writer: &OrdinaryWriter<'_, 'b>,
        count: Value<'b>,
    ) -> Option<CountWord<'b>> {
        let facts = writer.facts;
        let float = facts.float;
        let sign = float.sign?;
        let [positive, negative] = self.ends;
        // Only then the count is the word itself, with subnormal numbers from its start.
        if facts.find_joined_shift() != Some(0)
            || (positive.first, positive.subnormal) != (1, Some(0))
            || (positive.last, positive.most) != (negative.last, negative.most)
        {
            return None;
        }
        let most = float.assemble_word(false, positive.last, positive.most);
        let is_class = |word, class: Class| facts.class_of(word) == Some(class);
        let beyond = match writer.overflow_class() {
            None => most,
            // The sign is set afterwards, which must leave the class as it is.
            Some(class) => float.written_word(class).filter(|word| is_class(word | 1 << sign, class))?,
        };
        let (_, keeps) = writer.zero_word()?;
        let outside = writer.magnitude.is_at_least(shift_up(self.end, facts.native.fraction));
        let overflow = count.is_above(hex(most)).with_name("overflow");
        let word = overflow.select(writer.constant_word(beyond), count).with_name("word");
        // A native word in the computation's integer has nothing above its sign.
        let signed = word | writer.sign_bit() << sign;
        let (odd, word) = if keeps {
            (outside, signed)
        } else {
            // A number that was rounded to zero loses its sign as well.
            (outside | is_negative_zero(writer), word.equals(0).select(word.zero(), signed))
        };
        let tiny = count.is_below(shift_up(1, self.behind));
        Some(CountWord { word: word.with_name("word"), odd, tiny, overflow, end: self.end })
    }

    /// The word for a format with a significand in two's complement, the sign above it, and a stored leading one.
    fn build_complement_word<'b>(
        &self,
        writer: &OrdinaryWriter<'_, 'b>,
        count: Value<'b>,
    ) -> Option<CountWord<'b>> {
        let facts = writer.facts;
        let float = facts.float;
        let ([exponents], [significands]) = (float.exponent.as_slice(), float.significand.as_slice()) else {
            return None;
        };
        let [positive, negative] = self.ends;
        // The exponents that either sign can have.
        let counts = (positive.first, negative.last);
        if float.sign != Some(significands.high + 1)
            || positive.first != 0
            || facts.has_special_negative_power(counts)
        {
            return None;
        }
        // Numbers nearer to the end are odd, because the end is not the same for both signs.
        let end = self.first + positive.last.min(negative.last) - positive.first;
        let odd =
            writer.magnitude.is_at_least(shift_up(end, facts.native.fraction)) | is_negative_zero(writer);
        let negative = (writer.bits.cast_signed() >> (facts.native.bits - 1)).with_name("negative");
        // The shifted sign is zero or minus one, so the sum subtracts one from a negative number only.
        let count = (count.cast_signed() + negative).with_name("count");
        let count = count.with_reason(
            "For a negative number, one is subtracted and all bits are inverted: a power of two borrows from the exponent.",
        );
        let tiny = count.is_below(shift_up(1, self.behind));
        // Subnormal numbers share the exponent of the first normal ones.
        let exponent = ((count >> self.behind).maximum(1) - 1).with_name("exponent");
        let all = hex(mask(facts.stored + 1));
        // What the exponent does not take stays, with the leading one above the fraction.
        let significand = ((count - (exponent << self.behind)) ^ negative) & all;
        let significand = significand.with_name("significand");
        let word = scatter_field(exponent, &[*exponents]) | scatter_field(significand, &[*significands]);
        Some(CountWord { word: word.with_name("word"), odd, tiny, overflow: Cond::Never, end })
    }
}

/// The condition that the native word is a negative zero.
fn is_negative_zero<'b>(writer: &OrdinaryWriter<'_, 'b>) -> Cond<'b> {
    writer.bits.equals(hex(1 << (writer.facts.native.bits - 1)))
}
