//! Decimal floats. Reading takes a word apart into digits and a power of ten, which the runtime converts to a power of
//! two. Writing does the opposite.
//!
//! The places of a word's parts depend on its first digit: if that is eight or nine, the exponent is two bits lower.
//! Both variants are computed, and one is selected.

use datarep_dsl::model::{
    Class, Conversion, DecimalFloat, Event, Events, Native, NativeFloat, OverflowRule, Policy,
    SignificandCode, SpecialRule, ZeroRule,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex, word};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::digit_fields::{self, DigitParts};
use crate::primitive::{DecimalTarget, Primitive};
use crate::types::{ResultPart, Type, mask};

/// The bodies for a decimal float.
pub(crate) fn plan_decimal_float(format: DecimalFloat, conversion: &Conversion) -> Bodies {
    let planner = DecimalFloatPlanner { format, native: conversion.native, float: conversion.native.float() };
    Bodies {
        read: planner.plan_reading(&conversion.read),
        write: planner.plan_writing(&conversion.write),
        read_ordinary: OrdinaryBody::None,
        write_ordinary: OrdinaryBody::None,
    }
}

/// The type of the words in which digits are computed.
const WIDE: Type = Type::Unsigned(128);

struct DecimalFloatPlanner {
    format: DecimalFloat,
    native: Native,
    /// The native type as a float; `None` for the native decimal.
    float: Option<NativeFloat>,
}

/// The parts of a word.
struct DecimalParts<'b> {
    negative: Cond<'b>,
    significand: Value<'b>,
    /// The power of ten. It is zero if the word is not a number.
    power: Value<'b>,
    infinite: Cond<'b>,
    nan: Cond<'b>,
    /// For a NaN, the condition that it is signaling or has a payload.
    told: Cond<'b>,
    /// The condition that the word has no meaning.
    reserved: Cond<'b>,
}

impl DecimalFloatPlanner {
    fn plan_reading(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let parts = self.split_word(builder.input(Type::word(self.format.bits), mask(self.format.bits)));
        let (native, kinds) = match self.float {
            Some(float) => self.read_float(&builder, &parts, float, policy),
            None => read_decimal(&builder, &parts, policy),
        };
        builder.finish_exact(native, kinds)
    }

    /// Takes a word apart.
    fn split_word<'b>(&self, item: Value<'b>) -> DecimalParts<'b> {
        let DecimalFloat { bits, code } = self.format;
        if let SignificandCode::Fields(fields) = code {
            // Digit fields have no infinity and no NaN, and what is no number in them is reserved.
            let DigitParts { negative, significand, power, reserved } =
                digit_fields::split_word(fields, bits, item);
            let [infinite, nan, told] = [Cond::Never; 3];
            return DecimalParts { negative, significand, power, infinite, nan, told, reserved };
        }
        let trailing = self.format.trailing_bits();
        let negative = (item >> self.format.sign_bit()).differs(0).with_name("negative");
        let combination = (item >> (bits - 6) & 0x1F).with_name("combination");
        let infinite = combination.equals(hex(0x1E)).with_name("infinity");
        let nan = combination.equals(hex(0x1F)).with_name("nan");
        // Two ones after the sign: 0x18 is 11000 in the five bits of the combination field.
        let large = combination.is_at_least(hex(0x18)).with_name("large");
        let large = large.with_reason("The first digit is eight or nine, and stands two bits further down.");
        let rest = self.format.exponent_bits();
        let (exponent, significand) = match code {
            SignificandCode::Binary => {
                // The exponent and the digits below it, at the lower and at the usual place.
                let [near, far] =
                    [trailing + 1, trailing + 3].map(|low| (item >> low & mask(rest + 2), item & mask(low)));
                // The implied bits 100 above the stored ones.
                let above = near.1 | constant_like(item, 8 << trailing, trailing + 4);
                let exponent = large.select(near.0, far.0).with_name("exponent");
                let number = large.select(above, far.1).with_name("number");
                let most = constant_like(item, self.format.largest_significand(), bits);
                let significand =
                    number.is_above(most).select(number.zero(), number).cast(WIDE).with_name("number");
                (exponent, significand.with_reason("A number with too many digits is zero."))
            }
            SignificandCode::Declets | SignificandCode::Fields(_) => {
                let first = large.select(combination & 1 | hex(8), combination & 7).with_name("first");
                let high = large.select(combination >> 1 & 3, combination >> 3).with_name("high");
                let exponent = (high << rest | item >> trailing & mask(rest)).with_name("exponent");
                let digits =
                    (first.cast(WIDE) << trailing | (item & mask(trailing)).cast(WIDE)).with_name("digits");
                let declets = self.format.declets() + 1;
                let significand = item.builder().call_primitive(Primitive::FromDeclets(declets), &[digits]);
                (exponent, significand.with_name("number"))
            }
        };
        let power = exponent.cast(Type::Signed(32)) - decimal(self.format.bias());
        // What is no number has no exponent. Zero keeps the computation, whose result is replaced later, within its
        // limits.
        let power = (infinite | nan).select(power.zero(), power).with_name("power");
        // Below the five bits a NaN has a bit that makes it signaling, and the payload.
        let told = (item & (mask(trailing) | 1 << (bits - 7))).differs(0);
        DecimalParts { negative, significand, power, infinite, nan, told, reserved: Cond::Never }
    }

    fn read_float<'b>(
        &self,
        builder: &'b BodyBuilder,
        parts: &DecimalParts<'b>,
        float: NativeFloat,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let DecimalParts { negative, significand, power, infinite, nan, told, reserved } = *parts;
        let scaled = builder.call_primitive(Primitive::TenToTwo, &[significand, power]);
        let make = Primitive::make_with_rules(self.native, 128, policy);
        let arguments = [
            negative.to_value(builder),
            scaled.take_part(ResultPart::Significand),
            scaled.take_part(ResultPart::Exponent),
        ];
        let made = builder.call_primitive(make, &arguments).with_name("made");
        let special =
            |made: Value<'b>, condition: Cond<'b>, rule: SpecialRule, kept: u128, kinds: Value<'b>| {
                made.replace_made_if(condition, word(rule_word(rule, kept, float), float.bits), kinds)
            };
        let lost =
            |rule, event| builder.event_constant(Events::from_event_if(rule != SpecialRule::Keep, event));
        // In this order, because the last replacement wins, and a word is only one of these.
        let infinity = lost(policy.infinity, Event::Infinity);
        let made = special(made, infinite, policy.infinity, float.infinity_word(), infinity);
        let kinds = if policy.nan == SpecialRule::Keep {
            told.choose_events(builder, Event::Nan)
        } else {
            builder.event_constant(Event::Nan)
        };
        let made = special(made, nan, policy.nan, float.quiet_nan_word(), kinds);
        let made = special(
            made,
            reserved,
            policy.reserved,
            float.quiet_nan_word(),
            builder.event_constant(Event::Reserved),
        );
        // An infinity has zero digits as well.
        let is_zero = significand.equals(0) & !(infinite | nan | reserved);
        let (made, negative) = if policy.negative_zero == ZeroRule::Keep {
            // A zero that replaces another value is positive.
            let special = match self.format.code {
                SignificandCode::Fields(_) => Events::from_event(Event::Reserved),
                SignificandCode::Declets | SignificandCode::Binary => {
                    Events::from_event(Event::Infinity) | Events::from_event(Event::Nan)
                }
            };
            let special = builder.event_constant(special).with_name("special");
            let replaced =
                made.take_part(ResultPart::Word).equals(0) & made.take_part(ResultPart::Kinds).meets(special);
            (made, negative & !replaced)
        } else {
            let made = made.replace_made_kinds_if(negative & is_zero, Event::NegativeZero);
            (made, negative & made.take_part(ResultPart::Word).differs(0))
        };
        let ty = Type::from_native(self.native);
        let sign = negative.with_name("minus").to_value(builder).cast(WIDE) << (float.bits - 1);
        let native = (made.take_part(ResultPart::Word) | sign)
            .cast(ty.float_word().unwrap_or(WIDE))
            .float_from_bits(ty);
        (native, made.take_part(ResultPart::Kinds))
    }

    fn rounding_target(&self) -> DecimalTarget {
        DecimalTarget {
            digits: self.format.digits(),
            bias: self.format.bias(),
            steps: self.format.last_exponent(),
            tens: self.format.tens(),
            normalized: self.format.fields().is_some(),
        }
    }

    fn plan_writing(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let item = builder.input(Type::from_native(self.native), u128::MAX);
        let writer = DecimalFloatWriter { format: self.format, builder: &builder, policy };
        let (target, rounding) = (self.rounding_target(), policy.rounding);
        let Some(float) = self.float else {
            let taken = builder.call_primitive(Primitive::NativeToTen, &[item]);
            let parts = [ResultPart::Negative, ResultPart::Number, ResultPart::Exponent]
                .map(|part| taken.take_part(part));
            let rounded =
                builder.call_primitive(Primitive::TenToTen { target, rounding }, &parts).with_name("rounded");
            let negative = taken.take_flag(ResultPart::Negative);
            let made = if self.format.fields().is_some() {
                writer.apply_finite_rules(negative, taken.take_part(ResultPart::Number).equals(0), rounded)
            } else {
                writer.assemble_word(rounded, negative)
            };
            return builder.finish_exact(
                made.take_part(ResultPart::Word).to_word(self.format.bits),
                made.take_part(ResultPart::Kinds),
            );
        };
        let value = builder
            .call_primitive(Primitive::Unpack { native: self.native, width: 128 }, &[item])
            .with_name("value");
        let parts = [ResultPart::Negative, ResultPart::Significand, ResultPart::Exponent]
            .map(|part| value.take_part(part));
        let rounded =
            builder.call_primitive(Primitive::TwoToTen { target, rounding }, &parts).with_name("rounded");
        let is_zero = value.take_part(ResultPart::Significand).equals(0);
        let made = writer.apply_finite_rules(value.take_flag(ResultPart::Negative), is_zero, rounded);
        // After the finite rules, whose results for infinities and NaNs mean nothing.
        let made = writer.apply_special_rules(value, made, float);
        let made = if float.leads {
            // A float that is invalid to the processor is written as a NaN, and counted as a NaN that lost something.
            let invalid = Cond::from_value(builder.call_primitive(Primitive::IsInvalid, &[item]));
            made.replace_made_kinds_if(invalid, Event::Nan)
        } else {
            made
        };
        builder.finish_exact(
            made.take_part(ResultPart::Word).to_word(self.format.bits),
            made.take_part(ResultPart::Kinds),
        )
    }
}

/// A number of the same type as `like`, shown in hexadecimal digits for `bits` bits.
fn constant_like(like: Value<'_>, number: u128, bits: u32) -> Value<'_> {
    like.builder().constant(like.ty(), word(number, bits))
}

/// The native word that a rule gives.
fn rule_word(rule: SpecialRule, kept: u128, float: NativeFloat) -> u128 {
    match rule {
        SpecialRule::Keep => kept,
        SpecialRule::Error | SpecialRule::Nan | SpecialRule::Reserved | SpecialRule::Missing => {
            float.quiet_nan_word()
        }
        SpecialRule::Zero => 0,
        SpecialRule::Infinity => float.infinity_word(),
        SpecialRule::Saturate => float.largest_word(),
    }
}

/// The native decimal of a word, and its events. A special value becomes zero, and an infinity the largest number if
/// its rule says so.
fn read_decimal<'b>(
    builder: &'b BodyBuilder,
    parts: &DecimalParts<'b>,
    policy: &Policy,
) -> (Value<'b>, Value<'b>) {
    let DecimalParts { negative, significand, power, infinite, nan, reserved, .. } = *parts;
    let special = infinite | nan | reserved;
    let number = special.select(significand.zero(), significand).with_name("number");
    let (number, power) = if policy.infinity == SpecialRule::Saturate {
        // A number beyond the range of the native decimal.
        let most = builder.constant(WIDE, decimal(1));
        let far = builder.constant(Type::Signed(32), decimal(100));
        (infinite.select(most, number), infinite.select(far, power))
    } else {
        (number, power)
    };
    let native = Primitive::TenToNative { rounding: policy.rounding };
    let made = builder.call_primitive(native, &[negative.to_value(builder), number, power]);
    let zero = negative & significand.equals(0) & !special;
    let kinds = made
        .take_part(ResultPart::Kinds)
        .replace_events_if(infinite, Event::Infinity)
        .replace_events_if(nan, Event::Nan);
    let kinds = kinds.replace_events_if(reserved, Event::Reserved);
    (made.take_part(ResultPart::Native), kinds.union_events(zero.choose_events(builder, Event::NegativeZero)))
}

/// The facts that are known when a writing body is made.
struct DecimalFloatWriter<'b> {
    format: DecimalFloat,
    builder: &'b BodyBuilder,
    policy: &'b Policy,
}

impl<'b> DecimalFloatWriter<'b> {
    fn constant_word(&self, number: u128) -> Value<'b> {
        self.builder.constant(WIDE, word(number, self.format.bits))
    }

    fn zero_word(&self) -> u128 {
        self.special_word(Class::Zero)
    }

    /// The positive word of a class. If the format lacks the class, no rule uses the result.
    fn special_word(&self, class: Class) -> u128 {
        self.format.special_word(class, false).unwrap_or_default()
    }

    fn with_sign(&self, word: Value<'b>, negative: Cond<'b>) -> Value<'b> {
        match self.format.code {
            SignificandCode::Fields(fields) => {
                digit_fields::apply_sign(fields, self.format.bits, word, negative)
            }
            SignificandCode::Declets | SignificandCode::Binary => {
                word | negative.to_value(self.builder).cast(WIDE) << self.format.sign_bit()
            }
        }
    }

    /// The word of a rounded number with its sign, and its events.
    fn assemble_word(&self, rounded: Value<'b>, negative: Cond<'b>) -> Value<'b> {
        let DecimalFloat { bits, code } = self.format;
        let significand = rounded.take_part(ResultPart::Significand);
        let step = rounded.take_part(ResultPart::Step);
        let inexact = rounded.take_flag(ResultPart::Inexact).choose_events(self.builder, Event::Inexact);
        if let SignificandCode::Fields(fields) = code {
            let word = digit_fields::assemble_word(fields, self.builder, significand, step).with_name("word");
            return self.builder.pair_word(self.with_sign(word, negative), inexact).with_name("made");
        }
        let trailing = self.format.trailing_bits();
        let rest = self.format.exponent_bits();
        let exponent = step.cast(WIDE).with_name("exponent");
        let word = match code {
            SignificandCode::Binary => {
                let large = (significand >> (trailing + 3)).differs(0).with_name("large");
                // The significand begins with the bits 100, which two ones after the sign imply.
                let near = self.constant_word(0b11 << (bits - 3))
                    | exponent << (trailing + 1)
                    | significand & mask(trailing + 1);
                large.select(near, exponent << (trailing + 3) | significand)
            }
            SignificandCode::Declets | SignificandCode::Fields(_) => {
                let declets = Primitive::ToDeclets(self.format.declets() + 1);
                let digits = self.builder.call_primitive(declets, &[significand]).with_name("digits");
                let first = (digits >> trailing).with_name("first");
                // The highest two bits of the exponent are beside the first digit, the rest below it.
                let high = exponent >> rest;
                let large = first.is_at_least(decimal(8));
                let combination =
                    large.select(self.constant_word(0x18) | high << 1 | first & 1, high << 3 | first);
                combination.with_name("combination") << (bits - 6)
                    | (exponent & mask(rest)) << trailing
                    | digits & mask(trailing)
            }
        };
        self.builder.pair_word(self.with_sign(word.with_name("word"), negative), inexact).with_name("made")
    }

    /// Applies the rules for underflow, overflow and zeros.
    fn apply_finite_rules(&self, negative: Cond<'b>, is_zero: Cond<'b>, rounded: Value<'b>) -> Value<'b> {
        let DecimalFloatWriter { policy, builder, .. } = *self;
        let keeps = policy.negative_zero == ZeroRule::Keep && self.format.has_negative_zero();
        let zero = self.constant_word(self.zero_word());
        let signed_zero = if keeps { self.with_sign(zero, negative) } else { zero };
        let nothing = rounded.take_part(ResultPart::Significand).equals(0);
        let made = self.assemble_word(rounded, negative);
        // A number that was rounded to zero becomes the zero that the format writes. It may have another exponent.
        let made = made.with_word(nothing.select(signed_zero, made.take_part(ResultPart::Word)));
        let tiny = rounded.take_flag(ResultPart::Tiny).with_name("tiny");
        let made = if policy.underflow.discards_subnormals() || !self.format.is_gradual() {
            made.replace_made_if(tiny, signed_zero, builder.event_constant(Event::Underflow))
        } else {
            made.replace_made_kinds_if(tiny & rounded.take_flag(ResultPart::Inexact), Event::Underflow)
        };
        let beyond = match policy.overflow {
            OverflowRule::Infinity => {
                self.with_sign(self.constant_word(self.special_word(Class::Infinity)), negative)
            }
            OverflowRule::Nan => self.with_sign(self.constant_word(self.special_word(Class::Nan)), negative),
            OverflowRule::Saturate | OverflowRule::Error | OverflowRule::Wrap => {
                self.largest_number(negative)
            }
        };
        let made = made.replace_made_if(
            rounded.take_flag(ResultPart::Overflow),
            beyond,
            builder.event_constant(Event::Overflow),
        );
        let lost =
            if keeps { builder.no_events() } else { negative.choose_events(builder, Event::NegativeZero) };
        // Last, because a zero must not become an underflow by the rules above.
        made.replace_made_if(is_zero, signed_zero, lost)
    }

    /// The largest number with this sign.
    fn largest_number(&self, negative: Cond<'b>) -> Value<'b> {
        let last = u128::from(self.format.last_exponent().unsigned_abs());
        self.with_sign(
            self.constant_word(self.format.assemble_word(false, self.format.largest_significand(), last)),
            negative,
        )
    }

    /// Applies the rules for infinities and NaNs.
    fn apply_special_rules(&self, value: Value<'b>, made: Value<'b>, native: NativeFloat) -> Value<'b> {
        let DecimalFloatWriter { policy, builder, .. } = *self;
        let negative = value.take_flag(ResultPart::Negative);
        let infinity = Events::from_event_if(policy.infinity != SpecialRule::Keep, Event::Infinity);
        let infinity = builder.event_constant(infinity);
        let word = self.rule_word(policy.infinity, self.special_word(Class::Infinity), negative);
        let made = made.replace_made_if(value.take_flag(ResultPart::Infinite), word, infinity);
        let kinds = if policy.nan == SpecialRule::Keep {
            // A quiet NaN without payload loses nothing.
            let payload = value.take_part(ResultPart::Significand) & mask(native.fraction - 1);
            payload.differs(0).choose_events(builder, Event::Nan)
        } else {
            builder.event_constant(Event::Nan)
        };
        let word = self.rule_word(policy.nan, self.special_word(Class::Nan), negative);
        made.replace_made_if(value.take_flag(ResultPart::Nan), word, kinds)
    }

    /// The word that a rule gives.
    fn rule_word(&self, rule: SpecialRule, kept: u128, negative: Cond<'b>) -> Value<'b> {
        let signed = |number| self.with_sign(self.constant_word(number), negative);
        match rule {
            SpecialRule::Keep => signed(kept),
            SpecialRule::Error | SpecialRule::Zero | SpecialRule::Reserved | SpecialRule::Missing => {
                self.constant_word(self.zero_word())
            }
            SpecialRule::Nan => signed(self.special_word(Class::Nan)),
            SpecialRule::Infinity => signed(self.special_word(Class::Infinity)),
            SpecialRule::Saturate => self.largest_number(negative),
        }
    }
}
