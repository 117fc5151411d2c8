//! Pairs of floats whose values are added. The runtime adds and splits; the rules are applied here.

use datarep_dsl::model::{
    Conversion, Event, Events, Native, NativeFloat, Overflow, PairSum, Policy, SpecialRule, ZeroRule,
};

use crate::body::Body;
use crate::builder::{Builder, Cond, Value, word};
use crate::conversion::{Bodies, Ordinary};
use crate::primitive::Primitive;
use crate::types::{Part, Type, mask};

/// The bodies for a pair and a native float.
pub(crate) fn plan(pair: &PairSum, native: NativeFloat, conversion: &Conversion) -> Bodies {
    let part = if pair.part_bits == 32 { Native::F32 } else { Native::F64 };
    let Some(part) = part.float() else { unreachable!("a float") };
    let sum = Sum { part, native: conversion.native, float: native };
    Bodies {
        read: sum.read(&conversion.read),
        write: sum.write(&conversion.write),
        read_ordinary: Ordinary::None,
        write_ordinary: Ordinary::None,
    }
}

struct Sum {
    /// The IEEE format of both parts.
    part: NativeFloat,
    native: Native,
    float: NativeFloat,
}

impl Sum {
    fn read(&self, policy: &Policy) -> Body {
        let bits = self.part.bits;
        let builder = Builder::default();
        let item = builder.input(Type::Unsigned(2 * bits), mask(2 * bits));
        let parts = [item >> bits, item].map(|word| word.cast(Type::Unsigned(bits)));
        let value = builder.call(Primitive::Sum(bits), &parts).named("value");
        let make = Primitive::make(self.native, 128, policy);
        let arguments = [Part::Negative, Part::Significand, Part::Exponent].map(|part| value.part(part));
        let made = builder.call(make, &arguments).named("made");
        let native_word = |number: u128| word(number, self.float.bits);
        let infinity = self.by_rule(policy.infinity, self.float.infinity());
        let infinity_kinds =
            builder.events(Events::when(policy.infinity != SpecialRule::Keep, Event::Infinity));
        let made = made.or_made(value.flag(Part::Infinite), native_word(infinity), infinity_kinds);
        let made = if policy.nan == SpecialRule::Keep {
            let (nan, lost) = payload(value, self.part.fraction, self.float);
            made.or_made(value.flag(Part::Nan), nan, lost.events(&builder, Event::Nan))
        } else {
            let nan = self.by_rule(policy.nan, self.float.quiet());
            made.or_made(value.flag(Part::Nan), native_word(nan), builder.events(Event::Nan))
        };
        let (made, negative) = signs(value, made, policy);
        let sign = negative.named("negative").value(&builder).cast(Type::Unsigned(128));
        let native = made.part(Part::Word) | sign << (self.float.bits - 1);
        let ty = Type::of(self.native);
        let native = native.cast(ty.float_word().unwrap_or(native.ty())).float_from_bits(ty);
        builder.exact(native, made.part(Part::Kinds))
    }

    /// The native word that a rule gives.
    fn by_rule(&self, rule: SpecialRule, kept: u128) -> u128 {
        match rule {
            SpecialRule::Keep => kept,
            SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => {
                self.float.quiet()
            }
            SpecialRule::Zero => 0,
            SpecialRule::Infinity => self.float.infinity(),
            SpecialRule::Saturate => self.float.largest(),
        }
    }

    /// The word of a high and a low part.
    fn words(&self, high: u128, low: u128) -> u128 {
        high << self.part.bits | low
    }

    /// The word of the largest number. Its low part is the largest float below half a unit of the high part. Half a
    /// unit would not fit.
    fn largest(&self) -> u128 {
        let NativeFloat { fraction, .. } = self.part;
        let top = u128::from(self.part.top().unsigned_abs());
        let half = (top - 1 - u128::from(fraction) - 1) << fraction;
        self.words((top << fraction) - 1, half - 1)
    }

    fn write(&self, policy: &Policy) -> Body {
        let bits = self.part.bits;
        let builder = Builder::default();
        let item = builder.input(Type::of(self.native), u128::MAX);
        let value =
            builder.call(Primitive::Unpack { native: self.native, width: 128 }, &[item]).named("value");
        let split = Primitive::Split { part: bits, rounding: policy.rounding };
        let split = builder.call(split, &[value]);
        let (made, tiny) = (split.part(Part::Made).named("made"), split.flag(Part::Tiny).named("tiny"));
        let writer = Writer { sum: self, policy, builder: &builder, value };
        let made = writer.finite(made, tiny);
        let made = writer.specials(made);
        let made = if self.float.leads {
            // A float that is invalid to the processor is written as a NaN, and counted as a NaN that lost something.
            let invalid = Cond::of(builder.call(Primitive::IsInvalid, &[item]));
            made.but_made(invalid, Event::Nan)
        } else {
            made
        };
        builder.exact(made.part(Part::Word).to_word(2 * bits), made.part(Part::Kinds))
    }
}

/// The result and the sign of a sum, with a negative zero by its rule.
fn signs<'b>(value: Value<'b>, made: Value<'b>, policy: &Policy) -> (Value<'b>, Cond<'b>) {
    let builder = value.builder();
    let negative = value.flag(Part::Negative);
    if policy.negative_zero != ZeroRule::Keep {
        // The significand of an infinity is zero, too.
        let is_number = !(value.flag(Part::Infinite) | value.flag(Part::Nan));
        let zero = negative & value.part(Part::Significand).equals(0) & is_number;
        let made = made.but_made(zero, Event::NegativeZero);
        return (made, negative & made.part(Part::Word).differs(0));
    }
    // A zero that replaces another value is positive.
    let special =
        builder.events(Events::from_event(Event::Infinity) | Events::from_event(Event::Nan)).named("special");
    let replaced = made.part(Part::Word).equals(0) & made.part(Part::Kinds).meets(special);
    (made, negative & !replaced)
}

/// A NaN that stays a NaN, and whether it lost a part of its payload. The payload moves from the top of one fraction to
/// the top of the other.
fn payload(value: Value<'_>, from: u32, to: NativeFloat) -> (Value<'_>, Cond<'_>) {
    let builder = value.builder();
    let fraction = (value.part(Part::Significand) & mask(from)).named("fraction");
    let (up, down) = (to.fraction.saturating_sub(from), from.saturating_sub(to.fraction));
    let aligned = (fraction << up >> down).named("payload");
    let quiet = builder.constant(fraction.ty(), word(1 << (to.fraction - 1), to.fraction));
    let kept = aligned
        .equals(0)
        .select(quiet, aligned)
        .named("payload")
        .because("Without a payload it would be an infinity.");
    let lost = if down == 0 { Cond::Never } else { (fraction & mask(down)).differs(0) };
    (kept | builder.constant(fraction.ty(), word(to.infinity(), to.bits)), lost)
}

/// The facts that are known when a writing body is made.
struct Writer<'b> {
    sum: &'b Sum,
    policy: &'b Policy,
    builder: &'b Builder,
    value: Value<'b>,
}

impl<'b> Writer<'b> {
    fn word(&self, number: u128) -> Value<'b> {
        self.builder.constant(Type::Unsigned(128), word(number, 2 * self.sum.part.bits))
    }

    fn infinity(&self) -> u128 {
        self.sum.words(self.sum.part.infinity(), 0)
    }

    fn quiet(&self) -> u128 {
        self.sum.words(self.sum.part.quiet(), 0)
    }

    /// The value's sign, shifted to a bit.
    fn sign(&self, bit: u32) -> Value<'b> {
        self.value.part(Part::Negative).cast(Type::Unsigned(128)) << bit
    }

    /// A word with the value's sign. In the largest number, the low part has it too.
    fn signed(&self, number: u128) -> Value<'b> {
        let bits = self.sum.part.bits;
        let signed = self.word(number) | self.sign(2 * bits - 1);
        if number == self.sum.largest() { signed | self.sign(bits - 1) } else { signed }
    }

    /// Applies the rules for underflow, overflow and zeros.
    fn finite(&self, made: Value<'b>, tiny: Cond<'b>) -> Value<'b> {
        let Writer { policy, builder, value, sum } = *self;
        let keeps = policy.negative_zero == ZeroRule::Keep;
        let minus = self.sign(2 * sum.part.bits - 1);
        let made = if keeps {
            made
        } else {
            // A value that was rounded to zero has no sign either.
            let zero = made.part(Part::Word).equals(self.word(1 << (2 * sum.part.bits - 1)));
            made.with_word(zero.select(self.word(0), made.part(Part::Word)))
        };
        let is_zero = value.part(Part::Significand).equals(0);
        let made = if policy.underflow.vanishes() {
            let vanished = if keeps { minus } else { self.word(0) };
            let nonzero = value.part(Part::Significand).differs(0);
            made.or_made(tiny & nonzero, vanished, builder.events(Event::Underflow))
        } else {
            let inexact = made.part(Part::Kinds).meets(builder.events(Event::Inexact));
            made.but_made(tiny & inexact, Event::Underflow)
        };
        let beyond = match policy.overflow {
            Overflow::Infinity => self.signed(self.infinity()),
            Overflow::Nan => self.signed(self.quiet()),
            Overflow::Saturate | Overflow::Error | Overflow::Wrap => self.signed(sum.largest()),
        };
        let overflow = made.part(Part::Kinds).meets(builder.events(Event::Overflow));
        let made = made.or_made(overflow, beyond, builder.events(Event::Overflow));
        if keeps {
            made.or_made(is_zero, minus, builder.no_events())
        } else {
            let negative = value.flag(Part::Negative).events(builder, Event::NegativeZero);
            made.or_made(is_zero, self.word(0), negative)
        }
    }

    /// Applies the rules for infinities and NaNs.
    fn specials(&self, made: Value<'b>) -> Value<'b> {
        let Writer { policy, builder, value, sum } = *self;
        let kinds =
            |rule: SpecialRule, event: Event| builder.events(Events::when(rule != SpecialRule::Keep, event));
        let infinity = self.by_rule(policy.infinity, self.signed(self.infinity()));
        let made =
            made.or_made(value.flag(Part::Infinite), infinity, kinds(policy.infinity, Event::Infinity));
        if policy.nan != SpecialRule::Keep {
            let nan = self.by_rule(policy.nan, self.word(self.quiet()));
            return made.or_made(value.flag(Part::Nan), nan, kinds(policy.nan, Event::Nan));
        }
        let (nan, lost) = payload(value, sum.float.fraction, sum.part);
        let nan = nan << sum.part.bits | self.sign(2 * sum.part.bits - 1);
        made.or_made(value.flag(Part::Nan), nan, lost.events(builder, Event::Nan))
    }

    /// The word that a rule gives.
    fn by_rule(&self, rule: SpecialRule, kept: Value<'b>) -> Value<'b> {
        match rule {
            SpecialRule::Keep => kept,
            SpecialRule::Error | SpecialRule::Zero | SpecialRule::Reserved | SpecialRule::Missing => {
                self.word(0)
            }
            SpecialRule::Nan => self.signed(self.quiet()),
            SpecialRule::Infinity => self.signed(self.infinity()),
            SpecialRule::Saturate => self.signed(self.sum.largest()),
        }
    }
}
