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

use datarep_dsl::model::{Class, Comparison, Condition, Field, Leading, Quiet};

use super::numbers::{Real, find_first, find_unit, has_payload, has_signed_zero};
use super::stretch::Subject;
use super::target::{Answer, NotANumber, Number, Target, choose};
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
        let mut answer = self.number(terms, subject, target, (number, float.leading == Leading::Hidden))?;
        // The first clause that holds decides, so it is applied last.
        for special in float.specials.iter().rev() {
            let holds = condition(terms, &special.condition, subject, number);
            if terms.number(holds) == Some(0) {
                continue;
            }
            let other = match special.class {
                Class::Subnormal => self.number(terms, subject, target, (find_first(self.real)?, false))?,
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

    /// The answer for the number of the formula, under a number of the exponent field, with or without a hidden one.
    fn number(
        &self,
        terms: &mut Terms,
        subject: &Subject,
        target: &dyn Target,
        (exponent, is_hidden): (i64, bool),
    ) -> Result<Answer, String> {
        let significand = if is_hidden {
            let one = terms.constant(1, 1);
            terms.join(one, subject.magnitude)
        } else {
            subject.magnitude
        };
        if terms.number(significand) == Some(0) {
            return Ok(target.zero(terms, subject.negative && self.zero_has_sign));
        }
        let unit = find_unit(self.real.float, exponent);
        target.number(terms, Number { negative: subject.negative, significand, unit })
    }

    fn not_a_number(&self, terms: &mut Terms, subject: &Subject) -> NotANumber {
        let float = self.real.float;
        let payload = has_payload(self.real).then(|| match float.quiet {
            Quiet::Set => subject.fraction,
            Quiet::Clear => {
                let bits = float.stored_bits();
                let quiet = terms.constant(1 << (bits - 1), bits);
                terms.xor(subject.fraction, quiet)
            }
        });
        NotANumber { negative: subject.negative, payload }
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
