//! The conversion of words to values and of values to words.

use std::borrow::Cow;
use std::cell::OnceCell;

use num_bigint::BigUint;

use super::cells::{FieldCells, Interval};
use super::decimal::{BEYOND, Decimal};
use super::numbers::{FirstNumbers, find_first_numbers};
use super::ratio::{Ratio, Rounded, divide_rounded};
use super::value::{EncodeResult, ExactValue};
use crate::model::word::{Fields, field_bits, mask, scatter};
use crate::model::{Class, Float, LeadingBit, Negation, Rounding};

/// A float with derived facts, which converts words to values and values to words.
#[derive(Debug, Clone)]
pub(crate) struct FloatConverter<'a> {
    float: Cow<'a, Float>,
    bits: u32,
    cells: FieldCells,
    /// The smallest and largest exponent number of words that follow the formula.
    normal: Option<Interval<i64>>,
    /// The first positive and the first negative numbers.
    starts: [FirstNumbers; 2],
    has_subnormal: bool,
    /// Whether a zero by the formula has the sign of its word.
    has_signed_zeros: bool,
    /// The largest positive and the largest negative number, once they were asked for.
    largest: [OnceCell<Option<Ratio>>; 2],
}

/// The leading bit of a word whose format hides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HiddenBit {
    /// That of a subnormal number.
    Zero,
    /// That of a normalized number.
    One,
}

/// Where the numbers of a sign begin.
#[derive(Debug, Clone)]
pub(crate) struct SmallestNumbers {
    /// The smallest normal magnitude.
    pub(crate) normal: Ratio,
    /// The magnitude whose multiples below `normal` are all numbers; `None` if some of them are not.
    pub(crate) kept: Option<Ratio>,
}

impl SmallestNumbers {
    /// Whether the multiples of a magnitude are numbers, where they are below the normal ones.
    pub(crate) fn keeps_multiples(&self, magnitude: &Ratio) -> bool {
        self.kept.as_ref().is_some_and(|smallest| magnitude.compare(smallest).is_ge())
    }
}

/// Whether a zero has the sign of its word. This needs a code with two zeros, which two's
/// complement is not. If a word is written for zero, the text must not name it, and a clause for
/// zeros must also claim it with its sign set.
fn has_signed_zeros(float: &Float) -> bool {
    if !float.negation.has_two_zeros() {
        return false;
    }
    let Some(word) = float.written_word(Class::Zero) else { return true };
    // The fields of the written zero, but for the sign: the clauses alone decide whether that word is a zero, too.
    let negative = Fields { sign: true, ..float.fields(word) };
    let mut zeros = float.specials.iter().filter(|special| special.class == Class::Zero);
    !float.has_one_zero() && zeros.any(|zero| zero.condition.holds(&negative))
}

impl<'a> FloatConverter<'a> {
    /// Prepares `float` in words of `bits` bits.
    pub(crate) fn new(float: &'a Float, bits: u32) -> Self {
        FloatConverter::from_cow(Cow::Borrowed(float), bits)
    }

    /// Prepares `float`, which is kept, in words of `bits` bits.
    pub(crate) fn from_owned(float: Float, bits: u32) -> FloatConverter<'static> {
        FloatConverter::from_cow(Cow::Owned(float), bits)
    }

    fn from_cow(float: Cow<'a, Float>, bits: u32) -> Self {
        let cells = FieldCells::new(&float);
        let normal = cells.find_class_exponents(&float, None);
        let has_subnormal = cells.find_class_exponents(&float, Some(Class::Subnormal)).is_some();
        let largest = [const { OnceCell::new() }; 2];
        let (starts, has_signed_zeros) = (find_first_numbers(&float), has_signed_zeros(&float));
        FloatConverter { float, bits, cells, normal, starts, has_subnormal, has_signed_zeros, largest }
    }

    /// The bits of a word.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// Whether there are subnormal words, or words that follow the formula without being normalized.
    pub(crate) fn is_gradual(&self) -> bool {
        self.list_signs().any(|negative| self.is_gradual_for_sign(negative))
    }

    /// The signs that numbers can have.
    fn list_signs(&self) -> impl Iterator<Item = bool> {
        [false, true].into_iter().take(if self.float.negation == Negation::None { 1 } else { 2 })
    }

    fn is_gradual_for_sign(&self, negative: bool) -> bool {
        // In `S!S.F` the hidden bit is always there, also in words that are called subnormal.
        self.float.negation != Negation::ImpliedComplement
            && (self.has_subnormal
                || self.float.leading != LeadingBit::Hidden && self.has_unnormalized(negative))
    }

    /// Whether the smallest word of a sign that is not normalized is a number: `invalid if I == 0` takes all of them
    /// away, and `zero if S == 0 && E == 0` those that are positive.
    fn has_unnormalized(&self, negative: bool) -> bool {
        let all_ones = mask(field_bits(&self.float.significand));
        // All ones is the smallest magnitude of a two's complement with its sign set, as one is without.
        let is_complement = negative && self.float.negation == Negation::TwosSignificand;
        let significand = if is_complement { all_ones } else { 1 };
        self.normal.is_some_and(|normal| {
            let fields = Fields { sign: negative, leading: false, exponent: normal.low, significand };
            matches!(self.compute_value(&fields), ExactValue::Finite { .. })
        })
    }

    /// Bits of a digit of the radix.
    pub(crate) fn digit_bits(&self) -> u32 {
        self.float.radix.trailing_zeros()
    }

    /// The largest number of the given sign.
    pub(crate) fn largest_number(&self, negative: bool) -> Option<Ratio> {
        if negative && self.float.negation == Negation::None {
            return None;
        }
        // Found once: the search walks over all cells of the format, and a test line asks for it each time.
        self.largest[usize::from(negative)].get_or_init(|| self.find_largest(negative)).clone()
    }

    fn find_largest(&self, negative: bool) -> Option<Ratio> {
        self.cells
            .list_largest_fields(&self.float, negative)
            .into_iter()
            .filter_map(|fields| match self.compute_value(&fields) {
                ExactValue::Finite { magnitude, .. } => Some(magnitude),
                _ => None,
            })
            .max_by(Ratio::compare)
    }

    /// The smallest positive number that is normalized.
    pub(crate) fn smallest_normal(&self) -> Option<Ratio> {
        self.find_smallest_numbers(false).map(|bottom| bottom.normal)
    }

    /// Where the numbers of a sign begin, as they are written; `None` if the sign has none.
    pub(crate) fn find_smallest_numbers(&self, negative: bool) -> Option<SmallestNumbers> {
        self.lowest_exponent()?;
        if negative && self.float.negation == Negation::None {
            return None;
        }
        let start = self.starts[usize::from(negative)];
        let at_first = |significand: u128| self.scale_significand(significand.into(), start.first);
        // Below the normal numbers everything is kept if numbers are gradual, or if there is nothing below them: the
        // least significand is one unit, and is a number.
        let is_complete = start.gradual
            || start.least <= 1 && self.float.negation != Negation::ImpliedComplement && !start.hole;
        Some(SmallestNumbers {
            // Where the smallest significand is claimed by a clause, as by `zero`, the next one is the first number.
            normal: at_first(start.least + u128::from(start.hole)),
            kept: is_complete.then(|| at_first(1)),
        })
    }

    /// The smallest exponent number of a word that is a number.
    fn lowest_exponent(&self) -> Option<i64> {
        let subnormal = self.has_subnormal.then_some(self.starts[0].first);
        let normal = self.normal.map(|normal| normal.low);
        normal.into_iter().chain(subnormal).min()
    }

    /// The weight of a unit of the significand at the smallest exponent. Every number is a multiple of it.
    pub(crate) fn smallest_unit(&self) -> Option<Ratio> {
        Some(self.scale_significand(BigUint::from(1_u8), self.lowest_exponent()?))
    }

    /// The smallest magnitude of a number.
    pub(crate) fn smallest_number(&self) -> Option<Ratio> {
        // Gradual numbers reach down to one unit, for one sign at least.
        if self.is_gradual() {
            return self.smallest_unit();
        }
        let normal =
            self.list_signs().filter_map(|negative| Some(self.find_smallest_numbers(negative)?.normal));
        normal.min_by(Ratio::compare)
    }

    pub(super) fn scale_significand(&self, significand: BigUint, number: i64) -> Ratio {
        // An exponent counts digits of the radix, and a ratio has a power of two.
        let exponent = self.float.exponent_of_number(number) * i64::from(self.digit_bits());
        Ratio::from_binary(significand, exponent - i64::from(self.float.fraction_bits))
    }

    /// The value of `word`.
    pub(crate) fn decode(&self, word: u128) -> ExactValue {
        self.compute_value(&self.take_fields(word))
    }

    /// The fields of `word`, the complement of a negative word undone.
    pub(crate) fn take_fields(&self, word: u128) -> Fields {
        self.float.fields_of_magnitude(word, self.bits)
    }

    /// The class of `word`; `None` for one that follows the formula.
    pub(super) fn class_of(&self, word: u128) -> Option<Class> {
        self.float.class_of(&self.take_fields(word))
    }

    /// The word of these fields; `None` if no exponent field stands for the exponent number.
    pub(crate) fn assemble_word(&self, fields: &Fields) -> Option<u128> {
        let mut word = scatter(self.float.exponent_field(fields.exponent)?, &self.float.exponent);
        word |= scatter(fields.significand, &self.float.significand);
        if let LeadingBit::Explicit(bit) = self.float.leading {
            word |= u128::from(fields.leading) << bit;
        }
        // Fields are those of the magnitude. The sign comes last, because a complement takes in all of the word.
        Some(if fields.sign { self.negate_word(word) } else { word })
    }

    /// Makes a positive word negative.
    fn negate_word(&self, word: u128) -> u128 {
        if self.float.negation.is_complement() {
            return self.float.complement_word(word, self.bits);
        }
        // The low word's sign equals that of the high one.
        let low = self.float.low.as_ref().map(|low| low.sign);
        let signs = [self.float.sign, low].into_iter().flatten();
        let signs = signs.filter(|_| self.float.negation != Negation::None);
        signs.fold(word, |word, sign| word | 1 << sign)
    }

    /// The value of these fields.
    pub(crate) fn compute_value(&self, fields: &Fields) -> ExactValue {
        let negative = fields.sign;
        match self.float.class_of(fields) {
            Some(Class::Zero) => ExactValue::Zero { negative: negative && self.has_signed_zeros },
            Some(Class::Infinity) => ExactValue::Infinity { negative },
            Some(Class::Nan | Class::Missing) => ExactValue::Nan,
            Some(Class::Reserved | Class::Invalid) => ExactValue::Reserved,
            Some(Class::Overflow) => ExactValue::Overflow,
            Some(Class::Underflow) => ExactValue::Underflow,
            Some(Class::Subnormal) => {
                let significand = self.take_significand(fields, HiddenBit::Zero);
                // They have the weight of the smallest positive numbers.
                self.compute_finite_value(negative, significand, self.starts[0].first)
            }
            None => {
                let significand = self.take_significand(fields, HiddenBit::One);
                self.compute_finite_value(negative, significand, fields.exponent)
            }
        }
    }

    fn compute_finite_value(&self, negative: bool, significand: BigUint, number: i64) -> ExactValue {
        // Zero by the formula: a significand without a leading bit can be all zeros.
        if significand == BigUint::ZERO {
            ExactValue::Zero { negative: negative && self.has_signed_zeros }
        } else {
            ExactValue::Finite { negative, magnitude: self.scale_significand(significand, number) }
        }
    }

    /// The significand of a word, without its sign.
    fn take_significand(&self, fields: &Fields, hidden: HiddenBit) -> BigUint {
        let stored = field_bits(&self.float.significand);
        let bits = BigUint::from(fields.significand);
        let power_of_two = |shift: u32| BigUint::from(1_u8) << shift;
        match self.float.negation {
            // The stored bits of a negative number are `2^stored - magnitude`.
            Negation::TwosSignificand if fields.sign => power_of_two(stored) - bits,
            Negation::ImpliedComplement if fields.sign => power_of_two(stored + 1) - bits,
            // The implied bit is the complement of the sign: `01.F` is `2^stored + F`, and `10.F` is
            // `F - 2^(stored + 1)`.
            Negation::ImpliedComplement => power_of_two(stored) + bits,
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosWord
            | Negation::OnesWord
            | Negation::OnesSignificand
            | Negation::TwosSignificand => {
                let leading = match self.float.leading {
                    LeadingBit::None => false,
                    LeadingBit::Hidden => hidden == HiddenBit::One,
                    LeadingBit::Explicit(_) => fields.leading,
                };
                if leading { power_of_two(stored) + bits } else { bits }
            }
        }
    }

    /// The word of `magnitude`.
    pub(crate) fn encode(&self, negative: bool, magnitude: &Ratio, rounding: Rounding) -> EncodeResult {
        // A format may have subnormal numbers alone. They have the weight of the first exponent.
        let largest = self.normal.map_or(self.starts[usize::from(negative)].first, |normal| normal.high);
        // What decides the rounding is kept. A number of thousands of digits is then cut once, and not at each
        // exponent.
        let magnitude = &magnitude.shorten(self.float.precision() + 1);
        if negative && self.float.negation == Negation::None {
            return EncodeResult::Overflow;
        }
        let precision = self.float.precision();
        let mut limit = BigUint::from(1_u8) << precision;
        // Only a complement can have the significand `2^precision`: it is minus one.
        if !(negative && self.float.has_minus_one()) {
            limit -= 1_u8;
        }
        let digit = i64::from(self.digit_bits());
        let fraction = i64::from(self.float.fraction_bits);
        let lowest = self.float.exponent_of_number(self.starts[usize::from(negative)].first);
        // One step low on purpose: `rough_binary_exponent` is a rough bound, and the loop below only goes up.
        let estimate =
            (magnitude.rough_binary_exponent() + 1 + fraction - i64::from(precision)).div_euclid(digit) - 1;
        // Below the first exponent nothing is written, so small numbers lose bits there instead: they become
        // subnormal.
        let mut exponent = estimate.max(lowest);
        let rounded = loop {
            let shift = magnitude.exponent + fraction - digit * exponent;
            // Divided anew at each exponent. Rounding a number that was rounded before could give another result.
            let rounded = divide_rounded(magnitude, shift, negative, rounding);
            if rounded.value <= limit {
                break rounded;
            }
            exponent += 1;
        };
        // The number is nearer to zero than to the smallest unit.
        if rounded.value == BigUint::ZERO {
            return EncodeResult::Zero;
        }
        let number = self.float.number_of_exponent(exponent);
        // Only after rounding: a number just above the largest may be rounded to it, and one just below beyond it.
        if number > largest {
            return EncodeResult::Overflow;
        }
        self.compose_word(negative, &rounded, number)
    }

    fn compose_word(&self, negative: bool, rounded: &Rounded<BigUint>, number: i64) -> EncodeResult {
        let significand = &rounded.value;
        let stored = field_bits(&self.float.significand);
        let power_of_two = |shift: u32| BigUint::from(1_u8) << shift;
        let start = self.starts[usize::from(negative)];
        let tiny = *significand < BigUint::from(start.least);
        // The word of the smallest normalized significand may be no number. The value then vanishes like those below it.
        let is_hole = start.hole && number == start.first && *significand == BigUint::from(start.least);
        if tiny && !start.gradual || is_hole {
            return EncodeResult::Zero;
        }
        // Subnormal numbers have the weight of the first exponent, and may be marked by another exponent field.
        let exponent = start.subnormal.filter(|_| tiny).unwrap_or(number);
        let mut fields = Fields { sign: negative, leading: false, exponent, significand: 0 };
        let bits = match self.float.negation {
            Negation::TwosSignificand if negative => power_of_two(stored) - significand,
            // The implied bit cannot be left out, so no smaller significand has a word.
            Negation::ImpliedComplement if *significand < power_of_two(stored) => return EncodeResult::Zero,
            Negation::ImpliedComplement if negative => {
                // The stored bits of this number would be `2^stored`, one bit more than there are. Negative numbers
                // begin one unit farther from zero.
                if *significand == power_of_two(stored) {
                    return EncodeResult::Zero;
                }
                power_of_two(stored + 1) - significand
            }
            Negation::ImpliedComplement => significand - power_of_two(stored),
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosWord
            | Negation::OnesWord
            | Negation::OnesSignificand
            | Negation::TwosSignificand => {
                // The leading bit is taken off. A hidden one is not stored, and an explicit one has its own field.
                if self.float.leading != LeadingBit::None && *significand >= power_of_two(stored) {
                    fields.leading = matches!(self.float.leading, LeadingBit::Explicit(_));
                    significand - power_of_two(stored)
                } else {
                    significand.clone()
                }
            }
        };
        fields.significand = u128::try_from(bits).unwrap_or(u128::MAX);
        // A word that a clause claims as something else is no number: the format ends before it.
        match (self.float.class_of(&fields), self.assemble_word(&fields)) {
            (None | Some(Class::Subnormal), Some(word)) => {
                // `assemble_word` leaves the low word's exponent zero, so that an exclusive or sets it, and inverts
                // it where the complement of a negative word is already inverted.
                let word = word ^ self.low_exponent_bits(&fields);
                EncodeResult::Word { word, is_exact: rounded.is_exact }
            }
            _ => EncodeResult::Overflow,
        }
    }

    /// The bits of the low word's exponent field, which the caller inverts to obtain the number's word.
    fn low_exponent_bits(&self, fields: &Fields) -> u128 {
        let Some(low) = &self.float.low else { return 0 };
        // Modulo the field: a small number's low exponent wraps around, as the machine's does.
        let exponent = self.float.exponent_of_number(fields.exponent) - low.less;
        let number = self.float.number_of_exponent(exponent);
        let modulus = 1 << field_bits(&low.exponent);
        scatter(u128::try_from(number.rem_euclid(modulus)).unwrap_or(0), &low.exponent)
    }

    /// The result for a decimal number that is clearly outside the range.
    pub(super) fn encode_if_far(&self, decimal: &Decimal) -> Option<EncodeResult> {
        let power = |number: Option<Ratio>| number.map(|number| number.rough_binary_exponent());
        decimal.encode_if_far(power(self.largest_number(decimal.negative)), power(self.smallest_number()))
    }

    /// The word of a zero of the given sign; `None` if the format has none.
    pub(crate) fn zero_word(&self, negative: bool) -> Option<u128> {
        let zero = self.written_word(Class::Zero)?;
        if !negative {
            return Some(zero);
        }
        // The sign must make a zero. In two's complement the negated zero is zero again, and some clauses claim the
        // sign bit.
        let word = self.negate_word(zero);
        (self.decode(word) == ExactValue::Zero { negative: true }).then_some(word)
    }

    /// The word of the number nearest to zero of the given sign, in a format without a zero; `None` if that number is
    /// not the one at which both signs begin.
    pub(crate) fn least_word(&self, negative: bool) -> Option<u128> {
        // With a zero, or gradual numbers, small values have a better neighbor.
        if self.written_word(Class::Zero).is_some() || self.is_gradual() {
            return None;
        }
        let negative = negative && self.float.negation != Negation::None;
        // The smallest normalized significand, whether or not its word is a number.
        let digits = self.float.precision().saturating_sub(self.digit_bits());
        let mut magnitude = self.scale_significand(BigUint::from(1_u8) << digits, self.lowest_exponent()?);
        // In `S!S.F` negative numbers begin one unit farther from zero than positive ones.
        if negative && self.float.negation == Negation::ImpliedComplement {
            magnitude.numerator += 1_u8;
        }
        match self.encode(negative, &magnitude, Rounding::NearestEven) {
            EncodeResult::Word { word, is_exact: true } => {
                (self.decode(word) == ExactValue::Finite { negative, magnitude }).then_some(word)
            }
            EncodeResult::Word { .. } | EncodeResult::Zero | EncodeResult::Overflow => None,
        }
    }

    /// The word for a value that is nearer to zero than to any number: a zero, or the smallest number if there is no
    /// zero.
    pub(crate) fn underflow_word(&self, negative: bool) -> Option<u128> {
        self.zero_word(negative).or_else(|| self.zero_word(false)).or_else(|| self.least_word(negative))
    }

    /// The word of an infinity of the given sign; `None` if the format has none.
    pub(crate) fn infinity_word(&self, negative: bool) -> Option<u128> {
        let infinity = self.written_word(Class::Infinity)?;
        // A clause may name the sign, so that the negated word is of another class.
        let word = if negative { self.negate_word(infinity) } else { infinity };
        (self.decode(word) == ExactValue::Infinity { negative }).then_some(word)
    }

    /// The word that is written for `class`.
    pub(crate) fn written_word(&self, class: Class) -> Option<u128> {
        self.float
            .specials
            .iter()
            .filter(|special| special.class == class)
            .find_map(|special| special.written)
    }

    /// Whether a word with its sign set is zero.
    pub(crate) fn has_negative_zero(&self) -> bool {
        // Only these codes have a second zero, so most formats need no search.
        if !self.float.negation.has_two_zeros() {
            return false;
        }
        self.cells
            .list_lowest_fields()
            .into_iter()
            .any(|fields| fields.sign && self.compute_value(&fields) == ExactValue::Zero { negative: true })
    }

    /// Whether some word means `class`.
    pub(crate) fn has_class(&self, class: Class) -> bool {
        self.cells.find_class_exponents(&self.float, Some(class)).is_some()
    }
}

/// The word of a decimal number, or the reason why there is none; `None` if the number is too large or too small to be
/// computed.
pub(crate) fn write_float(
    machine: &FloatConverter<'_>,
    decimal: &Decimal,
) -> Option<Result<u128, &'static str>> {
    let vanished = || machine.underflow_word(decimal.negative).ok_or("has no word");
    let encoded = match machine.encode_if_far(decimal) {
        Some(far) => far,
        // Neither inside nor clearly outside: to compute it would cost too much, so the line is not decided.
        None if decimal.is_far() => return None,
        None => machine.encode(decimal.negative, &decimal.to_ratio(), Rounding::NearestEven),
    };
    Some(match encoded {
        EncodeResult::Word { word, .. } => Ok(word),
        EncodeResult::Zero => vanished(),
        EncodeResult::Overflow => Err(BEYOND),
    })
}
