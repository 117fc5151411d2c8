//! What all ordinary forms of reading begin and end with: the sign, the zeros, the native word.

use datarep_dsl::model::{Class, ExponentCode, Leading, Negation, Policy};

use crate::body::Body;
use crate::builder::{Builder, Cond, Value, decimal};
use crate::conversion::{Meets, Ordinary};
use crate::ordinary::facts::Facts;
use crate::ordinary::fields::{complement, gathered};
use crate::types::{Type, mask};

/// A body that reads, in the making.
pub(super) struct Reader<'a, 'b> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) policy: &'a Policy,
    pub(super) builder: &'b Builder,
    /// The word of the file, of the bits that are computed with.
    pub(super) word: Value<'b>,
    /// The word's sign bit where the native float has it.
    pub(super) sign: Option<Value<'b>>,
    /// The word of the magnitude: another one where negative numbers are complements.
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

    /// Whether numbers are two's complements of all bits that are computed with.
    pub(super) fn is_whole_complement(&self) -> bool {
        let Facts { format, float, lane, .. } = self.facts;
        float.negation == Negation::TwosWord
            && float.sign == Some(*lane - 1)
            && float.unused(format.bits) == 0
    }

    /// The sign bit is set.
    pub(super) fn is_negative(&self) -> Cond<'b> {
        self.sign.map_or(Cond::Never, |sign| sign.differs(0))
    }

    /// The stored bits of the significand.
    pub(super) fn fraction(&self) -> Value<'b> {
        gathered(self.positive, &self.facts.float.significand)
    }

    /// A field does not tell its number by its count, or a leading bit is not set.
    pub(super) fn unclear(&self) -> Cond<'b> {
        let float = self.facts.float;
        match (float.leading, float.code) {
            (Leading::Explicit(bit), _) => (self.positive >> bit & 1).equals(0),
            // Where zero has two fields, the negative one.
            (Leading::None | Leading::Hidden, ExponentCode::ExcessOnes) => {
                gathered(self.positive, &float.exponent).equals(decimal(float.bias - 1))
            }
            (Leading::None | Leading::Hidden, _) => Cond::Never,
        }
    }

    /// Whether the word of zeros is zero, and whether that of a set sign bit alone is zero and stays negative.
    pub(super) fn zeros(&self) -> (bool, bool) {
        let is_zero = |word| self.facts.class_of(word) == Some(Class::Zero);
        let both = is_zero(0) && self.facts.float.sign.is_some_and(|bit| is_zero(1 << bit));
        (is_zero(0), both && self.facts.keeps_negative_zero(self.policy))
    }

    /// The word is zero: but for the sign, as `magnitude` says it, where that may be set.
    pub(super) fn whole_zero(&self, keeps: bool, magnitude: Cond<'b>) -> Cond<'b> {
        if keeps || self.facts.float.sign.is_none() {
            magnitude
        } else if self.facts.has_word_complement() {
            magnitude & !self.is_negative()
        } else {
            self.word.equals(0)
        }
    }

    /// The native float of the word of a magnitude, with the sign put on.
    pub(super) fn item(&self, magnitude: Value<'b>) -> Value<'b> {
        let signed = self.sign.map_or(magnitude, |sign| magnitude | sign.cast(magnitude.ty()));
        signed.to_word(self.facts.native.bits).float_from_bits(self.facts.item)
    }

    /// The form.
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
