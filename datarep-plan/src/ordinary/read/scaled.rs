//! All other formats: a sign beside any significand of up to 128 bits. Numbers can be odd for several reasons.

use datarep_dsl::model::{Class, LeadingBit, Negation};

use super::power::{PowerOfTwo, ProductFloat, count_dropped, find_significand_bits, is_outside};
use super::reader::OrdinaryReader;
use crate::builder::{Cond, Value, decimal, hex, shift_up};
use crate::conversion::OrdinaryBody;
use crate::ordinary::facts::OrdinaryFacts;
use crate::ordinary::{fields, formula};
use crate::types::{Type, mask};

/// The fields, the zeros and the odd words of a body.
struct ScaledParts<'b> {
    exponent: Value<'b>,
    fraction: Value<'b>,
    significand: Value<'b>,
    /// The condition that the word is zero, if the steps would make another number of it.
    zero: Cond<'b>,
    odd: Cond<'b>,
}

/// The form for a significand times a power of two. The significand is an integer, which the processor converts to a
/// float.
pub(super) fn plan_form(reader: &OrdinaryReader<'_, '_>) -> Option<OrdinaryBody> {
    let facts = reader.facts;
    if matches!(facts.float.leading, LeadingBit::Explicit(_)) {
        return None;
    }
    let made = ProductFloat::from_facts(facts)?;
    let hidden = facts.has_leading_one();
    // If bits are dropped, a number that is not normalized could lose bits that count.
    let dropped = count_dropped(facts);
    let bounded = dropped > 0 && !hidden;
    // Without a hidden bit, a significand of zero is left to the treatment of zeros.
    let least = if bounded { smallest_significand_with_drops(facts, dropped) } else { u128::from(!hidden) };
    let range = PowerOfTwo { facts, made, raised: 0, less: 0 }.find_range(least, reader.policy)?;
    let all = range == (0, facts.largest_count());

    let mut parts = ScaledParts::from_word(reader, range);
    // If every exponent makes a finite power of two, zero times the power is zero.
    if all && dropped == 0 && parts.odd.is_never() {
        parts.zero = Cond::Never;
    }
    let ScaledParts { exponent, significand, zero, .. } = parts;
    let small =
        if bounded { significand.is_below(shift_up(1, least.trailing_zeros())) & !zero } else { Cond::Never };
    let odd = (parts.odd | small | reader.has_unclear_exponent()).with_name("odd");
    // Dropped bits make each unit of the integer worth more.
    let power_of_two = PowerOfTwo { facts, made, raised: -i64::from(dropped), less: 0 };
    let (exponent, significand) = narrow_parts(facts, exponent, significand);
    let power = power_of_two.plan_steps(exponent);
    let (number, inexact) = made.multiply_power(significand, power, find_significand_bits(facts));
    // A zero may have any exponent, so it does not matter whether its product was rounded.
    let inexact = if made == ProductFloat::Narrowed { inexact & !zero } else { inexact };
    let bits = number.with_name("number").to_bits();
    // With a hidden one, the product of the word of zeros is not zero.
    let magnitude = if all && !hidden { bits } else { zero.select(bits.zero(), bits) };
    let item = reader.apply_sign(magnitude.with_name("magnitude"));
    Some(reader.finish_form(
        item,
        odd,
        inexact,
        [formula::format_range(facts, range), formula::format_value(facts)],
    ))
}

/// The smallest ordinary significand if bits are dropped. It is normalized. Below the bits that the native float holds,
/// one bit is left for half of the last one, and one that stands for all dropped bits.
fn smallest_significand_with_drops(facts: &OrdinaryFacts<'_>, dropped: u32) -> u128 {
    let normalized = i64::from(find_significand_bits(facts)) - facts.digit;
    1 << normalized.max(i64::from(dropped + facts.native.precision() + 1))
}

impl<'b> ScaledParts<'b> {
    fn from_word(reader: &OrdinaryReader<'_, 'b>, (first, last): (i64, i64)) -> ScaledParts<'b> {
        let facts = reader.facts;
        let exponent = fields::decode_count(facts, reader.positive).with_name("exponent");
        let fraction = reader.stored_fraction().with_name("fraction");
        let significand = build_significand(reader, fraction).with_name("significand");
        let outside = if (first, last) == (0, facts.largest_count()) {
            Cond::Never
        } else {
            is_outside(exponent, (first, last))
        };
        let mut parts = ScaledParts { exponent, fraction, significand, zero: Cond::Never, odd: outside };
        // A hidden one keeps a significand of zeros from being zero.
        if !facts.has_leading_one() && is_zero_everywhere(facts, false) {
            parts.set_zero_for_every_exponent(reader);
        } else {
            parts.set_zero_for_one_exponent(reader);
        }
        parts
    }

    /// Sets the conditions for a format in which a significand of zero is zero with every exponent.
    fn set_zero_for_every_exponent(&mut self, reader: &OrdinaryReader<'_, 'b>) {
        let facts = reader.facts;
        // The negative zero must be zero by its class before its sign can be kept.
        let keeps = is_zero_everywhere(facts, true) && facts.keeps_negative_zero(reader.policy);
        self.zero = self.fraction.equals(0).with_name("zero");
        let minus = if keeps { Cond::Never } else { self.zero & reader.is_negative() };
        // A zero may have an exponent outside the range.
        self.odd = (self.odd & !self.zero) | minus;
    }

    /// Sets the conditions for a format in which only the word of zeros can be zero.
    fn set_zero_for_one_exponent(&mut self, reader: &OrdinaryReader<'_, 'b>) {
        let facts = reader.facts;
        let nothing = self.fraction.equals(0);
        if !facts.has_leading_one() {
            // What a significand of zeros means depends on the exponent.
            self.odd = self.odd | nothing;
        }
        let (has_zero, keeps) = reader.classify_zero_words();
        if has_zero {
            // Only the exponent of the word of zeros, and no other, makes zero.
            let magnitude = nothing & self.exponent.equals(decimal(facts.count_of_zeros()));
            self.zero = reader.is_zero_word(keeps, magnitude).with_name("zero");
            self.odd = self.odd & !self.zero;
        }
    }
}

/// Whether a significand of zero is zero with every exponent, for this sign.
fn is_zero_everywhere(facts: &OrdinaryFacts<'_>, sign: bool) -> bool {
    facts.boundary_counts().iter().all(|&count| facts.classify_word(sign, count, 0) == Some(Class::Zero))
}

/// The magnitude of the significand as an integer.
fn build_significand<'b>(reader: &OrdinaryReader<'_, 'b>, fraction: Value<'b>) -> Value<'b> {
    let facts = reader.facts;
    let constant = |number: u128| reader.builder.constant(fraction.ty(), hex(number));
    let (one, two) = (constant(1 << facts.stored), constant(2 << facts.stored));
    match (facts.float.negation, facts.float.leading) {
        // With the sign set, the stored bits are `2^stored` less the magnitude.
        (Negation::TwosSignificand, _) => reader.is_negative().select(one - fraction, fraction),
        // With the sign set, the fields stand for `F - 2 × 2^stored`.
        (Negation::ImpliedComplement, _) => reader.is_negative().select(two - fraction, fraction | one),
        (_, LeadingBit::Hidden) => fraction | one,
        (_, LeadingBit::None | LeadingBit::Explicit(_)) => fraction,
    }
}

/// Narrows integers of 128 bits to 64 bits. The last bit of the significand stands for all dropped bits.
fn narrow_parts<'b>(
    facts: &OrdinaryFacts<'_>,
    exponent: Value<'b>,
    significand: Value<'b>,
) -> (Value<'b>, Value<'b>) {
    if facts.lane != 128 {
        return (exponent, significand);
    }
    let (long, dropped) = (Type::Unsigned(64), count_dropped(facts));
    let lost = (significand & mask(dropped)).differs(0).to_value(significand.builder());
    // A bit for all that is lost keeps the rounding right, because it is below half of the last place.
    let kept = (significand >> dropped).cast(long) | lost.cast(long);
    let kept = kept.with_name("significand");
    let kept =
        if dropped == 0 { kept } else { kept.with_reason("The last bit is set where anything is dropped.") };
    (exponent.cast(long).with_name("exponent"), kept)
}
