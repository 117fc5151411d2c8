//! The first and last steps of all forms that read: the sign, the zeros and the native word.

use datarep_dsl::model::{Class, ExponentCode, LeadingBit, Negation, Policy};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal};
use crate::conversion::{Meets, OrdinaryBody};
use crate::ordinary::facts::OrdinaryFacts;
use crate::ordinary::fields::{complement_word, gather_field};
use crate::types::{Type, mask};

/// A reading body under construction.
pub(super) struct OrdinaryReader<'a, 'b> {
    pub(super) facts: &'a OrdinaryFacts<'a>,
    pub(super) policy: &'a Policy,
    pub(super) builder: &'b BodyBuilder,
    /// The word of the file, in the integers of the computation.
    pub(super) word: Value<'b>,
    /// The word's sign bit, at the place of the native sign bit.
    pub(super) sign: Option<Value<'b>>,
    /// The word of the magnitude. It differs from `word` if negative numbers are complements.
    pub(super) positive: Value<'b>,
}

impl<'a, 'b> OrdinaryReader<'a, 'b> {
    pub(super) fn new(
        facts: &'a OrdinaryFacts<'a>,
        policy: &'a Policy,
        builder: &'b BodyBuilder,
    ) -> OrdinaryReader<'a, 'b> {
        let OrdinaryFacts { format, float, native, .. } = facts;
        let word = builder.input(Type::word(format.bits), mask(format.bits));
        let word = word.cast(facts.word_type()).with_name("word");
        // Moved to its place at once, because each form puts it into the native word.
        let sign = float.sign.map(|bit| ((word >> bit & 1) << (native.bits - 1)).with_name("sign"));
        let mut reader = OrdinaryReader { facts, policy, builder, word, sign, positive: word };
        if reader.is_whole_complement() {
            // The processor has the magnitude of its own integers as one operation.
            reader.positive = word.cast_signed().magnitude().with_name("word");
        } else if facts.has_word_complement() {
            reader.positive =
                reader.is_negative().select(complement_word(facts, word), word).with_name("word");
        }
        reader
    }

    /// Whether negative numbers are two's complements of the whole integer of the computation.
    pub(super) fn is_whole_complement(&self) -> bool {
        let OrdinaryFacts { format, float, lane, .. } = self.facts;
        // The sign must be the highest bit of the integer, and no bit may be outside the number.
        float.negation == Negation::TwosWord
            && float.sign == Some(*lane - 1)
            && float.unused_bits(format.bits) == 0
    }

    /// The condition that the sign bit is set.
    pub(super) fn is_negative(&self) -> Cond<'b> {
        self.sign.map_or(Cond::Never, |sign| sign.differs(0))
    }

    /// The stored bits of the significand.
    pub(super) fn stored_fraction(&self) -> Value<'b> {
        gather_field(self.positive, &self.facts.float.significand)
    }

    /// The condition that the count does not determine the exponent, or that a stored leading bit is clear.
    pub(super) fn has_unclear_exponent(&self) -> Cond<'b> {
        let float = self.facts.float;
        match (float.leading, float.code) {
            // A word that is not normalized has another exponent than its field says.
            (LeadingBit::Explicit(bit), _) => (self.positive >> bit & 1).equals(0),
            // The exponent zero has two fields. This is the negative one.
            (LeadingBit::None | LeadingBit::Hidden, ExponentCode::ExcessOnes) => {
                gather_field(self.positive, &float.exponent).equals(decimal(float.bias - 1))
            }
            (LeadingBit::None | LeadingBit::Hidden, _) => Cond::Never,
        }
    }

    /// Whether the word of zeros is zero, and whether the word in which only the sign bit is set is zero and stays
    /// negative.
    pub(super) fn classify_zero_words(&self) -> (bool, bool) {
        let is_zero = |word| self.facts.class_of(word) == Some(Class::Zero);
        let both = is_zero(0) && self.facts.float.sign.is_some_and(|bit| is_zero(1 << bit));
        (is_zero(0), both && self.facts.keeps_negative_zero(self.policy))
    }

    /// The condition that the word is zero. `keeps`: whether a negative zero stays negative. `magnitude`: the condition
    /// that the word is zero apart from its sign.
    pub(super) fn is_zero_word(&self, keeps: bool, magnitude: Cond<'b>) -> Cond<'b> {
        if keeps || self.facts.float.sign.is_none() {
            magnitude
        } else if self.facts.has_word_complement() {
            magnitude & !self.is_negative()
        } else {
            self.word.equals(0)
        }
    }

    /// The native float with this magnitude and the sign of the word.
    pub(super) fn apply_sign(&self, magnitude: Value<'b>) -> Value<'b> {
        // The magnitude is clear at the place of the sign.
        let signed = self.sign.map_or(magnitude, |sign| magnitude | sign.cast(magnitude.ty()));
        signed.to_word(self.facts.native.bits).float_from_bits(self.facts.item)
    }

    /// The finished form.
    pub(super) fn finish_form(
        &self,
        item: Value<'b>,
        odd: Cond<'b>,
        inexact: Cond<'b>,
        doc: impl Into<Vec<String>>,
    ) -> OrdinaryBody {
        let body: Body = self.builder.finish_ordinary(
            item,
            odd.with_name("odd"),
            inexact.with_name("inexact"),
            doc.into(),
        );
        OrdinaryBody::Form { body, meets: Meets::Nothing }
    }
}
