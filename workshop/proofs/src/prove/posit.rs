//! The specification of posits: a sign, a run of equal bits, an exponent and a fraction.
//!
//! A word is asked about by the length of its run and by its exponent, so that only the fraction is free. Negative
//! words are two's complements of positive ones.
//!
//! As a target, the bits of a number are written one after another without an end: the run, the exponent, the fraction.
//! The first of them, as many as a word has, are kept. The rest decides whether the next word is taken: the word with
//! one more bit that is a one is half-way between two words. A number beyond the largest overflows, and one below the
//! smallest is tiny.

use datarep_dsl::model::{Class, Event, Events, OverflowRule, Policy, Posit, SpecialRule};

use super::target::{Answer, NotANumber, Number, Target, Whole, event, round_units};
use super::term::{Term, Terms, ones};

/// Words of one sign, one run and one exponent, or a single word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PositCase {
    Zero,
    NotReal,
    Number {
        negative: bool,
        /// The bit of which the run consists, and its length.
        run: (bool, u32),
        /// The bits of the exponent that the word has.
        exponent: u32,
    },
}

/// A case as terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PositSubject {
    pub(crate) word: Term,
    number: Option<Number>,
}

/// All cases of a format. Together they are all words.
pub(crate) fn list_cases(posit: Posit) -> Vec<PositCase> {
    let mut all = vec![PositCase::Zero, PositCase::NotReal];
    let body = posit.bits - 1;
    for (negative, bit) in [(false, false), (false, true), (true, false), (true, true)] {
        // A run of zeros ends before the word does; otherwise the word is zero.
        let longest = if bit { body } else { body - 1 };
        for length in 1..=longest {
            let exponents = 1_u32 << posit.exponent_bits.min(left_after(posit, length));
            all.extend((0..exponents).map(|exponent| PositCase::Number {
                negative,
                run: (bit, length),
                exponent,
            }));
        }
    }
    all
}

/// The bits below a run and the bit that ends it.
fn left_after(posit: Posit, length: u32) -> u32 {
    (posit.bits - 1).saturating_sub(length + 1)
}

/// The words of a case.
pub(crate) fn find_subject(posit: Posit, terms: &mut Terms, case: PositCase) -> PositSubject {
    let PositCase::Number { negative, run: (bit, length), exponent } = case else {
        let word = if case == PositCase::Zero { 0 } else { 1 << (posit.bits - 1) };
        return PositSubject { word: terms.constant(word, posit.bits), number: None };
    };
    let left = left_after(posit, length);
    let exponent_bits = posit.exponent_bits.min(left);
    let fraction_bits = left - exponent_bits;
    // Sign, run and end are one constant: the run is turned by the bit that ends it, if there is room.
    let head = posit.bits - left;
    let run = if bit { ones(length) << (head - 1 - length) } else { 1 };
    let mut word = terms.constant(run, head);
    if exponent_bits > 0 {
        let field = terms.constant(exponent.into(), exponent_bits);
        word = terms.join(word, field);
    }
    let mut significand = terms.constant(1, 1);
    if fraction_bits > 0 {
        let fraction = terms.free("digits", fraction_bits);
        word = terms.join(word, fraction);
        significand = terms.join(significand, fraction);
    }
    if negative {
        word = terms.negate(word);
    }
    let regime = if bit { i64::from(length) - 1 } else { -i64::from(length) };
    // Bits of the exponent beyond the end of the word are zeros.
    let exponent = i64::from(exponent) << (posit.exponent_bits - exponent_bits);
    let power = (regime << posit.exponent_bits) + exponent;
    let number = Number { negative, significand, unit: power - i64::from(fraction_bits) };
    PositSubject { word, number: Some(number) }
}

/// The answer for the words of a subject.
///
/// # Errors
///
/// The target does not describe one.
pub(crate) fn answer(
    terms: &mut Terms,
    case: PositCase,
    subject: &PositSubject,
    target: &dyn Target,
) -> Result<Answer, String> {
    match (subject.number, case) {
        (Some(number), _) => target.number(terms, number),
        (None, PositCase::Zero) => Ok(target.zero(terms, false)),
        (None, _) => target.not_a_number(terms, NotANumber { negative: false, payload: None }),
    }
}

/// Posits as a target.
#[derive(Debug)]
pub(crate) struct PositTarget {
    posit: Posit,
    policy: Policy,
}

impl PositTarget {
    pub(crate) fn new(posit: Posit, policy: Policy) -> PositTarget {
        PositTarget { posit, policy }
    }

    /// The word of a magnitude with a sign.
    fn constant(
        &self,
        terms: &mut Terms,
        negative: bool,
        magnitude: u128,
        events: impl Into<Events>,
    ) -> Answer {
        let word = terms.constant(magnitude, self.posit.bits);
        let word = if negative { terms.negate(word) } else { word };
        Answer::new(terms, word, events)
    }

    fn largest(&self) -> u128 {
        ones(self.posit.bits - 1)
    }

    fn not_real(&self) -> u128 {
        1 << (self.posit.bits - 1)
    }

    /// The word for an infinity or a NaN that is not kept.
    fn replaced(&self, rule: SpecialRule) -> Result<u128, String> {
        match rule {
            SpecialRule::Keep | SpecialRule::Nan => Ok(self.not_real()),
            SpecialRule::Saturate => Ok(self.largest()),
            SpecialRule::Zero | SpecialRule::Error => Ok(0),
            SpecialRule::Infinity | SpecialRule::Reserved | SpecialRule::Missing => {
                Err(format!("{rule:?} in a posit"))
            }
        }
    }
}

impl Target for PositTarget {
    fn number(&self, terms: &mut Terms, number: Number) -> Result<Answer, String> {
        let Number { negative, significand, unit } = number;
        let Posit { bits, exponent_bits } = self.posit;
        let top = terms.top(significand).ok_or("a significand without a known leading one")?;
        let power = unit + i64::from(top);
        let most = i64::from(bits - 2) << exponent_bits;
        if power < -most {
            // It is not rounded to zero unless the rule says so.
            let least = u128::from(!self.policy.underflow.discards_subnormals());
            return Ok(self.constant(terms, negative, least, Event::Underflow));
        }
        let beyond = match self.policy.overflow {
            OverflowRule::Nan => self.not_real(),
            OverflowRule::Error | OverflowRule::Saturate | OverflowRule::Infinity | OverflowRule::Wrap => {
                self.largest()
            }
        };
        let beyond = self.constant(terms, negative, beyond, Event::Overflow);
        if power > most {
            return Ok(beyond);
        }
        let regime = power >> exponent_bits;
        let run =
            u32::try_from(if regime < 0 { -regime } else { regime + 1 }).map_err(|_| "a run without end")?;
        // A run as long as the word, and the bit that ends it, are too wide for a term: what is beyond the word only
        // counts as a rest, so a shorter run at the end of the word has the same rest.
        let head = if regime < 0 { 1 } else { ones(run) << 1 };
        let mut string = terms.constant(head, run + 1);
        if exponent_bits > 0 {
            let field = u128::from((power & i64::from((1_u32 << exponent_bits) - 1)).unsigned_abs());
            let field = terms.constant(field, exponent_bits);
            string = terms.join(string, field);
        }
        if top > 0 {
            let fraction = terms.part(significand, 0, top);
            string = terms.join(string, fraction);
        }
        let (length, body) = (terms.width(string), bits - 1);
        let Whole { kept, inexact } = if length <= body {
            let wide = terms.resize(string, bits);
            Whole { kept: terms.left_by(wide, body - length), inexact: terms.truth(false) }
        } else {
            let wide = terms.resize(string, length + 1);
            let Whole { kept, inexact } =
                round_units(terms, wide, length - body, negative, self.policy.rounding);
            Whole { kept: terms.resize(kept, bits), inexact }
        };
        let (none, rounded) = (event(terms, Events::NONE), event(terms, Event::Inexact));
        let word = if negative { terms.negate(kept) } else { kept };
        let here = Answer { word, events: terms.select(inexact, rounded, none) };
        if power < most {
            return Ok(here);
        }
        // Only the power itself is a number.
        let is_power = terms.equals(significand, 1 << top);
        Ok(super::target::choose(terms, is_power, here, beyond))
    }

    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer {
        self.constant(terms, false, 0, Events::from_event_if(negative, Event::NegativeZero))
    }

    fn not_a_number(&self, terms: &mut Terms, nan: NotANumber) -> Result<Answer, String> {
        if self.policy.nan != SpecialRule::Keep {
            let word = self.replaced(self.policy.nan)?;
            return Ok(self.constant(terms, nan.negative, word, Event::Nan));
        }
        let kept = self.constant(terms, false, self.not_real(), Events::NONE);
        let Some(payload) = nan.payload else { return Ok(kept) };
        // A quiet NaN without a payload loses nothing.
        let rest = terms.part(payload, 0, terms.width(payload) - 1);
        let (none, lost) = (terms.equals(rest, 0), event(terms, Event::Nan));
        Ok(Answer { word: kept.word, events: terms.select(none, kept.events, lost) })
    }

    fn missing(&self, _: &mut Terms, _: bool, _: Term) -> Result<Answer, String> {
        Err("a missing value".to_owned())
    }

    fn special(&self, terms: &mut Terms, class: Class, negative: bool) -> Result<Answer, String> {
        match class {
            Class::Infinity => {
                let word = self.replaced(self.policy.infinity)?;
                Ok(self.constant(terms, negative, word, Event::Infinity))
            }
            other => Err(format!("{other:?} in a posit")),
        }
    }
}
