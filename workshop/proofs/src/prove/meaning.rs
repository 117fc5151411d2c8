//! The specification of floats as sources: what a word of a float format means. `nearest` says which word of another float
//! format is nearest to it.
//!
//! This is written from the model alone: fields, formula and classes. It does not use the planner, the generator, the
//! runtime or the reference, and it is short, so that it can be read in one sitting. A test compares it with the
//! reference on every word of small formats.
//!
//! # A word means
//!
//! A word has a sign `s`, an exponent field and a significand `F` of `f` stored bits. The first special clause whose
//! condition holds gives its class. Without one, or if the class is *subnormal*, the word is the number
//!
//! ```text
//! (-1)^s × M × 2^u        u = d × (E - bias) - fraction bits        radix 2^d
//! ```
//!
//! where `M` is `F`, with a one above it if that is hidden and the word is not subnormal, or with the stored leading
//! bit. Where sign and significand are one two's complement, `M` of a negative word is `2^f - F`, or `2^(f+1) - F` with
//! an implied bit. Where whole words are complements, the fields are those of the complement. A subnormal has the
//! smallest exponent of a normal number.
//!
//! All of this has constants everywhere but in the digits, because a question is asked for a [`Stretch`]: the words of
//! one sign, one exponent field and one place of the leading one. The stretches of a format cover its words.

use datarep_dsl::model::{Class, Comparison, Condition, Field, LeadingBit, Negation, QuietBit};

use super::numbers::{Real, field_step, find_first, find_unit, has_payload, has_signed_zero};
use super::stretch::{self, Digits, Steps, Stretch, Subject};
use super::target::{Answer, Magnitude, NotANumber, Number, Regime, Target, choose};
use super::term::{Term, Terms, ones};

/// A float format as a source.
#[derive(Debug)]
pub(crate) struct FloatSource<'a> {
    pub(crate) real: Real<'a>,
    zero_has_sign: bool,
}

impl<'a> FloatSource<'a> {
    /// # Errors
    ///
    /// The format is of a kind that the specification does not describe.
    pub(crate) fn new(real: Real<'a>) -> Result<FloatSource<'a>, String> {
        real.expect_described()?;
        Ok(FloatSource { real, zero_has_sign: has_signed_zero(real) })
    }

    /// The answer for the words of a subject.
    pub(crate) fn answer(
        &self,
        terms: &mut Terms,
        subject: &Subject,
        target: &dyn Target,
    ) -> Result<Answer, String> {
        let float = self.real.float;
        let number = float.exponent_number(subject.field);
        let is_hidden = float.leading == LeadingBit::Hidden;
        let mut answer =
            self.number(terms, subject, target, Exponent { number, is_hidden, steps: subject.steps })?;
        // The first clause that holds decides, so it is applied last.
        for special in float.specials.iter().rev() {
            let holds = condition(terms, &special.condition, subject, number);
            if terms.number(holds) == Some(0) {
                continue;
            }
            let other = match special.class {
                Class::Subnormal => {
                    let number = find_first(self.real)?;
                    self.number(terms, subject, target, Exponent { number, is_hidden: false, steps: None })?
                }
                Class::Zero => target.zero(terms, subject.negative && self.zero_has_sign),
                Class::Nan => {
                    let nan = self.not_a_number(terms, subject);
                    target.not_a_number(terms, nan)?
                }
                Class::Missing if self.real.bits < 8 => {
                    return Err("a missing value in less than a byte".to_owned());
                }
                Class::Missing => {
                    let first = terms.part(subject.word, self.real.bits - 8, 8);
                    target.missing(terms, subject.negative, first)?
                }
                class => target.special(terms, class, subject.negative)?,
            };
            answer = choose(terms, holds, other, answer);
        }
        Ok(answer)
    }

    /// The answer for the number of the formula.
    fn number(
        &self,
        terms: &mut Terms,
        subject: &Subject,
        target: &dyn Target,
        exponent: Exponent,
    ) -> Result<Answer, String> {
        let significand = if exponent.is_hidden {
            let one = terms.constant(1, 1);
            terms.join(one, subject.magnitude)
        } else {
            subject.magnitude
        };
        if terms.number(significand) == Some(0) {
            return Ok(target.zero(terms, subject.negative && self.zero_has_sign));
        }
        let unit = find_unit(self.real.float, exponent.number);
        let negative = subject.negative;
        let length = i64::from(terms.top(significand).unwrap_or(0)) + 1;
        if let Some(steps) = exponent.steps
            && target.find_regime(Magnitude { negative, length, unit }) == Regime::Any
        {
            let power = self.power_of_steps(terms, unit, steps);
            return target.number_of_any_power(terms, Number { negative, significand, unit }, power);
        }
        let first = target.number(terms, Number { negative, significand, unit })?;
        let Some(Steps { taken, stride, .. }) = exponent.steps else { return Ok(first) };
        let top = terms.top(significand).ok_or("a significand without a known leading one")?;
        match target.find_regime(Magnitude { negative, length: i64::from(top) + 1, unit }) {
            Regime::Normal(_) => {
                let taken = terms.resize(taken, 64);
                let exponents = stride / u128::from(field_step(self.real.float));
                let factor = exponents * u128::from(self.digit_bits()) / u128::from(target.digit_bits());
                let digits = terms.times(taken, factor);
                Ok(target.advance(terms, first, negative, digits))
            }
            Regime::Below | Regime::Above => Ok(first),
            Regime::Alone | Regime::Any => Err("exponents that cannot be joined".to_owned()),
        }
    }

    /// The weight of a unit of joined exponents, in 32 bits.
    fn power_of_steps(&self, terms: &mut Terms, unit: i64, Steps { taken, stride, .. }: Steps) -> Term {
        let exponents = stride / u128::from(field_step(self.real.float));
        let taken = terms.resize(taken, 32);
        let bits = terms.times(taken, exponents * u128::from(self.digit_bits()));
        let first = terms.constant(i128::from(unit).cast_unsigned(), 32);
        terms.add(first, bits)
    }

    /// The cases of all words. Those of several exponents are joined where the answer changes with the exponent as
    /// [`Regime`] says, and where no clause parts them.
    pub(crate) fn list_joined(&self, target: &dyn Target) -> Vec<Stretch> {
        // The least number of the source's digits that is a number of the target's digits.
        let (digit, other) = (self.digit_bits(), target.digit_bits());
        let stride = (1..=other).find(|stride| stride * digit % other == 0).unwrap_or(other);
        let stride = stride * field_step(self.real.float);
        stretch::join(stretch::list(self.real), stride.into(), |stretch| self.find_alike(target, stretch))
    }

    /// The bits of a digit.
    fn digit_bits(&self) -> u32 {
        self.real.float.radix.trailing_zeros()
    }

    /// What the words of two exponents have in common if they can be joined.
    fn find_alike(&self, target: &dyn Target, stretch: Stretch) -> Option<(i64, Vec<bool>, Regime)> {
        let float = self.real.float;
        let number = float.exponent_number(stretch.field);
        let mut holds = Vec::new();
        for special in &float.specials {
            compare_exponents(&special.condition, number, &mut holds);
        }
        // The exponents grow as the fields do, or once in a step of these.
        let steps = i64::try_from(stretch.field).ok()? / i64::from(field_step(float));
        let offset = float.exponent_of_number(number) - steps;
        let is_twos = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        let regime = match (stretch.length(self.real), stretch.digits) {
            (Some(length), _) => target.find_regime(Magnitude {
                negative: stretch.sign && float.negation != Negation::None,
                length: length.into(),
                unit: find_unit(float, number),
            }),
            // A significand of zero is zero under each exponent. The complement of a word of zeros is another such word.
            (None, Digits::None)
                if !is_twos
                    && float.negation != Negation::TwosWord
                    && float.leading != LeadingBit::Hidden =>
            {
                Regime::Below
            }
            _ => Regime::Alone,
        };
        (regime != Regime::Alone).then_some((offset, holds, regime))
    }

    fn not_a_number(&self, terms: &mut Terms, subject: &Subject) -> NotANumber {
        let float = self.real.float;
        let payload = has_payload(self.real).then(|| match float.quiet {
            QuietBit::Set => subject.fraction,
            QuietBit::Clear => {
                let bits = float.stored_bits();
                let quiet = terms.constant(1 << (bits - 1), bits);
                terms.xor(subject.fraction, quiet)
            }
        });
        NotANumber { negative: subject.negative, payload }
    }
}

/// The exponent of a number of the formula.
#[derive(Debug, Clone, Copy)]
struct Exponent {
    /// The number of its field, or of the first of those that are joined.
    number: i64,
    is_hidden: bool,
    steps: Option<Steps>,
}

/// Whether each comparison of the exponent in a condition holds.
fn compare_exponents(asked: &Condition, number: i64, holds: &mut Vec<bool>) {
    match asked {
        Condition::And(one, other) | Condition::Or(one, other) => {
            compare_exponents(one, number, holds);
            compare_exponents(other, number, holds);
        }
        Condition::Compare(Field::Exponent, comparison, with) => {
            holds.push(comparison.holds_for(i128::from(number).cmp(with)));
        }
        Condition::Compare(..) => {}
    }
}

/// Whether the fields meet a condition.
fn condition(terms: &mut Terms, asked: &Condition, subject: &Subject, number: i64) -> Term {
    match asked {
        Condition::And(one, other) => {
            let (one, other) =
                (condition(terms, one, subject, number), condition(terms, other, subject, number));
            terms.and(one, other)
        }
        Condition::Or(one, other) => {
            let (one, other) =
                (condition(terms, one, subject, number), condition(terms, other, subject, number));
            terms.or(one, other)
        }
        Condition::Compare(field, comparison, with) => {
            let known = match field {
                Field::Sign => i128::from(subject.sign),
                Field::Exponent => i128::from(number),
                Field::Significand => return compare(terms, *comparison, subject.fraction, *with),
                Field::Leading => return compare(terms, *comparison, subject.leading, *with),
            };
            terms.truth(comparison.holds_for(known.cmp(with)))
        }
    }
}

fn compare(terms: &mut Terms, comparison: Comparison, value: Term, with: i128) -> Term {
    let width = terms.width(value);
    let number = match u128::try_from(with) {
        Err(_) => return terms.truth(comparison.holds_for(std::cmp::Ordering::Greater)),
        Ok(number) if number > ones(width) => {
            return terms.truth(comparison.holds_for(std::cmp::Ordering::Less));
        }
        Ok(number) => terms.constant(number, width),
    };
    let (equal, below) = (terms.equal(value, number), terms.below(value, number));
    match comparison {
        Comparison::Equal => equal,
        Comparison::NotEqual => terms.not(equal),
        Comparison::Less => below,
        Comparison::LessOrEqual => terms.or(below, equal),
        Comparison::Greater => {
            let most = terms.or(below, equal);
            terms.not(most)
        }
        Comparison::GreaterOrEqual => terms.not(below),
    }
}
