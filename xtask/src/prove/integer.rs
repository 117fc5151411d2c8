//! The specification of integers and fixed point: a word is a sign and a magnitude, and its value is
//! `(-1)^s × M × 2^-scale`.
//!
//! A word is asked about by its magnitude, whose leading one is at a known place. So the sign conventions are a few
//! lines each: a two's complement is `2^bits - M`, a one's complement has each bit turned, an offset is added. Words of
//! which each has its own sign are not described.
//!
//! A decimal in digits is a sign and a magnitude below `10^digits`: see `digits` for its bytes, and [`Decoded`] for its
//! word here. An item with invalid digits is a case of its own.
//!
//! As a target, a number is rounded to a multiple of `2^-scale` and must not be above the largest magnitude of its
//! sign. A number with a decimal point is an integer here, as its native integer is, and a binary one has a largest
//! magnitude of its own where few digits are written.

use datarep_dsl::model::{
    Class, Decimal, Event, Events, Format, FormatKind, Integer, IntegerSign, Overflow, Policy, SpecialRule,
    ZeroRule,
};

use super::digits::{Digits, NUMBER_BITS};
use super::target::{
    Answer, Magnitude, NotANumber, Number, Regime, Target, Whole, choose, event, is_above, lead, round_units,
};
use super::term::{Term, Terms, ones};

/// The words of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Integers {
    bits: u32,
    integer: Integer,
    /// The largest magnitudes of words, above and below zero, and the largest that are written.
    largest: [u128; 2],
    written: [u128; 2],
    /// How the sign and the magnitude are digits in bytes, if they are.
    digits: Option<Digits>,
}

/// Words of one sign, whose magnitudes have their leading one at the same place, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IntegerCase {
    negative: bool,
    top: Option<u32>,
}

/// A case as terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IntegerSubject {
    pub(crate) word: Term,
    pub(crate) assumed: Term,
    negative: bool,
    magnitude: Term,
}

impl Integers {
    /// The integers of a format, if it is one.
    ///
    /// # Errors
    ///
    /// The specification does not describe them.
    pub(crate) fn from_format(format: &Format) -> Result<Option<Integers>, String> {
        let digits = Digits::from_format(format)?;
        let (integer, decimal) = match &format.kind {
            FormatKind::Integer(integer) => (*integer, None),
            FormatKind::Decimal(decimal) => (whole(decimal), Some(*decimal)),
            _ => return Ok(None),
        };
        if matches!(integer.sign, IntegerSign::Words(_)) {
            return Err("words with signs of their own".to_owned());
        }
        if format.bits > 64 && digits.is_none() {
            return Err("a word of more than 64 bits".to_owned());
        }
        // A decoded item is its number with the sign above it.
        let bits = if digits.is_some() { NUMBER_BITS + 1 } else { format.bits };
        let largest = [false, true].map(|negative| {
            if digits.is_none() {
                return find_most(bits, integer.sign, negative);
            }
            decimal.map_or(0, |decimal| decimal.largest(negative))
        });
        let written = [false, true].map(|negative| {
            let most = largest[usize::from(negative)];
            decimal.map_or(most, |decimal| most.min(decimal.largest_written(negative)))
        });
        Ok(Some(Integers { bits, integer, largest, written, digits }))
    }

    /// The largest magnitude of a word of this sign.
    fn most(self, negative: bool) -> u128 {
        self.largest[usize::from(negative)]
    }

    /// Whether items are digits in bytes, and a word is what they mean.
    pub(crate) fn digits(self) -> Option<Digits> {
        self.digits
    }

    /// The word and the answer for all items with invalid digits: a zero.
    pub(crate) fn answer_invalid(self, terms: &mut Terms, target: &dyn Target) -> (Term, Answer) {
        let (invalid, zero) = (terms.truth(true), terms.constant(0, self.bits));
        let Answer { word, .. } = target.zero(terms, false);
        (terms.join(invalid, zero), Answer::new(terms, word, Event::Invalid))
    }

    fn has_two_zeros(self) -> bool {
        matches!(self.integer.sign, IntegerSign::Ones | IntegerSign::SignMagnitude)
    }

    /// All cases. Together they are all words.
    pub(crate) fn list_cases(self) -> Vec<IntegerCase> {
        let mut all = vec![IntegerCase { negative: false, top: None }];
        if self.has_two_zeros() {
            all.push(IntegerCase { negative: true, top: None });
        }
        for negative in [false, true] {
            let most = self.most(negative);
            let tops = (0..self.bits).filter(|top| 1 << top <= most);
            all.extend(tops.map(|top| IntegerCase { negative, top: Some(top) }));
        }
        all
    }

    /// The words of a case.
    pub(crate) fn find_subject(self, terms: &mut Terms, case: IntegerCase) -> IntegerSubject {
        let IntegerCase { negative, top } = case;
        let magnitude = match top {
            None => terms.constant(0, self.bits),
            Some(top) => {
                let led = lead(terms, top);
                terms.resize(led, self.bits)
            }
        };
        let beyond = is_above(terms, magnitude, self.most(negative));
        let assumed = terms.not(beyond);
        let word = self.encode(terms, negative, magnitude);
        let word = if self.digits.is_some() { terms.resize(word, self.bits + 1) } else { word };
        IntegerSubject { word, assumed, negative, magnitude }
    }

    /// The answer for the words of a subject.
    ///
    /// # Errors
    ///
    /// The target does not describe one.
    pub(crate) fn answer(
        self,
        terms: &mut Terms,
        subject: &IntegerSubject,
        target: &dyn Target,
    ) -> Result<Answer, String> {
        let &IntegerSubject { negative, magnitude, .. } = subject;
        if terms.number(magnitude) == Some(0) {
            return Ok(target.zero(terms, negative));
        }
        target
            .number(terms, Number { negative, significand: magnitude, unit: -i64::from(self.integer.scale) })
    }

    /// The word of a sign and a magnitude of as many bits.
    fn encode(self, terms: &mut Terms, negative: bool, magnitude: Term) -> Term {
        match self.integer.sign {
            IntegerSign::Offset(offset) => {
                let zero = terms.constant(offset.unsigned_abs(), self.bits);
                if negative { terms.subtract(zero, magnitude) } else { terms.add(zero, magnitude) }
            }
            _ if !negative => magnitude,
            IntegerSign::Ones => terms.not(magnitude),
            IntegerSign::SignMagnitude => {
                let sign = terms.constant(1 << (self.bits - 1), self.bits);
                terms.or(sign, magnitude)
            }
            IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Words(_) => terms.negate(magnitude),
        }
    }
}

/// A number without its decimal point.
fn whole(decimal: &Decimal) -> Integer {
    let sign = match decimal.is_signed() {
        true if decimal.is_binary() => IntegerSign::Twos,
        true => IntegerSign::SignMagnitude,
        false => IntegerSign::Unsigned,
    };
    Integer { sign, scale: 0 }
}

/// The largest magnitude of a word of this sign.
fn find_most(bits: u32, sign: IntegerSign, negative: bool) -> u128 {
    let low = ones(bits - 1);
    match (sign, negative) {
        (IntegerSign::Unsigned, false) => ones(bits),
        (IntegerSign::Unsigned | IntegerSign::Words(_), _) => 0,
        (IntegerSign::Twos, true) => low + 1,
        (IntegerSign::Twos, false) | (IntegerSign::Ones | IntegerSign::SignMagnitude, _) => low,
        (IntegerSign::Offset(offset), true) => offset.unsigned_abs(),
        (IntegerSign::Offset(offset), false) => ones(bits) - offset.unsigned_abs(),
    }
}

/// Integers as a target.
#[derive(Debug)]
pub(crate) struct IntegerTarget {
    integers: Integers,
    policy: Policy,
}

impl IntegerTarget {
    /// # Errors
    ///
    /// The rules are of a kind that the specification does not describe.
    pub(crate) fn new(integers: Integers, policy: Policy) -> Result<IntegerTarget, String> {
        let wraps = matches!(
            integers.integer.sign,
            IntegerSign::Unsigned | IntegerSign::Twos | IntegerSign::Offset(_)
        );
        let wraps = wraps && integers.integer.scale == 0 || integers.digits.is_some();
        if policy.overflow == Overflow::Wrap && !wraps {
            return Err("the low bits of a number in this code".to_owned());
        }
        Ok(IntegerTarget { integers, policy })
    }

    fn keeps_sign_of_zero(&self) -> bool {
        self.integers.has_two_zeros() && self.policy.negative_zero == ZeroRule::Keep
    }

    /// The word of a sign and a known magnitude.
    fn constant(
        &self,
        terms: &mut Terms,
        negative: bool,
        magnitude: u128,
        events: impl Into<Events>,
    ) -> Answer {
        let magnitude = terms.constant(magnitude, self.integers.bits);
        let word = self.integers.encode(terms, negative, magnitude);
        Answer::new(terms, word, events)
    }

    /// The largest number of a sign, which replaces those above it.
    fn limit(&self, terms: &mut Terms, negative: bool, events: impl Into<Events>) -> Answer {
        let limit = self.integers.written[usize::from(negative)];
        self.constant(terms, negative && limit > 0, limit, events)
    }
}

impl Target for IntegerTarget {
    fn number(&self, terms: &mut Terms, number: Number) -> Result<Answer, String> {
        let Number { negative, significand, unit } = number;
        let Integers { bits, integer, written, digits, .. } = self.integers;
        let top = terms.top(significand).ok_or("a significand without a known leading one")?;
        let up = unit + i64::from(integer.scale);
        let wraps = self.policy.overflow == Overflow::Wrap;
        if up + i64::from(top) >= 120 {
            return if wraps {
                Err("a number far beyond".to_owned())
            } else {
                Ok(self.limit(terms, negative, Event::Overflow))
            };
        }
        let wide = terms.resize(significand, 124);
        let Whole { kept, inexact } = if let Ok(up) = u32::try_from(up) {
            Whole { kept: terms.left_by(wide, up), inexact: terms.truth(false) }
        } else {
            let cut = u32::try_from(-up).unwrap_or(u32::MAX);
            round_units(terms, wide, cut, negative, self.policy.rounding)
        };
        let beyond = is_above(terms, kept, written[usize::from(negative)]);
        let low = match digits {
            // The lowest digits, and the sign if there is one. It stays if the digits are zero.
            Some(digits) if wraps => {
                let number = terms.constant(10_u128.pow(digits.decimal.digits), 124);
                terms.remainder(kept, number)
            }
            _ => kept,
        };
        let low = terms.part(low, 0, bits);
        let has_minus = negative && (digits.is_none() || integer.sign != IntegerSign::Unsigned);
        let word = self.integers.encode(terms, has_minus, low);
        // What is rounded to zero keeps its sign where a zero may have one.
        let none = terms.equals(kept, 0);
        let zero = self.constant(terms, negative && self.keeps_sign_of_zero(), 0, Events::NONE);
        let word = terms.select(none, zero.word, word);
        let (exact, rounded) = (event(terms, Events::NONE), event(terms, Event::Inexact));
        let here = Answer { word, events: terms.select(inexact, rounded, exact) };
        let beyond_answer = if wraps {
            Answer { word, events: event(terms, Event::Overflow) }
        } else {
            self.limit(terms, negative, Event::Overflow)
        };
        Ok(choose(terms, beyond, beyond_answer, here))
    }

    /// - *Below*: the number is less than half of a unit.
    /// - *Above*: its leading one is above that of the largest number that is written.
    fn find_regime(&self, magnitude: Magnitude) -> Regime {
        let Magnitude { negative, length, unit } = magnitude;
        let up = unit + i64::from(self.integers.integer.scale);
        let written = self.integers.written[usize::from(negative)];
        let most = i64::from(u128::BITS - written.leading_zeros());
        if length < -up {
            Regime::Below
        } else if length + up > most && self.policy.overflow != Overflow::Wrap {
            Regime::Above
        } else {
            Regime::Alone
        }
    }

    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer {
        let keeps = self.keeps_sign_of_zero();
        let lost = Events::when(negative && !keeps, Event::NegativeZero);
        self.constant(terms, negative && keeps, 0, lost)
    }

    fn not_a_number(&self, terms: &mut Terms, _: NotANumber) -> Result<Answer, String> {
        match self.policy.nan {
            SpecialRule::Zero | SpecialRule::Error => Ok(self.constant(terms, false, 0, Event::Nan)),
            rule => Err(format!("{rule:?} for a NaN in an integer")),
        }
    }

    fn missing(&self, _: &mut Terms, _: bool, _: Term) -> Result<Answer, String> {
        Err("a missing value".to_owned())
    }

    fn special(&self, terms: &mut Terms, class: Class, negative: bool) -> Result<Answer, String> {
        match (class, self.policy.infinity) {
            (Class::Infinity, SpecialRule::Saturate) => Ok(self.limit(terms, negative, Event::Infinity)),
            (Class::Infinity, SpecialRule::Zero | SpecialRule::Error) => {
                Ok(self.constant(terms, false, 0, Event::Infinity))
            }
            (class, rule) => Err(format!("{class:?} by {rule:?} in an integer")),
        }
    }
}
