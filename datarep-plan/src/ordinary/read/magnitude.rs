//! Significands without a hidden bit beside a sign. They are integers times a power of two, to which the sign is added.

use datarep_dsl::model::{Class, LeadingBit, Negation};

use super::power::{PowerOfTwo, ProductFloat, count_dropped, find_significand_bits};
use super::reader::OrdinaryReader;
use crate::builder::{Cond, Value, hex};
use crate::conversion::OrdinaryBody;
use crate::ordinary::facts::OrdinaryFacts;
use crate::ordinary::{fields, formula};
use crate::types::mask;

/// The treatment of words whose significand is zero.
struct MagnitudeZeros {
    /// Whether a significand of zero is zero with every exponent in the range.
    natural: bool,
    /// Whether the word of zeros is accepted although its exponent or significand would make it odd.
    exempt: bool,
    /// Whether the sign of a zero needs no check.
    keeps: bool,
}

/// The form for the significand of a magnitude times a power of two. The processor converts the significand to a float.
/// Zero needs no step of its own: it is zero with every exponent in the range. The word of zeros is accepted with any
/// exponent.
///
/// `None` if the exponent of the word of zeros does not make a finite power, or if integers are too long.
pub(super) fn plan_form(reader: &OrdinaryReader<'_, '_>) -> Option<OrdinaryBody> {
    let facts = reader.facts;
    let apart = !facts.has_signed_significand();
    let plain = facts.float.leading == LeadingBit::None && reader.has_unclear_exponent().is_never();
    // Dropped bits are left to the form that narrows its integers.
    if !apart || !plain || facts.lane > 64 || count_dropped(facts) > 0 {
        return None;
    }
    let power_of_two = PowerOfTwo { facts, made: ProductFloat::from_facts(facts)?, raised: 0, less: 0 };
    // A significand of zero is treated apart, so that only the others must be ordinary.
    let range = power_of_two.find_range(1, reader.policy)?;
    let zeros = MagnitudeZeros::from_range(reader, range);
    let zero = facts.count_of_zeros();
    if zeros.exempt && power_of_two.is_infinite_or_nan(zero) {
        return None;
    }

    let exponent = fields::decode_count(facts, reader.positive).with_name("exponent");
    let significand = reader.stored_fraction().with_name("significand");
    let power = power_of_two.plan_steps(exponent);
    let (number, inexact) =
        power_of_two.made.multiply_power(significand, power, find_significand_bits(facts));
    let number = number.with_name("number");
    let odd =
        zeros.is_odd(reader, significand, power_of_two.is_outside(power, exponent, range)).with_name("odd");
    let bits = number.to_bits();
    // The word of zeros takes its power from an exponent outside the range, which may have reached the sign bit.
    let turns = zeros.exempt && power_of_two.is_negative(zero);
    let item = reader.apply_sign(if turns { bits & mask(facts.native.bits - 1) } else { bits });
    // Adding zero makes a negative zero positive.
    let item = if reads_signed_zero_as_positive(facts) {
        item + reader.builder.float_constant(facts.item, 0.0)
    } else {
        item
    };
    Some(reader.finish_form(
        item,
        odd,
        inexact,
        [formula::format_range(facts, range), formula::format_value(facts)],
    ))
}

/// Whether a zero whose sign bit is set is the positive zero.
fn reads_signed_zero_as_positive(facts: &OrdinaryFacts<'_>) -> bool {
    facts.float.negation == Negation::TwosWord
}

impl MagnitudeZeros {
    fn from_range(reader: &OrdinaryReader<'_, '_>, (first, last): (i64, i64)) -> MagnitudeZeros {
        let facts = reader.facts;
        // In a complement of the whole word, a negative zero without an encoding of its own is left to the exact body.
        let is_zero = |sign, count| match facts.classify_word(sign, count, 0) {
            None => !(sign && reads_signed_zero_as_positive(facts)),
            class => class == Some(Class::Zero),
        };
        let counts = facts.boundary_counts_within((first, last));
        // At every count where a class may change, both signs must give zero.
        let natural = counts.iter().all(|&count| is_zero(false, count) && is_zero(true, count));
        let is_class_zero = |word| facts.class_of(word) == Some(Class::Zero);
        let keeps = facts.float.sign.is_none_or(|bit| {
            is_class_zero(1 << bit) && facts.keeps_negative_zero(reader.policy)
                || reads_signed_zero_as_positive(facts)
        });
        // If zero's own exponent is in the range, nothing has to be excepted.
        let all = (first..=last).contains(&facts.count_of_zeros());
        MagnitudeZeros { natural, exempt: is_class_zero(0) && !(natural && all && keeps), keeps }
    }

    /// The condition that the word is odd: its exponent is outside the range, or its significand is zero and the form
    /// would not make the right zero.
    fn is_odd<'b>(
        &self,
        reader: &OrdinaryReader<'_, 'b>,
        significand: Value<'b>,
        outside: Cond<'b>,
    ) -> Cond<'b> {
        let nothing = significand.equals(0);
        // Where a significand of zeros is not always zero, it is left to the exact body.
        let beyond = if self.natural { outside } else { outside | nothing };
        let odd = if self.exempt { beyond & self.is_not_zero_word(reader) } else { beyond };
        // The form would give the negative zero, which the rules do not keep.
        let minus = if self.natural && !self.keeps { nothing & reader.is_negative() } else { Cond::Never };
        odd | minus
    }

    /// The condition that the word is not the word of zeros.
    fn is_not_zero_word<'b>(&self, reader: &OrdinaryReader<'_, 'b>) -> Cond<'b> {
        let float = reader.facts.float;
        let ranges = float.exponent.iter().chain(&float.significand);
        let fields = ranges.fold(0, |all, range| all | mask(range.width()) << range.low);
        let magnitude = (reader.positive & hex(fields)).differs(0);
        // The magnitude of a complement is zero only if the word is.
        if reader.is_whole_complement() {
            reader.positive.differs(0)
        } else if reader.facts.has_word_complement() {
            // A zero whose sign is set is left to the exact body.
            magnitude | reader.is_negative()
        } else if self.keeps {
            magnitude
        } else {
            // A zero with its sign set is not excepted, because it does not keep its sign.
            reader.word.differs(0)
        }
    }
}
