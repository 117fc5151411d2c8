//! The word of a float: its fields, their meaning, and the word that given fields make.
//!
//! A word has at most 128 bits. A code maps its exponent field to a *number*. That number minus the bias is the
//! *exponent* of the formula. Conditions compare the number.
//!
//! ```
//! use datarep_dsl::model::{Class, FormatKind, word::Fields};
//! use datarep_dsl::{compile, source::Source};
//! let text = "float half = S1 E5 F10 where value = 1.F * 2^(E - 15) { order big; ieee; }";
//! let source = Source { name: "half.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
//! let model = compile(&source).expect("the text is sound");
//! let FormatKind::Float(half) = &model.formats[0].kind else { unreachable!("a float") };
//!
//! // Minus two.
//! let fields = half.fields(0xC000);
//! assert_eq!(fields, Fields { sign: true, leading: false, exponent: 16, significand: 0 });
//! assert_eq!((half.class_of(&fields), half.exponent_of_number(fields.exponent)), (None, 1));
//! assert_eq!(half.class_of(&half.fields(0x7C00)), Some(Class::Infinity));
//! ```

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::bits::BitRange;
use super::float::{Class, Comparison, Condition, ExponentCode, Field, Float, LeadingBit, Negation};

/// The fields of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fields {
    /// The sign bit.
    pub sign: bool,
    /// The leading bit, if it is stored.
    pub leading: bool,
    /// The number that the exponent field stands for, before the bias is subtracted.
    pub exponent: i64,
    /// The significand's stored bits.
    pub significand: u128,
}

/// A word with ones in the lowest `bits` bits.
pub fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// The number of bits of a field.
pub fn field_bits(ranges: &[BitRange]) -> u32 {
    ranges.iter().map(|range| range.width()).sum()
}

/// The bits of `word` in `ranges`, the first range most significant.
pub fn gather(word: u128, ranges: &[BitRange]) -> u128 {
    ranges.iter().fold(0, |bits, range| {
        // A single range of 128 bits takes all of the word, and a shift by 128 would overflow.
        let part = (word >> range.low) & mask(range.width());
        if range.width() >= 128 { part } else { bits << range.width() | part }
    })
}

/// The word that has `bits` in `ranges` and zeros elsewhere.
pub fn scatter(mut bits: u128, ranges: &[BitRange]) -> u128 {
    let mut word = 0;
    // The last range has the lowest bits, which are taken off first.
    for range in ranges.iter().rev() {
        word |= (bits & mask(range.width())) << range.low;
        bits = if range.width() >= 128 { 0 } else { bits >> range.width() };
    }
    word
}

impl Float {
    /// Bits of the exponent field.
    pub fn exponent_bits(&self) -> u32 {
        field_bits(&self.exponent)
    }

    /// Stored bits of the significand, without the sign and the leading bit.
    pub fn stored_bits(&self) -> u32 {
        field_bits(&self.significand)
    }

    /// Bits of a digit of the radix.
    pub fn digit_bits(&self) -> u32 {
        self.radix.trailing_zeros().max(1)
    }

    /// The fields of a word as they stand in it.
    pub fn fields(&self, word: u128) -> Fields {
        let bit = |bit: u32| word >> bit & 1 == 1;
        Fields {
            sign: self.sign.is_some_and(bit),
            leading: matches!(self.leading, LeadingBit::Explicit(leading) if bit(leading)),
            exponent: self.exponent_number(gather(word, &self.exponent)),
            significand: gather(word, &self.significand),
        }
    }

    /// The fields of a word of `bits` bits. The complement of a negative word is undone first.
    pub fn fields_of_magnitude(&self, word: u128, bits: u32) -> Fields {
        let sign = self.sign.is_some_and(|bit| word >> bit & 1 == 1);
        let magnitude = if sign { self.complement_word(word, bits) } else { word };
        Fields { sign, ..self.fields(magnitude) }
    }

    /// The word of a number. `significand` includes its leading bit; for a two's complement it holds the bits of the
    /// word.
    ///
    /// The sign and the exponent of a second word are derived from those of the first.
    pub fn assemble_word(&self, sign: bool, exponent: i64, significand: u128) -> u128 {
        let stored = self.stored_bits();
        let leading = match self.leading {
            // The leading bit stands just above the stored ones. There is none above 128 of them.
            LeadingBit::Explicit(bit) => (significand.checked_shr(stored).unwrap_or(0) & 1) << bit,
            LeadingBit::None | LeadingBit::Hidden => 0,
        };
        let low = self.low.as_ref().map_or(0, |low| {
            // IBM's extended format: the low word's exponent is 14 less, and wraps around below zero.
            let exponent = self.number_of_exponent(self.exponent_of_number(exponent) - low.less);
            let field = exponent.rem_euclid(1 << field_bits(&low.exponent));
            scatter(u128::from(field.unsigned_abs()), &low.exponent) | u128::from(sign) << low.sign
        });
        self.sign.map_or(0, |bit| u128::from(sign) << bit)
            | leading
            | low
            | scatter(self.encode_exponent(exponent), &self.exponent)
            | scatter(significand & mask(stored), &self.significand)
    }

    /// The bits of a word of `bits` bits that are inverted in the word of the other sign, if negative numbers are
    /// complements. A carry is not included.
    pub fn inverted_bits(&self, bits: u32) -> u128 {
        match self.negation {
            Negation::TwosWord | Negation::OnesWord => mask(bits) & !self.unused_bits(bits),
            Negation::OnesSignificand => {
                // The sign turns with the significand, as both are one number in one's complement. The exponent does
                // not.
                let leading = match self.leading {
                    LeadingBit::Explicit(bit) => Some(bit),
                    LeadingBit::None | LeadingBit::Hidden => None,
                };
                let single = self.sign.into_iter().chain(leading).map(|bit| 1 << bit);
                single.fold(scatter(u128::MAX, &self.significand), |inverted, bit: u128| inverted | bit)
            }
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => 0,
        }
    }

    /// The word of the other sign, if negative numbers are complements of the whole word or of a significand in one's
    /// complement; otherwise the word itself. Only bits in fields are complemented.
    pub fn complement_word(&self, word: u128, bits: u32) -> u128 {
        let unused = self.unused_bits(bits);
        let used_bits = mask(bits) & !unused;
        match self.negation {
            // The unused bits are set, so that a carry passes through them.
            Negation::TwosWord => (!word | unused).wrapping_add(1) & used_bits,
            Negation::OnesWord => !word & used_bits,
            Negation::OnesSignificand => word ^ self.inverted_bits(bits),
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosSignificand
            | Negation::ImpliedComplement => word,
        }
    }

    /// Whether significands reach minus one: in two's complement, if the sign bit alone is a number at some exponent.
    ///
    /// If there are several exponents, minus one at the smallest does not count, because the same number has another
    /// word at the next exponent. The same holds for subnormal numbers, which have the smallest exponent.
    pub fn has_minus_one(&self) -> bool {
        match self.negation {
            Negation::ImpliedComplement => true,
            Negation::TwosSignificand => {
                let class = |exponent: i64, significand: u128| {
                    self.class_of(&Fields { sign: true, leading: false, exponent, significand })
                };
                // Classes change only at these exponents, so the ordinary ones among them stand for all.
                let turns = self.list_class_boundaries();
                // All stored bits set is the negative number nearest to zero of an exponent.
                let is_ordinary = |exponent: &&i64| class(**exponent, mask(self.stored_bits())).is_none();
                let mut ordinary = turns.iter().filter(is_ordinary);
                let (first, second) = (ordinary.next(), ordinary.next());
                let alone = first.is_none() || second.is_none();
                turns.iter().any(|&exponent| match class(exponent, 0) {
                    None => alone || first.is_some_and(|&first| exponent > first),
                    Some(Class::Subnormal) => alone,
                    Some(_) => false,
                })
            }
            Negation::None
            | Negation::SignMagnitude
            | Negation::TwosWord
            | Negation::OnesWord
            | Negation::OnesSignificand => false,
        }
    }

    /// The number that an exponent field stands for.
    pub fn exponent_number(&self, field: u128) -> i64 {
        let bits = self.exponent_bits();
        // An exponent has at most 30 bits, so that the sums below cannot overflow.
        let raw = i64::try_from(field).unwrap_or(i64::MAX);
        if bits == 0 {
            return 0;
        }
        let sign = 1_i64 << (bits - 1);
        match self.code {
            ExponentCode::Twos => raw - (raw & sign) * 2,
            ExponentCode::SignMagnitude if raw & sign != 0 => -(raw - sign),
            // One's complement counts from `2 × sign - 1`, the negative zero, downward.
            ExponentCode::Ones if raw & sign != 0 => raw + 1 - sign * 2,
            ExponentCode::Excess
            | ExponentCode::ExcessOnes
            | ExponentCode::SignMagnitude
            | ExponentCode::Ones => raw,
            // The lowest bit is the sign, and weighs as much as the top bit of a two's complement.
            ExponentCode::Rotated => (raw >> 1) - (raw & 1) * sign,
        }
    }

    /// The exponent field that stands for a number; `None` if no field does.
    pub fn exponent_field(&self, number: i64) -> Option<u128> {
        let (low, high) = self.exponent_range();
        (low..=high).contains(&number).then(|| self.encode_exponent(number))
    }

    /// The exponent field of a number, modulo the range of the field.
    fn encode_exponent(&self, number: i64) -> u128 {
        let bits = self.exponent_bits();
        if bits == 0 {
            return 0;
        }
        let sign = 1_i64 << (bits - 1);
        let raw = match self.code {
            // `number` is negative, so this is the sign bit plus the magnitude.
            ExponentCode::SignMagnitude if number < 0 => sign - number,
            // The two's complement of one less has the inverted bits of the magnitude: -1 is ...1110.
            ExponentCode::Ones if number < 0 => number - 1,
            // Doubling moves the number past its sign, which becomes the lowest bit. The mask cuts the sign's copies
            // above.
            ExponentCode::Rotated => number * 2 + i64::from(number < 0),
            ExponentCode::Twos
            | ExponentCode::Excess
            | ExponentCode::ExcessOnes
            | ExponentCode::SignMagnitude
            | ExponentCode::Ones => number,
        };
        u128::from(raw.cast_unsigned()) & mask(bits)
    }

    /// The smallest and largest number that the exponent field can stand for.
    pub fn exponent_range(&self) -> (i64, i64) {
        let bits = self.exponent_bits();
        if bits == 0 {
            return (0, 0);
        }
        let sign = 1_i64 << (bits - 1);
        match self.code {
            ExponentCode::Excess | ExponentCode::ExcessOnes => (0, sign * 2 - 1),
            ExponentCode::Twos | ExponentCode::Rotated => (-sign, sign - 1),
            // Both have a negative zero in the place of the smallest number of a two's complement.
            ExponentCode::SignMagnitude | ExponentCode::Ones => (1 - sign, sign - 1),
        }
    }

    /// The exponent of the formula for a field's number.
    ///
    /// If negative exponents are in one's complement, the field below the bias is a second zero.
    pub fn exponent_of_number(&self, number: i64) -> i64 {
        match self.code {
            // CDC: the field one below the bias is the exponent -0. The fields under it are shifted by one.
            ExponentCode::ExcessOnes if number < self.bias => number + 1 - self.bias,
            ExponentCode::ExcessOnes
            | ExponentCode::Excess
            | ExponentCode::Twos
            | ExponentCode::SignMagnitude
            | ExponentCode::Ones
            | ExponentCode::Rotated => number - self.bias,
        }
    }

    /// The field's number for an exponent of the formula.
    pub fn number_of_exponent(&self, exponent: i64) -> i64 {
        match self.code {
            ExponentCode::ExcessOnes if exponent < 0 => exponent + self.bias - 1,
            ExponentCode::ExcessOnes
            | ExponentCode::Excess
            | ExponentCode::Twos
            | ExponentCode::SignMagnitude
            | ExponentCode::Ones
            | ExponentCode::Rotated => exponent + self.bias,
        }
    }

    /// The class of these fields; `None` for those that follow the formula.
    pub fn class_of(&self, fields: &Fields) -> Option<Class> {
        self.special_of(fields).map(|index| self.specials[index].class)
    }

    /// The first special encoding whose condition these fields meet.
    pub fn special_of(&self, fields: &Fields) -> Option<usize> {
        self.specials.iter().position(|special| special.condition.holds(fields))
    }

    /// The word that is written for a class.
    pub fn written_word(&self, class: Class) -> Option<u128> {
        let mut specials = self.specials.iter().filter(|special| special.class == class);
        // Several clauses can have one class. The first that has a word to write gives it.
        specials.find_map(|special| special.written)
    }

    /// Exponent numbers at which the class of fields, or the result of a condition, can begin or end.
    ///
    /// Classes and results change only beside numbers that a condition compares the exponent with.
    pub fn list_class_boundaries(&self) -> BTreeSet<i64> {
        let (low, high) = self.exponent_range();
        let mut compared = Vec::new();
        for special in &self.specials {
            special.condition.collect_compared(Field::Exponent, &mut compared);
        }
        // `E < n` turns between `n - 1` and `n`, `E <= n` between `n` and `n + 1`, and `E == n` on both sides.
        let beside = compared
            .into_iter()
            .flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]);
        let beside = beside.filter_map(|number| i64::try_from(number).ok());
        beside.filter(|number| (low..=high).contains(number)).chain([low, high]).collect()
    }
}

impl Condition {
    /// Whether the fields meet the condition.
    pub fn holds(&self, fields: &Fields) -> bool {
        match self {
            Condition::And(left, right) => left.holds(fields) && right.holds(fields),
            Condition::Or(left, right) => left.holds(fields) || right.holds(fields),
            Condition::Compare(field, comparison, number) => {
                let ordering = match field {
                    Field::Sign => i128::from(fields.sign).cmp(number),
                    Field::Leading => i128::from(fields.leading).cmp(number),
                    Field::Exponent => i128::from(fields.exponent).cmp(number),
                    Field::Significand => match u128::try_from(*number) {
                        Ok(number) => fields.significand.cmp(&number),
                        // A stored significand is never negative, so it is above every negative number.
                        Err(_) => Ordering::Greater,
                    },
                };
                comparison.holds_for(ordering)
            }
        }
    }

    /// Appends the numbers that the condition compares `field` with.
    pub fn collect_compared(&self, field: Field, numbers: &mut Vec<i128>) {
        match self {
            Condition::Compare(compared, _, number) if *compared == field => numbers.push(*number),
            Condition::Compare(..) => {}
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.collect_compared(field, numbers);
                right.collect_compared(field, numbers);
            }
        }
    }
}

impl Comparison {
    /// Whether the comparison holds for two values in this ordering.
    pub fn holds_for(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Less => ordering.is_lt(),
            Comparison::LessOrEqual => ordering.is_le(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::FormatKind;
    use crate::model::word::{Fields, mask};
    use crate::source::Source;

    /// The class does not change between two neighbors of `turns`, in any format of the standard library.
    #[test]
    fn classes_change_at_turns_alone() {
        let mut floats = 0;
        for (name, text) in crate::standard::families() {
            let source = Source { name: (*name).to_owned(), text: (*text).to_owned(), first_line: 1 };
            let model = crate::compile(&source).expect("a text of the library is sound");
            for format in &model.formats {
                let FormatKind::Float(float) = &format.kind else { continue };
                floats += 1;
                let turns = Vec::from_iter(float.list_class_boundaries());
                assert_eq!((turns[0], turns[turns.len() - 1]), float.exponent_range(), "{}", format.name);
                let most = mask(float.stored_bits());
                let classes = |exponent: i64| {
                    [(false, 0), (false, 1), (false, most), (true, 0), (true, most)].map(
                        |(sign, fraction)| {
                            float.class_of(&Fields {
                                sign,
                                exponent,
                                significand: fraction,
                                leading: fraction != 0,
                            })
                        },
                    )
                };
                for pair in turns.windows(2) {
                    let between = pair[0] + 1..pair[1];
                    let first = between.clone().next().map(classes);
                    let is_constant = between.into_iter().all(|exponent| Some(classes(exponent)) == first);
                    assert!(is_constant, "{}: {pair:?}", format.name);
                }
            }
        }
        assert!(floats > 50, "{floats} formats");
    }
}
