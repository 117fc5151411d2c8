//! Facts about a format and a native float that the ordinary forms need. There are no steps here.

use datarep_dsl::model::word::Fields;
use datarep_dsl::model::{
    Class, ExponentCode, Field, Float, Format, LeadingBit, Native, NativeFloat, Negation, Policy, Rounding,
    ZeroRule,
};

use crate::types::{Type, mask};

/// Bits of the longest exponent field. With this limit, its counts and those of the native field differ by less than
/// 2^31.
const MOST_EXPONENT_BITS: u32 = 20;

/// The facts about a format and a native float that both directions need.
pub(super) struct OrdinaryFacts<'a> {
    pub(super) format: &'a Format,
    pub(super) float: &'a Float,
    /// The type of native items, and the structure of their words.
    pub(super) item: Type,
    pub(super) native: NativeFloat,
    /// Stored bits of the significand.
    pub(super) stored: u32,
    /// Bits of the exponent field.
    pub(super) field: u32,
    /// Bits of a digit of the radix.
    pub(super) digit: i64,
    /// The amount by which the exponent field exceeds the exponent, if the field is counted from its smallest number.
    pub(super) excess: i64,
    /// Bits of the integers of the computation.
    pub(super) lane: u32,
}

impl OrdinaryFacts<'_> {
    /// The facts, or `None` if there is no ordinary form: if the native float or the exponent field is too long, if
    /// there is no exponent field, or if negative numbers have no sign bit.
    pub(super) fn from_format<'a>(
        format: &'a Format,
        float: &'a Float,
        native: Native,
    ) -> Option<OrdinaryFacts<'a>> {
        let item = Type::from_native(native);
        let native = native.float().filter(|native| native.bits <= 64)?;
        let (stored, field) = (float.stored_bits(), float.exponent_bits());
        // In a code with a sign, half of the fields have the sign set. In a field of one bit, these may be zeros.
        let half = match float.code {
            ExponentCode::Excess | ExponentCode::ExcessOnes => 0,
            // A field of no bits is refused below, and must not make a negative shift here.
            _ => 1 << (field.max(1) - 1),
        };
        let fits = (1..=MOST_EXPONENT_BITS).contains(&field);
        let signed = float.negation == Negation::None || float.sign.is_some();
        (fits && signed).then(|| OrdinaryFacts {
            format,
            float,
            item,
            native,
            stored,
            field,
            digit: i64::from(float.digit_bits()),
            excess: float.bias + half,
            // The longer of the two words decides, because the move happens in one integer.
            lane: match format.bits.max(native.bits) {
                ..=32 => 32,
                33..=64 => 64,
                _ => 128,
            },
        })
    }

    /// The type of the words of the computation.
    pub(super) fn word_type(&self) -> Type {
        Type::Unsigned(self.lane)
    }

    pub(super) fn fraction_bits(&self) -> i64 {
        i64::from(self.float.fraction_bits)
    }

    /// The count of an exponent field in which all bits are set.
    pub(super) fn largest_count(&self) -> i64 {
        (1 << self.field) - 1
    }

    /// The power of two that a unit of the significand stands for if the exponent field has the count 0.
    pub(super) fn unit_power(&self) -> i64 {
        -self.digit * self.excess - self.fraction_bits()
    }

    /// The lowest bit of exponent and significand, if they are one run of bits.
    pub(super) fn find_joined_shift(&self) -> Option<u32> {
        match (self.float.exponent.as_slice(), self.float.significand.as_slice()) {
            ([exponent], [significand]) if exponent.low == significand.high + 1 => Some(significand.low),
            _ => None,
        }
    }

    /// The longest run of counts from `low` to `high` at which no significand of at least `least` is special.
    pub(super) fn find_longest_regular_run(
        &self,
        (low, high): (i64, i64),
        least: u128,
    ) -> Option<(i64, i64)> {
        let (low, high) = (low.max(self.smallest_count()), high.min(self.largest_count()));
        let mut exponents = self.boundary_counts();
        exponents.extend([low, high]);
        // What is compared may be outside the run.
        exponents.retain(|exponent| (low..=high).contains(exponent));
        exponents.sort_unstable();
        exponents.dedup();
        let mut fractions = self.boundary_fractions();
        // The significands next to the end are tested, too, as zero alone often is special.
        fractions.extend([least, least + 1]);
        fractions.retain(|&fraction| fraction >= least && fraction <= mask(self.stored));
        let is_clean = |exponent: i64| {
            fractions.iter().all(|&fraction| {
                // A word must be ordinary with both signs, because the run knows only magnitudes.
                [false, true].iter().all(|&sign| self.classify_word(sign, exponent, fraction).is_none())
            })
        };
        let mut best = None;
        // Between two neighbors in the list the class does not change, because no condition names a number there.
        for run in exponents.split(|&exponent| !is_clean(exponent)) {
            if let (Some(&first), Some(&last)) = (run.first(), run.last()) {
                // The first of equally long runs stays, so that the same format always gives the same form.
                let longer = best.is_none_or(|(from, to)| last - first > to - from);
                best = if longer { Some((first, last)) } else { best };
            }
        }
        best
    }

    /// The counts of the first and the last exponent field, and those at which a condition may change.
    pub(super) fn boundary_counts(&self) -> Vec<i64> {
        let top = self.largest_count();
        let compared = self.compared_numbers(Field::Exponent).into_iter();
        // A condition changes at a number that it compares with, or beside it.
        let near = compared.flat_map(|number| number.saturating_sub(1)..=number.saturating_add(1));
        let counts = near.filter_map(|near| self.find_count(near));
        counts.chain([0, top]).filter(|count| (0..=top).contains(count)).collect()
    }

    /// The first and the last count of a range, and those in the range at which a condition may change.
    pub(super) fn boundary_counts_within(&self, (first, last): (i64, i64)) -> Vec<i64> {
        let mut counts = self.boundary_counts();
        counts.extend([first, last]);
        // The ends are in the list, so that it is never empty.
        counts.retain(|count| (first..=last).contains(count));
        counts
    }

    /// The largest significand, and those at which a condition may change.
    pub(super) fn boundary_fractions(&self) -> Vec<u128> {
        let compared = self.compared_numbers(Field::Significand).into_iter();
        let near = compared.flat_map(|number| number.saturating_sub(1)..=number.saturating_add(1));
        near.filter_map(|near| u128::try_from(near).ok()).chain([mask(self.stored)]).collect()
    }

    /// The numbers with which conditions compare a field.
    fn compared_numbers(&self, field: Field) -> Vec<i128> {
        let mut numbers = Vec::new();
        for special in &self.float.specials {
            special.condition.collect_compared(field, &mut numbers);
        }
        numbers
    }

    /// The smallest count. A code with two zeros has one number fewer, so it begins at 1.
    fn smallest_count(&self) -> i64 {
        match self.float.code {
            ExponentCode::ExcessOnes => 1,
            _ => self.find_count(self.float.exponent_range().0.into()).unwrap_or(0),
        }
    }

    /// The class of a word whose exponent field has this count. A stored leading bit is set.
    pub(super) fn classify_word(&self, sign: bool, count: i64, significand: u128) -> Option<Class> {
        // Fields below the bias are one less than their counts, because two of them stand for zero.
        let below = self.float.code == ExponentCode::ExcessOnes && count < self.float.bias;
        let exponent = count - self.excess + self.float.bias - i64::from(below);
        let leading = matches!(self.float.leading, LeadingBit::Explicit(_));
        self.float.class_of(&Fields { sign, leading, exponent, significand })
    }

    /// The count of the exponent field that stands for a number of a condition.
    fn find_count(&self, number: i128) -> Option<i64> {
        let number = i64::try_from(number).ok()?;
        let below = self.float.code == ExponentCode::ExcessOnes && number < self.float.bias;
        // The inverse of the computation in `classify_word`.
        Some(number + self.excess - self.float.bias + i64::from(below))
    }

    /// The count of an exponent field that is zero.
    pub(super) fn count_of_zeros(&self) -> i64 {
        self.find_count(0).unwrap_or(0)
    }

    /// The class of a word.
    pub(super) fn class_of(&self, word: u128) -> Option<Class> {
        self.float.class_of(&self.float.fields(word))
    }

    /// Whether the rules keep a negative zero, and the format has one.
    pub(super) fn keeps_negative_zero(&self, policy: &Policy) -> bool {
        let has_sign_bit = self.float.negation == Negation::SignMagnitude && self.float.sign.is_some();
        has_sign_bit && !self.float.has_one_zero() && policy.negative_zero == ZeroRule::Keep
    }

    /// Whether sign and significand are one number in two's complement.
    pub(super) fn has_signed_significand(&self) -> bool {
        matches!(self.float.negation, Negation::TwosSignificand | Negation::ImpliedComplement)
    }

    /// Whether the word of a negative power of two is special at one of these counts. In two's
    /// complement its stored significand is zero, which a condition may name.
    pub(super) fn has_special_negative_power(&self, counts: (i64, i64)) -> bool {
        self.boundary_counts_within(counts)
            .into_iter()
            .any(|count| self.classify_word(true, count, 0).is_some())
    }

    /// Whether the word of a negative number is a complement, in all or some of its bits, of the word of its magnitude.
    pub(super) fn has_word_complement(&self) -> bool {
        self.float.negation.is_complement()
    }

    /// Whether there is a one above the stored significand: a stored, hidden or implied one.
    pub(super) fn has_leading_one(&self) -> bool {
        self.float.leading != LeadingBit::None || self.float.negation == Negation::ImpliedComplement
    }
}

/// Whether rounding is to the nearest, ties to even, as the processor and the ordinary steps round.
pub(super) fn rounds_to_nearest(policy: &Policy) -> bool {
    policy.rounding == Rounding::NearestEven
}
