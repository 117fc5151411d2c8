//! The first and last steps of all forms that read: the sign, the zeros and the native word.

use datarep_dsl::model::{Class, ExponentCode, Leading, Negation, Policy};

use crate::body::Body;
use crate::builder::{Builder, Cond, Value, decimal};
use crate::conversion::{Meets, Ordinary};
use crate::ordinary::facts::Facts;
use crate::ordinary::fields::{complement, gathered};
use crate::types::{Type, mask};

/// A reading body under construction.
pub(super) struct Reader<'a, 'b> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) policy: &'a Policy,
    pub(super) builder: &'b Builder,
    /// The word of the file, in the integers of the computation.
    pub(super) word: Value<'b>,
    /// The word's sign bit, at the place of the native sign bit.
    pub(super) sign: Option<Value<'b>>,
    /// The word of the magnitude. It differs from `word` if negative numbers are complements.
    pub(super) positive: Value<'b>,
}

impl<'a, 'b> Reader<'a, 'b> {
    pub(super) fn new(facts: &'a Facts<'a>, policy: &'a Policy, builder: &'b Builder) -> Reader<'a, 'b> {
        let Facts { format, float, native, .. } = facts;
        let word = builder.input(Type::word(format.bits), mask(format.bits));
        let word = word.cast(facts.word()).named("word");
        let sign = float.sign.map(|bit| ((word >> bit & 1) << (native.bits - 1)).named("sign"));
        let mut reader = Reader { facts, policy, builder, word, sign, positive: word };
        if reader.is_whole_complement() {
            reader.positive = word.cast_signed().magnitude().named("word");
        } else if facts.has_word_complement() {
            reader.positive = reader.is_negative().select(complement(facts, word), word).named("word");
        }
        reader
    }

    /// Whether negative numbers are two's complements of the whole integer of the computation.
    pub(super) fn is_whole_complement(&self) -> bool {
        let Facts { format, float, lane, .. } = self.facts;
        float.negation == Negation::TwosWord
            && float.sign == Some(*lane - 1)
            && float.unused(format.bits) == 0
    }

    /// The condition that the sign bit is set.
    pub(super) fn is_negative(&self) -> Cond<'b> {
        self.sign.map_or(Cond::Never, |sign| sign.differs(0))
    }

    /// The stored bits of the significand.
    pub(super) fn fraction(&self) -> Value<'b> {
        gathered(self.positive, &self.facts.float.significand)
    }

    /// The condition that the count does not determine the exponent, or that a stored leading bit is clear.
    pub(super) fn unclear(&self) -> Cond<'b> {
        let float = self.facts.float;
        match (float.leading, float.code) {
            (Leading::Explicit(bit), _) => (self.positive >> bit & 1).equals(0),
            // The exponent zero has two fields. This is the negative one.
            (Leading::None | Leading::Hidden, ExponentCode::ExcessOnes) => {
                gathered(self.positive, &float.exponent).equals(decimal(float.bias - 1))
            }
            (Leading::None | Leading::Hidden, _) => Cond::Never,
        }
    }

    /// Whether the word of zeros is zero, and whether the word in which only the sign bit is set is zero and stays
    /// negative.
    pub(super) fn zeros(&self) -> (bool, bool) {
        let is_zero = |word| self.facts.class_of(word) == Some(Class::Zero);
        let both = is_zero(0) && self.facts.float.sign.is_some_and(|bit| is_zero(1 << bit));
        (is_zero(0), both && self.facts.keeps_negative_zero(self.policy))
    }

    /// The condition that the word is zero. `keeps`: whether a negative zero stays negative. `magnitude`: the condition
    /// that the word is zero apart from its sign.
    pub(super) fn whole_zero(&self, keeps: bool, magnitude: Cond<'b>) -> Cond<'b> {
        if keeps || self.facts.float.sign.is_none() {
            magnitude
        } else if self.facts.has_word_complement() {
            magnitude & !self.is_negative()
        } else {
            self.word.equals(0)
        }
    }

    /// The native float with this magnitude and the sign of the word.
    pub(super) fn item(&self, magnitude: Value<'b>) -> Value<'b> {
        let signed = self.sign.map_or(magnitude, |sign| magnitude | sign.cast(magnitude.ty()));
        signed.to_word(self.facts.native.bits).float_from_bits(self.facts.item)
    }

    /// The finished form.
    pub(super) fn form(
        &self,
        item: Value<'b>,
        odd: Cond<'b>,
        inexact: Cond<'b>,
        doc: impl Into<Vec<String>>,
    ) -> Ordinary {
        let body: Body = self.builder.ordinary(item, odd.named("odd"), inexact.named("inexact"), doc.into());
        Ordinary::Form { body, meets: Meets::Nothing }
    }
}
