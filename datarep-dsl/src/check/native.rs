//! Native types as formats, so that both sides of a conversion are compared in the same way.

use std::sync::OnceLock;

use super::range::{DecimalFacts, RangeFacts};
use crate::exact;
use crate::model::{
    BitRange, Charset, Class, Comparison, Condition, ExponentCode, Field, Float, FormatKind, Integer,
    IntegerSign, LeadingBit, Logical, Native, NativeFloat, NativeKind, Negation, QuietBit, SpecialEncoding,
    Truth,
};
use crate::source::Origin;

/// The facts about a native type.
pub(super) fn facts(native: Native) -> &'static RangeFacts {
    // The facts of a native type do not change, and every conversion asks for them.
    static FACTS: [OnceLock<RangeFacts>; Native::ALL.len()] = [const { OnceLock::new() }; Native::ALL.len()];
    FACTS[native as usize].get_or_init(|| {
        if native == Native::Decimal {
            return RangeFacts::Decimal(DecimalFacts::NATIVE);
        }
        let (kind, bits) = native_kind(native);
        match kind {
            // Native characters are always valid, which those of a file need not be.
            FormatKind::Character(charset) => RangeFacts::Character { charset, sound: true },
            kind => RangeFacts::from_kind(&kind, bits),
        }
    })
}

/// The native float as a format.
pub(super) fn float(native: Native) -> Option<Float> {
    native_kind(native).0.float().cloned()
}

/// The native type as a format, and its width.
fn native_kind(native: Native) -> (FormatKind, u32) {
    let integer = |sign, bits| (FormatKind::Integer(Integer { sign, scale: 0 }), bits);
    let logical = |bits| (FormatKind::Logical(Logical { truth: Truth::Nonzero, written: 1 }), bits);
    match native.kind() {
        NativeKind::Integer { signed: true, bits } => integer(IntegerSign::Twos, bits),
        NativeKind::Integer { signed: false, bits } => integer(IntegerSign::Unsigned, bits),
        // Its facts do not come from this kind.
        NativeKind::Decimal => integer(IntegerSign::Unsigned, 128),
        NativeKind::Float(NativeFloat { leads: true, .. }) => extended_float(),
        NativeKind::Float(NativeFloat { bits, fraction, leads: false }) => {
            ieee_float(bits - 1 - fraction, fraction)
        }
        NativeKind::Logical { bits } => logical(bits),
        NativeKind::Character => (FormatKind::Character(Charset::Latin1), 8),
        NativeKind::WideCharacter => (FormatKind::Character(Charset::Utf32), 32),
    }
}

fn compare_field(field: Field, comparison: Comparison, number: i128) -> Condition {
    Condition::Compare(field, comparison, number)
}

fn join_both(left: Condition, right: Condition) -> Condition {
    Condition::And(Box::new(left), Box::new(right))
}

/// The IEEE format with an exponent and a fraction of the given widths.
fn ieee_float(exponent: u32, fraction: u32) -> (FormatKind, u32) {
    let max = (1_i128 << exponent) - 1;
    let is_max = || compare_field(Field::Exponent, Comparison::Equal, max);
    let zero = || compare_field(Field::Exponent, Comparison::Equal, 0);
    // In the order of precedence: zero is taken from the words with a zero exponent, and the rest are subnormal.
    let conditions = [
        (Class::Zero, join_both(zero(), compare_field(Field::Significand, Comparison::Equal, 0))),
        (Class::Subnormal, zero()),
        (Class::Infinity, join_both(is_max(), compare_field(Field::Significand, Comparison::Equal, 0))),
        (Class::Nan, is_max()),
    ];
    let float = Float {
        negation: Negation::SignMagnitude,
        sign: Some(exponent + fraction),
        exponent: vec![BitRange { high: exponent + fraction - 1, low: fraction }],
        code: ExponentCode::Excess,
        bias: (1 << (exponent - 1)) - 1,
        significand: vec![BitRange { high: fraction - 1, low: 0 }],
        leading: LeadingBit::Hidden,
        fraction_bits: i32::try_from(fraction).unwrap_or(i32::MAX),
        radix: 2,
        specials: Vec::new(),
        quiet: QuietBit::Set,
        low: None,
    };
    finish_float(float, conditions, exponent + fraction + 1)
}

/// The 80-bit extended format of the x87. Native values never have its invalid words.
fn extended_float() -> (FormatKind, u32) {
    let is_max = || compare_field(Field::Exponent, Comparison::Equal, 0x7FFF);
    let zero = || compare_field(Field::Exponent, Comparison::Equal, 0);
    let no_fraction = || compare_field(Field::Significand, Comparison::Equal, 0);
    let conditions = [
        (
            Class::Zero,
            // The leading bit is stored, so a zero exponent with it set is a number, the pseudo-denormal of the x87.
            join_both(join_both(zero(), compare_field(Field::Leading, Comparison::Equal, 0)), no_fraction()),
        ),
        (Class::Subnormal, zero()),
        (Class::Infinity, join_both(is_max(), no_fraction())),
        (Class::Nan, is_max()),
    ];
    let float = Float {
        negation: Negation::SignMagnitude,
        sign: Some(79),
        exponent: vec![BitRange { high: 78, low: 64 }],
        code: ExponentCode::Excess,
        bias: 16383,
        significand: vec![BitRange { high: 62, low: 0 }],
        leading: LeadingBit::Explicit(63),
        fraction_bits: 63,
        radix: 2,
        specials: Vec::new(),
        quiet: QuietBit::Set,
        low: None,
    };
    finish_float(float, conditions, 80)
}

fn finish_float(mut float: Float, conditions: [(Class, Condition); 4], bits: u32) -> (FormatKind, u32) {
    float.specials = conditions
        .into_iter()
        .map(|(class, condition)| SpecialEncoding::new(class, condition, Origin::default()))
        .collect();
    // Only now: the word that is written for a class depends on all conditions before it.
    for index in 0..float.specials.len() {
        float.specials[index].written = exact::find_written_word(&float, bits, index);
    }
    (FormatKind::Float(float), bits)
}
