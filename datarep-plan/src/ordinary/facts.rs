//! What the ordinary forms ask of a format and a native float: numbers, no steps.

use datarep_dsl::model::word::Fields;
use datarep_dsl::model::{
    Class, ExponentCode, Field, Float, Format, Leading, Native, NativeFloat, Negation, Policy, Rounding,
    ZeroRule,
};

use crate::types::{Type, mask};

/// Bits of the longest exponent field: its count and that of the native one differ by less than 2^31.
const MOST_EXPONENT_BITS: u32 = 20;

/// What both directions need to know of a format and a native float.
pub(super) struct Facts<'a> {
    pub(super) format: &'a Format,
    pub(super) float: &'a Float,
    /// The native type, and what its words are.
    pub(super) item: Type,
    pub(super) native: NativeFloat,
    /// Stored bits of the significand.
    pub(super) stored: u32,
    /// Bits of the exponent field.
    pub(super) field: u32,
    /// Bits of a digit of the radix.
    pub(super) digit: i64,
    /// What the exponent field exceeds the exponent by, where the field is counted from its smallest number.
    pub(super) excess: i64,
    /// Bits of the integers that are computed with.
    pub(super) lane: u32,
}

impl Facts<'_> {
    /// `None` where there is no ordinary form: of long native floats and exponents, and where a sign is nowhere.
    pub(super) fn of<'a>(format: &'a Format, float: &'a Float, native: Native) -> Option<Facts<'a>> {
        let item = Type::of(native);
        let native = native.float().filter(|native| native.bits <= 64)?;
        let (stored, field) = (float.stored_bits(), float.exponent_bits());
        // A code with a sign has as many numbers below zero as above, though of one bit these are zeros.
        let half = match float.code {
            ExponentCode::Excess | ExponentCode::ExcessOnes => 0,
            _ => 1 << (field.max(1) - 1),
        };
        let fits = (1..=MOST_EXPONENT_BITS).contains(&field);
        let signed = float.negation == Negation::None || float.sign.is_some();
        (fits && signed).then(|| Facts {
            format,
            float,
            item,
            native,
            stored,
            field,
            digit: i64::from(float.digit_bits()),
            excess: float.bias + half,
            lane: match format.bits.max(native.bits) {
                ..=32 => 32,
                33..=64 => 64,
                _ => 128,
            },
        })
    }

    /// The type of the words that are computed with.
    pub(super) fn word(&self) -> Type {
        Type::Unsigned(self.lane)
    }

    pub(super) fn fraction_bits(&self) -> i64 {
        i64::from(self.float.fraction_bits)
    }

    /// The count of an exponent field of ones.
    pub(super) fn top_count(&self) -> i64 {
        (1 << self.field) - 1
    }

    /// The power of two that a unit of the significand weighs, of an exponent field of the count 0.
    pub(super) fn unit(&self) -> i64 {
        -self.digit * self.excess - self.fraction_bits()
    }

    /// Whether exponent and significand are one run of bits, and where it begins.
    pub(super) fn joined(&self) -> Option<u32> {
        match (self.float.exponent.as_slice(), self.float.significand.as_slice()) {
            ([exponent], [significand]) if exponent.low == significand.high + 1 => Some(significand.low),
            _ => None,
        }
    }

    /// The longest run of exponent fields from `low` to `high` in which no significand of at least `least` is special.
    pub(super) fn clean(&self, (low, high): (i64, i64), least: u128) -> Option<(i64, i64)> {
        let (low, high) = (low.max(self.least_count()), high.min(self.top_count()));
        let mut exponents = self.turning_counts();
        exponents.extend([low, high]);
        exponents.retain(|exponent| (low..=high).contains(exponent));
        exponents.sort_unstable();
        exponents.dedup();
        let mut fractions = self.turning_fractions();
        fractions.extend([least, least + 1]);
        fractions.retain(|&fraction| fraction >= least && fraction <= mask(self.stored));
        let is_clean = |exponent: i64| {
            fractions.iter().all(|&fraction| {
                [false, true].iter().all(|&sign| self.class(sign, exponent, fraction).is_none())
            })
        };
        let mut best = None;
        // Between two numbers that no condition names all exponents are alike.
        for run in exponents.split(|&exponent| !is_clean(exponent)) {
            if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
                let longer = best.is_none_or(|(from, to)| last - first > to - from);
                best = if longer { Some((first, last)) } else { best };
            }
        }
        best
    }

    /// The first and last exponent field, and those at which a condition may turn.
    pub(super) fn turning_counts(&self) -> Vec<i64> {
        let top = self.top_count();
        let compared = self.compared(Field::Exponent).into_iter();
        let near = compared.flat_map(|number| number.saturating_sub(1)..=number.saturating_add(1));
        let counts = near.filter_map(|near| self.count_of(near));
        counts.chain([0, top]).filter(|count| (0..=top).contains(count)).collect()
    }

    /// The first and last of a range of exponent fields, and those in it at which a condition may turn.
    pub(super) fn turning_counts_within(&self, (first, last): (i64, i64)) -> Vec<i64> {
        let mut counts = self.turning_counts();
        counts.extend([first, last]);
        counts.retain(|count| (first..=last).contains(count));
        counts
    }

    /// The largest significand, and those at which a condition may turn.
    pub(super) fn turning_fractions(&self) -> Vec<u128> {
        let compared = self.compared(Field::Significand).into_iter();
        let near = compared.flat_map(|number| number.saturating_sub(1)..=number.saturating_add(1));
        near.filter_map(|near| u128::try_from(near).ok()).chain([mask(self.stored)]).collect()
    }

    /// The numbers that conditions compare a field with.
    fn compared(&self, field: Field) -> Vec<i128> {
        let mut numbers = Vec::new();
        for special in &self.float.specials {
            special.condition.compared(field, &mut numbers);
        }
        numbers
    }

    /// The smallest count: codes with two zeros have one number less.
    fn least_count(&self) -> i64 {
        match self.float.code {
            ExponentCode::ExcessOnes => 1,
            _ => self.count_of(self.float.exponent_range().0.into()).unwrap_or(0),
        }
    }

    /// The class of a word with an exponent field of this count, whose leading bit is set where it is stored.
    pub(super) fn class(&self, sign: bool, count: i64, significand: u128) -> Option<Class> {
        let below = self.float.code == ExponentCode::ExcessOnes && count < self.float.bias;
        let exponent = count - self.excess + self.float.bias - i64::from(below);
        let leading = matches!(self.float.leading, Leading::Explicit(_));
        self.float.class_of(&Fields { sign, leading, exponent, significand })
    }

    /// The count of an exponent field that stands for a number of a condition.
    fn count_of(&self, number: i128) -> Option<i64> {
        let number = i64::try_from(number).ok()?;
        let below = self.float.code == ExponentCode::ExcessOnes && number < self.float.bias;
        Some(number + self.excess - self.float.bias + i64::from(below))
    }

    /// The count of an exponent field of zeros.
    pub(super) fn count_of_zeros(&self) -> i64 {
        self.count_of(0).unwrap_or(0)
    }

    /// The class of a word.
    pub(super) fn class_of(&self, word: u128) -> Option<Class> {
        self.float.class_of(&self.float.fields(word))
    }

    /// Whether zeros of both signs are kept as they are.
    pub(super) fn keeps_negative_zero(&self, policy: &Policy) -> bool {
        let has_sign_bit = self.float.negation == Negation::SignMagnitude && self.float.sign.is_some();
        has_sign_bit && !self.float.has_one_zero() && policy.negative_zero == ZeroRule::Keep
    }

    /// Whether sign and significand are one number in two's complement.
    pub(super) fn has_signed_significand(&self) -> bool {
        matches!(self.float.negation, Negation::TwosSignificand | Negation::ImpliedComplement)
    }

    /// Whether minus a power of two, whose stored significand is zero in two's complement, is special at one of these counts.
    pub(super) fn claims_powers(&self, counts: (i64, i64)) -> bool {
        self.turning_counts_within(counts).into_iter().any(|count| self.class(true, count, 0).is_some())
    }

    /// Whether the words of negative numbers are complements of those of their magnitudes, all of their bits or the significand's.
    pub(super) fn has_word_complement(&self) -> bool {
        self.float.negation.is_complement()
    }

    /// Whether there is a one above the stored significand, stored or not.
    pub(super) fn has_leading_one(&self) -> bool {
        self.float.leading != Leading::None || self.float.negation == Negation::ImpliedComplement
    }
}

/// Whether the rounding is that of the processor's, which is that of the steps.
pub(super) fn is_nearest(policy: &Policy) -> bool {
    policy.rounding == Rounding::NearestEven
}
