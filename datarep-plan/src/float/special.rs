//! Infinities, NaNs and missing values, written by their rules.

use datarep_dsl::model::{Class, Event, Events, MissingRule, Negation, QuietBit, SpecialRule};

use super::facts::{has_sign_bit, has_signed_significand, has_word_complement, holds_payload};
use super::fields::scatter_field;
use super::write::FloatWriter;
use crate::builder::{Cond, Value, hex};
use crate::primitive::Primitive;
use crate::types::{ResultPart, mask};

impl<'b> FloatWriter<'b> {
    /// Applies the rules for infinities, NaNs and missing values. `native`: the item.
    pub(super) fn apply_special_rules(&self, made: Value<'b>, native: Value<'b>) -> Value<'b> {
        let made = self.apply_special_rule(made, Class::Infinity, self.policy.infinity);
        let made = if self.policy.nan == SpecialRule::Keep && holds_payload(self.float) {
            self.move_payload(made)
        } else {
            self.apply_special_rule(made, Class::Nan, self.policy.nan)
        };
        let made = self.write_missing(made);
        if !self.native.leads {
            return made;
        }
        // A float that is invalid to the processor is written as a NaN, and counted as a NaN that lost something.
        let invalid = Cond::from_value(self.builder.call_primitive(Primitive::IsInvalid, &[native]));
        made.replace_made_kinds_if(invalid, Event::Nan)
    }

    /// Writes a missing value for a NaN whose payload is the first byte of one.
    fn write_missing(&self, made: Value<'b>) -> Value<'b> {
        let FloatWriter { format, float, native, value, .. } = self;
        if self.policy.missing != MissingRule::Payload || format.bits < 8 {
            return made;
        }
        // The first bytes of missing values, as a set of 256 bits.
        let mut bytes = [0_u64; 4];
        // All 256 first bytes are tried, because a condition may name them in any way.
        for byte in 0..256_usize {
            let fields = float.fields_of_magnitude((byte as u128) << (format.bits - 8), format.bits);
            if float.class_of(&fields) == Some(Class::Missing) {
                bytes[byte / 64] |= 1 << (byte % 64);
            }
        }
        let quiet = 1_u128 << (native.fraction - 1);
        // The quiet bit is taken out by an exclusive or. If it was clear, it is set now, and the payload is too
        // large.
        let payload =
            ((value.take_part(ResultPart::Significand) & mask(native.fraction)) ^ quiet).with_name("payload");
        let byte =
            (payload & mask(8)).with_name("byte").with_reason("The byte of a missing value that was read.");
        let missing =
            value.take_flag(ResultPart::Nan) & payload.is_below(hex(0x100)) & byte.is_in_byte_set(bytes);
        made.replace_made_if(
            missing.with_name("missing"),
            byte << (format.bits - 8),
            self.builder.no_events(),
        )
    }

    fn apply_special_rule(&self, made: Value<'b>, class: Class, rule: SpecialRule) -> Value<'b> {
        let (condition, event) = if class == Class::Infinity {
            (self.value.take_flag(ResultPart::Infinite), Event::Infinity)
        } else {
            (self.value.take_flag(ResultPart::Nan), Event::Nan)
        };
        let keeps = rule == SpecialRule::Keep;
        let kinds = if keeps && class == Class::Nan {
            // A quiet NaN without payload loses nothing if the format has only one NaN.
            let payload = self.value.take_part(ResultPart::Significand) & mask(self.native.fraction - 1);
            payload.differs(0).choose_events(self.builder, Event::Nan)
        } else {
            self.builder.event_constant(Events::from_event_if(!keeps, event))
        };
        // A negative infinity is an overflow here, and the rule for overflows has been applied.
        let settled = self.float.negation == Negation::None && keeps && class == Class::Infinity;
        let condition = if settled { condition & !self.is_negative() } else { condition };
        made.replace_made_if(condition, self.special_word(class, rule), kinds)
    }

    /// The word of an infinity or a NaN under a rule, with its sign.
    fn special_word(&self, class: Class, rule: SpecialRule) -> Value<'b> {
        let float = self.float;
        let written = match rule {
            SpecialRule::Keep => self.written_word(class),
            SpecialRule::Error | SpecialRule::Zero => None,
            SpecialRule::Nan => self.written_word(Class::Nan),
            SpecialRule::Infinity => self.written_word(Class::Infinity),
            SpecialRule::Saturate => Some(self.largest_word()),
            SpecialRule::Reserved => self.written_word(Class::Reserved),
            SpecialRule::Missing => self.written_word(Class::Missing),
        };
        let number = written.unwrap_or_else(|| self.fallback_word());
        let word = self.constant_word(number);
        let is_nan = rule == SpecialRule::Nan || (rule == SpecialRule::Keep && class == Class::Nan);
        let signed = matches!(
            rule,
            SpecialRule::Keep | SpecialRule::Infinity | SpecialRule::Saturate | SpecialRule::Nan
        );
        if rule == SpecialRule::Saturate {
            return self.select_largest_word(word);
        }
        if has_word_complement(float) && signed && !is_nan {
            let complement = self.constant_word(float.complement_word(number, self.format.bits));
            return self.is_negative().select(complement, word);
        }
        let has_sign = has_sign_bit(float) || has_signed_significand(float);
        // If there is no word for the class, zero is written, without a sign.
        if signed && has_sign && self.keeps_class_with_sign(written) { self.with_sign(word) } else { word }
    }

    /// The word of the largest number, with the value's sign.
    fn select_largest_word(&self, word: Value<'b>) -> Value<'b> {
        let float = self.float;
        // The word of the negative end, unless it is the positive one with its sign set.
        let below = if self.line.end != self.line.negative_end || has_signed_significand(float) {
            self.farthest_negative_word()
        } else if has_word_complement(float) {
            float.complement_word(self.largest_word(), self.format.bits)
        } else if float.negation == Negation::None {
            return self.farthest_word();
        } else if self.keeps_class_with_sign(Some(self.largest_word())) && has_sign_bit(float) {
            return self.with_sign(word);
        } else {
            return word;
        };
        self.is_negative().select(self.constant_word(below), word)
    }

    fn move_payload(&self, made: Value<'b>) -> Value<'b> {
        let FloatWriter { float, native, .. } = self;
        let stored = float.stored_bits();
        let written = self.written_word(Class::Nan).unwrap_or(0);
        // The written NaN without its significand: the exponent, and what else makes it a NaN.
        let frame =
            float.significand.iter().fold(written, |word, range| word & !(mask(range.width()) << range.low));
        let fraction =
            (self.value.take_part(ResultPart::Significand) & mask(native.fraction)).with_name("fraction");
        // The top of one fraction goes to the top of the other, so that the quiet bit stays the quiet bit.
        let (up, down) = (stored.saturating_sub(native.fraction), native.fraction.saturating_sub(stored));
        let aligned = fraction << up >> down;
        let lost = if down == 0 { Cond::Never } else { (fraction & mask(down)).differs(0) };
        let top = 1_u128 << (stored - 1);
        let (payload, otherwise) = match float.quiet {
            QuietBit::Set => (aligned, top),
            // A clear top bit makes a NaN quiet here. If the payload is zero, the lowest bit is set.
            QuietBit::Clear => (aligned ^ top, 1),
        };
        let payload = payload.with_name("payload");
        let payload = payload
            .equals(0)
            .select(self.builder.constant(self.ty, hex(otherwise)), payload)
            .with_name("payload")
            .with_reason("Without a payload it would be an infinity.");
        let word = self.with_sign(self.constant_word(frame) | scatter_field(payload, &float.significand));
        made.replace_made_if(
            self.value.take_flag(ResultPart::Nan),
            word,
            lost.choose_events(self.builder, Event::Nan),
        )
    }
}
