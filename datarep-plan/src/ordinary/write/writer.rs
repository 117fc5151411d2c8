//! The first and last steps of the forms that write: the native word, its zero and its sign.

use datarep_dsl::ends::Ends;
use datarep_dsl::model::word::field_bits;
use datarep_dsl::model::{Class, Leading, Negation, Overflow, Policy};

use crate::body::Body;
use crate::builder::{Builder, Cond, Value, decimal, hex, word};
use crate::conversion::{Meets, Ordinary};
use crate::ordinary::facts::Facts;
use crate::ordinary::fields::{coded, complement, outside, scattered};
use crate::ordinary::formula;
use crate::types::{container, mask};

/// A writing body under construction.
pub(super) struct Writer<'a, 'b> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) policy: &'a Policy,
    pub(super) builder: &'b Builder,
    /// The native word, in the integers of the computation, and the same word without its sign.
    pub(super) bits: Value<'b>,
    pub(super) magnitude: Value<'b>,
}

/// The items that are ordinary.
pub(super) struct Ordinaries<'b> {
    /// The range of their native exponent fields.
    range: (i64, i64),
    /// The condition that the item is a zero that the format has. It is ordinary too.
    zero: Cond<'b>,
    /// The condition that the item is not ordinary.
    odd: Cond<'b>,
}

/// The steps of a body for a number.
pub(super) struct Number<'b> {
    pub(super) ordinaries: Ordinaries<'b>,
    /// The word of its magnitude. If sign and significand are one number, the word of the number itself.
    pub(super) word: Value<'b>,
    pub(super) inexact: Cond<'b>,
    /// The values of the fields, for people.
    pub(super) doc: String,
}

impl<'a, 'b> Writer<'a, 'b> {
    pub(super) fn new(facts: &'a Facts<'a>, policy: &'a Policy, builder: &'b Builder) -> Writer<'a, 'b> {
        let item = builder.input(facts.item, u128::MAX);
        let bits = item.to_bits().cast(facts.word()).named("bits");
        let magnitude = (bits & hex(mask(facts.native.bits - 1))).named("magnitude");
        Writer { facts, policy, builder, bits, magnitude }
    }

    /// The native sign bit.
    pub(super) fn sign(&self) -> Value<'b> {
        self.bits >> (self.facts.native.bits - 1)
    }

    fn is_negative(&self) -> Cond<'b> {
        self.sign().differs(0)
    }

    /// A constant word.
    pub(super) fn constant(&self, number: u128) -> Value<'b> {
        self.builder.constant(self.facts.word(), word(number, self.facts.format.bits))
    }

    /// The word of a number, narrowed to the bits of the format.
    pub(super) fn narrowed(&self, word: Value<'b>) -> Value<'b> {
        word.to_word(self.facts.format.bits).named("word")
    }

    /// The part of a range of native exponent fields that belongs to normal numbers, or `None` if it is empty.
    pub(super) fn native_range(&self, first: i64, last: i64) -> Option<(i64, i64)> {
        let (first, last) = (first.max(1), last.min(self.facts.native.top() - 1));
        (first <= last).then_some((first, last))
    }

    /// The word with the coded field of an exponent, the exponent's count for a second word, and the stored bits of a
    /// significand.
    pub(super) fn fields(
        &self,
        count: Value<'b>,
        coded_field: Value<'b>,
        significand: Value<'b>,
    ) -> Value<'b> {
        let Facts { float, stored, .. } = self.facts;
        let exponent = scattered(coded_field, &float.exponent);
        if *stored == 0 {
            return exponent;
        }
        let word = exponent | scattered(significand, &float.significand);
        let word = match float.leading {
            Leading::Explicit(bit) => word | hex(1 << bit),
            Leading::None | Leading::Hidden => word,
        };
        let Some(low) = &float.low else { return word };
        let less = coded(self.facts, count.sub_wrapping(decimal(low.less)).named("low"));
        word | scattered(less & mask(field_bits(&low.exponent)), &low.exponent)
    }

    /// As `fields`, for a significand whose sign continues above its stored bits.
    pub(super) fn signed_fields(
        &self,
        count: Value<'b>,
        coded_field: Value<'b>,
        significand: Value<'b>,
    ) -> Value<'b> {
        let Facts { format, float, stored, lane, .. } = self.facts;
        match float.significand.as_slice() {
            [range] if float.sign == Some(range.high + 1) && float.low.is_none() => {
                // Bits above the sign are dropped with the other bits beyond the word.
                let is_top = range.high + 2 == format.bits
                    && (format.bits == *lane || container(format.bits) == format.bits);
                let signed = if is_top { significand } else { significand & mask(stored + 1) };
                scattered(coded_field, &float.exponent) | signed << range.low
            }
            _ => self.fields(count, coded_field, significand & mask(*stored)),
        }
    }

    /// The word of zero, and whether a negative zero keeps its sign.
    pub(super) fn zero(&self) -> Option<(u128, bool)> {
        let facts = self.facts;
        let word = facts.float.written_word(Class::Zero)?;
        let is_zero = |bit: u32| facts.class_of(word | 1 << bit) == Some(Class::Zero);
        let keeps = facts.keeps_negative_zero(self.policy) && facts.float.sign.is_some_and(is_zero);
        Some((word, keeps))
    }

    /// The class that an overflow becomes, or `None` if it becomes a number or an error.
    pub(super) fn beyond_class(&self) -> Option<Class> {
        match self.policy.overflow {
            Overflow::Infinity => Some(Class::Infinity),
            Overflow::Nan => Some(Class::Nan),
            Overflow::Saturate | Overflow::Error | Overflow::Wrap => None,
        }
    }

    /// The word for a negative number if the format has no sign and the rule is to write the nearest number.
    fn below(&self) -> Option<u128> {
        let facts = self.facts;
        let float = facts.float;
        if float.negation != Negation::None || self.beyond_class().is_some() {
            return None;
        }
        // Without a zero, the smallest number is the nearest.
        let least = || {
            let [positive, _] = Ends::from_float(float);
            float.assemble_word(false, positive.first, 1 << (float.precision() - float.digit_bits()))
        };
        Some(facts.float.written_word(Class::Zero).unwrap_or_else(least))
    }

    /// The items with these native exponent fields, and zero.
    pub(super) fn ordinaries(&self, range: (i64, i64)) -> Ordinaries<'b> {
        let Facts { float, native, .. } = self.facts;
        let zero = match self.zero() {
            None => Cond::Never,
            Some((_, true)) => self.magnitude.equals(0).named("zero"),
            Some((_, false)) => self.bits.equals(0).named("zero"),
        };
        let outside = outside(self.magnitude, range, native.fraction);
        // Without a sign bit, a negative number is an overflow or odd.
        let is_odd_below = float.sign.is_none() && self.below().is_none();
        let outside = if is_odd_below { outside | self.is_negative() } else { outside };
        Ordinaries { range, zero, odd: (outside & !zero).named("odd") }
    }

    /// The finished form.
    pub(super) fn form(&self, number: Number<'b>) -> Ordinary {
        let Number { ordinaries, word, inexact, doc } = number;
        let Ordinaries { range: (first, last), zero, odd } = ordinaries;
        let is_rounded = !inexact.is_never();
        let zero_word = self.zero().map_or(0, |(word, _)| word);
        let word = zero.select(self.constant(zero_word), word).named("word");
        let inexact = inexact.named("inexact");
        let and_zero = if zero.is_never() { "" } else { ", and zero" };
        let range = format!("Ordinary: native exponent fields e from {first} to {last}{and_zero}.");
        let doc = vec![range, formula::value(self.facts), doc];
        let Some(below) = self.below() else {
            let word = self.narrowed(self.with_sign(word).named("word"));
            let body: Body = self.builder.ordinary(word, odd, inexact, doc);
            let meets = if is_rounded { Meets::Rounding } else { Meets::Nothing };
            return Ordinary::Form { body, meets };
        };
        let overflow = self.is_negative().named("overflow");
        let word = overflow.select(self.constant(below), word).named("word");
        let word = self.narrowed(self.with_sign(word));
        let body = self.builder.ordinary_beyond(word, [odd, inexact, Cond::Never, overflow], doc);
        Ordinary::Form { body, meets: Meets::Beyond }
    }

    /// The word with its sign.
    fn with_sign(&self, word: Value<'b>) -> Value<'b> {
        let Facts { float, stored, .. } = self.facts;
        let goes_on = *stored > 0
            && float.low.is_none()
            && matches!(float.significand.as_slice(), [range] if float.sign == Some(range.high + 1));
        if float.negation.is_complement() {
            return self.is_negative().select(complement(self.facts, word), word);
        }
        match (float.negation, float.sign) {
            (Negation::TwosSignificand | Negation::ImpliedComplement, Some(_)) if goes_on => word,
            (
                Negation::SignMagnitude | Negation::TwosSignificand | Negation::ImpliedComplement,
                Some(bit),
            ) => {
                let word = word | self.sign() << bit;
                float.low.as_ref().map_or(word, |low| word | self.sign() << low.sign)
            }
            _ => word,
        }
    }
}
