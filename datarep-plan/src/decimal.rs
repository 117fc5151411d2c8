//! Decimals: from bytes to a number without its point, and from that number to any native type.
//!
//! The runtime gathers digits and takes signs apart. A binary number is a word, of which this module takes the sign. It
//! decides what follows from the ranges of the two sides. A native integer holds the number without its point, so that
//! a binary number is an integer for it.

use datarep_dsl::model::{
    Conversion, Decimal, DecimalSign, DigitCode, Event, Format, Integer, IntegerSign, Native, NativeFloat,
    NativeKind, OverflowRule, Plus, Policy, SpecialRule, ZeroRule,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, hex};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::fixed::split_sign;
use crate::integer::{self, plan_integer};
use crate::primitive::{DigitArrangement, DigitForm, PackedSign, Primitive, ZonedSign};
use crate::types::{ResultPart, Type, container, mask};

/// The bodies for a decimal format. They convert from and to bytes in the order in which a person writes digits.
pub(crate) fn plan_decimal(format: &Format, decimal: Decimal, conversion: &Conversion) -> Bodies {
    let planner = DecimalPlanner {
        decimal,
        form: match decimal.code {
            DigitCode::Binary { bits, .. } => NumberForm::Word(bits),
            DigitCode::Packed | DigitCode::PackedLow | DigitCode::Zoned { .. } | DigitCode::Printed(_) => {
                NumberForm::Digits(arrange_digits(format.bits / 8, decimal))
            }
        },
        native: conversion.native,
        kind: conversion.native.kind(),
    };
    // Digits as an integer have no branches, so the exact form is the body of a loop. Integers of 128 bits are
    // converted one by one if the digits take as many; see the runtime's `kernel`.
    let bytes = conversion.order.extent(format.bits);
    let is_loop = match planner.kind {
        // The runtime's loops have no lanes of 128 bits on both sides.
        NativeKind::Integer { bits, .. } => bits < 128 || bytes != 16,
        NativeKind::Float(_) | NativeKind::Decimal => false,
        NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => true,
    };
    let ordinary = || if is_loop { OrdinaryBody::Exact } else { OrdinaryBody::None };
    let write = || planner.plan_writing(&conversion.write);
    let is_whole = matches!(planner.kind, NativeKind::Integer { .. });
    // A native integer holds the number without its point, so a binary decimal is an integer for it.
    match find_integer_format(decimal).filter(|_| is_whole) {
        // Every word is read. Only those with few digits may be written.
        Some((whole, is_limited)) => {
            let bodies = plan_integer(format, whole, conversion);
            if is_limited { Bodies { write: write(), write_ordinary: ordinary(), ..bodies } } else { bodies }
        }
        None => Bodies {
            read: planner.plan_reading(&conversion.read),
            write: write(),
            read_ordinary: ordinary(),
            write_ordinary: ordinary(),
        },
    }
}

/// Whether every word of a binary number means the same to the processor.
pub(crate) fn is_native(format: &Format, decimal: Decimal, conversion: &Conversion) -> bool {
    let is_integer = matches!(conversion.native.kind(), NativeKind::Integer { .. });
    match find_integer_format(decimal) {
        Some((whole, false)) => is_integer && integer::is_native(format, whole, conversion),
        Some((_, true)) | None => false,
    }
}

/// The integer format of a binary number without its point, and whether some of its words are not written.
fn find_integer_format(decimal: Decimal) -> Option<(Integer, bool)> {
    let DigitCode::Binary { most, .. } = decimal.code else { return None };
    Some((Integer { sign: find_sign(decimal), scale: 0 }, most.is_some()))
}

/// The sign of a binary number.
fn find_sign(decimal: Decimal) -> IntegerSign {
    if decimal.is_signed() { IntegerSign::Twos } else { IntegerSign::Unsigned }
}

/// The arrangement of the digits in `bytes` bytes.
fn arrange_digits(bytes: u32, decimal: Decimal) -> DigitArrangement {
    let form = match decimal.code {
        DigitCode::Packed | DigitCode::PackedLow | DigitCode::Binary { .. } => {
            DigitForm::Packed(match decimal.sign {
                DecimalSign::Digit { plus, .. } => PackedSign::Last(plus),
                DecimalSign::Floating => PackedSign::Floating,
                DecimalSign::TopByte => PackedSign::TopByte,
                DecimalSign::None
                | DecimalSign::Separate { .. }
                | DecimalSign::TwosComplement
                | DecimalSign::Printed => PackedSign::None,
            })
        }
        DigitCode::Zoned { charset, point } => {
            let sign = match decimal.sign {
                DecimalSign::Separate { leading: true } => ZonedSign::Before,
                DecimalSign::Separate { leading: false } => ZonedSign::Behind,
                DecimalSign::Digit { leading: true, plus } => ZonedSign::First(plus),
                DecimalSign::Digit { leading: false, plus } => ZonedSign::Last(plus),
                DecimalSign::None
                | DecimalSign::Floating
                | DecimalSign::TopByte
                | DecimalSign::TwosComplement
                | DecimalSign::Printed => ZonedSign::Last(Plus::Only),
            };
            let before = i64::from(decimal.digits) - i64::from(decimal.scale);
            DigitForm::Zoned(charset, sign, point.then_some(before))
        }
        DigitCode::Printed(picture) => DigitForm::Printed(picture),
    };
    // The integer must hold all half bytes that are read, unused ones included, before they are found to be zero.
    let halves = match form {
        DigitForm::Packed(PackedSign::TopByte) => bytes * 2 - 2,
        DigitForm::Packed(_) => bytes * 2,
        DigitForm::Zoned(..) | DigitForm::Printed(_) => decimal.digits,
    };
    let width = match halves {
        ..=8 => 32,
        9..=16 => 64,
        _ => 128,
    };
    DigitArrangement { width, bytes, count: decimal.digits, form }
}

/// How a number lies in the file.
#[derive(Debug, Clone, Copy)]
enum NumberForm {
    /// As digits in bytes.
    Digits(DigitArrangement),
    /// As a binary word of so many bits.
    Word(u32),
}

/// A number that was read.
#[derive(Clone, Copy)]
struct ReadNumber<'b> {
    number: Value<'b>,
    negative: Cond<'b>,
    invalid: Cond<'b>,
}

struct DecimalPlanner {
    decimal: Decimal,
    form: NumberForm,
    native: Native,
    kind: NativeKind,
}

impl DecimalPlanner {
    /// The width of the digits' number.
    fn number_width(&self) -> u32 {
        match self.form {
            NumberForm::Digits(digits) => digits.width,
            NumberForm::Word(bits) => container(bits),
        }
    }

    /// The largest magnitude of a number of this sign that is written.
    fn find_limit<'b>(&self, builder: &'b BodyBuilder, minus: Cond<'b>, ty: Type) -> Value<'b> {
        let [above, below] = [false, true].map(|negative| self.decimal.largest_written(negative));
        let end = |end: u128| builder.constant(ty, hex(end));
        // Only a two's complement differs, so most formats need no selection.
        if above == below { end(above) } else { minus.select(end(below), end(above)) }
    }

    /// The type of the digits' number.
    fn number_type(&self) -> Type {
        Type::Unsigned(self.number_width())
    }

    /// The sign and the number of an item.
    fn plan_number<'b>(&self, builder: &'b BodyBuilder) -> ReadNumber<'b> {
        match self.form {
            NumberForm::Digits(form) => {
                let bytes = self.swap_nibbles(builder.input(Type::Bytes(form.bytes), u128::MAX));
                let digits =
                    builder.call_primitive(Primitive::ReadDigits(form), &[bytes]).with_name("digits");
                ReadNumber {
                    number: digits.take_part(ResultPart::Number),
                    negative: digits.take_flag(ResultPart::Negative),
                    invalid: digits.take_flag(ResultPart::Invalid),
                }
            }
            NumberForm::Word(bits) => {
                let word = builder.input(Type::word(bits), mask(bits));
                let (negative, number) = split_sign(word, bits, find_sign(self.decimal));
                ReadNumber { number, negative, invalid: Cond::Never }
            }
        }
    }

    /// The bytes or the word of a sign and a number.
    fn place_number<'b>(&self, negative: Cond<'b>, number: Value<'b>) -> Value<'b> {
        let builder = number.builder();
        let negative = negative.with_name("negative");
        let number = number.cast(self.number_type()).with_name("number");
        match self.form {
            NumberForm::Digits(form) => {
                let arguments = [negative.to_value(builder), number];
                self.swap_nibbles(builder.call_primitive(Primitive::WriteDigits(form), &arguments))
            }
            NumberForm::Word(bits) => {
                let word = negative.select(number.negate() & mask(bits), number).with_name("word");
                word.to_word(bits)
            }
        }
    }

    fn swap_nibbles<'b>(&self, bytes: Value<'b>) -> Value<'b> {
        if self.decimal.code == DigitCode::PackedLow { bytes.swap_halves() } else { bytes }
    }

    /// Whether a negative zero stays negative, if source and target have one.
    fn keeps_negative_zero(&self, policy: &Policy) -> bool {
        let is_float = matches!(self.kind, NativeKind::Float(_));
        is_float && self.decimal.has_negative_zero() && policy.negative_zero == ZeroRule::Keep
    }

    fn plan_reading(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let read = self.plan_number(&builder);
        let (native, kinds) = match self.kind {
            NativeKind::Float(float) => self.read_float(read, float, policy),
            NativeKind::Decimal => self.read_decimal(read, policy),
            NativeKind::Integer { signed, bits } => self.read_integer(read, signed, bits, policy),
            NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => {
                self.read_integer(read, false, 128, policy)
            }
        };
        // The events of the digits, in addition to those of the number itself.
        let kinds = kinds.union_events(read.invalid.choose_events(&builder, Event::Invalid));
        // Only a float can keep it. For an integer a negative zero is always lost.
        let negative_zero = if self.decimal.has_negative_zero() && !self.keeps_negative_zero(policy) {
            read.negative & read.number.equals(0)
        } else {
            Cond::Never
        };
        builder.finish_exact(
            native,
            kinds.union_events(negative_zero.choose_events(&builder, Event::NegativeZero)),
        )
    }

    fn read_integer<'b>(
        &self,
        ReadNumber { number, negative, .. }: ReadNumber<'b>,
        signed: bool,
        bits: u32,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let builder = number.builder();
        let (above, below) = find_integer_limits(signed, bits);
        let has_negative = self.decimal.is_signed();
        // A limit beyond the number's own type cannot be reached, and would not fit in a constant of it.
        let end = |end: u128| builder.constant(self.number_type(), hex(end.min(mask(self.number_width()))));
        let limit = if has_negative { negative.select(end(below), end(above)) } else { end(above) };
        let limit = limit.with_name("limit");
        let beyond = self.decimal.largest(false) > above || self.decimal.largest(true) > below;
        let overflow = if beyond { number.is_above(limit) } else { Cond::Never };
        let wraps = policy.overflow == OverflowRule::Wrap;
        // With `wrap` the low bits are wanted, so nothing is limited before the cast cuts it.
        let fitted = if beyond && !wraps { number.minimum(limit) } else { number };
        let magnitude = fitted.cast(Type::Unsigned(bits)).with_name("magnitude");
        // An unsigned target with `wrap` takes the low bits of the two's complement, as a cast of Rust does.
        let value = if has_negative && (signed || wraps) {
            negative.select(magnitude.negate(), magnitude).with_name("number")
        } else {
            magnitude
        };
        let ty = if signed { Type::Signed(bits) } else { Type::Unsigned(bits) };
        (value.cast(ty), overflow.choose_events(builder, Event::Overflow))
    }

    fn read_float<'b>(
        &self,
        ReadNumber { number, negative, .. }: ReadNumber<'b>,
        float: NativeFloat,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let builder = number.builder();
        let scaled = Primitive::ToBinary { scale: self.decimal.scale, precision: float.precision() };
        let scaled = builder.call_primitive(scaled, &[number.cast(Type::Unsigned(128))]);
        let make = Primitive::make_with_rules(self.native, 128, policy);
        let arguments = [
            negative.to_value(builder),
            scaled.take_part(ResultPart::Significand),
            scaled.take_part(ResultPart::Exponent),
        ];
        let made = builder.call_primitive(make, &arguments).with_name("made");
        let word = made.take_part(ResultPart::Word);
        let sign = if !self.decimal.is_signed() {
            Cond::Never
        } else if policy.negative_zero == ZeroRule::Keep {
            // A value that is rounded to zero keeps its sign, also that of a format without a negative zero.
            negative
        } else {
            negative & word.differs(0)
        };
        let ty = Type::from_native(self.native);
        // `Make` gives a magnitude, so the sign is set behind it.
        let word = word | sign.to_value(builder).cast(word.ty()) << (float.bits - 1);
        let native = word.cast(ty.float_word().unwrap_or(word.ty())).float_from_bits(ty);
        (native, made.take_part(ResultPart::Kinds))
    }

    fn read_decimal<'b>(
        &self,
        ReadNumber { number, negative, .. }: ReadNumber<'b>,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let builder = number.builder();
        let to = Primitive::ToNativeDecimal { scale: self.decimal.scale, rounding: policy.rounding };
        let made =
            builder.call_primitive(to, &[negative.to_value(builder), number.cast(Type::Unsigned(128))]);
        (made.take_part(ResultPart::Native), made.take_part(ResultPart::Kinds))
    }

    fn plan_writing(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let item = builder.input(Type::from_native(self.native), u128::MAX);
        let (negative, number, kinds) = match self.kind {
            NativeKind::Float(_) => self.write_float(item, policy),
            NativeKind::Decimal => self.write_decimal(item, policy),
            NativeKind::Integer { signed, bits } => self.write_integer(item, signed, bits, policy),
            NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => {
                self.write_integer(item, false, 128, policy)
            }
        };
        builder.finish_exact(self.place_number(negative, number), kinds)
    }

    fn write_integer<'b>(
        &self,
        item: Value<'b>,
        signed: bool,
        bits: u32,
        policy: &Policy,
    ) -> (Cond<'b>, Value<'b>, Value<'b>) {
        let (above, below) = find_integer_limits(signed, bits);
        let most = self.decimal.largest_written(false);
        let minus = if signed { item.is_below(0).with_name("minus") } else { Cond::Never };
        let magnitude = if signed { item.magnitude() } else { item }.with_name("magnitude");
        let high = above > most || below > most;
        // A format without a sign holds no number below zero, whatever its magnitude is.
        let refused = if self.decimal.is_signed() { Cond::Never } else { minus };
        let overflow = if high { refused | magnitude.is_above(hex(most)) } else { refused };
        let wraps = policy.overflow == OverflowRule::Wrap;
        let number = match (high, wraps) {
            (false, _) => magnitude,
            // A narrower digit count keeps only the remainder.
            (true, true) => magnitude.remainder(hex(most + 1)),
            (true, false) => magnitude.minimum(hex(most)),
        };
        // Where the event is an error the number is not used, and where it saturates, zero is nearest to a negative
        // one.
        let number = if wraps { number } else { refused.select(number.zero(), number) }.with_name("number");
        // With `wrap`, the sign stays even if the low digits are zero.
        let negative = if self.decimal.is_signed() { minus } else { Cond::Never };
        (negative, number, overflow.choose_events(item.builder(), Event::Overflow))
    }

    fn write_float<'b>(&self, item: Value<'b>, policy: &Policy) -> (Cond<'b>, Value<'b>, Value<'b>) {
        let builder = item.builder();
        let parts = builder
            .call_primitive(Primitive::Unpack { native: self.native, width: 128 }, &[item])
            .with_name("parts");
        let minus = parts.take_flag(ResultPart::Negative);
        let (infinite, nan) = (parts.take_flag(ResultPart::Infinite), parts.take_flag(ResultPart::Nan));
        let significand = parts.take_part(ResultPart::Significand);
        let to = Primitive::ToDecimal { scale: self.decimal.scale, rounding: policy.rounding };
        let arguments = [minus.to_value(builder), significand, parts.take_part(ResultPart::Exponent)];
        let (number, kinds) =
            self.apply_overflow(builder.call_primitive(to, &arguments).with_name("whole"), minus);
        let infinity = match policy.infinity {
            SpecialRule::Saturate => self.find_limit(builder, minus, number.ty()),
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Nan
            | SpecialRule::Infinity
            | SpecialRule::Reserved
            | SpecialRule::Missing => number.zero(),
        };
        // Taken apart, infinities and NaNs have numbers, too, which mean nothing. Their events replace those as well.
        let number = infinite.select(infinity, number).with_name("number");
        let number = nan.select(number.zero(), number).with_name("number");
        let kinds = kinds
            .replace_events_if(infinite, Event::Infinity)
            .replace_events_if(nan, Event::Nan)
            .with_name("kinds");
        let special = nan | infinite;
        if self.keeps_negative_zero(policy) {
            // A number that rounds to zero keeps its sign.
            return (minus & (number.differs(0) | !special), number, kinds);
        }
        let zero = (minus & significand.equals(0) & !special).with_name("negative_zero");
        let negative = if self.decimal.is_signed() { minus & number.differs(0) } else { Cond::Never };
        (negative, number, kinds.union_events(zero.choose_events(builder, Event::NegativeZero)))
    }

    fn write_decimal<'b>(&self, item: Value<'b>, policy: &Policy) -> (Cond<'b>, Value<'b>, Value<'b>) {
        let from = Primitive::FromNativeDecimal { scale: self.decimal.scale, rounding: policy.rounding };
        let taken = item.builder().call_primitive(from, &[item]);
        let minus = taken.take_flag(ResultPart::Negative).with_name("minus");
        let (number, kinds) = self.apply_overflow(taken.take_part(ResultPart::Whole), minus);
        let negative = if self.decimal.is_signed() { minus & number.differs(0) } else { Cond::Never };
        (negative, number, kinds)
    }

    /// The number and the events of a rounded number. If it does not fit, its rule applies.
    fn apply_overflow<'b>(&self, whole: Value<'b>, minus: Cond<'b>) -> (Value<'b>, Value<'b>) {
        let builder = whole.builder();
        let (number, beyond) = (whole.take_part(ResultPart::Number), whole.take_flag(ResultPart::Beyond));
        let limit = self.find_limit(builder, minus, number.ty()).with_name("limit");
        let overflow = (beyond | number.is_above(limit)).with_name("overflow");
        let number = overflow.select(limit, number).with_name("number");
        let kinds = whole.take_flag(ResultPart::Inexact).choose_events(builder, Event::Inexact);
        (number, kinds.replace_events_if(overflow, Event::Overflow).with_name("kinds"))
    }
}

/// The largest magnitudes of a native integer on the positive and the negative side.
fn find_integer_limits(signed: bool, bits: u32) -> (u128, u128) {
    if signed { (mask(bits - 1), 1 << (bits - 1)) } else { (mask(bits), 0) }
}
