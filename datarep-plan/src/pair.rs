//! Pairs of floats whose values are added. The runtime adds and splits; the rules are applied here.

use datarep_dsl::model::{
    Conversion, Event, Events, Native, NativeFloat, OverflowRule, PairSum, Policy, SpecialRule, ZeroRule,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, word};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::primitive::Primitive;
use crate::types::{ResultPart, Type, mask};

/// The bodies for a pair and a native float.
pub(crate) fn plan_pair(pair: &PairSum, native: NativeFloat, conversion: &Conversion) -> Bodies {
    let part = if pair.part_bits == 32 { Native::F32 } else { Native::F64 };
    // Both `F32` and `F64` have the structure of a float.
    let Some(part) = part.float() else { unreachable!("a float") };
    let sum = PairPlanner { part, native: conversion.native, float: native };
    Bodies {
        read: sum.plan_reading(&conversion.read),
        write: sum.plan_writing(&conversion.write),
        read_ordinary: OrdinaryBody::None,
        write_ordinary: OrdinaryBody::None,
    }
}

struct PairPlanner {
    /// The IEEE format of both parts.
    part: NativeFloat,
    native: Native,
    float: NativeFloat,
}

impl PairPlanner {
    fn plan_reading(&self, policy: &Policy) -> Body {
        let bits = self.part.bits;
        let builder = BodyBuilder::default();
        let item = builder.input(Type::Unsigned(2 * bits), mask(2 * bits));
        // The high word first, as the format has it.
        let parts = [item >> bits, item].map(|word| word.cast(Type::Unsigned(bits)));
        let value = builder.call_primitive(Primitive::Sum(bits), &parts).with_name("value");
        let make = Primitive::make_with_rules(self.native, 128, policy);
        let arguments = [ResultPart::Negative, ResultPart::Significand, ResultPart::Exponent]
            .map(|part| value.take_part(part));
        let made = builder.call_primitive(make, &arguments).with_name("made");
        let native_word = |number: u128| word(number, self.float.bits);
        let infinity = self.rule_word(policy.infinity, self.float.infinity_word());
        let infinity_kinds = builder
            .event_constant(Events::from_event_if(policy.infinity != SpecialRule::Keep, Event::Infinity));
        let made = made.replace_made_if(
            value.take_flag(ResultPart::Infinite),
            native_word(infinity),
            infinity_kinds,
        );
        let made = if policy.nan == SpecialRule::Keep {
            // The payload of the high word is that of the sum.
            let (nan, lost) = move_payload(value, self.part.fraction, self.float);
            made.replace_made_if(
                value.take_flag(ResultPart::Nan),
                nan,
                lost.choose_events(&builder, Event::Nan),
            )
        } else {
            let nan = self.rule_word(policy.nan, self.float.quiet_nan_word());
            made.replace_made_if(
                value.take_flag(ResultPart::Nan),
                native_word(nan),
                builder.event_constant(Event::Nan),
            )
        };
        let (made, negative) = choose_sign(value, made, policy);
        let sign = negative.with_name("negative").to_value(&builder).cast(Type::Unsigned(128));
        let native = made.take_part(ResultPart::Word) | sign << (self.float.bits - 1);
        let ty = Type::from_native(self.native);
        let native = native.cast(ty.float_word().unwrap_or(native.ty())).float_from_bits(ty);
        builder.finish_exact(native, made.take_part(ResultPart::Kinds))
    }

    /// The native word that a rule gives.
    fn rule_word(&self, rule: SpecialRule, kept: u128) -> u128 {
        match rule {
            SpecialRule::Keep => kept,
            SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => {
                self.float.quiet_nan_word()
            }
            SpecialRule::Zero => 0,
            SpecialRule::Infinity => self.float.infinity_word(),
            SpecialRule::Saturate => self.float.largest_word(),
        }
    }

    /// The word of a high and a low part.
    fn join_words(&self, high: u128, low: u128) -> u128 {
        high << self.part.bits | low
    }

    /// The word of the largest number. Its low part is the largest float below half a unit of the high part. Half a
    /// unit would not fit.
    fn largest_word(&self) -> u128 {
        let NativeFloat { fraction, .. } = self.part;
        let top = u128::from(self.part.largest_exponent_field().unsigned_abs());
        // The word of half a unit: the exponent field of the largest number, less the bits of the fraction and one.
        let half = (top - 1 - u128::from(fraction) - 1) << fraction;
        self.join_words((top << fraction) - 1, half - 1)
    }

    fn plan_writing(&self, policy: &Policy) -> Body {
        let bits = self.part.bits;
        let builder = BodyBuilder::default();
        let item = builder.input(Type::from_native(self.native), u128::MAX);
        let value = builder
            .call_primitive(Primitive::Unpack { native: self.native, width: 128 }, &[item])
            .with_name("value");
        let split = Primitive::Split { part: bits, rounding: policy.rounding };
        let split = builder.call_primitive(split, &[value]);
        let (made, tiny) = (
            split.take_part(ResultPart::Made).with_name("made"),
            split.take_flag(ResultPart::Tiny).with_name("tiny"),
        );
        let writer = PairWriter { sum: self, policy, builder: &builder, value };
        let made = writer.apply_finite_rules(made, tiny);
        let made = writer.apply_special_rules(made);
        let made = if self.float.leads {
            // A float that is invalid to the processor is written as a NaN, and counted as a NaN that lost something.
            let invalid = Cond::from_value(builder.call_primitive(Primitive::IsInvalid, &[item]));
            made.replace_made_kinds_if(invalid, Event::Nan)
        } else {
            made
        };
        builder.finish_exact(
            made.take_part(ResultPart::Word).to_word(2 * bits),
            made.take_part(ResultPart::Kinds),
        )
    }
}

/// The result and the sign of a sum, with a negative zero by its rule.
fn choose_sign<'b>(value: Value<'b>, made: Value<'b>, policy: &Policy) -> (Value<'b>, Cond<'b>) {
    let builder = value.builder();
    let negative = value.take_flag(ResultPart::Negative);
    if policy.negative_zero != ZeroRule::Keep {
        // The significand of an infinity is zero, too.
        let is_number = !(value.take_flag(ResultPart::Infinite) | value.take_flag(ResultPart::Nan));
        let zero = negative & value.take_part(ResultPart::Significand).equals(0) & is_number;
        let made = made.replace_made_kinds_if(zero, Event::NegativeZero);
        return (made, negative & made.take_part(ResultPart::Word).differs(0));
    }
    // A zero that replaces another value is positive.
    let special = builder
        .event_constant(Events::from_event(Event::Infinity) | Events::from_event(Event::Nan))
        .with_name("special");
    let replaced =
        made.take_part(ResultPart::Word).equals(0) & made.take_part(ResultPart::Kinds).meets(special);
    (made, negative & !replaced)
}

/// A NaN that stays a NaN, and whether it lost a part of its payload. The payload moves from the top of one fraction to
/// the top of the other.
fn move_payload(value: Value<'_>, from: u32, to: NativeFloat) -> (Value<'_>, Cond<'_>) {
    let builder = value.builder();
    let fraction = (value.take_part(ResultPart::Significand) & mask(from)).with_name("fraction");
    let (up, down) = (to.fraction.saturating_sub(from), from.saturating_sub(to.fraction));
    // One of the two shifts is by zero, as only one format has the longer fraction.
    let aligned = (fraction << up >> down).with_name("payload");
    let quiet = builder.constant(fraction.ty(), word(1 << (to.fraction - 1), to.fraction));
    let kept = aligned
        .equals(0)
        .select(quiet, aligned)
        .with_name("payload")
        .with_reason("Without a payload it would be an infinity.");
    let lost = if down == 0 { Cond::Never } else { (fraction & mask(down)).differs(0) };
    (kept | builder.constant(fraction.ty(), word(to.infinity_word(), to.bits)), lost)
}

/// The facts that are known when a writing body is made.
struct PairWriter<'b> {
    sum: &'b PairPlanner,
    policy: &'b Policy,
    builder: &'b BodyBuilder,
    value: Value<'b>,
}

impl<'b> PairWriter<'b> {
    fn constant_word(&self, number: u128) -> Value<'b> {
        self.builder.constant(Type::Unsigned(128), word(number, 2 * self.sum.part.bits))
    }

    fn infinity_word(&self) -> u128 {
        self.sum.join_words(self.sum.part.infinity_word(), 0)
    }

    fn quiet_nan_word(&self) -> u128 {
        self.sum.join_words(self.sum.part.quiet_nan_word(), 0)
    }

    /// The value's sign, shifted to a bit.
    fn sign_at(&self, bit: u32) -> Value<'b> {
        self.value.take_part(ResultPart::Negative).cast(Type::Unsigned(128)) << bit
    }

    /// A word with the value's sign. In the largest number, the low part has it too.
    fn apply_sign(&self, number: u128) -> Value<'b> {
        let bits = self.sum.part.bits;
        let signed = self.constant_word(number) | self.sign_at(2 * bits - 1);
        // Both parts have the sign: the sum of the largest negative number is negative in both.
        if number == self.sum.largest_word() { signed | self.sign_at(bits - 1) } else { signed }
    }

    /// Applies the rules for underflow, overflow and zeros.
    fn apply_finite_rules(&self, made: Value<'b>, tiny: Cond<'b>) -> Value<'b> {
        let PairWriter { policy, builder, value, sum } = *self;
        let keeps = policy.negative_zero == ZeroRule::Keep;
        let minus = self.sign_at(2 * sum.part.bits - 1);
        let made = if keeps {
            made
        } else {
            // A value that was rounded to zero has no sign either.
            let zero =
                made.take_part(ResultPart::Word).equals(self.constant_word(1 << (2 * sum.part.bits - 1)));
            made.with_word(zero.select(self.constant_word(0), made.take_part(ResultPart::Word)))
        };
        let is_zero = value.take_part(ResultPart::Significand).equals(0);
        let made = if policy.underflow.discards_subnormals() {
            let vanished = if keeps { minus } else { self.constant_word(0) };
            let nonzero = value.take_part(ResultPart::Significand).differs(0);
            made.replace_made_if(tiny & nonzero, vanished, builder.event_constant(Event::Underflow))
        } else {
            let inexact = made.take_part(ResultPart::Kinds).meets(builder.event_constant(Event::Inexact));
            made.replace_made_kinds_if(tiny & inexact, Event::Underflow)
        };
        let beyond = match policy.overflow {
            OverflowRule::Infinity => self.apply_sign(self.infinity_word()),
            OverflowRule::Nan => self.apply_sign(self.quiet_nan_word()),
            OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => {
                self.apply_sign(sum.largest_word())
            }
        };
        // `Split` has found the overflow, and reports it among its events.
        let overflow = made.take_part(ResultPart::Kinds).meets(builder.event_constant(Event::Overflow));
        let made = made.replace_made_if(overflow, beyond, builder.event_constant(Event::Overflow));
        if keeps {
            made.replace_made_if(is_zero, minus, builder.no_events())
        } else {
            let negative = value.take_flag(ResultPart::Negative).choose_events(builder, Event::NegativeZero);
            made.replace_made_if(is_zero, self.constant_word(0), negative)
        }
    }

    /// Applies the rules for infinities and NaNs.
    fn apply_special_rules(&self, made: Value<'b>) -> Value<'b> {
        let PairWriter { policy, builder, value, sum } = *self;
        let kinds = |rule: SpecialRule, event: Event| {
            builder.event_constant(Events::from_event_if(rule != SpecialRule::Keep, event))
        };
        let infinity = self.rule_word(policy.infinity, self.apply_sign(self.infinity_word()));
        let made = made.replace_made_if(
            value.take_flag(ResultPart::Infinite),
            infinity,
            kinds(policy.infinity, Event::Infinity),
        );
        if policy.nan != SpecialRule::Keep {
            let nan = self.rule_word(policy.nan, self.constant_word(self.quiet_nan_word()));
            return made.replace_made_if(
                value.take_flag(ResultPart::Nan),
                nan,
                kinds(policy.nan, Event::Nan),
            );
        }
        let (nan, lost) = move_payload(value, sum.float.fraction, sum.part);
        // The low word of a NaN is a positive zero.
        let nan = nan << sum.part.bits | self.sign_at(2 * sum.part.bits - 1);
        made.replace_made_if(value.take_flag(ResultPart::Nan), nan, lost.choose_events(builder, Event::Nan))
    }

    /// The word that a rule gives.
    fn rule_word(&self, rule: SpecialRule, kept: Value<'b>) -> Value<'b> {
        match rule {
            SpecialRule::Keep => kept,
            SpecialRule::Error | SpecialRule::Zero | SpecialRule::Reserved | SpecialRule::Missing => {
                self.constant_word(0)
            }
            SpecialRule::Nan => self.apply_sign(self.quiet_nan_word()),
            SpecialRule::Infinity => self.apply_sign(self.infinity_word()),
            SpecialRule::Saturate => self.apply_sign(self.sum.largest_word()),
        }
    }
}
