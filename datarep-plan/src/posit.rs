//! Posits. Reading counts a run of equal bits, and makes a float of the bits after it. Writing puts the bits of a float
//! after a run, which a shift makes.
//!
//! # An example
//!
//! 12 is `1.5 × 2^3`. A `posit16` with two bits of exponent splits the power 3 into a regime of zero and an exponent of
//! three: 3 is 4 × 0 + 3. A regime of zero is written as `10`, so the word is `0 10 11 1000…`. To write it, `10`, the
//! exponent and the fraction are put together at the top of a wide word: `10 11 1000…`. A regime of two would be
//! `1110`. It is the same word, shifted down by two as a signed number, which fills with ones. A negative regime is
//! `01` shifted down, which fills with zeros. The bits that are shifted out at the low end are rounded as they are. The
//! word with one more bit that lies between two words is halfway between them.

use datarep_dsl::model::{
    Conversion, Event, Events, Native, NativeFloat, OverflowRule, Policy, Posit, Rounding, SpecialRule,
    ZeroRule,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex, word};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::primitive::Primitive;
use crate::types::{ResultPart, Type, mask};

/// The bodies for a posit and a native float.
pub(crate) fn plan_posit(format: Posit, float: NativeFloat, conversion: &Conversion) -> Bodies {
    // The words hold the native fraction and leave room for an exponent and the bits that round.
    let width = if float.bits > 64 { 128 } else { 64 };
    let planner = PositPlanner { format, native: conversion.native, float, width };
    Bodies {
        read: planner.plan_reading(&conversion.read),
        write: planner.plan_writing(&conversion.write),
        read_ordinary: OrdinaryBody::None,
        write_ordinary: OrdinaryBody::None,
    }
}

/// The type of exponents.
const POWER: Type = Type::Signed(32);

struct PositPlanner {
    format: Posit,
    native: Native,
    float: NativeFloat,
    /// Bits of the words in which a native float is taken apart. They hold its fraction, an exponent and two more bits.
    width: u32,
}

impl PositPlanner {
    fn plan_reading(&self, policy: &Policy) -> Body {
        let Posit { bits, exponent_bits } = self.format;
        let builder = BodyBuilder::default();
        let item = builder.input(Type::word(bits), mask(bits));
        let long = item.cast(Type::Unsigned(64)).with_name("word");
        // Its complement is itself, so it would be taken for a number.
        let not_real = long.equals(word(self.format.not_real_word(), bits)).with_name("not_real");
        let negative = (long >> (bits - 1)).differs(0) & !not_real;
        let negative = negative.with_name("negative");
        let magnitude = negative.select(long.negate() & mask(bits), long).with_name("magnitude");
        let body =
            (magnitude << (65 - bits)).with_name("body").with_reason("Below the sign, from the top on.");
        let ones = (body >> 63).differs(0).with_name("ones");
        // The leading zeros of the inverted bits are the leading ones.
        let run = builder.call_primitive(Primitive::LeadingZeros(64), &[ones.select(!body, body)]);
        let run = run
            .minimum(decimal(63))
            .with_name("run")
            .with_reason("A word without an end of its run is zero.");
        let count = run.cast(POWER);
        let regime = ones.select(count - decimal(1), count.zero() - count).with_name("regime");
        // By two shifts, because the run and the bit behind it may be 64 together, which is no shift.
        let rest = (body << run << 1).with_name("rest");
        let power = match exponent_bits {
            0 => regime,
            _ => (regime << exponent_bits) + (rest >> (64 - exponent_bits)).cast(POWER),
        };
        // The shift down loses nothing, because the lowest bits of `rest` are zeros.
        let significand = (rest << exponent_bits >> 1 | hex(1 << 63)).with_name("significand");
        let make = Primitive::make_with_rules(self.native, self.width, policy);
        let significand = significand.cast(Type::Unsigned(self.width));
        // The leading one is bit 63, so the last bit weighs 63 powers less.
        let arguments = [negative.to_value(&builder), significand, power - decimal(63)];
        let made = builder.call_primitive(make, &arguments).with_name("made");
        let constant = |number: u128| word(number, self.float.bits);
        // The regime of zero means nothing.
        let made = made.replace_made_if(long.equals(0), constant(0), builder.no_events());
        let kept = Events::from_event_if(policy.nan != SpecialRule::Keep, Event::Nan);
        let made = made.replace_made_if(
            not_real,
            constant(self.rule_word(policy.nan)),
            builder.event_constant(kept),
        );
        let negative = if policy.negative_zero == ZeroRule::Keep {
            negative
        } else {
            negative & made.take_part(ResultPart::Word).differs(0)
        };
        let ty = Type::from_native(self.native);
        let bits = made.take_part(ResultPart::Word);
        let sign = negative.to_value(&builder).cast(bits.ty()) << (self.float.bits - 1);
        let native = (bits | sign).cast(ty.float_word().unwrap_or(bits.ty())).float_from_bits(ty);
        builder.finish_exact(native, made.take_part(ResultPart::Kinds))
    }

    /// The native word that a rule gives for a word that is not a real number.
    fn rule_word(&self, rule: SpecialRule) -> u128 {
        match rule {
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Nan
            | SpecialRule::Reserved
            | SpecialRule::Missing => self.float.quiet_nan_word(),
            SpecialRule::Zero => 0,
            SpecialRule::Infinity => self.float.infinity_word(),
            SpecialRule::Saturate => self.float.largest_word(),
        }
    }

    fn plan_writing(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let item = builder.input(Type::from_native(self.native), u128::MAX);
        let unpack = Primitive::Unpack { native: self.native, width: self.width };
        let value = builder.call_primitive(unpack, &[item]).with_name("value");
        let writer = PositWriter { planner: self, builder: &builder, policy, value };
        let made = writer.apply_special_rules(writer.round_finite());
        // Negative numbers are complements. Zero and the word that is not a real number are their own complements.
        let bits = self.format.bits;
        let magnitude = made.take_part(ResultPart::Word);
        let complement = magnitude.negate() & mask(bits);
        let made = made.with_word(value.take_flag(ResultPart::Negative).select(complement, magnitude));
        let is_zero = value.take_part(ResultPart::Significand).equals(0);
        let lost = value.take_flag(ResultPart::Negative).choose_events(&builder, Event::NegativeZero);
        let made = made.replace_made_if(is_zero, decimal(0), lost);
        let made = if self.float.leads {
            // A float that is invalid to the processor is written as a NaN, and counted as a NaN that lost something.
            let invalid = Cond::from_value(builder.call_primitive(Primitive::IsInvalid, &[item]));
            made.replace_made_kinds_if(invalid, Event::Nan)
        } else {
            made
        };
        builder
            .finish_exact(made.take_part(ResultPart::Word).to_word(bits), made.take_part(ResultPart::Kinds))
    }
}

/// The facts that are known when a writing body is made.
struct PositWriter<'b> {
    planner: &'b PositPlanner,
    builder: &'b BodyBuilder,
    policy: &'b Policy,
    value: Value<'b>,
}

impl<'b> PositWriter<'b> {
    /// The word of a magnitude, rounded.
    fn round_finite(&self) -> Value<'b> {
        let PositPlanner { format: Posit { bits, exponent_bits }, width, .. } = *self.planner;
        let PositWriter { builder, value, policy, .. } = *self;
        let significand = value.take_part(ResultPart::Significand);
        let zeros = builder.call_primitive(Primitive::LeadingZeros(width), &[significand]);
        // A significand of zero has no leading one. Its result is replaced by zero.
        let zeros = zeros.minimum(decimal(width - 1)).with_name("zeros");
        // By two shifts, as one of the whole width is none.
        let fraction = (significand << zeros << 1).with_name("fraction");
        let power = value.take_part(ResultPart::Exponent) + decimal(width - 1) - zeros.cast(POWER);
        let power = power.with_name("power");
        // An arithmetic shift rounds down, so that the exponent is never negative: -3 is 4 × -2 + 5 with eight steps.
        let regime = (power >> exponent_bits).with_name("regime");
        let exponent = (power & mask(exponent_bits)).cast(significand.ty());
        let top = |number: u128| builder.constant(significand.ty(), hex(number << (width - 2)));
        let below = regime.is_below(0).with_name("below");
        let tail = exponent << (width - 2 - exponent_bits) | fraction >> (2 + exponent_bits);
        let body = (below.select(top(0b01), top(0b10)) | tail).with_name("body");
        // A regime that is too long belongs to no number. Its result is not used.
        let far = below.select(!regime, regime).cast_unsigned().minimum(decimal(bits - 1)).with_name("far");
        // A signed shift: the bits of the regime come in from the sign.
        let moved = (body.cast_signed() >> far).cast_unsigned().with_name("moved");
        let one = builder.constant(significand.ty(), decimal(1));
        // What is shifted out counts only by whether it is zero.
        let lost = (body & ((one << far) - decimal(1))).differs(0);
        let kept = (moved >> (width - bits + 1)).with_name("kept");
        let half = (moved >> (width - bits) & 1).differs(0).with_name("half");
        let rest = ((moved & mask(width - bits)).differs(0) | lost).with_name("rest");
        let inexact = half | rest;
        let negative = value.take_flag(ResultPart::Negative);
        let up = match policy.rounding {
            Rounding::NearestEven => half & (rest | (kept & 1).differs(0)),
            Rounding::TowardZero => Cond::Never,
            Rounding::NearestAway => half,
            Rounding::Up => inexact & !negative,
            Rounding::Down => inexact & negative,
        };
        // A carry goes on into the next word, which is the next number.
        let rounded = (kept + up.with_name("up").to_value(builder).cast(kept.ty())).with_name("word");
        let made =
            builder.pair_word(rounded, inexact.choose_events(builder, Event::Inexact)).with_name("made");
        let most = self.planner.format.largest_power();
        // A fraction beyond the largest number is an overflow, and not rounded to that number.
        let overflow = power.is_above(decimal(most)) | power.equals(decimal(most)) & fraction.differs(0);
        let beyond = match policy.overflow {
            OverflowRule::Nan => self.planner.format.not_real_word(),
            OverflowRule::Infinity | OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => {
                self.planner.format.largest_word()
            }
        };
        let made =
            made.replace_made_if(overflow, word(beyond, bits), builder.event_constant(Event::Overflow));
        // A number is not rounded to zero unless the rule says so.
        let least = u128::from(!policy.underflow.discards_subnormals());
        made.replace_made_if(
            power.is_below(decimal(-most)),
            decimal(least.cast_signed()),
            builder.event_constant(Event::Underflow),
        )
    }

    /// Applies the rules for infinities and NaNs.
    fn apply_special_rules(&self, made: Value<'b>) -> Value<'b> {
        let PositWriter { builder, value, policy, planner } = *self;
        let format = planner.format;
        let by_rule = |rule: SpecialRule| match rule {
            SpecialRule::Keep | SpecialRule::Nan => format.not_real_word(),
            SpecialRule::Saturate => format.largest_word(),
            SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Infinity
            | SpecialRule::Reserved
            | SpecialRule::Missing => 0,
        };
        let infinity = word(by_rule(policy.infinity), format.bits);
        let made = made.replace_made_if(
            value.take_flag(ResultPart::Infinite),
            infinity,
            builder.event_constant(Event::Infinity),
        );
        let kinds = if policy.nan == SpecialRule::Keep {
            // A quiet NaN without payload loses nothing.
            let payload = value.take_part(ResultPart::Significand) & mask(planner.float.fraction - 1);
            payload.differs(0).choose_events(builder, Event::Nan)
        } else {
            builder.event_constant(Event::Nan)
        };
        made.replace_made_if(value.take_flag(ResultPart::Nan), word(by_rule(policy.nan), format.bits), kinds)
    }
}
