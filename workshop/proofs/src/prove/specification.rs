//! What the words of one format are in another: a source, which says what its words mean, and a target, which says which
//! word is nearest.
//!
//! `meaning`, `integer`, `posit` and `tens` are the sources; `nearest`, `integer`, `posit` and `tens::target` the targets.

use datarep_dsl::model::{DecimalFloat, Format, FormatKind, Policy, Posit};
use datarep_plan::types::container;

use super::digits::Decoded;
use super::integer::{IntegerCase, IntegerTarget, Integers};
use super::lower::Value;
use super::meaning::FloatSource;
use super::nearest::FloatTarget;
use super::numbers::Real;
use super::posit::{self, PositCase, PositTarget};
#[cfg(test)]
use super::stretch;
use super::stretch::Stretch;
use super::target::{Answer, Target};
use super::tens::target::TensTarget;
use super::tens::{Tens, TensCase, TensSpecified};
use super::term::{Term, Terms};

/// The numbers of a format.
#[derive(Debug, Clone, Copy)]
enum Numbers<'a> {
    Float(Real<'a>),
    Integer(Integers),
    Posit(Posit),
    Tens(DecimalFloat),
}

/// Words of the source that are asked about together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Float(Stretch),
    Integer(IntegerCase),
    /// Items with invalid digits.
    Invalid,
    Posit(PositCase),
    Tens(TensCase),
}

impl Case {
    /// How many exponents of the case are above its first one.
    pub(crate) fn steps(self) -> u128 {
        match self {
            Case::Float(Stretch { field, last, stride, .. }) => (last - field) / stride,
            Case::Integer(_) | Case::Invalid | Case::Posit(_) | Case::Tens(_) => 0,
        }
    }
}

/// The words of a case, and what they are in the target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Specified {
    pub(crate) word: Term,
    /// What the free words must meet.
    pub(crate) assumed: Term,
    pub(crate) answer: Answer,
    /// The number that stands for the digits of a decimal float, where a body joins them.
    pub(crate) joined: Option<Term>,
}

enum Source<'a> {
    Float(FloatSource<'a>),
    Integer(Integers),
    Posit(Posit),
    Tens(Tens),
}

/// A source and a target.
pub(crate) struct Specification<'a> {
    source: Source<'a>,
    target: Box<dyn Target + 'a>,
    bits: u32,
}

impl<'a> Specification<'a> {
    /// # Errors
    ///
    /// The reason why the formats are not described.
    pub(crate) fn new(
        source: &'a Format,
        target: &'a Format,
        policy: Policy,
    ) -> Result<Specification<'a>, String> {
        let bits = source.bits;
        let (from, to) = (find_numbers(source)?, find_numbers(target)?);
        let has_point = [from, to].iter().any(|numbers| matches!(numbers, Numbers::Float(_)));
        let find_integers = |integers: Integers, format| {
            if has_point { integers.with_point(format) } else { Ok(integers) }
        };
        let target: Box<dyn Target + 'a> = match to {
            Numbers::Float(real) => Box::new(FloatTarget::new(real, policy)?),
            Numbers::Integer(integers) => {
                Box::new(IntegerTarget::new(find_integers(integers, target)?, policy)?)
            }
            Numbers::Posit(posit) => Box::new(PositTarget::new(posit, policy)),
            Numbers::Tens(format) => Box::new(TensTarget::new(format, policy)),
        };
        let source = match from {
            Numbers::Float(real) => Source::Float(FloatSource::new(real)?),
            Numbers::Integer(integers) => Source::Integer(find_integers(integers, source)?),
            Numbers::Posit(posit) => Source::Posit(posit),
            Numbers::Tens(format) => Source::Tens(Tens::new(format, policy)),
        };
        Ok(Specification { source, target, bits })
    }

    /// A word of the source as the input of a body.
    pub(crate) fn find_input(&self, terms: &mut Terms, word: Term) -> Value {
        match &self.source {
            Source::Integer(integers) if integers.digits().is_some() => {
                Value::Digits(Decoded::from_word(terms, word))
            }
            _ => Value::Word(terms.resize(word, container(self.bits))),
        }
    }

    /// All cases. Together they are all words of the source. Exponents for which the answers are alike are one case.
    pub(crate) fn list_cases(&self) -> Vec<Case> {
        match &self.source {
            Source::Float(source) => {
                source.list_joined(self.target.as_ref()).into_iter().map(Case::Float).collect()
            }
            Source::Integer(integers) => {
                let invalid = integers.digits().map(|_| Case::Invalid);
                integers.list_cases().into_iter().map(Case::Integer).chain(invalid).collect()
            }
            Source::Posit(posit) => posit::list_cases(*posit).into_iter().map(Case::Posit).collect(),
            Source::Tens(tens) => tens.list_cases(self.target.as_ref()).into_iter().map(Case::Tens).collect(),
        }
    }

    /// All cases, with a case for each exponent of a float.
    #[cfg(test)]
    pub(crate) fn list_single_cases(&self) -> Vec<Case> {
        match &self.source {
            Source::Float(source) => stretch::list(source.real).into_iter().map(Case::Float).collect(),
            _ => self.list_cases(),
        }
    }

    /// The words of a case, and what they are in the target.
    ///
    /// # Errors
    ///
    /// The reason why the specification does not say it.
    pub(crate) fn specify(&self, terms: &mut Terms, case: Case) -> Result<Specified, String> {
        let specified = self.specify_words(terms, case)?;
        Ok(Specified { assumed: terms.assume_definitions(specified.assumed), ..specified })
    }

    /// As [`Specification::specify`], where words that the terms define are these.
    fn specify_words(&self, terms: &mut Terms, case: Case) -> Result<Specified, String> {
        let target = self.target.as_ref();
        match (&self.source, case) {
            (Source::Float(source), Case::Float(stretch)) => {
                let subject = stretch.subject(terms, source.real);
                let answer = source.answer(terms, &subject, target)?;
                Ok(Specified { word: subject.word, assumed: subject.assumed, answer, joined: None })
            }
            (Source::Integer(integers), Case::Integer(case)) => {
                let subject = integers.find_subject(terms, case);
                let (answer, assumed) = integers.answer(terms, &subject, target)?;
                Ok(Specified { word: subject.word, assumed, answer, joined: None })
            }
            (Source::Integer(integers), Case::Invalid) => {
                let (word, answer) = integers.answer_invalid(terms, target);
                Ok(Specified { word, assumed: terms.truth(true), answer, joined: None })
            }
            (Source::Posit(posit), Case::Posit(case)) => {
                let subject = posit::find_subject(*posit, terms, case);
                let answer = posit::answer(terms, case, &subject, target)?;
                Ok(Specified { word: subject.word, assumed: terms.truth(true), answer, joined: None })
            }
            (Source::Tens(tens), Case::Tens(case)) => {
                let TensSpecified { word, assumed, answer, joined } = tens.specify(terms, case, target)?;
                Ok(Specified { word, assumed, answer, joined })
            }
            _ => Err("a case of another source".to_owned()),
        }
    }
}

/// The numbers of a format.
///
/// # Errors
///
/// The reason why they are not described.
fn find_numbers(format: &Format) -> Result<Numbers<'_>, String> {
    if let Some(real) = find_real(format) {
        return Ok(Numbers::Float(real));
    }
    match format.kind {
        FormatKind::Posit(posit) => return Ok(Numbers::Posit(posit)),
        FormatKind::DecimalFloat(decimal) => return Ok(Numbers::Tens(decimal)),
        _ => {}
    }
    match Integers::from_format(format)? {
        Some(integers) => Ok(Numbers::Integer(integers)),
        None => Err("a format of another kind".to_owned()),
    }
}

/// A format as numbers, if it is a float.
pub(crate) fn find_real(format: &Format) -> Option<Real<'_>> {
    match &format.kind {
        FormatKind::Float(float) => Some(Real { bits: format.bits, float }),
        _ => None,
    }
}
