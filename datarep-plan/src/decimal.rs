//! Decimal digits: from bytes to a number without its point, and from that number to any native type.
//!
//! The runtime gathers digits and takes signs apart. This module decides what follows from the ranges of the two sides.
//! A native integer holds the number without its point.

use datarep_dsl::model::{
    Conversion, Decimal, DecimalSign, DigitCode, Event, Format, Native, NativeFloat, NativeKind, Overflow,
    Plus, Policy, SpecialRule, ZeroRule,
};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, Value, hex};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::primitive::{DigitArrangement, DigitForm, PackedSign, Primitive, ZonedSign};
use crate::types::{ResultPart, Type, mask};

/// The bodies for a decimal format. They convert from and to bytes in the order in which a person writes digits.
pub(crate) fn plan_decimal(format: &Format, decimal: Decimal, conversion: &Conversion) -> Bodies {
    let planner = DecimalPlanner {
        decimal,
        digits: arrange_digits(format.bits / 8, decimal),
        native: conversion.native,
        kind: conversion.native.kind(),
    };
    // Digits as an integer have no branches, so the exact form is the body of a loop. Integers of 128 bits are
    // converted one by one if the digits take as many; see the runtime's `kernel`.
    let bytes = conversion.order.extent(format.bits);
    let is_loop = match planner.kind {
        NativeKind::Integer { bits, .. } => bits < 128 || bytes != 16,
        NativeKind::Float(_) | NativeKind::Decimal => false,
        NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => true,
    };
    let ordinary = || if is_loop { OrdinaryBody::Exact } else { OrdinaryBody::None };
    Bodies {
        read: planner.plan_reading(&conversion.read),
        write: planner.plan_writing(&conversion.write),
        read_ordinary: ordinary(),
        write_ordinary: ordinary(),
    }
}

/// The arrangement of the digits in `bytes` bytes.
fn arrange_digits(bytes: u32, decimal: Decimal) -> DigitArrangement {
    let form = match decimal.code {
        DigitCode::Packed | DigitCode::PackedLow => DigitForm::Packed(match decimal.sign {
            DecimalSign::Digit { plus, .. } => PackedSign::Last(plus),
            DecimalSign::Floating => PackedSign::Floating,
            DecimalSign::TopByte => PackedSign::TopByte,
            DecimalSign::None | DecimalSign::Separate { .. } => PackedSign::None,
        }),
        DigitCode::Zoned { charset, point } => {
            let sign = match decimal.sign {
                DecimalSign::Separate { leading: true } => ZonedSign::Before,
                DecimalSign::Separate { leading: false } => ZonedSign::Behind,
                DecimalSign::Digit { leading: true, plus } => ZonedSign::First(plus),
                DecimalSign::Digit { leading: false, plus } => ZonedSign::Last(plus),
                DecimalSign::None | DecimalSign::Floating | DecimalSign::TopByte => {
                    ZonedSign::Last(Plus::Only)
                }
            };
            let before = i64::from(decimal.digits) - i64::from(decimal.scale);
            DigitForm::Zoned(charset, sign, point.then_some(before))
        }
    };
    let halves = match form {
        DigitForm::Packed(PackedSign::TopByte) => bytes * 2 - 2,
        DigitForm::Packed(_) => bytes * 2,
        DigitForm::Zoned(..) => decimal.digits,
    };
    let width = match halves {
        ..=8 => 32,
        9..=16 => 64,
        _ => 128,
    };
    DigitArrangement { width, bytes, count: decimal.digits, form }
}

struct DecimalPlanner {
    decimal: Decimal,
    digits: DigitArrangement,
    native: Native,
    kind: NativeKind,
}

impl DecimalPlanner {
    /// The largest number that the digits can hold.
    fn largest_number(&self) -> u128 {
        10_u128.pow(self.decimal.digits) - 1
    }

    /// The type of the digits' number.
    fn number_type(&self) -> Type {
        Type::Unsigned(self.digits.width)
    }

    fn swap_nibbles<'b>(&self, bytes: Value<'b>) -> Value<'b> {
        if self.decimal.code == DigitCode::PackedLow { bytes.halves_swapped() } else { bytes }
    }

    /// Whether a negative zero stays negative, if source and target have one.
    fn keeps_zero(&self, policy: &Policy) -> bool {
        let is_float = matches!(self.kind, NativeKind::Float(_));
        is_float && self.decimal.is_signed() && policy.negative_zero == ZeroRule::Keep
    }

    fn plan_reading(&self, policy: &Policy) -> Body {
        let builder = BodyBuilder::default();
        let bytes = self.swap_nibbles(builder.input(Type::Bytes(self.digits.bytes), u128::MAX));
        let digits = builder.call(Primitive::ReadDigits(self.digits), &[bytes]).named("digits");
        let (native, kinds) = match self.kind {
            NativeKind::Float(float) => self.read_float(digits, float, policy),
            NativeKind::Decimal => self.read_decimal(digits, policy),
            NativeKind::Integer { signed, bits } => self.read_integer(digits, signed, bits, policy),
            NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => {
                self.read_integer(digits, false, 128, policy)
            }
        };
        // The events of the digits, in addition to those of the number itself.
        let kinds = kinds.and(digits.take_flag(ResultPart::Invalid).choose_events(&builder, Event::Invalid));
        let zero = digits.take_flag(ResultPart::Negative) & digits.take_part(ResultPart::Number).equals(0);
        let negative_zero =
            if self.decimal.is_signed() && !self.keeps_zero(policy) { zero } else { Cond::Never };
        builder.finish_exact(native, kinds.and(negative_zero.choose_events(&builder, Event::NegativeZero)))
    }

    fn read_integer<'b>(
        &self,
        digits: Value<'b>,
        signed: bool,
        bits: u32,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let builder = digits.builder();
        let (above, below) = integer_ends(signed, bits);
        let (number, negative) =
            (digits.take_part(ResultPart::Number), digits.take_flag(ResultPart::Negative));
        let has_negative = self.decimal.is_signed();
        let end = |end: u128| builder.constant(self.number_type(), hex(end.min(mask(self.digits.width))));
        let limit = if has_negative { negative.select(end(below), end(above)) } else { end(above) };
        let limit = limit.named("limit");
        let beyond = self.largest_number() > above || (has_negative && self.largest_number() > below);
        let overflow = if beyond { number.above(limit) } else { Cond::Never };
        let wraps = policy.overflow == Overflow::Wrap;
        let fitted = if beyond && !wraps { number.at_most_this(limit) } else { number };
        let magnitude = fitted.cast(Type::Unsigned(bits)).named("magnitude");
        let value = if has_negative && (signed || wraps) {
            negative.select(magnitude.negate(), magnitude).named("number")
        } else {
            magnitude
        };
        let ty = if signed { Type::Signed(bits) } else { Type::Unsigned(bits) };
        (value.cast(ty), overflow.choose_events(builder, Event::Overflow))
    }

    fn read_float<'b>(
        &self,
        digits: Value<'b>,
        float: NativeFloat,
        policy: &Policy,
    ) -> (Value<'b>, Value<'b>) {
        let builder = digits.builder();
        let scaled = Primitive::ToBinary { scale: self.decimal.scale, precision: float.precision() };
        let number = digits.take_part(ResultPart::Number).cast(Type::Unsigned(128));
        let scaled = builder.call(scaled, &[number]);
        let make = Primitive::make_with_rules(self.native, 128, policy);
        let negative = digits.take_flag(ResultPart::Negative);
        let arguments = [
            negative.to_value(builder),
            scaled.take_part(ResultPart::Significand),
            scaled.take_part(ResultPart::Exponent),
        ];
        let made = builder.call(make, &arguments).named("made");
        let word = made.take_part(ResultPart::Word);
        let sign = if !self.decimal.is_signed() {
            Cond::Never
        } else if self.keeps_zero(policy) {
            negative
        } else {
            negative & word.differs(0)
        };
        let ty = Type::from_native(self.native);
        let word = word | sign.to_value(builder).cast(word.ty()) << (float.bits - 1);
        let native = word.cast(ty.float_word().unwrap_or(word.ty())).float_from_bits(ty);
        (native, made.take_part(ResultPart::Kinds))
    }

    fn read_decimal<'b>(&self, digits: Value<'b>, policy: &Policy) -> (Value<'b>, Value<'b>) {
        let to = Primitive::ToNativeDecimal { scale: self.decimal.scale, rounding: policy.rounding };
        let number = digits.take_part(ResultPart::Number).cast(Type::Unsigned(128));
        let made = digits.builder().call(to, &[digits.take_part(ResultPart::Negative), number]);
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
        let negative = negative.named("negative").to_value(&builder);
        let number = number.cast(self.number_type()).named("number");
        let bytes = builder.call(Primitive::WriteDigits(self.digits), &[negative, number]);
        builder.finish_exact(self.swap_nibbles(bytes), kinds)
    }

    fn write_integer<'b>(
        &self,
        item: Value<'b>,
        signed: bool,
        bits: u32,
        policy: &Policy,
    ) -> (Cond<'b>, Value<'b>, Value<'b>) {
        let (above, below) = integer_ends(signed, bits);
        let most = self.largest_number();
        let minus = if signed { item.below(0).named("minus") } else { Cond::Never };
        let magnitude = if signed { item.magnitude() } else { item }.named("magnitude");
        let high = above > most || below > most;
        let refused = if self.decimal.is_signed() { Cond::Never } else { minus };
        let overflow = if high { refused | magnitude.above(hex(most)) } else { refused };
        let wraps = policy.overflow == Overflow::Wrap;
        let number = match (high, wraps) {
            (false, _) => magnitude,
            // A narrower digit count keeps only the remainder.
            (true, true) => magnitude.remainder(hex(most + 1)),
            (true, false) => magnitude.at_most_this(hex(most)),
        };
        let number = if wraps { number } else { refused.select(number.zero(), number) }.named("number");
        // With `wrap`, the sign stays even if the low digits are zero.
        let negative = if self.decimal.is_signed() { minus } else { Cond::Never };
        (negative, number, overflow.choose_events(item.builder(), Event::Overflow))
    }

    fn write_float<'b>(&self, item: Value<'b>, policy: &Policy) -> (Cond<'b>, Value<'b>, Value<'b>) {
        let builder = item.builder();
        let parts =
            builder.call(Primitive::Unpack { native: self.native, width: 128 }, &[item]).named("parts");
        let minus = parts.take_flag(ResultPart::Negative);
        let (infinite, nan) = (parts.take_flag(ResultPart::Infinite), parts.take_flag(ResultPart::Nan));
        let significand = parts.take_part(ResultPart::Significand);
        let to = Primitive::ToDecimal { scale: self.decimal.scale, rounding: policy.rounding };
        let arguments = [minus.to_value(builder), significand, parts.take_part(ResultPart::Exponent)];
        let (number, kinds) = self.apply_overflow(builder.call(to, &arguments).named("whole"), minus);
        let most = builder.constant(number.ty(), hex(self.largest_number()));
        let infinity = match policy.infinity {
            SpecialRule::Saturate if self.decimal.is_signed() => most,
            SpecialRule::Saturate => minus.select(number.zero(), most),
            SpecialRule::Keep
            | SpecialRule::Error
            | SpecialRule::Zero
            | SpecialRule::Nan
            | SpecialRule::Infinity
            | SpecialRule::Reserved
            | SpecialRule::Missing => number.zero(),
        };
        let number = infinite.select(infinity, number).named("number");
        let number = nan.select(number.zero(), number).named("number");
        let kinds = kinds.or_events(infinite, Event::Infinity).or_events(nan, Event::Nan).named("kinds");
        let special = nan | infinite;
        if self.keeps_zero(policy) {
            // A number that rounds to zero keeps its sign.
            return (minus & (number.differs(0) | !special), number, kinds);
        }
        let zero = (minus & significand.equals(0) & !special).named("negative_zero");
        let negative = if self.decimal.is_signed() { minus & number.differs(0) } else { Cond::Never };
        (negative, number, kinds.and(zero.choose_events(builder, Event::NegativeZero)))
    }

    fn write_decimal<'b>(&self, item: Value<'b>, policy: &Policy) -> (Cond<'b>, Value<'b>, Value<'b>) {
        let from = Primitive::FromNativeDecimal { scale: self.decimal.scale, rounding: policy.rounding };
        let taken = item.builder().call(from, &[item]);
        let minus = taken.take_flag(ResultPart::Negative).named("minus");
        let (number, kinds) = self.apply_overflow(taken.take_part(ResultPart::Whole), minus);
        let negative = if self.decimal.is_signed() { minus & number.differs(0) } else { Cond::Never };
        (negative, number, kinds)
    }

    /// The number and the events of a rounded number. If it does not fit, its rule applies.
    fn apply_overflow<'b>(&self, whole: Value<'b>, minus: Cond<'b>) -> (Value<'b>, Value<'b>) {
        let builder = whole.builder();
        let (number, beyond) = (whole.take_part(ResultPart::Number), whole.take_flag(ResultPart::Beyond));
        let below = if self.decimal.is_signed() { Cond::Never } else { minus & (beyond | number.differs(0)) };
        let below = below.named("below");
        let overflow = (below | beyond | number.above(hex(self.largest_number()))).named("overflow");
        let most = builder.constant(number.ty(), hex(self.largest_number()));
        let number = overflow.select(most, number).named("number");
        let number = below.select(number.zero(), number).named("number");
        let kinds = whole.take_flag(ResultPart::Inexact).choose_events(builder, Event::Inexact);
        (number, kinds.or_events(overflow, Event::Overflow).named("kinds"))
    }
}

/// The largest magnitudes of a native integer on the positive and the negative side.
fn integer_ends(signed: bool, bits: u32) -> (u128, u128) {
    if signed { (mask(bits - 1), 1 << (bits - 1)) } else { (mask(bits), 0) }
}
