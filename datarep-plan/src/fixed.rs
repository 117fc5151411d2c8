//! Integers and fixed-point numbers in the file for native floats: `number * 2^-scale`, rounded once.

use datarep_dsl::model::{
    Conversion, Event, Format, Integer, IntegerSign, Native, NativeFloat, Policy, SpecialRule, ZeroRule,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, decimal, hex};
use crate::conversion::Bodies;
use crate::integer::{add_signed_words, are_negative_zeros, find_limits, spread_over_words};
use crate::ordinary;
use crate::primitive::Primitive;
use crate::types::{ResultPart, Type, mask};

/// An integer format and a native float.
#[derive(Clone, Copy)]
pub(crate) struct FixedPoint<'m> {
    pub(crate) format: &'m Format,
    pub(crate) integer: Integer,
    pub(crate) native: Native,
    pub(crate) float: NativeFloat,
}

impl FixedPoint<'_> {
    /// Bits of the words of the computation.
    fn word_width(&self) -> u32 {
        if self.format.bits <= 64 && self.float.bits <= 64 { 64 } else { 128 }
    }

    fn has_negative_zero(&self) -> bool {
        self.integer.sign.has_two_zeros()
    }

    /// The bodies of a conversion.
    pub(crate) fn plan_fixed(&self, conversion: &Conversion) -> Bodies {
        let FixedPoint { format, integer, native, .. } = *self;
        Bodies {
            read: self.plan_reading(&conversion.read),
            write: self.plan_writing(&conversion.write),
            read_ordinary: ordinary::fixed::plan_reading(format, integer, native, &conversion.read),
            write_ordinary: ordinary::fixed::plan_writing(format, integer, native, &conversion.write),
        }
    }

    /// The exact body of reading.
    fn plan_reading(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let item = builder.input(Type::word(self.format.bits), mask(self.format.bits));
        let word = item.cast(Type::Unsigned(self.word_width())).with_name("word");
        let (negative, magnitude) = split_sign(word, self.format.bits, self.integer.sign);
        let make = Primitive::make_with_rules(self.native, self.word_width(), policy);
        // The power of two of the last bit. The runtime rounds once, when it makes the float.
        let scale = builder.constant(Type::Signed(32), decimal(-i64::from(self.integer.scale)));
        let made =
            builder.call_primitive(make, &[negative.to_value(&builder), magnitude, scale]).with_name("made");
        let (made, negative) = if policy.negative_zero == ZeroRule::Keep {
            (made, negative)
        } else {
            let zero = if self.has_negative_zero() { magnitude.equals(0) } else { Cond::Never };
            let made = made.replace_made_kinds_if(negative & zero, Event::NegativeZero);
            // A value that was rounded to zero has no sign either.
            (made, (negative & made.take_part(ResultPart::Word).differs(0)).with_name("negative"))
        };
        let ty = Type::from_native(self.native);
        let sign = negative.to_value(&builder).cast(word.ty()) << (self.float.bits - 1);
        let word = made.take_part(ResultPart::Word) | sign;
        let native = word.cast(ty.float_word().unwrap_or(word.ty())).float_from_bits(ty);
        builder.finish_exact(native, made.take_part(ResultPart::Kinds))
    }

    /// The exact body of writing.
    fn plan_writing(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let (width, bits) = (self.word_width(), self.format.bits);
        let item = builder.input(Type::from_native(self.native), u128::MAX);
        let value = builder
            .call_primitive(Primitive::Unpack { native: self.native, width }, &[item])
            .with_name("value");
        let negative = value.take_flag(ResultPart::Negative);
        let significand = value.take_part(ResultPart::Significand);
        // Times `2^scale`, the number is an integer, which is rounded.
        let exponent = value.take_part(ResultPart::Exponent) + decimal(self.integer.scale);
        let whole = Primitive::Whole { width, rounding: policy.rounding };
        let whole = builder
            .call_primitive(whole, &[negative.to_value(&builder), significand, exponent])
            .with_name("whole");
        let (below, above) = find_limits(bits, self.integer.sign);
        let end = |end: u128| builder.constant(Type::Unsigned(width), hex(end));
        // The ends differ in two's complement, and with an offset.
        let limit = negative.select(end(below), end(above)).with_name("limit");
        let magnitude = whole.take_part(ResultPart::Magnitude);
        let overflow =
            (whole.take_flag(ResultPart::Beyond) | magnitude.is_above(limit)).with_name("overflow");
        let inexact = whole.take_flag(ResultPart::Inexact).choose_events(&builder, Event::Inexact);
        let made = builder.pair_word(magnitude, inexact).with_name("made");
        let made = made.replace_made_if(overflow, limit, builder.event_constant(Event::Overflow));
        let keeps = self.has_negative_zero() && policy.negative_zero == ZeroRule::Keep;
        let zero = if keeps { Cond::Never } else { significand.equals(0) & negative };
        // `significand` is that of the float: a number that is rounded to zero is inexact and not a negative zero.
        let made = made.replace_made_kinds_if(zero.with_name("zero"), Event::NegativeZero);
        let special = |rule: SpecialRule| if rule == SpecialRule::Saturate { limit } else { end(0) };
        let (infinite, nan) = (value.take_flag(ResultPart::Infinite), value.take_flag(ResultPart::Nan));
        let made =
            made.replace_made_if(infinite, special(policy.infinity), builder.event_constant(Event::Infinity));
        let made = made.replace_made_if(nan, special(policy.nan), builder.event_constant(Event::Nan));
        // A value that was rounded to zero keeps its sign if zero can have one. A zero that replaces a special value
        // has none.
        let negative = match (keeps, policy.infinity) {
            (true, SpecialRule::Saturate) => negative & !nan,
            (true, _) => negative & !nan & !infinite,
            (false, _) => negative & made.take_part(ResultPart::Word).differs(0),
        };
        let word = to_word(
            negative.with_name("negative"),
            made.take_part(ResultPart::Word),
            bits,
            self.integer.sign,
        );
        builder.finish_exact(word.with_name("word").to_word(bits), made.take_part(ResultPart::Kinds))
    }
}

/// Whether a word is negative, and its magnitude.
pub(crate) fn split_sign(word: Value<'_>, bits: u32, sign: IntegerSign) -> (Cond<'_>, Value<'_>) {
    let negative = || (word >> (bits - 1)).differs(0).with_name("negative");
    match sign {
        IntegerSign::Unsigned => (Cond::Never, word),
        IntegerSign::Twos => {
            let negative = negative();
            (negative, negative.select(word.negate() & mask(bits), word).with_name("magnitude"))
        }
        IntegerSign::Ones => {
            let negative = negative();
            (negative, negative.select(!word & mask(bits), word).with_name("magnitude"))
        }
        IntegerSign::SignMagnitude => (negative(), (word & mask(bits - 1)).with_name("magnitude")),
        IntegerSign::Words(words) => {
            let width = word.ty().integer_bits().unwrap_or(128);
            // Every word has a sign of its own, so the sum may have another one than the first word.
            let number = add_signed_words(word, words, Type::Signed(width)).with_name("number");
            let negative = (number.is_below(0) | are_negative_zeros(word, words)).with_name("negative");
            (negative, number.magnitude().with_name("magnitude"))
        }
        IntegerSign::Offset(offset) => {
            let offset = hex(offset.unsigned_abs());
            // Words are compared before anything is subtracted, because the difference of unsigned words would wrap.
            (word.is_below(offset).with_name("negative"), word.abs_diff(offset).with_name("magnitude"))
        }
    }
}

/// The word of a sign and a magnitude, which must fit.
fn to_word<'b>(negative: Cond<'b>, magnitude: Value<'b>, bits: u32, sign: IntegerSign) -> Value<'b> {
    match sign {
        IntegerSign::Unsigned => magnitude,
        IntegerSign::Twos => negative.select(magnitude.negate() & mask(bits), magnitude),
        IntegerSign::Ones => negative.select(!magnitude & mask(bits), magnitude),
        IntegerSign::SignMagnitude => {
            magnitude | negative.to_value(magnitude.builder()).cast(magnitude.ty()) << (bits - 1)
        }
        IntegerSign::Words(words) => spread_over_words(negative, magnitude, words),
        IntegerSign::Offset(offset) => {
            let zero = magnitude.builder().constant(magnitude.ty(), hex(offset.unsigned_abs()));
            // Only one of the two is used. The other may be beyond the word.
            negative.select(zero.sub_wrapping(magnitude), zero.add_wrapping(magnitude))
        }
    }
}
