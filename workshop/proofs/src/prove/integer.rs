//! The specification of integers and fixed point: a word is a sign and a magnitude, and its value is
//! `(-1)^s × M × 2^-scale`.
//!
//! A word is asked about by its magnitude, whose leading one is at a known place. So the sign conventions are a few
//! lines each: a two's complement is `2^bits - M`, a one's complement has each bit turned, an offset is added.
//!
//! A number of several words, of which each has a sign of its own, is their sum. So it is asked about by the signs of all
//! words, and by the sign and the leading one of the sum.
//!
//! A decimal in digits is a sign and a magnitude below `10^digits`: see `digits` for its bytes, and [`Decoded`] for its
//! word here. An item with invalid digits is a case of its own.
//!
//! As a target, a number is rounded to a multiple of `2^-scale` and must not be above the largest magnitude of its
//! sign. A number with a decimal point is an integer here, as its native integer is, and a binary one has a largest
//! magnitude of its own where few digits are written.

use datarep_dsl::model::{
    Class, Decimal, Event, Events, Format, FormatKind, Integer, IntegerSign, OverflowRule, Policy,
    SignedWords, SpecialRule, ZeroRule,
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
    /// The digits behind the decimal point, or the zeros before it if it is negative. Native floats have them as well. A
    /// native integer has no point.
    places: i32,
}

/// The most digits behind the point, and the most zeros before it: one division and one product have room for them.
const MOST_PLACES: u32 = 18;

/// Words of one sign, whose magnitudes have their leading one at the same place, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IntegerCase {
    negative: bool,
    top: Option<u32>,
    /// The place of the leading one of the quotient by the power of ten, if there are digits behind a decimal point, or of
    /// the product with it, if there are zeros before one.
    scaled: Option<u32>,
    /// The signs of words that have one each: a bit is set where a word is negative. The lowest bit is the last word.
    signs: u32,
}

/// A case as terms.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IntegerSubject {
    pub(crate) word: Term,
    pub(crate) assumed: Term,
    negative: bool,
    magnitude: Term,
    scaled: Option<u32>,
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
        Ok(Some(Integers { bits, integer, largest, written, digits, places: 0 }))
    }

    /// The numbers with their decimal point, as native floats have them.
    ///
    /// # Errors
    ///
    /// The power of ten is too large.
    pub(crate) fn with_point(self, format: &Format) -> Result<Integers, String> {
        let scale = format.kind.digits().map_or(0, |decimal| decimal.scale);
        if scale.unsigned_abs() > MOST_PLACES {
            return Err("a decimal point so far away".to_owned());
        }
        Ok(Integers { places: scale, ..self })
    }

    /// Five to the power of the places: ten to that power is this times a power of two.
    fn power(self) -> u128 {
        5_u128.pow(self.places.unsigned_abs())
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
        matches!(self.integer.sign, IntegerSign::Ones | IntegerSign::SignMagnitude | IntegerSign::Words(_))
    }

    /// All cases. Together they are all words.
    pub(crate) fn list_cases(self) -> Vec<IntegerCase> {
        if let IntegerSign::Words(words) = self.integer.sign {
            return list_word_cases(words);
        }
        let zero = IntegerCase { negative: false, top: None, scaled: None, signs: 0 };
        let mut all = vec![zero];
        if self.has_two_zeros() {
            all.push(IntegerCase { negative: true, ..zero });
        }
        for negative in [false, true] {
            let most = self.most(negative);
            let tops = (0..self.bits).filter(|top| 1 << top <= most);
            for top in tops {
                let case = |scaled| IntegerCase { negative, top: Some(top), scaled, signs: 0 };
                all.extend(self.list_scaled(top).into_iter().map(case));
            }
        }
        all
    }

    /// The places that the leading one of a number may have that is scaled by the power of ten, if there is one.
    fn list_scaled(self, top: u32) -> Vec<Option<u32>> {
        let (least, most) = match self.places {
            0 => return vec![None],
            // The dividend has its leading one at the highest place.
            1.. => ((1 << 127) / self.power(), u128::MAX / self.power()),
            _ => (self.power() << top, self.power() << (top + 1)),
        };
        (least.ilog2()..=most.ilog2()).map(Some).collect()
    }

    /// The words of a case.
    pub(crate) fn find_subject(self, terms: &mut Terms, case: IntegerCase) -> IntegerSubject {
        if let IntegerSign::Words(words) = self.integer.sign {
            return find_sum(terms, (words, self.bits), case);
        }
        let IntegerCase { negative, top, scaled, .. } = case;
        let magnitude = match top {
            None => terms.constant(0, self.bits),
            // The least number of a two's complement is the only one with this leading one.
            Some(top) if 1 << top == self.most(negative) => terms.constant(1 << top, self.bits),
            Some(top) => {
                let led = lead(terms, top);
                terms.resize(led, self.bits)
            }
        };
        let beyond = is_above(terms, magnitude, self.most(negative));
        let assumed = terms.not(beyond);
        let word = self.encode(terms, negative, magnitude);
        let word = if self.digits.is_some() { terms.resize(word, self.bits + 1) } else { word };
        IntegerSubject { word, assumed, negative, magnitude, scaled }
    }

    /// The answer for the words of a subject, and what else is assumed of them.
    ///
    /// # Errors
    ///
    /// The target does not describe one.
    pub(crate) fn answer(
        self,
        terms: &mut Terms,
        subject: &IntegerSubject,
        target: &dyn Target,
    ) -> Result<(Answer, Term), String> {
        let &IntegerSubject { negative, magnitude, scaled, assumed, .. } = subject;
        if terms.number(magnitude) == Some(0) {
            return Ok((target.zero(terms, negative), assumed));
        }
        let unit = -i64::from(self.integer.scale);
        let Some(scaled) = scaled else {
            return Ok((target.number(terms, Number { negative, significand: magnitude, unit })?, assumed));
        };
        let (significand, unit, is_scaled) = if self.places < 0 {
            let wide = terms.resize(magnitude, 128);
            let [product, is_product] = terms.multiply_to_lead(wide, self.power(), scaled);
            // Rounding has room for 126 bits, and no product has more than 103.
            (terms.resize(product, 124), unit - i64::from(self.places), is_product)
        } else {
            self.divide(terms, magnitude, scaled)?
        };
        // A known word may belong to another case.
        let assumed = terms.and(assumed, is_scaled);
        if terms.number(assumed) == Some(0) {
            return Ok((target.zero(terms, negative), assumed));
        }
        Ok((target.number(terms, Number { negative, significand, unit })?, assumed))
    }

    /// A number by its power of ten, as a significand and a power of two.
    ///
    /// The magnitude, shifted so far that its leading one is at the highest of 128 bits, is divided by a power of five. The
    /// quotient has many more bits than any float. So if something is left, the number lies between two neighbors that are no
    /// halves of anything, and every number between them is rounded alike: the one in the middle stands for it.
    fn divide(self, terms: &mut Terms, magnitude: Term, top: u32) -> Result<(Term, i64, Term), String> {
        let length = terms.top(magnitude).ok_or("a magnitude without a known leading one")?;
        let up = 127 - length;
        let wide = terms.resize(magnitude, 128);
        let wide = terms.left_by(wide, up);
        let [quotient, rest, assumed] = terms.divide_by_product(wide, self.power(), top);
        // Rounding has room for 126 bits. What is cut off for them is below any half, too.
        let cut = (top + 2).saturating_sub(126);
        let (low, kept) = (terms.part(quotient, 0, cut.max(1)), terms.part(quotient, cut, top + 1 - cut));
        let (is_whole, is_round) = (terms.equals(rest, 0), terms.equals(low, 0));
        let is_whole = if cut == 0 { is_whole } else { terms.and(is_whole, is_round) };
        let between = terms.not(is_whole);
        let significand = terms.join(kept, between);
        Ok((significand, i64::from(cut) - i64::from(self.places) - i64::from(up) - 1, assumed))
    }

    /// The power of two from which a significand's leading one is beyond each number that there is.
    fn find_room(self) -> i64 {
        // A dividend has 127 bits.
        if self.places < 0 { 127 } else { 120 - i64::from(self.power().ilog2()) }
    }

    /// A significand times `2^up` by the power of five, as another one with a power of two. `up` has room.
    ///
    /// A quotient has two more bits: whether what is left is more than a half, and whether it is not zero. It is no half,
    /// since a power of five is odd.
    fn scale(self, terms: &mut Terms, significand: Term, up: i64) -> (Term, i64) {
        let power = self.power();
        let wide = terms.resize(significand, 128);
        if self.places >= 0 {
            let product = terms.times(wide, power);
            return (terms.resize(product, 124), up);
        }
        let dividend = terms.left_by(wide, u32::try_from(up).unwrap_or(0));
        let [quotient, rest] = terms.divide_by_definition(dividend, power);
        let (double, power) = (terms.left_by(rest, 1), terms.constant(power, 128));
        let (is_more, none) = (terms.below(power, double), terms.equals(rest, 0));
        let is_some = terms.not(none);
        let quotient = terms.resize(quotient, 126);
        let quotient = terms.join(quotient, is_more);
        (terms.join(quotient, is_some), up.min(0) - 2)
    }

    /// The word of a sign and a magnitude of as many bits.
    fn encode(self, terms: &mut Terms, negative: bool, magnitude: Term) -> Term {
        match self.integer.sign {
            IntegerSign::Offset(offset) => {
                let zero = terms.constant(offset.unsigned_abs(), self.bits);
                if negative { terms.subtract(zero, magnitude) } else { terms.add(zero, magnitude) }
            }
            IntegerSign::Words(words) => {
                let signs = if negative { (1 << words.count) - 1 } else { 0 };
                spread(terms, words, signs, magnitude)
            }
            _ if !negative => magnitude,
            IntegerSign::Ones => terms.not(magnitude),
            IntegerSign::SignMagnitude => {
                let sign = terms.constant(1 << (self.bits - 1), self.bits);
                terms.or(sign, magnitude)
            }
            IntegerSign::Unsigned | IntegerSign::Twos => terms.negate(magnitude),
        }
    }
}

/// A magnitude spread over words, which all have its sign.
fn spread(terms: &mut Terms, words: SignedWords, signs: u32, magnitude: Term) -> Term {
    let width = terms.width(magnitude);
    let mut all = terms.constant(0, width);
    for (index, (place, power)) in (0..words.count).rev().zip(words.places()) {
        let digits = terms.part(magnitude, power, words.bits - 1);
        let is_negative = signs >> index & 1 == 1;
        let digits = if is_negative && words.ones { terms.not(digits) } else { digits };
        let sign = terms.truth(is_negative);
        let word = terms.join(sign, digits);
        let word = terms.resize(word, width);
        let word = terms.left_by(word, place);
        all = terms.or(all, word);
    }
    all
}

/// The cases of words with signs of their own. The sum has the sign of all words where they have the same, and zero has
/// a sign only then.
fn list_word_cases(words: SignedWords) -> Vec<IntegerCase> {
    let mut all = Vec::new();
    let minus = (1 << words.count) - 1;
    for signs in 0..=minus {
        for negative in [false, true] {
            if signs == if negative { 0 } else { minus } {
                continue;
            }
            let has_zero = negative == (signs == minus);
            let tops = (0..words.precision()).map(Some).chain(has_zero.then_some(None));
            all.extend(tops.map(|top| IntegerCase { negative, top, scaled: None, signs }));
        }
    }
    all
}

/// Words of known signs whose sum has a known sign, and its leading one at a known place.
fn find_sum(terms: &mut Terms, (words, bits): (SignedWords, u32), case: IntegerCase) -> IntegerSubject {
    let IntegerCase { negative, top, scaled, signs } = case;
    let is_mixed = signs != 0 && signs + 1 != 1 << words.count;
    // The digits of all words. They are those of the sum if no words are subtracted.
    let digits = match top {
        _ if is_mixed => terms.free("digits", words.precision()),
        None => terms.constant(0, words.precision()),
        Some(top) => lead(terms, top),
    };
    let digits = terms.resize(digits, bits);
    let word = spread(terms, words, signs, digits);
    let beside = words.places().fold(ones(bits), |beside, (place, _)| beside & !(ones(words.bits) << place));
    let (unused, beside) = (terms.free("unused", bits), terms.constant(beside, bits));
    let unused = terms.and(unused, beside);
    let word = terms.or(word, unused);
    if !is_mixed {
        return IntegerSubject { word, assumed: terms.truth(true), negative, magnitude: digits, scaled };
    }
    let mut sum = terms.constant(0, bits);
    for (index, (_, power)) in (0..words.count).rev().zip(words.places()) {
        let part = terms.part(digits, power, words.bits - 1);
        let part = terms.resize(part, bits);
        let part = terms.left_by(part, power);
        let is_subtracted = (signs >> index & 1 == 1) != negative;
        sum = if is_subtracted { terms.subtract(sum, part) } else { terms.add(sum, part) };
    }
    let magnitude = match top {
        None => terms.constant(0, bits),
        Some(top) => {
            let (one, low) = (terms.constant(1 << top, bits), terms.constant(ones(top), bits));
            let low = terms.and(sum, low);
            terms.or(low, one)
        }
    };
    IntegerSubject { word, assumed: terms.equal(sum, magnitude), negative, magnitude, scaled }
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
        (IntegerSign::Words(words), _) => ones(words.precision()),
        (IntegerSign::Unsigned, false) => ones(bits),
        (IntegerSign::Unsigned, true) => 0,
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
        if policy.overflow == OverflowRule::Wrap && !wraps {
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
        let Integers { bits, integer, written, digits, places, .. } = self.integers;
        let top = terms.top(significand).ok_or("a significand without a known leading one")?;
        let up = unit + i64::from(integer.scale) + i64::from(places);
        let wraps = self.policy.overflow == OverflowRule::Wrap;
        // Of ten to the power of the places, the twos are in `up`.
        if up + i64::from(top) >= self.integers.find_room() {
            return if wraps {
                Err("a number far beyond".to_owned())
            } else {
                Ok(self.limit(terms, negative, Event::Overflow))
            };
        }
        let (wide, up) = self.integers.scale(terms, significand, up);
        let Whole { kept, inexact } = if let Ok(up) = u32::try_from(up) {
            Whole { kept: terms.left_by(wide, up), inexact: terms.truth(false) }
        } else {
            let cut = u32::try_from(-up).unwrap_or(u32::MAX);
            round_units(terms, wide, cut, negative, self.policy.rounding)
        };
        let width = terms.width(wide);
        let beyond = is_above(terms, kept, written[usize::from(negative)]);
        let low = match digits {
            // The lowest digits, and the sign if there is one. It stays if the digits are zero.
            Some(digits) if wraps => {
                let number = terms.constant(10_u128.pow(digits.decimal.digits), width);
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
        let Integers { integer, places, .. } = self.integers;
        let up = unit + i64::from(integer.scale) + i64::from(places);
        // The power has so many bits below its leading one, and the product as many more than the significand, or one more.
        // A quotient has as many fewer.
        let power = i64::from(self.integers.power().ilog2());
        let more = if places < 0 { -power } else { power + i64::from(places > 0) };
        let written = self.integers.written[usize::from(negative)];
        let most = match places {
            // Nothing is known of the quotient before it is divided.
            ..0 => self.integers.find_room(),
            _ => i64::from(u128::BITS - written.leading_zeros()) - power,
        };
        if length + more < -up {
            Regime::Below
        } else if length + up > most && self.policy.overflow != OverflowRule::Wrap {
            Regime::Above
        } else {
            Regime::Alone
        }
    }

    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer {
        let keeps = self.keeps_sign_of_zero();
        let lost = Events::from_event_if(negative && !keeps, Event::NegativeZero);
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
