//! Facts about a float format that planners need besides its numbers. There are no steps here.

use datarep_dsl::model::word::Fields;
use datarep_dsl::model::{
    BitRange, Class, ExponentCode, Float, Format, LeadingBit, NativeFloat, Negation, Policy, QuietBit,
    SpecialRule, ZeroRule,
};

use crate::types::mask;

/// Whether the format is the IEEE interchange format of the native float.
pub(crate) fn is_ieee(format: &Format, float: &Float, native: NativeFloat) -> bool {
    let NativeFloat { bits, fraction, leads } = native;
    let top = native.largest_exponent_field();
    let probe = |exponent: i64, significand: u128| {
        [false, true].map(|sign| float.class_of(&Fields { sign, exponent, significand, leading: false }))
    };
    let most = mask(fraction);
    // The fields first, then words at the borders of each class: clauses may be written in many ways.
    !leads
        && format.bits == bits
        && float.negation == Negation::SignMagnitude
        && float.sign == Some(bits - 1)
        && float.exponent == [BitRange { high: bits - 2, low: fraction }]
        && float.code == ExponentCode::Excess
        && float.bias == native.bias()
        && float.significand == [BitRange { high: fraction - 1, low: 0 }]
        && float.leading == LeadingBit::Hidden
        && i64::from(float.fraction_bits) == i64::from(fraction)
        && float.radix == 2
        && float.quiet == QuietBit::Set
        && probe(0, 0).iter().all(|class| matches!(class, Some(Class::Zero | Class::Subnormal)))
        && [1, most].iter().all(|&fraction| probe(0, fraction) == [Some(Class::Subnormal); 2])
        && [0, 1, most].iter().all(|&fraction| probe(1, fraction) == [None; 2])
        && [0, 1, most].iter().all(|&fraction| probe(top - 1, fraction) == [None; 2])
        && probe(top, 0) == [Some(Class::Infinity); 2]
        && [1, most].iter().all(|&fraction| probe(top, fraction) == [Some(Class::Nan); 2])
}

/// Whether the rules keep every bit pattern if format and native float are the same.
pub(crate) fn keeps_patterns(policy: &Policy) -> bool {
    policy.infinity == SpecialRule::Keep
        && policy.nan == SpecialRule::Keep
        && policy.negative_zero == ZeroRule::Keep
}

/// Whether a set sign bit means a negative number, and changes nothing else in the word.
pub(crate) fn has_sign_bit(float: &Float) -> bool {
    float.negation == Negation::SignMagnitude && float.sign.is_some()
}

/// Whether the word of a negative number is a complement, in all or some of its bits, of the word of its magnitude.
pub(crate) fn has_word_complement(float: &Float) -> bool {
    float.negation.is_complement()
}

/// Whether sign and significand are one number in two's complement.
pub(crate) fn has_signed_significand(float: &Float) -> bool {
    matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement)
}

/// Whether NaNs carry a payload in their significand, as those of IEEE formats do.
pub(crate) fn holds_payload(float: &Float) -> bool {
    let mut nans = float.specials.iter().filter(|special| special.class == Class::Nan);
    let Some(written) = nans.find_map(|special| special.written) else { return false };
    let stored = float.stored_bits();
    if stored == 0 || !has_sign_bit(float) {
        return false;
    }
    let fields = float.fields(written);
    // The smallest payload, the quiet bit alone, and all bits: where conditions on `F` begin and end.
    [1, 1 << (stored - 1), mask(stored)]
        .iter()
        .all(|&significand| float.class_of(&Fields { significand, ..fields }) == Some(Class::Nan))
}
