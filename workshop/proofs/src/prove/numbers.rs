//! The numbers of a float format: which fields are numbers, which levels they form, and which words are zeros.
//!
//! Everything is found by asking the model for the class of fields. This is part of the specification.

use datarep_dsl::model::word::Fields;
use datarep_dsl::model::{Class, ExponentCode, Float, LeadingBit, Negation};

use super::term::ones;

/// A float format: its bits and its model.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Real<'a> {
    pub(crate) bits: u32,
    pub(crate) float: &'a Float,
}

impl Real<'_> {
    /// Whether the specification describes formats of this kind.
    ///
    /// # Errors
    ///
    /// The reason why it does not.
    pub(super) fn expect_described(self) -> Result<(), String> {
        if self.float.low.is_some() || self.bits > 64 {
            return Err("a word of two parts, or of more than 64 bits".to_owned());
        }
        if !self.float.radix.is_power_of_two() {
            return Err(format!("a radix of {}", self.float.radix));
        }
        if self.float.is_fixed_point() || self.float.exponent.is_empty() {
            return Err("a format without an exponent".to_owned());
        }
        Ok(())
    }
}

/// The numbers of one sign.
#[derive(Debug, Clone)]
pub(super) struct Side {
    pub(super) negative: bool,
    /// The weight of a unit of the first level, and the bits by which the next level's unit is larger.
    pub(super) base: i64,
    pub(super) digit: u32,
    pub(super) precision: u32,
    /// Whether significands reach 2^precision itself, as negative ones in two's complement do.
    pub(super) inclusive: bool,
    /// The field's number of each level.
    pub(super) levels: Vec<i64>,
    /// The smallest normal significand of the first level, and the largest of the last.
    pub(super) first: u128,
    pub(super) last: u128,
    /// The field's number of tiny numbers, and the one among them that has no word.
    pub(super) gradual: Option<i64>,
    pub(super) hole: Option<u128>,
}

/// The fields of a word; for a complement, those of its magnitude.
pub(crate) fn fields_of(Real { float, bits }: Real<'_>, word: u128) -> Fields {
    if float.negation.is_complement() { float.fields_of_magnitude(word, bits) } else { float.fields(word) }
}

pub(super) fn class_of(real: Real<'_>, word: u128) -> Option<Class> {
    real.float.class_of(&fields_of(real, word))
}

/// The power of two that a unit of the significand weighs.
pub(super) fn find_unit(float: &Float, number: i64) -> i64 {
    i64::from(float.radix.trailing_zeros()) * float.exponent_of_number(number)
        - i64::from(float.fraction_bits)
}

/// By how much the exponent field grows with the exponent: the sign of a rotated one is its lowest bit.
pub(super) fn field_step(float: &Float) -> u32 {
    if float.code == ExponentCode::Rotated { 2 } else { 1 }
}

/// The smallest number of the exponent field at which there are normal numbers.
pub(super) fn find_first(Real { float, .. }: Real<'_>) -> Result<i64, String> {
    let (low, high) = float.exponent_range();
    let most = ones(float.stored_bits());
    let is_normal = |&exponent: &i64| {
        let class =
            |significand| float.class_of(&Fields { sign: false, leading: true, exponent, significand });
        [0, 1, most].into_iter().any(|significand| class(significand).is_none())
    };
    (low..=high).find(is_normal).ok_or_else(|| "a format without normal numbers".to_owned())
}

/// The weight of a unit, if `significand` units are a number under this number of the exponent field.
fn weigh(real: Real<'_>, negative: bool, exponent: i64, significand: u128) -> Option<i64> {
    let float = real.float;
    let stored = float.stored_bits();
    let (whole, hidden) = (1_u128 << stored, significand >> stored);
    let digits = match float.negation {
        Negation::TwosSignificand if negative => whole.checked_sub(significand)?,
        Negation::ImpliedComplement if negative => (2 * whole).checked_sub(significand)?,
        _ => significand,
    } & ones(stored);
    let leading = matches!(float.leading, LeadingBit::Explicit(_)) && hidden & 1 == 1;
    let class = float.class_of(&Fields { sign: negative, leading, exponent, significand: digits });
    let fits = match float.negation {
        Negation::TwosSignificand if negative => significand <= whole,
        Negation::ImpliedComplement if negative => significand > whole && significand <= 2 * whole,
        Negation::ImpliedComplement => hidden == 1,
        _ => match (float.leading, class) {
            (LeadingBit::Hidden, None) => hidden == 1,
            (LeadingBit::Explicit(_), _) => hidden <= 1,
            (LeadingBit::None | LeadingBit::Hidden, _) => hidden == 0,
        },
    };
    match class {
        _ if !fits || significand == 0 => None,
        None => Some(find_unit(float, exponent)),
        Some(Class::Subnormal) => find_first(real).ok().map(|first| find_unit(float, first)),
        Some(_) => None,
    }
}

/// The numbers of a sign, found by asking which fields are numbers.
pub(super) fn find_side(real: Real<'_>, negative: bool) -> Result<Side, String> {
    let float = real.float;
    let (precision, digit) = (float.precision(), float.radix.trailing_zeros());
    let inclusive = negative && float.has_minus_one();
    let lowest = (1_u128 << (precision - digit)) + u128::from(inclusive);
    let full = if inclusive { 1 << precision } else { ones(precision) };
    let (low, high) = float.exponent_range();
    let is_level = |&exponent: &i64| {
        let is_canonical = float.number_of_exponent(float.exponent_of_number(exponent)) == exponent;
        let holds =
            |significand| weigh(real, negative, exponent, significand) == Some(find_unit(float, exponent));
        is_canonical && [lowest, lowest + 1, full, full - 1].into_iter().any(holds)
    };
    let levels: Vec<i64> = (low..=high).filter(is_level).collect();
    let (Some(&start), Some(&end)) = (levels.first(), levels.last()) else {
        return Err("a sign without numbers".to_owned());
    };
    let base = find_unit(float, start);
    let steps = levels.iter().zip(0_i64..);
    if steps.into_iter().any(|(&number, level)| find_unit(float, number) != base + i64::from(digit) * level) {
        return Err("exponents with gaps".to_owned());
    }
    let is_number = |exponent, significand| weigh(real, negative, exponent, significand).is_some();
    let first = [lowest, lowest + 1].into_iter().find(|&least| is_number(start, least));
    let last = (0..16).map(|less| full - less).find(|&most| is_number(end, most));
    let (Some(first), Some(last)) = (first, last) else { return Err("significands with gaps".to_owned()) };
    let gradual = |first: u128| {
        let holds = |exponent: &i64| {
            first > 1
                && [1, first - 1]
                    .into_iter()
                    .all(|significand| weigh(real, negative, *exponent, significand) == Some(base))
        };
        let small = (low..=high).filter(|&exponent| exponent != start).find(holds);
        small.or(Some(start).filter(holds))
    };
    let (gradual, hole) = match gradual(first) {
        None if first > lowest => (gradual(lowest), Some(lowest)),
        found => (found, None),
    };
    Ok(Side { negative, base, digit, precision, inclusive, levels, first, last, gradual, hole })
}

/// Whether a zero of the format may be negative: its clause leaves the sign free, and the text does not say that one
/// word is the only one.
pub(super) fn has_signed_zero(real: Real<'_>) -> bool {
    let float = real.float;
    let mut zeros = float.specials.iter().filter(|special| special.class == Class::Zero);
    let zero = Fields { sign: true, ..fields_of(real, float.written_word(Class::Zero).unwrap_or(0)) };
    float.negation.has_two_zeros()
        && float.sign.is_some()
        && !zeros.clone().any(|special| special.named)
        && zeros.any(|special| special.condition.holds(&zero))
}

/// The words of zero and of negative zero.
pub(super) fn find_zeros(real: Real<'_>) -> [Option<u128>; 2] {
    let float = real.float;
    let zero = float.written_word(Class::Zero).unwrap_or(0);
    let fields = fields_of(real, zero);
    let is_zero = match float.class_of(&fields) {
        Some(Class::Zero) => true,
        Some(Class::Subnormal) => fields.significand == 0 && !fields.leading,
        None => {
            fields.significand == 0
                && !fields.leading
                && float.leading != LeadingBit::Hidden
                && float.negation != Negation::ImpliedComplement
        }
        Some(_) => false,
    };
    if !is_zero {
        return [None, None];
    }
    let other = if float.negation.is_complement() {
        float.complement_word(zero, real.bits)
    } else {
        zero | float.sign.map_or(0, |bit| 1 << bit)
    };
    let is_named = other != zero && class_of(real, other) == Some(Class::Zero);
    [Some(zero), Some(other).filter(|_| is_named && has_signed_zero(real))]
}

/// Whether the digits of a NaN are its payload: every one but zero is a NaN under the exponent of NaNs.
pub(super) fn has_payload(Real { float, .. }: Real<'_>) -> bool {
    let stored = float.stored_bits();
    let Some(nan) = float.written_word(Class::Nan) else { return false };
    let fields = float.fields(nan);
    float.negation == Negation::SignMagnitude
        && float.sign.is_some()
        && stored > 0
        && [1, 1 << (stored - 1), ones(stored)]
            .into_iter()
            .all(|significand| float.class_of(&Fields { significand, ..fields }) == Some(Class::Nan))
}
