//! The first and last steps of the forms that write: the native word, its zero and its sign.

use datarep_dsl::ends::NumberEnds;
use datarep_dsl::model::word::field_bits;
use datarep_dsl::model::{Class, LeadingBit, Negation, OverflowRule, Policy};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex, word};
use crate::conversion::{Meets, OrdinaryBody};
use crate::ordinary::facts::OrdinaryFacts;
use crate::ordinary::fields::{complement_word, encode_count, is_outside, scatter_field};
use crate::ordinary::formula;
use crate::types::{container, mask};

/// A writing body under construction.
pub(super) struct OrdinaryWriter<'a, 'b> {
    pub(super) facts: &'a OrdinaryFacts<'a>,
    pub(super) policy: &'a Policy,
    pub(super) builder: &'b BodyBuilder,
    /// The native word, in the integers of the computation, and the same word without its sign.
    pub(super) bits: Value<'b>,
    pub(super) magnitude: Value<'b>,
}

/// The items that are ordinary.
pub(super) struct OrdinaryItems<'b> {
    /// The range of their native exponent fields.
    range: (i64, i64),
    /// The condition that the item is zero and the format can store zero. Such items are ordinary,
    /// too.
    zero: Cond<'b>,
    /// The condition that the item is not ordinary.
    odd: Cond<'b>,
}

/// The steps of a body for a number.
pub(super) struct OrdinaryNumber<'b> {
    pub(super) ordinaries: OrdinaryItems<'b>,
    /// The word of its magnitude. If sign and significand are one number, the word of the number itself.
    pub(super) word: Value<'b>,
    pub(super) inexact: Cond<'b>,
    /// The values of the fields, for people.
    pub(super) doc: String,
}

impl<'a, 'b> OrdinaryWriter<'a, 'b> {
    pub(super) fn new(
        facts: &'a OrdinaryFacts<'a>,
        policy: &'a Policy,
        builder: &'b BodyBuilder,
    ) -> OrdinaryWriter<'a, 'b> {
        // Every pattern may come in, NaNs included.
        let item = builder.input(facts.item, u128::MAX);
        let bits = item.to_bits().cast(facts.word_type()).with_name("bits");
        let magnitude = (bits & hex(mask(facts.native.bits - 1))).with_name("magnitude");
        OrdinaryWriter { facts, policy, builder, bits, magnitude }
    }

    /// The native sign bit.
    pub(super) fn sign_bit(&self) -> Value<'b> {
        self.bits >> (self.facts.native.bits - 1)
    }

    fn is_negative(&self) -> Cond<'b> {
        self.sign_bit().differs(0)
    }

    /// A constant word.
    pub(super) fn constant_word(&self, number: u128) -> Value<'b> {
        self.builder.constant(self.facts.word_type(), word(number, self.facts.format.bits))
    }

    /// The word of a number, narrowed to the bits of the format.
    pub(super) fn narrow_word(&self, word: Value<'b>) -> Value<'b> {
        word.to_word(self.facts.format.bits).with_name("word")
    }

    /// The part of a range of native exponent fields that belongs to normal numbers, or `None` if it is empty.
    pub(super) fn native_range(&self, first: i64, last: i64) -> Option<(i64, i64)> {
        // Subnormal numbers, infinities and NaNs have the first and the last native exponent.
        let (first, last) = (first.max(1), last.min(self.facts.native.largest_exponent_field() - 1));
        (first <= last).then_some((first, last))
    }

    /// The word with the coded field of an exponent, the exponent's count for a second word, and the stored bits of a
    /// significand.
    pub(super) fn join_fields(
        &self,
        count: Value<'b>,
        coded_field: Value<'b>,
        significand: Value<'b>,
    ) -> Value<'b> {
        let OrdinaryFacts { float, stored, .. } = self.facts;
        let exponent = scatter_field(coded_field, &float.exponent);
        if *stored == 0 {
            return exponent;
        }
        let word = exponent | scatter_field(significand, &float.significand);
        let word = match float.leading {
            // Only normal numbers are written here.
            LeadingBit::Explicit(bit) => word | hex(1 << bit),
            LeadingBit::None | LeadingBit::Hidden => word,
        };
        let Some(low) = &float.low else { return word };
        // The second word has the exponent of its own part, a fixed number below the first.
        let less = encode_count(self.facts, count.sub_wrapping(decimal(low.less)).with_name("low"));
        word | scatter_field(less & mask(field_bits(&low.exponent)), &low.exponent)
    }

    /// As [`OrdinaryWriter::join_fields`], for a significand whose sign continues above its stored
    /// bits.
    pub(super) fn join_signed_fields(
        &self,
        count: Value<'b>,
        coded_field: Value<'b>,
        significand: Value<'b>,
    ) -> Value<'b> {
        let OrdinaryFacts { format, float, stored, lane, .. } = self.facts;
        match float.significand.as_slice() {
            [range] if float.sign == Some(range.high + 1) && float.low.is_none() => {
                // Bits above the sign are dropped with the other bits beyond the word.
                let is_top = range.high + 2 == format.bits
                    && (format.bits == *lane || container(format.bits) == format.bits);
                let signed = if is_top { significand } else { significand & mask(stored + 1) };
                // The sign is directly above the significand, so both are moved together.
                scatter_field(coded_field, &float.exponent) | signed << range.low
            }
            _ => self.join_fields(count, coded_field, significand & mask(*stored)),
        }
    }

    /// The word of zero, and whether a negative zero keeps its sign.
    pub(super) fn zero_word(&self) -> Option<(u128, bool)> {
        let facts = self.facts;
        let word = facts.float.written_word(Class::Zero)?;
        // The word with its sign bit set must be zero as well.
        let is_zero = |bit: u32| facts.class_of(word | 1 << bit) == Some(Class::Zero);
        let keeps = facts.keeps_negative_zero(self.policy) && facts.float.sign.is_some_and(is_zero);
        Some((word, keeps))
    }

    /// The class that an overflow becomes, or `None` if it becomes a number or an error.
    pub(super) fn overflow_class(&self) -> Option<Class> {
        match self.policy.overflow {
            OverflowRule::Infinity => Some(Class::Infinity),
            OverflowRule::Nan => Some(Class::Nan),
            OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => None,
        }
    }

    /// The word for a negative number if the format has no sign and the rule is to write the nearest number.
    fn nearest_word_to_negative(&self) -> Option<u128> {
        let facts = self.facts;
        let float = facts.float;
        // An overflow that becomes an infinity or a NaN is left to the exact body.
        if float.negation != Negation::None || self.overflow_class().is_some() {
            return None;
        }
        // Without a zero, the smallest number is the nearest.
        let least = || {
            let [positive, _] = NumberEnds::from_float(float);
            // The smallest normalized significand, with a one as its first digit.
            float.assemble_word(false, positive.first, 1 << (float.precision() - float.digit_bits()))
        };
        Some(facts.float.written_word(Class::Zero).unwrap_or_else(least))
    }

    /// The items with these native exponent fields, and zero.
    pub(super) fn ordinary_items(&self, range: (i64, i64)) -> OrdinaryItems<'b> {
        let OrdinaryFacts { float, native, .. } = self.facts;
        let zero = match self.zero_word() {
            None => Cond::Never,
            Some((_, true)) => self.magnitude.equals(0).with_name("zero"),
            Some((_, false)) => self.bits.equals(0).with_name("zero"),
        };
        let outside = is_outside(self.magnitude, range, native.fraction);
        // Without a sign bit, a negative number is an overflow or odd.
        let is_odd_below = float.sign.is_none() && self.nearest_word_to_negative().is_none();
        let outside = if is_odd_below { outside | self.is_negative() } else { outside };
        OrdinaryItems { range, zero, odd: (outside & !zero).with_name("odd") }
    }

    /// The finished form.
    pub(super) fn finish_form(&self, number: OrdinaryNumber<'b>) -> OrdinaryBody {
        let OrdinaryNumber { ordinaries, word, inexact, doc } = number;
        let OrdinaryItems { range: (first, last), zero, odd } = ordinaries;
        let is_rounded = !inexact.is_never();
        let zero_word = self.zero_word().map_or(0, |(word, _)| word);
        // The steps make another word of zero, as it has no leading one.
        let word = zero.select(self.constant_word(zero_word), word).with_name("word");
        let inexact = inexact.with_name("inexact");
        let and_zero = if zero.is_never() { "" } else { ", and zero" };
        let range = format!("Ordinary: native exponent fields e from {first} to {last}{and_zero}.");
        let doc = vec![range, formula::format_value(self.facts), doc];
        let Some(below) = self.nearest_word_to_negative() else {
            let word = self.narrow_word(self.with_sign(word).with_name("word"));
            let body: Body = self.builder.finish_ordinary(word, odd, inexact, doc);
            let meets = if is_rounded { Meets::Rounding } else { Meets::Nothing };
            return OrdinaryBody::Form { body, meets };
        };
        // Negative numbers are beyond the range of a format without a sign.
        let overflow = self.is_negative().with_name("overflow");
        let word = overflow.select(self.constant_word(below), word).with_name("word");
        let word = self.narrow_word(self.with_sign(word));
        let body = self.builder.finish_ordinary_with_beyond(word, [odd, inexact, Cond::Never, overflow], doc);
        OrdinaryBody::Form { body, meets: Meets::Beyond }
    }

    /// The word with its sign.
    fn with_sign(&self, word: Value<'b>) -> Value<'b> {
        let OrdinaryFacts { float, stored, .. } = self.facts;
        // The sign is written with the significand as one number then.
        let goes_on = *stored > 0
            && float.low.is_none()
            && matches!(float.significand.as_slice(), [range] if float.sign == Some(range.high + 1));
        // Last, because the complement is that of the whole word.
        if float.negation.is_complement() {
            return self.is_negative().select(complement_word(self.facts, word), word);
        }
        match (float.negation, float.sign) {
            (Negation::TwosSignificand | Negation::ImpliedComplement, Some(_)) if goes_on => word,
            (
                Negation::SignMagnitude | Negation::TwosSignificand | Negation::ImpliedComplement,
                Some(bit),
            ) => {
                // Both words of a number have its sign.
                let word = word | self.sign_bit() << bit;
                float.low.as_ref().map_or(word, |low| word | self.sign_bit() << low.sign)
            }
            _ => word,
        }
    }
}
